"""The conformance pack, written from the documents by other means, against the engine."""

import pytest

from dicehouse.layout import Layout
from dicehouse.money import cents, dollars
from dicehouse.refusal import Refused
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.wager import Decision
from tests.golden_pack import Line, Step, Story, lines, stories

LINES = list(lines())
STORIES = list(stories())


def case(it: Line | Story, id: str) -> object:
    document = load(it.rulebook).document
    return pytest.param(it, id=id, marks=pytest.mark.clause(document, *it.clauses))


@pytest.mark.parametrize("line", [case(it, f"{it.rulebook} {it.wager} {it.result}") for it in LINES])
def test_every_one_roll_wager_ends_as_the_pack_says_on_every_outcome(line: Line) -> None:
    wager = load(line.rulebook).wagers[line.wager]
    (row,) = wager.rules.steps
    named = {
        roll for it in LINES if (it.rulebook, it.wager) == (line.rulebook, line.wager) for roll in it.outcomes or ()
    }
    for roll in line.outcomes if line.outcomes is not None else set(wager.dice.rolls) - named:
        step = row[wager.dice.index(roll)]
        assert isinstance(step, Decision)
        assert step.label == line.result
        assert set(step.clauses) & set(line.clauses)


@pytest.mark.parametrize("book", BUILT_IN)
def test_the_pack_holds_every_one_roll_wager(book: str) -> None:
    assert {it.wager for it in LINES if it.rulebook == book} == {
        it.id for it in load(book).wagers.values() if it.one_roll
    }


@pytest.mark.parametrize("book", BUILT_IN)
def test_the_pack_tells_a_story_of_every_wager(book: str) -> None:
    told = {step.command[2] for it in STORIES if it.rulebook == book for step in it.steps if step.command[0] == "place"}
    assert set(load(book).wagers) <= told


@pytest.mark.parametrize("story", [case(it, f"{it.rulebook} {it.title}") for it in STORIES])
def test_every_story_comes_out_as_it_is_told(story: Story) -> None:
    layout = Layout(load(story.rulebook), cents(story.chip))
    for step in story.steps:
        assert agree(happens(layout, step.command), step), step.command


def happens(layout: Layout, command: tuple[str, ...]) -> tuple[str, ...]:
    """Do what a line of a story says, and tell what came of it in the same language."""
    match command:
        case ("place", id, wager, stake, *on):
            done: object = layout.place(id, wager, cents(stake), on[1] if on else None)
        case ("roll", *faces):
            done = layout.roll([int(face) for face in faces])
        case ("call", id, working):
            done = layout.call(id, working=working == "on")
        case ("remove", id):
            done = layout.remove(id)
        case ("no_result", *reason):
            done = layout.no_result(" ".join(reason))
        case _:
            raise AssertionError(f"the pack has no command {command}")
    if isinstance(done, Refused):
        return (f"refused {done.clause}",)
    decided = done if isinstance(done, list) else []
    return tuple(
        f"{it.id} {it.result} winnings {dollars(it.winnings)} returned {dollars(it.returned)}" for it in decided
    )


def agree(told: tuple[str, ...], step: Step) -> bool:
    if step.decided == ("refused -",):
        return len(told) == 1 and told[0].startswith("refused ")
    return told == step.decided
