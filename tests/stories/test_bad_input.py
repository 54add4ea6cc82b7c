"""What was done before, or never, and what is over: refused with its clause and a next step, and nothing half done."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from dicehouse.house import limits
from dicehouse.house.state import house_hash
from dicehouse.refusal import Why
from dicehouse.table import state_hash
from dicehouse.table.chips import BuyChips
from dicehouse.table.mispayments import RecordMispayment
from dicehouse.table.orders import Answer
from dicehouse.table.paid import MarkPaid
from dicehouse.table.sales import ReverseSale
from dicehouse.table.standing import LiftExclusion
from tests.stories.evening import Evening, happened, refused

STAR = "star"
Asked = Callable[[], Answer]
"""What is refused, once everything before it has happened."""


def no_exclusion(evening: Evening) -> Asked:
    return lambda: evening.staff(STAR, LiftExclusion, person="ann", reason="a mistake")


def correction_of_a_correction(evening: Evening) -> Asked:
    said: dict[str, Any] = {"of": "wager", "due": 700, "paid": 600, "person": "ann", "seat": 1}
    happened(evening.staff(STAR, RecordMispayment, id="m1", **said))
    return lambda: evening.staff(STAR, RecordMispayment, bet="m1", **said)


def break_in_the_past(evening: Evening) -> Asked:
    happened(evening.cage_does(limits.SetLimit, patron="ann", limit="day", amount=50_000))
    return lambda: evening.cage_does(limits.RequireBreak, patron="ann", until=evening.now - timedelta(minutes=1))


def seat_paid_twice(evening: Evening) -> Asked:
    evening.invite(STAR)
    happened(evening.bet("ann", STAR, "small", 1_000))
    evening.result(STAR, 1, 2, 5)
    happened(evening.dealer(STAR, MarkPaid, seat=1))
    return lambda: evening.dealer(STAR, MarkPaid, seat=1)


def reversal_of_a_reversed_sale(evening: Evening) -> Asked:
    happened(evening.dealer(STAR, BuyChips, id="sale", seat=1, amount=2_000, with_="cash"))
    happened(evening.dealer(STAR, ReverseSale, sale="sale", reason="the wrong seat"))
    return lambda: evening.dealer(STAR, ReverseSale, sale="sale", reason="the wrong seat")


@pytest.mark.parametrize(
    "before, why, clause, instead",
    [
        (no_exclusion, Why.UNKNOWN_ID, "9.8.2", "name someone who is"),
        (correction_of_a_correction, Why.NOT_ELIGIBLE, "8.10", "put that right, or close it"),
        (break_in_the_past, Why.WRONG_TIME, "star-sicbo-2024 9.4", "name a later moment"),
        (seat_paid_twice, Why.ALREADY_DONE, "5.5", "pay the next seat, or settle"),
        (reversal_of_a_reversed_sale, Why.ALREADY_DONE, '1.1 "Cash Change"', "sell chips anew"),
    ],
)
def test_it_is_refused_with_its_clause_and_leaves_everything_as_it_was(
    before: Callable[[Evening], Asked], why: Why, clause: str, instead: str, tmp_path: Path
) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        evening.register("ann")
        evening.sit("ann", STAR, money=10_000)
        asked = before(evening)
        books, table, house = evening.floor.store.balances(), state_hash(evening.table(STAR)), house_hash(evening.house)
        answer = refused(asked())
        assert (answer.why, answer.clause, answer.next) == (why, clause, instead)
        assert (state_hash(evening.table(STAR)), house_hash(evening.house)) == (table, house)
        evening.restart(crash=True)
        assert evening.floor.store.balances() == books
