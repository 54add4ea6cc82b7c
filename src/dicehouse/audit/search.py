"""An audit of row groups on the cores of one machine, by the compiled kernel.

A row group is named by file and number and read where it is settled; what comes back is a few sums and the rows that
the judge must see. No more than one row group for each core is in memory at a time. Chains of steps are proved by sums
that cancel, in any order and over any number of row groups; where that leaves a doubt, row groups are read again.
"""

import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from dicehouse.audit import links
from dicehouse.audit.compiled import Compiled
from dicehouse.audit.findings import Finding, Looked
from dicehouse.audit.groups import LISTED, Group, groups_of, read, rows_of, unreadable, unreadable_errors, whole
from dicehouse.audit.order import doubtful
from dicehouse.audit.rounds import Rounds
from dicehouse.audit.settler import Settled, Settler

if TYPE_CHECKING:
    from numpy.typing import NDArray

MANY: Final = 1 << 22
"""Steps that are held together, about; more are told apart first."""


@dataclass
class Links:
    """The steps of chains in suspect buckets: which wager, what each adds to its sum, and where it stands."""

    wager: "NDArray[np.int64]"
    """Table and number of the wager, two columns."""
    part: "NDArray[np.uint64]"
    group: "NDArray[np.int64]"
    row: "NDArray[np.int64]"

    def broken(self) -> Iterator[list[tuple[int, int]]]:
        """For every wager that does not add up to nothing, the groups and rows of its steps."""
        if not len(self.part):
            return
        _, inverse = np.unique(self.wager, axis=0, return_inverse=True)
        inverse = inverse.reshape(-1)
        sums = np.zeros(int(inverse.max()) + 1, np.uint64)
        np.add.at(sums, inverse, self.part)
        order = np.argsort(inverse, kind="stable")
        begins = np.searchsorted(inverse[order], np.arange(len(sums) + 1))
        for it in np.flatnonzero(sums).tolist():
            own = order[begins[it] : begins[it + 1]]
            yield list(zip(self.group[own].tolist(), self.row[own].tolist(), strict=True))


