"""What stands on a par sheet."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from dicehouse import __version__
from dicehouse.money import Cents, dollars
from dicehouse.odds.figures import decimal, percent, root
from dicehouse.odds.stakes import Sign, StakeAdvice, one_sign, stake_advice
from dicehouse.odds.value import Value, values_of
from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.readings import readings, shown
from dicehouse.sheet.changes import Changes, changes
from dicehouse.sheet.parts import Cell, Column, Facts, Section, Sheet, Signatures, Table, Text
from dicehouse.wager import Decision, Go, Result, Wager

ABOVE: Final = "above 100%"
"""The word for a wager on which the house loses in the long run."""
PLACES: Final = 4
LONGEST: Final = 40
"""Characters of a fraction that still fits; a longer one is in what `dicehouse odds --json` says."""


def sheet(book: Rulebook, chip: Cents | None = None, on: date | None = None) -> Sheet:
    """The par sheet of a rulebook; with a smallest chip, also what rounding to it does to small stakes."""
    against = changes(book)
    advice = list(stake_advice(book, chip)) if chip is not None else []
    entries = list(_entries(book, against))
    valued = [it.value for it in entries]
    facts = Facts(tuple(_identity(book, against, on)))
    said = (_above_all(valued), *_lifted(advice, chip), *_different(against))
    sections = [
        Section("Rulebook", (facts, *said)),
        Section("Wagers", (_wagers(entries),)),
        Section("Payouts and their chances", (_payouts(valued),)),
        Section("Payment in chips", tuple(_chips(book, chip, advice))),
        Section("Readings in force", (Text(OPEN_POINTS), _readings(book))),
        Section("How the figures are defined", (Facts(tuple(DEFINITIONS.items())),)),
        Section("Signatures", (SIGNATURES,)),
    ]
    return Sheet(f"Par sheet: {book.name}", __version__, book.hash, on.isoformat() if on else "", tuple(sections))


OPEN_POINTS: Final = (
    "Every point that the document leaves open, and how this rulebook takes it. A reading marked as changed is not the"
    " one that Dicehouse ships for this document."
)

DEFINITIONS: Final = {
    "Exact": ("Every fraction is exact. Percentages and decimals are rounded half up at the last digit shown."),
    "Pays": (
        "Winnings for the stake, in whole numbers, beside the stake itself: 7.5 to 1 is written"
        ' 15:2. "On 1/4" means that these odds are paid on that part of the stake.'
    ),
    "Win, lose, push": (
        "The chance that the wager ends so, from placement to decision while it works. A push gives the stake back."
    ),
    "Return": (
        "Expected money back, the stake included, for each unit of outlay. The outlay is the stake and, where"
        " the wager carries one, the commission on it."
    ),
    "Edge, made": "The house's expected part of every unit laid out on wagers made: one less the return.",
    "Edge, decided": ("The same for every wager won or lost: the edge of wagers made, over the chance of no push."),
    "Edge, a roll": "The edge of wagers made, over the expected rolls that one takes.",
    "Volatility": "The standard deviation of the money back for each unit of outlay: the root of the variance.",
    "Variance": ("Of the money back for each unit of outlay: the mean of its square, less the square of its mean."),
    "Rolls": "Expected valid rolls from placement to decision, while the wager works.",
    "Behind wagers": (
        "Valued for each point by itself. Every other wager is valued when it is placed; where the table"
        " decides the state it starts in, each start counts as often as it occurs."
    ),
    "Optional": "The document leaves it to the house whether to offer the wager.",
    "Rulebook hash": (
        "SHA-256 of all that the rulebook decides as it is in force, readings included. Two sheets with the"
        " same hash and the same version of Dicehouse have the same figures."
    ),
}


SIGNATURES: Final = Signatures(("Prepared by", "Checked by"), ("Name and position", "Signature", "Date"))

WAGERS: Final = (
    Column("Wager", 17),
    Column("Clauses", 20),
    Column("Pays", 11),
    Column("Win", 8, right=True),
    Column("Lose", 8, right=True),
    Column("Push", 8, right=True),
    Column("Return", 8, right=True),
    Column("Edge, made", 8, right=True),
    Column("Edge, decided", 8, right=True),
    Column("Edge, a roll", 8, right=True),
    Column("Variance", 11, right=True),
    Column("Volatility", 7, right=True),
    Column("Rolls", 8, right=True),
)
PAYOUTS: Final = (
    Column("Wager", 24),
    Column("Id", 24),
    Column("Ends with", 20),
    Column("Money back for a unit staked", 20, right=True),
    Column("Chance", 16, right=True),
    Column("In percent", 16, right=True),
)
STAKES: Final = (
    Column("Wager", 20),
    Column("Return unrounded", 14, right=True),
    Column("Stakes at 100% or more", 44),
    Column("Highest return", 22, right=True),
    Column("Minimum", 10, right=True),
    Column("Unit", 10, right=True),
)
READINGS: Final = (
    Column("Id", 5),
    Column("Key", 20),
    Column("In force", 18),
    Column("Status", 16),
    Column("The point, and how it is read", 52),
    Column("Clauses", 18),
)


def _identity(book: Rulebook, against: Changes | None, on: date | None) -> Iterator[tuple[str, str]]:
    yield "Name", book.name
    yield "Rulebook", book.id
    yield "Document", f"{book.paper.title} ({book.document})" if book.paper.own else book.document
    yield "Edition", book.edition or "not stated"
    yield "Regulator", book.regulator or "none is named"
    if against is not None:
        yield "Based on", f"{against.base.name} ({against.base.id})"
    if against is not None or book.paper.own:
        yield "Approval", NO_APPROVAL
    yield "Dice", f"{book.dice.count}, with {len(book.dice.rolls)} equally likely outcomes"
    yield "Rulebook hash", book.hash
    yield "Made with", f"Dicehouse {__version__}"
    if on:
        yield "Date", on.isoformat()


NO_APPROVAL: Final = (
    "None is claimed. This rulebook is its writer's own; whatever was approved was the document that it is based on,"
    " and not what is changed here."
)


def _different(against: Changes | None) -> Iterator[Text]:
    """What is not as in the rulebook that this one is based on."""
    if against is None:
        return
    told = ", ".join(f"{id} ({mark})" for id, mark in against.marks.items())
    base = against.base.name
    yield Text(f"Different from {base}, and marked below: {told}." if told else f"Every wager is as in {base}.")
    if against.left_out:
        yield Text(f"In {base} and not offered here: {', '.join(against.left_out)}.")


def _lifted(advice: Iterable[StakeAdvice], chip: Cents | None) -> Iterator[Text]:
    """Stakes that rounding to chips lifts above 100%, said before anything else."""
    most = {
        it.exact.name: max(it.over, key=lambda pair: pair[1])
        for it in advice
        if any(returned > 1 for _, returned in it.over)
    }
    if chip is not None and most:
        told = ", ".join(f"{name} (up to {percent(it)} at ${dollars(stake)})" for name, (stake, it) in most.items())
        yield Text(
            f"In chips of ${dollars(chip)}, rounding lifts these wagers {ABOVE} at some stakes: {told}.", warns=True
        )


def _above_all(valued: Iterable[Value]) -> Text:
    over = ", ".join(f"{it.name} ({percent(it.returns)})" for it in valued if it.returns > 1)
    if over:
        return Text(f"These wagers return {ABOVE}, so the house loses on them in the long run: {over}.", warns=True)
    return Text("No wager returns more than 100%.")


@dataclass(frozen=True)
class Entry:
    """A wager on the sheet; a Behind wager has one for each point, with the clauses of that point."""

    value: Value
    clauses: tuple[str, ...]
    optional: bool
    mark: str
    """What is different about it from what the rulebook is based on."""


def _entries(book: Rulebook, against: Changes | None) -> Iterator[Entry]:
    marks = against.marks if against is not None else {}
    for wager in book.wagers.values():
        starts = [(it,) for it in wager.rules.starts] if wager.behind else [wager.rules.starts]
        for value, begins in zip(values_of(book, wager), starts, strict=True):
            optional = wager.family in book.optional
            yield Entry(value, _clauses(wager, begins), optional, marks.get(wager.id, ""))


def _clauses(wager: Wager, starts: Iterable[str]) -> tuple[str, ...]:
    """The clause that defines a wager, then in order those that decide it from some of its starts."""
    reached, found = list(starts), set[str]()
    for state in reached:
        for _, effect in wager.rules.arms[wager.rules.number(state)]:
            if isinstance(effect, Decision):
                found.update(effect.clauses)
            elif isinstance(effect, Go) and effect.state not in reached:
                reached.append(effect.state)
    return wager.clause, *sorted(found - {wager.clause}, key=_by_number)


def _by_number(clause: str) -> list[str | int]:
    """Clause 6.9 comes before 6.10."""
    return [int(part) if place % 2 else part for place, part in enumerate(re.split(r"(\d+)", clause))]


def _wagers(entries: Iterable[Entry]) -> Table:
    return Table(WAGERS, tuple(_wager(it) for it in entries))


def _wager(entry: Entry) -> tuple[Cell, ...]:
    it = entry.value
    name = [it.name, it.id]
    if entry.optional:
        name.append("optional")
    if it.outlay != 1:
        name.append(f"outlay {it.outlay} of the stake")
    pays = dict.fromkeys(label.removeprefix("win ") for label, *_ in _ends(it) if label.startswith("win "))
    return (
        Cell(tuple(name), entry.mark),
        Cell((", ".join(entry.clauses),)),
        Cell((", ".join(pays),)),
        *(_part(x) for x in (it.win, it.lose, it.push)),
        _part(it.returns, mark=ABOVE if it.returns > 1 else ""),
        *(_part(x) for x in (it.edge, it.edge_decided, it.edge_per_roll)),
        _figure(it.variance),
        Cell((root(it.variance, PLACES),)),
        _figure(it.rolls),
    )


def _part(x: Fraction, mark: str = "") -> Cell:
    """A part of one, exact and in percent."""
    return Cell((_exact(x), percent(x, PLACES)) if x else ("0",), mark)


def _figure(x: Fraction) -> Cell:
    return Cell((_exact(x), decimal(x, PLACES)))


def _exact(x: Fraction) -> str:
    """A fraction, unless it is too long for paper."""
    return str(x) if len(str(x)) <= LONGEST else "≈"


def _payouts(valued: Iterable[Value]) -> Table:
    rows = (
        (it.name, it.id, label, str(back), str(chance), percent(chance, PLACES))
        for it in valued
        for label, back, chance in _ends(it)
    )
    return Table(PAYOUTS, tuple(_plain(row) for row in rows))


def _ends(it: Value) -> list[tuple[str, Fraction, Fraction]]:
    """How a wager can end, what comes back for a unit of stake, and the chance of it: the most money first."""
    order = {Result.WIN: 0, Result.PUSH: 1, Result.LOSE: 2}
    ends = sorted(it.payouts, key=lambda end: (order[end.result], -end.money_back, end.label))
    return [(end.label, end.money_back, end.chance) for end in ends]


def _chips(book: Rulebook, chip: Cents | None, advice: Sequence[StakeAdvice]) -> Iterator[Text | Table]:
    reading = readings()["chip_rounding"]
    clause = f"Clause {book.chips_clause}." if book.chips_clause else "The document has no clause on it."
    says = reading.options[book.readings[reading.key]]
    yield Text(f"{says} {clause} The figures above are those of the odds alone, before any rounding.")
    if chip is not None:
        yield from _stakes(advice, chip)


def _stakes(found: Sequence[StakeAdvice], chip: Cents) -> Iterator[Text | Table]:
    """Stakes that rounding to chips lifts too high, and the sign that rules them out."""
    if lifted := [it for it in found if it.over]:
        yield from _too_good(lifted, one_sign(found, chip), chip)
    else:
        yield Text(f"In chips of ${dollars(chip)}, no stake returns more than its wager does unrounded.")
    if fair := ", ".join(dict.fromkeys(it.exact.wager.name for it in found if not it.has_edge)):
        yield Text(f"At 100% or more by their own odds, whatever the stake: {fair}.")


def _too_good(lifted: Iterable[StakeAdvice], sign: Sign, chip: Cents) -> Iterator[Text | Table]:
    yield Text(
        f"In chips of ${dollars(chip)}, the stakes below return 100% or more, and more than their wager does unrounded."
        " The sign at the table can rule them out by a minimum and the unit above it; for each wager the lowest such"
        f" sign is given. One sign for every wager that has an edge: minimum ${dollars(sign.minimum)},"
        f" unit ${dollars(sign.unit)}."
    )
    yield Table(STAKES, tuple(_stake_row(it, chip) for it in lifted))


def _stake_row(it: StakeAdvice, chip: Cents) -> tuple[Cell, ...]:
    stake, most = max(it.over, key=lambda pair: pair[1])
    return (
        Cell((it.exact.name, it.exact.id)),
        _part(it.exact.returns),
        Cell((_in_runs(it, chip) + _again(it),)),
        Cell((f"{most} at ${dollars(stake)}", percent(most, PLACES))),
        *_plain((f"${dollars(it.sign.minimum)}", f"${dollars(it.sign.unit)}")),
    )


def _again(it: StakeAdvice) -> str:
    """A wager without an edge has no last stake that is too good: they come again in each period."""
    return "" if it.has_edge else f", and again every ${dollars(it.sign.unit)}"


def _in_runs(it: StakeAdvice, chip: Cents) -> str:
    return ", ".join(f"${dollars(a)}" + (f" to ${dollars(b)}" if a < b else "") for a, b in it.runs(chip))


def _readings(book: Rulebook) -> Table:
    return Table(READINGS, tuple(_reading(book, key) for key in book.open_readings))


def _reading(book: Rulebook, key: str) -> tuple[Cell, ...]:
    reading, chosen = readings()[key], book.readings[key]
    shipped = book.shipped[key]
    status = Cell(("as shipped",)) if chosen == shipped else Cell((f"shipped: {shown(shipped)}",), mark="changed")
    told = Cell((reading.asks, reading.options[chosen]))
    clauses = Cell((", ".join(reading.clauses.get(book.document, ())),))
    return Cell((reading.id, *reading.also)), *_plain((key, shown(chosen))), status, told, clauses


def _plain(texts: Iterable[str]) -> tuple[Cell, ...]:
    return tuple(Cell((it,)) for it in texts)
