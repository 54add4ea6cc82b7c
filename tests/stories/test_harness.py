"""The house in a test is the house itself: it settles, sends money about, keeps its clock and survives a crash."""

from datetime import timedelta
from pathlib import Path

from dicehouse.table import people
from dicehouse.table.orders import Phase
from tests.stories.evening import NOON, Evening, a_table, happened


def test_a_round_is_played_and_the_house_hears_of_it(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        evening.register("ann")
        evening.sit("ann", "star", money=50_000)
        evening.invite("star")
        happened(evening.bet("ann", "star", "small", 10_000))
        evening.settle("star", 1, 2, 4)
        assert evening.table("star").seats[1].rack == 60_000
        (day,) = evening.house.patrons["ann"].days.values()
        assert (day.staked, day.returned) == (10_000, 20_000)
        happened(evening.player("ann", "star", people.LeaveSeat, seat=1))
        assert evening.house.accounts["patron/ann"] == 110_000


def test_time_passes_when_it_is_told_to_and_what_falls_due_happens(tmp_path: Path) -> None:
    practice = a_table("star", "star-sicbo-2024", dealer="practice", tumbler="simulated")
    with Evening(tmp_path, star=practice) as evening:
        evening.register("ann")
        evening.sit("ann", "star", money=50_000)
        before = evening.now
        evening.advance(seconds=30)
        assert timedelta(seconds=30) <= evening.now - before < timedelta(seconds=31)
        assert evening.table("star").phase is Phase.BETTING
        happened(evening.bet("ann", "star", "small", 10_000))
        evening.advance(minutes=2)
        assert evening.table("star").round.number >= 2
        assert evening.table("star").seats[1].rack in {40_000, 60_000}


def test_a_crash_loses_nothing_that_was_answered(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", craps="star-craps") as evening:
        evening.register("ann")
        evening.sit("ann", "star", money=50_000)
        evening.invite("star")
        happened(evening.bet("ann", "star", "small", 10_000))
        evening.restart(crash=True)
        assert evening.now > NOON
        assert evening.table("star").seats[1].on == {"small": 10_000}
        evening.settle("star", 1, 2, 4)
        assert evening.table("star").seats[1].rack == 60_000
