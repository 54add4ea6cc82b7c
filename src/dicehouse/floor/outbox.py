"""The outbox: reads the journal as it grows, and gives the follow-ups of each entry where this process leads.

How far each stream has come is kept in the vault, and goes on from there after a stop, a crash or a change of leader.
An entry whose errands were under way is gone through again; their ids see to it that nothing is done twice. What was
left over when a stream was taken up is noted in small steps, so that a house that crashes again and again gets on.
"""

import asyncio
import logging
from collections.abc import Collection, Iterable
from itertools import count, islice
from typing import Final, Protocol

from msgspec import Struct, json

from dicehouse.floor.follow_up import CurrentState
from dicehouse.floor.follow_up_rules import INTERESTING, NOTHING_FOLLOWS, command_of, follow_ups
from dicehouse.floor.signal import Signal
from dicehouse.floor.vault import Vault
from dicehouse.journal.record import Entry, entry_of
from dicehouse.journal.store import Store, UnavailableError
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command

CURSORS: Final = "errands/"
"""Under which the vault keeps how far they are."""
PAGE: Final = 500
"""Entries that are read at a time."""
GATHER: Final = 0.02
"""Seconds in which entries gather before they are gone through together."""
KEPT_EVERY: Final = 2.0
"""Seconds between two notes of how far the errands are."""
STEP: Final = 50
"""Entries between two notes while the errands are behind; those of play as it goes are noted by time alone."""
AGAIN: Final = 1.0
"""Seconds until the store is tried again after it could not be reached."""

log = logging.getLogger("dicehouse.floor")


class Cursor(Struct):
    """How far the errands of a stream have come."""

    seq: int = 0
    seated: dict[str, dict[int, str]] = {}
    """Who sat where at that moment, by table and seat."""


class Runs(Protocol):
    """The floor as errands need it."""

    def known(self, seated: dict[str, dict[int, str]]) -> CurrentState: ...

    def led(self) -> Collection[str]:
        """The streams that this process leads."""

    def follow(self, entry: Entry) -> None:
        """An entry of a stream that another process leads."""

    async def is_led_still(self, stream: str) -> bool: ...

    async def submit(self, to: str, command: Command) -> Answer: ...


