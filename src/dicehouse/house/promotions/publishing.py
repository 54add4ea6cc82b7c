"""Terms on their way: filed with the regulator in time, published, and changed only as the rules allow."""

from datetime import datetime
from typing import Any

from dicehouse.house.calendar import day_of
from dicehouse.house.orders import LADDER, OFFICERS, Appliers, Order, Orders
from dicehouse.house.promotions.checking import problems
from dicehouse.house.promotions.editions import Edition, edition
from dicehouse.house.promotions.state import Promotion
from dicehouse.house.promotions.terms import Terms, terms_hash
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.config import ConfigError
from dicehouse.table.orders import Answer, Command, Event, Moment, Name, Words, stamp

MANAGER, OPERATOR = LADDER[2], LADDER[3]


class FileTerms(Command, frozen=True):
    """Give the regulator the terms of a promotion, or new ones in their place before it starts."""

    terms: Terms


class PublishPromotion(Command, frozen=True):
    """Make a promotion and its terms public."""

    promotion: Name


class ProposeAmendment(Command, frozen=True):
    """Ask the regulator for a change of terms after the start."""

    promotion: Name
    terms: Terms
    reason: Words


class ApproveAmendment(Command, frozen=True):
    """Put on record that the regulator approved the change; whoever proposed it leaves that to another."""

    promotion: Name
    reference: Name
    """Of the regulator's letter."""
    approved: Moment
    """When the regulator approved it."""


class ResubmitTerms(Command, frozen=True):
    """Put on record that the regulator was given the amended terms."""

    promotion: Name
    reference: Name
    """Under which they were sent."""


class TermsFiled(Event, frozen=True):
    """The regulator was given the terms of a promotion."""

    promotion: str
    version: int
    terms: Terms
    hash: str


class PromotionPublished(Event, frozen=True):
    """A promotion and its terms are public."""

    promotion: str
    version: int


class AmendmentProposed(Event, frozen=True):
    """A change of terms waits for the regulator."""

    promotion: str
    terms: Terms
    reason: str


class TermsAmended(Event, frozen=True):
    """A promotion has other terms."""

    promotion: str
    version: int
    terms: Terms
    hash: str
    reference: str
    """Of the regulator's letter; empty where a reading asks for no approval."""
    approved: Moment | None = None
    """When the regulator approved it."""


class TermsResubmitted(Event, frozen=True):
    """The regulator was given the amended terms of a promotion."""

    promotion: str
    version: int
    hash: str
    reference: str


def found_promotion(house: House, name: str) -> Promotion | Refused:
    """The promotion of a name, which is not cancelled."""
    it = house.promotions.get(name)
    if it is None:
        known = ", ".join(house.promotions) or "none"
        return Refused(Why.UNKNOWN_ID, None, "no-such-promotion", name=name, known=known)
    if it.cancelled:
        return Refused(Why.ALREADY_DONE, None, "promotion-cancelled", name=name, cancelled=it.cancelled)
    return it


def of_edition(it: Promotion) -> Edition:
    return edition(it.terms.rulebook)


def started(it: Promotion, at: datetime) -> bool:
    return it.published is not None and it.terms.starts is not None and at >= it.terms.starts


def file_terms(house: House, command: FileTerms) -> Answer:
    """Terms that lack something the rules ask for are not filed."""
    terms = command.terms
    before = house.promotions.get(terms.id)
    if before is not None and started(before, command.at):
        return Refused(
            Why.TOO_LATE,
            of_edition(before).clause("9.1"),
            "promotion-started",
            terms=terms.id,
            starts=before.terms.starts,
        )
    wrong = _wrong(terms, command.at)
    if wrong is not None:
        return wrong
    version = 1 if before is None else before.version + 1
    clause = edition(terms.rulebook).clause("9")
    return (
        TermsFiled(
            promotion=terms.id, version=version, terms=terms, hash=terms_hash(terms), clause=clause, **stamp(command)
        ),
    )


def _wrong(terms: Terms, now: datetime | None) -> Refused | None:
    """A refusal of terms with the first thing that is wrong and the number of all."""
    try:
        found = problems(terms, now)
    except ConfigError as error:
        return Refused(Why.MALFORMED, None, "terms-not-readable", terms=terms.id, error=str(error))
    if not found:
        return None
    says = "terms-wrong" if len(found) == 1 else "terms-wrong-in-many"
    clause = f"{edition(terms.rulebook).book.document} {found[0].clause}"
    return Refused(Why.NOT_ALLOWED, clause, says, terms=terms.id, count=len(found), wrong=found[0].said)


def publish_promotion(house: House, command: PublishPromotion) -> Answer:
    """Only terms that were filed long enough before the start are published (H5)."""
    it = found_promotion(house, command.promotion)
    if isinstance(it, Refused):
        return it
    of = of_edition(it)
    if it.published is not None:
        return Refused(
            Why.ALREADY_DONE,
            of.clause("6"),
            "version-public-since",
            promotion=command.promotion,
            version=it.version,
            published=it.published,
        )
    starts = it.terms.starts
    if starts is None or starts - it.filed < of.filed_before:
        ahead = None if starts is None else starts - it.filed
        return Refused(
            Why.TOO_LATE,
            of.clause("9"),
            "filed-too-late",
            promotion=command.promotion,
            ahead=str(ahead),
            filed_before=str(of.filed_before),
        )
    return (
        PromotionPublished(promotion=command.promotion, version=it.version, clause=of.clause("6"), **stamp(command)),
    )


