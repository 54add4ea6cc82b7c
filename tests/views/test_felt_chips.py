"""The chips on the dealer's felt, what is lit, the sums, and Super Streak as it is announced."""

import pytest

from dicehouse.table import dealt, dealt_result
from dicehouse.table.betting import PlaceWager
from dicehouse.table.call_bets import CallWager, DeclareWager
from dicehouse.table.chips import BuyChips, ExchangeVoucher
from dicehouse.table.colours import IssueColours, RedeemColours
from dicehouse.table.craps_roll import CallRoll, SettleRoll
from dicehouse.table.invalidation import InvalidateOutcome
from dicehouse.table.paid import MarkPaid
from dicehouse.table.people import BringChips
from dicehouse.table.sales import ReverseSale
from dicehouse.table.shooter import AcceptDice, OfferDice
from dicehouse.table.throw import MarkRest, ThrowDice
from dicehouse.views.acts import Asker
from dicehouse.views.dealer import DealerView, dealer_view
from tests.croupier import Croupier, happened


def crew(at: Croupier, role: str = "dealer") -> DealerView:
    return dealer_view(at.table, 1, Asker("dora", role, at.now))


def lies(view: DealerView) -> list[tuple[int, str, int, int, str]]:
    """Seat, area, box, amount and state of every pill."""
    return sorted((it.seat, it.area, it.box, it.amount, it.state) for it in view.pills)


@pytest.fixture
def sicbo() -> Croupier:
    return Croupier(name="Sic Bo 3").opens().seats(ann=1, bob=2)


def opens(at: Croupier) -> None:
    happened(at.dealer(dealt.Tumble, times=3))
    happened(at.dealer(dealt.InviteBets))


def shows(at: Croupier, *dice: int) -> None:
    for kind in (dealt.CloseBetting, dealt.PressNoMoreBets, dealt_result.Uncover):
        happened(at.dealer(kind))
    happened(at.dealer(dealt_result.AnnounceResult, dice=dice))
    happened(at.dealer(dealt_result.EnterResult, dice=dice))


@pytest.mark.clause("star-sicbo-2024", "5.5")
def test_a_wager_stands_then_is_to_pay_or_lost_and_stays_in_sight_until_the_next_shake(sicbo: Croupier) -> None:
    opens(sicbo)
    assert (crew(sicbo).lay.do, crew(sicbo).lay.late) == ("place-wager", False)
    happened(sicbo.bets("ann", "small", 1_000))
    happened(sicbo.bets("bob", "big", 2_500))
    assert lies(crew(sicbo)) == [(1, "small", 0, 1_000, "stands"), (2, "big", 0, 2_500, "stands")]
    happened(sicbo.dealer(dealt.CloseBetting))
    happened(sicbo.dealer(dealt.PressNoMoreBets))
    assert (crew(sicbo).lay.do, crew(sicbo).lay.late) == ("find-wager", True)
    happened(sicbo.dealer(dealt_result.Uncover))
    assert (crew(sicbo).lay.do, crew(sicbo).lit) == ("", ())
    for kind in (dealt_result.AnnounceResult, dealt_result.EnterResult):
        happened(sicbo.dealer(kind, dice=(1, 4, 5)))
    view = crew(sicbo)
    assert lies(view) == [(1, "small", 0, 1_000, "to pay"), (2, "big", 0, 2_500, "lost")]
    assert {"small", "even", "total-10"} <= set(view.lit)
    assert not {"big", "odd"} & set(view.lit)
    sums = (view.sums.paid, view.sums.to_pay, view.sums.take_back, view.sums.lost, view.sums.seats)
    assert sums == (0, 1_000, 0, 2_500, 1)
    happened(sicbo.dealer(MarkPaid, seat=1))
    view = crew(sicbo)
    assert lies(view)[0] == (1, "small", 0, 1_000, "paid")
    assert (view.sums.paid, view.sums.to_pay, view.sums.seats) == (1_000, 0, 0)
    happened(sicbo.dealer(dealt_result.AnnounceResult, dice=(4, 5, 5)))
    happened(sicbo.dealer(dealt_result.EnterResult, dice=(4, 5, 5)))
    view = crew(sicbo)
    assert lies(view) == [(1, "small", 0, 1_000, "lost"), (2, "big", 0, 2_500, "to pay")]
    assert (view.sums.paid, view.sums.to_pay, view.sums.take_back, view.sums.seats) == (1_000, 2_500, 1_000, 2)
    for seat in (1, 2):
        happened(sicbo.dealer(MarkPaid, seat=seat))
    happened(sicbo.dealer(dealt_result.Settle))
    view = crew(sicbo)
    assert lies(view) == [(1, "small", 0, 1_000, "lost"), (2, "big", 0, 2_500, "paid")]
    assert "big" in view.lit
    happened(sicbo.dealer(dealt.Tumble, times=3))
    assert (lies(crew(sicbo)), crew(sicbo).lit) == ([], ())


