"""A process that serves a house opens the file of its journal through SQLite alone.

Whatever else opened it, to verify, hash, copy or export it, would drop the process's locks when it closed it again, and
what was acknowledged after that could be lost (tests/journal/test_own_file.py).
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dicehouse.reports.catalogue import REPORTS
from tests.web.served import Browser, Served
from tests.web.test_inspection import READS

_watched: list[str] = []
"""Files of which every opening is noted; a hook of Python's cannot be taken out again."""
_opened: list[tuple[str, Any]] = []


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "open" or not _watched or isinstance(arguments[0], int):
        return
    path = os.path.realpath(os.fsdecode(arguments[0]))
    makes = bool(arguments[2] and arguments[2] & os.O_EXCL)  # a file that was not there is nobody's yet
    if path in _watched and not makes:
        _opened.append((path, arguments[1:]))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "journal.db"
    sys.addaudithook(_hook)
    _watched.extend(os.path.realpath(f"{path}{part}") for part in ("", "-wal", "-shm"))
    yield path
    _watched.clear()
    _opened.clear()


def test_a_house_that_is_served_opens_its_journal_through_sqlite_alone(journal: Path) -> None:
    for _ in range(2):  # a new journal, and one that goes on
        house = Served(journal)
        try:
            ines = Browser(house).signs_in("demo", who="Ines")
            reports = (f"reports/{name}{'?patron=Ann' if it.of_patrons else ''}" for name, it in REPORTS.items())
            for path in (*READS, *reports):
                assert ines.get(f"/api/inspector/{path}").status in {200, 404}
            with ines.line() as line:
                line.sends({"watch": {"as": "inspector"}})
                line.sees("inspector")
                assert ines.post("/api/inspector/proof", {}).status == 200
                line.sees("inspector", lambda it: it["proof"]["state"] == "stands")
            assert _opened == []
        finally:
            house.stop()
    assert _opened == []
    journal.open("rb").close()
    assert len(_opened) == 1, "an opening would have been noticed"
