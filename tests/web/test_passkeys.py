"""The second factor: without it a password opens nothing, and only the right passkey answers a challenge, once."""

import hashlib
import json
import secrets
from datetime import timedelta
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from msgspec.structs import replace
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from websockets.exceptions import InvalidStatus

from dicehouse.web.identities import Passkey, Staff, password_hash
from dicehouse.web.rate_limit import Rate
from dicehouse.web.sessions import FRESH
from tests.web.served import PASSWORD, Browser, Served

NAME = "a supervisor with a key"


class Authenticator:
    """A passkey in software."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = bytes_to_base64url(secrets.token_bytes(16))
        self.count = 0

    def cose(self) -> bytes:
        public = self.key.public_key().public_numbers()
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32, "big"), -3: public.y.to_bytes(32, "big")})

    def registered(self) -> Passkey:
        return Passkey(id=self.id, public_key=bytes_to_base64url(self.cose()))

    def makes(self, options: dict[str, Any], origin: str, rp_id: str = "127.0.0.1") -> dict[str, Any]:
        """A new passkey for a site, as a browser gives it."""
        said = {"type": "webauthn.create", "challenge": options["challenge"], "origin": origin, "crossOrigin": False}
        raw, cose = base64url_to_bytes(self.id), self.cose()
        data = (
            hashlib.sha256(rp_id.encode()).digest() + b"\x45" + bytes(4 + 16) + len(raw).to_bytes(2, "big") + raw + cose
        )
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {"clientDataJSON": json.dumps(said).encode(), "attestationObject": attested}
        return {
            "id": self.id,
            "rawId": self.id,
            "type": "public-key",
            "response": {key: bytes_to_base64url(it) for key, it in response.items()},
            "clientExtensionResults": {},
        }

    def signs(self, options: dict[str, Any], origin: str, rp_id: str = "127.0.0.1") -> dict[str, Any]:
        """The answer to a challenge, as a browser gives it."""
        self.count += 1
        said = {"type": "webauthn.get", "challenge": options["challenge"], "origin": origin, "crossOrigin": False}
        client = json.dumps(said).encode()
        data = hashlib.sha256(rp_id.encode()).digest() + b"\x05" + self.count.to_bytes(4, "big")
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        response = {"clientDataJSON": client, "authenticatorData": data, "signature": signature}
        return {
            "id": self.id,
            "rawId": self.id,
            "type": "public-key",
            "response": {key: bytes_to_base64url(it) for key, it in response.items()},
            "clientExtensionResults": {},
        }


def written(served: Served, staff: Staff, *second_factor: str) -> None:
    """The house's file says now that someone works there, and of whom a passkey is demanded."""
    roster, sign_in = served.app.state.roster, served.app.state.sign_in
    others = tuple(it for it in roster._written.staff if it.name != staff.name)
    roster._own.pop(staff.name, None)
    served.app.state.sessions.revoke(staff.name)
    roster._written = replace(roster._written, staff=(*others, staff), second_factor=second_factor)
    roster.identities = roster._merged()
    sign_in._addresses, sign_in._names = Rate(1_000, 1), Rate(10, 30)


@pytest.fixture
def key(served: Served) -> Authenticator:
    """A passkey of a supervisor who is on the books of the house."""
    made = Authenticator()
    hashed = password_hash(PASSWORD)
    staff = Staff(name=NAME, roles=("casino-supervisor",), password=hashed, passkeys=(made.registered(),))
    written(served, staff)
    return made


@pytest.fixture
def half(browser: Browser, key: Authenticator) -> Browser:
    """A browser in which the password was right."""
    assert key.count == 0
    return browser.signs_in("staff", name=NAME, password=PASSWORD)


def challenge(half: Browser) -> dict[str, Any]:
    said = half.post("/api/sign-in/passkey-challenge", {})
    assert said.status == 200, said.body
    found: dict[str, Any] = said.json
    return found


def answers(half: Browser, credential: dict[str, Any]) -> int:
    said = half.post("/api/sign-in/passkey", {"credential": credential})
    if said.status == 200:
        half.cookie, half.token = said.headers["set-cookie"].split(";")[0], said.json["csrf"]
    return said.status


def origin(browser: Browser) -> str:
    return f"http://{browser.served.address}"


def test_a_password_alone_opens_nothing_where_a_passkey_is_registered(half: Browser) -> None:
    me = half.get("/api/me").json
    assert (me["signed_in"], me["second_factor"], me["consoles"]) == (True, True, [])
    assert half.submit("Sic Bo 1", "tumble").why == "second-factor"
    assert half.get("/api/tables/Sic Bo 1/rounds").why == "second-factor"
    with pytest.raises(InvalidStatus), half.line():
        pass


