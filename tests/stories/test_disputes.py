"""Disputes of a whole house: decided by the rank that is named, followed anywhere, taken outside, and answered."""

from pathlib import Path
from typing import Any

import pytest

from dicehouse.house.complaints import ConcludeComplaint, TellComplainant
from dicehouse.house.deadlines import deadlines
from dicehouse.house.promotions.disputing import (
    AdvisePromotionDispute,
    DecidePromotionDispute,
    LodgePromotionComplaint,
    RaisePromotionDispute,
)
from dicehouse.house.promotions.publishing import FileTerms
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Why
from dicehouse.table import opening, people
from dicehouse.table.complaints import AdviseComplaint, LodgeComplaint
from dicehouse.table.disputes import AskReview, DecideDispute, DecideFinally, RaiseDispute, ReviewDispute
from dicehouse.table.notices import AcknowledgeNotice
from dicehouse.table.orders import Answer, Command
from dicehouse.views.player import PlayerView
from tests.house.promotions.promoter import terms as promotion_terms
from tests.reports.test_reports import rows
from tests.stories.evening import Evening, happened, refused

REGISTER = ("where", "person", "complaint", "about", "decision", "outcome", "upheld", "told", "clause")


def seen(evening: Evening, person: str) -> PlayerView:
    """What someone sees of their own matters on any screen of the house."""
    return evening.player_view(person)


def inspector(evening: Evening, to: str, order: type[Command], **fields: Any) -> Answer:
    return evening.submit(to, order, by="ines", role="inspector", **fields)


