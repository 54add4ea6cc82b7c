"""The security log: every sign-in and whatever the web turns away is one line, and no secret is ever in it."""

import json
import logging
import socket
import stat
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.refusal import Why
from dicehouse.table.config import ConfigError
from dicehouse.web import security_log
from dicehouse.web.rate_limit import Rate
from dicehouse.web.refusals import Turned, turned
from dicehouse.web.security_log import CALM, Calm, SecurityLog
from tests.web.served import PASSWORD, Browser, Served

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(it) for it in file.read_text(encoding="ascii").splitlines()]


@pytest.fixture
def since(served: Served) -> Any:
    """What was written since the test began."""
    sign_in = served.app.state.sign_in
    sign_in._addresses, sign_in._names = Rate(1_000, 1), Rate(10, 30)
    served.security_log._rate = Rate(100, 0.1)  # other tests flood the same house
    before = len(lines(served.log))
    return lambda: lines(served.log)[before:]


# --- the log itself


@given(st.text(), st.text())
def test_whatever_a_name_holds_it_stays_one_line_of_ascii(
    tmp_path_factory: pytest.TempPathFactory, who: str, message: str
) -> None:
    file = tmp_path_factory.mktemp("log") / "security.log"
    log = SecurityLog(file, lambda: NOW)
    log.tells("turned-away", who=f"a{who}", message=f"b{message}")
    log.close()
    raw = file.read_bytes()
    assert raw.count(b"\n") == 1
    assert all(0x20 <= it < 0x7F for it in raw[:-1])
    assert json.loads(raw)["who"] == f"a{who}"[:200] or len(who) >= 200


@pytest.mark.parametrize(
    "sign", ["\n", "\r", "\x1b[2J", "\x85", "\u2028", "\u202e", "\x00", '"}\n{"what": "signed-in"']
)
def test_no_sign_in_a_name_begins_another_line_or_hides_one(tmp_path: Path, sign: str) -> None:
    log = SecurityLog(tmp_path / "log", lambda: NOW)
    log.refused(turned(Turned.WRONG_ORIGIN, "another-house", name=sign), who=f"Ann{sign}", where=sign)
    log.close()
    (line,) = lines(tmp_path / "log")
    assert (line["what"], line["who"], line["at"]) == ("turned-away", f"Ann{sign}", "2026-03-02T00:00:00+00:00")


def test_what_could_not_be_read_is_not_repeated_and_what_the_rules_refuse_is_not_here(tmp_path: Path) -> None:
    log = SecurityLog(tmp_path / "log")
    log.refused(turned(Why.MALFORMED, "as-written", text="password: 'hunter2' is wrong; see"))
    log.refused(turned(Why.BETTING_CLOSED, "betting-not-opened", wager="Small"))
    log.close()
    (line,) = lines(tmp_path / "log")
    assert (line["why"], "message" in line) == ("malformed", False)


def test_the_file_is_its_owners_alone_and_is_begun_anew_when_it_is_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security_log, "LARGEST", 500)
    monkeypatch.setattr(security_log, "FILES", 2)
    log = SecurityLog(tmp_path / "log")
    for number in range(40):
        log.tells("signed-in", who=f"player {number}")
    log.close()
    files = sorted(tmp_path.iterdir())
    assert [it.name for it in files] == ["log", "log.1", "log.2"]
    assert all(stat.S_IMODE(it.stat().st_mode) == 0o600 for it in files)
    assert lines(tmp_path / "log")[-1]["who"] == "player 39"


def test_a_flood_from_one_address_is_counted_and_does_not_hide_the_others(tmp_path: Path) -> None:
    log = SecurityLog(tmp_path / "log")
    for _ in range(150):
        log.tells("turned-away", address="10.0.0.1")
    log.tells("turned-away", address="10.0.0.2")
    log.close()
    found = lines(tmp_path / "log")
    assert 100 <= len(found) < 150
    assert found[-1]["address"] == "10.0.0.2"
    assert len(found) - 1 + int(found[-1]["left_out"]) == 150


def test_standard_error_takes_it_and_a_place_that_cannot_be_written_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    SecurityLog("stderr").tells("signed-out", who="Ann")
    assert json.loads(capsys.readouterr().err)["who"] == "Ann"
    with pytest.raises(ConfigError, match="security_log"):
        SecurityLog(tmp_path / "no such folder" / "log")


# --- over the web


def test_signing_in_and_out_is_written_down(browser: Browser, since: Any) -> None:
    browser.signs_in("staff", name="the dealer", password=PASSWORD)
    browser.post("/api/sign-out", {})
    came, went = since()
    assert (came["what"], came["who"], came["kind"], came["address"]) == (
        "signed-in",
        "the dealer",
        "staff",
        "127.0.0.1",
    )
    assert (went["what"], went["who"]) == ("signed-out", "the dealer")


