"""The journal in PostgreSQL, for a house of many machines: one chain, however many processes write to it.

A batch is one transaction. It first locks the row of the head, so that one writer at a time judges, chains and commits;
it is acknowledged when the server has made it durable. When the connection breaks while the server commits, the store
asks again over a new one: the lock of the head says when the old transaction has ended, and the last hash says how. A
broken connection is an UnavailableError for the call that met it, and the next call connects anew.

Connect straight to the server: settings, prepared statements and LISTEN belong to a session, which a pool that lends
connections by the transaction does not keep.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime, timedelta
from threading import RLock
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from dicehouse.journal.batch import Batch, Known, Place, chain, names
from dicehouse.journal.drafts import check, check_balance, check_name, check_time, read
from dicehouse.journal.record import NOTHING
from dicehouse.journal.store import BrokenError, Draft, Head, Lease, NotAJournalError, Outcome, UnavailableError

VERSION: Final = 1
"""Of the tables below; a journal of a later one is not opened."""
PAGE: Final = 1000
"""Entries that are read at a time."""

Connection = psycopg.Connection[tuple[Any, ...]]

DEFAULTS: Final[dict[str, str | int]] = {
    "application_name": "dicehouse",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Of a connection, where the operator says nothing else: a server that went silent is given up within seconds."""

SESSION: Final = """
    select set_config('synchronous_commit', 'on', false)
    where current_setting('synchronous_commit') not in ('on', 'remote_apply');
    set enable_seqscan = off;
    set enable_hashjoin = off;
    set enable_mergejoin = off;
    set lock_timeout = '{patience}ms';
    set idle_in_transaction_session_timeout = '{half}ms';
    set tcp_keepalives_idle = 5;
    set tcp_keepalives_interval = 2;
    set tcp_keepalives_count = 3;
    set tcp_user_timeout = '10s'
"""
"""Durable before it is acknowledged; every question by its index, also with a plan from when the journal was small; and
a writer that stops in the middle is put out before the others have waited too long."""

TABLES: Final = """
    create table dicehouse.version (version integer not null);
    insert into dicehouse.version values (1);

    create table dicehouse.head (seq bigint not null, hash text not null) with (fillfactor = 10);

    create table dicehouse.entries (
        seq bigint primary key,
        stream text collate "C" not null,
        no bigint not null,
        id text collate "C" not null,
        hash text not null,
        body bytea not null,
        unique (stream, no),
        unique (id, stream)
    );

    create table dicehouse.streams (
        stream text collate "C" primary key,
        no bigint not null,
        at timestamptz not null
    ) with (fillfactor = 50);

    create table dicehouse.balances (
        account text collate "C" primary key,
        amount bigint not null check (amount >= 0 or starts_with(account, '~'))
    ) with (fillfactor = 50);

    create table dicehouse.leases (
        stream text collate "C" primary key,
        holder text not null,
        until timestamptz not null
    );

    create table dicehouse.snapshots (
        stream text collate "C" primary key,
        no bigint not null,
        snapshot bytea not null
    );

    create table dicehouse.seals (no bigint generated always as identity primary key, checkpoint bytea not null);
"""
"""Ids stand before streams in their index: those that rise with time lie side by side, whatever their stream."""

BEGIN: Final = "begin isolation level read committed read write"
LOCK: Final = "select seq, hash from dicehouse.head for update"
LIMIT: Final = """
    select set_config('transaction_timeout', %s, true) where current_setting('transaction_timeout', true) is not null
"""
"""From PostgreSQL 17 on; it also ends a writer whose line went dead between two messages."""

