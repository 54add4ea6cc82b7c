"""`dicehouse odds`: exact figures for programs and a table for people."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from dicehouse.rulebooks import BUILT_IN, load
from tests.commands import dicehouse
from tests.houses import HOUSE, write

KEYS = ["id", "name", "clauses", "win", "lose", "push", "return", "edge", "variance", "rolls"]
"""What design.md promises of every wager, in this order; more may follow."""


def wagers(*arguments: str) -> dict[str, dict[str, str]]:
    return {it["id"]: it for it in dicehouse("odds", *arguments, "--json").data["wagers"]}


# --- JSON


def test_json_has_the_edge_of_an_hour_and_the_volatility_index() -> None:
    line = wagers("star-craps")["win-line"]
    assert Fraction(line["edge_per_roll"]) == Fraction(7, 495) / Fraction(557, 165)
    assert Fraction(line["edge_per_hour"]) == 100 * Fraction(7, 495) / Fraction(557, 165)
    assert Fraction(wagers("star-craps", "--rolls-per-hour", "60")["win-line"]["edge_per_hour"]) == 60 * Fraction(
        7, 495
    ) / Fraction(557, 165)
    assert dicehouse("odds", "star-craps", "--rolls-per-hour", "60", "--json").data["rolls_per_hour"] == 60
    # Even money won 105 times in 216: the variance is 1 - (6/216)**2, and 1.645 times its root is 1.644365.
    assert wagers("star-sicbo-2024")["small"]["volatility_index"] == "1.644365"


@pytest.mark.parametrize("book", BUILT_IN)
def test_the_answer_has_the_shape_that_was_promised(book: str) -> None:
    data = dicehouse("odds", book, "--json").data
    assert list(data)[:3] == ["rulebook", "readings", "wagers"]
    assert data["rulebook"] == book
    assert data["hash"] == load(book).hash
    assert data["readings"] == {key: load(book).readings[key] for key in load(book).open_readings}
    for it in data["wagers"]:
        assert list(it)[: len(KEYS)] == KEYS
        assert it["clauses"]
        assert all(isinstance(it[key], str) for key in KEYS if key != "clauses")
        win, lose, push, returns, edge = (Fraction(it[key]) for key in ("win", "lose", "push", "return", "edge"))
        assert win + lose + push == 1
        assert returns + edge == 1
        assert [str(Fraction(it[key])) for key in KEYS[3:]] == [it[key] for key in KEYS[3:]]


def test_figures_are_exact_fractions() -> None:
    it = wagers("star-craps")["place-win-6"]
    assert {key: it[key] for key in KEYS} == {
        "id": "place-win-6",
        "name": "Place to Win 6",
        "clauses": ["6.1.10", "6.1.10.1", "8.1[Place to Win 6]", "6.1.10.2"],
        "win": "5/11",
        "lose": "6/11",
        "push": "0",
        "return": "65/66",
        "edge": "1/66",
        "variance": "845/726",
        "rolls": "36/11",
    }


@pytest.mark.parametrize(
    "book, wager, returns",
    [
        ("star-sicbo-2024", "small", "35/36"),
        ("star-sicbo-2024", "triple-1", "181/216"),
        ("star-sicbo-2024", "streak-small-big", "1847/2048"),
        ("crown-sicbo-b", "colour-red", "38/27"),
        ("aruze-sicbo", "double-4", "26/27"),
        ("star-craps", "win-line", "488/495"),
        ("star-craps", "dont-come", "217/220"),
        ("star-craps", "buy-4", "20/21"),
        ("star-craps", "lay-6", "24/25"),
    ],
)
def test_returns_are_those_of_the_readings(book: str, wager: str, returns: str) -> None:
    assert wagers(book)[wager]["return"] == returns


def test_behind_wagers_are_listed_by_their_point() -> None:
    found = [id for id in wagers("star-craps") if id.startswith("behind-")]
    kinds = ("behind-win-line", "behind-dont-win", "behind-come", "behind-dont-come")
    assert found == [f"{kind}-{point}" for kind in kinds for point in (4, 5, 6, 8, 9, 10)]


def test_every_wager_of_the_rulebook_is_there() -> None:
    assert list(wagers("star-sicbo-2024")) == list(load("star-sicbo-2024").wagers)


def test_all_rulebooks_come_in_one_list() -> None:
    data = dicehouse("odds", "--all", "--json").data
    assert [it["rulebook"] for it in data] == list(BUILT_IN)


def test_a_reading_changes_what_it_is_about_and_is_told() -> None:
    data = dicehouse("odds", "star-sicbo-2024", "--json", "--reading", "even_totals=printed").data
    assert data["readings"]["even_totals"] == "printed"
    assert {it["id"]: it["return"] for it in data["wagers"]}["even"] == "79/108"
    several = ("--reading", "even_totals=printed", "--reading", "streak_opening_result_counts=true")
    assert wagers("star-sicbo-2024", *several)["streak-small-big"]["return"] == "1847/1024"


def test_a_stake_in_chips_is_valued_after_rounding() -> None:
    data = dicehouse("odds", "star-craps", "--json", "--chip", "1.00", "--stake", "1.00").data
    assert (data["chip"], data["stake"]) == ("1.00", "1.00")
    found = {it["id"]: it for it in data["wagers"]}
    assert found["place-win-6"]["return"] == "15/11"
    assert wagers("star-craps", "--chip", "1.00", "--stake", "6.00")["place-win-6"]["return"] == "65/66"
    assert "chip" not in dicehouse("odds", "star-craps", "--json").data


def test_an_operators_own_file_works_as_a_built_in_does(tmp_path: Path) -> None:
    path = write(tmp_path, HOUSE)
    data = dicehouse("odds", str(path), "--json").data
    assert data["rulebook"] == "corner-house"
    assert [it["id"] for it in data["wagers"]] == list(load(path).wagers)


# --- CSV


def test_csv_has_a_header_and_a_row_for_each_wager() -> None:
    rows = list(csv.reader(dicehouse("odds", "star-craps", "--csv").rows))
    header = "rulebook id name clause win lose push return edge edge_decided variance rolls"
    assert rows[0] == header.split()
    assert [row[1] for row in rows[1:]] == list(wagers("star-craps"))
    found = dict(zip(rows[0], next(row for row in rows if row[1] == "dont-win"), strict=True))
    assert (found["name"], found["clause"], found["return"]) == ("Don't Win", "6.1.2", "217/220")
    assert (found["edge"], found["edge_decided"]) == ("3/220", "27/1925")


def test_csv_of_all_rulebooks_is_one_table() -> None:
    rows = list(csv.reader(dicehouse("odds", "--all", "--csv").rows))
    assert list(dict.fromkeys(row[0] for row in rows[1:])) == list(BUILT_IN)


# --- for people


def test_the_table_puts_the_best_for_the_player_first() -> None:
    said = dicehouse("odds", "star-sicbo-2024")
    assert (said.status, said.err) == (0, "")
    assert said.out.startswith("Sic Bo at The Star, 2024 edition (star-sicbo-2024)")
    edges = [float(word[:-1]) for line in said.out.splitlines() for word in line.split() if word.endswith("%")][1::2]
    assert edges == sorted(edges)
    assert "Readings as shipped." in said.out
    assert load("star-sicbo-2024").hash[:12] in said.out
    assert "Above 100%" not in said.out


def test_the_table_says_which_wagers_the_house_loses_on_and_which_readings_were_changed() -> None:
    said = dicehouse("odds", "crown-sicbo-b")
    assert "Above 100%, so the house loses in the long run: colour-red, colour-green" in said.out
    said = dicehouse("odds", "crown-sicbo-b", "--reading", "colour_counts=exact")
    assert "Above 100%" not in said.out
    assert "Readings changed: colour_counts=exact." in said.out


def test_the_table_names_the_stake_and_the_chip() -> None:
    said = dicehouse("odds", "star-craps", "--chip", "1.00", "--stake", "5.00")
    assert "at a stake of $5.00 in chips of $1.00" in said.out


def test_tables_of_all_rulebooks_follow_each_other() -> None:
    said = dicehouse("odds", "--all")
    places = [said.out.index(f"({name})") for name in BUILT_IN]
    assert places == sorted(places)


# --- mistakes


@pytest.mark.parametrize("arguments", [[], ["star-craps", "--all"]])
def test_one_rulebook_is_named_or_all(arguments: list[str]) -> None:
    assert dicehouse("odds", *arguments).mistake == "name one rulebook, or give --all for every built-in one"


@pytest.mark.parametrize("arguments", [["--chip", "1.00"], ["--stake", "5.00"]])
def test_a_chip_and_a_stake_go_together(arguments: list[str]) -> None:
    message = "--chip and --stake go together: what a stake pays depends on the smallest chip"
    assert dicehouse("odds", "star-craps", *arguments).mistake == message
