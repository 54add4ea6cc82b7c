"""How staff change what they sign in with, and how a manager signs someone out: passkeys, passwords, every session.

Whoever changes how they sign in has signed in just now; it ends every other session of theirs.
"""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from dicehouse.views.parts import refusal
from dicehouse.web import roles
from dicehouse.web.endpoints import Endpoints, origin_of, read, wrong_token
from dicehouse.web.frames import NewPassword, PasskeyRegistration, SignedOut, SignOutEverywhere
from dicehouse.web.guard import address_of
from dicehouse.web.refusals import WHO, Turned, TurnedError, json, not_allowed, turned
from dicehouse.web.security_log import SecurityLog
from dicehouse.web.sessions import Session

MOST: Final = 10
"""Passkeys of one person."""


class Keys:
    """The handlers."""

    def __init__(self, it: Endpoints, log: SecurityLog) -> None:
        self.it = it
        self.roster = it.sign_in.roster
        self.log = log

    async def passkey_options(self, request: Request) -> Response:
        """What a browser needs to make a passkey for this house."""
        await self.it.body(request)
        session = self._just_signed_in(request, passkey=True)
        body = self.it.passkeys.registration(session, origin_of(request))
        return Response(body, media_type="application/json")

    async def register_passkey(self, request: Request) -> Response:
        """Keep a new passkey. From here on it is asked for after the password."""
        said = read(await self.it.body(request), PasskeyRegistration)
        session = self._just_signed_in(request, passkey=True)
        self.roster.add_passkey(session.name, self.it.passkeys.made(session, said.credential, origin_of(request)))
        return self._changed(request, session, "passkey-registered")

    async def change_password(self, request: Request) -> Response:
        said = read(await self.it.body(request), NewPassword)
        session = self._just_signed_in(request, passkey=False)
        await self.it.sign_in.new_password(session, said.current, said.new, address_of(request.scope))
        return self._changed(request, session, "password-changed")

    async def sign_out_everywhere(self, request: Request) -> Response:
        """A manager ends every session of someone, and has lost passkeys forgotten."""
        said = read(await self.it.body(request), SignOutEverywhere)
        session = self.it.own(request)
        refused = roles.may_sign_others_out(session)
        if refused is not None:
            raise TurnedError(refusal(refused))
        forgotten = self.roster.forget_passkeys(said.name) if said.forget_passkeys else 0
        ended = self.it.sessions.revoke(said.name)
        self.log.tells(
            "signed-out-everywhere", who=session.name, address=address_of(request.scope), whom=said.name,
            ended=str(ended), forgotten=str(forgotten),
        )  # fmt: skip
        return json(SignedOut(ended, forgotten))

    def _just_signed_in(self, request: Request, *, passkey: bool) -> Session:
        """The session of staff who may change how they sign in; a passkey may be what is lacking to be let in."""
        session = self.it.session(request.cookies)
        if session is None or not (passkey and session.passkey_missing):
            session = self.it.signed_in(request)
        request.scope[WHO] = session.name
        if not session.has_token(request.headers.get("x-csrf-token", "")):
            raise wrong_token()
        staff = self.roster.staff_named(session.name) if session.kind == "staff" and not session.demo else None
        if staff is None:
            refused = not_allowed("signs-in-otherwise", session=session.name)
            raise TurnedError(refusal(refused))
        if passkey and len(staff.passkeys) >= MOST:
            refused = not_allowed("too-many-passkeys", session=session.name, most=MOST)
            raise TurnedError(refusal(refused))
        if not self.it.sessions.is_fresh(session):
            raise TurnedError(turned(Turned.SIGN_IN_AGAIN, "signed-in-long-ago"))
        return session

    def _changed(self, request: Request, session: Session, what: str) -> Response:
        """Every other session of this person ends, and a new one begins."""
        self.log.tells(what, who=session.name, address=address_of(request.scope))
        self.it.sessions.revoke(session.name, kinds=[session.kind])
        return self.it.welcome(request, self.it.sessions.begin("staff", session.name, roles=session.roles))
