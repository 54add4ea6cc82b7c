"""What the documents say is run: commands with their output, Python sessions, and pages made from the code."""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def blocks(page: Path, *kinds: str) -> Iterator[tuple[str, str, str]]:
    for kind, title, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind in kinds:
            yield kind, title, text


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with what it should print; a line of `> ` goes on with the command."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        more = 1
        while more < len(lines) and lines[more].startswith("> "):
            more += 1
        yield "".join([lines[0], *(line[2:] for line in lines[1:more])]), "".join(lines[more:])


WITH_COMMANDS = [page for page in PAGES if any(blocks(page, "console"))]
WITH_PYTHON = [page for page in PAGES if any(blocks(page, "pycon"))]


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.name)
def test_every_command_on_a_page_prints_what_the_page_says(page: Path, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for kind, title, text in blocks(page, "console", "toml", "json", "bash", "python"):
        if title:
            (tmp_path / title).write_text(text, encoding="utf-8")
        for command, printed in commands(text) if kind == "console" else ():
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=tmp_path,
                env={**os.environ, "PATH": path},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            assert done.stdout == printed, command


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_every_python_session_on_a_page_goes_as_the_page_says(page: Path) -> None:
    """The blocks of a page go on from each other."""
    known: dict[str, Any] = {}
    for _, _, text in blocks(page, "pycon"):
        session = doctest.DocTestParser().get_doctest(text, known, page.name, str(page), 0)
        assert doctest.DocTestRunner(verbose=False).run(session, clear_globs=False).failed == 0
        known = session.globs


def test_the_reference_pages_are_those_that_the_code_makes(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / "docs" / "generate.py"), "--to", str(tmp_path)], check=True)
    made = {file.relative_to(tmp_path): file.read_text(encoding="utf-8") for file in tmp_path.rglob("*.*")}
    assert made
    for name, text in made.items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, (
            f"docs/{name} is out of date: run `make docs`"
        )


def test_no_page_tells_anyone_to_install_what_is_not_published_yet() -> None:
    """What the program itself says is repeated where it is explained: `install` says what stands in its place."""
    repeats = {"install.md", "commands.md", "gpu.md"}
    told = [page.name for page in PAGES if "pip install 'dicehouse" in page.read_text(encoding="utf-8")]
    assert set(told) <= repeats


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_on_a_page_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link
