"""Sealed secrets in PostgreSQL, in a table of their own, which an auditor's role does not see."""

from collections.abc import Mapping
from typing import Final

from dicehouse.journal.postgres_schema import BEGIN, Connection

LOCK: Final = "lock table dicehouse.secrets in share row exclusive mode"
"""One writer of secrets at a time, so that what it expects stays so until it has written; nobody waits to read."""
KEEP: Final = """
    insert into dicehouse.secrets values (%s, %b) on conflict (name) do update set sealed = excluded.sealed
"""


def keep(connection: Connection, changes: Mapping[str, bytes | None], expected: Mapping[str, bytes | None]) -> bool:
    connection.execute(BEGIN)
    connection.execute(LOCK)
    if any(secret(connection, name) != sealed for name, sealed in expected.items()):
        connection.execute("rollback")
        return False
    for name, sealed in changes.items():
        if sealed is None:
            connection.execute("delete from dicehouse.secrets where name = %s", [name])
        else:
            connection.execute(KEEP, [name, sealed])
    connection.execute("commit")
    return True


def secret(connection: Connection, name: str) -> bytes | None:
    row = connection.execute("select sealed from dicehouse.secrets where name = %s", [name], binary=True).fetchone()
    return row[0] if row else None


def every(connection: Connection) -> dict[str, bytes]:
    return dict(connection.execute("select name, sealed from dicehouse.secrets order by name", binary=True).fetchall())


def kept_openly(connection: Connection) -> dict[str, bytes]:
    question = "select stream, snapshot from dicehouse.snapshots where starts_with(stream, '~') order by stream"
    return dict(connection.execute(question, binary=True).fetchall())


def forget_kept_openly(connection: Connection) -> None:
    """The server itself overwrites it when it next vacuums the table."""
    connection.execute("delete from dicehouse.snapshots where starts_with(stream, '~')")
