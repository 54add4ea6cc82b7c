"""The cage: accounts, chips, buy-ins, trays, drop boxes, vouchers, and colour checks of closed tables."""

from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.house.accounts import CHIPS_OUTSIDE as OUTSIDE
from dicehouse.house.accounts import Moved, broken, post, taken
from dicehouse.house.cage import (
    BoughtIn,
    BuyIn,
    CageStocked,
    CashChips,
    ChipsCashed,
    ChipsOutsideDeclared,
    ChipsSold,
    ConfirmReceipt,
    DeclareChipsOutside,
    DepositFunds,
    FundsDeposited,
    FundsWithdrawn,
    ReceiptConfirmed,
    ReturnSent,
    SellChips,
    SentReturned,
    StockCage,
    WithdrawFunds,
)
from dicehouse.house.cage_state import Tray
from dicehouse.house.limits import SetLimit
from dicehouse.house.sentences import told
from dicehouse.house.slips import (
    ApproveSlip,
    CancelSlip,
    CreditReceived,
    DeliverFill,
    FillDelivered,
    ReceiveCredit,
    RequestCredit,
    RequestFill,
    SlipApproved,
    SlipCancelled,
    SlipRequested,
)
from dicehouse.house.state import House
from dicehouse.house.trays import (
    CountDropBox,
    CountTray,
    DropBoxCounted,
    DropBoxRemoved,
    RemoveDropBox,
    TrayCounted,
    drop_win_hold,
    figures,
)
from dicehouse.house.vouchers import (
    CashColours,
    ColoursCashed,
    ColoursRecalled,
    ColoursRecorded,
    ExpireVouchers,
    HandInVoucher,
    IssueVoucher,
    RecallColours,
    RecordColours,
    VoucherHandedIn,
    VoucherIssued,
    VouchersExpired,
)
from dicehouse.refusal import Refused, Why
from tests.house.books import holds, moves, stocked
from tests.house.keeper import NOON, Keeper, happened, only, refused

STAR, OLD, CROWN, CRAPS = "star-sicbo-2024", "star-sicbo-pre2024", "crown-sicbo", "star-craps"
SEVEN = "table 7"


def said(answer: Any) -> str:
    assert isinstance(answer, Refused)
    return answer.message


# --- accounts


@pytest.mark.parametrize(
    "means, outside, source",
    [
        ("cash", True, "~cash"),
        ("debit-card", True, "~bank"),
        ("eftpos", True, "~bank"),
        ("bank-transfer", True, "~bank"),
        ("chips", False, "chips/outside"),
    ],
)
@pytest.mark.clause(STAR, '1.1 "Deposit Limit"')
def test_a_deposit_says_whether_it_is_money_from_outside(means: str, outside: bool, source: str) -> None:
    keeper = stocked("ann")
    event = only(keeper.cashier(DepositFunds, person="ann", amount=5_000, means=means), FundsDeposited)
    assert event.outside is outside
    assert (source, -5_000) in moves(event)
    assert holds(keeper, "patron/ann") == 5_000
    assert keeper.replays()


@pytest.mark.parametrize("means, there, kept", [("cash", "cage/cash", 1_005_000), ("chips", "cage/chips", 1_005_000)])
def test_what_comes_over_the_counter_is_in_the_cage(means: str, there: str, kept: int) -> None:
    keeper = stocked("ann")
    happened(keeper.cashier(DepositFunds, person="ann", amount=5_000, means=means))
    assert holds(keeper, there) == kept


@pytest.mark.clause(STAR, '1.1 "Deposit Limit"', '1.1 "Gaming Limit"')
def test_only_money_from_outside_meets_the_deposit_limit_and_it_may_reach_it() -> None:
    keeper = stocked("ann")
    happened(keeper.patron("ann", SetLimit, patron="ann", limit="deposit", amount=10_000))
    happened(keeper.cashier(DepositFunds, person="ann", amount=6_000, means="cash"))
    assert refused(keeper.cashier(DepositFunds, person="ann", amount=4_001, means="eftpos"))[0] is Why.DEPOSIT_LIMIT
    happened(keeper.cashier(DepositFunds, person="ann", amount=4_000, means="eftpos"))
    assert refused(keeper.cashier(DepositFunds, person="ann", amount=1, means="bank-transfer"))[0] is Why.DEPOSIT_LIMIT
    happened(keeper.cashier(DepositFunds, person="ann", amount=50_000, means="chips"))
    assert holds(keeper, "patron/ann") == 60_000


