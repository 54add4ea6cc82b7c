"""What is remembered of a table beside its state while it is open: who played how, and what it took in.

It hears all that happens at the table. When a table is taken up again it reads back in the journal to the latest
opening, in ever larger steps, so that what was long ago costs nothing.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from dicehouse.house.trays import Figures
from dicehouse.journal.record import entry_of
from dicehouse.journal.store import Store
from dicehouse.reports import rated_play, takings
from dicehouse.reports.rated_play import Day, RatedPlay
from dicehouse.reports.takings import Takings
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.loader import restored
from dicehouse.table import Table, event_of
from dicehouse.table.opening import TableOpened
from dicehouse.table.orders import Event, Events

STEP: Final = 2_000
"""Entries that are read back at first; then twice as many, and so on."""
MOST: Final = 32_000
"""Entries that are read back at most; a table that was opened before them is remembered from there on."""


def _tags(kinds: frozenset[type[Event]]) -> re.Pattern[bytes]:
    return re.compile(b'"event":"(?:%b)"' % b"|".join(sorted(str(it.__struct_config__.tag).encode() for it in kinds)))


_HEARD: Final = _tags(rated_play.HEARD | takings.HEARD)
_OPENED: Final = _tags(frozenset({TableOpened}))


class Played:
    """One table since it was opened."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self._table = table
        self._rated = RatedPlay(table().book, table().config, latest_only=True)
        self._takings = Takings()

    def read_back(self, store: Store, stream: str, no: int) -> "Played":
        """Take up what the journal has."""
        for body in _since_opening(store, stream, no):
            if _HEARD.search(body):
                self.listen(tuple(event_of(bytes(it)) for it in entry_of(body).events))
        return self

    def listen(self, events: Events) -> None:
        for event in events:
            if isinstance(event, TableOpened):
                self._rated.goes_by(self._book(event.rulebook_hash))
        self._rated.listen(events)
        self._takings.listen(events)

    def _book(self, named: str) -> Rulebook:
        """The rulebook by which the table was opened; while it is closed it may come to go by another."""
        table = self._table()
        return table.book if named == table.book.hash or named not in table.texts else restored(table.texts[named])

    @property
    def day(self) -> Day | None:
        """The present gaming day, or the latest one of a closed table."""
        return self._rated.day

    @property
    def takings(self) -> Figures | None:
        """Drop, win and hold since the opening, or as the table closed; None where the opening was not heard."""
        return self._takings.figures(self._table())


def _since_opening(store: Store, stream: str, no: int) -> Iterator[bytes]:
    """The entries from the latest opening on, or as many as are read back at most."""
    back = STEP
    while back < min(no, MOST) and not any(map(_OPENED.search, store.stream(stream, no - back))):
        back *= 2
    bodies = list(store.stream(stream, max(0, no - back)))
    opened = [place for place, body in enumerate(bodies) if _OPENED.search(body)]
    yield from bodies[opened[-1] if opened else 0 :]