def test_a_wrong_secret_is_written_down_and_never_what_it_was(served: Served, browser: Browser, since: Any) -> None:
    browser.post("/api/sign-in/staff", {"name": "the dealer", "password": "gu3ssed-it"})
    browser.post("/api/sign-in/staff", {"name": "my-own-pa55word", "password": "gu3ssed-it"})
    browser.post("/api/sign-in/player", {"card": "1003", "pin": "83619"})
    browser.post("/api/sign-in/terminal", {"name": "display 1", "key": "gu3ssed-it"})
    browser.post("/api/sign-in/staff", {"name": "the dealer", "password": 83619})
    found = since()
    whys = ["wrong-credentials"] * 4 + ["malformed"]
    assert [it["why"] for it in found] == whys
    assert [it.get("who", "") for it in found] == ["the dealer", "", "card ending 1003", "display 1", ""]
    text = served.log.read_text()
    assert not any(it in text for it in ("gu3ssed-it", "my-own-pa55word", "83619", PASSWORD))


def test_whatever_is_turned_away_is_written_down_with_who_and_where(ann: Browser, since: Any) -> None:
    ann.post("/api/sign-out", {}, X_CSRF_Token="x")
    ann.post("/api/sign-out", {}, Origin="http://evil.example")
    ann.get("/api/me", Host="evil.example")
    ann.submit("Sic Bo 1", "tumble")
    ann.post("/api/sign-in/demo", b"x" * 70_000)
    ann.post("/api/sign-out-everywhere", {"name": "Bob"})
    found = [it for it in since() if it["what"] == "turned-away"]
    assert [it["why"] for it in found] == [
        "wrong-token", "wrong-origin", "wrong-origin", "not-allowed", "too-large", "not-allowed",
    ]  # fmt: skip
    assert (found[3]["who"], found[3]["where"]) == ("Ann", "POST /api/tables/Sic Bo 1/commands")


def test_what_a_console_may_not_is_written_down_too(ann: Browser, since: Any) -> None:
    with ann.line() as line:
        line.submit("Sic Bo 1", "tumble")
        line.sends('{"watch": {"as": "pit"}}')
        line.next("refused")
        line.sends("\n\n{")
        line.next("refused")
    found = [it for it in since() if it["what"] == "turned-away"]
    assert [it["why"] for it in found] == ["not-allowed", "not-allowed", "malformed"]
    assert {(it["who"], it["where"]) for it in found} == {("Ann", "WebSocket /api/live")}


def test_a_path_cannot_write_a_line_of_its_own(browser: Browser, since: Any) -> None:
    browser.get("/api/x%0a%7b%22what%22:%22signed-in%22%7d")
    (line,) = since()
    assert (line["what"], line["why"]) == ("turned-away", "not-found")
    assert line["where"] == 'GET /api/x\n{"what":"signed-in"}'


def test_no_token_is_in_the_log(ann: Browser, served: Served) -> None:
    ann.post("/api/sign-out", {}, X_CSRF_Token="x")
    text = served.log.read_text()
    assert ann.token not in text
    assert ann.cookie.partition("=")[2] not in text


def test_whoever_goes_away_in_the_middle_has_broken_nothing(
    served: Served, since: Any, caplog: pytest.LogCaptureFixture
) -> None:
    head = f"POST /api/sign-out HTTP/1.1\r\nHost: {served.address}\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", served.port)) as line:
        line.sendall(f"{head}Content-Length: 10\r\n\r\n{{".encode())
        time.sleep(0.1)
    time.sleep(0.2)
    assert Browser(served).get("/api/me").status == 200
    assert not [it for it in since() if it["what"] == "broken"]
    assert "ClientDisconnect" not in caplog.text


def test_what_strangers_can_have_written_at_will_does_not_fill_a_disk(caplog: pytest.LogCaptureFixture) -> None:
    at = [0.0]
    calm = Calm(Rate(10, 10, lambda: at[0]))
    log = logging.getLogger("a server")
    log.addFilter(calm)
    with caplog.at_level(logging.WARNING, "a server"):
        for number in range(1_000):
            log.warning("Invalid HTTP request of %s.", number)
        log.warning("something else")
        at[0] = 10.0
        log.warning("Invalid HTTP request of %s.", "the next")
    assert len(caplog.messages) == 12
    assert caplog.messages[-2:] == ["something else", "Invalid HTTP request of the next."]


def test_every_server_writes_that_little(served: Served) -> None:
    assert served.port
    assert CALM in logging.getLogger("uvicorn.error").filters
