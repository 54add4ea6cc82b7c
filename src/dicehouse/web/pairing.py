"""Pairing a screen: it shows a code, somebody of the staff confirms it at their console, and the screen gets a key.

A code has six characters, stands for four minutes and is used once. Three dice stand beside it on both screens, so that
nobody pairs another screen than the one in front of them. What the screen gets is the key of a device, never a session
of the person who paired it; it lies nowhere else, and the house keeps its hash. Codes live in this process alone.
"""

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dicehouse.table.orders import Name, SeatNumber
from dicehouse.views.parts import refusal
from dicehouse.web import roles
from dicehouse.web.endpoints import Endpoints, read
from dicehouse.web.guard import address_of
from dicehouse.web.identities import Device
from dicehouse.web.rate_limit import Rate
from dicehouse.web.refusals import Turned, TurnedError, json, not_allowed, turned
from dicehouse.web.sessions import Session

LASTS: Final = timedelta(minutes=4)
SIGNS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without O, I, 0 and 1, which look like each other."""
LENGTH: Final = 6
MOST: Final = 200
"""Codes at a time; the oldest ends when there is another."""

Kind = Literal["display", "terminal"]
Code = Annotated[str, Meta(min_length=1, max_length=16)]
Secret = Annotated[str, Meta(min_length=1, max_length=64)]


class BeginPairing(Struct, frozen=True, forbid_unknown_fields=True):
    """A screen asks for a code."""

    kind: Kind


class PairingCode(Struct, frozen=True):
    """What a screen shows until somebody confirms it."""

    code: str
    dice: tuple[int, ...]
    now: datetime
    """The server's time."""
    expires: datetime
    secret: str
    """By which this screen alone asks what became of it."""


class AskPairing(Struct, frozen=True, forbid_unknown_fields=True):
    """A screen asks whether it was paired."""

    secret: Secret


class PairingState(Struct, frozen=True):
    """What became of a code. Name and key are told once."""

    state: Literal["waiting", "paired", "ended"]
    name: str = ""
    key: str = ""
    table: str = ""
    kind: Kind = "display"


