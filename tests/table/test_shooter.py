"""Who has the dice at craps: offered, accepted, passed, lost, and thrown by the stickperson."""

from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table.betting import RefuseWager, RemoveWager
from dicehouse.table.call_bets import CallWager
from dicehouse.table.chips import ExchangeVoucher
from dicehouse.table.craps_roll import CallRoll, SettleRoll
from dicehouse.table.dice_set import DiceFound, DiceReplaced, DiceWentOff, ReplaceDice, ReportDiceFound, ReportDiceOff
from dicehouse.table.losses import SetLossLimit
from dicehouse.table.opening import CloseTable
from dicehouse.table.orders import DEVICE
from dicehouse.table.people import LeaveSeat, TakeSeat
from dicehouse.table.settlement import WagersTakenBack
from dicehouse.table.shooter import (
    AcceptDice,
    DeclineDice,
    DiceAccepted,
    DiceDeclined,
    DiceOffered,
    DiceRelinquished,
    DiceSelected,
    OfferDice,
    OrderPass,
    PassDice,
    SelectDice,
    StickpersonShoots,
    TakeDice,
)
from dicehouse.table.throw import CallNoRoll, ThrowDice
from tests.croupier import happened, kinds, only, refused
from tests.stickperson import Stickperson


def four() -> Stickperson:
    """A table with four players, not in the order of their seats."""
    return Stickperson().seats(dan=7, ann=1, cat=5, bob=3)


def lines(table: Stickperson, *names: str, line: str = "win-line") -> Stickperson:
    for name in names:
        happened(table.bets(name, line, 500))
    return table


# --- offered and accepted


@pytest.mark.clause("star-craps", "3.1", "3.2")
def test_at_the_opening_the_dice_go_clockwise_from_the_left_of_the_boxperson() -> None:
    table = four()
    assert refused(table.dealer(OfferDice)) == (Why.NOT_ALLOWED, "3.2")
    offered = only(table.stick(OfferDice), DiceOffered)
    assert (offered.seat, offered.clause, offered.anew) == (1, "3.2", False)
    assert only(table.declines("ann"), DiceDeclined).clause == "3.2"
    assert table.offers() == 3
    happened(table.stick(DeclineDice, seat=3))
    assert table.offers() == 5
    happened(table.declines("cat"))
    assert table.offers() == 7
    assert table.replays()


@pytest.mark.clause("star-craps", "3.2")
def test_when_everyone_has_declined_the_turn_begins_again() -> None:
    table = Stickperson().seats(ann=1, bob=3)
    for seat, name in ((1, "ann"), (3, "bob")):
        assert table.offers() == seat
        happened(table.declines(name))
    offered = only(table.stick(OfferDice), DiceOffered)
    assert (offered.seat, offered.anew) == (1, True)
    happened(table.declines("ann"))
    assert table.offers() == 3
    assert table.replays()


@pytest.mark.clause("star-craps", "3.3", '1.1 "shooter"')
def test_the_first_to_accept_is_the_shooter_and_keeps_two_dice_of_five() -> None:
    table = four()
    table.offers()
    happened(table.declines("ann"))
    table.offers()
    got = only(table.accepts("bob", (4, 2)), DiceAccepted)
    assert (got.seat, got.person, got.dice, got.bowl, got.clause) == (3, "bob", (4, 2), (1, 3, 5), "3.3")
    assert (table.table.hand.shooter, table.table.hand.pair) == (3, (4, 2))
    assert table.replays()


def test_two_dice_are_two_different_ones() -> None:
    table = four()
    table.offers()
    assert refused(table.accepts("ann", (4, 4))) == (Why.WRONG_DICE, "3.3")


