"""`dicehouse clauses`: every clause, what is done about it, and the tests that name it."""

import csv

import pytest

from dicehouse.rulebooks.clauses import DOCUMENTS, Status, clauses_of, register
from tests.commands import dicehouse

KEYS = ["doc", "clause", "gist", "topic", "kind", "status", "where", "tests"]


def test_every_clause_comes_in_the_shape_that_was_promised() -> None:
    data = dicehouse("clauses", "--json").data
    assert list(data) == ["clauses"]
    assert len(data["clauses"]) == 1269
    assert [(it["doc"], it["clause"]) for it in data["clauses"]] == [(it.doc, it.clause) for it in register()]
    for it, known in zip(data["clauses"], register(), strict=True):
        assert list(it) == KEYS
        said = (known.doc, known.clause, known.gist, known.topic, known.kind, known.status, known.where)
        assert tuple(it[key] for key in KEYS[:-1]) == said
        assert isinstance(it["tests"], list)


@pytest.mark.parametrize("status", ["enforced", "recorded", "configured", "displayed", "physical"])
def test_the_help_says_what_each_status_means(status: str) -> None:
    statuses = dicehouse("clauses", "--help").out.partition("Statuses:")[2]
    assert any(line.split()[:1] == [status] and len(line.split()) > 4 for line in statuses.splitlines())


def test_a_clause_names_its_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    tests = {"star-craps 6.7": ["tests/test_layout.py::test_one", "tests/test_layout.py::test_two"]}
    monkeypatch.setattr("dicehouse.cli.clauses.tests_of", lambda: tests)
    data = dicehouse("clauses", "star-craps", "--json").data
    named = {it["clause"]: it["tests"] for it in data["clauses"] if it["tests"]}
    assert named == {"6.7": tests["star-craps 6.7"]}


@pytest.mark.parametrize("name", [*DOCUMENTS, "crown-sicbo-a", "crown-sicbo-b"])
def test_a_document_or_a_rulebook_shows_its_own_clauses_only(name: str) -> None:
    document = name if name in DOCUMENTS else "crown-sicbo"
    data = dicehouse("clauses", name, "--json").data
    assert [it["clause"] for it in data["clauses"]] == list(clauses_of(document))
    assert {it["doc"] for it in data["clauses"]} == {document}


@pytest.mark.parametrize("status", Status)
def test_clauses_of_one_status_may_be_asked_for(status: Status) -> None:
    data = dicehouse("clauses", "--status", status.value, "--json").data
    assert [(it["doc"], it["clause"]) for it in data["clauses"]] == [
        (it.doc, it.clause) for it in register() if it.status is status
    ]


def test_csv_counts_the_tests() -> None:
    rows = list(csv.reader(dicehouse("clauses", "star-craps", "--csv").rows))
    assert rows[0] == KEYS
    assert len(rows) == 300
    assert all(row[0] == "star-craps" and row[-1].isdigit() for row in rows[1:])


def test_people_see_each_document_and_a_sum() -> None:
    said = dicehouse("clauses", "aruze-sicbo", "--status", "physical")
    assert said.status == 0
    found = [it for it in clauses_of("aruze-sicbo").values() if it.status is Status.PHYSICAL]
    assert f"{len(found)} physical; {len(found)} clauses." in said.out
    assert "aruze-sicbo" in said.out


@pytest.mark.parametrize(
    "arguments, mistake",
    [
        (["star-crap"], "star-crap: there is no such rulebook; did you mean star-craps?"),
        (["--status", "done"], "Invalid value for '--status': 'done' is not one of"),
    ],
)
def test_what_it_does_not_know_is_a_mistake(arguments: list[str], mistake: str) -> None:
    assert dicehouse("clauses", *arguments).mistake.startswith(mistake)
