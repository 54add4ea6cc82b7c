"""Where the rounds of a table lie in its stream, found without reading all of it.

A round reaches from the entry after the end of the one before to its own end. Terminals begin the next round in the
entry that ends the last; those events belong to the round that they begin.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from dicehouse.journal.record import Entry, entry_of, hash_of
from dicehouse.table import event_of
from dicehouse.table.orders import Event
from dicehouse.table.settling import RoundBegan, RoundEnded
from dicehouse.table.wagering import WageringOpened

WINDOW: Final = 500
"""Entries that are looked back at first; then four times as many, and so on."""
_ENDED: Final = b'"event":"round-ended"'


class Streams(Protocol):
    """A store, as far as it is read here."""

    def length(self, stream: str) -> int: ...

    def stream(self, stream: str, after: int = 0) -> Iterator[bytes]: ...


class RoundEntry(NamedTuple):
    """An entry of a round, with those of its events that belong there."""

    entry: Entry
    hash: str
    events: tuple[Event, ...]
    whole: bool
    """Whether all of its events, and its postings, are of this round."""


class RoundRecord(NamedTuple):
    """A round as the journal has it."""

    number: int
    told: list[RoundEntry]
    over: bool
    """Whether it has ended; the latest round may still be played."""


class _End(NamedTuple):
    no: int
    round: int


class _Tagged(Struct):
    """An event as far as it must be read to know which it is."""

    event: str
    round: int = 0


_EVENTS: Final = msgspec.json.Decoder(_Tagged)


def round_numbered(store: Streams, stream: str, number: int) -> RoundRecord | None:
    """The round of a number; None where the table has played none of that number."""
    low, high = 0, store.length(stream)
    while low < high:
        middle = (low + high) // 2
        end = next(_ends(store, stream, middle), None)
        if end is None or end.round > number:
            high = middle
        elif end.round == number:
            return _found(store, stream, end.no, number)
        else:
            low = end.no
    end = next(_ends(store, stream, low), None)
    if end is not None and end.round == number:
        return _found(store, stream, end.no, number)
    latest = round_at(store, stream, store.length(stream))
    return latest if latest is not None and latest.number == number else None


def round_at(store: Streams, stream: str, no: int) -> RoundRecord | None:
    """The round that an entry belongs to: that which ends with it or after it, or the one being played."""
    end = next(_ends(store, stream, no - 1), None)
    if end is not None:
        return _found(store, stream, end.no, end.round)
    length = store.length(stream)
    if not length:
        return None
    found = _found(store, stream, length, 0)
    begun = [it.round for told in found.told for it in told.events if isinstance(it, RoundBegan | WageringOpened)]
    if not begun:  # between two rounds: the last one is what there is to see
        before = _end_before(store, stream, length + 1)
        return _found(store, stream, before.no, before.round) if before else None
    return found._replace(number=begun[-1], over=False)


def rulebook_of(found: RoundRecord) -> str:
    """The hash of the rulebook that a round was played by; empty where it is not on record."""
    begun = (it for told in found.told for it in told.events if isinstance(it, RoundBegan | WageringOpened))
    return next((it.rulebook for it in begun), "")


def _ends(store: Streams, stream: str, after: int) -> Iterator[_End]:
    """The entries after one in which a round ends."""
    for no, body in enumerate(store.stream(stream, after), after + 1):
        if _ENDED in body:
            yield from (_End(no, it.round) for it in _tagged(body) if it.event == "round-ended")


def _tagged(body: bytes) -> Iterator[_Tagged]:
    return (_EVENTS.decode(it) for it in entry_of(body).events)


def _end_before(store: Streams, stream: str, no: int) -> _End | None:
    """The last end of a round before an entry."""
    window = WINDOW
    while True:
        begin = max(0, no - 1 - window)
        found = None
        for end in _ends(store, stream, begin):
            if end.no >= no:
                break
            found = end
        if found is not None or begin == 0:
            return found
        window *= 4


def _found(store: Streams, stream: str, last: int, number: int) -> RoundRecord:
    """Everything of the round whose last entry is this one."""
    before = _end_before(store, stream, last)
    begin = before.no if before else 1
    told: list[RoundEntry] = []
    for no, body in enumerate(store.stream(stream, begin - 1), begin):
        entry = entry_of(body)
        events = tuple(event_of(bytes(it)) for it in entry.events)
        if before and no == before.no:
            events = _of_the_next(events)
        elif no == last:
            following = _of_the_next(events)
            events = events[: len(events) - len(following)]
        if events or not entry.events:
            told.append(RoundEntry(entry, hash_of(body), events, not (before and no == before.no)))
        if no == last:
            break
    return RoundRecord(number, told, over=True)


def _of_the_next(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events after the end of a round with which the next begins; none where that begins in an entry of its own."""
    ended = False
    for place, event in enumerate(events):
        if ended and isinstance(event, RoundBegan | WageringOpened):
            return events[place:]
        ended = ended or isinstance(event, RoundEnded)
    return ()
