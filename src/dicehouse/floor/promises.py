"""Secrets that the house has promised by their hash, kept under seal until they are due to be opened.

What a draw of prizes or the seats of a tournament follow from is drawn here, where nobody sees it. Its SHA-256 goes
into the journal; the secret itself is encrypted and lies in the store beside the journal, in no entry, no view and no
export, so that it survives a restart and another process can take over. The key comes from the key that signs
checkpoints, where the house has one, and from what the store keeps: whoever has a copy of the store alone cannot read
it. A house that promises a secret of its own gives the hash with its order, and later the secret.
"""

import asyncio
import secrets
from collections.abc import Callable
from functools import cached_property
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec.structs import replace

from dicehouse.house.judge import decide
from dicehouse.house.promotions.drawing import CommitDraw, OpenDraw
from dicehouse.house.promotions.lot import commitment
from dicehouse.house.state import House
from dicehouse.house.tournaments.rounds import StartRound
from dicehouse.house.tournaments.seating import PromiseSeats
from dicehouse.journal.store import Store
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Command

LABEL: Final = b"dicehouse promise 1"
"""What the signing key signs to make the key of the seals; the signature is never shown."""
NONCE: Final = 12
BYTES: Final = 32
"""Of a secret, which is written in hexadecimal digits."""
TRIED: Final = "0" * 64
"""A promise that is only judged."""


class Promises:
    """The secrets of one house."""

    def __init__(self, store: Store, held: Callable[[], bytes]) -> None:
        """`held` is what the key of the seals is made from; it is fetched when it is first needed."""
        self._store = store
        self._held = held

    @cached_property
    def _cipher(self) -> AESGCM:
        return AESGCM(HKDF(SHA256(), 32, salt=None, info=LABEL).derive(self._held()))

    def make(self) -> str:
        """Draw a secret and keep it; the promise of it, once that is durable."""
        secret = secrets.token_hex(BYTES)
        promise, nonce = commitment(secret), secrets.token_bytes(NONCE)
        sealed = nonce + self._cipher.encrypt(nonce, secret.encode(), promise.encode())
        self._store.keep(_name(promise), 0, sealed)
        return promise

    def opened(self, promise: str) -> str:
        """The secret of a promise; empty where it is not kept here, or not under this key."""
        kept = self._store.kept(_name(promise))
        if kept is None:
            return ""
        nonce, sealed = kept[1][:NONCE], kept[1][NONCE:]
        try:
            return self._cipher.decrypt(nonce, sealed, promise.encode()).decode()
        except InvalidTag:
            return ""

    async def kept(self, house: House, command: Command) -> Command:
        """A command with the promise or the secret that it leaves to the house.

        A secret is drawn only for a promise that the house would take, and opened only if nothing but the secret is
        missing; otherwise the command goes to its judge as it is.
        """
        if isinstance(command, CommitDraw | PromiseSeats) and not command.commitment:
            if isinstance(decide(house, replace(command, commitment=TRIED)), Refused):
                return command
            return replace(command, commitment=await asyncio.to_thread(self.make))
        if isinstance(command, OpenDraw) and not command.secret and _lacks_the_secret(house, command):
            promise = house.promotions[command.promotion].draw.committed
            return replace(command, secret=await asyncio.to_thread(self.opened, promise))
        if isinstance(command, StartRound) and not command.seed and _lacks_the_secret(house, command):
            it = house.tournaments[command.tournament]
            return replace(command, seed=await asyncio.to_thread(self.opened, it.promised[it.rounds + 1]))
        return command


def _name(promise: str) -> str:
    return f"~promised/{promise}"


def _lacks_the_secret(house: House, command: Command) -> bool:
    answer = decide(house, command)
    return isinstance(answer, Refused) and answer.why is Why.ENTRY_DIFFERS