KNOWN_PLACES: Final = "select stream, no, at from dicehouse.streams where stream = any(%b::text[])"
KNOWN_LEASES: Final = "select stream, holder, until from dicehouse.leases where stream = any(%b::text[])"
KNOWN_BALANCES: Final = "select account, amount from dicehouse.balances where account = any(%b::text[])"
KNOWN_BODIES: Final = """
    select stream, id, body
    from unnest(%b::text[], %b::text[]) as draft (stream, id) join dicehouse.entries using (stream, id)
"""
ADD_ENTRIES: Final = """
    insert into dicehouse.entries (seq, stream, no, id, hash, body)
    select * from unnest(%b::bigint[], %b::text[], %b::bigint[], %b::text[], %b::text[], %b::bytea[])
"""
MOVE_STREAMS: Final = """
    insert into dicehouse.streams (stream, no, at)
    select * from unnest(%b::text[], %b::bigint[], %b::timestamptz[])
    on conflict (stream) do update set no = excluded.no, at = excluded.at
"""
MOVE_BALANCES: Final = """
    insert into dicehouse.balances (account, amount)
    select * from unnest(%b::text[], %b::bigint[])
    on conflict (account) do update set amount = excluded.amount
"""
TAKE_LEASE: Final = """
    insert into dicehouse.leases as lease (stream, holder, until) values (%s, %s, %s)
    on conflict (stream) do update set holder = excluded.holder, until = excluded.until
    where lease.holder = excluded.holder or lease.until <= %s
"""
KEEP: Final = """
    insert into dicehouse.snapshots as latest (stream, no, snapshot) values (%s, %s, %b)
    on conflict (stream) do update set no = excluded.no, snapshot = excluded.snapshot
    where latest.no <= excluded.no
"""


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
            raise NotAJournalError(
                f"the connection string: {_said(error)}; write postgresql://HOST/DATABASE"
            ) from error
        self._patience = patience
        self._half = round(patience * 500)
        """Milliseconds; a writer that stands still is put out by then, and the others still wait."""
        self._lock = RLock()
        self._connection: Connection | None = None
        self._closed = False
        with self._connected() as connection:
            _begin_journal(connection)

    # --- writing

    def write(self, drafts: Sequence[Draft]) -> list[Outcome]:
        for draft in drafts:
            check(draft)
        if not drafts:
            return []
        with self._connected() as connection:
            batch = chain(_known(connection, drafts, self._half), drafts)
            if not batch.rows:
                connection.execute("rollback")
                return batch.outcomes
            try:
                _commit(connection, batch)
            except psycopg.Error as error:
                if not connection.broken:
                    raise  # the server answered, and its answer is no
                if not self._is_written(batch, error):
                    raise
        return batch.outcomes

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
                        f"the connection broke in a commit ({_said(error)}) and the server does not answer"
                        f" ({_said(still)}); whether {len(batch.rows)} commands were written is not known:"
                        " give them again with the same ids"
                    ) from still
            time.sleep(0.05)

    # --- reading

    def head(self) -> Head:
        with self._connected() as connection:
            return Head(*_only(connection.execute("select seq, hash from dicehouse.head")))

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

    def bodies(self, after: int = 0) -> Iterator[tuple[int, bytes, str]]:
        while True:
            with self._connected() as connection:
                page = _page(connection, after)
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
            raise _failure(error) from error

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
        with self._connected() as connection, connection.pipeline():
            connection.execute(BEGIN)
            connection.execute(LOCK)
            taken = connection.execute(TAKE_LEASE, [*lease[:2], lease.until, now])
            connection.execute("commit")
        return lease if taken.rowcount else None

    def release(self, stream: str, holder: str) -> None:
        with self._connected() as connection:
            connection.execute("delete from dicehouse.leases where stream = %s and holder = %s", [stream, holder])

    def seal(self, checkpoint: bytes) -> None:
        with self._connected() as connection:
            connection.execute("insert into dicehouse.seals (checkpoint) values (%b)", [checkpoint])

    def seals(self) -> list[bytes]:
        with self._connected() as connection:
            found = connection.execute("select checkpoint from dicehouse.seals order by no", binary=True).fetchall()
        return [checkpoint for (checkpoint,) in found]

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
                raise _failure(error) from error
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
            connection = undone.enter_context(closing(psycopg.connect(self._where, autocommit=True)))
            connection.execute(SESSION.format(patience=2 * self._half, half=self._half))
            undone.pop_all()
        return connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _begin_journal(connection: Connection) -> None:
    """Make the tables if there are none, and see that they are of a version we know, on a server that keeps them."""
    where = f"database {connection.info.dbname}"
    encoding, fsync = _only(connection.execute("select current_setting('server_encoding'), current_setting('fsync')"))
    if encoding != "UTF8":
        raise NotAJournalError(f"{where}: its encoding is {encoding}; make it with encoding UTF8")
    if fsync != "on":
        raise NotAJournalError(f"{where}: its server has fsync {fsync} and would lose entries; switch fsync on")
    connection.execute(BEGIN)
    connection.execute("select pg_advisory_xact_lock(hashtext('dicehouse'))")
    if _only(connection.execute("select to_regclass('dicehouse.version')")) == (None,):
        if _only(connection.execute("select to_regnamespace('dicehouse')")) != (None,):
            raise NotAJournalError(f"{where}: its schema dicehouse holds no journal; name another database")
        connection.execute("create schema dicehouse")
        connection.execute(TABLES)
        connection.execute("insert into dicehouse.head values (0, %s)", [NOTHING])
    (version,) = _only(connection.execute("select version from dicehouse.version"))
    connection.execute("commit")
    if version > VERSION:
        raise NotAJournalError(
            f"{where}: its journal is of version {version}, and this program knows up to {VERSION};"
            " open it with a later program"
        )


