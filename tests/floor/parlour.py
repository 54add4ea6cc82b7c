"""A small running house for tests: real stores, real time, and periods short enough to wait for."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from dicehouse.floor import demo
from dicehouse.floor.floor import Floor
from dicehouse.floor.plan import HousePlan, Pace, TablePlan
from dicehouse.floor.secret_key import SecretKey
from dicehouse.house.cage import BuyIn
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Refused
from dicehouse.table import Config, Event, Table, snapshot
from dicehouse.table.betting import PlaceWager
from dicehouse.table.orders import Answer, Command, Phase
from dicehouse.table.people import TakeSeat

PACE = Pace(betting=0.4, beat=0.01, show=0.02)
WITHIN = 20
"""Seconds after which a test gives up waiting; a quiet machine takes a tenth of one."""

T = TypeVar("T")
_numbers = itertools.count(1)


def runs(story: Coroutine[Any, Any, T]) -> T:
    """A story from beginning to end, on a loop of its own."""
    return asyncio.run(story)


def house(*tables: TablePlan, **more: Any) -> HousePlan:
    return HousePlan(name="the parlour", chips="account", tables=tables, **more)


def a_table(
    book: str, name: str = "T", /, dealer: Any = "practice", tumbler: str = "simulated", **config: Any
) -> TablePlan:
    pace = config.pop("pace", PACE)
    made = Config(name=name, cage=True, **config)
    return TablePlan(config=made, rulebook=book, dealer=dealer, tumbler=tumbler, pace=pace)


class Parlour:
    """A floor and those who use it."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor

    def table(self, name: str = "T") -> Table:
        return self.floor.tables[name].table

    async def asks(self, to: str, order: type[Command], by: str, role: str, id: str = "", **fields: Any) -> Answer:
        command = order(id=id or f"c{next(_numbers)}", at=self.floor.now(), by=by, role=role, **fields)
        return await self.floor.give(to, command)

    async def player(self, order: type[Command], who: str = "Ann", to: str = "T", **fields: Any) -> Answer:
        return await self.asks(to, order, who, "player", **fields)

    async def staff(self, order: type[Command], to: str = "T", **fields: Any) -> Answer:
        """By the highest rank."""
        return await self.asks(to, order, "Sue", self.floor.tables[to].book.roles[-1].id, **fields)

    async def sits(self, who: str = "Ann", seat: int = 1, to: str = "T", money: int = 10_000) -> None:
        """Someone comes to a table with money from their account."""
        happened(await self.player(TakeSeat, who, to, seat=seat))
        happened(await self.asks(HOUSE, BuyIn, who, "patron", person=who, table=to, amount=money))
        await self.until(lambda: seat in self.table(to).seats and self.table(to).seats[seat].rack == money)

    async def bets(
        self, wager: str, stake: int = 1_000, who: str = "Ann", seat: int = 1, to: str = "T", id: str = ""
    ) -> Answer:
        return await self.player(PlaceWager, who, to, seat=seat, wager=wager, stake=stake, id=id)

    async def lays(self, *wagers: str, stake: int = 1_000) -> None:
        """Wagers of one round: all are judged before the dealer has a turn, however slow the machine is."""
        await self.until(lambda: self.table().phase is Phase.BETTING)
        for answer in await asyncio.gather(*(self.bets(wager, stake) for wager in wagers)):
            happened(answer)

    async def until(self, is_so: Callable[[], object]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(WITHIN):
            while not is_so():
                await asyncio.sleep(0.005)


def as_it_is(table: Table) -> dict[str, Any]:
    """Everything of a table but the moment of its latest entry, which starting a house puts on record."""
    whole: dict[str, Any] = msgspec.to_builtins(snapshot(table))
    del whole["state"]["now"]
    return whole


def happened(answer: Answer) -> tuple[Event, ...]:
    assert not isinstance(answer, Refused), answer
    return answer


def refused(answer: Answer) -> Refused:
    assert isinstance(answer, Refused), answer
    return answer


KEY = SecretKey("a key for tests", bytes(range(32)))


@asynccontextmanager
async def parlour(plan: HousePlan, journal: str | Path, **more: Any) -> AsyncIterator[Parlour]:
    """A house that is open while the story lasts, and stopped in good order."""
    floor = Floor(plan, journal, **{"key": KEY, **more})
    await floor.start()
    try:
        await demo.open_house(floor)
        yield Parlour(floor)
    finally:
        await floor.stop()


Story = Callable[[Parlour], Awaitable[None]]


def tells(story: Story, plan: HousePlan, journal: str | Path, **more: Any) -> None:
    """Open a house, tell a story in it, and close it."""

    async def all_of_it() -> None:
        async with parlour(plan, journal, **more) as it:
            await story(it)

    runs(all_of_it())
