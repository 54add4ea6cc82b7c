"""Chains of steps, proved by sums that cancel.

A step that leaves a wager standing adds a hash of where the next step must take it up, and the next step takes the same
hash away. A wager whose chain is whole adds up to nothing, in any order and over any number of row groups. The hashes
are salted anew for every audit, so that nobody can make up records whose faults cancel.
"""

import os
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Hashes = NDArray[np.uint64]

BUCKET_BITS: Final = 14
"""The highest bits of a wager's salted number say which sum it adds to."""
FINE_BITS: Final = 22
"""As many when those of suspect sums are told apart."""


class Steps(NamedTuple):
    """Steps of chains: the row of each, the salted number of its wager, and what it adds to the wager's sum."""

    row: "NDArray[np.int64]"
    key: "Hashes"
    part: "Hashes"


def new_salt() -> "Hashes":
    return np.frombuffer(os.urandom(40), np.uint64) | np.uint64(1)


def shift(bits: int) -> np.uint64:
    """What leaves so many of the highest bits of a salted number."""
    return np.uint64(64 - bits)
