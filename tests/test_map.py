"""The map of the code in CONTRIBUTING: every room is on it, and whatever it names is there."""

import importlib
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAP = (
    (ROOT / "CONTRIBUTING.md")
    .read_text(encoding="utf-8")
    .partition("## How the code is laid out")[2]
    .partition("\n## ")[0]
)
HOPS = re.findall(r"`([a-z_.]+):([A-Za-z_.]+)`", MAP)


def test_every_room_is_on_the_map_once_in_the_order_of_the_imports() -> None:
    rooms = re.findall(r"^\| `(\w+)` \|", MAP, re.MULTILINE)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = next(it["layers"] for it in settings["tool"]["importlinter"]["contracts"] if it["id"] == "rooms")
    assert rooms == [room.strip(" ()") for layer in layers for room in layer.split("|")]


@pytest.mark.parametrize("module, name", HOPS)
def test_what_the_four_ways_name_is_there(module: str, name: str) -> None:
    found: object = importlib.import_module(f"dicehouse.{module}")
    for part in name.split("."):
        found = getattr(found, part)
    assert callable(found)


def test_there_are_four_ways() -> None:
    assert len(re.findall(r"^\*\*An? ", MAP, re.MULTILINE)) == 4
    assert len(HOPS) >= 20
