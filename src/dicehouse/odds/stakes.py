"""What payment in chips does to the odds: stakes that rounding lifts to 100% or more, and a sign that forbids them.

A payout that chips cannot make is rounded once for each wager. Where the document rounds up, a small
stake can return more than it should. Rounding gives away less than a chip, so only finitely many stakes
of a wager with a house edge are in danger, and all of them are found by trying each.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import lcm

from dicehouse.money import Cents, whole_cents
from dicehouse.odds.value import Value, values_of
from dicehouse.rulebooks import Rulebook


@dataclass(frozen=True)
class Sign:
    """What the sign at the table should say: the smallest stake, and the steps above it."""

    minimum: Cents
    unit: Cents


@dataclass(frozen=True)
class StakeAdvice:
    """One wager under chip rounding."""

    exact: Value
    """The wager when nothing is rounded."""
    over: tuple[tuple[Cents, Fraction], ...]
    """Stakes in danger with what they return: 100% or more. Of a wager that returns so much anyway, those that return
    more than that; they come again and again, and one period of them is listed."""
    sign: Sign
    """The lowest sign under which none of them can be made."""

    @property
    def has_edge(self) -> bool:
        """Whether the wager returns less than 100% by itself."""
        return self.exact.returns < 1

    def runs(self, chip: Cents) -> list[tuple[Cents, Cents]]:
        """The stakes in danger as runs of stakes that follow each other, first and last."""
        step = chip * self.exact.wager.units
        found: list[tuple[Cents, Cents]] = []
        for stake, _ in self.over:
            if found and stake == found[-1][1] + step:
                found[-1] = (found[-1][0], stake)
            else:
                found.append((stake, stake))
        return found


def stake_advice(book: Rulebook, chip: Cents) -> Iterator[StakeAdvice]:
    """Every wager of the rulebook, a Behind wager for each of its points."""
    whole_cents("chip", chip)
    for wager in book.wagers.values():
        for start, exact in enumerate(values_of(book, wager)):
            yield _advice(book, start, exact, chip)


def one_sign(advice: Iterable[StakeAdvice], chip: Cents) -> Sign:
    """One sign for every wager with an edge: the smallest minimum above all stakes in danger, in steps of a chip."""
    highest = max((it.over[-1][0] for it in advice if it.over and it.has_edge), default=Cents(0))
    return Sign(Cents(highest + whole_cents("chip", chip)), chip)


def _advice(book: Rulebook, start: int, exact: Value, chip: Cents) -> StakeAdvice:
    step = Cents(exact.wager.units * chip)
    period = lcm(*((it.money_back * exact.wager.units).denominator for it in exact.payouts))
    limit = _in_danger_up_to(exact, step, chip) if exact.returns < 1 else period
    tried = ((n, values_of(book, exact.wager, Cents(n * step), chip)[start].returns) for n in range(1, limit + 1))
    over = {n: returned for n, returned in tried if returned >= 1 and returned > exact.returns}
    minimum, unit = _lowest_sign(set(over), period) if exact.returns < 1 else (period, period) if over else (1, 1)
    return StakeAdvice(
        exact, tuple((Cents(n * step), it) for n, it in over.items()), Sign(Cents(minimum * step), Cents(unit * step))
    )


def _in_danger_up_to(exact: Value, step: Cents, chip: Cents) -> int:
    """A number of steps above which rounding cannot make up for the edge.

    Rounding adds less than a chip to winnings, and takes less than a chip off a commission.
    """
    given_away = chip * (exact.win + (exact.outlay > 1))
    return int(given_away / (exact.edge * exact.outlay * step))


def _lowest_sign(over: set[int], period: int) -> tuple[int, int]:
    """The smallest minimum, and for it the smallest unit, that skip every stake in danger.

    Multiples of the period are paid exactly, so a sign that asks for them always does. The unit divides the period
    and the minimum is made of units: a table asks for sixes on a price of 7:6, not for six and then fives.
    """
    units = [unit for unit in range(1, period + 1) if period % unit == 0]
    return next(
        (minimum, unit)
        for minimum in count(1)
        for unit in units
        if minimum % unit == 0 and not any(n >= minimum and (n - minimum) % unit == 0 for n in over)
    )
