"""A house for tests on a real server at a loopback port, and browsers that use it."""

import asyncio
import hashlib
import http.client
import itertools
import json
import socket
import threading
import time
from collections import deque
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace
from starlette.applications import Starlette
from websockets.sync.client import ClientConnection, connect

from dicehouse.floor import demo
from dicehouse.floor.floor import Floor
from dicehouse.floor.plan import HousePlan
from dicehouse.floor.secret_key import SecretKey
from dicehouse.refusal import Refused
from dicehouse.table.orders import Answer, Command
from dicehouse.web.app import application, server
from dicehouse.web.demo import RANKS, identities
from dicehouse.web.identities import BEARER, Device, Identities, Staff, Token, key_hash, password_hash
from dicehouse.web.roles import SCOPES
from dicehouse.web.security_log import SecurityLog
from tests.watching import GapError, Watching

WITHIN = 20
"""Seconds after which a test gives up waiting."""

PASSWORD = "seven come eleven"
KEY = "a long key that a device was given"
SECRET_KEY = SecretKey("a key for tests", bytes(range(32)))
_numbers = itertools.count(1)
T = TypeVar("T")


def plan() -> HousePlan:
    """The demo house with tables that people deal, and wagering periods that do not end in a test."""
    made = demo.plan(wagering_seconds=3_000)
    return replace(made, tables=tuple(replace(it, dealer="staff") for it in made.tables))


@cache
def hashed_password() -> str:
    """Once for all houses: to make it costs what a guess is to cost."""
    return password_hash(PASSWORD)


def people() -> Identities:
    """Everyone of the demo, and staff and devices that sign in in earnest."""
    hashed = hashed_password()
    staff = tuple(Staff(name=f"the {work}", roles=ranks, password=hashed) for work, ranks in RANKS.items())
    key = hashlib.sha256(KEY.encode()).hexdigest()
    devices = (
        Device(name="terminal 4", kind="terminal", table=demo.ELECTRONIC, seat=4, key=key),
        Device(name="display 1", kind="display", table="Sic Bo 1", key=key),
        Device(name="tumbler 1", kind="tumbler", table="Sic Bo 1", key=key),
    )
    return replace(identities(), staff=staff, devices=devices, tokens=tokens())


def tokens() -> tuple[Token, ...]:
    """A token of each scope by its name, one of two scopes, one for a single table, and one that has ended."""
    later, before = datetime(2099, 1, 1, tzinfo=UTC), datetime(2020, 1, 1, tzinfo=UTC)
    made = {str(it): Token(name=it, scopes=(it,), key=key_hash(bearer(it)), until=later) for it in SCOPES}
    pit, tables = made["pit"], made["tables"]
    return (
        *made.values(),
        replace(pit, name="pit-and-notices", scopes=("pit", "notices"), key=key_hash(bearer("pit-and-notices"))),
        replace(tables, name="one-table", table="Sic Bo 1", key=key_hash(bearer("one-table"))),
        replace(tables, name="ended", until=before, key=key_hash(bearer("ended"))),
    )


def bearer(name: str) -> str:
    """What a program of a test shows."""
    return f"{BEARER}{name}-of-a-test-and-long-enough"


