"""What people play with: value chips and promotional tokens; colour checks have a module of their own.

Chips come out of the tray for cash, which goes into the drop box, or from an account. A voucher becomes tokens at The
Star (1.1), and chips at Crown (3.3).
"""

from typing import Final, Literal

from dicehouse.refusal import Refused, Why
from dicehouse.table.declared_chips import is_declared_here, is_late
from dicehouse.table.ledger import CASH, TOKENS, Sums, exchanged, hands, move, own, rack, transit, tray_of
from dicehouse.table.orders import (
    Amount,
    Answer,
    Appliers,
    Command,
    Entries,
    Event,
    Kind,
    Moment,
    Name,
    Order,
    Orders,
    Postings,
    SeatNumber,
    stamp,
)
from dicehouse.table.seats import Seat
from dicehouse.table.standing import shut_out
from dicehouse.table.state import Sale, Table, seat_at, this_round
from dicehouse.table.till import note

Means = Literal["cash", "account", "terminal"]
"""How chips are paid for; a terminal is the cashless terminal at the table."""


class BuyChips(Command, frozen=True):
    """Sell value chips to a player out of the tray. The sale goes by the id of this command."""

    seat: SeatNumber
    amount: Amount
    with_: Means = "cash"


class ChangeChips(Command, frozen=True):
    """Change value chips for others of the same worth."""

    seat: SeatNumber
    amount: Amount
    into: tuple[Amount, ...]
    """The chips handed over, one by one."""


class ExchangeVoucher(Command, frozen=True):
    """Exchange a promotional voucher for tokens, or for chips where tokens are not played."""

    seat: SeatNumber
    voucher: Name
    amount: Amount
    until: Moment | None = None
    """When the voucher expires."""
    returns: bool | None = None
    """Whether a winning token comes back, where the voucher says so itself."""


class ChipsBought(Event, frozen=True):
    """Value chips left the tray for a player's rack."""

    seat: int
    amount: int
    with_: Means
    late: bool
    """Whether they count from the next round only, because their buyer has a loss limit and the round has begun."""


class ChipsChanged(Event, frozen=True):
    """Chips were changed for others; nobody has more or less."""

    seat: int
    amount: int
    into: tuple[int, ...]


class VoucherExchanged(Event, frozen=True):
    """A voucher became tokens or chips."""

    seat: int
    voucher: str
    tokens: int
    chips: int
    returns: bool
    """Whether a winning token comes back."""


# --- the judgements


def customer(table: Table, command: Command, number: int) -> Seat | Refused:
    """Someone at the table who may take part."""
    seat = seat_at(table, number)
    if isinstance(seat, Refused):
        return seat
    return shut_out(table, command, seat.person) or seat


def tray_is_short(table: Table, seat: Seat, amount: int) -> Refused | None:
    if amount <= table.float:
        return None
    return Refused(Why.NOT_ENOUGH, None, "tray-too-small", seat=seat.number, amount=amount, float=table.float)


def buy_chips(table: Table, command: BuyChips) -> Answer:
    """For cash or from an account; at a cashless table by its terminal and in no other way (2.7.3)."""
    seat = customer(table, command, command.seat)
    if isinstance(seat, Refused):
        return seat
    topics = table.book.topics
    if table.config.cashless is not (command.with_ == "terminal"):
        says = "table-is-cashless" if table.config.cashless else "table-has-no-terminal"
        return Refused(
            Why.WRONG_CHIPS,
            topics.get("cashless"),
            says,
            seat=seat.number,
            table=table.config.name,
            means=command.with_,
        )
    if command.amount % table.config.chip:
        return Refused(
            Why.WRONG_CHIPS,
            topics.get("cash_change"),
            "amount-not-whole-chips",
            seat=seat.number,
            amount=command.amount,
            chip=table.config.chip,
        )
    refused = tray_is_short(table, seat, command.amount)
    if refused:
        return refused
    late = is_declared_here(table, seat) and is_late(table)
    clause = topics.get("declare_purchase" if late else "cash_change", "")
    return (
        ChipsBought(
            clause=clause, seat=seat.number, amount=command.amount, with_=command.with_, late=late, **stamp(command)
        ),
    )


