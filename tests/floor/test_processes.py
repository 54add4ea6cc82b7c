"""Several processes on one PostgreSQL database: each table is led by one, and taken over when that one dies."""

import asyncio
import contextlib
import http.client
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import psycopg
import pytest
import uvicorn
from click.testing import CliRunner

from dicehouse.cli.app import app
from dicehouse.floor import demo
from dicehouse.floor.floor import Floor
from dicehouse.floor.leases import HERE, LeaseChanges, Leases
from dicehouse.floor.plan import HousePlan, Pace
from dicehouse.floor.relay import AT, FRESH, PATH, SIGNED, Relay, Seal, Sent
from dicehouse.floor.secret_key import SecretKey, SecretKeyError, beside, make, of_file
from dicehouse.floor.vault import Vault
from dicehouse.house.accounts import balance, patron
from dicehouse.house.cage import DepositFunds
from dicehouse.journal.postgres import PostgresStore
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import UnavailableError
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Why
from dicehouse.table import Phase
from dicehouse.table.people import TakeSeat
from dicehouse.web.app import application, server
from dicehouse.web.identities import Identities
from tests.floor.parlour import KEY, Parlour, a_table, as_it_is, happened, house, parlour, refused, runs
from tests.floor.serving import Guest, Serving

LEASE = 60
"""Seconds; so long that the busiest machine renews it in time, for a table whose lease runs out in the middle of a test
changes hands. No test waits for it: whoever is to see it run out is put that much later by their own clock."""
PLAN = house(
    a_table("star-sicbo-2024", "A", pace=Pace(betting=600, beat=0.02, show=0.02)),
    a_table("star-sicbo-2024", "B", pace=Pace(betting=0.5, beat=0.02, show=0.02)),
    a_table("star-sicbo-2024", "C", pace=Pace(betting=600, beat=0.02, show=0.02)),
)
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process looks at who leads what as often as with a short lease."""
    monkeypatch.setattr("dicehouse.floor.leadership.LOOKS", 3 * LEASE)


class Process:
    """A floor with its web, as one process has it."""

    def __init__(self, floor: Floor, web: uvicorn.Server, serving: asyncio.Task[None]) -> None:
        self.floor = floor
        self.parlour = Parlour(floor)
        self._web = web
        self._serving = serving

    async def stops(self) -> None:
        self._web.should_exit = True
        await self._serving
        await self.floor.stop()

    async def dies(self) -> None:
        """End as a killed process does: nothing is kept, no lease is given back."""
        self._web.should_exit = True
        await self._serving
        tasks = list(self.floor.tasks.by_name.values())
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
        self.floor._writer.close()
        self.floor._held.close()
        self.floor.tasks.by_name.clear()

    def sees_leases_run_out(self) -> None:
        """The time passes, by this process's clock, in which nobody else has renewed a lease."""
        self.floor.clock.not_before(self.floor.now() + timedelta(seconds=LEASE))


async def opened(database: str, plan: HousePlan = PLAN, people: Identities | None = None) -> Process:
    sock = socket.socket()
    sock.bind(("127.0.0.1", 0))
    floor = Floor(plan, database, key=KEY, address=f"http://127.0.0.1:{sock.getsockname()[1]}", lease=LEASE)
    await floor.start()
    web = server(application(floor, people))
    web.capture_signals = contextlib.nullcontext  # type: ignore[assignment, method-assign]  # they are pytest's
    serving = asyncio.create_task(web.serve(sockets=[sock]))
    while not web.started:
        await asyncio.sleep(0.01)
    await demo.open_house(floor)
    return Process(floor, web, serving)


@asynccontextmanager
async def two_processes(
    database: str, plan: HousePlan = PLAN, people: Identities | None = None
) -> AsyncIterator[tuple[Process, Process]]:
    """Two processes that have shared the house out between them; the first leads the house and A."""
    one = await opened(database, plan, people)
    two = await opened(database, plan, people)
    await one.parlour.until(lambda: len(one.floor.led()) == len(two.floor.led()) == 2)
    try:
        yield one, two
    finally:
        for it in (two, one):
            if not it.floor._stopping and it.floor.tasks.by_name:
                await it.stops()


