"""A wager's drawing: whole, true, in words, and with nothing on top of anything else."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from dicehouse.diagram import diagram
from dicehouse.diagram.moves import moves
from dicehouse.diagram.page import described
from dicehouse.diagram.pen import width
from dicehouse.diagram.words import called, in_words
from dicehouse.dice import THREE, TWO, Dice, Rolls
from dicehouse.games.streak import even
from dicehouse.money import Odds
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.wager import (
    OTHERWISE,
    STAY,
    Arms,
    Decision,
    Effect,
    Go,
    Otherwise,
    Step,
    Wager,
    automaton,
    go,
    lose,
    push,
    win,
)

SVG = "{http://www.w3.org/2000/svg}"

VARIANTS = [
    ("star-craps", "hard-8", {"hardways": "either_before"}),
    ("star-craps", "dont-come", {"dont_on_two": "stays"}),
    ("star-craps", "crap-eleven", {"crap_eleven": "all_paid"}),
    ("star-sicbo-2024", "even", {"even_totals": "printed"}),
    ("star-sicbo-2024", "pair-1-2", {"pair_pays": "each_pair"}),
    ("star-sicbo-2024", "streak-odd-even", {"even_totals": "printed"}),
    ("star-sicbo-2024", "streak-odd-even", {"even_totals": "printed", "streak_side": "first_result"}),
    ("star-sicbo-2024", "streak-small-big", {"streak_side": "first_result"}),
    ("star-sicbo-2024", "streak-small-big", {"streak_opening_result_counts": "true"}),
    ("star-sicbo-2024", "streak-small-big", {"streak_triples": "end"}),
    ("star-sicbo-2024", "streak-small-big", {"streak_triples": "progress"}),
    ("star-sicbo-2024", "streak-small-big", {"streak_twelve": "at_the_end"}),
    ("star-sicbo-2024", "streak-small-big", {"streak_twelve": "thirteen_loses"}),
]
every_book = pytest.mark.parametrize("book", [*BUILT_IN, "variants"])


@cache
def wagers(book: str) -> list[Wager]:
    """The wagers of a rulebook, or those that other readings make different."""
    if book == "variants":
        return [load(name, readings).wagers[id] for name, id, readings in VARIANTS]
    return list(load(book).wagers.values())


class Drawing:
    """A drawing read back."""

    def __init__(self, wager: Wager) -> None:
        self.text = diagram(wager)
        self.root = ElementTree.fromstring(self.text)
        shapes = list(self.root.iter())
        self.texts = [it.text or "" for it in shapes if it.tag == f"{SVG}text"]
        self.tags = [
            (it.get("class", "").split("-")[1], it.text or "")
            for it in shapes
            if it.tag == f"{SVG}text" and "-text " in it.get("class", "")
        ]
        self.states = [it.text or "" for group in shapes for it in group if (group.tag, it.tag) == STATE]
        self.boxes = [
            tuple(int(it.get(side, "")) for side in ("x", "y", "width", "height"))
            for it in shapes
            if it.tag == f"{SVG}rect" and it.get("class") != "dh-paper"
        ]

    def place(self, state: str) -> tuple[int, int]:
        """The corner of a state's box."""
        group = next(it for it in self.root.iter(f"{SVG}g") if it.findtext(f"{SVG}title") == state)
        box = group.find(f"{SVG}rect")
        assert box is not None
        return int(box.get("x", "")), int(box.get("y", ""))


STATE = (f"{SVG}g", f"{SVG}title")


@cache
def drawings(book: str) -> list[tuple[Wager, Drawing]]:
    return [(wager, Drawing(wager)) for wager in wagers(book)]


def made(states: Mapping[str, Arms], starts: Sequence[str] = (), dice: Dice = TWO) -> Wager:
    return Wager("own", "A Wager of One's Own", "own", "1.1", automaton("own", dice, states, starts))


def chain(*names: str, last: Arms) -> Wager:
    """States one after the other, each left for the next on a six and lost on a seven."""
    states: dict[str, Arms] = {
        name: {TWO.total(6): go(to), TWO.total(7): lose(), OTHERWISE: STAY} for name, to in pairwise(names)
    }
    return made({**states, names[-1]: last})


def in_a_row(wager: Wager) -> bool:
    return any(it.startswith("On along the row: ") for it in Drawing(wager).texts)


