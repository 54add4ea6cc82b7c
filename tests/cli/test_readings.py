"""`dicehouse readings`: each unclear point, each way to take it, and what it is worth."""

import csv
from functools import cache
from pathlib import Path

import pytest

from dicehouse.rulebooks.readings import readings, readings_of
from tests.commands import Said, dicehouse
from tests.houses import HOUSE, write


@cache
def said(*arguments: str) -> Said:
    return dicehouse("readings", *arguments)


def test_every_reading_comes_with_its_options_and_their_worth() -> None:
    data = said("crown-sicbo-b", "--json").data
    assert list(data) == ["rulebook", "readings"]
    assert data["rulebook"] == "crown-sicbo-b"
    assert [it["key"] for it in data["readings"]] == list(readings_of("crown-sicbo"))
    for it in data["readings"]:
        assert list(it)[:8] == ["id", "key", "asks", "clauses", "room", "shipped", "why", "options"]
        assert [option["value"] for option in it["options"]] == list(readings()[it["key"]].options)
        assert [option["value"] for option in it["options"] if option["in_force"]] == [it["shipped"]]
        assert all(list(option)[:4] == ["value", "says", "in_force", "worth"] for option in it["options"])


def test_an_option_is_worth_the_return_of_each_wager_that_it_changes() -> None:
    found = {it["key"]: it for it in said("crown-sicbo-b", "--json").data["readings"]}
    exact = {option["value"]: option["worth"] for option in found["colour_counts"]["options"]}
    assert exact["at_least"]["colour-red"] == "38/27"
    assert exact["exact"]["colour-red"] == "8/9"
    assert exact["at_least"]["colour-double-blue"] == "28/27"
    triples = {option["value"]: option["worth"] for option in found["small_big_triple"]["options"]}
    assert triples["wins"]["small"] == "107/108"
    assert found["colour_counts"]["clauses"][0].startswith("3.1")


def test_a_reading_in_force_is_the_one_that_was_asked_for(tmp_path: Path) -> None:
    path = str(write(tmp_path, HOUSE))
    for asked, force in (((), "each_pair"), (("--reading", "pair_pays=once"), "once")):
        data = dicehouse("readings", path, "--json", *asked).data
        (pays,) = [it for it in data["readings"] if it["key"] == "pair_pays"]
        assert [option["value"] for option in pays["options"] if option["in_force"]] == [force]
        assert pays["shipped"] == "once"


def test_csv_has_a_row_for_each_worth(tmp_path: Path) -> None:
    said = dicehouse("readings", str(write(tmp_path, HOUSE)), "--csv")
    header, *rows = csv.reader(said.rows)
    assert header[:7] == ["id", "key", "option", "in_force", "of", "return", "says"]
    assert ["A5", "pair_pays", "each_pair", "True"] in [row[:4] for row in rows]
    assert ["A5", "pair_pays", "once", "False"] in [row[:4] for row in rows]
    assert {row[1] for row in rows} == {key for key, it in readings_of("aruze-sicbo").items() if len(it.options) > 1}


def test_people_see_the_points_with_a_choice_and_the_settled_ones_when_they_ask() -> None:
    out = said("crown-sicbo-b").out
    assert "colour_counts" in out
    assert "140.74%" in out
    assert "rank_order" not in out
    assert "rank_order" in said("crown-sicbo-b", "--settled").out


def test_a_rulebook_is_needed() -> None:
    assert dicehouse("readings").mistake == "Missing argument 'RULEBOOK'."


@pytest.mark.parametrize("option", ["--json", "--csv"])
def test_a_mistake_writes_nothing_for_programs(option: str) -> None:
    assert "there is no such rulebook" in dicehouse("readings", "nowhere", option).mistake
