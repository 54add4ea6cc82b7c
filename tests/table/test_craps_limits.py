"""Limits at craps: in force from the first moment of a round, which is when the puck is Off and the last roll paid."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from dicehouse.refusal import Refused, Why
from dicehouse.table import Event
from dicehouse.table.betting import IncreaseWager, ReduceWager
from dicehouse.table.call_bets import ConfirmWager, DeclareWager
from dicehouse.table.config import Limits, Sign
from dicehouse.table.late_bets import FindWager, WagerFound
from dicehouse.table.orders import DEVICE
from dicehouse.table.people import TakeSeat
from dicehouse.table.settlement import WagerPlaced
from dicehouse.table.table_sign import ChangeLimits, EnforceLimits, LimitsChanged
from dicehouse.table.throw import CallNoRoll
from tests.croupier import happened, kinds, only, refused
from tests.stickperson import Stickperson

CRAPS = "star-craps"
DEARER, LOWER = Sign(Limits(1_000, 50_000)), Sign(Limits(500, 20_000))


def at_work() -> Stickperson:
    return Stickperson(sign=Sign(Limits(500, 50_000))).seats(ann=1, bob=2)


@pytest.mark.clause(CRAPS, "7.5")
@pytest.mark.parametrize("seconds, governs", [(-1, False), (0, True), (1_500, True)])
def test_a_raised_minimum_governs_the_win_line_before_the_come_out(seconds: int, governs: bool) -> None:
    """Ten to twenty minutes on its sign: the notice is over, and nobody has thrown."""
    table = at_work()
    happened(table.staff(ChangeLimits, sign=DEARER))
    table.now += timedelta(minutes=20, seconds=seconds - 1)
    answer = table.bets("ann", "win-line", 500)
    if governs:
        assert refused(answer) == (Why.BELOW_MINIMUM, "7.1")
        assert kinds(table.bets("ann", "win-line", 1_000)) == ["LimitsChanged", "WagerPlaced"]
    else:
        assert kinds(answer) == ["WagerPlaced"]
    assert table.replays()


@pytest.mark.clause(CRAPS, "7.5")
def test_a_lowered_maximum_governs_at_once_while_nobody_has_thrown() -> None:
    table = at_work()
    happened(table.bets("bob", "dont-win", 50_000, id="before"))
    assert kinds(table.staff(ChangeLimits, sign=LOWER)) == ["LimitsSigned", "LimitsChanged"]
    assert table.table.sign == LOWER
    assert refused(table.bets("ann", "win-line", 50_000)) == (Why.ABOVE_MAXIMUM, "7.3")
    happened(table.bets("ann", "win-line", 20_000))
    assert table.table.seats[2].on == {"dont-win": 50_000}, "what stands keeps its own"
    assert refused(table.player("bob", IncreaseWager, bet="before", stake=51_000)) == (Why.ABOVE_MAXIMUM, "7.3")
    happened(table.player("bob", ReduceWager, bet="before", stake=40_000))
    assert table.replays()


@pytest.mark.clause(CRAPS, "7.5")
def test_a_hand_in_progress_keeps_the_limits_that_it_began_with() -> None:
    table = at_work().shoots("ann")
    table.rolls(4, 2)
    assert kinds(table.staff(ChangeLimits, sign=LOWER)) == ["LimitsSigned"]
    happened(table.bets("bob", "place-win-8", 30_000))
    table.rolls(3, 2)
    happened(table.bets("bob", "field", 30_000))
    assert table.table.sign.every.maximum == 50_000
    ended = table.rolls(4, 2)
    assert kinds(ended).index("RoundEnded") < kinds(ended).index("LimitsChanged")
    assert refused(table.bets("bob", "field", 30_000)) == (Why.ABOVE_MAXIMUM, "7.3")
    assert table.table.seats[2].on == {"place-win-8": 30_000}
    assert table.replays()


@pytest.mark.clause(CRAPS, "7.5", "6.3")
def test_a_wager_that_is_called_out_before_the_come_out_is_under_them_too() -> None:
    table = at_work()
    happened(table.player("bob", DeclareWager, seat=2, wager="win-line", stake=500, id="early", with_="chips"))
    happened(table.staff(ChangeLimits, sign=DEARER))
    table.now += timedelta(minutes=20)
    answer = table.player("ann", DeclareWager, seat=1, wager="win-line", stake=500, with_="chips")
    assert refused(answer) == (Why.BELOW_MINIMUM, "7.1")
    assert refused(table.dealer(ConfirmWager, bet="early")) == (Why.BELOW_MINIMUM, "7.1")


@pytest.mark.clause(CRAPS, "7.5")
def test_limits_that_have_fallen_due_are_on_record_with_whatever_happens_next() -> None:
    table = at_work().shoots("ann")
    happened(table.staff(ChangeLimits, sign=DEARER))
    table.now += timedelta(minutes=20)
    taken = table.player("cy", TakeSeat, seat=3)
    assert only(taken, LimitsChanged).clause == "7.5"
    assert kinds(taken) == ["LimitsChanged", "SeatTaken"]
    assert kinds(table.bets("bob", "field", 1_000)) == ["WagerPlaced"], "once"
    table.throws()
    assert [type(it) for it in table.events].count(LimitsChanged) == 1
    assert table.replays()


@pytest.mark.clause(CRAPS, "7.5")
def test_where_a_round_is_one_roll_new_limits_come_with_the_next_roll() -> None:
    table = Stickperson({"craps_round": "roll"}, sign=Sign(Limits(500, 50_000))).seats(ann=1).shoots("ann")
    table.rolls(4, 2)
    happened(table.staff(ChangeLimits, sign=LOWER))
    assert refused(table.bets("ann", "field", 30_000)) == (Why.ABOVE_MAXIMUM, "7.3")
    table.throws()
    happened(table.staff(ChangeLimits, sign=Sign(Limits(500, 10_000))))
    assert table.table.sign == LOWER
    assert table.replays()


@pytest.mark.clause(CRAPS, "7.5")
def test_the_clock_brings_them_into_force_at_an_idle_table() -> None:
    table = at_work().shoots("ann")

    def clock() -> tuple[Event, ...] | Refused:
        return table.does(EnforceLimits, "the clock", DEVICE)

    assert refused(clock()) == (Why.ALREADY_DONE, "7.5")
    happened(table.staff(ChangeLimits, sign=DEARER))
    assert refused(clock()) == (Why.NOT_YET, "7.5")
    table.now += timedelta(minutes=20)
    assert kinds(clock()) == ["LimitsChanged"]
    assert table.table.sign == DEARER
    table.throws()
    happened(table.staff(ChangeLimits, sign=Sign(Limits(1_000, 20_000))))
    assert refused(clock()) == (Why.NOT_YET, "7.5"), "a hand is in progress"
    assert table.replays()


# --- found between two rolls


def rolled(*dice: tuple[int, int], **config: Any) -> tuple[Stickperson, datetime]:
    """A table at which bob's hand has had these rolls, and the moment before the first of them."""
    config.setdefault("sign", Sign(Limits(500, 100_000)))
    table = Stickperson(**config).seats(200_000, ann=1, bob=2).shoots("bob")
    before = table.now
    for roll in dice:
        table.rolls(*roll)
    return table, before


