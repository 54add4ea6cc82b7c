"""The WebSocket: live views, commands and their answers, and lines that end."""

import json
import time
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from dicehouse.floor import demo
from dicehouse.table import dealt, dealt_result
from dicehouse.web.socket import AT_ONCE, FRAME, SIGNED_OUT
from tests.watching import Watching
from tests.web.served import WITHIN, Browser, Line, Served

SIC_BO = "Sic Bo 1"


def sits(line: Line, person: str, seat: int, money: int = 20_000) -> None:
    """Someone takes a seat and buys in from the account."""
    assert "events" in line.submit(SIC_BO, "take-seat", seat=seat)
    assert "events" in line.submit("house", "buy-in", person=person, table=SIC_BO, amount=money)
    line.watches(SIC_BO)
    line.sees("seat", lambda it: it["rack"] >= money)


def leaves(line: Line, seat: int) -> None:
    assert "events" in line.submit(SIC_BO, "leave-seat", seat=seat)


def open_betting(crew: Line) -> None:
    assert "events" in crew.submit(SIC_BO, "tumble", times=3)
    assert "events" in crew.submit(SIC_BO, "invite-bets")


def settles(served: Served, crew: Line) -> tuple[int, ...]:
    """The rest of the round, as the dealer does it; the dice are the simulated tumbler's."""
    for do in ("close-betting", "press-no-more-bets", "uncover"):
        answer = crew.submit(SIC_BO, do)
        assert "events" in answer, answer
    dice = served.floor.tables[SIC_BO].table.round.shown
    for do in ("announce-result", "enter-result"):
        assert "events" in crew.submit(SIC_BO, do, dice=list(dice))
    assert "events" in crew.submit(SIC_BO, "settle")
    return dice


def test_a_practice_dealers_time_for_wagers_begins_with_the_first_one_and_everybody_sees_it(tmp_path: Path) -> None:
    table = next(it for it in demo.plan().tables if it.name == SIC_BO)
    served = Served(tmp_path / "journal.db", replace(demo.plan(), tables=(table,)))
    try:
        with Browser(served).signs_in("demo", who="Ann").line() as ann:
            sits(ann, "Ann", 1)
            ann.sees("table", lambda it: it["betting"] and it["ends"] is None)
            time.sleep(1)  # until nothing else changes what everybody sees
            ann.submit(SIC_BO, "place-wager", id="w", seat=1, wager="small", stake=1_000)
            view = ann.sees("table", lambda it: it["ends"])
            left = datetime.fromisoformat(view["ends"]) - datetime.fromisoformat(view["now"])
            assert 0 < left.total_seconds() <= table.pace.betting
            ann.submit(SIC_BO, "remove-wager", bet="w")
            ann.sees("table", lambda it: it["ends"] is None)
    finally:
        served.stop()


def test_whoever_comes_later_to_a_table_is_told_what_time_it_is(ann: Browser) -> None:
    with ann.line() as line:
        line.watches(SIC_BO)
        first = line.sees("table")
    time.sleep(1)
    with ann.line() as line:
        line.watches(SIC_BO)
        second = line.sees("table")
    later = datetime.fromisoformat(second["now"]) - datetime.fromisoformat(first["now"])
    assert later.total_seconds() >= 1


def test_a_round_from_the_dealers_shake_to_the_players_breakdown(served: Served, ann: Browser, dana: Browser) -> None:
    with ann.line() as player, dana.line() as crew:
        sits(player, "Ann", 1)
        crew.watches(SIC_BO, "dealer")
        assert [it["do"] for it in crew.sees("dealer")["keys"] if it["state"] == "current"] == ["tumble"]
        open_betting(crew)
        view = player.sees("table", lambda it: it["betting"])
        assert (view["call"]["en"], view["ring"], view["shown"]) == ("Place your bets", "open", None)
        placed = player.submit(SIC_BO, "place-wager", id="ann-small", seat=1, wager="small", stake=1_000)
        assert placed["events"][0]["bet"] == "ann-small"
        seat = player.sees("seat", lambda it: it["staked"])
        assert (seat["rack"], seat["staked"]) == (19_000, 1_000)
        assert [it["id"] for it in seat["wagers"]] == ["ann-small"]
        assert [it["wager"] for it in crew.sees("dealer", lambda it: it["staked"])["seats"][0]["wagers"]] == ["small"]
        dice = settles(served, crew)
        seat = player.sees("seat", lambda it: it["last"])
        won = 4 <= sum(dice) <= 10 and len(set(dice)) > 1
        assert seat["last"]["net"] == (1_000 if won else -1_000)
        assert seat["rack"] == 20_000 + seat["last"]["net"]
        assert seat["last"]["decided"][0]["sentence"].startswith("Small won" if won else "Small lost")
        assert [it["wager"] for it in seat["repeat"]] == ["small"]
        rounds = ann.get(f"/api/tables/{SIC_BO}/rounds").json["rounds"]
        assert rounds[0] == seat["last"]
        leaves(player, 1)


