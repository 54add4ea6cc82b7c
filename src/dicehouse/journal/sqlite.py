"""The journal in one SQLite file: WAL, every commit synced to the disk before it is acknowledged.

Several processes may have the file open; SQLite lets one of them write at a time, and a store looks at what the others
wrote before it judges anything. What a store remembers between batches (the head, where streams end, balances, leases)
is only a copy: it is dropped whenever another process wrote or anything failed, and read again.

What costs a durable log its speed is the number of pages that a commit touches, so the tables are made to touch few.
An entry knows the one before it in its stream, and every 500th has a mark to start from, in place of an index of
streams, which would touch a page for each table that plays. Ids are indexed before streams: ids that rise with time lie
side by side whatever their stream.

When writing fails, nothing was acknowledged, and this process goes on as if nothing had been written. If the machine
then stops before the next commit, an entry whose last sync failed may still turn up; its id answers for it.
"""

import contextlib
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import chain as joined
from pathlib import Path
from typing import Any, Final, TypeVar

import apsw

from dicehouse.journal import drafts as rules
from dicehouse.journal.batch import NOWHERE, Batch, Memory, Place, chain, names
from dicehouse.journal.record import NOTHING
from dicehouse.journal.sqlite_file import File
from dicehouse.journal.store import BrokenError, Draft, Head, Lease, Outcome, UnavailableError

PAGE: Final = 500
"""Entries that are read at a time, and from one mark of a stream to the next; no reader holds the file in between."""
TOGETHER: Final = 64
"""Rows in one statement at most."""

_PAGE_OF_A_STREAM: Final = """
    with recursive
        last (no, seq) as (
            select no, seq from marks where stream = ?1 and no > ?2
            union all select no, seq from streams where stream = ?1 and no > ?2
            order by no limit 1
        ),
        back (no, seq) as (
            select no, seq from last
            union all
            select back.no - 1, entries.before from back join entries on entries.seq = back.seq where back.no > ?2 + 1
        )
    select back.no, body, hash from back left join entries on entries.seq = back.seq order by back.no
"""
"""From the next mark, or from the end of the stream, back to the number that was asked for."""

T = TypeVar("T")


