"""Whether the practice dealer deals a table; kept in the vault for the process that leads the table next."""

import asyncio
from typing import Final

import msgspec

from dicehouse.floor.running import Running
from dicehouse.floor.vault import Vault

PRACTICE: Final = "practice/"
"""Under which the vault keeps it."""


async def keep_practice(vault: Vault, table: str, on: bool) -> None:
    await asyncio.to_thread(vault.put, PRACTICE + table, msgspec.json.encode(on))


async def remember_practice(vault: Vault, running: Running) -> None:
    """As it was kept, here or in another process."""
    if running.plan.dealer != "practice":
        return
    kept = await asyncio.to_thread(vault.get, PRACTICE + running.name)
    if kept is not None and (on := msgspec.json.decode(kept, type=bool)) != running.practice:
        running.practise(on)
