"""Durable wagers: judged, chained, posted to the ledger and committed, beside a bare loop that commits the same rows.

Each of so many tables has one wager under way, and places the next when that one is durable. `wagers/s` is all of it:
the judge, the books, the leader of the table, the queue, the chain, the ledger and the commit. `bare/s` is a loop with
the rows of that very run in its hands: the same bytes in the same columns of the same tables with the same indices, the
same new ends of streams and the same new balances, in the same batches, with the same settings of the database, and
nothing else: no judge, no chain, no check, no thread. `ratio` is between the two. `store` is the ratio for the store
alone, given the same drafts in the same batches.

Then the microseconds of a wager, in the whole run, for the judge and the books alone, for the store alone and in the
bare loop, by the clock and in processor time of all threads together. Where others use the machine too, the clock says
how busy they are, and processor time what the work costs: two versions are compared by it. It leaves out waiting for
the disk, which is most of the bare loop, and the server of PostgreSQL, which is a process of its own; so no ratio is
made of it.

All are measured in turn within each repetition, and the medians are told; a ratio is the median of the ratios within
one repetition. The collector of cycles is set as for a program that serves tables.

    python -m bench.journal                     both stores, at 1, 8, 64 and 512 tables
    python -m bench.journal sqlite --tables 64  one of them
"""

import argparse
import runpy
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import SimpleQueue
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple

import apsw
import msgspec

from dicehouse.journal import sqlite_file
from dicehouse.journal.record import Entry, entry_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import Draft, Outcome, Store, Written
from dicehouse.journal.writer import Writer, collect_rarely
from dicehouse.leading.leader import Leader
from dicehouse.refusal import Refused
from dicehouse.rulebooks import load
from dicehouse.table import Config, dealt, decide
from dicehouse.table.betting import PlaceWager
from dicehouse.table.books import applied
from dicehouse.table.opening import OpenTable
from dicehouse.table.orders import Answer, Command
from dicehouse.table.people import BringChips, TakeSeat
from dicehouse.table.seats import Card

TABLES: Final = (1, 8, 64, 512)
WAGERS: Final = 16_384
FEWEST: Final = 1_024
"""Wagers where one table plays alone, and each waits for the disk."""
REPETITIONS: Final = 3
START: Final = datetime(2026, 3, 2, 1, tzinfo=UTC)


class Table:
    """A table of Sic Bo with betting open, led from a journal."""

    def __init__(self, number: int, store: Store, writer: Writer) -> None:
        sign = {"every": {"minimum": 100, "maximum": 10**11}}
        config = msgspec.convert({"name": f"table {number}", "sign": sign}, Config)
        self.leader = Leader(store, writer, load("star-sicbo-2024"), config.name, config)
        self.count = 0
        self.bets: Iterator[Command] = iter(self.bet, None)
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

    def places(self, ready: "SimpleQueue[tuple[Table, Answer | Exception]]") -> bool:
        """Place the next wager; the table is ready again, with the answer, once that is durable."""
        command = next(self.bets, None)
        if command is None:
            return False
        self.leader.hand(command, msgspec.json.encode(command), lambda answer: ready.put((self, answer)))
        return True


