"""A strategy under a rulebook as one automaton of positions, compiled to integer tables.

A position is what lies on the layout before the strategy places anything: the markers, the wagers that stand, the step
of each ladder and the results that a bet waits for. In a position the strategy always places the same wagers, and an
outcome always leads to the same next position and moves the same money; so a round is one lookup, however many wagers
stand. All figures follow afterwards from how often each outcome came in each position.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehouse.rulebooks import Rulebook
from dicehouse.simulate.standing import Node, Placed, Standings, moved
from dicehouse.simulate.strategy import Bet, Strategy
from dicehouse.simulate.tables import Tables

MOST: Final = 50_000
"""Positions above this many are refused: the tables would no longer fit a processor's memory."""


class TooManyPositionsError(ValueError):
    """A strategy that comes to too many positions."""


class Position(NamedTuple):
    markers: tuple[str, ...]
    standing: tuple[Node, ...]
    steps: tuple[int, ...]
    """Of each bet's ladder."""
    last: tuple[str, ...]
    """How each bet that another one waits for was last decided."""


class Ended(NamedTuple):
    """A wager that an outcome decides."""

    node: Node
    returned: int
    result: str


@dataclass(frozen=True)
class Row:
    """What is accounted for together: a bet, or one point of a Behind bet."""

    bet: int
    state: str = ""


@dataclass(frozen=True, eq=False)
class Plan:
    """The tables, and what is needed to read figures out of the counts."""

    book: Rulebook
    strategy: Strategy
    standings: Standings
    rows: tuple[Row, ...]
    positions: tuple[Position, ...]
    placed: tuple[tuple[Placed, ...], ...]
    """By position."""
    ended: tuple[tuple[tuple[Ended, ...], ...], ...]
    """By position and class of outcomes."""
    nodes: tuple[Node, ...]
    tables: Tables

    def row(self, node: Node) -> Row:
        return row_of(self.strategy.bets[node.bet], node)

    @property
    def width(self) -> int:
        """Cells of the tables for each position and each node."""
        return 1 << int(self.tables.shift)


def row_of(bet: Bet, node: Node) -> Row:
    return Row(node.bet, node.state if bet.wager.behind else "")


def plan(book: Rulebook, strategy: Strategy, most: int = MOST) -> Plan:
    """Find every position that the strategy can come to."""
    return _Search(book, strategy, most).plan()


