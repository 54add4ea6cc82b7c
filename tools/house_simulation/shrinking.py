"""A script that fails made shorter: steps are left out and the weather made calmer while the same rule still falls."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from tools.house_simulation.script import Script, Step
from tools.house_simulation.world import Outcome

CALMER: Final[dict[str, Any]] = {
    "loss": 0.0, "duplicates": 0.0, "shuffles": False, "thread_delay": 0.0, "lag": 0.05, "write_delay": 0.01,
    "processes": 1,
}  # fmt: skip
"""What is made calm, each by itself."""
BEYOND: Final = 60.0
"""Seconds that are played after the last step."""

Plays = Callable[[Script], Outcome]


def shorter(script: Script, found: Outcome, plays: Plays, seconds: float) -> tuple[Script, Outcome]:
    """The shortest script that was found in so many seconds, and what it led to."""
    if found.violation is None:
        raise ValueError("nothing fails, so there is nothing to make shorter")
    search = _Search(script, found, plays, time.monotonic() + seconds)
    search.cut()
    search.drop()
    search.calm()
    search.drop()
    return search.script, search.found


class _Search:
    def __init__(self, script: Script, found: Outcome, plays: Plays, until: float) -> None:
        self.script = script
        self.found = found
        self._plays = plays
        self._until = until
        self._rule = found.violation.rule if found.violation else ""

    def _still(self, script: Script) -> bool:
        """Whether the same rule falls; then this is the script from here on."""
        if time.monotonic() > self._until:
            return False
        outcome = self._plays(script)
        if outcome.violation is None or outcome.violation.rule != self._rule:
            return False
        self.script, self.found = script, outcome
        return True

    def _with(self, steps: Sequence[Step]) -> Script:
        last = max((it.at for it in steps), default=0.0)
        hours = min(self.script.weather.hours, (last + BEYOND) / 3600)
        return self.script._replace(steps=tuple(steps), weather=self.script.weather._replace(hours=hours))

    def cut(self) -> None:
        """Nothing after the end."""
        end = float(self.found.lines[-1].split()[0])
        self._still(self._with([it for it in self.script.steps if it.at <= end]))

    def drop(self) -> None:
        """Leave out halves, quarters, eighths ... and in the end single steps."""
        size = max(1, len(self.script.steps) // 2)
        while True:
            at = 0
            while at < len(self.script.steps):
                steps = self.script.steps
                if not self._still(self._with([*steps[:at], *steps[at + size :]])):
                    at += size
            if size == 1 or time.monotonic() > self._until:
                return
            size = max(1, size // 2)

    def calm(self) -> None:
        for what, value in CALMER.items():
            if getattr(self.script.weather, what) != value:
                self._still(self.script._replace(weather=self.script.weather._replace(**{what: value})))
