"""The credit meter of a terminal: money put in, credits collected, and a meter put right (3.4, 3.7, 3.8, 7.1)."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from dicehouse.money import LARGEST, dollars
from dicehouse.refusal import Refused, Why
from dicehouse.table.ledger import CASH, TICKETS, collected, move, own, rack, transit, tray_of
from dicehouse.table.notices import notice
from dicehouse.table.orders import (
    DEVICE,
    INSPECTOR,
    PLAYER,
    Amount,
    Answer,
    Appliers,
    Command,
    Entries,
    Event,
    Events,
    Order,
    Orders,
    Postings,
    SeatNumber,
    Words,
    stamp,
)
from dicehouse.table.seats import Seat
from dicehouse.table.settlement import gains
from dicehouse.table.state import Table, seat_at
from dicehouse.table.wagering import TERMINALS, out_of_order

Source = Literal["note", "transfer", "jackpot", "ticket"]
_TOPICS: Final = {
    "note": "credits_notes", "jackpot": "credits_jackpot", "transfer": "credits_transfer", "ticket": "credits"
}  # fmt: skip


class InsertMoney(Command, frozen=True):
    """Raise the credit meter of a terminal from outside the game."""

    seat: SeatNumber
    amount: Amount
    source: Source = "note"
    """A player feeds notes and tickets; the central system transfers credits and pays jackpots."""


class CollectCredits(Command, frozen=True):
    """Have the credits of a terminal paid out; what is staked stays."""

    seat: SeatNumber
    to: Literal["ticket", "voucher"] = "ticket"


class AdjustCredit(Command, frozen=True):
    """Put the credit meter of a faulty terminal right."""

    seat: SeatNumber
    amount: Annotated[int, Meta(ge=-LARGEST, le=LARGEST, description="whole cents, below nothing to take credits off")]
    reason: Words


class MoneyInserted(Event, frozen=True):
    """The credit meter went up."""

    seat: int
    amount: int
    source: Source


class CreditsCollected(Event, frozen=True):
    """The credits were paid out and cancelled from the meter."""

    seat: int
    amount: int
    to: str


class CreditAdjusted(Event, frozen=True):
    """A credit meter was put right."""

    seat: int
    amount: int
    """What was put on the meter; below nothing, what was taken off it."""
    owed: int
    """What should have been taken off and was not there."""
    reason: str


def insert_money(table: Table, command: InsertMoney) -> Answer:
    """Notes that the terminal takes, transfers and jackpots; tickets only by the reading ticket_in."""
    source, clause = command.source, table.matter(_TOPICS[command.source])
    if command.role == PLAYER and source in {"transfer", "jackpot"}:
        return Refused(Why.NOT_ALLOWED, clause or None, "source-is-central", command="insert-money", source=source)
    seat = _working(table, command, command.seat)
    if isinstance(seat, Refused):
        return seat
    if source == "ticket" and table.reading("ticket_in") == "cashier_only":
        return Refused(
            Why.WRONG_CHIPS,
            clause or None,
            "terminals-take-no-tickets-redeem-cashier",
            seat=seat.number,
            amount=command.amount,
        )
    notes = accepted_notes(table, seat.number)
    if source == "note" and command.amount not in notes:
        return Refused(
            Why.WRONG_CHIPS, clause or None, "note-not-taken", seat=seat.number, amount=command.amount, taken=notes
        )
    return (MoneyInserted(clause=clause, seat=seat.number, amount=command.amount, source=source, **stamp(command)),)


def accepted_notes(table: Table, seat: int) -> tuple[int, ...]:
    """Which notes a terminal takes, as is indicated on it (3.4.1); none at a cashless table."""
    config = table.config
    return () if config.cashless else config.terminal_notes.get(seat, config.notes)


def collect_credits(table: Table, command: CollectCredits) -> Answer:
    """Everything on the meter, by ticket or voucher; staked credits are not on it (3.7, 3.8)."""
    seat = _working(table, command, command.seat)
    if isinstance(seat, Refused):
        return seat
    if not seat.rack:
        return Refused(Why.NOT_ENOUGH, table.matter("credits_there") or None, "no-credits", seat=seat.number)
    clause = table.matter("credits_collected")
    return (CreditsCollected(clause=clause, seat=seat.number, amount=seat.rack, to=command.to, **stamp(command)),)


def adjust_credit(table: Table, command: AdjustCredit) -> Answer:
    """Credits that a fault put on a meter or kept off it (7.1)."""
    clause = table.clause("adjust_credit")
    seat = seat_at(table, command.seat)
    if isinstance(seat, Refused):
        return seat
    if seat.fault is None:
        return Refused(Why.NOT_YET, clause, "no-terminal-fault", seat=seat.number)
    if not command.amount:
        return Refused(Why.BAD_STAKE, clause, "adjustment-of-nothing", seat=seat.number)
    if seat.rack + command.amount < 0:
        return Refused(
            Why.NOT_ENOUGH, clause, "above-credits", seat=seat.number, amount=-command.amount, rack=seat.rack
        )
    return put_right(table, command, seat, command.amount, command.reason)


def put_right(table: Table, command: Command, seat: Seat, more: int, reason: str) -> Events:
    """The meter by so much more, or by so much less as there is on it; an inspector hears of what is demanded back."""
    if not more:
        return ()
    amount = max(more, -seat.rack)
    adjusted = CreditAdjusted(
        clause=table.clause("adjust_credit"), seat=seat.number, amount=amount, owed=amount - more, reason=reason,
        **stamp(command),
    )  # fmt: skip
    if more > 0:
        return (adjusted,)
    about = f"seat {seat.number}: {dollars(-more)} in credits was demanded back: {reason}"
    return (adjusted, notice(command, "credits", INSPECTOR, about, command.at, table.clause("correct_payment")))


def _working(table: Table, command: Command, number: int) -> Seat | Refused:
    """A terminal that is in order; a player's own."""
    seat = seat_at(table, number)
    if isinstance(seat, Refused):
        return seat
    if command.role == PLAYER and command.by != seat.person:
        return Refused(Why.NOT_YOUR_SEAT, None, "another-players-terminal", seat=seat.number, by=command.by)
    return out_of_order(table, seat) or seat


