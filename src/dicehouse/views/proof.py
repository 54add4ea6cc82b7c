"""What is known of whether the journal stands as it was written."""

from datetime import datetime
from typing import Literal

from msgspec import Struct


class FaultView(Struct, frozen=True):
    """A record that is wrong, and why."""

    first: int
    """The entry; 0 where the fault is in none."""
    last: int
    where: str
    why: str


class CheckpointView(Struct, frozen=True):
    """The latest signed checkpoint."""

    at: datetime
    entries: int
    key: str


class CopyView(Struct, frozen=True):
    """Checkpoints that are kept outside the journal."""

    file: str
    at: datetime
    entries: int
    agrees: bool


class ProofView(Struct, frozen=True, kw_only=True):
    """How far the journal is verified."""

    state: Literal["never", "running", "stands", "broken", "failed"] = "never"
    entries: int = 0
    """Up to which entry it was verified last."""
    head: str = ""
    root: str = ""
    at: datetime | None = None
    """When."""
    read: int = 0
    of: int = 0
    """While it is running: how many records were read, of how many."""
    seal: CheckpointView | None = None
    copies: tuple[CopyView, ...] = ()
    faults: tuple[FaultView, ...] = ()
    more: int = 0
    """Faults that are not listed."""
    why: str = ""
    """Why it could not be verified."""
