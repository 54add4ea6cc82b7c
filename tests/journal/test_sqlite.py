"""The journal in a file: the contract of every store, and what only a file can suffer."""

import contextlib
import resource
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from dicehouse.journal import batch, drafts, sqlite_file
from dicehouse.journal.record import NOTHING, body_of, entry_of, hash_of
from dicehouse.journal.sqlite import PAGE, SqliteStore
from dicehouse.journal.sqlite_file import MARK, VERSION, File
from dicehouse.journal.store import BrokenError, Head, NotAJournalError, Rejected, UnavailableError
from dicehouse.journal.verify import verify
from tests.journal.contract import (
    NOON,
    StoreContract,
    aside,
    at_once,
    draft,
    paid_in,
    rejection,
    said,
    sound,
    whys,
    written,
)


class TestSqlite(StoreContract):
    @pytest.fixture
    def address(self, tmp_path: Path) -> str:
        return f"dicehouse.journal.sqlite:SqliteStore:{tmp_path / 'journal.db'}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore(path)
    yield opened
    opened.close()


def edit(path: Path, *statements: str) -> None:
    """What somebody with a database tool could do to a journal."""
    db = apsw.Connection(str(path))
    for statement in statements:
        db.execute(statement)
    db.close()


# --- opening


def test_commits_are_synced_and_readers_do_not_wait_for_the_writer(store: SqliteStore) -> None:
    assert store._db.pragma("journal_mode") == "wal"
    assert store._db.pragma("synchronous") == 2
    assert apsw.sqlite_lib_version() >= "3.51.3"


