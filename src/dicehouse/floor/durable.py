"""Show only durable state: a state may be ahead of the journal for a moment, and is not shown before it is written.

A view notes how far the states are that it is made from, is made, and is handed out once all of that is written.
If part of it could not be written, the view is made again from the state as it is then.
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from dicehouse.floor.signal import Signal
from dicehouse.leading.stream import Leading, Mark

T = TypeVar("T")


class LedStream(Protocol):
    """A table or the house in play."""

    settled: Signal
    """Sent whenever the outcome of a command is known."""

    @property
    def leader(self) -> Leading[Any]: ...


class Seen:
    """How far some states were when they were looked at; to be made right before that."""

    def __init__(self, of: Iterable[LedStream]) -> None:
        marks = ((it, it.leader, it.leader.mark()) for it in of)
        self._ahead: list[tuple[LedStream, Leading[Any], Mark]] = [(it, by, mark) for it, by, mark in marks if mark]

    async def stands(self) -> bool:
        """Wait until all of it is written; False where some of it was not."""
        for it, leader, mark in self._ahead:
            while (stands := leader.stands(mark)) is None and it.leader is leader:
                await it.settled.after(it.settled.sent)
            if not stands:
                return False
        return True


async def once_durable(make: Callable[[], T], of: Iterable[LedStream]) -> T:
    """What is made of these, once it is durable."""
    of = tuple(of)
    while True:
        seen = Seen(of)
        made = make()
        if await seen.stands():
            return made
