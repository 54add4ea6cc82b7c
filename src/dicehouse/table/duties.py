"""Who of the staff is at a table: duties, the roster, and breaks, as plain data of its state."""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct


class Duty(Struct, frozen=True, kw_only=True):
    """Someone who is signed on at a position of the table."""

    staff: str
    since: datetime
    to: str = ""
    """Their relief, by name, once they have handed over; empty before."""


class RosterLine(Struct, frozen=True, kw_only=True):
    """Who is to be at a position, from when until when."""

    id: str
    position: str
    staff: str
    since: datetime
    until: datetime


class StaffBreak(Struct, frozen=True, kw_only=True):
    """A break that someone takes who signed off here."""

    since: datetime
    until: datetime


def crew_of(duties: Mapping[str, Duty]) -> dict[str, str]:
    """Who is at each position, for the record of a round."""
    return {position: duty.staff for position, duty in sorted(duties.items())}
