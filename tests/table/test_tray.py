"""The float tray: fills, credits, and settlements that wait for chips."""

from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table.chips import ExchangeVoucher
from dicehouse.table.counted import Chips, worth
from dicehouse.table.craps_roll import CallRoll, SettleRoll
from dicehouse.table.dealt_result import Settle
from dicehouse.table.mispayments import RecordMispayment
from dicehouse.table.orders import DEVICE
from dicehouse.table.rectifying import RectifyMispayment
from dicehouse.table.tray import (
    AnnounceFill,
    AskForCredit,
    AskForFill,
    CreditAsked,
    CreditTray,
    FillAsked,
    FillReceived,
    FillSentBack,
    FillTray,
    ReceiveFill,
    SendFillBack,
    TrayCredited,
    TrayFilled,
)
from tests.croupier import Croupier, happened, only, refused
from tests.stickperson import Stickperson


@pytest.mark.parametrize("tray, pays", [(999, False), (1_000, True)])
def test_a_result_is_settled_when_the_tray_can_pay_it(tray: int, pays: bool) -> None:
    table = Croupier("star-sicbo-2024").opens(tray=tray).seats(ann=1).invites()
    happened(table.bets("ann", "small", 1_000))
    table.calls(1, 2, 5)
    answer = table.dealer(Settle)
    if pays:
        happened(answer)
    else:
        assert refused(answer) == (Why.NOT_ENOUGH, "5.5")
        assert only(table.staff(FillTray, amount=500, slip="F1"), TrayFilled).amount == 500
        happened(table.dealer(Settle))
    assert table.rack("ann") == 101_000
    assert table.replays()


def test_what_is_collected_first_pays_the_winners() -> None:
    table = Croupier("star-sicbo-2024").opens(tray=0).seats(ann=1, bob=2).invites()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "big", 1_000))
    table.settles(1, 2, 5)
    assert (table.rack("ann"), table.rack("bob"), table.table.float) == (101_000, 99_000, 0)


@pytest.mark.parametrize("wager, short", [("small", True), ("big", False)])
def test_a_token_that_is_lost_pays_nobody_and_one_that_wins_is_paid_in_chips(wager: str, short: bool) -> None:
    table = Croupier("star-sicbo-2024").opens(tray=0).seats(ann=1, bob=2)
    happened(table.dealer(ExchangeVoucher, seat=1, voucher="V1", amount=1_000))
    table.invites()
    happened(table.bets("ann", wager, 1_000, chips="token"))
    table.calls(1, 2, 5)
    answer = table.dealer(Settle)
    assert (refused(answer)[0] is Why.NOT_ENOUGH) if short else happened(answer)


@pytest.mark.clause("star-craps", "4.5")
def test_a_roll_waits_for_the_tray_too() -> None:
    table: Any = Stickperson().seats(ann=1)
    happened(table.staff(CreditTray, amount=table.table.float, slip="C1"))
    table.shoots("ann", "win-line", 1_000)
    table.throws()
    happened(table.stick(CallRoll, dice=(3, 4)))
    assert refused(table.dealer(SettleRoll)) == (Why.NOT_ENOUGH, "4.5")
    happened(table.staff(FillTray, amount=1_000, slip="F1"))
    happened(table.dealer(SettleRoll))
    assert table.replays()


def test_no_more_leaves_the_tray_than_is_in_it() -> None:
    table = Croupier("star-sicbo-2024").opens(tray=1_000)
    assert refused(table.staff(CreditTray, amount=1_001, slip="C1"))[0] is Why.NOT_ENOUGH
    assert only(table.staff(CreditTray, amount=1_000, slip="C1"), TrayCredited).slip == "C1"
    assert (table.table.float, table.table.came) == (0, 0)
    assert refused(Croupier("aruze-sicbo").opens().staff(FillTray, amount=1, slip="F1"))[0] is Why.NOT_HERE


