"""A real PostgreSQL server for the tests, begun in a temporary directory and stopped at the end.

Each process of a test run that asks for one has a server of its own, so that a test may stop it and hinder no other.
`server` starts it once; `database` is the address of a database in it that is empty at the start of each test.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.postgres_server import HOUSE, Server

__all__ = ["HOUSE", "Server", "database", "server"]


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
