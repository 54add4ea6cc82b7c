"""Loss limits: wagers refused, chips declared, the excess returned, and a pause."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table.betting import IncreaseWager, MoveWager, ReduceWager
from dicehouse.table.chips import BuyChips, ChipsBought
from dicehouse.table.colours import IssueColours
from dicehouse.table.dealt_result import Settle
from dicehouse.table.declared_chips import ChipsDeclared, DeclareChips, DirectPlayer, PlayerDirected
from dicehouse.table.late_bets import FindWager
from dicehouse.table.losses import (
    HeadroomReleased,
    LossLimitSet,
    PausePlayer,
    PlayerPaused,
    PlayerReminded,
    ReleaseHeadroom,
    ReturnExcess,
    SetLossLimit,
)
from dicehouse.table.orders import DEVICE, Phase
from dicehouse.table.people import BringChips, LeaveSeat, SeatLeft
from dicehouse.table.settlement import WagerRestaked, WagersTakenBack
from tests.croupier import SUPERVISOR, Croupier, happened, kinds, only, refused
from tests.stickperson import Stickperson

STAR = "star-sicbo-2024"


def star(headroom: int | None = None, **readings: str) -> Croupier:
    """Ann with a loss limit."""
    table = Croupier(STAR, readings).opens().seats(ann=1)
    if headroom is not None:
        limit(table, headroom)
    return table


def limit(table: Croupier, headroom: int | None) -> LossLimitSet:
    found: LossLimitSet = only(table.does(SetLossLimit, "the house", DEVICE, seat=1, headroom=headroom), LossLimitSet)
    return found


# --- no wager beyond it


@pytest.mark.clause(STAR, "9.3", '1.1 "Loss Limit"')
def test_stakes_may_come_to_the_headroom_and_not_above_it() -> None:
    table = star(10_000).invites()
    happened(table.bets("ann", "small", 6_000, id="w"))
    assert refused(table.bets("ann", "big", 4_100)) == (Why.LOSS_LIMIT, "9.3")
    happened(table.bets("ann", "big", 4_000))
    assert refused(table.player("ann", IncreaseWager, bet="w", stake=6_500)) == (Why.LOSS_LIMIT, "9.3")
    happened(table.player("ann", ReduceWager, bet="w", stake=5_000))
    happened(table.player("ann", MoveWager, bet="w", wager="odd"))
    assert table.replays()


@pytest.mark.clause(STAR, "9.3", '1.1 "Loss Limit"')
def test_losses_shrink_the_headroom_and_winnings_widen_it() -> None:
    table = star(10_000).invites()
    happened(table.bets("ann", "small", 4_000))
    table.settles(6, 5, 4)
    assert table.table.seats[1].headroom == 6_000
    table.invites()
    assert refused(table.bets("ann", "small", 6_100)) == (Why.LOSS_LIMIT, "9.3")
    happened(table.bets("ann", "small", 6_000))
    table.settles(1, 2, 5)
    assert table.table.seats[1].headroom == 12_000
    limit(table, None)
    happened(table.invites().bets("ann", "small", 20_000))
    assert table.replays()


@pytest.mark.clause(STAR, "9.3", '1.1 "Loss Limit"')
def test_read_as_the_worst_result_hedged_stakes_count_for_what_they_can_lose() -> None:
    table = star(1_000, loss_limit_measure="worst_case").invites()
    assert refused(table.bets("ann", "small", 1_100)) == (Why.LOSS_LIMIT, "9.3")
    table = star(3_000, loss_limit_measure="worst_case").invites()
    happened(table.bets("ann", "any-triple", 500))
    happened(table.bets("ann", "small", 2_500))
    happened(table.bets("ann", "big", 2_500, id="big"))
    assert refused(table.bets("ann", "small", 3_000)) == (Why.LOSS_LIMIT, "9.3")
    happened(table.bets("ann", "small", 2_500))
    gross = star(3_000).invites()
    happened(gross.bets("ann", "any-triple", 500))
    happened(gross.bets("ann", "small", 2_500))
    assert refused(gross.bets("ann", "big", 2_500)) == (Why.LOSS_LIMIT, "9.3")


@pytest.mark.clause(STAR, "9.3")
@pytest.mark.parametrize("measure", ["gross_stake", "worst_case"])
def test_a_streak_wager_counts_in_full(measure: str) -> None:
    table = star(900, loss_limit_measure=measure)
    table.plays(1, 2, 5)
    assert refused(table.bets("ann", "streak-small-big", 1_000)) == (Why.LOSS_LIMIT, "9.3")
    limit(table, 1_000)
    happened(table.bets("ann", "streak-small-big", 1_000))
    assert refused(table.invites().bets("ann", "small", 500)) == (Why.LOSS_LIMIT, "9.3")


# --- the excess goes back


def laid(*stakes: int, headroom: int, **readings: str) -> Croupier:
    """Ann has these stakes on areas that a triple loses, the newest last, and then it turns out how little she may
    lose."""
    table = star(None, **readings).invites()
    for number, (wager, stake) in enumerate(zip(("small", "even", "single-1"), stakes, strict=False)):
        happened(table.bets("ann", wager, stake, id=f"w{number}"))
    limit(table, headroom)
    return table


def stakes(table: Croupier) -> dict[str, int]:
    return {it: int(wager.stake) for it, wager in table.table.layout.standing.items()}


@pytest.mark.clause(STAR, "8.15", "8.15.1")
@pytest.mark.parametrize(
    "headroom, reading, left",
    [
        (10_000, "split_last", {"w0": 5_000, "w1": 4_000, "w2": 1_000}),
        (9_000, "split_last", {"w0": 5_000, "w1": 4_000}),
        (8_950, "split_last", {"w0": 5_000, "w1": 3_900}),
        (4_000, "split_last", {"w0": 4_000}),
        (50, "split_last", {}),
        (0, "split_last", {}),
        (10_000, "whole_wagers", {"w0": 5_000, "w1": 4_000}),
        (8_900, "whole_wagers", {"w0": 5_000}),
        (4_900, "whole_wagers", {}),
    ],
)
def test_the_newest_wager_goes_back_first(headroom: int, reading: str, left: dict[str, int]) -> None:
    table = laid(5_000, 4_000, 3_000, headroom=headroom, loss_limit_return=reading)
    happened(table.dealer(ReturnExcess, seat=1))
    assert stakes(table) == left
    assert table.rack("ann") == 100_000 - sum(left.values())
    assert table.replays()


@pytest.mark.clause(STAR, "8.15", "8.15.1", "9.2")
def test_a_player_who_did_not_declare_chips_is_reminded() -> None:
    table = laid(5_000, 4_000, headroom=6_000)
    done = happened(table.dealer(ReturnExcess, seat=1))
    assert kinds(done) == ["WagerRestaked"]
    assert only(done, WagerRestaked).clause == "8.15"
    table = laid(5_000, 4_000, headroom=3_000)
    done = happened(table.dealer(ReturnExcess, seat=1, undeclared=True))
    assert kinds(done) == ["WagersTakenBack", "WagerRestaked", "PlayerReminded"]
    assert {it.clause for it in done} == {"8.15.1"}
    assert only(done, PlayerReminded).person == "ann"
    assert [it.bet for it in only(done, WagersTakenBack).settled] == ["w1"]
    table = laid(5_000, headroom=3_000)
    happened(table.player("ann", BringChips, seat=1, amount=500))
    assert only(table.dealer(ReturnExcess, seat=1), PlayerReminded).clause == "8.15.1"
    table = laid(5_000, headroom=3_000)
    happened(table.dealer(BuyChips, seat=1, amount=500))
    assert only(table.dealer(ReturnExcess, seat=1), PlayerReminded).clause == "8.15.1"


@pytest.mark.clause(STAR, "8.15")
def test_only_what_is_within_the_limit_is_settled() -> None:
    table = laid(5_000, 4_000, headroom=6_000).calls(1, 2, 5)
    happened(table.dealer(ReturnExcess, seat=1))
    happened(table.dealer(Settle))
    assert table.rack("ann") == 106_000


@pytest.mark.clause(STAR, "8.15", "4.2")
def test_a_wager_found_late_may_exceed_the_limit_and_then_the_excess_goes_back() -> None:
    table = star(3_000).invites().closes_betting()
    laid_at = table.now - timedelta(seconds=60)
    happened(table.dealer(FindWager, id="w", seat=1, wager="small", stake=5_000, laid_at=laid_at))
    happened(table.dealer(ReturnExcess, seat=1))
    assert stakes(table) == {"w": 3_000}
    assert table.replays()


@pytest.mark.clause(STAR, "8.15.2")
def test_rounds_that_were_settled_stand() -> None:
    table = laid(5_000, headroom=5_000)
    table.settles(6, 5, 4)
    assert (table.rack("ann"), table.table.seats[1].headroom) == (95_000, 0)
    limit(table, 0)
    assert refused(table.dealer(ReturnExcess, seat=1)) == (Why.ALREADY_DONE, "8.15")
    assert table.rack("ann") == 95_000
    assert refused(table.invites().bets("ann", "small", 500)) == (Why.LOSS_LIMIT, "9.3")


@pytest.mark.clause(STAR, "8.15.2")
def test_a_streak_wager_of_an_earlier_round_counts_and_stays() -> None:
    table = star()
    table.plays(1, 2, 5)
    happened(table.bets("ann", "streak-small-big", 1_000, id="streak"))
    table.plays(1, 2, 5)
    happened(table.invites().bets("ann", "small", 1_000, id="w"))
    limit(table, 1_500)
    happened(table.dealer(ReturnExcess, seat=1))
    assert stakes(table) == {"streak": 1_000, "w": 500}
    limit(table, 500)
    happened(table.dealer(ReturnExcess, seat=1))
    assert stakes(table) == {"streak": 1_000}
    assert refused(table.dealer(ReturnExcess, seat=1)) == (Why.MUST_STAY, "8.15.2")


@pytest.mark.clause(STAR, "8.15")
def test_a_streak_wager_of_this_round_goes_back_whole() -> None:
    table = star()
    table.plays(1, 2, 5)
    happened(table.bets("ann", "streak-small-big", 1_000))
    limit(table, 500)
    happened(table.dealer(ReturnExcess, seat=1))
    assert (stakes(table), table.rack("ann")) == ({}, 100_000)


@pytest.mark.clause(STAR, "8.15")
def test_colour_checks_are_split_to_whole_checks() -> None:
    table = star()
    happened(table.dealer(IssueColours, seat=1, colour="red", count=10, value=1_000))
    happened(table.invites().bets("ann", "small", 5_000, chips="colour", colour="red", id="w"))
    limit(table, 3_500)
    happened(table.dealer(ReturnExcess, seat=1))
    assert stakes(table) == {"w": 3_000}
    assert table.table.seats[1].checks["red"].count == 7


@pytest.mark.clause(STAR, "8.15")
@pytest.mark.parametrize(
    "wagers, headroom, left",
    [
        ([("small", 5_000), ("big", 5_000)], 4_000, {"w0": 4_000}),
        ([("small", 5_000), ("big", 5_000)], 6_000, {"w0": 5_000, "w1": 1_000}),
        ([("any-triple", 1_000), ("small", 5_000)], 4_000, {"w0": 1_000, "w1": 3_000}),
        ([("small", 5_000), ("single-1", 500), ("odd", 1_000)], 5_500, {"w0": 5_000, "w1": 500}),
        ([("small", 5_000), ("any-triple", 500), ("big", 5_000)], 400, {"w0": 400}),
        ([("single-6", 3_000), ("small", 2_500)], 5_400, {"w0": 3_000, "w1": 2_400}),
    ],
)  # fmt: skip
def test_read_as_the_worst_result_so_much_goes_back_that_none_is_worse(
    wagers: list[tuple[str, int]], headroom: int, left: dict[str, int]
) -> None:
    table = star(loss_limit_measure="worst_case").invites()
    for number, (wager, stake) in enumerate(wagers):
        happened(table.bets("ann", wager, stake, id=f"w{number}"))
    limit(table, headroom)
    happened(table.dealer(ReturnExcess, seat=1))
    assert stakes(table) == left


def test_what_is_within_the_limit_is_left_alone() -> None:
    table = laid(5_000, headroom=5_000)
    assert refused(table.dealer(ReturnExcess, seat=1)) == (Why.ALREADY_DONE, "8.15")
    limit(table, None)
    assert refused(table.dealer(ReturnExcess, seat=1)) == (Why.ALREADY_DONE, "8.15")
    assert refused(table.dealer(ReturnExcess, seat=2)) == (Why.SEAT_EMPTY, None)


# --- chips are declared


@pytest.mark.clause(STAR, "9.2", "9.2.2")
def test_chips_that_were_brought_are_staked_once_they_are_declared() -> None:
    table = star(50_000)
    for amount in (5_000, 100, 200):
        happened(table.player("ann", BringChips, seat=1, amount=amount))
    declared = only(table.player("ann", DeclareChips, seat=1, amount=5_300), ChipsDeclared)
    assert (declared.late, declared.clause) == (False, "9.2.2")
    assert refused(table.player("ann", DeclareChips, seat=1, amount=100)) == (Why.NOT_ENOUGH, "9.2.2")
    assert table.replays()


@pytest.mark.clause(STAR, "9.2.2")
def test_undeclared_chips_are_no_stake_and_late_ones_wait_for_the_next_round() -> None:
    table = Croupier(STAR).opens().seats(600, ann=1)
    limit(table, 500_000)
    happened(table.player("ann", BringChips, seat=1, amount=2_000))
    table.invites()
    assert refused(table.bets("ann", "small", 1_000)) == (Why.NOT_DECLARED, "9.2.2")
    assert refused(table.bets("ann", "small", 5_000)) == (Why.NOT_ENOUGH, None)
    assert refused(table.bets("ann", "small", 700)) == (Why.NOT_DECLARED, "9.2.2")
    happened(table.bets("ann", "small", 600))
    assert only(table.player("ann", DeclareChips, seat=1, amount=2_000), ChipsDeclared).late
    assert refused(table.bets("ann", "small", 1_000)) == (Why.NOT_DECLARED, "9.2.1")
    table.settles(1, 2, 5)
    happened(table.invites().bets("ann", "small", 1_000))
    assert table.replays()


@pytest.mark.clause(STAR, "9.2.1")
def test_chips_bought_after_the_round_began_count_for_the_next() -> None:
    table = Croupier(STAR).opens().seats(100, ann=1)
    limit(table, 500_000)
    assert not only(table.dealer(BuyChips, seat=1, amount=1_000), ChipsBought).late
    table.invites()
    happened(table.bets("ann", "small", 1_000))
    bought = only(table.dealer(BuyChips, seat=1, amount=1_000), ChipsBought)
    assert (bought.late, bought.clause) == (True, "9.2.1")
    assert refused(table.bets("ann", "small", 1_000)) == (Why.NOT_DECLARED, "9.2.1")
    table.settles(6, 5, 4)
    happened(table.invites().bets("ann", "small", 1_000))
    assert table.replays()


@pytest.mark.clause(STAR, "9.2.3")
def test_on_leaving_the_chips_left_are_declared() -> None:
    table = star(50_000)
    assert refused(table.player("ann", LeaveSeat, seat=1)) == (Why.NOT_DECLARED, "9.2.3")
    assert refused(table.player("ann", LeaveSeat, seat=1, declares=99_900)) == (Why.NOT_DECLARED, "9.2.3")
    left = only(table.player("ann", LeaveSeat, seat=1, declares=100_000), SeatLeft)
    assert (left.chips, left.clause) == (100_000, "9.2.3")


def test_without_a_limit_there_is_nothing_to_declare() -> None:
    table = star()
    happened(table.player("ann", BringChips, seat=1, amount=500))
    assert refused(table.player("ann", DeclareChips, seat=1, amount=500)) == (Why.NOT_ENOUGH, "9.2.2")
    assert refused(table.player("bob", DeclareChips, seat=1, amount=500)) == (Why.NOT_YOUR_SEAT, "9.20")
    assert refused(table.player("bob", DeclareChips, seat=2, amount=500)) == (Why.SEAT_EMPTY, None)
    assert refused(table.dealer(SetLossLimit, seat=2)) == (Why.SEAT_EMPTY, None)
    assert refused(table.player("ann", SetLossLimit, seat=1))[0] is Why.NOT_ALLOWED


@pytest.mark.clause(STAR, "9.2.4", "9.2")
def test_directions_to_a_player_with_a_loss_limit_are_on_record() -> None:
    table = star(50_000).seats(bob=2)
    said: dict[str, Any] = {"seat": 1, "direction": "keep your chips in one stack"}
    directed = only(table.dealer(DirectPlayer, followed=False, **said), PlayerDirected)
    assert (directed.person, directed.followed, directed.clause) == ("ann", False, "9.2.4")
    assert refused(table.dealer(DirectPlayer, **{**said, "seat": 2})) == (Why.NOT_ELIGIBLE, "9.2.4")
    assert refused(table.dealer(DirectPlayer, **{**said, "seat": 3})) == (Why.SEAT_EMPTY, None)
    assert refused(table.player("ann", DirectPlayer, **said))[0] is Why.NOT_ALLOWED
    assert table.replays()


# --- a pause


@pytest.mark.clause(STAR, "9.4")
def test_a_paused_player_bets_again_when_the_time_has_come() -> None:
    table = star().seats(bob=2).invites()
    until = table.now + timedelta(seconds=10)
    paused = only(table.staff(PausePlayer, person="ann", until=until), PlayerPaused)
    assert paused.clause == "9.4"
    happened(table.bets("bob", "small", 1_000))
    table.now = until - timedelta(seconds=2)
    assert refused(table.bets("ann", "small", 1_000)) == (Why.PAUSED, "9.4"), "a second before"
    happened(table.bets("ann", "small", 1_000))
    happened(table.staff(PausePlayer, person="bob", until=table.now + timedelta(hours=1)))
    assert list(table.table.paused) == ["bob"], "ann's is over"
    assert table.replays()


@pytest.mark.clause(STAR, "9.4")
def test_a_pause_is_a_supervisors_to_give_and_to_end() -> None:
    table = star().invites()
    until = table.now + timedelta(hours=1)
    assert refused(table.dealer(PausePlayer, person="ann", until=until)) == (Why.NOT_ALLOWED, "9.4")
    happened(table.staff(PausePlayer, role="games-supervisor", person="ann", until=until))
    happened(table.staff(PausePlayer, person="ann", until=table.now))
    happened(table.bets("ann", "small", 1_000))


@pytest.mark.clause(STAR, "9.3")
@pytest.mark.parametrize("name", tuple(SUPERVISOR)[1:])
def test_where_the_document_has_none_a_loss_limit_binds_and_nothing_is_declared(name: str) -> None:
    table = Croupier(name)
    table.opens(acknowledged=tuple(table.book.wagers)).seats(ann=1)
    assert only(table.staff(SetLossLimit, seat=1, headroom=900), LossLimitSet).clause == f"{STAR} 9.3"
    wager = next(it for it, kind in table.book.wagers.items() if kind.one_roll and kind.units == 1)
    if table.table.phase is Phase.BETWEEN:
        table.invites()
    assert refused(table.bets("ann", wager, 1_000)) == (Why.LOSS_LIMIT, f"{STAR} 9.3")
    happened(table.bets("ann", wager, 500))
    assert refused(table.player("ann", DeclareChips, seat=1, amount=100)) == (Why.NOT_HERE, None)
    assert refused(table.staff(ReturnExcess, seat=1)) == (Why.NOT_HERE, None)
    directed = only(table.staff(DirectPlayer, seat=1, direction="sit"), PlayerDirected)
    assert directed.clause == f"{STAR} 9.2.4"
    assert refused(table.staff(PausePlayer, person="ann", until=table.now)) == (Why.NOT_HERE, None)


@pytest.mark.clause(STAR, "9.3")
def test_what_the_house_works_out_is_less_what_was_lost_since() -> None:
    """It had heard of 10.00 lost here when it worked out that 50.00 is left; 30.00 have been lost by now."""
    table = star(50_000).invites()
    happened(table.bets("ann", "small", 3_000))
    table.settles(6, 5, 4)
    assert table.table.seats[1].lost == 3_000
    told = only(
        table.does(SetLossLimit, "the house", DEVICE, seat=1, person="ann", headroom=5_000, counted=1_000), LossLimitSet
    )
    assert told.headroom == 3_000
    other = table.does(SetLossLimit, "the house", DEVICE, seat=1, person="bob", headroom=5_000)
    assert refused(other) == (Why.NOT_YOUR_SEAT, "9.3")
    assert table.replays()


@pytest.mark.clause(STAR, "8.15")
@pytest.mark.parametrize("dice, rack", [((6, 6, 5), 96_000), ((1, 2, 4), 106_000), ((2, 2, 2), 94_000)])
def test_the_settlement_gives_back_what_is_beyond_the_limit_before_the_dice_count(
    dice: tuple[int, ...], rack: int
) -> None:
    """Small 50.00 and Odd 40.00 stand and 60.00 may be lost: 30.00 of Odd goes back, 10.00 of it plays."""
    table = star(9_000).invites()
    happened(table.bets("ann", "small", 5_000))
    happened(table.bets("ann", "odd", 4_000))
    limit(table, 6_000)
    events = table.settles(*dice)
    assert isinstance(events[0], WagerRestaked)
    assert (events[0].stake, events[0].clause) == (1_000, "8.15")
    assert table.rack("ann") == rack
    assert table.replays()


@pytest.mark.clause(STAR, "8.15")
def test_a_wager_that_goes_back_whole_is_not_decided_at_all() -> None:
    table = star(9_000).invites()
    happened(table.bets("ann", "small", 5_000))
    happened(table.bets("ann", "odd", 4_000))
    limit(table, 5_000)
    table.settles(1, 2, 4)
    assert table.rack("ann") == 105_000, "Small won 50.00; Odd would have won 40.00"


@pytest.mark.clause("star-craps", "6.1.2")
def test_what_is_left_of_a_wager_that_is_void_goes_back_too() -> None:
    """Don't Win is void on a come-out 2: all of it is with its player again."""
    table = Stickperson().seats(ann=1).shoots("ann", "dont-win", 2_000)
    happened(table.does(SetLossLimit, "the house", DEVICE, seat=1, headroom=1_000))
    table.rolls(1, 1)
    assert table.rack("ann") == 100_000
    assert table.replays()


