"""What is said at a table: a command is an order, an event is a fact, and both are plain records.

Money is in whole cents, a moment has its time zone, and nothing here does anything.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Final, TypedDict

from msgspec import Meta, Struct

from dicehouse.money import LARGEST
from dicehouse.refusal import Refused

VERSION: Final = 1
"""Of the records below. A field is added with a default; anything else makes a new version."""

Amount = Annotated[int, Meta(gt=0, le=LARGEST, description="whole cents, above nothing")]
Balance = Annotated[int, Meta(ge=0, le=LARGEST, description="whole cents")]
Count = Annotated[int, Meta(ge=1, le=100_000)]
Moment = Annotated[datetime, Meta(tz=True, description="with its time zone")]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Perhaps = Annotated[str, Meta(max_length=64, description="a name, or nothing")]
SaleId = Annotated[str, Meta(max_length=130, description="a table and the id of a sale there, or nothing")]
Words = Annotated[str, Meta(min_length=1, max_length=500)]
SeatNumber = Annotated[int, Meta(ge=1, le=9_999)]
Face = Annotated[int, Meta(ge=1, le=6)]
Faces = tuple[Face, ...]


def kebab(name: str) -> str:
    """ "PlaceWager" as "place-wager", the name a record goes by."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag=kebab):
    """Someone asks for something."""

    id: Name
    """Of this command; a wager that it places goes by it too."""
    at: Moment
    by: Name
    """The person who asks."""
    role: Name
    """What that person is here: a rank of the rulebook, or player, spectator, inspector or device."""


def tag_of(kind: type[Command]) -> str:
    """The name that a command goes by."""
    return str(kind.__struct_config__.tag)


class Event(Struct, frozen=True, kw_only=True, tag_field="event", tag=kebab):
    """Something has happened."""

    at: Moment
    by: str
    role: str
    cause: str
    """The id of the command."""
    clause: str
    """The rule by which it happened; empty where the document is silent."""
    v: int = VERSION


class Stamp(TypedDict):
    at: datetime
    by: str
    role: str
    cause: str


def stamp(command: Command) -> Stamp:
    """What every event takes over from its command."""
    return {"at": command.at, "by": command.by, "role": command.role, "cause": command.id}


Events = tuple[Event, ...]
Answer = Events | Refused

PLAYER: Final = "player"
SPECTATOR: Final = "spectator"
INSPECTOR: Final = "inspector"
DEVICE: Final = "device"
OUTSIDE: Final = (PLAYER, SPECTATOR, INSPECTOR, DEVICE)
"""Who is at a table without a rank of the house; a device is a tumbler, a terminal or the house's clock."""


class Kind(StrEnum):
    """How a table is run."""

    DEALT = "dealt"
    ELECTRONIC = "electronic"
    CRAPS = "craps"


class Phase(StrEnum):
    """How far a round has come."""

    CLOSED = "closed"
    BETWEEN = "between rounds"
    TUMBLED = "tumbled"
    BETTING = "betting"
    NO_MORE_BETS = "no more bets"
    VOID = "void"
    """The dice may not count: nothing but calling no result is left."""
    UNCOVERED = "uncovered"
    ANNOUNCED = "announced"
    ENTERED = "entered"
    SHOOTING = "shooting"
    ROLLING = "rolling"
    IN_THE_AIR = "in the air"
    CALLED = "called"

    @property
    def said(self) -> str:
        """In a sentence: what goes on."""
        return _SAID[self]


_SAID: Final = {
    Phase.CLOSED: "the table is closed",
    Phase.BETWEEN: "no round is under way",
    Phase.TUMBLED: "the dice are tumbled",
    Phase.BETTING: "bets are being placed",
    Phase.NO_MORE_BETS: "betting is closed",
    Phase.VOID: "the dice may not count",
    Phase.UNCOVERED: "the dice lie uncovered",
    Phase.ANNOUNCED: "the result was called",
    Phase.ENTERED: "the result was keyed in",
    Phase.SHOOTING: "the shooter is to shoot",
    Phase.ROLLING: "the dice are rolling",
    Phase.IN_THE_AIR: "the dice are in the air",
    Phase.CALLED: "the roll was called",
}


EVERYWHERE: Final = frozenset(Kind)


@dataclass(frozen=True)
class Order:
    """Who may give a command, at which tables and when, and the function that judges the rest."""

    judge: Callable[[Any, Any], Answer]
    power: str = ""
    """The power of the rulebook that it takes; staff without it are refused."""
    staff: bool = False
    """Whether anyone with a rank may."""
    others: tuple[str, ...] = ()
    """Who may without a rank."""
    kinds: frozenset[Kind] = EVERYWHERE
    phases: tuple[Phase, ...] = ()
    """When; empty: whenever the table is open."""
    when_closed: bool = False
    """Whether it may also be given at a closed table."""
    when_stopped: bool = True
    """Whether it may be given while play is stopped."""
    by_case: Callable[[Mapping[str, Any]], str] | None = None
    """The power that it takes, where the fields of the command say which."""

    def power_in(self, fields: Mapping[str, Any]) -> str:
        """The power that it takes with these fields."""
        return self.by_case(fields) if self.by_case else self.power


Orders = dict[type[Command], Order]
Appliers = dict[type[Event], Callable[[Any, Any], None]]
"""What each event does to the table."""
Entries = list[tuple[str, int]]
"""Accounts of the ledger with what each gained, or lost."""
Postings = dict[type[Event], Callable[[Any, Any], Entries]]
"""What each event that moves money moves, from the event and the table before it; an event without moves nothing."""
