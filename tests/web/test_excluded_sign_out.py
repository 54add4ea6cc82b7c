"""Whoever is excluded from the casino is signed out at once, wherever they are signed in, and not let in again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from dicehouse.house.cage import WithdrawFunds
from dicehouse.house.exclusions import EndExclusion, ExcludeFromCasino
from dicehouse.refusal import Refused, Why
from dicehouse.table.conduct import ExcludePerson, RecordContravention
from dicehouse.web.excluded_sign_out import ExcludedSignOut
from dicehouse.web.socket import SIGNED_OUT
from tests.web.served import Browser, Line, Served

SAID = "Ann: excluded from the casino, a pocket computer; ask the cage for what you are owed"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path / "journal.db")
    yield served
    served.stop()


def at_table(house: Served, table: str, who: str, out_of: str) -> None:
    """Someone is excluded at a table by its highest rank below the operator."""
    seen: dict[str, Any] = {"offence": "device", "person": who, "who": "player", "what": "a pocket computer"}
    *_, manager = (it.id for it in house.floor.tables[table].book.roles if it.id != "casino-operator")
    breach = RecordContravention(id=f"breach-{who}", at=house.floor.now(), by="Max", role=manager, **seen)
    answer = house.runs(house.floor.give(table, breach))
    assert not isinstance(answer, Refused), answer
    order = {"breach": breach.id, "reason": "a pocket computer", "out_of": out_of}
    house.does(table, ExcludePerson, "Max", manager, **order)


def ends(line: Line) -> Any:
    """The last that a console hears, a refusal, before its line is closed as one that is signed out."""
    told = line.next("refused")["refused"]
    with pytest.raises(ConnectionClosed) as caught:
        line.next("nothing more")
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == SIGNED_OUT
    return told


@pytest.mark.clause("star-sicbo-2024", "9.8.3")
def test_every_console_of_whoever_is_excluded_from_the_casino_ends_and_says_why(house: Served) -> None:
    terminal, phone = (Browser(house).signs_in("player", card="1001", pin="1111") for _ in range(2))
    bob = Browser(house).signs_in("player", card="1002", pin="2222")
    with terminal.line() as first, phone.line() as second, bob.line() as other:
        for line, table in ((first, "Sic Bo 1"), (second, "Craps 1"), (other, "Sic Bo 1")):
            line.watches(table)
            line.sees("seat")
        at_table(house, "Craps 1", "Ann", "casino")
        for line in (first, second):
            told = ends(line)
            assert (told["why"], told["clause"]) == (Why.EXCLUDED, "star-craps 9.3.3")
            assert told["message"].startswith(SAID)
        assert other.submit("Sic Bo 1", "take-seat", seat=1)["events"], "nobody else is meant"
    for browser in (terminal, phone):
        assert not browser.get("/api/me").json["signed_in"]
        assert browser.submit("Sic Bo 1", "take-seat", seat=2).status == 401
        with pytest.raises(Exception, match="401"), browser.line():
            pass
    again = Browser(house).post("/api/sign-in/player", {"card": "1001", "pin": "1111"})
    assert (again.status, again.why) == (403, Why.EXCLUDED)
    assert any('"excluded"' in it and '"ended": "2"' in it for it in house.log.read_text().splitlines())
    # what is owed is paid at the cage
    balance = house.floor.house.house.accounts["patron/Ann"]
    house.does("house", WithdrawFunds, "Cass", "cashier", person="Ann", amount=balance, means="cash")


def test_it_holds_after_a_restart_until_the_exclusion_is_lifted(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    house = Served(journal)
    house.does("house", ExcludeFromCasino, "Max", "gaming-manager", person="Ann", reason="a pocket computer")
    house.stop()
    house = Served(journal)
    try:
        known = {"card": "1001", "pin": "1111"}
        assert Browser(house).post("/api/sign-in/player", known).why == Why.EXCLUDED
        assert Browser(house).post("/api/sign-in/demo", {"who": "Ann"}).why == Why.EXCLUDED
        house.does("house", EndExclusion, "Max", "gaming-manager", person="Ann", reason="it was a hearing aid")
        Browser(house).signs_in("player", **known)
    finally:
        house.stop()


@pytest.mark.clause("star-sicbo-2024", "9.8.2")
@pytest.mark.parametrize("out_of", ["table", "game"])
def test_whoever_is_excluded_from_a_table_or_a_game_stays_signed_in(house: Served, out_of: str) -> None:
    ann = Browser(house).signs_in("player", card="1001", pin="1111")
    at_table(house, "Sic Bo 1" if out_of == "table" else "Craps 1", "Ann", out_of)
    house.at_rest()
    assert house.floor.house.house.exclusions["Ann"][0].exclusion.out_of == out_of
    assert ann.get("/api/me").json["signed_in"]


def test_staff_of_the_same_name_go_on_working(house: Served) -> None:
    """Names of staff and of players are given out by different people."""
    dealer = Browser(house).signs_in("staff", name="the dealer", password="seven come eleven")
    house.does("house", ExcludeFromCasino, "Max", "gaming-manager", person="the dealer", reason="not the one we employ")
    assert dealer.get("/api/me").json["signed_in"]


def test_an_exclusion_that_was_missed_is_found_at_the_next_look(house: Served) -> None:
    """As where another process led the house when it was recorded."""
    ann = Browser(house).signs_in("player", card="1001", pin="1111")
    state = house.app.state
    listeners, house.floor.house.listeners = house.floor.house.listeners, []
    house.does("house", ExcludeFromCasino, "Max", "gaming-manager", person="Ann", reason="a pocket computer")
    house.floor.house.listeners = listeners
    assert ann.get("/api/me").json["signed_in"], "nobody was told"
    house.runs(look(ExcludedSignOut(house.floor, state.sessions, house.security_log)))
    assert not ann.get("/api/me").json["signed_in"]


async def look(at: ExcludedSignOut) -> None:
    at.look()
