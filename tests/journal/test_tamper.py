"""Whatever is changed in a journal behind the program's back is found and named, or carries no meaning.

Every byte of every column of every table is flipped, a number in four ways; every row is deleted, swapped with the
next and followed by a copy. `make tamper` does all of it over 2,000 entries, or as much as MINUTES allow, and says how
much that was; otherwise a choice is made of it. What the verifier does not find must be among MEANINGLESS, and then the
house takes up the same state from the changed file and goes on. Secrets are under a key that the verifier does not
have: a house that is started from the changed file names them and does not start, or takes up the same state.
"""

import multiprocessing
import os
import random
import shutil
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import pytest

from dicehouse.floor.plan import HousePlan
from dicehouse.floor.secret_key import beside
from dicehouse.floor.stepped import SteppedFloor
from dicehouse.house.state import house_hash
from dicehouse.journal import sqlite
from dicehouse.journal.checkpoint import Key, make_checkpoint, to_file
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import Store
from dicehouse.journal.verify import Fault, verify
from dicehouse.table import state_hash
from tests.soak import SOAK
from tests.stories.evening import NOON, Evening

WHOLE = SOAK or "DICEHOUSE_TAMPER" in os.environ
SECONDS = 60 * float(os.environ.get("DICEHOUSE_TAMPER") or 0)
"""For all of it; 0: as long as it takes."""
ENTRIES = 2_000 if WHOLE else 150
FLIPS = 0 if WHOLE else 10
"""Of each column of each table; 0: every byte there is."""
ROWS = 0 if WHOLE else 5
"""Of each table, to be deleted, swapped or copied; 0: all."""

KEYS = {
    "entries": "seq", "streams": "stream", "marks": "seq", "accounts": "name", "snapshots": "stream",
    "leases": "stream", "checkpoints": "no", "secrets": "name",
}  # fmt: skip
SHARES = {"every byte": 0.5, "snapshots": 0.2, "entries": 0.2}
"""Of the time there is; everything else has the rest together."""
MEANINGLESS = {
    ("leases", "*", "*"): "who led until when; whoever starts takes the lease anew",
    ("marks", "*", "delete"): "a mark shortens the way through a stream, which is found from the next one or its end",
    ("accounts", "*", "delete"): "an account at 0.00 is one that is not there",
    ("accounts", "*", "insert"): "the same",
    ("accounts", "name", "flip"): "the same",
    ("accounts", "*", "swap"): "two accounts that hold the same",
    ("snapshots", "*", "delete"): "a snapshot shortens the way back; without it all entries are gone through",
    ("snapshots", "no", "flip"): "a snapshot said to be from before any was recorded is left out",
    ("checkpoints", "no", "flip"): "checkpoints count in their order, not by their number",
    ("checkpoints", "*", "insert"): "the last checkpoint once more says what it said",
    ("secrets", "*", "insert"): "a secret that nobody asks for",
    ("secrets", "~check", "gone"): "it tells whether the key is the right one, and so does any other secret",
    ("secrets", "errands", "gone"): "errands are gone through from the beginning, and nothing is done twice",
}
"""By table, column and act: what need not be found, and why."""


class Change(NamedTuple):
    """Something done to the file behind the program's back."""

    table: str
    column: str
    act: str
    sql: str
    values: tuple[Any, ...]

    @property
    def kinds(self) -> tuple[tuple[str, str, str], ...]:
        return (
            (self.table, self.column, self.act),
            (self.table, "*", self.act),
            (self.table, "*", "*"),
        )


