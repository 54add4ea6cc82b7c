"""Playing on GPUs: the forms of `run`, with the same rounds, counts and figures for a seed.

How the work is cut into launches and shared out among GPUs changes nothing: sessions are numbered, and all that is
counted is whole numbers.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicehouse.simulate.engine import (
    COUNTED,
    Played,
    Progress,
    check_bankroll,
    empty,
    next_wave,
    thrown,
    unwatched,
)
from dicehouse.simulate.gpu.chain import Chain, chain
from dicehouse.simulate.gpu.device import Constants, Device, Launch, source
from dicehouse.simulate.gpu.running import MOST_ROLLS, Running, added, arrays, ctrl_c_waits
from dicehouse.simulate.gpu.scale import Scale, scale_of
from dicehouse.simulate.positions import Plan
from dicehouse.simulate.tables import COLUMNS, Ints
from dicehouse.simulate.tally import Tally, tally_of

THREADS: Final = 1024
"""Of a block: so many that one block keeps a processor of the GPU busy and has all of its shared memory."""
IN_STEP: Final = 32
"""Threads of a GPU that run in step: more copies of a counter help none of them."""
SUMS: Final = 6
"""Sums over sessions that stand before the other figures."""
ROWS: Final = 2**20
"""Sessions of a launch where each is written down."""
LONGEST_SESSION: Final = 2**30


class Gpu:
    """An engine of some GPUs."""

    def __init__(self, devices: Sequence[Device]) -> None:
        self.devices = devices
        self.room = min(device.shared_bytes for device in devices)

    def count(self, plan: Plan, seed: int, rounds: int, progress: Progress = unwatched) -> Played:
        """The histogram form, for a plan of one-roll wagers that always stand."""
        played, sides = Played(empty(plan)), len(plan.book.dice.rolls)
        copies = _copies(sides, self.room)
        launch = _launch("count_outcomes", dice_constants(plan) | {"COPIES": copies}, 4 * (sides * copies + 1))
        running = Running(self.devices, launch, arrays([COUNTED, rounds], counts=sides))
        most = running.blocks * MOST_ROLLS // COUNTED
        with ctrl_c_waits() as stop:
            for first, number in running.launches(seed, 0, -(-rounds // COUNTED), running.blocks, most):
                progress(min(rounds - first * COUNTED, number * COUNTED))
                if stop.is_set():
                    played.interrupted = (first + number) * COUNTED < rounds
                    break
        came = running.counts()
        np.add.at(played.tally.counts, plan.tables.classes, came)
        played.tally.rounds = played.tally.rolls = int(came.sum())
        return played

    def visit(self, plan: Plan, seed: int, rounds: int, progress: Progress = unwatched) -> Played:
        """How often what came in each position, in sessions without a stop; nothing else is told of the sessions."""
        played, made, length = Played(empty(plan)), chain(plan), _length(plan)
        constants, shared = self._near(plan, made)
        launch = _launch("count_positions", constants, shared)
        running = Running(self.devices, launch, arrays([length], _table(plan, made), counts=len(made.moves)))
        sessions, each = -(-rounds // length), running.blocks * launch.threads
        with ctrl_c_waits() as stop:
            for first, number in running.launches(seed, 0, sessions, each, _most(running, length)):
                progress(number * length)
                if stop.is_set():
                    played.interrupted = first + number < sessions
                    break
        _read_counts(played.tally, running, plan, made)
        played.tally.rounds = int(played.tally.counts.sum())
        played.tally.sessions = played.tally.rounds // length
        return played

    def play(
        self, plan: Plan, seed: int, *, rounds: int = 0, sessions: int = 0, progress: Progress = unwatched
    ) -> Played:
        """Play so many sessions of a strategy, or as many as make so many rounds."""
        check_bankroll(plan)
        played, made, length = Played(empty(plan)), chain(plan), _length(plan)
        scale, tally, first = scale_of(plan, made), played.tally, 0
        constants, shared = self._hot(plan, made, scale)
        launch = _launch("play_sessions", constants, shared)
        size = SUMS + (scale.bins if scale.results else len(COLUMNS) * ROWS)
        held = arrays(scale.rules, _table(plan, made), _amounts(plan, made), len(made.moves), size)
        running = Running(self.devices, launch, held)
        each, most = running.blocks * launch.threads, _most(running, length)
        read = _Bins(running, scale) if scale.results else _Rows(running)
        with ctrl_c_waits() as stop:
            while (count := next_wave(plan, tally, rounds, sessions)) and not stop.is_set():
                for at, number in running.launches(seed, first, count, each, min(most, read.most)):
                    before = tally.rounds
                    read.add(tally, number)
                    progress(tally.rounds - before)
                    first = at + number
                    if stop.is_set():
                        break
            played.interrupted = stop.is_set() and next_wave(plan, tally, rounds, sessions) > 0
        read.end(tally)
        _read_counts(tally, running, plan, made)
        return played

    def _near(self, plan: Plan, made: Chain) -> tuple[Constants, int]:
        """Two rolls a lookup where the tables of that are near, one where those are, else none."""
        sides = len(plan.book.dice.rolls)
        constants = _chain_constants(plan, made)
        for step in (2, 1):
            cells, outcomes = made.positions * made.classes**step, sides**step
            tables = 2 * cells + IN_STEP * (outcomes + 3)
            if made.classes**step <= 2**8 and cells <= 2**16 and tables + 4 * cells <= self.room:
                copies = _copies(cells, self.room - tables)
                return constants | {"STEP": step, "COPIES": copies}, 4 * cells * copies + tables
        return constants | {"STEP": 0}, 0

    def _hot(self, plan: Plan, made: Chain, scale: Scale) -> tuple[Constants, int]:
        """As many states as there is room for, in the order in which they were found, so the likeliest first."""
        money, sides = 4 if scale.small else 8, len(plan.book.dice.rolls)
        room, tables = self.room - sides, 4 * money + 2 * money * made.classes
        hot = min(made.states, room // (tables + 4 * made.classes))
        room -= hot * (tables + 4 * made.classes)
        bins = min(scale.bins if scale.results else 0, room // 4)
        copies = _copies(hot * made.classes, room - 4 * bins + 4 * hot * made.classes)
        constants: Constants = {
            "HOT": hot,
            "COPIES": copies,
            "MONEY": "int" if scale.small else "long long",
            "MONEY_BYTES": money,
            "RUIN": int(plan.strategy.session.bankroll is not None),
            "UNIT": scale.unit,
            "LOWEST": scale.lowest,
            "RESULTS": scale.results,
            "ROUNDS": scale.rules.rounds,
            "NEAR_BINS": bins,
        }
        return _chain_constants(plan, made) | constants, hot * tables + 4 * (hot * copies * made.classes + bins) + sides


class _Bins:
    """Sessions that were counted by their figures on the device."""

    most: Final = 2**31

    def __init__(self, running: Running, scale: Scale) -> None:
        self.running, self.scale = running, scale
        self.before = [np.zeros(SUMS, np.int64)] * len(running.devices)

    def add(self, tally: Tally, number: int) -> None:
        """Add what has come since: the sums go round at 2**64, and no launch adds so much to one."""
        now = self.running.figures(SUMS)
        for then, sums in zip(self.before, now, strict=True):
            since = [int(it) % 2**64 for it in (sums.astype(object) - then.astype(object))]
            tally.rounds += since[0]
            tally.outlay += since[1]
            tally.outlay_squared += since[2] + (since[3] << 32)
            tally.result_by_outlay += since[4] + (_signed(since[5]) << 32)
        self.before = now
        tally.sessions += number

    def end(self, tally: Tally) -> None:
        self.scale.read(added([it[SUMS:] for it in self.running.figures()]), tally)


class _Rows:
    """Sessions of which each was written down."""

    most: Final = ROWS

    def __init__(self, running: Running) -> None:
        self.running = running

    def add(self, tally: Tally, number: int) -> None:
        parts = len(self.running.devices)
        for place, figures in enumerate(self.running.figures()):
            low, high = (number * it // parts for it in (place, place + 1))
            rows = figures[SUMS:].reshape(-1, len(COLUMNS))[: high - low]
            tally.add(tally_of(np.zeros_like(tally.counts), np.zeros_like(tally.node_counts), rows))

    def end(self, tally: Tally) -> None:
        """Everything was added."""


def _signed(number: int) -> int:
    return number - 2**64 if number >= 2**63 else number


def _launch(kernel: str, constants: Constants, shared: int) -> Launch:
    return Launch(kernel, source(constants | {"THREADS": THREADS}), THREADS, shared)


def _copies(counters: int, room: int) -> int:
    """Of each counter, a power of two: as many as there is room for, and one at least."""
    copies = IN_STEP
    while copies > 1 and 4 * counters * copies > room:
        copies //= 2
    return copies


def _length(plan: Plan) -> int:
    rounds = plan.strategy.session.rounds
    if rounds > LONGEST_SESSION:
        raise ValueError(
            f"{plan.strategy.name}: a session of {rounds:,} rounds is longer than the {LONGEST_SESSION:,} of the GPU"
            f" engine; play shorter sessions, or leave out --engine gpu"
        )
    return rounds


def _most(running: Running, length: int) -> int:
    """Sessions of a launch."""
    return max(1, running.blocks * MOST_ROLLS // length)


def dice_constants(plan: Plan) -> Constants:
    dice = thrown(plan.book.dice)
    return {"SIDES": int(dice.sides), "PER": dice.per_word, "LEAST": int(dice.least)}


def _chain_constants(plan: Plan, made: Chain) -> Constants:
    states = {"STATES": made.states, "POSITIONS": made.positions, "EMPTY": made.empty}
    return dice_constants(plan) | {"CLASSES": made.classes, "SHIFT": made.shift} | states


def _table(plan: Plan, made: Chain) -> NDArray[np.int32]:
    return np.concatenate([plan.tables.classes.astype(np.int32), made.outs, made.moves])


def _amounts(plan: Plan, made: Chain) -> Ints:
    tables = plan.tables
    placing = np.stack([tables.charges, tables.staked, tables.laid], axis=1).reshape(-1)
    return np.concatenate([placing, made.gains])


def _read_counts(tally: Tally, running: Running, plan: Plan, made: Chain) -> None:
    came = running.counts()
    tally.counts += came[: len(tally.counts)]
    tally.node_counts += made.node_counts(came, len(plan.nodes))
    tally.rolls = int(came.sum())  # in every state one class came for each roll