@pytest.mark.parametrize(
    "means, source, to",
    [("cash", "cage/cash", "~cash"), ("chips", "cage/chips", "chips/outside"), ("bank-transfer", "", "~bank")],
)
def test_a_withdrawal_leaves_the_account_and_the_cage(means: str, source: str, to: str) -> None:
    keeper = stocked("ann")
    happened(keeper.cashier(DepositFunds, person="ann", amount=5_000, means="eftpos"))
    event = only(keeper.cashier(WithdrawFunds, person="ann", amount=5_000, means=means), FundsWithdrawn)
    assert (to, 5_000) in moves(event)
    assert not holds(keeper, "patron/ann")
    assert "patron/ann" not in keeper.house.accounts
    if source:
        assert holds(keeper, source) == 995_000
    (day,) = keeper.house.patrons["ann"].days.values()
    assert (day.deposited, day.withdrawn) == (5_000, 5_000)


def test_nobody_draws_more_than_is_in_the_account_and_the_cage() -> None:
    keeper = stocked("ann", cash=3_000)
    happened(keeper.cashier(DepositFunds, person="ann", amount=5_000, means="eftpos"))
    answer = keeper.cashier(WithdrawFunds, person="ann", amount=5_001, means="bank-transfer")
    assert refused(answer) == (Why.NOT_ENOUGH, None)
    assert said(answer) == "patron/ann: $50.01 is above $50 in it; pay out less, or in another way"
    answer = keeper.cashier(WithdrawFunds, person="ann", amount=3_001, means="cash")
    assert said(answer) == "cage/cash: $30.01 is above $30 in it; pay out less, or in another way"
    happened(keeper.cashier(WithdrawFunds, person="ann", amount=3_000, means="cash"))
    happened(keeper.cashier(WithdrawFunds, person="ann", amount=2_000, means="bank-transfer"))


@pytest.mark.parametrize(
    "kind, fields",
    [
        (DepositFunds, {"means": "cash"}),
        (WithdrawFunds, {"means": "cash"}),
        (BuyIn, {"table": SEVEN}),
    ],
)
def test_an_account_that_nobody_opened_is_unknown(kind: Any, fields: dict[str, Any]) -> None:
    keeper = stocked()
    assert refused(keeper.cashier(kind, person="zoe", amount=100, **fields))[0] is Why.UNKNOWN_PATRON


def test_chips_are_sold_and_cashed_at_the_cage() -> None:
    keeper = stocked(cash=10_000, chips=10_000)
    only(keeper.cashier(SellChips, amount=10_000), ChipsSold)
    assert (holds(keeper, "cage/cash"), holds(keeper, "cage/chips"), holds(keeper, OUTSIDE)) == (20_000, 0, 10_000)
    assert (
        said(keeper.cashier(SellChips, amount=1)) == "cage/chips: $0.01 is above $0 in it; bring chips from the vault"
    )
    only(keeper.cashier(CashChips, amount=20_000), ChipsCashed)
    assert (holds(keeper, "cage/cash"), holds(keeper, "cage/chips")) == (0, 20_000)
    assert said(keeper.cashier(CashChips, amount=1)) == "cage/cash: $0.01 is above $0 in it; bring cash from the bank"
    assert keeper.replays()


def test_the_operator_declares_which_chips_are_in_pockets_and_when_they_are_good_no_more() -> None:
    keeper = stocked(cash=0, chips=0)
    event = only(keeper.operator(DeclareChipsOutside, amount=50_000, reason="sold before"), ChipsOutsideDeclared)
    assert (holds(keeper, OUTSIDE), holds(keeper, "~house")) == (50_000, -50_000)
    assert told(event) == (
        "$500 in chips is outside and may be brought to tables or cashed, by declaration of otto: sold before"
    )
    gone = {"amount": 20_000, "reason": "the old series", "out": True}
    event = only(keeper.operator(DeclareChipsOutside, **gone), ChipsOutsideDeclared)
    assert told(event) == "$200 in chips is good no more, by declaration of otto: the old series"
    assert holds(keeper, OUTSIDE) == 30_000
    assert refused(keeper.manager(DeclareChipsOutside, amount=1, reason="x"))[0] is Why.NOT_ALLOWED
    assert keeper.replays()


