"""Every command that the API describes, sent by everyone, as the description has it and broken in every way.

Bodies are drawn by schemathesis from the description of each command by itself, some hundred, and sent over HTTP and
over the WebSocket. Nothing breaks the server, and nothing happens without right.
"""

import http.client
import itertools
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from dicehouse.floor import demo
from dicehouse.refusal import Refused
from dicehouse.web import roles
from dicehouse.web.openapi import openapi
from dicehouse.web.roles import HOUSE, HOUSE_KINDS, TABLE_KINDS
from dicehouse.web.socket import FRAME
from tests.soak import SOAK
from tests.web.served import KEY, Browser, Line, Said, Served

pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module")
"""The house that is served in another thread does, while something is drawn here."""
TABLES = ("Sic Bo 1", "Craps 1", demo.ELECTRONIC, "Symbols 1")
PEOPLE = ("Ann", "Dana", "Sue", "Max", "Cass", "Ines")
LIKELY: dict[str, list[Any]] = {
    "seat": [1, 2],
    "wager": ["small", "win-line"],
    "stake": [500, -1, 10**30],
    "amount": [500, 0, 2**63],
    "person": ["Ann", "Bob"],
    "patron": ["Ann", "Bob"],
    "to": ["Ann", 2],
    "table": ["Sic Bo 1", "Craps 1"],
    "dice": [[1, 2, 3], [2, 5]],
    "reason": ["cocked dice", "x"],
    "card": ["1001"],
}
"""What a field of this name says when people fill it in, with what money must never be."""

EVERY = [("table", it) for it in sorted(TABLE_KINDS)] + [(HOUSE, it) for it in sorted(HOUSE_KINDS)]


def one_by_one() -> Any:
    """The API's description with an operation for each command, that each may be drawn by itself."""
    whole = json.loads(openapi())
    schemas = whole["components"]["schemas"]
    known = {"table": schemas["TableCommand"], HOUSE: schemas["HouseCommand"]}
    paths = {}
    for to, do in EVERY:
        body = {"content": {"application/json": {"schema": {"$ref": known[to]["discriminator"]["mapping"][do]}}}}
        answers = {"200": {"description": "what happened"}}
        paths[f"/{to}/{do}"] = {"post": {"requestBody": {**body, "required": True}, "responses": answers}}
    return schemathesis.openapi.from_dict({**whole, "paths": paths})


DESCRIBED = one_by_one()


def bodies(to: str, do: str) -> Any:
    """A command as the description has it, the same as people would fill it in, or one that is broken."""
    operation = DESCRIBED[f"/{to}/{do}"]["POST"]
    sound = operation.as_strategy(generation_mode=GenerationMode.POSITIVE).map(lambda it: it.body)
    broken = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE).map(lambda it: it.body)
    return st.tuples(sound, st.builds(filled_in, sound, st.integers(0, 2)), broken)


def filled_in(body: dict[str, Any], which: int) -> dict[str, Any]:
    return {key: LIKELY[key][which % len(LIKELY[key])] if key in LIKELY else it for key, it in body.items()}


class Steady(Browser):
    """A browser that keeps its connection, and a line beside it."""

    def __init__(self, served: Served) -> None:
        super().__init__(served)
        self._http = http.client.HTTPConnection(served.address, timeout=20)
        self.live: Line | None = None
        self._n = itertools.count(1)

    def sends(self, to: str, body: object) -> Said:
        path = "/api/house/commands" if to == HOUSE else f"/api/tables/{to}/commands".replace(" ", "%20")
        headers = {"Origin": f"http://{self.served.address}", "Content-Type": "application/json"}
        headers |= {"Cookie": self.cookie, "X-CSRF-Token": self.token} if self.cookie else {}
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            return self._asks(path, raw, headers)
        except (http.client.HTTPException, OSError):  # it had nothing to do for a while, and was closed
            self._http.close()
            return self._asks(path, raw, headers)

    def _asks(self, path: str, raw: bytes, headers: dict[str, str]) -> Said:
        self._http.request("POST", path, raw, headers)
        answer = self._http.getresponse()
        return Said(answer.status, {}, answer.read())

    def tells(self, to: str, body: object) -> dict[str, Any] | None:
        """The same over the WebSocket: the answer to this command, or to its frame where that is no JSON.

        None where it is too long for a frame, which would end the line, or where there is no line.
        """
        n = next(self._n)
        raw = body.decode("utf-8", "replace") if isinstance(body, bytes) else json.dumps(body)
        frame = f'{{"give": {raw}, "to": "{to}", "n": {n}}}'
        if self.live is None or len(frame.encode()) > FRAME:
            return None
        self.live.sends(frame)
        while True:
            found: dict[str, Any] = self.live.next()
            if found.get("refused", {}).get("why") == "too-often":
                time.sleep(0.05)
                self.live.sends(frame)
            elif found.get("answer", n) == n and ("answer" in found or "refused" in found):
                return found

    def close(self) -> None:
        self._http.close()

    def may(self, to: str, do: str) -> bool:
        """Whether the one place that decides lets this session give it at all."""
        session = self.served.app.state.endpoints.session(dict([self.cookie.split("=", 1)])) if self.cookie else None
        if session is None:
            return False
        kind = (HOUSE_KINDS if to == HOUSE else TABLE_KINDS)[do]
        table = None if to == HOUSE else self.served.floor.tables[to].table
        return not isinstance(roles.may_give(session, kind, table), Refused)


