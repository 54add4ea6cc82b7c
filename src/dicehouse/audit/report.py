"""The report of an audit: to read (HTML, PDF), to work on (CSV) and for programs (JSON)."""

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dicehouse import __version__
from dicehouse.audit.findings import BAD, DIFFERENCES, Finding
from dicehouse.audit.run import Audited
from dicehouse.money import dollars
from dicehouse.sheet import as_html, as_pdf
from dicehouse.sheet.parts import Cell, Column, Facts, Section, Sheet, Table, Text

REPORTED_ABOVE: Final = 100_000
"""A single error above so many cents, one thousand dollars, goes into the monthly report."""
SHOWN: Final = 200
"""Findings of one kind that are printed; the CSV files have them all."""
BY: Final[dict[str, Callable[[Finding], str]]] = {
    "table": lambda it: it.table,
    "dealer": lambda it: it.dealer or "not recorded",
    "day": lambda it: it.day.isoformat() if it.day else "not recorded",
    "wager": lambda it: it.wager,
}


@dataclass(frozen=True)
class Total:
    """The differences that have one thing in common."""

    name: str
    differences: int
    overpaid: int
    underpaid: int


def totals(found: Iterable[Finding], by: Callable[[Finding], str]) -> list[Total]:
    """Differences in money, summed: commission that was overcharged counts as underpaid."""
    sums: dict[str, list[int]] = {}
    for it in found:
        amount = -it.amount if it.kind == "commission" else it.amount
        total = sums.setdefault(by(it), [0, 0, 0])
        total[0] += 1
        total[1] += max(amount, 0)
        total[2] += max(-amount, 0)
    return [Total(name, *sums[name]) for name in sorted(sums)]


def register(audited: Audited) -> list[Finding] | None:
    """Each error of more than a thousand dollars, in the order of days; None where no document asks for it (8.13)."""
    if "payment_report" not in audited.compiled.book.topics:
        return None
    found = (it for it in audited.differences if abs(it.amount) > REPORTED_ABOVE)
    return sorted(found, key=lambda it: (it.day is None, it.day, it.table, it.round, it.wager_no))


def as_data(audited: Audited) -> dict[str, object]:
    """The whole of it as plain data; money as texts of dollars."""
    counts = Counter[str]()
    for it in audited.findings:
        counts[it.kind] += it.rows
    book, large = audited.compiled.book, register(audited)
    return {
        "rulebook": book.id,
        "hash": book.hash,
        "chip": dollars(audited.compiled.chip),
        "engine": audited.engine,
        "sample": str(audited.sample) if audited.sample else None,
        "files": audited.files,
        "rows": audited.rows,
        "rounds": audited.rounds,
        "staked": dollars(audited.staked),
        "paid": dollars(audited.paid),
        "due": dollars(audited.due),
        "more": audited.more,
        "counts": {kind: counts[kind] for kind in (*DIFFERENCES, *BAD) if counts[kind]},
        "totals": {name: [_total(it) for it in totals(audited.differences, by)] for name, by in BY.items()},
        "register": None if large is None else [_data(it) for it in large],
        "differences": [_data(it) for it in audited.differences],
        "bad": [_data(it) for it in audited.bad],
    }


def _total(it: Total) -> dict[str, object]:
    return {
        "name": it.name,
        "differences": it.differences,
        "overpaid": dollars(it.overpaid),
        "underpaid": dollars(it.underpaid),
    }


def _data(it: Finding) -> dict[str, object]:
    return {
        "kind": it.kind,
        "table": it.table,
        "round": it.round,
        "wager_no": it.wager_no,
        "step": it.step,
        "wager": it.wager,
        "stake": dollars(it.stake),
        "paid": None if it.paid is None else dollars(it.paid),
        "due": None if it.due is None else dollars(it.due),
        "clauses": list(it.clauses),
        "dealer": it.dealer,
        "day": it.day.isoformat() if it.day else None,
        "rows": it.rows,
        "says": it.says,
        "ticket": it.ticket or None,
    }


def write(audited: Audited, folder: Path, made_for: Sequence[tuple[str, str]] = ()) -> list[Path]:
    """Write the report into a folder, headed by whom it is for; the PDF only where the report extra is installed."""
    folder.mkdir(parents=True, exist_ok=True)
    data = as_data(audited)
    sheet = as_sheet(audited, made_for)
    made = [folder / "report.html", folder / "report.json"]
    made[0].write_text(as_html(sheet), encoding="utf-8")
    made[1].write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    for name, found in (
        ("differences", audited.differences),
        ("bad-records", audited.bad),
        ("over-1000", register(audited)),
    ):
        if found is not None:
            made.append(folder / f"{name}.csv")
            _write_csv(made[-1], found)
    made.append(folder / "findings.parquet")
    _write_parquet(made[-1], audited.findings)
    if _has_typst():
        made.append(folder / "report.pdf")
        made[-1].write_bytes(as_pdf(sheet))
    return made


def _has_typst() -> bool:
    from importlib.util import find_spec

    return find_spec("typst") is not None


