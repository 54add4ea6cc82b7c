"""How long someone may play by the policy of the house, to the second, and what a patron's statement shows."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.house.headroom import AllotHeadroom
from dicehouse.house.limits import RequireBreak, SetLimit
from dicehouse.house.patron_state import Patron
from dicehouse.house.patrons import IssueCard, RegisterPatron, SetPolicy, SuspendCard
from dicehouse.house.play_record import RecordCash, RecordPlay, money_in, money_out
from dicehouse.house.playtime import (
    DAY,
    WEEK,
    CheckPatron,
    GetUp,
    GotUp,
    Line,
    Overlong,
    PatronChecked,
    SatDown,
    SitDown,
    Where,
    blocked,
    due,
    overlong,
    played,
    statement,
    stretch,
)
from dicehouse.house.policy import PlayPolicy, Policy
from dicehouse.refusal import Refused, Why
from tests.house.keeper import NOON, Keeper, happened, only, refused

STAR = "star-sicbo-2024"
PIN: dict[str, Any] = {"pin_reference": "5a" * 16}
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)
BREAK = timedelta(minutes=15)
CHECK, BLOCK = PlayPolicy(), PlayPolicy(continuous="block")
SYDNEY = ZoneInfo("Australia/Sydney")


def ann(policy: PlayPolicy | None = CHECK, now: datetime = NOON) -> Keeper:
    """A house that knows ann and her card."""
    keeper = Keeper(now=now - timedelta(minutes=1))
    happened(keeper.cashier(RegisterPatron, patron="ann"))
    happened(keeper.cashier(IssueCard, patron="ann", number="17", **PIN))
    if policy:
        happened(keeper.operator(SetPolicy, policy=Policy(play=policy)))
    return keeper


def sits(keeper: Keeper, at: datetime, where: Where = "table", place: str = "") -> Any:
    """Sit down at this very moment."""
    fields = {"patron": "ann", "card": "17", "place": place or f"{where} 1", "where": where}
    return keeper.until(at).device(SitDown, **fields)


def leaves(keeper: Keeper, at: datetime, place: str = "table 1") -> Any:
    return keeper.until(at).device(GetUp, patron="ann", place=place)


def plays(keeper: Keeper, since: datetime, hours: float, where: Where = "table") -> datetime:
    """Sit down and get up so many hours later; the moment of it."""
    happened(sits(keeper, since, where))
    until = since + timedelta(hours=hours)
    happened(leaves(keeper, until, f"{where} 1"))
    return until


def patron(keeper: Keeper) -> Patron:
    return keeper.house.patrons["ann"]


def rules(keeper: Keeper, now: datetime) -> list[str]:
    return [it.rule for it in overlong(keeper.house, patron(keeper), now)]


# --- sitting down


@pytest.mark.clause(STAR, "9.1")
def test_one_sits_down_by_ones_own_card_and_for_oneself() -> None:
    keeper = ann()
    happened(keeper.cashier(RegisterPatron, patron="bob"))
    sit = {"card": "17", "place": "table 1", "where": "table"}
    assert refused(keeper.device(SitDown, patron="bob", **sit)) == (Why.NO_CARD, f"{STAR} 9.1")
    assert refused(keeper.patron("bob", SitDown, patron="ann", **sit)) == (Why.NOT_ALLOWED, None)
    assert refused(keeper.device(SitDown, patron="eve", **sit)) == (Why.UNKNOWN_PATRON, None)
    assert only(keeper.patron("ann", SitDown, patron="ann", **sit), SatDown).rested
    assert refused(keeper.device(SitDown, patron="ann", **sit)) == (Why.ALREADY_DONE, None)
    assert refused(keeper.patron("bob", GetUp, patron="ann", place="table 1")) == (Why.NOT_ALLOWED, None)
    assert refused(keeper.device(GetUp, patron="ann", place="table 2")) == (Why.ALREADY_DONE, None)
    assert only(keeper.patron("ann", GetUp, patron="ann", place="table 1"), GotUp).place == "table 1"
    assert refused(keeper.device(GetUp, patron="ann", place="table 1")) == (Why.ALREADY_DONE, None)
    happened(keeper.supervisor(SuspendCard, patron="ann", reason="doubt"))
    assert refused(keeper.device(SitDown, patron="ann", **sit)) == (Why.NO_CARD, f"{STAR} 9.1")
    assert keeper.replays()


@pytest.mark.clause(STAR, "9.4")
def test_nobody_sits_down_during_a_break_at_the_end_of_a_limit_period() -> None:
    midnight = datetime(2026, 3, 3, tzinfo=SYDNEY).astimezone(UTC)
    keeper = ann()
    happened(keeper.patron("ann", SetLimit, patron="ann", limit="day", amount=100_000))
    ends = midnight + timedelta(minutes=10)
    happened(keeper.until(midnight).supervisor(RequireBreak, patron="ann", until=ends))
    assert refused(sits(keeper, ends - SECOND)) == (Why.PAUSED, f"{STAR} 9.4")
    happened(sits(keeper, ends))
    assert keeper.replays()


def test_getting_up_gives_back_what_was_set_apart_for_the_place() -> None:
    keeper = ann()
    happened(keeper.patron("ann", SetLimit, patron="ann", limit="day", amount=100_000))
    happened(sits(keeper, NOON, "terminal"))
    happened(keeper.device(AllotHeadroom, patron="ann", place="terminal 1"))
    assert patron(keeper).allotted == {"terminal 1": 100_000}
    happened(leaves(keeper, NOON + HOUR, "terminal 1"))
    assert patron(keeper).allotted == {}
    assert keeper.replays()


# --- a stretch without a break


@pytest.mark.parametrize("where, hours", [("terminal", 3), ("table", 6)])
def test_a_check_is_due_after_3_hours_at_terminals_and_6_at_tables(where: Where, hours: int) -> None:
    keeper = ann()
    happened(sits(keeper, NOON, where))
    end = NOON + hours * HOUR
    assert due(keeper.house, end - SECOND) == ()
    assert due(keeper.house, end) == (Overlong("ann", where, hours * 3_600, hours * 3_600, False, None),)
    assert blocked(keeper.house, patron(keeper), end) is None
    happened(sits(keeper, end, where, "another place"))
    assert keeper.replays()


@pytest.mark.parametrize("where, hours", [("terminal", 3), ("table", 6)])
def test_a_check_puts_the_next_one_off_by_as_long_again(where: Where, hours: int) -> None:
    keeper = ann()
    happened(sits(keeper, NOON, where))
    at = NOON + hours * HOUR
    found = only(keeper.until(at).cashier(CheckPatron, patron="ann", note="well rested"), PatronChecked)
    assert found.seconds[where] == hours * 3_600
    assert rules(keeper, at + hours * HOUR - SECOND) == []
    later = at + hours * HOUR
    assert where in rules(keeper, later)
    assert keeper.replays()


def test_only_someone_who_plays_can_be_checked_and_only_by_staff() -> None:
    keeper = ann()
    check = {"patron": "ann", "note": "well"}
    assert refused(keeper.cashier(CheckPatron, **check)) == (Why.NOT_ELIGIBLE, None)
    assert refused(keeper.cashier(CheckPatron, patron="bob", note="well")) == (Why.UNKNOWN_PATRON, None)
    assert refused(keeper.patron("ann", CheckPatron, **check)) == (Why.NOT_ALLOWED, None)
    assert refused(keeper.device(GetUp, patron="bob", place="table 1")) == (Why.UNKNOWN_PATRON, None)


@pytest.mark.parametrize("where, hours", [("terminal", 3), ("table", 6)])
def test_where_the_policy_blocks_one_plays_again_after_a_break_and_not_a_second_before(
    where: Where, hours: int
) -> None:
    keeper = ann(BLOCK)
    happened(sits(keeper, NOON, where))
    end = NOON + hours * HOUR
    assert blocked(keeper.house, patron(keeper), end - SECOND) is None
    found = blocked(keeper.house, patron(keeper), end)
    assert isinstance(found, Refused)
    assert (found.why, found.clause) == (Why.PAUSED, None)
    assert f"{hours}:00 h of play without a break has reached {hours}:00 h" in found.message
    assert found.next == f"rest, and play again after {end + BREAK}"
    assert due(keeper.house, end) == (Overlong("ann", where, hours * 3_600, hours * 3_600, True, end + BREAK),)
    happened(leaves(keeper, end, f"{where} 1"))
    assert due(keeper.house, end) == ()
    assert refused(sits(keeper, end + BREAK - SECOND, where)) == (Why.PAUSED, None)
    found = blocked(keeper.house, patron(keeper), keeper.now, where)
    assert isinstance(found, Refused)
    assert found.next == f"rest, and play again after {end + BREAK}"
    assert only(sits(keeper, end + BREAK, where), SatDown).rested
    assert rules(keeper, keeper.now) == []
    assert keeper.replays()


def test_a_check_does_not_lift_a_block() -> None:
    keeper = ann(BLOCK)
    happened(sits(keeper, NOON, "terminal"))
    happened(keeper.until(NOON + 3 * HOUR - SECOND).cashier(CheckPatron, patron="ann", note="well"))
    assert blocked(keeper.house, patron(keeper), NOON + 3 * HOUR) is not None


def test_a_block_at_terminals_leaves_the_tables_open() -> None:
    keeper = ann(BLOCK)
    end = plays(keeper, NOON, 3, "terminal")
    assert refused(sits(keeper, end + SECOND, "terminal")) == (Why.PAUSED, None)
    happened(sits(keeper, end + 2 * SECOND, "table"))
    assert blocked(keeper.house, patron(keeper), keeper.now) is None
    assert keeper.replays()


def test_a_turn_at_the_tables_is_no_break_from_the_terminals() -> None:
    keeper = ann()
    at = plays(keeper, NOON, 2, "terminal")
    at = plays(keeper, at + SECOND, 1, "table")
    assert not only(sits(keeper, at + BREAK - SECOND, "terminal"), SatDown).rested
    start = keeper.now
    assert stretch(keeper.house, patron(keeper), "terminal", start + HOUR) == 3 * 3_600
    assert stretch(keeper.house, patron(keeper), "table", start + HOUR) == 3_600
    assert rules(keeper, start + HOUR - SECOND) == []
    assert rules(keeper, start + HOUR) == ["terminal"]
    assert keeper.replays()


def test_a_break_of_the_policys_length_begins_a_new_stretch() -> None:
    for minutes in (15, 30):
        keeper = ann(PlayPolicy(break_minutes=minutes, day_hours=11))
        at = plays(keeper, NOON, 5)
        happened(sits(keeper, at + timedelta(minutes=minutes) - SECOND))
        assert stretch(keeper.house, patron(keeper), "table", keeper.now) == 5 * 3_600
        happened(leaves(keeper, keeper.now + SECOND))
        away = keeper.now + timedelta(minutes=minutes)
        assert stretch(keeper.house, patron(keeper), "table", away - SECOND) == 5 * 3_600 + 1
        assert stretch(keeper.house, patron(keeper), "table", away) == 0
        assert only(sits(keeper, away), SatDown).rested
        assert stretch(keeper.house, patron(keeper), "table", away) == 0


# --- any 24 hours, any 7 days


def test_12_hours_in_any_24_are_enough() -> None:
    keeper = ann()
    first = plays(keeper, NOON, 5)
    second = plays(keeper, first + HOUR, 5)
    happened(sits(keeper, second + HOUR))
    end = second + 3 * HOUR
    assert blocked(keeper.house, patron(keeper), end - SECOND) is None
    found = blocked(keeper.house, patron(keeper), end)
    assert isinstance(found, Refused)
    assert "12:00 h of play in 24 hours has reached 12:00 h" in found.message
    happened(leaves(keeper, end))
    again = NOON + DAY
    assert found.next == f"rest, and play again after {again}"
    assert refused(sits(keeper, again)) == (Why.PAUSED, None)
    happened(sits(keeper, again + SECOND))
    assert keeper.replays()


def test_48_hours_in_any_7_days_are_enough() -> None:
    keeper = ann(PlayPolicy(table_hours=24))
    for day in range(5):
        plays(keeper, NOON + day * DAY, 9)
    happened(sits(keeper, NOON + 5 * DAY))
    end = NOON + 5 * DAY + 3 * HOUR
    assert rules(keeper, end - SECOND) == []
    assert rules(keeper, end) == ["7 days"]
    found = blocked(keeper.house, patron(keeper), end)
    assert isinstance(found, Refused)
    assert "in 7 days has reached 48:00 h" in found.message
    happened(leaves(keeper, end))
    assert found.next == f"rest, and play again after {NOON + WEEK}"
    assert refused(sits(keeper, NOON + WEEK)) == (Why.PAUSED, None)
    happened(sits(keeper, NOON + WEEK + SECOND))
    assert keeper.replays()


def test_blocks_are_told_before_checks() -> None:
    keeper = ann()
    happened(sits(keeper, NOON))
    found = overlong(keeper.house, patron(keeper), NOON + 49 * HOUR)
    assert [(it.rule, it.block) for it in found] == [("24 hours", True), ("7 days", True), ("table", False)]


def test_without_a_policy_nothing_is_asked_and_the_time_is_on_record() -> None:
    keeper = ann(None)
    happened(sits(keeper, NOON))
    assert due(keeper.house, NOON + 60 * HOUR) == ()
    assert played(patron(keeper), NOON + 60 * HOUR, DAY) == 24 * 3_600
    happened(leaves(keeper, NOON + 60 * HOUR))
    assert played(patron(keeper), NOON + 60 * HOUR, WEEK) == 60 * 3_600
    assert stretch(keeper.house, patron(keeper), "table", keeper.now) == 60 * 3_600
    assert keeper.replays()


def test_who_is_at_two_places_at_once_plays_once() -> None:
    keeper = ann()
    happened(sits(keeper, NOON, "terminal", "terminal 1"))
    happened(sits(keeper, NOON + HOUR, "terminal", "terminal 2"))
    happened(leaves(keeper, NOON + 2 * HOUR, "terminal 1"))
    assert stretch(keeper.house, patron(keeper), "terminal", NOON + 2 * HOUR) == 2 * 3_600
    happened(sits(keeper, NOON + 2 * HOUR + SECOND, "table"))
    happened(leaves(keeper, NOON + 3 * HOUR, "terminal 2"))
    assert played(patron(keeper), NOON + 4 * HOUR, DAY) == 4 * 3_600
    happened(leaves(keeper, NOON + 4 * HOUR))
    assert played(patron(keeper), NOON + 4 * HOUR, DAY) == 4 * 3_600
    assert stretch(keeper.house, patron(keeper), "terminal", keeper.now) == 3 * 3_600
    assert stretch(keeper.house, patron(keeper), "table", keeper.now) == 2 * 3_600 - 1
    assert keeper.replays()


def test_the_place_where_one_sat_down_later_may_be_left_first() -> None:
    keeper = ann()
    happened(sits(keeper, NOON, "table"))
    happened(sits(keeper, NOON + HOUR, "terminal"))
    happened(leaves(keeper, NOON + 2 * HOUR, "terminal 1"))
    assert patron(keeper).playing.sittings == []
    happened(leaves(keeper, NOON + 3 * HOUR))
    assert played(patron(keeper), keeper.now, DAY) == 3 * 3_600
    assert keeper.replays()


def test_getting_up_for_less_than_a_minute_is_no_rest_and_old_sittings_go() -> None:
    keeper = ann(None)
    at = plays(keeper, NOON, 1)
    at = plays(keeper, at + timedelta(seconds=59), 1)
    assert len(patron(keeper).playing.sittings) == 1
    assert played(patron(keeper), at, DAY) == 2 * 3_600 + 59
    plays(keeper, at + timedelta(seconds=60), 1)
    assert len(patron(keeper).playing.sittings) == 2
    plays(keeper, NOON + 30 * DAY, 1)
    assert len(patron(keeper).playing.sittings) == 1
    assert keeper.replays()


@given(
    st.lists(
        st.tuples(st.integers(60, 20_000), st.integers(1, 20_000), st.sampled_from(["table", "terminal"])), max_size=30
    )
)
def test_time_in_a_window_is_what_a_count_of_every_sitting_gives(sittings: list[tuple[int, int, Where]]) -> None:
    keeper, at = ann(None), NOON
    told: list[tuple[datetime, datetime]] = []
    for away, there, where in sittings:
        start = at + timedelta(seconds=away)
        at = plays(keeper, start, there / 3_600, where)
        told.append((start, at))
    for window in (DAY, WEEK):
        spans = ((max(start, at - window), end) for start, end in told)
        assert played(patron(keeper), at, window) == sum(max(0, (end - start) // SECOND) for start, end in spans)
    found = statement(keeper.house, "ann", at)
    assert not isinstance(found, Refused)
    assert sum(it.seconds for it in found) == sum((end - start) // SECOND for start, end in told)
    assert keeper.replays()


# --- the statement


def test_a_statement_shows_money_and_time_day_by_day_in_sydney() -> None:
    late = datetime(2026, 4, 4, 23, tzinfo=SYDNEY).astimezone(UTC)
    keeper = ann(now=late)
    happened(sits(keeper, late))
    happened(keeper.device(RecordPlay, patron="ann", place="table 1", stake=5_000, returned=2_000))
    happened(keeper.device(RecordCash, patron="ann", place="table 1", amount=700))
    money_in(keeper.house, "ann", "eftpos", 10_000, keeper.now)
    money_out(keeper.house, "ann", 4_000, keeper.now)
    first = Line(date(2026, 4, 4), 10_000, 700, 4_000, 5_000, 2_000, -3_000, 3_600)
    now = late + 27 * HOUR
    second, third = (Line(date(2026, 4, day), 0, 0, 0, 0, 0, 0, hours * 3_600) for day, hours in ((5, 25), (6, 1)))
    assert statement(keeper.house, "ann", now) == (first, second, third)
    money_in(keeper.second, "ann", "eftpos", 10_000, keeper.now)
    money_out(keeper.second, "ann", 4_000, keeper.now)
    happened(leaves(keeper, now))
    assert statement(keeper.house, "ann", now + HOUR) == (first, second, third)


def test_a_statement_of_someone_unknown_is_refused_and_one_of_nothing_is_empty() -> None:
    keeper = ann()
    assert statement(keeper.house, "ann", keeper.now) == ()
    found = statement(keeper.house, "bob", keeper.now)
    assert isinstance(found, Refused)
    assert found.why is Why.UNKNOWN_PATRON