# --- sharing out


@pytest.fixture
def shared(tmp_path: Path) -> SqliteStore:
    return SqliteStore(tmp_path / "journal.db")


def leases(store: SqliteStore, holder: str) -> Leases:
    return Leases(store, Vault(store, beside(store.path)), holder, 10)


def test_who_is_alone_leads_everything_and_who_joins_gets_a_fair_share(shared: SqliteStore) -> None:
    streams = ("house", "A", "B", "C", "D")
    one, two = leases(shared, "one"), leases(shared, "two")
    assert one.renew(streams, (), NOON) == LeaseChanges([], [], list(streams))
    for it in streams:
        assert one.take(it, NOON)
    assert two.renew(streams, (), NOON) == LeaseChanges([], [], [])
    assert one.renew(streams, streams, NOON) == LeaseChanges([], ["C", "D"], [])
    shared.release("C", "one")
    shared.release("D", "one")
    assert two.renew(streams, (), NOON) == LeaseChanges([], [], ["C", "D"])
    assert one.renew(streams, streams[:3], NOON) == LeaseChanges([], [], [])
    shared.close()


def test_the_share_of_a_process_that_died_is_free_when_its_leases_have_run_out(shared: SqliteStore) -> None:
    streams = ("house", "A", "B")
    one, two = leases(shared, "one"), leases(shared, "two")
    one.renew(streams, (), NOON)
    for it in streams[:2]:
        one.take(it, NOON)
    end = NOON + timedelta(seconds=10)
    two.renew(streams, (), NOON)
    two.take("B", NOON)
    assert two.renew(streams, ("B",), end - timedelta(microseconds=1)) == LeaseChanges([], [], [])
    assert two.renew(streams, ("B",), end) == LeaseChanges([], [], ["house", "A"])
    shared.close()


def test_a_look_renews_everything_that_a_process_leads_and_names_what_it_lost(shared: SqliteStore) -> None:
    streams, later = ("house", "A", "B"), NOON + timedelta(seconds=6)
    one, two = leases(shared, "one"), leases(shared, "two")
    one.renew(streams, (), NOON)
    for it in streams:
        one.take(it, NOON)
    assert one.renew(streams, streams, later) == LeaseChanges([], [], [])
    assert {it.until for it in shared.leases(later).values()} == {NOON + timedelta(seconds=16)}
    end = NOON + timedelta(seconds=16)
    assert two.take("B", end)
    assert one.renew(streams, streams, end) == LeaseChanges(["B"], [], [])
    shared.release("B", "two")
    assert one.renew(streams, streams[:2], end) == LeaseChanges([], [], ["B"])
    shared.close()


def test_a_lease_that_a_process_holds_and_does_not_lead_by_is_taken_again(shared: SqliteStore) -> None:
    one = leases(shared, "one")
    one.take("A", NOON)
    assert one.renew(("house", "A"), (), NOON) == LeaseChanges([], [], ["house", "A"])
    shared.close()


def test_a_process_that_leaves_is_not_counted_any_more(shared: SqliteStore) -> None:
    one, two = leases(shared, "one"), leases(shared, "two")
    one.renew(("A", "B"), (), NOON)
    two.renew(("A", "B"), (), NOON)
    assert len(shared.leases(NOON)) == 2
    runs(two.leave())
    assert list(shared.leases(NOON)) == [HERE + "one"]
    assert one.renew(("A", "B"), (), NOON).take == ["A", "B"]
    shared.close()


# --- what people notice: nothing