def everyone(served: Served) -> Iterator[dict[str, Steady]]:
    people = {it: Steady(served) for it in (*PEOPLE, "terminal 4", "display 1", "tumbler 1", "nobody")}
    with ExitStack() as lines:
        for who, it in people.items():
            lines.callback(it.close)
            if who in PEOPLE:
                it.signs_in("demo", who=who)
            elif who != "nobody":
                it.signs_in("terminal", name=who, key=KEY)
            if who != "nobody":
                it.live = lines.enter_context(it.line())
        yield people


@pytest.fixture(scope="module")
def quiet(served: Served) -> Iterator[dict[str, Steady]]:
    """Everyone in a house in which nothing goes on."""
    served.at_rest()
    yield from everyone(served)


@pytest.fixture(scope="module")
def busy(other_house: Served) -> Iterator[dict[str, Steady]]:
    """Everyone in a house that is turned upside down."""
    yield from everyone(other_house)


A_FEW = settings(
    max_examples=25 if SOAK else 2,
    deadline=None,
    database=None,
    phases=[Phase.generate, Phase.shrink] if SOAK else [Phase.generate],
    suppress_health_check=list(HealthCheck),
)
SHAPE = {"why", "clause", "message", "next", "zh", "says", "about"}


@pytest.mark.parametrize("to, do", EVERY)
def test_nobody_does_anything_without_right(served: Served, quiet: dict[str, Steady], to: str, do: str) -> None:
    @A_FEW
    @given(bodies(to, do))
    def sent(three: tuple[Any, ...]) -> None:
        for number, body in enumerate(three):
            where = to if to == HOUSE else TABLES[number % len(TABLES)]
            before = served.revisions()
            for it in quiet.values():
                if not it.may(where, do):
                    said = it.sends(where, body)
                    assert said.status in {400, 401, 403}, (said.status, said.body)
                    assert set(said.json["refused"]) == SHAPE
                    told = it.tells(where, body)
                    assert told is None or set(told["refused"]) == SHAPE
            assert served.revisions() == before

    sent()


@pytest.mark.parametrize("to, do", EVERY)
def test_whatever_is_sent_with_right_is_done_or_refused(busy: dict[str, Steady], to: str, do: str) -> None:
    @A_FEW
    @given(bodies(to, do))
    def sent(three: tuple[Any, ...]) -> None:
        for number, body in enumerate(three):
            where = to if to == HOUSE else TABLES[number % len(TABLES)]
            for it in busy.values():
                if it.may(where, do):
                    said = it.sends(where, body)
                    assert said.status in {200, 400, 403, 409}, (said.status, said.body)
                    assert said.status == 200 or set(said.json["refused"]) == SHAPE
                    # Whoever excludes themselves is signed out, and has no line any more.
                    again = it.tells(where, body) if it.may(where, do) else None
                    assert again is None or "events" in again or set(again["refused"]) == SHAPE
                    if again is not None and said.status == 200:
                        assert again.get("events") == said.json["events"], again

    sent()


def test_no_table_and_no_house_was_stopped_by_any_of_it(other_house: Served, busy: dict[str, Steady]) -> None:
    assert busy
    floor = other_house.floor
    assert not [it.name for it in floor.tables.values() if it.halted]
    assert not floor.house.halted
