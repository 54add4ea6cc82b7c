"""One stream led by one process: judge a command, have its events written, and only then answer.

The state in memory, a table or the house, always equals what the journal says: it starts from the latest snapshot and
the entries after it, and is rebuilt from the journal when an entry could not be written. A command with an id that was
written before gets its first answer again.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from threading import RLock
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from dicehouse.journal.program import program_hash, version
from dicehouse.journal.record import Posting, entry_of, hash_of
from dicehouse.journal.store import (
    BrokenError,
    Draft,
    Outcome,
    Rejected,
    Repeated,
    Store,
    UnavailableError,
    Written,
)
from dicehouse.journal.writer import OutcomeListener, settle
from dicehouse.leading.recent import AnswerListener, Recent
from dicehouse.leading.reconcile import Difference
from dicehouse.leading.refusals import answer_of, turned_away, written
from dicehouse.leading.setup import Setup
from dicehouse.leading.snapshots import trusted
from dicehouse.refusal import Refused
from dicehouse.table.books import BooksError
from dicehouse.table.orders import DEVICE, Answer, Command, Event, Events
from dicehouse.table.program import (
    ProgramStarted,
    RecordSnapshot,
    SnapshotRecorded,
    StartProgram,
    snapshot_id,
)

KEPT_EVERY: Final = 2_000
"""Entries between two snapshots, at least."""
PUT_OFF: Final = 10
"""Entries by which everything that is for a moment only, such as a wager, puts a snapshot off: nobody may wait while a
large state is written down that is a small one again when the round is over."""
OF_THE_PROGRAM: Final = (ProgramStarted, SnapshotRecorded)
"""What changes nothing of what is led that would be worth a snapshot."""

log = logging.getLogger("dicehouse.journal")

_EVENTS: Final = msgspec.json.Encoder()

S = TypeVar("S")


class DraftWriter(Protocol):
    """Whoever writes drafts and says when they are durable."""

    def hand(self, draft: Draft, told: OutcomeListener) -> None: ...


class OriginalCommand(NamedTuple):
    """A command before the house added to it what only the house knows: a card, a seal, the dice under one."""

    command: Command
    secret: bool
    """Whether nobody may see what was added unless the command is taken."""


class Mark(NamedTuple):
    """How far a state had come when somebody looked at it."""

    base: int
    no: int


class NotLedError(RuntimeError):
    """Another process leads the stream."""


class Leading(ABC, Generic[S]):
    """Something that is led, and its place in the journal.

    Any thread may ask it, but for the writer's own.
    """

    def __init__(self, store: Store, writer: DraftWriter, stream: str) -> None:
        self.store = store
        self.writer = writer
        self.stream = stream
        self.holder = ""
        self._lock = RLock()
        """Of the state; held while it is judged, changed or made anew, and while that waits for the writer."""
        self._recent = Recent()
        self._base = 0
        """How often the state was made anew, each time after all that was handed to the writer had its outcome."""
        self._stale = False
        """Whether the state holds something that was not written."""
        self._kept_no = 0
        """The entry of the latest snapshot."""
        self._unkept = 0
        """Entries since then, but for the program's own."""
        self._at = datetime.min.replace(tzinfo=UTC)
        """The moment of the latest entry."""
        self._state, self._no = self._made()
        self._durable = self._no
        """The latest entry that is written."""

    # --- what is led

    @abstractmethod
    def _new(self) -> S:
        """As it is before its first entry."""

    @abstractmethod
    def _judged(self, state: S, command: Command) -> Answer: ...

    @abstractmethod
    def _applied(self, state: S, event: Event) -> Iterable[tuple[str, int]]:
        """Apply an event, and say what it moved between the accounts of the ledger."""

    @abstractmethod
    def _event(self, body: bytes) -> Event: ...

    @abstractmethod
    def _kept(self, state: S) -> bytes:
        """A snapshot."""

    def _passing(self, state: S) -> int:  # noqa: ARG002
        """How much of it is there for a moment only."""
        return 0

    @abstractmethod
    def _restored(self, kept: bytes) -> S: ...

    @abstractmethod
    def _hash(self, state: S) -> str: ...

    @abstractmethod
    def _setup(self, state: S) -> Setup: ...

    @abstractmethod
    def _clause_on_chips(self) -> str | None:
        """The clause by which people play with chips of the house, where its document has one."""

    @abstractmethod
    def _ledger_mismatches(self, state: S) -> list[Difference]:
        """Where its accounts and the ledger do not agree."""

    # --- leading it

    @property
    def state(self) -> S:
        """What is led, as it is after everything that was given."""
        with self._lock:
            if self._stale:
                self._settle()
            return self._state

    @property
    def no(self) -> int:
        """The number of the latest entry."""
        with self._lock:
            self._settle()
            return self._no

    def mark(self) -> Mark | None:
        """To be asked before the state is looked at, which may be ahead of the journal; None where it is not.

        The record of a snapshot changes nothing that could be seen, and nobody is told when it is written.
        """
        with self._lock:
            self._settle()
            no = self._kept_no if self._kept_no and self._no == self._kept_no + 1 else self._no
            return Mark(self._base, no) if self._recent.waiting else None

    def stands(self, mark: Mark) -> bool | None:
        """Whether what was seen then is written; False where some of it was not, None before it is known."""
        if self._stale or self._base != mark.base:
            return False
        return True if self._durable >= mark.no else None

    def hash(self) -> str:
        with self._lock:
            return self._hash(self.state)

    def latest(self) -> datetime | None:
        """The moment of the latest entry, which may be a refusal."""
        return next((entry_of(body).at for body in self.store.stream(self.stream, self.no - 1)), None)

    def lead(self, holder: str, now: datetime, seconds: int) -> None:
        """Take the lease, or renew it; NotLedError while another process holds it.

        Whoever takes it finds the state as it is then, held against the ledger, and puts the program on record.
        """
        with self._lock:
            lease = self.store.lead(self.stream, holder, now, seconds)
            if lease is None:
                raise NotLedError(f"{self.stream}: another process leads it; wait until its lease has run out")
            if holder == self.holder:
                return
            self.holder = holder
            self._stale = True
        try:
            self.check()
            self.start(now)
        except BaseException:
            self.holder = ""
            self.store.release(self.stream, holder)
            raise

    def step_down(self) -> None:
        """Lead no more: everything submitted has its outcome, and the state is what the journal has.

        Nothing that was judged under one lease may be written under the next one of the same process.
        """
        with self._lock:
            self._stale = True
            self._settle()
            self.holder = ""

    def start(self, now: datetime) -> Events:
        """Put on record which program leads from here on, and by which rulebook."""
        command = StartProgram(
            id=f"start {now.isoformat()} {self.holder}"[:64], at=now, by=self.holder[:64] or "alone", role=DEVICE,
            version=version(), program=program_hash(), **self._setup(self.state)._asdict(),
        )  # fmt: skip
        answer = self.give(command).result()
        if isinstance(answer, Refused):
            raise NotLedError(f"{self.stream}: it cannot be led: {answer.message}")
        return answer

    def check(self) -> None:
        """A BrokenError unless the accounts of what is led are what the ledger has; then nobody may play."""
        if apart := self.differences():
            said = f"{len(apart)} accounts differ, the first of them {apart[0]}"
            raise BrokenError(f"{self.stream}: {said}; stop play, verify the journal")

    def differences(self) -> list[Difference]:
        """Where the accounts of what is led and the ledger do not agree, though it was made anew from the journal."""
        with self._lock:
            self._settle()
            self._wait()
            if self._ledger_mismatches(self._state):
                self._stale = True
                self._settle()
                return self._ledger_mismatches(self._state)
            return []

    def give(self, command: Command, heard: bytes | None = None) -> "Future[Answer]":
        """Judge a command; the future has its answer once that is durable."""
        answered: Future[Answer] = Future()
        self.hand(command, heard or msgspec.json.encode(command), partial(settle, answered))
        return answered

    def hand(self, command: Command, said: bytes, listen: AnswerListener, asked: OriginalCommand | None = None) -> None:
        """The same with a function to call in place of a future, which costs more than to judge a wager.

        A command that the store turned away was not judged for good: given again, it is judged again. Where the house
        has added to what was `asked`, the journal has the command as it was judged too.
        """
        with self._lock:
            if self._recent.answer_again(command.id, said, listen):
                return
            if self._stale:
                self._settle()
            answer, judged = self._judged(self._state, command), None
            if asked is not None:
                answer, judged = self._without(command, answer, asked)
            try:
                self._put(command, said, answer, listen, judged=judged)
                self._unkept += not isinstance(command, StartProgram)
                if self._no - self._kept_no >= KEPT_EVERY + PUT_OFF * self._passing(self._state):
                    self._record()
            except BaseException:
                self._stale = True
                raise

    def _without(self, command: Command, answer: Answer, asked: OriginalCommand) -> tuple[Answer, bytes | None]:
        """The answer to a command that was added to, and what of it goes on record: nothing where it is refused all
        the same without the addition, and never a secret with a refusal."""
        if isinstance(answer, Refused):
            bare = self._judged(self._state, asked.command)
            if isinstance(bare, Refused) and (asked.secret or bare == answer):
                return bare, None
        return answer, msgspec.json.encode(command)

    def _put(
        self,
        command: Command,
        said: bytes,
        answer: Answer,
        listen: AnswerListener,
        *,
        judged: bytes | None = None,
        kept: tuple[int, bytes] | None = None,
    ) -> None:
        """Have what a command led to written; `kept` is a snapshot to keep once that is durable."""
        draft = self._drafted(command, said, answer, judged)
        self._hand(draft, listen, answer, kept)
        self._no, self._at = draft.no, command.at

    def _record(self) -> None:
        """Put a snapshot of the state on record, at the moment of the latest entry; it is kept once that is durable."""
        no, kept = self._no, self._kept(self._state)
        command = RecordSnapshot(
            id=snapshot_id(no), at=self._at, by=self.holder[:64] or "alone", role=DEVICE, no=no, sha256=hash_of(kept),
            program=program_hash(),
        )  # fmt: skip
        answer = self._judged(self._state, command)
        self._put(command, msgspec.json.encode(command), answer, self._hear_of_record, kept=(no, kept))
        self._kept_no, self._unkept = no, 0

    def _keep(self, no: int, kept: bytes) -> None:
        """Where it cannot be kept, the one before is as good, with a longer way back."""
        try:
            self.store.keep(self.stream, no, kept)
        except (UnavailableError, BrokenError) as error:
            log.warning("%s: no snapshot is kept: %s", self.stream, error)

    def _hear_of_record(self, answer: Answer | Exception) -> None:
        if isinstance(answer, Refused | Exception):
            log.warning("%s: no snapshot is kept: %s", self.stream, answer)

    def _hand(self, draft: Draft, listen: AnswerListener, answer: Answer, kept: tuple[int, bytes] | None) -> None:
        """Have an entry written, and remember its command."""
        waiting = [listen]
        self._recent.expect(draft.id, draft.command, waiting)
        try:
            self.writer.hand(draft, partial(self._told, waiting, draft, answer, kept))
        except BaseException:
            self._recent.receive(draft.id, draft.command, None)
            raise

    def _told(
        self,
        waiting: list[AnswerListener],
        draft: Draft,
        answer: Answer,
        kept: tuple[int, bytes] | None,
        outcome: Outcome | Exception,
    ) -> None:
        """In the writer's thread, for which whoever holds the lock may wait: so it must not ask for the lock."""
        if not isinstance(outcome, Written):
            self._not_written(waiting, draft, outcome)
            return
        self._durable = draft.no
        if kept:
            self._keep(*kept)
        self._recent.receive(draft.id, draft.command, answer)
        for hear in waiting:
            hear(answer)

    def keep(self) -> None:
        """Keep a snapshot of the state as it is now, once everything submitted is written, unless one is kept of it."""
        with self._lock:
            self._settle()
            if self._unkept:
                self._record()
            self._wait()

    def _drafted(self, command: Command, said: bytes, answer: Answer, judged: bytes | None) -> Draft:
        """The entry of a command; what it led to is applied, with the money it moved."""
        events: list[bytes] = []
        moved: dict[str, int] = {}
        refused = None
        if isinstance(answer, Refused):
            refused = written(answer)
        else:
            state, encode = self._state, _EVENTS.encode
            for event in answer:
                for account, amount in self._applied(state, event):
                    moved[account] = moved.get(account, 0) + amount
                events.append(encode(event))
        return Draft(
            stream=self.stream, no=self._no + 1, id=command.id, at=command.at, command=said, judged=judged,
            events=tuple(events), refused=refused, leader=self.holder,
            postings=tuple([Posting(account, amount) for account, amount in moved.items() if amount]),
        )  # fmt: skip

    def _not_written(
        self, waiting: list[AnswerListener], draft: Draft, outcome: Repeated | Rejected | Exception
    ) -> None:
        """What could not be written did not happen: hand out why, or what was written the first time."""
        self._stale = True
        first: Answer | None = None
        heard: Answer | Exception
        if isinstance(outcome, Repeated):
            heard = first = answer_of(outcome.body, self._event)
        else:
            heard = turned_away(outcome, draft, self._clause_on_chips())
        self._recent.receive(draft.id, draft.command, first)
        for hear in waiting:
            hear(heard)

    def _wait(self) -> None:
        self._recent.wait()

    def _settle(self) -> None:
        """Make the state anew if something in it was not written, once all that was submitted has its outcome."""
        if not self._stale:
            return
        self._wait()
        self._state, self._no = self._made()
        self._durable = self._no
        self._base += 1
        self._stale = False

    def _made(self) -> tuple[S, int]:
        """The state as the journal has it: the latest snapshot, and what was written after it."""
        kept = trusted(self.store, self.stream)
        no = self._kept_no = kept[0] if kept else 0
        self._unkept = 0
        with _sound(f"{self.stream}, snapshot after entry {no}"):
            state = self._restored(kept[1]) if kept else self._new()
        for body in self.store.stream(self.stream, no):
            with _sound(f"{self.stream}, entry {no + 1}"):
                entry = entry_of(body)
                events = [self._event(bytes(event)) for event in entry.events]
                for event in events:
                    self._applied(state, event)
            no, self._at = entry.no, entry.at
            self._unkept += not events or not all(isinstance(event, OF_THE_PROGRAM) for event in events)
        return state, no


@contextmanager
def _sound(what: str) -> Iterator[None]:
    """Whatever cannot be read, or does not fit what was before it, stops play and is named."""
    try:
        yield
    except (msgspec.DecodeError, LookupError, ValueError, TypeError, BooksError) as error:
        raise BrokenError(f"{what}: it cannot be used: {error}; stop play, verify the journal") from error
