"""A promotion as it stands, from the filing of its terms to the last prize."""

from datetime import datetime

from msgspec import Struct, field

from dicehouse.house.dispute import Dispute
from dicehouse.house.promotions.lot import Entry
from dicehouse.house.promotions.terms import Prize, Terms


class Attempt(Struct, frozen=True, array_like=True):
    """One try to tell a winner."""

    at: datetime
    channel: str
    reached: bool
    said: str


class Claim(Struct, kw_only=True):
    """Someone's claim of a prize."""

    person: str
    prize: int
    at: datetime
    denied: str = ""
    """Why it was not met; empty while it is open or met."""


class Won(Struct, kw_only=True):
    """A single prize that was drawn."""

    prize: Prize
    person: str
    entry: int
    told_by: datetime | None
    """By when the winner must be told; None where the winner had to be there."""
    attempts: list[Attempt] = []
    awarded: datetime | None = None


class Draw(Struct, kw_only=True):
    """What a draw is made of, in the order it becomes known."""

    committed: str = ""
    """SHA-256 of the house's secret."""
    sealed: str = ""
    """The hash of the entries."""
    word: str = ""
    scrutineer: str = ""
    secret: str = ""
    at: datetime | None = None


class Play(Struct, frozen=True):
    """What someone staked in one round."""

    round: int
    staked: int
    """Nothing where the round does not count."""


class Promotion(Struct, kw_only=True):
    """One promotion."""

    terms: Terms
    version: int = 1
    filed: datetime
    """When these terms reached the regulator."""
    proposed: Terms | None = None
    """Terms that would take their place, if they are approved."""
    proposed_by: str = ""
    proposed_at: datetime | None = None
    amended: datetime | None = None
    """When terms came into force that were changed after the start."""
    reference: str = ""
    """Of the letter in which the regulator approved them."""
    resubmitted: str = ""
    """Under which reference the regulator was given them; empty while it was not."""
    published: datetime | None = None
    entries: list[Entry] = []
    earned: dict[str, int] = {}
    """How many entries each person has."""
    toward: dict[str, int] = {}
    """Stakes in cents, or rounds, that count toward a person's next entry."""
    beyond: dict[str, int] = {}
    """How many entries more each person's play was worth than the terms allow one person."""
    last_play: dict[str, "Play"] = {}
    """What was last counted of each person's play at each table, by table and person."""
    shut_out: dict[str, str] = {}
    """Persons who are not eligible, and why."""
    draw: Draw = field(default_factory=Draw)
    won: dict[int, Won] = {}
    claims: dict[str, Claim] = {}
    stopped: str = ""
    """Why the draw is postponed; empty while it is not."""
    cancelled: str = ""
    results: str = ""
    """Where the results were published."""
    disputes: dict[str, Dispute] = {}
