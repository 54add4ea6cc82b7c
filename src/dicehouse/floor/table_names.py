"""Check the table names in commands of the house: money and dice go only to tables that the house has.

The plan says which tables there are. One that was taken out of it gets nothing more; what the books still have of it,
its tray, its box, its checks and what it has paid out, can be settled.
"""

from collections.abc import Collection, Iterator
from typing import Final

from dicehouse.house.equipment import RecordRemoval
from dicehouse.house.jackpots import ChangeJackpot, OfferJackpot
from dicehouse.house.payouts import OweHandPay, PayOut
from dicehouse.house.slips import ApproveSlip, DeliverFill
from dicehouse.house.state import House
from dicehouse.house.tickets import IssueTicket
from dicehouse.house.tournaments.preparing import DesignateTables
from dicehouse.house.tournaments.ruling import RaiseTournamentDispute
from dicehouse.house.trays import CountTray, RemoveDropBox
from dicehouse.house.vouchers import CashColours
from dicehouse.refusal import Refused, Why
from dicehouse.table.ledger import collected, counter, dropped, exchanged, transit
from dicehouse.table.orders import Command

SETTLING: Final = (
    CashColours, CountTray, IssueTicket, OweHandPay, RaiseTournamentDispute, RecordRemoval, RemoveDropBox,
)  # fmt: skip
"""What takes from a table, or speaks of what was there."""


_UNKNOWN: Final = "no-table-of-that-name"


def no_such_table(house: House, command: Command, tables: Collection[str]) -> Refused | None:
    """Why a command of the house cannot be given: it names a table that is not one of these."""
    for table, says, number in _named(house, command):
        if table and table not in tables and not (isinstance(command, SETTLING) and _in_the_books(house, table)):
            said = command.__struct_config__.tag
            return Refused(Why.NOT_HERE, None, says, command=said, table=table, tables=tuple(tables), number=number)
    return None


def _named(house: House, command: Command) -> Iterator[tuple[str, str, str]]:
    """Every table that a command names, by itself or by its slip or payout, what is said where it is not there, and
    the number of the slip or payout."""
    yield getattr(command, "table", ""), _UNKNOWN, ""
    if isinstance(command, DesignateTables):
        yield from ((it, _UNKNOWN, "") for it in command.tables)
    elif isinstance(command, OfferJackpot | ChangeJackpot):
        yield from ((it, _UNKNOWN, "") for it in command.terms.tables)
    elif isinstance(command, ApproveSlip | DeliverFill) and (slip := house.slips.get(command.slip)):
        yield slip.table, "no-table-of-slip", command.slip
    elif isinstance(command, PayOut) and (it := house.payouts.get(command.payout)) and it.form == "meter":
        yield it.table, "no-table-of-payout", command.payout


def _in_the_books(house: House, table: str) -> bool:
    accounts = {it(table) for it in (transit, counter, collected, exchanged, dropped)}
    named = (it.table for kept in (house.colour_sets, house.equipment, house.boxes) for it in kept.values())
    return table in house.trays or table in named or not accounts.isdisjoint(house.accounts)
