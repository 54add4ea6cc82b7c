"""Exclusions, pauses and recommendations on the books of the house."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.house.cage import BuyIn, DepositFunds, StockCage, WithdrawFunds
from dicehouse.house.exclusions import (
    DeclineRecommendation,
    EndExclusion,
    ExcludeFromCasino,
    ExclusionEnded,
    ExclusionRecommended,
    ExclusionRecorded,
    RecommendExclusion,
    RecordExclusion,
    RecordLifting,
    RecordPause,
    exclusion_at,
    from_casino,
    in_force,
)
from dicehouse.house.patrons import IssueCard, RegisterPatron
from dicehouse.house.playtime import SitDown
from dicehouse.house.vouchers import HandInVoucher, IssueVoucher
from dicehouse.refusal import Why
from dicehouse.table.cases import Exclusion
from dicehouse.table.notices import NoticeGiven
from tests.croupier import happened, only, refused
from tests.house.keeper import NOON, Keeper

STAR, CRAPS = "star-sicbo-2024", "star-craps"


def keeper() -> Keeper:
    made = Keeper()
    happened(made.operator(StockCage, what="cash", amount=1_000_000))
    happened(made.cashier(RegisterPatron, patron="ann"))
    happened(made.cashier(DepositFunds, person="ann", amount=50_000, means="bank-transfer"))
    return made


def order(out_of: Any = "casino", **more: Any) -> Exclusion:
    made: dict[str, Any] = {"reason": "a computer", "by": "sue", "role": "casino-supervisor", "since": NOON}
    return Exclusion(**{"out_of": out_of, "clause": f"{CRAPS} 9.3.3", **made, **more})


def record(house: Keeper, out_of: str = "casino", **more: Any) -> Exclusion:
    made = order(out_of, **more)
    fields: dict[str, Any] = {"person": "ann", "table": "craps 1", "game": "craps", "exclusion": made}
    assert only(house.device(RecordExclusion, **fields), ExclusionRecorded).clause == f"{CRAPS} 9.3.3"
    return made


@pytest.mark.clause(CRAPS, "9.3.3")
def test_whoever_is_excluded_from_the_casino_is_paid_what_is_owed_and_nothing_else() -> None:
    house = keeper()
    record(house)
    says: dict[str, Any] = {"person": "ann", "amount": 1_000}
    assert refused(house.cashier(DepositFunds, means="cash", **says)) == (Why.EXCLUDED, f"{CRAPS} 9.3.3")
    assert refused(house.patron("ann", BuyIn, table="craps 1", **says)) == (Why.EXCLUDED, f"{CRAPS} 9.3.3")
    happened(house.cashier(WithdrawFunds, means="cash", **says))
    happened(house.cashier(RegisterPatron, patron="bob"))
    assert house.replays()


@pytest.mark.clause(CRAPS, "9.3.3")
def test_whoever_is_excluded_from_the_casino_gets_no_card_and_no_seat() -> None:
    house = keeper()
    record(house)
    assert refused(house.cashier(RegisterPatron, patron="ann")) == (Why.EXCLUDED, f"{CRAPS} 9.3.3")
    card: dict[str, Any] = {"number": "17", "pin_reference": "0" * 32}
    assert refused(house.cashier(IssueCard, patron="ann", **card)) == (Why.EXCLUDED, f"{CRAPS} 9.3.3")
    sits: dict[str, Any] = {"place": "craps 1", "where": "table"}
    assert refused(house.device(SitDown, patron="ann", **sits)) == (Why.EXCLUDED, f"{CRAPS} 9.3.3")


@pytest.mark.clause(CRAPS, "9.3.3")
def test_the_voucher_of_someone_who_is_excluded_is_not_exchanged() -> None:
    house = keeper()
    for person, voucher in (("ann", "V1"), ("bob", "V2")):
        until = NOON + timedelta(days=30)
        happened(house.supervisor(IssueVoucher, voucher=voucher, person=person, amount=2_000, until=until))
    record(house)
    assert refused(house.cashier(HandInVoucher, voucher="V1", table="craps 1")) == (Why.EXCLUDED, f"{CRAPS} 9.3.3")
    happened(house.cashier(HandInVoucher, voucher="V2", table="craps 1"))
    assert refused(house.cashier(HandInVoucher, voucher="V3", table="craps 1")) == (Why.UNKNOWN_ID, None)
    assert [it.used for it in house.house.vouchers.values()] == [False, True]


@pytest.mark.clause(CRAPS, "9.3.3")
def test_chips_that_someone_leaves_a_table_with_are_theirs() -> None:
    house = keeper()
    record(house, until=NOON + timedelta(days=30))
    happened(house.cashier(DepositFunds, person="ann", amount=1_000, means="chips"))
    assert refused(house.cashier(DepositFunds, person="ann", amount=1_000, means="eftpos"))[0] is Why.EXCLUDED


@pytest.mark.parametrize(
    "out_of, table, game, document, holds",
    [
        ("casino", "sic bo 1", "sicbo", STAR, True),
        ("game", "craps 2", "craps", CRAPS, True),
        ("game", "craps 9", "crapless", CRAPS, True),  # another game of the same document
        ("game", "sic bo 1", "sicbo", STAR, False),
        ("table", "craps 1", "craps", CRAPS, True),
        ("table", "craps 2", "craps", CRAPS, False),
    ],
)
def test_an_exclusion_holds_as_far_as_it_goes(out_of: str, table: str, game: str, document: str, holds: bool) -> None:
    house = keeper()
    made = record(house, out_of)
    found = exclusion_at(house.house, "ann", table, game=game, document=document, at=house.now)
    assert found == (made if holds else None)
    assert (from_casino(house.house, "ann", house.now) is not None) is (out_of == "casino")


def test_of_several_the_furthest_is_told_and_each_is_lifted_by_itself() -> None:
    house = keeper()
    game, casino = record(house, "game"), record(house)
    where: dict[str, Any] = {"game": "craps", "document": CRAPS, "at": house.now}
    assert exclusion_at(house.house, "ann", "craps 1", **where) == casino
    says: dict[str, Any] = {"person": "ann", "reason": "reviewed"}
    only(house.device(RecordLifting, exclusion=casino, **says), ExclusionEnded)
    assert refused(house.device(RecordLifting, exclusion=casino, **says))[0] is Why.UNKNOWN_ID
    assert exclusion_at(house.house, "ann", "craps 1", **where) == game
    only(house.manager(EndExclusion, **says), ExclusionEnded)
    assert refused(house.manager(EndExclusion, **says))[0] is Why.UNKNOWN_ID
    assert house.house.exclusions == {}
    assert house.replays()


def test_an_exclusion_is_over_when_its_time_has_come() -> None:
    house = keeper()
    made = record(house, until=house.now + timedelta(hours=1))
    assert made.until is not None
    assert in_force(house.house, "ann", made.until - timedelta(seconds=1))
    assert not in_force(house.house, "ann", made.until)


@pytest.mark.clause("aruze-sicbo", "8.7.3")
def test_a_gaming_manager_decides_what_a_table_recommends() -> None:
    house = keeper()
    asks: dict[str, Any] = {"person": "ann", "table": "hall", "clause": "aruze-sicbo 8.7.3", "reason": "a magnet"}
    answer = happened(house.device(RecommendExclusion, **asks))
    recommended, notice = answer
    assert isinstance(recommended, ExclusionRecommended)
    assert isinstance(notice, NoticeGiven)
    assert (notice.to, notice.clause) == ("gaming-manager", "aruze-sicbo 8.7.3")
    assert refused(house.device(RecommendExclusion, **asks)) == (Why.ALREADY_DONE, "aruze-sicbo 8.7.3")
    says: dict[str, Any] = {"person": "ann", "reason": "nothing was found"}
    assert refused(house.cashier(DeclineRecommendation, **says))[0] is Why.NOT_ALLOWED
    happened(house.manager(DeclineRecommendation, **says))
    assert refused(house.manager(DeclineRecommendation, **says))[0] is Why.UNKNOWN_ID
    happened(house.device(RecommendExclusion, id="again", **asks))
    past = house.now
    assert refused(house.manager(ExcludeFromCasino, until=past, **says)) == (Why.WRONG_TIME, "aruze-sicbo 8.7.3")
    made = only(house.manager(ExcludeFromCasino, **says), ExclusionRecorded)
    assert (made.clause, house.house.recommendations) == ("aruze-sicbo 8.7.3", {})
    assert refused(house.manager(ExcludeFromCasino, **says)) == (Why.ALREADY_DONE, "aruze-sicbo 8.7.3")
    assert refused(house.device(RecommendExclusion, id="late", **asks)) == (Why.ALREADY_DONE, "aruze-sicbo 8.7.3")
    assert house.replays()


def test_people_exclude_themselves_alone_and_a_manager_alone_lets_them_in_again() -> None:
    house = keeper()
    day = house.now + timedelta(days=1)
    wish: dict[str, Any] = {"reason": "own wish", "until": day}
    assert refused(house.patron("bob", ExcludeFromCasino, person="ann", **wish))[0] is Why.NOT_ALLOWED
    made = only(house.patron("ann", ExcludeFromCasino, person="ann", **wish), ExclusionRecorded)
    assert (made.record.exclusion.by, made.record.exclusion.until) == ("ann", day)
    assert from_casino(house.house, "ann", house.now)
    assert from_casino(house.house, "ann", day) is None
    assert refused(house.patron("ann", EndExclusion, person="ann", reason="again"))[0] is Why.NOT_ALLOWED
    happened(house.manager(EndExclusion, person="ann", reason="asked twice"))
    assert house.replays()


@pytest.mark.clause(STAR, "9.4")
def test_a_pause_is_kept_until_it_is_over() -> None:
    house = keeper()
    soon, later = house.now + timedelta(minutes=1), house.now + timedelta(hours=1)
    happened(house.device(RecordPause, person="ann", until=soon))
    house.until(soon)
    happened(house.device(RecordPause, person="bob", until=later))
    assert house.house.pauses == {"bob": later}
