"""What odd requests meet: folders climbed out of, JSON that means two things, frames of every kind."""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from starlette.routing import Mount, Route

from dicehouse.floor.floor import Floor
from dicehouse.floor.running import RunningHouse
from dicehouse.house.judge import COMMANDS as HOUSE_ORDERS
from dicehouse.house.state import House
from dicehouse.journal.store import UnavailableError
from dicehouse.leading.leader import HouseLeader
from dicehouse.table.config import ConfigError
from dicehouse.table.judge import COMMANDS, name_of
from dicehouse.web.app import application
from dicehouse.web.identities import read
from dicehouse.web.passwords import COMMON, LEAST, weakness
from dicehouse.web.sessions import MOST_OF_ONE, Sessions
from tests.soak import SOAK
from tests.web.served import KEY, PASSWORD, SECRET_KEY, Browser, Served, people, plan
from tests.web.test_sessions import Clock

# --- paths


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py", "/..%2fapp.py", "/%2e%2e/app.py", "/assets/../../app.py", "/assets/..%5c..%5capp.py",
        "/....//app.py", "//etc/passwd", "/%2fetc%2fpasswd", "/app.py", "/.git/config", "/assets/", "/assets", "/%00",
        "/built-from%00.html", "/player/..%2f..%2fapp.py%00", "/%ff%fe", "/" + "a" * 5_000, "/assets/%F0%9F%8E%B2",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_folder_of_pages(browser: Browser, path: str) -> None:
    said = browser.get(path)
    assert said.status in {200, 400, 404}, said.body
    assert b"import" not in said.body
    assert b"root:" not in said.body
    if said.status == 200:
        assert said.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("method", ["TRACE", "PUT", "DELETE", "PATCH", "CONNECT", "BREW"])
def test_a_method_that_nobody_asked_for_is_turned_away(browser: Browser, method: str) -> None:
    for path in ("/api/me", "/"):
        assert browser.asks(method, path).status in {400, 404, 405}


# --- JSON that means two things


@pytest.mark.parametrize(
    "body",
    [
        b'{"do": "take-seat", "id": "j1", "seat": 2, "seat": 3}',
        b'{"do": "tumble", "do": "take-seat", "id": "j2", "seat": 2}',
        b'{"do": "take-seat", "id": "j3", "seat": 2, "card": {"number": "1", "number": "2"}}',
        b'{"do": "take-seat", "id": "j4", "seat": NaN}',
        b'{"do": "take-seat", "id": "j5", "seat": Infinity}',
        b'{"do": "take-seat", "id": "j6", "seat": 1e999}',
        b'{"do": "take-seat", "id": "j7", "seat": ' + b"9" * 6_000 + b"}",
        b'{"do": "take-seat", "id": "j8", "seat": 2.0e0}',
        b'{"do": "take-seat", "id": "j9", "seat": "2"}',
        b'{"do": "take-seat", "id": "j10", "seat": true}',
        b'{"do": "take-seat", "id": "j11", "seat": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
        b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
        '{"do": "take-seat", "id": "j18", "seat": {"é": '.encode() + b"[" * 600 + b"]" * 600 + b"}}",
        b'{"do": "take-seat", "id": "j19", "seat": 2, "helper": ' + b"[" * 40 + b"]" * 40 + b"}",
        b'{"do": "take-seat", "id": "j12", "seat": 2} {}',
        b'\xef\xbb\xbf{"do": "take-seat", "id": "j13", "seat": 2}',
        b'{"do": "take-seat", "id": "j14", "seat": 2, "helper": "\\ud800"}',
        b'{"do": "take-seat", "id": "j15", "seat": 2, "helper": "\xff"}',
        b'{"do": "take-seat", "id": "j\\u202e16", "seat": 2}',
        b'{"do": "raise-dispute", "id": "j17", "seat": 2, "about": "\\u202eevil"}',
        b"[]", b'"x"', b"null", b"", b"\x00",
    ],
)  # fmt: skip
def test_a_body_that_means_two_things_or_none_is_refused_and_changes_nothing(
    served: Served, ann: Browser, body: bytes
) -> None:
    before = served.at_rest()
    said = ann.post("/api/tables/Sic Bo 2/commands", body)
    assert (said.status, said.why) == (400, "malformed"), said.body
    assert served.revisions() == before


@pytest.mark.parametrize("body", [b'{"who": "Ann", "who": "Max"}', b'{"who": "Max", "admin": true}', b'{"who": 1}'])
def test_signing_in_means_one_person(browser: Browser, body: bytes) -> None:
    assert browser.post("/api/sign-in/demo", body).why == "malformed"


