"""The sides that a result of Sic Bo falls on: Small or Big, and Odd or Even.

A wager whose id is that of a side is won by the results on it, also in a game that a file declares; roads, results in
words and the calls of a Super Streak go by it.
"""

from collections.abc import Collection
from typing import Final

SIZE: Final = ("small", "big")
PARITY: Final = ("odd", "even")
SIDES: Final = (*SIZE, *PARITY)
NAMES: Final = {"small": ("Small", "小"), "big": ("Big", "大"), "odd": ("Odd", "单"), "even": ("Even", "双")}
"""In English and Chinese."""


def side_of(won: Collection[str], sides: tuple[str, str]) -> str:
    """The side that a result is on, by the wagers that it wins; nothing where it is on neither."""
    return next((it for it in sides if it in won), "")


def on_the_felt(there: Collection[str], sides: tuple[str, str]) -> bool:
    """Whether a table has both sides, so that it keeps a road of them."""
    return all(it in there for it in sides)
