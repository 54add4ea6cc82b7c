"""Disputes: raised by anyone, decided first by the rank that the document names, reviewed by another, decided finally.

At Crown there is one decision, and it is final (9.10). At craps the boxperson's decision on which face is uppermost is
final too (4.4.3): it can be disputed on the record, and no review reverses it. The way outside the house is in
`complaints`. A ruling moves no money; where it finds that a wager was settled wrongly, the payment is put right as a
mispayment. What is over stays on record, so that whoever raised it can look up how it ended.
"""

from typing import Literal

from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks.rulebook import Power
from dicehouse.table.cases import Dispute
from dicehouse.table.orders import (
    PLAYER,
    SPECTATOR,
    Answer,
    Appliers,
    Command,
    Event,
    Name,
    Order,
    Orders,
    Perhaps,
    Words,
    stamp,
)
from dicehouse.table.state import Table

Topic = Literal["", "dice", "other"]
"""Which face is uppermost, anything else, or not said."""


class RaiseDispute(Command, frozen=True):
    """Dispute something, or complain about it. The dispute goes by the id of this command."""

    about: Words
    bet: Perhaps = ""
    """The wager it is about, where it is about one."""
    person: Perhaps = ""
    """Who raises it, where staff write it down."""
    topic: Topic = ""


class DecideDispute(Command, frozen=True):
    """Decide a dispute in the first instance."""

    dispute: Name
    ruling: Words
    upheld: bool
    """Whether the person is right."""
    absent: bool = False
    """Whether nobody of the rank that decides first is on duty, so that someone above decides."""


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


class DisputeRaised(Event, frozen=True):
    """Someone disputes something."""

    dispute: str
    person: str
    about: str
    bet: str
    topic: str = ""


class DisputeDecided(Event, frozen=True):
    """A dispute was decided in the first instance."""

    dispute: str
    ruling: str
    upheld: bool
    absent: bool
    final: bool = False
    """Whether this was the last word as well, as it is on the dice at craps."""
    closes: bool = False
    """Whether nothing is left to do at the table."""


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
    closes: bool = False
    """Whether nothing is left to do at the table, as the person has complained outside the house before."""


class DecisionAccepted(Event, frozen=True):
    """The person is content, and the dispute is over."""

    dispute: str
    person: str


def raise_dispute(table: Table, command: RaiseDispute) -> Answer:
    """Anyone may, a player or a spectator; staff only for someone they name."""
    person = command.by if command.role in OUTSIDERS else command.person
    if command.id in table.disputes or command.id in table.past_disputes:
        return Refused(Why.DUPLICATE_ID, first_clause(table), "dispute-id-taken", id=command.id)
    if not person:
        return Refused(Why.NOT_ELIGIBLE, first_clause(table), "not-said-who-raises", command="raise-dispute")
    return (
        DisputeRaised(
            clause=first_clause(table),
            dispute=command.id,
            person=person,
            about=command.about,
            bet=command.bet,
            topic=command.topic,
            **stamp(command),
        ),
    )


def first_clause(table: Table) -> str:
    return table.clause("decide_dispute") or table.clause("final_decision")


def open_dispute(table: Table, id: str) -> Dispute | Refused:
    found = table.disputes.get(id)
    if found is not None:
        return found
    waiting = ", ".join(table.disputes) or "none"
    return Refused(Why.UNKNOWN_ID, first_clause(table), "no-dispute-open", id=id, waiting=waiting)


def is_on_dice(table: Table, dispute: Dispute) -> bool:
    """Whether a dispute is for the boxperson alone: which face is uppermost at craps (4.4.3)."""
    return dispute.topic == "dice" and "judge_top_face" in table.book.powers


def first_instance(table: Table, dispute: Dispute) -> Power:
    """Who decides a dispute first."""
    return table.book.powers["judge_top_face" if is_on_dice(table, dispute) else "decide_dispute"]


