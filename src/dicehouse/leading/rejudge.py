"""Every command of a journal judged again, from the journal alone: would this program decide the same today?

Whoever can rewrite a journal can chain it anew. This finds what they wrote if the rules do not: each command is judged
by the rulebook that its stream has on record, on the state that the entries before it make, and what comes of it is
held against what was written: events, refusal and postings; then the snapshots, and at the end the accounts. Another
version of the program may judge otherwise, so a difference comes with the program that wrote the entry; it is told all
the same. After a difference the state goes on as the journal has it, so that one wrong entry does not blame the rest.
"""

import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import UNSET, Raw

from dicehouse.house.state import House
from dicehouse.journal.program import program_hash
from dicehouse.journal.record import NO_REFUSAL, Entry, Posting
from dicehouse.journal.verify.chain import PATIENCE, Progress
from dicehouse.journal.verify.records import read
from dicehouse.journal.verify.snapshots import ASIDE
from dicehouse.journal.verify.sources import DamagedError, Source, opened
from dicehouse.leading.judges import HouseJudge, Judge, TableJudge
from dicehouse.leading.leader import HOUSE
from dicehouse.leading.refusals import decoded, written
from dicehouse.leading.rejudged import Difference, Led, Rejudged, Unjudged
from dicehouse.refusal import Refused
from dicehouse.table.orders import Answer, Command, Event
from dicehouse.table.program import StartProgram
from dicehouse.table.state import Table

LONGEST: Final = 600
"""Characters of what was recorded or is judged, as it is told."""

_FIELDS: Final = msgspec.json.Decoder(dict[str, Raw])


def rejudge(path: Path | str, *, most: int = 20, progress: Progress = lambda _: None) -> Rejudged:
    """Judge every command again of a SQLite file, an export, or the address of a PostgreSQL database.

    It takes the entries as they are; whether they are in their places is for `verify` to say.
    """
    began = told = time.monotonic()
    with opened(path) as source:
        again = _Again(most, source)
        for count, filed in enumerate(again.items(source), start=1):
            if (entry := read(filed).entry) is None:
                again.lose(f"the record at {filed.place} cannot be read")
                break
            again.take(entry)
            if not count % 256 and time.monotonic() - told >= PATIENCE:
                told = time.monotonic()
                progress(count)
        return again.done(time.monotonic() - began)


class _Again:
    """The streams of a journal as far as they were judged, and what was found."""

    def __init__(self, most: int, source: Source) -> None:
        self._most = most
        self._streams: dict[str, _Stream] = {}
        self._ledger: dict[str, int] = {}
        self._differences: list[Difference] = []
        self.count = 0
        self._snapshots = self._kept(source)
        self.entries = self.snapshots = 0
        self._whole = True

    def _kept(self, source: Source) -> Mapping[str, tuple[int, bytes]]:
        try:
            return {stream: (no, kept) for stream, no, kept in source.snapshots() if not stream.startswith(ASIDE)}
        except DamagedError as error:
            self.tell(Difference(seq=0, stream="", no=0, what="snapshots", recorded=str(error), judged="", program=""))
            return {}

    def items(self, source: Source) -> Iterable[Any]:
        try:
            yield from source.items()
        except DamagedError as error:
            self.lose(str(error))

    def lose(self, why: str) -> None:
        """What comes after this cannot be judged, in any stream."""
        self._whole = False
        for stream in self._streams.values():
            stream.lose(why)

    def take(self, entry: Entry) -> None:
        stream = self._streams.get(entry.stream)
        if stream is None:
            judge: Judge = HouseJudge() if entry.stream == HOUSE else TableJudge()
            stream = self._streams[entry.stream] = _Stream(entry.stream, judge, self)
        for it in entry.postings:
            self._ledger[it.account] = self._ledger.get(it.account, 0) + it.amount
        stream.take(entry)
        kept = self._snapshots.get(entry.stream)
        if kept is not None and kept[0] == entry.no:
            stream.compare(entry, kept[1])

    def tell(self, difference: Difference) -> None:
        self.count += 1
        if len(self._differences) < self._most:
            self._differences.append(difference)

    def done(self, seconds: float) -> Rejudged:
        for stream in self._streams.values():
            if self._whole:
                stream.balance(self._ledger)
        return Rejudged(
            entries=self.entries,
            snapshots=self.snapshots,
            seconds=seconds,
            differences=self._differences,
            more=self.count - len(self._differences),
            unjudged=[it.unjudged for it in self._streams.values() if it.unjudged],
            programs=[led for it in self._streams.values() for led in it.programs],
        )


