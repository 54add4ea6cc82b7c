"""What an inspector reads over HTTP: entries, rounds told again, reports, rules and clauses, and the journal itself.

All of it is reading, done in one thread beside the house, so that no table waits for it. To have the journal verified
is an order, and changes nothing either.
"""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial
from typing import Final, TypeVar
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from dicehouse import __version__
from dicehouse.floor import rounds
from dicehouse.floor.running import Running
from dicehouse.journal.program import program_hash
from dicehouse.journal.store import BrokenError, Store
from dicehouse.leading.kept_rulebooks import with_hash
from dicehouse.odds.value import values
from dicehouse.refusal import Why
from dicehouse.reports.catalogue import Made, make
from dicehouse.reports.report import Asked, AskedError, Note
from dicehouse.reports.sources import JournalError, Kept
from dicehouse.rulebooks import Rulebook
from dicehouse.views.chronicle import Place, Wanted, entry_lines, entry_view
from dicehouse.views.parts import refusal
from dicehouse.views.reported import ReportList, report_list, report_view
from dicehouse.views.round_replay import told_view
from dicehouse.views.rules import Ruled, Rules, clause_matrix, rules_in_force
from dicehouse.views.searching import Search
from dicehouse.web import roles
from dicehouse.web.endpoints import Endpoints
from dicehouse.web.proof import Proof
from dicehouse.web.refusals import Turned, TurnedError, json, turned

MOST: Final = 200
"""Entries on a page."""
LARGEST: Final = 2**53 - 1
TYPES: Final = {"csv": "text/csv; charset=utf-8", "json": "application/json", "pdf": "application/pdf"}
SEARCHED: Final = ("person", "wager", "amount", "clause")
"""What entries are searched by."""
LONGEST: Final = 80
"""Letters of what is searched."""
KINDS: Final = frozenset({"", "round", "correction", "refusal", "notice", "house"})

T = TypeVar("T")


