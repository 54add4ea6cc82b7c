"""The cases of the pack: each is a fresh layout, commands to it, and what each of them must lead to.

A case with `ends` is one wager that the next roll decides, on every outcome of the dice: it is written short, and
unfolded here into the commands that it stands for.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from dicehouse.money import Cents, cents, dollars

FOLDER: Final = Path(__file__).parent / "pack"
RULEBOOKS: Final = tuple(sorted(file.stem for file in FOLDER.glob("*.jsonl")))

Command = Mapping[str, Any]


@dataclass(frozen=True)
class Ending:
    """How a wager leaves the layout."""

    id: str
    result: str
    winnings: str
    returned: str

    def __str__(self) -> str:
        return f"{self.id} {self.result}, winnings {self.winnings}, returned {self.returned}"


@dataclass(frozen=True)
class Refusal:
    """That the command is refused, and by which clause where only one may be named."""

    clause: str | None = None

    def __str__(self) -> str:
        return f"refused by {self.clause}" if self.clause else "refused"


Expected = tuple[Ending, ...] | Refusal


@dataclass(frozen=True)
class Step:
    command: Command
    expected: Expected


@dataclass(frozen=True)
class Case:
    """A story of one layout."""

    rulebook: str
    title: str
    wager: str
    """The wager it is about, or nothing where it is about several."""
    clauses: tuple[str, ...]
    chip: str
    steps: tuple[Step, ...]

    @property
    def opening(self) -> Command:
        return {"open": self.rulebook, "chip": self.chip}


@dataclass(frozen=True)
class Head:
    """What the pack says of a rulebook before its cases."""

    rulebook: str
    document: str
    dice: int
    wagers: Mapping[str, Mapping[str, str]]
    """The name and the clause of each, by its id."""


def text(rulebook: str) -> str:
    """The pack of a rulebook as it is written."""
    return (FOLDER / f"{rulebook}.jsonl").read_text(encoding="utf-8")


def head(rulebook: str) -> Head:
    first = json.loads(text(rulebook).partition("\n")[0])
    return Head(first["rulebook"], first["document"], first["dice"], first["wagers"])


def cases(rulebook: str) -> Iterator[Case]:
    for line in text(rulebook).splitlines()[1:]:
        said = json.loads(line)
        steps = _on_every_roll(said) if "ends" in said else [_step(it) for it in said["steps"]]
        yield Case(rulebook, said["case"], said["wager"], tuple(said["clauses"]), said["chip"], tuple(steps))


def _step(said: Mapping[str, Any]) -> Step:
    if "refused" in said:
        return Step(said["do"], Refusal(said["refused"]))
    return Step(said["do"], tuple(Ending(**it) for it in said["decided"]))


def _on_every_roll(said: Mapping[str, Any]) -> Sequence[Step]:
    """Placed anew before each roll, since each roll decides it."""
    stake = cents(said["stake"])
    steps = []
    for end in said["ends"]:
        ending = Ending("w1", end["result"], _part(stake, end["winnings"]), _part(stake, end["returned"]))
        for roll in end["rolls"].split():
            steps.append(Step({"place": "w1", "wager": said["wager"], "stake": said["stake"]}, ()))
            steps.append(Step({"roll": [int(face) for face in roll]}, (ending,)))
    return steps


def _part(stake: Cents, times: str) -> str:
    amount = stake * Fraction(times)
    if amount.denominator != 1:
        raise ValueError(f"{times} of {dollars(stake)} is not whole cents")
    return dollars(Cents(amount.numerator))
