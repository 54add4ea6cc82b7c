"""What a wager is worth as it stands, held against the tables of the documents and against counting."""

from fractions import Fraction

import pytest

from dicehouse.odds import standing, values_of
from dicehouse.odds.standing import StandingValues
from dicehouse.rulebooks import load

CRAPS, SICBO = load("star-craps"), load("star-sicbo-2024")


def test_a_wager_that_starts_is_worth_its_return() -> None:
    values = StandingValues(CRAPS, 100)
    assert values.now(CRAPS.wagers["win-line"], "waiting", 1_000) == 1_000 * Fraction(488, 495)


@pytest.mark.clause("star-craps", "6.1.1")
def test_a_line_wager_with_its_point_is_worth_the_chance_to_make_it() -> None:
    """Six is made before seven 5 times in 11, and then pays twice the stake back."""
    values = StandingValues(CRAPS, 100)
    assert values.now(CRAPS.wagers["win-line"], "point_6", 1_100) == 1_000
    assert values.now(CRAPS.wagers["dont-win"], "point_6", 1_100) == 1_200


def test_each_outcome_of_the_next_roll_brings_its_payment_or_what_the_wager_is_worth_then() -> None:
    values = StandingValues(CRAPS, 100)
    brings = values.next(CRAPS.wagers["win-line"], "point_6", 1_100)
    by_total = {sum(dice): brings[values.class_of[n]] for n, dice in enumerate(CRAPS.dice.rolls)}
    assert (by_total[6], by_total[7], by_total[8]) == (2_200, 0, 1_000)
    come_out = values.next(CRAPS.wagers["win-line"], "waiting", 1_100)
    first = {sum(dice): come_out[values.class_of[n]] for n, dice in enumerate(CRAPS.dice.rolls)}
    assert (first[7], first[2], first[6]) == (2_200, 0, 1_000)


@pytest.mark.clause("star-craps", "6.7")
def test_payment_in_chips_of_the_table_is_part_of_the_worth() -> None:
    """A Place wager of one chip on 6 pays 7 for 6, so 1.17 exactly and 2.00 in chips: it is won 5 times in 11."""
    assert StandingValues(CRAPS, 100).now(CRAPS.wagers["place-win-6"], "up", 100) == Fraction(5, 11) * 300


@pytest.mark.parametrize("wager", ["small", "double-4", "single-3", "total-9"])
def test_a_wager_of_one_roll_is_worth_the_average_of_what_its_outcomes_bring(wager: str) -> None:
    values = StandingValues(SICBO, 100)
    kind = SICBO.wagers[wager]
    brings = values.next(kind, kind.states[0], 1_000)
    mean = sum(Fraction(n * it, 216) for n, it in zip(values.weights, brings, strict=True))
    assert mean == values.now(kind, kind.states[0], 1_000) == 1_000 * values_of(SICBO, kind)[0].returns


def test_outcomes_that_do_the_same_to_every_wager_are_one_class() -> None:
    """Three dice fall 216 ways, and 56 when it does not matter which is which; two dice by total and pair."""
    sicbo, craps = StandingValues(SICBO, 100), StandingValues(CRAPS, 100)
    assert (len(sicbo.weights), sum(sicbo.weights)) == (56, 216)
    assert (len(craps.weights), sum(craps.weights)) == (15, 36), "eleven totals, and four of them also hard"
    assert sicbo.class_of[SICBO.dice.index((1, 2, 3))] == sicbo.class_of[SICBO.dice.index((3, 1, 2))]


def test_what_was_worked_out_is_forgotten_when_there_is_too_much_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "KEPT", 2)
    values, kind = StandingValues(SICBO, 100), SICBO.wagers["small"]
    first = values.next(kind, "open", 100)
    assert values.next(kind, "open", 100) is first
    values.next(kind, "open", 200)
    values.next(kind, "open", 300)
    again = values.next(kind, "open", 100)
    assert again == first
    assert again is not first
