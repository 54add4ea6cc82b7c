"""Seals on dice, gone through offline: made before the wagers, and opened by what they were made of."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Raw, structs

from dicehouse.journal.record import Entry, entry_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.verify.dice_seals import SealReport, check_seals
from dicehouse.table import dealt, dealt_result
from dicehouse.table.betting import PlaceWager
from tests.logs import Log, chained, export, line, write_lines
from tests.played import DICE, SALT, TABLE, Played, find, log_of, played, seal


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Log:
    return log_of(played(tmp_path_factory.mktemp("played") / "journal.db"))


def counts(report: SealReport) -> tuple[int, int, int, int, int]:
    return report.made, report.opened, report.unopened, report.standing, report.late


def forged(file: Path, log: Log, change: Callable[[Entry], Entry | None]) -> SealReport:
    """Changed, left out, and chained anew."""
    kept = [it for body in log if (it := change(entry_of(body))) is not None]
    return check_seals(export(file, chained(kept)))


def swapped(seq: int, old: bytes, new: bytes) -> Callable[[Entry], Entry]:
    def change(entry: Entry) -> Entry:
        if entry.seq != seq:
            return entry
        return structs.replace(entry, events=tuple(Raw(bytes(it).replace(old, new)) for it in entry.events))

    return change


def without(seq: int) -> Callable[[Entry], Entry | None]:
    return lambda entry: None if entry.seq == seq else entry


def told(report: SealReport) -> list[tuple[int, str]]:
    return [(it.first, it.why) for it in report.faults]


def test_a_round_of_sealed_dice_is_in_order(log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = check_seals(export(tmp_path / "log", log))
    assert counts(report) == (3, 1, 0, 2, 0)
    assert (report.faults, report.more, report.listed) == ([], 0, [])
    monkeypatch.setattr("dicehouse.journal.verify.dice_seals.PATIENCE", 0)
    steps: list[int] = []
    entries = [entry_of(it) for it in log]
    entries += [structs.replace(entries[-1], seq=len(log) + n, id=f"n{n}") for n in range(1, 1100)]
    check_seals(export(tmp_path / "long", chained(entries)), progress=steps.append)
    assert steps == [1024]


def test_dice_other_than_those_sealed_are_a_fault(log: Log, tmp_path: Path) -> None:
    seq = find(log, b"dice-uncovered")
    report = forged(tmp_path / "other", log, swapped(seq, b"[1,2,3]", b"[6,6,6]"))
    ((first, why),) = told(report)
    assert first == seq
    assert why.startswith(f"{TABLE}, round 1: {SALT}:6-6-6 has the hash ")
    assert why.endswith(f", and its seal is {seal(DICE[0])}")
    assert report.opened == 0
    report = forged(tmp_path / "named", log, swapped(seq, seal(DICE[0]).encode(), seal(DICE[1]).encode()))
    assert told(report) == [
        (seq, f"{TABLE}, round 1: the seal {seal(DICE[1])} was opened, and {seal(DICE[0])} was made for it")
    ]


def test_a_seal_after_the_wager_is_a_fault_where_the_table_promises_otherwise(log: Log, tmp_path: Path) -> None:
    first, second = find(log, b"dice-sealed"), find(log, b"dice-sealed") + 1
    placed = find(log, b"wager-placed")
    late = {first: placed + 1, second: placed + 2}

    def moved(promises: bool) -> Log:
        made = [entry_of(it) for it in log]
        made.sort(key=lambda it: late[it.seq] - 0.5 if it.seq in late else it.seq)
        if not promises:
            made = [
                swapped(find(log, b"table-opened"), b'"sealed_dice":true', b'"sealed_dice":false')(it) for it in made
            ]
        return chained(structs.replace(it, seq=n) for n, it in enumerate(made, start=1))

    report = check_seals(export(tmp_path / "late", moved(promises=True)))
    assert [why for _, why in told(report)] == [
        f"{TABLE}, round 1: its seal was made after a wager had been placed, in entry {placed - 2}"
    ]
    report = check_seals(export(tmp_path / "device", moved(promises=False)))
    assert (report.faults, report.late) == ([], 1)


def test_a_result_without_any_seal_is_a_fault_where_one_was_promised(log: Log, tmp_path: Path) -> None:
    gone = {it for it in range(1, len(log) + 1) if b'"event":"dice-sealed"' in log[it - 1]}

    def bare(entry: Entry) -> Entry | None:
        events = tuple(
            Raw(bytes(it).replace(seal(DICE[0]).encode(), b"")) if b"dice-tumbled" in bytes(it) else it
            for it in entry.events
        )
        return None if entry.seq in gone else structs.replace(entry, events=events)

    report = forged(tmp_path / "bare", log, bare)
    said = [why for _, why in told(report)]
    assert said[0] == f"{TABLE}, round 1: a seal was opened, and none had been made"
    assert said[1].startswith(f"{TABLE}, round 1: the dice were never sealed, though a wager had been placed in entry ")


def test_seals_that_were_not_opened_are_listed_with_the_reason(tmp_path: Path) -> None:
    it = Played(SqliteStore(tmp_path / "journal.db")).opens()
    it.at(dealt.InviteBets)
    it.at(PlaceWager, "ann", "player", seat=1, wager="small", stake=1_000)
    it.at(dealt.Tumble)
    it.at(dealt_result.CallNoResult, reason="cocked dice")
    it.closes()
    report = check_seals(tmp_path / "journal.db", most=1)
    assert counts(report) == (2, 0, 1, 1, 0)
    assert [(it.table, it.round, it.seal, it.why) for it in report.listed] == [
        (TABLE, 1, seal(DICE[0]), "there was no result")
    ]


def test_dice_that_were_called_by_hand_and_tumbled_again_are_told(log: Log, tmp_path: Path) -> None:
    """As craps has it, and a device that shakes again before bets are invited."""
    base = entry_of(log[find(log, b"dice-sealed") - 1])
    sealed = bytes(base.events[0])
    tumbled = sealed.replace(b"dice-sealed", b"dice-tumbled")
    other = tumbled.replace(seal(DICE[0]).encode(), seal(DICE[1]).encode())
    settled = b'{"event":"roll-settled"}'
    called = b'{"event":"roll-called","dice":[1,2],"salt":""}'
    ended = b'{"event":"round-ended","round":1}'
    steps = ((sealed,), (tumbled,), (other,), (called,), (settled, ended), (ended, settled))
    made = [structs.replace(base, seq=n, events=tuple(map(Raw, it))) for n, it in enumerate(steps, start=1)]
    report = check_seals(export(tmp_path / "craps", chained(made)), most=5)
    assert counts(report) == (2, 0, 2, 0, 0)
    assert [it.why for it in report.listed] == ["the dice were tumbled again", "the dice were called by hand"]
    assert check_seals(export(tmp_path / "craps", chained(made)), most=1).unopened == 2


def test_records_that_cannot_be_read_are_passed_over(log: Log, tmp_path: Path) -> None:
    lines = [line(it) for it in log]
    lines[0] = b"hello\n"
    assert counts(check_seals(write_lines(tmp_path / "broken", lines))) == (3, 1, 0, 2, 0)
