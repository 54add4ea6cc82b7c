"""Records that cannot be settled are counted and listed, each for what it is, and never stop the rest."""

import json
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dicehouse.audit.findings import BAD, DIFFERENCES
from dicehouse.audit.intake import IntakeError
from dicehouse.audit.mapping import AS_IT_IS, MappingError, mapping
from dicehouse.audit.report import write
from dicehouse.audit.run import Audited, audit
from tests.audit.makes import audited, compiled, made
from tests.support import exactly

HEAD = "wager_no,table,round,wager,stake,returned,step,before,after,commission,call,dealer,day"
GOOD = "1,T1,1,field,1000,2000,1,,win,0,,Ann,2026-03-02"
RESULTS = "table,round,dice\nT1,1,1-2\nT1,2,3-3\nT1,3,\nT1,4,3-4\n"
"""A three, a point of six, no roll, and a seven."""


def check(folder: Path, rows: str, results: str = RESULTS, engine: str = "numba", chip: int = 100) -> Audited:
    (folder / "wagers.csv").write_text(f"{HEAD}\n{rows}\n", encoding="utf-8")
    (folder / "results.csv").write_text(results, encoding="utf-8")
    it = compiled("star-craps", chip)
    return audit(it, str(folder / "wagers.csv"), str(folder / "results.csv"), engine=engine)


def test_a_good_record_is_borne_out(tmp_path: Path) -> None:
    found = check(tmp_path, GOOD)
    assert found.clean
    assert (found.rows, found.rounds, found.staked, found.paid) == (1, 4, 1000, 2000)


BAD_ROWS = (
    ("{n},T1,1,feild,1000,2000,1,,win,0,,,", "unknown-wager", "feild: star-craps does not offer it"),
    ("{n},T1,1,field,0,2000,1,,win,0,,,", "stake", "the stake is 0.00; it should be above 0.00"),
    ("{n},T1,1,field,-100,2000,1,,win,0,,,", "stake", "the stake is -1.00"),
    ("{n},T1,1,field,100000000001,0,1,,win,0,,,", "stake", "the stake is 1000000000.01"),
    ("{n},T1,1,field,9223372036854775807,0,1,,win,0,,,", "stake", "the stake is 92233720368547758.07"),
    ("{n},T1,1,field,-9223372036854775808,0,1,,win,0,,,", "stake", "the stake is -92233720368547758.08"),
    ("{n},T1,1,horn,1000,0,1,,lose,0,,,", "stake", "the stake 10.00 is not in units of 4.00"),
    ("{n},T1,1,field,1000,-1,1,,win,0,,,", "value", "returned is -0.01, which is below zero"),
    ("{n},T1,1,field,1000,2000,0,,win,0,,,", "value", "step is 0; the first is 1"),
    ("{n},T1,1,field,1000,2000,1,,win,0,maybe,,", "value", "call is 'maybe'; it is on, off or empty"),
    ("{n},T1,1,field,1000,2000,1,,win,-5,,,", "value", "commission is -0.05"),
    ("{n},T1,9,field,1000,2000,1,,win,0,,,", "no-result", "round 9 of T1 is not among the results"),
    ("{n},T9,1,field,1000,2000,1,,win,0,,,", "no-result", "round 1 of T9 is not among the results"),
    ("{n},T1,1,win-line,1000,2000,1,sleeping,win,0,,,", "state", "win-line stands in waiting"),
    ("{n},T1,1,win-line,1000,2000,1,,win,0,,,", "state", "not in 'no state'"),
    ("{n},T1,1,field,1000,2000,1,,won,0,,,", "state", "field cannot go to 'won'"),
    ("{n},T1,1,come,1000,0,1,waiting,lose,0,,,", "start", "come does not begin in waiting then"),
    ("{n},T1,1,field,1000,2100,1,,win,0,,,", "paid", "win: paid 21.00, due 20.00"),
    ("{n},T1,1,field,1000,9223372036854775807,1,,win,0,,,", "paid", "win: paid 92233720368547758.07, due 20.00"),
    ("{n},T1,1,field,1000,0,1,,lose,0,,,", "paid", "win: paid 0.00, due 20.00"),
    ("{n},T1,1,field,1000,2000,1,,lose,0,,,", "course", "written down as lose, should be win"),
    ("{n},T1,1,field,1000,2000,1,,win,100,,,", "commission", "charged 1.00, due 0.00"),
    ("{n},T1,4,buy-6,2000,0,1,up,lose,99,on,,", "commission", "charged 0.99, due 1.00"),
    ("{n},T1,2,win-line,1000,1000,2,point_6,removed,0,,,", "course", "win-line stays up until it is decided"),
    ("{n},T1,2,win-line,1000,0,1,waiting,point_6,0,,,", "chain", "leaves the wager standing, and no step follows"),
    ("{n},T1,4,win-line,1000,0,3,point_6,lose,0,,,", "chain", "step 3 has nothing before it"),
    ("x,T1,1,field,1000,2000,1,,win,0,,,", "value", "wagers.csv, row {n}: wager_no is 'x'"),
    ("{n},,1,field,1000,2000,1,,win,0,,,", "value", "wagers.csv, row {n}: table is missing"),
    ("{n},T1,1,field,10.50,2000,1,,win,0,,,", "value", "wagers.csv, row {n}: stake is '10.50'"),
    ("{n},T1,1,field,1000,2000,1,,win,0,,,2026-02-30", "value", "wagers.csv, row {n}: day is '2026-02-30'"),
)
"""What is wrong in a record, the kind it is listed under, and what is said of it; {n} is its row and its number."""


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Audited]:
    """All of them in one file, by each engine."""
    rows = "\n".join(row.format(n=n) for n, (row, _, _) in enumerate(BAD_ROWS, start=2))
    return {it: check(tmp_path_factory.mktemp(it), f"{GOOD}\n{rows}", engine=it) for it in ("numba", "duckdb")}