# --- rolls in dice language


@pytest.mark.parametrize(
    "rolls, words",
    [
        (lambda: TWO.every, "any roll"),
        (lambda: THREE.alike, "any triple"),
        (lambda: TWO.alike, "any pair"),
        (lambda: TWO.total(7), "7"),
        (lambda: TWO.total(7, 11), "7 or 11"),
        (lambda: TWO.total(2, 3, 12), "2, 3 or 12"),
        (lambda: TWO.total(3, 4, 9, 10, 11), "3, 4 or 9 to 11"),
        (lambda: THREE.total(10), "10"),
        (lambda: THREE.total(*range(4, 11)) - THREE.alike, "4 to 10, no triple"),
        (lambda: THREE.total(9) - THREE.alike, "9, no triple"),
        (lambda: TWO.total(2), "2"),
        (lambda: TWO.total(6) & TWO.alike, "hard 6"),
        (lambda: TWO.total(6) - TWO.alike, "easy 6"),
        (lambda: TWO.total(7) | (TWO.total(8) - TWO.alike), "7 or easy 8"),
        (lambda: TWO.total(4, 6) & TWO.alike, "2-2 or 3-3"),
        (lambda: THREE.showing(4, 3), "triple 4"),
        (lambda: THREE.showing(4, 1), "one 4"),
        (lambda: THREE.showing(4, 2), "two 4s"),
        (lambda: THREE.showing(4, 0), "no 4"),
        (lambda: THREE.showing(4, 2, 3), "at least two 4s"),
        (lambda: THREE.showing(4, 1, 2, 3), "at least one 4"),
        (lambda: THREE.showing(4, 0, 1), "at most one 4"),
        (lambda: THREE.showing(4, 0, 1, 2), "at most two 4s"),
        (lambda: THREE.showing(4, 1, 2), "one or two 4s"),
        (lambda: THREE.where(lambda roll: any(it in (1, 6) for it in roll)), "1 or 6 on at least one die"),
        (lambda: THREE.where(lambda roll: sum(it in (1, 6) for it in roll) == 2), "1 or 6 on two dice"),
        (lambda: THREE.drawn_from(1, 6), "1 or 6 on all three dice"),
        (lambda: THREE.drawn_from(2, 3, 4, 5), "1 or 6 on no die"),
        (lambda: THREE.drawn_from(1, 2, 3), "1, 2 or 3 on all three dice"),
        (lambda: THREE.where(lambda roll: 1 in roll and 2 in roll), "both 1 and 2"),
        (lambda: THREE.drawn_from(1, 2, 3, 4) & THREE.different, "1-2-3, 1-2-4, 1-3-4 or 2-3-4"),
        (lambda: THREE.total(4, 6) - THREE.showing(1, 2), "1-2-3 or 2-2-2"),
        (lambda: THREE.total(6, 12) - THREE.showing(4, 3), "6 or 12, without 4-4-4"),
        (lambda: THREE.total(8, 10) - (THREE.total(8) & THREE.showing(6, 1)), "8 or 10, without 1-1-6"),
        (lambda: THREE.drawn_from(1, 6) | THREE.drawn_from(2, 5), "16 of 216 rolls"),
        (lambda: THREE.where(lambda roll: roll[0] == 1 and sum(roll) < 6), "6 of 216 rolls"),
        (lambda: Dice(1).where(lambda roll: roll[0] > 4), "5 or 6"),
        (lambda: Dice(4).alike, "any quadruple"),
        (lambda: Dice(4).showing(1, 3, 4), "at least three 1s"),
    ],
)
def test_rolls_are_told_as_people_at_a_table_tell_them(rolls: Callable[[], Rolls], words: str) -> None:
    assert in_words(rolls()) == words


def test_two_sets_that_differ_are_never_told_alike() -> None:
    told: dict[tuple[int, str], Rolls] = {}
    every = (wager for book in (*BUILT_IN, "variants") for wager in wagers(book))
    for rolls, _ in (arm for wager in every for row in wager.rules.arms for arm in row):
        words = in_words(rolls)
        if not words.endswith(" rolls"):
            assert told.setdefault((rolls.dice.count, words), rolls) == rolls


# --- what a state does


