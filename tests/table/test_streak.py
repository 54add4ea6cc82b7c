"""Super Streak at the table: windows, price, holding, twelve in a row, the final call, failures, the gaming day."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table.betting import RefuseWager, RemoveWager
from dicehouse.table.cards import ReturnInvalid
from dicehouse.table.dealt import Tumble
from dicehouse.table.dealt_result import CallNoResult, Settle
from dicehouse.table.opening import AnnounceClosing, CloseTable, WithdrawClosing
from dicehouse.table.settlement import LosersCollected, WagersTakenBack, WinnersPaid
from dicehouse.table.streak import (
    AnnounceFinalCall,
    AxesReset,
    FinalCallMade,
    GamingDayBegan,
    gaming_day,
    takes_streaks,
)
from tests.croupier import NOON, Croupier, happened, only, refused

STARS = ("star-sicbo-2024", "star-sicbo-pre2024")
SMALL, BIG, TRIPLE = (1, 2, 4), (6, 5, 4), (2, 2, 2)
"""Small and Odd, Big and Odd, and neither."""
SMALL_EVEN, BIG_EVEN = (1, 2, 5), (6, 5, 5)


def at_a_window(book: str = STARS[0], readings: dict[str, str] | None = None, **config: Any) -> Croupier:
    """A run of Small has just begun, so its window is open."""
    table = Croupier(book, readings, **config).opens().seats(ann=1, bob=2)
    table.plays(*SMALL)
    return table


def pays(table: Croupier, *dice: int) -> int:
    """What the round pays on the streak wagers, stakes included."""
    return sum(it.returned for event in table.plays(*dice) if isinstance(event, WinnersPaid) for it in event.settled)


both = pytest.mark.parametrize("book", STARS)


@pytest.mark.clause("star-sicbo-2024", "6.1", "6.2")
@pytest.mark.clause("star-sicbo-pre2024", "6.1", "6.2")
@both
def test_a_streak_wager_is_made_before_the_round_while_its_window_is_open(book: str) -> None:
    table = Croupier(book).opens().seats(ann=1)
    assert refused(table.bets("ann", "streak-small-big", 1_000)) == (Why.WRONG_TIME, "6.2")
    table.plays(*TRIPLE)
    assert refused(table.bets("ann", "streak-small-big", 1_000)) == (Why.WRONG_TIME, "6.2")
    table.plays(*SMALL)
    happened(table.dealer(Tumble, times=3))
    assert refused(table.bets("ann", "streak-small-big", 1_000)) == (Why.BETTING_CLOSED, "6.1")
    happened(table.dealer(CallNoResult, reason="cocked dice"))
    happened(table.bets("ann", "streak-small-big", 1_000))
    table.plays(*SMALL)
    assert refused(table.bets("ann", "streak-odd-even", 1_000)) == (Why.WRONG_TIME, "6.2")
    assert table.replays()


def test_by_the_other_reading_it_is_made_while_betting_is_open() -> None:
    table = at_a_window(readings={"streak_placed": "in_betting_period"})
    assert refused(table.bets("ann", "streak-small-big", 1_000)) == (Why.BETTING_CLOSED, "6.1")
    table.invites()
    happened(table.bets("ann", "streak-small-big", 1_000))


def test_by_the_other_reading_of_the_window_a_run_is_joined_until_it_is_four_long() -> None:
    table = at_a_window(readings={"streak_window": "until_four"})
    table.plays(*SMALL)
    happened(table.bets("ann", "streak-small-big", 1_000))
    table.plays(*SMALL)
    happened(table.bets("bob", "streak-small-big", 1_000))
    table.plays(*SMALL)
    table.plays(*SMALL)
    assert pays(table, *BIG) == 1_000 + 6_000 + 1_000 + 6_000
    table = at_a_window(readings={"streak_window": "until_four"})
    for _ in range(3):
        table.plays(*SMALL)
    assert refused(table.bets("ann", "streak-small-big", 1_000)) == (Why.WRONG_TIME, "6.2")


@pytest.mark.clause("star-sicbo-2024", "6.7")
@pytest.mark.clause("star-sicbo-pre2024", "6.7")
@both
@pytest.mark.parametrize("stake", [999, 1_000, 1_001])
def test_the_price_on_the_sign_is_the_stake(book: str, stake: int) -> None:
    table = at_a_window(book, streak_price=1_000)
    answer = table.bets("ann", "streak-small-big", stake)
    if stake == 1_000:
        happened(answer)
        assert refused(table.bets("ann", "streak-small-big", stake)) == (Why.ALREADY_DONE, "6.7")
        happened(table.bets("ann", "streak-odd-even", stake))
        happened(table.bets("bob", "streak-small-big", stake))
    else:
        assert refused(answer) == (Why.BAD_STAKE, "6.7")


def test_the_limits_of_the_table_do_not_apply_to_the_price() -> None:
    table = at_a_window(streak_price=100)
    happened(table.bets("ann", "streak-small-big", 100))


@pytest.mark.clause("star-sicbo-2024", "6.2")
@pytest.mark.clause("star-sicbo-pre2024", "6.2")
@both
def test_a_streak_wager_stays_until_its_run_ends(book: str) -> None:
    table = at_a_window(book)
    happened(table.bets("ann", "streak-small-big", 1_000, id="s"))
    assert refused(table.player("ann", RemoveWager, bet="s")) == (Why.MUST_STAY, "6.2")
    table.plays(*SMALL)
    assert refused(table.player("ann", RemoveWager, bet="s")) == (Why.MUST_STAY, "6.2")


def test_a_supervisor_may_refuse_a_streak_wager_before_its_round_and_not_after() -> None:
    table = at_a_window()
    happened(table.bets("ann", "streak-small-big", 1_000, id="s"))
    happened(table.staff(RefuseWager, bet="s", grounds="a dispute about whose chips they are"))
    happened(table.bets("ann", "streak-small-big", 1_000, id="s2"))
    table.plays(*SMALL)
    assert refused(table.staff(RefuseWager, bet="s2", grounds="too late"))[0] is Why.MUST_STAY


@pytest.mark.clause("star-sicbo-2024", "6.4.1", "6.4.2", "8.6")
@pytest.mark.clause("star-sicbo-pre2024", "6.4.1", "6.4.2", "8.6")
@both
def test_triples_and_rounds_without_a_result_neither_win_lose_nor_progress(book: str) -> None:
    table = at_a_window(book)
    happened(table.bets("ann", "streak-small-big", 1_000))
    for dice in (SMALL, TRIPLE, SMALL, SMALL):
        table.plays(*dice)
    table.invites()
    back = happened(table.dealer(CallNoResult, reason="cocked dice"))
    assert not [it for it in back if isinstance(it, WagersTakenBack)]
    table.plays(*TRIPLE)
    table.plays(*SMALL)
    assert pays(table, *BIG) == 1_000 + 6_000
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "6.4.1")
@pytest.mark.clause("star-sicbo-pre2024", "6.4.1")
def test_a_run_of_three_is_collected() -> None:
    table = at_a_window()
    happened(table.bets("ann", "streak-small-big", 1_000))
    for _ in range(3):
        table.plays(*SMALL)
    assert only(table.plays(*BIG), LosersCollected).settled[0].stake == 1_000


@pytest.mark.clause("star-sicbo-2024", "6.3", "6.4.2")
@pytest.mark.clause("star-sicbo-pre2024", "6.3", "6.4.2")
@both
def test_twelve_in_a_row_pays_at_once_and_the_window_stays_shut_until_a_changeover(book: str) -> None:
    table = at_a_window(book)
    happened(table.bets("ann", "streak-small-big", 1_000))
    for _ in range(11):
        assert pays(table, *SMALL) == 0
    assert pays(table, *SMALL) == 1_000 + 500_000
    assert refused(table.bets("ann", "streak-small-big", 1_000)) == (Why.WRONG_TIME, "6.2")
    table.plays(*SMALL)
    assert refused(table.bets("ann", "streak-small-big", 1_000)) == (Why.WRONG_TIME, "6.2")
    table.plays(*BIG)
    happened(table.bets("ann", "streak-small-big", 1_000))
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "6.5")
@pytest.mark.clause("star-sicbo-pre2024", "6.5")
@both
def test_each_axis_goes_its_own_way_and_both_may_end_on_one_result(book: str) -> None:
    table = at_a_window(book)
    happened(table.bets("ann", "streak-small-big", 1_000))
    happened(table.bets("ann", "streak-odd-even", 1_000))
    lost = only(table.plays(*SMALL_EVEN), LosersCollected)
    assert [it.wager for it in lost.settled] == ["streak-odd-even"]
    happened(table.bets("bob", "streak-odd-even", 1_000))
    lost = only(table.plays(*BIG), LosersCollected)
    assert {it.wager for it in lost.settled} == {"streak-small-big", "streak-odd-even"}


# --- closing


def at_the_sign(book: str = STARS[0], readings: dict[str, str] | None = None) -> Croupier:
    """Ann's wager has counted two, and the sign that the table will close hangs."""
    table = at_a_window(book, readings)
    happened(table.bets("ann", "streak-small-big", 1_000))
    table.plays(*SMALL)
    table.plays(*SMALL)
    happened(table.staff(AnnounceClosing))
    return table


