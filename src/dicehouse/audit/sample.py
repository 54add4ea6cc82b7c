"""A part of the wagers, chosen by their numbers: all steps of a wager are in it or none, whatever files they lie in.

The choice depends on the table and number of a wager and on a seed, and on nothing else, so whoever has the same
records chooses the same wagers.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

_ALL: Final = 1 << 64
"""Numbers that half a hash can be."""


@dataclass(frozen=True)
class Sample:
    """How large a part of all wagers is looked at, and which of the parts of that size."""

    said: str
    """As it was asked for, such as 5%."""
    share: Fraction
    seed: int = 1

    def __str__(self) -> str:
        return f"{self.said} of the wagers, chosen with seed {self.seed}"

    def expression(self, table: str, wager: str) -> str:
        """In SQL, whether a row is in it; of texts that say its table and its wager."""
        named = f"concat_ws('/', {self.seed}, coalesce({table}, ''), coalesce({wager}, ''))"
        return f"(md5_number_lower({named}) < {int(self.share * _ALL)})"


def sample_of(said: str, seed: int) -> Sample:
    """A sample from words such as "5%" or "0.1%"; a ValueError that says how to write it."""
    try:
        share = Fraction(said.removesuffix("%")) / 100
    except (ValueError, ZeroDivisionError):
        share = Fraction(0)
    if not said.endswith("%") or not 0 < share < 1:
        raise ValueError(f"--sample is {said!r}; write a part of all wagers such as 5% or 0.1%")
    return Sample(said, share, seed)
