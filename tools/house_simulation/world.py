"""One shift of a house, from its opening to its last check, as a script says."""

import asyncio
import hashlib
import os
import shutil
import tempfile
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from dicehouse.floor.floor import Floor
from dicehouse.floor.plan import HousePlan, Pace, TablePlan
from dicehouse.house import cage, patrons, slips
from dicehouse.journal.store import UnavailableError
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Refused
from dicehouse.table import Config, Kind, opening
from dicehouse.table.config import Limits, Sign
from dicehouse.table.orders import Answer, Command
from tools.house_simulation import checks
from tools.house_simulation.auditor import Auditor
from tools.house_simulation.disk import Disk, removed
from tools.house_simulation.floor_rules import Ban
from tools.house_simulation.link import Link
from tools.house_simulation.machines import STEPS, Machines
from tools.house_simulation.people import ACTS, Acting, happened
from tools.house_simulation.process import Process, simulated
from tools.house_simulation.scheduler import Scheduler
from tools.house_simulation.script import GAME, TABLES, Script, Step, told
from tools.house_simulation.violation import Violation

LOOK: Final = 20.0
"""Seconds between two looks of the auditor."""
MEMORY: Final = Path("/dev/shm")
REST: Final = 900.0
"""Seconds in which everything that was begun must come to its end, once nothing fails any more."""
TRAY: Final = 20_000_000
_OVER: Final[dict[str, tuple[str, ...]]] = {}
"""By rulebook, the wagers that return more than they take, which are acknowledged; to work that out takes a while."""
POCKETS: Final = 60_000
"""Chips that people have in their pockets when the house opens."""


class Outcome(NamedTuple):
    """What came of a shift."""

    seed: int
    violation: Violation | None
    trace: str
    """A hash of everything that happened, in its order."""
    hours: float
    """Table-hours."""
    commands: int
    faults: int
    entries: int
    crashes: int
    lines: tuple[str, ...]
    seconds: float
    """Of the processor."""


