"""Chips paid or taken outside a settlement, in the player's own colour where the payment was made in it."""

from typing import NamedTuple

from dicehouse.table.colours import checks_left
from dicehouse.table.ledger import Sums, hands, rack
from dicehouse.table.seats import Seat
from dicehouse.table.state import Table


class Handed(NamedTuple):
    """What a seat gains, or loses where it is below nothing. Its fields are those of the facts that say so."""

    rack: int = 0
    """In value chips."""
    colour: str = ""
    checks: int = 0
    """How many checks of that colour."""
    worth: int = 0
    """What those are worth, in cents."""

    @property
    def amount(self) -> int:
        return self.rack + self.worth


def handed(table: Table, seat: Seat | None, colour: str, amount: int) -> Handed:
    """An amount in whole checks of a colour that the seat plays with still, as far as the house, or the seat, has any,
    and the rest in value chips. A seat cannot lose what it has not."""
    if seat is None:
        return Handed()
    own = seat.checks.get(colour)
    if own is None:
        return Handed(rack=max(amount, -seat.rack))
    wanted = abs(amount) // own.value
    checks = min(wanted, checks_left(table, colour)) if amount > 0 else -min(wanted, own.count)
    worth = checks * own.value
    return Handed(max(amount - worth, -seat.rack), colour if checks else "", checks, worth)


def take_in_hand(table: Table, seat: int, it: Handed) -> None:
    """Apply it to a seat; nobody's hands where there is none."""
    if seat:
        there = table.seats[seat]
        there.rack += it.rack
        if it.checks:
            there.checks[it.colour].count += it.checks


def handing_moved(table: Table, seat: int, source: str, it: Handed) -> Sums:
    """Out of an account, or into it, and into the accounts of a seat."""
    moved = Sums()
    moved.move(source, rack(table, seat), it.rack)
    moved.move(source, hands(table, seat, "colour"), it.worth)
    return moved
