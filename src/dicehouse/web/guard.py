"""What every request passes first and last: the host it asks for, the size of what it brings, the headers it gets back,
and a line in the security log where it was turned away or something of ours fell.
"""

import re
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dicehouse.views.parts import Refusal
from dicehouse.web.refusals import REFUSED, WHO, Turned, TurnedError, answer, broken, turned
from dicehouse.web.security_log import SecurityLog

BODY: Final = 64 * 1024
"""Bytes that a request may bring."""

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})

HOST: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
"""A name, or an address of the sixth version in brackets, and a port."""

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
                    self._write(scope, scope[REFUSED])
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
        except ClientDisconnect:
            return  # whoever asked went away before all of it had come; nothing of ours fell, and nobody waits
        except Exception as error:
            self.log.broke(scope["path"], error, who=scope.get(WHO, ""), address=address_of(scope))
            if began or scope["type"] != "http":
                raise
            await answer(broken(), status=500)(scope, receive, sends)

    def _write(self, scope: Scope, refused: Refusal) -> None:
        if refused.why == Turned.NOT_FOUND and not scope["path"].startswith("/api/"):
            return
        where = f"{scope.get('method', 'WebSocket')} {scope['path']}"
        self.log.refused(refused, who=scope.get(WHO, ""), address=address_of(scope), where=where)

    async def _deny(self, refused: TurnedError, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await answer(refused.refused, refused.headers)(scope, receive, send)
        else:
            self._write(scope, refused.refused)
            await send({"type": "websocket.close", "code": 1008, "reason": refused.refused.why})

    def _wrong_host(self, headers: Headers) -> TurnedError | None:
        """A name that is not this house's own, by which another site could speak through a browser here."""
        said = headers.getlist("host")
        name = host_name(said[0]) if len(said) == 1 else ", ".join(said)
        if name in self.hosts:
            return None
        return TurnedError(turned(Turned.WRONG_ORIGIN, "another-house", name=name[:60]))


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return client[0] if client else ""


def host_name(host: str) -> str:
    """The name in "name:port", or nothing where it is anything else."""
    found = HOST.fullmatch(host)
    return (found[1] or found[2]).lower() if found else ""


def _too_large(headers: Headers) -> TurnedError | None:
    said = headers.get("content-length", "0")
    if said.isdecimal() and int(said) <= BODY:
        return None
    return too_large()


def too_large() -> TurnedError:
    return TurnedError(turned(Turned.TOO_LARGE, "body-too-large", body=BODY))


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
