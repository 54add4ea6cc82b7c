"""Answers come from the journal's thread, many at a time; they are taken over on the event loop together.

To wake the loop costs more than to judge a wager, so that is done once for all that became durable with one commit.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future

from dicehouse.table.orders import Answer

log = logging.getLogger("dicehouse.floor")

Hears = Callable[[Answer | BaseException], None]
"""Called on the loop with an answer, or with why there is none."""


class Answers:
    """What waits to be taken over."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Future[Answer], asyncio.Future[Answer], Hears]] = deque()
        self._called = False
        """Whether the loop was woken and has not come yet."""

    def after(self, given: "Future[Answer]", hears: Hears) -> "asyncio.Future[Answer]":
        """The same answer on the loop; `hears` is told it too, and is so whether or not anyone still waits for it."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[Answer] = loop.create_future()

        def is_given(it: "Future[Answer]") -> None:
            self._waiting.append((it, answered, hears))
            if not self._called:
                self._called = True
                loop.call_soon_threadsafe(self._take_over)

        given.add_done_callback(is_given)
        return answered

    def _take_over(self) -> None:
        self._called = False  # before looking: what comes from here on is found below, or wakes the loop again
        while self._waiting:
            given, answered, hears = self._waiting.popleft()
            failed = given.exception()
            answer = failed or given.result()
            if answered.done():
                pass  # nobody waits for it any more
            elif failed is not None:
                answered.set_exception(failed)
            else:
                answered.set_result(given.result())
            try:
                hears(answer)
            except Exception:
                log.exception("an answer was given, and telling of it failed")
