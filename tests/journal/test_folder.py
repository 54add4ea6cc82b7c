"""An export in its folder: every file is what the manifest says, and so is the journal in it."""

from pathlib import Path

import pytest

from dicehouse.journal.verify import VerifyError, verify
from dicehouse.reports.export import export
from dicehouse.reports.sources import opened
from tests.played import log_of, played
from tests.support import exactly


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    journal = played(tmp_path / "journal.db")
    with opened(str(journal)) as source:
        export(source, tmp_path / "november")
    return tmp_path / "november"


def told(folder: Path) -> list[tuple[str, str]]:
    return [(it.where, it.why) for it in verify(folder).faults]


def test_a_whole_export_stands(folder: Path) -> None:
    report = verify(folder)
    assert report.faults == []
    assert report.entries == len(log_of(folder.parent / "journal.db"))
    assert verify(str(folder)).file == str(folder)


def test_a_file_that_was_changed_added_or_taken_away_is_named(folder: Path) -> None:
    (folder / "checkpoints.txt").write_text("other", encoding="utf-8")
    (where, why), *_ = told(folder)
    assert where == "checkpoints.txt"
    assert why.startswith("it has 5 bytes and the SHA-256 ")
    (folder / "checkpoints.txt").unlink()
    (folder / "more.txt").write_text("more", encoding="utf-8")
    assert told(folder) == [
        ("checkpoints.txt", "the manifest names it, and it is not there"),
        ("more.txt", "the manifest does not name it"),
    ]
    assert (len(verify(folder, most=1).faults), verify(folder, most=1).more) == (1, 1)


def test_a_manifest_of_another_journal_is_found(folder: Path) -> None:
    manifest = folder / "manifest.json"
    text = manifest.read_text(encoding="utf-8")
    entries = len(log_of(folder.parent / "journal.db"))
    manifest.write_text(text.replace(f'"entries": {entries}', '"entries": 7'), encoding="utf-8")
    ((where, why),) = told(folder)
    assert (where, why.partition(" up to")[0]) == ("manifest.json", "it says 7 entries")
    manifest.write_text(text.replace("entries.jsonl", "../entries.jsonl"), encoding="utf-8")
    assert ("../entries.jsonl", "the manifest names it, and it is not there") in told(folder)
    manifest.write_text("hello", encoding="utf-8")
    assert told(folder)[0][0] == "manifest.json"


def test_a_folder_that_is_no_export_is_refused(folder: Path) -> None:
    (folder / "entries.jsonl").unlink()
    said = f"{folder}: it has manifest.json and no entries.jsonl; have the whole export handed over"
    with pytest.raises(VerifyError, match=exactly(said)):
        verify(folder)
    (folder / "manifest.json").unlink()
    said = f"{folder}: it is a folder without manifest.json; name an export, or the file of a journal"
    with pytest.raises(VerifyError, match=exactly(said)):
        verify(folder)
