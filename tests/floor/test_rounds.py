"""Rounds found in the journal and told again, at a dealt table, at craps and at terminals."""

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from dicehouse.floor import rounds
from dicehouse.floor.plan import Pace
from dicehouse.table.betting import PlaceWager
from dicehouse.table.electronic import ShootDice
from dicehouse.table.orders import Event, Phase
from dicehouse.table.settlement import WinnersPaid
from dicehouse.table.settling import RoundEnded
from dicehouse.views.round_replay import ToldView, told_view
from tests.floor.parlour import Parlour, a_table, happened, house, tells

FAST = Pace(betting=0.15, beat=0.005, show=0.01)
SYDNEY = ZoneInfo("Australia/Sydney")
WAGERS = {"star-sicbo-2024": "small", "crown-sicbo-b": "colour-red", "star-craps": "win-line", "aruze-sicbo": "big"}


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


async def plays(it: Parlour, *wagers: str, many: int) -> None:
    """So many rounds, with these wagers in each."""
    await it.sits()
    over: list[RoundEnded] = []
    ear = it.floor.tables["T"].listeners.append
    ear(lambda events: over.extend(event for event in events if isinstance(event, RoundEnded)))
    for number in range(1, many + 1):
        await it.lays(*wagers, stake=500)
        while len(over) < number:
            if it.table().phase is Phase.SHOOTING:
                await it.player(ShootDice)
            await asyncio.sleep(0.005)


def told(it: Parlour, number: int) -> ToldView:
    running = it.floor.tables["T"]
    found = rounds.round_numbered(it.floor.store, "T", number)
    assert found is not None
    return told_view(found, running.book, "T", running.config.chip, SYDNEY)


@pytest.mark.parametrize("book", WAGERS)
def test_every_round_is_found_by_its_number_and_by_each_of_its_entries(book: str, journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await plays(it, WAGERS[book], many=3)
        store = it.floor.store
        found = [rounds.round_numbered(store, "T", number) for number in (1, 2, 3)]
        assert [one.number for one in found if one] == [1, 2, 3]
        for one in found:
            assert one is not None
            over = [event for each in one.told for event in each.events if isinstance(event, RoundEnded)]
            assert [event.round for event in over] == [one.number]
            for each in one.told:
                if each.whole:
                    again = rounds.round_at(store, "T", each.entry.no)
                    assert again is not None
                    assert again.number == one.number
        for earlier, later in pairwise(found):
            assert earlier is not None
            assert later is not None
            assert earlier.told[-1].entry.no <= later.told[0].entry.no

    tells(story, house(a_table(book, pace=FAST, **terminals(book))), journal)


def terminals(book: str) -> dict[str, Any]:
    return {"wagering_seconds": 1} if book == "aruze-sicbo" else {}


@pytest.mark.parametrize("number", [0, 99])
def test_a_round_that_was_never_played_is_none(number: int, journal: Path) -> None:
    async def story(it: Parlour) -> None:
        assert rounds.round_at(it.floor.store, "T", 1) is None
        await plays(it, "small", many=1)
        assert rounds.round_numbered(it.floor.store, "T", number) is None
        assert rounds.round_numbered(it.floor.store, "nowhere", 1) is None

    tells(story, house(a_table("star-sicbo-2024", pace=FAST)), journal)


def test_a_round_that_is_being_played_is_told_as_far_as_it_goes(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits()
        await it.until(lambda: it.table().phase is Phase.BETTING)
        happened(await it.bets("small"))
        one = told(it, 1)
        assert (one.over, one.ended, one.rolls, one.decided, one.later) == (False, None, (), 0, 0)
        assert "1 wager from 1 seat, $10" in [step.words for step in one.steps]

    tells(story, house(a_table("star-sicbo-2024", pace=replace(FAST, betting=30))), journal)


@pytest.mark.clause("star-sicbo-2024", "5.1", "5.3", "5.5", "3.2.1")
@pytest.mark.parametrize("book", WAGERS)
def test_a_round_is_told_with_its_clauses_and_everything_that_is_checked_again_agrees(book: str, journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await plays(it, WAGERS[book], many=2)
        one = told(it, 2)
        assert one.over
        assert one.rolls
        assert one.postings == 0
        assert one.decided >= one.again == one.equal >= 1
        assert one.rulebook_hash == it.floor.tables["T"].book.hash
        assert one.program == it.table().program != ""
        assert one.same_rulebook
        assert {step.check for step in one.steps} <= {"", "agrees"}
        assert all(step.gist for step in one.steps if step.clause and '"' not in step.clause)
        if book != "star-craps":
            assert "The opened seal has these dice in it" in [step.checked for step in one.steps]

    tells(story, house(a_table(book, pace=FAST, **terminals(book))), journal)


@pytest.mark.clause("star-sicbo-2024", "3.11")
def test_refusals_of_one_kind_are_one_step(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits()
        await it.until(lambda: it.table().phase is Phase.BETTING)
        for _ in range(2):
            await it.player(PlaceWager, seat=1, wager="small", stake=1)
        happened(await it.bets("big", 500))
        await it.until(lambda: it.table().history)
        refused = [step for step in told(it, 1).steps if step.refused]
        assert len(refused) == 1
        assert "(2 times)" in refused[0].words

    tells(story, house(a_table("star-sicbo-2024", pace=FAST)), journal)


def test_a_payment_that_is_not_what_was_due_is_seen_by_the_auditor(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await plays(it, *(f"single-{face}" for face in range(1, 7)), many=1)
        found = rounds.round_numbered(it.floor.store, "T", 1)
        assert found is not None
        running = it.floor.tables["T"]
        wrong = [each._replace(events=tuple(map(_a_dollar_more, each.events))) for each in found.told]
        one = told_view(found._replace(told=wrong), running.book, "T", running.config.chip, SYDNEY)
        assert one.equal == one.again - 1
        short = next(each for each in one.settled if each.due != each.returned)
        assert short.due == short.returned - 100

    tells(story, house(a_table("star-sicbo-2024", pace=FAST)), journal)


def _a_dollar_more(event: Event) -> Event:
    if not isinstance(event, WinnersPaid):
        return event
    first, *others = event.settled
    return replace(event, settled=(replace(first, returned=first.returned + 100), *others))
