"""The engine without a compiler: rows are looked up in arrays, and DuckDB settles what that does not tell.

The words of a row group are whole numbers in Parquet already, and rounds lie in the order of their numbers. So what a
row must say is looked up in arrays: for most rows one number tells it all. The others are settled by DuckDB, by the
expression that runs on Spark too; joining words would take it several times as long, so it is handed the number of what
a row must say. Play repeats itself: what DuckDB has borne out of a stake at one step is not asked again. Sums, chains
and the order of numbers are worked out from the same columns while they are at hand: a block of rows at a time, so that
little is held beside a group.
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
BLOCK: Final = 1 << 18
"""Rows that are looked up at a time."""
STAKES: Final = 1 << 8
"""Stakes that are remembered of a step, in chips; larger ones share their places."""
ROW: Final = "row_in_group"


class Left(NamedTuple):
    """Rows that one number does not bear out, as the expression takes them."""

    row_in_group: "NDArray[np.int64]"
    led: "NDArray[np.int64]"
    """The number of the step that says what the row must say."""
    said: "NDArray[np.int64]"
    staked: "NDArray[np.int64]"
    paid: "NDArray[np.int64]"
    charged: "NDArray[np.int64]"
    nth: "NDArray[np.int64]"

    def only(self, which: "NDArray[Any]") -> "Left":
        return Left(*(it[which] for it in self))


class Plain(Reader):
    """Settles row groups by lookup and by DuckDB."""

    def __init__(self, compiled: Compiled, rounds: Rounds, *, charges_checked: bool) -> None:
        super().__init__(compiled, rounds, charges_checked=charges_checked)
        self.salt = links.new_salt()
        self.home = compiled.arrays()[0]
        self.judge = Judge(compiled, rounds, charges_checked)
        self.local = threading.local()
        self.quick = quick(self.glances)

    def settle(self, group: Group, sums: "NDArray[np.uint64]") -> Settled:
        table = read(group, HOT)
        columns = self.columns(Arrow(table))
        linked, staked, paid = 0, 0, 0
        wrong, left = list[Any](), list[Left]()
        for begin in range(0, group.rows, BLOCK):
            block = columns.part(begin, begin + BLOCK)
            there = stood(block)
            linked += links.Chained(block, there, self.home, self.salt).add_to(sums)
            unfit = _unfit(block, there)
            sums_of = _sums(block, fit=unfit is None)
            staked, paid = staked + sums_of[0], paid + sums_of[1]
            if unfit is not None:
                wrong.append(begin + np.flatnonzero(unfit))
            left.append(self._left(block, begin, there, unfit))
        suspects = self._suspects(table, wrong, Left(*map(np.concatenate, zip(*left, strict=True))))
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

    def _left(self, block: Columns, begin: int, there: Stood, unfit: "NDArray[np.bool_] | None") -> Left:
        """The rows of a block that have to be settled."""
        _, _, _, _, stake, returned, step, _, after, fee, call = block.rows
        _, _, word_of, call_of, _ = block.words
        kinds = len(self.rounds.moments)
        first = step == 1
        at = there.state * np.int32(2 * kinds * len(CALLED))
        at += first * np.int32(kinds)
        at += there.kind
        called = np.flatnonzero(call != len(call_of) - 1)  # the last is for no call
        at[called] += (np.maximum(call_of, 0) * (2 * kinds)).astype(np.int32)[call[called]]
        if unfit is not None:
            at[unfit] = 0
        said = np.take(word_of.astype(np.int32), after)
        must = np.take(self.quick, at)
        left = returned != stake * (must >> 16)
        left |= said != (must & 0xFFFF)
        chip = self.compiled.step
        if chip > 1:
            left |= stake // chip * chip != stake
        left |= (fee != 0) & first
        if unfit is not None:
            left &= ~unfit
        rows = np.flatnonzero(left)
        led, said = np.take(self.glances.leads_to, at[rows]).astype(np.int64), said[rows].astype(np.int64)
        staked, paid, charged = (np.take(it, rows) for it in (stake, returned, fee))
        found = Left(rows + begin, led, said, staked, paid, charged, step[rows].astype(np.int64))
        return found.only(~self._seen().has(found))

    def _suspects(self, table: "pa.Table", wrong: list[Any], left: Left) -> "NDArray[np.int64]":
        """The rows that are not borne out: those that cannot be right, and those left that are not."""
        alike = self._seen().alike(left)
        asked = np.flatnonzero(alike == np.arange(len(alike)))
        differs = np.zeros(len(alike), bool)
        differs[asked] = self._differ(table, left.only(asked))
        self._seen().add(left.only(asked[~differs[asked]]))
        return np.sort(np.concatenate([*wrong, left.row_in_group[differs[alike]]]))

    def _differ(self, table: "pa.Table", left: Left) -> "NDArray[np.bool_]":
        """Which rows say anything else than they must."""
        import pyarrow as pa

        if len(left.led) < FEW:
            few = table.take(left.row_in_group).to_pylist()
            return np.array([any(self.judge.row(row)) for row in few], bool)
        con = self.database.cursor()
        con.register("remaining", pa.table(left._asdict()))
        return np.isin(left.row_in_group, con.execute(self.closely).fetchnumpy()[ROW])

    @cached_property
    def database(self) -> "duckdb.DuckDBPyConnection":
        import duckdb

        # Each thread of the search runs a query of its own.
        database = duckdb.connect(config={"threads": 1})
        database.register("made", expression.steps(self.glances))
        database.execute("create table steps as select * from made").fetchall()
        return database

    def _seen(self) -> "Seen":
        """Each thread remembers what it has seen."""
        if not hasattr(self.local, "seen"):
            self.local.seen = Seen(self.compiled, self.glances.steps.refunds)
        seen: Seen = self.local.seen
        return seen

    @cached_property
    def closely(self) -> str:
        import ibis

        steps = ibis.table(ibis.Schema.from_pyarrow(expression.steps(self.glances).schema), name="steps")
        left = ibis.table(dict.fromkeys(Left._fields, "int64"), name="remaining")
        left = left.join(steps, left.led == steps.step_no)
        found = left.filter(expression.differs(self.compiled, left, charges_checked=self.charges_checked))
        return str(ibis.to_sql(found.select(ROW), dialect="duckdb"))


class Seen:
    """What was borne out, so that it is not settled again: payments by step, stake and word after.

    A commission matters where it is charged, with the first step, and where it comes back, as a part of what is paid.
    """

    def __init__(self, compiled: Compiled, refunds: "NDArray[np.int64]") -> None:
        self.chip, self.removed = compiled.step, compiled.names["removed"]
        # By step, and whether the wager is taken down: 1 where the commission comes back.
        self.refunds = np.stack([refunds, np.full(len(refunds), not compiled.keeps_commission)], axis=1).reshape(-1)
        self.rows = np.zeros((4, len(self.refunds) * STAKES), np.int64)
        self.last = np.zeros(self.rows.shape[1], np.int64)

    def has(self, left: Left) -> "NDArray[np.bool_]":
        at, told = self._told(left)
        same = np.ones(len(at), bool)
        for seen, said in zip(self.rows, told, strict=True):
            same &= np.take(seen, at) == said
        return same

    def alike(self, left: Left) -> "NDArray[np.int64]":
        """For each row the one to ask about: itself, or a later one that tells the same."""
        at, told = self._told(left)
        own = np.arange(len(at))
        self.last[at] = own
        alike = self.last[at]
        same = np.all([it == it[alike] for it in told], axis=0)
        return np.where(same, alike, own)

    def add(self, left: Left) -> None:
        at, told = self._told(left)
        for seen, said in zip(self.rows, told, strict=True):
            seen[at] = said

    def _told(self, left: Left) -> tuple["NDArray[np.int64]", tuple["NDArray[np.int64]", ...]]:
        """Where a row is remembered, the last of those that share the place, and all that tells whether it is right."""
        kind = left.led * 2 + (left.said == self.removed)
        at = kind * STAKES + (left.staked // self.chip & STAKES - 1)
        kept = left.paid - np.take(self.refunds, kind) * left.charged
        return at, (left.staked, left.said, kept, left.charged * (left.nth == 1))


def _unfit(it: Columns, there: Stood) -> "NDArray[np.bool_] | None":
    """The rows that are wrong whatever the rules are, if there are any: of most blocks the least and the most tell."""
    number, _, _, _, stake, returned, step, _, _, fee, call = it.rows
    called = it.words[3]
    least = ((number, 0), (step, 1), (stake, 1), (returned, 0), (fee, 0))
    amounts = ((stake, LARGEST), (returned, MOST_PAID), (fee, LARGEST))
    most = ((there.state, NO_STATE - 1), (there.kind, MISSING - 1), *amounts)
    if called.min() >= 0 and all(it.min() >= low for it, low in least) and all(it.max() <= high for it, high in most):
        return None
    unfit: NDArray[np.bool_] = np.take(called < 0, call)
    for column, low in least:
        unfit |= column < low
    for column, high in most:
        unfit |= column > high
    return unfit if unfit.any() else None


def _sums(columns: Columns, *, fit: bool) -> tuple[int, int]:
    """The stakes and payments of the rows where both are such as can be."""
    stake, returned = columns.rows[4], columns.rows[5]
    if not fit:
        which = (stake > 0) & (stake <= LARGEST) & (returned >= 0) & (returned <= MOST_PAID)
        stake, returned = stake[which], returned[which]
    return int(stake.sum()), int(returned.sum())


def _numbers(columns: Columns) -> Numbers:
    number, table, step = columns.rows[0], columns.rows[1], columns.rows[6]
    first = np.flatnonzero(step == 1)
    if len(first) < len(step):
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
