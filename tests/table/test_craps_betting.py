"""Wagers at craps through commands: made, confirmed, called, taken down, made smaller and larger, and refused."""

from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table.betting import IncreaseWager, MoveWager, PlaceWager, ReduceWager, RefuseWager, RemoveWager
from dicehouse.table.call_bets import (
    CallWager,
    ConfirmCall,
    ConfirmWager,
    DeclaredLapsed,
    DeclareWager,
    OnAsked,
    OralWagerRefused,
    RefuseOralWager,
    WagerCalled,
)
from dicehouse.table.chips import ExchangeVoucher
from dicehouse.table.craps_roll import CallRoll, SettleRoll
from dicehouse.table.dealt import CloseBetting
from dicehouse.table.people import LeaveSeat, TakeSeat
from dicehouse.table.settlement import LosersCollected, WagerPlaced, WagerRestaked, WagersTakenBack, WinnersPaid
from dicehouse.table.shooter import PassDice
from dicehouse.table.throw import CallNoRoll, MarkRest
from tests.croupier import Croupier, happened, kinds, only, refused
from tests.stickperson import Stickperson


def ann_shoots(line: str = "win-line", stake: int = 1_000, **fields: Any) -> Stickperson:
    return Stickperson(**fields).seats(ann=1, bob=3).shoots("ann", line, stake, id="line")


def give_tokens(table: Stickperson) -> None:
    """Ann has tokens too, which are a wager of their own beside her chips."""
    happened(table.staff(ExchangeVoucher, seat=1, voucher="v1", amount=10_000))


def stakes(table: Stickperson) -> dict[str, int]:
    return {it.id: it.stake for it in table.table.layout.standing.values()}


# --- made


@pytest.mark.clause("star-craps", "6.2")
def test_stakes_are_chips_or_tokens_and_nothing_else() -> None:
    table = ann_shoots()
    table.table.seats[3].tokens = 2_000
    table.table.came += 2_000
    happened(table.bets("bob", "field", 500))
    happened(table.bets("bob", "field", 500, chips="token"))
    assert refused(table.bets("bob", "field", 500, chips="colour", colour="red"))[0] is Why.WRONG_CHIPS
    for with_ in ("cash", "voucher"):
        spoken = table.player("bob", DeclareWager, seat=3, wager="field", stake=500, with_=with_)
        assert refused(spoken) == (Why.WRONG_CHIPS, "6.2")
    happened(table.player("bob", DeclareWager, seat=3, wager="field", stake=500, with_="token", id="spoken"))
    assert only(table.dealer(ConfirmWager, bet="spoken"), WagerRestaked).how == "oral"
    assert (table.rack("bob"), table.table.seats[3].tokens) == (99_500, 1_000)
    table.rolls(4, 5)
    assert (table.rack("bob"), table.table.seats[3].tokens) == (101_500, 2_000), "winnings are paid in chips"


@pytest.mark.clause("star-craps", "6.8")
def test_a_wager_counts_where_it_lies_and_help_from_the_crew_is_on_record() -> None:
    """Bob meant Big 8, the dealer laid it on Big 6, and nobody put it right in time."""
    table = ann_shoots()
    helped = table.dealer(PlaceWager, seat=3, wager="big-6", stake=500, id="helped")
    placed = only(helped, WagerPlaced)
    assert (placed.how, placed.by, placed.person) == ("dealer", "dora", "bob")
    assert only(table.bets("bob", "big-8", 500, id="own"), WagerPlaced).how == "laid"
    table.rolls(5, 3)
    assert set(table.table.bets) == {"line", "helped"}
    assert table.rack("bob") == 100_000
    moved = table.player("bob", MoveWager, bet="helped", wager="big-8", id="moved")
    assert only(moved, WagerPlaced).wager == "big-8"
    table.rolls(6, 2)
    assert table.rack("bob") == 101_000
    assert table.replays()


@pytest.mark.clause("star-craps", "6.1.19", "6.1.20")
@pytest.mark.parametrize("wager, wins", [("big-6", (2, 4)), ("big-8", (2, 6))])
def test_big_six_and_big_eight_are_made_at_any_time_and_wait_for_their_number_or_a_seven(
    wager: str, wins: tuple[int, int]
) -> None:
    table = ann_shoots()
    table.rolls(4, 5)
    happened(table.bets("bob", wager, 500))
    table.rolls(1, 2)
    assert only(table.rolls(*wins), WinnersPaid).settled[0].winnings == 500
    happened(table.bets("bob", wager, 500))
    assert [it.seat for it in only(table.rolls(3, 4), LosersCollected).settled] == [1, 3]
    assert table.replays()


