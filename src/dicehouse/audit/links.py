"""Chains of steps, proved by sums that cancel.

A step that leaves a wager standing adds a hash of where the next step must take it up, and the next step takes the same
hash away. A wager whose chain is whole adds up to nothing, in any order and over any number of row groups. The hashes
are salted anew for every audit, so that nobody can make up records whose faults cancel.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from dicehouse.audit.columns import Columns, Stood
from dicehouse.audit.compiled import NO_STATE
from dicehouse.audit.rounds import MISSING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]
    Hashes = NDArray[np.uint64]

BUCKET_BITS: Final = 14
"""The highest bits of a wager's salted number say which sum it adds to."""
FINE_BITS: Final = 22
"""As many when those of suspect sums are told apart."""
BLOCK: Final = 1 << 17
"""Rows that are followed at a time, so that they stay in the cache."""

MOST: Final = 0.5
"""The part of all rows from which on they are followed without picking."""


class Steps(NamedTuple):
    """Steps of chains: the row of each, the salted number of its wager, and what it adds to the wager's sum."""

    row: "Whole"
    key: "Hashes"
    part: "Hashes"


def new_salt() -> "Hashes":
    return np.frombuffer(os.urandom(40), np.uint64) | np.uint64(1)


def shift(bits: int) -> np.uint64:
    """What leaves so many of the highest bits of a salted number."""
    return np.uint64(64 - bits)


def mixed(value: "Hashes", spare: "Hashes") -> None:
    """Mix values where they are; `spare` is room to work in."""
    for turn, times in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        np.right_shift(value, np.uint64(turn), out=spare)
        np.bitwise_xor(value, spare, out=value)
        np.multiply(value, np.uint64(times), out=value)
    np.right_shift(value, np.uint64(31), out=spare)
    np.bitwise_xor(value, spare, out=value)


class Chained:
    """The steps of a row group that belong to chains."""

    def __init__(self, it: Columns, there: Stood, home: "Whole", salt: "Hashes") -> None:
        self.columns, self.there = it, there
        homes = np.zeros(NO_STATE + 1, np.int64)
        homes[: len(home)] = home
        # A state that a wager does not have is above all others.
        leaves = homes[it.words[0].min(axis=1)][:, None] + it.words[1]
        _, by_table, turn, by_place, by_state = salt
        gives = leaves.view(np.uint64) * by_state + turn + by_place
        gives[it.words[1] < 0] = 0
        table_of = it.words[4].view(np.uint64) * by_table
        self.parts = Parts(it, there, salt, table_of, gives.reshape(-1), _gaps(it))

    def steps(self) -> Iterator[Steps]:
        """The steps, in small blocks."""
        which = self.columns.rows[6] > 1
        goes_on = (self.columns.words[1] >= 0).any(axis=0)
        if goes_on.any():
            which |= np.take(goes_on, self.columns.rows[8])
        if which.any():
            which &= self._known()
        rows = np.flatnonzero(which)
        for begin in range(0, len(rows), BLOCK):
            block = rows[begin : begin + BLOCK]
            yield Steps(block, *self.parts.of(block))

    def add_to(self, sums: "Hashes") -> int:
        """Add what the steps add, by bucket; how many there are, about.

        Where most rows are steps, none are picked, which is sooner done: the others add nothing.
        """
        step = self.columns.rows[6]
        later = int(np.count_nonzero(step > 1))
        if later <= MOST * len(step):
            many = 0
            for it in self.steps():
                _add(sums, it.key, it.part)
                many += len(it.row)
            return many
        known = self._known()
        all_known = known.all()
        for begin in range(0, len(step), BLOCK):
            block = slice(begin, begin + BLOCK)
            key, part = self.parts.of(block)
            if not all_known:
                part *= known[block]
            _add(sums, key, part)
        return later

    def _known(self) -> "NDArray[np.bool_]":
        """The rows of which the round and the state are known."""
        known: NDArray[np.bool_] = (self.there.kind != MISSING) & (self.there.state != NO_STATE)
        return known


def _add(sums: "Hashes", key: "Hashes", part: "Hashes") -> None:
    np.add.at(sums, (key >> shift(BUCKET_BITS)).view(np.int64), part)


def _gaps(it: Columns) -> bool:
    """Whether the next round of a table may be any but the next place; many places are not searched for a few rows."""
    kinds = it.rounds.kinds
    return len(kinds) > len(it.rows[0]) or int(np.count_nonzero(kinds == MISSING)) > 1


@dataclass(frozen=True)
class Parts:
    """What steps add to the sums of their wagers."""

    columns: Columns
    there: Stood
    salt: "Hashes"
    table_of: "Hashes"
    """By code of a table, what it adds to the salted number of a wager."""
    gives: "Hashes"
    """By wager and word after, what the state that it is left in adds, and the next step and place; or nothing."""
    gaps: bool

    def of(self, which: "slice | Whole") -> tuple["Hashes", "Hashes"]:
        """The salted numbers of wagers, and what the steps add."""
        wager_no, table, _, wager, _, _, step, _, after, _, _ = (it[which] for it in self.columns.rows)
        _, _, high, apart, kinds = self.columns.rounds
        state, place = self.there.state[which], self.there.place[which]
        if (table == table[0]).all():
            table = table[:1]
        last, beyond = high[table] - 1, apart[table]
        by_number, _, turn, by_place, by_state = self.salt
        key = wager_no.view(np.uint64) * by_number
        key += self.table_of[table]
        taken = (place + beyond).view(np.uint64)
        taken *= by_place
        taken += step.astype(np.uint64) * turn
        taken += key
        said = wager * np.uint32(self.columns.words[1].shape[1]) + after
        given = np.take(self.gives, said)
        stands = given != 0
        given += taken
        if self.gaps:
            skipped = _skipped(place, last, kinds)
            given += skipped.view(np.uint64) * by_place
            place = place + skipped
        taken += state.astype(np.uint64) * by_state
        spare = np.empty_like(given)
        mixed(given, spare)
        stands &= place < last
        given *= stands
        mixed(taken, spare)
        taken *= step > 1
        given -= taken
        return key, given


def _skipped(place: "Whole", last: "Whole", kinds: "NDArray[np.uint16]") -> "Whole":
    """How many places lie before the next round of the table, or before the end of its rounds."""
    following = place + 1
    while True:
        gap = (np.take(kinds, following, mode="clip") == MISSING) & (following <= last)
        if not gap.any():
            return following - place - 1
        following[gap] += 1
