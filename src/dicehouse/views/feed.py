"""What machines read of the journal as it grows: each entry at one of three levels, as a typed record.

`tables` tells what anyone at a table sees, `pit` the money, seats and faults there as well, and `journal` every entry
as an inspector reads it. Below the journal only events and fields that are named here go out: no name of anybody, no
words that somebody wrote, and no id of a command but of a wager. An event that is not named here is told at `journal`
alone.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import cache, reduce
from operator import or_
from typing import Annotated, Final, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta, Raw, Struct, defstruct, structs

from dicehouse.house.judge import APPLIERS as HOUSE_EVENTS
from dicehouse.journal.record import Entry
from dicehouse.leading.leader import HOUSE
from dicehouse.table.judge import APPLIERS
from dicehouse.table.orders import Event
from dicehouse.views.chronicle import PostingLine, shown

Level = Literal["tables", "pit", "journal"]
"""How much a feed tells."""
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
ALWAYS: Final = ("at", "clause", "v")
"""What is told of every event."""

_TABLES: Final = {
    "table-opened": "rulebook rulebook_hash readings",
    "table-closed": "",
    "closing-announced": "closes rounds",
    "closing-withdrawn": "",
    "limits-signed": "sign counts",
    "limits-changed": "sign",
    "gaming-day-began": "day",
    "round-began": "round rulebook",
    "dice-sealed": "seal",
    "dice-tumbled": "times seal",
    "betting-opened": "round",
    "wagering-opened": "round ends rulebook",
    "wagering-extended": "round ends",
    "wagering-ended": "round",
    "final-call-made": "",
    "betting-closed": "round",
    "dice-uncovered": "dice salt seal",
    "dice-reported": "dice areas salt seal",
    "result-announced": "dice total",
    "result-entered": "dice areas corrects",
    "no-result-called": "",
    "round-voided": "round stay",
    "outcome-invalidated": "round dice",
    "roll-called": "dice total come_out corrects salt seal",
    "no-roll-called": "",
    "roll-settled": "roll dice total",
    "round-ended": "round dice counts",
}
_PIT: Final = _TABLES | {
    "table-opened": "float rulebook rulebook_hash readings",
    "table-closed": "float drop tokens cashless",
    "box-emptied": "drop tokens cashless",
    "tray-filled": "amount",
    "tray-credited": "amount",
    "seat-taken": "seat",
    "seat-left": "seat chips",
    "chips-bought": "seat amount late",
    "chips-brought": "seat amount",
    "chips-changed": "seat amount into",
    "chips-confirmed": "seat amount",
    "chips-declared": "seat amount late",
    "sale-reversed": "seat amount late",
    "colours-issued": "seat colour count value",
    "colours-redeemed": "seat colour count paid",
    "money-inserted": "seat amount",
    "credits-collected": "seat amount",
    "credit-adjusted": "seat amount owed",
    "wager-placed": "bet seat wager stake commission",
    "wager-restaked": "bet seat wager stake commission",
    "losers-collected": "settled",
    "winners-paid": "settled",
    "wagers-taken-back": "settled",
    "wagers-forfeited": "settled",
    "seat-paid": "seat round dice amount paid",
    "mispayment-recorded": "due paid round seat",
    "mispayment-rectified": "amount back seat left owed",
    "players-limited": "most",
    "lights-failed": "areas wanted stops",
    "equipment-failed": "stops",
    "fault-rectified": "",
    "terminal-failed": "seat kind round dice",
    "terminal-rectified": "seat",
    "terminal-wagers-voided": "seat round turnover",
    "server-failed": "kind seats",
    "server-rectified": "",
    "dispute-raised": "",
    "dispute-decided": "upheld final",
    "dispute-reviewed": "upheld",
    "dispute-decided-finally": "upheld",
}

_BY_TAG: Final[dict[str, type[Event]]] = {str(it.__struct_config__.tag): it for it in APPLIERS}


EVERY: Final = frozenset({*_BY_TAG, *(str(it.__struct_config__.tag) for it in HOUSE_EVENTS)})
"""Every event of tables and of the house, by name."""


def _projected(level: str, told: Mapping[str, str]) -> dict[str, type[Struct]]:
    """By the name of an event, a record with the fields that are told of it."""
    made: dict[str, type[Struct]] = {}
    for tag, fields in told.items():
        kind = _BY_TAG[tag]
        has = {it.name: it for it in structs.fields(kind)}
        wanted = [has[name] for name in (*ALWAYS, *fields.split())]
        named = [(it.name, it.type) if it.required else (it.name, it.type, it.default) for it in wanted]
        made[tag] = defstruct(
            f"{level}{kind.__name__}", named, namespace={"__doc__": kind.__doc__}, frozen=True, kw_only=True,
            tag_field="event", tag=tag, rename={it.name: it.encode_name for it in wanted},
        )  # fmt: skip
    return made


EVENTS: Final[dict[Level, dict[str, type[Struct]]]] = {
    "tables": _projected("Tables", _TABLES),
    "pit": _projected("Pit", _PIT),
}
"""What is told below the journal, by level and name."""


class TablesEntry(Struct, frozen=True, kw_only=True):
    """What happened together at a table, as anyone there sees it."""

    seq: int
    """The number of its entry in the journal: the cursor to go on from."""
    stream: str
    """The table."""
    at: datetime
    events: tuple[Raw, ...]


class PitEntry(Struct, frozen=True, kw_only=True):
    """What happened together at a table, with money and seats."""

    seq: int
    stream: str
    at: datetime
    events: tuple[Raw, ...]


class FullEntry(Struct, frozen=True, kw_only=True):
    """An entry of the journal, whole but for secrets."""

    seq: int
    stream: str
    """A table, or "house"."""
    no: int
    id: str
    at: datetime
    command: Raw
    events: tuple[Raw, ...]
    refused: Raw
    """Why the rules refused the command, or null."""
    postings: tuple[PostingLine, ...]
    hash: str


class TablesPage(Struct, frozen=True, kw_only=True):
    """Entries after a cursor, and where to go on."""

    entries: tuple[TablesEntry, ...]
    next: Annotated[int, Meta(ge=0)]
    """The cursor to ask with next; it moves on over entries that are not told, too."""
    more: bool
    """Whether there is more to be had at once."""


class PitPage(Struct, frozen=True, kw_only=True):
    """Entries after a cursor, and where to go on."""

    entries: tuple[PitEntry, ...]
    next: Annotated[int, Meta(ge=0)]
    more: bool


class FullPage(Struct, frozen=True, kw_only=True):
    """Entries after a cursor, and where to go on."""

    entries: tuple[FullEntry, ...]
    next: Annotated[int, Meta(ge=0)]
    more: bool


class Asked(NamedTuple):
    """Which entries are wanted, and how much of them."""

    level: Level
    streams: frozenset[str] = frozenset()
    """Tables, or "house"; empty: all that the level has."""
    kinds: frozenset[str] = frozenset()
    """Events by name; empty: all that the level has."""


class _Named(Struct):
    event: str


@cache
def _reader(level: Level) -> msgspec.json.Decoder[Struct]:
    return msgspec.json.Decoder(reduce(or_, EVENTS[level].values()))


_name_of: Final = msgspec.json.Decoder(_Named).decode


def known_kinds(level: Level) -> frozenset[str]:
    """The events of which a level tells, by name; at the journal every one."""
    return frozenset(EVENTS.get(level, EVERY))


def told(entry: Entry, digest: str, asked: Asked) -> TablesEntry | PitEntry | FullEntry | None:
    """An entry as it is told; None where nothing of it is."""
    if asked.streams and entry.stream not in asked.streams:
        return None
    named = [(_name_of(bytes(it)).event, it) for it in entry.events]
    events = [(name, it) for name, it in named if not asked.kinds or name in asked.kinds]
    if asked.level == "journal":
        return None if asked.kinds and not events else _full(entry, digest, [it for _, it in events])
    if entry.stream == HOUSE:
        return None
    may, read = EVENTS[asked.level], _reader(asked.level).decode
    made = tuple(Raw(msgspec.json.encode(read(bytes(it)))) for name, it in events if name in may)
    if not made:
        return None
    kind = TablesEntry if asked.level == "tables" else PitEntry
    return kind(seq=entry.seq, stream=entry.stream, at=entry.at, events=made)


def _full(entry: Entry, digest: str, events: list[Raw]) -> FullEntry:
    return FullEntry(
        seq=entry.seq, stream=entry.stream, no=entry.no, id=entry.id, at=entry.at, command=shown(entry.command),
        events=tuple(map(shown, events)), refused=entry.refused,
        postings=tuple(PostingLine(it.account, it.amount) for it in entry.postings), hash=digest,
    )  # fmt: skip