def _write_csv(path: Path, found: Sequence[Finding]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(_data(Finding("", "")))
        for it in found:
            rows.writerow([", ".join(value) if isinstance(value, list) else value for value in _data(it).values()])


def _write_parquet(path: Path, found: Sequence[Finding]) -> None:
    """Every finding, amounts in whole cents; the same columns whether or not there are any."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    text, whole = pa.string(), pa.int64()
    columns = {
        "kind": (text, [it.kind for it in found]),
        "is_difference": (pa.bool_(), [it.is_difference for it in found]),
        "table_name": (text, [it.table for it in found]),
        "round_no": (whole, [it.round for it in found]),
        "wager_no": (whole, [it.wager_no for it in found]),
        "ticket": (text, [it.ticket or None for it in found]),
        "step_no": (whole, [it.step for it in found]),
        "wager": (text, [it.wager for it in found]),
        "stake_cents": (whole, [it.stake for it in found]),
        "paid_cents": (whole, [it.paid for it in found]),
        "due_cents": (whole, [it.due for it in found]),
        "clauses": (pa.list_(text), [list(it.clauses) for it in found]),
        "dealer": (text, [it.dealer or None for it in found]),
        "gaming_day": (pa.date32(), [it.day for it in found]),
        "row_count": (whole, [it.rows for it in found]),
        "says": (text, [it.says for it in found]),
    }
    schema = pa.schema([(name, kind) for name, (kind, _) in columns.items()])
    pq.write_table(pa.table({name: cells for name, (_, cells) in columns.items()}, schema=schema), path)


def as_sheet(audited: Audited, made_for: Sequence[tuple[str, str]] = ()) -> Sheet:
    """The report to read."""
    book = audited.compiled.book
    large, clause = register(audited), book.topics.get("payment_report", "")
    sections = [
        Section(
            "What was audited",
            (Facts((*made_for, *_identity(audited))), Text(_verdict(audited), warns=not audited.clean)),
        ),
        Section("Differences", tuple(_differences(audited.differences))),
        *(
            Section(f"Differences by {name}", (_totals(name, totals(audited.differences, by)),))
            for name, by in BY.items()
            if audited.differences
        ),
        *(
            [Section(f"Single errors above $1,000.00, for the monthly report ({clause})", tuple(_differences(large)))]
            if large is not None
            else []
        ),
        Section("Records that could not be settled", tuple(_bad(audited.bad))),
        Section("Readings in force", (Facts(tuple((key, str(book.readings[key])) for key in book.open_readings)),)),
        Section("Signed", (Facts((("Name", "_" * 40), ("Signature", "_" * 40), ("Date", "_" * 40))),)),
    ]
    return Sheet(f"Audit: {book.name}", __version__, book.hash, "", tuple(sections))


def _identity(audited: Audited) -> Iterator[tuple[str, str]]:
    book = audited.compiled.book
    yield "Rulebook", f"{book.id}, {book.edition}"
    yield "Smallest chip", dollars(audited.compiled.chip)
    if audited.sample:
        yield "Sample", f"{audited.sample}; nothing is said of the others"
    yield "Files and rows", f"{audited.files} files, {audited.rows:,} rows of wagers, {audited.rounds:,} rounds"
    yield "Staked, over all rows", dollars(audited.staked)
    yield "Paid back", dollars(audited.paid)
    yield "Due", dollars(audited.due)
    yield "Engine", audited.engine


def _verdict(audited: Audited) -> str:
    if audited.clean:
        return "Every recorded wager was paid what the rules say."
    bad = sum(it.rows for it in audited.bad)
    said = f"{len(audited.differences):,} differences and {bad:,} records that could not be settled were found."
    if audited.more:
        said += f" {audited.more:,} rows more stand out and are not listed: is this the right rulebook and chip?"
    return said


def _cells(*texts: str) -> tuple[Cell, ...]:
    return tuple(Cell((it or "-",)) for it in texts)


def _differences(found: Sequence[Finding]) -> Iterator[Text | Table]:
    if not found:
        yield Text("None.")
        return
    if len(found) > SHOWN:
        yield Text(f"The first {SHOWN} of {len(found):,}; the CSV file has them all.")
    columns = (
        Column("Table, round", 10),
        Column("Wager no", 8, right=True),
        Column("Wager", 12),
        Column("Stake", 8, right=True),
        Column("Paid", 9, right=True),
        Column("Due", 9, right=True),
        Column("What is different", 26),
        Column("Clauses", 10),
        Column("Dealer, day", 10),
    )
    rows = tuple(
        (
            Cell((it.table, f"round {it.round}, step {it.step}")),
            *_cells(it.ticket or str(it.wager_no), it.wager, dollars(it.stake)),
            *_cells(*("" if amount is None else dollars(amount) for amount in (it.paid, it.due))),
            *_cells(f"{it.kind}: {it.says}", ", ".join(it.clauses)),
            Cell((it.dealer or "-", it.day.isoformat() if it.day else "-")),
        )
        for it in found[:SHOWN]
    )
    yield Table(columns, rows)


def _totals(name: str, sums: Sequence[Total]) -> Table:
    columns = (
        Column(name.title(), 4),
        Column("Differences", 2, right=True),
        Column("Overpaid", 2, right=True),
        Column("Underpaid", 2, right=True),
    )
    rows = tuple(_cells(it.name, str(it.differences), dollars(it.overpaid), dollars(it.underpaid)) for it in sums)
    return Table(columns, rows)


def _bad(found: Sequence[Finding]) -> Iterator[Text | Table]:
    if not found:
        yield Text("None.")
        return
    columns = (Column("Kind", 3), Column("Rows", 1, right=True), Column("What it is", 5), Column("Examples", 9))
    rows = []
    for kind, says in BAD.items():
        own = [it for it in found if it.kind == kind]
        if own:
            examples = [_example(it) for it in own[:5]]
            rows.append(
                (Cell((kind,)), Cell((f"{sum(it.rows for it in own):,}",)), Cell((says,)), Cell(tuple(examples)))
            )
    yield Table(columns, tuple(rows))


def _example(it: Finding) -> str:
    place = ", ".join(
        filter(None, [it.table, f"round {it.round}" if it.round else "", f"wager {it.wager_no}" if it.wager_no else ""])
    )
    return f"{place}: {it.says}" if place else it.says
