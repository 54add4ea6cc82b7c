"""Generate a felt from the wagers that a rulebook declares: in bands, as its file says or by their kind.

Families keep together; each area is as wide as what stands on it needs, no area is too small to be hit, and a row is
spread over the whole width.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from typing import Final, NamedTuple

from msgspec.structs import replace

from dicehouse.rulebooks import Rulebook
from dicehouse.rulebooks.wording import BANDS
from dicehouse.views.emblems import emblem, kind_of, named_by_emblem
from dicehouse.views.felt import Area, Band, BoxView, Face, Felt, Label, Size
from dicehouse.views.looks import dice_look
from dicehouse.wager import Wager

WIDTH: Final = 840
GAP: Final = 8
"""Between two bands."""
NARROWEST: Final = 56
LETTER: Final = 7.2
"""About how wide a letter of a name is, in felt units."""
BOX_HEIGHT: Final = 46
MANY: Final = 12
"""Members of a family from which on a name alone stands on each."""
ONE_LINE: Final = 46
TWO_LINES: Final = 58
FILLED: Final = 330
"""How tall a small felt is made, up to twice its height."""
STRETCH: Final = 3
"""How many times as wide as they need one or two areas alone in a row get at most."""


class _Cell(NamedTuple):
    wager: Wager
    kind: str
    face: Face
    width: int
    height: int


def laid(book: Rulebook, wagers: Sequence[Wager], top: int = 0, first: int = 1) -> Felt:
    """The felt of these wagers alone, below what is there already; the keyboard comes to them from `first` on."""
    cells = _cells(book, wagers)
    bands: list[Band] = []
    areas: list[Area] = []
    boxes = tuple(_boxes(book, top)) if len(wagers) == len(book.wagers) else ()
    y = top + (BOX_HEIGHT + GAP if boxes else 0)
    banded = [
        (id, name, [_fitted(book, it) for it in _rows(book, within)]) for id, name, within in _banded(book, cells)
    ]
    whole = sum(row[0].height for _, _, rows in banded for row in rows)
    for id, name, rows in banded:
        start = y
        for row in rows:
            height = min(2 * row[0].height, max(row[0].height, row[0].height * FILLED // whole))
            areas += _row(row, id, y, height, first + len(areas))
            y += height
        bands.append(Band(id, start, y - start, name))
        y += GAP
    return Felt(
        felt="laid",
        units=Size(WIDTH, y - GAP),
        gap=3,
        radius=6,
        min_px_per_unit=1.1,
        bands=tuple(bands),
        areas=tuple(areas),
        boxes=boxes,
    )


# --- what stands on an area, and how much room it takes


def _cells(book: Rulebook, wagers: Sequence[Wager]) -> list[_Cell]:
    faces = {it.id: emblem(book, it) for it in wagers}
    kinds = {it.id: kind_of(it, faces[it.id]) for it in wagers}
    bare = {it.family for it in wagers if faces[it.id] == Face("laid")}
    faces = {it.id: Face("laid") if it.family in bare else faces[it.id] for it in wagers}
    alone = named_by_emblem(list(faces.values()))
    symbols = dice_look(book).kind == "symbols"
    count = Counter(it.family for it in wagers)
    named = {it.family for it in wagers if symbols or faces[it.id] not in alone}
    said = {it.family for it in wagers if it.family in named and faces[it.id].value}
    faces = {it.id: Face("laid") if it.family in said else faces[it.id] for it in wagers}
    faces = {it.id: Face("laid") if count[it.family] > MANY and it.family in named else faces[it.id] for it in wagers}
    return [_cell(book.name_of(it.id), it, kinds[it.id], faces[it.id], named=it.family in named) for it in wagers]


def _cell(name: str, wager: Wager, kind: str, face: Face, *, named: bool) -> _Cell:
    """An area and what it takes: its drawing alone where nothing else has it, else its name, with or without one."""
    if not named:
        width = NARROWEST + 10 * (len(face.dice) == 3)
        return _Cell(wager, kind, replace(face, named=False, least=width), width, 58)
    words = name.split()
    longest = max(len(it) for it in words)
    half = (sum(map(len, words)) + len(words)) / 2
    width = max(NARROWEST, int(LETTER * min(max(longest, half), 24)) + 16)
    drawn = bool(face.dice or face.colour)
    if kind == "even-money":
        return _Cell(wager, kind, replace(face, least=width), max(width, 130), 72)
    width = max(width, 24 * max(len(face.dice), face.count) + 12)
    return _Cell(wager, kind, replace(face, least=width), width, 78 if drawn else ONE_LINE)


# --- bands


def _banded(book: Rulebook, cells: Sequence[_Cell]) -> Iterator[tuple[str, Label, list[_Cell]]]:
    """The bands that anything lies in: those that the file names first, in its order."""
    band = {
        family: _band(book, [*them])
        for family, them in groupby(sorted(cells, key=lambda it: it.wager.family), lambda it: it.wager.family)
    }
    names = {**BANDS, **book.felt.bands}
    for id in dict.fromkeys([*book.felt.bands, *BANDS]):
        within = [it for it in cells if band[it.wager.family] == id]
        if within:
            yield id, Label(names[id].en, names[id].zh or names[id].en), within


def _band(book: Rulebook, family: Sequence[_Cell]) -> str:
    """The band of a family: what its file says, or the kind that most of it is of."""
    said = book.wording[family[0].wager.id].band if family[0].wager.id in book.wording else ""
    return said or Counter(it.kind for it in family).most_common(1)[0][0]


def _rows(book: Rulebook, cells: Sequence[_Cell]) -> Iterator[list[_Cell]]:
    """Families side by side as long as they fit; one that is too wide is parted into rows of the same length."""
    row: list[_Cell] = []
    for _, them in groupby(cells, lambda it: it.wager.family):
        family = [*them]
        across = book.wording[family[0].wager.id].across if family[0].wager.id in book.wording else 0
        wide = sum(it.width for it in family)
        if not across and wide <= WIDTH:
            if sum(it.width for it in row) + wide > WIDTH:
                yield row
                row = []
            row += family
            continue
        if row:
            yield row
            row = []
        across = across or -(-len(family) // -(-wide // WIDTH))
        yield from (family[n : n + across] for n in range(0, len(family), across))
    if row:
        yield row


def _fitted(book: Rulebook, row: Sequence[_Cell]) -> list[_Cell]:
    """A row spread over the width, each cell as tall as the tallest of them."""
    whole = sum(it.width for it in row)
    width = WIDTH if len(row) > 2 else min(WIDTH, STRETCH * whole)
    edges = list(accumulate((it.width for it in row), initial=0))
    wide = [until * width // whole - x * width // whole for x, until in pairwise(edges)]
    tall = 0
    for it, own in zip(row, wide, strict=True):
        two = it.height == ONE_LINE and LETTER * len(book.name_of(it.wager.id)) > own - 16
        tall = max(tall, TWO_LINES if two else it.height)
    return [it._replace(width=own, height=tall) for it, own in zip(row, wide, strict=True)]


def _row(row: Sequence[_Cell], band: str, y: int, height: int, first: int) -> Iterator[Area]:
    edges = pairwise(accumulate((it.width for it in row), initial=0))
    for order, (it, (x, until)) in enumerate(zip(row, edges, strict=True), first):
        chip = until - 19, y + height - 18
        yield Area(id=it.wager.id, x=x, y=y, w=until - x, h=height, band=band, face=it.face, chip=chip, order=order)


# --- number boxes


def _boxes(book: Rulebook, top: int) -> Iterator[BoxView]:
    """A box for each point of the puck, where the table has one."""
    numbers = points(book)
    edges = pairwise(n * WIDTH // len(numbers) for n in range(len(numbers) + 1)) if numbers else ()
    for number, (x, until) in zip(numbers, edges, strict=False):
        spots = {it: (until - 16 - 24 * n, top + BOX_HEIGHT - 15) for n, it in enumerate(travellers(book))}
        yield BoxView(number, x, top, until - x, BOX_HEIGHT, (x + 16, top + 16), spots)


def points(book: Rulebook) -> list[int]:
    """The numbers that the puck goes to."""
    states: Iterable[str] = next((it.rules.states for it in book.markers if it.rules.name == "puck"), ())
    return sorted(int(it.removeprefix("point_")) for it in states if it.startswith("point_"))


def travellers(book: Rulebook) -> list[str]:
    """The families that go to a number of their own while the puck is on another, and what stands behind them."""
    goes = [it.family for it in book.wagers.values() if travels(it)]
    behind = [it.family for it in book.wagers.values() if it.behind in goes]
    return [*dict.fromkeys([*goes, *behind])]


def travels(wager: Wager) -> bool:
    """Whether it goes to a number of its own while the puck is on another."""
    starts = wager.starts_by or {}
    has_points = any(it.startswith("point_") for it in wager.states)
    return wager.marker == "puck" and has_points and any(it.startswith("point_") for it in starts)
