"""What visitors of the demo find besides its tables: a tournament in mid-round and a promotion before its draw."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from dicehouse.floor import demo
from dicehouse.floor.demo_prizes import PROMOTION, TABLE, TOURNAMENT, Yesterday, hold, with_its_table
from dicehouse.floor.floor import Floor
from dicehouse.house.state import House
from dicehouse.table import Phase
from dicehouse.table.opening import OpenTable
from tests.floor.parlour import KEY, refused, runs


async def opened(journal: Path) -> Floor:
    time = Yesterday()
    floor = Floor(with_its_table(demo.plan()), journal, key=KEY, clock=time.clock())
    await floor.start()
    await hold(floor, time)
    await demo.open_house(floor)
    return floor


def banks(house: House) -> dict[str, int]:
    return {person: it.bank for person, it in house.tournaments[TOURNAMENT].entrants.items()}


@pytest.mark.clause("crown-sicbo", "8.2.4", "8.2.5")
def test_one_spin_of_the_tournament_is_played_and_one_is_to_come(tmp_path: Path) -> None:
    async def story() -> None:
        floor = await opened(tmp_path / "demo.db")
        house = floor.house.house
        # 1 2 4: Small wins 100 and 200 at 1 to 1; Big and Even, on a total of 7, lose 100 each
        assert banks(house) == {"Eva": 110_000, "Finn": 90_000, "Gita": 120_000, "Hugo": 90_000}
        assert house.tournaments[TOURNAMENT].phase == "playing"
        assert floor.tables[TABLE].table.phase is Phase.CLOSED
        opening = OpenTable(id="o", at=floor.now(), by="Sue", role="area-manager")
        assert refused(await floor.give(TABLE, opening)), "it is kept for the tournament"
        assert floor.tables["Sic Bo 3"].table.phase is not Phase.CLOSED
        assert floor.tables["Sic Bo 3"].table.float == 100_000_000
        await floor.stop()

    runs(story())


@pytest.mark.clause("star-sicbo-2024", "10.7.6")
def test_the_promotion_has_entries_and_its_draw_is_tomorrow(tmp_path: Path) -> None:
    async def story() -> None:
        floor = await opened(tmp_path / "demo.db")
        promotion = floor.house.house.promotions[PROMOTION]
        draw_at = promotion.terms.draw_at
        assert draw_at is not None
        assert timedelta(hours=23) < draw_at - datetime.now(UTC) <= timedelta(hours=24)
        # an entry for each 50.00: of 500, 1,200, 750 and 600
        assert promotion.earned == {"Eva": 10, "Finn": 24, "Gita": 15, "Hugo": 12}
        assert promotion.draw.committed
        assert not promotion.draw.secret
        await floor.stop()

    runs(story())


def test_the_clock_is_right_when_the_house_opens_and_a_second_start_changes_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        for _ in range(2):
            floor = await opened(tmp_path / "demo.db")
            assert abs(floor.now() - datetime.now(UTC)) < timedelta(seconds=5)
            assert banks(floor.house.house) == {"Eva": 110_000, "Finn": 90_000, "Gita": 120_000, "Hugo": 90_000}
            assert floor.house.house.tournaments[TOURNAMENT].version == 1
            await floor.stop()

    runs(story())
