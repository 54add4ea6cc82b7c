"""The server's clock: its time never goes back and never stands still, whatever the machine's own clock does.

It follows the machine's time of day. When that is set back, it goes on at nine tenths of its speed until the time of
day has caught up; when that is set forward, or the machine slept, it follows at once. A journal whose latest entry is
of a later moment takes the clock there first.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

SLOWER: Final = 900_000
"""Microseconds that pass in a second while the time of day has to catch up."""


class Clock:
    """The time of one process."""

    def __init__(
        self,
        wall: Callable[[], datetime] = lambda: datetime.now(UTC),
        running: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall = wall
        self._running = running
        self._last = wall()
        self._mark = running()

    def now(self) -> datetime:
        """Later than, or the same as, every answer before."""
        mark, wall = self._running(), self._wall()
        passed = mark - self._mark
        if passed > (wall - self._last).total_seconds():
            whole = int(passed * SLOWER)
            slower = self._last + timedelta(microseconds=whole)
            if wall <= slower:  # what is less than a microsecond is counted with what follows
                wall, mark = slower, self._mark + whole / SLOWER
        self._mark, self._last = mark, wall
        return wall

    def not_before(self, moment: datetime) -> None:
        """Go on from a moment that lies ahead."""
        self._last = max(self.now(), moment.astimezone(UTC))