def test_only_the_seat_that_is_offered_the_dice_answers() -> None:
    table = four()
    table.offers()
    assert refused(table.accepts("bob")) == (Why.NOT_ELIGIBLE, "3.2")
    assert refused(table.declines("bob")) == (Why.NOT_ELIGIBLE, "3.2")
    for kind, fields in ((AcceptDice, {"dice": (1, 2)}), (DeclineDice, {})):
        assert refused(table.player("bob", kind, seat=1, **fields)) == (Why.NOT_YOUR_SEAT, None)
        assert refused(table.player("bob", kind, seat=2, **fields)) == (Why.SEAT_EMPTY, None)
        assert refused(table.player("bob", kind, seat=9, **fields)) == (Why.UNKNOWN_SEAT, None)
    assert refused(table.stick(OfferDice)) == (Why.ALREADY_DONE, "3.2")
    assert only(table.stick(AcceptDice, seat=1, dice=(1, 5)), DiceAccepted).person == "ann"


def test_an_offer_to_someone_who_leaves_goes_on() -> None:
    table = four()
    table.offers()
    happened(table.player("ann", LeaveSeat, seat=1))
    assert table.offers() == 3


def test_someone_excluded_is_not_offered_the_dice() -> None:
    table = four()
    table.excludes("ann")
    assert table.offers() == 3


@pytest.mark.clause("star-craps", "3.2", "4.1")
def test_an_acceptance_without_a_line_wager_lapses() -> None:
    table = four()
    table.offers()
    happened(table.accepts("ann"))
    lapsed, offered = happened(table.stick(OfferDice))
    assert isinstance(lapsed, DiceRelinquished)
    assert (lapsed.seat, lapsed.why, lapsed.clause, lapsed.skipped) == (1, "no line wager", "4.1", False)
    assert isinstance(offered, DiceOffered)
    assert offered.seat == 3
    happened(table.accepts("bob"))
    lines(table, "bob")
    assert refused(table.stick(OfferDice)) == (Why.ALREADY_DONE, "3.2")
    happened(table.player("bob", ThrowDice))
    assert table.replays()


# --- passed on


@pytest.mark.clause("star-craps", "3.8", "3.8.1", "3.8.2")
def test_dice_go_on_clockwise_among_players_with_a_line_wager() -> None:
    table = four().shoots("bob")
    lines(table, "dan")
    lines(table, "ann", line="dont-win")
    table.rolls(4, 4)
    assert refused(table.stick(OfferDice)) == (Why.ALREADY_DONE, "3.8.1")
    happened(table.player("bob", PassDice))
    offered = only(table.stick(OfferDice), DiceOffered)
    assert (offered.seat, offered.clause) == (7, "3.8.1"), "seat 5 has no line wager"
    assert only(table.declines("dan"), DiceDeclined).clause == "3.8.2"
    offered = only(table.stick(OfferDice), DiceOffered)
    assert (offered.seat, offered.clause) == (1, "3.8.2")
    happened(table.accepts("ann", (3, 5)))
    table.rolls(5, 5)
    assert (table.puck, table.table.hand.shooter) == ("point_8", 1)
    assert table.replays()


@pytest.mark.clause("star-craps", "3.7")
def test_the_shooter_keeps_or_passes_the_dice_after_any_roll_and_the_point_stays() -> None:
    table = lines(four().shoots("ann"), "bob")
    table.rolls(4, 4)
    table.rolls(4, 5)
    assert table.table.hand.shooter == 1
    assert refused(table.player("bob", PassDice)) == (Why.NOT_YOUR_SEAT, "3.7")
    given = only(table.player("ann", PassDice), DiceRelinquished)
    assert (given.seat, given.why, given.clause, given.skipped) == (1, "passed", "3.7", True)
    assert table.puck == "point_8"
    assert refused(table.stick(PassDice)) == (Why.NOT_ELIGIBLE, "3.7")
    assert table.offers() == 3
    happened(table.declines("bob"))
    assert only(table.stick(OfferDice), DiceOffered).anew, "who passed is asked only when the turn begins again"
    assert table.replays()


