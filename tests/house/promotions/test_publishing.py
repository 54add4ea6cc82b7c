"""Terms are filed in time, published once, and changed only as the rules allow."""

from datetime import timedelta

import msgspec
import pytest

from dicehouse.house.promotions.publishing import (
    ApproveAmendment,
    ProposeAmendment,
    PublishPromotion,
    TermsAmended,
    TermsFiled,
)
from dicehouse.refusal import Why
from tests.house.keeper import NOON, happened, kinds, only
from tests.house.promotions.promoter import BOOKS, DAY, Promoter, chapter, every, refused, terms

SECOND = timedelta(seconds=1)


@every("1", "6", "9")
@pytest.mark.clause("star-sicbo-2024", "10.13")
@pytest.mark.parametrize("book", BOOKS)
def test_terms_filed_24_hours_before_the_start_can_be_published(book: str) -> None:
    desk = Promoter(book)
    filed = only(desk.files(starts=NOON + SECOND + DAY), TermsFiled)
    assert (filed.version, filed.clause) == (1, f"{book} {chapter(book)}.9")
    assert kinds(desk.operator(PublishPromotion, promotion="summer")) == ["PromotionPublished"]
    assert desk.promotion.published == desk.now
    assert desk.replays()


@every("9")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("late", [SECOND, timedelta(minutes=1)])
def test_terms_filed_later_than_that_cannot_be_published(book: str, late: timedelta) -> None:
    desk = Promoter(book)
    happened(desk.files(starts=NOON + SECOND + DAY - late))
    found = refused(desk.operator(PublishPromotion, promotion="summer"), Why.TOO_LATE)
    assert found.clause == f"{book} {chapter(book)}.9"
    assert "less than 1 day, 0:00:00; file terms with a later start" in found.message


def test_new_terms_before_the_start_take_the_place_of_the_old_and_start_the_clock_again() -> None:
    desk = Promoter()
    happened(desk.files())
    happened(desk.operator(PublishPromotion, promotion="summer"))
    desk.until(NOON + DAY + SECOND)
    assert only(desk.files(place="Level 2"), TermsFiled).version == 2
    assert desk.promotion.published is None
    refused(desk.operator(PublishPromotion, promotion="summer"), Why.TOO_LATE)


@every("7")
def test_terms_that_lack_something_are_not_filed() -> None:
    desk = Promoter()
    found = refused(desk.files(place="", told=()), Why.NOT_ALLOWED)
    assert found.message.startswith("summer: 2 things are wrong with the terms, the first: place is missing")
    assert found.clause == "star-sicbo-2024 10.7.7"
    assert refused(desk.files(place=""), Why.NOT_ALLOWED).message.startswith("summer: place is missing")
    assert refused(desk.files(rulebook="crown-sicbo-a"), Why.MALFORMED).next.startswith("name one that has")
    assert refused(desk.files(starts=NOON), Why.NOT_ALLOWED).clause == "star-sicbo-2024 10.9"


def test_a_promotion_is_published_once_and_only_if_it_is_there() -> None:
    desk = Promoter()
    found = refused(desk.operator(PublishPromotion, promotion="x"), Why.UNKNOWN_ID)
    assert found.message == "x: there is no such promotion; those that there are: none"
    happened(desk.files())
    happened(desk.operator(PublishPromotion, promotion="summer"))
    refused(desk.operator(PublishPromotion, promotion="summer"), Why.ALREADY_DONE)
    refused(desk.manager(PublishPromotion, promotion="summer"), Why.NOT_ALLOWED)


@every("9.1")
@pytest.mark.clause("star-sicbo-2024", "10.13.1")
@pytest.mark.parametrize("book", BOOKS)
def test_after_the_start_terms_change_only_with_approval(book: str) -> None:
    desk = Promoter(book).starts()
    refused(desk.files(place="Level 2"), Why.TOO_LATE)
    refused(desk.operator(ApproveAmendment, promotion="summer", reference="L/17"), Why.OUT_OF_ORDER)
    other = terms(book, place="Level 2")
    happened(desk.operator(ProposeAmendment, promotion="summer", terms=other, reason="The floor is being rebuilt."))
    assert desk.promotion.terms.place == "Main gaming floor"
    amended = only(desk.operator(ApproveAmendment, promotion="summer", reference="L/17"), TermsAmended)
    assert (amended.version, amended.reference, amended.clause) == (2, "L/17", f"{book} {chapter(book)}.9.1")
    assert desk.promotion.terms.place == "Level 2"
    assert desk.promotion.proposed is None
    assert desk.replays()


def test_a_change_that_makes_no_sense_is_not_proposed() -> None:
    desk = Promoter()
    happened(desk.files())

    def proposes(**changed: object) -> object:
        wanted = msgspec.structs.replace(desk.terms, **changed)
        return desk.operator(ProposeAmendment, promotion="summer", terms=wanted, reason="Better so.")

    refused(proposes(), Why.NOT_YET)  # type: ignore[arg-type]
    desk = Promoter().starts()
    refused(proposes(id="winter"), Why.NOT_ALLOWED)  # type: ignore[arg-type]
    refused(proposes(rulebook="star-craps"), Why.NOT_ALLOWED)  # type: ignore[arg-type]
    refused(proposes(place=""), Why.NOT_ALLOWED)  # type: ignore[arg-type]
    desk = Promoter().seals(ann=1)
    refused(proposes(place="Level 2"), Why.TOO_LATE)  # type: ignore[arg-type]
    refused(desk.operator(ApproveAmendment, promotion="x", reference="L"), Why.UNKNOWN_ID)
    refused(desk.operator(ProposeAmendment, promotion="x", terms=desk.terms, reason="Why not."), Why.UNKNOWN_ID)
