"""Write the reference pages and the pictures from the code, so that they cannot say anything else.

`python docs/generate.py` writes them; `python docs/generate.py --to FOLDER` writes them elsewhere, which is how a test
finds out that a page is out of date.
"""

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from dicehouse.cli.app import COMMANDS, app
from dicehouse.diagram import diagram
from dicehouse.layout import Ended, Why
from dicehouse.odds import Value, values
from dicehouse.odds.figures import decimal, percent
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.clauses import Status, register
from dicehouse.rulebooks.readings import readings, shown
from dicehouse.rulebooks.vocabulary import LIMITS, POWERS, TIMES, UNITS

HERE = Path(__file__).parent

PICTURES = {
    "win-line": ("star-craps", "win-line"),
    "super-streak": ("star-sicbo-2024", "streak-small-big"),
    "small": ("star-sicbo-2024", "small"),
}


def pages() -> Iterator[tuple[str, str]]:
    """Every generated file by its path inside docs."""
    for name, (book, wager) in PICTURES.items():
        yield f"pictures/{name}.svg", diagram(load(book).wagers[wager])
    yield "reference/wagers.md", "\n".join(wagers())
    yield "reference/readings.md", "\n".join(all_readings())
    yield "reference/rulebooks.md", "\n".join(rulebooks())
    yield "reference/settle.md", "\n".join(settle())
    yield "reference/commands.md", "\n".join(commands())
    yield "reference/clauses.md", "\n".join(clauses())


def opening(title: str, *said: str) -> Iterator[str]:
    yield from (f"# {title}", "", "*Reference, generated from the code.*", "", *said, "")


def row(*cells: object) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def head(*columns: str) -> Iterator[str]:
    yield row(*columns)
    yield row(*("---" for _ in columns))


def wagers() -> Iterator[str]:
    yield from opening(
        "Wagers",
        "Every wager of every built-in rulebook, with exact figures. Chances and returns are fractions; a percentage is",
        "the same number, rounded for reading. A Behind wager is valued for each point.",
    )
    for name in BUILT_IN:
        book = load(name)
        yield from (f"## {book.name}", "", f"`{book.id}`, document `{book.document}`.", "")
        yield from head("id", "name", "clause", "pays", "wins", "return", "edge", "variance", "rolls")
        yield from (wager_row(value) for value in values(book))
        yield ""


def wager_row(it: Value) -> str:
    pays = ", ".join(payout.label.removeprefix("win ") for payout in it.payouts if payout.label.startswith("win"))
    returns = f"{it.returns} ({percent(it.returns)})"
    figures = (it.win, returns, percent(it.edge), decimal(it.variance, 3), decimal(it.rolls, 3))
    return row(f"`{it.id}`", it.name, it.wager.clause, pays, *figures)


def all_readings() -> Iterator[str]:
    yield from opening(
        "Readings",
        "Points that a document leaves unclear, the ways to take them, and the way we ship. A key with several options is",
        "set under `[readings]` in a rulebook or tried with `--reading KEY=VALUE`; `dicehouse readings RULEBOOK` says what",
        "each option is worth there. A key with one option is settled; it stands here so that the point is on record.",
    )
    for reading in readings().values():
        ids = ", ".join([reading.id, *reading.also])
        where = "; ".join(f"{document} {', '.join(clauses)}" for document, clauses in reading.clauses.items())
        yield from (f"## `{reading.key}`", "", f"{reading.asks} ({ids}: {where}.) Applied by `{reading.room}`.", "")
        for option, says in reading.options.items():
            shipped = [it for it in reading.clauses if reading.shipped(it) == option]
            mark = f" **Shipped** for {', '.join(shipped)}." if shipped else ""
            yield f"- `{shown(option)}`: {says}{mark}"
        yield from ("", f"Why: {reading.why}", "")


def rulebooks() -> Iterator[str]:
    yield from opening(
        "Rulebook files",
        "What a rulebook file may say. Any other key is an error that names the file, the key and the line. Every entry",
        'cites a clause of the document. `based_on = "star-craps"` takes over a built-in rulebook, and the rest of the',
        "file says what is different.",
    )
    yield from ("## Families of wagers", "")
    yield "Each is described under `[wagers.FAMILY]` or named in `not_offered`."
    yield ""
    games = {load(name).game.id: load(name).game for name in BUILT_IN}
    for game in games.values():
        yield from (f"### Game `{game.id}`", "")
        yield from head("family", "prices under `odds`", "clauses under `says`", "also needs")
        for family in game.families:
            prices = ", ".join(family.prices) or f"those of {', '.join(family.parts)}"
            yield row(f"`{family.id}`", prices, ", ".join(family.says), family.needs)
        yield ""
    yield from (
        "## Powers",
        "",
        "Who may do what: `KEY = { by = [ROLE, ...], clause = CLAUSE }`, those roles or above.",
        "",
    )
    yield from head("key", "the power to", *(f"`{name}`" for name in BUILT_IN))
    for key, meaning in POWERS.items():
        yield row(f"`{key}`", meaning, *(powers_of(name, key) for name in BUILT_IN))
    yield from ("", "## Limits", "")
    yield from head("key", "values", *(f"`{name}`" for name in BUILT_IN))
    for key, options in LIMITS.items():
        yield row(f"`{key}`", ", ".join(options), *(load(name).limits[key].value for name in BUILT_IN))
    yield from (
        "",
        "## Times",
        "",
        f"`KEY = {{ amount = N, unit = UNIT, clause = CLAUSE }}`, in {', '.join(UNITS)}.",
        "",
    )
    yield from head("key", "what it is", *(f"`{name}`" for name in BUILT_IN))
    for key, meaning in TIMES.items():
        yield row(f"`{key}`", meaning, *(time_of(name, key) for name in BUILT_IN))
    yield ""