class Served:
    """A floor and its web, on a loop in a thread of its own."""

    def __init__(self, journal: Path, house: HousePlan | None = None, database: str = "") -> None:
        self.floor = Floor(house or plan(), database or journal, key=SECRET_KEY)
        self.log = journal.with_name("security.log")
        self.app: Starlette
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(60), "the house did not open in a minute"
        assert self.port, "the house did not open"

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serves())
        finally:
            self._loop.close()
            self._ready.set()

    async def _serves(self) -> None:
        await self.floor.start()
        await demo.open_house(self.floor)
        self.security_log = SecurityLog(self.log)
        self.app = application(self.floor, people(), log=self.security_log)
        self._server = server(self.app, port=0)
        serving = asyncio.ensure_future(self._server.serve())
        while not self._server.started:
            await asyncio.sleep(0.01)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        self._ready.set()
        await serving
        await self.floor.stop()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(30)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def submit(self, to: str, order: type[Command], by: str, role: str, /, **fields: Any) -> Answer:
        """A command from inside the house, without the web."""
        command = order(id=f"inside/{next(_numbers)}", at=self.floor.now(), by=by, role=role, **fields)
        return self.runs(self.floor.give(to, command))

    def runs(self, work: Coroutine[Any, Any, T]) -> T:
        """Something that is done on the loop of the house."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(WITHIN)

    def does(self, to: str, order: type[Command], by: str, role: str, /, **fields: Any) -> None:
        answer = self.submit(to, order, by, role, **fields)
        assert not isinstance(answer, Refused), answer

    def revisions(self) -> dict[str, int]:
        """How much has happened at each table and in the house."""
        return {"house": self.floor.house.revision, **{name: it.revision for name, it in self.floor.tables.items()}}

    def at_rest(self) -> dict[str, int]:
        """The same, once what tables and house still had to tell each other is told."""
        before = self.revisions()
        while True:
            time.sleep(0.05)
            now = self.revisions()
            if now == before:
                return now
            before = now


class Browser:
    """Someone's browser: one cookie, one token, and the way a page of the house asks."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.cookie = self.token = ""
        self.headers: dict[str, str] = {}

    def asks(self, method: str, path: str, body: object = None, **headers: str) -> "Said":
        line = http.client.HTTPConnection(self.served.address, timeout=WITHIN)
        said = {"Origin": f"http://{self.served.address}", "Content-Type": "application/json"}
        said |= {"Cookie": self.cookie} if self.cookie else {}
        said |= {"X-CSRF-Token": self.token} if self.token else {}
        said |= {key.replace("_", "-"): value for key, value in headers.items()}
        said = {key: value for key, value in said.items() if value}
        raw = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else None
        line.request(method, path.replace(" ", "%20"), raw, said)
        answer = line.getresponse()
        made = Said(answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read())
        line.close()
        return made

    def get(self, path: str, **headers: str) -> "Said":
        return self.asks("GET", path, **headers)

    def post(self, path: str, body: object, **headers: str) -> "Said":
        return self.asks("POST", path, body, **headers)

    def signs_in(self, how: str, **body: str) -> "Browser":
        said = self.post(f"/api/sign-in/{how}", body)
        assert said.status == 200, said.body
        self.cookie = said.headers["set-cookie"].split(";")[0]
        self.token = said.json["csrf"]
        return self

    def submit(self, to: str, do: str, id: str = "", **fields: Any) -> "Said":
        path = "/api/house/commands" if to == "house" else f"/api/tables/{to}/commands"
        return self.post(path, {"do": do, "id": id or f"b{next(_numbers)}", **fields})

    @contextmanager
    def line(self, **headers: str) -> Iterator["Line"]:
        """A WebSocket as a page opens it."""
        said = {"Cookie": self.cookie, **headers}
        origin = said.pop("Origin", f"http://{self.served.address}")
        with connect(
            f"ws://{self.served.address}/api/live",
            origin=origin or None,  # type: ignore[arg-type]  # a plain text is an origin
            additional_headers=said,
            open_timeout=WITHIN,
        ) as line:
            yield Line(line)


class Program(Browser):
    """Something that is no browser: it shows a token, and neither cookie nor origin."""

    def __init__(self, served: Served, name: str) -> None:
        super().__init__(served)
        self.authorization = f"Bearer {bearer(name)}"

    def asks(self, method: str, path: str, body: object = None, **headers: str) -> "Said":
        said = {"Origin": "", "Authorization": self.authorization, **headers}
        return super().asks(method, path, body, **said)

    @contextmanager
    def line(self, **headers: str) -> Iterator["Line"]:
        with super().line(**{"Origin": "", "Cookie": "", "Authorization": self.authorization, **headers}) as line:
            yield line


class Said:
    """An answer over HTTP."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def why(self) -> str:
        return str(self.json["refused"]["why"])


class Line:
    """A WebSocket and what came over it."""

    def __init__(self, line: ClientConnection) -> None:
        self.socket = line
        self.n = 0
        self._watching = Watching()
        self._watched: object = None
        self._views: deque[Any] = deque()

    def sends(self, frame: object) -> None:
        if isinstance(frame, dict) and "watch" in frame:
            self._watched = frame
        self.socket.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))

    def watches(self, table: str, as_: str = "player") -> None:
        self.sends({"watch": {"table": table, "as": as_}})

    def next(self, *kinds: str) -> Any:
        """The next frame of a kind, the others passed over; of views that came as one frame each by itself."""
        while True:
            while not self._views:
                frame = json.loads(self.socket.recv(timeout=WITHIN))
                if {"answer", "refused"} & frame.keys():
                    self._views.append(frame)
                else:
                    self._hear(frame)
            frame = self._views.popleft()
            if not kinds or any(it in frame for it in kinds):
                return frame

    def _hear(self, frame: Any) -> None:
        try:
            self._views.extend({kind: view} for kind, view in self._watching.hear(frame).items())
        except GapError:
            self.sends(self._watched)

    def sees(self, kind: str, holds: Any = lambda _: True) -> Any:
        """The first view of a kind of which something holds."""
        while True:
            view = self.next(kind)[kind]
            if holds(view):
                return view

    def submit(self, to: str, do: str, id: str = "", **fields: Any) -> Any:
        """Give a command and wait for its own answer."""
        self.n += 1
        self.sends({"give": {"do": do, "id": id or f"w{next(_numbers)}", **fields}, "to": to, "n": self.n})
        while True:
            frame = self.next("answer")
            if frame["answer"] == self.n:
                return frame


def talks(served: Served, *parts: bytes, pause: float = 0.0, within: float = 10.0) -> bytes:
    """What the server says to someone who sends this, until it hangs up."""
    with socket.create_connection(("127.0.0.1", served.port), within) as line:
        heard = b""
        with suppress(ConnectionError):
            for part in parts:
                line.sendall(part)
                time.sleep(pause)
            while more := line.recv(65_536):
                heard += more
        return heard
