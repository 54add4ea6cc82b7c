"""A process of the house: a floor with its store and its writer, which can be stopped and killed.

The floor is the product's own. What differs is handed to it here and nowhere else: its store lies on the simulated
disk, the writer's thread is a timer, another process is reached over a simulated link, and chance and the machine's
clock are the simulation's.
"""

import asyncio
import logging
import os
import random
import re
import sys
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from contextvars import Context
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from starlette.requests import Request
from starlette.responses import Response

from dicehouse.floor import floor as floor_module
from dicehouse.floor import relay as relay_module
from dicehouse.floor.clock import Clock
from dicehouse.floor.floor import Floor
from dicehouse.floor.plan import HousePlan
from dicehouse.floor.posting import Posted
from dicehouse.floor.relay import AT, PATH, SIGNED, Seal
from dicehouse.floor.secret_key import SecretKey
from dicehouse.floor.stores import Held
from dicehouse.journal import sqlite_file
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import Outcome, Store, UnavailableError, Written
from dicehouse.journal.writer import Writer
from dicehouse.leading import recent
from dicehouse.leading import stream as leading
from dicehouse.leading.stream import Leading
from dicehouse.web.refusals import TurnedError
from dicehouse.web.relay import RelayEnd
from tools.house_simulation.scheduler import OWNER, Scheduler, belonging_to

PID = 4_242
KEY = SecretKey("the simulation's key", bytes(32))


class TimedWriter(Writer):
    """The writer of a process, whose thread is a timer: what comes until then is one batch."""

    def __init__(self, store: Store, process: "Process") -> None:
        super().__init__(store, threaded=False)
        self._process = process
        self._due = False

    def _take(self, waiting: Any) -> None:
        if self._closed:
            super()._take(waiting)
        self._queue.put(waiting)
        if not self._due:
            self._due = True
            process = self._process
            process.loop.call_later(process.write_delay(), self._writes)

    @property
    def is_dead(self) -> bool:
        """Whether its process ended, perhaps while it wrote: nobody hears from it any more."""
        return self._process.dead

    def _writes(self) -> None:
        self._due = False
        self.flush()

    def flush(self) -> None:
        """Write everything that waits, as whoever waits for the writer's thread would see it do."""
        while not self._queue.empty() and not self._process.dead:
            batch = self._next()
            if batch:
                self._write(batch)
            else:
                break

    def _write(self, batch: Any) -> None:
        recorded = [(draft, _recording(self._process, draft, told), future) for draft, told, future in batch]
        super()._write(recorded)

    def close(self) -> None:
        self.flush()
        super().close()


def _recording(process: "Process", draft: Any, told: Callable[[Outcome | Exception], None]) -> Callable[..., None]:
    """Also note who wrote an entry."""

    def tells(outcome: Outcome | Exception) -> None:
        if isinstance(outcome, Written):
            process.wrote[draft.stream, draft.no] = process.holder
        if not process.dead:
            told(outcome)

    return tells


