"""Counters of what this process has answered since it started, for monitoring."""

from collections import Counter
from itertools import accumulate
from typing import Final, Literal

from dicehouse.refusal import Refused
from dicehouse.table.orders import Answer

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds at which waits are told apart."""

Outcome = Literal["done", "refused", "failed"]


def outcome_of(answer: Answer | Exception) -> Outcome:
    if isinstance(answer, Refused):
        return "refused"
    return "failed" if isinstance(answer, Exception) else "done"


class Figures:
    """Commands by where they went and what came of them, and how long whoever gave them waited."""

    def __init__(self) -> None:
        self.commands: Counter[tuple[str, Outcome]] = Counter()
        self.refusals: Counter[str] = Counter()
        self.waited = 0.0
        """Seconds, all commands together."""
        self._waits = [0] * (len(BOUNDS) + 1)

    def count(self, stream: str, answer: Answer | Exception, seconds: float) -> None:
        """One command was answered after so long."""
        if isinstance(answer, Refused):
            self.refusals[answer.why.value] += 1
        self.commands[stream, outcome_of(answer)] += 1
        self.waited += seconds
        self._waits[next((place for place, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))] += 1

    def waits(self) -> list[int]:
        """How many waited no longer than each bound, and last how many there were."""
        return list(accumulate(self._waits))
