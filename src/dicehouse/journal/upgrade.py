"""A journal of an earlier version brought to the tables of this program: copied and verified first, verified after.

Entries stay as they were written, byte for byte, whatever their version: only the tables around them change. So the
head afterwards is the head before; where it is another, the upgrade says so and names what to restore.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import apsw

from dicehouse.journal import private
from dicehouse.journal.backup import BackupError, Progress, backup
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.sqlite_file import MARK
from dicehouse.journal.store import NotAJournalError
from dicehouse.journal.verify import Report, verify


class Upgraded(NamedTuple):
    """What an upgrade came from, and what the verifier found before and after it."""

    version: int
    """Of the tables before."""
    before: Report
    """Of the copy; of the journal itself on a server."""
    after: Report


def version_of(journal: Path) -> int:
    """The version of the tables of a journal in SQLite, which is only read."""
    if not journal.is_file():
        raise NotAJournalError(f"{journal}: there is no such file; name the file of a journal")
    try:
        db = apsw.Connection(str(journal), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            mark, version = db.pragma("application_id"), db.pragma("user_version")
        finally:
            db.close()
    except apsw.Error as error:
        raise NotAJournalError(f"{journal}: SQLite cannot read it: {error}; name the file of a journal") from None
    if mark != MARK:
        raise NotAJournalError(f"{journal}: it is a database of another program; name the file of a journal")
    return int(version)


def upgrade(journal: Path, copy: Path, progress: Progress = lambda *_: None) -> Upgraded:
    """Copy a journal that nobody serves, verify the copy, bring the journal to this program's tables, verify that."""
    version = version_of(journal)
    if found := private.exposed(journal):
        raise private.ExposedError(found)
    before = _copied(journal, copy, progress)
    SqliteStore(journal).close()
    after = verify(journal, progress=lambda read: progress("records verified", read, 0))
    return Upgraded(version, before, _same(str(copy), before, after))


def _copied(journal: Path, copy: Path, progress: Progress) -> Report:
    """A copy made now, or one that is there already and has all that the journal has."""
    if not copy.exists():
        return backup(journal, copy, progress)
    there, now = verify(copy), verify(journal)
    if there.faults or (there.entries, there.head) != (now.entries, now.head):
        raise BackupError(f"{copy}: it is there already, and is no copy of {journal} as it is now; name another file")
    return there


def version_on_server(address: str) -> int:
    """The version of the tables of a journal in PostgreSQL, which is only read."""
    import psycopg

    from dicehouse.journal.postgres_schema import only, said

    try:
        with psycopg.connect(address, connect_timeout=10) as connection:
            (version,) = only(connection.execute("select version from dicehouse.version"))
    except psycopg.Error as error:
        raise NotAJournalError(f"{said(error)}; name the postgresql:// address of a journal") from None
    return int(version)


def upgrade_on_server(address: str, progress: Callable[[int], None] = lambda _: None) -> Upgraded:
    """Verify a journal in PostgreSQL, bring it to this program's tables, verify it again; its server copies it."""
    from dicehouse.journal.postgres import PostgresStore

    version = version_on_server(address)
    before = verify(address, progress=progress)
    if before.faults:
        raise BackupError(f"{before.faults[0].where}: {before.faults[0].why}; the journal does not stand, verify it")
    PostgresStore(address).close()
    return Upgraded(version, before, _same("the dump of before", before, verify(address, progress=progress)))


def _same(kept: str, before: Report, after: Report) -> Report:
    """The later of two reports, if the same entries stand in both."""
    if after.faults or (before.entries, before.head) != (after.entries, after.head):
        raise BackupError(
            f"the journal has {after.entries} entries with head {after.head}, and had {before.entries} with head"
            f" {before.head}; do not serve it, restore {kept}"
        )
    return after
