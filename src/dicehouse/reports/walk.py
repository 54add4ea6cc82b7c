"""One pass over a journal: each entry read, held against its hash and the one before, and handed on with its events.

What a report says is what the entries say; so a journal that is not as it was written gives no report at all.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from functools import cache
from typing import NamedTuple

import msgspec

from dicehouse.house.judge import event_of as house_event_of
from dicehouse.journal.record import NO_REFUSAL, NOTHING, VERSION, Posting, entry_of, hash_of
from dicehouse.journal.verify.sources import Filed
from dicehouse.leading.leader import HOUSE
from dicehouse.reports.sources import Journal, JournalError
from dicehouse.rulebooks import RulebookError, kept, load
from dicehouse.rulebooks.loader import restored
from dicehouse.table import Config, Event
from dicehouse.table import event_of as table_event_of
from dicehouse.table.opening import TableOpened
from dicehouse.table.program import ProgramStarted


class Record(NamedTuple):
    """An entry as a report sees it."""

    seq: int
    stream: str
    table: str
    """The table it belongs to; empty for the house."""
    no: int
    id: str
    at: datetime
    command: bytes
    events: tuple[Event, ...]
    raw: tuple[bytes, ...]
    """The events as they are written."""
    refused: bytes | None
    postings: tuple[Posting, ...]
    document: str
    """The rules by which the table is open; empty for the house, which names them itself."""
    body: bytes
    hash: str

    def clause(self, event: Event) -> str:
        """The rule by which something happened, with its document."""
        return f"{self.document} {event.clause}" if self.document and event.clause else event.clause

    def table_of(self, event: Event) -> str:
        """The table that an event is about, whoever tells of it; empty where it is about none."""
        return self.table or str(getattr(event, "table", ""))


class Place(NamedTuple):
    """A table as it was last opened."""

    name: str
    config: Config
    rulebook: str
    rulebook_hash: str
    document: str
    payment_report: str = ""
    """The clause by which it reports large errors of payment, with its document; empty where none asks for it."""


class Walk:
    """The records of a journal, once, and what is known when they are through."""

    def __init__(self, journal: Journal, progress: Callable[[int], None] = lambda _: None) -> None:
        self._journal = journal
        self._progress = progress
        self.seq = 0
        self.hash = NOTHING
        self.latest: datetime | None = None
        """The latest time of any entry."""
        self.places: dict[str, Place] = {}
        """The tables, by stream."""
        self.tables: dict[str, Place] = {}
        """The same by name."""
        self._documents: dict[str, tuple[str, str]] = {}
        """Of the rulebooks on record, by hash: the document, and its clause for a payment report."""
        self.known: set[str] = set()
        """Every table that the journal speaks of, also where only the house does."""

    def __iter__(self) -> Iterator[Record]:
        for filed in self._journal.items():
            record = self._read(filed)
            self.seq, self.hash = record.seq, record.hash
            self.latest = record.at if self.latest is None else max(self.latest, record.at)
            self.known.update(filter(None, map(record.table_of, record.events)), filter(None, [record.table]))
            yield record
            self._progress(record.seq)

    def _read(self, filed: Filed) -> Record:
        body = filed.body
        if body is None or filed.wrong:
            raise _not_as_written(self.seq + 1, filed.wrong or "it cannot be read")
        digest = hash_of(body)
        if filed.hash not in {None, digest}:
            raise _not_as_written(self.seq + 1, "its content does not have the hash that is recorded for it")
        try:
            entry = entry_of(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            if not self.seq:
                raise JournalError("the first record is no entry of a journal; name the file of a journal") from None
            raise _not_as_written(self.seq + 1, "it is no entry") from None
        if entry.v > VERSION:
            raise JournalError(f"entry {entry.seq} is of version {entry.v}, above {VERSION}; use a newer program")
        if (entry.seq, entry.prev) != (self.seq + 1, self.hash):
            raise _not_as_written(self.seq + 1, f"entry {entry.seq} does not follow entry {self.seq}")
        raw = tuple(bytes(it) for it in entry.events)
        events = _events(entry.seq, entry.stream, raw)
        place = self._place(entry.stream, events)
        return Record(
            seq=entry.seq,
            stream=entry.stream,
            table="" if entry.stream == HOUSE else place.name if place else entry.stream,
            no=entry.no,
            id=entry.id,
            at=entry.at,
            command=bytes(entry.command),
            events=events,
            raw=raw,
            refused=None if entry.refused == NO_REFUSAL else bytes(entry.refused),
            postings=entry.postings,
            document=place.document if place else "",
            body=body,
            hash=digest,
        )

    def _place(self, stream: str, events: tuple[Event, ...]) -> Place | None:
        for event in events:
            if isinstance(event, ProgramStarted) and event.source:
                self._documents[event.rulebook or ""] = _document_kept(event.source)
            elif isinstance(event, TableOpened):
                rules = self._documents.get(event.rulebook_hash) or _document(event.rulebook)
                made = Place(event.config.name, event.config, event.rulebook, event.rulebook_hash, *rules)
                self.places[stream] = self.tables[made.name] = made
        return self.places.get(stream)


def _events(seq: int, stream: str, raw: tuple[bytes, ...]) -> tuple[Event, ...]:
    read = house_event_of if stream == HOUSE else table_event_of
    try:
        return tuple(read(it) for it in raw)
    except msgspec.DecodeError as error:
        said = f"entry {seq} of {stream} holds an event that this program does not know: {error}"
        raise JournalError(f"{said}; read it with the program that wrote it") from None


def _not_as_written(seq: int, why: str) -> JournalError:
    return JournalError(f"entry {seq} is not as it was written: {why}; see `dicehouse verify`")


def _document_kept(source: str) -> tuple[str, str]:
    """Of a rulebook on record; a text of the first form lacks its topics, and the document's own rulebook has them."""
    book = kept.read(source)
    topics = book.table.get("topics")
    if not book.whole:
        with suppress(RulebookError):
            topics = restored(source).topics
    return _document_of(book.document, topics if isinstance(topics, Mapping) else {})


def _document_of(document: str, topics: Mapping[str, object]) -> tuple[str, str]:
    clause = topics.get("payment_report")
    return document, f"{document} {clause}" if clause else ""


@cache
def _document(rulebook: str) -> tuple[str, str]:
    """The document of a rulebook whose text is not on record; one of the house's own stands for itself."""
    try:
        book = load(rulebook)
        return _document_of(book.document, book.topics)
    except (RulebookError, OSError):
        return rulebook, ""
