"""Chips on one area are one wager: later chips raise it, and it is limited, paid and rounded once.

What Place to Win 8 pays is written out from the document: 7 to 6 (8.1), and what chips cannot make is paid to the next
highest amount that they can (6.7). With chips of 1.00, 10.00 wins 11.67 and is paid 12.00.
"""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.money import LARGEST
from dicehouse.refusal import Why
from dicehouse.table.betting import IncreaseWager, MoveWager, PlaceWager, ReduceWager, RemoveWager
from dicehouse.table.call_bets import CallWager, ConfirmWager, DeclareWager
from dicehouse.table.chips import ExchangeVoucher
from dicehouse.table.colours import IssueColours
from dicehouse.table.config import Limits, Sign
from dicehouse.table.dealt_result import AnnounceResult, EnterResult, Settle, Uncover
from dicehouse.table.explain import told
from dicehouse.table.late_bets import FindWager, WagerFound
from dicehouse.table.losses import ReturnExcess, SetLossLimit
from dicehouse.table.meter import InsertMoney
from dicehouse.table.orders import DEVICE
from dicehouse.table.people import TakeSeat
from dicehouse.table.settlement import ExcessSetAside, WagerPlaced, WagerRestaked, WagersTakenBack, WinnersPaid
from dicehouse.table.terminals import ConfirmTerminalWagers, LoggedWager, ReportTerminalFault
from tests.croupier import Croupier, happened, kinds, only, refused
from tests.stickperson import Stickperson

STAR = "star-sicbo-2024"
OLDER = "star-sicbo-pre2024"
BIG = (6, 6, 5)


def with_a_point(*faces: int, line: str = "win-line", **fields: Any) -> Stickperson:
    """Ann shoots and has her point; bob stands beside her."""
    table = Stickperson(**fields).seats(ann=1, bob=3).shoots("ann", line, 1_000, id="line")
    table.rolls(*(faces or (2, 2)))
    return table


def stakes(table: Croupier) -> dict[str, int]:
    return {it.id: it.stake for it in table.table.layout.standing.values()}


def raise_of(answer: Any) -> WagerRestaked:
    found: WagerRestaked = only(answer, WagerRestaked)
    return found


# --- one wager, paid once


@pytest.mark.clause("star-craps", "6.7", "6.1.10")
def test_chips_laid_one_by_one_on_place_8_are_paid_and_rounded_as_one_wager() -> None:
    table = with_a_point()
    happened(table.bets("bob", "place-win-8", 500, id="eight"))
    for _ in range(5):
        more = raise_of(table.bets("bob", "place-win-8", 100))
        assert (more.bet, more.stake - more.was, more.why, more.how) == ("eight", 100, "raised", "laid")
    assert stakes(table) == {"line": 1_000, "eight": 1_000}
    assert table.rack("bob") == 99_000
    paid = only(table.rolls(4, 4), WinnersPaid)
    assert [(it.bet, it.stake, it.winnings, it.returned) for it in paid.settled] == [("eight", 1_000, 1_200, 2_200)]
    assert table.rack("bob") == 101_200, "12.00, and not the 16.00 of six wagers"
    assert table.replays()


@pytest.mark.clause(STAR, "3.4")
def test_at_sic_bo_the_wager_keeps_its_id_and_the_placing_is_answered_by_its_raise() -> None:
    table = Croupier().opens().seats(ann=1, bob=2).invites()
    happened(table.bets("ann", "small", 500, id="w1"))
    happened(table.bets("bob", "small", 500, id="bobs"))
    more = raise_of(table.bets("ann", "small", 700, id="w2"))
    assert (more.bet, more.laid, more.was, more.stake) == ("w1", "w2", 500, 1_200)
    assert (more.seat, more.wager, more.cause) == (1, "small", "w2")
    assert told(table.book, more) == "$7 more came on Small from seat 1, $12 in all (3.2.1)"
    assert stakes(table) == {"w1": 1_200, "bobs": 500}, "everyone has their own"
    named = raise_of(table.player("ann", IncreaseWager, bet="w1", stake=1_500))
    assert told(table.book, named) == "Small of seat 1 became $15: increased (3.2.1)"
    assert refused(table.bets("ann", "small", 500, id="w1"))[0] is Why.DUPLICATE_ID
    assert table.replays()


