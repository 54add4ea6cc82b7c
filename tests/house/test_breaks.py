"""A break that a patron takes: from when, how long, by whom, and that nobody else's rule ends it."""

from datetime import timedelta

import pytest

from dicehouse.house.breaks import LONGEST, BreakEnded, BreakTaken, EndBreak, TakeBreak, on_break
from dicehouse.house.limits import RequireBreak
from dicehouse.house.patrons import RegisterPatron
from dicehouse.refusal import Why
from dicehouse.table.orders import Answer
from tests.house.keeper import Keeper, happened, only, refused

SECOND = timedelta(seconds=1)


@pytest.fixture
def house() -> Keeper:
    keeper = Keeper()
    happened(keeper.cashier(RegisterPatron, patron="ann"))
    happened(keeper.cashier(RegisterPatron, patron="bob"))
    return keeper


def takes(house: Keeper, lasts: timedelta, by: str = "ann") -> Answer:
    """A break from the next command on."""
    return house.patron(by, TakeBreak, patron="ann", until=house.now + SECOND + lasts)


def test_a_break_begins_at_once_and_is_over_at_its_end(house: Keeper) -> None:
    it = only(takes(house, timedelta(minutes=5)), BreakTaken)
    ann = house.house.patrons["ann"]
    assert on_break(ann, house.now) == it.until
    assert on_break(ann, it.until - SECOND) == it.until
    assert on_break(ann, it.until) is None
    assert on_break(house.house.patrons["bob"], house.now) is None


def test_a_break_lasts_a_day_at_most_and_not_less_than_no_time(house: Keeper) -> None:
    assert refused(takes(house, timedelta(0)))[0] is Why.WRONG_TIME
    assert refused(takes(house, LONGEST + SECOND))[0] is Why.ABOVE_MAXIMUM
    happened(takes(house, SECOND))
    happened(takes(house, LONGEST))


def test_a_break_is_ended_once_by_its_own_player_or_staff_at_their_word(house: Keeper) -> None:
    happened(takes(house, timedelta(minutes=30)))
    assert refused(house.patron("bob", EndBreak, patron="ann"))[0] is Why.NOT_ALLOWED
    only(house.patron("ann", EndBreak, patron="ann"), BreakEnded)
    assert on_break(house.house.patrons["ann"], house.now) is None
    assert refused(house.patron("ann", EndBreak, patron="ann"))[0] is Why.ALREADY_DONE
    happened(takes(house, timedelta(minutes=30)))
    only(house.cashier(EndBreak, patron="ann"), BreakEnded)


def test_nobody_takes_a_break_for_another_or_for_a_stranger(house: Keeper) -> None:
    assert refused(takes(house, timedelta(minutes=5), by="bob"))[0] is Why.NOT_ALLOWED
    until = house.now + timedelta(minutes=5)
    assert refused(house.cashier(TakeBreak, patron="zoe", until=until))[0] is Why.UNKNOWN_PATRON
    assert refused(house.cashier(EndBreak, patron="zoe"))[0] is Why.UNKNOWN_PATRON


def test_a_break_that_is_over_cannot_be_ended_again(house: Keeper) -> None:
    it = only(takes(house, timedelta(minutes=5)), BreakTaken)
    assert refused(house.until(it.until).patron("ann", EndBreak, patron="ann"))[0] is Why.ALREADY_DONE


def test_a_break_of_ones_own_is_not_the_one_that_a_limit_asks_for(house: Keeper) -> None:
    happened(takes(house, timedelta(minutes=30)))
    until = house.now + timedelta(minutes=5)
    assert refused(house.supervisor(RequireBreak, patron="ann", until=until))[0] is Why.NOT_ELIGIBLE
    assert house.house.pauses == {}
