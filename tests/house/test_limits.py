"""Limits that patrons set themselves: deposits of a day, net losses of a day, week and month, breaks, declarations."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.house.cage import DepositFunds, WithdrawFunds
from dicehouse.house.calendar import PERIODS, Period, begins, day_of, first_day, last_rollover, next_rollover
from dicehouse.house.declarations import DeclarationRecorded, DirectionRecorded, RecordDeclaration, RecordDirection
from dicehouse.house.exclusions import RecordPause
from dicehouse.house.headroom import AllotHeadroom, BringHeadroom, HeadroomAllotted, HeadroomWanted, ReturnHeadroom
from dicehouse.house.limits import (
    BreakRequired,
    DeclineLimit,
    LimitDeclined,
    LimitRaiseAsked,
    LimitSet,
    RequireBreak,
    SetLimit,
    above_deposit_limit,
    deposited,
    headroom,
    is_bound,
    limit_of,
    net_loss,
    not_bound,
    out_of_date,
    to_come,
)
from dicehouse.house.patron_state import Declarations, Patron
from dicehouse.house.patrons import RegisterPatron, SetPolicy
from dicehouse.house.play_record import KEPT, CashRecorded, CorrectPlay, RecordCash, RecordPlay, money_in, money_out
from dicehouse.house.policy import CashPolicy, Policy, RolloverPolicy
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.losses import SetLossLimit
from dicehouse.table.orders import Command
from tests.croupier import Croupier
from tests.house.keeper import Keeper, happened, kinds, only, refused

STAR = "star-sicbo-2024"
DEPOSIT = 'star-sicbo-2024 1.1 "Deposit Limit"'
LOSS = 'star-sicbo-2024 1.1 "Loss Limit"'
SYDNEY = ZoneInfo("Australia/Sydney")
SECOND = timedelta(seconds=1)


def sydney(month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0) -> datetime:
    """A moment of 2026 by the clock on the wall."""
    return datetime(2026, month, day, hour, minute, second, tzinfo=SYDNEY).astimezone(UTC)


def ann(now: datetime | None = None, /, **limits: int) -> Keeper:
    """A house that knows ann, with limits she has set; from Monday 2 March on."""
    keeper = Keeper(now=now or sydney(3, 2, 12))
    happened(keeper.cashier(RegisterPatron, patron="ann"))
    for which, amount in limits.items():
        happened(keeper.patron("ann", SetLimit, patron="ann", limit=which, amount=amount))
    return keeper


def plays(keeper: Keeper, stake: int, returned: int = 0, place: str = "table 7") -> None:
    happened(keeper.device(RecordPlay, name=place, patron="ann", place=place, stake=stake, returned=returned))


def left(keeper: Keeper, now: datetime | None = None) -> int | None:
    return headroom(keeper.house, "ann", now or keeper.now)


def patron(keeper: Keeper) -> Patron:
    return keeper.house.patrons["ann"]


def may_deposit(keeper: Keeper, amount: int, means: str = "cash", at: datetime | None = None) -> bool:
    return above_deposit_limit(keeper.house, "ann", means, amount, at or keeper.now) is None


# --- the clock


@pytest.mark.clause(STAR, '1.1 "Deposit Limit"')
@pytest.mark.parametrize("day, hours", [(date(2026, 4, 5), 25), (date(2026, 10, 4), 23), (date(2026, 10, 5), 24)])
def test_a_calendar_day_in_sydney_is_as_long_as_its_clocks_make_it(day: date, hours: int) -> None:
    house = House()
    start, end = begins(house, day), begins(house, day + timedelta(days=1))
    assert end - start == timedelta(hours=hours)
    assert [day_of(house, it) for it in (start - SECOND, start, end - SECOND, end)] == [
        day - timedelta(days=1),
        day,
        day,
        day + timedelta(days=1),
    ]
    assert last_rollover(house, "day", end - SECOND) == start
    assert next_rollover(house, "day", start) == end


@pytest.mark.parametrize(
    "period, first, following",
    [
        ("day", date(2026, 3, 1), date(2026, 3, 2)),
        ("week", date(2026, 2, 23), date(2026, 3, 2)),
        ("month", date(2026, 3, 1), date(2026, 4, 1)),
    ],
)
def test_a_week_begins_on_monday_and_a_month_on_its_first(period: Period, first: date, following: date) -> None:
    house, sunday = House(), sydney(3, 1, 23, 59, 59)
    assert first_day(period, date(2026, 3, 1)) == first
    assert last_rollover(house, period, sunday) == begins(house, first)
    assert next_rollover(house, period, sunday) == begins(house, following)


@given(st.integers(915_000_000, 4_100_000_000), st.sampled_from(PERIODS))
def test_every_moment_lies_between_the_two_ends_of_its_period(second: int, period: Period) -> None:
    house, at = House(), datetime.fromtimestamp(second, UTC)
    start, end = last_rollover(house, period, at), next_rollover(house, period, at)
    assert start <= at < end
    assert last_rollover(house, period, end) == end
    assert last_rollover(house, period, end - SECOND) == start


# --- deposits


@pytest.mark.clause(STAR, '1.1 "Deposit Limit"', '1.1 "Gaming Limit"')
@pytest.mark.parametrize("means", ["cash", "debit-card", "eftpos", "bank-transfer"])
def test_outside_money_counts_against_the_deposit_limit_by_each_of_the_four_ways(means: str) -> None:
    keeper = ann(deposit=50_000)
    money_in(keeper.house, "ann", means, 20_000, keeper.now)
    assert may_deposit(keeper, 30_000, means)
    found = above_deposit_limit(keeper.house, "ann", means, 30_001, keeper.now)
    assert isinstance(found, Refused)
    assert (found.why, found.clause) == (Why.DEPOSIT_LIMIT, DEPOSIT)
    assert "$200" in found.message
    assert found.next == "deposit at most $300"


@pytest.mark.clause(STAR, '1.1 "Deposit Limit"')
@pytest.mark.parametrize("means", ["chips", "winnings", "voucher", "token", "ticket"])
def test_money_that_was_in_the_house_before_does_not_count(means: str) -> None:
    keeper = ann(deposit=50_000)
    money_in(keeper.house, "ann", means, 90_000, keeper.now)
    assert may_deposit(keeper, 90_000, means)
    assert may_deposit(keeper, 50_000)
    day = patron(keeper).days[date(2026, 3, 2)]
    assert (day.deposited, day.other, day.cash) == (0, 90_000, 0)


@pytest.mark.clause(STAR, '1.1 "Deposit Limit"')
@pytest.mark.parametrize("day, hours", [(date(2026, 4, 5), 25), (date(2026, 10, 4), 23)])
def test_the_deposit_limit_is_whole_again_at_midnight_in_sydney(day: date, hours: int) -> None:
    start = begins(House(), day)
    keeper = ann(start - timedelta(hours=1), deposit=50_000)
    money_in(keeper.house, "ann", "cash", 50_000, start)
    last = start + timedelta(hours=hours) - SECOND
    assert deposited(keeper.house, patron(keeper), last) == 50_000
    assert not may_deposit(keeper, 1, at=last)
    assert may_deposit(keeper, 50_000, at=last + SECOND)


def test_without_a_limit_or_for_someone_unknown_any_deposit_may_be_made() -> None:
    keeper = ann()
    assert may_deposit(keeper, 10**10)
    assert above_deposit_limit(keeper.house, "bob", "cash", 10**10, keeper.now) is None
    money_in(keeper.house, "bob", "cash", 100, keeper.now)
    money_out(keeper.house, "bob", 100, keeper.now)
    assert list(keeper.house.patrons) == ["ann"]
    money_out(keeper.house, "ann", 100, keeper.now)
    assert patron(keeper).days[date(2026, 3, 2)].withdrawn == 100


def test_a_deposit_limit_of_nothing_lets_nothing_in() -> None:
    keeper = ann(deposit=0)
    assert not may_deposit(keeper, 1)


def test_cash_is_counted_wherever_it_is_put_in_where_the_policy_limits_it() -> None:
    keeper = ann()
    happened(keeper.device(RecordCash, patron="ann", place="terminal 3", amount=9_000_000))
    keeper.until(sydney(3, 3, 12))
    happened(keeper.operator(SetPolicy, policy=Policy(cash=CashPolicy(day=500_000))))
    cash: dict[str, Any] = {"patron": "ann", "place": "terminal 3"}
    assert only(keeper.device(RecordCash, amount=300_000, **cash), CashRecorded).place == "terminal 3"
    assert may_deposit(keeper, 200_000)
    assert not may_deposit(keeper, 200_001)
    assert may_deposit(keeper, 200_001, "eftpos")
    assert refused(keeper.device(RecordCash, amount=200_001, **cash)) == (Why.DEPOSIT_LIMIT, None)
    happened(keeper.device(RecordCash, amount=200_000, **cash))
    assert refused(keeper.until(sydney(3, 3, 23, 59, 59)).device(RecordCash, amount=1, **cash)) == (
        Why.DEPOSIT_LIMIT,
        None,
    )
    happened(keeper.until(sydney(3, 4)).device(RecordCash, amount=500_000, **cash))
    assert refused(keeper.device(RecordCash, patron="bob", place="terminal 3", amount=1)) == (Why.UNKNOWN_PATRON, None)
    assert deposited(keeper.house, patron(keeper), keeper.now) == 0
    assert [it.other for it in patron(keeper).days.values()] == [9_000_000, 500_000, 500_000]
    assert keeper.replays()


def test_cash_at_the_cashier_counts_as_cash_and_other_deposits_do_not() -> None:
    keeper = ann()
    happened(keeper.operator(SetPolicy, policy=Policy(cash=CashPolicy(day=500_000))))
    money_in(keeper.house, "ann", "cash", 400_000, keeper.now)
    money_in(keeper.house, "ann", "eftpos", 400_000, keeper.now)
    assert may_deposit(keeper, 100_000)
    assert not may_deposit(keeper, 100_001)


# --- setting, lowering, raising, declining


@pytest.mark.clause(STAR, '1.1 "Gaming Limit"')
@pytest.mark.parametrize("which, clause", [("deposit", DEPOSIT), ("day", LOSS), ("week", LOSS), ("month", LOSS)])
class TestALimit:
    def asks(self, keeper: Keeper, which: str, amount: int | None) -> Any:
        return keeper.patron("ann", SetLimit, patron="ann", limit=which, amount=amount)

    def test_holds_at_once_when_it_is_set_and_when_it_is_lowered(self, which: str, clause: str) -> None:
        keeper = ann()
        assert limit_of(patron(keeper), which, keeper.now) is None
        for amount in (50_000, 49_999, 0):
            found = only(self.asks(keeper, which, amount), LimitSet)
            assert (found.amount, found.clause) == (amount, clause)
            assert limit_of(patron(keeper), which, keeper.now) == amount
        assert keeper.replays()

    @pytest.mark.parametrize("higher", [50_001, None])
    def test_is_higher_or_gone_after_24_hours_and_not_a_second_before(
        self, which: str, clause: str, higher: int | None
    ) -> None:
        keeper = ann(sydney(4, 4, 12), **{which: 50_000})
        found = only(self.asks(keeper, which, higher), LimitRaiseAsked)
        asked = keeper.now
        assert (found.since, found.clause) == (asked + timedelta(hours=24), clause)
        coming = to_come(patron(keeper), which, asked)
        assert coming is not None
        assert (coming.amount, coming.since) == (higher, found.since)
        assert limit_of(patron(keeper), which, asked + timedelta(hours=24) - SECOND) == 50_000
        assert limit_of(patron(keeper), which, asked + timedelta(hours=24)) == higher
        assert to_come(patron(keeper), which, asked + timedelta(hours=24)) is None
        assert refused(self.asks(keeper, which, higher)) == (Why.ALREADY_DONE, clause)
        assert refused(self.asks(keeper.until(found.since), which, higher)) == (Why.ALREADY_DONE, clause)
        assert keeper.replays()

    def test_that_was_raised_is_the_one_from_which_the_next_raise_goes_on(self, which: str, clause: str) -> None:
        keeper = ann(**{which: 50_000})
        first = only(self.asks(keeper, which, 60_000), LimitRaiseAsked)
        second = only(self.asks(keeper.until(first.since), which, None), LimitRaiseAsked)
        assert limit_of(patron(keeper), which, second.since - SECOND) == 60_000
        assert limit_of(patron(keeper), which, second.since) is None
        assert second.clause == clause
        assert keeper.replays()

    def test_to_come_starts_its_24_hours_afresh_when_another_is_asked_for(self, which: str, clause: str) -> None:
        keeper = ann(**{which: 50_000})
        first = only(self.asks(keeper, which, 60_000), LimitRaiseAsked)
        second = only(self.asks(keeper.waits(hours=23), which, 55_000), LimitRaiseAsked)
        assert limit_of(patron(keeper), which, first.since) == 50_000
        assert limit_of(patron(keeper), which, second.since) == 55_000
        assert second.clause == clause

    @pytest.mark.parametrize("back", [50_000, 40_000])
    def test_to_come_is_taken_back_by_asking_for_the_one_that_holds_or_less(
        self, which: str, clause: str, back: int
    ) -> None:
        keeper = ann(**{which: 50_000})
        first = only(self.asks(keeper, which, 60_000), LimitRaiseAsked)
        assert only(self.asks(keeper, which, back), LimitSet).clause == clause
        assert limit_of(patron(keeper), which, first.since) == back
        assert refused(self.asks(keeper, which, back)) == (Why.ALREADY_DONE, clause)
        assert keeper.replays()

    def test_that_is_declined_is_on_record_until_one_is_set(self, which: str, clause: str) -> None:
        keeper = ann()
        declines = {"patron": "ann", "limit": which}
        assert only(keeper.patron("ann", DeclineLimit, **declines), LimitDeclined).clause == clause
        assert patron(keeper).limits[which].declined == keeper.now
        assert refused(self.asks(keeper, which, None)) == (Why.ALREADY_DONE, clause)
        happened(self.asks(keeper, which, 50_000))
        assert patron(keeper).limits[which].declined is None
        found = self.asks(keeper, which, 50_000)
        assert isinstance(found, Refused)
        named = "deposit limit" if which == "deposit" else f"loss limit of the {which}"
        assert found.message.startswith(f"ann: the {named} is $500 already")
        assert refused(keeper.patron("ann", DeclineLimit, **declines)) == (Why.MUST_STAY, clause)
        assert keeper.replays()

    def test_is_for_its_patron_to_choose_or_for_a_cashier_at_their_word(self, which: str, clause: str) -> None:
        keeper = ann()
        limit = {"patron": "ann", "limit": which}
        assert refused(keeper.patron("bob", SetLimit, amount=1, **limit)) == (Why.NOT_ALLOWED, None)
        assert refused(keeper.patron("bob", DeclineLimit, **limit)) == (Why.NOT_ALLOWED, None)
        assert refused(keeper.device(SetLimit, amount=1, **limit)) == (Why.NOT_ALLOWED, None)
        assert only(keeper.cashier(SetLimit, amount=1, **limit), LimitSet).clause == clause


# --- losses


@pytest.mark.clause(STAR, '1.1 "Loss Limit"', "9.3")
def test_the_net_loss_runs_over_all_tables_and_terminals() -> None:
    keeper = ann(day=100_000)
    assert left(keeper) == 100_000
    plays(keeper, 30_000, place="table 7")
    plays(keeper, 40_000, 10_000, place="terminal 3")
    assert net_loss(keeper.house, patron(keeper), "day", keeper.now) == 60_000
    assert left(keeper) == 40_000
    plays(keeper, 10_000, 90_000)
    assert left(keeper) == 120_000
    plays(keeper, 120_000)
    assert left(keeper) == 0
    plays(keeper, 5_000)
    assert left(keeper) == 0
    assert net_loss(keeper.house, patron(keeper), "day", keeper.now) == 105_000
    assert keeper.replays()


@pytest.mark.clause(STAR, '1.1 "Loss Limit"')
def test_headroom_is_the_least_that_is_left_over_the_periods() -> None:
    keeper = ann(sydney(3, 4, 12), day=10_000, week=25_000, month=30_000)
    plays(keeper, 10_000)
    assert left(keeper) == 0
    plays(keeper.until(sydney(3, 5)), 10_000)
    assert left(keeper) == 0
    assert left(keeper, sydney(3, 6)) == 5_000
    plays(keeper.until(sydney(3, 6)), 5_000)
    assert left(keeper, sydney(3, 8, 23, 59, 59)) == 0
    assert left(keeper, sydney(3, 9)) == 5_000
    assert left(keeper, sydney(4, 1)) == 10_000
    assert keeper.replays()


@pytest.mark.parametrize("day, hours", [(date(2026, 4, 5), 25), (date(2026, 10, 4), 23)])
@pytest.mark.clause(STAR, '1.1 "Loss Limit"')
def test_a_day_of_losses_is_as_long_as_the_calendar_makes_it(day: date, hours: int) -> None:
    start = begins(House(), day)
    keeper = ann(start - timedelta(hours=2), day=10_000)
    plays(keeper.until(start), 10_000)
    assert left(keeper, start + timedelta(hours=hours) - SECOND) == 0
    assert left(keeper, start + timedelta(hours=hours)) == 10_000


@pytest.mark.clause(STAR, '1.1 "Loss Limit"')
def test_what_was_decided_before_midnight_counts_on_that_day_though_the_house_hears_of_it_later() -> None:
    midnight = sydney(3, 3)
    keeper = ann(midnight - timedelta(minutes=5), day=10_000)
    late: dict[str, Any] = {"patron": "ann", "place": "table 7", "stake": 4_000, "returned": 0}
    keeper.until(midnight + SECOND)
    happened(keeper.device(RecordPlay, decided=midnight - SECOND, **late))
    assert left(keeper) == 10_000
    happened(keeper.device(RecordPlay, decided=midnight, **late))
    assert left(keeper) == 6_000
    assert {day: it.staked for day, it in patron(keeper).days.items()} == {
        date(2026, 3, 2): 4_000,
        date(2026, 3, 3): 4_000,
    }


def test_without_a_loss_limit_there_is_no_headroom_to_tell() -> None:
    keeper = ann(deposit=1)
    assert left(keeper) is None
    assert headroom(keeper.house, "bob", keeper.now) is None


def test_play_of_nothing_or_of_nobody_is_not_recorded() -> None:
    keeper = ann()
    none: dict[str, Any] = {"place": "table 7", "stake": 0, "returned": 0}
    assert refused(keeper.device(RecordPlay, patron="ann", **none)) == (Why.BAD_STAKE, None)
    assert refused(keeper.device(RecordPlay, patron="bob", **none)) == (Why.UNKNOWN_PATRON, None)
    assert refused(keeper.cashier(RecordPlay, patron="ann", **none)) == (Why.NOT_ALLOWED, None)
    plays(keeper, 0, 1)
    plays(keeper, 1, 0)


def test_the_house_keeps_sums_of_35_days_and_no_more() -> None:
    keeper = ann(month=10**9)
    start = keeper.now
    for day in range(KEPT + 10):
        keeper.now = start + timedelta(days=day)
        plays(keeper, 100)
        plays(keeper, 100)
    kept = patron(keeper).days
    assert len(kept) == KEPT
    assert {it.staked for it in kept.values()} == {200}
    assert min(kept) == day_of(keeper.house, start + timedelta(days=10))
    assert keeper.replays()


@given(st.lists(st.tuples(st.integers(0, 70), st.integers(0, 500), st.integers(0, 900)), max_size=25))
def test_net_loss_equals_the_sum_of_all_play_in_the_period(rounds: list[tuple[int, int, int]]) -> None:
    keeper = ann(day=1_000, week=2_000, month=3_000)
    told: list[tuple[datetime, int]] = []
    for hours, stake, back in rounds:
        if stake or back:
            plays(keeper.waits(hours=hours), stake, back)
            told.append((keeper.now, stake - back))
    for period, limit in zip(PERIODS, (1_000, 2_000, 3_000), strict=True):
        since = last_rollover(keeper.house, period, keeper.now)
        net = sum(lost for at, lost in told if at >= since)
        assert net_loss(keeper.house, patron(keeper), period, keeper.now) == net
        room = left(keeper)
        assert room is not None
        assert room <= max(0, limit - net)


# --- allotting it to places


def allots(keeper: Keeper, place: str, most: int | None = None) -> int:
    found = only(keeper.device(AllotHeadroom, name=place, patron="ann", place=place, most=most), HeadroomAllotted)
    return int(found.amount)


@pytest.mark.clause(STAR, "9.3")
def test_two_places_never_hold_the_same_dollar_of_what_may_be_lost() -> None:
    keeper = ann(day=100_000)
    assert allots(keeper, "terminal 1", 60_000) == 60_000
    assert allots(keeper, "terminal 2", 60_000) == 40_000
    assert allots(keeper, "terminal 3") == 0
    assert allots(keeper, "terminal 1") == 60_000
    plays(keeper, 50_000, place="terminal 1")
    assert patron(keeper).allotted == {"terminal 1": 10_000, "terminal 2": 40_000, "terminal 3": 0}
    assert left(keeper) == 50_000
    plays(keeper, 1_000, 5_000, place="terminal 1")
    assert patron(keeper).allotted["terminal 1"] == 14_000
    assert allots(keeper, "terminal 1") == 14_000
    plays(keeper, 20_000, place="terminal 1")
    assert patron(keeper).allotted["terminal 1"] == 0
    assert keeper.replays()


def test_after_a_limit_is_lowered_a_place_gets_what_the_others_leave() -> None:
    keeper = ann(day=100_000)
    allots(keeper, "terminal 1", 60_000)
    allots(keeper, "terminal 2", 40_000)
    happened(keeper.patron("ann", SetLimit, patron="ann", limit="day", amount=50_000))
    assert allots(keeper, "terminal 2") == 0
    assert allots(keeper, "terminal 1") == 50_000
    assert allots(keeper, "terminal 2") == 0


def test_what_is_set_apart_is_out_of_date_once_a_limit_changes_or_a_day_ends() -> None:
    keeper = ann(day=100_000)
    assert allots(keeper, "table 7") == 100_000
    assert out_of_date(keeper.house, keeper.now) == ()
    plays(keeper, 10_000, 60_000)
    assert patron(keeper).allotted == {"table 7": 150_000}
    assert out_of_date(keeper.house, sydney(3, 2, 23, 59, 59)) == ()
    assert out_of_date(keeper.house, sydney(3, 3)) == ("ann",)
    assert allots(keeper.until(sydney(3, 3)), "table 7") == 100_000
    assert out_of_date(keeper.house, keeper.now) == ()
    happened(keeper.patron("ann", SetLimit, patron="ann", limit="week", amount=49_999))
    assert left(keeper) == 99_999
    assert out_of_date(keeper.house, keeper.now) == ("ann",)
    assert allots(keeper, "table 7") == 99_999
    happened(keeper.patron("ann", SetLimit, patron="ann", limit="day"))
    happened(keeper.patron("ann", SetLimit, patron="ann", limit="week"))
    assert out_of_date(keeper.house, keeper.now + timedelta(hours=24)) == ("ann",)
    assert keeper.replays()


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["table 7", "terminal 1", "terminal 2"]),
            st.none() | st.integers(0, 1_500),
            st.integers(0, 100),
            st.integers(0, 600),
        ),
        max_size=40,
    )
)
def test_whoever_stakes_no_more_than_is_set_apart_never_loses_more_than_the_limit(
    rounds: list[tuple[str, int | None, int, int]],
) -> None:
    keeper = ann(day=1_000)
    for place, most, percent, back in rounds:
        stake = allots(keeper, place, most) * percent // 100
        if stake or back:
            plays(keeper, stake, back, place)
        assert net_loss(keeper.house, patron(keeper), "day", keeper.now) <= 1_000
        room = left(keeper)
        assert room is not None
        assert sum(patron(keeper).allotted.values()) <= room


def test_headroom_is_set_apart_for_someone_with_a_loss_limit_only() -> None:
    keeper = ann()
    asks: dict[str, Any] = {"place": "table 7", "most": 1}
    assert refused(keeper.device(AllotHeadroom, patron="ann", **asks)) == (Why.NOT_ELIGIBLE, f"{STAR} 9.3")
    assert refused(keeper.device(AllotHeadroom, patron="bob", **asks)) == (Why.UNKNOWN_PATRON, None)


# --- the break at the end of a period


@pytest.mark.clause(STAR, "9.4")
def test_a_supervisor_may_require_a_break_around_the_end_of_a_period() -> None:
    midnight = sydney(3, 3)
    keeper = ann(day=100_000)
    until = {"patron": "ann", "until": midnight + timedelta(minutes=5)}
    assert refused(keeper.until(midnight - timedelta(minutes=30, seconds=1)).supervisor(RequireBreak, **until)) == (
        Why.NOT_YET,
        f"{STAR} 9.4",
    )
    found = only(keeper.until(midnight - timedelta(minutes=30)).supervisor(RequireBreak, **until), BreakRequired)
    assert found.until == midnight + timedelta(minutes=5)
    asks: dict[str, Any] = {"patron": "ann", "place": "table 7"}
    assert only(keeper.device(AllotHeadroom, most=40_000, **asks), HeadroomAllotted).amount == 40_000
    last = midnight + timedelta(minutes=5) - SECOND
    assert refused(keeper.until(last).device(AllotHeadroom, **asks)) == (Why.PAUSED, f"{STAR} 9.4")
    assert only(keeper.device(AllotHeadroom, **asks), HeadroomAllotted).amount == 100_000
    assert keeper.replays()


@pytest.mark.clause(STAR, "9.3", "9.4")
def test_a_limit_that_is_chosen_or_lowered_in_a_pause_reaches_the_tables_at_once() -> None:
    keeper = ann(day=100_000)
    happened(keeper.device(AllotHeadroom, patron="ann", place="table 7", most=40_000))
    happened(keeper.device(RecordPause, person="ann", until=keeper.now + timedelta(minutes=5)))
    asks: dict[str, Any] = {"patron": "ann"}
    assert only(keeper.device(AllotHeadroom, place="table 8", **asks), HeadroomAllotted).amount == 60_000
    happened(keeper.patron("ann", SetLimit, patron="ann", limit="day", amount=70_000))
    assert only(keeper.device(AllotHeadroom, place="table 7", **asks), HeadroomAllotted).amount == 10_000
    assert keeper.replays()


@pytest.mark.clause(STAR, "9.4")
@pytest.mark.parametrize("minutes", [10, 30])
def test_a_break_is_short_and_near_to_the_end(minutes: int) -> None:
    midnight, near = sydney(3, 3), timedelta(minutes=minutes)
    keeper = ann(day=100_000)
    if minutes != 30:
        happened(keeper.operator(SetPolicy, policy=Policy(rollover=RolloverPolicy(minutes=minutes))))
    keeper.until(midnight - timedelta(minutes=1))
    ends = midnight + near
    assert refused(keeper.supervisor(RequireBreak, patron="ann", until=ends + SECOND)) == (
        Why.ABOVE_MAXIMUM,
        f"{STAR} 9.4",
    )
    happened(keeper.supervisor(RequireBreak, patron="ann", until=ends))
    keeper.until(ends - timedelta(seconds=2))
    happened(keeper.supervisor(RequireBreak, patron="ann", until=ends))
    assert refused(keeper.supervisor(RequireBreak, patron="ann", until=keeper.now + SECOND)) == (
        Why.WRONG_TIME,
        f"{STAR} 9.4",
    )
    late = ends + timedelta(hours=1)
    assert refused(keeper.until(ends + SECOND).supervisor(RequireBreak, patron="ann", until=late)) == (
        Why.NOT_YET,
        f"{STAR} 9.4",
    )


@pytest.mark.clause(STAR, "9.4")
def test_the_end_that_counts_is_that_of_a_period_with_a_limit() -> None:
    keeper = ann(week=100_000)
    soon = timedelta(minutes=5)
    keeper.until(sydney(3, 3) - soon)
    assert refused(keeper.supervisor(RequireBreak, patron="ann", until=sydney(3, 3)))[0] == Why.NOT_YET
    keeper.until(sydney(3, 9) - soon)
    happened(keeper.supervisor(RequireBreak, patron="ann", until=sydney(3, 9)))


@pytest.mark.clause(STAR, "9.4")
def test_a_break_is_for_a_supervisor_to_require_and_of_someone_with_a_limit() -> None:
    keeper = ann()
    until = sydney(3, 3)
    assert refused(keeper.cashier(RequireBreak, patron="ann", until=until)) == (Why.NOT_ALLOWED, f"{STAR} 9.4")
    assert refused(keeper.supervisor(RequireBreak, patron="bob", until=until)) == (Why.UNKNOWN_PATRON, None)
    assert refused(keeper.supervisor(RequireBreak, patron="ann", until=until)) == (Why.NOT_ELIGIBLE, f"{STAR} 9.4")


# --- declarations and directions


@pytest.mark.clause(STAR, "9.2", "9.2.1", "9.2.2", "9.2.3")
def test_chips_bought_brought_and_taken_are_on_record_by_patron_and_table() -> None:
    keeper = ann(day=100_000)
    for what, clause, amount in (("bought", "9.2.1", 500), ("brought", "9.2.2", 300), ("taken", "9.2.3", 700)):
        for late in (False, True):
            says: dict[str, Any] = {"patron": "ann", "table": "table 7", "what": what, "amount": amount, "late": late}
            found = only(keeper.device(RecordDeclaration, **says), DeclarationRecorded)
            assert (found.clause, found.late) == (f"{STAR} {clause}", late and what != "taken")
    happened(keeper.patron("ann", RecordDeclaration, patron="ann", table="table 8", what="taken", amount=0))
    declared = patron(keeper).days[date(2026, 3, 2)].declared
    assert declared == {
        "table 7": Declarations(bought=1_000, brought=600, taken=1_400, late=800),
        "table 8": Declarations(),
    }
    assert keeper.replays()


@pytest.mark.clause(STAR, "9.2.4", "9.5")
def test_directions_are_on_record_and_those_not_followed_are_counted() -> None:
    keeper = ann(month=100_000)
    says: dict[str, Any] = {"patron": "ann", "table": "table 7", "direction": "keep your chips in one stack"}
    assert only(keeper.device(RecordDirection, **says), DirectionRecorded).followed
    for _ in range(2):
        assert kinds(happened(keeper.cashier(RecordDirection, followed=False, **says))) == ["DirectionRecorded"]
    assert patron(keeper).days[date(2026, 3, 2)].declared["table 7"].ignored == 2
    assert keeper.replays()


@pytest.mark.clause(STAR, "9.2")
def test_who_has_no_loss_limit_has_nothing_to_declare_and_nobody_declares_for_another() -> None:
    keeper = ann(deposit=1)
    chips: dict[str, Any] = {"patron": "ann", "table": "table 7", "what": "bought", "amount": 1}
    says: dict[str, Any] = {"patron": "ann", "table": "table 7", "direction": "stay"}
    assert refused(keeper.device(RecordDeclaration, **chips)) == (Why.NOT_ELIGIBLE, f"{STAR} 9.2.1")
    assert refused(keeper.device(RecordDirection, **says)) == (Why.NOT_ELIGIBLE, f"{STAR} 9.2.4")
    assert refused(keeper.patron("bob", RecordDeclaration, **chips)) == (Why.NOT_ALLOWED, None)


@pytest.mark.parametrize(
    "kind, fields",
    [
        (SetLimit, {"limit": "day", "amount": 1}),
        (DeclineLimit, {"limit": "day"}),
        (RecordDeclaration, {"table": "table 7", "what": "taken", "amount": 1}),
        (RecordDirection, {"table": "table 7", "direction": "stay"}),
    ],
)
def test_limits_are_for_people_the_house_knows(kind: type[Command], fields: dict[str, Any]) -> None:
    assert refused(Keeper().cashier(kind, patron="nobody", **fields)) == (Why.UNKNOWN_PATRON, None)


@pytest.mark.clause(STAR, '1.1 "Deposit Limit"')
def test_the_cage_takes_outside_money_up_to_the_deposit_limit_and_chips_beyond_it() -> None:
    keeper = ann(deposit=50_000)
    happened(keeper.cashier(DepositFunds, person="ann", amount=50_000, means="cash"))
    assert refused(keeper.cashier(DepositFunds, person="ann", amount=1, means="eftpos")) == (Why.DEPOSIT_LIMIT, DEPOSIT)
    happened(keeper.cashier(WithdrawFunds, person="ann", amount=20_000, means="cash"))
    assert refused(keeper.cashier(DepositFunds, person="ann", amount=1, means="cash")) == (Why.DEPOSIT_LIMIT, DEPOSIT)
    happened(keeper.cashier(DepositFunds, person="ann", amount=30_000, means="chips"))
    happened(keeper.until(sydney(3, 3)).cashier(DepositFunds, person="ann", amount=50_000, means="debit-card"))
    assert keeper.replays()


@pytest.mark.clause(STAR, "9.3", '1.1 "Loss Limit"')
def test_a_table_refuses_what_the_house_says_may_not_be_lost_any_more() -> None:
    keeper, table = ann(day=20_000), Croupier(STAR).opens().seats(ann=1)
    table.invites()
    happened(table.staff(SetLossLimit, seat=1, headroom=allots(keeper, "table 1")))
    assert refused(table.bets("ann", "small", 20_100)) == (Why.LOSS_LIMIT, "9.3")
    happened(table.bets("ann", "small", 15_000))
    table.settles(6, 6, 5)
    plays(keeper, 15_000, 0, "table 1")
    table.invites()
    happened(table.staff(SetLossLimit, seat=1, headroom=allots(keeper, "table 1")))
    assert refused(table.bets("ann", "small", 5_100)) == (Why.LOSS_LIMIT, "9.3")
    happened(table.bets("ann", "small", 5_000))
    assert keeper.replays()
    assert table.replays()


@pytest.mark.clause(STAR, '1.1 "Loss Limit"')
def test_what_is_put_right_later_counts_and_raises_or_lowers_what_may_be_lost() -> None:
    keeper = ann(day=10_000)
    assert allots(keeper, "table 7") == 10_000
    plays(keeper, 6_000, 0)
    fixes: dict[str, Any] = {"patron": "ann", "place": "table 7", "reason": "70.00 was due"}
    happened(keeper.device(CorrectPlay, gained=1_000, **fixes))
    assert net_loss(keeper.house, patron(keeper), "day", keeper.now) == 5_000
    assert patron(keeper).allotted == {"table 7": 5_000}
    happened(keeper.device(CorrectPlay, gained=-2_000, **fixes))
    assert left(keeper) == 3_000
    assert refused(keeper.device(CorrectPlay, gained=0, **fixes))[0] is Why.BAD_STAKE
    assert refused(keeper.device(CorrectPlay, gained=1, **{**fixes, "patron": "zoe"}))[0] is Why.UNKNOWN_PATRON
    assert keeper.replays()


@pytest.mark.clause(STAR, '1.1 "Loss Limit"')
def test_once_a_limit_is_gone_nothing_is_set_apart() -> None:
    keeper = ann(day=10_000)
    assert allots(keeper, "table 7") == 10_000
    happened(keeper.patron("ann", SetLimit, patron="ann", limit="day"))
    keeper.waits(hours=24)
    free = only(keeper.device(AllotHeadroom, patron="ann", place="table 7"), HeadroomAllotted)
    assert (free.amount, patron(keeper).allotted) == (None, {})


def test_a_policy_says_where_a_loss_limit_binds() -> None:
    keeper = ann(day=10_000)
    assert is_bound(keeper.house, documents=False)
    keeper.house.policy = Policy(loss_limits="documents_that_say_so")
    assert not is_bound(keeper.house, documents=False)
    assert is_bound(keeper.house, documents=True)


@pytest.mark.clause(STAR, "9.3")
def test_a_patron_is_told_at_which_tables_a_loss_limit_does_not_bind() -> None:
    keeper = ann(day=10_000)
    tables = {"star": True, "craps": False, "crown": False}
    assert not_bound(keeper.house, "ann", tables, keeper.now) == ()
    keeper.house.policy = Policy(loss_limits="documents_that_say_so")
    assert not_bound(keeper.house, "ann", tables, keeper.now) == ("craps", "crown")
    assert not_bound(keeper.house, "bob", tables, keeper.now) == (), "he is not on the books"
    assert not_bound(ann().house, "ann", tables, keeper.now) == (), "she has no limit"


# --- what is set apart for one place moves to another


def brings(keeper: Keeper, place: str) -> Any:
    return keeper.patron("ann", BringHeadroom, patron="ann", place=place)


def returns(keeper: Keeper, amount: int, allotment: str | None = None, to: str = "table 8") -> Any:
    by = patron(keeper).allotments["table 7"] if allotment is None else allotment
    fields = {"patron": "ann", "place": "table 7", "amount": amount, "allotment": by, "wanted_at": to}
    return keeper.device(ReturnHeadroom, **fields)


@pytest.mark.clause(STAR, "9.3")
def test_what_a_place_gives_up_is_set_apart_for_the_one_that_wants_it() -> None:
    keeper = ann(day=10_000)
    assert (allots(keeper, "table 7"), allots(keeper, "table 8")) == (10_000, 0)
    assert only(brings(keeper, "table 8"), HeadroomWanted).place == "table 8"
    assert patron(keeper).allotted == {"table 7": 10_000, "table 8": 0}, "nobody has given anything up"
    assert kinds(returns(keeper, 7_000)) == ["HeadroomReturned", "HeadroomAllotted"]
    assert patron(keeper).allotted == {"table 7": 3_000, "table 8": 7_000}
    plays(keeper, 3_000)
    assert patron(keeper).allotted == {"table 7": 0, "table 8": 7_000}


@pytest.mark.clause(STAR, "9.3")
def test_a_limit_that_was_lowered_meanwhile_is_kept() -> None:
    keeper = ann(day=10_000)
    allots(keeper, "table 7")
    allots(keeper, "table 8")
    happened(keeper.patron("ann", SetLimit, patron="ann", limit="day", amount=4_000))
    happened(returns(keeper, 7_000))
    assert patron(keeper).allotted == {"table 7": 3_000, "table 8": 1_000}


@pytest.mark.clause(STAR, "9.3")
def test_what_was_given_up_of_an_earlier_allotment_moves_nothing() -> None:
    keeper = ann(day=10_000)
    allots(keeper, "table 7")
    allots(keeper, "table 8")
    before = patron(keeper).allotments["table 7"]
    allots(keeper, "table 7")
    assert refused(returns(keeper, 7_000, before)) == (Why.ALREADY_DONE, "star-sicbo-2024 9.3")
    assert patron(keeper).allotted == {"table 7": 10_000, "table 8": 0}
    unknown = {"patron": "zoe", "place": "table 7", "amount": 1, "allotment": before, "wanted_at": "table 8"}
    assert refused(keeper.device(ReturnHeadroom, **unknown))[0] is Why.UNKNOWN_PATRON


@pytest.mark.clause(STAR, "9.3")
def test_whoever_has_left_the_place_that_wanted_it_finds_it_at_none() -> None:
    keeper = ann(day=10_000)
    allots(keeper, "table 7")
    assert kinds(returns(keeper, 7_000, to="table 9")) == ["HeadroomReturned"]
    assert patron(keeper).allotted == {"table 7": 3_000}
    happened(keeper.patron("ann", SetLimit, patron="ann", limit="day"))
    keeper.waits(hours=24)
    assert kinds(returns(keeper, 1_000)) == ["HeadroomReturned"], "there is no limit any more"


@pytest.mark.clause(STAR, "9.3")
def test_only_what_is_set_apart_elsewhere_can_be_brought_and_only_by_its_patron() -> None:
    keeper = ann(day=10_000)
    assert refused(brings(keeper, "table 8")) == (Why.NOT_ELIGIBLE, "star-sicbo-2024 9.3")
    allots(keeper, "table 8")
    answer = brings(keeper, "table 8")
    assert refused(answer) == (Why.ALREADY_DONE, "star-sicbo-2024 9.3")
    assert "$100 may be lost at table 8 and $0 is set apart elsewhere; stake at most $100" in answer.message
    assert refused(keeper.patron("bob", BringHeadroom, patron="ann", place="table 8"))[0] is Why.NOT_ALLOWED
