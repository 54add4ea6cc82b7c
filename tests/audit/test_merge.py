"""What is found does not depend on how the records are cut into parts, nor on their order."""

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehouse.audit import backends, search
from dicehouse.audit.compiled import Compiled
from dicehouse.audit.findings import Looked
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


@pytest.mark.parametrize("look", [search.look, partial(backends.look, "duckdb")], ids=["numba", "duckdb"])
@settings(max_examples=160 if SOAK else 8)
@given(seed=st.integers(0, 2**32), cuts=st.lists(st.integers(1, 4000), min_size=1, max_size=12), shuffled=st.booleans())
def test_records_cut_and_shuffled_anyhow_give_the_same_findings(
    records: tuple[Compiled, Rounds, pa.Table, Path],
    look: Callable[..., Looked],
    seed: int,
    cuts: list[int],
    shuffled: bool,
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
    looked = look(it, rounds, [file], charges_checked=True)
    found = places(Judge(it, rounds).findings(looked))
    results = {"dice", "duplicate-round", "order"}
    assert found == {where: many for where, many in planted(folder).items() if where[0] not in results}


@pytest.mark.parametrize("name", ["glance", "closely", "chains"])
def test_the_kernel_holds_no_fraction(name: str, records: tuple[Compiled, Rounds, pa.Table, Path]) -> None:
    from numba import njit

    from dicehouse.audit import kernel

    it, rounds, table, folder = records
    pq.write_table(table, folder / "one.parquet")
    search.look(it, rounds, [folder / "one.parquet"], charges_checked=True)
    compiled_before = getattr(kernel, name)
    fresh = njit(error_model="numpy")(compiled_before.py_func)  # what comes from the cache cannot be looked into
    signature = compiled_before.signatures[0]  # the others differ in the widths of whole numbers only
    fresh.compile(signature)
    types = fresh.overloads[signature].type_annotation.typemap  # type: ignore[attr-defined]  # numba has no types
    assert [name for name, kind in types.items() if "float" in str(kind)] == []
