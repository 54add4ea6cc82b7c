"""What people still hold when their table closes, and how they leave with all of it."""

from dicehouse.refusal import Refused, Why
from dicehouse.table.declared_chips import is_declared_here
from dicehouse.table.orders import Command, stamp
from dicehouse.table.people import SeatLeft
from dicehouse.table.seats import Seat
from dicehouse.table.state import Table
from dicehouse.table.wagering import out_of_order


def in_hands(seat: Seat) -> int:
    """Value chips or credits, tokens and colour checks in front of someone, in cents."""
    return seat.rack + seat.tokens + sum(own.count * own.value for own in seat.checks.values())


def not_yet_leaving(table: Table, seat: Seat) -> Refused | None:
    """Why someone cannot be sent off with everything: their terminal is out of order, or they declare what they take
    along and do so themselves."""
    if is_declared_here(table, seat) and in_hands(seat):
        clause = table.matter("declare_leftover") or None
        return Refused(Why.NOT_DECLARED, clause, "nothing-declared", seat=seat.number, there=in_hands(seat))
    return out_of_order(table, seat)


def left_with_everything(command: Command, seat: Seat, clause: str) -> SeatLeft:
    """As from a closed table: colour checks are paid at the cage."""
    kept = {colour: own for colour, own in seat.checks.items() if own.count}
    return SeatLeft(
        clause=clause, seat=seat.number, person=seat.person, chips=seat.rack, tokens=seat.tokens, checks=kept,
        **stamp(command),
    )  # fmt: skip
