"""What the simulation has found in the product, as short stories; each failed before it was mended."""

import asyncio
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from dicehouse.floor.floor import Floor
from dicehouse.floor.leases import Leases
from dicehouse.house import breaks, cage, limits
from dicehouse.journal.record import Posting, entry_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import Draft, UnavailableError, Written
from dicehouse.leading.refusals import OvertakenError
from dicehouse.refusal import Refused
from dicehouse.table import betting, people
from dicehouse.table.orders import Command
from tools.house_simulation.disk import Disk
from tools.house_simulation.script import MIDNIGHT, Script, Step, Weather
from tools.house_simulation.world import Outcome, World

CALM = Weather(
    tables=("Star", "Craps", "Terminals"), people=("Ann", "Bob"), processes=2, start=MIDNIGHT, hours=0.1, pace=1.0,
    shuffles=False, thread_delay=0.0, lag=0.05,
)  # fmt: skip


def played(*steps: Step, **weather: object) -> Outcome:
    return World(Script(1, CALM._replace(**weather), steps)).runs()  # type: ignore[arg-type]


def test_a_process_that_joined_late_and_takes_over_knows_who_sat_where() -> None:
    """Otherwise nobody is known at any seat: chips come to no account, and no loss is counted."""
    outcome = played(
        Step(1, 10, "sits", "Ann", "Craps", 50_000),
        Step(2, 40, "restart", "1", "", 5),
        Step(3, 70, "kill", "0", "", 60),
        Step(4, 100, "leaves", "Ann", "Craps"),
    )
    assert outcome.violation is None
    assert any("Craps, 4.1: seat-left" in it for it in outcome.lines)


def test_a_loss_before_midnight_counts_on_that_day_though_its_process_died() -> None:
    """The process that leads the house is killed seconds before midnight, and what was decided at the terminals until
    then is recorded by the other one after it."""
    bets = [Step(no, 48.0 + 6 * no, "bets", "Ann", "Terminals", 1_000, "3") for no in range(2, 46)]
    killed = Step(90, 294.5, "kill", "0", "", 60)
    steps = sorted([Step(1, 10, "sits", "Ann", "Terminals", 50_000), *bets, killed], key=lambda it: it.at)
    outcome = played(*steps, start=MIDNIGHT - timedelta(seconds=304), hours=0.12)
    assert outcome.violation is None
    assert any("90: process 0 is killed" in it for it in outcome.lines)


class Taken(World):
    """A house of one process, whose table another takes and leaves again before it looks."""

    starts = 0

    async def _plays(self) -> None:
        await self.machines.starts(0)
        process = self.link.processes[0]
        store = process.floor.store
        store.release("Star", process.holder)
        another = Leases(store, process.floor.vault, "another", 9)
        assert another.take("Star", process.floor.now())
        await another.release(["Star"])
        await asyncio.sleep(10)
        entries = [entry_of(it) for it in store.stream("Star")]
        self.starts = sum(b'"start-program"' in bytes(it.command) for it in entries)


def test_a_process_whose_lease_another_had_meanwhile_puts_itself_on_record_again() -> None:
    """It may have missed what the other wrote, and the journal has the other's program as the one that leads."""
    world = Taken(Script(1, CALM, ()))
    assert world.runs().violation is None
    assert world.starts == 2


class JudgedBefore(World):
    """A house of one process, whose disk is slow: a command that it judged still waits to be written while another
    process has had the table, and this one takes it again."""

    entries: tuple[str, ...] = ()

    async def _plays(self) -> None:
        await self.machines.starts(0)
        process = self.link.processes[0]
        floor, store = process.floor, process.floor.store
        store.release("Star", process.holder)
        another = Leases(store, floor.vault, "another", 9)
        assert another.take("Star", floor.now())
        await another.release(["Star"])
        process.slow = 60.0
        sits = people.TakeSeat(id="late", at=floor.now(), by="Ann", role="player", seat=1)
        self.auditor.asked("Star", "late", "take-seat", "Ann")
        given = process.runs(floor.submit_local("Star", sits))
        await asyncio.sleep(0.01)
        await process.runs(floor.leadership.claim())
        process.slow = 0.0
        await asyncio.wait([given])
        self.entries = tuple(entry_of(it).id.partition(" ")[0] for it in store.stream("Star"))
        assert isinstance(given.exception(), OvertakenError)


