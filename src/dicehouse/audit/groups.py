"""Row groups of Parquet files: named by file and number, and read where they are needed."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import numpy as np

from dicehouse.audit.findings import Finding
from dicehouse.audit.schema import WAGERS

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

TEXTS: Final = ("table", "wager", "before", "after", "call")
NOTHING: Final = {"wager_no": -1, "round": -1, "stake": 0, "returned": -1, "step": 1, "commission": 0}
"""What stands for a whole number that is missing."""
MORE: Final = 1 << 16
"""Rows that room grows by."""
LISTED: Final = 100_000
"""What stands out beyond so many rows is counted and not listed."""


class Group(NamedTuple):
    """A row group by reference."""

    file: Path
    number: int
    rows: int


def room(rows: int, kind: "np.dtype[Any]") -> "NDArray[Any]":
    """Room for rows and some more, so that a larger row group seldom needs new room.

    Memory that nobody has used yet is slow to come by; pyarrow keeps what was given back to it.
    """
    import pyarrow as pa

    return np.frombuffer(pa.allocate_buffer((rows // MORE + 1) * MORE * kind.itemsize), kind)


class Source(Protocol):
    """The columns of a row group, whoever has decoded them."""

    @property
    def rows(self) -> int: ...

    @property
    def names(self) -> Sequence[str]: ...

    def texts(self, name: str) -> tuple[Any, list[str | None]]:
        """The codes of a column, and its words; None is for an empty one, and the last for a row that has none."""

    def whole(self, name: str) -> Any:
        """A column of whole numbers."""


class Arrow:
    """A table of pyarrow's as a source."""

    def __init__(self, table: "pa.Table") -> None:
        self.table, self.rows, self.names = table, len(table), table.column_names

    def texts(self, name: str) -> tuple[Any, list[str | None]]:
        return texts(self.table, name)

    def whole(self, name: str) -> Any:
        return whole(self.table, name, NOTHING[name])


def groups_of(files: Sequence[Path]) -> list[Group]:
    import pyarrow.parquet as pq

    found = []
    for file in files:
        about = pq.read_metadata(file)
        found += [Group(file, it, about.row_group(it).num_rows) for it in range(about.num_row_groups)]
    return [it for it in found if it.rows]


def read(group: Group, columns: Sequence[str]) -> "pa.Table":
    """Some columns of a row group, texts as codes."""
    import pyarrow.parquet as pq

    names = pq.read_schema(group.file).names
    with pq.ParquetFile(group.file, read_dictionary=[it for it in TEXTS if it in names]) as file:
        return file.read_row_group(group.number, columns=[it for it in columns if it in names], use_threads=False)


def rows_of(group: Group, rows: "Sequence[int] | NDArray[np.integer]") -> list[dict[str, object]]:
    """Some rows of a row group with all their columns."""
    found: list[dict[str, object]] = read(group, [it.name for it in WAGERS]).take(rows).to_pylist()
    return found


def texts(table: "pa.Table", name: str) -> tuple[Any, list[str | None]]:
    """The codes of a column, and its words; None is for an empty one, and the last for a row that has none."""
    import pyarrow.compute as pc

    column = _one_piece(table, name)
    words = column.dictionary.to_pylist()
    codes = pc.fill_null(column.indices, len(words)) if column.null_count else column.indices
    return codes.to_numpy().view(np.uint32), [*(it or None for it in words), None]


def _one_piece(table: "pa.Table", name: str) -> Any:
    """A column as one array, without a copy where it is one already."""
    column = table.column(name)
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def whole(table: "pa.Table", name: str, nothing: int) -> Any:
    import pyarrow.compute as pc

    column = _one_piece(table, name)
    if column.null_count:
        column = pc.fill_null(column, nothing)
    return column.to_numpy()


def unreadable_errors() -> tuple[type[Exception], ...]:
    """What reading a damaged file raises, and nothing that a mistake of ours would."""
    import pyarrow as pa

    return OSError, pa.ArrowException


def unreadable(group: Group, error: Exception) -> Finding:
    says = f"{group.file.name}: row group {group.number} cannot be read: {str(error).splitlines()[0]}"
    return Finding("file", says, rows=group.rows)
