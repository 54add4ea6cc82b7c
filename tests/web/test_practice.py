"""The practice dealer is sent away and called back by whoever may deal the table, and by nobody else."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from dicehouse.floor import demo
from tests.web.served import Browser, Served

TABLE = "/api/tables/Sic Bo 1/practice"


@pytest.mark.parametrize("who", ["Ann", "Cass", "Ines"])
def test_players_cashiers_and_inspectors_deal_no_table(served: Served, who: str) -> None:
    said = Browser(served).signs_in("demo", who=who).post(TABLE, {"on": False})
    assert (said.status, said.why) == (403, "not-allowed")


def test_a_console_says_who_may_not_send_the_practice_dealer_away(tmp_path: Path) -> None:
    table = next(it for it in demo.plan().tables if it.dealer == "practice")
    served = Served(tmp_path / "journal.db", replace(demo.plan(), tables=(table,)))
    try:
        for who, why in (("Dana", None), ("Ines", "not-allowed")):
            with Browser(served).signs_in("demo", who=who).line() as line:
                line.watches(table.name, "dealer")
                practice = line.sees("dealer")["practice"]
                assert practice["on"]
                assert (practice["refused"] or {"why": None})["why"] == why
    finally:
        served.stop()


def test_a_stranger_and_a_page_without_its_token_are_turned_away(browser: Browser, dana: Browser) -> None:
    assert browser.post(TABLE, {"on": False}).status == 401
    dana.token = ""
    assert dana.post(TABLE, {"on": False}).why == "wrong-token"


def test_a_table_that_people_deal_has_no_practice_dealer_to_call(dana: Browser) -> None:
    said = dana.post(TABLE, {"on": True})
    assert (said.status, said.why) == (409, "not-here")
    assert said.json["refused"]["next"] == "deal it yourself"


def test_what_is_asked_is_read_strictly_and_of_tables_that_there_are(dana: Browser) -> None:
    assert dana.post(TABLE, {"on": "no"}).status == 400
    assert dana.post(TABLE, {"on": False, "for": 5}).status == 400
    assert dana.post("/api/tables/Sic Bo 99/practice", {"on": False}).status == 404