@pytest.mark.clause("star-craps", "3.7.1", "3.8.1")
def test_after_seven_out_the_dice_go_to_the_left_and_come_round_to_the_same_player_last() -> None:
    table = lines(four().shoots("ann"), "bob")
    table.rolls(4, 4)
    table.rolls(3, 4)
    assert refused(table.stick(OfferDice)) == (Why.NOT_ELIGIBLE, "3.9")
    lines(table, "ann", "cat")
    assert table.offers() == 5
    happened(table.declines("cat"))
    offered = only(table.stick(OfferDice), DiceOffered)
    assert (offered.seat, offered.anew) == (1, False)
    assert table.replays()


@pytest.mark.clause("star-craps", "3.7.2")
@pytest.mark.parametrize("grounds", ["delay", "contravention"])
def test_the_boxperson_may_order_the_dice_on(grounds: str) -> None:
    table = lines(four().shoots("ann"), "bob")
    assert refused(table.stick(OrderPass, grounds=grounds)) == (Why.NOT_ALLOWED, "3.7.2")
    given = only(table.box(OrderPass, grounds=grounds), DiceRelinquished)
    assert (given.why, given.clause, given.skipped) == (grounds, "3.7.2", True)
    assert refused(table.box(OrderPass, grounds=grounds)) == (Why.NOT_ELIGIBLE, "3.7.2")
    assert table.offers() == 3
    assert table.replays()


@pytest.mark.clause("star-craps", "3.7.2")
def test_invalid_rolls_are_repeated_from_the_second_on_and_counted_for_each_shooter() -> None:
    table = lines(four().shoots("ann"), "bob")
    for count in (0, 1):
        assert table.table.hand.invalid == count
        assert refused(table.box(OrderPass, grounds="invalid rolls")) == (Why.NOT_YET, "3.7.2")
        table.throws()
        happened(table.stick(CallNoRoll, reason="missed the end of the table"))
    happened(table.box(OrderPass, grounds="invalid rolls"))
    assert table.table.hand.invalid == 0


@pytest.mark.clause("star-craps", "4.3", "6.5", "9.11")
@pytest.mark.parametrize("how", ["removed", "refused"])
def test_a_shooter_whose_dont_win_is_taken_down_with_a_point_on_loses_the_dice(how: str) -> None:
    table = lines(four().shoots("ann", "dont-win", id="line"), "bob")
    table.rolls(4, 4)
    if how == "removed":
        answer = table.player("ann", RemoveWager, bet="line")
    else:
        answer = table.staff(RefuseWager, bet="line", grounds="late")
    assert kinds(answer) == ["WagersTakenBack", "DiceRelinquished"]
    lost = only(answer, DiceRelinquished)
    assert (lost.why, lost.clause) == ("no line wager", "4.3")
    assert (table.puck, table.table.hand.shooter) == ("point_8", 0)
    assert table.offers() == 3
    assert table.replays()


@pytest.mark.clause("star-craps", "4.3")
def test_one_line_wager_of_two_is_enough_and_other_peoples_do_not_matter() -> None:
    table = four().shoots("ann", "dont-win", id="one")
    happened(table.staff(ExchangeVoucher, seat=1, voucher="v1", amount=500))
    happened(table.bets("ann", "dont-win", 500, id="two", chips="token"))
    happened(table.bets("bob", "dont-win", 500, id="other"))
    happened(table.bets("ann", "place-lose-4", 500, id="place"))
    table.rolls(4, 4)
    for bet, name in (("one", "ann"), ("other", "bob"), ("place", "ann")):
        assert kinds(table.player(name, RemoveWager, bet=bet)) == ["WagersTakenBack"]
    assert kinds(table.player("ann", RemoveWager, bet="two")) == ["WagersTakenBack", "DiceRelinquished"]


@pytest.mark.clause("star-craps", "4.3")
def test_before_the_come_out_a_line_wager_may_come_and_go() -> None:
    table = four().shoots("ann", "dont-win", id="line")
    assert kinds(table.player("ann", RemoveWager, bet="line")) == ["WagersTakenBack"]
    assert table.table.hand.shooter == 1
    lines(table, "ann")
    table.throws()


