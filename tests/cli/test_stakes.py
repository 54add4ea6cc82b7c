"""`dicehouse stakes`: the stakes that rounding makes too good, and the sign that rules them out."""

import csv
from fractions import Fraction

import pytest

from dicehouse.rulebooks import load
from tests.commands import dicehouse


def advice(*arguments: str) -> dict[str, dict[str, object]]:
    data = dicehouse("stakes", *arguments, "--json").data
    return {it["id"]: it for it in data["wagers"]}


def test_the_answer_names_the_table_and_every_wager() -> None:
    data = dicehouse("stakes", "star-craps", "--chip", "1.00", "--json").data
    assert list(data) == ["rulebook", "chip", "table", "wagers"]
    assert (data["rulebook"], data["chip"]) == ("star-craps", "1.00")
    assert list(data["table"]) == ["minimum", "unit"]
    assert {it["id"] for it in data["wagers"]} >= {it for it in load("star-craps").wagers if "behind" not in it}
    for it in data["wagers"]:
        assert list(it)[:5] == ["id", "return", "over", "minimum", "unit"]


def test_one_chip_on_place_6_returns_more_than_all() -> None:
    """readings.md, G1: one chip 136.36%, two 113.64%, five exactly 100%, and above 100% up to nineteen."""
    it = advice("star-craps", "--chip", "1.00")["place-win-6"]
    over = it["over"]
    assert isinstance(over, list)
    assert over[0] == {"stake": "1.00", "return": "15/11"}
    assert {"stake": "2.00", "return": "25/22"} in over
    assert {"stake": "5.00", "return": "1"} in over
    assert all(Fraction(row["return"]) >= 1 for row in over)
    assert "6.00" not in [row["stake"] for row in over]


def test_chips_scale_the_stakes() -> None:
    ones, fives = (advice("star-craps", "--chip", chip)["place-win-6"]["over"] for chip in ("1.00", "5.00"))
    assert isinstance(ones, list)
    assert isinstance(fives, list)
    assert [row["return"] for row in ones] == [row["return"] for row in fives]
    assert fives[0]["stake"] == "5.00"


def test_csv_has_a_row_for_each_stake_in_danger() -> None:
    rows = list(csv.reader(dicehouse("stakes", "star-craps", "--chip", "1.00", "--csv").rows))
    assert rows[0] == ["id", "exact", "stake", "return", "minimum", "unit"]
    assert ["place-win-6", "65/66", "1.00", "15/11"] in [row[:4] for row in rows]


def test_people_see_the_worst_stake_and_one_sign() -> None:
    out = dicehouse("stakes", "star-craps", "--chip", "1.00").out
    assert "smallest chip $1.00" in out
    assert "136.36% at 1.00" in out
    assert "One sign for every wager that has an edge: minimum $" in out


@pytest.mark.parametrize("book", ["aruze-sicbo", "crown-sicbo-b"])
def test_whole_odds_leave_nothing_to_round(book: str) -> None:
    out = " ".join(dicehouse("stakes", book, "--chip", "1.00").out.split())
    assert "no stake in chips of $1.00 returns more than its wager does unrounded." in out
    assert ("colour-red" in out) is (book == "crown-sicbo-b")


def test_a_reading_changes_the_stakes_in_danger() -> None:
    down = advice("star-craps", "--chip", "1.00", "--reading", "chip_rounding=down")["place-win-6"]
    assert down["over"] == []


def test_an_unknown_rulebook_is_a_mistake() -> None:
    assert dicehouse("stakes", "star-crap", "--chip", "1.00").mistake.startswith("star-crap: there is no such rulebook")
