"""The journal in one SQLite file: WAL, every commit synced to the disk before it is acknowledged.

Several processes may have the file open; SQLite lets one of them write at a time, and a store looks at what the others
wrote before it judges anything. What a store remembers between batches (the head, where streams end, balances, leases)
is only a copy: it is dropped whenever another process wrote or anything failed, and read again.

What costs a durable log its speed is the number of pages that a commit touches, so the tables are made to touch few.
An entry knows the one before it in its stream, and every 500th has a mark to start from, in place of an index of
streams, which would touch a page for each table that plays. Ids are indexed before streams: ids that rise with time lie
side by side whatever their stream.

A draft is judged to be new before its id is looked up, because the table of ids refuses a second one itself; when that
happens, the whole batch is judged again with a look at each id. So the common batch costs no look-up at all.

When writing fails, nothing was acknowledged, and this process goes on as if nothing had been written. If the machine
then stops before the next commit, an entry whose last sync failed may still turn up; its id answers for it.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import apsw

from dicehouse.journal import drafts as rules
from dicehouse.journal.record import NOTHING
from dicehouse.journal.store import (
    BrokenError,
    Draft,
    Head,
    Lease,
    NotAJournalError,
    Outcome,
    Rejected,
    Repeated,
    UnavailableError,
    Written,
)

VERSION: Final = 1
"""Of the tables; kept in `user_version`."""
MARK: Final = 0x44494345
"""Kept in `application_id`: a database with another one belongs to another program."""
PATIENCE: Final = 10_000
"""Milliseconds to wait while another process writes."""
PAGE: Final = 500
"""Entries that are read at a time, and from one mark of a stream to the next; no reader holds the file in between."""
TOGETHER: Final = 64
"""Rows in one statement at most; a power of two."""
REMEMBERED: Final = 200_000
"""Accounts or streams that are remembered before all is read anew."""

SMALLEST: Final = 512
"""Bytes of the smallest database; SQLite takes a file of a few bytes for an empty one and writes over it."""

_NO_DATABASE: Final = "{}: it is no database; name a journal, or a file that is not there yet"

_TABLES: Final = f"""
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
    pragma application_id = {MARK};
    pragma user_version = {VERSION};
"""

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

_CAUSES: Final[tuple[tuple[type[apsw.Error], str, str], ...]] = (
    (apsw.FullError, "there is no room left on its disk", "free some, then give the command again"),
    (apsw.ReadOnlyError, "it may only be read", "make the file and its folder writable, then give the command again"),
    (apsw.CantOpenError, "it cannot be opened", "see that the folder is there and may be written to"),
    (apsw.BusyError, f"another process kept it for {PATIENCE // 1000} seconds", "give the command again"),
    (apsw.IOError, "its disk does not answer as it should", "look at the disk, then give the command again"),
)
_DAMAGED: Final = (apsw.CorruptError, apsw.NotADBError)

T = TypeVar("T")


class _Place(NamedTuple):
    """Where a stream ends."""

    no: int
    at: datetime | None
    seq: int


class _Batch(NamedTuple):
    """What a batch adds, until it is written."""

    rows: list[tuple[int, str, int, str, int, bytes, str]]
    bodies: dict[tuple[str, str], bytes]
    """By stream and id."""
    streams: set[str]
    accounts: set[str]


class _Memory:
    """What a store remembers of the file; a lease that is None is known to be nobody's."""

    def __init__(self) -> None:
        self.version = 0
        self.head: Head | None = None
        self.places: dict[str, _Place] = {}
        self.balances: dict[str, int] = {}
        self.leases: dict[str, Lease | None] = {}

    def forget(self) -> None:
        self.__init__()  # type: ignore[misc]

    @property
    def is_full(self) -> bool:
        return max(len(self.places), len(self.balances), len(self.leases)) > REMEMBERED


