"""Disputes: raised, decided, reviewed by another person, decided finally, and taken outside the house."""

from typing import Any

import pytest

from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.table import opening, people
from dicehouse.table.complaints import AdviseComplaint, ComplaintAdvised, ComplaintLodged, LodgeComplaint
from dicehouse.table.craps_roll import CallRoll, JudgeTopFace, SettleRoll, TopFaceJudged
from dicehouse.table.disputes import (
    AcceptDecision,
    AskReview,
    DecideDispute,
    DecideFinally,
    DecisionAccepted,
    DisputeDecided,
    DisputeDecidedFinally,
    DisputeRaised,
    DisputeReviewed,
    RaiseDispute,
    ReviewAsked,
    ReviewDispute,
)
from dicehouse.table.notices import AcknowledgeNotice, NoticeGiven
from dicehouse.table.orders import INSPECTOR, SPECTATOR, Command, Phase
from dicehouse.table.throw import ThrowDice
from tests.croupier import Croupier, happened, only, refused
from tests.stickperson import Stickperson

GENEROUS = {"crown-sicbo-b": tuple(f"colour{it}-{c}" for it in ("", "-double") for c in ("red", "green", "blue"))}
CROWNS = ("crown-sicbo-a", "crown-sicbo-b")
STEPS = {
    "star-sicbo-2024": ("games-supervisor", "casino-supervisor", "casino-operator", "9.17", "9.18"),
    "star-sicbo-pre2024": ("games-supervisor", "casino-supervisor", "casino-operator", "9.12", "9.13"),
    "aruze-sicbo": ("electronic-gaming-host", "electronic-gaming-supervisor", "casino-operator", "8.15", "8.16"),
    "star-craps": ("boxperson", "casino-supervisor", "casino-operator", "9.12", "9.13"),
}
"""Who decides first, who reviews, whose word is final, and by which clauses."""


def cited(*books: str) -> list[Any]:
    return [pytest.param(it, marks=pytest.mark.clause(load(it).document, *STEPS[it][3:])) for it in books or STEPS]


def raised(book: str) -> tuple[Croupier, str]:
    """Ann disputes something."""
    table = Croupier(book).opens(acknowledged=GENEROUS.get(book, ())).seats(ann=1)
    return table, str(only(table.player("ann", RaiseDispute, about="Small was not paid"), DisputeRaised).dispute)


def decided(book: str, by: str = "gus", *, upheld: bool = False) -> tuple[Croupier, str]:
    """The same, decided in the first instance."""
    table, id = raised(book)
    happened(table.does(DecideDispute, by, STEPS[book][0], dispute=id, ruling="it lost", upheld=upheld))
    return table, id


def finally_(table: Croupier, id: str, *, upheld: bool = False) -> Any:
    role = "tg-area-manager" if table.book.id in CROWNS else "casino-operator"
    return table.does(DecideFinally, "oli", role, dispute=id, ruling="it stands", upheld=upheld)


# --- raised


@pytest.mark.parametrize("book", BUILT_IN)
def test_a_player_or_a_spectator_disputes_and_staff_write_it_down_for_someone(book: str) -> None:
    table = Croupier(book).opens(acknowledged=GENEROUS.get(book, ())).seats(ann=1)
    by_player = only(table.player("ann", RaiseDispute, about="x", bet="w1", person="bob"), DisputeRaised)
    assert (by_player.person, by_player.bet) == ("ann", "w1")
    assert only(table.does(RaiseDispute, "sam", SPECTATOR, about="x"), DisputeRaised).person == "sam"
    assert only(table.staff(RaiseDispute, about="x", person="cas"), DisputeRaised).person == "cas"
    clause = STEPS[book][3] if book in STEPS else "9.10"
    assert by_player.clause == clause
    assert refused(table.staff(RaiseDispute, about="x")) == (Why.NOT_ELIGIBLE, clause)
    assert table.replays()


def test_a_dispute_has_an_id_of_its_own() -> None:
    table, id = raised("star-sicbo-2024")
    assert refused(table.player("bob", RaiseDispute, id=id, about="x")) == (Why.DUPLICATE_ID, "9.17")


# --- decided first, and reviewed