class World:
    """A house and everybody in it."""

    def __init__(self, script: Script) -> None:
        self.script = script
        weather = self.weather = script.weather
        seed = script.seed
        self.folder = Path(tempfile.mkdtemp(prefix="house-", dir=MEMORY if MEMORY.is_dir() else None))
        self.loop = Scheduler(Random(f"{seed}/order"), shuffles=weather.shuffles, thread_delay=weather.thread_delay)
        self.disk = Disk(f"house-{seed}-{self.folder.name}", Random(f"{seed}/disk"))
        self.link = Link(self.loop, weather, self._noted, self._failed)
        self.auditor = Auditor({it: GAME[it] for it in weather.tables})
        self.plan = _plan(weather.tables)
        self.machines = Machines(
            self.plan, weather, self.folder, loop=self.loop, disk=self.disk, link=self.link,
            chance=Random(f"{seed}/machines"), watcher=self, wrote=self.auditor.wrote,
        )  # fmt: skip
        self.crashes = 0
        self.commands = 0
        self._lines: list[str] = []
        self._trace = hashlib.sha256()
        self._violation: Violation | None = None
        self._ends: asyncio.Future[None] = self.loop.create_future()
        self._acting: set[asyncio.Task[None]] = set()

    # --- telling

    def notes(self, line: str) -> None:
        line = f"{self.loop.time():10.3f}  {line}"
        self._lines.append(line)
        self._trace.update(line.encode() + b"\n")

    def fails(self, violation: Violation) -> None:
        """The first one ends the shift."""
        if self._violation is None:
            self._violation = violation
            self.notes(f"VIOLATION {violation}")
        if not self._ends.done():
            self._ends.set_result(None)

    # --- a shift

    def runs(self) -> Outcome:
        asyncio.set_event_loop(self.loop)
        weather, began = self.weather, time.process_time()
        posts = partial(self.link.posts, Random(f"{self.script.seed}/posts"))
        small = {"checkpoint": weather.checkpoint, "kept_every": weather.kept_every, "remembered": weather.remembered}
        others = os.umask(0o077)  # a journal is its owner's alone
        try:
            with simulated(Random(f"{self.script.seed}/chance"), posts, **small):
                self.loop.create_task(self._shift())
                self.loop.run_until_complete(self._ends)
        except Violation as violation:
            self.fails(violation)
        finally:
            os.umask(others)
            for process in self.link.processes.values():
                if not process.dead:
                    process.kill()
            self.loop.end()
            asyncio.set_event_loop(None)
            self.disk.unregister()
            removed(self.folder)
        self._trace.update(self.auditor.head.encode())
        return Outcome(
            self.script.seed, self._violation, self._trace.hexdigest(), self.loop.time() / 3600 * len(weather.tables),
            self.commands, self.machines.faults, self.auditor.entries, self.crashes, tuple(self._lines),
            time.process_time() - began,
        )  # fmt: skip

    async def _shift(self) -> None:
        try:
            await self._plays()
        except Violation as violation:
            self.fails(violation)
        except Exception as error:  # noqa: BLE001 (whatever breaks ends the shift, and is told)
            self.fails(Violation("the simulation goes on", f"{type(error).__name__}: {error}"))
        if not self._ends.done():
            self._ends.set_result(None)

    async def _plays(self) -> None:
        for number in range(self.weather.processes):
            await self.machines.starts(number)
        await self._opens()
        watching = self.loop.create_task(self._watches())
        begin = self.loop.time()
        for step in self.script.steps:
            await asyncio.sleep(max(0.0, begin + step.at - self.loop.time()))
            self._begins(step)
        await asyncio.sleep(max(0.0, begin + self.weather.hours * 3600 - self.loop.time()))
        await self._comes_to_rest()
        watching.cancel()
        await self._last_checks()

    def _begins(self, step: Step) -> None:
        self.notes(f"{step.no}: {told(step)}")
        chance = Random(f"{self.script.seed}/{step.no}")
        if step.do in STEPS:
            work: Any = self.machines.does(step)
        elif step.do == "looks":
            work = self._looks(step, chance)
        else:
            floor = self.sees(chance)
            if floor is None:
                return
            work = ACTS[step.do](Acting(self, step, chance, floor))
        task = self.loop.create_task(self._guarded(work))
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    async def _guarded(self, work: Any) -> None:
        try:
            await work
        except Violation as violation:
            self.fails(violation)
        except UnavailableError:
            pass  # a screen shows nothing while the journal cannot be read
        except Exception as error:  # noqa: BLE001
            self.fails(Violation("the simulation goes on", f"{type(error).__name__}: {error}"))

    # --- what people see and ask

    def sees(self, chance: Random) -> Floor | None:
        live = [it for _, it in sorted(self.link.processes.items()) if it.ready]
        return chance.choice(live).floor if live else None

    async def asks(self, chance: Random, to: str, command: Command) -> Answer | None:
        self.commands += 1
        tag = str(command.__struct_config__.tag)
        self.auditor.asked(to, command.id, tag, command.by)
        return await self.link.asks(chance, to, command)

    def _noted(self, to: str, command: Command, answer: Answer, process: Process) -> None:
        """A process has answered; it stands from here on."""
        try:
            if isinstance(answer, Refused):
                self.auditor.refused(to, command.id, answer.message)
                self.notes(f"{to}, {command.id}: refused, {answer.why.value}")
                return
            self.notes(f"{to}, {command.id}: {', '.join(str(it.__struct_config__.tag) for it in answer)}")
            self.auditor.answered(to, command.id, tuple(msgspec.json.encode(it) for it in answer))
            self._orders(to, command, answer, process)
        except Violation as violation:
            self.fails(violation)

    def _orders(self, to: str, command: Command, answer: Any, process: Process) -> None:
        """What is forbidden from here on."""
        for event in answer:
            kind, order = str(event.__struct_config__.tag), (to, command.id)
            if kind not in {"person-excluded", "exclusion-recorded", "player-paused", "break-taken", "limit-set"}:
                continue
            since = process.floor.store.head().seq
            if kind == "person-excluded":
                self.auditor.floor.banned(event.person, Ban(event.out_of, to, order, since, event.until))
            elif kind == "exclusion-recorded":
                self.auditor.floor.banned(event.person, Ban("casino", to, order, since))
            elif kind == "player-paused":
                self.auditor.floor.banned(event.person, Ban("pause", to, order, since, event.until))
            elif kind == "break-taken":
                self.auditor.floor.banned(event.patron, Ban("rest", to, order, since, event.until))
            else:
                self.auditor.losses.limited(event.patron, event.amount, since)

    def _failed(self, to: str, command: Command, error: Exception) -> None:
        self.fails(Violation("the house goes on", f"{to}, {command.id}: {type(error).__name__}: {error}"))

    async def _looks(self, step: Step, chance: Random) -> None:
        live = [it for _, it in sorted(self.link.processes.items()) if it.ready]
        if live:
            process = chance.choice(live)
            looked = process.runs(checks.look(process.floor, step.who, step.where))
            await asyncio.wait([looked], timeout=60)
            if looked.done() and not process.dead and process.floor.leads(HOUSE):
                checks.seen(self.auditor, looked.result(), self._reads)

    # --- the auditor

    async def _watches(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                self._reads()
                checks.running(self.link.processes.values())
            except UnavailableError:
                continue
            except Violation as violation:
                self.fails(violation)
                return

    def _reads(self) -> None:
        for process in self.link.processes.values():
            if process.ready:
                self.auditor.reads(process.floor.store.bodies(self.auditor.seq))
                return

    def after_crash(self) -> None:
        """The journal as it lies on the disk is whole, and has everything that was there before."""
        self.crashes += 1
        self.verifies("crash")

    def verifies(self, name: str) -> None:
        try:
            copy = self.folder / f"{name}.db"
            if name != "backup":
                for end in ("", "-wal"):
                    if (self.folder / f"journal.db{end}").exists():
                        shutil.copyfile(self.folder / f"journal.db{end}", f"{copy}{end}")
            checks.verified(copy, self.auditor)
            if name == "end":
                checks.rejudged(copy)
        except Violation as violation:
            self.fails(violation)
        except Exception as error:  # noqa: BLE001 (what cannot be read does not pass)
            self.fails(Violation("verify passes", f"{type(error).__name__}: {error}"))
        finally:
            for end in ("", "-wal", "-shm"):
                Path(f"{self.folder / name}.db{end}").unlink(missing_ok=True)

    # --- beginning and end

    async def _opens(self) -> None:
        await _Opening(self).opens()

    async def _comes_to_rest(self) -> None:
        """Nothing fails any more, and what was begun comes to its end."""
        self.machines.mends()
        self.notes("everything works from here on")
        until = self.loop.time() + REST
        while self._acting or not self._all_ready():
            if self.loop.time() > until:
                raise Violation("everything ends", f"{len(self._acting)} people still wait for an answer")
            await asyncio.sleep(1)
        await asyncio.sleep(60)
        for process in self.link.processes.values():
            done = process.runs(process.floor.follow_through())
            await asyncio.wait([done], timeout=120)
            if not done.done():
                raise Violation("everything ends", f"the errands of process {process.number} never end")

    def _all_ready(self) -> bool:
        found = self.link.processes
        return len(found) == self.weather.processes and all(it.ready for it in found.values())

    async def _nothing_on_its_way(self) -> None:
        """Until all that is judged is written, and every process has heard of it: by the clock something may happen at
        any moment, and a state that is ahead of the journal, or behind it, is not what the journal makes of itself."""
        until = self.loop.time() + REST
        while self.loop.time() < until:
            for process in self.link.processes.values():
                process.writes()
            if all(it.has_heard_all() for it in self.link.processes.values()):
                return
            await asyncio.sleep(0.05)
        raise Violation("everything ends", "something is always on its way")

    async def _last_checks(self) -> None:
        await self._nothing_on_its_way()
        self._reads()
        checks.running(self.link.processes.values())
        self.auditor.at_the_end()
        for process in self.link.processes.values():
            checks.agrees(process, self.auditor)
        checks.replayed(self.link.processes.values())
        for process in self.link.processes.values():
            process.ready = False
            stopped = process.runs(process.floor.stop())
            await asyncio.wait([stopped], timeout=120)
            if not stopped.done() or stopped.exception():
                raise Violation("everything ends", f"process {process.number} does not stop")
            process.dead = True
        self.verifies("end")


class _Opening:
    """The house opens: its cage is stocked, its people are on the books, its tables are open with full trays."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._given = 0

    async def submit(self, to: str, kind: type[Command], by: str, role: str, **fields: Any) -> None:
        floor = self.world.sees(Random(0))
        if floor is None:
            raise RuntimeError("nobody serves")
        self._given += 1
        command = kind(id=f"opening {self._given}", at=floor.now(), by=by, role=role, **fields)
        calm, self.world.link.calm = self.world.link.calm, True
        happened(await self.world.asks(Random(self._given), to, command))
        self.world.link.calm = calm

    async def opens(self) -> None:
        for what, amount in {"cash": 100_000_000, "chips": 5_000_000_000}.items():
            await self.submit(HOUSE, cage.StockCage, "Cleo", "cage-supervisor", what=what, amount=amount)
        outside: dict[str, Any] = {"amount": POCKETS, "reason": "in people's pockets before these books"}
        await self.submit(HOUSE, cage.DeclareChipsOutside, "Olga", "casino-operator", **outside)
        for who in self.world.weather.people:
            await self.submit(HOUSE, patrons.RegisterPatron, "Cass", "cashier", patron=who)
            card = {"number": f"card of {who}", "pin_reference": "00" * 16}
            await self.submit(HOUSE, patrons.IssueCard, "Cass", "cashier", patron=who, **card)
            money: dict[str, Any] = {"person": who, "amount": 1_000_000, "means": "bank-transfer"}
            await self.submit(HOUSE, cage.DepositFunds, "Cass", "cashier", **money)
        for name in self.world.weather.tables:
            await self._table(name)
        await asyncio.sleep(5)

    async def _table(self, name: str) -> None:
        floor = self.world.sees(Random(0))
        if floor is None:
            raise RuntimeError("nobody serves")
        running = floor.tables[name]
        over = _OVER.get(TABLES[name])
        if over is None:
            over = _OVER[TABLES[name]] = opening.to_acknowledge(running.table, floor.now())
        role = running.book.powers["close_table"].by[0]
        await self.submit(name, opening.OpenTable, "Sue", role, acknowledged=over)
        if running.table.kind is Kind.ELECTRONIC:
            return
        slip = f"opening fill of {name}"
        await self.submit(HOUSE, slips.RequestFill, "Cass", "cashier", slip=slip, table=name, amount=TRAY)
        await self.submit(HOUSE, slips.ApproveSlip, "Cleo", "cage-supervisor", slip=slip)
        await self.submit(HOUSE, slips.DeliverFill, "Cass", "cashier", slip=slip)


def _plan(tables: tuple[str, ...]) -> HousePlan:
    made = []
    for name in tables:
        electronic = TABLES[name] == "aruze-sicbo"
        sign = {"chip": 5, "sign": Sign(every=Limits(minimum=100, maximum=50_000))} if electronic else {}
        config = Config(name=name, cage=True, **sign)  # type: ignore[arg-type]
        made.append(TablePlan(config=config, rulebook=TABLES[name], dealer="practice", pace=Pace()))
    return HousePlan(name="the house", chips="account", tables=tuple(made))
