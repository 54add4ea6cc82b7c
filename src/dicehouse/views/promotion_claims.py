"""Prizes that were won on the promotions desk: winners told, claims met in one form or several, or denied; disputes."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from dicehouse.house.complaints import complaint_id
from dicehouse.house.dispute import Dispute
from dicehouse.house.promotions import awarding, disputing
from dicehouse.house.promotions.state import Promotion, Won
from dicehouse.house.promotions.terms import Prize
from dicehouse.house.state import House
from dicehouse.views.acts import Act, ActView, Asker, in_house
from dicehouse.views.catalogue import choice_of, label_of
from dicehouse.views.complaints import next_acts, state_of
from dicehouse.views.parts import Text

FORMS: Final = ("account", "cheque", "transfer", "cash")
"""Of money; the prize itself is handed over."""


class AttemptLine(Struct, frozen=True):
    """A try to tell a winner."""

    at: datetime
    channel: Text
    reached: bool
    said: str


class WonLine(Struct, frozen=True, kw_only=True):
    """A prize that was won."""

    number: int
    name: str
    value: int
    person: str
    entry: int
    told_by: datetime | None
    attempts: tuple[AttemptLine, ...]
    reached: bool
    awarded: datetime | None
    acts: tuple[ActView, ...]


class ClaimLine(Struct, frozen=True, kw_only=True):
    id: str
    person: str
    prize: int
    name: str
    value: int
    at: datetime
    denied: str
    met: bool
    acts: tuple[ActView, ...]


class PromotionDispute(Struct, frozen=True, kw_only=True):
    id: str
    person: str
    about: str
    decided: bool
    decision: str
    advised: bool
    complaint: Text | None
    """What the person complained of outside the house, or what came of it; None where they did not."""
    acts: tuple[ActView, ...]


def won(house: House, it: Promotion, asker: Asker) -> Iterator[WonLine]:
    for number, one in it.won.items():
        acts = () if one.awarded else tuple(_about(it, number))
        yield WonLine(
            number=number,
            name=one.prize.name,
            value=one.prize.value,
            person=one.person,
            entry=one.entry,
            told_by=one.told_by,
            attempts=attempts(one),
            reached=any(each.reached for each in one.attempts),
            awarded=one.awarded,
            acts=tuple(in_house(house, act, asker) for act in acts),
        )


def attempts(won: Won) -> tuple[AttemptLine, ...]:
    return tuple(
        AttemptLine(each.at, choice_of("tell-winner", "channel", each.channel), each.reached, each.said)
        for each in won.attempts
    )


def _about(it: Promotion, number: int) -> Iterator[Act]:
    own = {"promotion": it.terms.id, "prize": number}
    yield Act(awarding.TellWinner, given=own, key=f"tell/{number}")
    yield Act(awarding.ClaimPrize, given=own, key=f"claim/{number}", free=True)


def claims(house: House, it: Promotion, asker: Asker) -> Iterator[ClaimLine]:
    for id, one in it.claims.items():
        won = it.won[one.prize]
        met = won.awarded is not None and won.person == one.person and not one.denied
        acts = () if met or one.denied else _answers(it, id, won.prize)
        yield ClaimLine(
            id=id,
            person=one.person,
            prize=one.prize,
            name=won.prize.name,
            value=won.prize.value,
            at=one.at,
            denied=one.denied,
            met=met,
            acts=tuple(in_house(house, act, asker) for act in acts),
        )


def _answers(it: Promotion, id: str, prize: Prize) -> Iterator[Act]:
    """A claim is denied, or met by the prize or by money as far as its terms have any."""
    own = {"promotion": it.terms.id, "claim": id}
    yield Act(awarding.DenyClaim, given=own, tried={"name": "-", "address": "-"}, key=f"deny/{id}")
    if prize.kind != "cash":
        yield _award(own, prize, "prize", Text("Hand the prize over", "交付奖品"))
    if prize.kind == "cash" or prize.alternative:
        for form in FORMS:
            yield _award(own, prize, form, label_of("award-prize", f"parts.{form}"))
        yield _in_parts(own, prize)


def _award(own: dict[str, Any], prize: Prize, form: str, name: Text) -> Act:
    return Act(
        awarding.AwardPrize, given={**own, "parts": {form: prize.value}}, asks=None if prize.kind == "cash" else "",
        tried={"chosen_by_winner": True}, name=name, key=f"award/{own['claim']}/{form}",
    )  # fmt: skip


def _in_parts(own: dict[str, Any], prize: Prize) -> Act:
    """Money in several forms, which add up to the value."""
    asks = " ".join((*(f"parts.{form}" for form in FORMS), *(["chosen_by_winner"] if prize.kind == "cash" else [])))
    return Act(
        awarding.AwardPrize, given=own, asks=asks, tried={"chosen_by_winner": True, "parts": {"account": prize.value}},
        name=Text("In several forms", "多种方式支付"), key=f"award/{own['claim']}/parts",
    )  # fmt: skip


def disputes(house: House, it: Promotion, asker: Asker) -> Iterator[PromotionDispute]:
    for id, one in it.disputes.items():
        complaint = house.complaints.get(complaint_id("promotion", it.terms.id, id))
        yield PromotionDispute(
            id=id,
            person=one.person,
            about=one.about,
            decided=bool(one.decision),
            decision=one.decision,
            advised=one.advised,
            complaint=state_of(complaint) if complaint else None,
            acts=tuple(in_house(house, act, asker) for act in _next(house, it, id, one)),
        )


def _next(house: House, it: Promotion, id: str, one: Dispute) -> Iterator[Act]:
    own = {"promotion": it.terms.id, "dispute": id}
    if not one.decision:
        yield Act(disputing.DecidePromotionDispute, given=own, key=f"decide/{id}")
    elif not one.advised:
        yield Act(disputing.AdvisePromotionDispute, given=own, key=f"advise/{id}")
    complaint = complaint_id("promotion", it.terms.id, id)
    if complaint in house.complaints:
        yield from next_acts(complaint, house.complaints[complaint])
    else:
        yield Act(disputing.LodgePromotionComplaint, given=own, key=f"lodge/{id}")