def _known(connection: Connection, drafts: Sequence[Draft], milliseconds: int) -> Known:
    """Lock the head, then look up what the batch names; the transaction stays open for so long."""
    streams, accounts = names(drafts)
    ids = [[draft.stream for draft in drafts], [draft.id for draft in drafts]]
    with connection.pipeline():
        connection.execute(BEGIN)
        head = connection.execute(LOCK)
        connection.execute(LIMIT, [str(milliseconds)])
        places = connection.execute(KNOWN_PLACES, [streams], binary=True)
        bodies = connection.execute(KNOWN_BODIES, ids, binary=True)
        leases = connection.execute(KNOWN_LEASES, [streams], binary=True)
        balances = connection.execute(KNOWN_BALANCES, [accounts], binary=True)
    known = Known(
        head=Head(*_only(head)),
        places={stream: Place(no, at) for stream, no, at in places},
        bodies={(stream, id): body for stream, id, body in bodies},
        leases={lease[0]: Lease(*lease) for lease in leases},
        balances=dict(balances.fetchall()),
    )
    for account, amount in known.balances.items():
        check_balance(account, amount)
    return known


def _commit(connection: Connection, batch: Batch) -> None:
    last = batch.rows[-1]
    places, balances = batch.places, batch.balances
    with connection.pipeline():
        connection.execute(ADD_ENTRIES, [list(column) for column in zip(*batch.rows, strict=True)])
        connection.execute(
            MOVE_STREAMS,
            [list(places), [place.no for place in places.values()], [place.at for place in places.values()]],
        )
        connection.execute(MOVE_BALANCES, [list(balances), list(balances.values())])
        connection.execute("update dicehouse.head set seq = %s, hash = %s", [last.seq, last.hash])
        connection.execute("select pg_notify('dicehouse', %s)", [f"{last.seq} {last.hash}"])
        connection.execute("commit")


def _page(connection: Connection, after: int) -> list[tuple[int, bytes, str]]:
    question = "select seq, body, hash from dicehouse.entries where seq > %s order by seq limit %s"
    found = connection.execute(question, [after, PAGE], binary=True)
    return [(seq, body, recorded) for seq, body, recorded in found]


def _only(cursor: psycopg.Cursor[tuple[Any, ...]]) -> tuple[Any, ...]:
    rows = cursor.fetchall()
    if len(rows) != 1:
        raise BrokenError(f"the journal has {len(rows)} rows where 1 must be; stop play, restore a backup")
    return rows[0]


def _failure(error: psycopg.Error) -> BrokenError | UnavailableError:
    """The server's own rules were broken, or it cannot do it just now."""
    if isinstance(error, psycopg.IntegrityError | psycopg.DataError):
        return BrokenError(f"the journal contradicts itself: {_said(error)}; stop play, verify the journal")
    return UnavailableError(f"PostgreSQL cannot do it now: {_said(error)}; nothing was written, try again")


def _said(error: psycopg.Error) -> str:
    """What the server or the connection said, on one line."""
    return " ".join(str(error).split()) or type(error).__name__