def test_the_cage_is_stocked_and_relieved() -> None:
    keeper = stocked(cash=10_000, chips=20_000)
    assert (holds(keeper, "~bank"), holds(keeper, "~house")) == (-10_000, -20_000)
    event = only(keeper.supervisor(StockCage, what="cash", amount=10_000, out=True), CageStocked)
    assert event.out
    assert refused(keeper.supervisor(StockCage, what="cash", amount=1, out=True))[0] is Why.NOT_ENOUGH
    happened(keeper.supervisor(StockCage, what="chips", amount=20_000, out=True))
    assert keeper.house.accounts == {}
    assert refused(keeper.cashier(StockCage, what="cash", amount=1))[0] is Why.NOT_ALLOWED


# --- to a table and back


@pytest.mark.clause(STAR, '1.1 "Cash Change"', '1.1 "Cashless"')
def test_a_buy_in_from_an_account_waits_in_transit_until_the_table_takes_it() -> None:
    keeper = stocked("ann")
    happened(keeper.cashier(DepositFunds, person="ann", amount=5_000, means="cash"))
    happened(keeper.patron("ann", BuyIn, id="b1", person="ann", table=SEVEN, amount=4_000))
    assert (holds(keeper, "patron/ann"), holds(keeper, "transit/table 7")) == (1_000, 4_000)
    event = only(keeper.device(ConfirmReceipt, sent="b1"), ReceiptConfirmed)
    assert not moves(event), "the table has moved it by its own entry"
    assert (event.table, event.amount, event.what) == (SEVEN, 4_000, "buy-in")
    assert not holds(keeper, "transit/table 7")
    assert holds(keeper, "~tables") == 4_000
    assert refused(keeper.device(ConfirmReceipt, sent="b1"))[0] is Why.UNKNOWN_ID
    assert keeper.replays()


def test_what_the_table_does_not_take_goes_back_to_the_account() -> None:
    keeper = stocked("ann")
    happened(keeper.cashier(DepositFunds, person="ann", amount=5_000, means="cash"))
    only(keeper.device(BuyIn, id="b1", person="ann", table=SEVEN, amount=5_000), BoughtIn)
    event = only(keeper.device(ReturnSent, sent="b1", reason="the tray is short"), SentReturned)
    assert moves(event) == [("transit/table 7", -5_000), ("patron/ann", 5_000)]
    assert holds(keeper, "patron/ann") == 5_000
    assert refused(keeper.device(ReturnSent, sent="b1", reason="again"))[0] is Why.UNKNOWN_ID


def test_a_buy_in_is_from_ones_own_account_and_no_larger_than_it() -> None:
    keeper = stocked("ann", "bob")
    happened(keeper.cashier(DepositFunds, person="ann", amount=5_000, means="cash"))
    assert refused(keeper.patron("bob", BuyIn, person="ann", table=SEVEN, amount=1))[0] is Why.NOT_ALLOWED
    assert refused(keeper.patron("ann", BuyIn, person="ann", table=SEVEN, amount=5_001))[0] is Why.NOT_ENOUGH
    happened(keeper.patron("ann", BuyIn, id="b1", person="ann", table=SEVEN, amount=4_999))
    assert refused(keeper.patron("ann", BuyIn, id="b1", person="ann", table=SEVEN, amount=1))[0] is Why.DUPLICATE_ID
    happened(keeper.patron("ann", BuyIn, person="ann", table="table 8", amount=1))
    assert refused(keeper.patron("ann", BuyIn, person="ann", table="table 8", amount=1))[0] is Why.NOT_ENOUGH


# --- fills and credits


def test_a_fill_is_asked_for_approved_by_another_and_delivered() -> None:
    keeper = stocked(chips=10_000)
    only(keeper.device(RequestFill, slip="F1", table=SEVEN, amount=10_000), SlipRequested)
    assert refused(keeper.cashier(DeliverFill, slip="F1"))[0] is Why.NOT_YET
    only(keeper.supervisor(ApproveSlip, slip="F1"), SlipApproved)
    event = only(keeper.cashier(DeliverFill, slip="F1"), FillDelivered)
    assert moves(event) == [("cage/chips", -10_000), ("counter/table 7", 10_000)]
    assert refused(keeper.cashier(DeliverFill, slip="F1"))[0] is Why.UNKNOWN_ID
    assert refused(keeper.device(RequestFill, slip="F1", table=SEVEN, amount=1))[0] is Why.DUPLICATE_ID
    event = only(keeper.device(ConfirmReceipt, sent="F1"), ReceiptConfirmed)
    assert event.told == taken("counter/table 7", 10_000)
    assert moves(event) == [], "the table's own entry took it"
    assert holds(keeper, "counter/table 7") == 0
    assert keeper.replays()


