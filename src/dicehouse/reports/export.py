"""The whole journal in a folder for a regulator: every entry to the byte, checkpoints, Parquet, and a manifest.

Everything is written into a folder of another name first, and that is given its name when all of it is on the disk: an
export that was interrupted does not look like one. Nothing is put into a folder that is there already.
"""

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from dicehouse import __version__
from dicehouse.reports.parquet import Parquet
from dicehouse.reports.sources import Journal
from dicehouse.reports.walk import Record, Walk

ENTRIES: Final = "entries.jsonl"
CHECKPOINTS: Final = "checkpoints.txt"
MANIFEST: Final = "manifest.json"


class File(Struct, frozen=True):
    """A file of an export."""

    name: str
    bytes: int
    sha256: str
    rows: int


class Manifest(Struct, frozen=True, kw_only=True):
    """What an export holds, and how far the journal went."""

    format: str = "dicehouse export 1"
    program: str = f"dicehouse {__version__}"
    entries: int
    head: str
    """The hash of the last entry."""
    checkpoints: int
    files: list[File]


class ExportError(ValueError):
    """There is no place to write an export to."""


def export(
    journal: Journal, folder: Path, *, parquet: bool = False, progress: Callable[[int], None] = lambda _: None
) -> Manifest:
    """Write a journal into a folder that is not there yet; what stands in its manifest."""
    if folder.exists():
        raise ExportError(f"{folder}: it is there already; name a folder that is not")
    if not folder.absolute().parent.is_dir():
        raise ExportError(f"{folder}: there is no folder {folder.absolute().parent} to put it in; make that first")
    unfinished = folder.with_name(f".{folder.name}.unfinished-{os.getpid()}")
    unfinished.mkdir()
    try:
        manifest = _write(journal, unfinished, parquet, progress)
        for file in unfinished.iterdir():
            _sync(file)
        _sync(unfinished)
        unfinished.rename(folder)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    _sync(folder.absolute().parent)
    return manifest


def _sync(path: Path) -> None:
    """On the disk, before it counts."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write(journal: Journal, folder: Path, parquet: bool, progress: Callable[[int], None]) -> Manifest:
    walk = Walk(journal, progress)
    sheets = Parquet(folder) if parquet else None
    balances: dict[str, int] = {}
    with (folder / ENTRIES).open("wb") as lines:
        for record in walk:
            _line(lines, record)
            for it in record.postings:
                balances[it.account] = balances.get(it.account, 0) + it.amount
            if sheets:
                sheets.add(record, walk)
        seals = journal.seals()
        for seal in seals:
            lines.write(msgspec.json.encode({"checkpoint": seal.decode()}) + b"\n")
        lines.write(msgspec.json.encode({"balances": balances}) + b"\n")
    (folder / CHECKPOINTS).write_bytes(b"\n".join(seals))
    rows = {ENTRIES: walk.seq, CHECKPOINTS: len(seals)}
    if sheets:
        sheets.close()
        rows |= {name: it.rows for name, it in sheets.sheets.items()}
    files = [_file(folder / name, many) for name, many in rows.items()]
    manifest = Manifest(entries=walk.seq, head=walk.hash, checkpoints=len(seals), files=files)
    (folder / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
    return manifest


def _line(lines: BinaryIO, record: Record) -> None:
    lines.write(b'{"seq":%d,"hash":"%s","body":%s}\n' % (record.seq, record.hash.encode(), record.body))


def _file(path: Path, rows: int) -> File:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return File(path.name, path.stat().st_size, digest, rows)
