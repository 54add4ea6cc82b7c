"""A session, exactly: one wager made again and again at one stake, and what is left after it.

Every chance is a fraction, worked out in whole numbers: the ways in which a session of so many wagers can end are the
coefficients of a power of one polynomial. A wager counts from placement to decision. `bankroll`
says what a bankroll and a goal change.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from math import ceil, gcd, lcm
from typing import Final

from dicehouse.money import CENT, Cents
from dicehouse.odds.value import Value, values_of
from dicehouse.rulebooks import Rulebook
from dicehouse.wager import NOTHING

MOST_BITS: Final = 2_000_000_000
"""Of all the ways of a session together; beyond it a session is simulated, not worked out."""


class TooLargeError(ValueError):
    """A session that cannot be worked out exactly in reasonable time."""


@dataclass(frozen=True)
class Game:
    """One wager at one stake: what it leaves, in cents gained or lost, and how likely."""

    value: Value
    stake: Cents
    outlay: Cents
    """The stake with its commission: what a bankroll must hold to make the wager."""
    nets: Mapping[int, Fraction]

    @cached_property
    def mean(self) -> Fraction:
        return sum((net * chance for net, chance in self.nets.items()), NOTHING)

    @cached_property
    def variance(self) -> Fraction:
        return sum((net**2 * chance for net, chance in self.nets.items()), NOTHING) - self.mean**2

    @cached_property
    def ways(self) -> tuple[int, dict[int, int]]:
        """The chances as whole numbers of one whole."""
        whole = lcm(*(chance.denominator for chance in self.nets.values()))
        return whole, {net: int(chance * whole) for net, chance in self.nets.items()}


def game(book: Rulebook, id: str, stake: Cents, chip: Cents = CENT) -> Game:
    """A wager of a rulebook at a stake, paid in chips; a ValueError if the rulebook has none of that id."""
    for wager in book.wagers.values():
        for value in values_of(book, wager, stake, chip):
            if value.id == id:
                nets: dict[int, Fraction] = {}
                for it in value.payouts:
                    net = int((it.money_back - value.outlay) * stake)
                    nets[net] = nets.get(net, NOTHING) + it.chance
                return Game(value, stake, Cents(int(value.outlay * stake)), nets)
    raise ValueError(f"{book.id} has no wager {id!r}; `dicehouse odds {book.id}` lists its wagers")


@dataclass(frozen=True)
class Session:
    """How a session of so many wagers can end."""

    game: Game
    rounds: int
    lowest: int
    """Of the results, in cents."""
    step: int
    """Between two results."""
    counts: tuple[int, ...]
    """The ways that lead to each result from the lowest on; together `whole`."""
    whole: int
    wagers: Fraction
    """Made on average: all of them, unless a bankroll is ruined or a goal reached before."""
    ruined: Fraction | None = None
    """The chance that the bankroll falls below what one wager takes; None where none was given."""
    reached: Fraction | None = None
    """The chance that the goal is reached; None where none was given."""

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Every result that can be, with its ways."""
        return ((self.lowest + i * self.step, ways) for i, ways in enumerate(self.counts) if ways)

    def between(self, least: int | None = None, most: int | None = None) -> Fraction:
        """The chance of a result from least to most, both included."""
        low = 0 if least is None else max(0, -((self.lowest - least) // self.step))
        high = len(self.counts) if most is None else (most - self.lowest) // self.step + 1
        return Fraction(sum(self.counts[low : max(high, 0)]), self.whole)

    @property
    def ahead(self) -> Fraction:
        return self.between(least=1)

    @property
    def even(self) -> Fraction:
        return self.between(0, 0)

    @property
    def behind(self) -> Fraction:
        return self.between(most=-1)

    @property
    def mean(self) -> Fraction:
        return self.wagers * self.game.mean

    @cached_property
    def variance(self) -> Fraction:
        if self.wagers == self.rounds:
            return self.rounds * self.game.variance
        return Fraction(sum(net**2 * ways for net, ways in self), self.whole) - self.mean**2

    def quantile(self, part: Fraction) -> int:
        """The lowest result that at least this part of sessions does not exceed."""
        so_far = 0
        for net, ways in self:
            so_far += ways
            if so_far >= part * self.whole:
                return net
        raise ValueError(f"{part} is above 1; give a part of all sessions")

    @cached_property
    def bars(self) -> tuple[tuple[int, int, Fraction], ...]:
        """The middle of the distribution, from one session in 1,000 to 999, in at most 24 bands."""
        low, high = self.quantile(Fraction(1, 1000)), self.quantile(Fraction(999, 1000))
        width = max(self.step, ceil(Fraction(high - low + self.step, 24 * self.step)) * self.step)
        edges = range(low, high + 1, width)
        return tuple((edge, edge + width - self.step, self.between(edge, edge + width - self.step)) for edge in edges)


def session(game: Game, rounds: int, most_bits: int = MOST_BITS) -> Session:
    """Every way in which so many wagers can end; a TooLargeError where that is too many."""
    whole, ways = game.ways
    lowest = min(ways)
    step = gcd(*(net - lowest for net in ways)) or 1
    width = (max(ways) - lowest) // step
    cells = rounds * width + 1
    bits = rounds * whole.bit_length()
    if cells * bits > most_bits:
        raise TooLargeError(
            f"{game.value.id}: {rounds} rounds can end in {cells} ways, each a number of up to {bits} bits, more than"
            " is worked out exactly; take fewer rounds, or `dicehouse simulate`"
        )
    one = [ways.get(lowest + i * step, 0) for i in range(width + 1)]
    power = _power_by_flint if find_spec("flint") else _power
    counts = power(one, rounds, cells, whole)
    return Session(game, rounds, rounds * lowest, step, tuple(counts), whole**rounds, Fraction(rounds))


def _power(one: list[int], rounds: int, cells: int, whole: int) -> list[int]:
    """A power of a polynomial, as a power of one large number in which every coefficient has room enough."""
    room = (whole**rounds).bit_length() // 8 + 1
    packed = b"".join(it.to_bytes(room, "little") for it in one)
    large = int.from_bytes(packed, "little") ** rounds
    spread = large.to_bytes(room * cells, "little")
    return [int.from_bytes(spread[i * room : (i + 1) * room], "little") for i in range(cells)]


def _power_by_flint(one: list[int], rounds: int, cells: int, whole: int) -> list[int]:  # noqa: ARG001  (see _power)
    from flint import fmpz_poly

    made = [int(it) for it in (fmpz_poly(one) ** rounds).coeffs()]
    return made + [0] * (cells - len(made))


# --- when the edge shows


@dataclass(frozen=True)
class Shows:
    """Wagers after which a player is ahead or even no oftener than a given part of the time."""

    about: int
    """By the normal law, which a sum of many wagers follows closely."""
    surely: int
    """By Cantelli's inequality, whatever the distribution."""


def edge_shows(game: Game, part: Fraction) -> Shows | None:
    """When the house's edge, or the player's, shows in all but this part of sessions; None where there is none."""
    if not game.mean:
        return None
    spread = game.variance / game.mean**2
    deviations = _deviations(part)
    return Shows(ceil(spread * deviations**2), ceil(spread * (1 - part) / part))


def _deviations(part: Fraction) -> Fraction:
    """How many standard deviations a normal variable exceeds in this part of cases."""
    from statistics import NormalDist

    return Fraction(NormalDist().inv_cdf(float(1 - part))).limit_denominator(10**6)
