"""Explanations: every sentence is true of its dice, cites its clause and is one sentence."""

import re
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
import pytest

from dicehouse.layout import Ended, Layout, PlacedWager
from dicehouse.money import Cents, cents
from dicehouse.rulebooks import BUILT_IN, Rulebook, load
from dicehouse.rulebooks.readings import readings_of, shown
from dicehouse.table.bets import Settled
from dicehouse.table.explain import round_in_words, told, why
from dicehouse.table.judge import APPLIERS
from dicehouse.table.orders import Event
from dicehouse.table.sentences import SENTENCES
from dicehouse.table.settlement import LosersCollected, WagersForfeited, WagersTakenBack, WinnersPaid
from dicehouse.wager import Decision, Wager
from tests.croupier import NOON, Croupier, happened

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
SYMBOLS = ("fish", "prawn", "gourd", "coin", "crab", "chicken")
COLOUR = {1: "red", 6: "red", 2: "green", 5: "green", 3: "blue", 4: "blue"}
STAKE = 2_000
"""In units of four chips and of five."""
AMOUNT = re.compile(r"(?<![\d$.,])\d+\.\d\d(?![\d.])")
"""Money as programs write it, which people do not read."""


def settled(wager: str, result: str, state: str = "", winnings: int = 0, returned: int = 0, *clauses: str) -> Settled:
    return Settled(
        bet="w1", seat=1, wager=wager, result=result, stake=STAKE, winnings=winnings, returned=returned,
        clauses=clauses, state=state,
    )  # fmt: skip


def decided(book: Rulebook, wager: Wager, state: str, dice: Sequence[int]) -> Settled | None:
    """What a layout makes of a wager that stands in a state when the dice fall."""
    number = wager.rules.number(state)
    step = wager.rules.steps[number][book.dice.index(dice)]
    if not isinstance(step, Decision):
        return None
    standing = PlacedWager(
        "w1", wager, wager.id, Cents(STAKE), Cents(0), number, wager.rules.steps[number], can_be_off=False
    )
    it = Layout(book).ended(standing, step)
    return settled(it.wager, it.result, state, it.winnings, it.returned, *it.clauses)


def explained(case: str) -> str:
    """The sentence for a rulebook, a wager, where it stood, the dice, and a reading if it is not as shipped."""
    rulebook, wager, state, dice, *readings = case.split()
    book = load(rulebook, dict(it.split("=") for it in readings))
    roll = [int(face) for face in dice.split("-")]
    it = decided(book, book.wagers[wager], state, roll)
    assert it is not None, f"{wager} at {state} is not decided by {dice}"
    return why(book, it, roll)


def sentences(text: str) -> list[object]:
    """Cases with the sentence that each must give, indented below it."""
    cases: dict[str, list[str]] = {}
    lines = [it.removeprefix("    ") for it in text.splitlines() if it.strip()]
    for line in lines:
        if line.startswith(" "):
            cases[next(reversed(cases))].append(line.strip())
        else:
            cases[line] = []
    return [pytest.param(case, " ".join(said), id=case) for case, said in cases.items()]


# --- how it reads


