"""The whole audit as one expression: what Spark runs, run on DuckDB."""

from pathlib import Path

import ibis
import pytest

from dicehouse.audit import whole
from dicehouse.audit.compiled import Compiled
from dicehouse.audit.findings import Looked
from dicehouse.audit.judge import Judge
from dicehouse.audit.results import rounds_in
from dicehouse.rulebooks import BUILT_IN
from tests.audit.makes import audited, compiled, made, places, planted

# Ibis calls DuckDB by a name that DuckDB has given up.
pytestmark = pytest.mark.filterwarnings("ignore:fetch_arrow_table:DeprecationWarning")


def looked_at(it: Compiled, folder: Path) -> Looked:
    rounds, _ = rounds_in(it, [folder / "results.parquet"], folder / "rounds")
    files = sorted((folder / "wagers").iterdir())
    return whole.look(ibis.duckdb.connect(), it, rounds, files, charges_checked=it.book.id == "star-craps")


@pytest.mark.parametrize("book", BUILT_IN)
def test_every_planted_error_is_found_and_nothing_else(book: str, tmp_path: Path) -> None:
    it = compiled(book)
    made(it, tmp_path, errors=40)
    rounds, bad = rounds_in(it, [tmp_path / "results.parquet"], tmp_path / "rounds-of-judge")
    looked = looked_at(it, tmp_path)
    looked.bad += bad
    charged = book == "star-craps"
    findings = Judge(it, rounds, charged).findings(looked)
    assert places(findings) == planted(tmp_path)
    other = audited(it, tmp_path, "duckdb")
    assert tuple(findings) == other.findings
    assert (looked.rows, looked.staked, looked.paid) == (other.rows, other.staked, other.paid)
