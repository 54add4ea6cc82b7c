"""What generators of clients need of the API's description, and that it says what the server takes and gives.

openapi-python-client and openapi-typescript were run against it by hand; these are the properties that they need.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs
import pytest

from dicehouse.house.judge import APPLIERS as HOUSE_EVENTS
from dicehouse.refusal import Refused
from dicehouse.table.judge import APPLIERS as TABLE_EVENTS
from dicehouse.web.commands import command_from
from dicehouse.web.openapi import openapi
from dicehouse.web.openapi_names import renamed
from dicehouse.web.roles import HOUSE, HOUSE_KINDS, TABLE_KINDS
from tests.web.served import Program, Served
from tests.web.test_role_matrix import body

DOCUMENT: dict[str, Any] = json.loads(openapi())
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
OPERATIONS = [(path, method, it) for path, made in DOCUMENT["paths"].items() for method, it in made.items()]


OF_TWO_DICE = ("accept-dice", "select-dice", "take-dice")


def within(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
    for it in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from within(it)


@cache
def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    schema = {"$ref": f"#/components/schemas/{name}", "components": DOCUMENT["components"]}
    return jsonschema_rs.Draft202012Validator(schema)


def check(name: str, value: Any) -> None:
    validator(name).validate(value)


def test_every_operation_has_a_name_of_its_own() -> None:
    names = [it["operationId"] for _, _, it in OPERATIONS]
    assert len(set(names)) == len(names)
    assert [it for it in names if not re.fullmatch("[a-z][A-Za-z]+", it)] == []
    told = {it["operationId"]: f"{method} {path}" for path, method, it in OPERATIONS}
    assert told["giveTableCommand"] == "post /api/tables/{table}/commands"
    assert told["getFeedTables"] == "get /api/feed/tables"


def test_every_record_has_one_plain_name_and_every_reference_leads_to_one() -> None:
    assert [it for it in SCHEMAS if not re.fullmatch("[A-Z][A-Za-z0-9]*", it)] == []
    assert [name for name, it in SCHEMAS.items() if it.get("title", name) != name] == []
    lower = [it.lower() for it in SCHEMAS]
    assert len(set(lower)) == len(lower)
    refs = {it["$ref"] for it in within(DOCUMENT) if isinstance(it.get("$ref"), str)}
    known = {f"#/components/schemas/{it}" for it in SCHEMAS}
    known |= {f"#/components/responses/{it}" for it in DOCUMENT["components"]["responses"]}
    assert refs <= known


def test_two_records_of_one_name_are_a_mistake_that_is_noticed() -> None:
    with pytest.raises(ValueError, match="TableEnded"):
        renamed({"dicehouse.table.a.Ended": {}, "dicehouse.table.b.Ended": {}})


def test_no_schema_is_a_bare_false_and_no_list_of_one_stands_for_a_constant() -> None:
    for it in within(DOCUMENT):
        assert it.get("items") is not False
        assert len(it.get("enum", "two")) != 1


def test_whatever_is_one_of_several_says_which_it_is() -> None:
    unions = {name: it for name, it in SCHEMAS.items() if "discriminator" in it}
    assert {"TableCommand", "HouseCommand", "TableEvent", "HouseEvent", "TablesFeedEvent", "PitFeedEvent"} <= set(
        unions
    )
    for name, union in unions.items():
        key, mapping = union["discriminator"]["propertyName"], union["discriminator"]["mapping"]
        assert {it["$ref"] for it in union.get("oneOf", union.get("anyOf"))} == set(mapping.values()), name
        for tag, ref in mapping.items():
            assert SCHEMAS[ref.rpartition("/")[2]]["properties"][key] == {"const": tag}, name
    for name, events in (("TableEvent", TABLE_EVENTS), ("HouseEvent", HOUSE_EVENTS)):
        assert set(unions[name]["discriminator"]["mapping"]) == {str(it.__struct_config__.tag) for it in events}


def test_what_is_sent_may_leave_out_whatever_is_not_required() -> None:
    for name, it in SCHEMAS.items():
        if it.get("additionalProperties") is False:
            assert [key for key, field in it.get("properties", {}).items() if "default" in field] == [], name


def test_whatever_needs_somebody_takes_a_token_too() -> None:
    for path, _, it in OPERATIONS:
        if "security" in it:
            assert {"bearer": []} in it["security"], path
            assert {"401", "429"} <= set(it["responses"]), path


@pytest.mark.parametrize("to", ["table", HOUSE])
def test_a_command_as_the_description_has_it_is_one_that_the_server_reads(served: Served, to: str) -> None:
    kinds = HOUSE_KINDS if to == HOUSE else TABLE_KINDS
    session = served.app.state.sessions.begin("staff", "Olga", roles=("casino-operator",))[1]
    hub, now = served.app.state.hub, served.floor.now()
    where = "Sic Bo 1" if to == "table" else HOUSE
    name = "TableCommand" if to == "table" else "HouseCommand"
    for do, kind in kinds.items():
        least = {**body(do, kind, "Bob", 2 if do in OF_TWO_DICE else 3), "id": "least"}
        check(name, least)
        record = SCHEMAS[name]["discriminator"]["mapping"][do].rpartition("/")[2]
        told = command_from(session, hub, where, json.dumps(least).encode(), now)
        assert getattr(told, "why", "") != "malformed", (do, told)
        for key in SCHEMAS[record]["required"]:
            without = {at: it for at, it in least.items() if at != key}
            with pytest.raises(jsonschema_rs.ValidationError):
                check(record, without)
            answer = command_from(session, hub, where, json.dumps(without).encode(), now)
            assert getattr(answer, "why", None), (do, key)
            assert not isinstance(answer, Refused)


@pytest.mark.parametrize("level, page", [("tables", "TablesPage"), ("pit", "PitPage"), ("journal", "FullPage")])
def test_what_a_feed_gives_is_what_the_description_says(served: Served, level: str, page: str) -> None:
    Program(served, "dealing").submit("Sic Bo 3", "tumble", times=1)
    said, after = Program(served, "inspect").get(f"/api/feed/{level}?after=0").json, 0
    while said["entries"]:
        check(page, said)
        after = said["next"]
        said = Program(served, "inspect").get(f"/api/feed/{level}?after={after}").json
    assert after > 0
    for wrong in ({**said, "next": "x"}, {**said, "entries": [{"seq": 1}]}):
        with pytest.raises(jsonschema_rs.ValidationError):
            check(page, wrong)


def test_the_answer_to_a_command_is_what_the_description_says(served: Served) -> None:
    answer = Program(served, "dealing").submit("Sic Bo 2", "tumble", times=1)
    if answer.status == 200:
        check("TableAnswered", answer.json)
    else:
        check("RefusedFrame", answer.json)
    refused = Program(served, "dealing").submit("Sic Bo 2", "settle")
    check("RefusedFrame", refused.json)
