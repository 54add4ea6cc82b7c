"""The journal as a feed over HTTP: server-sent events from a cursor on, or a page of JSON for whoever polls.

The cursor is the number of an entry. It holds over restarts and at every process of a house, so whoever was cut off
goes on with `Last-Event-ID` and misses nothing. Entries go out once they are durable, in their order. Whoever reads
too slowly is cut off and goes on from there later; nothing is kept for them meanwhile.
"""

import asyncio
from collections import Counter
from collections.abc import Coroutine, Iterable
from functools import partial
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from dicehouse.journal.store import BrokenError, UnavailableError
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Why
from dicehouse.views.feed import (
    LEVELS,
    Asked,
    FullEntry,
    FullPage,
    Level,
    PitEntry,
    PitPage,
    TablesEntry,
    TablesPage,
    known_kinds,
    told,
)
from dicehouse.views.parts import refusal
from dicehouse.web import roles
from dicehouse.web.endpoints import Endpoints
from dicehouse.web.guard import address_of
from dicehouse.web.refusals import Turned, TurnedError, json, turned
from dicehouse.web.sessions import Session
from dicehouse.web.tail import PAGE, Line, Tail
from dicehouse.web.timeouts import LINE, Patient

HEARTBEAT: Final = 15.0
"""Seconds after which a feed with nothing to tell says that it lives, and how far it is."""
STALLED: Final = 20.0
"""Seconds for which whoever reads may leave what was sent unread; then they are cut off."""
MOST: Final = 20
"""Feeds that are open under one session."""
READ: Final = 10 * PAGE
"""Entries that are gone through for one page of JSON."""
LARGEST: Final = 2**53 - 1
EVENTS: Final = "text/event-stream"
HEADERS: Final = {"Content-Type": EVENTS, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}

Told = TablesEntry | PitEntry | FullEntry


