"""What comes of judging a journal again: the differences, what could not be judged, and the programs that led."""

from msgspec import Struct


class Difference(Struct, frozen=True, kw_only=True):
    """An entry that says otherwise than this program would."""

    seq: int
    """0 where it is in no entry: a snapshot, or accounts at the end."""
    stream: str
    no: int
    what: str
    """The event, the refusal, the postings, the snapshot or the accounts."""
    recorded: str
    judged: str
    program: str
    """The hash of the program that wrote it; empty where none is on record."""


class Led(Struct, frozen=True, kw_only=True):
    """Entries of a stream that one program wrote."""

    stream: str
    first: int
    """By their numbers in the stream."""
    last: int
    version: str
    program: str
    same: bool
    """Whether it is the program that judges now."""


class Unjudged(Struct, frozen=True, kw_only=True):
    """Entries of a stream that could not be judged again, and why."""

    stream: str
    first: int
    last: int
    why: str


class Rejudged(Struct, frozen=True, kw_only=True):
    """What came of it."""

    entries: int
    """That were judged again."""
    snapshots: int
    """That were compared."""
    seconds: float
    differences: list[Difference]
    more: int
    """Differences that are not listed."""
    unjudged: list[Unjudged]
    programs: list[Led]
