"""An outcome that somebody declared invalid, as the crew is told: who did, why, and what goes back to each seat."""

from datetime import datetime

from msgspec import Struct

from dicehouse.table.state import Table
from dicehouse.views.parts import Text


class ReturnView(Struct, frozen=True):
    """What a seat is given back."""

    seat: int
    amount: int


class VoidedView(Struct, frozen=True, kw_only=True):
    """Why nothing is paid."""

    words: Text
    """Who declared it and why, with the clause."""
    at: datetime
    back: tuple[ReturnView, ...]
    forfeited: tuple[ReturnView, ...]
    """What seats lose all the same, for a fraud of theirs."""


def voided_view(table: Table) -> VoidedView | None:
    """Until the next round begins, or the next throw."""
    it = table.voided
    if it is None:
        return None
    role = next((role.name for role in table.book.roles if role.id == it.role), it.role)
    why = {"disrupted": Text("disturbed", "受扰"), "fraud": Text("fraud", "欺诈")}[it.ground]
    words = Text(
        f"{role} {it.by} declared the outcome invalid ({it.clause}), {why.en}: {it.reason}",
        f"{it.by} 宣布结果无效 ({it.clause})、{why.zh}: {it.reason}",
    )
    return VoidedView(words=words, at=it.at, back=_rows(it.back), forfeited=_rows(it.forfeited))


def _rows(sums: dict[int, int]) -> tuple[ReturnView, ...]:
    return tuple(ReturnView(seat, amount) for seat, amount in sorted(sums.items()))