class SqliteStore:
    """A journal in a file, for one machine. `vfs` is SQLite's name for another way to reach the disk."""

    def __init__(self, path: str | Path, *, vfs: str | None = None) -> None:
        self._file = File(path, vfs)
        self.path = self._file.path
        self._lock = threading.Lock()
        """One thread at a time uses the writing connection and the memory."""
        self._memory = Memory()
        self._version = 0
        """Of the file, as it was remembered; it changes when another process writes."""
        self._idle: list[apsw.Connection] = []
        """Connections for reading that nobody uses just now."""
        self._closed = False
        self._db = self._file.opened()

    # --- the contract

    def write(self, drafts: Sequence[Draft]) -> list[Outcome]:
        for draft in drafts:
            rules.check(draft)
        if not drafts:
            return []
        try:
            return self._transact(lambda: self._write(drafts, sure=False))
        except _IdKnownError:
            return self._transact(lambda: self._write(drafts, sure=True))

    def head(self) -> Head:
        rows = self._rows("select seq, hash from entries order by seq desc limit 1")
        return Head(*rows[0]) if rows else Head(0, NOTHING)

    def length(self, stream: str) -> int:
        rows = self._rows("select no from streams where stream = ?", stream)
        return int(rows[0][0]) if rows else 0

    def find(self, stream: str, id: str) -> bytes | None:
        rows = self._rows("select no, body, hash from entries where stream = ? and id = ?", stream, id)
        return _sound(stream, *rows[0]) if rows else None

    def bodies(self, after: int = 0, without: bytes = b"") -> Iterator[tuple[int, bytes, str]]:
        held = "and not instr(body, ?2)" if without else ""
        ask = f"select seq, body, hash from entries where seq > ?1 {held} order by seq limit {PAGE}"
        while rows := self._rows(ask, after, *([without] if without else ())):
            yield from rows
            after = rows[-1][0]

    def stream(self, stream: str, after: int = 0) -> Iterator[bytes]:
        while rows := self._rows(_PAGE_OF_A_STREAM, stream, after):
            for no, body, digest in rows:
                if body is None:
                    raise BrokenError(f"{stream}: entry {no} is missing; stop play, verify the journal")
                yield _sound(stream, no, body, digest)
                after = no

    def balance(self, account: str) -> int:
        rows = self._rows("select balance from accounts where name = ?", account)
        return _balance(account, rows)

    def balances(self, prefix: str = "") -> dict[str, int]:
        last = prefix + chr(0x10FFFF)  # no name holds it: it cannot be printed
        ask = "select name, balance from accounts where name >= ? and name < ? order by name"
        found: dict[str, int] = dict(self._rows(ask, prefix, last))
        for name, balance in found.items():
            rules.check_balance(name, balance)
        return found

    def keep(self, stream: str, no: int, snapshot: bytes) -> None:
        def kept() -> None:
            length = self._place(stream).no
            if not 0 <= no <= length:
                raise BrokenError(f"{stream}: a snapshot after entry {no} cannot be; it has {length} entries")
            self._db.execute(
                "insert into snapshots values (?, ?, ?) on conflict (stream) do update"
                " set no = excluded.no, snapshot = excluded.snapshot where excluded.no >= no",
                (stream, no, snapshot),
            )

        self._transact(kept)

    def kept(self, stream: str) -> tuple[int, bytes] | None:
        rows = self._rows("select no, snapshot from snapshots where stream = ?", stream)
        return rows[0] if rows else None

    def lead(self, stream: str, holder: str, now: datetime, seconds: int) -> Lease | None:
        rules.check_name("stream", stream)
        rules.check_name("holder", holder)
        rules.check_time(f"lease of {stream}", now)

        def taken() -> Lease | None:
            before = self._lease(stream)
            if before and before.holder != holder and now < before.until:
                return None
            lease = Lease(stream, holder, now.astimezone(UTC) + timedelta(seconds=seconds))
            row = (stream, holder, lease.until.isoformat())
            self._db.execute("insert or replace into leases values (?, ?, ?)", row)
            self._memory.leases[stream] = lease
            return lease

        return self._transact(taken)

    def renew(self, streams: Collection[str], holder: str, now: datetime, seconds: int) -> set[str]:
        until = now.astimezone(UTC) + timedelta(seconds=seconds)

        def renewed() -> set[str]:
            self._memory.leases.clear()
            ask = "update leases set until = ? where stream = ? and holder = ? returning stream"
            return {renewed for it in streams for (renewed,) in self._db.execute(ask, (until.isoformat(), it, holder))}

        return self._transact(renewed)

    def leases(self, now: datetime) -> dict[str, Lease]:
        rows = self._rows("select stream, holder, until from leases order by stream")
        found = (Lease(stream, holder, datetime.fromisoformat(until)) for stream, holder, until in rows)
        return {lease.stream: lease for lease in found if now < lease.until}

    def release(self, stream: str, holder: str) -> None:
        def released() -> None:
            self._db.execute("delete from leases where stream = ? and holder = ?", (stream, holder))
            self._memory.leases.pop(stream, None)

        self._transact(released)

    def seal(self, checkpoint: bytes) -> None:
        def sealed() -> None:
            self._db.execute("insert into checkpoints (checkpoint) values (?)", (checkpoint,))

        self._transact(sealed)

    def seals(self) -> list[bytes]:
        return [checkpoint for (checkpoint,) in self._rows("select checkpoint from checkpoints order by no")]

    def keep_secrets(
        self, changes: Mapping[str, bytes | None], expected: Mapping[str, bytes | None] | None = None
    ) -> bool:
        def kept() -> bool:
            for name, sealed in (expected or {}).items():
                rows = self._db.execute("select sealed from secrets where name = ?", (name,)).fetchall()
                if rows != ([] if sealed is None else [(sealed,)]):
                    return False
            with self._overwriting():
                for name, sealed in changes.items():
                    if sealed is None:
                        self._db.execute("delete from secrets where name = ?", (name,))
                    else:
                        self._db.execute("insert or replace into secrets values (?, ?)", (name, sealed))
            return True

        return self._transact(kept)

    def secret(self, name: str) -> bytes | None:
        rows = self._rows("select sealed from secrets where name = ?", name)
        return rows[0][0] if rows else None

    def secrets(self) -> dict[str, bytes]:
        return dict(self._rows("select name, sealed from secrets order by name"))

    def kept_openly(self) -> dict[str, bytes]:
        return dict(self._rows("select stream, snapshot from snapshots where stream glob '~*' order by stream"))

    def forget_kept_openly(self) -> None:
        """Freed pages are overwritten, and the log that held them is emptied as soon as nobody reads from it."""

        def forgotten() -> None:
            with self._overwriting():
                self._db.execute("delete from snapshots where stream glob '~*'")

        self._transact(forgotten)
        with self._lock, contextlib.suppress(apsw.Error):
            self._db.execute("pragma wal_checkpoint(truncate)")

    def close(self) -> None:
        """What was acknowledged is durable already; if the disk fails now, whoever opens the file next finds it all."""
        with self._lock:
            self._closed = True
            for db in (*self._idle, self._db):
                with contextlib.suppress(apsw.Error):
                    db.close()
            self._idle.clear()

    # --- writing, with the lock held and in a transaction

    def _write(self, drafts: Sequence[Draft], *, sure: bool) -> list[Outcome]:
        """`sure`: look up every id, because one of them is known already."""
        self._recall(drafts)
        batch = chain(self._memory, drafts, self._found, sure=sure)
        if not batch.rows:
            return batch.outcomes
        try:
            self._put_all(batch)
        except apsw.ConstraintError as error:
            if sure:
                raise BrokenError(f"{self.path}: {error}; stop play, verify the journal") from error
            raise _IdKnownError from error
        return batch.outcomes

    def _put_all(self, batch: Batch) -> None:
        memory = self._memory
        self._put("insert into entries", batch.rows)
        self._put("insert into marks", [(it.stream, it.no, it.seq) for it in batch.rows if it.no % PAGE == 0])
        ends = ((stream, memory.places[stream]) for stream in batch.places)
        self._put("insert or replace into streams", [(stream, it.no, it.seq) for stream, it in ends])
        balances = [(account, memory.balances[account]) for account in batch.balances]
        self._put("insert or replace into accounts", balances)

    def _put(self, words: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Many rows to a statement: other threads of the program come in between statements, not rows."""
        for start in range(0, len(rows), TOGETHER):
            some = rows[start : start + TOGETHER]
            self._db.execute(_statement(words, len(some[0]), len(some)), [*joined(*some)])

    @contextlib.contextmanager
    def _overwriting(self) -> Iterator[None]:
        """Whatever is removed or replaced meanwhile is overwritten with zeroes in the file."""
        self._db.execute("pragma secure_delete = on")
        try:
            yield
        finally:
            self._db.execute("pragma secure_delete = off")

    # --- what the store remembers, or reads

    def _recall(self, drafts: Sequence[Draft]) -> None:
        """Read what the drafts name and the memory has not."""
        memory = self._memory
        if memory.head is None:
            memory.head = self._head()
        streams, accounts = names(drafts)
        for stream in streams - memory.places.keys():
            memory.places[stream] = self._place(stream)
        for account in accounts - memory.balances.keys():
            rows = self._db.execute("select balance from accounts where name = ?", (account,)).fetchall()
            memory.balances[account] = _balance(account, rows)
        for stream in {draft.stream for draft in drafts if draft.leader} - memory.leases.keys():
            memory.leases[stream] = self._lease(stream)

    def _head(self) -> Head:
        head = Head(0, NOTHING)
        for seq, stream, no, body, digest in self._db.execute(
            "select seq, stream, no, body, hash from entries order by seq desc limit 1"
        ):
            entry = rules.read(body, digest, stream, no)
            if entry.seq != seq:
                raise BrokenError(f"{self.path}: entry {seq} says it is {entry.seq}; stop play, verify the journal")
            head = Head(seq, digest)
        return head

    def _place(self, stream: str) -> Place:
        place = NOWHERE
        ask = "select s.no, seq, body, hash from streams s left join entries using (seq) where s.stream = ?"
        for no, seq, body, digest in self._db.execute(ask, (stream,)):
            if body is None:
                raise BrokenError(f"{stream}: entry {no} is missing; stop play, verify the journal")
            place = Place(no, rules.read(body, digest, stream, no).at, seq)
        return place

    def _lease(self, stream: str) -> Lease | None:
        for holder, until in self._db.execute("select holder, until from leases where stream = ?", (stream,)):
            return Lease(stream, holder, datetime.fromisoformat(until))
        return None

    def _found(self, stream: str, id: str) -> bytes | None:
        ask = "select no, body, hash from entries where stream = ? and id = ?"
        rows: list[Any] = self._db.execute(ask, (stream, id)).fetchall()
        return _sound(stream, *rows[0]) if rows else None

    # --- connections

    def _transact(self, work: Callable[[], T]) -> T:
        """Do the work in one transaction that is durable on return, or leave everything as it was."""
        with self._lock:
            if self._closed:
                raise UnavailableError(f"{self.path}: the journal was closed; open it again")
            try:
                self._begin()
                done = work()
                self._db.execute("commit")
            except BaseException as error:
                self._memory.forget()
                with contextlib.suppress(apsw.Error):
                    self._db.execute("rollback")
                if isinstance(error, apsw.Error):
                    raise self._file.told(error) from error
                raise
            return done

    def _begin(self) -> None:
        """Nobody else writes from here on; what others wrote before makes the memory worthless."""
        if self._db.in_transaction:
            self._db.execute("rollback")
        self._db.execute("begin immediate")
        version = self._db.pragma("data_version")
        if version != self._version or self._memory.is_full:
            self._memory.forget()
            self._version = version

    def _rows(self, ask: str, *values: str | int | bytes) -> list[Any]:
        """The answer to a question, on a connection of its own."""
        if self._closed:
            raise UnavailableError(f"{self.path}: the journal was closed; open it again")
        try:
            db = self._borrowed()
            try:
                return db.execute(ask, values).fetchall()
            finally:
                self._idle.append(db)
        except apsw.Error as error:
            raise self._file.told(error) from error

    def _borrowed(self) -> apsw.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return self._file.connected()


class _IdKnownError(Exception):
    """One of the ids of a batch was used before."""


@cache
def _statement(words: str, columns: int, rows: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return f"{words} values {', '.join([row] * rows)}"


def _balance(account: str, rows: list[Any]) -> int:
    balance: int = rows[0][0] if rows else 0
    rules.check_balance(account, balance)
    return balance


def _sound(stream: str, no: int, body: bytes, digest: str) -> bytes:
    rules.read(body, digest, stream, no)
    return body
