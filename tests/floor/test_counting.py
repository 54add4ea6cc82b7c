"""Play at a table counts toward the promotions that are on, once, by the table's own rules."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from dicehouse.floor.plan import Pace
from dicehouse.house.promotions.publishing import FileTerms, PublishPromotion
from dicehouse.house.promotions.terms import Earning
from dicehouse.leading.leader import HOUSE
from tests.floor.parlour import Parlour, a_table, happened, house, tells
from tests.house.promotions import promoter

DAY = timedelta(days=1)
QUICK = Pace(betting=0.4, beat=0.01, show=0.02)


async def promotes(it: Parlour, book: str, **earning: Any) -> None:
    """A promotion that has begun."""
    now = it.floor.now()
    dates: Any = {"starts": now + 2 * DAY, "entries_close": now + 4 * DAY, "draw_at": now + 5 * DAY}
    terms = promoter.terms(book, entries=Earning(**earning), **dates)
    happened(await it.asks(HOUSE, FileTerms, "Max", "casino-operator", terms=terms))
    happened(await it.asks(HOUSE, PublishPromotion, "Max", "casino-operator", promotion="summer"))
    it.floor.clock.not_before(now + 2 * DAY)


@pytest.mark.clause("star-sicbo-2024", "10.7.3", "10.7.4")
@pytest.mark.parametrize("earning", [{"for_stakes_of": 1_000}, {"for_rounds": 1}])
def test_a_round_at_a_table_earns_entries(earning: dict[str, int], tmp_path: Path) -> None:
    async def story(it: Parlour) -> None:
        await promotes(it, "star-sicbo-2024", **earning)
        await it.sits()
        await it.lays("big", "small")
        await it.until(lambda: it.floor.house.house.promotions["summer"].entries)
        (entry,) = it.floor.house.house.promotions["summer"].entries
        assert (entry.person, entry.number) == ("Ann", 2 if "for_stakes_of" in earning else 1)

    tells(story, house(a_table("star-sicbo-2024", pace=QUICK)), tmp_path / "house.db")


@pytest.mark.parametrize(
    "book, earning", [("star-craps", {"for_rounds": 1}), ("star-sicbo-2024", {"for_rounds": 1, "minimum_wager": 5_000})]
)
def test_what_earns_nothing_is_not_asked_for(book: str, earning: dict[str, int], tmp_path: Path) -> None:
    """By the rules of another game, or below the qualifying wager: nothing is written, not even a refusal."""

    async def story(it: Parlour) -> None:
        await promotes(it, book, **earning)
        await it.sits()
        await it.lays("big")
        await it.until(lambda: it.table().history)
        await asyncio.sleep(0.3)
        assert not it.floor.house.house.promotions["summer"].toward
        assert not [body for _, body, _ in it.floor.store.bodies() if b"count-play" in body]

    tells(story, house(a_table("star-sicbo-2024", pace=QUICK)), tmp_path / "house.db")
