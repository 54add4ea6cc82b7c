"""Promotions of a whole house: terms that change only by the regulator's word, and prizes that may be none."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dicehouse.house.deadlines import deadlines
from dicehouse.house.promotions.publishing import (
    ApproveAmendment,
    FileTerms,
    ProposeAmendment,
    PublishPromotion,
    ResubmitTerms,
)
from dicehouse.refusal import Why
from tests.house.promotions.promoter import DAY, DINNER, terms
from tests.stories.evening import NOON, Evening, happened, refused

MINUTES = timedelta(minutes=1)
SOON = {"starts": NOON + DAY + 5 * MINUTES, "entries_close": NOON + 2 * DAY, "draw_at": NOON + 3 * DAY}


def begun(evening: Evening, book: str) -> None:
    """A promotion that has started."""
    happened(evening.cage_does(FileTerms, terms=terms(book, **SOON)))
    happened(evening.cage_does(PublishPromotion, promotion="summer"))
    evening.restart(days=1, minutes=6)


@pytest.mark.clause("star-sicbo-2024", "10.9.1", "10.13.1")
def test_a_change_of_terms_is_approved_by_the_regulator_on_record_of_another_and_resubmitted(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        begun(evening, "star-sicbo-2024")
        other = msgspec.structs.replace(terms("star-sicbo-2024", **SOON), place="Level 2")
        happened(evening.cage_does(ProposeAmendment, promotion="summer", terms=other, reason="A full floor"))
        letter: dict[str, Any] = {"promotion": "summer", "reference": "NICC 26/9", "approved": evening.now}
        own = refused(evening.cage_does(ApproveAmendment, **letter))
        assert (own.why, own.clause) == (Why.SAME_PERSON, "star-sicbo-2024 10.9.1")
        evening.restart(crash=True)
        assert evening.house.promotions["summer"].terms.place == "Main gaming floor"
        future = {**letter, "approved": evening.now + timedelta(days=1)}
        assert refused(evening.cage_does(ApproveAmendment, by="gus", role="gaming-manager", **future)).why is (
            Why.WRONG_TIME
        )
        happened(evening.cage_does(ApproveAmendment, by="gus", role="gaming-manager", **letter))
        it = evening.house.promotions["summer"]
        assert (it.terms.place, it.version, it.reference) == ("Level 2", 2, "NICC 26/9")
        twice = refused(evening.cage_does(ApproveAmendment, by="gus", role="gaming-manager", **letter))
        assert (twice.why, twice.clause) == (Why.ALREADY_DONE, "star-sicbo-2024 10.9.1")
        assert "resubmit the amended terms" in {due.what for due in deadlines(evening.house, evening.now)}
        happened(evening.cage_does(ResubmitTerms, promotion="summer", reference="out 12"))
        evening.restart(crash=True)
        assert "resubmit the amended terms" not in {due.what for due in deadlines(evening.house, evening.now)}


FORBIDDEN = (
    ("tobacco", 0, "5.1"), ("firearm", 0, "5.2"), ("ammunition", 0, "5.2"), ("imitation-firearm", 0, "5.2"),
    ("weapon", 0, "5.3"), ("liquor", 21, "5.4"),
)  # fmt: skip
"""The kinds of prizes that the documents name, and how they count them (H10: exactly 20 litres are allowed)."""


@pytest.mark.parametrize(
    "book, chapter",
    [("star-sicbo-2024", "10"), ("star-sicbo-pre2024", "10"), ("aruze-sicbo", "6"), ("star-craps", "10")],
)
def test_the_house_files_no_promotion_with_a_prize_that_its_document_names(
    book: str, chapter: str, tmp_path: Path
) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        for kind, litres, rest in FORBIDDEN:
            prize = msgspec.structs.replace(DINNER, kind=kind, litres=litres)
            no = refused(evening.cage_does(FileTerms, terms=terms(book, prizes=(prize,))))
            assert (no.why, no.clause) == (Why.NOT_ALLOWED, f"{book} {chapter}.{rest}")
        wine = msgspec.structs.replace(DINNER, kind="liquor", litres=20)
        happened(evening.cage_does(FileTerms, terms=terms(book, prizes=(wine,))))
