"""Commands that take a rulebook work on each game that comes as a file."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from dicehouse.rulebooks import load
from dicehouse.rulebooks.loader import SHIPPED
from tests.commands import dicehouse


@pytest.mark.parametrize("book", SHIPPED)
def test_a_game_from_a_file_is_valued_read_drawn_and_put_on_paper(book: str, tmp_path: Path) -> None:
    odds = dicehouse("odds", book, "--json").data
    first = odds["wagers"][0]
    assert Fraction(first["return"]) + Fraction(first["edge"]) == 1
    assert dicehouse("readings", book).status == 0
    assert dicehouse("stakes", book, "--chip", "1.00").status == 0
    session = dicehouse("session", book, first["id"], "--rounds", "10", "--json").data
    assert session
    page, drawing = tmp_path / "sheet.html", tmp_path / "wager.svg"
    assert dicehouse("sheet", book, "-o", str(page)).status == 0
    assert dicehouse("draw", book, first["id"], "-o", str(drawing)).status == 0
    assert load(book).wagers[first["id"]].name in page.read_text(encoding="utf-8").replace("&#39;", "'")
    assert drawing.read_text(encoding="utf-8").startswith("<svg")
    assert dicehouse("rulebooks", "check", book).status == 0


@pytest.mark.parametrize("book", SHIPPED)
def test_a_game_from_a_file_is_settled_and_played(book: str) -> None:
    known = load(book)
    wager = next(it for it in known.wagers.values() if it.starts_by is None and not it.behind and it.units == 1)
    lines = [{"place": "w1", "wager": wager.id, "stake": "10.00"}, {"roll": [1] * known.dice.count}]
    placed, rolled = dicehouse("settle", book, stdin=("\n".join(map(json.dumps, lines)) + "\n").encode()).rows
    assert json.loads(placed) == {"line": 1, "decided": []}
    assert "refused" not in json.loads(rolled)
    said = dicehouse("play", book, "--seed", "3", stdin=f"{wager.id} 10\nroll\nroll\nwhy\nquit\n".encode())
    assert said.status == 0
    assert "w1: $10 on" in said.out
    assert "You brought $500 and leave with" in said.out


@pytest.mark.parametrize("book", ["macau-sicbo", "strip-craps", "yee-hah-hi"])
def test_a_game_from_a_file_is_simulated(book: str) -> None:
    found = dicehouse("simulate", book, "--rounds", "20000", "--seed", "7", "--json").data
    assert found
