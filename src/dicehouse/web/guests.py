"""Guests of the demo: whoever presses Play sits at a table with chips, and is known to the house by a number.

Everything goes by the books: a guest is registered, deposits play money, takes a seat and buys chips, as anyone does.
"""

import asyncio
import itertools
import secrets
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from dicehouse.floor.floor import Floor
from dicehouse.floor.running import Running
from dicehouse.house import accounts, cage
from dicehouse.house.orders import PATRON
from dicehouse.house.patrons import IssueCard, RegisterPatron, for_table
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import PLAYER, Command
from dicehouse.table.people import LeaveSeat, TakeSeat
from dicehouse.table.seats import Seat
from dicehouse.views.parts import refusal
from dicehouse.web.lobby import CHIPS, free_seat, play_now
from dicehouse.web.refusals import Turned, TurnedError, turned
from dicehouse.web.roles import HOUSE

GUEST: Final = "Guest"
CARDS: Final = 90_000
"""The numbers of their cards begin after it; nobody is told a PIN, for a guest's own browser is the key."""
ARRIVES: Final = 5.0
"""Seconds within which chips come to a table that were bought."""


class Guest(NamedTuple):
    """Someone of whom the house knows a card and no more."""

    name: str
    card: str


class Guests:
    """Seats people at the tables of a demo house."""

    def __init__(self, floor: Floor, is_here: Callable[[str], bool]) -> None:
        """`is_here` says of a name whether its person is signed in."""
        self.floor = floor
        self._is_here = is_here
        self._one = asyncio.Lock()
        """One comes after the other, so that no two are given the same place."""

    async def new(self) -> Guest:
        """A guest whom the house has not known before, with a card and enough to buy chips."""
        async with self._one:
            number = next(n for n in itertools.count(1) if f"{GUEST} {n}" not in self.floor.house.house.patrons)
            guest = Guest(f"{GUEST} {number}", f"{CARDS + number}")
            pin = await asyncio.to_thread(
                self.floor.pins.keep, f"play/{guest.card}", f"{secrets.randbelow(10_000):04}", self.floor.now()
            )
            await self._does(HOUSE, RegisterPatron, "Cass", "cashier", patron=guest.name)
            card = {"patron": guest.name, "number": guest.card, "pin_reference": pin}
            await self._does(HOUSE, IssueCard, "Cass", "cashier", **card)
            money = {"person": guest.name, "amount": 5 * CHIPS, "means": "bank-transfer"}
            await self._does(HOUSE, cage.DepositFunds, "Cass", "cashier", **money)
            return guest

    async def seat(self, person: str, card: str, table: str) -> str:
        """Seat someone with chips at a table, or at the best one where none is named; its name."""
        async with self._one:
            running = self._table(table)
            seat = running.table.seat_of(person)
            if seat is None:
                await self._sits(running, person, card)
                seat = running.table.seat_of(person)
            if seat is not None and not seat.rack and not seat.staked:
                await self._buys(running, person)
            return running.name

    def _table(self, name: str) -> Running:
        best = None if name else play_now(self.floor.tables.values(), self.floor.now())
        found = self.floor.tables.get(name or (best.table if best else ""))
        if found is None:
            raise TurnedError(turned(Turned.NOT_FOUND, "no-table-asked-for", table=name))
        return found

    async def _sits(self, running: Running, person: str, card: str) -> None:
        """In a free place; guests who have gone and left nothing on the layout make room."""
        if not free_seat(running.table):
            for gone in [it for it in running.table.seats.values() if self._has_gone(it)]:
                await self._does(running.name, LeaveSeat, gone.person, PLAYER, seat=gone.number)
        own = for_table(self.floor.house.house, card)
        seat = free_seat(running.table) or 1
        await self._does(running.name, TakeSeat, person, PLAYER, seat=seat, card=own)

    def _has_gone(self, seat: Seat) -> bool:
        return seat.person.startswith(f"{GUEST} ") and not seat.staked and not self._is_here(seat.person)

    async def _buys(self, running: Running, person: str) -> None:
        house = self.floor.house
        amount = min(CHIPS, accounts.balance(house.house, accounts.patron(person)))
        if amount <= 0:
            return
        sent = await self._does(HOUSE, cage.BuyIn, person, PATRON, person=person, table=running.name, amount=amount)
        async with asyncio.timeout(ARRIVES):
            while sent in house.house.sent and not house.halted:
                await house.signal.after(house.signal.sent)

    async def _does(self, to: str, order: type[Command], by: str, role: str, /, **fields: Any) -> str:
        """Give a command; its id. What is refused is told."""
        id = f"play:{secrets.token_hex(8)}"
        answer = await self.floor.give(to, order(id=id, at=self.floor.now(), by=by, role=role, **fields))
        if isinstance(answer, Refused):
            raise TurnedError(refusal(answer), who=by)
        return id


def no_demo() -> TurnedError:
    """In a house in earnest nobody is a guest."""
    return TurnedError(refusal(Refused(Why.NOT_ALLOWED, None, "no-guests-here")))
