"""Judging again: a journal that is chained anew after something in it was changed is found out by the rules."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest
from msgspec import UNSET, Raw, structs

from dicehouse.house.state import House
from dicehouse.journal.record import Entry, Posting, entry_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.verify import chain, verify
from dicehouse.journal.writer import Writer
from dicehouse.leading import refusals
from dicehouse.leading.judges import TableJudge, rulebook_of
from dicehouse.leading.leader import HouseLeader, Leader
from dicehouse.leading.rejudge import rejudge
from dicehouse.leading.rejudged import Rejudged
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook, load
from dicehouse.table import dealt, dealt_result
from dicehouse.table.program import StartProgram
from tests.croupier import NOON
from tests.logs import Log, chained, database, export, line, write_lines
from tests.played import DICE, SALT, TABLE, Played, find, log_of, played


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("played") / "journal.db")


@pytest.fixture(scope="module")
def log(journal: Path) -> Log:
    return log_of(journal)


def forged(file: Path, log: Log, change: Callable[[Entry], Entry]) -> Rejudged:
    """The journal as someone leaves it who changes entries and chains all of it anew: the chain is whole."""
    made = export(file, chained([change(entry_of(it)) for it in log]))
    assert verify(made).faults == []
    return rejudge(made)


def at(seq: int, **fields: Any) -> Callable[[Entry], Entry]:
    return lambda entry: structs.replace(entry, **fields) if entry.seq == seq else entry


def swapped(seq: int, old: bytes, new: bytes) -> Callable[[Entry], Entry]:
    """One entry with a text in it replaced wherever it stands: command, judged command, events and refusal."""

    def other(raw: Raw) -> Raw:
        return Raw(bytes(raw).replace(old, new))

    def change(entry: Entry) -> Entry:
        if entry.seq != seq:
            return entry
        judged = entry.judged if entry.judged is UNSET else other(entry.judged)
        events = tuple(map(other, entry.events))
        return structs.replace(
            entry, command=other(entry.command), judged=judged, events=events, refused=other(entry.refused)
        )

    return change


def found(again: Rejudged) -> list[tuple[int, str]]:
    return [(it.seq, it.what) for it in again.differences]


# --- a journal as it was written


def test_a_journal_comes_out_the_same_with_its_snapshots(journal: Path, log: Log) -> None:
    again = rejudge(journal)
    assert (again.differences, again.more, again.unjudged) == ([], 0, [])
    assert (again.entries, again.snapshots) == (len(log), 2)
    assert again.seconds > 0
    assert [(it.stream, it.first, it.same) for it in again.programs] == [("house", 1, True), (TABLE, 1, True)]
    assert again.programs[1].last == sum(entry_of(it).stream == TABLE for it in log)


def test_an_export_is_judged_too_and_tells_how_far_it_has_come(
    log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehouse.leading.rejudge.PATIENCE", 0)
    told: list[int] = []
    entries = [entry_of(it) for it in log]
    last = entries[-1]
    refused = next(it for it in entries if it.stream == "house" and it.no == last.no)
    more = [
        structs.replace(refused, seq=len(log) + n, no=last.no + n, id=f"again {n}", at=last.at) for n in range(1, 300)
    ]
    file = export(tmp_path / "long", chained([*entries, *more]))
    rejudge(file, progress=told.append)
    assert told == [256]
    assert chain.PATIENCE == 2


def test_what_the_house_added_is_on_record_and_what_was_asked_is_what_repeats_are_held_against(log: Log) -> None:
    entry = entry_of(log[find(log, b"dice-uncovered") - 1])
    assert b"dice" not in bytes(entry.command).replace(b"dealer", b"")
    judged = msgspec.json.decode(entry.judged if entry.judged is not UNSET else b"")
    assert (judged["dice"], judged["salt"]) == (list(DICE[0]), SALT)
    assert sum(entry_of(it).judged is not UNSET for it in log) == 1


def test_no_refusal_gives_away_the_dice_under_a_seal(tmp_path: Path) -> None:
    it = Played(SqliteStore(tmp_path / "journal.db")).opens()
    answer = it.adds(dealt_result.Uncover, role="player", dice=DICE[0], salt=SALT)
    assert isinstance(answer, Refused)
    assert answer.why is Why.NOT_ALLOWED
    it.closes()
    assert SALT.encode() not in b"".join(log_of(tmp_path / "journal.db"))
    assert rejudge(tmp_path / "journal.db").differences == []


def test_a_refusal_that_follows_from_what_was_added_keeps_it(tmp_path: Path) -> None:
    it = Played(SqliteStore(tmp_path / "journal.db")).opens()
    it.at(dealt.InviteBets)
    answer = it.adds(dealt.Tumble, secret=False, seal="another")
    assert isinstance(answer, Refused)
    assert answer.why is Why.ALREADY_DONE
    it.closes()
    assert b'"seal":"another"' in b"".join(log_of(tmp_path / "journal.db"))
    assert rejudge(tmp_path / "journal.db").differences == []


# --- a journal that was changed and chained anew


def test_changed_dice_are_found_by_the_command_and_where_that_was_changed_too_by_the_seal(
    log: Log, tmp_path: Path
) -> None:
    seq = find(log, b"dice-uncovered")
    entry = entry_of(log[seq - 1])
    (event,) = entry.events
    other = Raw(bytes(event).replace(b"[1,2,3]", b"[6,6,6]"))
    again = forged(tmp_path / "event", log, at(seq, events=(other,)))
    assert (seq, "event") in found(again)
    first = again.differences[0]
    assert (first.stream, first.no) == (TABLE, entry.no)
    assert '"dice":[6,6,6]' in first.recorded
    assert '"dice":[1,2,3]' in first.judged
    assert first.program == again.programs[1].program
    again = forged(tmp_path / "both", log, swapped(seq, b"[1,2,3]", b"[6,6,6]"))
    assert found(again)[0] == (seq, "refusal")
    assert "do not open the seal" in again.differences[0].judged


def test_a_wrong_settlement_is_found(log: Log, tmp_path: Path) -> None:
    seq = find(log, b"winners-paid")
    entry = entry_of(log[seq - 1])
    paid = next(bytes(it) for it in entry.events if b"winners-paid" in bytes(it))
    assert b'"returned":2000' in paid
    again = forged(tmp_path / "paid", log, swapped(seq, b'"returned":2000', b'"returned":9000'))
    assert found(again)[0] == (seq, "event")


def test_postings_that_the_events_do_not_state_are_found(log: Log, tmp_path: Path) -> None:
    seq = find(log, b"winners-paid")
    entry = entry_of(log[seq - 1])
    first, second = entry.postings[:2]
    others = (Posting(first.account, first.amount + 1), Posting(second.account, second.amount - 1), *entry.postings[2:])
    again = forged(tmp_path / "posted", log, at(seq, postings=others))
    assert found(again)[0] == (seq, "postings")
    assert (0, "account") in found(again)


def test_a_refusal_with_other_figures_or_in_place_of_what_happened_is_found(log: Log, tmp_path: Path) -> None:
    seq = find(log, b'"refused":{')
    kept = refusals.decoded(bytes(entry_of(log[seq - 1]).refused))
    other = Raw(msgspec.json.encode(structs.replace(kept, figures={**kept.figures, "amount": 1})))
    again = forged(tmp_path / "figures", log, at(seq, refused=other))
    assert found(again)[0] == (seq, "refusal")
    for clause, why in (("9.9", kept.why), (kept.clause, "too-late")):
        other = Raw(msgspec.json.encode(structs.replace(kept, clause=clause, why=why)))
        assert found(forged(tmp_path / why, log, at(seq, refused=other)))[0] == (seq, "refusal")
    placed = find(log, b"betting-opened")
    refusal = entry_of(log[seq - 1]).refused
    again = forged(tmp_path / "instead", log, at(placed, refused=refusal, events=(), postings=()))
    assert found(again)[0] == (placed, "refusal")
    again = forged(tmp_path / "nothing", log, at(placed, events=(), postings=()))
    assert (found(again)[0], again.differences[0].recorded) == ((placed, "events"), "nothing")


def test_a_refusal_that_was_worded_otherwise_is_the_same_and_so_is_one_of_an_older_journal(
    log: Log, tmp_path: Path
) -> None:  # fmt: skip
    seq = find(log, b'"refused":{')
    kept = refusals.decoded(bytes(entry_of(log[seq - 1]).refused))
    old = {"why": kept.why, "clause": kept.clause, "message": "seat 3: 90000.00 is above 500.00 in chips; stake less"}
    worded = {**old, "says": "as-it-was-once-called", "figures": {"sum": 9_000_000}}
    for name, refused in (("old", old), ("worded", worded)):
        assert found(forged(tmp_path / name, log, at(seq, refused=Raw(msgspec.json.encode(refused))))) == []


def test_only_so_many_differences_are_listed(log: Log, tmp_path: Path) -> None:
    made = [entry_of(it) for it in log]
    wrong = [structs.replace(it, events=(), postings=()) if it.stream == TABLE and it.no > 4 else it for it in made]
    file = export(tmp_path / "wrong", chained(wrong))
    again = rejudge(file, most=2)
    assert len(again.differences) == 2
    assert again.more > 3


def test_a_field_that_came_later_reads_as_what_it_is_without_it(log: Log, tmp_path: Path) -> None:
    seq = find(log, b"dice-uncovered")
    assert found(forged(tmp_path / "older", log, swapped(seq, b'"no_result_due":"",', b""))) == []
    again = forged(tmp_path / "unknown", log, swapped(seq, b'"event":"dice-uncovered"', b'"event":"dice-eaten"'))
    assert found(again)[:2] == [(seq, "event"), (seq, "event")]
    assert "cannot apply" in again.differences[1].judged
    assert again.unjudged[0].why == f"entry {seq} could not be applied"


@pytest.mark.parametrize("command", [b'{"do":"dance","id":"c1"}', b"[1]"])
def test_a_command_that_this_program_does_not_know_is_a_difference(command: bytes, log: Log, tmp_path: Path) -> None:
    seq = find(log, b"wager-placed")
    again = forged(tmp_path / "command", log, at(seq, command=Raw(command)))
    assert found(again) == [(seq, "command")]
    (left,) = again.unjudged
    assert (left.stream, left.first) == (TABLE, entry_of(log[seq - 1]).no)


def test_what_cannot_be_judged_at_all_is_a_difference(log: Log, tmp_path: Path) -> None:
    """Chips on an area that no wager of the rulebook has: nothing can be settled after that."""
    seq = find(log, b"result-entered")
    entry = entry_of(log[seq - 1])
    events = tuple(Raw(bytes(it).replace(b"[1,2,3]", b"[1,2]")) for it in entry.events)
    again = forged(tmp_path / "two dice", log, at(seq, events=events))
    told = [it.judged for it in again.differences]
    assert any("this program cannot judge it" in it for it in told), told


# --- what the journal must hold


def test_an_older_journal_is_followed_and_judged_from_where_it_can_be(log: Log, tmp_path: Path) -> None:
    """Before the setup was put on record; the rulebook is one that this program has, by its hash."""

    def older(entry: Entry) -> Entry:
        if b"start-program" not in bytes(entry.command):
            return entry
        fields = msgspec.json.decode(entry.command)
        for key in ("source", "config", "house", "time_zone"):
            fields.pop(key)
        return structs.replace(entry, command=Raw(msgspec.json.encode(fields)))

    again = forged(tmp_path / "older", log, older)
    assert (again.entries, again.differences) == (0, [])
    assert [(it.stream, it.why) for it in again.unjudged] == [
        ("house", "no program had put on record how the table is set up"),
        (TABLE, "no program had put on record how the table is set up"),
    ]


@pytest.mark.parametrize(
    "old, new, why",
    [
        (b'"source":"', b'"source":"no', "the rulebook that was kept: its text cannot be read"),
        (b'\\"id\\":', b'\\"ego\\":', "the rulebook that was kept: its text cannot be read"),
        (b'2,\\"id\\":', b'2,\\"id\\":1,\\"ego\\":', "the rulebook that was kept: its text cannot be read"),
        (b"cocked dice", b"crooked dice", "the text of rulebook {} on record has the hash "),
    ],
)
def test_a_rulebook_whose_text_was_changed_is_not_used(
    old: bytes, new: bytes, why: str, log: Log, tmp_path: Path
) -> None:
    seq = find(log, b'"source":"{')
    assert old in log[seq - 1]
    again = forged(tmp_path / "book", log, swapped(seq, old, new))
    named = msgspec.json.decode(entry_of(log[seq - 1]).command)["rulebook"]
    (left,) = again.unjudged
    assert (left.stream, left.first) == (TABLE, 1)
    assert left.why.startswith(why.format(named[:12]))


def test_a_rulebook_that_nobody_has_is_told() -> None:
    start = StartProgram(
        id="s", at=NOON, by="p", role="device", version="1", program="ab" * 32, rulebook="cd" * 32,
        readings={"no_such_reading": "yes"},
    )  # fmt: skip
    with pytest.raises(ValueError, match=f"the text of rulebook {'cd' * 6} is not on record"):
        rulebook_of(start, {})


def test_a_stream_that_does_not_begin_with_its_program_is_not_judged(log: Log, tmp_path: Path) -> None:
    kept = [entry_of(it) for it in log if b"start-program" not in it]
    made = [structs.replace(it, seq=seq, no=it.no - 1) for seq, it in enumerate(kept, start=1)]
    store = SqliteStore(database(tmp_path / "bare", chained(made)))
    store.keep(TABLE, 1, b"{}")
    store.close()
    again = rejudge(tmp_path / "bare")
    assert (again.entries, again.programs) == (0, [])
    assert {it.why for it in again.unjudged} == {"its first entry does not say by which rulebook it is judged"}


def test_another_program_is_named(log: Log, tmp_path: Path) -> None:
    program = msgspec.json.decode(entry_of(log[0]).command)["program"]

    def other(entry: Entry) -> Entry:
        return swapped(entry.seq, program.encode(), b"ab" * 32)(entry)

    again = forged(tmp_path / "other", log, other)
    assert again.differences == []
    assert [(it.program, it.same) for it in again.programs] == [("ab" * 32, False)] * 2


def test_a_table_goes_on_under_another_rulebook(tmp_path: Path) -> None:
    it = Played(SqliteStore(tmp_path / "journal.db")).opens().plays()
    book = load("crown-sicbo-a", {"no_result_effect": "void"})
    it.table = Leader(it.store, it.writer, book, TABLE, it.table.config)
    it.table.start(it.now)
    it.plays(2)
    it.closes()
    again = rejudge(tmp_path / "journal.db")
    assert (again.differences, again.unjudged) == ([], [])
    assert [it.first for it in again.programs if it.stream == TABLE] == [1, 16]


def test_a_house_begins_again_as_its_first_entry_says(tmp_path: Path) -> None:
    it = Played(SqliteStore(tmp_path / "journal.db"))
    again = HouseLeader(it.store, Writer(it.store, threaded=False), House(name="Another", time_zone="UTC"))
    assert (again.house.name, again.house.time_zone) == ("The Example", "Australia/Perth")
    it.closes()


# --- snapshots, and files that cannot be read


def edit(path: Path, sql: str, *values: object) -> None:
    db = apsw.Connection(str(path))
    db.execute(sql, values)
    db.close()


def test_a_snapshot_that_was_edited_is_found(tmp_path: Path) -> None:
    file = played(tmp_path / "journal.db")
    edit(file, "update snapshots set snapshot = cast(replace(snapshot, '\"rack\":51000', '\"rack\":91000') as blob)"
         " where stream = ?", TABLE)  # fmt: skip
    assert len(verify(file).faults) == 1
    (it,) = rejudge(file).differences
    assert (it.seq, it.stream, it.what) == (0, TABLE, "snapshot")
    assert '"rack":91000' in it.recorded
    assert '"rack":51000' in it.judged
    edit(file, "update snapshots set snapshot = cast('nothing' as blob) where stream = ?", TABLE)
    (it,) = rejudge(file).differences
    assert it.recorded.startswith("it cannot be read: ")
    edit(file, "update snapshots set snapshot = cast(snapshot || ' ' as blob) where stream = 'house'")
    assert len(rejudge(file).differences) == 1, "spaces mean nothing"


def test_what_comes_after_a_record_that_cannot_be_read_is_not_judged(log: Log, tmp_path: Path) -> None:
    lines = [line(it) for it in log]
    lines[8] = b"hello\n"
    again = rejudge(write_lines(tmp_path / "broken", lines))
    assert again.entries == 8
    assert again.differences == []


def test_a_database_that_is_damaged_is_judged_as_far_as_it_can_be_read(tmp_path: Path) -> None:
    from tests.journal.test_verify import pragma, spoil

    file = played(tmp_path / "journal.db")
    size = pragma(file, "pragma page_size")
    whole = file.read_bytes()
    spoil(file, whole, pragma(file, "select rootpage from sqlite_schema where name = 'snapshots'"), size)
    assert found(rejudge(file)) == [(0, "snapshots")]
    spoil(file, whole, pragma(file, "select rootpage from sqlite_schema where name = 'entries'"), size)
    assert rejudge(file).entries == 0


def test_a_table_goes_on_by_the_rulebook_that_the_program_starts_with() -> None:
    judge, before, after = TableJudge(), load("star-sicbo-2024"), load("star-sicbo-2024", {"chip_rounding": "down"})
    begun = judge.starts(None, _start(before))
    assert begun.book.hash == before.hash
    same = judge.starts(begun, _start(before))
    assert (same is begun, same.book.hash) == (True, before.hash)
    changed = judge.starts(begun, _start(after))
    assert (changed is begun, changed.book.hash) == (True, after.hash)


def _start(book: Rulebook) -> StartProgram:
    return StartProgram(
        id="s",
        at=NOON,
        by="alone",
        role="device",
        version="1",
        program="ab" * 32,
        rulebook=book.hash,
        source=book.source,
    )
