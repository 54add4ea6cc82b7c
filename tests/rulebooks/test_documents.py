"""Documents that a rulebook brings along, and chains of rulebooks: no clause is ever taken for another document's."""

import json
from pathlib import Path

import pytest

from dicehouse.layout import Layout
from dicehouse.refusal import Refused
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.clauses import clauses_of
from dicehouse.rulebooks.loader import PROCEDURES, SHIPPED, restored, text_of
from tests.houses import mistake, says, write

OWN = """\
name = "Craps at the corner"
based_on = "star-craps"

[document]
id = "corner-rules"
title = "Rules of the corner"
edition = "second"
regulator = "the town"
file = "corner.pdf"

[document.clauses]
"4.2" = "The field."

[wagers.field]
name = "Field"
clause = "4.2"
wins = [{ on = "total 2", pays = "30 to 1" }]
"""


def test_a_document_of_ones_own_is_told_with_its_clauses(tmp_path: Path) -> None:
    book = load(write(tmp_path, OWN))
    assert (book.document, book.edition, book.regulator) == ("corner-rules", "second", "the town")
    assert (book.paper.title, book.paper.file, book.paper.own) == ("Rules of the corner", "corner.pdf", True)
    assert book.paper.clauses["4.2"] == "The field."
    assert book.wagers["field"].clauses == ("4.2",)


def test_what_is_taken_over_cites_the_other_document_by_its_name(tmp_path: Path) -> None:
    book = load(write(tmp_path, OWN))
    assert book.wagers["win-line"].clause == "star-craps 6.1.1"
    assert book.wagers["hard-4"].clauses == ("star-craps 6.1.9", "star-craps 8.1[Hardway 4]")
    assert book.powers["settle"].clause == "star-craps 4.5"
    assert book.topics["chips"] == "star-craps 6.2"
    assert book.refusals["table-closed"] == "star-craps 9.8"
    assert book.no_result.reasons["cocked dice"] == "star-craps 5.3.5"
    assert book.conduct["device"].exempt == "star-craps 9.2"
    assert book.paper.clauses["star-craps 9.8"] == clauses_of("star-craps")["9.8"].gist
    table = Layout(book)
    table.place("w1", "win-line", 1000)
    table.roll((3, 3))
    refused = table.remove("w1")
    assert isinstance(refused, Refused)
    assert refused.clause == "star-craps 6.4"


def test_a_built_in_document_is_what_it_was() -> None:
    book = load("star-craps")
    assert (book.paper.id, book.paper.own, book.based_on) == ("star-craps", False, "")
    assert set(book.paper.clauses) == set(clauses_of("star-craps"))
    assert clauses_of("corner-rules") == {}


def test_chains_of_rulebooks_keep_every_document_apart(tmp_path: Path) -> None:
    write(tmp_path, OWN, "first.toml")
    second = (
        OWN.replace("corner-rules", "second-rules")
        .replace('"star-craps"', '"first.toml"')
        .replace("30 to 1", "31 to 1")
    )
    (tmp_path / "deeper").mkdir()
    book = load(write(tmp_path / "deeper", second.replace('"first.toml"', '"../first.toml"'), "second.toml"))
    assert book.wagers["field"].clause == "4.2"
    assert book.wagers["win-line"].clause == "star-craps 6.1.1"
    plain = load(write(tmp_path, 'based_on = "first.toml"\nname = "The same"\n', "third.toml"))
    assert (plain.document, plain.wagers["field"].clause) == ("corner-rules", "4.2")
    renamed = second.replace("[wagers.field]", "[wagers.lucky]")
    book = load(write(tmp_path, renamed, "fourth.toml"))
    assert book.wagers["field"].clause == "corner-rules 4.2"
    assert book.wagers["lucky"].clause == "4.2"
    assert book.paper.clauses["corner-rules 4.2"] == "The field."


def test_a_chain_that_leads_back_to_itself_is_refused(tmp_path: Path) -> None:
    write(tmp_path, 'name = "A"\nbased_on = "b.toml"\n', "a.toml")
    write(tmp_path, 'name = "B"\nbased_on = "a.toml"\n', "b.toml")
    found = mistake(tmp_path / "a.toml")
    assert str(found) == (
        f"{tmp_path}/b.toml, line 2: based_on: it is based on itself: a.toml → b.toml → a.toml;"
        " let one of them be based on no other"
    )


