"""The GPU engine beside its measures, all in one run; the processor's engine in the same units below it.

- Words: the generator alone, one word of Philox4x32-10 after the other; and rolls: every outcome of every word drawn,
  and nothing done with it. A word gives three rolls of three dice or five of two.
- Sic Bo: every one-roll wager of star-sicbo-2024 settled from counted outcomes.
- Craps: twenty wagers on every roll, what a roll decides placed again; and every longer wager of star-craps, as
  `dicehouse simulate star-craps` plays them.
- Strategies with their sessions: bankroll, drawdown, runs, stops, and a ladder.

A rate is the median of a few runs, from the call to the settled figures. The counts of a short run are compared with
the processor's before anything is timed. Without a GPU it says so and stops.
"""

import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

import numpy as np

from bench._always_up import TWENTY, always_up
from dicehouse.money import DOLLAR
from dicehouse.rulebooks import load
from dicehouse.simulate.engine import Engine, Played
from dicehouse.simulate.figures import Line, lines
from dicehouse.simulate.gpu.device import Device, Launch, devices, source
from dicehouse.simulate.gpu.engine import THREADS, Gpu, dice_constants
from dicehouse.simulate.gpu.running import Running, arrays
from dicehouse.simulate.positions import Plan, plan
from dicehouse.simulate.proof import parts_of
from dicehouse.simulate.run import Processor
from dicehouse.simulate.strategy import Session, load_strategy

REPETITIONS: Final = 3
STARTS: Final = 5
BLOCKS: Final = 2**32 - 1
"""Of four words, drawn to measure the generator."""
ON_THE_GPU: Final = 2 * 10**12
ON_THE_PROCESSOR: Final = 10**9

Form = Callable[[Engine, int], Played]


def seconds(work: Callable[[], object]) -> float:
    work()
    times = []
    for _ in range(REPETITIONS):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times)


def raw(device: Device, part: Plan, kernel: str) -> float:
    """Words, or rolls, a second."""
    constants = dice_constants(part) | {"COPIES": 1, "THREADS": THREADS}
    running = Running([device], Launch(kernel, source(constants), THREADS, 0), arrays([0]))
    each = 4 if kernel == "draw_words" else 4 * int(constants["PER"])
    return each * BLOCKS / seconds(lambda: list(running.launches(7, 0, BLOCKS, BLOCKS, BLOCKS)))


def forms() -> dict[str, tuple[Plan, Form]]:
    sicbo, craps = load("star-sicbo-2024"), load("star-craps")
    counted, (_, others) = parts_of(sicbo, DOLLAR)[0], parts_of(craps, DOLLAR)
    twenty = always_up(craps, TWENTY)
    others = replace(others, strategy=replace(others.strategy, session=Session(rounds=65_536)))

    def count(made: Plan) -> Form:
        return lambda engine, rounds: engine.count(made, 7, rounds)

    def visit(made: Plan) -> Form:
        return lambda engine, rounds: engine.visit(made, 7, rounds)

    def play(made: Plan) -> Form:
        return lambda engine, rounds: engine.play(made, 7, rounds=rounds)

    found: dict[str, tuple[Plan, Form]] = {
        f"Sic Bo, {len(counted.rows)} wagers settled": (counted, count(counted)),
        "craps, 20 wagers": (twenty, visit(twenty)),
        f"craps, {len(others.rows)} lines of longer wagers": (others, visit(others)),
    }
    for name, book in (("martingale-small", sicbo), ("sicbo-spread", sicbo), ("iron-cross", craps), ("come", craps)):
        made = plan(book, load_strategy(name, book))
        found[f"strategy {name}"] = (made, play(made))
    return found


def settled(made: Plan, form: Form, engine: Engine, rounds: int) -> list[Line]:
    return lines(made, form(engine, rounds).tally)


def same(one: Played, other: Played) -> bool:
    return (
        np.array_equal(one.tally.counts, other.tally.counts)
        and np.array_equal(one.tally.node_counts, other.tally.node_counts)
        and one.tally.rolls == other.tally.rolls
    )


