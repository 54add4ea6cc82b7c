"""The books of a table: which account gives and which receives when something happens.

Every account of a table is a place where money lies: each seat's rack, tokens, colour checks and wagers, the tray, the
drop box, the tokens collected, winnings held aside. What comes from elsewhere or goes there is posted against an
account outside the table. The entries of one event always add up to nothing.
"""

from collections.abc import Iterator
from typing import Final

from dicehouse.table.chips import ChipsBought, VoucherExchanged
from dicehouse.table.conduct import WinningsReleased
from dicehouse.table.judge import evolve
from dicehouse.table.meter import CreditAdjusted, CreditsCollected, MoneyInserted
from dicehouse.table.mispayments import MispaymentRectified
from dicehouse.table.opening import TableClosed, TableOpened
from dicehouse.table.orders import Event, Kind
from dicehouse.table.state import Table
from dicehouse.table.tray import TrayCredited, TrayFilled

Entries = list[tuple[str, int]]
"""Accounts with what each gained, or lost."""


class BooksError(RuntimeError):
    """Money was made or lost: an event changed an account that is not its own."""


def applied(table: Table, event: Event) -> Entries:
    """Apply an event, and say what it moved."""
    seats = set(_touched(table, event))
    before, came = dict(_balances(table, seats)), table.came
    evolve(table, event)
    seats |= {number for number in (getattr(event, "seat", 0),) if number in table.seats}
    after = dict(_balances(table, seats))
    moved = [(it, after.get(it, 0) - before.get(it, 0)) for it in (*before, *(it for it in after if it not in before))]
    entries = [(account, amount) for account, amount in moved if amount]
    gained = sum(amount for _, amount in entries)
    if gained != table.came - came:
        said = event.__struct_config__.tag
        raise BooksError(f"{said}: accounts gained {gained} and {table.came - came} came to the table; stop the table")
    if gained:
        entries.append((_counterpart(table, event), -gained))
    return entries


def _touched(table: Table, event: Event) -> Iterator[int]:
    """The seats whose money an event can move."""
    yield getattr(event, "seat", 0)
    yield from (it.seat for it in getattr(event, "settled", ()))
    bet = table.bets.get(getattr(event, "bet", ""))
    if bet is not None:
        yield bet.seat


def _balances(table: Table, seats: set[int]) -> Iterator[tuple[str, int]]:
    name = f"table/{table.config.name}"
    tray = f"{name}/float" if table.kind is not Kind.ELECTRONIC else f"~house/{table.config.name}"
    yield from ((tray, table.float), (f"{name}/drop", table.drop), (f"{name}/tokens", table.taken))
    if table.withheld:
        yield f"{name}/withheld", sum(table.withheld.values())
    for number in seats:
        seat = table.seats.get(number)
        if seat is not None:
            own = f"{name}/seat/{number}"
            yield f"{own}/rack", seat.rack
            yield f"{own}/tokens", seat.tokens
            yield f"{own}/checks", sum(it.count * it.value for it in seat.checks.values())
            yield f"{own}/wagers", seat.staked + seat.aside


CAGE: Final = "~cage"
CASH: Final = "~cash"
CHIPS: Final = "~chips"
"""Chips in people's pockets."""
TOKENS: Final = "~vouchers"

_FROM_THE_CAGE: Final = (TableOpened, TableClosed, TrayFilled, TrayCredited)


def _counterpart(table: Table, event: Event) -> str:
    """Where money came from, or went to, that an event brought to the table or took from it."""
    if isinstance(event, _FROM_THE_CAGE):
        return CAGE
    if isinstance(event, ChipsBought):
        return CASH if event.with_ == "cash" else f"transit/{table.config.name}"
    if isinstance(event, MoneyInserted):
        return CASH if event.source == "note" else f"transit/{table.config.name}"
    if isinstance(event, CreditsCollected):
        return "~tickets"
    if isinstance(event, VoucherExchanged):
        return TOKENS
    if isinstance(event, CreditAdjusted | MispaymentRectified | WinningsReleased):
        return "~corrections"
    return CHIPS
