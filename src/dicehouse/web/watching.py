"""Monitoring endpoints: whether the process is alive, whether it is ready, and its figures.

`/healthz` answers as long as the process does. `/readyz` asks the journal, and is 503 with the reason while nothing can
be acknowledged. `/metrics` is Prometheus's text for this machine and the networks that the house's file names; it has
counts and times, and nothing of people or money.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from ipaddress import ip_address, ip_network
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from dicehouse import __version__
from dicehouse.floor.figures import BOUNDS
from dicehouse.floor.floor import Floor
from dicehouse.journal.store import BrokenError, UnavailableError
from dicehouse.leading.leader import HOUSE
from dicehouse.table.orders import Phase
from dicehouse.web.hub import Hub
from dicehouse.web.sessions import Sessions
from dicehouse.web.webhooks import Webhook

PATIENCE: Final = 2.0
"""Seconds in which the journal has to answer."""
AT_REST: Final = frozenset({Phase.CLOSED, Phase.BETWEEN})
TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"

Labels = Mapping[str, str]


class Watched:
    """The addresses of one process."""

    def __init__(self, hub: Hub, sessions: Sessions, webhooks: Iterable[Webhook] = ()) -> None:
        self._hub, self._floor, self._sessions, self._webhooks = hub, hub.floor, sessions, webhooks
        metrics = hub.floor.plan.metrics
        self._networks = [ip_network(it) for it in metrics.networks] if metrics else []

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/healthz", self.health, methods=["GET"]),
            Route("/readyz", self.ready, methods=["GET"]),
            Route("/metrics", self.metrics, methods=["GET"]),
        ]

    async def health(self, request: Request) -> Response:  # noqa: ARG002
        return PlainTextResponse("alive\n")

    async def ready(self, request: Request) -> Response:  # noqa: ARG002
        reasons = [it async for it in _reasons(self._floor)]
        return PlainTextResponse("".join(f"{it}\n" for it in reasons) or "ready\n", 503 if reasons else 200)

    async def metrics(self, request: Request) -> Response:
        if not self._may_read(request):
            return PlainTextResponse("[metrics] of the house's file does not name your network\n", 403)
        head = await _head(self._floor)
        return Response("".join(self._lines(head)), media_type=TEXT)

    def _may_read(self, request: Request) -> bool:
        asking = ip_address(request.client.host) if request.client else None
        return asking is not None and (asking.is_loopback or any(asking in network for network in self._networks))

    def _lines(self, head: int | None) -> Iterator[str]:
        floor, figures = self._floor, self._floor.figures
        yield from _family("info", "gauge", "1, with the version that runs.", {_of(version=__version__): 1})
        commands = {_of(stream=stream, outcome=outcome): many for (stream, outcome), many in figures.commands.items()}
        yield from _family("commands_total", "counter", "Commands answered, by where and what came of them.", commands)
        refusals = {_of(why=why): many for why, many in figures.refusals.items()}
        yield from _family("refusals_total", "counter", "Commands refused, by reason.", refusals)
        yield from self._waits()
        if head is not None:
            yield from _family("journal_entries", "gauge", "Entries of the journal.", {"": head})
            behind = max(0, head - floor.followed)
            yield from _family("outbox_lag_entries", "gauge", "Entries whose follow-ups wait to be done.", {"": behind})
        waiting = {"": floor.waiting}
        yield from _family("journal_waiting", "gauge", "Commands judged that wait for the disk.", waiting)
        sealed = floor.sealer.sealed if floor.sealer else 0
        yield from _family("journal_signed_entries", "gauge", "Entries under the last signature.", {"": sealed})
        rounds = {_of(table=name): int(it.table.phase not in AT_REST) for name, it in floor.tables.items()}
        yield from _family("open_rounds", "gauge", "1 for a table in the middle of a round.", rounds)
        stopped = {_of(table=name): int(it.halted) for name, it in floor.tables.items()}
        yield from _family("tables_stopped", "gauge", "1 for a table that is stopped until it was verified.", stopped)
        leases = {_of(stream=it): int(floor.leads(it)) for it in (HOUSE, *floor.tables)}
        yield from _family("leads", "gauge", "1 for what this process leads.", leases)
        consoles = {_of(kind=kind): many for kind, many in Counter(self._hub.watching()).items()}
        yield from _family("consoles", "gauge", "Consoles and terminals connected, by what they show.", consoles)
        yield from self._sent()
        yield from _family("sessions", "gauge", "People and devices signed in.", {"": len(self._sessions)})

    def _sent(self) -> Iterator[str]:
        sent = {_of(webhook=it.plan.name, outcome="taken"): it.sent for it in self._webhooks}
        failed = {_of(webhook=it.plan.name, outcome="failed"): it.failed for it in self._webhooks}
        yield from _family("webhook_batches_total", "counter", "Batches sent to webhooks.", sent | failed)
        behind = {_of(webhook=it.plan.name): it.behind for it in self._webhooks}
        yield from _family("webhook_lag_entries", "gauge", "Entries that a webhook was not sent yet.", behind)

    def _waits(self) -> Iterator[str]:
        name = "dicehouse_command_seconds"
        yield f"# HELP {name} From a command to its durable answer.\n# TYPE {name} histogram\n"
        waits = self._floor.figures.waits()
        for bound, many in zip((*map(str, BOUNDS), "+Inf"), waits, strict=True):
            yield f'{name}_bucket{{le="{bound}"}} {many}\n'
        yield f"{name}_sum {self._floor.figures.waited:.6f}\n{name}_count {waits[-1]}\n"


def _family(name: str, kind: str, tells: str, values: Mapping[str, int]) -> Iterator[str]:
    yield f"# HELP dicehouse_{name} {tells}\n# TYPE dicehouse_{name} {kind}\n"
    yield from (f"dicehouse_{name}{labels} {value}\n" for labels, value in sorted(values.items()))


def _of(**labels: str) -> str:
    told = {key: value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") for key, value in labels.items()}
    return "{" + ",".join(f'{key}="{value}"' for key, value in told.items()) + "}"


async def _head(floor: Floor) -> int | None:
    """The number of the latest entry; None where the journal does not answer."""
    try:
        async with asyncio.timeout(PATIENCE):
            return (await asyncio.to_thread(floor.store.head)).seq
    except (TimeoutError, BrokenError, UnavailableError):
        return None


async def _reasons(floor: Floor) -> AsyncIterator[str]:
    """Why nothing, or not everything, can be acknowledged just now."""
    if await _head(floor) is None:
        yield "the journal does not answer; see that its disk or its database is there"
    halted = {HOUSE: floor.house.halted} | {name: it.halted for name, it in floor.tables.items()}
    for stream in (name for name, stopped in halted.items() if stopped):
        yield f"{stream} is stopped: its books differ; have the journal verified"
