"""The dice of a simulation in plain Python: slow, short, and what the compiled generator is held to.

Philox4x32-10 is by Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011).
"""

from collections.abc import Iterator
from itertools import count
from typing import Final

from dicehouse.dice import Dice

MULTIPLIER_0: Final = 0xD2511F53
MULTIPLIER_1: Final = 0xCD9E8D57
KEY_0: Final = 0x9E3779B9
KEY_1: Final = 0xBB67AE85
LARGEST_SEED: Final = 2**64 - 1

Words = tuple[int, int, int, int]

_LOW: Final = 0xFFFFFFFF


def philox(counter: Words, key: tuple[int, int]) -> Words:
    """One block: four words of 32 bits for a counter under a key."""
    x0, x1, x2, x3 = counter
    k0, k1 = key
    for _ in range(10):
        a, b = x0 * MULTIPLIER_0, x2 * MULTIPLIER_1
        x0, x1, x2, x3 = (b >> 32) ^ x1 ^ k0, b & _LOW, (a >> 32) ^ x3 ^ k1, a & _LOW
        k0, k1 = (k0 + KEY_0) & _LOW, (k1 + KEY_1) & _LOW
    return x0, x1, x2, x3


def words(seed: int, session: int) -> Iterator[int]:
    """The words of a session, without end."""
    key = (seed & _LOW, seed >> 32)
    for block in count():
        yield from philox((block & _LOW, block >> 32, session & _LOW, session >> 32), key)


def per_word(outcomes: int) -> int:
    """How many rolls a word gives: as many as leave out less than one word in sixty-four."""
    rolls = 1
    while outcomes ** (rolls + 1) <= 2**26:
        rolls += 1
    return rolls


def threshold(outcomes: int) -> int:
    """A word whose rest is below this is left out; then every series of outcomes comes from equally many words."""
    return int(2**32 % outcomes ** per_word(outcomes))


def outcomes(dice: Dice, seed: int, session: int) -> Iterator[int]:
    """The outcomes of a session, by their place in `dice.rolls`, without end."""
    sides = len(dice.rolls)
    for word in words(seed, session):
        found, rest = [], word
        for _ in range(per_word(sides)):
            whole, rest = divmod(rest * sides, 2**32)
            found.append(whole)
        if rest >= threshold(sides):
            yield from found
