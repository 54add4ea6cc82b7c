"""Chips bought at tables as the house counts them, and what it takes back when a table undoes a sale."""

from datetime import date
from typing import Any

import pytest

from dicehouse.house.cage import BuyIn, ConfirmReceipt, DepositFunds
from dicehouse.house.declarations import RecordDeclaration
from dicehouse.house.limits import SetLimit
from dicehouse.house.patron_state import Declarations
from dicehouse.house.play_record import RecordCash
from dicehouse.house.purchases import BuyInRefunded, PurchaseReversed, ReversePurchase
from dicehouse.house.sentences import told
from dicehouse.house.trays import CountTray
from dicehouse.refusal import Why
from tests.house.books import holds, moves, stocked
from tests.house.keeper import Keeper, happened, kinds, only, refused

SEVEN = "table 7"
MONDAY, TUESDAY = date(2026, 3, 2), date(2026, 3, 3)


def sold(keeper: Keeper, sale: str, amount: int, *, late: bool = False) -> None:
    """Ann, who has a loss limit, buys chips with cash."""
    happened(keeper.device(RecordCash, patron="ann", place=SEVEN, amount=amount, sale=sale))
    declared: dict[str, Any] = {"patron": "ann", "table": SEVEN, "what": "bought", "amount": amount, "late": late}
    happened(keeper.device(RecordDeclaration, sale=sale, **declared))


def undo(keeper: Keeper, sale: str, amount: int, *, account: bool = False, patron: str = "ann") -> Any:
    says: dict[str, Any] = {"patron": patron, "table": SEVEN, "sale": sale, "amount": amount, "account": account}
    return keeper.device(ReversePurchase, reason="meant for the next seat", **says)


def ann() -> Keeper:
    keeper = stocked("ann")
    happened(keeper.patron("ann", SetLimit, patron="ann", limit="day", amount=100_000))
    return keeper


@pytest.mark.clause("star-sicbo-2024", "9.2.1")
def test_what_was_counted_of_a_sale_counts_no_longer_on_its_own_day() -> None:
    keeper = ann()
    sold(keeper, "table 7/one", 5_000)
    sold(keeper, "table 7/two", 3_000, late=True)
    keeper.waits(days=1)
    sold(keeper, "table 7/three", 1_000)
    event = only(undo(keeper, "table 7/two", 3_000), PurchaseReversed)
    assert (event.day, event.cash, event.declared, event.late) == (MONDAY, 3_000, 3_000, 3_000)
    assert told(event) == (
        "Of a sale to ann at table 7, $30 in cash and $30 declared count no longer on 2026-03-02"
    )  # fmt: skip
    days = keeper.house.patrons["ann"].days
    assert (days[MONDAY].cash, days[MONDAY].other) == (5_000, 5_000)
    assert days[MONDAY].declared[SEVEN] == Declarations(bought=5_000)
    assert (days[TUESDAY].cash, days[TUESDAY].declared[SEVEN].bought) == (1_000, 1_000)
    assert keeper.replays()


def test_what_was_paid_without_a_declaration_leaves_the_declarations_alone() -> None:
    keeper = stocked("ann")
    happened(keeper.device(RecordCash, patron="ann", place=SEVEN, amount=700, sale="table 7/one"))
    happened(keeper.device(RecordCash, patron="ann", place="hall/3", amount=500))
    assert only(undo(keeper, "table 7/one", 700), PurchaseReversed).declared == 0
    assert keeper.house.patrons["ann"].days[MONDAY].cash == 500, "notes in a terminal are no sale"


def test_a_sale_is_taken_out_once_and_only_of_someone_on_the_books() -> None:
    keeper = ann()
    sold(keeper, "table 7/one", 5_000)
    happened(undo(keeper, "table 7/one", 5_000))
    assert refused(undo(keeper, "table 7/one", 5_000))[0] is Why.ALREADY_DONE
    assert refused(undo(keeper, "table 7/one", 5_000, patron="zoe"))[0] is Why.UNKNOWN_PATRON
    assert refused(keeper.cashier(ReversePurchase, patron="ann", table=SEVEN, sale="s", amount=1, account=True,
                                  reason="by hand"))[0] is Why.NOT_ALLOWED  # fmt: skip


@pytest.mark.parametrize("counted", [True, False])
def test_a_buy_in_goes_back_to_its_account_and_out_of_the_drop(counted: bool) -> None:
    keeper = stocked("ann")
    if counted:
        happened(keeper.cashier(CountTray, table=SEVEN, when="opener", counted=0, with_="dora"))
    happened(keeper.cashier(DepositFunds, person="ann", amount=5_000, means="bank-transfer"))
    happened(keeper.patron("ann", BuyIn, id="b1", person="ann", table=SEVEN, amount=4_000))
    happened(keeper.device(ConfirmReceipt, sent="b1"))
    answer = happened(undo(keeper, "table 7/~sent:b1", 4_000, account=True))
    assert kinds(answer) == ["BuyInRefunded"]
    event = only(answer, BuyInRefunded)
    assert moves(event) == [("transit/table 7", -4_000), ("patron/ann", 4_000)]
    assert [(it.account, it.amount) for it in event.told] == [("~tables", -4_000), ("transit/table 7", 4_000)]
    assert (holds(keeper, "patron/ann"), holds(keeper, "transit/table 7"), holds(keeper, "~tables")) == (5_000, 0, 0)
    if counted:
        assert keeper.house.trays[SEVEN].paper == 0
    assert told(event).startswith("$40 of ann came back from table 7, where the sale was undone: meant")
    assert keeper.replays()
