"""An export in a folder: every file is what the manifest says, and the manifest names every file."""

import hashlib
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from dicehouse.journal.verify.faults import Fault, VerifyError

MANIFEST: Final = "manifest.json"
ENTRIES: Final = "entries.jsonl"


class _File(Struct):
    name: str
    bytes: int
    sha256: str


class _Manifest(Struct):
    entries: int
    head: str
    checkpoints: int
    files: list[_File]


def entries_in(folder: Path) -> Path:
    """The journal in an export; a VerifyError where the folder holds none."""
    if not (folder / MANIFEST).is_file():
        raise VerifyError(f"{folder}: it is a folder without {MANIFEST}; name an export, or the file of a journal")
    if not (folder / ENTRIES).is_file():
        raise VerifyError(f"{folder}: it has {MANIFEST} and no {ENTRIES}; have the whole export handed over")
    return folder / ENTRIES


def check_folder(folder: Path, entries: int, head: str) -> list[Fault]:
    """Where the files of an export are not what its manifest says, and whether its journal goes as far."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=_Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return [_fault(MANIFEST, f"it cannot be read: {error}")]
    found: list[Fault] = []
    for it in manifest.files:
        path = folder / it.name
        if Path(it.name).name != it.name or not path.is_file():
            found.append(_fault(it.name, "the manifest names it, and it is not there"))
            continue
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if (path.stat().st_size, digest) != (it.bytes, it.sha256):
            said = f"it has {path.stat().st_size} bytes and the SHA-256 {digest}"
            found.append(_fault(it.name, f"{said}, and the manifest says {it.bytes} and {it.sha256}"))
    named = {MANIFEST, *(it.name for it in manifest.files)}
    found += [
        _fault(it, "the manifest does not name it") for it in sorted({it.name for it in folder.iterdir()} - named)
    ]
    if (manifest.entries, manifest.head) != (entries, head):
        said = f"it says {manifest.entries} entries up to {manifest.head}"
        found.append(_fault(MANIFEST, f"{said}, and the journal has {entries} up to {head}"))
    return found


def _fault(where: str, why: str) -> Fault:
    return Fault(first=0, last=0, where=where, why=why)