@pytest.mark.parametrize(
    "case, sentence",
    sentences("""
    star-sicbo-2024 double-4 open 1-4-6
        Double 4 lost: one 4 showed; two are needed (3.2.4)
    star-sicbo-2024 double-4 open 4-4-6
        Double 4 won $220 at 11 to 1: two 4s showed (3.2.4)
    star-sicbo-2024 small open 1-2-5
        Small won $20: the total was 8 (3.2.1.1)
    star-sicbo-2024 small open 2-2-2
        Small lost: the dice were a triple (3.2.1.2)
    star-sicbo-2024 small open 4-4-5
        Small lost: the total was 13; 4 to 10 is needed (3.2.1.2)
    star-sicbo-2024 odd open 1-3-4
        Odd lost: the total was 8, which is even (3.3.1.2)
    star-sicbo-2024 single-5 open 1-5-5
        Single 5 won $40 at 2 to 1: two 5s showed (3.2.8)
    star-sicbo-2024 single-5 open 1-2-2
        Single 5 lost: no 5 showed; one is needed (3.2.8)
    star-sicbo-2024 any-triple open 1-2-2
        Any Triple lost: the dice were no triple (3.2.5)
    star-sicbo-2024 any-triple open 2-2-2
        Any Triple won $620 at 31 to 1: all three dice showed 2 (3.2.5)
    star-sicbo-2024 total-9 open 1-2-2
        Total 9 lost: the total was 5; 9 is needed (3.2.6)
    star-sicbo-2024 pair-1-2 open 1-2-2
        Pair 1 and 2 won $120 at 6 to 1: one 1 and two 2s showed (3.2.7)
    star-sicbo-2024 pair-1-2 open 2-2-5
        Pair 1 and 2 lost: two 2s but no 1 showed (3.2.7)
    star-sicbo-2024 pair-1-2 open 1-4-5
        Pair 1 and 2 lost: one 1 but no 2 showed (3.2.7)
    star-sicbo-2024 pair-1-2 open 3-4-5
        Pair 1 and 2 lost: neither 1 nor 2 showed (3.2.7)
    star-sicbo-2024 four-1-2-3-4 open 1-2-4
        Four 1 2 3 4 won $140 at 7 to 1: 1, 2 and 4 showed, each one of the four (3.3.3)
    star-sicbo-2024 four-1-2-3-4 open 1-2-2
        Four 1 2 3 4 lost: 2 showed twice; three different numbers are needed (3.3.3)
    star-sicbo-2024 four-1-2-3-4 open 1-5-6
        Four 1 2 3 4 lost: 5 and 6 are not of the four (3.3.3)
    star-sicbo-2024 four-1-2-3-4 open 1-2-6
        Four 1 2 3 4 lost: 6 is not one of the four (3.3.3)
    star-sicbo-2024 streak-small-big small_6 5-5-6
        Super Streak Small or Big won $300 at 15 to 1: the run of Small was six long when Big came (6.4.2)
    star-sicbo-2024 streak-small-big small_2 5-5-6
        Super Streak Small or Big lost: the run of Small was two long when Big came; four in a row are needed
        (6.4.1)
    star-sicbo-2024 streak-odd-even odd_0 1-1-2
        Super Streak Odd or Even lost: no Odd had followed when Even came; four in a row are needed (6.4.1)
    star-sicbo-2024 streak-odd-even odd_11 1-2-2
        Super Streak Odd or Even won $10,000 at 500 to 1: the run of Odd was twelve long, the longest there
        is (6.4.2)
    crown-sicbo-a small open 1-1-3
        Small won $20: the total was 5 (3.7.1)
    crown-sicbo-b symbol-fish open 1-1-3
        Fish won $40 at 2 to 1: two fish showed (3.14.2)
    crown-sicbo-b symbol-triple-prawn open 2-2-3
        Triple Prawn lost: two prawns showed; three are needed (3.9.3)
    crown-sicbo-b any-symbol-triple open 5-5-5
        Any Symbol Triple won $620 at 31 to 1: all three dice showed crab (3.11.2)
    crown-sicbo-b colour-red open 2-3-4
        Red lost: no die was red; one is needed (3.15)
    crown-sicbo-b colour-double-red open 1-3-4
        Double Red lost: one die was red; two are needed (3.10.3)
    crown-sicbo-b colour-triple-red open 1-1-6
        Triple Red won $460 at 23 to 1: three dice were red (3.9.2(b))
    crown-sicbo-b any-colour-triple open 1-2-6
        Any Colour Triple lost: the dice showed two colours; one is needed (3.11.4)
    crown-sicbo-b any-colour-triple open 3-3-4
        Any Colour Triple won $140 at 7 to 1: all three dice were blue (3.11.3)
    aruze-sicbo single-2 open 2-2-5
        Any Number 2 won $40 at 2 to 1: two 2s showed (3.9.8)
    star-craps win-line waiting 5-6
        Win Line won $20: the come-out was 11 (6.1.1.1.1)
    star-craps win-line point_6 2-4
        Win Line won $20: the point 6 was made (6.1.1.1.2)
    star-craps win-line point_6 3-4
        Win Line lost: 7 came before the point 6 (6.1.1.2.2)
    star-craps dont-win waiting 1-1
        Don't Win went back: a 2 on the come-out decides nothing (6.1.2.3)
    star-craps come waiting 1-1
        Come lost: 2 came before it had a point (6.1.3.2.1)
    star-craps dont-come waiting 1-1
        Don't Come went back: a 2 before it has a point decides nothing (6.1.4.3)
    star-craps behind-come point_8 3-5
        Behind the Come won $24 at 6 to 5: its point 8 was made (6.1.7.2)
    star-craps place-win-6 up 2-4
        Place to Win 6 won $24 at 7 to 6, rounded up to chips: 6 came (6.1.10.1)
    star-craps lay-6 up 2-4
        Lay 6 lost: 6 came; 7 was needed first (6.1.11.2)
    star-craps hard-6 up 2-4
        Hard 6 lost: 6 came the easy way, 2 and 4 (6.1.9)
    star-craps hard-6 up 3-4
        Hard 6 lost: 7 came; 6 the hard way was needed first (6.1.9)
    star-craps big-8 up 3-4
        Big 8 lost: 7 came; 8 was needed first (6.1.20)
    star-craps field open 3-4
        Field lost: the roll was 7; 2 to 4 or 9 to 12 is needed (6.1.17)
    star-craps horn open 6-6
        Horn won $165 at 33 to 1 on 1/4 of the stake: the roll was 12; the rest of it lost (6.1.21)
    star-craps horn-high-12 open 6-6
        Horn High 12 won $264 at 33 to 1 on 2/5 of the stake: the roll was 12; the rest of it lost
        (6.1.22.2)
    """),
)
@pytest.mark.clause(
    "star-sicbo-2024", "3.2.4", "3.2.1.1", "3.2.1.2", "3.2.8", "3.2.5", "3.2.6", "3.2.7", "3.3.3", "6.4.1", "6.4.2"
)
@pytest.mark.clause("crown-sicbo", "3.7.1", "3.14.2", "3.9.3", "3.11.2", "3.15", "3.10.3", "3.11.3", "3.11.4")
@pytest.mark.clause("aruze-sicbo", "3.9.8")
@pytest.mark.clause(
    "star-craps", "6.1.1.1.1", "6.1.1.1.2", "6.1.1.2.2", "6.1.2.3", "6.1.4.3", "6.1.9", "6.1.17", "6.1.21", "6.1.22.2"
)
def test_a_decided_wager_is_explained_in_one_sentence(case: str, sentence: str) -> None:
    assert explained(case) == sentence


