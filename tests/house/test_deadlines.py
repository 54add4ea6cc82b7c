"""What is due next in promotions and tournaments."""

from datetime import timedelta

from dicehouse.house.deadlines import deadlines
from dicehouse.house.promotions.awarding import (
    DenyClaim,
    PublishResults,
    TellWinner,
)
from dicehouse.house.promotions.disputing import DecidePromotionDispute, RaisePromotionDispute
from dicehouse.house.promotions.drawing import CommitDraw, ResumeDraw, SealEntries, StopDraw, WitnessDraw
from dicehouse.house.promotions.lot import commitment
from dicehouse.house.promotions.publishing import ApproveAmendment, ProposeAmendment, PublishPromotion, ResubmitTerms
from dicehouse.house.promotions.terms import Prize
from dicehouse.house.tournaments.directing import MoveStart
from dicehouse.house.tournaments.finishing import PayTournament, PublishTournamentResults
from dicehouse.house.tournaments.preparing import FileTournament
from dicehouse.house.tournaments.rounds import PauseRound, ResumeRound, StartRound
from dicehouse.house.tournaments.ruling import DecideTournamentDispute, RaiseTournamentDispute
from tests.house.keeper import NOON, Keeper, happened
from tests.house.promotions.promoter import DAY, SCRUTINEER, SECRET, Promoter
from tests.house.tournaments.organiser import SEED, START, TABLES, Organiser, final, terms


def due(desk: Keeper) -> list[str]:
    return [it.what for it in deadlines(desk.house, desk.now)]


def test_a_promotion_goes_from_one_thing_due_to_the_next() -> None:
    car = Prize(name="Car", value=3_000_000, nature="A car", conditions="none")
    desk = Promoter(prizes=(car,), scrutineer=SCRUTINEER)
    assert deadlines(desk.house, desk.now) == ()
    happened(desk.files())
    oversee, draw = f"have {SCRUTINEER} oversee the draw", "open the draw"
    assert due(desk) == ["publish the terms", "promise the secret of the draw", oversee, draw]
    happened(desk.operator(PublishPromotion, promotion="summer"))
    happened(desk.manager(CommitDraw, promotion="summer", commitment=commitment(SECRET)))
    assert due(desk) == ["seal the entries", oversee, draw]
    desk.until(NOON + 2 * DAY)
    happened(desk.plays("ann", 5_000))
    happened(desk.operator(ProposeAmendment, promotion="summer", terms=desk.terms, reason="A prize more"))
    assert due(desk)[0] == "have the change of terms approved"
    happened(desk.manager(ApproveAmendment, promotion="summer", reference="L1", approved=desk.now))
    happened(desk.manager(ResubmitTerms, promotion="summer", reference="out 1"))
    desk.until(NOON + 4 * DAY + timedelta(seconds=1))
    first = deadlines(desk.house, NOON + 4 * DAY + timedelta(seconds=1))[0]
    assert (first.what, first.late, first.clause) == ("seal the entries", True, "star-sicbo-2024 10.7.6")
    assert not deadlines(desk.house, NOON + 4 * DAY)[0].late
    happened(desk.manager(SealEntries, promotion="summer"))
    happened(desk.operator(StopDraw, promotion="summer", what="postpone", reason="A fault"))
    assert due(desk) == ["resume or cancel the draw that was stopped (A fault)"]
    happened(desk.operator(ResumeDraw, promotion="summer", reason="It is put right"))
    happened(desk.does(WitnessDraw, SCRUTINEER, "scrutineer", promotion="summer", word="owl"))
    assert due(desk) == [draw]


def test_after_a_draw_winners_claims_disputes_and_results_are_due() -> None:
    desk = Promoter().draws(ann=3, bob=1)
    who = desk.winner()
    assert due(desk) == ["publish the results", f"tell {who} of prize 1"]
    tells = {"promotion": "summer", "prize": 1, "channel": "telephone", "said": "Called"}
    happened(desk.cashier(TellWinner, reached=False, **tells))
    assert due(desk) == ["publish the results", f"tell {who} of prize 1"]
    happened(desk.cashier(TellWinner, reached=True, **tells))
    happened(desk.manager(PublishResults, promotion="summer", where="At the desk"))
    claim = desk.claims(person="cai")
    happened(desk.cashier(RaisePromotionDispute, id="D1", promotion="summer", person="cai", about="The draw"))
    assert due(desk) == ["decide dispute D1 of cai", f"meet or deny claim {claim} of cai"]
    no = {"reason": "Not the winner", "name": "Cai", "address": "1 Road"}
    happened(desk.manager(DenyClaim, promotion="summer", claim=claim, **no))
    happened(
        desk.operator(DecidePromotionDispute, promotion="summer", dispute="D1", decision="It stands", satisfied=True)
    )
    assert due(desk) == []