def powers_of(name: str, key: str) -> str:
    power = load(name).powers.get(key)
    return f"{', '.join(power.by)} ({power.clause})" if power else ""


def time_of(name: str, key: str) -> str:
    time = load(name).times.get(key)
    return f"{time.amount} {time.unit} ({time.clause})" if time else ""


WHY = {
    Why.MALFORMED: "The line is no command: not JSON, not text, a key missing or unknown, two commands in one.",
    Why.WRONG_DICE: "The faces are not those of the game's dice.",
    Why.UNKNOWN_WAGER: "No rulebook has such a wager; the nearest name is suggested.",
    Why.NOT_OFFERED: "The wager exists, but this rulebook does not offer it.",
    Why.UNKNOWN_ID: "No wager with this id stands on the layout.",
    Why.DUPLICATE_ID: "A wager with this id stands already. An id may be used again once its wager is decided.",
    Why.BAD_STAKE: "The stake is no amount, is nothing, or is above the largest the system handles.",
    Why.WRONG_UNITS: "A wager settled in parts is not in whole parts: Horn in fours, Horn High in fives, Crap-Eleven in twos.",
    Why.WRONG_PARENT: "A Behind wager names no wager or one of another kind, or another wager names one at all.",
    Why.NO_POINT: "A Behind wager is placed before its parent has a point.",
    Why.WRONG_TIME: "A line wager with a point on, a Come wager without one, or a Super Streak with its window shut.",
    Why.ABOVE_LIMIT: "What stands behind a wager would exceed what its clause allows.",
    Why.NO_COMMISSION: "A commission is charged in whole chips, and this stake would pay none.",
    Why.ALWAYS_WORKS: "A call of On or Off for a wager that cannot be called.",
    Why.MUST_STAY: "The wager may not be taken down before it is decided.",
}
ENDED = {
    Ended.WIN: "It won; `winnings` is without the stake.",
    Ended.LOSE: "It lost.",
    Ended.PUSH: "The wager itself returns the stake: Don't Win on 2, or Behind the Come asleep when its Come is decided.",
    Ended.VOID: "The round had no result and the rulebook returns the stake.",
    Ended.REMOVED: "It was taken down, and what stood behind it with it.",
}


def settle() -> Iterator[str]:
    yield from opening(
        "Settlement",
        "`dicehouse settle RULEBOOK` reads one JSON object a line and answers each with one line. The same in Python is",
        "`dicehouse.layout.Layout`.",
    )
    yield from ("## How a wager ends", "")
    yield from head("`result`", "meaning")
    yield from (row(f"`{it}`", ENDED[it]) for it in Ended)
    yield from (
        "",
        "## Why something is refused",
        "",
        "In order of precedence: the first that applies is the one given.",
        "",
    )
    yield from head("`why`", "meaning")
    yield from (row(f"`{it}`", WHY[it]) for it in Why)
    yield ""


def commands() -> Iterator[str]:
    yield from opening("Commands", "What `dicehouse COMMAND --help` says.")
    context = click.Context(app, info_name="dicehouse")
    for name in COMMANDS:
        command = app.get_command(context, name)
        if command is None:
            raise LookupError(name)
        inner = click.Context(command, info_name=name, parent=context, max_content_width=100, terminal_width=100)
        yield from (f"## `dicehouse {name}`", "", "```text", command.get_help(inner), "```", "")


def clauses() -> Iterator[str]:
    every = register()
    yield from opening(
        "Clauses",
        f"{len(every):,} clauses of five documents, each with a status. `dicehouse clauses` prints them all with the tests",
        "that name them; this page counts them. A planned clause names the room that will do it.",
    )
    yield from head("document", *Status, "all")
    counts = Counter((it.doc, it.status) for it in every)
    for document in dict.fromkeys(it.doc for it in every):
        of_each = [counts[document, status] for status in Status]
        yield row(f"`{document}`", *of_each, sum(of_each))
    yield ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=HERE, help="the folder to write to (docs)")
    to: Path = parser.parse_args().to
    for name, text in pages():
        file = to / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    os.environ["COLUMNS"] = "100"
    main()
