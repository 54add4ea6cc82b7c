"""Durable wagers: judged, chained, posted to the ledger and committed, beside a bare loop that commits the same bytes.

So many tables have one wager each under way; when all of them are durable, each places the next. The bare loop writes
the same number of bodies of the same length in one transaction a turn, with the same settings and nothing else. Both
run in turn within each repetition, and the ratio is the median of the ratios within one repetition.
"""

import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

import apsw
import msgspec

from dicehouse.journal.leader import Leader
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.writer import Writer
from dicehouse.refusal import Refused
from dicehouse.rulebooks import load
from dicehouse.table import Config, dealt
from dicehouse.table.betting import PlaceWager
from dicehouse.table.opening import OpenTable
from dicehouse.table.orders import Command
from dicehouse.table.people import BringChips, TakeSeat
from dicehouse.table.state import Card

TABLES: Final = (1, 8, 64, 512)
WAGERS: Final = 4_096
REPETITIONS: Final = 3
START: Final = datetime(2026, 3, 2, 1, tzinfo=UTC)


class Table:
    def __init__(self, number: int, store: SqliteStore, writer: Writer) -> None:
        sign = {"every": {"minimum": 100, "maximum": 10**11}}
        config = msgspec.convert({"name": f"table {number}", "sign": sign}, Config)
        self.leader = Leader(store, writer, load("star-sicbo-2024"), config.name, config)
        self.count = 0
        self.does(OpenTable, "sue", "casino-supervisor", float=10**9)
        self.does(TakeSeat, "ann", "player", seat=1, card=Card("8812", "ann"))
        self.does(BringChips, "ann", "player", seat=1, amount=10**10)
        self.does(dealt.Tumble, "dora", "dealer", times=3)
        self.does(dealt.InviteBets, "dora", "dealer")

    def made(self, kind: type[Command], by: str, role: str, /, **fields: Any) -> Command:
        self.count += 1
        at = START + timedelta(milliseconds=self.count)
        return kind(id=f"c{self.count}", at=at, by=by, role=role, **fields)

    def does(self, kind: type[Command], by: str, role: str, /, **fields: Any) -> None:
        answer = self.leader.give(self.made(kind, by, role, **fields)).result()
        if isinstance(answer, Refused):
            raise SystemExit(answer.message)

    def bet(self) -> Command:
        return self.made(PlaceWager, "ann", "player", seat=1, wager="small", stake=1_000)


def journal(folder: Path, tables: int) -> tuple[float, int]:
    """Durable wagers a second, and the bytes of one."""
    store = SqliteStore(folder / f"journal-{tables}.db")
    writer = Writer(store)
    house = [Table(number, store, writer) for number in range(tables)]
    turns = max(WAGERS // tables, 8) if tables > 1 else 512
    start = perf_counter()
    for _ in range(turns):
        for answered in [table.leader.give(table.bet()) for table in house]:
            answered.result()
    took = perf_counter() - start
    (_, body, _), *_ = store.bodies(store.head().seq - 1)
    writer.close()
    store.close()
    return turns * tables / took, len(body)


def bare(folder: Path, tables: int, length: int) -> float:
    """The same bytes in transactions of the same size."""
    db = apsw.Connection(str(folder / f"bare-{tables}.db"))
    db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    db.execute("create table entries (seq integer primary key, body blob)")
    turns = max(WAGERS // tables, 8) if tables > 1 else 512
    rows = [(b"x" * length,)] * tables
    start = perf_counter()
    for _ in range(turns):
        db.execute("begin immediate")
        db.executemany("insert into entries (body) values (?)", rows)
        db.execute("commit")
    took = perf_counter() - start
    db.close()
    return turns * tables / took


def growth(folder: Path) -> tuple[float, float]:
    """Microseconds a wager for the first and for the last tenth of a journal of 40,000."""
    store = SqliteStore(folder / "growth.db")
    writer = Writer(store)
    house = [Table(number, store, writer) for number in range(64)]
    times = []
    for _ in range(625):
        start = perf_counter()
        for answered in [table.leader.give(table.bet()) for table in house]:
            answered.result()
        times.append((perf_counter() - start) / 64 * 1e6)
    writer.close()
    store.close()
    return median(times[:62]), median(times[-62:])


def main() -> None:
    print("tables   durable wagers/s   bare commits/s   ratio   bytes")
    for tables in TABLES:
        runs = []
        for _ in range(REPETITIONS):
            with tempfile.TemporaryDirectory() as name:
                ours, length = journal(Path(name), tables)
                runs.append((ours, bare(Path(name), tables, length), length))
        ratio = median(ours / theirs for ours, theirs, _ in runs)
        print(
            f"{tables:>6} {median(it[0] for it in runs):>18,.0f} {median(it[1] for it in runs):>16,.0f} {ratio:>7.2f}"
            f" {runs[0][2]:>7}"
        )
    with tempfile.TemporaryDirectory() as name:
        first, last = growth(Path(name))
    print(f"a wager costs {first:.0f} us at the start of a journal and {last:.0f} us after 40,000 entries")


if __name__ == "__main__":
    main()
