"""One thread that writes for everybody: what waits while a batch becomes durable is the next batch.

A future has its outcome after the commit that holds it, never before. When the store cannot write, the futures of that
batch say so and the writer goes on with what comes next. A draft that breaks a promise does not take others with it:
its batch is written again one by one.
"""

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple

from dicehouse.journal.store import Draft, Outcome, Store, UnavailableError

MOST: Final = 1024
"""Drafts in a batch."""


class _Waiting(NamedTuple):
    draft: Draft
    future: Future[Outcome]


class Writer:
    """Takes drafts from any thread and writes them in the order in which they came."""

    def __init__(self, store: Store, most: int = MOST) -> None:
        self._store = store
        self._most = most
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        """None is the end."""
        self._door = threading.Lock()
        """Nothing is taken after the end."""
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="journal writer", daemon=True)
        self._thread.start()

    def submit(self, draft: Draft) -> Future[Outcome]:
        """The outcome, once it is durable. A future that is cancelled before its turn is not written."""
        waiting = _Waiting(draft, Future())
        with self._door:
            if self._closed:
                raise UnavailableError(
                    f"{draft.stream}, {draft.id}: the writer was closed, nothing was written; start another"
                )
            self._queue.put(waiting)
        return waiting.future

    def close(self) -> None:
        """Write what waits, and stop; the store stays open."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while batch := self._next():
            if wanted := [it for it in batch if it.future.set_running_or_notify_cancel()]:
                self._write(wanted)

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
        try:
            outcomes = self._store.write([it.draft for it in batch])
        except UnavailableError as error:
            for it in batch:
                it.future.set_exception(error)
        except Exception as error:  # noqa: BLE001 (whatever it is, nobody may wait for ever)
            if len(batch) == 1:
                batch[0].future.set_exception(error)
                return
            for it in batch:
                self._write([it])
        else:
            for it, outcome in zip(batch, outcomes, strict=True):
                it.future.set_result(outcome)
