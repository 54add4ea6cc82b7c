"""Live views: what changed at a table is worked out once and sent to everyone who watches it.

The public view of a table is encoded once for all. A seat's own view is made only where something of it changed. Many
changes become one push, at most ten a second, always the latest; whoever reads slowly misses what was overtaken and
holds nobody else up.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from time import perf_counter
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from dicehouse.floor.running import Running, RunningHouse
from dicehouse.floor.views.dealer import DealerView, dealer_view
from dicehouse.floor.views.display import DisplayView, display_view
from dicehouse.floor.views.keys import Worker
from dicehouse.floor.views.player import PlayerView, player_view
from dicehouse.floor.views.recall import Recall
from dicehouse.floor.views.seat import Around, Own, SeatView, by_seat, no_seat_view, seat_view
from dicehouse.floor.views.table import Beside, TableView, table_view
from dicehouse.layout import Standing
from dicehouse.table import Table
from dicehouse.table.orders import Event, Events
from dicehouse.table.purse import WagerPlaced, WagersTakenBack
from dicehouse.table.state import Bet
from dicehouse.web.frames import As, DealerFrame, DisplayFrame, SeatFrame, TableFrame
from dicehouse.web.roles import role_at
from dicehouse.web.sessions import Session

PACE: Final = 0.1
"""Seconds between two pushes of a table."""
SHARE: Final = 6
"""A push that took long is followed by a pause of so many times its length for each table that is as busy, so that
commands are never kept waiting, however many tables there are. What concerns a whole table does not wait for that."""
SLICE: Final = 0.002
"""Seconds of work on views before others have their turn."""
MOST_UNREAD: Final = 1_000
"""Answers that a console may leave unread before it is cut off."""
EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)


class Client:
    """One console: what is to be sent to it, answers in their order and of each view the latest."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.as_: As = "display"
        self.seat = 0
        """The seat that was asked for; 0: one's own."""
        self.player: PlayerView | None = None
        """The figures of the house that were shown last."""
        self._answers: deque[str] = deque()
        self._views: dict[str, str] = {}
        self._more = asyncio.Event()
        self.cut = False

    def answer(self, frame: str) -> None:
        if len(self._answers) >= MOST_UNREAD:
            self.cut = True
        self._answers.append(frame)
        self._more.set()

    def show(self, kind: str, frame: str) -> None:
        self._views[kind] = frame
        self._more.set()

    def end(self) -> None:
        self.cut = True
        self._more.set()

    async def next(self) -> list[str]:
        """Everything that is to be sent now; nothing once the console is cut off."""
        await self._more.wait()
        self._more.clear()
        if self.cut:
            return []
        frames = [*self._answers, *self._views.values()]
        self._answers.clear()
        self._views.clear()
        return frames


def touched(event: Event) -> Iterable[int] | None:
    """The seats that an event concerns and nobody else; None where it may concern everyone."""
    if isinstance(event, WagerPlaced):
        return (event.seat,)
    if isinstance(event, WagersTakenBack) and event.why in {"removed", "moved"}:
        return {it.seat for it in event.settled}
    return None


