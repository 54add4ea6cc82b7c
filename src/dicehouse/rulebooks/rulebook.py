"""A rulebook: everything that one house's document decides, checked and ready to use."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property

from dicehouse.dice import Dice
from dicehouse.games import Game, Marker
from dicehouse.games.family import Choice
from dicehouse.money import CENT, Cents, Rounding, in_chips, to_chips
from dicehouse.refusal import Why
from dicehouse.rulebooks.documents import Document
from dicehouse.rulebooks.readings import shown
from dicehouse.rulebooks.wording import FeltPlan, Wording
from dicehouse.wager import Base, Wager


@dataclass(frozen=True)
class Cited:
    """A setting and the clause it comes from."""

    value: str
    clause: str


@dataclass(frozen=True)
class Role:
    """A rank of the house, from the lowest; a role may count as others for what those may do."""

    id: str
    name: str
    clause: str
    counts_as: tuple[str, ...] = ()


@dataclass(frozen=True)
class Power:
    """Something only some may do: these roles or anyone ranked above one of them."""

    by: tuple[str, ...]
    clause: str
    only: str = ""
    """The clause by which nobody else may, where the document says so in another place."""

    @property
    def forbids(self) -> str:
        """The clause by which others may not."""
        return self.only or self.clause


@dataclass(frozen=True)
class Time:
    """A notice or a limit of time, in one unit of time or of play."""

    amount: int
    unit: str
    clause: str


@dataclass(frozen=True)
class Cards:
    """Player cards: from which day nobody plays without one, and where it says that each plays by one's own."""

    since: date
    clause: str
    own: str
    proxies: str
    """The clause by which nobody bets for another."""


@dataclass(frozen=True)
class NoResult:
    """A round without a result: what it is called, what becomes of wagers, and which hold."""

    called: str
    clause: str
    holds: frozenset[str]
    """Families that are neither returned nor moved."""
    reasons: Mapping[str, str]
    """Known reasons with their clauses."""
    optional: frozenset[str] = frozenset()
    """Reasons that permit the call and do not demand it."""
    malfunctions: frozenset[str] = frozenset()
    """Reasons that are a fault of the table's equipment as well."""


@dataclass(frozen=True)
class Ban:
    """What nobody may do at a table, by whom it can be done, and what follows."""

    clause: str
    by: tuple[str, ...]
    """Empty: by anyone."""
    unless: str
    """The excuse that makes it no breach, with its clause; empty where there is none."""
    exempt: str
    powers: tuple[str, ...]
    """What it allows to be done to whoever is in breach."""
    after: str = ""
    """The power by which the person must have been told to first; empty where nothing comes before it."""
    least: int = 1
    """How many it takes, by the definition of it."""
    defined: str = ""


@dataclass(frozen=True)
class NotifyRule:
    """Who must be told of something."""

    to: str
    clause: str


@dataclass(frozen=True)
class InForce:
    """From which day an edition is in force, and until which it was; None where it is not known, or still is."""

    since: date | None = None
    until: date | None = None

    def includes(self, day: date) -> bool:
        return (self.since is None or day >= self.since) and (self.until is None or day <= self.until)


@dataclass(frozen=True)
class Diagram:
    """One of the layouts that a document has for its tables."""

    clause: str
    without: frozenset[str]
    """Families that have no area on it."""
    needs: str
    """The clause by which those need another layout; empty where it has them all."""


@dataclass(frozen=True)
class Rulebook:
    id: str
    name: str
    document: str
    edition: str
    in_force: InForce
    regulator: str
    game: Game
    readings: Mapping[str, Choice]
    """Every reading, whether or not this document leaves the point open."""
    open_readings: tuple[str, ...]
    """The keys of the readings that this document leaves open."""
    shipped: Mapping[str, Choice]
    """Every reading as it is shipped for this document, or as a rulebook with its own document states it."""
    wagers: Mapping[str, Wager]
    optional: frozenset[str]
    """Families that a house may offer or not."""
    markers: tuple[Marker, ...]
    chips_clause: str
    calls_clause: str
    removal_clause: str
    no_result: NoResult
    cards: Cards | None
    """None where anyone may play without a card."""
    limits: Mapping[str, Cited]
    refusals: Mapping[str, str]
    """The clause by which something is refused for a reason, where what was asked for names none of its own."""
    times: Mapping[str, Time]
    roles: tuple[Role, ...]
    powers: Mapping[str, Power]
    conduct: Mapping[str, Ban]
    notices: Mapping[str, NotifyRule]
    layouts: Mapping[str, Diagram]
    """By the letter of the diagram, in the document's order."""
    topics: Mapping[str, str]
    """The clauses that treat what lies beside the round; a matter that is not here the document does not know."""
    hash: str = field(repr=False)
    """SHA-256 of everything above as it is in force, so that two houses can tell whether they play the same."""
    source: str = field(repr=False, compare=False)
    """All of the above as it was read, its base and its readings included, in JSON: `loader.restored` makes the same
    rulebook of it, when the file is long gone."""
    paper: Document = field(repr=False, compare=False)
    """The document, with every clause that can be cited by this rulebook."""
    wording: Mapping[str, Wording] = field(default_factory=dict, repr=False, compare=False)
    """By wager, what the file says of those that it declares: names in both languages, the reason told, the call."""
    felt: FeltPlan = field(default=FeltPlan(), repr=False, compare=False)
    """How the felt looks, where the file says so."""
    based_on: str = field(default="", repr=False, compare=False)
    """The id or the path of what it is based on; empty where it is on none, or where that is not known any more."""

    @property
    def dice(self) -> Dice:
        return self.game.dice

    @cached_property
    def rounding(self) -> Rounding:
        return Rounding(str(self.readings["chip_rounding"]))

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        return {role.id: rank for rank, role in enumerate(self.roles)}

    @cached_property
    def line(self) -> tuple[str, ...]:
        """The line wagers, of which a shooter needs one; empty: anybody may throw."""
        return tuple(it.id for it in self.wagers.values() if it.line)

    def may(self, role: str, power: str) -> bool:
        """Whether a role holds a power: named for it, counting as one that is, or ranked above one."""
        named = self.powers[power].by
        held = {role, *self.roles[self.ranks[role]].counts_as}
        return any(by in held or self.ranks[role] > self.ranks[by] for by in named)

    def name_of(self, wager: str) -> str:
        """How people call a wager; an id that no wager has stays as it is."""
        return self.wagers[wager].name if wager in self.wagers else wager

    def forbids(self, why: Why) -> str | None:
        """The clause by which something is refused for a reason, where what was asked for names none of its own."""
        return self.refusals.get(why)

    def changed_readings(self) -> dict[str, str]:
        """The readings that are not as they are shipped for this document."""
        return {key: shown(value) for key, value in self.readings.items() if value != self.shipped[key]}

    def payable(self, amount: Fraction, chip: Cents) -> Cents:
        """What is handed over for an exact amount of winnings."""
        return to_chips(amount, chip, self.rounding)

    def commission(self, wager: Wager, stake: Cents, chip: Cents) -> Cents:
        """What placing the wager costs beyond its stake."""
        charge = wager.commission
        if not charge.rate:
            return Cents(0)
        base, whole = int(stake), 1
        if charge.of is not Base.STAKE:
            most = wager.best
            base, whole = stake * most.numerator, most.denominator
        if charge.of is Base.PAYABLE:
            base, whole = in_chips(base, whole, chip, self.rounding), 1
        step = chip if self.readings["commission"] == "chips" else CENT
        return in_chips(base * charge.rate.numerator, whole * charge.rate.denominator, step, Rounding.DOWN)
