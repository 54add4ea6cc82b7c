"""The auditor: reads the journal as it grows, by means of its own, and says what may not be.

It knows the format of an entry and the names of events, and shares no code with what judges. What is in the journal
when it looks must be there for ever; what was answered must be in it, once, as it was answered.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime
from typing import Final

import msgspec

from tools.house_simulation.floor_rules import FloorRules
from tools.house_simulation.loss_rules import LossRules
from tools.house_simulation.money_rules import MoneyRules
from tools.house_simulation.violation import Entry, Violation

GENESIS: Final = "0" * 64
_READ: Final = msgspec.json.Decoder()


class Auditor:
    """What the journal has said so far, and what follows from it."""

    def __init__(self, games: dict[str, str]) -> None:
        self.seq = 0
        self.head = GENESIS
        self.entries = 0
        self._hashes: list[str] = [GENESIS]
        self._numbers: dict[str, int] = {}
        self._times: dict[str, datetime] = {}
        self._written: dict[tuple[str, str], tuple[int, tuple[bytes, ...], bool]] = {}
        self._asked: dict[tuple[str, str], tuple[str, str]] = {}
        self._acknowledged: dict[tuple[str, str], tuple[bytes, ...]] = {}
        self._unchecked: list[tuple[str, str]] = []
        self._refused: dict[tuple[str, str], str] = {}
        self._leaders: dict[str, str] = {}
        self.wrote: dict[tuple[str, int], str] = {}
        """Which process wrote an entry, by stream and number."""
        self.money = MoneyRules()
        self.floor = FloorRules(games)
        self.losses = LossRules()

    # --- what people asked and were told

    def asked(self, to: str, id: str, do: str, by: str) -> None:
        self._asked[to, id] = (do, by)

    def answered(self, to: str, id: str, events: tuple[bytes, ...]) -> None:
        key = (to, id)
        before = self._acknowledged.setdefault(key, events)
        if before != events:
            raise Violation("at most once", f"{to}, {id}: it was answered in two ways")
        self._unchecked.append(key)

    def refused(self, to: str, id: str, message: str) -> None:
        self._refused[to, id] = message

    # --- what the journal says

    def reads(self, bodies: Iterable[tuple[int, bytes, str]]) -> None:
        """Go on with the entries after those that were read before."""
        for seq, body, digest in bodies:
            self._chained(seq, body, digest)
            entry = Entry(_READ.decode(body))
            self._in_order(entry)
            self.money.follows(entry)
            self.floor.follows(entry)
            self.losses.follows(entry, self.floor.person_at)
        for key in self._unchecked:
            if key not in self._written:
                raise Violation("acknowledged is durable", f"{key[0]}, {key[1]}: it was answered and is not there")
            if self._written[key][1] != self._acknowledged[key]:
                raise Violation("acknowledged is durable", f"{key[0]}, {key[1]}: something else is there")
        self._unchecked.clear()

    def _chained(self, seq: int, body: bytes, digest: str) -> None:
        if seq != self.seq + 1:
            raise Violation("the chain", f"entry {seq} comes after entry {self.seq}")
        if hashlib.sha256(body).hexdigest() != digest:
            raise Violation("the chain", f"entry {seq} has another hash than is noted beside it")
        self.seq, self.head = seq, digest
        self._hashes.append(digest)
        self.entries += 1

    def _in_order(self, entry: Entry) -> None:
        stream, key = entry.stream, (entry.stream, entry.id)
        if entry.prev != self._hashes[entry.seq - 1]:
            raise Violation("the chain", f"entry {entry.seq} does not follow the one before it")
        if entry.no != self._numbers.get(stream, 0) + 1:
            raise Violation("the chain", f"{stream}: entry {entry.no} comes after {self._numbers.get(stream, 0)}")
        if stream in self._times and entry.when < self._times[stream]:
            raise Violation("time", f"{stream}: entry {entry.no} is of {entry.at}, before the one before it")
        self._numbers[stream], self._times[stream] = entry.no, entry.when
        if key in self._written:
            raise Violation("at most once", f"{stream}, {entry.id}: it is there twice")
        events = tuple(msgspec.json.encode(it) for it in entry.events)
        self._written[key] = (entry.seq, events, entry.refused)
        if not entry.id.startswith(("~", "start ")) and self._asked.get(key) != (entry.do, entry.by):
            raise Violation("at most once", f"{stream}, {entry.id}: nobody asked for this {entry.do} by this id")
        self._led(entry)

    def _led(self, entry: Entry) -> None:
        """Whoever leads a stream says so first, and nobody else writes to it until another does."""
        if entry.do == "start-program":
            self._leaders[entry.stream] = entry.by
        wrote = self.wrote.get((entry.stream, entry.no))
        leads = self._leaders.get(entry.stream)
        if wrote is not None and leads is not None and wrote[:64] != leads:
            raise Violation("one leader", f"{entry.stream}: {wrote} wrote entry {entry.no}, and {leads} leads")

    # --- after a crash

    def still_there(self, bodies: Iterable[tuple[int, bytes, str]]) -> None:
        """Everything that was read before is there as it was; a Violation otherwise."""
        seen = 0
        for seq, _, digest in bodies:
            if seq > self.seq:
                break
            if self._hashes[seq] != digest:
                raise Violation("acknowledged is durable", f"entry {seq} is not the one that was there before")
            seen += 1
        if seen < self.seq:
            raise Violation("acknowledged is durable", f"{self.seq - seen} of {self.seq} entries are gone")

    def at_the_end(self) -> None:
        """What holds when everything is done."""
        for key, message in self._refused.items():
            found = self._written.get(key)
            if found is not None and not found[2] and key not in self._acknowledged:
                raise Violation("told the truth", f"{key[0]}, {key[1]}: refused ({message}), and done")
        self.money.at_the_end()
