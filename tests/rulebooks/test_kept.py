"""The text of a rulebook as a journal keeps it: whole, by its hash, and in its first form too."""

import json
from pathlib import Path

import pytest

from dicehouse.rulebooks import RulebookError, load
from dicehouse.rulebooks.kept import read
from dicehouse.rulebooks.loader import restored

OWN = 'based_on = "star-craps"\nname = "Ours"\n[document]\nid = "ours"\ntitle = "O"\n[document.clauses]\n"1" = "All."\n'


def first_form(source: str) -> str:
    """The text as it was written before it was whole."""
    kept = json.loads(source)
    said = kept["rulebook"] | {"readings": {key: kept["rulebook"]["readings"][key] for key in kept["open"]}}
    return json.dumps({"id": kept["id"], "rulebook": said}, ensure_ascii=False, separators=(",", ":"))


def test_a_text_has_every_reading_and_what_it_cites_and_nothing_has_to_be_looked_up() -> None:
    book = load("star-craps", {"commission": "exact"})
    kept = read(book.source)
    assert kept.table["readings"] == book.readings
    assert kept.clauses["6.5"] == book.paper.clauses["6.5"]
    assert kept.document == "star-craps"
    assert (restored(book.source).hash, restored(book.source).open_readings) == (book.hash, book.open_readings)


def test_the_first_form_is_read_as_then_and_lacks_no_clause_of_now(tmp_path: Path) -> None:
    book = load("star-sicbo-2024")
    text = json.loads(first_form(book.source))
    del text["rulebook"]["topics"]["loss_limit"]
    assert restored(json.dumps(text)).topics["loss_limit"] == "9.3"
    assert restored(first_form(book.source)).hash == book.hash
    (tmp_path / "ours.toml").write_text(OWN, encoding="utf-8")
    own = load(tmp_path / "ours.toml")
    again = restored(first_form(own.source))
    assert (again.hash, again.topics) == (own.hash, own.topics)


def test_a_later_form_is_not_guessed_at() -> None:
    text = load("star-craps").source.replace('{"form":2', '{"form":3')
    with pytest.raises(RulebookError, match="it is of form 3, and this program knows forms up to 2; use a newer one"):
        restored(text)


def test_a_kept_text_is_a_rulebook_like_any_other_but_for_its_readings(tmp_path: Path) -> None:
    book = load("star-craps")
    file = tmp_path / "kept.json"
    file.write_text(book.source, encoding="utf-8")
    assert load(file).hash == book.hash
    with pytest.raises(RulebookError, match="a rulebook that was kept has its readings; leave --reading out"):
        load(file, {"commission": "chips"})
