"""What the house does about a wrong payment beside the money: enquiries, attempts, the regulator, and leaving it.

In each case it enquires whether it was meant (8.10.1), and tries to put it right (8.12.1); what cannot be put right is
closed by the rank that corrects payments, and what was left of it is written off.
"""

from typing import Literal

import msgspec

from dicehouse.refusal import Refused, Why
from dicehouse.table.cases import Mispayment
from dicehouse.table.handed import handed, handing_moved
from dicehouse.table.ledger import debt
from dicehouse.table.mispayments import (
    clause_of,
    come_to_light,
    counts,
    goes_on,
    in_hand,
    left_of,
    open_case,
    people_of,
    referred,
    seat_now,
    signed,
)
from dicehouse.table.orders import (
    Answer,
    Appliers,
    Command,
    Entries,
    Event,
    Name,
    Order,
    Orders,
    Perhaps,
    Postings,
    Words,
    stamp,
)
from dicehouse.table.state import Table

Attempt = Literal["identify", "contact", "liaise", "reimburse", "demand"]


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


class BringToRegulator(Command, frozen=True):
    """Bring a wrong payment to the regulator's attention."""

    mispayment: Name
    words: Words


class CloseMispayment(Command, frozen=True):
    """Close the record of a wrong payment that was not put right in full, because all that is due was tried."""

    mispayment: Name
    reason: Words


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
    rack: int = 0
    """What the person's rack gained, who was not known when the payment was booked."""
    colour: str = ""
    checks: int = 0
    """How many checks of that colour the person has of it."""
    worth: int = 0
    """What those checks are worth."""
    there: int = 0
    won: int = 0
    """What counts towards their loss limit now that it is known whose it is."""


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
    person: str = ""
    seat: int = 0
    """Where the person sits; 0: not at this table."""
    owed: int = 0
    """What the account of it gave up; nothing where the cage has it and writes it off."""
    won: int = 0
    """What the person has won or lost by it being left, for a loss limit; of a wager only."""
    referred: bool = False


def record_enquiry(table: Table, command: RecordEnquiry) -> Answer:
    """In each case the house enquires whether it was meant (8.10.1)."""
    found = open_case(table, command.mispayment)
    if isinstance(found, Refused):
        return found
    return (
        EnquiryRecorded(
            clause=clause_of(table, "suspected_intent" if command.suspected else "mispayment"),
            mispayment=found.id,
            found=command.found,
            suspected=command.suspected,
            **stamp(command),
        ),
    )


def log_attempt(table: Table, command: LogAttempt) -> Answer:
    """To identify, contact or liaise; once the person is known, to reimburse or to demand the money back (8.12.1)."""
    found = open_case(table, command.mispayment)
    if isinstance(found, Refused):
        return found
    matter = {"reimburse": "reimbursement", "demand": "demand"}.get(command.how, "attempt")
    clause = clause_of(table, matter)
    if matter != "attempt":
        wrong = "demand" if found.paid < found.due else "reimburse"
        if command.how == wrong:
            return Refused(
                Why.NOT_ELIGIBLE,
                clause,
                "person-underpaid" if wrong == "demand" else "person-overpaid",
                id=found.id,
                left_of=left_of(found),
            )
        if not (found.person or command.person):
            return Refused(Why.NOT_YET, clause, "nobody-knows-who", id=found.id)
    if found.person and command.person and command.person != found.person:
        return Refused(
            Why.ALREADY_DONE, clause, "another-identified", id=found.id, person=found.person, named=command.person
        )
    logged = AttemptLogged(
        clause=clause,
        mispayment=found.id,
        how=command.how,
        words=command.words,
        person=command.person,
        **stamp(command),
    )
    if found.person or not command.person:
        return (logged,)
    seat = seat_now(table, command.person, found.seat)
    if seat is not None:
        there = handed(table, seat, found.colour, found.outside)._asdict()
        return (msgspec.structs.replace(logged, there=seat.number, won=found.won, **there),)
    known = msgspec.structs.replace(logged, won=found.won)
    return (known, *referred(table, command, found.id, command.person, signed(found), signed(found) - found.owed))


