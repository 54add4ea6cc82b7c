"""Who may bet, where and when, worked out from the orders that were acknowledged and from what the tables announced."""

from datetime import datetime
from typing import Any, Final, NamedTuple

from tools.house_simulation.violation import Entry, Violation

OPENS: Final = frozenset({"betting-opened", "wagering-opened", "wagering-extended", "roll-settled", "no-roll-called"})
CLOSES: Final = frozenset({"betting-closed", "wagering-ended", "dice-thrown", "round-ended"})
LETS_IN: Final = frozenset({"exclusion-ended", "exclusion-lifted"})


class Ban(NamedTuple):
    """Someone may not play, and whoever ordered it was told that it is so."""

    scope: str
    """table, game or casino; or pause or rest, which keep people from wagering only."""
    where: str
    order: tuple[str, str]
    since: int
    """How far the journal went when it was answered."""
    until: datetime | None = None


class FloorRules:
    """Tables as they announce themselves, and people as they were ordered about."""

    def __init__(self, games: dict[str, str]) -> None:
        self._games = games
        self._open: dict[str, bool] = {}
        self._ends: dict[str, datetime | None] = {}
        self._seats: dict[tuple[str, int], str] = {}
        self._cleared: set[tuple[str, int]] = set()
        """Seats of which the house has said what may be lost there, or that there is no limit."""
        self._bans: dict[str, list[Ban]] = {}
        self._orders: dict[tuple[str, str], int] = {}
        self._changed: dict[tuple[str, str], int] = {}
        """By person and kind: the latest entry after which what was ordered before holds no longer."""

    def person_at(self, table: str, seat: int) -> str:
        return self._seats.get((table, seat), "")

    def banned(self, person: str, ban: Ban) -> None:
        self._bans.setdefault(person, []).append(ban)

    def follows(self, entry: Entry) -> None:
        self._orders[entry.stream, entry.id] = entry.seq
        for event in entry.events:
            kind = event["event"]
            if kind == "wager-placed":
                self._bets(entry, event, event["person"])
            elif kind == "wager-restaked" and event["laid"] and event["stake"] > event["was"]:
                self._bets(entry, event, self.person_at(entry.stream, event["seat"]))
            elif kind == "seat-taken":
                self._seats[entry.stream, event["seat"]] = event["person"]
                self._cleared.discard((entry.stream, event["seat"]))
                self._may(entry, event["person"], sits=True)
            elif kind == "loss-limit-set":
                self._cleared.add((entry.stream, event["seat"]))
            elif kind == "seat-left":
                self._seats.pop((entry.stream, event["seat"]), None)
            elif kind == "table-opened":
                self._open[entry.stream] = event["rulebook"] == "star-craps"
            elif kind in OPENS:
                self._open[entry.stream] = True
                ends = event.get("ends")
                self._ends[entry.stream] = datetime.fromisoformat(ends) if ends else None
            elif kind in CLOSES:
                self._open[entry.stream] = entry.stream == "Craps" and kind == "round-ended"
            elif kind in LETS_IN:
                self._changed[event["person"], "exclusion"] = entry.seq
            elif kind == "player-paused":
                self._changed[event["person"], "pause"] = entry.seq
            elif kind in {"break-taken", "break-ended"}:
                self._changed[event["patron"], "rest"] = entry.seq

    def _bets(self, entry: Entry, event: dict[str, Any], person: str) -> None:
        self._may(entry, person, sits=False)
        if (entry.stream, event["seat"]) not in self._cleared:
            said = f"{person} bet at {entry.stream} before the house had said what may be lost there"
            raise Violation("nobody plays before the house knows", f"entry {entry.seq}: {said}")
        if event["how"] not in {"laid", "dealer"}:
            return
        ends = self._ends.get(entry.stream)
        if not self._open.get(entry.stream) or (ends is not None and entry.when >= ends):
            said = f"{person} bet at {entry.stream} at {entry.at}, after betting closed"
            raise Violation("no wager is late", f"entry {entry.seq}: {said}")

    def _may(self, entry: Entry, person: str, *, sits: bool) -> None:
        for it in self._bans.get(person, ()):
            kind = it.scope if it.scope in {"pause", "rest"} else "exclusion"
            ordered = self._orders.get(it.order, 0)
            if entry.seq <= it.since or self._changed.get((person, kind), 0) > ordered:
                continue
            if (sits and kind != "exclusion") or (it.until is not None and entry.when >= it.until):
                continue
            if self._reaches(it, entry.stream):
                what = "sat down" if sits else "bet"
                rule = "nobody excluded plays" if kind == "exclusion" else "nobody paused plays"
                said = f"{person} {what} at {entry.stream}; {it.scope} of {it.where}, entry {ordered}"
                raise Violation(rule, f"entry {entry.seq}: {said}, was acknowledged when the journal had {it.since}")

    def _reaches(self, ban: Ban, table: str) -> bool:
        if ban.scope in {"casino", "pause", "rest"}:
            return True
        return ban.where == table or (ban.scope == "game" and self._games[ban.where] == self._games[table])
