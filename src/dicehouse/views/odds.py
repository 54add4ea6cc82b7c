"""The odds laboratory: every wager with its exact return, each reading as a switch with its worth, stakes and sessions.

Nothing here looks at a table or at anybody: a figure is worked out from the rulebook alone. Fractions are exact and
come as text beside their percentage; the whole numbers in `bar` and `share` are for drawing.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import isqrt
from typing import Final, Literal

from msgspec import Struct

from dicehouse.games.sides import SIDES
from dicehouse.money import Cents
from dicehouse.odds.figures import decimal, percent
from dicehouse.odds.stakes import one_sign, stake_advice
from dicehouse.odds.value import Value, values
from dicehouse.odds.worth import Option, Valued, reading_worths
from dicehouse.rulebooks import BUILT_IN, Rulebook, load
from dicehouse.rulebooks.clauses import clauses_of
from dicehouse.rulebooks.readings import shown
from dicehouse.views.looks import wager_text
from dicehouse.views.parts import Text, money
from dicehouse.views.wager_words import how, prices
from dicehouse.wager import Result

NAMED: Final = 4
"""Wagers of one kind that are named one by one; more are counted."""
MILLION: Final = 1_000_000


class OddsBook(Struct, frozen=True):
    """A rulebook to look at."""

    id: str
    name: str
    document: str
    hash: str
    over: int
    """How many of its wagers return more than 100%."""


class OddsBooks(Struct, frozen=True):
    books: tuple[OddsBook, ...]


class Figure(Struct, frozen=True):
    """A number, exactly and as it is read."""

    exact: str
    read: str


class EndView(Struct, frozen=True):
    """A way in which a wager can end."""

    label: str
    result: str
    chance: Figure
    back: str
    """What comes back for a unit of stake, the stake included."""


class WagerOdds(Struct, frozen=True, kw_only=True):
    """Wagers that are worth the same, valued from placement to decision."""

    id: str
    """The first of them."""
    ids: tuple[str, ...]
    names: tuple[Text, ...]
    """What each of them is called."""
    wager: str
    """Whose automaton it is."""
    family: str
    name: Text
    clause: str
    gist: str
    pays: str
    how: Text
    """When the first of them wins, in a sentence."""
    example: Text
    """The name of the first."""
    returns: Figure
    shipped: Figure | None
    """The return as it is shipped, where the readings on trial change it."""
    over: bool
    edge: Figure
    """What the house keeps of a unit of outlay; below zero where it loses."""
    bar: int
    """The same in millionths."""
    wins: Figure
    loses: Figure
    pushes: Figure
    deviation: str
    rolls: Figure
    ends: tuple[EndView, ...]


class OddsView(Struct, frozen=True, kw_only=True):
    """A rulebook's wagers, by its readings as they are shipped or on trial."""

    id: str
    name: str
    document: str
    hash: str
    trial: dict[str, str]
    """Readings that are not as they are shipped."""
    wagers: tuple[WagerOdds, ...]
    over: int


class WorthLine(Struct, frozen=True):
    """What a reading makes of something."""

    of: str
    figure: Figure
    over: bool


class OptionView(Struct, frozen=True, kw_only=True):
    value: str
    says: str
    shipped: bool
    worth: tuple[WorthLine, ...]
    """Empty where no return depends on it."""


class ReadingView(Struct, frozen=True, kw_only=True):
    """A point that the document leaves open, as a switch."""

    key: str
    id: str
    asks: str
    clauses: tuple[str, ...]
    why: str
    moves: tuple[str, ...]
    """The wagers whose return it changes."""
    options: tuple[OptionView, ...]


class ReadingsView(Struct, frozen=True):
    """The switches of a rulebook, each valued with all the others as they are shipped."""

    rulebook: str
    readings: tuple[ReadingView, ...]


