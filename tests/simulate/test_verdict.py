"""The verdict over all wagers of a run, worked out by hand for four wagers."""

from fractions import Fraction

import pytest

from dicehouse.simulate.figures import Line
from dicehouse.simulate.verdict import verdict


def line(id: str, off: int, deviation: float | None = 100.0) -> Line:
    """A wager that returned so many cents more than it should have."""
    return Line(id, placed=1, outlay=10_000, returned=9_000 + off, expected=Fraction(9_000), deviation=deviation)


def test_holm_takes_the_number_of_wagers_into_account() -> None:
    # Two-sided chances of 1, 2, 3 and 3.5 deviations: 0.317311, 0.0455003, 0.0026998, 0.000465258.
    found = verdict([line("a", 100), line("b", -200), line("c", 300), line("d", -350)])
    assert found.chances == pytest.approx({"a": 0.317311, "b": 0.0455003, "c": 0.0026998, "d": 0.000465258}, rel=1e-5)
    # Times 4 for the smallest, then 3, 2 and 1.
    wanted = {"a": 0.317311, "b": 2 * 0.0455003, "c": 3 * 0.0026998, "d": 4 * 0.000465258}
    assert found.adjusted == pytest.approx(wanted, rel=1e-5)
    assert found.agrees  # d is outside its own interval, and one wager in a thousand is
    assert line("d", -350).agrees is False


def test_what_chance_does_not_explain_is_named() -> None:
    found = verdict([line("a", 100), line("d", 500)])
    assert (found.differ, found.agrees) == (("d",), False)


def test_a_larger_chance_is_never_adjusted_below_a_smaller_one() -> None:
    found = verdict([line("a", 300), line("b", 301), line("c", 302)])
    assert found.adjusted["a"] >= found.adjusted["b"] >= found.adjusted["c"]


def test_a_wager_that_cannot_differ_is_held_to_the_cent_and_one_without_a_spread_is_left_out() -> None:
    found = verdict([line("sure", 0, 0.0), line("wrong", 1, 0.0), line("few", 900, None)])
    assert found.chances == {"sure": 1.0, "wrong": 0.0}
    assert found.differ == ("wrong",)
