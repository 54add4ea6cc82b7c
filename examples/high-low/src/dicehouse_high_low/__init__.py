"""High, Low and Doubles: a game on two dice whose families are written in Python."""

from collections.abc import Iterator

from dicehouse.dice import FACES, TWO, Rolls
from dicehouse.games import Family, Game, Terms
from dicehouse.wager import OTHERWISE, Wager


def next_roll(terms: Terms, wins: Rolls, *picked: object) -> Wager:
    """A wager that the next roll decides."""
    return terms.wager(*picked, states={"open": {wins: terms.win(), OTHERWISE: terms.lose()}})


def high(terms: Terms) -> Iterator[Wager]:
    yield next_roll(terms, TWO.total(8, 9, 10, 11, 12))


def low(terms: Terms) -> Iterator[Wager]:
    yield next_roll(terms, TWO.total(2, 3, 4, 5, 6))


def doubles(terms: Terms) -> Iterator[Wager]:
    for face in FACES:
        yield next_roll(terms, TWO.showing(face, 2), face)


GAME = Game("high-low", TWO, (Family("high", high), Family("low", low), Family("doubles", doubles)))
