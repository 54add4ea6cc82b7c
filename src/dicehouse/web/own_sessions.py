"""A person's own sessions: they see where they are signed in, and end sessions that they do not recognise.

Whoever ends a session proves first who they are, by the password or the PIN. A manager also sees who of the staff is
signed in, and ends their sessions at `/api/sign-out-everywhere`.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dicehouse.refusal import Refused
from dicehouse.views.parts import refusal
from dicehouse.web import roles
from dicehouse.web.endpoints import Endpoints, read
from dicehouse.web.guard import address_of
from dicehouse.web.refusals import Turned, TurnedError, json, not_allowed, turned
from dicehouse.web.sessions import Session


class SessionLine(Struct, frozen=True):
    """One session."""

    id: str
    here: bool
    """Whether it is the one that asks."""
    since: str
    seen: str
    """When something was last done in it."""
    expires: str
    address: str
    """Where it was begun."""


class StaffSignedIn(Struct, frozen=True):
    """Someone of the staff, or a device, who is signed in."""

    name: str
    sessions: int
    seen: str


class OwnSessions(Struct, frozen=True):
    """Where someone is signed in, the latest first."""

    sessions: tuple[SessionLine, ...]
    asks: Literal["password", "pin", ""]
    """What is asked for before a session is ended; nothing of the demo's people, who sign in by a click."""
    staff: tuple[StaffSignedIn, ...] | None
    """Everyone else who works here and is signed in; null for whoever is no manager."""


class EndSessions(Struct, frozen=True, forbid_unknown_fields=True):
    """End one session of one's own, or all but the one that asks."""

    id: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    secret: Annotated[str, Meta(max_length=256)] = ""
    """The password or the PIN."""


class SessionDesk:
    """The handlers."""

    def __init__(self, it: Endpoints) -> None:
        self.it = it

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/sessions", self.sessions, methods=["GET"]),
            Route("/sessions/end", self.end, methods=["POST"]),
        ]

    async def sessions(self, request: Request) -> Response:
        session = self.it.signed_in(request)
        _allowed(roles.may_see_own_sessions(session))
        return json(self._list(session))

    async def end(self, request: Request) -> Response:
        """End sessions of one's own, once the secret was right."""
        said, session = read(await self.it.body(request), EndSessions), self.it.own(request)
        _allowed(roles.may_see_own_sessions(session))
        gone = [it for it in self.it.sessions.of(session) if it is not session and said.id in {None, it.id}]
        if said.id == session.id:
            _allowed(not_allowed("session-is-own"))
        if said.id is not None and not gone:
            raise TurnedError(turned(Turned.NOT_FOUND, "session-ended-already"))
        await self.it.sign_in.again(session, said.secret, address_of(request.scope))
        for it in gone:
            self.it.sessions.end(it)
        self.it.log.tells(
            "sessions-ended", who=session.name, address=address_of(request.scope), ended=str(len(gone))
        )  # fmt: skip
        return json(self._list(session))

    def _list(self, session: Session) -> OwnSessions:
        manages = roles.may_sign_others_out(session) is None
        return OwnSessions(
            sessions=tuple(
                SessionLine(
                    it.id,
                    it is session,
                    it.since.isoformat(),
                    it.seen.isoformat(),
                    it.expires().isoformat(),
                    it.address,
                )
                for it in self.it.sessions.of(session)
            ),
            asks="" if session.demo else "password" if session.kind == "staff" else "pin",
            staff=self._staff(session) if manages else None,
        )

    def _staff(self, session: Session) -> tuple[StaffSignedIn, ...]:
        found: dict[str, list[Session]] = {}
        for it in self.it.sessions.working():
            if it.name != session.name:
                found.setdefault(it.name, []).append(it)
        return tuple(
            StaffSignedIn(name, len(those), max(it.seen for it in those).isoformat())
            for name, those in sorted(found.items())
        )


def _allowed(refused: Refused | None) -> None:
    if refused is not None:
        raise TurnedError(refusal(refused))
