"""An automaton as an absorbing chain, solved in exact fractions.

From any state a wager ends in one of its decisions sooner or later. The chances of each end and the
expected number of rolls solve linear equations with one unknown for each state.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib.util import find_spec
from typing import Final

from dicehouse.wager import Automaton, Decision

Row = dict[int, Fraction]

WORTH_FLINT: Final = 40
"""From so many states on, python-flint is used where it is installed; below, plain fractions are as fast."""


@dataclass(frozen=True)
class Ends:
    """How a wager ends from one state: the chance of each decision, and the rolls it takes on average."""

    chances: Mapping[Decision, Fraction]
    rolls: Fraction


@lru_cache(maxsize=1024)
def solve_chain(rules: Automaton) -> Mapping[str, Ends]:
    """The ends of a wager from each of its states."""
    ends = list(dict.fromkeys(step for row in rules.steps for step in row if isinstance(step, Decision)))
    outcomes = len(rules.dice.rolls)
    equations: list[Row] = []
    known: list[Row] = []
    for state, row in enumerate(rules.steps):
        # (1 - stays) x[state] - sum of moves = chance to be decided now; one roll more in the last column
        left: Row = {state: Fraction(1)}
        right: Row = {len(ends): Fraction(1)}
        for step in row:
            if isinstance(step, Decision):
                end = ends.index(step)
                right[end] = right.get(end, Fraction(0)) + Fraction(1, outcomes)
            else:
                to = state if step is None else step
                left[to] = left.get(to, Fraction(0)) - Fraction(1, outcomes)
        equations.append(left)
        known.append(right)
    return {
        rules.states[i]: Ends({end: x for end, x in zip(ends, row, strict=False) if x}, row[-1])
        for i, row in enumerate(solved(equations, known, len(ends) + 1))
    }


def solved(left: Sequence[Row], right: Sequence[Row], columns: int) -> list[list[Fraction]]:
    """The unknowns of an absorbing chain: one row of the given columns for each of its states."""
    solve = _solve_with_flint if len(left) >= WORTH_FLINT and find_spec("flint") else _solve
    return solve(left, right, columns)


def _solve(left: Sequence[Row], right: Sequence[Row], columns: int) -> list[list[Fraction]]:
    """Gauss and Jordan on sparse rows. The matrix of an absorbing chain is never singular, and its diagonal never 0."""
    rows, answers = [dict(row) for row in left], [dict(row) for row in right]
    for i, row in enumerate(rows):
        scale = row[i]
        for cells in (row, answers[i]):
            for j in cells:
                cells[j] /= scale
        for k, other in enumerate(rows):
            factor = other.get(i)
            if k != i and factor:
                _subtract(other, factor, row)
                _subtract(answers[k], factor, answers[i])
    return [[answer.get(j, Fraction(0)) for j in range(columns)] for answer in answers]


def _subtract(row: Row, factor: Fraction, other: Row) -> None:
    for j, x in other.items():
        row[j] = row.get(j, Fraction(0)) - factor * x


def _solve_with_flint(left: Sequence[Row], right: Sequence[Row], columns: int) -> list[list[Fraction]]:
    from flint import fmpq, fmpq_mat

    def matrix(rows: Sequence[Row], width: int) -> fmpq_mat:
        cells = [row.get(j, Fraction(0)) for row in rows for j in range(width)]
        return fmpq_mat(len(rows), width, [fmpq(x.numerator, x.denominator) for x in cells])

    answers = matrix(left, len(left)).solve(matrix(right, columns)).table()
    return [[Fraction(int(x.p), int(x.q)) for x in row] for row in answers]
