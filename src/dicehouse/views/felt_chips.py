"""The chips on the felt as the dealer sees them: owner, amount, and what the result does to them.

Before the result every wager stands. With the result entered it is to pay, paid or lost, and it keeps that until the
next round begins, so that a question can be answered from the screen.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from dicehouse.layout import Ended, PlacedWager
from dicehouse.table.bets import Settled
from dicehouse.table.orders import Kind, Phase
from dicehouse.table.settling import lit_at
from dicehouse.table.state import Table
from dicehouse.views.generated_felt import travels
from dicehouse.views.paying import point_of
from dicehouse.wager import Wager

State = Literal["called", "stands", "off", "to pay", "paid", "lost", "returned"]


class PillView(Struct, frozen=True, kw_only=True):
    """One wager on the felt."""

    bet: str
    area: str
    box: int
    """The number to which it has travelled; 0: it lies on its own area."""
    seat: int
    amount: int
    """What is to be paid or was; of any other wager the stake."""
    colour: str
    """Of colour checks; empty for value chips."""
    state: State


def pills(table: Table, decided: Iterable[Settled], due: dict[int, int]) -> tuple[PillView, ...]:
    """Every wager that stands, was called out, or was decided by the result that is shown.

    `due` says what each seat is still to be handed, or is to give back.
    """
    done = {it.bet: it for it in decided}
    return (
        *(_decided(table, it, due.get(it.seat, 0)) for it in done.values()),
        *(_standing(table, it) for it in table.layout.standing.values() if it.id not in done),
        *_called(table),
    )


def _standing(table: Table, it: PlacedWager) -> PillView:
    bet = table.bets[it.id]
    off = it.can_be_off and not table.layout.is_working(it)
    return PillView(
        bet=it.id, area=it.name, box=_box(table, it.wager.states[it.state], it.wager), seat=bet.seat, amount=it.stake,
        colour=bet.colour, state="off" if off else "stands",
    )  # fmt: skip


def _decided(table: Table, it: Settled, due: int) -> PillView:
    state: State = "returned"
    if it.result == Ended.LOSE:
        state = "lost"
    elif it.winnings:
        state = "to pay" if due else "paid"
    return PillView(
        bet=it.bet, area=it.wager, box=_box(table, it.state, table.book.wagers[it.wager]), seat=it.seat,
        amount=it.winnings or it.stake, colour=it.colour, state=state,
    )  # fmt: skip


def _called(table: Table) -> Iterator[PillView]:
    for it in table.declared.values():
        yield PillView(
            bet=it.id, area=it.wager, box=0, seat=it.seat, amount=it.stake, colour=it.colour, state="called"
        )  # fmt: skip


def _box(table: Table, state: str, wager: Wager) -> int:
    """What travels to a number lies there, and what stands behind it beside it."""
    parent = table.book.wagers.get(wager.behind, wager)
    return point_of(state) if travels(parent) else 0


def lit_now(table: Table, decided: Iterable[Settled]) -> tuple[str, ...]:
    """The areas that are illuminated: of the result that is entered, until the next shake; of no result none.

    A craps table has no lights; there it is the areas whose wagers are paid.
    """
    if table.kind is Kind.CRAPS:
        return tuple(dict.fromkeys(it.wager for it in decided if it.winnings)) if table.phase is Phase.CALLED else ()
    if table.phase is Phase.ENTERED and table.round.called:
        return lit_at(table, table.round.called)
    if table.kind is Kind.DEALT and table.phase is Phase.BETWEEN and table.last_dice:
        return lit_at(table, table.last_dice)
    return ()
