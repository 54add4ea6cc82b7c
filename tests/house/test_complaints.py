"""Complaints outside the house: advice by a person, the register, the outcome, and that its person knows it."""

from typing import Any

import pytest

from dicehouse.house.complaints import (
    ComplainantTold,
    ComplaintConcluded,
    ComplaintRegistered,
    ConcludeComplaint,
    RegisterComplaint,
    TellComplainant,
)
from dicehouse.house.deadlines import deadlines
from dicehouse.house.disputes import RecordDispute
from dicehouse.house.promotions.disputing import (
    AdvisePromotionDispute,
    DecidePromotionDispute,
    LodgePromotionComplaint,
    PromotionDisputeAdvised,
    PromotionDisputeDecided,
    RaisePromotionDispute,
)
from dicehouse.house.tournaments.finishing import CancelTournament
from dicehouse.house.tournaments.ruling import (
    AdviseTournamentDispute,
    DecideTournamentDispute,
    LodgeTournamentComplaint,
    RaiseTournamentDispute,
    TournamentDisputeAdvised,
    TournamentDisputeDecided,
)
from dicehouse.refusal import Why
from dicehouse.table.notices import AcknowledgeNotice, NoticeGiven
from tests.house.keeper import Keeper, happened, only
from tests.house.promotions.promoter import Promoter
from tests.house.promotions.promoter import refused as refused_for
from tests.house.tournaments.organiser import TABLES, Organiser, final

CLAUSES = {
    "star-sicbo-2024": "10.11",
    "star-sicbo-pre2024": "10.11",
    "aruze-sicbo": "6.11",
    "star-craps": "10.11",
}
"""Where each document says that the person is advised of the right to complain."""
REGULATORS = {
    "star-sicbo-2024": "NSW Independent Casino Commission",
    "star-sicbo-pre2024": "the Authority (not named in the document)",
    "aruze-sicbo": "Independent Liquor and Gaming Authority",
    "star-craps": "Independent Liquor and Gaming Authority",
}
SUMMER: dict[str, Any] = {"promotion": "summer", "dispute": "D1"}
SPRING: dict[str, Any] = {"tournament": "spring", "dispute": "D1"}


def disputed(book: str = "star-sicbo-2024") -> Promoter:
    """Bob disputes his entries."""
    desk = Promoter(book).draws(ann=1)
    happened(desk.patron("bob", RaisePromotionDispute, id="D1", promotion="summer", person="bob", about="My entries"))
    return desk


def decided(book: str = "star-sicbo-2024", *, satisfied: bool = False) -> Promoter:
    desk = disputed(book)
    happened(desk.operator(DecidePromotionDispute, decision="They count", satisfied=satisfied, **SUMMER))
    return desk


# --- promotions


@pytest.mark.clause("star-sicbo-2024", "10.11")
@pytest.mark.clause("star-sicbo-pre2024", "10.11")
@pytest.mark.clause("aruze-sicbo", "6.11")
@pytest.mark.clause("star-craps", "10.11")
@pytest.mark.parametrize("book", CLAUSES)
def test_a_person_tells_who_is_not_satisfied_of_the_inspector_and_nothing_says_so_by_itself(book: str) -> None:
    desk = disputed(book)
    assert refused_for(desk.cashier(AdvisePromotionDispute, **SUMMER), Why.NOT_YET).clause == f"{book} {CLAUSES[book]}"
    decision = desk.operator(DecidePromotionDispute, decision="They count", satisfied=False, **SUMMER)
    assert not only(decision, PromotionDisputeDecided).advised
    assert not desk.promotion.disputes["D1"].advised
    due = {it.what: it.clause for it in deadlines(desk.house, desk.now)}
    assert due["tell bob of the right to complain"] == f"{book} {CLAUSES[book]}"
    told = only(desk.cashier(AdvisePromotionDispute, **SUMMER), PromotionDisputeAdvised)
    assert (told.person, told.by, told.regulator) == ("bob", "cara", REGULATORS[book])
    assert "tell bob of the right to complain" not in {it.what for it in deadlines(desk.house, desk.now)}
    refused_for(desk.cashier(AdvisePromotionDispute, **SUMMER), Why.ALREADY_DONE)
    assert desk.replays()


