"""Dice words: every form names the rolls that a person would count on paper."""

from collections.abc import Callable

import pytest

from dicehouse.dice import Roll, Rolls, dice_of
from dicehouse.games.words import (
    FORMS,
    TESTS,
    Remembered,
    Vocabulary,
    WordError,
    condition_in,
    numbers_in,
    remembered_in,
    rolls_in,
)
from tests.support import exactly

SYMBOLS = {name: (face,) for face, name in enumerate(("fish", "prawn", "gourd", "coin", "crab", "rooster"), start=1)}
COLOURS = {"red": (1, 6), "green": (2, 5), "blue": (3, 4)}
POINTS = (4, 5, 6, 8, 9, 10)


def words(count: int) -> Vocabulary:
    dice = dice_of(count)
    small = Rolls(dice, sum(1 << i for i, roll in enumerate(dice.rolls) if sum(roll) < 7))
    memory = {
        "seen": Remembered("set", (2, 3, 4)),
        "hits": Remembered("count", (12,)),
        "came": Remembered("one", POINTS),
    }
    return Vocabulary(dice, {**SYMBOLS, **COLOURS}, {"point": POINTS, "a": (2,), "b": (5,)}, {"small": small}, memory)


@pytest.mark.parametrize(
    "count, text, holds",
    [
        (2, "total 7", lambda roll: sum(roll) == 7),
        (2, "total 2, 3, 12", lambda roll: sum(roll) in (2, 3, 12)),
        (3, "total 4-10", lambda roll: 4 <= sum(roll) <= 10),
        (2, "total 2-4, 10 or 12", lambda roll: sum(roll) in (2, 3, 4, 10, 12)),
        (2, "total point", lambda roll: sum(roll) in POINTS),
        (2, "total a+1", lambda roll: sum(roll) == 3),
        (2, "total a-b", lambda roll: 2 <= sum(roll) <= 5),
        (3, "total odd", lambda roll: sum(roll) % 2 == 1),
        (3, "total even", lambda roll: sum(roll) % 2 == 0),
        (2, "roll a b", lambda roll: sorted(roll) == [2, 5]),
        (2, "roll 3 3", lambda roll: roll == (3, 3)),
        (3, "roll 1, 2, 2", lambda roll: sorted(roll) == [1, 2, 2]),
        (3, "roll fish crab 1", lambda roll: sorted(roll) == [1, 1, 5]),
        (2, "hard 6", lambda roll: roll == (3, 3)),
        (2, "easy 6", lambda roll: sum(roll) == 6 and roll != (3, 3)),
        (3, "shows 4", lambda roll: 4 in roll),
        (3, "shows 4 once", lambda roll: roll.count(4) == 1),
        (3, "shows 4 twice", lambda roll: roll.count(4) == 2),
        (3, "shows 4 3 times", lambda roll: roll == (4, 4, 4)),
        (3, "shows 4 never", lambda roll: 4 not in roll),
        (3, "shows 4 at least twice", lambda roll: roll.count(4) >= 2),
        (3, "shows 4 at most 1 times", lambda roll: roll.count(4) <= 1),
        (3, "shows 1, 6 twice", lambda roll: sum(face in (1, 6) for face in roll) == 2),
        (3, "shows red twice", lambda roll: sum(face in (1, 6) for face in roll) == 2),
        (3, "shows prawn or crab once", lambda roll: sum(face in (2, 5) for face in roll) == 1),
        (3, "only red", lambda roll: all(face in (1, 6) for face in roll)),
        (3, "only 1-4", lambda roll: max(roll) <= 4),
        (2, "double", lambda roll: roll[0] == roll[1]),
        (3, "double", lambda roll: len(set(roll)) < 3),
        (3, "double 4", lambda roll: roll.count(4) >= 2),
        (3, "triple", lambda roll: len(set(roll)) == 1),
        (5, "triple", lambda roll: max(map(roll.count, roll)) >= 3),
        (5, "triple 2", lambda roll: roll.count(2) >= 3),
        (4, "alike", lambda roll: len(set(roll)) == 1),
        (3, "different", lambda roll: len(set(roll)) == 3),
        (1, "anything", lambda roll: True),  # noqa: ARG005
        (1, "not total 6", lambda roll: roll != (6,)),
        (2, "small", lambda roll: sum(roll) < 7),
        (3, "total 4-10 but not triple", lambda roll: 4 <= sum(roll) <= 10 and len(set(roll)) > 1),
        (3, "total 4-10 except triple", lambda roll: 4 <= sum(roll) <= 10 and len(set(roll)) > 1),
        (2, "total 7 or double", lambda roll: sum(roll) == 7 or roll[0] == roll[1]),
        (2, "double and small or total 12", lambda roll: (roll[0] == roll[1] and sum(roll) < 7) or sum(roll) == 12),
        (2, "double and (small or total 12)", lambda roll: roll[0] == roll[1] and (sum(roll) < 7 or sum(roll) == 12)),
        (3, "different and only 1, 2, 3, 4", lambda roll: len(set(roll)) == 3 and max(roll) <= 4),
        (3, "shows a and shows b", lambda roll: 2 in roll and 5 in roll),
    ],
)
def test_dice_words_name_the_rolls_that_a_person_would_count(
    count: int, text: str, holds: Callable[[Roll], bool]
) -> None:
    assert [*rolls_in(text, words(count))] == [roll for roll in dice_of(count).rolls if holds(roll)]


