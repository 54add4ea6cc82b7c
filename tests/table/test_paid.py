"""Paid is a fact of the table: once for each seat and result, and what a corrected result still owes or takes back."""

from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table.conduct import ContraventionRecorded, RecordContravention
from dicehouse.table.craps_roll import CallRoll, SettleRoll
from dicehouse.table.dealt import InviteBets, Tumble
from dicehouse.table.dealt_result import AnnounceResult, CallNoResult, EnterResult, Settle, Uncover
from dicehouse.table.invalidation import InvalidateOutcome
from dicehouse.table.mispayments import RecordMispayment
from dicehouse.table.paid import MarkPaid, SeatPaid, too_much
from dicehouse.table.throw import CallNoRoll, ThrowDice
from dicehouse.table.withheld_winnings import WithholdWinnings
from tests.croupier import Croupier, happened, only, refused
from tests.stickperson import Stickperson


def a_result(book: str = "star-sicbo-2024", **stakes: int) -> Croupier:
    """Ann has 10.00 on Small and Bob on Big, and 1-2-5 is entered."""
    table = Croupier(book).opens().seats(ann=1, bob=2, cas=3).invites()
    for wager, name in (("small", "ann"), ("big", "bob")):
        happened(table.bets(name, wager, stakes.get(name, 1_000)))
    return table.calls(1, 2, 5)


def beyond(table: Croupier) -> dict[int, int]:
    """What seats are marked with beyond what they are due."""
    return too_much(table.table, Settle(id="trial", at=table.now, by="dora", role="dealer"))


def corrected(table: Croupier, *dice: int) -> None:
    """The call was wrong, and is made and keyed in again."""
    happened(table.dealer(AnnounceResult, dice=dice))
    happened(table.dealer(EnterResult, dice=dice))


@pytest.mark.clause("star-sicbo-2024", "5.5")
def test_a_seat_is_paid_once_and_it_is_on_record_by_whom_and_when() -> None:
    table = a_result()
    paid = only(table.dealer(MarkPaid, seat=1), SeatPaid)
    assert (paid.seat, paid.person, paid.round, paid.dice) == (1, "ann", 1, (1, 2, 5))
    assert (paid.amount, paid.paid, paid.by, paid.role, paid.at) == (1_000, 1_000, "dora", "dealer", table.now)
    assert paid.clause == "5.5"
    again = table.staff(MarkPaid, seat=1)
    assert refused(again) == (Why.ALREADY_DONE, "5.5")
    assert "dora paid it $10 at" in str(again)
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "5.5")
def test_only_a_seat_that_won_is_paid_and_only_by_staff() -> None:
    table = a_result()
    assert refused(table.dealer(MarkPaid, seat=2)) == (Why.NOT_ELIGIBLE, "5.5")
    assert refused(table.dealer(MarkPaid, seat=3)) == (Why.NOT_ELIGIBLE, "5.5")
    assert refused(table.dealer(MarkPaid, seat=4))[0] is Why.SEAT_EMPTY
    assert refused(table.player("ann", MarkPaid, seat=1)) == (Why.NOT_ALLOWED, "5.5")
    assert refused(Croupier("aruze-sicbo").opens().dealer(MarkPaid, seat=1))[0] is Why.NOT_HERE


def test_settling_needs_no_marks_and_keeps_those_there_are() -> None:
    table = a_result()
    happened(table.dealer(Settle))
    assert table.rack("ann") == 101_000
    assert refused(table.dealer(MarkPaid, seat=1)) == (Why.ALREADY_DONE, "5.5"), "settling said so of every seat"
    other = a_result()
    happened(other.dealer(MarkPaid, seat=1))
    happened(other.dealer(Settle))
    assert other.rack("ann") == 101_000
    assert other.table.paid[1].amount == 1_000
    assert refused(other.dealer(MarkPaid, seat=1)) == (Why.ALREADY_DONE, "5.5")
    other.invites()
    assert not other.table.paid


