"""The engine without a compiler: DuckDB settles each row group by the expression that runs on Spark too.

The words of a row group are whole numbers in Parquet already, and rounds lie in the order of their numbers. So what a
row must say is looked up here in arrays, and DuckDB is handed that instead of five words: joining words would take it
several times as long. The rows that one number does not bear out are looked at closely, by the number of what they must
say. Sums, chains and the order of numbers are worked out from the same columns while they are at hand: a block of rows
at a time, so that little is held beside a group.
"""

import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from dicehouse.audit import expression, links
from dicehouse.audit.columns import HOT, Columns, Reader, Stood, stood
from dicehouse.audit.compiled import NO_STATE, Compiled
from dicehouse.audit.expression import MOST_PAID
from dicehouse.audit.findings import Looked
from dicehouse.audit.glance import CALLED, quick
from dicehouse.audit.groups import LISTED, Arrow, Group, read
from dicehouse.audit.judge import Judge
from dicehouse.audit.order import Numbers, numbers_of
from dicehouse.audit.rounds import MISSING, Rounds
from dicehouse.audit.search import Search, Settled, with_the_rest
from dicehouse.money import LARGEST

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa
    from numpy.typing import NDArray

FEW: Final = 512
"""Fewer rows than this are judged sooner than a query is planned."""
BLOCK: Final = 1 << 16
"""Rows that are looked up at a time."""
ROW: Final = "row_in_group"
CODED: Final = {ROW: "int32", "said": "int32", "staked": "int64", "paid": "int64", "must": "int32"}
"""What a glance at a row needs; what it must say and be paid is one number, as `glance.quick` packs it."""
LEFT: Final = {ROW: "int32", "led": "int32", "said": "int32"} | dict.fromkeys(
    ("staked", "paid", "charged", "nth"), "int64"
)
"""What a close look needs."""


class Coded(NamedTuple):
    """Rows as a glance takes them: which glance, the word after, what must stand there, and the amounts."""

    at: "NDArray[np.int32]"
    """Below 0 for a row that is wrong whatever the rules are; its amounts are 0."""
    said: "NDArray[np.int32]"
    must: "NDArray[np.int32]"
    staked: "NDArray[np.int64]"
    paid: "NDArray[np.int64]"

    def part(self, begin: int, end: int) -> "Coded":
        return Coded(
            self.at[begin:end], self.said[begin:end], self.must[begin:end], self.staked[begin:end], self.paid[begin:end]
        )

    def without(self, rows: "NDArray[np.integer]") -> "Coded":
        """The same without the amounts of some rows, so that multiplying them cannot overflow."""
        staked, paid = (it if it.flags.writeable else it.copy() for it in (self.staked, self.paid))
        staked[rows] = paid[rows] = 0
        return self._replace(staked=staked, paid=paid)


