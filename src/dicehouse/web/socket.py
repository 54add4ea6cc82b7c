"""The WebSocket of a console: frames in, answers and views out."""

import asyncio
from collections.abc import Coroutine
from datetime import datetime
from functools import partial
from time import monotonic
from typing import Any, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from dicehouse.journal.store import UnavailableError
from dicehouse.table.orders import Events
from dicehouse.views.acts import ActView, Opened
from dicehouse.views.parts import Refusal, refusal
from dicehouse.web import roles
from dicehouse.web.client import Client
from dicehouse.web.desks import DESKS
from dicehouse.web.frames import FormFrame, FormOf, Incoming, RefusedAnswerFrame, RefusedFrame, WatchOf
from dicehouse.web.hub import Hub
from dicehouse.web.live import TableBroadcast
from dicehouse.web.rate_limit import Bucket
from dicehouse.web.refusals import Turned, broken, malformed, turned, unavailable
from dicehouse.web.security_log import SecurityLog
from dicehouse.web.sessions import Session, Sessions
from dicehouse.web.text_frames import TextFrames

FRAME: Final = 16 * 1024
"""Bytes of a frame from a console."""
AT_ONCE: Final = 64
"""Commands of one console that may wait for their answers."""
LIVE: Final = "WebSocket /api/live"
SIGNED_OUT: Final = 4401
OVERRUN: Final = 4408

Answered = Events | Refusal | ActView
"""What a console is answered."""

_read: Final = msgspec.json.Decoder(Incoming).decode
_write: Final = msgspec.json.Encoder().encode


