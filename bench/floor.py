"""Terminals at electronic tables: a real `dicehouse serve` under a real WebSocket load, beside a bare echo.

Two shapes: 500 terminals at one table, and 100 tables with 10 terminals each. A third run, `most`, finds how many
wagers a second one process carries with 99 of 100 acknowledged in time. Every terminal signs in, takes its seat,
watches its table as a player does, and places 50 wagers at random moments of one wagering period of 20 seconds; when
the period is over it clicks once more, too late. The server is one process on a new SQLite file, the terminals are
another. `acknowledged` is the time from writing a frame to reading its answer, which comes after the commit.

Before and after, the same frames go at the same pace to a server that does nothing but send them back: the same web
server, the same number of lines, the same two processes. On a machine that others use as well, the two together tell
more than one of them: `ratio` is between the two, and `cpu` is the processor time of the server for one frame, which
for the floor has the views in it that are pushed to every terminal.

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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

import uvloop

from bench._floor_house import COMMAND, STAKE, Machine, Seat, Shape, cpu_of, house_file, seated, serving
from bench._terminals import WITHIN, Terminal, frame, number_of

AIM: Final = 100
"""Milliseconds within which 99 of 100 wagers are to be acknowledged."""
NO_END: Final = datetime.max.replace(tzinfo=UTC)
"""Of a period that waits for someone to be seated."""
RATES: Final = range(1_500, 7_501, 500)
"""Wagers a second that are tried, until too many come too late."""
STEP: Final = 5
"""Seconds for which each of them is tried."""
SPARE: Final = 1.0
"""Seconds before the end of a period in which nobody wagers any more, so that whatever is late is so on purpose."""
AREAS: Final = (
    "small", "big",
    *(f"single-{it}" for it in range(1, 7)), *(f"double-{it}" for it in range(1, 7)),
    *(f"triple-{it}" for it in range(1, 7)), *(f"total-{it}" for it in range(4, 18)),
)  # fmt: skip


class Run(NamedTuple):
    """What one run of the load came to."""

    took: list[float]
    """Milliseconds, in order."""
    sent: int
    cpu: float
    """Microseconds of the server's processors for one frame."""
    views: int = 0
    view_bytes: int = 0
    machine: "Machine | None" = None
    """What the machine did beside it."""

    def at(self, share: float) -> float:
        return self.took[min(len(self.took) - 1, int(len(self.took) * share))] if self.took else float("nan")


# --- the load


def frames_of(table: str, number: int, seat: int, wagers: int, first: int = 0) -> list[bytes]:
    """The wagers of a terminal, numbered from the first on, and one for when it is too late."""
    return [
        frame(
            json.dumps({
                "give": {"do": "place-wager", "id": wager_id(number, seat, n), "seat": seat,
                         "wager": AREAS[(seat + n) % len(AREAS)], "stake": STAKE},
                "to": table, "n": n,
            }, separators=(",", ":")).encode()
        )
        for n in range(first, first + wagers + 1)
    ]  # fmt: skip


def wager_id(table: int, seat: int, n: int) -> str:
    return f"w.{table}.{seat}.{n}"


class Period:
    """The wagering period of a table, as its first terminal sees it."""

    def __init__(self, table: str, seconds: int, first: Terminal) -> None:
        self.begun: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        """The loop's time at which the period that has just begun ends."""
        self._seconds = seconds
        self._first = first
        self._watch = json.dumps({"watch": {"table": table, "as": "player"}}).encode()
        first.on_view = self._sees
        first.says(self._watch)

    def _sees(self, body: bytes) -> None:
        view = json.loads(body).get("table")
        if view is None:
            self._first.says(self._watch)  # something has changed: the whole is asked for
            return
        if view["phase"] != "betting" or not view["ends"]:
            return
        left = (datetime.fromisoformat(view["ends"]) - datetime.fromisoformat(view["now"])).total_seconds()
        if left > self._seconds - 0.5:
            self.begun.set_result(asyncio.get_running_loop().time() + left)
            self._first.on_view = None


class Play:
    """What a terminal will send, all of it made before the period begins: then there is only sending left to do."""

    def __init__(self, terminal: Terminal, frames: Sequence[bytes], first: int = 0) -> None:
        self._terminal = terminal
        self._frames = frames
        self._first = first
        self._moments = sorted(random.random() for _ in frames[:-1])
        """Parts of the period."""
        self._loop = asyncio.get_running_loop()
        self._done = asyncio.Event()
        self._answered = 0

    async def whole(self, period: asyncio.Future[float], seconds: int) -> None:
        """Wager at random moments of a period, and once after it; until everything is answered."""
        ends = await period
        begins = self._loop.time()
        self._at = [begins + (ends - SPARE - begins) * it for it in self._moments]
        self._at.append(ends + seconds / 20)
        self._terminal.on_answer = self._hears
        self._loop.call_at(self._at[0], self._sends, 0)
        await asyncio.wait_for(self._done.wait(), seconds + WITHIN)
        self._terminal.on_answer = None

    def _sends(self, n: int) -> None:
        self._terminal.sends(self._first + n, self._frames[n])
        if n + 1 < len(self._frames):
            self._loop.call_at(self._at[n + 1], self._sends, n + 1)

    def _hears(self, _: int) -> None:
        self._answered += 1
        if self._answered == len(self._frames):
            self._done.set()