class Noted:
    """A store for the writer that notes the batches."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.batches: list[Sequence[Draft]] = []

    def write(self, drafts: Sequence[Draft]) -> list[Outcome]:
        outcomes = self._store.write(drafts)
        self.batches.append(drafts)
        return outcomes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class Step(NamedTuple):
    """The rows of a batch."""

    entries: list[tuple[Entry, bytes, str]]
    ends: dict[str, tuple[int, int, datetime]]
    """Number, seq and time of the latest entry of each stream in it."""
    balances: dict[str, int]
    """After it, of each account in it."""


class Took(NamedTuple):
    """Seconds."""

    clock: float
    cpu: float
    """Of processors, all threads of this process together."""


class Since:
    """What something takes from here on."""

    def __init__(self) -> None:
        self._clock, self._cpu = perf_counter(), process_time()

    def took(self) -> Took:
        return Took(perf_counter() - self._clock, process_time() - self._cpu)


class Played(NamedTuple):
    took: Took
    judge: Took
    """The judge and the books alone."""
    wagers: int
    before: int
    """Batches before the first wager."""
    batches: list[Sequence[Draft]]
    steps: list[Step]


def played(store: Store, tables: int) -> Played:
    """Wagers at so many tables, one under way at each."""
    noted = Noted(store)
    writer = Writer(noted)
    house = [Table(number, store, writer) for number in range(tables)]
    before = len(noted.batches)
    wagers = WAGERS if tables > 1 else FEWEST
    commands = [[table.bet() for _ in range(wagers // tables)] for table in house]
    for table, bets in zip(house, commands, strict=True):
        table.bets = iter(bets)
    since = Since()
    placed(house)
    took = since.took()
    writer.close()
    return Played(took, judging(tables, store, commands), wagers, before, noted.batches, steps(store, noted.batches))


def placed(house: "Sequence[Table]", goes_on: Callable[[], bool] = lambda: True) -> int:
    """How many wagers became durable, one under way at each table, while it goes on and tables have any.

    A table hears by a function that is called, as on the floor; a future costs as much as judging the wager.
    """
    ready = SimpleQueue[tuple[Table, Answer | Exception]]()
    under_way = durable = 0
    for table in house:
        under_way += table.places(ready)
    while under_way:
        table, answer = ready.get()
        if not isinstance(answer, tuple):
            raise SystemExit(str(answer))
        under_way -= 1
        durable += 1
        if goes_on():
            under_way += table.places(ready)
    return durable


def judging(tables: int, store: Store, commands: list[list[Command]]) -> Took:
    """The same wagers once more, judged and booked at tables that nobody writes down."""
    writer = Writer(Nowhere(store))
    house = [Table(1_000_000 + number, store, writer).leader.table for number in range(tables)]
    writer.close()
    since = Since()
    for table, given in zip(house, commands, strict=True):
        for command in given:
            answer = decide(table, command)
            if isinstance(answer, Refused):
                raise SystemExit(answer.message)
            for event in answer:
                applied(table, event)
    return since.took()


class Nowhere(Noted):
    """A store that writes nothing and says that it did."""

    def write(self, drafts: Sequence[Draft]) -> list[Outcome]:
        return [Written(0, "") for _ in drafts]


def steps(store: Store, batches: list[Sequence[Draft]]) -> list[Step]:
    """The rows as they are in the journal, batch by batch."""
    rows = ((entry_of(body), body, digest) for _, body, digest in store.bodies())
    sums: dict[str, int] = {}
    made: list[Step] = []
    for batch in batches:
        step = Step([next(rows) for _ in batch], {}, {})
        for entry, _, _ in step.entries:
            step.ends[entry.stream] = (entry.no, entry.seq, entry.at)
            for it in entry.postings:
                sums[it.account] = step.balances[it.account] = sums.get(it.account, 0) + it.amount
        made.append(step)
    return made


def alone(store: Store, run: Played) -> Took:
    """The store with the same drafts."""
    for batch in run.batches[: run.before]:
        store.write(batch)
    since = Since()
    for batch in run.batches[run.before :]:
        store.write(batch)
    return since.took()


# --- SQLite


def bare_sqlite(path: Path, run: Played) -> Took:
    db = apsw.Connection(str(path))
    db.execute(sqlite_file.SETTINGS)
    db.pragma("journal_mode", "wal")
    db.execute(sqlite_file.TABLES)
    latest: dict[str, int] = {}
    batches = []
    for step in run.steps:
        rows = []
        for entry, body, digest in step.entries:
            rows.append((entry.seq, entry.stream, entry.no, entry.id, latest.get(entry.stream, 0), body, digest))
            latest[entry.stream] = entry.seq
        ends = [(stream, no, seq) for stream, (no, seq, _) in step.ends.items()]
        batches.append((rows, ends, list(step.balances.items())))

    def commit(rows: list[Any], ends: list[Any], balances: list[Any]) -> None:
        db.execute("begin immediate")
        db.executemany("insert into entries values (?, ?, ?, ?, ?, ?, ?)", rows)
        db.executemany("insert or replace into streams values (?, ?, ?)", ends)
        db.executemany("insert or replace into accounts values (?, ?)", balances)
        db.execute("commit")

    took = _looped(commit, batches, run.before)
    db.close()
    return took


def _looped(commit: Callable[..., None], batches: list[Any], before: int) -> Took:
    for batch in batches[:before]:
        commit(*batch)
    since = Since()
    for batch in batches[before:]:
        commit(*batch)
    return since.took()


@contextmanager
def sqlite() -> Iterator[tuple[Callable[[], Store], Callable[[Played], Took]]]:
    with tempfile.TemporaryDirectory() as folder:
        numbers = iter(range(1_000))
        yield (
            lambda: SqliteStore(Path(folder) / f"{next(numbers)}.db"),
            lambda run: bare_sqlite(Path(folder) / f"{next(numbers)}.db", run),
        )


# --- PostgreSQL

ADD: Final = """
    insert into dicehouse.entries (seq, stream, no, id, hash, body)
    select * from unnest(%b::bigint[], %b::text[], %b::bigint[], %b::text[], %b::text[], %b::bytea[])
