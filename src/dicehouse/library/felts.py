"""A layout as an SVG that needs no script: the felt of its game, as the consoles draw it."""

from collections.abc import Collection, Iterable
from html import escape
from textwrap import wrap
from typing import Final, NamedTuple

from dicehouse.library.drawings import Drawing
from dicehouse.money import as_money
from dicehouse.rulebooks import Rulebook
from dicehouse.views import layout
from dicehouse.views.felt import Area, Rect
from dicehouse.wager import Wager

CLOTH: Final = "#1f6f54"
LINE: Final = "#e9efe9"
CHIP: Final = "#f6c945"
OFF: Final = "#b9b9a8"
INK: Final = "#16211f"


class Chip(NamedTuple):
    """A stake on an area."""

    wager: str
    stake: int
    off: bool = False
    point: int | None = None
    """The number that it has travelled to."""


class _Cell(NamedTuple):
    wager: Wager
    shape: tuple[Rect, ...]
    middle: tuple[int, int]
    """Of its name."""
    chip: tuple[int, int]


def felt_of(book: Rulebook, chips: Iterable[Chip] = (), puck: int | None = None) -> Drawing:
    """The layout with chips on it, and the puck in the box of its number."""
    whole = layout.felt_of(book, frozenset(book.wagers))
    cells = [_on_felt(it, book.wagers[it.id]) for it in whole.areas]
    wide, high = whole.units.w, whole.units.h
    boxes = {it.number: it for it in whole.boxes}
    travels = {wager for box in whole.boxes for wager in box.spots}
    parts = [_area(it) for it in cells]
    for number, box in boxes.items():
        parts.append(_rect(Rect(box.x, box.y, box.w, box.h)))
        parts.append(_text(box.x + box.w // 2, box.y + box.h // 2 + 8, str(number), 24))
        if number == puck:
            parts.append(_disc(box.puck, 13, "#ffffff", "ON"))
    at = {it.wager.id: it.chip for it in cells}
    for it in _piles(chips, travels):
        there = boxes.get(it.point or 0)
        lies = there.spots[it.wager] if there is not None and it.wager in travels else at.get(it.wager)
        if lies:
            parts.append(_disc(lies, 14, OFF if it.off else CHIP, _short(it.stake)))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 {wide + 12} {high + 12}" width="{wide}"'
        f' role="img" style="max-width:100%;background:{CLOTH};font-family:sans-serif">'
        f"<title>{escape(book.name)}</title>{''.join(parts)}</svg>"
    )
    return Drawing(f"felt of {book.id}", svg)


def _piles(chips: Iterable[Chip], travels: Collection[str]) -> Iterable[Chip]:
    """All chips of one place in one pile."""
    piles: dict[tuple[str, int | None], Chip] = {}
    for it in chips:
        place = it.wager, it.point if it.wager in travels else None
        before = piles.get(place)
        piles[place] = it if before is None else it._replace(stake=before.stake + it.stake, off=before.off and it.off)
    return piles.values()


def _on_felt(area: Area, wager: Wager) -> _Cell:
    whole = Rect(area.x, area.y, area.w, area.h)
    parts = area.parts or (whole,)
    widest = max(parts, key=lambda it: it.w * min(it.h, 60))
    return _Cell(wager, parts, (widest.x + widest.w // 2, widest.y + widest.h // 2), area.chip)


def _area(cell: _Cell) -> str:
    widest = max(it.w for it in cell.shape)
    lines = wrap(cell.wager.name, max(8, widest // 8)) if len(cell.wager.name) * 7 > widest else [cell.wager.name]
    size = max(7, min(13, int(widest * 1.6 / max(map(len, lines)))))
    x, y = cell.middle
    top = y + size // 3 - (len(lines) - 1) * (size + 1) // 2
    said = (_text(x, top + row * (size + 1), line, size) for row, line in enumerate(lines))
    return "".join(map(_rect, cell.shape)) + "".join(said)


def _rect(it: Rect) -> str:
    return (
        f'<rect x="{it.x}" y="{it.y}" width="{it.w}" height="{it.h}" rx="4" fill="none" stroke="{LINE}"'
        ' stroke-width="1.2"/>'
    )


def _text(x: int, y: int, said: str, size: int, ink: str = LINE) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{ink}" text-anchor="middle">{escape(said)}</text>'


def _disc(at: tuple[int, int], radius: int, fill: str, said: str) -> str:
    x, y = at
    circle = f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{INK}"/>'
    return circle + _text(x, y + 4, said, 9 if len(said) < 5 else 7, INK)


def _short(stake: int) -> str:
    return as_money(stake).removeprefix("$")
