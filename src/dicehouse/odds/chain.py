"""An automaton as an absorbing chain, solved in exact fractions.

From any state a wager ends in one of its decisions sooner or later. The chances of each end and the
expected number of rolls solve linear equations with one unknown for each state.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib.util import find_spec
from math import gcd, lcm
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
    places = {end: place for place, end in enumerate(ends)}
    moves: list[dict[int, int]] = []
    now: list[list[int]] = []
    for state, row in enumerate(rules.steps):
        to: dict[int, int] = {}
        decided = [0] * len(ends) + [len(row)]  # one roll more in the last column
        for step, count in Counter(row).items():
            if isinstance(step, Decision):
                decided[places[step]] += count
            else:
                after = state if step is None else step
                to[after] = to.get(after, 0) + count
        moves.append(to)
        now.append(decided)
    return {
        rules.states[i]: Ends(
            {end: Fraction(x, whole) for end, x in zip(ends, parts, strict=False) if x}, Fraction(parts[-1], whole)
        )
        for i, (parts, whole) in enumerate(_from_the_end(moves, now, len(rules.dice.rolls)))
    }


Parts = tuple[list[int], int]
"""Fractions with one denominator."""


def _from_the_end(moves: Sequence[Mapping[int, int]], now: Sequence[list[int]], outcomes: int) -> list[Parts]:
    """What follows from each state, solved from the states that lead nowhere else back to the start.

    Most wagers only ever go on: a state waits for those after it alone, so each is one division. States that lead
    back to each other are solved together.
    """
    found: dict[int, Parts] = {}
    for group in _groups(moves):
        if len(group) == 1:
            state = group[0]
            parts, whole = _known(state, group, moves, now, found)
            found[state] = _lowest(parts, whole * (outcomes - moves[state].get(state, 0)))
        else:
            found.update(zip(group, _together(group, moves, now, found, outcomes), strict=True))
    return [found[state] for state in range(len(moves))]


def _known(
    state: int,
    group: Collection[int],
    moves: Sequence[Mapping[int, int]],
    now: Sequence[list[int]],
    found: Mapping[int, Parts],
) -> Parts:
    """What the next roll decides, and what follows from the states after it that are solved."""
    after = [(count, *found[to]) for to, count in moves[state].items() if to not in group]
    whole = lcm(*(below for _, _, below in after))
    parts = [part * whole for part in now[state]]
    for count, follows, below in after:
        times = count * (whole // below)
        for place, part in enumerate(follows):
            parts[place] += times * part
    return parts, whole


def _together(
    group: Sequence[int],
    moves: Sequence[Mapping[int, int]],
    now: Sequence[list[int]],
    found: Mapping[int, Parts],
    outcomes: int,
) -> Iterator[Parts]:
    places = {state: place for place, state in enumerate(group)}
    left: list[Row] = []
    right: list[Row] = []
    for state in group:
        row: Row = {places[state]: Fraction(outcomes)}
        for to, count in moves[state].items():
            if to in places:
                row[places[to]] = row.get(places[to], Fraction(0)) - count
        parts, whole = _known(state, places, moves, now, found)
        left.append(row)
        right.append({place: Fraction(part, whole) for place, part in enumerate(parts) if part})
    for answer in solved(left, right, len(now[0])):
        whole = lcm(*(it.denominator for it in answer))
        yield [int(it * whole) for it in answer], whole


def _lowest(parts: list[int], whole: int) -> Parts:
    common = gcd(whole, *parts)
    return [it // common for it in parts], whole // common


def _groups(moves: Sequence[Collection[int]]) -> Iterator[list[int]]:
    """States that lead to each other, each group after all that it leads to (Tarjan, without recursion)."""
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    standing: list[int] = []
    grouped: set[int] = set()
    for root in range(len(moves)):
        if root in number:
            continue
        way = [(root, iter(moves[root]))]
        number[root] = lowest[root] = len(number)
        standing.append(root)
        while way:
            state, others = way[-1]
            to = next(others, None)
            if to is None:
                way.pop()
                if way:
                    lowest[way[-1][0]] = min(lowest[way[-1][0]], lowest[state])
                if lowest[state] == number[state]:
                    place = standing.index(state)
                    group, standing[place:] = standing[place:], []
                    grouped.update(group)
                    yield group
            elif to not in number:
                number[to] = lowest[to] = len(number)
                standing.append(to)
                way.append((to, iter(moves[to])))
            elif to not in grouped:
                lowest[state] = min(lowest[state], number[to])


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
