"""Defects that can be put back, one at a time: each breaks one promise of the house, as it was once broken or could be.

The simulation has to find each without being told which it is. They are put in place of the product's own functions
while a shift is played, so they stand here and nowhere else.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import datetime
from itertools import count
from typing import Any, Final
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from dicehouse.floor import counted_wagers, follow_up_rules, outbox
from dicehouse.floor.binding import Binding
from dicehouse.floor.clock import Clock
from dicehouse.floor.leases import Leases
from dicehouse.house import cage, exclusions, limits
from dicehouse.journal import batch, sqlite_file
from dicehouse.journal import drafts as rules
from dicehouse.leading.leader import Leader
from dicehouse.leading.stream import Leading
from dicehouse.table import Table, betting, books, ledger, mispayments, people, sales, settling
from dicehouse.table.orders import Command, Phase
from dicehouse.table.people import ChipsBrought, SeatLeft

Defect = Callable[[], AbstractContextManager[Any]]


def exclusion_next_door() -> AbstractContextManager[Any]:
    """An exclusion that one table orders is not heard of at another."""
    whole = exclusions.exclusion_at

    def only_here(house: Any, person: str, table: str, **more: Any) -> Any:
        kept = {who: tuple(it for it in found if it.table in {"", table}) for who, found in house.exclusions.items()}
        return whole(replace(house, exclusions=kept), person, table, **more)

    return patch.object(exclusions, "exclusion_at", only_here)


def pause_elsewhere() -> AbstractContextManager[Any]:
    """A pause holds at the table that ordered it alone."""
    return patch.object(limits, "paused_until", lambda *_: None)


def play_before_cleared() -> AbstractContextManager[Any]:
    """Someone who has sat down may bet before the house has said what may be lost."""
    return patch.object(people, "not_cleared", lambda *_: None)


def excess_kept() -> AbstractContextManager[Any]:
    """What was staked beyond a limit that was lowered in mid-round is not given back before the dice count."""
    return patch.object(settling, "excess", lambda *_, **__: ())


def same_dollar_twice() -> AbstractContextManager[Any]:
    """What may be lost is set apart for each table in full."""
    return patch.object(limits, "spare", lambda house, patron, _, now: limits.headroom(house, patron.name, now))


def corrected_twice() -> AbstractContextManager[Any]:
    """A payment that was corrected is corrected once more."""
    return patch.object(mispayments, "_corrected_before", lambda *_: None)


def moved_twice() -> AbstractContextManager[Any]:
    """A wrong payment is booked on the rack, and once more."""
    whole = mispayments.in_hand

    def twice(event: Any) -> Any:
        handed = whole(event)
        return handed._replace(rack=2 * handed.rack)

    return patch.object(mispayments, "in_hand", twice)


def acknowledged_early() -> AbstractContextManager[Any]:
    """A command is answered before it is written."""
    whole = Leading._hand

    def early(self: Any, draft: Any, listen: Any, answer: Any, kept: Any) -> None:
        listen(answer)
        whole(self, draft, lambda _: None, answer, kept)

    return patch.object(Leading, "_hand", early)


def not_synced() -> AbstractContextManager[Any]:
    """A commit is not synced to the disk."""
    return patch.object(
        sqlite_file, "SETTINGS", sqlite_file.SETTINGS.replace("synchronous = full", "synchronous = off")
    )


def cursor_ahead() -> AbstractContextManager[Any]:
    """How far the errands have come is noted before they are done."""
    whole = outbox.Outbox.step

    async def noted_first(self: Any) -> bool:
        head = self._store.head().seq
        note = msgspec.json.encode(outbox.Cursor(head, self._seated))
        for stream in list(self._done):
            self._vault.put(outbox.CURSORS + stream, note)
        return await whole(self)

    return patch.object(outbox.Outbox, "step", noted_first)


def errand_twice() -> AbstractContextManager[Any]:
    """What follows from an entry gets another id whenever it is tried."""
    whole: Any = follow_up_rules.command_of
    numbers = count(1)

    def renamed(known: Any, entry: Any, it: Any) -> Any:
        made = whole(known, entry, it)
        return made if made.id.startswith("~sent:") else replace(made, id=f"{made.id}/{next(numbers)}"[:64])

    return patch.object(outbox, "command_of", renamed)


def judged_twice() -> AbstractContextManager[Any]:
    """A command that comes again is judged again."""
    whole, numbers = Leading.hand, count(1)
    seen: set[tuple[int, str]] = set()

    def again(self: Any, command: Command, said: bytes, listen: Any, asked: Any = None) -> None:
        key = (id(self), command.id)
        if key in seen and not command.id.startswith("~"):
            command = replace(command, id=f"{command.id}/{next(numbers)}"[:64])
        seen.add(key)
        whole(self, command, said, listen, asked)

    return patch.object(Leading, "hand", again)


def late_wager() -> AbstractContextManager[Any]:
    """A wager is taken after betting has closed."""
    whole = betting.betting_closed

    def lenient(table: Any, wager: str, at: datetime, how: str = "laid") -> Any:
        return None if table.phase is Phase.NO_MORE_BETS else whole(table, wager, at, how)

    return patch.object(betting, "betting_closed", lenient)


def old_snapshot() -> AbstractContextManager[Any]:
    """A snapshot is recorded as that of a later entry than it is of."""
    whole = Leader._kept
    before: dict[int, bytes] = {}

    def older(self: Leader, state: Table) -> bytes:
        kept = whole(self, state)
        stale, before[id(self)] = before.get(id(self)), kept
        return stale or kept

    return patch.object(Leader, "_kept", older)


def chips_from_nowhere() -> AbstractContextManager[Any]:
    """Chips that people bring come out of no account that the house guards."""

    def unguarded(table: Any, event: Any) -> Any:
        return ledger.move("~chips", ledger.rack(table, event.seat), event.amount)

    return patch.dict(books.POSTINGS, {ChipsBrought: unguarded})


def lease_ignored() -> AbstractContextManager[Any]:
    """A process writes to a stream that another leads."""
    taken = Leases.take

    def always(self: Any, stream: str, now: datetime) -> bool:
        taken(self, stream, now)
        return True

    renew = Leases.renew

    def greedy(self: Any, streams: Any, led: Any, now: datetime) -> Any:
        changes = renew(self, streams, led, now)
        return changes._replace(gives_up=[], take=[it for it in streams if it not in led])

    def leads(self: Any, holder: str, now: datetime, _: int) -> None:
        self.holder = holder
        self._stale = True
        self.start(now)

    return _all(
        patch.object(Leases, "take", always), patch.object(Leases, "renew", greedy),
        patch.object(Leading, "lead", leads), patch.object(rules, "not_leader", lambda *_: None),
    )  # fmt: skip


def void_counts() -> AbstractContextManager[Any]:
    """Wagers that went back because a round was void count as lost."""
    whole = counted_wagers.played

    def all_of_them(known: Any, entry: Any, settled: Any, number: int) -> Any:
        lost = [replace(it, result="lose", returned=0) if it.result == "void" else it for it in settled]
        return whole(known, entry, lost, number)

    return patch.object(counted_wagers, "played", all_of_them)


def reversed_twice() -> AbstractContextManager[Any]:
    """A sale of chips that was undone is undone once more."""
    whole = sales._gone

    def forgets(table: Any, id: str, sale: Any, clause: str) -> Any:
        sale.reversed = False
        return whole(table, id, sale, clause)

    return patch.object(sales, "_gone", forgets)


def clock_goes_back() -> AbstractContextManager[Any]:
    """The server's clock follows the machine's when that is set back, and the journal takes what is earlier."""
    return _all(
        patch.object(Clock, "now", lambda self: self._wall()), patch.object(Clock, "not_before", lambda *_: None),
        patch.object(batch, "_rejected", _whatever_the_time),
    )  # fmt: skip


_REJECTED: Final = batch._rejected


def _whatever_the_time(draft: Any, lease: Any, place: Any, moved: Any, balances: Any) -> Any:
    return _REJECTED(draft, lease, place._replace(at=None), moved, balances)


def one_side() -> AbstractContextManager[Any]:
    """Chips that someone leaves with are taken off the rack, and put nowhere."""
    whole = books.POSTINGS[SeatLeft]
    return patch.dict(books.POSTINGS, {SeatLeft: lambda table, event: whole(table, event)[:1]})


def answered_before_known() -> AbstractContextManager[Any]:
    """Whoever orders an exclusion is answered before the other rooms know of it."""

    async def at_once(*_: Any) -> None:
        """Nobody waits."""

    return patch.object(Binding, "holds", at_once)


def not_made_anew() -> AbstractContextManager[Any]:
    """What could not be written stays in the state all the same."""

    def keeps(self: Any) -> None:
        if self._stale:
            self._stale = False
            self._no = self.store.length(self.stream)

    return patch.object(Leading, "_settle", keeps)


def limits_forgotten() -> AbstractContextManager[Any]:
    """A loss limit does not bind where the table's document has none."""
    return patch.object(limits, "is_bound", lambda _, documents: documents)