def test_a_fill_that_does_not_arrive_is_back_in_the_cage() -> None:
    keeper = stocked(chips=10_000)
    happened(keeper.cashier(RequestFill, slip="F1", table=SEVEN, amount=10_000))
    happened(keeper.supervisor(ApproveSlip, slip="F1"))
    happened(keeper.cashier(DeliverFill, slip="F1"))
    happened(keeper.cashier(ReturnSent, sent="F1", reason="the table has closed"))
    assert (holds(keeper, "cage/chips"), holds(keeper, "counter/table 7")) == (10_000, 0)


def test_a_slip_is_not_approved_by_whoever_asked_nor_twice_nor_without_being_asked() -> None:
    keeper = stocked()
    assert refused(keeper.supervisor(ApproveSlip, slip="F1"))[0] is Why.UNKNOWN_ID
    happened(keeper.supervisor(RequestFill, slip="F1", table=SEVEN, amount=100))
    assert refused(keeper.supervisor(ApproveSlip, slip="F1"))[0] is Why.SAME_PERSON
    happened(keeper.manager(ApproveSlip, slip="F1"))
    assert refused(keeper.operator(ApproveSlip, slip="F1"))[0] is Why.ALREADY_DONE
    assert refused(keeper.cashier(ApproveSlip, slip="F1"))[0] is Why.NOT_ALLOWED
    assert refused(keeper.cashier(RequestCredit, slip="F1", table=SEVEN, amount=5))[0] is Why.DUPLICATE_ID
    assert (
        said(keeper.cashier(ReceiveCredit, slip="F1", counted=100)) == "F1: no such credit is waiting; these are: none"
    )


def test_a_slip_that_nobody_wants_any_more_is_given_up() -> None:
    keeper = stocked()
    assert (
        said(keeper.supervisor(CancelSlip, slip="F1", reason="none")) == "F1: no such slip is waiting; these are: none"
    )
    happened(keeper.cashier(RequestFill, slip="F1", table=SEVEN, amount=100))
    only(keeper.supervisor(CancelSlip, slip="F1", reason="the table closes"), SlipCancelled)
    assert keeper.house.slips == {}


def test_no_fill_is_larger_than_the_chips_in_the_cage() -> None:
    keeper = stocked(chips=99)
    happened(keeper.cashier(RequestFill, slip="F1", table=SEVEN, amount=100))
    happened(keeper.supervisor(ApproveSlip, slip="F1"))
    assert refused(keeper.cashier(DeliverFill, slip="F1"))[0] is Why.NOT_ENOUGH
    happened(keeper.supervisor(StockCage, what="chips", amount=1))
    happened(keeper.cashier(DeliverFill, slip="F1"))


def test_a_credit_is_counted_at_the_cage_and_must_be_what_the_slip_says() -> None:
    keeper = stocked(chips=0)
    happened(keeper.cashier(RequestCredit, slip="C1", table=SEVEN, amount=500))
    assert refused(keeper.cashier(ReceiveCredit, slip="C1", counted=500))[0] is Why.NOT_YET
    happened(keeper.supervisor(ApproveSlip, slip="C1"))
    assert refused(keeper.cashier(DeliverFill, slip="C1"))[0] is Why.UNKNOWN_ID
    answer = keeper.cashier(ReceiveCredit, slip="C1", counted=499)
    assert refused(answer)[0] is Why.ENTRY_DIFFERS
    assert said(answer) == "C1: $4.99 was counted and the slip says $5; count again with the table"
    event = only(keeper.cashier(ReceiveCredit, slip="C1", counted=500), CreditReceived)
    assert moves(event) == [("counter/table 7", -500), ("cage/chips", 500)]
    assert (holds(keeper, "counter/table 7"), holds(keeper, "~tables")) == (0, -500), "what the table has sent"
    assert holds(keeper, "cage/chips") == 500
    assert keeper.replays()


