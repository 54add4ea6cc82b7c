"""The event loop of a simulation: time jumps to the next timer, and the seed decides who goes first.

Everything that runs belongs to a process of the house, or to the world outside. When a process is killed nothing of it
ever runs again, not even what a task would do at its end: that is what a kill does.
"""

import asyncio
import heapq
from collections import deque
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any, Final, Protocol

from tools.house_simulation.violation import Violation

LATE = 1 / 8
"""How many pieces of work meant for another thread take their time."""


class Owner(Protocol):
    """Whoever a piece of work belongs to."""

    dead: bool


OWNER: ContextVar[Owner | None] = ContextVar("owner", default=None)
"""The process that runs; None: the world outside."""


MOST_TURNS: Final = 200_000
"""Of the loop in a second; the busiest second of a shift takes some thousands."""


class Scheduler(asyncio.BaseEventLoop):
    """An event loop without threads, sockets or waiting."""

    def __init__(self, chance: Random, *, shuffles: bool, thread_delay: float) -> None:
        """`shuffles`: whether what is ready runs in any order. `thread_delay`: up to how many seconds work takes that
        is meant for another thread."""
        super().__init__()
        self._chance = chance
        self._shuffles = shuffles
        self._thread_delay = thread_delay
        self._moment = 0.0
        self._watched, self._turns = 0.0, 0
        self._tasks: list[asyncio.Task[Any]] = []
        self._swept = 1_000
        self.set_task_factory(self._made_task)
        self.set_exception_handler(lambda *_: None)

    # --- what asyncio asks of a loop

    def time(self) -> float:
        return self._moment

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        return self.call_soon(callback, *args, context=context)

    def _write_to_self(self) -> None:
        """Nobody sleeps."""

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> "asyncio.Future[Any]":  # type: ignore[override]  # noqa: ARG002
        """Work for another thread is done in place, at once or a little later; once begun it is done to its end,
        whether or not somebody still waits for it."""
        future: asyncio.Future[Any] = self.create_future()
        if self._thread_delay and self._chance.random() < LATE:
            self.call_later(self._chance.random() * self._thread_delay, _does, future, func, args)
        else:
            self.call_soon(_does, future, func, args)
        return future

    def _run_once(self) -> None:
        scheduled: list[Any] = self._scheduled  # type: ignore[attr-defined]
        ready: deque[Any] = self._ready  # type: ignore[attr-defined]
        if not ready:
            while scheduled and scheduled[0]._cancelled:
                heapq.heappop(scheduled)._scheduled = False
            if not scheduled:
                raise RuntimeError("nothing is left that could happen")
            self._moment = max(self._moment, scheduled[0]._when)
        while scheduled and scheduled[0]._when <= self._moment:
            handle = heapq.heappop(scheduled)
            handle._scheduled = False
            ready.append(handle)
        if self._moment >= self._watched + 1:
            self._watched, self._turns = self._moment, 0
        self._turns += 1
        if self._turns > MOST_TURNS:
            raise Violation("the house goes on", f"{MOST_TURNS:,} turns, and no second has passed")
        turn = list(ready)
        ready.clear()
        if self._shuffles and len(turn) > 1:
            self._chance.shuffle(turn)
        for handle in turn:
            if handle._cancelled:
                continue
            owner = handle._context.get(OWNER)
            if owner is None or not owner.dead:
                handle._run()

    def _timer_handle_cancelled(self, handle: Any) -> None:
        """Those that were cancelled go when their time comes."""

    # --- tasks

    def _made_task(self, loop: Any, coro: Any, **more: Any) -> "asyncio.Task[Any]":
        task: asyncio.Task[Any] = asyncio.Task(coro, loop=loop, **more)
        self._tasks.append(task)
        if len(self._tasks) > self._swept:
            self._tasks = [it for it in self._tasks if not it.done()]
            self._swept = 2 * len(self._tasks) + 1_000
        return task

    def end(self) -> None:
        """Leave what never ended as it is."""
        for task in self._tasks:
            if not task.done():
                task._log_destroy_pending = False  # type: ignore[attr-defined]
        self.close()


def _does(future: "asyncio.Future[Any]", func: Callable[..., Any], args: tuple[Any, ...]) -> None:
    try:
        result = func(*args)
    except Exception as error:  # noqa: BLE001 (whoever asked for it is told)
        if not future.done():
            future.set_exception(error)
    else:
        if not future.done():
            future.set_result(result)


def belonging_to(owner: Owner) -> Context:
    """A context in which everything that is started belongs to a process."""
    context = copy_context()
    context.run(OWNER.set, owner)
    return context
