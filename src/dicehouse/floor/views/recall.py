"""The rounds just played, seat by seat: what each wager did, in words with its clause, and what it came to."""

from collections import deque
from collections.abc import Callable
from datetime import datetime
from typing import Final

from msgspec import Struct

from dicehouse.floor.views.parts import money
from dicehouse.rulebooks import Rulebook
from dicehouse.table.explain import dice_of, why
from dicehouse.table.orders import Events, Faces
from dicehouse.table.purse import LosersCollected, WinnersPaid
from dicehouse.table.settling import RoundEnded
from dicehouse.table.state import Settled, Table

KEPT: Final = 10
"""Rounds that are recalled for each seat."""


class DecisionView(Struct, frozen=True):
    """A wager that was decided, in words."""

    id: str
    wager: str
    name: str
    result: str
    """win, lose, push, void or removed."""
    stake: int
    winnings: int
    returned: int
    net: int
    words: str
    """ "one 4 showed; two are needed"."""
    sentence: str
    """ "Double 4 lost: one 4 showed; two are needed (3.2.4)"."""
    clause: str


class RoundView(Struct, frozen=True):
    """What a round was for this seat."""

    round: int
    at: datetime
    dice: tuple[int, ...]
    total: int
    decided: tuple[DecisionView, ...]
    won: int
    """What winning wagers won, without their stakes."""
    lost: int
    """The stakes of losing wagers."""
    net: int
    words: str
    """The whole in one sentence, the net first."""


class Recall:
    """The latest rounds of one table, by seat; it hears all that happens there."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self._table = table
        self._kept: dict[int, tuple[str, deque[RoundView]]] = {}

    def hears(self, events: Events) -> None:
        """Take note of wagers that a result has decided."""
        decided = [it for event in events if isinstance(event, LosersCollected | WinnersPaid) for it in event.settled]
        dice = dice_of(events)
        if not decided or not dice:
            return
        table, at = self._table(), events[0].at
        number = next((it.round for it in events if isinstance(it, RoundEnded) and it.dice), table.hand.rolls)
        by_seat: dict[int, list[Settled]] = {}
        for it in decided:
            by_seat.setdefault(it.seat, []).append(it)
        for seat, own in by_seat.items():
            there = table.seats.get(seat)
            if there is not None:
                self._keep(seat, there.person, round_view(table.book, own, dice, number, at))

    def _keep(self, seat: int, person: str, it: RoundView) -> None:
        kept = self._kept.get(seat)
        if kept is None or kept[0] != person:
            kept = self._kept[seat] = (person, deque(maxlen=KEPT))
        kept[1].appendleft(it)

    def rounds(self, seat: int, person: str) -> tuple[RoundView, ...]:
        """This person's rounds at a seat, the newest first."""
        kept = self._kept.get(seat)
        return tuple(kept[1]) if kept is not None and kept[0] == person else ()

    def last(self, seat: int, person: str) -> RoundView | None:
        kept = self._kept.get(seat)
        return kept[1][0] if kept is not None and kept[0] == person else None


def round_view(book: Rulebook, decided: list[Settled], dice: Faces, number: int, at: datetime) -> RoundView:
    """What a round was for one seat."""
    views = tuple(decision_view(book, it, dice) for it in decided)
    won = sum(it.winnings for it in views)
    lost = sum(it.stake - (it.returned - it.winnings) for it in views)
    net = sum(it.net for it in views)
    return RoundView(number, at, dice, sum(dice), views, won, lost, net, _summed(won, lost, net))


def decision_view(book: Rulebook, it: Settled, dice: Faces) -> DecisionView:
    said = why(book, it, dice)
    text, _, clause = said.rpartition(" (")
    return DecisionView(
        id=it.bet,
        wager=it.wager,
        name=book.wagers[it.wager].name,
        result=it.result,
        stake=it.stake,
        winnings=it.winnings,
        returned=it.returned,
        net=it.returned - it.stake,
        words=text.partition(": ")[2] or text,
        sentence=said,
        clause=clause.removesuffix(")"),
    )


def _summed(won: int, lost: int, net: int) -> str:
    """The whole in one sentence, the net first."""
    said = f"Up {money(net)}" if net > 0 else f"Down {money(-net)}" if net else "Level"
    parts = [f"you won {money(won)}"] * bool(won) + [f"you lost {money(lost)}"] * bool(lost)
    return f"{said}: {' and '.join(parts)}" if parts else said
