"""`dicehouse odds`: exact odds of every wager."""

from collections.abc import Iterator
from fractions import Fraction

import click

from dicehouse.cli import common
from dicehouse.money import Cents, dollars
from dicehouse.odds.figures import decimal, percent, volatility_index
from dicehouse.odds.value import Value, values, values_of
from dicehouse.rulebooks import BUILT_IN, Rulebook, load
from dicehouse.rulebooks.readings import shown
from dicehouse.wager import Result

BAR = 10
LONGEST = 17


@click.command()
@click.argument("rulebook", required=False)
@click.option("--all", "every", is_flag=True, help="All built-in rulebooks, one after the other.")
@common.readings
@click.option("--chip", type=common.Amount(), help="The smallest chip: payouts are rounded to it. Goes with --stake.")
@click.option("--stake", type=common.Amount(), help="Value every wager at this stake, after rounding to chips.")
@click.option(
    "--rolls-per-hour", type=click.IntRange(1, 10_000), default=100, show_default=True, help="For the edge per hour."
)
@common.as_json
@common.as_csv
def odds(
    rulebook: str | None,
    every: bool,
    readings: tuple[tuple[str, str], ...],
    chip: Cents | None,
    stake: Cents | None,
    rolls_per_hour: int,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Exact odds of every wager of a RULEBOOK: chances, return, edge, variance and length.

    A wager is valued from placement to decision while it works. The return is the money back for each
    unit of outlay, a commission counted as outlay. Every figure is an exact fraction; percentages are
    rounded only on the screen. --json has more: the edge of a roll and of an hour, and the volatility index, which is
    1.645 standard deviations of what comes back for a unit of outlay, so that nine results in ten lie no further off.

    \b
    Examples:
      dicehouse odds star-craps
      dicehouse odds star-craps --chip 1.00 --stake 5.00
      dicehouse odds crown-sicbo-b --reading colour_counts=exact
      dicehouse odds ./my-house.toml --json
    """
    if every == (rulebook is not None):
        raise click.UsageError("name one rulebook, or give --all for every built-in one")
    if (chip is None) != (stake is None):
        raise click.UsageError("--chip and --stake go together: what a stake pays depends on the smallest chip")
    names = BUILT_IN if rulebook is None else (rulebook,)
    books = [load(name, dict(readings)) for name in names]
    if as_json:
        found = [as_data(book, chip, stake, rolls_per_hour) for book in books]
        common.write_json(found if every else found[0])
    elif as_csv:
        rows = (row for book in books for row in _csv_rows(book, chip, stake))
        common.write_csv(("rulebook", *CSV), rows)
    else:
        for book in books:
            show(book, chip, stake)


def _values(book: Rulebook, chip: Cents | None, stake: Cents | None) -> Iterator[Value]:
    if chip is None or stake is None:
        return values(book)
    return (value for wager in book.wagers.values() for value in values_of(book, wager, stake, chip))


def as_data(
    book: Rulebook, chip: Cents | None = None, stake: Cents | None = None, rolls_per_hour: int = 100
) -> dict[str, object]:
    """The odds of a rulebook as plain data; fractions are texts such as "65/66"."""
    data: dict[str, object] = {
        "rulebook": book.id,
        "readings": {key: book.readings[key] for key in book.open_readings},
        "wagers": [_wager_data(value, rolls_per_hour) for value in _values(book, chip, stake)],
        "hash": book.hash,
        "rolls_per_hour": rolls_per_hour,
    }
    if chip is not None and stake is not None:
        data |= {"chip": dollars(chip), "stake": dollars(stake)}
    return data


def _wager_data(value: Value, rolls_per_hour: int) -> dict[str, object]:
    payouts = [
        {"pays": it.label, "result": it.result, "chance": str(it.chance), "money_back": str(it.money_back)}
        for it in value.payouts
    ]
    return {
        "id": value.id,
        "name": value.name,
        "clauses": list(value.wager.clauses),
        "win": str(value.win),
        "lose": str(value.lose),
        "push": str(value.push),
        "return": str(value.returns),
        "edge": str(value.edge),
        "variance": str(value.variance),
        "rolls": str(value.rolls),
        "edge_decided": str(value.edge_decided),
        "edge_per_roll": str(value.edge_per_roll),
        "outlay": str(value.outlay),
        "payouts": payouts,
        "edge_per_hour": str(value.edge_per_hour(rolls_per_hour)),
        "volatility_index": volatility_index(value.variance),
    }


CSV = ("id", "name", "clause", "win", "lose", "push", "return", "edge", "edge_decided", "variance", "rolls")


def _csv_rows(book: Rulebook, chip: Cents | None, stake: Cents | None) -> Iterator[tuple[object, ...]]:
    for it in _values(book, chip, stake):
        figures = (it.win, it.lose, it.push, it.returns, it.edge, it.edge_decided, it.variance, it.rolls)
        yield (book.id, it.id, it.name, it.wager.clause, *figures)


def show(book: Rulebook, chip: Cents | None = None, stake: Cents | None = None) -> None:
    """A table for people: wagers that are worth the same in one row, the best for the player first."""
    title = f"{book.name} ({book.id})"
    if chip is not None and stake is not None:
        title += f", at a stake of ${dollars(stake)} in chips of ${dollars(chip)}"
    alike: dict[tuple[object, ...], list[Value]] = {}
    for value in _values(book, chip, stake):
        alike.setdefault((value.wager.family, value.payouts, value.outlay), []).append(value)
    rows = sorted(alike.values(), key=lambda group: group[0].edge)
    most = max((it[0].edge for it in rows), default=Fraction(0))
    right = ("Wins", "Return", "Edge", "Rolls")
    table = common.table(title, "Wager", "Pays", *right[:2], "", "Edge", "", "Rolls", "Clause", right=right)
    for group in rows:
        it = group[0]
        style = "red" if it.returns > 1 else None
        cells = (_exact(it.win), _exact(it.returns), percent(it.returns), percent(it.edge), _bar(it.edge, most))
        table.add_row(
            common.together([it.name for it in group]),
            _pays(it),
            *cells,
            decimal(it.rolls),
            it.wager.clause,
            style=style,
        )
    console = common.console()
    console.print(table)
    if over := [it.id for group in rows for it in group if it.returns > 1]:
        console.print(f"[red]Above 100%[/red], so the house loses in the long run: {_some(over)}.", soft_wrap=True)
    told = ", ".join(f"{key}={shown(book.readings[key])}" for key in _changed(book))
    console.print(f"Readings changed: {told}." if told else "Readings as shipped.", end=" ", soft_wrap=True)
    console.print(
        f"`dicehouse readings {book.id}` says what each is worth. Rulebook {book.hash[:12]}.\n", soft_wrap=True
    )


def _exact(x: Fraction) -> str:
    """A fraction as it is, or about what it is where it is too long to read."""
    return str(x) if len(str(x)) <= LONGEST else f"≈ {decimal(x, 6)}"


def _changed(book: Rulebook) -> Iterator[str]:
    return (key for key in book.open_readings if book.readings[key] != book.shipped[key])


def _pays(value: Value) -> str:
    """The prices of a wager in a few words, the highest first."""
    labels = [it.label.removeprefix("win ") for it in value.payouts if it.result is Result.WIN]
    prices = list(dict.fromkeys(it.partition(" on ")[0] for it in labels))
    told = ", ".join(prices) if len(prices) <= 3 else f"{prices[0]} down to {prices[-1]}"
    return told if prices == labels else f"{told} in parts"


def _bar(edge: Fraction, most: Fraction) -> str:
    """The edge as a length; an edge on the player's side points the other way."""
    if edge < 0:
        return "◀"
    return "█" * int(edge / most * BAR + Fraction(1, 2)) if most > 0 else ""


def _some(ids: list[str]) -> str:
    return ", ".join(ids[:8]) + (f" and {len(ids) - 8} more" if len(ids) > 8 else "")
