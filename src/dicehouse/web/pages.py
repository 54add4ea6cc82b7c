"""The pages of the consoles, as they were built into the package."""

import mimetypes
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from dicehouse.web.refusals import Turned, answer, turned

mimetypes.add_type("application/manifest+json", ".webmanifest")
STATIC: Final = Path(__file__).parent / "static"

LEAST: Final = 1_000
"""Bytes from which on compressing is worth it."""
COMPRESSED: Final = (Middleware(GZipMiddleware, minimum_size=LEAST),)
"""For answers that are the same for everyone and hold no secret: felts, rules and odds."""
PAGES: Final = {
    "/": "door",
    "/sign-in": "sign-in",
    "/sessions": "sessions",
    "/pair": "pair",
    "/devices": "devices",
    "/player/{table}": "player",
    "/rules/{table}": "rules",
    "/dealer/{table}": "dealer",
    "/display/{table}": "display",
    "/pit": "pit",
    "/cage": "cage",
    "/inspector": "inspector",
    "/odds/{rulebook}": "odds",
    "/director": "director",
    "/director/{tournament}": "director",
    "/leaderboard/{tournament}": "leaderboard",
    "/entrant/{tournament}": "entrant",
    "/promotions": "promotions",
    "/promotions/{promotion}": "promotion",
}


def routes() -> list[BaseRoute]:
    """A route for each page, and the files that pages load."""
    found: list[BaseRoute] = [Route(path, _serve(name), methods=["GET"]) for path, name in PAGES.items()]
    found.append(Mount("/", app=GZipMiddleware(Files(directory=STATIC, check_dir=False), minimum_size=LEAST)))
    return found


class Files(StaticFiles):
    """What pages load: compressed, and those whose name tells what is in them kept for good."""

    def file_response(self, *args: Any, **more: Any) -> Response:
        response = super().file_response(*args, **more)
        if str(args[0]).startswith(str(STATIC / "assets")):
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def _serve(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def serve(request: Request) -> Response:  # noqa: ARG001
        return _page(name)

    return serve


def nowhere(connection: HTTPConnection) -> Response | None:
    """The page for an address that has none; none where a program asks, or for something of the API."""
    if "text/html" not in connection.headers.get("accept", "") or connection.url.path.startswith("/api/"):
        return None
    return _page("nowhere", 404)


def _page(name: str, status: int = 200) -> Response:
    file = STATIC / f"{name}.html"
    if not file.is_file():
        return answer(turned(Turned.NOT_FOUND, "console-not-built", name=name))
    return FileResponse(file, status, headers={"Cache-Control": "no-cache"})
