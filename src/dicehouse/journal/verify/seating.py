"""Seats of tournaments, worked out again: drawn from what was promised before, for those who were due to play.

As with draws of prizes the rule is written here a second time, from its description.
"""

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from msgspec import Struct

Event = dict[str, Any]


class _Tournament(Struct):
    """What is known of one tournament so far."""

    rounds: list[Event] = []
    closes: str = ""
    """When entries close."""
    tables: list[str] = []
    promised: dict[int, str] = {}
    waiting: list[str] = []
    """Who plays in the next round."""
    state: str = "planned"


class Seating:
    """Every tournament of a journal."""

    def __init__(self) -> None:
        self._known: dict[str, _Tournament] = {}
        self.count = 0
        """Rounds whose seats were worked out again."""

    def handler(self, kind: str) -> "Callable[[Event], list[str]] | None":
        found = _HANDLERS.get(kind)
        return None if found is None else lambda event: found(self, self._of(event), event) or []

    def _of(self, event: Event) -> _Tournament:
        return self._known.setdefault(event["tournament"], _Tournament())

    def filed(self, it: _Tournament, event: Event) -> None:
        it.rounds = event["terms"]["format"]["rounds"]
        it.closes = event["terms"]["details"]["entries_close"] or ""

    def designated(self, it: _Tournament, event: Event) -> None:
        it.tables = event["tables"]

    def comes(self, it: _Tournament, event: Event) -> None:
        it.waiting.append(event["person"])

    def bought(self, it: _Tournament, event: Event) -> None:
        if event["what"] == "buy-back":
            it.waiting.append(event["person"])

    def goes(self, it: _Tournament, event: Event) -> None:
        it.waiting = [who for who in it.waiting if who != event["person"]]

    def penalised(self, it: _Tournament, event: Event) -> None:
        if event["action"] == "disqualify":
            self.goes(it, event)

    def replaced(self, it: _Tournament, event: Event) -> None:
        it.waiting = [event["substitute"] if who == event["person"] else who for who in it.waiting]

    def promise(self, it: _Tournament, event: Event) -> list[str]:
        it.promised[event["round"]] = event["commitment"]
        closed = bool(it.closes) and datetime.fromisoformat(event["at"]) > datetime.fromisoformat(it.closes)
        late = it.state == "between" or (it.state == "planned" and closed)
        if event["late"] == late:
            return []
        when, which = "after" if late else "before", f"round {event['round']} of {event['tournament']}"
        return [f"the seats of {which} were promised {when} their players were known, and the entry says otherwise"]

    def began(self, it: _Tournament, event: Event) -> list[str]:
        name, number, seed = event["tournament"], event["round"], event["seed"]
        self.count += 1
        it.state = "playing"
        rule, promised, which = it.rounds[number - 1], it.promised.get(number, ""), f"round {number} of {name}"
        hashed = hashlib.sha256(seed.encode()).hexdigest()
        if hashed != promised:
            return [f"the seed of {which} has the hash {hashed}, and {promised or 'none'} was promised"]
        told = [(who, table, seat) for who, table, seat in event["seats"]]
        here = [who for who, _, _ in told]
        if not rule["repechage"]:
            if sorted(here) != sorted(it.waiting):
                seats, due_to = ", ".join(sorted(here)), ", ".join(sorted(it.waiting))
                return [f"{which} seats {seats}, and {due_to} were due to play"]
            it.waiting = []
        due = drawn(seed, here, it.tables[: min(rule["tables"], len(here))])
        if sorted(told) == sorted(due):
            return []
        return [f"the seats of {which} are not those that its seed gives"]

    def ended(self, it: _Tournament, event: Event) -> None:
        it.state = "between"
        it.waiting += [who for who in event["through"] if who not in it.waiting]


_HANDLERS: Final[dict[str, Callable[[Seating, _Tournament, Event], list[str] | None]]] = {
    "tournament-filed": Seating.filed,
    "tables-designated": Seating.designated,
    "tournament-entered": Seating.comes,
    "entry-withdrawn": Seating.goes,
    "substitute-nominated": Seating.replaced,
    "player-penalised": Seating.penalised,
    "player-retired": Seating.goes,
    "tournament-chips-bought": Seating.bought,
    "seats-promised": Seating.promise,
    "round-started": Seating.began,
    "round-ended": Seating.ended,
}


def drawn(seed: str, people: Sequence[str], tables: Sequence[str]) -> list[tuple[str, str, int]]:
    """Person, table and seat of everyone: dealt to the tables one by one in the order of their numbers."""
    number = {who: hashlib.sha256(f"dicehouse seat 1\n{seed}\n{who}".encode()).hexdigest() for who in people}
    found = []
    for place, who in enumerate(sorted(people, key=lambda it: (number[it], it))):
        row, table = divmod(place, len(tables))
        found.append((who, tables[table], row + 1))
    return found
