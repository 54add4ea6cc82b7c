"""Hypothesis profiles, and the clauses that tests name, checked and written to the index of the register."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None)
settings.register_profile("soak", deadline=None, max_examples=5_000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# A shell starts what runs in the background with interrupts ignored, and programs hand that on; tests send some.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clause-index", metavar="FILE", help="write which tests name which clause, and run none")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A test that names a clause which does not exist is an error before any test runs."""
    from dicehouse.rulebooks.clauses import clauses_of  # here, so that a broken rule fails tests and not this file

    index: dict[str, set[str]] = {}
    for item in items:
        for document, clause in clauses_named_by(item):
            if clause not in clauses_of(document):
                raise pytest.UsageError(f"{item.nodeid} names clause {clause} of {document}, which does not exist")
            index.setdefault(f"{document} {clause}", set()).add(item.nodeid.partition("[")[0])
    if file := config.getoption("--clause-index"):
        found = {clause: sorted(tests) for clause, tests in sorted(index.items())}
        Path(file).write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")
        pytest.exit(f"wrote {file}", returncode=0)


def clauses_named_by(item: pytest.Item) -> Iterator[tuple[str, str]]:
    for mark in item.iter_markers("clause"):
        document, *clauses = mark.args
        for clause in clauses:
            yield document, clause
