"""The books of a table: what each event moves from one account to another, as its chapter states it.

A chapter has the postings of its events in `POSTINGS`, from the event and the table before it; an event that is not
there moves nothing. Whatever an event does to the table must be what was stated, to the cent, or the table stops: the
house's places are compared, and those of the seats that the event names as `seat` or `there`, by its `bet` or in
`settled`.
"""

from functools import cache
from typing import Any, Final

from dicehouse.money import dollars
from dicehouse.table.judge import CHAPTERS, evolve
from dicehouse.table.ledger import own, seat_accounts, tray_of
from dicehouse.table.orders import Entries, Event, Postings
from dicehouse.table.state import Table

POSTINGS: Final[Postings] = {
    kind: posting for chapter in CHAPTERS for kind, posting in getattr(chapter, "POSTINGS", {}).items()
}


class BooksError(RuntimeError):
    """Money was made or lost: an event changed an account otherwise than it states."""


def applied(table: Table, event: Event) -> Entries:
    """Apply an event, and say what it moved."""
    posting = POSTINGS.get(type(event))
    entries = posting(table, event) if posting is not None else []
    seats = _touched(table, event)
    came, house, before = table.came, _of_house(table), {seat: _of_seat(table, seat) for seat in seats}
    evolve(table, event)
    changed: Entries = []
    if (now := _of_house(table)) != house:
        changed += _changes(_accounts_of_house(table), house, now)
    for seat, was in before.items():
        if (now := _of_seat(table, seat)) != was:
            changed += _changes(seat_accounts(table.config.name, seat), was, now)
    gained = 0
    for _, amount in changed:
        gained += amount
    if gained != table.came - came or (entries not in (changed, changed[::-1]) and _differ(table, changed, entries)):
        said = event.__struct_config__.tag
        raise BooksError(f"{said}: it states {_said(entries)} and changed {_said(changed)}; stop the table")
    return entries


def _differ(table: Table, changed: Entries, entries: Entries) -> bool:
    """Whether the accounts of the table changed otherwise than stated, or the entries do not add up to nothing."""
    begins, tray = own(table.config.name, ""), tray_of(table)
    stated = {account: amount for account, amount in entries if account.startswith(begins) or account == tray}
    return stated != dict(changed) or sum(amount for _, amount in entries) != 0


def _said(entries: Entries) -> str:
    return ", ".join(f"{account} by {dollars(amount)}" for account, amount in entries) or "nothing"


def _touched(table: Table, event: Any) -> set[int]:
    """The seats whose money an event can move."""
    kind: type[Event] = type(event)
    names_seat, names_there, names_bet, names_settled = _names(kind)
    seats = {event.seat} if names_seat else set()
    if names_there:
        seats.add(event.there)
    if names_bet and event.bet in table.bets:
        seats.add(table.bets[event.bet].seat)
    if names_settled:
        seats.update(it.seat for it in event.settled)
    return seats


@cache
def _names(kind: type[Event]) -> tuple[bool, bool, bool, bool]:
    """Whether events of a kind name a seat, the seat where someone is by now, a wager, and wagers that were settled."""
    fields = kind.__struct_fields__
    return "seat" in fields, "there" in fields, "bet" in fields, "settled" in fields


Amounts = tuple[int, ...]
_PLACES: Final = ("drop", "cashless", "tokens", "withheld", "doubted")


def _of_house(table: Table) -> Amounts:
    withheld = sum(table.withheld.values()) if table.withheld else 0
    doubted = sum(it.amount for it in table.doubted.values()) if table.doubted else 0
    return table.float, table.drop, table.cashless, table.taken, withheld, doubted


def _accounts_of_house(table: Table) -> tuple[str, ...]:
    return tray_of(table), *(own(table.config.name, it) for it in _PLACES)


def _of_seat(table: Table, number: int) -> Amounts:
    seat = table.seats.get(number)
    if seat is None:
        return 0, 0, 0, 0
    checks = sum(it.count * it.value for it in seat.checks.values()) if seat.checks else 0
    return seat.rack, seat.tokens, checks, seat.staked + seat.aside


def _changes(names: tuple[str, ...], was: Amounts, now: Amounts) -> Entries:
    changed: Entries = []
    for place, there in enumerate(now):
        if there != was[place]:
            changed.append((names[place], there - was[place]))
    return changed


def places(table: Table) -> dict[str, int]:
    """What lies in every place of the table, by the name of its account."""
    names, amounts = list(_accounts_of_house(table)), list(_of_house(table))
    for number in sorted(table.seats):
        names += seat_accounts(table.config.name, number)
        amounts += _of_seat(table, number)
    return {name: amount for name, amount in zip(names, amounts, strict=True) if amount}


def accounts(table: Table) -> dict[str, int]:
    """The same, only of what the ledger guards."""
    return {account: amount for account, amount in places(table).items() if not account.startswith("~")}