@pytest.mark.parametrize(
    "case, sentence",
    sentences("""
    star-sicbo-2024 even open 2-2-6 even_totals=printed
        Even lost: the total was 10; 4, 6, 8, 12, 14, 16 or 18 is needed (3.3.2.2)
    star-sicbo-2024 even open 6-6-6 even_totals=printed
        Even won $20: the total was 18 (3.3.2.1)
    star-sicbo-2024 even open 4-4-4 even_totals=printed
        Even lost: the dice were a triple (3.3.2.2)
    star-sicbo-2024 streak-odd-even odd_5 2-2-6 even_totals=printed
        Super Streak Odd or Even won $200 at 10 to 1: the run of Odd was five long when a 10 came, which is
        on neither side (6.4.2)
    star-sicbo-2024 double-4 open 4-4-4 double_on_triple=loses
        Double 4 lost: three 4s showed; exactly two are needed (3.2.4)
    star-sicbo-2024 four-1-2-3-4 open 2-2-2 four_numbers=drawn_from_four
        Four 1 2 3 4 won $140 at 7 to 1: 2 showed, which is one of the four (3.3.3)
    star-sicbo-2024 total-9 open 3-3-3 total_by_triple=loses
        Total 9 lost: the total was 9, and a triple made it (3.2.6)
    star-sicbo-2024 pair-1-2 open 1-2-2 pair_pays=each_pair
        Pair 1 and 2 won $240 at 12 to 1: one 1 and two 2s showed (3.2.7)
    star-sicbo-2024 streak-small-big small_4 1-1-1 streak_triples=end
        Super Streak Small or Big won $120 at 6 to 1: the run of Small was four long when a triple came
        (6.4.2)
    star-sicbo-2024 streak-small-big big_12 5-5-6 streak_twelve=thirteen_loses
        Super Streak Small or Big lost: the run of Big went on past twelve, the longest there is (6.4.1)
    crown-sicbo-b colour-red open 1-1-3 colour_counts=exact
        Red lost: two dice were red; exactly one is needed (3.15)
    crown-sicbo-b small open 1-1-6 option_b_triple=colour
        Small lost: all three dice were red (3.7.2)
    crown-sicbo-b colour-triple-red open 1-1-1 symbol_triple_is_colour_triple=false
        Triple Red lost: all three red dice showed fish, a triple of its own (3.9.3)
    crown-sicbo-b any-colour-triple open 1-1-1 symbol_triple_is_colour_triple=false
        Any Colour Triple lost: all three red dice showed fish, a triple of its own (3.11.4)
    star-craps horn open 5-6 horn=all_returned
        Horn won $80 at 16 to 1 on 1/4 of the stake: the roll was 11; the stake came back whole (6.1.21)
    star-craps crap-eleven open 5-6 crap_eleven=all_paid
        Crap-Eleven won $320 at 16 to 1: the roll was 11 (6.1.23)
    star-craps hard-6 after_seven 2-4 hardways=either_before
        Hard 6 lost: 6 came the easy way, 2 and 4, and 7 before it (6.1.9)
    star-craps place-win-6 up 2-4 chip_rounding=down
        Place to Win 6 won $23 at 7 to 6, rounded down to chips: 6 came (6.1.10.1)
    star-craps place-win-6 up 2-4 chip_rounding=exact
        Place to Win 6 won $23.34 at 7 to 6, rounded up to the cent: 6 came (6.1.10.1)
    """),
)
def test_the_words_follow_the_reading_in_force(case: str, sentence: str) -> None:
    assert explained(case) == sentence


