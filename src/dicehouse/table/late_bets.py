"""Wagers found lying on the layout after betting closed: laid in time, and seen too late to be refused.

At craps also between two rolls: a wager that lay there when the dice were thrown is booked as those rolls left it, and
brought within the maximum from now on; what one of them decided stands, and is put right as a payment (7.3).

Keeping within the limits is the player's part (4.4, 7.4). Below the minimum such a wager stands (4.2, 7.2); at Crown
the first does, with a warning, and the next goes back whatever the result (4.2.1). Above the maximum it plays at the
maximum (4.3, 7.3, 4.2.2). Off the unit of the sign it stands in full. What was settled in earlier rounds stays so.
"""

from copy import copy
from typing import Literal

from msgspec.structs import replace

from dicehouse.money import Cents
from dicehouse.refusal import Refused, Why
from dicehouse.table.bets import Chips, Declared
from dicehouse.table.betting import as_placed, closing_clause
from dicehouse.table.limits import room
from dicehouse.table.orders import (
    Amount,
    Answer,
    Appliers,
    Command,
    Event,
    Events,
    Kind,
    Moment,
    Name,
    Order,
    Orders,
    Phase,
    SeatNumber,
    stamp,
)
from dicehouse.table.people import may_bet
from dicehouse.table.rounds import Throw
from dicehouse.table.seats import Seat
from dicehouse.table.settlement import ExcessSetAside, WagerPlaced, WagerRestaked
from dicehouse.table.state import Table, seat_at
from dicehouse.wager import Decision

Ruling = Literal["within", "stands", "warned", "returned", "capped"]
"""What becomes of a found wager: it is within the limits, stands although it is not, stands once with a warning, goes
back, or plays at the maximum."""


class FindWager(Command, frozen=True):
    """Record a wager that was laid in time and is found after betting closed."""

    seat: SeatNumber
    wager: Name
    stake: Amount
    laid_at: Moment
    """When it was laid."""
    on: Name | None = None
    chips: Chips = "value"
    colour: str = ""


class WagerFound(Event, frozen=True):
    """A wager was found on the layout, and its limits were looked at."""

    bet: str
    seat: int
    wager: str
    stake: int
    plays: int
    """How much of it counts."""
    ruling: Ruling


def find_wager(table: Table, command: FindWager) -> Answer:
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    refused = may_bet(table, command, seat) or _too_late(table, command)
    if refused:
        return refused
    missed = _missed(table, command)
    if missed and len(missed) == len(table.hand.throws) < table.hand.rolls:
        return Refused(
            Why.TOO_LATE,
            table.book.limits["above_maximum"].clause,
            "rolls-ago-too-long",
            wager=table.book.name_of(command.wager),
            rolls=table.hand.rolls,
        )
    then = _at_the_throw(table, missed[0]) if missed else table
    laid = as_placed(then, command, seat, _wanted(command, seat), "found")
    if isinstance(laid, Refused):
        return laid
    left = [_rolled_on(table, it, missed) if isinstance(it, WagerPlaced) else it for it in laid]
    decided = next((it for it in left if isinstance(it, Refused)), None)
    if decided:
        return decided
    wagers = (it for it in left if isinstance(it, WagerPlaced | WagerRestaked))
    return tuple(it for wager in wagers for it in _ruled(table, command, seat, wager))


def _wanted(command: FindWager, seat: Seat) -> Declared:
    return Declared(
        id=command.id, seat=seat.number, person=seat.person, wager=command.wager, stake=command.stake, on=command.on,
        chips=command.chips, colour=command.colour,
    )  # fmt: skip


def _too_late(table: Table, command: FindWager) -> Refused | None:
    """It counts only if it lay there before the close, and a streak wager is made before the round (6.1)."""
    kind = table.book.wagers.get(command.wager)
    if kind is not None and kind.joins_run:
        return Refused(
            Why.BETTING_CLOSED,
            table.matter("streak_placed"),
            "placed-before-round",
            wager=table.book.name_of(command.wager),
        )
    closed = table.round.closed_at
    if closed is not None and command.laid_at < closed:
        return None
    if table.phase is Phase.BETTING:
        return (
            None
            if _missed(table, command)
            else Refused(
                Why.WRONG_PHASE,
                closing_clause(table),
                "no-dice-thrown-since-laid",
                wager=table.book.name_of(command.wager),
                phase=table.phase.said,
            )
        )
    return Refused(
        Why.BETTING_CLOSED,
        closing_clause(table),
        "laid-after-betting",
        wager=table.book.name_of(command.wager),
        clock=table.clock(command.laid_at),
        coming=table.round.number + 1,
    )


