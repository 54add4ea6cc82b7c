"""Stakes that payment in chips lifts to 100% or more, found again by arithmetic, and the signs that forbid them."""

from fractions import Fraction
from functools import cache
from math import ceil

import pytest

from dicehouse.money import Cents
from dicehouse.odds import Value
from dicehouse.odds.stakes import Sign, StakeAdvice, _in_danger_up_to, one_sign, stake_advice
from dicehouse.rulebooks import load
from dicehouse.wager import Result
from tests.support import value_of

DOLLAR = Cents(100)
IN_PARTS = ("horn", "horn-high", "crap-eleven")


@cache
def advice(book: str = "star-craps", chip: int = 100, **readings: str) -> dict[str, StakeAdvice]:
    return {it.exact.id: it for it in stake_advice(load(book, readings), Cents(chip))}


def by_hand(exact: Value, dollars: int, *, commission_in_chips: bool = False) -> Fraction:
    """The return of a stake in dollar chips: winnings rounded up to a dollar, commission down to a cent or a dollar."""
    wins = [it for it in exact.payouts if it.result is Result.WIN]
    kept = [it for it in exact.payouts if it.result is Result.PUSH]
    paid = {it: ceil(dollars * (it.money_back - 1)) for it in wins}
    charged = {"buy": dollars, "lay": max(paid.values())}.get(exact.wager.family, 0) * 5
    charged = charged // 100 * 100 if commission_in_chips else charged
    back = sum(
        (it.chance * (paid[it] + dollars) for it in wins), sum((it.chance * dollars for it in kept), Fraction(0))
    )
    return back * 100 / (dollars * 100 + charged)


@pytest.mark.parametrize("commission", ["exact", "chips"])
def test_every_stake_in_danger_is_found_and_no_other(commission: str) -> None:
    for id, it in advice(commission=commission).items():
        if it.exact.wager.family in IN_PARTS or not it.has_edge:
            continue
        returned = {n: by_hand(it.exact, n, commission_in_chips=commission == "chips") for n in range(1, 80)}
        assert dict(it.over) == {n * 100: back for n, back in returned.items() if back >= 1}, id


def test_of_a_wager_without_an_edge_one_period_of_better_stakes_is_listed() -> None:
    periods = {"4": (1, 2), "5": (2, 3), "6": (5, 6), "8": (5, 6), "9": (2, 3), "10": (1, 2)}
    for id, it in advice().items():
        if it.exact.wager.behind:
            period = periods[id.rpartition("-")[2]]["dont" in id]
            returned = {n: by_hand(it.exact, n) for n in range(1, period + 1)}
            assert dict(it.over) == {n * 100: back for n, back in returned.items() if back > 1}
            assert it.sign == Sign(Cents(period * 100), Cents(period * 100))
            assert not it.has_edge


DANGER = {
    "place-win-4": [1, 2, 3, 4],
    "place-win-5": [1, 2, 3, 4, 6, 8],
    "place-win-6": [1, 2, 3, 4, 5, 7, 8, 9, 10, 13, 14, 15, 19, 20, 25],
    "place-lose-4": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20],
    "place-lose-5": [1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13, 15, 18, 21],
    "place-lose-6": [1, 2, 3, 4, 6, 7, 8, 9, 12, 13, 14, 18, 19, 24],
    "buy-4": [],
    "buy-5": [1, 3],
    "buy-6": [1, 2, 3, 6],
    "lay-4": [1, 3, 5, 7, 9, 11],
    "lay-5": [1, 2, 4, 5, 8, 11],
    "lay-6": [1, 2, 3, 4, 5],
    "hard-4": [1],
    "hard-6": [1],
    "any-craps": [1],
    "eleven": [],
    "any-seven": [],
    "field": [],
    "big-6": [],
    "win-line": [],
    "dont-win": [],
    "horn": [],
    "horn-high-2": [],
    "crap-eleven": [],
}


