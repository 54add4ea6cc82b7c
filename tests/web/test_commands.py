"""Every command of every kind, sent with right and wrong fields: no fault in the server, no change without right."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from dicehouse.house.judge import COMMANDS as HOUSE_ORDERS
from dicehouse.journal.record import entry_of
from dicehouse.refusal import Why
from dicehouse.table.judge import COMMANDS, name_of
from dicehouse.table.orders import Command
from dicehouse.web.commands import STAMPED
from dicehouse.web.refusals import STATUS
from tests.web.served import Browser, Served

JUNK: Any = st.sampled_from([None, True, -1, 0, 1, 2**70, 1.5, "", "x", "x" * 600, "\x00", [], {}, [1, 2, 3], {"a": 1}])
LIKELY: Any = st.sampled_from([1, 2, 500, [1, 2, 3], "small", "Ann", "Sic Bo 1", "cocked dice", True, "red", "day", {}])
FIELDS = {
    kind: [it.encode_name for it in info.fields if it.name not in STAMPED | {"id"}]
    for kind in (*COMMANDS, *HOUSE_ORDERS)
    if isinstance(info := inspect.type_info(kind), inspect.StructType)
}


@st.composite
def bodies(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A command for a table or for the house, with fields that are likely or junk."""
    house = draw(st.booleans())
    kind: type[Command] = draw(st.sampled_from(list(HOUSE_ORDERS if house else COMMANDS)))
    fields = {name: draw(LIKELY | JUNK) for name in FIELDS[kind] if draw(st.integers(0, 9))}
    to = "house" if house else draw(st.sampled_from(["Sic Bo 1", "Craps 1", "Electronic 1", "Symbols 1"]))
    return to, {"do": name_of(kind), "id": draw(st.sampled_from(["f1", "f2"]) | st.text(max_size=8)), **fields}


@pytest.mark.parametrize("who", ["Ines", "nobody"])
@settings(max_examples=150)
@given(made=bodies())
def test_whatever_is_sent_without_right_changes_nothing(
    served: Served, line: dict[str, Browser], who: str, made: tuple[str, dict[str, Any]]
) -> None:
    before, (to, body) = served.floor.store.head().seq, made
    path = "/api/house/commands" if to == "house" else f"/api/tables/{to}/commands"
    said = line[who].post(path, body)
    assert said.status in {*STATUS.values(), 409} - {503}, said.body
    assert set(said.json["refused"]) == {"why", "clause", "message", "next", "zh", "says", "about"}
    since = (entry_of(entry) for _, entry, _ in served.floor.store.bodies(before))
    given = [(json.loads(bytes(it.command)), it.id) for it in since]  # tumblers and errands of the house go on
    assert not [it for it, id in given if it["by"] == who or id == body["id"]]


@settings(max_examples=150)
@given(made=bodies())
def test_whatever_a_manager_sends_is_done_or_refused_and_breaks_nothing(
    line: dict[str, Browser], made: tuple[str, dict[str, Any]]
) -> None:
    to, body = made
    path = "/api/house/commands" if to == "house" else f"/api/tables/{to}/commands"
    said = line["Max"].post(path, body)
    assert said.status in {200, 400, 403, 409}, said.body
    assert json.loads(said.body)


@pytest.fixture(scope="module")
def line(other_house: Served) -> dict[str, Browser]:
    people = {who: Browser(other_house).signs_in("demo", who=who) for who in ("Ines", "Max")}
    return people | {"nobody": Browser(other_house)}


@pytest.fixture(scope="module")
def served(other_house: Served) -> Served:
    """A house of its own, for a manager changes it at will."""
    return other_house


WITHHOLD = {"do": "withhold-payout", "inquiry": "i"}


@pytest.mark.clause("star-sicbo-2024", "4.1", "9.8.2", "5.6")
@pytest.mark.clause("crown-sicbo", "9.2.2", "5.2")
@pytest.mark.parametrize(
    "who, to, body, why, clause",
    [
        ("Max", "Sic Bo 1", {"do": "exclude-person", "breach": "b", "reason": ""}, Why.MALFORMED, "9.8.2"),
        ("Max", "Symbols 1", {"do": "exclude-person", "breach": "b", "reason": ""}, Why.MALFORMED, "9.2.2"),
        ("Max", "Sic Bo 1", {"do": "place-wager", "seat": 1, "wager": "big", "stake": 0}, Why.MALFORMED, "4.1"),
        ("Max", "Sic Bo 1", {"do": "place-wager", "seat": "x", "wager": "big", "stake": 5}, Why.MALFORMED, ""),
        ("Max", "Sic Bo 1", {"do": "exclude-person"}, Why.MALFORMED, ""),
        ("Ines", "Sic Bo 1", {"do": "tumble", "times": 3}, Why.NOT_ALLOWED, "5.6"),
        ("Ines", "Symbols 1", {"do": "tumble"}, Why.NOT_ALLOWED, "5.2"),
        ("Ines", "Sic Bo 1", {"do": "take-seat", "seat": 1}, Why.NOT_ALLOWED, ""),
        ("Ines", "house", {"do": "adjust-jackpot"}, Why.NOT_ALLOWED, "aruze-sicbo 4.1.4"),
        (
            "Max",
            "house",
            {"do": "withhold-payout", "inquiry": "i", "payout": "p", "reason": ""},
            Why.MALFORMED,
            "aruze-sicbo 5.2",
        ),
        ("Max", "house", {"do": "withhold-payout", "inquiry": "i", "payout": [], "reason": "x"}, Why.MALFORMED, ""),
    ],
)
def test_what_a_rule_forbids_is_refused_by_its_clause_over_the_web_too(
    line: dict[str, Browser], who: str, to: str, body: dict[str, Any], why: Why, clause: str
) -> None:
    path = "/api/house/commands" if to == "house" else f"/api/tables/{to}/commands"
    said = line[who].post(path, {"id": "r1", **body}).json["refused"]
    assert (said["why"], said["clause"]) == (why, clause), said


@pytest.mark.clause("star-sicbo-2024", "9.10")
def test_a_forfeiture_names_its_seats_over_the_web(line: dict[str, Browser]) -> None:
    body = {"do": "invalidate-outcome", "id": "r2", "ground": "fraud", "reason": "x", "forfeit": {"1": "a magnet"}}
    said = line["Max"].post("/api/tables/Sic Bo 1/commands", body).json["refused"]
    assert said["why"] != Why.MALFORMED, said
