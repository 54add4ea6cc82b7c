"""Writes the conformance pack of the wheel: `DICEHOUSE_PACK=1 pytest tests/conformance/test_pack.py`.

What the six rulebooks of the documents decide comes from `tests/golden`, which is written from the documents; what the
shipped games decide comes from the second reading of their files. Neither asks the engine. The form is described in
`docs/how-to/conformance.md`.
"""

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import lcm
from pathlib import Path
from typing import Any

import dicehouse.conformance
from dicehouse.rulebooks import BUILT_IN, load
from tests import golden_pack
from tests.golden_pack import Line, Step, Story
from tests.slow_table import SlowTable, money, stories

PACK = Path(dicehouse.conformance.__file__).parent / "pack"
Roll = tuple[int, ...]


def written(rulebook: str) -> str:
    """The pack of one rulebook, a JSON object a line."""
    lines = [head(rulebook), *(from_golden(rulebook) if rulebook in BUILT_IN else from_file(rulebook))]
    return "".join(json.dumps(it, ensure_ascii=False, separators=(",", ":")) + "\n" for it in lines)


def head(rulebook: str) -> dict[str, Any]:
    book = load(rulebook)
    wagers = {it.id: {"name": it.name, "clause": it.clause} for it in book.wagers.values()}
    faces = {"faces": list(book.game.faces)} if book.game.faces else {}
    return {"rulebook": rulebook, "document": book.document, "dice": book.dice.count, **faces, "wagers": wagers}


# --- the six, from what was written from their documents


def from_golden(rulebook: str) -> Iterator[dict[str, Any]]:
    lines: dict[str, list[Line]] = {}
    for it in golden_pack.lines():
        if it.rulebook == rulebook:
            lines.setdefault(it.wager, []).append(it)
    dice = load(rulebook).dice.count
    for wager, of_it in lines.items():
        named = {roll for it in of_it for roll in it.outcomes or ()}
        rest = [roll for roll in product(range(1, 7), repeat=dice) if roll not in named]
        ends = [(*result(it.result), sorted(it.outcomes or rest)) for it in of_it]
        clauses = dict.fromkeys(clause for it in of_it for clause in it.clauses)
        yield every_roll(wager, clauses, ends, least=20)
    for story in golden_pack.stories():
        if story.rulebook == rulebook:
            yield from_story(story)


def result(text: str) -> tuple[str, Fraction, Fraction]:
    """ "win 15:2 on 1/4" as the result, the winnings and all money back, as multiples of the stake."""
    said, _, price = text.partition(" ")
    if not price:
        return said, Fraction(0), Fraction(0)
    odds, _, part = price.partition(" on ")
    whole = Fraction(part or 1)
    won = Fraction(odds.replace(":", "/")) * whole
    return said, won, won + whole


def from_story(story: Story) -> dict[str, Any]:
    placed = [it.command for it in story.steps if it.command[0] == "place"]
    return {
        "case": story.title,
        "wager": placed[-1][2] if len({it[2] for it in placed}) == 1 else "",
        "clauses": list(story.clauses),
        "chip": story.chip,
        "steps": [step(it) for it in story.steps],
    }


def step(it: Step) -> dict[str, Any]:
    if it.decided and it.decided[0].startswith("refused"):
        clause = it.decided[0].removeprefix("refused ")
        return {"do": command(it.command), "refused": None if clause == "-" else clause}
    return {"do": command(it.command), "decided": [decided(text) for text in it.decided]}


def decided(text: str) -> dict[str, str]:
    id, how, _, winnings, _, returned = text.split()
    return {"id": id, "result": how, "winnings": winnings, "returned": returned}


def command(words: tuple[str, ...]) -> dict[str, Any]:
    match words:
        case ("place", id, wager, stake, *on):
            return {"place": id, "wager": wager, "stake": stake} | ({"on": on[1]} if on else {})
        case ("roll", *faces):
            return {"roll": [int(face) for face in faces]}
        case ("call", id, working):
            return {"call": id, "working": working == "on"}
        case ("no_result", *reason):
            return {"no_result": " ".join(reason)}
        case (name, id):
            return {name: id}
        case _:
            raise ValueError(f"the pack has no command {words}")


# --- the games that come as files, by a second reading of them


def from_file(rulebook: str) -> Iterator[dict[str, Any]]:
    table = SlowTable(rulebook)
    for id, it in table.wagers.items():
        if id not in table.one_roll:
            yield from stories(table, id)
            continue
        ends: dict[tuple[str, Fraction, Fraction], list[Roll]] = {}
        for roll in product(range(1, 7), repeat=len(table.rolls[0])):
            how, won, back = it.after(("open", ()), roll)  # type: ignore[misc] # a one-roll wager always ends
            ends.setdefault((how, won, won + back), []).append(roll)
        told = [(*end, rolls) for end, rolls in ends.items()]
        yield every_roll(id, [table.cited(id, it.said["clause"])], told, least=lcm(10, it.said.get("units", 1)))


def every_roll(
    wager: str, clauses: Iterable[str], ends: Iterable[tuple[str, Fraction, Fraction, list[Roll]]], least: int
) -> dict[str, Any]:
    """A wager that one roll decides, placed alone and rolled on every outcome in turn."""
    told = [
        {
            "result": how,
            "winnings": str(won),
            "returned": str(back),
            "rolls": " ".join("".join(map(str, it)) for it in rolls),
        }
        for how, won, back, rolls in ends
    ]
    stake = lcm(least, *(Fraction(it["winnings"]).denominator for it in told))
    return {
        "case": f"{wager} on every roll",
        "wager": wager,
        "clauses": list(clauses),
        "chip": "1.00",
        "stake": money(Fraction(stake)),
        "ends": told,
    }
