"""WebSocket frames whose text is UTF-8: any other ends its line, with one line in the log."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

NOT_UTF8 = 1007


class TextFrames(WebSocketsSansIOProtocol):
    """A WebSocket as uvicorn has it, which would write a traceback into the log at the will of any client."""

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "bytes" or self.close_sent or _is_utf8(b"".join(self.frames)):
            super().send_receive_event_to_app()
            return
        self.frames = []
        self.logger.warning("a WebSocket frame is not UTF-8; its line was closed")
        self.conn.send_close(NOT_UTF8)
        self.handle_parser_exception()


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
