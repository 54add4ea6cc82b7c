"""Colour checks that someone took away from an open table: they stay good there, at their value on record.

Nothing keeps a player from walking off with them, and no other place takes them while the table is open (3.6 and 3.7,
3.5 and 3.6, Crown 3.1.2(b) and (c)). So the table remembers whose they were, issues that colour to nobody else
meanwhile, and takes them back from whoever presents them. When it closes, the house takes over what is still out, and
gives it back when the table opens again.
"""

from collections.abc import Iterable

from dicehouse.refusal import Refused, Why
from dicehouse.table.chips import customer
from dicehouse.table.ledger import COLOURS, hands, move
from dicehouse.table.orders import (
    DEVICE,
    Amount,
    Answer,
    Appliers,
    Command,
    Count,
    Entries,
    Event,
    Kind,
    Name,
    Order,
    Orders,
    Postings,
    SeatNumber,
    stamp,
)
from dicehouse.table.seats import Checks, Seat
from dicehouse.table.state import Away, Table


class BringColours(Command, frozen=True):
    """Take note of colour checks of this table that someone has brought back to it."""

    seat: SeatNumber
    colour: Name
    count: Count
    value: Amount | None = None
    """Of each check as it was traced, where checks of this colour are away at several values."""


class ReturnColours(Command, frozen=True):
    """Give a table that opens again the record of its colour checks that are still out."""

    colour: Name
    count: Count
    value: Amount


class ColoursBrought(Event, frozen=True):
    """Colour checks that had been taken away are in a player's hands again."""

    seat: int
    colour: str
    count: int
    value: int
    of: tuple[Away, ...]
    """Who had taken them, as far as that is on record."""


class ColoursReturned(Event, frozen=True):
    """The table has colour checks out that were on the house's record while it was closed."""

    away: Away


# --- questions


def colours_away(table: Table, but: str = "") -> dict[str, str]:
    """Colours that are away, each with someone who took it; without those of one person."""
    return {it.colour: it.person for it in table.away if it.person != but}


def count_away(table: Table, colour: str) -> int:
    return sum(it.count for it in table.away if it.colour == colour)


# --- the judgements


def bring_colours(table: Table, command: BringColours) -> Answer:
    """No more than are away, at the value at which they were issued; one's own come first."""
    clause = table.clause("redeem_colours")
    seat = customer(table, command, command.seat)
    if isinstance(seat, Refused):
        return seat
    found = [it for it in table.away if it.colour == command.colour and command.value in {None, it.value}]
    values = sorted({it.value for it in found})
    own = sorted({it.value for it in found if it.person == seat.person})
    if len(values) > 1 and len(own) != 1:
        return Refused(Why.NOT_DECLARED, clause, "check-value-to-trace", colour=command.colour, values=values)
    value = (own or values or [0])[0]
    found = [it for it in found if it.value == value]
    out = sum(it.count for it in found)
    if command.count > out:
        return Refused(Why.NOT_ENOUGH, clause, "checks-above-away", colour=command.colour, count=command.count, out=out)
    return _another_worth(seat, command, value, clause) or (
        ColoursBrought(
            clause=clause, seat=seat.number, colour=command.colour, count=command.count, value=value,
            of=tuple(_taken(sorted(found, key=lambda it: it.person != seat.person), command.count)), **stamp(command),
        ),
    )  # fmt: skip


def _another_worth(seat: Seat, command: BringColours, value: int, clause: str) -> Refused | None:
    """Whether the player has checks of this colour at another value in hand."""
    own = seat.checks.get(command.colour)
    if own is None or own.value == value:
        return None
    return Refused(
        Why.WRONG_CHIPS,
        clause,
        "checks-of-other-value",
        colour=command.colour,
        seat=seat.number,
        value=own.value,
        other_value=value,
    )


def _taken(found: Iterable[Away], count: int) -> Iterable[Away]:
    """From the first on, until there are so many."""
    for it in found:
        if count:
            yield Away(person=it.person, colour=it.colour, count=min(it.count, count), value=it.value)
        count -= min(it.count, count)


def return_colours(table: Table, command: ReturnColours) -> Answer:
    away = Away(person="", colour=command.colour, count=command.count, value=command.value)
    return (ColoursReturned(clause=table.clause("redeem_colours"), away=away, **stamp(command)),)


# --- what the facts do


def take_away(table: Table, away: Iterable[Away]) -> None:
    """Checks left the table, or came onto its record."""
    for it in away:
        same = next((one for one in table.away if (one.person, one.colour, one.value) == _key(it)), None)
        table.away = [one for one in table.away if one is not same]
        count = it.count + (same.count if same else 0)
        table.away.append(Away(person=it.person, colour=it.colour, count=count, value=it.value))


def _key(it: Away) -> tuple[str, str, int]:
    return it.person, it.colour, it.value


def colours_brought(table: Table, event: ColoursBrought) -> None:
    gone = {_key(it): it.count for it in event.of}
    left = [(it, it.count - gone.get(_key(it), 0)) for it in table.away]
    table.away = [Away(person=it.person, colour=it.colour, count=count, value=it.value) for it, count in left if count]
    seat = table.seats[event.seat]
    own = seat.checks.setdefault(event.colour, Checks(0, event.value))
    own.count += event.count
    table.came += event.count * event.value


def colours_returned(table: Table, event: ColoursReturned) -> None:
    take_away(table, [event.away])


def return_moved(table: Table, event: ColoursBrought) -> Entries:
    return move(COLOURS, hands(table, event.seat, "colour"), event.count * event.value)


_DEALT = frozenset({Kind.DEALT})

COMMANDS: Orders = {
    BringColours: Order(bring_colours, "redeem_colours", kinds=_DEALT),
    ReturnColours: Order(return_colours, others=(DEVICE,), kinds=_DEALT, when_closed=True),
}
APPLIERS: Appliers = {ColoursBrought: colours_brought, ColoursReturned: colours_returned}
POSTINGS: Postings = {ColoursBrought: return_moved}
