"""Every seal on dice in a journal: made before the wagers, and opened by the salt and the dice that it was made of.

The rule is written here a second time, from its description, and not taken from the program that sealed: the SHA-256
of the salt, a colon and the dice with hyphens between. The seals of a table stand in the order in which they were made,
and the first of them is that of the next result.
"""

import hashlib
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from dicehouse.journal.record import Entry
from dicehouse.journal.verify.chain import PATIENCE, Progress
from dicehouse.journal.verify.faults import Fault, Faults
from dicehouse.journal.verify.records import read
from dicehouse.journal.verify.sources import DamagedError, opened

OVER: Final = frozenset(
    {"round-ended", "roll-settled", "no-roll-called", "no-result-called", "round-voided", "outcome-invalidated"}
)
"""With which a result is over, or there is none: in an entry with any of them the next seal takes its place."""
WAGERS: Final = frozenset({"wager-placed", "wager-restaked"})
OPENING: Final = frozenset({"dice-uncovered", "dice-reported", "roll-called"})
_TOLD: Final = (
    OVER | WAGERS | OPENING | {"table-opened", "round-began", "wagering-opened", "dice-sealed", "dice-tumbled"}
)


class Unopened(Struct, frozen=True, kw_only=True):
    """A seal that was not opened, though its result is over."""

    table: str
    round: int
    entry: int
    """Where it was made."""
    seal: str
    why: str


class SealReport(Struct, frozen=True, kw_only=True):
    """What became of every seal."""

    made: int
    opened: int
    """By the salt and the dice that they were made of."""
    unopened: int
    """The round was void, or had no result, or the dice were called by hand."""
    standing: int
    """Of a result that is yet to come."""
    late: int
    """Made after a wager, at tables that do not promise otherwise: a device sealed dice that it had just shaken."""
    listed: list[Unopened]
    """The first of those that were not opened."""
    faults: list[Fault]
    more: int


class _Made(NamedTuple):
    seal: str
    entry: int
    round: int


class _Kind(Struct):
    event: str = ""


_KINDS: Final = msgspec.json.Decoder(_Kind)


def check_seals(path: Path | str, *, most: int = 20, progress: Progress = lambda _: None) -> SealReport:
    """Go through the seals of a whole journal; records that cannot be read are passed over: `verify` tells them."""
    told = time.monotonic()
    with opened(path) as source:
        faults = Faults(source.place, most)
        seals = DiceSeals(faults, most)
        with suppress(DamagedError):
            for count, filed in enumerate(source.items(), start=1):
                entry = read(filed).entry
                if entry is not None:
                    seals.add(filed.place, entry)
                if not count % 1024 and time.monotonic() - told >= PATIENCE:
                    told = time.monotonic()
                    progress(count)
    return seals.report()


class DiceSeals:
    """The seals of a journal, as its entries are gone through."""

    def __init__(self, faults: Faults, most: int) -> None:
        self._faults = faults
        self._most = most
        self._tables: dict[str, _Table] = {}
        self.made = self.opened = self.unopened = self.late = 0
        self.listed: list[Unopened] = []

    def add(self, place: int, entry: Entry) -> None:
        over = ""
        for raw in entry.events:
            kind = _KINDS.decode(raw).event
            if kind in _TOLD:
                table = self._tables.setdefault(entry.stream, _Table(entry.stream))
                for why in self._take(table, kind, msgspec.json.decode(raw), entry.seq):
                    self._faults.add(place, entry.seq, f"{entry.stream}, round {table.round}: {why}")
                over = kind if kind in OVER and over != "roll-settled" else over
        if over:
            table = self._tables[entry.stream]
            for why in self._end(table, over):
                self._faults.add(place, entry.seq, f"{entry.stream}, round {table.round}: {why}")

    def _take(self, table: "_Table", kind: str, event: dict[str, Any], seq: int) -> list[str]:
        if kind == "table-opened":
            table.promises = bool(event["config"].get("sealed_dice"))
        elif kind in {"round-began", "wagering-opened"}:
            table.round = event["round"]
        elif kind in WAGERS:
            table.wager = table.wager or (0 if table.seals else seq)
        elif kind in OPENING:
            return self._open(table, event)
        elif kind in {"dice-sealed", "dice-tumbled"} and event["seal"]:
            return self._seal(table, kind, event["seal"], seq)
        return []

    def _seal(self, table: "_Table", kind: str, seal: str, seq: int) -> list[str]:
        if kind == "dice-tumbled" and table.seals:
            if table.seals[0].seal == seal:
                return []
            self._pass_over(table, "the dice were tumbled again")
        self.made += 1
        late = table.wager if not table.seals else 0
        table.seals.append(_Made(seal, seq, table.round))
        table.wager = 0
        if late and table.promises:
            return [f"its seal was made after a wager had been placed, in entry {late}"]
        self.late += bool(late)
        return []

    def _open(self, table: "_Table", event: dict[str, Any]) -> list[str]:
        if not event.get("salt"):
            return []
        if not table.seals:
            return ["a seal was opened, and none had been made"]
        due = table.seals[0].seal
        named = event.get("seal") or due
        if named != due:
            return [f"the seal {named} was opened, and {due} was made for it"]
        text = f"{event['salt']}:{'-'.join(map(str, event['dice']))}"
        found = hashlib.sha256(text.encode()).hexdigest()
        if found != due:
            return [f"{text} has the hash {found}, and its seal is {due}"]
        self.opened += not table.opened
        table.opened = True
        return []

    def _end(self, table: "_Table", over: str) -> list[str]:
        bare = table.wager if table.promises and not table.seals else 0
        if table.seals and not table.opened:
            by_hand = over == "roll-settled"
            self._pass_over(table, "the dice were called by hand" if by_hand else "there was no result")
        elif table.seals:
            table.seals.popleft()
        table.opened, table.wager = False, 0
        return [f"the dice were never sealed, though a wager had been placed in entry {bare}"] if bare else []

    def _pass_over(self, table: "_Table", why: str) -> None:
        it = table.seals.popleft()
        self.unopened += 1
        if len(self.listed) < self._most:
            unopened = Unopened(table=table.name, round=table.round, entry=it.entry, seal=it.seal, why=why)
            self.listed.append(unopened)

    def report(self) -> SealReport:
        return SealReport(
            made=self.made,
            opened=self.opened,
            unopened=self.unopened,
            standing=sum(len(it.seals) - it.opened for it in self._tables.values()),
            late=self.late,
            listed=self.listed,
            faults=self._faults.told,
            more=self._faults.more,
        )


class _Table:
    """A table, as far as its seals go."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.promises = False
        """Whether its dice are sealed before anyone wagers."""
        self.round = 0
        self.seals: deque[_Made] = deque()
        self.opened = False
        """Whether the first of them was."""
        self.wager = 0
        """The entry of the first wager since the last result that was placed while no seal stood."""
