"""The journal in PostgreSQL: the contract of a store, and what only a server can go through."""

import contextlib
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import psycopg
import pytest

from dicehouse.journal import batch
from dicehouse.journal.postgres import PAGE, PostgresStore
from dicehouse.journal.postgres_schema import Connection
from dicehouse.journal.record import NOTHING, entry_of
from dicehouse.journal.store import (
    BrokenError,
    Draft,
    Head,
    Not,
    NotAJournalError,
    Outcome,
    Repeated,
    UnavailableError,
    Written,
)
from dicehouse.journal.verify import VerifyError, verify
from dicehouse.leading.rejudge import rejudge
from tests.journal.contract import (
    KILLS,
    KILLS_OF_ONE_JOURNAL,
    NOON,
    StoreContract,
    at_once,
    draft,
    paid_in,
    rejection,
    sound,
    whys,
    written,
)
from tests.journal.pg import HOUSE, Server
from tests.played import Played

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {"PYTHONPATH": str(ROOT / "src")}


class TestPostgres(StoreContract):
    @pytest.fixture
    def address(self, database: str) -> str:
        return f"dicehouse.journal.postgres:PostgresStore:{database}"


@pytest.fixture
def store(database: str) -> Iterator[PostgresStore]:
    with contextlib.closing(PostgresStore(database)) as opened:
        yield opened


def sql(database: str, *commands: str) -> list[tuple[object, ...]]:
    """Have commands carried out behind the back of the store; what the last one found."""
    with psycopg.connect(database, autocommit=True) as connection:
        *_, last = (connection.execute(command.encode()) for command in commands)
        return last.fetchall() if last.description else []


def name_of(database: str) -> str:
    return database.split("/")[3].partition("?")[0]


def insist(store: PostgresStore, stream: str, no: int) -> Outcome:
    """Give a command until there is an answer, as a terminal does; each time with the same id."""
    until = time.monotonic() + 30
    while True:
        try:
            (outcome,) = store.write([draft(stream, no, moves=(("~cash", -1), ("float", 1)))])
        except UnavailableError:
            assert time.monotonic() < until
            time.sleep(0.01)
        else:
            return outcome


# --- opening


def test_a_journal_of_a_later_version_is_not_opened(database: str, store: PostgresStore) -> None:
    sql(database, "update dicehouse.version set version = 4")
    with pytest.raises(NotAJournalError, match=r"version 4, and this program knows up to 3; .* later program"):
        PostgresStore(database)
    assert store.head() == Head(0, NOTHING)


def test_a_journal_of_the_first_version_gets_a_table_of_secrets_from_its_owner(server: Server, database: str) -> None:
    with contextlib.closing(PostgresStore(database)) as store:
        written(store, draft())
    sql(database, "drop table dicehouse.secrets", "update dicehouse.version set version = 1")
    server.say("create role table_server login")
    try:
        sql(database, "grant usage on schema dicehouse to table_server")
        sql(database, "grant select on all tables in schema dicehouse to table_server")
        said = "version 1, and table_server may not bring it to version 2; open it once as its owner"
        with pytest.raises(NotAJournalError, match=said):
            PostgresStore(database.replace("postgres:@", "table_server@"))
        with contextlib.closing(PostgresStore(database)) as store:
            assert store.keep_secrets({"a": b"1"})
            assert store.head().seq == 1
        assert sql(database, "select version from dicehouse.version") == [(3,)]
    finally:
        sql(database, "drop owned by table_server", "drop role table_server")


def test_a_schema_of_somebody_else_is_left_alone(database: str) -> None:
    sql(database, "create schema dicehouse", "create table dicehouse.dice (face int)")
    with pytest.raises(NotAJournalError, match="holds no journal"):
        PostgresStore(database)
    assert sql(database, "select tablename from pg_tables where schemaname = 'dicehouse'") == [("dice",)]


def test_a_database_that_cannot_hold_every_name_is_none(server: Server) -> None:
    server.say("create database ascii encoding 'SQL_ASCII' locale 'C' template template0")
    with pytest.raises(NotAJournalError, match="SQL_ASCII"):
        PostgresStore(server.address("ascii"))
    server.say("drop database ascii")


def test_a_server_that_does_not_wait_for_its_disk_is_not_taken(server: Server, database: str) -> None:
    server.say("alter system set fsync = off", "select pg_reload_conf()")
    try:
        until = time.monotonic() + 10
        while sql(database, "show fsync") != [("off",)] and time.monotonic() < until:
            time.sleep(0.01)
        with pytest.raises(NotAJournalError, match="fsync off"):
            PostgresStore(database)
    finally:
        server.say("alter system reset fsync", "select pg_reload_conf()")


@pytest.mark.parametrize("where", ["what is this", "postgresql://[host/", "nothing=1"])
def test_what_is_no_connection_string_is_no_journal(where: str) -> None:
    with pytest.raises(NotAJournalError, match="connection string"):
        PostgresStore(where)


def test_a_server_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="; nothing was written, try again"):
        PostgresStore(f"postgresql:///postgres?host={tmp_path}")


def test_many_that_open_a_new_journal_at_once_make_one(database: str) -> None:
    def work(number: int) -> None:
        with contextlib.closing(PostgresStore(database)) as store:
            written(store, draft(f"table {number}"))

    at_once(work, 8)
    with contextlib.closing(PostgresStore(database)) as store:
        assert len(sound(store)) == 8


