"""Rounds put right: wagers that are void after all were no turnover, and a pool gives back exactly what they added."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.house.accounts import balance
from dicehouse.house.jackpot_corrections import CorrectRound, RoundCorrected
from dicehouse.house.jackpots import AdjustJackpot, JackpotGrew, OfferJackpot, hidden_account, pool_account, unaccounted
from dicehouse.house.state import Rate
from dicehouse.house.telling import told
from dicehouse.refusal import Why
from tests.house.books import moves
from tests.house.keeper import Keeper, happened, kinds, only, refused
from tests.house.test_jackpots import ARUZE, SEVEN, SIXES, offering, plays, shown, stake, terms


def corrects(keeper: Keeper, turnover: int, **fields: Any) -> Any:
    said = {"table": SEVEN, "round": 1, "turnover": turnover, "reason": "the terminal failed"}
    return keeper.device(CorrectRound, **{**said, **fields})


def held(keeper: Keeper) -> tuple[int, int, Fraction, Fraction, int]:
    it = keeper.house.jackpots["mini"]
    pool, hidden = balance(keeper.house, pool_account("mini")), balance(keeper.house, hidden_account("mini"))
    return pool, hidden, Fraction(*it.carry), Fraction(*it.hidden_carry), it.turnover


@pytest.mark.clause(ARUZE, "4.1.1", "7.3")
def test_void_wagers_take_their_share_back() -> None:
    keeper = offering()
    happened(plays(keeper, (1, 2, 3), stake("ann", 5_000), stake("bob", 2_500)))
    assert shown(keeper) == 10_075
    answer = corrects(keeper, -5_000)
    assert kinds(answer) == ["RoundCorrected", "JackpotGrew"]
    grew = only(answer, JackpotGrew)
    assert (grew.turnover, grew.round, moves(grew)) == (-5_000, 1, [("~house", 50), ("jackpot/mini/pool", -50)])
    assert (shown(keeper), keeper.house.jackpots["mini"].turnover) == (10_025, 2_500)
    assert told(grew) == "Jackpot mini gave back its share of 50.00 in round 1 of table 7 (aruze-sicbo 4.1.1)"
    assert told(only(answer, RoundCorrected)) == (
        "50.00 less was staked at table 7 in round 1 than was counted: the terminal failed (aruze-sicbo 4.1.1)"
    )
    more = corrects(keeper, 700)
    assert told(only(more, RoundCorrected)).startswith("7.00 more was staked")
    assert shown(keeper) == 10_032
    assert keeper.replays()


@given(
    st.lists(st.integers(1, 9_999), min_size=1, max_size=5),
    st.integers(1, 40),
    st.integers(0, 40),
    st.sampled_from([0, 10_000, 10_003, 12_000]),
)
def test_what_is_taken_back_leaves_the_pool_as_if_it_had_never_been_staked(
    stakes: list[int], rate: int, hidden: int, cap: int
) -> None:
    """To the fraction of a cent, whichever of the pools it had gone to."""
    keeper = offering(rate=Rate(rate, 997), hidden_rate=Rate(hidden, 991), cap=cap)
    for amount in stakes[:-1]:
        happened(plays(keeper, (1, 2, 3), stake("ann", amount)))
    before = held(keeper)
    happened(plays(keeper, (1, 2, 3), stake("ann", stakes[-1])))
    happened(corrects(keeper, -stakes[-1], round=len(stakes)))
    assert sum(held(keeper)[:2]) + sum(held(keeper)[2:4]) == sum(before[:2]) + sum(before[2:4])
    assert held(keeper)[2:] == before[2:]
    assert unaccounted(keeper.house, "mini") == 0


@pytest.mark.clause(ARUZE, "4.1.1")
def test_what_was_hidden_above_the_cap_comes_back_from_there() -> None:
    keeper = offering(cap=10_050)
    happened(plays(keeper, (1, 2, 3), stake("ann", 8_000)))
    assert held(keeper)[:2] == (10_050, 30)
    happened(corrects(keeper, -2_000))
    assert held(keeper)[:2] == (10_050, 10)
    happened(corrects(keeper, -2_000))
    assert held(keeper)[:2] == (10_040, 0)


@pytest.mark.clause(ARUZE, "4.1.2")
def test_a_prize_that_was_won_stays_and_so_does_what_the_round_added_to_it() -> None:
    keeper = offering()
    happened(plays(keeper, (1, 2, 3), stake("ann", 5_000)))
    happened(plays(keeper, SIXES.faces or (6, 6, 6), stake("bob", 1_000, result="win")))
    assert shown(keeper) == 10_000, "it starts again from the seed"
    for number in (1, 2):
        assert kinds(corrects(keeper, -1_000, round=number)) == ["RoundCorrected"]
    assert shown(keeper) == 10_000
    assert keeper.house.jackpots["mini"].won == 10_060
    happened(plays(keeper, (1, 2, 3), stake("ann", 5_000)))
    happened(corrects(keeper, -5_000, round=3))
    assert shown(keeper) == 10_000


def test_a_jackpot_that_was_offered_later_had_nothing_of_the_round() -> None:
    keeper = offering()
    happened(plays(keeper, (1, 2, 3), stake("ann", 5_000)))
    happened(keeper.manager(OfferJackpot, pool="later", terms=terms()))
    happened(corrects(keeper, -5_000))
    assert (shown(keeper), shown(keeper, "later")) == (10_000, 10_000)


def test_no_more_is_taken_back_than_there_is() -> None:
    """The display was put right to nothing in between, by a form."""
    keeper = offering()
    happened(plays(keeper, (1, 2, 3), stake("ann", 5_000)))
    form = {"failed": "controller", "old": 10_050, "new": 0, "form": "F1", "reason": "it failed"}
    happened(keeper.supervisor(AdjustJackpot, pool="mini", **form))
    happened(corrects(keeper, -5_000))
    assert held(keeper)[:2] == (0, 0)


def test_only_a_round_that_was_counted_is_put_right_and_only_by_something() -> None:
    keeper = offering()
    happened(plays(keeper, (1, 2, 3), stake("ann", 5_000)))
    early = corrects(keeper, -5_000, round=2)
    assert refused(early) == (Why.NOT_YET, "aruze-sicbo 4.1.1")
    assert "round 2 is to be put right and 1 is the last that was counted" in str(early)
    assert refused(corrects(keeper, 0)) == (Why.BAD_STAKE, "aruze-sicbo 4.1.1")
    assert kinds(plays(keeper, (), table="table 9")) == ["RoundReported"]
    assert kinds(corrects(keeper, -1, table="table 9")) == ["RoundCorrected"]
