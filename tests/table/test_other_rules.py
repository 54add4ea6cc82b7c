"""A closed table takes another rulebook up; an open one does not, and one that lacks a standing wager is not taken."""

from typing import Any

import pytest
from msgspec import structs

from dicehouse.layout import Ended
from dicehouse.refusal import Why
from dicehouse.rulebooks import Rulebook, load
from dicehouse.table import event_of, evolve, restore, snapshot, state_hash
from dicehouse.table.bets import Settled
from dicehouse.table.explain import ended_apart, why
from dicehouse.table.program import ProgramStarted, RuleChange, StartProgram, changes_between
from dicehouse.table.sentences import sentence
from dicehouse.table.snapshots import adopt
from tests.croupier import Croupier, only, refused

STAR = "star-sicbo-2024"
OTHER = {"chip_rounding": "down"}


def start(book: Rulebook, **fields: Any) -> dict[str, Any]:
    said = {"version": "1.0", "program": "ab" * 32, "rulebook": book.hash, "source": book.source}
    return {**said, **fields}


def test_a_closed_table_goes_by_the_rulebook_whose_text_comes_and_can_go_back() -> None:
    table, other = Croupier(STAR), load(STAR, OTHER)
    changed = changes_between(table.book, other)
    assert changed == (RuleChange("reading", "chip_rounding", "exact", "down"),)
    table.book = other
    event = only(table.does(StartProgram, "this machine", "device", **start(other, changes=changed)), ProgramStarted)
    assert table.table.book.hash == other.hash
    said = "its rulebook is another one than before: reading chip_rounding was exact and is down"
    assert sentence(table.table.book, event).endswith(said)
    table.book = load(STAR)
    only(table.does(StartProgram, "this machine", "device", **start(table.book)), ProgramStarted)
    assert table.table.book.hash == table.book.hash


def test_an_open_table_keeps_its_rulebook_and_a_text_is_that_of_the_one_named() -> None:
    table, other = Croupier(STAR), load(STAR, OTHER)
    for wrong in (start(other, source="no text"), start(table.book, source=other.source), start(other, source="")):
        assert refused(table.does(StartProgram, "this machine", "device", **wrong))[0] is Why.ENTRY_DIFFERS
    table.opens()
    assert refused(table.does(StartProgram, "this machine", "device", **start(other)))[0] is Why.ENTRY_DIFFERS


def test_history_may_have_gone_back_to_a_rulebook_by_its_hash_alone() -> None:
    """As earlier programs wrote it; of one whose text nobody has, what came after is read by the one there is."""
    table, other = Croupier(STAR).table, load(STAR, OTHER)
    first = table.book
    stamp = '"at":"2026-03-02T01:00:00Z","by":"p","role":"device","cause":"c","clause":"","v":1'
    named = [(first.hash, first.source), (other.hash, other.source), (first.hash, ""), ("cd" * 32, "")]
    for hash_, source in named:
        line = f'{{"event":"program-started","version":"1","program":"{"ab" * 32}","rulebook":"{hash_}",'
        event = event_of(f'{line}"readings":{{}},{stamp}}}'.encode())
        assert isinstance(event, ProgramStarted)
        evolve(table, ProgramStarted(**{**{f: getattr(event, f) for f in event.__struct_fields__}, "source": source}))
        assert table.book.hash == (hash_ if hash_ != "cd" * 32 else first.hash)
    assert table.rulebooks == (first.hash, other.hash)


def test_a_rulebook_without_a_wager_that_stands_is_not_taken_up() -> None:
    table = Croupier(STAR).opens().seats(ann=1).invites()
    table.bets("ann", "small", 1_000)
    before = state_hash(table.table)
    with pytest.raises(ValueError, match="star-craps: it has no wager small, and one stands on the layout"):
        adopt(table.table, load("star-craps"))
    assert state_hash(table.table) == before


@pytest.mark.parametrize(
    "change, told",
    [
        (RuleChange("wager-added", "Low"), "Low is new"),
        (RuleChange("wager-dropped", "Low"), "Low is not offered any more"),
        (RuleChange("rule", "Low"), "Low has another rule"),
        (RuleChange("terms", "Low"), "Low is placed or taken down on other terms"),
        (RuleChange("text", "ours"), "its clauses or its words are others"),
        (RuleChange("price", "Low", "1:1", "2:1"), "price Low was 1:1 and is 2:1"),
        (RuleChange("time", "closing", "", "5 minutes"), "time closing was not there and is 5 minutes"),
        (RuleChange("time", "closing", "5 minutes", ""), "time closing was 5 minutes and is not there any more"),
    ],
)
def test_what_is_different_is_told_in_words(change: RuleChange, told: str) -> None:
    table = Croupier(STAR)
    fields = start(table.book, changes=(change,))
    event = only(table.does(StartProgram, "this machine", "device", **fields), ProgramStarted)
    assert sentence(table.book, event).endswith(f"than before: {told}")


def test_a_run_that_was_made_to_end_where_no_clause_says_why_is_told_so() -> None:
    book = load(STAR)
    wager = "streak-small-big"
    state = next(it for it in book.wagers[wager].states if it.startswith("small"))
    it = Settled(
        bet="w1", seat=1, wager=wager, result=Ended.LOSE, stake=1_000, winnings=0, returned=0, clauses=(), state=state
    )
    assert ended_apart(book, it, (1, 1, 2))
    assert "when it was made to end" in why(book, it, (1, 1, 2))


def test_a_start_by_the_same_rulebook_tells_of_no_change() -> None:
    table = Croupier(STAR)
    event = only(table.does(StartProgram, "this machine", "device", **start(table.table.book)), ProgramStarted)
    assert sentence(table.table.book, event) == f"Version 1.0 of the program leads the table, by its hash {'ab' * 32}"


def test_a_snapshot_without_its_rulebooks_text_is_restored_by_the_one_at_hand() -> None:
    table = Croupier(STAR)
    kept = structs.replace(snapshot(table.table), source="")
    assert restore(load(STAR), kept).texts == {}
    assert restore(load(STAR), snapshot(table.table)).texts == {load(STAR).hash: load(STAR).source}
