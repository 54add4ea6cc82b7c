"""How cases come out against an engine, and the score that this makes.

An answer agrees when it decides the same wagers in the same order with the same money, or refuses what must be
refused. The clause of a refusal is compared where the engine names one. `{"unsupported": "why"}` to any command leaves
the case out of the score, and the score says of how many it is.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

from dicehouse.conformance.cases import Case, Ending, Expected, Refusal
from dicehouse.conformance.engine import Answer, Engine
from dicehouse.conformance.known import Known


class Came(StrEnum):
    """How a case came out."""

    AGREES = "agrees"
    DIFFERS = "differs"
    KNOWN = "known"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True)
class Played:
    """A case as it came out; where it differs, at which command, what was due and what came."""

    case: Case
    came: Came
    at: Mapping[str, object] | None = None
    due: str = ""
    got: str = ""


def play(case: Case, engine: Engine) -> Played:
    """Every command of a case goes to the engine; the first answer that is not as it must be decides."""
    opened, *answers = engine.ask([case.opening, *(it.command for it in case.steps)])
    for command, answer in ((case.opening, opened), *zip((it.command for it in case.steps), answers, strict=True)):
        if "unsupported" in answer:
            return Played(case, Came.UNSUPPORTED, command, got=str(answer["unsupported"]))
    if "refused" in opened:
        return Played(case, Came.DIFFERS, case.opening, "a new layout", told(opened))
    for step, answer in zip(case.steps, answers, strict=True):
        if not agrees(step.expected, answer):
            return Played(case, Came.DIFFERS, step.command, due(step.expected), told(answer))
    return Played(case, Came.AGREES)


def agrees(expected: Expected, answer: Answer) -> bool:
    if isinstance(expected, Refusal):
        refused = answer.get("refused")
        if refused is None:
            return False
        named = refused.get("clause") if isinstance(refused, Mapping) else None
        return expected.clause is None or named is None or named == expected.clause
    decided = answer.get("decided")
    if not isinstance(decided, list) or len(decided) != len(expected):
        return False
    return all(_same(due, got) for due, got in zip(expected, decided, strict=True))


def _same(due: Ending, got: Any) -> bool:
    if not isinstance(got, Mapping):
        return False
    return (due.id, due.result, due.winnings, due.returned) == tuple(
        got.get(key) for key in ("id", "result", "winnings", "returned")
    )


def due(expected: Expected) -> str:
    if isinstance(expected, Refusal):
        return str(expected)
    return "; ".join(map(str, expected)) or "nothing decided"


def told(answer: Answer) -> str:
    """An answer as a person reads it."""
    if "refused" in answer:
        refused = answer["refused"]
        of_it = refused if isinstance(refused, Mapping) else {}
        by = f" by {of_it['clause']}" if of_it.get("clause") else ""
        return f"refused{by}" + (f": {of_it['message']}" if of_it.get("message") else "")
    decided = answer.get("decided")
    if not isinstance(decided, list):
        return f"an answer without decided, refused or unsupported: {answer}"
    return (
        "; ".join(
            f"{it.get('id')} {it.get('result')}, winnings {it.get('winnings')}, returned {it.get('returned')}"
            if isinstance(it, Mapping)
            else str(it)
            for it in decided
        )
        or "nothing decided"
    )


@dataclass
class Score:
    """How the cases of a rulebook came out."""

    rulebook: str
    known: Sequence[Known] = ()
    counts: Counter[Came] = field(default_factory=Counter)
    differences: list[Played] = field(default_factory=list)
    unsupported: Counter[str] = field(default_factory=Counter)
    """How many cases were left out, by what the engine said."""

    def add(self, played: Played) -> None:
        came = played.came
        if came is Came.DIFFERS:
            for it in self.known:
                if it.covers(self.rulebook, played.case.title):
                    it.shown.append(played.case.title)
                    came = Came.KNOWN
                    break
            else:
                self.differences.append(played)
        elif came is Came.UNSUPPORTED:
            self.unsupported[played.got] += 1
        self.counts[came] += 1

    @property
    def cases(self) -> int:
        return self.counts.total()

    @property
    def compared(self) -> int:
        """All cases but those that the engine left out."""
        return self.cases - self.counts[Came.UNSUPPORTED]

    @property
    def agreed(self) -> Fraction:
        """The part of those compared that agree."""
        return Fraction(self.counts[Came.AGREES], self.compared) if self.compared else Fraction(0)
