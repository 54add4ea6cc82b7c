"""Someone copies the files of a house's journal in the middle of an evening, or is handed its export, and looks for
whatever would be worth money: the dice under the cover, the house's secret, the PINs."""

import hashlib
import itertools
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import apsw
import msgspec
from msgspec.structs import replace

from dicehouse.floor import demo
from dicehouse.floor.plan import Pace
from dicehouse.floor.stepped import SteppedFloor
from dicehouse.house.cage import BuyIn
from dicehouse.leading.leader import HOUSE
from dicehouse.reports.export import export
from dicehouse.reports.sources import opened
from dicehouse.table.betting import PlaceWager
from dicehouse.table.orders import Phase
from dicehouse.table.people import TakeSeat
from dicehouse.table.sealing import sealed_text
from tests.stories.evening import happened

NOON = datetime(2026, 3, 2, 1, tzinfo=UTC)
STAR = "Sic Bo 1"
ROUNDS = 6


def evening(folder: Path) -> SteppedFloor:
    plan = demo.plan(Pace(betting=5, beat=1, show=1))
    plan = replace(plan, tables=tuple(it for it in plan.tables if it.name in {STAR, demo.ELECTRONIC}))
    floor = SteppedFloor(plan, folder / "journal.db", NOON)
    floor.run(demo.open_house(floor.floor))
    happened(floor.submit(STAR, TakeSeat, by="Ann", role="player", seat=1))
    happened(floor.submit(HOUSE, BuyIn, by="Ann", role="patron", person="Ann", table=STAR, amount=100_000))
    return floor


def rounds(floor: SteppedFloor) -> Iterator[str]:
    """The seals of rounds in which betting is open; between two of them a round is played."""
    for _ in range(ROUNDS):
        while floor.table(STAR).phase is not Phase.BETTING or not floor.table(STAR).round.seal:
            floor.advance(seconds=1)
        seal = floor.table(STAR).round.seal
        yield seal
        happened(floor.submit(STAR, PlaceWager, by="Ann", role="player", seat=1, wager="small", stake=500))
        while floor.table(STAR).round.seal == seal:
            floor.advance(seconds=1)


def copied(folder: Path) -> bytes:
    """Every byte of the journal: its file and its log. The secret key is in neither, and is kept elsewhere."""
    files = [folder / "journal.db", folder / "journal.db-wal"]
    return b"".join(it.read_bytes() for it in files if it.exists())


def foretold(copy: bytes, seal: str) -> tuple[int, ...] | None:
    """The dice under a seal, by any text in a copy that may be their salt."""
    for salt in set(re.findall(rb"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])", copy)):
        for dice in itertools.product(range(1, 7), repeat=3):
            if hashlib.sha256(sealed_text(salt.decode(), dice)).hexdigest() == seal:
                return dice
    return None


def test_no_round_is_foretold_from_a_copy_of_the_journal(tmp_path: Path) -> None:
    known, copies = list[tuple[int, ...] | None](), list[tuple[str, bytes]]()
    with evening(tmp_path) as floor:
        for seal in rounds(floor):
            copies.append((seal, copied(tmp_path)))
            known.append(foretold(copies[-1][1], seal))
        opened_now = copied(tmp_path)
        assert foretold(opened_now, copies[0][0]), "once a round is played, its dice and salt are there for anyone"
    assert known == [None] * ROUNDS


def test_no_secret_of_the_house_lies_in_the_journal_or_its_export(tmp_path: Path) -> None:
    with evening(tmp_path) as floor:
        next(rounds(floor))
        floor.restart()
        secret = floor.floor._secret
        assert len(secret) == 32
        copy = copied(tmp_path)
    with opened(str(tmp_path / "journal.db")) as source:
        export(source, tmp_path / "handed over", parquet=False)
    copy += copied(tmp_path) + b"".join(it.read_bytes() for it in (tmp_path / "handed over").iterdir())
    assert secret not in copy
    assert secret.hex().encode() not in copy


def test_of_a_pin_the_journal_and_its_export_hold_a_reference_and_nothing_else(tmp_path: Path) -> None:
    with evening(tmp_path):
        pass
    with opened(str(tmp_path / "journal.db")) as source:
        export(source, tmp_path / "handed over", parquet=False)
    entries = [
        msgspec.json.decode(line) for line in (tmp_path / "handed over" / "entries.jsonl").read_bytes().splitlines()
    ]
    issued = [it["body"] for it in entries if it.get("body", {}).get("command", {}).get("do") == "issue-card"]
    assert len(issued) == 4
    for body in issued:
        (event,) = body["events"]
        own = {"event", "at", "by", "role", "cause", "clause", "v", "patron", "number", "form", "membership"}
        assert set(event) == {*own, "pin_reference"}
        assert set(body["command"]) - own == {"do", "id", "pin_reference"}
    references = {it["events"][0]["pin_reference"] for it in issued}
    assert len(references) == 4
    assert not any(hashlib.sha256(it.pin.encode()).hexdigest()[:32] in references for it in demo.PATRONS)
    assert b"pin_hash" not in copied(tmp_path)


def test_snapshots_are_of_streams_alone_and_hold_no_salt_of_a_round_that_is_open(tmp_path: Path) -> None:
    with evening(tmp_path) as floor:
        next(rounds(floor))
        floor.restart()
        seal = floor.table(STAR).round.seal
        db = apsw.Connection(str(tmp_path / "journal.db"), flags=apsw.SQLITE_OPEN_READONLY)
        snapshots: dict[str, bytes] = dict(db.execute("select stream, snapshot from snapshots"))
        db.close()
        assert seal.encode() in snapshots[STAR]
        assert snapshots.keys() == {HOUSE, *(it.name for it in floor.plan.tables)}
        assert foretold(b"".join(snapshots.values()), seal) is None
