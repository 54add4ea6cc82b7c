"""Chips that a player under a loss limit declares, and the directions that such a player follows (9.2).

Chips bought or brought are declared before the round, or else count from the next one, where the document says so.
"""

from dicehouse.refusal import Refused, Why
from dicehouse.table.cards import not_theirs
from dicehouse.table.orders import (
    PLAYER,
    Amount,
    Answer,
    Appliers,
    Command,
    Event,
    Order,
    Orders,
    Phase,
    SeatNumber,
    Words,
    stamp,
)
from dicehouse.table.seats import Seat
from dicehouse.table.standing import has_limits, rule
from dicehouse.table.state import Table, seat_at


class DeclareChips(Command, frozen=True):
    """Declare chips that were brought to the table."""

    seat: SeatNumber
    amount: Amount


class DirectPlayer(Command, frozen=True):
    """Record a direction that was given to a player with a loss limit so that their play can be followed."""

    seat: SeatNumber
    direction: Words
    followed: bool = True


class ChipsDeclared(Event, frozen=True):
    """Chips that were brought count from here on, or too late for this round."""

    seat: int
    amount: int
    late: bool
    """Whether the dealer is warned that they count from the next round only."""


class PlayerDirected(Event, frozen=True):
    """A player with a loss limit was given a direction, and followed it or not."""

    seat: int
    person: str
    direction: str
    followed: bool


def is_declared_here(table: Table, seat: Seat) -> bool:
    """Whether a player declares chips: under a loss limit, at a table whose document asks for it."""
    return seat.headroom is not None and has_limits(table.book)


def _nothing_to_declare(table: Table, command: Command) -> Refused | None:
    """Chips are declared where the document asks for player cards."""
    if has_limits(table.book):
        return None
    said = command.__struct_config__.tag
    return Refused(Why.NOT_HERE, None, "no-declaration-asked", command=said, rulebook=table.book.id)


def declare_chips(table: Table, command: DeclareChips) -> Answer:
    """Before the round begins; later they count for the next one (9.2.1, 9.2.2)."""
    refused = _nothing_to_declare(table, command)
    if refused:
        return refused
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    refused = not_theirs(table, command, seat)
    if refused:
        return refused
    if command.amount > seat.undeclared:
        return Refused(
            Why.NOT_ENOUGH,
            table.matter("declare_chips") or None,
            "above-undeclared-chips",
            seat=seat.number,
            amount=command.amount,
            undeclared=seat.undeclared,
        )
    late = is_late(table)
    clause = table.matter("declare_chips")
    return (ChipsDeclared(clause=clause, seat=seat.number, amount=command.amount, late=late, **stamp(command)),)


def is_late(table: Table) -> bool:
    """Whether the round has begun, so that chips count for the next one."""
    return table.phase is not Phase.BETWEEN


def direct_player(table: Table, command: DirectPlayer) -> Answer:
    """Whoever plays under a loss limit follows reasonable directions (9.2.4)."""
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    if seat.headroom is None:
        return Refused(
            Why.NOT_ELIGIBLE,
            rule(table, "directions") or None,
            "seat-has-no-loss-limit",
            seat=seat.number,
            person=seat.person,
        )
    return (
        PlayerDirected(
            clause=rule(table, "directions"),
            seat=seat.number,
            person=seat.person,
            direction=command.direction,
            followed=command.followed,
            **stamp(command),
        ),
    )


def chips_declared(table: Table, event: ChipsDeclared) -> None:
    seat = table.seats[event.seat]
    seat.undeclared -= event.amount
    seat.late += event.amount if event.late else 0


def player_directed(table: Table, event: PlayerDirected) -> None:
    """Nothing on the table changes."""


COMMANDS: Orders = {
    DeclareChips: Order(declare_chips, staff=True, others=(PLAYER,)),
    DirectPlayer: Order(direct_player, staff=True),
}


APPLIERS: Appliers = {
    ChipsDeclared: chips_declared,
    PlayerDirected: player_directed,
}
