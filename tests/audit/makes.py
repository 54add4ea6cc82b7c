"""Records for the tests of the audit, and what is found in them."""

import csv
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from dicehouse.audit.compiled import Compiled
from dicehouse.audit.findings import Finding
from dicehouse.audit.records import Made, Wanted, make
from dicehouse.audit.run import Audited, audit
from dicehouse.money import Cents
from dicehouse.rulebooks import load

Where = tuple[str, str, int, int]


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
