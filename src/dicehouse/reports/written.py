"""A report written down: as text for people, as CSV for a spreadsheet, as JSON for a program."""

import csv
import io
from datetime import date, datetime
from fractions import Fraction
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from dicehouse.money import dollars
from dicehouse.reports.catalogue import Made
from dicehouse.reports.report import Cell, Column, Kind

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet would take for a formula."""


def shown(value: Cell, kind: Kind, zone: str) -> str:
    """A value as a person reads it; times are those of the house."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return f"{value.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M:%S}"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Fraction):
        return f"{percent(value)}%" if kind is Kind.SHARE else str(value)
    if isinstance(value, int):
        return _number(value, kind)
    return value


def _number(value: int, kind: Kind) -> str:
    if kind is Kind.MONEY:
        return dollars(value)
    if kind is Kind.TIME:
        return f"{value // 3600}:{value // 60 % 60:02d}:{value % 60:02d}"
    return str(value)


def percent(share: Fraction) -> str:
    """A fraction in hundredths to two decimals; half of the last one goes to the even one."""
    hundredths = round(share * 10_000)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def period(made: Made) -> str:
    """The days that a report is about, in words."""
    since, until = made.asked.since, made.asked.until
    if since and until:
        return f"{since} to {until}" if since != until else str(since)
    if since:
        return f"from {since}"
    return f"up to {until}" if until else "the whole journal"


def head(made: Made) -> str:
    """Whose report it is and who made it, as far as that was said."""
    said = (("casino", made.heading.casino), ("made by", made.heading.made_by))
    return "; ".join(f"{what} {name}" for what, name in said if name)


def scope(made: Made) -> str:
    """What a report is about, and from what it was made."""
    asked = made.asked
    whose = "".join(f"; {of} {name}" for of, name in (("at", asked.table), ("of", asked.patron)) if name)
    as_of = f", as of {shown(made.as_of, Kind.MOMENT, asked.zone)}" if made.as_of else ""
    return f"{period(made)}{whose}; times of {asked.zone}{as_of}; {made.entries} entries, head {made.head[:16]}"


# --- CSV


def as_csv(made: Made) -> str:
    """The rows alone, money in dollars; a text that would be a formula has an apostrophe before it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns, zone = made.report.columns, made.asked.zone
    writer.writerow(it.name for it in columns)
    writer.writerows(
        [_field(value, it, zone) for value, it in zip(row, columns, strict=True)] for row in made.report.rows
    )
    return out.getvalue()


def _field(value: Cell, column: Column, zone: str) -> str:
    if isinstance(value, datetime):
        return value.astimezone(ZoneInfo(zone)).isoformat(timespec="seconds")
    if isinstance(value, int) and column.kind is Kind.TIME:
        return str(value)
    if isinstance(value, Fraction) and column.kind is Kind.SHARE:
        return percent(value)
    text = shown(value, column.kind, zone)
    return f"'{text}" if isinstance(value, str) and text.startswith(FORMULA) else text


# --- JSON


def as_json(made: Made) -> str:
    """Everything, exactly: money as cents and as dollars, a share as a fraction and as a percentage."""
    report, zone = made.report, made.asked.zone
    kinds = {it.name: it.kind for it in report.columns}
    data = {
        "report": made.name,
        "title": report.title,
        "casino": made.heading.casino or None,
        "made_by": made.heading.made_by or None,
        "from": made.asked.since,
        "to": made.asked.until,
        "table": made.asked.table or None,
        "patron": made.asked.patron or None,
        "zone": zone,
        "as_of": _exact(made.as_of, Kind.MOMENT, zone),
        "journal": {"entries": made.entries, "head": made.head},
        "columns": [{"name": it.name, "title": it.heading, "kind": it.kind} for it in report.columns],
        "rows": [
            {it.name: _exact(value, it.kind, zone) for it, value in zip(report.columns, row, strict=True)}
            for row in report.rows
        ],
        "totals": {name: _exact(value, kinds[name], zone) for name, value in report.totals.items()},
        "notes": [{"text": it.text, "clause": it.clause or None} for it in report.notes],
    }
    return msgspec.json.format(msgspec.json.encode(data)).decode() + "\n"


def _exact(value: Cell, kind: Kind, zone: str) -> object:
    if isinstance(value, datetime):
        return value.astimezone(ZoneInfo(zone)).isoformat()
    if isinstance(value, Fraction):
        return {"exact": str(value), "percent": percent(value)} if kind is Kind.SHARE else str(value)
    if isinstance(value, int) and kind is Kind.MONEY:
        return {"cents": value, "dollars": dollars(value)}
    return value