def test_the_right_passkey_makes_the_session_whole_and_a_new_one(half: Browser, key: Authenticator) -> None:
    before = half.cookie
    assert answers(half, key.signs(challenge(half), origin(half))) == 200
    assert half.cookie != before
    me = half.get("/api/me").json
    assert (me["second_factor"], "pit" in me["consoles"]) == (False, True)
    half.cookie = before
    assert half.get("/api/me").json["signed_in"] is False


def test_a_challenge_is_good_once(half: Browser, key: Authenticator) -> None:
    options = challenge(half)
    wrong = key.signs(options, origin(half)) | {"id": "other"}
    assert answers(half, wrong) == 401
    assert answers(half, key.signs(options, origin(half))) == 401
    assert answers(half, key.signs(challenge(half), origin(half))) == 200


def test_nothing_but_the_right_key_site_and_challenge_will_do(half: Browser, key: Authenticator) -> None:
    other = Authenticator()
    other.id = key.id
    assert answers(half, other.signs(challenge(half), origin(half))) == 401
    assert answers(half, key.signs(challenge(half), "http://evil.example")) == 401
    assert answers(half, key.signs(challenge(half), origin(half), rp_id="evil.example")) == 401
    assert answers(half, key.signs(challenge(half) | {"challenge": "AAAA"}, origin(half))) == 401
    assert answers(half, {}) == 401
    assert half.get("/api/me").json["second_factor"] is True


def test_a_passkey_that_was_copied_is_noticed_by_its_count(half: Browser, key: Authenticator, browser: Browser) -> None:
    key.count = 5
    assert answers(half, key.signs(challenge(half), origin(half))) == 200
    browser.cookie = browser.token = ""
    browser.signs_in("staff", name=NAME, password=PASSWORD)
    key.count = 2
    assert answers(browser, key.signs(challenge(browser), origin(browser))) == 401


def test_a_passkey_can_be_tried_so_often_and_then_one_has_to_wait(half: Browser, served: Served) -> None:
    served.app.state.sign_in._names = Rate(2, 60)
    tries = [half.post("/api/sign-in/passkey", {"credential": {}}).status for _ in range(3)]
    served.app.state.sign_in._names = Rate(10, 30)
    assert tries == [401, 401, 429]


def test_a_passkey_without_a_password_before_it_is_nobody(browser: Browser, ann: Browser) -> None:
    browser.cookie = ""
    assert browser.post("/api/sign-in/passkey-challenge", {}).why == "not-signed-in"
    ann.signs_in("demo", who="Ann")
    assert ann.post("/api/sign-in/passkey-challenge", {}).why == "not-signed-in"


# --- registering


@pytest.fixture
def newcomer(browser: Browser, served: Served) -> Browser:
    """A supervisor who has a password and no passkey, where the house demands one."""
    staff = Staff(name=NAME, roles=("casino-supervisor",), password=password_hash(PASSWORD))
    written(served, staff, "casino-supervisor")
    return browser.signs_in("staff", name=NAME, password=PASSWORD)


def options(browser: Browser) -> dict[str, Any]:
    said = browser.post("/api/passkeys/options", {})
    assert said.status == 200, said.body
    found: dict[str, Any] = said.json
    return found


def registers(browser: Browser, credential: dict[str, Any]) -> int:
    said = browser.post("/api/passkeys", {"credential": credential})
    if said.status == 200:
        browser.cookie, browser.token = said.headers["set-cookie"].split(";")[0], said.json["csrf"]
    return said.status


def test_where_a_passkey_is_demanded_and_missing_signing_in_leads_to_registering_one_and_nowhere_else(
    newcomer: Browser,
) -> None:
    me = newcomer.get("/api/me").json
    assert (me["second_factor"], me["passkey_missing"], me["consoles"]) == (True, True, [])
    said = newcomer.submit("Sic Bo 1", "tumble")
    assert (said.status, said.why) == (401, "second-factor")
    assert "register one" in said.json["refused"]["next"]
    assert newcomer.post("/api/sign-in/passkey-challenge", {}).status == 401
    assert newcomer.post("/api/password", {"current": PASSWORD, "new": "another one to keep"}).why == "second-factor"
    assert newcomer.post("/api/sign-out-everywhere", {"name": "Ann"}).why == "second-factor"
    with pytest.raises(InvalidStatus), newcomer.line():
        pass


def test_a_passkey_that_was_registered_opens_the_house_and_is_asked_for_from_then_on(
    newcomer: Browser, served: Served
) -> None:
    key, before = Authenticator(), newcomer.cookie
    assert registers(newcomer, key.makes(options(newcomer), origin(newcomer))) == 200
    assert newcomer.cookie != before
    me = newcomer.get("/api/me").json
    assert (me["second_factor"], me["passkey_missing"], "pit" in me["consoles"]) == (False, False, True)
    again = Browser(served).signs_in("staff", name=NAME, password=PASSWORD)
    me = again.get("/api/me").json
    assert (me["second_factor"], me["passkey_missing"]) == (True, False)
    assert again.post("/api/passkeys/options", {}).why == "second-factor"
    assert answers(again, key.signs(challenge(again), origin(again))) == 200
    assert again.get("/api/me").json["second_factor"] is False


