"""The last money acts of a table, newest first, each with what undoes it."""

from datetime import datetime
from typing import Final

from msgspec import Struct

from dicehouse.table import Table
from dicehouse.table.colours import IssueColours, RedeemColours
from dicehouse.table.sales import ReverseSale
from dicehouse.table.state import TillEntry
from dicehouse.views.acts import Act, ActView, Asker, at_table
from dicehouse.views.parts import Text, money
from dicehouse.views.rulebook_words import colour_name

UNDO: Final = Text("Undo", "撤销")


class TillLine(Struct, frozen=True, kw_only=True):
    """Chips that staff handed over or took in."""

    id: str
    at: datetime
    by: str
    seat: int
    words: Text
    undone: bool
    undo: ActView | None
    """None where nothing undoes it here: a voucher is put right at the cage, brought chips are counted again."""


def till_lines(table: Table, worker: Asker) -> tuple[TillLine, ...]:
    return tuple(_line(table, it, worker) for it in reversed(table.till))


def _line(table: Table, it: TillEntry, worker: Asker) -> TillLine:
    sale = table.sales.get(it.id)
    undone = sale is not None and sale.reversed
    act = None if undone else _undoing(table, it)
    return TillLine(
        id=it.id, at=it.at, by=it.by, seat=it.seat, words=_said(it), undone=undone,
        undo=at_table(table, act, worker) if act else None,
    )  # fmt: skip


def _undoing(table: Table, it: TillEntry) -> Act | None:
    """A sale by its own command; checks by the opposite, while the same person is there."""
    seat = table.seats.get(it.seat)
    if seat is None or seat.person != it.person:
        return None
    key, words = f"undo {it.id}", _said(it)
    if it.what == "sold":
        return Act(ReverseSale, words, {"sale": it.id}, name=UNDO, key=key, listed=True)
    if it.what in {"issued", "redeemed"}:
        order = RedeemColours if it.what == "issued" else IssueColours
        given = {"seat": it.seat, "colour": it.colour, "count": it.count}
        return Act(order, words, given, asks="", name=UNDO, key=key, grave=True, listed=True)
    return None


def _said(it: TillEntry) -> Text:
    """ "Sold $200 to seat 3"."""
    sum_, seat = money(it.amount), it.seat
    colour = colour_name(it.colour) if it.colour else Text("", "")
    checks = "check" if it.count == 1 else "checks"
    return {
        "sold": Text(f"Sold {sum_} to seat {seat}", f"向 {seat} 号座售出 {sum_}"),
        "undone": Text(f"Sale of {sum_} to seat {seat} undone", f"撤销向 {seat} 号座售出的 {sum_}"),
        "voucher": Text(f"Voucher of {sum_} exchanged, seat {seat}", f"{seat} 号座兑换 {sum_} 促销券"),
        "issued": Text(
            f"{it.count} {colour.en.lower()} {checks} for {sum_} to seat {seat}",
            f"{seat} 号座领 {it.count} 枚{colour.zh}、共 {sum_}",
        ),
        "redeemed": Text(
            f"{it.count} {colour.en.lower()} {checks} taken back for {sum_}, seat {seat}",
            f"{seat} 号座交回 {it.count} 枚{colour.zh}、共 {sum_}",
        ),
        "brought": Text(f"{sum_} brought to seat {seat}", f"{seat} 号座带来 {sum_}"),
    }[it.what]
