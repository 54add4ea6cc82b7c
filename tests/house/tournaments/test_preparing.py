"""Before a tournament: terms, approval, notice, its director, its tables, and players who know what they play."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.house.cage import BuyIn, DepositFunds
from dicehouse.house.notices import overdue
from dicehouse.house.tournaments.asked import designated, kept_for
from dicehouse.house.tournaments.directing import (
    AppointDeputy,
    AppointDirector,
    BriefPlayers,
    LeaveTournament,
    MoveStart,
    PlayersBriefed,
    PractiseSpin,
    ReturnToTournament,
    StartMoved,
)
from dicehouse.house.tournaments.entering import AcceptTournamentTerms
from dicehouse.house.tournaments.finishing import CancelTournament
from dicehouse.house.tournaments.parts import Round
from dicehouse.house.tournaments.preparing import (
    ApproveTournament,
    DesignateTables,
    FileTournament,
    NotifyInspectorate,
    OfferTerms,
    TournamentFiled,
)
from dicehouse.house.tournaments.rounds import StartRound
from dicehouse.house.vouchers import HandInVoucher
from dicehouse.refusal import Why
from dicehouse.table.disputes import RaiseDispute
from dicehouse.table.notices import AcknowledgeNotice, NoticeGiven
from tests.house.keeper import happened, kinds, only
from tests.house.tournaments.organiser import BOOK, SECOND, SEED, START, TABLES, WHOLE, Organiser, refused, terms


@pytest.mark.clause(BOOK, "8.1", "8.2", "8.2.1", "8.4")
def test_terms_go_on_file_when_they_are_whole() -> None:
    desk = Organiser()
    filed = only(desk.manager(FileTournament, terms=WHOLE), TournamentFiled)
    assert (filed.version, filed.clause, desk.it.phase) == (1, "crown-sicbo 8.2.1", "planned")
    lame = terms(details={"location": ""}, entry={"method": ""})
    found = refused(desk.manager(FileTournament, terms=lame), Why.NOT_ALLOWED)
    assert found.clause == "crown-sicbo 8.4.1(a)(iv)"
    assert "2 things are wrong with the terms, the first: details.location is missing" in found.message
    one = refused(desk.manager(FileTournament, terms=terms(entry={"method": ""})), Why.NOT_ALLOWED)
    assert one.message == "spring: entry.method is missing; say how to enter; put that right in the terms"
    other = Organiser(terms(rulebook="star-craps"))
    told = refused(other.manager(FileTournament, terms=other.terms), Why.MALFORMED)
    assert "no rules on tournaments" in told.message


@pytest.mark.clause(BOOK, "8.2.2", "8.2.2(a)", "8.2.2(b)", '1 "Tournament Terms and Conditions"')
def test_no_entry_is_taken_before_terms_are_approved_available_and_told() -> None:
    desk = Organiser()
    happened(desk.manager(FileTournament, terms=WHOLE))
    steps: list[tuple[str, Any]] = [
        ("is not approved", lambda: desk.operator(ApproveTournament, tournament="spring")),
        ("is not available", lambda: desk.manager(OfferTerms, tournament="spring", where="At the desk")),
        ("is not known to", lambda: desk.manager(NotifyInspectorate, tournament="spring", to="I. Vance")),
    ]
    for early in steps[1:]:
        assert refused(early[1](), Why.OUT_OF_ORDER).message.endswith("have it approved first")
    for what, step in steps:
        assert what in refused(desk.enters("ann"), Why.NOT_YET).message
        happened(step())
        assert refused(step(), Why.ALREADY_DONE)
    happened(desk.enters("ann"))
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.2.2(b)", "8.4.1(c)")
def test_the_inspectorate_hears_of_every_version_before_the_start() -> None:
    desk = Organiser().prepares()
    happened(desk.enters("ann"))
    notices = [it for it in desk.events if isinstance(it, NoticeGiven)]
    assert [(it.to, it.due, it.clause) for it in notices] == [("inspector", START, "crown-sicbo 8.2.2(b)")]
    changed = only(desk.manager(FileTournament, terms=terms(details={"location": "Level 2"})), TournamentFiled)
    assert (changed.version, changed.clause) == (2, "crown-sicbo 8.4.1(c)")
    assert refused(desk.enters("bob"), Why.NOT_YET)
    desk.offers()
    last = [it for it in desk.events if isinstance(it, NoticeGiven)][-1]
    assert last.clause == "crown-sicbo 8.4.1(c)"
    assert [it.id for it in overdue(desk.house, START + SECOND)] == [notices[0].id, last.id]
    happened(desk.inspector(AcknowledgeNotice, notice=last.id))
    happened(desk.enters("bob"))
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.2(a)(i)", "8.4.2(b)(iii)", "8.4.1(c)")
def test_who_has_entered_accepts_changed_terms_before_play() -> None:
    desk = Organiser().opens()
    happened(desk.manager(FileTournament, terms=terms(details={"location": "Level 2"})))
    assert refused(desk.desk(AcceptTournamentTerms, person="ann", signed=True), Why.NOT_YET)
    desk.offers()
    desk.briefs().until(START)
    found = refused(desk.director(StartRound, seed=SEED), Why.NOT_ACKNOWLEDGED)
    assert "ann: has accepted version 1 of the terms, and version 2 stands" in found.message
    assert refused(desk.desk(AcceptTournamentTerms, person="ann"), Why.NOT_ACKNOWLEDGED).clause == (
        "crown-sicbo 8.4.2(b)(iii)"
    )
    assert refused(desk.desk(AcceptTournamentTerms, person="zoe", signed=True), Why.UNKNOWN_PATRON)
    assert refused(
        desk.patron("bob", AcceptTournamentTerms, tournament="spring", person="ann", signed=True), Why.NOT_ALLOWED
    )
    own = {"tournament": "spring", "person": "ann", "signed": True}
    assert refused(desk.patron("ann", AcceptTournamentTerms, **own), Why.NOT_ACKNOWLEDGED).next.endswith("at the desk")
    for person in desk.people:
        happened(desk.desk(AcceptTournamentTerms, person=person, signed=True))
    assert refused(desk.desk(AcceptTournamentTerms, person="ann", signed=True), Why.ALREADY_DONE)
    happened(desk.director(StartRound, seed=SEED))
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.1(a)(ii)", "8.4.1(c)")
def test_terms_that_people_have_paid_by_keep_their_price_and_play_keeps_its_terms() -> None:
    desk = Organiser().opens()
    dearer = terms(details={"buy_in": 20_000})
    assert (
        "6 people have paid by version 1"
        in refused(desk.manager(FileTournament, terms=dearer), Why.NOT_ALLOWED).message
    )
    desk.briefs().until(START)
    happened(desk.director(StartRound, seed=SEED))
    found = refused(desk.manager(FileTournament, terms=WHOLE), Why.TOO_LATE)
    assert found.message == "spring: it is in a round; keep to version 1 of its terms"
    for kind, fields in ((ApproveTournament, {}), (OfferTerms, {"where": "x"}), (NotifyInspectorate, {"to": "x"})):
        assert refused(desk.operator(kind, tournament="spring", **fields), Why.WRONG_PHASE)
    assert refused(desk.operator(ApproveTournament, tournament="autumn"), Why.UNKNOWN_ID)


# --- the director


@pytest.mark.clause(BOOK, "8.2.3", "8.2.3(a)")
def test_only_the_director_and_deputies_speak_for_a_tournament() -> None:
    desk = Organiser().opens()
    brief: dict[str, Any] = {"tournament": "spring", "understood": ("ann",)}
    found = refused(desk.does(BriefPlayers, "otto", "tournament-director", **brief), Why.NOT_ALLOWED)
    assert found.message == "otto: spring is directed by dora; ask there"
    assert refused(desk.operator(BriefPlayers, **brief), Why.NOT_ALLOWED)
    happened(desk.director(AppointDeputy, person="otto"))
    happened(desk.does(BriefPlayers, "otto", "tournament-director", **brief))
    for who in ("ann", "otto", "dora"):
        assert refused(desk.director(AppointDeputy, person=who), Why.SAME_PERSON)
    assert refused(desk.operator(AppointDirector, tournament="spring", person="ann"), Why.SAME_PERSON)
    assert refused(desk.operator(AppointDirector, tournament="autumn", person="ann"), Why.UNKNOWN_ID)
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.2.3", "8.2.3(a)")
def test_a_director_who_leaves_has_a_deputy_who_stands_in() -> None:
    desk = Organiser().starts()
    none = refused(desk.director(LeaveTournament), Why.NOT_ALLOWED)
    assert "nobody stands in, and the deputies are: none" in none.message
    happened(desk.director(AppointDeputy, person="otto"))
    assert refused(desk.director(LeaveTournament, deputy="olga"), Why.NOT_ALLOWED)
    assert refused(
        desk.does(LeaveTournament, "otto", "tournament-director", tournament="spring", deputy="otto"), Why.NOT_ALLOWED
    )
    happened(desk.director(LeaveTournament, deputy="otto"))
    assert refused(desk.ends(), Why.NOT_ALLOWED).message == "dora: spring is directed by otto; ask there"
    back: dict[str, Any] = {"by": "otto", "role": "tournament-director", "tournament": "spring"}
    happened(desk.does(ReturnToTournament, **back))
    assert refused(desk.does(ReturnToTournament, **back), Why.ALREADY_DONE)
    assert desk.it.away == ""
    happened(desk.operator(AppointDirector, tournament="spring", person="otto"))
    assert (desk.it.director, desk.it.deputies) == ("otto", [])
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.1(b)", "8.4.1(c)")
def test_a_start_moves_with_notice_to_players_and_inspectorate() -> None:
    desk = Organiser().opens().briefs()
    now = desk.now + SECOND
    least = timedelta(minutes=30)
    found = refused(desk.director(MoveStart, to=now + least - SECOND, reason="A full house"), Why.TOO_LATE)
    assert (found.clause, found.next) == ("crown-sicbo 8.4.1(b)", f"start at {now + least} or later")
    moved = desk.director(MoveStart, to=now + SECOND + least, reason="A full house")
    assert kinds(moved) == ["StartMoved", "NoticeGiven"]
    desk.until(now + least)
    assert refused(desk.director(StartRound, seed=SEED), Why.NOT_YET).clause == "crown-sicbo 8.4.1(b)"
    happened(desk.director(StartRound, seed=SEED))
    for table in TABLES:
        more = 5_000 * TABLES.index(table)
        first, second, _ = desk.at(table)
        desk.spins(table, 1, 2, 3, **{first: 50_000 + more, second: 30_000 + more}).spins(table, 1, 2, 3)
    happened(desk.ends())
    assert kinds(desk.director(MoveStart, to=START, reason="Dinner")) == ["StartMoved"]
    assert desk.replays()


THREE = (
    Round(spins=1, tables=1, seats=6, top=3),
    Round(spins=1, tables=1, seats=3, top=2),
    Round(spins=1, tables=1, seats=2),
)


@pytest.mark.clause(BOOK, "8.4.1(b)")
def test_the_start_of_every_round_can_be_moved_before_it_and_while_the_one_before_is_played() -> None:
    desk = Organiser(terms(format={"rounds": THREE, "ties": ("lot",)})).starts()
    later = timedelta(hours=2)
    for coming in (2, 3):
        to = desk.now + later
        moved = only(desk.director(MoveStart, to=to, reason="Dinner"), StartMoved)
        assert (moved.round, moved.to, moved.clause) == (coming, to, "crown-sicbo 8.4.1(b)")
        desk.spins(TABLES[0], 1, 2, 3)
        happened(desk.ends())
        assert refused(desk.director(StartRound, seed=SEED), Why.NOT_YET).clause == "crown-sicbo 8.4.1(b)"
        sooner = desk.now + timedelta(hours=1)
        assert only(desk.director(MoveStart, to=sooner, reason="They are here"), StartMoved).round == coming
        desk.until(sooner)
        happened(desk.director(StartRound, seed=SEED))
    last = refused(desk.director(MoveStart, to=desk.now + later, reason="Dinner"), Why.ALREADY_DONE)
    assert (last.clause, last.next) == ("crown-sicbo 8.4.1(b)", "finish it")
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.1(b)")
def test_a_start_is_not_moved_into_the_past() -> None:
    desk = Organiser().opens()
    for to in (desk.now - SECOND, desk.now + SECOND):  # the command comes a second later
        found = refused(desk.director(MoveStart, to=to, reason="Earlier"), Why.WRONG_TIME)
        assert (found.clause, found.next) == ("crown-sicbo 8.4.1(b)", "give a time to come")


@pytest.mark.clause(BOOK, "8.3", "8.3.1", "8.4.3(b)")
def test_players_are_briefed_and_told_their_bank_before_play() -> None:
    desk = Organiser().opens()
    assert refused(desk.director(BriefPlayers, understood=("ann", "zoe")), Why.UNKNOWN_PATRON).message.startswith("zoe")
    assert refused(desk.director(BriefPlayers, understood=()), Why.UNKNOWN_PATRON)
    briefed = only(desk.director(BriefPlayers, understood=("ann", "bob", "cai", "dee", "eve")), PlayersBriefed)
    assert (briefed.bank, briefed.clause) == (100_000, "crown-sicbo 8.3.1")
    desk.until(START)
    found = refused(desk.director(StartRound, seed=SEED), Why.NOT_ACKNOWLEDGED)
    assert found.message == "fay: was not briefed; brief this person first"
    happened(desk.director(BriefPlayers, understood=("fay",)))
    happened(desk.director(StartRound, seed=SEED))
    assert refused(desk.director(BriefPlayers, understood=("fay",)), Why.WRONG_PHASE)


def test_nobody_is_briefed_on_terms_that_are_not_ready() -> None:
    desk = Organiser().opens()
    happened(desk.manager(FileTournament, terms=terms(details={"location": "Level 2"})))
    assert refused(desk.director(BriefPlayers, understood=("ann",)), Why.NOT_YET)


@pytest.mark.clause(BOOK, "8.3.2")
def test_practice_spins_count_for_nothing_and_come_before_play() -> None:
    desk = Organiser().opens()
    happened(desk.director(PractiseSpin, table="table 11", dice=(1, 2, 3)))
    happened(desk.device(PractiseSpin, tournament="spring", table="table 12", dice=(6, 6, 6)))
    assert (desk.it.practised, desk.one("ann").bank) == (2, 0)
    assert refused(desk.director(PractiseSpin, table="table 7", dice=(1, 2, 3)), Why.UNKNOWN_ID)
    assert refused(desk.director(PractiseSpin, table="table 11", dice=(1, 2)), Why.WRONG_DICE)
    desk.briefs().until(START)
    happened(desk.director(StartRound, seed=SEED))
    assert refused(desk.director(PractiseSpin, table="table 11", dice=(1, 2, 3)), Why.WRONG_PHASE)
    assert desk.replays()


# --- tables


@pytest.mark.clause(BOOK, "8.2.4")
def test_tables_are_set_apart_as_many_as_the_terms_need() -> None:
    desk = Organiser().opens()
    for tables in (("table 11",), ("table 11", "table 11")):
        found = refused(desk.manager(DesignateTables, tournament="spring", tables=tables), Why.NOT_ENOUGH)
        assert "these are 1 different tables, and its terms need 2" in found.message
    assert desk.it.tables == [*TABLES]
    assert refused(desk.manager(DesignateTables, tournament="autumn", tables=TABLES), Why.UNKNOWN_ID)


@pytest.mark.clause(BOOK, "8.2.4", "8.2.5")
@pytest.mark.parametrize("reading", ["refused", "between_rounds"])
def test_money_is_played_for_between_rounds_only_where_the_terms_read_it_so(reading: str) -> None:
    rounds = (Round(spins=1, tables=1, seats=6, top=3), Round(spins=1, tables=1, seats=3))
    ways = {"tournament_table_money_play": reading}
    desk = Organiser(terms(readings=ways, format={"rounds": rounds, "ties": ("lot",)})).starts()
    first, second = TABLES
    assert designated(desk.house, first) == "spring"
    assert designated(desk.house, second) == ("spring" if reading == "refused" else "")
    desk.spins(first, 1, 2, 3)
    happened(desk.ends())
    assert [designated(desk.house, it) for it in TABLES] == (["spring"] * 2 if reading == "refused" else [""] * 2)
    happened(desk.director(StartRound, seed=SEED))
    assert designated(desk.house, first) == "spring"
    happened(desk.operator(CancelTournament, tournament="spring", reason="The lights are out"))
    assert designated(desk.house, first) == ""


@pytest.mark.clause(BOOK, "8.2.5")
def test_a_table_of_a_tournament_serves_nothing_else_while_it_is_played() -> None:
    desk = Organiser().opens()
    happened(desk.manager(FileTournament, terms=terms(id="autumn")))
    taken = refused(desk.manager(DesignateTables, tournament="autumn", tables=TABLES), Why.NOT_HERE)
    assert taken.message == "table 11: it is set apart for tournament spring; choose another table"
    happened(desk.cashier(DepositFunds, person="zoe", amount=10_000, means="cash"))
    buys: dict[str, Any] = {"person": "zoe", "table": "table 11", "amount": 5_000}
    assert designated(desk.house, "table 11") == ""
    happened(desk.cashier(BuyIn, **buys))
    desk.briefs().until(START)
    happened(desk.director(StartRound, seed=SEED))
    assert (designated(desk.house, "table 11"), designated(desk.house, "table 13")) == ("spring", "")
    found = refused(desk.cashier(BuyIn, **buys), Why.NOT_HERE)
    assert (found.clause, found.next) == ("crown-sicbo 8.2.5", "use another table")
    assert refused(desk.device(HandInVoucher, voucher="V1", table="table 12"), Why.NOT_HERE)
    happened(desk.operator(CancelTournament, tournament="spring", reason="The lights are out"))
    happened(desk.cashier(BuyIn, **buys))
    happened(desk.manager(DesignateTables, tournament="autumn", tables=TABLES))
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.8(h)")
def test_a_dispute_at_a_table_of_a_tournament_is_the_directors() -> None:
    desk = Organiser().starts()
    raises = RaiseDispute(id="q1", at=desk.now, by="ann", role="player", about="My wager")
    found = kept_for(desk.house, raises, TABLES[0])
    assert found is not None
    assert (found.why, found.clause) == (Why.NOT_HERE, "crown-sicbo 8.4.8(h)")
    assert kept_for(desk.house, raises, "table 7") is None
