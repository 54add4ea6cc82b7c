"""Disputes: raised by anyone, decided first by a supervisor of the game, reviewed by another person, decided finally.

At Crown there is one decision, and it is final (9.10). Whoever is not content learns of the way outside the house: to
an inspector under section 33, or to the Victorian regulator (9.11, 9.12). A ruling moves no money; where it finds that
a wager was settled wrongly, the payment is put right as a mispayment.
"""

from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import (
    INSPECTOR,
    PLAYER,
    SPECTATOR,
    Answer,
    Command,
    Event,
    Facts,
    Name,
    Order,
    Orders,
    Perhaps,
    Words,
    stamp,
)
from dicehouse.table.state import Dispute, Table


class RaiseDispute(Command, frozen=True):
    """Dispute something, or complain about it. The dispute goes by the id of this command."""

    about: Words
    bet: Perhaps = ""
    """The wager it is about, where it is about one."""
    person: Perhaps = ""
    """Who raises it, where staff write it down."""


class DecideDispute(Command, frozen=True):
    """Decide a dispute in the first instance."""

    dispute: Name
    ruling: Words
    upheld: bool
    """Whether the person is right."""
    absent: bool = False
    """Whether no supervisor of the game is there, so that someone above decides."""


class AskReview(Command, frozen=True):
    """Ask that someone else review a decision."""

    dispute: Name


class ReviewDispute(Command, frozen=True):
    """Review a decision that someone else made."""

    dispute: Name
    ruling: Words
    upheld: bool


class DecideFinally(Command, frozen=True):
    """Decide a dispute for good."""

    dispute: Name
    ruling: Words
    upheld: bool


class AcceptDecision(Command, frozen=True):
    """Be content with a decision, or say that the person is."""

    dispute: Name


class AdviseComplaint(Command, frozen=True):
    """Tell a person of the right to complain outside the house."""

    dispute: Name


class LodgeComplaint(Command, frozen=True):
    """Take a dispute to the inspector or the regulator."""

    dispute: Name
    words: Words


class DisputeRaised(Event, frozen=True):
    """Someone disputes something."""

    dispute: str
    person: str
    about: str
    bet: str


class DisputeDecided(Event, frozen=True):
    """A dispute was decided in the first instance."""

    dispute: str
    ruling: str
    upheld: bool
    absent: bool


class ReviewAsked(Event, frozen=True):
    """The person wants the decision reviewed."""

    dispute: str
    person: str


class DisputeReviewed(Event, frozen=True):
    """Another person has reviewed the decision."""

    dispute: str
    ruling: str
    upheld: bool


class DisputeDecidedFinally(Event, frozen=True):
    """The house has said its last word."""

    dispute: str
    ruling: str
    upheld: bool


class DecisionAccepted(Event, frozen=True):
    """The person is content, and the dispute is over."""

    dispute: str
    person: str


class ComplaintAdvised(Event, frozen=True):
    """The person was told where to complain."""

    dispute: str
    person: str
    regulator: str
    investigation: str
    """The clause that has the complaint investigated; empty where the document has none of its own."""


class ComplaintLodged(Event, frozen=True):
    """The dispute went outside the house, and is over at this table."""

    dispute: str
    person: str
    regulator: str
    words: str


def raise_dispute(table: Table, command: RaiseDispute) -> Answer:
    """Anyone may, a player or a spectator; staff only for someone they name."""
    person = command.by if command.role in _OUTSIDERS else command.person
    if command.id in table.disputes:
        message = f"{command.id}: a dispute of this id is open; give it another id"
        return Refused(Why.DUPLICATE_ID, _first_clause(table), message)
    if not person:
        message = "raise-dispute: it is not said who raises it; name the person"
        return Refused(Why.NOT_ELIGIBLE, _first_clause(table), message)
    return (
        DisputeRaised(
            clause=_first_clause(table),
            dispute=command.id,
            person=person,
            about=command.about,
            bet=command.bet,
            **stamp(command),
        ),
    )


def _first_clause(table: Table) -> str:
    return table.clause("decide_dispute") or table.clause("final_decision")


def _open(table: Table, id: str) -> Dispute | Refused:
    found = table.disputes.get(id)
    if found is not None:
        return found
    waiting = ", ".join(table.disputes) or "none"
    message = f"{id}: no such dispute is open; those that are: {waiting}"
    return Refused(Why.UNKNOWN_ID, _first_clause(table), message)


