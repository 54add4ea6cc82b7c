"""Everything that consoles reach: the floor's tables and house, a broadcast per table, and commands given in turn."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime
from functools import cached_property, wraps
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from dicehouse.floor.durable import Seen
from dicehouse.floor.floor import Floor
from dicehouse.house.identity import RecordIdentity
from dicehouse.house.state import House
from dicehouse.journal.store import UnavailableError
from dicehouse.refusal import Refused
from dicehouse.rulebooks import BUILT_IN
from dicehouse.table import Table
from dicehouse.table.orders import Answer, Events
from dicehouse.table.standing import has_limits
from dicehouse.views.parts import Refusal, refusal
from dicehouse.web.commands import command_from
from dicehouse.web.desks import Desks
from dicehouse.web.document_numbers import put_away
from dicehouse.web.live import TableBroadcast, Turns
from dicehouse.web.pins import WITH_PIN, PinPad
from dicehouse.web.proof import Proof
from dicehouse.web.refusals import unavailable
from dicehouse.web.roles import HOUSE, Ranks, ranks_of
from dicehouse.web.sessions import Session, Sessions

log = logging.getLogger("dicehouse.web")

HOUSE_PACE: Final = 1.0
"""Seconds between two looks at players' figures in the house."""
AnswerListener = Callable[[Events | Refusal | Exception], None]
"""Hears an answer, or what fell."""
Handler = Callable[[Request], Awaitable[Response]]
"""Answers a request."""


class Hub:
    """The floor as the web sees it."""

    def __init__(self, floor: Floor, sessions: Sessions) -> None:
        self.floor = floor
        self.working = sessions.working
        self._broadcasts: dict[str, tuple[TableBroadcast, asyncio.Task[None]]] = {}
        self._turns = Turns()
        self.proof = Proof(floor)
        self.desks = Desks(floor, self.proof)
        self._pins = PinPad(floor)
        self._desk_work: asyncio.Task[None] | None = None
        self._house: asyncio.Task[None] | None = None

    def table(self, name: str) -> Table | None:
        running = self.floor.tables.get(name)
        return running.table if running else None

    def house(self) -> House:
        return self.floor.house.house

    @cached_property
    def ranks(self) -> Ranks:
        """The ranks of the tables of this house."""
        return ranks_of(it.book for it in self.floor.tables.values())

    def rulebooks(self) -> tuple[str, ...]:
        """The rulebooks that terms may name: the built-in ones, and those of the tables of this house."""
        return tuple(dict.fromkeys((*BUILT_IN, *(it.plan.rulebook for it in self.floor.tables.values()))))

    def now(self) -> datetime:
        return self.floor.now()

    def durable(self, read: Handler) -> Handler:
        """The same of what reads tables or the house: its response goes out once all that it saw is durable."""

        @wraps(read)
        async def reads(request: Request) -> Response:
            while True:
                seen = Seen(self.floor.everything())
                response = await read(request)
                if await seen.stands():
                    return response

        return reads

    def broadcast(self, name: str) -> TableBroadcast | None:
        """The broadcast of a table that this process leads; made when someone first asks for it."""
        running = self.floor.tables.get(name)
        kept = self._broadcasts.get(name)
        if kept is not None and kept[0].running is running:
            return kept[0]
        if kept is not None:
            self._end(name)
        if running is None:
            return None
        documents = {name: has_limits(it.book) for name, it in self.floor.tables.items()}
        broadcast = TableBroadcast(running, self.floor.house, documents, self.floor.now, self._turns)
        self._broadcasts[name] = (broadcast, asyncio.create_task(broadcast.run(), name=f"views of {name}"))
        return broadcast

    def watching(self) -> Iterator[str]:
        """What everyone who is connected watches a table as."""
        return (client.as_ for broadcast, _ in self._broadcasts.values() for client in broadcast.clients)

    def _end(self, name: str) -> None:
        """A table that is led elsewhere by now: who watches it here asks again."""
        broadcast, task = self._broadcasts.pop(name)
        task.cancel()
        broadcast.close()
        for client in broadcast.clients:
            client.end()

    async def give(self, session: Session, to: str, body: bytes | msgspec.Raw) -> Events | Refusal:
        """Have a session's command judged; what it led to once that is durable, or why it was refused."""
        command = command_from(session, self, to, body, self.now())
        if isinstance(command, Refusal):
            return command
        try:
            before = self._pins.of(command)
            if isinstance(command, WITH_PIN):
                completed = await self._pins.completed(command, bytes(body))
                if isinstance(completed, Refusal):
                    return completed
                command = completed
            if isinstance(command, RecordIdentity):
                command = await put_away(self.floor, command, bytes(body))
            answer = await self.floor.give(to, command)
            await self._pins.forget(before, command, answer)
        except UnavailableError as error:
            return _unavailable(to, error)
        return refusal(answer) if isinstance(answer, Refused) else answer

    def submit_now(
        self, session: Session, to: str, body: bytes | msgspec.Raw, now: datetime, told: AnswerListener
    ) -> bool:
        """The same without waiting, where that can be: `told` has the answer later. Else False, and nothing is done."""
        if to == HOUSE:
            return False
        self._turns.given += 1
        command = command_from(session, self, to, body, now)
        if isinstance(command, Refusal):
            told(command)
            return True

        def is_given(answer: Answer | Exception) -> None:
            if isinstance(answer, UnavailableError):
                told(_unavailable(to, answer))
            else:
                told(refusal(answer) if isinstance(answer, Refused) else answer)

        try:
            return self.floor.submit_now(to, command, is_given)
        except UnavailableError as error:
            is_given(error)
            return True

    async def _follow_house(self) -> None:
        """Accounts and limits change without any table changing; that is looked at once a second."""
        seen = 0
        while True:
            seen = await self.floor.house.signal.after(seen)
            for broadcast, _ in list(self._broadcasts.values()):
                broadcast.house_changed()
            await asyncio.sleep(HOUSE_PACE)

    def start(self) -> None:
        """Look after every table from the beginning, so that rounds are recalled for who comes later."""
        self._house = asyncio.create_task(self._follow_house(), name="views of the house")
        for name in self.floor.tables:
            self.broadcast(name)
        self.desks.start()
        self._desk_work = asyncio.create_task(self.desks.run(), name="views of the desks")

    async def stop(self) -> None:
        tasks = [task for _, task in self._broadcasts.values()]
        if self._desk_work is not None:
            self._desk_work.cancel()
            tasks.append(self._desk_work)
        self.desks.end()
        if self._house is not None:
            self._house.cancel()
            tasks.append(self._house)
        for name in list(self._broadcasts):
            self._end(name)
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.proof.stop()


def _unavailable(to: str, error: UnavailableError) -> Refusal:
    log.warning("%a: %a", to, str(error))
    return unavailable(to)