class Feeds:
    """The handlers."""

    def __init__(self, it: Endpoints, tail: Tail) -> None:
        self._it = it
        self._tail = tail
        self._open: Counter[str] = Counter()

    @property
    def open(self) -> int:
        """How many are being read."""
        return self._open.total()

    def routes(self) -> list[BaseRoute]:
        return [Route(f"/feed/{it}", partial(self.answer, level=it), methods=["GET"]) for it in LEVELS]

    async def answer(self, request: Request, level: Level) -> Response:
        """What a GET of a feed is answered."""
        session = self._it.signed_in(request)
        asked = self._asked(request, session, level)
        after = await self._after(request)
        if EVENTS not in request.headers.get("accept", ""):
            return await self._page(asked, after)
        if self._open[session.name] >= MOST:
            raise TurnedError(turned(Turned.TOO_OFTEN, "too-many-feeds", most=MOST), {"Retry-After": "5"})
        return Stream(self, session, asked, after)

    # --- what is asked for

    def _asked(self, request: Request, session: Session, level: Level) -> Asked:
        said = request.query_params
        unknown = next((it for it in said if it not in {"after", "stream", "kind"}), None)
        if unknown is not None:
            raise _unreadable(unknown[:40], "one of after, stream and kind")
        streams, kinds = frozenset(said.getlist("stream")), frozenset(said.getlist("kind"))
        refused = roles.may_read(session, level, streams, self._it.hub.ranks)
        if refused is not None:
            raise TurnedError(refusal(refused))
        places = {*(it.name for it in self._it.hub.floor.plan.tables), *([HOUSE] if level == "journal" else ())}
        if not streams <= places:
            raise _unreadable("stream", ", ".join(sorted(places)))
        if not kinds <= known_kinds(level):
            raise _unreadable("kind", "an event of this feed, by name")
        return Asked(level, frozenset({session.table}) if session.table and not streams else streams, kinds)

    async def _after(self, request: Request) -> int:
        """The cursor; without one, from now on."""
        said = request.headers.get("last-event-id") or request.query_params.get("after", "")
        if not said:
            return (await self._tail.read(self._it.hub.floor.store.head)).seq
        if not (said.isascii() and said.isdecimal() and len(said) <= 16 and int(said) <= LARGEST):
            raise _unreadable("after", "the number of an entry")
        after = int(said)
        if after > self._tail.head:
            head = (await self._tail.read(self._it.hub.floor.store.head)).seq
            if after > head:
                raise TurnedError(turned(Why.MALFORMED, "feed-ahead", after=after, head=head))
        return after

    # --- what is answered

    async def _page(self, asked: Asked, after: int) -> Response:
        found: list[Told] = []
        read = 0
        while read < READ and len(found) < PAGE and (lines := await self._tail.page(after)):
            found += shown(lines, asked)
            after, read = lines[-1].seq, read + len(lines)
        more = after < self._tail.head
        return json(PAGES[asked.level](entries=tuple(found), next=after, more=more))

    async def stream(self, stream: "Stream", scope: Scope, receive: Receive, send: Send) -> None:
        """Send what there is and what comes, until whoever reads is gone, cut off, or may not read any more."""
        line, name, over = scope.get(LINE), stream.session.name, asyncio.Event()
        self._open[name] += 1
        stream.session.on_end.append(over.set)
        if isinstance(line, Patient):
            line.on_shutdown = over.set
        gone = asyncio.create_task(_gone(receive, over))
        try:
            await self._tell(stream, send, over)
        except TimeoutError:
            self._it.log.tells("feed-cut-off", who=name, address=address_of(scope))
            if isinstance(line, Patient):
                line.hang_up()
                await over.wait()
        finally:
            gone.cancel()
            self._open[name] -= 1
            if over.set in stream.session.on_end:
                stream.session.on_end.remove(over.set)

    async def _tell(self, stream: "Stream", send: Send, over: asyncio.Event) -> None:
        headers = [(key.lower().encode(), value.encode()) for key, value in HEADERS.items()]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        cursor, text = stream.after, b"retry: 1000\n\n"
        while not over.is_set():
            async with asyncio.timeout(STALLED):
                await send({"type": "http.response.body", "body": text, "more_body": True})
            cursor, text = await self._next(stream.asked, cursor, over)
        async with asyncio.timeout(STALLED):
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _next(self, asked: Asked, cursor: int, over: asyncio.Event) -> tuple[int, bytes]:
        """What is to be sent next, and how far it goes; a sign of life where nothing comes for long."""
        clock = asyncio.get_running_loop().time
        until = clock() + HEARTBEAT
        while not over.is_set() and clock() < until:
            seen = self._tail.grown.sent
            try:
                lines = await self._tail.page(cursor)
            except (BrokenError, UnavailableError):
                over.set()  # whoever reads comes again, and goes on where this ends
                break
            if lines:
                cursor = lines[-1].seq
                text = b"".join(map(event_of, shown(lines, asked)))
                if text:
                    return cursor, text
                continue
            await _either(over.wait(), self._tail.grown.after(seen), within=until - clock())
        return cursor, b": it lives\nid: %d\n\n" % cursor


PAGES: Final = {"tables": TablesPage, "pit": PitPage, "journal": FullPage}


class Stream(Response):
    """A feed to somebody."""

    def __init__(self, feeds: Feeds, session: Session, asked: Asked, after: int) -> None:
        super().__init__(media_type=EVENTS)
        self.session, self.asked, self.after = session, asked, after
        self._feeds = feeds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._feeds.stream(self, scope, receive, send)


def shown(lines: Iterable[Line], asked: Asked) -> list[Told]:
    """Those of some entries that are told, as they are told."""
    found = (told(it.entry, it.digest, asked) for it in lines)
    return [it for it in found if it is not None]


def event_of(entry: Told) -> bytes:
    """One server-sent event; JSON has no line breaks of its own."""
    return b"event: entry\nid: %d\ndata: %b\n\n" % (entry.seq, msgspec.json.encode(entry))


async def _gone(receive: Receive, over: asyncio.Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    over.set()


async def _either(*works: Coroutine[Any, Any, object], within: float) -> None:
    """Until one of them is done, or the time is up."""
    tasks = [asyncio.create_task(it) for it in works]
    try:
        await asyncio.wait(tasks, timeout=max(0.0, within), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for it in tasks:
            it.cancel()


def _unreadable(key: str, what: str) -> TurnedError:
    return TurnedError(turned(Why.MALFORMED, "parameter-unreadable", key=key, what=what))
