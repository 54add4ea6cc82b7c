"""A par sheet: all that an examiner needs to know about the odds of a rulebook, on paper and signed.

`sheet` collects it as plain words and figures; `as_html` and `as_pdf` only set them, so both say the same. Nothing on
it comes from a clock: the same rulebook gives the same sheet, and a date stands on it only if one is given.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from fractions import Fraction
from html import escape
from string import Template
from typing import Final, Literal

from dicehouse import __version__
from dicehouse.money import Cents, dollars
from dicehouse.odds.figures import decimal, percent
from dicehouse.odds.stakes import Sign, StakeAdvice, one_sign, stake_advice
from dicehouse.odds.value import Value, values_of
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.readings import readings, shown
from dicehouse.wager import Decide, Go, Result, Wager

ABOVE: Final = "above 100%"
"""The word for a wager on which the house loses in the long run."""
PLACES: Final = 4

# ---------------------------------------------------------------- what a sheet is made of


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str
    warns: bool = False
    kind: Literal["text"] = "text"


@dataclass(frozen=True)
class Facts:
    """Names and what they stand for."""

    facts: tuple[tuple[str, str], ...]
    kind: Literal["facts"] = "facts"


@dataclass(frozen=True)
class Column:
    title: str
    share: int
    """Its part of the width."""
    right: bool = False


@dataclass(frozen=True)
class Cell:
    lines: tuple[str, ...]
    """The first line is the main one."""
    mark: str = ""
    """A word of warning."""


@dataclass(frozen=True)
class Table:
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    kind: Literal["table"] = "table"


@dataclass(frozen=True)
class Signatures:
    """Places to sign."""

    by: tuple[str, ...]
    lines: tuple[str, ...]
    kind: Literal["signatures"] = "signatures"


@dataclass(frozen=True)
class Section:
    title: str
    blocks: tuple[Text | Facts | Table | Signatures, ...]


@dataclass(frozen=True)
class Sheet:
    title: str
    version: str
    hash: str
    date: str
    """ "2026-11-15", or nothing."""
    sections: tuple[Section, ...]


def sheet(book: Rulebook, chip: Cents | None = None, on: date | None = None) -> Sheet:
    """The par sheet of a rulebook; with a smallest chip, also what rounding to it does to small stakes."""
    entries = list(_entries(book))
    valued = [it.value for it in entries]
    sections = [
        Section("Rulebook", (Facts(tuple(_identity(book, on))), _above_all(valued))),
        Section("Wagers", (_wagers(entries),)),
        Section("Payouts and their chances", (_payouts(valued),)),
        Section("Payment in chips", tuple(_chips(book, chip))),
        Section("Readings in force", (Text(OPEN_POINTS), _readings(book))),
        Section("How the figures are defined", (Facts(tuple(DEFINITIONS.items())),)),
        Section("Signatures", (SIGNATURES,)),
    ]
    return Sheet(f"Par sheet: {book.name}", __version__, book.hash, on.isoformat() if on else "", tuple(sections))


# ---------------------------------------------------------------- what stands on it

OPEN_POINTS: Final = (
    "Every point that the document leaves open, and how this rulebook takes it. A reading marked as changed is not the"
    " one that Dicehouse ships for this document."
)

DEFINITIONS: Final = {
    "Exact": ("Every fraction is exact. Percentages and decimals are rounded half up at the last digit shown."),
    "Pays": (
        "Winnings for the stake, in whole numbers, beside the stake itself: 7.5 to 1 is written"
        ' 15:2. "On 1/4" means that these odds are paid on that part of the stake.'
    ),
    "Win, lose, push": (
        "The chance that the wager ends so, from placement to decision while it works. A push gives the stake back."
    ),
    "Return": (
        "Expected money back, the stake included, for each unit of outlay. The outlay is the stake and, where"
        " the wager carries one, the commission on it."
    ),
    "Edge, made": "The house's expected part of every wager made: one less the return.",
    "Edge, decided": ("The same for every wager won or lost: the edge of wagers made, over the chance of no push."),
    "Variance": ("Of the money back for each unit of outlay: the mean of its square, less the square of its mean."),
    "Rolls": "Expected valid rolls from placement to decision, while the wager works.",
    "Behind wagers": (
        "Valued for each point by itself. Every other wager is valued when it is placed; where the table"
        " decides the state it starts in, each start counts as often as it occurs."
    ),
    "Optional": "The document leaves it to the house whether to offer the wager.",
    "Rulebook hash": (
        "SHA-256 of all that the rulebook decides as it is in force, readings included. Two sheets with the"
        " same hash and the same version of Dicehouse have the same figures."
    ),
}


SIGNATURES: Final = Signatures(("Prepared by", "Checked by"), ("Name and position", "Signature", "Date"))

WAGERS: Final = (
    Column("Wager", 17),
    Column("Clauses", 20),
    Column("Pays", 11),
    Column("Win", 8, right=True),
    Column("Lose", 8, right=True),
    Column("Push", 8, right=True),
    Column("Return", 8, right=True),
    Column("Edge, made", 8, right=True),
    Column("Edge, decided", 8, right=True),
    Column("Variance", 11, right=True),
    Column("Rolls", 8, right=True),
)
PAYOUTS: Final = (
    Column("Wager", 24),
    Column("Id", 24),
    Column("Ends with", 20),
    Column("Money back for a unit staked", 20, right=True),
    Column("Chance", 16, right=True),
    Column("In percent", 16, right=True),
)
STAKES: Final = (
    Column("Wager", 20),
    Column("Return unrounded", 14, right=True),
    Column("Stakes at 100% or more", 44),
    Column("Highest return", 22, right=True),
    Column("Minimum", 10, right=True),
    Column("Unit", 10, right=True),
)
READINGS: Final = (
    Column("Id", 5),
    Column("Key", 20),
    Column("In force", 18),
    Column("Status", 16),
    Column("The point, and how it is read", 52),
    Column("Clauses", 18),
)


def _identity(book: Rulebook, on: date | None) -> Iterator[tuple[str, str]]:
    yield "Name", book.name
    yield "Rulebook", book.id
    yield "Document", book.document
    yield "Edition", book.edition
    yield "Regulator", book.regulator
    yield "Dice", f"{book.dice.count}, with {len(book.dice.rolls)} equally likely outcomes"
    yield "Rulebook hash", book.hash
    yield "Made with", f"Dicehouse {__version__}"
    if on:
        yield "Date", on.isoformat()


def _above_all(valued: Iterable[Value]) -> Text:
    over = ", ".join(f"{it.name} ({percent(it.returns)})" for it in valued if it.returns > 1)
    if over:
        return Text(f"These wagers return {ABOVE}, so the house loses on them in the long run: {over}.", warns=True)
    return Text("No wager returns more than 100%.")


@dataclass(frozen=True)
class Entry:
    """A wager on the sheet; a Behind wager has one for each point, with the clauses of that point."""

    value: Value
    clauses: tuple[str, ...]
    optional: bool


def _entries(book: Rulebook) -> Iterator[Entry]:
    for wager in book.wagers.values():
        starts = [(it,) for it in wager.rules.starts] if wager.behind else [wager.rules.starts]
        for value, begins in zip(values_of(book, wager), starts, strict=True):
            yield Entry(value, _clauses(wager, begins), wager.family in book.optional)


def _clauses(wager: Wager, starts: Iterable[str]) -> tuple[str, ...]:
    """The clause that defines a wager, then in order those that decide it from some of its starts."""
    reached, found = list(starts), set[str]()
    for state in reached:
        for _, effect in wager.rules.arms[wager.rules.number(state)]:
            if isinstance(effect, Decide):
                found.update(effect.clauses)
            elif isinstance(effect, Go) and effect.state not in reached:
                reached.append(effect.state)
    return wager.clause, *sorted(found - {wager.clause}, key=_by_number)


def _by_number(clause: str) -> list[str | int]:
    """Clause 6.9 comes before 6.10."""
    return [int(part) if place % 2 else part for place, part in enumerate(re.split(r"(\d+)", clause))]


def _wagers(entries: Iterable[Entry]) -> Table:
    return Table(WAGERS, tuple(_wager(it) for it in entries))


def _wager(entry: Entry) -> tuple[Cell, ...]:
    it = entry.value
    name = [it.name, it.id]
    if entry.optional:
        name.append("optional")
    if it.outlay != 1:
        name.append(f"outlay {it.outlay} of the stake")
    pays = dict.fromkeys(label.removeprefix("win ") for label, *_ in _ends(it) if label.startswith("win "))
    return (
        Cell(tuple(name)),
        Cell((", ".join(entry.clauses),)),
        Cell((", ".join(pays),)),
        *(_part(x) for x in (it.win, it.lose, it.push)),
        _part(it.returns, mark=ABOVE if it.returns > 1 else ""),
        *(_part(x) for x in (it.edge, it.edge_decided)),
        *(Cell((str(x), decimal(x, PLACES))) for x in (it.variance, it.rolls)),
    )


def _part(x: Fraction, mark: str = "") -> Cell:
    """A part of one, exact and in percent."""
    return Cell((str(x), percent(x, PLACES)) if x else ("0",), mark)


def _payouts(valued: Iterable[Value]) -> Table:
    rows = (
        (it.name, it.id, label, str(back), str(chance), percent(chance, PLACES))
        for it in valued
        for label, back, chance in _ends(it)
    )
    return Table(PAYOUTS, tuple(_plain(row) for row in rows))


def _ends(it: Value) -> list[tuple[str, Fraction, Fraction]]:
    """How a wager can end, what comes back for a unit of stake, and the chance of it: the most money first."""
    order = {Result.WIN: 0, Result.PUSH: 1, Result.LOSE: 2}
    ends = sorted(it.payouts, key=lambda end: (order[end.result], -end.money_back, end.label))
    return [(end.label, end.money_back, end.chance) for end in ends]


def _chips(book: Rulebook, chip: Cents | None) -> Iterator[Text | Table]:
    reading = readings()["chip_rounding"]
    clause = f"Clause {book.chips_clause}." if book.chips_clause else "The document has no clause on it."
    says = reading.options[book.readings[reading.key]]
    yield Text(f"{says} {clause} The figures above are those of the odds alone, before any rounding.")
    if chip is not None:
        yield from _stakes(list(stake_advice(book, chip)), chip)


def _stakes(found: Sequence[StakeAdvice], chip: Cents) -> Iterator[Text | Table]:
    """Stakes that rounding to chips lifts too high, and the sign that rules them out."""
    if lifted := [it for it in found if it.over]:
        yield from _too_good(lifted, one_sign(found, chip), chip)
    else:
        yield Text(f"In chips of ${dollars(chip)}, no stake returns more than its wager does unrounded.")
    if fair := ", ".join(dict.fromkeys(it.exact.wager.name for it in found if not it.has_edge)):
        yield Text(f"At 100% or more by their own odds, whatever the stake: {fair}.")


def _too_good(lifted: Iterable[StakeAdvice], sign: Sign, chip: Cents) -> Iterator[Text | Table]:
    yield Text(
        f"In chips of ${dollars(chip)}, the stakes below return 100% or more, and more than their wager does unrounded."
        " The sign at the table can rule them out by a minimum and the unit above it; for each wager the lowest such"
        f" sign is given. One sign for every wager that has an edge: minimum ${dollars(sign.minimum)},"
        f" unit ${dollars(sign.unit)}."
    )
    yield Table(STAKES, tuple(_stake_row(it, chip) for it in lifted))


def _stake_row(it: StakeAdvice, chip: Cents) -> tuple[Cell, ...]:
    stake, most = max(it.over, key=lambda pair: pair[1])
    return (
        Cell((it.exact.name, it.exact.id)),
        _part(it.exact.returns),
        Cell((_in_runs([each for each, _ in it.over], chip * it.exact.wager.units) + _again(it),)),
        Cell((f"{most} at ${dollars(stake)}", percent(most, PLACES))),
        *_plain((f"${dollars(it.sign.minimum)}", f"${dollars(it.sign.unit)}")),
    )


def _again(it: StakeAdvice) -> str:
    """A wager without an edge has no last stake that is too good: they come again in each period."""
    return "" if it.has_edge else f", and again every ${dollars(it.sign.unit)}"


def _in_runs(stakes: Sequence[int], step: int) -> str:
    """Stakes in a row as a range."""
    runs: list[list[int]] = []
    for stake in stakes:
        if runs and stake == runs[-1][-1] + step:
            runs[-1].append(stake)
        else:
            runs.append([stake])
    return ", ".join(f"${dollars(run[0])}" + (f" to ${dollars(run[-1])}" if len(run) > 1 else "") for run in runs)


def _readings(book: Rulebook) -> Table:
    return Table(READINGS, tuple(_reading(book, key) for key in book.open_readings))


def _reading(book: Rulebook, key: str) -> tuple[Cell, ...]:
    reading, chosen = readings()[key], book.readings[key]
    shipped = reading.shipped(book.document)
    status = Cell(("as shipped",)) if chosen == shipped else Cell((f"shipped: {shown(shipped)}",), mark="changed")
    told = Cell((reading.asks, reading.options[chosen]))
    clauses = Cell((", ".join(reading.clauses[book.document]),))
    return Cell((reading.id, *reading.also)), *_plain((key, shown(chosen))), status, told, clauses


def _plain(texts: Iterable[str]) -> tuple[Cell, ...]:
    return tuple(Cell((it,)) for it in texts)


# ---------------------------------------------------------------- set as HTML


def as_html(it: Sheet) -> str:
    """One file that needs nothing else, to read on a screen or to print on A4."""
    body = "\n".join(f"<section>\n<h2>{escape(s.title)}</h2>\n{_blocks(s)}\n</section>" for s in it.sections)
    return PAGE.substitute(title=escape(it.title), version=escape(it.version), hash=escape(it.hash), body=body)


def _blocks(section: Section) -> str:
    return "\n".join(_block(it) for it in section.blocks)


def _block(it: Text | Facts | Table | Signatures) -> str:
    if isinstance(it, Text):
        return f'<p class="warns">{escape(it.text)}</p>' if it.warns else f"<p>{escape(it.text)}</p>"
    if isinstance(it, Facts):
        facts = "\n".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in it.facts)
        return f"<dl>\n{facts}\n</dl>"
    if isinstance(it, Table):
        return _table(it)
    lines = "".join(f"<p>{escape(line)}</p>" for line in it.lines)
    by = "\n".join(f"<div><h3>{escape(who)}</h3>{lines}</div>" for who in it.by)
    return f'<div class="sign">\n{by}\n</div>'


def _table(it: Table) -> str:
    whole = sum(column.share for column in it.columns)
    widths = "".join(f'<col style="width:{column.share * 100 // whole}%">' for column in it.columns)
    looks = ['class="right"' if column.right else 'class="left"' for column in it.columns]
    heads = "".join(
        f'<th scope="col" {look}>{escape(column.title)}</th>' for look, column in zip(looks, it.columns, strict=True)
    )
    rows = "\n".join(f"<tr>{_cells(row, looks)}</tr>" for row in it.rows)
    return (
        f"<table>\n<colgroup>{widths}</colgroup>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
    )


def _cells(row: Sequence[Cell], looks: Sequence[str]) -> str:
    first, *others = (_lines(cell) for cell in row)
    cells = [f'<th scope="row" {looks[0]}>{first}</th>']
    cells += [f"<td {look}>{lines}</td>" for look, lines in zip(looks[1:], others, strict=True)]
    return "".join(cells)


def _lines(cell: Cell) -> str:
    main, *others = map(escape, cell.lines)
    mark = [f"<strong>{escape(cell.mark)}</strong>"] if cell.mark else []
    return "".join([f"<div>{main}</div>", *(f"<small>{it}</small>" for it in others), *mark])


# ---------------------------------------------------------------- set as PDF


def as_pdf(it: Sheet) -> bytes:
    """The same on A4, tagged for screen readers (PDF/UA) and, where it is dated, fit for archives (PDF/A)."""
    try:
        import typst
    except ImportError:
        raise ValueError(
            "a PDF needs the report extra: pip install 'dicehouse[report]'; or write .html and print it from a browser"
        ) from None
    standards: list[Literal["ua-1", "a-2a"]] = ["ua-1", "a-2a"] if it.date else ["ua-1"]
    try:
        made = typst.compile(
            TYPST.encode(), format="pdf", sys_inputs={"sheet": json.dumps(asdict(it))}, pdf_standards=list(standards)
        )
    except typst.TypstError as error:
        raise ValueError(f"the PDF cannot be set: {error.message}; write .html instead") from None
    return bytes(made)


PAGE: Final = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Dicehouse $version">
<title>$title</title>
<style>
:root { color-scheme: light; --ink: #16211f; --soft: #4a5b5d; --hair: #cfd6d4; --head: #eef2f1; --warn: #8a2113; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px; max-width: 1280px; background: #fff; color: var(--ink);
  font: 14px/1.45 -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif;
  font-variant-numeric: tabular-nums; }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 8px; }
h2 { font-size: 20px; line-height: 1.2; margin: 32px 0 12px; break-after: avoid; }
h3 { font-size: 14px; margin: 0 0 8px; }
p { margin: 0 0 12px; max-width: 76em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 24px; margin: 0 0 12px; }
dt { color: var(--soft); }
dd { margin: 0; max-width: 68em; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; margin: 0 0 12px;
  font-size: 12px; line-height: 1.35; }
th, td { padding: 4px 6px; border-bottom: 1px solid var(--hair); text-align: left; vertical-align: top;
  font-weight: 400; overflow-wrap: anywhere; }
thead th { background: var(--head); font-weight: 600; vertical-align: bottom; overflow-wrap: normal; }
tbody th div { font-weight: 600; }
.right { text-align: right; }
small { display: block; font-size: 12px; color: var(--soft); }
strong, .warns { color: var(--warn); font-weight: 700; }
strong { display: block; }
.warns { border-left: 4px solid var(--warn); padding-left: 12px; }
.sign { display: grid; grid-template-columns: 1fr 1fr; gap: 48px; break-inside: avoid; }
.sign p { border-top: 1px solid var(--ink); margin: 44px 0 0; padding-top: 4px; color: var(--soft); }
@media screen { section { overflow-x: auto; } table { min-width: 960px; } }
@page { size: A4 landscape; margin: 12mm 12mm 16mm;
  @bottom-left { content: "Dicehouse $version, rulebook $hash"; font: 8pt Arial, sans-serif; color: #4a5b5d; }
  @bottom-right { content: counter(page) " of " counter(pages); font: 8pt Arial, sans-serif; color: #4a5b5d; } }
@media print {
  body { padding: 0; max-width: none; font-size: 9pt; line-height: 1.3; }
  h1 { font-size: 18pt; }
  h2 { font-size: 13pt; margin: 6mm 0 2.5mm; }
  dl { row-gap: 0; }
  table, small { font-size: 7.5pt; line-height: 1.25; }
  th, td { padding: 0.7mm 1.5mm; }
  thead { display: table-header-group; }
  thead th { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  tr, dt, dd { break-inside: avoid; }
}
</style>
</head>
<body>
<h1>$title</h1>
$body
</body>
</html>
""")

