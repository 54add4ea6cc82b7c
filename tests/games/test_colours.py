"""Sic Bo with symbols and colours, told again in plain Python and compared on all 216 outcomes."""

from fractions import Fraction

import pytest

from dicehouse.dice import THREE, Roll
from dicehouse.games.colours import COLOURS, GAME, SYMBOLS
from dicehouse.rulebooks import load
from dicehouse.wager import Decision
from tests.support import cited, decisions, return_of, tell

BOOK = "crown-sicbo-b"
TOTAL_PAYS = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6, 11: 6, 12: 7, 13: 8, 14: 12, 15: 18, 16: 31, 17: 62}
COLOUR_OF = {1: "red", 2: "green", 3: "blue", 4: "blue", 5: "green", 6: "red"}
VALUE_OF = {"fish": 1, "prawn": 2, "gourd": 3, "coin": 4, "crab": 5, "chicken": 6}


def says(id: str, roll: Roll) -> str:
    """What Option B says of a wager on a roll, by the readings that we ship."""
    total, triple = sum(roll), len(set(roll)) == 1
    shown = [COLOUR_OF[face] for face in roll]
    pays = 0
    match id.split("-"):
        case ["small"]:
            pays = 4 <= total <= 10 and not triple
        case ["big"]:
            pays = 11 <= total <= 17 and not triple
        case ["symbol", symbol]:
            pays = (0, 1, 2, 12)[roll.count(VALUE_OF[symbol])]
        case ["symbol", "triple", symbol]:
            pays = 180 * (roll.count(VALUE_OF[symbol]) == 3)
        case ["any", "symbol", "triple"]:
            pays = 31 * triple
        case ["colour", colour]:
            pays = colour in shown
        case ["colour", "double", colour]:
            pays = 3 * (shown.count(colour) >= 2)
        case ["colour", "triple", colour]:
            pays = 23 * (shown.count(colour) == 3)
        case ["any", "colour", "triple"]:
            pays = 7 * (len(set(shown)) == 1)
        case ["total", wanted]:
            pays = TOTAL_PAYS[int(wanted)] * (total == int(wanted))
        case _:
            raise AssertionError(f"Option B has no wager {id}")
    return f"win {int(pays)}:1" if pays else "lose"


@pytest.mark.clause("crown-sicbo", "3.7", "3.7.1", "3.7.2", "3.8", "3.8.1", "3.8.2", "3.9.2", "3.9.2(a)", "3.9.2(b)")
@pytest.mark.clause("crown-sicbo", "3.9", "3.9.3", "3.10", "3.10.2", "3.10.2(a)", "3.10.2(b)", "3.10.3", "3.11")
@pytest.mark.clause("crown-sicbo", "3.11.2", "3.11.3", "3.11.4", "3.12", "3.12.1", "3.12.2", "3.14", "3.14.2", "3.15")
@pytest.mark.clause("crown-sicbo", "3.15.1")
def test_every_wager_ends_as_the_document_says_on_every_outcome() -> None:
    for wager in load(BOOK).wagers.values():
        assert wager.one_roll
        assert decisions(wager) == {roll: says(wager.id, roll) for roll in THREE.rolls}, wager.id


def test_option_b_offers_ten_families_of_wagers() -> None:
    assert list(load(BOOK).wagers) == [
        "small",
        "big",
        *(f"symbol-{it}" for it in VALUE_OF),
        *(f"symbol-triple-{it}" for it in VALUE_OF),
        "any-symbol-triple",
        *(f"colour-{it}" for it in ("red", "green", "blue")),
        *(f"colour-double-{it}" for it in ("red", "green", "blue")),
        *(f"colour-triple-{it}" for it in ("red", "green", "blue")),
        "any-colour-triple",
        *(f"total-{it}" for it in range(4, 18)),
    ]


def test_each_symbol_has_its_value_and_each_colour_two_of_them() -> None:
    assert dict(zip(SYMBOLS, range(1, 7), strict=True)) == VALUE_OF
    assert {face: colour for colour, faces in COLOURS.items() for face in faces} == COLOUR_OF


