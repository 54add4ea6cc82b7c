"""An audit from beginning to end: take records in, look at all of them, judge what stands out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from dicehouse.audit import backends, intake
from dicehouse.audit.compiled import Compiled
from dicehouse.audit.findings import Finding, Looked
from dicehouse.audit.judge import Judge
from dicehouse.audit.mapping import AS_IT_IS, Translation
from dicehouse.audit.results import rounds_in
from dicehouse.audit.rounds import Rounds
from dicehouse.audit.sample import Sample
from dicehouse.audit.tickets import named

EXTRAS: Final = {
    "numba": ("numba", "the numba engine needs Numba: pip install 'dicehouse[audit,fast]', or take --engine duckdb"),
    "spark": ("pyspark", "the spark engine needs Spark: pip install 'dicehouse[spark]', or take --engine duckdb"),
}


@dataclass(frozen=True)
class Audited:
    """What an audit has found."""

    compiled: Compiled
    engine: str
    files: int
    rows: int
    rounds: int
    staked: int
    paid: int
    findings: tuple[Finding, ...]
    more: int
    """Rows that stand out beyond those that were judged."""
    sample: Sample | None = None
    """Which of the wagers were looked at; None where all were."""

    @property
    def differences(self) -> tuple[Finding, ...]:
        return tuple(it for it in self.findings if it.is_difference)

    @property
    def bad(self) -> tuple[Finding, ...]:
        return tuple(it for it in self.findings if not it.is_difference)

    @property
    def due(self) -> int:
        """What should have been paid in all, as far as rows could be settled."""
        return self.paid - sum(it.amount for it in self.differences if it.kind == "paid")

    @property
    def clean(self) -> bool:
        return not self.findings and not self.more


@dataclass
class Progress:
    """Who hears how the audit goes on."""

    begins: Callable[[str, int], None] = lambda _, __: None
    """What is done now, and how many rows of it there are; 0 where nobody knows."""
    goes_on: Callable[[int], None] = lambda _: None


def audit(  # noqa: PLR0913  (each by its name)
    compiled: Compiled,
    wagers: str | Sequence[str],
    results: str | Sequence[str],
    *,
    translation: Translation = AS_IT_IS,
    engine: str = "duckdb",
    sample: Sample | None = None,
    progress: Progress | None = None,
) -> Audited:
    """Settle every recorded wager again, or those of a sample."""
    progress = progress or Progress()
    needs_extras(engine)
    with TemporaryDirectory(prefix="dicehouse-audit-") as folder:
        progress.begins("Reading results", 0)
        rolled = intake.results(results, translation, Path(folder))
        rounds, bad = rounds_in(compiled, rolled.files, Path(folder) / "rounds")
        progress.begins("Reading wagers", 0)
        placed = intake.wagers(wagers, translation, Path(folder), sample)
        charges_checked = _have(placed.files, "commission")
        progress.begins("Settling again", _rows(placed.files))
        looked = _look(engine, compiled, rounds, placed.files, charges_checked, progress)
        looked.bad += [*rolled.bad, *bad, *placed.bad]
        progress.begins("Judging", 0)
        findings = named(Judge(compiled, rounds, charges_checked).findings(looked), Path(folder) / "wagers")
    return Audited(
        compiled,
        engine,
        len(placed.files),
        looked.rows,
        rounds.known,
        looked.staked,
        looked.paid,
        tuple(findings),
        looked.more,
        sample,
    )


def needs_extras(engine: str) -> None:
    """A clear word where something is not installed."""
    from importlib.util import find_spec

    if any(find_spec(it) is None for it in ("pyarrow", "duckdb", "ibis")):
        raise ValueError("an audit needs the audit extra: pip install 'dicehouse[audit]'")
    module, says = EXTRAS.get(engine, ("", ""))
    if module and find_spec(module) is None:
        raise ValueError(says)


def _look(
    engine: str, compiled: Compiled, rounds: Rounds, files: Sequence[Path], charges_checked: bool, progress: Progress
) -> Looked:
    if not files:
        return Looked()
    if engine == "numba":
        from dicehouse.audit.search import look
    else:
        look = partial(backends.look, engine)
    return look(compiled, rounds, files, charges_checked=charges_checked, progress=progress.goes_on)


def _have(files: Sequence[Path], column: str) -> bool:
    import pyarrow.parquet as pq

    return any(column in pq.read_schema(it).names for it in files)


def _rows(files: Sequence[Path]) -> int:
    import pyarrow.parquet as pq

    return sum(pq.read_metadata(it).num_rows for it in files)