def test_a_dealer_has_the_table_and_the_keys_for_it_in_one_frame(served: Served, dana: Browser) -> None:
    with dana.line() as watching, dana.line() as crew:
        watching.watches(SIC_BO, "dealer")
        views = Watching()
        new = views.hear(json.loads(watching.socket.recv(timeout=WITHIN)))
        open_betting(crew)
        while not new.get("table", {}).get("betting"):
            new = views.hear(json.loads(watching.socket.recv(timeout=WITHIN)))
        assert [it["do"] for it in new["dealer"]["keys"] if it["state"] == "current"] == ["close-betting"]
        settles(served, crew)


def test_no_wager_is_taken_once_the_server_has_closed_betting(served: Served, ann: Browser, dana: Browser) -> None:
    with ann.line() as player, dana.line() as crew:
        sits(player, "Ann", 1)
        open_betting(crew)
        assert "events" in crew.submit(SIC_BO, "close-betting")
        late = player.submit(SIC_BO, "place-wager", seat=1, wager="big", stake=1_000)
        assert late["refused"]["why"] == "betting-closed"
        assert "events" in crew.submit(SIC_BO, "press-no-more-bets")
        view = player.sees("table", lambda it: it["phase"] == "no more bets")
        assert (view["betting"], view["ring"], view["shown"]) == (False, "closed", None)
        assert served.floor.tables[SIC_BO].table.round.shown == ()
        crew.submit(SIC_BO, "call-no-result", reason="cocked dice")
        leaves(player, 1)


def test_everyone_at_a_table_gets_the_same_public_view_and_only_the_own_seat(served: Served, ann: Browser) -> None:
    bob = Browser(served).signs_in("demo", who="Bob")
    with ann.line() as one, bob.line() as other:
        sits(one, "Ann", 1)
        other.watches(SIC_BO)
        mine, theirs = other.sees("table"), other.sees("seat")
        one.watches(SIC_BO)
        assert one.sees("table") == {**mine, "now": ANY}
        assert theirs["seat"] == 0
        assert theirs["can"] == {"take-seat": None}
        for view in (mine, theirs):
            assert "Ann" not in json.dumps(view)
            assert "1001" not in json.dumps(view)
        leaves(one, 1)


def test_a_double_click_is_one_wager_and_a_resend_over_a_new_line_has_the_first_answer(
    ann: Browser, dana: Browser, served: Served
) -> None:
    with dana.line() as crew:
        with ann.line() as player:
            sits(player, "Ann", 1)
            open_betting(crew)
            first = player.submit(SIC_BO, "place-wager", id="double-click", seat=1, wager="odd", stake=500)
            second = player.submit(SIC_BO, "place-wager", id="double-click", seat=1, wager="odd", stake=500)
            assert first["events"] == second["events"]
        with ann.line() as again:
            third = again.submit(SIC_BO, "place-wager", id="double-click", seat=1, wager="odd", stake=500)
            assert third["events"] == first["events"]
            other = again.submit(SIC_BO, "place-wager", id="double-click", seat=1, wager="even", stake=500)
            assert other["refused"]["why"] == "duplicate-id"
            again.watches(SIC_BO)
            assert [it["stake"] for it in again.sees("seat")["wagers"]] == [500]
            settles(served, crew)
            again.sees("seat", lambda it: not it["wagers"])
            leaves(again, 1)


def test_many_changes_become_one_push_and_a_slow_console_holds_nobody_up(served: Served, ann: Browser) -> None:
    bob = Browser(served).signs_in("demo", who="Bob")
    with ann.line() as quick, bob.line() as slow:
        slow.watches(SIC_BO)
        quick.watches(SIC_BO)
        quick.sees("seat")
        began = time.monotonic()
        for _ in range(20):
            assert "events" in quick.submit(SIC_BO, "take-seat", seat=4)
            assert "events" in quick.submit(SIC_BO, "leave-seat", seat=4)
        spent = time.monotonic() - began
        views = 0
        slow.sends({"watch": {"table": SIC_BO, "as": "display"}})
        while "display" not in (frame := slow.next()):
            views += "table" in frame
        assert views <= spent / 0.1 + 3


def test_a_limit_that_a_player_sets_is_seen_at_once(served: Served) -> None:
    dee = Browser(served).signs_in("demo", who="Dee")
    with dee.line() as line:
        line.watches("Sic Bo 2")
        assert line.sees("seat")["player"]["limits"] == []
        assert "events" in line.submit("house", "set-limit", patron="Dee", limit="day", amount=5_000)
        limits = line.sees("seat", lambda it: it["player"]["limits"])["player"]["limits"]
        assert [(it["limit"], it["left"], it["words"]) for it in limits] == [("day", 5_000, "$50 left today")]