def test_a_closed_journal_stays_closed(store: PostgresStore) -> None:
    store.close()
    store.close()
    with pytest.raises(UnavailableError, match="closed; open it again"):
        store.head()


@pytest.mark.parametrize(
    "theirs, ours", [("off", "on"), ("local", "on"), ("on", "on"), ("remote_apply", "remote_apply")]
)
def test_a_commit_waits_for_the_disk_whatever_the_database_says(database: str, theirs: str, ours: str) -> None:
    name = name_of(database)
    sql(database, f"alter database {name} set synchronous_commit = '{theirs}'")
    with contextlib.closing(PostgresStore(database)) as store:
        assert store._connect().execute("show synchronous_commit").fetchone() == (ours,)


def test_other_habits_of_a_database_do_not_matter(database: str) -> None:
    name = name_of(database)
    sql(
        database,
        f"alter database {name} set default_transaction_isolation = 'serializable'",
        f"alter database {name} set default_transaction_read_only = on",
        f"alter database {name} set timezone = 'Australia/Sydney'",
        f"alter database {name} set bytea_output = 'escape'",
        f"alter database {name} set datestyle = 'German'",
    )
    with contextlib.closing(PostgresStore(database)) as one, contextlib.closing(PostgresStore(database)) as two:

        def work(number: int) -> None:
            for no in range(1, 31):
                written((one, two)[number], draft(f"table {number}", no, moves=(("~cash", -1), ("float", 1))))

        at_once(work, 2)
        assert len(sound(one)["table 1"]) == len(sound(two)["table 0"]) == 30
        assert one.lead("table 1", "anna", NOON, 10)
        assert two.lead("table 1", "ben", NOON, 10) is None
        written(one, draft("table 1", 31, leader="anna"))


# --- several writers


def test_many_stores_keep_one_chain(database: str) -> None:
    def work(number: int) -> None:
        with contextlib.closing(PostgresStore(database)) as store:
            for no in range(1, 100, 5):
                batch = [draft(f"table {number}", it, moves=(("~cash", -1), ("float", 1))) for it in range(no, no + 5)]
                assert whys(store.write(batch)) == ["written"] * 5

    at_once(work, 4)
    with contextlib.closing(PostgresStore(database)) as store:
        assert [len(it) for it in sound(store).values()] == [100] * 4
        assert store.balance("float") == 400


