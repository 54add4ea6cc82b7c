"""A journal of an earlier version, which kept its secrets where anyone could read them, is taken up by this one."""

import logging
from contextlib import closing
from pathlib import Path

import apsw
import msgspec
import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from dicehouse.floor import demo
from dicehouse.floor.plan import SealPlan
from dicehouse.floor.sealing import Sealer
from dicehouse.floor.tumbler import SimulatedTumbler
from dicehouse.floor.vault import Vault
from dicehouse.house.promotions.lot import commitment
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.leading.leader import HOUSE
from dicehouse.table.orders import Phase
from tests.floor.parlour import KEY, Parlour, a_table, house, parlour, runs, tells

PLAN = house(a_table("star-sicbo-2024"))
OLD = b"the secret of the house, drawn 1"
PROMISED = "5e" * 32
LABEL = b"dicehouse promise 1"


def promised_the_old_way(signed: bytes = b"") -> bytes:
    """As earlier versions sealed a secret: under the house's own, and a signature where it signs its journal."""
    cipher = AESGCM(HKDF(SHA256(), 32, salt=None, info=LABEL).derive(OLD + signed))
    return bytes(12) + cipher.encrypt(bytes(12), PROMISED.encode(), commitment(PROMISED).encode())


def made_old(journal: Path, **more: bytes) -> None:
    """The journal as an earlier version left it: its vault gone, and what was in it among the snapshots."""
    with closing(SqliteStore(journal)) as store:
        vault = Vault(store, KEY)
        for name in vault.names(""):
            if name.partition("/")[0] in {"draws", "errands", "practice"}:
                store.keep(f"~{name}", 0, vault.get(name) or b"")
        store.keep("~secret", 0, OLD)
        for name, value in more.items():
            store.keep(f"~{name}", 0, value)
    db = apsw.Connection(str(journal))
    db.execute("drop table secrets; pragma user_version = 1")
    db.close()


def test_a_house_of_an_earlier_version_goes_on_in_mid_round_with_its_secrets_in_the_vault(tmp_path: Path) -> None:
    journal, seals = tmp_path / "house.db", list[str]()

    async def before(it: Parlour) -> None:
        await it.sits(money=5_000)
        await it.until(lambda: it.table().phase is Phase.BETTING and it.table().round.seal)
        seals.append(it.table().round.seal)

    async def after(it: Parlour) -> None:
        assert it.table().round.seal == seals[0]
        assert it.floor._secret not in {OLD, b""}, "what lay there openly is known to others"
        await it.lays("small")
        await it.until(lambda: it.floor.tables["T"].opened)
        found = it.floor.tables["T"].opened
        assert found
        assert found.seal == seals[0]

    tells(before, PLAN, journal)
    made_old(journal)
    with closing(SqliteStore(journal)) as store:
        drawn = msgspec.json.decode(store.kept_openly()["~draws/T"])
    salt = drawn[seals[0]]["salt"].encode()
    assert salt in journal.read_bytes()
    runs(only_started(journal))
    copy = journal.read_bytes()
    assert salt not in copy
    assert OLD not in copy
    tells(after, PLAN, journal)


async def only_started(journal: Path) -> None:
    async with parlour(PLAN, journal) as it:
        assert it.floor.store.kept_openly() == {}


@pytest.mark.parametrize("signs", [False, True])
def test_secrets_that_were_promised_can_still_be_opened(signs: bool, tmp_path: Path) -> None:
    journal, seal = tmp_path / "house.db", SealPlan(key=str(tmp_path / "house.key"))
    plan = house(seal=seal if signs else None)

    async def nothing(it: Parlour) -> None:
        assert it.floor.commitments.opened(commitment(PROMISED)) == ""

    async def opens(it: Parlour) -> None:
        assert it.floor.commitments.opened(commitment(PROMISED)) == PROMISED

    tells(nothing, plan, journal)
    with closing(SqliteStore(journal)) as store:
        signed = Sealer(seal, plan.name, store, lambda: pytest.fail("nothing is sealed")).signs(LABEL) if signs else b""
    made_old(journal, **{f"promised/{commitment(PROMISED)}": promised_the_old_way(signed)})
    tells(opens, plan, journal)
    tells(opens, plan, journal)


def test_a_promise_whose_key_is_gone_is_told_and_hinders_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal = tmp_path / "house.db"

    async def story(it: Parlour) -> None:
        assert it.floor.commitments.opened(commitment(PROMISED)) == ""

    tells(story, house(), journal)
    made_old(journal, **{f"promised/{commitment(PROMISED)}": promised_the_old_way(b"of a key that is gone")})
    with caplog.at_level(logging.WARNING, "dicehouse.floor"):
        tells(story, house(), journal)
    assert "it is not under this key, and has to be given by hand when it is due" in caplog.text
    assert "secrets and notes that lay in the journal openly were moved into the vault" in caplog.text


def test_what_was_moved_before_a_crash_is_not_moved_again(tmp_path: Path) -> None:
    """The vault has gone on meanwhile: what still lies there openly is older."""
    journal = tmp_path / "house.db"

    async def story() -> None:
        async with parlour(PLAN, journal) as it:
            shaken = await SimulatedTumbler(it.floor.vault, "T", it.floor.tables["T"].book.dice).shake()
        with closing(SqliteStore(journal)) as store:
            store.keep("~draws/T", 0, b"{}")
        async with parlour(PLAN, journal) as it:
            reading = await SimulatedTumbler(it.floor.vault, "T", it.floor.tables["T"].book.dice).read(shaken.seal)
            assert reading.read == "flat"

    runs(story())


def test_cards_without_a_pin_in_the_vault_get_theirs_in_a_demo(tmp_path: Path) -> None:
    journal, plan = tmp_path / "house.db", house(demo=True)

    async def story(it: Parlour) -> None:
        for patron in demo.PATRONS:
            card = it.floor.house.house.patrons[patron.name].card
            assert card
            assert it.floor.pins.matches(card.pin_reference, patron.pin)

    tells(story, plan, journal)
    made_old(journal)
    tells(story, plan, journal)
    with closing(SqliteStore(journal)) as store:
        entries = store.length(HOUSE)
    tells(story, plan, journal)
    with closing(SqliteStore(journal)) as store:
        assert store.length(HOUSE) == entries + 1, "the start alone: no PIN is set twice"
