"""Every wager of a rulebook played against its exact return.

One-roll wagers all stand in every round, and their settlement follows from counted outcomes. The others are placed
again whenever they may be, called On so that they work as they are valued, in as few plans as their positions allow.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import lcm
from typing import Final

from dicehouse.money import Cents
from dicehouse.rulebooks import Rulebook
from dicehouse.simulate.engine import Engine, Progress, unwatched
from dicehouse.simulate.figures import Line, lines
from dicehouse.simulate.positions import Plan, TooManyPositionsError, plan
from dicehouse.simulate.strategy import Bet, Session, Strategy
from dicehouse.wager import ONE, Base, Decision, Wager

MANY: Final = 4096
"""Wagers that would come to more positions than this are played in two plans."""


@dataclass
class Proof:
    """The wagers of a rulebook as they were played; `rounds` for each."""

    lines: list[Line] = field(default_factory=list)
    rounds: int = 0
    interrupted: bool = False


def parts_of(book: Rulebook, chip: Cents, stake: Cents | None = None) -> list[Plan]:
    """The plans in which the wagers of a rulebook are played, the one-roll wagers first.

    Without a stake each wager has the smallest one that chips pay exactly.
    """
    one_roll = [it for it in book.wagers.values() if it.one_roll]
    found = [plan(book, _strategy(one_roll, chip, stake, 1))] if one_roll else []
    groups: dict[str, list[Wager]] = {}
    for wager in book.wagers.values():
        if not wager.one_roll:
            groups.setdefault(wager.id if not wager.behind else wager.behind, []).append(wager)
    return [*found, *_bundles(book, list(groups.values()), chip, stake)]


def prove(
    parts: Sequence[Plan], rounds: int, seed: int, *, engine: Engine | None = None, progress: Progress = unwatched
) -> Proof:
    """Play every wager for so many rounds, on the processor where nothing else is said."""
    engine = engine or _processor()
    made = Proof(rounds=rounds)
    for part in parts:
        if len(part.positions) == 1 and not part.nodes:
            played = engine.count(part, seed, rounds, progress)
        else:
            played = engine.visit(_for(part, rounds), seed, rounds, progress)
        made.lines += lines(part, played.tally)
        made.rounds = min(made.rounds, played.tally.rounds)
        if played.interrupted:
            made.interrupted = True
            break
    order = {name: place for part in parts[:1] for place, name in enumerate(part.book.wagers)}
    made.lines.sort(key=lambda it: order.get(it.id, order.get(it.id.rpartition("-")[0], 0)))
    return made


def _processor() -> Engine:
    from dicehouse.simulate.run import Processor  # compiles when it is imported, which no other engine needs

    return Processor()


def _for(part: Plan, rounds: int) -> Plan:
    """The same plan in sessions that suit the number of rounds."""
    session = Session(rounds=min(65_536, max(1_000, rounds // 256)))
    return replace(part, strategy=replace(part.strategy, session=session))


def _bundles(book: Rulebook, groups: Sequence[list[Wager]], chip: Cents, stake: Cents | None) -> Iterator[Plan]:
    """As few plans as possible: all in one, or the halves where that is too much."""
    if not groups:
        return
    wagers = [wager for group in groups for wager in group]
    try:
        yield plan(book, _strategy(wagers, chip, stake, 1_000), MANY if len(groups) > 1 else MANY * 10)
    except TooManyPositionsError:
        if len(groups) == 1:
            raise
        middle = len(groups) // 2
        yield from _bundles(book, groups[:middle], chip, stake)
        yield from _bundles(book, groups[middle:], chip, stake)


def _strategy(wagers: Sequence[Wager], chip: Cents, stake: Cents | None, rounds: int) -> Strategy:
    units = {it.id: stake or exact_stake(it, chip) for it in wagers}
    for it in wagers:
        if it.behind:  # the wager and what is behind it, both in whole chips
            units[it.id] = units[it.behind] = Cents(lcm(units[it.id], units[it.behind]))
    bets = (
        Bet(it.id, it, (units[it.id],), working=True if it.off_when else None, on=it.behind)
        for it in sorted(wagers, key=lambda it: bool(it.behind))
    )
    return Strategy("every wager", tuple(bets), Session(rounds=rounds), chip=chip)


def exact_stake(wager: Wager, chip: Cents) -> Cents:
    """The smallest stake at which chips pay the wager and its commission exactly."""
    ends = [step for row in wager.rules.steps for step in row if isinstance(step, Decision)]
    charge = wager.commission.rate * (ONE if wager.commission.of is Base.STAKE else wager.best)
    parts = (charge, *(it.winnings for it in ends), *(it.money_back for it in ends))
    return Cents(chip * lcm(wager.units, *(it.denominator for it in parts)))
