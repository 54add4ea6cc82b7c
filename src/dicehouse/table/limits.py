"""The sign at the table: minimum, maximum and unit of each wager, and a player's own where one was agreed.

A wager outside the limits is refused while betting is open; one that is found lying there after the close follows
each document's own rule (4.2, 4.3; Crown 4.2.1 to 4.2.3; craps 7.2, 7.3).
"""

from typing import Final, Literal

from dicehouse.layout import PlacedWager
from dicehouse.refusal import Refused, Why
from dicehouse.table.config import Limits
from dicehouse.table.losses import above_loss_limit
from dicehouse.table.orders import (
    Answer,
    Appliers,
    Command,
    Event,
    Kind,
    Order,
    Orders,
    SeatNumber,
    stamp,
)
from dicehouse.table.seats import Seat
from dicehouse.table.state import Table, seat_at
from dicehouse.table.streak import wrong_price
from dicehouse.wager import Wager


class SetPersonalLimits(Command, frozen=True):
    """Agree limits with one player that differ from those on the sign."""

    seat: SeatNumber
    limits: Limits | None = None
    """The table's own again without it."""
    sign: str = ""
    """Where the sign or marker that shows them stands."""


class PersonalLimitsSet(Event, frozen=True):
    """One player has limits of their own, or no longer has."""

    seat: int
    limits: Limits | None
    sign: str


def outside_limits(
    table: Table, seat: Seat, wager: Wager, more: int, standing: PlacedWager | None = None
) -> Refused | None:
    """Whether so much more on an area, or less, takes a player outside the limits.

    The minimum and the unit are those of the wager, with the one that stands there if the chips change it; the maximum
    that of all the player has on the area, in chips of every kind. A streak wager has its price (6.7), and what stands
    behind a wager the limits of its own clause (6.1.5 to 6.1.8).
    """
    if wager.behind:
        return None
    if wager.joins_run:
        return wrong_price(table, seat, wager, more) or above_loss_limit(table, seat, wager, more)
    limits = table.limits(wager.id, seat)
    stake = more + (standing.stake if standing else 0)
    there = on_area(table, seat, wager, standing)
    rule = table.book.limits
    if stake < limits.minimum:
        clause = table.book.forbids(Why.BELOW_MINIMUM) or rule["below_minimum"].clause
        return Refused(
            Why.BELOW_MINIMUM, clause, "stake-below-minimum", wager=wager.name, stake=stake, minimum=limits.minimum,
            table=table.config.name,
        )  # fmt: skip
    if more > 0 and there + more > limits.maximum:
        return _above(table, wager, there + more, limits.maximum, there)
    if limits.unit and (stake - limits.minimum) % limits.unit and rule["off_unit"].value == "refused":
        low = limits.minimum + (stake - limits.minimum) // limits.unit * limits.unit
        return Refused(
            Why.OFF_UNIT,
            rule["off_unit"].clause,
            "stake-off-unit",
            wager=wager.name,
            stake=stake,
            minimum=limits.minimum,
            unit=limits.unit,
            low=low,
            high=low + limits.unit,
        )
    sign = table.sign
    if more > 0 and sign.player and seat.personal is None and seat.staked + more > sign.player:
        return _above(table, wager, seat.staked + more, sign.player, seat.staked, "player")
    of_all = table.areas.get(wager.id, 0)
    if more > 0 and sign.area and of_all + more > sign.area:
        return _above(table, wager, of_all + more, sign.area, of_all, "area")
    return above_loss_limit(table, seat, wager, more)


def start_of(table: Table, wager: Wager) -> int | None:
    """The state in which a wager would start that stands for itself; None while it is not taken."""
    start = (
        wager.rules.starts[0] if wager.starts_by is None else wager.starts_by.get(table.layout.markers[wager.marker])
    )
    return None if start is None else wager.rules.number(start)


def on_area(table: Table, seat: Seat, wager: Wager, standing: PlacedWager | None = None) -> int:
    """What a player has on the area of a wager; a Come wager at its number stands on another than the Come box."""
    there = seat.on.get(wager.id, 0)
    if not there or len(wager.states) == 1:
        return there
    state = standing.state if standing else start_of(table, wager)
    return sum(it.stake for _, it in table.bets_of(seat.number) if it.name == wager.id and it.state == state)


def room(table: Table, seat: Seat, wager: Wager) -> int:
    """How much more a player may have on an area, by the limits of the wager, of the player and of the area."""
    sign = table.sign
    rooms = [table.limits(wager.id, seat).maximum - on_area(table, seat, wager)]
    if sign.player and seat.personal is None:
        rooms.append(sign.player - seat.staked)
    if sign.area:
        rooms.append(sign.area - table.areas.get(wager.id, 0))
    return max(min(rooms), 0)


def _above(
    table: Table, wager: Wager, stake: int, most: int, there: int, of: Literal["", "player", "area"] = ""
) -> Refused:
    left = most - there
    return Refused(
        Why.ABOVE_MAXIMUM,
        table.book.limits["above_maximum"].clause,
        (_ABOVE_BUT_MORE if there and left > 0 else _ABOVE)[of],
        wager=wager.name,
        stake=stake,
        most=most,
        left=left,
        table=table.config.name,
    )


_ABOVE: Final = {
    "": "stake-above-maximum",
    "player": "stake-above-players-maximum",
    "area": "stake-above-areas-maximum",
}
_ABOVE_BUT_MORE: Final = {
    "": "stake-above-maximum-but-more",
    "player": "stake-above-players-maximum-but-more",
    "area": "stake-above-areas-maximum-but-more",
}


def set_personal_limits(table: Table, command: SetPersonalLimits) -> Answer:
    """At once and without notice, by agreement with one player, and shown on a sign or marker (4.6, 7.6, 4.3)."""
    clause = table.clause("set_personal_limits")
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    limits = command.limits
    if limits is not None and limits.minimum > limits.maximum:
        return Refused(
            Why.ABOVE_MAXIMUM,
            clause,
            "seat-limits-reversed",
            seat=seat.number,
            minimum=limits.minimum,
            maximum=limits.maximum,
        )
    if limits is not None and not command.sign:
        return Refused(Why.NOT_YET, clause, "agreed-limits-not-shown", seat=seat.number)
    if limits == seat.personal:
        return Refused(Why.ALREADY_DONE, clause, "limits-already", seat=seat.number)
    return (PersonalLimitsSet(clause=clause, seat=seat.number, limits=limits, sign=command.sign, **stamp(command)),)


def personal_limits_set(table: Table, event: PersonalLimitsSet) -> None:
    table.seats[event.seat].personal = event.limits


COMMANDS: Orders = {
    SetPersonalLimits: Order(set_personal_limits, "set_personal_limits", kinds=frozenset({Kind.DEALT, Kind.CRAPS})),
}
APPLIERS: Appliers = {PersonalLimitsSet: personal_limits_set}