class _Stream:
    """One stream, judged as far as the state is known in which its commands were given."""

    def __init__(self, name: str, judge: Judge, again: _Again) -> None:
        self._name = name
        self._judge = judge
        self._again = again
        self._state: Table | House | None = None
        self._lost = ""
        self._sure = False
        """Whether a program has put on record how what it leads is set up; before that entries are only applied."""
        self._no = 0
        self.unjudged: Unjudged | None = None
        self.programs: list[Led] = []

    def take(self, entry: Entry) -> None:
        self._no = entry.no
        command = None if self._lost else self._command(entry)
        if command is None:
            self._skip(entry.no)
            return
        if isinstance(command, StartProgram):
            self._start(entry, command)
        if self.programs:
            self.programs[-1] = msgspec.structs.replace(self.programs[-1], last=entry.no)
        if self._state is None:
            self.lose("its first entry does not say by which rulebook it is judged")
        if self._lost or self._state is None:
            self._skip(entry.no)
        elif self._sure:
            self._again.entries += 1
            self._compare(entry, self._state, command)
        else:
            self._skip(entry.no, "no program had put on record how the table is set up")
            self._apply(entry, self._state)

    def _command(self, entry: Entry) -> Command | None:
        """The command as it was judged: with the time of its entry, which is the house's and not its giver's."""
        said = entry.command if entry.judged is UNSET else entry.judged
        try:
            fields = _FIELDS.decode(said)
        except msgspec.DecodeError as error:
            found: Command | Refused | str = str(error)
        else:
            fields["at"] = Raw(msgspec.json.encode(entry.at))
            found = self._judge.command(msgspec.json.encode(fields))
        if isinstance(found, Command):
            return found
        why = found.message if isinstance(found, Refused) else found
        self._tell(entry, "command", bytes(said).decode(errors="replace"), f"this program knows no such command: {why}")
        self.lose(f"the command of entry {entry.seq} is not known to this program")
        return None

    def _start(self, entry: Entry, command: StartProgram) -> None:
        led = Led(
            stream=self._name, first=entry.no, last=entry.no, version=command.version, program=command.program,
            same=command.program == program_hash(),
        )  # fmt: skip
        self.programs.append(led)
        try:
            self._state = self._judge.starts(self._state, command)
        except ValueError as error:
            self.lose(str(error))
        self._sure = self._sure or command.config is not None or bool(command.house)

    def _compare(self, entry: Entry, state: Any, command: Command) -> None:
        try:
            answer = self._judge.decide(state, command)
        except Exception as error:  # noqa: BLE001 (whatever this program cannot judge is a difference)
            self._tell(entry, "judgement", _shown(entry), f"this program cannot judge it: {_error(error)}")
        else:
            self._compare_answer(entry, answer)
        self._apply(entry, state)

    def _compare_answer(self, entry: Entry, answer: Answer) -> None:
        if isinstance(answer, Refused):
            if not _same_refusal(entry, answer):
                self._tell(entry, "refusal", _shown(entry), written(answer).decode())
            return
        if entry.refused != NO_REFUSAL:
            self._tell(entry, "refusal", _shown(entry), _listed(answer))
            return
        if len(answer) != len(entry.events):
            self._tell(entry, "events", _shown(entry), _listed(answer))
            return
        for body, event in zip(entry.events, answer, strict=True):
            if not self._is(bytes(body), event):
                self._tell(entry, "event", bytes(body).decode(), msgspec.json.encode(event).decode())

    def _is(self, body: bytes, event: Event) -> bool:
        """Whether an event was written so; a field that came later reads as what it is without it."""
        if body == msgspec.json.encode(event):
            return True
        try:
            return bool(self._judge.event(body) == event)
        except msgspec.DecodeError:
            return False

    def _apply(self, entry: Entry, state: Any) -> None:
        """Go on as the journal has it, and see that it moves the money that is recorded."""
        moved: dict[str, int] = {}
        try:
            for body in entry.events:
                for account, amount in self._judge.apply(state, self._judge.event(bytes(body))):
                    moved[account] = moved.get(account, 0) + amount
        except Exception as error:  # noqa: BLE001 (the same)
            self._tell(entry, "event", _shown(entry), f"this program cannot apply it: {_error(error)}")
            self.lose(f"entry {entry.seq} could not be applied")
            return
        postings = tuple(Posting(account, amount) for account, amount in moved.items() if amount)
        if self._sure and postings != entry.postings:
            self._tell(entry, "postings", _posted(entry.postings), _posted(postings))

    def compare(self, entry: Entry, kept: bytes) -> None:
        """A snapshot that was kept after an entry, held against the state that the entries make."""
        if self._state is None or self._lost:
            return
        self._again.snapshots += 1
        state = self._judge.kept(self._state)
        try:
            same = kept == state or self._judge.rekept(kept) == state
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._tell(entry, "snapshot", f"it cannot be read: {error}", _from_first_difference(b"", state), seq=0)
            return
        if not same:
            self._tell(
                entry, "snapshot", _from_first_difference(state, kept), _from_first_difference(kept, state), seq=0
            )

    def balance(self, ledger: Mapping[str, int]) -> None:
        """The accounts at the end."""
        if self._state is None or self._lost:
            return
        for it in self._judge.ledger_mismatches(self._state, ledger):
            difference = Difference(
                seq=0, stream=self._name, no=self._no, what="account", program=self._program(),
                recorded=f"{it.account} {it.ledger}", judged=f"{it.account} {it.here}",
            )  # fmt: skip
            self._again.tell(difference)

    def lose(self, why: str) -> None:
        self._lost = self._lost or why

    def _skip(self, no: int, why: str = "") -> None:
        before = self.unjudged
        if before is None:
            self.unjudged = Unjudged(stream=self._name, first=no, last=no, why=why or self._lost)
        else:
            self.unjudged = msgspec.structs.replace(before, last=no)

    def _program(self) -> str:
        return self.programs[-1].program if self.programs else ""

    def _tell(self, entry: Entry, what: str, recorded: str, judged: str, seq: int | None = None) -> None:
        self._again.tell(
            Difference(
                seq=entry.seq if seq is None else seq, stream=self._name, no=entry.no, what=what,
                recorded=_short(recorded), judged=_short(judged), program=self._program(),
            )
        )  # fmt: skip


