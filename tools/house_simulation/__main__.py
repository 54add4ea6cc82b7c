"""The command: play shifts seed by seed, say what was found, and make it shorter.

Each shift is played in a process of its own, which knows nothing of the shifts before: caches and counters of the
program would otherwise make a shift depend on those, and what failed would not fail again by itself.

python -m tools.house_simulation --seed 1 --hours 100      until so many table-hours are played
python -m tools.house_simulation --seed 7 --only 3,17,22   one shift with these steps alone
python -m tools.house_simulation --defect late-wager       put a defect back, and see it found
python -m tools.house_simulation --defects                 each of them in turn
"""

import argparse
import os
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from itertools import count
from multiprocessing import TimeoutError as LateError
from multiprocessing import get_context
from typing import Any, Final

from tools.house_simulation.defects import DEFECTS
from tools.house_simulation.script import SHIFT, Script, script_of, told
from tools.house_simulation.shrinking import CALMER, shorter
from tools.house_simulation.world import Outcome, World

FIXED: Final = "0"
"""The seed of Python's own hashes, without which sets have another order each time."""

PATIENCE: Final = 600
"""Seconds after which a shift hangs: a thread waits for another that will never answer."""


def main(arguments: list[str]) -> int:
    if os.environ.get("PYTHONHASHSEED") != FIXED:
        again = [sys.executable, "-m", "tools.house_simulation", *arguments]
        os.execve(sys.executable, again, {**os.environ, "PYTHONHASHSEED": FIXED})
    it = _read(arguments)
    if it.defects:
        return _each_defect(it)
    total = _Total()
    with closing(_outcomes(it, it.defect)) as outcomes:
        for script, outcome in outcomes:
            total.adds(outcome)
            print(total.line(outcome), flush=True)
            if it.trace:
                print("\n".join(outcome.lines))
            if outcome.violation is not None:
                _tells(script, outcome, it)
                if not it.go_on:
                    return 1
    print(total.summary())
    return 1 if total.violations else 0


def _read(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.house_simulation", description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="the first shift")
    parser.add_argument("--hours", type=float, default=10.0, help="table-hours to play in all")
    parser.add_argument("--shift", type=float, default=SHIFT, help="hours of one shift")
    parser.add_argument("--only", default="", help="numbers of the steps that are played; one shift")
    parser.add_argument("--calm", default="", help=f"what is made calm: {', '.join(CALMER)}")
    parser.add_argument("--defect", default="", choices=["", *DEFECTS], metavar="DEFECT", help="put one back")
    parser.add_argument(
        "--defects", action="store_true", help="put each back in turn and say after how many seeds it is found"
    )
    parser.add_argument("--shrink", type=float, default=120.0, help="seconds in which a story is made shorter")
    parser.add_argument("--go-on", action="store_true", help="go on after a violation")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="shifts that are played at a time")
    parser.add_argument("--trace", action="store_true", help="print everything that happens")
    return parser.parse_args(arguments)


def _scripts(it: argparse.Namespace) -> Iterator[Script]:
    if it.only:
        yield _filtered(script_of(it.seed, it.shift), it.only, it.calm)
        return
    hours = 0.0
    for seed in count(it.seed):
        script = script_of(seed, it.shift)
        yield script
        hours += it.shift * len(script.weather.tables)
        if hours >= it.hours:
            return


def _filtered(script: Script, only: str, calm: str) -> Script:
    """The steps that are named, until a while after the last of them."""
    numbers = {int(it) for it in only.split(",")}
    steps = tuple(it for it in script.steps if it.no in numbers)
    changed = {it: CALMER[it] for it in calm.split(",") if it}
    hours = min(script.weather.hours, (max(it.at for it in steps) + 60) / 3600)
    return script._replace(steps=steps, weather=script.weather._replace(hours=hours, **changed))


