"""What wrong payments owe: kept at the cage once the person has left the table, paid or taken there, or given up."""

from typing import Any

import pytest

from dicehouse.house.owed import OwedRecorded, OwedSettled, OwedWrittenOff, RecordOwed, SettleOwed, WriteOffOwed
from dicehouse.house.state import House
from dicehouse.refusal import Why
from tests.house.books import holds, moves, stocked
from tests.house.keeper import Keeper, happened, only, refused

S24 = "star-sicbo-2024"
M1 = "table 7/m1"
ACCOUNT = "~owed/table 7/m1"
RULE = f"{S24} 8.10"


def owing(amount: int, *patrons: str, **house: Any) -> Keeper:
    """A house that owes ann so much by wrong payment m1 of table 7; below nothing: ann owes it."""
    keeper = stocked(*patrons, **house)
    said = {"table": "table 7", "mispayment": "m1", "person": "ann", "amount": amount, "rule": RULE}
    recorded = only(keeper.device(RecordOwed, **said), OwedRecorded)
    assert (recorded.owed, recorded.clause, moves(recorded)) == (M1, RULE, [])
    assert refused(keeper.device(RecordOwed, **said)) == (Why.DUPLICATE_ID, RULE)
    assert holds(keeper, ACCOUNT) == amount
    return keeper


@pytest.mark.clause(S24, "8.12.1.1")
@pytest.mark.parametrize(
    "means, paid_from, gets", [("cash", "cage/cash", "~cash"), ("chips", "cage/chips", "chips/outside")]
)
def test_whoever_was_paid_too_little_is_paid_at_the_cage_once(means: str, paid_from: str, gets: str) -> None:
    keeper = owing(1_000)
    done = only(keeper.cashier(SettleOwed, owed=M1, means=means), OwedSettled)
    assert (done.person, done.amount, done.back, done.left) == ("ann", 1_000, False, 0)
    assert moves(done) == [(ACCOUNT, -1_000), ("~house", 1_000), (paid_from, -1_000), (gets, 1_000)]
    assert holds(keeper, ACCOUNT) == 0
    assert refused(keeper.cashier(SettleOwed, owed=M1)) == (Why.UNKNOWN_ID, None)


@pytest.mark.clause(S24, "8.12.1.2")
@pytest.mark.parametrize(
    "means, goes_to, gives", [("cash", "cage/cash", "~cash"), ("chips", "cage/chips", "chips/outside")]
)
def test_whoever_was_paid_too_much_pays_it_back_at_the_cage_in_parts_and_no_further(
    means: str, goes_to: str, gives: str
) -> None:
    keeper = owing(-20_000)
    done = only(keeper.cashier(SettleOwed, owed=M1, amount=5_000, means=means), OwedSettled)
    assert (done.back, done.left) == (True, 15_000)
    assert moves(done) == [(gives, -5_000), (goes_to, 5_000), ("~house", -5_000), (ACCOUNT, 5_000)]
    assert refused(keeper.cashier(SettleOwed, owed=M1, amount=15_001)) == (Why.ABOVE_LIMIT, RULE)
    assert only(keeper.cashier(SettleOwed, owed=M1), OwedSettled).amount == 15_000
    assert not keeper.house.owed


def test_it_may_go_through_the_account_of_someone_who_has_one() -> None:
    keeper = owing(1_000, "ann")
    assert moves(only(keeper.cashier(SettleOwed, owed=M1, means="account"), OwedSettled)) == [
        (ACCOUNT, -1_000), ("patron/ann", 1_000),
    ]  # fmt: skip
    day = next(iter(keeper.house.patrons["ann"].days.values()))
    assert (day.deposited, day.other) == (0, 1_000), "it is no deposit"
    said = {"table": "table 7", "mispayment": "m2", "person": "ann", "amount": -1_001, "rule": RULE}
    happened(keeper.device(RecordOwed, **said))
    assert refused(keeper.cashier(SettleOwed, owed="table 7/m2", means="account")) == (Why.NOT_ENOUGH, RULE)
    happened(keeper.cashier(SettleOwed, owed="table 7/m2", amount=1_000, means="account"))
    assert (holds(keeper, "patron/ann"), day.withdrawn) == (0, 1_000)


def test_nobody_is_paid_to_an_account_they_have_not_or_from_an_empty_cage() -> None:
    keeper = owing(1_000, cash=999)
    assert refused(keeper.cashier(SettleOwed, owed=M1, means="account"))[0] is Why.UNKNOWN_PATRON
    assert refused(keeper.cashier(SettleOwed, owed=M1)) == (Why.NOT_ENOUGH, RULE)


@pytest.mark.clause(S24, "8.10.2")
@pytest.mark.parametrize("amount", [1_000, -1_000])
def test_it_is_given_up_on_the_word_of_the_table_alone(amount: int) -> None:
    keeper = owing(amount)
    assert refused(keeper.manager(WriteOffOwed, owed=M1, reason="gone"))[0] is Why.NOT_ALLOWED
    done = only(keeper.device(WriteOffOwed, owed=M1, reason="gone"), OwedWrittenOff)
    assert (done.amount, moves(done)) == (amount, [(ACCOUNT, -amount), ("~house", amount)])
    assert refused(keeper.device(WriteOffOwed, owed=M1, reason="gone")) == (Why.UNKNOWN_ID, None)
    assert not keeper.house.owed


def test_a_house_of_before_owes_nothing() -> None:
    assert House().owed == {}
