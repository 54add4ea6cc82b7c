"""Playing at the speed of the machine: shards of sessions on several threads, added up in order.

A session's dice depend on the seed and the session's number alone, and all figures are sums of whole numbers, so the
same run comes out the same on any number of threads. An interruption keeps the shards that were added.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from dicehouse.simulate.choosing import Choose, Menu, choose_sessions
from dicehouse.simulate.counting import count_outcomes
from dicehouse.simulate.engine import (
    COUNTED,
    Played,
    Progress,
    check_bankroll,
    empty,
    next_wave,
    rules_of,
    thrown,
    unwatched,
)
from dicehouse.simulate.playing import play_sessions
from dicehouse.simulate.positions import Plan
from dicehouse.simulate.resume import Part, Run
from dicehouse.simulate.tables import COLUMNS, Ints, Record
from dicehouse.simulate.tally import Tally, tally_of

Keep = Callable[[int, Ints], None]
"""Is handed the number of the first session of a part, and a row for each, with a column for each of COLUMNS."""

SHARD: Final = 2**22
"""About so many rounds of a strategy are played at a time."""


@dataclass(frozen=True)
class Processor:
    """The processor of this machine, on so many threads, or on as many as it has."""

    threads: int = 0
    keep: "Keep | None" = None
    """Is handed every session of a strategy, in parts."""
    run: "Run | None" = None
    """Where the run is kept, to be taken up again."""

    def count(self, plan: Plan, seed: int, rounds: int, progress: Progress = unwatched) -> Played:
        return count(plan, seed, rounds, self.threads, progress, self._part())

    def visit(self, plan: Plan, seed: int, rounds: int, progress: Progress = unwatched) -> Played:
        return play(plan, seed, rounds=rounds, threads=self.threads, progress=progress, part=self._part())

    def _part(self) -> Part:
        return self.run.part() if self.run else Part()

    def play(
        self, plan: Plan, seed: int, *, rounds: int = 0, sessions: int = 0, progress: Progress = unwatched
    ) -> Played:
        how = {"rounds": rounds, "sessions": sessions, "threads": self.threads}
        return play(plan, seed, **how, progress=progress, keep=self.keep, part=self._part())


def play(  # noqa: PLR0913  (each by its name)
    plan: Plan,
    seed: int,
    *,
    rounds: int = 0,
    sessions: int = 0,
    threads: int = 0,
    progress: Progress = unwatched,
    keep: Keep | None = None,
    part: Part | None = None,
) -> Played:
    """Play so many sessions, or as many as make so many rounds; those of `part` are played already."""
    check_bankroll(plan)
    part = part or Part()
    played = Played(part.tally or empty(plan))
    first, until = played.tally.sessions, part.until
    progress(played.tally.rounds)
    try:
        with _Threads(threads) as pool:
            while count := until - first or next_wave(plan, played.tally, rounds, sessions):
                until = first + count
                shards = _shards(first, count, max(1, SHARD // plan.strategy.session.rounds))
                for done in pool.each(shards, lambda shard: _play_shard(plan, seed, *shard, keep)):
                    played.tally.add(done)
                    progress(done.rounds)
                    part.keep(played.tally, until)
                first = until
    except KeyboardInterrupt:
        played.interrupted = True
    return played


def count(
    plan: Plan,
    seed: int,
    rounds: int,
    threads: int = 0,
    progress: Progress = unwatched,
    part: Part | None = None,
) -> Played:
    """The histogram form, for a plan of one-roll wagers that always stand: one position, and counts of outcomes."""
    part = part or Part()
    played = Played(part.tally or empty(plan))
    progress(played.tally.rounds)
    shards = ((at // COUNTED, min(COUNTED, rounds - at)) for at in range(played.tally.rounds, rounds, COUNTED))
    try:
        with _Threads(threads) as pool:
            for done in pool.each(shards, lambda shard: _count_shard(plan, seed, *shard)):
                played.tally.add(done)
                progress(done.rounds)
                part.keep(played.tally)
    except KeyboardInterrupt:
        played.interrupted = True
    return played


def play_function(
    menu: Menu, choose: Choose, seed: int, *, sessions: int, threads: int = 0, progress: Progress = unwatched
) -> Played:
    """Play so many sessions of a strategy that is a compiled function."""
    session = menu.strategy.session
    played = Played(Tally(np.zeros(len(menu.nodes), np.int64), np.zeros(len(menu.tables.moves), np.int64)))

    def work(shard: tuple[int, int]) -> Tally:
        record = _record(len(menu.nodes), len(menu.tables.moves), shard[1])
        dice = thrown(menu.book.dice)
        choose_sessions(np.uint64(seed), shard[0], dice, menu.tables, rules_of(session), record, choose)
        return tally_of(*record)

    try:
        with _Threads(threads) as pool:
            for done in pool.each(_shards(0, sessions, max(1, SHARD // 8 // session.rounds)), work):
                played.tally.add(done)
                progress(done.rounds)
    except KeyboardInterrupt:
        played.interrupted = True
    return played


def _shards(first: int, count: int, size: int) -> Iterator[tuple[int, int]]:
    return ((first + at, min(size, count - at)) for at in range(0, count, size))


def _play_shard(plan: Plan, seed: int, first: int, count: int, keep: Keep | None = None) -> Tally:
    record = _record(len(plan.tables.moves), len(plan.tables.node_moves), count)
    rules = rules_of(plan.strategy.session)
    play_sessions(np.uint64(seed), first, thrown(plan.book.dice), plan.tables, rules, record)
    if keep is not None:
        keep(first, record.sessions)
    return tally_of(*record)


def _record(counts: int, node_counts: int, sessions: int) -> Record:
    return Record(*(np.zeros(size, np.int64) for size in (counts, node_counts, (sessions, len(COLUMNS)))))


def _count_shard(plan: Plan, seed: int, session: int, rounds: int) -> Tally:
    made = empty(plan)
    came = count_outcomes(np.uint64(seed), np.uint64(session), rounds, *thrown(plan.book.dice))
    np.add.at(made.counts, plan.tables.classes, came)
    made.rounds = made.rolls = rounds
    return made


class _Threads:
    """Some threads that work on shards, a few ahead of what is asked for; results come in order."""

    def __init__(self, threads: int) -> None:
        self.count = threads or os.cpu_count() or 1
        self.pool = ThreadPoolExecutor(self.count)

    def __enter__(self) -> "_Threads":
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown(cancel_futures=True)

    def each(self, shards: Iterator[tuple[int, int]], work: Callable[[tuple[int, int]], Tally]) -> Iterator[Tally]:
        waiting: list[Future[Tally]] = []
        for shard in shards:
            waiting.append(self.pool.submit(work, shard))
            if len(waiting) > 2 * self.count:
                yield waiting.pop(0).result()
        for it in waiting:
            yield it.result()
