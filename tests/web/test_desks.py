"""The pit and the cage over the WebSocket: who may watch, what is pushed, and PINs that are keyed there."""

import pytest

from dicehouse.table.disputes import DecideDispute, RaiseDispute
from dicehouse.views.diary import Diary
from dicehouse.web.desks import DESKS, due
from tests.web.served import Browser, Served

CASE = "The chip stood on Even"


def someone(served: Served, who: str) -> Browser:
    return Browser(served).signs_in("demo", who=who)


@pytest.mark.parametrize(
    "who, may",
    [
        ("Ann", set()),
        ("Dana", set()),
        ("Cass", {"cage"}),
        ("Cleo", {"cage"}),
        ("Sue", {"pit"}),
        ("Max", {"pit", "cage"}),
        ("Ines", {"pit", "cage"}),
    ],
)
def test_each_desk_is_for_those_who_work_at_it(served: Served, who: str, may: set[str]) -> None:
    with someone(served, who).line() as line:
        for desk in ("pit", "cage"):
            line.sends({"watch": {"as": desk}})
            frame = line.next(desk, "refused")
            assert (desk in frame) is (desk in may)
            if desk not in may:
                assert frame["refused"]["why"] == "not-allowed"


def test_what_happens_at_a_table_is_looked_at_in_the_pit_and_not_at_the_desks_of_the_house() -> None:
    """First the house, then the verifier and every table."""
    assert due((7, 1, 20), (7, 1, 20)) == set()
    assert due((7, 1, 20), (7, 1, 21)) == {"pit", "inspector"}
    assert due((7, 1, 20), (8, 1, 20)) == DESKS
    assert due((), (7, 1, 20)) == DESKS, "after the journal was away"


def test_the_pit_opens_one_table_after_another_and_is_pushed_what_changes_there(other_house: Served) -> None:
    with someone(other_house, "Sue").line() as line:
        line.sends({"watch": {"as": "pit"}})
        first = line.sees("pit")
        assert first["opened"] is None
        assert len(first["tables"]) == 9
        line.sends({"watch": {"as": "pit", "table": "Sic Bo 2"}})
        assert line.sees("pit", lambda it: it["opened"])["opened"]["table"] == "Sic Bo 2"
        other_house.does("Sic Bo 2", RaiseDispute, "Sue", "casino-supervisor", person="Ann", about=CASE)
        opened = line.sees("pit", lambda it: it["opened"]["cases"])["opened"]
        assert opened["cases"][0]["words"]["en"] == CASE


def test_a_supervisor_of_a_table_is_nobody_in_the_house_and_is_told_so(other_house: Served) -> None:
    from dicehouse.house.slips import RequestFill

    slip = {"slip": "F-9", "table": "Sic Bo 3", "amount": 10_000}
    other_house.does("house", RequestFill, "Cass", "cashier", **slip)
    for who, refused in (("Sue", "not-allowed"), ("Max", None)):
        with someone(other_house, who).line() as line:
            line.sends({"watch": {"as": "pit", "table": "Sic Bo 3"}})
            (case,) = [it for it in line.sees("pit")["opened"]["cases"] if it["case"] == "slip-F-9"]
            assert (case["acts"][0]["refused"] or {}).get("why") == refused


def test_the_story_of_a_case_is_read_back_from_the_journal(other_house: Served) -> None:
    running = other_house.floor.tables["Sic Bo 1"]
    other_house.does("Sic Bo 1", RaiseDispute, "Sue", "casino-supervisor", person="Bob", about="a late chip")
    case = next(id for id, it in running.table.disputes.items() if it.person == "Bob")
    ruling = {"dispute": case, "ruling": "it was late", "upheld": False}
    other_house.does("Sic Bo 1", DecideDispute, "Gil", "games-supervisor", **ruling)
    leader = running.leader
    found = Diary(lambda: running.table).read_back(leader.store, leader.stream, leader.no)
    assert found.about(case) == "a late chip"
    assert [it.words for it in found.story(case)] == [
        "Casino supervisor Sue raises it: a late chip",
        "Games supervisor Gil: it was late (against the player)",
    ]


def test_a_cage_is_shown_the_card_it_asks_for_and_its_changes(other_house: Served) -> None:
    with someone(other_house, "Cass").line() as line:
        line.sends({"watch": {"as": "cage", "card": "1004"}})
        before = line.sees("cage")["patron"]["balance"]
        assert "events" in line.submit("house", "deposit-funds", person="Dee", amount=30_000, means="cash")
        assert line.sees("cage", lambda it: it["patron"]["balance"] != before)["patron"]["balance"] == before + 30_000
        line.sends({"watch": {"as": "cage", "card": "no such card"}})
        assert "no such card" in line.sees("cage", lambda it: it["no_patron"])["no_patron"]["message"]


def test_a_pin_keyed_at_the_cage_opens_the_card_and_is_in_no_journal(other_house: Served) -> None:
    cass = someone(other_house, "Cass")
    assert cass.submit("house", "register-patron", patron="Eve").status == 200
    card = {"patron": "Eve", "number": "2001"}
    for bad in ("12", "12345678901234567", "abcd", 1234, None):
        said = cass.submit("house", "issue-card", **card, pin=bad)
        assert (said.status, said.why) == (400, "malformed")
    assert cass.submit("house", "issue-card", **card, pin="80218").status == 200
    Browser(other_house).signs_in("player", card="2001", pin="80218")
    right = cass.submit("house", "check-pin", card="2001", pin="80218").json["events"]
    wrong = cass.submit("house", "check-pin", card="2001", pin="80219").json["events"]
    assert [it["event"] for it in (*right, *wrong)] == ["pin-accepted", "pin-missed"]
    assert cass.submit("house", "set-pin", patron="Eve", pin="90000").status == 200
    assert Browser(other_house).post("/api/sign-in/player", {"card": "2001", "pin": "80218"}).status == 401
    Browser(other_house).signs_in("player", card="2001", pin="90000")
    store = other_house.floor.house.leader.store
    bodies = b"".join(bytes(body) for _, body, _ in store.bodies())
    assert b'"pin"' not in bodies
    assert b'"80218"' not in bodies


def test_nobody_but_the_house_takes_a_pin(other_house: Served) -> None:
    sue, ann = someone(other_house, "Sue"), someone(other_house, "Ann")
    assert sue.submit("Sic Bo 1", "close-table", pin="1234").why == "malformed"
    assert ann.submit("house", "check-pin", card="1001", pin="1111").status in {400, 403}
    assert sue.submit("house", "check-pin", card="1001", pin="1111").why == "not-allowed"
