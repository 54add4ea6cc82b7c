"""The contract of a store: what is acknowledged is durable, stored once and in order.

Two stores keep it, SQLite and PostgreSQL, and one suite of tests holds both to it. A store knows nothing of tables and
games: it keeps entries, the balances that their postings add up to, snapshots, leases, checkpoints, and what it cannot
read itself: secrets, each sealed by whoever keeps it there.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from msgspec import Struct

from dicehouse.journal.record import Posting

OUTSIDE: Final = "~"
"""An account whose name begins so is outside the house and may be below zero: cash, chips at large, the win."""


class Draft(Struct, frozen=True, kw_only=True, gc=False):
    """An entry before it has its place."""

    stream: str
    no: int
    """The place in the stream that it was judged for; if another entry took it, this one is not written."""
    id: str
    at: datetime
    command: bytes
    """JSON, as it arrived."""
    judged: bytes | None = None
    """JSON, as it was judged, where that is more than the command and its time."""
    events: tuple[bytes, ...] = ()
    refused: bytes | None = None
    postings: tuple[Posting, ...] = ()
    leader: str = ""
    """Who holds the lease of the stream; a writer that has lost it is turned away. Empty: no lease is asked for."""


class Written(NamedTuple):
    """It is durable."""

    seq: int
    hash: str


class Repeated(NamedTuple):
    """The same command was written before; this is what was written then."""

    body: bytes


class Not(StrEnum):
    """Why a draft was not written, in order of precedence."""

    OTHER_BODY = "other-body"
    """The id was used before for another command."""
    NOT_LEADER = "not-leader"
    """Another process leads the stream."""
    OUT_OF_ORDER = "out-of-order"
    """The stream has gone on since the draft was judged."""
    CLOCK = "clock"
    """It is earlier than the entry before it in the stream."""
    SHORT = "short"
    """An account would fall below zero."""


class Shortfall(NamedTuple):
    """More was to be taken out of an account than there is."""

    account: str
    taken: int
    there: int


class Rejected(NamedTuple):
    why: Not
    message: str
    shortfall: Shortfall | None = None
    """Of which account, where an account is short."""


Outcome = Written | Repeated | Rejected


class Head(NamedTuple):
    """How far a journal goes."""

    seq: int
    hash: str


class Lease(NamedTuple):
    stream: str
    holder: str
    until: datetime


class BrokenError(RuntimeError):
    """What must hold does not: the journal is damaged, or postings do not balance. Play stops."""


class UnavailableError(RuntimeError):
    """The store cannot be reached or cannot write just now: a full disk, a lost connection. Nothing was written."""


class NotAJournalError(ValueError):
    """What was named as a journal is none, or is of a later version than this program knows."""


class Store(Protocol):
    """Where a journal is kept."""

    def write(self, drafts: Sequence[Draft]) -> list[Outcome]:
        """Write drafts in one transaction that is durable on return; each has its outcome, in their order.

        A draft that is rejected or repeated leaves no trace and does not hinder the others. Postings that do not add
        up to nothing are a BrokenError, and nothing of the batch is written. What the store cannot do just now is an
        UnavailableError, and nothing of the batch is written.
        """

    def head(self) -> Head: ...

    def length(self, stream: str) -> int:
        """The number of the latest entry of a stream; 0 without one."""

    def find(self, stream: str, id: str) -> bytes | None:
        """The body of the entry of a command."""

    def bodies(self, after: int = 0, without: bytes = b"") -> Iterator[tuple[int, bytes, str]]:
        """Number, body and recorded hash of every entry, in order; but for those whose body holds this, if given."""

    def stream(self, stream: str, after: int = 0) -> Iterator[bytes]:
        """The bodies of one stream after one of its numbers, in order."""

    def balance(self, account: str) -> int: ...

    def balances(self, prefix: str = "") -> dict[str, int]: ...

    def keep(self, stream: str, no: int, snapshot: bytes) -> None:
        """Keep a snapshot of a stream as it is after an entry; older ones may go."""

    def kept(self, stream: str) -> tuple[int, bytes] | None:
        """The latest snapshot."""

    def lead(self, stream: str, holder: str, now: datetime, seconds: int) -> Lease | None:
        """Take or renew the lease of a stream; None while another holds it."""

    def renew(self, streams: Collection[str], holder: str, now: datetime, seconds: int) -> set[str]:
        """Renew the leases of these streams that nobody else has taken from the holder, in one transaction; which."""

    def leases(self, now: datetime) -> dict[str, Lease]:
        """The leases that stand, by stream."""

    def release(self, stream: str, holder: str) -> None: ...

    def seal(self, checkpoint: bytes) -> None:
        """Keep a signed checkpoint."""

    def seals(self) -> list[bytes]: ...

    def keep_secrets(
        self, changes: Mapping[str, bytes | None], expected: Mapping[str, bytes | None] | None = None
    ) -> bool:
        """Keep sealed secrets by their names, or remove those that are None, in one transaction that is durable on
        return. False, and nothing is changed, unless those that are expected are there as given (None: not there)."""

    def secret(self, name: str) -> bytes | None: ...

    def secrets(self) -> dict[str, bytes]:
        """All of them, sealed as they are."""

    def kept_openly(self) -> dict[str, bytes]:
        """What earlier versions kept among the snapshots, readable by anyone, under names that begin with `~`."""

    def forget_kept_openly(self) -> None:
        """Remove that, and overwrite the place where it lay as far as the store can."""

    def close(self) -> None: ...
