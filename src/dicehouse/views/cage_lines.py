"""What waits at the cage, line by line: the records, and what several lines are made of."""

from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from dicehouse.house import inquiries
from dicehouse.house.owed import SettleOwed
from dicehouse.house.state import Owed, Payout
from dicehouse.views.acts import REASON, Act, ActView, choices, money_field, name_field, one_field
from dicehouse.views.named import form_name
from dicehouse.views.parts import Text

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


INQUIRY: Final = name_field("inquiry", Text("Inquiry number", "调查号"))


def withholds(ticket: str) -> Act:
    holder = name_field("person", Text("Its holder, if known", "持票人（如知）"), needed=False)  # noqa: RUF001
    return Act(
        inquiries.WithholdTicket, Text("Hold, tell inspector", "扣留并通知督察"), "lock", Text("5.2", "5.2"),
        {"ticket": ticket}, (INQUIRY, holder, REASON), grave=True,
    )  # fmt: skip


def same(words: str) -> Text:
    """Words that are the same in every language."""
    return Text(words, words)


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
    name, icon = (Text("Take it back", "收回"), "undo") if it.amount < 0 else (Text("Pay", "付款"), "cash")
    means = choices(cash=Text("Cash", "现金"), chips=Text("Chips", "筹码"), account=Text("The account", "账户"))
    amount = money_field("amount", Text("Amount", "金额"), abs(it.amount))
    fields = (amount, one_field("means", Text("How", "方式"), means))
    return Act(SettleOwed, name, icon, same(it.rule), {"owed": number}, fields, {"amount": abs(it.amount)})
