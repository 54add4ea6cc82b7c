"""A disk under SQLite that knows what was synced: it can lose power, tear, fill up, fail and take its time.

The files themselves are real and lie in memory (/dev/shm), because a write-ahead log needs shared memory and SQLite's
Python interface has none to offer for files of one's own: the layer passes everything on to SQLite's own, and keeps
beside each file what of it is safe. When power fails, each file becomes what was safe and, of what was written since
its latest sync, any of its sectors.
"""

import contextlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import apsw

from tools.house_simulation.scheduler import OWNER

SECTOR = 512


class Change(NamedTuple):
    """Bytes that were written, or a size that was set."""

    offset: int
    data: bytes | None
    """None: the file was cut to `offset`."""


class Medium:
    """One file: what of it is safe, and what was done since."""

    def __init__(self, safe: bytes = b"") -> None:
        self.safe = bytearray(safe)
        self.since: list[Change] = []

    def synced(self) -> None:
        for it in self.since:
            _applied(self.safe, it)
        self.since.clear()


class Disk(apsw.VFS):
    """One disk, for every process of the house."""

    def __init__(self, name: str, chance: Random) -> None:
        super().__init__(name, "")
        self.name = name
        self.media: dict[str, Medium] = {}
        self.writes = self.syncs = 0
        self._chance = chance
        self.full = self.sync_fails = self.write_fails = self.read_fails = False
        self.lost_at = 0
        """The write or sync at which power fails; 0: none."""
        self.without_power = False
        self.told: Callable[[], None] = lambda: None
        """Called when power fails in the midst of a write."""

    # --- faults

    def step(self, file: "File") -> bool:
        """Before something is written; False where nothing may be any more."""
        if self.without_power or (file.owner is not None and file.owner.dead):
            return False
        if self.lost_at and self.writes + self.syncs >= self.lost_at:
            self.without_power = True
            self.lost_at = 0
            self.told()
            return False
        return True

    def loses_power(self) -> int:
        """Each file becomes what was safe, and any part of what came after; how much was lost."""
        lost = 0
        kept = self._chance.choice((0.0, 0.5, 0.9, 1.0))
        for name, medium in self.media.items():
            image, since = bytearray(medium.safe), list(medium.since)
            for it in since:
                lost += _torn(image, it, kept, self._chance)
            fresh = Path(f"{name}.fresh")
            fresh.touch(mode=0o600)
            fresh.write_bytes(image)
            fresh.replace(name)  # another file to SQLite, which shares what it knows of one between its connections
            self.media[name] = Medium(bytes(image))
        for shared in {Path(f"{name}-shm") for name in self.media}:
            shared.unlink(missing_ok=True)
        self.without_power = False
        return lost

    def forgets(self) -> bool:
        """Whether what failed to sync is taken for written from here on, as an operating system may."""
        return self._chance.random() < 0.5

    def mends(self) -> None:
        self.full = self.sync_fails = self.write_fails = self.read_fails = False

    # --- what SQLite asks

    def xOpen(self, name: Any, flags: list[int]) -> "File":  # noqa: N802 (SQLite's name)
        return File(self, name, flags)

    def excepthook(self, *_: Any) -> bool:
        """A fault that SQLite has nobody to tell of."""
        return True

    def xDelete(self, name: str, syncdir: bool) -> None:  # noqa: N802
        owner = OWNER.get()
        if self.without_power or (owner is not None and owner.dead):
            return
        self.media.pop(name, None)
        super().xDelete(name, syncdir)


class File(apsw.VFSFile):
    """One open file."""

    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        path = name if isinstance(name, str) else name.filename() if name is not None else ""
        before = Path(path).read_bytes() if path and path not in disk.media and Path(path).exists() else b""
        super().__init__("", name, flags)
        self.disk = disk
        self.owner = OWNER.get()
        self.medium = disk.media.setdefault(path, Medium(before)) if path else Medium()

    def excepthook(self, *_: Any) -> bool:
        """A fault that SQLite has nobody to tell of."""
        return True

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        if self.disk.read_fails:
            raise apsw.IOError("the disk does not read")
        return super().xRead(amount, offset)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        disk = self.disk
        if not disk.step(self):
            raise apsw.IOError("there is no power")
        disk.writes += 1
        if disk.full:
            raise apsw.FullError("the disk is full")
        if disk.write_fails:
            raise apsw.IOError("the disk does not write")
        super().xWrite(data, offset)
        self.medium.since.append(Change(offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        if not self.disk.step(self):
            raise apsw.IOError("there is no power")
        super().xTruncate(newsize)
        self.medium.since.append(Change(newsize, None))

    def xSync(self, flags: int) -> None:  # noqa: N802, ARG002
        disk = self.disk
        if not disk.step(self):
            raise apsw.IOError("there is no power")
        disk.syncs += 1
        if disk.sync_fails:
            if disk.forgets():
                self.medium.since.clear()  # they are thought to be written, and never will be
            raise apsw.IOError("the disk does not sync")
        self.medium.synced()


def _applied(image: bytearray, it: Change) -> None:
    if it.data is None:
        if len(image) > it.offset:
            del image[it.offset :]
        else:
            image.extend(bytes(it.offset - len(image)))
        return
    if len(image) < it.offset:
        image.extend(bytes(it.offset - len(image)))
    image[it.offset : it.offset + len(it.data)] = it.data


def _torn(image: bytearray, it: Change, kept: float, chance: Random) -> int:
    """Apply a change as far as it reached the disk: a cut or not at all, bytes by whole sectors; what was lost."""
    if it.data is None:
        if chance.random() < kept:
            _applied(image, it)
        return 0
    lost, at = 0, 0
    while at < len(it.data):
        upto = min(len(it.data), (it.offset + at) // SECTOR * SECTOR + SECTOR - it.offset)
        if chance.random() < kept:
            _applied(image, Change(it.offset + at, it.data[at:upto]))
        else:
            lost += upto - at
        at = upto
    return lost


def removed(folder: Path) -> None:
    """Take away what a simulation wrote."""
    for it in folder.iterdir():
        it.unlink()
    with contextlib.suppress(OSError):
        folder.rmdir()