@pytest.mark.parametrize(
    "n", range(2, len(BAD_ROWS) + 2), ids=lambda n: f"{BAD_ROWS[n - 2][1]} {BAD_ROWS[n - 2][2][:30]}"
)
def test_a_bad_record_is_listed_for_what_it_is(n: int, listed: dict[str, Audited]) -> None:
    _, kind, says = BAD_ROWS[n - 2]
    for found in listed.values():
        own = [it for it in found.findings if it.wager_no == n or f"row {n}:" in it.says]
        assert [it.kind for it in own if (kind, it.kind) != ("course", "chain")] == [kind]
        assert says.format(n=n) in own[-1 if kind == "course" else 0].says


def test_nothing_else_is_found_and_the_engines_agree(listed: dict[str, Audited]) -> None:
    assert listed["numba"].findings == listed["duckdb"].findings
    assert {it.wager_no for it in listed["numba"].findings} <= {0, *range(2, len(BAD_ROWS) + 2)}


@pytest.mark.parametrize("again", ["1,T1,1,field,1000,2000,1,,win,0,,,", "1,T1,4,field,1000,0,1,,lose,0,,,"])
@pytest.mark.parametrize("engine", ["numba", "duckdb"])
def test_a_number_that_two_wagers_of_a_table_share_is_listed_as_a_duplicate(
    again: str, engine: str, tmp_path: Path
) -> None:
    found = check(tmp_path, f"{GOOD}\n{again}", engine=engine)
    assert [(it.kind, it.says) for it in found.findings] == [("duplicate", "wager 1 of T1 is placed twice")]


@pytest.mark.parametrize(
    "results, kind, says",
    [
        ("T1,5,7-1\n", "dice", "the dice cannot show this result"),
        ("T1,5,1-2-3\n", "dice", "the dice cannot show this result"),
        ("T1,1,1-2\n", "order", "round 1 comes after round 4"),
        ("T1,1,1-2\n", "duplicate-round", "round 1 stands twice, with the same result; the first one counts"),
        ("T1,1,5-5\n", "duplicate-round", "round 1 stands twice, with another result; the first one counts"),
        ("T1,x,5-5\n", "value", "results.csv, row 5: round is 'x'"),
    ],
)
def test_a_bad_result_is_listed_for_what_it_is(results: str, kind: str, says: str, tmp_path: Path) -> None:
    found = check(tmp_path, GOOD, RESULTS + results)
    assert says in [it.says for it in found.findings if it.kind == kind]
    assert not found.differences


