"""The odds laboratory over HTTP: open to anyone, or by the policy of the house to its staff alone; worked out in
threads beside the house, and kept once worked out.

What is asked for is named by a rulebook and readings on trial, and the answer depends on nothing else; so it is kept
by the rulebook's hash and its name.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from dicehouse.diagram import diagram
from dicehouse.floor.floor import Floor
from dicehouse.refusal import Why
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.views.odds import odds_books, odds_view, readings_view, stakes_view
from dicehouse.views.session_odds import Evening, session_view
from dicehouse.web.pages import COMPRESSED
from dicehouse.web.rate_limit import Rate
from dicehouse.web.refusals import Turned, TurnedError, turned
from dicehouse.web.sessions import Session

Handler = Callable[[Request], Awaitable[Response]]
KEPT: Final = 400
"""Answers that are kept."""
MOST_TRIALS: Final = 60
MOST_ROUNDS: Final = 5_000
MOST_STAKE: Final = 100_000_00
MOST_CHIP: Final = 1_000_00
MOST_BANKROLL: Final = 1_000_000_00
RUIN_ROUNDS: Final = 1_000
"""Rounds up to which ruin is followed while someone waits."""


class Laboratory:
    """The handlers, and what was worked out."""

    def __init__(self, floor: Floor, session_of: Callable[[dict[str, str]], Session | None]) -> None:
        """`session_of` finds the session of someone who asks, by their cookies."""
        self._floor = floor
        self._session_of = session_of
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._works = ThreadPoolExecutor(2, "laboratory")
        self._rate = Rate(60, 0.5)
        """New work for one address; what is kept costs nothing."""

    def routes(self) -> list[BaseRoute]:
        handlers = {
            "/odds": self.books,
            "/odds/{rulebook}": self.odds,
            "/odds/{rulebook}/readings": self.readings,
            "/odds/{rulebook}/stakes": self.stakes,
            "/odds/{rulebook}/session": self.session,
            "/odds/{rulebook}/diagrams/{wager}": self.diagram,
        }
        return [
            Route(path, self._if_open(handler), methods=["GET"], middleware=COMPRESSED)
            for path, handler in handlers.items()
        ]

    def _if_open(self, handler: Handler) -> Handler:
        """The same, for whom the house lets into its laboratory."""

        @wraps(handler)
        async def answers(request: Request) -> Response:
            if self._floor.house.house.policy.laboratory == "staff":
                session = self._session_of(request.cookies)
                if session is None or session.kind != "staff":
                    raise TurnedError(turned(Why.NOT_ALLOWED, "laboratory-closed"))
            return await handler(request)

        return answers

    def close(self) -> None:
        self._works.shutdown(cancel_futures=True)

    # --- what is asked

    async def books(self, request: Request) -> Response:
        """The rulebooks there are: the built-in ones, and those that tables of this house go by."""
        own = {it.book.id: it.book for it in self._floor.tables.values()}
        key = ("books", *(it.hash for it in own.values()))
        return _json(await self._made(request, key, _encoded(odds_books, tuple(own.values()))))

    async def odds(self, request: Request) -> Response:
        """Every wager with its exact return, by the readings on trial."""
        name, trial = self._book(request), _trial(request)
        return _json(await self._made(request, ("odds", name, *trial.items()), _encoded(odds_view, name, trial)))

    async def readings(self, request: Request) -> Response:
        """Every open point as a switch, with what each option is worth."""
        name = self._book(request)
        return _json(await self._made(request, ("readings", name), _encoded(readings_view, name)))

    async def stakes(self, request: Request) -> Response:
        """The stakes that rounding to chips lifts to 100% or more."""
        name, trial, chip = self._book(request), _trial(request), _cents(request, "chip", 100, MOST_CHIP)
        return _json(
            await self._made(request, ("stakes", name, chip, *trial.items()), _encoded(stakes_view, name, trial, chip))
        )

    async def session(self, request: Request) -> Response:
        """So many wagers one after the other, worked out exactly."""
        name, trial = self._book(request), _trial(request)
        bankroll = _cents(request, "bankroll", 0, MOST_BANKROLL, least=0)
        asked = Evening(
            wager=request.query_params.get("wager", "")[:64],
            stake=_cents(request, "stake", 1_000, MOST_STAKE),
            rounds=_cents(request, "rounds", 100, RUIN_ROUNDS if bankroll else MOST_ROUNDS),
            chip=_cents(request, "chip", 100, MOST_CHIP),
            bankroll=bankroll,
        )
        key = ("session", name, *asked, *trial.items())
        return _json(await self._made(request, key, _encoded(session_view, name, trial, asked)))

    async def diagram(self, request: Request) -> Response:
        """A wager's automaton as a drawing."""
        name, trial, wager = self._book(request), _trial(request), request.path_params["wager"].removesuffix(".svg")

        def draws() -> bytes:
            found = load(name, dict(trial)).wagers.get(wager)
            if found is None:
                raise ValueError(f"{name} has no wager {wager[:60]!r}")
            return diagram(found).encode()

        body = await self._made(request, ("diagram", name, wager, *trial.items()), draws)
        return Response(body, media_type="image/svg+xml")

    # --- how it is answered

    def _book(self, request: Request) -> str:
        """What to load for the rulebook that is named: a built-in one, or one that a table of this house goes by."""
        said = request.path_params["rulebook"]
        own = {it.book.id: it.plan.rulebook for it in self._floor.tables.values()}
        name = said if said in BUILT_IN else own.get(said)
        if name is None:
            raise TurnedError(turned(Turned.NOT_FOUND, "no-such-rulebook", rulebook=said[:60]))
        return name

    async def _made(self, request: Request, key: tuple[object, ...], work: Callable[[], bytes]) -> bytes:
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        wait = self._rate.take(request.client.host if request.client else "")
        if wait:
            raise TurnedError(turned(Turned.TOO_OFTEN, "too-much-at-once", wait=wait), {"Retry-After": str(wait)})
        try:
            made = await asyncio.get_running_loop().run_in_executor(self._works, work)
        except ValueError as error:  # a rulebook, reading or wager that is not known, or a session that is too large
            raise TurnedError(turned(Why.MALFORMED, "ask-for-another", text=str(error))) from None
        self._kept[key] = made
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return made


def _encoded(make: Callable[..., object], *arguments: object) -> Callable[[], bytes]:
    return lambda: msgspec.json.encode(make(*arguments))


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json")


def _trial(request: Request) -> Mapping[str, str]:
    """Readings that are not to be as they are shipped: ?reading=even_totals=printed, as often as needed."""
    said = request.query_params.getlist("reading")
    if len(said) > MOST_TRIALS or any("=" not in it or len(it) > 120 for it in said):
        raise TurnedError(turned(Why.MALFORMED, "reading-unreadable"))
    return dict(sorted(it.split("=", 1) for it in said))


def _cents(request: Request, key: str, default: int, most: int, *, least: int = 1) -> int:
    said = request.query_params.get(key, "")
    if not said:
        return default
    if not (said.isascii() and said.isdecimal() and len(said) <= 12 and least <= int(said) <= most):
        raise TurnedError(turned(Why.MALFORMED, "not-a-whole-number", key=key, least=least, most=most))
    return int(said)
