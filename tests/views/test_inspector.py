"""What an inspector reads: the journal in words, notices that can be taken, and nothing that is secret."""

import json
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest

from dicehouse.journal.record import hash_of
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.clauses import DOCUMENTS
from dicehouse.table.conduct import DetainPerson, RecordContravention
from dicehouse.table.notices import AcknowledgeNotice
from dicehouse.views import chronicle
from dicehouse.views.chronicle import EntryLine, Place, Wanted, entry_lines, entry_view
from dicehouse.views.inspector import Here, Inspected, InspectorView, inspector_view
from dicehouse.views.proof import ProofView
from dicehouse.views.rules import Ruled, clause_matrix, rules_in_force
from dicehouse.views.searching import Search, within
from tests.floor.parlour import Parlour, a_table, happened, house, tells

TABLE = a_table("star-craps", dealer="staff", tumbler="keyed")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


def place(it: Parlour) -> Place:
    books = {name: running.book for name, running in it.floor.tables.items()}
    return Place(ZoneInfo("Australia/Sydney"), books.get)


def lines(it: Parlour, **wanted: object) -> list[EntryLine]:
    return list(entry_lines(it.floor.store, Wanted(**wanted), place(it)).lines)  # type: ignore[arg-type]


def desk(it: Parlour) -> InspectorView:
    tables = {name: Inspected(running.table, running.halted) for name, running in it.floor.tables.items()}
    here = Here("Ines", it.floor.now(), 1, "0", "f" * 64)
    return inspector_view(tables, it.floor.house.house, ProofView(), here)


async def detains(it: Parlour) -> None:
    await it.sits()
    happened(
        await it.staff(RecordContravention, id="b1", offence="device", person="Ann", who="player", what="a device")
    )
    happened(await it.staff(DetainPerson, breach="b1", reason="until the police come"))


def test_every_entry_is_a_line_and_pages_leave_none_out_and_none_twice(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chronicle, "WINDOW", 5)

    async def story(it: Parlour) -> None:
        await it.sits()
        seen: list[int] = []
        before, last = 0, it.floor.store.head().seq
        while True:
            page = entry_lines(it.floor.store, Wanted(before=before, most=7), place(it))
            assert last <= page.last  # an errand may still write
            seen, last = seen + [line.seq for line in page.lines], page.last
            before = page.older
            if not before:
                break
        assert seen == list(range(seen[0], 0, -1))

    tells(story, house(TABLE), journal)


