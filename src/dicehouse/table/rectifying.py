"""Putting a wrong payment right: paid or taken back at the seat, or at the cage once the person is not at the table.

Whatever is put right clears the account in which it stands. A person who owes more than they hold here gives what they
hold, and the rest stays owed.
"""

from dicehouse.money import dollars
from dicehouse.refusal import Refused, Why
from dicehouse.table.cases import Mispayment
from dicehouse.table.enquiries import AttemptLogged
from dicehouse.table.handed import Handed, handed, handing_moved, take_in_hand
from dicehouse.table.ledger import Sums, debt, tray_of
from dicehouse.table.mispayments import (
    clause_of,
    goes_on,
    left_of,
    open_case,
    referred,
    seat_now,
    signed,
)
from dicehouse.table.orders import (
    DEVICE,
    Amount,
    Answer,
    Appliers,
    Command,
    Entries,
    Event,
    Name,
    Order,
    Orders,
    Phase,
    Postings,
    stamp,
)
from dicehouse.table.settlement import gains
from dicehouse.table.state import Table
from dicehouse.table.tray import HELD


class RectifyMispayment(Command, frozen=True):
    """Pay what was underpaid, or take back what was overpaid; the cage does it for whoever is not at the table."""

    mispayment: Name
    amount: Amount | None = None
    """So much of it; without it all that is left."""
    away: bool = False
    """Whether it is left to the cage, though the person is there."""


class ConfirmRectified(Command, frozen=True):
    """Say that the cage has paid or taken back so much of a wrong payment."""

    mispayment: Name
    amount: Amount


class MispaymentRectified(Event, frozen=True):
    """So much of a wrong payment was put right."""

    mispayment: str
    amount: int
    back: bool
    """Whether the house got it back; otherwise it was paid."""
    seat: int
    """Where the money changed hands; 0: away from the table."""
    left: int
    """What is still to be put right."""
    owed: int = 0
    """What the account of it gave up: above nothing what the house owed, below what the person owed; nothing where
    the cage did it, which has it in its own books."""
    colour: str = ""
    checks: int = 0
    """How many checks of that colour changed hands; the rest did so in value chips."""
    worth: int = 0
    """What those checks are worth."""


def rectify_mispayment(table: Table, command: RectifyMispayment) -> Answer:
    """Between the tray and the person's rack where they are seated, and else at the cage."""
    found = open_case(table, command.mispayment)
    if isinstance(found, Refused):
        return found
    clause = table.clause("correct_payment")
    if not found.person:
        return Refused(Why.NOT_YET, clause, "nobody-knows-who", id=found.id)
    if found.referred:
        return Refused(Why.ALREADY_DONE, clause, "the-cage-has-it", id=found.id, left_of=left_of(found))
    left = left_of(found)
    amount = left if command.amount is None else command.amount
    if amount > left:
        return Refused(Why.ABOVE_LIMIT, clause, "above-what-is-due", id=found.id, amount=amount, left=left)
    seat = None if command.away or table.phase is Phase.CLOSED else seat_now(table, found.person, found.seat)
    if seat is None:
        return referred(table, command, found.id, found.person, signed(found), signed(found) - found.owed)
    back = found.paid > found.due
    changed = handed(table, seat, found.colour, -amount if back else amount)
    if back:
        amount = -changed.amount
        if not amount:
            return (_asked_in_vain(table, command, found),)
    elif table.kind in HELD and amount > table.float:
        return Refused(
            Why.NOT_ENOUGH, clause, "tray-too-small-for-correction", id=found.id, amount=amount, float=table.float
        )
    return (
        MispaymentRectified(
            clause=clause,
            mispayment=found.id,
            amount=amount,
            back=back,
            seat=seat.number,
            left=left - amount,
            owed=(-amount if back else amount) if found.booked else 0,
            colour=changed.colour,
            checks=abs(changed.checks),
            worth=abs(changed.worth),
            **stamp(command),
        ),
    )


def _asked_in_vain(table: Table, command: Command, it: Mispayment) -> AttemptLogged:
    """Someone who holds nothing owes it all the same: the money was demanded, and that is on record."""
    words = f"{dollars(left_of(it))} was asked for, and nothing is in front of {it.person}"
    return AttemptLogged(
        clause=clause_of(table, "demand"), mispayment=it.id, how="demand", words=words, person="", **stamp(command)
    )


def confirm_rectified(table: Table, command: ConfirmRectified) -> Answer:
    """The cage keeps the account of what was left to it; the table keeps the record of the error."""
    found = open_case(table, command.mispayment)
    if isinstance(found, Refused):
        return found
    clause, left = table.clause("correct_payment"), left_of(found)
    if not found.referred:
        return Refused(Why.NOT_YET, clause, "not-left-to-cage", id=found.id)
    if command.amount > left:
        return Refused(Why.ABOVE_LIMIT, clause, "above-what-is-left", id=found.id, amount=command.amount, left=left)
    return (
        MispaymentRectified(
            clause=clause, mispayment=found.id, amount=command.amount, back=found.paid > found.due, seat=0,
            left=left - command.amount, **stamp(command),
        ),
    )  # fmt: skip


def mispayment_rectified(table: Table, event: MispaymentRectified) -> None:
    """What is put right in full is over.

    It counts towards a loss limit where nothing was counted when it was recorded, as in old records.
    """
    it = table.mispayments[event.mispayment]
    it.rectified += event.amount
    it.owed -= event.owed
    if event.seat:
        changed = _changed(event)
        take_in_hand(table, event.seat, changed)
        table.float -= changed.amount
        if it.of_wager and not it.booked:
            gains(table.seats[event.seat], changed.amount)
    goes_on(table, it.id, rectified=it.rectified)
    if not event.left:
        del table.mispayments[event.mispayment]


def _changed(event: MispaymentRectified) -> Handed:
    """What the seat gained or lost."""
    way = -1 if event.back else 1
    return Handed(way * (event.amount - event.worth), event.colour, way * event.checks, way * event.worth)


def rectification_moved(table: Table, event: MispaymentRectified) -> Entries:
    changed = handing_moved(table, event.seat, tray_of(table), _changed(event)) if event.seat else Sums()
    return [*changed.entries(), *debt(table, event.mispayment, -event.owed)]


COMMANDS: Orders = {
    RectifyMispayment: Order(rectify_mispayment, "correct_payment", when_closed=True),
    ConfirmRectified: Order(confirm_rectified, others=(DEVICE,), when_closed=True),
}
APPLIERS: Appliers = {MispaymentRectified: mispayment_rectified}
POSTINGS: Postings = {MispaymentRectified: rectification_moved}
