"""What every wager is worth: the published figures, and the same by counting."""

from fractions import Fraction

import pytest

from dicehouse.money import Cents
from dicehouse.odds import Payout, Value, values, values_of
from dicehouse.odds.figures import percent
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.wager import Decision, Result
from tests.support import value_of

DOLLAR = Cents(100)
POINTS = (4, 5, 6, 8, 9, 10)
WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}


def f(text: str) -> Fraction:
    return Fraction(text)


def by_number(family: str, *figures: str) -> dict[str, Fraction]:
    """Figures for four and ten, five and nine, six and eight."""
    return {f"{family}-{p}": f(figures[{4: 0, 10: 0, 5: 1, 9: 1, 6: 2, 8: 2}[p]]) for p in POINTS}


STAR_CRAPS = {
    "win-line": f("488/495"),
    "come": f("488/495"),
    "dont-win": f("217/220"),
    "dont-come": f("217/220"),
    **by_number("behind-win-line", "1", "1", "1"),
    **by_number("behind-dont-win", "1", "1", "1"),
    **by_number("behind-come", "1", "1", "1"),
    **by_number("behind-dont-come", "1", "1", "1"),
    **by_number("place-win", "14/15", "24/25", "65/66"),
    **by_number("place-lose", "32/33", "39/40", "54/55"),
    **by_number("buy", "20/21", "20/21", "20/21"),
    **by_number("lay", "40/41", "30/31", "24/25"),
    "hard-4": f("17/18"),
    "hard-10": f("17/18"),
    "hard-6": f("21/22"),
    "hard-8": f("21/22"),
    "big-6": f("10/11"),
    "big-8": f("10/11"),
    "any-seven": f("5/6"),
    **dict.fromkeys(("any-craps", "craps-2", "craps-3", "craps-12", "eleven", "field", "crap-eleven"), f("17/18")),
    **dict.fromkeys(("horn", "horn-high-2", "horn-high-3", "horn-high-11", "horn-high-12"), f("17/18")),
}
TOTALS = dict(zip(range(4, 11), map(f, ("7/8", "8/9", "95/108", "65/72", "7/8", "25/27", "7/8")), strict=True))
SIC_BO = {
    **dict.fromkeys(("small", "big"), f("35/36")),
    "any-triple": f("8/9"),
    **{f"triple-{face}": f("181/216") for face in range(1, 7)},
    **{f"double-{face}": f("8/9") for face in range(1, 7)},
    **{f"single-{face}": f("26/27") for face in range(1, 7)},
    **{f"total-{total}": TOTALS[min(total, 21 - total)] for total in range(4, 18)},
    **{f"pair-{a}-{b}": f("35/36") for a in range(1, 7) for b in range(a + 1, 7)},
}
AT_TABLES = {
    **SIC_BO,
    **dict.fromkeys(("odd", "even"), f("35/36")),
    **{f"four-{it}": f("8/9") for it in ("1-2-3-4", "2-3-4-5", "2-3-5-6", "3-4-5-6")},
}
STAR = {**AT_TABLES, "streak-small-big": f("1847/2048"), "streak-odd-even": f("1847/2048")}
ARUZE = {
    **SIC_BO,
    **{f"triple-{face}": f("191/216") for face in range(1, 7)},
    **{f"double-{face}": f("26/27") for face in range(1, 7)},
}
OPTION_B = {
    **{id: it for id, it in SIC_BO.items() if id.startswith(("small", "big", "total"))},
    **{f"symbol-{it}": f("26/27") for it in ("fish", "prawn", "gourd", "coin", "crab", "chicken")},
    **{f"symbol-triple-{it}": f("181/216") for it in ("fish", "prawn", "gourd", "coin", "crab", "chicken")},
    **{f"colour-{it}": f("38/27") for it in ("red", "green", "blue")},
    **{f"colour-double-{it}": f("28/27") for it in ("red", "green", "blue")},
    **{f"colour-triple-{it}": f("8/9") for it in ("red", "green", "blue")},
    "any-symbol-triple": f("8/9"),
    "any-colour-triple": f("8/9"),
}
PUBLISHED = {
    "star-sicbo-2024": STAR,
    "star-sicbo-pre2024": STAR,
    "crown-sicbo-a": AT_TABLES,
    "crown-sicbo-b": OPTION_B,
    "aruze-sicbo": ARUZE,
    "star-craps": STAR_CRAPS,
}


