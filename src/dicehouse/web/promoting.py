"""What anyone may read of tournaments and promotions, what an inspector reads of them, and terms that are checked."""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dicehouse.house import terms as written
from dicehouse.house.promotions.state import Promotion
from dicehouse.house.state import House
from dicehouse.house.tournaments.state import Tournament
from dicehouse.refusal import Why
from dicehouse.table.config import ConfigError
from dicehouse.views.acts import Asker
from dicehouse.views.filing import terms_checked
from dicehouse.views.parts import refusal
from dicehouse.views.prizes import prizes_view, promotion_record, tournament_record
from dicehouse.views.promotion_page import promotion_page
from dicehouse.views.tournament import LeaderboardView, public_view
from dicehouse.web import roles
from dicehouse.web.commands import no_such_rulebook
from dicehouse.web.endpoints import Endpoints, read
from dicehouse.web.frames import TermsText
from dicehouse.web.refusals import Turned, TurnedError, answer, json, turned


class Promoting:
    """The handlers."""

    def __init__(self, endpoints: Endpoints) -> None:
        self.endpoints = endpoints

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/tournaments/{tournament}", self.tournament, methods=["GET"]),
            Route("/promotions/{promotion}", self.promotion, methods=["GET"]),
            Route("/terms", self.terms, methods=["POST"]),
            Route("/inspector/prizes", self.prizes, methods=["GET"]),
            Route("/inspector/tournaments/{tournament}", self.tournament_record, methods=["GET"]),
            Route("/inspector/promotions/{promotion}", self.promotion_record, methods=["GET"]),
        ]

    @property
    def _house(self) -> House:
        return self.endpoints.hub.house()

    def _tournament(self, request: Request) -> Tournament:
        name = request.path_params["tournament"]
        it = self._house.tournaments.get(name)
        if it is None:
            raise TurnedError(_no_such(name, "tournament"))
        return it

    def _promotion(self, request: Request) -> Promotion:
        name = request.path_params["promotion"]
        it = self._house.promotions.get(name)
        if it is None:
            raise TurnedError(_no_such(name, "promotion"))
        return it

    # --- what is public

    async def tournament(self, request: Request) -> Response:
        """The board of a tournament, once patrons can have its terms."""
        it, now = self._tournament(request), self.endpoints.hub.now()
        if it.available is None:
            raise TurnedError(_no_such(it.terms.id, "tournament"))
        return json(
            LeaderboardView(now=now, time_zone=self._house.time_zone, tournament=public_view(self._house, it, now))
        )

    async def promotion(self, request: Request) -> Response:
        """A promotion that is public."""
        it, now = self._promotion(request), self.endpoints.hub.now()
        if it.published is None:
            raise TurnedError(_no_such(it.terms.id, "promotion"))
        return json(promotion_page(it, now))

    # --- what an inspector reads

    def _inspect(self, request: Request) -> None:
        refused = roles.may_watch(self.endpoints.signed_in(request), "inspector", None)
        if refused is not None:
            raise TurnedError(refusal(refused))

    async def prizes(self, request: Request) -> Response:
        """Every tournament and promotion, and what is due in them."""
        self._inspect(request)
        return json(prizes_view(self._house, self.endpoints.hub.now()))

    async def tournament_record(self, request: Request) -> Response:
        self._inspect(request)
        return json(tournament_record(self._house, self._tournament(request), self.endpoints.hub.now()))

    async def promotion_record(self, request: Request) -> Response:
        self._inspect(request)
        return json(promotion_record(self._house, self._promotion(request), self.endpoints.hub.now()))

    # --- the desk that files terms

    async def terms(self, request: Request) -> Response:
        """What a text says as terms, everything that is wrong with them, and what may be done with them."""
        said, session = read(await self.endpoints.body(request), TermsText), self.endpoints.own(request)
        refused = roles.may_watch(session, "promotions", None)
        if refused is not None:
            return answer(refusal(refused))
        asker = Asker(session.name, roles.role_at(session, None), self.endpoints.hub.now())
        try:
            made = await asyncio.to_thread(written.read, said.text)
            known = self.endpoints.hub.rulebooks()
            if made.rulebook not in known:
                raise ConfigError(no_such_rulebook(made.rulebook, known))
            return json(terms_checked(self._house, asker, made))
        except ConfigError as error:
            raise TurnedError(turned(Why.MALFORMED, "terms-unreadable", error=str(error))) from None


def _no_such(name: str, what: str) -> Any:
    return turned(Turned.NOT_FOUND, "not-in-promotions", name=name[:60], what=what)
