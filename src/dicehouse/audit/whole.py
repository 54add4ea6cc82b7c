"""The audit as one Ibis expression over all files at once, on any backend: Spark runs it, and DuckDB does unchanged.

Lookups, the close look, chains, numbers that stand twice and sums are all in `expression`; here they are asked for one
after the other. What comes back is sums and the rows that the judge must see.
"""

from collections.abc import Iterator, Sequence
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
        search = Search(session, compiled, rounds, Path(folder), charges_checked=charges_checked)
        try:
            return search.run(files)
        except Exception:
            whole_files, bad = _mended(files, Path(folder))
            if not bad:
                raise
            looked = search.run(whole_files) if whole_files else Looked()
            looked.bad += bad
            return looked


def _mended(files: Sequence[Path], folder: Path) -> tuple[list[Path], list[Finding]]:
    """Files without the row groups that cannot be read, and a finding for each of those."""
    import pyarrow.parquet as pq

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
            made = folder / file.name
            with pq.ParquetWriter(made, parts[0].schema) as writer:
                for part in parts:
                    writer.write_table(part)
            kept.append(made)
    return kept, bad


class Search:
    """One audit on a session of Ibis."""

    def __init__(
        self, session: Any, compiled: Compiled, rounds: Rounds, folder: Path, *, charges_checked: bool
    ) -> None:
        self.session, self.compiled, self.charges_checked = session, compiled, charges_checked
        self.kinds = len(rounds.moments)
        led = glances(compiled, rounds.moments, charges_checked=charges_checked)
        made = vars(expression.lookups(compiled, led))
        small = {name: self._small(folder / f"{name}.parquet", iter([table])) for name, table in made.items()}
        self.tables = Tables(rounds=self._small(folder / "rounds.parquet", expression.rounds_tables(rounds)), **small)

    def _small(self, file: Path, tables: "Iterator[pa.Table]") -> "ir.Table":
        import pyarrow.parquet as pq

        first = next(tables)
        with pq.ParquetWriter(file, first.schema) as writer:
            writer.write_table(first)
            for table in tables:
                writer.write_table(table)
        return self.session.read_parquet(str(file))

    def run(self, files: Sequence[Path]) -> Looked:
        wagers = self._wagers(files)
        columns = [it for it in wagers.columns if it in NAMES]
        (summed,) = expression.sums(wagers).to_pyarrow().to_pylist()
        looked = Looked(int(summed["rows"]), int(summed["staked"]), int(summed["paid"]))
        wrong = expression.suspects(
            self.compiled, wagers.select(*columns), self.tables, self.kinds, charges_checked=self.charges_checked
        )
        found = wrong.limit(LISTED + 1).to_pyarrow()
        looked.suspects += found.slice(0, LISTED).to_pylist()
        if len(found) > LISTED:
            looked.more += wrong.count().to_pyarrow().as_py() - LISTED
        if summed["linked"]:
            self._chains(looked, wagers)
        first = wagers.filter(wagers.step.fill_null(1) == 1) if "step" in wagers.columns else wagers
        looked.doubled += expression.rows_of(first, expression.doubled(first)).to_pyarrow().to_pylist()
        return looked

    def _wagers(self, files: Sequence[Path]) -> "ir.Table":
        """The wagers of all files, which may differ in the columns that they leave out."""
        import ibis

        by_columns: dict[frozenset[str], list[str]] = {}
        for file in files:
            by_columns.setdefault(frozenset(_columns(file)), []).append(str(file.resolve()))
        parts = [self.session.read_parquet(names[0] if len(names) == 1 else names) for names in by_columns.values()]
        return parts[0] if len(parts) == 1 else ibis.union(*(_all_columns(it) for it in parts))

    def _chains(self, looked: Looked, wagers: "ir.Table") -> None:
        broken = expression.broken(expression.stood(wagers, self.tables))
        chains: dict[tuple[str, int], list[dict[str, object]]] = {}
        for row in expression.rows_of(wagers, broken).to_pyarrow().to_pylist():
            chains.setdefault((row["table"], row["wager_no"]), []).append(row)
        looked.chains += chains.values()


def _columns(file: Path) -> list[str]:
    import pyarrow.parquet as pq

    return [it for it in pq.read_schema(file).names if it in NAMES]


def _all_columns(table: "ir.Table") -> "ir.Table":
    whole_rows = expression.whole_rows(table)
    return whole_rows.select(*(whole_rows[it.name].cast(expression.KINDS[it.kind]) for it in WAGERS))
