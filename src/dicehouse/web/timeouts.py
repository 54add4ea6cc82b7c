"""How long the server waits for a request, and for how much of it: whatever it is for, its head and what follows have
to be there in time and be short, before anything is kept for it.
"""

import asyncio
from asyncio import Transport
from asyncio.events import TimerHandle
from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from dicehouse.web.guard import BODY, too_large
from dicehouse.web.refusals import Turned, TurnedError, turned

HEAD: Final = 32 * 1024
"""Bytes of a request's first line and headers."""
SECONDS: Final = 10.0
"""Within which they have to come."""
BODY_SECONDS: Final = 10.0
"""Within which what follows them has to come."""
GRACE: Final = 2.0
"""Seconds after that in which whoever reads it says so; then the connection ends, whether anyone reads it or not."""


LINE: Final = "dicehouse.line"
"""Under which whoever answers a request finds its connection."""


async def body_of(request: Request) -> bytes:
    """What a request brings; a TurnedError where that is too much, or does not come in time."""
    found = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                found += part
                if len(found) > BODY:
                    raise too_large()
    except TimeoutError:
        slow = turned(Turned.TOO_SLOW, "took-too-long", seconds=int(BODY_SECONDS))
        raise TurnedError(slow) from None
    return found


class Patient(HttpToolsProtocol):
    """HTTP whose patience ends."""

    _waiting: TimerHandle | None = None
    """For the head of a request."""
    _following: TimerHandle | None = None
    """For what comes after it."""
    _head = 0
    _body = 0
    on_shutdown: Callable[[], None] | None = None
    """Told when the server ends, where an answer would go on for ever."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._waiting is not None:
            self._head += len(data)
            if self._head > HEAD:
                self._stop_waiting()
                self.send_400_response(f"The head of a request has at most {HEAD} bytes.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._waiting is None:
            self._wait()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        self._body = 0
        self._following = self.loop.call_later(BODY_SECONDS + GRACE, self._too_late)
        super().on_headers_complete()
        self.scope[LINE] = self  # type: ignore[typeddict-unknown-key]  # a server's own

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self._body += len(body)
        if self._body > 2 * BODY:  # whoever reads it has turned it away by now
            self._too_late()

    def on_message_complete(self) -> None:
        self._stop_waiting()
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def hang_up(self) -> None:
        """End the connection at once, with whatever has not been read by the other end."""
        self.transport.abort()

    def shutdown(self) -> None:
        super().shutdown()
        if self.on_shutdown is not None:
            self.on_shutdown()

    def _wait(self) -> None:
        self._head = 0
        self._waiting = self.loop.call_later(SECONDS, self._too_late)

    def _stop_waiting(self) -> None:
        for timer in (self._waiting, self._following):
            if timer is not None:
                timer.cancel()
        self._waiting = self._following = None

    def _too_late(self) -> None:
        self._stop_waiting()
        self.transport.close()
