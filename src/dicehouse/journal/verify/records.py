"""One record by itself: whether it is an entry, written as it should be, that belongs to its hash."""

from contextlib import suppress
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from dicehouse.journal.record import VERSION, Entry, body_of, entry_of, hash_of
from dicehouse.journal.verify.sources import UNREADABLE, Filed, newer


class Record(NamedTuple):
    filed: Filed
    entry: Entry | None
    """None unless it is sound."""
    hash: str
    """Of the body as it is; empty without one."""
    wrong: str
    """Why it is not sound, or else what is wrong about the way it is filed."""

    def is_followed_by(self, other: "Record") -> bool:
        """Whether the other is the entry after this one and was written after it."""
        return (
            self.entry is not None
            and other.entry is not None
            and other.entry.prev == self.hash
            and other.entry.seq == self.entry.seq + 1
        )


class _Version(Struct):
    v: int = VERSION


_VERSIONS: Final = msgspec.json.Decoder(_Version)


def read(filed: Filed) -> Record:
    if filed.body is None:
        return Record(filed, None, "", filed.wrong)
    own = hash_of(filed.body)
    if filed.hash is not None and own != filed.hash:
        return Record(filed, None, own, f"its content has the hash {own}, and {filed.hash} is recorded for it")
    try:
        entry = entry_of(filed.body)
    except UNREADABLE as error:
        with suppress(*UNREADABLE):
            _check_version(filed, _VERSIONS.decode(filed.body).v)
        return Record(filed, None, own, f"it is no entry: {error}")
    _check_version(filed, entry.v)
    if body_of(entry) != filed.body:
        return Record(filed, None, own, "it is not written as the format says: a field twice, elsewhere or spaced out")
    if entry.at.tzinfo is None:
        return Record(filed, None, own, f"its time {entry.at} has no zone")
    return Record(filed, entry, own, filed.wrong or _misfiled(filed, entry))


def _check_version(filed: Filed, version: int) -> None:
    if version > VERSION:
        raise newer(f"the record at {filed.place}", version)


def _misfiled(filed: Filed, entry: Entry) -> str:
    if filed.seq is not None and filed.seq != entry.seq:
        return f"it is filed under number {filed.seq} and says {entry.seq}"
    if filed.under is not None and filed.under != (entry.stream, entry.no, entry.id):
        stream, no, id = filed.under
        return f"it is filed as {stream} {no} {id} and says {entry.stream} {entry.no} {entry.id}"
    return ""
