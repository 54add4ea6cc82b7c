"""Sic Bo with numbers, told again in plain Python and compared on all 216 outcomes."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from dicehouse.dice import THREE, Roll
from dicehouse.games.sicbo import GAME
from dicehouse.rulebooks import load
from dicehouse.wager import Decision
from tests.support import Words, cited, decisions, return_of, stories, tell

BOOKS = ("star-sicbo-2024", "star-sicbo-pre2024", "crown-sicbo-a", "aruze-sicbo")
TOTAL_PAYS = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6, 11: 6, 12: 7, 13: 8, 14: 12, 15: 18, 16: 31, 17: 62}


def says(id: str, roll: Roll, triple_pays: int, double_pays: int) -> str:
    """What the documents say of a wager on a roll, by the readings that we ship."""
    total, triple = sum(roll), roll[0] == roll[1] == roll[2]
    family, *rest = id.split("-")
    numbers = [int(it) for it in rest if it.isdigit()]
    pays = 0
    match family, numbers:
        case "small", _:
            pays = 4 <= total <= 10 and not triple
        case "big", _:
            pays = 11 <= total <= 17 and not triple
        case "odd", _:
            pays = total % 2 == 1 and not triple
        case "even", _:
            pays = total % 2 == 0 and not triple
        case "any", _:
            pays = 31 * triple
        case "triple", [face]:
            pays = triple_pays * (roll == (face, face, face))
        case "double", [face]:
            pays = double_pays * (roll.count(face) >= 2)
        case "single", [face]:
            pays = (0, 1, 2, 12)[roll.count(face)]
        case "total", [wanted]:
            pays = TOTAL_PAYS[wanted] * (total == wanted)
        case "pair", [low, high]:
            pays = 6 * (low in roll and high in roll)
        case "four", _:
            pays = 7 * (len(set(roll)) == 3 and all(face in numbers for face in roll))
        case _:
            raise AssertionError(f"the documents have no wager {id}")
    return f"win {int(pays)}:1" if pays else "lose"


@pytest.mark.parametrize("book", BOOKS)
def test_every_wager_ends_as_the_document_says_on_every_outcome(book: str) -> None:
    prices = (190, 12) if book == "aruze-sicbo" else (180, 11)
    wagers = [it for it in load(book).wagers.values() if it.family != "streak"]
    for wager in wagers:
        assert wager.one_roll
        assert decisions(wager) == {roll: says(wager.id, roll, *prices) for roll in THREE.rolls}, wager.id


FOURS = ["1-2-3-4", "2-3-4-5", "2-3-5-6", "3-4-5-6"]
EVERYWHERE = [
    "small",
    "big",
    "any-triple",
    *(f"{family}-{face}" for family in ("triple", "double", "single") for face in range(1, 7)),
    *(f"total-{total}" for total in range(4, 18)),
    *(f"pair-{a}-{b}" for a in range(1, 7) for b in range(a + 1, 7)),
]
AT_TABLES = [*EVERYWHERE, "odd", "even", *(f"four-{it}" for it in FOURS)]


@pytest.mark.parametrize(
    "book, wagers",
    [
        ("star-sicbo-2024", [*AT_TABLES, "streak-small-big", "streak-odd-even"]),
        ("star-sicbo-pre2024", [*AT_TABLES, "streak-small-big", "streak-odd-even"]),
        ("crown-sicbo-a", AT_TABLES),
        ("aruze-sicbo", EVERYWHERE),
    ],
)
def test_each_rulebook_offers_the_wagers_of_its_document(book: str, wagers: list[str]) -> None:
    assert sorted(load(book).wagers) == sorted(wagers)


@pytest.mark.parametrize(
    "wager, name",
    [
        ("small", "Small"),
        ("any-triple", "Any Triple"),
        ("triple-6", "Triple 6"),
        ("double-1", "Double 1"),
        ("single-3", "Single 3"),
        ("total-17", "Total 17"),
        ("pair-2-5", "Pair 2 and 5"),
        ("four-2-3-5-6", "Four 2 3 5 6"),
    ],
)
def test_wagers_have_the_names_that_the_layout_shows(wager: str, name: str) -> None:
    assert load("star-sicbo-2024").wagers[wager].name == name


def test_any_wager_of_the_game_may_be_placed_and_taken_down_while_betting_is_open() -> None:
    for wager in load("crown-sicbo-a").wagers.values():
        assert (wager.starts_by, wager.marker, wager.units) == (None, "", 1)
        assert not wager.off_when
        assert not wager.contract_in


# Clauses.


@pytest.mark.parametrize(
    "wager, roll, clauses",
    [
        ("small", "1+2+3", "3.2.1, 3.2.1.1, 7.1[Small]"),
        ("small", "2+2+2", "3.2.1, 3.2.1.2"),
        ("big", "4+5+6", "3.2.2, 3.2.2.1, 7.1[Big]"),
        ("big", "5+5+5", "3.2.2, 3.2.2.2"),
        ("odd", "1+2+4", "3.3.1, 3.3.1.1, 7.1[Odd]"),
        ("odd", "1+1+1", "3.3.1, 3.3.1.2"),
        ("even", "1+2+3", "3.3.2, 3.3.2.1, 7.1[Even]"),
        ("even", "6+6+6", "3.3.2, 3.3.2.2"),
        ("any-triple", "4+4+4", "3.2.5, 7.1[Any Triple]"),
        ("any-triple", "4+4+3", "3.2.5"),
        ("triple-4", "4+4+4", "3.2.3, 7.1[Specific Triples]"),
        ("triple-4", "4+4+3", "3.2.3"),
        ("double-4", "4+4+3", "3.2.4, 7.1[Specific Doubles]"),
        ("double-4", "4+3+3", "3.2.4"),
        ("single-4", "4+3+3", "3.2.8, 7.1[Single Die one]"),
        ("single-4", "4+4+3", "3.2.8, 7.1[Single Die two]"),
        ("single-4", "4+4+4", "3.2.8, 7.1[Single Die three]"),
        ("single-4", "3+3+3", "3.2.8"),
        ("total-8", "1+2+5", "3.2.6, 7.1[Total 8 or 13]"),
        ("total-13", "2+5+6", "3.2.6, 7.1[Total 8 or 13]"),
        ("total-13", "1+2+5", "3.2.6"),
        ("pair-1-6", "1+1+6", "3.2.7, 7.1[Combination 1&2-6]"),
        ("pair-2-3", "1+2+3", "3.2.7, 7.1[Combination 2&3-6]"),
        ("pair-5-6", "1+5+6", "3.2.7, 7.1[Combination 5&6]"),
        ("pair-5-6", "1+5+5", "3.2.7"),
        ("four-2-3-5-6", "2+3+6", "3.3.3, 7.1[Four 2,3,5,6]"),
        ("four-2-3-5-6", "2+3+4", "3.3.3"),
    ],
)
def test_each_decision_cites_its_clauses(wager: str, roll: str, clauses: str) -> None:
    assert cited(load("star-sicbo-2024").wagers[wager], [roll]) == clauses


# The clauses as stories.


@pytest.mark.clause("star-sicbo-2024", "3.2.1", "3.2.1.1", "3.2.1.2")
@pytest.mark.clause("star-sicbo-pre2024", "3.1.1", "3.1.1.1", "3.1.1.2")
@pytest.mark.clause("crown-sicbo", "3.7", "3.7.1", "3.7.2")
@pytest.mark.clause("aruze-sicbo", "3.9.1", "3.9.1.1", "3.9.1.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "rolls, end",
    stories("""
        3       -> lose
        4       -> win 1:1
        10      -> win 1:1
        11      -> lose
        small   -> win 1:1
        big     -> lose
        triple  -> lose
    """),
)
def test_small_wins_on_four_to_ten_and_loses_to_a_triple(book: str, rolls: Words, end: str) -> None:
    assert tell(load(book).wagers["small"], rolls) == end


@pytest.mark.clause("star-sicbo-2024", "3.2.2", "3.2.2.1", "3.2.2.2")
@pytest.mark.clause("star-sicbo-pre2024", "3.1.2", "3.1.2.1", "3.1.2.2")
@pytest.mark.clause("crown-sicbo", "3.8", "3.8.1", "3.8.2")
@pytest.mark.clause("aruze-sicbo", "3.9.2", "3.9.2.1", "3.9.2.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "rolls, end",
    stories("""
        10      -> lose
        11      -> win 1:1
        17      -> win 1:1
        18      -> lose
        big     -> win 1:1
        small   -> lose
        triple  -> lose
    """),
)
def test_big_wins_on_eleven_to_seventeen_and_loses_to_a_triple(book: str, rolls: Words, end: str) -> None:
    assert tell(load(book).wagers["big"], rolls) == end


@pytest.mark.clause("star-sicbo-2024", "3.3.1", "3.3.1.1", "3.3.1.2", "3.3.2", "3.3.2.1", "3.3.2.2")
@pytest.mark.clause("star-sicbo-pre2024", "3.2.1", "3.2.1.1", "3.2.1.2", "3.2.2", "3.2.2.1", "3.2.2.2")
@pytest.mark.clause("crown-sicbo", "3.16", "3.16.1", "3.16.2", "3.17", "3.17.1", "3.17.2")
@pytest.mark.parametrize("book", BOOKS[:3])
@pytest.mark.parametrize(
    "wager, wins, loses",
    [("odd", ["odd", "5", "7", "11", "13", "17"], "even"), ("even", ["even", "4", "8", "10", "14", "16"], "odd")],
)
def test_odd_and_even_go_by_the_total_and_lose_to_a_triple(book: str, wager: str, wins: Words, loses: str) -> None:
    kind = load(book).wagers[wager]
    assert {tell(kind, [word]) for word in wins} == {"win 1:1"}
    assert tell(kind, [loses]) == tell(kind, ["triple"]) == "lose"


@pytest.mark.clause("star-sicbo-2024", "3.2.4", "3.2.7", "3.2.8")
@pytest.mark.clause("star-sicbo-pre2024", "3.1.4", "3.1.7", "3.1.8")
@pytest.mark.clause("crown-sicbo", "3.10", "3.10.1", "3.10.1(a)", "3.10.1(b)", "3.10.3", "3.13", "3.13.1", "3.13.2")
@pytest.mark.clause("crown-sicbo", "3.14", "3.14.1")
@pytest.mark.parametrize("book", BOOKS[:3])
@pytest.mark.parametrize(
    "wager, roll, end",
    [
        ("double-2", "2+2+5", "win 11:1"),
        ("double-2", "2+2+2", "win 11:1"),
        ("double-2", "2+5+5", "lose"),
        ("pair-2-5", "5+1+2", "win 6:1"),
        ("pair-2-5", "2+5+5", "win 6:1"),
        ("pair-2-5", "2+2+2", "lose"),
        ("single-2", "2+5+5", "win 1:1"),
        ("single-2", "5+2+2", "win 2:1"),
        ("single-2", "2+2+2", "win 12:1"),
        ("single-2", "5+5+5", "lose"),
    ],
)
def test_faces_that_show_decide_doubles_pairs_and_singles(book: str, wager: str, roll: str, end: str) -> None:
    assert tell(load(book).wagers[wager], [roll]) == end


@pytest.mark.clause("star-sicbo-2024", "3.2.3", "3.2.5", "3.2.6", "3.3.3")
@pytest.mark.clause("star-sicbo-pre2024", "3.1.3", "3.1.5", "3.1.6", "3.2.3")
@pytest.mark.clause("crown-sicbo", "3.9", "3.9.1", "3.9.3", "3.11", "3.11.1", "3.11.4", "3.12", "3.12.1", "3.12.2")
@pytest.mark.clause("crown-sicbo", "3.18", "3.18.1", "3.18.2")
@pytest.mark.parametrize("book", BOOKS[:3])
@pytest.mark.parametrize(
    "wager, roll, end",
    [
        ("triple-3", "3+3+3", "win 180:1"),
        ("triple-3", "4+4+4", "lose"),
        ("any-triple", "triple", "win 31:1"),
        ("any-triple", "small", "lose"),
        ("any-triple", "big", "lose"),
        ("total-9", "9", "win 7:1"),
        ("total-9", "3+3+3", "win 7:1"),
        ("total-9", "8", "lose"),
        ("total-9", "10", "lose"),
        ("four-2-3-5-6", "6+2+3", "win 7:1"),
        ("four-2-3-5-6", "2+2+3", "lose"),
        ("four-2-3-5-6", "2+3+4", "lose"),
    ],
)
def test_triples_totals_and_four_numbers(book: str, wager: str, roll: str, end: str) -> None:
    assert tell(load(book).wagers[wager], [roll]) == end


@pytest.mark.clause("aruze-sicbo", "3.9.3", "3.9.4", "3.9.5", "3.9.6", "3.9.7", "3.9.8")
@pytest.mark.parametrize(
    "wager, roll, end",
    [
        ("triple-3", "3+3+3", "win 190:1"),
        ("triple-3", "3+3+4", "lose"),
        ("double-3", "3+3+4", "win 12:1"),
        ("double-3", "3+3+3", "win 12:1"),
        ("double-3", "3+4+4", "lose"),
        ("any-triple", "triple", "win 31:1"),
        ("total-4", "4", "win 62:1"),
        ("pair-1-2", "1+1+2", "win 6:1"),
        ("single-6", "6+6+6", "win 12:1"),
    ],
)
def test_the_electronic_table_pays_more_for_doubles_and_triples(wager: str, roll: str, end: str) -> None:
    assert tell(load("aruze-sicbo").wagers[wager], [roll]) == end


# Readings: the wins of each option, counted, and what they return.


def wins(book: str, wager: str, **readings: str) -> list[Roll]:
    steps = load(book, readings).wagers[wager].rules.steps[0]
    pairs = zip(THREE.rolls, steps, strict=True)
    return [roll for roll, step in pairs if isinstance(step, Decision) and step.result == "win"]


def is_triple(roll: Roll) -> bool:
    return len(set(roll)) == 1


PRINTED = (4, 6, 8, 12, 14, 16, 18)


@pytest.mark.parametrize("book", ["star-sicbo-2024", "star-sicbo-pre2024"])
@pytest.mark.parametrize(
    "reading, winning, returned",
    [
        ("corrected", [it for it in THREE.rolls if sum(it) % 2 == 0 and not is_triple(it)], Fraction(35, 36)),
        (
            "printed",
            [it for it in THREE.rolls if sum(it) in PRINTED and it not in ((2, 2, 2), (4, 4, 4))],
            Fraction(79, 108),
        ),
        (
            "printed_triples_lose",
            [it for it in THREE.rolls if sum(it) in PRINTED and not is_triple(it)],
            Fraction(13, 18),
        ),
        (
            "ten_added",
            [it for it in THREE.rolls if sum(it) in (*PRINTED, 10) and it not in ((2, 2, 2), (4, 4, 4))],
            Fraction(53, 54),
        ),
    ],
)  # fmt: skip
def test_even_by_each_reading_of_its_list(book: str, reading: str, winning: list[Roll], returned: Fraction) -> None:
    assert wins(book, "even", even_totals=reading) == winning
    assert return_of(book, "even", even_totals=reading) == returned == Fraction(2 * len(winning), 216)
    assert return_of(book, "odd", even_totals=reading) == Fraction(35, 36)


@pytest.mark.parametrize("book", BOOKS[:3])
@pytest.mark.parametrize(
    "reading, different, count, returned",
    [("three_different", 3, 24, Fraction(8, 9)), ("drawn_from_four", 1, 64, Fraction(64, 27))],
)
@pytest.mark.parametrize("four", FOURS)
def test_four_numbers_by_each_reading(
    book: str, reading: str, different: int, count: int, returned: Fraction, four: str
) -> None:
    faces = {int(it) for it in four.split("-")}
    winning = [it for it in THREE.rolls if set(it) <= faces and len(set(it)) >= different]
    assert wins(book, f"four-{four}", four_numbers=reading) == winning
    assert return_of(book, f"four-{four}", four_numbers=reading) == returned == Fraction(8 * count, 216)


@pytest.mark.parametrize(
    "book, reading, returned",
    [
        ("star-sicbo-2024", "pays_once", Fraction(8, 9)),
        ("star-sicbo-2024", "loses", Fraction(5, 6)),
        ("star-sicbo-pre2024", "loses", Fraction(5, 6)),
        ("aruze-sicbo", "pays_once", Fraction(26, 27)),
        ("aruze-sicbo", "loses", Fraction(13 * 15, 216)),
    ],
)
def test_a_double_by_each_reading_of_a_triple(book: str, reading: str, returned: Fraction) -> None:
    for face in range(1, 7):
        times = (2, 3) if reading == "pays_once" else (2,)
        assert wins(book, f"double-{face}", double_on_triple=reading) == [
            it for it in THREE.rolls if it.count(face) in times
        ]
        assert return_of(book, f"double-{face}", double_on_triple=reading) == returned


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("reading, returned", [("once", Fraction(35, 36)), ("each_pair", Fraction(41, 36))])
def test_a_pair_by_each_reading_of_a_repeated_number(book: str, reading: str, returned: Fraction) -> None:
    kinds = load(book, {"pair_pays": reading}).wagers
    for a in range(1, 7):
        for b in range(a + 1, 7):
            paid = {roll: min(roll.count(a) * roll.count(b), 1 if reading == "once" else 2) * 6 for roll in THREE.rolls}
            said = {roll: f"win {it}:1" if it else "lose" for roll, it in paid.items()}
            assert decisions(kinds[f"pair-{a}-{b}"]) == said
            assert Fraction(sum(it + 1 for it in paid.values() if it), 216) == returned
            assert return_of(book, f"pair-{a}-{b}", pair_pays=reading) == returned


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    "reading, changed",
    [
        ("wins", {6: Fraction(95, 108), 9: Fraction(25, 27), 12: Fraction(25, 27), 15: Fraction(95, 108)}),
        ("loses", {6: Fraction(19, 24), 9: Fraction(8, 9), 12: Fraction(8, 9), 15: Fraction(19, 24)}),
    ],
)
def test_a_total_by_each_reading_of_a_triple(book: str, reading: str, changed: Mapping[int, Fraction]) -> None:
    for total, pays in TOTAL_PAYS.items():
        winning = [it for it in THREE.rolls if sum(it) == total and (reading == "wins" or not is_triple(it))]
        assert wins(book, f"total-{total}", total_by_triple=reading) == winning
        returned = Fraction((pays + 1) * len(winning), 216)
        assert return_of(book, f"total-{total}", total_by_triple=reading) == returned == changed.get(total, returned)


@pytest.mark.parametrize(
    "reading, wager, totals, returned",
    [
        ("loses", "small", range(4, 11), Fraction(35, 36)),
        ("loses", "big", range(11, 18), Fraction(35, 36)),
        ("wins", "small", range(4, 11), Fraction(107, 108)),
        ("wins", "big", range(11, 18), Fraction(107, 108)),
    ],
)
def test_small_and_big_by_each_reading_of_a_triple(reading: str, wager: str, totals: range, returned: Fraction) -> None:
    winning = [it for it in THREE.rolls if sum(it) in totals and (reading == "wins" or not is_triple(it))]
    assert wins("crown-sicbo-a", wager, small_big_triple=reading) == winning
    assert return_of("crown-sicbo-a", wager, small_big_triple=reading) == returned == Fraction(2 * len(winning), 216)


def test_a_triple_never_touches_the_streak_where_small_may_win_on_it() -> None:
    """Small that wins on a triple is Crown's reading, and streaks are The Star's."""
    assert "streak-small-big" not in load("crown-sicbo-a").wagers
    assert load("crown-sicbo-a").markers == ()


# What a rulebook must say.


def test_the_game_asks_a_rulebook_for_these_families_and_prices() -> None:
    assert [family.id for family in GAME.families] == [
        "small", "big", "odd", "even", "any-triple", "triple", "double", "single", "total", "pair", "four", "streak",
    ]  # fmt: skip
    prices = {family.id: family.prices for family in GAME.families}
    assert prices["single"] == ("one", "two", "three")
    assert prices["total"] == tuple(str(it) for it in range(4, 18))
    assert prices["pair"] == ("1", "2", "3", "4", "5")
    assert prices["four"] == tuple(FOURS)
    assert prices["streak"] == tuple(str(it) for it in range(4, 13))
