"""Chips that patrons bought at tables, as far as the house counts them, and what follows when a sale is undone.

Cash for chips counts towards the cash of a day, and what someone with a loss limit buys is declared. A table that
undoes a sale says so: what was counted is taken out of the day on which it was, and a buy-in goes back to its account.
"""

from datetime import date

from dicehouse.house.accounts import Postings, given, move, patron, post, transit
from dicehouse.house.holders import patron_of
from dicehouse.house.orders import DEVICE, Appliers, Order, Orders
from dicehouse.house.patron_state import Patron
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Amount, Answer, Command, Event, Name, SaleId, Words, stamp


class ReversePurchase(Command, frozen=True):
    """Take a sale of chips that a table has undone out of a patron's records."""

    patron: Name
    table: Name
    sale: SaleId
    amount: Amount
    account: bool
    """Whether it was paid for from the patron's account, to which it goes back."""
    reason: Words


class PurchaseReversed(Event, frozen=True):
    """What was counted of a sale of chips counts no longer."""

    patron: str
    table: str
    sale: str
    day: date
    """On which it was counted."""
    cash: int
    declared: int
    late: int
    """What of it was declared after its round had begun."""


class BuyInRefunded(Event, frozen=True):
    """A buy-in whose sale was undone is back in its account."""

    person: str
    table: str
    sale: str
    amount: int
    reason: str
    told: Postings
    """What the table gave back by its own entry; the house follows, and posts nothing."""
    postings: Postings


def reverse_purchase(house: House, command: ReversePurchase) -> Answer:
    found = patron_of(house, command.patron)
    if isinstance(found, Refused):
        return found
    day = _counted_on(found, command.sale)
    reversed_ = () if day is None else (_reversed(command, found, day),)
    refunded = (_refunded(command, found),) if command.account else ()
    if reversed_ or refunded:
        return (*reversed_, *refunded)
    return Refused(
        Why.ALREADY_DONE, None, "nothing-counted-of-sale", sale=command.sale, amount=command.amount, name=found.name
    )


def _counted_on(patron: Patron, sale: str) -> date | None:
    return next((day for day, sums in patron.days.items() if sale in sums.purchases), None)


def _reversed(command: ReversePurchase, patron: Patron, day: date) -> PurchaseReversed:
    it = patron.days[day].purchases[command.sale]
    return PurchaseReversed(
        clause="", patron=patron.name, table=command.table, sale=command.sale, day=day, cash=it.cash,
        declared=it.declared, late=it.late, **stamp(command),
    )  # fmt: skip


def _refunded(command: ReversePurchase, found: Patron) -> BuyInRefunded:
    source = transit(command.table)
    return BuyInRefunded(
        clause="", person=found.name, table=command.table, sale=command.sale, amount=command.amount,
        reason=command.reason, told=given(source, command.amount),
        postings=move(source, patron(found.name), command.amount), **stamp(command),
    )  # fmt: skip


# --- what the facts do


def purchase_reversed(house: House, event: PurchaseReversed) -> None:
    sums = house.patrons[event.patron].days[event.day]
    sums.other -= event.cash
    sums.cash -= event.cash
    if event.declared:
        declared = sums.declared[event.table]
        declared.bought -= event.declared
        declared.late -= event.late
    del sums.purchases[event.sale]


def buy_in_refunded(house: House, event: BuyInRefunded) -> None:
    post(house, event.told)
    post(house, event.postings)
    tray = house.trays.get(event.table)
    if tray:
        tray.paper -= event.amount


COMMANDS: Orders = {ReversePurchase: Order(reverse_purchase, others=(DEVICE,))}
APPLIERS: Appliers = {PurchaseReversed: purchase_reversed, BuyInRefunded: buy_in_refunded}
