"""Rows changed at random in every way that a row can be wrong: every engine doubts those that the judge does not pass.

The judge settles one row at a time by the rulebook itself. An engine may not pass a row that the judge finds fault
with, nor doubt one that he passes; what DuckDB settled once and remembers is held to the same.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import ibis
import pytest

from dicehouse.audit import fast, plain, whole
from dicehouse.audit.compiled import Compiled
from dicehouse.audit.findings import Looked
from dicehouse.audit.rounds import Rounds
from tests.audit.makes import HOUSES, compiled, doubted, records_changed

pytestmark = pytest.mark.filterwarnings("ignore:fetch_arrow_table:DeprecationWarning")


def on_duckdb(it: Compiled, rounds: Rounds, files: Sequence[Path], *, charges_checked: bool) -> Looked:
    return whole.look(ibis.duckdb.connect(), it, rounds, files, charges_checked=charges_checked)


ENGINES: Final[dict[str, tuple[Any, dict[str, int]]]] = {
    "fast": (fast.look, {}),
    "duckdb": (plain.look, {}),
    "duckdb, every row by the expression": (plain.look, {"FEW": 0}),
    "duckdb, all stakes in one place": (plain.look, {"FEW": 0, "STAKES": 1}),
    "duckdb, in small blocks": (plain.look, {"BLOCK": 64}),
    "the whole expression": (on_duckdb, {}),
}


@pytest.mark.parametrize("checked", [True, False], ids=["charges checked", "charges not checked"])
@pytest.mark.parametrize("book, chip, readings", HOUSES, ids=lambda it: str(it)[:40])
def test_every_engine_doubts_the_rows_that_the_judge_finds_fault_with(
    book: str, chip: int, readings: dict[str, str], checked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = compiled(book, chip, **readings)
    records = records_changed(it, tmp_path)
    wrong = records.wrong(charges_checked=checked)
    assert len(records.rows) / 5 < len(wrong) < len(records.rows) / 2
    for name, (look, settings) in ENGINES.items():
        with monkeypatch.context() as patch:
            for setting, value in settings.items():
                patch.setattr(plain, setting, value)
            found = doubted(look(it, records.rounds, records.files, charges_checked=checked))
        assert found == wrong, (name, [str(records.rows[int(number)]) for number in sorted(found ^ wrong)[:3]])