@pytest.mark.parametrize("book", cited())
def test_a_dispute_goes_from_the_first_decision_through_review_to_the_last_word(book: str) -> None:
    first, reviewer, last, clause, final = STEPS[book]
    table, id = raised(book)
    ruling = only(table.does(DecideDispute, "gus", first, dispute=id, ruling="it lost", upheld=False), DisputeDecided)
    assert (ruling.ruling, ruling.upheld, ruling.clause) == ("it lost", False, clause)
    assert only(table.player("ann", AskReview, dispute=id), ReviewAsked).clause == clause
    review = only(table.does(ReviewDispute, "rae", reviewer, dispute=id, ruling="it won", upheld=True), DisputeReviewed)
    assert (review.upheld, review.clause) == (True, clause)
    assert table.table.disputes[id].upheld
    word = only(
        table.does(DecideFinally, "oli", last, dispute=id, ruling="it lost", upheld=False), DisputeDecidedFinally
    )
    assert (word.ruling, word.clause) == ("it lost", final)
    assert not table.table.disputes[id].upheld
    assert table.replays()


@pytest.mark.parametrize("book", cited())
def test_nobody_reviews_their_own_decision(book: str) -> None:
    _, reviewer, _, clause, _ = STEPS[book]
    table, id = decided(book, by="rae")
    happened(table.player("ann", AskReview, dispute=id))
    said: dict[str, Any] = {"dispute": id, "ruling": "as before", "upheld": False}
    assert refused(table.does(ReviewDispute, "rae", reviewer, **said)) == (Why.SAME_PERSON, clause)
    happened(table.does(ReviewDispute, "roy", reviewer, **said))
    assert refused(table.does(ReviewDispute, "roy", reviewer, **said)) == (Why.ALREADY_DONE, clause)


@pytest.mark.parametrize(
    "book, role, clause",
    [
        ("star-sicbo-2024", "dealer", "9.17"),
        ("star-sicbo-pre2024", "dealer", "9.12"),
        ("star-craps", "stickperson", "9.12"),
    ],
)
def test_a_rank_below_the_first_supervisor_decides_nothing(book: str, role: str, clause: str) -> None:
    table, id = raised(book)
    said: dict[str, Any] = {"dispute": id, "ruling": "x", "upheld": False}
    assert refused(table.does(DecideDispute, "lou", role, **said)) == (Why.NOT_ALLOWED, clause)
    assert refused(table.does(ReviewDispute, "lou", role, **said)) == (Why.NOT_ALLOWED, clause)


@pytest.mark.clause("aruze-sicbo", "8.15")
def test_a_host_reviews_nothing() -> None:
    table, id = decided("aruze-sicbo")
    happened(table.player("ann", AskReview, dispute=id))
    said: dict[str, Any] = {"dispute": id, "ruling": "x", "upheld": False}
    assert refused(table.does(ReviewDispute, "hob", "electronic-gaming-host", **said)) == (Why.NOT_ALLOWED, "8.15")


@pytest.mark.clause("star-sicbo-2024", "9.17")
@pytest.mark.clause("star-sicbo-pre2024", "9.12")
@pytest.mark.clause("aruze-sicbo", "8.15")
@pytest.mark.clause("star-craps", "9.12")
@pytest.mark.parametrize(
    "book, named, above, clause",
    [
        ("star-sicbo-2024", "games-supervisor", ("casino-supervisor", "casino-operator"), "9.17"),
        ("star-sicbo-pre2024", "games-supervisor", ("casino-supervisor", "casino-operator"), "9.12"),
        ("aruze-sicbo", "electronic-gaming-host", ("electronic-gaming-supervisor", "casino-operator"), "8.15"),
        ("star-craps", "boxperson", ("casino-supervisor", "gaming-manager", "casino-operator"), "9.12"),
        ("star-craps", "gaming-supervisor", ("casino-supervisor",), "9.12"),
    ],
)
def test_a_rank_above_decides_first_only_where_it_says_that_nobody_of_the_named_rank_is_on_duty(
    book: str, named: str, above: tuple[str, ...], clause: str
) -> None:
    for role in above:
        table, id = raised(book)
        said: dict[str, Any] = {"dispute": id, "ruling": "x", "upheld": False}
        told = table.does(DecideDispute, "max", role, **said)
        assert refused(told) == (Why.NOT_ALLOWED, clause)
        assert isinstance(told, Refused)
        assert named.replace("-", " ") in told.message
        assert only(table.does(DecideDispute, "max", role, absent=True, **said), DisputeDecided).absent
        assert table.replays()
    table, id = raised(book)
    by_named = table.does(DecideDispute, "gus", named, dispute=id, ruling="x", upheld=False, absent=True)
    assert not only(by_named, DisputeDecided).absent, "someone of the rank is on duty: the one who decides"


