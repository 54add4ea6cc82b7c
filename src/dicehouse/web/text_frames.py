"""The line of a console: frames are handed over as they come, and sent as they are.

A queue, a future and two tasks for every frame cost more than to judge a wager, so once a console listens there are
none. Text that is not UTF-8 ends its line, with one line in the log.
"""

from collections.abc import Callable, Iterable
from typing import Final

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

NOT_UTF8: Final = 1007
EXTENSION: Final = "dicehouse.line"
"""Under which a console finds its line."""


class TextFrames(WebSocketsSansIOProtocol):
    """A WebSocket as uvicorn has it, which would write a traceback into the log at the will of any client."""

    _hear: Callable[[bytes], None] | None = None
    _go_on: Callable[[], None] | None = None

    @classmethod
    def of(cls, ws: WebSocket) -> "TextFrames":
        """The line of a console that was let in."""
        line: TextFrames = ws.scope["extensions"][EXTENSION]
        return line

    def listen(self, hear: Callable[[bytes], None], go_on: Callable[[], None]) -> None:
        """Have every frame of text handed over from now on, and be told when there is room for more to be sent."""
        self._hear, self._go_on = hear, go_on

    def has_room(self) -> bool:
        """Whether whoever reads at the other end keeps up."""
        return self.writable.is_set()

    def send_texts(self, texts: Iterable[bytes]) -> None:
        """Frames of text, written at once; nothing on a line that is being closed."""
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(b"".join(part for text in texts for part in (_head(len(text)), text)))

    # --- uvicorn's side

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]  # a server's own extension

    def connection_lost(self, exc: Exception | None) -> None:
        self._hear = self._go_on = None
        super().connection_lost(exc)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._go_on is not None:
            self._go_on()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "bytes" or self.close_sent:
            super().send_receive_event_to_app()
            return
        text = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        if not _is_utf8(text):
            self.frames = []
            self.logger.warning("a WebSocket frame is not UTF-8; its line was closed")
            self.conn.send_close(NOT_UTF8)
            self.handle_parser_exception()
        elif self._hear is None:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self._hear(text)


def _head(size: int) -> bytes:
    """The head of a frame of text from the server, which is not masked (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    return b"\x81\x7e" + size.to_bytes(2, "big") if size < 65_536 else b"\x81\x7f" + size.to_bytes(8, "big")


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
