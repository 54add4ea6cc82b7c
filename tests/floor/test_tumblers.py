"""Tumblers: simulated and sealed, or a device on a line that may lean, stay still, be silent or talk nonsense."""

import asyncio
import hashlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.dice import THREE, TWO
from dicehouse.floor import device as device_module
from dicehouse.floor.device import Device
from dicehouse.floor.link import LinkedTumbler
from dicehouse.floor.tumbler import REMEMBERED, Reading, SimulatedTumbler, draw
from dicehouse.games.colours import SYMBOLS
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.refusal import Why
from dicehouse.table import Event, Phase
from dicehouse.table.dealt import NoResultCalled, Tumble, sealed_text
from dicehouse.table.electronic import DiceReported, RoundVoided, ShootDice
from dicehouse.table.orders import Event as AnyEvent
from tests.floor.parlour import a_table, happened, house, parlour, refused, runs

# --- simulated


def test_a_simulated_tumbler_seals_what_it_drew_and_another_process_can_open_the_seal(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")

    async def story() -> None:
        shaken = await SimulatedTumbler(store, "T", THREE).shake()
        reading = await SimulatedTumbler(store, "T", THREE).read(shaken.seal)
        assert reading.read == "flat"
        assert len(reading.dice) == 3
        assert hashlib.sha256(sealed_text(reading.salt, reading.dice)).hexdigest() == shaken.seal

    runs(story())
    store.close()


@pytest.mark.clause("star-sicbo-2024", "2.5")
@pytest.mark.clause("star-sicbo-pre2024", "2.5")
@pytest.mark.clause("crown-sicbo", "2.2.4(b)")
@pytest.mark.clause("crown-sicbo", "2.2.5")
@pytest.mark.clause("crown-sicbo", "2.2.5(a)")
@pytest.mark.clause("crown-sicbo", "2.2.5(b)")
def test_the_dice_of_a_simulated_tumbler_have_six_faces_each_as_likely_whatever_is_drawn_on_them() -> None:
    chance = random.Random(1)
    for dice in (TWO, THREE):
        faces = Counter(face for _ in range(6_000) for face in draw(dice, chance).dice)
        assert set(faces) == {1, 2, 3, 4, 5, 6}
        expected = 1_000 * dice.count
        assert sum((count - expected) ** 2 / expected for count in faces.values()) < 20.5  # chi-square, 1 in 1,000
    assert len(SYMBOLS) == 6


def test_a_seal_under_which_nothing_was_drawn_cannot_be_read(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")

    async def story() -> None:
        tumbler = SimulatedTumbler(store, "T", TWO)
        first = await tumbler.shake()
        for _ in range(REMEMBERED - 1):
            await tumbler.shake()
        assert (await tumbler.read(first.seal)).read == "flat"
        await tumbler.shake()
        assert (await tumbler.read(first.seal)).read == "failed"
        assert (await tumbler.read("")).read == "failed"

    runs(story())
    store.close()


# --- a device on a line


@asynccontextmanager
async def at_a_device(fault: Callable[[int], str] = lambda _: "", dice: int = 3) -> AsyncIterator[str]:
    """The address of a device."""
    device = Device(THREE if dice == 3 else TWO, fault)
    server = await device.serves("127.0.0.1", 0)
    try:
        yield f"tcp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        await device.close()


def test_a_device_is_shaken_and_read_and_its_seal_opens() -> None:
    async def story() -> None:
        async with at_a_device() as address:
            tumbler = LinkedTumbler(address, 3)
            shaken = await tumbler.shake()
            reading = await tumbler.read(shaken.seal)
            await tumbler.close()
        assert reading.read == "flat"
        assert hashlib.sha256(sealed_text(reading.salt, reading.dice)).hexdigest() == shaken.seal

    runs(story())


@pytest.mark.parametrize(
    "fault, why",
    [("still", "did not move"), ("silent", "did not answer within 0.2"), ("garbage", "it answered '%%?@@")],
)
def test_a_device_that_does_not_shake_says_why(fault: str, why: str) -> None:
    async def story() -> None:
        async with at_a_device(lambda shake: fault if shake == 1 else "") as address:
            tumbler = LinkedTumbler(address, 3, patience=0.2)
            assert why in (await tumbler.shake()).why
            assert not (await tumbler.shake()).why
            await tumbler.close()

    runs(story())


def test_a_device_with_a_leaning_die_reads_cocked_under_its_seal() -> None:
    async def story() -> None:
        async with at_a_device(lambda _: "cocked") as address:
            tumbler = LinkedTumbler(address, 3)
            shaken = await tumbler.shake()
            reading = await tumbler.read(shaken.seal)
            await tumbler.close()
        assert (reading.read, reading.dice) == ("cocked", ())
        assert hashlib.sha256(sealed_text(reading.salt, ())).hexdigest() == shaken.seal

    runs(story())


def test_a_device_that_cannot_be_reached_has_failed_and_is_tried_again() -> None:
    async def story() -> None:
        async with at_a_device() as address:
            pass
        tumbler = LinkedTumbler(address, 3)
        assert "is down" in (await tumbler.shake()).why
        assert (await tumbler.read("")).read == "failed"

    runs(story())


def test_a_device_with_other_dice_is_not_used() -> None:
    async def story() -> None:
        async with at_a_device(dice=2) as address:
            tumbler = LinkedTumbler(address, 3)
            assert "not 'ready 3'" in (await tumbler.shake()).why

    runs(story())


@given(st.text(max_size=60))
def test_whatever_a_device_says_is_a_reading_or_nothing(said: str) -> None:
    reading = LinkedTumbler("tcp://127.0.0.1:1", 3)._understood(said)
    assert reading is None or (reading.read == "flat") == (len(reading.dice) == 3)


@pytest.mark.parametrize(
    "said, understood",
    [
        ("dice 1-2-3 abc", Reading("flat", (1, 2, 3), "abc")),
        ("dice 1-2-3", None),
        ("dice 1-2 abc", None),
        ("dice 1-2-7 abc", None),
        ("dice 1-2-3 " + "a" * 65, None),
        ("cocked", None),
        ("cocked abc", Reading("cocked", (), "abc")),
        ("failed no light", Reading("failed", why="no light")),
        ("", None),
    ],
)
def test_what_is_not_in_the_protocol_is_not_understood(said: str, understood: Reading | None) -> None:
    assert LinkedTumbler("tcp://127.0.0.1:1", 3)._understood(said) == understood


# --- at a table


def electronic_with(fault: str, tmp_path: Path) -> list[AnyEvent]:
    """What happens in a round of an electronic table whose device has a fault."""
    heard: list[Event] = []

    async def story() -> None:
        async with at_a_device(lambda shake: fault if shake == 1 else "") as address:
            plan = house(a_table("aruze-sicbo", tumbler=address, wagering_seconds=1))
            async with parlour(plan, tmp_path / "house.db") as it:
                it.floor.tables["T"].ears.append(heard.extend)
                tumbler = it.floor.tables["T"].tumbler
                assert isinstance(tumbler, LinkedTumbler)
                tumbler._patience = 0.3
                await it.sits(money=5_000)
                happened(await it.bets("big"))
                await it.until(lambda: it.table().phase is Phase.SHOOTING)
                happened(await it.player(ShootDice))
                await it.until(lambda: any(isinstance(event, DiceReported) for event in heard))
                await it.until(lambda: it.table().phase in {Phase.BETTING, Phase.VOID})

    runs(story())
    return heard


def test_an_electronic_table_plays_with_a_device(tmp_path: Path) -> None:
    heard = electronic_with("", tmp_path)
    assert [event.read for event in heard if isinstance(event, DiceReported)] == ["flat"]


@pytest.mark.clause("aruze-sicbo", "7.4.1")
def test_cocked_dice_of_a_device_void_the_round_and_stakes_go_back(tmp_path: Path) -> None:
    heard = electronic_with("cocked", tmp_path)
    assert [event.reason for event in heard if isinstance(event, RoundVoided)] == ["cocked dice"]


@pytest.mark.clause("aruze-sicbo", "7.4.2")
@pytest.mark.parametrize("fault", ["still", "silent", "garbage"])
def test_a_device_in_doubt_leaves_the_round_to_the_supervisor(fault: str, tmp_path: Path) -> None:
    heard = electronic_with(fault, tmp_path)
    assert [event.read for event in heard if isinstance(event, DiceReported)] == ["failed"]
    assert not any(isinstance(event, RoundVoided) for event in heard)


@pytest.mark.clause("star-sicbo-2024", "8.1")
def test_a_practice_dealer_calls_no_result_on_cocked_dice_and_deals_again(tmp_path: Path) -> None:
    heard: list[Event] = []

    async def story() -> None:
        async with at_a_device(lambda shake: "cocked" if shake == 1 else "") as address:
            plan = house(a_table("star-sicbo-2024", tumbler=address))
            async with parlour(plan, tmp_path / "house.db") as it:
                it.floor.tables["T"].ears.append(heard.extend)
                await it.sits()
                await it.until(lambda: it.table().phase is Phase.BETTING)
                happened(await it.bets("big"))
                await it.until(lambda: any(isinstance(event, NoResultCalled) for event in heard))
                await it.until(lambda: it.table().phase is Phase.BETTING)
                happened(await it.bets("big"))
                await it.until(lambda: it.table().history)

    runs(story())
    assert [event.reason for event in heard if isinstance(event, NoResultCalled)] == ["cocked dice"]


@pytest.mark.parametrize("fault", ["still", "garbage"])
def test_a_dealer_is_told_that_the_tumbler_did_not_shake(fault: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with at_a_device(lambda shake: fault if shake == 1 else "") as address:
            plan = house(a_table("star-sicbo-2024", dealer="staff", tumbler=address))
            async with parlour(plan, tmp_path / "house.db") as it:
                answer = refused(await it.staff(Tumble, times=3))
                assert (answer.why, answer.clause) == (Why.OUT_OF_ORDER, "8.2")
                assert answer.next == "shake again, or call no result"
                happened(await it.staff(Tumble, times=3))

    runs(story())


# --- the program


def test_the_device_program_listens_and_answers() -> None:
    async def story() -> None:
        import sys

        program = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "dicehouse.floor.device", "--port", "0", stdout=asyncio.subprocess.PIPE
        )
        assert program.stdout is not None
        said = (await program.stdout.readline()).decode()
        tumbler = LinkedTumbler(said.split("listens on ")[1].split(";")[0], 3)
        assert (await tumbler.shake()).seal
        await tumbler.close()
        program.kill()
        await program.wait()
        program._transport.close()  # type: ignore[attr-defined]

    runs(story())


def test_the_device_program_teaches_its_use() -> None:
    said = CliRunner().invoke(device_module.main, ["--help"]).output
    assert "--fault cocked --every 10" in said
