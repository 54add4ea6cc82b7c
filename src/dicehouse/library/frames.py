"""Results in columns, which every library of data frames takes: Arrow, pandas, Polars, and DuckDB by way of Arrow.

Nothing of them is needed to make a frame or to look at one; each is imported when it is asked for.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from html import escape
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Cell = str | int | float | bool | date | None
Columns = Mapping[str, Sequence[Cell]]

SHOWN: Final = 60
"""Rows that are shown; more are counted."""


class Frame:
    """Rows and columns of one result. `frame["edge"]` is a column; going through a frame gives its rows as dicts."""

    def __init__(self, title: str, columns: Columns, shown: Sequence[str] = ()) -> None:
        self.title = title
        self.columns: dict[str, list[Cell]] = {name: list(cells) for name, cells in columns.items()}
        self._shown = tuple(shown) or tuple(self.columns)

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __getitem__(self, column: str) -> list[Cell]:
        return self.columns[column]

    def __iter__(self) -> Iterator[dict[str, Cell]]:
        for cells in zip(*self.columns.values(), strict=True):
            yield dict(zip(self.columns, cells, strict=True))

    def row(self, id: str) -> dict[str, Cell]:
        """The row whose first column is this; a KeyError if there is none."""
        first = next(iter(self.columns))
        for row in self:
            if row[first] == id:
                return row
        raise KeyError(f"{self.title}: no row has {first} {id!r}")

    def to_arrow(self) -> "pyarrow.Table":
        """It as a pyarrow Table."""
        made: pyarrow.Table = _needs("pyarrow", "audit").table(self.columns)
        return made

    def to_pandas(self) -> "pandas.DataFrame":
        """It as a pandas DataFrame."""
        library = _needs("pandas")
        columns = {name: _with_gaps(library, cells) for name, cells in self.columns.items()}
        made: pandas.DataFrame = library.DataFrame(columns)
        return made

    def to_polars(self) -> "polars.DataFrame":
        """It as a Polars DataFrame."""
        made: polars.DataFrame = _needs("polars").DataFrame(self.columns)
        return made

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The Arrow PyCapsule interface, by which DuckDB, Polars, pandas and others read a frame without a copy."""
        capsule: object = self.to_arrow().__arrow_c_stream__(requested_schema)
        return capsule

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.title}: {len(self)} rows, {len(self.columns)} columns>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(it.replace('_', ' '))}</th>" for it in self._shown)
        rows = zip(*(self.columns[it][:SHOWN] for it in self._shown), strict=True)
        body = "".join(f"<tr>{''.join(_cell(cell) for cell in row)}</tr>" for row in rows)
        more = f"<p>and {len(self) - SHOWN} rows more</p>" if len(self) > SHOWN else ""
        return (
            f"<table><caption>{escape(self.title)}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>{more}"
        )


def _with_gaps(pandas: ModuleType, cells: list[Cell]) -> object:
    """Whole numbers stay whole where some are missing."""
    if None in cells and all(it is None or type(it) is int for it in cells) and any(cells):
        return pandas.array(cells, dtype="Int64")
    return cells


def _cell(value: Cell) -> str:
    if isinstance(value, float):
        return f'<td style="text-align:right">{value:.6g}</td>'
    if isinstance(value, int) and not isinstance(value, bool):
        return f'<td style="text-align:right">{value:,}</td>'
    return f"<td>{'' if value is None else escape(str(value))}</td>"


def _needs(module: str, extra: str = "") -> ModuleType:
    """A library that is asked for, or one line that says how to have it."""
    try:
        return import_module(module)
    except ImportError:
        how = f"pip install 'dicehouse[{extra}]'" if extra else f"pip install {module}"
        raise ImportError(f"this needs {module}: {how}") from None
