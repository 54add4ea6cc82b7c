"""Open the journal of a floor: a SQLite file for one process, or a PostgreSQL database for several."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, NamedTuple

from dicehouse.journal import private
from dicehouse.journal.store import Store

SERVERS: Final = ("postgresql://", "postgres://")


class InUseError(ValueError):
    """Another process serves the journal."""


class Held(NamedTuple):
    """A store that this process may use."""

    store: Store
    shared: bool
    """Whether other processes may lead tables on it too."""
    lock: IO[bytes] | None = None

    def close(self) -> None:
        self.store.close()
        if self.lock is not None:
            self.lock.close()


def is_server(where: str) -> bool:
    return where.startswith(SERVERS)


def held(where: str | Path) -> Held:
    """Open a journal; an InUseError while another process serves the same file."""
    if isinstance(where, str) and is_server(where):
        from dicehouse.journal.postgres import PostgresStore

        return Held(PostgresStore(where), shared=True)
    from dicehouse.journal.sqlite import SqliteStore

    lock = _file_lock(Path(where)) if Path(where).parent.is_dir() else None
    try:
        return Held(SqliteStore(where), shared=False, lock=lock)
    except BaseException:
        if lock is not None:
            lock.close()
        raise


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """While a journal is served by nobody; an InUseError where another process serves it."""
    lock = _file_lock(file)
    try:
        yield
    finally:
        if lock is not None:
            lock.close()


def _file_lock(file: Path) -> IO[bytes] | None:
    """A lock beside the file that ends with this process, however it ends."""
    try:
        import fcntl
    except ImportError:  # not on this system: SQLite's own locks still keep entries in order
        return None
    name = file.with_name(f"{file.name}-serving")
    private.make(name)
    if found := private.exposed(name):
        raise private.ExposedError(found)
    lock = name.open("ab")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise InUseError(f"{file}: another process serves it; stop that one, or name another journal") from None
    os.set_inheritable(lock.fileno(), False)
    return lock
