"""The engine without a compiler: DuckDB settles each row group by the expression that runs on Spark too.

The words of a row group are whole numbers in Parquet already, and rounds lie in the order of their numbers. So what a
row must say is looked up here in arrays, and DuckDB is handed that instead of five words: joining words would take it
several times as long. The few rows that a glance does not bear out go into the close look with the numbers of their
states and rounds. Sums, chains and the order of numbers are worked out from the same columns while they are at hand.
"""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from dicehouse.audit import expression, links
from dicehouse.audit.columns import HOT, Columns, Reader, Stood, stood
from dicehouse.audit.compiled import NO_STATE, Compiled
from dicehouse.audit.expression import MOST_PAID
from dicehouse.audit.findings import Looked
from dicehouse.audit.glance import CALLED
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
FEW: Final = 512
"""Fewer rows than this are judged sooner than a query is planned."""
ROW: Final = "row_in_group"
SAID: Final = {ROW: "int32", "said": "int32", "staked": "int64", "paid": "int64", "must_say": "int32"}
CODED: Final = {**SAID, "in_all": "int32"}
"""What a glance at a row needs."""
ODDS: Final = {"must_pay": "int32", "parts": "int32", "with_stake": "int32"}
NUMBERED: Final = {**SAID, **ODDS, "state": "int64", "moment": "int64"}
"""What a close look needs beside the row."""


