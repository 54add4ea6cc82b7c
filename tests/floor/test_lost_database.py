"""A house on PostgreSQL whose server goes away and comes back: people are told, and everything goes on where it was."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from dicehouse.floor import demo
from dicehouse.floor.plan import HousePlan, Pace
from tests.journal.pg import Server
from tests.web.served import Browser, Line, Served

WITHIN = 20


def plan() -> HousePlan:
    """The demo house, dealt quickly by the practice dealer."""
    made = demo.plan(wagering_seconds=3_000)
    pace = Pace(betting=1, beat=0.05, show=0.05)
    return replace(made, tables=tuple(replace(it, pace=pace) for it in made.tables))


@pytest.fixture
def house(database: str, tmp_path: Path) -> Iterator[Served]:
    made = Served(tmp_path / "journal.db", plan(), database)
    yield made
    made.stop()


def until_answered(ann: Browser, id: str, why: str, do: str = "request-rules", **fields: Any) -> None:
    """Send one command until it is answered so, as a console does."""
    end = time.monotonic() + WITHIN
    while True:
        said = ann.submit("Sic Bo 1", do, id, **fields)
        assert b"PGSQL" not in said.body
        assert b"lease" not in said.body
        if (said.why if said.status != 200 else "") == why:
            return
        assert time.monotonic() < end, said.body
        time.sleep(0.05)


def test_a_house_whose_database_goes_away_tells_everyone_and_goes_on_when_it_is_back(
    server: Server, house: Served
) -> None:
    ann = Browser(house).signs_in("demo", who="Ann")
    sue = Browser(house).signs_in("demo", who="Sue")
    with ann.line() as seat, sue.line() as pit:
        assert ann.submit("Sic Bo 1", "take-seat", seat=1).status == 200
        assert ann.submit("house", "buy-in", person="Ann", table="Sic Bo 1", amount=20_000).status == 200
        seat.watches("Sic Bo 1")
        pit.sends({"watch": {"as": "pit"}})
        pit.sees("pit")
        seat.sees("seat", lambda it: it["rack"] == 20_000)
        server.stop()
        try:
            until_answered(ann, "r1", "unavailable")
            told = seat.submit("Sic Bo 1", "request-rules", "r1")["refused"]
            assert (told["why"], told["next"]) == ("unavailable", "send it again, it counts once")
            assert Browser(house).post("/api/sign-in/player", {"card": "1001", "pin": "1111"}).status == 503
            time.sleep(1.5)  # dealers and views have met it too by then
        finally:
            server.start()
        until_answered(ann, "r1", "")
        until_answered(ann, "w1", "", "place-wager", seat=1, wager="big", stake=500)
        seat.sees("table", lambda it: it["round"] > 1)  # a dealer ended the round
        pit.sees("pit")
        assert not [it for it in house.floor.tasks.by_name.values() if it.done()]


def seen_for(seconds: float, line: Line) -> set[str]:
    """Which kinds of frames come in some time, and whether the line is closed."""
    seen: set[str] = set()
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            seen |= set(json.loads(line.socket.recv(timeout=left)))
        except TimeoutError:
            break
        except ConnectionClosed:
            return {*seen, "closed"}
    return seen


def test_a_line_outlives_the_database(server: Server, house: Served) -> None:
    with Browser(house).signs_in("demo", who="Max").line() as pit:
        pit.sends({"watch": {"as": "pit"}})
        pit.sees("pit")
        server.stop()
        try:
            pit.sends({"watch": {"as": "inspector"}})
            assert seen_for(2.5, pit).isdisjoint({"inspector", "closed"})
        finally:
            server.start()
        pit.sends({"watch": {"as": "pit"}})
        pit.sees("pit")
