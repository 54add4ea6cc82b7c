"""What a house asks beyond the documents, read from a TOML file.

Play time and cash are limited where the file has their section, and not otherwise; the pause has its minutes always.

    loss_limits = "every_table"     # where they bind; "documents_that_say_so": where the table's document has them
    area_totals = false             # whether players see what everyone together has staked on each area
    laboratory = "open"             # the odds laboratory is for anyone; "staff": for those who work in the house

    [play]                  # how long someone may play; these are the figures without any of your own
    terminal_hours = 3      # at terminals without a break
    table_hours = 6         # at tables without a break
    day_hours = 12          # in any 24 hours
    week_hours = 48         # in any 7 days
    break_minutes = 15      # away from every place, to begin a new stretch of play
    continuous = "check"    # staff see how someone does; "block": no more play before a break

    [cash]                  # how much cash one person may put in
    day = "5000.00"         # on a calendar day

    [chips]                 # chips that people bring to a table
    confirm_above = "10000.00"  # above this sum a second person of the staff counts them

    [reality_check]         # where a terminal stops somebody for a moment and tells time and net
    minutes = 60            # of play, and again after as many

    [ratings]               # player ratings
    comps_percent = 20      # what part of the theoretical win is given back in comps

    [roster]                # the staff of a table
    longest_minutes = 60    # how long someone works at one position before their relief is late

    [identity]              # who gets a player card
    least_age = 18          # in years, by the date of birth
    documents = ["passport", "driver-licence", "proof-of-age-card", "identity-card"]

    [gates]                 # what is asked before money is paid out of an account
    pin_above = "500.00"    # above this sum the PIN was keyed
    picture_above = "5000.00"  # above this sum the picture was compared with the person
    minutes = 10            # no longer ago than this

    [alerts]                # what waits for a supervisor
    minutes = 5             # after which it goes up to the gaming manager

    [rollover]              # the pause while a limit period ends
    minutes = 30            # how near to the end it may begin, and how long after the end it may last
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from dicehouse import toml
from dicehouse.money import Cents, cents
from dicehouse.table.config import ConfigError
from dicehouse.table.orders import Balance

Minutes = Annotated[int, Meta(ge=1, le=1_440)]
Document = Literal["passport", "driver-licence", "proof-of-age-card", "identity-card"]


class PlayPolicy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long someone may play."""

    terminal_hours: Annotated[int, Meta(ge=1, le=24)] = 3
    """At terminals without a break."""
    table_hours: Annotated[int, Meta(ge=1, le=24)] = 6
    """At tables without a break."""
    day_hours: Annotated[int, Meta(ge=1, le=24)] = 12
    """In any 24 hours."""
    week_hours: Annotated[int, Meta(ge=1, le=168)] = 48
    """In any 7 days."""
    break_minutes: Minutes = 15
    """Away from every place, to begin a new stretch of play."""
    continuous: Literal["check", "block"] = "check"
    """What a stretch without a break leads to: staff see how someone does, or no more play before a break."""


class CashPolicy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much cash one person may put in."""

    day: Balance = 500_000
    """On a calendar day."""


class ChipsPolicy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chips that people bring to a table."""

    confirm_above: Balance = 1_000_000
    """Above this sum a second person of the staff counts them."""


class RealityPolicy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a terminal stops somebody for a moment and tells time played and net."""

    minutes: Minutes = 60
    """Of play on a calendar day, and again after as many."""


class RatingsPolicy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is given back to players who are rated."""

    comps_percent: Annotated[int, Meta(ge=0, le=100)] = 20
    """What part of the theoretical win is given back in comps."""


class RosterPolicy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the staff of a table are relieved."""

    longest_minutes: Annotated[int, Meta(ge=1, le=720)] = 60
    """How long someone works at one position before their relief is late."""


class IdentityPolicy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who gets a player card: someone whose document was checked and is on record."""

    least_age: Annotated[int, Meta(ge=1, le=99)] = 18
    """In years, by the date of birth."""
    documents: tuple[Document, ...] = ("passport", "driver-licence", "proof-of-age-card", "identity-card")


class GatePolicy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked before money is paid out of an account; a sum that is not there asks for nothing."""

    pin_above: Balance | None = None
    """Above this sum the PIN was keyed."""
    picture_above: Balance | None = None
    """Above this sum the picture was compared with the person."""
    minutes: Minutes = 10
    """No longer ago than this."""


class AlertPolicy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What waits for a supervisor and is not attended to."""

    minutes: Minutes = 5
    """After which it goes up to the gaming manager."""


class RolloverPolicy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pause while a limit period ends."""

    minutes: Minutes = 30
    """How near to the end it may begin, and how long after the end it may last."""


class Policy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a house asks beyond the documents; a part that is not there asks for nothing."""

    play: PlayPolicy | None = None
    cash: CashPolicy | None = None
    chips: ChipsPolicy | None = None
    """Without it each table's own setting counts."""
    reality_check: RealityPolicy | None = None
    ratings: RatingsPolicy | None = None
    """Without it players are rated all the same, and no comps are given."""
    roster: RosterPolicy | None = None
    """Without it a relief is late by the roster alone."""
    identity: IdentityPolicy | None = None
    gates: GatePolicy | None = None
    alerts: AlertPolicy | None = None
    """Without it nothing goes up by itself."""
    rollover: RolloverPolicy = RolloverPolicy()
    loss_limits: Literal["every_table", "documents_that_say_so"] = "every_table"
    """Where a card holder's loss limit binds: in the whole house, or only where the table's document has it."""
    area_totals: bool = False
    """Whether players see what everyone together has staked on each area."""
    cites: dict[str, str] = {}
    """Clauses of a known document by those of the house's own, where it has one; a running house fills them in."""
    laboratory: Literal["open", "staff"] = "open"
    """Whether anyone may use the odds laboratory, or only those who work in the house."""


_SUMS: Final = (("cash", "day"), ("chips", "confirm_above"), ("gates", "pin_above"), ("gates", "picture_above"))


def read(text: str) -> Policy:
    """A policy from its file; a mistake is a ConfigError that names the key."""
    try:
        found = toml.read(text)
    except toml.TomlError as error:
        raise ConfigError(str(error)) from None
    return made(found)


def made(found: dict[str, Any]) -> Policy:
    """A policy from what its file says; a mistake is a ConfigError that names the key."""
    for section, key in _SUMS:
        said = found.get(section)
        if isinstance(said, dict) and key in said:
            said[key] = _money(f"{section}.{key}", said[key])
    try:
        return msgspec.convert(found, Policy)
    except msgspec.ValidationError as error:
        raise ConfigError(str(error)) from None


def _money(key: str, value: object) -> Cents:
    try:
        return cents(value)
    except ValueError as error:
        raise ConfigError(f"{key}: {error}") from None
