"""The verifier: whatever is done to a journal, it is found, and the right record is named."""

import random
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import apsw
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw

from dicehouse.journal.checkpoint import Key, as_line
from dicehouse.journal.record import NO_REFUSAL, NOTHING, Posting, entry_of, hash_of
from dicehouse.journal.tree import leaf, root_of
from dicehouse.journal.verify import Fault, Report, VerifyError, verify
from dicehouse.journal.verify import chain as walk
from tests.logs import (
    NOON,
    Log,
    balances,
    chained,
    changed,
    database,
    entries,
    export,
    line,
    log_of,
    rewritten,
    sealed,
    write_lines,
)
from tests.support import exactly

SMALL = log_of(5)
MIDDLE = log_of(300)
LARGE = log_of(10_000)
KEY = Key.make("the house")
OTHER = Key.make("the house")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "journal"


@pytest.fixture
def anchor(tmp_path: Path) -> Path:
    return tmp_path / "anchor"


def names(report: Report, seq: int) -> bool:
    return any(it.first <= seq <= it.last for it in report.faults)


def only(report: Report) -> Fault:
    (fault,) = report.faults
    assert report.more == 0
    return fault


def told(report: Report) -> list[str]:
    return [f"{it.first} {it.where}: {it.why}" for it in report.faults]


def lines_of(log: Log) -> list[bytes]:
    return [line(it) for it in log]


# --- a journal that stands


@pytest.mark.parametrize("count", [1, 2, 3, 300, 10_000])
def test_a_journal_that_stands_is_told_with_its_length_its_head_and_its_root(count: int, file: Path) -> None:
    log = LARGE[:count]
    report = verify(export(file, log, {"balances": balances(log)}))
    assert report == Report(
        file=str(file),
        entries=count,
        head=hash_of(log[-1]),
        root=root_of(map(leaf, log)).hex(),
        checkpoints=0,
        sealed=0,
        key="",
        faults=[],
        more=0,
    )


def test_bodies_alone_are_a_journal_too(file: Path) -> None:
    report = verify(write_lines(file, [it + b"\n" for it in MIDDLE]))
    assert (report.entries, report.head, report.faults) == (300, hash_of(MIDDLE[-1]), [])


def test_the_file_of_the_store_stands_with_its_balances_and_checkpoints(file: Path, anchor: Path) -> None:
    notes = sealed(MIDDLE, KEY, 0, 100, 200)
    anchor.write_bytes(b"\n".join(notes))
    report = verify(database(file, MIDDLE, notes), key=KEY.public, anchors=[anchor])
    assert report.faults == []
    assert (report.entries, report.root) == (300, root_of(map(leaf, MIDDLE)).hex())
    assert (report.checkpoints, report.sealed, report.key) == (6, 200, KEY.public)


def test_a_new_store_without_entries_stands(file: Path) -> None:
    report = verify(database(file, []))
    assert (report.entries, report.head, report.faults) == (0, NOTHING, [])
    assert report.root == root_of([]).hex()


def test_nothing_is_written_to_the_file_that_is_verified(file: Path) -> None:
    database(file, SMALL)
    before = file.read_bytes()
    file.chmod(0o400)
    assert verify(file).faults == []
    assert file.read_bytes() == before


def test_progress_is_told_when_it_takes_long(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "PATIENCE", 0)
    heard: list[int] = []
    verify(export(file, LARGE[:3000]), progress=heard.append)
    assert heard == [1024, 2048]
    heard.clear()
    monkeypatch.setattr(walk, "PATIENCE", 60)
    verify(file, progress=heard.append)
    assert heard == []


# --- one byte changed


def edits(byte: int) -> list[int]:
    """A byte with one bit changed, and as what else it might be taken for."""
    others = {byte ^ 1, byte ^ 0x20, byte ^ 0x80, ord(" "), ord("0"), ord('"'), ord("\n"), 0}
    return sorted(others - {byte})


def test_every_byte_of_a_small_export_is_held_by_its_hash(file: Path) -> None:
    whole = b"".join(lines_of(SMALL))
    owners = [seq for seq, it in enumerate(lines_of(SMALL), start=1) for _ in it]
    for at, (byte, seq) in enumerate(zip(whole, owners, strict=True)):
        for other in edits(byte):
            file.write_bytes(whole[:at] + bytes([other]) + whole[at + 1 :])
            report = verify(file)
            assert report.faults, (at, other)
            assert report.faults[0].first == seq, (at, other, told(report))


def test_every_byte_of_bodies_alone_is_held_by_the_next_entry_and_the_last_by_an_anchor(
    file: Path, anchor: Path
) -> None:
    anchor.write_bytes(sealed(SMALL, KEY, 5)[0])
    whole = b"".join(it + b"\n" for it in SMALL)
    owners = [seq for seq, it in enumerate(SMALL, start=1) for _ in range(len(it) + 1)]
    for at, (byte, seq) in enumerate(zip(whole, owners, strict=True)):
        for other in edits(byte)[::3]:
            file.write_bytes(whole[:at] + bytes([other]) + whole[at + 1 :])
            if whole[at - 4 : at + 2] == b'"v":2}' and chr(other) in "3456789":
                with pytest.raises(VerifyError, match=f"the record at {seq} is of version"):
                    verify(file, anchors=[anchor])
            else:
                assert names(verify(file, anchors=[anchor]), seq), (at, other)