# --- what the facts do


def money_inserted(table: Table, event: MoneyInserted) -> None:
    """A note stays in the acceptor and its worth is issued in credits."""
    table.seats[event.seat].rack += event.amount
    table.came += event.amount
    if event.source == "note":
        table.drop += event.amount
        table.float -= event.amount


def credits_collected(table: Table, event: CreditsCollected) -> None:
    table.seats[event.seat].rack -= event.amount
    table.came -= event.amount


def credit_adjusted(table: Table, event: CreditAdjusted) -> None:
    """What is owed was not won either, though it is no longer on the meter to be taken off."""
    seat = table.seats[event.seat]
    seat.rack += event.amount
    table.float -= event.amount
    gains(seat, event.amount - event.owed)


def insertion_moved(table: Table, event: MoneyInserted) -> Entries:
    """A note into the acceptor, and credits for it from the house; everything else straight onto the meter."""
    name, to = table.config.name, rack(table, event.seat)
    if event.source == "note":
        return [*move(CASH, own(name, "drop"), event.amount), *move(tray_of(table), to, event.amount)]
    return move(transit(name), to, event.amount)


def collection_moved(table: Table, event: CreditsCollected) -> Entries:
    return move(rack(table, event.seat), collected(table.config.name) if table.config.cage else TICKETS, event.amount)


def adjustment_moved(table: Table, event: CreditAdjusted) -> Entries:
    return move(tray_of(table), rack(table, event.seat), event.amount)


COMMANDS: Orders = {
    InsertMoney: Order(insert_money, staff=True, others=(PLAYER, DEVICE), kinds=TERMINALS, when_stopped=False),
    CollectCredits: Order(collect_credits, staff=True, others=(PLAYER,), kinds=TERMINALS, when_closed=True),
    AdjustCredit: Order(adjust_credit, "adjust_credit", kinds=TERMINALS),
}
APPLIERS: Appliers = {
    MoneyInserted: money_inserted,
    CreditsCollected: credits_collected,
    CreditAdjusted: credit_adjusted,
}
POSTINGS: Postings = {
    MoneyInserted: insertion_moved,
    CreditsCollected: collection_moved,
    CreditAdjusted: adjustment_moved,
}
