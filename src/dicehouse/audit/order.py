"""Whether new wagers of a table ever share a number, told from the order of the records.

A house numbers its wagers as they are placed. Where the numbers of the new wagers of a table only ever rise, within
each row group and from one to the next, none stands twice and nothing need be remembered.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Numbers:
    """The numbers of the new wagers in a row group."""

    ranges: tuple[tuple[str, int, int], ...]
    """Table, and the first and the last of those that rise."""
    falls: "NDArray[np.int64]"
    """Those that are not above all before them at their table."""
    fell: bool
    """Whether there are such, also when they are not held any more."""

    def without_falls(self) -> "Numbers":
        return replace(self, falls=self.falls[:0])


def doubtful(parts: Sequence[Numbers]) -> "NDArray[np.int64] | None":
    """Numbers that may stand twice; None where the order of the records says nothing."""
    ranges = sorted(it for part in parts for it in part.ranges)
    apart = all(one[0] != two[0] or one[2] < two[1] for one, two in pairwise(ranges))
    if not apart:
        return None
    return np.unique(np.concatenate([np.empty(0, np.int64), *(it.falls for it in parts)]))