def propose_amendment(house: House, command: ProposeAmendment) -> Answer:
    it = found_promotion(house, command.promotion)
    if isinstance(it, Refused):
        return it
    clause = of_edition(it).clause("9.1")
    if not started(it, command.at):
        return Refused(Why.NOT_YET, clause, "promotion-not-started", promotion=command.promotion)
    if it.draw.sealed:
        return Refused(Why.TOO_LATE, clause, "no-change-after-seal", promotion=command.promotion)
    if command.terms.id != command.promotion or command.terms.rulebook != it.terms.rulebook:
        return Refused(
            Why.NOT_ALLOWED,
            clause,
            "other-terms",
            promotion=command.promotion,
            terms=command.terms.id,
            rulebook=command.terms.rulebook,
        )
    wrong = _wrong(command.terms, None)
    if wrong is not None:
        return wrong
    return (
        AmendmentProposed(
            promotion=command.promotion, terms=command.terms, reason=command.reason, clause=clause, **stamp(command)
        ),
    )


def approve_amendment(house: House, command: ApproveAmendment) -> Answer:
    """Without the regulator's approval terms stay as they are, and who proposed others does not record it (H1)."""
    it = found_promotion(house, command.promotion)
    if isinstance(it, Refused):
        return it
    terms = _approvable(house, it, command)
    if isinstance(terms, Refused):
        return terms
    clause = of_edition(it).clause("9.1")
    return (
        _amended(command, it.version + 1, terms, reference=command.reference, approved=command.approved, clause=clause),
    )


def _approvable(house: House, it: Promotion, command: ApproveAmendment) -> Terms | Refused:
    """The terms that wait for the regulator, if this can be its approval of them."""
    name, of = command.promotion, of_edition(it)
    clause = of.clause("9.1")
    if of.amended_by != "approval":
        return Refused(Why.NOT_HERE, of.clause("13.1"), "no-approval-needed", name=name)
    if it.proposed is None and it.reference == command.reference:
        return Refused(
            Why.ALREADY_DONE, clause, "approval-on-record", name=name, reference=it.reference, version=it.version
        )
    if it.proposed is None or it.proposed_at is None:
        return Refused(Why.OUT_OF_ORDER, clause, "no-change-terms-proposed", name=name)
    if command.by == it.proposed_by:
        return Refused(Why.SAME_PERSON, clause, "approved-by-proposer", name=name, by=command.by)
    if command.approved > command.at or day_of(house, command.approved) < day_of(house, it.proposed_at):
        return Refused(
            Why.WRONG_TIME,
            clause,
            "approval-date-wrong",
            name=name,
            proposed_at=it.proposed_at,
            at=command.at,
            approved=command.approved,
        )
    return it.proposed


def _amended(
    command: ApproveAmendment | ResubmitTerms, version: int, terms: Terms, clause: str, **said: Any
) -> TermsAmended:
    return TermsAmended(
        promotion=command.promotion,
        version=version,
        terms=terms,
        hash=terms_hash(terms),
        clause=clause,
        **said,
        **stamp(command),
    )


def resubmit_terms(house: House, command: ResubmitTerms) -> Answer:
    """Of amended terms; where a reading asks for no more than that, they come into force by it (H1)."""
    it = found_promotion(house, command.promotion)
    if isinstance(it, Refused):
        return it
    of, name = of_edition(it), command.promotion
    if not of.resubmits:
        return Refused(Why.NOT_HERE, of.clause("9.1"), "no-resubmission-asked", name=name, rulebook=of.book.id)
    clause = of.clause("13.1")
    if of.amended_by == "resubmission" and it.proposed is not None:
        amended = _amended(command, it.version + 1, it.proposed, clause, reference="")
        return amended, _resubmitted(command, amended.version, amended.terms, clause)
    if it.amended is None:
        return Refused(Why.OUT_OF_ORDER, clause, "not-amended", name=name)
    if it.resubmitted:
        return Refused(
            Why.ALREADY_DONE, clause, "version-resubmitted", name=name, version=it.version, resubmitted=it.resubmitted
        )
    return (_resubmitted(command, it.version, it.terms, clause),)


def _resubmitted(command: ResubmitTerms, version: int, terms: Terms, clause: str) -> TermsResubmitted:
    return TermsResubmitted(
        promotion=command.promotion,
        version=version,
        hash=terms_hash(terms),
        reference=command.reference,
        clause=clause,
        **stamp(command),
    )


# --- what the facts do


def terms_filed(house: House, event: TermsFiled) -> None:
    house.promotions[event.promotion] = Promotion(terms=event.terms, version=event.version, filed=event.at)


def promotion_published(house: House, event: PromotionPublished) -> None:
    house.promotions[event.promotion].published = event.at


def amendment_proposed(house: House, event: AmendmentProposed) -> None:
    it = house.promotions[event.promotion]
    it.proposed, it.proposed_by, it.proposed_at = event.terms, event.by, event.at


def terms_amended(house: House, event: TermsAmended) -> None:
    it = house.promotions[event.promotion]
    it.terms, it.version, it.proposed = event.terms, event.version, None
    it.amended, it.reference, it.resubmitted = event.at, event.reference, ""


def terms_resubmitted(house: House, event: TermsResubmitted) -> None:
    house.promotions[event.promotion].resubmitted = event.reference


COMMANDS: Orders = {
    FileTerms: Order(file_terms, MANAGER),
    PublishPromotion: Order(publish_promotion, OPERATOR),
    ProposeAmendment: Order(propose_amendment, OPERATOR),
    ApproveAmendment: Order(approve_amendment, MANAGER, OFFICERS),
    ResubmitTerms: Order(resubmit_terms, MANAGER),
}
APPLIERS: Appliers = {
    TermsFiled: terms_filed,
    PromotionPublished: promotion_published,
    AmendmentProposed: amendment_proposed,
    TermsAmended: terms_amended,
    TermsResubmitted: terms_resubmitted,
}