class Search:
    """One audit: a first look at every row group, and a second one where that leaves a doubt."""

    def __init__(self, settler: Settler, files: Sequence[Path], progress: Callable[[int], None]) -> None:
        self.settler, self.progress = settler, progress
        self.groups = groups_of(files)
        self.looked = Looked()
        self.local = threading.local()
        self.sums: list[NDArray[np.uint64]] = []
        self.linked = 0
        self.fallen = 0
        self.settled: list[Settled] = []
        self.readable: list[Group] = []

    def run(self) -> Looked:
        self._first_look()
        suspect = self._suspect_buckets()
        numbers = None if self.fallen > LISTED else doubtful([it.numbers for it in self.settled])
        if suspect.any():
            self._follow_chains(suspect)
        if numbers is None or len(numbers):
            self._follow_numbers(numbers)
        return self.looked

    def _first_look(self) -> None:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for group, done in zip(self.groups, pool.map(self._settle, self.groups), strict=True):
                if isinstance(done, Finding):
                    self.looked.bad.append(done)
                else:
                    self._take(done)
                self.progress(group.rows)

    def _settle(self, group: Group) -> Settled | Finding:
        if not hasattr(self.local, "sums"):
            self.local.sums = np.zeros(1 << links.BUCKET_BITS, np.uint64)
            self.sums.append(self.local.sums)
        try:
            return self.settler.settle(group, self.local.sums)
        except unreadable_errors() as error:
            return unreadable(group, error)

    def _take(self, it: Settled) -> None:
        self.readable.append(it.group)
        self.settled.append(it)
        self.looked.rows += it.group.rows
        self.looked.staked += it.staked
        self.looked.paid += it.paid
        self.linked += it.linked
        self.fallen += len(it.numbers.falls)
        listed = it.suspects[: max(LISTED - len(self.looked.suspects), 0)]
        self.looked.more += it.more + len(it.suspects) - len(listed)
        self.looked.suspects += listed
        it.suspects = []
        if self.fallen > LISTED:
            it.numbers = it.numbers.without_falls()

    def _suspect_buckets(self) -> "NDArray[np.bool_]":
        total = self.sums[0].copy() if self.sums else np.zeros(1, np.uint64)
        for part in self.sums[1:]:
            total += part
        suspect: NDArray[np.bool_] = total != 0
        return suspect

    def _follow_chains(self, suspect: "NDArray[np.bool_]") -> None:
        bits = links.BUCKET_BITS
        if suspect.mean() * self.linked > MANY:
            suspect, bits = self._finer(suspect), links.FINE_BITS

        def follow(number: int) -> Links:
            columns, (row, _, part) = self.settler.linked(self.readable[number], suspect, bits)
            wager = np.column_stack([columns.words[-1][columns.rows[1][row]], columns.rows[0][row]])
            return Links(wager, part, np.full(len(row), number), row)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            parts = list(pool.map(follow, range(len(self.readable))))
        every = Links(
            *(np.concatenate([getattr(it, name) for it in parts]) for name in ("wager", "part", "group", "row"))
        )
        broken = list(every.broken())
        self.looked.more += len(broken[LISTED:])
        fetched = self._fetch([ref for refs in broken[:LISTED] for ref in refs])
        self.looked.chains += [[fetched[ref] for ref in refs] for refs in broken[:LISTED]]

    def _finer(self, suspect: "NDArray[np.bool_]") -> "NDArray[np.bool_]":
        """The wagers in suspect buckets, told apart by finer ones, so that few enough are left to be held."""
        sums, lock = np.zeros(1 << links.FINE_BITS, np.uint64), threading.Lock()

        def add(group: Group) -> None:
            _, found = self.settler.linked(group, suspect, links.BUCKET_BITS)
            with lock:
                np.add.at(sums, found.key >> links.shift(links.FINE_BITS), found.part)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for _ in pool.map(add, self.readable):
                pass
        finer: NDArray[np.bool_] = sums != 0
        return finer

    def _fetch(self, refs: Sequence[tuple[int, int]]) -> dict[tuple[int, int], dict[str, object]]:
        by_group: dict[int, list[int]] = {}
        for group, row in refs:
            by_group.setdefault(group, []).append(row)
        return {
            (group, row): found
            for group, rows in by_group.items()
            for row, found in zip(rows, rows_of(self.readable[group], rows), strict=True)
        }

    def _follow_numbers(self, numbers: "NDArray[np.int64] | None") -> None:
        """Look for new wagers of one table that share a number, among some numbers or among all."""
        if numbers is None:
            numbers = self._shared_numbers()
        wanted = numbers

        def follow(done: Settled) -> list[dict[str, object]]:
            near = any(np.any((low <= wanted) & (wanted <= high)) for _, low, high in done.numbers.ranges)
            if not near and not done.numbers.fell:
                return []
            table = read(done.group, ("wager_no", "step"))
            which = np.isin(whole(table, "wager_no", -1), wanted)
            if "step" in table.column_names:
                which &= whole(table, "step", 1) == 1
            return rows_of(done.group, np.flatnonzero(which)) if which.any() else []

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            rows = [row for found in pool.map(follow, self.settled) for row in found]
        times = Counter((it["table"], it["wager_no"]) for it in rows)
        self.looked.doubled += [it for it in rows if times[it["table"], it["wager_no"]] > 1]

    def _shared_numbers(self) -> "NDArray[np.int64]":
        """Numbers that several new wagers have, by a query that spills to disk rather than fill the memory."""
        import duckdb

        files = [str(it) for it in dict.fromkeys(group.file for group in self.readable)]
        with duckdb.connect() as con:
            wagers = con.read_parquet(files, union_by_name=True)
            first = "coalesce(step, 1) = 1" if "step" in wagers.columns else "true"
            query = f'select wager_no from wagers where {first} group by "table", wager_no having count(*) > 1'
            return con.sql(query).fetchnumpy()["wager_no"].astype(np.int64)  # type: ignore[no-any-return]


def look(
    compiled: Compiled,
    rounds: Rounds,
    files: Sequence[Path],
    *,
    charges_checked: bool,
    progress: Callable[[int], None] = lambda _: None,
) -> Looked:
    """Settle every row of some files again."""
    return Search(Settler(compiled, rounds, charges_checked=charges_checked), files, progress).run()
