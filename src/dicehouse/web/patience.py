"""How long the server waits for a request: its head has to be there, and be short, before anything is kept for it."""

from asyncio import Transport
from asyncio.events import TimerHandle
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD: Final = 32 * 1024
"""Bytes of a request's first line and headers."""
SECONDS: Final = 10.0
"""Within which they have to come."""
BODY_SECONDS: Final = 10.0
"""Within which what follows them has to come."""


class Patient(HttpToolsProtocol):
    """HTTP whose patience ends."""

    _waiting: TimerHandle | None = None
    _head = 0

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
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._head = 0
        self._waiting = self.loop.call_later(SECONDS, self._too_late)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _too_late(self) -> None:
        self._waiting = None
        self.transport.close()
