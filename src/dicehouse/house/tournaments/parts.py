"""What the terms of a tournament are made of, part by part as the rules list them."""

from datetime import datetime
from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from dicehouse.house.promotions.terms import Money, Text

Share = Annotated[str, Meta(pattern="^([0-9]{1,6}/[1-9][0-9]{0,5})?$", description='such as "3/10"')]
Players = Annotated[int, Meta(ge=0, le=10_000)]
Spins = Annotated[int, Meta(ge=0, le=10_000)]
Few = Annotated[int, Meta(ge=0, le=1_000)]
Tie = Literal["bank-before", "extra-spin", "lot", "share"]
"""The larger bank before the last spin, a spin between those who are equal, a lot, or equal parts of the prizes."""
Action = Literal["warn", "chips", "lose-wager", "disqualify"]
Payment = Literal["entry-fee", "buy-in", "re-buy", "add-on", "buy-back"]


class Purchase(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chips that a player may buy later, all players alike."""

    price: Money
    bank: Money
    """What it adds to the player's bank."""
    most: Few = 1
    """How often each player may."""
    until_round: Few = 1
    """The last round in which it can be had."""


class Details(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When, where, for how many and for how much."""

    starts: datetime | None = None
    entries_close: datetime | None = None
    location: Text = ""
    entry_fee: Money | None = None
    buy_in: Money | None = None
    re_buy: Purchase | None = None
    add_on: Purchase | None = None
    min_players: Players = 0
    max_players: Players = 0
    start_may_change: bool = False
    start_notice: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """Minutes of notice that players get before a start that was moved."""
    changes_notified: bool = False


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may enter, and how."""

    accepting: bool = False
    entitled_only: bool = False
    may_refuse: bool = False
    criteria: Text = ""
    staff: bool = False
    """Whether it is a charity or media event in which staff may play."""
    abide: bool = False
    available: Text = ""
    signed: bool = False
    method: Text = ""
    withdraw_until: datetime | None = None
    substitute_until: datetime | None = None


class Round(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round or session."""

    spins: Spins = 0
    """0: by the clock alone."""
    minutes: Spins = 0
    """0: by spins alone."""
    tables: Few = 0
    seats: Few = 0
    """Of each table."""
    top: Few = 0
    """Players of each table who go on."""
    best: Few = 0
    """The next best of all tables who go on too; they also fill a place that a table leaves empty."""
    bank: Money = 0
    """What each player starts this round with; 0: the starting bank."""
    carries: bool = False
    """Whether players keep their bank of the round before instead."""
    repechage: bool = False
    """Whether it is for those who went out in the round before."""

    @property
    def places(self) -> int:
        """How many go on."""
        return self.top * self.tables + self.best

    @property
    def room(self) -> int:
        return self.tables * self.seats


class BuyBack(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How players who are out buy themselves in again, for the next round."""

    price: Money
    after_rounds: tuple[Few, ...]
    places: Few
    """How many can, each time."""


class Format(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the tournament is made up."""

    starting_bank: Money = 0
    same_bank: bool = False
    rounds: tuple[Round, ...] = ()
    ties: tuple[Tie, ...] = ()
    """Between players of whom only some go on, in this order."""
    buy_back: BuyBack | None = None
    repechage: Text = ""
    """How a player qualifies for one."""
    repechage_by_director: bool = False
    """Whether the director decides if there is one."""
    chips_after: Literal["", "no-value", "cash"] = ""
    cash_rate: Share = ""
    """What a chip is worth in money at the end, where it is."""


class Secret(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Wagers in a closed envelope."""

    per_session: Few = 0
    per_spin: Few = 0
    how: Text = ""


class Wagers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is wagered with, and how much."""

    chips: Text = ""
    chip: Money = 0
    """The smallest."""
    minimum: Money = 0
    """Of each wager; 0: the smallest chip."""
    compulsory: Money = 0
    """On all wagers of a spin; 0: a player may sit a spin out."""
    compulsory_missed: Literal["", "taken", "out"] = ""
    secret: Secret | None = None


class Elimination(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a player is out."""

    criteria: Text = ""


class Winners(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who wins."""

    criteria: Text = ""
    ties: tuple[Tie, ...] = ()


class Prize(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The prize of a place, or of each of several places that follow each other."""

    place: Annotated[int, Meta(ge=1, le=10_000)]
    to: Players = 0
    """The last of several places; 0: one place."""
    share: Share = ""
    """Of the pool."""
    amount: Money = 0

    @property
    def places(self) -> range:
        return range(self.place, max(self.place, self.to) + 1)


class Pool(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What there is to win."""

    fixed: Money = 0
    share: Share = ""
    """Of what the payments below bring."""
    of: tuple[Payment, ...] = ()
    prizes: tuple[Prize, ...] = ()
    leftover: Literal["", "first", "house"] = ""


class Conduct(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How players behave, what follows if they do not, and what the house says of itself."""

    penalised: Text = ""
    penalties: tuple[Action, ...] = ()
    penalty_chips: Money = 0
    disqualified: Text = ""
    substitute: Text = ""
    refunds: Text = ""
    late_refund: Share = ""
    """Of what was paid, after withdrawals closed and before the start; empty: nothing."""
    late: tuple[Action, ...] = ()
    absence: tuple[Action, ...] = ()
    telephone: tuple[Action, ...] = ()
    substituting: Text = ""
    disqualified_chips: Literal["", "removed", "shared"] = ""
    retirement: Literal["", "ranked", "unplaced"] = ""
    rules_prevail: bool = False
    ends_early: bool = False
    privacy: bool = False
    publicity: bool = False
    by_the_rules: bool = False
    director_final: bool = False
    liability: bool = False
    complaints: bool = False


def share_of(share: str, amount: int) -> Fraction:
    """A share of an amount, exactly; an empty share is nothing."""
    return Fraction(share or "0") * amount
