"""Who works where is known in the whole house: at one table at a time, on record with every round, also after a
restart."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from dicehouse.reports.catalogue import make
from dicehouse.reports.report import Asked
from dicehouse.reports.sources import opened
from dicehouse.table.crew import HandOver, RosterStaff, SignOff, SignOn
from tests.stories.evening import Evening, happened

TWO: dict[str, Any] = {"star": "star-sicbo-2024", "crown": "crown-sicbo-a"}


def signs_on(evening: Evening, who: str, table: str) -> None:
    happened(evening.submit(table, SignOn, by=who, role="dealer", position="dealer"))


def at(evening: Evening) -> dict[str, str]:
    """Who deals at which table."""
    return {table: duty.staff for table in TWO for duty in evening.table(table).duties.values()}


def test_whoever_signs_on_at_one_table_is_released_at_every_other(tmp_path: Path) -> None:
    with Evening(tmp_path, **TWO) as evening:
        signs_on(evening, "dana", "star")
        signs_on(evening, "dirk", "crown")
        assert at(evening) == {"star": "dana", "crown": "dirk"}
        happened(evening.submit("crown", HandOver, by="dirk", role="dealer", position="dealer", to="dana"))
        signs_on(evening, "dana", "crown")
        assert at(evening) == {"crown": "dana"}
        until = evening.now + timedelta(minutes=20)
        rest: dict[str, Any] = {"position": "dealer", "why": "break", "until": until}
        happened(evening.submit("crown", SignOff, by="dana", role="dealer", **rest))
        assert list(evening.table("crown").staff_breaks) == ["dana"]
        signs_on(evening, "dana", "star")
        assert (at(evening), evening.table("crown").staff_breaks) == ({"star": "dana"}, {})


def duties(evening: Evening, *columns: str) -> list[tuple[Any, ...]]:
    with opened(str(evening.journal)) as source:
        report = make("duties", source, Asked()).report
    places = [[it.name for it in report.columns].index(column) for column in columns]
    return [tuple(row[place] for place in places) for row in report.rows]


def plays(evening: Evening, *dice: int) -> None:
    evening.invite("star")
    evening.settle("star", *dice)


def test_after_a_restart_the_crew_is_where_it_was_and_the_report_tells_every_duty(tmp_path: Path) -> None:
    """Dana is on the roster for an hour from before she comes; Sue names Dirk to relieve her in the second round."""
    with Evening(tmp_path, **TWO) as evening:
        since, until = evening.now - timedelta(minutes=1), evening.now + timedelta(hours=1)
        line: dict[str, Any] = {"position": "dealer", "staff": "dana", "since": since, "until": until}
        happened(evening.staff("star", RosterStaff, **line))
        signs_on(evening, "dana", "star")
        plays(evening, 1, 2, 4)
        evening.restart(crash=True)
        assert at(evening) == {"star": "dana"}
        assert [it.staff for it in evening.table("star").roster.values()] == ["dana"]
        signs_on(evening, "carl", "crown")
        plays(evening, 1, 2, 5)
        happened(evening.staff("star", HandOver, position="dealer", to="dirk"))
        signs_on(evening, "dirk", "star")
        plays(evening, 1, 2, 6)
        happened(evening.submit("crown", HandOver, by="carl", role="dealer", position="dealer", to="dirk"))
        signs_on(evening, "dirk", "crown")
        assert duties(evening, "table", "staff", "rounds", "relieved", "relieved_by", "named_by", "why") == [
            ("star", "dana", 2, "", "dirk", "sue", "relief"),
            ("crown", "carl", 0, "", "dirk", "carl", "relief"),
            ("star", "dirk", 1, "dana", "", "", "crown"),
            ("crown", "dirk", 0, "carl", "", "", ""),
        ]
        assert duties(evening, "rostered_from", "rostered_until")[:2] == [(since, until), (None, None)]
