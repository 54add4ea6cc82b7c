"""What a family needs from a rulebook, and what it gives: terms in, wagers out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypedDict, Unpack

from dicehouse.dice import Dice
from dicehouse.money import Odds
from dicehouse.wager import (
    NO_COMMISSION,
    NO_LIMIT,
    ONE,
    Arms,
    Automaton,
    Commission,
    Decision,
    Limit,
    Wager,
    automaton,
    lose,
    push,
    win,
)

Choice = str | bool
"""The value of a reading."""


class WagerOptions(TypedDict, total=False):
    """How a wager comes to the table and leaves it; see the fields of `Wager`."""

    weights: tuple[Fraction, ...]
    marker: str
    starts_by: Mapping[str, str]
    when: str
    off_when: frozenset[str]
    contract_in: frozenset[str]
    behind: str
    units: int
    line: bool
    button: Literal["buy", "lay", "dont-place"]
    commission: Commission
    limit: Limit
    joins_run: bool
    keeps_reduced: bool
    short: str


@dataclass(frozen=True)
class Paid:
    """A price and the clause that prints it."""

    odds: Odds
    clause: str


@dataclass(frozen=True)
class Terms:
    """All that a rulebook says about one family of wagers."""

    family: str
    name: str
    clause: str
    dice: Dice
    odds: Mapping[str, Paid] = field(default_factory=dict)
    topic_clauses: Mapping[str, str] = field(default_factory=dict)
    """Clauses by what they say: "win", "lose", "placed", and so on; the family's own clause says the rest."""
    readings: Mapping[str, Choice] = field(default_factory=dict)
    limit: Limit = NO_LIMIT
    commission: Commission = NO_COMMISSION

    def clauses(self, *says: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys([self.clause, *(self.topic_clauses[it] for it in says if it in self.topic_clauses)]))

    def win(
        self,
        price: str = "win",
        says: str = "win",
        *,
        times: int = 1,
        part: Fraction = ONE,
        back: Fraction | None = None,
    ) -> Decision:
        """A win at one of the family's prices, once unless a reading pays it several times."""
        paid = self.odds[price]
        odds = Odds(paid.odds.pays * times, paid.odds.to)
        return win(odds, *dict.fromkeys([*self.clauses(says), paid.clause]), part=part, back=back)

    def lose(self, says: str = "lose") -> Decision:
        return lose(*self.clauses(says))

    def push(self, says: str) -> Decision:
        return push(*self.clauses(says))

    def wager(
        self, *picked: object, states: Mapping[str, Arms], starts: Sequence[str] = (), **ways: Unpack[WagerOptions]
    ) -> Wager:
        """One wager of the family; what was picked tells it from the others, as in double-4."""
        made = "-".join([self.family, *map(str, picked)])
        name = self.name
        for it in picked:
            name = name.replace("{}", str(it).title(), 1)
        rules = automaton(made, self.dice, states, starts)
        return Wager(made, name, self.family, self.clause, rules, topic_clauses=self.topic_clauses, **ways)


@dataclass(frozen=True)
class Marker:
    """Something on the table that every valid roll moves and wagers mind: the puck, or a run of results."""

    rules: Automaton
    says: Mapping[str, str]
    """What each state means to people: "the point is 6"."""
    name: tuple[str, ...] = ()
    """What it is called, in English and in Chinese, where a rulebook declares it."""
    chinese: Mapping[str, str] = field(default_factory=dict)
    """What each state means, in Chinese; empty: not known."""


Members = Callable[[Terms], Iterable[Wager]]


@dataclass(frozen=True)
class Family:
    """Wagers that differ only in what was picked."""

    id: str
    members: Members
    prices: tuple[str, ...] = ("win",)
    """The odds a rulebook gives for it."""
    parts: tuple[str, ...] = ()
    """Families whose price it is settled at, where it is settled in parts."""
    says: tuple[str, ...] = ("win", "lose")
    """What a rulebook may cite beside the defining clause."""
    needs: Literal["", "limit", "commission"] = ""
    """What else a rulebook must set for it."""


@dataclass(frozen=True)
class Game:
    """Dice, the families a rulebook must speak of, and the markers its table carries."""

    id: str
    dice: Dice
    families: tuple[Family, ...]
    markers: Callable[[Mapping[str, Choice]], tuple[Marker, ...]] = lambda _: ()
    faces: tuple[str, ...] = ("1", "2", "3", "4", "5", "6")
    """What stands on the sides of a die."""
    colours: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The values that carry each colour, where the sides have colours."""