def bring_to_regulator(table: Table, command: BringToRegulator) -> Answer:
    """One of the three ways in which an error is no breach (8.10.2)."""
    if "payment_report" not in table.book.topics:
        return Refused(
            Why.NOT_HERE, clause_of(table), "no-report-asked", command="bring-to-regulator", rulebook=table.book.id
        )
    found = open_case(table, command.mispayment)
    if isinstance(found, Refused):
        return found
    clause = table.clause("correct_payment")
    if found.regulator:
        return Refused(Why.ALREADY_DONE, clause, "regulator-knows", id=found.id, regulator=table.book.regulator)
    return (
        RegulatorInformed(
            clause=clause, mispayment=found.id, regulator=table.book.regulator, words=command.words, **stamp(command)
        ),
    )


def close_mispayment(table: Table, command: CloseMispayment) -> Answer:
    """Enquiries come first, then an attempt to put it right; where it may have been meant, also to identify (8.11)."""
    found = open_case(table, command.mispayment)
    if isinstance(found, Refused):
        return found
    missing = still_to_do(found)
    if missing:
        clause = clause_of(table, "suspected_intent" if found.suspected else "mispayment")
        return Refused(Why.NOT_YET, clause, "not-yet-put-right", id=found.id, left_of=left_of(found), missing=missing)
    seat = seat_now(table, found.person, found.seat)
    return (
        MispaymentClosed(
            clause=clause_of(table, "attempt"),
            mispayment=found.id,
            left=left_of(found),
            reason=command.reason,
            person=found.person,
            seat=seat.number if seat else 0,
            owed=0 if found.referred else found.owed,
            won=-signed(found) if found.of_wager and found.booked and found.person else 0,
            referred=found.referred,
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


def enquiry_recorded(table: Table, event: EnquiryRecorded) -> None:
    it = table.mispayments[event.mispayment]
    it.enquired, it.suspected = True, event.suspected
    goes_on(table, it.id, suspected=it.suspected)


def attempt_logged(table: Table, event: AttemptLogged) -> None:
    it = table.mispayments[event.mispayment]
    it.person = event.person or it.person
    if event.how not in it.attempts:
        it.attempts = (*it.attempts, event.how)
    it.outside -= event.rack + event.worth
    come_to_light(table, event.there, in_hand(event))
    counts(table, event.there, event.won)
    goes_on(table, it.id, person=it.person, attempts=it.attempts)


def regulator_informed(table: Table, event: RegulatorInformed) -> None:
    table.mispayments[event.mispayment].regulator = True
    goes_on(table, event.mispayment, regulator=True)


def mispayment_closed(table: Table, event: MispaymentClosed) -> None:
    del table.mispayments[event.mispayment]
    counts(table, event.seat, event.won)


# --- what they move


def attempt_moved(table: Table, event: AttemptLogged) -> Entries:
    outside = people_of(table, event.rack + event.worth)
    return handing_moved(table, event.there, outside, in_hand(event)).entries()


def closing_moved(table: Table, event: MispaymentClosed) -> Entries:
    return debt(table, event.mispayment, -event.owed)


COMMANDS: Orders = {
    RecordEnquiry: Order(record_enquiry, "correct_payment", when_closed=True),
    LogAttempt: Order(log_attempt, staff=True, when_closed=True),
    BringToRegulator: Order(bring_to_regulator, "correct_payment", when_closed=True),
    CloseMispayment: Order(close_mispayment, "correct_payment", when_closed=True),
}
APPLIERS: Appliers = {
    EnquiryRecorded: enquiry_recorded,
    AttemptLogged: attempt_logged,
    RegulatorInformed: regulator_informed,
    MispaymentClosed: mispayment_closed,
}
POSTINGS: Postings = {AttemptLogged: attempt_moved, MispaymentClosed: closing_moved}
