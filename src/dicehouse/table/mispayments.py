"""Overpayments and underpayments: on record, enquired into, put right, and reported at the end of the month.

The 2024 edition of The Star regulates them (8.10 to 8.13); every other house puts them right in the same way, because
none forbids it. An error that is found late leaves later rounds as they were (Crown 7.5).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from msgspec import Meta

from dicehouse.money import dollars
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook
from dicehouse.table.ledger import move, rack, tray_of
from dicehouse.table.orders import (
    Amount,
    Answer,
    Balance,
    Command,
    Entries,
    Event,
    Facts,
    Moment,
    Name,
    Order,
    Orders,
    Perhaps,
    Postings,
    SeatNumber,
    Words,
    stamp,
)
from dicehouse.table.state import Mispayment, Seat, Table
from dicehouse.table.tray import HELD

Settlement = Literal["wager", "cash-change", "colour-change"]
Attempt = Literal["identify", "contact", "liaise", "reimburse", "demand"]
REPORTED_ABOVE = 1_000_00
"""An error of exactly this much is not reported; one cent more is (8.13)."""


class RecordMispayment(Command, frozen=True):
    """Record that a wager or an exchange was not settled correctly. It goes by the id of this command."""

    of: Settlement
    due: Balance
    paid: Balance
    round: Annotated[int, Meta(ge=0)] = 0
    """The round in which it happened; 0: no round in particular."""
    person: Perhaps = ""
    """Empty while nobody knows who it was."""
    seat: SeatNumber | None = None
    """Without it away from the table."""
    bet: Perhaps = ""
    dispute: Perhaps = ""
    """The dispute that found it, if one did."""
    aware: Moment | None = None
    """When the house became aware of it; without it now."""
    suspected: bool = False
    """Whether it may have been meant."""
    enquiries: Annotated[str, Meta(max_length=500)] = ""
    """What was done to find out whether it was meant."""


class RecordEnquiry(Command, frozen=True):
    """Record what enquiries into a wrong payment found."""

    mispayment: Name
    found: Words
    suspected: bool
    """Whether it may have been meant."""


class LogAttempt(Command, frozen=True):
    """Log an attempt to put a wrong payment right."""

    mispayment: Name
    how: Attempt
    words: Words
    person: Perhaps = ""
    """Who it turned out to be, once that is known."""


class RectifyMispayment(Command, frozen=True):
    """Pay what was underpaid, or take back what was overpaid."""

    mispayment: Name
    amount: Amount | None = None
    """So much of it; without it all that is left."""
    away: bool = False
    """Whether it is done away from the table, though the person is there."""


class BringToRegulator(Command, frozen=True):
    """Bring a wrong payment to the regulator's attention."""

    mispayment: Name
    words: Words


class CloseMispayment(Command, frozen=True):
    """Close the record of a wrong payment that was not put right in full, because all that is due was tried."""

    mispayment: Name
    reason: Words


class MispaymentRecorded(Event, frozen=True):
    """A wager or an exchange was found to be overpaid or underpaid."""

    mispayment: str
    of: Settlement
    due: int
    paid: int
    round: int
    person: str
    seat: int
    bet: str
    dispute: str
    aware: datetime
    suspected: bool
    enquiries: str


class EnquiryRecorded(Event, frozen=True):
    """Enquiries found whether a wrong payment may have been meant."""

    mispayment: str
    found: str
    suspected: bool


class AttemptLogged(Event, frozen=True):
    """The house tried to put a wrong payment right."""

    mispayment: str
    how: Attempt
    words: str
    person: str


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


class RegulatorInformed(Event, frozen=True):
    """The regulator knows of a wrong payment."""

    mispayment: str
    regulator: str
    words: str


class MispaymentClosed(Event, frozen=True):
    """A wrong payment was left as it is, after all that was due had been tried."""

    mispayment: str
    left: int
    reason: str


@dataclass(frozen=True)
class PaymentError:
    """A line of the monthly report."""

    id: str
    aware: datetime
    of: str
    person: str
    due: int
    paid: int
    suspected: bool
    attempts: tuple[str, ...]
    rectified: int
    regulator: bool

    @property
    def error(self) -> int:
        """Above nothing for an overpayment, below for an underpayment."""
        return self.paid - self.due


