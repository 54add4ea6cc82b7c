"""`dicehouse readings`: each unclear point, each way to take it, and what it is worth."""

from fractions import Fraction

import click

from dicehouse.cli import common
from dicehouse.odds.figures import decimal, percent
from dicehouse.odds.worth import Option, Valued, reading_worths
from dicehouse.rulebooks import load
from dicehouse.rulebooks.readings import shown


@click.command()
@common.rulebook
@click.option("--settled", is_flag=True, help="Show also the points for which only one reading is supported.")
@common.readings
@common.as_json
@common.as_csv
def readings(rulebook: str, settled: bool, readings: tuple[tuple[str, str], ...], as_json: bool, as_csv: bool) -> None:
    """Where the document of a RULEBOOK is unclear: each reading, each option, and what it is worth.

    The worth of an option is the return of every wager that it changes, or a worked case. Try an option
    anywhere with --reading KEY=VALUE; keep it by writing it under [readings] in your own rulebook.

    \b
    Examples:
      dicehouse readings star-sicbo-2024
      dicehouse odds star-sicbo-2024 --reading streak_opening_result_counts=true
    """
    book = load(rulebook, dict(readings))
    found = [it for it in reading_worths(rulebook, dict(readings)) if settled or len(it.options) > 1 or as_json]
    if as_json:
        common.write_json({"rulebook": book.id, "readings": [_data(it, book.document) for it in found]})
    elif as_csv:
        header = ("id", "key", "option", "in_force", "of", "return", "says")
        common.write_csv(header, (row for it in found for row in _rows(it)))
    else:
        _show(found, book.name, book.document)


def _data(valued: Valued, document: str) -> dict[str, object]:
    reading = valued.reading
    return {
        "id": reading.id,
        "key": reading.key,
        "asks": reading.asks,
        "clauses": list(reading.clauses.get(document, ())),
        "room": reading.room,
        "shipped": reading.shipped(document),
        "why": reading.why,
        "options": [
            {"value": it.choice, "says": it.says, "in_force": it.in_force, "worth": _exact(it)} for it in valued.options
        ],
    }


def _exact(option: Option) -> dict[str, str]:
    return {what: str(worth) for what, worth in option.worth.items()}


def _rows(valued: Valued) -> list[tuple[object, ...]]:
    return [
        (valued.reading.id, valued.reading.key, shown(it.choice), it.in_force, what, worth, it.says)
        for it in valued.options
        for what, worth in (_exact(it) or {"": ""}).items()
    ]


def _show(found: list[Valued], name: str, document: str) -> None:
    from rich.padding import Padding

    console = common.console()
    console.print(f"[bold]{name}[/bold]: points that the document leaves open\n")
    for valued in found:
        reading = valued.reading
        cited = f" [dim]({', '.join(reading.clauses[document])})[/dim]" if document in reading.clauses else ""
        console.print(f"[bold]{reading.id}  {reading.key}[/bold]  {reading.asks}{cited}")
        for option in valued.options:
            mark = "[green]●[/green]" if option.in_force else "○"
            said = f"{mark} [bold]{shown(option.choice)}[/bold]  {option.says}{_worth(valued, option)}"
            console.print(Padding(said, (0, 0, 0, 4)))
        console.print()
    console.print("● in force  ○ try it with --reading KEY=VALUE")


def _worth(valued: Valued, option: Option) -> str:
    """The worth of an option in a line; wagers that are worth the same are named together."""
    by_worth: dict[Fraction, list[str]] = {}
    for what, worth in option.worth.items():
        by_worth.setdefault(worth, []).append(what)
    figure = decimal if valued.in_units else percent
    told = "; ".join(f"{_few(names)} {figure(worth)}" for worth, names in by_worth.items())
    colour = "red" if not valued.in_units and any(it > 1 for it in by_worth) else "cyan"
    return f" [{colour}]{told}[/{colour}]" if told else ""


def _few(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
