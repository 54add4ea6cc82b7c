"""A real PostgreSQL server for the tests that ask for one."""

from tests.journal.pg import database, server

__all__ = ["database", "server"]
