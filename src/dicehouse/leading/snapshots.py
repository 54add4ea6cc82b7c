"""Snapshots that can be relied on: each is held against the entry that recorded it before it was kept.

A snapshot lies beside the chain, so its hash is in the chain: the entry after the one it was made after records it. One
that is not as recorded stops play. One of another program is left out, for that may have taken the same entries for
another state, and so is one from before snapshots were recorded; then all entries are gone through again.
"""

import logging
from itertools import islice
from typing import Final

import msgspec

from dicehouse.journal.program import program_hash
from dicehouse.journal.record import Entry, entry_of, hash_of
from dicehouse.journal.store import BrokenError, Store
from dicehouse.table.program import SnapshotRecorded

RECORDED: Final = b'{"event":"snapshot-recorded",'
"""How the event begins."""

log = logging.getLogger("dicehouse.journal")


def trusted(store: Store, stream: str) -> tuple[int, bytes] | None:
    """The snapshot to start from, with the entry after which it was made; None where there is none to rely on."""
    kept = store.kept(stream)
    if kept is None:
        return None
    no, snapshot = kept
    whose, digest = f"{stream}, snapshot after entry {no}", hash_of(snapshot)
    record = next((_record(entry_of(body)) for body in islice(store.stream(stream, no), 1)), None)
    if record is None or record.no != no:
        _check_unrecorded(store, stream, no, f"{whose}: its hash is {digest}")
        log.warning("%s: no entry records it, so an earlier version made it; all entries are gone through", whose)
        return None
    if record.sha256 != digest:
        said = f"its hash is {digest}, and entry {no + 1} recorded {record.sha256}"
        raise BrokenError(f"{whose}: {said}; stop play, verify the journal")
    if record.program != program_hash():
        log.info("%s: program %s made it; all entries are gone through", whose, record.program)
        return None
    return kept


def _check_unrecorded(store: Store, stream: str, no: int, said: str) -> None:
    """A snapshot that no entry records is from before any was; or it was put there."""
    for body in islice(store.stream(stream), no):
        if RECORDED in body and (record := _record(entry := entry_of(body))):
            said = f"{said}, which no entry records, and entry {entry.no} recorded {record.sha256}"
            raise BrokenError(f"{said} of entry {record.no}; stop play, verify the journal")


def _record(entry: Entry) -> SnapshotRecorded | None:
    found = (bytes(it) for it in entry.events if bytes(it).startswith(RECORDED))
    return next((msgspec.json.decode(it, type=SnapshotRecorded) for it in found), None)
