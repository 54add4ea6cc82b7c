"""Webhooks: what happens is sent to the addresses of the house's file, signed, in order, until it was taken.

Each webhook has its place in the journal, kept in the vault: it goes on from there after a stop, a crash, a change of
leader, or however long its receiver was away. The process that leads the house sends; a batch that was under way when
that changed may come twice, and has the same numbers then. One batch is in memory at a time.
"""

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Iterator
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from dicehouse.floor.floor import Floor
from dicehouse.floor.posting import FAILURES, post
from dicehouse.floor.webhook_plan import WebhookPlan, secret_of
from dicehouse.journal.store import BrokenError, UnavailableError
from dicehouse.leading.leader import HOUSE
from dicehouse.table.config import ConfigError
from dicehouse.views.feed import Asked, FullEntry, PitEntry, TablesEntry, known_kinds
from dicehouse.web.feed import shown
from dicehouse.web.tail import Tail

CURSORS: Final = "webhooks/"
"""Under which the vault keeps how far each is."""
WITHIN: Final = 10.0
"""Seconds in which a receiver has to answer."""
FIRST_PAUSE: Final = 1.0
"""Seconds after which it is tried again; twice as many after each time that it failed again."""
LONGEST_PAUSE: Final = 300.0
LOOKS: Final = 1.0
"""Seconds after which a process looks whether it leads the house by now, or the journal is there again."""
MOST: Final = 50
"""Entries of one batch."""
AT: Final = "Dicehouse-Timestamp"
SIGNED: Final = "Dicehouse-Signature"

log = logging.getLogger("dicehouse.web")


class Batch(Struct, frozen=True, kw_only=True):
    """What is sent: entries in their order. The number of an entry says whether it came before."""

    webhook: str
    entries: tuple[TablesEntry, ...] | tuple[PitEntry, ...] | tuple[FullEntry, ...]


def signature(secret: bytes, at: str, body: bytes) -> str:
    """What a receiver compares: HMAC-SHA-256 over the timestamp, a full stop and the body."""
    return "v1=" + hmac.new(secret, at.encode() + b"." + body, hashlib.sha256).hexdigest()


def checked(plan: WebhookPlan) -> bytes:
    """The secret of a webhook that can be sent; else a ConfigError."""
    unknown = next((it for it in plan.kinds if it not in known_kinds(plan.feed)), None)
    if unknown is not None:
        raise ConfigError(f"webhooks: {plan.name}: the feed {plan.feed!r} has no event {unknown!r}; leave it out")
    return secret_of(plan)


class Webhook:
    """One receiver."""

    def __init__(self, plan: WebhookPlan, floor: Floor, tail: Tail) -> None:
        """A ConfigError where its secret, or an event that it names, is not there."""
        self.plan = plan
        self._secret = checked(plan)
        self._asked = Asked(plan.feed, frozenset(plan.streams), frozenset(plan.kinds))
        self._floor = floor
        self._tail = tail
        self._reached: int | None = None
        """The last entry that was taken or is not told; None while another process sends."""
        self.sent = 0
        """Batches that were taken."""
        self.failed = 0
        """Batches that were not."""
        self._failed_in_row = 0

    @property
    def behind(self) -> int:
        """Entries that were not gone through."""
        return 0 if self._reached is None else max(0, self._tail.head - self._reached)

    async def run(self) -> None:
        """For ever."""
        while True:
            try:
                if not self._floor.leads(HOUSE):
                    self._reached = None
                    await asyncio.sleep(LOOKS)
                    continue
                await self._step()
            except (BrokenError, UnavailableError) as error:
                log.warning("webhook %s: %s", self.plan.name, error)
                await asyncio.sleep(LONGEST_PAUSE if isinstance(error, BrokenError) else LOOKS)

    async def _step(self) -> None:
        if self._reached is None:
            self._reached = await asyncio.to_thread(self._kept)
        seen = self._tail.grown.sent
        lines = (await self._tail.page(self._reached))[:MOST]
        if not lines:
            await self._tail.grown.after(seen)
            return
        entries = shown(lines, self._asked)
        if entries and not await self._taken(msgspec.json.encode({"webhook": self.plan.name, "entries": entries})):
            return
        self._reached = lines[-1].seq
        if entries:
            await asyncio.to_thread(self._keep, self._reached)

    async def _taken(self, body: bytes) -> bool:
        """Whether the receiver took a batch; where not, some time has passed."""
        why = await self._refused(body)
        if not why:
            self.sent, self._failed_in_row = self.sent + 1, 0
            return True
        self.failed, self._failed_in_row = self.failed + 1, self._failed_in_row + 1
        pause = min(FIRST_PAUSE * 2 ** min(self._failed_in_row - 1, 16), LONGEST_PAUSE)
        if self._failed_in_row == 1:
            log.warning("webhook %s: %a; it is tried again", self.plan.name, why)
        await asyncio.sleep(pause)
        return False

    async def _refused(self, body: bytes) -> str:
        at = str(int(self._now().timestamp()))
        headers = {AT: at, SIGNED: signature(self._secret, at, body)}
        try:
            async with asyncio.timeout(WITHIN):
                status = (await post(self.plan.url, headers, body, longest=0)).status
        except FAILURES as error:
            return str(error) or type(error).__name__
        return "" if 200 <= status < 300 else f"it answered with status {status}"

    def _now(self) -> datetime:
        return self._floor.now()

    def _kept(self) -> int:
        """Where it goes on; the first time from now on, which is kept at once."""
        kept = self._floor.vault.get(CURSORS + self.plan.name)
        if kept is None:
            head = self._floor.store.head().seq
            self._keep(head)
            return head
        return msgspec.json.decode(kept, type=int)

    def _keep(self, seq: int) -> None:
        self._floor.vault.put(CURSORS + self.plan.name, msgspec.json.encode(seq))


class Webhooks:
    """All of a house."""

    def __init__(self, floor: Floor, tail: Tail) -> None:
        self.all = tuple(Webhook(it, floor, tail) for it in floor.plan.webhooks)
        self._tasks: list[asyncio.Task[None]] = []

    def __iter__(self) -> Iterator[Webhook]:
        return iter(self.all)

    def start(self) -> None:
        self._tasks = [asyncio.create_task(it.run(), name=f"webhook {it.plan.name}") for it in self.all]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
