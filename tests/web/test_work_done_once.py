"""A chip costs what it must: it is judged, the own seat is told what is new, and nobody else hears of it."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from dicehouse.table import judge
from tests.web.served import Browser, Line, Served
from tests.web.test_durable import quiet

SIC_BO = "Sic Bo 2"


@pytest.fixture
def lines(other_house: Served) -> Iterator[dict[str, Line]]:
    """Ann at seat 1 and Bob at seat 2 with one chip on the felt each, a dealer and a display, and betting open."""
    with ExitStack() as stack:
        crew = stack.enter_context(Browser(other_house).signs_in("demo", who="Dana").line())
        people = {
            name: stack.enter_context(Browser(other_house).signs_in("demo", who=name).line()) for name in ("Ann", "Bob")
        }
        for seat, (name, line) in enumerate(people.items(), 1):
            assert "events" in line.submit(SIC_BO, "take-seat", seat=seat)
            assert "events" in line.submit("house", "buy-in", person=name, table=SIC_BO, amount=20_000)
        assert "events" in crew.submit(SIC_BO, "tumble", times=3)
        assert "events" in crew.submit(SIC_BO, "invite-bets")
        for seat, line in enumerate(people.values(), 1):
            line.watches(SIC_BO)
            line.sees("seat", lambda it: it["can"]["place-wager"] is None)
            assert "events" in line.submit(SIC_BO, "place-wager", seat=seat, wager="small", stake=1_000)
        display = stack.enter_context(Browser(other_house).signs_in("demo", who="Ann").line())
        yield {"crew": crew, "display": display, **people}
        for do in ("close-betting", "press-no-more-bets", "uncover"):
            assert "events" in crew.submit(SIC_BO, do)
        crew.submit(SIC_BO, "call-no-result", reason="cocked dice")
        for seat, line in enumerate(people.values(), 1):
            assert "events" in line.submit(SIC_BO, "leave-seat", seat=seat)


class Judged:
    """How often a table has judged a command, in earnest or to show what would come of it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.times = 0
        self._first = judge._out_of_time
        patch.setattr(judge, "_out_of_time", self)

    def __call__(self, *asked: Any) -> Any:
        self.times += 1
        return self._first(*asked)


@pytest.mark.parametrize("watchers, most", [("player display", 3), ("player dealer display", 3)])
def test_a_chip_is_judged_once_and_what_it_may_change_is_judged_again(
    lines: dict[str, Line], monkeypatch: pytest.MonkeyPatch, watchers: str, most: int
) -> None:
    who = {"player": "Ann", "dealer": "crew", "display": "display"}
    for as_ in watchers.split():
        lines[who[as_]].watches(SIC_BO, as_)
        quiet(lines[who[as_]])
    judged = Judged(monkeypatch)
    for stake, wager in ((500, "small"), (1_000, "big")):
        judged.times = 0
        answer = lines["Ann"].submit(SIC_BO, "place-wager", seat=1, wager=wager, stake=stake)
        assert "events" in answer
        quiet(lines["Ann"])
        assert 1 <= judged.times <= most


def test_a_chip_is_told_to_its_own_player_as_a_small_change_and_to_nobody_else(lines: dict[str, Line]) -> None:
    for name in ("Ann", "Bob"):
        quiet(lines[name])
        lines[name].watches(SIC_BO)
    lines["display"].watches(SIC_BO, "display")
    whole = [it for name in ("Ann", "Bob", "display") for it in quiet(lines[name])]
    assert all("versions" in json.loads(it) for it in whole)
    lines["Ann"].sends(
        {
            "give": {"do": "place-wager", "id": "one-chip", "seat": 1, "wager": "big", "stake": 1_000},
            "to": SIC_BO,
            "n": 70,
        }
    )
    answer, *views = (json.loads(it) for it in quiet(lines["Ann"]))
    assert answer["answer"] == 70
    (view,) = views
    assert view.keys() == {"changes"}
    assert view["changes"].keys() == {"seat"}
    told = {tuple(path): value for path, value in view["changes"]["seat"]["set"]}
    assert told["rack",] == 18_000
    assert told["wagers", "one-chip"]["stake"] == 1_000
    assert len(json.dumps(view)) < 3_000
    assert (quiet(lines["Bob"]), quiet(lines["display"])) == ([], [])
