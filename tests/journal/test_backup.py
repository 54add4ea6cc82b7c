"""A copy of a journal, made while others write to it, that is verified before it has its name."""

import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import apsw
import pytest

from dicehouse.journal import backup as module
from dicehouse.journal.backup import BackupError, backup
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.verify import verify
from tests.journal.aside import draft, open_store
from tests.journal.contract import ASIDE, sound, whys
from tests.logs import database, log_of


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder / "house.db"


def test_a_copy_holds_what_is_in_the_write_ahead_log_and_is_its_owners_alone(file: Path, copy: Path) -> None:
    store = SqliteStore(file)
    store.write([draft(no=no) for no in range(1, 41)])
    report = backup(file, copy)
    assert (report.entries, report.head) == (40, store.head().hash)
    assert [it.name for it in copy.parent.iterdir()] == ["house.db"]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    store.close()
    restored = SqliteStore(copy)
    assert len(sound(restored)["table 1"]) == 40
    assert whys(restored.write([draft(no=41)])) == ["written"]
    restored.close()


def test_a_copy_made_under_load_takes_nothing_from_the_writer_and_is_of_one_moment(
    file: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In small steps, with writers in between; afterwards everything acknowledged is in the journal itself."""
    monkeypatch.setattr(module, "PAGES", 1)
    address = f"dicehouse.journal.sqlite:SqliteStore:{file}"
    run = [sys.executable, str(ASIDE), address, "load", "4"]
    with subprocess.Popen(run, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline() for _ in range(50)]
        listener = threading.Thread(target=lambda: said.extend(writer.stdout or ()))
        listener.start()
        reports = [backup(file, copy.with_name(f"{number}.db")) for number in range(3)]
        writer.send_signal(signal.SIGKILL)
        listener.join()
    assert 50 <= reports[0].entries < reports[1].entries < reports[2].entries
    store = open_store(address)
    hashes = {seq: digest for seq, _, digest in store.bodies()}
    assert all(hashes[int(it.split()[2])] == it.split()[3] for it in said if it.endswith("\n"))
    assert [hashes[it.entries] for it in reports] == [it.head for it in reports]
    store.close()


def test_progress_is_told_of_the_copy_and_of_its_verification(
    file: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAGES", 20)
    monkeypatch.setattr("dicehouse.journal.verify.chain.PATIENCE", 0.0)
    database(file, log_of(1100))
    told: list[tuple[str, int, int]] = []
    backup(file, copy, lambda *said: told.append(said))
    pages = [(done, of) for what, done, of in told if what == "pages copied"]
    assert len(pages) > 3
    assert pages == sorted(pages)
    assert pages[-1][0] == pages[-1][1]
    assert told[-1] == ("records verified", 1024, 0)


def mistake(journal: Path, to: Path) -> str:
    with pytest.raises(BackupError) as error:
        backup(journal, to)
    return str(error.value)


def test_what_cannot_be_copied_or_has_no_place_is_told(file: Path, copy: Path) -> None:
    assert mistake(file, copy) == f"{file}: there is no such file; name the file of a journal"
    SqliteStore(file).close()
    assert mistake(file, file) == f"{file}: it is the journal itself; name a file that is not there yet"
    link = file.with_name("link.db")
    link.symlink_to(file)
    assert mistake(file, link) == f"{link}: it is the journal itself; name a file that is not there yet"
    nowhere = copy.parent / "none" / "house.db"
    assert mistake(file, nowhere) == f"{nowhere.parent}: there is no such folder; make it, or name another"
    copy.write_bytes(b"another's")
    assert mistake(file, copy) == f"{copy}: it is there already; name a file that is not there yet"
    assert copy.read_bytes() == b"another's"
    copy.unlink()
    text = file.with_name("a.txt")
    text.write_text("no journal, but long enough to be looked at as one. " * 30, encoding="utf-8")
    assert mistake(text, copy) == f"{text}: it is no database; name the file of a journal"
    other = file.with_name("other.db")
    with apsw.Connection(str(other)) as db:
        db.execute("create table things (name)")
    assert mistake(other, copy) == f"{other}: it is a database of another program; name the file of a journal"
    with apsw.Connection(str(file)) as db:
        db.execute("drop table entries")
    assert mistake(file, copy).startswith(f"{file}: SQLite cannot copy it: no such table: entries; look at both disks")
    assert list(copy.parent.iterdir()) == []


def test_a_copy_that_does_not_stand_gets_no_name(file: Path, copy: Path) -> None:
    database(file, log_of(20))
    with apsw.Connection(str(file)) as db:
        db.execute("update entries set hash = (select hash from entries where seq = 7) where seq = 8")
    said = mistake(file, copy)
    assert said.startswith(f"{file}: the copy does not stand, row 8: ")
    assert said.endswith("; stop play, verify the journal")
    assert list(copy.parent.iterdir()) == []


def test_what_an_earlier_copy_left_behind_is_no_hindrance(file: Path, copy: Path) -> None:
    SqliteStore(file).close()
    copy.with_name("house.db.part").write_bytes(b"half")
    backup(file, copy)
    assert verify(copy).entries == 0
    assert [it.name for it in copy.parent.iterdir()] == ["house.db"]