@every_book
def test_the_moves_of_a_state_are_all_its_rolls_and_do_what_the_wager_does(book: str) -> None:
    for wager in wagers(book):
        for state, row in zip(wager.states, wager.rules.steps, strict=True):
            found, stays = moves(wager.rules, state)
            every = [*found, stays] if stays else found
            assert sum(len(it.rolls) for it in every) == len(wager.dice.rolls)
            assert len({it.said for it in every}) == len(every)
            for move in every:
                for roll in move.rolls.indices():
                    assert does(move.effect, wager) == shown(row[roll])


def shown(step: Step) -> str | int | None:
    return step.label if isinstance(step, Decision) else step


def does(effect: Effect, wager: Wager) -> str | int | None:
    match effect:
        case Decision(label=label):
            return label
        case Go(state=state):
            return wager.rules.number(state)
        case _:
            return None


def test_what_cannot_be_said_shortly_is_anything_else_and_only_once() -> None:
    found, stays = moves(load("star-sicbo-2024").wagers["small"].rules, "open")
    assert [(it.said, it.chance) for it in found] == [
        ("4 to 10, no triple", "105 in 216"),
        ("anything else", "111 in 216"),
    ]
    assert stays is None


def test_a_long_list_of_totals_is_told_as_the_other_totals() -> None:
    wager = made({"open": {TWO.total(3, 5, 7): win(Odds(1, 1)), OTHERWISE: lose()}})
    assert [str(it) for it in moves(wager.rules, "open")[0]] == ["3, 5 or 7 (12 in 36)", "other totals (24 in 36)"]


def test_arms_that_decide_alike_are_one_move() -> None:
    horn = load("star-craps").wagers["horn"]
    found, _ = moves(horn.rules, "open")
    assert [(str(it), does(it.effect, horn)) for it in found] == [
        ("2 or 12 (2 in 36)", "win 33:1 on 1/4"),
        ("3 or 11 (4 in 36)", "win 16:1 on 1/4"),
        ("4 to 10 (30 in 36)", "lose"),
    ]


def test_a_set_told_by_its_number_of_rolls_does_not_give_the_chance_again() -> None:
    found, _ = moves(load("crown-sicbo-b").wagers["any-colour-triple"].rules, "open")
    assert [str(it) for it in found] == ["24 of 216 rolls", "anything else (192 in 216)"]


@pytest.mark.parametrize("state, name", [("point_4", "Point 4"), ("open", "Open"), ("after_easy", "After easy")])
def test_a_state_has_a_name_for_people(state: str, name: str) -> None:
    assert called(state) == name


# --- the drawing


@every_book
def test_every_state_every_start_and_every_decision_is_on_the_drawing(book: str) -> None:
    for wager, drawn in drawings(book):
        assert sorted(drawn.states) == sorted(called(it) for it in wager.states)
        assert drawn.texts.count("start") == len(wager.rules.starts)
        ends = {step.label for row in wager.rules.steps for step in row if isinstance(step, Decision)}
        assert {label for _, label in drawn.tags} == ends


@every_book
def test_a_colour_always_has_its_word(book: str) -> None:
    for _, drawn in drawings(book):
        for kind, label in drawn.tags:
            assert label.split()[0] == kind


@every_book
def test_boxes_stand_apart_and_inside_the_page(book: str) -> None:
    for _, drawn in drawings(book):
        _, _, wide, high = map(int, drawn.root.get("viewBox", "").split())
        shift = int(re.findall(r"translate\(0 (\d+)\)", drawn.text)[0])
        areas = [(x, y, x + across, y + down) for x, y, across, down in drawn.boxes]
        for left, top, right, bottom in areas:
            assert left >= 24
            assert top >= 0
            assert right <= wide - 24
            assert shift + bottom <= high - 24
        assert all(apart(a, b) for a, b in combinations(areas, 2))


@every_book
def test_no_words_stand_on_other_words_or_across_the_side_of_a_box(book: str) -> None:
    for _, drawn in drawings(book):
        assert words_stand_clear(drawn)


def test_words_in_several_lines_have_room_between_others() -> None:
    long = even("printed")
    wager = made({"open": {THREE.total(3): win(Odds(1, 1)), long: win(Odds(2, 1)), OTHERWISE: lose()}}, dice=THREE)
    assert {"4, 6, 8, 12, 14, 16 or 18,", "without 2-2-2 or 4-4-4"} <= set(Drawing(wager).texts)
    assert words_stand_clear(Drawing(wager))


