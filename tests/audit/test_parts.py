"""What is held at a time is bounded, and where the bounds lie makes no difference to what is found."""

import random
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dicehouse.audit import results, rounds, search
from dicehouse.audit.findings import Finding, Listed
from dicehouse.audit.results import rounds_in
from dicehouse.audit.run import audit
from tests.audit.makes import audited, compiled, made, places, planted

ENGINES = ("numba", "duckdb")


def rolled(folder: Path, name: str, table: pa.Table) -> tuple[list[tuple[object, ...]], list[Finding]]:
    """Every round as it is made ready, and what is wrong with the results."""
    pq.write_table(table, folder / f"{name}.parquet")
    found, bad = rounds_in(compiled("star-craps"), [folder / f"{name}.parquet"], folder / name)
    ready: list[tuple[object, ...]] = []
    for code, at in enumerate(found.tables):
        begin, end = (int(it) for it in found.begins[code : code + 2])
        kinds, numbers = found.kinds(begin, end), found.numbers(code, begin, end)
        there = kinds != rounds.MISSING
        ready += [(at, *it) for it in zip(numbers[there].tolist(), found.moments[kinds[there]].tolist(), strict=True)]
    assert len(ready) == found.known
    return ready, bad


@pytest.fixture(scope="module")
def rolls(tmp_path_factory: pytest.TempPathFactory) -> pa.Table:
    """Results with every fault that results can have, at three tables side by side."""
    folder = tmp_path_factory.mktemp("rolls")
    made(compiled("star-craps"), folder, rounds=240, errors=40)
    table = pq.read_table(folder / "results.parquet")
    table = table.append_column("opening", pa.array(np.arange(len(table)) % 50 == 7))
    return table.take(np.argsort(table["round"].to_numpy(), kind="stable"))


@pytest.mark.parametrize("gap", [1, 1_000_000_000], ids=["close numbers", "sparse numbers"])
@pytest.mark.parametrize("shuffled", [False, True])
@pytest.mark.parametrize("part", [1, 7, 100])
def test_results_read_in_small_parts_are_the_same_rounds(
    part: int, shuffled: bool, gap: int, rolls: pa.Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shuffled:
        rolls = rolls.take(random.Random(5).sample(range(len(rolls)), len(rolls)))
    rolls = rolls.set_column(1, "round", pa.array(rolls["round"].to_numpy() * gap))
    whole = rolled(tmp_path, "whole", rolls)
    monkeypatch.setattr(results, "PART", part)
    ready, bad = rolled(tmp_path, "parts", rolls)
    assert ready == whole[0]
    assert sorted(bad, key=lambda it: it.where) == sorted(whole[1], key=lambda it: it.where)


def test_sparse_numbers_lead_to_the_same_moments_as_close_ones(rolls: pa.Table, tmp_path: Path) -> None:
    close, _ = rolled(tmp_path, "close", rolls)
    sparse, _ = rolled(tmp_path, "sparse", rolls.set_column(1, "round", pa.array(rolls["round"].to_numpy() << 40)))
    assert [(at, number << 40, moment) for at, number, moment in close] == sparse  # type: ignore[operator]


def test_rounds_far_apart_are_looked_up_in_the_file_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    it = compiled("star-craps")
    made(it, tmp_path, errors=40)
    near = audited(it, tmp_path, "numba")
    monkeypatch.setattr(rounds, "WIDE", 0)
    assert audited(it, tmp_path, "numba").findings == near.findings


def test_chains_told_apart_by_finer_sums_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MANY", 0)
    it = compiled("star-craps")
    made(it, tmp_path, errors=40)
    assert places(audited(it, tmp_path, "numba").findings) == planted(tmp_path)


def wagers(folder: Path, *row_groups: str) -> None:
    """A file of wagers with these row groups, a row each line: number, round, wager, step, before, after, returned."""
    names = ("wager_no", "round", "wager", "step", "before", "after", "returned")
    with pq.ParquetWriter(folder / "w.parquet", SCHEMA) as writer:
        for lines in row_groups:
            rows = [dict(zip(names, line.split(), strict=True)) for line in lines.splitlines()]
            whole = [{key: int(it) if it.isdecimal() else it for key, it in row.items()} for row in rows]
            writer.write_table(pa.Table.from_pylist([{"table": "T1", "stake": 1000, **row} for row in whole], SCHEMA))
    rolls = [{"table": "T1", "round": n, "dice": dice} for n, dice in enumerate(("3-3", "2-3", "2-2", "4-3"), start=1)]
    pq.write_table(pa.Table.from_pylist(rolls), folder / "r.parquet")


WHOLE, TEXT = pa.int64(), pa.string()
SCHEMA = pa.schema(
    {"wager_no": WHOLE, "table": TEXT, "round": WHOLE, "wager": TEXT, "stake": WHOLE, "returned": WHOLE}
    | {"step": pa.int16(), "before": TEXT, "after": TEXT}
)
STANDS = "1 1 win-line 1 waiting point_6 0"


def found_in(folder: Path, engine: str) -> list[tuple[str, str]]:
    found = audit(compiled("star-craps"), str(folder / "w.parquet"), str(folder / "r.parquet"), engine=engine)
    return [(it.kind, it.says) for it in found.findings]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_number_taken_again_in_a_row_group_that_begins_with_a_later_step_is_a_duplicate(
    engine: str, tmp_path: Path
) -> None:
    later = "1 2 win-line 2 point_6 point_6 0\n1 3 win-line 3 point_6 point_6 0\n1 4 win-line 4 point_6 lose 0"
    wagers(tmp_path, f"{STANDS}\n2 1 big-6 1 up win 2000", f"{later}\n2 4 any-seven 1 open win 5000")
    assert found_in(tmp_path, engine) == [("duplicate", "wager 2 of T1 is placed twice")]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_wager_that_becomes_another_between_two_steps_breaks_its_chain(engine: str, tmp_path: Path) -> None:
    wagers(tmp_path, "1 2 big-6 1 up up 0\n1 3 big-8 2 up up 0\n1 4 big-8 3 up lose 0")
    assert found_in(tmp_path, engine) == [("chain", "after step 1 the wager is big-8, not big-6")]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_step_that_cannot_be_settled_is_left_out_of_its_chain(engine: str, tmp_path: Path) -> None:
    later = "1 3 win-line 3 point_6 point_6 0\n1 4 win-line 4 point_6 lose 0"
    wagers(tmp_path, f"{STANDS}\n1 2 lucky-streak 2 point_6 point_6 0\n{later}")
    assert found_in(tmp_path, engine) == [
        ("chain", "after step 1 comes step 3"),
        ("unknown-wager", "lucky-streak: star-craps does not offer it"),
    ]


def test_findings_beyond_those_that_are_listed_are_counted() -> None:
    bad = Listed(most=2)
    for rows in (np.arange(1), np.arange(3), np.arange(4)):
        for it in bad.few("dice", rows):
            bad.add(Finding("dice", str(it)))
    assert [(it.says, it.rows) for it in bad.findings()] == [("0", 1), ("0", 1), ("and 6 more like these", 6)]
    assert sum(it.rows for it in bad.findings()) == 8
