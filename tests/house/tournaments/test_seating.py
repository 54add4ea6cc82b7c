"""Seats: promised before it is known who plays, drawn from what was promised, the same for whoever works it out."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.house.promotions.lot import commitment
from dicehouse.house.tournaments.preparing import FileTournament
from dicehouse.house.tournaments.rounds import RoundStarted, StartRound
from dicehouse.house.tournaments.seating import PromiseSeats, SeatsPromised, promise_due
from dicehouse.house.tournaments.standings import seated
from dicehouse.refusal import Why
from tests.house.keeper import happened, only
from tests.house.tournaments.organiser import BOOK, SECOND, SEED, START, TABLES, Organiser, refused, terms

CLOSES = START - timedelta(hours=1)
OTHER = "another seed, which nobody promised"


def starts(desk: Organiser, seed: str) -> Any:
    """The order itself, without a promise that comes with it."""
    return desk.does(StartRound, "dora", "tournament-director", tournament="spring", seed=seed)


@pytest.mark.clause(BOOK, "8.4.3(a)(ii)")
def test_seats_are_drawn_from_what_was_promised_and_from_nothing_else() -> None:
    desk = Organiser().prepares()
    made = only(desk.promises(), SeatsPromised)
    assert (made.round, made.commitment, made.late) == (1, commitment(SEED), False)
    assert refused(desk.promises(OTHER), Why.ALREADY_DONE).next == "keep to it"
    for person in desk.people:
        happened(desk.enters(person))
    desk.briefs().until(START)
    differs = refused(starts(desk, OTHER), Why.ENTRY_DIFFERS)
    assert commitment(OTHER) in differs.message
    assert "no seed was given" in refused(starts(desk, ""), Why.ENTRY_DIFFERS).message
    began = only(starts(desk, SEED), RoundStarted)
    assert began.seats == seated(desk.people, TABLES, SEED)
    assert desk.replays()


@pytest.mark.clause(BOOK, "8.4.3(a)(ii)")
def test_no_round_begins_before_its_seats_are_promised() -> None:
    desk = Organiser().opens().briefs().until(START)
    found = refused(starts(desk, SEED), Why.OUT_OF_ORDER)
    assert (found.clause, found.next) == ("crown-sicbo 8.4.3(a)(ii)", "promise their seed first")


@pytest.mark.parametrize("at, late", [(CLOSES, False), (CLOSES + SECOND, True)])
def test_a_promise_is_late_once_entries_have_closed(at: Any, late: bool) -> None:
    desk = Organiser().opens().until(at)
    assert only(desk.promises(), SeatsPromised).late is late


def test_a_later_round_is_promised_while_the_one_before_is_played() -> None:
    desk = Organiser().starts()
    assert promise_due(desk.it)
    made = only(desk.director(PromiseSeats, commitment=commitment(OTHER)), SeatsPromised)
    assert (made.round, made.late) == (2, False)
    assert not promise_due(desk.it)
    assert desk.it.promised == {1: commitment(SEED), 2: commitment(OTHER)}


def test_between_rounds_a_promise_is_late_and_after_the_last_there_is_none() -> None:
    desk = Organiser(terms(format={"ties": ("lot",)}, winners={"ties": ("share",)})).starts()
    for table in TABLES:
        for _ in range(2):
            desk.spins(table, 1, 2, 3)
    happened(desk.ends())
    assert only(desk.promises(OTHER), SeatsPromised).late
    happened(starts(desk, OTHER))
    assert not promise_due(desk.it)
    assert refused(desk.promises(), Why.ALREADY_DONE).message.startswith("spring: no round comes after round 2")


def test_the_clock_promises_from_when_entries_open() -> None:
    desk = Organiser()
    happened(desk.manager(FileTournament, terms=desk.terms))
    assert not promise_due(desk.it)
    desk.offers()
    assert promise_due(desk.it)
    refused(desk.device(PromiseSeats, tournament="autumn", commitment=commitment(OTHER)), Why.UNKNOWN_ID)
    empty = desk.device(PromiseSeats, tournament="spring")
    assert refused(empty, Why.NOT_DECLARED).next == "give one"
    happened(desk.promises())
    assert not promise_due(desk.it)
