"""The wheel holds what it should and runs where it is installed; what a server needs is an extra."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from dicehouse.cli.app import EXTRAS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
STATIC = "dicehouse/web/static/"
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


def test_every_page_of_the_wheel_finds_the_files_that_it_loads(wheel: Path) -> None:
    built = zipfile.ZipFile(wheel)
    names = {it.removeprefix(STATIC) for it in built.namelist() if it.startswith(STATIC)}
    pages = [it for it in names if it.endswith(".html")]
    assert {"door.html", "player.html", "dealer.html", "display.html", "pit.html", "cage.html", "inspector.html"} <= {
        *pages
    }
    for page in pages:
        loads = re.findall(
            r'(?:src|href)="/((?:assets/|favicon|manifest)[^"]+)"', built.read(f"{STATIC}{page}").decode()
        )
        assert loads, page
        assert set(loads) <= names, page


def test_a_source_distribution_makes_the_same_wheel_without_building_the_consoles_again(
    wheel: Path, tmp_path: Path
) -> None:
    build = (sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path))
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (packed,) = tmp_path.glob("dicehouse-*.tar.gz")
    with tarfile.open(packed) as files:
        files.extractall(tmp_path, filter="data")
    unpacked = tmp_path / packed.name.removesuffix(".tar.gz")
    for wanted in ("LICENSE", "CHANGELOG.md", "deploy/Containerfile", "requirements/run.txt", "tests/test_package.py"):
        assert (unpacked / wanted).is_file(), wanted
    assert not list(unpacked.rglob("node_modules"))
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index")
    subprocess.run([*pip, "--wheel-dir", str(tmp_path / "dist"), str(unpacked)], check=True)
    (made,) = (tmp_path / "dist").glob("dicehouse-*.whl")
    assert set(zipfile.ZipFile(made).namelist()) == set(zipfile.ZipFile(wheel).namelist())
    assert not (unpacked / "consoles" / "node_modules").exists(), "that would need a network"


def test_the_wheel_asks_for_what_the_project_says_and_its_extras_are_those_that_commands_name(wheel: Path) -> None:
    built = zipfile.ZipFile(wheel)
    (metadata,) = [it for it in built.namelist() if it.endswith(".dist-info/METADATA")]
    said = message_from_bytes(built.read(metadata))
    always = {it for it in said.get_all("Requires-Dist", []) if "extra ==" not in it}
    assert {Requirement(it).name for it in always} == {Requirement(it).name for it in PROJECT["dependencies"]}
    assert set(said.get_all("Provides-Extra", [])) == set(PROJECT["optional-dependencies"])
    assert set(EXTRAS.values()) <= set(PROJECT["optional-dependencies"])


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
    [
        (["serve", "--demo"], "starlette"),
        (["serve", "--demo"], "uvloop"),
        (["odds", "star-craps"], ""),
        (["readings", "star-craps"], ""),
        (["report"], ""),
        (["doctor", "--help"], ""),
    ],
)
def test_without_the_extra_a_server_says_what_it_needs_and_all_else_runs(
    arguments: list[str], missing: str, installed: Path
) -> None:
    gone = [missing] if missing else list(EXTRAS)
    program = f"import sys\nfor it in {gone}: sys.modules[it] = None\nfrom dicehouse.cli.app import run\n"
    said = run(installed, f"{program}sys.exit(run({arguments}))")
    if missing:
        needs = f"this needs {missing}, of the extra serve: pip install 'dicehouse[serve]'"
        assert (said.returncode, said.stderr) == (2, f"dicehouse: {needs}\n")
    else:
        assert (said.returncode, said.stderr) == (0, "")
