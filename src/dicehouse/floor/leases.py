"""Leases: each stream is led by one process, which publishes its address and renews its lease in time.

The streams are shared out evenly among the processes that live: who has more than a fair share gives the rest up, and
who has less takes what is free. When a process dies its leases run out, and others take its tables over where the
journal left them.
"""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from dicehouse.floor.vault import Vault
from dicehouse.journal.store import Store

SECONDS: Final = 2
"""How long a lease lasts. Whoever leads renews all of its leases nine times in that time, in one transaction, so that
only a process that stands still for most of it loses them; the tables of one that died are led again within 3 seconds.

That nobody else leads meanwhile is not for clocks to see to: the store writes an entry only if its leader holds the
lease in that very transaction. Between clocks that differ by more than eight ninths of a lease, some 1.7 seconds, a
process takes what another one leads, which costs a change of leaders and nothing else."""
LED: Final = "led/"
"""Under which the vault keeps who leads a stream."""
HERE: Final = "~here/"
"""A process leads the stream of its own name, which says that it lives."""


class LeaseChanges(NamedTuple):
    """What a process is to do with its leases now."""

    lost: list[str]
    """What another process has taken from it."""
    gives_up: list[str]
    take: list[str]
    """Those to take; others may be quicker."""


class Leases:
    """The leases of one process."""

    def __init__(self, store: Store, vault: Vault, holder: str, seconds: int = SECONDS) -> None:
        """Who took a lease last lies in the vault, for that is where commands are sent."""
        self.store = store
        self._vault = vault
        self.holder = holder
        self.seconds = seconds

    def renew(self, streams: Sequence[str], led: Collection[str], now: datetime) -> LeaseChanges:
        """Renew what this process leads, and see what its fair share is. The first streams are given up last."""
        here = HERE + self.holder
        renewed = self.store.renew([here, *led], self.holder, now, self.seconds)
        if here not in renewed:
            self.store.lead(here, self.holder, now, self.seconds)
        standing = self.store.leases(now)
        living = sum(1 for it in standing if it.startswith(HERE))
        share = -(-len(streams) // max(1, living))
        own = [it for it in streams if it in renewed]
        others = {it for it, lease in standing.items() if lease.holder != self.holder}
        free = [it for it in streams if it not in renewed and it not in others]
        lost = [it for it in streams if it in led and it not in renewed]
        return LeaseChanges(lost, own[share:], free[: max(0, share - len(own))])

    def take(self, stream: str, now: datetime) -> bool:
        """Take the lease of a stream; whether this process leads it now."""
        if self.store.lead(stream, self.holder, now, self.seconds) is None:
            return False
        if self.holder_of(stream) != self.holder:
            self._vault.put(LED + stream, self.holder.encode())
        return True

    def holder_of(self, stream: str) -> str:
        """Who took the lease last."""
        return (self._vault.get(LED + stream) or b"").decode()

    async def release(self, streams: Iterable[str]) -> None:
        for stream in streams:
            await asyncio.to_thread(self.store.release, stream, self.holder)

    async def leave(self) -> None:
        """This process is about to end."""
        await self.release([HERE + self.holder])
