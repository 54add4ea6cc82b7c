"""A wager's automaton as a drawing: one SVG that needs no font, script or network.

States are boxes and read from left to right. Every start has an arrow. A line says on which rolls it is taken and
how often, and ends in the next state or in what is decided there. A roll that changes nothing is a note in its box.
States that follow each other in the same way, as in a Super Streak, stand in one row under one explanation.

The same wager always gives the same text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import combinations, groupby, pairwise
from textwrap import wrap
from typing import Final

from dicehouse.dice import FACES, Dice, Roll, Rolls
from dicehouse.wager import STAY, Automaton, Decide, Effect, Go, Wager


def diagram(wager: Wager) -> str:
    """The wager as a drawing in SVG."""
    forest = _forest(wager)
    columns = _Columns(forest)
    pen = _Pen()
    top = 0
    for tree in forest:
        tree.draw(pen, columns, 0, top)
        top += tree.height + GAP
    return _page(wager, pen, top - GAP)


# ---------------------------------------------------------------- rolls in dice language

NUMBERS: Final = ("no", "one", "two", "three")
ALIKE: Final = {2: "pair", 3: "triple"}


def in_words(rolls: Rolls) -> str:
    """A set of rolls as people at a table say it; where there is no short way, how many rolls it has.

    >>> from dicehouse.dice import TWO, THREE
    >>> in_words(TWO.total(2, 3, 12))
    '2, 3 or 12'
    >>> in_words(THREE.total(*range(4, 11)) - THREE.alike)
    '4 to 10, no triple'
    """
    if rolls == rolls.dice.every:
        return "any roll"
    if rolls == rolls.dice.alike:
        return f"any {ALIKE[rolls.dice.count]}"
    ways = (_by_total, _by_face, _by_both_faces, _by_combination, _with_exceptions)
    found = next(filter(None, (way(rolls) for way in ways)), "")
    return found or f"{len(rolls)} of {len(rolls.dice.rolls)} rolls"


def _by_total(rolls: Rolls) -> str:
    """Whole totals, or totals without the pairs or triples that make them."""
    totals, missing = _totals(rolls)
    if not missing:
        return _run_together(totals)
    if missing != (missing | rolls) & rolls.dice.alike:
        return _hard(rolls)
    if rolls.dice.count == 2:
        lacking, _ = _totals(missing)
        return _either([f"easy {it}" if it in lacking else str(it) for it in totals])
    return f"{_run_together(totals)}, no {ALIKE[rolls.dice.count]}"


def _hard(rolls: Rolls) -> str:
    """Two equal dice, called by their total as at a craps table."""
    pair = rolls.dice.count == 2 and len(rolls) == 1 and rolls & rolls.dice.alike == rolls
    return f"hard {sum(next(iter(rolls)))}" if pair else ""


def _by_face(rolls: Rolls) -> str:
    """So many dice show one of some faces."""
    dice = rolls.dice
    for size in range(1, 5):
        for faces in combinations(FACES, size):
            times = sorted({_times(roll, faces) for roll in rolls})
            if rolls == dice.where(lambda roll, faces=faces, times=times: _times(roll, faces) in times):  # type: ignore[misc]
                return _so_often(dice, faces, times)
    return ""


def _times(roll: Roll, faces: tuple[int, ...]) -> int:
    return sum(face in faces for face in roll)


def _so_often(dice: Dice, faces: tuple[int, ...], times: Sequence[int]) -> str:
    often = _either([NUMBERS[it] for it in times])
    if times[0] == 0 and len(times) > 1:
        often = f"at most {NUMBERS[times[-1]]}"
    elif times[-1] == dice.count and len(times) > 1:
        often = f"at least {NUMBERS[times[0]]}"
    one = times[-1] == 1 or often == "at least one"
    if len(faces) > 1:
        often = f"all {often}" if times[0] == dice.count else often
        return f"{_either(map(str, faces))} on {often} {'die' if one else 'dice'}"
    if times[0] == dice.count:
        return f"{ALIKE[dice.count]} {faces[0]}"
    return f"{often} {faces[0]}" + ("" if one or often == "no" else "s")


def _by_both_faces(rolls: Rolls) -> str:
    """Two different faces, both showing."""
    for a, b in combinations(FACES, 2):
        if rolls == rolls.dice.where(lambda roll, a=a, b=b: a in roll and b in roll):  # type: ignore[misc]
            return f"both {a} and {b}"
    return ""


def _by_combination(rolls: Rolls, most: int = 4) -> str:
    """A few combinations, however the dice lie."""
    found = sorted({tuple(sorted(roll)) for roll in rolls})
    every_way = rolls.dice.where(lambda roll: tuple(sorted(roll)) in found)
    return _either("-".join(map(str, it)) for it in found) if len(found) <= most and rolls == every_way else ""


def _with_exceptions(rolls: Rolls) -> str:
    """Totals, but for one or two combinations."""
    totals, missing = _totals(rolls)
    without = _by_combination(missing, most=2)
    return f"{_run_together(totals)}, without {without}" if without else ""


def _totals(rolls: Rolls) -> tuple[list[int], Rolls]:
    """The totals of some rolls, and the rolls that make them and are not among these."""
    totals = sorted({sum(roll) for roll in rolls})
    return totals, rolls.dice.total(*totals) - rolls


def _run_together(totals: Sequence[int]) -> str:
    """Numbers in words, three or more in a row as a range."""
    parts: list[str] = []
    for _, group in groupby(enumerate(totals), key=lambda pair: pair[1] - pair[0]):
        run = [str(it) for _, it in group]
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
    return _either(parts)


def _either(words: Iterable[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


# ---------------------------------------------------------------- what a state does


@dataclass(frozen=True)
class Move:
    """An effect, and all rolls of a state that have it."""

    effect: Effect
    rolls: Rolls
    said: str

    @property
    def chance(self) -> str:
        return f"{len(self.rolls)} in {len(self.rolls.dice.rolls)}"


def moves(rules: Automaton, state: str) -> tuple[list[Move], Move | None]:
    """Where a state leads and on what; and apart from that the rolls on which it stays, if any.

    Arms that do the same are one move. Whatever cannot be said shortly is "anything else", at most once.
    """
    together: dict[object, list[tuple[Rolls, Effect]]] = {}
    for rolls, effect in rules.arms[rules.number(state)]:
        same = (effect.label, effect.money_back) if isinstance(effect, Decide) else effect
        together.setdefault(same, []).append((rolls, effect))
    found = {_joined([rolls for rolls, _ in arms]): arms[0][1] for arms in together.values()}
    said = {rolls: in_words(rolls) for rolls in found}
    rest = next((it for it in found if found[it] == STAY), max(found, key=len))
    if _parts(said[rest]) > (1 if found[rest] == STAY else 2):
        said[rest] = "anything else" if found[rest] == STAY or _totals(rest)[1] else "other totals"
    every = [Move(effect, rolls, said[rolls]) for rolls, effect in found.items()]
    return [it for it in every if it.effect != STAY], next((it for it in every if it.effect == STAY), None)


def _joined(sets: Sequence[Rolls]) -> Rolls:
    found = sets[0]
    for rolls in sets[1:]:
        found |= rolls
    return found


def _parts(words: str) -> int:
    return len(re.split(r", | or ", words)) + words.endswith(" rolls")


def called(state: str) -> str:
    """A state's name for people: "point_4" is Point 4."""
    name = state.replace("_", " ")
    return name[:1].upper() + name[1:]


