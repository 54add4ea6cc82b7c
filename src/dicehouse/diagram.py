"""A wager's automaton as a drawing: one SVG that needs no font, script or network.

States are boxes and read from left to right. Every start has an arrow. A line says on which rolls it is taken and
how often, and ends in the next state or in what is decided there. A roll that changes nothing is a note in its box.
States that follow each other in the same way, as in a Super Streak, stand in one row under one explanation.

The same wager always gives the same text.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from itertools import combinations, groupby, takewhile
from textwrap import wrap
from typing import Final

from dicehouse.dice import FACES, Dice, Roll, Rolls
from dicehouse.wager import STAY, Automaton, Decide, Effect, Go, Wager


def diagram(wager: Wager) -> str:
    """The wager as a drawing in SVG."""
    forest = _forest(wager)
    columns, pen, top = _Columns(forest), _Pen(), 0
    for tree in forest:
        tree.draw(pen, columns, 0, top)
        top += tree.height + GAP
    return _page(wager, pen, top - GAP)


# ---------------------------------------------------------------- rolls in dice language

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")
ALIKE: Final = ("", "", "pair", "triple", "quadruple", "quintuple", "sextuple")
"""What dice are called that all show the same face, by their number."""


@lru_cache(maxsize=1024)
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
    return found or _how_many(rolls)


def _how_many(rolls: Rolls) -> str:
    return f"{len(rolls)} of {len(rolls.dice.rolls)} rolls"


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
    for size in range(1, 5):
        for faces in combinations(FACES, size):
            times = sorted({_times(roll, faces) for roll in rolls})
            if rolls == _showing(rolls.dice, faces, times):
                return _so_often(rolls.dice, faces, times)
    return ""


def _showing(dice: Dice, faces: tuple[int, ...], times: Collection[int]) -> Rolls:
    return dice.where(lambda roll: _times(roll, faces) in times)


def _times(roll: Roll, faces: tuple[int, ...]) -> int:
    return sum(face in faces for face in roll)


def _so_often(dice: Dice, faces: tuple[int, ...], times: Sequence[int]) -> str:
    often = _either([NUMBERS[it] for it in times])
    if len(times) > 1 and times[0] == 0:
        often = f"at most {NUMBERS[times[-1]]}"
    elif len(times) > 1 and times[-1] == dice.count:
        often = f"at least {NUMBERS[times[0]]}"
    one = often.endswith(("no", "one"))
    if len(faces) > 1:
        every = "all " if times[0] == dice.count else ""
        return f"{_either(map(str, faces))} on {every}{often} {'die' if one else 'dice'}"
    if times[0] == dice.count:
        return f"{ALIKE[dice.count]} {faces[0]}"
    return f"{often} {faces[0]}" if one else f"{often} {faces[0]}s"


def _by_both_faces(rolls: Rolls) -> str:
    """Two different faces, both showing."""
    both = (it for it in combinations(FACES, 2) if rolls == rolls.dice.where(set(it).issubset))
    return next((f"both {a} and {b}" for a, b in both), "")


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


# ---------------------------------------------------------------- sizes

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


# ---------------------------------------------------------------- what a state does


@dataclass(frozen=True)
class Move:
    """An effect, and all rolls of a state that have it."""

    effect: Effect
    rolls: Rolls
    said: str

    @property
    def chance(self) -> str:
        """How often it happens, where the words do not say so already."""
        return "" if self.said == _how_many(self.rolls) else f"{len(self.rolls)} in {len(self.rolls.dice.rolls)}"

    def __str__(self) -> str:
        return f"{self.said} ({self.chance})" if self.chance else self.said

    @property
    def lines(self) -> list[str]:
        return wrap(self.said, WIDEST)

    @property
    def wide(self) -> int:
        """How long an arrow must be to carry the words."""
        return max(*(width(it, TEXT) for it in self.lines), width(self.chance, SMALL)) + 24

    @property
    def above(self) -> int:
        """The height of the words over the arrow."""
        return len(self.lines) * LINE + 4

    def say(self, pen: "_Pen", x: int, y: int) -> None:
        """The words over and under an arrow, from x on."""
        for number, line in enumerate(reversed(self.lines)):
            pen.text(x, y - 6 - number * LINE, line, "ink", TEXT)
        pen.text(x, y + 15, self.chance, "soft", SMALL)


def moves(rules: Automaton, state: str) -> tuple[list[Move], Move | None]:
    """Where a state leads and on what; and apart from that the rolls on which it stays, if any.

    Arms that do the same are one move. Whatever cannot be said shortly is "anything else", at most once.
    """
    together: dict[object, Move] = {}
    for rolls, effect in rules.arms[rules.number(state)]:
        same = (effect.label, effect.money_back) if isinstance(effect, Decide) else effect
        joined = rolls | together[same].rolls if same in together else rolls
        together[same] = Move(effect, joined, in_words(joined))
    stays = together.pop(STAY, None)
    if stays and _parts(stays.said) > 1:
        stays = replace(stays, said="anything else")
    elif not stays:
        rest = max(together, key=lambda same: len(together[same].rolls))
        if _parts(together[rest].said) > 2:
            _, missing = _totals(together[rest].rolls)
            together[rest] = replace(together[rest], said="anything else" if missing else "other totals")
    return list(together.values()), stays


def _parts(words: str) -> int:
    """How much there is to read: what has no short name counts as too much."""
    return len(re.split(r", | or ", words)) + (2 if words.endswith(" rolls") else 0)


def called(state: str) -> str:
    """A state's name for people: "point_4" is Point 4."""
    name = state.replace("_", " ")
    return name[:1].upper() + name[1:]


