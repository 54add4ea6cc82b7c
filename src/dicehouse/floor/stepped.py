"""A house for tests: it advances only when told to, on a clock that the test sets, without threads.

    with SteppedFloor(plan, "journal.db", start=datetime(2026, 3, 2, 1, tzinfo=UTC)) as floor:
        answer = floor.submit("Sic Bo 1", TakeSeat, by="Ann", role="player", seat=1)
        floor.advance(minutes=20)                # whatever falls due meanwhile happens at its own moment
        floor.table("Sic Bo 1"), floor.house     # as they stand; floor.floor is the floor itself
        floor.restart(crash=True)                # everything is made again from the journal

An answer is durable when it comes, and everything that follows from it elsewhere in the house is done.

It is the floor that a house is served by, with its real store, dealers, tumblers and outbox; only the event loop is
another one, which goes on to the next moment instead of waiting for it.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from dicehouse.floor.clock import Clock
from dicehouse.floor.floor import Floor
from dicehouse.floor.plan import HousePlan
from dicehouse.floor.secret_key import SecretKey, beside
from dicehouse.house.state import House
from dicehouse.table import Table
from dicehouse.table.orders import Answer, Command

PATIENCE: Final = 600.0
"""Seconds of the house's time after which something that was asked for counts as never coming."""

T = TypeVar("T")


class _Jumping(selectors.DefaultSelector):
    """Waits for nothing: where the loop would wait, its clock goes on to the next timer, or the loop stops."""

    loop: "SteppedLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and (timeout is None or timeout > 0):
            self.loop.jump(timeout)
        return ready


class SteppedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only while it runs, and then without waiting."""

    def __init__(self) -> None:
        self._moment = self._until = 0.0
        selector = _Jumping()
        selector.loop = self
        super().__init__(selector)
        self.set_default_executor(_InPlace())

    def time(self) -> float:
        return self._moment

    def jump(self, wait: float | None) -> None:
        """Go on to the next timer, or to where the loop stops."""
        if wait is None or self._moment + wait > self._until:
            self._moment = self._until
            self.stop()
        else:
            self._moment += wait

    def run_for(self, seconds: float) -> None:
        """Let so much time pass, and everything happen that falls due in it."""
        self._until = self._moment + seconds
        self.run_forever()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end; the time that it takes passes."""
        self._until = self._moment + PATIENCE
        return self.run_until_complete(self.create_task(work))


class _InPlace(ThreadPoolExecutor):
    """Does at once what is meant for another thread."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 (whoever asked for it is told)
            future.set_exception(error)
        return future


class SteppedFloor:
    """A floor, step by step."""

    def __init__(self, plan: HousePlan, journal: str | Path, start: datetime, key: SecretKey | None = None) -> None:
        """Without a `key` it lies beside the journal, as that of a demo does."""
        self.plan = plan
        self.journal = journal
        self._key = key or beside(journal)
        self._start = start.astimezone(UTC)
        self._given = 0
        """Commands that were given by their fields, each with an id of its own."""
        self._begin()

    def _begin(self) -> None:
        self.loop = SteppedLoop()
        clock = Clock(lambda: self._start + timedelta(seconds=self.loop.time()), self.loop.time)
        self.floor = Floor(self.plan, self.journal, key=self._key, clock=clock, threaded=False)
        self._given = max(self._given, self.floor.store.head().seq)
        self.run(self.floor.start())
        self.run(self.floor.follow_through())

    @property
    def now(self) -> datetime:
        return self._start + timedelta(seconds=self.loop.time())

    @property
    def house(self) -> House:
        return self.floor.house.house

    def table(self, name: str) -> Table:
        return self.floor.tables[name].table

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something that the floor does asynchronously."""
        return self.loop.run(work)

    def submit(self, to: str, command: Command | type[Command], /, **fields: Any) -> Answer:
        """What a table, or the house, answers to a command, or to one of a kind and its fields; everything that
        follows from it is done by then."""
        if isinstance(command, type):
            self._given += 1
            command = command(**{"id": f"step {self._given}", "at": self.now, **fields})
        answer = self.run(self.floor.give(to, command))
        self._follow_through()
        return answer

    def advance(self, **time: float) -> None:
        """Let time pass: `advance(minutes=20)`."""
        self.loop.run_for(timedelta(**time).total_seconds())
        self._follow_through()

    def _follow_through(self) -> None:
        """Do everything that follows; whatever broke down meanwhile is an error here."""
        self.run(self.floor.follow_through())
        for failure in self.floor.tasks.failures:
            raise RuntimeError("something that keeps the house running has ended") from failure

    def restart(self, *, crash: bool = False, **away: float) -> None:
        """Stop the house and start it again from its journal; after a crash with nothing but what was durable. It can
        be away for a while: `restart(hours=8)`."""
        self._start, end = self.now + timedelta(**away), self.floor.abandon() if crash else self.floor.stop()
        self._end(end)
        self._begin()

    def close(self) -> None:
        self._end(self.floor.stop())

    def _end(self, work: Coroutine[Any, Any, None]) -> None:
        self.run(work)
        self.loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
