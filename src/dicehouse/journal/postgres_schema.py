"""The tables of a journal in PostgreSQL, the session of a store with its server, and what is said when that fails.

A connection is durable before it acknowledges, and gives up a silent server within seconds. A journal of a later
version, a schema of somebody else and a server that does not wait for its disk are not taken.
"""

from typing import Any, Final

import psycopg

from dicehouse.journal.record import NOTHING
from dicehouse.journal.store import BrokenError, NotAJournalError, UnavailableError

VERSION: Final = 3
"""Of the tables below; a journal of a later one is not opened. From 2 on there are secrets; from 3 on a table goes by
the rulebook that it was opened by, so that no earlier program goes on by another."""
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
    set plan_cache_mode = force_generic_plan;
    set lock_timeout = '{patience}ms';
    set idle_in_transaction_session_timeout = '{half}ms';
    set tcp_keepalives_idle = 5;
    set tcp_keepalives_interval = 2;
    set tcp_keepalives_count = 3;
    set tcp_user_timeout = '10s'
"""
"""Durable before it is acknowledged; every question by its index, also with a plan from when the journal was small; and
a writer that stops in the middle is put out before the others have waited too long."""

SECRETS: Final = 'create table dicehouse.secrets (name text collate "C" primary key, sealed bytea not null);'

TABLES: Final = f"""
    create table dicehouse.version (version integer not null);
    insert into dicehouse.version values ({VERSION});

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

    {SECRETS}
"""
"""Ids stand before streams in their index: those that rise with time lie side by side, whatever their stream."""

COPIED: Final = 2
"""Of this version a copy is laid aside before it is brought up to date; one of the first has its secrets openly."""
UPGRADES: Final = {
    1: f"{SECRETS} update dicehouse.version set version = 2",
    2: "update dicehouse.version set version = 3",
}
"""What a journal of an earlier version lacks."""

CAUSES: Final[tuple[tuple[type[psycopg.Error], str], ...]] = (
    (
        psycopg.errors.DiskFull,
        "there is no room left on its disk; free some, then give the command again",
    ),
    (
        psycopg.errors.ReadOnlySqlTransaction,
        "its server may only be read; connect to the one that is written to, or make it writable",
    ),
)

BEGIN: Final = "begin isolation level read committed read write"


def begin_journal(connection: Connection) -> None:
    """Make the tables if there are none, and see that they are of a version we know, on a server that keeps them."""
    where = f"database {connection.info.dbname}"
    encoding, fsync = only(connection.execute("select current_setting('server_encoding'), current_setting('fsync')"))
    if encoding != "UTF8":
        raise NotAJournalError(f"{where}: its encoding is {encoding}; make it with encoding UTF8")
    if fsync != "on":
        raise NotAJournalError(f"{where}: its server has fsync {fsync} and would lose entries; switch fsync on")
    connection.execute(BEGIN)
    connection.execute("select pg_advisory_xact_lock(hashtext('dicehouse'))")
    if only(connection.execute("select to_regclass('dicehouse.version')")) == (None,):
        if only(connection.execute("select to_regnamespace('dicehouse')")) != (None,):
            raise NotAJournalError(f"{where}: its schema dicehouse holds no journal; name another database")
        connection.execute("create schema dicehouse")
        connection.execute(TABLES)
        connection.execute("insert into dicehouse.head values (0, %s)", [NOTHING])
    (version,) = only(connection.execute("select version from dicehouse.version"))
    is_copied = version == COPIED
    while version in UPGRADES:
        version = _upgraded(connection, version, is_copied)
    connection.execute("commit")
    if version > VERSION:
        raise NotAJournalError(
            f"{where}: its journal is of version {version}, and this program knows up to {VERSION};"
            " open it with a later program"
        )


def _upgraded(connection: Connection, version: int, is_copied: bool) -> int:
    try:
        if is_copied:
            _lay_copy_aside(connection)
        connection.execute(UPGRADES[version])
    except psycopg.errors.InsufficientPrivilege as error:
        raise NotAJournalError(
            f"database {connection.info.dbname}: its journal is of version {version}, and {connection.info.user} may"
            f" not bring it to version {version + 1}; open it once as its owner, then grant the rights of the new table"
        ) from error
    return version + 1


def _lay_copy_aside(connection: Connection) -> None:
    """A schema beside the journal's own with all of its tables as they are, held against them row by row."""
    copy = f"dicehouse_version_{COPIED}"
    if only(connection.execute("select to_regnamespace(%s)", [copy])) != (None,):
        return
    connection.execute(f"create schema {copy}".encode())
    tables = connection.execute("select tablename from pg_tables where schemaname = 'dicehouse' order by 1").fetchall()
    for (table,) in tables:
        own, other = f"dicehouse.{table}", f"{copy}.{table}"
        connection.execute(f"create table {other} as table {own}".encode())
        both = f"(table {own} except all table {other}) union all (table {other} except all table {own})"
        if only(connection.execute(f"select count(*) from ({both}) as differ".encode())) != (0,):
            raise BrokenError(f"database {connection.info.dbname}: {table} cannot be copied as it is; restore a backup")


def only(cursor: psycopg.Cursor[tuple[Any, ...]]) -> tuple[Any, ...]:
    rows = cursor.fetchall()
    if len(rows) != 1:
        raise BrokenError(f"the journal has {len(rows)} rows where 1 must be; stop play, restore a backup")
    return rows[0]


def failure(error: psycopg.Error) -> BrokenError | UnavailableError:
    """The server's own rules were broken, or it cannot do it just now."""
    if isinstance(error, psycopg.IntegrityError | psycopg.DataError):
        return BrokenError(f"the journal contradicts itself: {said(error)}; stop play, verify the journal")
    for kind, cause in CAUSES:
        if isinstance(error, kind):
            return UnavailableError(f"PostgreSQL cannot write: {cause} ({said(error)}); nothing was written")
    return UnavailableError(f"PostgreSQL cannot do it now: {said(error)}; nothing was written, try again")


def said(error: psycopg.Error) -> str:
    """What the server or the connection said, on one line."""
    return " ".join(str(error).split()) or type(error).__name__
