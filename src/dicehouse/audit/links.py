"""Chains of steps, proved by sums that cancel.

A step that leaves a wager standing adds a hash of where the next step must take it up, and the next step takes the same
hash away. A wager whose chain is whole adds up to nothing, in any order and over any number of row groups. The hashes
are salted anew for every audit, so that nobody can make up records whose faults cancel.
"""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from dicehouse.audit.columns import Columns
from dicehouse.audit.compiled import NO_STATE
from dicehouse.audit.rounds import MISSING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Hashes = NDArray[np.uint64]

BUCKET_SHIFT: Final = 50
"""The highest bits of a wager's salted number say which sum it adds to."""
BUCKETS: Final = 1 << (64 - BUCKET_SHIFT)
BLOCK: Final = 1 << 14
"""Rows that are followed at a time, so that they stay in the cache."""


def new_salt() -> "Hashes":
    return np.frombuffer(os.urandom(40), np.uint64) | np.uint64(1)


def mixed(value: "Hashes") -> "Hashes":
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


def parts(
    it: Columns, home: "NDArray[np.int64]", salt: "Hashes"
) -> Iterator[tuple["NDArray[np.int64]", "Hashes", "Hashes"]]:
    """The rows that belong to chains, the bucket of each, and what it adds to the sum of its wager; in small blocks."""
    goes_on = (it.words[1] >= 0).any(axis=0)
    in_chain = (it.rows[6] > 1) | goes_on[it.rows[8]]
    rows = np.flatnonzero(in_chain)
    for begin in range(0, len(rows), BLOCK):
        yield _parts(it, rows[begin : begin + BLOCK], home, salt)


def _parts(
    it: Columns, rows: "NDArray[np.int64]", home: "NDArray[np.int64]", salt: "Hashes"
) -> tuple["NDArray[np.int64]", "Hashes", "Hashes"]:
    wager_no, table, number, wager, _, _, step, before, after, _, _ = it.rows
    state_of, said_of, _, table_of = it.words
    base, low, high, moments = it.rounds
    t = table[rows]
    place, state = number[rows] + base[t], state_of[wager[rows], before[rows]]
    inside = (place >= low[t]) & (place < high[t])
    fit = inside & (state != NO_STATE)
    fit[fit] = moments[place[fit]] != MISSING
    if not fit.all():
        rows, t, place, state = rows[fit], t[fit], place[fit], state[fit]
    k = step[rows].astype(np.int64)
    said = said_of[wager[rows], after[rows]]
    key = wager_no[rows].view(np.uint64) * salt[0] + table_of.view(np.uint64)[t] * salt[1]
    key_and_step = key + k.view(np.uint64) * salt[2]
    own = (state - home[state]).view(np.uint64)
    taken = mixed(key_and_step + place.view(np.uint64) * salt[3] + own * salt[4])
    following = _following(place, high[t], moments)
    given = mixed(key_and_step + salt[2] + following.view(np.uint64) * salt[3] + said.view(np.uint64) * salt[4])
    given[(said < 0) | (following == high[t])] = 0
    taken[k <= 1] = 0
    return rows, key >> np.uint64(BUCKET_SHIFT), given - taken


def _following(
    place: "NDArray[np.int64]", high: "NDArray[np.int64]", moments: "NDArray[np.uint16]"
) -> "NDArray[np.int64]":
    """The next round of the table, or the end of its rounds."""
    following = np.minimum(place + 1, high)
    while True:
        gap = following < high
        gap[gap] = moments[following[gap]] == MISSING
        if not gap.any():
            return following
        following[gap] += 1
