"""The crew of a table: the roster, signing on and off, handing over by name, breaks, and who dealt each round."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table import Event
from dicehouse.table.crew import (
    DropFromRoster,
    HandOver,
    ReleaseStaff,
    RosterStaff,
    SignOff,
    SignOn,
    StaffReleased,
    StaffRostered,
    StaffSignedOff,
    StaffSignedOn,
    positions,
)
from dicehouse.table.duties import Duty
from dicehouse.table.opening import CloseTable
from dicehouse.table.orders import DEVICE
from dicehouse.table.sentences import sentence
from dicehouse.table.settling import RoundBegan
from dicehouse.table.wagering import WageringOpened
from tests.croupier import Croupier, happened, only, refused
from tests.hall import hall
from tests.stickperson import Stickperson

HOUR = timedelta(hours=1)


@pytest.fixture
def table() -> Croupier:
    return Croupier(name="Sic Bo 3").opens()


def signs_on(at: Croupier, who: str, position: str = "dealer", role: str = "dealer") -> Any:
    return at.does(SignOn, who, role, position=position)


def hands_over(at: Croupier, who: str, to: str, role: str = "dealer") -> Any:
    return at.does(HandOver, who, role, position="dealer", to=to)


def signs_off(at: Croupier, who: str, role: str = "dealer", **fields: Any) -> Any:
    return at.does(SignOff, who, role, position="dealer", **{"why": "shift-over", **fields})


def rosters(at: Croupier, staff: str, begins: int, ends: int, position: str = "dealer", **fields: Any) -> Any:
    """So many minutes from now on."""
    since, until = (at.now + timedelta(minutes=it) for it in (begins, ends))
    return at.staff(RosterStaff, position=position, staff=staff, since=since, until=until, **fields)


# --- positions


@pytest.mark.parametrize(
    "rulebook, known",
    [
        ("star-sicbo-2024", ("dealer", "games-supervisor")),
        ("crown-sicbo-a", ("dealer",)),
        ("aruze-sicbo", ("electronic-gaming-host",)),
        ("star-craps", ("dealer", "dealer-2", "stickperson", "boxperson", "gaming-supervisor")),
    ],
)
def test_the_positions_of_a_table_are_the_ranks_that_run_its_game(rulebook: str, known: tuple[str, ...]) -> None:
    assert positions(Croupier(rulebook).table) == known


def test_a_position_that_the_table_has_not_is_refused_with_those_it_has(table: Croupier) -> None:
    answer = signs_on(table, "dana", "boxperson")
    assert refused(answer) == (Why.UNKNOWN_ID, None)
    assert answer.message == "boxperson: Sic Bo 3 has no such position; choose one of dealer or games supervisor"
    assert refused(rosters(table, "dana", 0, 60, "boxperson"))[0] is Why.UNKNOWN_ID
    assert refused(table.does(HandOver, "dana", "dealer", position="boxperson", to="dirk"))[0] is Why.UNKNOWN_ID


# --- signing on and handing over


def test_who_signs_on_is_at_the_position_from_then_on(table: Croupier) -> None:
    made = only(signs_on(table, "dana"), StaffSignedOn)
    assert (made.staff, made.position, made.relieved) == ("dana", "dealer", "")
    assert table.table.duties == {"dealer": Duty(staff="dana", since=table.now)}
    assert sentence(table.book, made) == "Dana signed on as Dealer"
    assert table.replays()


def test_a_relief_takes_over_once_it_was_named(table: Croupier) -> None:
    happened(signs_on(table, "dana"))
    answer = signs_on(table, "dirk")
    assert refused(answer) == (Why.ALREADY_DONE, None)
    assert answer.message == "dealer: dana is signed on; have dana or a supervisor hand over to dirk by name"
    (named,) = happened(hands_over(table, "dana", "dirk"))
    assert sentence(table.book, named) == "Dana hands over to dirk as Dealer"
    assert table.table.duties["dealer"].to == "dirk"
    answer = signs_on(table, "dora")
    assert answer.message == "dealer: dana hands over to dirk, not to dora; have dana or a supervisor name dora"
    made = only(signs_on(table, "dirk"), StaffSignedOn)
    assert sentence(table.book, made) == "Dirk signed on as Dealer and relieved dana"
    assert table.table.duties["dealer"] == Duty(staff="dirk", since=table.now)
    assert table.replays()


def test_another_relief_may_be_named_and_nobody_relieves_themselves(table: Croupier) -> None:
    happened(signs_on(table, "dana"))
    happened(hands_over(table, "dana", "dirk"))
    assert refused(hands_over(table, "dana", "dirk")) == (Why.ALREADY_DONE, None)
    assert refused(hands_over(table, "dana", "dana")) == (Why.ALREADY_DONE, None)
    happened(hands_over(table, "dana", "dora"))
    assert refused(signs_on(table, "dirk")) == (Why.ALREADY_DONE, None)
    happened(signs_on(table, "dora"))


def test_nobody_hands_over_for_another_but_a_supervisor(table: Croupier) -> None:
    assert hands_over(table, "dana", "dirk").message == ("dealer: nobody is signed on there at Sic Bo 3; sign on first")
    happened(signs_on(table, "dana"))
    assert refused(hands_over(table, "dirk", "dirk")) == (Why.NOT_ALLOWED, None)
    happened(hands_over(table, "sue", "dirk", table.supervisor))
    happened(signs_on(table, "dirk"))


def test_one_person_has_one_position_at_a_table() -> None:
    table = Stickperson(name="Craps 1")
    happened(signs_on(table, "dana"))
    assert refused(signs_on(table, "dana", "dealer-2")) == (Why.ALREADY_DONE, None)
    made = only(signs_on(table, "dirk", "dealer-2"), StaffSignedOn)
    assert sentence(table.book, made) == "Dirk signed on as Dealer 2"


def test_a_position_takes_its_rank_or_one_above() -> None:
    table = Stickperson(name="Craps 1")
    answer = signs_on(table, "dana", "boxperson", "stickperson")
    assert refused(answer) == (Why.NOT_ALLOWED, None)
    assert answer.message == ("dana: stickperson is below boxperson; sign on at a position of that rank or a lower one")
    happened(signs_on(table, "dana", "stickperson", "boxperson"))
    happened(signs_on(table, "beth", "boxperson", "boxperson"))


# --- signing off, and breaks


def test_a_position_is_left_to_nobody_between_rounds_only(table: Croupier) -> None:
    table.seats(ann=4)
    happened(signs_on(table, "dana"))
    table.invites()
    answer = signs_off(table, "dana")
    assert refused(answer) == (Why.WRONG_PHASE, None)
    assert answer.message == (
        "dana: round 1 is under way; hand over to a relief as dealer, or sign off once it is over"
    )
    happened(hands_over(table, "dana", "dirk"))
    happened(signs_on(table, "dirk"))
    table.settles(1, 2, 4)
    made = only(signs_off(table, "dirk"), StaffSignedOff)
    assert sentence(table.book, made) == "Dirk signed off as Dealer: the shift is over"
    assert table.table.duties == {}
    assert refused(signs_off(table, "dirk")) == (Why.UNKNOWN_ID, None)
    assert table.replays()


def test_a_break_has_an_end_and_is_over_when_one_signs_on_again(table: Croupier) -> None:
    happened(signs_on(table, "dana"))
    assert refused(signs_off(table, "dana", why="break")) == (Why.MALFORMED, None)
    assert refused(signs_off(table, "dana", until=table.now + HOUR)) == (Why.MALFORMED, None)
    until = table.now + HOUR
    made = only(signs_off(table, "dana", why="break", until=until), StaffSignedOff)
    assert sentence(table.book, made) == "Dana signed off as Dealer for a break until 02:00:04"
    assert table.table.staff_breaks["dana"].until == until
    happened(signs_on(table, "dana"))
    assert table.table.staff_breaks == {}
    assert table.replays()


@pytest.mark.parametrize("seconds, why", [(0, Why.WRONG_TIME), (1, None), (43_200, None), (43_201, Why.WRONG_TIME)])
def test_a_break_ends_after_now_and_within_twelve_hours(table: Croupier, seconds: int, why: Why | None) -> None:
    happened(signs_on(table, "dana"))
    until = table.now + timedelta(seconds=1 + seconds)  # a command comes a second after the one before
    answer = signs_off(table, "dana", why="break", until=until)
    assert (refused(answer)[0] if why else happened(answer)[0].clause) == (why or "")


def test_the_crew_signs_on_and_off_at_a_closed_table_too(table: Croupier) -> None:
    happened(table.staff(CloseTable))
    happened(signs_on(table, "dana"))
    happened(signs_off(table, "dana"))


def test_who_signs_on_elsewhere_is_here_no_more(table: Croupier) -> None:
    def released(who: str, ago: int = 0) -> Any:
        since = table.now - timedelta(seconds=ago)
        return table.does(ReleaseStaff, "the house", DEVICE, staff=who, table="Sic Bo 1", since=since)

    assert refused(released("dana")) == (Why.ALREADY_DONE, None)
    happened(signs_on(table, "dana"))
    assert refused(released("dana", 1)) == (Why.ALREADY_DONE, None), "she has come back since"
    gone = only(released("dana"), StaffReleased)
    assert (gone.positions, table.table.duties) == (("dealer",), {})
    assert sentence(table.book, gone) == "Dana is at Sic Bo 1 by now"
    happened(signs_on(table, "dirk"))
    happened(signs_off(table, "dirk", why="break", until=table.now + HOUR))
    assert refused(released("dirk", 1)) == (Why.ALREADY_DONE, None)
    gone = only(released("dirk"), StaffReleased)
    assert (gone.positions, table.table.staff_breaks) == ((), {})
    assert table.replays()


# --- the roster


def test_the_roster_says_who_is_to_be_where_and_when(table: Croupier) -> None:
    happened(rosters(table, "dirk", 61, 120, id="r2"))
    (made,) = happened(rosters(table, "dana", 0, 60, id="r1"))
    assert isinstance(made, StaffRostered)
    assert [(it.id, it.staff) for it in table.table.roster.values()] == [("r1", "dana"), ("r2", "dirk")]
    assert sentence(table.book, made) == "Dana is on the roster as Dealer, 01:00:02 to 02:00:02"
    assert table.replays()


@pytest.mark.parametrize(
    "staff, begins, ends, position, why",
    [
        ("dirk", 30, 90, "dealer", Why.ALREADY_DONE),
        ("dirk", 60, 90, "dealer", None),
        ("dana", 30, 90, "games-supervisor", Why.ALREADY_DONE),
        ("dirk", 30, 90, "games-supervisor", None),
        ("dirk", -60, 0, "dealer", None),
    ],
)
def test_no_position_is_taken_twice_and_nobody_is_at_two(
    table: Croupier, staff: str, begins: int, ends: int, position: str, why: Why | None
) -> None:
    """Dana deals for an hour from the top of it; the minutes are from then on."""
    since = table.now + timedelta(hours=1)
    line: dict[str, Any] = {"position": "dealer", "staff": "dana", "since": since, "until": since + HOUR}
    happened(table.staff(RosterStaff, id="r1", **line))
    times: dict[str, Any] = {"since": since + timedelta(minutes=begins), "until": since + timedelta(minutes=ends)}
    answer = table.staff(RosterStaff, position=position, staff=staff, **times)
    if why is None:
        happened(answer)
    else:
        assert refused(answer) == (why, None)


def test_a_line_that_is_over_or_too_long_is_refused(table: Croupier) -> None:
    assert refused(rosters(table, "dana", -60, 0)) == (Why.WRONG_TIME, None)
    assert refused(rosters(table, "dana", 90, 60)) == (Why.WRONG_TIME, None)
    assert refused(rosters(table, "dana", 1, 722)) == (Why.ABOVE_MAXIMUM, None)
    happened(rosters(table, "dana", 1, 721))


def test_lines_that_are_over_are_forgotten_with_the_next(table: Croupier) -> None:
    happened(rosters(table, "dana", 0, 60, id="r1"))
    table.now += HOUR
    happened(rosters(table, "dirk", 0, 60, id="r2"))
    assert list(table.table.roster) == ["r2"]


def test_a_line_is_taken_off_by_its_number(table: Croupier) -> None:
    happened(rosters(table, "dana", 0, 60, id="r1"))
    assert refused(table.staff(DropFromRoster, line="r9")) == (Why.UNKNOWN_ID, None)
    (gone,) = happened(table.staff(DropFromRoster, line="r1"))
    assert sentence(table.book, gone) == "Dana was taken off the roster"
    assert table.table.roster == {}
    assert table.replays()


def test_the_roster_is_made_by_those_who_may_close_the_table(table: Croupier) -> None:
    assert refused(rosters(table, "dana", 0, 60, role="dealer"))[0] is Why.NOT_ALLOWED
    happened(rosters(table, "dana", 0, 60, role="games-supervisor"))


# --- who dealt


def began(events: list[Event]) -> dict[str, str]:
    return [it.crew for it in events if isinstance(it, RoundBegan | WageringOpened)][-1]


def test_each_round_is_on_record_with_its_crew(table: Croupier) -> None:
    table.seats(ann=4)
    table.plays(1, 2, 4)
    assert began(table.events) == {}
    happened(signs_on(table, "sue", "games-supervisor", "games-supervisor"))
    happened(signs_on(table, "dana"))
    table.plays(1, 2, 4)
    assert began(table.events) == {"dealer": "dana", "games-supervisor": "sue"}


def test_a_craps_round_and_a_round_of_terminals_have_their_crew_too() -> None:
    craps = Stickperson(name="Craps 1").seats(ann=1)
    happened(signs_on(craps, "stan", "stickperson", "stickperson"))
    craps.shoots("ann").rolls(4, 2)
    assert began(craps.events) == {"stickperson": "stan"}
    terminals = hall()
    happened(signs_on(terminals, "hal", "electronic-gaming-host", "electronic-gaming-host"))
    happened(terminals.bets("bob", "small", 1_000))
    terminals.rolls(4, 5, 6)
    assert began(terminals.events) == {"electronic-gaming-host": "hal"}