def used(device: Any) -> float:
    """Megabytes that are taken on the GPU, what CUDA itself needs included."""
    free, whole = device.cupy.cuda.runtime.memGetInfo()
    return float(whole - free) / 1e6


def main() -> None:
    device, processor = devices()[0], Processor()
    gpu = Gpu([device])
    played = forms()
    sicbo, craps = load("star-sicbo-2024"), load("star-craps")
    words = raw(device, parts_of(sicbo, DOLLAR)[0], "draw_words")
    rolls = {book.id: raw(device, parts_of(book, DOLLAR)[0], "draw_rounds") for book in (sicbo, craps)}
    print(f"{device.name}; processor: {processor_name()}\n")
    print(f"{'the generator, words':36}{words / 1e9:10,.0f} G/s")
    for book, rate in rolls.items():
        print(f"{'the generator, rolls of ' + book:36}{rate / 1e9:10,.0f} G/s")
    print(f"\n{'':36}{'G rolls/s':>10}{'of words':>10}{'of rolls':>10}{'processor':>12}{'GPU is':>10}{'counts':>10}")
    for name, (made, form) in played.items():
        alike = same(form(processor, 10**8), form(gpu, 10**8))
        rounds = ON_THE_GPU if not name.startswith("strategy") else ON_THE_GPU // 4

        rate = rounds / seconds(partial(settled, made, form, gpu, rounds))
        slow = ON_THE_PROCESSOR / seconds(partial(settled, made, form, processor, ON_THE_PROCESSOR))
        print(
            f"{name:36}{rate / 1e9:10,.0f}{rate / words:10.2f}{rate / rolls[made.book.id]:10.2f}"
            f"{slow / 1e9:10.2f} G{rate / slow:9,.0f}x{'the same' if alike else 'DIFFER':>10}"
        )
    print(f"\nMemory on the GPU: {used(device):,.0f} MB. Memory of the process: {peak():,.0f} MB.")
    growth(gpu)
    first_result()


def growth(gpu: Gpu) -> None:
    print("\nGrowth: seconds a run. Time grows with the rounds and not with the wagers.\n")
    sicbo, craps = load("star-sicbo-2024"), load("star-craps")
    one_roll = tuple(it.id for it in sicbo.wagers.values() if it.one_roll)
    grown: dict[str, list[tuple[int, Callable[[int], object]]]] = {
        "Sic Bo, counted": [
            (some, partial(gpu.count, always_up(sicbo, one_roll[:some]), 7)) for some in (1, 10, len(one_roll))
        ],
        "craps, visited": [(some, partial(gpu.visit, always_up(craps, TWENTY[:some]), 7)) for some in (1, 5, 20)],
    }
    for name, runs in grown.items():
        print(f"{name:>20}" + "".join(f"{f'{some} wagers':>12}" for some, _ in runs))
        for rounds in (10**9, 10**10, 10**11, 10**12):
            print(f"{rounds:20,}" + "".join(f"{seconds(partial(run, rounds)):12.4f}" for _, run in runs))


def first_result() -> None:
    """A process of its own each time, from its start to its end; what was compiled before is kept on disk."""
    print("\nStart to first result: seconds a process, in the order of the runs.\n")
    for words in ("star-sicbo-2024", "star-craps", "star-sicbo-2024 --strategy martingale-small"):
        command = [sys.executable, "-c", "from dicehouse.cli import main; main()", "simulate", *words.split()]
        times = []
        for _ in range(1 + STARTS):
            start = perf_counter()
            subprocess.run([*command, "--engine", "gpu", "--rounds", "1e9"], check=True, capture_output=True)
            times.append(perf_counter() - start)
        print(f"{words:45}" + "".join(f"{it:7.2f}" for it in times[1:]))


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def processor_name() -> str:
    found = [line for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if "model name" in line]
    return f"{found[0].split(':')[1].strip()}, {len(found)} threads" if found else "unknown"


if __name__ == "__main__":
    try:
        main()
    except ValueError as error:
        print(error)
