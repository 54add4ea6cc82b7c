# ruff: noqa: RUF001 - Chinese punctuation
"""A player's own disputes at a table: how far each has come, and what the player can do next."""

from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from dicehouse.floor.views.parts import Refusal, Text, refusal
from dicehouse.refusal import Refused
from dicehouse.table import decide
from dicehouse.table.disputes import AcceptDecision, AskReview, LodgeComplaint
from dicehouse.table.orders import PLAYER, Command
from dicehouse.table.state import Dispute, Table

_STEPS: Final[dict[str, type[Command]]] = {
    "accept-decision": AcceptDecision,
    "ask-review": AskReview,
    "lodge-complaint": LodgeComplaint,
}


class OwnDispute(Struct, frozen=True, kw_only=True):
    """A dispute that a player has raised and that is not over."""

    id: str
    bet: str
    """The wager it is about; empty where it is about none."""
    words: Text
    can: dict[str, Refusal | None]
    """By command, why it would be refused; null where it would not."""


def own_disputes(table: Table, person: str, at: datetime) -> tuple[OwnDispute, ...]:
    mine = [it for it in table.disputes.values() if it.person == person]
    return tuple(OwnDispute(id=it.id, bet=it.bet, words=_stage(it), can=_can(table, it, person, at)) for it in mine)


def _can(table: Table, it: Dispute, person: str, at: datetime) -> dict[str, Refusal | None]:
    found: dict[str, Refusal | None] = {}
    for said, kind in _STEPS.items():
        fields: dict[str, Any] = {"dispute": it.id} | ({"words": "trial"} if kind is LodgeComplaint else {})
        answer = decide(table, kind(id="trial", at=at, by=person, role=PLAYER, **fields))
        found[said] = refusal(answer) if isinstance(answer, Refused) else None
    return found


def _stage(it: Dispute) -> Text:
    if not (it.decided or it.final):
        return Text("Written down; a supervisor comes to decide it", "已记录；主管将前来裁决")
    said = Text("for you", "支持您") if it.upheld else Text("against you", "不支持您")
    if it.final:
        return Text(f"Decided finally {said.en}", f"最后裁决：{said.zh}")
    if it.asked and not it.reviewed:
        return Text("You asked for a review; it is still to be made", "您已要求复核，尚待作出")
    if it.reviewed:
        return Text(f"Reviewed {said.en}", f"复核：{said.zh}")
    return Text(f"Decided {said.en}", f"裁决：{said.zh}")