@pytest.mark.clause("star-sicbo-2024", "6.6")
@pytest.mark.clause("star-sicbo-pre2024", "6.6")
@both
def test_a_streak_in_play_runs_to_its_end_before_the_table_closes(book: str) -> None:
    table = at_the_sign(book)
    table.now += timedelta(minutes=25)
    assert refused(table.staff(CloseTable)) == (Why.WAGERS_STAND, "6.6")
    table.plays(*SMALL)
    assert refused(table.staff(CloseTable)) == (Why.WAGERS_STAND, "6.6")
    table.plays(*SMALL)
    assert pays(table, *BIG) == 7_000
    happened(table.staff(CloseTable, people="stay"))
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "6.6")
@pytest.mark.clause("star-sicbo-pre2024", "6.6")
def test_by_the_other_reading_the_next_result_after_the_final_call_ends_it_at_its_count() -> None:
    table = at_the_sign(readings={"streak_closing": "next_result"})
    happened(table.dealer(AnnounceFinalCall))
    lost = only(table.plays(*SMALL), LosersCollected)
    assert [(it.wager, it.state, it.clauses[-1]) for it in lost.settled] == [("streak-small-big", "small_3", "6.6")]


@pytest.mark.clause("star-sicbo-2024", "6.6")
@pytest.mark.clause("star-sicbo-pre2024", "6.6")
@both
def test_the_final_call_gives_an_open_window_one_round_and_a_shut_one_none(book: str) -> None:
    table = at_the_sign(book)
    assert refused(table.bets("bob", "streak-small-big", 1_000)) == (Why.BETTING_CLOSED, "6.6")
    table.plays(*BIG)
    assert refused(table.bets("bob", "streak-small-big", 1_000)) == (Why.BETTING_CLOSED, "6.6")
    assert only(table.dealer(AnnounceFinalCall), FinalCallMade).clause == "6.6"
    assert refused(table.bets("bob", "streak-odd-even", 1_000)) == (Why.WRONG_TIME, "6.2")
    happened(table.bets("bob", "streak-small-big", 1_000))
    assert refused(table.dealer(AnnounceFinalCall)) == (Why.ALREADY_DONE, "6.6")
    table.plays(*SMALL)
    assert refused(table.bets("ann", "streak-small-big", 1_000)) == (Why.BETTING_CLOSED, "6.6")
    happened(table.staff(WithdrawClosing))
    happened(table.bets("ann", "streak-small-big", 1_000))