def _missed(table: Table, command: FindWager) -> tuple[Throw, ...]:
    """The rolls that counted since the wager was laid, the dice in the air not among them."""
    return tuple(it for it in table.hand.throws if it.at > command.laid_at)


def _at_the_throw(table: Table, throw: Throw) -> Table:
    """The table as the wager lay there, with the puck where it was."""
    then = copy(table)
    then.layout = copy(table.layout)
    markers = table.layout.markers
    then.layout.markers = {name: throw.puck if name == "puck" else state for name, state in markers.items()}
    return then


def _rolled_on(table: Table, laid: WagerPlaced, missed: tuple[Throw, ...]) -> WagerPlaced | Refused:
    """The wager as the rolls left it that it has missed, unless one of them decided it."""
    kind = table.book.wagers[laid.wager]
    state = kind.rules.number(laid.state)
    for throw in missed:
        step = kind.rules.steps[state][table.book.dice.index(throw.dice)]
        if step is None or throw.puck in kind.off_when:
            continue
        if isinstance(step, Decision):
            dice = "-".join(map(str, throw.dice))
            clause = table.book.limits["above_maximum"].clause
            return Refused(
                Why.TOO_LATE, clause, "roll-decided-it", wager=kind.name, dice=dice, clock=table.clock(throw.at)
            )
        state = step
    return replace(laid, state=kind.states[state])


def _ruled(table: Table, command: FindWager, seat: Seat, laid: WagerPlaced | WagerRestaked) -> Events:
    """What the limits make of a wager that lies there, with all that its player had on the area before."""
    wager, stake = table.book.wagers[command.wager], command.stake
    rule = table.book.limits
    most = stake if wager.behind else min(stake, room(table, seat, wager))
    most -= most % (wager.units * table.config.chip) if wager.units > 1 else 0
    if most < stake:
        ruling: Ruling = "capped" if most else "returned"
        found = _found(command, most, ruling, rule["above_maximum"].clause)
        return (found, *(_at_the_maximum(table, command, laid, most) if most else ()))
    if wager.behind or laid.stake >= table.limits(wager.id, seat).minimum:
        return (_found(command, stake, "within", closing_clause(table)), laid)
    clause = rule["below_minimum"].clause
    if rule["below_minimum"].value == "stands":
        return (_found(command, stake, "stands", clause), laid)
    if seat.warned:
        return (_found(command, 0, "returned", clause),)
    return (_found(command, stake, "warned", clause), laid)


def _found(command: FindWager, plays: int, ruling: Ruling, clause: str) -> WagerFound:
    return WagerFound(
        clause=clause, bet=command.id, seat=command.seat, wager=command.wager, stake=command.stake, plays=plays,
        ruling=ruling, **stamp(command),
    )  # fmt: skip


def _at_the_maximum(table: Table, command: FindWager, laid: WagerPlaced | WagerRestaked, most: int) -> Events:
    """The excess comes back at once, or by the other reading lies with the wager and can only be lost (D1)."""
    wager = table.book.wagers[command.wager]
    clause = table.book.limits["above_maximum"].clause
    excess = command.stake - most
    plays = laid.stake - excess
    due, less = (table.book.commission(wager, Cents(it), table.layout.chip) for it in (laid.stake, plays))
    charge = laid.commission - due + less
    laid = replace(laid, commission=charge)
    if table.reading("over_maximum") == "symmetric":
        cut: Event = WagerRestaked(
            clause=clause, bet=laid.bet, stake=plays, commission=charge, why="above the maximum", was=laid.stake,
            seat=laid.seat, wager=laid.wager, **stamp(command),
        )  # fmt: skip
    else:
        before = table.bets[laid.bet].excess if laid.bet in table.bets else 0
        cut = ExcessSetAside(clause=clause, bet=laid.bet, stake=plays, excess=before + excess, **stamp(command))
    return (laid, cut)


def wager_found(table: Table, event: WagerFound) -> None:
    seat = table.seats[event.seat]
    seat.warned = seat.warned or event.ruling == "warned"


COMMANDS: Orders = {
    FindWager: Order(
        find_wager,
        staff=True,
        kinds=frozenset({Kind.DEALT, Kind.CRAPS}),
        phases=(Phase.BETTING, Phase.NO_MORE_BETS, Phase.IN_THE_AIR),
    ),
}
APPLIERS: Appliers = {WagerFound: wager_found}
