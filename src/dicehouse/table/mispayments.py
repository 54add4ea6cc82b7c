"""Overpayments and underpayments: on record, booked as they happened, enquired into, and closed.

The 2024 edition of The Star regulates them (8.10 to 8.13); every other house puts them right in the same way, because
none forbids it. An error that is found late leaves later rounds as they were (Crown 7.5).

What was really handed over is booked when it is found: the tray and the person's rack become what they really are, and
the difference stands in an account of the house for or against the person. Putting it right, in `rectifying`, or
leaving it as it is clears that account.
"""

from datetime import datetime
from typing import Annotated, Any, Literal, Protocol

import msgspec
from msgspec import Meta

from dicehouse.refusal import Refused, Why
from dicehouse.table.cases import Mispayment, PaymentError
from dicehouse.table.handed import Handed, handed, handing_moved, take_in_hand
from dicehouse.table.ledger import CHIPS, HOUSE, debt, pockets, stock, tray_of
from dicehouse.table.orders import (
    Answer,
    Appliers,
    Balance,
    Command,
    Entries,
    Event,
    Events,
    Kind,
    Moment,
    Order,
    Orders,
    Perhaps,
    Phase,
    Postings,
    SeatNumber,
    stamp,
)
from dicehouse.table.paid import too_much
from dicehouse.table.payment_report import is_reported, report_falls_due
from dicehouse.table.seats import Seat
from dicehouse.table.settlement import gains
from dicehouse.table.state import Table

Settlement = Literal["wager", "cash-change", "colour-change"]


class RecordMispayment(Command, frozen=True):
    """Record that a wager or an exchange was not settled correctly. It goes by the id of this command."""

    of: Settlement
    due: Balance
    paid: Balance
    """What was really handed over."""
    booked: Balance | None = None
    """What the books have for it; without it what was due, or at a terminal what its meter paid."""
    round: Annotated[int, Meta(ge=0)] = 0
    """The round in which it happened; 0: no round in particular."""
    person: Perhaps = ""
    """Empty while nobody knows who it was."""
    seat: SeatNumber | None = None
    """Without it away from the table."""
    bet: Perhaps = ""
    colour: Perhaps = ""
    """The colour of the checks that it was paid in; without it as the bet was paid, and else in value chips."""
    dispute: Perhaps = ""
    """The dispute that found it, if one did."""
    aware: Moment | None = None
    """When the house became aware of it; without it now."""
    suspected: bool = False
    """Whether it may have been meant."""
    enquiries: Annotated[str, Meta(max_length=500)] = ""
    """What was done to find out whether it was meant."""


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
    booked: int | None = None
    """What the books had for it; None in records of a time when nothing was booked before it was put right."""
    tray: int = 0
    """What the tray gained when it was booked as it happened; below nothing where it lost."""
    rack: int = 0
    """What the person's rack gained; what tray and hands do not have between them was in nobody's hands here."""
    colour: str = ""
    """Of the checks that were handed over."""
    checks: int = 0
    """How many of them the person has beyond what the books had; below nothing: fewer."""
    worth: int = 0
    """What those checks are worth."""
    paid_in: str = ""
    """The colour that the person was paid in, and in which it is put right."""
    there: int = 0
    """The seat of that rack; 0: the person is not at the table."""
    owed: int = 0
    """What the house owes the person from here on; below nothing: what the person owes the house."""
    won: int = 0
    """What the person has won beyond what was booked, for a loss limit; of a wager only."""
    unmarked: int = 0
    """What of it the seat was marked with as paid in this round, which is on record as a wrong payment instead."""


class MispaymentReferred(Event, frozen=True):
    """What is left of a wrong payment is paid, or taken back, at the cage."""

    mispayment: str
    person: str
    amount: int
    """What the house owes the person; below nothing: what the person owes the house."""
    opened: int = 0
    """What of it was in no account before; the whole, where the record is from before it was booked."""