@pytest.mark.parametrize("book", BUILT_IN)
def test_every_wager_returns_what_is_published(book: str) -> None:
    assert {value.id: value.returns for value in values(load(book))} == PUBLISHED[book]


@pytest.mark.parametrize("book", BUILT_IN)
def test_every_figure_of_a_one_roll_wager_equals_counting_the_outcomes(book: str) -> None:
    for value in values(load(book)):
        if not value.wager.one_roll:
            continue
        (row,) = value.wager.rules.steps
        ends = [step for step in row if isinstance(step, Decision)]
        money = [it.money_back for it in ends]
        mean = sum(money, Fraction(0)) / len(row)
        assert value.rolls == value.outlay == 1
        assert value.returns == mean
        assert value.edge == value.edge_decided == value.edge_per_roll == 1 - mean
        assert value.variance == sum(((it - mean) ** 2 for it in money), Fraction(0)) / len(row)
        for result, chance in ((Result.WIN, value.win), (Result.LOSE, value.lose), (Result.PUSH, value.push)):
            assert chance == Fraction(sum(1 for it in ends if it.result is result), len(row))


def waits(
    number: int, back: Fraction, outlay: Fraction = Fraction(1), *, on_seven: bool = False
) -> dict[str, Fraction]:
    """The figures of a wager that a number or a seven decides, by the plain ratio of their ways."""
    ways = WAYS[number]
    win = Fraction(6 if on_seven else ways, ways + 6)
    mean = win * back / outlay
    return {
        "win": win,
        "lose": 1 - win,
        "returns": mean,
        "rolls": Fraction(36, ways + 6),
        "variance": win * (back / outlay - mean) ** 2 + (1 - win) * mean**2,
    }


PRICES = {
    "place-win": dict(zip(POINTS, ("9/5", "7/5", "7/6", "7/6", "7/5", "9/5"), strict=True)),
    "buy": dict(zip(POINTS, ("2", "3/2", "6/5", "6/5", "3/2", "2"), strict=True)),
    "behind-win-line": dict(zip(POINTS, ("2", "3/2", "6/5", "6/5", "3/2", "2"), strict=True)),
    "behind-come": dict(zip(POINTS, ("2", "3/2", "6/5", "6/5", "3/2", "2"), strict=True)),
    "place-lose": dict(zip(POINTS, ("5/11", "5/8", "4/5", "4/5", "5/8", "5/11"), strict=True)),
    "lay": dict(zip(POINTS, ("1/2", "2/3", "5/6", "5/6", "2/3", "1/2"), strict=True)),
    "behind-dont-win": dict(zip(POINTS, ("1/2", "2/3", "5/6", "5/6", "2/3", "1/2"), strict=True)),
    "behind-dont-come": dict(zip(POINTS, ("1/2", "2/3", "5/6", "5/6", "2/3", "1/2"), strict=True)),
    "big": {6: "1", 8: "1"},
}


@pytest.mark.parametrize("family", PRICES)
def test_every_figure_of_a_number_against_seven_equals_the_ratio_of_their_ways(family: str) -> None:
    found = {value.id: value for value in values(load("star-craps"))}
    for number, price in PRICES[family].items():
        value, pays = found[f"{family}-{number}"], f(price)
        outlay = {"buy": f("21/20"), "lay": 1 + pays / 20}.get(family, Fraction(1))
        assert value.outlay == outlay
        figures = waits(number, pays + 1, outlay, on_seven=pays < 1)
        assert {name: getattr(value, name) for name in figures} == figures
        assert value.push == 0


@pytest.mark.parametrize("id", ["win-line", "come"])
def test_every_figure_of_a_line_wager_equals_a_sum_over_its_points(id: str) -> None:
    value = value_of("star-craps", id)
    win = Fraction(8, 36) + sum((Fraction(WAYS[p], 36) * Fraction(WAYS[p], WAYS[p] + 6) for p in POINTS), Fraction(0))
    rolls = 1 + sum((Fraction(WAYS[p], 36) * Fraction(36, WAYS[p] + 6) for p in POINTS), Fraction(0))
    assert [value.win, value.lose, value.push] == [win, 1 - win, 0]
    assert value.win == f("244/495")
    assert value.rolls == rolls == f("557/165")
    assert value.returns == 2 * win
    assert value.variance == 4 * win * (1 - win)
    assert value.edge == value.edge_decided == f("7/495")
    assert value.edge_per_roll == f("7/1671")