def test_a_command_for_a_table_led_elsewhere_is_answered_as_if_it_were_led_here(database: str) -> None:
    async def story() -> None:
        async with two_processes(database) as (one, two):
            led = one if one.floor.leads("A") else two
            other = two if led is one else one
            assert not other.floor.leads("A")
            await other.parlour.sits(to="A")
            await led.parlour.until(lambda: led.parlour.table("A").phase is Phase.BETTING)
            first = happened(await other.parlour.bets("big", to="A", id="w1"))
            again = happened(await other.parlour.bets("big", to="A", id="w1"))
            there = happened(await led.parlour.bets("big", to="A", id="w1"))
            assert first == again == there
            assert led.parlour.table("A").seats[1].staked == 1_000
            other_body = refused(await other.parlour.bets("small", to="A", id="w1"))
            assert other_body.why is Why.DUPLICATE_ID
            high = refused(await other.parlour.bets("big", 90_000, to="A", id="w2"))
            assert high == refused(await led.parlour.bets("big", 90_000, to="A", id="w2"))
            await other.parlour.until(lambda: other.parlour.table("A").seats[1].staked == 1_000)
            assert as_it_is(other.parlour.table("A")) == as_it_is(led.parlour.table("A"))
            assert await asyncio.to_thread(other.floor.address_of, "A") == led.floor.address

    runs(story())


def test_money_finds_its_way_between_a_house_and_a_table_that_two_processes_lead(database: str) -> None:
    async def story() -> None:
        async with two_processes(database) as (one, two):
            apart = next(it for it in "ABC" if one.floor.leads(it) != one.floor.leads(HOUSE))
            await one.parlour.sits("Bob", to=apart, money=4_000)
            await two.parlour.until(lambda: two.parlour.table(apart).seats[1].rack == 4_000)
            await one.parlour.until(lambda: balance(one.floor.house.house, patron("Bob")) == 246_000)
            await two.parlour.until(lambda: balance(two.floor.house.house, patron("Bob")) == 246_000)

    runs(story())


def test_tables_whose_process_died_are_taken_over_in_mid_round_and_commands_wait_for_it(database: str) -> None:
    async def story() -> None:
        async with two_processes(database) as (one, two):
            led = one if one.floor.leads("A") else two
            other = two if led is one else one
            await led.parlour.sits(to="A", money=5_000)
            await led.parlour.until(lambda: led.parlour.table("A").phase is Phase.BETTING)
            happened(await led.parlour.bets("big", to="A", id="w1"))
            ends = led.floor.tables["A"].ends
            was = as_it_is(led.parlour.table("A"))
            await led.dies()
            waits = asyncio.create_task(other.parlour.bets("small", to="A", id="w2"))
            await asyncio.wait([waits], timeout=0.5)
            assert not waits.done()
            assert not other.floor.leads("A")
            other.sees_leases_run_out()
            happened(await waits)
            assert other.floor.leads("A")
            assert other.floor.tables["A"].ends == ends
            assert other.parlour.table("A").seats[1].staked == 2_000
            assert was["state"]["seats"].keys() == as_it_is(other.parlour.table("A"))["state"]["seats"].keys()
            await other.parlour.until(lambda: len(other.floor.led()) == 4)

    runs(story())


def test_a_process_that_stops_hands_its_tables_over_at_once(database: str) -> None:
    async def story() -> None:
        async with two_processes(database) as (one, two):
            await one.stops()
            async with asyncio.timeout(LEASE):
                while len(two.floor.led()) < 4:
                    await asyncio.sleep(0.02)

    runs(story())


def test_whoever_has_lost_the_lease_writes_nothing_more(database: str) -> None:
    async def story() -> None:
        one = await opened(database)
        for name in ("leases", "errands", "housekeeping"):
            one.floor.tasks.by_name[name].cancel()
        two = await opened(database)
        two.sees_leases_run_out()
        await two.parlour.until(lambda: two.floor.leads("A"))
        length = two.floor.tables["A"].leader.no
        sits = TakeSeat(id="s", at=NOON, by="Bob", role="player", seat=2)
        with pytest.raises(UnavailableError, match="A: another process has taken it over"):
            await one.floor.submit_local("A", sits)
        assert 2 not in two.parlour.table("A").seats
        assert two.floor.tables["A"].leader.no >= length
        await one.dies()
        await two.stops()

    runs(story())


