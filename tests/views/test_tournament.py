"""A tournament on its boards: places, the line, seals, and what each console is not told."""

import msgspec
import pytest

from dicehouse.house.promotions.lot import commitment
from dicehouse.house.tournaments.conduct import PenalisePlayer
from dicehouse.house.tournaments.ruling import RaiseTournamentDispute
from dicehouse.house.tournaments.wagering import SealWager, seal_of
from dicehouse.views.acts import Asker
from dicehouse.views.director import DirectorView, director_view
from dicehouse.views.entrant import entrant_page
from dicehouse.views.tournament import public_view, tournament_view
from tests.house.keeper import happened
from tests.house.tournaments.organiser import PEOPLE, SEED, TABLES, Organiser, terms


def desk(it: Organiser, who: str = "dora", role: str = "tournament-director", entrant: int = 0) -> DirectorView:
    return director_view(it.house, Asker(who, role, it.now), TABLES, "spring", entrant)


def test_the_line_is_drawn_after_the_first_of_each_table_and_the_best_of_the_rest() -> None:
    it = Organiser().starts()
    first, second, third = it.at(TABLES[0])
    it.spins(TABLES[0], 1, 2, 3, **{first: 50_000, second: 30_000})
    it.spins(TABLES[1], 4, 5, 6)
    view = tournament_view(it.house, it.it, it.now)
    assert (view.line, view.line_bank) == (3, 130_000)
    goes = {one.number: (one.goes, one.bank, one.short) for one in view.entrants}
    assert goes[it.one(first).number] == ("first", 150_000, 0)
    assert goes[it.one(second).number] == ("best", 130_000, 0)
    assert goes[it.one(third).number] == ("behind", 110_000, 20_000)
    assert [one.goes for one in view.entrants[:3]].count("behind") == 0
    assert [(table.spin, table.state) for table in view.tables] == [(2, "open"), (2, "open")]


@pytest.mark.clause("crown-sicbo", "8.4.4(c)")
def test_a_sealed_wager_is_shown_as_sealed_and_nothing_more() -> None:
    it = Organiser().starts()
    seal = seal_of("big", 12_345, "heron")
    happened(it.does(SealWager, "ann", "patron", tournament="spring", person="ann", seal=seal))
    view = desk(it)
    (line,) = [each for table in view.tables for each in table.sealed]
    assert (line.person, line.count) == ("ann", 1)
    assert seal not in msgspec.json.encode(view).decode()
    own = entrant_page(it.house, Asker("ann", "patron", it.now), "spring").own
    assert own is not None
    assert (own.sealed, own.number) == (1, it.one("ann").number)


def test_a_display_is_told_of_no_dispute_and_of_no_warning() -> None:
    it = Organiser().starts()
    happened(it.director(PenalisePlayer, person="bob", what="late", action="warn", reason="six minutes"))
    table = it.one("bob").table
    happened(it.director(RaiseTournamentDispute, person="bob", about="the clock", table=table))
    whole, board = tournament_view(it.house, it.it, it.now), public_view(it.house, it.it, it.now)
    assert {each.state for each in whole.tables} == {"held", "open"}
    assert {each.state for each in board.tables} == {"paused", "open"}
    assert (sum(one.warned for one in whole.entrants), sum(one.warned for one in board.entrants)) == (1, 0)
    said = [step.what for step in desk(it).steps]
    assert f"rule on the dispute of E{it.one('bob').number:02d}" in said


@pytest.mark.clause("crown-sicbo", "8.4.8(a)(i)", "8.4.8(b)(i)", "8.4.8(b)(iii)")
def test_a_director_is_offered_the_penalties_of_the_terms_and_no_others() -> None:
    it = Organiser().starts()
    rules = {act.key: act for act in desk(it, entrant=1).rules}
    assert {key for key in rules if key.startswith("late/")} == {"late/warn", "late/chips"}
    assert "telephone/chips" not in rules
    assert rules["late/chips"].words.en == "8.4.8(b)(i)"
    no = rules["telephone/lose-wager"].refused
    assert no is not None
    assert not any(who in no.message for who in PEOPLE)
    elsewhere = desk(it, "zoe").next, desk(it, "zoe").clock[0].refused
    assert elsewhere[1] is not None
    assert "directed by dora" in elsewhere[1].message


def test_the_next_step_leads_from_the_briefing_to_the_prizes() -> None:
    it = Organiser().opens()
    assert (step := desk(it).next) is not None
    assert step.do == "brief-players"
    it.briefs()
    assert (step := desk(it).next) is not None
    assert step.refused is not None
    assert step.refused.clause == "crown-sicbo 8.4.1(b)"
    it = Organiser().starts()
    assert desk(it).next is None
    for table in TABLES:
        for _ in range(2):
            it.spins(table, 1, 2, 3, **{it.at(table)[0]: 50_000, it.at(table)[1]: 30_000})
    assert (step := desk(it).next) is not None
    assert (step.do, bool(desk(it).equal)) == ("end-round", step.refused is not None)


def test_an_unknown_tournament_is_said_to_be_unknown() -> None:
    it = Organiser().prepares()
    view = director_view(it.house, Asker("dora", "tournament-director", it.now), TABLES, "autumn")
    assert view.tournament is None
    assert view.none is not None
    assert view.known == ("spring",)
    page = entrant_page(it.house, Asker("ann", "patron", it.now), "spring")
    assert page.none is not None
    assert "has not entered" in page.none.message


def test_before_the_first_round_nobody_has_a_place_and_nothing_is_sealed() -> None:
    it = Organiser(terms(format={"ties": ("lot",)})).opens()
    view = tournament_view(it.house, it.it, it.now)
    assert [(one.number, one.place) for one in view.entrants] == [(number, 0) for number in range(1, 7)]
    assert entrant_page(it.house, Asker("ann", "patron", it.now), "spring").seal is None
    it.briefs()
    happened(it.promises())
    ((number, promised, seed),) = [(each.round, each.promised, each.seed) for each in public_view(
        it.house, it.it, it.now
    ).seats]  # fmt: skip
    assert (number, promised, seed) == (1, commitment(SEED), "")
