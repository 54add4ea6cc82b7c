"""What a journal is read from: an export in JSON Lines, the file of the SQLite store, or a PostgreSQL server."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import msgspec
from msgspec import Raw, Struct

from dicehouse.journal.record import VERSION
from dicehouse.journal.verify.faults import VerifyError
from dicehouse.journal.verify.folder import entries_in

LONGEST: Final = 64 * 1024 * 1024
"""Bytes in a line of an export."""
MARK: Final = 0x44494345
"""The application_id of a database that is a journal."""
TABLES: Final = frozenset({"entries", "streams", "marks", "accounts", "checkpoints", "snapshots"})
TABLES_VERSION: Final = 3
"""Of the tables of a store; from 2 on there are secrets, which a verifier does not read."""
UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""How bytes that are no JSON of ours show themselves."""


class Filed(NamedTuple):
    """An entry as it lies in a file."""

    place: int
    body: bytes | None
    """None if there is none to be read."""
    hash: str | None = None
    """As recorded beside it, where it is."""
    seq: int | None = None
    """The number under which it is filed, where it is."""
    under: tuple[object, object, object] | None = None
    """Stream, number in it and id under which it is filed, where it is."""
    wrong: str = ""
    """What is wrong about the way it lies there."""


class DamagedError(Exception):
    """The file cannot be read on from here."""


class Source(Protocol):
    """A file with a journal in it."""

    place: str
    """What a place in it is called."""
    keeps_seals: bool
    """Whether every checkpoint that was ever made is in it."""

    def items(self) -> Iterator[Filed]: ...

    def seals(self) -> list[bytes]: ...

    def balances(self) -> Mapping[str, object] | None:
        """What the accounts hold as it is recorded; None if it is not."""

    def ends(self) -> Mapping[str, object] | None:
        """The number of the latest entry of each stream as it is recorded; None if it is not."""

    def snapshots(self) -> Iterator[tuple[str, int, bytes]]:
        """Stream, number of the entry after which it was made, and content of every snapshot that is kept."""

    def misled(self) -> Iterator[tuple[int, str]]:
        """Where the file points to a wrong entry, by its number; or 0 and how the file itself is damaged."""

    def __enter__(self) -> "Source": ...

    def __exit__(self, *_: object) -> None: ...


SERVER: Final = ("postgresql://", "postgres://")
"""How the address of a database on a server begins."""


def opened(path: Path | str) -> Source:
    if isinstance(path, str) and path.startswith(SERVER):
        from dicehouse.journal.verify.server import Server

        return Server(path)
    path = Path(path)
    if path.is_dir():
        path = entries_in(path)
    return Database(path) if _start(path) == b"SQLite format 3\x00" else Lines(path)


def _start(path: Path) -> bytes:
    """What a file begins with, read by SQLite's own way to files.

    A database that this process has open loses its locks when anything else closes it, and then what is written to it.
    """
    import apsw

    try:
        path.stat()
        file = apsw.VFSFile("", str(path), [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY, 0])
    except OSError as error:
        raise VerifyError(f"{path}: {error.strerror}; name the file of a journal") from None
    except apsw.CantOpenError:
        raise VerifyError(f"{path}: it may not be read; name the file of a journal, or ask who may") from None
    try:
        return bytes(file.xRead(16, 0))
    finally:
        file.xClose()


def shown(address: str) -> str:
    """An address without the password in it."""
    return re.sub(r"(?<=[?&])password=[^&]*&?", "", re.sub(r"//[^@/]*@", "//", address))


def newer(what: str, version: int, known: int = VERSION) -> VerifyError:
    return VerifyError(
        f"{what} is of version {version}, and this program knows up to {known}; verify it with a newer program"
    )


# --- an export


class _Line(Struct, forbid_unknown_fields=True):
    seq: int
    hash: str
    body: Raw