def test_what_nobody_leads_is_told_to_be_sent_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        one = await opened(database)
        one.floor.tasks.by_name["leases"].cancel()
        await one.floor.leadership.give_up("A")
        monkeypatch.setattr("dicehouse.floor.forwarding.PATIENCE", -LEASE)
        with pytest.raises(UnavailableError, match="A: the process that leads it cannot be reached"):
            await one.parlour.player(TakeSeat, "Ann", "A", seat=1)
        await one.stops()

    runs(story())


def test_a_table_that_is_left_to_others_while_errands_are_noted_does_not_end_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with parlour(PLAN, tmp_path / "journal.db") as it:
            errands, vault = it.floor._outbox, it.floor.vault
            it.floor.tasks.by_name["errands"].cancel()
            noted, put = list[str](), vault.put

            def puts(name: str, note: bytes) -> None:
                errands.drop("A")
                noted.append(name)
                put(name, note)

            await errands.step()
            errands._kept.clear()
            monkeypatch.setattr(vault, "put", puts)
            await errands.keep()
            monkeypatch.undo()
            assert "errands/A" not in noted
            assert {"errands/house", "errands/B", "errands/C"} <= set(noted)

    runs(story())


def test_a_practice_dealer_is_sent_away_from_a_table_that_another_process_leads(database: str) -> None:
    """The table's own process stops dealing, the others show it, and so it stays when that process dies."""

    async def story() -> None:
        async with two_processes(database) as (one, two):
            led = one if one.floor.leads("B") else two
            other = two if led is one else one
            assert await other.floor.practise("B", on=False) is False
            assert not led.floor.tables["B"].practice
            assert not other.floor.tables["B"].practice
            assert await led.floor.practise("B", on=True) is True
            await other.parlour.until(lambda: other.floor.tables["B"].practice)
            assert await other.floor.practise("B", on=False) is False
            await led.dies()
            other.sees_leases_run_out()
            await other.parlour.until(lambda: other.floor.leads("B"))
            assert not other.floor.tables["B"].practice

    runs(story())


# --- who is heard


ORDER = TakeSeat(id="s1", at=NOON, by="Ann", role="player", seat=1)
BODY = msgspec.json.encode(Sent("A", msgspec.Raw(msgspec.json.encode(ORDER))))


def test_a_message_counts_that_the_house_signed_and_that_is_fresh() -> None:
    relay = Relay(b"a secret of thirty-two characters")
    seal = relay.sealed(BODY, NOON)
    assert relay.is_ours(BODY, seal, NOON)
    assert relay.is_ours(BODY, seal, NOON + FRESH)
    assert relay.is_ours(BODY, seal, NOON - FRESH)
    moment = timedelta(microseconds=1)
    assert not relay.is_ours(BODY, seal, NOON + FRESH + moment)
    assert not relay.is_ours(BODY, seal, NOON - FRESH - moment)
    assert not relay.is_ours(BODY + b" ", seal, NOON)
    assert not relay.is_ours(BODY, seal._replace(at=(NOON + moment).isoformat()), NOON)
    assert not relay.is_ours(BODY, seal._replace(signature=""), NOON)
    assert not relay.is_ours(BODY, seal._replace(signature="é" * 64), NOON)
    assert not Relay(b"the secret of another house").is_ours(BODY, seal, NOON)


