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
from dicehouse.views.acts import (
    REASON,
    Act,
    ActView,
    Asker,
    ChoiceView,
    FieldView,
    in_house,
    money_field,
    name_field,
    one_field,
    text_field,
    tick_field,
)
from dicehouse.views.complaints import next_acts, state_of
from dicehouse.views.parts import Text

CHANNELS: Final = {
    "face-to-face": Text("Face to face", "当面"),
    "mail": Text("Letter", "信件"),
    "telephone": Text("Telephone", "电话"),
    "email": Text("E-mail", "电邮"),
}
FORMS: Final = {
    "account": Text("To the account", "存入账户"),
    "cheque": Text("By cheque", "支票"),
    "transfer": Text("To the winner's bank", "银行转账"),
    "cash": Text("In cash", "现金"),
}
"""Of money; the prize itself is handed over."""
CHOSEN: Final = tick_field("chosen_by_winner", Text("The winner chose this form", "由中奖者选定"))


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
        acts = () if one.awarded else (_tell(it, number), _claims(it, number))
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
    return tuple(AttemptLine(each.at, CHANNELS[each.channel], each.reached, each.said) for each in won.attempts)


def _tell(it: Promotion, number: int) -> Act:
    ways = tuple(ChoiceView(id, name) for id, name in CHANNELS.items())
    return Act(
        awarding.TellWinner, Text("Record a try to tell", "记录通知"), "export",
        given={"promotion": it.terms.id, "prize": number},
        fields=(
            one_field("channel", Text("How", "方式"), ways),
            tick_field("reached", Text("The winner was told", "已通知到"), needed=True),
            text_field("said", Text("What was said", "内容")),
        ), key=f"tell/{number}",
    )  # fmt: skip


def _claims(it: Promotion, number: int) -> Act:
    return Act(
        awarding.ClaimPrize, Text("Take a claim", "受理领奖"), "user",
        given={"promotion": it.terms.id, "prize": number},
        fields=(name_field("person", Text("Who claims", "领奖人")),), key=f"claim/{number}", free=True,
    )  # fmt: skip


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
    deny = (
        REASON,
        name_field("name", Text("Claimant's name", "索奖人姓名"), needed=False),
        text_field("address", Text("Claimant's address", "索奖人地址"), needed=False),
    )
    yield Act(
        awarding.DenyClaim, Text("Deny the claim", "拒绝"), "cross", given=own, fields=deny,
        tried={"name": "-", "address": "-"}, grave=True, key=f"deny/{id}",
    )  # fmt: skip
    if prize.kind != "cash":
        yield _award(own, prize, "prize", Text("Hand the prize over", "交付奖品"))
    if prize.kind == "cash" or prize.alternative:
        for form, name in FORMS.items():
            yield _award(own, prize, form, name)
        yield _in_parts(own, prize)


def _award(own: dict[str, Any], prize: Prize, form: str, name: Text) -> Act:
    return Act(
        awarding.AwardPrize, name, "check", given={**own, "parts": {form: prize.value}},
        fields=(CHOSEN,) if prize.kind == "cash" else (), tried={"chosen_by_winner": True}, grave=True,
        key=f"award/{own['claim']}/{form}",
    )  # fmt: skip


def _in_parts(own: dict[str, Any], prize: Prize) -> Act:
    """Money in several forms, which add up to the value."""
    fields: tuple[FieldView, ...] = tuple(
        money_field(f"parts.{form}", name, needed=False) for form, name in FORMS.items()
    )
    tried = {"chosen_by_winner": True, "parts": {"account": prize.value}}
    return Act(
        awarding.AwardPrize, Text("In several forms", "多种方式支付"), "check", given=own,
        fields=(*fields, CHOSEN) if prize.kind == "cash" else fields, tried=tried, grave=True,
        key=f"award/{own['claim']}/parts",
    )  # fmt: skip


def dispute(it: Promotion) -> Act:
    fields = (name_field("person", Text("Who", "何人")), text_field("about", Text("What it is about", "事由")))
    return Act(
        disputing.RaisePromotionDispute, Text("Take down a dispute", "记录争议"), "flag",
        given={"promotion": it.terms.id}, fields=fields,
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
        fields = (
            text_field("decision", Text("Decision", "裁决")),
            tick_field("satisfied", Text("The person is satisfied", "当事人满意"), needed=True),
        )
        yield Act(
            disputing.DecidePromotionDispute, Text("Decide for good", "最终裁决"), "check", given=own, fields=fields,
            grave=True, key=f"decide/{id}",
        )  # fmt: skip
    elif not one.advised:
        yield Act(
            disputing.AdvisePromotionDispute, Text("Told of the right to complain", "已告知投诉权"), "info", given=own,
            key=f"advise/{id}",
        )  # fmt: skip
    complaint = complaint_id("promotion", it.terms.id, id)
    if complaint in house.complaints:
        yield from next_acts(complaint, house.complaints[complaint])
    else:
        words = text_field("words", Text("The complaint, in the person's words", "当事人的投诉原话"))
        yield Act(
            disputing.LodgePromotionComplaint, Text("Goes to the regulator", "转交监管机构"), "export", given=own,
            fields=(words,), key=f"lodge/{id}",
        )  # fmt: skip