class Inspection:
    """The handlers of the inspector's desk, with what they work on."""

    def __init__(self, endpoints: Endpoints, proof: Proof) -> None:
        self._endpoints = endpoints
        self._floor = endpoints.hub.floor
        self._proof = proof
        self._reader = ThreadPoolExecutor(1, "inspection")
        self._over: dict[str, tuple[str, ...]] = {}

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/inspector/entries", self.entries, methods=["GET"]),
            Route("/inspector/entries/{seq:int}", self.entry, methods=["GET"]),
            Route("/inspector/rounds/{table}", self.latest_round, methods=["GET"]),
            Route("/inspector/rounds/{table}/{round:int}", self.round, methods=["GET"]),
            Route("/inspector/proof", self.verify, methods=["POST"]),
            Route("/inspector/reports", self.reports, methods=["GET"]),
            Route("/inspector/reports/{name}", self.report, methods=["GET"]),
            Route("/inspector/rules", self.rules, methods=["GET"]),
            Route("/inspector/clauses/{document}", self.clauses, methods=["GET"]),
            Route("/inspector/export", self.export, methods=["GET"]),
        ]

    def close(self) -> None:
        self._reader.shutdown(cancel_futures=True)

    # --- who asks, and where it is read

    def _may(self, request: Request) -> None:
        refused = roles.may_watch(self._endpoints.signed_in(request), "inspector", None)
        if refused is not None:
            raise TurnedError(refusal(refused))

    async def _read(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, work)
        except AskedError as error:
            raise TurnedError(turned(Why.MALFORMED, "question-unreadable", error=str(error))) from None
        except (JournalError, BrokenError) as error:
            raise TurnedError(turned(Turned.UNAVAILABLE, "journal-in-doubt", error=str(error))) from None

    @property
    def _store(self) -> Store:
        return self._floor.house.leader.store

    def _place(self) -> Place:
        return Place(ZoneInfo(self._floor.house.house.time_zone), self._book_of)

    def _book_of(self, stream: str) -> Rulebook | None:
        running = self._floor.tables.get(stream)
        return running.book if running else None

    def _running(self, request: Request) -> Running:
        name = request.path_params["table"]
        found = self._floor.tables.get(name)
        if found is None:
            raise TurnedError(turned(Turned.NOT_FOUND, "no-table-so-named", name=name[:60]))
        return found

    # --- the journal

    async def entries(self, request: Request) -> Response:
        """A page of the journal, newest first."""
        self._may(request)
        kind = request.query_params.get("kind", "")
        if kind not in KINDS:
            raise _not_said("kind", f"one of {', '.join(sorted(KINDS - {''}))}")
        wanted = Wanted(
            before=_whole(request, "before", 0, LARGEST),
            after=_whole(request, "after", 0, LARGEST),
            table=request.query_params.get("table"),
            kind=kind,
            search=_search(request),
            most=_whole(request, "most", 50, MOST) or 1,
        )
        return json(await self._read(partial(entry_lines, self._store, wanted, self._place())))

    async def entry(self, request: Request) -> Response:
        """One entry, whole."""
        self._may(request)
        seq = request.path_params["seq"]
        found = await self._read(partial(entry_view, self._store, seq, self._place())) if seq <= LARGEST else None
        if found is None:
            raise TurnedError(turned(Turned.NOT_FOUND, "no-such-entry", seq=seq))
        return json(found)

    async def latest_round(self, request: Request) -> Response:
        """The latest round of a table, or the one to which an entry of its stream belongs."""
        self._may(request)
        running, no = self._running(request), _whole(request, "entry", LARGEST, LARGEST)
        return await self._told(running, lambda store, stream: rounds.round_at(store, stream, no))

    async def round(self, request: Request) -> Response:
        """A round, by its number."""
        self._may(request)
        running, number = self._running(request), min(request.path_params["round"], LARGEST)
        return await self._told(running, lambda store, stream: rounds.round_numbered(store, stream, number))

    async def _told(self, running: Running, find: Callable[[Store, str], rounds.RoundRecord | None]) -> Response:
        name, zone = running.plan.name, self._place().zone

        def tells() -> bytes | None:
            found = find(self._store, running.leader.stream)
            if found is None:
                return None
            book = self._book_of_round(found, running)
            return msgspec.json.encode(told_view(found, book, name, running.config.chip, zone))

        body = await self._read(tells)
        if body is None:
            raise TurnedError(turned(Turned.NOT_FOUND, "round-not-played", name=name))
        return Response(body, media_type="application/json")

    def _book_of_round(self, found: rounds.RoundRecord, running: Running) -> Rulebook:
        """The rulebook that a round was played by, as the journal has it."""
        named, book = rounds.rulebook_of(found), running.book
        if named in {"", book.hash}:
            return book
        return with_hash(self._store.stream(running.leader.stream), named) or book

    async def verify(self, request: Request) -> Response:
        """Have the whole journal verified; how that goes is in the inspector's view."""
        await self._endpoints.body(request)
        self._endpoints.own(request)
        self._may(request)
        return json(self._proof.begin())

    async def export(self, request: Request) -> Response:
        """Every entry to the byte, in JSON Lines, with checkpoints and balances; `dicehouse verify` takes it."""
        self._may(request)
        headers = {"Content-Disposition": 'attachment; filename="entries.jsonl"'}
        return StreamingResponse(_export(Kept(self._store)), media_type="application/jsonl", headers=headers)

    # --- reports

    async def reports(self, request: Request) -> Response:
        self._may(request)
        return json(report_list())

    async def report(self, request: Request) -> Response:
        """A report, as a table for the screen, or as a file."""
        self._may(request)
        name, said = request.path_params["name"], request.query_params
        if name not in {it.name for it in _list().reports}:
            raise TurnedError(turned(Turned.NOT_FOUND, "no-such-report", name=name[:60]))
        asked = Asked(
            since=_day(request, "since"), until=_day(request, "until"), table=said.get("table", ""),
            patron=said.get("patron", ""), zone=self._floor.house.house.time_zone,
        )  # fmt: skip
        form = said.get("as", "table")
        if form not in {"table", *TYPES}:
            raise _not_said("as", "table, csv, json or pdf")
        made = await self._read(lambda: make(name, Kept(self._store), asked))
        if form == "table":
            return json(report_view(made))
        if self._floor.demo:
            made = _of_a_demo(made)
        body = await self._read(partial(_written, made, form))
        headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
        return Response(body, media_type=TYPES[form], headers=headers)

    # --- rules

    async def rules(self, request: Request) -> Response:
        self._may(request)
        return json(await self._read(self._rules))

    def _rules(self) -> Rules:
        tables = self._floor.tables.items()
        ruled = (Ruled(name, it.book, it.table.program, self._over_100(it.book)) for name, it in tables)
        return rules_in_force(ruled, __version__, program_hash())

    def _over_100(self, book: Rulebook) -> tuple[str, ...]:
        if book.hash not in self._over:
            self._over[book.hash] = tuple(it.name for it in values(book) if it.returns > 1)
        return self._over[book.hash]

    async def clauses(self, request: Request) -> Response:
        self._may(request)
        document = request.path_params["document"]
        found = await self._read(partial(clause_matrix, document))
        if found is None:
            raise TurnedError(turned(Turned.NOT_FOUND, "no-such-document", document=document[:60]))
        return json(found)


