"""Error responses: one shape for every error, and the status that fits it."""

from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from dicehouse.refusal import Refused, Why
from dicehouse.views.parts import Refusal, refusal
from dicehouse.web.frames import RefusedFrame
from dicehouse.words import Figure

REFUSED: Final = "dicehouse.refused"
WHO: Final = "dicehouse.who"
"""Under which a request carries how it was refused and whose it is, for the security log."""


AGAIN: Final = "1"
"""Seconds after which what was unavailable may be asked for again."""


class Turned(StrEnum):
    """Why the web itself turned something away, before any rule was asked."""

    NOT_SIGNED_IN = "not-signed-in"
    WRONG_CREDENTIALS = "wrong-credentials"
    SECOND_FACTOR = "second-factor"
    SIGN_IN_AGAIN = "sign-in-again"
    WEAK_PASSWORD = "weak-password"
    WRONG_TOKEN = "wrong-token"
    WRONG_ORIGIN = "wrong-origin"
    NOT_FOUND = "not-found"
    WRONG_METHOD = "wrong-method"
    TOO_LARGE = "too-large"
    TOO_SLOW = "too-slow"
    TOO_OFTEN = "too-often"
    UNAVAILABLE = "unavailable"


STATUS: Final[dict[str, int]] = {
    Why.MALFORMED: 400,
    Turned.NOT_SIGNED_IN: 401,
    Turned.WRONG_CREDENTIALS: 401,
    Turned.SECOND_FACTOR: 401,
    Turned.SIGN_IN_AGAIN: 401,
    Turned.WEAK_PASSWORD: 400,
    Turned.WRONG_TOKEN: 403,
    Turned.WRONG_ORIGIN: 403,
    Why.NOT_ALLOWED: 403,
    Why.NOT_YOUR_SEAT: 403,
    Why.EXCLUDED: 403,
    Turned.NOT_FOUND: 404,
    Turned.WRONG_METHOD: 405,
    Turned.TOO_SLOW: 408,
    Turned.TOO_LARGE: 413,
    Turned.TOO_OFTEN: 429,
    Turned.UNAVAILABLE: 503,
}
"""Every other refusal is one of the rules: 409."""


def turned(why: Turned | Why, says: str, /, **figures: Figure) -> Refusal:
    """A refusal of the web's own."""
    return replace(refusal(Refused(Why.NOT_ALLOWED, None, says, **figures)), why=why)


def not_allowed(says: str, clause: str = "", /, **figures: Figure) -> Refused:
    return Refused(Why.NOT_ALLOWED, clause or None, says, **figures)


def malformed(what: str, error: Exception) -> Refusal:
    """Something that could not be read, with the place where."""
    return turned(Why.MALFORMED, "body-unreadable", what=what, error=str(error))


def unavailable(whom: str) -> Refusal:
    """Nothing can be written down just now, or nobody knows whether it was; the reason is for the house's own log."""
    return turned(Turned.UNAVAILABLE, "cannot-write-now", whom=whom)


def broken() -> Refusal:
    """Something of ours fell: whoever asked learns that, and nothing of what it was."""
    return turned(Turned.UNAVAILABLE, "something-broke")


class TurnedError(Exception):
    """Ends the handling of a request with a refusal."""

    def __init__(self, refused: Refusal, headers: dict[str, str] | None = None, who: str = "") -> None:
        super().__init__(refused.message)
        self.refused = refused
        self.headers = headers or {}
        self.who = who
        """Who was meant, where the house knows them: for the security log."""


class Refusing(Response):
    """An answer that is a refusal, and says so to whoever passes it on."""

    def __init__(self, refused: Refusal, status: int, headers: dict[str, str] | None) -> None:
        super().__init__(msgspec.json.encode(RefusedFrame(refused)), status, headers, "application/json")
        self.refused = refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[REFUSED] = self.refused
        await super().__call__(scope, receive, send)


def answer(refused: Refusal, headers: dict[str, str] | None = None, status: int = 0) -> Response:
    """A refusal over HTTP; what cannot be done just now says when to come again."""
    status = status or STATUS.get(refused.why, 409)
    return Refusing(refused, status, {**({"Retry-After": AGAIN} if status == 503 else {}), **(headers or {})})


def json(body: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(body), status, headers, "application/json")