def words_stand_clear(drawn: Drawing) -> bool:
    words = [reach(it) for it in drawn.root.iterfind(f"{SVG}g//{SVG}text") if it.text]
    boxes = [(x, y, x + across, y + down) for x, y, across, down in drawn.boxes]
    return all(apart(a, b) for a, b in combinations(words, 2)) and all(
        apart(it, box) or (it[0] > box[0] and it[1] > box[1] and it[2] < box[2] and it[3] < box[3])
        for it in words
        for box in boxes
    )


Area = tuple[int, int, int, int]
"""Left, top, right and bottom."""


def reach(text: ElementTree.Element) -> Area:
    """The room that words take, from the feet of the letters to their heads."""
    size = int(text.get("class", "").rpartition("-")[2])
    x, y, wide = int(text.get("x", "")), int(text.get("y", "")), width(text.text or "", size)
    left = x - wide // 2 if text.get("text-anchor") == "middle" else x
    return left, y - size * 3 // 4, left + wide, y


def apart(a: Area, b: Area) -> bool:
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


@every_book
def test_the_drawing_needs_nothing_else_and_is_always_the_same(book: str) -> None:
    for wager, drawn in drawings(book):
        assert drawn.text == diagram(wager)
        assert drawn.text.count("http") == 1
        assert not re.search(r"<script|<image|href|@import|url\(|@font-face", drawn.text)
        assert not re.search(r"\d\.\d", re.sub(r">[^<]*<", "><", drawn.text)), "all shapes stand on whole numbers"


@every_book
def test_the_drawing_says_in_sentences_what_it_shows(book: str) -> None:
    for wager, drawn in drawings(book):
        root = drawn.root
        id = wager.id
        assert root.get("role") == "img"
        assert root.get("aria-labelledby") == f"{id}-title {id}-desc"
        assert [(it.get("id"), it.text) for it in root[:2]] == [
            (f"{id}-title", wager.name),
            (f"{id}-desc", described(wager)),
        ]


def test_no_letter_is_smaller_than_twelve_pixels() -> None:
    sizes = {int(it) for it in re.findall(r"font-size:(\d+)px", Drawing(load("star-craps").wagers["field"]).text)}
    assert min(sizes) == 12
    drawn = (it for book in (*BUILT_IN, "variants") for _, it in drawings(book))
    used = {int(size) for it in drawn for size in re.findall(r'class="dh-[a-z-]+ dh-(\d+)"', it.text)}
    assert used == sizes


def test_there_are_colours_for_paper_and_for_dark_screens_and_both_can_be_read() -> None:
    text = Drawing(load("star-craps").wagers["field"]).text
    light, _, dark = text.partition("@media screen and (prefers-color-scheme:dark)")
    for style in (light, dark):
        paper = colour(style, r"\.dh-paper\{fill:(#\w+)")
        for ink in (r"\.dh-ink,[^{]*\{fill:(#\w+)", r"\.dh-soft\{fill:(#\w+)"):
            assert contrast(colour(style, ink), paper) >= 4.5
            assert contrast(colour(style, ink), colour(style, r"\.dh-box\{fill:(#\w+)")) >= 4.5
        assert contrast(colour(style, r"\.dh-line\{stroke:(#\w+)"), paper) >= 3
        for kind in ("win", "lose", "push", "to"):
            tag, word = colour(style, rf"\.dh-{kind}\{{fill:(#\w+)"), colour(style, rf"\.dh-{kind}-text\{{fill:(#\w+)")
            assert contrast(word, tag) >= 4.5


def colour(style: str, pattern: str) -> str:
    return re.findall(pattern, style)[0]  # type: ignore[no-any-return]


def contrast(a: str, b: str) -> float:
    """The contrast of two colours, as WCAG counts it."""
    dark, light = sorted(luminance(it) for it in (a, b))
    return (light + 0.05) / (dark + 0.05)