class Process:
    """One process of the house, from its start to its end."""

    def __init__(
        self, number: int, plan: HousePlan, folder: Path, vfs: str, *, loop: Scheduler, chance: Random, shared: bool,
        wall: Callable[[], datetime], write_delay: float, wrote: dict[tuple[str, int], str],
    ) -> None:  # fmt: skip
        self.number = number
        self.dead = False
        self.ready = False
        """Whether it serves people."""
        self.offset = 0.0
        """Seconds by which its machine's clock is wrong."""
        self.slow = 0.0
        """Seconds that its disk takes on top."""
        self.loop = loop
        self.wrote = wrote
        self._chance = chance
        self._write_delay = write_delay
        self.address = f"http://process-{number}"
        self.context: Context = belonging_to(self)

        def begins() -> Floor:
            with patch.object(
                floor_module, "held", lambda _: Held(SqliteStore(folder / "journal.db", vfs=vfs), shared)
            ):
                clock = Clock(lambda: wall() + timedelta(seconds=self.offset), loop.time)
                made = Floor(plan, folder / "journal.db", key=KEY, address=self.address, clock=clock, threaded=False)
            made._writer = TimedWriter(made.store, self)
            return made

        self.floor = self.context.run(begins)
        leases = self.floor._leases
        self.holder = leases.holder if leases else "alone"

    def write_delay(self) -> float:
        """Seconds until what waits is written."""
        return self._chance.random() * (self._write_delay + self.slow)

    def runs(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Do something in this process."""
        return self.loop.create_task(work, context=self.context)

    def writes(self) -> None:
        """Everything that waits is written now."""
        if isinstance(self.floor._writer, TimedWriter):
            self.context.copy().run(self.floor._writer.flush)

    def has_heard_all(self) -> bool:
        """Whether it knows everything that is written, by whichever process."""
        return self.floor._outbox.reached >= self.floor.store.head().seq

    async def starts(self) -> None:
        await self.floor.start()
        self.ready = True

    def kill(self) -> None:
        """Nothing of it runs again; its files stay as they are."""
        self.dead, self.ready = True, False
        token = OWNER.set(self)
        self.floor.store.close()
        OWNER.reset(token)

    async def relayed(self, body: bytes, seal: Seal) -> tuple[int, str, bytes]:
        """What this process answers to one that asks it: the real end of the relay."""
        headers = [(AT.encode(), seal.at.encode()), (SIGNED.encode(), seal.signature.encode())]
        scope = {"type": "http", "method": "POST", "path": "/relay", "headers": headers, "query_string": b""}
        parts = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receives() -> dict[str, Any]:
            return next(parts)

        relay = self.floor.relay
        if relay is None:
            return 404, "", b""
        try:
            answer: Response = await RelayEnd(self.floor, relay).takes(Request(scope, receives))
        except TurnedError:
            return 403, "", b""
        return answer.status_code, answer.headers.get(SIGNED, ""), bytes(answer.body)


@contextmanager
def _silence() -> Iterator[None]:
    """Nobody reads the log of a house that fails on purpose."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


Posts = Callable[[str, bytes, Seal], Coroutine[Any, Any, tuple[int, str, bytes]]]


@contextmanager
def simulated(chance: Random, posts: Posts, *, checkpoint: int, kept_every: int, remembered: int) -> Iterator[None]:
    """Everything that the product takes from its machine comes from the simulation.

    `checkpoint`: after how many pages the write-ahead log is taken over; `kept_every`: entries between two snapshots;
    `remembered`: commands whose repeats are answered from memory. Small figures make rare things happen often.
    """
    settings = re.sub(r"wal_autocheckpoint = \d+", f"wal_autocheckpoint = {checkpoint}", sqlite_file.SETTINGS)
    waited, given = Leading._wait, Leading.give

    def waits(self: Leading[Any]) -> None:
        """Who waits for the writer's thread lets it write."""
        if isinstance(self.writer, TimedWriter):
            self.writer.flush()
            if self.writer.is_dead:
                raise UnavailableError(f"{self.stream}: the process has ended")
        waited(self)

    def submit(self: Leading[Any], *args: Any) -> Any:
        future = given(self, *args)
        if isinstance(self.writer, TimedWriter):
            self.writer.flush()
            if self.writer.is_dead and not future.done():
                future.set_exception(UnavailableError(f"{self.stream}: the process has ended"))
        return future

    async def post(url: str, headers: Mapping[str, str], body: bytes, *, longest: int) -> Posted:  # noqa: ARG001
        status, signed, answer = await posts(url.removesuffix(PATH), body, Seal(headers[AT], headers[SIGNED]))
        return Posted(status, {SIGNED: signed}, answer)

    with (
        _silence(),
        patch.object(sys, "unraisablehook", lambda _: None),  # a connection that is dropped while its disk fails
        patch.object(random, "_urandom", chance.randbytes),
        patch.object(os, "getpid", lambda: PID),
        patch.object(relay_module, "post", post),
        patch.object(sqlite_file, "SETTINGS", settings),
        patch.object(leading, "KEPT_EVERY", kept_every),
        patch.object(recent, "REMEMBERED", remembered),
        patch.object(Leading, "_wait", waits),
        patch.object(Leading, "give", submit),
    ):
        yield