class Plain(Reader):
    """Settles row groups by DuckDB."""

    def __init__(self, compiled: Compiled, rounds: Rounds, *, charges_checked: bool) -> None:
        import duckdb
        import ibis

        super().__init__(compiled, rounds, charges_checked=charges_checked)
        self.salt = links.new_salt()
        self.home = compiled.arrays()[0]
        # Each thread of the search runs a query of its own.
        self.database = duckdb.connect(config={"threads": 1})
        made = vars(expression.lookups(compiled, rounds, charges_checked=charges_checked))
        self.lookups = {}
        for name in ("states", "cells"):
            self.lookups[name] = ibis.table(ibis.Schema.from_pyarrow(made[name].schema), name=name)
            self.database.register("made", made[name])
            self.database.execute(f"create table {name} as select * from made").fetchall()
        self.judge = Judge(compiled, rounds, charges_checked)
        self.local, self.lock = threading.local(), threading.Lock()
        self.every_row = np.empty(0, np.int32)
        every = np.arange(len(self.glances.word))
        self.must = {name: it.astype(np.int32) for name, it in expression.must(self.glances, every).items()}
        self.glance = self._glance()
        self.queries: dict[tuple[str, ...], str] = {}

    def settle(self, group: Group, sums: "NDArray[np.uint64]") -> Settled:
        table = read(group, HOT)
        columns = self.columns(table)
        there = stood(columns)
        chained = links.Chained(columns, there, self.home, self.salt)
        chained.add_to(sums)
        suspects = self._suspects(table, columns, there)
        listed = suspects[:LISTED]
        shown = with_the_rest(group, table, listed) if len(suspects) else []
        return Settled(group, *_sums(columns), chained.many, shown, len(suspects) - len(listed), _numbers(columns))

    def linked(self, columns: Columns, suspect: "NDArray[np.bool_]", bits: int) -> links.Steps:
        nothing = np.empty(0, np.uint64)
        found = [links.Steps(np.empty(0, np.int64), nothing, nothing)]
        for it in links.Chained(columns, stood(columns), self.home, self.salt).steps():
            which = suspect[it.key >> links.shift(bits)]
            found.append(links.Steps(*(part[which] for part in it)))
        return links.Steps(*(np.concatenate(parts) for parts in zip(*found, strict=True)))

    def _suspects(self, table: "pa.Table", columns: Columns, there: Stood) -> "NDArray[np.int64]":
        """The rows that are not borne out: first at a glance, then those that are left by a close look."""
        con = self._connection()
        led, coded = self._coded(table, columns, there)
        con.register("coded", coded)
        rows = np.sort(con.execute(self.glance).fetchnumpy()[ROW])
        few = table.take(rows)
        if len(rows) < FEW:
            return rows[[any(self.judge.row(row)) for row in few.to_pylist()]] if len(rows) else rows
        names = tuple(table.column_names)
        with self.lock:
            if names not in self.queries:
                self.queries[names] = self._close(names)
        con.register("wagers", self._few(few, rows, led, coded, there))
        found: NDArray[np.int64] = np.sort(con.execute(self.queries[names]).fetchnumpy()[ROW])
        return found

    def _connection(self) -> "duckdb.DuckDBPyConnection":
        if not hasattr(self.local, "connection"):
            self.local.connection = self.database.cursor()
        connection: duckdb.DuckDBPyConnection = self.local.connection
        return connection

    def _glance(self) -> str:
        import ibis

        coded = ibis.table(CODED, name="coded")
        found = coded.filter(~expression.in_full(self.compiled, coded))
        return str(ibis.to_sql(found.select(ROW), dialect="duckdb"))

    def _close(self, names: tuple[str, ...]) -> str:
        import ibis

        wagers = ibis.table({**NUMBERED, **{name: KINDS[name] for name in names}}, name="wagers")
        left = wagers.filter(~expression.borne_out(self.compiled, wagers)).drop("paid", "staked")
        left = expression.numbered(left, self.lookups["states"])
        checked = self.charges_checked
        found = expression.stepped(self.compiled, left, self.lookups["cells"], charges_checked=checked)
        return str(ibis.to_sql(found.filter(found.wrong).select(ROW), dialect="duckdb"))

    def _coded(self, table: "pa.Table", columns: Columns, there: Stood) -> "tuple[NDArray[np.int32], pa.Table]":
        """Where the glance at each row leads; and what it needs: what each row says, and what it must say."""
        import pyarrow as pa

        _, _, _, _, stake, returned, step, _, after, fee, call = columns.rows
        _, _, word_of, call_of, _ = columns.words
        kinds = len(self.rounds.moments)
        at = there.state * np.int32(2 * kinds * len(CALLED))
        first = step == 1
        at += first * np.int32(kinds)
        at += there.kind
        unfit = there.state == NO_STATE
        unfit |= there.kind == MISSING
        # As numbers without a sign, those below zero are far above the largest.
        unfit |= (stake - 1).view(np.uint64) >= LARGEST
        unfit |= returned.view(np.uint64) > MOST_PAID
        if len(call_of) > 1:
            at += (np.maximum(call_of, 0) * (2 * kinds)).astype(np.int32)[call]
            unfit |= (call_of < 0)[call]
        if step.min(initial=1) < 1:
            unfit |= step < 1
        if "commission" in table.column_names:
            unfit |= (fee != 0) & (first | (fee < 0) | (fee > LARGEST))
        if table.column("wager_no").null_count:
            unfit |= table.column("wager_no").is_null().to_numpy()
        bad = unfit.any()
        if bad:
            at[unfit] = 0
        led = self.glances.leads_to[at]
        if bad:
            led[unfit] = 0
            stake, returned = np.where(unfit, 0, stake), np.where(unfit, 0, returned)
        made = {ROW: self._rows(len(at)), "said": word_of.astype(np.int32)[after], "staked": stake, "paid": returned}
        return led, pa.table({**made, **{name: self.must[name][led] for name in ("must_say", "in_all")}})

    def _rows(self, many: int) -> "NDArray[np.int32]":
        """The numbers of rows, the same for every row group."""
        made = self.every_row
        if len(made) < many:
            made = self.every_row = np.arange(many, dtype=np.int32)
        return made[:many]

    def _few(
        self,
        few: "pa.Table",
        rows: "NDArray[np.integer]",
        led: "NDArray[np.int32]",
        coded: "pa.Table",
        there: Stood,
    ) -> "pa.Table":
        """Rows that are looked at closely, with the numbers of their states and rounds, and what they must say."""
        kind = there.kind[rows]
        moment = np.where(kind == MISSING, MISSING, self.rounds.moments[np.where(kind == MISSING, 0, kind)])
        state = there.state[rows]
        made = {name: self.must[name][led[rows]] for name in ("must_say", "must_pay", "parts", "with_stake")}
        made |= {name: coded[name].take(rows) for name in ("said", "staked", "paid")}
        made |= {ROW: rows, "state": _or_null(state, NO_STATE), "moment": _or_null(moment, MISSING)}
        for name, column in made.items():
            few = few.append_column(name, column if hasattr(column, "chunks") else [column])
        return few


def _or_null(numbers: "NDArray[np.integer]", nothing: int) -> "pa.Array":
    import pyarrow as pa

    return pa.array(numbers.astype(np.int64), mask=numbers == nothing)


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
