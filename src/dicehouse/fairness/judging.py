"""The tests that a record of rolls is put to, and what they say together.

Each test gives the chance that fair dice look at least as odd as these. Where a record is judged by many tests, for
many tumblers and dealers, one of them looks odd by chance alone; Holm's correction answers for all of them together.
The sequential test may be looked at after every roll and stopped at any moment without losing its meaning: its value
is a bet against the dice that fair dice multiply by 20 with a chance of at most 1 in 20, ever (Ville's inequality).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import exp, lgamma, log, sqrt
from typing import Final

from dicehouse.fairness.chances import chi_square_tail, two_sided
from dicehouse.fairness.rolls import BY, Rolled

LEAST_EXPECTED: Final = 5
"""Cells of which fewer are expected are counted together, as the chi-square law asks."""
FEWEST: Final = 30
"""Rolls below which nothing is tested."""
PRIORS: Final = (10, 100, 1_000)
"""Weights of the sequential test on fair dice: a small one sees large biases soon, a large one small biases at all."""


@dataclass(frozen=True)
class Found:
    """What one test says."""

    test: str
    said: str
    chance: float
    """That fair dice look at least as odd."""


@dataclass(frozen=True)
class Group:
    """Rolls that are judged together."""

    name: str
    rolls: int
    faces: tuple[int, ...]
    """How often each face showed, on all dice together."""
    found: tuple[Found, ...]
    evidence: float
    """The sequential test's value now: how many times the stake a bet against fair dice would hold."""
    most_evidence: float
    """The most it ever held."""


@dataclass(frozen=True)
class Judged:
    """The record as a whole and in its parts."""

    groups: tuple[Group, ...]
    level: float
    odd: tuple[tuple[Group, Found], ...]
    """Tests that fair dice would not give, the oddest first, all tests taken together."""


def judged(rolls: Sequence[Rolled], by: Iterable[str] = (), level: float = 0.01) -> Judged:
    """Put the whole record to every test, and then each part of it."""
    groups = [_group("all rolls", rolls)]
    for key in by:
        place = BY.index(key)
        parts: dict[str, list[Rolled]] = {}
        for it in rolls:
            parts.setdefault(it.by[place], []).append(it)
        groups += (_group(f"{key} {name or '(none named)'}", part) for name, part in sorted(parts.items()))
    return Judged(tuple(groups), level, tuple(_odd(groups, level)))


def _odd(groups: Sequence[Group], level: float) -> Iterable[tuple[Group, Found]]:
    """Holm: the oddest of n must have a chance below level/n, the next below level/(n-1), and so on."""
    every = sorted(((group, it) for group in groups for it in group.found), key=lambda pair: pair[1].chance)
    for left, (group, it) in zip(range(len(every), 0, -1), every, strict=True):
        if it.chance * left > level:
            return
        yield group, it


def _group(name: str, rolls: Sequence[Rolled]) -> Group:
    dice = [it.dice for it in rolls]
    faces = Counter(face for roll in dice for face in roll)
    counts = tuple(faces[face] for face in range(1, 7))
    evidence, most = _sequential(dice)
    found: tuple[Found, ...] = ()
    if len(dice) >= FEWEST:
        found = (*_in_cells(dice, counts), *_in_order(dice), _anytime(most))
    return Group(name, len(dice), counts, found, evidence, most)


# --- what shows


def _in_cells(dice: Sequence[tuple[int, ...]], counts: tuple[int, ...]) -> Iterable[Found]:
    number = len(dice[0])
    yield _chi_square("faces", counts, [1 / 6] * 6)
    every = list(product(range(1, 7), repeat=number))
    if not _sorted(dice):
        for i in range(number):
            shown = Counter(roll[i] for roll in dice)
            yield _chi_square(f"faces of die {i + 1}", [shown[face] for face in range(1, 7)], [1 / 6] * 6)
    for test, key in (("totals", sum), ("combinations", _combination)):
        ways = Counter(key(roll) for roll in every)
        shown_as = Counter(key(roll) for roll in dice)
        yield _chi_square(test, [shown_as[it] for it in ways], [ways[it] / len(every) for it in ways])