def test_an_underpayment_is_put_right_from_a_tray_that_holds_it() -> None:
    table = Croupier("star-sicbo-2024").opens(tray=500).seats(ann=1)
    wrong: dict[str, Any] = {"of": "cash-change", "due": 2_000, "paid": 1_000, "person": "ann", "seat": 1}
    happened(table.staff(RecordMispayment, id="m1", **wrong))
    assert (table.rack("ann"), table.table.float) == (99_000, 1_500)
    happened(table.staff(CreditTray, amount=501, slip="C1"))
    assert refused(table.staff(RectifyMispayment, mispayment="m1"))[0] is Why.NOT_ENOUGH
    happened(table.staff(FillTray, amount=1, slip="F1"))
    happened(table.staff(RectifyMispayment, mispayment="m1"))
    assert table.rack("ann") == 100_000


# --- fills from the cage


def with_cage(tray: int = 0) -> Croupier:
    return Croupier("star-sicbo-2024", cage=True).opens(tray=tray)


def announced(table: Croupier, slip: str = "F-00001", chips: tuple[Chips, ...] = (Chips(10_000, 5),)) -> None:
    fields: dict[str, Any] = {"slip": slip, "amount": worth(chips), "chips": chips, "handed_by": "cara"}
    happened(table.does(AnnounceFill, "the house", DEVICE, **fields))


def test_a_fill_lies_outside_the_tray_until_someone_else_has_counted_it() -> None:
    table = with_cage()
    announced(table)
    assert (table.table.float, table.table.fills["F-00001"].handed_by) == (0, "cara")
    same = table.does(ReceiveFill, "cara", "dealer", slip="F-00001", chips=(Chips(10_000, 5),))
    assert refused(same)[0] is Why.SAME_PERSON
    received = only(table.does(ReceiveFill, "dora", "dealer", slip="F-00001", chips=(Chips(10_000, 5),)), FillReceived)
    assert (received.amount, received.handed_by, received.by) == (50_000, "cara", "dora")
    assert (table.table.float, table.table.came, table.table.fills) == (50_000, 50_000, {})
    assert refused(table.staff(ReceiveFill, slip="F-00001", amount=50_000))[0] is Why.UNKNOWN_ID, "a double tap"
    assert table.replays()


@pytest.mark.parametrize("said", [{"amount": 49_999}, {"chips": (Chips(10_000, 4),)}, {"amount": 50_001}])
def test_a_fill_that_is_counted_otherwise_than_its_slip_says_is_not_received(said: dict[str, Any]) -> None:
    table = with_cage()
    announced(table)
    assert refused(table.staff(ReceiveFill, slip="F-00001", **said))[0] is Why.ENTRY_DIFFERS
    assert (
        refused(table.staff(ReceiveFill, slip="F-00001", chips=(Chips(10_000, 5),), amount=1))[0] is Why.ENTRY_DIFFERS
    ), "the chips and the sum beside them differ"
    assert table.table.float == 0
    happened(table.staff(ReceiveFill, slip="F-00001", amount=50_000))


def test_a_fill_goes_back_as_it_came() -> None:
    table = with_cage()
    announced(table)
    assert (
        refused(table.does(AnnounceFill, "the house", DEVICE, slip="F-00001", amount=1, handed_by="cara"))[0]
        is Why.DUPLICATE_ID
    )
    back = only(table.staff(SendFillBack, slip="F-00001", reason="for another table"), FillSentBack)
    assert (back.amount, table.table.float, table.table.fills) == (50_000, 0, {})
    assert refused(table.staff(SendFillBack, slip="F-00001", reason="again"))[0] is Why.UNKNOWN_ID
    assert table.replays()


def test_chips_are_asked_of_a_cage_where_one_stands_behind_the_table() -> None:
    table = with_cage(tray=1_000)
    chips = (Chips(10_000, 30), Chips(2_500, 60))
    asked = only(table.staff(AskForFill, chips=chips), FillAsked)
    assert (asked.amount, asked.chips) == (450_000, chips)
    assert only(table.staff(AskForCredit, amount=1_000), CreditAsked).amount == 1_000
    assert refused(table.staff(AskForCredit, amount=1_001))[0] is Why.NOT_ENOUGH
    assert refused(table.staff(AskForFill))[0] is Why.BAD_STAKE
    assert refused(table.staff(AskForCredit, chips=chips, amount=1))[0] is Why.ENTRY_DIFFERS
    alone = Croupier("star-sicbo-2024", cage=False).opens()
    assert refused(alone.staff(AskForFill, amount=1))[0] is Why.NOT_HERE
    assert refused(alone.staff(AskForCredit, amount=1))[0] is Why.NOT_HERE