# --- counts, boxes and what a table won


def opened(keeper: Keeper, table: str = SEVEN, opener: int = 10_000) -> Keeper:
    happened(keeper.cashier(CountTray, table=table, when="opener", counted=opener, with_="dora"))
    return keeper


def test_drop_win_and_hold_come_from_opener_fills_credits_closer_and_drop() -> None:
    keeper = opened(stocked("ann"))
    for slip, kind, amount in (("F1", RequestFill, 5_000), ("C1", RequestCredit, 2_000)):
        happened(keeper.cashier(kind, slip=slip, table=SEVEN, amount=amount))
        happened(keeper.supervisor(ApproveSlip, slip=slip))
    happened(keeper.cashier(DeliverFill, slip="F1"))
    assert drop_win_hold(keeper.house)[SEVEN].fills == 0, "it is not in the tray yet"
    happened(keeper.device(ConfirmReceipt, sent="F1"))
    happened(keeper.cashier(ReceiveCredit, slip="C1", counted=2_000))
    happened(keeper.cashier(DepositFunds, person="ann", amount=1_000, means="eftpos"))
    happened(keeper.device(BuyIn, id="b1", person="ann", table=SEVEN, amount=1_000))
    happened(keeper.device(ConfirmReceipt, sent="b1"))
    happened(keeper.supervisor(RemoveDropBox, box="box 1", table=SEVEN))
    happened(keeper.cashier(CountDropBox, box="box 1", counted=7_000, recorded=7_000, with_="dora"))
    before = drop_win_hold(keeper.house)[SEVEN]
    assert (before.drop, before.win, before.hold) == (8_000, None, None)
    only(keeper.cashier(CountTray, table=SEVEN, when="closer", counted=7_000, with_="dora"), TrayCounted)
    after = drop_win_hold(keeper.house)[SEVEN]
    assert after == (10_000, 5_000, 2_000, 7_000, 8_000, 2_000, Fraction(1, 4))
    assert keeper.replays()


def test_a_table_that_drops_nothing_has_no_hold() -> None:
    assert figures(Tray(opener=100, since=NOON, closer=40)) == (100, 0, 0, 40, 0, -60, None)


amounts = st.integers(0, 10**9)


@given(opener=amounts, fills=amounts, credited=amounts, drop=amounts, paper=amounts, win=amounts)
def test_the_win_is_what_tray_and_box_gained(
    opener: int, fills: int, credited: int, drop: int, paper: int, win: int
) -> None:
    closer = opener + fills - credited - drop - paper + win
    tray = Tray(opener=opener, since=NOON, closer=closer, fills=fills, credits=credited, drop=drop, paper=paper)
    assert figures(tray).win == win


def test_an_opener_is_compared_with_the_closer_before_and_counted_by_two() -> None:
    keeper = stocked()
    fields = {"table": SEVEN, "counted": 10_000}
    assert refused(keeper.cashier(CountTray, when="closer", with_="dora", **fields))[0] is Why.NOT_YET
    assert refused(keeper.cashier(CountTray, when="opener", with_="cara", **fields))[0] is Why.SAME_PERSON
    first = only(keeper.cashier(CountTray, when="opener", with_="dora", **fields), TrayCounted)
    assert first.difference == 0
    assert refused(keeper.cashier(CountTray, when="opener", with_="dora", **fields))[0] is Why.ALREADY_DONE
    happened(keeper.cashier(CountTray, table=SEVEN, when="closer", counted=9_000, with_="dora"))
    assert refused(keeper.cashier(CountTray, when="closer", with_="dora", **fields))[0] is Why.NOT_YET
    again = only(keeper.cashier(CountTray, table=SEVEN, when="opener", counted=8_900, with_="dora"), TrayCounted)
    assert again.difference == -100
    assert drop_win_hold(keeper.house)[SEVEN].win is None


