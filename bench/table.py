"""The live table: what a command costs, and how that grows with what stands on the layout.

Placing is `decide` and `evolve` of one command at a table where so many wagers stand already. Settling is the command
that collects and pays a whole round, in decide and in evolve, by the wager. Encoding is what a journal adds: each event
as a line of JSON. All sizes are measured in turn within each repetition, and the median of the repetitions is told.
"""

import gc
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from statistics import median
from time import perf_counter_ns
from typing import Any, Final

import msgspec

from dicehouse.refusal import Refused
from dicehouse.rulebooks import load
from dicehouse.table import Config, Table, act, command_of, dealt, dealt_result, decide, evolve, new_table, state_hash
from dicehouse.table.betting import PlaceWager
from dicehouse.table.opening import OpenTable
from dicehouse.table.orders import Command
from dicehouse.table.people import BringChips, TakeSeat
from dicehouse.table.seats import Card

STANDING: Final = (0, 250, 2_500, 25_000)
SEATS: Final = 500
PLACED: Final = 1_000
REPETITIONS: Final = 7
START: Final = datetime(2026, 3, 2, 1, tzinfo=UTC)


class House:
    """A table of Sic Bo with betting open, and a clock."""

    def __init__(self, standing: int) -> None:
        sign = {"every": {"minimum": 100, "maximum": 100_000_000}}
        config = msgspec.convert({"seats": SEATS, "touch_screen": False, "sign": sign}, Config)
        self.table: Table = new_table(load("star-sicbo-2024"), config)
        self.count = 0
        self.wagers = [it.id for it in self.table.book.wagers.values() if it.family != "streak"]
        self.does(OpenTable, "sue", "casino-supervisor", float=10**10)
        for seat in range(1, SEATS + 1):
            self.does(TakeSeat, f"p{seat}", "player", seat=seat, card=Card(f"c{seat}", f"p{seat}"))
            self.does(BringChips, f"p{seat}", "player", seat=seat, amount=10**10)
        self.does(dealt.Tumble, "dora", "dealer", times=3)
        self.does(dealt.InviteBets, "dora", "dealer")
        for command in self.bets(standing):
            self.act(command)

    def made(self, kind: type[Command], by: str, role: str, /, **fields: Any) -> Command:
        self.count += 1
        at = START + timedelta(milliseconds=self.count)
        return kind(id=f"c{self.count}", at=at, by=by, role=role, **fields)

    def does(self, kind: type[Command], by: str, role: str, **fields: Any) -> None:
        self.act(self.made(kind, by, role, **fields))

    def act(self, command: Command) -> None:
        answer = act(self.table, command)
        if isinstance(answer, Refused):
            raise SystemExit(answer.message)

    def bets(self, count: int) -> list[Command]:
        return [
            self.made(
                PlaceWager,
                f"p{1 + it % SEATS}",
                "player",
                seat=1 + it % SEATS,
                wager=self.wagers[it % len(self.wagers)],
                stake=1_000,
            )
            for it in range(count)
        ]

    def called(self) -> None:
        self.does(dealt.CloseBetting, "dora", "dealer")
        self.does(dealt_result.Uncover, "dora", "dealer")
        self.does(dealt_result.AnnounceResult, "dora", "dealer", dice=(1, 2, 5))
        self.does(dealt_result.EnterResult, "dora", "dealer", dice=(1, 2, 5))


def timed(run: Callable[[], object]) -> float:
    """Microseconds."""
    start = perf_counter_ns()
    run()
    return (perf_counter_ns() - start) / 1000


def placing(standing: int) -> float:
    """Microseconds to judge and place one wager."""
    house = House(standing)
    commands = house.bets(PLACED)

    def run() -> None:
        for command in commands:
            house.act(command)

    return timed(run) / PLACED


def refusing(standing: int) -> float:
    house = House(standing)
    commands = [msgspec.structs.replace(it, stake=1) for it in house.bets(PLACED)]

    def run() -> None:
        for command in commands:
            decide(house.table, command)

    return timed(run) / PLACED


def settling(standing: int) -> tuple[float, float, float]:
    """Microseconds a wager to decide a round, to apply it, and to write its events as JSON."""
    house = House(standing)
    house.called()
    command = house.made(dealt_result.Settle, "dora", "dealer")
    start = perf_counter_ns()
    events = decide(house.table, command)
    judged = perf_counter_ns()
    if isinstance(events, Refused):
        raise SystemExit(events.message)
    for event in events:
        evolve(house.table, event)
    applied = perf_counter_ns()
    for event in events:
        msgspec.json.encode(event)
    written = perf_counter_ns()
    return tuple(it / 1000 / standing for it in (judged - start, applied - judged, written - applied))  # type: ignore[return-value]


def lines() -> float:
    """Commands per second from a line of JSON to lines of JSON, as `dicehouse table` handles them."""
    house = House(0)
    said = [msgspec.json.encode(it) for it in house.bets(20_000)]

    def run() -> None:
        for line in said:
            command = command_of(line)
            if isinstance(command, Refused):
                raise SystemExit(command.message)
            for event in act(house.table, command):
                msgspec.json.encode(event)

    return len(said) / timed(run) * 1_000_000


def hashing(standing: int) -> float:
    """Milliseconds for the hash of a table's state."""
    house = House(standing)
    return timed(lambda: state_hash(house.table)) / 1000


def report() -> Iterator[str]:
    place: dict[int, list[float]] = {it: [] for it in STANDING}
    refuse: dict[int, list[float]] = {it: [] for it in STANDING}
    settle: dict[int, list[tuple[float, float, float]]] = {it: [] for it in STANDING[1:]}
    rates = []
    gc.disable()
    for _ in range(REPETITIONS):
        for standing in STANDING:
            place[standing].append(placing(standing))
            refuse[standing].append(refusing(standing))
            if standing:
                settle[standing].append(settling(standing))
            gc.collect()
        rates.append(lines())
    gc.enable()
    yield f"{median(rates):>10,.0f} commands a second, from a line of JSON to lines of JSON (placing, one core)"
    yield ""
    yield "  standing   place us  refuse us"
    for standing in STANDING:
        yield f"{standing:>10,} {median(place[standing]):>10.2f} {median(refuse[standing]):>10.2f}"
    ratio = median(big / small for big, small in zip(place[STANDING[-1]], place[0], strict=True))
    yield f"a wager at a table with {STANDING[-1]:,} costs {ratio:.2f} times what it costs at an empty one"
    yield ""
    yield "    wagers  decide us   apply us   write us   a wager of a settled round"
    for standing in STANDING[1:]:
        parts = [median(it[part] for it in settle[standing]) for part in range(3)]
        yield f"{standing:>10,} " + " ".join(f"{it:>10.2f}" for it in parts)
    first, last = (median(sum(it) for it in settle[size]) for size in (STANDING[1], STANDING[-1]))
    yield f"a settled wager among {STANDING[-1]:,} costs {last / first:.2f} times what it costs among {STANDING[1]:,}"
    yield f"state hash with {STANDING[-1]:,} wagers: {hashing(STANDING[-1]):.1f} ms"


if __name__ == "__main__":
    for line in report():
        print(line)