def above_clause(table: Table, power: Power) -> str:
    """The clause by which a higher rank decides first, or may not."""
    return table.book.topics.get("absent_supervisor", power.clause)


def answered_by_dice(table: Table) -> tuple[str, ...]:
    """The disputes that the boxperson's decision on the faces of this throw answers: those raised about it since."""
    since = table.round.closed_at
    return tuple(
        it.id
        for it in table.disputes.values()
        if not it.decided and it.topic != "other" and since and it.raised and it.raised >= since
    )


def decide_dispute(table: Table, command: DecideDispute) -> Answer:
    """By the rank that the document names; by one above only while nobody of that rank is on duty (U9)."""
    found = open_dispute(table, command.dispute)
    if isinstance(found, Refused):
        return found
    final, power = is_on_dice(table, found), first_instance(table, found)
    above = command.role not in power.by
    clause = above_clause(table, power) if above else power.clause
    if above and not command.absent:
        return Refused(
            Why.NOT_ALLOWED, clause, "decided-first-by-others", id=found.id, first=power.by, role=command.role
        )
    if found.decided:
        return Refused(Why.ALREADY_DONE, power.clause, "dispute-decided", id=found.id)
    return (
        DisputeDecided(
            clause=clause,
            dispute=found.id,
            ruling=command.ruling,
            upheld=command.upheld,
            absent=above,
            final=final,
            closes=final and bool(found.complaint),
            **stamp(command),
        ),
    )


def _final_on_dice(table: Table, dispute: Dispute) -> Refused | None:
    """Nobody goes past the boxperson's decision on the dice (4.4.3, U8)."""
    if not is_on_dice(table, dispute):
        return None
    return Refused(
        Why.NOT_ALLOWED,
        table.clause("judge_top_face"),
        "face-decided-finally" if dispute.decided else "face-for-boxperson",
        dispute=dispute.id,
        person=dispute.person,
    )


def ask_review(table: Table, command: AskReview) -> Answer:
    """The person whose dispute it is, once there is a decision to review."""
    clause = table.clause("review_dispute")
    if not clause:
        return Refused(
            Why.NOT_HERE,
            table.clause("final_decision") or None,
            "knows-no-review",
            command="ask-review",
            rulebook=table.book.id,
        )
    found = own_dispute(table, command, command.dispute)
    if isinstance(found, Refused):
        return found
    refused = _final_on_dice(table, found)
    if refused:
        return refused
    if not found.decided:
        return Refused(Why.NOT_YET, clause, "nobody-decided", id=found.id)
    if found.asked or found.final:
        return Refused(Why.ALREADY_DONE, clause, "review-asked", id=found.id)
    return (ReviewAsked(clause=clause, dispute=found.id, person=found.person, **stamp(command)),)


def own_dispute(table: Table, command: Command, id: str) -> Dispute | Refused:
    """A dispute of whoever speaks; staff speak for its person."""
    found = open_dispute(table, id)
    return found if isinstance(found, Refused) else not_theirs(table, command, found) or found


def not_theirs(table: Table, command: Command, found: Dispute) -> Refused | None:
    if command.role not in OUTSIDERS or command.by == found.person:
        return None
    return Refused(Why.NOT_ELIGIBLE, first_clause(table), "dispute-of-another", id=found.id, by=command.by)


def review_dispute(table: Table, command: ReviewDispute) -> Answer:
    """When it was asked for, and by someone other than who decided."""
    found = open_dispute(table, command.dispute)
    if isinstance(found, Refused):
        return found
    clause = table.clause("review_dispute")
    refused = _final_on_dice(table, found)
    if refused:
        return refused
    if not found.asked:
        return Refused(Why.NOT_YET, clause, "nobody-asked-review", id=found.id, person=found.person)
    if command.by == found.decided:
        return Refused(Why.SAME_PERSON, clause, "made-decision", id=found.id, by=command.by)
    if found.reviewed:
        return Refused(Why.ALREADY_DONE, clause, "reviewed-already", id=found.id)
    return (
        DisputeReviewed(
            clause=clause, dispute=found.id, ruling=command.ruling, upheld=command.upheld, **stamp(command)
        ),
    )


