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
BLOCK: Final = 1 << 14
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
        goes_on = (it.words[1] >= 0).any(axis=0)
        which = it.rows[6] > 1
        if goes_on.any():
            which |= np.take(goes_on, it.rows[8])
        if which.any():
            which &= (there.kind != MISSING) & (there.state != NO_STATE)
        self.which: NDArray[np.bool_] = which
        self.many = int(np.count_nonzero(which))
        homes = np.zeros(NO_STATE + 1, np.int64)
        homes[: len(home)] = home
        said = np.where(it.words[1] < 0, -1, it.words[1])
        table_of = it.words[4].view(np.uint64) * salt[1]
        self.parts = Parts(it, there, homes, salt, table_of, said.reshape(-1), np.uint32(said.shape[1]))

    def steps(self) -> Iterator[Steps]:
        """The steps, in small blocks."""
        rows = np.flatnonzero(self.which)
        for begin in range(0, len(rows), BLOCK):
            block = rows[begin : begin + BLOCK]
            yield Steps(block, *self.parts.of(block))

    def add_to(self, sums: "Hashes") -> None:
        """Add what the steps add, by bucket; where most rows are steps, none are picked, which is sooner done."""
        if self.many <= MOST * len(self.which):
            for it in self.steps():
                np.add.at(sums, it.key >> shift(BUCKET_BITS), it.part)
            return
        for begin in range(0, len(self.which), BLOCK):
            block = slice(begin, begin + BLOCK)
            key, part = self.parts.of(block)
            part *= self.which[block]
            np.add.at(sums, key >> shift(BUCKET_BITS), part)


@dataclass(frozen=True)
class Parts:
    """What steps add to the sums of their wagers."""

    columns: Columns
    there: Stood
    home: "Whole"
    salt: "Hashes"
    table_of: "Hashes"
    """By code of a table, what it adds to the salted number of a wager."""
    said: "Whole"
    """By wager and word after, the wager's own state, or -1."""
    width: np.uint32

    def of(self, which: "slice | Whole") -> tuple["Hashes", "Hashes"]:
        """The salted numbers of wagers, and what the steps add."""
        wager_no, table, _, wager, _, _, step, _, after, _, _ = (it[which] for it in self.columns.rows)
        _, _, high, apart, kinds = self.columns.rounds
        state, place = self.there.state[which], self.there.place[which]
        if (table == table[0]).all():
            table = table[:1]
        end, beyond = high[table], apart[table]
        _, _, turn, by_place, by_state = self.salt
        key = wager_no.view(np.uint64) * self.salt[0]
        key += self.table_of[table]
        at_step = step.astype(np.uint64)
        at_step *= turn
        at_step += key
        said = np.take(self.said, wager * self.width + after)
        following = _following(place, end, kinds)
        given = (following + beyond).view(np.uint64) * by_place
        given += at_step
        given += turn
        given += (np.take(self.home, state) + said).view(np.uint64) * by_state
        spare = np.empty_like(given)
        mixed(given, spare)
        given *= (said >= 0) & (following < end)
        taken = (place + beyond).view(np.uint64) * by_place
        taken += at_step
        taken += state.astype(np.uint64) * by_state
        mixed(taken, spare)
        taken *= step > 1
        given -= taken
        return key, given


def _following(place: "Whole", high: "Whole", kinds: "NDArray[np.uint16]") -> "Whole":
    """The next round of the table, or the end of its rounds."""
    following = np.minimum(place + 1, high)
    while True:
        gap = (np.take(kinds, following, mode="clip") == MISSING) & (following < high)
        if not gap.any():
            return following
        following[gap] += 1