class StakeLine(Struct, frozen=True, kw_only=True):
    """A wager that rounding to chips lifts to 100% or more at some stakes."""

    id: str
    name: str
    returns: Figure
    stakes: str
    worst: Figure
    """The highest return among those stakes."""
    minimum: int
    unit: int
    """The lowest sign under which none of them can be made."""


class StakesView(Struct, frozen=True, kw_only=True):
    rulebook: str
    chip: int
    rounding: Literal["up", "down", "exact"]
    clause: str
    lines: tuple[StakeLine, ...]
    minimum: int
    """One sign for every wager with an edge."""
    unit: int


# --- wagers


def odds_books(own: Iterable[Rulebook] = ()) -> OddsBooks:
    """The built-in rulebooks, and after them those of a house's own."""
    built_in = [load(name) for name in BUILT_IN]
    return OddsBooks(tuple(map(_book, [*built_in, *(it for it in own if it.id not in BUILT_IN)])))


def _book(book: Rulebook) -> OddsBook:
    return OddsBook(book.id, book.name, book.document, book.hash, sum(it.returns > 1 for it in values(book)))


def odds_view(name: str, trial: Mapping[str, str]) -> OddsView:
    """Every wager of a rulebook; a RulebookError for one, or a reading, that is not known."""
    book, shipped = load(name, dict(trial)), load(name)
    before = {it.id: it for it in values(shipped)} if trial else {}
    groups: dict[object, list[Value]] = {}
    for value in values(book):
        groups.setdefault(_alike(value), []).append(value)
    lines = [_wager(book, own, before.get(own[0].id)) for own in groups.values()]
    lines.sort(key=lambda it: it.bar)
    trial = {key: it for key, it in book.changed_readings().items() if key in book.open_readings}
    return OddsView(
        id=book.id, name=book.name, document=book.document, hash=book.hash, trial=trial, wagers=tuple(lines),
        over=sum(len(it.ids) for it in lines if it.over),
    )  # fmt: skip


def _alike(value: Value) -> object:
    """What wagers have in common that are told in one line."""
    family = value.wager.family if value.wager.family not in SIDES else "sides"
    return family, value.wager.behind, value.returns, value.variance, value.rolls, value.outlay


def _wager(book: Rulebook, own: list[Value], before: Value | None) -> WagerOdds:
    value = own[0]
    clauses = clauses_of(book.document)
    return WagerOdds(
        id=value.id,
        ids=tuple(it.id for it in own),
        names=tuple(Text(it.name, chinese_name(book, it)) for it in own),
        wager=value.wager.id,
        family=value.wager.family,
        name=Text(_together([it.name for it in own]), _together_zh([chinese_name(book, it) for it in own])),
        clause=value.wager.clause,
        gist=clauses[value.wager.clause].gist if value.wager.clause in clauses else "",
        pays=_pays(value),
        how=how(book, value.wager),
        example=Text(value.name, chinese_name(book, value)),
        returns=percentage(value.returns),
        shipped=percentage(before.returns) if before and before.returns != value.returns else None,
        over=value.returns > 1,
        edge=percentage(value.edge),
        bar=int(value.edge * MILLION),
        wins=percentage(value.win),
        loses=percentage(value.lose),
        pushes=percentage(value.push),
        deviation=root(value.variance),
        rolls=Figure(str(value.rolls), decimal(value.rolls, 3)),
        ends=tuple(
            EndView(it.label, it.result.value, percentage(it.chance), decimal(it.money_back)) for it in value.payouts
        ),
    )


def percentage(x: Fraction) -> Figure:
    return Figure(str(x), percent(x))


def root(x: Fraction, places: int = 2) -> str:
    """A square root to some decimals, rounded half up."""
    scaled = isqrt(int(x * 100 ** (places + 1)))
    return decimal(Fraction(scaled, 10 ** (places + 1)), places)


