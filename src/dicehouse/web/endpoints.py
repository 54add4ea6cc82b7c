"""What HTTP answers: who you are, the tables and their felts, signing in and out, and commands."""

import hashlib
from time import monotonic
from typing import Final, NamedTuple, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, Response

from dicehouse.floor.documents import copy_of
from dicehouse.refusal import Refused, Why
from dicehouse.table import Config, Table
from dicehouse.views.layout import layout_view
from dicehouse.views.parts import Refusal, refusal
from dicehouse.views.recent_rounds import RoundView
from dicehouse.views.table_rules import table_rules
from dicehouse.web import roles
from dicehouse.web.frames import (
    Answered,
    DemoIdentity,
    DemoSignIn,
    Me,
    PasskeySignIn,
    PlayAt,
    PlayerSignIn,
    Practice,
    PracticeOrder,
    Rounds,
    Seated,
    StaffSignIn,
    Tables,
    TerminalSignIn,
)
from dicehouse.web.guard import address_of, same_origin
from dicehouse.web.guests import Guests, no_demo
from dicehouse.web.hub import Hub
from dicehouse.web.lobby import play_now, table_line
from dicehouse.web.passkeys import Passkeys
from dicehouse.web.refusals import WHO, Turned, TurnedError, answer, json, malformed, turned
from dicehouse.web.roles import HOUSE
from dicehouse.web.security_log import SecurityLog
from dicehouse.web.sessions import Session, Sessions
from dicehouse.web.sign_in import SignIn
from dicehouse.web.strict_json import once_each
from dicehouse.web.timeouts import body_of

TOKEN: Final = "x-csrf-token"
MACHINE: Final = "dicehouse.machine"
"""Under which a request carries the session of its token, which is looked up once."""

T = TypeVar("T", bound=msgspec.Struct)


class Laid(NamedTuple):
    """A felt as it is sent, and what it was made of."""

    config: Config
    rulebook: str
    tag: str
    body: bytes


def _laid(table: Table) -> Laid:
    body = msgspec.json.encode(layout_view(table))
    return Laid(table.config, table.book.hash, f'"{hashlib.sha256(body).hexdigest()[:32]}"', body)