def test_there_is_no_final_call_without_a_sign() -> None:
    table = at_a_window()
    assert refused(table.dealer(AnnounceFinalCall)) == (Why.NOT_YET, "6.6")
    assert refused(table.player("ann", AnnounceFinalCall)) == (Why.NOT_ALLOWED, "6.6")


# --- the gaming day


@pytest.mark.parametrize("minutes, day", [(-1, 1), (0, 2), (1, 2)])
def test_a_gaming_day_begins_at_its_time_in_the_house_s_own_zone(minutes: int, day: int) -> None:
    six_in_sydney = NOON.replace(hour=19, day=1) + timedelta(minutes=minutes)
    assert gaming_day(Croupier().table, six_in_sydney).day == day


@pytest.mark.clause("star-sicbo-2024", "6.2")
@pytest.mark.clause("star-sicbo-pre2024", "6.2")
@both
def test_a_new_gaming_day_shuts_the_windows_until_its_first_result(book: str) -> None:
    table = at_a_window(book)
    table.now += timedelta(hours=20)
    assert refused(table.bets("ann", "streak-small-big", 1_000)) == (Why.WRONG_TIME, "6.2")
    began = table.invites().events
    fresh = [it for it in began if isinstance(it, GamingDayBegan)][-1]
    assert fresh.markers == {"small-big": "none", "odd-even": "none"}
    table.settles(*SMALL)
    happened(table.bets("ann", "streak-small-big", 1_000))
    assert table.replays()