async def answered_by(stranger: bytes) -> str:
    """What comes of a command when someone answers it who is no process of this house."""

    async def answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(stranger)
        writer.close()

    listening = await asyncio.start_server(answers, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    try:
        await Relay(b"the secret").submit(f"http://127.0.0.1:{port}", "A", ORDER, NOON)
    except UnavailableError as error:
        return str(error)
    finally:
        listening.close()
    return "it was believed"


def http_answer(body: bytes, *headers: str, length: object = None) -> bytes:
    head = ("HTTP/1.1 200 OK", f"Content-Length: {len(body) if length is None else length}", *headers)
    return "\r\n".join((*head, "", "")).encode() + body


DONE = b'{"events":[]}'
ASKED = Relay(b"the secret").sealed(BODY, NOON)


@pytest.mark.parametrize(
    "stranger",
    [
        http_answer(DONE),
        http_answer(DONE, f"{SIGNED}: {Relay(b'guessed').answers(ASKED, DONE)}"),
        http_answer(DONE, f"{SIGNED}: {Relay(b'the secret').answers(ASKED, DONE + b' ')}"),
        http_answer(DONE, f"{SIGNED}: {Relay(b'the secret').answers(ASKED._replace(signature='0' * 64), DONE)}"),
        http_answer(DONE, f"{SIGNED}: {ASKED.signature}"),
        http_answer(DONE, f"{SIGNED}: \xe9"),
        http_answer(b"no JSON", f"{SIGNED}: {Relay(b'the secret').answers(ASKED, b'no JSON')}"),
        http_answer(DONE, length=2**40),
        http_answer(DONE, length="many"),
        http_answer(DONE, length=-1),
        b"nonsense\r\n\r\n",
        b"x" * 200_000,
        b"",
    ],
    ids=range(13),
)
def test_only_a_process_of_the_house_answers_for_it_and_only_what_was_asked(stranger: bytes) -> None:
    assert runs(answered_by(stranger)) == "A: the process that leads it cannot be reached just now"


def test_an_answer_that_the_house_signed_is_believed() -> None:
    signed = Relay(b"the secret").answers(ASKED, DONE)
    assert runs(answered_by(http_answer(DONE, f"{SIGNED}: {signed}"))) == "it was believed"


def posted(address: str, body: bytes, seal: Seal, path: str = PATH) -> int:
    line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=20)
    line.request("POST", path, body, {AT: seal.at, SIGNED: seal.signature, "Content-Type": "application/json"})
    status = line.getresponse().status
    line.close()
    return status


def test_nobody_outside_the_house_is_heard_where_its_processes_speak(database: str) -> None:
    async def story() -> None:
        one = await opened(database)
        relay, now, address = one.floor.relay, one.floor.now(), one.floor.address
        assert relay
        seal = relay.sealed(BODY, now)
        before = one.floor.tables["A"].revision
        for body, wrong in {
            "no signature": (BODY, Seal("", "")),
            "another's": (BODY, Relay(b"guessed").sealed(BODY, now)),
            "an old one": (BODY, relay.sealed(BODY, now - FRESH - timedelta(seconds=1))),
            "of another body": (BODY.replace(b'"seat":1', b'"seat":2'), seal),
        }.values():
            assert await asyncio.to_thread(posted, address, body, wrong) == 403
        assert one.floor.tables["A"].revision == before
        for said, status in ((b"{}", 400), (BODY.replace(b'"to":"A"', b'"to":"Z"'), 421), (b"x" * 70_000, 413)):
            assert await asyncio.to_thread(posted, address, said, relay.sealed(said, one.floor.now())) == status
        assert one.floor.tables["A"].revision == before
        assert await asyncio.to_thread(posted, address, BODY, seal) == 200
        assert await asyncio.to_thread(posted, address, BODY, seal) == 200
        assert one.parlour.table("A").seats[1].person == "Ann"
        assert one.floor.tables["A"].revision > before  # the house may have followed up by now
        await one.stops()

    runs(story())


# --- as people serve it


def test_a_served_table_goes_on_in_another_process_after_its_own_was_killed(database: str, tmp_path: Path) -> None:
    make(tmp_path / "house.secret")
    options = ("--demo", "--journal", database, "--secret-key", "house.secret")
    one, two = Serving(*options, folder=tmp_path), Serving(*options, folder=tmp_path)
    try:
        ann, bob = Guest(one.address, "Ann"), Guest(two.address, "Bob")
        assert "events" in ann.submit("Sic Bo 1", "take-seat", "sit", seat=1)
        assert "events" in bob.submit("Sic Bo 1", "take-seat", "sit-2", seat=2)
        assert "events" in bob.submit("Craps 1", "take-seat", "sit-3", seat=1)
        one.kill()
        until = time.monotonic() + 20
        while "events" not in (answer := bob.submit("Sic Bo 1", "leave-seat", "rise", seat=2)):
            assert time.monotonic() < until, answer
            time.sleep(0.5)
    finally:
        two.stop()


