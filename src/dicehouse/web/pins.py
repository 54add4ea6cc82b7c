"""A PIN that a player keys at the cage: it is hashed here, so that no command and no journal ever holds one."""

import asyncio
from typing import Any, Final

import msgspec

from dicehouse.floor.pins import new_salt, pin_hash
from dicehouse.floor.views.parts import Refusal
from dicehouse.house.patrons import salt_of
from dicehouse.house.state import House
from dicehouse.refusal import Why
from dicehouse.web.refusals import turned

NEW: Final = frozenset({"issue-card", "set-pin"})
CHECKED: Final = "check-pin"
LENGTH: Final = range(4, 17)
HASHING: Final = 2
"""PINs that are hashed at a time; each takes much memory."""


class PinPad:
    """Where PINs are keyed."""

    def __init__(self) -> None:
        self._hashing = asyncio.Semaphore(HASHING)

    async def without_pin(self, house: House, body: bytes) -> bytes | Refusal:
        """A command in which a PIN was keyed, with its salt and hash in place of it; any other as it came."""
        if b'"pin"' not in body:
            return body
        try:
            fields = msgspec.json.decode(body, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return body
        do, pin = fields.get("do"), fields.pop("pin", None)
        if pin is None or (do not in NEW and do != CHECKED):
            return body
        if not isinstance(pin, str) or not pin.isascii() or not pin.isdigit() or len(pin) not in LENGTH:
            return turned(Why.MALFORMED, "pin: it is 4 to 16 digits; have it keyed again")
        salt = new_salt() if do in NEW else salt_of(house, str(fields.get("card"))) or new_salt()
        async with self._hashing:
            fields["pin_hash"] = await asyncio.to_thread(pin_hash, pin, salt)
        if do in NEW:
            fields["salt"] = salt
        return msgspec.json.encode(fields)
