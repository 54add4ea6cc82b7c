"""What a seed decides before anything happens: the house, the weather, and who does what when.

A script is a list of steps. Each draws on chance of its own, so that leaving one out changes nothing about the others;
that is what makes a failing script shorter.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final, NamedTuple

TABLES: Final = {
    "Star": "star-sicbo-2024",
    "Craps": "star-craps",
    "Terminals": "aruze-sicbo",
    "Crown": "crown-sicbo-a",
    "Old Star": "star-sicbo-pre2024",
    "Symbols": "crown-sicbo-b",
}
GAME: Final = {
    "Star": "sicbo", "Craps": "craps", "Terminals": "sicbo", "Crown": "sicbo", "Old Star": "sicbo",
    "Symbols": "symbols",
}  # fmt: skip
"""As the documents name them; an exclusion from the game holds at every table of it in the house."""
PEOPLE: Final = ("Ann", "Bob", "Cai", "Dee", "Eve", "Fay")
SHIFT: Final = 1.0
"""Hours of a shift, which is what one seed plays."""
MIDNIGHT: Final = datetime(2026, 3, 2, 13, tzinfo=UTC)
"""In Sydney."""


class Weather(NamedTuple):
    """How hard a shift is."""

    tables: tuple[str, ...]
    people: tuple[str, ...]
    processes: int
    start: datetime
    hours: float
    pace: float
    """By how much the people are quicker than one act in half a minute."""
    shuffles: bool = True
    thread_delay: float = 0.02
    write_delay: float = 0.01
    loss: float = 0.0
    """Of messages."""
    duplicates: float = 0.0
    lag: float = 0.1
    """Seconds that a message takes at most."""
    checkpoint: int = 4_000
    kept_every: int = 2_000
    remembered: int = 4_096


class Step(NamedTuple):
    """Something that someone does, or that happens to the machines."""

    no: int
    at: float
    do: str
    who: str = ""
    where: str = ""
    amount: int = 0
    more: str = ""


class Script(NamedTuple):
    seed: int
    weather: Weather
    steps: tuple[Step, ...]


def weather_of(seed: int, hours: float = SHIFT) -> Weather:
    chance = Random(f"{seed}/weather")
    tables = tuple(name for place, name in enumerate(TABLES) if place < 3 or chance.random() < 0.6)
    start = MIDNIGHT - timedelta(minutes=chance.choice((20, 60, 100, 700)))
    calm = chance.random() < 0.2
    return Weather(
        tables=tables,
        people=PEOPLE[: chance.choice((3, 4, 5, 6))],
        processes=chance.choice((1, 1, 1, 2)),
        start=start,
        hours=hours,
        pace=chance.choice((0.5, 1.0, 2.0, 4.0)),
        shuffles=chance.random() < 0.8,
        thread_delay=chance.choice((0.0, 0.01, 0.05, 0.3)),
        write_delay=chance.choice((0.001, 0.01, 0.05, 0.4)),
        loss=0.0 if calm else chance.choice((0.0, 0.02, 0.1, 0.25)),
        duplicates=0.0 if calm else chance.choice((0.0, 0.05, 0.3)),
        lag=chance.choice((0.05, 0.5, 3.0)),
        checkpoint=chance.choice((40, 400, 4_000)),
        kept_every=chance.choice((20, 150, 2_000)),
        remembered=chance.choice((4, 64, 4_096)),
    )


_ACTS: Final = {
    "bets": 60, "sits": 12, "leaves": 4, "buys-in": 6, "takes-back": 4, "chooses-limit": 2, "deposits": 2,
    "withdraws": 2, "rests": 1, "comes-back": 3, "looks": 2,
}  # fmt: skip
_ORDERS: Final = {
    "excludes": 3, "bars": 1, "lifts": 9, "pauses": 3, "mispays": 4, "rectifies": 4, "sells": 5, "reverses": 4,
    "brings": 3, "voids": 3, "changes-limits": 1,
}  # fmt: skip
_FAULTS: Final = {
    "kill": 7, "power": 8, "restart": 3, "clock": 3, "full": 2, "sync-fails": 2, "write-fails": 1, "read-fails": 1,
    "slow": 2, "cut": 2, "verify": 1, "backup": 1,
}  # fmt: skip
LIMITS: Final = (5_000, 20_000, 60_000, 150_000, 400_000)
STAKES: Final = (500, 1_000, 2_500, 5_000, 20_000)
CAREFUL: Final = ("Ann", "Bob", "Cai")
"""Who chooses low limits."""


def script_of(seed: int, hours: float = SHIFT, *, faults: bool = True) -> Script:
    weather = weather_of(seed, hours)
    chance = Random(f"{seed}/script")
    made: list[Step] = [
        Step(0, 5 + 20 * chance.random(), "sits", who, where, 50_000)
        for who in weather.people
        for where in chance.sample(weather.tables, 2)
    ]
    end = hours * 3600
    for who in weather.people:
        for at in _moments(chance, end, 30 / weather.pace):
            made.append(_act(chance, at, who, weather))  # noqa: PERF401
    for at in _moments(chance, end, 150 / weather.pace):
        made.append(_order(chance, at, weather))  # noqa: PERF401
    if faults:
        for at in _moments(chance, end, chance.choice((60, 300, 900))):
            made.append(_fault(chance, at, weather))  # noqa: PERF401
    made.sort(key=lambda it: it.at)
    return Script(seed, weather, tuple(it._replace(no=no) for no, it in enumerate(made, 1)))


def _moments(chance: Random, end: float, apart: float) -> Sequence[float]:
    found, at = [], 30 + chance.expovariate(1 / apart)
    while at < end:
        found.append(at)
        at += chance.expovariate(1 / apart)
    return found


def _one_of(chance: Random, weights: dict[str, int]) -> str:
    return chance.choices(list(weights), list(weights.values()))[0]


def _act(chance: Random, at: float, who: str, weather: Weather) -> Step:
    do, where = _one_of(chance, _ACTS), chance.choice(weather.tables)
    amount = {
        "bets": chance.choice(STAKES),
        "sits": chance.choice((0, 20_000, 50_000)),
        "buys-in": chance.choice((5_000, 20_000, 400_000)),
        "chooses-limit": chance.choice(LIMITS if who in CAREFUL else LIMITS[3:]),
        "deposits": chance.choice((10_000, 50_000)),
        "withdraws": chance.choice((5_000, 30_000, 2_000_000)),
        "rests": chance.choice((2, 5)),
    }.get(do, 0)
    wagers = ",".join(str(chance.randrange(12)) for _ in range(chance.choice((1, 1, 2, 4))))
    more = {"bets": wagers, "sits": chance.choice(("", "impatient"))}.get(do, "")
    return Step(0, at, do, who, where, amount, more)


def _order(chance: Random, at: float, weather: Weather) -> Step:
    do, where, who = _one_of(chance, _ORDERS), chance.choice(weather.tables), chance.choice(weather.people)
    amount = {
        "pauses": chance.choice((2, 5, 20)),
        "mispays": chance.choice((-500, 500, 1_000, 5_000)),
        "sells": chance.choice((2_000, 10_000)),
        "brings": chance.choice((1_000, 10_000, 90_000)),
        "changes-limits": chance.choice((500, 1_000)),
    }.get(do, 0)
    more = {
        "excludes": chance.choice(("table", "game", "casino")),
        "lifts": chance.choice(("house", "table")),
        "mispays": chance.choice(("", "", "twice")),
        "rectifies": chance.choice(("", "", "twice")),
        "reverses": chance.choice(("", "", "twice")),
    }.get(do, "")
    return Step(0, at, do, who, where, amount, more)


def _fault(chance: Random, at: float, weather: Weather) -> Step:
    do = _one_of(chance, _FAULTS)
    amount = {
        "kill": chance.choice((1, 5, 30)),
        "power": chance.choice((1, 5, 60)),
        "restart": chance.choice((1, 20)),
        "clock": chance.choice((-20, -3, 0, 3, 20)),
    }.get(do, chance.choice((2, 10, 40)))
    return Step(0, at, do, str(chance.randrange(weather.processes)), "", amount, str(chance.randrange(60)))


def told(step: Step) -> str:
    """A step as a person reads it."""
    sentence = _SENTENCES[step.do]
    return sentence.format(it=step, money=f"{step.amount / 100:.2f}" if step.amount % 1 == 0 else step.amount)


_SENTENCES: Final = {
    "bets": "{it.who} bets {money} at {it.where} (wagers {it.more})",
    "sits": "{it.who} sits down at {it.where} with {money} {it.more}",
    "leaves": "{it.who} leaves {it.where}",
    "buys-in": "{it.who} buys in for {money} at {it.where}",
    "takes-back": "{it.who} takes a wager back at {it.where}",
    "chooses-limit": "{it.who} chooses a loss limit of {money} a day",
    "deposits": "{it.who} deposits {money}",
    "withdraws": "{it.who} withdraws {money}",
    "rests": "{it.who} takes a break of {it.amount} minutes",
    "comes-back": "{it.who} ends the break",
    "looks": "{it.who} looks at their account and their seat at {it.where}",
    "excludes": "{it.where} excludes {it.who} from the {it.more}",
    "bars": "the gaming manager excludes {it.who} from the casino",
    "lifts": "{it.who} may come back (the {it.more} says)",
    "pauses": "{it.where} pauses {it.who} for {it.amount} minutes",
    "mispays": "{it.where} finds {it.who} paid {money} too much, or too little {it.more}",
    "rectifies": "{it.where} puts a wrong payment right {it.more}",
    "sells": "{it.where} sells {it.who} chips for {money} in cash",
    "reverses": "{it.where} undoes a sale of chips {it.more}",
    "brings": "{it.who} brings {money} in chips to {it.where}",
    "voids": "{it.where} calls no result",
    "changes-limits": "{it.where} puts up a minimum of {money}",
    "kill": "process {it.who} is killed, and started again after {it.amount} seconds",
    "power": "power fails {it.more} writes from now, for {it.amount} seconds",
    "restart": "process {it.who} is stopped in good order, and started again after {it.amount} seconds",
    "clock": "the clock of process {it.who} is {it.amount} seconds off",
    "full": "the disk is full for {it.amount} seconds",
    "sync-fails": "the disk fails to sync for {it.amount} seconds",
    "write-fails": "the disk fails to write for {it.amount} seconds",
    "read-fails": "the disk fails to read for {it.amount} seconds",
    "slow": "the disk takes its time for {it.amount} seconds",
    "cut": "the processes cannot reach each other for {it.amount} seconds",
    "verify": "an inspector verifies the journal",
    "backup": "an operator copies the journal and verifies the copy",
}
