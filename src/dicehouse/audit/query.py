"""The audit asked of a database: one expression over all files at once, on any backend of Ibis.

What must be said, chains, numbers that stand twice and sums are all in `expression`; here they are asked for one after
the other. What comes back is sums and the rows that the judge must see.
"""

import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from dicehouse.audit import expression
from dicehouse.audit.compiled import Compiled
from dicehouse.audit.expression import Tables
from dicehouse.audit.findings import Finding, Looked
from dicehouse.audit.glance import glances
from dicehouse.audit.groups import LISTED, groups_of, read, unreadable, unreadable_errors
from dicehouse.audit.rounds import Rounds
from dicehouse.audit.schema import WAGERS

if TYPE_CHECKING:
    import ibis.expr.types as ir
    import pyarrow as pa

NAMES: Final = [it.name for it in WAGERS]


def look(session: Any, compiled: Compiled, rounds: Rounds, files: Sequence[Path], *, charges_checked: bool) -> Looked:
    """Settle every row of some files again; where a part of a file cannot be read, the rest is."""
    with TemporaryDirectory(prefix="dicehouse-lookups-") as folder:
        query = Query(session, compiled, rounds, Path(folder), charges_checked=charges_checked)
        try:
            return query.run(files)
        except Exception:
            whole_files, bad = _mended(files, Path(folder))
            if not bad:
                raise
            looked = query.run(whole_files) if whole_files else Looked()
            looked.bad += bad
            return looked


def _mended(files: Sequence[Path], folder: Path) -> tuple[list[Path], list[Finding]]:
    """Files without the row groups that cannot be read, and a finding for each of those."""
    kept, bad = [], list[Finding]()
    for file in files:
        parts = []
        groups = groups_of([file])
        for group in groups:
            try:
                parts.append(read(group, NAMES))
            except unreadable_errors() as error:
                bad.append(unreadable(group, error))
        if len(parts) == len(groups):
            kept.append(file)
        elif parts:
            kept.append(_written(folder / file.name, parts))
    return kept, bad


def _written(file: Path, tables: "Iterable[pa.Table]") -> Path:
    import pyarrow.parquet as pq

    tables = iter(tables)
    first = next(tables)
    with pq.ParquetWriter(file, first.schema) as writer:
        writer.write_table(first)
        for table in tables:
            writer.write_table(table)
    return file


class Query:
    """One audit on a session of Ibis."""

    def __init__(
        self, session: Any, compiled: Compiled, rounds: Rounds, folder: Path, *, charges_checked: bool
    ) -> None:
        self.session, self.compiled, self.charges_checked = session, compiled, charges_checked
        self.folder = folder
        self.kinds = len(rounds.moments)
        led = glances(compiled, rounds.moments, charges_checked=charges_checked)
        made: dict[str, Iterable[pa.Table]] = {"rounds": expression.rounds_tables(rounds)}
        made |= {name: [table] for name, table in expression.lookups(compiled, led).items()}
        self.tables = Tables(**{name: self._kept(name, tables) for name, tables in made.items()})

    def _kept(self, name: str, tables: "Iterable[pa.Table]") -> "ir.Table":
        """A small table in a file, so that it is made once and every worker can read it."""
        return self.session.read_parquet(str(_written(self.folder / f"{name}.parquet", tables)))

    def run(self, files: Sequence[Path]) -> Looked:
        wagers = self._wagers(files)
        rows = expression.led(wagers, self.tables, self.kinds)
        due = expression.Due(self.compiled, self.tables, self.charges_checked)
        (total,) = due.totals(rows).to_pyarrow().to_pylist()
        looked = Looked(int(total["rows"]), int(total["staked"]), int(total["paid"]))
        if total["wrong"]:
            suspects = due.not_borne_out(rows).select(*wagers.columns)
            looked.suspects += suspects.limit(LISTED).to_pyarrow().to_pylist()
            looked.more += int(total["wrong"]) - len(looked.suspects)
        self._follow_numbers(looked, wagers)
        if total["linked"]:
            self._follow_chains(looked, wagers)
        return looked

    def _wagers(self, files: Sequence[Path]) -> "ir.Table":
        """The wagers of all files, which may differ in the columns that they leave out."""
        import ibis

        by_columns: dict[frozenset[str], list[str]] = {}
        for file in files:
            by_columns.setdefault(frozenset(_columns(file)), []).append(str(file.resolve()))
        parts = [
            self.session.read_parquet(names[0] if len(names) == 1 else names).select(*columns)
            for columns, names in by_columns.items()
        ]
        return parts[0] if len(parts) == 1 else ibis.union(*(_all_columns(it) for it in parts))

    def _follow_numbers(self, looked: Looked, wagers: "ir.Table") -> None:
        """Look for numbers that stand twice."""
        blocks = expression.crowded(wagers).to_pyarrow()
        if len(blocks):
            near = expression.in_blocks(wagers, self._kept("crowded", [blocks]))
            near = near.filter(expression.is_first(near))
            looked.doubled += expression.rows_of(near, expression.doubled(near)).to_pyarrow().to_pylist()

    def _follow_chains(self, looked: Looked, wagers: "ir.Table") -> None:
        """Look for steps that do not follow each other."""
        blocks = expression.unlinked(wagers, self.tables, secrets.randbits(62)).to_pyarrow()
        if len(blocks):
            near = expression.in_blocks(wagers, self._kept("unlinked", [blocks]))
            steps = expression.steps_of_chains(near, self.tables)
            found = expression.rows_of(steps, expression.broken(steps)).select(*wagers.columns)
            chains: dict[tuple[str, int], list[dict[str, object]]] = {}
            for row in found.to_pyarrow().to_pylist():
                chains.setdefault((row["table"], row["wager_no"]), []).append(row)
            looked.chains += chains.values()


def _columns(file: Path) -> list[str]:
    import pyarrow.parquet as pq

    return [it for it in pq.read_schema(file).names if it in NAMES]


def _all_columns(table: "ir.Table") -> "ir.Table":
    every = expression.every_column(table)
    return every.select(*(every[it.name].cast(expression.KINDS[it.kind]) for it in WAGERS))
