"""The accounts that a table posts to, by their names, and entries between them.

Every account of a table is a place where money lies: each seat's rack, tokens, colour checks and wagers, the tray, the
drop box, the tokens collected, winnings held aside, credits in doubt. What comes from elsewhere or goes there is posted
against an account between the table and the cage, where the table's config says that a cage stands behind it, so that
the table takes no more than the house has sent and the house no more than the table has; without one, against an
account outside.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from dicehouse.table.bets import Bet, Chips
from dicehouse.table.config import Config
from dicehouse.table.orders import Entries, Kind
from dicehouse.table.state import Table

CAGE: Final = "~cage"
CASH: Final = "~cash"
CHIPS: Final = "~chips"
"""Chips in people's pockets, where no cage knows how many there are."""
CHIPS_OUTSIDE: Final = "chips/outside"
"""Chips in people's pockets: what the house has sold, paid or declared and not taken back. Every table and the cage
post to it, and the ledger guards the whole of it."""
COLOURS: Final = "~colours"
"""Colour checks in people's pockets; the house has on record how many, and of which value."""
TICKETS: Final = "~tickets"
TOKENS: Final = "~vouchers"
"""Promotional vouchers, and tokens in people's pockets."""
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


def owed(table: str, mispayment: str) -> str:
    """What the house owes someone by a wrong payment; below nothing: what they owe the house."""
    return f"~owed/{table}/{mispayment}"


BETWEEN: Final = ("transit/", "counter/", "collected/", "exchanged/", "dropped/")
"""How the accounts begin to which a table and the house both post."""


def stock(config: Config, kind: Kind) -> str:
    """Where the tray is filled from, and what is left in it goes."""
    if not config.cage:
        return CAGE
    return HOUSE if kind is Kind.ELECTRONIC else counter(config.name)


def pockets(table: Table) -> str:
    """Where chips are that people bring to a table and take along."""
    return CHIPS_OUTSIDE if table.config.cage else CHIPS


# --- the table's own


def own(table: str, place: str) -> str:
    """An account of the table itself: its drop, cashless, tokens, withheld or doubted."""
    return f"table/{table}/{place}"


def tray(table: str, kind: Kind) -> str:
    """The house's chips at a table; terminals pay out of the house's own account."""
    return f"~house/{table}" if kind is Kind.ELECTRONIC else own(table, "float")


def tray_of(table: Table) -> str:
    return tray(table.config.name, table.kind)


class SeatAccounts(NamedTuple):
    """The accounts of one seat."""

    rack: str
    tokens: str
    checks: str
    wagers: str
    """What it has on the layout, with its commissions and its excess."""


@lru_cache(maxsize=10_000)
def seat_accounts(table: str, seat: int) -> SeatAccounts:
    begins = f"table/{table}/seat/{seat}/"
    return SeatAccounts(f"{begins}rack", f"{begins}tokens", f"{begins}checks", f"{begins}wagers")


def rack(table: Table, seat: int) -> str:
    return seat_accounts(table.config.name, seat).rack


def wagers(table: Table, seat: int) -> str:
    return seat_accounts(table.config.name, seat).wagers


def hands(table: Table, seat: int, chips: Chips) -> str:
    """What a seat holds of one kind of chips."""
    accounts = seat_accounts(table.config.name, seat)
    if chips == "value":
        return accounts.rack
    return accounts.tokens if chips == "token" else accounts.checks


def given(table: Table, bet: Bet, amount: int) -> tuple[int, int]:
    """What a player gets of an amount in the wager's own chips, and what in value chips since checks cannot make it."""
    rest = amount % table.seats[bet.seat].checks[bet.colour].value if bet.chips == "colour" else 0
    return amount - rest, rest


# --- entries


def move(source: str, to: str, amount: int) -> Entries:
    """From one account to another; nothing is not moved."""
    return [(source, -amount), (to, amount)] if amount else []


def debt(table: Table, mispayment: str, amount: int) -> Entries:
    """What the house owes by a wrong payment from here on, or is owed where it is below nothing."""
    return move(HOUSE, owed(table.config.name, mispayment), amount)


class Sums(dict[str, int]):
    """Entries added up account by account."""

    def move(self, source: str, to: str, amount: int) -> None:
        if amount:
            self[source] = self.get(source, 0) - amount
            self[to] = self.get(to, 0) + amount

    def entries(self) -> Entries:
        return [it for it in self.items() if it[1]]
