"""Breaks that patrons take of their own accord, in every place at once, and end when they like.

A break that the house requires while a limit period ends is another thing (limits), and neither ends the other.
"""

from datetime import datetime, timedelta
from typing import Final

from dicehouse.house.holders import not_their_own, patron_of
from dicehouse.house.orders import PATRON, Appliers, Order, Orders
from dicehouse.house.patron_state import Patron
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Moment, Name, stamp

LONGEST: Final = timedelta(hours=24)
"""Of one break; it may be taken again."""


class TakeBreak(Command, frozen=True):
    """Take a break: no wager is taken from this person anywhere until it is over."""

    patron: Name
    until: Moment


class EndBreak(Command, frozen=True):
    """Come back from a break that one took."""

    patron: Name


class BreakTaken(Event, frozen=True):
    """A patron takes a break by their own wish."""

    patron: str
    until: datetime


class BreakEnded(Event, frozen=True):
    """A patron came back from a break before it was over."""

    patron: str


def on_break(patron: Patron, now: datetime) -> datetime | None:
    """Until when someone takes a break by their own wish; None while they do not."""
    return patron.resting if patron.resting and patron.resting > now else None


def take_break(house: House, command: TakeBreak) -> Answer:
    """From now on and no longer than a day; a break that runs is changed by it."""
    patron = not_their_own(command, command.patron) or patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    if command.until <= command.at:
        return Refused(
            Why.WRONG_TIME, None, "break-would-be-over", person=patron.name, until=command.until, at=command.at
        )
    if command.until > command.at + LONGEST:
        return Refused(
            Why.ABOVE_MAXIMUM, None, "break-until-longer", person=patron.name, until=command.until, longest=str(LONGEST)
        )
    return (BreakTaken(clause="", patron=patron.name, until=command.until, **stamp(command)),)


def end_break(house: House, command: EndBreak) -> Answer:
    patron = not_their_own(command, command.patron) or patron_of(house, command.patron)
    if isinstance(patron, Refused):
        return patron
    if on_break(patron, command.at) is None:
        return Refused(Why.ALREADY_DONE, None, "takes-no-break", person=patron.name)
    return (BreakEnded(clause="", patron=patron.name, **stamp(command)),)


def break_taken(house: House, event: BreakTaken) -> None:
    house.patrons[event.patron].resting = event.until


def break_ended(house: House, event: BreakEnded) -> None:
    house.patrons[event.patron].resting = None


COMMANDS: Orders = {
    TakeBreak: Order(take_break, "cashier", (PATRON,)),
    EndBreak: Order(end_break, "cashier", (PATRON,)),
}
APPLIERS: Appliers = {BreakTaken: break_taken, BreakEnded: break_ended}
