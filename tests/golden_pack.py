"""Reading the conformance pack in `tests/golden`; its README says how the files are written."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACK = Path(__file__).parent / "golden"


@dataclass(frozen=True)
class Line:
    """What one wager does on a set of outcomes."""

    rulebook: str
    wager: str
    clauses: tuple[str, ...]
    result: str
    outcomes: frozenset[tuple[int, ...]] | None
    """None for all that no other line of the wager names."""


@dataclass(frozen=True)
class Step:
    """Something that happens at a table, and what must come of it."""

    command: tuple[str, ...]
    decided: tuple[str, ...]


@dataclass(frozen=True)
class Story:
    title: str
    rulebook: str
    chip: str
    clauses: tuple[str, ...]
    steps: tuple[Step, ...]


def lines() -> Iterator[Line]:
    for file in sorted(PACK.glob("*.rolls.txt")):
        for text in file.read_text(encoding="utf-8").splitlines():
            if text and not text.startswith("#"):
                wager, clauses, result, outcomes = (part.strip() for part in text.split(" | "))
                named = frozenset(tuple(map(int, it)) for it in outcomes.split()) if outcomes != "rest" else None
                yield Line(file.name.removesuffix(".rolls.txt"), wager, tuple(clauses.split(", ")), result, named)


def stories() -> Iterator[Story]:
    for file in sorted(PACK.glob("*.stories.txt")):
        for block in file.read_text(encoding="utf-8").split("\n\n"):
            told = [line for line in block.splitlines() if line and not line.startswith("#")]
            if told:
                yield _story(told)


def _story(told: list[str]) -> Story:
    head: dict[str, str] = {}
    steps: list[tuple[tuple[str, ...], list[str]]] = []
    for line in told:
        word, _, rest = line.partition(" ")
        if word in ("story", "rulebook", "chip", "clauses"):
            head[word] = rest
        elif word == "=>":
            steps[-1][1].append(rest)
        else:
            steps.append((tuple(line.split()), []))
    made = tuple(Step(command, tuple(decided)) for command, decided in steps)
    return Story(head["story"], head["rulebook"], head["chip"], tuple(head["clauses"].split(", ")), made)
