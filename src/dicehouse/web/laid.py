"""The wagers of each seat of a table, found without going through all of them whenever one is placed."""

from collections.abc import Iterable
from itertools import takewhile

from dicehouse.layout import PlacedWager
from dicehouse.table.state import Bet, Settled, Table


class Laid:
    """The ids of the wagers by seat. It follows the table by itself: new wagers come last, and their number tells
    whether anything else has happened."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._by_seat: dict[int, dict[str, None]] = {}
        self._count = 0
        self._last = ""

    def takes_back(self, settled: Iterable[Settled]) -> None:
        """Wagers that came down; without being told it is found too, at the price of looking through all."""
        for it in settled:
            self._count -= it.bet in self._by_seat.get(it.seat, ())
            self._by_seat.get(it.seat, {}).pop(it.bet, None)

    def own(self, table: Table, seat: int) -> list[tuple[Bet, PlacedWager]]:
        """The wagers of a seat, in the order in which they were placed."""
        bets, standing = table.bets, table.layout.standing
        new = list(takewhile(lambda it: it != self._last, reversed(bets)))
        if table is not self._table or self._count + len(new) != len(bets):
            self._table, self._by_seat, self._count, new = table, {}, 0, list(reversed(bets))
        for id in reversed(new):
            self._by_seat.setdefault(bets[id].seat, {})[id] = None
        if new:
            self._count, self._last = self._count + len(new), new[0]
        return [(bets[id], standing[id]) for id in self._by_seat.get(seat, ())]
