"""The API's own description: it is complete, and whatever it allows to be sent finds no fault in the server."""

import os
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from dicehouse.house.judge import ORDERS as HOUSE_ORDERS
from dicehouse.table.judge import ORDERS, name_of
from dicehouse.web.openapi import openapi
from tests.web.served import Browser, Served

CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


@pytest.fixture(scope="session")
def api(served: Served) -> Any:
    return schemathesis.openapi.from_url(f"http://{served.address}/api/openapi.json")


described = schemathesis.pytest.from_fixture("api")


SOAK = os.environ.get("HYPOTHESIS_PROFILE") == "soak"
"""Commands have some hundred shapes, which take minutes to draw from; test_commands.py sends them in seconds."""
EXAMPLES = settings(max_examples=40 if SOAK else 5, deadline=None, suppress_health_check=list(HealthCheck))
A_FEW = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))


@described.exclude(path_regex="commands").parametrize()
@EXAMPLES
def test_nothing_that_a_stranger_sends_breaks_the_server_or_changes_the_house(case: Case[Any], served: Served) -> None:
    before = served.revisions()
    case.call_and_validate(checks=CHECKS, headers={"Host": served.address})
    after = served.revisions()
    assert {key: it for key, it in after.items() if key != "house"} == {
        key: it for key, it in before.items() if key != "house"
    }


@pytest.mark.skipif(not SOAK, reason="it takes minutes; test_commands.py sends the same in seconds")
@described.include(path_regex="commands").parametrize()
@A_FEW
def test_nothing_that_an_inspector_sends_breaks_the_server_or_changes_the_house(
    case: Case[Any], served: Served
) -> None:
    ines = Browser(served).signs_in("demo", who="Ines")
    before = served.revisions()
    case.call_and_validate(checks=CHECKS, headers={"Cookie": ines.cookie, "X-CSRF-Token": ines.token})
    assert served.revisions() == before


def test_every_command_is_described_without_what_the_server_says_of_it(browser: Browser) -> None:
    schemas = browser.get("/api/openapi.json").json["components"]["schemas"]
    for name, orders in (("TableCommand", ORDERS), ("HouseCommand", HOUSE_ORDERS)):
        known = schemas[name]["discriminator"]["mapping"]
        assert set(known) == {name_of(it) for it in orders}
        for ref in known.values():
            fields = schemas[ref.rpartition("/")[2]]
            assert not {"at", "by", "role"} & {*fields["properties"], *fields["required"]}
            assert {"do", "id"} <= set(fields["required"])


def test_the_description_is_made_once() -> None:
    assert openapi() is openapi()
