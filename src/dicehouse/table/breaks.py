"""Breaks that players take of their own accord: the house tells the table, and no wager of theirs is taken meanwhile.

What stands on the layout stands, and the seat is kept as the rulebook keeps it. A break that the house requires is
another thing (losses), and neither ends the other.
"""

from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import DEVICE, Answer, Command, Event, Facts, Moment, Name, Order, Orders, stamp
from dicehouse.table.state import Table


class RestPlayer(Command, frozen=True):
    """Tell the table until when a player takes a break."""

    person: Name
    until: Moment
    """A moment that has come ends the break."""


class PlayerRests(Event, frozen=True):
    """A person makes no wagers for a while, by their own wish."""

    person: str
    until: Moment


def rest_player(table: Table, command: RestPlayer) -> Answer:  # noqa: ARG001
    return (PlayerRests(clause="", person=command.person, until=command.until, **stamp(command)),)


def rests(table: Table, command: Command, person: str) -> Refused | None:
    """Whether someone takes a break by their own wish."""
    until = table.resting.get(person)
    if until is None or command.at >= until:
        return None
    message = f"{person}: takes a break until {table.clock(until)} by their own wish; bet again from then on, or end it"
    return Refused(Why.PAUSED, None, message)


def player_rests(table: Table, event: PlayerRests) -> None:
    """Breaks that are over go."""
    resting = {**table.resting, event.person: event.until}
    table.resting = {person: until for person, until in resting.items() if until > event.at}


ORDERS: Orders = {RestPlayer: Order(rest_player, others=(DEVICE,), when_closed=True)}
FACTS: Facts = {PlayerRests: player_rests}
