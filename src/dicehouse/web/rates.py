"""How often something may be tried: so many at once, and then one for each so many seconds."""

from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from time import monotonic
from typing import Final

KEPT: Final = 50_000
"""Names or addresses that are kept in mind at a time."""


class Rate:
    """A bucket for each key that empties by use and fills by time."""

    def __init__(self, burst: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self.burst = burst
        self.seconds = seconds
        """Until one more may be tried."""
        self._clock = clock
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, key: str) -> int:
        """Seconds until the next try of this key; 0: it may be done now."""
        return max(0, ceil((1 - self._left(key, self._clock())) * self.seconds))

    def take(self, key: str) -> int:
        """Try once: 0 if that may be, else the seconds until the next try."""
        now = self._clock()
        left = self._left(key, now)
        if left < 1:
            return max(1, ceil((1 - left) * self.seconds))
        self._kept[key] = (left - 1, now)
        self._kept.move_to_end(key)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return 0

    def clear(self, key: str) -> None:
        """It went well, so that what came before does not count."""
        self._kept.pop(key, None)

    def _left(self, key: str, now: float) -> float:
        left, at = self._kept.get(key, (float(self.burst), now))
        return min(self.burst, left + (now - at) / self.seconds)
