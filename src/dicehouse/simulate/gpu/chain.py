"""A plan as one chain of states, so that on a GPU every roll is one lookup, also after a session.

The states are the positions of the plan and, after them, every set of wagers that can be left when a session is over.
A roll of such a set moves or decides each of its wagers; when none is left, the session is played out.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicehouse.simulate.positions import Plan, TooManyPositionsError
from dicehouse.simulate.tables import Ints

MOST: Final = 200_000
"""Sets of wagers that are left; more are refused."""

Left = tuple[int, ...]
"""The nodes of a set in order; a node stands in it as often as it is left."""


@dataclass(frozen=True, eq=False)
class Chain:
    """The tables; a state and a class are at `state << shift | class`."""

    shift: int
    classes: int
    positions: int
    lefts: tuple[Left, ...]
    """The sets, from state `positions` on."""
    empty: int
    outs: NDArray[np.int32]
    """By position, the state in which it plays out."""
    moves: NDArray[np.int32]
    gains: Ints

    @property
    def states(self) -> int:
        return self.positions + len(self.lefts)

    def node_counts(self, counts: Ints, nodes: int) -> Ints:
        """How often each class came for each node, of how often it came in each state."""
        made = np.zeros(nodes << self.shift, np.int64)
        rows, came = made.reshape(nodes, 1 << self.shift), counts.reshape(self.states, -1)
        for state in np.flatnonzero(came[self.positions :].any(axis=1)).tolist():
            np.add.at(rows, list(self.lefts[state]), came[self.positions + state])
        return made


def chain(plan: Plan) -> Chain:
    """The chain of a plan."""
    tables, positions = plan.tables, len(plan.positions)
    classes, width = len(plan.standings.examples), plan.width
    begun = [
        tuple(sorted(tables.left[tables.left_from[it] : tables.left_from[it + 1]].tolist())) for it in range(positions)
    ]
    numbers: dict[Left, int] = {left: place for place, left in enumerate(dict.fromkeys([(), *begun]))}
    found, moves, gains = list(numbers), list[list[int]](), list[list[int]]()
    node_moves, node_gains = tables.node_moves.reshape(-1, width), tables.node_gains.reshape(-1, width)
    for left in found:
        after, gained = node_moves[list(left)], node_gains[list(left)].sum(axis=0)
        row = []
        for place in range(classes):
            to = tuple(sorted(it for it in after[:, place].tolist() if it >= 0))
            if to not in numbers:
                numbers[to] = len(numbers)
                found.append(to)
            row.append(positions + numbers[to])
        moves.append(row + [0] * (width - classes))
        gains.append(gained.tolist())
        if len(found) > MOST:
            raise TooManyPositionsError(
                f"{plan.strategy.name}: its wagers can be left in more than {MOST:,} ways at the end of a session, more"
                f" than the GPU engine holds; leave out --engine gpu"
            )
    return Chain(
        int(tables.shift),
        classes,
        positions,
        tuple(found),
        positions,
        np.array([positions + numbers[left] for left in begun], np.int32),
        np.concatenate([tables.moves, np.array(moves, np.int32).reshape(-1)]),
        np.concatenate([tables.gains, np.array(gains, np.int64).reshape(-1)]),
    )
