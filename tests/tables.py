"""Tables for tests: a layout in a line, commands in the words of `tests/golden`, and a picture of all that stands."""

from dicehouse.layout import Decided, Layout, PlacedWager
from dicehouse.money import Cents, cents, dollars
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import load

Answer = list[Decided] | PlacedWager | Refused

DICE = {
    2: (1, 1),
    3: (1, 2),
    4: (3, 1),
    5: (4, 1),
    6: (5, 1),
    7: (5, 2),
    8: (6, 2),
    9: (5, 4),
    10: (6, 4),
    11: (6, 5),
    12: (6, 6),
}
"""A way to throw each total, never the hard way."""

TRUE_ODDS = {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)}
"""What the seven pays against a point, as the document prints it for Behind wagers on the shooter's side."""


def table(book: str = "star-craps", *story: str, chip: str = "1.00", **readings: str) -> Layout:
    """A table at which the story has happened; nothing in it is refused."""
    layout = Layout(load(book, readings), cents(chip))
    happened(layout, *story)
    return layout


def happened(layout: Layout, *story: str) -> list[str]:
    """Everything that a story decides, in order; nothing in it is refused."""
    decided: list[str] = []
    for line in story:
        answer = does(layout, line)
        assert not isinstance(answer, Refused), f"{line}: {answer}"
        decided += said(answer)
    return decided


def does(layout: Layout, line: str) -> Answer:
    """One command: `place w1 big 5.00 [on w0]`, `roll 1 2 3` or `total 7`, `remove w1`, `call w1 on`, `no_result …`."""
    match line.split():
        case ["place", id, wager, stake]:
            return layout.place(id, wager, amount(stake))
        case ["place", id, wager, stake, "on", parent]:
            return layout.place(id, wager, amount(stake), parent)
        case ["roll", *faces]:
            return layout.roll([int(face) for face in faces])
        case ["total", total]:
            return layout.roll(DICE[int(total)])
        case ["remove", id]:
            return layout.remove(id)
        case ["call", id, ("on" | "off") as how]:
            return layout.call(id, working=how == "on")
        case ["no_result", *reason]:
            return layout.no_result(" ".join(reason))
        case _:
            raise AssertionError(f"no such command: {line}")


def amount(text: str) -> Cents:
    """An amount as a test writes it, negative and enormous ones included."""
    dollar, _, cent = text.removeprefix("-").partition(".")
    return Cents((int(dollar) * 100 + int(cent or 0)) * (-1 if text.startswith("-") else 1))


def said(answer: Answer) -> list[str]:
    """What was decided, a line for each wager: `w1 win 10.00 20.00` with the winnings and all money back."""
    decided = answer if isinstance(answer, list) else []
    return [f"{it.id} {it.result} {dollars(it.winnings)} {dollars(it.returned)}" for it in decided]


def judged(answer: object) -> tuple[Why, str | None, str]:
    """A refusal by why, clause and sentence."""
    found = refused(answer)
    return found.why, found.clause, found.message


def refused(answer: object) -> Refused:
    assert isinstance(answer, Refused), answer
    return answer


def decided(answer: Answer) -> list[Decided]:
    assert isinstance(answer, list), answer
    return answer


def picture(layout: Layout) -> object:
    """All that stands on a layout, as plain values: two pictures are equal only if nothing changed."""
    return {id: stands(it) for id, it in layout.standing.items()}, list(layout.standing), dict(layout.markers)


def stands(it: PlacedWager) -> tuple[object, ...]:
    """One wager as plain values: id, wager, stake, commission, state, call, parent, and all that is behind it."""
    state, parent = it.wager.states[it.state], it.parent.id if it.parent else None
    behind = [each.id for each in it.behind]
    return (it.id, it.wager.id, it.stake, it.commission, state, it.called, parent, *behind)
