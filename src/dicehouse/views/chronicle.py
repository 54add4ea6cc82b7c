"""The journal as an inspector reads it: one line for each entry, newest first, in words, with its hash and clause."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from dicehouse.house.judge import event_of as house_event_of
from dicehouse.house.sentences import sentence as of_the_house
from dicehouse.journal.record import NO_REFUSAL, Entry, entry_of
from dicehouse.journal.store import Store
from dicehouse.leading.leader import HOUSE
from dicehouse.leading.refusals import read as read_refusal
from dicehouse.refusal import Refused
from dicehouse.rulebooks import Rulebook
from dicehouse.table import (
    complaints,
    conduct,
    craps_roll,
    credits_in_doubt,
    dealt,
    dealt_result,
    disputes,
    electronic,
    enquiries,
    faults,
    invalidation,
    meter,
    mispayments,
    notices,
    paid,
    payment_report,
    rectifying,
    server,
    settling,
    shooter,
    terminals,
    throw,
    wagering,
    withheld_winnings,
)
from dicehouse.table import event_of as table_event_of
from dicehouse.table.explain import dice_of, why
from dicehouse.table.orders import Appliers, Event
from dicehouse.table.sentences import sentence as of_a_table
from dicehouse.table.settlement import LosersCollected, WagersForfeited, WagersTakenBack, WinnersPaid
from dicehouse.views.parts import money
from dicehouse.views.searching import Search

LineKind = Literal["round", "correction", "refusal", "notice", "house"]
SECRET: Final = frozenset({"pin", "pin_hash", "pin_reference"})
"""Fields that no screen shows; the export has the bytes as they are."""
WINDOW: Final = 500
"""Entries that are read at a time."""
MOST_READ: Final = 40 * WINDOW
"""Entries that are gone through for one request; whoever wants to look further back asks again."""


def _kinds(*chapters: Any) -> tuple[type[Event], ...]:
    found: list[type[Event]] = []
    for it in chapters:
        facts: Appliers = it.APPLIERS
        found += facts
    return tuple(found)


_ROUNDS: Final[tuple[type[Event], ...]] = (
    *_kinds(craps_roll, dealt, dealt_result, electronic, paid, settling, shooter, throw), wagering.WageringOpened,
    LosersCollected, WinnersPaid,
)  # fmt: skip
_CORRECTIONS: Final[tuple[type[Event], ...]] = (
    *_kinds(complaints, conduct, credits_in_doubt, disputes, enquiries, faults, invalidation, mispayments),
    *_kinds(payment_report, rectifying, server, terminals, withheld_winnings), meter.CreditAdjusted, WagersForfeited,
)  # fmt: skip
_NOTICES: Final = _kinds(notices)


class EntryLine(Struct, frozen=True, kw_only=True):
    """One entry of the journal in a line."""

    seq: int
    table: str
    """Empty for the house."""
    no: int
    """Its number among those of its table."""
    at: datetime
    kinds: tuple[LineKind, ...]
    words: str
    more: int
    """How many more events it has."""
    who: str
    clause: str
    hash: str


class EntryLines(Struct, frozen=True):
    """A page of the journal, the newest first."""

    lines: tuple[EntryLine, ...]
    older: int
    """Before which entry to go on reading; 0 at the beginning of the journal."""
    last: int
    """The number of the latest entry there is."""


class EventLine(Struct, frozen=True):
    """Something that happened, in words and whole."""

    words: str
    clause: str
    decided: tuple[str, ...]
    """Each wager that it decided, and why."""
    body: Raw


class PostingLine(Struct, frozen=True):
    account: str
    amount: int


class JournalEntry(Struct, frozen=True, kw_only=True):
    """One entry, whole but for secrets."""

    line: EntryLine
    id: str
    stream: str
    prev: str
    command: Raw
    happened: tuple[EventLine, ...]
    refused: Raw
    postings: tuple[PostingLine, ...]
    sum: int
    """Of the postings, which is nothing."""


class Wanted(NamedTuple):
    """Which entries are asked for."""

    before: int = 0
    """0: the latest."""
    after: int = 0
    table: str | None = None
    """A stream; None: all."""
    kind: str = ""
    """Empty: all."""
    search: Search | None = None
    """What an entry has to have; None: anything."""
    most: int = 50


class Place(NamedTuple):
    """Where the journal was written: by it an entry is told."""

    zone: ZoneInfo
    """Times in words are those of the house."""
    book_of: Callable[[str], Rulebook | None]
    """The rulebook of a table, by its stream."""


def events_of(entry: Entry) -> tuple[Event, ...]:
    read = house_event_of if entry.stream == HOUSE else table_event_of
    return tuple(read(bytes(it)) for it in entry.events)


def refusal_of(entry: Entry) -> Refused | None:
    if entry.refused == NO_REFUSAL:
        return None
    return read_refusal(bytes(entry.refused))


def told(event: Event, book: Rulebook | None, zone: ZoneInfo) -> str:
    """What an event says for itself; a table that is not here any more leaves no rulebook to tell by."""
    event = _in_zone(event, zone)
    if book is not None:
        return of_a_table(book, event)
    try:
        return of_the_house(event)
    except KeyError:
        return str(event.__struct_config__.tag).replace("-", " ").capitalize()


def _in_zone(event: Event, zone: ZoneInfo) -> Event:
    found = ((name, getattr(event, name)) for name in event.__struct_fields__)
    return replace(event, **{name: it.astimezone(zone) for name, it in found if isinstance(it, datetime)})


def entry_line(entry: Entry, digest: str, place: Place) -> EntryLine:
    events, refused = events_of(entry), refusal_of(entry)
    if refused is not None:
        said = msgspec.json.decode(entry.command, type=dict[str, Any])
        words, clause = f"Refused, {said.get('do', 'command')}: {refused.message}", refused.clause or ""
        who = f"{said.get('by', '')}, {said.get('role', '')}".strip(", ")
    else:
        first = events[0] if events else None
        words = told(first, place.book_of(entry.stream), place.zone) if first else "Nothing came of it"
        clause = next((it.clause for it in events if it.clause), "")
        who = f"{first.by}, {first.role}" if first else ""
    return EntryLine(
        seq=entry.seq, table="" if entry.stream == HOUSE else entry.stream, no=entry.no, at=entry.at,
        kinds=tuple(_kinds_of(entry.stream, events, refused)), words=words, more=max(0, len(events) - 1), who=who,
        clause=clause, hash=digest,
    )  # fmt: skip


def _kinds_of(stream: str, events: tuple[Event, ...], refused: Refused | None) -> Iterator[LineKind]:
    if stream == HOUSE:
        yield "house"
    if refused is not None:
        yield "refusal"
    if any(isinstance(it, _ROUNDS) for it in events):
        yield "round"
    if any(isinstance(it, _CORRECTIONS) or getattr(it, "corrects", ()) for it in events):
        yield "correction"
    if any(isinstance(it, _NOTICES) for it in events):
        yield "notice"


def entry_lines(store: Store, wanted: Wanted, place: Place) -> EntryLines:
    """A page of the journal: from the entry before the one that is named, or from the latest, back."""
    last = store.head().seq
    end = min(wanted.before or last + 1, last + 1)
    found: list[EntryLine] = []
    least = max(0, end - 1 - MOST_READ, wanted.after)
    while end - 1 > least and len(found) < wanted.most:
        begin = max(least, end - 1 - WINDOW)
        page = [it for it in _between(store, begin, end) if wanted.table in {None, it[0].stream}]
        for entry, digest in reversed(page):
            if wanted.search and not wanted.search.finds(entry, place.book_of(entry.stream)):
                continue
            line = entry_line(entry, digest, place)
            if not wanted.kind or wanted.kind in line.kinds:
                found.append(line)
                if len(found) == wanted.most:
                    return EntryLines(tuple(found), line.seq, last)
        end = begin + 1
    return EntryLines(tuple(found), end if end > 1 and end - 1 > wanted.after else 0, last)


def _between(store: Store, after: int, before: int) -> Iterator[tuple[Entry, str]]:
    for seq, body, digest in store.bodies(after):
        if seq >= before:
            return
        yield entry_of(body), digest


def entry_view(store: Store, seq: int, place: Place) -> JournalEntry | None:
    """One entry; None where the journal does not go so far."""
    found = next(iter(_between(store, seq - 1, seq + 1)), None) if seq > 0 else None
    if found is None:
        return None
    entry, digest = found
    book = place.book_of(entry.stream)
    events = events_of(entry)
    return JournalEntry(
        line=entry_line(entry, digest, place),
        id=entry.id,
        stream=entry.stream,
        prev=entry.prev,
        command=shown(entry.command),
        happened=tuple(
            EventLine(told(event, book, place.zone), event.clause, _decided(event, events[n:], book), shown(raw))
            for n, (event, raw) in enumerate(zip(events, entry.events, strict=True))
        ),
        refused=entry.refused,
        postings=tuple(PostingLine(it.account, it.amount) for it in entry.postings),
        sum=sum(it.amount for it in entry.postings),
    )


def _decided(event: Event, onwards: tuple[Event, ...], book: Rulebook | None) -> tuple[str, ...]:
    if book is None or not isinstance(event, LosersCollected | WinnersPaid | WagersTakenBack | WagersForfeited):
        return ()
    because = event.why if isinstance(event, WagersTakenBack | WagersForfeited) else ""
    dice = dice_of(onwards)
    return tuple(f"Seat {it.seat}, {money(it.stake)}: {why(book, it, dice, because)}" for it in event.settled)


def shown(body: Raw) -> Raw:
    """A record as a screen may show it."""
    found = msgspec.json.decode(body)
    if not isinstance(found, dict) or SECRET.isdisjoint(found):
        return Raw(bytes(body))
    return Raw(msgspec.json.encode({key: "…" if key in SECRET else it for key, it in found.items()}))
