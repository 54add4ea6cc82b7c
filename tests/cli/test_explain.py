"""`dicehouse explain`: a round told from a journal at rest, by the rulebook that it holds."""

from pathlib import Path

import pytest
from msgspec import structs

from dicehouse.journal.record import entry_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.table import dealt
from dicehouse.views import round_replay
from tests.commands import dicehouse
from tests.logs import chained, export, line, write_lines
from tests.played import DICE, Played, log_of, played, seal


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("played") / "journal.db")


def test_a_round_is_told_with_its_seal_its_dice_and_why_each_wager_was_decided(journal: Path) -> None:
    rows = [it.strip() for it in dicehouse("explain", str(journal), "--round", "1").rows]
    assert rows[0] == "table 7, round 1, by crown-sicbo-a; dice 1-2-3"
    assert rows[1].startswith("entries 2 to 15, the last with hash ")
    told = "\n".join(rows)
    assert f"Sealed as {seal(DICE[0])[:12]}" in told
    assert "The opened seal has these dice in it" in told
    assert "Refused, place-wager: " in told
    assert "by ann, player: 1 wager from 1 seat, $10 (3.7)" in told
    assert "seat 1: Small $10, win, $20 back: " in told
    assert rows[-1] == "Postings add up to $0; 1 of 1 wagers came out the same when they were settled again."
    assert "DIFFERS" not in told
    begins = next(it for it in rows if "entry 4," in it)
    assert begins.startswith("09:00:"), "the clock of the house is that of Perth"


def test_it_is_told_as_the_inspectors_desk_has_it(journal: Path) -> None:
    data = dicehouse("explain", str(journal), "--table", "table 7", "--round", "1", "--json").data
    assert (data["round"], data["rulebook"], data["settled"][0]["returned"]) == (1, "crown-sicbo-a", 2_000)


def test_a_round_under_way_and_one_that_is_void_are_told(tmp_path: Path) -> None:
    it = Played(SqliteStore(tmp_path / "journal.db")).opens()
    it.at(dealt.InviteBets)
    it.closes()
    said = dicehouse("explain", str(tmp_path / "journal.db"), "--round", "1")
    assert said.rows[0] == "table 7, round 1, by crown-sicbo-a; it is still being played"
    assert "Decided:" not in said.out


def test_what_differs_is_shouted(journal: Path, tmp_path: Path) -> None:
    log = [it.replace(b'"returned":2000', b'"returned":3000') for it in log_of(journal)]
    bodies = [it.replace(b'"salt":"5a17"', b'"salt":"5a18"') for it in log]
    file = export(tmp_path / "forged", chained(map(entry_of, bodies)))
    told = dicehouse("explain", str(file), "--round", "1").out
    assert "The seal was made of other dice; THIS DIFFERS" in told
    assert "THE AUDITOR SAYS $20 WAS DUE" in told


def test_many_settlements_are_cut_short(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_replay, "MOST_SETTLED", 0)
    assert "  and 1 more" in dicehouse("explain", str(journal), "--round", "1").rows


def test_what_is_not_there_is_one_line(journal: Path, tmp_path: Path) -> None:
    file = str(journal)
    assert dicehouse("explain", file, "--round", "9").mistake == (
        "table 7: it has not played round 9; ask for an earlier one"
    )
    assert dicehouse("explain", file, "--round", "1", "--table", "t").mistake == (
        f"{file}: it has no table 't'; it has table 7"
    )
    log = log_of(journal)
    lines = [line(it) for it in log]
    lines[3] = b"hello\n"
    broken = write_lines(tmp_path / "broken", lines)
    assert dicehouse("explain", str(broken), "--round", "1").mistake == (
        f"{broken}: record 4 is not as it was written; verify the journal"
    )
    other = structs.replace(entry_of(log[-1]), seq=len(log) + 1, stream="table 8", no=1)
    two = export(tmp_path / "two", chained([*map(entry_of, log), other]))
    assert dicehouse("explain", str(two), "--round", "1").mistake == (
        f"{two}: it has table 7, table 8; name one with --table"
    )
    assert dicehouse("explain", str(two), "--round", "1", "--table", "table 7").status == 0


def test_a_journal_without_its_rulebook_says_so(journal: Path, tmp_path: Path) -> None:
    bodies = [it.replace(b'"source":"{', b'"source":"') for it in log_of(journal)]
    file = export(tmp_path / "bare", chained(map(entry_of, bodies)))
    assert dicehouse("explain", str(file), "--round", "1").mistake == (
        "table 7: the rulebook that was kept: its text cannot be read; read the round with the program that wrote it"
    )
