"""Tails against printed tables of the chi-square and normal laws."""

import pytest

from dicehouse.fairness.chances import chi_square_tail, shifted_tail, two_sided


@pytest.mark.parametrize(
    "degrees, at_5, at_1",
    [(1, 3.8415, 6.6349), (2, 5.9915, 9.2103), (5, 11.0705, 15.0863), (15, 24.9958, 30.5779), (50, 67.5048, 76.1539)],
)
def test_the_tail_is_what_the_tables_print(degrees: int, at_5: float, at_1: float) -> None:
    assert chi_square_tail(at_5, degrees) == pytest.approx(0.05, abs=1e-5)
    assert chi_square_tail(at_1, degrees) == pytest.approx(0.01, abs=1e-5)


def test_the_tail_is_whole_at_nothing_and_nothing_far_out() -> None:
    assert chi_square_tail(0, 5) == 1
    assert chi_square_tail(1e9, 5) == 0
    assert two_sided(1.959964) == pytest.approx(0.05, abs=1e-6)


def test_a_shift_of_nothing_is_no_shift_and_the_tables_shift_gives_their_power() -> None:
    assert shifted_tail(11.0705, 5, 0.0) == pytest.approx(0.05, abs=1e-5)
    assert shifted_tail(11.0705, 5, 12.8287) == pytest.approx(0.8, abs=1e-3)
