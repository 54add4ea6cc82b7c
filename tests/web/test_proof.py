"""The journal of a running house: signed while it runs, verified on request, and play stopped where it is broken."""

import asyncio
import stat
import sys
from pathlib import Path

import apsw
import pytest

from dicehouse.floor import plan
from dicehouse.floor.plan import SealPlan
from dicehouse.journal.verify import verify
from dicehouse.refusal import Why
from dicehouse.table import ConfigError
from dicehouse.views.proof import ProofView
from dicehouse.web.proof import Proof
from tests.floor.parlour import Parlour, a_table, house, refused, tells

TABLE = a_table("star-sicbo-2024", dealer="staff")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


async def proved(it: Parlour) -> ProofView:
    proof = Proof(it.floor)
    assert proof.view.state == "never"
    assert proof.begin().state == "running"
    assert proof.begin().state == "running"
    await it.until(lambda: proof.view.state != "running")
    await proof.stop()
    return proof.view


async def sealed(it: Parlour) -> None:
    await it.until(it.floor.store.seals)


def test_a_journal_without_a_key_is_held_by_its_chain_alone(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        view = await proved(it)
        hashes = {seq: digest for seq, _, digest in it.floor.store.bodies()}
        assert (view.state, view.head) == ("stands", hashes[view.entries])
        assert (view.seal, view.copies, view.faults) == (None, (), ())
        assert view.at is not None

    tells(story, house(TABLE), journal)


def test_a_house_signs_its_journal_and_the_copy_outside_agrees(journal: Path, tmp_path: Path) -> None:
    key, anchor = tmp_path / "house.key", tmp_path / "anchor.txt"

    async def story(it: Parlour) -> None:
        await sealed(it)
        view = await proved(it)
        assert view.state == "stands"
        assert view.seal is not None
        assert [(copy.file, copy.entries, copy.agrees) for copy in view.copies] == [
            ("anchor.txt", view.seal.entries, True)
        ]
        assert view.seal.key == key.with_name("house.key.pub").read_text().strip()

    tells(story, house(TABLE, seal=SealPlan(key=str(key), anchor=str(anchor))), journal)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    report = verify(journal, key=key.with_name("house.key.pub").read_text(), anchors=[anchor])
    assert report.faults == []


def test_the_demo_keeps_key_and_copy_beside_its_journal(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await sealed(it)
        assert (await proved(it)).copies[0].file == "house.db.anchor"

    tells(story, house(TABLE, demo=True), journal)


def test_nothing_is_signed_twice(journal: Path, tmp_path: Path) -> None:
    async def story(it: Parlour) -> None:
        await sealed(it)
        sealer = it.floor.sealer
        assert sealer is not None
        await asyncio.to_thread(sealer.seal)
        many = len(it.floor.store.seals())
        await asyncio.to_thread(sealer.seal)
        assert len(it.floor.store.seals()) == many

    tells(story, house(TABLE, seal=SealPlan(key=str(tmp_path / "house.key"))), journal)


def test_a_journal_that_was_changed_is_told_with_the_entry_and_stops_play(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        other = apsw.Connection(str(journal))
        ((wrong,),) = other.execute("select min(seq) from entries where instr(body, cast('Cleo' as blob))")
        changed = "cast(replace(cast(body as text), 'Cleo', 'Eve') as blob)"
        other.execute(f"update entries set body = {changed} where seq = ?", (wrong,))
        other.close()
        view = await proved(it)
        assert view.state == "broken"
        assert view.faults[0].first == wrong
        assert it.floor.house.halted
        assert it.floor.tables["T"].halted
        answer = refused(await it.bets("small"))
        assert answer.why is Why.PLAY_STOPPED

    tells(story, house(TABLE), journal)


def test_a_journal_that_cannot_be_read_is_not_called_broken(journal: Path, tmp_path: Path) -> None:
    async def story(it: Parlour) -> None:
        it.floor.journal = tmp_path / "elsewhere.db"
        view = await proved(it)
        assert view.state == "failed"
        assert "elsewhere.db" in view.why
        assert not it.floor.house.halted

    tells(story, house(TABLE), journal)


def test_a_verification_ends_with_the_house(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        proof = Proof(it.floor)
        proof.begin()
        await it.until(lambda: proof.view.of)
        await proof.stop()
        assert (proof.view.state, proof.view.why) == ("failed", "the verifier ended before it was done; verify again")
        assert not it.floor.house.halted

    tells(story, house(TABLE), journal)


def test_how_far_the_verifier_has_come_is_seen_while_it_reads(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verifier that tells how far it is, and then nothing for a while."""
    slow = "import sys, time; sys.stdin.read(); print('{\"read\":1024}', flush=True); time.sleep(60)"
    monkeypatch.setattr("dicehouse.web.proof.VERIFIER", (sys.executable, "-c", slow))

    async def story(it: Parlour) -> None:
        proof = Proof(it.floor)
        proof.begin()
        await it.until(lambda: proof.view.read == 1024)
        await proof.stop()
        assert proof.view.state == "failed"

    tells(story, house(TABLE), journal)


def test_a_house_says_in_its_file_how_its_journal_is_signed() -> None:
    made = plan.read('[seal]\nkey = "house.key"\nanchor = "a.txt"\nminutes = 5\n')
    assert made.seal == SealPlan(key="house.key", anchor="a.txt", minutes=5)
    for wrong in ('[seal]\nanchor = "a.txt"\n', '[seal]\nkey = ""\n', '[seal]\nkey = "k"\nminutes = 0\n', "seal = 1\n"):
        with pytest.raises(ConfigError):
            plan.read(wrong)
