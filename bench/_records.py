"""Records by the thousand million, made cheaply: a few blocks of play, written again and again with rising numbers.

A block is some rounds of one table with all the wagers that were decided in them; the table opens anew with each block,
so that what was carried over into the next one is left out. Every copy has numbers and rounds of its own.
"""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from dicehouse.audit.compiled import Compiled
from dicehouse.audit.records import Wanted, make

BLOCKS = 4
TABLES = 8
GROUPS = 16
"""Row groups to a file."""


def repeat(compiled: Compiled, rows: int, per_round: int, per_wager: int, folder: Path) -> int:
    """Write at least so many rows of wagers, and their results; how many rows of wagers there are."""
    size = 1_000_000 // per_round // per_wager
    make(compiled, Wanted(BLOCKS * size, per_round=per_round, tables=BLOCKS, rows=2_000_000), folder / "block")
    wagers, results = _blocks(folder / "block")
    (folder / "wagers").mkdir()
    written, copies, writer = 0, 0, None
    while written < rows or copies % TABLES:
        block = wagers[copies % BLOCKS]
        turn, table = divmod(copies, TABLES)
        made = _moved(block, f"T{table + 1:02d}", turn * size)
        made = _added(made, "wager_no", turn * 10_000_000)
        if copies % GROUPS == 0:
            if writer:
                writer.close()
            path = folder / "wagers" / f"wagers-{copies // GROUPS:04d}.parquet"
            writer = pq.ParquetWriter(path, made.schema, compression="zstd")
        assert writer is not None
        writer.write_table(made, row_group_size=len(made))
        written, copies = written + len(made), copies + 1
    assert writer is not None
    writer.close()
    with pq.ParquetWriter(folder / "results.parquet", results[0].schema, compression="zstd") as writer:
        for table in range(TABLES):
            for turn in range(copies // TABLES):
                block = results[(turn * TABLES + table) % BLOCKS]
                writer.write_table(_moved(block, f"T{table + 1:02d}", turn * size))
    return written


def _blocks(folder: Path) -> tuple[list[pa.Table], list[pa.Table]]:
    """The wagers that were decided in each block, and its results."""
    wagers, results = [], []
    rolled = pq.read_table(folder / "results.parquet")
    every = pa.concat_tables(pq.read_table(it) for it in sorted((folder / "wagers").iterdir()))
    for name in sorted(rolled["table"].unique().to_pylist()):
        own = every.filter(pc.equal(every["table"], name))
        ends = pc.is_in(own["after"], pa.array(["win", "lose", "push", "void", "removed"]))
        decided = own.filter(ends)["wager_no"]
        wagers.append(own.filter(pc.is_in(own["wager_no"], decided.combine_chunks())).combine_chunks())
        block = rolled.filter(pc.equal(rolled["table"], name)).combine_chunks()
        results.append(block.append_column("opening", pa.array(np.arange(len(block)) == 0)))
    return wagers, results


def _moved(block: pa.Table, table: str, by: int) -> pa.Table:
    """A block at another table, so many rounds later."""
    names = pa.DictionaryArray.from_arrays(pa.array(np.zeros(len(block), np.int32)), [table])
    return _added(block.set_column(block.schema.get_field_index("table"), "table", names), "round", by)


def _added(block: pa.Table, name: str, by: int) -> pa.Table:
    return block.set_column(block.schema.get_field_index(name), name, pc.add(block[name], by))