def test_clauses_may_stand_in_a_file_beside(tmp_path: Path) -> None:
    rows = [{"clause": "4.2", "gist": "The field."}, {"clause": "4.3", "gist": "The rest."}]
    (tmp_path / "corner.jsonl").write_text("\n\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    beside = OWN.replace('file = "corner.pdf"', 'clauses = "corner.jsonl"').replace(
        '[document.clauses]\n"4.2" = "The field."\n', ""
    )
    book = load(write(tmp_path, beside))
    assert book.paper.clauses["4.3"] == "The rest."
    (tmp_path / "corner.jsonl").write_text('{"clause": "4.2"}\n', encoding="utf-8")
    assert str(mistake(tmp_path / "corner-house.toml")) == (
        f"{tmp_path}/corner-house.toml, line 9: document.clauses: corner.jsonl, line 1: a line is"
        ' {"clause": "4.2", "gist": "what it says"}'
    )
    (tmp_path / "corner.jsonl").unlink()
    assert "corner.jsonl: it cannot be read: No such file or directory" in str(mistake(tmp_path / "corner-house.toml"))


MISTAKES = {
    "a clause that the document does not give": (
        'clause = "4.2"\nwins', 'clause = "4.3" # here\nwins',
        "wagers.field.clause", "the document has no clause '4.3'; did you mean 4.2?",
    ),
    "the name of a document that is known": (
        'id = "corner-rules"', 'id = "star-craps" # here',
        "document.id", "'star-craps' is a document that Dicehouse knows; give yours another name",
    ),
    "a document without a title": ('title = "Rules of the corner"\n', "", "document.title", "this key is missing"),
    "an unknown key of a document": (
        'edition = "second"', 'editoin = "second" # here',
        "document.editoin", "no such key here; did you mean edition?",
    ),
    "no clauses": (
        '[document.clauses]\n"4.2" = "The field."', "[document.clauses] # here",
        "document.clauses", "there are no clauses; give each clause that the rulebook cites",
    ),
    "a clause that says nothing": (
        '"4.2" = "The field."', '"4.2" = 3 # here', "document.clauses.4.2",
        'this is a text, not 3; write it in quotes: "3"',
    ),
}  # fmt: skip


