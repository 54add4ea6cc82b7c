"""The journal, its lock, its key and its copies are their owner's alone, and are refused where they are not."""

import os
import stat
from pathlib import Path

import pytest

from dicehouse.floor.stores import held
from dicehouse.journal import private
from dicehouse.journal.checkpoint import CheckpointError, Key, make_checkpoint, to_file
from dicehouse.journal.private import ExposedError, open_folder
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import UnavailableError
from dicehouse.journal.verify import verify
from tests.journal.aside import NOON, draft
from tests.journal.contract import written

WIDE = pytest.mark.parametrize("mode", [0o640, 0o620, 0o604, 0o602, 0o644, 0o666, 0o610])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "the journal.db"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_journal_and_whatever_lies_beside_it_are_their_owners_alone(file: Path) -> None:
    before = os.umask(0)
    try:
        journal = held(file)
        written(journal.store, draft())
        journal.store.seal(b"checkpoint")
        assert {it.name: mode(it) for it in file.parent.iterdir()} == {
            file.name: 0o600,
            f"{file.name}-wal": 0o600,
            f"{file.name}-shm": 0o600,
            f"{file.name}-serving": 0o600,
        }
        journal.close()
    finally:
        os.umask(before)


@WIDE
def test_a_journal_that_others_can_read_or_write_is_not_written_to(file: Path, mode: int) -> None:
    store = SqliteStore(file)
    written(store, draft())
    store.close()
    file.chmod(mode)
    content = file.read_bytes()
    with pytest.raises(ExposedError) as error:
        SqliteStore(file)
    said = f"{file} has mode {mode:04o}: others than its owner can read or write it; type: chmod 600 '{file}'"
    assert str(error.value) == said
    assert file.read_bytes() == content
    assert verify(file).faults == []
    for it in file.parent.iterdir():
        it.chmod(0o600)
    SqliteStore(file).close()


def test_a_write_ahead_log_that_others_can_read_is_named_too(file: Path) -> None:
    first = SqliteStore(file)
    written(first, draft())
    log = file.with_name(f"{file.name}-wal")
    file.chmod(0o644)
    log.chmod(0o640)
    with pytest.raises(ExposedError) as error:
        SqliteStore(file)
    assert str(error.value) == (
        f"{file} has mode 0644, {log} has mode 0640: others than its owner can read or write them;"
        f" type: chmod 600 '{file}' '{log}'"
    )
    first.close()


def test_a_lock_that_others_can_write_to_is_not_taken(file: Path) -> None:
    lock = file.with_name(f"{file.name}-serving")
    lock.touch()
    lock.chmod(0o622)
    with pytest.raises(ExposedError, match="has mode 0622"):
        held(file)
    lock.chmod(0o600)
    held(file).close()


@WIDE
def test_a_key_that_others_can_read_or_write_signs_nothing(file: Path, mode: int) -> None:
    Key.make("the house").save(file)
    file.chmod(mode)
    with pytest.raises(CheckpointError, match=f"has mode {mode:04o}: others than its owner can read or write it"):
        Key.load(file, "the house")


@pytest.mark.parametrize("mode, refused", [(0o644, False), (0o600, False), (0o664, True), (0o602, True)])
def test_copies_of_checkpoints_may_be_read_by_all_and_written_by_their_owner_alone(
    file: Path, mode: int, refused: bool
) -> None:
    anchor = file.with_name("anchor.txt")
    anchor.touch()
    anchor.chmod(mode)
    store = SqliteStore(file)
    written(store, draft())
    try:
        make_checkpoint(store, Key.make("the house"), NOON, [to_file(anchor)])
        assert not refused
    except UnavailableError as error:
        assert refused
        assert f"{anchor} has mode {mode:04o}: others than its owner can write it; type: chmod 600" in str(error)  # noqa: PT017
    store.close()


@pytest.mark.parametrize("mode, warned", [(0o777, True), (0o1777, False), (0o775, False), (0o702, True)])
def test_a_folder_in_which_anybody_can_replace_a_file_is_warned_of(tmp_path: Path, mode: int, warned: bool) -> None:
    folder = tmp_path / "house"
    folder.mkdir()
    folder.chmod(mode)
    said = f"{folder} has mode {mode:04o}: anybody can replace house.db in it; type: chmod o-w {folder}"
    assert open_folder(folder / "house.db") == (said if warned else "")


def test_where_files_have_no_modes_nothing_is_asked_of_them(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.touch(mode=0o644)
    monkeypatch.setattr(private, "MODES", False)
    SqliteStore(file).close()
    assert open_folder(file) == ""


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "house.toml"
    private.write(file, b"as it was")
    assert mode(file) == 0o600

    def full(_: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="the disk is full"):
        private.write(file, b"as it should be")
    assert file.read_bytes() == b"as it was"
    assert list(tmp_path.iterdir()) == [file]
