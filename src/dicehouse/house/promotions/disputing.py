"""Disputes about a promotion: decided for good by the house; who is not satisfied is told of the inspector."""

from typing import Final

from dicehouse.house import complaints
from dicehouse.house.dispute import Dispute, cannot_advise
from dicehouse.house.holders import not_their_own
from dicehouse.house.orders import LADDER, PATRON, Appliers, Order, Orders
from dicehouse.house.promotions.publishing import of_edition
from dicehouse.house.promotions.state import Promotion
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command, Event, Name, Words, stamp

CASHIER: Final = LADDER[0]
OPERATOR: Final = LADDER[3]


class RaisePromotionDispute(Command, frozen=True):
    """Dispute something about a promotion."""

    promotion: Name
    person: Name
    about: Words


class DecidePromotionDispute(Command, frozen=True):
    """Decide a dispute for good."""

    promotion: Name
    dispute: Name
    decision: Words
    satisfied: bool
    """Whether the person is; one who is not must be told of the right to complain."""


class AdvisePromotionDispute(Command, frozen=True):
    """Tell the person of the right to complain to an inspector."""

    promotion: Name
    dispute: Name


class LodgePromotionComplaint(Command, frozen=True):
    """Take a dispute to the inspector."""

    promotion: Name
    dispute: Name
    words: Words
    """The complaint, as the person puts it."""


class PromotionDisputed(Event, frozen=True):
    """Someone disputes something about a promotion."""

    promotion: str
    dispute: str
    person: str
    about: str


class PromotionDisputeDecided(Event, frozen=True):
    """The house has decided, and its decision is final."""

    promotion: str
    dispute: str
    decision: str
    advised: bool = False
    """Whether the person was told of the right to complain in the same breath, as older records have it."""
    unsatisfied: bool = False
    """Whether the person is to be told of it."""


class PromotionDisputeAdvised(Event, frozen=True):
    """Someone told the person of the right to complain to an inspector."""

    promotion: str
    dispute: str
    person: str
    regulator: str


def raise_dispute(house: House, command: RaisePromotionDispute) -> Answer:
    it = house.promotions.get(command.promotion)
    if it is None:
        return Refused(
            Why.UNKNOWN_ID, None, "promotion-unknown", promotion=command.promotion, promotions=tuple(house.promotions)
        )
    return not_their_own(command, command.person) or (
        PromotionDisputed(
            promotion=command.promotion,
            dispute=command.id,
            person=command.person,
            about=command.about,
            clause=of_edition(it).clause("11"),
            **stamp(command),
        ),
    )


def _found(house: House, promotion: str, dispute: str) -> tuple[Promotion, Dispute] | Refused:
    it = house.promotions.get(promotion)
    found = None if it is None else it.disputes.get(dispute)
    if it is None or found is None:
        return Refused(Why.UNKNOWN_ID, None, "no-promotion-dispute", dispute=dispute, promotion=promotion)
    return it, found


def decide_dispute(house: House, command: DecidePromotionDispute) -> Answer:
    """The house's decision is final; whoever is not satisfied is then told of the inspector, by a person."""
    found = _found(house, command.promotion, command.dispute)
    if isinstance(found, Refused):
        return found
    it, dispute = found
    clause = of_edition(it).clause("11")
    if dispute.decision:
        return Refused(Why.ALREADY_DONE, clause, "decided-for-good", dispute=command.dispute)
    return (
        PromotionDisputeDecided(
            promotion=command.promotion,
            dispute=command.dispute,
            decision=command.decision,
            unsatisfied=not command.satisfied,
            clause=clause,
            **stamp(command),
        ),
    )


def advise_dispute(house: House, command: AdvisePromotionDispute) -> Answer:
    found = _found(house, command.promotion, command.dispute)
    if isinstance(found, Refused):
        return found
    it, dispute = found
    clause = of_edition(it).clause("11")
    return cannot_advise(dispute, command.dispute, "have that done first", clause) or (
        PromotionDisputeAdvised(
            promotion=command.promotion,
            dispute=command.dispute,
            person=dispute.person,
            regulator=of_edition(it).book.regulator,
            clause=clause,
            **stamp(command),
        ),
    )


def lodge_complaint(house: House, command: LodgePromotionComplaint) -> Answer:
    """The way outside the house is always open."""
    found = _found(house, command.promotion, command.dispute)
    if isinstance(found, Refused):
        return found
    it, dispute = found
    return complaints.lodged(
        house, command, "promotion", command.promotion, command.dispute, dispute, words=command.words,
        regulator=of_edition(it).book.regulator, clause=of_edition(it).clause("11"),
    )  # fmt: skip


# --- what the facts do


def promotion_disputed(house: House, event: PromotionDisputed) -> None:
    house.promotions[event.promotion].disputes[event.dispute] = Dispute(person=event.person, about=event.about)


def promotion_dispute_decided(house: House, event: PromotionDisputeDecided) -> None:
    it = house.promotions[event.promotion].disputes[event.dispute]
    it.decision, it.advised, it.unsatisfied = event.decision, event.advised, event.unsatisfied


def promotion_dispute_advised(house: House, event: PromotionDisputeAdvised) -> None:
    house.promotions[event.promotion].disputes[event.dispute].advised = True


COMMANDS: Orders = {
    RaisePromotionDispute: Order(raise_dispute, CASHIER, (PATRON,)),
    DecidePromotionDispute: Order(decide_dispute, OPERATOR),
    AdvisePromotionDispute: Order(advise_dispute, CASHIER),
    LodgePromotionComplaint: Order(lodge_complaint, CASHIER, (PATRON,)),
}
APPLIERS: Appliers = {
    PromotionDisputed: promotion_disputed,
    PromotionDisputeDecided: promotion_dispute_decided,
    PromotionDisputeAdvised: promotion_dispute_advised,
}
