"""Whoever is signed in sees where else they are, and ends those sessions by proving once more who they are."""

import pytest
from websockets.exceptions import ConnectionClosed

from dicehouse.web.rate_limit import Rate
from tests.web.served import KEY, PASSWORD, Browser, Served

STAFF = {"name": "the dealer", "password": PASSWORD}
PLAYER = {"card": "1002", "pin": "2222"}


@pytest.fixture
def house(other_house: Served) -> Served:
    """Where nobody is signed in yet, and this machine has not tried too often."""
    other_house.app.state.sign_in._addresses = Rate(100, 1)
    for name in ("the dealer", "Bob", "Max", "display 1"):
        other_house.app.state.sessions.revoke(name)
    return other_house


def is_in(it: Browser) -> bool:
    return bool(it.get("/api/me").json["signed_in"])


def ids(it: Browser) -> list[str]:
    return [line["id"] for line in it.get("/api/sessions").json["sessions"]]


@pytest.mark.parametrize("how, said, asks", [("staff", STAFF, "password"), ("player", PLAYER, "pin")])
def test_everyone_sees_their_own_sessions_the_latest_first_and_nobody_elses(
    house: Served, how: str, said: dict[str, str], asks: str
) -> None:
    first, second = (Browser(house).signs_in(how, **said) for _ in range(2))
    Browser(house).signs_in("demo", who="Max")
    seen = first.get("/api/sessions").json
    assert [it["here"] for it in seen["sessions"]] == [False, True]
    assert {it["address"] for it in seen["sessions"]} == {"127.0.0.1"}
    assert all(it["since"] <= it["seen"] < it["expires"] for it in seen["sessions"])
    assert (seen["asks"], seen["staff"]) == (asks, None)
    assert is_in(second)
    cookies = {it.cookie.partition("=")[2] for it in (first, second)}
    assert not any(token in str(seen) for token in cookies)


@pytest.mark.parametrize("how, said", [("staff", STAFF), ("player", PLAYER)])
def test_a_session_is_ended_with_the_secret_and_closes_its_consoles_at_once(
    house: Served, how: str, said: dict[str, str]
) -> None:
    here, there, elsewhere = (Browser(house).signs_in(how, **said) for _ in range(3))
    _, that, _ = ids(here)
    secret = said.get("password") or said["pin"]
    with there.line() as line:
        wrong = here.post("/api/sessions/end", {"id": that, "secret": "0000"})
        assert (wrong.status, wrong.why) == (401, "wrong-credentials")
        assert here.post("/api/sessions/end", {"id": that}).why == "wrong-credentials"
        assert is_in(there)
        left = here.post("/api/sessions/end", {"id": that, "secret": secret}).json
        assert that not in [it["id"] for it in left["sessions"]]
        with pytest.raises(ConnectionClosed):
            line.next("never")
    assert [is_in(it) for it in (here, there, elsewhere)] == [True, False, True]


def test_all_others_end_at_once_and_it_is_written_down(house: Served) -> None:
    here, *others = (Browser(house).signs_in("staff", **STAFF) for _ in range(4))
    stranger = Browser(house).signs_in("player", **PLAYER)
    left = here.post("/api/sessions/end", {"secret": PASSWORD}).json["sessions"]
    assert [it["here"] for it in left] == [True]
    assert not any(is_in(it) for it in others)
    assert is_in(stranger)
    assert '"what": "sessions-ended", "who": "the dealer"' in house.log.read_text()


def test_what_has_ended_the_own_one_and_someone_elses_are_not_ended(house: Served) -> None:
    here, there = (Browser(house).signs_in("staff", **STAFF) for _ in range(2))
    stranger = Browser(house).signs_in("player", **PLAYER)
    that, own = ids(here)
    assert here.post("/api/sessions/end", {"id": own, "secret": PASSWORD}).why == "not-allowed"
    assert here.post("/api/sessions/end", {"id": ids(stranger)[0], "secret": PASSWORD}).status == 404
    there.post("/api/sign-out", {})
    assert here.post("/api/sessions/end", {"id": that, "secret": PASSWORD}).status == 404
    assert is_in(here)
    assert is_in(stranger)


def test_nobody_without_a_session_or_its_token_and_no_device_sees_or_ends_any(house: Served) -> None:
    assert Browser(house).get("/api/sessions").status == 401
    assert Browser(house).post("/api/sessions/end", {}).status == 401
    display = Browser(house).signs_in("terminal", name="display 1", key=KEY)
    assert display.get("/api/sessions").why == "not-allowed"
    assert display.post("/api/sessions/end", {}).why == "not-allowed"
    dealer = Browser(house).signs_in("staff", **STAFF)
    assert dealer.post("/api/sessions/end", {"secret": PASSWORD}, X_CSRF_Token="other").why == "wrong-token"


def test_a_manager_sees_who_works_and_is_signed_in_but_no_player(house: Served) -> None:
    for how, said in (("staff", STAFF), ("staff", STAFF), ("player", PLAYER)):
        Browser(house).signs_in(how, **said)
    Browser(house).signs_in("terminal", name="display 1", key=KEY)
    manager = Browser(house).signs_in("demo", who="Max")
    staff = {it["name"]: it["sessions"] for it in manager.get("/api/sessions").json["staff"]}
    assert (staff["the dealer"], staff["display 1"]) == (2, 1)
    assert not {"Bob", "Max"} & set(staff)
    assert manager.post("/api/sign-out-everywhere", {"name": "the dealer"}).json["ended"] == 2
    assert "the dealer" not in {it["name"] for it in manager.get("/api/sessions").json["staff"]}


def test_the_demos_people_end_sessions_without_a_secret_for_they_have_none(house: Served) -> None:
    here, there = (Browser(house).signs_in("demo", who="Max") for _ in range(2))
    assert here.get("/api/sessions").json["asks"] == ""
    assert here.post("/api/sessions/end", {}).status == 200
    assert (is_in(here), is_in(there)) == (True, False)
