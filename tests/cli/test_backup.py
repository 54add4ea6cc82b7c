"""`dicehouse backup`: one line for a copy that stands, one for what stands in its way."""

from pathlib import Path

import pytest

from dicehouse.journal.record import hash_of
from dicehouse.journal.verify import verify
from tests.commands import dicehouse
from tests.logs import database, log_of

LOG = log_of(30)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    database(tmp_path / "house.db", LOG)
    return tmp_path / "house.db"


def test_a_copy_is_one_line(file: Path) -> None:
    copy = file.with_name("copy.db")
    (line,) = dicehouse("backup", str(file), str(copy)).rows
    assert line.startswith(f"{copy}: 30 entries copied and verified; head {hash_of(LOG[-1])}; root ")
    assert verify(copy).entries == 30


def test_a_place_that_is_taken_is_one_line_and_status_2(file: Path) -> None:
    done = dicehouse("backup", str(file), str(file))
    assert done.mistake == f"{file}: it is the journal itself; name a file that is not there yet"


@pytest.mark.parametrize("address", ["postgresql://db.house/dicehouse", "postgres://db.house/dicehouse"])
def test_a_journal_on_a_server_is_copied_by_that(address: str, tmp_path: Path) -> None:
    said = dicehouse("backup", address, str(tmp_path / "copy.db")).mistake
    assert "pg_dump --format=custom --file=TO ADDRESS" in said
    assert "dicehouse verify ADDRESS" in said


def test_progress_goes_to_standard_error(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehouse.cli.backup.PATIENCE", 0.0)
    monkeypatch.setattr("dicehouse.journal.verify.chain.PATIENCE", 0.0)
    database(file, log_of(1100))
    said = dicehouse("backup", str(file), str(file.with_name("copy.db"))).err
    assert "pages copied" in said
    assert " of " in said
    assert "1024 records verified" in said