def _list() -> ReportList:
    return report_list()


def _of_a_demo(made: Made) -> Made:
    """A report that leaves the pages of a demo says as they do what it is of."""
    notes = (Note("Demo, play money: nothing in this report is of a real house."), *made.report.notes)
    return replace(made, report=replace(made.report, notes=notes))


def _written(made: Made, form: str) -> bytes:
    from dicehouse.reports import pdf, written

    if form == "pdf":
        try:
            return pdf.as_pdf(made)
        except ValueError as error:
            raise AskedError(str(error)) from None
    return (written.as_csv(made) if form == "csv" else written.as_json(made)).encode()


def _export(journal: Kept) -> Iterator[bytes]:
    """The lines of an export, as far as the journal went when it was asked for."""
    from dicehouse.reports.walk import Walk

    balances: dict[str, int] = {}
    for record in Walk(journal):
        yield b'{"seq":%d,"hash":"%s","body":%s}\n' % (record.seq, record.hash.encode(), record.body)
        for it in record.postings:
            balances[it.account] = balances.get(it.account, 0) + it.amount
    for seal in journal.seals():
        yield msgspec.json.encode({"checkpoint": seal.decode()}) + b"\n"
    yield msgspec.json.encode({"balances": balances}) + b"\n"


# --- what an address says


def _not_said(key: str, what: str) -> TurnedError:
    return TurnedError(turned(Why.MALFORMED, "parameter-unreadable", key=key, what=what))


def _whole(request: Request, key: str, default: int, most: int) -> int:
    said = request.query_params.get(key, "")
    if not said:
        return default
    if not (said.isascii() and said.isdecimal() and len(said) <= 16 and int(said) <= most):
        raise _not_said(key, f"a whole number up to {most}")
    return int(said)


def _search(request: Request) -> Search | None:
    """What an entry has to have, if anything; long texts are nobody's name."""
    said = {key: request.query_params.get(key, "").strip() for key in SEARCHED}
    too_long = next((key for key, it in said.items() if len(it) > LONGEST), None)
    if too_long:
        raise _not_said(too_long, f"a text of at most {LONGEST} letters")
    if not any(said.values()):
        return None
    try:
        return Search(**said)
    except ValueError:
        raise _not_said("amount", "an amount such as 5, 12.50 or $1,250") from None


def _day(request: Request, key: str) -> date | None:
    said = request.query_params.get(key, "")
    if not said:
        return None
    try:
        return date.fromisoformat(said)
    except ValueError:
        raise _not_said(key, "a day such as 2026-11-16") from None