def _error(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _same_refusal(entry: Entry, answer: Refused) -> bool:
    """Whether an entry holds a refusal by the same rule, with the same figures where it says the same.

    A rule may have been worded otherwise since, and older journals have nothing but the words.
    """
    if entry.refused == NO_REFUSAL:
        return False
    kept, now = decoded(bytes(entry.refused)), decoded(written(answer))
    worded = (kept.says, kept.figures) == (now.says, now.figures) or kept.says != now.says
    return worded and (kept.why, kept.clause) == (now.why, now.clause)


def _shown(entry: Entry) -> str:
    """What an entry says came of its command."""
    if entry.refused != NO_REFUSAL:
        return bytes(entry.refused).decode()
    return ",".join(bytes(it).decode() for it in entry.events) or "nothing"


def _listed(events: Iterable[Event]) -> str:
    return ",".join(msgspec.json.encode(it).decode() for it in events) or "nothing"


def _posted(postings: Iterable[Posting]) -> str:
    return ", ".join(f"{it.account} {it.amount}" for it in postings) or "nothing"


def _from_first_difference(other: bytes, own: bytes) -> str:
    """Of two snapshots that differ, one from the first sign on that is not the other's."""
    at = next(
        (place for place, (a, b) in enumerate(zip(own, other, strict=False)) if a != b), min(len(own), len(other))
    )
    return own[max(0, at - 60) : at + 120].decode(errors="replace")