def test_a_dispute_is_decided_once_and_reviewed_only_when_its_person_asks() -> None:
    table, id = raised("star-sicbo-2024")
    said: dict[str, Any] = {"dispute": id, "ruling": "x", "upheld": False}
    reviewer: dict[str, Any] = {"by": "rae", "role": "casino-supervisor"}
    assert refused(table.player("ann", AskReview, dispute=id)) == (Why.NOT_YET, "9.17")
    assert refused(table.player("ann", AcceptDecision, dispute=id)) == (Why.NOT_YET, "9.17")
    happened(table.does(DecideDispute, "gus", "games-supervisor", **said))
    assert refused(table.does(DecideDispute, "gus", "games-supervisor", **said)) == (Why.ALREADY_DONE, "9.17")
    assert refused(table.does(ReviewDispute, **reviewer, **said)) == (Why.NOT_YET, "9.17")
    assert refused(table.player("bob", AskReview, dispute=id)) == (Why.NOT_ELIGIBLE, "9.17")
    happened(table.staff(AskReview, dispute=id))
    assert refused(table.player("ann", AskReview, dispute=id)) == (Why.ALREADY_DONE, "9.17")
    assert refused(finally_(table, id)) == (Why.NOT_YET, "9.17")
    happened(table.does(ReviewDispute, **reviewer, **said))
    happened(finally_(table, id))
    assert refused(finally_(table, id)) == (Why.ALREADY_DONE, "9.18")


def test_after_the_final_decision_no_review_is_asked_for() -> None:
    table, id = decided("star-sicbo-2024")
    happened(finally_(table, id))
    assert refused(table.player("ann", AskReview, dispute=id)) == (Why.ALREADY_DONE, "9.17")


def test_a_dispute_that_nobody_raised_is_told() -> None:
    table, _ = raised("star-sicbo-2024")
    orders: list[tuple[type[Command], dict[str, Any]]] = [
        (DecideDispute, {"ruling": "x", "upheld": False}),
        (AskReview, {}),
        (ReviewDispute, {"ruling": "x", "upheld": False}),
        (AcceptDecision, {}),
        (AdviseComplaint, {}),
        (LodgeComplaint, {"words": "x"}),
    ]
    for kind, more in orders:
        assert refused(table.staff(kind, dispute="d9", **more)) == (Why.UNKNOWN_ID, "9.17")
    assert refused(finally_(table, "d9")) == (Why.UNKNOWN_ID, "9.17")


# --- the last word


@pytest.mark.parametrize("book", cited())
def test_the_operator_decides_finally_after_the_first_decision(book: str) -> None:
    table, id = raised(book)
    assert refused(finally_(table, id)) == (Why.NOT_YET, STEPS[book][3])
    low = table.does(DecideFinally, "rae", STEPS[book][1], dispute=id, ruling="x", upheld=False)
    assert refused(low) == (Why.NOT_ALLOWED, STEPS[book][4])


@pytest.mark.clause("crown-sicbo", "9.10")
@pytest.mark.parametrize("book", CROWNS)
def test_crown_has_one_decision_and_it_is_final(book: str) -> None:
    table, id = raised(book)
    said: dict[str, Any] = {"dispute": id, "ruling": "it lost", "upheld": False}
    assert refused(table.staff(DecideDispute, **said))[0] is Why.NOT_HERE
    assert refused(table.staff(ReviewDispute, **said))[0] is Why.NOT_HERE
    assert refused(table.player("ann", AskReview, dispute=id)) == (Why.NOT_HERE, "9.10")
    low = table.does(DecideFinally, "hal", "tg-higher-duties-dealer", **said)
    assert refused(low) == (Why.NOT_ALLOWED, "9.10")
    assert only(finally_(table, id), DisputeDecidedFinally).clause == "9.10"
    assert refused(finally_(table, id)) == (Why.ALREADY_DONE, "9.10")
    accepted = only(table.player("ann", AcceptDecision, dispute=id), DecisionAccepted)
    assert accepted.person == "ann"
    assert not table.table.disputes
    assert table.replays()


def test_whoever_is_content_ends_the_dispute() -> None:
    table, id = decided("star-sicbo-2024", upheld=True)
    assert refused(table.player("bob", AcceptDecision, dispute=id)) == (Why.NOT_ELIGIBLE, "9.17")
    happened(table.staff(AcceptDecision, dispute=id))
    assert not table.table.disputes
    assert table.replays()


# --- the dice at craps


def dice_disputed(topic: str = "") -> tuple[Stickperson, str]:
    """The stickperson calls six and five; Ann says that it is not so."""
    table = Stickperson().seats(ann=1).shoots("ann", id="line")
    happened(table.player("ann", ThrowDice))
    happened(table.stick(CallRoll, dice=(6, 5)))
    said = table.player("ann", RaiseDispute, about="which face is uppermost", bet="line", topic=topic)
    return table, str(only(said, DisputeRaised).dispute)