class Journal:
    """The journal of an evening, and a copy that is tampered with."""

    def __init__(self, folder: Path) -> None:
        self.whole, self.copy, self.anchor = (folder / it for it in ("whole.db", "copy.db", "anchor.txt"))
        self.key = Key.make("the house")
        self.plan = self.evening(folder)
        self.secret_key = beside(folder / "journal.db")
        store = SqliteStore(folder / "journal.db")
        self.seals(store)
        assert store.head().seq >= ENTRIES
        store.lead("star", "somebody", NOON, 60)
        store.lead("craps", "somebody else", NOON, 60)
        store.close()
        (folder / "journal.db").rename(self.whole)
        db = apsw.Connection(str(self.whole))
        db.pragma("journal_mode", "delete")
        db.close()
        shutil.copy(self.whole, self.copy)
        assert self.faults() == []
        self.state = self.taken_up()

    def evening(self, folder: Path) -> HousePlan:
        """People who come, bet and win or lose, until the journal is long enough; it is sealed on the way."""
        with Evening(folder, star="star-sicbo-2024", craps="star-craps") as house:
            store, dice = house.floor.store, random.Random(5)
            house.register("ann", "bob", money=1_000_000)
            self.seals(store)
            house.sit("ann", "star", money=100_000)
            house.sit("bob", "star", 2, money=100_000)
            while store.head().seq < ENTRIES:
                house.invite("star")
                house.bet("ann", "star", "small", 1_000)
                house.bet("bob", "star", "big", 1_000)
                house.settle("star", *(dice.randint(1, 6) for _ in range(3)))
            return house.plan

    def seals(self, store: Store) -> None:
        make_checkpoint(store, self.key, NOON, [to_file(self.anchor)])

    def change(self, *changes: Change) -> list[Change]:
        """Those that the file lets be made."""
        for end in ("-wal", "-shm"):  # of a house that ended at once
            self.copy.with_name(self.copy.name + end).unlink(missing_ok=True)
        shutil.copyfile(self.whole, self.copy)
        db = apsw.Connection(str(self.copy))
        for before in ("pragma synchronous = off", "pragma journal_mode = memory", "begin"):
            db.execute(before).fetchall()
        made: list[Change] = []
        for it in changes:
            with suppress(apsw.ConstraintError):
                db.execute(it.sql, it.values)
                made.append(it)
        db.execute("commit")
        db.close()
        return made

    def faults(self) -> list[Fault]:
        return verify(self.copy, key=self.key.public, anchors=[self.anchor], most=10 * ENTRIES).faults

    def taken_up(self) -> list[object]:
        """The house as a server finds it in the copy, and that it goes on from there."""
        with SteppedFloor(self.plan, self.copy, start=NOON.replace(day=9), key=self.secret_key) as house:
            store = house.floor.store
            state: list[object] = [house_hash(house.house), store.head().seq]
            state += [state_hash(house.table(it.name)) for it in self.plan.tables]
            state += [{name: it for name, it in store.balances().items() if it}]
            house.advance(seconds=5)
        assert self.faults() == []
        return state

    def rows(self, table: str) -> list[dict[str, Any]]:
        db = apsw.Connection(str(self.whole))
        names = [it[1] for it in db.execute(f"pragma table_info({table})")]
        where = "where stream not like '~%'" if table == "snapshots" else ""
        found = [dict(zip(names, row, strict=True)) for row in db.execute(f"select * from {table} {where}")]
        db.close()
        assert found, table
        return found


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journal]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "PAGE", 50)  # so that streams of this length have marks
        yield Journal(tmp_path_factory.mktemp("house"))


def places(value: Any) -> int:
    """In how many ways it is flipped: each byte, or some bits of a number."""
    return 4 if isinstance(value, int) else len(value)  # text of ours is ASCII, and stays text


def flip(table: str, row: dict[str, Any], column: str, at: int) -> Change:
    value, key = row[column], KEYS[table]
    if isinstance(value, int):
        value = (value ^ 1, value ^ 2, value + 1_000, -value - 1)[at]
    elif isinstance(value, str):
        value = value[:at] + chr(ord(value[at]) ^ 1) + value[at + 1 :]
    else:
        value = value[:at] + bytes([value[at] ^ 1]) + value[at + 1 :]
    return Change(table, column, "flip", f"update {table} set {column} = ? where {key} = ?", (value, row[key]))


def moves(table: str, rows: list[dict[str, Any]]) -> Iterator[Change]:
    """Rows deleted, swapped with the next, and copied."""
    key = KEYS[table]
    columns = [it for it in rows[0] if it != key]
    for row, other in zip(rows, [*rows[1:], rows[0]], strict=True):
        yield Change(table, "*", "delete", f"delete from {table} where {key} = ?", (row[key],))
        swap = "; ".join([f"update {table} set {', '.join(f'{it} = ?' for it in columns)} where {key} = ?"] * 2)
        if table == "entries":
            swap = f"drop index ids; {swap}; create unique index ids on entries (id, stream)"
        here, there = ([it[name] for name in columns] for it in (row, other))
        yield Change(table, "*", "swap", swap, (*there, row[key], *here, other[key]))
        new = f"{row[key]}x" if isinstance(row[key], str) else len(rows) + 1
        copied = {**row, key: new, **({"id": f"{row['id']}x"} if "id" in row else {})}
        marks = ", ".join("?" * len(copied))
        yield Change(table, "*", "insert", f"insert into {table} values ({marks})", tuple(copied.values()))


def chosen(changes: list[Change], count: int) -> list[Change]:
    """All of them, or so many of each column and act."""
    if not count:
        return changes
    chance, kinds = random.Random(14), dict[tuple[str, str], list[Change]]()
    for it in changes:
        kinds.setdefault((it.column, it.act), []).append(it)
    return [it for of in kinds.values() for it in chance.sample(of, min(count, len(of)))]


APART = 2
"""Entries from one that is changed to the next, when several are at once; each is to be named by itself."""


def in_time(changes: Iterable[Any], what: str) -> Iterator[Any]:
    """So many of them as there is time for."""
    until = time.monotonic() + SECONDS * SHARES.get(what, 0.1 / 6)
    for it in changes:
        if SECONDS and time.monotonic() > until:
            return
        yield it


