"""Records of other people: columns put together and cut, several files, a sample, and a mapping file worked out."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dicehouse.audit.infer import infer
from dicehouse.audit.mapping import mapping
from dicehouse.audit.run import Audited, audit
from dicehouse.audit.sample import Sample, sample_of
from dicehouse.rulebooks import load
from tests.audit.makes import compiled
from tests.commands import dicehouse

SICBO = "star-sicbo-2024"


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")


def audited(folder: Path, map_text: str, **more: Any) -> Audited:
    (folder / "map.toml").write_text(map_text, encoding="utf-8")
    places = str(folder / "w.csv"), str(folder / "r.csv")
    return audit(compiled(SICBO), *places, translation=mapping(folder / "map.toml"), **more)


# --- columns


OURS = """
money = "dollars"
tickets = "texts"
dates = "%d/%m/%Y"
[wagers]
wager_no = { join = ["shop", "slip"], by = "/" }
table = { split = "game", by = "-", part = 1 }
round = { split = "game", by = "-", part = -1 }
wager = "bet"
returned = { sum = ["won", "back"] }
day = "on"
[results]
table = { split = "game", by = "-", part = 1 }
round = { split = "game", by = "-", part = -1 }
dice = { join = ["a", "b", "c"], by = "-" }
"""
HEAD = "shop,slip,game,bet,stake,won,back,on\n"


def test_columns_are_joined_split_and_summed_as_the_mapping_file_says(tmp_path: Path) -> None:
    """Dice of 1, 2 and 5: Small pays 1 to 1, and Big loses. Slip 7 of shop B is paid 1.00 too little."""
    write(
        tmp_path,
        w=f"{HEAD}A,7,T1-x-12,small,10.00,10.00,10.00,30/11/2026\nB,7,T1-x-12,small,10.00,9.00,10.00,30/11/2026\n"
        "A,8,T1-x-12,big,10.00,,,30/11/2026\n",
        r="game,a,b,c\nT1-x-12,1,2,5\n",
    )
    found = audited(tmp_path, OURS)
    assert (found.rows, found.staked, found.paid) == (3, 3_000, 3_900)
    (it,) = found.findings
    assert (it.kind, it.ticket, it.table, it.round, it.paid, it.due) == ("paid", "B/7", "T1", 12, 1_900, 2_000)
    assert it.day is not None
    assert it.day.isoformat() == "2026-11-30"


@pytest.mark.parametrize(
    "row, says",
    [
        ("A,,T1-x-12,small,10.00,,,30/11/2026", "wager_no is missing"),
        ("A,1,T1,small,10.00,,,30/11/2026", "round is 'T1'"),
        ("A,1,T1-,small,10.00,,,30/11/2026", "round is missing"),
        ("A,1,T1-x-12,small,10.00,ten,10.00,30/11/2026", "returned is 'ten + 10.00'"),
        ("A,1,T1-x-12,small,10.00,,,11/30/2026", "day is '11/30/2026'"),
    ],
)
def test_what_cannot_be_put_together_or_cut_is_a_record_that_is_listed(row: str, says: str, tmp_path: Path) -> None:
    write(tmp_path, w=f"{HEAD}{row}\n", r="game,a,b,c\nT1-x-12,1,2,5\n")
    assert [(it.kind, it.says) for it in audited(tmp_path, OURS).findings] == [("value", f"w.csv, row 1: {says}")]


def test_names_that_need_no_quotes_in_sql_are_taken_as_ours(tmp_path: Path) -> None:
    write(
        tmp_path,
        w="wager_no,table_name,round_no,wager,stake,returned,state_after,gaming_day\n1,T,1,small,100,200,win,2026-11-30\n",
        r="table_name,round_no,dice\nT,1,1-2-5\n",
    )
    assert audited(tmp_path, "").clean
    (it,) = audited(tmp_path, "[wagers]\nstake = 'returned'\n").findings
    assert (it.table, it.round, str(it.day)) == ("T", 1, "2026-11-30")


# --- several files


def test_several_files_and_folders_are_one_set_of_records(tmp_path: Path) -> None:
    """A wager of craps waits in week 9 and is decided in week 10; week 10 comes after week 9."""
    head = "wager_no,table,round,wager,stake,returned,step,before,after\n"
    (tmp_path / "late").mkdir()
    write(
        tmp_path,
        week9=f"{head}7,T1,1,win-line,1000,0,1,waiting,point_6\n",
        results9="table,round,dice\nT1,1,4-2\n",
        results10="table,round,dice\nT1,2,3-3\n",
    )
    write(tmp_path / "late", week10=f"{head}7,T1,2,win-line,1000,2000,2,point_6,win\n")
    wagers, results = [str(tmp_path / "week*.csv"), str(tmp_path / "late")], str(tmp_path / "results*.csv")
    for engine in ("numba", "duckdb"):
        found = audit(compiled("star-craps"), wagers, results, engine=engine)
        assert (found.files, found.rows, found.rounds, found.findings) == (2, 2, 2, ())
    said = dicehouse("audit", "star-craps", "--wagers", wagers[0], "--wagers", wagers[1], "--results", results)
    assert said.status == 0, said.out
    assert [it.kind for it in audit(compiled("star-craps"), wagers[0], results).findings] == ["chain"]


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    write(
        tmp_path,
        w="wager_no,table,round,wager,stake,returned\n1,T,1,small,100,200\n",
        r="table,round,dice\nT,1,1-2-5\n",
    )
    wagers = [str(tmp_path / "w.csv"), str(tmp_path / "w*.csv")]
    assert audit(compiled(SICBO), wagers, str(tmp_path / "r.csv")).clean


# --- a sample


def records(folder: Path, count: int) -> tuple[str, str]:
    """Wagers of craps with two steps each; every one was paid 1.00 too much."""
    head = "wager_no,table,round,wager,stake,returned,step,before,after\n"
    first = "".join(f"{n},T1,1,win-line,1000,0,1,waiting,point_6\n" for n in range(count))
    second = "".join(f"{n},T1,2,win-line,1000,2100,2,point_6,win\n" for n in range(count))
    write(folder, first=head + first, second=head + second, r="table,round,dice\nT1,1,4-2\nT1,2,3-3\n")
    return str(folder / "*s*d.csv"), str(folder / "r.csv")


def test_a_sample_has_all_steps_of_some_wagers_and_the_same_ones_again(tmp_path: Path) -> None:
    _, results = records(tmp_path, 400)
    wagers = [str(tmp_path / "first.csv"), str(tmp_path / "second.csv")]
    part = sample_of("25%", 1)
    found = audit(compiled("star-craps"), wagers, results, sample=part)
    assert {it.kind for it in found.findings} == {"paid"}
    assert found.rows == 2 * len(found.findings)
    assert 60 < len(found.findings) < 140
    numbers = {it.wager_no for it in found.findings}
    again = audit(compiled("star-craps"), wagers, results, sample=part)
    assert {it.wager_no for it in again.findings} == numbers
    other = audit(compiled("star-craps"), wagers, results, sample=sample_of("25%", 2))
    assert {it.wager_no for it in other.findings} != numbers


def test_a_sample_of_parquet_is_the_same_as_of_csv(tmp_path: Path) -> None:
    import duckdb

    _, results = records(tmp_path, 200)
    wagers, part = [str(tmp_path / f"{it}.csv") for it in ("first", "second")], sample_of("10%", 1)
    for it in ("first", "second"):
        duckdb.sql(f"copy (select * from '{tmp_path / it}.csv') to '{tmp_path / it}.parquet'")
    as_text = audit(compiled("star-craps"), wagers, results, sample=part)
    binary = audit(compiled("star-craps"), str(tmp_path / "*.parquet"), results, sample=part)
    assert as_text.findings == binary.findings != ()


def test_a_report_of_a_sample_says_that_it_is_one(tmp_path: Path) -> None:
    write(
        tmp_path,
        w="wager_no,table,round,wager,stake,returned\n1,T,1,small,100,200\n",
        r="table,round,dice\nT,1,1-2-5\n",
    )
    records = ("--wagers", str(tmp_path / "w.csv"), "--results", str(tmp_path / "r.csv"))
    said = dicehouse("audit", SICBO, *records, "--sample", "99.99%", "-o", str(tmp_path / "report"))
    assert "  a sample: 99.99% of the wagers, chosen with seed 1" in said.out
    assert "nothing found: every wager of the sample was paid what the rules say" in said.out
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert "99.99% of the wagers, chosen with seed 1; nothing is said of the others" in page


@pytest.mark.parametrize("said", ["5", "0%", "100%", "-1%", "many%", "1/0%", ""])
def test_a_part_that_is_none_is_a_mistake(said: str) -> None:
    with pytest.raises(ValueError, match=r"write a part of all wagers such as 5% or 0\.1%"):
        sample_of(said, 1)


def test_a_part_is_exact() -> None:
    assert sample_of("0.1%", 7) == Sample("0.1%", Fraction(1, 1_000), 7)


# --- a mapping file worked out


THEIRS = """TicketNo,Table,Game,Bet Type,Stake,Payout,Outcome,Croupier,Gaming Date,Currency
T-1,7,G-1,SMALL,10.00,20.00,WON,Dora,16/11/2026,AUD
T-2,7,G-1,Tripple 3,5.00,0.00,LOST,Dora,16/11/2026,AUD
T-3,7,G-1,Mystery,5.00,0.00,LOST,Dora,16/11/2026,AUD
"""


def test_a_mapping_file_is_worked_out_from_names_and_values(tmp_path: Path) -> None:
    write(tmp_path, w=THEIRS, r="table_id,Game,Die2,Die1,Die3,Shift\n7,G-1,2,1,5,am\n")
    made = infer(load(SICBO), str(tmp_path / "w.csv"), str(tmp_path / "r.csv"))
    assert tomllib.loads(made.text) == {
        "money": "dollars",
        "tickets": "texts",
        "dates": "%d/%m/%Y",
        "wagers": {
            "wager_no": "TicketNo",
            "table": "Table",
            "round": {"split": "Game", "by": "-", "part": -1},
            "wager": "Bet Type",
            "stake": "Stake",
            "returned": "Payout",
            "after": "Outcome",
            "dealer": "Croupier",
            "day": "Gaming Date",
            "values": {"wager": {"SMALL": "small"}, "after": {"LOST": "lose", "WON": "win"}},
        },
        "results": {
            "table": "table_id",
            "round": {"split": "Game", "by": "-", "part": -1},
            "dice": ["Die1", "Die2", "Die3"],
        },
    }
    assert made.open == ["wagers.values.wager.Mystery", "wagers.values.wager.Tripple 3"]
    assert '# "Tripple 3" = "triple-3"    # is it this one?' in made.lines
    assert '# "Mystery" = ""    # no wager goes by this name' in made.lines
    assert "# not used: Currency" in made.lines
    assert "# not used: Shift" in made.lines


def test_a_mapping_file_that_was_worked_out_is_one_that_the_audit_takes(tmp_path: Path) -> None:
    """Once the two words that nobody knows are filled in: Triple 3 and Big lose on 1, 2 and 5."""
    write(tmp_path, w=THEIRS, r="table_id,Game,Die2,Die1,Die3,Shift\n7,G-1,2,1,5,am\n")
    said = dicehouse(
        "audit", SICBO, "--wagers", str(tmp_path / "w.csv"), "--results", str(tmp_path / "r.csv"), "--infer"
    )
    assert said.status == 1
    assert said.err == "to be filled in: wagers.values.wager.Mystery, wagers.values.wager.Tripple 3\n"
    text = said.out.replace('# "Tripple', '"Tripple').replace('# "Mystery" = ""', '"Mystery" = "big"')
    found = audited(tmp_path, text)
    assert (found.rows, found.staked, found.paid, found.findings) == (3, 2_000, 2_000, ())


def test_our_own_columns_need_no_mapping_and_cents_are_asked_after(tmp_path: Path) -> None:
    write(
        tmp_path,
        w="wager_no,table,round,wager,stake,returned\n1,T,1,small,100,200\n",
        r="table,round,dice\nT,1,1-2-5\n",
    )
    made = infer(load(SICBO), str(tmp_path / "w.csv"), str(tmp_path / "r.csv"))
    assert made.open == []
    said = tomllib.loads(made.text)
    assert said["money"] == "cents"
    assert 'is it in cents? else write "dollars"' in made.text
    assert all(ours == theirs for part in ("wagers", "results") for ours, theirs in said[part].items())


def test_a_needed_column_that_nothing_looks_like_is_a_line_to_be_filled_in(tmp_path: Path) -> None:
    write(tmp_path, w="ticket,foo\n1,2\n", r="table,round,dice\n")
    made = infer(load(SICBO), str(tmp_path / "w.csv"), str(tmp_path / "r.csv"))
    assert made.open == [f"wagers.{it}" for it in ("table", "round", "wager", "stake", "returned")]
    assert '# table = ""    # needed: The table.' in made.lines
    assert tomllib.loads(made.text)["wagers"] == {"wager_no": "ticket"}


def test_a_file_without_a_needed_column_is_named_on_the_screen(tmp_path: Path) -> None:
    write(tmp_path, w="ticket,foo\n1,2\n", r="table,round,dice\nT,1,1-2-5\n")
    said = dicehouse("audit", SICBO, "--wagers", str(tmp_path / "w.csv"), "--results", str(tmp_path / "r.csv"))
    assert said.status == 1
    assert "w.csv has no column wager_no, table, round, wager, stake, returned; it has foo, ticket" in said.out
