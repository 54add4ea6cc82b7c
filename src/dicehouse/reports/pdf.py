"""A report set as PDF, by typst."""

import json
from typing import Final

from dicehouse import __version__
from dicehouse.reports.catalogue import Made
from dicehouse.reports.written import head, scope, shown


def as_pdf(made: Made) -> bytes:
    """On A4, tagged for screen readers (PDF/UA); the same journal gives the same pages."""
    try:
        import typst
    except ImportError:
        raise ValueError(
            "a PDF needs the report extra: pip install 'dicehouse[report]'; or write it with --as csv"
        ) from None
    try:
        pages = typst.compile(
            TYPST.encode(), format="pdf", sys_inputs={"report": json.dumps(_content(made))}, pdf_standards=["ua-1"]
        )
    except typst.TypstError as error:
        raise ValueError(f"the PDF cannot be set: {error.message}; write it with --as csv") from None
    return bytes(pages)


def _content(made: Made) -> dict[str, object]:
    report, zone = made.report, made.asked.zone
    totals = [shown(report.totals.get(it.name), it.kind, zone) for it in report.columns] if report.totals else []
    if totals and not totals[0]:
        totals[0] = "Total"
    return {
        "title": report.title,
        "by": head(made),
        "scope": scope(made),
        "version": __version__,
        "head": made.head,
        "columns": [{"title": it.heading, "right": it.is_right} for it in report.columns],
        "rows": [
            [shown(value, it.kind, zone) for value, it in zip(row, report.columns, strict=True)] for row in report.rows
        ],
        "totals": totals,
        "notes": [it.text + (f" ({it.clause})" if it.clause else "") for it in report.notes],
    }


TYPST: Final = """\
#let report = json(bytes(sys.inputs.report))
#let soft = rgb("#4a5b5d")
#set document(title: report.title, author: "Dicehouse " + report.version, date: none)
#set page(
  "a4", flipped: true, margin: (x: 10mm, top: 12mm, bottom: 16mm),
  footer: context text(6.5pt, fill: soft)[
    #("Dicehouse " + report.version + ", journal " + report.head) #h(1fr) #counter(page).display("1 of 1", both: true)
  ],
)
#set text(font: "Libertinus Serif", size: 9pt, lang: "en", number-width: "tabular", hyphenate: false)
#show heading.where(level: 1): set text(16pt)
#set table(stroke: (x, y) => (bottom: 0.4pt + rgb("#cfd6d4")), inset: (x: 3pt, y: 2.5pt))
#heading(level: 1, report.title)
#if report.by != "" { text(report.by); linebreak() }
#text(fill: soft, report.scope)

#if report.rows.len() == 0 [There is nothing to report.] else {
  set text(7.5pt)
  table(
    columns: report.columns.map(it => auto),
    align: (x, y) => (if report.columns.at(x).right { right } else { left }) + (if y == 0 { bottom } else { top }),
    fill: (x, y) => if y == 0 { rgb("#eef2f1") },
    table.header(..report.columns.map(it => strong(it.title))),
    ..report.rows.flatten(),
    ..report.totals.map(it => strong(it)),
  )
}
#for note in report.notes { par(text(8pt, fill: soft, note)) }
#v(14mm)
#block(breakable: false, text(8pt)[Name #box(width: 60mm, line(length: 100%, stroke: 0.4pt)) #h(6mm)
  Signature #box(width: 60mm, line(length: 100%, stroke: 0.4pt)) #h(6mm)
  Date #box(width: 35mm, line(length: 100%, stroke: 0.4pt))])
"""