class Endpoints:
    """The handlers, with what they work on."""

    def __init__(self, hub: Hub, sign_in: SignIn, sessions: Sessions, log: SecurityLog, *, secure: bool) -> None:
        self.hub = hub
        self.sign_in = sign_in
        self.sessions = sessions
        self.log = log
        self.secure = secure
        self.cookie = "__Host-dicehouse" if secure else "dicehouse"
        self.passkeys = Passkeys(sign_in.roster, monotonic)
        self.guests = Guests(hub.floor, sessions.has_player)
        self._layouts: dict[str, Laid] = {}

    # --- who asks

    def session(self, cookies: dict[str, str]) -> Session | None:
        token = cookies.get(self.cookie, "")
        return self.sessions.find(token) if token else None

    def who(self, asking: HTTPConnection) -> Session | None:
        """Whose a request is: a machine's by its token, else a browser's by its cookie."""
        said = shown(asking)
        if said is None:
            return self.session(asking.cookies)
        if MACHINE not in asking.scope:
            asking.scope[MACHINE] = self.sign_in.machine(said, address_of(asking.scope))
        found: Session = asking.scope[MACHINE]
        return found

    def signed_in(self, request: Request) -> Session:
        session = self.who(request)
        if session is None:
            raise TurnedError(turned(Turned.NOT_SIGNED_IN, "not-signed-in"))
        request.scope[WHO] = session.name
        if session.second_factor_due:
            raise second_factor_due(session)
        return session

    async def body(self, request: Request) -> bytes:
        """What a POST brings, from a page of this house and of no more than may be."""
        if not same_origin(request.headers, needed=False, secure=self.secure):
            raise TurnedError(turned(Turned.WRONG_ORIGIN, "comes-from-another-site"))
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise TurnedError(malformed("content-type", ValueError("it is not application/json")))
        return await body_of(request)

    def own(self, request: Request) -> Session:
        """The session of a POST that carries the token of its own page."""
        session = self.signed_in(request)
        if session.kind == "machine":
            return session  # no browser sends its token by itself, so no other site can have it sent
        if not session.has_token(request.headers.get(TOKEN, "")):
            raise wrong_token()
        return session

    # --- signing in and out

    async def sign_in_staff(self, request: Request) -> Response:
        said = read(await self.body(request), StaffSignIn)
        return self.welcome(request, await self.sign_in.staff(said, address_of(request.scope)))

    async def sign_in_player(self, request: Request) -> Response:
        said = read(await self.body(request), PlayerSignIn)
        return self.welcome(request, await self.sign_in.player(said, address_of(request.scope)))

    async def sign_in_terminal(self, request: Request) -> Response:
        said = read(await self.body(request), TerminalSignIn)
        return self.welcome(request, self.sign_in.device(said, address_of(request.scope)))

    async def sign_in_demo(self, request: Request) -> Response:
        return self.welcome(request, self.sign_in.demo(read(await self.body(request), DemoSignIn)))

    async def play(self, request: Request) -> Response:
        """Take someone to a table of the demo, seated and with chips; whoever is no player yet comes as a guest."""
        said = read(await self.body(request), PlayAt)
        if not self.hub.floor.demo:
            raise no_demo()
        session = self.session(request.cookies)
        if session is not None and session.kind == "player":
            session = self.own(request)
            table = await self.guests.seat(session.name, session.card, said.table)
            return json(Seated(self._me(session), table))
        self.sign_in.one_more_guest(address_of(request.scope))
        guest = await self.guests.new()
        table = await self.guests.seat(guest.name, guest.card, said.table)
        came = self.sessions.begin("player", guest.name, card=guest.card, demo=True)
        return self._begun(request, came, json(Seated(self._me(came[1]), table)))

    async def passkey_challenge(self, request: Request) -> Response:
        """What a passkey is to sign, once the password was right."""
        await self.body(request)
        session = self._half_signed_in(request)
        return Response(self.passkeys.challenge(session, origin_of(request)), media_type="application/json")

    async def passkey(self, request: Request) -> Response:
        """The second factor: with it a session begins that is whole."""
        said = read(await self.body(request), PasskeySignIn)
        half = self._half_signed_in(request)
        self.passkeys.check(half, said.credential, origin_of(request))
        self.sign_in.tried_well(half.name)
        return self.welcome(request, self.sessions.begin("staff", half.name, roles=half.roles), factor="passkey")

    def _half_signed_in(self, request: Request) -> Session:
        session = self.session(request.cookies)
        if session is None or not session.second_factor_due or session.passkey_missing:
            raise TurnedError(turned(Turned.NOT_SIGNED_IN, "no-second-factor-due"))
        request.scope[WHO] = session.name
        if not session.has_token(request.headers.get(TOKEN, "")):
            raise wrong_token()
        self.sign_in.one_more_try(session.name)
        return session

    def welcome(self, request: Request, came: tuple[str, Session], factor: str = "") -> Response:
        return self._begun(request, came, json(self._me(came[1])), factor)

    def _begun(self, request: Request, came: tuple[str, Session], response: Response, factor: str = "") -> Response:
        """A new session takes the place of the one before."""
        token, session = came
        session.address = address_of(request.scope)
        self.log.tells(
            "signed-in", who=session.name, address=session.address,
            kind="demo" if session.demo else session.kind,
            factor=factor or ("second-factor-due" if session.second_factor_due else ""),
        )  # fmt: skip
        before = self.session(request.cookies)
        if before is not None:
            self.sessions.end(before)
        response.set_cookie(self.cookie, token, path="/", secure=self.secure, httponly=True, samesite="strict")
        return response

    async def sign_out(self, request: Request) -> Response:
        await self.body(request)
        session = self.session(request.cookies)
        if session is not None:
            if not session.has_token(request.headers.get(TOKEN, "")):
                raise wrong_token()
            self.sessions.end(session)
            self.log.tells("signed-out", who=session.name, address=address_of(request.scope))
        response = json(self._me(None))
        response.delete_cookie(self.cookie, path="/", secure=self.secure, httponly=True, samesite="strict")
        return response

    async def me(self, request: Request) -> Response:
        return json(self._me(self.who(request)))

    def _me(self, session: Session | None) -> Me:
        demo = self.hub.floor.demo
        people = self.sign_in.roster.identities.demo if demo else ()
        return Me(
            signed_in=session is not None,
            name=session.name if session else "",
            role=_role(session) if session else "",
            consoles=roles.consoles(session, self.hub.ranks) if session and not session.second_factor_due else (),
            csrf=session.csrf if session else "",
            demo=demo,
            demo_identities=tuple(
                DemoIdentity(it.who, it.roles[0] if it.roles else "player", it.words) for it in people
            ),
            expires=session.expires().isoformat() if session else "",
            second_factor=bool(session and session.second_factor_due),
            passkey_missing=bool(session and session.passkey_missing),
            by_password=bool(session and session.kind == "staff" and not session.demo),
            time_zone=self.hub.house().time_zone,
        )

    # --- tables

    async def tables(self, request: Request) -> Response:  # noqa: ARG002
        now, tables = self.hub.now(), self.hub.floor.tables.values()
        return json(Tables(tuple(table_line(it, now) for it in tables), play_now(tables, now), now))

    async def layout(self, request: Request) -> Response:
        """The felt, which a browser keeps until the rulebook or the table's configuration changes."""
        name = request.path_params["table"]
        table = self.hub.table(name)
        if table is None:
            raise TurnedError(_no_such(name))
        kept = self._layouts.get(name)
        if kept is None or kept.config != table.config or kept.rulebook != table.book.hash:
            kept = self._layouts[name] = _laid(table)
        headers = {"ETag": kept.tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == kept.tag:
            return Response(status_code=304, headers=headers)
        return Response(kept.body, headers=headers, media_type="application/json")

    async def rules(self, request: Request) -> Response:
        """The rules in force, which anyone may read."""
        name = request.path_params["table"]
        table = self.hub.table(name)
        if table is None:
            raise TurnedError(_no_such(name))
        copy = copy_of(self.hub.floor.plan.documents, table.book.id)
        return json(table_rules(table, copy.ending.removeprefix(".") if copy else ""))

    async def rules_copy(self, request: Request) -> Response:
        """The approved document itself, where the house has laid it beside the rulebook; anyone may have it."""
        name = request.path_params["table"]
        table = self.hub.table(name)
        if table is None:
            raise TurnedError(_no_such(name))
        copy = copy_of(self.hub.floor.plan.documents, table.book.id)
        if copy is None:
            raise TurnedError(turned(Turned.NOT_FOUND, "no-copy-of-rules", name=name))
        called = f"{table.book.id}{copy.ending}"
        return FileResponse(copy.file, media_type=copy.kind, filename=called, content_disposition_type="inline")

    async def rounds(self, request: Request) -> Response:
        """The latest rounds of one's own seat."""
        session, name = self.signed_in(request), request.path_params["table"]
        table, broadcast = self.hub.table(name), self.hub.broadcast(name)
        if table is None or broadcast is None:
            raise TurnedError(_no_such(name))
        seat = table.seat_of(session.name) if session.kind in {"player", "terminal"} else None
        found: tuple[RoundView, ...] = broadcast.recall.rounds(seat.number, seat.person) if seat else ()
        return json(Rounds(found))

    async def practise(self, request: Request) -> Response:
        """Send the practice dealer of a table away, or call it back."""
        said, session = read(await self.body(request), PracticeOrder), self.own(request)
        name = request.path_params["table"]
        running = self.hub.floor.tables.get(name)
        if running is None:
            raise TurnedError(_no_such(name))
        refused = roles.may_deal(session, running.table)
        if refused is None and running.plan.dealer != "practice":
            refused = Refused(Why.NOT_HERE, None, "no-practice-dealer", name=name)
        if refused is not None:
            return answer(refusal(refused))
        return json(Practice(await self.hub.floor.practise(name, said.on)))

    # --- commands

    async def give_table(self, request: Request) -> Response:
        return await self._give(request, request.path_params["table"])

    async def give_house(self, request: Request) -> Response:
        return await self._give(request, HOUSE)

    async def _give(self, request: Request, to: str) -> Response:
        body, session = await self.body(request), self.own(request)
        done = await self.hub.give(session, to, body)
        if isinstance(done, Refusal):
            return answer(done)
        return json(Answered([msgspec.Raw(msgspec.json.encode(it)) for it in done]))


def shown(asking: HTTPConnection) -> str | None:
    """The token that a request shows; what a proxy asks of browsers in the same header is no matter of ours."""
    scheme, _, token = asking.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def read(body: bytes, kind: type[T]) -> T:
    """What was sent, as one of our records."""
    try:
        made = msgspec.json.decode(body, type=kind)
        once_each(body)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise TurnedError(malformed("the body", error)) from None
    return made


def second_factor_due(session: Session) -> TurnedError:
    if session.passkey_missing:
        return TurnedError(turned(Turned.SECOND_FACTOR, "passkey-missing", person=session.name))
    return TurnedError(turned(Turned.SECOND_FACTOR, "second-factor-due"))


def wrong_token() -> TurnedError:
    return TurnedError(turned(Turned.WRONG_TOKEN, "wrong-token"))


def _no_such(table: str) -> Refusal:
    return turned(Turned.NOT_FOUND, "no-table-asked-for", table=table[:60])


def origin_of(request: Request) -> str:
    """The address of this house as the browser knows it; it was compared with the host before."""
    host = request.headers.get("host", "")
    return request.headers.get("origin") or f"{request.url.scheme}://{host}"


def _role(session: Session) -> str:
    return session.roles[0] if session.roles else session.kind
