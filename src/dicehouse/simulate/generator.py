"""The dice of a simulation, compiled: Philox4x32-10 and the map from its words to outcomes.

The generator is counter-based: the key is the seed, and the counter holds the number of the session and the number of
the block within it. A seed and a session therefore give the same rounds in any order, on any number of threads and on
any machine. `dicehouse.simulate.reference` says the same in plain Python, and is what this is tested against.

The map: a word of 32 bits, seen as a fraction of 2**32, is multiplied by the number of outcomes again and again; each
whole part is an outcome, and a word gives `per_word` of them. What is left of the word at the end says whether it is
one of the few that would make some outcomes likelier than others; such a word is left out whole. What remains is
exactly uniform, not nearly.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dicehouse.simulate.compiled import compiled
from dicehouse.simulate.reference import KEY_0, KEY_1, MULTIPLIER_0, MULTIPLIER_1

BLOCKS: Final = 256
"""The most blocks drawn at a time."""
VECTOR: Final = 8
"""Blocks are drawn in multiples of this, which is what a processor works on at once."""
LARGEST_BUFFER: Final = 4 * BLOCKS * 10
"""Room for the outcomes of so many blocks: a word gives ten at most."""

_LOW: Final = np.uint64(0xFFFFFFFF)
_32: Final = np.uint64(32)
_M0: Final = np.uint64(MULTIPLIER_0)
_M1: Final = np.uint64(MULTIPLIER_1)
_K0: Final = np.uint64(KEY_0)
_K1: Final = np.uint64(KEY_1)


@compiled
def draw_words(seed: Any, session: Any, first: Any, blocks: int, words: NDArray[np.uint32]) -> None:
    """The words of some blocks of a session, from the first on; all three numbers are of 64 bits without a sign."""
    for block in range(blocks):
        number = first + np.uint64(block)
        x0, x1, x2, x3 = number & _LOW, number >> _32, session & _LOW, session >> _32
        k0, k1 = seed & _LOW, seed >> _32
        for _ in range(10):
            a, b = x0 * _M0, x2 * _M1
            x0, x1, x2, x3 = (b >> _32) ^ x1 ^ k0, b & _LOW, (a >> _32) ^ x3 ^ k1, a & _LOW
            k0, k1 = (k0 + _K0) & _LOW, (k1 + _K1) & _LOW
        words[4 * block] = np.uint32(x0)
        words[4 * block + 1] = np.uint32(x1)
        words[4 * block + 2] = np.uint32(x2)
        words[4 * block + 3] = np.uint32(x3)


@compiled
def without_those_left_out(
    words: NDArray[np.uint32], size: int, sides: Any, per: int, least: Any, into: NDArray[np.uint8]
) -> int:
    """The same one word after the other, which is only needed where one is left out."""
    found = 0
    for i in range(size):
        rest = np.uint64(words[i])
        for k in range(per):
            product = rest * sides
            into[found + k] = np.uint8(product >> _32)
            rest = product & _LOW
        if rest >= least:
            found += per
    return found


@compiled
def outcomes_of(words: NDArray[np.uint32], size: int, sides: Any, per: int, least: Any, into: NDArray[np.uint8]) -> int:
    """The outcomes of some words in order; returns how many there are."""
    left_out = np.uint64(0)
    if per == 3:  # written out, because only then do compilers work on many words at once
        for i in range(size):
            a = np.uint64(words[i]) * sides
            b = (a & _LOW) * sides
            c = (b & _LOW) * sides
            into[3 * i] = np.uint8(a >> _32)
            into[3 * i + 1] = np.uint8(b >> _32)
            into[3 * i + 2] = np.uint8(c >> _32)
            left_out += np.uint64((c & _LOW) < least)
    elif per == 5:
        for i in range(size):
            a = np.uint64(words[i]) * sides
            b = (a & _LOW) * sides
            c = (b & _LOW) * sides
            d = (c & _LOW) * sides
            e = (d & _LOW) * sides
            into[5 * i] = np.uint8(a >> _32)
            into[5 * i + 1] = np.uint8(b >> _32)
            into[5 * i + 2] = np.uint8(c >> _32)
            into[5 * i + 3] = np.uint8(d >> _32)
            into[5 * i + 4] = np.uint8(e >> _32)
            left_out += np.uint64((e & _LOW) < least)
    else:
        left_out = np.uint64(1)
    return per * size if left_out == np.uint64(0) else without_those_left_out(words, size, sides, per, least, into)
