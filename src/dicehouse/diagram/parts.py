"""The parts of a drawing: decisions, boxes, rows of boxes and the columns they stand in. Each can draw itself."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from textwrap import wrap

from dicehouse.diagram.moves import Move
from dicehouse.diagram.pen import (
    COUNTER,
    GAP,
    HEADING,
    LARGE,
    LINE,
    MARGIN,
    NAME,
    SMALL,
    START,
    STEM,
    TAG,
    TEXT,
    TRUNK,
    WIDEST,
    Pen,
    width,
)
from dicehouse.diagram.words import called


@dataclass(frozen=True)
class Leaf:
    """A decision, or the name of a state that is drawn elsewhere."""

    label: str
    kind: str
    height: int = TAG

    @property
    def wide(self) -> int:
        return width(self.label, TEXT) + 14

    def at(self, pen: Pen, x: int, y: int) -> None:
        """Write it from x on, its middle line at y."""
        pen.box(x, y - TAG // 2, self.wide, TAG, self.kind)
        pen.text(x + self.wide // 2, y + 5, self.label, f"{self.kind}-text", TEXT, centred=True)

    def draw(self, pen: Pen, columns: "Columns", depth: int, top: int) -> int:
        self.at(pen, columns.x(depth), top + TAG // 2)
        return top + TAG // 2


@dataclass(frozen=True)
class Box:
    """A state, with everything that it leads to beside it."""

    state: str
    start: str
    stays: Move | None
    edges: tuple["Edge", ...]

    @property
    def notes(self) -> list[str]:
        return [*wrap(f"stays on {self.stays.said},", WIDEST), self.stays.chance] if self.stays else []

    @property
    def wide(self) -> int:
        return max(56, width(called(self.state), NAME), *(width(it, SMALL) for it in self.notes)) + 24

    @property
    def high(self) -> int:
        return 44 + len(self.notes) * LINE

    @property
    def beside(self) -> int:
        return sum(edge.height for edge in self.edges)

    @property
    def height(self) -> int:
        return max(self.high, self.beside)

    def draw(self, pen: Pen, columns: "Columns", depth: int, top: int) -> int:
        """Draw it from `top` down, and tell at which height an arrow enters it."""
        x, wide, far = columns.x(depth), columns.box(depth), columns.x(depth + 1)
        fork = x + wide + TRUNK
        at, enters = top + (self.height - self.beside) // 2, list[int]()
        for edge in self.edges:
            enters.append(edge.to.draw(pen, columns, depth + 1, at + edge.over))
            at += edge.height
        y = _straight((enters[0] + enters[-1]) // 2, enters)
        for edge, enter in zip(self.edges, enters, strict=True):
            bend = [(fork, y), (fork, enter)] if enter != y else []
            pen.arrow((x + wide, y), *bend, (far, enter))
            edge.move.say(pen, fork + 10, enter)
        _begin(pen, self.start, x, y)
        with pen.state(self.state):
            pen.box(x, y - self.high // 2, wide, self.high, "box")
            line = y - self.high // 2 + 28
            pen.text(x + wide // 2, line, called(self.state), "name", NAME, centred=True)
            for number, note in enumerate(self.notes, start=1):
                pen.text(x + wide // 2, line + number * LINE, note, "soft", SMALL, centred=True)
        return y


def _straight(y: int, enters: Iterable[int]) -> int:
    """A height near y at which an arrow need not bend, if there is one."""
    nearest = min(enters, key=lambda enter: abs(enter - y))
    return nearest if abs(nearest - y) <= GAP else y


@dataclass(frozen=True)
class Edge:
    """A move and what it leads to."""

    move: Move
    to: "Leaf | Box | Row"

    @property
    def over(self) -> int:
        """Room over what it leads to, for the words over the arrow."""
        return max(self.move.above - self.to.height // 2, 0) + GAP // 2

    @property
    def height(self) -> int:
        return self.over + self.to.height + GAP // 2


@dataclass(frozen=True)
class Row:
    """States that follow each other: the same rolls lead on from each, and the same rolls end it."""

    states: tuple[str, ...]
    start: str
    on: Move
    down: Move
    stays: Move | None
    ends: tuple[Leaf, ...]
    """What is decided below each state; there may be none below the last."""
    last: tuple[tuple[Move, Leaf], ...]
    """What else is decided in the last state."""
    last_stays: Move | None
    """On what the last state stays, if that is not what the others do."""
    height: int = HEADING + COUNTER + STEM + TAG + GAP

    @property
    def wide(self) -> int:
        return max(56, *(width(_stacked(it)[0], SMALL) + 12 for it in self.states))

    @property
    def pitch(self) -> int:
        return max(self.wide + 32, *(leaf.wide + 8 for leaf in self.ends))

    @property
    def legend(self) -> str:
        said = [f"On along the row: {self.on}.", f"Down: {self.down}."]
        return " ".join([*said, f"Stays: {self.stays}."] if self.stays else said)

    def draw(self, pen: Pen, columns: "Columns", depth: int, top: int) -> int:
        x, y = columns.x(depth), top + HEADING + COUNTER // 2
        pen.text(x, top + LINE, _shared(self.states), "name", NAME)
        pen.text(x, top + 2 * LINE + 4, self.legend, "soft", TEXT)
        _begin(pen, self.start, x, y)
        for place, state in enumerate(self.states):
            left = x + place * self.pitch
            if place:
                pen.arrow((left - self.pitch + self.wide, y), (left, y))
            _counter(pen, state, left, y, self.wide)
        for place, leaf in enumerate(self.ends):
            middle, foot = x + place * self.pitch + self.wide // 2, y + COUNTER // 2
            pen.arrow((middle, foot), (middle, foot + STEM))
            leaf.at(pen, middle - leaf.wide // 2, foot + STEM + TAG // 2)
        right = x + (len(self.states) - 1) * self.pitch + self.wide
        for move, leaf in self.last:
            known = move.rolls == self.on.rolls
            far = right + (self.pitch - self.wide if known else move.wide)
            pen.arrow((right, y), (far, y))
            leaf.at(pen, far, y)
            if not known:
                move.say(pen, right + 8, y)
        if self.last_stays:
            pen.text(right + 10, y - 4, f"stays on {self.last_stays.said},", "soft", SMALL)
            pen.text(right + 10, y - 4 + LINE, self.last_stays.chance, "soft", SMALL)
        return y


def _counter(pen: Pen, state: str, x: int, y: int, wide: int) -> None:
    """A state of a row: what all of them are called, and large which one it is."""
    over, under = _stacked(state)
    with pen.state(state):
        pen.box(x, y - COUNTER // 2, wide, COUNTER, "box")
        pen.text(x + wide // 2, y - 7, over, "soft", SMALL, centred=True)
        pen.text(x + wide // 2, y + 15, under, "name", LARGE, centred=True)


def _stacked(state: str) -> tuple[str, str]:
    over, _, under = called(state).rpartition(" ")
    return over, under


def _shared(states: Sequence[str]) -> str:
    """The words with which all the names begin."""
    columns = zip(*(called(it).split() for it in states), strict=False)
    return " ".join(words[0] for words in takewhile(lambda words: len(set(words)) == 1, columns))


def _begin(pen: Pen, start: str, x: int, y: int) -> None:
    """The arrow that says where a wager starts, and how often it does where there are several starts."""
    if start:
        word, _, often = start.partition(", ")
        pen.arrow((MARGIN, y), (x, y))
        pen.text(MARGIN, y - 6, word, "ink", TEXT)
        pen.text(MARGIN, y + 15, often, "soft", SMALL)


class Columns:
    """Boxes of the same depth stand in one column, each as wide as the widest."""

    def __init__(self, forest: Sequence[Box | Row]) -> None:
        self.boxes: dict[int, int] = {}
        self.edges: dict[int, int] = {}
        self.first = MARGIN + max(START, *(width(tree.start, SMALL) - 16 for tree in forest))
        for tree in forest:
            self._measure(tree, 0)

    def _measure(self, part: Leaf | Box | Row, depth: int) -> None:
        if isinstance(part, Box):
            self.boxes[depth] = max(self.box(depth), part.wide)
            for edge in part.edges:
                self.edges[depth] = max(self.edges.get(depth, 0), edge.move.wide)
                self._measure(edge.to, depth + 1)

    def box(self, depth: int) -> int:
        return self.boxes.get(depth, 0)

    def x(self, depth: int) -> int:
        return self.first + sum(self.box(it) + TRUNK + self.edges.get(it, 0) for it in range(depth))
