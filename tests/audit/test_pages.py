"""Row groups decoded page by page say the same as pyarrow, and what is damaged or unusual is left to it."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehouse.audit.columns import HOT
from dicehouse.audit.groups import TEXTS, Arrow, Group, Source, groups_of, read
from dicehouse.audit.pages import Pages
from tests.audit.makes import audited, compiled, made, places, planted
from tests.soak import SOAK

WHOLE = st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(0, 3), st.just(7))
WORDS = st.sampled_from(["", "T1", "T2", "field", "Größe", "x" * 300])


def said(it: Source) -> dict[str, list[Any]]:
    """Every column as the rows say it."""
    found: dict[str, list[Any]] = {}
    for name in it.names:
        if name in TEXTS:
            codes, words = it.texts(name)
            found[name] = [words[code] for code in codes.tolist()]
        else:
            found[name] = it.whole(name).tolist()
    return found


def same(*files: Path, columns: Sequence[str] = HOT) -> None:
    """Every row group of some files is decoded, and says the same as pyarrow."""
    pages = Pages()
    for group in groups_of(files):
        decoded = pages.read(group, columns)
        assert decoded is not None
        assert said(decoded) == said(Arrow(read(group, columns)))


@settings(max_examples=1_000 if SOAK else 25)
@given(st.data())
def test_any_column_is_decoded_as_pyarrow_decodes_it(data: st.DataObject) -> None:
    rows = data.draw(st.integers(1, 60))
    times = data.draw(st.integers(1, 30))
    maybe = st.none() if data.draw(st.booleans()) else st.nothing()

    def column(values: st.SearchStrategy[Any]) -> list[Any]:
        drawn = data.draw(st.lists(values | maybe, min_size=rows, max_size=rows))
        return [it for it in drawn for _ in range(times)] if data.draw(st.booleans()) else drawn * times

    table = pa.table(
        {
            "wager_no": pa.array(column(WHOLE), pa.int64()),
            "step": pa.array(column(st.integers(-(2**15), 2**15 - 1)), pa.int16()),
            "wager": pa.array(column(WORDS), pa.string()),
        }
    )
    with TemporaryDirectory() as folder:
        file = Path(folder) / "w.parquet"
        pq.write_table(
            table,
            file,
            compression=data.draw(st.sampled_from(["zstd", "snappy", "none"])),
            data_page_size=data.draw(st.sampled_from([1, 64, 1 << 20])),
            row_group_size=data.draw(st.sampled_from([7, 100, 10_000])),
            use_dictionary=data.draw(st.sampled_from([["wager"], ["wager", "step"], True])),
        )
        same(file)


@pytest.mark.parametrize("width", [1, 2, 3, 5, 7, 8, 9, 12, 15, 16, 17])
def test_codes_of_any_width_are_decoded(width: int, tmp_path: Path) -> None:
    numbers = np.random.default_rng(width).permutation(1 << width).repeat(2)[: (1 << 16) + 3]
    table = pa.table({"stake": pa.array(numbers * 1_000_003 - 5, pa.int64())})
    pq.write_table(table, tmp_path / "w.parquet", dictionary_pagesize_limit=1 << 30)
    same(tmp_path / "w.parquet")


@pytest.mark.parametrize("book", ["star-craps", "star-sicbo-2024", "crown-sicbo-a"])
def test_made_up_records_are_decoded_and_not_left_to_pyarrow(book: str, tmp_path: Path) -> None:
    for rounds in (240, 90):
        made(compiled(book), tmp_path / str(rounds), rounds=rounds, errors=20)
    same(*sorted(tmp_path.glob("*/wagers/*")))


def test_a_column_that_is_required_has_no_levels(tmp_path: Path) -> None:
    schema = pa.schema([pa.field("stake", pa.int64(), nullable=False)])
    pq.write_table(pa.table({"stake": [5, 6, 5, 7]}, schema), tmp_path / "w.parquet")
    same(tmp_path / "w.parquet")


UNUSUAL: tuple[dict[str, Any], ...] = (
    {"data_page_version": "2.0"},
    {"use_dictionary": False},
    {"compression": "gzip"},
    {"use_dictionary": False, "column_encoding": {"stake": "DELTA_BINARY_PACKED", "wager": "PLAIN"}},
)


@pytest.mark.parametrize("how", UNUSUAL, ids=str)
def test_what_is_written_in_another_way_is_left_to_pyarrow(how: dict[str, Any], tmp_path: Path) -> None:
    pq.write_table(pa.table({"stake": [5, 6], "wager": ["a", "b"]}), tmp_path / "w.parquet", **how)
    (group,) = groups_of([tmp_path / "w.parquet"])
    assert Pages().read(group, HOT) is None


@pytest.mark.parametrize("how", UNUSUAL[:3], ids=str)
def test_errors_in_files_that_are_left_to_pyarrow_are_found(how: dict[str, Any], tmp_path: Path) -> None:
    it = compiled("star-craps")
    made(it, tmp_path, errors=40)
    for file in (tmp_path / "wagers").iterdir():
        pq.write_table(pq.read_table(file), file, row_group_size=500, **how)
    assert places(audited(it, tmp_path, "numba").findings) == planted(tmp_path)


@settings(max_examples=10_000 if SOAK else 50)
@given(st.randoms(use_true_random=False), st.integers(1, 8))
def test_damaged_bytes_never_bring_it_down(random: Any, many: int) -> None:
    """Whatever the bytes are: a row group is decoded to as many rows as it has, with codes that have words, or not."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "w.parquet"
        rows = 3_000
        numbers = np.random.default_rng(1).integers(0, 900, rows)
        table = pa.table({"stake": numbers, "wager": pa.array([f"w{it % 30}" for it in numbers.tolist()])})
        pq.write_table(table, file, compression="none", data_page_size=2_000)
        (group,) = groups_of([file])
        end = len(file.read_bytes()) - int.from_bytes(file.read_bytes()[-8:-4], "little") - 8
        damaged = bytearray(file.read_bytes())
        for _ in range(many):
            damaged[random.randrange(4, end)] = random.randrange(256)
        other = Path(folder) / "d.parquet"
        other.write_bytes(bytes(damaged))
        decoded = Pages().read(Group(other, 0, group.rows), HOT)
        if decoded is not None:
            codes, words = decoded.texts("wager")
            assert len(codes) == rows == len(decoded.whole("stake"))
            assert codes.max() < len(words)
