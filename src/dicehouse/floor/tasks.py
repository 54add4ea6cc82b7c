"""The background tasks of a running house, and the errors by which any of them ended."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger("dicehouse.floor")


class Tasks:
    """Tasks by name; one that ends by an error is noted."""

    def __init__(self) -> None:
        self.failures: list[BaseException | None] = []
        """Why something that should run for ever has ended."""
        self.by_name: dict[str, asyncio.Task[None]] = {}

    def spawn(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name=name)
        self.by_name[name] = task
        task.add_done_callback(self._ended)

    def end(self, name: str) -> None:
        task = self.by_name.get(name)
        if task:
            task.cancel()

    async def end_all(self) -> None:
        """Cancel every task and wait until each has ended."""
        tasks = list(self.by_name.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            self.failures.append(task.exception())
            log.error("%s: it ended", task.get_name(), exc_info=task.exception())