@pytest.mark.parametrize("id", ["dont-win", "dont-come"])
def test_every_figure_of_a_dont_wager_equals_a_sum_over_its_points(id: str) -> None:
    value = value_of("star-craps", id)
    win = Fraction(3, 36) + sum((Fraction(WAYS[p], 36) * Fraction(6, WAYS[p] + 6) for p in POINTS), Fraction(0))
    assert (value.win, value.push, value.lose) == (win, f("1/36"), 1 - win - f("1/36"))
    assert value.rolls == f("557/165")
    assert value.returns == 2 * win + f("1/36")
    assert value.edge == f("3/220")
    assert value.edge_decided == f("27/1925")
    assert percent(value.edge_decided) == "1.40%"
    assert value.variance == 4 * win + f("1/36") - value.returns**2


def test_every_figure_is_a_fraction_even_where_nothing_can_happen() -> None:
    names = ("win", "lose", "push", "returns", "edge", "edge_decided", "edge_per_roll", "variance", "rolls", "outlay")
    for value in values(load("star-craps")):
        assert {type(getattr(value, name)) for name in names} == {Fraction}


def test_a_come_out_is_165_of_557_rolls() -> None:
    assert percent(1 / value_of("star-craps", "win-line").rolls) == "29.62%"


# What a value holds.


def test_a_value_says_which_wager_it_is() -> None:
    book = load("star-craps")
    value = value_of("star-craps", "place-win-6")
    assert (value.id, value.name, value.wager) == ("place-win-6", "Place to Win 6", book.wagers["place-win-6"])
    assert value.payouts == (
        Payout("win 7:6", Result.WIN, f("13/6"), f("5/11")),
        Payout("lose", Result.LOSE, f("0"), f("6/11")),
    )


def test_a_behind_wager_is_valued_for_each_point() -> None:
    book = load("star-craps")
    found = values_of(book, book.wagers["behind-dont-come"])
    assert [value.id for value in found] == [f"behind-dont-come-{p}" for p in POINTS]
    assert [value.name for value in found] == [f"Behind the Don't Come {p}" for p in POINTS]
    assert {value.wager.id for value in found} == {"behind-dont-come"}
    assert [value.rolls for value in found] == [Fraction(36, WAYS[p] + 6) for p in POINTS]
    assert found[0].payouts == (
        Payout("win 1:2", Result.WIN, f("3/2"), f("2/3")),
        Payout("lose", Result.LOSE, f("0"), f("1/3")),
    )


def test_a_streak_is_valued_before_its_side_is_known() -> None:
    value = value_of("star-sicbo-2024", "streak-small-big")
    assert (value.id, value.name) == ("streak-small-big", "Super Streak Small or Big")
    assert [(it.label, it.chance) for it in value.payouts] == [
        ("win 500:1", f("1/4096")),
        ("win 100:1", f("1/4096")),
        ("win 75:1", f("1/2048")),
        ("win 50:1", f("1/1024")),
        ("win 35:1", f("1/512")),
        ("win 20:1", f("1/256")),
        ("win 15:1", f("1/128")),
        ("win 10:1", f("1/64")),
        ("win 6:1", f("1/32")),
        ("lose", f("15/16")),
    ]
    assert value.rolls == f("1053/512")


def test_sides_of_unequal_length_are_weighed_by_how_often_they_open() -> None:
    book = load("star-sicbo-2024", {"even_totals": "printed"})
    wager = book.wagers["streak-odd-even"]
    (value,) = values_of(book, wager)
    odd, even = f("1053/512"), (1 - f("13/35") ** 12) / f("22/35") * f("36/35")
    weights = wager.weights
    assert sum(weights) == 1
    assert weights[0] != weights[1]
    assert value.rolls == odd * weights[0] + even * weights[1]
    assert sum(it.chance for it in value.payouts) == 1


def test_ends_of_one_kind_are_one_payout_the_best_first() -> None:
    assert [(it.label, it.chance) for it in value_of("star-craps", "win-line").payouts] == [
        ("win 1:1", f("244/495")),
        ("lose", f("251/495")),
    ]
    assert [it.label for it in value_of("star-craps", "horn-high-12").payouts] == [
        "win 33:1 on 2/5", "win 33:1 on 1/5", "win 16:1 on 1/5", "lose",
    ]  # fmt: skip
    assert [it.label for it in value_of("star-craps", "dont-win").payouts] == ["win 1:1", "push", "lose"]
    assert [it.label for it in value_of("crown-sicbo-b", "symbol-fish").payouts] == [
        "win 12:1", "win 2:1", "win 1:1", "lose",
    ]  # fmt: skip


