"""The dice: known answers of the generator, the compiled form beside the reference, and an exactly uniform map."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehouse.dice import THREE, TWO, Dice
from dicehouse.simulate.counting import count_outcomes, draw_only
from dicehouse.simulate.engine import thrown
from dicehouse.simulate.generator import BLOCKS, LARGEST_BUFFER, VECTOR, draw_words, outcomes_of
from dicehouse.simulate.reference import LARGEST_SEED, Words, outcomes, per_word, philox, threshold, words

ONES = 0xFFFFFFFF


@pytest.mark.parametrize(
    "counter, key, block",
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((ONES,) * 4, (ONES,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
    ids=["zeros", "ones", "pi"],
)
def test_the_generator_gives_the_known_answers_of_its_authors(
    counter: Words, key: tuple[int, int], block: Words
) -> None:
    assert philox(counter, key) == block
    drawn = np.empty(4 * BLOCKS, np.uint32)
    first, session = counter[0] | counter[1] << 32, counter[2] | counter[3] << 32
    draw_words(np.uint64(key[0] | key[1] << 32), np.uint64(session), np.uint64(first), VECTOR, drawn)
    assert tuple(drawn[:4].tolist()) == block


def compiled_outcomes(dice: Dice, seed: int, session: int, blocks: int) -> list[int]:
    drawn, rolls = np.empty(4 * BLOCKS, np.uint32), np.empty(LARGEST_BUFFER, np.uint8)
    draw_words(np.uint64(seed), np.uint64(session), np.uint64(0), blocks, drawn)
    found = outcomes_of(drawn, 4 * blocks, *thrown(dice), rolls)
    return [int(it) for it in rolls[:found]]


@settings(max_examples=25)
@given(
    seed=st.integers(0, LARGEST_SEED),
    session=st.integers(0, LARGEST_SEED),
    dice=st.sampled_from([TWO, THREE, Dice(1)]),
    blocks=st.sampled_from([VECTOR, BLOCKS]),
)
def test_the_compiled_dice_are_those_of_the_reference(seed: int, session: int, dice: Dice, blocks: int) -> None:
    rolls = compiled_outcomes(dice, seed, session, blocks)
    assert rolls == list(islice(outcomes(dice, seed, session), len(rolls)))
    assert len(rolls) % per_word(len(dice.rolls)) == 0


@pytest.mark.parametrize("dice", [TWO, THREE], ids=["craps", "sicbo"])
def test_a_word_that_is_left_out_is_left_out_by_both(dice: Dice) -> None:
    """Session by session until some word fell out; one in 2,300 does."""
    full = 4 * BLOCKS * per_word(len(dice.rolls))
    rolls = next(it for session in range(100) if len(it := compiled_outcomes(dice, 1, session, BLOCKS)) < full)
    session = next(it for it in range(100) if len(compiled_outcomes(dice, 1, it, BLOCKS)) < full)
    assert rolls == list(islice(outcomes(dice, 1, session), len(rolls)))


@pytest.mark.parametrize("sides", [6, 36, 216])
def test_every_series_of_outcomes_comes_from_equally_many_words(sides: int) -> None:
    """The words of a series are those from its lower end on; counted at both ends and in the middle of the range."""
    series = sides ** per_word(sides)
    each, least = 2**32 // series, threshold(sides)
    for number in (0, 1, series // 3, series - 2, series - 1):
        low, high = -(-number * 2**32 // series), -(-(number + 1) * 2**32 // series)
        kept = [word for word in range(low, high) if word * series % 2**32 >= least]
        assert len(kept) == each
        assert all(word * series >> 32 == number for word in kept)


@pytest.mark.parametrize("dice", [TWO, THREE, Dice(1)], ids=["two", "three", "one"])
@pytest.mark.parametrize("rounds", [1, 767, 768, 60_001])
def test_counted_outcomes_are_those_that_were_drawn(dice: Dice, rounds: int) -> None:
    counts = count_outcomes(np.uint64(5), np.uint64(2), rounds, *thrown(dice))
    drawn = list(islice(outcomes(dice, 5, 2), rounds))
    assert counts.tolist() == np.bincount(drawn, minlength=len(dice.rolls)).tolist()


def test_the_raw_generator_draws_the_same_dice() -> None:
    last = draw_only(np.uint64(5), np.uint64(2), 1, *thrown(THREE))
    assert last == compiled_outcomes(THREE, 5, 2, BLOCKS)[-1]


def test_two_seeds_and_two_sessions_have_different_dice() -> None:
    first = list(islice(words(1, 0), 8))
    assert first != list(islice(words(2, 0), 8))
    assert first != list(islice(words(1, 1), 8))
    assert first != list(islice(words(1 << 32, 0), 8))