def test_signing_out_closes_every_line_of_the_session(ann: Browser) -> None:
    with ann.line() as line:
        line.watches(SIC_BO)
        line.sees("table")
        assert ann.post("/api/sign-out", {}).status == 200
        with pytest.raises(ConnectionClosed) as caught:
            line.sees("nothing more")
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == SIGNED_OUT


def test_a_session_that_is_revoked_closes_too(served: Served, ann: Browser) -> None:
    with ann.line() as line:
        line.watches(SIC_BO)
        line.sees("seat")
        served._loop.call_soon_threadsafe(served.app.state.sessions.revoke, "Ann")
        with pytest.raises(ConnectionClosed):
            line.sees("nothing more")
    assert ann.get("/api/me").json["signed_in"] is False


@pytest.mark.parametrize(
    "frame, why",
    [
        ("", "malformed"),
        ("[]", "malformed"),
        ("{}", "malformed"),
        ('{"watch": {"as": "player"}}', "not-found"),
        ('{"watch": {"as": "player", "table": "Nowhere"}}', "not-found"),
        ('{"watch": {"as": "dealer", "table": "Sic Bo 1"}}', "not-allowed"),
        ('{"watch": {"as": "pit"}}', "not-allowed"),
        ('{"watch": {"as": "inspector"}}', "not-allowed"),
        ('{"watch": {"as": "god"}}', "malformed"),
        ('{"give": {}, "n": 1}', "malformed"),
        ('{"give": {}, "to": "house", "n": -1}', "malformed"),
        ('{"watch": {"as": "player"}, "give": {}, "to": "house"}', "malformed"),
        ('{"more": 1}', "malformed"),
        ("[" * 9_000, "malformed"),
        (b"\x00\x01", "too-large"),
        ('{"watch": "' + "\\ud800" + '"}', "malformed"),
    ],
)
def test_a_frame_that_is_none_is_refused_and_the_line_goes_on(ann: Browser, frame: str | bytes, why: str) -> None:
    with ann.line() as line:
        line.sends(frame)
        assert line.next("refused")["refused"]["why"] == why
        line.watches(SIC_BO)
        assert line.sees("table")["table"] == SIC_BO


def test_a_frame_above_the_limit_ends_the_line(ann: Browser) -> None:
    with ann.line() as line:
        line.sends("x" * (FRAME + 1))
        with pytest.raises(ConnectionClosed):
            line.next()


def test_frames_beyond_the_rate_are_refused_and_nothing_is_lost_of_the_others(ann: Browser) -> None:
    with ann.line() as line:
        for n in range(600):
            line.sends({"give": {"do": "request-rules", "id": f"rate-{n}"}, "to": "Nowhere", "n": n})
        whys = {line.next("refused")["refused"]["why"] for _ in range(600)}
        assert "not-found" in whys
        assert whys <= {"not-found", "too-often"}
    assert AT_ONCE < 600


def test_an_unknown_command_is_answered_by_its_number(ann: Browser) -> None:
    with ann.line() as line:
        answer = line.submit(SIC_BO, "make-me-rich", amount=1)
        assert answer["refused"]["why"] == "malformed"


JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
COMMANDS = [
    it.__struct_config__.tag
    for it in (dealt.Tumble, dealt_result.Uncover, dealt_result.Settle, dealt_result.EnterResult)
]
FRAMES: Any = st.one_of(
    JSON,
    st.fixed_dictionaries({"watch": JSON}),
    st.fixed_dictionaries({"give": JSON, "to": st.sampled_from([SIC_BO, "house", "Nowhere"]), "n": st.integers()}),
    st.fixed_dictionaries(
        {
            "give": st.fixed_dictionaries(
                {"do": st.sampled_from(COMMANDS), "id": st.text(max_size=12)},
                optional={"dice": JSON, "seat": JSON, "role": JSON, "times": JSON},
            ),
            "to": st.just(SIC_BO),
            "n": st.integers(0, 1_000),
        }
    ),
)


@settings(max_examples=40)
@given(frames=st.lists(FRAMES, max_size=8), raw=st.text(max_size=200))
def test_no_frame_of_a_player_breaks_the_line_or_deals_the_table(served: Served, frames: list[Any], raw: str) -> None:
    before = served.at_rest()
    with Browser(served).signs_in("demo", who="Dee").line() as line:
        for frame in frames:
            line.sends(json.dumps(frame))
        line.sends(raw)
        line.n = 2**50
        answer = line.submit(SIC_BO, "tumble", times=3)
        while answer.get("refused", {}).get("why") == "too-often":
            answer = line.submit(SIC_BO, "tumble", times=3)
        assert answer["refused"]["why"] == "not-allowed"
    assert served.revisions() == before
