"""A journal read straight from a PostgreSQL server, as it was at one moment; nothing is asked for but to read."""

from collections.abc import Iterator, Mapping
from typing import Final, cast

from dicehouse.journal.record import NOTHING
from dicehouse.journal.verify.faults import VerifyError
from dicehouse.journal.verify.sources import OF_STREAMS, TABLES_VERSION, DamagedError, Filed, newer, shown, snapshots_in

PAGE: Final = 1000
"""Entries that are fetched at a time."""

_ENTRIES: Final = "select seq, stream, no, id, hash, body from dicehouse.entries order by seq"
_LAST: Final = "select seq, hash from dicehouse.entries order by seq desc limit 1"


class Server:
    """The schema `dicehouse` of a database."""

    place = "row"
    keeps_seals = True

    def __init__(self, address: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise VerifyError(
                "a journal on a server needs psycopg; install it with: pip install 'dicehouse[postgres]'"
            ) from None
        self._psycopg = psycopg
        self._address = address

    def __enter__(self) -> "Server":
        where = shown(self._address)
        try:
            self._database = self._psycopg.connect(self._address, connect_timeout=10)
            self._database.isolation_level = self._psycopg.IsolationLevel.REPEATABLE_READ
            self._database.read_only = True
            rows = self._database.execute("select version from dicehouse.version").fetchall()
        except self._psycopg.errors.UndefinedTable:
            self.__exit__()
            raise VerifyError(f"{where}: the database holds no journal; name another") from None
        except self._psycopg.Error as error:
            raise VerifyError(f"{where}: {_said(error)}; name postgresql://HOST/DATABASE") from None
        if rows and rows[0][0] > TABLES_VERSION:
            self.__exit__()
            raise newer(f"{where}: it", rows[0][0], TABLES_VERSION)
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def _rows(self, sql: str) -> Iterator[tuple[object, ...]]:
        try:
            with self._database.cursor("journal", binary=True) if sql is _ENTRIES else self._database.cursor() as found:
                if sql is _ENTRIES:
                    found.itersize = PAGE  # type: ignore[attr-defined]  # of a cursor with a name
                found.execute(sql.encode())
                yield from found
        except self._psycopg.Error as error:
            raise DamagedError(f"PostgreSQL cannot read on: {_said(error)}") from None

    def items(self) -> Iterator[Filed]:
        for seq, stream, no, id, recorded, body in self._rows(_ENTRIES):
            number = cast(int, seq)
            yield Filed(number, cast(bytes, body), str(recorded), number, (stream, no, id))

    def seals(self) -> list[bytes]:
        return [bytes(it) for (it,) in self._rows("select checkpoint from dicehouse.seals order by no")]  # type: ignore[call-overload]

    def balances(self) -> Mapping[str, object] | None:
        return {str(name): amount for name, amount in self._rows("select account, amount from dicehouse.balances")}

    def ends(self) -> Mapping[str, object] | None:
        return {str(stream): no for stream, no in self._rows("select stream, no from dicehouse.streams")}

    def misled(self) -> Iterator[tuple[int, str]]:
        heads = list(self._rows("select seq, hash from dicehouse.head"))
        last = list(self._rows(_LAST)) or [(0, NOTHING)]
        if heads != last:
            yield 0, f"the head says {heads}, and the last entry is {last}"

    def snapshots(self) -> Mapping[str, tuple[int, bytes]]:
        sql = f"select stream, no, snapshot from dicehouse.snapshots where {OF_STREAMS}"
        return snapshots_in(self._rows(sql))


def _said(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
