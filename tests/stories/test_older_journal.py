"""A journal of the version before goes on in the middle of a hand, and a verified copy of it lies beside it."""

from contextlib import closing
from pathlib import Path

import apsw
import pytest

from dicehouse.journal.record import entry_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.sqlite_file import VERSION
from dicehouse.journal.verify import verify
from dicehouse.leading.rejudge import rejudge
from dicehouse.table import craps_roll, event_of, people
from dicehouse.table.orders import Phase
from dicehouse.table.program import ProgramStarted
from tests.commands import dicehouse
from tests.logs import database
from tests.stories.evening import Evening, happened
from tests.stories.second_version import OURS, bodies, tables
from tests.stories.test_procedure import roll


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """The file as that version left it."""
    file = database(tmp_path / "journal.db", bodies())
    with closing(apsw.Connection(str(file))) as db:
        db.execute("pragma user_version = 2")
    return file


def goes_on(evening: Evening) -> None:
    """The dice that were in the air come down, by the rules of then; the next opening goes by those of now."""
    before = evening.table("ours").book
    assert before.source in {it.source for it in _on_record(evening)}
    happened(evening.staff("ours", craps_roll.CallRoll, role="stickperson", dice=(4, 4)))
    happened(evening.dealer("ours", craps_roll.SettleRoll))
    paid = {it.bet: it.winnings for it in evening.table("ours").last}
    assert paid == {"hard": 9_500}
    happened(roll(evening, "ours", 3, 4))
    happened(evening.player("ann", "ours", people.LeaveSeat, seat=1))
    assert evening.table("crown").phase is Phase.CLOSED
    evening.advance(minutes=1)
    evening.open("crown")


def _on_record(evening: Evening) -> list[ProgramStarted]:
    entries = map(entry_of, evening.floor.store.stream("ours"))
    events = (event_of(bytes(it)) for entry in entries for it in entry.events)
    return [it for it in events if isinstance(it, ProgramStarted) and it.source]


def test_a_house_goes_on_in_the_middle_of_a_hand(journal: Path, tmp_path: Path) -> None:
    before = journal.read_bytes()
    with Evening(tmp_path, opened=False, start=entry_of(bodies()[-1]).at, **tables(tmp_path)) as evening:
        (tmp_path / "ours.toml").write_text(OURS + 'not_offered = ["hard"]\n', encoding="utf-8")
        evening.restart(crash=True)
        goes_on(evening)
    copy = tmp_path / "journal.db.version-2"
    assert verify(copy).entries == len(bodies())
    with closing(apsw.Connection(str(copy))) as db:
        assert db.pragma("user_version") == 2
    with closing(apsw.Connection(str(journal))) as db:
        assert db.pragma("user_version") == VERSION == 3
    assert before != journal.read_bytes()
    assert verify(journal).faults == []
    again = dicehouse("verify", str(journal), "--chain-only", "--rejudge")
    assert "came out the same" in again.rows[-1]


def test_what_was_decided_then_is_decided_so_now(journal: Path) -> None:
    again = rejudge(journal)
    assert (again.differences, again.unjudged) == ([], [])
    assert again.entries == len(bodies())


def test_the_copy_is_made_once_and_is_that_of_before(journal: Path) -> None:
    SqliteStore(journal).close()
    copy = journal.with_name("journal.db.version-2")
    made = copy.read_bytes()
    with closing(apsw.Connection(str(journal))) as db:
        db.execute("pragma user_version = 2")
    SqliteStore(journal).close()
    assert copy.read_bytes() == made


def test_a_journal_that_does_not_stand_is_left_as_it_is(journal: Path) -> None:
    with closing(apsw.Connection(str(journal))) as db:
        db.execute("update accounts set balance = balance + 1 where name = 'cage/cash'")
    with pytest.raises(ValueError, match="the copy does not stand, "):
        SqliteStore(journal)
    with closing(apsw.Connection(str(journal))) as db:
        assert db.pragma("user_version") == 2
    assert not journal.with_name("journal.db.version-2").exists()
