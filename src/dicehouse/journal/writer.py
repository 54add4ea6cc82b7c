"""The writer thread: drafts that arrive while a batch is being committed form the next batch.

An outcome is told after the commit that holds it, never before. When the store cannot write, all of that batch are told
so and the writer goes on with what comes next. A draft that breaks a promise does not take others with it: its batch is
written again one by one.
"""

import gc
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from queue import Empty, SimpleQueue
from time import sleep
from typing import Final, TypeVar

from dicehouse.journal.store import Draft, Outcome, Store, UnavailableError

MOST: Final = 1024
"""Drafts in a batch."""

T = TypeVar("T")
OutcomeListener = Callable[[Outcome | Exception], None]
"""Hears the outcome of a draft, or why there is none, in the thread of the writer; so it must not wait for that."""


def collect_rarely() -> None:
    """Have Python look for cycles less often; for a program that serves tables, once it has loaded what it needs.

    Tables, entries and answers form no cycles and stay for long, and to walk through them again and again can cost more
    than to judge a wager. What is new is looked through in small steps, of a millisecond or two, for everybody waits.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 1_000, 100)


_Waiting = tuple[Draft, OutcomeListener, Future[Outcome] | None]
"""A draft, who is told, and the future of somebody who may think better of it before its turn."""


class Writer:
    """Takes drafts from any thread and writes them in the order in which they came."""

    def __init__(self, store: Store, most: int = MOST, gather: float = 0.0, *, threaded: bool = True) -> None:
        """`gather`: seconds for which the next drafts are waited for after a batch of several, where each is from
        somebody else and more are on their way; a commit costs the same for many as for a few. Without a thread each
        draft is written at once, before whoever brought it goes on."""
        self._store = store
        self._most = most
        self._gather = gather
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        """None is the end."""
        self._door = threading.Lock()
        """Nothing is taken after the end."""
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="journal writer", daemon=True) if threaded else None
        if self._thread:
            self._thread.start()

    def submit(self, draft: Draft) -> Future[Outcome]:
        """The outcome, once it is durable. A future that is cancelled before its turn is not written."""
        future: Future[Outcome] = Future()
        self._take((draft, partial(settle, future), future))
        return future

    def hand(self, draft: Draft, told: OutcomeListener) -> None:
        """As `submit`, with a function to call in place of a future, which costs more than the rest of this module."""
        self._take((draft, told, None))

    def _take(self, waiting: _Waiting) -> None:
        with self._door:
            if self._closed:
                draft = waiting[0]
                raise UnavailableError(
                    f"{draft.stream}, {draft.id}: the writer was closed, nothing was written; start another"
                )
            if self._thread:
                self._queue.put(waiting)
                return
        self._write([waiting])

    @property
    def waiting(self) -> int:
        """How many have not been taken up yet."""
        return self._queue.qsize()

    def close(self) -> None:
        """Write what waits, and stop; the store stays open."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        if self._thread:
            self._thread.join()

    def _run(self) -> None:
        while batch := self._next():
            if wanted := [it for it in batch if it[2] is None or it[2].set_running_or_notify_cancel()]:
                self._write(wanted)
            if self._gather and 1 < len(batch) < self._most and not self._closed:
                sleep(self._gather)

    def _next(self) -> list[_Waiting]:
        """All that waits, at least one and no more than a batch holds; nothing at the end."""
        it = self._queue.get()
        batch: list[_Waiting] = []
        while it is not None:
            batch.append(it)
            if len(batch) == self._most:
                return batch
            try:
                it = self._queue.get_nowait()
            except Empty:
                return batch
        if batch:
            self._queue.put(None)
        return batch

    def _write(self, batch: Sequence[_Waiting]) -> None:
        outcomes: Sequence[Outcome | Exception]
        try:
            outcomes = self._store.write([it[0] for it in batch])
        except UnavailableError as error:
            outcomes = [error] * len(batch)
        except Exception as error:  # noqa: BLE001 (whatever it is, nobody may wait for ever)
            if len(batch) > 1:
                for it in batch:
                    self._write([it])
                return
            outcomes = [error]
        for (draft, told, _), outcome in zip(batch, outcomes, strict=True):
            try:
                told(outcome)
            except Exception:
                logging.getLogger(__name__).exception("%s, %s: told, and it failed", draft.stream, draft.id)


def settle(future: Future[T], outcome: T | Exception) -> None:
    """Give a future what it waits for."""
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
