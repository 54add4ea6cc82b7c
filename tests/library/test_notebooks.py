"""The notebooks in `examples` run from end to end and show what they keep; no place of a machine is among it."""

import json
from pathlib import Path

import pytest

from tools.notebooks import notebooks, written


def test_there_are_four() -> None:
    assert [it.stem for it in notebooks()] == ["1-odds", "2-strategies", "3-audit", "4-a-new-game"]


@pytest.mark.parametrize("file", notebooks(), ids=lambda file: str(file.stem))
def test_a_notebook_shows_what_it_keeps(file: Path) -> None:
    kept, made = (json.loads(it)["cells"] for it in (file.read_text(encoding="utf-8"), written(file)))
    for cell, again in zip(kept, made, strict=True):
        assert cell == again, f"{file.name} is out of date: run `python -m tools.notebooks`"


@pytest.mark.parametrize("file", notebooks(), ids=lambda file: str(file.stem))
def test_a_notebook_names_no_place_of_a_machine(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for place in ("/tmp", "/home", "/root", "/usr", "site-packages", str(Path.cwd())):
        assert place not in text
