"""What a state does, put together as a person would say it."""

import re
from dataclasses import dataclass, replace
from textwrap import wrap

from dicehouse.diagram.pen import LINE, SMALL, TEXT, WIDEST, Pen, width
from dicehouse.diagram.words import how_many, in_words, totals_of
from dicehouse.dice import Rolls
from dicehouse.wager import STAY, Automaton, Decision, Effect


@dataclass(frozen=True)
class Move:
    """An effect, and all rolls of a state that have it."""

    effect: Effect
    rolls: Rolls
    said: str

    @property
    def chance(self) -> str:
        """How often it happens, where the words do not say so already."""
        return "" if self.said == how_many(self.rolls) else f"{len(self.rolls)} in {len(self.rolls.dice.rolls)}"

    def __str__(self) -> str:
        return f"{self.said} ({self.chance})" if self.chance else self.said

    @property
    def lines(self) -> list[str]:
        return wrap(self.said, WIDEST)

    @property
    def wide(self) -> int:
        """How long an arrow must be to carry the words."""
        return max(*(width(it, TEXT) for it in self.lines), width(self.chance, SMALL)) + 24

    @property
    def above(self) -> int:
        """The height of the words over the arrow."""
        return len(self.lines) * LINE + 4

    def say(self, pen: "Pen", x: int, y: int) -> None:
        """The words over and under an arrow, from x on."""
        for number, line in enumerate(reversed(self.lines)):
            pen.text(x, y - 6 - number * LINE, line, "ink", TEXT)
        pen.text(x, y + 15, self.chance, "soft", SMALL)


def moves(rules: Automaton, state: str) -> tuple[list[Move], Move | None]:
    """Where a state leads and on what; and apart from that the rolls on which it stays, if any.

    Arms that do the same are one move. Whatever cannot be said shortly is "anything else", at most once.
    """
    together: dict[object, Move] = {}
    for rolls, effect in rules.arms[rules.number(state)]:
        same = (effect.label, effect.money_back) if isinstance(effect, Decision) else effect
        joined = rolls | together[same].rolls if same in together else rolls
        together[same] = Move(effect, joined, in_words(joined))
    stays = together.pop(STAY, None)
    if stays and _parts(stays.said) > 1:
        stays = replace(stays, said="anything else")
    elif not stays:
        rest = max(together, key=lambda same: len(together[same].rolls))
        if _parts(together[rest].said) > 2:
            _, missing = totals_of(together[rest].rolls)
            together[rest] = replace(together[rest], said="anything else" if missing else "other totals")
    return list(together.values()), stays


def _parts(words: str) -> int:
    """How much there is to read: what has no short name counts as too much."""
    return len(re.split(r", | or ", words)) + (2 if words.endswith(" rolls") else 0)
