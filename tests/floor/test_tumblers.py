"""Tumblers: simulated and sealed, or a device on a line that may lean, stay still, be silent or talk nonsense."""

import asyncio
import hashlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dicehouse.dice import THREE, TWO
from dicehouse.floor import device as device_module
from dicehouse.floor.certificates import TlsPlan, answering, asking
from dicehouse.floor.device import Device
from dicehouse.floor.link import LinkedTumbler
from dicehouse.floor.plan import read as read_plan
from dicehouse.floor.secret_key import beside
from dicehouse.floor.tumbler import REMEMBERED, Reading, SimulatedTumbler, draw
from dicehouse.floor.vault import Vault
from dicehouse.games.colours import SYMBOLS
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.refusal import Why
from dicehouse.table import Event, Phase
from dicehouse.table.config import ConfigError
from dicehouse.table.dealt import CloseBetting, InviteBets, PressNoMoreBets, Tumble
from dicehouse.table.dealt_result import NoResultCalled, Uncover
from dicehouse.table.electronic import DiceReported, ReportDice, RoundVoided, ShootDice
from dicehouse.table.orders import Answer, Command
from dicehouse.table.orders import Event as AnyEvent
from dicehouse.table.sealing import SealDice, sealed_text
from tests.floor.parlour import Parlour, a_table, happened, house, parlour, refused, runs, tells

# --- simulated


