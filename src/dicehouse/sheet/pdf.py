"""A sheet set as PDF, by typst."""

import json
from dataclasses import asdict
from typing import Final, Literal

from dicehouse.sheet.parts import Sheet


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
    if it.kind == "chart" { image(bytes(it.svg), format: "svg", alt: it.says, width: 75%) }
  }
}
"""
