"""What waits at the cage, line by line: the records, and what several lines are made of."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from dicehouse.house.cage_state import Owed, Payout
from dicehouse.house.owed import SettleOwed
from dicehouse.views.acts import Act, ActView
from dicehouse.views.parts import Text, same
from dicehouse.views.rulebook_words import form_name

Tone = Literal["mint", "amber", "coral", "plain"]


class DeskTag(Struct, frozen=True):
    tone: Tone
    icon: str
    words: Text


class DeskLine(Struct, frozen=True, kw_only=True):
    """Something that waits at the cage."""

    id: str
    title: Text
    words: Text
    amount: int
    at: datetime | None
    tags: tuple[DeskTag, ...] = ()
    acts: tuple[ActView, ...] = ()


def owed(it: Payout) -> Text:
    """ "credits, cash": what is owed, and how it is to be paid."""
    of, form = form_name(it.of), form_name(it.form)
    return Text(f"{of.en}, {form.en}", f"{of.zh}，{form.zh}")  # noqa: RUF001


def terminal(said: str) -> Text:
    table, _, seat = said.rpartition("/")
    return Text(f"{table}, terminal {seat}", f"{table}，{seat} 号终端")  # noqa: RUF001


# --- wrong payments that tables have left to the cage


def owing(it: Owed) -> Text:
    if it.amount < 0:
        return Text(f"{it.person} owes", f"{it.person} 应退")
    return Text(f"Owed to {it.person}", f"应付 {it.person}")


def mispaid(it: Owed) -> Text:
    return Text(f"wrong payment at {it.table}", f"{it.table} 派彩有误")


def settles(number: str, it: Owed) -> Act:
    act = Act(SettleOwed, same(it.rule), {"owed": number}, values={"amount": abs(it.amount)})
    return act._replace(name=Text("Take it back", "收回"), icon="undo") if it.amount < 0 else act
