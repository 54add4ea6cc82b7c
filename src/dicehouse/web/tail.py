"""The end of the journal as it grows, read once for everyone who follows it.

Only what is durable is ever read. The latest entries are kept in memory; whoever is further behind reads from the
store by themselves, a page at a time, in one thread beside the house.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import Final, TypeVar

from dicehouse.floor.floor import Floor
from dicehouse.floor.signal import Signal
from dicehouse.journal.record import Entry, entry_of
from dicehouse.journal.store import UnavailableError

KEPT: Final = 2_000
"""Entries that are kept in memory."""
PAGE: Final = 200
"""Entries that are handed over at a time."""
POLL: Final = 0.25
"""Seconds after which the journal is asked for what other processes wrote, and is asked again where it was away."""

log = logging.getLogger("dicehouse.web")

T = TypeVar("T")


class Line:
    """One entry as the journal has it, decoded when somebody first wants it."""

    __slots__ = ("__dict__", "body", "digest", "seq")

    def __init__(self, seq: int, body: bytes, digest: str) -> None:
        self.seq = seq
        self.body = body
        self.digest = digest

    @cached_property
    def entry(self) -> Entry:
        return entry_of(self.body)


class Tail:
    """The journal's end, in this process."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._kept: deque[Line] = deque(maxlen=KEPT)
        self._reader = ThreadPoolExecutor(1, "feed")
        self._task: asyncio.Task[None] | None = None
        self.head = 0
        """The latest entry that was read."""
        self.grown = Signal()
        """Rung whenever there is more."""

    async def start(self) -> None:
        self.head = await self.read(lambda: self._floor.store.head().seq)
        self._task = asyncio.create_task(self._run(), name="the end of the journal")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._reader.shutdown(cancel_futures=True)

    async def read(self, work: Callable[[], T]) -> T:
        """Read from the store without holding up a table."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, work)

    async def page(self, after: int) -> list[Line]:
        """The next entries after a number; none where there are none yet."""
        if after >= self.head:
            return []
        if self._kept and after + 1 >= self._kept[0].seq:
            first = after + 1 - self._kept[0].seq
            return list(islice(self._kept, first, first + PAGE))
        return await self.read(lambda: list(self._lines(after)))

    async def _run(self) -> None:
        while True:
            seen = self._floor.written.sent
            try:
                found = await self.read(lambda: list(self._lines(self.head)))
            except UnavailableError as error:
                log.warning("feed: %s", error)
                await asyncio.sleep(POLL)
                continue
            if found:
                self._kept.extend(found)
                self.head = found[-1].seq
                self.grown.send()
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL):
                    await self._floor.written.after(seen)

    def _lines(self, after: int) -> Iterator[Line]:
        return (Line(*it) for it in islice(self._floor.store.bodies(after), PAGE))
