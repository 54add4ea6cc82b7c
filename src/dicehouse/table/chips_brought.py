"""Chips that people bring to a table from elsewhere in the casino.

Where a cage stands behind the table they come out of the chips that the house knows to be outside, which the ledger
guards, so staff who see them put them on the rack. Above a sum that the house sets, someone else of the staff counts
them first, in person: whoever brings them cannot confirm them as well.
"""

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
from dicehouse.table.seats import Counted, Seat
from dicehouse.table.state import Table, seat_at


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
        return Refused(Why.ALREADY_DONE, None, "same-counted", seat=seat.number, by=command.by, amount=command.amount)
    return (
        ChipsConfirmed(clause="", seat=seat.number, person=seat.person, amount=command.amount, **stamp(command)),
    )  # fmt: skip


def not_seen(table: Table, command: Command, seat: Seat, amount: int) -> Refused | None:
    """Whether nobody of the staff has seen chips that are to come out of those which the house has outside."""
    if not table.config.cage or command.role != PLAYER:
        return None
    return Refused(Why.NOT_ALLOWED, None, "chips-counted-staff", seat=seat.number, amount=amount)


def unconfirmed(table: Table, command: Command, seat: Seat, amount: int) -> Refused | None:
    """Whether a second person has yet to count chips above the sum of the house; small ones add up."""
    most, counted = table.config.confirm_chips_above, seat.counted
    so_far = seat.brought + amount
    if not table.config.cage or so_far <= most or is_confirmed(command, seat, amount):
        return None
    brought: dict[str, int] = {"seat": seat.number, "so_far": so_far, "most": most}
    if counted is not None and counted.by == command.by:
        return Refused(Why.SAME_PERSON, None, "counted-by-same", **brought, by=command.by)
    if counted is not None:
        return Refused(
            Why.ENTRY_DIFFERS,
            None,
            "counts-differ",
            **brought,
            by=counted.by,
            amount=counted.amount,
            other_amount=amount,
        )
    return Refused(Why.NOT_YET, None, "second-count-needed", **brought)


def is_confirmed(command: Command, seat: Seat, amount: int) -> bool:
    """Whether someone other than who brings them has counted exactly these."""
    counted = seat.counted
    return counted is not None and counted.amount == amount and counted.by != command.by


def chips_confirmed(table: Table, event: ChipsConfirmed) -> None:
    table.seats[event.seat].counted = Counted(by=event.by, amount=event.amount)


_WITH_CHIPS = frozenset({Kind.DEALT, Kind.CRAPS})

COMMANDS: Orders = {ConfirmChips: Order(confirm_chips, staff=True, kinds=_WITH_CHIPS)}
APPLIERS: Appliers = {ChipsConfirmed: chips_confirmed}
