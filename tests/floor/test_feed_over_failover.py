"""The feed and the webhooks of a house of two processes, one of which dies: nothing is left out at the other."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from msgspec.structs import replace

from dicehouse.floor.webhook_plan import WebhookPlan
from dicehouse.leading.leader import HOUSE
from dicehouse.web.identities import Identities
from tests.floor.parlour import runs
from tests.floor.test_processes import LEASE, PLAN, Process, two_processes
from tests.web.served import tokens
from tests.web.test_feed import Reader, Told
from tests.web.test_webhooks import SECRET, Receiver

PEOPLE = Identities(tokens=tokens())


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process looks at who leads what as often as with a short lease."""
    monkeypatch.setattr("dicehouse.floor.leadership.LOOKS", 3 * LEASE)
    monkeypatch.setattr("dicehouse.web.webhooks.LOOKS", 0.05)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.stop()


def where(process: Process) -> str:
    return urlsplit(process.floor.address).netloc


def head(process: Process) -> int:
    return int(process.floor.store.head().seq)


def test_whoever_follows_a_process_that_dies_goes_on_at_another_and_misses_nothing(database: str) -> None:
    async def story() -> None:
        async with two_processes(database, PLAN, PEOPLE) as (one, two):
            reader = await asyncio.to_thread(Reader, where(one), "journal", since=0)
            found: list[Told] = await asyncio.to_thread(reader.until, head(one))
            await one.dies()
            found += await asyncio.to_thread(lambda: list(reader.told()))
            await asyncio.to_thread(reader.close)
            assert [it.id for it in found] == list(range(1, found[-1].id + 1))
            two.sees_leases_run_out()
            await two.parlour.until(lambda: len(two.floor.led()) == 4)
            await two.parlour.sits(to="A", money=5_000)
            last = head(two)
            reader = await asyncio.to_thread(Reader, where(two), "journal", since=found[-1].id)
            found += await asyncio.to_thread(reader.until, last)
            await asyncio.to_thread(reader.close)
            assert [it.id for it in found] == list(range(1, found[-1].id + 1))
            assert {"A", HOUSE} <= {it.entry["stream"] for it in found}

    runs(story())


def test_what_one_process_writes_is_in_the_feed_of_the_other(database: str) -> None:
    async def story() -> None:
        async with two_processes(database, PLAN, PEOPLE) as (one, two):
            led, other = (one, two) if one.floor.leads("A") else (two, one)
            reader = await asyncio.to_thread(Reader, where(other), "pit?stream=A")
            await led.parlour.sits(to="A", money=5_000)
            told = (await asyncio.to_thread(reader.next, 1))[0]
            assert [it["event"] for it in told.entry["events"]] == ["seat-taken"]
            await asyncio.to_thread(reader.close)

    runs(story())


def test_webhooks_are_sent_by_whoever_leads_the_house_and_nothing_is_left_out(
    database: str, tmp_path: Path, receiver: Receiver
) -> None:
    secret = tmp_path / "hook.secret"
    secret.write_text(SECRET, encoding="ascii")
    secret.chmod(0o600)
    hook = WebhookPlan(name="board", url=receiver.url, secret=str(secret), feed="journal")

    async def story() -> None:
        async with two_processes(database, replace(PLAN, webhooks=(hook,)), PEOPLE) as (one, two):
            led, other = (one, two) if one.floor.leads(HOUSE) else (two, one)
            await led.parlour.sits(to="A", money=5_000)
            found = await asyncio.to_thread(receiver.until, head(led))
            await led.dies()
            other.sees_leases_run_out()
            await other.parlour.until(lambda: other.floor.leads(HOUSE))
            await other.parlour.sits("Bob", to="A", seat=2, money=5_000)
            found += await asyncio.to_thread(receiver.until, head(other))
            once = sorted(set(found))
            assert once == list(range(once[0], once[-1] + 1))

    runs(story())
