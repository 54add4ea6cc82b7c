"""Terminals at electronic tables: a real `dicehouse serve` under a real WebSocket load, beside a bare echo.

Two shapes: 500 terminals at one table, and 100 tables with 10 terminals each. A third run, `most`, finds how many
wagers a second one process carries with 99 of 100 acknowledged in time: more and more of them, each rate for a few
seconds; a rate that is missed is tried again, since whatever else the machine does can only make it worse. Every
terminal signs in, takes its seat, watches its table as a player does, and places 50 wagers at random moments of one
wagering period of 20 seconds; when the period is over it clicks once more, too late. The server is one process on a new
SQLite file, the terminals are another. Times are from writing a frame to reading its answer, which comes after the
commit.

In turn with the floor, the same frames go at the same pace to a server that does nothing but send them back: the same
web server, the same number of lines, the same two processes. `cpu` is the processor time of the server for one frame,
which for the floor has the views in it that are pushed to every terminal; `ratio` is that of a floor to the mean of the
echoes before and after it, and the median over the turns is what two versions, or two machines, are compared by. The
times between a frame and its answer say as much of the machine: `waited` is how long threads of the server could have
worked in each second of the run, all together, and others had the processors.

What the machine did meanwhile is told as well: no wager is acknowledged before the disk has it, and a disk that others
use too may take half a second for one sync. With TMPDIR in memory (/dev/shm) the same run is without a disk.

At the end the journal is read: every wager that was acknowledged must stand in it once, within its period, and none of
those that came too late.

    python -m bench.floor                 both shapes, and the most
    python -m bench.floor one             500 terminals at one table
    python -m bench.floor many            100 tables with 10 terminals each
    python -m bench.floor most            how many wagers a second at 50 tables with 10 terminals each
    python -m bench.floor one --terminals 50 --seconds 5 --profile server.prof
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any, Final, NamedTuple

import uvloop

from bench._floor_house import COMMAND, Machine, Seat, Shape, house_file, seated, serving
from bench._floor_load import SPARE, Period, Play, Run, Work, came_to, frames_of, wager_id
from bench._terminals import Terminal, number_of

AIM: Final = 100
"""Milliseconds within which 99 of 100 wagers are to be acknowledged."""
NO_END: Final = datetime.max.replace(tzinfo=UTC)
"""Of a period that waits for someone to be seated."""
RATES: Final = range(500, 7_501, 500)
"""Wagers a second that are tried, until too many come too late."""
STEP: Final = 5
"""Seconds for which each of them is tried."""
AGAIN: Final = 6
"""Tries in all that are repeated because too many came too late."""
TRIES: Final = 3
"""Of one rate at most."""
TURNS: Final = 3
"""Of floor and echo."""


# --- the load


async def echoed(shape: Shape, host: str, port: int, pid: int, seconds: float) -> Run:
    """The same frames, at the same pace, to a server that sends them back."""
    random.seed(7)
    places = [(number, seat) for number in range(shape.tables) for seat in range(1, shape.terminals + 1)]
    terminals = [await Terminal(host, port).opens() for _ in places]
    wagers = max(1, round(shape.wagers * seconds / shape.seconds))
    names = shape.names()
    plays = [
        Play(it, frames_of(names[number], number, seat, wagers))
        for it, (number, seat) in zip(terminals, places, strict=True)
    ]
    ends: asyncio.Future[float] = asyncio.get_running_loop().create_future()
    ends.set_result(asyncio.get_running_loop().time() + seconds + SPARE)
    work = Work(pid)
    await asyncio.gather(*(it.whole(ends, round(seconds)) for it in plays))
    return came_to(terminals, wagers, work, views=False)


async def wagered(shape: Shape, host: str, port: int, pid: int) -> tuple[Run, dict[str, bytes]]:
    """The load on the floor; and the answer to every wager by its id."""
    random.seed(7)
    places = await seated(shape, host, port)
    names = shape.names()
    numbers = {name: number for number, name in enumerate(names)}
    plays = {
        place: Play(it, frames_of(place.table, numbers[place.table], place.seat, shape.wagers))
        for place, it in places.items()
    }
    for place, it in places.items():
        if place.seat > 1:
            it.says(json.dumps({"watch": {"table": place.table, "as": "player"}}).encode())
    periods = {it: Period(it, shape.seconds, places[Seat(it, 1)]) for it in names}
    begin = asyncio.gather(*(it.begun for it in periods.values()))
    await asyncio.wait_for(
        asyncio.shield(asyncio.wait([it.begun for it in periods.values()], return_when="FIRST_COMPLETED")), 90
    )
    for it in places.values():
        it.views = it.view_bytes = 0
    machine, work = Machine.now(), Work(pid)
    await asyncio.gather(*(it.whole(periods[place.table].begun, shape.seconds) for place, it in plays.items()))
    await begin
    run = came_to(list(places.values()), shape.wagers, work, views=True)
    run = run._replace(machine=Machine.now().since(machine))
    answers = {
        wager_id(numbers[place.table], place.seat, n): it.answers[n]
        for place, it in places.items()
        for n in range(shape.wagers + 1)
    }
    for it in places.values():
        it.closes()
    return run, answers


# --- the most


class Most(NamedTuple):
    """What a floor carried."""

    rate: int
    """The highest that came in time; 0 where none did."""
    cpu: float
    """Microseconds of processors for a wager, the least over the rates: the more come, the more share a commit."""


async def carried(shape: Shape, host: str, port: int, pid: int) -> Most:
    """The most wagers a second that are acknowledged in time, found by more and more of them within one period."""
    random.seed(7)
    places = await seated(shape, host, port)
    for place, it in places.items():
        it.says(json.dumps({"watch": {"table": place.table, "as": "player"}}).encode())
    await asyncio.sleep(STEP)  # until everyone has the whole of what they watch
    most, least, first, again, missed = 0, float("inf"), 0, AGAIN, 0
    rates = iter(RATES)
    rate = next(rates)
    print(f"  {'a second':>14}{'answered':>10}{'p50 ms':>9}{'p99 ms':>9}{'cpu us':>8}{'waited':>8}")
    while rate and missed < TRIES and again >= 0:
        run, full = await _at_rate(rate, places, shape.names(), pid, first)
        first += rate * STEP // len(places) + 1
        times = f"{run.at(0.5):>9.1f}{run.at(0.99):>9.1f}{run.cpu:>8.0f}{run.waited:>8.2f}"
        print(f"  {rate:>14}{len(run.took):>10}{times}", flush=True)
        least = min(least, run.cpu)
        if full:
            break
        if run.at(0.99) <= AIM:
            most, missed, rate = rate, 0, next(rates, 0)
        else:
            missed, again = missed + 1, again - 1
    for it in places.values():
        it.closes()
    return Most(most, least)


async def _at_rate(rate: int, places: dict[Seat, Terminal], names: list[str], pid: int, first: int) -> tuple[Run, bool]:
    """So many wagers a second for a few seconds, numbered from the first on; and whether nobody could place more."""
    loop, wagers = asyncio.get_running_loop(), rate * STEP // len(places)
    plays = [
        Play(it, frames_of(place.table, names.index(place.table), place.seat, wagers, first), first)
        for place, it in places.items()
    ]
    ends: asyncio.Future[float] = loop.create_future()
    ends.set_result(loop.time() + STEP + SPARE)
    work = Work(pid)
    await asyncio.gather(*(it.whole(ends, STEP) for it in plays))
    run = came_to(list(places.values()), wagers, work, views=False, first=first)
    return run, not all(b'"events":' in it.answers[first][:40] for it in places.values())


def most_carried(shape: Shape, profile: str) -> bool:
    """Tell how many wagers a second one process carries."""
    print(f"{shape.tables} tables, {shape.terminals} terminals at each: the most wagers a second, p99 within {AIM} ms")
    with house_made(shape, profile) as (_, serve), serving(serve) as (pid, host, port):
        most = uvloop.run(carried(shape, host, port, pid))
    print(
        f"  carried: {most.rate} a second; a core to itself has time for {1e6 / most.cpu:.0f}, {most.cpu:.0f} us each"
    )
    return most.rate > 0


# --- what the journal says


class Found(NamedTuple):
    lost: int
    """Acknowledged, and not in the journal."""
    twice: int
    late: int
    """Accepted after the period, by the journal's own order and times; or by its number too late and accepted."""
    refused: Counter[str]
    """Wagers in time that were refused, by why."""