@pytest.mark.clause(STAR, "2.7.3.1")
def test_money_for_a_table_whose_tray_was_not_counted_is_taken_all_the_same() -> None:
    """A cashless table needs no box, and a table may be reported before its opener is."""
    keeper = stocked("ann")
    happened(keeper.cashier(DepositFunds, person="ann", amount=1_000, means="eftpos"))
    happened(keeper.device(BuyIn, id="b1", person="ann", table="table 9", amount=1_000))
    happened(keeper.device(ConfirmReceipt, sent="b1"))
    happened(keeper.cashier(RequestCredit, slip="C1", table="table 9", amount=10))
    happened(keeper.supervisor(ApproveSlip, slip="C1"))
    happened(keeper.cashier(ReceiveCredit, slip="C1", counted=10))
    happened(keeper.supervisor(RemoveDropBox, box="box 1", table="table 9"))
    happened(keeper.cashier(CountDropBox, box="box 1", counted=50, recorded=50, with_="dora"))
    assert drop_win_hold(keeper.house) == {}
    assert keeper.replays()


@pytest.mark.parametrize("counted, difference", [(6_900, -100), (7_000, 0), (7_050, 50)])
def test_a_drop_box_is_counted_by_two_and_what_differs_is_on_record(counted: int, difference: int) -> None:
    keeper = opened(stocked(cash=0))
    answer = keeper.cashier(CountDropBox, box="b", counted=1, recorded=1, with_="dora")
    assert refused(answer)[0] is Why.UNKNOWN_ID
    assert said(answer) == "b: no such box waits for its count; these do: none"
    only(keeper.supervisor(RemoveDropBox, box="b", table=SEVEN), DropBoxRemoved)
    assert refused(keeper.supervisor(RemoveDropBox, box="b", table="table 8"))[0] is Why.DUPLICATE_ID
    assert refused(keeper.cashier(CountDropBox, box="b", counted=1, recorded=1, with_="cara"))[0] is Why.SAME_PERSON
    event = only(keeper.cashier(CountDropBox, box="b", counted=counted, recorded=7_000, with_="dora"), DropBoxCounted)
    assert event.difference == difference
    assert sum(amount for account, amount in moves(event) if account == "cage/cash") == counted
    assert holds(keeper, "cage/cash") == counted
    assert holds(keeper, "~variance") == -difference
    assert (holds(keeper, "dropped/table 7"), holds(keeper, "~tables")) == (0, -7_000), "what left with the box"
    assert keeper.house.trays[SEVEN].drop == counted
    assert keeper.replays()


def test_an_empty_box_is_counted_too() -> None:
    keeper = stocked()
    happened(keeper.supervisor(RemoveDropBox, box="b", table=SEVEN))
    event = only(keeper.cashier(CountDropBox, box="b", counted=0, recorded=0, with_="dora"), DropBoxCounted)
    assert moves(event) == []


# --- vouchers


def given_voucher(keeper: Keeper, **fields: Any) -> Any:
    terms = {"voucher": "V1", "person": "ann", "amount": 2_000, "until": NOON + timedelta(days=1)}
    return keeper.supervisor(IssueVoucher, **{**terms, **fields})


@pytest.mark.clause(STAR, '1.1 "casino promotional voucher"')
@pytest.mark.clause(OLD, '1.1 "casino promotional voucher"')
@pytest.mark.clause(CRAPS, '1.1 "casino promotional token"')
def test_a_voucher_is_exchanged_once_for_its_worth_under_its_own_conditions() -> None:
    keeper = opened(stocked())
    issued = only(given_voucher(keeper, returns=False), VoucherIssued)
    assert moves(issued) == [("~house", -2_000), ("voucher/V1", 2_000)]
    event = only(keeper.device(HandInVoucher, id="h1", voucher="V1", table=SEVEN), VoucherHandedIn)
    assert (event.person, event.amount, event.returns) == ("ann", 2_000, False)
    assert moves(event) == [("voucher/V1", -2_000), ("exchanged/table 7", 2_000)]
    assert refused(keeper.device(HandInVoucher, voucher="V1", table=SEVEN))[0] is Why.ALREADY_DONE
    assert refused(keeper.device(ReturnSent, sent="h1", reason="no"))[0] is Why.MUST_STAY
    happened(keeper.device(ConfirmReceipt, sent="h1"))
    assert keeper.house.trays[SEVEN].paper == 2_000
    assert refused(given_voucher(keeper))[0] is Why.DUPLICATE_ID
    assert keeper.replays()