@pytest.mark.clause("star-craps", "6.1.21", "6.1.22.1")
def test_horn_wagers_are_made_and_changed_in_whole_units() -> None:
    table = ann_shoots()
    assert refused(table.bets("bob", "horn", 500))[0] is Why.WRONG_UNITS
    happened(table.bets("bob", "horn", 800, id="horn"))
    assert refused(table.bets("bob", "horn-high-12", 800)) == (Why.WRONG_UNITS, "6.1.22.1")
    happened(table.bets("bob", "horn-high-12", 1_000, id="high"))
    for kind in (ReduceWager, IncreaseWager):
        stake = 700 if kind is ReduceWager else 900
        assert refused(table.player("bob", kind, bet="horn", stake=stake))[0] is Why.WRONG_UNITS
    happened(table.player("bob", IncreaseWager, bet="horn", stake=1_200))
    happened(table.player("bob", ReduceWager, bet="high", stake=500))
    assert (stakes(table)["horn"], stakes(table)["high"]) == (1_200, 500)
    table.rolls(6, 6)
    assert table.rack("bob") == 100_000 - 1_700 + 34 * (300 + 200)
    assert table.replays()


@pytest.mark.clause("star-craps", "6.1.3", "6.1.4")
@pytest.mark.parametrize("wager", ["come", "dont-come"])
def test_come_wagers_need_a_point_and_line_wagers_none(wager: str) -> None:
    table = ann_shoots()
    assert refused(table.bets("bob", wager, 500))[0] is Why.WRONG_TIME
    table.rolls(4, 4)
    happened(table.bets("bob", wager, 500))
    assert refused(table.bets("bob", "win-line", 500))[0] is Why.WRONG_TIME


# --- commission


