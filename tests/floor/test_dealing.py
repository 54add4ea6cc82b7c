"""What a dealer does next, on a clock that jumps from step to step: none is ever refused, and none is missing."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dicehouse.floor.dealing import Step, ends, next_step, window_ends
from dicehouse.floor.plan import Pace
from dicehouse.floor.running import STEPS
from dicehouse.floor.tumbler import Drawn, draw
from dicehouse.odds.value import values
from dicehouse.refusal import Refused
from dicehouse.rulebooks import load
from dicehouse.table import Config, Kind, Phase, act, new_table
from dicehouse.table.betting import PlaceWager
from dicehouse.table.config import Limits, Sign
from dicehouse.table.craps_roll import CallRoll
from dicehouse.table.dealt import Tumble
from dicehouse.table.dealt_result import Uncover
from dicehouse.table.electronic import ReportDice
from dicehouse.table.opening import AnnounceClosing, OpenTable
from dicehouse.table.orders import Answer, Command
from dicehouse.table.people import BringChips, TakeSeat
from dicehouse.table.sealing import SealDice
from dicehouse.table.seats import Card
from dicehouse.table.shooter import AcceptDice, OfferDice, TakeDice
from dicehouse.table.table_sign import ChangeLimits, EnforceLimits, LimitsChanged
from dicehouse.table.throw import ThrowDice
from tests.soak import SOAK

BOOKS = ("star-sicbo-2024", "star-sicbo-pre2024", "crown-sicbo-a", "crown-sicbo-b", "aruze-sicbo", "star-craps")
PACE = Pace(betting=20, beat=1.5, show=5)
EXAMPLES = 2_000 if SOAK else 15
NOON = datetime(2026, 11, 16, 1, tzinfo=UTC)


class Shift:
    """One table, its practice dealer and its players, on a clock of their own."""

    def __init__(self, book: str, seed: int, players: int = 2) -> None:
        self.table = new_table(load(book), Config(name="T"))
        self.chance = random.Random(seed)
        self.now = self.since = NOON
        self.drawn = Drawn((), "")
        self.count = 0
        over = tuple(it.wager.id for it in values(self.table.book) if it.returns > 1)
        self.does(OpenTable, "close_table", float=10**9, acknowledged=over)
        for seat in range(1, players + 1):
            self.says(f"p{seat}", TakeSeat, seat=seat, card=Card(str(seat), f"p{seat}"))
            self.says(f"p{seat}", BringChips, seat=seat, amount=10**7)

    def says(self, who: str, order: type[Command], role: str = "player", **fields: Any) -> Answer:
        self.count += 1
        answer = act(self.table, order(id=f"c{self.count}", at=self.now, by=who, role=role, **fields))
        if not isinstance(answer, Refused):
            self.since = next((event.at for event in answer if isinstance(event, STEPS)), self.since)
        return answer

    def does(self, order: type[Command], power: str, **fields: Any) -> Answer:
        return self.says("crew", order, self.table.book.powers[power].by[0], **fields)

    def step(self) -> Step | None:
        """The next step, taken when it is due."""
        step = next_step(self.table, PACE, self.since, self.now, practice=True)
        if step is None:
            return None
        self.now = max(self.now, step.due)
        fields = {**step.fields, **self.dice_for(step.order)}
        answer = self.says(step.by, step.order, step.role(self.table), **fields)
        assert not isinstance(answer, Refused), (step, answer)
        return step

    def dice_for(self, order: type[Command]) -> dict[str, Any]:
        if order in {Tumble, SealDice, CallRoll}:
            self.drawn = draw(self.table.book.dice, self.chance)
        if order in {Tumble, SealDice}:
            return {"seal": self.drawn.seal}
        if order in {Uncover, ReportDice}:
            return {"dice": self.drawn.dice, "salt": self.drawn.salt}
        return {"dice": self.drawn.dice} if order is CallRoll else {}

    def bets(self, seat: int, wager: str) -> bool:
        answer = self.says(f"p{seat}", PlaceWager, seat=seat, wager=wager, stake=1_000)
        return not isinstance(answer, Refused)

    def results(self) -> int:
        return len(self.table.history)


@pytest.mark.parametrize("book", BOOKS)
@given(seed=st.integers(0, 2**32), wagers=st.lists(st.tuples(st.integers(1, 2), st.integers(0, 200)), max_size=25))
@settings(max_examples=EXAMPLES)
def test_a_dealer_is_never_refused_and_never_stuck_while_wagers_stand(
    book: str, seed: int, wagers: list[tuple[int, int]]
) -> None:
    shift = Shift(book, seed)
    offered = list(shift.table.book.wagers)
    for seat, number in wagers:
        shift.bets(seat, offered[number % len(offered)])
        for _ in range(3):
            shift.step()
    for _ in range(2_000):
        if not shift.table.bets:
            return
        if shift.step() is None:
            break
    if shift.table.kind is Kind.CRAPS and shift.table.layout.markers["puck"] == "off":
        assert shift.bets(1, "win-line")  # whoever has only sleeping wagers is waited for
        for _ in range(5_000):
            if not shift.table.bets or shift.step() is None:
                break
    assert not shift.table.bets or shift.table.kind is Kind.CRAPS


@pytest.mark.parametrize("book", [it for it in BOOKS if it != "aruze-sicbo"])
def test_nothing_begins_at_a_table_without_players(book: str) -> None:
    assert Shift(book, 1, players=0).step() is None


@pytest.mark.parametrize("book", BOOKS)
def test_people_who_deal_are_not_hurried(book: str) -> None:
    shift = Shift(book, 1)
    shift.bets(1, "win-line" if book == "star-craps" else "big")
    step = next_step(shift.table, PACE, shift.since, shift.now, practice=False)
    assert (step is None) == (book != "aruze-sicbo")


def test_a_betting_period_begins_with_the_first_wager_and_lasts_as_long_as_it_was_set() -> None:
    shift = Shift("star-sicbo-2024", 1)
    while shift.table.phase is not Phase.BETTING:
        shift.step()
    period = timedelta(seconds=PACE.betting)

    def end() -> datetime | None:
        return ends(shift.table, PACE, shift.since, shift.now, practice=True)

    shift.now += 3.5 * period
    assert end() is None
    assert shift.step() is None
    began = shift.now
    assert shift.bets(1, "big")
    assert end() == began + period
    shift.now += 0.9 * period
    assert shift.bets(2, "small")
    assert end() == began + period
    assert shift.step().due == began + period  # type: ignore[union-attr]


@pytest.mark.clause("star-craps", "3.9")
@given(st.integers(0, 2**32))
def test_the_stickperson_throws_for_wagers_that_have_no_shooter_until_a_player_has_a_line_wager(seed: int) -> None:
    shift = Shift("star-craps", seed, players=1)
    assert shift.bets(1, "win-line")
    while shift.table.bets:
        assert shift.step()
    assert shift.bets(1, "field")
    orders = []
    while shift.table.bets:
        step = shift.step()
        assert step is not None
        orders.append(step.order)
    assert TakeDice in orders
    if shift.bets(1, "win-line"):
        assert shift.step().order is OfferDice  # type: ignore[union-attr]
        assert shift.step().order is AcceptDice  # type: ignore[union-attr]
        assert shift.step().order is ThrowDice  # type: ignore[union-attr]


@pytest.mark.clause("star-craps", "4.1")
def test_whoever_took_the_dice_has_the_betting_period_for_a_line_wager_and_alone_any_time() -> None:
    alone = Shift("star-craps", 1, players=1)
    assert alone.step().order is OfferDice  # type: ignore[union-attr]
    alone.says("p1", AcceptDice, seat=1, dice=(1, 2))
    assert alone.step() is None
    assert alone.bets(1, "win-line")
    assert alone.step().order is ThrowDice  # type: ignore[union-attr]

    two = Shift("star-craps", 1, players=2)
    two.step()
    two.says("p1", AcceptDice, seat=1, dice=(1, 2))
    taken = two.now
    step = two.step()
    assert step is not None
    assert (step.order, step.due) == (OfferDice, taken + timedelta(seconds=PACE.betting))
    assert (two.table.hand.offered, two.table.hand.shooter) == (2, 0)


@pytest.mark.clause("aruze-sicbo", "3.10.3")
def test_the_dice_of_an_electronic_table_shoot_by_themselves_after_the_shooters_last_moment() -> None:
    shift = Shift("aruze-sicbo", 1)
    assert shift.bets(1, "big")
    while shift.table.phase is not Phase.SHOOTING:
        shift.step()
    last = shift.table.round.shoots_by
    assert last is not None
    step = shift.step()
    assert step is not None
    assert step.due == last + timedelta(microseconds=1)


@pytest.mark.parametrize("book", BOOKS)
def test_a_table_with_a_closing_notice_closes_once_its_time_has_come_and_no_wager_is_left(book: str) -> None:
    shift = Shift(book, 3)
    line = "win-line" if book == "star-craps" else "big"
    shift.does(AnnounceClosing, "close_table")
    for _ in range(3_000):
        closing = shift.table.closing
        if closing is None:
            break
        due = closing.at is not None and shift.now >= closing.at
        if not due and not shift.table.bets:
            shift.bets(1, line)
        assert shift.step() or not shift.table.bets
    assert shift.table.phase is Phase.CLOSED


@pytest.mark.clause("star-craps", "7.5")
def test_the_clock_puts_new_limits_in_force_between_two_hands_of_craps_at_their_time() -> None:
    shift = Shift("star-craps", 1)
    shift.does(ChangeLimits, "change_limits", sign=Sign(Limits(2_000, 100_000)))
    step = next_step(shift.table, PACE, shift.since, shift.now, practice=False)
    assert step is not None
    assert (step.order, step.due, step.role(shift.table)) == (EnforceLimits, NOON + timedelta(minutes=20), "device")
    shift.now = step.due
    answer = shift.says(step.by, step.order, step.role(shift.table))
    assert not isinstance(answer, Refused)
    assert [type(it) for it in answer] == [LimitsChanged]
    assert next_step(shift.table, PACE, shift.since, shift.now, practice=False) is None


@pytest.mark.parametrize("book", [it for it in BOOKS if it != "star-craps"])
def test_elsewhere_a_round_brings_new_limits_with_it_and_the_clock_does_nothing(book: str) -> None:
    shift = Shift(book, 1)
    shift.does(ChangeLimits, "change_limits", sign=Sign(Limits(200, 100_000)))
    step = next_step(shift.table, PACE, shift.since, shift.now, practice=False)
    assert step is None or step.order is not EnforceLimits


@pytest.mark.clause("star-sicbo-2024", "6.1")
def test_between_two_rounds_the_dealer_waits_longer_while_a_super_streak_can_be_joined() -> None:
    pace = replace(PACE, window=12)
    shift = Shift("star-sicbo-2024", 1)

    def due(of: Pace) -> datetime:
        return next_step(shift.table, of, shift.since, shift.now, practice=True).due  # type: ignore[union-attr]

    assert due(pace) - shift.since == timedelta(seconds=PACE.show), "no run has begun"
    assert window_ends(shift.table, pace, shift.since, shift.now, practice=True) is None
    while shift.results() == 0 or shift.table.phase is not Phase.BETWEEN:
        if shift.table.phase is Phase.BETTING and not shift.table.bets:
            shift.bets(1, "big")
        shift.step()
    assert len(set(shift.table.history[-1])) > 1, "the first dice of this seed are no triple"
    assert due(pace) - shift.since == timedelta(seconds=12)
    assert due(PACE) - shift.since == timedelta(seconds=PACE.show)
    assert window_ends(shift.table, pace, shift.since, shift.now, practice=True) == due(pace)
    assert window_ends(shift.table, pace, shift.since, shift.now, practice=False) is None