# ---------------------------------------------------------------- the parts of a drawing


class _Pen:
    """Writes shapes, and knows how far to the right they reach."""

    def __init__(self) -> None:
        self.shapes: list[str] = []
        self.right = 0

    def text(self, x: int, y: int, text: str, look: str, size: int, *, centred: bool = False) -> None:
        room = width(text, size)
        self.right = max(self.right, x + (room // 2 if centred else room))
        where = ' text-anchor="middle"' if centred else ""
        self.shapes.append(f'<text class="dh-{look} dh-{size}" x="{x}" y="{y}"{where}>{_xml(text)}</text>')

    def box(self, x: int, y: int, wide: int, high: int, look: str) -> None:
        self.right = max(self.right, x + wide)
        radius = 8 if look == "box" else 4
        self.shapes.append(f'<rect class="dh-{look}" x="{x}" y="{y}" width="{wide}" height="{high}" rx="{radius}"/>')

    def tag(self, x: int, y: int, leaf: "Leaf") -> None:
        """What is decided, its middle line at y."""
        self.box(x, y - TAG // 2, leaf.wide, TAG, leaf.kind)
        self.text(x + leaf.wide // 2, y + 5, leaf.label, f"{leaf.kind}-text", TEXT, centred=True)

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
        self.shapes.append(f"<g><title>{_xml(called(state))}</title>")
        yield
        self.shapes.append("</g>")


def _way(a: int, b: int) -> int:
    return (b > a) - (b < a)


@dataclass(frozen=True)
class Leaf:
    """A decision, or the name of a state that is drawn elsewhere."""

    label: str
    kind: str
    height: int = TAG

    @property
    def wide(self) -> int:
        return width(self.label, TEXT) + 14

    def draw(self, pen: _Pen, columns: "_Columns", depth: int, top: int) -> int:
        pen.tag(columns.x(depth), top + TAG // 2, self)
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

    def draw(self, pen: _Pen, columns: "_Columns", depth: int, top: int) -> int:
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

    def draw(self, pen: _Pen, columns: "_Columns", depth: int, top: int) -> int:
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
            pen.tag(middle - leaf.wide // 2, foot + STEM + TAG // 2, leaf)
        right = x + (len(self.states) - 1) * self.pitch + self.wide
        for move, leaf in self.last:
            known = move.rolls == self.on.rolls
            far = right + (self.pitch - self.wide if known else move.wide)
            pen.arrow((right, y), (far, y))
            pen.tag(far, y, leaf)
            if not known:
                move.say(pen, right + 8, y)
        if self.last_stays:
            pen.text(right + 10, y - 4, f"stays on {self.last_stays.said},", "soft", SMALL)
            pen.text(right + 10, y - 4 + LINE, self.last_stays.chance, "soft", SMALL)
        return y


def _counter(pen: _Pen, state: str, x: int, y: int, wide: int) -> None:
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


def _begin(pen: _Pen, start: str, x: int, y: int) -> None:
    """The arrow that says where a wager starts, and how often it does where there are several starts."""
    if start:
        word, _, often = start.partition(", ")
        pen.arrow((MARGIN, y), (x, y))
        pen.text(MARGIN, y - 6, word, "ink", TEXT)
        pen.text(MARGIN, y + 15, often, "soft", SMALL)


class _Columns:
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


# ---------------------------------------------------------------- from the automaton to the parts

SHORTEST_ROW: Final = 4

Leads = Collection[tuple[str, str]]
"""The moves from state to state along which the drawing grows."""


def _forest(wager: Wager) -> list[Box | Row]:
    """A tree for every start. A state is drawn once, where a roll first leads to it; elsewhere its name is enough."""
    rules = wager.rules
    drawn, leads = list(rules.starts), list[tuple[str, str]]()
    for state in drawn:
        for move in moves(rules, state)[0]:
            if isinstance(move.effect, Go) and move.effect.state not in drawn:
                leads.append((state, move.effect.state))
                drawn.append(move.effect.state)
    often = wager.weights if len(wager.weights) > 1 else ()
    starts = [f"start, {it.numerator} in {it.denominator}" for it in often] or ["start"] * len(rules.starts)
    return [_tree(rules, leads, state, start) for state, start in zip(rules.starts, starts, strict=True)]


def _tree(rules: Automaton, leads: Leads, state: str, start: str = "") -> Box | Row:
    if row := _row(rules, leads, state, start):
        return row
    found, stays = moves(rules, state)
    return Box(state, start, stays, tuple(Edge(it, _leads_to(rules, leads, state, it)) for it in found))


def _leads_to(rules: Automaton, leads: Leads, state: str, move: Move) -> Leaf | Box | Row:
    if isinstance(move.effect, Go):
        to = move.effect.state
        return _tree(rules, leads, to) if (state, to) in leads else Leaf(f"to {called(to)}", "to")
    return _decisions([move])[0][1]


def _decisions(found: Iterable[Move]) -> list[tuple[Move, Leaf]]:
    """The moves that decide, each with a tag that says how."""
    return [(it, Leaf(it.effect.label, it.effect.result)) for it in found if isinstance(it.effect, Decide)]


@dataclass(frozen=True)
class Step:
    """A state that one set of rolls leads out of to a new state, and another decides."""

    on: Move
    to: str
    down: Move
    leaf: Leaf
    stays: Move | None

    @property
    def by(self) -> tuple[Rolls | None, ...]:
        return self.on.rolls, self.down.rolls, self.stays.rolls if self.stays else None


def _step(rules: Automaton, leads: Leads, state: str) -> Step | None:
    found, stays = moves(rules, state)
    goes = [(it, it.effect.state) for it in found if isinstance(it.effect, Go) and (state, it.effect.state) in leads]
    ends = _decisions(found)
    return Step(*goes[0], *ends[0], stays) if len(goes) == len(ends) == 1 and len(found) == 2 else None


def _row(rules: Automaton, leads: Leads, first: str, start: str) -> Row | None:
    """The row that begins with a state, if enough states follow each other in the same way."""
    states, steps = [first], list[Step]()
    while (step := _step(rules, leads, states[-1])) and step.by == (steps or [step])[0].by:
        states.append(step.to)
        steps.append(step)
    found, stays = moves(rules, states[-1])
    decided = _decisions(found)
    if len(states) < SHORTEST_ROW or len(decided) < len(found):
        return None
    on, down, usual = steps[0].on, steps[0].down, steps[0].stays
    below = [leaf for move, leaf in decided if move.rolls == down.rolls]
    beside = [(move, leaf) for move, leaf in decided if move.rolls != down.rolls]
    unusual = stays if stays and (not usual or stays.rolls != usual.rolls) else None
    if len(beside) + bool(unusual) > 1:
        return None
    ends = (*(it.leaf for it in steps), *below)
    return Row(tuple(states), start, on, down, usual, ends, tuple(beside), unusual)


# ---------------------------------------------------------------- the page

FONT: Final = "-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',Arial,sans-serif"
LIGHT: Final = {
    "paper": "#fffdf8", "hair": "#d9dedc", "raised": "#f1f4f3", "edge": "#5d7378", "ink": "#16211f", "soft": "#4a5b5d",
    "win": "#d9f2e3", "win-ink": "#0d5230", "lose": "#fde4df", "lose-ink": "#8a2113", "push": "#fdecc8",
    "push-ink": "#6b4300", "to": "#dcedfb", "to-ink": "#174a73",
}  # fmt: skip
DARK: Final = {
    "paper": "#11181a", "hair": "#2b393d", "raised": "#192225", "edge": "#93a6a7", "ink": "#f5f2e9", "soft": "#bccac9",
    "win": "#143526", "win-ink": "#82e6b0", "lose": "#3d1f1b", "lose-ink": "#ff9d8e", "push": "#3a2c12",
    "push-ink": "#ffc468", "to": "#17303f", "to-ink": "#93cfff",
}  # fmt: skip


def _style() -> str:
    rules = [
        f".dh-svg text{{font-family:{FONT};font-variant-numeric:tabular-nums}}",
        *(f".dh-svg .dh-{size}{{font-size:{size}px}}" for size in sorted({TITLE, LARGE, NAME, TEXT, SMALL})),
        ".dh-svg .dh-line{fill:none;stroke-width:1.5}.dh-svg .dh-to{stroke-dasharray:4 3}",
        ".dh-svg .dh-name,.dh-svg [class*='-text']{font-weight:600}",
        _colours(LIGHT),
        f"@media screen and (prefers-color-scheme:dark){{{_colours(DARK)}}}",
    ]
    return "".join(rules)


def _colours(palette: Mapping[str, str]) -> str:
    rules = [
        f".dh-svg .dh-paper{{fill:{palette['paper']}}}",
        f".dh-svg .dh-box{{fill:{palette['raised']};stroke:{palette['edge']}}}",
        f".dh-svg .dh-line{{stroke:{palette['edge']}}}.dh-svg .dh-head{{fill:{palette['edge']}}}",
        f".dh-svg .dh-ink,.dh-svg .dh-name{{fill:{palette['ink']}}}.dh-svg .dh-soft{{fill:{palette['soft']}}}",
    ]
    for kind in ("win", "lose", "push", "to"):
        fill, ink = palette[kind], palette[f"{kind}-ink"]
        rules.append(f".dh-svg .dh-{kind}{{fill:{fill};stroke:{ink}}}.dh-svg .dh-{kind}-text{{fill:{ink}}}")
    return "".join(rules)


def _page(wager: Wager, pen: _Pen, height: int) -> str:
    """The drawing under its heading, with words for those who do not see it."""
    wide = max(pen.right + MARGIN, NARROWEST)
    heading = _Pen()
    y = MARGIN
    for text, look, size, line in ((wager.name, "name", TITLE, 26), (_about(wager), "soft", TEXT, 20)):
        for part in wrap(text, (wide - 2 * MARGIN) * 100 // (52 * size)):
            y += line
            heading.text(MARGIN, y - 10, part, look, size)
    high = y + GAP + height + MARGIN
    name = _xml(re.sub(r"[^A-Za-z0-9_-]", "-", wager.id))
    extent = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    words = f'role="img" aria-labelledby="{name}-title {name}-desc"'
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dh-svg" {extent} {words}>',
        f'<title id="{name}-title">{_xml(wager.name)}</title>',
        f'<desc id="{name}-desc">{_xml(described(wager))}</desc>',
        f"<style>{_style()}</style>",
        f'<rect class="dh-paper" width="{wide}" height="{high}" rx="12"/>',
        *heading.shapes,
        f'<g transform="translate(0 {y + GAP})">',
        *pen.shapes,
        "</g>",
        "</svg>",
        "",
    ])  # fmt: skip


def _about(wager: Wager) -> str:
    dice = f"{NUMBERS[wager.dice.count].capitalize()} {'die' if wager.dice.count == 1 else 'dice'}"
    placed = f" It is placed {wager.when}." if wager.when else ""
    behind = f" It starts where the wager in front of it stands ({wager.behind})." if wager.behind else ""
    return f"{dice}; clause {wager.clause}.{placed}{behind}"


def described(wager: Wager) -> str:
    """The whole automaton in sentences."""
    rules = wager.rules
    told = [f"The wager starts in {_either(called(it) for it in rules.starts)}."]
    for state in rules.states:
        found, stays = moves(rules, state)
        says = [f"{_effect(it)} on {it}" for it in (*found, stays) if it]
        told.append(f"{called(state)}: {'; '.join(says)}.")
    return " ".join(told)


def _effect(move: Move) -> str:
    match move.effect:
        case Decide(label=label):
            return label
        case Go(state=state):
            return f"to {called(state)}"
        case _:
            return "stays"


_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _xml(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text))
