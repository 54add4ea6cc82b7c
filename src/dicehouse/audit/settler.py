"""Settles row groups by a kernel that Numba compiles for this machine: every row in one loop."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dicehouse.audit import links
from dicehouse.audit.columns import HOT, Columns, Reader
from dicehouse.audit.compiled import Compiled
from dicehouse.audit.glance import glances, quick
from dicehouse.audit.groups import LISTED, Arrow, Group, read, room, rows_of
from dicehouse.audit.kernel import chains, closely, glance
from dicehouse.audit.order import Numbers
from dicehouse.audit.pages import Pages
from dicehouse.audit.rounds import Rounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHIFT = links.shift(links.BUCKET_BITS)


@dataclass
class Settled:
    """What is known of one row group."""

    group: Group
    staked: int
    paid: int
    linked: int
    """Rows that belong to chains."""
    suspects: list[dict[str, object]]
    more: int
    """Suspects beyond those that are listed."""
    numbers: Numbers


class Settler:
    """Settles row groups, on several threads at once."""

    def __init__(self, compiled: Compiled, rounds: Rounds, *, charges_checked: bool) -> None:
        self.reader, self.charges_checked = Reader(compiled, rounds), charges_checked
        self.moments = len(rounds.moments)
        self.glances = glances(compiled, rounds.moments, charges_checked=charges_checked)
        self.quick = quick(self.glances)
        self.home, self.how = compiled.arrays()
        self.salt = links.new_salt()
        self.local = threading.local()

    def settle(self, group: Group, sums: "NDArray[np.uint64]") -> Settled:
        """Settle a row group and add the parts of its chains to `sums`, by bucket."""
        source = self._pages().read(group, HOT) or Arrow(read(group, HOT))
        columns = self.reader.columns(source)
        rows, left_out = _split(columns.rows, source.names)
        where = (columns.words, tuple(columns.rounds))
        lowest, last = (np.full(len(columns.tables), -1, np.int64) for _ in range(2))
        counts = np.zeros(4, np.int64)
        doubtful, falls, steps = self._rooms(group.rows + 1)
        out = (doubtful, falls, steps, lowest, last, counts)
        found = glance(rows, *left_out, *where, self.moments, self.quick, self.how, out)
        staked, paid, fallen, many = counts.tolist()
        rules = (*self.glances, self.how, self.charges_checked)
        found = closely(doubtful[:found], rows, *left_out, *where, self.moments, *rules)
        chains(steps[:many], rows, left_out[0], *where, self.home, self.salt, sums, SHIFT, None)
        listed = doubtful[: min(found, LISTED)]
        shown = rows_of(group, listed) if found else []
        ranges = [(columns.tables[it], int(lowest[it]), int(last[it])) for it in np.flatnonzero(lowest >= 0).tolist()]
        numbers = Numbers(tuple(ranges), rows[0][falls[:fallen]], fallen > 0)
        return Settled(group, staked, paid, many, shown, found - len(listed), numbers)

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

    def linked(self, group: Group, suspect: "NDArray[np.bool_]", bits: int) -> tuple[Columns, links.Steps]:
        """The steps of chains in suspect buckets, and the columns that they stand in."""
        columns = self.reader.columns(Arrow(read(group, HOT)))
        rows, (before, _, _) = _split(columns.rows, HOT)
        _, _, _, wager, _, _, step, after = rows
        steps = np.flatnonzero((step > 1) | (columns.words[1][wager, after] >= 0)).astype(np.int32)
        found, (key, part) = np.empty(len(steps), np.int64), np.empty((2, len(steps)), np.uint64)
        where = (columns.words, tuple(columns.rounds), self.home, self.salt)
        sums = np.zeros(1 << links.BUCKET_BITS, np.uint64)
        many = chains(steps, rows, before, *where, sums, SHIFT, (found, key, part))
        which = np.flatnonzero(suspect[key[:many] >> links.shift(bits)])
        return columns, links.Steps(found[which], key[which], part[which])


def _split(rows: Sequence[Any], names: Sequence[str]) -> tuple[Any, tuple[Any, Any, Any]]:
    """The columns that the kernel always reads, and before, commission and call, None where they are left out."""
    wager_no, table, number, wager, stake, returned, step, before, after, commission, call = rows
    others = {"before": before, "commission": commission, "call": call}
    always = (wager_no, table, number, wager, stake, returned, step, after)
    return always, tuple(it if name in names else None for name, it in others.items())  # type: ignore[return-value]
