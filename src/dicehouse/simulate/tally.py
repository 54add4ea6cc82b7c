"""What was played, as whole numbers that add up the same in any order: how often what came, and how sessions went."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from dicehouse.simulate.tables import COLUMNS, Ints, Over

SPREADS: Final = ("result", "rounds", "drawdown", "wins", "losses")
"""Figures of a session whose whole distribution is kept."""


@dataclass
class Tally:
    """Counts by position and class of outcomes, and of sessions."""

    counts: Ints
    node_counts: Ints
    """The same for wagers that played out after a session."""
    sessions: int = 0
    rounds: int = 0
    rolls: int = 0
    """Rounds, and the rolls after a session that decide what is left."""
    result: int = 0
    outlay: int = 0
    result_squared: int = 0
    outlay_squared: int = 0
    result_by_outlay: int = 0
    over: Counter[Over] = field(default_factory=Counter)
    spread: dict[str, Counter[int]] = field(default_factory=lambda: {name: Counter() for name in SPREADS})
    """How many sessions had each result, length, drawdown, and longest run of winning and of losing rounds."""

    def add(self, other: "Tally") -> None:
        self.counts += other.counts
        self.node_counts += other.node_counts
        for name in ("sessions", "rounds", "rolls", "result", "outlay", *_SQUARES):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.over.update(other.over)
        for name, counter in self.spread.items():
            counter.update(other.spread[name])


_SQUARES: Final = ("result_squared", "outlay_squared", "result_by_outlay")


def tally_of(counts: Ints, node_counts: Ints, sessions: Ints) -> Tally:
    """The tally of some sessions, each a row with a column for each of `COLUMNS`."""
    column = {name: sessions[:, place] for place, name in enumerate(COLUMNS)}
    return Tally(
        counts,
        node_counts,
        len(sessions),
        int(column["rounds"].sum()),
        int(column["rolls"].sum()),
        total(column["result"]),
        total(column["outlay"]),
        product_sum(column["result"], column["result"]),
        product_sum(column["outlay"], column["outlay"]),
        product_sum(column["result"], column["outlay"]),
        Counter({Over(it): n for it, n in _counted(column["over"])}),
        {name: Counter(dict(_counted(column[name]))) for name in SPREADS},
    )


def _counted(column: Ints) -> Iterable[tuple[int, int]]:
    values, counts = np.unique(column, return_counts=True)
    return zip(values.tolist(), counts.tolist(), strict=True)


def total(column: Ints) -> int:
    return product_sum(column, np.ones_like(column))


def product_sum(one: Ints, other: Ints) -> int:
    """The exact sum of products, in 64 bits where they are enough."""
    most = [int(np.abs(it).max(initial=0)) for it in (one, other)]
    if most[0] * most[1] * len(one) < 2**63:
        return int(np.dot(one, other))
    return sum(a * b for a, b in zip(one.tolist(), other.tolist(), strict=True))
