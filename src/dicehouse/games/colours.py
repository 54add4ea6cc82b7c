"""Sic Bo with symbols and colours: Option B of the Crown document.

Each die carries six symbols, which stand for the values one to six, and each symbol has one of three
colours. A symbol triple is a triple of values; a colour triple is three dice of one colour.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from dicehouse.dice import THREE, Rolls
from dicehouse.games import sicbo
from dicehouse.games.family import Family, Game, Terms
from dicehouse.games.sicbo import one_roll
from dicehouse.wager import Wager

SYMBOLS: Final = ("fish", "prawn", "gourd", "coin", "crab", "chicken")
"""In the order of the values one to six."""
COLOURS: Final[Mapping[str, tuple[int, ...]]] = {"red": (1, 6), "green": (2, 5), "blue": (3, 4)}
"""The values that carry each colour."""


def of_colour(colour: str, *times: int) -> Rolls:
    """Exactly so many dice show the colour, for one of the given numbers."""
    return THREE.where(lambda roll: sum(face in COLOURS[colour] for face in roll) in times)


ANY_COLOUR_TRIPLE: Final = of_colour("red", 3) | of_colour("green", 3) | of_colour("blue", 3)


def small(terms: Terms) -> Iterator[Wager]:
    yield one_roll(terms, wins={sicbo.small_side(terms.readings) - _losing_triples(terms): terms.win()})


def big(terms: Terms) -> Iterator[Wager]:
    yield one_roll(terms, wins={sicbo.big_side(terms.readings) - _losing_triples(terms): terms.win()})


def _losing_triples(terms: Terms) -> Rolls:
    """What beats Small and Big beside triples of a symbol, which `sicbo` has seen to."""
    return ANY_COLOUR_TRIPLE - THREE.alike if terms.readings["option_b_triple"] == "colour" else THREE.none


def symbol(terms: Terms) -> Iterator[Wager]:
    for face, name in enumerate(SYMBOLS, start=1):
        yield one_roll(terms, name, wins=sicbo.by_times_shown(face, terms))


def symbol_triple(terms: Terms) -> Iterator[Wager]:
    for face, name in enumerate(SYMBOLS, start=1):
        yield one_roll(terms, name, wins={THREE.showing(face, 3): terms.win()})


def colour(terms: Terms) -> Iterator[Wager]:
    times = (1, 2, 3) if terms.readings["colour_counts"] == "at_least" else (1,)
    for name in COLOURS:
        yield one_roll(terms, name, wins={of_colour(name, *times): terms.win()})


def colour_double(terms: Terms) -> Iterator[Wager]:
    times = (2, 3) if terms.readings["colour_counts"] == "at_least" else (2,)
    for name in COLOURS:
        yield one_roll(terms, name, wins={of_colour(name, *times): terms.win()})


def colour_triple(terms: Terms) -> Iterator[Wager]:
    for name in COLOURS:
        yield one_roll(terms, name, wins={of_colour(name, 3) - _not_of_colour(terms): terms.win()})


def any_colour_triple(terms: Terms) -> Iterator[Wager]:
    yield one_roll(terms, wins={ANY_COLOUR_TRIPLE - _not_of_colour(terms): terms.win()})


def _not_of_colour(terms: Terms) -> Rolls:
    return THREE.none if terms.readings["symbol_triple_is_colour_triple"] else THREE.alike


GAME: Final = Game(
    "symbols",
    THREE,
    (
        Family("small", small),
        Family("big", big),
        Family("symbol", symbol, prices=("one", "two", "three")),
        Family("symbol-triple", symbol_triple),
        Family("any-symbol-triple", sicbo.any_triple),
        Family("colour", colour),
        Family("colour-double", colour_double),
        Family("colour-triple", colour_triple),
        Family("any-colour-triple", any_colour_triple),
        Family("total", sicbo.total, prices=tuple(map(str, sicbo.TOTALS))),
    ),
    faces=SYMBOLS,
    colours=COLOURS,
)