SHORT = "Super Streak Small or Big {}: {} ({})"
FOUR = "; four in a row are needed"


@pytest.mark.parametrize(
    "it, because, sentence",
    [
        (
            settled("small", "removed", "", 0, 2_000, "3.2.1", "3.11"),
            "removed",
            "Small came down: $20 went back to its player (3.11)",
        ),
        (
            settled("small", "removed", "", 0, 2_000, "9.16"),
            "the chips were a child's",
            "Small came down: $20 went back to its player; the chips were a child's (9.16)",
        ),
        (settled("small", "void", "", 0, 2_000, "8.6", "8.1"), "", "Small went back: the round had no result (8.1)"),
        (settled("small", "void", "", 0, 2_000, "8.6", "8.1"), "cocked dice", "Small went back: cocked dice (8.1)"),
        (settled("small", "void", "", 0, 2_000, "9.8.1"), "", "Small went back: it was declared void (9.8.1)"),
        (settled("small", "void", "", 0, 2_000), "", "Small went back: it was declared void (3.2.1)"),
        (
            settled("small", "void", "open", 0, 2_000, "3.2.1", "8.14.2"),
            "",
            "Small went back: it was not a valid wager, so it can win nothing (8.14.2)",
        ),
        (
            settled("small", "forfeit", "", 0, 0, "9.10"),
            "",
            "Small was forfeited: its $20 went to the house (9.10)",
        ),
        (
            settled("small", "forfeit", "", 0, 0, "9.10"),
            "it was made with a device",
            "Small was forfeited: its $20 went to the house; it was made with a device (9.10)",
        ),
        (
            settled("streak-small-big", "win", "small_5", 20_000, 22_000, "6.3", "6.4.2", "7.2[5 in a row]", "8.7.1"),
            "",
            SHORT.format("won $200 at 10 to 1", "the run of Small was five long when the equipment failed", "8.7.1"),
        ),
        (
            settled("streak-small-big", "lose", "small_0", 0, 0, "6.3", "6.4.1", "6.6"),
            "",
            SHORT.format("lost", f"no Small had followed when the table was about to close{FOUR}", "6.6"),
        ),
        (
            settled("streak-small-big", "void", "small_3", 0, 2_000, "6.3", "6.4.1", "8.7.1"),
            "",
            SHORT.format("went back", f"the run of Small was three long when the equipment failed{FOUR}", "8.7.1"),
        ),
    ],
)
@pytest.mark.clause("star-sicbo-2024", "3.11", "8.6", "8.7.1", "8.14.2", "9.10", "9.16", "6.6")
def test_a_wager_that_ended_otherwise_is_explained_too(it: Settled, because: str, sentence: str) -> None:
    assert why(load("star-sicbo-2024"), it, (1, 2, 5), because) == sentence


@pytest.mark.clause("star-sicbo-2024", "8.7.1")
def test_a_streak_without_a_side_can_be_cut_short() -> None:
    book = load("star-sicbo-2024", {"streak_side": "first_result"})
    it = settled("streak-odd-even", "lose", "open", 0, 0, "6.3", "8.7.1")
    said = "no run had begun when the equipment failed; four in a row are needed (8.7.1)"
    assert why(book, it, (1, 1, 1)) == f"Super Streak Odd or Even lost: {said}"


@pytest.mark.clause("star-craps", "6.6")
def test_a_behind_wager_that_slept_says_so() -> None:
    it = settled("behind-come", "push", "point_6", 0, 2_000, "6.1.7", "6.6")
    said = "Behind the Come went back: it was Off when the Come in front of it was decided (6.6)"
    assert why(load("star-craps"), it, (3, 4)) == said


def test_dice_that_decide_nothing_are_no_explanation() -> None:
    it = settled("win-line", "win", "point_6", 2_000, 4_000, "6.1.1")
    with pytest.raises(ValueError, match=r"w1: win-line at point_6 is not decided by \[1, 2\]; give the dice"):
        why(load("star-craps"), it, (1, 2))


# --- every wager, every state, every outcome, every reading: what the sentence claims is checked against the dice

Claim = Callable[[re.Match[str], tuple[int, ...], str], bool]
"""Whether what was matched is true of the dice, for a wager that stood in a state."""

N = "|".join(NUMBERS)


def _needs(shown: int, said: re.Match[str], group: int) -> bool:
    """Too few, or with "exactly" another number; without the words nothing is claimed."""
    if said[group] is None:
        return True
    needed = NUMBERS.index(said[group])
    return shown != needed if said[group - 1] else shown < needed


