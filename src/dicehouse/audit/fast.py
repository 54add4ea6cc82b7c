"""The fast engine: a kernel compiled for this machine settles every row of a row group in one loop."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dicehouse.audit.columns import HOT, Columns, Reader
from dicehouse.audit.compiled import Compiled
from dicehouse.audit.findings import Looked
from dicehouse.audit.groups import LISTED, Group, read
from dicehouse.audit.links import new_salt
from dicehouse.audit.order import Numbers
from dicehouse.audit.rounds import Rounds
from dicehouse.audit.search import Search, Settled, with_the_rest

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Fast(Reader):
    """Settles row groups by the kernel."""

    def __init__(self, compiled: Compiled, rounds: Rounds, *, charges_checked: bool) -> None:
        super().__init__(compiled, rounds)
        self.charges_checked = charges_checked
        self.rules = compiled.arrays()
        self.salt = new_salt()

    def settle(self, group: Group, links: "NDArray[np.uint64]") -> Settled:
        from dicehouse.audit.kernel import settle

        table = read(group, HOT)
        rows, words, rounds, tables, _ = self.columns(table)
        lowest, last = np.full(len(tables), -1, np.int64), np.full(len(tables), -1, np.int64)
        sums = np.zeros(3, np.int64)
        suspects, falls = np.empty(group.rows, np.int32), np.empty(group.rows, np.int32)
        out = (suspects, falls, links, lowest, last, sums)
        found = settle(rows, words, rounds, self.rules, self.charges_checked, self.salt, out)
        ranges = tuple((tables[it], int(lowest[it]), int(last[it])) for it in np.flatnonzero(lowest >= 0).tolist())
        listed = suspects[: min(found, LISTED)]
        shown = with_the_rest(group, table, listed) if found else []
        numbers = Numbers(ranges, rows[0][falls[: int(sums[2])]])
        return Settled(group, int(sums[0]), int(sums[1]), shown, found - len(listed), numbers)

    def linked(
        self, columns: Columns, suspect: "NDArray[np.bool_]"
    ) -> tuple["NDArray[np.int64]", "NDArray[np.uint64]"]:
        from dicehouse.audit.kernel import linked

        many = len(columns.rows[0])
        found, part = np.empty(many, np.int64), np.empty(many, np.uint64)
        many = linked(*columns[:3], self.rules[0], self.salt, suspect, found, part)
        return found[:many].copy(), part[:many].copy()


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