def test_nothing_that_was_judged_under_one_lease_is_written_under_the_next() -> None:
    """The journal would have it in the time of the other process, before this one puts itself on record."""
    world = JudgedBefore(Script(1, CALM, ()))
    assert world.runs().violation is None
    assert world.entries == ("start", "start")


class MadeAnew(World):
    """A house of two processes, in which the one that follows a table failed to take it, and made it anew for that."""

    racks: tuple[int, ...] = ()

    async def _plays(self) -> None:
        for number in range(2):
            await self.machines.starts(number)
        await self._opens()
        await asyncio.sleep(15)
        one, two = (self.link.processes[it].floor for it in range(2))
        leads, follows = (one, two) if one.leads("Craps") else (two, one)
        self._begins(Step(1, 0, "sits", "Ann", "Craps", 50_000))
        while not any(b'"chips-bought"' in it for it in leads.store.stream("Craps")):
            await asyncio.sleep(0.01)
        follows.tables["Craps"].leader._stale = True
        assert follows.tables["Craps"].table.seats[1].rack == 50_000
        await asyncio.sleep(10)
        self.racks = tuple(it.tables["Craps"].table.seats[1].rack for it in (leads, follows))
        assert not follows.tasks.failures


def test_a_table_that_was_made_anew_takes_over_nothing_twice() -> None:
    """What is written is in it already; taken over once more it would be wrong, or end all errands of the process."""
    world = MadeAnew(Script(1, CALM, ()))
    assert world.runs().violation is None
    assert world.racks == (50_000, 50_000)


class Forgetful(Disk):
    """A disk of which the system takes for written what failed to sync."""

    def forgets(self) -> bool:
        return True


@pytest.fixture
def disk() -> Disk:
    return Forgetful("forgetful", Random(1))


def entry(no: int) -> Draft:
    moved = (Posting("~cash", -5), Posting("cage", 5))
    return Draft(stream="cage", no=no, id=f"c{no}", at=MIDNIGHT, command=b"{}", postings=moved)


def test_what_is_written_after_a_failed_sync_and_a_restart_survives_a_power_cut(tmp_path: Path, disk: Disk) -> None:
    """What failed to sync is read back by the next process and may never reach the disk; the log breaks off there."""
    path = tmp_path / "journal.db"
    store = SqliteStore(path, vfs=disk.name)
    assert isinstance(store.write([entry(1)])[0], Written)
    disk.sync_fails = True
    with pytest.raises(UnavailableError):
        store.write([entry(2)])
    disk.full = True  # the process is killed, so it takes nothing over
    store.close()
    disk.mends()
    store = SqliteStore(path, vfs=disk.name)
    there = store.length("cage")
    assert isinstance(store.write([entry(there + 1)])[0], Written)
    disk.full = True
    store.close()
    disk.mends()
    disk.loses_power()
    store = SqliteStore(path, vfs=disk.name)
    assert store.length("cage") == there + 1
    store.close()


