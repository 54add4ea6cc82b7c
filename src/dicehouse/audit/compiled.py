"""A rulebook as arrays of whole numbers, for settling in bulk.

Every state of every wager has a number of its own; state, awake or asleep, and outcome lead to one of a few effects.
No cell is a float: a payout is checked by multiplying out, so that nothing is ever divided.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from dicehouse.audit.schema import LINES, NOT_KNOWN, NOT_SAID
from dicehouse.money import CENT, Cents, Rounding
from dicehouse.rulebooks import Rulebook
from dicehouse.wager import Base, Decision, Step, Wager, push

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

MARKER_BITS: Final = 4
OUTCOME_BITS: Final = 8
MOST_MARKERS: Final = 2
NO_STATE: Final = (1 << 15) - 1
"""Stands for a state that the wager does not have."""
EVERY: Final = (1 << 16) - 1
"""A mask for a wager that minds no marker."""


class Effect(NamedTuple):
    """What a roll does: the state it leads to or how the wager leaves, and the money, as parts of `whole`."""

    after: int
    pays: int
    back: int
    whole: int
    refunds: int
    """1 where the commission comes back too."""
    clauses: tuple[str, ...]


class Charge(NamedTuple):
    """A commission multiplied out: `rate / (whole * parts)` of what the stake could win, or of the stake."""

    most: int
    whole: int
    rate: int
    parts: int
    payable: int
    """1 where it is charged on what chips can make of the winnings."""


NO_CHARGE: Final = Charge(0, 1, 0, 1, 0)


@dataclass(frozen=True)
class Compiled:
    """Everything that the engines need to know of a rulebook, at one smallest chip."""

    book: Rulebook
    chip: Cents
    wagers: tuple[Wager, ...] = field(init=False)

    def __post_init__(self) -> None:
        if len(self.book.markers) > MOST_MARKERS:
            raise ValueError(f"{self.book.id}: an audit follows {MOST_MARKERS} markers of a table, not more")
        if self.outcomes > 1 << OUTCOME_BITS:
            raise ValueError(f"{self.book.id}: an audit follows at most three dice, not {self.book.dice.count}")
        for it in self.book.markers:
            if len(it.rules.states) > 1 << MARKER_BITS:
                raise ValueError(
                    f"{self.book.id}: an audit follows {1 << MARKER_BITS} states of {it.rules.name}, not more"
                )
        object.__setattr__(self, "wagers", tuple(self.book.wagers.values()))

    @cached_property
    def codes(self) -> dict[str, int]:
        return {wager.id: code for code, wager in enumerate(self.wagers)}

    @property
    def outcomes(self) -> int:
        """The outcomes of the dice, and a round of no result."""
        return len(self.book.dice.rolls) + 1

    @property
    def no_result(self) -> int:
        return self.outcomes - 1

    @cached_property
    def first_state(self) -> tuple[int, ...]:
        """By wager, the number of its first state among the states of all."""
        sizes = [0, *(len(wager.states) for wager in self.wagers)]
        return tuple(int(it) for it in np.cumsum(sizes)[:-1])

    @cached_property
    def states(self) -> tuple[tuple[Wager, str], ...]:
        return tuple((wager, state) for wager in self.wagers for state in wager.states)

    @cached_property
    def names(self) -> dict[str, int]:
        """A number for each word that may stand under before and after; 0 is for nothing, 1 for a word nobody knows."""
        words = dict.fromkeys([*(state for _, state in self.states), *LINES])
        return {word: number for number, word in enumerate(words, start=2)}

    @cached_property
    def before(self) -> "Whole":
        """By wager and word, the number of the state among all; below 0 where the wager has no such state."""
        table = np.full((len(self.wagers), len(self.names) + 2), NOT_KNOWN, np.int64)
        for code, wager in enumerate(self.wagers):
            for place, state in enumerate(wager.states):
                table[code, self.names[state]] = self.first_state[code] + place
            if len(wager.states) == 1:
                table[code, 0] = self.first_state[code]
        return table

    @cached_property
    def after(self) -> "Whole":
        """By wager and word, the state it names among the wager's own, or how the wager left."""
        table = np.full((len(self.wagers), len(self.names) + 2), NOT_KNOWN, np.int64)
        table[:, 0] = NOT_SAID
        for word, number in LINES.items():
            table[:, self.names[word]] = number
        for code, wager in enumerate(self.wagers):
            for place, state in enumerate(wager.states):
                table[code, self.names[state]] = place
        return table

    @cached_property
    def shift(self) -> "Whole":
        """By wager, where in the moment of a round its own marker stands."""
        places = {it.rules.name: place for place, it in enumerate(self.book.markers)}
        return np.array([OUTCOME_BITS + MARKER_BITS * places.get(it.marker, 0) for it in self.wagers], np.int64)

    @cached_property
    def off_when(self) -> "Whole":
        """By wager, a bit for each state of its marker in which it does not work by itself."""
        return np.array([self._mask(it, it.off_when) for it in self.wagers], np.int64)

    @cached_property
    def starts_by(self) -> "Whole":
        """By state, a bit for each state of the wager's marker in which a wager may begin there."""
        return np.array([self._opens(wager, state) for wager, state in self.states], np.int64)

    def _opens(self, wager: Wager, state: str) -> int:
        if wager.behind:
            return EVERY if state in wager.rules.starts else 0
        if wager.starts_by is None:
            return EVERY if state == wager.rules.starts[0] else 0
        return self._mask(wager, frozenset(it for it, start in wager.starts_by.items() if start == state))

    def _mask(self, wager: Wager, states: frozenset[str]) -> int:
        marker = next((it.rules for it in self.book.markers if it.rules.name == wager.marker), None)
        return sum(1 << marker.number(it) for it in states) if marker else 0

    @cached_property
    def contract_in(self) -> "NDArray[np.bool_]":
        """By state, whether a wager that stands there may not be taken down."""
        return np.array([state in wager.contract_in for wager, state in self.states])

    @cached_property
    def units(self) -> "Whole":
        """By wager, what its stake is a multiple of, in cents; 1 where any stake will do."""
        return np.array([it.units * self.chip if it.units > 1 else 1 for it in self.wagers], np.int64)

    @property
    def step(self) -> int:
        """What a payout is a multiple of, in cents."""
        return int(CENT if self.book.rounding is Rounding.EXACT else self.chip)

    @property
    def up(self) -> bool:
        """Whether a payout that chips cannot make goes to the next higher one that they can."""
        return self.book.rounding is not Rounding.DOWN

    @property
    def charge_step(self) -> int:
        return int(self.chip if self.book.readings["commission"] == "chips" else CENT)

    @property
    def keeps_commission(self) -> bool:
        """Whether a wager that is taken down leaves its commission with the house."""
        return self.book.readings["commission_on_removal"] == "kept"

    @cached_property
    def charges(self) -> tuple[Charge, ...]:
        return tuple(_charge(it) for it in self.wagers)

    @cached_property
    def _cells(self) -> tuple["NDArray[np.int32]", tuple[Effect, ...]]:
        known: dict[Effect, int] = {}
        numbers = [known.setdefault(effect, len(known)) for effect in self._every_effect()]
        return np.array(numbers, np.int32), tuple(known)

    @property
    def cells(self) -> "NDArray[np.int32]":
        """By (state * 2 + asleep) * outcomes + outcome, the number of the effect."""
        return self._cells[0]

    @property
    def effects(self) -> tuple[Effect, ...]:
        return self._cells[1]

    @cached_property
    def money(self) -> "Whole":
        """By effect: after, pays, back, whole, refunds."""
        return np.array([it[:5] for it in self.effects], np.int64)

    def _every_effect(self) -> Iterator[Effect]:
        for wager, state in self.states:
            place = wager.rules.number(state)
            stay = Effect(place, 0, 0, 1, 0, (wager.clause,))
            for asleep in (False, True):
                for step in wager.rules.steps[place]:
                    yield _effect(self._asleep(wager, step) if asleep else step, stay)
                yield self._without_result(wager, stay)

    def _asleep(self, wager: Wager, step: Step) -> Step:
        """A roll that does not count leaves a wager as it is; one that stands behind another ends with that."""
        if not wager.behind or not isinstance(step, Decision):
            return None
        if self.book.readings["behind_come_asleep"] == "decided":
            return step
        return push(wager.clause, self.book.calls_clause)

    def _without_result(self, wager: Wager, stay: Effect) -> Effect:
        rule = self.book.no_result
        if self.book.readings["no_result_effect"] != "void" or wager.family in rule.holds:
            return stay
        return Effect(LINES["void"], 0, 1, 1, 1, (rule.clause,))

    def effect(self, state: int, outcome: int, *, asleep: bool) -> Effect:
        return self.effects[int(self.cells[(state * 2 + asleep) * self.outcomes + outcome])]

    def arrays(self) -> tuple[Any, Any]:
        """What the kernel takes beside glances: by state, the first one of its wager; and how payouts are rounded."""
        home = np.array([self.first_state[self.codes[wager.id]] for wager, _ in self.states], np.int64)
        rounding = (self.step, int(self.up), self.charge_step, int(self.keeps_commission))
        words = (self.names["win"], self.names["removed"])
        return home, np.array([*rounding, *_divisor(self.step), *words], np.uint64).view(np.int64)


def _divisor(by: int) -> tuple[int, int, int]:
    """Numbers to tell multiples without dividing: by multiplying with an inverse modulo 2**64, and turning the bits."""
    turn = (by & -by).bit_length() - 1
    return pow(by >> turn, -1, 1 << 64), turn, ((1 << 64) - 1) // by


def _effect(step: Step, stay: Effect) -> Effect:
    if isinstance(step, Decision):
        return Effect(LINES[step.result], step.pays, step.back, step.whole, 0, step.clauses)
    return stay if step is None else stay._replace(after=step)


def _charge(wager: Wager) -> Charge:
    rate, of = wager.commission.rate, wager.commission.of
    if not rate:
        return NO_CHARGE
    most = (1, 1) if of is Base.STAKE else wager.best.as_integer_ratio()
    return Charge(*most, *rate.as_integer_ratio(), int(of is Base.PAYABLE))