def test_nobody_has_to_be_told_who_is_satisfied() -> None:
    desk = decided(satisfied=True)
    assert "tell bob of the right to complain" not in {it.what for it in deadlines(desk.house, desk.now)}


@pytest.mark.parametrize("book", CLAUSES)
def test_a_complaint_of_a_promotion_keeps_its_dispute_and_tells_the_inspector(book: str) -> None:
    desk = decided(book)
    lodged = desk.patron("bob", LodgePromotionComplaint, words="I had forty entries", **SUMMER)
    it = only(lodged, ComplaintRegistered)
    assert (it.kind, it.of, it.dispute, it.person) == ("promotion", "summer", "D1", "bob")
    assert (it.words, it.about, it.ruling) == ("I had forty entries", "My entries", "They count")
    assert (it.regulator, it.clause) == (REGULATORS[book], f"{book} {CLAUSES[book]}")
    given = only(lodged, NoticeGiven)
    assert (given.to, given.due, given.clause) == ("inspector", desk.now, f"{book} {CLAUSES[book]}")
    assert "I had forty entries" in given.about
    happened(desk.inspector(AcknowledgeNotice, notice=given.id))
    again = refused_for(desk.patron("bob", LodgePromotionComplaint, words="Again", **SUMMER), Why.ALREADY_DONE)
    assert again.clause == f"{book} {CLAUSES[book]}"
    assert desk.promotion.disputes["D1"].decision == "They count"
    assert desk.replays()


def test_a_patron_disputes_for_nobody_else() -> None:
    desk = Promoter().starts()
    others = {"promotion": "summer", "person": "bob", "about": "My entries"}
    refused_for(desk.patron("ann", RaisePromotionDispute, **others), Why.NOT_ALLOWED)
    assert not desk.promotion.disputes
    happened(desk.cashier(RaisePromotionDispute, **others))
    organiser = Organiser().opens()
    others = {"tournament": "spring", "person": "bob", "about": "My seat"}
    refused_for(organiser.patron("ann", RaiseTournamentDispute, **others), Why.NOT_ALLOWED)
    assert not organiser.it.rulings
    happened(organiser.cashier(RaiseTournamentDispute, **others))


def test_a_complaint_waits_for_no_decision_and_is_the_persons_own() -> None:
    desk = disputed()
    refused_for(desk.patron("ann", LodgePromotionComplaint, words="x", **SUMMER), Why.NOT_ALLOWED)
    assert only(desk.cashier(LodgePromotionComplaint, words="x", **SUMMER), ComplaintRegistered).ruling == ""
    for kind in (AdvisePromotionDispute, LodgePromotionComplaint):
        words = {"words": "x"} if kind is LodgePromotionComplaint else {}
        refused_for(desk.cashier(kind, promotion="summer", dispute="D9", **words), Why.UNKNOWN_ID)


# --- tournaments


def ruled(*, satisfied: bool = False) -> Organiser:
    desk = Organiser().opens()
    asked = {"tournament": "spring", "person": "ann", "about": "My wager"}
    happened(desk.patron("ann", RaiseTournamentDispute, id="D1", **asked))
    happened(desk.director(DecideTournamentDispute, dispute="D1", decision="It stood", satisfied=satisfied))
    return desk


@pytest.mark.clause("crown-sicbo", "8.4.8(h)", "8.4.8(j)")
def test_the_directors_word_is_final_and_a_person_tells_of_the_regulator() -> None:
    desk = Organiser().opens()
    asked = {"tournament": "spring", "person": "ann", "about": "My wager"}
    happened(desk.patron("ann", RaiseTournamentDispute, id="D1", **asked))
    refused_for(desk.director(AdviseTournamentDispute, dispute="D1"), Why.NOT_YET)
    decision = desk.director(DecideTournamentDispute, dispute="D1", decision="It stood", satisfied=False)
    it = only(decision, TournamentDisputeDecided)
    assert (it.advised, it.clause) == (False, "crown-sicbo 8.4.8(h)")
    due = {it.what: it.clause for it in deadlines(desk.house, desk.now)}
    assert due["tell ann of the right to complain"] == "crown-sicbo 8.4.8(j)"
    told = only(desk.director(AdviseTournamentDispute, dispute="D1"), TournamentDisputeAdvised)
    assert (told.person, told.regulator) == ("ann", "Victorian Commission for Gambling and Liquor Regulation")
    assert told.clause == "crown-sicbo 8.4.8(j)"
    assert "tell ann of the right to complain" not in {it.what for it in deadlines(desk.house, desk.now)}
    refused_for(desk.cashier(AdviseTournamentDispute, **SPRING), Why.ALREADY_DONE)
    assert desk.replays()


