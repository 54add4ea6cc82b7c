"""The register of clauses: each of the five documents is in it whole, and each clause says what becomes of it."""

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.rulebooks.clauses import DOCUMENTS, MEANINGS, Clause, Status, clauses_of, register
from dicehouse.rulebooks.clauses import tests_of as packaged_index

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "dicehouse"

COUNTS = {
    "star-sicbo-2024": 266,
    "star-sicbo-pre2024": 219,
    "crown-sicbo": 289,
    "aruze-sicbo": 196,
    "star-craps": 299,
}
KINDS = {"behaviour": 457, "record": 311, "config": 303, "permission": 174, "physical": 24}


def ids(clauses: list[Clause]) -> list[str]:
    return [f"{it.doc} {it.clause}" for it in clauses]


def of(*statuses: Status) -> list[Clause]:
    return [it for it in register() if it.status in statuses]


# --- the register is whole


@pytest.mark.parametrize("document", COUNTS)
def test_every_clause_of_a_document_is_in_the_register(document: str) -> None:
    found = clauses_of(document)
    assert len(found) == COUNTS[document]
    assert all(it.doc == document and it.clause == key for key, it in found.items())


def test_the_register_holds_all_documents_in_order() -> None:
    assert tuple(COUNTS) == DOCUMENTS
    assert len(register()) == 1269
    assert list(register()) == [it for document in DOCUMENTS for it in clauses_of(document).values()]
    assert Counter(it.kind for it in register()) == KINDS


def test_document_clause_topic_and_kind_are_those_of_the_list_that_was_issued() -> None:
    rows = "\n".join(f"{it.doc} | {it.clause} | {it.topic} | {it.kind}" for it in register())
    digest = hashlib.sha256(rows.encode()).hexdigest()
    assert digest == "3aad45aa759d19f3588b7b5b4f48259451a511601dfd872a62c7d00081da6d92"


def test_a_document_that_a_rulebook_brings_along_has_no_clauses_here() -> None:
    assert clauses_of("roulette") == {}


def test_a_document_is_read_once() -> None:
    assert clauses_of("star-craps") is clauses_of("star-craps")
    assert packaged_index() is packaged_index()


def test_a_clause_says_what_it_is_about_in_our_words() -> None:
    it = clauses_of("star-craps")["6.7"]
    assert (it.doc, it.clause, it.topic, it.kind, it.status) == (
        "star-craps",
        "6.7",
        "settlement",
        "behaviour",
        Status.ENFORCED,
    )
    assert "layout.py" in it.where
    assert [it.clause for it in register() if not it.gist] == []


# --- every clause has a status, and the status says where


def test_every_clause_has_a_status() -> None:
    assert [*Status] == [*MEANINGS] == ["enforced", "recorded", "configured", "displayed", "physical"]
    assert sum(len(of(status)) for status in Status) == len(register())


def test_a_physical_clause_says_why_software_does_nothing_about_it() -> None:
    assert ids([it for it in of(Status.PHYSICAL) if len(it.where.split()) < 3]) == []


# How dice are made: which face lies opposite which is no business of software.
MADE = {
    "star-sicbo-2024": ("2.5",),
    "star-sicbo-pre2024": ("2.5",),
    "crown-sicbo": ("2.2.5", "2.2.5(a)", "2.2.5(b)"),
    "aruze-sicbo": ("2.2",),
}
# What the document forbids without a power over whoever does it, directions that a player was to follow, what a player
# does about their own credits, and efforts to reach somebody.
KEPT = {
    "star-sicbo-2024": ("9.2.4", "9.6", "9.11", "9.12", "9.15", "10.8"),
    "star-sicbo-pre2024": ("9.1", "9.6", "9.7", "9.10", "10.8"),
    "crown-sicbo": ("9.1", "9.6", "9.7", "9.13"),
    "aruze-sicbo": ("6.8", "8.2", "8.3", "8.4", "8.5", "8.10", "8.11", "8.12", "8.13"),
    "star-craps": ("9.1", "9.6", "9.7", "9.10", "10.8"),
}
# A duty to announce, to stop, to verify, to sign or to declare without which the table or the cage goes no further.
HELD_TO = {
    "star-sicbo-2024": (
        "4.1", "6.6", "8.8", "8.10.1", "8.10.2", "8.11.2", "8.12.1", "9.2.1", "9.2.2", "9.2.3", "9.13",
    ),
    "star-sicbo-pre2024": ("4.1", "6.6", "8.8", "9.8"),
    "crown-sicbo": ("3.1.2(c)(ii)", "9.8"),
    "aruze-sicbo": ("3.2", "5.1", "Order effect"),
    "star-craps": ("3.5", "4.4.1", "7.1", "9.8", "Order effect"),
}  # fmt: skip
# A sign, a meter, a display or the rules themselves, for people to read.
SHOWN = {
    "star-sicbo-2024": ('1.1 "WND"', "9.19"),
    "star-sicbo-pre2024": ('1.1 "WND"', "9.14"),
    "crown-sicbo": ("4.1", "4.1 fn1 s66(1)(c)", "9.14"),
    "aruze-sicbo": ("3.6", "3.6.1", "3.6.2", "3.6.3", "3.6.4", "8.17"),
    "star-craps": ("9.14",),
}


