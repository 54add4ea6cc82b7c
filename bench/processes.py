"""Several processes on one PostgreSQL journal: what they carry together, and how soon a dead one is replaced.

First 64 tables are led by one process, by two and by three, each with its share, and every table has one wager under
way; `wagers/s` is what all of them have durable in a second, and `ratio` is to one process in the same round. One chain
holds them all, so whoever writes waits for the other's commit, and judges meanwhile. `cores` is how many the processes
kept busy, without the server.

Then two floors share a house, and the one that leads more is killed. `again` is the time until the other leads every
table, which is a lease that has just been renewed at the most, a look, and taking the tables up one by one.

    python -m bench.processes                      everything
    python -m bench.processes wagers --seconds 5   the first part
    python -m bench.processes killed --tables 40   the second
"""

import argparse
import asyncio
import os
import runpy
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import IO, Any, Final

from bench.journal import Table, placed

TABLES: Final = 64
PROCESSES: Final = (1, 2, 3)
SECONDS: Final = 4.0
REPETITIONS: Final = 3
KILLED: Final = 20
"""Tables of the house whose process dies."""


@contextmanager
def database() -> Iterator[Any]:
    """A server of its own."""
    pg = runpy.run_path(str(Path(__file__).parents[1] / "tests" / "journal" / "pg.py"))
    with tempfile.TemporaryDirectory(prefix="dicehouse-") as folder:
        server = pg["Server"](Path(folder))
        try:
            yield server, server.address(pg["HOUSE"])
        finally:
            server.remove()


def started(*words: str) -> subprocess.Popen[str]:
    """This program again, in a process that says what it has to say line by line."""
    asked = [sys.executable, "-m", "bench.processes", *words]
    return subprocess.Popen(asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def said(of: subprocess.Popen[str]) -> list[str]:
    out: IO[str] | None = of.stdout
    line = out.readline() if out else ""
    if not line:
        raise SystemExit("a process ended before its time")
    return line.split()


# --- wagers


def lead_tables(address: str, first: int, tables: int, seconds: float) -> None:
    """Play at tables of one's own, once told to."""
    from dicehouse.journal.postgres import PostgresStore
    from dicehouse.journal.writer import Writer, collect_rarely

    store = PostgresStore(address)
    writer = Writer(store)
    house = [Table(number, store, writer) for number in range(first, first + tables)]
    collect_rarely()
    print("ready", flush=True)
    sys.stdin.readline()
    busy, start = time.process_time(), time.perf_counter()
    count = placed(house, lambda: time.perf_counter() - start < seconds)
    print(count, time.perf_counter() - start, time.process_time() - busy, flush=True)
    writer.close()
    store.close()


def carried(address: str, processes: int, seconds: float) -> tuple[float, float]:
    """Wagers a second, and the cores that were busy."""
    share = TABLES // processes
    every = [started("lead", address, str(it * share), str(share), str(seconds)) for it in range(processes)]
    for it in every:
        said(it)
    for it in every:
        if it.stdin:
            it.stdin.write("go\n")
            it.stdin.flush()
    told = [tuple(map(float, said(it))) for it in every]
    for it in every:
        it.wait()
    return sum(count / took for count, took, _ in told), sum(busy / took for _, took, busy in told)


def measure_wagers(seconds: float, repetitions: int) -> None:
    rounds: list[list[tuple[float, float]]] = []
    with database() as (server, address):
        for _ in range(repetitions):
            rounds.append([])
            for processes in PROCESSES:
                server.clear()
                server.say("checkpoint")
                rounds[-1].append(carried(address, processes, seconds))
    print("processes  wagers/s  ratio  cores")
    for place, processes in enumerate(PROCESSES):
        rate, ratio, cores = (
            median(it)
            for it in zip(*((it[place][0], it[place][0] / it[0][0], it[place][1]) for it in rounds), strict=True)
        )
        print(f"{processes:>9} {rate:>9,.0f} {ratio:>6.2f} {cores:>6.2f}", flush=True)


# --- a process that dies


async def serve_floor(address: str, tables: int) -> None:
    """Share a house, and say how much of it is led here whenever that has changed."""
    import msgspec

    from dicehouse.floor.floor import Floor
    from dicehouse.floor.plan import HousePlan, TablePlan
    from dicehouse.floor.secret_key import SecretKey
    from dicehouse.table import Config

    configs = [msgspec.convert({"name": f"table {it}"}, Config) for it in range(tables)]
    plan = HousePlan(tables=tuple(TablePlan(config=it, rulebook="star-sicbo-2024") for it in configs))
    floor = Floor(plan, address, key=SecretKey("bench", bytes(32)), address=f"http://127.0.0.1:{os.getpid()}")
    await floor.start()
    led = -1
    while True:
        if len(floor.led()) != led:
            led = len(floor.led())
            print(led, flush=True)
        await asyncio.sleep(0.005)


def measure_killed(tables: int, repetitions: int) -> None:
    streams, took = tables + 1, list[float]()
    with database() as (server, address):
        for _ in range(repetitions):
            server.clear()
            one = started("floor", address, "--tables", str(tables))
            until(one, streams)
            two = started("floor", address, "--tables", str(tables))
            until(two, streams // 2)
            until(one, streams - streams // 2)
            time.sleep(1)
            one.kill()
            start = time.perf_counter()
            until(two, streams)
            took.append(time.perf_counter() - start)
            one.wait()
            two.kill()
            two.wait()
    each = ", ".join(f"{it:.2f}" for it in took)
    print(f"{streams - streams // 2} of {streams} streams led again after {each} s; median {median(took):.2f}")


def until(floor: subprocess.Popen[str], led: int) -> None:
    while int(said(floor)[0]) != led:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", default="all", choices=["all", "wagers", "killed", "lead", "floor"])
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--tables", type=int, default=KILLED)
    parser.add_argument("--repetitions", type=int, default=REPETITIONS)
    asked = parser.parse_args()
    if asked.part == "lead":
        address, first, tables, seconds = asked.words
        lead_tables(address, int(first), int(tables), float(seconds))
    elif asked.part == "floor":
        asyncio.run(serve_floor(asked.words[0], asked.tables))
    if asked.part in ("all", "wagers"):
        measure_wagers(asked.seconds, asked.repetitions)
    if asked.part in ("all", "killed"):
        measure_killed(asked.tables, asked.repetitions)


if __name__ == "__main__":
    main()