@pytest.mark.clause("star-craps", "4.4.3")
@pytest.mark.parametrize("topic", ["", "dice"])
def test_the_boxpersons_decision_on_the_dice_is_disputed_on_the_record_and_reversed_by_nobody(topic: str) -> None:
    table, id = dice_disputed(topic)
    assert only(table.box(JudgeTopFace, dice=(6, 6)), TopFaceJudged).disputes == (id,)
    said: dict[str, Any] = {"dispute": id, "ruling": "it was 6 and 5", "upheld": True}
    assert refused(table.player("ann", AskReview, dispute=id)) == (Why.NOT_ALLOWED, "4.4.3")
    assert refused(finally_(table, id)) == (Why.NOT_ALLOWED, "4.4.3")
    decided = only(table.box(DecideDispute, dispute=id, ruling="a six on top of each", upheld=False), DisputeDecided)
    assert (decided.final, decided.clause) == (True, "4.4.3")
    happened(table.dealer(SettleRoll))
    assert refused(table.player("ann", AskReview, dispute=id)) == (Why.NOT_ALLOWED, "4.4.3")
    assert refused(table.staff(ReviewDispute, **said)) == (Why.NOT_ALLOWED, "4.4.3")
    assert refused(finally_(table, id, upheld=True)) == (Why.NOT_ALLOWED, "4.4.3")
    assert table.table.disputes[id].ruling == "a six on top of each"
    happened(table.staff(AdviseComplaint, dispute=id))
    happened(table.player("ann", LodgeComplaint, dispute=id, words="They showed six and five"))
    assert id in table.table.past_disputes
    assert table.replays()


@pytest.mark.clause("star-craps", "4.4.3")
def test_a_dispute_on_the_dice_that_comes_after_the_roll_is_the_boxpersons_alone() -> None:
    table, id = dice_disputed("dice")
    happened(table.dealer(SettleRoll))
    happened(table.player("ann", LodgeComplaint, dispute=id, words="Look at the film"))
    said: dict[str, Any] = {"dispute": id, "ruling": "six and five", "upheld": False}
    for role in ("gaming-supervisor", "casino-supervisor"):
        assert refused(table.does(DecideDispute, "sue", role, **said)) == (Why.NOT_ALLOWED, "4.4.3")
    happened(table.box(DecideDispute, **said))
    assert table.table.past_disputes[id].final, "nothing is left to do at the table"
    assert table.replays()


@pytest.mark.clause("star-craps", "9.12")
def test_a_dispute_about_anything_else_is_reviewed_also_where_the_faces_were_judged() -> None:
    before = Stickperson().seats(ann=1).shoots("ann", id="line")
    old = only(before.player("ann", RaiseDispute, about="a payment of the last roll"), DisputeRaised).dispute
    happened(before.player("ann", ThrowDice))
    assert only(before.box(JudgeTopFace, dice=(6, 6)), TopFaceJudged).disputes == ()
    assert before.table.disputes[old].topic == ""
    table, id = dice_disputed("other")
    assert only(table.box(JudgeTopFace, dice=(6, 6)), TopFaceJudged).disputes == ()
    happened(table.box(DecideDispute, dispute=id, ruling="no", upheld=False))
    happened(table.player("ann", AskReview, dispute=id))
    happened(table.staff(ReviewDispute, dispute=id, ruling="yes", upheld=True))


@pytest.mark.clause("star-craps", "9.12")
def test_what_was_decided_before_the_faces_were_judged_stays_open_to_review() -> None:
    table, id = dice_disputed()
    happened(table.box(DecideDispute, dispute=id, ruling="your chips were moved by bob", upheld=False))
    assert only(table.box(JudgeTopFace, dice=(6, 6)), TopFaceJudged).disputes == ()
    happened(table.player("ann", AskReview, dispute=id))


def test_away_from_craps_a_dispute_about_the_dice_goes_the_way_of_all_others() -> None:
    table = Croupier().opens().seats(ann=1)
    id = only(table.player("ann", RaiseDispute, about="the dice", topic="dice"), DisputeRaised).dispute
    happened(table.does(DecideDispute, "gus", "games-supervisor", dispute=id, ruling="no", upheld=False))
    happened(table.player("ann", AskReview, dispute=id))


# --- outside the house