def shuffled(changes: list[Change]) -> list[Change]:
    """In another order, so that whatever there is time for is a sample of all."""
    return random.Random(14).sample(changes, len(changes)) if SECONDS else changes


def tell(what: str, done: dict[str, int], of: dict[str, int]) -> None:
    """How much was tried, where it is more than a choice."""
    if WHOLE:
        told = ", ".join(f"{name} {done.get(name, 0):,} of {count:,}" for name, count in of.items())
        print(f"\n{what}: {told}: found and named, or without meaning")  # noqa: T201 (by `make tamper`)


def test_every_byte_of_every_entry_is_held_and_the_entry_named(journal: Journal) -> None:
    """But for its place, which is not changed together with others."""
    rows = journal.rows("entries")
    columns = ("stream", "no", "id", "body", "hash")
    tries = sorted(
        (at, column, first)
        for column in columns
        for first in range(APART)
        for at in range(max(places(it[column]) for it in rows[first::APART]))
    )
    done, barred = Counter[str](), 0
    for at, column, first in in_time(tries if WHOLE else random.Random(14).sample(tries, 4 * FLIPS), "every byte"):
        some = [it for it in rows[first::APART] if at < places(it[column])]
        made = journal.change(*(flip("entries", it, column, at) for it in some))
        named = {it.first for it in journal.faults()}
        missed = [it for it in made if it.values[1] not in named]
        assert not missed, f"not found: {missed[0]}"
        done[column] += len(some)
        barred += len(some) - len(made)
    of = {column: sum(places(it[column]) for it in rows) for column in columns}
    tell(f"bytes of entries ({barred:,} of them barred by the file's own index)", done, of)


@pytest.mark.parametrize("table", [it for it in KEYS if it != "secrets"])
def test_whatever_is_changed_is_found_or_carries_no_meaning(journal: Journal, table: str) -> None:
    rows = journal.rows(table)
    tried, shown = 0, set[tuple[str, str, str]]()
    columns = ("seq", "before") if table == "entries" else tuple(rows[0])
    flips = [flip(table, it, name, at) for name in columns for it in rows for at in range(places(it[name]))]
    changes = [*flips, *moves(table, rows)]
    for change in in_time(
        shuffled(changes) if WHOLE else [*chosen(flips, FLIPS), *chosen(changes[len(flips) :], ROWS)], table
    ):
        tried += 1
        if not journal.change(change):
            continue
        faults = journal.faults()
        if faults:
            assert all(it.why for it in faults)
            continue
        kind = next((it for it in change.kinds if it in MEANINGLESS), None)
        assert kind is not None, f"not found: {change}"
        if WHOLE or (change.table, change.column, change.act) not in shown:
            assert journal.taken_up() == journal.state, f"not found, and another state: {change}"
            shown.add((change.table, change.column, change.act))
    assert tried > ROWS
    tell(table, {"changes": tried}, {"changes": len(changes)})


def test_a_secret_that_is_changed_is_named_when_the_house_starts_or_carries_no_meaning(journal: Journal) -> None:
    rows = journal.rows("secrets")
    assert {it["name"].partition("/")[0] for it in rows} == {"secret", "~check", "errands"}
    flips = [flip("secrets", it, name, at) for name in rows[0] for it in rows for at in range(places(it[name]))]
    changes = [*flips, *moves("secrets", rows)]
    tried = 0
    few = [*chosen(flips, FLIPS), *chosen(changes[len(flips) :], ROWS)]
    for change in in_time(shuffled(changes) if WHOLE else few, "secrets"):
        tried += 1
        assert journal.change(change)
        state, error = started(journal)
        if error:
            assert "secret" in error
            assert "it is not as the house kept it" in error or "under another key" in error or "it is gone" in error
            continue
        whose = str(change.values[-1]).partition("/")[0]
        gone = ("secrets", whose, "gone" if change.column == "name" or change.act == "delete" else change.act)
        assert {gone, ("secrets", "*", change.act)} & MEANINGLESS.keys(), f"not found: {change}"
        same = (0, -1) if whose == "errands" else range(len(state))  # tables are told once more what they know
        assert [state[it] for it in same] == [journal.state[it] for it in same], change
    tell("secrets", {"changes": tried}, {"changes": len(changes)})


def started(journal: Journal) -> tuple[list[object], str]:
    """The house as a server finds it in the copy, in a process of its own, or why it does not start."""
    fork = multiprocessing.get_context("fork")
    ear, mouth = fork.Pipe(duplex=False)

    def starts() -> None:
        try:
            mouth.send((journal.taken_up(), ""))
        except Exception as error:  # noqa: BLE001 (it is told)
            mouth.send(([], f"{type(error).__name__}: {error}"))

    process = fork.Process(target=starts)
    process.start()
    mouth.close()
    answer: tuple[list[object], str] = ear.recv()
    process.join()
    return answer
