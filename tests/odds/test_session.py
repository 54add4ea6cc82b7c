"""Sessions of one wager: against every way written out, and against the formulas that gamblers' ruin has."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.money import Cents
from dicehouse.odds import session as module
from dicehouse.odds.session import (
    Game,
    TooLargeError,
    _power,
    _power_by_flint,
    edge_shows,
    game,
    session,
)
from dicehouse.rulebooks import load

TEN = Cents(1_000)
DOLLAR = Cents(100)


def played(book: str, wager: str, stake: Cents = TEN, chip: Cents = DOLLAR) -> Game:
    return game(load(book), wager, stake, chip)


def test_what_one_wager_leaves_is_its_payout_without_its_outlay() -> None:
    small = played("star-sicbo-2024", "small")
    assert small.nets == {1_000: Fraction(105, 216), -1_000: Fraction(111, 216)}
    assert small.outlay == 1_000
    assert small.mean == Fraction(-1_000, 36)


def test_a_commission_is_part_of_what_a_bankroll_must_hold() -> None:
    buy = played("star-craps", "buy-4", Cents(2_000))
    assert buy.outlay == 2_100
    assert set(buy.nets) == {3_900, -2_100}


def test_a_behind_wager_is_named_with_its_point() -> None:
    assert played("star-craps", "behind-win-line-6").mean == 0


def test_a_wager_that_is_not_there_is_refused_with_the_list_that_helps() -> None:
    with pytest.raises(ValueError, match="star-craps has no wager 'behind-win-line'; `dicehouse odds star-craps`"):
        played("star-craps", "behind-win-line")


@pytest.mark.parametrize("wager", ["small", "single-3", "double-2", "total-9"])
@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_a_short_session_is_every_way_written_out(wager: str, rounds: int) -> None:
    it = played("star-sicbo-2024", wager)
    chances: dict[int, Fraction] = {}
    for way in product(it.nets.items(), repeat=rounds):
        net, chance = sum(one for one, _ in way), Fraction(1)
        for _, part in way:
            chance *= part
        chances[net] = chances.get(net, Fraction(0)) + chance
    found = session(it, rounds)
    assert {net: Fraction(ways, found.whole) for net, ways in found} == chances
    assert found.ahead == sum(chance for net, chance in chances.items() if net > 0)
    assert found.even == chances.get(0, 0)
    assert found.behind == sum(chance for net, chance in chances.items() if net < 0)
    assert found.mean == sum(net * chance for net, chance in chances.items())
    assert found.variance == sum(net**2 * chance for net, chance in chances.items()) - found.mean**2


def test_a_long_session_of_even_money_is_binomial() -> None:
    found = session(played("star-craps", "win-line"), 60)
    wins = Fraction(244, 495)
    assert found.between(0, 0) == comb(60, 30) * wins**30 * (1 - wins) ** 30
    assert found.between() == 1
    assert found.between(least=10**9) == found.between(most=-(10**9)) == 0


def test_a_quantile_is_the_lowest_result_that_so_many_sessions_do_not_exceed() -> None:
    found = session(played("star-sicbo-2024", "small"), 2)
    losing = Fraction(111, 216) ** 2
    assert found.quantile(losing) == -2_000
    assert found.quantile(losing + Fraction(1, 10**9)) == 0
    assert found.quantile(Fraction(1)) == 2_000
    with pytest.raises(ValueError, match="above 1"):
        found.quantile(Fraction(11, 10))


def test_the_bands_cover_the_middle_and_do_not_overlap() -> None:
    found = session(played("star-craps", "field"), 200)
    assert len(found.bars) <= 24
    assert all(a[1] < b[0] for a, b in zip(found.bars, found.bars[1:], strict=False))
    assert sum(chance for _, _, chance in found.bars) > Fraction(998, 1000)


@given(st.lists(st.integers(0, 9), min_size=2, max_size=6).filter(any), st.integers(1, 12))
def test_both_ways_of_raising_to_a_power_agree(one: list[int], rounds: int) -> None:
    cells = rounds * (len(one) - 1) + 1
    assert _power(one, rounds, cells, sum(one)) == _power_by_flint(one, rounds, cells, sum(one))


def test_without_flint_a_session_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    it = played("star-craps", "win-line")
    with_flint = session(it, 25)
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    assert session(it, 25) == with_flint


def test_a_session_too_long_to_work_out_says_what_to_do() -> None:
    with pytest.raises(TooLargeError, match="take fewer rounds, or `dicehouse simulate`"):
        session(played("star-craps", "win-line"), 1_000_000)


# --- when the edge shows


def test_the_edge_of_the_win_line_takes_thousands_of_rounds_to_show() -> None:
    it = played("star-craps", "win-line")
    shows = edge_shows(it, Fraction(1, 20))
    assert shows is not None
    spread = it.variance / it.mean**2
    assert shows.about == pytest.approx(float(spread) * 1.6448536**2, abs=1)
    assert shows.surely - 1 < spread * 19 <= shows.surely


def test_the_edge_of_a_costly_wager_has_shown_when_it_is_said_to() -> None:
    it = played("star-craps", "any-seven")
    shows = edge_shows(it, Fraction(1, 20))
    assert shows is not None
    assert session(it, shows.about).behind == pytest.approx(0.95, abs=0.02)
    assert session(it, shows.surely).behind > Fraction(19, 20)


def test_a_wager_without_an_edge_never_shows_one() -> None:
    assert edge_shows(played("star-craps", "behind-win-line-6", Cents(500)), Fraction(1, 20)) is None
