"""Fixtures that several tests of the journal share."""

from tests.journal.pg import database, server

__all__ = ["database", "server"]
