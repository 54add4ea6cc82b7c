"""`dicehouse rulebooks`: the rulebooks there are, and the text of one to start from."""

import json
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.loader import PROCEDURES, SHIPPED, text_of
from tests.commands import dicehouse
from tests.houses import write


def test_the_list_names_every_rulebook() -> None:
    said = dicehouse("rulebooks")
    assert (said.status, said.err) == (0, "")
    for name in BUILT_IN:
        (line,) = [line for line in said.out.splitlines() if line.split()[:1] == [name]]
        assert str(len(load(name).wagers)) in line.split()


def test_the_list_for_programs_has_the_hash_of_each() -> None:
    assert dicehouse("rulebooks", "--json").data == [
        {
            "id": name,
            "name": load(name).name,
            "document": load(name).document,
            "wagers": len(load(name).wagers),
            "hash": load(name).hash,
        }
        for name in (*BUILT_IN, *SHIPPED)
    ]


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_text_of_a_rulebook_is_its_file_and_loads_as_ones_own(name: str, tmp_path: Path) -> None:
    said = dicehouse("rulebooks", name)
    assert (said.status, said.err, said.out) == (0, "", text_of(name))
    assert load(write(tmp_path, said.out)).hash == load(name).hash


def test_an_unknown_rulebook_is_answered_with_all_there_are() -> None:
    mistake = dicehouse("rulebooks", "star-crap").mistake
    assert "star-crap" in mistake
    assert all(name in mistake for name in BUILT_IN)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_is_listed_and_printed_too(name: str, tmp_path: Path) -> None:
    assert any(line.split()[:1] == [name] for line in dicehouse("rulebooks").rows)
    said = dicehouse("rulebooks", name)
    assert (said.status, said.err, said.out) == (0, "", text_of(name))
    assert load(write(tmp_path, said.out)).hash == load(name).hash


def test_a_file_is_checked_and_each_wager_valued(tmp_path: Path) -> None:
    said = dicehouse("rulebooks", "check", str(write(tmp_path, OWN)))
    assert (said.status, said.err) == (0, "")
    assert "Lucky Seven   5:1" in said.out
    assert said.rows[-4:] == [
        "Nothing is wrong: 3 wagers, 3 states, 0 markers.",
        "Note: above 100%, so no table opens with them until they are acknowledged by name: gift",
        "Note: the house keeps more than a quarter of these: long",
        "Note: clauses that no wager cites: 2",
    ]
    data = dicehouse("rulebooks", "check", str(tmp_path / "corner-house.toml"), "--json").data
    assert [it["return"] for it in data["wagers"]] == ["1", "7/6", "1/18"]
    assert len(data["notes"]) == 3


def test_what_is_wrong_in_a_file_is_one_line(tmp_path: Path) -> None:
    path = write(tmp_path, OWN.replace('on = "total 7", pays = "5 to 1"', 'on = "totla 7", pays = "5 to 1"'))
    assert dicehouse("rulebooks", "check", str(path)).mistake == (
        f"{path}, line 17: wagers.seven.wins.0.on: 'totla 7': 'totla' is not understood there; did you mean total?"
    )


@pytest.mark.parametrize("said", [("check",), ("check", "a", "b"), ("schema", "x"), ("star-craps", "x")])
def test_more_or_less_than_one_file_is_answered_with_what_can_be_said(said: tuple[str, ...]) -> None:
    assert dicehouse("rulebooks", *said).mistake == (
        "say `check FILE`, `schema`, `kept JOURNAL [FOLDER]`, or the id of one rulebook"
    )


def test_the_schema_takes_every_rulebook_there_is_and_refuses_a_wrong_word() -> None:
    rules = Draft7Validator(dicehouse("rulebooks", "schema").data)
    for name in (*BUILT_IN, *SHIPPED, *PROCEDURES):
        said = json.loads(json.dumps(tomllib.loads(text_of(name)), default=str))
        assert [it.message for it in rules.iter_errors(said)] == []
    wrong = tomllib.loads(OWN.replace("pays", "pasy", 1))
    assert [it.message for it in rules.iter_errors(wrong)] == [
        "Additional properties are not allowed ('pasy' was unexpected)"
    ]


OWN = """\
name = "Dice"

[document]
id = "my-rules"
title = "Mine"

[document.clauses]
"1" = "All of it."
"2" = "Nothing."

[dice]
count = 2

[wagers.seven]
name = "Lucky Seven"
clause = "1"
wins = [{ on = "total 7", pays = "5 to 1" }]

[wagers.gift]
name = "Gift"
clause = "1"
wins = [{ on = "total 7", pays = "6 to 1" }]

[wagers.long]
name = "Long"
clause = "1"
wins = [{ on = "total 2", pays = "1 to 1" }]
"""