class Ward:
    """One table and everyone who watches it."""

    def __init__(
        self, running: Running, house: RunningHouse, now: Callable[[], datetime], resting: "set[Ward]"
    ) -> None:
        """`resting` has every ward of the house that has just pushed."""
        self.running = running
        self._resting = resting
        self._urgent = asyncio.Event()
        self.house = house
        self._now = now
        self.clients: set[Client] = set()
        self.recall = Recall(lambda: running.table)
        self._dirty: set[int] = set()
        self._all_dirty = True
        self._public: TableView | None = None
        self._frame = ""
        self._laid: dict[int, dict[str, tuple[Bet, Standing]]] | None = None
        """The wagers of each seat; None where they are to be looked up anew."""
        self._laid_at: Table | None = None
        running.ears.append(self._hears)

    def close(self) -> None:
        self.running.ears.remove(self._hears)

    def _hears(self, events: Events) -> None:
        self.recall.hears(events)
        for event in events:
            seats = touched(event)
            if seats is None:
                self._all_dirty, self._laid = True, None
                self._urgent.set()
                return
            self._dirty.update(seats)
            self._follows(event)

    def _follows(self, event: Event) -> None:
        """Keep the wagers of each seat up to date, so that a busy table is not gone through for every one of them."""
        table, laid = self.running.table, self._laid
        if laid is None:
            return
        if isinstance(event, WagerPlaced) and event.bet in table.bets:
            laid.setdefault(event.seat, {})[event.bet] = (table.bets[event.bet], table.layout.standing[event.bet])
        elif isinstance(event, WagersTakenBack):
            for it in event.settled:
                laid.get(it.seat, {}).pop(it.bet, None)

    def _own(self, seat: int) -> Own:
        """The wagers of a seat."""
        table = self.running.table
        if self._laid is None or self._laid_at is not table:
            self._laid_at = table
            self._laid = {number: {bet.id: (bet, it) for bet, it in own} for number, own in by_seat(table).items()}
        return list(self._laid.get(seat, {}).values())

    # --- what is seen

    def beside(self) -> Beside:
        it = self.running
        return Beside(
            revision=it.revision,
            now=self._now(),
            since=it.since,
            ends=it.ends,
            period=it.period,
            opened=it.opened,
            house=self.house.house,
        )

    def public(self) -> str:
        """The frame of the public view; the same as before where nothing but the time has changed."""
        made = table_view(self.running.table, self.beside())
        core = replace(made, revision=0, now=EPOCH)
        if core != self._public:
            self._public = core
            self._frame = msgspec.json.encode(TableFrame(made)).decode()
        return self._frame

    def seat(self, client: Client, seats: dict[str, int]) -> SeatView:
        """The own view of a player; of someone without a seat, whether there is one."""
        table, session, now = self.running.table, client.session, self._now()
        number = client.seat or session.seat or seats.get(session.name, 0)
        there = table.seats.get(number)
        player = client.player = player_view(self.house.house, session.name, now)
        if there is None or session.name not in {there.person, there.helper}:
            return no_seat_view(table, session.name, Around(at=now, revision=self.running.revision, player=player))
        last = self.recall.last(number, there.person)
        around = Around(at=now, revision=self.running.revision, last=last, player=player)
        return seat_view(table, number, around, self._own(number))

    # --- who watches

    def watch(self, client: Client) -> None:
        """Send a console everything at once, and what changes from now on."""
        self.clients.add(client)
        client.show("table", self.public())
        self._show_own(client, self._seats())

    def leave(self, client: Client) -> None:
        self.clients.discard(client)

    def _show_own(self, client: Client, seats: dict[str, int]) -> None:
        """What this console sees beside the public view."""
        frame: Struct | None = None
        if client.as_ == "player":
            frame = SeatFrame(self.seat(client, seats))
        elif client.as_ == "dealer":
            frame = DealerFrame(self._dealer(client))
        elif client.as_ == "display":
            frame = DisplayFrame(self._display())
        if frame is not None:
            client.show(client.as_, msgspec.json.encode(frame).decode())

    def _dealer(self, client: Client) -> DealerView:
        table = self.running.table
        worker = Worker(client.session.name, role_at(client.session, table), self._now())
        may_practise = self.running.plan.dealer == "practice"
        return dealer_view(table, self.running.revision, worker, self.running.practice if may_practise else None)

    def _display(self) -> DisplayView:
        table = self.running.table
        return display_view(table, self.running.revision, table.why_stopped(self._now()), self.house.house)

    def _seats(self) -> dict[str, int]:
        """The first seat of each person."""
        return {it.person: number for number, it in sorted(self.running.table.seats.items(), reverse=True)}

    def house_changed(self) -> None:
        """Show players their own figures in the house where those are others than before."""
        seats, now = self._seats(), self._now()
        for client in self.clients:
            if client.as_ == "player" and player_view(self.house.house, client.session.name, now) != client.player:
                self._show_own(client, seats)

    # --- pushing

    async def run(self) -> None:
        """Push what changes, for ever."""
        seen = self.running.bell.rings
        while True:
            seen = await self.running.bell.after(seen)
            spent = await self._push() if self.clients else 0.0
            await self._rests(spent)

    async def _rests(self, spent: float) -> None:
        """Until the next push may be; sooner where something concerns the whole table."""
        self._resting.add(self)
        pause = SHARE * spent * len(self._resting)
        await asyncio.sleep(PACE)
        if pause > PACE and not self._all_dirty:
            self._urgent.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(pause - PACE):
                    await self._urgent.wait()
        self._resting.discard(self)

    async def _push(self) -> float:
        """Seconds of work that it took."""
        began = perf_counter()
        spent = 0.0
        whole, dirty = self._all_dirty, self._dirty
        self._all_dirty, self._dirty = False, set()
        before, frame = self._frame, self.public()
        watching = list(self.clients)
        if frame is not before:
            for client in watching:
                client.show("table", frame)
        seats = self._seats()
        for client in watching:
            if client.as_ == "player" and not whole and self._number(client, seats) not in dirty:
                continue
            self._show_own(client, seats)
            if perf_counter() - began > SLICE:
                spent += perf_counter() - began
                await asyncio.sleep(0)
                began = perf_counter()
        return spent + perf_counter() - began

    def _number(self, client: Client, seats: dict[str, int]) -> int:
        return client.seat or client.session.seat or seats.get(client.session.name, 0)
