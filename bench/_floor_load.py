"""The load of a benchmark of the floor: what terminals send and when, and what came of it."""

import asyncio
import json
import random
from collections.abc import Sequence
from datetime import datetime
from time import monotonic
from typing import Final, NamedTuple

from bench._floor_house import STAKE, Machine, cpu_of, waited_of
from bench._terminals import WITHIN, Terminal, frame

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
    waited: float = 0.0
    """Seconds for which its threads waited for a processor, in a second of the run."""
    views: int = 0
    view_bytes: int = 0
    machine: Machine | None = None
    """What the machine did beside it."""

    def at(self, share: float) -> float:
        return self.took[min(len(self.took) - 1, int(len(self.took) * share))] if self.took else float("nan")


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


class Work:
    """What a server does from here on."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._cpu, self._waited, self._at = cpu_of(pid), waited_of(pid), monotonic()

    def cpu(self) -> float:
        """Seconds of processors."""
        return cpu_of(self._pid) - self._cpu

    def waited(self) -> float:
        """Seconds without a processor, in a second."""
        return (waited_of(self._pid) - self._waited) / (monotonic() - self._at)


def came_to(terminals: Sequence[Terminal], wagers: int, work: Work, views: bool, first: int = 0) -> Run:
    numbers = range(first, first + wagers)
    took = sorted(1_000 * it.took[n] for it in terminals for n in numbers if n in it.took)
    sent = len(terminals) * wagers
    seen = (sum(it.views for it in terminals), sum(it.view_bytes for it in terminals)) if views else (0, 0)
    return Run(took, sent, 1e6 * work.cpu() / sent, work.waited(), *seen)
