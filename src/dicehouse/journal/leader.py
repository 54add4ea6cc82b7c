"""One table led by one process: it judges a command, has what came of it written, and only then answers.

The table in memory is always the one that the journal makes: it starts from the latest snapshot and the entries after
it, and when an entry could not be written it is made anew from what is there. A command whose id was written before
gets the answer of the first time.
"""

from concurrent.futures import Future, wait
from datetime import datetime
from threading import RLock
from typing import Final, Protocol

import msgspec

from dicehouse.journal.record import NO_REFUSAL, Posting, entry_of
from dicehouse.journal.store import Draft, Not, Outcome, Rejected, Repeated, Store, Written
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook
from dicehouse.table import Command, Config, Event, Table, decide, event_of, new_table, restore, snapshot, state_hash
from dicehouse.table.books import applied
from dicehouse.table.orders import Answer
from dicehouse.table.state import Snapshot

KEPT_EVERY: Final = 2_000
"""Entries between two snapshots of a table."""
REMEMBERED: Final = 4_096
"""Commands whose repeats are answered without asking the store."""


_WHY: Final = {Not.SHORT: Why.NOT_ENOUGH, Not.OTHER_BODY: Why.DUPLICATE_ID, Not.NOT_LEADER: Why.NOT_HERE}
"""What a rejection by the store is called where it reaches people; the others are a matter of order and time."""


class Said(msgspec.Struct, frozen=True):
    """A refusal as it is written down."""

    why: str
    clause: str | None
    message: str


class Writes(Protocol):
    """Whoever writes drafts and says when they are durable."""

    def submit(self, draft: Draft) -> "Future[Outcome]": ...


class NotLedError(RuntimeError):
    """Another process leads the table."""


class Leader:
    """A table and its place in the journal."""

    def __init__(self, store: Store, writer: Writes, book: Rulebook, stream: str, config: Config | None = None) -> None:
        self.store = store
        self.writer = writer
        self.book = book
        self.stream = stream
        self.config = config
        self.holder = ""
        self._lock = RLock()
        self._recent: dict[str, tuple[bytes, Future[Answer]]] = {}
        self._last: Future[Outcome] | None = None
        """The latest entry that was submitted."""
        self.table, self.no = self._made()

    def lead(self, holder: str, now: datetime, seconds: int) -> None:
        """Take the lease, and the table as it is then; NotLedError while another process holds it."""
        with self._lock:
            lease = self.store.lead(self.stream, holder, now, seconds)
            if lease is None:
                raise NotLedError(f"{self.stream}: another process leads it; wait until its lease has run out")
            if holder != self.holder:
                self.holder = holder
                self.table, self.no = self._made()

    def give(self, command: Command, heard: bytes | None = None) -> "Future[Answer]":
        """Judge a command; the future has its answer once that is durable."""
        with self._lock:
            said = heard or msgspec.json.encode(command)
            answered: Future[Answer] = Future()
            before = self._recent.get(command.id)
            if before is not None:
                if before[0] == said:
                    return before[1]
                answered.set_result(_used_before(command))
                return answered
            self._remember(command.id, said, answered)
            answer = decide(self.table, command)
            draft = self._drafted(command, said, answer)
            self.no = draft.no
            due = self.no % KEPT_EVERY == 0
            kept = msgspec.json.encode(snapshot(self.table)) if due else b""
            self._last = self.writer.submit(draft)
            self._last.add_done_callback(lambda it: self._written(it, answered, answer, command))
            if due:
                self._last.add_done_callback(lambda it: self._kept(it, draft.no, kept))
            return answered

    def _remember(self, id: str, said: bytes, answered: "Future[Answer]") -> None:
        """The latest commands, whose repeats are answered at once; the store knows the others."""
        self._recent[id] = (said, answered)
        if len(self._recent) > REMEMBERED:
            del self._recent[next(iter(self._recent))]

    def _drafted(self, command: Command, said: bytes, answer: Answer) -> Draft:
        """The entry of a command; what it led to is applied, with the money it moved."""
        if isinstance(answer, Refused):
            refused = msgspec.json.encode(Said(answer.why, answer.clause, answer.message))
            return Draft(
                stream=self.stream, no=self.no + 1, id=command.id, at=command.at, command=said, refused=refused,
                leader=self.holder,
            )  # fmt: skip
        moved: dict[str, int] = {}
        for event in answer:
            for account, amount in applied(self.table, event):
                moved[account] = moved.get(account, 0) + amount
        return Draft(
            stream=self.stream,
            no=self.no + 1,
            id=command.id,
            at=command.at,
            command=said,
            events=tuple(msgspec.json.encode(event) for event in answer),
            postings=tuple(Posting(account, amount) for account, amount in moved.items() if amount),
            leader=self.holder,
        )

    def _written(
        self, written: "Future[Outcome]", answered: "Future[Answer]", answer: Answer, command: Command
    ) -> None:
        """Hand out the answer, or make the table anew where it could not be written."""
        error = written.exception()
        outcome = None if error else written.result()
        if error is not None:
            self._anew()
            with self._lock:
                self._recent.pop(command.id, None)
            answered.set_exception(error)
        elif isinstance(outcome, Rejected):
            self._anew()
            answered.set_result(Refused(_WHY.get(outcome.why, Why.WRONG_CLOCK), None, outcome.message))
        elif isinstance(outcome, Repeated):
            self._anew()
            answered.set_result(_first_answer(outcome.body))
        else:
            answered.set_result(answer)

    def _kept(self, written: "Future[Outcome]", no: int, kept: bytes) -> None:
        """A snapshot is kept once its entry is durable."""
        if not written.exception() and isinstance(written.result(), Written):
            self.store.keep(self.stream, no, kept)

    def _anew(self) -> None:
        with self._lock:
            self.table, self.no = self._made()

    def _made(self) -> tuple[Table, int]:
        """The table as the journal has it: the latest snapshot, and what was written after it."""
        kept = self.store.kept(self.stream)
        if kept is None:
            table, no = new_table(self.book, self.config), 0
        else:
            no = kept[0]
            table = restore(self.book, msgspec.json.decode(kept[1], type=Snapshot))
        for body in self.store.stream(self.stream, no):
            entry = entry_of(body)
            for event in entry.events:
                applied(table, event_of(bytes(event)))
            no = entry.no
        return table, no

    def keep(self) -> None:
        """Keep a snapshot of the table as it is now, once everything submitted is written."""
        with self._lock:
            kept, no, last = msgspec.json.encode(snapshot(self.table)), self.no, self._last
        if last is not None:
            wait([last])
            self._kept(last, no, kept)

    def hash(self) -> str:
        with self._lock:
            return state_hash(self.table)


def _first_answer(body: bytes) -> Answer:
    """The answer that the entry of a command holds."""
    entry = entry_of(body)
    if entry.refused != NO_REFUSAL:
        kept = msgspec.json.decode(bytes(entry.refused), type=Said)
        return Refused(Why(kept.why), kept.clause, kept.message)
    events: tuple[Event, ...] = tuple(event_of(bytes(it)) for it in entry.events)
    return events


def _used_before(command: Command) -> Refused:
    message = f"{command.id}: this id was used for another command; give this one an id of its own"
    return Refused(Why.DUPLICATE_ID, None, message)
