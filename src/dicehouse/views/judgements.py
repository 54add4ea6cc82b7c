"""Cached judgements of the controls that are always shown, kept until an event happens on which they may depend.

A wager changes little of what staff may do. So a chip on the felt is no reason to judge every key of the dealer and of
the pit anew: those are left alone for which it does not matter what stands on the layout.
"""

from collections.abc import Callable, Hashable
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from dicehouse.table import (
    complaints,
    craps_roll,
    dealt,
    dealt_result,
    dice_set,
    disputes,
    electronic,
    enquiries,
    faults,
    limits,
    mispayments,
    notices,
    opening,
    rectifying,
    shooter,
    table_sign,
    throw,
)
from dicehouse.table.orders import Command, Event, Events
from dicehouse.table.settlement import WagerPlaced, WagerRestaked, WagersTakenBack
from dicehouse.table.state import Table

_CHAPTERS: Final = (
    craps_roll, dealt, dealt_result, dice_set, disputes, complaints, enquiries, faults, limits, mispayments, notices,
    rectifying, throw,
)  # fmt: skip
ABOUT_THE_LINE: Final = frozenset(
    {
        shooter.OfferDice, shooter.AcceptDice, shooter.DeclineDice, shooter.PassDice, shooter.SelectDice,
        throw.ThrowDice,
    }
)  # fmt: skip
"""Commands for which no wager matters but those on the line."""
NO_MATTER_OF_WAGERS: Final = (
    frozenset({kind for chapter in _CHAPTERS for kind in chapter.COMMANDS})
    | {
        opening.AnnounceClosing,
        opening.WithdrawClosing,
        table_sign.ChangeLimits,
        shooter.OrderPass,
        electronic.VoidRound,
    }
    | ABOUT_THE_LINE
) - {dealt.OrderDemonstration}
"""Commands that may be given or not whatever stands on the layout, but for the line."""
GOOD_FOR: Final = timedelta(seconds=5)
"""How long an answer is kept at most: some change by the clock alone."""

T = TypeVar("T")
Key = tuple[type[Command] | str, Hashable]
"""A command, or a list of what is offered that no wager matters for; and for whom."""


class Judgements:
    """Of one table, for everyone who looks at it."""

    def __init__(self) -> None:
        self._table: Table | None = None
        """The state that was judged; another takes its place where something could not be written."""
        self._kept: dict[Key, tuple[datetime, Any]] = {}

    def listen(self, events: Events) -> None:
        """Forget what may be different after these."""
        if not self._kept:
            return
        wagers: set[str] = set()
        for event in events:
            names = _wagers(event)
            if names is None:
                self._kept.clear()
                return
            wagers |= names
        stays = (
            NO_MATTER_OF_WAGERS - ABOUT_THE_LINE
            if self._table is None or wagers & {*self._table.book.line}
            else NO_MATTER_OF_WAGERS
        )
        self._kept = {key: kept for key, kept in self._kept.items() if isinstance(key[0], str) or key[0] in stays}

    def of(self, table: Table, key: Key, at: datetime, judge: Callable[[], T]) -> T:
        """The answer that is kept, or that of the judge."""
        if self._table is not table:
            self._table = table
            self._kept.clear()
        kept = self._kept.get(key)
        if kept is None or at - kept[0] > GOOD_FOR:
            kept = self._kept[key] = (at, judge())
        answer: T = kept[1]
        return answer


def _wagers(event: Event) -> set[str] | None:
    """The wagers that an event is about and nothing else; None where it may be about anything."""
    if isinstance(event, WagerPlaced | WagerRestaked):
        return {event.wager}
    return {it.wager for it in event.settled} if isinstance(event, WagersTakenBack) else None
