"""What a wager is worth, exactly: from placement to decision, while it works."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from dicehouse.money import CENT, Cents, whole_cents
from dicehouse.odds.chain import solve_chain
from dicehouse.rulebooks import Rulebook
from dicehouse.wager import NOTHING, ONE, Base, Decision, Result, Wager


@dataclass(frozen=True)
class Payout:
    """One way a wager can end."""

    label: str
    result: Result
    money_back: Fraction
    """Per unit of stake, stake included."""
    chance: Fraction


@dataclass(frozen=True)
class Value:
    """The worth of one wager; amounts are per unit of stake."""

    id: str
    name: str
    wager: Wager
    payouts: tuple[Payout, ...]
    rolls: Fraction
    """Expected rolls to the decision."""
    outlay: Fraction = ONE
    """The stake and any commission on it."""

    def chance(self, result: Result) -> Fraction:
        return sum((it.chance for it in self.payouts if it.result is result), NOTHING)

    @property
    def win(self) -> Fraction:
        return self.chance(Result.WIN)

    @property
    def lose(self) -> Fraction:
        return self.chance(Result.LOSE)

    @property
    def push(self) -> Fraction:
        return self.chance(Result.PUSH)

    @cached_property
    def returns(self) -> Fraction:
        """Money back per unit of outlay."""
        return sum((it.chance * it.money_back for it in self.payouts), NOTHING) / self.outlay

    @property
    def edge(self) -> Fraction:
        """The house's part of every wager made."""
        return 1 - self.returns

    @property
    def edge_decided(self) -> Fraction:
        """The house's part of every wager that is won or lost, a push not counted."""
        return self.edge / (1 - self.push)

    @property
    def edge_per_roll(self) -> Fraction:
        return self.edge / self.rolls

    def edge_per_hour(self, rolls: int) -> Fraction:
        """The house's part of a wager that always stands, at so many rolls an hour."""
        return self.edge_per_roll * rolls

    @property
    def variance(self) -> Fraction:
        """Of the money back per unit of outlay."""
        squares = sum((it.chance * it.money_back**2 for it in self.payouts), NOTHING)
        return squares / self.outlay**2 - self.returns**2


def values(book: Rulebook) -> Iterator[Value]:
    """Every wager of a rulebook, a Behind wager for each of its points."""
    for wager in book.wagers.values():
        yield from values_of(book, wager)


def values_of(book: Rulebook, wager: Wager, stake: Cents | None = None, chip: Cents = CENT) -> list[Value]:
    """A wager in exact parts of its stake, or at a stake that is paid in chips; a Behind wager for each point."""
    if stake is not None:
        whole_cents("stake", stake)
    whole_cents("chip", chip)
    ends = solve_chain(wager.rules)
    outlay = ONE + (_commission(wager) if stake is None else Fraction(book.commission(wager, stake, chip), stake))
    found = []
    for start in wager.rules.starts:
        point = start.removeprefix("point_")
        id, name = (f"{wager.id}-{point}", f"{wager.name} {point}") if wager.behind else (wager.id, wager.name)
        payouts = [
            Payout(end.label, end.result, _back(book, end, stake, chip), chance)
            for end, chance in ends[start].chances.items()
        ]
        payouts.sort(key=lambda it: (-it.money_back, it.label))
        found.append(Value(id, name, wager, tuple(payouts), ends[start].rolls, outlay))
    return found if wager.behind else [_mixed(found, wager.weights)]


def _mixed(starts: list[Value], weights: tuple[Fraction, ...]) -> Value:
    """A wager whose start the table decides, valued before the start is known."""
    chances: dict[Payout, Fraction] = {}
    for value, weight in zip(starts, weights, strict=True):
        for payout in value.payouts:
            key = replace(payout, chance=NOTHING)
            chances[key] = chances.get(key, NOTHING) + weight * payout.chance
    payouts = tuple(replace(key, chance=chance) for key, chance in chances.items())
    rolls = sum((value.rolls * weight for value, weight in zip(starts, weights, strict=True)), NOTHING)
    return replace(starts[0], payouts=payouts, rolls=rolls)


def _commission(wager: Wager) -> Fraction:
    """The commission on a unit of stake when nothing is rounded."""
    return wager.commission.rate * (ONE if wager.commission.of is Base.STAKE else wager.best)


def _back(book: Rulebook, end: Decision, stake: Cents | None, chip: Cents) -> Fraction:
    if stake is None:
        return end.money_back
    return Fraction(book.payable(stake * end.winnings, chip), stake) + Fraction(end.back, end.whole)
