"""Snapshots held against the entries that record them: a state that is not what the entries made would be taken up.

The entry after the one that a snapshot was made after has its hash. A journal from before snapshots were recorded has
none such, and no program starts from what it has; but once one was recorded, a later one without is a fault.
"""

import hashlib
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from dicehouse.journal.record import Entry
from dicehouse.journal.verify.faults import Faults
from dicehouse.journal.verify.sources import DamagedError, Source

BEGINS: Final = b'{"event":"snapshot-recorded",'
ASIDE: Final = "~"
"""What begins so is no stream."""


class _Said(Struct):
    no: int
    sha256: str


class Record(NamedTuple):
    """An entry that records a snapshot."""

    place: int
    seq: int
    no: int
    sha256: str


class Snapshots:
    """What was recorded of the snapshots of a journal."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._unsure = False
        self._records: dict[str, dict[int, Record]] = {}
        """By stream, and by the entry after which it was made."""
        self._ends: dict[str, int] = {}

    def lose(self) -> None:
        """An entry could not be read: it may have been a record."""
        self._unsure = True

    def add(self, place: int, entry: Entry) -> None:
        self._ends[entry.stream] = entry.no
        for event in entry.events:
            if not bytes(event).startswith(BEGINS):
                continue
            try:
                said = msgspec.json.decode(bytes(event), type=_Said)
            except msgspec.DecodeError as error:
                self._faults.add(place, entry.seq, f"it records a snapshot that cannot be: {error}")
                continue
            if said.no != entry.no - 1:
                why = f"as number {entry.no} of {entry.stream} it records a snapshot after number {said.no}"
                self._faults.add(place, entry.seq, f"{why}, and {entry.no - 1} is before it")
            record = Record(place, entry.seq, entry.no, said.sha256)
            self._records.setdefault(entry.stream, {})[said.no] = record

    def check_end(self, source: Source, place: int) -> None:
        """Hold every snapshot that is kept against its record."""
        try:
            for stream, no, snapshot in source.snapshots():
                if not self._unsure and not stream.startswith(ASIDE):
                    self._check(stream, no, hashlib.sha256(snapshot).hexdigest(), place)
        except DamagedError as error:
            self._faults.add(place, 0, str(error), where="snapshots")

    def _check(self, stream: str, no: int, digest: str, place: int) -> None:
        records, end = self._records.get(stream, {}), self._ends.get(stream, 0)
        record = records.get(no)
        if record is not None:
            if record.sha256 != digest:
                why = (
                    f"it records {record.sha256} as the hash of the snapshot of {stream} after number {no}, and that is"
                )
                self._faults.add(record.place, record.seq, f"{why} {digest}")
        elif not 1 <= no <= end:
            why = f"{stream}: the snapshot is said to be after number {no}, and it has {end} entries"
            self._faults.add(place, 0, why, where="snapshots")
        elif before := [it for made, it in records.items() if made < no]:
            why = (
                f"{stream}: no entry records the snapshot after number {no}, and entry {before[-1].seq} did one before"
            )
            self._faults.add(place, 0, why, where="snapshots")
