"""An audit of recorded wagers that lie in files or in a data frame of any library that speaks Arrow."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from dicehouse.library.amounts import Dollars, in_cents
from dicehouse.library.books import Book, rulebook
from dicehouse.library.frames import Frame
from dicehouse.money import dollars
from dicehouse.rulebooks import Rulebook

if TYPE_CHECKING:
    from dicehouse.audit.findings import Finding
    from dicehouse.audit.run import Audited


@runtime_checkable
class ArrowFrame(Protocol):
    """A data frame that hands itself over as Arrow: pandas, Polars, pyarrow, DuckDB, and the frames of this library."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


Records = str | Path | ArrowFrame
"""A file, a folder, a pattern such as "year/*.parquet", or a data frame."""


class AuditResult(Frame):
    """What an audit found, a row for each finding, amounts in cents; `core` is the audit itself."""

    def __init__(self, core: "Audited") -> None:
        self.core = core
        super().__init__(f"audit by {core.compiled.book.id}", _columns(core.findings))

    @property
    def clean(self) -> bool:
        """Whether every recorded wager was paid what the rules say."""
        return self.core.clean

    def __repr__(self) -> str:
        it = self.core
        found = "nothing found" if it.clean else f"{len(it.differences)} differences, {len(it.bad)} unreadable"
        return (
            f"<Audit by {it.compiled.book.id}: {it.rows:,} rows, staked {dollars(it.staked)}, paid {dollars(it.paid)},"
            f" due {dollars(it.due)}; {found}>"
        )


def audit(
    book: "Book | Rulebook | str | Path",
    wagers: Records,
    results: Records,
    *,
    mapping: str | Path | None = None,
    chip: Dollars = 1,
    readings: Mapping[str, str] | None = None,
    engine: str = "duckdb",
) -> AuditResult:
    """Settle every recorded wager again; the columns are those of `dicehouse records`, or a mapping file says which.

    It needs the extra `audit`.

    >>> import dicehouse as dh
    >>> import pyarrow as pa
    >>> wagers = pa.table(
    ...     {
    ...         "wager_no": [0, 1],
    ...         "table": ["T1", "T1"],
    ...         "round": [1, 1],
    ...         "wager": ["small", "big"],
    ...         "stake": [1000, 1000],
    ...         "returned": [2000, 2000],
    ...     }
    ... )
    >>> results = pa.table({"table": ["T1"], "round": [1], "dice": ["1-2-3"]})
    >>> found = dh.audit("star-sicbo-2024", wagers, results)
    >>> found
    <Audit by star-sicbo-2024: 2 rows, staked 20.00, paid 40.00, due 20.00; 1 differences, 0 unreadable>
    >>> found["wager"], found["due_cents"]
    (['big'], [0])
    """
    core = rulebook(book, readings=readings).core
    try:
        from dicehouse.audit.compiled import Compiled
        from dicehouse.audit.mapping import AS_IT_IS
        from dicehouse.audit.mapping import mapping as read
        from dicehouse.audit.run import audit as run
    except ModuleNotFoundError:
        raise ImportError("an audit needs the audit extra: pip install 'dicehouse[audit]'") from None
    compiled = Compiled(core, in_cents("chip", chip))
    translation = read(Path(mapping)) if mapping else AS_IT_IS
    with TemporaryDirectory(prefix="dicehouse-frames-") as folder:
        places = (_place(it, Path(folder) / name) for name, it in (("wagers", wagers), ("results", results)))
        return AuditResult(run(compiled, *places, translation=translation, engine=engine))


def _place(records: Records, folder: Path) -> str:
    """Where records lie; a data frame is written down first."""
    if isinstance(records, str | Path):
        return str(records)
    if not isinstance(records, ArrowFrame):
        raise TypeError(
            f"records are a path or a data frame that speaks Arrow, such as pandas, Polars or pyarrow, not"
            f" {type(records).__name__}"
        )
    import pyarrow as pa
    import pyarrow.parquet as pq

    found = pa.table(records)
    plain = [(it, pa.string() if pa.types.is_large_string(it.type) else it.type) for it in found.schema]
    schema = pa.schema([pa.field(it.name, kind) for it, kind in plain])
    file = folder.with_suffix(".parquet")
    pq.write_table(found.cast(schema), file)
    return str(file)


def _columns(findings: "Iterable[Finding]") -> dict[str, list[str | int | float | bool | None]]:
    every = list(findings)
    return {
        "kind": [it.kind for it in every],
        "says": [it.says for it in every],
        "table": [it.table for it in every],
        "round": [it.round for it in every],
        "wager_no": [it.wager_no for it in every],
        "step": [it.step for it in every],
        "ticket": [it.ticket or None for it in every],
        "wager": [it.wager for it in every],
        "stake_cents": [it.stake for it in every],
        "paid_cents": [it.paid for it in every],
        "due_cents": [it.due for it in every],
        "clauses": [", ".join(it.clauses) for it in every],
        "dealer": [it.dealer for it in every],
        "rows": [it.rows for it in every],
    }
