"""Complaints outside the house: one register of all of them, from the complainant's words to the outcome they know of.

A complaint comes from a dispute at a table, about a promotion or in a tournament, and keeps it. What the inspector or
the regulator found is written down by the inspector, or by a manager from the regulator's letter; it is on the screen
of whoever complained from then on, and stays due until they have been told.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from dicehouse.house.dispute import Dispute
from dicehouse.house.holders import not_their_own
from dicehouse.house.orders import DEVICE, INSPECTOR, LADDER, PATRON, Appliers, Order, Orders
from dicehouse.house.state import Complaint, House
from dicehouse.refusal import Refused, Why
from dicehouse.table.notices import notice
from dicehouse.table.orders import Answer, Command, Event, Events, Name, Perhaps, Words, stamp

CASHIER, MANAGER = LADDER[0], LADDER[2]
Kind = Literal["table", "promotion", "tournament"]
Number = Annotated[str, Meta(min_length=1, max_length=200)]
"""Of a complaint: what it is about and the dispute, as `complaint_id` makes it."""
Told = Annotated[str, Meta(max_length=500)]


class RegisterComplaint(Command, frozen=True):
    """Enter into the register what was lodged at a table."""

    table: Name
    dispute: Name
    person: Name
    words: Words
    about: Told
    ruling: Told
    regulator: Told
    rule: Told
    """The clause by which it was lodged, with its document."""


class ConcludeComplaint(Command, frozen=True):
    """Write down how the inspector or the regulator ended a complaint."""

    complaint: Number
    outcome: Words
    upheld: bool
    """Whether the person was right."""
    reference: Perhaps = ""
    """Of the regulator's letter, where staff write its outcome down."""


class TellComplainant(Command, frozen=True):
    """Record that the person knows the outcome: told by staff, or read on the own screen."""

    complaint: Number
    how: Words


class ComplaintRegistered(Event, frozen=True):
    """A complaint is in the register."""

    complaint: str
    kind: Kind
    of: str
    """The table, promotion or tournament."""
    dispute: str
    person: str
    words: str
    about: str
    """What the dispute was about."""
    ruling: str
    """How the house had decided it; empty where it had not."""
    regulator: str


class ComplaintConcluded(Event, frozen=True):
    """A complaint has an outcome."""

    complaint: str
    person: str
    outcome: str
    upheld: bool
    reference: str


class ComplainantTold(Event, frozen=True):
    """Whoever complained knows the outcome."""

    complaint: str
    person: str
    how: str


def complaint_id(kind: Kind, of: str, dispute: str) -> str:
    """How the register calls the complaint that comes from a dispute."""
    return f"{kind} {of}/{dispute}"


def registered(house: House, command: Command, kind: Kind, of: str, dispute: str, **said: Any) -> Events | Refused:
    """The entry of a complaint, which there is one of for each dispute."""
    id = complaint_id(kind, of, dispute)
    if id in house.complaints:
        return Refused(Why.ALREADY_DONE, said["clause"], "has-complained", id=id, person=house.complaints[id].person)
    return (ComplaintRegistered(complaint=id, kind=kind, of=of, dispute=dispute, **said, **stamp(command)),)


def lodged(house: House, command: Command, kind: Kind, of: str, dispute: str, it: Dispute, **said: Any) -> Answer:
    """The same of a dispute that the house decides, by whose it is or by staff, with the notice to the inspector."""
    made = not_their_own(command, it.person) or registered(
        house, command, kind, of, dispute, person=it.person, about=it.about, ruling=it.decision, **said
    )
    if isinstance(made, Refused):
        return made
    about = f"{it.person} complains to {said['regulator']} of {kind} {of}: {said['words']}"
    return *made, notice(command, "complaint", INSPECTOR, about, command.at, said["clause"])


def register_complaint(house: House, command: RegisterComplaint) -> Answer:
    """The table has told the inspector."""
    return registered(
        house,
        command,
        "table",
        command.table,
        command.dispute,
        person=command.person,
        words=command.words,
        about=command.about,
        ruling=command.ruling,
        regulator=command.regulator,
        clause=command.rule,
    )


def _found(house: House, id: str) -> Complaint | Refused:
    it = house.complaints.get(id)
    if it is not None:
        return it
    known = ", ".join(house.complaints) or "none"
    return Refused(Why.UNKNOWN_ID, None, "no-such-complaint", id=id, known=known)


def conclude_complaint(house: House, command: ConcludeComplaint) -> Answer:
    """The inspector speaks for the regulator; staff can only write down what its letter says."""
    it = _found(house, command.complaint)
    if isinstance(it, Refused):
        return it
    if it.concluded is not None:
        return Refused(
            Why.ALREADY_DONE,
            it.clause,
            "complaint-ended",
            complaint=command.complaint,
            concluded=it.concluded,
            outcome=it.outcome,
            person=it.person,
        )
    if command.role != INSPECTOR and not command.reference:
        return Refused(
            Why.NOT_ALLOWED,
            it.clause,
            "regulator-concludes",
            complaint=command.complaint,
            regulator=it.regulator,
            role=command.role,
        )
    return (
        ComplaintConcluded(
            complaint=command.complaint,
            person=it.person,
            outcome=command.outcome,
            upheld=command.upheld,
            reference=command.reference,
            clause=it.clause,
            **stamp(command),
        ),
    )


def tell_complainant(house: House, command: TellComplainant) -> Answer:
    it = _found(house, command.complaint)
    if isinstance(it, Refused):
        return it
    refused = not_their_own(command, it.person)
    if refused is not None:
        return refused
    if it.concluded is None:
        return Refused(Why.NOT_YET, it.clause, "no-outcome", complaint=command.complaint, regulator=it.regulator)
    if it.told:
        return Refused(
            Why.ALREADY_DONE, it.clause, "complainant-told", complaint=command.complaint, person=it.person, told=it.told
        )
    return (
        ComplainantTold(
            complaint=command.complaint, person=it.person, how=command.how, clause=it.clause, **stamp(command)
        ),
    )


# --- what the facts do


def complaint_registered(house: House, event: ComplaintRegistered) -> None:
    house.complaints[event.complaint] = Complaint(
        kind=event.kind,
        of=event.of,
        dispute=event.dispute,
        person=event.person,
        words=event.words,
        about=event.about,
        ruling=event.ruling,
        regulator=event.regulator,
        clause=event.clause,
        lodged=event.at,
    )


def complaint_concluded(house: House, event: ComplaintConcluded) -> None:
    it = house.complaints[event.complaint]
    it.concluded, it.outcome, it.upheld, it.reference = event.at, event.outcome, event.upheld, event.reference


def complainant_told(house: House, event: ComplainantTold) -> None:
    house.complaints[event.complaint].told = event.how


COMMANDS: Orders = {
    RegisterComplaint: Order(register_complaint, others=(DEVICE,)),
    ConcludeComplaint: Order(conclude_complaint, MANAGER, (INSPECTOR,)),
    TellComplainant: Order(tell_complainant, CASHIER, (PATRON,)),
}
APPLIERS: Final[Appliers] = {
    ComplaintRegistered: complaint_registered,
    ComplaintConcluded: complaint_concluded,
    ComplainantTold: complainant_told,
}