def test_what_is_made_is_physical_what_is_kept_recorded_and_what_play_waits_for_enforced() -> None:
    groups = (MADE, Status.PHYSICAL), (KEPT, Status.RECORDED), (HELD_TO, Status.ENFORCED), (SHOWN, Status.DISPLAYED)
    for numbers_of, status in groups:
        wrong = [
            f"{document} {it}"
            for document, numbers in numbers_of.items()
            for it in numbers
            if clauses_of(document)[it].status is not status
        ]
        assert wrong == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_an_offence_that_gives_no_power_is_enforced_only_where_something_else_prevents_it(name: str) -> None:
    """Nobody but the crew works a tumbler (5.6), and a proxy is refused (9.20): the table prevents these itself."""
    book = load(name)
    known = clauses_of(book.document)
    without = [it.clause for it in book.conduct.values() if not it.powers]
    assert {it for it in without if known[it].status is not Status.RECORDED} <= {"5.6", "9.20"}


def test_every_other_clause_names_a_file_that_there_is() -> None:
    done = of(Status.ENFORCED, Status.RECORDED, Status.CONFIGURED, Status.DISPLAYED)
    missing = [it for it in done if not (PACKAGE / it.where.split()[0].rstrip(";:,")).is_file()]
    assert ids(missing) == []


def test_an_enforced_clause_is_done_by_code() -> None:
    assert ids([it for it in of(Status.ENFORCED) if ".py" not in it.where]) == []


# --- and a test that names it


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Which tests name which clause, as the tests themselves say."""
    if "MUTANT_UNDER_TEST" in os.environ:
        pytest.skip("a mutant changes no test")
    file = tmp_path_factory.mktemp("index") / "clause_tests.json"
    plain = ("--assert=plain", "-p", "no:cacheprovider")  # no test is run, so none is prepared to tell why it failed
    command = [sys.executable, "-m", "pytest", "--clause-index", str(file), "-q", *plain]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert file.exists(), done.stdout + done.stderr
    found: dict[str, list[str]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def test_every_enforced_clause_has_a_test_that_names_it(index: dict[str, list[str]]) -> None:
    assert [id for id in ids(of(Status.ENFORCED)) if not index.get(id)] == []


def test_every_clause_on_what_happens_or_who_may_has_a_test_that_names_it(index: dict[str, list[str]]) -> None:
    asked = [it for it in register() if it.kind in {"behaviour", "permission"}]
    assert len(asked) == 457 + 174
    assert [id for id in ids(asked) if not index.get(id)] == []


def test_the_packaged_index_is_that_of_the_tests(index: dict[str, list[str]]) -> None:
    if packaged_index() != index:
        stale = sorted(set(index) ^ set(packaged_index())) or [
            key for key in index if index[key] != packaged_index()[key]
        ]
        pytest.fail(f"the index of clauses is stale ({len(stale)} clauses, such as {stale[0]}): run `make index`")


def test_the_packaged_index_names_clauses_and_tests_that_there_are() -> None:
    known = {f"{it.doc} {it.clause}" for it in register()}
    assert [key for key in packaged_index() if key not in known] == []
    files = {test.partition("::")[0] for tests in packaged_index().values() for test in tests}
    assert [file for file in files if not (ROOT / file).is_file()] == []
