"""The fast engine: a kernel compiled for this machine settles every row of a row group in one loop."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dicehouse.audit import links
from dicehouse.audit.columns import HOT, Columns, Reader
from dicehouse.audit.compiled import Compiled
from dicehouse.audit.findings import Looked
from dicehouse.audit.glance import quick
from dicehouse.audit.groups import LISTED, Arrow, Group, read, room
from dicehouse.audit.order import Numbers
from dicehouse.audit.pages import Pages
from dicehouse.audit.rounds import Rounds
from dicehouse.audit.search import Search, Settled, rows_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHIFT = links.shift(links.BUCKET_BITS)


class Fast(Reader):
    """Settles row groups by the kernel."""

    def __init__(self, compiled: Compiled, rounds: Rounds, *, charges_checked: bool) -> None:
        super().__init__(compiled, rounds, charges_checked=charges_checked)
        self.rules = compiled.arrays()
        self.salt = links.new_salt()
        self.quick = quick(self.glances)
        self.local = threading.local()

    def settle(self, group: Group, sums: "NDArray[np.uint64]") -> Settled:
        from dicehouse.audit.kernel import chains, closely, glance

        source = self._pages().read(group, HOT) or Arrow(read(group, HOT))
        columns = self.columns(source)
        rows, left_out = _split(columns.rows, source.names)
        where = (columns.words, tuple(columns.rounds))
        lowest, last = (np.full(len(columns.tables), -1, np.int64) for _ in range(2))
        counts = np.zeros(4, np.int64)
        doubtful, falls, steps = self._rooms(group.rows + 1)
        moments, out = self.rounds.moments, (doubtful, falls, steps, lowest, last, counts)
        found = glance(rows, *left_out, *where, len(moments), self.quick, self.rules[-1], out)
        staked, paid, fallen, linked = counts.tolist()
        found = closely(doubtful[:found], rows, *left_out, *where, moments, self.rules, self.charges_checked)
        chains(steps[:linked], rows, left_out[0], *where, self.rules[0], self.salt, sums, SHIFT)
        listed = doubtful[: min(found, LISTED)]
        shown = rows_of(group, listed) if found else []
        ranges = [(columns.tables[it], int(lowest[it]), int(last[it])) for it in np.flatnonzero(lowest >= 0).tolist()]
        numbers = Numbers(tuple(ranges), rows[0][falls[:fallen]], fallen > 0)
        return Settled(group, staked, paid, linked, shown, found - len(listed), numbers)

    def _rooms(self, rows: int) -> "list[NDArray[np.int32]]":
        """Room for the numbers of rows, three times, which a thread uses again."""
        rooms: list[NDArray[np.int32]] = getattr(self.local, "rooms", [])
        if not rooms or len(rooms[0]) < rows:
            rooms = self.local.rooms = [room(rows, np.dtype(np.int32)) for _ in range(3)]
        return rooms

    def _pages(self) -> Pages:
        """Each thread decodes into room of its own."""
        if not hasattr(self.local, "pages"):
            self.local.pages = Pages()
        pages: Pages = self.local.pages
        return pages

    def linked(self, columns: Columns, suspect: "NDArray[np.bool_]", bits: int) -> links.Steps:
        from dicehouse.audit.kernel import linked

        many = len(columns.rows[0])
        found, key, part = np.empty(many, np.int64), np.empty(many, np.uint64), np.empty(many, np.uint64)
        rows, (before, _, _) = _split(columns.rows, HOT)
        where = (columns.words, tuple(columns.rounds), self.rules[0], self.salt)
        many = linked(rows, before, *where, suspect, links.shift(bits), (found, key, part))
        return links.Steps(found[:many].copy(), key[:many].copy(), part[:many].copy())


def _split(rows: Sequence[Any], names: Sequence[str]) -> tuple[Any, tuple[Any, Any, Any]]:
    """The columns that the kernel always reads, and before, commission and call, None where they are left out."""
    wager_no, table, number, wager, stake, returned, step, before, after, commission, call = rows
    others = {"before": before, "commission": commission, "call": call}
    always = (wager_no, table, number, wager, stake, returned, step, after)
    return always, tuple(it if name in names else None for name, it in others.items())  # type: ignore[return-value]


def look(
    compiled: Compiled,
    rounds: Rounds,
    files: Sequence[Path],
    *,
    charges_checked: bool,
    progress: Callable[[int], None] = lambda _: None,
) -> Looked:
    """Settle every row of some files again."""
    return Search(Fast(compiled, rounds, charges_checked=charges_checked), files, progress).run()
