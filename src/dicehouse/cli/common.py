"""What several commands share: their arguments, and writing for programs and for people."""

import csv
import json
import sys
from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

import click

from dicehouse.money import Cents, cents

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


LONGEST: Final = 18
"""Digits after the first of a number that is written with an exponent."""


class Amount(click.ParamType[Cents]):
    name = "dollars"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Cents:
        try:
            amount = cents(value) if isinstance(value, str) else Cents(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        return amount or self.fail("it is nothing; give an amount above 0.00", param, ctx)


class ReadingChoice(click.ParamType[tuple[str, str]]):
    name = "key=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        key, equals, choice = str(value).partition("=")
        if not (key and equals and choice):
            self.fail(f"{value!r} is not KEY=VALUE, such as even_totals=printed; see `dicehouse readings`", param, ctx)
        return key, choice


def whole(text: str) -> int:
    """A whole number, also written 1e9 or 1_000_000, and never by way of a fraction; anything else is a ValueError."""
    if "e" not in text.lower():
        return int(text)
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise ValueError(text) from None
    if not number.is_finite() or number.adjusted() > LONGEST or number != number.to_integral_value():
        raise ValueError(text)
    return int(number)


rulebook = click.argument("rulebook")
readings = click.option(
    "--reading",
    "readings",
    type=ReadingChoice(),
    multiple=True,
    help="Take an unclear point another way, such as even_totals=printed. Repeatable.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Write JSON, fractions as exact texts.")
as_csv = click.option("--csv", "as_csv", is_flag=True, help="Write CSV.")


def write_json(value: object) -> None:
    json.dump(value, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def write_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)


def console() -> "Console":
    """Where tables for people are written; wide enough to be read again when it is not a screen."""
    from rich.console import Console

    class HonestConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # told like any other, not swallowed

    return HonestConsole(width=None if sys.stdout.isatty() else 120, highlight=False, soft_wrap=False)


def table(title: str, *columns: str, right: Sequence[str] = ()) -> "Table":
    from rich import box
    from rich.table import Table

    made = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold", pad_edge=False)
    for column in columns:
        made.add_column(
            column, justify="right" if column in right else "left", no_wrap=column in right or column == columns[0]
        )
    return made


def together(names: Sequence[str]) -> str:
    """Names of wagers that are alike: "Double 1, 2, 3, 4, 5, 6", or how many where they are too many to read."""
    words = [name.split(" ") for name in names]
    same = len(list(takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False))))
    start = " ".join(words[0][:same])
    if len(names) == 1 or not start:
        return ", ".join(names)
    told = f"{start} " + ", ".join(" ".join(it[same:]) for it in words)
    return told if len(told) <= 30 else f"{start} ({len(names)})"