@pytest.mark.clause("crown-sicbo", "8.4.8(j)", "9.12")
def test_a_complaint_of_a_tournament_is_lodged_in_the_players_own_words() -> None:
    desk = ruled()
    lodged = desk.patron("ann", LodgeTournamentComplaint, words="Others were paid on it", **SPRING)
    it = only(lodged, ComplaintRegistered)
    assert (it.kind, it.of, it.person, it.words) == ("tournament", "spring", "ann", "Others were paid on it")
    assert (it.about, it.ruling, it.clause) == ("My wager", "It stood", "crown-sicbo 8.4.8(j)")
    assert only(lodged, NoticeGiven).to == "inspector"
    refused_for(desk.director(LodgeTournamentComplaint, dispute="D1", words="x"), Why.ALREADY_DONE)
    assert desk.replays()


def test_a_complaint_of_a_tournament_is_of_a_dispute_of_ones_own() -> None:
    desk = ruled(satisfied=True)
    refused_for(desk.patron("bob", LodgeTournamentComplaint, words="x", **SPRING), Why.NOT_ALLOWED)
    refused_for(desk.cashier(LodgeTournamentComplaint, tournament="spring", dispute="D9", words="x"), Why.UNKNOWN_ID)
    refused_for(desk.cashier(LodgeTournamentComplaint, tournament="autumn", dispute="D1", words="x"), Why.UNKNOWN_ID)
    refused_for(desk.cashier(AdviseTournamentDispute, tournament="spring", dispute="D9"), Why.UNKNOWN_ID)
    refused_for(desk.cashier(AdviseTournamentDispute, tournament="autumn", dispute="D1"), Why.UNKNOWN_ID)


def test_who_is_to_be_told_of_the_regulator_does_not_tell_themselves() -> None:
    refused_for(ruled().patron("ann", AdviseTournamentDispute, **SPRING), Why.NOT_ALLOWED)


@pytest.mark.clause("crown-sicbo", "8.4.8(h)", "8.4.8(j)")
def test_a_dispute_outlasts_the_tournament_and_a_complaint_even_its_cancelling() -> None:
    desk = Organiser(final()).starts()
    desk.spins(TABLES[0], 1, 2, 3, ann=50_000, bob=40_000, cai=30_000).spins(TABLES[0], 1, 2, 3)
    happened(desk.ends())
    happened(desk.finishes())
    asked = {"tournament": "spring", "person": "ann", "about": "My chips"}
    happened(desk.patron("ann", RaiseTournamentDispute, id="D1", **asked))
    happened(desk.director(DecideTournamentDispute, dispute="D1", decision="As counted", satisfied=False))
    happened(desk.director(AdviseTournamentDispute, dispute="D1"))
    happened(desk.patron("ann", LodgeTournamentComplaint, words="They were more", **SPRING))
    gone = ruled()
    happened(gone.operator(CancelTournament, tournament="spring", reason="No light"))
    refused_for(gone.patron("ann", RaiseTournamentDispute, **asked), Why.WRONG_PHASE)
    happened(gone.cashier(AdviseTournamentDispute, **SPRING))
    happened(gone.patron("ann", LodgeTournamentComplaint, words="It stood", **SPRING))


# --- tables, and the outcome


