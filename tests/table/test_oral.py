"""Wagers called out at a table with a dealer: they count once they are laid, with what pays for them in hand."""

from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table.betting import IncreaseWager, MoveWager, ReduceWager, RemoveWager
from dicehouse.table.call_bets import (
    ConfirmWager,
    DeclaredLapsed,
    DeclareWager,
    OralWagerRefused,
    RefuseOralWager,
    WagerDeclared,
)
from dicehouse.table.chips import BuyChips, ExchangeVoucher
from dicehouse.table.colours import IssueColours
from dicehouse.table.dealt import CloseBetting
from dicehouse.table.people import LeaveSeat
from dicehouse.table.settlement import WagerPlaced
from tests.croupier import Croupier, happened, only, refused

STAR, OLDER, CROWN = "star-sicbo-2024", "star-sicbo-pre2024", "crown-sicbo-a"
ORAL = [(STAR, "3.12", "3.11"), (OLDER, "3.11", "3.10"), (CROWN, "3.3", "3.2")]
SAID = {"seat": 1, "wager": "small", "stake": 1_000}


def at(name: str) -> Croupier:
    return Croupier(name).opens().seats(ann=1, bob=2).invites()


@pytest.mark.clause(STAR, "3.12")
@pytest.mark.clause(OLDER, "3.11")
@pytest.mark.clause("crown-sicbo", "3.3")
@pytest.mark.parametrize("name, clause, close", ORAL)
def test_a_spoken_wager_counts_once_the_dealer_has_laid_it(name: str, clause: str, close: str) -> None:
    table = at(name)
    said = only(table.player("ann", DeclareWager, id="w", **SAID), WagerDeclared)
    assert (said.declared.person, said.clause) == ("ann", clause)
    assert (table.rack("ann"), list(table.table.bets)) == (100_000, [])
    laid = only(table.dealer(ConfirmWager, bet="w"), WagerPlaced)
    assert (laid.bet, laid.person, laid.how) == ("w", "ann", "oral")
    assert refused(table.dealer(ConfirmWager, bet="w")) == (Why.UNKNOWN_ID, clause)
    table.settles(1, 2, 5)
    assert table.rack("ann") == 101_000
    assert close != clause
    assert table.replays()


@pytest.mark.clause(STAR, "3.12", "3.11")
@pytest.mark.clause(OLDER, "3.11", "3.10")
@pytest.mark.clause("crown-sicbo", "3.3", "3.2")
@pytest.mark.parametrize("name, clause, close", ORAL)
def test_one_that_is_not_laid_before_the_close_lapses(name: str, clause: str, close: str) -> None:
    table = at(name)
    happened(table.player("ann", DeclareWager, id="w", **SAID))
    lapsed = only(table.dealer(CloseBetting), DeclaredLapsed)
    assert (lapsed.bets, lapsed.clause) == (("w",), clause)
    assert refused(table.dealer(ConfirmWager, bet="w")) == (Why.UNKNOWN_ID, clause)
    assert refused(table.player("ann", DeclareWager, **SAID)) == (Why.BETTING_CLOSED, close)
    assert table.rack("ann") == 100_000
    assert table.replays()


@pytest.mark.clause(STAR, "3.12")
@pytest.mark.clause(OLDER, "3.11")
@pytest.mark.clause("crown-sicbo", "3.3")
@pytest.mark.parametrize("name, clause, close", ORAL)
@pytest.mark.parametrize("with_", ["cash", "voucher"])
def test_cash_and_vouchers_are_changed_for_chips_first(name: str, clause: str, close: str, with_: str) -> None:
    table = at(name)
    assert refused(table.player("ann", DeclareWager, with_=with_, **SAID)) == (Why.WRONG_CHIPS, clause)
    if with_ == "cash":
        happened(table.dealer(BuyChips, seat=1, amount=1_000))
    else:
        happened(table.dealer(ExchangeVoucher, seat=1, voucher="v", amount=1_000))
    happened(table.player("ann", DeclareWager, id="w", **SAID))
    happened(table.dealer(ConfirmWager, bet="w"))
    assert close in table.book.removal_clause


@pytest.mark.clause(STAR, "3.12")
@pytest.mark.clause(OLDER, "3.11")
@pytest.mark.clause("crown-sicbo", "3.3")
@pytest.mark.parametrize("name", [STAR, OLDER, CROWN])
def test_tokens_are_called_out_at_the_star_and_changed_first_at_crown(name: str) -> None:
    table = at(name)
    happened(table.dealer(ExchangeVoucher, seat=1, voucher="v", amount=1_000))
    answer = table.player("ann", DeclareWager, id="w", with_="token", **SAID)
    if name == CROWN:
        assert refused(answer) == (Why.WRONG_CHIPS, "3.3")
        return
    happened(answer)
    assert only(table.dealer(ConfirmWager, bet="w"), WagerPlaced).chips == "token"
    assert table.table.seats[1].tokens == 0
    assert table.replays()


@pytest.mark.clause(STAR, "3.12")
@pytest.mark.clause(OLDER, "3.11")
@pytest.mark.parametrize("name", [STAR, OLDER])
def test_colour_checks_are_called_out_too(name: str) -> None:
    table = at(name)
    happened(table.dealer(IssueColours, seat=1, colour="red", count=2, value=500))
    happened(table.player("ann", DeclareWager, id="w", with_="colour", colour="red", **SAID))
    laid = only(table.dealer(ConfirmWager, bet="w"), WagerPlaced)
    assert (laid.chips, laid.colour) == ("colour", "red")
    assert table.replays()