class SqliteStore:
    """A journal in a file, for one machine. `vfs` is SQLite's name for another way to reach the disk."""

    def __init__(self, path: str | Path, *, vfs: str | None = None) -> None:
        self.path = Path(path)
        self._vfs = vfs
        self._lock = threading.Lock()
        """One thread at a time uses the writing connection and the memory."""
        self._memory = _Memory()
        self._idle: list[apsw.Connection] = []
        """Connections for reading that nobody uses just now."""
        self._closed = False
        if self.path.is_dir() or not self.path.parent.is_dir():
            raise NotAJournalError(f"{path}: it is a folder, or in none; name a file in a folder that is there")
        if self.path.is_file() and 0 < self.path.stat().st_size < SMALLEST:
            raise NotAJournalError(_NO_DATABASE.format(path))
        self._db = self._opened()

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

    def bodies(self, after: int = 0) -> Iterator[tuple[int, bytes, str]]:
        ask = f"select seq, body, hash from entries where seq > ? order by seq limit {PAGE}"
        while rows := self._rows(ask, after):
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
        batch = _Batch([], {}, set(), set())
        outcomes = [self._outcome(draft, batch, sure=sure) for draft in drafts]
        if not batch.rows:
            return outcomes
        try:
            self._put_all(batch)
        except apsw.ConstraintError as error:
            if sure:
                raise BrokenError(f"{self.path}: {error}; stop play, verify the journal") from error
            raise _IdKnownError from error
        return outcomes

    def _put_all(self, batch: _Batch) -> None:
        memory = self._memory
        self._put("insert into entries", batch.rows)
        self._put("insert into marks", [(stream, no, seq) for seq, stream, no, *_ in batch.rows if no % PAGE == 0])
        ends = [(stream, memory.places[stream].no, memory.places[stream].seq) for stream in batch.streams]
        self._put("insert or replace into streams", ends)
        balances = [(account, memory.balances[account]) for account in batch.accounts]
        self._put("insert or replace into accounts", balances)

    def _put(self, words: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Many rows to a statement, in few sizes: other threads of the program come in between statements, not rows."""
        start = 0
        while start < len(rows):
            size = min(1 << (len(rows) - start).bit_length() - 1, TOGETHER)
            row = f"({', '.join('?' * len(rows[0]))})"
            self._db.execute(f"{words} values {', '.join([row] * size)}", [*chain(*rows[start : start + size])])
            start += size

    def _outcome(self, draft: Draft, batch: _Batch, *, sure: bool) -> Outcome:
        memory, stream, key = self._memory, draft.stream, (draft.stream, draft.id)
        moved = rules.net(draft.postings)
        rejected = self._rejected(draft, moved)
        if rejected or sure or key in batch.bodies:
            before = batch.bodies.get(key) or self._found(*key)
            if before is not None:
                return Repeated(before) if rules.is_repeat(draft, before) else rules.other_body(draft)
        if rejected:
            return rejected
        head = self._head()
        seq = head.seq + 1
        body, digest = rules.made(draft, seq, head.hash)
        for account, amount in moved.items():
            after = self._balance(account) + amount
            rules.check_balance(account, after)
            memory.balances[account] = after
        batch.rows.append((seq, stream, draft.no, draft.id, self._place(stream).seq, body, digest))
        batch.bodies[key] = body
        batch.streams.add(stream)
        batch.accounts.update(moved)
        memory.head = Head(seq, digest)
        memory.places[stream] = _Place(draft.no, draft.at, seq)
        return Written(seq, digest)

    def _rejected(self, draft: Draft, moved: dict[str, int]) -> Rejected | None:
        if draft.leader and (rejected := rules.not_leader(draft, self._lease(draft.stream))):
            return rejected
        place = self._place(draft.stream)
        if rejected := rules.out_of_order(draft, place.no) or rules.clock(draft, place.at):
            return rejected
        for account, amount in moved.items():
            if amount < 0 and (rejected := rules.short(account, -amount, self._balance(account))):
                return rejected
        return None

    # --- what the store remembers, or reads

    def _head(self) -> Head:
        head = self._memory.head
        if head is None:
            rows = self._db.execute("select seq, stream, no, body, hash from entries order by seq desc limit 1")
            head = Head(0, NOTHING)
            for seq, stream, no, body, digest in rows:
                entry = rules.read(body, digest, stream, no)
                if entry.seq != seq:
                    raise BrokenError(f"{self.path}: entry {seq} says it is {entry.seq}; stop play, verify the journal")
                head = Head(seq, digest)
            self._memory.head = head
        return head

    def _place(self, stream: str) -> _Place:
        place = self._memory.places.get(stream)
        if place is None:
            place = _Place(0, None, 0)
            ask = "select s.no, seq, body, hash from streams s left join entries using (seq) where s.stream = ?"
            for no, seq, body, digest in self._db.execute(ask, (stream,)):
                if body is None:
                    raise BrokenError(f"{stream}: entry {no} is missing; stop play, verify the journal")
                place = _Place(no, rules.read(body, digest, stream, no).at, seq)
            self._memory.places[stream] = place
        return place

    def _balance(self, account: str) -> int:
        balance = self._memory.balances.get(account)
        if balance is None:
            rows = self._db.execute("select balance from accounts where name = ?", (account,)).fetchall()
            balance = self._memory.balances[account] = _balance(account, rows)
        return balance

    def _lease(self, stream: str) -> Lease | None:
        if stream not in self._memory.leases:
            lease = None
            for holder, until in self._db.execute("select holder, until from leases where stream = ?", (stream,)):
                lease = Lease(stream, holder, datetime.fromisoformat(until))
            self._memory.leases[stream] = lease
        return self._memory.leases[stream]

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
                    raise _told(self.path, error) from error
                raise
            return done

    def _begin(self) -> None:
        """Nobody else writes from here on; what others wrote before makes the memory worthless."""
        if self._db.in_transaction:
            self._db.execute("rollback")
        self._db.execute("begin immediate")
        version = self._db.pragma("data_version")
        if version != self._memory.version or self._memory.is_full:
            self._memory.forget()
            self._memory.version = version

    def _rows(self, ask: str, *values: str | int) -> list[Any]:
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
            raise _told(self.path, error) from error

    def _borrowed(self) -> apsw.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return self._connected()

    def _connected(self) -> apsw.Connection:
        db = apsw.Connection(str(self.path), vfs=self._vfs)
        db.set_busy_timeout(PATIENCE)
        db.execute("pragma page_size = 8192; pragma synchronous = full")
        db.execute("pragma cache_size = -65536; pragma wal_autocheckpoint = 4000")
        return db

    def _opened(self) -> apsw.Connection:
        """The writing connection, on tables that are there; SQLite itself may not wait where several make one file."""
        until = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                return self._made()
            except apsw.NotADBError as error:
                raise NotAJournalError(_NO_DATABASE.format(self.path)) from error
            except apsw.Error as error:
                if not isinstance(error, apsw.BusyError) or time.monotonic() > until:
                    raise _told(self.path, error) from error
                time.sleep(0.005)

    def _made(self) -> apsw.Connection:
        db = self._connected()
        db.execute("begin")  # so that no table appears between two looks
        self._is_new(db)
        db.execute("commit")
        db.pragma("journal_mode", "wal")
        db.execute("begin immediate")
        if self._is_new(db):
            db.execute(_TABLES)
        db.execute("commit")
        return db

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


class _IdKnownError(Exception):
    """One of the ids of a batch was used before."""


def _balance(account: str, rows: list[Any]) -> int:
    balance: int = rows[0][0] if rows else 0
    rules.check_balance(account, balance)
    return balance


def _sound(stream: str, no: int, body: bytes, digest: str) -> bytes:
    rules.read(body, digest, stream, no)
    return body


def _told(path: Path, error: apsw.Error) -> BrokenError | UnavailableError:
    """What SQLite says, as a person needs it: the cause, and the next step."""
    if isinstance(error, _DAMAGED):
        return BrokenError(f"{path}: the file is damaged ({error}); stop play, verify the journal, restore a backup")
    for kind, cause, step in _CAUSES:
        if isinstance(error, kind):
            return UnavailableError(f"{path}: {cause} ({error}), and nothing was written; {step}")
    return UnavailableError(f"{path}: SQLite cannot go on ({error}), and nothing was written; give the command again")
