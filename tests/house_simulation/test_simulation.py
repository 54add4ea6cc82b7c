"""The simulation itself: a short one is sound, the same seed does the same, and what fails becomes a short story."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from dicehouse.journal.record import Posting
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import Draft, UnavailableError, Written
from dicehouse.table import people
from tools.house_simulation.defects import DEFECTS
from tools.house_simulation.disk import Disk
from tools.house_simulation.scheduler import Scheduler
from tools.house_simulation.script import MIDNIGHT, Script, Step, Weather, script_of, told
from tools.house_simulation.shrinking import shorter
from tools.house_simulation.violation import Violation
from tools.house_simulation.world import Outcome, World

ROOT = Path(__file__).parents[2]


def simulated(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command as `make simulate-house` gives it."""
    command = [sys.executable, "-m", "tools.house_simulation", *arguments]
    outside = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    return subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True, timeout=500, check=False)


def test_a_house_with_faults_is_sound_and_the_same_seed_does_the_same() -> None:
    """Two shifts of a fifth of an hour, with power cuts, kills or full disks in them."""
    first = simulated("--seed", "13", "--hours", "1.5", "--shift", "0.2")
    assert first.returncode == 0, first.stdout + first.stderr
    traces = [it.split("trace ")[1] for it in first.stdout.splitlines() if "trace " in it]
    assert len(set(traces)) == len(traces) == 2
    alone = simulated("--seed", "14", "--hours", "0.1", "--shift", "0.2")
    assert traces[1] in alone.stdout, "whatever was played before it"


def test_a_defect_is_found_and_told_as_a_story() -> None:
    defect = "one-side"
    found = simulated("--defect", defect, "--seed", "1", "--hours", "4", "--shift", "0.25", "--shrink", "5")
    assert found.returncode == 1
    assert "VIOLATION" in found.stdout
    assert f"--defect {defect}" in found.stdout.splitlines()[-2]


def test_at_least_twelve_defects_can_be_put_back_and_each_says_what_it_breaks() -> None:
    assert len(DEFECTS) >= 12
    assert all(it.__doc__ for it in DEFECTS.values())


@pytest.mark.parametrize("name", DEFECTS)
def test_each_defect_can_be_put_back(name: str) -> None:
    """What it stands in for is still there."""
    with DEFECTS[name]():
        pass


def test_every_step_has_a_sentence() -> None:
    script = script_of(5)
    assert {told(it) for it in script.steps}
    assert script == script_of(5)
    assert script != script_of(6)


def test_a_house_that_is_busy_for_ever_without_getting_anywhere_is_found() -> None:
    async def spins() -> None:
        while True:
            await asyncio.sleep(0.000_000_1)

    loop = Scheduler(Random(1), shuffles=False, thread_delay=0.0)
    with pytest.raises(Violation, match="the house goes on"):
        loop.run_until_complete(spins())
    loop.end()


class AtTheLastMoment(World):
    """Somebody sits down in the moment in which everything is looked at for the last time."""

    async def _comes_to_rest(self) -> None:
        await super()._comes_to_rest()
        process = self.link.processes[0]
        self.auditor.asked("Star", "late", "take-seat", "Ann")
        sits = people.TakeSeat(id="late", at=process.floor.now(), by="Ann", role="player", seat=1)
        process.runs(process.floor.submit_local("Star", sits))
        await asyncio.sleep(0.001)


@pytest.mark.parametrize("processes", [1, 2])
def test_what_is_on_its_way_at_the_end_is_waited_for(processes: int) -> None:
    weather = Weather(
        tables=("Star", "Craps", "Terminals"), people=("Ann",), processes=processes, start=MIDNIGHT, hours=0.01,
        pace=1.0, write_delay=0.4,
    )  # fmt: skip
    assert AtTheLastMoment(Script(1, weather, ())).runs().violation is None


# --- making shorter


def test_a_story_is_made_as_short_as_it_can_be() -> None:
    """It fails whenever steps 30 and 70 are both there."""
    script = script_of(3)._replace(steps=tuple(Step(no, float(no), "looks", "Ann", "Star") for no in range(1, 101)))

    def plays(tried: Script) -> Outcome:
        fails = {30, 70} <= {it.no for it in tried.steps}
        found = Violation("money is conserved", "a cent is gone") if fails else None
        return Outcome(3, found, "", 1.0, 0, 0, 0, 0, ("   90.000  VIOLATION",), 0.0)

    short, found = shorter(script, plays(script), plays, 60)
    assert [it.no for it in short.steps] == [30, 70]
    assert found.violation is not None
    assert (short.weather.loss, short.weather.processes, short.weather.shuffles) == (0.0, 1, False)
    with pytest.raises(ValueError, match="nothing fails"):
        shorter(script, plays(script._replace(steps=())), plays, 60)


# --- the disk


def entry(no: int) -> Draft:
    moved = (Posting("~cash", -5), Posting("cage", 5))
    return Draft(stream="cage", no=no, id=f"c{no}", at=MIDNIGHT, command=b"{}", postings=moved)


def test_a_power_cut_at_any_write_leaves_what_was_acknowledged(tmp_path: Path) -> None:
    """Whichever of the sectors that were not synced reach the disk."""
    for at in range(1, 40):
        disk = Disk(f"cut at {at}", Random(at))
        path = tmp_path / f"{at}.db"
        store = SqliteStore(path, vfs=disk.name)
        disk.lost_at = disk.writes + disk.syncs + at
        acknowledged = 0
        try:
            for no in range(1, 12):
                assert isinstance(store.write([entry(no)])[0], Written)
                acknowledged = no
        except UnavailableError:
            assert disk.without_power
        store.close()
        disk.loses_power()
        store = SqliteStore(path, vfs=disk.name)
        assert store.length("cage") >= acknowledged
        assert store.balance("cage") == 5 * store.length("cage")
        store.close()
        disk.unregister()


def test_without_a_sync_a_power_cut_loses_what_was_written(tmp_path: Path) -> None:
    """The disk is one that loses things: without this the test above would show nothing."""
    disk = Disk("unsynced", Random(1))
    path = tmp_path / "journal.db"
    SqliteStore(path, vfs=disk.name).close()
    with DEFECTS["not-synced"]():
        store = SqliteStore(path, vfs=disk.name)
        store.write([entry(1)])
    assert store.length("cage") == 1
    disk.without_power = True
    store.close()
    for medium in disk.media.values():
        medium.since.clear()  # nothing that was not synced reaches the disk
    disk.loses_power()
    store = SqliteStore(path, vfs=disk.name)
    assert store.length("cage") == 0
    store.close()