@pytest.mark.clause("star-sicbo-2024", "5.4", "5.5")
def test_a_corrected_result_says_what_each_seat_still_gets_or_gives_back() -> None:
    table = a_result()
    happened(table.dealer(MarkPaid, seat=1))
    corrected(table, 6, 5, 4)
    assert beyond(table) == {1: 1_000}
    answer = table.dealer(Settle)
    assert refused(answer) == (Why.NOT_YET, "5.5")
    assert "dora paid it $10 at" in str(answer)
    assert "$0 is due to it; take back $10 and mark it" in str(answer)
    back = only(table.dealer(MarkPaid, seat=1), SeatPaid)
    assert (back.amount, back.paid, back.dice) == (-1_000, 0, (4, 5, 6))
    assert only(table.dealer(MarkPaid, seat=2), SeatPaid).amount == 1_000
    assert refused(table.dealer(MarkPaid, seat=1)) == (Why.ALREADY_DONE, "5.5")
    happened(table.dealer(Settle))
    assert (table.rack("ann"), table.rack("bob")) == (99_000, 101_000)
    assert table.replays()


def test_a_result_corrected_to_more_pays_the_difference() -> None:
    table = Croupier().opens().seats(ann=1).invites()
    happened(table.bets("ann", "single-1", 1_000))
    table.calls(1, 2, 5)
    assert only(table.dealer(MarkPaid, seat=1), SeatPaid).amount == 1_000
    corrected(table, 1, 1, 5)
    assert "pay $10 more and mark it" in str(table.dealer(Settle))
    assert only(table.dealer(MarkPaid, seat=1), SeatPaid).amount == 1_000
    happened(table.dealer(Settle))
    assert table.rack("ann") == 102_000


def test_nobody_is_paid_before_the_result_is_entered_or_while_the_entry_differs() -> None:
    table = Croupier().opens().seats(ann=1).invites()
    happened(table.bets("ann", "small", 1_000))
    assert refused(table.dealer(MarkPaid, seat=1)) == (Why.NOT_ELIGIBLE, "5.5")
    table.calls(1, 2, 5)
    happened(table.dealer(EnterResult, dice=(1, 2, 6)))
    assert refused(table.dealer(MarkPaid, seat=1)) == (Why.ENTRY_DIFFERS, "5.4")
    happened(table.dealer(AnnounceResult, dice=(1, 2, 6)))
    assert refused(table.dealer(MarkPaid, seat=1)) == (Why.WRONG_PHASE, "5.5")


@pytest.mark.parametrize("book, reason", [("star-sicbo-2024", "cocked dice"), ("crown-sicbo-a", "cocked dice")])
def test_what_was_paid_on_a_round_that_is_void_comes_back_before_the_next(book: str, reason: str) -> None:
    table = a_result(book)
    happened(table.dealer(MarkPaid, seat=1))
    happened(table.dealer(CallNoResult, reason=reason))
    if book == "star-sicbo-2024":
        assert refused(table.dealer(Tumble, times=3)) == (Why.NOT_YET, "5.5")
    back = only(table.dealer(MarkPaid, seat=1), SeatPaid)
    assert (back.amount, back.paid, back.dice) == (-1_000, 0, ())
    happened(table.dealer(Tumble, times=3))
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "5.1.6")
def test_what_was_paid_on_an_outcome_that_is_invalid_comes_back_before_bets_are_invited() -> None:
    table = a_result("crown-sicbo-a")
    happened(table.dealer(MarkPaid, seat=1))
    happened(table.staff(InvalidateOutcome, ground="disrupted", reason="fire"))
    assert refused(table.dealer(InviteBets)) == (Why.NOT_YET, "5.1.6")
    happened(table.dealer(MarkPaid, seat=1))
    happened(table.dealer(InviteBets))


