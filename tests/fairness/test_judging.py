"""Fair dice pass, each kind of unfairness is found by the test that is for it, and power is what it is said to be."""

import random
from collections.abc import Callable
from itertools import product

import pytest

from dicehouse.fairness import Judged, Rolled, judged, least_bias, rolls_to_see

Throw = Callable[[random.Random, tuple[int, ...]], tuple[int, ...]]


def fair(chance: random.Random, before: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(chance.randint(1, 6) for _ in before)


def loaded(chance: random.Random, before: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(chance.choice((1, 2, 3, 4, 5, 6, 6)) for _ in before)


def one_loaded(chance: random.Random, before: tuple[int, ...]) -> tuple[int, ...]:
    return (chance.choice((1, 2, 3, 4, 5, 6, 6)), *fair(chance, before[1:]))


def clinging(chance: random.Random, before: tuple[int, ...]) -> tuple[int, ...]:
    return before if chance.random() < 0.1 else fair(chance, before)


def alike(chance: random.Random, before: tuple[int, ...]) -> tuple[int, ...]:
    """Every face is as likely as ever, and triples come three times as often."""
    return (chance.randint(1, 6),) * len(before) if chance.random() < 0.06 else fair(chance, before)


def thrown(throw: Throw, rolls: int = 5_000, dice: int = 3, seed: int = 1) -> list[Rolled]:
    chance, roll = random.Random(seed), (1,) * dice
    found = []
    for _ in range(rolls):
        roll = throw(chance, roll)
        found.append(Rolled(roll))
    return found


def odd_tests(it: Judged) -> set[str]:
    return {found.test for _, found in it.odd}


@pytest.mark.parametrize("dice", [2, 3])
@pytest.mark.parametrize("seed", range(5))
def test_nothing_speaks_against_fair_dice(dice: int, seed: int) -> None:
    assert judged(thrown(fair, dice=dice, seed=seed)).odd == ()


@pytest.mark.parametrize("throw, test", [
    (loaded, "faces"), (loaded, "sequential"), (loaded, "totals"), (one_loaded, "faces of die 1"),
    (clinging, "runs"), (clinging, "serial correlation"), (alike, "combinations"),
])  # fmt: skip
@pytest.mark.parametrize("dice", [2, 3])
def test_each_kind_of_unfairness_is_found_by_the_test_that_is_for_it(throw: Throw, test: str, dice: int) -> None:
    assert test in odd_tests(judged(thrown(throw, dice=dice)))


def test_dice_that_cling_have_fair_faces_all_the_same() -> None:
    assert "sequential" not in odd_tests(judged(thrown(clinging)))
    assert "faces of die 1" not in odd_tests(judged(thrown(alike)))


def test_a_record_from_lowest_to_highest_is_not_judged_die_by_die() -> None:
    called = [Rolled(tuple(sorted(it.dice))) for it in thrown(fair)]
    found = judged(called)
    assert found.odd == ()
    assert not any("die" in it.test for it in found.groups[0].found)


def test_only_the_tumbler_that_is_loaded_is_named() -> None:
    good = [it._replace(by=("T1", "17", "")) for it in thrown(fair)]
    bad = [it._replace(by=("T2", "17", "")) for it in thrown(loaded, seed=2)]
    found = judged([*good, *bad], ("tumbler", "dealer", "table"))
    assert [it.name for it in found.groups] == [
        "all rolls",
        "tumbler T1",
        "tumbler T2",
        "dealer 17",
        "table (none named)",
    ]
    assert "tumbler T2" in {group.name for group, _ in found.odd}
    assert "tumbler T1" not in {group.name for group, _ in found.odd}


def test_a_part_with_few_rolls_is_counted_and_not_tested() -> None:
    few = [Rolled((1, 2, 3), ("T9", "", "")) for _ in range(29)]
    found = judged([*thrown(fair), *few], ("tumbler",))
    assert [(it.rolls, bool(it.found)) for it in found.groups] == [(5_029, True), (5_000, True), (29, False)]


def test_dice_that_always_show_the_same_are_as_odd_as_can_be() -> None:
    found = judged([Rolled((6, 6, 6))] * 50)
    assert {"faces", "runs", "serial correlation", "sequential"} <= odd_tests(found)
    everything = judged([Rolled((6, 6))] * 500, level=0.5)
    assert len(everything.odd) == len(everything.groups[0].found)
    assert judged([Rolled((1, 1, 1))] * 50).odd[0][1].chance < 1e-9


def test_a_bet_against_fair_dice_is_a_fair_bet() -> None:
    """Its value, averaged over all ways that fair dice can fall, is its stake: it can be looked at at any time."""
    from dicehouse.fairness.judging import _sequential

    ways = list(product(product(range(1, 7), repeat=2), repeat=2))
    assert sum(_sequential(way)[0] for way in ways) / len(ways) == pytest.approx(1, abs=1e-9)


def test_fair_dice_are_called_odd_no_oftener_than_the_level() -> None:
    called = sum(bool(judged(thrown(fair, 200, seed=seed), level=0.05).odd) for seed in range(200))
    assert called <= 18  # 0.05 of 200 is 10; 19 or more would come once in 200 times


def test_a_bias_is_found_as_often_as_the_power_says() -> None:
    bias, level, power = 0.3, 0.05, 0.8
    rolls = rolls_to_see(bias, 3, level, power)
    weights = [(1 - bias / 5)] * 5 + [1 + bias]

    def biased(chance: random.Random, before: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(chance.choices((1, 2, 3, 4, 5, 6), weights, k=len(before)))

    seen = 0
    for seed in range(150):
        faces = judged(thrown(biased, rolls, seed=seed)).groups[0].found[0]
        seen += faces.chance < level
    assert 105 <= seen <= 135  # 120 expected, three deviations either way
    assert least_bias(rolls, 3, level, power) == pytest.approx(bias, rel=0.01)


def test_a_bias_of_one_in_a_hundred_takes_hundreds_of_thousands_of_rolls() -> None:
    assert rolls_to_see(0.01, 3) == pytest.approx(367_000, rel=0.01)
    assert rolls_to_see(0.01, 2) == pytest.approx(550_000, rel=0.01)