def report(book: Rulebook, zone: str, events: Iterable[Event], year: int, month: int) -> tuple[PaymentError, ...]:
    """Every error above $1,000.00 of which the house became aware in a month, by its own clock (8.13).

    Nothing where the document wants no report. What was done since is told as far as the events go.
    """
    if "payment_report" not in book.matters:
        return ()
    found: dict[str, PaymentError] = {}
    for event in events:
        if isinstance(event, MispaymentRecorded):
            local = event.aware.astimezone(ZoneInfo(zone))
            if (local.year, local.month) == (year, month) and abs(event.paid - event.due) > REPORTED_ABOVE:
                found[event.mispayment] = PaymentError(
                    id=event.mispayment, aware=event.aware, of=event.of, person=event.person, due=event.due,
                    paid=event.paid, suspected=event.suspected, attempts=(), rectified=0, regulator=False,
                )  # fmt: skip
        elif isinstance(event, EnquiryRecorded | AttemptLogged | MispaymentRectified | RegulatorInformed):
            so_far = found.get(event.mispayment)
            if so_far is not None:
                found[event.mispayment] = _since(so_far, event)
    return tuple(found.values())


def _since(
    it: PaymentError, event: EnquiryRecorded | AttemptLogged | MispaymentRectified | RegulatorInformed
) -> PaymentError:
    """A line of the report with what happened to it next."""
    if isinstance(event, EnquiryRecorded):
        return replace(it, suspected=event.suspected)
    if isinstance(event, AttemptLogged):
        return replace(it, attempts=(*it.attempts, event.how), person=event.person or it.person)
    if isinstance(event, MispaymentRectified):
        return replace(it, rectified=it.rectified + event.amount)
    return replace(it, regulator=True)


def record_mispayment(table: Table, command: RecordMispayment) -> Answer:
    """Whatever was overpaid or underpaid, whoever it was (8.10)."""
    clause = _clause(table)
    aware = command.aware or command.at
    if aware > command.at:
        message = f"record-mispayment: {aware} is after {command.at}, when it is recorded; say when it was found"
        return Refused(Why.WRONG_CLOCK, clause, message)
    if command.round > table.round.number:
        message = f"record-mispayment: round {command.round} is not played yet, the latest is {table.round.number}"
        return Refused(Why.UNKNOWN_ID, clause, f"{message}; name a round that was")
    person = command.person
    if command.dispute:
        dispute = table.disputes.get(command.dispute)
        if dispute is None:
            message = f"{command.dispute}: no such dispute is open; leave it out or name one that is"
            return Refused(Why.UNKNOWN_ID, clause, message)
        if not dispute.upheld:
            message = f"{dispute.id}: no decision is for {dispute.person}; have the dispute decided first"
            return Refused(Why.NOT_YET, clause, message)
        person = person or dispute.person
    if command.id in table.mispayments:
        message = f"{command.id}: a wrong payment of this id is open; give it another id"
        return Refused(Why.DUPLICATE_ID, clause, message)
    if command.due == command.paid:
        message = f"record-mispayment: {dollars(command.due)} was due and paid; there is nothing to put right"
        return Refused(Why.BAD_STAKE, clause, message)
    return (
        MispaymentRecorded(
            clause=_clause(table, "suspected_intent") if command.suspected else clause,
            mispayment=command.id,
            of=command.of,
            due=command.due,
            paid=command.paid,
            round=command.round,
            person=person,
            seat=command.seat or 0,
            bet=command.bet,
            dispute=command.dispute,
            aware=aware,
            suspected=command.suspected,
            enquiries=command.enquiries,
            **stamp(command),
        ),
    )


def _clause(table: Table, matter: str = "mispayment") -> str:
    """Where the document regulates it, and else the clause by which it is settled at all."""
    return table.book.matters.get(matter) or table.clause("correct_payment")


def _open(table: Table, id: str) -> Mispayment | Refused:
    found = table.mispayments.get(id)
    if found is not None:
        return found
    waiting = ", ".join(table.mispayments) or "none"
    message = f"{id}: no such wrong payment is open; those that are: {waiting}"
    return Refused(Why.UNKNOWN_ID, _clause(table), message)


