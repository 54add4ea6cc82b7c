"""The terms of a promotion as data, read from a TOML file in which money is written in dollars.

What the rules ask for is a key of its own, so that a program can say what is missing; `checking` does.

    kind = "promotion"                  # may be left out
    id = "summer-draw"
    name = "Summer draw"
    rulebook = "star-sicbo-2024"

    starts = 2026-12-01T10:00:00+11:00
    entries_close = 2026-12-20T20:00:00+11:00
    draw_at = 2026-12-20T21:00:00+11:00
    place = "Main gaming floor"

    awarded = "By a draw among sealed entries"
    awarded_when = "At the draw, on the main gaming floor"
    eligible = "Members with a card in force who are 18 or older"
    disbursed = "To the winner's account"
    claimed = "At the promotions desk, with the card, within 14 days"
    present = false                     # whether a winner must be at the draw
    told = ["telephone", "email"]
    published = "On the house's website and at the promotions desk"
    available = ["promotions desk", "website"]
    marketing = "Every poster names the terms and where they are"
    scrutineer = "A. Wright"            # where a prize is worth more than $10,000

    [entries]
    for_stakes_of = "50.00"             # one entry for each 50.00 staked; or for_rounds = 10
    most_each = 100
    minimum_wager = "10.00"             # none: leave it out and say so in `eligible`

    [[prizes]]
    name = "A weekend in Hobart"
    kind = "travel"
    value = "2400.00"
    nature = "Two nights for two"
    conditions = "Not during school holidays"
    [prizes.details]
    persons = "2"
    included = "Flights, transfers, hotel with breakfast"
    when = "By the end of 2027"
    spending_money = "none"
"""

import hashlib
from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from dicehouse.house.written import found_in, made
from dicehouse.money import LARGEST

Text = Annotated[str, Meta(max_length=500)]
Short = Annotated[str, Meta(max_length=64)]
Money = Annotated[int, Meta(ge=0, le=LARGEST)]
Channel = Literal["face-to-face", "mail", "telephone", "email"]
PrizeKind = Literal[
    "goods", "appliance", "vehicle", "travel", "real-estate", "casino-dollars", "slots-dollars", "cash",
    "liquor", "tobacco", "firearm", "ammunition", "imitation-firearm", "weapon",
]  # fmt: skip
Alternative = Literal["", "cash", "other"]


class Prize(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One prize, or several that are alike."""

    name: Short
    kind: PrizeKind = "goods"
    value: Money = 0
    number: Annotated[int, Meta(ge=1, le=1_000)] = 1
    nature: Text = ""
    """What it is, with any qualification, reservation or guarantee."""
    conditions: Text = ""
    """On receiving, using or accepting it; "none" where there are none."""
    details: dict[str, Text] = {}
    """The particulars that a kind of prize needs."""
    alternative: Alternative = ""
    """What the winner may have instead: nothing, cash, or something else of the same value."""
    litres: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """Of liquor."""


class Earning(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How play earns entries."""

    for_stakes_of: Money = 0
    """One entry for each such amount staked; 0: stakes earn none."""
    for_rounds: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """One entry for each so many rounds; 0: rounds earn none."""
    most_each: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    """The most that one person can have; 0: no bound."""
    minimum_wager: Money = 0
    """Rounds with less staked do not count; 0: every round does."""


class Terms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that a promotion promises. A text that is empty, or a moment that is not there, is missing."""

    kind: Literal["promotion"] = "promotion"
    id: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,63}$")]
    name: Short
    rulebook: Short
    starts: datetime | None = None
    entries_close: datetime | None = None
    draw_at: datetime | None = None
    place: Text = ""
    awarded: Text = ""
    awarded_when: Text = ""
    eligible: Text = ""
    disbursed: Text = ""
    claimed: Text = ""
    present: bool | None = None
    told: tuple[Channel, ...] = ()
    published: Text = ""
    available: tuple[Text, ...] = ()
    marketing: Text = ""
    scrutineer: Short = ""
    entries: Earning | None = None
    prizes: tuple[Prize, ...] = ()
    one_prize_each: bool = True
    """Whether someone who has won is passed over in the same draw."""
    forbidden: tuple[Short, ...] = ()
    """Items and services that regulations forbid as prizes, a list the operator keeps."""


def terms_hash(terms: Terms) -> str:
    return hashlib.sha256(msgspec.json.encode(terms)).hexdigest()


_MONEY = frozenset({"value", "for_stakes_of", "minimum_wager"})


def read_terms(text: str) -> Terms:
    """Terms from their file; what cannot be read is a ConfigError that names the key."""
    return made(found_in(text), Terms, _MONEY)
