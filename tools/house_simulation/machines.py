"""What happens to the machines of a house: kills, power cuts, stops, wrong clocks, disks that fill and fail."""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final, Protocol

import apsw

from dicehouse.floor.plan import HousePlan
from dicehouse.journal.store import UnavailableError
from dicehouse.leading.leader import NotLedError
from tools.house_simulation.disk import Disk
from tools.house_simulation.link import Link
from tools.house_simulation.process import Process
from tools.house_simulation.scheduler import Scheduler
from tools.house_simulation.script import Step, Weather
from tools.house_simulation.violation import Violation

ATTEMPTS: Final = 200
"""Times that a process is started before that counts as never."""
SLOW: Final = 2.0
"""Seconds that a slow disk takes at most."""


class Watcher(Protocol):
    """Who is told."""

    def fails(self, violation: Violation) -> None: ...

    def notes(self, line: str) -> None: ...

    def after_crash(self) -> None:
        """Look at what is left on the disk."""

    def verifies(self, name: str) -> None:
        """Have the journal verified as it lies on the disk."""


class Machines:
    """The processes of a house and their disk."""

    def __init__(
        self, plan: HousePlan, weather: Weather, folder: Path, *, loop: Scheduler, disk: Disk, link: Link,
        chance: Random, watcher: Watcher, wrote: dict[tuple[str, int], str],
    ) -> None:  # fmt: skip
        self._plan = plan
        self._weather = weather
        self.folder = folder
        self.loop = loop
        self.disk = disk
        self.link = link
        self._chance = chance
        self._watcher = watcher
        self._wrote = wrote
        self.write_delay = weather.write_delay
        self.offsets = dict.fromkeys(range(weather.processes), 0.0)
        self._down: set[int] = set()
        self.faults = 0
        disk.told = self._power_is_gone
        self._away = 1.0
        self._outside = copy_context()

    # --- processes

    async def starts(self, number: int) -> None:
        """Start a process, again and again while the disk will not have it."""
        for _ in range(ATTEMPTS):
            process = self._begun(number)
            if process is not None:
                self.link.processes[number] = process
                started = process.runs(process.starts())
                await asyncio.wait([started], timeout=120)
                if process.ready:
                    return
                self._not_started(process, started)
            await asyncio.sleep(1)
        raise Violation("the house comes back", f"process {number} could not be started")

    def _begun(self, number: int) -> Process | None:
        try:
            process = Process(
                number, self._plan, self.folder, self.disk.name, loop=self.loop, chance=self._chance,
                shared=self._weather.processes > 1, wall=self.wall, write_delay=self.write_delay, wrote=self._wrote,
            )  # fmt: skip
        except UnavailableError:
            return None
        process.offset = self.offsets[number]
        return process

    def _not_started(self, process: Process, started: "asyncio.Task[None]") -> None:
        if process.dead:
            return
        process.kill()
        error = started.exception() if started.done() and not started.cancelled() else None
        if error is not None and not isinstance(error, UnavailableError | NotLedError):
            raise Violation("the house comes back", f"process {process.number} cannot start: {error!r}") from error

    def wall(self) -> datetime:
        return self._weather.start + timedelta(seconds=self.loop.time())

    async def _comes_back(self, number: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        try:
            await self.starts(number)
        except Violation as violation:
            self._watcher.fails(violation)
        except Exception as error:  # noqa: BLE001 (whatever keeps it away is told)
            said = f"process {number} cannot start: {type(error).__name__}: {error}"
            self._watcher.fails(Violation("the house comes back", said))
        finally:
            self._down.discard(number)

    def _returns(self, number: int, seconds: float) -> None:
        """Unless somebody is about to start it already."""
        if number in self._down:
            return
        self._down.add(number)
        self.loop.create_task(self._comes_back(number, seconds))

    # --- steps

    async def does(self, step: Step) -> None:
        self.faults += 1
        await STEPS[step.do](self, step)

    async def kill(self, step: Step) -> None:
        number = int(step.who)
        process = self.link.processes.get(number)
        if process is not None and not process.dead:
            process.kill()
            self._watcher.after_crash()
            self._returns(number, step.amount)

    async def power(self, step: Step) -> None:
        """After so many more writes; on a quiet disk a little later."""
        self._away = step.amount
        self.disk.lost_at = self.disk.writes + self.disk.syncs + int(step.more) + 1
        await asyncio.sleep(5)
        if self.disk.lost_at:
            self.disk.lost_at = 0
            self.disk.without_power = True
            self._power_is_gone()

    def _power_is_gone(self) -> None:
        """In the midst of a write: nothing runs from here on."""
        for process in self.link.processes.values():
            process.dead, process.ready = True, False
        self.loop.call_soon(self._lies_still, context=self._outside)

    def _lies_still(self) -> None:
        for process in self.link.processes.values():
            process.kill()
        lost = self.disk.loses_power()
        self._watcher.notes(f"power failed; {lost} bytes that were not synced are gone")
        self._watcher.after_crash()
        for number in self.link.processes:
            self._returns(number, self._away)

    async def restart(self, step: Step) -> None:
        """In good order; if that takes too long, somebody kills it."""
        number = int(step.who)
        process = self.link.processes.get(number)
        if process is None or not process.ready:
            return
        process.ready = False
        stopped = process.runs(process.floor.stop())
        await asyncio.wait([stopped], timeout=60)
        if not process.dead:
            process.kill()
            self._returns(number, step.amount)

    async def clock(self, step: Step) -> None:
        number = int(step.who)
        self.offsets[number] = float(step.amount)
        if number in self.link.processes:
            self.link.processes[number].offset = float(step.amount)

    async def _for_a_while(self, what: str, seconds: float) -> None:
        setattr(self.disk, what, True)
        await asyncio.sleep(seconds)
        setattr(self.disk, what, False)

    async def full(self, step: Step) -> None:
        await self._for_a_while("full", step.amount)

    async def sync_fails(self, step: Step) -> None:
        await self._for_a_while("sync_fails", step.amount)

    async def write_fails(self, step: Step) -> None:
        await self._for_a_while("write_fails", step.amount)

    async def read_fails(self, step: Step) -> None:
        await self._for_a_while("read_fails", min(step.amount, 10))

    async def slow(self, step: Step) -> None:
        for process in self.link.processes.values():
            process.slow = SLOW
        await asyncio.sleep(step.amount)
        for process in self.link.processes.values():
            process.slow = 0.0

    async def cut(self, step: Step) -> None:
        self.link.cut = True
        await asyncio.sleep(step.amount)
        self.link.cut = False

    async def verify(self, step: Step) -> None:  # noqa: ARG002
        self._watcher.verifies("verify")

    async def backup(self, step: Step) -> None:  # noqa: ARG002
        """By SQLite's own means, while the house writes."""
        if not any(it.ready for it in self.link.processes.values()) or self.disk.read_fails:
            return
        copy = self.folder / "backup.db"
        source = apsw.Connection(str(self.folder / "journal.db"), vfs=self.disk.name)
        target = apsw.Connection(str(copy))
        try:
            with target.backup("main", source, "main") as backup:
                while not backup.done:
                    backup.step(200)
                    await asyncio.sleep(0)
        except apsw.Error:
            return
        finally:
            source.close()
            target.close()
        self._watcher.verifies("backup")

    def mends(self) -> None:
        """Everything works again."""
        self.disk.mends()
        self.link.cut, self.link.calm = False, True
        for process in self.link.processes.values():
            process.slow = 0.0


STEPS: Final[dict[str, Callable[[Machines, Step], Awaitable[None]]]] = {
    "kill": Machines.kill, "power": Machines.power, "restart": Machines.restart, "clock": Machines.clock,
    "full": Machines.full, "sync-fails": Machines.sync_fails, "write-fails": Machines.write_fails,
    "read-fails": Machines.read_fails, "slow": Machines.slow, "cut": Machines.cut, "verify": Machines.verify,
    "backup": Machines.backup,
}  # fmt: skip
