"""A house that goes by a document of its own cites that one on player cards and limits, and no other."""

import ast
import inspect
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

import dicehouse.house
from dicehouse.house.citations import KNOWN, as_cited, own_citations
from dicehouse.house.declarations import RecordDirection
from dicehouse.house.limits import RequireBreak
from dicehouse.house.patrons import IssueCard, RegisterPatron, SetPolicy, SuspendCard
from dicehouse.house.policy import Policy
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import BUILT_IN, Rulebook, load
from dicehouse.table.orders import Event
from tests.house.keeper import MANAGER, OPERATOR, SUPERVISOR, Keeper

OWN = """
based_on = "crown-sicbo-a"
name = "Elsewhere"
[document]
id = "elsewhere"
title = "Rules of another house"
[document.clauses]
"1" = "Nobody plays without a card."
"2" = "Everybody plays by their own card."
"3" = "Nobody bets for another."
"4" = "Nobody wagers beyond a loss limit."
[topics]
loss_limit = "4"
"""
CARDS = '[cards]\nfrom = 2020-01-01\nclause = "1"\nown = "2"\nproxies = "3"\n'


def own(folder: Path, cards: str = CARDS) -> Rulebook:
    file = folder / "elsewhere.toml"
    file.write_text(OWN + cards, encoding="utf-8")
    return load(file)


def test_a_house_with_cards_of_its_own_document_has_its_clauses_for_those_of_the_known_one(tmp_path: Path) -> None:
    said = own_citations([load("crown-sicbo-b"), own(tmp_path)])
    assert said[f"{KNOWN} 9.1"] == "elsewhere 2"
    assert said[f"{KNOWN} 9.20"] == "elsewhere 3"
    assert said[f"{KNOWN} 9.3"] == said[f'{KNOWN} 1.1 "Loss Limit"'] == "elsewhere 4"
    assert said[f"{KNOWN} 9.4"] == said[f"{KNOWN} 9.2.4"] == said[f'{KNOWN} 1.1 "player card"'] == ""


def test_a_house_under_the_known_document_or_without_cards_of_its_own_cites_as_it_stands(tmp_path: Path) -> None:
    assert own_citations([own(tmp_path), load("star-sicbo-2024")]) == {}
    assert own_citations([load(it) for it in BUILT_IN]) == {}
    assert own_citations([load(it) for it in BUILT_IN if it != "star-sicbo-2024"]) == {}
    assert own_citations([own(tmp_path, cards="")]) == {}
    assert own_citations([]) == {}


def test_every_clause_of_the_known_document_that_the_house_cites_has_one_in_its_place(tmp_path: Path) -> None:
    folder = Path(inspect.getfile(dicehouse.house)).parent
    cited = {
        node.value
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(f"{KNOWN} ")
    }
    assert len(cited) > 8
    assert cited <= own_citations([own(tmp_path)]).keys()


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    it = Keeper()
    it.does(SetPolicy, by="sue", role=OPERATOR, policy=Policy(cites=dict(own_citations([own(tmp_path)]))))
    it.does(RegisterPatron, by="cat", role=SUPERVISOR, patron="ann")
    it.does(IssueCard, by="cat", role=SUPERVISOR, patron="ann", number="c-1", pin_reference="0" * 32)
    return it


def clauses(events: list[Event]) -> Iterator[str]:
    return (it.clause for it in events if it.clause)


def test_what_happens_in_such_a_house_is_by_its_own_clauses(keeper: Keeper) -> None:
    keeper.does(SuspendCard, by="max", role=MANAGER, patron="ann", reason="found at a table")
    assert keeper.events[-1].clause == "elsewhere 2"
    again = keeper.does(SuspendCard, by="max", role=MANAGER, patron="ann", reason="found at a table")
    assert isinstance(again, Refused)
    assert again.clause == "elsewhere 2"
    assert not [it for it in clauses(keeper.events) if it.startswith("star-")]


def test_what_its_document_says_nothing_about_is_refused_by_no_clause(keeper: Keeper) -> None:
    until = keeper.now + timedelta(hours=1)
    refused = keeper.does(RequireBreak, by="max", role=MANAGER, patron="ann", until=until)
    directed = keeper.does(RecordDirection, by="max", role=MANAGER, patron="ann", table="1", direction="count")
    assert isinstance(refused, Refused)
    assert isinstance(directed, Refused)
    assert (refused.clause, directed.clause) == (None, None)


def test_clauses_of_other_documents_stay_as_they_are(keeper: Keeper) -> None:
    kept = Refused(Why.NOT_ALLOWED, "crown-sicbo 8.2.3", "house-role-may-not", command="x", role="y", may="z")
    assert as_cited(keeper.house, kept) == kept
    assert as_cited(Keeper().house, kept.under(f"{KNOWN} 9.1")).clause == f"{KNOWN} 9.1"  # type: ignore[union-attr]
