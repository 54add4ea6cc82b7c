"""Live views: a change at a table is worked out once, and sent to everyone who watches it as soon as it is durable.

The public view of a table is made and encoded once for all, a seat's own view only where something of it changed, and
what goes out is what is new in them. Many changes become one push, at most ten a second; whoever reads slowly gets
several as one and holds nobody else up.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from time import perf_counter
from typing import Final

from msgspec import Struct

from dicehouse.floor.durable import Seen, once_durable
from dicehouse.floor.running import Running, RunningHouse
from dicehouse.journal.store import UnavailableError
from dicehouse.rulebooks import Rulebook
from dicehouse.table.orders import Event, Events
from dicehouse.table.settlement import WagerPlaced, WagerRestaked, WagersTakenBack
from dicehouse.views.acts import ActView, Asker, Opened, form_in
from dicehouse.views.area_totals import are_shown
from dicehouse.views.dealer import DealerView, PracticeView, dealer_view
from dicehouse.views.display import display_view
from dicehouse.views.judgements import Judgements
from dicehouse.views.parts import refusal
from dicehouse.views.player import PlayerView, player_view
from dicehouse.views.recent_rounds import Recall
from dicehouse.views.seat import Around, SeatView, no_seat_view, seat_view
from dicehouse.views.stake_room import Common, Remembered, common_of
from dicehouse.views.table import Beside, TableView, table_view
from dicehouse.web.client import Client
from dicehouse.web.editions import Edition
from dicehouse.web.roles import may_deal, role_at

log = logging.getLogger("dicehouse.web")

AGAIN: Final = 1.0
"""Seconds until views are made again that could not be, as the journal was away."""
PACE: Final = 0.1
"""Seconds between two pushes of a table."""
SHARE: Final = 15
"""A push that took long is followed by a pause of so many times its length for each table that is as busy, so that
commands are never kept waiting, however many tables there are. What concerns a whole table does not wait for that."""
SLICE: Final = 0.002
"""Seconds of work on views before others have their turn."""
REST: Final = 4
"""While commands come, as many times as long as such a slice took."""

Made = tuple[Client, str, Edition]
"""A view of a kind for a console."""


def touched(event: Event) -> Iterable[int] | None:
    """The seats that an event concerns and nobody else; None where it may concern everyone."""
    if isinstance(event, WagerPlaced | WagerRestaked):
        return (event.seat,) if event.seat else None
    if isinstance(event, WagersTakenBack) and event.why in {"removed", "moved"}:
        return {it.seat for it in event.settled}
    return None


def is_ordinary(event: Event, book: Rulebook) -> bool:
    """Whether an event is about wagers of which a table shows nothing to everybody: all but those on a streak."""
    if isinstance(event, WagerPlaced | WagerRestaked):
        return not book.wagers[event.wager].joins_run
    return isinstance(event, WagersTakenBack) and all(not book.wagers[it.wager].joins_run for it in event.settled)


class Turns:
    """What the broadcasts of a house share."""

    def __init__(self) -> None:
        self.one = asyncio.Lock()
        """Held by the one that makes views."""
        self.resting: set[TableBroadcast] = set()
        """Those that have just pushed."""
        self.given = 0
        """Commands that consoles have given."""


class TableBroadcast:
    """One table and everyone who watches it."""

    def __init__(
        self,
        running: Running,
        house: RunningHouse,
        documents: Mapping[str, bool],
        now: Callable[[], datetime],
        turns: "Turns",
    ) -> None:
        """`documents` has every table of the house, with whether its document has loss limits."""
        self.running = running
        self._documents = documents
        self._turns = turns
        self._urgent = asyncio.Event()
        self.house = house
        self._now = now
        self.clients: set[Client] = set()
        leader = running.leader
        self.recall = Recall(lambda: running.table).read_back(leader.store, leader.stream, leader.no)
        self._remembered = Remembered()
        self._judgements = Judgements()
        self._first_seats: dict[str, int] = {}
        """The first seat of each person, while nobody has come or gone."""
        self._common: Common | None = None
        """What is the same for every seat, while nothing can have changed."""
        self._owed: set[Client] = set()
        """Who is to be shown everything, whatever has changed."""
        self._newcomer = asyncio.Event()
        self._dirty: set[int] = set()
        self._all_dirty = True
        self._public: Edition | None = None
        self._over_the_table: Edition | None = None
        self._public_due = True
        """Whether something has happened that everybody may see; an ordinary wager is nothing of that."""
        self._ends: datetime | None = None
        """When the period for wagers ends, as everybody was shown last."""
        running.listeners.append(self._hear)

    def close(self) -> None:
        self.running.listeners.remove(self._hear)

    def _hear(self, events: Events) -> None:
        self.recall.listen(events)
        self._judgements.listen(events)
        for event in events:
            seats = touched(event)
            if seats is None:
                self._all_dirty = True
                self._forget()
                self._urgent.set()
                return
            self._dirty.update(seats)
            everybody = are_shown(self.house.house) or not is_ordinary(event, self.running.book)
            self._public_due = self._public_due or everybody
        if self.running.practice and self._ends != self.running.ends:
            self._public_due = True  # a practice dealer's time for wagers begins with the first one

    # --- what is seen

    def beside(self) -> Beside:
        it = self.running
        return Beside(
            now=self._now(),
            since=it.since,
            ends=it.ends,
            period=it.period,
            window_ends=it.window_ends,
            opened=it.opened,
            house=self.house.house,
        )

    def public(self) -> Edition:
        """The public view; the edition before where nothing but the time has changed."""
        made: TableView = table_view(self.running.table, self.beside())
        self._ends = made.ends
        self._public = self._public.next(made) if self._public else Edition(made)
        return self._public

    def seat(self, client: Client) -> SeatView:
        """The own view of a player; of someone without a seat, whether there is one."""
        table, session, now = self.running.table, client.session, self._now()
        number = self._number(client)
        there = table.seats.get(number)
        player = client.player = self._player(session.name, now)
        if there is None or session.name not in {there.person, there.helper}:
            return no_seat_view(table, session.name, Around(at=now, player=player))
        last = self.recall.last(number, there.person)
        around = Around(at=now, last=last, player=player)
        if self._common is None:
            self._common = common_of(table, now, self._remembered)
        return seat_view(table, number, around, self._common)

    def _player(self, person: str, now: datetime) -> PlayerView | None:
        return player_view(self.house.house, person, now, self._documents)

    # --- who watches

    def watch(self, client: Client) -> None:
        """Send a console everything at once, and what changes from now on."""
        client.forget()
        self.clients.add(client)
        self._owes(client)

    def _owes(self, client: Client) -> None:
        self._owed.add(client)
        self._newcomer.set()
        self.running.signal.send()

    def leave(self, client: Client) -> None:
        self.clients.discard(client)

    def _own_view(self, client: Client) -> Made:
        """What this console sees beside the public view."""
        view: Struct
        if client.as_ == "player":
            kind, view = "seat", self.seat(client)
        else:
            kind, view = "dealer", self._dealer(client)
        return client, kind, client.edition(kind, view)

    async def form(self, client: Client, opened: Opened) -> ActView | None:
        """The form of an act that a console shows; None where it shows no such thing any more."""
        if client.as_ != "dealer":
            return None
        return await once_durable(lambda: form_in(self._dealer(client, opened), opened.id), (self.running, self.house))

    def _dealer(self, client: Client, opened: Opened | None = None) -> DealerView:
        table, session = self.running.table, client.session
        worker = Asker(session.name, role_at(session, table), self._now(), opened, self._judgements)
        practice: PracticeView | None = None
        if self.running.plan.dealer == "practice":
            refused = may_deal(client.session, table)
            practice = PracticeView(self.running.practice, refusal(refused) if refused else None)
        return dealer_view(table, self.running.revision, worker, practice)

    def _display(self) -> Edition:
        """What stands over the table, the same on every display."""
        table = self.running.table
        made = display_view(table, table.why_stopped(self._now()), self.house.house)
        self._over_the_table = self._over_the_table.next(made) if self._over_the_table else Edition(made)
        return self._over_the_table

    def _forget(self) -> None:
        """More has happened than players placing and taking back wagers of their own."""
        self._remembered.forget()
        self._first_seats.clear()

    def house_changed(self) -> None:
        """Show players their own figures in the house where those are others than before; meters come with the rest."""
        self._public_due, now = True, self._now()
        for client in self.clients:
            if client.as_ == "player" and self._player(client.session.name, now) != client.player:
                self._owes(client)

    # --- pushing

    async def run(self) -> None:
        """Push what changes, for ever."""
        seen = self.running.signal.sent
        while True:
            seen = await self.running.signal.after(seen)
            try:
                spent = await self._push() if self.clients else 0.0
            except UnavailableError as error:  # what was not written has to be read anew, and the journal is away
                log.warning("views of %s: %s", self.running.name, error)
                await asyncio.sleep(AGAIN)
                self._start_over()
                continue
            await self._rest(spent)

    async def _rest(self, spent: float) -> None:
        """Until the next push may be; sooner where something concerns the whole table."""
        self._turns.resting.add(self)
        pause = SHARE * spent * len(self._turns.resting)
        await until(self._newcomer, PACE)
        if pause > PACE and not self._all_dirty and not self._owed:
            self._urgent.clear()
            await until(self._urgent, pause - PACE)
        self._turns.resting.discard(self)

    async def _push(self) -> float:
        """Seconds of work that it took. Tables take turns, so that no command waits for more than one slice."""
        due: deque[Client] | None = None
        spent = 0.0
        while due is None or due:
            async with self._turns.one:
                seen, began = Seen((self.running, self.house)), perf_counter()
                made, due = self._begun() if due is None else ([], due)
                self._common = None
                while due and (due[0].as_ != "player" or perf_counter() - began < SLICE):
                    client = due.popleft()
                    made.append(self._own_view(client))
                took, given = perf_counter() - began, self._turns.given
                spent += took
                await asyncio.sleep(0)
                if self._turns.given != given:
                    await asyncio.sleep(REST * took)
            if not await seen.stands():
                self._start_over()
                break
            for client, kind, edition in made:
                if client in self.clients:
                    client.show(kind, edition)
        return spent

    def _begun(self) -> tuple[list[Made], deque[Client]]:
        """The public view for whoever is to have it, and those who are to have one of their own. Whoever works at the
        table has both in one frame, the keys of a console with what they are for; a player may wait for the own one."""
        whole, dirty, owed = self._all_dirty, self._dirty, self._owed
        self._all_dirty, self._dirty, self._owed = False, set(), set()
        self._newcomer.clear()
        made: list[Made] = []
        watching = list(self.clients)
        if whole or self._public_due or owed or not dirty or self._public is None:
            self._public_due, public = False, self.public()
            made = [(client, "table", public) for client in watching]
            if displays := [client for client in watching if client.as_ == "display"]:
                over_it = self._display()
                made.extend((client, "display", over_it) for client in displays)
        due = deque[Client]()
        for client in watching:
            if client.as_ == "dealer":
                due.appendleft(client)
            elif client.as_ == "player" and (whole or client in owed or self._number(client) in dirty):
                due.append(client)
        return made, due

    def _start_over(self) -> None:
        """Something that was looked at could not be written: it did not happen, and nobody has seen it."""
        self._all_dirty = True
        self._forget()
        self._owed.update(self.clients)
        self.running.signal.send()

    def _number(self, client: Client) -> int:
        """The seat that a console shows: the one that was asked for, a terminal's own, or the first of its person."""
        known = client.seat or client.session.seat
        if known:
            return known
        if not self._first_seats:
            seats = sorted(self.running.table.seats.items(), reverse=True)
            self._first_seats = {it.person: number for number, it in seats}
        return self._first_seats.get(client.session.name, 0)


async def until(event: asyncio.Event, seconds: float) -> bool:
    """Wait for something to happen, no longer than so many seconds; whether it did."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()
