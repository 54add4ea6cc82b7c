"""How far the figures of a session can go: which integers hold them, and in how many bins they are counted."""

from collections import Counter
from dataclasses import dataclass
from functools import reduce
from math import gcd
from typing import Final

import numpy as np

from dicehouse.simulate.engine import NEVER, rules_of
from dicehouse.simulate.gpu.chain import Chain
from dicehouse.simulate.positions import Plan
from dicehouse.simulate.tables import Ints, Over, Rules
from dicehouse.simulate.tally import SPREADS, Tally

MOST_BINS: Final = 2**23
"""Figures that are counted on the device; where more are possible, each session is written down by itself."""
SMALL: Final = 2**30
"""Cents below this are held in 32 bits."""


@dataclass(frozen=True)
class Scale:
    """Results and drawdowns are multiples of `unit`; results from `lowest` to `highest` units."""

    rules: Rules
    unit: int
    lowest: int
    highest: int
    small: bool
    """Whether 32 bits hold every amount."""

    @property
    def results(self) -> int:
        """Results that are possible, or 0 where they are too many to count one by one."""
        wide = self.highest - self.lowest + 1
        return wide if self.small and 2 * wide + 3 * self.rules.rounds < MOST_BINS else 0

    @property
    def bins(self) -> int:
        return 3 * (self.rules.rounds + 1) + 2 * self.results + len(Over)

    def read(self, bins: Ints, tally: Tally) -> None:
        """Add how many sessions had which figure and ended how, out of the bins as the kernel lays them."""
        sizes = [self.rules.rounds + 1] * 3 + [self.results] * 2
        *others, result, drawdown, over = map(_counted, np.split(bins, np.cumsum(sizes)))
        found = dict(zip(("rounds", "wins", "losses"), others, strict=True))
        found["result"] = Counter({(self.lowest + it) * self.unit: times for it, times in result.items()})
        found["drawdown"] = Counter({it * self.unit: times for it, times in drawdown.items()})
        tally.over = Counter({Over(it): times for it, times in over.items()})
        tally.spread = {name: found[name] for name in SPREADS}
        tally.result = sum(value * times for value, times in found["result"].items())
        tally.result_squared = sum(value**2 * times for value, times in found["result"].items())


def _counted(bins: Ints) -> Counter[int]:
    some = np.flatnonzero(bins)
    return Counter(dict(zip(some.tolist(), bins[some].tolist(), strict=True)))


def scale_of(plan: Plan, chain: Chain) -> Scale:
    """Without a bankroll money is counted from nothing, and nobody is ruined."""
    tables, session = plan.tables, plan.strategy.session
    rules = rules_of(session)
    most_left = max(map(len, chain.lefts))
    gain, loss = max(0, int(chain.gains.max())), max(0, -int(chain.gains.min()))
    after_gain, after_loss = (most_left * max(0, int((sign * tables.node_gains).max(initial=0))) for sign in (1, -1))
    lower = -rules.bankroll
    if session.bankroll is None:
        lower = -rules.rounds * (loss + int(tables.charges.max())) - after_loss
        rules = Rules(0, _shifted(rules.floor, rules.bankroll), _shifted(rules.goal, rules.bankroll), rules.rounds)
    upper = min(rules.rounds * gain, NEVER if session.win_goal is None else session.win_goal + gain) + after_gain
    unit = reduce(gcd, np.unique(np.concatenate([chain.gains, tables.charges])).tolist(), 0) or 1
    outlay = rules.rounds * int(tables.laid.max())
    small = max(outlay, rules.bankroll + upper, -lower + loss + after_loss) < SMALL
    if small:
        rules = Rules(rules.bankroll, max(rules.floor, -SMALL), min(rules.goal, SMALL), rules.rounds)
    return Scale(rules, unit, -(-lower // unit), upper // unit, small)


def _shifted(stop: int, bankroll: int) -> int:
    return stop if abs(stop) == NEVER else stop - bankroll
