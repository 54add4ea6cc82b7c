"""Exact numbers as people read them: decimals and percentages, rounded half up at the last digit and nowhere else."""

from fractions import Fraction


def decimal(x: Fraction, places: int = 2) -> str:
    scaled = abs(x) * 10**places
    whole, rest = divmod(scaled.numerator, scaled.denominator)
    digits = str(whole + (2 * rest >= scaled.denominator)).rjust(places + 1, "0")
    sign = "-" if x < 0 and int(digits) else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else sign + digits


def percent(x: Fraction, places: int = 2) -> str:
    return f"{decimal(x * 100, places)}%"
