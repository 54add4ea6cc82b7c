"""The application: every address of the house, behind the guard."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from dicehouse.floor.floor import Floor
from dicehouse.journal.store import UnavailableError
from dicehouse.table.config import ConfigError
from dicehouse.web import pages
from dicehouse.web.endpoints import Endpoints, second_factor_due, shown
from dicehouse.web.excluded_sign_out import ExcludedSignOut
from dicehouse.web.feed import Feeds
from dicehouse.web.guard import LOOPBACK, Guard, same_origin
from dicehouse.web.hub import Hub
from dicehouse.web.identities import Identities
from dicehouse.web.inspection import Inspection
from dicehouse.web.keys import Keys
from dicehouse.web.laboratory import Laboratory
from dicehouse.web.openapi import openapi
from dicehouse.web.own_sessions import SessionDesk
from dicehouse.web.pairing import PairingDesk
from dicehouse.web.promoting import Promoting
from dicehouse.web.refusals import WHO, Turned, TurnedError, answer, turned, unavailable
from dicehouse.web.relay import RelayEnd
from dicehouse.web.roster import Roster
from dicehouse.web.security_log import CALM, SecurityLog
from dicehouse.web.sessions import Sessions
from dicehouse.web.sign_in import SignIn
from dicehouse.web.socket import FRAME, Socket
from dicehouse.web.tail import Tail
from dicehouse.web.text_frames import TextFrames
from dicehouse.web.timeouts import Patient
from dicehouse.web.watching import Watched
from dicehouse.web.webhooks import Webhooks

log = logging.getLogger("dicehouse.web")

BACKLOG: Final = 2_048
CONNECTIONS: Final = 10_000
"""Open at a time; whoever comes then is told to come again."""
CONSOLES: Final = 50
"""Open under one session."""
LOOKED_AFTER: Final = 30
"""Seconds between two looks at which sessions still stand."""


def application(
    floor: Floor,
    identities: Identities | Roster | None = None,
    *,
    host: str = "127.0.0.1",
    names: tuple[str, ...] = (),
    log: SecurityLog | None = None,
) -> Starlette:
    """The web of a floor that has started.

    `host` is the address it is served on, `names` are those that it goes by elsewhere. Away from the loopback address
    cookies are sent over TLS alone, and there is no demo. What it turns away is written to `log`.
    """
    local = host in LOOPBACK
    secure = not local or floor.address.startswith("https://")
    if floor.demo and not local:
        raise ConfigError(f"host: the demo is served on the loopback address alone, not on {host}; use 127.0.0.1")
    if identities is None:
        from dicehouse.web import demo

        identities = demo.identities() if floor.demo else Identities()
    roster = identities if isinstance(identities, Roster) else Roster(identities)
    log = log or SecurityLog()
    if not local and roster.breached is None:
        log.tells("no-list-of-breached-passwords")
    sessions = Sessions(floor.now)
    hub = Hub(floor, sessions)
    sign_in, excluded_sign_out = SignIn(floor, roster, sessions), ExcludedSignOut(floor, sessions, log)
    endpoints = Endpoints(hub, sign_in, sessions, log, secure=secure)
    inspection, laboratory = Inspection(endpoints, hub.proof), Laboratory(floor, endpoints.session)
    promoting, desk, pairing = Promoting(endpoints), SessionDesk(endpoints), PairingDesk(endpoints)

    tail = Tail(floor)
    feeds, webhooks = Feeds(endpoints, tail), Webhooks(floor, tail)

    async def live(ws: WebSocket) -> None:
        refused = _not_a_console(ws, endpoints)
        session = endpoints.who(ws) if refused is None else None
        if refused is not None or session is None:
            refused = refused or _nobody()
            await ws.send_denial_response(answer(refused.refused, refused.headers))
            return
        await Socket(ws, hub, sessions, session, log).run()

    api = _api(endpoints, Keys(endpoints, log), live)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:  # noqa: ARG001
        hub.start()
        await tail.start()
        webhooks.start()
        floor.house.listeners.append(excluded_sign_out.listen)
        sweeping = asyncio.create_task(_sweep(sessions, roster, excluded_sign_out, log), name="sessions that run out")
        yield
        sweeping.cancel()
        floor.house.listeners.remove(excluded_sign_out.listen)
        await webhooks.stop()
        await tail.stop()
        inspection.close()
        laboratory.close()
        await hub.stop()
        sign_in.close()
        log.close()

    app = Starlette(
        routes=[
            Mount(
                "/api",
                routes=[
                    *api,
                    *inspection.routes(),
                    *laboratory.routes(),
                    *promoting.routes(),
                    *desk.routes(),
                    *pairing.routes(),
                    *feeds.routes(),
                ],
            ),
            *([RelayEnd(floor, floor.relay).route()] if floor.relay else ()),
            *Watched(hub, sessions, webhooks).routes(),
            *pages.routes(),
        ],
        middleware=[
            Middleware(Guard, hosts=(LOOPBACK if local else frozenset()) | {host, *names}, secure=secure, log=log)
        ],
        exception_handlers={TurnedError: _turned, HTTPException: _http, UnavailableError: _unavailable},
        lifespan=lifespan,
    )
    app.state.hub, app.state.sessions, app.state.sign_in, app.state.endpoints = hub, sessions, sign_in, endpoints
    app.state.roster, app.state.pairing, app.state.feeds = roster, pairing, feeds
    return app


async def _sweep(sessions: Sessions, roster: Roster, excluded_sign_out: ExcludedSignOut, log: SecurityLog) -> None:
    """Sessions end by the clock, and the consoles that are open under them close."""
    while True:
        await asyncio.sleep(LOOKED_AFTER)
        sessions.sweep()
        excluded_sign_out.look()
        end_of_the_gone(sessions, roster, log)


def end_of_the_gone(sessions: Sessions, roster: Roster, log: SecurityLog) -> None:
    """Whoever was taken out of the house's files, or signs in otherwise by now, is signed out."""
    try:
        gone = roster.look()
    except ConfigError as error:
        log.tells("roster-unreadable", message=str(error))
        return
    for name in sorted(gone):
        ended = sessions.revoke(name, kinds=("staff", "terminal", "display", "tumbler", "machine"))
        log.tells("roster-changed", whom=name, ended=str(ended))


