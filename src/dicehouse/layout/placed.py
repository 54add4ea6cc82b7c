"""A wager on a layout, what a roll does to it, and how it left: the records of settlement."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from dicehouse.money import Cents
from dicehouse.wager import Step, Wager


class Ended(StrEnum):
    """How a wager left the layout."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"
    REMOVED = "removed"


class Decided(NamedTuple):
    """A wager that has left the layout, and the money that went with it."""

    id: str
    wager: str
    result: Ended
    stake: Cents
    winnings: Cents
    """Without the stake."""
    returned: Cents
    """All money back: winnings, the stake or the part of it that survived, and a commission that was given back."""
    clauses: tuple[str, ...]


@dataclass(slots=True)
class PlacedWager:
    """A wager on the layout."""

    id: str
    wager: Wager
    name: str
    """The wager's id, kept here because settlement asks for it every time."""
    stake: Cents
    commission: Cents
    state: int
    steps: Sequence[Step]
    """What each outcome does to it in its present state."""
    can_be_off: bool
    """Whether there are rolls that do not count for it."""
    parent: "PlacedWager | None" = None
    behind: tuple["PlacedWager", ...] = ()
    called: bool | None = None
    """On or Off by the player's call, which lasts until the opposite call; None without one."""


class RollOutcome(NamedTuple):
    """What a roll does to the layout, worked out and not yet done."""

    outcome: int
    decided: list[Decided]
    moved: list[tuple[PlacedWager, int]]


def placed_wager(
    id: str, kind: Wager, stake: Cents, commission: Cents, state: int, parent: PlacedWager | None
) -> PlacedWager:
    return PlacedWager(
        id, kind, kind.id, stake, commission, state, kind.rules.steps[state], bool(kind.off_when), parent
    )