def _combination(roll: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(roll))


def _sorted(dice: Sequence[tuple[int, ...]]) -> bool:
    """Whether the record has the faces from lowest to highest, as they are called, so that no die can be followed."""
    return all(a <= b for roll in dice for a, b in pairwise(roll))


def _chi_square(test: str, counts: Sequence[int], chances: Sequence[float]) -> Found:
    whole = sum(counts)
    cells: list[tuple[float, float]] = []
    rare, rare_expected = 0.0, 0.0
    for shown, chance in zip(counts, chances, strict=True):
        if whole * chance < LEAST_EXPECTED:
            rare, rare_expected = rare + shown, rare_expected + whole * chance
        else:
            cells.append((shown, whole * chance))
    if rare_expected:
        cells.append((rare, rare_expected))
    x = sum((shown - expected) ** 2 / expected for shown, expected in cells)
    degrees = max(len(cells) - 1, 1)
    return Found(test, f"chi-square {x:.2f} in {degrees + 1} cells", chi_square_tail(x, degrees))


# --- in which order


def _in_order(dice: Sequence[tuple[int, ...]]) -> Iterable[Found]:
    yield _runs(dice)
    yield _serial(dice)


def _runs(dice: Sequence[tuple[int, ...]]) -> Found:
    """Runs of low and high totals, the middle total left out: too few cling together, too many take turns."""
    twice_middle = 7 * len(dice[0])
    high = [2 * sum(roll) > twice_middle for roll in dice if 2 * sum(roll) != twice_middle]
    n, up = len(high), sum(high)
    down = n - up
    runs = 1 + sum(a is not b for a, b in pairwise(high))
    if not up or not down:
        return Found("runs", f"every total is {'high' if up else 'low'}", 2 * 0.5**n)
    mean = 2 * up * down / n + 1
    spread = (mean - 1) * (mean - 2) / (n - 1)
    z = (runs - mean) / sqrt(spread) if spread > 0 else 0.0
    return Found("runs", f"{runs} runs of low or high totals, {mean:.1f} expected", two_sided(z))


def _serial(dice: Sequence[tuple[int, ...]]) -> Found:
    """Whether a total says anything about the next."""
    totals = [sum(roll) for roll in dice]
    n = len(totals)
    mean = sum(totals) / n
    apart = [it - mean for it in totals]
    square = sum(it * it for it in apart)
    if not square:
        return Found("serial correlation", "every total is the same", 0.0)
    r = sum(a * b for a, b in pairwise(apart)) / square
    z = (r + 1 / n) * sqrt(n)
    return Found("serial correlation", f"{r:+.4f} from one total to the next", two_sided(z))


# --- at any time


def _anytime(most: float) -> Found:
    return Found("sequential", f"a bet against fair dice once held {most:.3g} times its stake", min(1.0, 1 / most))


def _sequential(dice: Sequence[tuple[int, ...]]) -> tuple[float, float]:
    """What a bet against fair dice holds at the end, and the most it held, looked at about a thousand times."""
    counts = [0] * 6
    most = now = 1.0
    every = max(1, len(dice) // 1_000)
    for i, roll in enumerate(dice, 1):
        for face in roll:
            counts[face - 1] += 1
        if i % every == 0 or i == len(dice):
            now = sum(_bet(counts, weight) for weight in PRIORS) / len(PRIORS)
            most = max(most, now)
    return now, most


def _bet(counts: Sequence[int], weight: int) -> float:
    """Dirichlet's mixture over all biases, beside fair dice: how many times likelier it makes these faces."""
    whole = sum(counts)
    told = sum(lgamma(weight + it) for it in counts) - 6 * lgamma(weight)
    told += lgamma(6 * weight) - lgamma(6 * weight + whole) + whole * log(6)
    return exp(min(told, 700.0))
