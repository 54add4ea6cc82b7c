"""The line of a console understands frames however they are cut into reads."""

import json
import random
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from tests.web.served import WITHIN, Browser

PING, PONG, TEXT, CONTINUED, CLOSE = 0x89, 0x8A, 0x81, 0x80, 0x88


def frame(text: bytes, first: int = TEXT, mask: bytes = b"\x11\x22\x33\x44") -> bytes:
    """A frame of a client."""
    size = len(text)
    length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes((first,)) + length + mask + bytes(each ^ mask[n % 4] for n, each in enumerate(text))


def asks(n: int, more: int = 0) -> bytes:
    """A command that is refused under its number."""
    return json.dumps({"give": {"do": "none", "id": f"a{n}", "said": "x" * more}, "to": "Sic Bo 1", "n": n}).encode()


@contextmanager
def raw(browser: Browser) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", browser.served.port), WITHIN) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        where = browser.served.address
        line.sendall(
            f"GET /api/live HTTP/1.1\r\nHost: {where}\r\nOrigin: http://{where}\r\nCookie: {browser.cookie}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += line.recv(1)
        assert head.startswith(b"HTTP/1.1 101")
        yield line


def heard(line: socket.socket, count: int) -> list[tuple[int, bytes]]:
    """So many frames of the server, by what they begin with."""
    data = b""
    found: list[tuple[int, bytes]] = []
    while len(found) < count:
        while len(data) < 2 or len(data) < (end := _end(data)):
            more = line.recv(65_536)
            assert more, f"the line ended after {found}"
            data += more
        found.append((data[0], data[4 if data[1] == 126 else 2 : end]))
        data = data[end:]
    return found


def _end(data: bytes) -> int:
    return 2 + data[1] if data[1] < 126 else 4 + int.from_bytes(data[2:4], "big")


def numbers(frames: Sequence[tuple[int, Any]]) -> list[int]:
    return [json.loads(text)["answer"] for first, text in frames if first == TEXT]


CUTS: dict[str, tuple[list[int], list[bytes]]] = {
    "one frame": ([1], [frame(asks(1))]),
    "a long frame": ([1], [frame(asks(1, 300))]),
    "several in one": ([1, 2, 3], [frame(asks(1)) + frame(asks(2, 200)) + frame(asks(3))]),
    "cut within the head": ([1, 2], [frame(asks(1, 200))[:1], frame(asks(1, 200))[1:], frame(asks(2))]),
    "cut within the length": ([1, 2], [frame(asks(1, 200))[:3], frame(asks(1, 200))[3:], frame(asks(2))]),
    "cut within the text": ([1, 2], [frame(asks(1))[:20], frame(asks(1))[20:], frame(asks(2))]),
    "one and a half": ([1, 2, 3], [frame(asks(1)) + frame(asks(2))[:7], frame(asks(2))[7:], frame(asks(3))]),
    "in parts": ([1, 2], [frame(asks(1)[:9], 0x01), frame(asks(1)[9:], CONTINUED), frame(asks(2))]),
    "a pong between": ([1, 2], [frame(b"none", PONG), frame(asks(1)), frame(b"", PONG) + frame(asks(2))]),
}
"""By how frames are cut, the numbers to be answered and what is sent at a time."""


@pytest.mark.parametrize("answers, reads", CUTS.values(), ids=CUTS)
def test_every_frame_is_answered_however_it_is_cut(ann: Browser, answers: list[int], reads: list[bytes]) -> None:
    with raw(ann) as line:
        for it in reads:
            line.sendall(it)
            time.sleep(0.02)
        assert numbers(heard(line, len(answers))) == answers


def test_a_hundred_frames_cut_at_random_are_answered_in_their_order(ann: Browser) -> None:
    cut = random.Random(7)
    for _ in range(5):
        left = b"".join(frame(asks(n, cut.choice((0, 0, 150)))) for n in range(1, 41))
        with raw(ann) as line:
            while left:
                size = cut.randint(1, 400)
                line.sendall(left[:size])
                left = left[size:]
                time.sleep(0.001)
            assert numbers(heard(line, 40)) == list(range(1, 41))


def test_a_ping_is_answered_and_a_close_too(ann: Browser) -> None:
    with raw(ann) as line:
        line.sendall(frame(b"there?", PING))
        assert heard(line, 1) == [(PONG, b"there?")]
        line.sendall(frame((1000).to_bytes(2, "big"), CLOSE))
        assert heard(line, 1)[0][0] == CLOSE


INNER = frame(asks(9))


@pytest.mark.parametrize(
    "wrong, code",
    [
        ([frame(b"\xff\xfe")], 1007),
        ([bytes((TEXT, 2)) + b"[]"], 1002),
        ([frame(b"[]", 0xC1)], 1002),
        ([frame(b"[", 0x01), frame(b"]")], 1002),
        ([bytes((TEXT, 0x80 | 4 + len(INNER))) + b"\x11\x22\x33\x44" + b"abcd", INNER], 1007),
    ],
    ids=["no UTF-8", "not masked", "a reserved bit", "a message within another", "what only looks like a frame"],
)
def test_what_is_no_frame_of_a_console_ends_the_line(ann: Browser, wrong: list[bytes], code: int) -> None:
    with raw(ann) as line:
        for it in wrong:
            line.sendall(it)
            time.sleep(0.02)
        ((first, said),) = heard(line, 1)
        assert (first, int.from_bytes(said[:2], "big")) == (CLOSE, code)
