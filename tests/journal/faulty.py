"""A disk that fails: a layer under SQLite that counts what is asked of it, and at one point refuses or stops all.

    faulty.py FOLDER stops|loses-power    tell the same small story once for each point, in a process of its own that
                                          stops there, until one comes through; say of each entry, once it is durable:
                                          the point, the stream, the id and the hash

It imports the package alone, and the tests import the disk from it.
"""

import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from dicehouse.journal.record import Posting
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import Draft, Store, Written

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
STOPPED = 9
"""What a process that stopped at a point leaves as its last word."""


class Unsynced(NamedTuple):
    """What a file was before something that is not yet synced."""

    file: "File"
    size: int
    offset: int
    old: bytes


class Disk(apsw.VFS):
    """Counts every write, sync and truncation, and does `fault` at the chosen one; 0 is none."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "")
        self.name = name
        self.mends()

    def breaks(self, at: int, fault: Callable[[], None], *, stays: bool = False) -> None:
        """`stays`: every later point has the same fault."""
        self.count, self.at, self.fault, self.stays = 0, at, fault, stays

    def mends(self) -> None:
        self.breaks(0, lambda: None)
        self.unsynced: list[Unsynced] = []

    def step(self) -> None:
        self.count += 1
        if self.at and (self.count == self.at or (self.stays and self.count > self.at)):
            self.fault()

    def loses_power(self) -> None:
        """What was not synced is gone, and so is the process."""
        for it in reversed(self.unsynced):
            it.file.put_back(it)
        os._exit(STOPPED)

    def xOpen(self, name: Any, flags: list[int]) -> "File":  # noqa: N802 (SQLite's name)
        return File(self, name, flags)


class File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self.disk = disk

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        self.disk.step()
        self._remember(offset, len(data))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self.disk.step()
        self._remember(newsize, self.xFileSize() - newsize)
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.disk.step()
        super().xSync(flags)
        self.disk.unsynced = [it for it in self.disk.unsynced if it.file is not self]

    def _remember(self, offset: int, length: int) -> None:
        size = self.xFileSize()
        there = max(0, min(length, size - offset))
        self.disk.unsynced.append(Unsynced(self, size, offset, self.xRead(there, offset) if there else b""))

    def put_back(self, it: Unsynced) -> None:
        if it.old:
            super().xWrite(it.old, it.offset)
        super().xTruncate(it.size)


def line(stream: str, no: int, giver: str, taker: str, amount: int) -> Draft:
    moved = (Posting(giver, -amount), Posting(taker, amount))
    return Draft(stream=stream, no=no, id=f"{stream}, {no}", at=NOON, command=b"%d" % no, postings=moved)


def chapters() -> list[list[Draft]]:
    """What is written in the story, batch by batch."""
    return [
        [line("cage", 1, "~cash", "rack/1", 900)],
        [line("table 1", no, "rack/1", "float", 100) for no in range(1, 5)],
        [line(f"table {number}", 1, "float", "rack/2", 1) for number in range(2, 5)],
        [line("cage", 2, "~cash", "rack/2", 50), line("table 1", 5, "rack/1", "float", 500)],
    ]


def tell(path: Path, disk: str, say: Callable[[Draft, Written], None]) -> None:
    """Write, close, open again and write; what is durable is said."""
    batches = chapters()
    for part in (batches[:2], batches[2:]):
        store: Store = SqliteStore(path, vfs=disk)
        for batch in part:
            for it, outcome in zip(batch, store.write(batch), strict=True):
                if isinstance(outcome, Written):
                    say(it, outcome)
        store.keep("cage", 1, b"as it was")
        store.close()


def tell_until(path: Path, at: int, kind: str) -> None:
    disk = Disk("faulty")

    def say(it: Draft, outcome: Written) -> None:
        os.write(1, f"{at}|{it.stream}|{it.id}|{outcome.hash}\n".encode())

    disk.breaks(at, disk.loses_power if kind == "loses-power" else lambda: os._exit(STOPPED))
    tell(path, disk.name, say)
    os._exit(0)


if __name__ == "__main__":
    for point in count(1):
        child = os.fork()
        if not child:
            tell_until(Path(sys.argv[1]) / f"{point}.db", point, sys.argv[2])
        if not os.waitpid(child, 0)[1]:
            break
