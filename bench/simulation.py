"""Simulation beside its measures, all in one run: the raw generator for Sic Bo, and crapssim 0.4.1 for craps.

- Sic Bo, the histogram form: every one-roll wager of star-sicbo-2024 settled from counted outcomes, against the
  generator that draws the same rounds and does nothing with them; both on one thread, one after the other in turn.
- Craps, the state form: twenty wagers stand on every roll, and what a roll decides is placed again before the next.
  Ours draws its dice, places, pays to the cent in chips, and keeps bankroll, drawdown, runs and a count for every bet.
  crapssim is measured at its fastest: dice and bets are made beforehand, each wager has a player of its own, and its
  strategies, hooks, statistics and printing are left out.

A ratio is the median of the ratios within one repetition. The times on one thread for Sic Bo are the processor's.
"""

from collections.abc import Callable, Iterator
from importlib.metadata import version
from itertools import islice
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Final

import numpy as np

from bench._always_up import TWENTY, always_up
from bench._script import STAKE, Placement, Turn
from bench.settlement import crapssim, garbage_held
from dicehouse.dice import FACES
from dicehouse.layout import Layout
from dicehouse.money import DOLLAR
from dicehouse.refusal import Refused
from dicehouse.rulebooks import Rulebook, load
from dicehouse.simulate.counting import count_outcomes, draw_only
from dicehouse.simulate.engine import thrown
from dicehouse.simulate.figures import lines
from dicehouse.simulate.positions import Plan
from dicehouse.simulate.proof import parts_of
from dicehouse.simulate.run import count, play

REPETITIONS: Final = 7
COUNTED: Final = 5 * 10**8
PLAYED: Final = 2 * 10**8
ROLLS: Final = 1500
"""That crapssim plays in each repetition."""


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def worked(work: Callable[[], object]) -> float:
    """The processor's time, which other programs on the machine hardly change."""
    start = process_time()
    work()
    return process_time() - start


def time_of(made: Plan, rounds: int, threads: int = 0) -> float:
    return timed(lambda: play(made, 7, rounds=rounds, threads=threads))


def sic_bo() -> None:
    book = load("star-sicbo-2024")
    part = parts_of(book, DOLLAR)[0]
    numbers = thrown(book.dice)

    def raw() -> object:
        return draw_only(np.uint64(7), np.uint64(0), COUNTED, *numbers)

    def counted() -> object:
        return count_outcomes(np.uint64(7), np.uint64(0), COUNTED, *numbers)

    def settled() -> object:
        return lines(part, count(part, 7, COUNTED, threads=1).tally)

    for work in (raw, counted, settled):
        work()
    times = [(worked(raw), worked(counted), worked(settled)) for _ in range(REPETITIONS)]
    print(f"Sic Bo, {COUNTED:,} rounds on one thread, {len(part.rows)} wagers of {book.id} in every round.\n")
    for name, place in (("raw generator", 0), ("outcomes counted", 1), ("every wager settled", 2)):
        rate = median(COUNTED / each[place] for each in times)
        print(f"{name:24}{rate / 1e6:12,.0f} M rolls/s{median(each[0] / each[place] for each in times):9.2f} of raw")
    both = median(COUNTED / timed(lambda: count(part, 7, COUNTED, threads=2)) for _ in range(3))
    print(
        f"{'on two threads':24}{both / 1e6:12,.0f} M rolls/s, which is {both * len(part.rows) / 1e9:,.0f} G wagers/s\n"
    )


def turns(book: Rulebook) -> Iterator[Turn]:
    """The same wagers for crapssim: whatever is gone is placed again before the next roll."""
    random, layout = Random(20), Layout(book)
    while True:
        placed = [Placement(0, it, it, None, None, it.startswith("hard")) for it in TWENTY if it not in layout.standing]
        for it in placed:
            made = layout.place(it.id, it.wager, STAKE)
            assert not isinstance(made, Refused)
            if it.call:
                layout.call(it.id, working=True)
        dice = (random.choice(FACES), random.choice(FACES))
        yield Turn(placed, dice)
        layout.roll(dice)


def craps() -> None:
    book = load("star-craps")
    made, script = always_up(book, TWENTY), list(islice(turns(book), ROLLS))
    play(made, 7, rounds=10**6)
    times = []
    with garbage_held():
        for _ in range(REPETITIONS):
            theirs = crapssim(script).both / 1e6
            ours = [time_of(made, PLAYED, threads) / PLAYED for threads in (1, 2)]
            times.append((theirs, *ours))
    print(
        f"Craps, {len(TWENTY)} wagers on every roll, {len(made.positions)} positions; crapssim {version('crapssim')}.\n"
    )
    for name, place in (("crapssim, one thread", 0), ("dicehouse, one thread", 1), ("dicehouse, two threads", 2)):
        rate, times_as_fast = median(1 / it[place] for it in times), median(it[0] / it[place] for it in times)
        print(f"{name:24}{rate:16,.0f} rolls/s{times_as_fast:12,.0f}x")


def growth() -> None:
    book = load("star-craps")
    print("\nGrowth: nanoseconds a round on two threads. A column that does not grow is linear cost.\n")
    print(f"{'rounds':>16}{'1 wager':>12}{'5 wagers':>12}{'20 wagers':>12}{'Sic Bo, counted':>18}")
    plans = [always_up(book, TWENTY[:some]) for some in (1, 5, 20)]
    part = parts_of(load("star-sicbo-2024"), DOLLAR)[0]
    for rounds in (10**6, 10**7, 10**8, 10**9):
        costs = [time_of(made, rounds) / rounds for made in plans]
        costs.append(timed(lambda: count(part, 7, rounds)) / rounds)  # noqa: B023
        print(
            f"{rounds:16,}"
            + "".join(f"{cost * 1e9:{width}.2f}" for cost, width in zip(costs, (12, 12, 12, 18), strict=True))
        )


if __name__ == "__main__":
    sic_bo()
    craps()
    growth()
