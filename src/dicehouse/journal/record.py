"""The record format, byte for byte. The writer and the verifier share this file and nothing else.

An entry is one command and all that came of it. Its body is JSON with the fields in the order below, and its hash is
the SHA-256 of the body; the body holds the hash of the entry before it, so that no entry can be changed, left out,
moved or put in without every later one giving it away.
"""

import hashlib
from datetime import datetime
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

VERSION: Final = 2
"""Of the format; a journal of a later one is not opened. Version 1 had no `judged`."""

NOTHING: Final = "0" * 64
"""The hash before the first entry."""

NO_REFUSAL: Final = Raw(b"null")
"""Where the rules did not refuse the command."""

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Posting(Struct, frozen=True, array_like=True, gc=False):
    """Money that an account gained, or lost where it is negative; in cents."""

    account: str
    amount: int


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """One command with all that came of it."""

    seq: int
    """1, 2, 3 ... over the whole journal."""
    stream: str
    """The table, or the part of the house, to which it belongs."""
    no: int
    """1, 2, 3 ... within its stream."""
    id: str
    """Of the command; once in a stream, ever."""
    at: datetime
    command: Raw
    """As it arrived."""
    judged: Raw | UnsetType = UNSET
    """As it was judged, where the house added more than its time: the player's card, a seal, the dice under one."""
    events: tuple[Raw, ...]
    refused: Raw
    """The refusal, where there was one, and then there are no events; NO_REFUSAL otherwise."""
    postings: tuple[Posting, ...]
    """They add up to nothing."""
    prev: Hash
    v: int = VERSION


_ENTRIES: Final = msgspec.json.Decoder(Entry)


def body_of(entry: Entry) -> bytes:
    return msgspec.json.encode(entry)


def entry_of(body: bytes) -> Entry:
    """A msgspec.DecodeError if the body is no entry."""
    return _ENTRIES.decode(body)


def hash_of(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()
