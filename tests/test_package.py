"""The wheel holds what it should and runs where it is installed; what a server needs is an extra."""

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SERVER = {"argon2-cffi", "httptools", "starlette", "uvicorn", "uvloop", "webauthn", "websockets"}


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index")
    subprocess.run([*pip, "--wheel-dir", str(folder), str(ROOT)], check=True)
    (made,) = folder.glob("dicehouse-*.whl")
    return made


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel alone, to be put before everything else that is installed."""
    folder = tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile")
    subprocess.run([*pip, "--target", str(folder), str(wheel)], check=True)
    return folder


def run(installed: Path, program: str) -> "subprocess.CompletedProcess[str]":
    env = {**os.environ, "PYTHONPATH": str(installed)}
    return subprocess.run(
        [sys.executable, "-c", program], env=env, cwd=installed, capture_output=True, text=True, check=False
    )


def test_the_wheel_holds_types_rulebooks_clauses_words_consoles_and_no_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for wanted in (
        "dicehouse/py.typed",
        "dicehouse/__init__.pyi",
        "dicehouse/rulebooks/star-craps.toml",
        "dicehouse/rulebooks/felts/craps.json",
        "dicehouse/conformance/pack/strip-craps.jsonl",
        "dicehouse/simulate/strategies/iron-cross.toml",
        "dicehouse/web/static/door.html",
    ):
        assert wanted in names
    assert not [it for it in names if it.startswith("tests/") or "node_modules" in it]


def test_an_installed_wheel_is_a_command_and_a_library(installed: Path) -> None:
    said = run(
        installed,
        "import dicehouse as dh; print(dh.__file__); print(dh.odds('star-craps').row('win-line')['edge_exact'])",
    )
    assert said.stderr == ""
    where, edge = said.stdout.split()
    assert Path(where).is_relative_to(installed)
    assert edge == "7/495"
    assert (installed / "bin" / "dicehouse").exists()


def test_what_belongs_to_a_server_is_an_extra() -> None:
    def names(listed: list[str]) -> set[str]:
        return {it.partition(">")[0].partition("=")[0] for it in listed}

    assert names(PROJECT["dependencies"]).isdisjoint(SERVER)
    assert names(PROJECT["optional-dependencies"]["serve"]) == SERVER


@pytest.mark.parametrize(
    "arguments, missing",
    [(["serve", "--demo"], "starlette"), (["serve", "--demo"], "uvloop"), (["odds", "star-craps"], "")],
)
def test_without_the_extra_a_server_says_what_it_needs_and_all_else_runs(
    arguments: list[str], missing: str, installed: Path
) -> None:
    gone = [missing] if missing else ["argon2", "httptools", "starlette", "uvicorn", "uvloop", "webauthn", "websockets"]
    program = f"import sys\nfor it in {gone}: sys.modules[it] = None\nfrom dicehouse.cli.app import run\n"
    said = run(installed, f"{program}sys.exit(run({arguments}))")
    if missing:
        needs = f"this needs {missing}, of the extra serve: pip install 'dicehouse[serve]'"
        assert (said.returncode, said.stderr) == (2, f"dicehouse: {needs}\n")
    else:
        assert (said.returncode, said.stderr) == (0, "")