@pytest.mark.parametrize(
    "sign", ["\x00", "\x1b", "\x7f", "\x85", "\u00ad", "\u200b", "\u202e", "\u2066", "\ufeff", "\u2028"]
)
def test_no_name_has_signs_in_it_that_are_not_seen(served: Served, sign: str) -> None:
    cass = Browser(served).signs_in("demo", who="Cass")
    before = served.at_rest()
    said = cass.submit("house", "register-patron", patron=f"Ann{sign}")
    assert (said.status, said.why) == (400, "malformed")
    assert served.revisions() == before


@pytest.mark.parametrize(
    "name, why",
    [
        ("ann", "duplicate-id"),
        ("\uff21nn", "duplicate-id"),
        ("Ann ", "malformed"),
        (" Ann", "malformed"),
        ("Ann\n", "malformed"),
        ("Eve\n{}", "malformed"),
        ("Eve  Ann", "malformed"),
        ("Eve\ue000", "malformed"),
    ],
)
def test_no_new_patron_looks_like_another(served: Served, name: str, why: str) -> None:
    cass = Browser(served).signs_in("demo", who="Cass")
    before = served.at_rest()
    assert cass.submit("house", "register-patron", patron=name).why == why
    assert served.revisions() == before
    assert cass.submit("house", "register-patron", patron=f"Eve {time.monotonic_ns()}").status == 200


@pytest.mark.parametrize("name", ["Dora\u200b", "Do\nra", " Dora", "Do\u0308ra", "D\x00ra"])
def test_no_name_of_staff_has_signs_in_it_that_are_not_seen(name: str) -> None:
    with pytest.raises(ConfigError, match="not seen"):
        read(staff_file(name))


@pytest.mark.parametrize("name", ["dora", "\uff24ora", "DORA"])
def test_no_two_of_the_staff_look_alike(name: str) -> None:
    with pytest.raises(ConfigError, match="looks like"):
        read(staff_file("Dora") + staff_file(name))


def test_a_second_factor_of_a_rank_that_nobody_has_is_a_mistake() -> None:
    with pytest.raises(ConfigError, match=r"second_factor: nobody of the staff is 'inspecter'"):
        read('second_factor = ["inspecter"]\n' + staff_file("Dora"))


def staff_file(name: str) -> str:
    return f'[[staff]]\nname = {json.dumps(name)}\nroles = ["dealer"]\npassword = "$argon2id$x"\n'


# --- passwords and sessions


@pytest.mark.parametrize(
    "password, says",
    [
        ("a" * (LEAST - 1), "needs 12"),
        ("aaaaaaaaaaaa", "everybody tries"),
        ("abcdefghijklmnop", "everybody tries"),
        ("Password1234", "everybody tries"),
        ("dicehouse-casino", "words of this house"),
        ("Dora-Dora-Dora-1", "words of this house"),
        ("x" * 257, "at most 256"),
        ("seven come eleven", ""),
        ("ünï ©ode 骰子 passphrase", ""),
        ("k" * 3 + "wzu8" * 63, ""),
    ],
)
def test_a_password_is_long_and_not_what_everybody_tries(password: str, says: str) -> None:
    found = weakness(password, "Dora")
    assert says in found
    assert bool(says) == bool(found)


def test_the_passwords_that_everybody_tries_are_long_enough_to_be_tried() -> None:
    assert all(weakness(it) for it in COMMON)
    assert sum(len(it) >= LEAST for it in COMMON) > 80


def test_one_person_has_so_many_sessions_and_the_oldest_ends() -> None:
    kept = Sessions(Clock())
    tokens = [kept.begin("staff", "Dora")[0] for _ in range(MOST_OF_ONE)]
    kept.begin("player", "Dora")
    assert all(kept.find(it) for it in tokens)
    kept.begin("staff", "Dora")
    assert [kept.find(it) is not None for it in tokens] == [False, *[True] * (MOST_OF_ONE - 1)]


def test_others_cannot_lock_someone_out_from_elsewhere(served: Served, browser: Browser) -> None:
    """From where Dora signs in she still may, however often others try her name elsewhere."""
    sign_in, name = served.app.state.sign_in, "staff the dealer"
    browser.signs_in("staff", name="the dealer", password=PASSWORD)
    for _ in range(200):
        sign_in._anywhere.take(name)
    browser.signs_in("staff", name="the dealer", password=PASSWORD)
    with pytest.raises(Exception, match="too many tries"):
        sign_in._not_too_often("10.9.9.9", name)
    sign_in._anywhere.clear(name)


# --- away from the loopback address


@pytest.fixture
def away(tmp_path: Path) -> Iterator[Any]:
    """A house that is reached over TLS; its tables are not started, for what is asked of it needs none."""
    floor = Floor(replace(plan(), demo=False), tmp_path / "journal.db", key=SECRET_KEY, address="https://house.example")
    floor.house = RunningHouse(HouseLeader(floor.store, floor._writer, House(name=floor.plan.name)))
    yield application(floor, people(), host="10.0.0.5", names=("house.example",))
    asyncio.run(floor.stop())


