"""The WebSocket line of a console: frames are handed over as they arrive, and sent unchanged.

A queue, a future and two tasks for every frame cost more than to judge a wager, so once a console listens there are
none. Text that is not UTF-8 ends its line, with one line in the log.
"""

from collections.abc import Callable, Iterable
from typing import Final

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.speedups import apply_mask

NOT_UTF8: Final = 1007
TEXT: Final = 0x81
"""The first octet of a frame of text that is a whole message."""
MASKED: Final = 0x80
"""Of the second octet: frames of clients are masked."""
EXTENSION: Final = "dicehouse.line"
"""Under which a console finds its line."""


class TextFrames(WebSocketsSansIOProtocol):
    """A WebSocket as uvicorn has it, which would write a traceback into the log at the will of any client."""

    _hear: Callable[[bytes], None] | None = None
    _go_on: Callable[[], None] | None = None
    _between_frames = True
    """Whether all that was read so far is whole frames; where a client splits one, the library reads all from there."""

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
            self.transport.write(b"".join([part for text in texts for part in (_head(len(text)), text)]))

    # --- uvicorn's side

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]  # a server's own extension

    def connection_lost(self, exc: Exception | None) -> None:
        self._hear = self._go_on = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A read that is one whole frame of text, as nearly every one is, need not go through the library's parser."""
        if self._hear is not None and self._between_frames:
            start = _text_in(data) if len(data) <= self.config.ws_max_size else 0
            if start and self.conn.state is OPEN and self.conn.current_size is None:
                self._hear_text(apply_mask(data[start:], data[start - 4 : start]))
                return
            self._between_frames = _is_whole(data)
        super().data_received(data)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._go_on is not None:
            self._go_on()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "bytes" or self.close_sent:
            super().send_receive_event_to_app()
            return
        self._hear_text(b"".join(self.frames))

    def _hear_text(self, text: bytes) -> None:
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


def _text_in(data: bytes) -> int:
    """Where the text begins in what is one masked frame of text and nothing else; 0 where it is not."""
    if len(data) < 6 or data[0] != TEXT or data[1] < MASKED:
        return 0
    start = {126: 8, 127: 14}.get(data[1] - MASKED, 6)
    return start if _end_of_frame(data, 0) == len(data) else 0


def _is_whole(data: bytes) -> bool:
    """Whether a read that begins with a frame ends with one too."""
    at = 0
    while at + 2 <= len(data):
        at = _end_of_frame(data, at)
    return at == len(data)


def _end_of_frame(data: bytes, at: int) -> int:
    """Where the frame ends that begins at a place, if its head is there; else beyond the end."""
    size, start = data[at + 1] & 0x7F, at + 2
    if size >= 126:
        start += 2 if size == 126 else 8
        size = int.from_bytes(data[at + 2 : start], "big") if start <= len(data) else len(data)
    return start + size + (4 if data[at + 1] & MASKED else 0)


def _head(size: int) -> bytes:
    """The head of a frame of text from the server, which is not masked (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((TEXT, size))
    return b"\x81\x7e" + size.to_bytes(2, "big") if size < 65_536 else b"\x81\x7f" + size.to_bytes(8, "big")


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