def test_rounds_numbered_with_wide_gaps_are_found_all_the_same(tmp_path: Path) -> None:
    results = "table,round,dice\nT1,20260302000001,1-2\nT1,20260302000009,3-3\nT2,7,3-4\nT1,20270302000001,3-4\n"
    rows = [
        "1,T1,20260302000001,field,1000,2000,1,,win,0,,,",
        "2,T1,20260302000009,win-line,1000,0,1,waiting,point_6,0,,,",
        "2,T1,20270302000001,win-line,1000,0,2,point_6,lose,0,,,",
    ]
    for engine in ("numba", "duckdb"):
        assert check(tmp_path, "\n".join(rows), results, engine).clean
    assert [it.kind for it in check(tmp_path, rows[1], results).findings] == ["chain"]


def test_a_table_that_opens_anew_begins_with_its_markers_anew(tmp_path: Path) -> None:
    rolls = "table,round,dice,opening\nT1,1,3-3,{}\nT1,2,4-4,{}\n"
    row = "2,T1,2,win-line,1000,0,1,waiting,point_8,0,,,"
    assert check(tmp_path, row, rolls.format("true", "true")).clean
    assert [it.kind for it in check(tmp_path, row, rolls.format("true", "false")).findings] == ["start"]


@pytest.mark.parametrize("engine", ["numba", "duckdb"])
def test_a_truncated_file_and_a_file_without_a_column_are_listed_and_the_rest_is_audited(
    engine: str, tmp_path: Path
) -> None:
    it = compiled("aruze-sicbo")
    there = made(it, tmp_path)
    folder = tmp_path / "wagers"
    one = min(folder.iterdir())
    (folder / "cut.parquet").write_bytes(one.read_bytes()[:-100])
    pq.write_table(pq.read_table(one).drop_columns(["stake"]), folder / "no-stake.parquet")
    (folder / "empty.parquet").write_bytes(b"")
    found = audited(it, tmp_path, engine)
    assert found.rows == there.wagers
    assert sorted((it.kind, it.says.partition(" ")[0]) for it in found.findings) == [
        ("columns", "no-stake.parquet"),
        ("file", "cut.parquet"),
        ("file", "empty.parquet"),
    ]


@pytest.mark.parametrize("engine", ["numba", "duckdb"])
def test_a_row_group_that_cannot_be_read_is_listed_and_the_others_are_audited(engine: str, tmp_path: Path) -> None:
    it = compiled("aruze-sicbo")
    there = made(it, tmp_path)
    file = min((tmp_path / "wagers").iterdir())
    group = pq.read_metadata(file).row_group(1)
    begin = group.column(0).dictionary_page_offset or group.column(0).data_page_offset
    spoilt = bytearray(file.read_bytes())
    spoilt[begin : begin + 200] = b"\xff" * 200
    file.write_bytes(spoilt)
    found = audited(it, tmp_path, engine)
    assert [(it.kind, it.rows) for it in found.findings if it.kind == "file"] == [("file", group.num_rows)]
    assert found.rows == there.wagers - group.num_rows


@pytest.mark.parametrize("engine", ["numba", "duckdb"])
@pytest.mark.parametrize("book", ["aruze-sicbo", "star-craps"])
def test_a_row_group_without_rows_is_passed_over(book: str, engine: str, tmp_path: Path) -> None:
    it = compiled(book)
    there = made(it, tmp_path)
    file = min((tmp_path / "wagers").iterdir())
    pq.write_table(pq.read_table(file)[:0], tmp_path / "wagers" / "nothing.parquet")
    found = audited(it, tmp_path, engine)
    assert found.clean
    assert found.rows == there.wagers


def test_text_where_numbers_should_be_is_read_row_by_row(tmp_path: Path) -> None:
    it = compiled("aruze-sicbo")
    made(it, tmp_path)
    file = min((tmp_path / "wagers").iterdir())
    table = pq.read_table(file)
    stakes = [str(stake) for stake in table["stake"].to_pylist()]
    stakes[3] = "ten"
    pq.write_table(table.set_column(4, "stake", pa.array(stakes)), file)
    found = audited(it, tmp_path, "numba")
    assert [it.says for it in found.findings] == [f"{file.name}, row 4: stake is 'ten'"]


