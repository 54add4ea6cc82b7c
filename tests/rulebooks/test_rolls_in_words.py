"""Sets of rolls in the words of a wager's felt."""

import pytest

from dicehouse.dice import Rolls
from dicehouse.rulebooks import load
from dicehouse.rulebooks.rolls_in_words import shown
from dicehouse.wager import Decision, Result, Wager


def wins(wager: Wager) -> list[Rolls]:
    return [rolls for rolls, it in wager.rules.arms[0] if isinstance(it, Decision) and it.result is Result.WIN]


@pytest.mark.parametrize(
    "book, wager, said",
    [
        ("crown-sicbo-b", "symbol-fish", ["one fish", "two fish", "three fish"]),
        ("crown-sicbo-b", "colour-red", ["at least one red die"]),
        ("crown-sicbo-b", "colour-double-red", ["two or three red dice"]),
        ("crown-sicbo-b", "colour-triple-red", ["three red dice"]),
        ("crown-sicbo-b", "any-colour-triple", ["three dice of one colour"]),
        ("star-sicbo-2024", "single-4", ["one 4", "two 4s", "three 4s"]),
        ("star-sicbo-2024", "double-4", ["at least two 4s"]),
        ("star-sicbo-2024", "triple-4", ["three 4s"]),
        ("star-sicbo-2024", "four-1-2-3-4", ["three different of 1, 2, 3, 4"]),
        ("star-craps", "field", ["3, 4 or 9 to 11", "2 or 12"]),
    ],
)
def test_what_wins_is_said_as_the_felt_says_it(book: str, wager: str, said: list[str]) -> None:
    it = load(book).wagers[wager]
    assert [shown(it, rolls) for rolls in wins(it)] == said