@pytest.mark.clause("star-sicbo-2024", "9.17", "9.18")
def test_a_dispute_outlives_its_table_and_its_outcome_reaches_the_player_at_another(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", craps="star-craps") as evening:
        evening.register("ann")
        evening.sit("ann", "star")
        happened(evening.player("ann", "star", RaiseDispute, id="q1", about="Small was not paid"))
        happened(evening.player("ann", "star", people.LeaveSeat, seat=1))
        happened(evening.staff("star", opening.CloseTable))
        evening.restart(crash=True)
        evening.sit("ann", "craps")
        (mine,) = seen(evening, "ann").disputes
        assert (mine.of, mine.dispute, mine.about, mine.ruling) == ("star", "q1", "Small was not paid", "")

        said: dict[str, Any] = {"dispute": "q1", "upheld": False}
        above = refused(evening.staff("star", DecideDispute, ruling="no", **said))
        assert (above.why, above.clause) == (Why.NOT_ALLOWED, "9.17")
        games = {"by": "gus", "role": "games-supervisor"}
        happened(evening.staff("star", DecideDispute, ruling="It lost", **said, **games))
        (mine,) = seen(evening, "ann").disputes
        assert (mine.words.en, mine.ruling) == ("Decided against you", "It lost")

        happened(evening.player("ann", "star", AskReview, dispute="q1"))
        happened(evening.staff("star", ReviewDispute, ruling="The dice were 4", **said))
        operator = {"by": "otto", "role": "casino-operator"}
        happened(evening.staff("star", DecideFinally, ruling="So it stays", **said, **operator))
        happened(evening.staff("star", AdviseComplaint, dispute="q1"))
        happened(evening.player("ann", "star", LodgeComplaint, dispute="q1", words="I saw a 1, a 2 and a 4"))
        (mine,) = seen(evening, "ann").disputes
        assert (mine.words.en, mine.ruling) == ("Decided finally against you", "So it stays")


@pytest.mark.clause("star-sicbo-2024", "9.18")
def test_a_complaint_tells_the_inspector_and_its_outcome_the_player_wherever_they_are(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", craps="star-craps") as evening:
        evening.register("ann", "bob")
        evening.sit("ann", "star")
        happened(evening.player("ann", "star", RaiseDispute, id="q1", about="Small was not paid"))
        happened(evening.player("ann", "star", LodgeComplaint, dispute="q1", words="I saw a 1, a 2 and a 4"))
        (notice,) = evening.table("star").notices.values()
        assert (notice.to, notice.clause) == ("inspector", "9.18")
        assert "I saw a 1, a 2 and a 4" in notice.about
        happened(inspector(evening, "star", AcknowledgeNotice, notice=notice.id))
        assert "q1" in evening.table("star").disputes, "the house has still to decide it"

        evening.restart(crash=True)
        (complaint,) = evening.house.complaints
        it = evening.house.complaints[complaint]
        assert (it.of, it.person, it.words, it.about) == (
            "star", "ann", "I saw a 1, a 2 and a 4", "Small was not paid",
        )  # fmt: skip
        (own,) = seen(evening, "ann").complaints
        assert (own.state.en, own.outcome, own.read) == ("Lodged; there is no outcome yet", "", None)
        assert seen(evening, "bob").complaints == ()

        happened(evening.player("ann", "star", people.LeaveSeat, seat=1))
        evening.sit("ann", "craps")
        evening.advance(minutes=30)
        ends: dict[str, Any] = {"complaint": complaint, "outcome": "The house pays 100.00", "upheld": True}
        assert refused(evening.cage_does(ConcludeComplaint, **ends)).why is Why.NOT_ALLOWED
        happened(inspector(evening, HOUSE, ConcludeComplaint, **ends))
        (own,) = seen(evening, "ann").complaints
        assert (own.state.en, own.outcome) == ("Decided for you", "The house pays 100.00")
        assert own.read is not None
        assert own.read.refused is None
        (due,) = [it for it in deadlines(evening.house, evening.now) if it.of == "star"]
        assert due.what == "tell ann the outcome of the complaint"
        tells = {"complaint": complaint, "how": own.read.given["how"]}
        happened(evening.submit(HOUSE, TellComplainant, by="ann", role="patron", **tells))
        assert not deadlines(evening.house, evening.now)
        (own,) = seen(evening, "ann").complaints
        assert own.outcome == "The house pays 100.00", "it stays where the player can read it"
    assert rows("complaints", tmp_path / "journal.db", *REGISTER) == [(
        "star", "ann", "I saw a 1, a 2 and a 4", "Small was not paid", "", "The house pays 100.00", "yes",
        "read on the own screen", "star-sicbo-2024 9.18",
    )]  # fmt: skip


@pytest.mark.clause("star-craps", "10.11")
def test_a_dispute_about_a_promotion_goes_the_same_way_with_advice_by_a_person(tmp_path: Path) -> None:
    with Evening(tmp_path, craps="star-craps") as evening:
        evening.register("bob")
        happened(evening.cage_does(FileTerms, terms=promotion_terms("star-craps")))
        own: dict[str, Any] = {"promotion": "summer", "dispute": "D1"}
        asks = {"promotion": "summer", "person": "bob", "about": "My entries"}
        happened(evening.submit(HOUSE, RaisePromotionDispute, id="D1", by="bob", role="patron", **asks))
        happened(evening.cage_does(DecidePromotionDispute, decision="None were earned", satisfied=False, **own))
        tell = "tell bob of the right to complain"
        assert tell in {it.what for it in deadlines(evening.house, evening.now)}
        happened(evening.cage_does(AdvisePromotionDispute, by="cara", role="cashier", **own))
        evening.restart(crash=True)
        assert tell not in {it.what for it in deadlines(evening.house, evening.now)}
        lodge = {"by": "bob", "role": "patron", "words": "I played all day", **own}
        happened(evening.submit(HOUSE, LodgePromotionComplaint, **lodge))
        assert [it.to for it in evening.house.notices.values()] == ["inspector"]
        letter: dict[str, Any] = {"outcome": "The terms were kept", "upheld": False, "reference": "ILGA 26/7"}
        happened(evening.cage_does(ConcludeComplaint, complaint="promotion summer/D1", **letter))
        evening.sit("bob", "craps")
        view = seen(evening, "bob")
        assert [(it.of, it.ruling) for it in view.disputes] == [("summer", "None were earned")]
        assert [(it.of, it.state.en, it.outcome) for it in view.complaints] == [
            ("summer", "Decided against you", "The terms were kept")
        ]
    assert rows("complaints", tmp_path / "journal.db", "where", "person", "reference", "clause") == [
        ("promotion summer", "bob", "ILGA 26/7", "star-craps 10.11")
    ]
