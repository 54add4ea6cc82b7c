"""The accounts of the house: where every cent is, and that none is made or lost.

Each fact that moves money carries what each account gained or lost by it, and that adds up to nothing. Cash, chips and
money at the bank that are not in the house are accounts too; they begin with "~" and may be below zero, and so may
`~house`, against which the house owes what it owes. Every other account holds something or is not there. Chips of the
house in people's pockets are in `chips/outside`, to which every table posts by itself; only the ledger has all of it.

A table keeps its own books, and what passes between it and the house lies in an account between the two: money for
its players in `transit/TABLE`, chips in `counter/TABLE`, vouchers in `exchanged/TABLE`, collected credits in
`collected/TABLE`, boxes in `dropped/TABLE`. Each side moves what it does itself: that is in the `postings` of a fact,
and in the ledger. What the other side did is in `told`: the house follows it in its own accounts, against `~tables`,
and the ledger has it from the table. So the ledger counts every cent once, and neither side takes out of such an
account what the other has not put in.
"""

from typing import Final, Protocol

from msgspec import Struct

from dicehouse.house.state import House
from dicehouse.money import dollars
from dicehouse.refusal import Refused, Why
from dicehouse.table.ledger import CASH, CHIPS_OUTSIDE, COLOURS, HOUSE, collected, counter, dropped, exchanged, transit

__all__ = ["CASH", "CHIPS_OUTSIDE", "COLOURS", "HOUSE", "collected", "counter", "dropped", "exchanged", "transit"]

OUTSIDE: Final = "~"
BANK: Final = "~bank"
TABLES: Final = "~tables"
"""What tables have taken from the house, less what they have given, as they told it; no entry posts to it."""
VARIANCE: Final = "~variance"
"""What was counted, less what should have been there."""
CAGE_CASH: Final = "cage/cash"
CAGE_CHIPS: Final = "cage/chips"
CAGE_COLOURS: Final = "cage/colours"


class Moved(Struct, frozen=True, array_like=True):
    """Money that an account gained, or lost where it is negative; in cents."""

    account: str
    amount: int


Postings = tuple[Moved, ...]


class Moves(Protocol):
    """A fact that moves money."""

    @property
    def postings(self) -> Postings: ...


def patron(person: str) -> str:
    return f"patron/{person}"


def move(source: str, to: str, amount: int) -> Postings:
    """From one account to another; nothing is not moved."""
    return (Moved(source, -amount), Moved(to, amount)) if amount else ()


def taken(account: str, amount: int) -> Postings:
    """What a table took out of an account between it and the house."""
    return move(account, TABLES, amount)


def given(account: str, amount: int) -> Postings:
    """What a table put into an account between it and the house."""
    return move(TABLES, account, amount)


def cash_in(to: str, amount: int) -> Postings:
    """Cash over the counter, for which the house owes something else."""
    return move(CASH, CAGE_CASH, amount) + move(HOUSE, to, amount)


def cash_out(source: str, amount: int) -> Postings:
    """Something that the house owes, paid in cash."""
    return move(source, HOUSE, amount) + move(CAGE_CASH, CASH, amount)


def chips_in(to: str, amount: int) -> Postings:
    return move(CHIPS_OUTSIDE, CAGE_CHIPS, amount) + move(HOUSE, to, amount)


def chips_out(source: str, amount: int) -> Postings:
    return move(source, HOUSE, amount) + move(CAGE_CHIPS, CHIPS_OUTSIDE, amount)


def paid_in_by(to: str, amount: int, means: str, otherwise: str) -> Postings:
    """In cash or chips over the counter; by any other means out of an account."""
    if means == "cash":
        return cash_in(to, amount)
    return chips_in(to, amount) if means == "chips" else move(otherwise, to, amount)


def paid_out_by(source: str, amount: int, means: str, otherwise: str) -> Postings:
    """In cash or chips over the counter; by any other means into an account."""
    if means == "cash":
        return cash_out(source, amount)
    return chips_out(source, amount) if means == "chips" else move(source, otherwise, amount)


def balance(house: House, account: str) -> int:
    return house.accounts.get(account, 0)


def balances(house: House, prefix: str) -> dict[str, int]:
    """What is in every account whose name begins so."""
    return {name: amount for name, amount in house.accounts.items() if name.startswith(prefix)}


def is_guarded(account: str) -> bool:
    """Whether the house itself knows that an account may not fall below zero: of the chips outside it sees only what
    passes its own counter, and the ledger, which sees the tables too, guards the whole."""
    return not account.startswith(OUTSIDE) and account != CHIPS_OUTSIDE


def short(house: House, postings: Postings, instead: str, clause: str = "") -> Refused | None:
    """A refusal if an account of the house has not what is to be taken out of it."""
    change: dict[str, int] = {}
    for it in postings:
        change[it.account] = change.get(it.account, 0) + it.amount
    for account, amount in change.items():
        there = balance(house, account)
        if is_guarded(account) and there + amount < 0:
            return Refused(
                Why.NOT_ENOUGH,
                clause or None,
                "account-too-small",
                account=account,
                amount=-amount,
                there=there,
                instead=instead,
            )
    return None


def post(house: House, postings: Postings) -> None:
    """Move money; an account with nothing in it is not kept."""
    for it in postings:
        left = balance(house, it.account) + it.amount
        if left:
            house.accounts[it.account] = left
        else:
            house.accounts.pop(it.account, None)


def posted(house: House, event: Moves) -> None:
    """A fact that moves money and does nothing else."""
    post(house, event.postings)


def broken(house: House) -> str:
    """What must hold of the accounts and does not; empty while all of it does."""
    whole = sum(house.accounts.values())
    if whole:
        return f"the accounts add up to {dollars(whole)} and not to 0.00"
    below = [name for name, amount in house.accounts.items() if amount < 0 and is_guarded(name)]
    return f"{below[0]} is at {dollars(house.accounts[below[0]])}, below 0.00" if below else ""
