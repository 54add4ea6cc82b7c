"""Commands and events as records: their names, what is written down of them, and what is read back."""

import msgspec
import pytest

from dicehouse.refusal import Refused, Why
from dicehouse.table import command_of, event_of, restore, snapshot, state_hash
from dicehouse.table.judge import APPLIERS, CHAPTERS, COMMANDS
from dicehouse.table.orders import VERSION, Command, Event
from dicehouse.table.snapshots import Snapshot
from tests.croupier import Croupier, happened

RECORDS = [*COMMANDS, *APPLIERS]


@pytest.mark.parametrize("record", RECORDS, ids=lambda it: it.__name__)
def test_every_record_says_what_it_is(record: type[Command] | type[Event]) -> None:
    said = record.__doc__ or ""
    assert said not in {Command.__doc__, Event.__doc__, ""}
    assert said.splitlines()[0].endswith(".")


def test_no_two_records_share_a_name() -> None:
    names = [str(it.__struct_config__.tag) for it in RECORDS]
    assert len(set(names)) == len(names)


def test_every_chapter_says_what_it_is_about_and_every_record_has_one_chapter() -> None:
    assert all(chapter.__doc__ for chapter in CHAPTERS)
    of_chapters = [it for chapter in CHAPTERS for it in (*chapter.COMMANDS, *chapter.APPLIERS)]
    assert len(of_chapters) == len(RECORDS)


def test_an_event_of_a_later_version_is_not_taken_for_one_of_ours() -> None:
    event = Croupier().opens().events[0]
    assert event_of(msgspec.json.encode(event)) == event
    later = msgspec.structs.replace(event, v=VERSION + 1)
    with pytest.raises(msgspec.ValidationError, match="version 2, and this program knows version 1"):
        event_of(msgspec.json.encode(later))


@pytest.mark.parametrize("line", [b"", b"{}", b'{"do":"fly"}', b"\xff", b"[" * 5_000])
def test_what_is_no_command_is_refused_as_malformed(line: bytes) -> None:
    refused = command_of(line)
    assert isinstance(refused, Refused)
    assert refused.why is Why.MALFORMED


def test_a_table_is_kept_and_restored_in_the_middle_of_a_round() -> None:
    table = Croupier().opens().seats(ann=1, bob=2).invites()
    happened(table.bets("ann", "small", 1_000))
    kept = msgspec.json.decode(msgspec.json.encode(snapshot(table.table)), type=Snapshot)
    before = state_hash(table.table)
    table.table = restore(table.book, kept)
    assert state_hash(table.table) == before
    table.settles(1, 2, 5)
    assert table.rack("ann") == 101_000
