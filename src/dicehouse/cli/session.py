"""`dicehouse session`: one wager made again and again, worked out exactly."""

from fractions import Fraction
from typing import Final

import click

from dicehouse.cli import common
from dicehouse.money import DOLLAR, Cents, dollars
from dicehouse.odds.bankroll import Ruin, ruin_or_goal, session_of
from dicehouse.odds.figures import decimal, percent
from dicehouse.odds.session import Game, Session, Shows, edge_shows, game
from dicehouse.odds.session import session as worked_out
from dicehouse.rulebooks import load

ONE_IN_TWENTY: Final = Fraction(1, 20)
PARTS: Final = (Fraction(1, 100), ONE_IN_TWENTY, Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))
WIDEST: Final = 40
"""Characters of the longest bar."""


@click.command()
@common.rulebook
@click.argument("wager")
@click.option("--stake", type=common.Amount(), default="10.00", show_default=True, help="On every wager.")
@click.option("--rounds", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="Wagers made.")
@click.option("--chip", type=common.Amount(), default="1.00", show_default=True, help="The smallest chip of the table.")
@click.option("--bankroll", type=common.Amount(), help="What the player begins with, for the risk of ruin.")
@click.option("--goal", type=common.Amount(), help="A bankroll at which the player stops.")
@common.readings
@common.as_json
def session(
    rulebook: str,
    wager: str,
    stake: Cents,
    rounds: int,
    chip: Cents,
    bankroll: Cents | None,
    goal: Cents | None,
    readings: tuple[tuple[str, str], ...],
    as_json: bool,
) -> None:
    """What is left after ROUNDS of one WAGER of a RULEBOOK, as exact chances; nothing is sampled.

    A wager counts from placement to decision. With --bankroll a session ends when that no longer holds one wager, and
    with --goal when the goal is reached; every figure is then of such sessions. Ruin or goal, however long that takes,
    is told too.

    \b
    Examples:
      dicehouse session star-craps win-line --stake 10.00 --rounds 100
      dicehouse session star-sicbo-2024 small --bankroll 200.00 --goal 400.00
    """
    played = game(load(rulebook, dict(readings)), wager, stake, chip)
    for name, amount in (("bankroll", bankroll), ("goal", goal)):
        if amount is not None and amount < played.outlay:
            raise click.UsageError(
                f"--{name} {dollars(amount)} is below {dollars(played.outlay)}, what one wager takes; give more"
            )
    if goal is not None and (bankroll is None or goal <= bankroll):
        had = "no --bankroll" if bankroll is None else f"a --bankroll of {dollars(bankroll)}"
        raise click.UsageError(f"--goal {dollars(goal)} needs a bankroll below it, and there is {had}")
    ended = worked_out(played, rounds) if bankroll is None else session_of(played, bankroll, rounds, goal)
    ever = None if bankroll is None or goal is None else ruin_or_goal(played, bankroll, goal)
    shows = edge_shows(played, ONE_IN_TWENTY)
    if as_json:
        common.write_json(_data(rulebook, ended, ever, shows))
    else:
        _show(ended, bankroll, goal, ever, shows)


def _data(rulebook: str, it: Session, ever: Ruin | None, shows: Shows | None) -> dict[str, object]:
    played = it.game
    return {
        "rulebook": rulebook,
        "wager": played.value.id,
        "stake": dollars(played.stake),
        "outlay": dollars(played.outlay),
        "rounds": it.rounds,
        "mean": str(it.mean / DOLLAR),
        "variance": str(it.variance / DOLLAR**2),
        "ahead": _chance(it.ahead),
        "even": _chance(it.even),
        "behind": _chance(it.behind),
        "quantiles": {decimal(part): dollars(it.quantile(part)) for part in PARTS},
        "bands": [{"from": dollars(a), "to": dollars(b), "chance": _chance(chance)} for a, b, chance in it.bars],
        "ruin_within_rounds": None
        if it.ruined is None
        else {"ruined": _chance(it.ruined), "reached": _chance(it.reached or Fraction(0))},
        "ruin_or_goal": ever
        and {"ruined": _chance(ever.ruined), "reached": _chance(ever.reached), "rounds": _number(ever.rounds)},
        "wagers": _number(it.wagers),
        "edge_shows": shows and {"about": shows.about, "surely": shows.surely},
    }


def _chance(x: Fraction) -> str:
    """A chance to twelve places: as a fraction it would have thousands of digits."""
    return decimal(x, 12)


def _number(x: Fraction) -> str:
    return decimal(x, 6)


def _show(it: Session, bankroll: Cents | None, goal: Cents | None, ever: Ruin | None, shows: Shows | None) -> None:
    played, console = it.game, common.console()
    table = common.table(
        f"{it.rounds} times {played.value.name} at ${dollars(played.stake)}", "Result", "Chance", "", right=("Chance",)
    )
    most = max(chance for _, _, chance in it.bars)
    for low, high, chance in it.bars:
        said = dollars(low) if low == high else f"{dollars(low)} to {dollars(high)}"
        table.add_row(said, percent(chance), "█" * round(WIDEST * chance / most))
    console.print(table)
    worst, middle = it.quantile(PARTS[0]), it.quantile(PARTS[3])
    below = f"1 session in 100 ends at {dollars(worst)} or below, 1 in 2 at {dollars(middle)} or below"
    lines = [
        f"Ahead {percent(it.ahead)}, even {percent(it.even)}, behind {percent(it.behind)}.",
        f"On average {decimal(it.mean / DOLLAR)}; {below}.",
        _edge(played, shows),
    ]
    if it.ruined is not None and bankroll is not None:
        told = f"A bankroll of ${dollars(bankroll)} is ruined within {it.rounds} rounds with a chance of"
        reached = "" if it.reached is None else f", and the goal reached with {percent(it.reached)}"
        lines.append(f"{told} {percent(it.ruined)}{reached}. All figures above are of sessions that stop there, after")
        lines[-1] += f" {decimal(it.wagers, 1)} rounds on average."
    if ever is not None and goal is not None:
        told = f"It comes to ${dollars(goal)} before ruin with a chance of {percent(ever.reached)}"
        lines.append(f"{told}, and one or the other takes {decimal(ever.rounds, 1)} rounds on average.")
    for line in lines:
        console.print(line, soft_wrap=True)


def _edge(played: Game, shows: Shows | None) -> str:
    if shows is None:
        return "Neither side has an edge, so that none ever shows."
    who, other = ("house", "player") if played.mean < 0 else ("player", "house")
    return (
        f"The {who}'s edge shows in 19 sessions of 20 from about {shows.about} rounds on (surely from {shows.surely});"
        f" before that the {other} is often not behind."
    )