# --- what is not for others


FORGED = DepositFunds(
    id="forged", at=NOON, by="max", role="casino-operator", person="Ann", amount=100_000_000, means="bank-transfer"
)
DEPOSIT = msgspec.json.encode(Sent(HOUSE, msgspec.Raw(msgspec.json.encode(FORGED))))


def test_a_house_of_one_process_has_no_relay_whoever_signs(tmp_path: Path) -> None:
    async def story() -> None:
        one = await opened(str(tmp_path / "journal.db"))
        signed = Relay(one.floor._secret).sealed(DEPOSIT, one.floor.now())
        nothing = await asyncio.to_thread(posted, one.floor.address, DEPOSIT, signed, "/nothing-is-here")
        assert await asyncio.to_thread(posted, one.floor.address, DEPOSIT, signed) == nothing == 405
        assert one.floor.relay is None
        assert balance(one.floor.house.house, patron("Ann")) == 500_000
        await one.stops()

    runs(story())


def test_whoever_has_a_copy_of_the_database_signs_nothing(database: str) -> None:
    """Every value in it is tried as the secret that the processes of the house share."""

    async def story() -> None:
        one = await opened(database)
        found = set[bytes]()
        with psycopg.connect(database) as connection:
            tables = connection.execute("select tablename from pg_tables where schemaname = 'dicehouse'").fetchall()
            for (table,) in tables:
                for row in connection.execute(f"select * from dicehouse.{table}".encode()).fetchall():
                    found |= {it if isinstance(it, bytes) else str(it).encode() for it in row}
        few = {it for it in found if len(it) < 1_000}
        assert len(few) > 50
        for secret in few:
            for tried in {secret, secret[:32], secret[-32:], secret[12:-16]}:
                signed = Relay(tried).sealed(DEPOSIT, one.floor.now())
                assert one.floor.relay
                assert not one.floor.relay.is_ours(DEPOSIT, signed, one.floor.now())
        guessed = Relay(one.floor.store.secrets()["secret"]).sealed(DEPOSIT, one.floor.now())
        assert await asyncio.to_thread(posted, one.floor.address, DEPOSIT, guessed) == 403
        assert balance(one.floor.house.house, patron("Ann")) == 500_000
        right = Relay(one.floor._secret).sealed(DEPOSIT, one.floor.now())
        assert await asyncio.to_thread(posted, one.floor.address, DEPOSIT, right) == 200
        await one.stops()

    runs(story())


def test_a_process_with_another_key_is_told_so_and_changes_nothing(database: str) -> None:
    async def story() -> None:
        one = await opened(database)
        before = one.floor.store.secrets()
        said = "another key: the secrets of this journal are kept under another key; .* the same for every process"
        with pytest.raises(SecretKeyError, match=said):
            Floor(PLAN, database, key=SecretKey("another key", bytes(32)))
        assert one.floor.store.secrets() == before
        await one.stops()

    runs(story())


def test_the_key_is_changed_when_every_process_has_stopped(database: str, tmp_path: Path) -> None:
    old, new = tmp_path / "old.secret", tmp_path / "new.secret"
    make(old)
    make(new)
    words = ["secrets", "rotate", database, "--from", str(old), "--to", str(new)]
    with contextlib.closing(PostgresStore(database)) as store:
        Vault(store, of_file(old)).put("a", b"one")
        store.lead(f"{HERE}one", "http://10.0.0.5:8080#17.abc", datetime.now(UTC), 600)
        told = CliRunner().invoke(app, words)
        assert "it is served at http://10.0.0.5:8080; stop every process of it first" in told.output
        assert Vault(store, of_file(old)).get("a") == b"one"
        store.release(f"{HERE}one", "http://10.0.0.5:8080#17.abc")
        assert CliRunner().invoke(app, words).exit_code == 0
        assert Vault(store, of_file(new)).get("a") == b"one"
