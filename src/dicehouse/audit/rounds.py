"""The rounds of every table, made ready: which outcome, and where the markers stood before the roll.

A moment packs both in 16 bits, and only some moments ever occur: a round is of the kind that its moment has among them.
The kinds lie table by table in one file, one for each number between the first round of a table and its last, so that a
wager finds its round without a search; where numbers are sparse they are ranked first. A row group is shown the part of
the file that its rounds lie in, so that no more of it is held than that.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from dicehouse.audit.compiled import MARKER_BITS, OUTCOME_BITS, Compiled
from dicehouse.wager import Automaton

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]
    Kinds = NDArray[np.uint16]
    Moments = NDArray[np.uint16]

MISSING: Final = 0xFFFF
LANES: Final = 512
WIDE: Final = 1 << 22
"""Rounds that lie further apart than this are looked up in the file as a whole."""
AHEAD: Final = 64
"""Places that are looked at together for the next round."""


class Window(NamedTuple):
    """What of the rounds a row group needs, by the codes that it has for tables."""

    base: "Whole"
    """What leads from the number of a round to its place in `kinds`."""
    low: "Whole"
    high: "Whole"
    """Where the rounds of a table begin and end in `kinds`."""
    apart: "Whole"
    """What leads from there to the place among all rounds."""
    kinds: "Kinds"


@dataclass(frozen=True)
class Rounds:
    """The rounds of all tables, by table and number."""

    tables: tuple[str, ...]
    first: "Whole"
    """By table, the number of its first round, or 0 where numbers are ranked."""
    begins: "Whole"
    """By table, where its rounds begin among all; one entry more says where they end."""
    moments: "Whole"
    """The moment of each kind."""
    known: int
    """How many rounds have a result."""
    file: Path
    """The kinds of all rounds, in their places."""
    ranked: Path | None = None
    """Where numbers are sparse: the number of every round, in its place."""

    def code(self) -> dict[str, int]:
        return {table: code for code, table in enumerate(self.tables)}

    def kinds(self, begin: int, end: int) -> "Kinds":
        """The kinds of the rounds from one place to another."""
        return np.fromfile(self.file, np.uint16, end - begin, offset=2 * begin)

    @cached_property
    def _mapped(self) -> "Kinds":
        """The kinds where they lie, for those who ask for one here and one there."""
        return np.memmap(self.file, np.uint16, "r")

    def moment(self, place: int) -> int:
        return int(self.moments[self._mapped[place]])

    def place(self, table: int, number: int) -> int:
        """Where a round lies among all; -1 for one that has no result."""
        if table < 0:
            return -1
        place = int(self.places(table, np.array([number], np.int64))[0])
        inside = self.begins[table] <= place < self.begins[table + 1]
        return place if inside and self._mapped[place] != MISSING else -1

    def places(self, table: int, numbers: "Whole") -> "Whole":
        """Where rounds of a table would lie among all; -1 where a ranked one is not known."""
        if self.ranked is None:
            return numbers + int(self.begins[table] - self.first[table])
        known = self._ranks(table)
        at = np.minimum(np.searchsorted(known, numbers), len(known) - 1)
        return np.where(known[at] == numbers, at + self.begins[table], -1)

    def numbers(self, table: int, begin: int, end: int) -> "Whole":
        """The numbers of the rounds of a table from one place to another."""
        if self.ranked is None:
            offset = int(self.first[table] - self.begins[table])
            return np.arange(begin + offset, end + offset, dtype=np.int64)
        return np.fromfile(self.ranked, np.int64, end - begin, offset=8 * begin)

    def _ranks(self, table: int) -> "Whole":
        begin, end = (int(it) for it in self.begins[table : table + 2])
        return np.memmap(str(self.ranked), np.int64, "r", 8 * begin, (end - begin,))

    def following(self, place: int, table: int) -> int:
        """The next round of the table, or -1 after its last."""
        end = int(self.begins[table + 1])
        for begin in range(place + 1, end, AHEAD):
            there = np.flatnonzero(self.kinds(begin, min(begin + AHEAD, end)) != MISSING)
            if len(there):
                return begin + int(there[0])
        return -1

    def window(self, tables: "Whole", lowest: int, highest: int) -> Window:
        """What some tables, below 0 for unknown ones, need for rounds between two numbers, and the round after them."""
        spans = [(0, 0) if it < 0 else self._span(it, lowest, highest) for it in tables.tolist()]
        begins, ends = (np.array(it, np.int64) for it in zip(*spans, strict=True))
        base = np.zeros(len(tables), np.int64)
        if self.ranked is None and self.tables:
            base = self.begins[tables] - self.first[tables]
        sizes = ends - begins
        if sizes.sum() > WIDE:
            return Window(base, begins, ends, np.zeros(len(tables), np.int64), np.memmap(self.file, np.uint16, "r"))
        low = np.concatenate([[0], np.cumsum(sizes[:-1])])
        kinds = np.concatenate([*(self.kinds(*span) for span in spans), np.full(1, MISSING, np.uint16)])
        return Window(base - begins + low, low, low + sizes, begins - low, kinds)

    def _span(self, table: int, lowest: int, highest: int) -> tuple[int, int]:
        """From where to where the rounds between two numbers lie, and the round after them."""
        begin, end = (int(it) for it in self.begins[table : table + 2])
        if self.ranked is not None:
            low, high = np.searchsorted(self._ranks(table), [lowest, highest])
            return begin + int(low), min(begin + int(high) + 2, end)
        low = begin + max(lowest - int(self.first[table]), 0)
        high = min(begin + highest - int(self.first[table]) + 1, end)
        if low >= high:
            return begin, begin
        following = self.following(high - 1, table)
        return low, end if following < 0 else following + 1


class Markers:
    """The markers of one table, followed over rolls that come part by part."""

    def __init__(self, compiled: Compiled) -> None:
        self.rules = [it.rules for it in compiled.book.markers]
        self.stand = [it.number(it.starts[0]) for it in self.rules]

    def moments(self, outcome: "NDArray[np.integer]", opening: "NDArray[np.bool_]") -> "Moments":
        """The moments of the next rolls; markers begin anew where the table opened."""
        moments = outcome.astype(np.uint16)
        for place, rules in enumerate(self.rules):
            stood, self.stand[place] = before_each(rules, outcome, opening, self.stand[place])
            moments |= (stood.astype(np.uint16) << (OUTCOME_BITS + MARKER_BITS * place)).astype(np.uint16)
        return moments


def before_each(
    rules: Automaton, outcome: "NDArray[np.integer]", starts: "NDArray[np.bool_]", state: int
) -> tuple["NDArray[np.uint8]", int]:
    """Where a marker stood before each of many rolls in a row, beginning anew at every start; and where after them.

    The rolls are cut into lanes that are followed side by side from every state a lane could begin in; then the lanes
    are joined one after the other.
    """
    size, rolls = len(rules.states), len(outcome)
    moves = np.zeros((size, len(rules.dice.rolls) + 1), np.uint8)
    for before, row in enumerate(rules.steps):
        moves[before, :-1] = [step if isinstance(step, int) else before for step in row]
        moves[before, -1] = before
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
    for lane in range(LANES):
        here[lane] = state
        state = int(ends[lane, state])
    stood = np.empty((LANES, long), np.uint8)
    for it in range(long):
        here[anew_by_lane[:, it]] = home
        stood[:, it] = here
        here = moves[here, by_lane[:, it]]
    return stood.reshape(-1)[:rolls], state