def test_a_voucher_is_good_until_its_last_moment_and_then_written_off() -> None:
    keeper = stocked()
    end = NOON + timedelta(days=1)
    happened(given_voucher(keeper))
    happened(given_voucher(keeper, voucher="V2", until=end + timedelta(hours=1)))
    happened(given_voucher(keeper, voucher="V3"))
    keeper.until(end)
    happened(keeper.device(HandInVoucher, voucher="V3", table=SEVEN))
    keeper.now = end - timedelta(seconds=1)
    assert refused(keeper.device(ExpireVouchers))[0] is Why.NOT_YET
    answer = keeper.device(HandInVoucher, voucher="V1", table=SEVEN)
    assert refused(answer)[0] is Why.TOO_LATE
    event = only(keeper.device(ExpireVouchers), VouchersExpired)
    assert (event.vouchers, event.amount) == (("V1", "V3"), 2_000)
    assert moves(event) == [("voucher/V1", -2_000), ("~house", 2_000)]
    assert refused(keeper.device(HandInVoucher, voucher="V1", table=SEVEN))[0] is Why.UNKNOWN_ID
    assert keeper.replays()


def test_a_voucher_needs_time_and_a_hand_in_a_number_of_its_own() -> None:
    keeper = stocked("ann")
    keeper.until(NOON + timedelta(days=1))
    assert refused(given_voucher(keeper))[0] is Why.TOO_LATE
    happened(given_voucher(keeper, until=keeper.now + timedelta(seconds=2)))
    happened(keeper.cashier(DepositFunds, person="ann", amount=1, means="eftpos"))
    keeper.now -= timedelta(seconds=1)
    happened(keeper.device(BuyIn, id="b1", person="ann", table=SEVEN, amount=1))
    keeper.now -= timedelta(seconds=1)
    assert refused(keeper.device(HandInVoucher, id="b1", voucher="V1", table=SEVEN))[0] is Why.DUPLICATE_ID


# --- colour checks of a table that has closed


@pytest.mark.clause(STAR, "3.7")
@pytest.mark.clause(OLD, "3.6")
def test_the_star_pays_the_value_on_record_at_any_cashier() -> None:
    keeper = stocked(cash=10_000)
    only(keeper.device(RecordColours, table=SEVEN, colour="red", count=12, value=500), ColoursRecorded)
    assert refused(keeper.cashier(CashColours, table=SEVEN, colour="blue", count=1))[0] is Why.UNKNOWN_ID
    assert refused(keeper.cashier(CashColours, table=SEVEN, colour="red", count=13))[0] is Why.NOT_ENOUGH
    event = only(keeper.cashier(CashColours, table=SEVEN, colour="red", count=10), ColoursCashed)
    assert (event.each, event.traced) == (500, True)
    assert ("cage/cash", -5_000) in moves(event)
    happened(keeper.cashier(CashColours, table=SEVEN, colour="red", count=2))
    assert (holds(keeper, "cage/colours"), holds(keeper, "cage/cash")) == (6_000, 4_000)
    assert refused(keeper.cashier(CashColours, table=SEVEN, colour="red", count=1))[0] is Why.UNKNOWN_ID
    assert keeper.replays()


@pytest.mark.clause(STAR, "3.7")
@pytest.mark.clause(OLD, "3.6")
def test_once_the_table_is_open_again_the_cage_pays_for_its_checks_no_more() -> None:
    keeper = stocked(cash=10_000)
    for colour, value in (("red", 500), ("red", 0), ("blue", 1_000)):
        happened(keeper.device(RecordColours, table=SEVEN, colour=colour, count=12, value=value))
    happened(keeper.device(RecordColours, table="table 8", colour="red", count=1, value=200))
    event = only(keeper.device(RecallColours, table=SEVEN), ColoursRecalled)
    assert [(it.colour, it.count, it.value) for it in event.sets] == [("red", 12, 500), ("blue", 12, 1_000)]
    assert set(keeper.house.colour_sets) == {f"{SEVEN}/red/0", "table 8/red/200"}, "what cannot be traced stays"
    assert refused(keeper.cashier(CashColours, table=SEVEN, colour="blue", count=1))[0] is Why.UNKNOWN_ID
    assert refused(keeper.device(RecallColours, table=SEVEN))[0] is Why.UNKNOWN_ID
    assert keeper.replays()


