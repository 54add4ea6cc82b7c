"""Chips that people bring to a table from elsewhere in the casino.

Where a cage stands behind the table they come out of the chips that the house knows to be outside, which the ledger
guards, so staff who see them put them on the rack. Above a sum that the house sets, someone else of the staff counts
them first, in person: whoever brings them cannot confirm them as well.
"""

from dicehouse.money import dollars
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import (
    PLAYER,
    Amount,
    Answer,
    Appliers,
    Command,
    Event,
    Kind,
    Order,
    Orders,
    SeatNumber,
    stamp,
)
from dicehouse.table.state import Counted, Seat, Table, seat_at


class ConfirmChips(Command, frozen=True):
    """Say that one has counted the chips that a player brings, before someone else puts them on the rack."""

    seat: SeatNumber
    amount: Amount


class ChipsConfirmed(Event, frozen=True):
    """Chips that a player brings were counted by a second person."""

    seat: int
    person: str
    amount: int


def confirm_chips(table: Table, command: ConfirmChips) -> Answer:
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    if seat.counted == Counted(by=command.by, amount=command.amount):
        message = f"seat {seat.number}: {command.by} has counted {dollars(command.amount)}; have another bring them"
        return Refused(Why.ALREADY_DONE, None, message)
    return (
        ChipsConfirmed(clause="", seat=seat.number, person=seat.person, amount=command.amount, **stamp(command)),
    )  # fmt: skip


def not_seen(table: Table, command: Command, seat: Seat, amount: int) -> Refused | None:
    """Whether nobody of the staff has seen chips that are to come out of those which the house has outside."""
    if not table.config.cage or command.role != PLAYER:
        return None
    message = f"seat {seat.number}: {dollars(amount)} in chips is counted by staff; hand them to the dealer"
    return Refused(Why.NOT_ALLOWED, None, message)


def unconfirmed(table: Table, command: Command, seat: Seat, amount: int) -> Refused | None:
    """Whether a second person has yet to count chips above the sum of the house; small ones add up."""
    most, counted = table.config.confirm_chips_above, seat.counted
    so_far = seat.brought + amount
    if not table.config.cage or so_far <= most or is_confirmed(command, seat, amount):
        return None
    brought = f"seat {seat.number}: {dollars(so_far)} in chips is above {dollars(most)}"
    if counted is not None and counted.by == command.by:
        message = f"{brought} and {command.by} counted them; have someone else of the staff put them on the rack"
        return Refused(Why.SAME_PERSON, None, message)
    if counted is not None:
        message = (
            f"{brought}, and {counted.by} counted {dollars(counted.amount)} where {dollars(amount)} is brought; "
            "have them counted again"
        )
        return Refused(Why.ENTRY_DIFFERS, None, message)
    message = f"{brought}, up to which one person is enough; have someone else count them (confirm-chips) first"
    return Refused(Why.NOT_YET, None, message)


def is_confirmed(command: Command, seat: Seat, amount: int) -> bool:
    """Whether someone other than who brings them has counted exactly these."""
    counted = seat.counted
    return counted is not None and counted.amount == amount and counted.by != command.by


def chips_confirmed(table: Table, event: ChipsConfirmed) -> None:
    table.seats[event.seat].counted = Counted(by=event.by, amount=event.amount)


_WITH_CHIPS = frozenset({Kind.DEALT, Kind.CRAPS})

COMMANDS: Orders = {ConfirmChips: Order(confirm_chips, staff=True, kinds=_WITH_CHIPS)}
APPLIERS: Appliers = {ChipsConfirmed: chips_confirmed}
