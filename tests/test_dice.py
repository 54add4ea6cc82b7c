"""Outcomes of two and three dice, counted one by one."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from dicehouse.dice import FACES, THREE, TWO, Dice, Rolls
from tests.support import exactly

BOTH = pytest.mark.parametrize("dice", [TWO, THREE], ids=repr)


def test_a_die_has_six_faces() -> None:
    assert FACES == (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize("dice, count", [(TWO, 2), (THREE, 3), (Dice(1), 1)])
def test_every_roll_of_the_dice_stands_in_its_place(dice: Dice, count: int) -> None:
    assert dice.count == count
    assert dice.rolls == tuple(product((1, 2, 3, 4, 5, 6), repeat=count))
    assert len(dice.rolls) == 6**count
    assert [dice.index(roll) for roll in dice.rolls] == list(range(6**count))


def test_dice_say_how_many_they_are() -> None:
    assert repr(TWO) == "Dice(2)"
    assert repr(THREE) == "Dice(3)"


@BOTH
def test_every_and_none_hold_all_outcomes_and_no_outcome(dice: Dice) -> None:
    assert list(dice.every) == list(dice.rolls)
    assert list(dice.none) == []
    assert len(dice.every) == len(dice.rolls)
    assert len(dice.none) == 0
    assert dice.every
    assert not dice.none


@BOTH
def test_a_set_of_rolls_is_where_something_holds(dice: Dice) -> None:
    first_is_low = dice.where(lambda roll: roll[0] < 3)
    assert set(first_is_low) == {roll for roll in dice.rolls if roll[0] < 3}
    assert first_is_low.chance == Fraction(1, 3)


@pytest.mark.clause("star-sicbo-2024", '1.1 "total"')
@pytest.mark.clause("star-sicbo-pre2024", '1.1 "total"')
@pytest.mark.clause("star-craps", '1.1 "total"')
@pytest.mark.clause("crown-sicbo", '1 "Total"')
@BOTH
def test_a_total_is_the_sum_of_the_faces_that_show(dice: Dice) -> None:
    for total in range(20):
        assert set(dice.total(total)) == {roll for roll in dice.rolls if sum(roll) == total}
    assert set(dice.total(4, 7)) == {roll for roll in dice.rolls if sum(roll) in (4, 7)}
    assert not dice.total()


def test_the_ways_to_each_total_are_those_everyone_knows() -> None:
    assert [len(TWO.total(it)) for it in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert [len(THREE.total(it)) for it in range(3, 19)] == [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]


@pytest.mark.clause("star-sicbo-2024", '1.1 "triple"')
@pytest.mark.clause("star-sicbo-pre2024", '1.1 "triple"')
def test_a_triple_is_three_equal_faces() -> None:
    assert set(THREE.alike) == {(face, face, face) for face in FACES}
    assert set(TWO.alike) == {(face, face) for face in FACES}


def test_different_faces_are_all_different() -> None:
    assert set(THREE.different) == {(a, b, c) for a, b, c in THREE.rolls if a != b and c not in (a, b)}
    assert len(THREE.different) == 120
    assert set(TWO.different) == {(a, b) for a, b in TWO.rolls if a != b}
    assert len(TWO.different) == 30


@pytest.mark.parametrize("face", FACES)
def test_showing_counts_the_dice_with_a_face(face: int) -> None:
    assert [len(THREE.showing(face, times)) for times in range(5)] == [125, 75, 15, 1, 0]
    assert set(THREE.showing(face, 2)) == {roll for roll in THREE.rolls if roll.count(face) == 2}
    assert set(THREE.showing(face, 1, 3)) == {roll for roll in THREE.rolls if roll.count(face) in (1, 3)}


@pytest.mark.parametrize("faces", [(1, 2, 3, 4), (2, 4, 6), (3, 5), (6,)])
def test_drawn_from_allows_repeats_and_no_other_face(faces: tuple[int, ...]) -> None:
    assert set(THREE.drawn_from(*faces)) == set(product(faces, repeat=3))
    assert len(THREE.drawn_from(*faces)) == len(faces) ** 3


@BOTH
def test_sets_of_rolls_combine_like_sets(dice: Dice) -> None:
    low, even = dice.where(lambda roll: roll[0] < 4), dice.where(lambda roll: sum(roll) % 2 == 0)
    assert set(low | even) == set(low) | set(even)
    assert set(low & even) == set(low) & set(even)
    assert set(low - even) == set(low) - set(even)
    assert set(even - low) == set(even) - set(low)
    assert all(it.dice is dice for it in (low | even, low & even, low - even))


def test_equal_sets_are_equal_and_hash_alike() -> None:
    assert TWO.total(3) | TWO.total(2) == TWO.total(2, 3)
    assert hash(TWO.total(3) | TWO.total(2)) == hash(TWO.total(2, 3))
    assert TWO.total(2) != TWO.total(3)
    assert TWO.none != THREE.none


def test_a_roll_is_in_a_set_or_not() -> None:
    sevens = TWO.total(7)
    assert (3, 4) in sevens
    assert [4, 3] in sevens
    assert (6, 1) in sevens
    assert (3, 3) not in sevens
    assert (6, 6) not in sevens


def test_the_chance_of_a_set_is_its_share_of_all_outcomes() -> None:
    assert TWO.total(7).chance == Fraction(1, 6)
    assert THREE.alike.chance == Fraction(1, 36)
    assert THREE.every.chance == 1
    assert TWO.none.chance == 0


def test_indices_are_the_places_of_the_rolls() -> None:
    assert list(TWO.total(2, 12).indices()) == [0, 35]
    assert list(THREE.total(3, 18).indices()) == [0, 215]
    assert [TWO.rolls[i] for i in TWO.total(3).indices()] == [(1, 2), (2, 1)]


@pytest.mark.parametrize("roll", [(1,), (1, 2, 3), (0, 1), (1, 7), ()])
def test_a_roll_that_the_dice_cannot_show_has_no_place(roll: tuple[int, ...]) -> None:
    with pytest.raises(KeyError):
        TWO.index(roll)
    with pytest.raises(KeyError):
        assert roll in TWO.every


@pytest.mark.parametrize("roll", [[1, 6], (6, 1), [3, 3], (1, 1), [6, 6]], ids=repr)
def test_dice_find_a_roll_that_comes_from_outside(roll: Sequence[int]) -> None:
    assert TWO.find(roll) == TWO.rolls.index((roll[0], roll[1]))
    assert THREE.find(roll) is None
    assert THREE.find([*roll, 2]) == THREE.rolls.index((roll[0], roll[1], 2))


@pytest.mark.parametrize(
    "roll",
    [[1, 0], [7, 1], [1], [1, 2, 3], [], [True, 2], [2, True], [1.0, 2], ["1", 2], "12", {1, 2}, 12, None, [[1], 2],
     {1: 1, 2: 2}],
    ids=repr,
)  # fmt: skip
def test_dice_find_nothing_in_what_is_no_roll_of_theirs(roll: object) -> None:
    assert TWO.find(roll) is None


@pytest.mark.parametrize("combine", [Rolls.__or__, Rolls.__and__, Rolls.__sub__])
def test_outcomes_of_different_dice_cannot_be_combined(combine: object) -> None:
    assert callable(combine)
    with pytest.raises(ValueError, match=exactly("outcomes of 2 dice and of 3 cannot be combined")):
        combine(TWO.every, THREE.every)
    with pytest.raises(ValueError, match=exactly("outcomes of 2 dice and of 2 cannot be combined")):
        combine(TWO.every, Dice(2).every)
