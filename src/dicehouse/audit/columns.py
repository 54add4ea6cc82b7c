"""The columns of a row group as arrays of whole numbers, and what their codes mean under a rulebook."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from dicehouse.audit.compiled import NO_STATE, Compiled
from dicehouse.audit.glance import CALLED, glances
from dicehouse.audit.groups import Source
from dicehouse.audit.rounds import MISSING, Rounds, Window

if TYPE_CHECKING:
    from numpy.typing import NDArray

HOT: Final = (
    "wager_no",
    "table",
    "round",
    "wager",
    "stake",
    "returned",
    "step",
    "before",
    "after",
    "commission",
    "call",
)
"""The columns that every row is judged by; the others are read for what is found."""
Words = Sequence[str | None]


class Columns(NamedTuple):
    """A row group as an engine takes it."""

    rows: Any
    """The columns of `HOT`, each an array."""
    words: Any
    """By codes: the state before, the state after or how the wager left, the word after, the call, and the table."""
    rounds: Window
    tables: list[str]
    """The tables by code."""

    def part(self, begin: int, end: int) -> "Columns":
        """The rows from one to another."""
        return self._replace(rows=tuple(it[begin:end] for it in self.rows))


class Reader:
    """Makes columns of row groups; one is made for an audit and used by all its threads."""

    def __init__(self, compiled: Compiled, rounds: Rounds, *, charges_checked: bool) -> None:
        self.compiled, self.rounds, self.charges_checked = compiled, rounds, charges_checked
        self.tables = rounds.code()
        self.glances = glances(compiled, rounds.moments, charges_checked=charges_checked)
        self.left_out = _left_out(0)

    def columns(self, source: Source) -> Columns:
        names = set(source.names)
        codes, nothing, ones = self._left_out(source.rows)
        tables, table_names = source.texts("table")
        wagers, wager_names = source.texts("wager")
        befores, before_names = source.texts("before") if "before" in names else (codes, [None])
        afters, after_names = source.texts("after") if "after" in names else (codes, [None])
        calls, call_names = source.texts("call") if "call" in names else (codes, [None])
        at = np.array([-1 if it is None else self.tables.get(it, -1) for it in table_names], np.int64)
        number = source.whole("round")
        window = self.rounds.window(at, int(number.min(initial=1 << 62)), int(number.max(initial=-1)))
        if self.rounds.ranked is not None:
            number = self._ranked(tables, at, number)
        rows = (
            source.whole("wager_no"),
            tables,
            number,
            wagers,
            source.whole("stake"),
            source.whole("returned"),
            source.whole("step") if "step" in names else ones,
            befores,
            afters,
            source.whole("commission") if "commission" in names else nothing,
            calls,
        )
        words = (*self._words(wager_names, before_names, after_names), _calls(call_names), at)
        return Columns(rows, words, window, [it or "" for it in table_names])

    def _ranked(self, tables: Any, at: "NDArray[np.int64]", number: Any) -> Any:
        """The places of rounds whose numbers are ranked; -1 where one has no result."""
        place = np.full(len(number), -1, np.int64)
        for code in np.unique(tables).tolist():
            if at[code] >= 0:
                own = tables == code
                place[own] = self.rounds.places(int(at[code]), number[own])
        return place

    def _left_out(self, rows: int) -> list[Any]:
        """The same arrays for every row group."""
        made = self.left_out
        if len(made[0]) < rows:
            made = self.left_out = _left_out(2 * rows)
        return [it[:rows] for it in made]

    def _words(self, wagers: Words, befores: Words, afters: Words) -> tuple[Any, Any, Any]:
        """By codes of the columns: the state before, the state after or how the wager left, and the word after."""
        codes = np.array([self.compiled.codes.get(it or "", -1) for it in wagers])
        was, became = (np.array([self._word(it) for it in words]) for words in (befores, afters))
        state = self.compiled.before[codes][:, was]
        state = np.where((codes[:, None] < 0) | (state < 0), NO_STATE, state)
        return state.astype(np.int64), np.ascontiguousarray(self.compiled.after[codes][:, became]), became

    def _word(self, word: str | None) -> int:
        return 0 if word is None else self.compiled.names.get(word, 1)


class Stood(NamedTuple):
    """By row: the state that it begins in, where in the window its round is, and of what kind that is."""

    state: "NDArray[np.int32]"
    place: "NDArray[np.int64]"
    kind: "NDArray[np.uint16]"


def stood(it: Columns) -> Stood:
    """Where each row stands; a row without its round has place 0 and the kind that is missing."""
    _, table, number, wager, _, _, _, before, _, _, _ = it.rows
    states = it.words[0].astype(np.int32)
    width = np.uint32(states.shape[1])
    # `take` follows codes in half the time that an index takes.
    state = np.take(states, wager * width + before if width > 1 else wager)
    base, low, high, _, kinds = it.rounds
    if len(base) == 2 and not table.any():  # a row group of one table
        base, low, high, table = base[:1], low[:1], high[:1], np.zeros(1, np.int8)
    place = number + base[table]
    if len(table) == 1 and place.min(initial=high[0]) >= low[0] and place.max(initial=low[0]) < high[0]:
        return Stood(state, place, np.take(kinds, place))
    outside = (place - low[table]).view(np.uint64) >= (high - low).view(np.uint64)[table]
    if not outside.any():
        return Stood(state, place, np.take(kinds, place))
    place[outside] = 0
    kind = np.take(kinds, place)
    kind[outside] = MISSING
    return Stood(state, place, kind)


def _left_out(rows: int) -> tuple[Any, Any, Any]:
    """Stand-ins for columns that a file leaves out: codes, amounts of nothing, and first steps."""
    return np.zeros(rows, np.uint32), np.zeros(rows, np.int64), np.ones(rows, np.int16)


def _calls(words: Words) -> Any:
    return np.array([CALLED.index(it or "") if (it or "") in CALLED else -1 for it in words], np.int64)
