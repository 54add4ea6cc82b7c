"""The API's own description: it is complete, and whatever it allows to be sent finds no fault in the server."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from dicehouse.house.judge import COMMANDS as HOUSE_ORDERS
from dicehouse.table.judge import COMMANDS, name_of
from dicehouse.web.openapi import openapi
from tests.soak import SOAK
from tests.web.served import Browser, Served

CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


@pytest.fixture(scope="session")
def api(served: Served) -> Any:
    return schemathesis.openapi.from_url(f"http://{served.address}/api/openapi.json")


described = schemathesis.pytest.from_fixture("api")


"""Commands have some hundred shapes; test_every_command.py draws each by itself."""
EXAMPLES = settings(max_examples=40 if SOAK else 2, deadline=None, suppress_health_check=list(HealthCheck))
ENDS = ("/api/sign-out", "/api/sign-out-everywhere", "/api/sign-in/demo")
"""What ends a session."""


@pytest.fixture(scope="session")
def people(served: Served) -> dict[str, dict[str, str]]:
    """The headers with which people ask: each is signed in for as long as they do nothing that ends it."""
    return {"nobody": {}} | {who: signed_in(served, who) for who in ("Ann", "Dana", "Cass", "Sue", "Max", "Ines")}


def signed_in(served: Served, who: str) -> dict[str, str]:
    made = Browser(served).signs_in("demo", who=who)
    return {"Cookie": made.cookie, "X-CSRF-Token": made.token}


@described.exclude(path_regex="commands|/api/play").parametrize()
@EXAMPLES
def test_nothing_that_anyone_sends_breaks_the_server_or_changes_a_table(
    case: Case[Any], served: Served, people: dict[str, dict[str, str]]
) -> None:
    before = served.revisions()
    for who, headers in people.items():
        case.call_and_validate(checks=CHECKS, headers={"Host": served.address, "Authorization": "", **headers})
        if who != "nobody" and case.path in ENDS:
            people[who] = signed_in(served, who)
    after = served.revisions()
    assert {key: it for key, it in after.items() if key != "house"} == {
        key: it for key, it in before.items() if key != "house"
    }


def test_every_command_is_described_without_what_the_server_says_of_it(browser: Browser) -> None:
    schemas = browser.get("/api/openapi.json").json["components"]["schemas"]
    for name, orders in (("TableCommand", COMMANDS), ("HouseCommand", HOUSE_ORDERS)):
        known = schemas[name]["discriminator"]["mapping"]
        assert set(known) == {name_of(it) for it in orders}
        for ref in known.values():
            fields = schemas[ref.rpartition("/")[2]]
            assert not {"at", "by", "role"} & {*fields["properties"], *fields["required"]}
            assert {"do", "id"} <= set(fields["required"])


def test_the_description_is_made_once() -> None:
    assert openapi() is openapi()
