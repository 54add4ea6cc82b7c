"""What every request passes first and last: the host it asks for, the size of what it brings, the headers it gets back,
and a line in the security log where it was turned away or something of ours fell.
"""

import logging
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dicehouse.floor.views.parts import Refusal
from dicehouse.web.refusals import REFUSED, WHO, Turned, TurnedError, answer, turned
from dicehouse.web.security_log import SecurityLog

log = logging.getLogger("dicehouse.web")

BODY: Final = 64 * 1024
"""Bytes that a request may bring."""

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


HSTS: Final = "max-age=31536000; includeSubDomains"


class Guard:
    """Turns away what is not meant for this house, and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], *, secure: bool, log: SecurityLog) -> None:
        self.app = app
        self.hosts = hosts
        self.headers = HEADERS | ({"Strict-Transport-Security": HSTS} if secure else {})
        self.log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        began = False

        async def sends(message: Message) -> None:
            nonlocal began
            began = began or message["type"] != "websocket.accept"
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                if REFUSED in scope:
                    self._writes(scope, scope[REFUSED])
                to = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    to[name] = value
                if scope["path"].startswith("/api/"):
                    to.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = self._wrong_host(headers) or _too_large(headers)
        if refused is not None:
            await self._deny(refused, scope, receive, sends)
            return
        try:
            await self.app(scope, receive, sends)
        except Exception as error:
            if began or scope["type"] != "http":
                self._broke(scope, error)
                raise
            self._broke(scope, error)
            await answer(_broken(), status=500)(scope, receive, sends)

    def _writes(self, scope: Scope, refused: Refusal) -> None:
        if refused.why == Turned.NOT_FOUND and not scope["path"].startswith("/api/"):
            return
        where = f"{scope.get('method', 'WebSocket')} {scope['path']}"
        self.log.refused(refused, who=scope.get(WHO, ""), address=address_of(scope), where=where)

    def _broke(self, scope: Scope, error: Exception) -> None:
        """Something of ours fell: it is written down, and whoever asked learns nothing of it."""
        log.error("%a: %a", scope["path"][:80], error)
        self.log.tells(
            "broken", who=scope.get(WHO, ""), address=address_of(scope), where=scope["path"], error=type(error).__name__
        )

    async def _deny(self, refused: TurnedError, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await answer(refused.refused, refused.headers)(scope, receive, send)
        else:
            self._writes(scope, refused.refused)
            await send({"type": "websocket.close", "code": 1008, "reason": refused.refused.why})

    def _wrong_host(self, headers: Headers) -> TurnedError | None:
        """A name that is not this house's own, by which another site could speak through a browser here."""
        name = host_name(headers.get("host", ""))
        if name in self.hosts:
            return None
        return TurnedError(
            turned(Turned.WRONG_ORIGIN, f"{name[:60]!r} is not this house; use the address it was given")
        )


def _broken() -> Refusal:
    message = "something went wrong in the house and was written down; try again in a moment"
    return turned(Turned.UNAVAILABLE, message)


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return client[0] if client else ""


def host_name(host: str) -> str:
    """The name in "name:port"."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _too_large(headers: Headers) -> TurnedError | None:
    said = headers.get("content-length", "0")
    if said.isdecimal() and int(said) <= BODY:
        return None
    return too_large()


def too_large() -> TurnedError:
    return TurnedError(turned(Turned.TOO_LARGE, f"it brings more than {BODY} bytes; send less"))


def same_origin(headers: Headers, *, needed: bool, secure: bool) -> bool:
    """Whether a request comes from a page of this house; what is no browser says nothing, where that is enough.

    Away from the loopback address its pages come over TLS, and one that did not is somebody else's.
    """
    origin = headers.get("origin")
    if origin is None:
        return not needed and headers.get("sec-fetch-site", "none") in {"same-origin", "none"}
    try:
        said = urlsplit(origin)
        return said.netloc == headers.get("host", "") and said.scheme in ({"https"} if secure else {"http", "https"})
    except ValueError:
        return False
