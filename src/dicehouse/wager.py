"""A wager is a small automaton: in each state, a set of rolls leads to an effect.

It is declared as data and checked when it is made: in every state each roll has exactly one effect,
every arm and every state can be reached, and every state can come to a decision. The same object
settles a live layout (`steps`), is solved for its exact worth and draws itself (`arms`), and
compiles to integer tables for simulation and audit (`tables`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Final, Literal

from dicehouse.dice import Dice, Rolls
from dicehouse.money import Odds

ONE: Final = Fraction(1)
NOTHING: Final = Fraction(0)


class RuleError(ValueError):
    """A wager is declared wrongly, and no table can open on it."""


class Result(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


@dataclass(frozen=True, slots=True)
class Stay:
    """Nothing happens to the wager."""


@dataclass(frozen=True, slots=True)
class Go:
    """The wager goes on in another state."""

    state: str


@dataclass(frozen=True, slots=True)
class Decision:
    """The wager is over: `pays / whole` of the stake is won, and `back / whole` of it is given back."""

    result: Result
    pays: int
    back: int
    whole: int
    clauses: tuple[str, ...]
    label: str
    """What the felt and the rule sheet say: "win 9:5", "lose", "win 33:1 on 1/4"."""

    @property
    def winnings(self) -> Fraction:
        return Fraction(self.pays, self.whole)

    @property
    def money_back(self) -> Fraction:
        """Everything that comes back for a unit of stake: winnings, and the stake or a part of it."""
        return Fraction(self.pays + self.back, self.whole)


Effect = Stay | Go | Decision
Step = Decision | int | None
"""An effect made ready for play: a decision, the number of the next state, or nothing."""

STAY: Final = Stay()


class Otherwise:
    """Every roll that no other arm of the state names."""


OTHERWISE: Final = Otherwise()

Arms = Mapping[Rolls | Otherwise, Effect]


def go(state: str) -> Go:
    return Go(state)


def win(odds: Odds, *clauses: str, part: Fraction = ONE, back: Fraction | None = None) -> Decision:
    """Win at the odds, paid on a part of the stake; that part comes back, or as much as `back` says."""
    paid, kept = odds.ratio * part, part if back is None else back
    whole = lcm(paid.denominator, kept.denominator)
    label = f"win {odds}" if part == ONE else f"win {odds} on {part}"
    return Decision(Result.WIN, int(paid * whole), int(kept * whole), whole, clauses, label)


def lose(*clauses: str) -> Decision:
    return Decision(Result.LOSE, 0, 0, 1, clauses, "lose")


def push(*clauses: str) -> Decision:
    return Decision(Result.PUSH, 0, 1, 1, clauses, "push")


@dataclass(frozen=True, eq=False)
class Automaton:
    """States in order, and what each outcome does in each: checked total, disjoint and reachable."""

    name: str
    dice: Dice
    states: tuple[str, ...]
    arms: tuple[tuple[tuple[Rolls, Effect], ...], ...]
    starts: tuple[str, ...]
    steps: tuple[tuple[Step, ...], ...] = field(repr=False)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {state: number for number, state in enumerate(self.states)}

    def number(self, state: str) -> int:
        """The place of a state among all; a ValueError if the wager has none of that name."""
        number = self._numbers.get(state)
        if number is None:
            raise ValueError(f"{self.name} has no state {state!r}")
        return number


def automaton(name: str, dice: Dice, states: Mapping[str, Arms], starts: Sequence[str] = ()) -> Automaton:
    """Check a declaration and make it ready. The first state is the start unless others are named."""
    if not states:
        raise RuleError(f"{name}: no states are declared")
    order = tuple(states)
    arms = tuple(_spelled_out(name, dice, state, states[state]) for state in order)
    numbers = {state: number for number, state in enumerate(order)}
    begins = tuple(starts) or order[:1]
    for state in begins:
        if state not in states:
            raise RuleError(f"{name}: starts in {state!r}, which is not one of its states")
    made = Automaton(name, dice, order, arms, begins, tuple(_steps(name, dice, numbers, row) for row in arms))
    _each_state_is_reached(made)
    _each_state_can_end(made)
    return made


def _spelled_out(name: str, dice: Dice, state: str, arms: Arms) -> tuple[tuple[Rolls, Effect], ...]:
    """The arms of a state with OTHERWISE turned into the rolls it stands for."""
    named = dice.none
    for rolls in arms:
        if isinstance(rolls, Rolls):
            if not rolls:
                raise RuleError(f"{name}, {state}: an arm names no roll, so it can never happen")
            both = named & rolls
            if both:
                raise RuleError(f"{name}, {state}: {next(iter(both))} stands in two arms")
            named |= rolls
    rest = dice.every - named
    if bool(rest) != (OTHERWISE in arms):
        said = f"no arm names {next(iter(rest))}" if rest else "OTHERWISE is left with no roll"
        raise RuleError(f"{name}, {state}: {said}")
    return tuple((rolls if isinstance(rolls, Rolls) else rest, effect) for rolls, effect in arms.items())


def _steps(
    name: str, dice: Dice, numbers: Mapping[str, int], arms: tuple[tuple[Rolls, Effect], ...]
) -> tuple[Step, ...]:
    row: list[Step] = [None] * len(dice.rolls)
    for rolls, effect in arms:
        step: Step = None
        if isinstance(effect, Go):
            if effect.state not in numbers:
                raise RuleError(f"{name}: goes to {effect.state!r}, which is not one of its states")
            step = numbers[effect.state]
        elif isinstance(effect, Decision):
            step = effect
        for i in rolls.indices():
            row[i] = step
    return tuple(row)


def _each_state_is_reached(made: Automaton) -> None:
    reached = new = {made.number(state) for state in made.starts}
    while new := {step for state in new for step in made.steps[state] if isinstance(step, int)} - reached:
        reached = reached | new
    for number, state in enumerate(made.states):
        if number not in reached:
            raise RuleError(f"{made.name}: no roll leads to {state!r}")


def _each_state_can_end(made: Automaton) -> None:
    """A wager that decides at all can be decided from every state; a marker on the table never decides."""
    ends = {number for number, row in enumerate(made.steps) if any(isinstance(step, Decision) for step in row)}
    if not ends:
        return
    moves = {n: {step for step in row if isinstance(step, int)} for n, row in enumerate(made.steps) if n not in ends}
    while found := {n for n, to in moves.items() if n not in ends and not ends.isdisjoint(to)}:
        ends |= found
    for number, state in enumerate(made.states):
        if number not in ends:
            raise RuleError(f"{made.name}: no roll ever decides it in {state!r}")


@dataclass(frozen=True)
class Tables:
    """A wager as integers, by state and outcome, for code that settles in bulk.

    A roll that decides has `next_state` DECIDED; the winnings are then `pay_numerator / pay_denominator`
    of the stake, and `back_numerator / pay_denominator` of the stake comes back. Elsewhere all three are 0, 0, 1.
    """

    next_state: tuple[tuple[int, ...], ...]
    pay_numerator: tuple[tuple[int, ...], ...]
    back_numerator: tuple[tuple[int, ...], ...]
    pay_denominator: tuple[tuple[int, ...], ...]


DECIDED: Final = -1


class Base(StrEnum):
    """What a commission is a part of: the stake, what it could win exactly, or what it could win in chips."""

    STAKE = "stake"
    WINNINGS = "winnings"
    PAYABLE = "payable"


@dataclass(frozen=True)
class Commission:
    """A charge on placing, beyond the stake."""

    rate: Fraction
    of: Base


@dataclass(frozen=True)
class Limit:
    """The most a Behind wager may be: so many times its parent's stake, as a stake or as what it could win."""

    times: int
    of_winnings: bool
    clause: str
    by_state: Mapping[str, int] = field(default_factory=dict)
    """The times where they depend on the point, by the parent's state."""

    def at(self, state: str) -> int:
        return self.by_state.get(state, self.times)