def test_json_lines_are_read_and_a_line_that_is_none_is_listed(tmp_path: Path) -> None:
    wager = {"wager_no": 1, "table": "T1", "round": 1, "wager": "field", "stake": 1000, "returned": 2000}
    lines = [json.dumps(wager), "{nonsense", json.dumps(wager | {"wager_no": 2, "returned": 0}), "[1]"]
    (tmp_path / "w.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "r.jsonl").write_text('{"table":"T1","round":1,"dice":[1,2]}\n', encoding="utf-8")
    found = audit(compiled("star-craps"), str(tmp_path / "w.jsonl"), str(tmp_path / "r.jsonl"), engine="numba")
    assert [(it.kind, it.wager_no) for it in found.differences] == [("paid", 2)]
    assert [it.says for it in found.bad] == [
        "w.jsonl, line 2: this is no JSON object: {nonsense",
        "w.jsonl, line 4: this is no JSON object: [1]",
    ]


MAP = """\
money = "dollars"
[wagers]
wager_no = "ticket"
wager = "bet"
returned = "payout"
[wagers.values.wager]
"THE FIELD" = "field"
[results]
dice = ["die_1", "die_2"]
"""


@pytest.mark.parametrize("engine", ["numba", "duckdb"])
def test_an_empty_text_says_as_little_as_none(engine: str, tmp_path: Path) -> None:
    wager = {"wager_no": 1, "table": "T1", "round": 1, "wager": "field", "stake": 1000, "returned": 2000}
    pq.write_table(pa.Table.from_pylist([wager | {"before": "", "after": "", "call": ""}]), tmp_path / "w.parquet")
    result = {"table": "T1", "round": 1, "dice": "1-2"}
    pq.write_table(pa.Table.from_pylist([result]), tmp_path / "r.parquet")
    found = audit(compiled("star-craps"), str(tmp_path / "w.parquet"), str(tmp_path / "r.parquet"), engine=engine)
    assert found.clean
    assert found.rows == 1


def test_a_mapping_file_reads_an_operators_own_names_and_dollars(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(MAP, encoding="utf-8")
    rows = "ticket,table,round,bet,stake,payout\n1,T1,1,THE FIELD,10.00,20.00\n2,T1,1,THE FIELD,10.00,20.5\n"
    (tmp_path / "w.csv").write_text(rows, encoding="utf-8")
    (tmp_path / "r.csv").write_text("table,round,die_1,die_2\nT1,1,1,2\n", encoding="utf-8")
    translation = mapping(tmp_path / "map.toml")
    places = str(tmp_path / "w.csv"), str(tmp_path / "r.csv")
    found = audit(compiled("star-craps"), *places, translation=translation, engine="duckdb")
    assert [(it.kind, it.wager_no, it.paid, it.due) for it in found.findings] == [("paid", 2, 2050, 2000)]


def test_tickets_that_are_texts_are_named_in_findings_and_are_the_same_in_every_file(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text('tickets = "texts"\n[wagers]\nwager_no = "ticket"\n', encoding="utf-8")
    head = "ticket,table,round,wager,stake,returned,step,before,after\n"
    # Ticket A-7 waits for its point in the first file and makes it in the second; B-1 was paid 1.00 too much.
    first = f"{head}A-7,T1,1,win-line,1000,0,1,waiting,point_6\nB-1,T1,1,field,1000,100,1,,\n"
    second = f"{head}A-7,T1,2,win-line,1000,2000,2,point_6,win\nC-9,T1,2,field,600,0,1,,\n,T1,2,field,100,0,1,,\n"
    (tmp_path / "wagers").mkdir()
    (tmp_path / "wagers" / "1.csv").write_text(first, encoding="utf-8")
    (tmp_path / "wagers" / "2.csv").write_text(second, encoding="utf-8")
    (tmp_path / "r.csv").write_text("table,round,dice\nT1,1,4-2\nT1,2,3-3\n", encoding="utf-8")
    places = str(tmp_path / "wagers"), str(tmp_path / "r.csv")
    for engine in ("duckdb", "numba"):
        found = audit(compiled("star-craps"), *places, translation=mapping(tmp_path / "map.toml"), engine=engine)
        assert [(it.kind, it.ticket, it.paid, it.due) for it in found.differences] == [("paid", "B-1", 100, 0)]
        assert [(it.kind, it.says) for it in found.bad] == [("value", "2.csv, row 3: wager_no is missing")]


def test_findings_are_written_as_parquet_in_columns_that_need_no_quotes(tmp_path: Path) -> None:
    found = check(tmp_path, "0,T1,1,field,1000,1000,1\n")
    write(found, tmp_path / "report", [("Casino", "The Corner House"), ("Made by", "Ivy")])
    place = str(tmp_path / "report" / "findings.parquet")
    with duckdb.connect() as con:
        rows = con.execute(f"select table_name, round_no, wager, paid_cents, due_cents from '{place}'").fetchall()
    assert rows == [("T1", 1, "field", 1000, found.differences[0].due)]
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert "The Corner House" in page
    assert "Signature" in page


IS_A_COLUMN = 'is the name of a column, such as "ticket", or { split = "game", by = "-", part = 2 } or'
A_SUM = '{ sum = ["winnings", "back"] }'
A_JOIN = '{ join = ["pit", "ticket"], by = "-" }'
ZERO = "{'split': 'a', 'by': '-', 'part': 0}"
SEP = "{'join': ['a'], 'sep': '-'}"


@pytest.mark.parametrize(
    "text, says",
    [
        ("tickets = 'words'", """tickets is "numbers" or "texts", not 'words'"""),
        ("money = 'pounds'", """money is "cents" or "dollars", not 'pounds'"""),
        ("wager = 'x'", "there is no wager; did you mean wagers?"),
        ("[wagers]\nstakes = 'x'", "there is no wagers.stakes; did you mean stake?"),
        ("[wagers]\nstake = 7", f"wagers.stake {IS_A_COLUMN} {A_SUM}; not 7"),
        ("[wagers]\nwager = 7", f"wagers.wager {IS_A_COLUMN} {A_JOIN}; not 7"),
        ("[wagers]\nstake = {join=['a', 'b']}", f"wagers.stake {IS_A_COLUMN} {A_SUM}; not {{'join': ['a', 'b']}}"),
        ("[wagers]\nwager = {sum=['a', 'b']}", f"wagers.wager {IS_A_COLUMN} {A_JOIN}; not {{'sum': ['a', 'b']}}"),
        ("[wagers]\nround = {split='a', by='-', part=0}", f"wagers.round {IS_A_COLUMN} {A_JOIN}; not {ZERO}"),
        ("[wagers]\ntable = {join=['a'], sep='-'}", f"wagers.table {IS_A_COLUMN} {A_JOIN}; not {SEP}"),
        ("dates = 'day first'", """dates is how days are written, such as "%d/%m/%Y", not 'day first'"""),
        ("wagers = 7", 'wagers is a table of columns, such as [wagers] with wager_no = "ticket"'),
        ("[wagers.values]\nwager = 7", "wagers.values is a table for each column, such as [wagers.values.wager]"),
    ],
)
def test_a_mapping_file_that_cannot_be_used_says_why(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(text, encoding="utf-8")
    with pytest.raises(MappingError, match=exactly(f"{tmp_path / 'map.toml'}: {says}")):
        mapping(tmp_path / "map.toml")


def test_records_that_are_not_there_or_of_no_known_kind_are_a_mistake(tmp_path: Path) -> None:
    from dicehouse.audit import intake

    with pytest.raises(IntakeError, match="there are no records here"):
        intake.wagers(str(tmp_path / "none"), AS_IT_IS, tmp_path)
    (tmp_path / "w.xlsx").write_bytes(b"")
    with pytest.raises(IntakeError, match="records come as"):
        intake.wagers(str(tmp_path / "w.xlsx"), AS_IT_IS, tmp_path)


def test_every_kind_of_finding_says_what_it_is() -> None:
    assert not set(DIFFERENCES) & set(BAD)
    assert all((DIFFERENCES | BAD).values())
