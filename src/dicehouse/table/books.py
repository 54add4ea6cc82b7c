"""The books of a table: which account gives and which receives when something happens.

Every account of a table is a place where money lies: each seat's rack, tokens, colour checks and wagers, the tray, the
drop box, the tokens collected, winnings held aside. What comes from elsewhere or goes there is posted against an
account outside the table. The entries of one event always add up to nothing.
"""

from typing import Final

from dicehouse.table.chips import ChipsBought, VoucherExchanged
from dicehouse.table.conduct import WinningsReleased
from dicehouse.table.judge import evolve
from dicehouse.table.meter import CreditsCollected, MoneyInserted
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
    seats = _touched(table, event)
    before, came = _amounts(table, seats), table.came
    evolve(table, event)
    after = _amounts(table, seats)
    entries: Entries = []
    gained = 0
    if before != after:
        names = _names(table, seats)
        for place, (was, now) in enumerate(zip(before, after, strict=True)):
            if was != now:
                entries.append((names[place], now - was))
                gained += now - was
    if gained != table.came - came:
        said = event.__struct_config__.tag
        raise BooksError(f"{said}: accounts gained {gained} and {table.came - came} came to the table; stop the table")
    if gained:
        entries.append((_counterpart(table, event), -gained))
    return entries


def _touched(table: Table, event: Event) -> list[int]:
    """The seats whose money an event can move."""
    seats = {getattr(event, "seat", 0), *(it.seat for it in getattr(event, "settled", ()))}
    bet = table.bets.get(getattr(event, "bet", ""))
    if bet is not None:
        seats.add(bet.seat)
    return sorted(seats)


def _amounts(table: Table, seats: list[int]) -> list[int]:
    """What lies in the places of the table and of these seats, in the order of `_names`."""
    held = [table.float, table.drop, table.cashless, table.taken, sum(table.withheld.values())]
    for number in seats:
        seat = table.seats.get(number)
        if seat is None:
            held += (0, 0, 0, 0)
        else:
            checks = sum(it.count * it.value for it in seat.checks.values()) if seat.checks else 0
            held += (seat.rack, seat.tokens, checks, seat.staked + seat.aside)
    return held


def _names(table: Table, seats: list[int]) -> list[str]:
    name = f"table/{table.config.name}"
    tray = f"{name}/float" if table.kind is not Kind.ELECTRONIC else f"~house/{table.config.name}"
    places = [tray, f"{name}/drop", f"{name}/cashless", f"{name}/tokens", f"{name}/withheld"]
    return places + [f"{name}/seat/{it}/{own}" for it in seats for own in ("rack", "tokens", "checks", "wagers")]


CAGE: Final = "~cage"
CASH: Final = "~cash"
CHIPS: Final = "~chips"
"""Chips in people's pockets."""
TOKENS: Final = "~vouchers"

_FROM_THE_CAGE: Final = (TableOpened, TableClosed, TrayFilled, TrayCredited, WinningsReleased)


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
    return CHIPS
