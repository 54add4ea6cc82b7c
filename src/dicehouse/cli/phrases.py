"""What a player types, understood: "small 10", "double 4 25", "take down w3", or a hint where it is not.

Words that say nothing ("10 on the small") are passed over, and a wager goes by its id, its name on the felt, or what
people call it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dicehouse.money import Cents, cents
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.nicknames import FILLERS, names, words
from dicehouse.rulebooks.source import nearest


@dataclass(frozen=True)
class Bet:
    """Put so much on a wager."""

    wager: str
    stake: Cents


@dataclass(frozen=True)
class Behind:
    """Put so much behind a wager that has its point; without an id, behind the one that it can only be."""

    stake: Cents
    on: str = ""


@dataclass(frozen=True)
class Do:
    """One of the plain orders, with the rest of what was said."""

    what: str
    about: str = ""
    amount: Cents | None = None


@dataclass(frozen=True)
class Hint:
    """What was typed is nothing that can be done; one line says what would be."""

    says: str


Meant = Bet | Behind | Do | Hint

ORDERS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("roll", "r", "throw", "shoot", "tumble", "spin", "go", "next"), "roll"),
    **dict.fromkeys(("bets", "wagers", "list"), "bets"),
    **dict.fromkeys(("help", "h", "?"), "help"),
    **dict.fromkeys(("why", "explain"), "why"),
    **dict.fromkeys(("quit", "q", "exit", "leave", "bye"), "quit"),
    **dict.fromkeys(("look", "rack", "table", "l"), "look"),
    **dict.fromkeys(("buy in", "chips"), "chips"),
    "odds": "odds",
    **dict.fromkeys(("take down", "down", "remove", "take"), "down"),
    **dict.fromkeys(("make", "press"), "make"),
    "on": "on",
    "off": "off",
}
"""Each word and the order it stands for."""

_AMOUNT = re.compile(r"\$?(\d{1,9})(?:\.(\d{1,2}))?\$?")
_PLACED = re.compile(r"w\d+")


def amount(word: str) -> Cents | None:
    """ "10", "$10" and "10.5" in cents."""
    found = _AMOUNT.fullmatch(word)
    if not found:
        return None
    made = cents(f"{int(found[1])}.{(found[2] or '').ljust(2, '0')}")
    return made or None


class PhraseReader:
    """Understands what is typed at a table of one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.names = names(book)
        self.has_behind = any(it.behind for it in book.wagers.values())

    def listen(self, line: str) -> Meant:
        said = words(line)
        if not said:
            return Do("roll")
        for size in (2, 1):
            order = ORDERS.get(" ".join(said[:size]))
            meant = self._ordered(order, said[size:]) if order else None
            if meant:
                return meant
        return self._bet(said)

    def _ordered(self, order: str, rest: Sequence[str]) -> Meant | None:
        """An order with its object; None where the same word begins a wager."""
        if order == "odds":
            return self._odds(rest)
        if order in {"down", "make", "on", "off"}:
            return self._with_a_wager(order, rest)
        if order == "chips":
            found = [it for word in rest if (it := amount(word))]
            return Do("chips", amount=found[0]) if found else Hint("How many? Say for instance: chips 100")
        return Do(order) if not rest else None

    def _odds(self, rest: Sequence[str]) -> Meant:
        """Of a wager; at craps with an amount, the odds that are laid behind one."""
        said = self._said(rest)
        if self.has_behind:
            for stake, on in ((said[-1:], said[:-1]), (said[:1], said[1:])):
                front = self._front(" ".join(on))
                if stake and front is not None and (found := amount(stake[0])):
                    return Behind(found, front)
        wager = self.names.get(" ".join(said))
        if wager:
            return Do("odds", wager)
        if not rest:
            return Hint(f"Odds of what? Say for instance: odds {next(iter(self.names))}")
        return self._unknown(said)

    def _front(self, said: str) -> str | None:
        """The wager that odds go behind: one that stands, a kind of wager, or "" where nothing was said; else None."""
        if not said or _PLACED.fullmatch(said):
            return said
        wager = self.names.get(said)
        return wager if wager and any(it.behind == wager for it in self.book.wagers.values()) else None

    def _with_a_wager(self, order: str, rest: Sequence[str]) -> Meant | None:
        said = [it for it in self._said(rest) if it not in {"down", "off", "up", "at"}]
        stake = amount(said[-1]) if order == "make" and said else None
        about = " ".join(said[:-1] if stake else said)
        if order == "make" and not stake:
            return Hint("Make it how much? Say for instance: make w1 20")
        if _PLACED.fullmatch(about):
            return Do(order, about, stake)
        wager = self.names.get(about)
        if wager:
            return Do(order, wager, stake)
        if said and order in {"on", "off"}:
            return None
        called = "take down" if order == "down" else order
        return Hint(f"Which one? Name a wager that stands, for instance: {called} w1{' 20' if stake else ''}")

    def _said(self, said: Sequence[str]) -> list[str]:
        return [it for it in said if it not in FILLERS and it != "on"]

    def _bet(self, said: Sequence[str]) -> Meant:
        said = self._said(said)
        for stake, called in ((said[-1:], said[:-1]), (said[:1], said[1:])):
            wager = self.names.get(" ".join(called))
            if wager and (found := amount(stake[0])):
                return self._behind(wager, found) or Bet(wager, found)
        wager = self.names.get(" ".join(said))
        if wager:
            name = self.book.wagers[wager].name
            return Hint(f"How much on {name}? Say for instance: {' '.join(said)} 10")
        if len(said) == 1 and amount(said[0]):
            return Hint(f"{said[0]} on what? Say for instance: {next(iter(self.names))} {said[0]}")
        return self._unknown(said)

    def _behind(self, wager: str, stake: Cents) -> Behind | None:
        """A Behind wager that was asked for by its own name."""
        front = self.book.wagers[wager].behind
        return Behind(stake, front) if front else None

    def _unknown(self, said: Sequence[str]) -> Hint:
        called = " ".join(said[:-1] if len(said) > 1 and amount(said[-1]) else said)[:40]
        known = nearest(called, [*self.names, *ORDERS])
        return Hint(f"I do not know {called!r}{known or '; say help for what you can do'}")
