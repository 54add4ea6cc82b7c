"""`dicehouse rulebooks kept`: the rulebooks that a journal was played by."""

from contextlib import closing
from pathlib import Path

import pytest

from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import BrokenError
from dicehouse.journal.writer import Writer
from dicehouse.leading.kept_rulebooks import with_hash
from dicehouse.leading.leader import Leader
from dicehouse.rulebooks import load
from tests.commands import dicehouse
from tests.logs import export, write_lines
from tests.played import TABLE, log_of, played


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("played") / "journal.db")


def test_they_are_listed_with_the_tables_that_were_played_by_them(journal: Path) -> None:
    out = dicehouse("rulebooks", "kept", str(journal)).out
    assert load("crown-sicbo-a").hash[:12] in out
    assert TABLE in out


def test_a_written_one_is_a_rulebook_for_every_command(journal: Path, tmp_path: Path) -> None:
    (row,) = dicehouse("rulebooks", "kept", str(journal), str(tmp_path / "old"), "--json").data
    file = tmp_path / "old" / row["file"]
    assert (row["id"], row["tables"], load(file).hash) == ("crown-sicbo-a", [TABLE], row["hash"])
    assert dicehouse("odds", str(file), "--json").data["rulebook"] == "crown-sicbo-a"


def test_a_damaged_journal_gives_none(journal: Path, tmp_path: Path) -> None:
    broken = write_lines(tmp_path / "broken", [b"no entry\n"])
    assert "broken" in dicehouse("rulebooks", "kept", str(broken)).mistake
    cut = export(tmp_path / "cut", log_of(journal))
    cut.write_bytes(cut.read_bytes().replace(b'"body":{"seq":2,', b'"body":{"seq":2', 1))
    assert "cut" in dicehouse("rulebooks", "kept", str(cut)).mistake


def test_a_file_whose_pages_are_gone_is_told(journal: Path, tmp_path: Path) -> None:
    file = tmp_path / "torn.db"
    whole = journal.read_bytes()
    file.write_bytes(whole[:8192] + bytes(len(whole) - 8192))
    said = dicehouse("rulebooks", "kept", str(file))
    assert (said.status, said.out) == (2, "")
    assert "torn.db" in said.err


def test_one_that_no_entry_has_is_not_found(journal: Path) -> None:
    bodies = [it for it in log_of(journal) if b'"stream":"table 7"' in it]
    book = load("crown-sicbo-a")
    found = with_hash(bodies, book.hash)
    assert found is not None
    assert found.hash == book.hash
    assert with_hash(bodies, "ff" * 32) is None


def test_a_table_without_entries_and_without_a_rulebook_cannot_begin(tmp_path: Path) -> None:
    told = pytest.raises(BrokenError, match="there is no rulebook to begin with")
    with closing(SqliteStore(tmp_path / "empty.db")) as store, closing(Writer(store)) as writer, told:
        Leader(store, writer, None, "table 7")


def test_it_wants_a_journal() -> None:
    assert "say `check FILE`, `schema`, `kept JOURNAL [FOLDER]`" in dicehouse("rulebooks", "kept").mistake
