"""What the pit and the dealer's console show of a table's crew, and what is told of it."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.house.policy import Policy, RosterPolicy
from dicehouse.house.state import House
from dicehouse.table.crew import HandOver, RosterStaff, SignOff, SignOn
from dicehouse.views.acts import Asker
from dicehouse.views.dealer import dealer_view
from dicehouse.views.pit import pit_view
from dicehouse.views.pit_cases import Pit, Watcher
from tests.croupier import Croupier, happened
from tests.stickperson import Stickperson
from tests.views.acting import the
from tests.views.supervising import SUE, Supervisor

HOUR = House(policy=Policy(roster=RosterPolicy(longest_minutes=60)))


@pytest.fixture
def sicbo() -> Croupier:
    return Croupier(name="Sic Bo 3").opens()


def signs_on(at: Croupier, who: str, position: str = "dealer", role: str = "dealer") -> None:
    happened(at.does(SignOn, who, role, position=position))


def rosters(at: Croupier, staff: str, begins: int, ends: int) -> None:
    """So many minutes from now on."""
    since, until = (at.now + timedelta(minutes=it) for it in (begins, ends))
    happened(at.staff(RosterStaff, position="dealer", staff=staff, since=since, until=until))


def told(pit: Supervisor) -> list[tuple[str, str]]:
    return [(it.title.en, it.words.en) for it in pit.sees().needs if it.case == "crew"]


def test_the_pit_sees_who_is_on_who_hands_over_and_who_takes_a_break(sicbo: Croupier) -> None:
    signs_on(sicbo, "sue", "games-supervisor", "games-supervisor")
    signs_on(sicbo, "dana")
    happened(sicbo.does(HandOver, "dana", "dealer", position="dealer", to="dirk"))
    pit = Supervisor(sicbo)
    first, second = pit.opened().crew.duties
    assert (first.position.en, first.position.zh, first.staff, first.relief) == ("Dealer", "荷官", "dana", "dirk")
    assert (second.position.en, second.staff, second.relief, second.late) == ("Games supervisor", "sue", "", False)
    until = sicbo.now + timedelta(minutes=15)
    happened(sicbo.does(SignOff, "dana", "dealer", position="dealer", why="break", until=until))
    (rest,) = pit.opened().crew.breaks
    assert (rest.staff, rest.until, rest.over) == ("dana", until, False)
    sicbo.now = until + timedelta(seconds=1)
    assert pit.opened().crew.breaks[0].over


def test_the_second_dealer_of_a_craps_table_has_a_number() -> None:
    craps = Stickperson(name="Craps 1")
    signs_on(craps, "dirk", "dealer-2")
    (duty,) = Supervisor(craps).opened().crew.duties
    assert (duty.position.en, duty.position.zh) == ("Dealer 2", "荷官 2")


@pytest.mark.parametrize("minutes, late", [(60, False), (61, True)])
def test_a_relief_is_late_after_the_time_of_the_policy(sicbo: Croupier, minutes: int, late: bool) -> None:
    signs_on(sicbo, "dana")
    pit = Supervisor(sicbo, HOUR)
    sicbo.now += timedelta(minutes=minutes)
    assert pit.opened().crew.duties[0].late is late
    assert told(pit) == ([("Sic Bo 3 relief is late", "Dealer dana at the table 1 h 01 min")] if late else [])


def test_without_a_policy_a_relief_is_late_once_the_line_of_the_roster_is_over(sicbo: Croupier) -> None:
    rosters(sicbo, "dana", 0, 20)
    signs_on(sicbo, "dana")
    pit = Supervisor(sicbo)
    sicbo.now += timedelta(minutes=19)
    assert told(pit) == []
    sicbo.now += timedelta(minutes=2)
    assert told(pit) == [("Sic Bo 3 relief is late", "Dealer dana at the table 21 min")]


def test_whoever_came_back_after_a_line_was_over_is_not_late_by_it(sicbo: Croupier) -> None:
    rosters(sicbo, "dana", 0, 20)
    sicbo.now += timedelta(minutes=30)
    signs_on(sicbo, "dana")
    sicbo.now += timedelta(minutes=1)
    assert told(Supervisor(sicbo)) == []


def test_whoever_is_on_the_roster_and_has_not_come_is_missed_after_five_minutes(sicbo: Croupier) -> None:
    rosters(sicbo, "dirk", 0, 60)
    pit = Supervisor(sicbo)
    sicbo.now += timedelta(minutes=4)
    assert told(pit) == []
    sicbo.now += timedelta(minutes=2)
    assert told(pit) == [("Sic Bo 3 misses its crew", "Dealer dirk since 12:00")]
    (line,) = pit.opened().crew.roster
    assert (line.staff, line.missed) == ("dirk", True)
    signs_on(sicbo, "dora")
    assert told(pit) != [], "someone else is there"
    happened(sicbo.does(HandOver, "dora", "dealer", position="dealer", to="dirk"))
    signs_on(sicbo, "dirk")
    assert told(pit) == []
    sicbo.now += timedelta(hours=1)
    assert pit.opened().crew.roster == (), "the line is over"


def test_whoever_is_on_the_rosters_of_two_tables_at_once_is_told(sicbo: Croupier) -> None:
    other = Croupier(name="Sic Bo 5").opens()
    rosters(sicbo, "dana", 0, 60)
    rosters(other, "dana", 60, 120)
    pits = {it.table.config.name: Pit(it.table, Supervisor(it).diary) for it in (sicbo, other)}
    watcher = Watcher(SUE, "casino-supervisor", dict.fromkeys(pits, "casino-supervisor"), "", sicbo.now)
    assert [it.title.en for it in pit_view(pits, House(), watcher).needs] == []
    rosters(other, "dana", 30, 50)
    (need,) = pit_view(pits, House(), watcher).needs
    assert (need.title.en, need.words.en) == ("dana is on two rosters", "Sic Bo 3 and Sic Bo 5, at the same time")


def test_a_supervisor_makes_the_roster_and_takes_a_line_off(sicbo: Croupier) -> None:
    pit = Supervisor(sicbo)
    act = the(pit.opened().crew.acts, "roster-staff")
    (position,) = [it for it in pit.form(act).fields if it.key == "position"]
    assert [it.value for it in position.choices] == ["dealer", "games-supervisor"]
    times: dict[str, Any] = {"since": sicbo.now, "until": sicbo.now + timedelta(hours=1)}
    happened(pit.does(act, position="dealer", staff="dana", **times))
    (line,) = pit.opened().crew.roster
    assert (line.position.en, line.staff, line.missed) == ("Dealer", "dana", False)
    happened(pit.does(line.drop))
    assert pit.opened().crew.roster == ()


def test_the_crew_signs_on_from_the_dealers_console_and_sees_who_is_there(sicbo: Croupier) -> None:
    def sees() -> Any:
        return dealer_view(sicbo.table, 1, Asker("dana", "dealer", sicbo.now))

    assert {"sign-on"} == {it.do for it in sees().acts} & {"sign-on", "hand-over", "sign-off", "roster-staff"}
    signs_on(sicbo, "dana")
    assert {"sign-on", "hand-over", "sign-off"} <= {it.do for it in sees().acts}
    (duty,) = sees().crew
    assert (duty.staff, duty.since) == ("dana", sicbo.now)
