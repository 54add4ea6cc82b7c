"""Slow and endless senders, over HTTP and the WebSocket: the house waits so long and no longer, whatever is asked."""

import logging
import time

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dicehouse.web import app as web_app
from dicehouse.web import timeouts
from dicehouse.web.rate_limit import Rate
from dicehouse.web.socket import FRAME
from tests.web.served import Browser, Served, talks


def test_a_head_that_never_ends_is_cut_off(served: Served) -> None:
    endless = [b"GET / HTTP/1.1\r\n", *[b"X-Filler: " + b"x" * 4_000 + b"\r\n"] * 12]
    began = time.monotonic()
    heard = talks(served, *endless, pause=0.01, within=30)
    assert heard == b"" or b" 400 " in heard
    assert time.monotonic() - began < timeouts.SECONDS - 2, "it was the clock that ended it, not the size"


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost:"])
def test_whoever_says_nothing_is_not_waited_for(served: Served, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(timeouts, "SECONDS", 0.3)
    began = time.monotonic()
    assert talks(served, sent) == b""
    assert 0.2 < time.monotonic() - began < 5


def test_a_body_that_does_not_come_is_not_waited_for(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "BODY_SECONDS", 0.3)
    head = f"POST /api/sign-in/demo HTTP/1.1\r\nHost: {served.address}\r\nContent-Type: application/json\r\n"
    heard = talks(served, head.encode() + b"Content-Length: 10\r\nConnection: close\r\n\r\n{")
    assert b" 408 " in heard
    assert b"too-slow" in heard


OTHERS = {
    "a page": "GET /",
    "a list": "GET /api/tables",
    "what an inspector reads": "GET /api/inspector/prizes",
    "nothing": "GET /nowhere",
    "a head alone": "HEAD /api/me",
    "a wrong method": "PUT /api/me",
    "the relay": "POST /relay",
    "a command": "POST /api/house/commands",
}


@pytest.mark.parametrize("asked", OTHERS.values(), ids=OTHERS)
def test_whatever_is_asked_a_body_that_drips_ends_its_line(
    served: Served, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    """Also where nobody reads it: each byte would keep the connection for a while longer."""
    monkeypatch.setattr(timeouts, "BODY_SECONDS", 0.3)
    monkeypatch.setattr(timeouts, "GRACE", 0.3)
    head = f"{asked} HTTP/1.1\r\nHost: {served.address}\r\nContent-Type: application/json\r\n"
    began = time.monotonic()
    talks(served, head.encode() + b"Content-Length: 60000\r\n\r\n", *[b"x"] * 100, pause=0.05)
    assert time.monotonic() - began < 3


@pytest.mark.parametrize("asked", OTHERS.values(), ids=OTHERS)
def test_whatever_is_asked_a_body_without_end_ends_its_line(served: Served, asked: str) -> None:
    """In chunks, so that no length is said before; what others ask goes on beside it."""
    head = f"{asked} HTTP/1.1\r\nHost: {served.address}\r\nContent-Type: application/json\r\n"
    chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    began = time.monotonic()
    talks(served, head.encode() + b"Transfer-Encoding: chunked\r\n\r\n", *[chunk] * 100, pause=0.005)
    assert time.monotonic() - began < timeouts.BODY_SECONDS / 2, "it was the clock that ended it, not the size"
    assert Browser(served).get("/api/me").status == 200


def test_a_console_stays_on_its_line_for_longer_than_a_request_may_take(
    ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timeouts, "BODY_SECONDS", 0.2)
    monkeypatch.setattr(timeouts, "GRACE", 0.1)
    with ann.line() as line:
        time.sleep(0.8)
        line.watches("Sic Bo 1")
        assert line.next("table")


@pytest.mark.parametrize("parts", [[b"\xff\xfe"], [b'{"watch": "\xc3', b'"}'], ["é".encode()[:1], b""]])
def test_a_frame_that_is_not_utf8_ends_the_line_with_one_line_in_the_log(
    ann: Browser, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, parts: list[bytes]
) -> None:
    monkeypatch.setattr("dicehouse.web.security_log.CALM._rate", Rate(10, 10))
    served_by = logging.getLogger("uvicorn.error")
    served_by.addHandler(caplog.handler)
    with ann.line() as line:
        line.socket.send(parts if len(parts) > 1 else parts[0], text=True)
        with pytest.raises(ConnectionClosed) as caught:
            line.next("nothing")
    served_by.removeHandler(caplog.handler)
    assert caught.value.rcvd
    assert caught.value.rcvd.code == 1007
    written = [it for it in caplog.records if it.name == "uvicorn.error"]
    assert [(it.getMessage(), it.exc_info) for it in written] == [
        ("a WebSocket frame is not UTF-8; its line was closed", None)
    ]


def test_text_in_any_letters_comes_in_one_frame_or_in_parts(ann: Browser) -> None:
    whole = '{"watch": {"as": "player", "table": "骰寶"}}'.encode()
    with ann.line() as line:
        line.socket.send([whole[:37], whole[37:39], whole[39:]], text=True)
        assert "骰寶" in line.next("refused")["refused"]["message"]


def test_a_request_has_one_length(served: Served) -> None:
    head = f"POST /api/sign-in/demo HTTP/1.1\r\nHost: {served.address}\r\n".encode()
    for both in (b"Content-Length: 5\r\nContent-Length: 6\r\n", b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"):
        assert b" 400 " in talks(served, head + both + b"\r\n0\r\n\r\n")


def test_a_console_opens_so_many_lines_and_no_more(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_app, "CONSOLES", 1)
    with ann.line() as line:
        line.watches("Sic Bo 1")
        line.next("table")
        with pytest.raises(InvalidStatus) as caught, ann.line():
            pass
        assert caught.value.response.status_code == 429


@pytest.mark.parametrize("frame", ["x" * (FRAME + 1), b"x" * (FRAME + 1)])
def test_a_frame_that_is_too_large_ends_the_line(ann: Browser, frame: str | bytes) -> None:
    with ann.line() as line:
        line.sends(frame)
        with pytest.raises(ConnectionClosed) as caught:
            line.next("nothing")
        assert caught.value.rcvd
        assert caught.value.rcvd.code == 1009