def found_in(journal: Path, answers: dict[str, bytes], wagers: int) -> Found:
    from dicehouse.journal.record import entry_of
    from dicehouse.journal.sqlite import SqliteStore

    placed: Counter[str] = Counter()
    late = 0
    ends: dict[str, datetime | None] = {}
    store = SqliteStore(journal)
    for _, body, _ in store.bodies():
        entry = entry_of(body)
        for raw in entry.events:
            event = json.loads(bytes(raw))
            kind = event["event"]
            if kind in {"wagering-opened", "wagering-extended"}:
                ends[entry.stream] = datetime.fromisoformat(event["ends"]) if event["ends"] else NO_END
            elif kind == "wagering-ended":
                ends[entry.stream] = None
            elif kind in {"wager-placed", "wager-restaked"}:
                placed[entry.id] += 1
                until = ends[entry.stream]
                late += until is None or entry.at > until
    store.close()
    refused: Counter[str] = Counter()
    lost = 0
    for id, said in answers.items():
        accepted = b'"events":' in said[:40]
        if number_of(said) == wagers:
            late += accepted
        elif not accepted:
            refused[json.loads(said)["refused"]["why"]] += 1
        lost += accepted and not placed[id]
    return Found(lost, sum(1 for it in placed.values() if it > 1), late, refused)


