"""First instance: a rank above decides a dispute only while nobody is signed in of the rank that the document names."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.served import PASSWORD, Browser, Served


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path / "journal.db")
    yield served
    served.stop()


def staff(house: Served, work: str) -> Browser:
    return Browser(house).signs_in("staff", name=f"the {work}", password=PASSWORD)


def disputed(house: Served, table: str, **more: str) -> None:
    ann = Browser(house).signs_in("demo", who="Ann")
    assert ann.submit(table, "raise-dispute", id="d1", about="My Small was not paid", **more).status == 200


DECIDES: dict[str, Any] = {"dispute": "d1", "ruling": "It was on Big", "upheld": False}


@pytest.mark.clause("star-sicbo-2024", "9.17")
@pytest.mark.clause("star-sicbo-pre2024", "9.12")
@pytest.mark.parametrize("table, clause", [("Sic Bo 1", "9.17"), ("Sic Bo 2", "9.12")])
def test_a_higher_rank_does_not_decide_first_while_a_supervisor_is_signed_in(
    house: Served, table: str, clause: str
) -> None:
    disputed(house, table)
    manager, supervisor = staff(house, "manager"), staff(house, "supervisor")
    said = manager.submit(table, "decide-dispute", **DECIDES, absent=True)
    refused = said.json["refused"]
    assert (said.why, refused["clause"]) == ("not-allowed", clause)
    assert refused["message"].startswith("the supervisor, games supervisor, is signed in and decides first")
    assert refused["next"].startswith("ask the supervisor")
    assert not house.floor.tables[table].table.disputes["d1"].decided
    supervisor.post("/api/sign-out", {})
    assert manager.submit(table, "decide-dispute", **DECIDES, absent=True).status == 200
    assert house.floor.tables[table].table.disputes["d1"].decided == "the manager"


@pytest.mark.clause("star-sicbo-2024", "9.17")
def test_whoever_has_the_rank_decides_whatever_they_say_of_others(house: Served) -> None:
    disputed(house, "Sic Bo 1")
    supervisor = staff(house, "supervisor")
    assert supervisor.submit("Sic Bo 1", "decide-dispute", **DECIDES, absent=True).status == 200


@pytest.mark.clause("star-sicbo-2024", "9.17")
def test_other_staff_and_players_are_not_those_who_decide(house: Served) -> None:
    disputed(house, "Sic Bo 1")
    staff(house, "dealer"), staff(house, "cashier"), staff(house, "inspector")
    half = {"roles": ("games-supervisor",), "second_factor_due": True}
    house.app.state.sessions.begin("staff", "Gus", **half)  # who has yet to show a passkey
    manager = staff(house, "manager")
    assert manager.submit("Sic Bo 1", "decide-dispute", **DECIDES, absent=True).status == 200


@pytest.mark.clause("star-craps", "4.4.3")
def test_which_face_is_uppermost_is_for_a_boxperson_who_is_signed_in(house: Served) -> None:
    disputed(house, "Craps 1", topic="dice")
    dealer, supervisor = staff(house, "dealer"), staff(house, "supervisor")
    refused = supervisor.submit("Craps 1", "decide-dispute", **DECIDES, absent=True).json["refused"]
    assert refused["clause"] == "4.4.3"
    assert "the dealer, boxperson, is signed in" in refused["message"]
    assert dealer.submit("Craps 1", "decide-dispute", **DECIDES).status == 200


def test_a_dispute_that_is_not_there_is_not_there_whoever_is_on_duty(house: Served) -> None:
    manager, _ = staff(house, "manager"), staff(house, "supervisor")
    assert manager.submit("Sic Bo 1", "decide-dispute", **DECIDES, absent=True).why == "unknown-id"
