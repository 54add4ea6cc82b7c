"""Sentences of the crew: the roster, signing on and off, and handing over."""

from collections.abc import Mapping
from typing import Final

from dicehouse.rulebooks import Rulebook
from dicehouse.table import crew
from dicehouse.table.orders import Event
from dicehouse.table.sentences.words import Sentence, clock


def position_name(book: Rulebook, position: str) -> str:
    """A position as the house calls it: its rank, with a number where there are two."""
    rank = crew.rank_of(position)
    name = next((it.name for it in book.roles if it.id == rank), position)
    return f"{name} 2" if position != rank else name


def _signed_on(book: Rulebook, it: crew.StaffSignedOn) -> str:
    said = f"{it.staff} signed on as {position_name(book, it.position)}"
    return f"{said} and relieved {it.relieved}" if it.relieved else said


def _signed_off(book: Rulebook, it: crew.StaffSignedOff) -> str:
    said = f"{it.staff} signed off as {position_name(book, it.position)}"
    return f"{said} for a break until {clock(it.until)}" if it.until else f"{said}: the shift is over"


def _rostered(book: Rulebook, it: crew.StaffRostered) -> str:
    return f"{it.staff} is on the roster as {position_name(book, it.position)}, {clock(it.since)} to {clock(it.until)}"


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    crew.StaffRostered: _rostered,
    crew.RosterDropped: "{staff} was taken off the roster",
    crew.HandoverNamed: lambda book, it: f"{it.staff} hands over to {it.to} as {position_name(book, it.position)}",
    crew.StaffSignedOn: _signed_on,
    crew.StaffSignedOff: _signed_off,
    crew.StaffReleased: "{staff} is at {table} by now",
}