def finds(table: Stickperson, wager: str, stake: int, laid_at: datetime, **fields: Any) -> Any:
    return table.box(FindWager, seat=1, wager=wager, stake=stake, laid_at=laid_at, **fields)


@pytest.mark.clause(CRAPS, "7.3")
def test_a_wager_over_the_maximum_found_between_rolls_is_booked_and_brought_within_it() -> None:
    """1,500.00 on Place to Win 6 lay there when 8 was rolled; the most is 1,000.00."""
    table, before = rolled((6, 2))
    answer = finds(table, "place-win-6", 150_000, before, id="p6")
    found = only(answer, WagerFound)
    assert (found.stake, found.plays, found.ruling, found.clause) == (150_000, 100_000, "capped", "7.3")
    assert only(answer, WagerPlaced).how == "found"
    assert (table.table.seats[1].on, table.rack("ann")) == ({"place-win-6": 100_000}, 100_000)
    table.rolls(5, 1)
    assert table.rack("ann") == 100_000 + 100_000 + 116_700, "7 to 6 of 1,000.00, in chips of 1.00"
    assert table.replays()


@pytest.mark.clause(CRAPS, "7.2")
def test_one_below_the_minimum_found_between_rolls_stands() -> None:
    table, before = rolled((6, 2))
    found = only(finds(table, "hard-4", 100, before), WagerFound)
    assert (found.ruling, found.plays, found.clause) == ("stands", 100, "7.2")
    assert table.replays()


