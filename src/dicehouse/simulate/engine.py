"""What every engine shares, whether it plays on the processor or on GPUs: how a run is cut, stopped and added up."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from dicehouse.dice import Dice
from dicehouse.money import dollars
from dicehouse.simulate.positions import Plan
from dicehouse.simulate.reference import per_word, threshold
from dicehouse.simulate.strategy import Session
from dicehouse.simulate.tables import Rules, Thrown
from dicehouse.simulate.tally import Tally

COUNTED: Final = 2**25
"""So many rounds are counted at a time."""
NEVER: Final = 2**62

Progress = Callable[[int], None]
"""Is told how many rounds were added."""


@dataclass
class Played:
    """A run, whole or as far as it came."""

    tally: Tally
    interrupted: bool = False


def unwatched(rounds: int) -> None:
    """Nobody looks at the progress."""


class Engine(Protocol):
    """What plays: the processor, or GPUs. For a seed all of them play the same rounds and count the same."""

    def count(self, plan: Plan, seed: int, rounds: int, progress: Progress = unwatched) -> Played:
        """The histogram form, for a plan of one-roll wagers that always stand."""

    def visit(self, plan: Plan, seed: int, rounds: int, progress: Progress = unwatched) -> Played:
        """What came in each position, in sessions without a stop; of the sessions nothing else need be told."""

    def play(
        self, plan: Plan, seed: int, *, rounds: int = 0, sessions: int = 0, progress: Progress = unwatched
    ) -> Played:
        """Play so many sessions, or as many as make so many rounds."""


def thrown(dice: Dice) -> Thrown:
    """What the compiled generator needs to know of the dice."""
    sides = len(dice.rolls)
    return Thrown(np.uint64(sides), per_word(sides), np.uint64(threshold(sides)))


def check_bankroll(plan: Plan) -> None:
    bankroll = plan.strategy.session.bankroll
    if bankroll is not None and bankroll < plan.tables.laid[0]:
        raise ValueError(
            f"{plan.strategy.name}: the bankroll {dollars(bankroll)} does not cover the first round,"
            f" {dollars(int(plan.tables.laid[0]))}; bring more or stake less"
        )


def empty(plan: Plan) -> Tally:
    return Tally(np.zeros(len(plan.tables.moves), np.int64), np.zeros(len(plan.tables.node_moves), np.int64))


def next_wave(plan: Plan, tally: Tally, rounds: int, sessions: int) -> int:
    """How many sessions to play next: those that are left, or as many as should make the rounds that are left."""
    if sessions:
        return sessions - tally.sessions
    left = rounds - tally.rounds
    if left <= 0:
        return 0
    if not tally.sessions:
        return -(-left // plan.strategy.session.rounds)
    return -(-left * tally.sessions // tally.rounds)


def rules_of(session: Session) -> Rules:
    bankroll = 2**60 if session.bankroll is None else int(session.bankroll)
    floor = -NEVER if session.stop_loss is None else bankroll - session.stop_loss
    goal = NEVER if session.win_goal is None else bankroll + session.win_goal
    return Rules(bankroll, floor, goal, session.rounds)