# --- what is given up for another place


def releases(table: Croupier, seat: int = 1, person: str = "ann") -> Any:
    return table.does(ReleaseHeadroom, "the house", DEVICE, seat=seat, person=person, wanted_at="craps")


@pytest.mark.clause(STAR, "9.3")
def test_a_table_gives_up_all_but_the_stakes_that_stand() -> None:
    table = star(10_000).invites()
    happened(table.bets("ann", "small", 3_000))
    gone = only(releases(table), HeadroomReleased)
    assert (gone.amount, gone.person, gone.wanted_at, gone.clause) == (7_000, "ann", "craps", "9.3")
    assert table.table.seats[1].headroom == 3_000
    assert refused(table.bets("ann", "big", 500)) == (Why.LOSS_LIMIT, "9.3")
    assert refused(releases(table)) == (Why.NOT_ENOUGH, "9.3"), "all of it is staked"
    table.settles(6, 5, 4)
    assert table.table.seats[1].headroom == 0
    assert table.replays()


@pytest.mark.clause(STAR, "9.3")
def test_stakes_that_cover_each_other_are_kept_in_full_since_one_may_be_taken_down() -> None:
    table = star(10_000, loss_limit_measure="worst_case").invites()
    for wager, stake in (("any-triple", 500), ("small", 4_000), ("big", 4_000)):
        happened(table.bets("ann", wager, stake))  # 5.00 is the most that a result can take
    assert only(releases(table), HeadroomReleased).amount == 1_500


@pytest.mark.clause(STAR, "9.3")
def test_only_what_is_there_under_a_limit_is_given_up_and_only_of_its_person() -> None:
    table = star()
    assert refused(releases(table)) == (Why.NOT_ENOUGH, "9.3"), "there is no limit"
    limit(table, 10_000)
    assert refused(releases(table, person="bob")) == (Why.NOT_YOUR_SEAT, "9.3")
    assert refused(releases(table, seat=3)) == (Why.SEAT_EMPTY, None)
