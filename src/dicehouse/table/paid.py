"""Who was paid: a fact of the table for each seat and entered result, the same on every console of the crew.

A seat is marked when the chips are in front of its player. If the result is put right after that, the mark stands, and
the seat is due the difference: more to pay, or some to take back. Nobody has to mark anything: settling says that every
seat has what it is due, and is refused only where a mark says otherwise.
"""

from collections.abc import Iterable, Sequence

from dicehouse.refusal import Refused, Why
from dicehouse.table.bets import Settled
from dicehouse.table.orders import Answer, Appliers, Command, Event, Faces, Order, Orders, Phase, SeatNumber, stamp
from dicehouse.table.settlement import WinnersPaid
from dicehouse.table.settling import results
from dicehouse.table.state import Paid, Table, seat_at
from dicehouse.table.tray import HELD


class MarkPaid(Command, frozen=True):
    """Say that a seat has been paid what the result gives it, or that what it had too much was taken back."""

    seat: SeatNumber


class SeatPaid(Event, frozen=True):
    """A seat was handed what the entered result gives it."""

    seat: int
    person: str
    round: int
    dice: Faces
    """The result; empty where the round has none and what was paid goes back."""
    amount: int
    """What was handed over now; below nothing: taken back."""
    paid: int
    """What the seat has been handed for this round or roll in all."""


_ENTERED = (Phase.ENTERED, Phase.CALLED)
_OPEN = (Phase.UNCOVERED, Phase.ANNOUNCED, Phase.IN_THE_AIR)
"""The dice lie or fly, and what they come to is not said yet."""


def due_by_seat(table: Table, command: Command) -> dict[int, int]:
    """What each seat is to have been handed, winnings alone, for stakes stay with their players.

    What is held aside during an investigation is handed to nobody.
    """
    due: dict[int, int] = {}
    for it in _settled(table, command) if table.phase in _ENTERED else table.last:
        if it.winnings and not _is_withheld(table, it.seat):
            due[it.seat] = due.get(it.seat, 0) + it.winnings
    return due


def _settled(table: Table, command: Command) -> Iterable[Settled]:
    """What the entered result would come to if it were settled by this command."""
    events = results(table, command, table.round.called, table.clause("settle"))
    return (it for event in events if isinstance(event, WinnersPaid) for it in event.settled)


def _is_withheld(table: Table, number: int) -> bool:
    seat = table.seats.get(number)
    return seat is not None and seat.person in table.withheld


def mark_paid(table: Table, command: MarkPaid) -> Answer:
    """Once for each seat and result; again only if the result was put right (5.5, 5.1.6, 4.5)."""
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    refused = _cannot_pay(table, seat.number)
    if refused:
        return refused
    due, before = due_by_seat(table, command).get(seat.number, 0), table.paid.get(seat.number)
    clause = table.clause("settle")
    if before is not None and before.amount == due:
        when = table.clock(before.at)
        return Refused(
            Why.ALREADY_DONE, clause, "seat-paid-already", seat=seat.number, by=before.by, due=due, when=when
        )
    if before is None and not due:
        return Refused(Why.NOT_ELIGIBLE, clause, "nothing-due-to-seat", seat=seat.number, amount=0)
    return (
        SeatPaid(
            clause=clause,
            seat=seat.number,
            person=seat.person,
            round=table.round.number,
            dice=table.round.called,
            amount=due - (before.amount if before else 0),
            paid=due,
            **stamp(command),
        ),
    )


def _cannot_pay(table: Table, seat: int) -> Refused | None:
    """Seats are paid by a result that is entered and not yet settled, or pay back what a void one gave them."""
    clause = table.clause("settle")
    if table.phase in _OPEN:
        return Refused(
            Why.WRONG_PHASE, clause, "pay-after-result", command="mark-paid", phase=table.phase.said, seat=seat
        )
    if table.last:
        return Refused(
            Why.ALREADY_DONE, clause, "settled-seat-paid", command="mark-paid", dice=_dice(table.last_dice), seat=seat
        )
    called, keyed = table.round.called, table.round.keyed
    if table.phase is Phase.ENTERED and keyed != called and not table.round.lights_failed:
        return Refused(
            Why.ENTRY_DIFFERS,
            table.clause("enter_result"),
            "keyed-differs",
            command="mark-paid",
            dice=_dice(keyed),
            called_dice=_dice(called),
        )
    return None


def too_much(table: Table, command: Command) -> dict[int, int]:
    """What seats are marked with beyond what they are due; below nothing: what they still get."""
    due = due_by_seat(table, command) if table.paid else {}
    return {number: other for number, it in table.paid.items() if (other := it.amount - due.get(number, 0))}


def paid_otherwise(table: Table, command: Command) -> Refused | None:
    """A refusal to settle, or to begin the next round, while a seat is marked with something else than it is due."""
    for number, other in too_much(table, command).items():
        it = table.paid[number]
        return Refused(
            Why.NOT_YET,
            table.clause("settle"),
            "seat-overpaid" if other > 0 else "seat-underpaid",
            seat=number,
            by=it.by,
            amount=it.amount,
            clock=table.clock(it.at),
            due=it.amount - other,
            other=abs(other),
        )
    return None


def _dice(dice: Sequence[int]) -> str:
    return "-".join(map(str, dice))


def seat_paid(table: Table, event: SeatPaid) -> None:
    table.paid[event.seat] = Paid(amount=event.paid, by=event.by, at=event.at)


COMMANDS: Orders = {MarkPaid: Order(mark_paid, "settle", kinds=HELD)}
APPLIERS: Appliers = {SeatPaid: seat_paid}
