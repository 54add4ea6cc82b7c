# ruff: noqa: RUF001 - Chinese punctuation
"""A player's own disputes: at a table, how far each has come and what the player can do next; and all of the house."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from dicehouse.house.complaints import Kind, TellComplainant, complaint_id
from dicehouse.house.orders import PATRON
from dicehouse.house.promotions.disputing import LodgePromotionComplaint
from dicehouse.house.state import Complaint, House
from dicehouse.house.tournaments.ruling import LodgeTournamentComplaint
from dicehouse.refusal import Refused
from dicehouse.table import decide
from dicehouse.table.cases import Dispute
from dicehouse.table.complaints import LodgeComplaint
from dicehouse.table.disputes import AcceptDecision, AskReview
from dicehouse.table.orders import PLAYER, Command
from dicehouse.table.state import Table
from dicehouse.views.acts import Act, ActView, Asker, in_house
from dicehouse.views.parts import Refusal, Text, refusal

_STEPS: Final[dict[str, type[Command]]] = {
    "accept-decision": AcceptDecision,
    "ask-review": AskReview,
    "lodge-complaint": LodgeComplaint,
}


class OwnDispute(Struct, frozen=True, kw_only=True):
    """A dispute that a player has raised at a table."""

    id: str
    bet: str
    """The wager it is about; empty where it is about none."""
    words: Text
    ruling: str
    """The latest decision, in the words of whoever made it; empty while there is none."""
    complaint: str
    """What the player has complained of outside the house; empty while nothing."""
    can: dict[str, Refusal | None]
    """By command, why it would be refused; null where it would not."""


class HouseDispute(Struct, frozen=True, kw_only=True):
    """A dispute that a player has raised anywhere in the house."""

    kind: Kind
    of: str
    """The table, promotion or tournament."""
    dispute: str
    about: str
    words: Text
    ruling: str


class OwnComplaint(Struct, frozen=True, kw_only=True):
    """A complaint that a player has made outside the house."""

    id: str
    of: str
    words: str
    regulator: str
    state: Text
    outcome: str
    """In the words of the inspector or the regulator; empty while there is none."""
    read: ActView | None
    """To say that one has read the outcome; None while there is none, and once one has."""


class OwnRuling(Struct, frozen=True, kw_only=True):
    """A dispute of a player about a promotion or in a tournament."""

    id: str
    about: str
    words: Text
    ruling: str
    """The decision; empty while there is none."""
    lodge: ActView | None
    """To complain outside the house; None once one has."""
    complaint: OwnComplaint | None


def own_disputes(table: Table, person: str, at: datetime) -> tuple[OwnDispute, ...]:
    """Those at a table, the open ones first."""
    mine = [it for it in (*table.disputes.values(), *table.past_disputes.values()) if it.person == person]
    return tuple(
        OwnDispute(
            id=it.id, bet=it.bet, words=_stage(it), ruling=it.ruling, complaint=it.complaint,
            can=_can(table, it, person, at),
        )
        for it in mine
    )  # fmt: skip


def _can(table: Table, it: Dispute, person: str, at: datetime) -> dict[str, Refusal | None]:
    found: dict[str, Refusal | None] = {}
    for said, kind in _STEPS.items():
        fields: dict[str, Any] = {"dispute": it.id} | ({"words": "trial"} if kind is LodgeComplaint else {})
        answer = decide(table, kind(id="trial", at=at, by=person, role=PLAYER, **fields))
        found[said] = refusal(answer) if isinstance(answer, Refused) else None
    return found


def _stage(it: Dispute) -> Text:
    if it.accepted:
        stage = "accepted"
    elif it.final:
        stage = "final"
    elif it.asked:
        stage = "reviewed" if it.reviewed else "review-asked"
    else:
        stage = "decided" if it.decided else "raised"
    return _words(stage, it.upheld)


def _words(stage: str, upheld: bool) -> Text:
    said = Text("for you", "支持您") if upheld else Text("against you", "不支持您")
    return {
        "raised": Text("Written down; a supervisor comes to decide it", "已记录；主管将前来裁决"),
        "decided": Text(f"Decided {said.en}", f"裁决：{said.zh}"),
        "review-asked": Text("You asked for a review; it is still to be made", "您已要求复核，尚待作出"),
        "reviewed": Text(f"Reviewed {said.en}", f"复核：{said.zh}"),
        "final": Text(f"Decided finally {said.en}", f"最后裁决：{said.zh}"),
        "accepted": Text(f"Decided {said.en}, and you are content", f"裁决：{said.zh}；您已接受"),
    }[stage]


# --- in the whole house

OPEN: Final = Text("Written down; the house has still to decide it", "已记录；尚待场方裁决")
FINAL: Final = Text("Decided for good", "已作最终裁决")
OUTSIDE: Final = Text("Complain outside the house", "向监管机构投诉")
OWN_WORDS: Final = Text("The complaint, in your words", "请用您自己的话说明")
WAITS: Final = Text("Lodged; there is no outcome yet", "已提交，尚无结果")


def house_disputes(house: House, person: str) -> Iterator[HouseDispute]:
    """At every table, and about promotions and tournaments."""
    for it in house.disputes.get(person, {}).values():
        yield HouseDispute(
            kind="table", of=it.table, dispute=it.dispute, about=it.about, words=_words(it.stage, it.upheld),
            ruling=it.ruling,
        )  # fmt: skip
    for name, promotion in house.promotions.items():
        for id, own in promotion.disputes.items():
            if own.person == person:
                yield _of_house("promotion", name, id, own.about, own.decision)
    for name, tournament in house.tournaments.items():
        for id, ruling in tournament.rulings.items():
            if ruling.person == person:
                yield _of_house("tournament", name, id, ruling.about, ruling.decision)


def _of_house(kind: Kind, of: str, id: str, about: str, decision: str) -> HouseDispute:
    words = FINAL if decision else OPEN
    return HouseDispute(kind=kind, of=of, dispute=id, about=about, words=words, ruling=decision)


def own_complaints(house: House, person: str, at: datetime) -> Iterator[OwnComplaint]:
    for id, it in house.complaints.items():
        if it.person == person:
            yield OwnComplaint(
                id=id, of=it.of, words=it.words, regulator=it.regulator, state=_outcome(it), outcome=it.outcome,
                read=_read(house, id, Asker(person, PATRON, at)) if it.concluded and not it.told else None,
            )  # fmt: skip


def own_rulings(house: House, asker: Asker, kind: Kind, of: str) -> Iterator[OwnRuling]:
    """A player's disputes about one promotion, or in one tournament."""
    complaints = {it.id: it for it in own_complaints(house, asker.name, asker.at)}
    order: type[Command] = LodgePromotionComplaint if kind == "promotion" else LodgeTournamentComplaint
    for it in house_disputes(house, asker.name):
        if (it.kind, it.of) != (kind, of):
            continue
        found = complaints.get(complaint_id(kind, of, it.dispute))
        lodge = Act(
            order, given={kind: of, "dispute": it.dispute}, labels={"words": OWN_WORDS}, name=OUTSIDE,
            key=f"lodge/{it.dispute}",
        )  # fmt: skip
        yield OwnRuling(
            id=it.dispute,
            about=it.about,
            words=it.words,
            ruling=it.ruling,
            lodge=None if found else in_house(house, lodge, asker),
            complaint=found,
        )


def _outcome(it: Complaint) -> Text:
    if it.concluded is None:
        return WAITS
    return Text("Decided for you", "结果：支持您") if it.upheld else Text("Decided against you", "结果：不支持您")


def _read(house: House, complaint: str, asker: Asker) -> ActView:
    given = {"complaint": complaint, "how": "read on the own screen"}
    act = Act(TellComplainant, given=given, name=Text("I have read it", "我已知悉"), icon="check", key=complaint)
    return in_house(house, act, asker)
