"""Chips between the cage and the tray of a table: asked for, checked, handed over, and counted by someone else."""

from pathlib import Path
from typing import Any

import pytest

from dicehouse.house.cage import StockCage
from dicehouse.house.slips import ApproveSlip, DeliverFill, ReceiveCredit
from dicehouse.refusal import Why
from dicehouse.table.counted import Chips, worth
from dicehouse.table.opening import CloseTable
from dicehouse.table.tray import AskForCredit, AskForFill, ReceiveFill, SendFillBack
from tests.stories.evening import TRAY, Evening, happened, refused

CHIPS = (Chips(10_000, 30), Chips(2_500, 60), Chips(500, 100))
"""5,000.00 in chips."""


def ask(evening: Evening, order: type[AskForFill | AskForCredit], **fields: Any) -> str:
    """The number that the house gave to what the dealer asked for, checked at the cage."""
    happened(evening.dealer("star", order, **(fields or {"chips": CHIPS})))
    (number,) = evening.house.slips
    assert evening.house.slips[number].requested_by == "dana"
    happened(evening.cage_does(ApproveSlip, by="cleo", role="cage-supervisor", slip=number))
    return number


def hand_over(evening: Evening, number: str) -> None:
    happened(evening.cage_does(DeliverFill, by="cass", role="cashier", slip=number))


def test_a_fill_is_asked_for_at_the_table_and_counted_there_by_someone_else(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        chips = evening.balance("cage/chips")
        number = ask(evening, AskForFill)
        assert number == "F-00002", "the first filled the tray for the opening"
        hand_over(evening, number)
        table = evening.table("star")
        assert (table.float, table.fills[number].chips, table.fills[number].handed_by) == (TRAY, CHIPS, "cass")
        assert evening.balance("counter/star") == worth(CHIPS) == 500_000
        same = evening.submit("star", ReceiveFill, by="cass", role="dealer", slip=number, chips=CHIPS)
        assert refused(same).why is Why.SAME_PERSON
        evening.restart(crash=True)
        happened(evening.dealer("star", ReceiveFill, slip=number, chips=CHIPS))
        assert evening.table("star").float == TRAY + 500_000
        assert refused(evening.dealer("star", ReceiveFill, slip=number, chips=CHIPS)).why is Why.UNKNOWN_ID
        slip = evening.house.past_slips[number]
        hands = (slip.requested_by, slip.approved_by, slip.handed_by, slip.received_by)
        assert hands == ("dana", "cleo", "cass", "dana")
        assert (evening.balance("cage/chips"), evening.balance("counter/star")) == (chips - 500_000, 0)
        assert not evening.house.sent


@pytest.mark.parametrize("closes", [False, True])
def test_a_fill_that_the_table_does_not_take_is_back_in_the_cage(tmp_path: Path, closes: bool) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        chips = evening.balance("cage/chips")
        number = ask(evening, AskForFill)
        if closes:
            happened(evening.staff("star", CloseTable))
        hand_over(evening, number)
        if not closes:
            happened(evening.dealer("star", SendFillBack, slip=number, reason="for the other table"))
        assert evening.balance("cage/chips") == chips
        said = "did not take it" if closes else "dana sent it back: for the other table"
        assert said in evening.house.past_slips[number].ended


def test_a_fill_above_the_stock_of_the_cage_is_refused_and_nothing_is_half_done(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        there = evening.balance("cage/chips")
        happened(evening.cage_does(StockCage, what="chips", amount=there - 499_999, out=True))
        number = ask(evening, AskForFill)
        no = refused(evening.cage_does(DeliverFill, by="cass", role="cashier", slip=number))
        assert (no.why, no.next) == (Why.NOT_ENOUGH, "bring chips from the vault")
        assert (evening.balance("cage/chips"), evening.balance("counter/star")) == (499_999, 0)
        assert (number in evening.house.slips, evening.table("star").fills) == (True, {})
        happened(evening.cage_does(StockCage, what="chips", amount=1))
        hand_over(evening, number)
        again = refused(evening.cage_does(DeliverFill, by="cora", role="cashier", slip=number))
        assert again.why is Why.UNKNOWN_ID, "two cashiers pressed at once"
        assert number in evening.table("star").fills


def test_chips_that_the_tray_does_not_need_are_counted_at_the_cage(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        chips = evening.balance("cage/chips")
        number = ask(evening, AskForCredit)
        assert number == "C-00002"
        assert evening.table("star").float == TRAY - 500_000
        few = refused(evening.cage_does(ReceiveCredit, by="cass", role="cashier", slip=number, chips=CHIPS[:2]))
        assert few.why is Why.ENTRY_DIFFERS
        happened(evening.cage_does(ReceiveCredit, by="cass", role="cashier", slip=number, chips=CHIPS))
        assert evening.balance("cage/chips") == chips + 500_000
        assert refused(evening.dealer("star", AskForCredit, amount=TRAY)).why is Why.NOT_ENOUGH
