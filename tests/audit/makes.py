"""Records for the tests of the audit, and what is found in them."""

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from dicehouse.audit.compiled import Compiled
from dicehouse.audit.findings import Finding, Looked
from dicehouse.audit.judge import Judge
from dicehouse.audit.records import Made, Wanted, make
from dicehouse.audit.results import rounds_in
from dicehouse.audit.rounds import Rounds
from dicehouse.audit.run import Audited, audit
from dicehouse.money import Cents
from dicehouse.rulebooks import BUILT_IN, load

Where = tuple[str, str, int, int]
Row = dict[str, Any]
HOUSES: tuple[tuple[str, int, dict[str, str]], ...] = (
    *((book, 100, {}) for book in BUILT_IN),
    ("star-craps", 500, {"chip_rounding": "down", "commission": "chips", "commission_on_removal": "kept"}),
    ("star-craps", 250, {"dont_on_two": "stays", "hardways": "either_before", "lay_commission_on": "winnings"}),
    ("star-craps", 100, {"behind_come_asleep": "decided", "horn": "all_returned", "no_result_effect": "void"}),
    ("star-sicbo-2024", 100, {"streak_window": "until_four", "even_totals": "printed"}),
    ("star-sicbo-2024", 100, {"streak_side": "first_result", "no_result_effect": "stay"}),
)
"""Rulebooks, smallest chips and readings that make a difference to what is due."""


def compiled(book: str, chip: int = 100, **readings: str) -> Compiled:
    return Compiled(load(book, readings), Cents(chip))


def made(it: Compiled, folder: Path, rounds: int = 240, errors: int = 0, seed: int = 1) -> Made:
    """Records in several row groups and two files or more."""
    return make(it, Wanted(rounds, errors, seed, tables=3, days=5, rows=800), folder)


def audited(it: Compiled, folder: Path, engine: str) -> Audited:
    return audit(it, str(folder / "wagers"), str(folder / "results.parquet"), engine=engine)


def places(found: Iterable[Finding]) -> Counter[Where]:
    return Counter((it.kind, it.table, it.round, it.wager_no) for it in found)


def planted(folder: Path) -> Counter[Where]:
    with (folder / "planted.csv").open(encoding="utf-8", newline="") as file:
        return Counter((it["kind"], it["table"], int(it["round"]), int(it["wager_no"])) for it in csv.DictReader(file))


@dataclass(frozen=True)
class Changed:
    """Records of which every second row is changed; the name of the dealer is the number of the row."""

    compiled: Compiled
    rounds: Rounds
    rows: list[Row]
    files: list[Path]

    def wrong(self, *, charges_checked: bool) -> set[str]:
        """The rows that the judge finds fault with."""
        judge = Judge(self.compiled, self.rounds, charges_checked)
        return {row["dealer"] for row in self.rows if any(judge.row(row))}


def doubted(found: Looked) -> set[str]:
    """The rows that an engine would have the judge see."""
    doubts = [str(row["dealer"]) for row in found.suspects]
    assert found.more == 0
    assert len(doubts) == len(set(doubts))
    return set(doubts)


def records_changed(it: Compiled, folder: Path) -> Changed:
    """Made-up records, changed at random in every way that a row can be wrong; each table ends without a result."""
    made(it, folder, rounds=90)
    results = pq.read_table(folder / "results.parquet")
    without = {name: results["round"][-1].as_py() + 1 for name in results["table"].unique().to_pylist()}
    lost = [{"table": name, "round": number} for name, number in without.items()]
    pq.write_table(pa.concat_tables([results, pa.Table.from_pylist(lost, results.schema)]), folder / "results.parquet")
    rounds, bad = rounds_in(it, [folder / "results.parquet"], folder / "rounds")
    assert not bad
    random = np.random.default_rng(7)
    table = pq.read_table(folder / "wagers")
    names = dict.fromkeys([*table.column_names, "commission", "call", "before"])
    rows = [
        names | (changed(it, row, without[row["table"]], random) if number % 2 else row) | {"dealer": str(number)}
        for number, row in enumerate(table.to_pylist())
    ]
    kinds = {"commission": pa.int64(), "call": pa.string(), "before": pa.string()}
    schema = pa.schema([(name, kinds[name] if name in kinds else table.schema.field(name).type) for name in names])
    file = folder / "changed.parquet"
    pq.write_table(pa.Table.from_pylist(rows, schema), file, row_group_size=len(rows) // 3)
    return Changed(it, rounds, rows, [file])


def changed(it: Compiled, row: Row, without_result: int, random: np.random.Generator) -> Row:
    """The row with one thing changed, or some that go together."""
    chip, charged, stake = int(it.chip), row.get("commission") or 0, row["stake"]
    wager = it.book.wagers[row["wager"]]
    words = (*wager.states, "win", "lose", "push", "void", "removed", "nowhere", None)
    times = int(random.choice([2, 3, 7, 300, 5000]))
    ways: list[Row] = [
        {"returned": row["returned"] + int(random.choice([1, -1, chip, -chip, chip // 2, -(10**6), 10**16]))},
        {"stake": stake + int(random.choice([1, -1, chip, chip // 2, -stake, 10**16]))},
        {"stake": stake * times, "returned": row["returned"] * times, "commission": charged * times},
        {"stake": stake + 1, "returned": row["returned"] // stake * (stake + 1)},
        {"commission": charged + int(random.choice([1, chip, -1, chip // 2, -charged, 10**16]))},
        {"commission": charged + chip, "returned": row["returned"] + chip},
        {"after": words[random.integers(len(words))]},
        {"before": words[random.integers(len(words))]},
        {"after": "removed", "returned": stake + int(random.choice([0, charged, chip]))},
        {"after": "removed", "returned": stake, "step": int(random.integers(1, 4))},
        {"after": "void", "returned": stake + int(random.choice([0, charged])), "round": without_result},
        {"call": str(random.choice(["on", "off", "", "maybe"]))},
        {"step": int(random.integers(0, 3))},
        {"round": int(random.integers(1, 100))},
        {"wager": it.wagers[random.integers(len(it.wagers))].id},
        {"wager_no": None if random.integers(2) else -1},
    ]
    if charged:
        ways += [{"commission": charged + 1}, {"commission": charged - 1}]
    return row | ways[random.integers(len(ways))]
