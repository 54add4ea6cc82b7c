"""Desk views: the pit, the cage and the inspector see the whole house, each person with their own rank.

What changed anywhere is pushed to every desk that is watched, a few times a second at most. Some of what a desk shows
changes by the clock alone, such as what may be done once a notice has run, so a desk is also looked at every second,
and sent again where it is not as it was.
"""

import asyncio
import logging
from collections.abc import Iterator
from time import perf_counter
from typing import Final

from msgspec import Struct

from dicehouse import __version__
from dicehouse.floor.durable import once_durable
from dicehouse.floor.floor import Floor
from dicehouse.floor.running import Running
from dicehouse.journal.program import program_hash
from dicehouse.journal.store import UnavailableError
from dicehouse.views.acts import ActView, Asker, Opened, form_in
from dicehouse.views.cage import CageView, cage_view
from dicehouse.views.claimant import claimant_page
from dicehouse.views.diary import Diary
from dicehouse.views.director import director_view
from dicehouse.views.entrant import entrant_page
from dicehouse.views.evidence import Evidence
from dicehouse.views.inspector import Here, Inspected, InspectorView, inspector_view
from dicehouse.views.judgements import Judgements
from dicehouse.views.pit import PitView, pit_view
from dicehouse.views.pit_cases import Pit, Watcher
from dicehouse.views.played import Played
from dicehouse.views.promotion import promotions_view
from dicehouse.web.client import Client
from dicehouse.web.frames import WatchOf
from dicehouse.web.live import AGAIN, SHARE, until
from dicehouse.web.proof import Proof
from dicehouse.web.roles import role_at

log = logging.getLogger("dicehouse.web")

PACE: Final = 0.2
"""Seconds between two looks at whether anything changed."""
RESTS: Final = 1.0
"""Seconds for which desks wait at most after one that took long to make, as on a machine that stood still meanwhile."""
BEAT: Final = 5
"""Looks after which a desk is shown anew even though nothing was done: time has passed."""
DESKS: Final = frozenset({"pit", "cage", "inspector", "director", "promotions", "entrant", "claimant"})
OF_THE_HOUSE: Final = frozenset({"cage", "director", "promotions", "entrant", "claimant"})
"""Desks that show the house: what happens at a table alone is no reason to look at them before their second is over."""


def due(before: tuple[int, ...], now: tuple[int, ...]) -> frozenset[str]:
    """The desks that are to be looked at, by what the house and then everything else had come to and has come to."""
    if before[:1] != now[:1]:
        return DESKS
    return DESKS - OF_THE_HOUSE if before != now else frozenset()