def test_what_is_new_is_asked_for_by_the_last_that_was_seen(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        seen = it.floor.store.head().seq
        assert all(line.seq > seen for line in lines(it, after=seen))  # none, unless an errand still writes
        await it.sits()
        new = [line.seq for line in lines(it, after=seen)]
        assert new == list(range(new[0], seen, -1))

    tells(story, house(TABLE), journal)


def test_lines_are_found_by_their_table_and_kind(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await detains(it)
        await it.bets("win-line", 1)
        assert {line.table for line in lines(it, table="T")} == {"T"}
        assert {line.table for line in lines(it, table="house")} == {""}
        assert {line.table for line in lines(it, kind="house")} == {""}
        (refused,) = lines(it, kind="refusal")
        assert refused.words.startswith("Refused, place-wager: ")
        told, *_ = lines(it, kind="notice")
        assert "correction" in told.kinds
        assert lines(it, table="nowhere") == []

    tells(story, house(TABLE), journal)


def test_an_entry_is_whole_and_its_hash_is_that_of_its_bytes(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits()
        for seq, body, _ in it.floor.store.bodies():
            view = entry_view(it.floor.store, seq, place(it))
            assert view is not None
            assert view.line.hash == hash_of(body)
            assert view.sum == 0
            assert len(view.happened) == view.line.more + bool(view.happened)
        assert entry_view(it.floor.store, seq + 1, place(it)) is None
        assert entry_view(it.floor.store, 0, place(it)) is None

    tells(story, house(TABLE), journal)


def test_no_screen_shows_under_which_reference_a_pin_is_kept(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        cards = [line for line in lines(it, most=200) if "card" in line.words.lower()]
        assert cards
        for line in cards:
            view = entry_view(it.floor.store, line.seq, place(it))
            shown = json.loads(msgspec.json.encode(view))
            assert shown["command"].get("pin_reference", "…") == "…"
            assert all(event["body"].get("pin_reference", "…") == "…" for event in shown["happened"])
        references = {it.card.pin_reference for it in it.floor.house.house.patrons.values() if it.card}
        every = b"".join(msgspec.json.encode(entry_view(it.floor.store, line.seq, place(it))) for line in cards)
        assert references
        assert not any(one.encode() in every for one in references)

    tells(story, house(TABLE), journal)


def told_by(it: Parlour, **search: str) -> list[str]:
    return [line.words for line in lines(it, most=200, search=Search(**search))]


def test_entries_are_found_by_person_wager_amount_and_clause(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await detains(it)
        happened(await it.bets("win-line", 1_500))
        await it.bets("come", 1_000)
        everything = told_by(it)
        of_ann = told_by(it, person="ann")
        assert any("win line" in it.lower() for it in of_ann)
        assert any("detained" in it for it in of_ann)
        assert len(of_ann) < len(everything)
        assert told_by(it, person="An") == [], "a name is found whole"
        by_name, by_id, by_nickname = (told_by(it, wager=said) for said in ("Win Line", "win-line", "pass line"))
        assert by_name == by_id == by_nickname
        assert len(by_name) == 1
        assert by_name[0] in told_by(it, amount="$15")
        assert told_by(it, amount="15.00") == told_by(it, amount="$15")
        assert told_by(it, amount="15.01") == []
        (come,) = told_by(it, wager="come")
        assert come.startswith("Refused, place-wager")
        assert any("detained" in it for it in told_by(it, clause="9.3.4"))
        assert set(told_by(it, clause="9.3.4")) <= set(told_by(it, clause="9.3"))
        assert told_by(it, person="Ann", amount="15", wager="win line") == by_name, "all of it in one entry"
        assert told_by(it, person="Ben", wager="win line") == []

    tells(story, house(TABLE), journal)


def test_a_clause_has_those_below_it_and_no_other() -> None:
    assert [it for it in ("8.1", "8.10", "8.1.2", "8.1(a)", "8.1[Small]", "18.1") if within(it, "8.1")] == [
        "8.1", "8.1.2", "8.1(a)", "8.1[Small]",
    ]  # fmt: skip


@pytest.mark.parametrize("said", ["much", "-5", "5.001", "1e3"])
def test_what_is_no_amount_is_not_looked_for(said: str) -> None:
    with pytest.raises(ValueError, match="an amount is"):
        Search(amount=said)


@pytest.mark.clause("star-craps", "9.3.4")
def test_a_notice_waits_until_the_inspector_has_taken_it(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        assert desk(it).notices == ()
        await detains(it)
        (waits,) = [one for one in desk(it).notices if one.to == "inspector"]
        assert (waits.at, waits.clause, waits.can) == ("T", "9.3.4", None)
        assert waits.overdue
        happened(await it.asks("T", AcknowledgeNotice, "Ines", "inspector", notice=waits.id))
        assert not [one for one in desk(it).notices if one.to == "inspector"]

    tells(story, house(TABLE), journal)


def test_the_tables_stand_there_with_their_rulebook_and_program(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        (table,) = desk(it).tables
        running = it.floor.tables["T"]
        assert (table.rulebook, table.rulebook_hash) == ("star-craps", running.book.hash)
        assert table.program == running.table.program != ""
        assert not table.halted
        it.floor.halt()
        assert desk(it).tables[0].halted

    tells(story, house(TABLE), journal)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_rules_in_force_say_how_every_open_point_is_read(name: str) -> None:
    book = load(name)
    (table,) = rules_in_force([Ruled("T", book, "p", ())], "1", "p").tables
    assert table.hash == book.hash
    assert all(it.shipped for it in table.readings)
    assert {it.key for it in table.readings} <= set(book.open_readings)


def test_a_reading_that_the_house_has_changed_is_told_as_changed() -> None:
    book = load("star-sicbo-2024", {"even_totals": "printed"})
    (table,) = rules_in_force([Ruled("T", book, "p", ())], "1", "p").tables
    changed = [it for it in table.readings if not it.shipped]
    assert [(it.key, it.chosen) for it in changed] == [("even_totals", "printed")]


def test_the_clause_matrix_has_every_clause_of_every_document() -> None:
    found = [clause_matrix(it) for it in DOCUMENTS]
    assert sum(len(it.clauses) for it in found if it) == 1_269
    assert clause_matrix("no such document") is None