TYPST: Final = """\
#let sheet = json(bytes(sys.inputs.sheet))
#let soft = rgb("#4a5b5d")
#let warn = rgb("#8a2113")
#let hair = 0.4pt + rgb("#cfd6d4")
#set document(
  title: sheet.title,
  author: "Dicehouse " + sheet.version,
  date: if sheet.date == "" { none } else {
    let (year, month, day) = sheet.date.split("-").map(int)
    datetime(year: year, month: month, day: day)
  },
)
#set page(
  "a4", flipped: true, margin: (x: 12mm, top: 12mm, bottom: 16mm),
  footer: context text(7pt, fill: soft)[
    #("Dicehouse " + sheet.version + ", rulebook " + sheet.hash) #h(1fr) #counter(page).display("1 of 1", both: true)
  ],
)
#set text(font: "Libertinus Serif", size: 9.5pt, lang: "en", number-width: "tabular", hyphenate: false)
#set par(leading: 0.5em)
#show heading.where(level: 1): set text(18pt)
#show heading.where(level: 2): set text(13pt)
#show heading.where(level: 2): set block(above: 18pt, below: 8pt)
#show "_": it => it + sym.zws
#set table(stroke: (x, y) => (bottom: hair), inset: (x: 4pt, y: 3pt))

#let cell(it, main: strong) = {
  let (first, ..others) = it.lines
  main(first)
  for line in others { linebreak() + text(fill: soft, line) }
  if it.mark != "" { linebreak() + strong(text(fill: warn, it.mark)) }
}
#let facts(it) = table(
  columns: (auto, 1fr), stroke: none, inset: (x: 0pt, y: 2.5pt), column-gutter: 14pt,
  ..it.facts.map(((name, said)) => (text(fill: soft, name), said)).flatten(),
)
#let grid-of(it) = {
  set text(8pt)
  table(
    columns: it.columns.map(column => column.share * 1fr),
    align: (x, y) => (if it.columns.at(x).right { right } else { left }) + (if y == 0 { bottom } else { top }),
    fill: (x, y) => if y == 0 { rgb("#eef2f1") },
    table.header(..it.columns.map(column => strong(column.title))),
    ..it.rows.map(row => row.enumerate().map(((place, each)) =>
      table.cell(breakable: false, cell(each, main: if place == 0 { strong } else { it => it }))
    )).flatten(),
  )
}
#let signatures(it) = block(breakable: false, grid(
  columns: it.by.map(who => 1fr), column-gutter: 18mm,
  ..it.by.map(who => {
    strong(who)
    for line in it.lines { v(13mm) + std.line(length: 100%, stroke: 0.5pt) + v(-3mm) + text(8pt, fill: soft, line) }
  }),
))

#heading(level: 1, sheet.title)
#for section in sheet.sections {
  heading(level: 2, section.title)
  for it in section.blocks {
    if it.kind == "text" {
      if it.warns { par(strong(text(fill: warn, it.text))) } else { par(it.text) }
    }
    if it.kind == "facts" { facts(it) }
    if it.kind == "table" { grid-of(it) }
    if it.kind == "signatures" { signatures(it) }
  }
}
"""