class Desks:
    """Everyone who watches the whole house."""

    def __init__(self, floor: Floor, proof: Proof) -> None:
        self.floor = floor
        self.proof = proof
        self.clients: dict[Client, WatchOf] = {}
        """With what each of them asked for."""
        self._kept: dict[str, tuple[Running, Diary, Judgements, Played, Evidence]] = {}
        """By table, what is remembered beside its state."""
        self._seen: tuple[int, ...] = ()
        self._newcomer = asyncio.Event()

    def start(self) -> None:
        """Keep a diary of every table from the beginning."""
        for name in self.floor.tables:
            self._remembered(name)

    def watch(self, client: Client, what: WatchOf) -> None:
        """Send a console its desk at once, and what changes from now on."""
        client.forget()
        self.clients[client] = what
        self._newcomer.set()

    def leave(self, client: Client) -> None:
        self.clients.pop(client, None)

    def end(self) -> None:
        for client in self.clients:
            client.end()

    # --- pushing

    async def run(self) -> None:
        """Push what changes, for ever."""
        beats = 0
        while True:
            comes = await until(self._newcomer, PACE)
            self._newcomer.clear()
            beats += 1
            seen, self._seen = self._seen, tuple(self._revisions())
            await self._push(DESKS if comes or beats % BEAT == 0 else due(seen, self._seen))

    def _revisions(self) -> Iterator[int]:
        yield self.floor.house.revision
        yield self.proof.count
        yield from (it.revision for it in self.floor.tables.values())

    async def _push(self, wanted: frozenset[str]) -> None:
        """Desk by desk; commands have their turn between two of them, and one that fails ends alone."""
        for client, what in list(self.clients.items()):
            if self.clients.get(client) is not what or what.as_ not in wanted:
                continue
            spent = 0.0
            try:
                spent = await self._show(client, what)
            except UnavailableError as error:  # the journal is away, and everyone sees what was seen last until then
                log.warning("the desks: %s", error)
                self._seen = ()
                await asyncio.sleep(AGAIN)
                return
            except Exception:
                log.exception("the desk %s of %s", what.as_, client.session.name)
                self.leave(client)
                client.end()
            await asyncio.sleep(min(SHARE * spent, RESTS))

    async def _show(self, client: Client, what: WatchOf) -> float:
        """Send what is new at a desk once it is durable; seconds of work."""
        spent = 0.0

        def make() -> Struct:
            nonlocal spent
            began = perf_counter()
            made = self._view(client, what)
            spent = perf_counter() - began
            return made

        view = await once_durable(make, self.floor.everything())
        if self.clients.get(client) is what:
            client.show(what.as_, client.edition(what.as_, view))
        return spent

    async def form(self, client: Client, opened: Opened) -> ActView | None:
        """The form of an act that a desk shows; None where it shows no such thing any more."""
        what = self.clients.get(client)
        if what is None:
            return None
        return await once_durable(lambda: form_in(self._view(client, what, opened), opened.id), self.floor.everything())

    def _view(self, client: Client, what: WatchOf, opened: Opened | None = None) -> Struct:
        if what.as_ == "pit":
            return self._pit(client, what, opened)
        if what.as_ == "cage":
            return self._cage(client, what, opened)
        if what.as_ == "inspector":
            return self._inspector(client)
        house, of = self.floor.house.house, what.of or ""
        asker = Asker(client.session.name, role_at(client.session, None), self.floor.now(), opened)
        if what.as_ == "director":
            return director_view(house, asker, self.floor.tables, of, what.entrant or 0)
        if what.as_ == "promotions":
            return promotions_view(house, asker, of)
        if what.as_ == "claimant":
            return claimant_page(house, asker, of)
        return entrant_page(house, asker, of)

    # --- what is seen

    def _pit(self, client: Client, what: WatchOf, opened: Opened | None) -> PitView:
        session, tables = client.session, self.floor.tables
        kept = {name: self._remembered(name) for name in tables}
        pits = {name: Pit(it.table, kept[name][0], it.ends, *kept[name][2:]) for name, it in tables.items()}
        watcher = Watcher(
            session.name,
            session.roles[0] if session.roles else "",
            {name: role_at(session, it.table) for name, it in tables.items()},
            role_at(session, None),
            self.floor.now(),
            opened,
            {name: judgements for name, (_, judgements, *_) in kept.items()},
        )
        return pit_view(pits, self.floor.house.house, watcher, what.table or "", more=what.more)

    def _cage(self, client: Client, what: WatchOf, opened: Opened | None) -> CageView:
        session = client.session
        role = role_at(session, None)
        asker = Asker(session.name, role, self.floor.now(), opened)
        tables = {name: it.table for name, it in self.floor.tables.items()}
        return cage_view(self.floor.house.house, tables, asker, role, what.card or "")

    def _inspector(self, client: Client) -> InspectorView:
        floor = self.floor
        tables = {name: Inspected(it.table, it.halted) for name, it in floor.tables.items()}
        here = Here(client.session.name, floor.now(), sum(self._revisions()), __version__, program_hash())
        return inspector_view(tables, floor.house.house, self.proof.view, here)

    def _remembered(self, name: str) -> tuple[Diary, Judgements, Played, Evidence]:
        """The diary of a table, what was judged there, how it was played, and the evidence of its disputes.

        One that another process leads by now is begun anew.
        """
        running = self.floor.tables[name]
        kept = self._kept.get(name)
        if kept is not None and kept[0] is running:
            return kept[1:]
        leader = running.leader
        diary = Diary(lambda: running.table).read_back(leader.store, leader.stream, leader.no)
        judgements = Judgements()
        played = Played(lambda: running.table).read_back(leader.store, leader.stream, leader.no)
        running.listeners += [diary.listen, judgements.listen, played.listen]
        evidence = Evidence(lambda: running.table, leader.store, leader.stream)
        self._kept[name] = (running, diary, judgements, played, evidence)
        return diary, judgements, played, evidence
