"""Forms over the WebSocket: a console asks for one when it is opened, of what it shows itself and of nothing else."""

from typing import Any

import pytest

from dicehouse.table.disputes import RaiseDispute
from tests.web.served import Browser, Line, Served


def someone(served: Served, who: str) -> Browser:
    return Browser(served).signs_in("demo", who=who)


def acts_in(view: Any) -> list[dict[str, Any]]:
    """Every act of a view as it is sent, however deep."""
    if isinstance(view, dict):
        inside = [act for value in view.values() for act in acts_in(value)]
        return [view] if {"id", "do", "asks"} <= view.keys() else inside
    return [act for each in view for act in acts_in(each)] if isinstance(view, list) else []


def act_of(view: Any, do: str) -> dict[str, Any]:
    return next(it for it in acts_in(view) if it["do"] == do)


def asks(line: Line, act: dict[str, Any], **more: Any) -> dict[str, Any]:
    line.n += 1
    line.sends({"ask": {"id": act["id"], **more}, "n": line.n})
    frame: dict[str, Any] = line.next("answer")
    assert frame["answer"] == line.n
    return frame


def test_what_is_pushed_has_no_forms_and_each_is_there_when_it_is_asked_for(served: Served) -> None:
    with someone(served, "Sue").line() as line:
        line.sends({"watch": {"as": "pit", "table": "Sic Bo 1"}})
        view = line.sees("pit", lambda it: it["opened"])
        acts = acts_in(view)
        assert acts
        assert not any(it["fields"] for it in acts)
        form = asks(line, act_of(view, "change-limits"))["form"]
        assert [(it["key"], it["kind"], it["name"]["en"]) for it in form["fields"]] == [
            ("sign.every.minimum", "money", "Minimum"),
            ("sign.every.maximum", "money", "Maximum"),
            ("sign.every.unit", "money", "Steps of"),
            ("counts", "moment", "From"),
        ]
        assert form["fields"][0]["value"] == view["opened"]["sign"]["every"]["minimum"]


def test_a_dealer_opens_a_form_at_the_seat_that_is_open(served: Served) -> None:
    with someone(served, "Dana").line() as line:
        line.watches("Sic Bo 1", "dealer")
        view = line.sees("dealer")
        assert acts_in(view["seat_acts"])
        assert not any(it["fields"] for it in acts_in(view))
        form = asks(line, act_of(view["seat_acts"], "bring-chips"), seat=1)["form"]
        assert form["given"] == {"seat": 1}
        assert [(it["key"], it["kind"]) for it in form["fields"]] == [("amount", "money")]


def test_a_desk_of_the_house_opens_its_forms_too(served: Served) -> None:
    with someone(served, "Cass").line() as line:
        line.sends({"watch": {"as": "cage"}})
        view = line.sees("cage")
        form = asks(line, act_of(view, "request-fill"))["form"]
        assert [it["key"] for it in form["fields"]] == ["table", "chips"]
        assert "Sic Bo 1" in [it["value"] for it in form["fields"][0]["choices"]]


def test_a_form_of_what_is_no_longer_there_is_refused_with_what_to_do(other_house: Served) -> None:
    other_house.does("Sic Bo 2", RaiseDispute, "Sue", "casino-supervisor", person="Ann", about="The chip")
    with someone(other_house, "Sue").line() as line:
        line.sends({"watch": {"as": "pit", "table": "Sic Bo 2"}})
        act = act_of(
            line.sees("pit", lambda it: it["opened"] and it["opened"]["cases"])["opened"]["cases"], "decide-dispute"
        )
        assert "ruling" in [it["key"] for it in asks(line, act)["form"]["fields"]]
        line.sends({"watch": {"as": "pit", "table": "Sic Bo 3"}})
        refused = asks(line, act)["refused"]
        assert (refused["why"], refused["next"]) == ("not-found", "choose again")


@pytest.mark.parametrize("who, as_", [("Ann", "player"), ("Sue", "display")])
def test_whoever_is_shown_no_act_is_told_nothing_of_its_form(served: Served, who: str, as_: str) -> None:
    with someone(served, "Sue").line() as line:
        line.sends({"watch": {"as": "pit", "table": "Sic Bo 1"}})
        act = act_of(line.sees("pit", lambda it: it["opened"]), "raise-dispute")
    with someone(served, who).line() as line:
        assert asks(line, act)["refused"]["why"] == "not-found", "nothing is watched yet"
        line.watches("Sic Bo 1", as_)
        line.sees("table")
        assert asks(line, act)["refused"]["why"] == "not-found"


@pytest.mark.parametrize(
    "frame",
    [
        {"ask": {"id": "x"}, "n": 1, "watch": {"as": "pit"}},
        {"ask": {"id": "x"}, "n": 1, "give": {"do": "close-table"}, "to": ""},
        {"ask": {"id": ""}, "n": 1},
        {"ask": {"id": "x", "seat": 0}, "n": 1},
        {"ask": {"id": "x", "given": {}}, "n": 1},
    ],
)
def test_a_frame_that_asks_for_two_things_or_for_nothing_known_is_malformed(served: Served, frame: Any) -> None:
    with someone(served, "Sue").line() as line:
        line.sends(frame)
        assert line.next("refused")["refused"]["why"] == "malformed"