@pytest.mark.parametrize(
    "text, message, word",
    [
        ("totl 7", "'totl 7': 'totl' is not understood there", "totl"),
        ("total", "'total': something is missing at the end", ""),
        ("total 7 9", "'total 7 9': '9' is not understood there", "9"),
        ("total pint", "'total pint': 'pint' is not understood there", "pint"),
        ("total 7;", "'total 7;': ';' is no dice word", ""),
        ("total 9-4", "'total 9-4': 9-4 names no numbers; write the lower one first", ""),
        ("total point-9", "'total point-9': one number goes there, not 4, 5, 6, 8, 9, 10", ""),
        ("total 99999", "'total 99999': a number here is at most 10000", ""),
        ("total 999999", "'total 999999': a number here is at most 10000", ""),
        ("total a+b", "'total a+b': 'b' is not understood there", "b"),
        ("roll 1 2 3", "'roll 1 2 3': a roll has 2 faces, not 3", ""),
        ("roll red 2", "'roll red 2': one number goes there, not 1, 6", ""),
        ("shows 7", "'shows 7': a face is a number from 1 to 6, not 7", ""),
        ("shows 4 at least", "'shows 4 at least': something is missing at the end", ""),
        ("shows 4 at most thrice", "'shows 4 at most thrice': 'thrice' is not understood there", "thrice"),
        ("shows 4 2", "'shows 4 2': something is missing at the end", ""),
        ("shows fihs", "'shows fihs': 'fihs' is not understood there", "fihs"),
        ("double and", "'double and': something is missing at the end", ""),
        ("(double", "'(double': something is missing at the end", ""),
        ("", "'': something is missing at the end", ""),
    ],
)
def test_what_is_no_dice_word_is_told_with_the_word(text: str, message: str, word: str) -> None:
    with pytest.raises(WordError, match=exactly(message)) as found:
        rolls_in(text, words(2))
    assert found.value.word == word


def test_a_wrong_word_comes_with_those_that_could_stand_there() -> None:
    with pytest.raises(WordError) as found:
        rolls_in("shows fihs", words(3))
    assert {"fish", "red", "point"} <= set(found.value.known)
    with pytest.raises(WordError) as found:
        rolls_in("tripel", words(3))
    assert {"triple", "small"} <= set(found.value.known)


@pytest.mark.parametrize(
    "text, expected",
    [("4", (4,)), ("1-3", (1, 2, 3)), ("2, 4-6, 9", (2, 4, 5, 6, 9)), ("a-6", (2, 3, 4, 5, 6)), ("point", POINTS),
     ("a+1-b", (3, 4, 5)), ("4 or 6", (4, 6))],
)  # fmt: skip
def test_lists_of_numbers_are_ranges_names_and_sums(text: str, expected: tuple[int, ...]) -> None:
    assert numbers_in(text, words(2)) == expected


