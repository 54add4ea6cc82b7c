"""`dicehouse dice`."""

import json
import random
from pathlib import Path

import pytest

from tests.commands import dicehouse


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    chance = random.Random(4)
    file = tmp_path / "results.csv"
    rows = (f"{'-'.join(str(chance.randint(1, 6)) for _ in range(3))},T{i % 2}" for i in range(400))
    file.write_text("dice,tumbler\n" + "\n".join(rows) + "\n")
    return file


def test_fair_dice_are_told_so_with_what_the_record_could_have_shown(fair: Path) -> None:
    said = dicehouse("dice", str(fair), "--by", "tumbler")
    assert said.status == 0
    assert "Nothing in this record speaks against fair dice." in said.out
    assert "tumbler T1: 200 rolls" in said.out
    assert "1.0% oftener would take 367126 rolls" in said.out


def test_odd_dice_end_with_status_1_and_the_oddest_test(tmp_path: Path) -> None:
    file = tmp_path / "odd.txt"
    file.write_text("6 6 6\n1 1 6\n" * 40)
    said = dicehouse("dice", str(file))
    assert said.status == 1
    assert "Not as fair dice fall" in said.out
    assert "below 0.01%" in said.out


def test_json_says_all_of_it(fair: Path) -> None:
    found = dicehouse("dice", str(fair), "--json").data
    assert (found["rolls"], found["dice"], found["fair"], found["odd"]) == (400, 3, True, [])
    assert {it["test"] for it in found["groups"][0]["tests"]} >= {"faces", "runs", "sequential"}
    assert found["power"]["rolls_to_see_it"] == 367126


def test_lines_that_are_no_rolls_are_told_and_counted(fair: Path) -> None:
    fair.write_text(fair.read_text() + "9-9-9,T1\n" * 12)
    said = dicehouse("dice", str(fair), "--by", "dealer")
    assert "line 402: '9-9-9' is not two or three faces from 1 to 6" in said.err
    assert "and 2 more lines that are no rolls" in said.err
    assert "12 lines were no rolls and were not judged." in said.out
    assert len(json.loads(dicehouse("dice", str(fair), "--json").out)["bad_lines"]) == 12


def test_a_part_too_small_to_test_says_so(fair: Path) -> None:
    fair.write_text(fair.read_text() + "1-2-3,T7\n")
    assert "fewer than 30 rolls" in dicehouse("dice", str(fair), "--by", "tumbler").out


def test_a_short_record_and_a_missing_one_are_refused(tmp_path: Path) -> None:
    said = dicehouse("dice", "-", stdin=b"1 2 3\n")
    assert said.mistake == "-: 1 rolls are fewer than 30; give a longer record"
    assert "does not exist" in dicehouse("dice", str(tmp_path / "none.csv")).mistake
