"""`dicehouse report` and `dicehouse export`: the list, four ways to write a report, and every mistake in one line."""

import csv
import io
import json
import sys
from pathlib import Path

import pytest

from dicehouse.reports.catalogue import REPORTS, Made
from dicehouse.reports.report import Asked, Column, Kind, Report
from dicehouse.reports.written import as_csv
from tests.commands import dicehouse
from tests.reports.evening import written


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(written(tmp_path_factory.mktemp("evening") / "house.db"))


def report(name: str, journal: str, *more: str) -> list[str]:
    return ["report", name, "--journal", journal, *more]


# --- the list, and the ways to write


def test_alone_it_lists_every_report_with_a_line() -> None:
    assert [line.split("  ")[0] for line in dicehouse("report").rows] == list(REPORTS)
    assert all(line.endswith(".") for line in dicehouse("report").rows)


def test_a_table_for_people_has_title_scope_rows_totals_and_notes(journal: str) -> None:
    said = dicehouse(*report("drop-win-hold", journal, "--table", "table 7")).rows
    assert said[0] == "Drop, win and hold by table and gaming day"
    assert said[1].startswith("the whole journal; at table 7; times of Australia/Sydney, as of 2026-03-02 13:43:02; ")
    (row,) = [line.split() for line in said if line.startswith(" table 7")]
    assert row[:6] == ["table", "7", "2026-03-02", "2026-03-02", "12:00:15", "10000.00"]
    assert row[-5:] == ["8199.00", "-111.00", "-4.85%", "the", "cage"]
    (total,) = [line.split() for line in said if line.startswith(" Total")]
    assert total == ["Total", "10000.00", "1000.00", "400.00", "2290.00", "8199.00", "-111.00", "-4.85%"]
    assert said[-1].startswith("A tray without a closer")


def test_a_report_of_nothing_says_so(journal: str) -> None:
    assert "There is nothing to report." in dicehouse(*report("notices", journal, "--from", "2027-01-01")).rows


def test_csv_has_the_rows_alone_with_money_in_dollars_and_times_of_the_house(journal: str) -> None:
    said = dicehouse(*report("drop-win-hold", journal, "--as", "csv", "--table", "table 7"))
    (row,) = csv.DictReader(io.StringIO(said.out))
    assert (row["drop"], row["win"], row["hold"]) == ("2290.00", "-111.00", "-4.85")
    assert (row["gaming_day"], row["opened"]) == ("2026-03-02", "2026-03-02T12:00:15+11:00")


def test_a_text_that_a_spreadsheet_would_run_is_made_harmless() -> None:
    rows = [(it, -500) for it in ("=1+1", "+1", "-1", "@x", "\tx", "plain")]
    columns = (Column("text"), Column("money", Kind.MONEY))
    told = Report(title="t", columns=columns, rows=list(rows))
    made = Made(name="x", report=told, asked=Asked(), entries=0, head="0", as_of=None)
    assert [row[0][0] for row in list(csv.reader(io.StringIO(as_csv(made))))[1:]] == ["'"] * 5 + ["p"]
    assert as_csv(made).endswith("plain,-5.00\n"), "an amount below nothing is left as it is"


def test_json_has_everything_exactly(journal: str) -> None:
    said = dicehouse(*report("drop-win-hold", journal, "--as", "json", "--table", "table 7")).data
    (row,) = said["rows"]
    assert row["win"] == {"cents": -11_100, "dollars": "-111.00"}
    assert row["hold"] == {"exact": "-111/2290", "percent": "-4.85"}
    assert said["journal"].keys() == {"entries", "head"}
    assert {it["name"] for it in said["columns"]} == row.keys()
    carried = dicehouse(*report("jackpot-reconciliation", journal, "--as", "json")).data["rows"][0]["carried"]
    assert carried == "1/3"


@pytest.mark.parametrize("name", ["notices", "payment-errors", "significant-events", "ticket-liability"])
def test_a_pdf_is_set_and_is_the_same_each_time(name: str, journal: str, tmp_path: Path) -> None:
    for file in ("a.pdf", "b.pdf"):
        assert dicehouse(*report(name, journal, "-o", str(tmp_path / file))).rows == []
    assert (tmp_path / "a.pdf").read_bytes()[:5] == b"%PDF-"
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.parametrize("name, begins", [("r.csv", "given,where"), ("r.json", "{"), ("r.txt", "Notices to")])
def test_a_file_is_written_as_its_name_ends(name: str, begins: str, journal: str, tmp_path: Path) -> None:
    assert dicehouse(*report("notices", journal, "-o", str(tmp_path / name))).rows == []
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)


def test_a_report_is_headed_by_whose_it_is_and_has_room_for_a_signature(journal: str, tmp_path: Path) -> None:
    said = ("--casino", "The Corner House", "--made-by", "Ivy Vance", "--from", "2026-03-02")
    lines = dicehouse(*report("drop-win-hold", journal, *said)).rows
    assert lines[1] == "casino The Corner House; made by Ivy Vance"
    assert lines[2].startswith("from 2026-03-02; times of")
    data = dicehouse(*report("drop-win-hold", journal, *said, "--as", "json")).data
    assert (data["casino"], data["made_by"]) == ("The Corner House", "Ivy Vance")
    assert dicehouse(*report("drop-win-hold", journal, "--as", "json")).data["casino"] is None
    assert dicehouse(*report("drop-win-hold", journal, *said, "-o", str(tmp_path / "r.txt"))).rows == []
    *_, last = (tmp_path / "r.txt").read_text(encoding="utf-8").splitlines()
    assert [it.strip() for it in last.split("_") if it.strip()] == ["Name", "Signature", "Date"]
    for name, more in (("plain.pdf", said[4:]), ("headed.pdf", said)):  # of the same days
        assert dicehouse(*report("drop-win-hold", journal, *more, "-o", str(tmp_path / name))).rows == []
    assert (tmp_path / "plain.pdf").read_bytes() != (tmp_path / "headed.pdf").read_bytes()