def came_to(terminals: Sequence[Terminal], wagers: int, cpu: float, views: bool, first: int = 0) -> Run:
    numbers = range(first, first + wagers)
    took = sorted(1_000 * it.took[n] for it in terminals for n in numbers if n in it.took)
    sent = len(terminals) * wagers
    seen = (sum(it.views for it in terminals), sum(it.view_bytes for it in terminals)) if views else (0, 0)
    return Run(took, sent, 1e6 * cpu / sent, *seen)


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
    before = cpu_of(pid)
    await asyncio.gather(*(it.whole(ends, round(seconds)) for it in plays))
    return came_to(terminals, wagers, cpu_of(pid) - before, views=False)


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
    machine, before = Machine.now(), cpu_of(pid)
    await asyncio.gather(*(it.whole(periods[place.table].begun, shape.seconds) for place, it in plays.items()))
    await begin
    run = came_to(list(places.values()), shape.wagers, cpu_of(pid) - before, views=True)
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


async def carried(shape: Shape, host: str, port: int, pid: int) -> int:
    """The most wagers a second that are acknowledged in time, found by more and more of them within one period."""
    random.seed(7)
    places = await seated(shape, host, port)
    names = shape.names()
    for place, it in places.items():
        it.says(json.dumps({"watch": {"table": place.table, "as": "player"}}).encode())
    await asyncio.sleep(STEP)  # until everyone has the whole of what they watch
    loop, most, first = asyncio.get_running_loop(), 0, 0
    print(f"  {'a second':>14}{'answered':>10}{'p50 ms':>9}{'p99 ms':>9}{'cpu us':>8}")
    for rate in RATES:
        wagers = rate * STEP // len(places)
        plays = [
            Play(it, frames_of(place.table, names.index(place.table), place.seat, wagers, first), first)
            for place, it in places.items()
        ]
        ends: asyncio.Future[float] = loop.create_future()
        ends.set_result(loop.time() + STEP + SPARE)
        before = cpu_of(pid)
        await asyncio.gather(*(it.whole(ends, STEP) for it in plays))
        run = came_to(list(places.values()), wagers, cpu_of(pid) - before, views=False, first=first)
        accepted = sum(b'"events":' in it.answers[first][:40] for it in places.values())
        first += wagers + 1
        print(f"  {rate:>14}{len(run.took):>10}{run.at(0.5):>9.1f}{run.at(0.99):>9.1f}{run.cpu:>8.0f}")
        if accepted < len(places) or run.at(0.99) > AIM:
            break
        most = rate
    for it in places.values():
        it.closes()
    return most


def most_carried(shape: Shape, profile: str) -> bool:
    """Tell how many wagers a second one process carries."""
    print(f"{shape.tables} tables, {shape.terminals} terminals at each: the most wagers a second, p99 within {AIM} ms")
    with house_made(shape, profile) as (_, serve), serving(serve) as (pid, host, port):
        most = uvloop.run(carried(shape, host, port, pid))
    print(f"  carried: {most} a second")
    return most > 0


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


def compared(shape: Shape, profile: str) -> bool:
    """Run one shape and tell what it came to; whether everything is as it should be."""
    played = f"{shape.tables} tables, {shape.terminals} terminals at each, {shape.wagers} wagers of each"
    print(f"{played} in {shape.seconds} s: {shape.all()} wagers, {shape.all() / shape.seconds:.0f} a second")
    before = _echo(shape)
    with house_made(shape, profile) as (journal, serve):
        with serving(serve) as (pid, host, port):
            run, answers = uvloop.run(wagered(shape, host, port, pid))
        after = _echo(shape)
        found = found_in(journal, answers, shape.wagers)
    return _told(before, run, after, found)


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
        return uvloop.run(echoed(shape, host, port, pid, min(shape.seconds, 5)))


def _told(before: Run, run: Run, after: Run, found: Found) -> bool:
    print(f"  {'':14}{'frames':>8}{'answered':>10}{'p50 ms':>9}{'p99 ms':>9}{'most ms':>9}{'cpu us':>8}")
    for name, it in {"echo before": before, "floor": run, "echo after": after}.items():
        times = f"{it.at(0.5):>9.1f}{it.at(0.99):>9.1f}{it.at(1):>9.1f}"
        print(f"  {name:14}{it.sent:>8}{len(it.took):>10}{times}{it.cpu:>8.0f}")
    echo, slow = min(before.cpu, after.cpu), max(before.at(0.99), after.at(0.99))
    size = run.view_bytes / max(1, run.views)
    print(f"  ratio to echo: p99 {run.at(0.99) / slow:.1f}, cpu {run.cpu / echo:.1f}")
    print(f"  beside the answers {run.views} views of {size:.0f} bytes were pushed")
    if machine := run.machine:
        disk, taken = f"{machine.disk:.1f} s of waiting for its disk", f"{machine.taken:.1f} s of cores taken away"
        print(f"  the machine meanwhile: {disk}, {taken}")
    refused = dict(found.refused) or "none"
    print(f"  in the journal: {found.lost} lost, {found.twice} twice, {found.late} late; refused in time: {refused}")
    whole = len(run.took) == run.sent and not found.lost and not found.twice and not found.late and not found.refused
    fast = run.at(0.99) <= AIM
    print(f"  p99 within {AIM} ms: {'yes' if fast else 'NO, MISSED'}; none lost, none late: {'yes' if whole else 'NO'}")
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
MOST: Final = Shape(50, 10, RATES[-1] * STEP * len(RATES) // 500 // 2, 600)
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
    parser.add_argument("--profile", default="", metavar="FILE", help="profile the server, into this file")
    parser.add_argument("--echo", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.echo:
        echo()
        return
    began = monotonic()
    other = {key: getattr(asked, key) for key in Shape._fields if getattr(asked, key)}
    sound = [
        most_carried(MOST, asked.profile) if it == "most" else compared(SHAPES[it]._replace(**other), asked.profile)
        for it in asked.shape or (*SHAPES, "most")
    ]
    print(f"{monotonic() - began:.0f} s in all; {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}")
    sys.exit(0 if all(sound) else 1)


if __name__ == "__main__":
    main()
