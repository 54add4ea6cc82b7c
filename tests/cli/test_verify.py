"""`dicehouse verify`: one line and status 0 for a journal that stands, the wrong record and 1, a mistake and 2."""

import json
import re
from pathlib import Path

import apsw
import pytest
from msgspec import Raw

from dicehouse.journal.checkpoint import Key
from dicehouse.journal.record import entry_of, hash_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.tree import leaf, root_of
from dicehouse.journal.verify import chain
from dicehouse.table import dealt, dealt_result
from tests.commands import dicehouse, process
from tests.logs import balances, chained, database, export, line, log_of, rewritten, sealed, write_lines
from tests.played import DICE, Played, find, played, seal
from tests.played import log_of as journal_of

LOG = log_of(50)
KEY = Key.make("the house")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


def test_a_journal_that_stands_is_one_line(file: Path) -> None:
    said = dicehouse("verify", str(export(file, LOG, {"balances": balances(LOG)})), "--chain-only")
    told = f"head {hash_of(LOG[-1])}; root {root_of(map(leaf, LOG)).hex()}"
    assert said.rows == [f"{file}: 50 entries stand as written; {told}; no checkpoint"]
    (row,) = dicehouse("verify", str(export(file, LOG[:1])), "--chain-only").rows
    assert row.startswith(f"{file}: 1 entry stands as written; head ")


@pytest.mark.parametrize("notes, count", [((20,), "2 checkpoints"), ((), "1 checkpoint")])
def test_checkpoints_and_their_key_are_told(notes: tuple[int, ...], count: str, file: Path, tmp_path: Path) -> None:
    anchor, public = tmp_path / "anchor", tmp_path / "house.pub"
    anchor.write_bytes(sealed(LOG, KEY, 20)[0])
    public.write_text(KEY.public, encoding="utf-8")
    if notes:
        database(file, LOG, sealed(LOG, KEY, *notes))
    else:
        export(file, LOG)
    for key in (str(public), KEY.public):
        (row,) = dicehouse("verify", str(file), "--key", key, "--anchor", str(anchor)).rows
        assert row.endswith(f"; {count} up to entry 20 by key {KEY.public}")


def test_a_wrong_record_is_named_with_status_1(file: Path) -> None:
    lines = [line(it) for it in LOG]
    lines[6] = lines[6].replace(b"amount", b"amoumt")
    del lines[10:12]
    said = dicehouse("verify", str(write_lines(file, lines)), "--chain-only")
    first, second, last = said.out.splitlines()
    assert said.status == 1
    assert re.fullmatch(r"entry 7 \(line 7\): its content has the hash \w+, and \w+ is recorded for it", first)
    assert second == "entries 11 to 12 (line 11): entries 11 to 12 are missing: entry 13 follows entry 10"
    assert last == f"{file}: the journal does not stand; 2 faults"


def test_a_journal_without_a_checkpoint_passes_only_if_that_is_asked_for(file: Path) -> None:
    said = dicehouse("verify", str(export(file, LOG)))
    assert said.status == 3
    assert said.out.splitlines()[-1] == (
        f"{file}: held by its chain alone, which whoever can write the file can make anew; give --anchor or --key with"
        " a journal that is sealed, or --chain-only to be content with that"
    )
    assert dicehouse("verify", str(file), "--chain-only").status == 0
    assert dicehouse("verify", str(database(file.with_name("sealed.db"), LOG, sealed(LOG, KEY, 50)))).status == 0


def test_a_fault_outside_the_entries_is_named_by_its_place(file: Path) -> None:
    said = dicehouse("verify", str(export(file, LOG, {"balances": {**balances(LOG), "cage": 1}})))
    assert said.status == 1
    assert said.out.splitlines() == [
        "balances: cage: 0.01 is recorded, and its postings add up to 0.00",
        f"{file}: the journal does not stand; 1 fault",
    ]


def test_many_faults_are_counted(file: Path) -> None:
    write_lines(file, [line(it).replace(b"amount", b"amoumt") if at else line(it) for at, it in enumerate(LOG)])
    said = dicehouse("verify", str(file), "--most", "3", "--chain-only")
    assert said.status == 1
    assert len(said.out.splitlines()) == 4
    assert said.out.endswith("; 49 faults, of which 46 not listed\n")


def test_the_report_is_given_as_json(file: Path) -> None:
    data = dicehouse("verify", str(export(file, LOG)), "--json", "--chain-only").data
    assert data == {
        "stands": True,
        "file": str(file),
        "entries": 50,
        "head": hash_of(LOG[-1]),
        "root": root_of(map(leaf, LOG)).hex(),
        "checkpoints": 0,
        "sealed": 0,
        "key": "",
        "draws": 0,
        "seatings": 0,
        "faults": [],
        "more": 0,
        "proven": True,
    }
    said = dicehouse("verify", str(export(file, LOG[:9] + LOG[10:])), "--json")
    assert said.status == 1
    data = json.loads(said.out)
    assert data["stands"] is False
    assert data["faults"] == [
        {"first": 10, "last": 10, "where": "line 10", "why": "entry 10 is missing: entry 11 follows entry 9"}
    ]


def test_what_cannot_be_verified_is_one_line_and_status_2(file: Path) -> None:
    missing = "No such file or directory; name"
    assert dicehouse("verify", str(file)).mistake == f"{file}: {missing} the file of a journal"
    file.write_text("hello\n", encoding="utf-8")
    assert dicehouse("verify", str(file)).mistake == (
        "none of the 1 records read is an entry; name the file of a journal"
    )
    export(file, LOG)
    assert dicehouse("verify", str(file), "--anchor", "nowhere").mistake == f"nowhere: {missing} a file of checkpoints"
    assert dicehouse("verify", str(file), "--key", "nobody").mistake == (
        "'nobody' is no public key and no file with one; give an Ed25519 key in PEM or base64"
    )
    assert dicehouse("verify").mistake == "Missing argument 'FILE'."


