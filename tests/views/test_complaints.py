"""Disputes and complaints on screens: the pit and the inspector have the next step, the player has the outcome."""

from typing import Any

from dicehouse.house.complaints import ConcludeComplaint, RegisterComplaint, TellComplainant
from dicehouse.house.patron_state import Patron
from dicehouse.house.tournaments.ruling import DecideTournamentDispute, RaiseTournamentDispute
from dicehouse.table.complaints import LodgeComplaint
from dicehouse.table.disputes import AcceptDecision, DecideDispute, DisputeRaised, RaiseDispute
from dicehouse.views.acts import Asker
from dicehouse.views.complaints import complaint_lines
from dicehouse.views.entrant import entrant_page
from dicehouse.views.own_disputes import own_disputes
from dicehouse.views.player import player_view
from tests.croupier import Croupier, happened, only
from tests.house.keeper import Keeper
from tests.house.tournaments.organiser import Organiser
from tests.views.supervising import Supervisor

SAID: dict[str, Any] = {
    "table": "table 1", "dispute": "q1", "person": "ann", "words": "Small came", "about": "Small was not paid",
    "ruling": "it lost", "regulator": "NSW Independent Casino Commission", "rule": "star-sicbo-2024 9.18",
}  # fmt: skip
ID = "table table 1/q1"


def complained() -> Keeper:
    desk = Keeper(patrons={"ann": Patron(name="ann"), "bob": Patron(name="bob")})
    happened(desk.device(RegisterComplaint, **SAID))
    return desk


def at_the_pit(desk: Keeper, house_role: str) -> list[tuple[str, bool]] | None:
    """What there is to do about the complaint at the pit, and whether the one who looks may; None without it."""
    table = Croupier(name="table 1").opens()
    table.now = desk.now
    cases = {it.case: it for it in Supervisor(table, desk.house, house_role=house_role).opened().cases}
    return [(act.do, act.refused is None) for act in cases[ID].acts] if ID in cases else None


def test_a_complaint_stays_on_the_pit_until_its_person_knows_the_outcome() -> None:
    desk = complained()
    assert at_the_pit(desk, "gaming-manager") == [("conclude-complaint", True)]
    assert at_the_pit(desk, "inspector") == [("conclude-complaint", True)]
    assert at_the_pit(desk, "cashier") == [("conclude-complaint", False)]
    happened(desk.inspector(ConcludeComplaint, complaint=ID, outcome="The house pays", upheld=True))
    assert at_the_pit(desk, "cashier") == [("tell-complainant", True)]
    happened(desk.cashier(TellComplainant, complaint=ID, how="by telephone"))
    assert at_the_pit(desk, "cashier") is None
    (line,) = complaint_lines(desk.house)
    assert (line.words, line.about, line.ruling, line.outcome, line.told) == (
        "Small came", "Small was not paid", "it lost", "The house pays", True,
    )  # fmt: skip


def test_a_player_sees_the_own_complaint_and_nobody_elses() -> None:
    desk = complained()
    happened(desk.inspector(ConcludeComplaint, complaint=ID, outcome="Nothing was wrong", upheld=False))
    view = player_view(desk.house, "ann", desk.now, {})
    assert view is not None
    (own,) = view.complaints
    assert (own.of, own.state.en, own.outcome) == ("table 1", "Decided against you", "Nothing was wrong")
    assert own.read is not None
    other = player_view(desk.house, "bob", desk.now, {})
    assert other is not None
    assert (other.complaints, other.disputes) == ((), ())


def test_a_player_without_an_account_sees_at_the_table_how_a_dispute_ended() -> None:
    table = Croupier().opens().seats(ann=1)
    id = str(only(table.player("ann", RaiseDispute, about="Small was not paid"), DisputeRaised).dispute)
    happened(table.does(DecideDispute, "gus", "games-supervisor", dispute=id, ruling="it lost", upheld=False))
    happened(table.player("ann", AcceptDecision, dispute=id))
    (own,) = own_disputes(table.table, "ann", table.now)
    assert (own.words.en, own.ruling) == ("Decided against you, and you are content", "it lost")
    assert [step for step, no in own.can.items() if no is None] == ["lodge-complaint"]
    happened(table.player("ann", LodgeComplaint, dispute=id, words="On second thoughts"))
    (own,) = own_disputes(table.table, "ann", table.now)
    assert own.complaint == "On second thoughts"
    assert None not in own.can.values()


def test_an_entrant_sees_the_ruling_and_can_complain_of_it_once() -> None:
    desk = Organiser().opens()
    asked = {"tournament": "spring", "person": "ann", "about": "My wager"}
    happened(desk.patron("ann", RaiseTournamentDispute, id="D1", **asked))
    happened(desk.director(DecideTournamentDispute, dispute="D1", decision="It stood", satisfied=False))
    (own,) = entrant_page(desk.house, Asker("ann", "patron", desk.now), "spring").disputes
    assert (own.about, own.ruling, own.complaint) == ("My wager", "It stood", None)
    assert own.lodge is not None
    assert (own.lodge.do, own.lodge.refused) == ("lodge-tournament-complaint", None)
    assert entrant_page(desk.house, Asker("bob", "patron", desk.now), "spring").disputes == ()
