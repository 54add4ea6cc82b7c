"""A tournament as it stands, from its terms to the last prize. Banks are tournament chips, not money."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from dicehouse.house.dispute import Dispute
from dicehouse.house.tournaments.terms import Terms

Standing = Literal["entered", "playing", "through", "out", "withdrawn", "retired", "disqualified"]
"""Entered and not yet seated; in a round; gone on to the next; and four ways of being out of it."""
Phase = Literal["planned", "playing", "between", "finished", "cancelled"]


class Staked(Struct, frozen=True, array_like=True):
    """A wager and what is on it, in chips."""

    wager: str
    stake: int


class Entrant(Struct, kw_only=True):
    """Someone who has entered."""

    number: int
    """In the order of entries."""
    standing: Standing = "entered"
    accepted: int
    """The version of the terms that this person has accepted."""
    staff: bool = False
    publicity: bool = False
    """Whether the house may show this person in its advertising."""
    briefed: bool = False
    for_: str = ""
    """Whose entry a substitute has taken over."""
    paid: dict[str, int] = {}
    """What was paid, by what it was for."""
    bought: dict[str, int] = {}
    """How often chips were bought later."""
    bank: int = 0
    before: int = 0
    """The bank before the last spin."""
    extra: list[int] = []
    """What spins between equals won or lost."""
    reached: int = 0
    """The round in which this person plays, or last played."""
    table: str = ""
    seat: int = 0
    secrets: int = 0
    """Secret wagers made in this round."""
    warned: int = 0


class TableRound(Struct, kw_only=True):
    """A table in a round."""

    spins: int = 0
    staked: dict[str, list[Staked]] | None = None
    """What each player has on the layout, once betting is closed; None while it is open."""
    sealed: dict[str, list[str]] = {}
    """The seals of secret wagers, by player."""
    missed: dict[str, int] = {}
    """Chips that the spin takes from who has staked less than is compulsory."""
    gone: list[str] = []
    """Who is out with this spin for that."""
    ended: str = ""
    """Why play is over here; empty while it is not."""
    held: str = ""
    """The dispute for which it waits; empty while it does not."""

    def reopens(self) -> None:
        """Betting is open for another spin."""
        self.staked, self.sealed, self.missed, self.gone = None, {}, {}, []


class RoundPlay(Struct, kw_only=True):
    """The round that is played, or was played last."""

    number: int
    ends: datetime | None
    """When the clock ends it; None where spins alone do."""
    paused: datetime | None = None
    tables: dict[str, TableRound] = {}


class Ruling(Dispute, kw_only=True):
    """A dispute and how the director decided it."""

    table: str = ""
    """The table that waits for it."""


class Place(Struct, frozen=True, array_like=True):
    """Who is at a place, and what that brings."""

    place: int
    person: str
    prize: int


class Tournament(Struct, kw_only=True):
    """One tournament."""

    terms: Terms
    version: int = 1
    phase: Phase = "planned"
    approved: datetime | None = None
    """When the house approved these terms."""
    available: datetime | None = None
    notified: datetime | None = None
    """When the inspectorate was told of these terms."""
    starts: datetime
    """When the next round starts, by the terms or by the director."""
    director: str = ""
    away: str = ""
    """The deputy who stands in while the director is away; empty while the director is present."""
    deputies: list[str] = []
    tables: list[str] = []
    """Designated for it."""
    entrants: dict[str, Entrant] = {}
    staff_approved: dict[str, str] = {}
    """Staff who may enter, and the officer who let them."""
    refused: dict[str, str] = {}
    """Applications that were refused, and why."""
    practised: int = 0
    rounds: int = 0
    """Rounds that were played or left out."""
    round: RoundPlay | None = None
    promised: dict[int, str] = {}
    """By round, the SHA-256 of its seed."""
    seeds: dict[int, str] = {}
    """By round, what its seats and lots were drawn from."""
    bought_back: int = 0
    """Players who bought themselves in since the last round."""
    rulings: dict[str, Ruling] = {}
    places: list[Place] = []
    """At the end, in order."""
    owed: dict[str, int] = {}
    """Prizes, chips and refunds that are not paid yet."""
    results: str = ""
    """Where the results were published."""
    over: str = ""
    """Why it was cancelled."""


def pool_account(tournament: str) -> str:
    """What was paid that belongs to the prize pool."""
    return f"tournament/{tournament}/pool"


def fees_account(tournament: str) -> str:
    """What else was paid."""
    return f"tournament/{tournament}/fees"


def owed_account(tournament: str) -> str:
    """What the house owes its players."""
    return f"tournament/{tournament}/owed"
