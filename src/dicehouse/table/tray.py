"""The float tray: filled from the cage, relieved of chips it does not need, and never paid out beyond what it holds."""

from collections.abc import Iterable

from dicehouse.refusal import Refused, Why
from dicehouse.table.ledger import move, stock, tray_of
from dicehouse.table.orders import (
    DEVICE,
    Amount,
    Answer,
    Appliers,
    Command,
    Entries,
    Event,
    Kind,
    Name,
    Order,
    Orders,
    Postings,
    stamp,
)
from dicehouse.table.settlement import LosersCollected, WinnersPaid
from dicehouse.table.state import Table

HELD = frozenset({Kind.DEALT, Kind.CRAPS})
"""Tables with a tray; terminals pay credits, which the house's own account covers."""


class FillTray(Command, frozen=True):
    """Put chips from the cage into the tray."""

    amount: Amount
    slip: Name
    """The number of the fill slip."""


class CreditTray(Command, frozen=True):
    """Send chips from the tray back to the cage."""

    amount: Amount
    slip: Name


class TrayFilled(Event, frozen=True):
    """Chips from the cage are in the tray."""

    amount: int
    slip: str


class TrayCredited(Event, frozen=True):
    """Chips left the tray for the cage."""

    amount: int
    slip: str


def fill_tray(table: Table, command: FillTray) -> Answer:  # noqa: ARG001
    return (TrayFilled(clause="", amount=command.amount, slip=command.slip, **stamp(command)),)


def credit_tray(table: Table, command: CreditTray) -> Answer:
    if command.amount > table.float:
        return Refused(Why.NOT_ENOUGH, None, "above-tray-send-less", amount=command.amount, float=table.float)
    return (TrayCredited(clause="", amount=command.amount, slip=command.slip, **stamp(command)),)


def too_short(table: Table, events: Iterable[Event], clause: str) -> Refused | None:
    """Whether the tray, with what is collected first, cannot pay the winners."""
    left = table.float
    for event in events:
        if isinstance(event, LosersCollected | WinnersPaid):
            for it in event.settled:
                bet = table.bets[it.bet]
                left += table.layout.standing[it.bet].commission
                if it.returned or bet.chips != "token":
                    left += it.stake - it.returned + (0 if it.returned else bet.excess)
    if left >= 0:
        return None
    return Refused(Why.NOT_ENOUGH, clause, "tray-short-of-result", float=table.float, left=-left)


def tray_filled(table: Table, event: TrayFilled) -> None:
    table.float += event.amount
    table.came += event.amount


def tray_credited(table: Table, event: TrayCredited) -> None:
    table.float -= event.amount
    table.came -= event.amount


def fill_moved(table: Table, event: TrayFilled) -> Entries:
    return move(stock(table.config, table.kind), tray_of(table), event.amount)


def credit_moved(table: Table, event: TrayCredited) -> Entries:
    return move(tray_of(table), stock(table.config, table.kind), event.amount)


COMMANDS: Orders = {
    FillTray: Order(fill_tray, staff=True, others=(DEVICE,), kinds=HELD),
    CreditTray: Order(credit_tray, staff=True, others=(DEVICE,), kinds=HELD),
}
APPLIERS: Appliers = {TrayFilled: tray_filled, TrayCredited: tray_credited}
POSTINGS: Postings = {TrayFilled: fill_moved, TrayCredited: credit_moved}
