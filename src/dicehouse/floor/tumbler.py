"""Where dice come from. A tumbler is shaken, which seals what has fallen, and read, which opens the seal.

The simulated one draws from the machine's own source of chance and seals its draw by a SHA-256 that is published before
anyone sees the dice. What it has drawn and not yet shown is kept in the vault, so that a process that takes over in
mid-round can open the seal and nobody else can; once shown it is public.
"""

import asyncio
import hashlib
import logging
import random
import secrets
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Protocol

import msgspec

from dicehouse.dice import Dice
from dicehouse.floor.certificates import TlsPlan, asking
from dicehouse.floor.plan import TablePlan
from dicehouse.floor.vault import Vault
from dicehouse.journal.store import BrokenError
from dicehouse.table.sealing import sealed_text

REMEMBERED: Final = 8
"""Draws that are kept; the one that counts is the one whose seal the table has."""


log = logging.getLogger("dicehouse.floor")


@dataclass(frozen=True)
class Drawn:
    """Dice that have fallen and that nobody has seen."""

    dice: tuple[int, ...]
    salt: str

    @property
    def seal(self) -> str:
        return hashlib.sha256(self.text).hexdigest()

    @property
    def text(self) -> bytes:
        return sealed_text(self.salt, self.dice)


def draw(dice: Dice, chance: random.Random) -> Drawn:
    """Let dice fall, unseen."""
    return Drawn(tuple(chance.randint(1, 6) for _ in range(dice.count)), f"{chance.getrandbits(128):032x}")


class Shaken(NamedTuple):
    """What came of shaking."""

    seal: str
    """Of the dice as they lie; empty where it failed."""
    why: str = ""
    """What went wrong; empty when nothing did."""


class Reading(NamedTuple):
    """What came of reading."""

    read: Literal["flat", "cocked", "failed"]
    dice: tuple[int, ...] = ()
    salt: str = ""
    why: str = ""
    """What went wrong, where it failed."""


class Tumbler(Protocol):
    """A set of dice that falls by itself."""

    async def shake(self) -> Shaken: ...

    async def read(self, seal: str) -> Reading:
        """The dice under a seal."""

    async def close(self) -> None: ...


class SimulatedTumbler:
    """A cryptographic generator."""

    def __init__(self, vault: Vault, table: str, dice: Dice) -> None:
        self._vault = vault
        self._place = f"draws/{table}"
        self._dice = dice
        self._chance = secrets.SystemRandom()
        self._drawn: dict[str, Drawn] | None = None

    async def shake(self) -> Shaken:
        drawn = draw(self._dice, self._chance)
        kept = await self._all()
        kept[drawn.seal] = drawn
        while len(kept) > REMEMBERED:
            del kept[next(iter(kept))]
        await asyncio.to_thread(self._vault.put, self._place, msgspec.json.encode(kept))
        return Shaken(drawn.seal)

    async def read(self, seal: str) -> Reading:
        found = (await self._all()).get(seal)
        if found is None:
            return Reading("failed", why=f"no draw is under the seal {seal or 'that was never made'}")
        return Reading("flat", found.dice, found.salt)

    async def close(self) -> None:
        """There is nothing to close."""

    async def _all(self) -> dict[str, Drawn]:
        """The latest draws by their seals, as they were kept."""
        if self._drawn is None:
            try:
                kept = await asyncio.to_thread(self._vault.get, self._place)
            except BrokenError as error:  # a round whose dice cannot be read has no result; the next one has
                log.error("%s", error)
                kept = None
            self._drawn = msgspec.json.decode(kept, type=dict[str, Drawn]) if kept else {}
        return self._drawn


def tumbler_of(plan: TablePlan, vault: Vault, dice: Dice, tls: TlsPlan | None) -> Tumbler | None:
    """As a table's plan has it; None where a dealer keys the dice in."""
    if plan.tumbler == "keyed":
        return None
    if plan.tumbler == "simulated":
        return SimulatedTumbler(vault, plan.name, dice)
    from dicehouse.floor.link import LinkedTumbler

    own = asking(tls) if tls and plan.tumbler.startswith("tls:") else None
    return LinkedTumbler(plan.tumbler, dice.count, tls=own)
