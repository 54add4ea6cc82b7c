"""Hand answers from the journal's thread to the event loop, in batches.

To wake the loop costs more than to judge a wager, so that is done once for all that became durable with one commit.
"""

import asyncio
import logging
from collections import deque
from functools import partial

from dicehouse.leading.recent import AnswerListener
from dicehouse.table.orders import Answer

log = logging.getLogger("dicehouse.floor")


class Answers:
    """What waits to be taken over."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[tuple[AnswerListener, Answer | Exception]] = deque()
        self._called = False
        """Whether the loop was woken and has not come yet."""

    def on_loop(self, listen: AnswerListener) -> AnswerListener:
        """The same, to be called in any thread: it is told on the loop."""
        return partial(self._take, listen)

    def _take(self, listen: AnswerListener, answer: Answer | Exception) -> None:
        self._waiting.append((listen, answer))
        if not self._called:
            self._called = True
            self._loop.call_soon_threadsafe(self._take_over)

    def _take_over(self) -> None:
        self._called = False  # before looking: what comes from here on is found below, or wakes the loop again
        while self._waiting:
            listen, answer = self._waiting.popleft()
            try:
                listen(answer)
            except Exception:
                log.exception("an answer was given, and telling of it failed")


def answer_to(answered: "asyncio.Future[Answer]", answer: Answer | Exception) -> None:
    """Give someone the answer who may still wait for it."""
    if answered.done():
        return
    if isinstance(answer, Exception):
        answered.set_exception(answer)
    else:
        answered.set_result(answer)