# --- all of it


def compared(shape: Shape, profile: str, turns: int) -> bool:
    """Run one shape in turn with the echo and tell what it came to; whether everything is as it should be."""
    played = f"{shape.tables} tables, {shape.terminals} terminals at each, {shape.wagers} wagers of each"
    print(f"{played} in {shape.seconds} s: {shape.all()} wagers, {shape.all() / shape.seconds:.0f} a second")
    print(f"  {'':8}{'frames':>8}{'answered':>10}{'p50 ms':>9}{'p99 ms':>9}{'most ms':>9}{'cpu us':>8}{'waited':>8}")
    echoes, floors, sound = [_echo(shape)], [], True
    for _ in range(turns):
        with house_made(shape, profile) as (journal, serve):
            with serving(serve) as (pid, host, port):
                run, answers = uvloop.run(wagered(shape, host, port, pid))
            _tell_run("floor", run)
            floors.append(run)
            echoes.append(_echo(shape))
            sound = _is_sound(run, found_in(journal, answers, shape.wagers)) and sound
    ratios = [2 * run.cpu / (echoes[turn].cpu + echoes[turn + 1].cpu) for turn, run in enumerate(floors)]
    p99 = median(it.at(0.99) for it in floors)
    print(f"  ratio to echo: cpu {median(ratios):.2f} (of {', '.join(f'{it:.2f}' for it in sorted(ratios))})")
    print(f"  p99 within {AIM} ms: {'yes' if p99 <= AIM else 'NO, MISSED'}, {p99:.0f} ms")
    return sound


@contextmanager
def house_made(shape: Shape, profile: str) -> Iterator[tuple[Path, list[str]]]:
    """A house in a new file: its journal, and the command that serves it."""
    with tempfile.TemporaryDirectory(prefix="dicehouse-bench-") as folder:
        journal, plan, secret = Path(folder, "house.db"), Path(folder, "house.toml"), Path(folder, "house.secret")
        plan.write_text(house_file(shape), encoding="utf-8")
        subprocess.run([sys.executable, *COMMAND, "secrets", "new", str(secret)], check=True, stdout=subprocess.DEVNULL)
        serve = ["-m", "bench._profiled", profile] if profile else [*COMMAND]
        serve += ["serve", "--house", str(plan), "--journal", str(journal), "--secret-key", str(secret)]
        yield journal, [*serve, "--port", "0", "--no-open"]