def test_chips_of_another_kind_or_colour_are_a_wager_of_their_own() -> None:
    table = Croupier().opens().seats(ann=1).invites()
    happened(table.dealer(ExchangeVoucher, seat=1, voucher="v1", amount=5_000))
    happened(table.staff(IssueColours, seat=1, colour="red", count=10, value=500))
    happened(table.staff(IssueColours, seat=1, colour="blue", count=10, value=500))
    kinds_of_chips: list[dict[str, str]] = [
        {}, {"chips": "token"}, {"chips": "colour", "colour": "red"}, {"chips": "colour", "colour": "blue"},
    ]  # fmt: skip
    for number, chips in enumerate(kinds_of_chips):
        only(table.bets("ann", "small", 500, id=f"w{number}", **chips), WagerPlaced)
    for number, chips in enumerate(kinds_of_chips):
        assert raise_of(table.bets("ann", "small", 500, **chips)).bet == f"w{number}"
    assert stakes(table) == {"w0": 1_000, "w1": 1_000, "w2": 1_000, "w3": 1_000}
    seat = table.table.seats[1]
    assert (seat.tokens, seat.checks["red"].count, seat.checks["blue"].count) == (4_000, 8, 8)
    assert table.replays()


# --- limits are those of the whole


def limited(rulebook: str = STAR, **sign: Any) -> Croupier:
    return Croupier(rulebook, sign=Sign(Limits(1_000, 3_000, 500), **sign)).opens().seats(ann=1, bob=2).invites()


@pytest.mark.clause(STAR, "4.1")
@pytest.mark.clause(OLDER, "4.1")
@pytest.mark.parametrize("rulebook", [STAR, OLDER])
def test_the_minimum_the_maximum_and_the_unit_are_tested_on_the_whole(rulebook: str) -> None:
    table = limited(rulebook)
    assert refused(table.bets("ann", "small", 500)) == (Why.BELOW_MINIMUM, "4.1")
    happened(table.bets("ann", "small", 1_000, id="w"))
    assert raise_of(table.bets("ann", "small", 500)).stake == 1_500, "with what stands it is above the minimum"
    assert refused(table.bets("ann", "small", 600)) == (Why.OFF_UNIT, "4.1")
    assert refused(table.bets("ann", "small", 2_000)) == (Why.ABOVE_MAXIMUM, "4.3")
    assert raise_of(table.bets("ann", "small", 1_500)).stake == 3_000
    assert table.replays()


@pytest.mark.clause(STAR, "4.1")
def test_a_minimum_is_met_in_one_kind_of_chips_and_a_maximum_counts_them_all() -> None:
    table = limited()
    happened(table.dealer(ExchangeVoucher, seat=1, voucher="v1", amount=5_000))
    happened(table.bets("ann", "small", 1_000))
    assert refused(table.bets("ann", "small", 500, chips="token")) == (Why.BELOW_MINIMUM, "4.1")
    happened(table.bets("ann", "small", 1_500, chips="token"))
    assert refused(table.bets("ann", "small", 1_000)) == (Why.ABOVE_MAXIMUM, "4.3")
    assert raise_of(table.bets("ann", "small", 500)).stake == 1_500


@pytest.mark.clause(STAR, "9.3", "8.15")
def test_a_raise_keeps_within_a_loss_limit() -> None:
    table = Croupier().opens().seats(ann=1).invites()
    happened(table.does(SetLossLimit, "the house", DEVICE, seat=1, headroom=1_000))
    happened(table.bets("ann", "small", 600))
    assert refused(table.bets("ann", "small", 500)) == (Why.LOSS_LIMIT, "9.3")
    happened(table.bets("ann", "small", 400))