def test_every_byte_of_the_lines_for_checkpoints_and_balances_is_held(file: Path) -> None:
    note = sealed(SMALL, KEY, 3)[0].decode()
    start = b"".join(lines_of(SMALL))
    export(file, SMALL, {"checkpoint": note}, {"balances": balances(SMALL)})
    assert verify(file, key=KEY.public).faults == []
    whole = file.read_bytes()
    for at in range(len(start), len(whole)):
        for other in edits(whole[at])[::3]:
            file.write_bytes(whole[:at] + bytes([other]) + whole[at + 1 :])
            assert verify(file, key=KEY.public).faults, (at, other)


def test_any_byte_of_a_large_export_is_held(file: Path) -> None:
    whole = b"".join(lines_of(LARGE))
    chance = random.Random(1)
    for _ in range(15):
        at = chance.randrange(len(whole))
        other = chance.choice(edits(whole[at]))
        file.write_bytes(whole[:at] + bytes([other]) + whole[at + 1 :])
        report = verify(file)
        assert report.faults[0].first == whole[:at].count(b"\n") + 1, (at, other)


def test_any_column_of_the_store_is_held(file: Path) -> None:
    database(file, SMALL)
    with apsw.Connection(str(file)) as db:
        (row,) = db.execute("select * from entries where seq = 3").fetchall()
    for column, value in {
        "seq": 77,
        "stream": "elsewhere",
        "before": 77,
        "no": 99,
        "id": "c99",
        "hash": "f" * 64,
        "body": SMALL[2].replace(b"c3", b"c8"),
    }.items():
        with apsw.Connection(str(file)) as db:
            db.execute(f"update entries set {column} = ? where seq = 3", (value,))
        report = verify(file)
        assert {it.first for it in report.faults} == {3}, told(report)
        with apsw.Connection(str(file)) as db:
            db.execute("delete from entries where id in ('c3', 'c99')")
            db.execute("insert into entries values (?, ?, ?, ?, ?, ?, ?)", row)
        assert verify(file).faults == []


def test_what_is_wrong_is_told_in_plain_words(file: Path) -> None:
    there, own = hash_of(SMALL[2]), hash_of(SMALL[2].replace(b"c3", b"c8"))
    lines = lines_of(SMALL)
    lines[2] = line(SMALL[2].replace(b"c3", b"c8"), there)
    assert told(verify(write_lines(file, lines))) == [
        f"3 line 3: its content has the hash {own}, and {there} is recorded for it"
    ]
    lines[2] = line(SMALL[2]).replace(b'{"seq":3,"hash"', b'{"seq":3, "hash"')
    assert told(verify(write_lines(file, lines))) == ['3 line 3: its line is not {"seq":…,"hash":…,"body":…}']
    lines[2] = b'{"seq":3,"hash":"%s","body":7}\n' % hash_of(b"7").encode()
    assert told(verify(write_lines(file, lines))) == ["3 line 3: it is no entry: Expected `object`, got `int`"]


def test_a_body_that_is_written_otherwise_than_the_format_says_is_wrong(file: Path) -> None:
    twice = SMALL[4].replace(b'"id":"c5"', b'"id":"c6","id":"c5"')
    spaced = SMALL[4].replace(b'"id":"c5"', b'"id": "c5"')
    for body in (twice, spaced):
        fault = only(verify(write_lines(file, [*lines_of(SMALL[:4]), line(body)])))
        assert (fault.first, fault.why[:42]) == (5, "it is not written as the format says: a fi")


def test_a_time_without_a_zone_is_wrong(file: Path) -> None:
    log = chained([*entries(2)[:1], msgspec.structs.replace(entries(2)[1], at=NOON.replace(tzinfo=None))])
    assert told(verify(export(file, log))) == ["2 line 2: its time 2026-11-16 01:00:00 has no zone"]


# --- entries left out, moved, put in


def damaged(log: Log, how: Callable[[list[bytes]], None], file: Path) -> Report:
    lines = lines_of(log)
    how(lines)
    return verify(write_lines(file, lines))


def samples(count: int = 5) -> list[int]:
    return [2, 9_998, *random.Random(2).sample(range(3, 9_998), count)]


@pytest.mark.parametrize("log", [SMALL, LARGE], ids=["small", "large"])
def test_an_entry_that_was_left_out_is_named(log: Log, file: Path) -> None:
    for seq in range(1, 5) if log is SMALL else samples():
        report = damaged(log, lambda lines, at=seq - 1: lines.pop(at), file)  # type: ignore[misc]
        assert told(report) == [f"{seq} line {seq}: entry {seq} is missing: entry {seq + 1} follows entry {seq - 1}"]