@pytest.mark.clause("star-sicbo-2024", "8.6")
def test_a_round_without_a_result_leaves_nothing_lit(sicbo: Croupier) -> None:
    opens(sicbo)
    shows(sicbo, 1, 4, 5)
    happened(sicbo.dealer(dealt_result.Settle))
    opens(sicbo)
    happened(sicbo.dealer(dealt_result.CallNoResult, reason="cocked dice"))
    assert crew(sicbo).lit == ()


@pytest.mark.clause("star-sicbo-2024", "9.9.1", "9.10")
def test_an_outcome_that_is_declared_invalid_tells_the_crew_who_why_and_what_goes_back(sicbo: Croupier) -> None:
    opens(sicbo)
    happened(sicbo.bets("ann", "small", 1_000))
    happened(sicbo.bets("ann", "double-1", 500))
    happened(sicbo.bets("bob", "big", 2_500))
    shows(sicbo, 1, 4, 5)
    assert crew(sicbo).voided is None
    happened(sicbo.staff(InvalidateOutcome, ground="fraud", reason="a device", forfeit={2: "theirs"}))
    view = crew(sicbo)
    assert view.voided is not None
    assert [(it.seat, it.amount) for it in view.voided.back] == [(1, 1_500)]
    assert [(it.seat, it.amount) for it in view.voided.forfeited] == [(2, 2_500)]
    assert "declared the outcome invalid (9.9.2), fraud: a device" in view.voided.words.en
    assert (view.lit, lies(view)) == ((), [])
    happened(sicbo.dealer(dealt.Tumble, times=3))
    assert crew(sicbo).voided is None
    assert sicbo.replays()


@pytest.mark.clause("star-sicbo-2024", "6.2", "6.3")
def test_a_window_is_announced_while_the_round_before_it_is_paid(sicbo: Croupier) -> None:
    assert [it.state for it in crew(sicbo).streaks] == ["none", "none"]
    opens(sicbo)
    shows(sicbo, 1, 2, 6)
    said = {it.area: (it.state, it.follows.en) for it in crew(sicbo).streaks}
    assert said == {"streak-small-big": ("opens next", "Small"), "streak-odd-even": ("opens next", "Odd")}
    happened(sicbo.dealer(dealt_result.Settle))
    assert [it.state for it in crew(sicbo).streaks] == ["open", "open"]
    happened(sicbo.dealer(PlaceWager, seat=1, wager="streak-small-big", stake=sicbo.table.config.streak_price))
    for dice in ((1, 1, 4), (2, 2, 1), (1, 3, 3), (1, 1, 2)):  # four more Small: the fourth pays 6 to 1
        opens(sicbo)
        shows(sicbo, *dice)
        happened(sicbo.dealer(dealt_result.Settle))
    small, _ = crew(sicbo).streaks
    assert (small.state, small.follows.en) == ("runs", "")
    assert [(it.seat, it.count, it.pays) for it in small.live] == [(1, 4, "6 to 1")]
    opens(sicbo)
    shows(sicbo, 5, 5, 6)
    small, _ = crew(sicbo).streaks
    assert (small.state, small.live) == ("opens next", ())
    paid = next(it for it in crew(sicbo).pay if it.seat == 1).wagers[0]
    assert (paid.amount, paid.more.en) == (6 * sicbo.table.config.streak_price, "Small, 4 in a row, 6 to 1")


