"""Draws of prizes and seats, worked out again from what the journal holds: who won, and that nobody could choose it.

The rule is written here a second time, from its description, and not taken from the program that drew.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final

import msgspec
from msgspec import Struct

from dicehouse.journal.record import Entry
from dicehouse.journal.verify.faults import Faults
from dicehouse.journal.verify.seating import Seating

STREAM: Final = "house"
LARGEST: Final = 1 << 256


class _Kind(Struct):
    event: str = ""


class _Promotion(Struct):
    """What is known of one promotion so far."""

    prizes: int = 0
    one_each: bool = True
    entries: list[tuple[str, int]] = []
    committed: str = ""
    sealed: str = ""
    word: str = ""


_KINDS: Final = msgspec.json.Decoder(_Kind)


class Draws:
    """Every draw of a journal, as its entries are gone through."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._unsure = False
        self._promotions: dict[str, _Promotion] = {}
        self._seating = Seating()
        self.count = 0
        """Draws of prizes that were worked out again."""
        self.seatings = 0
        """Rounds of tournaments whose seats were worked out again."""

    def lose(self) -> None:
        """An entry could not be read: what was drawn from it cannot be told."""
        self._unsure = True

    def add(self, place: int, entry: Entry) -> None:
        if entry.stream != STREAM or self._unsure:
            return
        for raw in entry.events:
            kind = _KINDS.decode(raw).event
            handler, seats = _HANDLERS.get(kind), self._seating.handler(kind)
            event = msgspec.json.decode(raw) if handler or seats else {}
            for why in (*(handler(self, event) if handler else ()), *(seats(event) if seats else ())):
                self._faults.add(place, entry.seq, why)
        self.seatings = self._seating.count

    def _of(self, event: dict[str, Any]) -> _Promotion:
        return self._promotions.setdefault(event["promotion"], _Promotion())

    def terms(self, event: dict[str, Any]) -> list[str]:
        it, terms = self._of(event), event["terms"]
        it.prizes = sum(prize.get("number", 1) for prize in terms["prizes"])
        it.one_each = terms["one_prize_each"]
        return []

    def filed(self, event: dict[str, Any]) -> list[str]:
        """New terms before the start begin a promotion afresh."""
        self._promotions[event["promotion"]] = _Promotion()
        return self.terms(event)

    def play(self, event: dict[str, Any]) -> list[str]:
        it = self._of(event)
        if it.sealed and event["entries"]:
            return [f"an entry of {event['promotion']} was added after its entries were sealed"]
        if event["entries"]:
            it.entries.append((event["person"], event["entries"]))
        return []

    def shut_out(self, event: dict[str, Any]) -> list[str]:
        it = self._of(event)
        if it.sealed:
            return [f"entries of {event['promotion']} were taken away after they were sealed"]
        it.entries = [pair for pair in it.entries if pair[0] != event["person"]]
        return []

    def promised(self, event: dict[str, Any]) -> list[str]:
        it = self._of(event)
        late = [f"the secret of {event['promotion']} was promised after its entries were sealed"] if it.sealed else []
        it.committed = event["commitment"]
        return late

    def seal(self, event: dict[str, Any]) -> list[str]:
        it = self._of(event)
        it.sealed = digest("".join(f"{number} {person}\n" for person, number in it.entries))
        if it.sealed == event["hash"]:
            return []
        said = f"the entries of {event['promotion']} are sealed as {event['hash']}"
        return [f"{said}, and those that were earned have the hash {it.sealed}"]

    def witness(self, event: dict[str, Any]) -> list[str]:
        self._of(event).word = event["word"]
        return []

    def open(self, event: dict[str, Any]) -> list[str]:
        it, name, secret = self._of(event), event["promotion"], event["secret"]
        self.count += 1
        if digest(secret) != it.committed:
            return [f"the secret of {name} has the hash {digest(secret)}, and {it.committed or 'none'} was promised"]
        seed = digest(f"dicehouse draw 1\n{secret}\n{it.sealed}\n{it.word}")
        due = drawn(seed, it.entries, it.prizes, one_each=it.one_each)
        told = [tuple(won) for won in event["winners"]]
        if told == due:
            return []
        return [f"the winners of {name} are {_listed(told)}, and by the rule they are {_listed(due)}"]


_HANDLERS: Final = {
    "terms-filed": Draws.filed,
    "terms-amended": Draws.terms,
    "play-counted": Draws.play,
    "person-shut-out": Draws.shut_out,
    "draw-committed": Draws.promised,
    "entries-sealed": Draws.seal,
    "draw-witnessed": Draws.witness,
    "draw-opened": Draws.open,
}


def drawn(seed: str, entries: Sequence[tuple[str, int]], prizes: int, *, one_each: bool) -> list[tuple[int, int, str]]:
    """Prize, entry and person of every winner."""
    ends = list(accumulate(number for _, number in entries))
    total = ends[-1] if ends else 0
    room = LARGEST // total * total if total else 0
    may = {person for person, number in entries if number}
    found: list[tuple[int, int, str]] = []
    for prize in range(1, prizes + 1):
        attempt = 0
        while may:
            attempt += 1
            number = int(digest(f"{seed} {prize} {attempt}"), 16)
            holder = entries[bisect_right(ends, number % total)][0]
            if number < room and holder in may:
                found.append((prize, number % total, holder))
                may -= {holder} if one_each else set()
                break
    return found


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _listed(winners: list[tuple[int, int, str]]) -> str:
    return ", ".join(f"{person} (prize {prize}, entry {entry})" for prize, entry, person in winners) or "nobody"