def test_equal_payouts_stand_in_the_order_of_their_labels() -> None:
    """One enormous chip pays both prices of the Horn alike."""
    book = load("star-craps")
    (value,) = values_of(book, book.wagers["horn"], Cents(400), Cents(100_000))
    assert [(it.label, it.money_back) for it in value.payouts] == [
        ("win 16:1 on 1/4", f("1001/4")),
        ("win 33:1 on 1/4", f("1001/4")),
        ("lose", f("0")),
    ]


def test_values_come_in_the_order_of_the_rulebook() -> None:
    ids = [value.id for value in values(load("star-craps"))]
    assert ids[:6] == ["win-line", "dont-win", "come", "dont-come", "behind-win-line-4", "behind-win-line-5"]
    assert ids[-1] == "crap-eleven"
    assert len(ids) == len(set(ids)) == 71


def test_a_value_needs_no_commission() -> None:
    wager = load("star-craps").wagers["field"]
    value = Value("field", "Field", wager, (Payout("push", Result.PUSH, f("1"), f("1/4")),), f("2"))
    assert value.outlay == 1
    assert [value.win, value.lose, value.push] == [0, 0, f("1/4")]
    assert (value.returns, value.edge) == (f("1/4"), f("3/4"))
    assert value.edge_decided == 1
    assert value.edge_per_roll == f("3/8")
    assert value.variance == f("1/4") - f("1/16")


# Commission.


@pytest.mark.parametrize(
    "reading, four, five, six",
    [
        ("payable", "40/41", "30/31", "24/25"),
        ("winnings", "40/41", "30/31", "24/25"),
        ("stake", "20/21", "20/21", "20/21"),
    ],
)
def test_a_lay_by_each_reading_of_its_commission(reading: str, four: str, five: str, six: str) -> None:
    for number, returned in ((4, four), (5, five), (6, six), (8, six), (9, five), (10, four)):
        assert value_of("star-craps", f"lay-{number}", lay_commission_on=reading).returns == f(returned)


def at(id: str, stake: int, chip: int = 100, **readings: str) -> Value:
    book = load("star-craps", readings)
    return values_of(book, book.wagers[id], Cents(stake), Cents(chip))[0]


@pytest.mark.parametrize(
    "dollars, reading, shown",
    [(10, "exact", "95.24%"), (10, "chips", "100.00%"), (25, "exact", "95.24%"), (25, "chips", "96.15%"),
     (20, "chips", "95.24%"), (19, "chips", "100.00%")],
)  # fmt: skip
@pytest.mark.clause("star-craps", "6.1.24")
def test_a_commission_is_exact_to_the_cent_or_in_whole_chips(dollars: int, reading: str, shown: str) -> None:
    assert percent(at("buy-4", dollars * 100, commission=reading).returns) == shown


def test_a_fraction_of_a_cent_of_commission_is_dropped() -> None:
    assert at("buy-4", 110, 10).outlay == 1 + f("5/110")
    assert at("buy-4", 100).outlay == f("21/20")


@pytest.mark.clause("star-craps", "6.1.25", "6.7")
@pytest.mark.parametrize("reading, outlay", [("payable", "105/100"), ("winnings", "102/100"), ("stake", "105/100")])
def test_the_commission_of_a_lay_at_one_chip(reading: str, outlay: str) -> None:
    """It could win half a dollar, which is paid as one."""
    value = at("lay-4", 100, lay_commission_on=reading)
    assert value.outlay == f(outlay)
    assert value.returns == f("4/3") / f(outlay)
    assert at("lay-4", 300, lay_commission_on="payable").outlay == 1 + f("10/300")
    assert at("lay-4", 300, lay_commission_on="winnings").outlay == 1 + f("7/300")
    assert at("lay-4", 300, lay_commission_on="stake").outlay == 1 + f("15/300")


# Chips.

