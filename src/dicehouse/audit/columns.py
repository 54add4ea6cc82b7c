"""The columns of a row group as arrays of whole numbers, and what their codes mean under a rulebook."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from dicehouse.audit.compiled import NO_STATE, Compiled
from dicehouse.audit.groups import texts, whole
from dicehouse.audit.rounds import Rounds

if TYPE_CHECKING:
    import pyarrow as pa
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
CALLS: Final = {"on": 1, "off": 2}


class Columns(NamedTuple):
    """A row group as an engine takes it."""

    rows: Any
    """The columns of `HOT`, each an array."""
    words: Any
    """By codes: the state before, the state after or how the wager left, the call, and the table."""
    rounds: Any
    """By code of a table, what leads from a round to its place, and where the table's places lie; all moments."""
    tables: list[str]
    """The tables by code."""
    said: "NDArray[np.int32]"
    """By code of the word after, its number among all words."""


class Reader:
    """Makes columns of row groups; one is made for an audit and used by all its threads."""

    def __init__(self, compiled: Compiled, rounds: Rounds) -> None:
        self.compiled, self.rounds = compiled, rounds
        self.tables = rounds.code()
        self.left_out = _left_out(0)

    def columns(self, table: "pa.Table") -> Columns:
        names = set(table.column_names)
        codes, nothing, ones = self._left_out(len(table))
        tables, table_names = texts(table, "table")
        wagers, wager_names = texts(table, "wager")
        befores, before_names = texts(table, "before") if "before" in names else (codes, [None])
        afters, after_names = texts(table, "after") if "after" in names else (codes, [None])
        calls, call_names = texts(table, "call") if "call" in names else (codes, [None])
        at = np.array([-1 if it is None else self.tables.get(it, -1) for it in table_names], np.int64)
        number = whole(table, "round", -1)
        if self.rounds.ranked is not None:
            place = self.rounds.places(at[tables], number)
            number = np.where(place < 0, -1, place - self.rounds.begins[np.maximum(at[tables], 0)])
        rows = (
            whole(table, "wager_no", -1),
            tables,
            number,
            wagers,
            whole(table, "stake", 0),
            whole(table, "returned", -1),
            whole(table, "step", 1) if "step" in names else ones,
            befores,
            afters,
            whole(table, "commission", 0) if "commission" in names else nothing,
            calls,
        )
        words = (*self._words(wager_names, before_names, after_names), _calls(call_names), at)
        said = np.array([self._word(it) for it in after_names], np.int32)
        return Columns(rows, words, self._where(at), [it or "" for it in table_names], said)

    def _left_out(self, rows: int) -> list[Any]:
        """The same arrays for every row group, as long as the longest."""
        made = self.left_out
        if len(made[0]) < rows:
            made = self.left_out = _left_out(rows)
        return [it[:rows] for it in made]

    def _words(self, wagers: Words, befores: Words, afters: Words) -> tuple[Any, Any]:
        """By codes of the columns: the state before, and the state after or how the wager left."""
        codes = np.array([self.compiled.codes.get(it or "", -1) for it in wagers])
        was, became = (np.array([self._word(it) for it in words]) for words in (befores, afters))
        state = self.compiled.before[codes][:, was]
        state = np.where((codes[:, None] < 0) | (state < 0), NO_STATE, state)
        return state.astype(np.int64), np.ascontiguousarray(self.compiled.after[codes][:, became])

    def _word(self, word: str | None) -> int:
        return 0 if word is None else self.compiled.names.get(word, 1)

    def _where(self, at: "NDArray[np.int64]") -> tuple[Any, ...]:
        """By code of a table: what leads from the number of a round to its place, and where the table's places lie."""
        begins = self.rounds.begins
        low = np.where(at < 0, 0, begins[at])
        high = np.where(at < 0, 0, begins[at + 1])
        return low - np.where(at < 0, 0, self.rounds.first[at]), low, high, self.rounds.moments


def _left_out(rows: int) -> tuple[Any, Any, Any]:
    """Stand-ins for columns that a file leaves out: codes, amounts of nothing, and first steps."""
    return np.zeros(rows, np.uint32), np.zeros(rows, np.int64), np.ones(rows, np.int16)


def _calls(words: Words) -> Any:
    return np.array([0 if it is None else CALLS.get(it, -1) for it in words], np.int64)
