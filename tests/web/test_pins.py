"""PINs at the cage and at the door: where they are kept, what is told of them, and how often one may be wrong."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dicehouse.floor.pins import PLACE, UNDER_WAY, KeptPin, Pins
from dicehouse.floor.vault import Vault
from dicehouse.house.pins import pin_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.web.rate_limit import Rate
from tests.web.served import SECRET_KEY, Browser, Served

NOON = datetime(2026, 3, 2, 1, tzinfo=UTC)
SAYS = {"event", "at", "by", "role", "cause", "clause", "v"}


@pytest.fixture(scope="module")
def cage(other_house: Served) -> Browser:
    """Cass, and a patron of the name of Eve with card 2001 and PIN 80218."""
    cass = Browser(other_house).signs_in("demo", who="Cass")
    assert cass.submit("house", "register-patron", patron="Eve").status == 200
    assert cass.submit("house", "issue-card", patron="Eve", number="2001", pin="80218").status == 200
    return cass


@pytest.fixture(autouse=True)
def fresh(other_house: Served) -> None:
    sign_in = other_house.app.state.sign_in
    sign_in._addresses, sign_in._wrong_pins = Rate(1_000, 1), Rate(30, 60)
    other_house.app.state.hub._pins._tries = Rate(20, 10)


def opens(house: Served, card: str, pin: str) -> int:
    return Browser(house).post("/api/sign-in/player", {"card": card, "pin": pin}).status


def kept(house: Served) -> set[str]:
    return {it.removeprefix(PLACE) for it in house.floor.vault.names(PLACE)}


# --- at the cage


def test_what_the_cashier_is_answered_tells_nothing_of_a_pin(cage: Browser, other_house: Served) -> None:
    cage.submit("house", "register-patron", patron="Fay")
    (issued,) = cage.submit("house", "issue-card", patron="Fay", number="2002", pin="1357").json["events"]
    assert set(issued) == SAYS | {"patron", "number", "form", "membership", "pin_reference"}
    (changed,) = cage.submit("house", "set-pin", patron="Fay", pin="1357").json["events"]
    assert set(changed) == SAYS | {"patron", "number", "pin_reference"}
    assert changed["pin_reference"] != issued["pin_reference"], "the same PIN has another reference"
    assert opens(other_house, "2002", "1357") == 200
    assert kept(other_house) >= {changed["pin_reference"]}
    assert issued["pin_reference"] not in kept(other_house), "the PIN before it is gone"


def test_a_card_that_is_issued_again_by_the_same_id_is_issued_once_and_keeps_its_first_pin(
    cage: Browser, other_house: Served
) -> None:
    cage.submit("house", "register-patron", patron="Gil")
    card: dict[str, Any] = {"patron": "Gil", "number": "2003"}
    first = cage.submit("house", "issue-card", id="issue-gil", pin="1234", **card)
    again = cage.submit("house", "issue-card", id="issue-gil", pin="1234", **card)
    other = cage.submit("house", "issue-card", id="issue-gil", pin="9876", **card)
    assert first.status == 200
    assert first.json == again.json == other.json, "whether it is the same PIN is not told"
    assert opens(other_house, "2003", "1234") == 200
    assert opens(other_house, "2003", "9876") == 401
    assert cage.submit("house", "set-pin", id="later", patron="Gil", pin="5555").status == 200
    assert cage.submit("house", "issue-card", id="issue-gil", pin="1234", **card).json == first.json
    assert opens(other_house, "2003", "5555") == 200, "an old command that is sent again takes nothing back"
    assert opens(other_house, "2003", "1234") == 401


@pytest.mark.parametrize(
    "do, fields",
    [
        ("issue-card", {"patron": "Eve", "number": "2009", "pin_reference": "00" * 16}),
        ("issue-card", {"patron": "Eve", "number": "2009", "pin": "1234", "pin_reference": "00" * 16}),
        ("set-pin", {"patron": "Eve", "pin_reference": "00" * 16}),
        ("set-pin", {"patron": "Eve", "pin": "1234", "pin_reference": "00" * 16}),
        ("check-pin", {"card": "2001", "matched": True}),
        ("check-pin", {"card": "2001", "pin": "0000", "matched": True}),
        ("check-pin", {"card": "2001"}),
        ("check-pin", {"card": "2001", "pin": "12"}),
    ],
)
def test_nobody_outside_says_whether_a_pin_was_right_or_where_it_is_kept(
    do: str, fields: dict[str, Any], cage: Browser, other_house: Served
) -> None:
    before = other_house.at_rest()["house"]
    for who in (cage, Browser(other_house).signs_in("demo", who="Max")):
        said = who.submit("house", do, **fields)
        assert (said.status, said.why) == (400, "malformed")
        with who.line() as line:
            assert line.submit("house", do, **fields)["refused"]["why"] == "malformed"
    for name in ("Ann", "Dana"):
        assert Browser(other_house).signs_in("demo", who=name).submit("house", do, **fields).why == "not-allowed"
    assert other_house.at_rest()["house"] == before
    assert opens(other_house, "2001", "80218") == 200


def test_a_malformed_command_plants_no_pin(cage: Browser, other_house: Served) -> None:
    """Otherwise whoever comes first with an id would choose the PIN of whoever comes later."""
    before = kept(other_house)
    assert cage.submit("house", "issue-card", id="planted", patron="Eve", number="", pin="6666").status == 400
    ann = Browser(other_house).signs_in("demo", who="Ann")
    assert ann.submit("house", "set-pin", patron="Eve", pin="6666").status == 403
    assert kept(other_house) == before


def test_every_other_pin_counts_whatever_its_id_and_the_same_one_counts_once(
    cage: Browser, other_house: Served
) -> None:
    """A second PIN under the id of the first would otherwise be tried for nothing."""
    cage.submit("house", "register-patron", patron="Hal")
    cage.submit("house", "issue-card", patron="Hal", number="2004", pin="4711")

    def checks(pin: str) -> list[Any]:
        said = cage.submit("house", "check-pin", id="same", card="2004", pin=pin)
        return [(it["event"], it.get("left")) for it in said.json["events"]] if said.status == 200 else [said.why]

    assert checks("0001") == [("pin-missed", 4)]
    assert checks("0001") == [("pin-missed", 4)]
    assert checks("0002") == [("pin-missed", 3)]
    assert [checks(f"000{it}")[0] for it in (3, 4)] == [("pin-missed", 2), ("pin-missed", 1)]
    assert checks("0005") == [("pin-missed", 0), ("card-locked", None)]
    assert checks("4711") == ["no-card"]
    assert opens(other_house, "2004", "4711") == 401


def test_staff_who_try_pins_of_many_cards_are_held_back(cage: Browser, other_house: Served) -> None:
    other_house.app.state.hub._pins._tries = Rate(3, 60)
    cards = ("1001", "1003", "no such card", "1004")
    tries = [cage.submit("house", "check-pin", card=card, pin="0000") for card in cards]
    assert [it.status for it in tries] == [200, 200, 409, 429]
    assert "Cass: too many PINs were keyed; wait 60 seconds" in tries[-1].json["refused"]["message"]


# --- at the door


def test_an_address_with_many_cards_may_be_wrong_so_often(other_house: Served) -> None:
    sign_in = other_house.app.state.sign_in
    sign_in._wrong_pins = Rate(4, 60)
    cards = ("1001", "no such card", "1003", "no other card", "2001")
    assert [opens(other_house, card, "0000") for card in cards] == [401, 401, 401, 401, 429]
    assert opens(other_house, "2001", "80218") == 429, "the right one tells nothing either"
    sign_in._wrong_pins = Rate(4, 60)
    assert [opens(other_house, "2001", "80218") for _ in range(6)] == [200] * 6, "right ones do not count"


def test_a_locked_card_and_one_without_a_pin_are_told_the_next_step(cage: Browser, other_house: Served) -> None:
    cage.submit("house", "register-patron", patron="Ivy")
    cage.submit("house", "issue-card", patron="Ivy", number="2005", pin="1212")
    other_house.floor.pins.remove(pin_of(other_house.floor.house.house, "2005"))
    said = Browser(other_house).post("/api/sign-in/player", {"card": "2005", "pin": "1212"})
    assert (said.status, said.why) == (401, "wrong-credentials")
    told = said.json["refused"]["message"]
    assert "go to the cage, where a supervisor unlocks a card and a cashier sets a PIN" in told
    assert cage.submit("house", "set-pin", patron="Ivy", pin="3434").status == 200
    assert opens(other_house, "2005", "3434") == 200


# --- in the vault


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    with closing(SqliteStore(tmp_path / "house.db")) as store:
        yield Vault(store, SECRET_KEY)


def test_whoever_has_the_vault_without_the_secret_of_the_house_can_try_no_pin(vault: Vault) -> None:
    """HMAC comes before Argon2id: salt and hash alone do not tell whether a guess is right."""
    house, thief = Pins(vault, b"the secret of the house"), Pins(vault, b"a guess")
    reference = house.keep("issue 1", "1234", NOON)
    assert house.matches(reference, "1234")
    assert not house.matches(reference, "1235")
    assert not thief.matches(reference, "1234")
    assert not house.matches("", "1234")
    assert not house.matches("00" * 16, "1234")
    assert house.keep("issue 2", "1234", NOON) != reference
    one, two = (msgspec.json.decode(vault.get(it) or b"", type=KeptPin) for it in vault.names(PLACE))
    assert one.salt != two.salt
    assert one.hash != two.hash


def test_a_pin_that_somebody_put_in_the_place_of_another_opens_nothing(vault: Vault) -> None:
    """One's own PIN cannot be copied to another's card, not even by whoever can write to the store."""
    pins = Pins(vault, b"the secret of the house")
    own, other = pins.keep("issue 1", "1111", NOON), pins.keep("issue 2", "2222", NOON)
    store = vault._store
    store.keep_secrets({PLACE + other: store.secrets()[PLACE + own]})
    assert not pins.matches(other, "1111")
    assert not pins.matches(other, "2222")
    assert not pins.is_kept(other)
    assert pins.matches(own, "1111")


def test_what_no_card_names_is_removed_once_no_command_is_on_its_way(vault: Vault) -> None:
    pins = Pins(vault, b"the secret of the house")
    named, early, late = (pins.keep(f"issue {it}", "1234", NOON + it * UNDER_WAY) for it in range(3))
    pins.sweep({named}, NOON + 2 * UNDER_WAY)
    assert pins.is_kept(named)
    assert pins.is_kept(early)
    pins.sweep({named}, NOON + 2 * UNDER_WAY + timedelta(microseconds=1))
    assert (pins.is_kept(named), pins.is_kept(early), pins.is_kept(late)) == (True, False, True)


def test_a_pin_that_was_kept_before_a_crash_is_there_when_the_command_is_sent_again(
    other_house: Served, cage: Browser
) -> None:
    """The vault has it first: if the journal does not, nothing has happened, and the same command does it."""
    cage.submit("house", "register-patron", patron="Jon")
    before = other_house.floor.pins.keep("Cass\nissue-jon", "2468", other_house.floor.now())
    assert cage.submit("house", "issue-card", id="issue-jon", patron="Jon", number="2006", pin="2468").status == 200
    assert pin_of(other_house.floor.house.house, "2006") == before
    assert opens(other_house, "2006", "2468") == 200