@pytest.mark.clause("star-craps", "6.1.22", "7.1")
def test_a_horn_is_raised_in_its_units_and_no_stake_is_above_the_largest() -> None:
    table = with_a_point(sign=Sign(Limits(100, LARGEST)))
    happened(table.bets("bob", "horn", 400))
    assert refused(table.bets("bob", "horn", 200))[0] is Why.WRONG_UNITS
    happened(table.bets("bob", "horn", 400))
    happened(table.bets("bob", "field", 100))
    assert refused(table.bets("bob", "field", LARGEST))[0] is Why.BAD_STAKE


@pytest.mark.clause("star-craps", "6.1.24", "6.1.25")
def test_the_commission_is_that_of_the_whole_wager() -> None:
    """Five percent: of 20.00 in whole chips one, and nothing more is due until there is 40.00."""
    table = with_a_point(readings={"commission": "chips"})
    assert refused(table.bets("bob", "buy-5", 1_900))[0] is Why.NO_COMMISSION
    happened(table.bets("bob", "buy-5", 2_000, id="buy"))
    assert raise_of(table.bets("bob", "buy-5", 1_900)).commission == 100
    assert raise_of(table.bets("bob", "buy-5", 100)).commission == 200
    assert table.rack("bob") == 100_000 - 4_000 - 200
    happened(table.player("bob", RemoveWager, bet="buy"))
    assert table.rack("bob") == 100_000
    assert table.replays()


def test_the_commission_of_a_raise_must_be_there() -> None:
    table = Stickperson().seats(ann=1).seats(rack=2_100, bob=3).shoots("ann")
    happened(table.bets("bob", "buy-4", 1_000, id="bet"))
    answer = table.bets("bob", "buy-4", 1_020)
    assert refused(answer) == (Why.NOT_ENOUGH, "6.1.24")
    assert "$10.20 more and a commission of $0.51 are above $10.50" in answer.message  # type: ignore[union-attr]
    assert raise_of(table.bets("bob", "buy-4", 1_000)).commission == 100
    assert table.rack("bob") == 0


# --- craps: which area


@pytest.mark.clause("star-craps", "6.1.3", "6.1.4")
@pytest.mark.parametrize("come", ["come", "dont-come"])
def test_a_come_wager_at_its_number_and_one_in_the_box_are_two_wagers(come: str) -> None:
    table = with_a_point()
    happened(table.bets("bob", come, 500, id="first"))
    assert raise_of(table.bets("bob", come, 100)).bet == "first", "both lie in the box"
    table.rolls(3, 3)
    only(table.bets("bob", come, 500, id="second"), WagerPlaced)
    assert raise_of(table.bets("bob", come, 200)).bet == "second"
    assert stakes(table) == {"line": 1_000, "first": 600, "second": 700}
    table.rolls(4, 5)
    assert refused(table.player("bob", IncreaseWager, bet="first", stake=700)) == (Why.WRONG_TIME, {
        "come": "6.1.3", "dont-come": "6.1.4"}[come])  # fmt: skip
    assert table.replays()


@pytest.mark.clause("star-craps", "7.1")
def test_each_come_wager_has_its_own_limits() -> None:
    table = with_a_point(sign=Sign(Limits(500, 1_000)))
    happened(table.bets("bob", "come", 1_000))
    assert refused(table.bets("bob", "come", 100)) == (Why.ABOVE_MAXIMUM, "7.3")
    table.rolls(3, 3)
    assert refused(table.bets("bob", "come", 400)) == (Why.BELOW_MINIMUM, "7.1"), "the Come on 6 is another wager"
    happened(table.bets("bob", "come", 1_000))
    assert refused(table.bets("bob", "come", 100)) == (Why.ABOVE_MAXIMUM, "7.3")


@pytest.mark.clause("star-craps", "6.1.1", "6.1.2", "6.5")
@pytest.mark.parametrize("line", ["win-line", "dont-win"])
def test_a_line_wager_is_raised_before_its_point_and_takes_no_chips_after_it(line: str) -> None:
    table = Stickperson().seats(ann=1, bob=3).shoots("ann", line, 1_000, id="line")
    assert raise_of(table.bets("ann", line, 500)).bet == "line"
    table.rolls(2, 2)
    assert refused(table.bets("ann", line, 500))[0] is Why.WRONG_TIME
    assert stakes(table) == {"line": 1_500}


