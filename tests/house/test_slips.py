"""Slips of fills and credits: numbered by the house, said in chips, kept with everyone who had a hand in them."""

import pytest

from dicehouse.house.cage import ConfirmReceipt, ReturnSent
from dicehouse.house.slips import (
    KEPT,
    ApproveSlip,
    CancelSlip,
    CreditReceived,
    DeliverFill,
    FillDelivered,
    ReceiveCredit,
    RequestCredit,
    RequestFill,
    SlipRequested,
)
from dicehouse.refusal import Why
from dicehouse.table.counted import Chips
from tests.house.books import stocked
from tests.house.keeper import Keeper, happened, only, refused

SEVEN = "table 7"
FIVE_HUNDRED = (Chips(10_000, 3), Chips(2_500, 8))


def test_the_house_numbers_the_slips_one_after_the_other() -> None:
    keeper = stocked()
    numbers = [
        only(keeper.cashier(kind, table=SEVEN, amount=100), SlipRequested).slip
        for kind in (RequestFill, RequestCredit, RequestFill)
    ]
    assert numbers == ["F-00001", "C-00002", "F-00003"]
    happened(keeper.supervisor(CancelSlip, slip="F-00003", reason="not needed"))
    assert only(keeper.cashier(RequestFill, table=SEVEN, amount=100), SlipRequested).slip == "F-00004"


def test_a_number_that_was_written_elsewhere_is_not_given_again() -> None:
    keeper = stocked()
    happened(keeper.cashier(RequestFill, slip="F-00001", table=SEVEN, amount=100))
    assert only(keeper.cashier(RequestFill, table=SEVEN, amount=100), SlipRequested).slip == "F-00002"


def test_a_slip_is_worth_its_chips() -> None:
    keeper = stocked()
    asked = only(keeper.cashier(RequestFill, table=SEVEN, chips=FIVE_HUNDRED), SlipRequested)
    assert (asked.amount, asked.chips) == (50_000, FIVE_HUNDRED)
    assert refused(keeper.cashier(RequestFill, table=SEVEN, chips=FIVE_HUNDRED, amount=1))[0] is Why.ENTRY_DIFFERS
    assert refused(keeper.cashier(RequestFill, table=SEVEN))[0] is Why.BAD_STAKE


def asked_and_checked(keeper: Keeper, kind: type[RequestFill | RequestCredit]) -> str:
    slip: str = only(keeper.cashier(kind, table=SEVEN, chips=FIVE_HUNDRED), SlipRequested).slip
    happened(keeper.supervisor(ApproveSlip, slip=slip))
    return slip


def test_everyone_who_had_a_hand_in_a_fill_is_on_record_with_the_time() -> None:
    keeper = stocked()
    asked = only(keeper.device(RequestFill, table=SEVEN, chips=FIVE_HUNDRED, asked_by="gil"), SlipRequested)
    happened(keeper.supervisor(ApproveSlip, slip=asked.slip))
    handed = only(keeper.cashier(DeliverFill, slip=asked.slip), FillDelivered)
    assert (handed.chips, handed.to_count) == (FIVE_HUNDRED, True)
    slip = keeper.house.past_slips[asked.slip]
    assert (slip.requested_by, slip.requested_at) == ("gil", asked.at)
    assert slip.received_by == ""
    happened(keeper.device(ConfirmReceipt, sent=asked.slip, received_by="dana"))
    assert (slip.received_by, slip.received_at, slip.ended) == ("dana", keeper.now, "")
    assert keeper.replays()


def test_whoever_asked_at_the_table_does_not_check_it_at_the_cage() -> None:
    keeper = stocked()
    happened(keeper.device(RequestFill, table=SEVEN, amount=100, asked_by="sue"))
    assert refused(keeper.supervisor(ApproveSlip, slip="F-00001"))[0] is Why.SAME_PERSON


def test_a_fill_that_came_back_says_why() -> None:
    keeper = stocked()
    slip = asked_and_checked(keeper, RequestFill)
    happened(keeper.cashier(DeliverFill, slip=slip))
    happened(keeper.device(ReturnSent, sent=slip, reason="dana sent it back: for another table"))
    assert keeper.house.past_slips[slip].ended == "dana sent it back: for another table"


def test_a_credit_is_counted_by_value_at_the_cage() -> None:
    keeper = stocked()
    slip = asked_and_checked(keeper, RequestCredit)
    short = (Chips(10_000, 3), Chips(2_500, 7))
    assert refused(keeper.cashier(ReceiveCredit, slip=slip, chips=short))[0] is Why.ENTRY_DIFFERS
    assert refused(keeper.cashier(ReceiveCredit, slip=slip, chips=short, counted=1))[0] is Why.ENTRY_DIFFERS
    only(keeper.cashier(ReceiveCredit, slip=slip, chips=FIVE_HUNDRED), CreditReceived)
    assert keeper.house.past_slips[slip].received_by == "cara"


@pytest.mark.parametrize("more", [0, 5])
def test_the_latest_slips_stay_on_record_and_those_on_their_way_always_do(more: int) -> None:
    keeper = stocked()
    first = asked_and_checked(keeper, RequestFill)
    happened(keeper.cashier(DeliverFill, slip=first))
    for _ in range(KEPT + more):
        slip = only(keeper.cashier(RequestCredit, table=SEVEN, amount=100), SlipRequested).slip
        happened(keeper.supervisor(CancelSlip, slip=slip, reason="not needed"))
    assert len(keeper.house.past_slips) == KEPT + 1
    assert first in keeper.house.past_slips