"""
END: Final = """
    insert into dicehouse.streams select * from unnest(%b::text[], %b::bigint[], %b::timestamptz[])
    on conflict (stream) do update set no = excluded.no, at = excluded.at
"""
BALANCE: Final = """
    insert into dicehouse.balances select * from unnest(%b::text[], %b::bigint[])
    on conflict (account) do update set amount = excluded.amount
"""


def bare_postgres(address: str, run: Played) -> Took:
    """In the database as a store has just made it."""
    import psycopg

    from dicehouse.journal.postgres_schema import BEGIN, SESSION

    batches: list[tuple[list[Any], list[Any], list[Any], list[Any]]] = []
    for step in run.steps:
        entries = [(it.seq, it.stream, it.no, it.id, digest, body) for it, body, digest in step.entries]
        ends = [(stream, no, at) for stream, (no, _, at) in step.ends.items()]
        columns = [[list(column) for column in zip(*rows, strict=True)] for rows in (entries, ends)]
        balances = [list(step.balances), list(step.balances.values())]
        batches.append((*columns, balances, [entries[-1][0], entries[-1][4]]))  # type: ignore[arg-type]
    with psycopg.connect(address, autocommit=True) as db:
        db.execute(SESSION.format(patience=10_000, half=5_000).encode())

        def commit(entries: list[Any], ends: list[Any], balances: list[Any], head: list[Any]) -> None:
            with db.pipeline():
                db.execute(BEGIN)
                db.execute(ADD, entries)
                db.execute(END, ends)
                db.execute(BALANCE, balances)
                db.execute("update dicehouse.head set seq = %s, hash = %s", head)
                db.execute("commit")

        return _looped(commit, batches, run.before)


@contextmanager
def postgres() -> Iterator[tuple[Callable[[], Store], Callable[[Played], Took]]]:
    """On a server of its own, and with an empty database each time."""
    from dicehouse.journal.postgres import PostgresStore

    pg = runpy.run_path(str(Path(__file__).parents[1] / "tests" / "journal" / "pg.py"))
    with tempfile.TemporaryDirectory(prefix="dicehouse-") as folder, ExitStack() as undone:
        server = pg["Server"](Path(folder))
        undone.callback(server.remove)
        address = server.address(pg["HOUSE"])

        def new() -> Store:
            server.clear()
            server.say("checkpoint")
            return PostgresStore(address)

        def bare(run: Played) -> Took:
            new().close()
            return bare_postgres(address, run)

        yield new, bare


STORES: Final = {"sqlite": sqlite, "postgres": postgres}


class Measured(NamedTuple):
    """What a wager takes, in microseconds: in the whole run, for the judge, for the store, in the bare loop."""

    each: tuple[Took, ...]
    batch: float
    """Wagers in one."""


def measured(new: Callable[[], Store], bare: Callable[[Played], Took], tables: int) -> Measured:
    store = new()
    run = played(store, tables)
    store.close()
    store = new()
    lone = alone(store, run)
    store.close()
    took = (run.took, run.judge, lone, bare(run))
    each = tuple(Took(1e6 * it.clock / run.wagers, 1e6 * it.cpu / run.wagers) for it in took)
    return Measured(each, run.wagers / (len(run.batches) - run.before))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stores", nargs="*", metavar="STORE", help="sqlite, postgres; both unless named")
    parser.add_argument("--tables", nargs="*", type=int, default=TABLES)
    parser.add_argument("--repetitions", type=int, default=REPETITIONS)
    asked = parser.parse_args()
    collect_rarely()
    for name in asked.stores or STORES:
        print(
            f"{name}\ntables  batch  wagers/s    bare/s  ratio  store |  all us  judge us  store us  bare us |"
            " cpu us   judge   store    bare"
        )
        for tables in asked.tables:
            with STORES[name]() as (new, bare):
                runs = [measured(new, bare, tables) for _ in range(asked.repetitions)]
            _tell(tables, runs)


def _tell(tables: int, runs: Sequence[Measured]) -> None:
    clock, cpu = ([median(run.each[place][of] for run in runs) for place in range(4)] for of in (0, 1))
    ratio, store = (median(run.each[3].clock / run.each[place].clock for run in runs) for place in (0, 2))
    print(
        f"{tables:>6} {median(it.batch for it in runs):>6.0f} {1e6 / clock[0]:>9,.0f} {1e6 / clock[3]:>9,.0f}"
        f" {ratio:>6.2f} {store:>6.2f} | {clock[0]:>7.1f} {clock[1]:>9.1f} {clock[2]:>9.1f} {clock[3]:>8.1f} |"
        f" {' '.join(f'{it:>7.1f}' for it in cpu)}",
        flush=True,
    )


if __name__ == "__main__":
    main()
