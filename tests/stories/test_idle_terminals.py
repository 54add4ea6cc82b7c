"""An electronic table at which nobody sits: it writes nothing, and is there in the very instant someone comes."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from dicehouse.table import Phase, electronic, people
from tests.stories.evening import Evening, happened, refused

PERIOD = '1.1 "wagering period"'
"""The clause that says when wagers are taken."""


def entries(evening: Evening) -> int:
    """How long the journal is."""
    return evening.floor.store.head().seq


@pytest.mark.clause("aruze-sicbo", PERIOD)
def test_a_night_without_players_leaves_nothing_in_the_journal(tmp_path: Path) -> None:
    with Evening(tmp_path, aruze="aruze-sicbo", star="star-sicbo-2024") as evening:
        evening.register("ann")
        before = entries(evening)
        evening.advance(hours=12)
        assert entries(evening) == before
        evening.sit("ann", "aruze")
        period = wagering_ends(evening) - evening.now
        assert timedelta(seconds=29) < period <= timedelta(seconds=30), "it begins with the seat, not with the opening"


@pytest.mark.clause("aruze-sicbo", PERIOD, "3.8.1")
def test_a_wager_that_comes_with_the_seat_is_taken_and_played(tmp_path: Path) -> None:
    with Evening(tmp_path, aruze="aruze-sicbo") as evening:
        evening.register("ann")
        evening.advance(hours=3, seconds=17)
        evening.sit("ann", "aruze", money=20_000)
        happened(evening.bet("ann", "aruze", "small", 1_000))
        evening.advance(seconds=60)
        table = evening.table("aruze")
        assert len(table.history) == 1
        assert table.seats[1].rack in {19_000, 21_000}


@pytest.mark.clause("aruze-sicbo", PERIOD)
def test_when_everybody_has_left_the_table_goes_quiet_again_also_over_a_restart(tmp_path: Path) -> None:
    with Evening(tmp_path, aruze="aruze-sicbo") as evening:
        evening.register("ann", "bob")
        evening.sit("ann", "aruze")
        evening.advance(minutes=2)
        happened(evening.player("ann", "aruze", people.LeaveSeat, seat=1))
        evening.advance(minutes=1)
        assert evening.table("aruze").round.ends is None
        quiet = entries(evening)
        evening.advance(hours=5)
        assert entries(evening) == quiet
        evening.restart(crash=True)
        started = entries(evening)
        assert started - quiet == 2, "the house and the table each say which program leads them"
        evening.advance(hours=5)
        assert entries(evening) == started
        early = evening.submit("aruze", electronic.EndWagering, by="the clock", role="device")
        assert refused(early).clause == PERIOD
        evening.sit("bob", "aruze", seat=4)
        assert evening.table("aruze").phase is Phase.BETTING
        evening.restart(crash=True)
        evening.advance(seconds=31)
        ends = wagering_ends(evening)
        assert ends > evening.now, "someone is seated, so the period goes on"


def wagering_ends(evening: Evening) -> datetime:
    ends = evening.table("aruze").round.ends
    assert ends is not None
    return ends
