"""A player's own wagers on the layout, as that player sees them."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from dicehouse.games.streak import ended_now
from dicehouse.layout import PlacedWager
from dicehouse.money import in_chips
from dicehouse.rulebooks.reasons import run_at
from dicehouse.table.bets import Bet, Chips
from dicehouse.table.betting import RemoveWager
from dicehouse.table.state import Table
from dicehouse.views.parts import Refusal
from dicehouse.views.trials import judged, trial
from dicehouse.views.wager_status import waits
from dicehouse.wager import Result


class WagerView(Struct, frozen=True, kw_only=True):
    """One of the seat's wagers on the layout."""

    id: str
    wager: str
    """Also the area that it stands on."""
    name: str
    stake: int
    commission: int
    excess: int
    """What lies with it above the maximum and does not play."""
    state: str
    point: int
    """The number it waits for; 0: none of its own."""
    count: int
    """Results that a streak has counted."""
    ends_now: int | None
    """What a streak would win if its run ended now; None at any other wager."""
    working: bool
    """Whether the next roll counts for it."""
    called: bool | None
    """On or Off by the player's own call; None without one."""
    asked: bool
    """Whether it was called On and staff have yet to confirm it."""
    behind: str | None
    """The id of the wager that it stands behind."""
    chips: Chips
    colour: str
    words: str
    """What it waits for, or what it is worth if it ends now."""
    clause: str
    remove: Refusal | None
    """Why it cannot be taken down; None where it can."""


Own = Sequence[tuple[Bet, PlacedWager]]
"""The wagers of one seat, in the order they were placed."""
Shown = dict[str, tuple[tuple[object, ...], WagerView]]
"""By id, wagers as they were shown, and what that was made from."""


def _wager(table: Table, bet: Bet, it: PlacedWager, at: datetime, closed: Refusal | None) -> WagerView:
    state = it.wager.states[it.state]
    streak = it.wager.joins_run
    own = streak or bool(it.wager.contract_in)
    return WagerView(
        id=it.id,
        wager=it.name,
        name=it.wager.name,
        stake=it.stake,
        commission=it.commission,
        excess=bet.excess,
        state=state,
        point=int(state.removeprefix("point_")) if state.startswith("point_") else 0,
        count=run_at(state)[1] if streak else 0,
        ends_now=_worth(table, it, state) if streak else None,
        working=not it.can_be_off or table.layout.is_working(it),
        called=it.called,
        asked=bet.asked,
        behind=it.parent.id if it.parent else None,
        chips=bet.chips,
        colour=bet.colour,
        words=waits(table, bet, it),
        clause=it.wager.clause,
        remove=judged(table, trial(RemoveWager, bet.person, at, bet=it.id)) if own else closed,
    )


def _worth(table: Table, it: PlacedWager, state: str) -> int:
    """What a run would win if it ended now, as it is paid; nothing before it has a side and four results."""
    step = ended_now(it.wager, state) if run_at(state)[0] else None
    if step is None or step.result is not Result.WIN:
        return 0
    return in_chips(it.stake * step.pays, step.whole, table.layout.chip, table.book.rounding)


def shown_wager(
    table: Table, bet: Bet, it: PlacedWager, at: datetime, closed: Refusal | None, shown: Shown
) -> WagerView:
    """The same as `_wager`, as it was made before where nothing of it is another."""
    if it.can_be_off or it.wager.contract_in or it.wager.behind or it.wager.joins_run:
        return _wager(table, bet, it, at, closed)
    key = (it.stake, it.commission, it.state, it.called, bet.excess, bet.asked, bet.chips, bet.colour, closed)
    kept = shown.get(it.id)
    if kept is None or kept[0] != key:
        kept = shown[it.id] = (key, _wager(table, bet, it, at, closed))
    return kept[1]
