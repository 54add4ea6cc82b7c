"""Snapshots are bound to the chain: recorded before they are kept, held against it, and left out if in doubt."""

import logging
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import apsw
import msgspec
import pytest

from dicehouse.journal.program import program_hash
from dicehouse.journal.record import Entry, entry_of, hash_of
from dicehouse.journal.store import BrokenError, UnavailableError
from dicehouse.journal.verify import verify
from dicehouse.journal.verify.faults import Faults
from dicehouse.journal.verify.snapshots import Snapshots
from dicehouse.leading import stream as leading
from dicehouse.leading.leader import Leader
from dicehouse.leading.stream import KEPT_EVERY
from dicehouse.table import Table, people, snapshot
from tests.leading.test_leader import House, house

__all__ = ["house"]

SECOND = timedelta(seconds=1)
ANOTHER = "ab" * 32
"""The hash of another program."""


def events(house: House) -> list[dict[str, Any]]:
    bodies = house.store.stream("table 7")
    return [msgspec.json.decode(bytes(it)) for body in bodies for it in entry_of(body).events]


def records(house: House) -> list[dict[str, Any]]:
    return [it for it in events(house) if it["event"] == "snapshot-recorded"]


def richer(table: Table) -> bytes:
    """A snapshot by which the first seat has a dollar more."""
    made = msgspec.json.decode(msgspec.json.encode(snapshot(table)))
    made["state"]["seats"]["1"]["rack"] += 100
    return msgspec.json.encode(made)


def kept(house: House) -> tuple[int, bytes]:
    found = house.store.kept("table 7")
    assert found is not None
    return found


def test_a_snapshot_is_on_record_by_its_hash_and_its_program(house: House) -> None:
    house.opens()
    house.leader.keep()
    (record,) = records(house)
    no, content = kept(house)
    assert (no, house.leader.no) == (5, 6)
    assert (record["no"], record["sha256"], record["program"]) == (5, hash_of(content), program_hash())
    assert (record["by"], record["role"], record["cause"]) == ("alone", "device", "~snapshot/5")
    assert verify(house.file).faults == []


def test_one_is_due_after_so_many_entries(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "KEPT_EVERY", 4)
    assert KEPT_EVERY == 2_000
    house.opens()
    for _ in range(6):
        house.does(people.TakeSeat, "ann", "player", seat=1)
    house.leader._wait()
    assert [it["no"] for it in records(house)] == [4, 8, 12]
    assert kept(house)[0] == 12
    assert verify(house.file).faults == []


def test_what_nothing_was_added_to_is_not_kept_again(house: House) -> None:
    house.opens()
    for _ in range(3):
        house.leader.keep()
    assert house.leader.no == 6
    for _ in range(3):  # a program that starts and stops has changed nothing
        house.stops()
        house.starts()
        house.now += SECOND
        house.leader.start(house.now)
        house.leader.keep()
    assert (house.leader.no, len(records(house)), kept(house)[0]) == (9, 1, 5)
    house.bets("small", 1_000)
    house.leader.keep()
    assert (house.leader.no, kept(house)[0]) == (11, 10)


