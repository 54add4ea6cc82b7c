"""Rounds that a jackpot has counted, put right: a wager that is void after all was no turnover (4.1.1, 7.3).

A pool gives back what a round added to it, or gets what it lacked, to the fraction of a cent. A prize that was won in
the meantime stays with its winners, and what a round had added to it stays in it.

The trigger of a jackpot counted the wagers too. Whoever had none that stands is again where they were before the round,
as after a round without a result; whoever had others is where those lead. A prize is neither taken back nor paid by a
correction: the manager is told that someone should not have won it, or should have, and decides.
"""

from typing import Annotated, Final

from msgspec import Meta

from dicehouse.house.jackpot_rounds import (
    Counted,
    JackpotGrew,
    JackpotRunsMoved,
    Stake,
    grown,
    playing,
    seat_key,
    wrong_dice,
)
from dicehouse.house.jackpot_state import Jackpot, WonIn
from dicehouse.house.jackpots import GROWS
from dicehouse.house.orders import DEVICE, LADDER, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.house.triggers import WIN, WINNER, compiled
from dicehouse.money import LARGEST
from dicehouse.refusal import Refused, Why
from dicehouse.table.notices import NoticeGiven, notice
from dicehouse.table.orders import Answer, Command, Event, Events, Face, Name, Perhaps, SeatNumber, Words, stamp
from dicehouse.wager import Decision

MANAGER: Final = LADDER[2]
NOBODY: Final = WonIn(0, ())


class CorrectRound(Command, frozen=True):
    """Tell the house what was staked otherwise in a round that the jackpots have counted."""

    table: Name
    round: Annotated[int, Meta(ge=1)]
    turnover: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
    """By how much more was staked; below nothing where wagers were void."""
    reason: Words
    seat: SeatNumber | None = None
    """Whose wagers are put right; without it the turnover alone is."""
    person: Perhaps = ""
    dice: tuple[Face, ...] = ()
    """The result of the round."""
    stakes: tuple[Stake, ...] = ()
    """The wagers of the seat that stand; empty where all are void."""


class RoundCorrected(Event, frozen=True):
    """Something else was staked in a round than was counted."""

    table: str
    round: int
    turnover: int
    """By how much more, or less."""
    reason: str
    person: str = ""
    """Whose wagers were put right."""


def correct_round(house: House, command: CorrectRound) -> Answer:
    last = house.rounds.get(command.table, 0)
    if command.round > last:
        return Refused(Why.NOT_YET, GROWS, "round-not-counted", table=command.table, round=command.round, last=last)
    if not command.turnover and command.seat is None:
        return Refused(Why.BAD_STAKE, GROWS, "correction-of-nothing", table=command.table, round=command.round)
    linked = {pool: it for pool, it in house.jackpots.items() if command.table in it.terms.tables}
    refused = wrong_dice(linked, command.table, command.dice) if command.stakes else None
    return refused or (
        RoundCorrected(
            clause=GROWS, table=command.table, round=command.round, turnover=command.turnover, reason=command.reason,
            person=command.person, **stamp(command),
        ),
        *_turnover_put_right(house, command, linked),
        *(event for pool, it in linked.items() for event in _run_put_right(command, pool, it)),
    )  # fmt: skip


def _turnover_put_right(house: House, command: CorrectRound, linked: dict[str, Jackpot]) -> tuple[JackpotGrew, ...]:
    """Of the pools that this round has made grow and that were not won since."""
    if not command.turnover:
        return ()
    return tuple(
        grown(house, command, Counted(command.table, command.round, command.turnover), pool)
        for pool, it in linked.items()
        if command.round > it.before.get(command.table, 0)
    )


def _run_put_right(command: CorrectRound, pool: str, it: Jackpot) -> Events:
    """Where the seat stands after the round as it was. Whoever has had a result since without a wager is at the start
    whatever they had here."""
    counted = it.results.get(command.table)
    if command.seat is None or counted is None or counted.round != command.round:
        return ()
    key, start = seat_key(command.seat, command.person), compiled(pool, it.terms.trigger).states[0]
    state = _reached(command, command.seat, pool, it, counted.runs.get(key, start))
    wins, won = state == WIN, key in it.winners.get(command.table, NOBODY).seats_in(command.round)
    if wins or won:
        return () if wins and won else (_win_in_doubt(command, pool, wins=wins),)
    before = it.runs.get(command.table, {})
    runs = {who: at for who, at in {**before, key: state}.items() if at != start}
    if runs == before:
        return ()
    return (JackpotRunsMoved(clause=WINNER, pool=pool, table=command.table, runs=runs, **stamp(command)),)


def _reached(command: CorrectRound, seat: int, pool: str, it: Jackpot, before: str) -> str:
    """Where the wagers that stand lead from where the seat stood; nowhere if none does."""
    if not command.stakes:
        return before
    rules = compiled(pool, it.terms.trigger)
    if seat not in playing(it.terms.trigger, command.stakes):
        return rules.states[0]
    step = rules.steps[rules.number(before)][rules.dice.index(command.dice)]
    return WIN if isinstance(step, Decision) else rules.states[step or 0]


def _win_in_doubt(command: CorrectRound, pool: str, *, wins: bool) -> NoticeGiven:
    where = f"in round {command.round} at {command.table}, put right: {command.reason}"
    about = (
        f"{command.person} would have won jackpot {pool} {where}; decide whether it is owed"
        if wins
        else f"{command.person} won jackpot {pool} with wagers that do not stand {where}; it stays paid until decided"
    )
    return notice(command, f"jackpot {pool}", MANAGER, about, command.at, WINNER)


def on_record(house: House, event: RoundCorrected) -> None:
    """The pools and the runs follow."""


COMMANDS: Orders = {CorrectRound: Order(correct_round, others=(DEVICE,))}
APPLIERS: Appliers = {RoundCorrected: on_record}