def _left(it: Mispayment) -> int:
    return abs(it.paid - it.due) - it.rectified


def record_enquiry(table: Table, command: RecordEnquiry) -> Answer:
    """In each case the house enquires whether it was meant (8.10.1)."""
    found = _open(table, command.mispayment)
    if isinstance(found, Refused):
        return found
    return (
        EnquiryRecorded(
            clause=_clause(table, "suspected_intent" if command.suspected else "mispayment"),
            mispayment=found.id,
            found=command.found,
            suspected=command.suspected,
            **stamp(command),
        ),
    )


def log_attempt(table: Table, command: LogAttempt) -> Answer:
    """To identify, contact or liaise; once the person is known, to reimburse or to demand the money back (8.12.1)."""
    found = _open(table, command.mispayment)
    if isinstance(found, Refused):
        return found
    matter = {"reimburse": "reimbursement", "demand": "demand"}.get(command.how, "attempt")
    clause = _clause(table, matter)
    if matter != "attempt":
        wrong = "demand" if found.paid < found.due else "reimburse"
        if command.how == wrong:
            did = "underpaid" if wrong == "demand" else "overpaid"
            instead = "reimburse" if wrong == "demand" else "demand the money back from"
            message = f"{found.id}: {dollars(_left(found))} was {did}; {instead} the person"
            return Refused(Why.NOT_ELIGIBLE, clause, message)
        if not (found.person or command.person):
            message = f"{found.id}: nobody knows who it was; identify the person first"
            return Refused(Why.NOT_YET, clause, message)
    return (
        AttemptLogged(
            clause=clause,
            mispayment=found.id,
            how=command.how,
            words=command.words,
            person=command.person,
            **stamp(command),
        ),
    )


def rectify_mispayment(table: Table, command: RectifyMispayment) -> Answer:
    """Between the tray and the person's rack where they are seated, and else away from the table."""
    found = _open(table, command.mispayment)
    if isinstance(found, Refused):
        return found
    clause = table.clause("correct_payment")
    if not found.person:
        message = f"{found.id}: nobody knows who it was; identify the person first"
        return Refused(Why.NOT_YET, clause, message)
    left = _left(found)
    amount = left if command.amount is None else command.amount
    if amount > left:
        message = f"{found.id}: {dollars(amount)} is above the {dollars(left)} still to be put right; name at most that"
        return Refused(Why.ABOVE_LIMIT, clause, message)
    back = found.paid > found.due
    seat = None if command.away else _seat(table, found)
    if back and seat and amount > seat.rack:
        message = (
            f"{found.id}: {dollars(amount)} is above the {dollars(seat.rack)} in chips at seat {seat.number}; "
            "take back less, or do it away from the table"
        )
        return Refused(Why.NOT_ENOUGH, clause, message)
    if not back and seat and table.kind in HELD and amount > table.float:
        message = f"{found.id}: {dollars(amount)} is above {dollars(table.float)} in the tray; have it filled first"
        return Refused(Why.NOT_ENOUGH, clause, message)
    return (
        MispaymentRectified(
            clause=clause,
            mispayment=found.id,
            amount=amount,
            back=back,
            seat=seat.number if seat else 0,
            left=left - amount,
            **stamp(command),
        ),
    )


def _seat(table: Table, it: Mispayment) -> Seat | None:
    """Where the person is now: the same seat if they are still there, or another."""
    same = table.seats.get(it.seat)
    return same if same and same.person == it.person else table.seat_of(it.person)


def bring_to_regulator(table: Table, command: BringToRegulator) -> Answer:
    """One of the three ways in which an error is no breach (8.10.2)."""
    if "payment_report" not in table.book.matters:
        message = f"bring-to-regulator: {table.book.id} asks for no such report; put the payment right"
        return Refused(Why.NOT_HERE, _clause(table), message)
    found = _open(table, command.mispayment)
    if isinstance(found, Refused):
        return found
    clause = table.clause("correct_payment")
    if found.regulator:
        message = f"{found.id}: {table.book.regulator} knows of it already; put the payment right, or close the record"
        return Refused(Why.ALREADY_DONE, clause, message)
    return (
        RegulatorInformed(
            clause=clause, mispayment=found.id, regulator=table.book.regulator, words=command.words, **stamp(command)
        ),
    )


