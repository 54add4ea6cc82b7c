"""Identities: checked, on record without the number, and asked for where the policy does."""

from datetime import UTC, date, timedelta
from typing import Any

import pytest

from dicehouse.house.cage import DepositFunds, WithdrawFunds
from dicehouse.house.identity import ComparePicture, IdentityRecorded, PictureCompared, RecordIdentity, age
from dicehouse.house.patrons import IssueCard, SetPolicy
from dicehouse.house.pins import CheckPin
from dicehouse.house.policy import GatePolicy, IdentityPolicy, Policy, read
from dicehouse.refusal import Why
from tests.house.books import stocked
from tests.house.keeper import Keeper, happened, only, refused

PASSPORT: dict[str, Any] = {
    "document": "passport", "number_reference": "5a17" * 8, "number_ends": "821", "born": date(1984, 3, 2),
    "expires": date(2031, 1, 1),
}  # fmt: skip
CARD = {"number": "1001", "pin_reference": "00" * 16}


def asking(**policy: Any) -> Keeper:
    keeper = stocked("ann")
    happened(keeper.operator(SetPolicy, policy=Policy(**policy)))
    return keeper


def test_whoever_checked_a_document_is_on_record_with_it_and_the_number_is_not() -> None:
    keeper = stocked("ann")
    event = only(keeper.cashier(RecordIdentity, patron="ann", **PASSPORT), IdentityRecorded)
    known = keeper.house.identities["ann"]
    assert (known.document, known.number_ends, known.born) == ("passport", "821", date(1984, 3, 2))
    assert (known.checked_by, known.at) == ("cara", event.at)
    assert refused(keeper.cashier(RecordIdentity, patron="nobody", **PASSPORT))[0] is Why.UNKNOWN_PATRON
    assert keeper.replays()


@pytest.mark.parametrize(
    "born, today, years",
    [
        (date(2008, 3, 2), date(2026, 3, 1), 17),
        (date(2008, 3, 2), date(2026, 3, 2), 18),
        (date(2008, 2, 29), date(2026, 2, 28), 17),
        (date(2008, 2, 29), date(2026, 3, 1), 18),
    ],
)
def test_someone_is_a_year_older_on_the_birthday_and_not_before(born: date, today: date, years: int) -> None:
    assert age(born, today) == years


@pytest.mark.parametrize("days, why", [(0, None), (1, Why.NOT_ELIGIBLE)])
def test_nobody_younger_than_the_policy_says_is_put_on_record(days: int, why: Why | None) -> None:
    keeper = asking(identity=IdentityPolicy())
    today = keeper.now.astimezone(UTC).date()
    born = date(today.year - 18, today.month, today.day) + timedelta(days=days)
    answer = keeper.cashier(RecordIdentity, patron="ann", **{**PASSPORT, "born": born})
    assert refused(answer)[0] is why if why else happened(answer)


@pytest.mark.parametrize("born", [date(1900, 1, 1), date(2030, 1, 1)])
def test_a_date_of_birth_of_nobody_alive_is_mistyped(born: date) -> None:
    answer = stocked("ann").cashier(RecordIdentity, patron="ann", **{**PASSPORT, "born": born})
    assert refused(answer)[0] is Why.MALFORMED


def test_a_document_is_one_that_the_policy_takes_and_is_good_today() -> None:
    keeper = asking(identity=IdentityPolicy(documents=("driver-licence",)))
    assert refused(keeper.cashier(RecordIdentity, patron="ann", **PASSPORT))[0] is Why.NOT_ALLOWED
    licence = {**PASSPORT, "document": "driver-licence"}
    old = {**licence, "expires": date(2020, 1, 1)}
    assert refused(keeper.cashier(RecordIdentity, patron="ann", **old))[0] is Why.TOO_LATE
    happened(keeper.cashier(RecordIdentity, patron="ann", **{**licence, "expires": None}))


def test_where_the_policy_asks_no_card_is_issued_without_an_identity_that_is_good() -> None:
    keeper = asking(identity=IdentityPolicy())
    assert refused(keeper.cashier(IssueCard, patron="ann", **CARD))[0] is Why.NOT_YET
    soon = {**PASSPORT, "expires": keeper.now.date() + timedelta(days=1)}
    happened(keeper.cashier(RecordIdentity, patron="ann", **soon))
    happened(keeper.cashier(IssueCard, patron="ann", **CARD))
    keeper.now += timedelta(days=3)
    assert refused(keeper.cashier(IssueCard, patron="ann", **{**CARD, "number": "1002"}))[0] is Why.TOO_LATE


def with_money(**gates: Any) -> Keeper:
    keeper = asking(gates=GatePolicy(**gates))
    happened(keeper.cashier(IssueCard, patron="ann", **CARD))
    happened(keeper.cashier(DepositFunds, person="ann", amount=500_000, means="cash"))
    return keeper


def takes(keeper: Keeper, amount: int) -> Any:
    return keeper.cashier(WithdrawFunds, person="ann", amount=amount, means="cash")


def test_above_a_sum_the_pin_is_keyed_right_no_longer_ago_than_the_policy_says() -> None:
    keeper = with_money(pin_above=50_000, minutes=10)
    happened(takes(keeper, 50_000))
    assert refused(takes(keeper, 50_001))[0] is Why.NOT_YET
    happened(keeper.cashier(CheckPin, card="1001", matched=False))
    assert refused(takes(keeper, 50_001))[0] is Why.NOT_YET, "a wrong one opens nothing"
    happened(keeper.cashier(CheckPin, card="1001", matched=True))
    happened(takes(keeper, 50_001))
    keeper.now += timedelta(minutes=9, seconds=58)
    happened(takes(keeper, 50_001))
    assert refused(takes(keeper, 50_001))[0] is Why.NOT_YET


def test_above_a_sum_the_picture_of_the_document_is_compared() -> None:
    keeper = with_money(picture_above=0)
    assert refused(keeper.cashier(ComparePicture, patron="ann"))[0] is Why.NOT_YET, "there is no picture yet"
    assert refused(keeper.cashier(ComparePicture, patron="nobody"))[0] is Why.UNKNOWN_PATRON
    assert refused(takes(keeper, 1))[0] is Why.NOT_YET
    happened(keeper.cashier(RecordIdentity, patron="ann", **PASSPORT))
    happened(takes(keeper, 1))
    only(keeper.cashier(ComparePicture, patron="ann", same=False), PictureCompared)
    assert refused(takes(keeper, 1))[0] is Why.NOT_YET, "it is another person"
    happened(keeper.cashier(ComparePicture, patron="ann"))
    happened(takes(keeper, 1))


def test_the_policy_file_says_both_in_dollars_and_years() -> None:
    found = read('[identity]\nleast_age = 21\n[gates]\npin_above = "500.00"\n')
    assert found.identity is not None
    assert found.identity.least_age == 21
    assert found.gates == GatePolicy(pin_above=50_000)