class SlowErrands(World):
    """A house whose disk takes its time: what follows from Bob's buying in is written for long, and the tables hear of
    the break that Ann takes after that."""

    refused: str = ""

    async def _plays(self) -> None:
        await self.machines.starts(0)
        await self._opens()
        self._begins(Step(1, 0, "sits", "Ann", "Craps", 50_000))
        self._begins(Step(2, 0, "sits", "Bob", "Star", 0))
        await asyncio.sleep(10)
        process = self.link.processes[0]
        floor, process.slow = process.floor, 12.0
        resting = floor.now() + timedelta(minutes=5)
        buys = cage.BuyIn(id="buys", at=floor.now(), by="Bob", role="patron", person="Bob", table="Star", amount=5_000)
        rests = breaks.TakeBreak(id="rests", at=floor.now(), by="Ann", role="patron", patron="Ann", until=resting)
        for it in (buys, rests):
            self.auditor.asked("house", it.id, str(it.__struct_config__.tag), it.by)
        floor.tasks.end("housekeeping")  # which waits for the disk as well, with something else
        process.runs(floor.give("house", buys))
        bets = betting.PlaceWager(
            id="bets", at=floor.now(), by="Ann", role="player", seat=1, wager="win-line", stake=1_000
        )
        await process.runs(self._answered(floor, rests, bets))

    async def _answered(self, floor: Floor, rests: Command, bets: Command) -> None:
        """She bets as soon as she has been told that she rests."""
        while True:
            try:
                assert not isinstance(await floor.give("house", rests), Refused)
                break
            except UnavailableError:
                await asyncio.sleep(0.1)
        answer = await floor.give("Craps", bets)
        assert isinstance(answer, Refused), answer
        self.refused = answer.why


@pytest.mark.parametrize("seed", range(1, 7))
def test_whoever_was_told_that_a_break_holds_is_taken_no_wager_from_though_the_disk_is_slow(seed: int) -> None:
    world = SlowErrands(Script(seed, CALM._replace(processes=1), ()))
    assert world.runs().violation is None
    assert world.refused == "paused"


class ElsewhereAtOnce(SlowErrands):
    """A house of two processes: Ann sits at a table that one of them leads, and takes a break at the other, which
    leads the house."""

    async def _busy(self, floor: Floor) -> None:
        """For three seconds a process hears nothing of the others."""
        floor.tasks.end("errands")
        await asyncio.sleep(3)
        floor.tasks.spawn("errands", floor._outbox.run())

    def order(self, until: datetime) -> Command:
        return breaks.TakeBreak(id="order", at=MIDNIGHT, by="Ann", role="patron", patron="Ann", until=until)

    async def _plays(self) -> None:
        for number in range(2):
            await self.machines.starts(number)
        await self._opens()
        await asyncio.sleep(15)
        one, two = (self.link.processes[it] for it in range(2))
        house, other = (one, two) if one.floor.leads("house") else (two, one)
        table = next(it for it in ("Craps", "Star") if other.floor.leads(it))
        self._begins(Step(1, 0, "sits", "Ann", table, 50_000))
        await asyncio.sleep(10)
        until = house.floor.now() + timedelta(minutes=5)
        other.runs(self._busy(other.floor))
        order = self.order(until)
        self.auditor.asked("house", order.id, str(order.__struct_config__.tag), "Ann")
        assert not isinstance(await house.runs(house.floor.give("house", order)), Refused)
        wager = {"Craps": "win-line", "Star": "small"}[table]
        bets = betting.PlaceWager(id="bets", at=MIDNIGHT, by="Ann", role="player", seat=1, wager=wager, stake=2_000)
        answer = await other.runs(other.floor.give(table, bets))
        assert isinstance(answer, Refused)
        self.refused = answer.why


def test_whoever_was_told_that_a_break_holds_is_taken_no_wager_from_by_another_process() -> None:
    world = ElsewhereAtOnce(Script(1, CALM, ()))
    assert world.runs().violation is None
    assert world.refused == "paused"


class LimitElsewhere(ElsewhereAtOnce):
    """The same with a loss limit that she chooses."""

    def order(self, until: datetime) -> Command:  # noqa: ARG002
        return limits.SetLimit(
            id="order", at=MIDNIGHT, by="Ann", role="patron", patron="Ann", limit="day", amount=1_500
        )


def test_whoever_was_told_that_a_loss_limit_holds_is_held_to_it_by_another_process() -> None:
    world = LimitElsewhere(Script(1, CALM, ()))
    assert world.runs().violation is None
    assert world.refused == "loss-limit"