@pytest.mark.parametrize(
    "wager, name",
    [
        ("symbol-fish", "Fish"),
        ("symbol-triple-crab", "Triple Crab"),
        ("colour-red", "Red"),
        ("colour-double-blue", "Double Blue"),
        ("colour-triple-green", "Triple Green"),
        ("any-colour-triple", "Any Colour Triple"),
        ("total-9", "Total 9"),
    ],
)
def test_wagers_have_the_names_that_the_layout_shows(wager: str, name: str) -> None:
    assert load(BOOK).wagers[wager].name == name


@pytest.mark.parametrize(
    "wager, roll, clauses",
    [
        ("small", "1+2+3", "3.7, 3.7.1, 6.2[Small]"),
        ("small", "1+1+1", "3.7, 3.7.2"),
        ("big", "4+5+6", "3.8, 3.8.1, 6.2[Big]"),
        ("big", "5+5+5", "3.8, 3.8.2"),
        ("symbol-fish", "1+2+2", "3.14, 3.14.2, 6.2[Single Symbol one]"),
        ("symbol-fish", "1+1+2", "3.14, 3.14.2, 6.2[Single Symbol two]"),
        ("symbol-fish", "1+1+1", "3.14, 3.14.2, 6.2[Single Symbol three]"),
        ("symbol-triple-fish", "1+1+1", "3.9, 3.9.2(a), 6.2[Specific Symbol Triples]"),
        ("symbol-triple-fish", "1+1+6", "3.9, 3.9.3"),
        ("any-symbol-triple", "2+2+2", "3.11, 3.11.2, 6.2[Any Symbol Triple]"),
        ("any-symbol-triple", "2+2+5", "3.11, 3.11.4"),
        ("colour-double-green", "2+5+1", "3.10, 3.10.2, 6.2[Specific Colour Double]"),
        ("colour-double-green", "2+1+1", "3.10, 3.10.3"),
        ("colour-triple-red", "1+1+6", "3.9, 3.9.2(b), 6.2[Specific Colour Triples]"),
        ("colour-triple-red", "1+1+5", "3.9, 3.9.3"),
        ("any-colour-triple", "3+4+3", "3.11, 3.11.3, 6.2[Any Colour Triple]"),
        ("any-colour-triple", "3+4+5", "3.11, 3.11.4"),
        ("total-12", "4+4+4", "3.12, 3.12.1, 6.2[Total 9 or 12]"),
        ("total-12", "4+4+5", "3.12, 3.12.2"),
    ],
)
def test_each_decision_cites_its_clauses(wager: str, roll: str, clauses: str) -> None:
    assert cited(load(BOOK).wagers[wager], [roll]) == clauses


@pytest.mark.clause("crown-sicbo", "3.15", "3.15.1", "6.2[Single Colour]")
@pytest.mark.parametrize(
    "roll, end",
    [("1+2+3", "win 1:1"), ("1+6+3", "win 1:1"), ("1+6+6", "win 1:1"), ("1+1+1", "win 1:1"), ("2+3+4", "lose")],
)
def test_a_colour_wins_once_however_many_dice_show_it(roll: str, end: str) -> None:
    assert tell(load(BOOK).wagers["colour-red"], [roll]) == end


# Readings: the wins of each option, counted, and what they return.


def wins(wager: str, **readings: str) -> list[Roll]:
    steps = load(BOOK, readings).wagers[wager].rules.steps[0]
    pairs = zip(THREE.rolls, steps, strict=True)
    return [roll for roll, step in pairs if isinstance(step, Decision) and step.result == "win"]


def dice_of(colour: str, roll: Roll) -> int:
    return [COLOUR_OF[face] for face in roll].count(colour)