def test_a_promotion_that_is_cancelled_has_nothing_due() -> None:
    desk = Promoter().seals(ann=1)
    happened(desk.operator(StopDraw, promotion="summer", what="cancel", reason="No prize"))
    assert due(desk) == []


def test_a_tournament_goes_from_one_thing_due_to_the_next() -> None:
    desk = Organiser(final())
    happened(desk.manager(FileTournament, terms=desk.terms))
    assert due(desk) == [
        "withdrawals without a penalty end", "entries close", "promise the seats of round 1", "appoint a director",
        "designate tables", "have the terms approved", "make the terms available", "start round 1",
        "tell the inspectorate",
    ]  # fmt: skip
    desk.offers()
    happened(desk.enters("ann"))
    happened(desk.manager(FileTournament, terms=final(details={"location": "Level 2"})))
    assert {"have 1 players accept version 2", "brief 1 players"} <= {*due(desk)}
    desk = Organiser(final()).starts()
    assert due(desk) == []
    happened(desk.director(RaiseTournamentDispute, id="D1", person="ann", about="A seat"))
    assert due(desk) == ["rule on D1 of ann"]
    happened(desk.director(DecideTournamentDispute, dispute="D1", decision="As it is", satisfied=True))
    desk.spins(TABLES[0], 1, 2, 3, ann=60_000, bob=50_000, cai=40_000)
    assert due(desk) == []
    desk.spins(TABLES[0], 1, 2, 3)
    assert due(desk) == ["end round 1"]
    happened(desk.ends())
    assert due(desk) == ["say who has won"]
    happened(desk.finishes())
    assert due(desk) == ["pay ann", "pay bob", "pay cai", "publish the results"]
    happened(desk.manager(PublishTournamentResults, tournament="spring", where="Here"))
    for who in ("ann", "bob", "cai"):
        happened(desk.desk(PayTournament, person=who, form="cash"))
    assert due(desk) == []


def test_the_clock_of_a_round_and_the_next_round_are_due() -> None:
    desk = Organiser(terms(format={"ties": ("lot",)})).starts()
    (ends,) = deadlines(desk.house, desk.now)
    assert (ends.at, ends.what) == (START + timedelta(minutes=30), "end round 1")
    happened(desk.director(PauseRound, reason="Dinner"))
    assert due(desk) == ["resume round 1"]
    happened(desk.director(ResumeRound))
    for table in TABLES:
        desk.spins(table, 1, 2, 3).spins(table, 1, 2, 3)
    (over,) = deadlines(desk.house, desk.now)
    assert (over.at, over.what, over.late) == (desk.now, "end round 1", False)
    happened(desk.ends())
    happened(desk.director(MoveStart, to=desk.now + DAY, reason="Tomorrow"))
    (starts,) = deadlines(desk.house, desk.now)
    assert (starts.what, starts.at - desk.now < DAY) == ("start round 2", True)
    desk.waits(days=1)
    happened(desk.director(StartRound, seed=SEED))


def test_what_is_past_is_not_due_any_more() -> None:
    desk = Organiser(terms(entry={"withdraw_until": NOON + DAY})).opens().briefs()
    promise = "promise the seats of round 1"
    assert due(desk) == ["withdrawals without a penalty end", "entries close", promise, "start round 1"]
    happened(desk.promises())
    desk.waits(days=2)
    assert due(desk) == ["entries close", "start round 1"]
    desk.waits(days=4)
    (late,) = deadlines(desk.house, desk.now)
    assert (late.what, late.late) == ("start round 1", True)


def test_equal_players_are_to_play_an_extra_spin() -> None:
    desk = Organiser(final()).starts()
    desk.spins(TABLES[0], 1, 2, 3).spins(TABLES[0], 1, 2, 3)
    assert due(desk) == ["have 6 equal players play an extra spin"]
