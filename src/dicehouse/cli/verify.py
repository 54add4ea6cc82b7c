"""`dicehouse verify`: whether a journal stands as it was written, and if not, which record is wrong."""

import sys
from contextlib import suppress
from pathlib import Path

import click
import msgspec

from dicehouse.journal.verify import Fault, Report
from dicehouse.journal.verify import verify as verified


@click.command()
@click.argument("file")
@click.option("--key", default="", help="The public key of the house, in base64 or PEM, or the file that holds it.")
@click.option(
    "--anchor",
    "anchors",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A file of checkpoints that was kept outside the journal. Repeatable.",
)
@click.option("--most", type=click.IntRange(1), default=20, show_default=True, help="Faults to list; more are counted.")
@click.option("--json", "as_json", is_flag=True, help="Write the report as JSON.")
def verify(file: str, key: str, anchors: tuple[Path, ...], most: int, as_json: bool) -> None:
    """Verify a journal: a FILE of the SQLite store, an export in JSON Lines, or the address of a PostgreSQL database.

    Every entry is held against its hash, the chain, the money it moved and the signed checkpoints, and every draw
    of prizes is worked out again. The exit status is 0 if the journal stands, 1 if a record is wrong, and 2 if there
    is no journal to verify.

    \b
    Examples:
      dicehouse verify house.db --key house.pub --anchor /media/usb/anchor.txt
      dicehouse verify export.jsonl --json
      dicehouse verify postgresql://auditor@db.house/dicehouse --key house.pub
    """
    report = verified(file, key=_key(key), anchors=anchors, most=most, progress=_progress)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode({"stands": not report.faults, **_fields(report)})).decode())
    elif report.faults:
        for fault in report.faults:
            print(_told(fault))
        print(_falls(report))
    else:
        print(_stands(report))
    if report.faults:
        raise click.exceptions.Exit(1)


def _key(text: str) -> str:
    """A key as it was given, or what the file of that name holds."""
    with suppress(OSError, ValueError):
        return Path(text).read_text(encoding="utf-8")
    return text


def _progress(records: int) -> None:
    print(f"{records} records read", file=sys.stderr, flush=True)


def _fields(report: Report) -> dict[str, object]:
    return {name: getattr(report, name) for name in report.__struct_fields__}


def _told(fault: Fault) -> str:
    if not fault.first:
        return f"{fault.where}: {fault.why}"
    which = f"entry {fault.first}" if fault.first == fault.last else f"entries {fault.first} to {fault.last}"
    return f"{which} ({fault.where}): {fault.why}"


def _falls(report: Report) -> str:
    unlisted = f", of which {report.more} not listed" if report.more else ""
    faults = _count(len(report.faults) + report.more, "fault")
    return f"{report.file}: the journal does not stand; {faults}{unlisted}"


def _stands(report: Report) -> str:
    if not report.checkpoints:
        sealed = "no checkpoint"
    else:
        sealed = f"{_count(report.checkpoints, 'checkpoint')} up to entry {report.sealed} by key {report.key}"
    entries = "1 entry stands" if report.entries == 1 else f"{report.entries} entries stand"
    counted = ((report.draws, "draw"), (report.seatings, "seating"))
    again = " and ".join(_count(number, what) for number, what in counted if number)
    draws = f"; {again} worked out again" if again else ""
    return f"{report.file}: {entries} as written; head {report.head}; root {report.root}; {sealed}{draws}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