@pytest.fixture
def recalled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The streams of every draft for which a store has read again what the server has."""
    found: list[str] = []
    recall = PostgresStore._recall

    def recalls(
        self: PostgresStore, connection: Connection, head: Head, drafts: Sequence[Draft]
    ) -> dict[tuple[str, str], bytes]:
        found.extend(it.stream for it in drafts)
        return recall(self, connection, head, drafts)

    monkeypatch.setattr(PostgresStore, "_recall", recalls)
    return found


def test_writers_of_different_tables_do_not_make_each_other_read_anything(database: str, recalled: list[str]) -> None:
    with contextlib.closing(PostgresStore(database)) as one, contextlib.closing(PostgresStore(database)) as two:
        for no in range(1, 6):
            written(one, draft("table 1", no, moves=(("~cash 1", -1), ("rack/1", 1))))
            written(two, draft("table 2", no, moves=(("~cash 2", -1), ("rack/2", 1))))
        assert recalled == ["table 1", "table 2"]
        assert len(sound(one)["table 2"]) == 5


def test_money_that_another_writer_has_moved_is_read_again_and_what_was_known_beside_it_is_not_forgotten(
    database: str, recalled: list[str]
) -> None:
    with contextlib.closing(PostgresStore(database)) as one, contextlib.closing(PostgresStore(database)) as two:
        written(one, draft("table 1", 1, moves=(("~cash", -6), ("cage", 5), ("rack/1", 1))))
        written(one, draft("table 3", 1))
        written(two, draft("table 2", 1, moves=(("cage", -4), ("rack/2", 4))))
        recalled.clear()
        assert rejection(one, draft("table 1", 2, moves=(("cage", -2), ("rack/1", 2)))).why is Not.SHORT
        written(one, draft("table 1", 2, "less", moves=(("cage", -1), ("rack/1", 1))))
        written(one, draft("table 3", 2))
        assert recalled == ["table 1"]
        assert sound(one).keys() == {"table 1", "table 2", "table 3"}
        assert (one.balance("cage"), one.balance("rack/1"), one.balance("rack/2")) == (0, 2, 4)


def test_a_writer_that_stops_in_the_middle_does_not_hold_up_the_house(database: str) -> None:
    with contextlib.closing(PostgresStore(database, patience=0.3)) as store:
        with contextlib.closing(store._open()) as stopped:
            stopped.execute("begin")
            stopped.execute("select * from dicehouse.head for update")
            assert insist(store, "table 1", 1) == Written(*store.head())
        sound(store)


def test_a_writer_waits_for_others_no_longer_than_its_patience(database: str) -> None:
    with contextlib.closing(PostgresStore(database, patience=0.2)) as store:
        with psycopg.connect(database) as other:
            other.execute("select * from dicehouse.head for update")
            with pytest.raises(UnavailableError, match="lock timeout"):
                store.write([draft()])
            with pytest.raises(UnavailableError, match="lock timeout"):
                store.lead("table 1", "anna", NOON, 10)
        written(store, draft())


# --- lost connections


def test_a_server_that_was_stopped_and_started_again(server: Server, store: PostgresStore) -> None:
    written(store, paid_in("rack/1", 5))
    server.stop()
    try:
        for attempt in (lambda: store.write([draft()]), store.head, lambda: list(store.bodies()), store.balances):
            with pytest.raises(UnavailableError, match="; nothing was written, try again"):
                attempt()
    finally:
        server.start()
    written(store, draft())
    assert list(sound(store)) == ["cage", "table 1"]


def test_the_call_after_a_restart_meets_it_and_the_next_one_connects_anew(server: Server, store: PostgresStore) -> None:
    written(store, draft())
    server.stop()
    server.start()
    with pytest.raises(UnavailableError):
        store.write([draft(no=2)])
    assert store.length("table 1") == 1
    written(store, draft(no=2))


@pytest.mark.parametrize("end", [Server.stop, Server.crash])
def test_a_server_that_ends_while_all_write_loses_nothing(
    server: Server, database: str, end: Callable[[Server], None]
) -> None:
    """The server ends three times under three writers, which give their commands again until they are answered."""
    going = threading.Event()
    going.set()
    told: list[list[Outcome]] = [[] for _ in range(3)]
    all_are_in = threading.Barrier(4, timeout=60)

    def work(number: int) -> None:
        with contextlib.closing(PostgresStore(database)) as store:
            all_are_in.wait()  # to open a journal on a server that has just ended is an error, and not what is shown
            while going.is_set() or len(told[number]) < 20:
                told[number].append(insist(store, f"table {number}", len(told[number]) + 1))

    writers = threading.Thread(target=at_once, args=(work, 3))
    writers.start()
    try:
        all_are_in.wait()
        for _ in range(3):
            time.sleep(0.3)
            end(server)
            server.start()
    finally:
        going.clear()
        writers.join()
    with contextlib.closing(PostgresStore(database)) as store:
        found = sound(store)
        for number, outcomes in enumerate(told):
            bodies = list(found[f"table {number}"].values())
            assert len(outcomes) == len(bodies) >= 20
            for outcome, body in zip(outcomes, bodies, strict=True):
                assert (outcome == Repeated(body)) or (
                    isinstance(outcome, Written) and outcome[0] == entry_of(body).seq
                )


def test_a_backend_that_is_ended_while_it_writes(database: str, store: PostgresStore) -> None:
    told: list[Outcome] = []
    ended = 0

    def work() -> None:
        while ended < 40:
            told.append(insist(store, "table 1", len(told) + 1))

    writer = threading.Thread(target=work)
    writer.start()
    with psycopg.connect(database, autocommit=True) as other:
        while ended < 40 and writer.is_alive():
            others = "pid <> pg_backend_pid() and datname = current_database()"
            found = other.execute(f"select pg_terminate_backend(pid) from pg_stat_activity where {others}".encode())
            ended += found.rowcount
            time.sleep(random.uniform(0.001, 0.02))
    writer.join()
    assert ended >= 40
    # The store's own connection may have been ended once more after the last answer.
    with contextlib.closing(PostgresStore(database)) as again:
        assert len(told) == len(sound(again)["table 1"])
    assert {type(it) for it in told} <= {Written, Repeated}


# --- a commit whose answer is lost


class Wire:
    """A line to the server that can be cut in the middle of a commit."""

    def __init__(self, database: str) -> None:
        self._target = f"{database.split('host=')[1]}/.s.PGSQL.5432"
        self._door = socket.create_server(("127.0.0.1", 0))
        port = self._door.getsockname()[1]
        self.address = f"postgresql://postgres@127.0.0.1:{port}/{name_of(database)}?sslmode=disable&gssencmode=disable"
        self.cut = ""
        self.is_down = False
        self._lines: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._start(self._answer)

    def close(self) -> None:
        for line in (self._door, *self._lines):
            _hang_up(line)
        for thread in self._threads:
            thread.join()
        for line in (self._door, *self._lines):
            line.close()

    def _start(self, work: Callable[..., None], *of: socket.socket) -> None:
        self._threads.append(threading.Thread(target=work, args=of))
        self._threads[-1].start()

    def _answer(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._door.accept()
                self._lines.append(client)
                if self.is_down:
                    _hang_up(client)
                    continue
                server = socket.socket(socket.AF_UNIX)
                self._lines.append(server)
                server.connect(self._target)
                self._start(self._there, client, server)
                self._start(self._back, client, server)

    def _there(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while heard := client.recv(1 << 20):
                if self.cut and b"commit\0" in heard:
                    self._snap(client, server, heard)
                    return
                server.sendall(heard)
        _hang_up(server)

    def _snap(self, client: socket.socket, server: socket.socket, heard: bytes) -> None:
        cut, self.cut = self.cut, ""
        self.is_down = cut == "away"
        _hang_up(client)
        if cut == "late":
            time.sleep(0.3)
        if cut in {"after", "late", "away"}:
            server.sendall(heard)
            time.sleep(0.2)
        if cut != "silent":
            _hang_up(server)

    @staticmethod
    def _back(client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while heard := server.recv(1 << 20):
                client.sendall(heard)
        _hang_up(client)


def _hang_up(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def wire(database: str) -> Iterator[Wire]:
    with contextlib.closing(Wire(database)) as wire:
        yield wire


@pytest.mark.parametrize("cut", ["after", "late"])
def test_a_commit_whose_answer_was_lost_is_found(wire: Wire, database: str, cut: str) -> None:
    """Also when the server is only about to commit at the moment of asking."""
    with contextlib.closing(PostgresStore(wire.address)) as store:
        written(store, paid_in("rack/1", 5))
        wire.cut = cut
        first, second = store.write([draft(), draft(no=2)])
        assert wire.cut == ""
        assert first[0] == 2
        assert second == Written(*store.head())
    with contextlib.closing(PostgresStore(database)) as store:
        assert [len(it) for it in sound(store).values()] == [1, 2]


@pytest.mark.parametrize("cut", ["before", "silent"])
def test_a_commit_that_never_reached_the_server_is_not_acknowledged(wire: Wire, cut: str) -> None:
    """Also when the server does not see that the line is dead, and still waits with the head in its hand."""
    with contextlib.closing(PostgresStore(wire.address, patience=1)) as store:
        if cut == "silent" and store._connect().info.server_version < 170000:
            pytest.skip("an older server has no limit for a whole transaction; keepalives end such a line")
        written(store, paid_in("rack/1", 5))
        wire.cut = cut
        with pytest.raises(UnavailableError, match="nothing was written"):
            store.write([draft(), draft(no=2)])
        assert store.head().seq == 1
        assert whys(store.write([draft(), draft(no=2)])) == ["written"] * 2
        sound(store)


def test_another_batch_in_the_place_of_a_lost_one_is_not_taken_for_it(wire: Wire, database: str) -> None:
    with contextlib.closing(PostgresStore(wire.address)) as store, contextlib.closing(PostgresStore(database)) as other:
        written(store, draft())
        wire.cut = "before"
        waiting = threading.Thread(target=written, args=(other, draft("table 2")))
        known = store._is_written

        def late(*of: object) -> bool:
            waiting.start()
            waiting.join()
            return known(*of)  # type: ignore[arg-type]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store, "_is_written", late)
            with pytest.raises(UnavailableError):
                store.write([draft(no=2)])
        assert list(sound(store)) == ["table 1", "table 2"]


def test_a_commit_of_unknown_end_is_not_acknowledged_and_may_be_given_again(wire: Wire) -> None:
    with contextlib.closing(PostgresStore(wire.address, patience=0.5)) as store:
        written(store, paid_in("rack/1", 5))
        wire.cut = "away"
        with pytest.raises(
            UnavailableError, match="2 commands were written is not known: give them again with the same"
        ):
            store.write([draft(), draft(no=2)])
        wire.is_down = False
        assert whys(store.write([draft(), draft(no=2)])) == ["repeated"] * 2
        sound(store)


# --- killed writers

CHILD = """
import random, sys
from datetime import UTC, datetime
from dicehouse.journal.postgres import PostgresStore
from dicehouse.journal.record import Posting
from dicehouse.journal.store import Draft, Written

