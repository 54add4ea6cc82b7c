"""The felt of a table: where each area lies, what it is called, what it pays and how likely that is."""

from collections.abc import Collection
from functools import partial
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from dicehouse.games.sides import PARITY, SIZE, on_the_felt
from dicehouse.money import Cents, in_chips
from dicehouse.rulebooks import Rulebook
from dicehouse.table.config import Config
from dicehouse.table.state import Table
from dicehouse.views import wager_words
from dicehouse.views.felt import DRAWN, Area, BoxView, ColourMark, Face, Felt, FeltKind, Point, Rect, drawn, felt
from dicehouse.views.generated_felt import GAP, laid
from dicehouse.views.looks import DiceLook, dice_look, wager_text
from dicehouse.views.parts import Text
from dicehouse.views.result_calls import CalledView, every_call
from dicehouse.views.wager_words import PayLine
from dicehouse.wager import Decision, Wager


class AreaView(Struct, frozen=True, kw_only=True):
    """One wager on the felt."""

    id: str
    family: str
    band: str
    order: int
    """The place in which the keyboard comes to it."""
    x: int
    y: int
    w: int
    h: int
    parts: tuple[Rect, ...] = ()
    """The true shape, where that is not the rectangle."""
    chip: Point
    """Where the middle of a chip lies."""
    face: Face
    name: Text
    odds: str
    """The price in words: "11 to 1"; several are parted by commas."""
    short: str
    """The same for tight cells: "11:1"."""
    pays: tuple[PayLine, ...]
    says: str
    """When it wins, in a few words: "4 to 10, no triple"."""
    how: Text
    """The same in a sentence, with what loses."""
    chance: str
    """ "16 in 216", or a fraction where more than one roll may decide it."""
    chance_percent: str
    returns: str
    """Money back for a unit of outlay, exactly: "8/9"."""
    return_percent: str
    clause: str
    multi_roll: bool
    """Whether more than one roll may pass before it is decided."""
    streak: bool
    optional: bool
    behind: str
    """The wager that it stands behind; empty: none."""
    units: int
    """The stake is a multiple of so many of the smallest chip."""
    stakes: tuple[int, ...]
    """What one tap stakes with each chip of the layout: a chip on each part, or the price of a streak."""
    paid_back: tuple[str, ...]
    """What comes back of these stakes in percent, as they are paid in chips."""
    note: Text
    """What must be known beside the price: "2 is void", or the most that may stand behind; empty: nothing."""
    totals: tuple[int, ...]
    """The totals that win, where it is a wager on several of them by one roll; else none."""
    commission: str
    """ "5% of the stake"; empty where there is none."""
    can_be_off: bool
    """Whether it can be called On and Off."""


class BandView(Struct, frozen=True):
    """Areas that belong together, shown by themselves on a narrow screen."""

    id: str
    y: int
    h: int
    name: Text


class LayoutView(Struct, frozen=True, kw_only=True):
    """Everything of a table's felt that does not change while it is open."""

    table: str
    rulebook: str
    rulebook_name: str
    rulebook_hash: str
    document: str
    kind: Literal["dealt", "electronic", "craps"]
    felt: FeltKind
    dice: int
    faces: tuple[str, ...]
    """What stands on the sides of a die, from 1 to 6."""
    look: DiceLook
    """How the dice are drawn."""
    roads: tuple[Literal["size", "parity"], ...]
    """What results are told apart by beside their total."""
    w: int
    h: int
    gap: int
    radius: int
    min_px_per_unit: float
    bands: tuple[BandView, ...]
    areas: tuple[AreaView, ...]
    boxes: tuple[BoxView, ...]
    colours: dict[str, ColourMark]
    chips: tuple[int, ...]
    """The values of the chips that may be chosen, in cents."""
    seats: int
    streak_price: int
    """What a Super Streak wager costs; 0 where there is none."""
    no_result: Text
    """What a round without a result is called here."""
    calls: dict[str, CalledView]
    """By dice in their order, such as "1-4-5", what a result is called."""


CHIPS: Final = (100, 500, 2_500, 10_000, 50_000, 100_000)
"""The values of chips, in cents."""

NO_RESULT: Final = {
    "no result": Text("No result", "无效局"),
    "no spin": Text("No spin", "此局无效"),
    "no roll": Text("No roll", "此掷无效"),
}


_OFFERED: Final[dict[tuple[str, frozenset[str]], frozenset[str]]] = {}
"""What was worked out before, by rulebook and what is left out."""


def offered(book: Rulebook, config: Config) -> frozenset[str]:
    """The wagers that a table has on its felt."""
    left_out = config.left_out(book)
    key = (book.hash, left_out)
    if key not in _OFFERED:
        _OFFERED[key] = frozenset(it.id for it in book.wagers.values() if it.family not in left_out)
    return _OFFERED[key]


_MARKS: Final = tuple(ColourMark("", it) for it in ("triangle", "circle", "square"))


_FELTS: Final[dict[tuple[str, frozenset[str]], Felt]] = {}
"""Felts that were worked out before, by rulebook and what is on them."""


