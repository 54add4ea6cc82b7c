"""A bell that says that something has changed, not how often: whoever was busy looks once and is up to date."""

import asyncio


class Signal:
    """Rung by one, heard by many, on one event loop."""

    def __init__(self) -> None:
        self.sent = 0
        self._waiting: dict[asyncio.Future[None], None] = {}
        """In the order in which they came, which a set would not keep."""

    def send(self) -> None:
        self.sent += 1
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, {}
        for it in waiting:
            if not it.done():
                it.set_result(None)

    async def after(self, seen: int) -> int:
        """Wait until it has rung since it had rung `seen` times; how often it has by now."""
        while self.sent == seen:
            waiting = asyncio.get_running_loop().create_future()
            self._waiting[waiting] = None
            try:
                await waiting
            finally:
                self._waiting.pop(waiting, None)
        return self.sent
