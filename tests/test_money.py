"""Cents, odds and chips: exact to the cent, and rounded once."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.layout import Layout, PlacedWager
from dicehouse.money import CENT, DOLLAR, LARGEST, Cents, Odds, Rounding, cents, dollars, odds, to_chips
from dicehouse.odds.bankroll import ruin_or_goal, session_of
from dicehouse.odds.session import game
from dicehouse.odds.stakes import one_sign, stake_advice
from dicehouse.odds.value import values_of
from dicehouse.rulebooks import load
from tests.support import exactly

amounts = st.integers(0, LARGEST)
chips = st.sampled_from([1, 5, 25, 50, 100, 250, 500, 2500])


def test_a_dollar_is_a_hundred_cents() -> None:
    assert (CENT, DOLLAR) == (1, 100)
    assert LARGEST == 1_000_000_000 * DOLLAR


@pytest.mark.parametrize(
    "text, amount",
    [
        ("0", 0),
        ("0.00", 0),
        ("0.01", 1),
        ("0.10", 10),
        ("1", 100),
        ("1.00", 100),
        ("10", 1000),
        ("10.05", 1005),
        ("10.50", 1050),
        ("1234567.89", 123456789),
        ("999999999.99", 99999999999),
        ("1000000000", 10**11),
        ("1000000000.00", 10**11),
    ],
)
def test_an_amount_is_read_in_dollars_and_cents(text: str, amount: int) -> None:
    assert cents(text) == amount


@pytest.mark.parametrize(
    "text",
    ["", " ", "1.", ".50", "1.5", "1.505", "01", "00", "-1", "+1", "1,000", "1e3", "NaN", "inf", "$1", "1.00 ", " 1.00",
     "1.00\n", "1.x0", "x1.00", "\N{ARABIC-INDIC DIGIT ONE}", "1.\N{ARABIC-INDIC DIGIT ONE}0", "1_000", "0x10",
     "1000000000000"],
)  # fmt: skip
def test_a_text_that_is_no_amount_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(
        ValueError, match=exactly(f'an amount is dollars and two digits of cents, such as "10.00", not {text!r}')
    ):
        cents(text)


@pytest.mark.parametrize("value", [10, 10.0, True, None, ["1"], b"1", float("nan"), Fraction(1)], ids=repr)
def test_only_a_text_is_an_amount(value: object) -> None:
    with pytest.raises(ValueError, match=exactly(f'an amount is a text such as "10.00", not {value!r}')):
        cents(value)


def test_an_amount_above_the_largest_is_refused_by_name() -> None:
    said = "1000000000.01 is above 1000000000.00, the largest amount this system handles"
    with pytest.raises(ValueError, match=exactly(said)):
        cents("1000000000.01")
    with pytest.raises(ValueError, match=r"\A999999999999 is above"):
        cents("999999999999")


@pytest.mark.parametrize("length", [37, 38, 39, 40, 200])
def test_a_long_text_is_shown_by_its_beginning(length: int) -> None:
    text = "x" * length
    shown = f"'{text}'" if length <= 38 else "'" + "x" * 36 + "..."
    with pytest.raises(
        ValueError, match=exactly(f'an amount is dollars and two digits of cents, such as "10.00", not {shown}')
    ):
        cents(text)


@pytest.mark.parametrize(
    "amount, text",
    [(0, "0.00"), (1, "0.01"), (10, "0.10"), (99, "0.99"), (100, "1.00"), (1005, "10.05"), (-1, "-0.01"),
     (-1005, "-10.05"), (123456789, "1234567.89")],
)  # fmt: skip
def test_an_amount_is_written_in_dollars_and_cents(amount: int, text: str) -> None:
    assert dollars(amount) == text


@given(amounts)
def test_what_is_written_reads_back(amount: int) -> None:
    assert cents(dollars(amount)) == amount
    assert dollars(-amount) == (f"-{dollars(amount)}" if amount else "0.00")


@pytest.mark.parametrize(
    "amount, chip, up, down, exact",
    [
        (Fraction(0), 100, 0, 0, 0),
        (Fraction(1), 100, 100, 0, 1),
        (Fraction(99), 100, 100, 0, 99),
        (Fraction(100), 100, 100, 100, 100),
        (Fraction(101), 100, 200, 100, 101),
        (Fraction(700, 6), 100, 200, 100, 117),
        (Fraction(3500, 6), 100, 600, 500, 584),
        (Fraction(3500, 6), 250, 750, 500, 584),
        (Fraction(3500, 6), 1, 584, 583, 584),
        (Fraction(1, 3), 500, 500, 0, 1),
        (Fraction(1500, 2), 100, 800, 700, 750),
    ],
)
@pytest.mark.clause("star-craps", "6.7")
@pytest.mark.clause("crown-sicbo", "4.2.3")
def test_a_payout_that_chips_cannot_make_goes_to_the_next_that_they_can(
    amount: Fraction, chip: int, up: int, down: int, exact: int
) -> None:
    assert to_chips(amount, Cents(chip), Rounding.UP) == up
    assert to_chips(amount, Cents(chip), Rounding.DOWN) == down
    assert to_chips(amount, Cents(chip), Rounding.EXACT) == exact


@given(st.fractions(min_value=0, max_value=10**9, max_denominator=1000), chips)
def test_rounding_never_moves_an_amount_by_a_whole_chip_nor_the_wrong_way(amount: Fraction, chip: int) -> None:
    up, down, exact = (to_chips(amount, Cents(chip), it) for it in (Rounding.UP, Rounding.DOWN, Rounding.EXACT))
    assert 0 <= up - amount < chip
    assert 0 <= amount - down < chip
    assert 0 <= exact - amount < 1
    assert up % chip == down % chip == 0
    assert up - down in (0, chip)


@given(st.integers(0, 10**6), chips)
def test_a_payout_in_whole_chips_is_left_alone(number: int, chip: int) -> None:
    for rounding in Rounding:
        assert to_chips(Fraction(number * chip), Cents(chip), rounding) == number * chip


def test_rounding_has_the_names_that_a_rulebook_writes() -> None:
    assert [str(it) for it in Rounding] == ["up", "down", "exact"]


@pytest.mark.parametrize(
    "text, pays, to",
    [
        ("1 to 1", 1, 1),
        ("9 to 5", 9, 5),
        ("9:5", 9, 5),
        ("9 : 5", 9, 5),
        ("9to5", 9, 5),
        ("10 to 2", 10, 2),
        ("180 to 1", 180, 1),
        ("9999 to 9999", 9999, 9999),
        ("7.5 to 1", 15, 2),
        ("9.5 to 1", 19, 2),
        ("7.5 to 3", 5, 2),
        ("2.4 to 2", 6, 5),
        ("7.0 to 1", 7, 1),
        ("0.5 to 1", 1, 2),
        ("30 for 1", 29, 1),
        ("9 for 5", 4, 5),
        ("2.5 for 1", 3, 2),
    ],
)
def test_odds_are_read_as_printed_and_kept_in_whole_numbers(text: str, pays: int, to: int) -> None:
    read = odds(text)
    assert (read.pays, read.to) == (pays, to)
    assert read.ratio == Fraction(pays, to)
    assert str(read) == f"{pays}:{to}"


@pytest.mark.parametrize(
    "value",
    ["", "7", "7 to", "to 1", "7 for", "7 of 1", "7 to 1 ", " 7 to 1", "7  to 1", "7 to  1", "-7 to 1", "7 to -1",
     "7.55 to 1", "7. to 1", "7 to 1.5", "7/1", "10000 to 1", "1 to 10000", "\N{ARABIC-INDIC DIGIT ONE} to 1",
     "7 to 1\n", 7, 7.5, True, None, ["7 to 1"]],
    ids=repr,
)  # fmt: skip
def test_what_is_no_odds_is_refused_with_examples(value: object) -> None:
    with pytest.raises(ValueError, match=exactly(f'odds are a text such as "9 to 5" or "7.5 to 1", not {value!r}')):
        odds(value)


@pytest.mark.parametrize("text", ["0 to 1", "0.0 to 1", "1 to 0", "0 to 0", "7.5 to 0"])
def test_odds_pay_something_for_something(text: str) -> None:
    with pytest.raises(ValueError, match=exactly(f"odds of {text} pay nothing or ask for no stake")):
        odds(text)


@given(st.integers(1, 9999), st.integers(1, 9999))
def test_whole_odds_read_back_as_they_are_written(pays: int, to: int) -> None:
    assert odds(str(Odds(pays, to))) == odds(f"{pays} to {to}") == Odds(pays, to)


@given(st.integers(0, 9999), st.integers(1, 9), st.integers(1, 9999))
def test_a_decimal_in_odds_is_exact(whole: int, tenths: int, to: int) -> None:
    assert odds(f"{whole}.{tenths} to {to}").ratio == Fraction(10 * whole + tenths, 10 * to)


SICBO = load("star-sicbo-2024")
TAKING: dict[str, Callable[[Any], object]] = {
    # what takes money from a program: the table's layout, the odds
    "Layout": lambda it: Layout(SICBO, it),
    "Layout.start_afresh": lambda it: Layout(SICBO).start_afresh(it),
    "Layout.place": lambda it: Layout(SICBO).place("w1", "small", it),
    "Layout.placing": lambda it: Layout(SICBO).placing("w1", "small", it),
    "Layout.raising": lambda it: Layout(SICBO).raising(placed(Layout(SICBO)), it),
    "Layout.restore, the stake": lambda it: Layout(SICBO).restore("w1", "small", it, 0, "open"),
    "Layout.restore, the commission": lambda it: Layout(SICBO).restore("w1", "small", 500, it, "open"),
    "to_chips": lambda it: to_chips(Fraction(5), it, Rounding.UP),
    "values_of, the stake": lambda it: values_of(SICBO, SICBO.wagers["small"], it),
    "values_of, the chip": lambda it: values_of(SICBO, SICBO.wagers["small"], Cents(500), it),
    "game": lambda it: game(SICBO, "small", it),
    "session_of": lambda it: session_of(game(SICBO, "small", Cents(500)), it, 3),
    "session_of, the goal": lambda it: session_of(game(SICBO, "small", Cents(500)), Cents(500), 3, it),
    "ruin_or_goal": lambda it: ruin_or_goal(game(SICBO, "small", Cents(500)), it, Cents(1_500)),
    "ruin_or_goal, the goal": lambda it: ruin_or_goal(game(SICBO, "small", Cents(500)), Cents(500), it),
    "stake_advice": lambda it: next(stake_advice(SICBO, it)),
    "one_sign": lambda it: one_sign([], it),
}


def placed(layout: Layout) -> PlacedWager:
    made = layout.place("w0", "small", 500)
    assert isinstance(made, PlacedWager)
    return made


@pytest.mark.parametrize("wrong", [500.0, 500.5, True, "500", Fraction(500), Decimal(500)], ids=repr)
@pytest.mark.parametrize("gives", TAKING.values(), ids=TAKING)
def test_what_is_not_a_whole_number_of_cents_is_no_money(gives: Callable[[Any], object], wrong: object) -> None:
    with pytest.raises(TypeError, match="money is a whole number of cents, an int"):
        gives(wrong)


@pytest.mark.parametrize("gives", TAKING.values(), ids=TAKING)
def test_whole_cents_are_taken_everywhere(gives: Callable[[Any], object]) -> None:
    gives(1_000)
