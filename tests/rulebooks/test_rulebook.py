"""A rulebook: who may do what, and what the house hands over and charges."""

from fractions import Fraction
from pathlib import Path

import pytest

from dicehouse.dice import THREE, TWO
from dicehouse.money import Cents, Rounding
from dicehouse.rulebooks import BUILT_IN, load
from tests.houses import HOUSE, write


@pytest.mark.parametrize("name", BUILT_IN)
def test_craps_is_thrown_with_two_dice_and_sic_bo_with_three(name: str) -> None:
    assert load(name).dice is (TWO if name == "star-craps" else THREE)


@pytest.mark.parametrize(
    "name, rounding",
    [
        ("star-sicbo-2024", Rounding.EXACT),
        ("star-sicbo-pre2024", Rounding.EXACT),
        ("crown-sicbo-a", Rounding.UP),
        ("crown-sicbo-b", Rounding.UP),
        ("aruze-sicbo", Rounding.EXACT),
        ("star-craps", Rounding.UP),
    ],
)
def test_a_payout_is_rounded_as_the_document_says(name: str, rounding: Rounding) -> None:
    assert load(name).rounding is rounding
    assert load(name, {"chip_rounding": "down"}).rounding is Rounding.DOWN


@pytest.mark.parametrize("rounding, paid", [("up", 600), ("down", 500), ("exact", 584)])
def test_what_is_handed_over_is_rounded_to_chips(rounding: str, paid: int) -> None:
    book = load("star-craps", {"chip_rounding": rounding})
    assert book.payable(Fraction(3500, 6), Cents(100)) == paid
    assert book.payable(Fraction(700), Cents(100)) == 700


# --- commission


@pytest.mark.parametrize(
    "wager, stake, chip, readings, charged",
    [
        ("buy-4", 2000, 100, {}, 100),
        ("buy-4", 1999, 100, {}, 99),
        ("buy-4", 19, 100, {}, 0),
        ("buy-4", 3900, 100, {"commission": "chips"}, 100),
        ("buy-4", 4000, 100, {"commission": "chips"}, 200),
        ("buy-4", 1900, 100, {"commission": "chips"}, 0),
        ("lay-6", 700, 100, {}, 30),
        ("lay-6", 700, 100, {"lay_commission_on": "winnings"}, 29),
        ("lay-6", 700, 100, {"lay_commission_on": "stake"}, 35),
        ("lay-6", 700, 100, {"chip_rounding": "down"}, 25),
        ("lay-6", 700, 1, {}, 29),
        ("lay-6", 700, 500, {}, 50),
        ("lay-10", 4000, 100, {"commission": "chips"}, 100),
        ("lay-10", 7900, 250, {"commission": "chips"}, 0),
        ("place-win-6", 6000, 100, {}, 0),
        ("field", 6000, 100, {"commission": "chips"}, 0),
    ],
)
def test_a_commission_is_five_in_a_hundred_of_what_the_document_and_the_readings_say(
    wager: str, stake: int, chip: int, readings: dict[str, str], charged: int
) -> None:
    book = load("star-craps", readings)
    assert book.commission(book.wagers[wager], Cents(stake), Cents(chip)) == charged


# --- ranks and powers


def test_roles_are_ranked_from_the_lowest() -> None:
    ranks = load("star-sicbo-2024").ranks
    assert ranks == {"dealer": 0, "games-supervisor": 1, "casino-supervisor": 2, "casino-operator": 3}


def who_may(name: str, power: str) -> list[str]:
    book = load(name)
    return [role.id for role in book.roles if book.may(role.id, power)]


def test_a_role_may_do_what_it_is_named_for_and_what_lower_ones_may(tmp_path: Path) -> None:
    book = load(write(tmp_path, HOUSE))
    assert [book.may(role, "close_table") for role in ("host", "supervisor")] == [False, True]
    assert [book.may(role, "decide_dispute") for role in ("host", "supervisor")] == [True, True]


def test_a_role_that_counts_as_a_higher_one_may_do_what_that_one_may() -> None:
    assert who_may("star-sicbo-2024", "close_table") == ["games-supervisor", "casino-supervisor", "casino-operator"]


def test_a_role_that_counts_as_another_does_not_rank_as_it(tmp_path: Path) -> None:
    """Counting as a role gives what that role is named for, and not what is for those below it."""
    rows = "".join(
        f'[[roles]]\nid = "{id}"\nname = "x"\nclause = "8.15"\ncounts_as = {counts}\n'
        for id, counts in (("low", '["high"]'), ("middle", "[]"), ("high", "[]"))
    )
    start, end = HOUSE.index("[[roles]]"), HOUSE.index("[wagers.small]")
    powers = """\
[powers]
close_table = { by = ["high"], clause = "8.2" }
decide_dispute = { by = ["middle"], clause = "8.15" }
review_dispute = { by = ["low", "high"], clause = "8.15" }
"""
    book = load(write(tmp_path, HOUSE[:start] + rows + powers + HOUSE[end:]))
    assert [book.may(role, "close_table") for role in ("low", "middle", "high")] == [True, False, True]
    assert [book.may(role, "decide_dispute") for role in ("low", "middle", "high")] == [False, True, True]
    assert [book.may(role, "review_dispute") for role in ("low", "middle", "high")] == [True, True, True]


@pytest.mark.parametrize("role, power", [("janitor", "settle"), ("dealer", "fly")])
def test_a_role_or_a_power_that_nobody_knows_is_no_silent_no(role: str, power: str) -> None:
    with pytest.raises(KeyError):
        load("star-sicbo-2024").may(role, power)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_highest_role_may_do_everything(name: str) -> None:
    book = load(name)
    assert all(book.may(book.roles[-1].id, power) for power in book.powers)


def test_the_hash_is_not_shown_with_everything_else() -> None:
    book = load("star-craps")
    assert book.hash not in repr(book)
    assert len(book.hash) == 64
