"""PINs of player cards. They lie in the vault, and of each the journal holds no more than a reference to it.

Four digits are guessed in no time by whoever has a hash of them. So a PIN first goes through HMAC-SHA-256 under a
secret of the house, without which no guess can be tried, and then through Argon2id with a salt of its own. The vault
has it before the journal names it, so that no card comes to be whose PIN was lost; what no card names is removed later.
"""

import hmac
import logging
import secrets
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from msgspec import Struct

from dicehouse.floor.vault import Vault
from dicehouse.journal.store import BrokenError

PLACE: Final = "pin/"
_TIME: Final = 2
_MEMORY: Final = 19_456
"""Kibibytes."""
UNDER_WAY: Final = timedelta(minutes=10)
"""After which a PIN that no card names is taken for given up."""


log = logging.getLogger("dicehouse.floor")


class KeptPin(Struct, frozen=True):
    """A PIN in the vault."""

    salt: bytes
    hash: bytes
    at: datetime


class Pins:
    """The PINs of one house. What is slow here takes some tens of milliseconds, on purpose: call it in a thread."""

    def __init__(self, vault: Vault, secret: bytes) -> None:
        self._vault = vault
        self._keyed_by = hmac.digest(secret, b"pins", "sha256")
        self._named_by = hmac.digest(secret, b"references of pins", "sha256")
        self._nobody = KeptPin(secrets.token_bytes(16), b"", datetime.min.replace(tzinfo=UTC))

    def keep(self, id: str, pin: str, now: datetime) -> str:
        """Keep the PIN that a command brings, and the reference for the journal. Slow.

        The reference follows from the command's id. A command that is sent again has the same one, and the PIN that was
        kept first stays: nobody learns by sending it whether another PIN is the same.
        """
        reference = hmac.digest(self._named_by, id.encode(), "sha256").hex()[:32]
        salt = secrets.token_bytes(16)
        kept = KeptPin(salt, self._hash(pin, salt), now)
        self._vault.put_new(PLACE + reference, msgspec.json.encode(kept))
        return reference

    def matches(self, reference: str, pin: str) -> bool:
        """Whether a PIN is the one that was kept; it takes as long where there is none. Slow."""
        kept = self._kept(PLACE + reference) or self._nobody
        return hmac.compare_digest(self._hash(pin, kept.salt), kept.hash)

    def is_kept(self, reference: str) -> bool:
        return self._kept(PLACE + reference) is not None

    def remove(self, reference: str) -> None:
        self._vault.remove(PLACE + reference)

    def sweep(self, named: Collection[str], now: datetime) -> None:
        """Remove what no card names and no command is about to."""
        for name in self._vault.names(PLACE):
            kept = self._kept(name) if name.removeprefix(PLACE) not in named else None
            if kept and kept.at < now - UNDER_WAY:
                self._vault.remove(name)

    def _kept(self, name: str) -> KeptPin | None:
        """What lies in the vault; one that is damaged is none, and has to be set anew."""
        try:
            found = self._vault.get(name)
        except BrokenError as error:
            log.error("%s", error)
            return None
        return msgspec.json.decode(found, type=KeptPin) if found else None

    def _hash(self, pin: str, salt: bytes) -> bytes:
        from argon2.low_level import Type, hash_secret_raw

        keyed = hmac.digest(self._keyed_by, pin.encode(), "sha256")
        return hash_secret_raw(
            keyed, salt, time_cost=_TIME, memory_cost=_MEMORY, parallelism=1, hash_len=32, type=Type.ID
        )
