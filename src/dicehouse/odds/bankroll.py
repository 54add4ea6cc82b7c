"""A session with a bankroll: it ends when the bankroll no longer holds one wager, or when a goal is reached.

Every chance is an exact fraction. All bankrolls that are still in play are the cells of one large number, which a wager
multiplies and shifts as a whole; those that are ruined or have reached the goal are cut off and kept as they are.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Final

from dicehouse.money import Cents, dollars, whole_cents
from dicehouse.odds.chain import Row, solved
from dicehouse.odds.session import Game, Session, TooLargeError
from dicehouse.wager import NOTHING

MOST_WORK: Final = 10**11
"""Bits of all bankrolls through all rounds; beyond it a session is simulated, not worked out."""
MOST_LEVELS: Final = 600
"""Bankrolls between ruin and goal up to which the chain is solved."""


def session_of(
    game: Game, bankroll: Cents, rounds: int, goal: Cents | None = None, most_work: int = MOST_WORK
) -> Session:
    """Every way in which so many wagers can end, if whoever is ruined or has reached the goal makes no more."""
    whole, ways = game.ways
    step, least = gcd(*ways) or 1, min(ways)
    start = int(whole_cents("bankroll", bankroll))
    if start < game.outlay:
        raise ValueError(f"a bankroll of {dollars(start)} is below {dollars(game.outlay)}, what one wager takes")
    if goal is not None and whole_cents("goal", goal) <= start:
        raise ValueError(f"a goal of {dollars(goal)} is not above the bankroll of {dollars(start)}")
    lowest = start - (start - game.outlay - least) // step * step
    playing = -((lowest - game.outlay) // step)  # the first cell of a bankroll that holds a wager
    top = start + rounds * max(ways) if goal is None else goal + max(ways)
    cells, room = (top - lowest) // step + 1, (whole**rounds).bit_length()
    if rounds * cells * room > most_work:
        raise TooLargeError(
            f"{game.value.id}: {rounds} rounds from {dollars(bankroll)} lead through {cells} bankrolls, each with a"
            f" number of up to {room} bits, more than is worked out exactly; take fewer rounds, or `dicehouse simulate`"
        )
    reaches = cells if goal is None else -((lowest - goal) // step)
    moves = [(chance, room * ((net - least) // step)) for net, chance in ways.items()]
    back = room * (-least // step)
    alive, lost, won = 1 << room * ((start - lowest) // step), 0, 0
    in_play, wagers = 1, 0
    for _ in range(rounds):
        wagers = wagers * whole + in_play
        alive = sum(alive * chance << way for chance, way in moves) >> back
        gone = alive & (1 << room * playing) - 1
        there = alive >> room * reaches
        alive -= gone + (there << room * reaches)
        in_play = in_play * whole - _sum(gone, room) - _sum(there, room)
        lost, won = lost * whole + gone, won * whole + there
    every = alive + lost + (won << room * reaches)
    counts = tuple(_cells(every, room))
    parts = whole**rounds
    ruined, reached = Fraction(_sum(lost, room), parts), Fraction(_sum(won, room), parts)
    return Session(
        game,
        rounds,
        lowest - start,
        step,
        counts,
        parts,
        Fraction(wagers * whole, parts),
        ruined,
        None if goal is None else reached,
    )


def _cells(packed: int, room: int) -> list[int]:
    """What stands in each cell of a number, from the lowest on."""
    found, mask = [], (1 << room) - 1
    digits = packed.to_bytes(packed.bit_length() // 8 + 1, "little")
    for at in range(0, packed.bit_length(), room):
        first, beyond = divmod(at, 8)
        found.append(int.from_bytes(digits[first : (at + room) // 8 + 1], "little") >> beyond & mask)
    return found


def _sum(packed: int, room: int) -> int:
    return sum(_cells(packed, room))


# --- however long it takes


@dataclass(frozen=True)
class Ruin:
    """What becomes of a bankroll that is played on."""

    ruined: Fraction
    """The chance that it falls below what one wager takes."""
    reached: Fraction
    """The chance that it comes to the goal first."""
    rounds: Fraction
    """Wagers made on average until one or the other."""


def ruin_or_goal(game: Game, bankroll: Cents, goal: Cents) -> Ruin:
    """Ruin or goal, however long it takes: an absorbing chain over the bankrolls between them."""
    levels = _levels(game, whole_cents("bankroll", bankroll), whole_cents("goal", goal))
    at = {level: i for i, level in enumerate(levels)}
    left: list[Row] = []
    right: list[Row] = []
    for i, level in enumerate(levels):
        row: Row = {i: Fraction(1)}
        ends: Row = {2: Fraction(1)}
        for net, chance in game.nets.items():
            to = level + net
            if to >= goal:
                ends[1] = ends.get(1, NOTHING) + chance
            elif to < game.outlay:
                ends[0] = ends.get(0, NOTHING) + chance
            else:
                row[at[to]] = row.get(at[to], NOTHING) - chance
        left.append(row)
        right.append(ends)
    ruined, reached, rounds = solved(left, right, 3)[at[int(bankroll)]]
    return Ruin(ruined, reached, rounds)


def _levels(game: Game, bankroll: Cents, goal: Cents) -> list[int]:
    """Every bankroll between ruin and goal that play can come to, beginning with this one."""
    levels = [int(bankroll)]
    seen = set(levels)
    for level in levels:  # which grows on the way
        new = {level + net for net in game.nets if game.outlay <= level + net < goal} - seen
        seen |= new
        levels += sorted(new)
        if len(levels) > MOST_LEVELS:
            raise TooLargeError(
                f"{game.value.id}: more than {MOST_LEVELS} bankrolls lie between ruin and {dollars(goal)} at a stake of"
                f" {dollars(game.stake)}; stake more, aim lower, or give the number of rounds"
            )
    return levels