def asked(app: Any, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """One request to an application that no server serves."""
    said = {"host": "house.example", "content-type": "application/json"} | headers
    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
        "headers": [(key.encode(), value.encode()) for key, value in said.items()], "client": ("10.0.0.9", 1),
        "scheme": "https", "server": ("10.0.0.5", 443), "http_version": "1.1",
    }  # fmt: skip
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    answered = {key.decode(): value.decode() for key, value in sent[0]["headers"]}
    return sent[0]["status"], answered, b"".join(it.get("body", b"") for it in sent[1:])


def test_away_from_loopback_everything_is_over_tls(away: Any) -> None:
    status, headers, _ = asked(away, "GET", "/api/openapi.json")
    assert (status, headers["strict-transport-security"]) == (200, "max-age=31536000; includeSubDomains")
    body = json.dumps({"name": "display 1", "key": KEY}).encode()
    _, _, said = asked(away, "POST", "/api/sign-in/terminal", body, origin="http://house.example")
    assert b"wrong-origin" in said
    assert asked(away, "GET", "/api/me", host="127.0.0.1")[0] == 403
    status, headers, _ = asked(away, "POST", "/api/sign-in/terminal", body, origin="https://house.example")
    assert status == 200
    cookie = headers["set-cookie"]
    assert cookie.startswith("__Host-dicehouse=")
    assert {"HttpOnly", "Secure", "Path=/", "SameSite=strict"} <= {it.strip() for it in cookie.split(";")}
    assert "Domain" not in cookie


def test_what_falls_in_the_house_is_one_sentence_with_every_header(away: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(*_: object) -> None:
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr(away.state.endpoints, "_me", fall)
    status, headers, body = asked(away, "GET", "/api/me")
    assert status == 500
    assert "default-src 'none'" in headers["content-security-policy"]
    assert json.loads(body)["refused"]["why"] == "unavailable"
    assert b"secret" not in body


def test_what_falls_while_a_console_waits_is_answered_and_the_line_goes_on(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever way a command takes: a console that heard nothing would wait, and send it again for ever."""

    def fall(*_: object) -> None:
        raise RuntimeError("a secret of the house")

    with Browser(served).signs_in("demo", who="Ann").line() as line:
        for way, to, command, fields in (
            ("give", "house", "buy-in", {"person": "Ann", "table": "Sic Bo 1", "amount": 500}),
            ("submit_now", "Sic Bo 1", "take-seat", {"seat": 7}),
        ):
            with monkeypatch.context() as broken:
                broken.setattr(served.floor, way, fall)
                answer = line.submit(to, command, **fields)
            assert answer["refused"]["why"] == "unavailable"
            assert "secret" not in json.dumps(answer)
        assert line.submit("Sic Bo 1", "tumble")["refused"]["why"] == "not-allowed"


def test_while_the_journal_cannot_be_written_everyone_is_told_so_and_nothing_of_the_inside(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(*_: object) -> None:
        raise UnavailableError('connection to server at "10.0.0.7", port 5432 failed: no password for "dicehouse"')

    ann = Browser(served).signs_in("demo", who="Ann")
    monkeypatch.setattr(served.floor, "give", cannot)
    monkeypatch.setattr(served.floor, "submit_now", cannot)
    said = Browser(served).post("/api/sign-in/player", {"card": "1001", "pin": "1111"})
    assert (said.status, said.why) == (503, "unavailable")
    assert said.json["refused"]["next"] == "send it again, it counts once"
    given = ann.submit("Sic Bo 1", "take-seat", seat=7)
    assert (given.status, given.why) == (503, "unavailable")
    with ann.line() as line:
        told = line.submit("Sic Bo 1", "take-seat", seat=7)
    assert told["refused"]["why"] == "unavailable"
    for it in (said.body, given.body, json.dumps(told).encode()):
        assert b"10.0.0.7" not in it


def test_while_a_process_ends_or_hands_over_a_command_is_to_be_sent_again(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has judged it, so that it is no refusal by a rule: 503 and when to come again, not 409."""
    ann = Browser(served).signs_in("demo", who="Ann")
    monkeypatch.setattr(served.floor, "_stopping", True)
    for to, command, fields in (
        ("Sic Bo 1", "take-seat", {"seat": 7}),
        ("house", "buy-in", {"person": "Ann", "table": "Sic Bo 1", "amount": 500}),
    ):
        said = ann.submit(to, command, **fields)
        assert (said.status, said.why, said.headers["retry-after"]) == (503, "unavailable", "1")
        assert said.json["refused"]["next"] == "send it again, it counts once"
        with ann.line() as line:
            assert line.submit(to, command, **fields)["refused"]["why"] == "unavailable"
    refused = ann.submit("Sic Bo 1", "tumble")
    assert refused.status == 403
    assert "retry-after" not in refused.headers


def test_the_demo_is_served_on_loopback_alone(served: Served) -> None:
    with pytest.raises(ConfigError, match="loopback"):
        application(served.floor, host="10.0.0.5")


def test_what_a_client_says_of_its_address_counts_for_nothing_without_a_proxy(served: Served) -> None:
    config = served._server.config
    assert config.proxy_headers is False
    assert config.forwarded_allow_ips == "127.0.0.1,::1"


# --- frames of every kind

VALUES: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
    | st.sampled_from(["Sic Bo 1", "house", "player", "pit", "cage", "inspector", "dealer", "Craps 1", 1, 2, 500]),
    lambda it: st.lists(it, max_size=4) | st.dictionaries(st.text(max_size=8), it, max_size=4),
    max_leaves=8,
)  # fmt: skip
GIVEN: Any = st.fixed_dictionaries(
    {
        "do": st.sampled_from(sorted({name_of(it) for it in (*COMMANDS, *HOUSE_ORDERS)})),
        "id": st.text("abc", max_size=3),
    },
    optional={"seat": VALUES, "patron": VALUES, "amount": VALUES, "card": VALUES, "pin": VALUES, "reason": VALUES},
)
FRAMES: Any = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=200),
    VALUES.map(json.dumps),
    st.fixed_dictionaries({"watch": st.fixed_dictionaries({"as": VALUES}, optional={"table": VALUES, "seat": VALUES})}),
    st.fixed_dictionaries({"give": GIVEN | VALUES, "to": VALUES, "n": VALUES}),
    st.fixed_dictionaries(
        {"give": GIVEN, "to": st.sampled_from(["Sic Bo 1", "house", "Craps 1"]), "n": st.integers(0, 99)}
    ),
).map(lambda it: it if isinstance(it, str | bytes) else json.dumps(it))