@pytest.mark.clause("star-craps", "6.7")
@pytest.mark.parametrize("id", DANGER)
def test_the_stakes_in_danger_are_these(id: str) -> None:
    assert [stake // 100 for stake, _ in advice()[id].over] == DANGER[id]
    assert advice()[id].has_edge


def test_place_six_passes_a_hundred_percent_up_to_nineteen_chips() -> None:
    over = dict(advice()["place-win-6"].over)
    assert [over[Cents(it)] for it in (100, 200, 500)] == [Fraction(15, 11), Fraction(25, 22), 1]
    assert max(stake for stake, returned in over.items() if returned > 1) == 1900
    assert Cents(600) not in over


SIGNS = {
    "place-win-4": (5, 1),
    "place-win-5": (5, 5),
    "place-win-6": (6, 6),
    "place-lose-4": (11, 11),
    "place-lose-5": (8, 8),
    "place-lose-6": (5, 5),
    "buy-4": (1, 1),
    "buy-5": (2, 2),
    "lay-4": (2, 2),
    "lay-5": (3, 3),
    "lay-6": (6, 1),
    "hard-4": (2, 1),
    "any-craps": (2, 1),
    "win-line": (1, 1),
    "horn": (4, 4),
    "horn-high-11": (5, 5),
    "crap-eleven": (2, 2),
    "behind-win-line-4": (1, 1),
    "behind-win-line-6": (5, 5),
    "behind-dont-come-6": (6, 6),
    "behind-dont-come-9": (3, 3),
}


@pytest.mark.parametrize("id", SIGNS)
@pytest.mark.parametrize("chip", [100, 250])
def test_the_sign_for_each_wager_is_the_lowest_that_skips_them(id: str, chip: int) -> None:
    minimum, unit = SIGNS[id]
    assert advice(chip=chip)[id].sign == Sign(Cents(minimum * chip), Cents(unit * chip))


@pytest.mark.parametrize("readings", [{}, {"commission": "chips"}], ids=str)
def test_no_stake_in_danger_can_be_made_under_its_sign(readings: dict[str, str]) -> None:
    for it in advice(**readings).values():
        for stake, _ in it.over:
            assert stake < it.sign.minimum or (stake - it.sign.minimum) % it.sign.unit


def test_a_sign_asks_for_whole_units_from_its_minimum_on() -> None:
    """A table asks for fives, and not for four and then fives."""
    for id, it in advice().items():
        assert it.sign.minimum % it.sign.unit == 0, id


def test_a_bigger_chip_is_in_danger_at_the_same_number_of_chips() -> None:
    small, big = advice(), advice(chip=500)
    for id, it in small.items():
        if it.exact.wager.family not in ("buy", "lay"):
            assert [(stake * 5, back) for stake, back in it.over] == list(big[id].over)


def test_a_stake_is_in_danger_only_so_far() -> None:
    """Rounding gives away less than a chip when it wins, and less than a chip of commission."""
    for id, step, chip, limit in [
        ("place-win-6", 100, 100, 30),  # 5/11 of a chip, against 1/66 of the stake
        ("place-win-4", 100, 100, 5),  # 1/3 against 1/15, so that a stake of five is still tried
        ("eleven", 100, 100, 1),
        ("any-seven", 100, 100, 1),
        ("horn", 400, 100, 0),
        ("buy-4", 100, 100, 26),  # 1/3 and a whole chip, against 1/20
        ("lay-4", 100, 100, 66),  # 2/3 and a whole chip, against 1/40
        ("lay-4", 500, 100, 13),
        ("lay-4", 500, 500, 66),
    ]:
        assert _in_danger_up_to(value_of("star-craps", id), Cents(step), Cents(chip)) == limit


def test_rounding_down_endangers_nothing() -> None:
    found = advice(chip_rounding="down")
    for it in found.values():
        assert it.over == ()
        assert it.sign.minimum == it.sign.unit == it.exact.wager.units * 100
    assert one_sign(found.values(), DOLLAR) == Sign(DOLLAR, DOLLAR)


@pytest.mark.parametrize("book", ["star-sicbo-2024", "crown-sicbo-a", "crown-sicbo-b", "aruze-sicbo"])
def test_whole_odds_endanger_nothing(book: str) -> None:
    found = advice(book)
    assert {it.over for it in found.values()} == {()}
    assert {it.sign for it in found.values()} == {Sign(DOLLAR, DOLLAR)}
    assert one_sign(found.values(), DOLLAR) == Sign(DOLLAR, DOLLAR)


def test_a_wager_that_returns_more_than_all_by_itself_has_no_edge() -> None:
    found = advice("crown-sicbo-b")
    assert {id for id, it in found.items() if not it.has_edge} == {
        f"{family}-{colour}" for family in ("colour", "colour-double") for colour in ("red", "green", "blue")
    }


def test_a_wager_that_returns_more_than_all_is_in_danger_where_it_returns_still_more() -> None:
    over = advice(crap_eleven="half_paid_all_returned")["crap-eleven"]
    assert over.exact.returns == Fraction(37, 36)
    # Two chips: 7.5 is paid as 8, four times in 36.
    assert over.over == ((200, Fraction(37, 36) + Fraction(4, 36) * Fraction(1, 4)),)
    assert over.sign == Sign(Cents(400), Cents(400))


def test_every_wager_has_its_advice_in_the_order_of_the_rulebook() -> None:
    found = list(stake_advice(load("star-craps"), DOLLAR))
    assert len(found) == 71
    assert [it.exact.id for it in found[3:6]] == ["dont-come", "behind-win-line-4", "behind-win-line-5"]
    assert found[0].exact == value_of("star-craps", "win-line")


@pytest.mark.parametrize(
    "chip, readings, minimum",
    [(100, {}, 2600), (500, {}, 13000), (100, {"commission": "chips"}, 3900)],
    ids=str,
)
def test_one_sign_for_all_is_above_every_stake_in_danger(chip: int, readings: dict[str, str], minimum: int) -> None:
    assert one_sign(advice(chip=chip, **readings).values(), Cents(chip)) == Sign(Cents(minimum), Cents(chip))


def test_one_sign_minds_only_wagers_with_an_edge() -> None:
    found = advice()
    assert one_sign([found["behind-win-line-6"], found["hard-4"]], DOLLAR) == Sign(Cents(200), DOLLAR)
    assert one_sign([found["behind-win-line-6"]], DOLLAR) == Sign(DOLLAR, DOLLAR)
    assert one_sign([], DOLLAR) == Sign(DOLLAR, DOLLAR)
    assert one_sign([found["lay-5"], found["place-win-4"]], DOLLAR) == Sign(Cents(1200), DOLLAR)