def test_a_shooter_who_leaves_takes_the_dice_from_nobody_else() -> None:
    table = four().shoots("ann")
    table.rolls(5, 6)
    lines(table, "bob")
    happened(table.player("ann", LeaveSeat, seat=1))
    happened(table.player("eve", TakeSeat, seat=1))
    assert refused(table.player("eve", ThrowDice)) == (Why.NOT_YOUR_SEAT, "3.3")
    assert refused(table.player("eve", PassDice)) == (Why.NOT_ELIGIBLE, "3.7")
    lapsed = only(table.stick(OfferDice), DiceRelinquished)
    assert (lapsed.seat, lapsed.clause) == (1, "4.3")
    assert table.table.hand.offered == 3
    assert table.replays()


# --- when nobody will


def ann_has_passed(*, on: tuple[int, int] = (4, 4)) -> Stickperson:
    """Ann has set the point, passed the dice, and nobody else has a line wager."""
    table = Stickperson().seats(ann=1, bob=3).shoots("ann", id="line")
    happened(table.bets("bob", "place-win-5", 500, id="place"))
    table.rolls(*on)
    happened(table.player("ann", PassDice))
    return table


@pytest.mark.clause("star-craps", "3.9", "5.3.6")
def test_with_nobody_to_accept_the_stickperson_throws_until_seven_out() -> None:
    table = ann_has_passed()
    assert refused(table.dealer(TakeDice)) == (Why.NOT_ALLOWED, "3.9")
    took = only(table.stick(TakeDice, dice=(2, 3)), StickpersonShoots)
    assert (took.dice, took.clause) == ((2, 3), "3.9")
    assert refused(table.stick(TakeDice)) == (Why.ALREADY_DONE, "3.9")
    assert refused(table.player("ann", ThrowDice)) == (Why.NOT_YOUR_SEAT, "3.3")
    table.rolls(6, 6)
    assert (table.table.hand.stick, table.table.hand.shooter) == (True, 0)
    out = only(table.rolls(3, 4), DiceRelinquished)
    assert (out.seat, out.why, out.clause) == (0, "7 out", "3.9")
    assert not table.table.hand.stick
    assert table.table.hand.last == 1, "the dice go on from the last player who threw"
    assert table.replays()


@pytest.mark.clause("star-craps", "3.9")
def test_the_stickperson_stops_when_everything_is_decided() -> None:
    table = Stickperson().seats(ann=1).shoots("ann", id="line")
    happened(table.player("ann", PassDice))
    happened(table.stick(TakeDice))
    done = table.rolls(6, 5)
    assert only(done, DiceRelinquished).why == "everything is decided"
    assert not [it for it in done if isinstance(it, WagersTakenBack)]
    assert refused(table.stick(ThrowDice)) == (Why.NOT_ELIGIBLE, "4.1")
    assert table.replays()


@pytest.mark.clause("star-craps", "3.9", "6.6.1")
def test_wagers_that_only_sleep_on_come_outs_go_back_when_nothing_else_is_left() -> None:
    table = ann_has_passed()
    happened(table.stick(TakeDice))
    done = table.rolls(4, 4)
    back = only(done, WagersTakenBack)
    assert ([it.bet for it in back.settled], back.clause) == (["place"], "3.9")
    assert only(done, DiceRelinquished).why == "everything is decided"
    assert table.rack("bob") == 100_000
    assert table.replays()


@pytest.mark.clause("star-craps", "3.9")
def test_a_wager_that_works_on_come_outs_is_thrown_for_and_keeps_its_sleeping_neighbour_up() -> None:
    table = ann_has_passed()
    happened(table.bets("bob", "lay-4", 500, id="lay"))
    happened(table.stick(TakeDice))
    table.rolls(4, 4)
    assert set(table.table.bets) == {"place", "lay"}
    assert table.table.hand.stick
    table.rolls(2, 2)
    assert (set(table.table.bets), table.table.hand.stick) == ({"place"}, True), "with a point on it works again"
    done = table.rolls(1, 3)
    assert [it.bet for it in only(done, WagersTakenBack).settled] == ["place"]
    assert table.replays()


