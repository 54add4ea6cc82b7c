"""Records of results as people have them, and lines that are none."""

import pytest

from dicehouse.fairness import Record, Rolled, read

WAYS = ["1 4 5", "1-4-5", "145", '{"dice": [1, 4, 5]}', '{"dice": "145"}', '{"die1": 1, "die2": 4, "die3": "5"}']


@pytest.mark.parametrize("line", WAYS)
def test_a_roll_may_be_written_in_many_ways(line: str) -> None:
    assert read([line]).rolls == [Rolled((1, 4, 5))]


def test_columns_say_who_rolled_and_where() -> None:
    found = read(["\ufeffRound,Dice,Dealer,Tumbler", '7,"1,4,5",17,T1', "", "8,2-2-2,18,T2"])
    assert found.rolls == [Rolled((1, 4, 5), ("T1", "17", "")), Rolled((2, 2, 2), ("T2", "18", ""))]
    assert read(["die_1,die_2,table", "6,1,7"]).rolls == [Rolled((6, 1), ("", "", "7"))]


@pytest.mark.parametrize(
    "line, said",
    [
        ("7 1 1", "'7 1 1' is not two or three faces from 1 to 6"),
        ("1", "'1' is not two or three faces"),
        ("1 2 3 4", "is not two or three faces"),
        ("x" * 99, "'" + "x" * 37 + "...' is not"),
        ("{", "this is not JSON"),
        ('{"total": 9}', "'' is not two or three faces"),
        ("1 2", "2 dice, and the first roll has 3"),
    ],
)
def test_a_line_that_is_no_roll_is_told_with_its_number(line: str, said: str) -> None:
    (bad,) = read(["1 1 1", line, "2 2 2"]).bad
    assert bad.line == 2
    assert said in bad.said


def test_a_row_with_too_few_columns_is_told() -> None:
    (bad,) = read(["dice,tumbler", "1-1-1"]).bad
    assert bad.said == "1 columns, and the header has 2"


def test_a_record_without_rolls_has_no_dice() -> None:
    assert Record().dice == 0