@pytest.mark.parametrize("old, new, key, message", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_a_document_is_told(tmp_path: Path, old: str, new: str, key: str, message: str) -> None:
    assert OWN.count(old) == 1
    text = OWN.replace(old, new)
    path = write(tmp_path, text)
    if "# here" in text:
        assert str(mistake(path)) == says(path, text, key, message)
    else:
        assert str(mistake(path)) == f"{path}, line 4: {key}: {message}"


GAME = """\
name = "Dice"
game = "my-dice"

[document]
id = "my-rules"
title = "Mine"
clauses = { "1" = "All of it." }

[dice]
count = 2

[wagers.seven]
name = "Seven"
clause = "1"
wins = [{ on = "total 7", pays = "4 to 1" }]
"""

DICE_MISTAKES = {
    "too many dice": ("count = 2", "count = 6 # here", "dice.count", "6 dice are too many; a game has at most 5"),
    "no dice": ("count = 2", "count = 0 # here", "dice.count", "0 is not above zero"),
    "too few sides": (
        "count = 2", 'count = 2\nfaces = ["a", "b"] # here', "dice.faces", "a die has 6 different sides, not 2",
    ),
    "a colour of no side": (
        "count = 2", "count = 2\ncolours = { red = [7] } # here",
        "dice.colours.red", "this is a list of sides from 1 to 6, such as [1, 6]",
    ),
    "a game that has its own dice": (
        'game = "my-dice"', 'game = "craps" # here',
        "game", "'craps' has dice of its own; leave out [dice], or give the game another name",
    ),
    "an unknown key of dice": ("count = 2", "cuont = 2 # here", "dice.cuont", "no such key here; did you mean count?"),
    "a list that is no list of numbers": (
        "count = 2", 'count = 2\n\n[numbers]\npoint = "4, x" # here',
        "numbers.point", "'4, x': 'x' is not understood there",
    ),
    "a set that names nothing known": (
        "count = 2", 'count = 2\n\n[sets]\nlow = "toal 2" # here',
        "sets.low", "'toal 2': 'toal' is not understood there; did you mean total?",
    ),
    "a marker that goes nowhere": (
        "count = 2", 'count = 2\n\n[markers.puck] # here\nstates.off = [{ on = "total 2", go = "on" }]',
        "markers.puck.states", "it goes to 'on', which is not one of its states",
    ),
    "a marker with a price": (
        "count = 2", 'count = 2\n\n[markers.puck]\nstates.off = [{ on = "total 2", pays = "1 to 1" }] # here',
        "markers.puck.states.off.0.pays", "no such key here",
    ),
    "a family held that there is not": (
        "count = 2", 'count = 2\n\n[no_result]\nholds = ["sevn"] # here',
        "no_result.holds", "there is no family 'sevn'; did you mean seven?",
    ),
    "a reading that is none": (
        "count = 2", 'count = 2\n\n[readings]\nchip_rounding = "sideways" # here',
        "readings.chip_rounding", "'sideways' is not one of up, down, exact",
    ),
}  # fmt: skip


@pytest.mark.parametrize("old, new, key, message", DICE_MISTAKES.values(), ids=DICE_MISTAKES)
def test_a_mistake_in_a_game_of_ones_own_is_told(tmp_path: Path, old: str, new: str, key: str, message: str) -> None:
    assert GAME.count(old) == 1
    text = GAME.replace(old, new)
    path = write(tmp_path, text)
    assert str(mistake(path)) == says(path, text, key, message)


def test_a_game_from_nothing_has_the_procedure_of_a_dealt_table(tmp_path: Path) -> None:
    book = load(write(tmp_path, GAME))
    assert (book.game.id, book.based_on) == ("my-dice", "dealt-procedure")
    assert book.powers["tumble"].clause == "dealt-procedure 7.1"
    assert book.open_readings == ("betting_and_tumble", "no_result_effect", "chip_rounding")
    assert book.changed_readings() == {}
    tried = load(tmp_path / "corner-house.toml", {"chip_rounding": "down"})
    assert tried.changed_readings() == {"chip_rounding": "down"}


@pytest.mark.parametrize("name", [*BUILT_IN, *SHIPPED])
def test_every_rulebook_is_the_same_when_it_is_restored_from_what_was_kept(name: str) -> None:
    book = load(name)
    again = restored(book.source)
    assert (again.hash, again.paper, again.readings) == (book.hash, book.paper, book.readings)
    assert list(again.wagers) == list(book.wagers)
    assert all(again.wagers[id].rules.states == it.rules.states for id, it in book.wagers.items())


@pytest.mark.parametrize("name", PROCEDURES)
def test_a_procedure_is_no_game_by_itself(name: str) -> None:
    assert "[wagers" not in text_of(name)
    assert str(mistake(name)) == f"{name}.toml: game: this key is missing"


def test_a_colour_may_be_missing_and_a_file_of_a_document_is_not_looked_for(tmp_path: Path) -> None:
    book = load(write(tmp_path, GAME.replace("count = 2", 'count = 2\nfaces = ["a", "b", "c", "d", "e", "f"]')))
    assert (book.game.faces, book.game.colours) == (("a", "b", "c", "d", "e", "f"), {})


def test_families_of_a_game_may_be_left_unsaid_by_a_document_of_ones_own(tmp_path: Path) -> None:
    text = GAME.replace("[dice]\ncount = 2\n", "").replace(
        'game = "my-dice"', 'game = "craps"\nbased_on = "craps-procedure"'
    )
    line = '[wagers.win-line]\nname = "Line"\nclause = "1"\nodds.win = { pays = "1 to 1", clause = "1" }\n'
    book = load(write(tmp_path, text + line))
    assert list(book.wagers) == ["win-line", "seven"]
    assert [it.rules.name for it in book.markers] == ["puck"]