@pytest.mark.clause("star-craps", "3.9")
def test_wagers_called_off_survive_a_seven_out_and_go_back_when_nobody_throws() -> None:
    table = ann_has_passed()
    happened(table.player("bob", CallWager, bet="place", working=False))
    happened(table.stick(TakeDice))
    done = table.rolls(3, 4)
    assert [it.bet for it in only(done, WagersTakenBack).settled] == ["place"]
    assert only(done, DiceRelinquished).why == "7 out"
    assert table.table.bets == {}


@pytest.mark.clause("star-craps", "3.9")
@pytest.mark.parametrize("left, stakes", [(0, [500, 2_000]), (1_000, [500, 500])])
def test_what_goes_back_under_a_loss_limit_does_not_go_back_again_when_nobody_throws(
    left: int, stakes: list[int]
) -> None:
    """All of a wager, or a part of it and then the rest: 25.00 in all, once."""
    table = ann_has_passed()
    happened(table.player("bob", CallWager, bet="place", working=False))
    happened(table.stick(TakeDice))
    seat = table.table.seat_of("bob")
    assert seat is not None
    happened(table.bets("bob", "place-win-9", 2_000, id="nine"))
    happened(table.player("bob", CallWager, bet="nine", working=False))
    rack = table.rack("bob")
    happened(table.does(SetLossLimit, "the house", DEVICE, seat=seat.number, person="bob", headroom=left))
    done = table.rolls(3, 4)
    back = [it.stake for event in done if isinstance(event, WagersTakenBack) for it in event.settled]
    assert sorted(back) == stakes
    assert (table.rack("bob") - rack, table.table.bets) == (2_500, {})
    assert table.replays()


@pytest.mark.clause("star-craps", "3.9")
def test_a_seven_out_ends_the_stickpersons_turn_and_leaves_what_still_works() -> None:
    table = ann_has_passed()
    happened(table.stick(TakeDice))
    happened(table.bets("bob", "come", 500, id="come"))
    table.rolls(2, 2)
    happened(table.player("bob", CallWager, bet="place", working=False))
    happened(table.bets("bob", "dont-come", 500, id="dont"))
    done = table.rolls(3, 4)
    assert table.table.bets.keys() == set()
    assert only(done, DiceRelinquished).why == "7 out"


@pytest.mark.clause("star-craps", "3.9", "6.6.1")
def test_sleepers_go_back_at_once_if_they_are_all_there_is() -> None:
    table = Stickperson().seats(ann=1, bob=3).shoots("ann", id="line")
    happened(table.bets("bob", "hard-8", 500, id="hard"))
    table.rolls(5, 5)
    happened(table.player("bob", CallWager, bet="hard", working=False))
    table.rolls(3, 4)
    back = only(table.stick(TakeDice), WagersTakenBack)
    assert ([it.bet for it in back.settled], back.clause, back.why) == (["hard"], "3.9", "nobody throws")
    assert refused(table.stick(TakeDice)) == (Why.NOT_ELIGIBLE, "3.9")
    assert table.replays()


@pytest.mark.clause("star-craps", "3.9")
def test_the_stickperson_does_not_throw_while_a_player_may() -> None:
    table = lines(four().shoots("ann"), "bob")
    table.rolls(4, 4)
    assert refused(table.stick(TakeDice)) == (Why.NOT_ELIGIBLE, "3.9"), "the shooter may"
    happened(table.player("ann", PassDice))
    assert refused(table.stick(TakeDice)) == (Why.NOT_ELIGIBLE, "3.9"), "bob has not been asked"
    assert table.offers() == 3
    assert refused(table.stick(TakeDice)) == (Why.NOT_ELIGIBLE, "3.9"), "bob has not answered"
    happened(table.declines("bob"))
    happened(table.stick(TakeDice))


