"""What programs may by their tokens: a scope opens what it names and nothing else, and a token that ended nothing."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dicehouse.refusal import Why
from dicehouse.web.identities import key_hash
from dicehouse.web.openapi import openapi
from dicehouse.web.refusals import Turned, TurnedError
from dicehouse.web.roles import SCOPES, TABLE_KINDS, may_give
from dicehouse.web.sign_in import SignIn
from tests.web.served import Browser, Line, Program, Served, bearer, tokens

INSPECTORS = ("/api/inspector/entries", "/api/inspector/reports", "/api/inspector/rules", "/api/inspector/export")


def test_a_program_is_known_by_its_token_alone_and_has_the_consoles_of_its_scope(served: Served) -> None:
    expected = {
        "tables": ["display"],
        "pit": ["display"],
        "inspect": ["display", "dealer", "pit", "cage", "inspector", "director", "promotions"],
        "notices": ["display"],
        "dealing": ["display", "dealer"],
    }
    assert set(expected) == set(SCOPES)
    for scope, consoles in expected.items():
        me = Program(served, scope).get("/api/me").json
        assert (me["signed_in"], me["name"], me["role"], me["consoles"]) == (
            True,
            f"token:{scope}",
            "machine",
            consoles,
        )


@pytest.mark.parametrize("shown", ["Bearer", "Bearer x", f"bearer {bearer('none')}"])
def test_a_token_that_the_house_does_not_know_opens_nothing_not_even_what_is_public(served: Served, shown: str) -> None:
    nobody = Program(served, "none")
    nobody.authorization = shown
    said = nobody.get("/api/feed/tables")
    assert (said.status, said.why) == (401, Turned.WRONG_CREDENTIALS)
    assert said.headers["www-authenticate"] == "Bearer"


def test_what_a_proxy_asks_of_browsers_in_the_same_header_is_no_token(served: Served) -> None:
    ines = Browser(served).signs_in("demo", who="Ines")
    assert ines.get("/api/inspector/rules", Authorization="Basic aW5lczpzZWNyZXQ=").status == 200
    nobody = Program(served, "none")
    nobody.authorization = f"Basic {bearer('inspect')}"
    assert (said := nobody.get("/api/inspector/rules")).status == 401
    assert said.why == Turned.NOT_SIGNED_IN


def test_a_token_that_has_ended_opens_nothing(served: Served) -> None:
    said = Program(served, "ended").get("/api/feed/tables")
    assert (said.status, said.why) == (401, Turned.WRONG_CREDENTIALS)


def test_the_cookie_of_a_browser_is_no_token(served: Served) -> None:
    ines = Browser(served).signs_in("demo", who="Ines")
    thief = Program(served, "none")
    thief.authorization = f"Bearer {ines.cookie.partition('=')[2]}"
    assert thief.get("/api/inspector/rules").status == 401


@pytest.mark.parametrize("scope", sorted(SCOPES))
def test_only_the_scope_of_an_inspector_reads_the_journal_and_the_reports(served: Served, scope: str) -> None:
    for path in INSPECTORS:
        assert Program(served, scope).get(path).status == (200 if scope == "inspect" else 403), (scope, path)


def test_a_scope_gives_the_commands_that_it_names_and_none_else(served: Served) -> None:
    table = served.floor.tables["Sic Bo 1"].table
    for token in tokens():
        session = served.app.state.sessions.begin("machine", token.goes_by, scopes=token.scopes, table=token.table)[1]
        may = {do for do, kind in TABLE_KINDS.items() if isinstance(may_give(session, kind, table), str)}
        named = {do for scope in token.scopes for do in SCOPES[scope].gives}
        assert may == named & set(TABLE_KINDS), token.name


def test_a_program_gives_commands_without_a_form_token_and_the_journal_has_its_name(served: Served) -> None:
    said = Program(served, "dealing").submit("Sic Bo 2", "tumble", times=3)
    assert said.status == 200, said.body
    assert {(it["by"], it["role"]) for it in said.json["events"]} == {("token:dealing", "dealer")}
    refused = Program(served, "tables").submit("Sic Bo 2", "invite-bets")
    assert (refused.status, refused.why) == (403, Why.NOT_ALLOWED)


def test_a_program_watches_over_the_websocket_without_an_origin(served: Served) -> None:
    with Program(served, "tables").line() as line:
        line.watches("Sic Bo 1", "display")
        assert line.sees("display")
        line.watches("Sic Bo 1", "dealer")
        assert line.next("refused")["refused"]["why"] == Why.NOT_ALLOWED


def test_another_sites_page_opens_no_line_even_with_a_token(served: Served) -> None:
    with pytest.raises(InvalidStatus) as turned, Program(served, "tables").line(Origin="http://evil.example"):
        pass
    assert turned.value.response.status_code == 403


def test_a_line_without_an_origin_needs_a_token(served: Served) -> None:
    ann = Browser(served).signs_in("demo", who="Ann")
    for headers in ({}, {"Authorization": f"Bearer {bearer('none')}"}):
        with pytest.raises(InvalidStatus) as turned, ann.line(Origin="", **headers):
            pass
        assert turned.value.response.status_code in {401, 403}


def test_a_token_for_one_table_is_for_that_table(served: Served) -> None:
    with Program(served, "one-table").line() as line:
        line.watches("Sic Bo 2", "display")
        assert line.next("refused")["refused"]["why"] == Why.NOT_ALLOWED
    said = Program(served, "one-table").get("/api/feed/tables?stream=Sic Bo 2")
    assert (said.status, said.why) == (403, Why.NOT_ALLOWED)


def test_wrong_tokens_from_one_address_have_to_wait_and_so_does_whoever_asks_without_pause(served: Served) -> None:
    sign_in = SignIn(served.floor, served.app.state.roster, served.app.state.sessions)
    refused = []
    for number in range(25):
        with pytest.raises(TurnedError) as turned:
            sign_in.machine(bearer(str(number)), "10.9.9.9")
        refused.append(turned.value.refused.why)
    assert refused == [Turned.WRONG_CREDENTIALS] * 20 + [Turned.TOO_OFTEN] * 5
    assert sign_in.machine(bearer("pit"), "10.9.9.9").name == "token:pit"
    assert sign_in.machine(bearer("tables"), "10.9.9.8").name == "token:tables"
    with pytest.raises(TurnedError) as turned:
        asks_without_pause(sign_in)
    assert int(turned.value.headers["Retry-After"]) >= 1
    sign_in.close()


def asks_without_pause(sign_in: SignIn) -> None:
    for _ in range(2_000):
        sign_in.machine(bearer("tables"), "10.9.9.8")


def test_what_a_program_may_not_is_in_the_security_log_with_its_name_and_never_its_token(served: Served) -> None:
    Program(served, "tables").get("/api/inspector/rules")
    Program(served, "ended").get("/api/me")
    Program(served, "unknown").get("/api/me")
    lines = [json.loads(it) for it in served.log.read_text(encoding="ascii").splitlines()]
    assert any(it.get("who") == "token:tables" and it["why"] == "not-allowed" for it in lines if "why" in it)
    assert any(it.get("who") == "token:ended" and it["why"] == "wrong-credentials" for it in lines if "why" in it)
    assert "of-a-test-and-long-enough" not in served.log.read_text(encoding="ascii")


def reads_on(line: Line) -> None:
    while True:
        line.next()


def test_a_token_that_is_ended_closes_what_is_open_under_it(other_house: Served) -> None:
    roster, sessions = other_house.app.state.roster, other_house.app.state.sessions
    later = datetime.now(UTC) + timedelta(days=1)
    roster.add_token(replace(tokens()[0], name="mine", key=key_hash(bearer("mine")), until=later))
    program = Program(other_house, "mine")
    with program.line() as line:
        line.watches("Sic Bo 1", "display")
        assert line.sees("display")
        roster.end_token("mine")
        assert sessions.revoke("token:mine") == 1  # as the house does when it looks at its files

        with pytest.raises(ConnectionClosed, match="4401"):
            reads_on(line)
    assert program.get("/api/me").status == 401


OPEN = {"/api/me", "/api/tables", "/api/tables/Sic Bo 1/layout", "/api/tables/Sic Bo 1/rules", "/api/odds"}
"""What needs nobody to be signed in."""
FILLED = {
    "table": "Sic Bo 1",
    "rulebook": "star-craps",
    "seq": "1",
    "round": "1",
    "name": "win",
    "document": "star-craps",
}


def test_a_token_opens_no_other_address_than_those_of_its_scope(served: Served) -> None:
    """A view or a command that is added is shut to tokens until a scope names it."""
    reads = [path for path, made in json.loads(openapi())["paths"].items() if "get" in made]
    asked = [re.sub(r"\{(\w+)\}", lambda it: FILLED.get(it[1], "none"), path) for path in reads]
    lets_in: dict[str, set[str]] = {}
    for scope in sorted(SCOPES):
        program = Program(served, scope)
        lets_in[scope] = {path for path in asked if program.get(path).status not in {401, 403}}
        if scope != "inspect":
            more = {"/api/feed/pit"} if scope == "pit" else set()
            shown = {it for it in lets_in[scope] - OPEN if not it.startswith(("/api/odds/", "/api/tournaments/"))}
            assert {it for it in shown if not it.startswith(("/api/promotions/", "/api/tables/"))} == {
                "/api/feed/tables", *more,
            }  # fmt: skip
    assert {it for it in asked if it.startswith("/api/inspector/")} <= lets_in["inspect"]
    assert "/api/devices" not in lets_in["inspect"]
    assert "/api/sessions" not in lets_in["inspect"]


@pytest.mark.parametrize("scope", sorted(SCOPES))
def test_no_token_signs_anybody_out_changes_a_password_or_pairs_a_screen(served: Served, scope: str) -> None:
    program = Program(served, scope)
    for path, body in {
        "/api/sign-out-everywhere": {"name": "the dealer"},
        "/api/password": {"current": "x", "new": "a new password of mine"},
        "/api/sessions/end": {"secret": "x"},
        "/api/devices/remove": {"name": "display 1"},
        "/api/pairing/find": {"code": "ABCD EFGH"},
        "/api/passkeys/options": {},
        "/api/tables/Sic Bo 1/practice": {"on": True},
    }.items():
        said = program.post(path, body)
        assert said.status in {400, 401, 403}, (path, said.body)
        assert said.status != 400 or path == "/api/pairing/find", (path, said.body)
