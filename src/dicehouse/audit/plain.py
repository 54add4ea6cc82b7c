"""The engine without a compiler: DuckDB settles each row group by the expression that runs on Spark too.

The words of a row group are whole numbers in Parquet already, and rounds lie in the order of their numbers. So where to
look for a row is worked out here, and DuckDB is handed that number instead of five words: joining words would take it
several times as long. The few rows that a glance does not bear out go into the close look as they were read. Sums,
chains and the order of numbers are worked out from the same columns while they are at hand.
"""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from dicehouse.audit import expression, links
from dicehouse.audit.columns import HOT, Columns, Reader
from dicehouse.audit.compiled import NO_STATE, Compiled
from dicehouse.audit.expression import CALLED, MOST_PAID, Tables
from dicehouse.audit.findings import Looked
from dicehouse.audit.groups import LISTED, Group, read
from dicehouse.audit.judge import Judge
from dicehouse.audit.order import Numbers, numbers_of
from dicehouse.audit.rounds import MISSING, Rounds
from dicehouse.audit.schema import WAGERS
from dicehouse.audit.search import Search, Settled, with_the_rest
from dicehouse.money import LARGEST

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa
    from numpy.typing import NDArray

KINDS: Final = {it.name: expression.KINDS[it.kind] for it in WAGERS}
FEW: Final = 64
"""Fewer rows than this are judged sooner than a query is planned."""
ROW: Final = "row_in_group"
NOWHERE: Final = -(1 << 29)
"""Far below where any glance leads, also when a few are added up."""