TABLE: dict[str, Any] = {
    "table": "table 7",
    "dispute": "q1",
    "person": "ann",
    "words": "Small came",
    "about": "Small was not paid",
    "ruling": "it lost",
    "regulator": "NSW Independent Casino Commission",
    "rule": "star-sicbo-2024 9.18",
}
FROM_TABLE = "table table 7/q1"


def registered() -> Keeper:
    desk = Keeper()
    happened(desk.device(RegisterComplaint, **TABLE))
    return desk


def test_what_was_lodged_at_a_table_is_in_the_register_and_the_inspector_is_not_told_twice() -> None:
    desk = registered()
    it = desk.house.complaints[FROM_TABLE]
    assert (it.person, it.words, it.about, it.ruling, it.lodged) == (
        "ann", "Small came", "Small was not paid", "it lost", desk.now,
    )  # fmt: skip
    assert not desk.house.notices
    assert refused_for(desk.device(RegisterComplaint, **TABLE), Why.ALREADY_DONE).clause == "star-sicbo-2024 9.18"


@pytest.mark.clause("star-sicbo-2024", "9.18")
def test_an_inspector_ends_a_complaint_and_staff_only_by_the_regulators_letter() -> None:
    desk = registered()
    ends: dict[str, Any] = {"complaint": FROM_TABLE, "outcome": "The house pays 100.00", "upheld": True}
    refused_for(desk.manager(ConcludeComplaint, **{**ends, "complaint": "x"}), Why.UNKNOWN_ID)
    assert refused_for(desk.manager(ConcludeComplaint, **ends), Why.NOT_ALLOWED).clause == "star-sicbo-2024 9.18"
    refused_for(desk.cashier(ConcludeComplaint, reference="NICC 26/114", **ends), Why.NOT_ALLOWED)
    done = only(desk.manager(ConcludeComplaint, reference="NICC 26/114", **ends), ComplaintConcluded)
    assert (done.person, done.reference) == ("ann", "NICC 26/114")
    refused_for(desk.inspector(ConcludeComplaint, **ends), Why.ALREADY_DONE)
    other = registered()
    happened(other.inspector(ConcludeComplaint, **ends))
    it = other.house.complaints[FROM_TABLE]
    assert (it.outcome, it.upheld, it.concluded) == ("The house pays 100.00", True, other.now)
    assert desk.replays()


def test_the_outcome_is_due_to_its_person_until_they_know_it() -> None:
    desk = registered()
    tells: dict[str, Any] = {"complaint": FROM_TABLE, "how": "read on the own screen"}
    refused_for(desk.patron("ann", TellComplainant, **tells), Why.NOT_YET)
    assert deadlines(desk.house, desk.now) == ()
    happened(desk.inspector(ConcludeComplaint, complaint=FROM_TABLE, outcome="No", upheld=False))
    (due,) = deadlines(desk.house, desk.now)
    assert (due.of, due.what, due.clause) == (
        "table 7", "tell ann the outcome of the complaint", "star-sicbo-2024 9.18",
    )  # fmt: skip
    refused_for(desk.patron("bob", TellComplainant, **tells), Why.NOT_ALLOWED)
    refused_for(desk.cashier(TellComplainant, complaint="x", how="by mail"), Why.UNKNOWN_ID)
    assert only(desk.patron("ann", TellComplainant, **tells), ComplainantTold).how == "read on the own screen"
    assert deadlines(desk.house, desk.now) == ()
    refused_for(desk.cashier(TellComplainant, complaint=FROM_TABLE, how="by mail"), Why.ALREADY_DONE)
    assert desk.replays()


# --- disputes at tables, as the house knows them


def test_the_house_knows_how_far_a_dispute_at_a_table_has_come() -> None:
    desk = Keeper()
    said: dict[str, Any] = {"table": "table 7", "dispute": "q1", "person": "ann", "about": "Small", "rule": "x 9.17"}
    happened(desk.device(RecordDispute, stage="raised", ruling="", upheld=False, **said))
    happened(desk.device(RecordDispute, stage="decided", ruling="it won", upheld=True, **said))
    (it,) = desk.house.disputes["ann"].values()
    assert (it.table, it.stage, it.ruling, it.upheld) == ("table 7", "decided", "it won", True)
    assert desk.replays()