def test_a_simulated_tumbler_seals_what_it_drew_and_another_process_can_open_the_seal(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    vault = Vault(store, beside(store.path))

    async def story() -> None:
        shaken = await SimulatedTumbler(vault, "T", THREE).shake()
        reading = await SimulatedTumbler(vault, "T", THREE).read(shaken.seal)
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


def test_a_draw_that_somebody_changed_is_not_read_and_the_next_one_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(tmp_path / "house.db")
    vault = Vault(store, beside(store.path))

    async def story() -> None:
        first = await SimulatedTumbler(vault, "T", THREE).shake()
        sealed = store.secrets()["draws/T"]
        store.keep_secrets({"draws/T": sealed[:-1] + bytes([sealed[-1] ^ 1])})
        tumbler = SimulatedTumbler(vault, "T", THREE)
        assert (await tumbler.read(first.seal)).read == "failed"
        assert (await tumbler.read((await tumbler.shake()).seal)).read == "flat"

    runs(story())
    assert "secret draws/T: it is not as the house kept it" in caplog.text
    store.close()


def test_a_seal_under_which_nothing_was_drawn_cannot_be_read(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    vault = Vault(store, beside(store.path))

    async def story() -> None:
        tumbler = SimulatedTumbler(vault, "T", TWO)
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
                it.floor.tables["T"].listeners.append(heard.extend)
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
                it.floor.tables["T"].listeners.append(heard.extend)
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


@pytest.mark.parametrize("role", ["dealer", "the highest"])
def test_nobody_brings_dice_of_their_own_to_a_table_that_has_a_tumbler(tmp_path: Path, role: str) -> None:
    """Whoever seals dice that they chose could show them afterwards, and the seal would open."""
    salt, dice = "mine", (6, 6, 6)
    own = hashlib.sha256(sealed_text(salt, dice)).hexdigest()

    async def story(it: Parlour) -> None:
        async def does(order: type[Command], **fields: Any) -> Answer:
            rank = "dealer" if role == "dealer" else it.floor.tables["T"].book.roles[-1].id
            return await it.asks("T", order, "Dana", rank, **fields)

        said = refused(await does(Tumble, times=3, seal=own))
        assert (said.why, said.message.rpartition("; ")[2]) == (Why.NOT_ALLOWED, "leave them out")
        happened(await does(Tumble, times=3))
        assert it.table().round.seal not in {"", own}
        for order in (InviteBets, CloseBetting, PressNoMoreBets):
            happened(await does(order))
        for brought in ({"dice": dice, "salt": salt}, {"dice": dice}, {"salt": salt}):
            assert refused(await does(Uncover, **brought)).why is Why.NOT_ALLOWED
        happened(await does(Uncover))
        assert len(it.table().round.shown) == 3

    tells(story, house(a_table("star-sicbo-2024", dealer="staff")), tmp_path / "house.db")


def test_a_device_that_is_not_the_tables_own_says_nothing_of_its_dice(tmp_path: Path) -> None:
    async def story(it: Parlour) -> None:
        for fields in ({"read": "failed"}, {"read": "cocked"}, {"dice": (1, 2, 3)}, {"salt": "mine"}):
            answer = refused(await it.asks("T", ReportDice, "another tumbler", "device", **fields))
            assert answer.why is Why.NOT_ALLOWED
        assert refused(await it.asks("T", SealDice, "another", "device", seal="0" * 64)).why is Why.NOT_ALLOWED

    tells(story, house(a_table("aruze-sicbo", wagering_seconds=30)), tmp_path / "house.db")


# --- over TLS


class Authority:
    """Signs certificates, as one of a house does, into files."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self.file = folder / f"{name}.pem"
        made = self._certificate(self.name, self.key.public_key(), authority=True)
        self.file.write_bytes(made.public_bytes(serialization.Encoding.PEM))

    def signs(self, name: str) -> TlsPlan:
        key = ec.generate_private_key(ec.SECP256R1())
        made = self._certificate(
            x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]), key.public_key(), authority=False
        )
        certificate, own = self.folder / f"{name}.pem", self.folder / f"{name}.key"
        certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
        own.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        return TlsPlan(authority=str(self.file), certificate=str(certificate), key=str(own))

    def _certificate(self, name: x509.Name, key: ec.EllipticCurvePublicKey, *, authority: bool) -> x509.Certificate:
        now = datetime.now(UTC)
        here = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self.name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(minutes=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
            .add_extension(here, critical=False)
            .sign(self.key, hashes.SHA256())
        )


def shaken_over_tls(house: TlsPlan | None, device: TlsPlan | None) -> str:
    """What went wrong when a house shook a device; nothing where nothing did."""

    async def story() -> str:
        it = Device(THREE)
        server = await it.serves("127.0.0.1", 0, answering(device) if device else None)
        port = server.sockets[0].getsockname()[1]
        tumbler = LinkedTumbler(f"tls://127.0.0.1:{port}", 3, patience=5, tls=asking(house) if house else None)
        shaken = await tumbler.shake()
        await tumbler.close()
        await it.close()
        return shaken.why

    return runs(story())


def test_over_tls_a_house_and_its_tumbler_know_each_other_and_nobody_else(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    ours = Authority(tmp_path, "ours")
    theirs = Authority(tmp_path / "theirs", "others")
    house_files, device_files = ours.signs("house"), ours.signs("tumbler")
    assert shaken_over_tls(house_files, device_files) == ""
    stranger = replace(theirs.signs("stranger"), authority=str(ours.file))
    assert "is down" in shaken_over_tls(house_files, stranger), "a device that is not ours"
    assert "is down" in shaken_over_tls(stranger, device_files), "a house that is not the device's own"
    assert shaken_over_tls(None, device_files), "a house that speaks no TLS"
    assert "is down" in shaken_over_tls(house_files, None), "a device that speaks no TLS"


def test_a_tumbler_over_tls_needs_files_that_can_be_read(tmp_path: Path) -> None:
    files = Authority(tmp_path, "ours").signs("house")
    with pytest.raises(ConfigError, match=r"tls\.key: there is no file"):
        asking(replace(files, key=str(tmp_path / "none")))
    (tmp_path / "junk").write_text("junk")
    with pytest.raises(ConfigError, match="write PEM files"):
        asking(replace(files, certificate=str(tmp_path / "junk")))
    table = '[[tables]]\nname = "T"\nrulebook = "star-sicbo-2024"\ntumbler = "tls://10.0.0.7:7001"\n'
    with pytest.raises(ConfigError, match=r"T: tls://10.0.0.7:7001 needs the section \[tls\]"):
        read_plan(table)
    written = f'[tls]\nauthority = "{files.authority}"\ncertificate = "{files.certificate}"\nkey = "{files.key}"\n'
    assert read_plan(table.replace("[[tables]]", f"{written}[[tables]]")).tls == files
