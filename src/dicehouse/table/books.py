"""The books of a table: which account gives and which receives when something happens.

Every account of a table is a place where money lies: each seat's rack, tokens, colour checks and wagers, the tray, the
drop box, the tokens collected, winnings held aside. What comes from elsewhere or goes there is posted against an
account between the table and the cage, where the table's config says that a cage stands behind it, so that the table
takes no more than the house has sent and the house no more than the table has; without one, against an account outside.
The entries of one event always add up to nothing.
"""

from typing import Final

from dicehouse.table.box import BoxEmptied
from dicehouse.table.chips import ChipsBought, VoucherExchanged
from dicehouse.table.conduct import WinningsReleased
from dicehouse.table.judge import evolve
from dicehouse.table.meter import CreditsCollected, MoneyInserted
from dicehouse.table.opening import TableClosed, TableOpened
from dicehouse.table.orders import Event, Kind
from dicehouse.table.people import SeatLeft
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
        for place, (was, now) in enumerate(zip(before, after, strict=True)):
            if was != now:
                entries.append((_named(table, seats, place), now - was))
                gained += now - was
    if gained != table.came - came:
        said = event.__struct_config__.tag
        raise BooksError(f"{said}: accounts gained {gained} and {table.came - came} came to the table; stop the table")
    if gained:
        entries += _others(table, event, gained)
    return entries


def _touched(table: Table, event: Event) -> list[int]:
    """The seats whose money an event can move."""
    seat, settled, bet = getattr(event, "seat", 0), getattr(event, "settled", ()), getattr(event, "bet", "")
    if not settled and bet not in table.bets:
        return [seat]
    seats = {seat, *(it.seat for it in settled)}
    if bet in table.bets:
        seats.add(table.bets[bet].seat)
    return sorted(seats)


def _amounts(table: Table, seats: list[int]) -> list[int]:
    """What lies in the places of the table and of these seats, one after the other."""
    withheld = sum(table.withheld.values()) if table.withheld else 0
    held = [table.float, table.drop, table.cashless, table.taken, withheld]
    for number in seats:
        seat = table.seats.get(number)
        if seat is None:
            held += (0, 0, 0, 0)
        else:
            checks = sum(it.count * it.value for it in seat.checks.values()) if seat.checks else 0
            held += (seat.rack, seat.tokens, checks, seat.staked + seat.aside)
    return held


_OWN: Final = ("rack", "tokens", "checks", "wagers")
_PLACES: Final = ("float", "drop", "cashless", "tokens", "withheld")


def _named(table: Table, seats: list[int], place: int) -> str:
    """The account of a place of `_amounts`."""
    name = table.config.name
    if place >= len(_PLACES):
        seat, own = divmod(place - len(_PLACES), len(_OWN))
        return f"table/{name}/seat/{seats[seat]}/{_OWN[own]}"
    if not place and table.kind is Kind.ELECTRONIC:
        return f"~house/{name}"
    return f"table/{name}/{_PLACES[place]}"


def accounts(table: Table) -> dict[str, int]:
    """What lies in every account of the table, as the table has it; only what the ledger guards."""
    seats = sorted(table.seats)
    amounts = ((_named(table, [0, *seats], place), it) for place, it in enumerate(_amounts(table, [0, *seats])))
    return {name: amount for name, amount in amounts if amount and not name.startswith("~")}


CAGE: Final = "~cage"
CASH: Final = "~cash"
CHIPS: Final = "~chips"
"""Chips in people's pockets."""
TICKETS: Final = "~tickets"
TOKENS: Final = "~vouchers"
BOXES: Final = "~drop"
HOUSE: Final = "~house"
"""What the house gained, less what it owes and has put into its pools."""


def transit(table: str) -> str:
    """Money from accounts, tickets and prizes for players at a table."""
    return f"transit/{table}"


def counter(table: str) -> str:
    """Chips between the cage and the tray of a table; those of a closed table lie here."""
    return f"counter/{table}"


def collected(table: str) -> str:
    """Credits and winnings that left a table and that the cage has yet to put on paper or to pay."""
    return f"collected/{table}"


def exchanged(table: str) -> str:
    """The worth of vouchers that the house has used up and for which a table hands out tokens or chips."""
    return f"exchanged/{table}"


def dropped(table: str) -> str:
    """Cash in boxes that were taken off a table and are to be counted."""
    return f"dropped/{table}"


BETWEEN: Final = ("transit/", "counter/", "collected/", "exchanged/", "dropped/")
"""How the accounts begin to which a table and the house both post."""


def _others(table: Table, event: Event, gained: int) -> Entries:
    """The other side of what an event brought to the table or took from it."""
    name, cage = table.config.name, table.config.cage
    if isinstance(event, TableClosed) and cage:
        return _closed(table, event)
    if isinstance(event, BoxEmptied):
        paper = event.tokens + event.cashless
        there = dropped(name) if cage else BOXES
        return [it for it in ((there, event.drop), (HOUSE, paper)) if it[1]]
    return [(_counterpart(table, event, name, cage), -gained)]


def _closed(table: Table, event: TableClosed) -> Entries:
    """Chips wait for the next opening or a credit, the box for its count; paper and tokens have done their work."""
    name = table.config.name
    tray = HOUSE if table.kind is Kind.ELECTRONIC else counter(name)
    left = ((tray, event.float), (dropped(name), event.drop), (HOUSE, event.tokens + event.cashless))
    sums: dict[str, int] = {}
    for account, amount in left:
        sums[account] = sums.get(account, 0) + amount
    return [it for it in sums.items() if it[1]]


def _counterpart(table: Table, event: Event, name: str, cage: bool) -> str:
    """Where money came from, or went to, that an event brought to the table or took from it."""
    electronic = table.kind is Kind.ELECTRONIC
    if isinstance(event, TableOpened | TableClosed | TrayFilled | TrayCredited):
        if not cage:
            return CAGE
        return HOUSE if electronic else counter(name)
    if isinstance(event, WinningsReleased):
        return collected(name) if cage else CAGE
    if isinstance(event, ChipsBought):
        return CASH if event.with_ == "cash" else transit(name)
    if isinstance(event, MoneyInserted):
        return CASH if event.source == "note" else transit(name)
    if isinstance(event, CreditsCollected):
        return collected(name) if cage else TICKETS
    if isinstance(event, SeatLeft) and electronic and cage:
        return collected(name)
    if isinstance(event, VoucherExchanged):
        return exchanged(name) if cage else TOKENS
    return CHIPS
