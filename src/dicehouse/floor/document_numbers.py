"""Numbers of identity documents. They lie sealed in the vault, and the journal holds a reference to each and its end.

The vault has a number before the journal names it; what no identity names is removed later.
"""

import hmac
from collections.abc import Collection
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct

from dicehouse.floor.pins import UNDER_WAY
from dicehouse.floor.vault import Vault

PLACE: Final = "document/"


class KeptNumber(Struct, frozen=True):
    """A number in the vault."""

    number: str
    at: datetime


class DocumentNumbers:
    """The numbers of one house."""

    def __init__(self, vault: Vault, secret: bytes) -> None:
        self._vault = vault
        self._named_by = hmac.digest(secret, b"references of documents", "sha256")

    def keep(self, id: str, number: str, now: datetime) -> str:
        """Keep a number, and the reference for the journal; a command that is sent again has the same one."""
        reference = hmac.digest(self._named_by, id.encode(), "sha256").hex()[:32]
        self._vault.put_new(PLACE + reference, msgspec.json.encode(KeptNumber(number, now)))
        return reference

    def number(self, reference: str) -> str:
        """A number as it was kept; empty where there is none."""
        found = self._vault.get(PLACE + reference)
        return msgspec.json.decode(found, type=KeptNumber).number if found else ""

    def sweep(self, named: Collection[str], now: datetime) -> None:
        """Remove what no identity names and no command is about to."""
        for name in self._vault.names(PLACE):
            found = self._vault.get(name) if name.removeprefix(PLACE) not in named else None
            if found and msgspec.json.decode(found, type=KeptNumber).at < now - UNDER_WAY:
                self._vault.remove(name)
