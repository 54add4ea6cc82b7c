"""The register of clauses: every clause of the five documents, in our words, and what becomes of it here."""

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Final

DOCUMENTS: Final = ("star-sicbo-2024", "star-sicbo-pre2024", "crown-sicbo", "aruze-sicbo", "star-craps")


class Status(StrEnum):
    """What the software does about a clause."""

    ENFORCED = "enforced"
    RECORDED = "recorded"
    CONFIGURED = "configured"
    DISPLAYED = "displayed"
    PHYSICAL = "physical"


MEANINGS: Final = {
    Status.ENFORCED: "code decides by it, and a test names it",
    Status.RECORDED: "kept on record with its clause; people do the rest",
    Status.CONFIGURED: "an entry of a rulebook or a setting of the house says it",
    Status.DISPLAYED: "shown on a screen or in print",
    Status.PHYSICAL: "outside software, and the register says why",
}


@dataclass(frozen=True, slots=True)
class Clause:
    doc: str
    clause: str
    gist: str
    topic: str
    kind: str
    status: Status
    where: str
    """The code or the setting that does it; for a physical clause, why software does not."""


@cache
def clauses_of(document: str) -> dict[str, Clause]:
    """The clauses of one document by number, in the document's order; none of one that a rulebook brings along."""
    if document not in DOCUMENTS:
        return {}
    lines = _file(f"clauses/{document}.jsonl").splitlines()
    rows = (json.loads(line) for line in lines)
    return {row["clause"]: Clause(document, **{**row, "status": Status(row["status"])}) for row in rows}


def register() -> tuple[Clause, ...]:
    return tuple(clause for document in DOCUMENTS for clause in clauses_of(document).values())


@cache
def tests_of() -> dict[str, list[str]]:
    """The tests that name a clause, by "document clause"; made by `make index` from the tests' own marks."""
    found: dict[str, list[str]] = json.loads(_file("clause_tests.json"))
    return found


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
