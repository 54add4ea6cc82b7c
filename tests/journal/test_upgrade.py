"""A journal of an earlier version is copied, brought to the tables of this program and held against its copy."""

import contextlib
from pathlib import Path

import apsw
import psycopg
import pytest

from dicehouse.journal.backup import BackupError
from dicehouse.journal.postgres import PostgresStore
from dicehouse.journal.private import ExposedError
from dicehouse.journal.record import entry_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import NotAJournalError
from dicehouse.journal.upgrade import Upgraded, upgrade, upgrade_on_server, version_of, version_on_server
from dicehouse.journal.verify import verify
from tests.journal.contract import draft, written
from tests.journal.first_version import ENTRIES, HEAD, first_version


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return first_version(tmp_path / "house.db")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "before.db"


def execute(path: Path, command: str) -> None:
    with contextlib.closing(apsw.Connection(str(path))) as db:
        db.execute(command)


# --- SQLite


def test_entries_of_the_first_version_are_read_as_they_were_written(journal: Path) -> None:
    report = verify(journal)
    assert (report.entries, report.head, report.faults) == (ENTRIES, HEAD, [])
    with contextlib.closing(SqliteStore(journal)) as store:
        assert {entry_of(body).v for _, body, _ in store.bodies()} == {1}


def test_a_journal_of_the_first_version_is_copied_as_it_was_and_brought_to_the_third(journal: Path, copy: Path) -> None:
    before, told = journal.read_bytes(), list[str]()
    done = upgrade(journal, copy, lambda what, *_: told.append(what))
    assert (done.version, done.before.entries, done.after.entries) == (1, ENTRIES, ENTRIES)
    assert done.before.head == done.after.head == HEAD
    assert (version_of(journal), version_of(copy)) == (3, 1)
    assert (verify(copy).head, copy.stat().st_mode & 0o777) == (HEAD, 0o600)
    assert told[0] == "pages copied"
    assert journal.read_bytes() != before


def test_an_upgrade_that_was_broken_off_goes_on_with_the_copy_that_it_has(journal: Path, copy: Path) -> None:
    journal.chmod(0o644)
    with pytest.raises(ExposedError, match="chmod 600"):
        upgrade(journal, copy)
    assert (version_of(journal), copy.exists()) == (1, False)
    journal.chmod(0o600)
    upgrade(journal, copy)
    made = copy.read_bytes()
    execute(journal, "pragma user_version = 2")
    assert upgrade(journal, copy).after.head == HEAD
    assert copy.read_bytes() == made


def test_a_file_that_is_no_copy_of_the_journal_is_not_taken_for_one(journal: Path, copy: Path) -> None:
    with contextlib.closing(SqliteStore(copy)) as store:
        written(store, draft())
    with pytest.raises(BackupError, match=r"is no copy of .* as it is now; name another file"):
        upgrade(journal, copy)
    assert version_of(journal) == 1


def test_a_journal_that_does_not_stand_is_left_as_it_is(journal: Path, copy: Path) -> None:
    execute(journal, "update accounts set balance = balance + 1 where name = 'cage/cash' or balance > 0")
    with pytest.raises(BackupError, match="the copy does not stand"):
        upgrade(journal, copy)
    assert (version_of(journal), copy.exists()) == (1, False)


def test_what_came_out_otherwise_is_not_served(journal: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by a fault of the disk in between."""
    closed = SqliteStore.close

    def spoils(store: SqliteStore) -> None:
        closed(store)
        execute(journal, "delete from entries where seq = 26")

    monkeypatch.setattr(SqliteStore, "close", spoils)
    with pytest.raises(BackupError, match=rf"and had 26 with head .* do not serve it, restore {copy}"):
        upgrade(journal, copy)


def test_what_is_no_journal_is_said_and_left_alone(tmp_path: Path) -> None:
    with pytest.raises(NotAJournalError, match="there is no such file"):
        version_of(tmp_path / "none.db")
    (tmp_path / "text.db").write_text("a text and no database, which is long enough to be looked at " * 99)
    with pytest.raises(NotAJournalError, match="SQLite cannot read it"):
        version_of(tmp_path / "text.db")
    execute(tmp_path / "other.db", "create table t (a)")
    with pytest.raises(NotAJournalError, match="a database of another program"):
        version_of(tmp_path / "other.db")


# --- PostgreSQL


def of_first_version(database: str, entries: int = 3) -> str:
    """A journal as the first version left it; its head."""
    with contextlib.closing(PostgresStore(database)) as store:
        for no in range(1, entries + 1):
            written(store, draft(no=no))
        head = store.head().hash
    say(database, "drop table dicehouse.secrets", "update dicehouse.version set version = 1")
    return head


def say(database: str, *commands: str) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        for command in commands:
            connection.execute(command.encode())


def test_a_journal_on_a_server_is_verified_before_and_after(database: str) -> None:
    head, heard = of_first_version(database), list[int]()
    assert version_on_server(database) == 1
    done = upgrade_on_server(database, heard.append)
    assert isinstance(done, Upgraded)
    assert (done.version, done.before.head, done.after.head) == (1, head, head)
    assert version_on_server(database) == 3


def test_a_journal_on_a_server_that_does_not_stand_is_left_as_it_is(database: str) -> None:
    of_first_version(database)
    say(database, "update dicehouse.entries set hash = repeat('0', 64) where seq = 2")
    with pytest.raises(BackupError, match="the journal does not stand, verify it"):
        upgrade_on_server(database)
    assert version_on_server(database) == 1


def test_a_database_without_a_journal_is_said(database: str) -> None:
    with pytest.raises(NotAJournalError, match="name the postgresql:// address of a journal"):
        version_on_server(database)