class Outbox:
    """Goes through the journal."""

    def __init__(self, floor: Runs, store: Store, vault: Vault, written: Signal, poll: float | None) -> None:
        """`poll`: after how many seconds to look for what other processes wrote; None where there are none."""
        self._floor = floor
        self._store = store
        self._vault = vault
        self._written = written
        self._poll = poll
        self._seq: int | None = None
        """Up to where the journal was read; None before it is known from where."""
        self._seated: dict[str, dict[int, str]] = {}
        self._done: dict[str, int] = {}
        """How far each led stream has come."""
        self._kept: dict[str, int] = {}
        self._behind = 0
        """Up to where entries were left over when a stream was taken up."""
        self._stepped = Signal()
        """Sent whenever the follow-ups of some entries are given."""

    @property
    def reached(self) -> int:
        """The last entry whose follow-ups were looked at."""
        return self._seq or 0

    async def take(self, streams: Iterable[str]) -> None:
        """Do the errands of these streams too, from where they were left."""
        for stream in streams:
            kept = await asyncio.to_thread(self._vault.get, CURSORS + stream)
            cursor = json.decode(kept, type=Cursor) if kept else Cursor()
            if self._seq is None or cursor.seq < self._seq:
                self._seq, self._seated = cursor.seq, cursor.seated
            self._done[stream] = self._kept[stream] = cursor.seq
        self._behind = (await asyncio.to_thread(self._store.head)).seq

    def begin(self, head: int, seated: dict[str, dict[int, str]]) -> None:
        """Read no later than from here on, where the streams stood that other processes lead; `seated` is who sat where
        then, which a process that leads nothing yet has from the tables themselves."""
        if self._seq is None:
            self._seq, self._seated = head, seated
        else:
            self._seq = min(self._seq, head)

    def drop(self, stream: str) -> None:
        self._done.pop(stream, None)

    async def run(self) -> None:
        """For ever."""
        keeps = asyncio.get_running_loop().time()
        while True:
            seen = self._written.sent
            try:
                more = await self.step()
                if asyncio.get_running_loop().time() - keeps > KEPT_EVERY:
                    await self.keep()
                    keeps = asyncio.get_running_loop().time()
            except UnavailableError as error:
                log.warning("errands: %s", error)
                await asyncio.sleep(AGAIN)
                continue
            self._stepped.send()
            if not more:
                await self._until_written(seen)

    async def _until_written(self, seen: int) -> None:
        try:
            async with asyncio.timeout(self._poll or KEPT_EVERY):
                await self._written.after(seen)
                await asyncio.sleep(GATHER)
        except TimeoutError:
            pass

    async def caught_up(self, steps: int | None = None) -> None:
        """Wait until nothing is left to do that follows from any entry, those of the errands themselves included; or,
        in a house that never rests, until so many steps are done of what follows from the entries of now."""
        for _ in range(steps) if steps is not None else count():
            head = (await asyncio.to_thread(self._store.head)).seq
            if self.reached >= head:
                return
            while self.reached < head:
                await self._stepped.after(self._stepped.sent)

    async def step(self) -> bool:
        """Go through the next entries; whether there may be more."""
        at = first = self._seq
        page, reached, more = await asyncio.to_thread(self._page, at or 0)
        for number, entry in enumerate(map(entry_of, page), start=1):
            if self._seq != at:
                return True  # in the meantime a stream was taken whose errands begin further back
            await self._after(entry)
            if self._seq == at:
                self._seq = at = entry.seq
                if number % STEP == 0 and entry.seq <= self._behind:
                    self._receive(entry.seq)
                    await self.keep()
        if self._seq != at:
            return True
        self._seq = reached
        self._receive(reached)
        if (first or 0) < self._behind:
            await self.keep()
        return more

    def _receive(self, seq: int) -> None:
        """The errands of every entry up to this one are done."""
        for stream, done in self._done.items():
            self._done[stream] = max(done, seq)

    def _page(self, after: int) -> tuple[list[bytes], int, bool]:
        """The next entries that have to be looked at, how far that goes, and whether there may be more: everything
        where other processes lead some streams, else what something can follow from."""
        alone, head = self._poll is None, self._store.head().seq
        page = list(islice(self._store.bodies(after, NOTHING_FOLLOWS if alone else b""), PAGE))
        found = [body for _, body, _ in page if not alone or INTERESTING.search(body)]
        more = len(page) == PAGE
        return found, page[-1][0] if more else max(head, after), more

    async def _after(self, entry: Entry) -> None:
        if entry.stream not in self._done:
            self._floor.follow(entry)
        known = self._floor.known(self._seated)
        orders = [
            (it.to, command_of(known, entry, it))
            for it in follow_ups(known, entry)
            if entry.seq > self._done.get(it.to, entry.seq)
        ]
        answers = await asyncio.gather(*(self._floor.submit(to, command) for to, command in orders))
        for (to, _), answer in zip(orders, answers, strict=True):
            if isinstance(answer, Refused):
                log.info("errand: %s", answer.message)
                if answer.why is Why.NOT_HERE and not await self._floor.is_led_still(to):
                    self.drop(to)

    async def keep(self) -> None:
        """Note how far the errands are."""
        seq = self._seq or 0
        note = json.encode(Cursor(seq, self._seated))
        for stream, done in list(self._done.items()):  # while one is noted, another may be left to another process
            if stream in self._done and done == seq > self._kept.get(stream, 0):
                await asyncio.to_thread(self._vault.put, CURSORS + stream, note)
                self._kept[stream] = seq
