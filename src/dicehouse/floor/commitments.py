"""Secrets to which the house has committed by their hash, kept sealed until they are due to be opened.

What a draw of prizes or the seats of a tournament follow from is drawn here, where nobody sees it. Its SHA-256 goes
into the journal; the secret itself lies in the vault, in no entry, no view and no export, so that it survives a restart
and another process can take over. A house that promises a secret of its own gives the hash with its order, and later
the secret.
"""

import asyncio
import secrets
from typing import Final

from msgspec.structs import replace

from dicehouse.floor.vault import Vault
from dicehouse.house.judge import decide
from dicehouse.house.promotions.drawing import CommitDraw, OpenDraw
from dicehouse.house.promotions.lot import commitment
from dicehouse.house.state import House
from dicehouse.house.tournaments.rounds import StartRound
from dicehouse.house.tournaments.seating import PromiseSeats
from dicehouse.refusal import Refused, Why
from dicehouse.table.orders import Command

BYTES: Final = 32
"""Of a secret, which is written in hexadecimal digits."""
TRIED: Final = "0" * 64
"""A promise that is only judged."""


class Commitments:
    """The secrets of one house."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def make(self) -> str:
        """Draw a secret and keep it; the promise of it, once that is durable."""
        secret = secrets.token_hex(BYTES)
        promise = commitment(secret)
        self._vault.put(_name(promise), secret.encode())
        return promise

    def opened(self, promise: str) -> str:
        """The secret of a promise; empty where it is not kept here."""
        return (self._vault.get(_name(promise)) or b"").decode()

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
    return f"promised/{promise}"


def _lacks_the_secret(house: House, command: Command) -> bool:
    answer = decide(house, command)
    return isinstance(answer, Refused) and answer.why is Why.ENTRY_DIFFERS
