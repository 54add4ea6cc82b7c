"""`dicehouse verify`: one line and status 0 for a journal that stands, the wrong record and 1, a mistake and 2."""

import json
import re
from pathlib import Path

import pytest

from dicehouse.journal.checkpoint import Key
from dicehouse.journal.record import hash_of
from dicehouse.journal.tree import leaf, root_of
from dicehouse.journal.verify import chain
from tests.commands import dicehouse, process
from tests.logs import balances, database, export, line, log_of, sealed, write_lines

LOG = log_of(50)
KEY = Key.make("the house")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


def test_a_journal_that_stands_is_one_line(file: Path) -> None:
    said = dicehouse("verify", str(export(file, LOG, {"balances": balances(LOG)})))
    told = f"head {hash_of(LOG[-1])}; root {root_of(map(leaf, LOG)).hex()}"
    assert said.rows == [f"{file}: 50 entries stand as written; {told}; no checkpoint"]
    (row,) = dicehouse("verify", str(export(file, LOG[:1]))).rows
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
    said = dicehouse("verify", str(write_lines(file, lines)))
    first, second, last = said.out.splitlines()
    assert said.status == 1
    assert re.fullmatch(r"entry 7 \(line 7\): its content has the hash \w+, and \w+ is recorded for it", first)
    assert second == "entries 11 to 12 (line 11): entries 11 to 12 are missing: entry 13 follows entry 10"
    assert last == f"{file}: the journal does not stand; 2 faults"


def test_a_fault_outside_the_entries_is_named_by_its_place(file: Path) -> None:
    said = dicehouse("verify", str(export(file, LOG, {"balances": {**balances(LOG), "cage": 1}})))
    assert said.status == 1
    assert said.out.splitlines() == [
        "balances: cage: 0.01 is recorded, and its postings add up to 0.00",
        f"{file}: the journal does not stand; 1 fault",
    ]


def test_many_faults_are_counted(file: Path) -> None:
    write_lines(file, [line(it).replace(b"amount", b"amoumt") if at else line(it) for at, it in enumerate(LOG)])
    said = dicehouse("verify", str(file), "--most", "3")
    assert said.status == 1
    assert len(said.out.splitlines()) == 4
    assert said.out.endswith("; 49 faults, of which 46 not listed\n")


def test_the_report_is_given_as_json(file: Path) -> None:
    data = dicehouse("verify", str(export(file, LOG)), "--json").data
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
    said = dicehouse("verify", str(export(file, log_of(1500))))
    assert (said.status, said.err) == (0, "1024 records read\n")
    assert len(said.out.splitlines()) == 1


def test_it_runs_as_a_program_of_its_own(file: Path) -> None:
    running = process("verify", str(export(file, LOG[1:])))
    running.communicate()
    assert running.returncode == 1


def test_help_tells_the_exit_status() -> None:
    said = dicehouse("verify", "--help")
    assert "status is 0 if the journal stands, 1 if a record is wrong, and 2 if there is no journal" in " ".join(
        said.out.split()
    )
