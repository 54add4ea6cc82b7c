"""Shapes and letters: what is written into a drawing, and how much room it takes."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import Final

from dicehouse.diagram.words import called

TITLE, LARGE, NAME, TEXT, SMALL = 20, 20, 16, 14, 12
"""Sizes of type."""
MARGIN: Final = 24
GAP: Final = 16
START: Final = 60
"""The arrow before a start."""
TRUNK: Final = 20
"""From a box to where its lines part."""
LINE: Final = 17
"""From one line of text to the next."""
TAG: Final = 28
STEM: Final = 28
"""The arrow from a box in a row to what is below it."""
HEADING: Final = 50
"""What is said over a row."""
COUNTER: Final = 48
"""The height of a box in a row."""
WIDEST: Final = 28
"""Letters in a line of an edge's label."""
NARROWEST: Final = 360
"""The least width of a drawing."""

THIN: Final = frozenset("iIjlftr.,:;'|!()[]- /")
THICK: Final = frozenset("mwMW@%")


def width(text: str, size: int) -> int:
    """Room for a text in any plain typeface; a little too much rather than too little."""
    em = sum(
        40 if it in THIN else 100 if it in THICK or ord(it) > 0x2E7F else 74 if it.isupper() else 62 for it in text
    )
    return em * size // 100 + 1


class Pen:
    """Writes shapes, and knows how far to the right they reach."""

    def __init__(self) -> None:
        self.shapes: list[str] = []
        self.right = 0

    def text(self, x: int, y: int, text: str, look: str, size: int, *, centred: bool = False) -> None:
        room = width(text, size)
        self.right = max(self.right, x + (room // 2 if centred else room))
        where = ' text-anchor="middle"' if centred else ""
        self.shapes.append(f'<text class="dh-{look} dh-{size}" x="{x}" y="{y}"{where}>{xml(text)}</text>')

    def box(self, x: int, y: int, wide: int, high: int, look: str) -> None:
        self.right = max(self.right, x + wide)
        radius = 8 if look == "box" else 4
        self.shapes.append(f'<rect class="dh-{look}" x="{x}" y="{y}" width="{wide}" height="{high}" rx="{radius}"/>')

    def arrow(self, *points: tuple[int, int]) -> None:
        """A line with round corners along points that lie level or plumb, ending in a head."""
        path = "M{} {}".format(*points[0])
        for (ax, ay), (bx, by), (cx, cy) in zip(points, points[1:], points[2:], strict=False):
            round_ = min(8, (abs(ax - bx) + abs(ay - by)) // 2, (abs(bx - cx) + abs(by - cy)) // 2)
            path += f"L{bx - _way(ax, bx) * round_} {by - _way(ay, by) * round_}"
            path += f"Q{bx} {by} {bx + _way(bx, cx) * round_} {by + _way(by, cy) * round_}"
        (from_x, from_y), (x, y) = points[-2:]
        dx, dy = _way(from_x, x), _way(from_y, y)
        head = f"M{x} {y}l{-8 * dx - 4 * dy} {-8 * dy - 4 * dx}l{8 * dy} {8 * dx}z"
        self.shapes.append(f'<path class="dh-line" d="{path}L{x - 4 * dx} {y - 4 * dy}"/>')
        self.shapes.append(f'<path class="dh-head" d="{head}"/>')

    @contextmanager
    def state(self, state: str) -> Iterator[None]:
        """What is drawn meanwhile is this state."""
        self.shapes.append(f"<g><title>{xml(called(state))}</title>")
        yield
        self.shapes.append("</g>")


def _way(a: int, b: int) -> int:
    return (b > a) - (b < a)


_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text))
