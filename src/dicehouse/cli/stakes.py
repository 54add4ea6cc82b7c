"""`dicehouse stakes`: what payment in chips does to the odds."""

import click

from dicehouse.cli import common
from dicehouse.money import Cents, dollars
from dicehouse.odds.figures import percent
from dicehouse.odds.stakes import StakeAdvice, one_sign, stake_advice
from dicehouse.rulebooks import load


@click.command()
@common.rulebook
@click.option("--chip", type=common.Amount(), required=True, help="The smallest chip of the table.")
@common.readings
@common.as_json
@common.as_csv
def stakes(rulebook: str, chip: Cents, readings: tuple[tuple[str, str], ...], as_json: bool, as_csv: bool) -> None:
    """Stakes of a RULEBOOK that rounding to chips lifts to 100% or more, and a sign that rules them out.

    A payout that chips cannot make is rounded as the document says. Where that is up, a small stake returns
    more than the odds alone: one chip on Place to Win 6 returns 136.36%. The sign at the table may state a
    minimum and the unit above it; for each wager this gives the lowest that leaves no such stake.

    \b
    Example:
      dicehouse stakes star-craps --chip 1.00
    """
    book = load(rulebook, dict(readings))
    found = list(stake_advice(book, chip))
    if as_json:
        sign = one_sign(found, chip)
        table = {"minimum": dollars(sign.minimum), "unit": dollars(sign.unit)}
        data = [_data(it) for it in found]
        common.write_json({"rulebook": book.id, "chip": dollars(chip), "table": table, "wagers": data})
    elif as_csv:
        rows = (
            (it.exact.id, it.exact.returns, dollars(stake), returned, dollars(it.sign.minimum), dollars(it.sign.unit))
            for it in found
            for stake, returned in it.over
        )
        common.write_csv(("id", "exact", "stake", "return", "minimum", "unit"), rows)
    else:
        _show(book.name, found, chip)


def _data(it: StakeAdvice) -> dict[str, object]:
    return {
        "id": it.exact.id,
        "return": str(it.exact.returns),
        "over": [{"stake": dollars(stake), "return": str(returned)} for stake, returned in it.over],
        "minimum": dollars(it.sign.minimum),
        "unit": dollars(it.sign.unit),
    }


def _show(name: str, found: list[StakeAdvice], chip: Cents) -> None:
    right = ("Exact", "Worst", "Minimum", "Unit")
    columns = ("Wager", "Exact", "Stakes at 100% or more", "Worst", "Minimum", "Unit")
    table = common.table(f"{name}, smallest chip ${dollars(chip)}", *columns, right=right)
    alike: dict[tuple[object, ...], list[StakeAdvice]] = {}
    for it in found:
        if it.over:
            alike.setdefault((it.exact.wager.family, it.over, it.sign), []).append(it)
    for group in alike.values():
        it = group[0]
        stake, worst = max(it.over, key=lambda pair: pair[1])
        again = "" if it.has_edge else ", and so on"
        told = f"{percent(worst)} at {dollars(stake)}"
        says = (dollars(it.sign.minimum), dollars(it.sign.unit))
        name = common.together([each.exact.name for each in group])
        table.add_row(name, percent(it.exact.returns), _ranges(it, chip) + again, told, *says)
    console = common.console()
    if not table.rows:
        console.print(f"{name}: no stake in chips of ${dollars(chip)} returns more than its wager does unrounded.")
    else:
        console.print(table)
        sign = one_sign(found, chip)
        console.print(
            f"One sign for every wager that has an edge: minimum ${dollars(sign.minimum)}, unit ${dollars(sign.unit)}.",
            soft_wrap=True,
        )
    if fair := dict.fromkeys(it.exact.wager.id for it in found if not it.has_edge):
        console.print(f"At 100% or more by their own odds, whatever the stake: {', '.join(fair)}.", soft_wrap=True)


def _ranges(it: StakeAdvice, chip: Cents) -> str:
    return ", ".join(dollars(a) if a == b else f"{dollars(a)} to {dollars(b)}" for a, b in it.runs(chip))
