"""The pages of the consoles, as they were built into the package."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from dicehouse.web.refusals import Turned, answer, turned

STATIC: Final = Path(__file__).parent / "static"

PAGES: Final = {
    "/": "door",
    "/sign-in": "sign-in",
    "/sessions": "sessions",
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
    found.append(Mount("/", app=StaticFiles(directory=STATIC, check_dir=False)))
    return found


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
