"""A signal that something has changed; several changes may be one signal, after which a waiter reads the state."""

import asyncio


class Signal:
    """Sent by one task and awaited by many, on one event loop."""

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
        """Wait until it was sent more than `seen` times; returns how often it has been sent by now."""
        while self.sent == seen:
            waiting = asyncio.get_running_loop().create_future()
            self._waiting[waiting] = None
            try:
                await waiting
            finally:
                self._waiting.pop(waiting, None)
        return self.sent
