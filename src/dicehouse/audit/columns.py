"""The columns of a row group as arrays of whole numbers, and what their codes mean under a rulebook."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from dicehouse.audit.compiled import NO_STATE, Compiled
from dicehouse.audit.glance import CALLED
from dicehouse.audit.groups import Source
from dicehouse.audit.rounds import Rounds, Window

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
    """A row group as the kernel takes it."""

    rows: Any
    """The columns of `HOT`, each an array."""
    words: Any
    """By codes: the state before, the state after or how the wager left, the word after, the call, and the table."""
    rounds: Window
    tables: list[str]
    """The tables by code."""


class Reader:
    """Makes columns of row groups; one is made for an audit and used by all its threads."""

    def __init__(self, compiled: Compiled, rounds: Rounds) -> None:
        self.compiled, self.rounds = compiled, rounds
        self.tables = rounds.code()
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


def _left_out(rows: int) -> tuple[Any, Any, Any]:
    """Stand-ins for columns that a file leaves out: codes, amounts of nothing, and first steps."""
    return np.zeros(rows, np.uint32), np.zeros(rows, np.int64), np.ones(rows, np.int16)


def _calls(words: Words) -> Any:
    return np.array([CALLED.index(it or "") if (it or "") in CALLED else -1 for it in words], np.int64)