@pytest.mark.clause("star-craps", "3.9", "4.3")
def test_a_shooter_without_a_line_wager_is_nobody() -> None:
    table = four().shoots("ann", "dont-win", id="line")
    happened(table.bets("bob", "lay-4", 500))
    table.rolls(6, 5)
    answer = table.stick(TakeDice)
    assert kinds(answer) == ["DiceRelinquished", "StickpersonShoots"]
    assert only(answer, DiceRelinquished).clause == "4.3"
    assert table.table.hand.shooter == 0
    assert table.replays()


@pytest.mark.clause("star-craps", "3.8.1", "3.9")
def test_a_player_who_turns_up_takes_the_dice_from_the_stickperson() -> None:
    table = ann_has_passed()
    happened(table.bets("bob", "lay-4", 500))
    happened(table.stick(TakeDice))
    assert refused(table.stick(OfferDice)) == (Why.NOT_ELIGIBLE, "3.9")
    table.rolls(4, 4)
    lines(table, "bob")
    given, offered = happened(table.stick(OfferDice))
    assert isinstance(given, DiceRelinquished)
    assert (given.seat, given.why) == (0, "a player is there to throw")
    assert isinstance(offered, DiceOffered)
    assert offered.seat == 3
    happened(table.accepts("bob"))
    table.throws()
    assert table.replays()


# --- dice off the table


@pytest.mark.clause("star-craps", "3.4", "3.4.2")
def test_after_a_die_is_off_the_table_the_shooter_selects_among_the_others() -> None:
    table = four().shoots("ann").throws()
    off = only(table.dealer(ReportDiceOff, dice=(2,)), DiceWentOff)
    assert (off.dice, off.no_result_due, off.clause) == ((2,), "off the table", "5.3.1")
    happened(table.stick(CallNoRoll, reason="off the table"))
    assert refused(table.player("ann", ThrowDice)) == (Why.WRONG_DICE, "3.4.2")
    assert refused(table.player("ann", SelectDice, dice=(1, 2))) == (Why.WRONG_DICE, "3.3"), "it is not found yet"
    assert refused(table.player("bob", SelectDice, dice=(1, 4))) == (Why.NOT_YOUR_SEAT, "3.4.2")
    chosen = only(table.player("ann", SelectDice, dice=(1, 4)), DiceSelected)
    assert (chosen.dice, chosen.bowl, chosen.clause) == ((1, 4), (3, 5), "3.4.2")
    assert refused(table.player("ann", SelectDice, dice=(3, 5))) == (Why.ALREADY_DONE, "3.3")
    happened(table.player("ann", ThrowDice))
    assert table.replays()


@pytest.mark.clause("star-craps", "3.4.2", "3.5", "3.5.1")
@pytest.mark.parametrize("others_first", [False, True])
def test_the_original_dice_come_back_once_found_and_checked_by_the_boxperson(others_first: bool) -> None:
    table = four().shoots("ann")
    happened(table.stick(ReportDiceOff, dice=(2,)))
    if others_first:
        happened(table.player("ann", SelectDice, dice=(3, 4)))
    assert refused(table.stick(ReportDiceFound, dice=(2,), asked_for=True)) == (Why.NOT_ALLOWED, "3.5")
    found = only(table.box(ReportDiceFound, dice=(2,), asked_for=True), DiceFound)
    assert (found.goes, found.clause, found.by) == ("player", "3.5.1", "beth")
    assert table.table.hand.pair == (1, 2)
    happened(table.player("ann", ThrowDice))
    assert table.replays()


@pytest.mark.clause("star-craps", "3.5.1")
def test_a_player_who_asks_for_two_dice_waits_for_both() -> None:
    table = four().shoots("ann")
    happened(table.stick(ReportDiceOff, dice=(1, 2)))
    happened(table.box(ReportDiceFound, dice=(1,), asked_for=True))
    assert refused(table.player("ann", ThrowDice)) == (Why.WRONG_DICE, "3.4.2")
    happened(table.box(ReportDiceFound, dice=(2,), asked_for=True))
    happened(table.player("ann", ThrowDice))