@pytest.mark.clause("star-craps", "6.5")
def test_a_dont_wager_that_was_made_smaller_is_not_raised_by_chips_either() -> None:
    table = Stickperson().seats(ann=1, bob=3).shoots("ann")
    happened(table.bets("bob", "dont-win", 1_000, id="dont"))
    happened(table.player("bob", ReduceWager, bet="dont", stake=600))
    assert refused(table.bets("bob", "dont-win", 500)) == (Why.MUST_STAY, "6.5")
    assert stakes(table)["dont"] == 600


@pytest.mark.clause("star-craps", "6.1.5.1", "6.1.7.1")
def test_behind_each_wager_there_is_one_within_the_limit_of_all() -> None:
    """On a line of 10.00 at most 20.00, on a Come of 5.00 at most 10.00."""
    table = with_a_point()
    happened(table.bets("ann", "come", 500, id="come"))
    table.rolls(3, 3)
    happened(table.bets("ann", "behind-win-line", 1_200, on="line", id="odds"))
    assert raise_of(table.bets("ann", "behind-win-line", 800, on="line")).bet == "odds"
    assert refused(table.bets("ann", "behind-win-line", 100, on="line")) == (Why.ABOVE_LIMIT, "6.1.5.1")
    only(table.bets("ann", "behind-come", 600, on="come", id="more"), WagerPlaced)
    assert raise_of(table.bets("ann", "behind-come", 400, on="come")).bet == "more"
    assert refused(table.bets("ann", "behind-come", 100)) == (Why.WRONG_PARENT, "6.1.7")
    assert refused(table.bets("ann", "come", 500, on="line"))[0] is Why.WRONG_PARENT
    assert stakes(table) == {"line": 1_000, "come": 500, "odds": 2_000, "more": 1_000}
    assert table.replays()


@pytest.mark.clause("star-craps", "6.6.2")
def test_chips_on_a_wager_that_is_off_are_off_with_it() -> None:
    table = with_a_point()
    happened(table.bets("bob", "place-win-8", 600, id="eight"))
    happened(table.player("bob", CallWager, bet="eight", working=False))
    happened(table.bets("bob", "place-win-8", 600))
    table.rolls(4, 4)
    assert stakes(table)["eight"] == 1_200, "the roll did not count for it"


@pytest.mark.clause(STAR, "6.7")
def test_a_streak_wager_has_its_price_and_is_never_raised() -> None:
    table = Croupier(streak_price=1_000).opens().seats(ann=1)
    table.plays(1, 2, 6)
    happened(table.bets("ann", "streak-small-big", 1_000))
    assert refused(table.bets("ann", "streak-small-big", 1_000)) == (Why.ALREADY_DONE, "6.7")


# --- however chips come


@pytest.mark.clause("star-craps", "6.3")
def test_a_wager_called_in_the_air_raises_the_one_that_lies_there() -> None:
    table = with_a_point()
    happened(table.bets("bob", "place-win-8", 500, id="eight"))
    table.throws()
    happened(table.player("bob", DeclareWager, seat=3, wager="place-win-8", stake=500, id="spoken"))
    assert stakes(table)["eight"] == 500, "it counts once it is confirmed"
    more = raise_of(table.box(ConfirmWager, bet="spoken"))
    assert (more.bet, more.laid, more.how, more.stake) == ("eight", "spoken", "in the air", 1_000)
    assert not table.table.declared
    assert refused(table.box(ConfirmWager, bet="spoken"))[0] is Why.UNKNOWN_ID, "it is taken once"
    assert table.replays()


