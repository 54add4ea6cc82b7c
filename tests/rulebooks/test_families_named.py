"""Wager families are named by games and rulebooks alone; every other room goes by what a wager says of itself."""

import ast
from collections.abc import Iterator
from pathlib import Path

import dicehouse
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.loader import SHIPPED

ROOT = Path(dicehouse.__file__).parent
AT_HOME = {"games", "rulebooks", "conformance"}
ALSO_WORDS = {
    *("all", "big", "buy", "come", "colour", "craps", "even", "field", "fire", "four", "number", "odd", "over"),
    *("pair", "place", "seven", "small", "symbol", "total", "triple", "under", "eleven", "lay", "hop", "put", "world"),
}
"""Families whose names say other things too: the order to place a wager, a colour of chips, the total of a roll."""


def families() -> set[str]:
    return {wager.family for book in (*BUILT_IN, *SHIPPED) for wager in load(book).wagers.values()} - ALSO_WORDS


def texts(file: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_no_room_but_games_and_rulebooks_names_a_family() -> None:
    named = families()
    assert {"streak", "win-line", "dont-come", "place-win", "any-triple", "repeater"} <= named
    found = [
        f"{file.relative_to(ROOT)}:{line}: {text}"
        for file in sorted(ROOT.rglob("*.py"))
        if file.relative_to(ROOT).parts[0] not in AT_HOME
        for line, text in texts(file)
        if text in named
    ]
    assert found == []


def test_no_room_but_games_and_rulebooks_asks_for_a_family_by_its_name() -> None:
    """Also where its name is a common word: no comparison of `family` with a text."""
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in sorted(ROOT.rglob("*.py"))
        if file.relative_to(ROOT).parts[0] not in AT_HOME
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare)
        and isinstance(node.left, ast.Attribute)
        and node.left.attr == "family"
        and any(isinstance(it, ast.Constant | ast.Set | ast.Tuple | ast.List) for it in node.comparators)
    ]
    assert found == []
