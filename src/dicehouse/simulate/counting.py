"""The histogram form: rounds of one-roll wagers come down to how often each outcome came.

Outcomes are counted two at a time, in one table of pairs: half the additions, and hardly ever two to the same place in
a row. Whatever one-roll wagers stand on the layout, and at whatever stakes, their settlement follows from the counts.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dicehouse.simulate.compiled import compiled
from dicehouse.simulate.generator import BLOCKS, LARGEST_BUFFER, draw_words, outcomes_of

AT_ONCE: Final = 256
"""Words that are turned into pairs at once; where one of them is left out, all go the slower way."""

_LOW: Final = np.uint64(0xFFFFFFFF)
_32: Final = np.uint64(32)


@compiled
def count_outcomes(seed: Any, session: Any, rounds: int, sides: Any, per: int, least: Any) -> NDArray[np.int64]:
    """How often each outcome comes in so many rounds of a session."""
    words, rolls = np.empty(4 * BLOCKS, np.uint32), np.empty(LARGEST_BUFFER, np.uint8)
    two = np.empty(3 * AT_ONCE // 2, np.uint16)
    pairs = np.zeros(int(sides) * int(sides), np.uint32)
    counts = np.zeros(int(sides), np.int64)
    block, left = np.uint64(0), rounds
    while left > 0:
        draw_words(seed, session, block, BLOCKS, words)
        block += np.uint64(BLOCKS)
        for start in range(0, 4 * BLOCKS, AT_ONCE):
            some = words[start : start + AT_ONCE]
            if per == 3 and left >= 3 * AT_ONCE and pairs_of(some, sides, least, two):
                for pair in two:
                    pairs[np.uint64(pair)] += np.uint32(1)
                left -= 3 * AT_ONCE
            else:
                found = min(left, outcomes_of(some, AT_ONCE, sides, per, least, rolls))
                for i in range(found):
                    counts[np.uint64(rolls[i])] += 1
                left -= found
    for first in range(int(sides)):
        for second in range(int(sides)):
            came = np.int64(pairs[first * int(sides) + second])
            counts[first] += came
            counts[second] += came
    return counts


@compiled
def pairs_of(words: NDArray[np.uint32], sides: Any, least: Any, into: NDArray[np.uint16]) -> bool:
    """The three outcomes of each word in pairs, the third ones of two words together; not if a word is left out."""
    left_out, square = np.uint64(0), sides * sides
    for i in range(AT_ONCE // 2):
        one, other = np.uint64(words[2 * i]) * square, np.uint64(words[2 * i + 1]) * square
        third, sixth = (one & _LOW) * sides, (other & _LOW) * sides
        into[3 * i] = np.uint16(one >> _32)
        into[3 * i + 1] = np.uint16(other >> _32)
        into[3 * i + 2] = np.uint16((third >> _32) * sides + (sixth >> _32))
        left_out += np.uint64((third & _LOW) < least) + np.uint64((sixth & _LOW) < least)
    return bool(left_out == np.uint64(0))


@compiled
def draw_only(seed: Any, session: Any, rounds: int, sides: Any, per: int, least: Any) -> int:
    """The raw generator: the same rounds drawn and nothing done with them, as a measure; returns the last outcome."""
    words, rolls = np.empty(4 * BLOCKS, np.uint32), np.empty(LARGEST_BUFFER, np.uint8)
    block, left, last = np.uint64(0), rounds, 0
    while left > 0:
        draw_words(seed, session, block, BLOCKS, words)
        block += np.uint64(BLOCKS)
        found = outcomes_of(words, 4 * BLOCKS, sides, per, least, rolls)
        left -= found
        last = int(rolls[found - 1])
    return last
