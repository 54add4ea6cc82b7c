"""One verdict over all wagers of a run, where each by itself would be wrong once in a thousand runs.

With fifty wagers, one run in twenty has some wager outside its own interval by chance. Holm's method takes the wagers
together: it is wrong about any of them in one run in a thousand at most, and it holds also for wagers that share their
dice, since it asks nothing of how they depend on each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Final

from dicehouse.simulate.figures import LEVEL, Line

METHOD: Final = "holm"


@dataclass(frozen=True)
class Verdict:
    """What all wagers together say."""

    chances: dict[str, float]
    """By wager, how often chance alone brings a run that is so far off or further."""
    adjusted: dict[str, float]
    """The same with the number of wagers taken into account; above 1 - LEVEL is no cause for doubt."""

    @property
    def differ(self) -> tuple[str, ...]:
        """The wagers that chance does not explain."""
        return tuple(id for id, chance in self.adjusted.items() if chance < 1 - LEVEL)

    @property
    def agrees(self) -> bool:
        return not self.differ


def verdict(lines: Sequence[Line]) -> Verdict:
    """Of all wagers of a run; one of which there is too little to tell is left out."""
    chances = {it.id: _chance(it, it.deviation) for it in lines if it.deviation is not None}
    left, least, adjusted = len(chances), 0.0, {}
    for id, chance in sorted(chances.items(), key=lambda it: it[1]):
        least = max(least, min(1.0, left * chance))
        adjusted[id] = least
        left -= 1
    return Verdict(chances, {id: adjusted[id] for id in chances})


def _chance(it: Line, deviation: float) -> float:
    off = abs(float(it.returned - it.expected))
    if not deviation:
        return 0.0 if off else 1.0
    return erfc(off / deviation / sqrt(2))