@pytest.mark.clause("star-craps", "3.5.1")
def test_only_the_shooters_own_dice_are_given_back() -> None:
    table = four().shoots("ann")
    happened(table.stick(ReportDiceOff, dice=(5,)))
    assert only(table.box(ReportDiceFound, dice=(5,)), DiceFound).goes == "bowl"
    assert table.table.hand.pair == (1, 2), "a die from the bowl is not the shooter's"
    happened(table.stick(ReportDiceOff, dice=(5,)))
    assert refused(table.box(ReportDiceFound, dice=(5,), asked_for=True)) == (Why.NOT_ELIGIBLE, "3.5.1")


@pytest.mark.clause("star-craps", "3.5", "3.5.2")
def test_dice_found_and_not_asked_for_go_to_the_bowl() -> None:
    table = four().shoots("ann")
    happened(table.stick(ReportDiceOff, dice=(2,)))
    found = only(table.box(ReportDiceFound, dice=(2,)), DiceFound)
    assert (found.goes, found.clause) == ("bowl", "3.5.2")
    assert (table.table.hand.pair, table.table.hand.missing) == ((), ())
    happened(table.player("ann", SelectDice, dice=(2, 5)))
    assert table.replays()


@pytest.mark.clause("star-craps", "3.5")
def test_dice_that_fail_the_check_stay_out() -> None:
    table = four().shoots("ann")
    happened(table.stick(ReportDiceOff, dice=(2,)))
    found = only(table.box(ReportDiceFound, dice=(2,), sound=False, asked_for=True), DiceFound)
    assert (found.goes, found.clause) == ("away", "3.5")
    assert table.table.hand.missing == (2,)


def test_a_die_is_missing_once_and_found_only_if_it_was() -> None:
    table = four().shoots("ann")
    assert refused(table.box(ReportDiceFound, dice=(2,))) == (Why.ALREADY_DONE, "3.5")
    assert only(table.stick(ReportDiceOff, dice=(2,)), DiceWentOff).clause == "3.4"
    assert refused(table.stick(ReportDiceOff, dice=(1, 2))) == (Why.ALREADY_DONE, "3.4")


def test_dice_from_the_bowl_do_not_spoil_a_throw_and_neither_do_dice_that_were_called() -> None:
    table = four().shoots("ann").throws()
    assert only(table.stick(ReportDiceOff, dice=(5,)), DiceWentOff).no_result_due == ""
    happened(table.stick(CallRoll, dice=(4, 4)))
    assert only(table.stick(ReportDiceOff, dice=(1,)), DiceWentOff).no_result_due == ""
    happened(table.dealer(SettleRoll))
    assert table.puck == "point_8"


@pytest.mark.clause("star-craps", "3.6")
def test_with_two_dice_lost_a_new_set_comes_and_the_shooter_ends_the_hand_with_the_other_three() -> None:
    table = lines(four().shoots("ann"), "bob")
    happened(table.stick(ReportDiceOff, dice=(2,)))
    assert refused(table.box(ReplaceDice)) == (Why.NOT_YET, "3.6")
    happened(table.stick(ReportDiceOff, dice=(1,)))
    assert refused(table.stick(ReplaceDice)) == (Why.NOT_ALLOWED, "3.6")
    new = only(table.box(ReplaceDice), DiceReplaced)
    assert (new.set, new.at_once, new.clause) == (2, False, "3.6")
    assert refused(table.box(ReplaceDice)) == (Why.ALREADY_DONE, "3.6")
    assert refused(table.player("ann", SelectDice, dice=(1, 3))) == (Why.WRONG_DICE, "3.3")
    happened(table.player("ann", SelectDice, dice=(3, 5)))
    late = only(table.box(ReportDiceFound, dice=(1,), asked_for=True), DiceFound)
    assert (late.goes, late.clause) == ("away", "3.6"), "the old set leaves the table"
    table.rolls(4, 4)
    table.rolls(3, 4)
    assert (table.table.hand.set, table.table.hand.missing, table.table.hand.fresh) == (2, (), False)
    lines(table, "bob")
    table.offers()
    happened(table.accepts("bob", (1, 2)))
    assert table.replays()


