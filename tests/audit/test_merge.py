"""What is found does not depend on how the records are cut into parts, nor on their order."""

import random
from pathlib import Path
from types import ModuleType

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehouse.audit import fast, plain
from dicehouse.audit.compiled import Compiled
from dicehouse.audit.findings import Finding, Looked
from dicehouse.audit.judge import Judge
from dicehouse.audit.results import rounds_in
from dicehouse.audit.rounds import Rounds
from tests.audit.makes import compiled, made, places, planted
from tests.soak import SOAK


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> tuple[Compiled, Rounds, pa.Table, Path]:
    folder, it = tmp_path_factory.mktemp("merge"), compiled("star-craps")
    made(it, folder, rounds=120, errors=30)
    rounds, _ = rounds_in(it, [folder / "results.parquet"], folder / "rounds")
    table = pa.concat_tables(pq.read_table(file) for file in sorted((folder / "wagers").iterdir()))
    return it, rounds, table.unify_dictionaries(), folder


@pytest.mark.parametrize("engine", [fast, plain], ids=["fast", "duckdb"])
@settings(max_examples=160 if SOAK else 8)
@given(seed=st.integers(0, 2**32), cuts=st.lists(st.integers(1, 4000), min_size=1, max_size=12), shuffled=st.booleans())
def test_records_cut_and_shuffled_anyhow_give_the_same_findings(
    records: tuple[Compiled, Rounds, pa.Table, Path], engine: ModuleType, seed: int, cuts: list[int], shuffled: bool
) -> None:
    it, rounds, table, folder = records
    order = list(range(len(table)))
    if shuffled:
        random.Random(seed).shuffle(order)
        table = table.take(order)
    parts, begin = [], 0
    for size in [*cuts, len(table)]:
        parts.append(table.slice(begin, size))
        begin += size
    parts = [part for part in parts if len(part)]
    random.Random(seed).shuffle(parts)
    file = folder / "cut.parquet"
    with pq.ParquetWriter(file, table.schema) as writer:
        for part in parts:
            writer.write_table(part, row_group_size=len(part))
    looked = engine.look(it, rounds, [file], charges_checked=True)
    found = places(Judge(it, rounds).findings(looked))
    results = {"dice", "duplicate-round", "order"}
    assert found == {where: many for where, many in planted(folder).items() if where[0] not in results}


@given(
    st.permutations(range(6)),
    st.lists(st.tuples(*(st.integers(0, 10**12) for _ in range(4))), min_size=6, max_size=6),
)
def test_parts_add_up_the_same_in_any_order(order: list[int], sums: list[tuple[int, int, int, int]]) -> None:
    def part(n: int) -> Looked:
        rows, staked, paid, more = sums[n]
        return Looked(rows, staked, paid, more=more, bad=[Finding("file", str(n))])

    one, other = Looked(), Looked()
    for n in range(6):
        one.merge(part(n))
    for n in order:
        other.merge(part(n))
    assert (one.rows, one.staked, one.paid, one.more) == (other.rows, other.staked, other.paid, other.more)
    assert sorted(it.says for it in one.bad) == sorted(it.says for it in other.bad)


@pytest.mark.parametrize("name", ["glance", "closely", "chains", "linked"])
def test_the_kernel_holds_no_fraction(name: str, records: tuple[Compiled, Rounds, pa.Table, Path]) -> None:
    from numba import njit

    from dicehouse.audit import kernel

    it, rounds, table, folder = records
    pq.write_table(table, folder / "one.parquet")
    fast.look(it, rounds, [folder / "one.parquet"], charges_checked=True)
    compiled_before = getattr(kernel, name)
    fresh = njit(error_model="numpy")(compiled_before.py_func)  # what comes from the cache cannot be looked into
    signature = compiled_before.signatures[0]  # the others differ in the widths of whole numbers only
    fresh.compile(signature)
    types = fresh.overloads[signature].type_annotation.typemap  # type: ignore[attr-defined]  # numba has no types
    assert [name for name, kind in types.items() if "float" in str(kind)] == []