class FindPairing(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody of the staff types the code that a screen shows."""

    code: Code


class PairingFound(Struct, frozen=True):
    """The screen with that code."""

    kind: Kind
    dice: tuple[int, ...]
    since: datetime
    expires: datetime


class ConfirmPairing(Struct, frozen=True, forbid_unknown_fields=True):
    """Pair it, or with no name say that it is not this one."""

    code: Code
    name: Name
    table: Name
    seat: SeatNumber = 1


class RemoveDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a device off the list; it is signed out."""

    name: Name


class DeviceLine(Struct, frozen=True):
    name: str
    kind: str
    table: str
    seat: int
    paired: bool
    """Whether it was paired by a code, so that it can be taken off here."""


class Devices(Struct, frozen=True):
    devices: tuple[DeviceLine, ...]
    tables: tuple[str, ...]
    """Those for which whoever asks may pair a screen."""


class Waiting(Struct):
    """A screen that shows a code."""

    kind: Kind
    dice: tuple[int, ...]
    since: datetime
    secret: str
    paired: PairingState | None = None


class Codes:
    """Every code that stands."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._waiting: dict[str, Waiting] = {}

    def begin(self, kind: Kind) -> PairingCode:
        self._sweep()
        while len(self._waiting) >= MOST:
            del self._waiting[next(iter(self._waiting))]
        code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
        made = Waiting(kind, tuple(secrets.randbelow(6) + 1 for _ in range(3)), self._now(), secrets.token_urlsafe(24))
        self._waiting[code] = made
        return PairingCode(code, made.dice, made.since, made.since + LASTS, made.secret)

    def found(self, code: str) -> Waiting:
        """The screen that shows a code; a TurnedError where none does, or it was used or ended."""
        self._sweep()
        found = self._waiting.get(_plain(code))
        if found is None or found.paired is not None:
            raise TurnedError(turned(Turned.NOT_FOUND, "no-such-pairing-code", code=code[:16]))
        return found

    def state(self, secret: str) -> PairingState:
        """What became of the code of a screen; once paired, it is told once and is gone."""
        self._sweep()
        for code, it in self._waiting.items():
            if secrets.compare_digest(it.secret, secret):
                if it.paired is None:
                    return PairingState("waiting")
                del self._waiting[code]
                return it.paired
        return PairingState("ended")

    def end_all(self) -> None:
        """No code stands any more."""
        self._waiting.clear()

    def _sweep(self) -> None:
        now = self._now()
        self._waiting = {code: it for code, it in self._waiting.items() if now < it.since + LASTS}


def _plain(code: str) -> str:
    return code.upper().replace("-", "").replace(" ", "")


class PairingDesk:
    """The handlers."""

    def __init__(self, it: Endpoints) -> None:
        self.it = it
        self.codes = Codes(it.hub.floor.now)
        self._begun = Rate(10, 20)
        """Codes for one address."""
        self._tried = Rate(10, 6)
        """Codes typed by one person, who guesses one in a thousand million."""

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/pairing/begin", self.begin, methods=["POST"]),
            Route("/pairing/state", self.state, methods=["POST"]),
            Route("/pairing/find", self.find, methods=["POST"]),
            Route("/pairing/confirm", self.confirm, methods=["POST"]),
            Route("/devices", self.devices, methods=["GET"]),
            Route("/devices/remove", self.remove, methods=["POST"]),
        ]

    async def begin(self, request: Request) -> Response:
        said = read(await self.it.body(request), BeginPairing)
        _not_too_often(self._begun.take(address_of(request.scope)))
        return json(self.codes.begin(said.kind))

    async def state(self, request: Request) -> Response:
        return json(self.codes.state(read(await self.it.body(request), AskPairing).secret))

    async def find(self, request: Request) -> Response:
        said, session = read(await self.it.body(request), FindPairing), self._staff(request)
        _not_too_often(self._tried.take(session.name))
        it = self.codes.found(said.code)
        return json(PairingFound(it.kind, it.dice, it.since, it.since + LASTS))

    async def confirm(self, request: Request) -> Response:
        said, session = read(await self.it.body(request), ConfirmPairing), self._staff(request)
        _not_too_often(self._tried.take(session.name))
        it = self.codes.found(said.code)
        running = self.it.hub.floor.tables.get(said.table)
        if running is None:
            raise TurnedError(turned(Turned.NOT_FOUND, "no-table-to-show", table=said.table))
        refused = roles.may_deal(session, running.table)
        if refused is not None:
            raise TurnedError(refusal(refused))
        roster = self.it.sign_in.roster
        if any(one.name == said.name for one in roster.identities.devices) or roster.staff_named(said.name):
            raise TurnedError(turned(Turned.NOT_FOUND, "device-name-taken", name=said.name))
        key = secrets.token_urlsafe(32)
        device = Device(
            name=said.name, kind=it.kind, table=said.table, seat=said.seat,
            key=hashlib.sha256(key.encode()).hexdigest(),
        )  # fmt: skip
        roster.add_device(device)
        it.paired = PairingState("paired", said.name, key, said.table, it.kind)
        self._tells(request, "device-paired", session, said.name)
        return json(self._list(session))

    async def devices(self, request: Request) -> Response:
        return json(self._list(self._staff(request, posted=False)))

    async def remove(self, request: Request) -> Response:
        said, session = read(await self.it.body(request), RemoveDevice), self._staff(request)
        if not self.it.sign_in.roster.forget_device(said.name):
            raise TurnedError(turned(Turned.NOT_FOUND, "device-not-paired", name=said.name))
        self.it.sessions.revoke(said.name, kinds=("terminal", "display"))
        self._tells(request, "device-removed", session, said.name)
        return json(self._list(session))

    def _staff(self, request: Request, *, posted: bool = True) -> Session:
        session = self.it.own(request) if posted else self.it.signed_in(request)
        if session.kind != "staff" or not self._tables(session):
            raise TurnedError(refusal(not_allowed("pairs-no-devices", session=session.name)))
        return session

    def _tables(self, session: Session) -> tuple[str, ...]:
        """Where somebody has a rank, and so may say which screen shows the table."""
        tables = self.it.hub.floor.tables
        return tuple(name for name, it in tables.items() if roles.may_deal(session, it.table) is None)

    def _list(self, session: Session) -> Devices:
        roster = self.it.sign_in.roster
        lines = (
            DeviceLine(it.name, it.kind, it.table, it.seat, roster.is_paired(it.name))
            for it in roster.identities.devices
        )
        return Devices(tuple(lines), self._tables(session))

    def _tells(self, request: Request, what: str, session: Session, device: str) -> None:
        self.it.log.tells(what, who=session.name, address=address_of(request.scope), whom=device)


def _not_too_often(wait: int) -> None:
    if wait:
        raise TurnedError(turned(Turned.TOO_OFTEN, "too-many-tries", wait=wait), {"Retry-After": str(wait)})


RECORDS: Final[tuple[type[Struct], ...]] = (
    BeginPairing, PairingCode, AskPairing, PairingState, FindPairing, PairingFound, ConfirmPairing, RemoveDevice,
    Devices,
)  # fmt: skip