@pytest.mark.clause(STAR, "3.13", "4.2")
def test_a_wager_that_is_found_late_raises_the_one_that_lies_there() -> None:
    table = limited()
    happened(table.bets("ann", "small", 1_000, id="w"))
    table.closes_betting()
    found = finds(table, 500)
    assert kinds(found) == ["WagerFound", "WagerRestaked"]
    assert only(found, WagerFound).ruling == "within", "with what lies there it is above the minimum"
    assert (raise_of(found).bet, raise_of(found).stake, raise_of(found).how) == ("w", 1_500, "found")
    capped = happened(finds(table, 2_000))
    assert [(it.stake, it.was) for it in capped if isinstance(it, WagerRestaked)] == [(3_500, 1_500), (3_000, 3_500)]
    assert only(capped, WagerFound).plays == 1_500
    assert stakes(table) == {"w": 3_000}
    assert table.rack("ann") == 97_000
    assert table.replays()


def finds(table: Croupier, stake: int) -> Any:
    laid_at = table.now - timedelta(seconds=60)
    return table.dealer(FindWager, seat=1, wager="small", stake=stake, laid_at=laid_at)


@pytest.mark.clause(STAR, "4.3")
def test_what_lies_above_the_maximum_adds_up_and_is_lost_with_the_wager() -> None:
    readings = {"over_maximum": "asymmetric"}
    table = Croupier(STAR, readings, sign=Sign(Limits(500, 2_000))).opens().seats(ann=1).invites()
    happened(table.bets("ann", "small", 500, id="w"))
    table.closes_betting()
    first = only(finds(table, 3_000), ExcessSetAside)
    assert (first.bet, first.stake, first.excess) == ("w", 2_000, 1_500)
    table.table.sign = Sign(Limits(500, 2_500))
    second = only(finds(table, 1_000), ExcessSetAside)
    assert (second.stake, second.excess) == (2_500, 2_000)
    assert (table.rack("ann"), table.table.seats[1].aside) == (100_000 - 4_500, 2_000)
    for order, fields in (Uncover, {}), (AnnounceResult, {"dice": BIG}), (EnterResult, {"dice": BIG}), (Settle, {}):
        happened(table.dealer(order, **fields))
    assert (table.rack("ann"), table.table.seats[1].aside) == (100_000 - 4_500, 0)


@pytest.mark.clause(STAR, "4.3", "8.15")
def test_a_wager_that_goes_back_for_a_loss_limit_takes_with_it_what_lies_above_the_maximum() -> None:
    """Odd 50.00, then Small 80.00 of which 30.00 is above the maximum; 60.00 may be lost, and Odd is within it."""
    table = Croupier(STAR, {"over_maximum": "asymmetric"}, sign=Sign(Limits(500, 5_000))).opens().seats(ann=1)
    happened(table.invites().bets("ann", "odd", 5_000, id="odd"))
    table.closes_betting()
    assert only(finds(table, 8_000), ExcessSetAside).excess == 3_000
    happened(table.does(SetLossLimit, "the house", DEVICE, seat=1, headroom=6_000))
    happened(table.dealer(ReturnExcess, seat=1))
    assert stakes(table) == {"odd": 5_000}
    assert (table.rack("ann"), table.table.seats[1].aside) == (95_000, 0)
    assert table.replays()


@pytest.mark.clause("star-craps", "6.1.24", "8.1[Buy 6]")
@pytest.mark.clause(STAR, "9.3")
@pytest.mark.parametrize("dice, rack, headroom", [((3, 3), 102_300, 4_550), ((3, 4), 97_900, 150)])
def test_what_a_loss_limit_leaves_of_a_buy_wager_is_charged_for_what_is_left(
    dice: tuple[int, int], rack: int, headroom: int
) -> None:
    """Buy 6 at 40.00 costs 2.00; with 22.50 left to lose 20.00 of it stands, costs 1.00, and wins 6 to 5."""
    table = with_a_point()
    happened(table.bets("bob", "buy-6", 4_000, id="buy"))
    assert table.rack("bob") == 95_800
    happened(table.does(SetLossLimit, "the house", DEVICE, seat=3, headroom=2_250))
    table.rolls(*dice)
    assert table.rack("bob") == rack
    assert (table.table.seats[3].aside, table.table.seats[3].headroom) == (0, headroom)
    assert table.replays()


