"""The rounds of every table, made ready: which outcome, and where the markers stood before the roll.

A moment packs both in 16 bits. Rounds lie table by table in one array, a moment for each number between the first
round of a table and its last, so that a wager finds its round without a search; where numbers are sparse they are
ranked first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from dicehouse.audit.compiled import MARKER_BITS, OUTCOME_BITS, Compiled
from dicehouse.wager import Automaton

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]
    Moments = NDArray[np.uint16]

MISSING: Final = 0xFFFF
LANES: Final = 512
SPARSE: Final = 16
"""Numbers that leave more than so many gaps for each round are ranked."""


@dataclass(frozen=True)
class Rounds:
    """The rounds of all tables, by table and number."""

    tables: tuple[str, ...]
    first: "Whole"
    """By table, the number of its first round, or its rank where numbers are ranked."""
    begins: "Whole"
    """By table, where its rounds begin among all moments; one entry more says where they end."""
    moments: "Moments"
    ranked: "Whole | None" = None
    """Where numbers are sparse: table and number of every round in one key, in order."""

    def code(self) -> dict[str, int]:
        return {table: code for code, table in enumerate(self.tables)}

    def places(self, tables: "NDArray[np.integer]", numbers: "Whole") -> "Whole":
        """Where each round lies among the moments; -1 for a round that has no result."""
        if not len(self.tables):
            return np.full(len(numbers), -1, np.int64)
        inside = (tables >= 0) & (tables < len(self.tables))
        code = np.where(inside, tables, 0)
        if self.ranked is not None:
            key = _key(code, numbers)
            place = np.minimum(np.searchsorted(self.ranked, key), len(self.ranked) - 1)
            return np.where(inside & (self.ranked[place] == key), place, -1)
        place = self.begins[code] + numbers - self.first[code]
        inside &= (numbers >= self.first[code]) & (place < self.begins[code + 1])
        place = np.where(inside, place, 0)
        return np.where(inside & (self.moments[place] != MISSING), place, -1)

    def following(self, place: int, table: int) -> int:
        """The next round of the table, or -1 after its last."""
        for it in range(place + 1, int(self.begins[table + 1])):
            if self.moments[it] != MISSING:
                return it
        return -1


def _key(tables: "NDArray[np.integer]", numbers: "Whole") -> "Whole":
    return (tables.astype(np.int64) << 48) | (numbers & ((1 << 48) - 1))


def ready(
    compiled: Compiled,
    tables: Sequence[str],
    code: "NDArray[np.integer]",
    number: "Whole",
    outcome: "NDArray[np.integer]",
    opening: "NDArray[np.bool_]",
) -> Rounds:
    """Rounds that come in the order of their numbers, table by table."""
    moments = outcome.astype(np.uint16)
    begins = np.searchsorted(code, np.arange(len(tables) + 1))
    starts = opening.copy()
    starts[begins[:-1][begins[:-1] < len(starts)]] = True
    for place, marker in enumerate(compiled.book.markers):
        stood = before_each(marker.rules, outcome, starts)
        moments |= (stood.astype(np.uint16) << (OUTCOME_BITS + MARKER_BITS * place)).astype(np.uint16)
    first = np.array([number[begin] if begin < end else 0 for begin, end in pairwise(begins)])
    last = np.array([number[end - 1] if begin < end else -1 for begin, end in pairwise(begins)])
    first, last = first.astype(np.int64), last.astype(np.int64)
    spans = last - first + 1
    if spans.sum() > SPARSE * len(number) + 1024:
        return Rounds(tuple(tables), np.zeros(len(tables), np.int64), begins, moments, _key(code, number))
    laid = np.concatenate([[0], np.cumsum(spans)]).astype(np.int64)
    dense = np.full(int(laid[-1]), MISSING, np.uint16)
    dense[laid[code] + number - first[code]] = moments
    return Rounds(tuple(tables), first, laid, dense)


def before_each(rules: Automaton, outcome: "NDArray[np.integer]", starts: "NDArray[np.bool_]") -> "NDArray[np.uint8]":
    """Where a marker stood before each of many rolls in a row, beginning anew at every start.

    The rolls are cut into lanes that are followed side by side from every state a lane could begin in; then the lanes
    are joined one after the other.
    """
    size, rolls = len(rules.states), len(outcome)
    moves = np.zeros((size, len(rules.dice.rolls) + 1), np.uint8)
    for state, row in enumerate(rules.steps):
        moves[state, :-1] = [step if isinstance(step, int) else state for step in row]
        moves[state, -1] = state
    home = rules.number(rules.starts[0])
    long = max(1, -(-rolls // LANES))
    rolled = np.full(long * LANES, len(rules.dice.rolls), np.int64)
    anew = np.zeros(long * LANES, bool)
    rolled[:rolls], anew[:rolls] = outcome, starts
    by_lane, anew_by_lane = rolled.reshape(LANES, long), anew.reshape(LANES, long)
    ends = np.tile(np.arange(size, dtype=np.uint8), (LANES, 1))
    for it in range(long):
        ends[anew_by_lane[:, it]] = home
        ends = moves[ends, by_lane[:, it, None]]
    here = np.empty(LANES, np.uint8)
    state = home
    for lane in range(LANES):
        here[lane] = state
        state = ends[lane, state]
    stood = np.empty((LANES, long), np.uint8)
    for it in range(long):
        here[anew_by_lane[:, it]] = home
        stood[:, it] = here
        here = moves[here, by_lane[:, it]]
    return stood.reshape(-1)[:rolls]
