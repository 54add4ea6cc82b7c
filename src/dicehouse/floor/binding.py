"""When an order that binds other rooms is answered: as soon as every room that it concerns knows of it.

Whoever keeps somebody from playing, or lowers what may be lost, is told that it is so only when it is so, at the
tables of other processes too. Where that cannot be brought about in time, they are told to give the order again: it is
on record, and its id has the same answer once all know. Any other such order is answered after a while in any case, for
a room refuses what it does not know yet.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from dicehouse.floor.durable import once_durable
from dicehouse.floor.follow_up import CurrentState
from dicehouse.floor.outbox import Outbox
from dicehouse.floor.running import Running
from dicehouse.floor.standings import due_standing, known_standing, knows_limit
from dicehouse.house import breaks, exclusions, headroom, limits
from dicehouse.journal.store import Store, UnavailableError
from dicehouse.table import conduct, losses, people, standing
from dicehouse.table.orders import Command, Events

KEEPING_FROM_PLAY: Final = (
    conduct.ExcludePerson, losses.PausePlayer, exclusions.ExcludeFromCasino, breaks.TakeBreak, limits.RequireBreak,
    limits.SetLimit,
)  # fmt: skip
"""What is never answered before every table knows of it."""
BINDING: Final = (
    *KEEPING_FROM_PLAY, people.TakeSeat, standing.LiftExclusion, exclusions.EndExclusion, headroom.BringHeadroom,
)  # fmt: skip
"""What binds other rooms too: it is answered once they know of it."""
KNOWN_WITHIN: Final = 10.0
"""Seconds until whoever keeps somebody from playing is told to give the order again."""
EFFECT: Final = 2.0
"""Seconds for which any other answer waits at most; what a room does not know by then it refuses."""
LOOK: Final = 0.02
"""Seconds between two looks at what the tables know."""
STEPS: Final = 4
"""From one room to another and on: a seat that is taken, play that begins, a limit set apart, and the table told."""

log = logging.getLogger("dicehouse.floor")


class Binding:
    """What a process waits for before it answers."""

    def __init__(
        self,
        errands: Outbox,
        store: Store,
        tables: Mapping[str, Running],
        known: Callable[[], CurrentState],
        *,
        shared: bool,
    ) -> None:
        """`shared`: whether other processes may lead some of the tables, or the house."""
        self._errands = errands
        self._store = store
        self._tables = tables
        self._known = known
        self._shared = shared

    async def holds(self, to: str, command: Command, answer: Events) -> None:
        """Wait until what was ordered holds in every room; an UnavailableError when it has to be given again."""
        if isinstance(command, KEEPING_FROM_PLAY):
            await self._holds_everywhere(to, command, answer)
        try:
            async with asyncio.timeout(EFFECT):
                await self._errands.caught_up(STEPS)
                while self._shared and isinstance(command, people.TakeSeat) and self._waits(to, command.seat):
                    await asyncio.sleep(LOOK)
        except TimeoutError:
            log.warning("%s: %s was answered before every room knew of it", to, command.id)

    async def _holds_everywhere(self, to: str, command: Command, answer: Events) -> None:
        persons = {getattr(event, "person", "") or getattr(event, "patron", "") for event in answer} - {""}
        try:
            async with asyncio.timeout(KNOWN_WITHIN):
                head = (await asyncio.to_thread(self._store.head)).seq
                while self._errands.reached < head or await once_durable(
                    lambda: any(self._unaware(persons)), self._tables.values()
                ):
                    await asyncio.sleep(LOOK)
        except TimeoutError:
            raise UnavailableError(f"{to}: {command.id} is on record, and not every table knows of it") from None

    def _unaware(self, persons: Collection[str]) -> Iterator[str]:
        """The tables that do not know what the house has on record of someone, or the house not what they have."""
        known = self._known()
        for name, running in self._tables.items():
            for person in persons if not running.halted else ():
                table = running.table
                excluded = person in known.house.exclusions or person in table.exclusions
                if (
                    (excluded or table.seat_of(person))
                    and (due_standing(known, name, person) != known_standing(known, name, person))
                ) or not knows_limit(known, name, person):
                    yield name

    def _waits(self, to: str, number: int) -> bool:
        """Whether the house, which another process leads, has yet to clear a seat."""
        seat = self._tables[to].table.seats.get(number)
        return seat is not None and not seat.cleared
