"""The file of a journal in SQLite: its tables, how it is opened, and what is said when the disk will not have it.

WAL, every commit synced to the disk before it returns. A file of another program, or of a later version, is left as it
is. Several processes may make the same new file at once. It is its owner's alone, and what SQLite lays beside it too.
"""

import time
from pathlib import Path
from typing import Final

import apsw

from dicehouse.journal import private
from dicehouse.journal.store import BrokenError, NotAJournalError, UnavailableError

VERSION: Final = 3
"""Of the tables; kept in `user_version`. From 2 on there are secrets, so that no earlier program writes them openly;
from 3 on a table goes by the rulebook that it was opened by, so that no earlier program goes on by another."""
COPIED: Final = 2
"""Of this version a copy is laid aside before it is brought up to date; one of the first has its secrets openly."""
MARK: Final = 0x44494345
"""Kept in `application_id`: a database with another one belongs to another program."""
PATIENCE: Final = 10_000
"""Milliseconds to wait while another process writes."""
STATEMENTS: Final = 400
"""That are kept ready; there is one for each number of rows that are written together."""
SMALLEST: Final = 512
"""Bytes of the smallest database; SQLite takes a file of a few bytes for an empty one and writes over it."""

_NO_DATABASE: Final = "{}: it is no database; name a journal, or a file that is not there yet"

SETTINGS: Final = """
    pragma page_size = 8192; pragma synchronous = full; pragma cache_size = -65536; pragma wal_autocheckpoint = 4000
"""

SECRETS: Final = "create table secrets (name text primary key, sealed blob not null) strict, without rowid;"

TABLES: Final = f"""
    create table entries (
        seq integer primary key, stream text not null, no integer not null, id text not null,
        before integer not null, body blob not null, hash text not null
    ) strict;
    create unique index ids on entries (id, stream);
    create table streams (stream text primary key, no integer not null, seq integer not null) strict, without rowid;
    create table marks (
        stream text not null, no integer not null, seq integer not null, primary key (stream, no)
    ) strict, without rowid;
    create table accounts (name text primary key, balance integer not null) strict, without rowid;
    create table snapshots (stream text primary key, no integer not null, snapshot blob not null) strict;
    create table leases (stream text primary key, holder text not null, until text not null) strict, without rowid;
    create table checkpoints (no integer primary key, checkpoint blob not null) strict;
    {SECRETS}
    pragma application_id = {MARK};
    pragma user_version = {VERSION};
"""

UPGRADES: Final = {1: f"{SECRETS} pragma user_version = 2", 2: "pragma user_version = 3"}
"""What a file of an earlier version lacks."""

_CAUSES: Final[tuple[tuple[type[apsw.Error], str, str], ...]] = (
    (apsw.FullError, "there is no room left on its disk", "free some, then give the command again"),
    (apsw.ReadOnlyError, "it may only be read", "make the file and its folder writable, then give the command again"),
    (apsw.CantOpenError, "it cannot be opened", "see that the folder is there and may be written to"),
    (apsw.BusyError, f"another process kept it for {PATIENCE // 1000} seconds", "give the command again"),
    (apsw.IOError, "its disk does not answer as it should", "look at the disk, then give the command again"),
)
_DAMAGED: Final = (apsw.CorruptError, apsw.NotADBError)


class File:
    """Where a journal lies. `vfs` is SQLite's name for another way to reach the disk."""

    def __init__(self, path: str | Path, vfs: str | None) -> None:
        self.path = Path(path)
        self._vfs = vfs
        if self.path.is_dir() or not self.path.parent.is_dir():
            raise NotAJournalError(f"{path}: it is a folder, or in none; name a file in a folder that is there")
        if self.path.is_file() and 0 < self.path.stat().st_size < SMALLEST:
            raise NotAJournalError(_NO_DATABASE.format(path))

    def connected(self) -> apsw.Connection:
        db = apsw.Connection(str(self.path), vfs=self._vfs, statementcachesize=STATEMENTS)
        db.set_busy_timeout(PATIENCE)
        db.execute(SETTINGS)
        return db

    def opened(self) -> apsw.Connection:
        """A connection, on tables that are there; SQLite itself may not wait where several make one file."""
        until = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                return self.made()
            except apsw.NotADBError as error:
                raise NotAJournalError(_NO_DATABASE.format(self.path)) from error
            except apsw.Error as error:
                if not isinstance(error, apsw.BusyError) or time.monotonic() > until:
                    raise self.told(error) from error
                time.sleep(0.005)

    def made(self) -> apsw.Connection:
        private.make(self.path)
        exposed = private.exposed(self.path, *(Path(f"{self.path}-{part}") for part in ("wal", "shm")))
        db = self.connected()
        db.execute("begin")  # so that no table appears between two looks
        self._is_new(db)
        is_copied = db.pragma("user_version") == COPIED
        db.execute("commit")
        if exposed:
            db.close()
            raise private.ExposedError(exposed)
        if is_copied:
            self._lay_copy_aside(db)
        db.pragma("journal_mode", "wal")
        db.execute("begin immediate")
        if self._is_new(db):
            db.execute(TABLES)
        while (version := db.pragma("user_version")) in UPGRADES:
            db.execute(UPGRADES[version])
        db.execute("commit")
        # What a process wrote whose sync failed may be read back now and yet never reach the disk, with all that comes
        # after it in the log: so the log is taken over into the file, and synced there, before anything is added to it.
        db.execute("pragma wal_checkpoint(truncate)")
        return db

    def _lay_copy_aside(self, db: apsw.Connection) -> None:
        """A copy of the journal as it is, verified before it gets its name, beside it."""
        copy = self.path.with_name(f"{self.path.name}.version-{COPIED}")
        try:
            if not copy.exists():
                from dicehouse.journal.backup import backup  # which stands on this module

                backup(self.path, copy)
        except BaseException:
            db.close()
            raise

    def _is_new(self, db: apsw.Connection) -> bool:
        """Whether the file has no tables yet; an error if they are not ours, or of a later version."""
        mark, version = db.pragma("application_id"), db.pragma("user_version")
        if not mark and not db.execute("select 1 from sqlite_schema").fetchall():
            return True
        if mark != MARK:
            raise NotAJournalError(f"{self.path}: it is a database of another program; name another file")
        if version > VERSION:
            raise NotAJournalError(
                f"{self.path}: it is a journal of version {version}, and this program knows version {VERSION};"
                " install a later Dicehouse"
            )
        return False

    def told(self, error: apsw.Error) -> BrokenError | UnavailableError:
        """What SQLite says, as a person needs it: the cause, and the next step."""
        if isinstance(error, _DAMAGED):
            return BrokenError(
                f"{self.path}: the file is damaged ({error}); stop play, verify the journal, restore a backup"
            )
        for kind, cause, step in _CAUSES:
            if isinstance(error, kind):
                return UnavailableError(f"{self.path}: {cause} ({error}), and nothing was written; {step}")
        return UnavailableError(
            f"{self.path}: SQLite cannot go on ({error}), and nothing was written; give the command again"
        )