def test_checks_of_one_colour_at_two_values_are_traced_before_they_are_paid() -> None:
    keeper = stocked()
    for count, value in ((4, 500), (6, 1_000), (2, 500)):
        happened(keeper.device(RecordColours, table=SEVEN, colour="red", count=count, value=value))
    happened(keeper.device(RecordColours, table="table 8", colour="red", count=1, value=200))
    fields: dict[str, Any] = {"table": SEVEN, "colour": "red"}
    answer = keeper.cashier(CashColours, count=1, **fields)
    assert refused(answer)[0] is Why.NOT_DECLARED
    assert said(answer) == "table 7/red: such checks are out at $5, $10; trace at which, and name it"
    assert refused(keeper.cashier(CashColours, count=1, value=200, **fields))[0] is Why.UNKNOWN_ID
    assert refused(keeper.cashier(CashColours, count=7, value=500, **fields))[0] is Why.NOT_ENOUGH
    assert only(keeper.cashier(CashColours, count=6, value=500, **fields), ColoursCashed).each == 500
    assert only(keeper.cashier(CashColours, count=6, **fields), ColoursCashed).each == 1_000
    assert list(keeper.house.colour_sets) == ["table 8/red/200"]
    assert keeper.replays()


def test_checks_whose_value_nobody_knows_are_not_paid_at_the_star() -> None:
    keeper = stocked()
    happened(keeper.device(RecordColours, table=SEVEN, colour="red", count=12, value=0))
    answer = keeper.manager(CashColours, table=SEVEN, colour="red", count=1, lowest=200)
    assert refused(answer)[0] is Why.NOT_DECLARED
    assert said(answer).endswith("; look the value up")


@pytest.mark.clause(CROWN, "3.1.2(c)(ii)")
@pytest.mark.parametrize("value, lowest, each", [(500, None, 500), (500, 200, 500), (0, 200, 200)])
def test_crown_pays_the_traced_value_else_the_lowest_minimum_verified_by_a_manager(
    value: int, lowest: int | None, each: int
) -> None:
    keeper = stocked(cash=each * 3)
    happened(keeper.device(RecordColours, table=SEVEN, colour="red", count=12, value=value, rule="traced_or_lowest"))
    fields = {"table": SEVEN, "colour": "red", "lowest": lowest}
    assert refused(keeper.supervisor(CashColours, count=3, **fields))[0] is Why.NOT_ALLOWED
    event = only(keeper.manager(CashColours, count=3, **fields), ColoursCashed)
    assert (event.each, event.traced) == (each, bool(value))
    assert refused(keeper.manager(CashColours, count=1, **fields))[0] is Why.NOT_ENOUGH
    if not value:
        answer = keeper.manager(CashColours, table=SEVEN, colour="red", count=1)
        assert said(answer).endswith("; name the lowest minimum of that game")


# --- the books themselves


def test_books_that_do_not_balance_or_owe_are_found() -> None:
    house = House()
    post(house, (Moved("cage/cash", 5),))
    assert broken(house) == "the accounts add up to 0.05 and not to 0.00"
    post(house, (Moved("patron/ann", -5),))
    assert broken(house) == "patron/ann is at -0.05, below 0.00"
    post(house, (Moved("patron/ann", 5), Moved("~cash", -5)))
    assert broken(house) == ""
    assert "patron/ann" not in house.accounts


steps = st.lists(
    st.tuples(
        st.sampled_from(["deposit", "withdraw", "sell", "cash", "buy", "confirm", "return"]), st.integers(1, 300)
    ),
    max_size=30,
)


@given(steps)
def test_whatever_is_asked_of_the_cage_its_books_are_sound(steps: list[tuple[str, int]]) -> None:
    """The keeper checks the books, and that events replay, after every step."""
    keeper = stocked("ann", cash=500, chips=500)
    for step, amount in steps:
        sent = next(iter(keeper.house.sent), "none")
        if step == "deposit":
            keeper.cashier(DepositFunds, person="ann", amount=amount, means="cash")
        elif step == "withdraw":
            keeper.cashier(WithdrawFunds, person="ann", amount=amount, means="chips")
        elif step == "sell":
            keeper.cashier(SellChips, amount=amount)
        elif step == "cash":
            keeper.cashier(CashChips, amount=amount)
        elif step == "buy":
            keeper.device(BuyIn, person="ann", table=f"table {amount % 2}", amount=amount)
        elif step == "confirm":
            keeper.device(ConfirmReceipt, sent=sent)
        else:
            keeper.device(ReturnSent, sent=sent, reason="not taken")
    assert keeper.replays()
