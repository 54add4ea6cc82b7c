"""Complaints: whoever is not content is told of the way outside the house, and takes it in their own words.

To an inspector under section 33, or to the Victorian regulator (Crown 9.11, 9.12). The complaint keeps the dispute that
it came from: what the house has still to decide, it decides, and an inspector is told at once. The house's register
(`house.complaints`) follows it to its outcome.
"""

from dicehouse.refusal import Refused, Why
from dicehouse.table.disputes import OUTSIDERS, first_clause, not_theirs, open_dispute, put_aside
from dicehouse.table.notices import notice
from dicehouse.table.orders import INSPECTOR, Answer, Appliers, Command, Event, Name, Order, Orders, Words, stamp
from dicehouse.table.state import Table


class AdviseComplaint(Command, frozen=True):
    """Tell a person of the right to complain outside the house."""

    dispute: Name


class LodgeComplaint(Command, frozen=True):
    """Take a dispute to the inspector or the regulator."""

    dispute: Name
    words: Words
    """The complaint, as the person puts it."""


class ComplaintAdvised(Event, frozen=True):
    """The person was told where to complain."""

    dispute: str
    person: str
    regulator: str
    investigation: str
    """The clause that has the complaint investigated; empty where the document has none of its own."""


class ComplaintLodged(Event, frozen=True):
    """The dispute went outside the house."""

    dispute: str
    person: str
    regulator: str
    words: str
    about: str = ""
    """What the dispute was about."""
    ruling: str = ""
    """How the house had decided it until then; empty where it had not."""
    closes: bool = True
    """Whether nothing is left to do at the table; until the house has said its last word, something is."""


def advise_complaint(table: Table, command: AdviseComplaint) -> Answer:
    """After the final decision; where that is the only one, as long as the dispute is not resolved (9.18, 9.11)."""
    found = open_dispute(table, command.dispute)
    if isinstance(found, Refused):
        return found
    clause = table.book.topics.get("complaint", "")
    if "decide_dispute" in table.book.powers and not found.final:
        return Refused(Why.NOT_YET, clause, "not-decided-finally", id=found.id)
    if found.advised:
        return Refused(Why.ALREADY_DONE, clause, "was-told-wait-complaint", id=found.id, person=found.person)
    return (
        ComplaintAdvised(
            clause=clause,
            dispute=found.id,
            person=found.person,
            regulator=table.book.regulator,
            investigation=table.book.topics.get("investigation", ""),
            **stamp(command),
        ),
    )


def lodge_complaint(table: Table, command: LodgeComplaint) -> Answer:
    """The way outside the house is always open, also after the person was content, and is taken once."""
    found = table.disputes.get(command.dispute) or table.past_disputes.get(command.dispute)
    if found is None:
        known = ", ".join((*table.disputes, *table.past_disputes)) or "none"
        return Refused(Why.UNKNOWN_ID, first_clause(table), "no-such-dispute", dispute=command.dispute, known=known)
    refused = not_theirs(table, command, found)
    if refused:
        return refused
    clause = table.book.topics.get("investigation") or table.book.topics.get("complaint", "")
    if found.complaint:
        return Refused(Why.ALREADY_DONE, clause, "has-complained", id=found.id, person=found.person)
    lodged = ComplaintLodged(
        clause=clause,
        dispute=found.id,
        person=found.person,
        regulator=table.book.regulator,
        words=command.words,
        about=found.about,
        ruling=found.ruling,
        closes=found.final,
        **stamp(command),
    )
    about = f"{found.person} complains to {table.book.regulator} of dispute {found.id}: {command.words}"
    return lodged, notice(command, "complaint", INSPECTOR, about, command.at, clause)


# --- what the facts do


def complaint_advised(table: Table, event: ComplaintAdvised) -> None:
    table.disputes[event.dispute].advised = True


def complaint_lodged(table: Table, event: ComplaintLodged) -> None:
    if event.dispute in table.past_disputes:
        table.past_disputes[event.dispute].complaint = event.words
        return
    table.disputes[event.dispute].complaint = event.words
    if event.closes:
        put_aside(table, event.dispute)


COMMANDS: Orders = {
    AdviseComplaint: Order(advise_complaint, staff=True, others=(INSPECTOR,), when_closed=True),
    LodgeComplaint: Order(lodge_complaint, staff=True, others=(*OUTSIDERS, INSPECTOR), when_closed=True),
}
APPLIERS: Appliers = {ComplaintAdvised: complaint_advised, ComplaintLodged: complaint_lodged}
