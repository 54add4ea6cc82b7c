"""What the compiled loops read and write: tables, dice, rules and records, all of them plain integers."""

from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class Over(IntEnum):
    """Why a session ended."""

    ROUNDS = 0
    RUINED = 1
    STOP_LOSS = 2
    WIN_GOAL = 3


class Tables(NamedTuple):
    """A strategy as integers; a position, or a node, and a class of outcomes are at `number << shift | class`."""

    classes: NDArray[np.uint8]
    """Of each outcome."""
    shift: Any
    moves: NDArray[np.int32]
    """The next position."""
    gains: Ints
    """What the decided wagers return beyond their stakes."""
    charges: Ints
    """By position, the commission on what is placed there."""
    staked: Ints
    """By position, what stands after placing."""
    laid: Ints
    """By position, what is laid out there: stakes and commission."""
    left_from: NDArray[np.int32]
    left: NDArray[np.int32]
    """By position, the nodes that are left if nothing more is placed: `left[left_from[p]:left_from[p + 1]]`."""
    node_moves: NDArray[np.int32]
    """Of a wager that is left: its next node, or -1 when it is decided."""
    node_gains: Ints


class Thrown(NamedTuple):
    """The dice: outcomes, how many a word gives, and the least rest of a word that counts."""

    sides: Any
    per_word: int
    least: Any


class Rules(NamedTuple):
    """Of a session, in cents: the bankroll, the results at which it stops, and the most rounds."""

    bankroll: int
    floor: int
    goal: int
    rounds: int


class Record(NamedTuple):
    """Where it is written down."""

    counts: Ints
    node_counts: Ints
    sessions: Ints
    """A row for each session, with a column for each of COLUMNS."""


COLUMNS: Final = ("result", "outlay", "rounds", "drawdown", "wins", "losses", "over", "rolls")
"""What is written down of each session; wins and losses are the longest run of rounds that won or lost money."""
