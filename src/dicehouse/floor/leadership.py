"""Which streams this process leads: it takes up its share of the house and its tables, and gives them up to others.

Alone on its journal it leads everything. Where others share the journal, it looks again and again at who leads what:
what another has taken it follows from there, what is beyond its share it gives up, what is free it takes.
"""

import asyncio
import logging
from datetime import datetime
from typing import Final, Protocol

from dicehouse.floor.clock import Clock
from dicehouse.floor.dealer import Dealer
from dicehouse.floor.document_numbers import DocumentNumbers
from dicehouse.floor.leases import Leases
from dicehouse.floor.outbox import Outbox
from dicehouse.floor.pins import Pins
from dicehouse.floor.practice import remember_practice
from dicehouse.floor.running import Running, RunningHouse
from dicehouse.floor.tasks import Tasks
from dicehouse.floor.vault import Vault
from dicehouse.journal.store import BrokenError, UnavailableError
from dicehouse.leading.leader import HOUSE, NotLedError
from dicehouse.table.orders import Answer, Command

LOOKS: Final = 9
"""Looks at who leads what, in the time that a lease lasts."""

log = logging.getLogger("dicehouse.floor")


class Rooms(Protocol):
    """The floor as its leadership needs it."""

    clock: Clock
    tasks: Tasks
    house: RunningHouse
    tables: dict[str, Running]
    pins: Pins
    document_numbers: DocumentNumbers

    def now(self) -> datetime: ...

    async def submit_local(self, to: str, command: Command) -> Answer: ...


class Leadership:
    """The streams that this process leads."""

    def __init__(self, floor: Rooms, leases: Leases | None, vault: Vault, outbox: Outbox) -> None:
        """Without leases nobody else is on the journal."""
        self.leases = leases
        self.led: set[str] = set()
        self._floor = floor
        self._vault = vault
        self._outbox = outbox

    def running(self, stream: str) -> Running | RunningHouse:
        return self._floor.house if stream == HOUSE else self._floor.tables[stream]

    async def keep(self) -> None:
        """For ever."""
        while self.leases:
            await asyncio.sleep(self.leases.seconds / LOOKS)
            try:
                await self.claim()
            except UnavailableError as error:
                log.warning("leases: %s", error)

    async def claim(self) -> None:
        """Lead this process's share: see what another has taken, give up what is beyond it, take what is free."""
        streams = (HOUSE, *self._floor.tables)
        if self.leases is None:
            for stream in streams:
                await self._take_over(stream)
            return
        for name, running in self._floor.tables.items():
            if name not in self.led:
                await remember_practice(self._vault, running)
        changes = await asyncio.to_thread(self.leases.renew, streams, frozenset(self.led), self._floor.now())
        for stream in changes.lost:
            log.warning("%s: another process has led it meanwhile", stream)
            await self._follow_from_here(stream)
        for stream in changes.gives_up:
            await self.give_up(stream)
        for stream in changes.take:
            if await asyncio.to_thread(self.leases.take, stream, self._floor.now()):
                await self._take_over(stream)

    async def is_led_still(self, stream: str) -> bool:
        """Whether nobody else has taken a stream that this process leads."""
        leases = self.leases
        return leases is None or await asyncio.to_thread(leases.holder_of, stream) == leases.holder

    async def give_up(self, stream: str) -> None:
        """Leave a stream to another process, once everything that was given is written."""
        log.info("%s: left to another process", stream)
        self.led.discard(stream)
        await asyncio.to_thread(self.running(stream).leader.keep)
        await self._follow_from_here(stream)
        if self.leases:
            await self.leases.release([stream])

    async def _take_over(self, stream: str) -> None:
        running = self.running(stream)
        try:
            await asyncio.to_thread(self._put_on_record, running)
        except (NotLedError, BrokenError) as error:
            log.error("%s", error)
            running.settled.send()
            return
        if isinstance(running, Running):
            await remember_practice(self._vault, running)
        else:
            cards = (it.card for it in running.house.patrons.values())
            references = {it.pin_reference for it in cards if it}
            await asyncio.to_thread(self._floor.pins.sweep, references, self._floor.now())
            numbers = {it.number_reference for it in self._floor.house.house.identities.values()}
            await asyncio.to_thread(self._floor.document_numbers.sweep, numbers, self._floor.now())
        running.take_up()
        await self._outbox.take([stream])
        self.led.add(stream)
        if isinstance(running, Running):
            self._floor.tasks.spawn(_dealer_of(stream), Dealer(running, self._floor.submit_local).run())

    def _put_on_record(self, running: Running | RunningHouse) -> None:
        """That this process leads from here on, later than everything there is; its accounts are the ledger's."""
        latest = running.leader.latest()
        if latest:
            self._floor.clock.not_before(latest)
        if self.leases:
            running.leader.lead(self.leases.holder, self._floor.now(), self.leases.seconds)
        else:
            running.leader.check()
            running.leader.start(self._floor.now())

    async def _follow_from_here(self, stream: str) -> None:
        """Another process leads a stream, or is about to."""
        self.led.discard(stream)
        self._outbox.drop(stream)
        self._floor.tasks.end(_dealer_of(stream))
        running = self.running(stream)
        await asyncio.to_thread(running.leader.step_down)
        running.take_up()


def _dealer_of(stream: str) -> str:
    return f"dealer of {stream}"
