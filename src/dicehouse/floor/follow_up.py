"""A follow-up between the house and its tables: the command to give, and the current state it is worked out from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec

from dicehouse.floor.plan import HousePlan
from dicehouse.house.state import House
from dicehouse.table import Kind, Table
from dicehouse.table.orders import DEVICE, Command

BY: Final = "errand"
OWN: Final = "~"
"""How the ids of commands begin that the house gives itself; nobody else may use such a one."""
SENT: Final = "~sent:"
"""How the id of a command begins by which a table takes what the house has sent."""
NOWHERE: Final = 9_999
"""A seat for someone who has left: the table refuses it, and the money goes back."""


@dataclass
class CurrentState:
    """What a follow-up may look at: everything as it is by now, and who sat where at that moment of the journal."""

    plan: HousePlan
    tables: Mapping[str, Table]
    house: House
    now: datetime
    secret: bytes
    """By which validation numbers are drawn that nobody can guess, and that are the same when they are drawn again."""
    seated: dict[str, dict[int, str]] = field(default_factory=dict)

    def person(self, table: str, seat: int) -> str:
        """Who is at a seat, if the house knows them."""
        found = self.seated.get(table, {}).get(seat, "")
        return found if found in self.house.patrons else ""

    def places(self, person: str) -> Iterator[tuple[str, int]]:
        """Where someone sits by now."""
        for name, table in self.tables.items():
            yield from ((name, it.number) for it in table.seats.values() if it.person == person)

    def place(self, table: str, seat: int) -> str:
        """How the house calls a place: each terminal by itself, and a table as a whole."""
        return f"{table}/{seat}" if self.tables[table].kind is Kind.ELECTRONIC else table

    def seat_of(self, table: str, person: str) -> int:
        found = self.tables[table].seat_of(person)
        return found.number if found else NOWHERE


class FollowUp(NamedTuple):
    """A command to come."""

    to: str
    what: str
    """Short; with the number of its entry it is the command's id. One that begins with `sent:` is the whole id."""
    order: type[Command]
    fields: dict[str, Any]
    power: str = ""
    """The power by which staff of a table do it; empty: a device does, or the house's own rank below."""
    rank: str = DEVICE


Follows = Iterator[FollowUp]


class Said(msgspec.Struct):
    """A refusal as the journal has it."""

    why: str
    message: str
