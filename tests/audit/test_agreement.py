"""Rows changed at random in every way that a row can be wrong: every engine doubts those that the judge does not pass.

The judge settles one row at a time by the rulebook itself. An engine may not pass a row that the judge finds fault
with, nor doubt one that he passes. `test_spark` holds Spark to the same.
"""

from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from dicehouse.audit import backends, search
from tests.audit.makes import HOUSES, compiled, doubted, records_changed

ENGINES: Final[dict[str, Any]] = {"numba": search.look, "duckdb": partial(backends.look, "duckdb")}


@pytest.mark.parametrize("checked", [True, False], ids=["charges checked", "charges not checked"])
@pytest.mark.parametrize("book, chip, readings", HOUSES, ids=lambda it: str(it)[:40])
def test_every_engine_doubts_the_rows_that_the_judge_finds_fault_with(
    book: str, chip: int, readings: dict[str, str], checked: bool, tmp_path: Path
) -> None:
    it = compiled(book, chip, **readings)
    records = records_changed(it, tmp_path)
    wrong = records.wrong(charges_checked=checked)
    assert len(records.rows) / 5 < len(wrong) < len(records.rows) / 2
    for name, look in ENGINES.items():
        found = doubted(look(it, records.rounds, records.files, charges_checked=checked))
        assert found == wrong, (name, [str(records.rows[int(number)]) for number in sorted(found ^ wrong)[:3]])