def test_progress_goes_to_standard_error(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "PATIENCE", 0)
    said = dicehouse("verify", str(export(file, log_of(1500))), "--chain-only")
    assert (said.status, said.err) == (0, "1024 records read\n")
    assert len(said.out.splitlines()) == 1


def test_it_runs_as_a_program_of_its_own(file: Path) -> None:
    running = process("verify", str(export(file, LOG[1:])))
    running.communicate()
    assert running.returncode == 1


def test_help_tells_the_exit_status() -> None:
    said = dicehouse("verify", "--help")
    assert "status is 0 if the journal stands, 1 if a record is wrong, 2 if there is no journal to verify, and 3" in (
        " ".join(said.out.split())
    )


# --- seals on dice, and judging again


def test_seals_and_judgement_are_told_in_a_line_each(tmp_path: Path) -> None:
    journal = played(tmp_path / "journal.db")
    rows = dicehouse("verify", str(journal), "--chain-only", "--seals", "--rejudge").rows
    assert rows[1] == f"{journal}: 3 seals on dice: 1 opened and right, 0 not opened, 2 to come"
    assert re.fullmatch(
        rf"{journal}: 20 commands judged again in \d\.\d s, \d+ a second; every event, refusal, posting and account and"
        " 2 snapshots came out the same",
        rows[2],
    )
    data = dicehouse("verify", str(journal), "--chain-only", "--seals", "--rejudge", "--json").data
    assert (data["dice_seals"]["opened"], data["rejudged"]["entries"], data["proven"]) == (1, 20, True)


def test_dice_that_were_changed_under_a_new_chain_are_found_with_status_1(tmp_path: Path) -> None:
    log = journal_of(played(tmp_path / "journal.db"))
    seq = find(log, b"dice-uncovered")
    (event,) = entry_of(log[seq - 1]).events
    file = export(tmp_path / "forged", rewritten(log, seq, events=(Raw(bytes(event).replace(b"[1,2,3]", b"[6,6,6]")),)))
    assert dicehouse("verify", str(file), "--chain-only").status == 0
    said = dicehouse("verify", str(file), "--chain-only", "--seals")
    assert said.status == 1
    assert f"entry {seq} (line {seq}): table 7, round 1: 5a17:6-6-6 has the hash " in said.out
    assert said.out.splitlines()[-1].endswith("; 1 fault")
    said = dicehouse("verify", str(file), "--chain-only", "--rejudge")
    assert said.status == 1
    assert re.search(
        rf'entry {seq} \(table 7, number \d+\), written by program \w{{12}}: event recorded: .*"dice":\[6,6,6\]',
        said.out,
    )
    assert '"dice":[1,2,3]' in said.out
    assert re.search(r"\d+ commands judged again .*; \d+ differences?\Z", said.out.strip())


def test_what_could_not_be_judged_and_who_wrote_it_is_told_with_status_3(tmp_path: Path) -> None:
    log = journal_of(played(tmp_path / "journal.db"))
    program = json.loads(bytes(entry_of(log[0]).command))["program"].encode()
    other = [entry_of(it.replace(program, b"ab" * 32).replace(b'"source":"{', b'"source":"')) for it in log]
    file = export(tmp_path / "other", chained(other))
    said = dicehouse("verify", str(file), "--chain-only", "--rejudge")
    assert said.status == 3
    assert "table 7, numbers 1 to 16: not judged again: the rulebook that was kept: its text cannot be read" in said.out
    assert "house, numbers 1 to 4: written by program abababababab, version 0.1.0; this is another" in said.out
    assert said.out.splitlines()[-1].endswith("; every event, refusal, posting and account came out the same")


def test_a_seal_that_was_never_opened_and_a_snapshot_that_differs_are_told(tmp_path: Path) -> None:
    it = Played(SqliteStore(tmp_path / "journal.db")).opens()
    it.at(dealt.InviteBets)
    it.at(dealt_result.CallNoResult, reason="cocked dice")
    it.closes()
    file = tmp_path / "journal.db"
    (row, *_) = dicehouse("verify", str(file), "--chain-only", "--seals").rows[1:]
    assert row == f"table 7, round 1: the seal {seal(DICE[0])} of entry 4 was not opened: there was no result"
    db = apsw.Connection(str(file))
    db.execute(
        "update snapshots set snapshot = cast(replace(snapshot, '50000', '70000') as blob) where stream = 'table 7'"
    )
    db.close()
    said = dicehouse("verify", str(file), "--chain-only", "--rejudge")
    assert said.status == 1
    assert re.search(r"table 7, after number \d+, written by program \w+: snapshot recorded: ", said.out)


def test_a_folder_of_an_export_is_verified_with_its_manifest(tmp_path: Path) -> None:
    journal, folder = played(tmp_path / "journal.db"), tmp_path / "november"
    assert dicehouse("export", "--journal", str(journal), "-o", str(folder)).status == 0
    assert dicehouse("verify", str(folder), "--chain-only", "--rejudge", "--seals").status == 0
    (folder / "entries.jsonl").write_bytes((folder / "entries.jsonl").read_bytes() + b"\n")
    said = dicehouse("verify", str(folder), "--chain-only")
    assert said.status == 1
    assert said.out.startswith("entries.jsonl: it has ")