class Socket:
    """One console's line to the house."""

    def __init__(self, ws: WebSocket, hub: Hub, sessions: Sessions, session: Session, log: SecurityLog) -> None:
        self.ws = ws
        self.hub = hub
        self.sessions = sessions
        self.session = session
        self.log = log
        self.client = Client(session, self._ready)
        self._line = TextFrames.of(ws)
        self._soon = asyncio.get_running_loop().call_soon
        self._sending = False
        """Whether what is to be sent will be, in this turn of the loop."""
        self._ended = asyncio.Event()
        self._broadcast: TableBroadcast | None = None
        self._rate = Bucket(200, 0.01, monotonic())
        self._given: set[asyncio.Task[None]] = set()
        """Commands that need more than to be judged at once; what comes after them waits its turn."""
        self._unanswered = 0

    async def run(self) -> None:
        """Until the console goes, or its session ends."""
        await self.ws.accept()
        self._line.listen(self._hear_safely, self._ready)
        self.session.on_end.append(self.client.end)
        closing = asyncio.create_task(self._close())
        try:
            await self._receive()
        except WebSocketDisconnect:
            pass
        finally:
            closing.cancel()
            self._watch_nothing()
            if self.client.end in self.session.on_end:
                self.session.on_end.remove(self.client.end)

    def _ready(self) -> None:
        """Something is to be sent; what comes up in one turn of the loop goes out together."""
        if not self._sending:
            self._sending = True
            self._soon(self._send)

    def _send(self) -> None:
        """Everything for the console, in turn; a slow one waits by itself until there is room."""
        self._sending = False
        if self.client.cut:
            self._ended.set()
        elif self._line.has_room():
            self._line.send_texts(self.client.take())

    async def _close(self) -> None:
        """When the console is cut off, or its session has ended."""
        await self._ended.wait()
        if self.session.ended and self.session.why is not None:
            await self.ws.send_text(msgspec.json.encode(RefusedFrame(self.session.why)).decode())
        await self.ws.close(SIGNED_OUT if self.session.ended else OVERRUN)

    async def _receive(self) -> None:
        """What the line does not hand over by itself: frames that are no text, and the end."""
        while (message := await self.ws.receive())["type"] != "websocket.disconnect":
            text = message.get("text")
            self._hear_safely(None if text is None else text.encode())

    def _hear_safely(self, text: bytes | None) -> None:
        """What breaks ends this line alone."""
        try:
            self._hear(text)
        except Exception as error:  # noqa: BLE001 (it goes to the log)
            self.log.broke(LIVE, error, who=self.session.name, address=self._address())
            self.client.end()

    def _hear(self, text: bytes | None) -> None:
        now = self.hub.now()
        if self.client.cut or not self.sessions.alive(self.session, now):
            return
        if text is None or len(text) > FRAME:
            self._refuse(turned(Turned.TOO_LARGE, "frame-too-large", frame=FRAME))
        elif not self._rate.take(monotonic()):
            self._refuse(turned(Turned.TOO_OFTEN, "too-many-frames"))
        else:
            self._read(text, now)

    def _read(self, text: bytes, now: datetime) -> None:
        try:
            frame = _read(text)
        except (msgspec.DecodeError, RecursionError) as error:
            self._refuse(malformed("the frame", error))
            return
        said = [it for it in (frame.watch, frame.give, frame.ask) if it is not msgspec.UNSET]
        if isinstance(frame.watch, WatchOf) and len(said) == 1:
            try:
                self._watch(frame.watch)
            except UnavailableError:
                self._refuse(unavailable("the house"))
        elif isinstance(frame.give, msgspec.Raw) and len(said) == 1 and frame.to:
            self._submit(frame.give, frame.to, frame.n, now)
        elif isinstance(frame.ask, FormOf) and len(said) == 1:
            self._ask(frame.ask, frame.n)
        else:
            self._refuse(malformed("the frame", ValueError("it has watch, or give with to and n, or ask with n")))

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
        broadcast = self.hub.broadcast(what.table) if what.table is not None else None
        if broadcast is None:
            self._refuse(turned(Turned.NOT_FOUND, "table-to-watch", console=what.as_))
            return
        self._watch_nothing()
        self._broadcast = broadcast
        self.client.as_, self.client.seat = what.as_, what.seat or 0
        broadcast.watch(self.client)

    def _watch_nothing(self) -> None:
        self.hub.desks.leave(self.client)
        if self._broadcast is not None:
            self._broadcast.leave(self.client)
            self._broadcast = None

    # --- giving and asking

    def _submit(self, body: msgspec.Raw, to: str, n: int, now: datetime) -> None:
        if not self._takes(n):
            return
        try:
            if not self._given and self.hub.submit_now(self.session, to, body, now, partial(self._answered, n)):
                return
        except Exception as error:  # noqa: BLE001 (as below)
            self._answered(n, error)
            return
        self._work(n, self.hub.give(self.session, to, body.copy()))

    def _ask(self, of: FormOf, n: int) -> None:
        if self._takes(n):
            self._work(n, self._form(Opened(of.id, of.seat or 0)))

    async def _form(self, opened: Opened) -> ActView | Refusal:
        """What is to be filled in for an act that this console shows."""
        broadcast = self._broadcast
        made = await (broadcast.form(self.client, opened) if broadcast else self.hub.desks.form(self.client, opened))
        return made or turned(Turned.NOT_FOUND, "form-gone")

    def _takes(self, n: int) -> bool:
        """Whether one more may wait for its answer."""
        if self._unanswered >= AT_ONCE:
            self._answer(n, turned(Turned.TOO_OFTEN, "commands-waiting", at_once=AT_ONCE))
            return False
        self._unanswered += 1
        return True

    def _work(self, n: int, work: Coroutine[Any, Any, Answered]) -> None:
        task = asyncio.create_task(self._finish(n, work))
        self._given.add(task)
        task.add_done_callback(self._given.discard)

    async def _finish(self, n: int, work: Coroutine[Any, Any, Answered]) -> None:
        try:
            answer: Answered | Exception = await work
        except Exception as error:  # noqa: BLE001 (the console waits for an answer, and gets one)
            answer = error
        self._answered(n, answer)

    def _answered(self, n: int, answer: Answered | Exception) -> None:
        self._unanswered -= 1
        if isinstance(answer, UnavailableError):
            answer = unavailable("the house")
        elif isinstance(answer, Exception):
            self.log.broke(LIVE, answer, who=self.session.name, address=self._address())
            answer = broken()
        self._answer(n, answer)

    def _answer(self, n: int, answer: Answered) -> None:
        if isinstance(answer, Refusal):
            self._write(answer)
            self.client.answer(msgspec.json.encode(RefusedAnswerFrame(n, answer)))
        elif isinstance(answer, ActView):
            self.client.answer(msgspec.json.encode(FormFrame(n, answer)))
        else:
            self.client.answer(_write({"answer": n, "events": answer}))  # an AnswerFrame

    def _write(self, refused: Refusal) -> None:
        """What the web itself turned away goes into the security log."""
        self.log.refused(refused, who=self.session.name, address=self._address(), where=LIVE)

    def _address(self) -> str:
        return self.ws.client.host if self.ws.client else ""

    def _refuse(self, refused: Refusal) -> None:
        self._write(refused)
        self.client.answer(msgspec.json.encode(RefusedFrame(refused)))
        self._send()  # at once, for one read may hold thousands of such frames