@pytest.mark.parametrize("book", cited())
def test_whoever_is_not_content_with_the_operator_is_told_of_the_right_to_complain(book: str) -> None:
    clause = STEPS[book][4]
    table, id = decided(book)
    assert refused(table.staff(AdviseComplaint, dispute=id)) == (Why.NOT_YET, clause)
    happened(finally_(table, id))
    advised = only(table.staff(AdviseComplaint, dispute=id), ComplaintAdvised)
    assert (advised.person, advised.clause, advised.investigation) == ("ann", clause, "")
    assert advised.regulator == table.book.regulator
    assert refused(table.staff(AdviseComplaint, dispute=id)) == (Why.ALREADY_DONE, clause)
    lodged = only(table.player("ann", LodgeComplaint, dispute=id, words="it won"), ComplaintLodged)
    assert (lodged.words, lodged.clause) == ("it won", clause)
    assert not table.table.disputes
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "9.11", "9.12")
@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize("book", CROWNS)
def test_at_crown_the_inspector_and_the_regulator_are_named_while_a_dispute_is_unresolved(
    book: str, settled: bool
) -> None:
    table, id = raised(book)
    if settled:
        happened(finally_(table, id))
    advised = only(table.dealer(AdviseComplaint, dispute=id), ComplaintAdvised)
    assert (advised.clause, advised.investigation) == ("9.11", "9.12")
    assert only(table.player("ann", LodgeComplaint, dispute=id, words="x"), ComplaintLodged).clause == "9.12"
    assert table.replays()


@pytest.mark.parametrize("book", BUILT_IN)
def test_a_complaint_tells_the_inspector_in_the_persons_own_words(book: str) -> None:
    clause = "9.12" if book in CROWNS else STEPS[book][4]
    table, id = raised(book)
    lodged = table.player("ann", LodgeComplaint, dispute=id, words="Small came and I was not paid")
    given = only(lodged, NoticeGiven)
    assert (given.to, given.clause, given.due) == ("inspector", clause, table.now)
    assert "Small came and I was not paid" in given.about
    assert only(lodged, ComplaintLodged).about == "Small was not paid", "what the dispute was about"
    happened(table.does(AcknowledgeNotice, "ida", INSPECTOR, notice=given.id))
    again = table.player("ann", LodgeComplaint, dispute=id, words="And again")
    assert refused(again) == (Why.ALREADY_DONE, clause)
    assert table.replays()


@pytest.mark.parametrize("book", cited())
def test_a_complaint_keeps_the_dispute_until_the_house_has_said_its_last_word(book: str) -> None:
    table, id = raised(book)
    happened(table.player("ann", LodgeComplaint, dispute=id, words="It won"))
    assert table.table.disputes[id].complaint == "It won"
    happened(table.does(DecideDispute, "gus", STEPS[book][0], dispute=id, ruling="it lost", upheld=False))
    assert id in table.table.disputes
    happened(finally_(table, id))
    ended = table.table.past_disputes[id]
    assert (ended.ruling, ended.final, ended.complaint) == ("it stands", True, "It won")
    assert not table.table.disputes
    assert refused(table.player("ann", RaiseDispute, id=id, about="x")) == (Why.DUPLICATE_ID, STEPS[book][3])
    assert table.replays()


def test_who_was_content_can_still_complain_outside() -> None:
    table, id = decided("star-sicbo-2024")
    happened(table.player("ann", AcceptDecision, dispute=id))
    assert table.table.past_disputes[id].accepted
    lodged = only(table.player("ann", LodgeComplaint, dispute=id, words="On second thoughts"), ComplaintLodged)
    assert lodged.ruling == "it lost"
    assert table.table.past_disputes[id].complaint == "On second thoughts"
    assert table.replays()


@pytest.mark.parametrize("book", BUILT_IN)
def test_a_dispute_outlives_the_closing_of_the_table(book: str) -> None:
    table, id = raised(book)
    happened(table.player("ann", people.LeaveSeat, seat=1))
    happened(table.staff(opening.CloseTable))
    assert table.table.phase is Phase.CLOSED
    happened(table.player("ann", LodgeComplaint, dispute=id, words="x"))
    if book not in CROWNS:
        happened(table.does(DecideDispute, "gus", STEPS[book][0], dispute=id, ruling="it lost", upheld=False))
    happened(finally_(table, id))
    table.opens(acknowledged=GENEROUS.get(book, ()))
    assert table.table.past_disputes[id].ruling == "it stands"


def test_the_way_outside_is_open_without_any_decision_but_only_for_ones_own_dispute() -> None:
    table, id = raised("star-sicbo-2024")
    assert refused(table.player("bob", LodgeComplaint, dispute=id, words="x")) == (Why.NOT_ELIGIBLE, "9.17")
    happened(table.does(LodgeComplaint, "ida", INSPECTOR, dispute=id, words="taken up"))
    assert table.replays()