def record_mispayment(table: Table, command: RecordMispayment) -> Answer:
    """Whatever was overpaid or underpaid, whoever it was (8.10)."""
    clause = clause_of(table)
    aware = command.aware or command.at
    if aware > command.at:
        return Refused(
            Why.WRONG_CLOCK, clause, "found-after-record", command="record-mispayment", aware=aware, at=command.at
        )
    if command.round > table.round.number:
        return Refused(
            Why.UNKNOWN_ID,
            clause,
            "round-not-played-yet",
            command="record-mispayment",
            round=command.round,
            latest=table.round.number,
        )
    person = command.person
    if command.dispute:
        dispute = table.disputes.get(command.dispute)
        if dispute is None:
            return Refused(Why.UNKNOWN_ID, clause, "no-open-dispute", dispute=command.dispute)
        if not dispute.upheld:
            return Refused(Why.NOT_YET, clause, "no-decision-for-person", dispute=dispute.id, person=dispute.person)
        person = person or dispute.person
    if command.due == command.paid:
        return Refused(Why.BAD_STAKE, clause, "paid-as-due", command="record-mispayment", due=command.due)
    refused = _corrected_before(table, command, clause) or _no_such_colour(table, command, clause)
    if refused:
        return refused
    booked = _booked(table, command, clause)
    if isinstance(booked, Refused):
        return booked
    more = command.paid - booked
    if table.phase is not Phase.CLOSED and table.kind is not Kind.ELECTRONIC and more > table.float:
        return Refused(
            Why.NOT_ENOUGH, clause, "more-booked-above-tray", command="record-mispayment", more=more, float=table.float
        )
    seat, paid_in = seat_now(table, person, command.seat or 0), _paid_in(table, command)
    recorded = MispaymentRecorded(
        clause=clause_of(table, "suspected_intent") if command.suspected else clause,
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
        booked=booked,
        tray=-more,
        paid_in=paid_in,
        **handed(table, seat, paid_in, more)._asdict(),
        there=seat.number if seat else 0,
        owed=command.due - command.paid,
        won=command.due - booked if command.of == "wager" else 0,
        unmarked=_unmarked(table, command, more),
        **stamp(command),
    )
    away = referred(table, command, command.id, person, recorded.owed) if person and seat is None else ()
    return (recorded, *away, *report_falls_due(table, command, _error(recorded)))


def _corrected_before(table: Table, command: RecordMispayment, clause: str) -> Refused | None:
    """A payment is corrected once, and a correction is not corrected: it is put right or closed."""
    if command.id in table.corrected:
        return Refused(Why.DUPLICATE_ID, clause, "wrong-payment-id-taken", id=command.id)
    if command.bet in table.corrected:
        return Refused(Why.NOT_ELIGIBLE, clause, "correction-itself", bet=command.bet)
    before = next((id for id, bet in table.corrected.items() if bet and bet == command.bet), "")
    if before:
        return Refused(Why.ALREADY_DONE, clause, "corrects-payment", bet=command.bet, before=before)
    return None


def _booked(table: Table, command: RecordMispayment, clause: str) -> int | Refused:
    """What the books have: the table booked what was due, and a terminal what its meter paid, unless it is said.

    Where the settlement itself was wrong, it has to be said.
    """
    if table.kind is Kind.ELECTRONIC:
        if command.booked in {None, command.paid}:
            return command.paid
        return Refused(Why.NOT_HERE, clause, "terminal-books-what-pays", command="record-mispayment", paid=command.paid)
    if command.booked is not None:
        return command.booked
    settled = next((it for it in table.last if it.bet == command.bet), None)
    if settled is None and not command.dispute:
        return command.due
    if settled is not None and command.due in {settled.winnings, settled.returned}:
        return command.due
    return Refused(
        Why.NOT_DECLARED,
        clause,
        "booked-differs" if settled else "settlement-disputed",
        command="record-mispayment",
        due=command.due,
        booked=settled.winnings if settled else 0,
    )


def _no_such_colour(table: Table, command: RecordMispayment, clause: str) -> Refused | None:
    known = table.config.colours if table.kind is Kind.DEALT else ()
    if not command.colour or command.colour in known:
        return None
    return Refused(
        Why.WRONG_CHIPS,
        clause,
        "no-such-checks-here" if known else "no-checks-here",
        colour=command.colour,
        table=table.config.name,
        known=known,
    )


def _paid_in(table: Table, command: RecordMispayment) -> str:
    """The colour that is named, or that the wager was paid in; empty: value chips."""
    return command.colour or next((it.colour for it in table.last if it.bet == command.bet and it.checks), "")


def _unmarked(table: Table, command: RecordMispayment, more: int) -> int:
    """A mark that says what is now a wrong payment need not be put right as a mark too."""
    marked = too_much(table, command).get(command.seat or 0, 0)
    return more if marked == more and command.round == table.round.number else 0


def seat_now(table: Table, person: str, before: int) -> Seat | None:
    """Where a person is now: the same seat if they are still there, or another."""
    same = table.seats.get(before)
    return same if same and person and same.person == person else table.seat_of(person)


def _error(event: MispaymentRecorded) -> PaymentError:
    return PaymentError(
        id=event.mispayment, aware=event.aware, of=event.of, person=event.person, due=event.due, paid=event.paid,
        suspected=event.suspected,
    )  # fmt: skip


def referred(table: Table, command: Command, id: str, person: str, owed: int, opened: int = 0) -> Events:
    """What is left of it goes to the cage, where the person comes to be paid or to pay."""
    clause = clause_of(table)
    return (
        MispaymentReferred(
            clause=clause, mispayment=id, person=person, amount=owed, opened=opened, **stamp(command)
        ),
    )  # fmt: skip


