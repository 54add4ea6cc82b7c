"""Rate limit: a number of attempts at once, then one more after each interval."""

from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from time import monotonic
from typing import Final

KEPT: Final = 50_000
"""Names or addresses that are kept in mind at a time."""


class Bucket:
    """So many tries at once; it empties by use and fills by time."""

    __slots__ = ("at", "burst", "left", "seconds")

    def __init__(self, burst: int, seconds: float, now: float) -> None:
        self.burst = self.left = float(burst)
        self.seconds = seconds
        self.at = now

    def fill(self, now: float) -> float:
        """How many tries it holds by now."""
        left = self.left + (now - self.at) / self.seconds
        self.left, self.at = min(self.burst, left), now
        return self.left

    def take(self, now: float) -> bool:
        """Try once, if that may be."""
        if self.fill(now) < 1:
            return False
        self.left -= 1
        return True


class Rate:
    """A bucket for each key."""

    def __init__(self, burst: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self.burst = burst
        self.seconds = seconds
        """Until one more may be tried."""
        self._clock = clock
        self._kept: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, key: str) -> int:
        """Seconds until the next try of this key; 0: it may be done now."""
        kept = self._kept.get(key)
        return 0 if kept is None else max(0, ceil((1 - kept.fill(self._clock())) * self.seconds))

    def take(self, key: str) -> int:
        """Try once: 0 if that may be, else the seconds until the next try."""
        now = self._clock()
        kept = self._kept.setdefault(key, Bucket(self.burst, self.seconds, now))
        if not kept.take(now):
            return max(1, ceil((1 - kept.left) * self.seconds))
        self._kept.move_to_end(key)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return 0

    def clear(self, key: str) -> None:
        """It went well, so that what came before does not count."""
        self._kept.pop(key, None)