@pytest.mark.parametrize(
    "text, true, false",
    [
        ("a = 2", ({}, 7), None),
        ("a != 2", None, ({}, 7)),
        ("a < b", ({}, 7), None),
        ("a <= 2", ({}, 7), None),
        ("a > b", None, ({}, 7)),
        ("b >= 5", ({}, 7), None),
        ("a + 3 = b", ({}, 7), None),
        ("hits + a = 14", ({"hits": 12}, 7), ({"hits": 11}, 7)),
        ("total = 7", ({}, 7), ({}, 8)),
        ("total = came", ({"came": 6}, 6), ({"came": 6}, 8)),
        ("came is empty", ({"came": 0}, 6), ({"came": 6}, 6)),
        ("seen is empty", ({"seen": frozenset()}, 6), ({"seen": frozenset({2})}, 6)),
        ("seen is full", ({"seen": frozenset({2, 3, 4})}, 6), ({"seen": frozenset({2, 3})}, 6)),
        ("seen = 2", ({"seen": frozenset({2, 4})}, 6), ({"seen": frozenset({2})}, 6)),
        ("seen has 4", ({"seen": frozenset({4})}, 6), ({"seen": frozenset({2})}, 6)),
        ("seen has total", ({"seen": frozenset({4})}, 4), ({"seen": frozenset({4})}, 5)),
        ("not hits = 3", ({"hits": 2}, 7), ({"hits": 3}, 7)),
        ("hits = 1 or hits = 2 and a = 3", ({"hits": 1}, 7), ({"hits": 2}, 7)),
        ("(hits = 1 or hits = 2) and a = 2", ({"hits": 2}, 7), ({"hits": 3}, 7)),
    ],
)
def test_conditions_hold_and_do_not(
    text: str, true: tuple[dict[str, int], int] | None, false: tuple[dict[str, int], int] | None
) -> None:
    condition = condition_in(text, words(2))
    for case, expected in ((true, True), (false, False)):
        if case is not None:
            memory, total = case
            assert condition({**memory, "total": total}) is expected


@pytest.mark.parametrize(
    "text, message",
    [
        ("hits is full", "'hits is full': hits is no set; compare it, as in hits = 12"),
        ("seen is ful", "'seen is ful': 'is' is not understood there"),
        ("a = ", "'a = ': something is missing at the end"),
        ("a 2", "'a 2': '2' is not understood there"),
        ("hit = 2", "'hit = 2': 'hit' is not understood there"),
        ("a = 2 hits", "'a = 2 hits': 'hits' is not understood there"),
    ],
)
def test_what_is_no_condition_is_told(text: str, message: str) -> None:
    with pytest.raises(WordError, match=exactly(message)):
        condition_in(text, words(2))


@pytest.mark.parametrize(
    "text, expected",
    [
        ("set of 2-6", Remembered("set", (2, 3, 4, 5, 6))),
        ("set of point, 4", Remembered("set", POINTS)),
        ("count to 12", Remembered("count", (12,))),
        ("one of 4, 5", Remembered("one", (4, 5))),
    ],
)
def test_what_is_remembered_is_a_set_a_counter_or_one_total(text: str, expected: Remembered) -> None:
    assert remembered_in(text, words(2)) == expected


@pytest.mark.parametrize(
    "text, message",
    [
        ("sett of 2", "'sett of 2': 'sett' is not understood there"),
        ("set to 2", "'set to 2': 'to' is not understood there"),
        ("count to 2, 3", "'count to 2, 3': a counter goes to one number above 0, such as count to 12"),
        ("count to 0", "'count to 0': a counter goes to one number above 0, such as count to 12"),
    ],
)
def test_what_cannot_be_remembered_is_told(text: str, message: str) -> None:
    with pytest.raises(WordError, match=exactly(message)):
        remembered_in(text, words(2))


@pytest.mark.parametrize("text", FORMS)
def test_every_form_of_the_reference_names_some_rolls(text: str) -> None:
    count = 2 if text.startswith(("roll", "hard")) else 3
    assert len(rolls_in(text, words(count))) > 0


@pytest.mark.parametrize("text", TESTS)
def test_every_test_of_the_reference_is_a_condition(text: str) -> None:
    vocabulary = words(2)
    known = {**vocabulary.memory, "point": Remembered("one", POINTS)}
    condition_in(text, Vocabulary(vocabulary.dice, numbers={"a": (1,), "b": (2,)}, memory=known))


@pytest.mark.parametrize(
    "start, end, most, message",
    [
        ("(", ")", 50, "more than 50 brackets and nots; give parts of it a name"),
        ("not ", "", 50, "more than 50 brackets and nots; give parts of it a name"),
        ("double or ", "", 99, "a text here has at most 1000 characters, not 1006"),
    ],
)
def test_a_text_without_measure_is_refused(start: str, end: str, most: int, message: str) -> None:
    assert rolls_in(start * most + "double" + end * most, words(2))
    text = start * (most + 1) + "double" + end * (most + 1)
    with pytest.raises(WordError, match=exactly(f"{text[:40]!r}…: {message}")):
        rolls_in(text, words(2))
