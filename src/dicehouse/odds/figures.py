"""Exact numbers as people read them: decimals and percentages, rounded half up at the last digit and nowhere else."""

from fractions import Fraction
from math import isqrt


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


def percent(x: Fraction, places: int = 2) -> str:
    return f"{decimal(x * 100, places)}%"
