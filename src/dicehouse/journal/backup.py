"""A copy of a journal in SQLite, made while a house runs on it: whole as of one moment, and verified before it is one.

It is made by SQLite's own backup, from a process of its own, under another name beside its place; it gets its own name
once the verifier has found no fault in it and the disk has it. It is its owner's alone, as the journal is.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import apsw

from dicehouse.journal import private
from dicehouse.journal.sqlite_file import MARK, PATIENCE
from dicehouse.journal.verify import Report, verify

PAGES: Final = 1_000
"""Copied at a time; the house goes on writing in between."""

Progress = Callable[[str, int, int], None]
"""Told what is done, how many pages or entries of it, and of how many where that is known, else of 0."""


class BackupError(ValueError):
    """There is no journal to copy, no place for the copy, or the copy does not stand."""


def backup(journal: Path, to: Path, progress: Progress = lambda *_: None) -> Report:
    """Copy a journal to a file that is not there yet; what the verifier found of the copy."""
    _check_places(journal, to)
    partial = to.with_name(f"{to.name}.part")
    _remove(partial)
    private.make(partial)
    try:
        _copy(journal, partial, progress)
        report = verify(partial, progress=lambda read: progress("records verified", read, 0))
        if report.faults:
            first = report.faults[0]
            raise BackupError(
                f"{journal}: the copy does not stand, {first.where}: {first.why}; stop play, verify the journal"
            )
        _settle(partial)
        _check_places(journal, to)
        partial.rename(to)
        _settle(to.parent)
    except BaseException:
        _remove(partial)
        raise
    return report


def _check_places(journal: Path, to: Path) -> None:
    if not journal.is_file():
        raise BackupError(f"{journal}: there is no such file; name the file of a journal")
    if to.exists():
        same = "the journal itself" if to.samefile(journal) else "there already"
        raise BackupError(f"{to}: it is {same}; name a file that is not there yet")
    if not to.parent.is_dir():
        raise BackupError(f"{to.parent}: there is no such folder; make it, or name another")


def _copy(journal: Path, to: Path, progress: Progress) -> None:
    """Page by page, and again from the first where the house wrote in between; as of its end."""
    source = apsw.Connection(str(journal), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        source.set_busy_timeout(PATIENCE)
        if source.pragma("application_id") != MARK:
            raise BackupError(f"{journal}: it is a database of another program; name the file of a journal")
        source.execute("begin; select 1 from entries limit 1")  # one moment, however long it takes
        target = apsw.Connection(str(to))
        try:
            with target.backup("main", source, "main") as copying:
                while not copying.done:
                    copying.step(PAGES)
                    progress("pages copied", copying.page_count - copying.remaining, copying.page_count)
            target.pragma("journal_mode", "delete")  # all of it is in the one file
        finally:
            target.close()
        source.execute("commit")
    except apsw.NotADBError:
        raise BackupError(f"{journal}: it is no database; name the file of a journal") from None
    except apsw.Error as error:
        raise BackupError(f"{journal}: SQLite cannot copy it: {error}; look at both disks, then try again") from None
    finally:
        source.close()


def _settle(file: Path) -> None:
    """See that the disk has it; nobody else has it open."""
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove(file: Path) -> None:
    for part in ("", "-journal", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{file}{part}").unlink()