def test_a_journal_of_a_later_version_is_not_opened_and_both_versions_are_told(path: Path) -> None:
    SqliteStore(path).close()
    edit(path, f"pragma user_version = {VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(NotAJournalError, match=f"version {VERSION + 1}, and this program knows version {VERSION}; "):
        SqliteStore(path)
    assert path.read_bytes() == before
    edit(path, f"pragma user_version = {VERSION}")
    SqliteStore(path).close()


def test_a_journal_of_the_first_version_gets_a_table_of_secrets_and_is_closed_to_earlier_programs(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        written(store, draft())
    edit(path, "drop table secrets")
    edit(path, "pragma user_version = 1")
    with contextlib.closing(SqliteStore(path)) as store:
        assert store.keep_secrets({"a": b"1"})
        assert store.head().seq == 1
        assert store._db.pragma("user_version") == VERSION == 3
    assert verify(path).faults == []


def test_nothing_of_a_removed_secret_is_left_in_the_file(path: Path) -> None:
    """Neither of what was kept openly nor of what a secret was before."""
    with contextlib.closing(SqliteStore(path)) as store:
        store.keep("~secret", 0, b"a master secret in plain text")
        store.keep("~long", 0, b"dice and salts in plain text " * 2_000)
        store.keep_secrets({"a": b"sealed under the old key", "b": b"sealed and long under the old key " * 2_000})
        store.forget_kept_openly()
        found = path.read_bytes() + path.with_name(f"{path.name}-wal").read_bytes()
        assert b"in plain text" not in found
        assert b"sealed under the old key" in found
        store.keep_secrets({"a": b"sealed under the new key", "b": None})
    assert b"under the old key" not in path.read_bytes()
    assert not path.with_name(f"{path.name}-wal").exists()


def test_a_database_of_another_program_is_not_opened_nor_changed(path: Path) -> None:
    for statement in ("create table songs (name text)", "pragma application_id = 1"):
        edit(path, statement)
        before = path.read_bytes()
        with pytest.raises(NotAJournalError, match="another program; "):
            SqliteStore(path)
        assert path.read_bytes() == before


@pytest.mark.parametrize("size", [1, 50, 5_000, 100_000])
def test_a_file_that_is_no_database_is_told_and_left_alone(path: Path, size: int) -> None:
    path.write_bytes(b"dear diary,\n"[:size] * max(1, size // 12))
    before = path.read_bytes()
    with pytest.raises(NotAJournalError, match="no database; "):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_folder_and_a_file_in_no_folder_are_told(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere" / "journal.db"):
        with pytest.raises(NotAJournalError, match="; name a file"):
            SqliteStore(path)


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch(0o600)
    store = SqliteStore(str(path))
    assert store.head() == Head(0, NOTHING)
    assert store._db.pragma("application_id") == MARK
    store.close()


def test_a_file_that_cannot_be_opened_just_now_is_told(tmp_path: Path) -> None:
    path = tmp_path / "circle"
    path.symlink_to(path)
    with pytest.raises(UnavailableError, match=r"cannot be opened .*; "):
        SqliteStore(path)


def test_several_processes_may_make_the_same_journal_at_once(path: Path) -> None:
    address = f"dicehouse.journal.sqlite:SqliteStore:{path}"
    children = [aside(address, "lead", f"table {number}", f"process {number}", 5) for number in range(6)]
    for child in children:
        assert said(child) == ["written"] * 5
    store = SqliteStore(path)
    assert {name: len(it) for name, it in sound(store).items()} == {f"table {number}": 5 for number in range(6)}
    store.close()


def test_a_store_waits_until_a_new_file_is_free(path: Path) -> None:
    path.touch(0o600)
    other = apsw.Connection(str(path))
    other.execute("create table t (x); drop table t; begin; select * from sqlite_schema")
    made: list[SqliteStore] = []
    thread = threading.Thread(target=lambda: made.append(SqliteStore(path)))
    thread.start()
    time.sleep(0.05)
    assert not made
    other.execute("commit")
    thread.join()
    assert made[0].head() == Head(0, NOTHING)
    made[0].close()
    other.close()


def test_a_store_tries_again_where_sqlite_will_not_wait(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it happens now and then when several processes make the same file."""
    busy, made = [apsw.BusyError("database is locked")] * 2, File.made

    def late(file: File) -> apsw.Connection:
        if busy:
            raise busy.pop()
        return made(file)

    monkeypatch.setattr(File, "made", late)
    store = SqliteStore(path)
    written(store, draft())
    store.close()


def test_a_new_file_that_nobody_lets_go_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "PATIENCE", 20)
    other = apsw.Connection(str(path))
    other.execute("begin exclusive")
    with pytest.raises(UnavailableError, match=r"another process kept it .*; "):
        SqliteStore(path)
    other.close()


def test_several_threads_may_make_the_same_journal_at_once(path: Path) -> None:
    def work(number: int) -> None:
        store = SqliteStore(path)
        written(store, draft(f"table {number}"))
        store.close()

    at_once(work, 8)
    store = SqliteStore(path)
    assert len(sound(store)) == 8
    store.close()


def test_a_closed_journal_says_so(path: Path) -> None:
    store = SqliteStore(path)
    written(store, draft())
    reading = store.bodies()
    store.close()
    store.close()
    asked: list[Callable[[], object]] = [
        lambda: store.write([draft(no=2)]),
        lambda: store.lead("table 1", "anna", NOON, 10),
        store.head,
        lambda: next(reading),
    ]
    for ask in asked:
        with pytest.raises(UnavailableError, match="closed; "):
            ask()


# --- writing


def test_what_a_store_remembers_is_bounded(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "REMEMBERED", 3)
    for number in range(20):
        written(store, paid_in(f"rack/{number}", 5, stream=f"table {number}"))
        assert len(store._memory.places) <= 4
    written(store, draft("table 0", 2, moves=(("rack/0", -5), ("~cash", 5))))
    assert rejection(store, draft("table 0", 3, moves=(("rack/0", -1), ("~cash", 1)))).why == "short"
    sound(store)


def test_what_is_remembered_is_not_read_again(store: SqliteStore) -> None:
    written(store, paid_in("rack/1", 5))
    assert store._memory.balances == {"rack/1": 5, "~cash": -5}
    assert store._memory.places["cage"].no == 1
    written(store, paid_in("rack/1", 5, no=2))
    assert store._memory.balances == {"rack/1": 10, "~cash": -10}


def test_while_another_process_writes_a_store_waits(path: Path, store: SqliteStore) -> None:
    other = apsw.Connection(str(path))
    other.execute("begin immediate")
    thread = threading.Thread(target=lambda: written(store, draft()))
    thread.start()
    time.sleep(0.05)
    assert store.length("table 1") == 0
    other.execute("commit")
    thread.join()
    assert store.length("table 1") == 1
    other.close()


def test_a_process_that_will_not_let_go_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "PATIENCE", 20)
    store, other = SqliteStore(path), apsw.Connection(str(path))
    other.execute("begin immediate")
    with pytest.raises(UnavailableError, match=r"another process .* nothing was written; "):
        store.write([draft()])
    other.execute("commit")
    written(store, draft())
    sound(store)
    store.close()
    other.close()


def test_a_full_disk_is_told_and_survived(store: SqliteStore) -> None:
    written(store, draft())
    store._db.pragma("max_page_count", 20)
    with pytest.raises(UnavailableError, match=r"no room .* nothing was written; free some"):
        store.write([draft("table 2", no, events=(b'"' + b"x" * 5000 + b'"',)) for no in range(1, 100)])
    assert store.head().seq == 1
    written(store, draft(no=2))
    store._db.pragma("max_page_count", 1_000_000)
    written(store, draft("table 2", 1))
    sound(store)


def test_a_file_that_may_not_grow_is_told_and_survived(store: SqliteStore) -> None:
    written(store, draft())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    try:
        with pytest.raises(UnavailableError, match="nothing was written; "):
            store.write([draft("table 2", no, events=(b'"' + b"x" * 5000 + b'"',)) for no in range(1, 100)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert store.head().seq == 1
    written(store, draft("table 2", 1))
    sound(store)


def test_a_file_that_may_only_be_read_is_told_and_survived(store: SqliteStore) -> None:
    store._db.pragma("query_only", True)
    with pytest.raises(UnavailableError, match=r"may only be read .* nothing was written; "):
        store.write([draft()])
    store._db.pragma("query_only", False)
    written(store, draft())


def test_whatever_else_stops_sqlite_is_told(store: SqliteStore) -> None:
    store._db.set_progress_handler(lambda: True, 1)
    with pytest.raises(UnavailableError, match=r"SQLite cannot go on .* nothing was written; "):
        store.write([draft()])
    store._db.set_progress_handler(None)
    written(store, draft())


def test_a_transaction_that_somebody_left_open_is_undone_first(store: SqliteStore) -> None:
    store._db.execute("begin")
    store._db.execute("insert into checkpoints (checkpoint) values (x'00')")
    written(store, draft())
    assert store.seals() == []


# --- damage


@pytest.fixture
def played(store: SqliteStore) -> None:
    """A journal of 1,200 entries in two streams."""
    written(store, paid_in("rack/1", 10_000))
    moves = (("rack/1", -1), ("float", 1))
    store.write([draft("table 1", no, moves=moves) for no in range(1, 2 * PAGE + 201)])
    store.close()


DAMAGE = [
    "update entries set body = cast(replace(body, 'command 3', 'x') as blob) where stream = 'table 1' and no = 3",
    "update entries set hash = '0' || substr(hash, 2) || '0' where stream = 'table 1' and no = 3",
    "delete from entries where stream = 'table 1' and no = 3",
    "delete from entries where stream = 'table 1' and no = 1",
    "update entries set before = before - 1 where stream = 'table 1' and no = 4",
    "update streams set no = no + 1 where stream = 'table 1'",
    "update streams set seq = seq - 1 where stream = 'table 1'",
    "update marks set seq = seq - 1 where stream = 'table 1'",
]


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.usefixtures("played")
def test_no_stream_is_read_over_a_damaged_entry(path: Path, damage: str) -> None:
    edit(path, damage)
    store = SqliteStore(path)
    with pytest.raises(BrokenError, match=r"table 1.*; stop play"):
        list(store.stream("table 1"))
    assert len(list(store.stream("cage"))) == 1
    store.close()


@pytest.mark.usefixtures("played")
def test_no_body_is_given_that_is_not_what_was_written(path: Path) -> None:
    edit(path, *DAMAGE[:1])
    store = SqliteStore(path)
    with pytest.raises(BrokenError, match=r"table 1, entry 3: its hash is .*; stop play"):
        store.find("table 1", "command 3")
    with pytest.raises(BrokenError, match=r"table 1, entry 3: its hash is .*; stop play"):
        store.write([draft("table 1", 9, "command 3")])
    store.close()


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b"not json",
        body_of(entry_of(b'{"seq":2,"stream":"table 1","no":9,"id":"x","at":"2026-03-01T12:00:00Z","command":1,'
                         b'"events":[],"refused":null,"postings":[],"prev":"' + b"0" * 64 + b'"}')),
        body_of(entry_of(b'{"seq":2,"stream":"table 1","no":1,"id":"x","at":"2026-03-01T12:00:00Z","command":1,'
                         b'"events":[],"refused":null,"postings":[["rack/1",5]],"prev":"' + b"0" * 64 + b'"}')),
        body_of(entry_of(b'{"seq":2,"stream":"table 1","no":1,"id":"x","at":"2026-03-01T12:00:00Z","command":1,'
                         b'"events":[],"refused":null,"postings":[["a",2000000000000000],["b",-2000000000000000]],'
                         b'"prev":"' + b"0" * 64 + b'"}')),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("played")
def test_money_and_place_are_checked_again_when_an_entry_is_read(path: Path, body: bytes) -> None:
    db = apsw.Connection(str(path))
    db.execute("update entries set body = ?, hash = ? where seq = 2", (body, hash_of(body)))
    db.close()
    store = SqliteStore(path)
    with pytest.raises(BrokenError, match="table 1, entry 1: "):
        next(store.stream("table 1"))
    store.close()


@pytest.mark.parametrize(
    "damage",
    [
        "update entries set hash = '0' || substr(hash, 2) || '0' where seq = (select max(seq) from entries)",
        "delete from entries where seq = (select max(seq) from entries)",
        "update entries set seq = seq + 1 where seq = (select max(seq) from entries)",
        f"insert into marks values ('table 1', {3 * PAGE}, 1)",
    ],
)
@pytest.mark.usefixtures("played")
def test_nothing_is_written_after_a_damaged_entry(path: Path, damage: str) -> None:
    edit(path, damage)
    store = SqliteStore(path)
    with pytest.raises(BrokenError, match="; stop play"):
        store.write([draft("table 1", no) for no in range(2 * PAGE + 201, 3 * PAGE + 1)])
    store.close()


@pytest.mark.usefixtures("played")
def test_the_head_is_checked_whatever_stream_goes_on(path: Path) -> None:
    edit(path, "update entries set seq = seq + 1 where seq = (select max(seq) from entries)")
    store = SqliteStore(path)
    with pytest.raises(BrokenError, match="entry 1202 says it is 1201; stop play"):
        store.write([draft("table 2")])
    store.close()


@pytest.mark.parametrize("balance", [-1, drafts.LARGEST + 1, -drafts.LARGEST - 1])
@pytest.mark.usefixtures("played")
def test_a_balance_that_cannot_be_is_neither_shown_nor_spent(path: Path, balance: int) -> None:
    edit(path, f"update accounts set balance = {balance} where name = 'rack/1'")
    store = SqliteStore(path)
    spend = draft("table 2", moves=(("rack/1", -1), ("~cash", 1)))
    asked: list[Callable[[], object]] = [
        lambda: store.balance("rack/1"),
        store.balances,
        lambda: store.balances("rack"),
        lambda: store.write([spend]),
    ]
    for ask in asked:
        with pytest.raises(BrokenError, match="rack/1: "):
            ask()
    assert store.balance("~cash") == -10_000
    store.close()


@pytest.mark.usefixtures("played")
def test_a_file_with_damaged_pages_is_told(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[8192:] = b"\xff" * (len(whole) - 8192)
    path.write_bytes(whole)
    store = SqliteStore(path)
    with pytest.raises(BrokenError, match=r"damaged .*; stop play"):
        store.head()
    with pytest.raises(BrokenError, match=r"damaged .*; stop play"):
        store.write([draft("table 2")])
    store.close()


def test_messages_give_the_subject_both_figures_and_the_next_step(store: SqliteStore) -> None:
    store.lead("table 1", "anna", NOON, 10)
    store.write([draft(no=1, id="x"), paid_in("rack/1", 500)])
    later = NOON.replace(second=10)
    told = store.write(
        [
            draft(no=2, id="x", command=b"2"),
            draft(no=2, leader="ben"),
            draft(no=2, leader="anna", at=later),
            draft("table 2", leader="anna"),
            draft(no=4),
            draft(no=2, at=NOON.replace(hour=11)),
            draft(no=2, moves=(("rack/1", -501), ("~cash", 501))),
        ]
    )
    assert [it.message for it in told if isinstance(it, Rejected)] == [
        "x: another command of table 1 has this id; give each command its own",
        f"table 1: anna leads it until {later}, not ben; send it there",
        f"table 1: the lease of anna ended at {later}, and it is {later}; renew it",
        "table 2: nobody leads it, not anna; take the lease first",
        "table 1: command 4 was judged for place 4, and 2 is next; judge it again",
        f"table 1: {NOON.replace(hour=11)} is before {NOON}, its latest entry; set the clock right and give it again",
        "rack/1: 5.01 is above the 5.00 there; take no more, or pay in first",
    ]
    assert whys(store.write([draft(no=2)])) == ["written"]


def of_version_2(path: Path) -> None:
    """A journal with an entry, as the program before kept rulebooks left it."""
    made = SqliteStore(path)
    written(made, draft())
    made.close()
    edit(path, "pragma user_version = 2")


def test_a_journal_of_the_second_version_is_laid_aside_as_it_was_and_goes_on(path: Path) -> None:
    of_version_2(path)
    copy = path.with_name(f"{path.name}.version-2")
    for _ in range(2):
        opened = SqliteStore(path)
        assert opened.head().seq == 1
        opened.close()
        edit(path, "pragma user_version = 2")  # as after a crash before it was marked: the copy that is there stays
    assert verify(copy).entries == 1
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_journal_that_cannot_be_copied_is_not_upgraded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of_version_2(path)

    def full(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("dicehouse.journal.backup.backup", full)
    with pytest.raises(OSError, match="the disk is full"):
        SqliteStore(path)
    monkeypatch.undo()
    opened = SqliteStore(path)
    assert opened.head().seq == 1
    opened.close()
    assert path.with_name(f"{path.name}.version-2").exists()
