"""Terms are filed in time, published once, and changed only as the rules allow."""

from datetime import datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from dicehouse.house.deadlines import deadlines
from dicehouse.house.promotions.publishing import (
    ApproveAmendment,
    ProposeAmendment,
    PublishPromotion,
    ResubmitTerms,
    TermsAmended,
    TermsFiled,
    TermsResubmitted,
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
    assert refused(desk.files(rulebook="crown-sicbo-a"), Why.MALFORMED).next == "put that right in the terms"
    assert refused(desk.files(starts=NOON), Why.NOT_ALLOWED).clause == "star-sicbo-2024 10.9"


def test_a_promotion_is_published_once_and_only_if_it_is_there() -> None:
    desk = Promoter()
    found = refused(desk.operator(PublishPromotion, promotion="x"), Why.UNKNOWN_ID)
    assert found.message == "x: there is no such promotion; those that there are: none"
    happened(desk.files())
    happened(desk.operator(PublishPromotion, promotion="summer"))
    refused(desk.operator(PublishPromotion, promotion="summer"), Why.ALREADY_DONE)
    refused(desk.manager(PublishPromotion, promotion="summer"), Why.NOT_ALLOWED)


LETTER: dict[str, Any] = {"promotion": "summer", "reference": "L/17"}


def proposed(book: str = "star-sicbo-2024") -> Promoter:
    """The operator proposes another place."""
    desk = Promoter(book).starts()
    other = terms(book, place="Level 2")
    happened(desk.operator(ProposeAmendment, promotion="summer", terms=other, reason="The floor is being rebuilt."))
    return desk


@every("9.1")
@pytest.mark.parametrize("book", BOOKS)
def test_after_the_start_terms_change_only_with_the_regulators_approval(book: str) -> None:
    desk = Promoter(book).starts()
    refused(desk.files(place="Level 2"), Why.TOO_LATE)
    early = refused(desk.manager(ApproveAmendment, approved=desk.now, **LETTER), Why.OUT_OF_ORDER)
    assert early.clause == f"{book} {chapter(book)}.9.1"
    desk = proposed(book)
    assert desk.promotion.terms.place == "Main gaming floor"
    desk.waits(days=1)
    amended = only(desk.manager(ApproveAmendment, approved=desk.now, **LETTER), TermsAmended)
    assert (amended.version, amended.reference, amended.clause) == (2, "L/17", f"{book} {chapter(book)}.9.1")
    assert amended.approved is not None
    assert amended.by == "gus"
    assert desk.promotion.terms.place == "Level 2"
    assert desk.promotion.proposed is None
    assert desk.replays()


@every("9.1")
@pytest.mark.parametrize("book", BOOKS)
def test_nobody_records_the_approval_of_a_change_that_they_proposed_nor_records_it_twice(book: str) -> None:
    desk, clause = proposed(book), f"{book} {chapter(book)}.9.1"
    own = refused(desk.operator(ApproveAmendment, approved=desk.now, **LETTER), Why.SAME_PERSON)
    assert (own.clause, own.next) == (clause, "have someone else record the approval")
    happened(desk.does(ApproveAmendment, "olga", "casino-operator", approved=desk.now, **LETTER))
    again = refused(desk.manager(ApproveAmendment, approved=desk.now, **LETTER), Why.ALREADY_DONE)
    assert again.clause == clause
    other = {**LETTER, "reference": "L/18"}
    assert refused(desk.manager(ApproveAmendment, approved=desk.now, **other), Why.OUT_OF_ORDER).clause == clause


def test_the_regulator_approves_a_change_after_it_was_proposed_and_not_in_time_to_come() -> None:
    desk = proposed()
    day_before, later = desk.now - DAY, desk.now + DAY
    for wrong in (day_before, later):
        assert refused(desk.manager(ApproveAmendment, approved=wrong, **LETTER), Why.WRONG_TIME).clause == (
            "star-sicbo-2024 10.9.1"
        )
    midnight = datetime(2026, 3, 4, tzinfo=ZoneInfo("Australia/Sydney"))
    assert desk.promotion.proposed_at is not None
    assert midnight < desk.promotion.proposed_at, "a letter has a day, and the change was proposed at noon of it"
    happened(desk.manager(ApproveAmendment, approved=midnight, **LETTER))


@pytest.mark.clause("star-sicbo-2024", "10.13.1")
def test_amended_terms_are_resubmitted_to_the_commission_and_that_is_recorded() -> None:
    desk = Promoter().starts()
    sent: dict[str, Any] = {"promotion": "summer", "reference": "out 44"}
    assert refused(desk.manager(ResubmitTerms, **sent), Why.OUT_OF_ORDER).clause == "star-sicbo-2024 10.13.1"
    desk = proposed()
    happened(desk.manager(ApproveAmendment, approved=desk.now, **LETTER))
    due = {it.what: it.clause for it in deadlines(desk.house, desk.now)}
    assert due["resubmit the amended terms"] == "star-sicbo-2024 10.13.1"
    done = only(desk.manager(ResubmitTerms, **sent), TermsResubmitted)
    assert (done.version, done.reference, done.clause) == (2, "out 44", "star-sicbo-2024 10.13.1")
    assert "resubmit the amended terms" not in {it.what for it in deadlines(desk.house, desk.now)}
    refused(desk.manager(ResubmitTerms, **sent), Why.ALREADY_DONE)
    refused(desk.manager(ResubmitTerms, promotion="x", reference="y"), Why.UNKNOWN_ID)
    assert desk.replays()


@pytest.mark.parametrize("book", [it for it in BOOKS if it != "star-sicbo-2024"])
def test_the_other_documents_ask_for_the_approval_alone(book: str) -> None:
    desk = proposed(book)
    happened(desk.manager(ApproveAmendment, approved=desk.now, **LETTER))
    assert "resubmit the amended terms" not in {it.what for it in deadlines(desk.house, desk.now)}
    sent = refused(desk.manager(ResubmitTerms, promotion="summer", reference="out 44"), Why.NOT_HERE)
    assert sent.clause == f"{book} {chapter(book)}.9.1"


@pytest.mark.clause("star-sicbo-2024", "10.13.1")
def test_where_it_is_read_so_the_resubmission_alone_brings_a_change_into_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (files("dicehouse.rulebooks") / "star-sicbo-2024.toml").read_text()
    text = text.replace('amended_promotion = "approval"', 'amended_promotion = "resubmission"')
    (tmp_path / "resubmitted.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    desk = proposed("resubmitted.toml")
    assert deadlines(desk.house, desk.now)[0].what == "resubmit the amended terms"
    asked = refused(desk.manager(ApproveAmendment, approved=desk.now, **LETTER), Why.NOT_HERE)
    assert asked.clause == "star-sicbo-2024 10.13.1"
    answer = desk.manager(ResubmitTerms, promotion="summer", reference="out 44")
    assert kinds(happened(answer)) == ["TermsAmended", "TermsResubmitted"]
    assert (only(answer, TermsAmended).clause, only(answer, TermsResubmitted).version) == (
        "star-sicbo-2024 10.13.1", 2,
    )  # fmt: skip
    assert desk.promotion.terms.place == "Level 2"
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
    refused(desk.operator(ApproveAmendment, promotion="x", reference="L", approved=desk.now), Why.UNKNOWN_ID)
    refused(desk.operator(ProposeAmendment, promotion="x", terms=desk.terms, reason="Why not."), Why.UNKNOWN_ID)
