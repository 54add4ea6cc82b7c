"""The line between people and the house: it loses, delays, doubles and reorders what is said, both ways.

Whoever asks for something says it again, by the same id, until an answer comes. Everything that a process answers is
noted the moment it does, for from then on it must stand, whether or not the answer arrives.
"""

import asyncio
from collections.abc import Callable
from contextvars import Context, copy_context
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from dicehouse.journal.store import BrokenError
from dicehouse.refusal import Refused
from dicehouse.table.betting import PlaceWager
from dicehouse.table.books import BooksError
from dicehouse.table.orders import Answer, Command
from tools.house_simulation.process import Process
from tools.house_simulation.scheduler import Scheduler
from tools.house_simulation.script import Weather

PATIENCE: Final = 15.0
"""Seconds after which someone asks again."""
TRIES: Final = 40

Noted = Callable[[str, Command, Answer, Process], None]
Failed = Callable[[str, Command, Exception], None]


class Link:
    """Lines of one house."""

    def __init__(self, loop: Scheduler, weather: Weather, noted: Noted, failed: Failed) -> None:
        self.loop = loop
        self.weather = weather
        self.processes: dict[int, Process] = {}
        self._noted = noted
        self._failed = failed
        self._outside: Context = copy_context()
        self.sent = self.lost = self.doubled = 0
        self.calm = False
        """Whether every message arrives, once and at once."""
        self.cut = False
        """Whether the processes cannot reach each other."""

    def _lag(self, chance: Random) -> float:
        return 0.001 if self.calm else chance.random() ** 3 * self.weather.lag

    def _loses(self, chance: Random) -> bool:
        lost = not self.calm and chance.random() < self.weather.loss
        self.lost += lost
        return lost

    async def asks(self, chance: Random, to: str, command: Command) -> Answer | None:
        """The answer, or None when none came for long."""
        for _ in range(TRIES):
            live = [it for _, it in sorted(self.processes.items()) if it.ready]
            if not live:
                await asyncio.sleep(1)
                continue
            heard: asyncio.Future[Answer | Exception] = self.loop.create_future()
            doubled = not self.calm and chance.random() < self.weather.duplicates
            self.doubled += doubled
            for _ in range(1 + doubled):
                self.sent += 1
                if not self._loses(chance):
                    self.loop.call_later(
                        self._lag(chance), self._arrives, chance, chance.choice(live), to, command, heard,
                        context=self._outside,
                    )  # fmt: skip
            try:
                async with asyncio.timeout(PATIENCE):
                    answer = await heard
                if not isinstance(answer, Exception):
                    return answer
            except TimeoutError:
                pass
            await asyncio.sleep(0.2 + chance.random())
        return None

    def _arrives(
        self, chance: Random, process: Process, to: str, command: Command, heard: "asyncio.Future[Any]"
    ) -> None:
        if not process.ready:
            self._says(heard, ConnectionError("nobody is there"))
            return
        if isinstance(command, PlaceWager) and chance.random() < 0.5:
            process.runs(self._serves_at_once(chance, process, to, command, heard))
        else:
            process.runs(self._serves(chance, process, to, command, heard))

    async def _serves_at_once(
        self, chance: Random, process: Process, to: str, command: Command, heard: "asyncio.Future[Any]"
    ) -> None:
        """As a socket does with wagers."""
        floor = process.floor

        def told(answer: Answer | Exception) -> None:
            self._answered(chance, process, to, command, answer, heard)

        try:
            taken = floor.submit_now(to, replace(command, at=floor.now()), told)
        except Exception as error:  # noqa: BLE001 (it is noted, and the client told)
            taken = True
            told(error)
        if not taken:
            await self._serves(chance, process, to, command, heard)

    async def _serves(
        self, chance: Random, process: Process, to: str, command: Command, heard: "asyncio.Future[Any]"
    ) -> None:
        answer: Answer | Exception
        try:
            answer = await process.floor.give(to, command)
        except Exception as error:  # noqa: BLE001 (it is noted, and the client told)
            answer = error
        self._answered(chance, process, to, command, answer, heard)

    def _answered(
        self, chance: Random, process: Process, to: str, command: Command, answer: Answer | Exception,
        heard: "asyncio.Future[Any]",
    ) -> None:  # fmt: skip
        if process.dead:
            return
        if isinstance(answer, BrokenError | BooksError):
            self._failed(to, command, answer)
        elif isinstance(answer, tuple | Refused):
            self._noted(to, command, answer, process)
        if not self._loses(chance):
            self.loop.call_later(self._lag(chance), self._says, heard, answer, context=self._outside)

    def _is_cut(self) -> bool:
        return self.cut

    def _says(self, heard: "asyncio.Future[Any]", answer: Any) -> None:
        if not heard.done():
            heard.set_result(answer)

    async def posts(self, chance: Random, address: str, body: bytes, seal: Any) -> tuple[int, str, bytes]:
        """What one process of the house says to another."""
        there = next((it for it in self.processes.values() if it.address == address), None)
        if there is None or not there.ready or self.cut or self._loses(chance):
            await asyncio.sleep(self._lag(chance))
            raise OSError("it cannot be reached")
        await asyncio.sleep(self._lag(chance))
        answered: asyncio.Future[tuple[int, str, bytes]] = self.loop.create_future()

        async def takes() -> None:
            said = await there.relayed(body, seal)
            if not answered.done():
                answered.set_result(said)

        if there.ready:
            there.runs(takes())
        said = await answered
        if self._is_cut() or self._loses(chance):
            raise OSError("the line broke")
        return said
