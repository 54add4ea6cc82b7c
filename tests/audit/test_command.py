"""The commands audit and records, as they are used."""

import json
from pathlib import Path

import pytest

from dicehouse.audit.findings import BAD, DIFFERENCES
from dicehouse.audit.mapping import mapping
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
    assert data["register"] == [
        it for it in data["differences"] if it["paid"] and abs(float(it["paid"]) - float(it["due"])) > 1000
    ]
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert all(it["says"] in page for it in data["differences"])
    assert (tmp_path / "report" / "report.pdf").read_bytes().startswith(b"%PDF")
    rows = (tmp_path / "report" / "differences.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + len(data["differences"])


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
        assert f"| `{it.name}` | {it.kind} | {'yes' if it.needed else ''} | {it.says} |" in page
    for kind, says in (DIFFERENCES | BAD).items():
        assert f"| `{kind}` | {says} |" in page


def test_the_mapping_file_of_the_schema_page_is_read_as_it_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "reference" / "audit.md").read_text(encoding="utf-8")
    _, _, example = page.partition("```toml\n")
    (tmp_path / "map.toml").write_text(example.partition("```")[0], encoding="utf-8")
    said = mapping(tmp_path / "map.toml")
    assert said.dollars
    assert said.wagers.columns == {"wager_no": ("ticket",), "wager": ("bet_type",), "returned": ("payout",)}
    assert said.wagers.values == {"wager": {"SMALL": "small"}}
    assert said.results.columns == {"dice": ("die_1", "die_2", "die_3")}
