"""Dice language for tests: rolls in words, and what a wager does on them.

A word is a total ("6"), the faces in the order the dice lie ("3+3", "1+2+4"), or what a dealer calls ("small",
"triple"). It stands for every roll that it fits, and a wager must do the same on all of them: nothing here asks the
engine which rolls those are.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import pytest

from dicehouse.dice import Dice, Roll
from dicehouse.odds import Value, values_of
from dicehouse.rulebooks import load
from dicehouse.wager import Automaton, Decision, Wager

Words = tuple[str, ...]

CALLS: Mapping[str, Callable[[Roll], bool]] = {
    "triple": lambda roll: len(set(roll)) == 1,
    "small": lambda roll: len(set(roll)) > 1 and sum(roll) < 11,
    "big": lambda roll: len(set(roll)) > 1 and sum(roll) > 10,
    "odd": lambda roll: len(set(roll)) > 1 and sum(roll) % 2 == 1,
    "even": lambda roll: len(set(roll)) > 1 and sum(roll) % 2 == 0,
}


def stories(text: str) -> list[object]:
    """A case for each line: `6 11 6 -> win 1:1` is a story of three rolls and how it ends."""
    lines = [line.split("->") for line in text.strip().splitlines()]
    return [
        pytest.param(tuple(rolls.split()), end.strip(), id=f"{' '.join(rolls.split())} gives {end.strip()}")
        for rolls, end in lines
    ]


def exactly(message: str) -> str:
    """A whole message and nothing else, for `pytest.raises(..., match=...)`."""
    return rf"\A{re.escape(message)}\Z"


def tell(wager: Wager | Automaton, rolls: Sequence[str], start: str = "") -> str:
    """How a story ends: what the wager's decision is called, or the state that the wager is left in."""
    end = ends(wager, rolls, start)
    return end if isinstance(end, str) else end.label


def cited(wager: Wager, rolls: Sequence[str], start: str = "") -> str:
    """The clauses by which a story ends."""
    end = ends(wager, rolls, start)
    return "undecided" if isinstance(end, str) else ", ".join(end.clauses)


def ends(wager: Wager | Automaton, rolls: Sequence[str], start: str = "") -> Decision | str:
    rules = wager.rules if isinstance(wager, Wager) else wager
    state = start or rules.starts[0]
    for number, word in enumerate(rolls, start=1):
        steps = {rules.steps[rules.states.index(state)][i] for i in outcomes(rules.dice, word)}
        assert len(steps) == 1, f"{word} is not one thing to {rules.name} in {state}: {steps}"
        step = steps.pop()
        if isinstance(step, Decision):
            assert number == len(rolls), f"{rules.name} is decided before the story ends, by roll {number}"
            return step
        state = state if step is None else rules.states[step]
    return state


def outcomes(dice: Dice, word: str) -> list[int]:
    """The places of the rolls that a word stands for."""
    fits = CALLS.get(word) or (lambda roll: word in (str(sum(roll)), "+".join(map(str, roll))))
    found = [i for i, roll in enumerate(dice.rolls) if fits(roll)]
    assert found, f"no roll of {dice.count} dice is {word}"
    return found


def decisions(wager: Wager, state: int = 0) -> dict[Roll, str]:
    """What each outcome does to a wager that one roll decides, or in one of its states."""
    row = wager.rules.steps[state]
    return {
        roll: step.label if isinstance(step, Decision) else "goes on"
        for roll, step in zip(wager.dice.rolls, row, strict=True)
    }


def value_of(book: str, wager: str, **readings: str) -> Value:
    """A wager of a built-in rulebook, valued under some readings."""
    rulebook = load(book, readings)
    (value,) = values_of(rulebook, rulebook.wagers[wager])
    return value


def return_of(book: str, wager: str, **readings: str) -> Fraction:
    return value_of(book, wager, **readings).returns
