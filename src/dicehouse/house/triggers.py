"""When a jackpot is won: its trigger as an automaton over results, checked like a wager's before a pool is offered."""

from functools import lru_cache
from typing import Final

import msgspec

from dicehouse.dice import THREE, TWO, Dice, Rolls
from dicehouse.house.jackpot_state import Arm, Rolled, Trigger
from dicehouse.money import Odds
from dicehouse.wager import OTHERWISE, STAY, Arms, Automaton, Decision, Effect, Otherwise, RuleError, automaton, go, win

WINNER: Final = "aruze-sicbo 4.1.2"
WIN: Final = "win"
"""Where an arm leads that wins the jackpot."""


def compiled(pool: str, trigger: Trigger) -> Automaton:
    """The trigger as an automaton; a RuleError if it has a gap, an overlap or a state that nothing leads to."""
    return _compiled(pool, msgspec.json.encode(trigger))


@lru_cache(maxsize=256)
def _compiled(pool: str, declared: bytes) -> Automaton:
    trigger = msgspec.json.decode(declared, type=Trigger)
    dice = THREE if trigger.dice == 3 else TWO
    start = next(iter(trigger.states), "")
    made = automaton(pool, dice, {it: _arms(pool, dice, it, start, arms) for it, arms in trigger.states.items()})
    if not any(isinstance(step, Decision) for row in made.steps for step in row):
        raise RuleError(f"{pool}: no arm leads to {WIN!r}")
    return made


def _arms(pool: str, dice: Dice, state: str, start: str, arms: tuple[Arm, ...]) -> Arms:
    """What no arm names leads back to the start."""
    named = dice.none
    rows: dict[Rolls | Otherwise, Effect] = {}
    for arm in arms:
        rolls = _rolls(dice, arm.rolled)
        if rolls in rows:
            raise RuleError(f"{pool}, {state}: two arms name the same results")
        rows[rolls] = win(Odds(1, 1), WINNER) if arm.to == WIN else go(arm.to)
        named |= rolls
    if dice.every - named:
        rows[OTHERWISE] = STAY if state == start else go(start)
    return rows


def _rolls(dice: Dice, rolled: Rolled) -> Rolls:
    """The results that one arm names."""
    faces = tuple(sorted(rolled.faces))
    named = dice.where(lambda roll: tuple(sorted(roll)) == faces) | dice.total(*rolled.totals)
    return named | dice.alike if rolled.alike else named