def test_a_run_of_entries_that_was_left_out_is_named(file: Path) -> None:
    fault = only(verify(write_lines(file, lines_of(MIDDLE[:99] + MIDDLE[120:]))))
    assert (fault.first, fault.last) == (100, 120)
    assert fault.why == "entries 100 to 120 are missing: entry 121 follows entry 99"
    fault = only(verify(write_lines(file, lines_of(LARGE[:99] + LARGE[5000:]))))
    assert (fault.first, fault.last) == (100, 5000)


@pytest.mark.parametrize("log", [SMALL, LARGE], ids=["small", "large"])
def test_neighbours_that_were_swapped_are_named(log: Log, file: Path) -> None:
    for seq in range(1, 5) if log is SMALL else samples():

        def swap(lines: list[bytes], at: int = seq - 1) -> None:
            lines[at], lines[at + 1] = lines[at + 1], lines[at]

        report = damaged(log, swap, file)
        said = f"entry {seq + 1} is out of its place: it stands after entry {seq - 1}"
        assert told(report) == [f"{seq + 1} line {seq}: {said}"]


@pytest.mark.parametrize("log", [SMALL, LARGE], ids=["small", "large"])
def test_distant_entries_that_were_swapped_are_both_named(log: Log, file: Path) -> None:
    pairs = [(1, 3), (1, 4), (1, 5), (2, 4), (2, 5), (3, 5)]
    for one, other in pairs if log is SMALL else [(it // 2, it) for it in samples() if it > 4]:

        def swap(lines: list[bytes], one: int = one - 1, other: int = other - 1) -> None:
            lines[one], lines[other] = lines[other], lines[one]

        assert told(damaged(log, swap, file)) == [
            f"{one} line {one}: entry {other} stands where entry {one} belongs",
            f"{other} line {other}: entry {one} stands where entry {other} belongs",
        ]


@pytest.mark.parametrize("log", [SMALL, LARGE], ids=["small", "large"])
def test_an_entry_that_is_there_twice_is_named(log: Log, file: Path) -> None:
    for seq in range(1, 6) if log is SMALL else [10_000, *samples()]:
        report = damaged(log, lambda lines, at=seq - 1: lines.insert(at, lines[at]), file)  # type: ignore[misc]
        said = f"entry {seq} is there twice: it stands again after entry {seq}"
        assert told(report) == [f"{seq} line {seq + 1}: {said}"]


def test_a_copy_of_an_entry_elsewhere_is_named(file: Path) -> None:
    for seq, at in ((3, 200), (200, 3), (1, 300), (3, 301)):
        report = damaged(MIDDLE, lambda lines, at=at, seq=seq: lines.insert(at - 1, lines[seq - 1]), file)  # type: ignore[misc]
        assert only(report).first == seq


def test_an_entry_with_another_written_over_it_is_named(file: Path) -> None:
    for seq, over in ((3, 200), (200, 3), (199, 200), (200, 199)):
        report = damaged(MIDDLE, lambda lines, seq=seq, over=over: lines.__setitem__(over - 1, lines[seq - 1]), file)  # type: ignore[misc]
        assert report.faults[0].first in (seq, over)
        assert names(report, over) or names(report, seq)


@pytest.mark.parametrize("log", [SMALL, LARGE], ids=["small", "large"])
def test_an_entry_that_was_put_in_is_found(log: Log, file: Path) -> None:
    for seq in range(2, 6) if log is SMALL else samples():
        before = entry_of(log[seq - 1]).prev
        (forged,) = chained([msgspec.structs.replace(entry_of(log[seq - 1]), id="forged")], before)
        report = damaged(log, lambda lines, at=seq - 1, it=forged: lines.insert(at, line(it)), file)  # type: ignore[misc]
        said = f"entry {seq} is there twice: it stands again after entry {seq}"
        assert told(report) == [f"{seq} line {seq + 1}: {said}"]


def test_what_is_no_entry_at_all_is_found_where_it_stands(file: Path) -> None:
    report = damaged(SMALL, lambda lines: lines.insert(2, b"hello\n"), file)
    (said,) = told(report)
    assert said.startswith("0 line 3: it stands before entry 3 and is none of the entries: it is no entry: JSON is")
    report = damaged(SMALL, lambda lines: lines.append(b"\n"), file)
    assert only(report).first == 6


@given(st.permutations(range(8)))
def test_any_other_order_is_found(order: list[int]) -> None:
    from tempfile import NamedTemporaryFile

    log = MIDDLE[:8]
    with NamedTemporaryFile() as it:
        write_lines(Path(it.name), [line(log[at]) for at in order])
        assert bool(verify(Path(it.name)).faults) == (list(order) != list(range(8)))


@given(st.data())
def test_any_few_entries_left_out_or_repeated_are_found(data: st.DataObject) -> None:
    from tempfile import NamedTemporaryFile

    kept = data.draw(st.lists(st.integers(0, 7), min_size=1, max_size=12).filter(lambda it: it != [*range(len(it))]))
    with NamedTemporaryFile() as it:
        write_lines(Path(it.name), [line(MIDDLE[at]) for at in kept])
        assert verify(Path(it.name)).faults


# --- entries changed by someone who makes hashes anew


@pytest.mark.parametrize("form", ["lines", "bodies"])
@pytest.mark.parametrize("seq", [1, 2, 150, 299])
def test_an_entry_changed_with_its_hash_is_named_by_the_next(form: str, seq: int, file: Path) -> None:
    log = changed(MIDDLE, seq, id="forged")
    lines = lines_of(log) if form == "lines" else [it + b"\n" for it in log]
    fault = only(verify(write_lines(file, lines)))
    if seq < 299:
        assert (fault.first, fault.last) == (seq, seq)
        assert fault.why == (
            f"it was changed: entry {seq + 1} names {hash_of(MIDDLE[seq - 1])} as the hash of the entry before it,"
            f" and entry {seq} has {hash_of(log[seq - 1])}"
        )
    else:
        assert (fault.first, fault.last) == (299, 300)
        assert fault.why.startswith("it or entry 300 was changed: entry 300 names ")


@pytest.mark.parametrize("seq", [2, 150, 298])
def test_an_entry_that_names_another_before_it_is_named_itself(seq: int, file: Path) -> None:
    report = verify(export(file, changed(MIDDLE, seq, prev="f" * 64)))
    assert told(report) == [
        (
            f"{seq} line {seq}: it was changed: entry {seq} names {'f' * 64} as the hash of the entry before it,"
            f" and entry {seq - 1} has {hash_of(MIDDLE[seq - 2])}"
        )
    ]


def test_a_journal_that_begins_in_the_middle_is_found(file: Path) -> None:
    report = verify(export(file, chained(entries(3), before="f" * 64)))
    assert told(report) == [f"1 line 1: it names {'f' * 64} as the hash of the entry before it, and that is none"]


def test_an_entry_that_goes_on_from_neither_of_two_is_found(file: Path) -> None:
    (forged,) = chained([msgspec.structs.replace(entries(3)[2], id="x")], "f" * 64)
    report = verify(write_lines(file, [*lines_of(SMALL[:2]), line(SMALL[1]), line(forged)]))
    assert told(report)[1:] == [
        f"3 line 4: it names {'f' * 64} as the hash of the entry before it, and that is {hash_of(SMALL[1])}"
    ]


def test_a_tail_written_anew_is_found_by_an_anchored_checkpoint(file: Path, anchor: Path) -> None:
    first, second, third = sealed(LARGE, KEY, 4000, 6000, 8000)
    anchor.write_bytes(first + second + third)
    forged = rewritten(LARGE, 5000, id="forged")
    assert verify(export(file, forged)).faults == []
    fault = only(verify(file, key=KEY.public, anchors=[anchor]))
    assert (fault.first, fault.last, fault.where) == (4001, 6000, f"{anchor}, line 10")
    assert fault.why == (
        "one of the entries 4001 to 6000 is not what it was when the checkpoint of 6000 entries was signed at"
        " 2026-11-17 02:40:00+00:00"
    )


def test_one_entry_between_two_checkpoints_is_named_exactly(file: Path, anchor: Path) -> None:
    anchor.write_bytes(b"".join(sealed(SMALL, KEY, 2, 3)))
    fault = only(verify(export(file, rewritten(SMALL, 3, id="forged")), anchors=[anchor]))
    assert (fault.first, fault.last) == (3, 3)
    assert fault.why.startswith("entry 3 is not what it was when the checkpoint of 3 entries was signed")


def test_two_checkpoints_of_one_size_are_told_once(file: Path, anchor: Path) -> None:
    notes = sealed(SMALL, KEY, 3)
    anchor.write_bytes(notes[0])
    assert only(verify(database(file, rewritten(SMALL, 3, id="forged"), notes), anchors=[anchor])).last == 3


def test_entries_cut_off_are_found_by_an_anchored_checkpoint(file: Path, anchor: Path) -> None:
    for seq in (1, 5_000, 9_999):
        export(file, LARGE[:seq])
        anchor.write_bytes(b"".join(sealed(LARGE, KEY, seq, 10_000)))
        fault = only(verify(file, anchors=[anchor]))
        assert (fault.first, fault.last) == (seq + 1, 10_000)
        which = "entry 10000 is" if seq == 9_999 else f"entries {seq + 1} to 10000 are"
        said = f"{which} cut off: the journal ends with entry {seq}, and had 10000 when a checkpoint was signed at"
        assert fault.why == f"{said} 2026-11-17 03:46:40+00:00"


def test_a_file_cut_off_in_the_middle_of_a_line_is_found_without_an_anchor(file: Path) -> None:
    file.write_bytes(b"".join(lines_of(LARGE))[:-10])
    assert told(verify(file)) == ["10000 line 10000: its line does not end; the file was cut off there or changed"]


def test_a_journal_that_was_emptied_is_found_by_an_anchored_checkpoint(file: Path, anchor: Path) -> None:
    anchor.write_bytes(sealed(SMALL, KEY, 5)[0])
    file.write_bytes(b"")
    fault = only(verify(file, anchors=[anchor]))
    assert (fault.first, fault.last) == (1, 5)


def test_checkpoints_after_a_fault_are_not_told_as_wrong_too(file: Path, anchor: Path) -> None:
    anchor.write_bytes(b"".join(sealed(MIDDLE, KEY, 100, 200, 300)))
    report = verify(write_lines(file, lines_of(MIDDLE[:149] + MIDDLE[150:])), anchors=[anchor])
    assert only(report).first == 150
    assert report.root == ""


# --- checkpoints


def test_an_anchor_may_hold_lines_and_other_words(file: Path, anchor: Path) -> None:
    one, other = sealed(SMALL, KEY, 2, 4)
    anchor.write_text(f"printed in the cage\n{as_line(one)}\n\n{other.decode()}\nsigned: Sue\n", encoding="utf-8")
    report = verify(export(file, SMALL), anchors=[anchor])
    assert (report.faults, report.checkpoints, report.sealed) == ([], 2, 4)
    anchor.write_bytes(anchor.read_bytes().replace(b"\n", b"\r\n"))
    assert verify(file, anchors=[anchor]) == report


def test_a_checkpoint_of_another_key_is_found(file: Path, anchor: Path) -> None:
    own, foreign = sealed(SMALL, KEY, 2)[0], sealed(SMALL, OTHER, 4)[0]
    said = f"it is signed by key {OTHER.public}, and not by {KEY.public}"
    database(file, SMALL, [own, foreign])
    assert told(verify(file)) == [f"0 checkpoint 2: {said}"]
    assert told(verify(file, key=KEY.public)) == [f"0 checkpoint 2: {said}"]
    anchor.write_bytes(foreign)
    assert told(verify(file, key=KEY.public, anchors=[anchor])) == [
        f"0 {anchor}, line 1: {said}",
        f"0 checkpoint 2: {said}",
    ]


def test_a_store_signed_anew_by_another_key_is_found_by_the_anchor_alone(file: Path, anchor: Path) -> None:
    anchor.write_bytes(sealed(SMALL, KEY, 2)[0])
    database(file, SMALL, sealed(SMALL, OTHER, 2))
    assert told(verify(file, anchors=[anchor])) == [
        f"0 checkpoint 1: it is signed by key {OTHER.public}, and not by {KEY.public}",
        f"0 {anchor}, line 1: it was anchored, and the journal does not hold it any more",
    ]


def test_a_checkpoint_of_another_journal_is_found(file: Path, anchor: Path) -> None:
    elsewhere = Key("another house", KEY._private)
    anchor.write_bytes(sealed(SMALL, KEY, 2)[0] + sealed(SMALL, elsewhere, 3)[0])
    report = verify(export(file, SMALL), anchors=[anchor])
    assert told(report) == [f"0 {anchor}, line 10: it is of 'another house', and not of 'the house'"]


def test_a_checkpoint_that_was_changed_is_found(file: Path) -> None:
    note = sealed(SMALL, KEY, 2)[0]
    bent = note.replace(b"size: 2", b"size: 3")
    spare = note[:-4] + bytes([note[-4] + 1]) + note[-3:]
    for it in (bent, spare, note.replace(b"key: ", b"key: A"), note.replace(b"signature: ", b"signature: *")):
        file.unlink(missing_ok=True)
        assert told(verify(database(file, SMALL, [it]))) == [
            "0 checkpoint 1: it was changed after it was signed: its signature does not belong to it"
        ]
    for it in (b"\xff", b"hello", note.replace(b"root", b"roof"), note.replace(b"1\n", b"2\n", 1)):
        file.unlink()
        assert told(verify(database(file, SMALL, [it]))) == [
            "0 checkpoint 1: it is no checkpoint: it does not have the lines of a 'dicehouse checkpoint 1'"
        ]


def test_a_checkpoint_that_does_not_belong_to_its_own_tree_is_found(file: Path) -> None:
    whole, half = sealed(SMALL, KEY, 2)[0], sealed(MIDDLE[:1], KEY, 0)[0]
    from dicehouse.journal.checkpoint import read, signed

    it = read(whole, key=KEY.public, origin="the house")
    for wrong in (it._replace(head="f" * 64), it._replace(root=b"f" * 32), it._replace(edge=(b"f" * 32,))):
        file.unlink(missing_ok=True)
        fault = only(verify(database(file, SMALL, [half, signed(wrong, KEY)])))
        assert (fault.first, fault.last, fault.where) == (1, 2, "checkpoint 2")
    nothing = read(half, key=KEY.public, origin="the house")._replace(head="f" * 64)
    file.unlink()
    assert only(verify(database(file, SMALL, [signed(nothing, KEY)]))).first == 0


def test_checkpoints_in_the_wrong_order_are_found(file: Path) -> None:
    one, other = sealed(SMALL, KEY, 2, 4)
    assert told(verify(database(file, SMALL, [other, one]))) == [
        (
            "0 checkpoint 2: it is of 2 entries at 2026-11-17 01:00:02+00:00, and the one before of 4 at"
            " 2026-11-17 01:00:04+00:00"
        )
    ]


def test_an_anchored_checkpoint_that_the_store_has_lost_is_found(file: Path, anchor: Path) -> None:
    one, other = sealed(SMALL, KEY, 2, 4)
    anchor.write_bytes(one + other)
    assert told(verify(database(file, SMALL, [one]), anchors=[anchor])) == [
        f"0 {anchor}, line 10: it was anchored, and the journal does not hold it any more"
    ]


def test_a_key_is_given_in_pem_or_base64_and_nothing_else_is_one(file: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    export(file, SMALL)
    pem = KEY._private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    assert verify(file, key=pem).key == verify(file, key=f"{KEY.public}\n").key == KEY.public
    curve = ec.generate_private_key(ec.SECP256R1()).public_key()
    other = curve.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    for text in ("", "hello", "aGVsbG8=", other, "-----BEGIN PUBLIC KEY-----"):
        if text:
            with pytest.raises(VerifyError, match=r"is no public key and no file with one; give an Ed25519 key in"):
                verify(file, key=text)


# --- what entries say


def log_with(count: int, seq: int, **fields: object) -> Log:
    """A journal in which one entry was written wrong from the beginning."""
    made = entries(count)
    made[seq - 1] = msgspec.structs.replace(made[seq - 1], **fields)
    return chained(made)


def test_a_stream_with_a_gap_is_named(file: Path) -> None:
    it = entries(300)[99]
    report = verify(export(file, log_with(300, 100, no=it.no + 1)))
    assert told(report)[0] == f"100 line 100: it is number {it.no + 1} of {it.stream}, and {it.no} is due"


def test_a_time_before_that_of_the_entry_before_in_the_stream_is_named(file: Path) -> None:
    made = entries(300)
    before = next(it for it in reversed(made[:99]) if it.stream == made[99].stream)
    assert verify(export(file, log_with(300, 100, at=before.at))).faults == []
    early = before.at - timedelta(microseconds=1)
    assert told(verify(export(file, log_with(300, 100, at=early)))) == [
        f"100 line 100: it is of {early}, and the entry of {made[99].stream} before it of {before.at}"
    ]


def test_a_command_that_was_given_twice_is_named_with_the_first(file: Path) -> None:
    made = entries(300)
    same, other = (next(it for it in made[100:] if (it.stream == made[9].stream) is alike) for alike in (True, False))
    report = verify(export(file, log_with(300, same.seq, id="c10")))
    assert told(report) == [
        f"{same.seq} line {same.seq}: its command c10 was given before to {same.stream}, in entry 10"
    ]
    assert verify(export(file, log_with(300, other.seq, id="c10"))).faults == []


def test_two_commands_that_only_look_alike_to_the_memory_of_ids_are_no_fault(file: Path) -> None:
    from dicehouse.journal.verify.faults import Faults
    from dicehouse.journal.verify.sources import opened
    from dicehouse.journal.verify.sums import Sums

    faults = Faults("line", 5)
    sums = Sums(faults)
    sums._ids.add(hash((entries(1)[0].stream, "c1")))
    sums.add(1, entries(1)[0])
    with opened(export(file, log_of(1))) as source:
        sums.check_end(source, 2)
    assert faults.told == []


@pytest.mark.parametrize(
    "fields",
    [
        {"events": (Raw(b"{}"),), "postings": ()},
        {"events": (), "postings": (Posting("~cash", -5), Posting("cage", 5))},
    ],
)
def test_a_refused_entry_with_events_or_postings_is_named(fields: dict[str, object], file: Path) -> None:
    report = verify(export(file, log_with(5, 4, refused=Raw(b'{"why":"paused"}'), **fields)))
    assert told(report) == ["4 line 4: it was refused, and has events or postings all the same"]


def test_postings_that_do_not_add_up_are_named(file: Path) -> None:
    postings = (Posting("~cash", -500), Posting("cage", 501))
    report = verify(export(file, log_with(5, 4, refused=NO_REFUSAL, events=(), postings=postings)))
    assert told(report) == ["4 line 4: its postings add up to 0.01 instead of 0.00"]


@pytest.mark.parametrize("taken, found", [(500, False), (501, True)])
def test_an_account_of_the_house_below_zero_is_named(taken: int, found: bool, file: Path) -> None:
    first, second = (
        msgspec.structs.replace(it, refused=NO_REFUSAL, events=(), postings=postings)
        for it, postings in zip(
            entries(2),
            (
                (Posting("~cash", -500), Posting("cage", 500)),
                (Posting("cage", 100), Posting("cage", -taken - 100), Posting("~cash", taken)),
            ),
            strict=True,
        )
    )
    report = verify(export(file, chained([first, second])))
    assert told(report) == (["2 line 2: it takes cage to -0.01, below 0.00"] if found else [])


def test_sums_are_not_told_as_wrong_once_an_entry_cannot_be_read(file: Path) -> None:
    at = next(it.seq for it in entries(300) if it.postings and it.seq > 50)
    for instead in ([], [b"x\n"]):
        lines = [*lines_of(MIDDLE), msgspec.json.encode({"balances": balances(MIDDLE)}) + b"\n"]
        lines[at - 1 : at] = instead
        assert only(verify(write_lines(file, lines))).first == at


def test_a_balance_that_was_changed_is_named(file: Path) -> None:
    database(file, MIDDLE)
    due = balances(MIDDLE)["patron:ann"]
    with apsw.Connection(str(file)) as db:
        db.execute("update accounts set balance = balance + 7 where name = 'patron:ann'")
        db.execute("insert into accounts values ('patron:eve', 100)")
        db.execute("delete from accounts where name = '~win'")
    said = verify(file)
    assert told(said)[:2] == [
        (
            f"0 balances: patron:ann: {(due + 7) // 100}.{(due + 7) % 100:02} is recorded, and its postings add up to"
            f" {due // 100}.{due % 100:02}"
        ),
        "0 balances: patron:eve: 1.00 is recorded, and its postings add up to 0.00",
    ]
    assert len(said.faults) == 3


def test_an_export_with_a_balance_changed_is_named(file: Path) -> None:
    report = verify(export(file, SMALL, {"balances": {**balances(SMALL), "cage": -250}}))
    assert told(report) == ["0 balances: cage: -2.50 is recorded, and its postings add up to 0.00"]


def test_what_the_store_keeps_to_find_its_entries_is_held(file: Path) -> None:
    database(file, LARGE[:3000])
    last = next(it for it in reversed(entries(3000)) if it.stream == "cage")
    with apsw.Connection(str(file)) as db:
        db.execute("update streams set no = 7, seq = 9 where stream = 'cage'")
        db.execute("insert into streams values ('bar', 1, 1)")
        db.execute("update marks set seq = 8 where stream = 'table-1' and no = 500")
        db.execute("update entries set before = 5 where seq = 20")
        db.execute("update entries set before = 5 where no = 1 and stream = 'cage'")
    first = next(it for it in entries(3000) if it.stream == "cage")
    twentieth = entries(3000)[19]
    assert told(verify(file)) == [
        "1 row 1: the end of bar says that it is number 1 there, which it is not",
        f"{first.seq} row {first.seq}: as number 1 of cage it points back to entry 5, which is not the one before",
        "8 row 8: the mark of table-1 says that it is number 500 there, which it is not",
        "9 row 9: the end of cage says that it is number 7 there, which it is not",
        (
            f"20 row 20: as number {twentieth.no} of {twentieth.stream} it points back to entry 5, which is not the one"
            " before"
        ),
        "0 streams: bar: it is recorded to have 1 entries, and has 0",
        f"0 streams: cage: it is recorded to have 7 entries, and has {last.no}",
    ]


# --- how much is told


def test_only_the_first_faults_are_listed_and_the_rest_counted(file: Path) -> None:
    lines = lines_of(MIDDLE)
    for at in range(9, 100, 10):
        lines[at] = lines[at].replace(b'"amount"', b'"amoumt"')
    report = verify(write_lines(file, lines), most=3)
    assert [it.first for it in report.faults] == [10, 20, 30]
    assert report.more == 7
    assert [it.first for it in verify(file, most=0).faults] == [10]
    assert len(verify(file).faults) == 10


def test_faults_are_told_in_the_order_of_the_file(file: Path) -> None:
    log = log_with(300, 100, id="c1", stream=entries(1)[0].stream)
    lines = lines_of(log)
    lines[199] = lines[199].replace(b'"amount"', b'"amoumt"')
    found = [it.first for it in verify(write_lines(file, lines)).faults]
    assert found == sorted(found)
    assert {100, 200} <= set(found)


# --- what is no journal


@pytest.mark.parametrize(
    "content, said",
    [
        (b"", "{}: it is empty; name the file of a journal"),
        (b"hello\nthere\n", "none of the 2 records read is an entry; name the file of a journal"),
        (b"\x00" * 100, "none of the 1 records read is an entry; name the file of a journal"),
        (b"no\n" * 1000, "none of the 100 records read is an entry; name the file of a journal"),
    ],
)
def test_a_file_that_is_no_journal_is_refused(content: bytes, said: str, file: Path) -> None:
    file.write_bytes(content)
    with pytest.raises(VerifyError, match=exactly(said.format(file))):
        verify(file)


def test_a_file_that_is_not_there_is_refused(file: Path) -> None:
    with pytest.raises(VerifyError, match=exactly(f"{file}: No such file or directory; name the file of a journal")):
        verify(file)
    said = f"{file.parent}: it is a folder without manifest.json; name an export, or the file of a journal"
    with pytest.raises(VerifyError, match=exactly(said)):
        verify(file.parent)


def test_an_anchor_that_is_none_is_refused(file: Path, anchor: Path) -> None:
    export(file, SMALL)
    with pytest.raises(VerifyError, match=exactly(f"{anchor}: No such file or directory; name a file of checkpoints")):
        verify(file, anchors=[anchor])
    anchor.write_text("nothing to see", encoding="utf-8")
    said = f"{anchor}: it holds no checkpoint; name a file to which checkpoints were anchored"
    with pytest.raises(VerifyError, match=exactly(said)):
        verify(file, anchors=[anchor])


def test_an_entry_of_a_newer_version_is_refused(file: Path) -> None:
    said = "the record at 3 is of version 3, and this program knows up to 2; verify it with a newer program"
    for body in (SMALL[2].replace(b'"v":2', b'"v":3'), SMALL[2].replace(b'"v":2', b'"v":3,"more":true')):
        lines = [*lines_of(SMALL[:2]), b'{"seq":3,"hash":"%s","body":%s}\n' % (hash_of(body).encode(), body)]
        with pytest.raises(VerifyError, match=exactly(said)):
            verify(write_lines(file, lines))


def test_a_database_that_is_no_journal_is_refused(file: Path) -> None:
    with apsw.Connection(str(file)) as db:
        db.execute("create table things (name)")
    said = f"{file}: it is a database of another program; name the file of a journal"
    with pytest.raises(VerifyError, match=exactly(said)):
        verify(file)


@pytest.mark.parametrize(
    "sql, said",
    [
        ("pragma user_version = 4", "{}: it is of version 4, and this program knows up to 3; verify it with a newer"),
        ("drop table accounts", "{}: it has no table of accounts; restore it from a backup"),
    ],
)
def test_a_store_of_a_newer_version_or_without_its_tables_is_refused(sql: str, said: str, file: Path) -> None:
    database(file, SMALL)
    with apsw.Connection(str(file)) as db:
        db.execute(sql)
    with pytest.raises(VerifyError) as error:
        verify(file)
    assert str(error.value).startswith(said.format(file))


# --- a file that is damaged itself


def test_a_store_that_cannot_be_read_at_all_is_refused(file: Path) -> None:
    file.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)
    with pytest.raises(VerifyError, match=r"SQLite cannot read it: .*; restore it from a backup"):
        verify(file)


def spoil(file: Path, content: bytes, page: int, size: int) -> None:
    file.write_bytes(content[: page * size - size] + b"\xff" * size + content[page * size :])


def pragma(file: Path, ask: str) -> int:
    db = apsw.Connection(str(file))
    ((answer,),) = db.execute(ask).fetchall()
    db.close()
    return int(str(answer))


def test_every_page_that_was_overwritten_is_found(file: Path) -> None:
    database(file, LARGE[:400], sealed(LARGE[:400], KEY, 100))
    content, size = file.read_bytes(), pragma(file, "pragma page_size")
    assert verify(file).faults == []
    for page in range(2, len(content) // size + 1):
        spoil(file, content, page, size)
        assert verify(file).faults, page


@pytest.mark.parametrize(
    "table, where", [("accounts", "what is kept beside the entries"), ("checkpoints", "checkpoints")]
)
def test_what_cannot_be_read_beside_the_entries_is_told(table: str, where: str, file: Path) -> None:
    database(file, SMALL, sealed(SMALL, KEY, 3))
    page = pragma(file, f"select rootpage from sqlite_schema where name = '{table}'")
    spoil(file, file.read_bytes(), page, pragma(file, "pragma page_size"))
    assert told(verify(file))[0] == f"0 {where}: SQLite cannot read on: database disk image is malformed"


def test_a_table_put_in_the_place_of_the_real_one_is_no_way_around(file: Path) -> None:
    database(file, SMALL)
    with apsw.Connection(str(file)) as db:
        rows = db.execute("select * from entries").fetchall()
        db.execute("drop table entries; drop table accounts; drop table checkpoints")
        db.execute("create table entries (seq, stream, no, id, before, body, hash)")
        db.execute("create table accounts (name, balance); insert into accounts values ('cage', 'much')")
        db.execute("create table checkpoints (no, checkpoint); insert into checkpoints values (1, 'hello')")
        db.executemany("insert into entries values (?, ?, ?, ?, ?, ?, ?)", rows)
        db.execute("update entries set seq = null, body = 'text' where seq = 1")
    said = told(verify(file))
    assert said[1] == "1 row 0: its body is not stored as bytes"
    assert said[0].startswith("0 checkpoint 1: it is no checkpoint")
    with apsw.Connection(str(file)) as db:
        db.execute("update entries set seq = 1, body = ? where seq is null", (SMALL[0],))
    assert "0 balances: cage: 'much' is recorded, and its postings add up to 0.00" in told(verify(file))


# --- a program path of its own


@pytest.mark.parametrize("module", ["dicehouse.journal.verify", "dicehouse.cli.verify"])
def test_the_verifier_shares_nothing_with_the_writer_but_the_record_format(module: str, file: Path) -> None:
    database(file, SMALL, sealed(SMALL, KEY, 3))
    program = (
        f"import sys; from pathlib import Path; import {module}; from dicehouse.journal.verify import verify\n"
        f"assert not verify(Path({str(file)!r})).faults\n"
        "print(*sorted(it for it in sys.modules if it.partition('.')[0] == 'dicehouse'))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    own = "dicehouse.journal.verify"
    allowed = {"dicehouse", "dicehouse.journal", "dicehouse.journal.record", "dicehouse.cli", "dicehouse.cli.app"}
    assert {it for it in done.stdout.split() if not it.startswith(own)} <= allowed | {"dicehouse.cli.verify"}