@pytest.mark.clause(STAR, "3.12")
def test_what_was_called_out_is_judged_when_it_is_called_and_again_when_it_is_laid() -> None:
    table = at(STAR)
    assert refused(table.player("ann", DeclareWager, **{**SAID, "stake": 200_000}))[0] is Why.ABOVE_MAXIMUM
    assert refused(table.player("bob", DeclareWager, **SAID)) == (Why.NOT_YOUR_SEAT, "9.20")
    happened(table.player("ann", DeclareWager, id="w", **{**SAID, "stake": 60_000}))
    happened(table.bets("ann", "big", 60_000))
    assert refused(table.dealer(ConfirmWager, bet="w")) == (Why.NOT_ENOUGH, "3.12"), "the chips went elsewhere"
    assert refused(table.player("ann", ConfirmWager, bet="w"))[0] is Why.NOT_ALLOWED


@pytest.mark.clause(STAR, "3.12")
@pytest.mark.clause(OLDER, "3.11")
@pytest.mark.clause("crown-sicbo", "3.3")
@pytest.mark.parametrize("name, clause, close", ORAL)
def test_a_spoken_wager_without_chips_is_no_bet_on_record(name: str, clause: str, close: str) -> None:
    table = at(name)
    happened(table.player("ann", DeclareWager, id="w", **SAID))
    told = only(table.dealer(RefuseOralWager, bet="w"), OralWagerRefused)
    assert (told.bet, told.seat, told.person, told.wager, told.stake) == ("w", 1, "ann", "small", 1_000)
    assert (told.lacks, told.clause, told.by) == ("chips", clause, "dora")
    assert table.table.declared == {}
    assert refused(table.dealer(ConfirmWager, bet="w")) == (Why.UNKNOWN_ID, clause)
    assert refused(table.dealer(RefuseOralWager, bet="w")) == (Why.UNKNOWN_ID, clause)
    table.settles(1, 2, 5)
    assert table.rack("ann") == 100_000, "it would have won"
    assert refused(table.player("ann", RefuseOralWager)) == (Why.NOT_ALLOWED, None)
    assert close != clause
    assert table.replays()


@pytest.mark.clause(STAR, "3.12")
def test_what_was_only_shouted_is_put_on_record_as_far_as_it_was_heard() -> None:
    table = at(STAR)
    told = only(table.dealer(RefuseOralWager, seat=2, wager="big", stake=5_000, lacks="time"), OralWagerRefused)
    assert (told.bet, told.seat, told.person, told.wager, told.stake) == ("", 2, "bob", "big", 5_000)
    assert (told.lacks, told.clause) == ("time", "3.12")
    told = only(table.dealer(RefuseOralWager), OralWagerRefused)
    assert (told.seat, told.person, told.wager, told.stake) == (0, "", "", 0), "someone in the crowd"
    assert refused(table.dealer(RefuseOralWager, seat=5))[0] is Why.SEAT_EMPTY
    assert refused(table.dealer(RefuseOralWager, seat=1, wager="medium")) == (Why.UNKNOWN_WAGER, "3.12")
    assert table.replays()


def test_a_player_without_chips_cannot_call_a_wager_out() -> None:
    for name, clause, _ in ORAL:
        table = at(name)
        happened(table.bets("ann", "big", 100_000))
        assert refused(table.player("ann", DeclareWager, **SAID)) == (Why.NOT_ENOUGH, clause)


@pytest.mark.clause(STAR, "3.12")
def test_what_was_called_out_is_never_laid_for_whoever_sits_there_now() -> None:
    table = at(STAR)
    happened(table.player("ann", DeclareWager, id="w", **SAID))
    table.table.seats[1].person = "cas"  # leaving takes it back, so that only a table kept otherwise comes to this
    assert refused(table.dealer(ConfirmWager, bet="w")) == (Why.UNKNOWN_ID, "3.12")


def test_what_was_called_out_goes_with_whoever_called_it() -> None:
    table = at(STAR)
    happened(table.player("ann", DeclareWager, id="w", **SAID))
    happened(table.player("ann", LeaveSeat, seat=1))
    table.seats(cas=1)
    assert refused(table.dealer(ConfirmWager, bet="w"))[0] is Why.UNKNOWN_ID
    assert table.table.declared == {}
    assert table.replays()


@pytest.mark.clause(STAR, "3.11", "3.4")
@pytest.mark.clause(OLDER, "3.10", "3.3")
@pytest.mark.clause("crown-sicbo", "3.2", "3.1")
@pytest.mark.parametrize("name, clause", [(name, close) for name, _, close in ORAL])
def test_after_the_close_nothing_is_placed_moved_made_smaller_or_larger_or_withdrawn(name: str, clause: str) -> None:
    table = at(name)
    happened(table.bets("ann", "small", 1_000, id="w"))
    happened(table.dealer(CloseBetting))
    assert refused(table.bets("ann", "small", 1_000)) == (Why.BETTING_CLOSED, clause)
    for kind, fields in (
        (MoveWager, {"wager": "big"}),
        (RemoveWager, {}),
        (ReduceWager, {"stake": 500}),
        (IncreaseWager, {"stake": 2_000}),
    ):
        change: dict[str, Any] = {"bet": "w", **fields}
        assert refused(table.player("ann", kind, **change)) == (Why.BETTING_CLOSED, clause)
        assert refused(table.dealer(kind, **change)) == (Why.BETTING_CLOSED, clause)
    assert table.rack("ann") == 99_000
