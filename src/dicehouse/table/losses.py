"""Loss limits: what a player may still lose at a table, and what goes back when a limit is exceeded.

The house keeps the net loss over all tables and tells each how much headroom is left there. A wager beyond it is
refused (9.3). If it is exceeded in a round all the same, the settlement gives the excess back before the dice count,
the newest wager first (8.15); wagers of earlier rounds stand.
"""

import math
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from dicehouse.layout import PlacedWager
from dicehouse.money import LARGEST, Cents
from dicehouse.refusal import Refused, Why
from dicehouse.table.bets import Bet
from dicehouse.table.orders import (
    DEVICE,
    Answer,
    Appliers,
    Balance,
    Command,
    Event,
    Events,
    Moment,
    Name,
    Order,
    Orders,
    Perhaps,
    SeatNumber,
    stamp,
)
from dicehouse.table.seats import Seat
from dicehouse.table.settlement import WagerRestaked, restaked, taken_back
from dicehouse.table.standing import rule
from dicehouse.table.state import Table, seat_at, this_round
from dicehouse.wager import Decision, Wager


class SetLossLimit(Command, frozen=True):
    """Tell the table what a player may still lose."""

    seat: SeatNumber
    headroom: Balance | None = None
    """With the wagers on the layout still to be decided; no limit without it."""
    person: Perhaps = ""
    """Whose it is; another person who has taken the place since is not meant."""
    counted: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)] | None = None
    """What was lost at this place when the headroom was worked out; without it everything that was."""
    allotment: Perhaps = ""
    """The order of the house by which it was set apart."""


class ReleaseHeadroom(Command, frozen=True):
    """Give up what a player may still lose here beyond the wagers that stand, for another place where they play."""

    seat: SeatNumber
    person: Name
    wanted_at: Name


class ReturnExcess(Command, frozen=True):
    """Hand back what a player has staked beyond a loss limit."""

    seat: SeatNumber
    undeclared: bool = False
    """Whether it came about by chips that were not declared."""


class PausePlayer(Command, frozen=True):
    """Keep a player from wagering while a limit period ends and the next begins."""

    person: Name
    until: Moment
    """A moment that has come ends the pause."""


class LossLimitSet(Event, frozen=True):
    """What a player may still lose."""

    seat: int
    headroom: int | None
    """From here on."""
    allotment: str = ""


class HeadroomReleased(Event, frozen=True):
    """A player may lose less here from now on, and it is free for another place."""

    seat: int
    person: str
    amount: int
    allotment: str
    wanted_at: str


class PlayerReminded(Event, frozen=True):
    """A player was told to declare chips before the round, and what else a loss limit asks."""

    seat: int
    person: str


class PlayerPaused(Event, frozen=True):
    """A person takes a break from wagering."""

    person: str
    until: Moment


# --- what may be lost


def above_loss_limit(table: Table, seat: Seat, wager: Wager, more: int) -> Refused | None:
    """No wager may exceed a loss limit (9.3)."""
    if seat.headroom is None or more <= 0:
        return None
    charge = table.book.commission(wager, Cents(more), table.layout.chip)
    if table.reading("loss_limit_measure") == "gross_stake":
        before = seat.staked + seat.aside
        worst = before + more + charge
    else:
        on = [(table.book.wagers[it], stake) for it, stake in seat.on.items()]
        worst = _worst(table, [*on, (wager, more)]) + seat.aside + charge
        before = _worst(table, on) + seat.aside
    if worst <= seat.headroom:
        return None
    left = max(seat.headroom, 0)
    return Refused(
        Why.LOSS_LIMIT,
        rule(table, "loss_limit") or None,
        "stake-above-loss-limit",
        wager=wager.name,
        worst=worst,
        left=left,
        seat=seat.number,
        more=max(left - before, 0),
    )


Laid = Sequence[tuple[Wager, int]]


def _worst(table: Table, laid: Laid) -> int:
    """What these stakes can lose."""
    return max(_losses(table, laid))


