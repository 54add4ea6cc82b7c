"""What each person lost on each day, and the limit that they chose: never passed by a cent."""

from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from tools.house_simulation.violation import Entry, Violation

SYDNEY: Final = ZoneInfo("Australia/Sydney")
DECIDED: Final = frozenset({"losers-collected", "winners-paid", "wagers-forfeited"})
CORRECTING: Final = frozenset({"mispayment-recorded", "attempt-logged", "mispayment-closed"})


class Limit(NamedTuple):
    amount: int
    since: int
    """How far the journal went when it was acknowledged."""


class LossRules:
    """Losses by person and day, in the order of the journal."""

    def __init__(self) -> None:
        self.lost: Counter[tuple[str, date]] = Counter()
        self._limits: dict[str, list[Limit]] = {}
        self._placed: dict[tuple[str, str], int] = {}
        self._corrected: set[tuple[str, date]] = set()

    def limited(self, person: str, amount: int, since: int) -> None:
        self._limits.setdefault(person, []).append(Limit(amount, since))

    def follows(self, entry: Entry, person_at: Callable[[str, int], str]) -> None:
        lost: Counter[str] = Counter()
        oldest: dict[str, int] = {}
        for event in entry.events:
            kind = event["event"]
            if kind == "wager-placed":
                self._placed[entry.stream, event["bet"]] = entry.seq
            elif kind in DECIDED:
                self._decided(entry, event, person_at, lost, oldest)
            elif kind in CORRECTING and event.get("person") and event.get("won"):
                key = (event["person"], entry.when.astimezone(SYDNEY).date())
                self.lost[key] -= event["won"]
                self._corrected.add(key)
        for person, amount in lost.items():
            key = (person, entry.when.astimezone(SYDNEY).date())
            self.lost[key] += amount
            if amount > 0 and key not in self._corrected:
                self._within(entry, person, self.lost[key], oldest[person])

    def _decided(
        self, entry: Entry, event: dict[str, Any], person_at: Callable[[str, int], str], lost: Counter[str],
        oldest: dict[str, int],
    ) -> None:  # fmt: skip
        for it in event["settled"]:
            person = person_at(entry.stream, it["seat"])
            lost[person] += it["stake"] + it["extra"] - it["returned"]
            placed = self._placed.get((entry.stream, it["bet"]), 0)
            oldest[person] = min(placed, oldest.get(person, placed))

    def _within(self, entry: Entry, person: str, lost: int, oldest: int) -> None:
        """At craps, wagers that were made before a limit was lowered stand; elsewhere the excess goes back."""
        for it in self._limits.get(person, ()):
            stands = entry.stream == "Craps" and oldest <= it.since
            if entry.seq > it.since and lost > it.amount and not stands:
                said = f"{person} has lost {lost} today, by a wager at {entry.stream}, and may lose {it.amount}"
                raise Violation("no loss passes a limit", f"entry {entry.seq}: {said}")
