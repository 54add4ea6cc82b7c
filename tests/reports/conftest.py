"""The evening that the tests of reports and exports share."""

from pathlib import Path

import pytest

from tests.journal.pg import database, server
from tests.reports.evening import written

__all__ = ["database", "server"]


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal on disk, to be read only."""
    return written(tmp_path_factory.mktemp("evening") / "house.db")
