"""Games that are files alone, through every command: what holds for the six rulebooks holds for them."""

import json
from pathlib import Path

import pytest

from dicehouse.rulebooks.loader import SHIPPED
from tests.commands import dicehouse
from tests.houses import write

PLAYED = {
    "macau-sicbo": ("small", "small"),
    "macau-sicbo-high": ("double 4", "double-4"),
    "strip-craps": ("line", "win-line"),
    "crapless-craps": ("line", "win-line"),
    "chuck-a-luck": ("number 3", "number-3"),
    "yee-hah-hi": ("colour red", "colour-red"),
    "under-over-seven": ("under", "under"),
}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_game_from_a_file_is_played(name: str) -> None:
    said = dicehouse("play", name, "--seed", "3", stdin=f"{PLAYED[name][0]} 10\nroll\nwhy\nquit\n".encode())
    assert (said.status, said.err) == (0, "")
    assert "w1: $10 on " in said.out
    assert "Refused" not in said.out
    assert "You brought $500 and leave with " in said.out


def test_what_the_dice_did_to_a_declared_wager_is_told_by_its_rules() -> None:
    table = b"win-line 10\nfield 5\nhop 1 2 5\nroll\nquit\n"
    said = dicehouse("play", "strip-craps", "--seed", "7", stdin=table)
    assert [line.strip() for line in said.rows if " lost: " in line or " won " in line] == [
        "Field lost: 3-2 came, a total of 5; 2 to 4 or 9 to 12 was needed (5.1)",
        "Hop 1-2 lost: 3-2 came, a total of 5; 3 was needed (5.6)",
    ]


def test_symbols_are_told_by_their_names(tmp_path: Path) -> None:
    said = dicehouse("play", "yee-hah-hi", "--seed", "7", stdin=b"symbol crab 10\nroll\nquit\n")
    assert [line.strip() for line in said.rows if " lost: " in line] == [
        "Crab lost: gourd-prawn-coin came; no Crab (3)"
    ]
    plain = write(tmp_path, ONE_DIE)
    said = dicehouse("play", str(plain), "--seed", "7", stdin=b"six 10\nroll\nquit\n")
    assert [line.strip() for line in said.rows if " lost: " in line] == ["Six lost: c came (1)"]


ONE_DIE = """\
name = "One die"
game = "one-die"
document = { id = "one-rules", title = "One", clauses = { "1" = "Six wins." } }
dice = { count = 1, faces = ["a", "b", "c", "d", "e", "f"] }
[wagers.six]
name = "Six"
clause = "1"
wins = [{ on = "total 6", pays = "4 to 1" }]
"""


def test_a_declared_game_settles_line_by_line() -> None:
    lines = [
        {"place": "a", "wager": "win-line", "stake": "10.00"},
        {"place": "s", "wager": "all-small", "stake": "5.00"},
        {"roll": [2, 2]},
        {"place": "o", "wager": "behind-win-line", "stake": "31.00", "on": "a"},
        {"place": "o", "wager": "behind-win-line", "stake": "30.00", "on": "a"},
        {"place": "b", "wager": "buy-10", "stake": "20.00"},
        {"roll": [5, 5]},
        {"roll": [1, 3]},
        {"roll": [3, 4]},
    ]
    said = dicehouse("settle", "strip-craps", stdin="\n".join(map(json.dumps, lines)).encode())
    answers = [json.loads(line) for line in said.rows]
    assert answers[3]["refused"] == {
        "why": "above-limit",
        "clause": "3.2",
        "message": "Pass Odds: $31 behind Pass Line is above $30; place at most $30 more",
    }
    told = [[(it["id"], it["result"], it["returned"]) for it in answer.get("decided", [])] for answer in answers]
    assert told[6] == [("b", "win", "59.00")]
    assert told[7] == [("a", "win", "20.00"), ("o", "win", "90.00")]
    assert told[8] == [("s", "lose", "0.00")]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_other_command_takes_a_game_from_a_file(name: str, tmp_path: Path) -> None:
    wager = PLAYED[name][1]
    assert dicehouse("odds", name, "--json").data["rulebook"] == name
    assert dicehouse("odds", name).status == 0
    assert dicehouse("readings", name, "--json").data["readings"] != []
    assert "chip_rounding" in dicehouse("readings", name).out
    assert dicehouse("stakes", name, "--chip", "1.00").status == 0
    assert dicehouse("session", name, wager, "--stake", "5.00", "--rounds", "5").status == 0
    assert dicehouse("draw", name, wager).out.startswith("<svg")
    page = tmp_path / "sheet.html"
    assert dicehouse("sheet", name, "--chip", "1.00", "-o", str(page)).status == 0
    assert "None is claimed" in page.read_text(encoding="utf-8")
    clauses = dicehouse("clauses", name, "--json").data["clauses"]
    assert {it["doc"] for it in clauses} == {f"{name}-rules"}


def test_the_clauses_of_a_document_of_ones_own_are_told_with_the_wagers_that_cite_them() -> None:
    told = {
        it["clause"]: (it["gist"], it["where"]) for it in dicehouse("clauses", "macau-sicbo", "--json").data["clauses"]
    }
    assert told["2.1"] == ("Small: a total of 4 to 10 wins even money; any triple loses.", "small")
    assert told["4"][1] == "total-4, total-5, total-6, total-7 and 10 more"
    assert told["1"][1] == ""


def test_a_player_of_a_houses_own_craps_hears_its_names_for_the_line() -> None:
    """The house has Pass Line and Don't Pass, and nothing is said of the names of another."""
    said = dicehouse("play", "strip-craps", "--seed", "3", stdin=b"field 10\nroll\nroll\nodds 10\nquit\n").out
    assert "seat 1 has no line wager" in said
    assert 'Say "pass line 10" or "don\'t pass 10" to shoot.' in said
    assert "Odds stand behind Pass Line, Don't Pass, Come or Don't Come; make one first" in said
    assert "Win Line" not in said