SMALL_STAKES = {
    "place-win-6": {1: "15/11", 2: "25/22", 5: "1", 6: "65/66", 19: "210/209", 20: "1"},
    "place-win-8": {1: "15/11", 2: "25/22", 5: "1", 6: "65/66", 19: "210/209", 20: "1"},
    "place-win-5": {1: "6/5", 3: "16/15", 5: "24/25"},
    "place-win-9": {1: "6/5", 3: "16/15", 5: "24/25"},
    "place-win-4": {1: "1", 2: "1", 3: "1", 4: "1", 5: "14/15"},
    "place-win-10": {1: "1", 2: "1", 3: "1", 4: "1", 5: "14/15"},
    "place-lose-4": {1: "4/3", 5: "16/15", 11: "32/33"},
    "place-lose-10": {1: "4/3", 5: "16/15", 11: "32/33"},
    "place-lose-5": {1: "6/5", 5: "27/25", 8: "39/40"},
    "place-lose-9": {1: "6/5", 5: "27/25", 8: "39/40"},
    "place-lose-6": {1: "12/11", 5: "54/55"},
    "place-lose-8": {1: "12/11", 5: "54/55"},
    "hard-4": {1: "1", 2: "17/18"},
    "hard-6": {1: "1", 2: "21/22"},
    "hard-8": {1: "1", 2: "21/22"},
    "hard-10": {1: "1", 2: "17/18"},
    "any-craps": {1: "1", 2: "17/18"},
    "eleven": {1: "17/18"},
}  # fmt: skip


@pytest.mark.clause("star-craps", "6.7")
@pytest.mark.parametrize("id", SMALL_STAKES)
@pytest.mark.parametrize("chip", [100, 500])
def test_rounding_up_lifts_small_stakes(id: str, chip: int) -> None:
    for chips, returned in SMALL_STAKES[id].items():
        assert at(id, chips * chip, chip).returns == f(returned)


@pytest.mark.parametrize(
    "id, chips, shown",
    [("place-win-6", 1, "136.36%"), ("place-win-6", 2, "113.64%"), ("place-win-6", 5, "100.00%"),
     ("place-win-5", 1, "120.00%"), ("place-win-5", 3, "106.67%"), ("place-lose-4", 1, "133.33%"),
     ("place-lose-4", 5, "106.67%"),
     ("place-lose-5", 1, "120.00%"), ("place-lose-5", 5, "108.00%"), ("place-lose-6", 1, "109.09%")],
)  # fmt: skip
def test_small_stakes_return_the_percentages_that_are_written(id: str, chips: int, shown: str) -> None:
    assert percent(at(id, chips * 100).returns) == shown


@pytest.mark.parametrize("rounding, paid", [("up", 600), ("down", 500), ("exact", 584)])
def test_five_dollars_on_six_by_each_rounding(rounding: str, paid: int) -> None:
    value = at("place-win-6", 500, chip_rounding=rounding)
    assert value.payouts[0].money_back == Fraction(500 + paid, 500)
    assert value.returns == Fraction(5, 11) * Fraction(500 + paid, 500)
    if rounding == "down":
        assert percent(value.returns) == "90.91%"


def test_a_behind_wager_is_rounded_for_each_point() -> None:
    book = load("star-craps")
    found = values_of(book, book.wagers["behind-win-line"], DOLLAR, DOLLAR)
    assert [value.returns for value in found] == [f(it) for it in ("1", "6/5", "15/11", "15/11", "6/5", "1")]
    assert percent(found[2].returns) == "136.36%"


def test_what_comes_back_of_the_stake_is_never_rounded() -> None:
    """One chip on the Horn: winnings are rounded up, and the quarter that won comes back as it is."""
    assert at("horn", 100).payouts[0].money_back == 9 + f("1/4")
    assert at("horn", 100).payouts[1].money_back == 4 + f("1/4")
    assert at("horn", 400).returns == f("17/18")
    assert at("dont-win", 100).payouts[1] == Payout("push", Result.PUSH, f("1"), f("1/36"))


def test_a_stake_is_rounded_to_the_cent_where_no_chip_is_named() -> None:
    book = load("star-craps")
    (value,) = values_of(book, book.wagers["place-win-6"], DOLLAR)
    assert value.payouts[0].money_back == f("217/100")


@pytest.mark.parametrize("book", ["star-sicbo-2024", "crown-sicbo-a", "crown-sicbo-b", "aruze-sicbo"])
def test_whole_odds_are_never_rounded(book: str) -> None:
    rulebook = load(book)
    for wager in rulebook.wagers.values():
        if wager.family != "streak":
            assert values_of(rulebook, wager, DOLLAR, DOLLAR) == values_of(rulebook, wager)