def _faces(said: re.Match[str], dice: tuple[int, ...], _: str) -> bool:
    name = said[2].removesuffix("s") if said[2] != "fish" else "fish"
    face = SYMBOLS.index(name) + 1 if name in SYMBOLS else int(name)
    shown = NUMBERS.index(said[1])
    plural = said[2].endswith("s") or name == "fish"
    return dice.count(face) == shown and (plural or shown < 2) and _needs(shown, said, 4)


def _dice_of_colour(said: re.Match[str], dice: tuple[int, ...], _: str) -> bool:
    shown = NUMBERS.index(said[1])
    return sum(COLOUR[face] == said[2] for face in dice) == shown and _needs(shown, said, 4)


def _total_needed(said: re.Match[str], dice: tuple[int, ...], _: str) -> bool:
    numbers: set[int] = set()
    for part in re.split(", | or ", said[2]):
        low, _, high = part.partition(" to ")
        numbers |= set(range(int(low), int(high or low) + 1))
    return sum(dice) == int(said[1]) and sum(dice) not in numbers


def _two_counts(said: re.Match[str], dice: tuple[int, ...], _: str) -> bool:
    return all(dice.count(int(said[it + 1])) == NUMBERS.index(said[it]) > 0 for it in (1, 3))


def _listed(text: str) -> set[int]:
    return set(map(int, re.split(", | and ", text)))


def _run(said: re.Match[str], dice: tuple[int, ...], state: str) -> bool:
    return state == f"{said[1].lower()}_{NUMBERS.index(said[2]) if said[2] != 'none' else 0}" and _fell(said[3], dice)


def _fell(came: str, dice: tuple[int, ...]) -> bool:
    """Whether this side came up; a triple is on none."""
    total, triple = sum(dice), len(set(dice)) == 1
    if came == "a triple came":
        return triple
    if neither := re.fullmatch(r"a (\d+) came, which is on neither side", came):
        return total == int(neither[1]) == 10 and not triple
    sides = {"Small": total <= 10, "Big": total > 10, "Odd": total % 2 == 1, "Even": total % 2 == 0}
    return sides[came.removesuffix(" came")] and not triple