def decide_dispute(table: Table, command: DecideDispute) -> Answer:
    """By a supervisor of the game; from above only while none is there, where the document says so (9.17, 9.12)."""
    found = _open(table, command.dispute)
    if isinstance(found, Refused):
        return found
    power = table.book.powers["decide_dispute"]
    asks_absence = "absent_supervisor" in table.book.matters
    if asks_absence and command.role not in power.by and not command.absent:
        first = " or ".join(power.by)
        message = f"{found.id}: a {first} decides first, not a {command.role}; ask one, or say that none is there"
        return Refused(Why.NOT_ALLOWED, table.book.matters["absent_supervisor"], message)
    if found.decided or found.final:
        message = f"{found.id}: it is decided already; have it reviewed, or decided finally"
        return Refused(Why.ALREADY_DONE, power.clause, message)
    return (
        DisputeDecided(
            clause=power.clause,
            dispute=found.id,
            ruling=command.ruling,
            upheld=command.upheld,
            absent=command.absent,
            **stamp(command),
        ),
    )


def ask_review(table: Table, command: AskReview) -> Answer:
    """The person whose dispute it is, once there is a decision to review."""
    clause = table.clause("review_dispute")
    if not clause:
        message = f"ask-review: {table.book.id} knows no review; the final decision stands, or lodge a complaint"
        return Refused(Why.NOT_HERE, table.clause("final_decision") or None, message)
    found = _own(table, command, command.dispute)
    if isinstance(found, Refused):
        return found
    if not found.decided:
        return Refused(Why.NOT_YET, clause, f"{found.id}: nobody has decided it; have it decided first")
    if found.asked or found.final:
        message = f"{found.id}: a review was asked for already, or the decision is final; wait for it, or complain"
        return Refused(Why.ALREADY_DONE, clause, message)
    return (ReviewAsked(clause=clause, dispute=found.id, person=found.person, **stamp(command)),)


def _own(table: Table, command: Command, id: str) -> Dispute | Refused:
    """A dispute of whoever speaks; staff speak for its person."""
    found = _open(table, id)
    if isinstance(found, Refused) or command.role not in _OUTSIDERS or command.by == found.person:
        return found
    message = f"{id}: {found.person} raised it, not {command.by}; raise one of your own"
    return Refused(Why.NOT_ELIGIBLE, _first_clause(table), message)


def review_dispute(table: Table, command: ReviewDispute) -> Answer:
    """When it was asked for, and by someone other than who decided."""
    found = _open(table, command.dispute)
    if isinstance(found, Refused):
        return found
    clause = table.clause("review_dispute")
    if not found.asked:
        return Refused(Why.NOT_YET, clause, f"{found.id}: nobody asked for a review; wait until {found.person} does")
    if command.by == found.decided:
        message = f"{found.id}: {command.by} made the decision; have another person review it"
        return Refused(Why.SAME_PERSON, clause, message)
    if found.reviewed:
        return Refused(Why.ALREADY_DONE, clause, f"{found.id}: it is reviewed already; have it decided finally")
    return (
        DisputeReviewed(
            clause=clause, dispute=found.id, ruling=command.ruling, upheld=command.upheld, **stamp(command)
        ),
    )


def decide_finally(table: Table, command: DecideFinally) -> Answer:
    """The house's last word, after the first decision where there is one, and after a review that was asked for."""
    found = _open(table, command.dispute)
    if isinstance(found, Refused):
        return found
    clause = table.clause("final_decision")
    if "decide_dispute" in table.book.powers and not found.decided:
        return Refused(Why.NOT_YET, _first_clause(table), f"{found.id}: nobody has decided it; have it decided first")
    if found.asked and not found.reviewed:
        message = f"{found.id}: a review was asked for and not made; have it reviewed first"
        return Refused(Why.NOT_YET, table.clause("review_dispute"), message)
    if found.final:
        message = f"{found.id}: it is decided finally; advise {found.person} of the right to complain"
        return Refused(Why.ALREADY_DONE, clause, message)
    return (
        DisputeDecidedFinally(
            clause=clause, dispute=found.id, ruling=command.ruling, upheld=command.upheld, **stamp(command)
        ),
    )


