"""The journal in PostgreSQL, for a house of many machines: one chain, however many processes write to it.

A batch is one transaction, and it has the lock of the head from first to last, so that one writer at a time chains and
commits; it is acknowledged when the server has made it durable. What a store remembers (where streams end, balances,
leases) is only a copy, which others may have written past. A batch that names nothing else is judged by it all the
same, and the server compares what the batch stands on with what it has before it changes anything; where they differ,
or an id is known, nothing is written, and the batch is judged again by what the server has, with a look at each id. So
processes that lead different tables do not make each other read anything.

When the connection breaks while the server commits, the store asks again over a new one: the lock of the head says when
the old transaction has ended, and the last hash says how. A broken connection is an UnavailableError for the call that
met it, and the next call connects anew.

Connect straight to the server: settings, prepared statements and LISTEN belong to a session, which a pool that lends
connections by the transaction does not keep.
"""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime, timedelta
from functools import partial
from threading import RLock
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from dicehouse.journal import postgres_secrets
from dicehouse.journal.batch import NOWHERE, Batch, Memory, Place, chain, names
from dicehouse.journal.drafts import check, check_balance, check_name, check_time, read
from dicehouse.journal.postgres_schema import BEGIN, DEFAULTS, SESSION, Connection, begin_journal, failure, only, said
from dicehouse.journal.postgres_statements import (
    ADD_BALANCES,
    ADD_ENTRIES,
    ADD_STREAMS,
    KEEP,
    KNOWN_BALANCES,
    KNOWN_BODIES,
    KNOWN_LEASES,
    KNOWN_PLACES,
    LEASES_STAND,
    LIMIT,
    LOCK,
    MOVE_BALANCES,
    MOVE_HEAD,
    MOVE_STREAMS,
    NOTIFY,
    RENEW_LEASES,
    TAKE_LEASE,
)
from dicehouse.journal.store import BrokenError, Draft, Head, Lease, NotAJournalError, Outcome, UnavailableError

PAGE: Final = 1000
"""Entries that are read at a time."""
NEVER: Final = 2**31
"""Times that a statement is sent before the driver prepares it of itself."""