def luminance(hexed: str) -> float:
    parts = [int(hexed[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (it / 12.92 if it <= 0.04045 else ((it + 0.055) / 1.055) ** 2.4 for it in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_win_line_is_drawn_as_the_rule_book_tells_it() -> None:
    drawn = Drawing(load("star-craps").wagers["win-line"])
    placed = "It is placed before a come-out roll, with the puck Off."
    assert drawn.texts[:2] == ["Win Line", f"Two dice; clause 6.1.1. {placed}"]
    assert drawn.tags == [("win", "win 1:1"), ("lose", "lose")] * 7
    told = described(load("star-craps").wagers["win-line"])
    assert told.startswith(
        "The wager starts in Waiting. Waiting: win 1:1 on 7 or 11 (8 in 36); lose on 2, 3 or 12 (4 in 36);"
        " to Point 4 on 4 (3 in 36); to Point 5 on 5 (4 in 36);"
    )
    assert told.endswith(" Point 10: win 1:1 on 10 (3 in 36); lose on 7 (6 in 36); stays on anything else (27 in 36).")
    for words in ("7 or 11", "8 in 36", "2, 3 or 12", "4 in 36", "stays on anything else,", "27 in 36"):
        assert words in drawn.texts
    points = [drawn.place(f"Point {it}") for it in (4, 5, 6, 8, 9, 10)]
    assert len({x for x, _ in points}) == 1
    assert points == sorted(points)
    assert drawn.place("Waiting")[0] < points[0][0]


def test_dont_win_shows_its_push() -> None:
    assert Drawing(load("star-craps").wagers["dont-win"]).tags[:3] == [
        ("win", "win 1:1"),
        ("lose", "lose"),
        ("push", "push"),
    ]


def test_a_behind_wager_has_a_start_for_every_point_and_says_what_it_stands_behind() -> None:
    drawn = Drawing(load("star-craps").wagers["behind-win-line"])
    assert "It starts where the wager in front of it stands (win-line)." in " ".join(drawn.texts)
    assert [label for kind, label in drawn.tags if kind == "win"] == [f"win {it}" for it in PRICES]


PRICES = ("2:1", "3:2", "6:5", "6:5", "3:2", "2:1")


def test_a_super_streak_is_two_rows_with_the_counts_from_left_to_right() -> None:
    drawn = Drawing(load("star-sicbo-2024").wagers["streak-small-big"])
    small = [drawn.place(f"Small {count}") for count in range(12)]
    big = [drawn.place(f"Big {count}") for count in range(12)]
    for row in (small, big):
        assert len({y for _, y in row}) == 1
        assert [x for x, _ in row] == sorted({x for x, _ in row})
    assert [x for x, _ in small] == [x for x, _ in big]
    assert small[0][1] < big[0][1]
    lengths = ("6:1", "10:1", "15:1", "20:1", "35:1", "50:1", "75:1", "100:1", "500:1")
    assert [label for _, label in drawn.tags] == (["lose"] * 4 + [f"win {it}" for it in lengths]) * 2
    assert drawn.texts.count("1 in 2") == 2
    small_side, big_side = "4 to 10, no triple (105 in 216)", "11 to 17, no triple (105 in 216)"
    assert [it for it in drawn.texts if "row" in it] == [
        f"On along the row: {on}. Down: {down}. Stays: any triple (6 in 216)."
        for on, down in ((small_side, big_side), (big_side, small_side))
    ]


def test_starts_that_are_not_equally_likely_say_how_often_they_occur() -> None:
    wager = load("star-sicbo-2024", {"even_totals": "printed"}).wagers["streak-odd-even"]
    assert {"1225 in 2369", "1144 in 2369"} <= set(Drawing(wager).texts)


def test_a_row_that_ends_in_another_way_says_so_beside_its_last_state() -> None:
    wager = load("star-sicbo-2024", {"streak_twelve": "at_the_end"}).wagers["streak-small-big"]
    drawn = Drawing(wager)
    assert drawn.texts.count("stays on anything else,") == 2
    assert drawn.texts.count("111 in 216") == 2
    assert drawn.tags[12] == ("win", "win 500:1")


# --- automata of one's own


def test_a_state_that_is_drawn_elsewhere_is_named() -> None:
    wager = made({
        "low": {TWO.total(12): win(Odds(1, 1)), TWO.total(7): go("high"), OTHERWISE: STAY},
        "high": {TWO.total(12): lose(), TWO.total(7): go("low"), TWO.total(2): go("high"), OTHERWISE: STAY},
    })  # fmt: skip
    drawn = Drawing(wager)
    assert drawn.states == ["High", "Low"]
    assert drawn.tags == [("win", "win 1:1"), ("lose", "lose"), ("to", "to Low"), ("to", "to High")]
    assert "High: lose on 12 (1 in 36); to Low on 7 (6 in 36); to High on 2 (1 in 36);" in described(wager)


def test_states_that_follow_each_other_stand_in_a_row_from_four_on() -> None:
    last: Arms = {TWO.total(6): win(Odds(1, 1)), TWO.total(7): lose(), OTHERWISE: STAY}
    assert in_a_row(chain("run_1", "run_2", "run_3", "run_4", last=last))
    assert not in_a_row(chain("run_1", "run_2", "run_3", last=last))


def test_a_row_without_rolls_that_change_nothing_says_nothing_about_them() -> None:
    rest: Arms = {OTHERWISE: lose()}
    names = ("run_1", "run_2", "run_3", "run_4")
    states: dict[str, Arms] = {a: {TWO.total(6): go(b), **rest} for a, b in pairwise(names)}
    drawn = Drawing(made({**states, names[-1]: {TWO.total(6): push(), **rest}}))
    assert "On along the row: 6 (5 in 36). Down: 2 to 5 or 7 to 12 (31 in 36)." in drawn.texts
    assert drawn.tags[-1] == ("push", "push")
    assert "Run" in drawn.texts


def test_the_last_of_a_row_may_decide_on_rolls_of_its_own() -> None:
    names = ("run_1", "run_2", "run_3", "run_4")
    whole = chain(*names, last={TWO.total(6, 7): win(Odds(2, 1)), OTHERWISE: STAY})
    drawn = Drawing(whole)
    assert in_a_row(whole)
    assert drawn.tags == [("lose", "lose")] * 3 + [("win", "win 2:1")]
    assert "6 or 7" in drawn.texts
    assert "11 in 36" in drawn.texts


def test_states_stand_one_by_one_where_the_last_of_them_does_too_much_of_its_own() -> None:
    lasts: list[Arms] = [
        {TWO.total(7): lose(), TWO.total(2): win(Odds(1, 1)), OTHERWISE: STAY},
        {TWO.total(2): lose(), TWO.total(3): win(Odds(1, 1)), TWO.total(4): win(Odds(2, 1)), OTHERWISE: STAY},
        {TWO.total(7): lose(), TWO.total(6): go("a_1"), OTHERWISE: STAY},
    ]
    for last in lasts:
        wager = chain("a_1", "a_2", "a_3", "a_4", last=last)
        assert not in_a_row(wager)
        assert sorted(Drawing(wager).states) == ["A 1", "A 2", "A 3", "A 4"]


def test_states_stand_one_by_one_where_they_do_not_all_do_the_same() -> None:
    def step(number: int, to: str) -> dict[Rolls | Otherwise, Effect]:
        return {TWO.total(number): go(to), TWO.total(7): lose(), OTHERWISE: STAY}

    last: Arms = {TWO.total(6): win(Odds(1, 1)), TWO.total(7): lose(), OTHERWISE: STAY}
    wager = made({"a": step(6, "b"), "b": step(6, "c"), "c": step(8, "d"), "d": step(6, "e"), "e": last})
    assert not in_a_row(wager)
    assert Drawing(wager).states == ["E", "D", "C", "B", "A"]


def test_a_wager_on_one_die_can_be_drawn() -> None:
    die = Dice(1)
    drawn = Drawing(made({"open": {die.total(6): win(Odds(1, 1)), OTHERWISE: lose()}}, dice=die))
    assert drawn.texts[1] == "One die; clause 1.1."
    assert "1 to 5" in drawn.texts


def test_names_are_written_so_that_they_cannot_break_the_drawing() -> None:
    field = load("star-craps").wagers["field"]
    drawn = Drawing(replace(field, id='f"<1>', name='<b>"Field" & \x00 friends</b>'))
    assert drawn.root[0].text == '<b>"Field" & \ufffd friends</b>'
    assert drawn.root[0].get("id") == "f--1--title"


def test_a_long_name_is_set_in_several_lines() -> None:
    name = " ".join(["The Longest Name"] * 6)
    drawn = Drawing(replace(load("star-craps").wagers["any-seven"], name=name))
    heading = drawn.texts[: drawn.texts.index("Two dice; clause 6.1.18.")]
    assert len(heading) > 2
    assert " ".join(heading) == name
