"""The float tray: filled from the cage, relieved of chips it does not need, and never paid out beyond what it holds.

Staff ask the cage for a fill or a credit. Chips that the cage has handed over lie outside the tray until someone else
at the table has counted them, or has sent them back.
"""

from collections.abc import Iterable

from dicehouse.refusal import Refused, Why
from dicehouse.table.counted import Counted, FillOnWay, sum_of
from dicehouse.table.ledger import move, stock, tray_of
from dicehouse.table.orders import (
    DEVICE,
    Amount,
    Answer,
    Appliers,
    Balance,
    Command,
    Entries,
    Event,
    Kind,
    Name,
    Order,
    Orders,
    Postings,
    Words,
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


class AskForFill(Command, frozen=True):
    """Ask the cage for chips; it numbers the slip."""

    chips: Counted = ()
    amount: Balance = 0
    """Their worth, where it is not said in chips."""


class AskForCredit(Command, frozen=True):
    """Ask the cage to take chips out of the tray; it numbers the slip."""

    chips: Counted = ()
    amount: Balance = 0


class AnnounceFill(Command, frozen=True):
    """Say that the cage has handed over a fill; the house does."""

    slip: Name
    amount: Amount
    handed_by: Name
    chips: Counted = ()


class ReceiveFill(Command, frozen=True):
    """Put a fill into the tray that was counted at the table, by someone who did not hand it over."""

    slip: Name
    chips: Counted = ()
    amount: Balance = 0
    """What was counted, where it is not said in chips."""


class SendFillBack(Command, frozen=True):
    """Send a fill back to the cage as it came."""

    slip: Name
    reason: Words


class FillAsked(Event, frozen=True):
    """The cage is asked for chips."""

    amount: int
    chips: Counted = ()


class CreditAsked(Event, frozen=True):
    """The cage is asked to take chips out of the tray."""

    amount: int
    chips: Counted = ()


class FillAnnounced(Event, frozen=True):
    """A fill is on its way from the cage."""

    slip: str
    amount: int
    chips: Counted
    handed_by: str


class FillReceived(Event, frozen=True):
    """A fill was counted at the table and is in the tray."""

    slip: str
    amount: int
    chips: Counted
    handed_by: str


class FillSentBack(Event, frozen=True):
    """A fill goes back to the cage."""

    slip: str
    amount: int
    reason: str


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


def ask_for_fill(table: Table, command: AskForFill) -> Answer:
    amount = _asked(table, command)
    if isinstance(amount, Refused):
        return amount
    return (FillAsked(clause="", amount=amount, chips=command.chips, **stamp(command)),)


def ask_for_credit(table: Table, command: AskForCredit) -> Answer:
    """No more than the tray has."""
    amount = _asked(table, command)
    if isinstance(amount, Refused):
        return amount
    if amount > table.float:
        return Refused(Why.NOT_ENOUGH, None, "above-tray-send-less", amount=amount, float=table.float)
    return (CreditAsked(clause="", amount=amount, chips=command.chips, **stamp(command)),)


def _asked(table: Table, command: AskForFill | AskForCredit) -> int | Refused:
    name = table.config.name
    if not table.config.cage:
        return Refused(Why.NOT_HERE, None, "no-cage-behind", table=name)
    amount = sum_of(name, command.chips, command.amount)
    return amount or Refused(Why.BAD_STAKE, None, "no-chips-said", subject=name)


def announce_fill(table: Table, command: AnnounceFill) -> Answer:
    if command.slip in table.fills:
        return Refused(Why.DUPLICATE_ID, None, "fill-announced", slip=command.slip)
    return (
        FillAnnounced(
            clause="", slip=command.slip, amount=command.amount, chips=command.chips, handed_by=command.handed_by,
            **stamp(command),
        ),
    )  # fmt: skip


def _on_its_way(table: Table, slip: str) -> FillOnWay | Refused:
    waiting = ", ".join(table.fills) or "none"
    return table.fills.get(slip) or Refused(Why.UNKNOWN_ID, None, "no-fill-on-its-way", slip=slip, waiting=waiting)


def receive_fill(table: Table, command: ReceiveFill) -> Answer:
    """By a second person, and only what the slip says."""
    fill = _on_its_way(table, command.slip)
    if isinstance(fill, Refused):
        return fill
    if command.by == fill.handed_by:
        return Refused(Why.SAME_PERSON, None, "fill-handed-by-same", slip=command.slip, person=command.by)
    counted = sum_of(command.slip, command.chips, command.amount)
    if isinstance(counted, Refused):
        return counted
    if counted != fill.amount:
        return Refused(
            Why.ENTRY_DIFFERS, None, "fill-counted-differs", slip=command.slip, counted=counted, amount=fill.amount
        )
    return (
        FillReceived(
            clause="", slip=command.slip, amount=counted, chips=command.chips or fill.chips, handed_by=fill.handed_by,
            **stamp(command),
        ),
    )  # fmt: skip


def send_fill_back(table: Table, command: SendFillBack) -> Answer:
    fill = _on_its_way(table, command.slip)
    if isinstance(fill, Refused):
        return fill
    return (FillSentBack(clause="", slip=command.slip, amount=fill.amount, reason=command.reason, **stamp(command)),)


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


def cage_asked(table: Table, event: FillAsked | CreditAsked) -> None:
    """The house hears of it."""


def fill_announced(table: Table, event: FillAnnounced) -> None:
    table.fills[event.slip] = FillOnWay(
        amount=event.amount, chips=event.chips, handed_by=event.handed_by, since=event.at
    )


def fill_received(table: Table, event: FillReceived) -> None:
    del table.fills[event.slip]
    table.float += event.amount
    table.came += event.amount


def fill_sent_back(table: Table, event: FillSentBack) -> None:
    del table.fills[event.slip]


def tray_filled(table: Table, event: TrayFilled) -> None:
    table.float += event.amount
    table.came += event.amount


def tray_credited(table: Table, event: TrayCredited) -> None:
    table.float -= event.amount
    table.came -= event.amount


def fill_moved(table: Table, event: TrayFilled | FillReceived) -> Entries:
    return move(stock(table.config, table.kind), tray_of(table), event.amount)


def credit_moved(table: Table, event: TrayCredited) -> Entries:
    return move(tray_of(table), stock(table.config, table.kind), event.amount)


COMMANDS: Orders = {
    FillTray: Order(fill_tray, staff=True, others=(DEVICE,), kinds=HELD),
    CreditTray: Order(credit_tray, staff=True, others=(DEVICE,), kinds=HELD),
    AskForFill: Order(ask_for_fill, staff=True, kinds=HELD),
    AskForCredit: Order(ask_for_credit, staff=True, kinds=HELD),
    AnnounceFill: Order(announce_fill, others=(DEVICE,), kinds=HELD),
    ReceiveFill: Order(receive_fill, staff=True, kinds=HELD),
    SendFillBack: Order(send_fill_back, staff=True, kinds=HELD),
}
APPLIERS: Appliers = {
    TrayFilled: tray_filled,
    TrayCredited: tray_credited,
    FillAsked: cage_asked,
    CreditAsked: cage_asked,
    FillAnnounced: fill_announced,
    FillReceived: fill_received,
    FillSentBack: fill_sent_back,
}
POSTINGS: Postings = {TrayFilled: fill_moved, FillReceived: fill_moved, TrayCredited: credit_moved}