def test_whoever_is_not_asked_for_a_passkey_may_register_one_all_the_same(served: Served, browser: Browser) -> None:
    written(served, Staff(name=NAME, roles=("dealer",), password=password_hash(PASSWORD)), "casino-supervisor")
    browser.signs_in("staff", name=NAME, password=PASSWORD)
    assert browser.get("/api/me").json["second_factor"] is False
    other = Browser(served).signs_in("staff", name=NAME, password=PASSWORD)
    assert registers(browser, Authenticator().makes(options(browser), origin(browser))) == 200
    assert other.get("/api/me").json["signed_in"] is False, "a session from before the change went on"


def test_no_other_site_challenge_or_token_registers_a_passkey(newcomer: Browser, served: Served) -> None:
    key = Authenticator()
    asked = options(newcomer)
    assert registers(newcomer, key.makes(asked | {"challenge": "AAAA"}, origin(newcomer))) == 401
    assert registers(newcomer, key.makes(asked, origin(newcomer))) == 401, "a challenge was good twice"
    assert registers(newcomer, key.makes(options(newcomer), "http://evil.example")) == 401
    assert registers(newcomer, key.makes(options(newcomer), origin(newcomer), rp_id="evil.example")) == 401
    assert registers(newcomer, key.signs(options(newcomer), origin(newcomer))) == 401
    assert registers(newcomer, {}) == 401
    newcomer.token = "x"
    assert newcomer.post("/api/passkeys/options", {}).why == "wrong-token"
    assert served.app.state.roster.staff_named(NAME).passkeys == ()


def test_a_passkey_belongs_to_one_person(newcomer: Browser, served: Served) -> None:
    key = Authenticator()
    assert registers(newcomer, key.makes(options(newcomer), origin(newcomer))) == 200
    assert registers(newcomer, key.makes(options(newcomer), origin(newcomer))) == 401
    assert len(served.app.state.roster.staff_named(NAME).passkeys) == 1


def test_a_passkey_is_registered_within_five_minutes_of_signing_in(newcomer: Browser, served: Served) -> None:
    session = next(it for it in served.app.state.sessions._kept.values() if it.name == NAME and not it.ended)
    session.since -= FRESH - timedelta(seconds=30)
    assert newcomer.post("/api/passkeys/options", {}).status == 200
    session.since -= timedelta(seconds=31)
    assert newcomer.post("/api/passkeys/options", {}).why == "sign-in-again"


def test_players_and_people_of_the_demo_have_no_passkeys(ann: Browser, dana: Browser) -> None:
    for who in (ann, dana):
        assert who.post("/api/passkeys/options", {}).why == "not-allowed"


def test_a_manager_has_a_lost_passkey_forgotten_and_signs_someone_out_everywhere(
    newcomer: Browser, served: Served
) -> None:
    assert registers(newcomer, Authenticator().makes(options(newcomer), origin(newcomer))) == 200
    manager = Browser(served).signs_in("demo", who="Max")
    said = manager.post("/api/sign-out-everywhere", {"name": NAME, "forget_passkeys": True})
    assert (said.status, said.json) == (200, {"ended": 1, "forgotten": 1})
    assert newcomer.get("/api/me").json["signed_in"] is False
    newcomer.cookie = newcomer.token = ""
    newcomer.signs_in("staff", name=NAME, password=PASSWORD)
    assert newcomer.get("/api/me").json["passkey_missing"] is True


@pytest.mark.parametrize("who", ["Ann", "Dana", "Ines", "Sue"])
def test_nobody_but_a_manager_signs_others_out(served: Served, ann: Browser, who: str) -> None:
    someone = Browser(served).signs_in("demo", who=who)
    assert someone.post("/api/sign-out-everywhere", {"name": "Ann"}).why == "not-allowed"
    assert ann.get("/api/me").json["signed_in"] is True


# --- passwords


def test_a_password_is_changed_by_whoever_knows_it_and_ends_the_other_sessions(
    served: Served, browser: Browser
) -> None:
    written(served, Staff(name=NAME, roles=("dealer",), password=password_hash(PASSWORD)))
    browser.signs_in("staff", name=NAME, password=PASSWORD)
    other = Browser(served).signs_in("staff", name=NAME, password=PASSWORD)
    change = {"current": PASSWORD, "new": "nine lives of a lamp"}
    assert browser.post("/api/password", change | {"current": "wrong"}).why == "wrong-credentials"
    assert browser.post("/api/password", change | {"new": "short"}).why == "weak-password"
    assert browser.post("/api/password", change).status == 200
    assert other.get("/api/me").json["signed_in"] is False
    assert Browser(served).post("/api/sign-in/staff", {"name": NAME, "password": PASSWORD}).status == 401
    Browser(served).signs_in("staff", name=NAME, password="nine lives of a lamp")
