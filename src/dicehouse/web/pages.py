"""The pages of the consoles, as they were built into the package."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from dicehouse.web.refusals import Turned, answer, turned

STATIC: Final = Path(__file__).parent / "static"

PAGES: Final = {
    "/": "door",
    "/sign-in": "sign-in",
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
    found: list[BaseRoute] = [Route(path, _serves(name), methods=["GET"]) for path, name in PAGES.items()]
    found.append(Mount("/", app=StaticFiles(directory=STATIC, check_dir=False)))
    return found


def _serves(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:  # noqa: ARG001
        file = STATIC / f"{name}.html"
        if not file.is_file():
            return answer(
                turned(Turned.NOT_FOUND, f"{name}: this console is not built here; install the package again")
            )
        return FileResponse(file, headers={"Cache-Control": "no-cache"})

    return page
