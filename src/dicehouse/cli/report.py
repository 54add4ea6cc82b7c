"""`dicehouse report`: what a journal says about money, people and play, for a manager or an inspector."""

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from dicehouse.cli import common
from dicehouse.cli.progress import telling

if TYPE_CHECKING:
    from dicehouse.reports.catalogue import Made
    from dicehouse.reports.report import Asked

KINDS: Final = ("table", "csv", "json", "pdf")
DAY: Final = click.DateTime(["%Y-%m-%d"])


@click.command()
@click.argument("name", default="")
@click.option("--journal", metavar="FILE", default="", help="The journal: a file, an export, or postgresql://…")
@click.option("--from", "since", type=DAY, metavar="YYYY-MM-DD", help="The first day.")
@click.option("--to", "until", type=DAY, metavar="YYYY-MM-DD", help="The last day, which still counts.")
@click.option("--table", "at_table", default="", metavar="TABLE", help="One table only.")
@click.option("--patron", default="", metavar="NAME", help="One patron only.")
@click.option("--zone", default="", metavar="ZONE", help="The time zone of the house; Australia/Sydney without it.")
@click.option("--casino", default="", metavar="NAME", help="Whose report it is, to head it.")
@click.option("--made-by", default="", metavar="NAME", help="Who makes it and answers for it, to head it.")
@click.option(
    "--as", "form", type=click.Choice(KINDS), help="How to write it; else as the file's name ends, or as a table."
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
def report(
    name: str,
    journal: str,
    since: datetime | None,
    until: datetime | None,
    at_table: str,
    patron: str,
    zone: str,
    casino: str,
    made_by: str,
    form: str | None,
    output: Path | None,
) -> None:
    """Make the report NAME of a journal; without a NAME, list the reports there are.

    Every figure comes from the entries of the journal and from nothing else, and a journal that is not as it was
    written gives no report. Days and times are those of the house. A PDF has room for a signature, and needs the report
    extra: pip install 'dicehouse[report]'.

    \b
    Examples:
      dicehouse report drop-win-hold --journal house.db --from 2026-11-01 --to 2026-11-30
      dicehouse report payment-errors --journal house.db --casino 'The Star' --made-by 'Sue' -o errors.pdf
      dicehouse report activity-statement --journal house.db --patron ann --as json
    """
    if not name:
        _list()
        return
    from dicehouse.reports.catalogue import Heading, make, offered
    from dicehouse.reports.sources import opened

    offered(name)
    if not journal:
        raise click.UsageError(f"{name}: name the journal it is made from with --journal FILE")
    kind = _kind(form, output)
    asked = _asked(since, until, at_table, patron, zone)
    with opened(journal) as source, telling("entries read") as progress:
        made = make(name, source, asked, progress, Heading(casino=casino, made_by=made_by))
    _write(made, kind, output)


def _list() -> None:
    from dicehouse.reports.catalogue import REPORTS

    width = max(map(len, REPORTS))
    for name, offer in REPORTS.items():
        print(f"{name:{width}}  {offer.says}")


def _asked(since: datetime | None, until: datetime | None, table: str, patron: str, zone: str) -> "Asked":
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    from dicehouse.reports.report import ZONE, Asked

    try:
        ZoneInfo(zone or ZONE)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise click.UsageError(f'{zone}: there is no such time zone; write one such as "Australia/Sydney"') from None
    return Asked(
        since=since.date() if since else None,
        until=until.date() if until else None,
        table=table,
        patron=patron,
        zone=zone or ZONE,
    )


def _kind(form: str | None, output: Path | None) -> str:
    """As it was asked for, else by the name of the file."""
    ending = output.suffix.lower().removeprefix(".") if output else ""
    kind = form or {"csv": "csv", "json": "json", "pdf": "pdf", "txt": "table", "": "table"}.get(ending, "")
    if not kind:
        raise click.UsageError(f"{output} ends in none of .csv, .json, .pdf and .txt; say how to write it with --as")
    if kind == "pdf" and output is None:
        raise click.UsageError("a PDF is not for a screen; name its file with -o")
    return kind


def _write(made: "Made", kind: str, output: Path | None) -> None:
    from dicehouse.reports import pdf, written

    if kind == "pdf" and output:
        output.write_bytes(pdf.as_pdf(made))
    elif kind == "table":
        _draw(made, output)
    else:
        text = written.as_csv(made) if kind == "csv" else written.as_json(made)
        if output:
            output.write_text(text, encoding="utf-8")
        else:
            sys.stdout.write(text)


def _draw(made: "Made", output: Path | None) -> None:
    """A table on the screen or in a file of text; where it is not a screen, as wide as it needs to be."""
    import io

    from rich.text import Text

    from dicehouse.reports.written import head, scope, shown

    report, zone = made.report, made.asked.zone
    right = [it.heading for it in report.columns if it.is_right]
    drawn = common.table("", *(it.heading for it in report.columns), right=right)
    for row in report.rows:
        drawn.add_row(*(Text(shown(value, it.kind, zone)) for value, it in zip(row, report.columns, strict=True)))
    if report.totals and report.rows:
        drawn.add_section()
        sums = [shown(report.totals.get(it.name), it.kind, zone) for it in report.columns]
        drawn.add_row(*(Text(it) for it in (sums[0] or "Total", *sums[1:])), style="bold")
    console = common.console()
    if output:
        console.file = io.StringIO()
    if output or not sys.stdout.isatty():
        console.width = max(120, console.measure(drawn, options=console.options.update(max_width=10_000)).maximum)
    console.print(Text(report.title, style="bold"))
    if by := head(made):
        console.print(Text(by))
    console.print(Text(scope(made)))
    console.print(drawn if report.rows else Text("\nThere is nothing to report.\n"))
    for note in report.notes:
        console.print(Text(note.text + (f" ({note.clause})" if note.clause else "")))
    if output:
        console.print(Text(f"\nName {'_' * 30}  Signature {'_' * 30}  Date {'_' * 16}"))
    if output and isinstance(console.file, io.StringIO):
        output.write_text(console.file.getvalue(), encoding="utf-8")