def test_what_was_paid_on_a_spin_that_is_void_counts_for_the_next_where_wagers_stay() -> None:
    table = a_result("crown-sicbo-a")
    happened(table.dealer(MarkPaid, seat=1))
    happened(table.dealer(CallNoResult, reason="cocked dice"))
    happened(table.dealer(Tumble))
    happened(table.dealer(Uncover))
    happened(table.dealer(EnterResult, dice=(1, 2, 4)))
    assert refused(table.dealer(MarkPaid, seat=1)) == (Why.ALREADY_DONE, "5.1.6")
    happened(table.dealer(Settle))


@pytest.mark.clause("star-sicbo-2024", "8.10")
def test_what_cannot_be_taken_back_is_a_wrong_payment_and_the_table_goes_on() -> None:
    table = a_result()
    happened(table.dealer(MarkPaid, seat=1))
    corrected(table, 6, 5, 4)
    said: dict[str, Any] = {"of": "wager", "due": 0, "paid": 1_000, "person": "ann", "seat": 1, "round": 1}
    happened(table.staff(RecordMispayment, id="m1", **said))
    assert not beyond(table)
    happened(table.dealer(Settle))
    assert table.rack("ann") == 100_000, "she lost 10.00, and has 10.00 that she owes"
    assert table.table.mispayments["m1"].owed == -1_000
    assert table.replays()


def test_an_error_of_another_round_leaves_the_marks_of_this_one() -> None:
    table = a_result()
    happened(table.dealer(MarkPaid, seat=1))
    corrected(table, 6, 5, 4)
    happened(table.staff(RecordMispayment, of="wager", due=0, paid=1_000, person="ann", seat=1))
    assert beyond(table) == {1: 1_000}


@pytest.mark.clause("crown-sicbo", "9.2.3")
def test_winnings_that_are_held_aside_are_handed_to_nobody() -> None:
    table = a_result("crown-sicbo-a")
    answer = table.staff(RecordContravention, offence="device", person="ann", who="player", what="a calculator")
    breach = only(answer, ContraventionRecorded).breach.id
    happened(table.staff(WithholdWinnings, breach=breach, reason="to be looked into"))
    assert refused(table.dealer(MarkPaid, seat=1)) == (Why.NOT_ELIGIBLE, "5.1.6")


@pytest.mark.clause("star-craps", "4.5")
def test_at_craps_each_roll_is_paid_by_itself() -> None:
    table = Stickperson().seats(ann=1, bob=2).shoots("ann")
    happened(table.bets("bob", "dont-win", 1_000))
    for _ in range(2):
        table.throws()
        assert refused(table.dealer(MarkPaid, seat=1)) == (Why.WRONG_PHASE, "4.5")
        happened(table.stick(CallRoll, dice=(3, 4)))
        assert only(table.dealer(MarkPaid, seat=1), SeatPaid).amount == 1_000
        happened(table.dealer(SettleRoll))
        assert refused(table.dealer(MarkPaid, seat=1)) == (Why.ALREADY_DONE, "4.5")
        happened(table.bets("ann", "win-line", 1_000))
        happened(table.bets("bob", "dont-win", 1_000))
    assert table.rack("ann") == 101_000
    assert table.replays()


@pytest.mark.clause("star-craps", "4.4.1", "4.5", "5.1")
def test_a_roll_that_is_called_anew_or_is_no_roll_takes_back_what_was_paid() -> None:
    table = Stickperson().seats(ann=1).shoots("ann").throws()
    happened(table.stick(CallRoll, dice=(3, 4)))
    happened(table.dealer(MarkPaid, seat=1))
    happened(table.stick(CallRoll, dice=(1, 1)))
    assert refused(table.dealer(SettleRoll)) == (Why.NOT_YET, "4.5")
    happened(table.stick(CallNoRoll, reason="irregular throw"))
    assert refused(table.stick(ThrowDice)) == (Why.NOT_YET, "4.5")
    back = only(table.dealer(MarkPaid, seat=1), SeatPaid)
    assert (back.amount, back.dice) == (-1_000, ())
    table.throws()
    assert not table.table.paid
    assert table.replays()
