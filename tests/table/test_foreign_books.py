"""At a table of a house that goes by a document of its own nothing is cited that this document does not have."""

import inspect
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dicehouse.rulebooks import BUILT_IN, Rulebook, load
from tests.croupier import Croupier, ForeignClauseError
from tests.table import (
    test_cards,
    test_craps_betting,
    test_electronic,
    test_faults,
    test_losses,
    test_meters,
    test_oral,
    test_raising,
    test_streak,
    test_terminals,
)
from tests.table.test_refusals import ASKED

DOCUMENT = """
based_on = "{}"
name = "Elsewhere"
[document]
id = "elsewhere"
title = "Rules of another house"
[document.clauses]
"1" = "Everything of ours."
"""
CARDS = '[cards]\nfrom = 2020-01-01\nclause = "1"\nown = "1"\nproxies = "1"\n'
PLAYED = (
    test_cards, test_craps_betting, test_electronic, test_faults, test_losses, test_meters, test_oral,
    test_raising, test_streak, test_terminals,
)  # fmt: skip
ROOMS = Path(inspect.getfile(Croupier)).parents[1] / "src" / "dicehouse"
CLAUSE = re.compile(r"""["'](\d+\.\d+(\.\d+)*(\([a-z]+\))*)["']""")


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table goes by a copy of its rulebook with a document of its own, and asks for player cards."""

    def foreign(name: str, readings: dict[str, str] | None = None) -> Rulebook:
        file = tmp_path / f"{name}.toml"
        if not file.exists():
            file.write_text(DOCUMENT.format(name) + CARDS, encoding="utf-8")
        stated = {key: value for key, value in (readings or {}).items() if key in load(file).readings}
        return load(file, stated)

    for module in ("tests.croupier", "tests.table.test_refusals"):
        monkeypatch.setattr(f"{module}.load", foreign)


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("book", BUILT_IN)
@pytest.mark.parametrize("asks", ASKED, ids=lambda it: it.__name__)
def test_whatever_is_refused_is_refused_by_its_own_document(asks: Callable[[str], Any], book: str) -> None:
    try:
        answer = asks(book)
    except ForeignClauseError:
        raise
    except AssertionError:
        return  # what comes before it was refused, for somebody has no card here
    clause = getattr(answer, "clause", None)
    assert clause is None or clause == "1" or clause.startswith(f"{load(book).document} ")


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("module", PLAYED, ids=lambda it: it.__name__.rpartition(".")[2])
def test_whatever_is_played_there_cites_its_own_document(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each story of the tables is told up to where it asks for the clause of another document."""
    cited: list[str] = []
    knows = Croupier.knows

    def hears(table: Croupier, clause: str) -> bool:
        cited.append(clause)
        return knows(table, clause)

    monkeypatch.setattr(Croupier, "knows", hears)
    for tell in stories(module):
        try:
            tell()
        except ForeignClauseError as error:
            if "StandingTold(" not in str(error):  # an order that was given elsewhere keeps the clause of there
                raise
        except (AssertionError, ValueError, KeyError, IndexError):
            continue
    assert len(cited) > 20, "something was cited at all"


def stories(module: ModuleType) -> Iterator[Callable[[], object]]:
    """The tests of a module that need nothing from outside, with each set of values that they are given."""
    for name, test in vars(module).items():
        if not name.startswith("test_") or hasattr(test, "hypothesis"):
            continue
        needed = set(inspect.signature(test).parameters)
        given = [it for it in getattr(test, "pytestmark", []) if it.name == "parametrize"]
        if not needed:
            yield test
        elif len(given) == 1 and {it.strip() for it in given[0].args[0].split(",")} == needed:
            for values in given[0].args[1]:
                plain = getattr(values, "values", values)
                names = [it.strip() for it in given[0].args[0].split(",")]
                yield partial(test, **dict(zip(names, plain if len(names) > 1 else [plain], strict=True)))


def test_no_clause_stands_in_the_code_of_a_table() -> None:
    """The rulebook says by which clause something is so; the code asks it."""
    found = [
        f"{file.relative_to(ROOMS)}:{number}: {match[1]}"
        for file in sorted((ROOMS / "table").glob("*.py"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        for match in CLAUSE.finditer(line)
        if file.name != "config.py"  # which writes amounts of money
    ]
    assert found == []