def test_an_axis_with_a_live_wager_starts_afresh_once_that_is_decided() -> None:
    table = at_a_window()
    happened(table.bets("ann", "streak-small-big", 1_000))
    for _ in range(9):
        table.plays(*SMALL)
    table.now += timedelta(hours=20)
    table.plays(*SMALL_EVEN)
    assert table.table.stale == ("small-big",)
    happened(table.bets("bob", "streak-odd-even", 1_000))
    table.plays(*SMALL_EVEN)
    twelve = table.plays(*SMALL)
    assert only(twelve, WinnersPaid).settled[0].winnings == 500_000
    assert only(twelve, AxesReset).markers == {"small-big": "none"}
    table.plays(*SMALL)
    happened(table.bets("ann", "streak-small-big", 1_000))
    assert table.replays()


def test_an_axis_whose_run_ends_with_a_changeover_on_the_new_day_opens_at_once() -> None:
    table = at_a_window()
    happened(table.bets("ann", "streak-small-big", 1_000))
    table.now += timedelta(hours=20)
    assert only(table.plays(*BIG), AxesReset).markers == {}
    happened(table.bets("ann", "streak-small-big", 1_000))
    assert table.table.stale == ()


def test_streaks_start_afresh_when_the_table_opens_again() -> None:
    table = at_a_window()
    happened(table.staff(AnnounceClosing))
    happened(table.dealer(AnnounceFinalCall))
    table.now += timedelta(minutes=21)
    happened(table.staff(CloseTable, people="stay"))
    table.opens()
    assert refused(table.bets("ann", "streak-small-big", 1_000)) == (Why.WRONG_TIME, "6.2")
    table.plays(*BIG_EVEN)
    happened(table.bets("ann", "streak-small-big", 1_000))


def test_a_house_that_does_not_offer_it_takes_no_streak_wager() -> None:
    table = at_a_window(offers=("odd", "even"))
    assert refused(table.bets("ann", "streak-small-big", 1_000)) == (Why.NOT_OFFERED, "6.3")
    table.invites()
    happened(table.bets("ann", "odd", 1_000))
    assert refused(table.bets("ann", "four-1-2-3-4", 1_000)) == (Why.NOT_OFFERED, "3.3.3")


@pytest.mark.clause(STARS[0], "6.1", "Diagram A", "Diagram B")
@pytest.mark.clause(STARS[1], "6.1", "Diagram A", "Diagram B")
@both
@pytest.mark.parametrize("layout", ["A", "B"])
def test_on_a_layout_without_its_areas_there_is_no_streak_wager_and_no_final_call(book: str, layout: str) -> None:
    table = at_a_window(book, layout=layout)
    assert refused(table.bets("ann", "streak-small-big", 1_000)) == (Why.NOT_OFFERED, "6.1")
    happened(table.staff(AnnounceClosing))
    assert refused(table.dealer(AnnounceFinalCall)) == (Why.NOT_OFFERED, "6.6")
    table.invites()
    happened(table.bets("ann", "four-1-2-3-4", 1_000))
    assert table.replays()


@pytest.mark.clause(STARS[0], "6.1", "Diagram C", "Diagram D")
@pytest.mark.clause(STARS[1], "6.1", "Diagram C", "Diagram D")
@both
@pytest.mark.parametrize("layout", ["", "C", "D"])
def test_on_a_layout_with_its_areas_a_streak_wager_is_taken(book: str, layout: str) -> None:
    happened(at_a_window(book, layout=layout).bets("ann", "streak-small-big", 1_000))


def test_an_invalid_streak_wager_that_is_cut_short_wins_nothing() -> None:
    table = at_a_window(readings={"streak_closing": "next_result"})
    happened(table.bets("ann", "streak-small-big", 1_000))
    for _ in range(4):
        table.plays(*SMALL)
    happened(table.staff(AnnounceClosing))
    happened(table.dealer(AnnounceFinalCall))
    table.invites().calls(*SMALL)
    happened(table.staff(ReturnInvalid, seat=1, grounds="played on another person's card"))
    (back,) = only(table.dealer(Settle), WinnersPaid).settled
    assert (back.result, back.winnings, back.returned, back.clauses[-2:]) == ("void", 0, 1_000, ("6.6", "8.14.2"))


@pytest.mark.clause("star-sicbo-2024", "6.1", "6.2")
def test_whoever_deals_can_ask_whether_a_streak_can_be_joined_now() -> None:
    table = Croupier(STARS[0]).opens().seats(ann=1)
    assert not takes_streaks(table.table, NOON), "no run has begun"
    table.plays(*SMALL)
    assert takes_streaks(table.table, NOON)
    happened(table.dealer(Tumble, times=3))
    assert not takes_streaks(table.table, NOON), "the round has begun"
    without = Croupier(STARS[0], offers=()).opens().seats(ann=1)
    without.plays(*SMALL)
    assert not takes_streaks(without.table, NOON)
