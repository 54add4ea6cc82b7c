"""An export in Parquet: entries, events, postings and settlements, and wagers and results for each rulebook."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from dicehouse.reports.columns import BY_RULEBOOK, TABLES, Type
from dicehouse.reports.steps import Play, Row
from dicehouse.reports.walk import Place, Record, Walk

if TYPE_CHECKING:
    import pyarrow as pa

TOGETHER: Final = 20_000
"""Rows that are written at a time."""


class Sheet:
    """One file of rows."""

    def __init__(self, file: Path, table: str) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self.file = file
        self.rows = 0
        self._schema = pa.schema([pa.field(it.name, _arrow(it.type)) for it in TABLES[table]])
        self._waiting: list[Row] = []
        self._writer: Any = pq.ParquetWriter(file, self._schema, compression="zstd")

    def add(self, row: Row) -> None:
        self._waiting.append(row)
        if len(self._waiting) == TOGETHER:
            self._put()

    def _put(self) -> None:
        import pyarrow as pa

        if self._waiting:
            columns = zip(*self._waiting, strict=True)
            arrays = [pa.array(it, field.type) for it, field in zip(columns, self._schema, strict=True)]
            self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema))
            self.rows += len(self._waiting)
            self._waiting.clear()

    def close(self) -> None:
        self._put()
        self._writer.close()


def _arrow(kind: Type) -> "pa.DataType":
    import pyarrow as pa

    return {
        "whole": pa.int64(),
        "cents": pa.int64(),
        "text": pa.string(),
        "moment": pa.timestamp("us", "UTC"),
        "day": pa.date32(),
        "flag": pa.bool_(),
    }[kind]


class Parquet:
    """The files of one export, written as its records come."""

    def __init__(self, folder: Path) -> None:
        try:
            import pyarrow.parquet  # noqa: F401
        except ImportError:
            raise ValueError("Parquet needs the audit extra: pip install 'dicehouse[audit]'") from None
        self._folder = folder
        self.sheets: dict[str, Sheet] = {}
        self._plays: dict[str, Play] = {}
        self._versions: dict[str, list[str]] = {}
        """The hashes of the rulebooks of one id, in the order in which tables opened by them."""
        for table in TABLES:
            if table not in BY_RULEBOOK:
                self._sheet(table)

    def _rulebook(self, place: Place) -> str:
        """What its files are named by: its id, with the hash where it is not the first of that id."""
        versions = self._versions.setdefault(place.rulebook, [])
        if place.rulebook_hash not in versions:
            versions.append(place.rulebook_hash)
        is_first = versions[0] == place.rulebook_hash
        return place.rulebook if is_first else f"{place.rulebook}-{place.rulebook_hash[:12]}"

    def _sheet(self, table: str, rulebook: str = "") -> Sheet:
        name = f"{table}-{_safe(rulebook)}.parquet" if rulebook else f"{table}.parquet"
        if name not in self.sheets:
            self.sheets[name] = Sheet(self._folder / name, table)
        return self.sheets[name]

    def add(self, record: Record, walk: Walk) -> None:
        refused = record.refused.decode() if record.refused else ""
        at = (record.seq, record.stream)
        self._sheet("entries").add((
            *at, record.no, record.id, record.at, record.command.decode(), refused, len(record.events), record.hash,
        ))  # fmt: skip
        for place, it in enumerate(record.postings, start=1):
            self._sheet("postings").add((*at, place, record.at, it.account, it.amount))
        for place, (event, raw) in enumerate(zip(record.events, record.raw, strict=True), start=1):
            tag, table = event.__struct_config__.tag, record.table_of(event)
            told = (*at, place, event.at, tag, event.by, event.role, table, record.clause(event), raw.decode())
            self._sheet("events").add(told)
        place_of = walk.places.get(record.stream)
        if place_of:
            play = self._plays.setdefault(record.stream, Play())
            for event in record.events:
                for table, row in play.add(record, event, place_of):
                    self._sheet(table, self._rulebook(place_of) if table in BY_RULEBOOK else "").add(row)

    def close(self) -> None:
        for sheet in self.sheets.values():
            sheet.close()


def _safe(name: str) -> str:
    """A name that any file system takes."""
    return re.sub(r"[^a-z0-9.-]+", "_", name.lower())