NO_COMMISSION: Final = Commission(NOTHING, Base.STAKE)
NO_LIMIT: Final = Limit(0, of_winnings=False, clause="")


@dataclass(frozen=True)
class Wager:
    """One area of the layout: its automaton, and how the wager comes to the table and leaves it."""

    id: str
    name: str
    family: str
    clause: str
    rules: Automaton
    weights: tuple[Fraction, ...] = (ONE,)
    """How often each start occurs, where a wager has several; for valuing it before its start is known."""
    marker: str = ""
    """The marker on the table that this wager minds, if any: the puck, or the axis of a streak."""
    starts_by: Mapping[str, str] | None = None
    """Where the wager starts, by the marker's state; a state that is not here refuses it. None: always at the start."""
    when: str = ""
    """When it may be placed, in words, where the marker decides that."""
    off_when: frozenset[str] = frozenset()
    """States of the marker in which the wager does not work unless it is called on."""
    contract_in: frozenset[str] = frozenset()
    """States in which the wager may not be taken down."""
    behind: str = ""
    """The family this wager stands behind; it starts in its parent's state and is decided with it."""
    units: int = 1
    """The stake is a multiple of so many chips."""
    commission: Commission = NO_COMMISSION
    limit: Limit = NO_LIMIT
    topic_clauses: Mapping[str, str] = field(default_factory=dict)
    """Clauses for placing ("placed"), for staying up ("stays") and for units ("units")."""
    line: bool = False
    """Whether it is a line wager, of which a shooter needs one."""
    button: Literal["", "buy", "lay", "dont-place"] = ""
    """The button that tells it apart from others in the same box: buy, lay or dont-place."""
    joins_run: bool = False
    """Whether it joins a run of results in its window, at the table's one price."""
    keeps_reduced: bool = False
    """Whether it may not grow again once its player has made it smaller."""
    short: str = ""
    """What the crew calls it for short, where that is not its name; its number comes after."""
    declared: bool = False
    """Whether its rulebook declares it, or a package brings it, and no family of Dicehouse's own games does."""

    @property
    def dice(self) -> Dice:
        return self.rules.dice

    @property
    def states(self) -> tuple[str, ...]:
        return self.rules.states

    @cached_property
    def one_roll(self) -> bool:
        return all(isinstance(step, Decision) for row in self.rules.steps for step in row)

    @cached_property
    def best(self) -> Fraction:
        """The most that the wager can win, per unit of stake."""
        return max(self.most_won)

    @cached_property
    def most_won(self) -> tuple[Fraction, ...]:
        """By state, the most that a roll can pay there, per unit of stake."""
        return tuple(
            max((step.winnings for step in row if isinstance(step, Decision)), default=NOTHING)
            for row in self.rules.steps
        )

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that defines the wager or prices it, the defining one first."""
        decisions = (step for row in self.rules.steps for step in row if isinstance(step, Decision))
        return tuple(dict.fromkeys([self.clause, *(clause for step in decisions for clause in step.clauses)]))

    @cached_property
    def tables(self) -> Tables:
        cells = [[_cell(state, step) for step in row] for state, row in enumerate(self.rules.steps)]
        return Tables(*(tuple(tuple(cell[i] for cell in row) for row in cells) for i in range(4)))


def _cell(state: int, step: Step) -> tuple[int, int, int, int]:
    if isinstance(step, Decision):
        return DECIDED, step.pays, step.back, step.whole
    return state if step is None else step, 0, 0, 1