def _echo(shape: Shape) -> Run:
    with serving(["-m", "bench.floor", "--echo"]) as (pid, host, port):
        run = uvloop.run(echoed(shape, host, port, pid, min(shape.seconds, 5)))
    _tell_run("echo", run)
    return run


def _tell_run(name: str, it: Run) -> None:
    times = f"{it.at(0.5):>9.1f}{it.at(0.99):>9.1f}{it.at(1):>9.1f}"
    print(f"  {name:8}{it.sent:>8}{len(it.took):>10}{times}{it.cpu:>8.0f}{it.waited:>8.2f}", flush=True)


def _is_sound(run: Run, found: Found) -> bool:
    """Tell what else there is to a run of the floor; whether nothing was lost, done twice or late."""
    size = run.view_bytes / max(1, run.views)
    print(f"    beside the answers {run.views} views of {size:.0f} bytes were pushed")
    if machine := run.machine:
        disk, taken = f"{machine.disk:.1f} s of waiting for its disk", f"{machine.taken:.1f} s of cores taken away"
        print(f"    the machine meanwhile: {disk}, {taken}")
    refused = dict(found.refused) or "none"
    whole = len(run.took) == run.sent and not (found.lost or found.twice or found.late or found.refused)
    print(
        f"    in the journal: {found.lost} lost, {found.twice} twice, {found.late} late; refused in time: {refused};"
        f" {'as it should be' if whole else 'NOT AS IT SHOULD BE'}"
    )
    return whole


def echo() -> None:
    """A server that sends every frame back."""
    import uvicorn

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})

    config = uvicorn.Config(
        app, port=0, ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off", log_level="warning",
        access_log=False, loop="uvloop", backlog=2_048,
    )  # fmt: skip
    sock = config.bind_socket()
    sock.listen(config.backlog)
    print(f"echo at http://127.0.0.1:{sock.getsockname()[1]} ")
    uvicorn.Server(config).run(sockets=[sock])


SHAPES: Final = {"one": Shape(1, 500, 50, 20), "many": Shape(100, 10, 50, 20)}
MOST: Final = Shape(50, 10, (sum(RATES) + AGAIN * RATES[-1]) * STEP // 500, 600)
"""Where the most is looked for; the period lasts for all of it, and there is money for all of it."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, prog="python -m bench.floor"
    )
    parser.add_argument("shape", nargs="*", choices=[[], *SHAPES, "most"], help="which; all without it")
    parser.add_argument("--tables", type=int, help="other than the shape's own")
    parser.add_argument("--terminals", type=int, help="at each table, other than the shape's own")
    parser.add_argument("--wagers", type=int, help="of each terminal, other than the shape's own")
    parser.add_argument("--seconds", type=int, help="of the wagering period, other than the shape's own")
    parser.add_argument("--turns", type=int, default=TURNS, help=f"of floor and echo; {TURNS} without it")
    parser.add_argument("--profile", default="", metavar="FILE", help="profile the server, into this file")
    parser.add_argument("--echo", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.echo:
        echo()
        return
    began = monotonic()
    other = {key: getattr(asked, key) for key in Shape._fields if getattr(asked, key)}
    sound = [
        most_carried(MOST, asked.profile)
        if it == "most"
        else compared(SHAPES[it]._replace(**other), asked.profile, asked.turns)
        for it in asked.shape or (*SHAPES, "most")
    ]
    print(f"{monotonic() - began:.0f} s in all; {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}")
    sys.exit(0 if all(sound) else 1)


if __name__ == "__main__":
    main()
