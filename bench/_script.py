"""A script for the benchmark: 43 wagers stand on every roll, and what a roll decides is placed again before the next.

Two seats fill the layout: the first places each of the 41 kinds of wager that both engines have, or as many as the puck
allows, and the second goes through the same kinds until 43 stand. The script is worked out once, before any clock
starts, so that neither engine is charged for noticing what is gone.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from dicehouse.dice import FACES
from dicehouse.layout import Layout
from dicehouse.money import DOLLAR, Cents
from dicehouse.refusal import Refused
from dicehouse.rulebooks import load

WAGERS: Final = 43
POINTS: Final = (4, 5, 6, 8, 9, 10)
KINDS: Final = (
    *("win-line", "dont-win", "come", "dont-come"),
    *("behind-win-line", "behind-dont-win", "behind-come", "behind-dont-come"),
    *(f"{family}-{point}" for family in ("place-win", "buy", "lay") for point in POINTS),
    *(f"hard-{number}" for number in (4, 6, 8, 10)),
    *("big-6", "big-8"),
    *("any-craps", "craps-2", "craps-3", "craps-12", "eleven", "any-seven", "field", "horn", "crap-eleven"),
)
STAKE: Final = Cents(60 * DOLLAR)
"""Every price of both engines turns it into whole dollars."""


class Placement(NamedTuple):
    seat: int
    id: str
    wager: str
    on: str | None
    point: int | None
    """The point of the wager that a Behind wager is behind."""
    call: bool
    """Called On as it is placed: hardways work on a come-out in crapssim, and in the house only if called."""


class Turn(NamedTuple):
    placed: list[Placement]
    dice: tuple[int, int]


def script(rolls: int, tables: int = 1) -> list[Turn]:
    """So many rolls with 43 wagers standing on each, or with 43 for each of several tables on one layout."""
    return [
        Turn([_at(table, it) for table in range(tables) for it in turn.placed], turn.dice)
        for turn in islice(_turns(Random(43)), rolls)
    ]


def _at(table: int, it: Placement) -> Placement:
    return it._replace(seat=it.seat + 2 * table, id=f"{table} {it.id}", on=it.on and f"{table} {it.on}")


def _turns(random: Random) -> Iterator[Turn]:
    layout = Layout(load("star-craps"))
    standing: dict[str, int | None] = {}
    """The point of each wager that has one, by id."""
    while True:
        wanted = (it for seat in (0, 1) for kind in KINDS if (it := _placed(layout, standing, seat, kind)))
        placed = list(islice(wanted, WAGERS - len(standing)))
        dice = (random.choice(FACES), random.choice(FACES))
        yield Turn(placed, dice)
        decided = layout.roll(dice)
        assert not isinstance(decided, Refused)
        for gone in decided:
            del standing[gone.id]
        if sum(dice) in POINTS:
            standing |= {id: sum(dice) for id, point in standing.items() if point is None}


def _placed(layout: Layout, standing: dict[str, int | None], seat: int, wager: str) -> Placement | None:
    """Place the wager, if its seat has none and it may be placed now."""
    id = f"{seat} {wager}"
    on = f"{seat} {wager.removeprefix('behind-')}" if wager.startswith("behind") else None
    if id in standing or isinstance(layout.place(id, wager, STAKE, on), Refused):
        return None
    call = wager.startswith("hard")
    if call:
        layout.call(id, working=True)
    standing[id] = None
    return Placement(seat, id, wager, on, standing[on] if on else None, call)
