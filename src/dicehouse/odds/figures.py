"""Exact numbers as people read them: decimals and percentages, rounded half up at the last digit and nowhere else."""

from fractions import Fraction
from math import isqrt
from typing import Final


def decimal(x: Fraction, places: int = 2) -> str:
    scaled = abs(x) * 10**places
    whole, rest = divmod(scaled.numerator, scaled.denominator)
    digits = str(whole + (2 * rest >= scaled.denominator)).rjust(places + 1, "0")
    sign = "-" if x < 0 and int(digits) else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else sign + digits


def root(x: Fraction, places: int = 2) -> str:
    """The square root of an exact number, half up at the last digit as everything here."""
    scaled = x * 10 ** (2 * places)
    doubled = isqrt(4 * scaled.numerator // scaled.denominator)
    return decimal(Fraction((doubled + 1) // 2, 10**places), places)


WITHIN_90: Final = Fraction(1645, 1000)
"""So many standard deviations to either side hold nine results in ten of a normal distribution."""


def volatility_index(variance: Fraction, places: int = 6) -> str:
    """How far nine results in ten lie from their mean at most, for a unit of outlay: 1.645 standard deviations."""
    return root(variance * WITHIN_90**2, places)


def percent(x: Fraction, places: int = 2) -> str:
    return f"{decimal(x * 100, places)}%"
