"""Rounds put right: wagers that are void after all were no turnover, and a pool gives back exactly what they added."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dicehouse.house.accounts import balance
from dicehouse.house.jackpot_corrections import CorrectRound, RoundCorrected
from dicehouse.house.jackpot_rounds import JackpotGrew, JackpotWon, Stake
from dicehouse.house.jackpot_state import Rate
from dicehouse.house.jackpots import (
    AdjustJackpot,
    ChangeJackpot,
    OfferJackpot,
    hidden_account,
    pool_account,
    unaccounted,
)
from dicehouse.house.sentences import told
from dicehouse.refusal import Why
from dicehouse.table.notices import NoticeGiven
from tests.house.books import moves
from tests.house.keeper import Keeper, happened, kinds, only, refused
from tests.house.test_jackpots import ARUZE, SEVEN, SIXES, THREE_TRIPLES, offering, plays, shown, stake, terms


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
    assert told(grew) == "Jackpot mini gave back its share of $50 in round 1 of table 7 (aruze-sicbo 4.1.1)"
    assert told(only(answer, RoundCorrected)) == (
        "$50 less was staked at table 7 in round 1 than was counted: the terminal failed (aruze-sicbo 4.1.1)"
    )
    more = corrects(keeper, 700)
    assert told(only(more, RoundCorrected)).startswith("$7 more was staked")
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


# --- the trigger


def runs(keeper: Keeper) -> dict[str, str]:
    return keeper.house.jackpots["mini"].runs.get(SEVEN, {})


def of_ann(keeper: Keeper, turnover: int, *stakes: Stake, **fields: Any) -> Any:
    return corrects(keeper, turnover, **{"seat": 1, "person": "ann", "stakes": stakes, **fields})


@pytest.mark.clause(ARUZE, "4.1.2", "7.3")
def test_a_void_wager_leaves_its_seat_where_it_was_before_the_round() -> None:
    keeper = offering(trigger=THREE_TRIPLES)
    both = (stake("ann", 100), stake("bob", 100))
    happened(plays(keeper, (1, 1, 1), *both))
    happened(plays(keeper, (2, 2, 2), *both))
    assert runs(keeper) == {"1/ann": "two", "2/bob": "two"}
    answer = of_ann(keeper, -100, round=2, dice=(2, 2, 2))
    assert kinds(answer) == ["RoundCorrected", "JackpotGrew", "JackpotRunsMoved"]
    assert runs(keeper) == {"1/ann": "one", "2/bob": "two"}
    assert kinds(of_ann(keeper, -1, round=2, dice=(2, 2, 2))) == ["RoundCorrected", "JackpotGrew"], "not twice"
    won = only(plays(keeper, (3, 3, 3), *both), JackpotWon)
    assert [it.person for it in won.shares] == ["bob"], "hers was the second triple only"
    assert keeper.replays()


@pytest.mark.clause(ARUZE, "4.1.2", "7.3")
def test_a_void_wager_gives_a_run_back_that_the_result_had_ended() -> None:
    keeper = offering(trigger=THREE_TRIPLES)
    happened(plays(keeper, (1, 1, 1), stake("ann", 100)))
    happened(plays(keeper, (1, 2, 3), stake("ann", 100)))
    assert runs(keeper) == {}
    happened(plays(keeper, ()))
    happened(of_ann(keeper, -100, round=2, dice=(1, 2, 3)))
    assert runs(keeper) == {"1/ann": "one"}, "a round without a result came after it and changes nothing"
    happened(plays(keeper, (4, 5, 6)))
    assert runs(keeper) == {}
    assert kinds(of_ann(keeper, -100, round=2, dice=(1, 2, 3))) == ["RoundCorrected", "JackpotGrew"]
    assert runs(keeper) == {}, "a result came after it, in which she had no wager"


@pytest.mark.clause(ARUZE, "4.1.2", "7.1")
def test_the_wagers_of_a_log_lead_where_they_would_have_led() -> None:
    keeper = offering(trigger=replace(THREE_TRIPLES, wager="triple-6", least=100))
    small = stake("ann", 100, wager="small")
    happened(plays(keeper, (1, 1, 1), small))
    assert runs(keeper) == {}
    answer = of_ann(keeper, 0, stake("ann", 100), dice=(1, 1, 1))
    assert kinds(answer) == ["RoundCorrected", "JackpotRunsMoved"]
    assert told(only(answer, RoundCorrected)).startswith("Ann had other wagers at table 7 in round 1 than were counted")
    assert runs(keeper) == {"1/ann": "one"}
    happened(of_ann(keeper, -1, stake("ann", 99), dice=(1, 1, 1)))
    assert runs(keeper) == {}, "below the least stake it is not the wager"
    happened(plays(keeper, (2, 3, 4), stake("ann", 100)))
    assert kinds(of_ann(keeper, 50, stake("ann", 150), round=2, dice=(2, 3, 4))) == ["RoundCorrected", "JackpotGrew"]
    dice = of_ann(keeper, 50, stake("ann", 150), round=2, dice=(2, 3))
    assert refused(dice) == (Why.WRONG_DICE, "aruze-sicbo 4.1.2")


@pytest.mark.clause(ARUZE, "4.1.2", "7.3")
def test_a_jackpot_won_with_a_void_wager_stays_won_and_the_manager_is_told() -> None:
    keeper = offering()
    happened(plays(keeper, (6, 6, 6), stake("ann", 1_000, result="win"), stake("bob", 1_000, result="win")))
    owed = dict(keeper.house.payouts)
    assert [it.person for it in owed.values()] == ["ann", "bob"]
    answer = of_ann(keeper, -1_000, dice=(6, 6, 6))
    assert kinds(answer) == ["RoundCorrected", "NoticeGiven"]
    it = only(answer, NoticeGiven)
    assert (it.to, it.clause) == ("gaming-manager", "aruze-sicbo 4.1.2")
    assert it.about == (
        "ann won jackpot mini with wagers that do not stand in round 1 at table 7, put right: the terminal failed; "
        "it stays paid until decided"
    )
    assert (keeper.house.payouts, shown(keeper)) == (owed, 10_000)
    same = of_ann(keeper, -1, stake("ann", 999, result="win"), dice=(6, 6, 6))
    assert kinds(same) == ["RoundCorrected"], "she had the wager that wins it all the same"
    happened(plays(keeper, (6, 6, 6), stake("bob", 1_000, result="win")))
    assert kinds(of_ann(keeper, -1, dice=(6, 6, 6), round=2)) == ["RoundCorrected"], "she won nothing in that round"


@pytest.mark.clause(ARUZE, "4.1.2", "7.1")
def test_a_log_that_would_have_won_a_jackpot_pays_nothing_by_itself_and_the_manager_is_told() -> None:
    keeper = offering()
    happened(plays(keeper, (6, 6, 6), stake("ann", 1_000, wager="small")))
    answer = of_ann(keeper, 0, stake("ann", 1_000, result="win"), dice=(6, 6, 6))
    assert kinds(answer) == ["RoundCorrected", "NoticeGiven"]
    assert only(answer, NoticeGiven).about == (
        "ann would have won jackpot mini in round 1 at table 7, put right: the terminal failed; "
        "decide whether it is owed"
    )
    assert (keeper.house.payouts, shown(keeper)) == ({}, 10_010)


def test_new_terms_with_another_trigger_begin_with_nobody_on_the_way() -> None:
    keeper = offering()
    happened(keeper.manager(ChangeJackpot, pool="mini", terms=terms(trigger=THREE_TRIPLES)))
    happened(plays(keeper, (6, 6, 6), stake("bob", 1_000, result="win"), stake("ann", 1_000, wager="small")))
    assert keeper.house.jackpots["mini"].terms.trigger == THREE_TRIPLES
    assert kinds(of_ann(keeper, 0, stake("ann", 1_000, wager="odd"), dice=(6, 6, 6))) == ["RoundCorrected"]
    assert runs(keeper) == {}