@pytest.mark.clause("star-craps", "3.6")
def test_nobody_else_is_offered_a_set_of_which_two_are_lost() -> None:
    table = lines(four().shoots("ann"), "bob")
    table.rolls(4, 4)
    happened(table.player("ann", PassDice))
    happened(table.stick(ReportDiceOff, dice=(4, 5)))
    assert refused(table.stick(OfferDice)) == (Why.NOT_YET, "3.6")
    happened(table.box(ReportDiceFound, dice=(5,)))
    assert table.offers() == 3
    happened(table.declines("bob"))
    happened(table.stick(ReportDiceOff, dice=(5,)))
    assert refused(table.stick(TakeDice)) == (Why.NOT_YET, "3.6")
    assert only(table.box(ReplaceDice), DiceReplaced).at_once
    assert refused(table.stick(TakeDice, dice=(4, 4))) == (Why.WRONG_DICE, "3.3")
    happened(table.stick(TakeDice, dice=(4, 5)))
    assert table.replays()


@pytest.mark.clause("star-craps", "3.6")
def test_a_shooter_with_too_few_dice_left_gets_the_new_set_at_once() -> None:
    table = four().shoots("ann")
    happened(table.stick(ReportDiceOff, dice=(1, 2)))
    happened(table.box(ReplaceDice))
    happened(table.player("ann", SelectDice, dice=(3, 4)))
    happened(table.stick(ReportDiceOff, dice=(3,)))
    assert refused(table.box(ReplaceDice)) == (Why.ALREADY_DONE, "3.6"), "two are left to end the hand with"
    happened(table.stick(ReportDiceOff, dice=(4,)))
    assert only(table.box(ReplaceDice), DiceReplaced).at_once
    assert (table.table.hand.set, table.table.hand.missing) == (2, ())
    happened(table.player("ann", SelectDice, dice=(3, 4)))
    happened(table.player("ann", ThrowDice))
    assert table.replays()


def test_the_stickperson_who_throws_selects_other_dice_too() -> None:
    table = ann_has_passed()
    assert refused(table.stick(SelectDice, dice=(1, 2))) == (Why.NOT_ELIGIBLE, "3.4.2")
    happened(table.stick(TakeDice))
    happened(table.stick(ReportDiceOff, dice=(1,)))
    assert refused(table.player("ann", SelectDice, dice=(4, 5))) == (Why.NOT_ELIGIBLE, "3.4.2")
    happened(table.stick(SelectDice, dice=(4, 5)))
    table.rolls(3, 4)


@pytest.mark.parametrize(
    "kind, fields",
    [
        (OfferDice, {}),
        (AcceptDice, {"seat": 1, "dice": (1, 2)}),
        (DeclineDice, {"seat": 1}),
        (SelectDice, {"dice": (1, 2)}),
        (PassDice, {}),
        (OrderPass, {"grounds": "delay"}),
        (TakeDice, {}),
        (ReportDiceFound, {"dice": (1,)}),
        (ReplaceDice, {}),
    ],
)
def test_while_the_dice_are_in_the_air_nobody_hands_them_on(kind: Any, fields: dict[str, Any]) -> None:
    table = four().shoots("ann").throws()
    assert refused(table.box(kind, **fields))[0] is Why.WRONG_PHASE


def test_a_table_that_opens_again_starts_with_a_set_of_five_and_no_shooter() -> None:
    table = Stickperson().seats(ann=1).shoots("ann")
    happened(table.stick(ReportDiceOff, dice=(2,)))
    happened(table.player("ann", SelectDice, dice=(3, 4)))
    table.rolls(5, 6)
    happened(table.player("ann", LeaveSeat, seat=1))
    happened(table.staff(CloseTable))
    table.opens().seats(bob=4)
    assert table.offers() == 4
    happened(table.accepts("bob", (2, 3)))
    assert table.replays()
