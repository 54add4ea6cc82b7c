"""The commands audit and records, as they are used."""

import json
from pathlib import Path

import pytest

from dicehouse.audit.findings import BAD, DIFFERENCES
from dicehouse.audit.mapping import Joined, Split, Summed, mapping
from dicehouse.audit.schema import RESULTS, WAGERS
from tests.commands import ROOT, dicehouse


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("command")
    said = dicehouse(
        "records", "star-craps", "--rounds", "2e2", "--errors", "20", "--tables", "2", "-o", str(made / "bad")
    )
    assert (said.status, said.err) == (0, "")
    assert "in 200 rounds at 2 tables, 20 errors planted" in said.out
    assert dicehouse("records", "star-craps", "--rounds", "50", "-o", str(made / "good")).status == 0
    return made


def audit(folder: Path, *more: str) -> tuple[str, ...]:
    return (
        "audit",
        "star-craps",
        "--wagers",
        str(folder / "wagers"),
        "--results",
        str(folder / "results.parquet"),
        *more,
    )


def test_the_status_is_0_when_nothing_was_found(folder: Path) -> None:
    said = dicehouse(*audit(folder / "good"))
    assert (said.status, said.err) == (0, "")
    assert "nothing found: every recorded wager was paid what the rules say" in said.out


def test_the_status_is_1_when_something_was_found_and_the_report_tells_it(folder: Path, tmp_path: Path) -> None:
    said = dicehouse(*audit(folder / "bad", "-o", str(tmp_path / "report"), "--json"))
    assert (said.status, said.err) == (1, "")
    data = json.loads(said.out)
    assert data == json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert sum(data["counts"].values()) == 20
    assert len(data["differences"]) + len(data["bad"]) == 20
    assert all(sum(it["differences"] for it in each) == len(data["differences"]) for each in data["totals"].values())
    assert data["register"] is None, "the document of craps asks for no monthly report"
    assert not (tmp_path / "report" / "over-1000.csv").exists()
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert all(it["says"] in page for it in data["differences"])
    assert (tmp_path / "report" / "report.pdf").read_bytes().startswith(b"%PDF")
    rows = (tmp_path / "report" / "differences.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + len(data["differences"])


@pytest.mark.clause("star-sicbo-2024", "8.13")
def test_errors_above_a_thousand_dollars_are_listed_where_the_document_asks_for_a_monthly_report(
    tmp_path: Path,
) -> None:
    rows = "wager_no,table,round,wager,stake,returned\n1,T1,1,small,100000,300001\n2,T1,1,small,100000,300000\n"
    (tmp_path / "w.csv").write_text(rows, encoding="utf-8")
    (tmp_path / "r.csv").write_text("table,round,dice\nT1,1,1-2-5\n", encoding="utf-8")
    records = ("--wagers", str(tmp_path / "w.csv"), "--results", str(tmp_path / "r.csv"))
    for rulebook, listed in (("star-sicbo-2024", [1]), ("star-sicbo-pre2024", None), ("crown-sicbo-a", None)):
        report = tmp_path / rulebook
        data = json.loads(dicehouse("audit", rulebook, *records, "-o", str(report), "--json").out)
        assert len(data["differences"]) == 2
        assert (data["register"] and [it["wager_no"] for it in data["register"]]) == listed
        assert (report / "over-1000.csv").exists() == (listed is not None)
        assert ("for the monthly report (8.13)" in (report / "report.html").read_text(encoding="utf-8")) == bool(listed)


@pytest.mark.parametrize(
    "arguments, says",
    [
        (("--wagers", "nowhere", "--results", "nowhere"), "nowhere: there are no records here"),
        (("--wagers", "nowhere"), "Missing option '--results'"),
        (("--wagers", "a", "--results", "b", "--engine", "abacus"), "'abacus' is not one of"),
        (("--wagers", "a", "--results", "b", "--reading", "horn=maybe"), "horn"),
    ],
)
def test_a_call_that_cannot_be_run_is_one_clear_line(arguments: tuple[str, ...], says: str) -> None:
    assert says in dicehouse("audit", "star-craps", *arguments).mistake


def test_records_are_not_written_over_others_nor_made_of_nothing(folder: Path, tmp_path: Path) -> None:
    assert (
        "has records already" in dicehouse("records", "star-craps", "--rounds", "9", "-o", str(folder / "bad")).mistake
    )
    assert "--rounds is 0" in dicehouse("records", "star-craps", "--rounds", "0", "-o", str(tmp_path)).mistake
    assert "is no whole number" in dicehouse("records", "star-craps", "--rounds", "x", "-o", str(tmp_path)).mistake
    many = ("records", "star-craps", "--rounds", "2", "--errors", "9999", "-o", str(tmp_path / "many"))
    assert "errors do not fit into" in dicehouse(*many).mistake


def test_the_schema_page_has_every_column_and_every_kind() -> None:
    page = (ROOT / "docs" / "reference" / "audit.md").read_text(encoding="utf-8")
    for it in (*WAGERS, *RESULTS):
        assert not it.also or f"`{it.also}`" in page
        assert f"| `{it.name}` | {it.kind} | {'yes' if it.needed else ''} | {it.says} |" in page
    for kind, says in (DIFFERENCES | BAD).items():
        assert f"| `{kind}` | {says} |" in page


def test_the_mapping_file_of_the_schema_page_is_read_as_it_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "reference" / "audit.md").read_text(encoding="utf-8")
    _, _, example = page.partition("```toml\n")
    (tmp_path / "map.toml").write_text(example.partition("```")[0], encoding="utf-8")
    said = mapping(tmp_path / "map.toml")
    assert said.dollars
    assert said.wagers.columns == {
        "wager_no": ("ticket",),
        "wager": ("bet_type",),
        "table": ("pit", "table"),
        "round": ("game",),
        "returned": ("winnings", "stake_back"),
    }
    assert said.wagers.ways == {"table": Joined(" "), "round": Split("-", 2), "returned": Summed()}
    assert (said.dates, said.tickets) == ("%d/%m/%Y", True)
    assert said.wagers.values == {"wager": {"SMALL": "small"}}
    assert said.results.columns == {"dice": ("die_1", "die_2", "die_3")}
