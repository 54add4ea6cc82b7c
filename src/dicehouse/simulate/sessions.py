"""How sessions went: distributions read from whole counts, and the risk of ruin with its interval."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Final

from dicehouse.simulate.figures import Z
from dicehouse.simulate.tally import Tally

QUANTILES: Final = (1, 5, 25, 50, 75, 95, 99)
"""In percent of the sessions."""


@dataclass(frozen=True)
class Spread:
    """The distribution of one figure over all sessions."""

    mean: Fraction
    deviation: float
    least: int
    most: int
    quantiles: dict[int, int]
    """The smallest value that so many percent of the sessions do not exceed."""


def spread(counter: Counter[int]) -> Spread:
    ordered = sorted(counter.items())
    number = sum(counter.values())
    mean = Fraction(sum(value * times for value, times in ordered), number)
    square = Fraction(sum(value**2 * times for value, times in ordered), number)
    quantiles, seen, wanted = {}, 0, list(QUANTILES)
    for value, times in ordered:
        seen += times
        while wanted and 100 * seen >= wanted[0] * number:
            quantiles[wanted.pop(0)] = value
    return Spread(mean, sqrt(square - mean**2), ordered[0][0], ordered[-1][0], quantiles)


def chance(times: int, number: int) -> tuple[float, float, float]:
    """A share with its interval of 99.9%, by Wilson's formula, which also holds where hardly anything happened."""
    share, scale = times / number, 1 + Z**2 / number
    middle = (share + Z**2 / (2 * number)) / scale
    half = Z / scale * sqrt(share * (1 - share) / number + Z**2 / (4 * number**2))
    return share, max(0.0, middle - half), min(1.0, middle + half)


def bars(counter: Counter[int], most: int = 40) -> list[tuple[int, int, int]]:
    """The distribution in at most so many bars of equal, round width: from, below, and how many sessions."""
    least, highest = min(counter), max(counter)
    width = next(it for it in _round_widths() if (highest - least) // it + 2 <= most)
    first = least // width
    found = [0] * (highest // width - first + 1)
    for value, times in counter.items():
        found[value // width - first] += times
    return [((first + place) * width, (first + place + 1) * width, times) for place, times in enumerate(found)]


def _round_widths() -> "list[int]":
    return [digit * 10**power for power in range(14) for digit in (1, 2, 5)]


def won(tally: Tally) -> int:
    """Sessions that ended with more than they began with."""
    return sum(times for value, times in tally.spread["result"].items() if value > 0)
