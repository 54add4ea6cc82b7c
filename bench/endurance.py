"""A journal that grows: what appending costs when it is small and when it is large, and how fast a table is back.

Appending: 64 tables write in turn, batches of 64, and at each size the median batch of the next hundreds is told, in
microseconds an entry; in turn with each of them goes a batch to a journal that began with 1,000 entries, so that a busy
machine slows both. In between the journal is filled by the same store in larger batches. Ids rise with time, as those
of a floor do; `--ids random` shows what ids without order cost, once their index no longer fits into memory.

Recovery: one table plays real rounds through its leader until it has so many entries; then another leader makes the
same table from its latest snapshot and the entries after it.

    python -m bench.endurance                                   up to 100,000 entries, and a table with 20,000
    python -m bench.endurance --most 10000000 --table 1000000   some minutes, and 6 GB of disk
"""

import argparse
import tempfile
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

import msgspec

from dicehouse.journal.record import Posting
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import Draft, Written
from dicehouse.journal.writer import Writer, collect_rarely
from dicehouse.leading.leader import Leader
from dicehouse.refusal import Refused
from dicehouse.rulebooks import load
from dicehouse.table import Config, dealt, dealt_result
from dicehouse.table.betting import PlaceWager
from dicehouse.table.opening import OpenTable
from dicehouse.table.orders import Command
from dicehouse.table.people import BringChips, TakeSeat
from dicehouse.table.seats import Card

SIZES: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
TABLES: Final = 64
MEASURED: Final = 300
"""Batches."""
FILLED: Final = 4_096
"""Entries in a batch while the journal is filled."""
START: Final = datetime(2026, 3, 2, 1, tzinfo=UTC)
EVENT: Final = b'{"event":"wager-placed","seat":1,"person":"ann","wager":"small","stake":1000,"how":"laid"}'


def drafts(named: Callable[[int], str]) -> Iterator[Draft]:
    """Wagers at one table after another, for ever."""
    for number in count():
        no, table = divmod(number, TABLES)
        moved = (Posting(f"~table/{table}/rack", -1_000), Posting(f"table/{table}/wagers", 1_000))
        yield Draft(
            stream=f"table {table}", no=no + 1, id=named(number), at=START + timedelta(microseconds=number),
            command=b'{"do":"place-wager","seat":1,"wager":"small","stake":1000}', events=(EVENT,), postings=moved,
        )  # fmt: skip


def appending(path: Path, most: int, named: Callable[[int], str]) -> None:
    store, source, length = SqliteStore(path), drafts(named), 0
    print("   entries   us an entry   in a young journal   ratio   bytes an entry")
    for size in (it for it in SIZES if it <= most):
        while length < size:
            batch = [next(source) for _ in range(min(FILLED, size - length))]
            store.write(batch)
            length += len(batch)
        young, fresh = SqliteStore(path.with_name(f"young-{size}.db")), drafts(named)
        young.write([next(fresh) for _ in range(SIZES[0])])
        both = [(_timed(store, source), _timed(young, fresh)) for _ in range(MEASURED)]
        young.close()
        length += MEASURED * TABLES
        old, new = (median(it[place] for it in both) for place in (0, 1))
        size_of_one = _bytes(path) / length
        print(f"{size:>10,} {old:>13.1f} {new:>20.1f} {old / new:>7.2f} {size_of_one:>16,.0f}", flush=True)
    store.close()


def _timed(store: SqliteStore, source: Iterator[Draft]) -> float:
    """Microseconds an entry."""
    batch = [next(source) for _ in range(TABLES)]
    start = perf_counter()
    outcomes = store.write(batch)
    took = (perf_counter() - start) / TABLES * 1e6
    if not all(isinstance(it, Written) for it in outcomes):
        raise SystemExit("a draft was not written")
    return took


def _bytes(path: Path) -> int:
    """Of the file and what is yet to be brought into it."""
    return sum(it.stat().st_size for it in path.parent.glob(f"{path.name}*"))


class Played:
    """A table of Sic Bo that plays round after round."""

    def __init__(self, leader: Leader) -> None:
        self.leader = leader
        self.count = 0
        self.waiting: list[Any] = []

    def does(self, kind: type[Command], by: str, role: str, /, **fields: Any) -> None:
        self.count += 1
        at = START + timedelta(milliseconds=self.count)
        self.waiting.append(self.leader.give(kind(id=f"c{self.count:08}", at=at, by=by, role=role, **fields)))

    def opens(self) -> None:
        self.does(OpenTable, "sue", "casino-supervisor", float=10**12)
        self.does(TakeSeat, "ann", "player", seat=1, card=Card("8812", "ann"))
        self.does(BringChips, "ann", "player", seat=1, amount=10**12)

    def round(self) -> None:
        self.does(dealt.Tumble, "dora", "dealer", times=3)
        self.does(dealt.InviteBets, "dora", "dealer")
        for _ in range(44):
            self.does(PlaceWager, "ann", "player", seat=1, wager="small", stake=1_000)
        self.does(dealt.CloseBetting, "dora", "dealer")
        self.does(dealt_result.Uncover, "dora", "dealer")
        self.does(dealt_result.AnnounceResult, "dora", "dealer", dice=(1, 2, 5))
        self.does(dealt_result.EnterResult, "dora", "dealer", dice=(1, 2, 5))
        self.does(dealt_result.Settle, "dora", "dealer")
        for it in self.waiting:
            answer = it.result()
            if isinstance(answer, Refused):
                raise SystemExit(answer.message)
        self.waiting.clear()


def recovery(path: Path, entries: int) -> None:
    store = SqliteStore(path)
    writer = Writer(store)
    book, config = (
        load("star-sicbo-2024"),
        msgspec.convert({"touch_screen": False, "sign": {"every": {"minimum": 100, "maximum": 10**9}}}, Config),
    )
    table = Played(Leader(store, writer, book, "table 7", config))
    start = perf_counter()
    table.opens()
    while table.count < entries:
        table.round()
        if table.count % 100_000 < 51:
            print(f"\r{table.count:,} entries", end="", flush=True)
    writer.close()
    print(f"\r{table.count:,} entries in {perf_counter() - start:.0f} s, {_bytes(path) / 1e6:,.0f} MB")
    start = perf_counter()
    again = SqliteStore(path)
    leader = Leader(again, Writer(again), book, "table 7", config)
    took = perf_counter() - start
    kept = again.kept("table 7")
    if leader.hash() != table.leader.hash():
        raise SystemExit("it is not the table that it was")
    print(
        f"the table is back in {took:.2f} s: a snapshot, and {leader.no - (kept[0] if kept else 0):,} entries after it"
    )
    again.close()
    store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=100_000, help="entries of the largest journal; 0 for none")
    parser.add_argument("--table", type=int, default=20_000, help="entries of the table that is made again; 0 for none")
    parser.add_argument("--ids", choices=("rising", "random"), default="rising")
    parser.add_argument("--folder", type=Path, help="where the journals lie; a temporary folder unless it is named")
    asked = parser.parse_args()
    collect_rarely()
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        if asked.most:
            named = (lambda _: str(uuid.uuid4())) if asked.ids == "random" else (lambda number: f"c{number:010}")
            appending(Path(folder) / "growing.db", asked.most, named)
            (Path(folder) / "growing.db").unlink()
        if asked.table:
            recovery(Path(folder) / "table.db", asked.table)


if __name__ == "__main__":
    main()
