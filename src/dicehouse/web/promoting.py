"""What anyone may read of tournaments and promotions, and terms read and checked for the desk that files them."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dicehouse.floor.views.parts import refusal
from dicehouse.floor.views.promotion import ProblemLine, TermsChecked, promotion_page, sheet_sections
from dicehouse.floor.views.tournament import LeaderboardView, public_view
from dicehouse.house import terms as written
from dicehouse.house.state import House
from dicehouse.house.tournaments.terms import Terms as TournamentTerms
from dicehouse.table.config import ConfigError
from dicehouse.web import roles
from dicehouse.web.endpoints import Endpoints, read
from dicehouse.web.frames import TermsText
from dicehouse.web.refusals import Turned, TurnedError, answer, json, malformed, turned


class Promoting:
    """The handlers."""

    def __init__(self, endpoints: Endpoints) -> None:
        self.endpoints = endpoints

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/tournaments/{tournament}", self.tournament, methods=["GET"]),
            Route("/promotions/{promotion}", self.promotion, methods=["GET"]),
            Route("/terms", self.terms, methods=["POST"]),
        ]

    @property
    def _house(self) -> House:
        return self.endpoints.hub.house()

    async def tournament(self, request: Request) -> Response:
        """The board of a tournament, once patrons can have its terms."""
        name, now = request.path_params["tournament"], self.endpoints.hub.now()
        it = self._house.tournaments.get(name)
        if it is None or it.available is None:
            raise TurnedError(_no_such(name, "tournament"))
        return json(LeaderboardView(now=now, tournament=public_view(self._house, it, now)))

    async def promotion(self, request: Request) -> Response:
        """A promotion that is public."""
        name, now = request.path_params["promotion"], self.endpoints.hub.now()
        it = self._house.promotions.get(name)
        if it is None or it.published is None:
            raise TurnedError(_no_such(name, "promotion"))
        return json(promotion_page(it, now))

    async def terms(self, request: Request) -> Response:
        """What a text says as terms, and everything that is wrong with them."""
        said, session = read(await self.endpoints.body(request), TermsText), self.endpoints.own(request)
        refused = roles.may_watch(session, "promotions", None)
        if refused is not None:
            return answer(refusal(refused))
        try:
            made = written.read(said.text)
            wrong = written.problems(made, self.endpoints.hub.now())
            sections = sheet_sections(made)
        except ConfigError as error:
            raise TurnedError(malformed("the terms", error)) from None
        plain: dict[str, Any] = msgspec.to_builtins(made)
        return json(
            TermsChecked(
                kind=made.kind,
                id=made.id,
                name=made.name,
                do="file-tournament" if isinstance(made, TournamentTerms) else "file-terms",
                terms=plain,
                problems=tuple(ProblemLine(it.said, it.clause) for it in wrong),
                sections=sections,
            )
        )


def _no_such(name: str, what: str) -> Any:
    return turned(Turned.NOT_FOUND, f"{name[:60]!r}: there is no such {what} here; ask at the promotions desk")