CLAIMS: Mapping[str, Claim] = {
    r"the (?:total|roll) was (\d+)": lambda said, dice, _: sum(dice) == int(said[1]),
    r"the (?:total|roll) was (\d+), which is (odd|even)": lambda said, dice, _: (
        sum(dice) == int(said[1]) and (sum(dice) % 2 == 1) == (said[2] == "odd")
    ),
    r"the (?:total|roll) was (\d+), which is on neither side": lambda said, dice, _: sum(dice) == int(said[1]) == 10,
    r"the (?:total|roll) was (\d+), and a triple made it": lambda said, dice, _: (
        sum(dice) == int(said[1]) and len(set(dice)) == 1
    ),
    r"the (?:total|roll) was (\d+); (.+) is needed": _total_needed,
    r"the roll was (\d+); (?:the rest of it lost|the stake came back whole)": lambda said, dice, _: (
        sum(dice) == int(said[1])
    ),
    r"the dice were a triple": lambda _, dice, __: len(set(dice)) == 1,
    r"the dice were no triple": lambda _, dice, __: len(set(dice)) > 1,
    rf"({N}) (\w+) showed(?:; (exactly )?({N}) (?:is|are) needed)?": _faces,
    rf"({N}) (?:die|dice) (?:was|were) (\w+)(?:; (exactly )?({N}) (?:is|are) needed)?": _dice_of_colour,
    r"all three dice showed (\w+)": lambda said, dice, _: (
        len(set(dice)) == 1 and said[1] in {str(dice[0]), SYMBOLS[dice[0] - 1]}
    ),
    r"all three dice were (\w+)": lambda said, dice, _: {COLOUR[face] for face in dice} == {said[1]},
    r"all three (\w+) dice showed (\w+), a triple of its own": lambda said, dice, _: (
        {COLOUR[face] for face in dice} == {said[1]} and {SYMBOLS[face - 1] for face in dice} == {said[2]}
    ),
    rf"the dice showed ({N}) colours; one is needed": lambda said, dice, _: (
        len({COLOUR[face] for face in dice}) == NUMBERS.index(said[1]) > 1
    ),
    rf"({N}) (\d)s? and ({N}) (\d)s? showed": _two_counts,
    rf"({N}) (\d)s? but no (\d) showed": lambda said, dice, _: (
        dice.count(int(said[2])) == NUMBERS.index(said[1]) > 0 and int(said[3]) not in dice
    ),
    r"neither (\d) nor (\d) showed": lambda said, dice, _: not {int(said[1]), int(said[2])} & set(dice),
    r"(\d(?:, \d)* and \d) showed, each one of the four": lambda said, dice, _: _listed(said[1]) == set(dice),
    r"(\d) showed, which is one of the four": lambda said, dice, _: set(dice) == {int(said[1])},
    r"(\d(?:, \d)*(?: and \d)?) (?:is not one|are not) of the four": lambda said, dice, _: (
        _listed(said[1]) <= set(dice)
    ),
    r"(\d) showed (twice|three times); three different numbers are needed": lambda said, dice, _: (
        dice.count(int(said[1])) == {"twice": 2, "three times": 3}[said[2]]
    ),
    rf"the run of (\w+) was ({N}) long when (.+?)(?:; four in a row are needed)?": _run,
    r"no (\w+) had followed when (.+); four in a row are needed": lambda said, dice, state: (
        state == f"{said[1].lower()}_0" and _fell(said[2], dice)
    ),
    r"the run of (\w+) was twelve long, the longest there is": lambda said, dice, state: (
        state == f"{said[1].lower()}_11" and (_fell(said[1], dice) or len(set(dice)) == 1)
    ),
    r"the run of (\w+) went on past twelve, the longest there is": lambda said, dice, state: (
        state == f"{said[1].lower()}_12" and (_fell(said[1], dice) or len(set(dice)) == 1)
    ),
    r"the come-out was (\d+)": lambda said, dice, state: sum(dice) == int(said[1]) and state == "waiting",
    r"a (2) (?:on the come-out|before it has a point) decides nothing": lambda said, dice, state: (
        sum(dice) == int(said[1]) and state == "waiting"
    ),
    r"(\d+) came before it had a point": lambda said, dice, state: sum(dice) == int(said[1]) and state == "waiting",
    r"(?:the|its) point (\d+) was made": lambda said, dice, state: state == f"point_{sum(dice)}" == f"point_{said[1]}",
    r"7 came before (?:the|its) point (\d+)": lambda said, dice, state: sum(dice) == 7 and state == f"point_{said[1]}",
    r"(\d+) came(?:; (\d+) was needed first)?": lambda said, dice, _: sum(dice) == int(said[1]) != int(said[2] or 0),
    r"(\d+) came the hard way, (\d) and (\d)": lambda said, dice, _: (
        sorted(dice) == [int(said[2]), int(said[3])] == [int(said[1]) // 2] * 2
    ),
    r"(\d+) came the easy way, (\d) and (\d)(, and 7 before it)?": lambda said, dice, state: (
        sum(dice) == int(said[1])
        and sorted(dice) == [int(said[2]), int(said[3])]
        and said[2] != said[3]
        and (state == "after_seven") == bool(said[4])
    ),
    r"7 came; \d+ the hard way was needed first": lambda _, dice, state: sum(dice) == 7 and state == "up",
    r"7 came, and \d+ the easy way before it": lambda _, dice, state: sum(dice) == 7 and state == "after_easy",
}
"""Every form of a reason, and what makes it true."""

SENTENCE = re.compile(
    r"(?P<name>[^:]+) (?:(?P<lost>lost)|(?P<back>went back)|won \$(?P<won>[\d,]+(?:\.\d\d)?)"
    r"(?: at (?P<pays>\d+) to (?P<to>\d+))?"
    r"(?: on (?P<part>\d/\d) of the stake)?(?P<rounded>, rounded up to chips)?): (?P<reason>[^.]+) "
    r"\((?P<clause>[^)]+\)?)\)"
)


@cache
def claimed(reason: str) -> list[tuple[re.Match[str], Claim]]:
    return [(made, claim) for form, claim in CLAIMS.items() if (made := re.fullmatch(form, reason))]


def check(book: Rulebook, wager: Wager, state: str, dice: tuple[int, ...]) -> bool:
    """Whether these dice decide the wager; if so, what is said of it must be true."""
    it = decided(book, wager, state, dice)
    if it is None:
        return False
    sentence = why(book, it, dice)
    said = SENTENCE.fullmatch(sentence)
    assert said, f"{wager.id} at {state} on {dice} reads badly: {sentence}"
    assert said["name"] == wager.name
    assert said["clause"] in it.clauses, sentence
    assert "None" not in sentence
    assert (it.result == Ended.LOSE, it.result == Ended.PUSH) == (bool(said["lost"]), bool(said["back"])), sentence
    if it.result == Ended.WIN:
        exact = STAKE * Fraction(said["part"] or 1) * Fraction(int(said["pays"] or 1), int(said["to"] or 1))
        paid = cents(said["won"].replace(",", ""))
        assert paid == it.winnings, sentence
        assert bool(said["rounded"]) == (paid != exact), sentence
        assert exact <= paid < exact + 100, sentence
    if book.game.id != "symbols":
        assert not set(re.findall(r"\w+", said["reason"])) & {*SYMBOLS, *COLOUR.values()}, sentence
    claims = claimed(said["reason"])
    assert claims, f"no such reason is known: {sentence}"
    assert all(claim(made, dice, state) for made, claim in claims), f"{sentence} is not true of {dice} at {state}"
    return True


@pytest.mark.parametrize("rulebook", BUILT_IN)
def test_every_sentence_is_true_of_every_outcome_that_decides(rulebook: str) -> None:
    book = load(rulebook)
    for wager in book.wagers.values():
        for state in wager.states:
            found = [check(book, wager, state, dice) for dice in book.dice.rolls]
            assert any(found), (wager.id, state)


def other_readings() -> Iterator[object]:
    for name in BUILT_IN:
        book = load(name)
        for key, reading in readings_of(book.document).items():
            if reading.room not in {"games", "layout"} or key not in book.open_readings or key == "chip_rounding":
                continue
            for option in reading.options:
                if option != book.readings[key]:
                    yield pytest.param(name, {key: shown(option)}, id=f"{name} with {key}={shown(option)}")
    for triples, twelve, counts in product(
        ("hold", "end", "progress"), ("at_once", "at_the_end", "thirteen_loses"), ("true", "false")
    ):
        for side in ("opening_result", "first_result"):
            streaks = {
                "streak_triples": triples, "streak_twelve": twelve, "streak_opening_result_counts": counts,
                "streak_side": side, "even_totals": "printed",
            }  # fmt: skip
            yield pytest.param("star-sicbo-2024", streaks, id=f"streaks with {' '.join(streaks.values())}")


@pytest.mark.parametrize("rulebook, readings", other_readings())
def test_every_sentence_is_true_under_every_other_reading(rulebook: str, readings: dict[str, str]) -> None:
    """For the wagers that the reading changes; the others are those of the test before."""
    book, shipped = load(rulebook, readings), load(rulebook)
    rolls = list(combinations_with_replacement(range(1, 7), book.dice.count))
    for wager in book.wagers.values():
        if wager.rules.steps != shipped.wagers[wager.id].rules.steps:
            found = [check(book, wager, state, dice) for state in wager.states for dice in rolls]
            assert any(found), wager.id


# --- every event there is


MAY_BE_EMPTY = frozenset(
    (
        "acknowledged", "agreed", "areas", "corrects", "decided", "error", "helper", "into", "investigation",
        "no_result_due", "on", "salt", "said", "seal", "seats", "sign", "stale", "DiceUncovered.dice",
        "RoundEnded.dice", "OutcomeInvalidated.dice", "DisplayReported.dice", "TerminalFailed.dice",
        "WagerPlaced.colour", "DisputeRaised.bet", "MispaymentRecorded.person", "MispaymentRecorded.bet",
        "MispaymentRecorded.dispute", "MispaymentRecorded.enquiries",
    )
)  # fmt: skip
"""Fields in which nothing is something; all other texts and lists are there when the event is."""


def examples(kind: Any, name: str, *, empty: bool) -> list[Any]:
    """Values that a field may have: both answers to a question, every choice, nothing where that is possible."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return examples(arguments[0], name, empty=empty)
    if origin is Literal:
        return list(arguments)
    if origin in {Union, types.UnionType}:
        return [
            it for each in arguments for it in ([None] if each is type(None) else examples(each, name, empty=empty))
        ]
    if origin is tuple:
        some = examples(arguments[0], name, empty=False)
        return [(some[0],), tuple(some[:1] * 3), *([()] if empty else [])]
    if origin is dict:
        return [
            {},
            {"small-big": "big_open"} if name == "markers" else {"w1": examples(arguments[1], name, empty=False)[0]},
        ]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return examples_of(kind)
    if isinstance(kind, type) and issubclass(kind, tuple):
        return [kind(*(examples(it, name, empty=False)[0] for name, it in kind.__annotations__.items()))]
    texts = {"wager": ["small"], "read": ["flat", "cocked", "failed"], "state": ["open"]}.get(name, ["words"])
    known: dict[Any, list[Any]] = {
        bool: [True, False],
        int: [1, 2, 3] if name in {"dice", "corrects"} else [1, 0, 700, -50],
        str: [*texts, ""] if empty else texts,
        datetime: [NOON],
        date: [NOON.date()],
    }
    return known[kind]


def examples_of(kind: type[msgspec.Struct]) -> list[Any]:
    """A record for each value of each of its fields."""
    fields = {
        it.name: examples(it.type, it.name, empty=not MAY_BE_EMPTY.isdisjoint({it.name, f"{kind.__name__}.{it.name}"}))
        for it in msgspec.structs.fields(kind)
    }
    if issubclass(kind, Event):
        fields |= {"at": [NOON], "by": ["ann"], "role": ["player"], "cause": ["c1"], "clause": ["5.1"], "v": [1]}
    plain = {name: next(filter(None, values), values[0]) for name, values in fields.items()}
    return [kind(**plain), *(kind(**{**plain, name: it}) for name, values in fields.items() for it in values)]


@pytest.mark.parametrize("kind", APPLIERS, ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence_that_reads_well(kind: type[Event]) -> None:
    assert kind in SENTENCES, f"{kind.__name__} has no sentence in sentences.py"
    book = load("star-sicbo-2024")
    for event in examples_of(kind):
        said = told(book, event)
        assert said.endswith(" (5.1)"), said
        said = said.removesuffix(" (5.1)")
        assert said[0].isupper() or said[0].isdigit() or said.startswith(("$", "-")), said
        assert not AMOUNT.search(said), said
        for bad in ("None", "{", "}", "  ", "()", "datetime", "Struct", "[", "=", "\n"):
            assert bad not in said, said
        assert not said.endswith((".", ",", ";", ":", " ")), said
        assert ": ," not in said, said


def test_no_sentence_is_kept_for_an_event_that_is_gone() -> None:
    assert set(SENTENCES) == set(APPLIERS)


def test_an_event_without_a_clause_claims_none() -> None:
    table = Croupier().opens().seats(ann=1)
    assert told(table.book, table.events[-1]) == "Seat 1 brought $1,000 in chips"


@pytest.mark.clause("star-sicbo-2024", "5.1", "5.2", "5.3", "5.4", "5.5")
def test_a_round_is_told_step_by_step() -> None:
    table = Croupier("star-sicbo-2024").opens().seats(ann=1, bob=2)
    table.events.clear()
    table.invites()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "triple-2", 500))
    table.settles(1, 2, 5)
    assert round_in_words(table.book, table.events) == [
        "The gaming day 2026-03-02 began (6.2)",
        "Round 1 began (5.1)",
        "The dice tumbled three times (5.1)",
        "Bets were invited for round 1 (5.1)",
        "Ann placed $10 on Small (3.2.1)",
        "Bob placed $5 on Triple 2 (3.2.3)",
        "No more bets in round 1 (5.2)",
        "No More Bets was pressed (5.2)",
        "The cover was lifted (5.2)",
        "The result was called: 1, 2, 5, total 8 (5.3)",
        "1, 2, 5 was keyed in, and 9 areas light up (5.4)",
        "One wager, $5, lost and collected: seat 2 Triple 2 $5 (5.5)",
        "Triple 2 lost: one 2 showed; three are needed (3.2.3)",
        "One wager, $10, paid $20 (5.5)",
        "Small won $10: the total was 8 (3.2.1.1)",
        "A run of Small has just begun; a run of Even has just begun (5.5)",
        "Round 1 is over: 1, 2, 5 (5.5)",
    ]


@pytest.mark.clause("star-sicbo-2024", "8.6")
def test_a_round_without_a_result_is_told_with_what_went_back() -> None:
    from dicehouse.table.dealt_result import CallNoResult

    table = Croupier("star-sicbo-2024").opens().seats(ann=1).invites()
    happened(table.bets("ann", "small", 1_000))
    reason, clause = next(iter(table.book.no_result.reasons.items()))
    told_now = round_in_words(table.book, happened(table.dealer(CallNoResult, reason=reason)))
    assert told_now == [
        f"The dice count for nothing: {reason} ({clause})",
        "One wager, $10, went back undecided (8.6)",
        f"Small went back: {reason} ({clause})",
        "Round 1 is over (8.6)",
    ]


def test_wagers_of_a_round_are_explained_by_the_dice_of_that_round() -> None:
    """Two rounds in one record: each is explained by its own dice."""
    table = Croupier("star-sicbo-2024").opens().seats(ann=1)
    for dice in ((1, 2, 5), (5, 5, 6)):
        table.invites()
        happened(table.bets("ann", "small", 1_000))
        table.settles(*dice)
    lines = round_in_words(table.book, table.events)
    assert "Small won $10: the total was 8 (3.2.1.1)" in lines
    assert "Small lost: the total was 16; 4 to 10 is needed (3.2.1.2)" in lines


@pytest.mark.parametrize("kind", [LosersCollected, WinnersPaid, WagersTakenBack, WagersForfeited])
def test_every_event_that_moves_stakes_explains_each_wager(kind: Any) -> None:
    why_it_went = {"why": "the lamp fell"} if "why" in kind.__struct_fields__ else {}
    gone = tuple(settled("small", "void", "", 0, 2_000, "8.6") for _ in range(2))
    event = kind(at=NOON, by="dora", role="dealer", cause="c1", clause="8.6", settled=gone, **why_it_went)
    lines = round_in_words(load("star-sicbo-2024"), [event])
    assert len(lines) == 3
    assert ("the lamp fell" in lines[1]) == bool(why_it_went)