def felt_of(book: Rulebook, there: frozenset[str]) -> Felt:
    """What is drawn by hand of these wagers, and below it what the rulebook declares beside."""
    key = (book.hash, there)
    if key not in _FELTS:
        _FELTS[key] = _felt(book, there)
    return _FELTS[key]


def _felt(book: Rulebook, there: frozenset[str]) -> Felt:
    if book.game.id not in DRAWN:
        made = laid(book, [it for it in book.wagers.values() if it.id in there])
        shapes = zip(book.game.colours, _MARKS * 2, strict=False)
        return replace(made, colours={it: replace(mark, letter=it[0].upper()) for it, mark in shapes})
    by_hand = felt(book.game.id)
    known = {it.id for it in by_hand.areas}
    whole = drawn(by_hand, there & known)
    own = [it for it in book.wagers.values() if it.id in there - known]
    if not own:
        return whole
    below = laid(book, own, whole.units.h + GAP, len(whole.areas) + 1)
    return replace(whole, units=below.units, bands=(*whole.bands, *below.bands), areas=(*whole.areas, *below.areas))


def layout_view(table: Table) -> LayoutView:
    """The felt of a table; it stays the same as long as the table's rulebook and configuration do."""
    book, config = table.book, table.config
    there = offered(book, config)
    whole = felt_of(book, there)
    return LayoutView(
        table=config.name,
        rulebook=book.id,
        rulebook_name=book.name,
        rulebook_hash=book.hash,
        document=book.document,
        kind=table.kind.value,
        felt=whole.felt,
        dice=book.dice.count,
        faces=book.game.faces,
        look=dice_look(book),
        roads=roads(there),
        w=whole.units.w,
        h=whole.units.h,
        gap=whole.gap,
        radius=whole.radius,
        min_px_per_unit=whole.min_px_per_unit,
        bands=tuple(BandView(it.id, it.y, it.h, Text(it.name.en, it.name.zh)) for it in whole.bands),
        areas=tuple(_area(table, it) for it in whole.areas),
        boxes=whole.boxes,
        colours=whole.colours,
        chips=chips(config),
        seats=config.seats,
        streak_price=config.streak_price if any(book.wagers[it].joins_run for it in there) else 0,
        no_result=NO_RESULT[book.no_result.called],
        calls=every_call(table),
    )


def roads(there: Collection[str]) -> tuple[Literal["size", "parity"], ...]:
    """Small and Big, Odd and Even: the roads of the wagers that are on the felt."""
    found: list[Literal["size", "parity"]] = []
    if on_the_felt(there, SIZE):
        found.append("size")
    if on_the_felt(there, PARITY):
        found.append("parity")
    return tuple(found)


def chips(config: Config) -> tuple[int, ...]:
    """The chips that may be chosen at a table."""
    return tuple(it for it in CHIPS if it % config.chip == 0)


def _stakes(table: Table, wager: Wager) -> tuple[int, ...]:
    """What one tap stakes with each chip: one on each part of the wager; a streak has one price."""
    if wager.joins_run:
        return tuple(table.config.streak_price for _ in chips(table.config))
    return tuple(it * wager.units for it in chips(table.config))


def _wins(table: Table, wager: Wager, end: Decision) -> tuple[int, ...]:
    """What a tap with each chip would win here, as it is paid."""
    chip, rounding = table.layout.chip, table.book.rounding
    return tuple(in_chips(it * end.pays, end.whole, chip, rounding) for it in _stakes(table, wager))


def _paid_back(table: Table, wager: Wager, returns: str) -> tuple[str, ...]:
    """What comes back of each of these stakes, in percent; worked out where chips cannot pay exactly."""
    return tuple(
        returns if wager_words.is_paid_exactly(wager, it, table.layout.chip)
        else wager_words.figures(table.book, wager, Cents(it), Cents(table.layout.chip)).return_percent
        for it in _stakes(table, wager)
    )  # fmt: skip


def _area(table: Table, it: Area) -> AreaView:
    book = table.book
    wager = book.wagers[it.id]
    figures, pays = wager_words.figures(book, wager), wager_words.prices(wager, partial(_wins, table, wager))
    return AreaView(
        id=it.id,
        family=wager.family,
        band=it.band,
        order=it.order,
        x=it.x,
        y=it.y,
        w=it.w,
        h=it.h,
        parts=it.parts,
        chip=it.chip,
        face=it.face,
        name=wager_text(book, it.id),
        odds=", ".join(dict.fromkeys(line.odds for line in pays)),
        short=", ".join(dict.fromkeys(line.short for line in pays)),
        pays=pays,
        says=wager_words.says(book, wager),
        how=wager_words.how(book, wager),
        chance=figures.chance,
        chance_percent=figures.chance_percent,
        returns=figures.returns,
        return_percent=figures.return_percent,
        clause=wager.clause,
        multi_roll=not wager.one_roll,
        streak=wager.joins_run,
        optional=wager.family in book.optional,
        behind=wager.behind,
        units=wager.units,
        stakes=_stakes(table, wager),
        paid_back=_paid_back(table, wager, figures.return_percent),
        note=wager_words.note(wager),
        totals=wager_words.totals(wager),
        commission=wager_words.commission(wager),
        can_be_off=bool(wager.off_when),
    )
