"""The WebSocket of a console: frames in, answers and views out."""

import asyncio
from datetime import datetime
from functools import partial
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from dicehouse.journal.store import UnavailableError
from dicehouse.table.orders import Events
from dicehouse.views.parts import Refusal, refusal
from dicehouse.web import roles
from dicehouse.web.desks import DESKS
from dicehouse.web.frames import Incoming, RefusedAnswerFrame, RefusedFrame, WatchOf
from dicehouse.web.hub import Hub
from dicehouse.web.live import Client, TableBroadcast
from dicehouse.web.rates import Rate
from dicehouse.web.refusals import Turned, broken, malformed, turned, unavailable
from dicehouse.web.security_log import SecurityLog
from dicehouse.web.sessions import Session, Sessions

FRAME: Final = 16 * 1024
"""Bytes of a frame from a console."""
AT_ONCE: Final = 64
"""Commands of one console that may wait for their answers."""
LIVE: Final = "WebSocket /api/live"
SIGNED_OUT: Final = 4401
OVERRUN: Final = 4408

_read: Final = msgspec.json.Decoder(Incoming)


class Socket:
    """One console's line to the house."""

    def __init__(self, ws: WebSocket, hub: Hub, sessions: Sessions, session: Session, log: SecurityLog) -> None:
        self.ws = ws
        self.hub = hub
        self.sessions = sessions
        self.session = session
        self.log = log
        self.client = Client(session)
        self._ward: TableBroadcast | None = None
        self._rate = Rate(200, 0.01)
        self._given: set[asyncio.Task[None]] = set()
        """Commands that need more than to be judged at once; what comes after them waits its turn."""
        self._unanswered = 0

    async def run(self) -> None:
        """Until the console goes, or its session ends."""
        await self.ws.accept()
        self.session.on_end.append(self.client.end)
        sending = asyncio.create_task(self._send())
        try:
            await self._receive()
        except WebSocketDisconnect:
            pass
        finally:
            sending.cancel()
            self._watch_nothing()
            if self.client.end in self.session.on_end:
                self.session.on_end.remove(self.client.end)

    async def _send(self) -> None:
        """Everything for the console, in turn; a slow one waits here alone."""
        while not self.client.cut:
            for frame in await self.client.next():
                await self.ws.send_text(frame)
        if self.session.ended and self.session.why is not None:
            await self.ws.send_text(msgspec.json.encode(RefusedFrame(self.session.why)).decode())
        await self.ws.close(SIGNED_OUT if self.session.ended else OVERRUN)

    async def _receive(self) -> None:
        while True:
            message = await self.ws.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            now = self.hub.now()
            if not self.sessions.alive(self.session, now):
                return
            if text is None or len(text) > FRAME:
                self._refuse(turned(Turned.TOO_LARGE, "frame-too-large", frame=FRAME))
            elif self._rate.take(""):
                self._refuse(turned(Turned.TOO_OFTEN, "too-many-frames"))
            else:
                self._hear(text, now)

    def _hear(self, text: str, now: datetime) -> None:
        try:
            frame = _read.decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            self._refuse(malformed("the frame", error))
            return
        if isinstance(frame.watch, WatchOf) and frame.give is msgspec.UNSET:
            try:
                self._watch(frame.watch)
            except UnavailableError:
                self._refuse(unavailable("the house"))
        elif isinstance(frame.give, msgspec.Raw) and frame.watch is msgspec.UNSET and frame.to:
            self._submit(frame.give, frame.to, frame.n, now)
        else:
            self._refuse(malformed("the frame", ValueError("it has either watch, or give with to and n")))

    # --- watching

    def _watch(self, what: WatchOf) -> None:
        table = self.hub.table(what.table) if what.table is not None else None
        if what.table is not None and table is None:
            self._refuse(turned(Turned.NOT_FOUND, "no-table-here", table=what.table))
            return
        refused = roles.may_watch(self.session, what.as_, table, self.hub.ranks)
        if refused is not None:
            self._refuse(refusal(refused))
            return
        if what.as_ in DESKS:
            self._watch_nothing()
            self.client.as_ = what.as_
            self.hub.desks.watch(self.client, what)
            return
        ward = self.hub.ward(what.table) if what.table is not None else None
        if ward is None:
            self._refuse(turned(Turned.NOT_FOUND, "table-to-watch", console=what.as_))
            return
        self._watch_nothing()
        self._ward = ward
        self.client.as_, self.client.seat = what.as_, what.seat or 0
        ward.watch(self.client)

    def _watch_nothing(self) -> None:
        self.hub.desks.leave(self.client)
        if self._ward is not None:
            self._ward.leave(self.client)
            self._ward = None

    # --- giving

    def _submit(self, body: msgspec.Raw, to: str, n: int, now: datetime) -> None:
        if self._unanswered >= AT_ONCE:
            self._answer(n, turned(Turned.TOO_OFTEN, "commands-waiting", at_once=AT_ONCE))
            return
        self._unanswered += 1
        try:
            if not self._given and self.hub.submit_now(self.session, to, body, now, partial(self._answered, n)):
                return
        except Exception as error:  # noqa: BLE001 (as below)
            self._answered(n, error)
            return
        task = asyncio.create_task(self._give(body.copy(), to, n))
        self._given.add(task)
        task.add_done_callback(self._given.discard)

    async def _give(self, body: msgspec.Raw, to: str, n: int) -> None:
        try:
            answer: Events | Refusal | Exception = await self.hub.give(self.session, to, body)
        except Exception as error:  # noqa: BLE001 (the console waits for an answer, and gets one)
            answer = error
        self._answered(n, answer)

    def _answered(self, n: int, answer: Events | Refusal | Exception) -> None:
        self._unanswered -= 1
        if isinstance(answer, UnavailableError):
            answer = unavailable("the house")
        elif isinstance(answer, Exception):
            self.log.broke(LIVE, answer, who=self.session.name, address=self._address())
            answer = broken()
        self._answer(n, answer)

    def _answer(self, n: int, answer: Events | Refusal) -> None:
        if isinstance(answer, Refusal):
            self._write(answer)
            self.client.answer(msgspec.json.encode(RefusedAnswerFrame(n, answer)).decode())
        else:
            self.client.answer(msgspec.json.encode({"answer": n, "events": answer}).decode())  # an AnswerFrame

    def _write(self, refused: Refusal) -> None:
        """What the web itself turned away goes into the security log."""
        self.log.refused(refused, who=self.session.name, address=self._address(), where=LIVE)

    def _address(self) -> str:
        return self.ws.client.host if self.ws.client else ""

    def _refuse(self, refused: Refusal) -> None:
        self._write(refused)
        self.client.answer(msgspec.json.encode(RefusedFrame(refused)).decode())
