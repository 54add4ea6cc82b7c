"""What a record can show at all: the rolls it takes to see a bias, and the least bias that so many rolls can show.

A bias of 1% is one face of each die that shows 1% oftener than one time in six, the five others as much more seldom.
"""

from collections.abc import Callable
from math import ceil, sqrt
from typing import Final

from dicehouse.fairness.chances import chi_square_tail, shifted_tail

FACES_APART: Final = 5
"""Degrees of freedom of six faces."""


def rolls_to_see(bias: float, dice: int, level: float = 0.01, power: float = 0.9) -> int:
    """Rolls after which the test of faces finds such a bias so often."""
    return ceil(5 * _shift(level, power) / bias**2 / dice)


def least_bias(rolls: int, dice: int, level: float = 0.01, power: float = 0.9) -> float:
    """The least bias that the test of faces finds so often in so many rolls."""
    return sqrt(5 * _shift(level, power) / (rolls * dice))


def _shift(level: float, power: float) -> float:
    """How far a bias must shift the chi-square variable to be found so often; one face's bias b shifts it by n b²/5."""
    bound = _bisected(lambda x: chi_square_tail(x, FACES_APART) < level, 200.0)
    return _bisected(lambda shift: shifted_tail(bound, FACES_APART, shift) > power, 400.0)


def _bisected(holds: Callable[[float], bool], high: float) -> float:
    """Where something begins to hold that does not at 0 and does at `high`."""
    low = 0.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
