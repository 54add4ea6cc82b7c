"""Forward a request to the process that holds the lease of a stream, with retries while it cannot be reached."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from dicehouse.floor.leases import Leases
from dicehouse.journal.store import UnavailableError
from dicehouse.leading.stream import NotLedError

AGAIN: Final = 0.2
"""Seconds after which it is tried again."""
PATIENCE: Final = 3.0
"""Seconds beyond a lease for which a command waits for someone to lead what it is for."""

T = TypeVar("T")


async def by_its_leader(
    stream: str, leases: Leases, here: Callable[[], Awaitable[T]], there: Callable[[str], Awaitable[T]]
) -> T:
    """Have it done by the process that leads a stream, here or at its address."""
    clock = asyncio.get_running_loop().time
    until = clock() + leases.seconds + PATIENCE
    while True:
        try:
            holder = await asyncio.to_thread(leases.holder_of, stream)
            return await (here() if holder == leases.holder else there(address_in(holder)))
        except (NotLedError, UnavailableError):
            if clock() > until:
                raise UnavailableError(f"{stream}: the process that leads it cannot be reached") from None
        await asyncio.sleep(AGAIN)


def address_in(holder: str) -> str:
    """The address of a process in the name by which it holds leases."""
    return holder.rpartition("#")[0]