def _pays(value: Value) -> str:
    """ "1:1", "1:1, 2:1, 12:1" or "6:1 to 500:1"; of a Behind wager the price at its own point."""
    own = {it.label.removeprefix("win ").partition(" on ")[0] for it in value.payouts if it.result is Result.WIN}
    found = [it for it in dict.fromkeys(it.short for it in prices(value.wager)) if it in own]
    return ", ".join(found) if len(found) <= NAMED - 1 else f"{found[0]} to {found[-1]}"


def _together(names: list[str]) -> str:
    """ "Small, Big", "Total 9, 12", or "Pair, 15 of them"."""
    if len(names) == 1:
        return names[0]
    first = names[0].split()
    same = 0
    while same < len(first) - 1 and all(it.split()[: same + 1] == first[: same + 1] for it in names):
        same += 1
    start = " ".join(first[:same])
    if len(names) > NAMED:
        return f"{start or names[0]}, {len(names)} of them"
    ends = ", ".join(it.removeprefix(start).strip() for it in names)
    return f"{start} {ends}".strip()


def _together_zh(names: list[str]) -> str:
    return "、".join(names) if len(names) <= NAMED else f"{names[0]} 等 {len(names)} 项"


def chinese_name(book: Rulebook, value: Value) -> str:
    name = wager_text(book, value.wager.id).zh
    return f"{name} {value.id.rpartition('-')[2]}" if value.wager.behind else name


# --- readings


def readings_view(name: str) -> ReadingsView:
    """The switches of a rulebook; it takes some seconds, because every option is worked out."""
    document = load(name).document
    found = [_reading(it, document) for it in reading_worths(name) if len(it.options) > 1]
    found.sort(key=lambda it: (not it.moves, not any(option.worth for option in it.options)))
    return ReadingsView(name, tuple(found))


def _reading(it: Valued, document: str) -> ReadingView:
    reading = it.reading
    shipped = reading.shipped(document)
    moves = dict.fromkeys(of for option in it.options for of in option.worth) if not it.in_units else {}
    return ReadingView(
        key=reading.key,
        id=reading.id,
        asks=reading.asks,
        clauses=tuple(reading.clauses[document]),
        why=reading.why,
        moves=tuple(of for of in moves if " " not in of),
        options=tuple(
            OptionView(
                value=shown(option.choice),
                says=option.says,
                shipped=option.choice == shipped,
                worth=tuple(_worth(option, it.in_units)),
            )
            for option in it.options
        ),
    )


def _worth(option: Option, in_units: bool) -> Iterator[WorthLine]:
    """What an option comes to; what is worth the same is told together."""
    by_worth: dict[Fraction, list[str]] = {}
    for of, worth in option.worth.items():
        by_worth.setdefault(worth, []).append(of)
    for worth, names in by_worth.items():
        said = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        figure = Figure(str(worth), decimal(worth)) if in_units else percentage(worth)
        yield WorthLine(said, figure, over=not in_units and worth > 1)


# --- stakes after rounding


def stakes_view(name: str, trial: Mapping[str, str], chip: int) -> StakesView:
    """The stakes that rounding to a chip lifts to 100% or more, and the sign that forbids them."""
    book = load(name, dict(trial))
    advice = list(stake_advice(book, Cents(chip)))
    every = one_sign(advice, Cents(chip))
    lines = [
        StakeLine(
            id=it.exact.id,
            name=it.exact.name,
            returns=percentage(it.exact.returns),
            stakes=_runs(it.runs(Cents(chip))),
            worst=percentage(max(returned for _, returned in it.over)),
            minimum=it.sign.minimum,
            unit=it.sign.unit,
        )
        for it in advice
        if it.over
    ]
    return StakesView(
        rulebook=book.id, chip=chip, rounding=book.rounding.value, clause=book.chips_clause, lines=tuple(lines),
        minimum=every.minimum, unit=every.unit,
    )  # fmt: skip


def _runs(runs: Iterable[tuple[int, int]]) -> str:
    """ "$1 to $5, $7"."""
    return ", ".join(money(first) if first == last else f"{money(first)} to {money(last)}" for first, last in runs)
