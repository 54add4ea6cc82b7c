"""Sic Bo with numbers: the next result of three dice decides every wager but the Super Streak.

Small, Big, Odd and Even go by the total and lose to a triple; the others by the faces that show.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from dicehouse.dice import FACES, THREE, Rolls
from dicehouse.games import streak
from dicehouse.games.family import Choice, Family, Game, Marker, Terms
from dicehouse.wager import OTHERWISE, Decision, Effect, Otherwise, Wager

TOTALS = range(4, 18)
FOURS = ((1, 2, 3, 4), (2, 3, 4, 5), (2, 3, 5, 6), (3, 4, 5, 6))


def one_roll(terms: Terms, *picked: object, wins: Mapping[Rolls, Decision], units: int = 1) -> Wager:
    """A wager that the next result decides: it wins where an arm says so and loses otherwise."""
    arms: dict[Rolls | Otherwise, Effect] = {rolls: wins[rolls] for rolls in wins}
    return terms.wager(*picked, states={"open": arms | {OTHERWISE: terms.lose()}}, units=units)


def small_side(readings: Mapping[str, Choice]) -> Rolls:
    triples = THREE.total(6, 9) & THREE.alike
    return streak.SMALL | triples if readings["small_big_triple"] == "wins" else streak.SMALL


def big_side(readings: Mapping[str, Choice]) -> Rolls:
    triples = THREE.total(12, 15) & THREE.alike
    return streak.BIG | triples if readings["small_big_triple"] == "wins" else streak.BIG


def small(terms: Terms) -> Iterator[Wager]:
    yield one_roll(terms, wins={small_side(terms.readings): terms.win()})


def big(terms: Terms) -> Iterator[Wager]:
    yield one_roll(terms, wins={big_side(terms.readings): terms.win()})


def odd(terms: Terms) -> Iterator[Wager]:
    yield one_roll(terms, wins={streak.ODD: terms.win()})


def even(terms: Terms) -> Iterator[Wager]:
    yield one_roll(terms, wins={streak.even(terms.readings["even_totals"]): terms.win()})


def any_triple(terms: Terms) -> Iterator[Wager]:
    yield one_roll(terms, wins={THREE.alike: terms.win()})


def triple(terms: Terms) -> Iterator[Wager]:
    for face in FACES:
        yield one_roll(terms, face, wins={THREE.showing(face, 3): terms.win()})


def double(terms: Terms) -> Iterator[Wager]:
    times = (2, 3) if terms.readings["double_on_triple"] == "pays_once" else (2,)
    for face in FACES:
        yield one_roll(terms, face, wins={THREE.showing(face, *times): terms.win()})


def single(terms: Terms) -> Iterator[Wager]:
    """One face; it pays more, the more dice show it."""
    for face in FACES:
        yield one_roll(terms, face, wins=by_times_shown(face, terms))


def by_times_shown(face: int, terms: Terms) -> dict[Rolls, Decision]:
    return {THREE.showing(face, times): terms.win(price) for times, price in ((1, "one"), (2, "two"), (3, "three"))}


def total(terms: Terms) -> Iterator[Wager]:
    for it in TOTALS:
        triples = THREE.none if terms.readings["total_by_triple"] == "wins" else THREE.alike
        yield one_roll(terms, it, wins={THREE.total(it) - triples: terms.win(str(it))})


def pair(terms: Terms) -> Iterator[Wager]:
    """Two different faces, both showing."""
    for a, b in combinations(FACES, 2):
        both = THREE.showing(a, 1, 2) & THREE.showing(b, 1, 2)
        twice = both & (THREE.showing(a, 2) | THREE.showing(b, 2))
        if terms.readings["pair_pays"] == "once":
            yield one_roll(terms, a, b, wins={both: terms.win(str(a))})
        else:
            yield one_roll(terms, a, b, wins={both - twice: terms.win(str(a)), twice: terms.win(str(a), times=2)})


def four(terms: Terms) -> Iterator[Wager]:
    """Three different faces out of four."""
    for faces in FOURS:
        drawn = THREE.drawn_from(*faces)
        wins = drawn & THREE.different if terms.readings["four_numbers"] == "three_different" else drawn
        yield one_roll(terms, *faces, wins={wins: terms.win("-".join(map(str, faces)))})


def windows(readings: Mapping[str, Choice]) -> tuple[Marker, ...]:
    return tuple(streak.window(axis, readings) for axis in streak.AXES)


GAME: Final = Game(
    "sicbo",
    THREE,
    (
        Family("small", small),
        Family("big", big),
        Family("odd", odd),
        Family("even", even),
        Family("any-triple", any_triple),
        Family("triple", triple),
        Family("double", double),
        Family("single", single, prices=("one", "two", "three")),
        Family("total", total, prices=tuple(map(str, TOTALS))),
        Family("pair", pair, prices=("1", "2", "3", "4", "5")),
        Family("four", four, prices=tuple("-".join(map(str, faces)) for faces in FOURS)),
        streak.FAMILY,
    ),
    markers=windows,
)