@pytest.mark.clause("star-sicbo-2024", "8.13")
@pytest.mark.parametrize(
    "rulebook, role, asked_by",
    [
        ("star-sicbo-2024", "casino-supervisor", "star-sicbo-2024 8.13"),
        ("crown-sicbo-a", "tg-assistant-casino-manager", ""),
    ],
)
def test_the_register_of_a_journal_with_its_rulebooks_says_which_asks_for_a_report(
    rulebook: str, role: str, asked_by: str, tmp_path: Path
) -> None:
    by = {"at": "2026-11-16T12:00:00+11:00", "by": "sue", "role": role}
    opens = by | {"do": "open-table", "id": "1", "float": 1_000_000, "acknowledged": ["colour-red"]}
    error = by | {"do": "record-mispayment", "id": "m", "of": "wager", "due": 0, "paid": 100_001, "person": "ann"}
    lines = "\n".join(json.dumps(it) for it in (opens, error))
    said = dicehouse("table", rulebook, "--journal", str(tmp_path / "house.db"), stdin=lines.encode())
    assert "mispayment-recorded" in said.out, said.out
    (row,) = dicehouse(*report("payment-errors", str(tmp_path / "house.db"), "--as", "json")).data["rows"]
    assert row["asked_by"] == asked_by


def test_every_mistake_is_one_line_and_leaves_no_file(journal: str, tmp_path: Path) -> None:
    (tmp_path / "other.db").write_text("this is no journal\n", encoding="utf-8")
    (tmp_path / "empty.db").touch()
    out = tmp_path / "out.csv"
    for arguments, says in [
        (["report", "notises"], "there is no report 'notises'; did you mean notices?"),
        (["report", "notices"], "notices: name the journal it is made from with --journal FILE"),
        (report("notices", "nowhere.db"), "nowhere.db: No such file or directory; name the file of a journal"),
        (report("notices", str(tmp_path)),
         f"{tmp_path}: it is a folder without manifest.json; name an export, or the file of a journal"),
        (report("notices", str(tmp_path / "other.db")),
         "the first record is no entry of a journal; name the file of a journal"),
        (report("notices", str(tmp_path / "empty.db")),
         f"{tmp_path / 'empty.db'}: it is empty; name the file of a journal"),
        (report("notices", journal, "--from", "2026-03-03", "--to", "2026-03-02"),
         "2026-03-03 is after 2026-03-02; give the earlier day first"),
        (report("notices", journal, "--zone", "Mars/Base"),
         'Mars/Base: there is no such time zone; write one such as "Australia/Sydney"'),
        (report("notices", journal, "--table", "table 9"),
         "table 9: the journal has no such table; these are in it: hall, table 7"),
        (report("activity-statement", journal, "--patron", "zoe"),
         "zoe: the house has nobody of this name on its books; write it as the house does"),
        (report("notices", journal, "--as", "pdf"), "a PDF is not for a screen; name its file with -o"),
        (report("notices", journal, "-o", "x.doc"),
         "x.doc ends in none of .csv, .json, .pdf and .txt; say how to write it with --as"),
    ]:  # fmt: skip
        more = [] if "pdf" in arguments or "x.doc" in arguments else ["-o", str(out)]
        assert dicehouse(*arguments, *more).mistake == says
        assert not out.exists()
    assert "2026-13-01" in dicehouse(*report("notices", journal, "--from", "2026-13-01")).mistake


def test_a_missing_extra_is_one_line_that_names_it(
    journal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("typst", "pyarrow.parquet", "psycopg"):
        monkeypatch.setitem(sys.modules, module, None)
    pdf = dicehouse(*report("notices", journal, "-o", str(tmp_path / "a.pdf"))).mistake
    assert pdf == "a PDF needs the report extra: pip install 'dicehouse[report]'; or write it with --as csv"
    parquet = dicehouse("export", "--journal", journal, "-o", str(tmp_path / "x"), "--parquet").mistake
    assert parquet == "Parquet needs the audit extra: pip install 'dicehouse[audit]'"
    server = dicehouse(*report("notices", "postgresql://localhost/house")).mistake
    assert server == "PostgreSQL needs the postgres extra: pip install 'dicehouse[postgres]'"
    assert list(tmp_path.iterdir()) == []


# --- the export


def test_an_export_is_told_in_one_line_and_verified(journal: str, tmp_path: Path) -> None:
    folder = tmp_path / "march"
    (line,) = dicehouse("export", "--journal", journal, "-o", str(folder), "--parquet").rows
    manifest = json.loads((folder / "manifest.json").read_bytes())
    assert line.startswith(f"{folder}: {manifest['entries']} entries in {len(manifest['files'])} files, ")
    assert line.endswith(f"head {manifest['head']}")
    assert " entries stand as written; " in dicehouse("verify", str(folder), "--chain-only").rows[0]
    again = dicehouse("export", "--journal", journal, "-o", str(folder)).mistake
    assert again == f"{folder}: it is there already; name a folder that is not"
