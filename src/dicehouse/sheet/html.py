"""A sheet set as HTML."""

from collections.abc import Sequence
from html import escape
from string import Template
from typing import Final

from dicehouse.sheet.parts import Block, Cell, Chart, Facts, Section, Sheet, Table, Text


def as_html(it: Sheet) -> str:
    """One file that needs nothing else, to read on a screen or to print on A4."""
    body = "\n".join(f"<section>\n<h2>{escape(s.title)}</h2>\n{_blocks(s)}\n</section>" for s in it.sections)
    return PAGE.substitute(title=escape(it.title), version=escape(it.version), hash=escape(it.hash), body=body)


def _blocks(section: Section) -> str:
    return "\n".join(_block(it) for it in section.blocks)


def _block(it: Block) -> str:
    if isinstance(it, Text):
        return f'<p class="warns">{escape(it.text)}</p>' if it.warns else f"<p>{escape(it.text)}</p>"
    if isinstance(it, Facts):
        facts = "\n".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in it.facts)
        return f"<dl>\n{facts}\n</dl>"
    if isinstance(it, Table):
        return _table(it)
    if isinstance(it, Chart):
        return f'<figure role="img" aria-label="{escape(it.says)}">{it.svg}</figure>'
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
.right { text-align: right; } .right small { white-space: nowrap; }
small { display: block; font-size: 12px; color: var(--soft); }
strong, .warns { color: var(--warn); font-weight: 700; }
strong { display: block; }
figure { margin: 0 0 12px; } figure svg { max-width: 100%; height: auto; }
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
