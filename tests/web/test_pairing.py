"""Pairing a screen: a code of six characters for four minutes, used once, and a key that is the device's own."""

from datetime import UTC, datetime, timedelta

import pytest

from dicehouse.web.pairing import LENGTH, MOST, SIGNS, Codes, PairingState
from dicehouse.web.refusals import TurnedError
from tests.web.served import Browser, Served

NOON = datetime(2026, 3, 2, 1, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


def paired(other_house: Served, code: str, **fields: object) -> tuple[int, dict[str, object]]:
    dana = Browser(other_house).signs_in("demo", who="Dana")
    body = {"code": code, "name": "Wall 3", "table": "Sic Bo 1", "seat": 1, **fields}
    said = dana.asks("POST", "/api/pairing/confirm", body)
    return said.status, said.json


def test_a_code_has_no_sign_that_looks_like_another_and_stands_for_four_minutes() -> None:
    assert not set("OI01") & set(SIGNS)
    clock = Clock()
    codes = Codes(clock)
    made = codes.begin("display")
    assert (len(made.code), len(made.dice), made.expires - NOON) == (LENGTH, 3, timedelta(minutes=4))
    clock.now += timedelta(minutes=4) - timedelta(seconds=1)
    assert codes.found(f"{made.code[:3]}-{made.code[3:]}".lower()).dice == made.dice
    assert codes.state(made.secret).state == "waiting"
    clock.now += timedelta(seconds=1)
    with pytest.raises(TurnedError, match="no screen shows this code now"):
        codes.found(made.code)
    assert codes.state(made.secret).state == "ended"


def test_a_code_is_used_once_and_its_key_is_told_once() -> None:
    codes = Codes(Clock())
    made = codes.begin("terminal")
    codes.found(made.code).paired = PairingState("paired", "T 4", "a key", "Sic Bo 1", "terminal")
    with pytest.raises(TurnedError):
        codes.found(made.code)
    assert codes.state("another screen's secret").state == "ended"
    assert (codes.state(made.secret).key, codes.state(made.secret).state) == ("a key", "ended")


def test_the_oldest_code_ends_when_there_are_too_many() -> None:
    codes = Codes(Clock())
    first = codes.begin("display")
    for _ in range(MOST):
        codes.begin("display")
    assert codes.state(first.secret).state == "ended"


def test_a_paired_screen_signs_in_as_a_device_and_is_signed_out_when_it_is_taken_off(other_house: Served) -> None:
    screen, dana = Browser(other_house), Browser(other_house).signs_in("demo", who="Dana")
    begun = screen.asks("POST", "/api/pairing/begin", {"kind": "display"}).json
    seen = dana.asks("POST", "/api/pairing/find", {"code": begun["code"]})
    assert (seen.status, seen.json["dice"]) == (200, begun["dice"])
    body = {"code": begun["code"], "name": "Wall 3", "table": "Sic Bo 1"}
    listed = dana.asks("POST", "/api/pairing/confirm", body).json["devices"]
    assert [it for it in listed if it["name"] == "Wall 3"] == [
        {"name": "Wall 3", "kind": "display", "table": "Sic Bo 1", "seat": 1, "paired": True}
    ]
    assert dana.asks("POST", "/api/pairing/confirm", {**body, "name": "Wall 4"}).status == 404
    state = screen.asks("POST", "/api/pairing/state", {"secret": begun["secret"]}).json
    assert screen.asks("POST", "/api/pairing/state", {"secret": begun["secret"]}).json["state"] == "ended"
    screen.signs_in("terminal", name="Wall 3", key=state["key"])
    me = screen.asks("GET", "/api/me").json
    assert (me["role"], me["name"], me["consoles"]) == ("display", "Wall 3", ["display"])
    assert dana.asks("POST", "/api/devices/remove", {"name": "Wall 3"}).status == 200
    assert screen.asks("GET", "/api/me").json["signed_in"] is False
    gone = screen.asks("POST", "/api/sign-in/terminal", {"name": "Wall 3", "key": state["key"]})
    assert gone.status == 401
    assert dana.asks("POST", "/api/devices/remove", {"name": "Wall 3"}).status == 404


def test_only_staff_with_a_rank_there_pair_a_screen_and_a_name_is_given_once(other_house: Served) -> None:
    screen = Browser(other_house)
    code = screen.asks("POST", "/api/pairing/begin", {"kind": "display"}).json["code"]
    for who in ("Ann", "Cass", "Ines"):
        other = Browser(other_house).signs_in("demo", who=who)
        assert other.asks("POST", "/api/pairing/find", {"code": code}).status == 403
        assert other.asks("GET", "/api/devices").status == 403
    assert screen.asks("POST", "/api/pairing/find", {"code": code}).status == 401
    assert paired(other_house, code, name="display 1")[0] == 404
    assert paired(other_house, code, table="Sic Bo 99")[0] == 404
    status, refused = paired(other_house, "O0O0O0")
    assert (status, "four minutes" in str(refused)) == (404, True)
