"""Where a journal is read from: a file of the SQLite store, an export in JSON Lines, or a PostgreSQL database.

Nothing is ever written to it, and a journal that is not there is not begun. A file is read by the verifier's own way,
which sees it as it was at one moment, also while a house is running on it.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, Protocol

from dicehouse.journal.store import BrokenError, NotAJournalError, Store, UnavailableError
from dicehouse.journal.verify.faults import VerifyError
from dicehouse.journal.verify.sources import DamagedError, Filed
from dicehouse.journal.verify.sources import opened as opened_file

POSTGRES: Final = ("postgresql://", "postgres://")
UNREADABLE: Final = (VerifyError, DamagedError, BrokenError, NotAJournalError, UnavailableError)
"""What a journal that cannot be read leads to."""


class JournalError(ValueError):
    """There is no journal here, or it is not as it was written."""


class Journal(Protocol):
    """A journal to be read from its first entry to its last."""

    def items(self) -> Iterator[Filed]: ...

    def seals(self) -> list[bytes]: ...


def opened(where: str) -> AbstractContextManager[Journal]:
    """The journal in a file, or at an address such as postgresql://HOST/DATABASE; a JournalError without one."""
    return _told(where)


@contextmanager
def _told(where: str) -> Iterator[Journal]:
    try:
        if where.startswith(POSTGRES):
            with _database(where) as journal:
                yield journal
        else:
            with opened_file(Path(where)) as source:
                if not Path(where).stat().st_size:
                    raise JournalError(f"{where}: it is empty; name the file of a journal")
                yield source
    except UNREADABLE as error:
        raise JournalError(str(error)) from None


@contextmanager
def _database(where: str) -> Iterator[Journal]:
    try:
        import psycopg

        from dicehouse.journal.postgres import PostgresStore
    except ImportError:
        raise JournalError("PostgreSQL needs the postgres extra: pip install 'dicehouse[postgres]'") from None
    try:
        with psycopg.connect(where, connect_timeout=5) as connection:
            found = connection.execute("select to_regclass('dicehouse.entries')").fetchone()
    except psycopg.Error as error:
        said = str(error).strip().splitlines()
        why = said[0] if said else "it does not answer"
        raise JournalError(f"the database cannot be reached: {why}; name the address of a journal") from None
    if found is None or found[0] is None:
        raise JournalError("the database holds no journal; name the one that the house runs on")
    store = PostgresStore(where)
    try:
        yield Kept(store)
    finally:
        store.close()


class Kept:
    """The journal of a store that is open, as far as it goes now; what is written later is not in it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._last = store.head().seq
        self._seals = store.seals()

    def items(self) -> Iterator[Filed]:
        for seq, body, digest in self._store.bodies():
            if seq > self._last:
                return
            yield Filed(seq, body, digest, seq)

    def seals(self) -> list[bytes]:
        return self._seals