# ---------------------------------------------------------------- the parts of the drawing

TITLE, LARGE, NAME, TEXT, SMALL = 20, 20, 16, 14, 12
"""Sizes of type."""
MARGIN: Final = 24
GAP: Final = 16
START: Final = 64
"""The arrow before a start."""
TRUNK: Final = 20
"""From a box to where its lines part."""
LINE: Final = 17
"""From one line of text to the next."""
TAG: Final = 28
STEM: Final = 28
"""The arrow from a box in a row to what is below it."""
WIDEST: Final = 26
"""Letters in a line of an edge's label."""

NARROW: Final = frozenset("iIjlftr.,:;'|!()[]- /")
WIDE: Final = frozenset("mwMW@%")


def width(text: str, size: int) -> int:
    """Room for a text in any plain typeface; a little too much rather than too little."""
    em = sum(40 if it in NARROW else 95 if it in WIDE or ord(it) > 0x2E7F else 74 if it.isupper() else 62 for it in text)
    return em * size // 100 + 1


class _Pen:
    """Writes shapes and knows how far to the right they reach."""

    def __init__(self) -> None:
        self.shapes: list[str] = []
        self.right = 0

    def text(self, x: int, y: int, text: str, look: str, size: int, anchor: str = "start") -> None:
        reach = {"start": width(text, size), "middle": width(text, size) // 2, "end": 0}[anchor]
        self._reaches(x + reach)
        where = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.shapes.append(f'<text class="dh-{look} dh-{size}" x="{x}" y="{y}"{where}>{_xml(text)}</text>')

    def box(self, x: int, y: int, wide: int, high: int, look: str, radius: int) -> None:
        self._reaches(x + wide)
        self.shapes.append(f'<rect class="dh-{look}" x="{x}" y="{y}" width="{wide}" height="{high}" rx="{radius}"/>')

    def tag(self, x: int, y: int, leaf: "Leaf") -> None:
        """What is decided, its middle line at y."""
        self.box(x, y - TAG // 2, leaf.wide, TAG, leaf.kind, 4)
        self.text(x + leaf.wide // 2, y + 5, leaf.label, f"{leaf.kind}-text", TEXT, "middle")

    def arrow(self, *points: tuple[int, int]) -> None:
        """A line with round corners along points that lie level or plumb, ending in a head."""
        (x, y), *between, (to_x, to_y) = points
        path = [f"M{x} {y}"]
        for (ax, ay), (bx, by), (cx, cy) in zip(points, between, points[2:], strict=False):
            radius = min(8, (abs(ax - bx) + abs(ay - by)) // 2, (abs(bx - cx) + abs(by - cy)) // 2)
            path.append(f"L{bx - _way(ax, bx) * radius} {by - _way(ay, by) * radius}")
            path.append(f"Q{bx} {by} {bx + _way(bx, cx) * radius} {by + _way(by, cy) * radius}")
        path.append(f"L{to_x} {to_y}")
        from_x, from_y = points[-2]
        dx, dy = _way(from_x, to_x), _way(from_y, to_y)
        head = f"M{to_x} {to_y}l{-8 * dx - 4 * dy} {-8 * dy - 4 * dx}l{8 * dy} {8 * dx}z"
        self.shapes.append(f'<path class="dh-line" d="{"".join(path)}"/><path class="dh-head" d="{head}"/>')

    def open(self, state: str) -> None:
        self.shapes.append(f"<g><title>{_xml(called(state))}</title>")

    def close(self) -> None:
        self.shapes.append("</g>")

    def _reaches(self, x: int) -> None:
        self.right = max(self.right, x)


def _way(a: int, b: int) -> int:
    return (b > a) - (b < a)


@dataclass(frozen=True)
class Edge:
    """A move and what it leads to."""

    move: Move
    to: "Leaf | Box | Row"

    @property
    def lines(self) -> list[str]:
        return wrap(self.move.said, WIDEST)

    @property
    def above(self) -> int:
        """The height of the words over the line."""
        return max(len(self.lines) * LINE + 4, TAG // 2)

    @property
    def wide(self) -> int:
        return max(*(width(it, TEXT) for it in self.lines), width(self.move.chance, SMALL)) + 24

    @property
    def height(self) -> int:
        if isinstance(self.to, Leaf):
            return self.above + TAG // 2 + 12
        return max(self.to.height, 2 * self.above) + GAP

    def say(self, pen: _Pen, x: int, y: int) -> None:
        """The words over and under a line that begins at x."""
        for number, line in enumerate(reversed(self.lines)):
            pen.text(x, y - 6 - number * LINE, line, "ink", TEXT)
        pen.text(x, y + 15, self.move.chance, "soft", SMALL)

    def draw(self, pen: _Pen, columns: "_Columns", depth: int, top: int) -> int:
        """Draw what the edge leads to, and tell at which height to enter it."""
        if isinstance(self.to, Leaf):
            y = top + self.above
            pen.tag(columns.x(depth), y, self.to)
            return y
        return self.to.draw(pen, columns, depth, top + (self.height - GAP - self.to.height) // 2)


@dataclass(frozen=True)
class Leaf:
    """A decision, or the name of a state that is drawn elsewhere."""

    label: str
    kind: str

    @property
    def wide(self) -> int:
        return width(self.label, TEXT) + 20


@dataclass(frozen=True)
class Box:
    """A state with everything that it leads to beside it."""

    state: str
    start: str
    stays: Move | None
    edges: tuple[Edge, ...] = ()

    @property
    def notes(self) -> list[str]:
        return wrap(f"stays on {self.stays.said}, {self.stays.chance}", 24) if self.stays else []

    @property
    def wide(self) -> int:
        return max(width(called(self.state), NAME), *(width(it, SMALL) for it in self.notes), 56) + 24

    @property
    def high(self) -> int:
        return 44 + len(self.notes) * LINE

    @property
    def height(self) -> int:
        return max(self.high, sum(edge.height for edge in self.edges))

    def draw(self, pen: _Pen, columns: "_Columns", depth: int, top: int) -> int:
        x, far = columns.x(depth), columns.x(depth + 1)
        fork = x + columns.box(depth) + TRUNK
        at = top + (self.height - sum(edge.height for edge in self.edges)) // 2
        enters: list[int] = []
        for edge in self.edges:
            enters.append(edge.draw(pen, columns, depth + 1, at))
            at += edge.height
        y = (enters[0] + enters[-1]) // 2
        for edge, enter in zip(self.edges, enters, strict=True):
            pen.arrow((x + columns.box(depth), y), (fork, y), (fork, enter), (far, enter))
            edge.say(pen, fork + 12, enter)
        _begin(pen, self.start, x, y)
        pen.open(self.state)
        pen.box(x, y - self.high // 2, columns.box(depth), self.high, "box", 8)
        middle, line = x + columns.box(depth) // 2, y - self.high // 2 + 28
        pen.text(middle, line, called(self.state), "ink", NAME, "middle")
        for number, note in enumerate(self.notes, start=1):
            pen.text(middle, line + number * LINE, note, "soft", SMALL, "middle")
        pen.close()
        return y


@dataclass(frozen=True)
class Row:
    """States that follow each other: the same rolls lead on from each, and the same rolls end it."""

    states: tuple[str, ...]
    start: str
    on: Move
    down: Move
    stays: Move | None
    ends: tuple[Leaf, ...]
    """What is decided below each state."""
    last: tuple[Edge, ...]
    """Where the last state leads beside that."""
    last_stays: Move | None
    """On what the last state stays, where the others do not."""

    @property
    def wide(self) -> int:
        return max(56, *(width(_stacked(it)[0], SMALL) + 12 for it in self.states)) // 2 * 2

    @property
    def pitch(self) -> int:
        return max(self.wide + 32, *(leaf.wide + 8 for leaf in self.ends))

    @property
    def height(self) -> int:
        beside = sum(edge.height for edge in self.last)
        return 2 * LINE + 12 + max(48 + STEM + TAG, beside)

    @property
    def legend(self) -> str:
        said = [f"On along the row: {_counted(self.on)}.", f"Down: {_counted(self.down)}."]
        return "  ".join([*said, f"Stays: {_counted(self.stays)}."] if self.stays else said)

    def draw(self, pen: _Pen, columns: "_Columns", depth: int, top: int) -> int:
        x, y = columns.x(depth), top + 2 * LINE + 12 + 24
        pen.text(x, top + LINE, _shared([called(it) for it in self.states]), "ink", NAME)
        pen.text(x, top + 2 * LINE + 2, self.legend, "soft", TEXT)
        _begin(pen, self.start, x, y)
        for place, (state, leaf) in enumerate(zip(self.states, self.ends, strict=True)):
            left = x + place * self.pitch
            middle = left + self.wide // 2
            if state != self.states[-1]:
                pen.arrow((left + self.wide, y), (left + self.pitch, y))
            pen.arrow((middle, y + 24), (middle, y + 24 + STEM))
            pen.tag(middle - leaf.wide // 2, y + 24 + STEM + TAG // 2, leaf)
            pen.open(state)
            pen.box(left, y - 24, self.wide, 48, "box", 8)
            over, under = _stacked(state)
            pen.text(middle, y - 7, over, "soft", SMALL, "middle")
            pen.text(middle, y + 15, under, "ink", LARGE, "middle")
            pen.close()
        self._finish(pen, x + (len(self.states) - 1) * self.pitch + self.wide, y)
        return y

    def _finish(self, pen: _Pen, x: int, y: int) -> None:
        """What stands to the right of the last state."""
        if self.last_stays:
            for number, note in enumerate(wrap(f"stays on {_counted(self.last_stays)}", 18)):
                pen.text(x + 12, y - 10 + number * LINE, note, "soft", SMALL)
        far = x + TRUNK + max((edge.wide for edge in self.last), default=0)
        enter = y
        for edge in self.last:
            pen.arrow((x, y), (x + TRUNK - 8, y), (x + TRUNK - 8, enter), (far, enter))
            edge.say(pen, x + TRUNK - 2, enter)
            edge.to.draw_at(pen, far, enter)
            enter += edge.height