class Plain(Reader):
    """Settles row groups by DuckDB."""

    def __init__(self, compiled: Compiled, rounds: Rounds, *, charges_checked: bool) -> None:
        import duckdb
        import ibis

        super().__init__(compiled, rounds)
        self.charges_checked = charges_checked
        self.salt = links.new_salt()
        self.home = compiled.arrays()[0]
        self.kinds = expression.kinds_of(rounds)
        self.kind_of = np.full(MISSING + 1, NOWHERE, np.int32)
        self.kind_of[self.kinds] = np.arange(len(self.kinds))
        # Each thread of the search runs a query of its own.
        self.database = duckdb.connect(config={"threads": 1})
        made = expression.lookups(compiled, rounds, charges_checked=charges_checked)
        nothing = expression.rounds_table(rounds, self.kinds, np.empty(0, np.int64))
        self.lookups = {}
        for name, table in {**vars(made), "rounds": nothing}.items():
            self.lookups[name] = ibis.table(ibis.Schema.from_pyarrow(table.schema), name=name)
            if table is not nothing:
                self.database.register("made", table)
                self.database.execute(f"create table {name} as select * from made").fetchall()
        self.judge = Judge(compiled, rounds, charges_checked)
        self.local, self.lock = threading.local(), threading.Lock()
        self.glance = self._glance()
        self.queries: dict[tuple[str, ...], str] = {}

    def settle(self, group: Group, sums: "NDArray[np.uint64]") -> Settled:
        table = read(group, HOT)
        columns = self.columns(table)
        for _, bucket, part in links.parts(columns, self.home, self.salt):
            np.add.at(sums, bucket, part)
        found = self._suspects(table, columns)
        listed = found[:LISTED]
        shown = with_the_rest(group, table, listed) if len(found) else []
        return Settled(group, *_sums(columns), shown, len(found) - len(listed), _numbers(columns))

    def linked(
        self, columns: Columns, suspect: "NDArray[np.bool_]"
    ) -> tuple["NDArray[np.int64]", "NDArray[np.uint64]"]:
        rows, parts = [np.empty(0, np.int64)], [np.empty(0, np.uint64)]
        for row, bucket, part in links.parts(columns, self.home, self.salt):
            which = suspect[bucket]
            rows.append(row[which])
            parts.append(part[which])
        return np.concatenate(rows), np.concatenate(parts)

    def _suspects(self, table: "pa.Table", columns: Columns) -> "NDArray[np.int64]":
        """The rows that are not borne out: first at a glance, then those that are left by a close look."""
        con = self._connection()
        con.register("coded", self._coded(table, columns))
        rows = np.sort(con.execute(self.glance).fetchnumpy()[ROW])
        few = table.take(rows)
        if len(rows) < FEW:
            return rows[[any(self.judge.row(row)) for row in few.to_pylist()]] if len(rows) else rows
        names = tuple(table.column_names)
        with self.lock:
            if names not in self.queries:
                self.queries[names] = self._close(names)
        con.register("rounds", self._rounds(columns, rows))
        con.register("wagers", few.append_column(ROW, [rows]))
        found: NDArray[np.int64] = np.sort(con.execute(self.queries[names]).fetchnumpy()[ROW])
        return found

    def _connection(self) -> "duckdb.DuckDBPyConnection":
        if not hasattr(self.local, "connection"):
            self.local.connection = self.database.cursor()
        connection: duckdb.DuckDBPyConnection = self.local.connection
        return connection

    def _glance(self) -> str:
        import ibis

        kinds = {ROW: "int32", "at": "int32", "said": "int32", "staked": "int64", "returned": "int64"}
        coded = ibis.table(kinds, name="coded")
        found = expression.doubtful(self.compiled, coded, self.lookups["glances"])
        return str(ibis.to_sql(found.select(ROW), dialect="duckdb"))

    def _close(self, names: tuple[str, ...]) -> str:
        import ibis

        wagers = ibis.table({ROW: "int32", **{name: KINDS[name] for name in names}}, name="wagers")
        it = Tables(**self.lookups)
        found = expression.stepped(
            self.compiled, expression.stood(wagers, it), it, charges_checked=self.charges_checked
        )
        return str(ibis.to_sql(found.filter(found.wrong).select(ROW), dialect="duckdb"))

    def _coded(self, table: "pa.Table", columns: Columns) -> "pa.Table":
        """What a glance needs: where to look for each row, its amounts, and the word after."""
        import pyarrow as pa

        _, _, _, wager, stake, returned, step, before, after, fee, call = columns.rows
        state_of, _, call_of, _ = columns.words
        kinds = len(self.kinds)
        state = np.where(state_of == NO_STATE, NOWHERE, state_of * (len(CALLED) * 2 * kinds)).astype(np.int32)
        at = state[wager, before] if state.shape[1] > 1 else state[:, 0][wager]
        if len(call_of) > 1:
            at += np.where(call_of < 0, NOWHERE, call_of * (2 * kinds)).astype(np.int32)[call]
        at += self._kind(columns)
        first = step == 1
        at += first * np.int32(kinds)
        if step.min(initial=1) < 1:
            at[step < 1] = NOWHERE
        if fee.any():
            at[(fee < 0) | (fee > LARGEST) | (first & (fee != 0))] = NOWHERE
        if table.column("wager_no").null_count:
            at[table.column("wager_no").is_null().to_numpy()] = NOWHERE
        if stake.min(initial=1) < 1 or stake.max(initial=1) > LARGEST:
            unfit = (stake < 1) | (stake > LARGEST)
            at[unfit] = NOWHERE
            stake = np.where(unfit, 0, stake)
        made = {"at": at, "said": columns.said[after], "staked": stake, "returned": returned}
        return pa.table({ROW: np.arange(len(at), dtype=np.int32)} | made)

    def _kind(self, columns: Columns) -> "NDArray[np.int32]":
        """The kind of each row's round."""
        table, number = columns.rows[1], columns.rows[2]
        base, low, high, moments = columns.rounds
        if not len(moments):
            return np.full(len(number), NOWHERE, np.int32)
        if len(base) == 2 and not (table != 0).any():
            base, low, high, table = base[:1], low[:1], high[:1], 0
        place = number + base[table]
        outside = (place < low[table]) | (place >= high[table])
        if outside.any():
            place = np.where(outside, 0, place)
        kind: NDArray[np.int32] = self.kind_of[moments[place]]
        kind[outside] = NOWHERE
        return kind

    def _rounds(self, columns: Columns, rows: "NDArray[np.int64]") -> "pa.Table":
        """The rounds that some rows speak of."""
        table, number = columns.rows[1][rows], columns.rows[2][rows]
        base, low, high, moments = columns.rounds
        place = number + base[table]
        place = np.unique(place[(place >= low[table]) & (place < high[table])])
        return expression.rounds_table(self.rounds, self.kinds, place[moments[place] != MISSING])


def _sums(columns: Columns) -> tuple[int, int]:
    """The stakes and payments of the rows where both are such as can be."""
    stake, returned = columns.rows[4], columns.rows[5]
    fit = (stake > 0) & (stake <= LARGEST) & (returned >= 0) & (returned <= MOST_PAID)
    if not fit.all():
        stake, returned = stake[fit], returned[fit]
    return int(stake.sum()), int(returned.sum())


def _numbers(columns: Columns) -> Numbers:
    number, table, step = columns.rows[0], columns.rows[1], columns.rows[6]
    first = step == 1
    if not first.all():
        number, table = number[first], table[first]
    return numbers_of(table, columns.tables, number)


def look(
    compiled: Compiled,
    rounds: Rounds,
    files: Sequence[Path],
    *,
    charges_checked: bool,
    progress: Callable[[int], None] = lambda _: None,
) -> Looked:
    """Settle every row of some files again."""
    return Search(Plain(compiled, rounds, charges_checked=charges_checked), files, progress).run()