def test_a_crash_between_the_record_and_the_snapshot_loses_neither_play_nor_the_way_back(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise UnavailableError("there is no room left on its disk")

    house.opens()
    house.leader.keep()
    house.bets("small", 1_000)
    with monkeypatch.context() as patch:
        patch.setattr(house.store, "keep", fails)
        house.leader.keep()
    assert "table 7: no snapshot is kept: there is no room left on its disk" in caplog.text
    before = house.leader.hash()
    assert (len(records(house)), kept(house)[0]) == (2, 5)
    house.stops()
    house.starts()
    assert (house.leader.hash(), house.leader.no) == (before, 8)
    assert verify(house.file).faults == []


def test_a_record_that_is_not_written_keeps_nothing(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.opens()
    other = Leader(house.store, house.writer, house.leader.book, "table 7")
    other.give(house.made(people.BringChips, "ann", "player", seat=1, amount=100)).result()
    house.leader.keep()
    house.writer.close()
    assert "table 7: no snapshot is kept: table 7: ~snapshot/5 was judged behind" in caplog.text
    assert (records(house), house.store.kept("table 7")) == ([], None)


def test_what_is_shown_does_not_wait_for_the_record_of_a_snapshot(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told when that is written, so whoever waited for it might wait until the next command."""
    house.opens()
    held: list[Any] = []
    with monkeypatch.context() as patch:
        patch.setattr(leading, "KEPT_EVERY", 1)
        patch.setattr(house.leader, "writer", SimpleNamespace(hand=lambda *it: held.append(it)))
        house.leader.give(house.made(people.BringChips, "ann", "player", seat=1, amount=100))
        mark = house.leader.mark()
    assert mark is not None
    (bring, told), (record, told_of_record) = held
    assert (record.no, mark.no) == (bring.no + 1, bring.no)
    assert house.leader.stands(mark) is None
    told(house.writer.submit(bring).result())
    assert house.leader.stands(mark), "though the record is not written yet"
    told_of_record(house.writer.submit(record).result())
    assert house.leader.no == record.no


def test_a_snapshot_of_another_program_is_left_out(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It takes the same entries for another state; what counts is what this program makes of them."""
    house.opens()
    before = house.leader.hash()
    with monkeypatch.context() as patch:
        patch.setattr(leading, "program_hash", lambda: ANOTHER)
        patch.setattr(house.leader, "_kept", richer)
        house.leader.keep()
    house.stops()
    with caplog.at_level(logging.INFO):
        house.starts()
    assert (house.leader.hash(), house.leader.no) == (before, 6)
    assert f"snapshot after entry 5: program {ANOTHER} made it; all entries are gone through" in caplog.text
    house.leader.keep()
    assert [it["program"] for it in records(house)] == [ANOTHER, program_hash()]


def test_a_snapshot_from_before_they_were_recorded_is_left_out(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.opens()
    before = house.leader.hash()
    house.store.keep("table 7", 4, richer(house.leader.table))
    house.stops()
    house.starts()
    assert house.leader.hash() == before
    assert "table 7, snapshot after entry 4: no entry records it" in caplog.text
    assert verify(house.file).faults == []
    house.leader.keep()
    assert kept(house)[0] == 5
    assert verify(house.file).faults == []


def forge(house: House, sql: str, *values: object) -> None:
    with apsw.Connection(str(house.file)) as db:
        db.execute(sql, values)


def stopped(house: House) -> str:
    with pytest.raises(BrokenError) as error:
        Leader(house.store, house.writer, house.leader.book, "table 7")
    return str(error.value)


def test_a_snapshot_that_was_changed_stops_play_and_is_named(house: House) -> None:
    house.opens()
    house.leader.keep()
    was, forged = hash_of(kept(house)[1]), richer(house.leader.table)
    forge(house, "update snapshots set snapshot = ?", forged)
    said = f"table 7, snapshot after entry 5: its hash is {hash_of(forged)}, and entry 6 recorded {was}"
    assert stopped(house) == f"{said}; stop play, verify the journal"
    (fault,) = verify(house.file).faults
    assert fault.first == 6
    assert fault.why == (
        f"it records {was} as the hash of the snapshot of table 7 after number 5, and that is {hash_of(forged)}"
    )


def test_a_snapshot_put_where_none_was_recorded_stops_play_and_is_named(house: House) -> None:
    house.opens()
    house.leader.keep()
    was, forged = hash_of(kept(house)[1]), richer(house.leader.table)
    house.bets("small", 1_000)
    forge(house, "update snapshots set snapshot = ?, no = 7", forged)
    said = f"table 7, snapshot after entry 7: its hash is {hash_of(forged)}, which no entry records"
    assert stopped(house) == f"{said}, and entry 6 recorded {was} of entry 5; stop play, verify the journal"
    (fault,) = verify(house.file).faults
    assert (fault.first, fault.where) == (0, "snapshots")
    assert fault.why == "table 7: no entry records the snapshot after number 7, and entry 6 did one before"


@pytest.mark.parametrize("stream, no, has", [("table 7", 99, 6), ("table 7", 0, 6), ("nowhere", 1, 0)])
def test_a_snapshot_of_entries_that_are_not_there_is_named(house: House, stream: str, no: int, has: int) -> None:
    house.opens()
    house.leader.keep()
    forge(house, "delete from snapshots")
    forge(house, "insert into snapshots values (?, ?, ?)", stream, no, richer(house.leader.table))
    (fault,) = verify(house.file).faults
    assert fault.why == f"{stream}: the snapshot is said to be after number {no}, and it has {has} entries"


def test_snapshots_that_cannot_be_read_are_told(house: House) -> None:
    house.opens()
    house.leader.keep()
    house.store.keep("~aside", 0, b"no stream")
    house.stops()
    assert verify(house.file).faults == []
    with apsw.Connection(str(house.file)) as db:
        ((first,),) = db.execute("select rootpage from sqlite_schema where name = 'snapshots'").fetchall()
        size = int(str(db.pragma("page_size")))
    page, content = int(str(first)), house.file.read_bytes()
    house.file.write_bytes(content[: size * (page - 1)] + b"\xff" * size + content[size * page :])
    assert "snapshots" in [it.where for it in verify(house.file).faults]
    house.file.write_bytes(content)
    house.starts()


def test_snapshots_are_not_told_as_wrong_once_an_entry_cannot_be_read(house: House) -> None:
    house.opens()
    house.leader.keep()
    forge(house, "update snapshots set snapshot = x'00'")
    forge(house, "update entries set body = x'00' where seq = 6")
    assert [it.first for it in verify(house.file).faults] == [6]


def test_records_that_cannot_be_are_named() -> None:
    faults = Faults("row", 20)
    snapshots = Snapshots(faults)
    for no, said in ((2, '"no":1'), (3, '"no":1'), (4, '"no":"x"')):
        event = b'{"event":"snapshot-recorded",%s,"sha256":"aa"}' % said.encode()
        fields = {"seq": no, "stream": "T", "no": no, "id": "x", "at": "2026-03-01T12:00:00Z", "command": {}}
        text = msgspec.json.encode({**fields, "events": [], "refused": None, "postings": [], "prev": "0" * 64})
        snapshots.add(no, msgspec.json.decode(text.replace(b'"events":[]', b'"events":[%s]' % event), type=Entry))
    assert [(it.first, it.why) for it in faults.told] == [
        (3, "as number 3 of T it records a snapshot after number 1, and 2 is before it"),
        (4, "it records a snapshot that cannot be: Expected `int`, got `str` - at `$.no`"),
    ]


def test_starting_a_program_is_nothing_to_keep(house: House) -> None:
    house.leader.start(house.now)
    house.leader.keep()
    assert (house.leader.no, house.store.kept("table 7")) == (1, None)