@pytest.mark.clause(CRAPS, "7.3", "6.1.1", "6.1.2")
@pytest.mark.parametrize("line, then, back", [("win-line", (4, 4), 200_000), ("dont-win", (3, 4), 200_000)])
def test_a_line_wager_found_after_the_come_out_has_the_point_that_was_thrown(
    line: str, then: tuple[int, int], back: int
) -> None:  # fmt: skip
    table, before = rolled((6, 2), (1, 2))
    laid = only(finds(table, line, 120_000, before, id="w"), WagerPlaced)
    assert (laid.state, table.table.layout.standing["w"].stake) == ("point_8", 100_000)
    table.rolls(*then)
    assert table.rack("ann") == 100_000 + back
    assert table.replays()


@pytest.mark.clause(CRAPS, "7.3", "6.6.1")
@pytest.mark.parametrize(
    "wager, dice, decided",
    [
        ("field", (6, 2), True),
        ("place-win-8", (6, 2), False),  # inactive on the come-out
        ("place-lose-8", (6, 2), True),
        ("hard-8", (6, 2), False),
        ("win-line", (6, 5), True),
        ("place-lose-6", (6, 2), False),
    ],
)
def test_what_an_earlier_roll_decided_stands_and_is_put_right_as_a_payment(
    wager: str, dice: tuple[int, int], decided: bool
) -> None:  # fmt: skip
    table, before = rolled(dice)
    answer = finds(table, wager, 120_000, before)
    if decided:
        assert refused(answer) == (Why.TOO_LATE, "7.3")
        assert "6-2" in answer.message or "6-5" in answer.message
    else:
        assert only(answer, WagerFound).plays == 100_000
    assert table.replays()


@pytest.mark.clause(CRAPS, "7.3")
def test_rolls_that_were_no_roll_and_dice_in_the_air_decide_nothing() -> None:
    table, before = rolled((6, 2))
    table.throws()
    happened(table.stick(CallNoRoll, reason="cocked dice"))
    table.throws()
    assert only(finds(table, "place-win-6", 120_000, before), WagerFound).plays == 100_000
    assert refused(finds(table, "field", 1_000, before)) == (Why.TOO_LATE, "7.3"), "8 was rolled before"
    assert refused(finds(table, "place-win-5", 1_000, table.now)) == (Why.BETTING_CLOSED, "6.3")
    assert table.replays()


@pytest.mark.clause(CRAPS, "6.3")
def test_what_was_laid_since_the_last_roll_is_placed_and_not_found() -> None:
    table, _ = rolled((6, 2))
    assert refused(finds(table, "place-win-6", 1_000, table.now)) == (Why.WRONG_PHASE, "6.3")
    fresh = at_work()
    assert refused(finds(fresh, "win-line", 1_000, fresh.now)) == (Why.WRONG_PHASE, "6.3")


@pytest.mark.clause(CRAPS, "7.3", "6.1.5")
def test_a_wager_behind_another_is_found_between_rolls_too() -> None:
    table, before = rolled((6, 2))
    happened(finds(table, "win-line", 1_000, before, id="w"))
    after = table.now
    table.rolls(1, 2)
    assert refused(finds(table, "behind-win-line", 2_000, before, on="w")) == (Why.TOO_LATE, "7.3"), "before the point"
    laid = only(finds(table, "behind-win-line", 2_000, after, on="w"), WagerPlaced)
    assert laid.state == "point_8"
    assert table.replays()


def test_a_table_remembers_the_rolls_of_the_last_minutes_and_not_all_of_them() -> None:
    table, before = rolled((6, 2), *[(6, 3)] * 19)
    happened(finds(table, "hard-4", 1_000, before))
    table.rolls(6, 3)
    assert refused(finds(table, "hard-4", 1_000, before)) == (Why.TOO_LATE, "7.3"), "21 rolls ago"
    assert len(table.table.hand.throws) == 20