class PostgresStore:
    """A journal in the schema `dicehouse` of a PostgreSQL database."""

    def __init__(self, where: str, *, patience: float = 10) -> None:
        """Open the journal, or begin it in a database without one.

        `where` is a connection string. `patience` is how many seconds to wait for other writers, and for a server that
        broke off in a commit to be back and say what became of it.
        """
        try:
            self._where = make_conninfo(
                where, **{key: it for key, it in DEFAULTS.items() if key not in conninfo_to_dict(where)}
            )
        except psycopg.ProgrammingError as error:
            raise NotAJournalError(f"the connection string: {said(error)}; write postgresql://HOST/DATABASE") from error
        self._patience = patience
        self._half = round(patience * 500)
        """Milliseconds; a writer that stands still is put out by then, and the others still wait."""
        self._lock = RLock()
        self._memory = Memory()
        self._new: set[str] = set()
        """Accounts in the memory that the server has not."""
        self._connection: Connection | None = None
        self._closed = False
        with self._connected() as connection:
            begin_journal(connection)

    # --- writing

    def write(self, drafts: Sequence[Draft]) -> list[Outcome]:
        for draft in drafts:
            check(draft)
        if not drafts:
            return []
        with self._connected() as connection:
            head = self._locked(connection)
            if self._remember(drafts):
                self._memory.head = head
                try:
                    return self._sent(connection, chain(self._memory, drafts, _unlooked, sure=False), sure=False)
                except (_UnlookedError, psycopg.errors.DivisionByZero, psycopg.IntegrityError):
                    connection.execute("rollback")
                    head = self._locked(connection)
            bodies = self._recall(connection, head, drafts)
            batch = chain(self._memory, drafts, lambda stream, id: bodies.get((stream, id)), sure=True)
            return self._sent(connection, batch, sure=True)

    def _locked(self, connection: Connection) -> Head:
        """Begin a transaction with the lock of the head.

        Only who has it sends a commit: then nobody else gets it before that has come to an end, whatever happens to
        the connection.
        """
        with connection.pipeline():
            connection.execute(BEGIN)
            head = connection.execute(LOCK)
            connection.execute(LIMIT, [str(self._half)])
        return Head(*only(head))

    def _sent(self, connection: Connection, batch: Batch, *, sure: bool) -> list[Outcome]:
        """The outcomes, once the batch is durable."""
        if not batch.rows:
            connection.execute("rollback")
            return batch.outcomes
        try:
            with connection.pipeline():
                self._put(connection, batch, sure=sure)
                connection.execute("commit")
        except psycopg.Error as error:
            if not connection.broken:
                raise  # the server answered, and its answer is no
            if not self._is_written(batch, error):
                raise
        return batch.outcomes

    def _put(self, connection: Connection, batch: Batch, *, sure: bool) -> None:
        """Everything between the lock and the commit.

        Where it is sure, every statement is prepared, needed or not: what the driver prepares in a pipeline that then
        fails it takes for prepared, and after a failure where it is sure there is no more of this connection.
        """
        run = partial(connection.execute, prepare=sure or None)
        memory, last = self._memory, batch.rows[-1]
        run(MOVE_HEAD, [last.seq, last.hash, *batch.head])
        leases = [lease for stream in batch.places if (lease := memory.leases.get(stream))]
        if sure or leases:
            run(LEASES_STAND, [*_columns(leases, 3), len(leases)])
        seqs, streams, numbers, ids, _, bodies, hashes = _columns(batch.rows, 7)
        run(ADD_ENTRIES, [seqs, streams, numbers, ids, hashes, bodies])
        ends = [(stream, was.no, memory.places[stream]) for stream, was in batch.places.items()]
        begun = [(stream, it.no, it.at) for stream, was, it in ends if not was]
        if sure or begun:
            run(ADD_STREAMS, _columns(begun, 3))
        moved = [(stream, was, it.no, it.at) for stream, was, it in ends if was]
        run(MOVE_STREAMS, [*_columns(moved, 4), len(moved)])
        opened = [(account, memory.balances[account]) for account in batch.balances if account in self._new]
        if sure or opened:
            run(ADD_BALANCES, _columns(opened, 2))
        balances = [(it, was, memory.balances[it]) for it, was in batch.balances.items() if it not in self._new]
        run(MOVE_BALANCES, [*_columns(balances, 3), len(balances)])
        run(NOTIFY, [f"{last.seq} {last.hash}"])
        self._new -= batch.balances.keys()

    def _remember(self, drafts: Sequence[Draft]) -> bool:
        memory = self._memory
        if memory.is_full:
            return False
        streams, accounts = names(drafts)
        led = {draft.stream for draft in drafts if draft.leader}
        return streams <= memory.places.keys() and accounts <= memory.balances.keys() and led <= memory.leases.keys()

    def _recall(self, connection: Connection, head: Head, drafts: Sequence[Draft]) -> dict[tuple[str, str], bytes]:
        """Read what the batch names, and nothing else of what is remembered; the bodies of ids that are known."""
        memory = self._memory
        if memory.is_full:
            memory.forget()
        memory.head = head
        streams, accounts = map(sorted, names(drafts))
        ids = [[draft.stream for draft in drafts], [draft.id for draft in drafts]]
        with connection.pipeline():
            places = connection.execute(KNOWN_PLACES, [streams], binary=True)
            bodies = connection.execute(KNOWN_BODIES, ids, binary=True)
            leases = connection.execute(KNOWN_LEASES, [streams], binary=True)
            balances = connection.execute(KNOWN_BALANCES, [accounts], binary=True)
        memory.places |= dict.fromkeys(streams, NOWHERE) | {stream: Place(no, at, 0) for stream, no, at in places}
        memory.leases |= dict[str, Lease | None].fromkeys(streams) | {lease[0]: Lease(*lease) for lease in leases}
        known: dict[str, int] = dict(balances.fetchall())
        for account, amount in known.items():
            check_balance(account, amount)
        memory.balances |= dict.fromkeys(accounts, 0) | known
        self._new = self._new - known.keys() | (set(accounts) - known.keys())
        found = bodies.fetchall()
        for stream, _, no, body, digest in found:
            read(body, digest, stream, no)
        return {(stream, id): body for stream, id, _, body, _ in found}

    def _is_written(self, batch: Batch, error: psycopg.Error) -> bool:
        """Whether a batch was committed by a server that could not say so any more.

        The broken transaction had the lock of the head; whoever gets it after that knows that it has ended.
        """
        last = batch.rows[-1]
        until = time.monotonic() + self._patience
        while True:
            self._drop()
            try:
                connection = self._connect()
                connection.execute(BEGIN)
                connection.execute(LOCK)
                found = connection.execute("select hash from dicehouse.entries where seq = %s", [last.seq]).fetchone()
                connection.execute("rollback")
                return found == (last.hash,)
            except psycopg.Error as still:
                if time.monotonic() > until:
                    raise UnavailableError(
                        f"the connection broke in a commit ({said(error)}) and the server does not answer"
                        f" ({said(still)}); whether {len(batch.rows)} commands were written is not known:"
                        " give them again with the same ids"
                    ) from still
            time.sleep(0.05)

    # --- reading

    def head(self) -> Head:
        with self._connected() as connection:
            return Head(*only(connection.execute("select seq, hash from dicehouse.head")))

    def length(self, stream: str) -> int:
        with self._connected() as connection:
            row = connection.execute("select no from dicehouse.streams where stream = %s", [stream]).fetchone()
        return row[0] if row else 0

    def find(self, stream: str, id: str) -> bytes | None:
        question = "select no, body, hash from dicehouse.entries where stream = %s and id = %s"
        with self._connected() as connection:
            row = connection.execute(question, [stream, id], binary=True).fetchone()
        if row is None:
            return None
        no, body, recorded = row
        read(body, recorded, stream, no)
        return bytes(body)

    def bodies(self, after: int = 0, without: bytes = b"") -> Iterator[tuple[int, bytes, str]]:
        while True:
            with self._connected() as connection:
                page = _page(connection, after, without)
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1][0]

    def stream(self, stream: str, after: int = 0) -> Iterator[bytes]:
        question = "select no, body, hash from dicehouse.entries where stream = %s and no > %s order by no limit %s"
        while True:
            with self._connected() as connection:
                page = connection.execute(question, [stream, after, PAGE], binary=True).fetchall()
            for no, body, recorded in page:
                if no != after + 1:
                    raise BrokenError(f"{stream}: entry {no} follows entry {after}; stop play, verify the journal")
                read(body, recorded, stream, no)
                yield body
                after = no
            if len(page) < PAGE:
                return

    def follow(self, after: int = 0, timeout: float | None = None) -> Iterator[tuple[int, bytes, str]]:
        """Number, body and recorded hash of every entry, and of those to come as they are written.

        It ends once `timeout` seconds have gone by without a new one; without a timeout it goes on.
        """
        try:
            with self._open() as connection:
                connection.execute("listen dicehouse")
                while True:
                    while page := _page(connection, after):
                        yield from page
                        after = page[-1][0]
                    if not list(connection.notifies(timeout=timeout, stop_after=1)):
                        return
        except psycopg.Error as error:
            raise failure(error) from error

    def balance(self, account: str) -> int:
        with self._connected() as connection:
            row = connection.execute("select amount from dicehouse.balances where account = %s", [account]).fetchone()
        amount: int = row[0] if row else 0
        check_balance(account, amount)
        return amount

    def balances(self, prefix: str = "") -> dict[str, int]:
        question = "select account, amount from dicehouse.balances where starts_with(account, %s) order by account"
        with self._connected() as connection:
            found = dict(connection.execute(question, [prefix]).fetchall())
        for account, amount in found.items():
            check_balance(account, amount)
        return found

    # --- snapshots, leases and checkpoints

    def keep(self, stream: str, no: int, snapshot: bytes) -> None:
        length = self.length(stream)
        if not 0 <= no <= length:
            raise BrokenError(
                f"{stream}: a snapshot after entry {no}, and it has {length}; keep it once they are written"
            )
        with self._connected() as connection:
            connection.execute(KEEP, [stream, no, snapshot])

    def kept(self, stream: str) -> tuple[int, bytes] | None:
        question = "select no, snapshot from dicehouse.snapshots where stream = %s"
        with self._connected() as connection:
            row = connection.execute(question, [stream], binary=True).fetchone()
        return (row[0], row[1]) if row else None

    def lead(self, stream: str, holder: str, now: datetime, seconds: int) -> Lease | None:
        """The head is locked, so that the old leader's last entry stands before the new leader is one."""
        check_name("stream", stream)
        check_name("holder", holder)
        check_time(stream, now)
        lease = Lease(stream, holder, now + timedelta(seconds=seconds))
        with self._connected() as connection:
            with connection.pipeline():
                connection.execute(BEGIN)
                connection.execute(LOCK)
                taken = connection.execute(TAKE_LEASE, [*lease[:2], lease.until, now])
                connection.execute("commit")
            if not taken.rowcount:
                self._memory.leases.pop(stream, None)
                return None
            self._memory.leases[stream] = lease
        return lease

    def renew(self, streams: Collection[str], holder: str, now: datetime, seconds: int) -> set[str]:
        """No leader changes by it, so that no writer has to wait."""
        until = now + timedelta(seconds=seconds)
        with self._connected() as connection:
            rows = connection.execute(RENEW_LEASES, [until, holder, sorted(streams)]).fetchall()
            for stream in streams:
                self._memory.leases.pop(stream, None)
            renewed = {stream for (stream,) in rows}
            self._memory.leases |= {stream: Lease(stream, holder, until) for stream in renewed}
        return renewed

    def leases(self, now: datetime) -> dict[str, Lease]:
        question = "select stream, holder, until from dicehouse.leases where until > %s order by stream"
        with self._connected() as connection:
            return {stream: Lease(stream, *rest) for stream, *rest in connection.execute(question, [now]).fetchall()}

    def release(self, stream: str, holder: str) -> None:
        with self._connected() as connection:
            self._memory.leases.pop(stream, None)
            connection.execute("delete from dicehouse.leases where stream = %s and holder = %s", [stream, holder])

    def seal(self, checkpoint: bytes) -> None:
        with self._connected() as connection:
            connection.execute("insert into dicehouse.seals (checkpoint) values (%b)", [checkpoint])

    def seals(self) -> list[bytes]:
        with self._connected() as connection:
            found = connection.execute("select checkpoint from dicehouse.seals order by no", binary=True).fetchall()
        return [checkpoint for (checkpoint,) in found]

    # --- secrets

    def keep_secrets(
        self, changes: Mapping[str, bytes | None], expected: Mapping[str, bytes | None] | None = None
    ) -> bool:
        with self._connected() as connection:
            return postgres_secrets.keep(connection, changes, expected or {})

    def secret(self, name: str) -> bytes | None:
        with self._connected() as connection:
            return postgres_secrets.secret(connection, name)

    def secrets(self) -> dict[str, bytes]:
        with self._connected() as connection:
            return postgres_secrets.every(connection)

    def kept_openly(self) -> dict[str, bytes]:
        with self._connected() as connection:
            return postgres_secrets.kept_openly(connection)

    def forget_kept_openly(self) -> None:
        with self._connected() as connection:
            postgres_secrets.forget_kept_openly(connection)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._drop()

    # --- the connection

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """The connection, for one thread at a time; whatever goes wrong, the next call begins with a new one."""
        with self._lock:
            try:
                yield self._connect()
            except psycopg.Error as error:
                self._drop()
                raise failure(error) from error
            except BaseException:
                self._drop()
                raise

    def _connect(self) -> Connection:
        if self._connection is None:
            self._connection = self._open()
        return self._connection

    def _open(self) -> Connection:
        if self._closed:
            raise UnavailableError("the journal was closed; open it again")
        with ExitStack() as undone:
            connection = undone.enter_context(
                closing(psycopg.connect(self._where, autocommit=True, prepare_threshold=NEVER))
            )
            connection.execute(SESSION.format(patience=2 * self._half, half=self._half))
            undone.pop_all()
        return connection

    def _drop(self) -> None:
        self._memory.forget()
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _page(connection: Connection, after: int, without: bytes = b"") -> list[tuple[int, bytes, str]]:
    held = "and position(%s::bytea in body) = 0" if without else ""
    question = f"select seq, body, hash from dicehouse.entries where seq > %s {held} order by seq limit %s"
    found = connection.execute(question, [after, *([without] if without else ()), PAGE], binary=True)
    return [(seq, body, recorded) for seq, body, recorded in found]


class _UnlookedError(Exception):
    """A draft cannot be answered without a look at what the server has."""


def _unlooked(*_: str) -> bytes | None:
    raise _UnlookedError


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]
