"""Two tables of one document with different layouts: what is drawn, offered and taken follows the layout of each."""

from pathlib import Path

import pytest

from dicehouse.floor.plan import HousePlan
from dicehouse.floor.stepped import SteppedFloor
from dicehouse.refusal import Why
from dicehouse.table import opening
from dicehouse.views.layout import layout_view
from tests.stories.evening import NOON, Evening, a_table, happened, refused

BOOK = "star-sicbo-2024"
STREAKS = {"streak-small-big", "streak-odd-even"}


@pytest.mark.clause(BOOK, "2.2", "6.1", "Diagram A", "Diagram D")
def test_a_streak_wager_is_taken_at_the_table_whose_layout_has_its_area(tmp_path: Path) -> None:
    plain, streaks = a_table("plain", BOOK, layout="A"), a_table("streaks", BOOK, layout="D")
    with Evening(tmp_path, plain=plain, streaks=streaks) as evening:
        evening.register("ann", "bob")
        for who, name in (("ann", "plain"), ("bob", "streaks")):
            evening.sit(who, name, money=20_000)
            evening.invite(name)
            happened(evening.bet(who, name, "small", 1_000))
            evening.settle(name, 1, 2, 5)
        told = refused(evening.bet("ann", "plain", "streak-small-big", 1_000))
        assert (told.why, told.clause) == (Why.NOT_OFFERED, "6.1")
        happened(evening.bet("bob", "streaks", "streak-small-big", 1_000))
        assert {it.id for it in layout_view(evening.table("plain")).areas} & STREAKS == set()
        assert {it.id for it in layout_view(evening.table("streaks")).areas} >= STREAKS
        evening.restart(crash=True)
        assert evening.table("plain").config.layout == "A"
        assert refused(evening.bet("ann", "plain", "streak-odd-even", 1_000)).clause == "6.1"


@pytest.mark.clause(BOOK, "6.1")
def test_a_table_that_names_super_streak_without_its_areas_does_not_open(tmp_path: Path) -> None:
    plan = HousePlan(tables=(a_table("star", BOOK, layout="B", offers=("streak",)),))
    with SteppedFloor(plan, tmp_path / "journal.db", NOON) as floor:
        told = refused(floor.submit("star", opening.OpenTable, by="sue", role="casino-supervisor"))
        assert (told.why, told.clause, told.next) == (Why.NOT_OFFERED, "6.1", "choose layout C or D")
