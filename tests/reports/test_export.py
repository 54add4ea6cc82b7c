"""A whole journal handed over: verified as it is, complete, and never half there."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

from dicehouse.audit.schema import RESULTS, WAGERS
from dicehouse.house.cage import StockCage
from dicehouse.journal.postgres import PostgresStore
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.verify import verify
from dicehouse.journal.verify.sources import Filed
from dicehouse.reports.catalogue import make
from dicehouse.reports.columns import TABLES
from dicehouse.reports.export import CHECKPOINTS, ENTRIES, MANIFEST, ExportError, export
from dicehouse.reports.report import Asked
from dicehouse.reports.sources import Journal, JournalError, Kept, opened
from dicehouse.reports.written import as_csv
from dicehouse.table import dealt_result
from dicehouse.table.betting import RemoveWager
from tests.commands import ROOT
from tests.croupier import Croupier, happened
from tests.leading.floor import Floor, went
from tests.reports.evening import KEY, happens, kept
from tests.stickperson import Stickperson
from tests.test_docs import blocks

S24, ARUZE = "star-sicbo-2024", "aruze-sicbo"


def exported(journal: Path | str, folder: Path, **how: Any) -> Path:
    with opened(str(journal)) as source:
        export(source, folder, **how)
    return folder


def rows(file: Path) -> list[dict[str, Any]]:
    return list(pq.read_table(file).to_pylist())


@pytest.fixture(scope="module")
def whole(evening: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exported(evening, tmp_path_factory.mktemp("exported") / "march", parquet=True)


# --- the entries


def test_an_export_stands_as_it_is_with_its_checkpoints(whole: Path) -> None:
    for anchors in ([], [whole / CHECKPOINTS]):
        report = verify(whole / ENTRIES, key=KEY.public, anchors=anchors)
        assert not report.faults
        assert report.entries == report.sealed == json.loads((whole / MANIFEST).read_bytes())["entries"]


@pytest.mark.parametrize("seq", [1, 57, 124])
def test_a_byte_that_is_changed_is_found_and_named(seq: int, whole: Path, tmp_path: Path) -> None:
    lines = (whole / ENTRIES).read_bytes().splitlines(keepends=True)
    at = lines[seq - 1].index(b'"at":"2026') + 9
    lines[seq - 1] = lines[seq - 1][:at] + b"7" + lines[seq - 1][at + 1 :]
    (tmp_path / "changed").write_bytes(b"".join(lines))
    fault = verify(tmp_path / "changed").faults[0]
    assert (fault.first, fault.where) == (seq, f"line {seq}")


def test_the_manifest_has_the_hash_and_size_of_every_file(whole: Path) -> None:
    manifest = json.loads((whole / MANIFEST).read_bytes())
    named = {it["name"]: it for it in manifest["files"]}
    assert named.keys() | {MANIFEST} == {it.name for it in whole.iterdir()}
    for name, it in named.items():
        content = (whole / name).read_bytes()
        assert (it["sha256"], it["bytes"]) == (hashlib.sha256(content).hexdigest(), len(content))
    assert manifest["head"] == verify(whole / ENTRIES).head


def test_reports_of_an_export_are_those_of_the_journal(evening: Path, whole: Path) -> None:
    told = []
    for journal in (evening, whole / ENTRIES):
        with opened(str(journal)) as source:
            told.append(as_csv(make("significant-events", source, Asked())))
    assert told[0] == told[1]


def test_a_journal_in_postgresql_gives_the_same_reports_and_stands_when_exported(
    database: str, evening: Path, tmp_path: Path
) -> None:
    store = PostgresStore(database)
    happens(store)
    store.close()
    folder = exported(database, tmp_path / "out")
    assert not verify(folder / ENTRIES, key=KEY.public).faults
    told = []
    for journal in (str(evening), database):
        with opened(journal) as source:
            told.append(as_csv(make("drop-win-hold", source, Asked())))
    assert told[0] == told[1]


def test_a_database_without_a_journal_is_told_and_left_as_it_is(database: str) -> None:
    for _ in range(2):
        with pytest.raises(JournalError, match="the database holds no journal"), opened(database):
            pass


def test_a_server_that_does_not_answer_is_told(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="the database cannot be reached: "):
        exported("postgresql://127.0.0.1:1/house", tmp_path / "out")


# --- never half there


class _Cut:
    """A journal that breaks off."""

    def __init__(self, journal: Journal, after: int, error: BaseException) -> None:
        self._journal, self._after, self._error = journal, after, error

    def items(self) -> Iterator[Filed]:
        for place, it in enumerate(self._journal.items()):
            if place == self._after:
                raise self._error
            yield it

    def seals(self) -> list[bytes]:
        return self._journal.seals()


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError("no room"), MemoryError()])
@pytest.mark.parametrize("parquet", [True, False])
def test_an_export_that_breaks_off_leaves_nothing(
    error: BaseException, parquet: bool, evening: Path, tmp_path: Path
) -> None:
    with opened(str(evening)) as source, pytest.raises(type(error)):
        export(_Cut(source, 50, error), tmp_path / "out", parquet=parquet)
    assert list(tmp_path.iterdir()) == []


def test_while_it_is_written_it_does_not_look_whole(evening: Path, tmp_path: Path) -> None:
    seen: set[str] = set()

    def look(_: int) -> None:
        seen.update(str(it.relative_to(tmp_path)) for it in tmp_path.rglob("*"))

    with opened(str(evening)) as source:
        export(source, tmp_path / "out", progress=look)
    assert seen
    assert not any(it.startswith("out") or it.endswith(MANIFEST) for it in seen)


def test_nothing_is_put_into_a_folder_that_is_there(evening: Path, tmp_path: Path) -> None:
    with opened(str(evening)) as source, pytest.raises(ExportError, match="it is there already"):
        export(source, tmp_path)
    with opened(str(evening)) as source, pytest.raises(ExportError, match="there is no folder"):
        export(source, tmp_path / "nowhere" / "out")
    assert list(tmp_path.iterdir()) == []


# --- Parquet


@pytest.mark.parametrize("table", TABLES)
def test_every_column_of_every_table_is_there_in_its_order(table: str, whole: Path) -> None:
    for file in whole.glob(f"{table}*.parquet"):
        assert pq.read_schema(file).names == [it.name for it in TABLES[table]]


@pytest.mark.parametrize("table, wanted", [("wagers", WAGERS), ("results", RESULTS)])
def test_wagers_and_results_have_the_columns_that_the_audit_reads(table: str, wanted: Any) -> None:
    assert {it.also or it.name for it in wanted} <= {it.name for it in TABLES[table]}


RESERVED = frozenset(
    """
    all alter and any array as asc at authorization before by call case cast check collate column constraint create
    cross cube current cursor date day default delete desc describe distinct drop else end except exists explain
    external false fetch for foreign from full function go grant group grouping hash having hour if in index inner
    insert intersect interval into is join key language last lateral left like limit local match merge method minute
    module month name natural new no none not null of offset old on only open or order outer over partition percent
    period primary range read recursive ref references result return returns right role rollback row rows schema
    second select set sql start step system table tablesample then time timestamp to top trigger true union unique
    unknown update user using value values view when where window with year after
    """.split()  # noqa: SIM905  # a list of words to be read
)
"""Words that the SQL standard, DuckDB, PostgreSQL, Spark, BigQuery, MySQL or SQL Server keep for themselves."""


def test_no_column_needs_quotes_in_sql(whole: Path) -> None:
    with duckdb.connect() as con:
        reserved = {*RESERVED, *(it for (it,) in con.execute(KEYWORDS).fetchall())}
    assert {it.name for columns in TABLES.values() for it in columns} & reserved == set()
    for file in whole.glob("*.parquet"):
        names = pq.read_schema(file).names
        with duckdb.connect() as con:
            found = con.execute(f"select {', '.join(names)} from '{file}'").description
        assert found is not None
        assert [it[0] for it in found] == names


def test_the_recipe_for_polars_names_columns_that_there_are(whole: Path) -> None:
    """It is not installed here; what the recipe asks of it is."""
    (recipe,) = [it for _, title, it in blocks(ROOT / "docs/how-to/analyse.md", "python") if title == "with_polars.py"]
    compile(recipe, "with_polars.py", "exec")
    columns = set(re.findall(r'(?:col|group_by|sort)\("(\w+)"\)', recipe))
    assert columns == {"wager", "stake", "returned"}
    assert columns < set(pq.read_schema(whole / f"wagers-{S24}.parquet").names)


KEYWORDS = "select keyword_name from duckdb_keywords() where keyword_category <> 'unreserved'"


def test_postings_of_the_tables_add_up_to_nothing_and_entries_are_all_there(whole: Path) -> None:
    entries, postings = rows(whole / "entries.parquet"), rows(whole / "postings.parquet")
    assert [it["seq"] for it in entries] == list(range(1, 1 + len(entries)))
    assert sum(it["amount"] for it in postings) == 0
    assert sum(it["event_count"] for it in entries) == len(rows(whole / "events.parquet"))


def test_each_result_and_each_wager_of_it_is_a_row(whole: Path) -> None:
    results, wagers = rows(whole / f"results-{S24}.parquet"), rows(whole / f"wagers-{S24}.parquet")
    assert [(it["round_no"], it["dice"], it["opening"], it["dealer"]) for it in results] == [
        (1, "1-2-5", True, "dora"), (2, "1-1-2", False, "dora"), (3, "5-6-6", False, "dora"),
    ]  # fmt: skip
    told = [
        (it["wager_no"], it["round_no"], it["wager"], it["stake"], it["state_after"], it["returned"]) for it in wagers
    ]
    assert told == [
        (1, 1, "small", 50_000, "win", 100_000), (2, 2, "big", 20_000, "lose", 0), (3, 3, "small", 10_000, "lose", 0),
    ]  # fmt: skip
    settled = [it for it in rows(whole / "settlements.parquet") if it["table_name"] == "table 7"]
    assert [(it["bet_id"], it["ended_as"]) for it in settled] == [
        ("w1", "win"), ("w2", "lose"), ("w3", "lose"),
    ]  # fmt: skip


def test_at_craps_each_roll_is_a_result_and_a_step_of_every_wager_that_stands(tmp_path: Path) -> None:
    table = Stickperson(name="pit 3").seats(ann=1)
    table.shoots("ann", id="w1")
    for dice in ((2, 4), (1, 4), (3, 3)):
        table.rolls(*dice)
    folder = exported(
        kept(table.events, table.table.config.name, tmp_path / "house.db"), tmp_path / "out", parquet=True
    )
    assert [it["dice"] for it in rows(folder / "results-star-craps.parquet")] == ["2-4", "1-4", "3-3"]
    steps = [(it["round_no"], it["step_no"], it["state_before"], it["state_after"], it["returned"]) for it in rows(
        folder / "wagers-star-craps.parquet"
    )]  # fmt: skip
    assert steps == [
        (1, 1, "waiting", "point_6", 0), (2, 2, "point_6", "point_6", 0), (3, 3, "point_6", "win", 2_000),
    ]  # fmt: skip


def test_a_round_without_a_result_is_a_row_without_dice_and_its_wagers_are_void(tmp_path: Path) -> None:
    table = Croupier(name="table 1").opens().seats(ann=1).invites()
    table.bets("ann", "small", 1_000, id="w1")
    table.closes_betting()
    happened(table.dealer(dealt_result.Uncover))
    happened(table.staff(dealt_result.CallNoResult, reason="cocked dice"))
    table.invites()
    table.bets("ann", "small", 1_000, id="w2")
    happened(table.player("ann", RemoveWager, bet="w2"))
    table.settles(1, 2, 5)
    folder = exported(
        kept(table.events, table.table.config.name, tmp_path / "house.db"), tmp_path / "out", parquet=True
    )
    assert [it["dice"] for it in rows(folder / f"results-{S24}.parquet")] == ["", "1-2-5"]
    steps = [(it["bet_id"], it["state_after"], it["returned"]) for it in rows(folder / f"wagers-{S24}.parquet")]
    assert steps == [("w1", "void", 1_000)], "what was taken down before a result was never in play"


def test_every_column_is_described_where_exports_are_explained() -> None:
    page = (ROOT / "docs" / "how-to" / "reports.md").read_text(encoding="utf-8")
    for table, columns in TABLES.items():
        lines = "".join(f"| `{it.name}` | {it.type} | {it.says} |\n" for it in columns)
        assert f"**{table}**\n\n| column | holds | |\n|---|---|---|\n{lines}" in page


def test_an_open_store_is_read_as_far_as_it_went_when_the_reading_began(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    floor = Floor(store)
    for _ in range(2):
        went(floor.cage(StockCage, "cage-supervisor", what="cash", amount=1))
    journal = Kept(store)
    went(floor.cage(StockCage, "cage-supervisor", what="cash", amount=1))
    made = make("significant-events", journal, Asked())
    assert made.entries == 2
    floor.stops()
    store.close()