@pytest.mark.clause(STAR, "3.11")
def test_a_wager_that_is_moved_raises_the_one_it_is_moved_to_and_stays_where_it_stands() -> None:
    table = Croupier().opens().seats(ann=1).invites()
    happened(table.bets("ann", "small", 500, id="one"))
    happened(table.bets("ann", "odd", 700, id="two"))
    since = table.table.seats[1].since
    moved = happened(table.player("ann", MoveWager, bet="two", wager="small", id="move"))
    assert kinds(moved) == ["WagersTakenBack", "WagerRestaked"]
    assert only(moved, WagersTakenBack).why == "moved"
    assert (raise_of(moved).bet, raise_of(moved).stake, raise_of(moved).how) == ("one", 1_200, "moved")
    assert (table.table.seats[1].since, table.rack("ann")) == (since, 98_800), "the whole is what it was"
    assert refused(table.player("ann", MoveWager, bet="one", wager="small")) == (Why.ALREADY_DONE, "3.11")
    assert stakes(table) == {"one": 1_200}
    assert table.replays()


@pytest.mark.clause("aruze-sicbo", "7.1", "7.3")
def test_a_terminal_has_one_wager_on_each_area_also_when_it_is_rebuilt_from_a_log() -> None:
    table = Croupier("aruze-sicbo", shooting_value=1_000).opens()
    happened(table.player("ann", TakeSeat, seat=1))
    happened(table.player("ann", InsertMoney, seat=1, amount=10_000))
    happened(table.player("ann", PlaceWager, seat=1, wager="small", stake=500, id="w"))
    assert raise_of(table.player("ann", PlaceWager, seat=1, wager="small", stake=500)).bet == "w"
    meters = table.table.meters[1]
    assert (meters.turnover, meters.credit, table.rack("ann")) == (1_000, 9_000, 9_000)
    happened(table.staff(ReportTerminalFault, seat=1, kind="interrupted", said="it went dark"))
    log = (LoggedWager("small", 500), LoggedWager("big", 500), LoggedWager("small", 700))
    rebuilt = happened(table.staff(ConfirmTerminalWagers, id="log", seat=1, log="the server's", wagers=log))
    placed = [(it.bet, it.wager, it.stake) for it in rebuilt if isinstance(it, WagerPlaced)]
    assert placed == [("log/1", "small", 1_200), ("log/2", "big", 500)]
    assert table.replays()


# --- rounds


@pytest.mark.clause("star-craps", "6.4")
def test_chips_of_earlier_rounds_are_told_from_those_of_this_one() -> None:
    table = with_a_point(readings={"craps_round": "roll"})
    happened(table.bets("bob", "place-win-8", 600))
    first = table.table.round.number
    happened(table.bets("bob", "place-win-8", 600, id="same round"))
    bet = next(it for it in table.table.bets.values() if it.seat == 3)
    assert (bet.round, bet.earlier) == (first, 0)
    table.rolls(4, 5)
    assert table.table.round.number > first
    happened(table.bets("bob", "place-win-8", 300))
    assert (bet.round, bet.earlier) == (table.table.round.number, 1_200)
    assert table.replays()


@pytest.mark.clause(STAR, "8.15.2")
def test_what_stood_before_this_round_stands_when_an_excess_goes_back() -> None:
    table = Croupier().opens().seats(ann=1).invites()
    happened(table.bets("ann", "odd", 2_000, id="new"))
    happened(table.bets("ann", "small", 2_000, id="w"))
    table.table.bets["w"].earlier = 1_500
    happened(table.does(SetLossLimit, "the house", DEVICE, seat=1, headroom=2_600))
    happened(table.dealer(ReturnExcess, seat=1))
    assert stakes(table) == {"new": 1_100, "w": 1_500}, "no more of it is of this round"
    happened(table.does(SetLossLimit, "the house", DEVICE, seat=1, headroom=1_000))
    happened(table.dealer(ReturnExcess, seat=1))
    assert stakes(table) == {"w": 1_500}
    assert refused(table.dealer(ReturnExcess, seat=1)) == (Why.MUST_STAY, "8.15.2")
    happened(table.player("ann", ReduceWager, bet="w", stake=1_200))
    assert table.table.bets["w"].earlier == 1_200