def test_a_triple_leaves_an_open_window_open(sicbo: Croupier) -> None:
    opens(sicbo)
    shows(sicbo, 1, 2, 6)
    happened(sicbo.dealer(dealt_result.Settle))
    opens(sicbo)
    shows(sicbo, 2, 2, 2)
    assert [it.state for it in crew(sicbo).streaks] == ["opens next", "opens next"]


@pytest.mark.clause("star-craps", "6.6", "6.3")
def test_at_craps_a_wager_that_travelled_lies_in_its_box_and_one_called_in_the_air_waits() -> None:
    at = Croupier("star-craps", name="Craps 1").opens().seats(ann=1, bob=2)
    happened(at.bets("ann", "win-line", 1_000))
    happened(at.staff(OfferDice, role="boxperson"))
    happened(at.staff(AcceptDice, role="boxperson", seat=1, dice=(1, 2)))

    def rolls(*dice: int) -> None:
        for kind, fields in ((ThrowDice, {}), (MarkRest, {}), (CallRoll, {"dice": dice})):
            happened(at.staff(kind, role="boxperson", **fields))

    rolls(2, 4)
    happened(at.staff(SettleRoll, role="boxperson"))
    happened(at.bets("ann", "come", 1_000))
    happened(at.bets("ann", "place-win-8", 1_200))
    happened(at.player("ann", CallWager, bet=list(at.table.bets)[-1], working=False))
    rolls(4, 5)
    happened(at.staff(SettleRoll, role="boxperson"))
    happened(at.staff(ThrowDice, role="boxperson"))
    assert crew(at, "boxperson").lay.do == "declare-wager"
    happened(at.does(DeclareWager, "dora", "boxperson", seat=2, wager="field", stake=500))
    assert lies(crew(at, "boxperson")) == [
        (1, "come", 9, 1_000, "stands"), (1, "place-win-8", 0, 1_200, "off"), (1, "win-line", 0, 1_000, "stands"),
        (2, "field", 0, 500, "called"),
    ]  # fmt: skip
    happened(at.staff(MarkRest, role="boxperson"))
    assert crew(at, "boxperson").lay.do == ""
    happened(at.staff(CallRoll, role="boxperson", dice=(2, 4)))
    view = crew(at, "boxperson")
    assert view.lit == ("win-line",)
    assert (1, "win-line", 0, 1_000, "to pay") in lies(view)
    happened(at.staff(SettleRoll, role="boxperson"))
    assert crew(at, "boxperson").lit == ()


@pytest.mark.clause("star-sicbo-2024", "1.1")
def test_the_last_ten_money_acts_say_what_they_did_and_what_undoes_them() -> None:
    at = Croupier(name="Sic Bo 3", tokens=True).opens().seats(ann=1)
    happened(at.dealer(BuyChips, id="sale", seat=1, amount=20_000))
    happened(at.dealer(IssueColours, seat=1, colour="blue", count=10, value=500))
    happened(at.dealer(RedeemColours, seat=1, colour="blue", count=1))
    happened(at.dealer(ExchangeVoucher, seat=1, voucher="V-7", amount=2_500))
    happened(at.player("ann", BringChips, seat=1, amount=5_000))
    lines = crew(at).till
    assert [it.words.en for it in lines[:5]] == [
        "$50 brought to seat 1",
        "Voucher of $25 exchanged, seat 1",
        "1 blue check taken back for $5, seat 1",
        "10 blue checks for $50 to seat 1",
        "Sold $200 to seat 1",
    ]
    assert [it.undo and it.undo.do for it in lines[:5]] == [
        None,
        None,
        "issue-colours",
        "redeem-colours",
        "reverse-sale",
    ]
    happened(at.dealer(ReverseSale, sale="sale", reason="the wrong seat"))
    lines = crew(at).till
    assert [(it.words.en, it.undone, it.undo is None) for it in (lines[0], lines[5])] == [
        ("Sale of $200 to seat 1 undone", False, True), ("Sold $200 to seat 1", True, True),
    ]  # fmt: skip
    for _ in range(12):
        happened(at.dealer(BuyChips, seat=1, amount=1_000))
    assert [it.words.en for it in crew(at).till] == ["Sold $10 to seat 1"] * 10
    assert at.replays()
