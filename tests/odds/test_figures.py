"""Exact numbers as people read them."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.odds.figures import decimal, percent, root


@pytest.mark.parametrize(
    "x, places, text",
    [
        (Fraction(0), 2, "0.00"),
        (Fraction(1), 2, "1.00"),
        (Fraction(65, 66), 2, "0.98"),
        (Fraction(65, 66), 4, "0.9848"),
        (Fraction(1, 3), 1, "0.3"),
        (Fraction(2, 3), 1, "0.7"),
        (Fraction(1, 200), 2, "0.01"),
        (Fraction(99, 20000), 2, "0.00"),
        (Fraction(1, 1000), 2, "0.00"),
        (Fraction(5, 100), 1, "0.1"),
        (Fraction(49, 1000), 1, "0.0"),
        (Fraction(199, 200), 2, "1.00"),
        (Fraction(1234567, 100), 2, "12345.67"),
        (Fraction(7, 2), 0, "4"),
        (Fraction(17, 5), 0, "3"),
        (Fraction(1, 3), 0, "0"),
        (Fraction(12), 0, "12"),
        (Fraction(-1, 3), 2, "-0.33"),
        (Fraction(-1, 200), 2, "-0.01"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(-7, 2), 0, "-4"),
        (Fraction(-1, 3), 0, "0"),
        (Fraction(-80), 2, "-80.00"),
    ],
)
def test_a_decimal_is_rounded_half_up_at_its_last_digit(x: Fraction, places: int, text: str) -> None:
    assert decimal(x, places) == text


def test_a_decimal_has_two_places_unless_more_are_asked_for() -> None:
    assert decimal(Fraction(1, 3)) == "0.33"
    assert percent(Fraction(1, 3)) == "33.33%"


@pytest.mark.parametrize(
    "x, places, text",
    [
        (Fraction(488, 495), 2, "98.59%"),
        (Fraction(488, 495), 4, "98.5859%"),
        (Fraction(38, 27), 2, "140.74%"),
        (Fraction(1), 0, "100%"),
        (Fraction(-1, 66), 2, "-1.52%"),
        (Fraction(0), 2, "0.00%"),
    ],
)
def test_a_percentage_is_a_decimal_of_hundredths(x: Fraction, places: int, text: str) -> None:
    assert percent(x, places) == text


@given(st.fractions(-1000, 1000, max_denominator=10**6), st.integers(0, 6))
def test_decimals_agree_with_the_standard_library(x: Fraction, places: int) -> None:
    exact = Decimal(x.numerator) / Decimal(x.denominator)
    shown = exact.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    assert Decimal(decimal(x, places)) == shown
    assert abs(Fraction(decimal(x, places)) - x) * 2 * 10**places <= 1
    assert len(decimal(x, places).partition(".")[2]) == places


@pytest.mark.parametrize(
    "square, shown",
    [
        ("0", "0.0000"),
        ("1", "1.0000"),
        ("2", "1.4142"),
        ("1/4", "0.5000"),
        ("3", "1.7321"),
        ("152399025/100000000", "1.2345"),
    ],
)
def test_a_root_is_rounded_half_up_at_the_last_digit(square: str, shown: str) -> None:
    assert root(Fraction(square), 4) == shown
    assert root(Fraction("1.00015") ** 2, 4) == "1.0002"