def overdrawn() -> AbstractContextManager[Any]:
    """More is paid out of an account than is in it."""
    return _all(
        patch.object(cage, "short", lambda *_: None), patch.object(batch, "_rejected", _whatever_there_is),
        patch.object(rules, "check_balance", lambda *_: None),
    )  # fmt: skip


def _whatever_there_is(draft: Any, lease: Any, place: Any, moved: Any, balances: Any) -> Any:
    return _REJECTED(draft, lease, place, {}, balances) if moved else _REJECTED(draft, lease, place, moved, balances)


@contextmanager
def _all(*parts: AbstractContextManager[Any]) -> Iterator[None]:
    with ExitStack() as stack:
        for it in parts:
            stack.enter_context(it)
        yield


DEFECTS: Final[dict[str, Defect]] = {
    it.__name__.replace("_", "-"): it
    for it in (
        exclusion_next_door, pause_elsewhere, play_before_cleared, excess_kept, same_dollar_twice, corrected_twice,
        moved_twice, acknowledged_early, not_synced, cursor_ahead, errand_twice, judged_twice, late_wager, old_snapshot,
        chips_from_nowhere, lease_ignored, void_counts, reversed_twice, clock_goes_back, one_side,
        answered_before_known, not_made_anew, limits_forgotten, overdrawn,
    )
}  # fmt: skip