def accept_decision(table: Table, command: AcceptDecision) -> Answer:
    found = _own(table, command, command.dispute)
    if isinstance(found, Refused):
        return found
    if not (found.decided or found.final):
        message = f"{found.id}: nobody has decided it; have it decided first"
        return Refused(Why.NOT_YET, _first_clause(table), message)
    return (DecisionAccepted(clause=_first_clause(table), dispute=found.id, person=found.person, **stamp(command)),)


def advise_complaint(table: Table, command: AdviseComplaint) -> Answer:
    """After the final decision; where that is the only one, as long as the dispute is not resolved (9.18, 9.11)."""
    found = _open(table, command.dispute)
    if isinstance(found, Refused):
        return found
    clause = table.book.matters.get("complaint", "")
    if "decide_dispute" in table.book.powers and not found.final:
        return Refused(Why.NOT_YET, clause, f"{found.id}: it is not decided finally; have that done first")
    if found.advised:
        return Refused(Why.ALREADY_DONE, clause, f"{found.id}: {found.person} was told; wait for the complaint")
    return (
        ComplaintAdvised(
            clause=clause,
            dispute=found.id,
            person=found.person,
            regulator=table.book.regulator,
            investigation=table.book.matters.get("investigation", ""),
            **stamp(command),
        ),
    )


def lodge_complaint(table: Table, command: LodgeComplaint) -> Answer:
    """The way outside the house is always open."""
    found = _own(table, command, command.dispute)
    if isinstance(found, Refused):
        return found
    return (
        ComplaintLodged(
            clause=table.book.matters.get("investigation") or table.book.matters.get("complaint", ""),
            dispute=found.id,
            person=found.person,
            regulator=table.book.regulator,
            words=command.words,
            **stamp(command),
        ),
    )


# --- what the facts do


def dispute_raised(table: Table, event: DisputeRaised) -> None:
    table.disputes[event.dispute] = Dispute(id=event.dispute, person=event.person, bet=event.bet)


def dispute_decided(table: Table, event: DisputeDecided) -> None:
    it = table.disputes[event.dispute]
    it.decided, it.upheld = event.by, event.upheld


def review_asked(table: Table, event: ReviewAsked) -> None:
    table.disputes[event.dispute].asked = True


def dispute_reviewed(table: Table, event: DisputeReviewed) -> None:
    it = table.disputes[event.dispute]
    it.reviewed, it.upheld = True, event.upheld


def dispute_decided_finally(table: Table, event: DisputeDecidedFinally) -> None:
    it = table.disputes[event.dispute]
    it.final, it.upheld = True, event.upheld


def complaint_advised(table: Table, event: ComplaintAdvised) -> None:
    table.disputes[event.dispute].advised = True


def dispute_over(table: Table, event: DecisionAccepted | ComplaintLodged) -> None:
    del table.disputes[event.dispute]


_OUTSIDERS = (PLAYER, SPECTATOR)

ORDERS: Orders = {
    RaiseDispute: Order(raise_dispute, staff=True, others=_OUTSIDERS, when_closed=True),
    DecideDispute: Order(decide_dispute, "decide_dispute", when_closed=True),
    AskReview: Order(ask_review, staff=True, others=_OUTSIDERS, when_closed=True),
    ReviewDispute: Order(review_dispute, "review_dispute", when_closed=True),
    DecideFinally: Order(decide_finally, "final_decision", when_closed=True),
    AcceptDecision: Order(accept_decision, staff=True, others=_OUTSIDERS, when_closed=True),
    AdviseComplaint: Order(advise_complaint, staff=True, others=(INSPECTOR,), when_closed=True),
    LodgeComplaint: Order(lodge_complaint, staff=True, others=(*_OUTSIDERS, INSPECTOR), when_closed=True),
}
FACTS: Facts = {
    DisputeRaised: dispute_raised,
    DisputeDecided: dispute_decided,
    ReviewAsked: review_asked,
    DisputeReviewed: dispute_reviewed,
    DisputeDecidedFinally: dispute_decided_finally,
    DecisionAccepted: dispute_over,
    ComplaintAdvised: complaint_advised,
    ComplaintLodged: dispute_over,
}
