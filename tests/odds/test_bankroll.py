"""A session with a bankroll and a goal, held to what following every way by hand gives."""

from fractions import Fraction

import pytest

from dicehouse.money import Cents
from dicehouse.odds.bankroll import Ruin, ruin_or_goal, session_of
from dicehouse.odds.session import Game, TooLargeError, session
from tests.odds.test_session import played


@pytest.mark.parametrize("units, goal", [(1, 2), (3, 5), (10, 20), (40, 60)])
def test_ruin_before_a_goal_is_what_the_old_formula_says(units: int, goal: int) -> None:
    it = played("star-sicbo-2024", "small")
    p = Fraction(105, 216)
    ratio = (1 - p) / p
    reached = (1 - ratio**units) / (1 - ratio**goal)
    rounds = Fraction(units) / (1 - 2 * p) - goal * reached / (1 - 2 * p)
    assert ruin_or_goal(it, Cents(units * 1_000), Cents(goal * 1_000)) == Ruin(1 - reached, reached, rounds)


Ways = dict[tuple[int, str], tuple[Fraction, Fraction]]


def by_hand(it: Game, bankroll: int, rounds: int, goal: int | None = None) -> Ways:
    """Every end with its chance and the wagers that led to it, weighed by their chance."""
    over = "goal" if goal is not None and bankroll >= goal else "ruin" if bankroll < it.outlay else ""
    if over or not rounds:
        return {(bankroll, over): (Fraction(1), Fraction(0))}
    found: Ways = {}
    for net, chance in it.nets.items():
        for end, (likely, wagers) in by_hand(it, bankroll + net, rounds - 1, goal).items():
            before = found.get(end, (Fraction(0), Fraction(0)))
            found[end] = before[0] + chance * likely, before[1] + chance * (wagers + likely)
    return found


@pytest.mark.parametrize("wager", ["small", "double-2", "single-3"])
@pytest.mark.parametrize("bankroll", [1_000, 1_500, 3_000])
@pytest.mark.parametrize("goal", [None, 4_000])
def test_a_session_with_a_bankroll_is_every_way_followed(wager: str, bankroll: int, goal: int | None) -> None:
    it = played("star-sicbo-2024", wager)
    for rounds in (1, 2, 5):
        made = session_of(it, Cents(bankroll), rounds, None if goal is None else Cents(goal))
        ways = by_hand(it, bankroll, rounds, goal)
        ends: dict[int, Fraction] = {}
        for (end, _), (chance, _) in ways.items():
            ends[end - bankroll] = ends.get(end - bankroll, Fraction(0)) + chance
        assert {net: Fraction(ways, made.whole) for net, ways in made} == ends
        assert made.ruined == sum(chance for (_, over), (chance, _) in ways.items() if over == "ruin")
        assert made.reached == (
            None if goal is None else sum(chance for (_, over), (chance, _) in ways.items() if over == "goal")
        )
        assert made.wagers == sum(wagers for _, wagers in ways.values())
        assert made.mean == sum(net * chance for net, chance in ends.items())
        assert made.variance == sum(net**2 * chance for net, chance in ends.items()) - made.mean**2
        assert made.ahead == sum(chance for net, chance in ends.items() if net > 0)


def test_a_commission_counts_for_what_a_bankroll_must_hold() -> None:
    it = played("star-craps", "buy-4", Cents(2_000))
    made = session_of(it, Cents(2_100), 3)
    assert made.ruined == sum(chance for (_, over), (chance, _) in by_hand(it, 2_100, 3).items() if over == "ruin")


def test_a_bankroll_for_every_round_is_never_ruined_and_changes_nothing() -> None:
    it = played("star-sicbo-2024", "small")
    made, free = session_of(it, Cents(6_000), 5), session(it, 5)
    assert made.ruined == 0
    assert dict(made) == dict(free)
    assert (made.mean, made.variance, made.wagers) == (free.mean, free.variance, Fraction(5))


def test_a_session_from_a_bankroll_that_is_too_long_says_what_to_do() -> None:
    with pytest.raises(TooLargeError, match="take fewer rounds, or `dicehouse simulate`"):
        session_of(played("star-craps", "win-line"), Cents(20_000), 100_000)


def test_a_bankroll_holds_one_wager_and_a_goal_lies_above_it() -> None:
    it = played("star-craps", "win-line")
    with pytest.raises(ValueError, match=r"a bankroll of 9\.99 is below 10\.00, what one wager takes"):
        session_of(it, Cents(999), 5)
    with pytest.raises(ValueError, match=r"a goal of 20\.00 is not above the bankroll of 20\.00"):
        session_of(it, Cents(2_000), 5, Cents(2_000))


def test_too_many_bankrolls_are_refused_with_what_to_do() -> None:
    with pytest.raises(TooLargeError, match=r"more than 600 bankrolls .* stake more, aim lower"):
        ruin_or_goal(played("star-sicbo-2024", "small"), Cents(10_000), Cents(2_000_000))
