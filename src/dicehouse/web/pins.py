"""A PIN that a player keys at the cage: it goes into the vault here, so that no command and no journal holds one."""

import asyncio
import hmac
import secrets
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from dicehouse.floor.floor import Floor
from dicehouse.house.patrons import IssueCard
from dicehouse.house.pins import CheckPin, SetPin, pin_of
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Answer, Command
from dicehouse.views.parts import Refusal
from dicehouse.web.rate_limit import Rate
from dicehouse.web.refusals import Turned, turned

WITH_PIN: Final = (IssueCard, SetPin, CheckPin)
"""Commands that come with a PIN."""
TO_COME: Final[dict[type[Command], dict[str, Any]]] = {
    IssueCard: {"pin_reference": "0" * 32},
    SetPin: {"pin_reference": "0" * 32},
    CheckPin: {"matched": False},
}
"""What stands in such a command until its PIN was looked at; nobody but the server says it."""
LENGTH: Final = range(4, 17)
HASHING: Final = 2
"""PINs that are hashed at a time; each takes much memory."""


def without_pin(kind: type[Command], fields: dict[str, Any]) -> dict[str, Any] | Refusal:
    """The fields of a command that comes with a PIN, without it."""
    if brought := TO_COME[kind].keys() & fields:
        return turned(Why.MALFORMED, "server-says", known=tuple(sorted(brought)))
    pin = fields.get("pin")
    if not isinstance(pin, str) or not pin.isascii() or not pin.isdigit() or len(pin) not in LENGTH:
        return turned(Why.MALFORMED, "pin-unreadable")
    return {key: it for key, it in fields.items() if key != "pin"} | TO_COME[kind]


class PinPad:
    """Where PINs are keyed."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._hashing = asyncio.Semaphore(HASHING)
        self._apart = secrets.token_bytes(32)
        """By which tries are told apart; it is kept nowhere, so that no id tells later which PIN was tried."""
        self._tries = Rate(20, 10)
        """PINs that one of the staff has had compared, of whichever cards."""

    async def completed(self, command: IssueCard | SetPin | CheckPin, body: bytes) -> Command | Refusal:
        """A command with what the house is told in place of the PIN that came with it."""
        pin = msgspec.json.decode(body, type=dict[str, Any])["pin"]
        if isinstance(command, CheckPin):
            return await self._compared(command, pin)
        async with self._hashing:
            given = f"{command.by}\n{command.id}"
            kept = await asyncio.to_thread(self._floor.pins.keep, given, pin, self._floor.now())
        return replace(command, pin_reference=kept)

    async def _compared(self, command: CheckPin, pin: str) -> Command | Refusal:
        """Another PIN counts as another try, also where it comes with the same id: otherwise it would be answered as
        the first one was, or not, and so tell without counting. Sent again as it was, it is the same try."""
        if wait := self._tries.take(command.by):
            return turned(Turned.TOO_OFTEN, "too-many-pins-keyed", by=command.by, wait=wait)
        reference = pin_of(self._floor.house.house, command.card)
        async with self._hashing:
            matched = await asyncio.to_thread(self._floor.pins.matches, reference, pin)
        told = hmac.digest(self._apart, f"{command.by}\n{command.id}\n{pin}".encode(), "sha256")
        return replace(command, id=f"check-pin:{told.hex()[:32]}", matched=matched)

    async def forget(self, before: str, command: Command, answer: Answer) -> None:
        """Remove the PIN that a card had before, once it has the new one."""
        if not isinstance(command, IssueCard | SetPin) or isinstance(answer, Refused):
            return
        now = self.of(command)
        if before and before != now == command.pin_reference:
            await asyncio.to_thread(self._floor.pins.remove, before)

    def of(self, command: Command) -> str:
        """The reference of the PIN of the patron whom a command is about."""
        patron = self._floor.house.house.patrons.get(getattr(command, "patron", ""))
        return patron.card.pin_reference if patron and patron.card else ""