def change_chips(table: Table, command: ChangeChips) -> Answer:
    """What is handed over is worth what was handed in."""
    seat = customer(table, command, command.seat)
    if isinstance(seat, Refused):
        return seat
    clause = table.book.topics.get("colour_change", "")
    if sum(command.into) != command.amount:
        return Refused(
            Why.WRONG_CHIPS,
            clause or None,
            "change-differs",
            seat=seat.number,
            amount=command.amount,
            sum=sum(command.into),
        )
    if command.amount > seat.rack:
        return Refused(
            Why.NOT_ENOUGH, clause or None, "above-chips", seat=seat.number, amount=command.amount, rack=seat.rack
        )
    return (ChipsChanged(clause=clause, seat=seat.number, amount=command.amount, into=command.into, **stamp(command)),)


def exchange_voucher(table: Table, command: ExchangeVoucher) -> Answer:
    """For its worth in tokens, under its own conditions; where tokens are not played, for chips (1.1, Crown 3.3)."""
    seat = customer(table, command, command.seat)
    if isinstance(seat, Refused):
        return seat
    clause = table.clause("exchange_voucher")
    played = "token_on_win" in table.book.open_readings
    returns = table.reading("token_on_win") == "returned" if command.returns is None else command.returns
    mixed = seat.tokens or any(bet.chips == "token" for bet, _ in table.bets_of(seat.number))
    if played and not table.config.tokens:
        return Refused(Why.WRONG_CHIPS, clause, "takes-no-tokens", voucher=command.voucher, table=table.config.name)
    if played and mixed and returns != seat.token_returns:
        return Refused(Why.WRONG_CHIPS, clause, "other-tokens-in-play", voucher=command.voucher, seat=seat.number)
    refused = None if played else tray_is_short(table, seat, command.amount)
    if refused:
        return refused
    if command.until is not None and command.at > command.until:
        return Refused(Why.TOO_LATE, clause, "voucher-expired", voucher=command.voucher, until=command.until)
    return (
        VoucherExchanged(
            clause=clause,
            seat=seat.number,
            voucher=command.voucher,
            tokens=command.amount if played else 0,
            chips=0 if played else command.amount,
            returns=returns,
            **stamp(command),
        ),
    )


# --- what the facts do


def chips_bought(table: Table, event: ChipsBought) -> None:
    seat = table.seats[event.seat]
    seat.rack += event.amount
    table.float -= event.amount
    seat.late += event.amount if event.late else 0
    table.came += event.amount
    if event.with_ == "cash":
        table.drop += event.amount
    else:
        table.cashless += event.amount
    table.sales[event.cause] = Sale(
        seat=event.seat, person=seat.person, amount=event.amount, with_=event.with_, late=event.late, by=event.by,
        round=this_round(table), at=event.at,
    )  # fmt: skip
    note(table, event, "sold", event.seat, event.amount)


def chips_changed(table: Table, event: ChipsChanged) -> None:
    """The same money in other chips."""


def voucher_exchanged(table: Table, event: VoucherExchanged) -> None:
    """A voucher for chips lies with the tokens that were collected."""
    seat = table.seats[event.seat]
    seat.rack += event.chips
    table.float -= event.chips
    seat.tokens += event.tokens
    table.taken += event.chips
    table.came += event.tokens + event.chips
    if event.tokens:
        seat.token_returns = event.returns
    note(table, event, "voucher", event.seat, event.tokens + event.chips)


def sale_moved(table: Table, event: ChipsBought) -> Entries:
    """Chips out of the tray, and what was paid for them into the box."""
    name = table.config.name
    payer, box = (CASH, "drop") if event.with_ == "cash" else (transit(name), "cashless")
    sold = move(tray_of(table), rack(table, event.seat), event.amount)
    return [*sold, *move(payer, own(name, box), event.amount)]


def voucher_moved(table: Table, event: VoucherExchanged) -> Entries:
    name = table.config.name
    paper = exchanged(name) if table.config.cage else TOKENS
    sums = Sums()
    sums.move(tray_of(table), rack(table, event.seat), event.chips)
    sums.move(paper, own(name, "tokens"), event.chips)
    sums.move(paper, hands(table, event.seat, "token"), event.tokens)
    return sums.entries()


WITH_CHIPS: Final = frozenset({Kind.DEALT, Kind.CRAPS})

COMMANDS: Orders = {
    BuyChips: Order(buy_chips, staff=True, kinds=WITH_CHIPS),
    ChangeChips: Order(change_chips, staff=True, kinds=WITH_CHIPS),
    ExchangeVoucher: Order(exchange_voucher, "exchange_voucher", kinds=WITH_CHIPS),
}
APPLIERS: Appliers = {
    ChipsBought: chips_bought,
    ChipsChanged: chips_changed,
    VoucherExchanged: voucher_exchanged,
}
POSTINGS: Postings = {ChipsBought: sale_moved, VoucherExchanged: voucher_moved}
