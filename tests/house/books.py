"""A house whose books are checked after every command: nothing is made or lost, and every account has its reason."""

from typing import Any

from dicehouse.house.accounts import balance, balances, broken
from dicehouse.house.cage import StockCage
from dicehouse.house.jackpots import unaccounted
from dicehouse.house.patrons import RegisterPatron
from dicehouse.house.state import House
from dicehouse.table.orders import Event
from tests.house.keeper import Keeper, happened


def sound(house: House) -> None:
    """Each account holds what the house has on record for it."""
    assert not broken(house)
    assert balances(house, "ticket/") == {f"ticket/{id}": it.amount for id, it in house.tickets.items()}
    assert balances(house, "handpay/") == {f"handpay/{id}": it.amount for id, it in house.payouts.items()}
    assert balances(house, "~owed/") == {f"~owed/{id}": it.amount for id, it in house.owed.items()}
    assert balances(house, "voucher/") == {
        f"voucher/{id}": it.amount for id, it in house.vouchers.items() if not it.used
    }
    assert balances(house, "inquiry/") == {
        f"inquiry/{id}": it.returned for id, it in house.inquiries.items() if it.returned
    }
    on_the_way: dict[str, int] = {}
    for it in house.sent.values():
        if it.what in {"buy-in", "ticket", "prize"}:
            account = f"transit/{it.table}"
            on_the_way[account] = on_the_way.get(account, 0) + it.amount
    assert balances(house, "transit/") == on_the_way
    assert not any(unaccounted(house, pool) for pool in house.jackpots)


def moves(event: Event) -> list[tuple[str, int]]:
    """What an event moved, which must add up to nothing."""
    postings = [(it.account, it.amount) for it in getattr(event, "postings", ())]
    assert sum(amount for _, amount in postings) == 0
    assert all(amount for _, amount in postings) or not postings
    return postings


def stocked(*patrons: str, cash: int = 1_000_000, chips: int = 1_000_000, **house: Any) -> Keeper:
    """A house with cash and chips in the cage, and people on its books."""
    keeper = Keeper(sound, **house)
    for name in patrons:
        happened(keeper.cashier(RegisterPatron, patron=name))
    for what, amount in {"cash": cash, "chips": chips}.items():
        if amount:
            happened(keeper.supervisor(StockCage, what=what, amount=amount))
    return keeper


def holds(keeper: Keeper, account: str) -> int:
    return balance(keeper.house, account)
