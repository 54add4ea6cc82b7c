"""Winners are told in time, claims are met or denied with reasons, and prizes are paid as each edition says."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from dicehouse.house.promotions.awarding import (
    AwardPrize,
    ClaimDenied,
    ClaimPrize,
    DenyClaim,
    PrizeAwarded,
    PublishResults,
    TellWinner,
    WinnerTold,
)
from dicehouse.house.promotions.disputing import DecidePromotionDispute, PromotionDisputeDecided, RaisePromotionDispute
from dicehouse.house.promotions.drawing import StopDraw
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer
from tests.house.books import holds
from tests.house.keeper import NOON, happened, only
from tests.house.promotions.promoter import BOOKS, DAY, DINNER, SCRUTINEER, Promoter, chapter, every, refused

EARLIER = BOOKS[1:]


# --- telling


# How a winner who was not there is told (10.8.1 to 10.8.4, 6.8.1 to 6.8.4 of the electronic game).
CHANNELS = {"face-to-face": "8.1", "mail": "8.2", "telephone": "8.3", "email": "8.4"}


@pytest.mark.parametrize("book, channel, rest", [
    pytest.param(book, channel, rest, marks=pytest.mark.clause(book, f"{chapter(book)}.8", f"{chapter(book)}.{rest}"))
    for book in BOOKS
    for channel, rest in CHANNELS.items()
])  # fmt: skip
def test_a_winner_is_told_within_two_days_and_every_attempt_is_kept(book: str, channel: str, rest: str) -> None:
    desk = Promoter(book).draws(ann=1)
    drawn = desk.now

    def tells(**more: object) -> Any:
        told = {"promotion": "summer", "prize": 1, "channel": channel, "reached": True, "said": "She was glad.", **more}
        return only(desk.cashier(TellWinner, **told), WinnerTold)

    first = tells(reached=False)
    assert (first.late, first.clause) == (False, f"{book} {chapter(book)}.{rest}")
    desk.until(drawn + timedelta(days=2))
    assert not tells().late
    assert tells().late
    assert [it.reached for it in desk.promotion.won[1].attempts] == [False, True, True]
    assert desk.replays()


@every("8")
def test_winners_who_had_to_be_there_have_no_deadline() -> None:
    desk = Promoter(present=True).draws(ann=1)
    assert desk.promotion.won[1].told_by is None


def test_nobody_is_told_of_a_prize_that_is_not_drawn_or_not_won() -> None:
    told = {"promotion": "summer", "channel": "mail", "reached": True, "said": "Posted."}
    desk = Promoter().seals(ann=1)
    refused(desk.cashier(TellWinner, prize=1, **told), Why.NOT_YET)
    desk = Promoter().draws(ann=1)
    assert "the prizes that were won: 1" in refused(desk.cashier(TellWinner, prize=2, **told), Why.UNKNOWN_ID).message
    refused(desk.cashier(TellWinner, prize=1, **{**told, "promotion": "x"}), Why.UNKNOWN_ID)


# --- claims


@every("7.8")
def test_a_prize_is_claimed_once_and_handed_over_once() -> None:
    desk = Promoter().draws(ann=1)
    claim = desk.claims()
    refused(desk.patron("ann", ClaimPrize, promotion="summer", prize=1, person="ann"), Why.ALREADY_DONE)
    awarded = only(awards(desk, claim, prize=50_000), PrizeAwarded)
    assert (awarded.person, awarded.value, awarded.postings) == ("ann", 50_000, ())
    refused(awards(desk, claim, prize=50_000), Why.ALREADY_DONE)
    refused(desk.patron("ann", ClaimPrize, promotion="summer", prize=1, person="ann"), Why.ALREADY_DONE)
    assert desk.replays()


def awards(desk: Promoter, claim: str, chosen: bool = False, **parts: int) -> Answer:
    return desk.cashier(AwardPrize, promotion="summer", claim=claim, parts=parts, chosen_by_winner=chosen)


def test_someone_elses_claim_is_not_met() -> None:
    desk = Promoter().draws(ann=1)
    claim = desk.claims(person="bob")
    assert refused(awards(desk, claim, prize=50_000), Why.NOT_ELIGIBLE).next == "deny the claim"


@every("10", "10.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("value, kept", [(10_000, False), (10_001, True)])
def test_a_denied_claim_above_100_dollars_is_kept_with_name_and_address(book: str, value: int, kept: bool) -> None:
    desk = Promoter(book, prizes=(msgspec.structs.replace(DINNER, value=value),)).draws(ann=1)
    claim = desk.claims(person="bob")
    bare = desk.manager(DenyClaim, promotion="summer", claim=claim, reason="The entry was another person's.")
    if kept:
        assert refused(bare, Why.NOT_DECLARED).clause == f"{book} {chapter(book)}.10.1"
        bare = desk.manager(
            DenyClaim,
            promotion="summer",
            claim=claim,
            reason="The entry was another person's.",
            name="Robert Brown",
            address="1 High Street",
        )
    denied = only(bare, ClaimDenied)
    assert (denied.value, denied.reason, denied.clause) == (
        value, "The entry was another person's.", f"{book} {chapter(book)}.10",
    )  # fmt: skip
    refused(desk.manager(DenyClaim, promotion="summer", claim=claim, reason="Again."), Why.ALREADY_DONE)
    assert desk.claims(person="bob") != claim


@pytest.mark.parametrize("gives", [
    lambda desk: desk.cashier(ClaimPrize, promotion="x", prize=1, person="ann"),
    lambda desk: desk.cashier(ClaimPrize, promotion="summer", prize=7, person="ann"),
    lambda desk: desk.manager(DenyClaim, promotion="x", claim="c", reason="r"),
    lambda desk: desk.manager(DenyClaim, promotion="summer", claim="c", reason="r"),
    lambda desk: desk.cashier(AwardPrize, promotion="x", claim="c", parts={}),
    lambda desk: desk.cashier(AwardPrize, promotion="summer", claim="c", parts={}),
    lambda desk: desk.manager(PublishResults, promotion="x", where="the desk"),
    lambda desk: desk.cashier(RaisePromotionDispute, promotion="x", person="ann", about="a"),
    lambda desk: desk.operator(DecidePromotionDispute, promotion="x", dispute="d", decision="a", satisfied=True),
    lambda desk: desk.operator(DecidePromotionDispute, promotion="summer", dispute="d", decision="a", satisfied=True),
])  # fmt: skip
def test_what_is_not_there_is_refused(gives: object) -> None:
    assert callable(gives)
    refused(gives(Promoter().draws(ann=1)), Why.UNKNOWN_ID)


# --- money


def cash_prize(value: int, book: str) -> Promoter:
    prize = msgspec.structs.replace(DINNER, name="Money", kind="cash", value=value)
    return Promoter(book, prizes=(prize,), scrutineer=SCRUTINEER).draws(ann=1)


@pytest.mark.parametrize("book", EARLIER)
def test_a_winner_of_more_than_10000_dollars_chooses_how_it_is_paid(book: str) -> None:
    desk = cash_prize(1_000_001, book)
    claim = desk.claims()
    assert refused(awards(desk, claim, cash=1_000_001), Why.NOT_ACKNOWLEDGED).clause == f"{book} {chapter(book)}.4"
    paid = only(awards(desk, claim, True, cash=1, cheque=400_000, transfer=300_000, account=300_000), PrizeAwarded)
    assert paid.clause == f"{book} {chapter(book)}.4"
    assert (holds(desk, "cage/cash"), holds(desk, "patron/ann")) == (9_999_999, 300_000)
    assert (holds(desk, "~cash"), holds(desk, "~bank")) == (1, 700_000)
    assert desk.replays()


@pytest.mark.parametrize("book", EARLIER)
def test_up_to_10000_dollars_the_house_chooses(book: str) -> None:
    desk = cash_prize(1_000_000, book)
    claim = desk.claims()
    happened(awards(desk, claim, cheque=1_000_000))


@every("3", "4")
@pytest.mark.parametrize("book", BOOKS)
def test_money_instead_of_a_prize_is_as_the_terms_and_the_edition_say(book: str) -> None:
    desk = Promoter(book).draws(ann=1)
    found = refused(awards(desk, desk.claims(), account=50_000), Why.NOT_ALLOWED)
    assert found.clause == f"{book} {chapter(book)}.3"
    desk = Promoter(book, prizes=(msgspec.structs.replace(DINNER, alternative="other"),)).draws(ann=1)
    claim = desk.claims()
    assert refused(awards(desk, claim, cash=50_000), Why.NOT_ALLOWED).clause == f"{book} {chapter(book)}.4"
    happened(awards(desk, claim, account=50_000))
    if book in EARLIER:
        desk = Promoter(book, prizes=(msgspec.structs.replace(DINNER, alternative="cash"),)).draws(ann=1)
        happened(awards(desk, desk.claims(), cash=50_000))


def test_the_parts_make_up_the_whole_and_money_is_never_the_prize_itself() -> None:
    desk = cash_prize(20_000, "star-craps")
    claim = desk.claims()
    assert "its value is $200" in refused(awards(desk, claim, cash=19_999), Why.ENTRY_DIFFERS).message
    refused(awards(desk, claim, prize=20_000), Why.NOT_ALLOWED)


def test_cash_that_the_cage_has_not_is_not_paid() -> None:
    desk = cash_prize(99_000_000, "star-craps")
    refused(awards(desk, desk.claims(), True, cash=99_000_000), Why.NOT_ENOUGH)


# --- the end


@every("7.10")
def test_results_are_published_once_there_are_any() -> None:
    desk = Promoter().seals(ann=1)
    refused(desk.manager(PublishResults, promotion="summer", where="the desk"), Why.NOT_YET)
    desk = Promoter().draws(ann=1)
    happened(desk.manager(PublishResults, promotion="summer", where="the desk"))
    assert desk.promotion.results == "the desk"


@every("11")
@pytest.mark.parametrize("book", BOOKS)
def test_the_houses_decision_is_final_and_whether_the_person_is_satisfied_is_on_record(book: str) -> None:
    desk = Promoter(book).draws(ann=1)
    asked = {"promotion": "summer", "person": "bob", "about": "My entries."}
    (raised,) = happened(desk.patron("bob", RaisePromotionDispute, **asked))
    dispute = raised.cause

    def decides(satisfied: bool) -> Answer:
        return desk.operator(
            DecidePromotionDispute, promotion="summer", dispute=dispute, decision="They count.", satisfied=satisfied
        )

    decided = only(decides(satisfied=False), PromotionDisputeDecided)
    assert (decided.unsatisfied, decided.clause) == (True, f"{book} {chapter(book)}.11")
    refused(decides(satisfied=True), Why.ALREADY_DONE)
    assert desk.replays()


def test_of_a_cancelled_promotion_a_dispute_can_still_be_raised() -> None:
    desk = Promoter().seals(ann=1)
    happened(desk.operator(StopDraw, promotion="summer", what="cancel", reason="an entry box was open"))
    happened(desk.cashier(RaisePromotionDispute, promotion="summer", person="ann", about="My prize."))
    answer = desk.manager(PublishResults, promotion="summer", where="the desk")
    assert isinstance(answer, Refused)


def test_deadlines_are_counted_from_the_draw() -> None:
    desk = Promoter().draws(ann=1)
    assert desk.promotion.won[1].told_by == NOON + 7 * DAY
