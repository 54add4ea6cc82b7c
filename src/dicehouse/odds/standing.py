"""What a wager that stands on the layout is worth, and what each result of the next roll would make of it.

Exactly, at its own stake and in the chips of its table, as settlement pays it; worked out once for each wager, state
and stake. All amounts are cents that go back to the player, the stake included.
"""

from fractions import Fraction
from typing import Final

from dicehouse.money import Cents
from dicehouse.odds.chain import solve_chain
from dicehouse.rulebooks import Rulebook
from dicehouse.wager import NOTHING, Decision, Step, Wager

KEPT: Final = 4_000
"""Wagers at a stake that are remembered; beyond so many they are worked out anew."""

Amount = int | Fraction


class StandingValues:
    """The wagers of one rulebook at tables that pay in one chip."""

    def __init__(self, book: Rulebook, chip: int) -> None:
        self.book = book
        self.chip = Cents(chip)
        self._now: dict[tuple[str, str, int], Fraction] = {}
        self._next: dict[tuple[str, str, int], tuple[Amount, ...]] = {}
        rows = [row for wager in book.wagers.values() for row in wager.rules.steps]
        alike: dict[tuple[int, ...], list[int]] = {}
        for outcome, column in enumerate(zip(*rows, strict=True)):
            alike.setdefault(tuple(map(id, column)), []).append(outcome)
        self.weights = tuple(len(it) for it in alike.values())
        """How many outcomes are in each class of outcomes that do the same to every wager, such as 1-2-3 and 3-2-1."""
        self.class_of = {outcome: place for place, it in enumerate(alike.values()) for outcome in it}
        """The place of each outcome's class."""
        self._firsts = tuple(it[0] for it in alike.values())

    def now(self, wager: Wager, state: str, stake: int) -> Fraction:
        """What comes back on average, from this state on until the wager is decided."""
        key = (wager.id, state, stake)
        found = self._now.get(key)
        if found is None:
            ends = solve_chain(wager.rules)[state].chances
            found = sum((chance * self.paid(end, stake) for end, chance in ends.items()), NOTHING)
            self._now[key] = found
        return found

    def next(self, wager: Wager, state: str, stake: int) -> tuple[Amount, ...]:
        """What each class of outcomes brings: money back where it decides, else what the wager is worth then."""
        key = (wager.id, state, stake)
        found = self._next.get(key)
        if found is None:
            states, row = wager.states, self.steps(wager, state)
            found = tuple(
                self.paid(step, stake)
                if isinstance(step, Decision)
                else self.now(wager, state if step is None else states[step], stake)
                for step in row
            )
            if len(self._next) >= KEPT:
                self._next.clear()
                self._now.clear()
            self._next[key] = found
        return found

    def steps(self, wager: Wager, state: str) -> tuple[Step, ...]:
        """What each class of outcomes does to a wager."""
        row = wager.rules.steps[wager.rules.number(state)]
        return tuple(row[it] for it in self._firsts)

    def paid(self, end: Decision, stake: int) -> int:
        """What a decision pays back, in chips that the table can hand over."""
        return self.book.payable(stake * end.winnings, self.chip) + stake * end.back // end.whole
