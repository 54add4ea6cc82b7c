"""The practice dealer is sent away and called back by whoever may deal the table, and by nobody else."""

import pytest

from tests.web.served import Browser, Served

TABLE = "/api/tables/Sic Bo 1/practice"


@pytest.mark.parametrize("who", ["Ann", "Cass", "Ines"])
def test_players_cashiers_and_inspectors_deal_no_table(served: Served, who: str) -> None:
    said = Browser(served).signs_in("demo", who=who).post(TABLE, {"on": False})
    assert (said.status, said.why) == (403, "not-allowed")


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
