"""Guests of the demo come in by one request; nobody does in a house in earnest, and nobody loses a seat to them."""

from pathlib import Path

from msgspec.structs import replace

from dicehouse.table import dealt
from dicehouse.table.betting import PlaceWager
from tests.web.served import Browser, Served, plan


def play(served: Served, table: str = "") -> Browser:
    """A guest who has pressed Play."""
    guest = Browser(served)
    said = guest.post("/api/play", {"table": table})
    assert said.status == 200, said.body
    guest.cookie, guest.token = said.headers["set-cookie"].split(";")[0], said.json["me"]["csrf"]
    return guest


def test_every_guest_is_someone_else_and_has_a_card_an_account_and_chips(tmp_path: Path) -> None:
    served = Served(tmp_path / "journal.db")
    try:
        one, two = play(served, "Sic Bo 1"), play(served, "Sic Bo 1")
        assert [it.get("/api/me").json["name"] for it in (one, two)] == ["Guest 1", "Guest 2"]
        table = served.floor.tables["Sic Bo 1"].table
        assert {it.person: it.rack for it in table.seats.values()} == {"Guest 1": 20_000, "Guest 2": 20_000}
        again = one.post("/api/play", {"table": "Sic Bo 1"})
        assert (again.status, again.json["me"]["name"]) == (200, "Guest 1")
        assert {it.person: it.rack for it in table.seats.values()} == {"Guest 1": 20_000, "Guest 2": 20_000}
        assert one.post("/api/play", {"table": "Nowhere"}).why == "not-found"
        assert Browser(served).post("/api/play", {"table": 7}).why == "malformed"
        one.token = "another"
        assert one.post("/api/play", {"table": ""}).why == "wrong-token"
    finally:
        served.stop()


def test_at_a_full_table_guests_who_have_gone_make_room_and_nobody_else_does(tmp_path: Path) -> None:
    served = Served(tmp_path / "journal.db")
    try:
        guests = [play(served, "Sic Bo 2") for _ in range(8)]
        refused = Browser(served).post("/api/play", {"table": "Sic Bo 2"})
        assert (refused.status, refused.why) == (409, "seat-taken")
        served.does("Sic Bo 2", dealt.Tumble, "Dana", "dealer", times=3)
        served.does("Sic Bo 2", dealt.InviteBets, "Dana", "dealer")
        served.does("Sic Bo 2", PlaceWager, "Guest 2", "player", seat=2, wager="small", stake=500)
        for gone in guests[:3]:
            gone.post("/api/sign-out", {})
        play(served, "Sic Bo 2")
        seats = {it.number: it.person for it in served.floor.tables["Sic Bo 2"].table.seats.values()}
        assert seats[2] == "Guest 2", "who has a wager on the layout keeps the seat"
        assert "Guest 1" not in seats.values()
        assert set(seats.values()) >= {f"Guest {n}" for n in (4, 5, 6, 7, 8)}
    finally:
        served.stop()


def test_the_door_tells_where_one_can_play_at_once(tmp_path: Path) -> None:
    served = Served(tmp_path / "journal.db")
    try:
        tables = Browser(served).get("/api/tables").json
        assert tables["play"] == {"table": "Sic Bo 1", "chips": 20_000, "ends": None, "waits": True}
        assert all(it["waits"] for it in tables["tables"])
        play(served, "Sic Bo 3")
        served.does("Sic Bo 3", dealt.InviteBets, "Dana", "dealer")
        tables = Browser(served).get("/api/tables").json
        assert tables["play"]["table"] == "Sic Bo 3"
        line = next(it for it in tables["tables"] if it["table"] == "Sic Bo 3")
        assert (line["ring"], line["call"]["en"], line["taken"], line["waits"]) == ("open", "Place your bets", 1, False)
    finally:
        served.stop()


def test_nobody_is_a_guest_in_a_house_in_earnest(tmp_path: Path) -> None:
    served = Served(tmp_path / "journal.db", replace(plan(), demo=False))
    try:
        said = Browser(served).post("/api/play", {"table": ""})
        assert (said.status, said.why) == (403, "not-allowed")
        assert not any(it.startswith("Guest") for it in served.floor.house.house.patrons)
    finally:
        served.stop()