@pytest.mark.clause("star-craps", "6.1.24", "6.1.25")
@pytest.mark.parametrize("wager, stake, charge", [("buy-4", 2_000, 100), ("lay-4", 4_000, 100), ("lay-6", 1_200, 50)])
def test_buy_and_lay_cost_their_commission_when_placed_and_give_it_back_when_taken_down(
    wager: str, stake: int, charge: int
) -> None:
    table = ann_shoots()
    assert only(table.bets("bob", wager, stake, id="bet"), WagerPlaced).commission == charge
    assert table.rack("bob") == 100_000 - stake - charge
    happened(table.player("bob", ReduceWager, bet="bet", stake=stake // 2))
    assert table.rack("bob") == 100_000 - (stake + charge) // 2, "in proportion to the stake taken off"
    happened(table.player("bob", IncreaseWager, bet="bet", stake=stake))
    assert table.rack("bob") == 100_000 - stake - charge
    happened(table.player("bob", RemoveWager, bet="bet"))
    assert table.rack("bob") == 100_000
    assert table.replays()


@pytest.mark.clause("star-craps", "6.1.24", "6.4")
def test_where_it_is_kept_a_commission_never_comes_back_and_new_money_pays_its_own() -> None:
    table = ann_shoots(readings={"commission_on_removal": "kept"})
    happened(table.bets("bob", "buy-4", 2_000, id="bet"))
    happened(table.player("bob", ReduceWager, bet="bet", stake=1_000))
    assert table.rack("bob") == 100_000 - 1_100
    happened(table.player("bob", IncreaseWager, bet="bet", stake=2_000))
    assert table.rack("bob") == 100_000 - 2_150
    happened(table.player("bob", RemoveWager, bet="bet"))
    assert table.rack("bob") == 100_000 - 150
    assert table.replays()


@pytest.mark.clause("star-craps", "6.1.24", "6.2")
def test_the_commission_of_a_token_is_paid_in_chips() -> None:
    table = Stickperson().seats(rack=60, bob=3)
    table.table.seats[3].tokens = 5_000
    table.table.came += 5_000
    assert refused(table.bets("bob", "buy-4", 1_300, chips="token")) == (Why.NOT_ENOUGH, "6.1.24")
    happened(table.bets("bob", "buy-4", 1_000, chips="token", id="bet"))
    assert (table.rack("bob"), table.table.seats[3].tokens) == (10, 4_000)
    assert refused(table.player("bob", IncreaseWager, bet="bet", stake=1_220))[0] is Why.NOT_ENOUGH
    happened(table.player("bob", IncreaseWager, bet="bet", stake=1_200))
    assert (table.rack("bob"), table.table.seats[3].tokens) == (0, 3_800)
    happened(table.player("bob", RemoveWager, bet="bet"))
    assert (table.rack("bob"), table.table.seats[3].tokens) == (60, 5_000)


@pytest.mark.clause("star-craps", "6.1.24")
def test_the_stake_and_its_commission_must_both_be_there() -> None:
    table = Stickperson().seats(rack=2_100, bob=3)
    assert refused(table.bets("bob", "buy-4", 2_020)) == (Why.NOT_ENOUGH, "6.1.24")
    happened(table.bets("bob", "buy-4", 1_000, id="bet"))
    assert refused(table.player("bob", IncreaseWager, bet="bet", stake=2_020))[0] is Why.NOT_ENOUGH
    assert refused(table.player("bob", IncreaseWager, bet="bet", stake=3_000))[0] is Why.NOT_ENOUGH
    happened(table.player("bob", IncreaseWager, bet="bet", stake=2_000))
    assert table.rack("bob") == 0


@pytest.mark.clause("star-craps", "6.1.24", "6.1.25")
def test_charged_in_chips_a_wager_may_not_shrink_out_of_its_commission() -> None:
    table = ann_shoots(readings={"commission": "chips"})
    happened(table.bets("bob", "buy-4", 4_000, id="bet"))
    assert refused(table.player("bob", ReduceWager, bet="bet", stake=1_900)) == (Why.NO_COMMISSION, "6.1.24")
    happened(table.player("bob", ReduceWager, bet="bet", stake=2_000))
    assert table.rack("bob") == 100_000 - 2_100


@pytest.mark.clause("star-craps", "4.5", "6.1.24")
def test_a_wager_that_won_comes_back_and_costs_its_commission_again() -> None:
    table = ann_shoots()
    table.rolls(4, 5)
    happened(table.bets("bob", "buy-4", 2_000))
    table.rolls(2, 2)
    assert table.rack("bob") == 100_000 - 100 + 4_000
    happened(table.bets("bob", "buy-4", 2_000))
    assert table.rack("bob") == 100_000 - 100 + 4_000 - 2_100


# --- behind


@pytest.mark.clause("star-craps", "6.1.5.1", "6.1.6.1")
@pytest.mark.parametrize(
    "line, behind, most",
    [("win-line", "behind-win-line", 2_000), ("dont-win", "behind-dont-win", 2_400)],
)
def test_behind_a_line_wager_stands_no_more_than_its_clause_allows(line: str, behind: str, most: int) -> None:
    """The point is 8: twice the line, or so much that it wins twice the line."""
    table = ann_shoots(line)
    assert refused(table.bets("ann", behind, 500, on="line"))[0] is Why.NO_POINT
    table.rolls(4, 4)
    assert refused(table.bets("bob", behind, 500, on="line"))[0] is Why.WRONG_PARENT, "it is ann's"
    assert refused(table.bets("ann", behind, most + 100, on="line"))[0] is Why.ABOVE_LIMIT
    happened(table.bets("ann", behind, 1_000, on="line", id="one"))
    assert refused(table.player("ann", IncreaseWager, bet="one", stake=most + 100))[0] is Why.ABOVE_LIMIT
    give_tokens(table)
    happened(table.bets("ann", behind, most - 1_000, on="line", id="two", chips="token"))
    assert refused(table.bets("ann", behind, 100, on="line"))[0] is Why.ABOVE_LIMIT
    happened(table.player("ann", ReduceWager, bet="two", stake=100))
    happened(table.player("ann", IncreaseWager, bet="one", stake=most - 100))
    happened(table.player("ann", RemoveWager, bet="two"))
    assert stakes(table) == {"line": 1_000, "one": most - 100}
    assert table.replays()


@pytest.mark.clause("star-craps", "6.1.7.1", "6.1.8.1")
@pytest.mark.parametrize("come, most", [("come", 1_000), ("dont-come", 2_000)])
def test_behind_a_come_wager_stands_no_more_than_its_clause_allows(come: str, most: int) -> None:
    """The come point is 4."""
    table = ann_shoots()
    table.rolls(4, 4)
    happened(table.bets("bob", come, 500, id="come"))
    table.rolls(1, 3)
    assert refused(table.bets("bob", f"behind-{come}", most + 100, on="come"))[0] is Why.ABOVE_LIMIT
    happened(table.bets("bob", f"behind-{come}", most, on="come"))


BEHIND = [
    (900, {"line": 900, "one": 1_200, "two": 900}),
    (700, {"line": 700, "one": 1_200, "two": 400}),
    (600, {"line": 600, "one": 1_200, "two": 200}),
    (500, {"line": 500, "one": 1_200}),
]
"""What is left of a Don't Win of 1,000 with 1,200 in chips and 1,100 in tokens behind it on a point of 8, when it is
made smaller."""


@pytest.mark.clause("star-craps", "6.1.6.1", "6.5")
@pytest.mark.parametrize("stake, left", BEHIND)
def test_when_a_dont_wager_is_reduced_the_newest_behind_it_goes_back_first(stake: int, left: dict[str, int]) -> None:
    table = ann_shoots("dont-win")
    table.rolls(4, 4)
    give_tokens(table)
    happened(table.bets("ann", "behind-dont-win", 1_200, on="line", id="one"))
    happened(table.bets("ann", "behind-dont-win", 1_100, on="line", id="two", chips="token"))
    happened(table.player("ann", ReduceWager, bet="line", stake=stake))
    assert stakes(table) == left
    tokens = left.pop("two", 0)
    assert (table.rack("ann"), table.table.seats[1].tokens) == (100_000 - sum(left.values()), 10_000 - tokens)
    assert table.replays()


@pytest.mark.clause("star-craps", "6.1.6.1", "6.5")
def test_a_reduction_can_send_back_one_wager_and_part_of_another() -> None:
    table = ann_shoots("dont-win", 2_000)
    table.rolls(4, 4)
    give_tokens(table)
    happened(table.bets("ann", "behind-dont-win", 3_000, on="line", id="one"))
    happened(table.bets("ann", "behind-dont-win", 1_000, on="line", id="two", chips="token"))
    answer = happened(table.player("ann", ReduceWager, bet="line", stake=500))
    assert kinds(answer) == ["WagerRestaked", "WagersTakenBack", "WagerRestaked"]
    assert [it.clause for it in answer] == ["6.5", "6.1.6.1", "6.1.6.1"]
    assert stakes(table) == {"line": 500, "one": 1_200}
    assert table.replays()


@pytest.mark.clause("star-craps", "6.1.6.1", "6.5")
def test_a_small_reduction_leaves_what_is_behind_alone_and_removal_takes_all_of_it() -> None:
    table = ann_shoots("dont-win")
    table.rolls(4, 4)
    happened(table.bets("ann", "behind-dont-win", 1_000, on="line", id="behind"))
    assert kinds(table.player("ann", ReduceWager, bet="line", stake=900)) == ["WagerRestaked"]
    back = only(table.player("ann", RemoveWager, bet="line"), WagersTakenBack)
    assert [it.bet for it in back.settled] == ["line", "behind"]
    assert (stakes(table), table.rack("ann")) == ({}, 100_000)


# --- taken down, smaller, larger


@pytest.mark.clause("star-craps", "6.4")
def test_a_win_line_or_come_wager_with_its_point_may_not_be_removed_or_reduced() -> None:
    table = ann_shoots()
    happened(table.player("ann", ReduceWager, bet="line", stake=800))
    table.rolls(4, 4)
    for kind, fields in ((RemoveWager, {}), (ReduceWager, {"stake": 500})):
        assert refused(table.player("ann", kind, bet="line", **fields)) == (Why.MUST_STAY, "6.4")
    happened(table.bets("bob", "come", 1_000, id="come"))
    happened(table.player("bob", ReduceWager, bet="come", stake=800))
    table.rolls(4, 5)
    for kind, fields in ((RemoveWager, {}), (ReduceWager, {"stake": 500})):
        assert refused(table.player("bob", kind, bet="come", **fields)) == (Why.MUST_STAY, "6.4")


@pytest.mark.clause("star-craps", "6.4")
@pytest.mark.parametrize("wager", ["place-win-5", "place-lose-5", "buy-5", "lay-5", "hard-8", "big-6", "field"])
def test_every_other_wager_may_be_removed_or_reduced_until_the_roll(wager: str) -> None:
    table = ann_shoots()
    table.rolls(4, 5)
    happened(table.bets("bob", wager, 1_000, id="bet"))
    only(table.player("bob", ReduceWager, bet="bet", stake=600), WagerRestaked)
    table.throws()
    for kind, fields in ((RemoveWager, {}), (ReduceWager, {"stake": 500}), (IncreaseWager, {"stake": 900})):
        assert refused(table.player("bob", kind, bet="bet", **fields)) == (Why.BETTING_CLOSED, "6.3")
    happened(table.stick(CallNoRoll, reason="irregular throw"))
    happened(table.player("bob", RemoveWager, bet="bet"))
    assert table.rack("bob") == 100_000
    assert table.replays()


@pytest.mark.clause("star-craps", "6.5")
@pytest.mark.parametrize("reading", ["refused", "allowed"])
@pytest.mark.parametrize("wager", ["dont-win", "dont-come"])
def test_a_dont_wager_comes_down_at_any_time_and_never_goes_back_up(wager: str, reading: str) -> None:
    table = ann_shoots(readings={"increase_after_point": reading})
    if wager == "dont-win":
        happened(table.bets("bob", wager, 1_000, id="dont"))
        table.rolls(4, 4)
    else:
        table.rolls(4, 4)
        happened(table.bets("bob", wager, 1_000, id="dont"))
        table.rolls(4, 5)
    reduced = only(table.player("bob", ReduceWager, bet="dont", stake=600), WagerRestaked)
    assert reduced.clause == "6.5"
    assert refused(table.player("bob", IncreaseWager, bet="dont", stake=700)) == (Why.MUST_STAY, "6.5")
    gone = only(table.player("bob", RemoveWager, bet="dont"), WagersTakenBack)
    assert "6.5" in gone.settled[0].clauses
    if wager == "dont-win":
        assert refused(table.bets("bob", wager, 500)) == (Why.WRONG_TIME, "6.1.2")
    assert table.rack("bob") == 100_000
    assert table.replays()


@pytest.mark.clause("star-craps", "6.1.1", "6.1.2", "6.5")
@pytest.mark.parametrize("line", ["win-line", "dont-win"])
def test_a_line_wager_grows_before_its_point_and_after_it_only_where_the_reading_allows(line: str) -> None:
    for reading in ("refused", "allowed"):
        table = ann_shoots(line, readings={"increase_after_point": reading})
        happened(table.player("ann", IncreaseWager, bet="line", stake=1_500))
        table.rolls(4, 4)
        answer = table.player("ann", IncreaseWager, bet="line", stake=2_000)
        if reading == "refused":
            assert refused(answer)[0] is Why.WRONG_TIME
        else:
            assert only(answer, WagerRestaked).stake == 2_000


def test_smaller_is_smaller_and_larger_is_larger() -> None:
    table = ann_shoots()
    assert refused(table.player("ann", ReduceWager, bet="line", stake=1_000)) == (Why.BAD_STAKE, "6.4")
    assert refused(table.player("ann", IncreaseWager, bet="line", stake=1_000)) == (Why.BAD_STAKE, "6.1.1")
    assert refused(table.player("ann", ReduceWager, bet="line", stake=499)) == (Why.BELOW_MINIMUM, "7.1")
    assert refused(table.player("ann", IncreaseWager, bet="line", stake=100_100)) == (Why.ABOVE_MAXIMUM, "7.3")
    for kind, fields in (
        (RemoveWager, {}),
        (ReduceWager, {"stake": 1}),
        (IncreaseWager, {"stake": 1}),
        (CallWager, {"working": True}),
        (MoveWager, {"wager": "field"}),
    ):
        assert refused(table.player("ann", kind, bet="none", **fields)) == (Why.UNKNOWN_ID, None)
        assert refused(table.player("bob", kind, bet="line", **fields)) == (Why.NOT_YOUR_SEAT, "6.1.1")


# --- moved


@pytest.mark.clause("star-craps", "6.4")
def test_a_line_wager_with_a_point_is_not_moved() -> None:
    table = ann_shoots("win-line")
    table.rolls(4, 4)
    assert refused(table.player("ann", MoveWager, bet="line", wager="field")) == (Why.MUST_STAY, "6.4")


@pytest.mark.clause("star-craps", "4.3", "6.4")
def test_moving_a_wager_is_taking_it_down_and_placing_it_again() -> None:
    table = ann_shoots("dont-win")
    table.rolls(4, 4)
    assert refused(table.player("ann", MoveWager, bet="line", wager="win-line"))[0] is Why.WRONG_TIME
    moved = table.player("ann", MoveWager, bet="line", wager="place-win-5", id="moved")
    assert kinds(moved) == ["WagersTakenBack", "DiceRelinquished", "WagerPlaced"]
    happened(table.bets("bob", "buy-4", 500, id="buy"))
    assert refused(table.player("bob", MoveWager, bet="buy", wager="buy-5"))[0] is Why.MUST_STAY
    assert table.replays()


# --- on and off


@pytest.mark.clause("star-craps", "6.6", "6.6.1")
@pytest.mark.parametrize("wager, roll", [("place-win-6", (2, 4)), ("buy-6", (2, 4)), ("hard-6", (3, 3))])
def test_on_a_come_out_these_wagers_sleep_until_called_on_and_confirmed(wager: str, roll: tuple[int, int]) -> None:
    table = ann_shoots()
    happened(table.bets("bob", wager, 600, id="bet"))
    asked = only(table.player("bob", CallWager, bet="bet", working=True), OnAsked)
    assert asked.clause == "6.6.1"
    table.rolls(5, 6)
    assert "bet" in table.table.bets, "nobody confirmed it"
    assert refused(table.player("bob", ConfirmCall, bet="bet"))[0] is Why.NOT_ALLOWED
    called = only(table.dealer(ConfirmCall, bet="bet"), WagerCalled)
    assert (called.working, called.clause, called.by) == (True, "6.6.1", "dora")
    assert refused(table.dealer(ConfirmCall, bet="bet")) == (Why.ALREADY_DONE, "6.6.1")
    happened(table.bets("ann", "win-line", 500))
    table.rolls(*roll)
    assert "bet" not in table.table.bets
    assert table.rack("bob") > 100_000
    assert table.replays()


@pytest.mark.clause("star-craps", "6.6.1", "6.1.7.2")
def test_behind_the_come_sleeps_on_a_come_out_and_comes_back_when_its_come_is_decided() -> None:
    table = ann_shoots()
    table.rolls(4, 4)
    happened(table.bets("bob", "come", 500, id="come"))
    table.rolls(2, 2)
    happened(table.bets("bob", "behind-come", 1_000, on="come", id="behind"))
    table.rolls(4, 4)
    happened(table.bets("ann", "win-line", 500))
    done = only(table.rolls(1, 3), WinnersPaid)
    assert {it.bet: it.result for it in done.settled} == {"come": "win", "behind": "push"}
    assert table.rack("bob") == 100_500


@pytest.mark.clause("star-craps", "6.6.2")
def test_a_wager_is_called_off_and_on_again_with_a_point_on() -> None:
    table = ann_shoots()
    table.rolls(4, 5)
    happened(table.bets("bob", "place-win-6", 600, id="bet"))
    called = only(table.player("bob", CallWager, bet="bet", working=False), WagerCalled)
    assert (called.working, called.clause) == (False, "6.6.2")
    assert refused(table.player("bob", CallWager, bet="bet", working=False)) == (Why.ALREADY_DONE, "6.6.2")
    table.rolls(2, 4)
    assert "bet" in table.table.bets
    happened(table.player("bob", CallWager, bet="bet", working=True))
    assert refused(table.player("bob", CallWager, bet="bet", working=True)) == (Why.ALREADY_DONE, "6.6.2")
    happened(table.player("bob", CallWager, bet="bet", working=False))
    assert refused(table.dealer(ConfirmCall, bet="bet")) == (Why.ALREADY_DONE, "6.6.1")
    happened(table.player("bob", CallWager, bet="bet", working=True))
    happened(table.dealer(ConfirmCall, bet="bet"))
    assert refused(table.player("bob", CallWager, bet="bet", working=True)) == (Why.ALREADY_DONE, "6.6.2")
    table.rolls(2, 4)
    assert table.rack("bob") == 100_700
    assert table.replays()


@pytest.mark.clause("star-craps", "6.6")
@pytest.mark.parametrize("wager", ["place-lose-6", "lay-6", "big-6", "field", "win-line"])
def test_every_other_wager_always_works(wager: str) -> None:
    table = ann_shoots()
    happened(table.bets("bob", wager, 600, id="bet"))
    assert refused(table.player("bob", CallWager, bet="bet", working=False)) == (Why.ALWAYS_WORKS, "6.6")


def test_what_does_not_stand_cannot_be_confirmed_on() -> None:
    assert refused(ann_shoots().dealer(ConfirmCall, bet="none")) == (Why.UNKNOWN_ID, None)


@pytest.mark.clause("star-craps", "6.6.1", "6.6.2")
@pytest.mark.parametrize("reading", ["until_thrown", "until_rest"])
def test_calls_and_their_confirmation_count_until_the_dice_are_thrown_or_rest_as_it_is_read(reading: str) -> None:
    table = ann_shoots(readings={"calls_in_the_air": reading})
    table.rolls(4, 5)
    for id, wager in ("one", "place-win-6"), ("two", "buy-6"), ("three", "hard-6"):
        happened(table.bets("bob", wager, 600, id=id))
    happened(table.player("bob", CallWager, bet="one", working=False))
    happened(table.player("bob", CallWager, bet="one", working=True))
    table.throws()
    answers = [
        table.player("bob", CallWager, bet="two", working=False),
        table.dealer(ConfirmCall, bet="one"),
    ]
    for answer in answers:
        if reading == "until_thrown":
            assert refused(answer) == (Why.BETTING_CLOSED, "6.3")
        else:
            only(answer, WagerCalled)
    happened(table.stick(MarkRest))
    assert refused(table.player("bob", CallWager, bet="three", working=False)) == (Why.BETTING_CLOSED, "6.3")
    assert refused(table.dealer(ConfirmCall, bet="one")) == (Why.BETTING_CLOSED, "6.3")
    happened(table.stick(CallRoll, dice=(2, 4)))
    happened(table.dealer(SettleRoll))
    left = {"until_thrown": {"line", "one"}, "until_rest": {"line", "two"}}
    assert set(table.table.bets) == left[reading]
    assert table.replays()


# --- spoken


@pytest.mark.clause("star-craps", "6.3")
def test_a_wager_called_out_before_the_throw_may_be_confirmed_in_the_air() -> None:
    table = ann_shoots()
    happened(table.player("bob", DeclareWager, seat=3, wager="win-line", stake=500, id="spoken"))
    table.throws()
    placed = only(table.box(ConfirmWager, bet="spoken"), WagerPlaced)
    assert (placed.how, placed.role) == ("in the air", "boxperson")
    assert refused(table.box(ConfirmWager, bet="spoken")) == (Why.UNKNOWN_ID, "6.3"), "once is enough"
    happened(table.stick(CallRoll, dice=(3, 4)))
    happened(table.dealer(SettleRoll))
    assert table.rack("bob") == 100_500
    assert table.replays()


@pytest.mark.clause("star-craps", "6.3")
def test_chips_laid_after_the_dice_rest_are_too_late() -> None:
    table = ann_shoots().throws()
    happened(table.stick(MarkRest))
    assert refused(table.bets("bob", "field", 500)) == (Why.BETTING_CLOSED, "6.3")
    happened(table.stick(CallRoll, dice=(3, 4)))
    assert refused(table.bets("bob", "field", 500)) == (Why.BETTING_CLOSED, "6.3")
    assert refused(table.dealer(PlaceWager, seat=3, wager="field", stake=500)) == (Why.BETTING_CLOSED, "6.3")


def test_a_spoken_wager_is_judged_when_it_is_called_out() -> None:
    table = ann_shoots()

    def says(name: str = "bob", seat: int = 3, wager: str = "field", stake: int = 500, **fields: Any) -> Any:
        return table.player(name, DeclareWager, seat=seat, wager=wager, stake=stake, **fields)

    assert refused(says("ann"))[0] is Why.NOT_YOUR_SEAT
    assert refused(says(seat=4))[0] is Why.SEAT_EMPTY
    assert refused(says(wager="fields"))[0] is Why.UNKNOWN_WAGER
    assert refused(says(stake=100)) == (Why.BELOW_MINIMUM, "7.1")
    assert refused(says(id="line"))[0] is Why.DUPLICATE_ID
    happened(says(id="spoken"))
    assert refused(says(id="spoken")) == (Why.DUPLICATE_ID, "6.3")
    assert refused(says(with_="token")) == (Why.NOT_ENOUGH, "6.2")


@pytest.mark.clause("star-craps", "6.2", "6.3")
def test_a_spoken_wager_without_chips_is_no_bet_between_rolls_and_in_the_air() -> None:
    table = ann_shoots()
    happened(table.player("bob", DeclareWager, seat=3, wager="field", stake=500, id="early"))
    assert only(table.dealer(RefuseOralWager, bet="early"), OralWagerRefused).clause == "6.2"
    happened(table.player("bob", DeclareWager, seat=3, wager="field", stake=500, id="late"))
    table.throws()
    told = only(table.box(RefuseOralWager, bet="late"), OralWagerRefused)
    assert (told.person, told.wager, told.clause) == ("bob", "field", "6.3")
    assert refused(table.box(ConfirmWager, bet="late")) == (Why.UNKNOWN_ID, "6.3")
    assert table.replays()


def test_a_spoken_wager_of_someone_who_left_is_nobodys() -> None:
    table = ann_shoots()
    happened(table.player("bob", DeclareWager, seat=3, wager="field", stake=500, id="spoken"))
    happened(table.player("bob", LeaveSeat, seat=3))
    assert refused(table.dealer(ConfirmWager, bet="spoken")) == (Why.UNKNOWN_ID, "6.3")
    happened(table.player("eve", TakeSeat, seat=3))
    assert refused(table.dealer(ConfirmWager, bet="spoken")) == (Why.UNKNOWN_ID, "6.3")


@pytest.mark.clause("star-sicbo-2024", "3.12")
@pytest.mark.clause("star-sicbo-pre2024", "3.11")
@pytest.mark.clause("crown-sicbo", "3.3")
@pytest.mark.parametrize("rulebook", ["star-sicbo-2024", "star-sicbo-pre2024", "crown-sicbo-a"])
def test_at_a_dealt_table_a_spoken_wager_that_nobody_laid_lapses_when_betting_closes(rulebook: str) -> None:
    table = Croupier(rulebook).opens().seats(ann=1).invites()
    happened(table.player("ann", DeclareWager, seat=1, wager="small", stake=500, id="laid"))
    happened(table.player("ann", DeclareWager, seat=1, wager="small", stake=500, id="forgotten"))
    happened(table.dealer(ConfirmWager, bet="laid"))
    closed = happened(table.dealer(CloseBetting))
    assert only(closed, DeclaredLapsed).bets == ("forgotten",)
    assert refused(table.dealer(ConfirmWager, bet="forgotten"))[0] is Why.UNKNOWN_ID
    assert table.replays()


# --- refused by the house


@pytest.mark.clause("star-craps", "9.11", "6.4")
def test_the_house_refuses_a_wager_only_while_it_could_be_removed() -> None:
    table = ann_shoots()
    happened(table.bets("bob", "field", 500, id="field"))
    assert refused(table.dealer(RefuseWager, bet="field", grounds="late")) == (Why.NOT_ALLOWED, "9.11")
    back = only(table.box(RefuseWager, bet="field", grounds="a marked chip"), WagersTakenBack)
    assert (back.clause, back.why) == ("9.11", "a marked chip")
    assert refused(table.box(RefuseWager, bet="field", grounds="late")) == (Why.UNKNOWN_ID, None)
    table.rolls(4, 4)
    assert refused(table.box(RefuseWager, bet="line", grounds="late")) == (Why.MUST_STAY, "6.4")
    happened(table.bets("bob", "field", 500, id="again"))
    table.throws()
    assert refused(table.box(RefuseWager, bet="again", grounds="late")) == (Why.BETTING_CLOSED, "9.11")
    assert table.replays()


# --- paid in chips


@pytest.mark.clause("star-craps", "6.7")
def test_what_chips_cannot_make_is_paid_to_the_next_higher_amount_that_they_can() -> None:
    table = ann_shoots()
    table.rolls(4, 5)
    happened(table.bets("bob", "place-win-6", 500))
    table.rolls(2, 4)
    assert table.rack("bob") == 100_600, "5.00 at 7 to 6 is 5.83"


def test_a_pass_leaves_wagers_where_they_are() -> None:
    table = ann_shoots()
    table.rolls(4, 4)
    happened(table.player("ann", PassDice))
    assert stakes(table) == {"line": 1_000}