class _Search:
    def __init__(self, book: Rulebook, strategy: Strategy, most: int) -> None:
        self.book, self.strategy, self.most = book, strategy, most
        self.standings = Standings(book, strategy)
        self.watched = tuple(dict.fromkeys(bet for it in strategy.bets for bet in it.after))
        self.names = tuple(it.name for it in self.standings.markers)
        self.numbers: dict[Position, int] = {}
        self.placed: list[tuple[Placed, ...]] = []
        self.moves: list[list[int]] = []
        self.ended: list[tuple[tuple[Ended, ...], ...]] = []

    def plan(self) -> Plan:
        markers = tuple(it.starts[0] for it in self.standings.markers)
        start = Position(markers, (), (0,) * len(self.strategy.bets), ("",) * len(self.watched))
        self.number(start)
        for position in self._growing():
            self.explore(position)
        return self.tables()

    def _growing(self) -> Iterator[Position]:
        """Every position in the order found, also those that are found on the way."""
        seen = 0
        while seen < len(self.numbers):
            found = list(self.numbers)[seen:]
            seen += len(found)
            yield from found

    def number(self, position: Position) -> int:
        found = self.numbers.setdefault(position, len(self.numbers))
        if found >= self.most:
            raise TooManyPositionsError(
                f"{self.strategy.name}: it comes to more than {self.most:,} positions; play fewer bets or shorter"
                f" ladders at once, or write it as a compiled function"
            )
        return found

    def explore(self, position: Position) -> None:
        placed = tuple(self.placing(position))
        standing = (*position.standing, *(it.node for it in placed))
        self.placed.append(placed)
        turns = [(node, self.standings.turns(node)) for node in standing]
        moves, ended = [], []
        for number, outcome in enumerate(self.standings.examples):
            gone = [Ended(node, it[number].returned, it[number].result) for node, it in turns if it[number].to is None]
            stays = sorted(to for _, it in turns if (to := it[number].to) is not None)
            moves.append(self.number(self.after(position, outcome, gone, tuple(stays))))
            ended.append(tuple(gone))
        self.moves.append(moves)
        self.ended.append(tuple(ended))

    def placing(self, position: Position) -> Iterator[Placed]:
        markers = dict(zip(self.names, position.markers, strict=True))
        last = dict(zip(self.watched, position.last, strict=True))
        standing = list(position.standing)
        for number, bet in enumerate(self.strategy.bets):
            if not all(markers[it] in states for it, states in bet.when.items()):
                continue
            if not all(last[it] in ("", result) for it, result in bet.after.items()):
                continue
            for parent in self._places(number, bet, standing):
                made = self.standings.place(number, position.steps[number], markers, parent)
                if made is not None:
                    standing.append(made.node)
                    yield made

    def _places(self, number: int, bet: Bet, standing: Sequence[Node]) -> list[Node | None]:
        """Where one more of a bet would go: behind each wager that has nothing behind it, or on the layout."""
        mine = [it for it in standing if it.bet == number]
        if not bet.on:
            return [None] if len(mine) < bet.standing else []
        on = next(place for place, it in enumerate(self.strategy.bets) if it.id == bet.on)
        covered = {it.state for it in mine}
        return [it for it in standing if it.bet == on and it.state not in covered]

    def after(self, position: Position, outcome: int, gone: Sequence[Ended], stays: tuple[Node, ...]) -> Position:
        steps, last = list(position.steps), dict(zip(self.watched, position.last, strict=True))
        for it in gone:
            bet = self.strategy.bets[it.node.bet]
            steps[it.node.bet] = bet.ladder.after(steps[it.node.bet], it.result, len(bet.stakes))
            if bet.id in last and it.result in ("win", "lose"):
                last[bet.id] = it.result
        before = zip(self.standings.markers, position.markers, strict=True)
        markers = tuple(moved(marker, state, outcome) for marker, state in before)
        return Position(markers, stays, tuple(steps), tuple(last.values()))

    def tables(self) -> Plan:
        positions = tuple(self.numbers)
        width = len(self.standings.examples)
        shift = (width - 1).bit_length()
        moves = np.zeros(len(positions) << shift, np.int32)
        gains = np.zeros(len(positions) << shift, np.int64)
        for number, (to, ended) in enumerate(zip(self.moves, self.ended, strict=True)):
            base = number << shift
            moves[base : base + width] = to
            gains[base : base + width] = [sum(it.returned - it.node.stake for it in gone) for gone in ended]
        charges = np.array([sum(it.commission for it in placed) for placed in self.placed], np.int64)
        fresh = np.array([sum(it.node.stake for it in placed) for placed in self.placed], np.int64)
        stood = np.array([sum(it.stake for it in position.standing) for position in positions], np.int64)
        nodes = tuple(dict.fromkeys(node for position in positions for node in position.standing))
        numbers = {node: number for number, node in enumerate(nodes)}
        left = [numbers[node] for position in positions for node in position.standing]
        rows = dict.fromkeys(
            row_of(self.strategy.bets[it.node.bet], it.node) for placed in self.placed for it in placed
        )
        return Plan(
            self.book,
            self.strategy,
            self.standings,
            tuple(sorted(rows, key=lambda it: it.bet)),
            positions,
            tuple(self.placed),
            tuple(self.ended),
            nodes,
            Tables(
                np.array(self.standings.classes, np.uint8),
                np.uint64(shift),
                moves,
                gains,
                charges,
                stood + fresh,
                fresh + charges,
                np.cumsum([0, *(len(position.standing) for position in positions)]).astype(np.int32),
                np.array(left, np.int32),
                *_node_tables(self.standings, numbers, shift),
            ),
        )


def _node_tables(
    standings: Standings, numbers: Mapping[Node, int], shift: int
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """What is left standing plays on by itself: each wager's next node, or -1, and what its decision gains."""
    moves = np.full(len(numbers) << shift, -1, np.int32)
    gains = np.zeros(len(numbers) << shift, np.int64)
    for node, number in numbers.items():
        for place, turn in enumerate(standings.turns(node)):
            if turn.to is None:
                gains[number << shift | place] = turn.returned - node.stake
            else:
                moves[number << shift | place] = numbers[turn.to]
    return moves, gains