class Plain(Reader):
    """Settles row groups by DuckDB."""

    def __init__(self, compiled: Compiled, rounds: Rounds, *, charges_checked: bool) -> None:
        import duckdb

        super().__init__(compiled, rounds, charges_checked=charges_checked)
        self.salt = links.new_salt()
        self.home = compiled.arrays()[0]
        # Each thread of the search runs a query of its own.
        self.database = duckdb.connect(config={"threads": 1})
        self.database.register("made", expression.steps(self.glances))
        self.database.execute("create table steps as select * from made").fetchall()
        self.judge = Judge(compiled, rounds, charges_checked)
        self.local = threading.local()
        self.every_row = np.empty(0, np.int32)
        self.quick = quick(self.glances)
        self.glance = self._glance()

    def settle(self, group: Group, sums: "NDArray[np.uint64]") -> Settled:
        table = read(group, HOT)
        columns = self.columns(Arrow(table))
        coded = self._room(columns)
        linked, staked, paid = 0, 0, 0
        for begin in range(0, group.rows, BLOCK):
            block = columns.part(begin, begin + BLOCK)
            there = stood(block)
            chained = links.Chained(block, there, self.home, self.salt)
            chained.add_to(sums)
            linked += chained.many
            some = coded.part(begin, begin + BLOCK)
            unfit = self._code(table, begin, block, there, some)
            sums_of = _sums(block) if unfit is not None else (int(some.staked.sum()), int(some.paid.sum()))
            staked, paid = staked + sums_of[0], paid + sums_of[1]
            if unfit is not None:
                coded = coded.without(begin + np.flatnonzero(unfit))
        suspects = self._suspects(table, columns, coded)
        listed = suspects[:LISTED]
        shown = with_the_rest(group, table, listed) if len(suspects) else []
        return Settled(group, staked, paid, linked, shown, len(suspects) - len(listed), _numbers(columns))

    def linked(self, columns: Columns, suspect: "NDArray[np.bool_]", bits: int) -> links.Steps:
        nothing = np.empty(0, np.uint64)
        found = [links.Steps(np.empty(0, np.int64), nothing, nothing)]
        for it in links.Chained(columns, stood(columns), self.home, self.salt).steps():
            which = suspect[it.key >> links.shift(bits)]
            found.append(links.Steps(*(part[which] for part in it)))
        return links.Steps(*(np.concatenate(parts) for parts in zip(*found, strict=True)))

    def _suspects(self, table: "pa.Table", columns: Columns, coded: Coded) -> "NDArray[np.integer]":
        """The rows that are not borne out: first at a glance, then those that are left by a close look."""
        import pyarrow as pa

        con = self._connection()
        con.register("coded", pa.table({ROW: self._rows(len(table)), **coded._asdict()}))
        rows: NDArray[np.integer] = con.execute(self.glance).fetchnumpy()[ROW]
        if len(rows) < FEW:
            few = table.take(rows).to_pylist()
            return rows[[any(self.judge.row(row)) for row in few]] if few else rows
        at = coded.at[rows]
        wrong, left = rows[at < 0], rows[at >= 0]
        con.register("remaining", pa.table(self._left(left, columns, coded)))
        return np.sort(np.concatenate([wrong, con.execute(self.closely).fetchnumpy()[ROW]]))

    def _connection(self) -> "duckdb.DuckDBPyConnection":
        if not hasattr(self.local, "connection"):
            self.local.connection = self.database.cursor()
        connection: duckdb.DuckDBPyConnection = self.local.connection
        return connection

    def _glance(self) -> str:
        import ibis

        coded = ibis.table(CODED, name="coded")
        found = coded.filter(~expression.in_full(coded))
        return str(ibis.to_sql(found.select(ROW), dialect="duckdb"))

    @cached_property
    def closely(self) -> str:
        import ibis

        steps = ibis.table(ibis.Schema.from_pyarrow(expression.steps(self.glances).schema), name="steps")
        left = ibis.table(LEFT, name="remaining")
        left = left.join(steps, left.led == steps.step_no)
        found = left.filter(expression.differs(self.compiled, left, charges_checked=self.charges_checked))
        return str(ibis.to_sql(found.select(ROW), dialect="duckdb"))

    def _room(self, columns: Columns) -> Coded:
        """Room for the codes of a row group, which a thread uses again; amounts are where they were read."""
        stake, returned = columns.rows[4], columns.rows[5]
        room: NDArray[np.int32] | None = getattr(self.local, "room", None)
        if room is None or room.shape[1] < len(stake):
            room = self.local.room = np.empty((3, len(stake)), np.int32)
        at, said, must = room[:, : len(stake)]
        return Coded(at, said, must, stake, returned)

    def _code(self, table: "pa.Table", begin: int, block: Columns, there: Stood, out: Coded) -> Any:
        """Which glance each row of a block takes, what it says and must say; the rows that no glance is for, if any."""
        _, _, _, _, stake, returned, step, _, after, fee, call = block.rows
        _, _, word_of, call_of, _ = block.words
        kinds = len(self.rounds.moments)
        at, said, must, _, _ = out
        np.multiply(there.state, np.int32(2 * kinds * len(CALLED)), out=at)
        first = step == 1
        at += first * np.int32(kinds)
        at += there.kind
        unfit = there.state == NO_STATE
        unfit |= there.kind == MISSING
        # As numbers without a sign, those below zero are far above the largest.
        unfit |= (stake - 1).view(np.uint64) >= LARGEST
        unfit |= returned.view(np.uint64) > MOST_PAID
        if len(call_of) > 1:
            at += np.take((np.maximum(call_of, 0) * (2 * kinds)).astype(np.int32), call)
            unfit |= np.take(call_of < 0, call)
        if step.min(initial=1) < 1:
            unfit |= step < 1
        charged = None
        if "commission" in table.column_names:
            unfit |= fee.view(np.uint64) > LARGEST
            charged = (fee != 0) & first
        if table.column("wager_no").null_count:
            unfit |= table.column("wager_no").slice(begin, len(at)).is_null().to_numpy()
        np.take(word_of.astype(np.int32), after, out=said, mode="clip")
        bad = unfit.any()
        if bad:
            at[unfit] = 0
        np.take(self.quick, at, out=must, mode="clip")
        chip = self.compiled.step
        if chip > 1 and (odd := stake // chip * chip != stake).any():
            must[odd] = -1
        if charged is not None:
            must[charged] = -1
        if bad:
            at[unfit] = must[unfit] = -1
        return unfit if bad else None

    def _rows(self, many: int) -> "NDArray[np.int32]":
        """The numbers of rows, the same for every row group."""
        made = self.every_row
        if len(made) < many:
            made = self.every_row = np.arange(many, dtype=np.int32)
        return made[:many]

    def _left(self, rows: "NDArray[np.integer]", columns: Columns, coded: Coded) -> "dict[str, NDArray[Any]]":
        """What is looked at closely of some rows."""
        _, _, _, _, _, _, step, _, _, fee, _ = columns.rows
        said = {"said": coded.said[rows], "staked": coded.staked[rows], "paid": coded.paid[rows]}
        led = {ROW: rows, "led": self.glances.leads_to[coded.at[rows]]}
        return led | said | {"charged": fee[rows], "nth": step[rows].astype(np.int64)}


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
