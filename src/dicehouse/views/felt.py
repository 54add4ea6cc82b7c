"""The geometry of felts: three that are drawn by hand, and what becomes of it where a house does not offer everything.

An area that is not offered is not drawn. The area that absorbs it takes its place; a row that lost areas spreads over
its width; a band with nothing left closes up.
"""

from collections.abc import Collection
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final, Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

FeltKind = Literal["sicbo", "symbols", "craps", "laid"]
DRAWN: Final = ("sicbo", "symbols", "craps")
"""Games whose felt is drawn by hand."""
Point = tuple[int, int]


class Rect(Struct, frozen=True):
    x: int
    y: int
    w: int
    h: int


class Face(Struct, frozen=True):
    """What is drawn in an area beside its name."""

    kind: Literal["word", "dice", "number", "symbol", "colour", "ladder", "laid"]
    dice: tuple[int, ...] = ()
    value: int = 0
    """A total, or the value of a symbol."""
    number: int = 0
    symbol: str = ""
    colour: str = ""
    count: int = 0
    axis: tuple[str, ...] = ()
    """The two sides of a streak."""
    rungs: tuple[int, ...] = ()
    """The shortest and the longest run that pay."""
    named: bool = True
    """On an area that is laid out by itself: whether its name stands there too."""
    least: int = 0
    """How wide such an area is at least, in felt units, on a narrow screen too."""


class Label(Struct, frozen=True):
    en: str
    zh: str = field(name="zh-Hans")


class Area(Struct, frozen=True, kw_only=True):
    id: str
    x: int
    y: int
    w: int
    h: int
    band: str
    face: Face
    chip: Point
    name: Label = Label("", "")
    """Of an area that is drawn by hand; else its rulebook has it."""
    order: int
    absorbs: str = ""
    parts: tuple[Rect, ...] = ()


class Band(Struct, frozen=True):
    id: str
    y: int
    h: int
    name: Label


class BoxView(Struct, frozen=True):
    """A number box of the craps layout, which holds the puck and the wagers that travelled there."""

    number: int
    x: int
    y: int
    w: int
    h: int
    puck: Point
    spots: dict[str, Point]
    """By wager that travels to a number, where it lies in the box."""


class ColourMark(Struct, frozen=True):
    """How a colour is told without colour."""

    letter: str
    shape: Literal["triangle", "circle", "square"]


class Size(Struct, frozen=True):
    w: int
    h: int


class Felt(Struct, frozen=True, kw_only=True):
    """One felt as it is drawn when everything is offered."""

    felt: FeltKind
    units: Size
    gap: int
    radius: int
    min_px_per_unit: float
    bands: tuple[Band, ...]
    areas: tuple[Area, ...]
    boxes: tuple[BoxView, ...] = ()
    colours: dict[str, ColourMark] = {}


@cache
def felt(kind: str) -> Felt:
    """A felt from its file."""
    text = files("dicehouse.rulebooks").joinpath("felts", f"{kind}.json").read_bytes()
    return msgspec.json.decode(text, type=Felt)


@cache
def built_in_names(game: str) -> dict[str, str]:
    """By wager, what the felt of a game that is drawn by hand calls it in Chinese."""
    return {it.id: it.name.zh for it in felt(game).areas} if game in DRAWN else {}


def drawn(whole: Felt, offered: Collection[str]) -> Felt:
    """The felt with only what is offered on it."""
    there = {it.id: it for it in whole.areas}
    absorbed = {it.absorbs for it in whole.areas if it.absorbs and it.id in offered} - set(offered)
    areas = [_absorbing(it, there[it.absorbs]) if it.absorbs in absorbed else it for it in whole.areas]
    lacking = {it.band for it in whole.areas if it.id not in offered and it.id not in absorbed}
    left = [it for it in areas if it.id in offered]
    for band in lacking:
        left = _spread(left, [it for it in whole.areas if it.band == band], band)
    return _closed_up(whole, left)


def _absorbing(area: Area, gone: Area) -> Area:
    """An area that reaches over the place of another; the chip keeps its distance to the lower right corner."""
    x, y = min(area.x, gone.x), min(area.y, gone.y)
    w, h = max(area.x + area.w, gone.x + gone.w) - x, max(area.y + area.h, gone.y + gone.h) - y
    right, below = x + w - (area.x + area.w), y + h - (area.y + area.h)
    return replace(area, x=x, y=y, w=w, h=h, chip=(area.chip[0] + right, area.chip[1] + below))


def _spread(left: list[Area], all_of_it: list[Area], band: str) -> list[Area]:
    """What is left of a row, spread evenly over the width it had; a band of several rows stays as it is."""
    row = sorted((it for it in left if it.band == band), key=lambda it: it.x)
    if not row or len({(it.y, it.h) for it in all_of_it}) > 1:
        return left
    start, end = min(it.x for it in all_of_it), max(it.x + it.w for it in all_of_it)
    edges = [start + (end - start) * number // len(row) for number in range(len(row) + 1)]
    placed = {
        it.id: replace(it, x=x, w=until - x, chip=(it.chip[0] - (it.x + it.w) + until, it.chip[1]))
        for it, (x, until) in zip(row, pairwise(edges), strict=True)
    }
    return [placed.get(it.id, it) for it in left]


def _closed_up(whole: Felt, areas: list[Area]) -> Felt:
    """Without the bands that nothing is left of; what lay below moves up."""
    used = {it.band for it in areas}
    bands = [it for it in whole.bands if it.id in used]
    gone = [it for it in whole.bands if it.id not in used and not any(_overlap(it, other) for other in bands)]

    def up(y: int) -> int:
        return sum(_step(whole, it) for it in gone if it.y < y)

    return replace(
        whole,
        bands=tuple(replace(it, y=it.y - up(it.y)) for it in bands),
        areas=tuple(
            replace(it, y=it.y - up(it.y), chip=(it.chip[0], it.chip[1] - up(it.y)))
            for it in sorted(areas, key=lambda area: area.order)
        ),
        units=Size(whole.units.w, max((it.y + it.h - up(it.y) for it in areas), default=whole.units.h)),
    )


def _overlap(one: Band, other: Band) -> bool:
    return one.y < other.y + other.h and other.y < one.y + one.h


def _step(whole: Felt, band: Band) -> int:
    """From the top of a band to the top of the next."""
    below = [it.y for it in whole.bands if it.y >= band.y + band.h]
    return min(below, default=band.y + band.h) - band.y