def _losses(table: Table, laid: Laid) -> list[int]:
    """What these stakes lose, result by result; where stakes themselves are measured, they are the only entry."""
    if table.reading("loss_limit_measure") == "gross_stake":
        return [sum(stake for _, stake in laid)]
    return [sum(stake - stake * _back(it, roll) // _whole(it, roll) for it, stake in laid) for roll in _rolls(table)]


def _rolls(table: Table) -> range:
    return range(len(table.book.dice.rolls))


def _back(wager: Wager, roll: int) -> int:
    """How much of a stake a result gives back, in parts of `_whole`; nothing for a wager that runs on."""
    step = wager.rules.steps[0][roll]
    return step.pays + step.back if wager.one_roll and isinstance(step, Decision) else 0


def _whole(wager: Wager, roll: int) -> int:
    step = wager.rules.steps[0][roll]
    return step.whole if isinstance(step, Decision) else 1


# --- the judgements


def set_loss_limit(table: Table, command: SetLossLimit) -> Answer:
    """What was lost here since the house worked it out is taken off it."""
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    if command.person not in {"", seat.person}:
        return Refused(
            Why.NOT_YOUR_SEAT,
            rule(table, "loss_limit") or None,
            "someone-else-there",
            seat=seat.number,
            person=seat.person,
            named=command.person,
        )
    headroom = command.headroom
    if headroom is not None and command.counted is not None:
        headroom -= seat.lost - command.counted
    clause = rule(table, "loss_limit") if headroom is not None else ""
    return (
        LossLimitSet(clause=clause, seat=seat.number, headroom=headroom, allotment=command.allotment, **stamp(command)),
    )


def release_headroom(table: Table, command: ReleaseHeadroom) -> Answer:
    """All but the stakes that stand, each counted in full: a wager may be taken down that covers another."""
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    clause, staked = rule(table, "loss_limit"), seat.staked + seat.aside
    if seat.person != command.person:
        return Refused(
            Why.NOT_YOUR_SEAT,
            clause or None,
            "someone-else-there",
            seat=seat.number,
            person=seat.person,
            named=command.person,
        )
    if seat.headroom is None or seat.headroom <= staked:
        says, left = (
            ("limit-lies-on-layout", max(seat.headroom, 0)) if seat.headroom is not None else ("no-limit-to-release", 0)
        )
        return Refused(Why.NOT_ENOUGH, clause or None, says, seat=seat.number, staked=staked, left=left)
    return (
        HeadroomReleased(
            clause=clause, seat=seat.number, person=seat.person, amount=seat.headroom - staked,
            allotment=seat.allotment, wanted_at=command.wanted_at, **stamp(command),
        ),
    )  # fmt: skip


def return_excess(table: Table, command: ReturnExcess) -> Answer:
    """The newest wager first, the last one split to the smallest chip, or whole wagers, by the reading (8.15.1)."""
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    worst = at_stake(table, seat)
    if seat.headroom is None or worst <= seat.headroom:
        says = "no-limit-to-exceed" if seat.headroom is None else "loss-within-limit"
        clause = rule(table, "loss_exceeded") or None
        return Refused(Why.ALREADY_DONE, clause, says, seat=seat.number, worst=worst, left=seat.headroom)
    back = excess(table, command, seat, undeclared=command.undeclared)
    if not back:
        return Refused(Why.MUST_STAY, rule(table, "loss_earlier") or None, "earlier-wagers-stand", seat=seat.number)
    return back


def at_stake(table: Table, seat: Seat) -> int:
    """What the wagers of a seat could lose, with all that lies beside them."""
    return _worst(table, [(it.wager, it.stake) for _, it in table.bets_of(seat.number)]) + seat.aside


def excess(table: Table, command: Command, seat: Seat, *, undeclared: bool = False) -> Events:
    """What goes back to a seat because it is beyond a loss limit: the newest wager of this round first (8.15)."""
    if seat.headroom is None or not seat.staked or at_stake(table, seat) <= seat.headroom:
        return ()
    reminded = undeclared or seat.undeclared > 0 or seat.late > 0
    clause = rule(table, "loss_reminder" if reminded else "loss_exceeded")
    back, splits = _beyond(table, seat, list(table.bets_of(seat.number)), seat.headroom)
    reminder = PlayerReminded(clause=clause, seat=seat.number, person=seat.person, **stamp(command))
    return (
        *taken_back(table, command, back, clause, "loss limit"),
        *(_split(table, clause, it, kept, command) for it, kept in splits),
        *((reminder,) if reminded and (back or splits) else ()),
    )


def _split(table: Table, clause: str, it: PlacedWager, kept: int, command: Command) -> WagerRestaked:
    charge = min(it.commission, table.book.commission(it.wager, Cents(kept), table.layout.chip))
    return WagerRestaked(
        clause=clause, stake=kept, commission=charge, why="loss limit", **restaked(table, it), **stamp(command)
    )


def _beyond(
    table: Table, seat: Seat, laid: list[tuple[Bet, PlacedWager]], headroom: int
) -> tuple[list[str], list[tuple[PlacedWager, int]]]:
    """The wagers of this round that go back whole, the newest first, and those that are split, with what is kept."""
    now = this_round(table)
    there: list[tuple[Wager, int]] = [(it.wager, it.stake) for _, it in laid]
    aside = seat.aside
    back: list[str] = []
    splits: list[tuple[PlacedWager, int]] = []
    for bet, it in reversed(laid):
        if bet.round != now or it.id in back or bet.earlier == it.stake:
            continue
        if _worst(table, there) + aside <= headroom:
            break
        gone = [it, *(each for each in it.behind if each.id not in back)]
        for each in gone:
            there.remove((each.wager, each.stake))
            aside -= each.commission + table.bets[each.id].excess
        kept = 0 if len(gone) > 1 else _kept(table, seat, bet, it, there, headroom - aside)
        if kept < bet.earlier:  # chips of earlier rounds stand (8.15.2)
            splits.append((it, bet.earlier))
            there.append((it.wager, bet.earlier))
            aside += it.commission + bet.excess
            back += [each.id for each in gone[1:]]
        elif kept:
            return back, [*splits, (it, kept)]
        else:
            back += [each.id for each in gone]
    return back, splits


def _kept(table: Table, seat: Seat, bet: Bet, it: PlacedWager, others: Laid, headroom: int) -> int:
    """The largest part of a wager, in whole chips, with which no result loses more than the headroom."""
    if table.reading("loss_limit_return") == "whole_wagers" or it.wager.joins_run:
        return 0
    gross = table.reading("loss_limit_measure") == "gross_stake"
    headroom -= it.commission + bet.excess
    most = int(it.stake)
    for roll, lost in enumerate(_losses(table, others)):
        whole = 1 if gross else _whole(it.wager, roll)
        part = whole - (0 if gross else _back(it.wager, roll))
        if part > 0:
            most = min(most, (headroom - lost) * whole // part)
    unit = seat.checks[bet.colour].value if bet.chips == "colour" else table.config.chip
    unit = math.lcm(unit, it.wager.units * table.config.chip)
    kept = max(most // unit * unit, 0)
    return kept if _worst(table, [*others, (it.wager, kept)]) <= headroom else 0


def pause_player(table: Table, command: PausePlayer) -> Answer:
    return (
        PlayerPaused(clause=table.clause("pause_player"), person=command.person, until=command.until, **stamp(command)),
    )


# --- what the facts do


def loss_limit_set(table: Table, event: LossLimitSet) -> None:
    seat = table.seats[event.seat]
    seat.headroom, seat.allotment, seat.cleared = event.headroom, event.allotment, True
    if event.headroom is None:
        seat.undeclared = seat.late = 0


def headroom_released(table: Table, event: HeadroomReleased) -> None:
    seat = table.seats[event.seat]
    seat.headroom = (seat.headroom or 0) - event.amount


def player_reminded(table: Table, event: PlayerReminded) -> None:
    """Nothing on the table changes."""


def player_paused(table: Table, event: PlayerPaused) -> None:
    running = {person: until for person, until in table.paused.items() if until > event.at}
    table.paused = {**running, event.person: event.until}


COMMANDS: Orders = {
    SetLossLimit: Order(set_loss_limit, staff=True, others=(DEVICE,)),
    ReleaseHeadroom: Order(release_headroom, others=(DEVICE,), when_closed=True),
    ReturnExcess: Order(return_excess, "return_invalid"),
    PausePlayer: Order(pause_player, "pause_player", when_closed=True),
}
APPLIERS: Appliers = {
    LossLimitSet: loss_limit_set,
    HeadroomReleased: headroom_released,
    PlayerReminded: player_reminded,
    PlayerPaused: player_paused,
}
