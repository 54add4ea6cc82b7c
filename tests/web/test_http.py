"""What HTTP answers: who you are, tables and felts, commands, and every error in one shape."""

import pytest

from dicehouse.floor.demo import ELECTRONIC
from dicehouse.web.refusals import STATUS
from tests.web.served import Browser, Served


def test_nobody_is_signed_in_at_first_and_every_page_is_told_that_this_is_a_demo(browser: Browser) -> None:
    me = browser.get("/api/me").json
    assert (me["signed_in"], me["name"], me["csrf"], me["demo"]) == (False, "", "", True)
    assert {"Ann", "Dana", "Ines"} <= {it["who"] for it in me["demo_identities"]}


def test_whoever_signs_in_is_known_by_name_and_role_until_they_sign_out(ann: Browser) -> None:
    me = ann.get("/api/me").json
    assert (me["name"], me["role"], me["consoles"]) == ("Ann", "player", ["player", "display", "entrant", "claimant"])
    assert ann.post("/api/sign-out", {}).json["signed_in"] is False
    assert ann.get("/api/me").json["signed_in"] is False


def test_the_list_of_tables_has_one_of_every_rulebook(browser: Browser) -> None:
    tables = browser.get("/api/tables").json["tables"]
    assert len({it["rulebook"] for it in tables}) == 9
    assert all(it["open"] and it["minimum"] <= it["maximum"] for it in tables)


def test_a_felt_is_sent_once_and_then_kept_by_the_browser(browser: Browser) -> None:
    first = browser.get("/api/tables/Sic Bo 1/layout")
    assert first.status == 200
    assert len(first.json["areas"]) == 58
    again = browser.get("/api/tables/Sic Bo 1/layout", If_None_Match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")


def test_a_command_is_stamped_by_the_server_and_answered_with_what_it_led_to(ann: Browser) -> None:
    said = ann.submit("Sic Bo 2", "take-seat", seat=7)
    assert said.status == 200
    event = said.json["events"][0]
    assert (event["event"], event["by"], event["role"], event["person"]) == ("seat-taken", "Ann", "player", "Ann")
    assert event["card"]["number"] == "1001"
    assert ann.submit("Sic Bo 2", "leave-seat", seat=7).status == 200


@pytest.mark.parametrize("stamp", ["at", "by", "role"])
def test_a_command_that_brings_its_own_stamp_is_refused(ann: Browser, stamp: str) -> None:
    said = ann.submit("Sic Bo 2", "take-seat", seat=7, **{stamp: "casino-operator"})
    assert (said.status, said.why) == (400, "malformed")


def test_a_command_given_twice_happens_once_and_has_one_answer(served: Served, ann: Browser) -> None:
    first = ann.submit("Sic Bo 2", "take-seat", id="twice-1", seat=6)
    before = served.at_rest()
    again = ann.submit("Sic Bo 2", "take-seat", id="twice-1", seat=6)
    assert (again.status, again.body) == (200, first.body)
    assert served.revisions() == before
    assert ann.submit("Sic Bo 2", "leave-seat", seat=6).status == 200


@pytest.mark.parametrize(
    "id",
    ["", "a/b", "sent:1", "x" * 65, "with space", "clock/1/x"],
)
def test_an_id_that_could_be_one_of_the_servers_own_is_refused(ann: Browser, id: str) -> None:
    said = ann.post("/api/tables/Sic Bo 2/commands", {"do": "take-seat", "id": id, "seat": 1})
    assert (said.status, said.why) == (400, "malformed")


def test_a_refusal_of_the_rules_has_its_reason_its_clause_and_the_next_step(ann: Browser) -> None:
    assert ann.submit("Sic Bo 2", "take-seat", seat=5).status == 200
    said = ann.submit("Sic Bo 2", "place-wager", seat=5, wager="small", stake=500)
    assert ann.submit("Sic Bo 2", "leave-seat", seat=5).status == 200
    refused = said.json["refused"]
    assert (said.status, refused["why"], refused["clause"]) == (409, "betting-closed", "3.10")
    assert refused["next"]
    assert refused["message"].endswith(refused["next"])


@pytest.mark.parametrize(
    "path, body, status, why",
    [
        ("/api/tables/Nowhere/commands", {"do": "take-seat", "id": "x1", "seat": 1}, 404, "not-found"),
        ("/api/tables/Sic Bo 2/commands", {"do": "no-such-thing", "id": "x1"}, 400, "malformed"),
        ("/api/tables/Sic Bo 2/commands", {"do": "take-seat", "id": "x1", "seat": "one"}, 400, "malformed"),
        ("/api/tables/Sic Bo 2/commands", {"do": "take-seat", "id": "x1", "seat": 1, "more": 1}, 400, "malformed"),
        ("/api/tables/Sic Bo 2/commands", ["take-seat"], 400, "malformed"),
        ("/api/tables/Sic Bo 2/commands", b"{", 400, "malformed"),
        ("/api/tables/Sic Bo 2/commands", b"\xff\xfe", 400, "malformed"),
        ("/api/tables/Sic Bo 2/commands", b"[" * 60_000, 400, "malformed"),
        ("/api/tables/Sic Bo 2/commands", b" " * 70_000, 413, "too-large"),
        ("/api/house/commands", {"do": "tumble", "id": "x1"}, 400, "malformed"),
        ("/api/nothing", {}, 404, "not-found"),
        ("/api/me", {}, 405, "wrong-method"),
        ("/api/sign-in/demo", {"who": "Nobody"}, 404, "not-found"),
        ("/api/sign-in/demo", {"who": 7}, 400, "malformed"),
    ],
)
def test_every_error_has_one_shape_and_a_status_that_fits(
    ann: Browser, path: str, body: object, status: int, why: str
) -> None:
    said = ann.post(path, body)
    refused = said.json["refused"]
    assert (said.status, refused["why"]) == (status, why)
    assert set(refused) == {"why", "clause", "message", "next", "zh", "says", "about"}
    assert refused["message"]


def test_every_status_is_one_of_the_documented(browser: Browser) -> None:
    responses = browser.get("/api/openapi.json").json["components"]["responses"]
    assert {str(it) for it in STATUS.values()} | {"409"} == set(responses)


def test_the_rounds_of_a_seat_are_for_its_own_player(ann: Browser, dana: Browser) -> None:
    assert ann.get(f"/api/tables/{ELECTRONIC}/rounds").json == {"rounds": []}
    assert dana.get(f"/api/tables/{ELECTRONIC}/rounds").json == {"rounds": []}
    assert ann.get("/api/tables/Nowhere/rounds").why == "not-found"


def test_without_a_session_no_command_is_heard(browser: Browser) -> None:
    said = browser.submit("Sic Bo 2", "take-seat", seat=1)
    assert (said.status, said.why) == (401, "not-signed-in")
    assert browser.get("/api/tables/Sic Bo 2/rounds").why == "not-signed-in"