def clause_of(table: Table, matter: str = "mispayment") -> str:
    """Where the document regulates it, and else the clause by which it is settled at all."""
    return table.book.topics.get(matter) or table.clause("correct_payment")


def open_case(table: Table, id: str) -> Mispayment | Refused:
    found = table.mispayments.get(id)
    if found is not None:
        return found
    if id in table.corrected:
        return Refused(Why.ALREADY_DONE, clause_of(table), "wrong-payment-closed", id=id)
    waiting = ", ".join(table.mispayments) or "none"
    return Refused(Why.UNKNOWN_ID, clause_of(table), "no-wrong-payment-open", id=id, waiting=waiting)


def left_of(it: Mispayment) -> int:
    return abs(it.paid - it.due) - it.rectified


def signed(it: Mispayment) -> int:
    """What is left of it: above nothing the house owes the person, below the person owes the house."""
    return left_of(it) if it.due > it.paid else -left_of(it)


# --- what the facts do


def mispayment_recorded(table: Table, event: MispaymentRecorded) -> None:
    """Tray and rack become what they really are; at a closed table the chips of the tray lie with the cage."""
    booked = event.booked is not None
    table.mispayments[event.mispayment] = Mispayment(
        id=event.mispayment,
        person=event.person,
        seat=event.seat,
        of_wager=event.of == "wager",
        due=event.due,
        paid=event.paid,
        suspected=event.suspected,
        enquired=bool(event.enquiries),
        booked=booked,
        owed=event.owed,
        outside=-event.tray - event.rack - event.worth,
        colour=event.paid_in,
        won=event.won,
    )
    table.corrected[event.mispayment] = event.bet
    if is_reported(table, error := _error(event)):
        table.unreported[event.mispayment] = error
    if table.phase is not Phase.CLOSED:
        table.float += event.tray
        table.came += event.tray
    come_to_light(table, event.there, in_hand(event))
    if event.unmarked:
        marked = table.paid[event.seat]
        table.paid[event.seat] = msgspec.structs.replace(marked, amount=marked.amount - event.unmarked)
    if event.person:
        counts(table, event.there, event.won)


class FoundInHand(Protocol):
    """A fact that chips were found in someone's hands."""

    @property
    def rack(self) -> int: ...
    @property
    def colour(self) -> str: ...
    @property
    def checks(self) -> int: ...
    @property
    def worth(self) -> int: ...


def in_hand(event: FoundInHand) -> Handed:
    return Handed(event.rack, event.colour, event.checks, event.worth)


def come_to_light(table: Table, seat: int, it: Handed) -> None:
    """Chips that someone has, or has not, beyond what the books had."""
    take_in_hand(table, seat, it)
    table.came += it.amount


def counts(table: Table, seat: int, won: int) -> None:
    """A correction counts towards a loss limit as the wager did."""
    if seat:
        gains(table.seats[seat], won)


def goes_on(table: Table, id: str, **changed: Any) -> None:
    """An error that is still to be reported is reported with what became of it."""
    if id in table.unreported:
        table.unreported[id] = msgspec.structs.replace(table.unreported[id], **changed)


def mispayment_referred(table: Table, event: MispaymentReferred) -> None:
    it = table.mispayments[event.mispayment]
    it.referred, it.owed = True, event.amount


# --- what they move


def recording_moved(table: Table, event: MispaymentRecorded) -> Entries:
    """What was handed over lies in the tray, in a rack, or with people; the chips of a closed table's tray lie with
    the cage. What is still to be put right is owed."""
    outside = people_of(table, -event.tray)
    tray = stock(table.config, table.kind) if table.phase is Phase.CLOSED else tray_of(table)
    moved = handing_moved(table, event.there, outside, in_hand(event))
    moved.move(outside, tray, event.tray)
    return [*moved.entries(), *debt(table, event.mispayment, event.owed)]


def people_of(table: Table, more: int) -> str:
    """Where the money is of someone who is not at the table: so much more than the books had, or less.

    Chips that were handed over beyond what was booked are out in the house, and may be brought back. Those that were
    not are nowhere, whatever became of what was booked; a terminal's credits come from the house itself.
    """
    if table.kind is Kind.ELECTRONIC:
        return HOUSE
    return pockets(table) if more > 0 else CHIPS


def referral_moved(table: Table, event: MispaymentReferred) -> Entries:
    return debt(table, event.mispayment, event.opened)


COMMANDS: Orders = {RecordMispayment: Order(record_mispayment, staff=True, when_closed=True)}
APPLIERS: Appliers = {MispaymentRecorded: mispayment_recorded, MispaymentReferred: mispayment_referred}
POSTINGS: Postings = {MispaymentRecorded: recording_moved, MispaymentReferred: referral_moved}
