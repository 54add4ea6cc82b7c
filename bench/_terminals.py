"""Many terminals in one process, lean enough that what is measured is the server.

A terminal is a WebSocket whose frames are made before the measurement begins: they are masked with zeros, which the
protocol allows, so that sending one is a single write. Of what arrives only the beginning is looked at.
"""

import asyncio
import base64
import os
from collections.abc import Callable
from time import perf_counter
from typing import Final

WITHIN: Final = 30
"""Seconds in which anything must have been answered."""
ANSWER: Final = b'{"answer":'
TEXT: Final = 0x81
PING: Final = 0x89
PONG: Final = 0x8A


def frame(text: bytes) -> bytes:
    """A text frame of a client."""
    size = len(text)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
    return b"\x81" + length + b"\0\0\0\0" + text


class Terminal(asyncio.Protocol):
    """One WebSocket, and when each of its numbered frames was sent and answered."""

    def __init__(self, host: str, port: int, cookie: str = "") -> None:
        self._host, self._port = host, port
        self._cookie = cookie
        self._in = bytearray()
        self._open = False
        self._write: Callable[[bytes], None]
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sent: dict[int, float] = {}
        self.took: dict[int, float] = {}
        self.answers: dict[int, bytes] = {}
        self.views = self.view_bytes = 0
        self.on_view: Callable[[bytes], None] | None = None
        self.on_answer: Callable[[int], None] | None = None

    async def opens(self) -> "Terminal":
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, self._host, self._port)
        await asyncio.wait_for(self.opened, WITHIN)
        return self

    # --- asyncio's side

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._write = transport.write  # type: ignore[attr-defined]  # uvloop's transports are no asyncio.WriteTransport
        where = f"{self._host}:{self._port}"
        key = base64.b64encode(os.urandom(16)).decode()
        self._write(
            f"GET /api/live HTTP/1.1\r\nHost: {where}\r\nOrigin: http://{where}\r\nCookie: {self._cookie}\r\n"
            f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        self._in += data
        if not self._open and not self._welcomed():
            return
        at, have = 0, self._in
        while len(have) - at >= 2:
            size, start = have[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(have[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(have[at + 2 : at + 10], "big"), at + 10
            if len(have) < start + size:
                break
            if have[at] == TEXT:
                self._hears(have, start, size, now)
            elif have[at] == PING:
                self._write(bytes([PONG, 0x80 | size, 0, 0, 0, 0]) + have[start : start + size])
            at = start + size
        del have[:at]

    def _welcomed(self) -> bool:
        end = self._in.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self._in.startswith(b"HTTP/1.1 101"):
            self.opened.set_exception(ConnectionError(self._in[:200].decode()))
            return False
        self._open = True
        del self._in[: end + 4]
        self.opened.set_result(None)
        return True

    def _hears(self, have: bytearray, start: int, size: int, now: float) -> None:
        if have.startswith((ANSWER, b'{"give"'), start):
            whole = bytes(have[start : start + size])
            n = number_of(whole)
            self.took[n] = now - self.sent[n]
            self.answers[n] = whole
            if self.on_answer:
                self.on_answer(n)
            return
        self.views += 1
        self.view_bytes += size
        if self.on_view:
            self.on_view(bytes(have[start : start + size]))

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("the server closed the line"))

    # --- the terminal's side

    def sends(self, n: int, whole: bytes) -> None:
        self.sent[n] = perf_counter()
        self._write(whole)

    def says(self, text: bytes) -> None:
        self._write(frame(text))

    async def asks(self, n: int, text: bytes) -> bytes:
        """Send a frame and wait for its answer."""
        self.sends(n, frame(text))
        async with asyncio.timeout(WITHIN):
            while n not in self.answers:
                await asyncio.sleep(0.002)
        return self.answers[n]

    def closes(self) -> None:
        self._transport.close()


def number_of(whole: bytes) -> int:
    """The number of an answer; an echo says the frame itself, with its number at the end."""
    if whole.startswith(ANSWER):
        return int(whole[len(ANSWER) : whole.index(b",", len(ANSWER))])
    return int(whole[whole.rindex(b":") + 1 : -1])
