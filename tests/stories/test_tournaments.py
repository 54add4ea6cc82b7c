"""Tournaments of a whole house: staff let in by an officer, rounds that start later, and the director's last word."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from dicehouse.house.complaints import ConcludeComplaint
from dicehouse.house.orders import DIRECTOR, PATRON
from dicehouse.house.tournaments.advancing import EndRound
from dicehouse.house.tournaments.directing import AppointDirector, BriefPlayers, MoveStart
from dicehouse.house.tournaments.entering import ApproveStaffEntry, EnterTournament
from dicehouse.house.tournaments.finishing import CancelTournament
from dicehouse.house.tournaments.parts import Round
from dicehouse.house.tournaments.preparing import (
    ApproveTournament,
    DesignateTables,
    FileTournament,
    NotifyInspectorate,
    OfferTerms,
)
from dicehouse.house.tournaments.rounds import StartRound
from dicehouse.house.tournaments.ruling import (
    AdviseTournamentDispute,
    DecideTournamentDispute,
    LodgeTournamentComplaint,
    RaiseTournamentDispute,
)
from dicehouse.house.tournaments.spinning import SettleTournamentSpin
from dicehouse.house.tournaments.wagering import CloseTournamentBetting, Laid
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Why
from dicehouse.table.disputes import RaiseDispute
from dicehouse.table.orders import Answer, Command
from tests.house.tournaments.organiser import terms
from tests.reports.test_reports import rows
from tests.stories.evening import NOON, Evening, happened, refused

PEOPLE = ("ann", "bob", "cai", "dee")
START = NOON + timedelta(minutes=20)
TWO_ROUNDS = (Round(spins=1, tables=1, seats=4, top=2), Round(spins=1, tables=1, seats=2))
TERMS = terms(
    details={
        "starts": START, "entries_close": START - timedelta(minutes=1), "start_notice": 5, "max_players": 4,
        "min_players": 4,
    },
    entry={
        "signed": False, "staff": True, "withdraw_until": START - timedelta(minutes=2),
        "substitute_until": START - timedelta(minutes=2),
    },
    format={"rounds": TWO_ROUNDS, "ties": ("lot",)},
)  # fmt: skip
OWN: dict[str, Any] = {"tournament": "spring"}


def directs(evening: Evening, order: type[Command], **fields: Any) -> Answer:
    return evening.submit(HOUSE, order, by="dora", role=DIRECTOR, **OWN, **fields)


def a_tournament(evening: Evening) -> None:
    """Of two rounds at the table `crown`, with all its players but the last."""
    evening.register(*PEOPLE)
    happened(evening.cage_does(FileTournament, terms=TERMS))
    happened(evening.cage_does(ApproveTournament, **OWN))
    happened(evening.cage_does(OfferTerms, where="At the desk", **OWN))
    happened(evening.cage_does(NotifyInspectorate, to="I. Vance", **OWN))
    happened(evening.cage_does(AppointDirector, person="dora", **OWN))
    happened(evening.cage_does(DesignateTables, tables=("crown",), **OWN))
    for person in PEOPLE[:3]:
        happened(enters(evening, person))


def enters(evening: Evening, person: str, **fields: Any) -> Answer:
    how = {"person": person, "means": "cash", "accepted": True, **OWN, **fields}
    return evening.cage_does(EnterTournament, by="cara", role="cashier", **how)


def starts(evening: Evening) -> None:
    """The last player comes, and round 1 begins."""
    happened(enters(evening, "dee"))
    happened(directs(evening, BriefPlayers, understood=PEOPLE))
    evening.advance(seconds=(START - evening.now).total_seconds())
    happened(directs(evening, StartRound))


def spins(evening: Evening) -> None:
    """A spin in which everyone stakes what is compulsory on Small; meanwhile the house promises the next seats."""
    evening.advance(minutes=2)
    bets = {who: (Laid("small", 10_000),) for who, it in players(evening).items() if it.standing == "playing"}
    device = {"by": "crown", "role": "device", "table": "crown", **OWN}
    happened(evening.submit(HOUSE, CloseTournamentBetting, wagers=bets, **device))
    happened(evening.submit(HOUSE, SettleTournamentSpin, dice=(1, 2, 3), **device))


def players(evening: Evening) -> dict[str, Any]:
    return dict(evening.house.tournaments["spring"].entrants)


@pytest.mark.clause("crown-sicbo", "8.4.2(a)(v)")
def test_staff_enter_when_an_officer_has_said_so_and_not_by_a_name_that_a_cashier_types(tmp_path: Path) -> None:
    with Evening(tmp_path, crown="crown-sicbo-a") as evening:
        a_tournament(evening)
        no = refused(enters(evening, "dee", staff=True))
        assert (no.why, no.clause) == (Why.NOT_ELIGIBLE, "crown-sicbo 8.4.2(a)(v)")
        let: dict[str, Any] = {"person": "dee", **OWN}
        for by, role in (("cara", "cashier"), ("max", "casino-operator"), ("dora", DIRECTOR)):
            assert refused(evening.submit(HOUSE, ApproveStaffEntry, by=by, role=role, **let)).why is Why.NOT_ALLOWED
        happened(evening.submit(HOUSE, ApproveStaffEntry, by="hale", role="chief-executive-officer", **let))
        evening.restart(crash=True)
        (entered,) = happened(enters(evening, "dee", staff=True))
        assert entered.approved_by == "hale"  # type: ignore[attr-defined]  # it is a TournamentEntered


@pytest.mark.clause("crown-sicbo", "8.4.1(b)")
def test_the_second_round_starts_later_than_it_was_to_also_after_a_crash(tmp_path: Path) -> None:
    with Evening(tmp_path, crown="crown-sicbo-a") as evening:
        a_tournament(evening)
        starts(evening)
        past = refused(directs(evening, MoveStart, to=evening.now - timedelta(minutes=1), reason="Dinner"))
        assert (past.why, past.clause) == (Why.WRONG_TIME, "crown-sicbo 8.4.1(b)")
        soon = refused(directs(evening, MoveStart, to=evening.now + timedelta(minutes=4), reason="Dinner"))
        assert (soon.why, soon.clause) == (Why.TOO_LATE, "crown-sicbo 8.4.1(b)")
        to = evening.now + timedelta(minutes=10)
        happened(directs(evening, MoveStart, to=to, reason="Dinner"))
        spins(evening)
        happened(directs(evening, EndRound))
        evening.restart(crash=True)
        early = refused(directs(evening, StartRound))
        assert (early.why, early.clause) == (Why.NOT_YET, "crown-sicbo 8.4.1(b)")
        evening.advance(minutes=10)
        happened(directs(evening, StartRound))
        assert len([it for it in players(evening).values() if it.standing == "playing"]) == 2


@pytest.mark.clause("crown-sicbo", "8.4.8(h)", "8.4.8(j)")
def test_at_a_tournament_table_the_directors_word_stands_and_the_way_to_the_regulator_is_open(tmp_path: Path) -> None:
    with Evening(tmp_path, crown="crown-sicbo-a", money="crown-sicbo-a") as evening:
        a_tournament(evening)
        starts(evening)
        there = refused(evening.player("ann", "crown", RaiseDispute, about="My wager was moved"))
        assert (there.why, there.clause) == (Why.NOT_HERE, "crown-sicbo 8.4.8(h)")
        assert "raise-tournament-dispute" in there.next
        happened(evening.player("ann", "money", RaiseDispute, about="Something of last week"))

        asks: dict[str, Any] = {"person": "ann", "about": "My wager was moved", **OWN}
        happened(evening.submit(HOUSE, RaiseTournamentDispute, id="D1", by="ann", role=PATRON, **asks))
        decision: dict[str, Any] = {"dispute": "D1", "decision": "It lay there", "satisfied": False}
        assert refused(evening.cage_does(DecideTournamentDispute, **decision, **OWN)).why is Why.NOT_ALLOWED
        happened(directs(evening, DecideTournamentDispute, **decision))
        assert not evening.house.tournaments["spring"].rulings["D1"].advised
        happened(directs(evening, AdviseTournamentDispute, dispute="D1"))
        evening.restart(crash=True)
        lodges = {"dispute": "D1", "words": "The dealer moved it", **OWN}
        happened(evening.submit(HOUSE, LodgeTournamentComplaint, by="ann", role=PATRON, **lodges))
        assert "The dealer moved it" in [*evening.house.notices.values()][-1].about
        ends: dict[str, Any] = {"complaint": "tournament spring/D1", "outcome": "It was moved", "upheld": True}
        happened(evening.submit(HOUSE, ConcludeComplaint, by="ines", role="inspector", **ends))
        view = evening.player_view("ann")
        assert [(it.of, it.outcome) for it in view.complaints] == [("spring", "It was moved")]
        assert {(it.of, it.ruling) for it in view.disputes} == {("spring", "It lay there"), ("money", "")}

        happened(evening.cage_does(CancelTournament, reason="The fire alarm", **OWN))
        happened(evening.player("ann", "crown", RaiseDispute, about="A payment, now that the table is free"))
    assert rows("complaints", tmp_path / "journal.db", "where", "person", "outcome", "clause") == [
        ("tournament spring", "ann", "It was moved", "crown-sicbo 8.4.8(j)")
    ]
