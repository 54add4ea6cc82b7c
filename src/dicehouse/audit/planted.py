"""Errors planted in made-up records, each written down, so that an audit can be seen to find them all.

Each error sits in a wager of its own that begins and ends in one block, so that one error is one finding.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from dicehouse.audit.compiled import Compiled
from dicehouse.audit.play import Steps
from dicehouse.audit.schema import LINES
from dicehouse.money import dollars

if TYPE_CHECKING:
    from numpy.typing import NDArray

WIN, LOSE = LINES["win"], LINES["lose"]
UNKNOWN: Final = -1
"""A wager that no rulebook offers."""


class Planted(NamedTuple):
    """An error, and where an audit should find it."""

    kind: str
    table: str
    round: int
    wager_no: int
    says: str


Told = tuple[int, str]
"""The row where an error is found, and what it is."""


class Planter:
    """Plants errors in blocks of steps."""

    def __init__(self, compiled: Compiled, random: np.random.Generator) -> None:
        self.compiled, self.random, self.turn = compiled, random, 0

    def plant(self, steps: Steps, errors: int, table: str, beyond: int) -> tuple[Steps, list[Planted]]:
        """As many errors as asked for, or as there are whole wagers to plant them in."""
        chains = self._chains(steps, errors * 4)
        extra: list[Steps] = []
        gone: list[int] = []
        told: list[Planted] = []
        ways = list(WAYS.items())
        for rows in chains:
            if len(told) == errors:
                break
            for _ in ways:
                kind, way = ways[self.turn % len(ways)]
                self.turn += 1
                found = way(self, steps, rows, extra, gone, beyond + len(told))
                if found:
                    row, says = found
                    told.append(Planted(kind[0], table, int(steps.place[row]) + 1, int(steps.wager_no[row]), says))
                    break
        if gone:
            keep = np.ones(len(steps), bool)
            keep[gone] = False
            steps = steps.take(keep)
        if extra:
            steps = Steps.joined([steps, *extra])
            steps = steps.take(np.lexsort((steps.step, steps.wager_no, steps.place)))
        return steps, told

    def _chains(self, steps: Steps, many: int) -> Iterator["NDArray[np.integer]"]:
        """The rows of whole wagers, drawn at random; every second one has several steps where there are such."""
        order = np.lexsort((steps.step, steps.wager_no))
        number = steps.wager_no[order]
        begins = np.flatnonzero(np.r_[True, number[1:] != number[:-1]])
        ends = np.r_[begins[1:], len(number)]
        whole = (steps.step[order[begins]] == 1) & (steps.after[order[ends - 1]] < 0)
        begins, ends = begins[whole], ends[whole]
        drawn = self.random.permutation(len(begins))
        long = drawn[(ends - begins)[drawn] > 1][: many // 2]
        drawn = np.concatenate([long, drawn[:many]])
        for it in dict.fromkeys(self.random.permutation(drawn).tolist()):
            yield order[begins[it] : ends[it]]

    def paid_too_much(self, steps: Steps, rows: "NDArray[np.integer]", *_: object) -> Told:
        row = rows[-1]
        steps.returned[row] += self.compiled.chip
        return row, f"paid {dollars(self.compiled.chip)} too much"

    def paid_too_little(self, steps: Steps, rows: "NDArray[np.integer]", *_: object) -> Told | None:
        row = rows[-1]
        if steps.returned[row] < self.compiled.chip:
            return None
        steps.returned[row] -= self.compiled.chip
        return row, f"paid {dollars(self.compiled.chip)} too little"

    def loser_paid(self, steps: Steps, rows: "NDArray[np.integer]", *_: object) -> Told | None:
        row = rows[-1]
        if steps.after[row] != LOSE:
            return None
        steps.returned[row] = 2 * steps.stake[row]
        steps.after[row] = WIN
        return row, "a loser was paid even money"

    def winner_not_paid(self, steps: Steps, rows: "NDArray[np.integer]", *_: object) -> Told | None:
        row = rows[-1]
        if steps.after[row] != WIN:
            return None
        steps.returned[row], steps.after[row] = 0, LOSE
        return row, "a winner was collected"

    def wrong_odds(self, steps: Steps, rows: "NDArray[np.integer]", *_: object) -> Told | None:
        row = rows[-1]
        if steps.after[row] != WIN:
            return None
        steps.returned[row] += steps.stake[row]
        return row, "paid at one to one more than the odds"

    def wrong_commission(self, steps: Steps, rows: "NDArray[np.integer]", *_: object) -> Told | None:
        row = rows[0]
        charged = self.compiled.charges[steps.wager[row]].rate
        if not charged or steps.after[rows[-1]] < LINES["push"]:
            return None
        steps.commission[rows] += self.compiled.chip
        return row, f"charged {dollars(self.compiled.chip)} too much commission"

    def paid_while_standing(self, steps: Steps, rows: "NDArray[np.integer]", *_: object) -> Told | None:
        if len(rows) < 2:
            return None
        row = rows[len(rows) // 2 - 1]
        steps.returned[row] = steps.stake[row]
        return row, "paid while the wager still stood"

    def wrong_state(self, steps: Steps, rows: "NDArray[np.integer]", *_: object) -> Told | None:
        states = len(self.compiled.wagers[steps.wager[rows[0]]].states)
        if len(rows) < 2 or states < 2:
            return None
        row = rows[-2]
        steps.after[row] = (steps.after[row] + 1) % states
        return row, "the state after the roll is written down wrongly"

    def step_missing(
        self, _steps: Steps, rows: "NDArray[np.integer]", _: object, gone: list[int], __: int
    ) -> Told | None:
        if len(rows) < 2:
            return None
        at = int(self.random.integers(1, len(rows)))
        gone.append(int(rows[at]))
        return rows[at - 1], "the next step is missing"

    def doubled(self, steps: Steps, rows: "NDArray[np.integer]", extra: list[Steps], *_: object) -> Told:
        row = rows[int(self.random.integers(0, len(rows)))]
        extra.append(steps.take(np.array([row])))
        return row, "the row stands twice"

    def stake_below_zero(self, steps: Steps, rows: "NDArray[np.integer]", *_: object) -> Told | None:
        if len(rows) > 1:
            return None
        steps.stake[rows] = -steps.stake[rows]
        return rows[0], "the stake is below zero"

    def unknown_wager(self, steps: Steps, rows: "NDArray[np.integer]", *_: object) -> Told | None:
        if len(rows) > 1:
            return None
        steps.wager[rows] = UNKNOWN
        return rows[0], "no rulebook offers the wager"

    def no_such_round(
        self, steps: Steps, rows: "NDArray[np.integer]", _: object, __: object, beyond: int
    ) -> Told | None:
        if len(rows) > 1:
            return None
        steps.place[rows] = beyond
        return rows[0], "the round has no result"


Way = Callable[[Planter, Steps, "NDArray[np.integer]", list[Steps], list[int], int], Told | None]

WAYS: Final[dict[tuple[str, str], Way]] = {
    ("paid", "too much"): Planter.paid_too_much,
    ("paid", "too little"): Planter.paid_too_little,
    ("paid", "a loser"): Planter.loser_paid,
    ("paid", "not a winner"): Planter.winner_not_paid,
    ("paid", "wrong odds"): Planter.wrong_odds,
    ("commission", ""): Planter.wrong_commission,
    ("paid", "standing"): Planter.paid_while_standing,
    ("course", ""): Planter.wrong_state,
    ("chain", ""): Planter.step_missing,
    ("duplicate", ""): Planter.doubled,
    ("stake", ""): Planter.stake_below_zero,
    ("unknown-wager", ""): Planter.unknown_wager,
    ("no-result", ""): Planter.no_such_round,
}