def decide_finally(table: Table, command: DecideFinally) -> Answer:
    """The house's last word, after the first decision where there is one, and after a review that was asked for."""
    found = open_dispute(table, command.dispute)
    if isinstance(found, Refused):
        return found
    clause = table.clause("final_decision")
    refused = _final_on_dice(table, found)
    if refused:
        return refused
    if "decide_dispute" in table.book.powers and not found.decided:
        return Refused(Why.NOT_YET, first_clause(table), "nobody-decided", id=found.id)
    if found.asked and not found.reviewed:
        return Refused(Why.NOT_YET, table.clause("review_dispute"), "review-asked-not-made", id=found.id)
    if found.final:
        return Refused(Why.ALREADY_DONE, clause, "dispute-decided-finally", id=found.id, person=found.person)
    return (
        DisputeDecidedFinally(
            clause=clause,
            dispute=found.id,
            ruling=command.ruling,
            upheld=command.upheld,
            closes=bool(found.complaint),
            **stamp(command),
        ),
    )


def accept_decision(table: Table, command: AcceptDecision) -> Answer:
    found = own_dispute(table, command, command.dispute)
    if isinstance(found, Refused):
        return found
    if not (found.decided or found.final):
        return Refused(Why.NOT_YET, first_clause(table), "nobody-decided", id=found.id)
    return (DecisionAccepted(clause=first_clause(table), dispute=found.id, person=found.person, **stamp(command)),)


# --- what the facts do


def dispute_raised(table: Table, event: DisputeRaised) -> None:
    table.disputes[event.dispute] = Dispute(
        id=event.dispute, person=event.person, bet=event.bet, about=event.about, topic=event.topic, raised=event.at
    )


def dispute_decided(table: Table, event: DisputeDecided) -> None:
    it = table.disputes[event.dispute]
    it.decided, it.upheld, it.ruling, it.final = event.by, event.upheld, event.ruling, event.final
    if event.closes:
        put_aside(table, event.dispute)


def review_asked(table: Table, event: ReviewAsked) -> None:
    table.disputes[event.dispute].asked = True


def dispute_reviewed(table: Table, event: DisputeReviewed) -> None:
    it = table.disputes[event.dispute]
    it.reviewed, it.upheld, it.ruling = True, event.upheld, event.ruling


def dispute_decided_finally(table: Table, event: DisputeDecidedFinally) -> None:
    it = table.disputes[event.dispute]
    it.final, it.upheld, it.ruling = True, event.upheld, event.ruling
    if event.closes:
        put_aside(table, event.dispute)


def decision_accepted(table: Table, event: DecisionAccepted) -> None:
    table.disputes[event.dispute].accepted = True
    put_aside(table, event.dispute)


def put_aside(table: Table, dispute: str) -> None:
    """It is over at this table, and stays on record."""
    table.past_disputes[dispute] = table.disputes.pop(dispute)


OUTSIDERS = (PLAYER, SPECTATOR)

COMMANDS: Orders = {
    RaiseDispute: Order(raise_dispute, staff=True, others=OUTSIDERS, when_closed=True),
    DecideDispute: Order(decide_dispute, "decide_dispute", when_closed=True),
    AskReview: Order(ask_review, staff=True, others=OUTSIDERS, when_closed=True),
    ReviewDispute: Order(review_dispute, "review_dispute", when_closed=True),
    DecideFinally: Order(decide_finally, "final_decision", when_closed=True),
    AcceptDecision: Order(accept_decision, staff=True, others=OUTSIDERS, when_closed=True),
}
APPLIERS: Appliers = {
    DisputeRaised: dispute_raised,
    DisputeDecided: dispute_decided,
    ReviewAsked: review_asked,
    DisputeReviewed: dispute_reviewed,
    DisputeDecidedFinally: dispute_decided_finally,
    DecisionAccepted: decision_accepted,
}
