"""Figures out of counts: the return of every bet with its interval, beside the exact value, and a verdict.

A wager that is placed is worth what `odds` says from that moment on, whatever was played before and however the stakes
were chosen. So the exact value of a bet is known for the very wagers that were placed, and so is the spread of what
came back around it: each round adds the variance of what it could change. The interval holds 99.9% of all runs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from dicehouse.simulate.positions import Plan, Row, row_of
from dicehouse.simulate.standing import Node, Standings
from dicehouse.simulate.strategy import Strategy
from dicehouse.simulate.tally import Tally
from dicehouse.wager import NOTHING

if TYPE_CHECKING:
    from dicehouse.simulate.choosing import Menu

LEVEL: Final = 0.999
Z: Final = 3.2905267314918945
"""So many standard deviations to either side hold 99.9% of a normal distribution."""
ENOUGH: Final = 30
"""Fewer sessions are no sample of sessions."""


@dataclass
class Line:
    """What came of one bet, or of all together; money in cents."""

    id: str
    placed: int = 0
    outlay: int = 0
    """Stakes and commissions."""
    returned: int = 0
    ends: dict[str, int] = field(default_factory=dict)
    """How many were won, lost and pushed."""
    expected: Fraction = NOTHING
    """What should come back, exactly, for the wagers that were placed."""
    deviation: float | None = 0.0
    """The standard deviation of what comes back; None where there is too little to tell."""

    @property
    def returns(self) -> Fraction:
        """Money back for each unit of outlay."""
        return Fraction(self.returned, self.outlay)

    @property
    def exact(self) -> Fraction:
        return self.expected / self.outlay

    @property
    def margin(self) -> float | None:
        """Half the width of the interval, for a unit of outlay."""
        return None if self.deviation is None else Z * self.deviation / self.outlay

    @property
    def agrees(self) -> bool | None:
        """Whether the exact value lies in the interval; None where there is too little to tell."""
        return None if self.margin is None else abs(float(self.returns - self.exact)) <= self.margin


def lines(plan: Plan, tally: Tally) -> list[Line]:
    """A line for each bet that was placed; a Behind bet has one for each point."""
    found = {row: Line(_id(plan.strategy, row)) for row in plan.rows}
    width = plan.width
    variance = dict.fromkeys(plan.rows, 0.0)
    spreads = _Spreads(plan.standings)
    for number, (position, placed) in enumerate(zip(plan.positions, plan.placed, strict=True)):
        cells = tally.counts[number * width : (number + 1) * width].tolist()
        visits = sum(cells)
        if not visits:
            continue
        for it in placed:
            line = found[plan.row(it.node)]
            line.placed += visits
            line.outlay += visits * (it.node.stake + it.commission)
            line.expected += visits * plan.standings.worth(it.node)
        for row, each in spreads.of((*position.standing, *(it.node for it in placed))):
            variance[row] += visits * each
        for came, ended in zip(cells, plan.ended[number], strict=False):
            if came:
                for gone in ended:
                    _end(found[plan.row(gone.node)], came, gone.returned, gone.result)
    _played_out(plan, tally, found, variance, spreads)
    for row, line in found.items():
        line.deviation = sqrt(variance[row])
    return [line for line in found.values() if line.placed]


def lines_of_function(menu: "Menu", tally: Tally) -> list[Line]:
    """The same for a strategy that is a compiled function: each bet has at most one wager standing."""
    bets, shift = menu.strategy.bets, int(menu.tables.shift)
    found: dict[Row, Line] = {}
    variance: dict[Row, float] = {}
    spreads = _Spreads(menu.standings)
    for node, number in menu.nodes.items():
        row = row_of(bets[node.bet], node)
        line = found.setdefault(row, Line(_id(menu.strategy, row)))
        placed = int(tally.counts[number])
        line.placed += placed
        line.outlay += placed * (node.stake + menu.charges.get(node, 0))
        line.expected += placed * menu.standings.worth(node)
        cells = tally.node_counts[number << shift : (number + 1) << shift].tolist()
        variance[row] = variance.get(row, 0.0) + sum(cells) * spreads.alone(node)
        for came, turn in zip(cells, menu.standings.turns(node), strict=False):
            if came and turn.to is None:
                _end(line, came, turn.returned, turn.result)
    for row, line in found.items():
        line.deviation = sqrt(variance[row])
    return [line for line in found.values() if line.placed]


def _id(strategy: Strategy, row: Row) -> str:
    return strategy.bets[row.bet].id + (f"-{row.state.removeprefix('point_')}" if row.state else "")


def _end(line: Line, came: int, returned: int, result: str) -> None:
    line.returned += came * returned
    line.ends[result] = line.ends.get(result, 0) + came


def _played_out(
    plan: Plan, tally: Tally, found: Mapping[Row, Line], variance: dict[Row, float], spreads: "_Spreads"
) -> None:
    """The wagers that were left at the end of sessions, each by itself."""
    width = plan.width
    for number, node in enumerate(plan.nodes):
        cells = tally.node_counts[number * width : (number + 1) * width].tolist()
        row = plan.row(node)
        # Several of one bet that are left together move together: so many times the variance of one, at most.
        variance[row] += sum(cells) * spreads.alone(node) * plan.strategy.bets[node.bet].standing
        for came, turn in zip(cells, plan.standings.turns(node), strict=False):
            if came and turn.to is None:
                _end(found[row], came, turn.returned, turn.result)


class _Spreads:
    """How far one round can move what a bet is worth."""

    def __init__(self, standings: Standings) -> None:
        self.standings = standings
        weights = np.bincount(standings.classes)
        self.weights = weights / weights.sum()
        self.changes: dict[Node, np.ndarray[tuple[int], np.dtype[np.float64]]] = {}
        self.variances: dict[Node, float] = {}

    def of(self, standing: tuple[Node, ...]) -> Iterator[tuple[Row, float]]:
        together: dict[Row, list[Node]] = {}
        for node in standing:
            together.setdefault(row_of(self.standings.strategy.bets[node.bet], node), []).append(node)
        for row, nodes in together.items():
            if len(nodes) == 1:
                yield row, self.alone(nodes[0])
            else:
                change = sum(self.change(node) for node in nodes)
                yield row, float(np.dot(self.weights, np.square(change)))

    def alone(self, node: Node) -> float:
        if node not in self.variances:
            self.variances[node] = float(np.dot(self.weights, np.square(self.change(node))))
        return self.variances[node]

    def change(self, node: Node) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        """By class of outcomes, what comes back or what it is then worth, less what it was worth before."""
        if node not in self.changes:
            worth, turns = self.standings.worth, self.standings.turns(node)
            after = [turn.returned if turn.to is None else worth(turn.to) for turn in turns]
            self.changes[node] = np.array([float(it - worth(node)) for it in after])
        return self.changes[node]


def total(tally: Tally, parts: list[Line]) -> Line:
    """All bets together; the interval comes from how the sessions differ, which are independent of each other."""
    made = Line("all bets", sum(it.placed for it in parts), tally.outlay, tally.outlay + tally.result)
    made.expected = sum((it.expected for it in parts), NOTHING)
    for it in parts:
        for result, number in it.ends.items():
            made.ends[result] = made.ends.get(result, 0) + number
    made.deviation = _spread_of_sessions(tally) if tally.sessions >= ENOUGH else None
    return made


def _spread_of_sessions(tally: Tally) -> float:
    """The deviation of the result of all sessions at their outlay, by the usual estimate for a ratio."""
    rate = Fraction(tally.result, tally.outlay)
    squares = tally.result_squared - 2 * rate * tally.result_by_outlay + rate**2 * tally.outlay_squared
    return sqrt(squares * tally.sessions / (tally.sessions - 1))
