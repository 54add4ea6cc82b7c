"""What the house keeps of a progressive jackpot: its terms, its trigger, its pools and who won it; plain data."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from dicehouse.money import LARGEST


class Rate(Struct, frozen=True, array_like=True):
    """So many parts of so many: an exact share."""

    parts: Annotated[int, Meta(ge=0, le=1_000_000)]
    of: Annotated[int, Meta(ge=1, le=1_000_000)]


class Rolled(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Results: exactly these faces in any order, one of these totals, or any triple or pair of all dice."""

    faces: tuple[Annotated[int, Meta(ge=1, le=6)], ...] = ()
    totals: tuple[Annotated[int, Meta(ge=2, le=18)], ...] = ()
    alike: bool = False


class Arm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What some results lead to: another state, or a win."""

    rolled: Rolled
    to: Annotated[str, Meta(min_length=1, max_length=64)]


class Trigger(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a jackpot is won, as states and the results that lead from one to the next; the first is the start.

    A result that no arm names leads back to the start, and so does a round in which the seat has not the wager.
    """

    states: dict[str, tuple[Arm, ...]]
    wager: str = ""
    """The wager that the seat must have in each round; empty: any."""
    least: Annotated[int, Meta(ge=0)] = 0
    """The least stake on it, in cents."""
    dice: Literal[2, 3] = 3


class JackpotTerms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a progressive jackpot grows and what it starts from."""

    rate: Rate
    """The share of settled stakes that goes to the pool."""
    hidden_rate: Rate = Rate(0, 1)
    """The share that goes to the hidden pool, for the next prize."""
    seed: Annotated[int, Meta(ge=0, le=LARGEST)] = 0
    cap: Annotated[int, Meta(ge=0, le=LARGEST)] = 0
    """What the pool does not grow beyond; 0: it has none."""
    trigger: Trigger
    tables: tuple[str, ...]
    """The tables that are linked."""
    approved_by: Annotated[str, Meta(min_length=1, max_length=64)]
    """Whose approval of the share is on file, and its number."""


class Jackpot(Struct, kw_only=True):
    """A progressive jackpot. The whole cents of its pools are in their accounts."""

    terms: JackpotTerms
    coming: JackpotTerms | None = None
    """Terms that take effect when the pool is won."""
    carry: tuple[int, int] = (0, 1)
    """What has accrued to the pool beyond its whole cents: a fraction of a cent."""
    hidden_carry: tuple[int, int] = (0, 1)
    runs: dict[str, dict[str, str]] = {}
    """Who is not at the start of the trigger, by table, then by seat and person."""
    turnover: int = 0
    seeded: int = 0
    contributed: int = 0
    won: int = 0
    adjusted: int = 0
    wins: int = 0
    last: "JackpotWin | None" = None
    before: dict[str, int] = {}
    """The latest round of each table that was counted before this prize began to grow."""
    results: dict[str, "RunsBefore"] = {}
    """The latest result of each table, and who was not at the start before it."""
    winners: dict[str, "WonIn"] = {}
    """Who last won it at each table, and in which round."""


class RunsBefore(Struct, frozen=True):
    """A round with a result, and where its seats stood in a trigger before it."""

    round: int
    runs: dict[str, str]
    """Who was not at the start, by seat and person."""


class WonIn(Struct, frozen=True):
    """A round in which a jackpot was won."""

    round: int
    seats: tuple[str, ...]
    """By seat and person."""

    def seats_in(self, number: int) -> tuple[str, ...]:
        """Who won it in this round."""
        return self.seats if number == self.round else ()


class JackpotWin(Struct, frozen=True, kw_only=True):
    """How a jackpot was last won."""

    at: datetime
    prize: int
    winners: tuple[str, ...]