def _api(it: Endpoints, keys: Keys, live: Callable[[WebSocket], Awaitable[None]]) -> list[BaseRoute]:
    """What lies under /api."""
    return [
        WebSocketRoute("/live", live),
        Route("/me", it.me, methods=["GET"]),
        Route("/sign-in/staff", it.sign_in_staff, methods=["POST"]),
        Route("/sign-in/passkey-challenge", it.passkey_challenge, methods=["POST"]),
        Route("/sign-in/passkey", it.passkey, methods=["POST"]),
        Route("/sign-in/player", it.sign_in_player, methods=["POST"]),
        Route("/sign-in/terminal", it.sign_in_terminal, methods=["POST"]),
        Route("/sign-in/demo", it.sign_in_demo, methods=["POST"]),
        Route("/play", it.play, methods=["POST"]),
        Route("/sign-out", it.sign_out, methods=["POST"]),
        Route("/passkeys/options", keys.passkey_options, methods=["POST"]),
        Route("/passkeys", keys.register_passkey, methods=["POST"]),
        Route("/password", keys.change_password, methods=["POST"]),
        Route("/sign-out-everywhere", keys.sign_out_everywhere, methods=["POST"]),
        Route("/tables", it.hub.durable(it.tables), methods=["GET"]),
        Route("/tables/{table}/layout", it.layout, methods=["GET"], middleware=pages.COMPRESSED),
        Route("/tables/{table}/rules", it.hub.durable(it.rules), methods=["GET"], middleware=pages.COMPRESSED),
        Route("/tables/{table}/rules/copy", it.rules_copy, methods=["GET"]),
        Route("/tables/{table}/rounds", it.hub.durable(it.rounds), methods=["GET"]),
        Route("/tables/{table}/practice", it.practise, methods=["POST"]),
        Route("/tables/{table}/commands", it.give_table, methods=["POST"]),
        Route("/house/commands", it.give_house, methods=["POST"]),
        Route("/openapi.json", _document, methods=["GET"]),
    ]


async def _document(request: Request) -> Response:  # noqa: ARG001
    return Response(openapi(), media_type="application/json")


def _not_a_console(ws: WebSocket, endpoints: Endpoints) -> TurnedError | None:
    """A browser sends cookies with a WebSocket from any site; only its Origin tells which. A machine with a token is no
    browser and needs none."""
    if not same_origin(ws.headers, needed=shown(ws) is None, secure=endpoints.secure):
        return TurnedError(turned(Turned.WRONG_ORIGIN, "comes-from-another-site"))
    try:
        session = endpoints.who(ws)
    except TurnedError as error:
        ws.scope[WHO] = error.who
        return error
    if session is None:
        return _nobody()
    ws.scope[WHO] = session.name
    if session.second_factor_due:
        return second_factor_due(session)
    if len(session.on_end) >= CONSOLES:
        return TurnedError(turned(Turned.TOO_OFTEN, "too-many-consoles", consoles=CONSOLES))
    return None


def _nobody() -> TurnedError:
    return TurnedError(turned(Turned.NOT_SIGNED_IN, "not-signed-in"))


async def _turned(connection: HTTPConnection, error: Exception) -> Response:
    if not isinstance(error, TurnedError):
        raise error
    if error.who:
        connection.scope[WHO] = error.who
    return answer(error.refused, error.headers)


async def _unavailable(connection: HTTPConnection, error: Exception) -> Response:
    """The journal, or a file of the house, cannot be written just now; why is for the house alone."""
    log.warning("%a: %a", connection.url.path[:80], str(error))
    return answer(unavailable("the house"))


async def _http(connection: HTTPConnection, error: Exception) -> Response:
    """What the router turns away."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    path = connection.url.path[:80]
    if status == 405:
        return answer(turned(Turned.WRONG_METHOD, "wrong-method", path=path), headers)
    if (page := pages.nowhere(connection)) is not None:
        return page
    return answer(turned(Turned.NOT_FOUND, "nothing-there", path=path), headers)


def server(app: Starlette, host: str = "127.0.0.1", port: int = 8080) -> uvicorn.Server:
    """A server for the application; the caller runs it.

    What a proxy says of who asks counts only where the house goes by an https:// address, so that there is a proxy,
    and only from this machine.
    """
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=Patient,
        proxy_headers=app.state.endpoints.secure,
        forwarded_allow_ips="127.0.0.1,::1",
        limit_concurrency=CONNECTIONS,
        ws=TextFrames,
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        server_header=False,
        backlog=BACKLOG,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=5,
    )
    logging.getLogger("uvicorn.error").addFilter(CALM)  # once for all: the same filter is not added twice
    return uvicorn.Server(config)
