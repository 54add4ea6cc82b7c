"""Tails of the chi-square and normal laws, in closed form for whole degrees of freedom."""

from itertools import accumulate
from math import erfc, exp, gamma, sqrt
from operator import mul
from typing import Final

BEYOND: Final = 700
"""From here on exp(-x) is nothing that a machine can tell from 0."""


def chi_square_tail(x: float, degrees: int) -> float:
    """The chance that a chi-square variable is x or more."""
    if x <= 0:
        return 1.0
    half = x / 2
    if half >= BEYOND:
        return 0.0
    if degrees % 2:
        first, rest = erfc(sqrt(half)), _terms(half, sqrt(half) / gamma(1.5), 1.5, degrees // 2)
    else:
        first, rest = 0.0, _terms(half, 1.0, 1.0, degrees // 2)
    return min(1.0, first + rest * exp(-half))


def _terms(half: float, first: float, shape: float, terms: int) -> float:
    """first + first * half/shape + first * half/shape * half/(shape + 1) + ..., so many terms."""
    if not terms:
        return 0.0
    return sum(accumulate((half / (shape + i) for i in range(terms - 1)), mul, initial=first))


def two_sided(z: float) -> float:
    """The chance that a standard normal variable is as far from 0 as z, or farther."""
    return erfc(abs(z) / sqrt(2))


def shifted_tail(x: float, degrees: int, shift: float) -> float:
    """The chance that a noncentral chi-square variable is x or more: central ones, mixed by a Poisson law."""
    half = shift / 2
    weight, left, total, i = exp(-half), 1.0, 0.0, 0
    while left > 1e-12 or i <= half:
        total += weight * chi_square_tail(x, degrees + 2 * i)
        left -= weight
        i += 1
        weight *= half / i
    return total