store, stream = PostgresStore(sys.argv[1]), sys.argv[2]
no = store.length(stream)
while True:
    drafts = [
        Draft(stream=stream, no=no + it, id=f"c{no + it}", at=datetime(2026, 1, 1, tzinfo=UTC), command=b"1",
              postings=(Posting("~cash", -no - it), Posting("float", no), Posting("rack/1", it)))
        for it in range(1, random.randint(1, 30) + 1)
    ]
    for outcome, draft in zip(store.write(drafts), drafts):
        if not isinstance(outcome, Written):
            sys.exit(f"{draft.id}: {outcome}")
        print(draft.no, flush=True)
    no += len(drafts)
"""


@pytest.mark.parametrize("journal", range(KILLS // KILLS_OF_ONE_JOURNAL))
def test_writers_that_are_killed_lose_nothing_and_hold_up_nobody(
    database: str, store: PostgresStore, journal: int
) -> None:
    """Two at a time, at moments that nobody chose."""
    chance = random.Random(journal)
    acknowledged = {"table 1": 0, "table 2": 0}
    kills = 0
    while kills < KILLS_OF_ONE_JOURNAL:
        children = {
            stream: subprocess.Popen(
                [sys.executable, "-c", CHILD, database, stream],
                stdout=subprocess.PIPE, text=True, env=ENVIRONMENT,
            )
            for stream in acknowledged
        }  # fmt: skip
        for stream, child in children.items():
            assert child.stdout
            acknowledged[stream] = int(child.stdout.readline())
        for stream, child in children.items():
            time.sleep(chance.uniform(0, 0.05))
            child.kill()
            kills += 1
            rest, _ = child.communicate(timeout=30)
            assert child.returncode == -9
            whole = rest[: rest.rfind("\n") + 1].split()
            acknowledged[stream] = int(whole[-1]) if whole else acknowledged[stream]
        insist(store, "cage", store.length("cage") + 1)
        found = sound(store)
        for stream, no in acknowledged.items():
            assert len(found[stream]) >= no
            assert list(found[stream]) == [f"c{it}" for it in range(1, len(found[stream]) + 1)]


# --- followers


def test_a_follower_hears_of_what_others_write(database: str, store: PostgresStore) -> None:
    store.write([draft(no=no) for no in range(1, 4)])
    heard: list[tuple[int, bytes, str]] = []
    follower = threading.Thread(target=lambda: heard.extend(store.follow(after=1, timeout=2)))
    follower.start()
    with contextlib.closing(PostgresStore(database)) as other:
        for no in range(4, 30):
            written(other, draft(no=no))
            time.sleep(random.choice([0, 0, 0.02]))
    follower.join()
    assert heard == list(store.bodies())[1:]
    assert len(heard) == 28


def test_a_follower_hears_at_once_and_ends_when_it_has_waited_long_enough(store: PostgresStore) -> None:
    threading.Timer(0.3, store.write, [[draft()]]).start()
    start = time.monotonic()
    assert next(store.follow(timeout=30))[0] == 1
    assert 0.2 < time.monotonic() - start < 10
    start = time.monotonic()
    assert list(store.follow(after=1, timeout=0.2)) == []
    assert 0.2 <= time.monotonic() - start < 10


def test_a_notice_tells_the_head(database: str, store: PostgresStore) -> None:
    with psycopg.connect(database, autocommit=True) as ear:
        ear.execute("listen dicehouse")
        written(store, draft())
        (notice,) = ear.notifies(timeout=10, stop_after=1)
        assert notice.payload == "{} {}".format(*store.head())


def test_a_follower_reads_more_than_one_page(store: PostgresStore) -> None:
    store.write([draft(no=no) for no in range(1, 2 * PAGE + 2)])
    assert [seq for seq, _, _ in store.follow(timeout=0.01)] == list(range(1, 2 * PAGE + 2))
    assert len(list(store.stream("table 1"))) == 2 * PAGE + 1


def test_a_follower_that_loses_the_server_says_so(database: str, store: PostgresStore) -> None:
    written(store, draft())
    following = store.follow()
    assert next(following)[0] == 1
    sql(database, "select pg_terminate_backend(pid) from pg_stat_activity where query like '%entries%' "
        "and pid <> pg_backend_pid() and datname = current_database()")  # fmt: skip
    with pytest.raises(UnavailableError):
        next(following)
    assert [seq for seq, _, _ in store.follow(timeout=0.01)] == [1]


# --- damage


def test_a_head_that_was_put_back_is_noticed_before_anything_is_written(database: str, store: PostgresStore) -> None:
    store.write([draft(no=1), draft(no=2)])
    before = list(store.bodies())
    sql(database, f"update dicehouse.head set seq = 1, hash = '{before[0][2]}'")
    with pytest.raises(BrokenError, match=r"contradicts itself: .*; stop play"):
        store.write([draft("table 2")])
    assert list(store.bodies()) == before


@pytest.mark.parametrize("damage", ["delete from dicehouse.head", "insert into dicehouse.head values (1, '')"])
def test_a_journal_has_one_head(database: str, store: PostgresStore, damage: str) -> None:
    sql(database, damage)
    with pytest.raises(BrokenError, match="rows where 1 must be"):
        store.head()
    with pytest.raises(BrokenError, match="rows where 1 must be"):
        store.write([draft()])


def test_a_changed_entry_is_not_read(database: str, store: PostgresStore) -> None:
    store.write([draft(no=1), draft(no=2)])
    sql(database, "update dicehouse.entries set body = set_byte(body, 10, 65) where seq = 2")
    reading = store.stream("table 1")
    assert entry_of(next(reading)).no == 1
    with pytest.raises(BrokenError):
        next(reading)
    with pytest.raises(BrokenError):
        store.find("table 1", "command 2")


def test_a_stream_with_a_gap_is_not_read(database: str, store: PostgresStore) -> None:
    store.write([draft(no=1), draft(no=2), draft(no=3)])
    sql(database, "delete from dicehouse.entries where seq = 2")
    with pytest.raises(BrokenError, match="entry 3 follows entry 1"):
        list(store.stream("table 1"))


def test_the_server_holds_no_balance_below_nothing_of_itself(database: str, store: PostgresStore) -> None:
    written(store, paid_in("rack/1", 5))
    with pytest.raises(psycopg.errors.CheckViolation):
        sql(database, "update dicehouse.balances set amount = -1 where account = 'rack/1'")
    sql(
        database,
        "alter table dicehouse.balances drop constraint balances_check",
        "update dicehouse.balances set amount = -1 where account = 'rack/1'",
    )
    for attempt in (
        lambda: store.balance("rack/1"),
        store.balances,
        lambda: store.write([draft(moves=(("rack/1", 1), ("~cash", -1)))]),
    ):
        with pytest.raises(BrokenError, match="rack/1"):
            attempt()


# --- what the page about PostgreSQL says


def on_the_page(number: int) -> str:
    """What the page about PostgreSQL says in one of its blocks of SQL."""
    page = (ROOT / "docs" / "how-to" / "postgres.md").read_text(encoding="utf-8")
    return page.split("```sql\n")[number].partition("```")[0]


def test_a_writer_needs_no_right_to_change_an_entry(server: Server, database: str, store: PostgresStore) -> None:
    server.say("create role stranger login")
    try:
        sql(database, on_the_page(1), "grant usage on schema dicehouse to stranger")
        sql(database, "grant select on all tables in schema dicehouse to stranger")
        with contextlib.closing(PostgresStore(database.replace("postgres:@", "table_server@"))) as writer:
            assert writer.lead("table 1", "anna", NOON, 10)
            written(writer, draft(leader="anna", moves=(("~cash", -1), ("float", 1))))
            writer.keep("table 1", 1, b"")
            writer.seal(b"")
            assert writer.keep_secrets({"a": b"1", "b": b"2"})
            assert writer.keep_secrets({"a": None}, {"b": b"2"})
            assert writer.secrets() == {"b": b"2"}
            writer.forget_kept_openly()
            writer.release("table 1", "anna")
            sound(writer)
            for damage in ("update dicehouse.entries set body = ''", "delete from dicehouse.entries"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    sql(database.replace("postgres:@", "table_server@"), damage)
        with contextlib.closing(PostgresStore(database.replace("postgres:@", "stranger@"))) as reader:
            assert reader.head() == store.head()
            with pytest.raises(UnavailableError, match="permission denied"):
                reader.write([draft(no=2)])
    finally:
        sql(database, "drop owned by table_server, stranger", "drop role table_server, stranger")


def test_an_auditor_verifies_the_journal_and_sees_no_secret(database: str, store: PostgresStore) -> None:
    """Nor a table of a later version, before somebody grants it."""
    written(store, draft(moves=(("~cash", -1), ("float", 1))))
    store.keep("table 1", 1, b"a snapshot")
    store.keep_secrets({"a": b"sealed"})
    try:
        sql(database, on_the_page(2), "create table dicehouse.later (name text)")
        auditor = database.replace("postgres:@", "auditor@")
        report = verify(auditor)
        assert (report.faults, report.entries) == ([], 1)
        for table in ("version", "head", "entries", "streams", "balances", "seals", "snapshots"):
            sql(auditor, f"select * from dicehouse.{table}")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                sql(auditor, f"delete from dicehouse.{table}")
        for table in ("secrets", "leases", "later"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                sql(auditor, f"select * from dicehouse.{table}")
    finally:
        sql(database, "drop owned by auditor", "drop role auditor")


def test_an_export_as_the_page_shows_it_can_be_verified(database: str, store: PostgresStore, tmp_path: Path) -> None:
    store.write([paid_in("rack/1", 500), draft("caf\u00e9 %s", 1, command='"\u00e9"'.encode()), draft(refused=b"{}")])
    lines = [str(line) for (line,) in sql(database, on_the_page(3))]
    file = tmp_path / "house.jsonl"
    for broken in (0, 1):
        file.write_text("".join(f"{line}\n" for line in lines[broken:]), encoding="utf-8")
        assert len(verify(file).faults) == broken


def test_what_the_server_does_not_take_is_not_written(database: str, store: PostgresStore) -> None:
    """It says no to the last of several statements; the ones before are undone, and the connection is good."""
    sql(database, "alter table dicehouse.head add constraint full_disk check (seq < 2)")
    written(store, draft())
    with pytest.raises(BrokenError):
        store.write([draft(no=2, moves=(("~cash", -1), ("float", 1)))])
    assert (len(list(store.bodies())), store.balances()) == (1, {})
    sql(database, "alter table dicehouse.head drop constraint full_disk")
    written(store, draft(no=2))


# --- the verifier on a server


def test_a_journal_on_a_server_is_verified_where_it_lies(database: str, store: PostgresStore) -> None:
    store.write([paid_in("rack/1", 500), draft("caf\u00e9 %s", 1), draft(refused=b"{}")])
    report = verify(database)
    assert (report.entries, report.head, report.faults) == (3, store.head().hash, [])
    secret = database.replace("postgres:@", "postgres:secret@")
    assert verify(secret).file == database.replace("postgres:@", "")


def test_a_journal_on_a_server_that_lost_a_table_is_damaged(database: str, store: PostgresStore) -> None:
    store.write([draft()])
    sql(database, "alter table dicehouse.entries rename to elsewhere")
    report = verify(database)
    assert "PostgreSQL cannot read on" in report.faults[0].why


def test_a_journal_on_a_server_needs_its_extra(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(VerifyError, match=r"pip install 'dicehouse\[postgres\]'"):
        verify(database)


def test_a_memory_that_is_full_is_begun_anew(store: PostgresStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "REMEMBERED", 1)
    for no in range(1, 4):
        assert whys(store.write([draft("table 1", no), draft("table 2", no)])) == ["written"] * 2
    assert (store.length("table 1"), store.head().seq) == (3, 6)


@pytest.mark.parametrize(
    "damage, word",
    [
        ("update dicehouse.entries set body = set_byte(body, 10, 65) where seq = 2", "entry"),
        ("delete from dicehouse.entries where seq = 2", ""),
        ("delete from dicehouse.entries where seq = 3", ""),
        ("update dicehouse.entries set hash = repeat('0', 64) where seq = 2", "hash"),
        ("update dicehouse.entries set id = 'another' where seq = 2", "another"),
        ("update dicehouse.entries set stream = 'another' where seq = 3", "another"),
        ("update dicehouse.entries set seq = 9 where seq = 2", ""),
        ("update dicehouse.balances set amount = 1 where account = 'rack/1'", "rack/1"),
        ("update dicehouse.streams set no = 7 where stream = 'cage'", "cage"),
        ("update dicehouse.head set seq = 2", "head"),
    ],
)
def test_what_was_changed_on_a_server_is_found(database: str, store: PostgresStore, damage: str, word: str) -> None:
    store.write([paid_in("rack/1", 500), draft("table 1"), draft("table 2")])
    assert not verify(database).faults
    sql(database, damage)
    faults = verify(database).faults
    assert faults
    assert any(word in f"{it.where} {it.why} entry" for it in faults)


def test_a_journal_on_a_server_is_judged_again_with_its_snapshots(database: str) -> None:
    it = Played(PostgresStore(database)).opens().plays()
    it.closes()
    again = rejudge(database)
    assert (again.differences, again.unjudged, again.snapshots) == ([], [], 1)
    sql(database, "update dicehouse.snapshots set snapshot = 'nothing' where stream = 'table 7'")
    assert [it.what for it in rejudge(database).differences] == ["snapshot"]


def test_a_server_without_a_journal_is_told(database: str, server: Server) -> None:
    with pytest.raises(VerifyError, match="holds no journal; "):
        verify(database)
    with pytest.raises(VerifyError, match="name postgresql://HOST/DATABASE"):
        verify(server.address("nowhere"))
    with contextlib.closing(PostgresStore(database)):
        sql(database, "update dicehouse.version set version = 4")
        with pytest.raises(VerifyError, match="version 4, and this program knows up to 3"):
            verify(database)


def test_a_journal_of_the_second_version_is_copied_into_a_schema_beside_it_and_then_closed_to_earlier_programs(
    database: str,
) -> None:
    with contextlib.closing(PostgresStore(database)) as store:
        written(store, draft())
        store.keep_secrets({"a": b"1"})
    sql(database, "update dicehouse.version set version = 2")
    for _ in range(2):  # the second time there is a copy already, and it is that of before
        with contextlib.closing(PostgresStore(database)) as store:
            written(store, draft(no=store.head().seq + 1))
        sql(database, "update dicehouse.version set version = 2")
    assert sql(database, "select version from dicehouse_version_2.version") == [(2,)]
    assert sql(database, "select count(*) from dicehouse_version_2.entries") == [(1,)]
    assert sql(database, "select name from dicehouse_version_2.secrets") == [("a",)]
    assert sql(database, "select count(*) from dicehouse.entries") == [(3,)]
    sql(database, "drop schema dicehouse_version_2 cascade")


def test_a_copy_that_is_not_as_the_journal_is_leaves_the_journal_as_it_was(database: str) -> None:
    with contextlib.closing(PostgresStore(database)) as store:
        written(store, draft())
    spoils = """create function spoil() returns event_trigger language plpgsql as $$ begin
        if to_regclass('dicehouse_version_2.entries') is not null then delete from dicehouse_version_2.entries; end if;
        end $$"""
    trigger = "create event trigger spoil on ddl_command_end when tag in ('CREATE TABLE AS') execute function spoil()"
    sql(database, "update dicehouse.version set version = 2", spoils, trigger)
    try:
        with pytest.raises(BrokenError, match="entries cannot be copied as it is"):
            PostgresStore(database)
        assert sql(database, "select version from dicehouse.version") == [(2,)]
        assert sql(database, "select to_regnamespace('dicehouse_version_2')") == [(None,)]
    finally:
        sql(database, "drop event trigger spoil", "drop function spoil")


# --- what a store remembers


def one(no: int, amount: int = 1, **others: str) -> Draft:
    return draft("table 1", no, moves=(("~cash", -amount), ("float", amount)), **others)


def unasked(*_: object) -> None:
    raise AssertionError("it asked")


def test_what_is_remembered_is_not_asked_for_again(store: PostgresStore, monkeypatch: pytest.MonkeyPatch) -> None:
    assert store.lead("table 1", "anna", NOON, 10)
    written(store, one(1))
    monkeypatch.setattr(store, "_recall", unasked)
    assert store.lead("table 1", "anna", NOON, 20)
    assert whys(store.write([one(2, leader="anna"), one(3)])) == ["written"] * 2
    assert store.balances() == {"float": 3, "~cash": -3}
    with pytest.raises(AssertionError, match="it asked"):
        store.write([one(3)])
    monkeypatch.undo()
    assert whys(store.write([one(4), one(3), one(3, command="7")])) == ["written", "repeated", "other-body"]
    sound(store)


def test_what_another_store_did_meanwhile_is_seen(database: str, store: PostgresStore) -> None:
    with contextlib.closing(PostgresStore(database)) as other:
        assert store.lead("table 1", "anna", NOON, 10)
        for no in (1, 4, 7):
            written(store, one(no, leader="anna"))
            written(other, one(no + 1))
            assert whys(store.write([one(no + 1, id="mine")])) == ["out-of-order"]
            written(other, draft("table 1", no + 2, moves=(("float", -2), ("~cash", 2))))
            assert whys(store.write([draft("table 1", no + 3, "much", moves=(("float", -1), ("~cash", 1)))])) == [
                "short"
            ]
        other.release("table 1", "anna")
        assert other.lead("table 1", "ben", NOON, 10)
        assert whys(store.write([one(10, leader="anna")])) == ["not-leader"]
        sound(store)


@pytest.mark.parametrize(
    "change, after",
    [
        ("update dicehouse.balances set amount = 500 where account = 'float'", 502),
        ("update dicehouse.balances set amount = 0 where account = 'float'", 2),
    ],
)
def test_a_balance_that_was_changed_by_hand_is_not_covered_up(
    database: str, store: PostgresStore, change: str, after: int
) -> None:
    """The store goes on from what is there, so that the verifier finds the difference."""
    written(store, one(1))
    sql(database, change)
    written(store, one(2, 2))
    assert store.balance("float") == after


@pytest.mark.parametrize(
    "damage",
    [
        "delete from dicehouse.head",
        "insert into dicehouse.head values (1, '')",
        "update dicehouse.head set seq = 0",
        "update dicehouse.streams set no = 0",
        "update dicehouse.head set hash = repeat('0', 64), seq = 0",
    ],
)
def test_damage_behind_the_back_of_a_store_that_remembers_stops_it(
    database: str, store: PostgresStore, damage: str
) -> None:
    written(store, one(1))
    before = list(store.bodies())
    sql(database, damage)
    try:
        outcomes = whys(store.write([one(2)]))
    except BrokenError:
        outcomes = []
    assert outcomes in ([], ["out-of-order"])
    assert list(store.bodies()) == before


@pytest.mark.parametrize("cut", ["after", "late", "before", "silent"])
def test_a_connection_that_breaks_in_the_one_message_of_a_batch(wire: Wire, database: str, cut: str) -> None:
    with contextlib.closing(PostgresStore(wire.address, patience=1)) as store:
        written(store, one(1))
        wire.cut = cut
        if cut in {"after", "late"}:
            assert whys(store.write([one(2), one(3)])) == ["written"] * 2
        else:
            with pytest.raises(UnavailableError, match="nothing was written"):
                store.write([one(2), one(3)])
        assert wire.cut == ""
        assert store.head().seq == (3 if cut in {"after", "late"} else 1)
        assert set(whys(store.write([one(2), one(3)]))) == {"repeated" if cut in {"after", "late"} else "written"}
    with contextlib.closing(PostgresStore(database)) as store:
        assert len(sound(store)["table 1"]) == 3


# --- a server that cannot write


@pytest.fixture
def small_disk(server: Server) -> Iterator[Path]:
    """A file system of four megabytes in which the server may lie; only where one may be mounted."""
    with tempfile.TemporaryDirectory(prefix="dicehouse-") as folder:
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], check=False)
        if made.returncode:
            pytest.skip("nothing may be mounted here")
        try:
            place = Path(folder, "space")
            place.mkdir()
            owner = server.directory.stat()
            os.chown(place, owner.st_uid, owner.st_gid)
            for above in (Path(folder), place):
                above.chmod(0o755)
            yield place
        finally:
            server.clear()
            server.say(f"alter database {HOUSE} set tablespace pg_default", "drop tablespace if exists small")
            subprocess.run(["umount", folder], check=True)


def long(no: int) -> Draft:
    """A command that takes up much room, and that no server can make smaller."""
    return draft("table 1", no, command=b'"%s"' % random.Random(no).randbytes(30_000).hex().encode())


def written_until_refused(store: PostgresStore, word: str) -> int:
    """Write until the server will not have it; how many entries were acknowledged by then."""
    no = 0
    with pytest.raises(UnavailableError, match=rf"{word}.*nothing was written"):  # noqa: PT012 (at any of so many)
        while no < 2_000:
            assert whys(store.write([long(no + 1)])) == ["written"]
            no += 1
    return no


def test_a_full_disk_of_the_server_is_told_and_nothing_is_acknowledged_that_is_not_there(
    server: Server, database: str, small_disk: Path
) -> None:
    server.say(
        f"create tablespace small location '{small_disk}'", f"alter database {HOUSE} set default_tablespace = small"
    )
    with contextlib.closing(PostgresStore(database)) as store:
        length = written_until_refused(store, "no room left")
        assert length > 5
        before = list(store.bodies())
        for _ in range(3):
            with pytest.raises(UnavailableError, match=r"no room left .*; free some"):
                store.write([long(length + 1)])
        assert list(store.bodies()) == before
        assert len(sound(store)["table 1"]) == length
        subprocess.run(["mount", "-o", "remount,size=64m", small_disk.parent], check=True)
        assert whys(store.write([draft("table 1", length + 1)])) == ["written"]
        sound(store)


def test_a_file_that_may_not_grow_is_told_and_nothing_is_acknowledged(server: Server, store: PostgresStore) -> None:
    """The kernel refuses the writes of the server's own processes, as it does on a disk with a quota."""
    server.stop()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (17 << 20, limits[1]))  # above the 16 MB of a file of its own log
    try:
        server.start()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    try:
        with contextlib.suppress(UnavailableError):
            store.head()
        length = written_until_refused(store, "File too large")
        assert length > 5
        assert len(sound(store)["table 1"]) == length
    finally:
        server.stop()
        server.start()
    with contextlib.suppress(UnavailableError):
        store.head()
    assert whys(store.write([long(length + 1)])) == ["written"]
    sound(store)


def test_a_server_that_only_follows_another_is_told_and_nothing_is_acknowledged(
    server: Server, store: PostgresStore
) -> None:
    written(store, paid_in("rack/1", 500))
    signal = server.directory / "standby.signal"
    server.stop()
    signal.touch()
    signal.chmod(0o644)
    try:
        server.start()
        for _ in range(2):
            with pytest.raises(UnavailableError, match="nothing was written"):
                store.write([draft()])
        with pytest.raises(UnavailableError, match="read-write"):
            store.write([draft()])
        assert store.head().seq == 1
    finally:
        server.stop()
        signal.unlink()
        server.start()
    with contextlib.suppress(UnavailableError):
        store.head()
    assert whys(store.write([draft()])) == ["written"]
    sound(store)
