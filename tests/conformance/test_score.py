"""What agrees, what differs, what is left out, and what is known to differ."""

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dicehouse.conformance import Came, Case, Engine, Known, Played, Score, cases, head, play, read_known
from dicehouse.conformance.cases import Ending, Refusal, Step, _part
from dicehouse.conformance.score import agrees, due, told
from dicehouse.money import Cents

WON = {"id": "w1", "result": "win", "winnings": "10.00", "returned": "20.00"}
ENDING = Ending("w1", "win", "10.00", "20.00")
PLACED = Step({"place": "w1", "wager": "small", "stake": "10.00"}, ())
ROLLED = Step({"roll": [1, 2, 3]}, (ENDING,))
CASE = Case("macau-sicbo", "small", "small", ("2.1",), "1.00", (PLACED, ROLLED))


@pytest.mark.parametrize(
    "answer, same",
    [
        ({"decided": [WON]}, True),
        ({"decided": [{**WON, "clauses": ["1"], "stake": "10.00"}]}, True),
        ({"decided": []}, False),
        ({"decided": [WON, WON]}, False),
        ({"decided": [{**WON, "winnings": "10.01"}]}, False),
        ({"decided": [{**WON, "returned": "10.00"}]}, False),
        ({"decided": [{**WON, "result": "push"}]}, False),
        ({"decided": [{**WON, "id": "w2"}]}, False),
        ({"decided": ["w1"]}, False),
        ({"decided": "w1"}, False),
        ({"refused": {"clause": "2.1"}}, False),
        ({}, False),
    ],
)
def test_what_is_decided_agrees_to_the_cent(answer: dict[str, Any], *, same: bool) -> None:
    assert agrees((ENDING,), answer) is same


@pytest.mark.parametrize(
    "clause, answer, same",
    [
        ("2.1", {"refused": {"clause": "2.1"}}, True),
        ("2.1", {"refused": {"clause": "2.2"}}, False),
        ("2.1", {"refused": {"message": "no"}}, True),
        ("2.1", {"refused": "no"}, True),
        (None, {"refused": {"clause": "9"}}, True),
        ("2.1", {"decided": []}, False),
        (None, {"refused": None}, False),
    ],
)
def test_a_refusal_agrees_by_its_clause_where_the_engine_names_one(
    clause: str | None, answer: dict[str, Any], *, same: bool
) -> None:
    assert agrees(Refusal(clause), answer) is same


def against(folder: Path, *answers: str) -> Played:
    """The case above against an engine that says these lines and nothing else."""
    file = folder / "engine.py"
    file.write_text(
        f"import sys\nfor line in {list(answers)!r}:\n    sys.stdin.readline()\n    print(line, flush=True)\n"
    )
    with Engine(f"{sys.executable} '{file}'") as engine:
        return play(CASE, engine)


OPENED = '{"decided": []}'
IS_WON = '{"decided": [{"id": "w1", "result": "win", "winnings": "10.00", "returned": "20.00"}]}'


def test_a_case_agrees_when_every_answer_does(tmp_path: Path) -> None:
    assert against(tmp_path, OPENED, OPENED, IS_WON) == Played(CASE, Came.AGREES)


def test_a_case_differs_at_the_first_answer_that_is_not_due(tmp_path: Path) -> None:
    came = against(tmp_path, OPENED, IS_WON, OPENED)
    assert (came.came, came.at) == (Came.DIFFERS, PLACED.command)
    assert (came.due, came.got) == ("nothing decided", "w1 win, winnings 10.00, returned 20.00")


def test_an_engine_that_cannot_open_a_layout_differs(tmp_path: Path) -> None:
    came = against(tmp_path, '{"refused": {"message": "no such game"}}', OPENED, IS_WON)
    assert (came.came, came.at) == (Came.DIFFERS, {"open": "macau-sicbo", "chip": "1.00"})
    assert (came.due, came.got) == ("a new layout", "refused: no such game")


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_case_is_left_out_where_any_command_is_unsupported(at: int, tmp_path: Path) -> None:
    answers = [OPENED, OPENED, IS_WON]
    answers[at] = '{"unsupported": "no Small"}'
    came = against(tmp_path, *answers)
    assert (came.came, came.got) == (Came.UNSUPPORTED, "no Small")