@pytest.mark.parametrize("colour", ["red", "green", "blue"])
@pytest.mark.parametrize(
    "reading, family, times, count, pays, returned",
    [
        ("at_least", "colour", (1, 2, 3), 152, 1, Fraction(38, 27)),
        ("at_least", "colour-double", (2, 3), 56, 3, Fraction(28, 27)),
        ("exact", "colour", (1,), 96, 1, Fraction(8, 9)),
        ("exact", "colour-double", (2,), 48, 3, Fraction(8, 9)),
    ],
)
def test_a_colour_by_each_reading_of_how_many_dice(
    colour: str, reading: str, family: str, times: tuple[int, ...], count: int, pays: int, returned: Fraction
) -> None:
    winning = [it for it in THREE.rolls if dice_of(colour, it) in times]
    assert len(winning) == count
    assert wins(f"{family}-{colour}", colour_counts=reading) == winning
    assert return_of(BOOK, f"{family}-{colour}", colour_counts=reading) == returned == Fraction((pays + 1) * count, 216)


@pytest.mark.parametrize(
    "reading, triples_of_symbols, returned", [("true", True, Fraction(8, 9)), ("false", False, Fraction(2, 3))]
)
def test_a_colour_triple_by_each_reading_of_equal_symbols(
    reading: str, triples_of_symbols: bool, returned: Fraction
) -> None:
    counted = [it for it in THREE.rolls if triples_of_symbols or len(set(it)) > 1]
    for colour in ("red", "green", "blue"):
        winning = [it for it in counted if dice_of(colour, it) == 3]
        assert wins(f"colour-triple-{colour}", symbol_triple_is_colour_triple=reading) == winning
        assert return_of(BOOK, f"colour-triple-{colour}", symbol_triple_is_colour_triple=reading) == returned
        assert returned == Fraction(24 * len(winning), 216)
    winning = [it for it in counted if len({COLOUR_OF[face] for face in it}) == 1]
    assert wins("any-colour-triple", symbol_triple_is_colour_triple=reading) == winning
    assert return_of(BOOK, "any-colour-triple", symbol_triple_is_colour_triple=reading) == returned
    assert returned == Fraction(8 * len(winning), 216)


@pytest.mark.parametrize("wager, totals", [("small", range(4, 11)), ("big", range(11, 18))])
@pytest.mark.parametrize(
    "option_b_triple, small_big_triple, returned",
    [
        ("symbol", "loses", Fraction(35, 36)),
        ("colour", "loses", Fraction(8, 9)),
        ("symbol", "wins", Fraction(107, 108)),
    ],
)
def test_small_and_big_by_each_reading_of_what_triple_beats_them(
    wager: str, totals: range, option_b_triple: str, small_big_triple: str, returned: Fraction
) -> None:
    readings = {"option_b_triple": option_b_triple, "small_big_triple": small_big_triple}
    winning = [
        it
        for it in THREE.rolls
        if sum(it) in totals
        and (small_big_triple == "wins" or len(set(it)) > 1)
        and (option_b_triple == "symbol" or len({COLOUR_OF[face] for face in it}) > 1)
    ]
    assert wins(wager, **readings) == winning
    assert return_of(BOOK, wager, **readings) == returned == Fraction(2 * len(winning), 216)


def test_a_symbol_triple_wager_never_wins_on_a_colour_triple() -> None:
    for symbol, face in VALUE_OF.items():
        assert wins(f"symbol-triple-{symbol}") == [(face, face, face)]
    assert wins("any-symbol-triple") == [(face, face, face) for face in range(1, 7)]


def test_the_game_asks_a_rulebook_for_these_families_and_prices() -> None:
    assert {family.id: family.prices for family in GAME.families} == {
        "small": ("win",),
        "big": ("win",),
        "symbol": ("one", "two", "three"),
        "symbol-triple": ("win",),
        "any-symbol-triple": ("win",),
        "colour": ("win",),
        "colour-double": ("win",),
        "colour-triple": ("win",),
        "any-colour-triple": ("win",),
        "total": tuple(str(it) for it in range(4, 18)),
    }
