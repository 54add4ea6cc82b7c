"""Webhooks: what happens arrives at the receiver signed, in order and whole, however long it was away."""

import hashlib
import hmac
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from msgspec.structs import replace

from dicehouse.floor.plan import HousePlan, read
from dicehouse.floor.webhook_plan import WebhookPlan, secret_of
from dicehouse.table.config import ConfigError
from dicehouse.web.webhooks import checked
from tests.web.served import WITHIN, Browser, Served, plan
from tests.web.test_feed import TABLE, a_round, head

SECRET = "a secret of thirty-two signs or more"


class Receiver:
    """A program at another address; it answers what it is told to, in turn, and then 204."""

    def __init__(self) -> None:
        self.answers: Queue[int] = Queue()
        self.got: Queue[tuple[dict[str, str], bytes]] = Queue()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answer = 204 if outer.answers.empty() else outer.answers.get()
                outer.got.put((dict(self.headers.items()) | {"status": str(answer), "path": self.path}, body))
                self.send_response(answer)
                self.send_header("Location", f"http://127.0.0.1:{outer.server.server_port}/elsewhere")
                self.end_headers()

            def log_message(self, *said: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/hook?house=1"

    def next(self) -> tuple[dict[str, str], Any]:
        headers, body = self.got.get(timeout=WITHIN)
        return headers, json.loads(body)

    def until(self, seq: int) -> list[int]:
        """The numbers of what was taken, up to one."""
        found: list[int] = []
        while not found or found[-1] < seq:
            headers, said = self.next()
            if headers["status"] == "204":
                found += [it["seq"] for it in said["entries"]]
        return found

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.stop()


@pytest.fixture(autouse=True)
def tries_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehouse.web.webhooks.FIRST_PAUSE", 0.01)
    monkeypatch.setattr("dicehouse.web.webhooks.LONGEST_PAUSE", 0.1)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    file = tmp_path / "hook.secret"
    file.write_text(f"{SECRET}\n", encoding="ascii")
    file.chmod(0o600)
    return file


def hooked(url: str, secret: Path, **more: Any) -> HousePlan:
    return replace(plan(), webhooks=(WebhookPlan(name="board", url=url, secret=str(secret), **more),))


def test_a_round_arrives_signed_and_tells_what_the_feed_tells(tmp_path: Path, receiver: Receiver, secret: Path) -> None:
    house = Served(tmp_path / "journal.db", hooked(receiver.url, secret, streams=(TABLE,)))
    a_round(house)
    kinds: list[str] = []
    while "round-ended" not in kinds:
        headers, body = receiver.got.get(timeout=WITHIN)
        said = json.loads(body)
        expected = hmac.new(SECRET.encode(), f"{headers['Dicehouse-Timestamp']}.".encode() + body, hashlib.sha256)
        assert headers["Dicehouse-Signature"] == f"v1={expected.hexdigest()}"
        assert abs(int(headers["Dicehouse-Timestamp"]) - house.floor.now().timestamp()) < 60
        assert headers["path"] == "/hook?house=1"
        assert headers["Content-Type"] == "application/json"
        assert said["webhook"] == "board"
        assert {it["stream"] for it in said["entries"]} == {TABLE}
        assert b"the dealer" not in body
        kinds += [event["event"] for it in said["entries"] for event in it["events"]]
    order = ["round-began", "betting-opened", "betting-closed", "result-entered", "round-ended"]
    assert [it for it in kinds if it in order] == order
    house.stop()


@pytest.mark.parametrize("answer", [500, 404, 302, 100])
def test_what_was_not_taken_is_sent_again_in_the_same_order_and_no_redirect_is_followed(
    tmp_path: Path, receiver: Receiver, secret: Path, answer: int
) -> None:
    for _ in range(4):
        receiver.answers.put(answer)
    house = Served(tmp_path / "journal.db", hooked(receiver.url, secret, feed="journal"))
    begun = head(house)
    a_round(house)
    last = head(house)
    refused = [receiver.next()[0] for _ in range(4)]
    assert {(it["status"], it["path"]) for it in refused} == {(str(answer), "/hook?house=1")}
    found = receiver.until(last)
    assert found == list(range(found[0], found[-1] + 1))
    assert found[0] <= begun + 1
    figures = Browser(house).get("/metrics").body.decode()
    failed = re.findall(r'dicehouse_webhook_batches_total\{webhook="board",outcome="failed"\} (\d+)', figures)
    assert int(failed[0]) >= 4
    assert 'dicehouse_webhook_lag_entries{webhook="board"} ' in figures
    house.stop()


def test_what_happened_while_house_or_receiver_was_away_arrives_later_and_nothing_is_left_out(
    tmp_path: Path, secret: Path
) -> None:
    receiver = Receiver()
    house = Served(tmp_path / "journal.db", hooked(receiver.url, secret, feed="journal"))
    a_round(house)
    found = receiver.until(head(house))
    receiver.stop()
    a_round(house)
    house.stop()
    back = Receiver()
    house = Served(tmp_path / "journal.db", hooked(back.url, secret, feed="journal"))
    a_round(house)
    found += back.until(head(house))
    assert found == list(range(found[0], found[-1] + 1))
    house.stop()
    back.stop()


# --- the house's file

HEAD = '[[tables]]\nname = "Sic Bo 1"\nrulebook = "star-sicbo-2024"\n\n[[webhooks]]\nname = "board"\nsecret = "s"\n'


@pytest.mark.parametrize(
    "said, wrong",
    [
        ('url = "http://board.example/hook"', "not safe on the way"),
        ('url = "ftp://board.example/hook"', "not safe on the way"),
        ('url = "https://ann:secret@board.example/hook"', "a person or a password"),
        ('url = "https:///hook"', "is no address"),
        ('url = "https://board.example/a b"', "is no address"),
        ('url = "https://board.example:99999/hook"', "url:"),
        ('url = "https://board.example/"\nstreams = ["Sic Bo 9"]', "there is no table 'Sic Bo 9'"),
        ('url = "https://board.example/"\nfeed = "everything"', "everything"),
        (
            'url = "https://board.example/"\n[[webhooks]]\nname = "board"\nsecret = "t"\nurl = "https://b.example"',
            "two are",
        ),
    ],
)
def test_a_webhook_goes_to_a_safe_address_or_is_refused_when_the_file_is_read(said: str, wrong: str) -> None:
    with pytest.raises(ConfigError, match=wrong):
        read(HEAD + said)


@pytest.mark.parametrize(
    "url", ["https://board.example/hook", "http://127.0.0.1:9000/", "http://localhost:9000/x?y=1", "http://[::1]:9000/"]
)
def test_https_and_this_machine_are_safe_and_the_secret_lies_beside_the_file(url: str, tmp_path: Path) -> None:
    made = read(f'{HEAD}url = "{url}"', tmp_path).webhooks[0]
    assert (made.url, made.secret, made.feed) == (url, str(tmp_path / "s"), "tables")


def test_a_secret_is_its_owners_alone_and_long(secret: Path, tmp_path: Path) -> None:
    made = WebhookPlan(name="board", url="https://board.example", secret=str(secret))
    assert secret_of(made) == SECRET.encode()
    secret.chmod(0o644)
    with pytest.raises(ConfigError, match="chmod 600"):
        secret_of(made)
    secret.chmod(0o600)
    secret.write_text("short", encoding="ascii")
    with pytest.raises(ConfigError, match="5 signs"):
        secret_of(made)
    with pytest.raises(ConfigError, match="write the secret into it"):
        secret_of(replace(made, secret=str(tmp_path / "nowhere")))


def test_an_event_that_the_feed_does_not_tell_is_refused(secret: Path) -> None:
    made = WebhookPlan(name="board", url="https://board.example", secret=str(secret), kinds=("wager-placed",))
    with pytest.raises(ConfigError, match="no event 'wager-placed'"):
        checked(made)
    assert checked(replace(made, feed="pit")) == SECRET.encode()