@settings(max_examples=600 if SOAK else 60, deadline=None, suppress_health_check=list(HealthCheck))
@given(frames=st.lists(FRAMES, min_size=1, max_size=15))
def test_no_frame_of_an_inspector_breaks_the_line_or_changes_the_house(
    served: Served, frames: list[str | bytes]
) -> None:
    ines = Browser(served).signs_in("demo", who="Ines")
    before = served.at_rest()
    with ines.line() as line:
        for frame in frames:
            line.sends(frame)
        line.sends('{"give": {"do": "tumble", "id": "last"}, "to": "Sic Bo 1", "n": 1000}')
        while (last := line.next("answer"))["answer"] != 1000:
            pass
        assert last["refused"]["why"] == "not-allowed"
    assert served.revisions() == before


# --- every address

OPEN = {
    "/me", "/openapi.json", "/sign-in/staff", "/sign-in/player", "/sign-in/terminal", "/sign-in/demo", "/play",
    "/sign-out", "/tables", "/tables/{table}/layout", "/tables/{table}/rules", "/tables/{table}/rules/copy",
    "/tournaments/{tournament}", "/promotions/{promotion}",
}  # fmt: skip
"""What anyone may ask who has not signed in, beside the odds laboratory."""


def addresses(served: Served) -> list[tuple[str, str, str]]:
    """Every address of the API: its pattern, a method, and a path that fits."""
    api = next(it for it in served.app.routes if isinstance(it, Mount) and it.path == "/api")
    found = []
    for route in api.routes:
        if isinstance(route, Route):
            fitting = re.sub(r"\{\w+:int\}", "1", re.sub(r"\{table\}", "Sic Bo 1", route.path))
            path = "/api" + re.sub(r"\{\w+\}", "x", fitting)
            found += [(route.path, method, path) for method in sorted((route.methods or set()) - {"HEAD"})]
    return found


def plain(pattern: str) -> str:
    return re.sub(r":int\}", "}", pattern)


def test_nothing_but_what_is_public_is_open_to_a_stranger(served: Served, browser: Browser) -> None:
    for pattern, method, path in addresses(served):
        if plain(pattern) not in OPEN and not pattern.startswith("/odds"):
            said = browser.asks(method, path, {} if method == "POST" else None)
            assert said.status in {400, 401}, (method, path, said.body)


def test_what_an_inspector_reads_nobody_else_reads(served: Served, ann: Browser) -> None:
    for who in (ann, *(Browser(served).signs_in("demo", who=it) for it in ("Dana", "Cass", "Sue"))):
        asked = [it for it in addresses(served) if it[0].startswith("/inspector")]
        assert len(asked) > 5
        for _, method, path in asked:
            said = who.asks(method, path, {} if method == "POST" else None)
            assert (said.status, said.why) == (403, "not-allowed"), (method, path)
