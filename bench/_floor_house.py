"""A house of electronic tables for benchmarks: served by a process of its own, with every terminal seated."""

import asyncio
import hashlib
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from bench._terminals import WITHIN, Terminal

PASSWORD: Final = "seven come eleven"
NOTE: Final = 10_000
STAKE: Final = 100
COMMAND: Final = ("-c", "from dicehouse.cli import main; main()")
"""`dicehouse`."""
HANDS: Final = 5
"""Lines over which staff put money into terminals."""


class Shape(NamedTuple):
    """How many play where."""

    tables: int
    terminals: int
    """At each table."""
    wagers: int
    """Of each terminal."""
    seconds: int
    """Of the wagering period."""

    def names(self) -> list[str]:
        return [f"Electronic {it}" for it in range(1, self.tables + 1)]

    def all(self) -> int:
        return self.tables * self.terminals * self.wagers


class Seat(NamedTuple):
    """A terminal's place."""

    table: str
    seat: int

    @property
    def name(self) -> str:
        return f"{self.table} seat {self.seat}"


# --- the house


def house_file(shape: Shape) -> str:
    """A house with electronic tables, and everyone who signs in."""
    from dicehouse.web.identities import password_hash

    lines = ['name = "The Benchmark"']
    for name in shape.names():
        lines += [
            "[[tables]]", f'name = "{name}"', 'rulebook = "aruze-sicbo"', f"seats = {shape.terminals}",
            'chip = "0.05"', f"wagering_seconds = {shape.seconds}",
            "[tables.sign.every]", 'minimum = "1.00"', 'maximum = "500.00"',
        ]  # fmt: skip
    lines += ["[[staff]]", 'name = "Sue"', 'roles = ["gaming-manager", "casino-operator"]']
    lines += [f'password = "{password_hash(PASSWORD)}"']
    for name in shape.names():
        for seat in range(1, shape.terminals + 1):
            lines += _terminal(Seat(name, seat))
    return "\n".join(lines)


def _terminal(it: Seat) -> list[str]:
    key = hashlib.sha256(it.name.encode()).hexdigest()
    named = [f'name = "{it.name}"', 'kind = "terminal"', f'table = "{it.table}"', f"seat = {it.seat}"]
    return ["[[devices]]", *named, f'key = "{key}"']


@contextmanager
def serving(command: Sequence[str]) -> Iterator[tuple[int, str, int]]:
    """A server process; its id, host and port."""
    errors = tempfile.TemporaryFile()  # noqa: SIM115 (it goes with the process)
    process = subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.PIPE, stderr=errors, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        said = process.stdout.readline() if process.stdout else ""
        where = urlsplit(said.partition(" at ")[2].split(" ")[0].strip())
        if not where.port:
            errors.seek(0)
            raise SystemExit(f"{' '.join(command)}: it did not start: {said}{errors.read().decode()}")
        yield process.pid, where.hostname or "", where.port
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=WITHIN)
        errors.close()


def cpu_of(pid: int) -> float:
    """Seconds that the processors have worked for a process."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def waited_of(pid: int) -> float:
    """Seconds for which threads of a process could have worked and had no processor, because others had them."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(it.read_text(encoding="ascii").split()[1]) for it in tasks) / 1e9


class Machine(NamedTuple):
    """What a machine has done since it started, in seconds."""

    taken: float
    """Of its processors, that whoever lends them did not give."""
    disk: float
    """In which some program waited for a disk; not a number where the system does not count it."""

    @classmethod
    def now(cls) -> "Machine":
        taken = int(Path("/proc/stat").read_text(encoding="ascii").split()[8]) / os.sysconf("SC_CLK_TCK")
        if not _PRESSURE.exists():
            return cls(taken, float("nan"))
        return cls(taken, int(_PRESSURE.read_text(encoding="ascii").split("total=")[1].split()[0]) / 1e6)

    def since(self, before: "Machine") -> "Machine":
        return Machine(*(now - then for now, then in zip(self, before, strict=True)))


_PRESSURE: Final = Path("/proc/pressure/io")


# --- signing in and sitting down


class Desk:
    """HTTP to the house, over one line."""

    def __init__(self, host: str, port: int) -> None:
        self._line = http.client.HTTPConnection(host, port, timeout=WITHIN)
        self._where = f"{host}:{port}"

    def posts(self, path: str, body: dict[str, Any], **headers: str) -> tuple[dict[str, Any], str]:
        said = {"Content-Type": "application/json", "Origin": f"http://{self._where}", **headers}
        self._line.request("POST", path.replace(" ", "%20"), json.dumps(body), said)
        answer = self._line.getresponse()
        made = json.loads(answer.read())
        if answer.status != 200:
            raise SystemExit(f"{path}: {made}")
        return made, (answer.headers["Set-Cookie"] or "").split(";")[0]

    def device(self, name: str) -> str:
        """The cookie of a device that has signed in."""
        return self.posts("/api/sign-in/terminal", {"name": name, "key": name})[1]

    def opens(self, tables: Sequence[str]) -> str:
        """Staff open every table; the cookie of that."""
        me, cookie = self.posts("/api/sign-in/staff", {"name": "Sue", "password": PASSWORD})
        for it in tables:
            headers = {"Cookie": cookie, "X-CSRF-Token": me["csrf"]}
            self.posts(f"/api/tables/{it}/commands", {"do": "open-table", "id": f"open.{tables.index(it)}"}, **headers)
        return cookie


async def seated(shape: Shape, host: str, port: int) -> dict[Seat, Terminal]:
    """Every terminal at its place, with money in it."""
    desk = Desk(host, port)
    staff = desk.opens(shape.names())
    hands = [await Terminal(host, port, staff).opens() for _ in range(HANDS)]
    found: dict[Seat, Terminal] = {}
    for number, table in enumerate(shape.names()):
        for seat in range(1, shape.terminals + 1):
            it = Seat(table, seat)
            found[it] = await Terminal(host, port, desk.device(it.name)).opens()
            await _has_done(found[it], table, {"do": "take-seat", "id": f"sit.{number}.{seat}", "seat": seat})
        await asyncio.gather(*(_feeds(it, table, shape, number, which) for which, it in enumerate(hands, 1)))
        _tell(f"{len(found)} terminals at {number + 1} tables")
    _tell("")
    return found


async def _feeds(hand: Terminal, table: str, shape: Shape, number: int, which: int) -> None:
    """Every so many terminals of a table get their notes over one line."""
    for seat in range(which, shape.terminals + 1, HANDS):
        for note in range(-(-(shape.wagers + 1) * STAKE // NOTE)):
            order = {"do": "insert-money", "id": f"note.{number}.{seat}.{note}", "seat": seat, "amount": NOTE}
            await _has_done(hand, table, order)
            await asyncio.sleep(0.01)  # a console may send a hundred frames a second


async def _has_done(terminal: Terminal, table: str, order: dict[str, Any]) -> None:
    n = 1_000_000 + len(terminal.answers)
    said = await terminal.asks(n, json.dumps({"give": order, "to": table, "n": n}).encode())
    if b'"refused":' in said[:60]:
        raise SystemExit(said.decode())


def _tell(words: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{words}")
        sys.stderr.flush()
