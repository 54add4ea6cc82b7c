"""What the dealer announces of Super Streak: the window that is open, the one that opens next, and runs in progress."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from msgspec import Struct

from dicehouse.games.sides import NAMES
from dicehouse.games.streak import ended_now
from dicehouse.layout import PlacedWager
from dicehouse.rulebooks.reasons import run_at
from dicehouse.table.bets import Settled
from dicehouse.table.orders import Event, Events
from dicehouse.table.settlement import LosersCollected, WagersMoved, WinnersPaid
from dicehouse.table.state import Table
from dicehouse.table.streak import AxesReset, too_early_or_late
from dicehouse.views.acts import Asker
from dicehouse.views.layout import offered
from dicehouse.views.parts import Text
from dicehouse.wager import Result, Wager

_SIDES: Final = {side: chinese for side, (_, chinese) in NAMES.items()}


class LiveStreak(Struct, frozen=True):
    """A streak wager that goes on."""

    seat: int
    count: int
    pays: str
    """ "6 to 1" if it ends now; empty where that pays nothing."""


class StreakCall(Struct, frozen=True, kw_only=True):
    """One axis as the dealer announces it."""

    area: str
    sides: Text
    """Small or Big."""
    state: Literal["open", "opens next", "runs", "none"]
    follows: Text
    """The side that a wager in this window follows; empty without one."""
    price: int
    clause: str
    live: tuple[LiveStreak, ...]


def streak_calls(table: Table, worker: Asker, ahead: Events | None) -> tuple[StreakCall, ...]:
    """Each axis as it is, or as the result that is entered leaves it."""
    there = offered(table.book, table.config)
    streaks = [it for it in table.book.wagers.values() if it.joins_run and it.id in there]
    return tuple(_call(table, it, worker, ahead) for it in streaks)


def _call(table: Table, wager: Wager, worker: Asker, ahead: Events | None) -> StreakCall:
    marker = _after(table, wager, ahead or ())
    opens = wager.starts_by is not None and marker in wager.starts_by
    now = opens and ahead is None and too_early_or_late(table, wager, worker.at) is None
    coming = opens and ahead is not None and table.streak_call != "over"
    side = marker.partition("_")[0] if now or coming else ""
    live = tuple(_live(table, wager, ahead or ()))
    return StreakCall(
        area=wager.id,
        sides=_sides(wager),
        state="open" if now else "opens next" if coming else "runs" if live else "none",
        follows=Text(side.title(), _SIDES.get(side, "")),
        price=table.config.streak_price,
        clause=table.matter("streak_opens"),
        live=live,
    )


def _sides(wager: Wager) -> Text:
    one, other = wager.marker.split("-")
    return Text(f"{one.title()} or {other.title()}", f"{_SIDES[one]}或{_SIDES[other]}")


def _after(table: Table, wager: Wager, ahead: Iterable[Event]) -> str:
    state = table.layout.markers[wager.marker]
    for event in ahead:
        if isinstance(event, WagersMoved | AxesReset):
            state = event.markers.get(wager.marker, state)
    return state


def _live(table: Table, wager: Wager, ahead: Iterable[Event]) -> Iterator[LiveStreak]:
    """The wagers that stand on an axis once the result is settled."""
    moved: dict[str, str] = {}
    gone: set[str] = set()
    for event in ahead:
        if isinstance(event, WagersMoved):
            moved |= event.moved
        elif isinstance(event, LosersCollected | WinnersPaid):
            gone |= {it.bet for it in event.settled}
    for it in table.layout.standing.values():
        if it.name == wager.id and it.id not in gone:
            yield _goes_on(table, it, moved.get(it.id, it.wager.states[it.state]))


def _goes_on(table: Table, it: PlacedWager, state: str) -> LiveStreak:
    step = ended_now(it.wager, state)
    pays = step.label.removeprefix("win ").replace(":", " to ") if step.result is Result.WIN else ""
    return LiveStreak(table.bets[it.id].seat, run_at(state)[1], pays)


def run_paid(table: Table, it: Settled) -> Text:
    """How long the run was that a wager is paid for, and at what price: "Small, 5 in a row, 10 to 1"."""
    wager = table.book.wagers[it.wager]
    if not wager.joins_run:
        return Text("", "")
    side, counted = run_at(it.state)
    step = ended_now(wager, it.state)
    if step.result is not Result.WIN or step.pays * it.stake != it.winnings * step.whole:
        counted += 1  # the result that decided it was on its side
    price = it.winnings // it.stake  # every run pays whole to 1
    zh = f"{_SIDES.get(side.lower(), '')}连出 {counted} 次、1赔{price}"
    return Text(f"{side}, {counted} in a row, {price} to 1", zh)