def close_mispayment(table: Table, command: CloseMispayment) -> Answer:
    """Enquiries come first, then an attempt to put it right; where it may have been meant, also to identify (8.11)."""
    found = _open(table, command.mispayment)
    if isinstance(found, Refused):
        return found
    missing = still_to_do(found)
    if missing:
        clause = _clause(table, "suspected_intent" if found.suspected else "mispayment")
        message = f"{found.id}: {dollars(_left(found))} is not put right; {missing} first"
        return Refused(Why.NOT_YET, clause, message)
    return (
        MispaymentClosed(
            clause=_clause(table, "attempt"),
            mispayment=found.id,
            left=_left(found),
            reason=command.reason,
            **stamp(command),
        ),
    )


def still_to_do(it: Mispayment) -> str:
    """What the house still owes before it may leave an error as it is; empty when it has done enough.

    Trying to identify, contact or liaise is an attempt to put it right; once the person is known, identifying alone is
    none (8.12.1). Telling the regulator is enough unless it may have been meant (8.10.2); then the person is to be
    identified too (8.11.2).
    """
    if not it.enquired:
        return "record the enquiries whether it was meant"
    if it.suspected and not it.person and "identify" not in it.attempts:
        return "log an attempt to identify the person"
    if it.rectified or (it.regulator and not it.suspected):
        return ""
    tried = set(it.attempts) - ({"identify"} if it.person else set())
    return "" if tried else "log an attempt to put it right"


# --- what the facts do


def mispayment_recorded(table: Table, event: MispaymentRecorded) -> None:
    table.mispayments[event.mispayment] = Mispayment(
        id=event.mispayment,
        person=event.person,
        seat=event.seat,
        of_wager=event.of == "wager",
        due=event.due,
        paid=event.paid,
        suspected=event.suspected,
        enquired=bool(event.enquiries),
    )


def enquiry_recorded(table: Table, event: EnquiryRecorded) -> None:
    it = table.mispayments[event.mispayment]
    it.enquired, it.suspected = True, event.suspected


def attempt_logged(table: Table, event: AttemptLogged) -> None:
    it = table.mispayments[event.mispayment]
    it.person = event.person or it.person
    if event.how not in it.attempts:
        it.attempts = (*it.attempts, event.how)


def mispayment_rectified(table: Table, event: MispaymentRectified) -> None:
    """What is put right in full is over; a wager's correction counts towards a loss limit as the wager did."""
    it = table.mispayments[event.mispayment]
    it.rectified += event.amount
    if event.seat:
        seat, paid = table.seats[event.seat], -event.amount if event.back else event.amount
        seat.rack += paid
        table.float -= paid
        if it.of_wager and seat.headroom is not None:
            seat.headroom += paid
    if not event.left:
        del table.mispayments[event.mispayment]


def rectification_moved(table: Table, event: MispaymentRectified) -> Entries:
    paid = -event.amount if event.back else event.amount
    return move(tray_of(table), rack(table, event.seat), paid) if event.seat else []


def regulator_informed(table: Table, event: RegulatorInformed) -> None:
    table.mispayments[event.mispayment].regulator = True


def mispayment_closed(table: Table, event: MispaymentClosed) -> None:
    del table.mispayments[event.mispayment]


ORDERS: Orders = {
    RecordMispayment: Order(record_mispayment, staff=True, when_closed=True),
    RecordEnquiry: Order(record_enquiry, "correct_payment", when_closed=True),
    LogAttempt: Order(log_attempt, staff=True, when_closed=True),
    RectifyMispayment: Order(rectify_mispayment, "correct_payment", when_closed=True),
    BringToRegulator: Order(bring_to_regulator, "correct_payment", when_closed=True),
    CloseMispayment: Order(close_mispayment, "correct_payment", when_closed=True),
}
FACTS: Facts = {
    MispaymentRecorded: mispayment_recorded,
    EnquiryRecorded: enquiry_recorded,
    AttemptLogged: attempt_logged,
    MispaymentRectified: mispayment_rectified,
    RegulatorInformed: regulator_informed,
    MispaymentClosed: mispayment_closed,
}
POSTINGS: Postings = {MispaymentRectified: rectification_moved}
