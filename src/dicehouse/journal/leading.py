"""One stream led by one process: it judges a command, has what came of it written, and only then answers.

What is led, a table or the house, is in memory always what the journal makes of it: it starts from the latest snapshot
and the entries after it, and when an entry could not be written it is made anew from what is there. A command whose id
was written before gets the answer of the first time.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from threading import Condition, RLock
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from dicehouse.journal.program import program_hash, version
from dicehouse.journal.reconcile import Difference
from dicehouse.journal.record import NO_REFUSAL, Posting, entry_of
from dicehouse.journal.store import (
    BrokenError,
    Draft,
    Not,
    Outcome,
    Rejected,
    Repeated,
    Store,
    UnavailableError,
    Written,
)
from dicehouse.journal.writer import Told, settle
from dicehouse.refusal import Refused, Why
from dicehouse.table.books import BooksError
from dicehouse.table.ledger import CHIPS_OUTSIDE
from dicehouse.table.orders import DEVICE, Answer, Command, Event
from dicehouse.table.program import StartProgram

KEPT_EVERY: Final = 2_000
"""Entries between two snapshots, at least."""
PUT_OFF: Final = 10
"""Entries by which everything that is for a moment only, such as a wager, puts a snapshot off: nobody may wait while a
large state is written down that is a small one again when the round is over."""
REMEMBERED: Final = 4_096
"""Commands whose repeats are answered without asking the store."""

_WHY: Final = {Not.SHORT: Why.NOT_ENOUGH, Not.OTHER_BODY: Why.DUPLICATE_ID}
"""What a rejection by the store is called where it reaches people; the others are a matter of order and time."""

MORE_CHIPS: Final = "take no more than that, sell chips to the player, or have the casino operator declare others"
"""What to do where someone brings or cashes more chips than the house has outside."""

S = TypeVar("S")
Hears = Callable[[Answer | Exception], None]
"""Hears the answer to a command once that is durable, or why there is none; in the writer's thread, so it must not wait
for that, nor ask for the state. The answer to a repeat may come at once."""


class Said(msgspec.Struct, frozen=True):
    """A refusal as it is written down."""

    why: str
    clause: str | None
    message: str


class Writes(Protocol):
    """Whoever writes drafts and says when they are durable."""

    def hand(self, draft: Draft, told: Told) -> None: ...


class Mark(NamedTuple):
    """How far a state had come when somebody looked at it."""

    base: int
    no: int


class NotLedError(RuntimeError):
    """Another process leads the stream."""


class OvertakenError(UnavailableError):
    """A command was judged behind another that was not written, or while another program wrote or had taken over, and
    led to nothing; given again, it is judged as things stand then."""


class Leading(ABC, Generic[S]):
    """Something that is led, and its place in the journal.

    Any thread may ask it, but for the writer's own.
    """

    def __init__(self, store: Store, writer: Writes, stream: str) -> None:
        self.store = store
        self.writer = writer
        self.stream = stream
        self.holder = ""
        self._lock = RLock()
        """Of the state; held while it is judged, changed or made anew, and while that waits for the writer."""
        self._memory = Condition()
        """Of the commands that are remembered; never held while anything is waited for."""
        self._recent: dict[str, tuple[bytes, Answer | list[Hears]]] = {}
        """The latest commands with their answers; of those that are still to be written, who waits for it."""
        self._waiting = 0
        """Entries that the writer has and whose outcome it has not told."""
        self._base = 0
        """How often the state was made anew; an entry that was judged before the latest time changes nothing."""
        self._stale = False
        """Whether the state holds something that was not written."""
        self._kept_no = 0
        """The entry of the latest snapshot."""
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
    def _rulebook(self) -> tuple[str | None, dict[str, str]]:
        """The hash of the rulebook in force and the readings that are not as shipped, where it has one."""

    @abstractmethod
    def _apart(self, state: S) -> list[Difference]:
        """Where its accounts and the ledger do not agree."""

    # --- leading it

    @property
    def state(self) -> S:
        """What is led, as it is after everything that was given."""
        with self._lock:
            self._settle()
            return self._state

    @property
    def no(self) -> int:
        """The number of the latest entry."""
        with self._lock:
            self._settle()
            return self._no

    def mark(self) -> Mark | None:
        """To be asked before the state is looked at, which may be ahead of the journal; None where it is not."""
        with self._lock:
            self._settle()
            return Mark(self._base, self._no) if self._waiting else None

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

    def start(self, now: datetime) -> None:
        """Put on record which program leads from here on, and by which rulebook."""
        rulebook, readings = self._rulebook()
        command = StartProgram(
            id=f"start {now.isoformat()} {self.holder}"[:64], at=now, by=self.holder[:64] or "alone", role=DEVICE,
            version=version(), program=program_hash(), rulebook=rulebook, readings=readings,
        )  # fmt: skip
        answer = self.give(command).result()
        if isinstance(answer, Refused):
            raise NotLedError(f"{self.stream}: it cannot be led: {answer.message}")

    def check(self) -> None:
        """A BrokenError unless the accounts of what is led are what the ledger has; then nobody may play."""
        apart = self.differences()
        if apart:
            said = f"{len(apart)} accounts differ, the first of them {apart[0]}"
            raise BrokenError(f"{self.stream}: {said}; stop play, verify the journal")

    def differences(self) -> list[Difference]:
        """Where the accounts of what is led and the ledger do not agree, though it was made anew from the journal."""
        with self._lock:
            self._settle()
            self._wait()
            if self._apart(self._state):
                self._stale = True
                self._settle()
                return self._apart(self._state)
            return []

    def give(self, command: Command, heard: bytes | None = None) -> "Future[Answer]":
        """Judge a command; the future has its answer once that is durable."""
        answered: Future[Answer] = Future()
        self.hand(command, heard or msgspec.json.encode(command), partial(settle, answered))
        return answered

    def hand(self, command: Command, said: bytes, hears: Hears) -> None:
        """The same with a function to call in place of a future, which costs more than to judge a wager.

        A command that the store turned away was not judged for good: given again, it is judged again.
        """
        with self._lock:
            if self._again(command, said, hears):
                return
            self._settle()
            answer = self._judged(self._state, command)
            try:
                draft = self._drafted(command, said, answer)
                kept = self._kept_now(draft.no)
                self._hand(draft, hears, answer, kept)
            except BaseException:
                self._stale = True
                raise
            self._no = draft.no

    def _again(self, command: Command, said: bytes, hears: Hears) -> bool:
        """Answer a command whose id was used before: as the first time, if it is the same command."""
        with self._memory:
            before = self._recent.get(command.id)
            if before is None:
                return False
            answer = before[1]
            if said != before[0]:
                message = f"{command.id}: this id was used for another command; give this one an id of its own"
                answer = Refused(Why.DUPLICATE_ID, None, message)
            elif isinstance(answer, list):
                answer.append(hears)
                return True
        hears(answer)
        return True

    def _kept_now(self, no: int) -> bytes:
        """A snapshot where one is due."""
        if no - self._kept_no < KEPT_EVERY + PUT_OFF * self._passing(self._state):
            return b""
        self._kept_no = no
        return self._kept(self._state)

    def _hand(self, draft: Draft, hears: Hears, answer: Answer, kept: bytes) -> None:
        """Have an entry written, and remember its command; the store knows those before the latest."""
        base, waiting = self._base, [hears]
        with self._memory:
            self._waiting += 1
            self._recent[draft.id] = (draft.command, waiting)
            if len(self._recent) > REMEMBERED:
                del self._recent[next(iter(self._recent))]
        try:
            self.writer.hand(draft, lambda outcome: self._written(outcome, base, waiting, answer, draft, kept))
        except BaseException:
            with self._memory:
                self._waiting -= 1
                self._recent.pop(draft.id, None)
            raise

    def keep(self) -> None:
        """Keep a snapshot of the state as it is now, once everything submitted is written."""
        with self._lock:
            kept, no = self._kept(self.state), self._no
            self._wait()
            if no and not self._stale:
                self.store.keep(self.stream, no, kept)

    def _drafted(self, command: Command, said: bytes, answer: Answer) -> Draft:
        """The entry of a command; what it led to is applied, with the money it moved."""
        if isinstance(answer, Refused):
            refused = msgspec.json.encode(Said(answer.why, answer.clause, answer.message))
            return Draft(
                stream=self.stream, no=self._no + 1, id=command.id, at=command.at, command=said, refused=refused,
                leader=self.holder,
            )  # fmt: skip
        moved: dict[str, int] = {}
        for event in answer:
            for account, amount in self._applied(self._state, event):
                moved[account] = moved.get(account, 0) + amount
        return Draft(
            stream=self.stream,
            no=self._no + 1,
            id=command.id,
            at=command.at,
            command=said,
            events=tuple(msgspec.json.encode(event) for event in answer),
            postings=tuple(Posting(account, amount) for account, amount in moved.items() if amount),
            leader=self.holder,
        )

    def _written(
        self,
        outcome: Outcome | Exception,
        base: int,
        waiting: list[Hears],
        answer: Answer,
        draft: Draft,
        kept: bytes,
    ) -> None:
        """Hand out the answer; what could not be written did not happen.

        The writer calls this, and whoever holds the lock may wait for the writer: so it must not ask for the lock.
        """
        written = isinstance(outcome, Written)
        if written and base == self._base:
            self._durable = draft.no
        if not written and base == self._base:
            self._stale = True
        if isinstance(outcome, Repeated):
            answer = self._first_answer(outcome.body)
        elif isinstance(outcome, Rejected) and outcome.why is Not.OUT_OF_ORDER:
            outcome = OvertakenError(
                f"{self.stream}: {draft.id} was judged behind a command that was not written, or beside another"
                " program, and nothing was done; give it again"
            )
        elif isinstance(outcome, Rejected) and outcome.why is Not.NOT_LEADER:
            outcome = OvertakenError(
                f"{self.stream}: another process has taken it over and {draft.id} was not done; give it again"
            )
        elif isinstance(outcome, Rejected):
            answer = Refused(_WHY.get(outcome.why, Why.WRONG_CLOCK), None, self._told(outcome))
        with self._memory:
            self._waiting -= 1
            if written or isinstance(outcome, Repeated):
                if draft.id in self._recent:
                    self._recent[draft.id] = (draft.command, answer)
            else:
                self._recent.pop(draft.id, None)
            self._memory.notify_all()
        for hears in waiting:
            hears(outcome if isinstance(outcome, Exception) else answer)
        if written and kept:
            self.store.keep(self.stream, draft.no, kept)

    def _told(self, outcome: Rejected) -> str:
        """What people are told."""
        if outcome.why is Not.SHORT and outcome.message.startswith(CHIPS_OUTSIDE):
            return f"{outcome.message.partition(';')[0]}; {MORE_CHIPS}"
        return outcome.message

    def _first_answer(self, body: bytes) -> Answer:
        """The answer that the entry of a command holds."""
        entry = entry_of(body)
        if entry.refused != NO_REFUSAL:
            kept = msgspec.json.decode(bytes(entry.refused), type=Said)
            return Refused(Why(kept.why), kept.clause, kept.message)
        return tuple(self._event(bytes(it)) for it in entry.events)

    def _wait(self) -> None:
        """Until all that was handed to the writer has its outcome."""
        with self._memory:
            self._memory.wait_for(lambda: not self._waiting)

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
        kept = self.store.kept(self.stream)
        no = self._kept_no = kept[0] if kept else 0
        with _sound(f"{self.stream}, snapshot after entry {no}"):
            state = self._restored(kept[1]) if kept else self._new()
        for body in self.store.stream(self.stream, no):
            with _sound(f"{self.stream}, entry {no + 1}"):
                entry = entry_of(body)
                for event in entry.events:
                    self._applied(state, self._event(bytes(event)))
            no = entry.no
        return state, no


@contextmanager
def _sound(what: str) -> Iterator[None]:
    """Whatever cannot be read, or does not fit what was before it, stops play and is named."""
    try:
        yield
    except (msgspec.DecodeError, LookupError, ValueError, TypeError, BooksError) as error:
        raise BrokenError(f"{what}: it cannot be used: {error}; stop play, verify the journal") from error