def _outcomes(it: argparse.Namespace, defect: str) -> Generator[tuple[Script, Outcome], None, None]:
    """What came of each shift, in the order of their seeds."""
    with get_context("fork").Pool(it.jobs, maxtasksperchild=1) as pool:
        outcomes = pool.imap(partial(_with_outcome, defect=defect), _scripts(it))
        for number in count(it.seed):
            try:
                yield outcomes.next(PATIENCE)
            except StopIteration:
                return
            except LateError:
                sys.exit(f"seed {number}: it has not ended in {PATIENCE} seconds; see where it waits: py-spy dump")


def _with_outcome(script: Script, defect: str) -> tuple[Script, Outcome]:
    return script, _played(script, defect)


def _played(script: Script, defect: str) -> Outcome:
    broken: AbstractContextManager[Any] = DEFECTS[defect]() if defect else nullcontext()
    with broken:
        return World(script).runs()


class _Total:
    def __init__(self) -> None:
        self.hours = self.seconds = 0.0
        self.shifts = self.commands = self.entries = self.faults = self.crashes = self.violations = 0

    def adds(self, it: Outcome) -> None:
        self.shifts += 1
        self.hours += it.hours
        self.seconds += it.seconds
        self.commands += it.commands
        self.entries += it.entries
        self.faults += it.faults
        self.crashes += it.crashes
        self.violations += it.violation is not None

    def line(self, it: Outcome) -> str:
        said = f"VIOLATION {it.violation}" if it.violation else "sound"
        return (
            f"seed {it.seed}: {it.hours:.1f} table-hours, {it.commands} commands, {it.entries} entries, {it.faults} "
            f"faults, {it.crashes} crashes, {it.seconds:.1f} s, trace {it.trace[:12]}: {said}"
        )

    def summary(self) -> str:
        minute = 60 / max(self.seconds, 0.001)
        return (
            f"{self.shifts} shifts, {self.hours:.1f} table-hours, {self.commands} commands of people, {self.entries} "
            f"entries, {self.faults} faults, {self.crashes} crashes, {self.violations} violations; "
            f"{self.hours * minute:.0f} table-hours and {self.entries * minute:.0f} entries a minute of the processor"
        )


def _tells(script: Script, outcome: Outcome, it: argparse.Namespace) -> None:
    """The shortest story, and how to see it again."""
    short, found = (script, outcome)
    if it.shrink and not it.only:
        with get_context("fork").Pool(1, maxtasksperchild=1) as pool:
            short, found = shorter(script, outcome, lambda tried: pool.apply(_played, (tried, it.defect)), it.shrink)
    print(f"\n{found.violation}\n\nin a house of {', '.join(short.weather.tables)}:")
    for step in short.steps[-60:]:
        print(f"  {step.no:5}  {step.at:9.1f} s  {told(step)}")
    calm = ",".join(what for what, value in CALMER.items() if getattr(short.weather, what) == value)
    only = ",".join(str(step.no) for step in short.steps)
    defect = f" --defect {it.defect}" if it.defect else ""
    command = f"python -m tools.house_simulation --seed {script.seed} --shift {it.shift}"
    print(f"\n{command} --only {only} --calm {calm}{defect}\n")


def _each_defect(it: argparse.Namespace) -> int:
    """How soon each is found: seeds, table-hours and the rule that fell."""
    missed = 0
    for name in DEFECTS:
        total, began = _Total(), time.monotonic()
        found: Outcome | None = None
        with closing(_outcomes(it, name)) as outcomes:
            for _, outcome in outcomes:
                total.adds(outcome)
                if outcome.violation is not None:
                    found = outcome
                    break
        missed += found is None
        said = f"{found.violation.rule} ({found.violation.message[:90]})" if found and found.violation else "NOT FOUND"
        print(
            f"| {name} | {total.shifts} | {total.hours:.1f} | {total.seconds:.0f} | {said} |"
            f" {time.monotonic() - began:.0f}", flush=True,
        )  # fmt: skip
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