@pytest.mark.parametrize(
    "answer, words",
    [
        ({"refused": {"clause": "2.1", "message": "too late"}}, "refused by 2.1: too late"),
        ({"refused": {"clause": "2.1"}}, "refused by 2.1"),
        ({"refused": "no"}, "refused"),
        ({"decided": []}, "nothing decided"),
        ({"decided": ["w1"]}, "w1"),
        ({"won": 1}, "an answer without decided, refused or unsupported: {'won': 1}"),
    ],
)
def test_an_answer_is_told_as_a_person_reads_it(answer: dict[str, Any], words: str) -> None:
    assert told(answer) == words


def test_what_is_due_is_told_as_a_person_reads_it() -> None:
    assert due(Refusal("2.1")) == "refused by 2.1"
    assert due(Refusal()) == "refused"
    assert due(()) == "nothing decided"
    assert due((ENDING,)) == "w1 win, winnings 10.00, returned 20.00"


def test_the_score_is_of_the_cases_that_were_compared() -> None:
    known = Known("macau-*", ("sm*",), "it pays less")
    score = Score("macau-sicbo", [Known("strip-craps", ("small",), "no"), known])
    other = Case("macau-sicbo", "big", "big", ("2.2",), "1.00", ())
    for played in (
        Played(CASE, Came.AGREES),
        Played(CASE, Came.DIFFERS, due="a", got="b"),
        Played(other, Came.DIFFERS, due="a", got="b"),
        Played(other, Came.UNSUPPORTED, got="no Big"),
    ):
        score.add(played)
    assert (score.cases, score.compared, score.agreed) == (4, 3, Fraction(1, 3))
    assert [it.case.title for it in score.differences] == ["big"]
    assert known.shown == ["small"]
    assert score.unsupported == {"no Big": 1}
    assert Score("macau-sicbo").agreed == 0


@pytest.mark.parametrize(
    "text, said",
    [
        ("x = 1", r"it has \[\[difference\]\] entries and nothing else"),
        ("difference = 1", r"it has \[\[difference\]\] entries and nothing else"),
        ("difference = [1]", "difference 1: it needs rulebook, cases and why, and nothing else"),
        ('[[difference]]\nrulebook = "a"\ncases = "b"', "difference 1: it needs rulebook, cases and why"),
        ('[[difference]]\nrulebook = "a"\ncases = [1]\nwhy = "c"', "rulebook, cases and why are texts"),
        ('[[difference]]\nrulebook = "a"\ncases = "b"\nwhy = ""', "rulebook, cases and why are texts"),
        ("difference", "this is not TOML"),
    ],
)
def test_a_file_of_known_differences_that_says_something_else_is_refused(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "known.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=said):
        read_known(file)


def test_known_differences_are_read_with_one_pattern_or_several(tmp_path: Path) -> None:
    file = tmp_path / "known.toml"
    file.write_text(
        '[[difference]]\nrulebook = "a"\ncases = "b *"\nwhy = "c"\n'
        '[[difference]]\nrulebook = "*"\ncases = ["d", "e"]\nwhy = "f"\n'
    )
    assert read_known(file) == [Known("a", ("b *",), "c"), Known("*", ("d", "e"), "f")]


def test_a_wager_that_one_roll_decides_is_placed_anew_for_each_of_the_outcomes() -> None:
    case = next(it for it in cases("under-over-seven") if it.wager == "seven")
    assert head("under-over-seven").wagers["seven"] == {"name": "Seven", "clause": "3"}
    assert len(case.steps) == 72
    rolled = {tuple(it.command["roll"]): it.expected for it in case.steps if "roll" in it.command}
    assert rolled[3, 4] == (Ending("w1", "win", "40.00", "50.00"),)
    assert rolled[3, 3] == (Ending("w1", "lose", "0.00", "0.00"),)
    assert len(rolled) == 36


def test_a_pack_with_a_price_of_less_than_a_cent_is_refused() -> None:
    with pytest.raises(ValueError, match=r"1/3 of 1\.00 is not whole cents"):
        _part(Cents(100), "1/3")