class _Extra(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A line that is no entry."""

    checkpoint: str | None = None
    balances: dict[str, int] | None = None


_LINES: Final = msgspec.json.Decoder(_Line)
_EXTRAS: Final = msgspec.json.Decoder(_Extra)
_EXTRA_STARTS: Final = (b'{"checkpoint":', b'{"balances":')


class Lines:
    """An export: a line for each entry, as {"seq":1,"hash":"...","body":{...}} or the body alone.

    Lines {"checkpoint":"..."} and {"balances":{"account":cents}} may stand anywhere among them.
    """

    place = "line"
    keeps_seals = False

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seals: list[bytes] = []
        self._balances: Mapping[str, object] | None = None

    def __enter__(self) -> "Lines":
        for _, line in self._lines():
            extra = _extra(line)
            if extra is None:
                continue
            if extra.checkpoint is not None:
                self._seals.append(extra.checkpoint.encode())
            else:
                self._balances = extra.balances
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing stays open."""

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        with self._path.open("rb") as file:
            yield from enumerate(iter(partial(file.readline, LONGEST), b""), start=1)

    def items(self) -> Iterator[Filed]:
        for place, line in self._lines():
            if not line.endswith(b"\n"):
                yield Filed(place, None, wrong="its line does not end; the file was cut off there or changed")
            elif _extra(line) is None:
                yield _filed(place, line[:-1])

    def seals(self) -> list[bytes]:
        return self._seals

    def balances(self) -> Mapping[str, object] | None:
        return self._balances

    def ends(self) -> Mapping[str, object] | None:
        return None

    def snapshots(self) -> Iterator[tuple[str, int, bytes]]:
        return iter(())

    def misled(self) -> Iterator[tuple[int, str]]:
        return iter(())


def _extra(line: bytes) -> _Extra | None:
    """A line that is no entry, if it is written to the byte as it should be."""
    if line.startswith(_EXTRA_STARTS):
        with suppress(*UNREADABLE):
            extra = _EXTRAS.decode(line)
            if msgspec.json.encode(extra) + b"\n" == line:
                return extra
    return None


def _filed(place: int, line: bytes) -> Filed:
    try:
        it = _LINES.decode(line)
    except UNREADABLE:
        return Filed(place, line)
    body = bytes(it.body)
    exact = line == b'{"seq":%d,"hash":%s,"body":%s}' % (it.seq, msgspec.json.encode(it.hash), body)
    return Filed(place, body, it.hash, it.seq, wrong="" if exact else 'its line is not {"seq":…,"hash":…,"body":…}')


# --- a database

_WRONG_BEFORE: Final = """
    select entries.seq, entries.stream, entries.no, entries.before
    from entries left join entries as old on old.seq = entries.before
    where case entries.no when 1 then entries.before <> 0
        else old.stream is not entries.stream or old.no is not entries.no - 1 end
    order by entries.seq
"""
_WRONG_PLACES: Final = """
    with places as (
        select 'mark' as what, stream, no, seq from marks union all select 'end', stream, no, seq from streams
    )
    select places.seq, what, places.stream, places.no from places left join entries using (seq)
    where entries.stream is not places.stream or entries.no is not places.no
    order by places.seq
"""


class Database:
    """The file of the SQLite store, opened for reading only and seen as it was at one moment."""

    place = "row"
    keeps_seals = True

    def __init__(self, path: Path) -> None:
        import apsw

        self._path = path
        self._apsw = apsw

    def __enter__(self) -> "Database":
        try:
            self._database = self._apsw.Connection(str(self._path), flags=self._apsw.SQLITE_OPEN_READONLY)
            self._database.set_busy_timeout(10_000)
            self._database.execute("begin")
            tables = {name for (name,) in self._database.execute("select name from sqlite_schema where type = 'table'")}
            mark, version = self._database.pragma("application_id"), self._database.pragma("user_version")
        except self._apsw.Error as error:
            raise VerifyError(f"{self._path}: SQLite cannot read it: {error}; restore it from a backup") from None
        if mark != MARK:
            raise VerifyError(f"{self._path}: it is a database of another program; name the file of a journal")
        if version > TABLES_VERSION:
            raise newer(f"{self._path}: it", version, TABLES_VERSION)
        if not tables >= TABLES:
            raise VerifyError(f"{self._path}: it has no table of {min(TABLES - tables)}; restore it from a backup")
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def _rows(self, sql: str) -> Iterator[tuple[object, ...]]:
        try:
            yield from self._database.execute(sql)
        except self._apsw.Error as error:
            raise DamagedError(f"SQLite cannot read on: {error}") from None

    def items(self) -> Iterator[Filed]:
        rows = self._rows("select seq, stream, no, id, hash, body from entries order by seq")
        for seq, stream, no, id, recorded, body in rows:
            place = _whole(seq)
            if isinstance(body, bytes):
                yield Filed(place, body, str(recorded), place, (stream, no, id))
            else:
                yield Filed(place, None, wrong="its body is not stored as bytes")

    def seals(self) -> list[bytes]:
        rows = self._rows("select checkpoint from checkpoints order by no")
        return [it if isinstance(it, bytes) else str(it).encode() for (it,) in rows]

    def balances(self) -> Mapping[str, object] | None:
        return {str(name): balance for name, balance in self._rows("select name, balance from accounts")}

    def ends(self) -> Mapping[str, object] | None:
        return {str(stream): no for stream, no in self._rows("select stream, no from streams")}

    def snapshots(self) -> Iterator[tuple[str, int, bytes]]:
        for stream, no, snapshot in self._rows("select stream, no, snapshot from snapshots order by stream"):
            yield str(stream), _whole(no), snapshot if isinstance(snapshot, bytes) else str(snapshot).encode()

    def misled(self) -> Iterator[tuple[int, str]]:
        for seq, stream, no, before in self._rows(_WRONG_BEFORE):
            yield (
                _whole(seq),
                f"as number {no} of {stream} it points back to entry {before}, which is not the one before",
            )
        for seq, what, stream, no in self._rows(_WRONG_PLACES):
            yield _whole(seq), f"the {what} of {stream} says that it is number {no} there, which it is not"
        for (said,) in self._rows("pragma integrity_check(5)"):
            if said != "ok":
                yield 0, f"SQLite finds it damaged: {str(said).splitlines()[-1]}"


def _whole(number: object) -> int:
    return number if isinstance(number, int) else 0
