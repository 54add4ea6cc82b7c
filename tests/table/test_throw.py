"""A throw of the dice: in the air, at rest, called, judged, settled, or no roll."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.rulebooks import load
from dicehouse.table.betting import PlaceWager
from dicehouse.table.call_bets import ConfirmWager, DeclaredLapsed, DeclareWager
from dicehouse.table.config import Limits, Sign
from dicehouse.table.craps_roll import CallRoll, JudgeTopFace, RollCalled, RollSettled, SettleRoll, TopFaceJudged
from dicehouse.table.dice_set import ReportDiceOff
from dicehouse.table.orders import DEVICE, Phase
from dicehouse.table.settlement import WagerPlaced, WagersTakenBack
from dicehouse.table.settling import RoundBegan, RoundEnded
from dicehouse.table.shooter import DiceRelinquished, OfferDice, PassDice, TakeDice
from dicehouse.table.table_sign import ChangeLimits, LimitsChanged
from dicehouse.table.throw import CallNoRoll, DiceThrown, MarkRest, NoRollCalled, ReportThrow, ThrowDice, ThrowReported
from tests.croupier import happened, kinds, only, refused
from tests.stickperson import Stickperson

# For these the call of no roll may be made (5.2), for those it must (5.3).
MAY = {
    "not thrown together": "5.2.1",
    "missed the end of the table": "5.2.2",
    "irregular throw": "5.2.3",
    "other irregularity": "5.2.4",
}
MUST = {
    "off the table": "5.3.1",
    "one on the other": "5.3.2",
    "on the float": "5.3.3",
    "in the bowl or on a rail": "5.3.4",
    "cocked dice": "5.3.5",
    "not thrown by the shooter": "5.3.6",
    "device or trick": "5.3.7",
    "dice not approved": "5.3.8",
}


def ann_shoots(**fields: Any) -> Stickperson:
    return Stickperson(**fields).seats(ann=1, bob=3).shoots("ann", id="line")


# --- from the hand to the payment


@pytest.mark.clause("star-craps", "4.4", "4.4.1", "4.5", '1.1 "roll"', '1.1 "shooter"')
def test_a_throw_is_called_at_rest_then_settled_and_the_dice_go_back_to_the_shooter() -> None:
    table = ann_shoots()
    happened(table.bets("bob", "field", 500))
    happened(table.bets("bob", "any-seven", 500))
    thrown = only(table.player("ann", ThrowDice), DiceThrown)
    assert (thrown.seat, thrown.dice, thrown.come_out, thrown.clause) == (1, (1, 2), True, "4.2")
    assert (table.table.phase, table.table.round.rested) == (Phase.IN_THE_AIR, False)
    called = only(table.stick(CallRoll, dice=(4, 5)), RollCalled)
    assert (called.total, called.come_out, called.clause) == (9, True, "4.4.1")
    assert (table.table.phase, table.table.round.rested) == (Phase.CALLED, True)
    done = happened(table.dealer(SettleRoll))
    assert kinds(done) == ["LosersCollected", "WinnersPaid", "WagersMoved", "RollSettled"]
    assert {it.clause for it in done} == {"4.5"}
    assert (table.table.phase, table.puck, table.table.hand.shooter) == (Phase.BETTING, "point_9", 1)
    assert table.rack("bob") == 100_000
    assert table.table.last_dice == (4, 5)
    assert only(done, RollSettled).roll == 1
    assert table.replays()


@pytest.mark.clause("star-craps", "3.7.1", '1.1 "7 Out"')
def test_a_shooter_throws_from_come_out_to_seven_out() -> None:
    table = ann_shoots()
    for dice, puck in (((3, 3), "point_6"), ((2, 3), "point_6"), ((1, 5), "off")):
        table.rolls(*dice)
        assert table.puck == puck
    assert table.rack("ann") == 101_000
    happened(table.bets("ann", "win-line", 1_000))
    table.rolls(3, 4)
    assert table.rack("ann") == 102_000
    assert table.table.hand.shooter == 1, "a seven on the come-out is no seven-out"
    happened(table.bets("ann", "win-line", 1_000))
    table.rolls(4, 4)
    out = only(table.rolls(3, 4), DiceRelinquished)
    assert (out.seat, out.why, out.clause) == (1, "7 out", "3.7.1")
    assert (table.puck, table.table.hand.shooter, table.rack("ann")) == ("off", 0, 101_000)
    assert table.table.history == [(3, 3), (2, 3), (1, 5), (3, 4), (4, 4), (3, 4)]
    assert table.table.hand.rolls == 6
    assert table.replays()


def test_losers_are_collected_before_winners_are_paid_and_only_the_latest_roll_is_kept() -> None:
    table = ann_shoots()
    happened(table.bets("bob", "field", 500))
    table.rolls(4, 5)
    assert [it.wager for it in table.table.last] == ["field"]
    table.rolls(2, 4)
    assert table.table.last == ()


# --- who throws


@pytest.mark.clause("star-craps", "4.1")
def test_without_a_line_wager_nobody_throws() -> None:
    table = Stickperson().seats(ann=1)
    happened(table.bets("ann", "field", 500))
    assert table.offers() == 1
    happened(table.accepts("ann"))
    assert refused(table.player("ann", ThrowDice)) == (Why.NOT_ELIGIBLE, "4.1")
    assert refused(table.stick(ThrowDice)) == (Why.NOT_ELIGIBLE, "4.1")
    happened(table.bets("ann", "dont-win", 500))
    happened(table.player("ann", ThrowDice, seat=1))
    assert table.replays()


@pytest.mark.clause("star-craps", "4.3")
def test_after_a_decision_the_shooter_needs_a_new_line_wager() -> None:
    table = ann_shoots()
    table.rolls(6, 5)
    assert refused(table.player("ann", ThrowDice)) == (Why.NOT_ELIGIBLE, "4.3")
    happened(table.bets("ann", "win-line", 500))
    happened(table.player("ann", ThrowDice))


def test_a_player_throws_for_nobody_else() -> None:
    table = ann_shoots()
    assert refused(table.player("bob", ThrowDice)) == (Why.NOT_YOUR_SEAT, "3.3")
    assert refused(table.player("bob", ThrowDice, seat=1)) == (Why.NOT_YOUR_SEAT, "3.3")
    assert refused(table.player("ann", ThrowDice, seat=3)) == (Why.NOT_YOUR_SEAT, "3.3")
    happened(table.player("ann", PassDice))
    assert refused(table.player("ann", ThrowDice)) == (Why.NOT_YOUR_SEAT, "3.3")
    assert refused(table.stick(ThrowDice)) == (Why.NOT_ELIGIBLE, "4.1")


@pytest.mark.clause("star-craps", "5.3.6")
@pytest.mark.parametrize("given_up", [False, True])
def test_dice_thrown_by_anyone_but_the_shooter_are_no_roll(given_up: bool) -> None:
    table = ann_shoots()
    if given_up:
        happened(table.player("ann", PassDice))
    thrown = only(table.stick(ThrowDice, seat=3), DiceThrown)
    assert (thrown.seat, thrown.no_result_due, thrown.clause) == (3, "not thrown by the shooter", "5.3.6")
    assert refused(table.stick(CallRoll, dice=(3, 4))) == (Why.NO_RESULT_DUE, "5.3.6")
    happened(table.stick(CallNoRoll, reason="not thrown by the shooter"))
    assert table.table.layout.standing["line"].state == 0
    assert table.replays()


# --- what the dice show


@pytest.mark.clause("star-craps", "4.4.2")
def test_of_a_die_that_leans_the_face_opposite_the_obstruction_counts() -> None:
    table = ann_shoots().throws()
    assert refused(table.stick(CallRoll, dice=(3, 5), leaning=(0, 1))) == (Why.WRONG_DICE, "4.4.2")
    assert refused(table.stick(CallRoll, dice=(3, 6), leaning=(0,))) == (Why.WRONG_DICE, "4.4.2")
    assert only(table.stick(CallRoll, dice=(3, 6), leaning=(0, 1)), RollCalled).total == 9
    assert only(table.stick(CallRoll, dice=(1, 5), leaning=(6, 2)), RollCalled).total == 6


@pytest.mark.parametrize("dice", [(), (3,), (1, 2, 3)])
@pytest.mark.parametrize("kind", [CallRoll, JudgeTopFace])
def test_a_roll_is_two_dice(kind: Any, dice: tuple[int, ...]) -> None:
    assert refused(ann_shoots().throws().box(kind, dice=dice)) == (Why.WRONG_DICE, "4.4.1")


def test_a_slip_of_the_tongue_is_put_right_before_settlement() -> None:
    table = ann_shoots().throws()
    happened(table.stick(CallRoll, dice=(3, 4)))
    assert only(table.stick(CallRoll, dice=(3, 5)), RollCalled).corrects == (3, 4)
    happened(table.dealer(SettleRoll))
    assert table.puck == "point_8"


@pytest.mark.clause("star-craps", "4.4.3")
def test_in_a_dispute_over_the_uppermost_face_the_boxperson_decides_finally() -> None:
    table = ann_shoots().throws()
    happened(table.stick(CallRoll, dice=(6, 1)))
    assert refused(table.stick(JudgeTopFace, dice=(6, 2))) == (Why.NOT_ALLOWED, "4.4.3")
    judged = only(table.box(JudgeTopFace, dice=(6, 2)), TopFaceJudged)
    assert (judged.total, judged.corrects, judged.clause) == (8, (6, 1), "4.4.3")
    assert refused(table.stick(CallRoll, dice=(6, 1))) == (Why.ALREADY_DONE, "4.4.3")
    assert refused(table.staff(JudgeTopFace, dice=(6, 1))) == (Why.ALREADY_DONE, "4.4.3")
    happened(table.dealer(SettleRoll))
    assert table.puck == "point_8"
    happened(table.stick(ThrowDice))
    happened(table.stick(CallRoll, dice=(6, 2)))
    assert table.replays()


def test_the_boxperson_may_decide_before_the_call() -> None:
    table = ann_shoots().throws()
    assert only(table.box(JudgeTopFace, dice=(2, 2)), TopFaceJudged).corrects == ()
    happened(table.dealer(SettleRoll))
    assert table.puck == "point_4"


# --- no roll


@pytest.mark.parametrize(
    "reason, clause", [pytest.param(*it, marks=pytest.mark.clause("star-craps", "5.2", it[1])) for it in MAY.items()]
)
def test_some_reasons_permit_the_call_of_no_roll(reason: str, clause: str) -> None:
    table = ann_shoots().throws()
    seen = only(table.dealer(ReportThrow, reason=reason), ThrowReported)
    assert (seen.reason, seen.no_result_due, seen.clause) == (reason, "", clause)
    happened(table.stick(CallRoll, dice=(3, 4)))
    happened(table.dealer(SettleRoll))
    assert table.rack("ann") == 101_000
    happened(table.bets("ann", "win-line", 1_000))
    table.throws()
    assert only(table.stick(CallNoRoll, reason=reason), NoRollCalled).clause == clause
    assert (table.table.phase, table.rack("ann")) == (Phase.BETTING, 100_000)
    assert table.replays()


@pytest.mark.parametrize("called_first", [False, True])
@pytest.mark.parametrize(
    "reason, clause", [pytest.param(*it, marks=pytest.mark.clause("star-craps", "5.3", it[1])) for it in MUST.items()]
)
def test_other_reasons_leave_nothing_but_no_roll(reason: str, clause: str, called_first: bool) -> None:
    table = ann_shoots().throws()
    if called_first:
        happened(table.stick(CallRoll, dice=(3, 4)))
    seen = only(table.dealer(ReportThrow, reason=reason), ThrowReported)
    assert (seen.no_result_due, seen.clause) == (reason, clause)
    happened(table.dealer(ReportThrow, reason="irregular throw"))
    assert refused(table.stick(CallRoll, dice=(3, 4))) == (Why.NO_RESULT_DUE, clause)
    assert refused(table.box(JudgeTopFace, dice=(3, 4))) == (Why.NO_RESULT_DUE, clause)
    if called_first:
        assert refused(table.dealer(SettleRoll)) == (Why.NO_RESULT_DUE, clause)
    assert only(table.stick(CallNoRoll, reason=reason), NoRollCalled).clause == clause
    table.rolls(3, 4)
    assert table.rack("ann") == 101_000
    assert table.replays()


def test_no_roll_is_called_for_no_other_reason() -> None:
    assert load("star-craps").no_result.reasons == {**MAY, **MUST}
    assert load("star-craps").no_result.optional == set(MAY)


@pytest.mark.clause("star-craps", "5.1")
@pytest.mark.parametrize("role", ["stickperson", "boxperson", "casino-supervisor"])
def test_no_roll_is_called_by_the_stickperson_or_a_supervisor_and_wagers_wait(role: str) -> None:
    table = ann_shoots()
    happened(table.bets("bob", "field", 500, id="field"))
    table.throws()
    assert refused(table.dealer(CallNoRoll, reason="irregular throw")) == (Why.NOT_ALLOWED, "5.1")
    happened(table.staff(CallNoRoll, role, reason="irregular throw"))
    assert set(table.table.bets) == {"line", "field"}
    assert (table.puck, table.table.hand.shooter, table.table.hand.invalid) == ("off", 1, 1)
    table.rolls(4, 5)
    assert table.rack("bob") == 100_500, "a wager on one roll waits for the next valid one"
    assert table.replays()


@pytest.mark.parametrize("kind", [ReportThrow, CallNoRoll])
def test_a_reason_is_one_of_the_rulebook(kind: Any) -> None:
    answer = ann_shoots().throws().stick(kind, reason="bad luck")
    assert refused(answer) == (Why.NO_RESULT_DUE, "5.1")


@pytest.mark.clause("star-craps", "5.1")
def test_where_the_reading_voids_wagers_a_no_roll_gives_them_back() -> None:
    table = ann_shoots(readings={"no_result_effect": "void"})
    table.throws()
    answer = table.stick(CallNoRoll, reason="cocked dice")
    assert [it.result for it in only(answer, WagersTakenBack).settled] == ["void"]
    assert (table.rack("ann"), table.table.bets) == (100_000, {})
    happened(table.bets("ann", "win-line", 500))
    happened(table.stick(ThrowDice))
    assert table.replays()


def test_a_no_roll_with_nothing_on_the_layout_gives_nothing_back() -> None:
    table = ann_shoots(readings={"no_result_effect": "void"})
    table.throws()
    happened(table.stick(CallNoRoll, reason="cocked dice"))
    happened(table.stick(ThrowDice, seat=3))
    assert kinds(table.stick(CallNoRoll, reason="not thrown by the shooter")) == ["NoRollCalled"]


@pytest.mark.clause("star-craps", "5.3.1")
def test_a_die_reported_off_the_table_in_flight_forces_no_roll() -> None:
    table = ann_shoots().throws()
    happened(table.dealer(ReportDiceOff, dice=(2,)))
    assert refused(table.stick(CallRoll, dice=(3, 4))) == (Why.NO_RESULT_DUE, "5.3.1")
    happened(table.stick(CallNoRoll, reason="off the table"))
    assert refused(table.stick(ThrowDice)) == (Why.WRONG_DICE, "3.4.2")


# --- in the air and at rest


@pytest.mark.clause("star-craps", "6.3")
def test_a_wager_in_the_air_counts_when_confirmed_before_the_dice_rest() -> None:
    table = ann_shoots().throws()
    late = table.player("bob", PlaceWager, seat=3, wager="field", stake=500)
    assert refused(late) == (Why.BETTING_CLOSED, "6.3")
    happened(table.player("bob", DeclareWager, seat=3, wager="field", stake=500, id="in time"))
    happened(table.player("bob", DeclareWager, seat=3, wager="field", stake=500, id="too late"))
    placed = only(table.dealer(ConfirmWager, bet="in time"), WagerPlaced)
    assert (placed.how, placed.by, placed.person) == ("in the air", "dora", "bob")
    rested = happened(table.stick(MarkRest))
    assert kinds(rested) == ["DiceRested", "DeclaredLapsed"]
    assert only(rested, DeclaredLapsed).bets == ("too late",)
    assert refused(table.dealer(ConfirmWager, bet="too late")) == (Why.UNKNOWN_ID, "6.3")
    again = table.player("bob", DeclareWager, seat=3, wager="field", stake=500)
    assert refused(again) == (Why.BETTING_CLOSED, "6.3")
    happened(table.stick(CallRoll, dice=(4, 5)))
    happened(table.dealer(SettleRoll))
    assert table.rack("bob") == 100_500
    assert table.replays()


@pytest.mark.clause("star-craps", "6.3")
@pytest.mark.parametrize(
    "who, kind, fields",
    [
        ("stick", CallRoll, {"dice": (4, 5)}),
        ("box", JudgeTopFace, {"dice": (4, 5)}),
        ("stick", CallNoRoll, {"reason": "cocked dice"}),
    ],
    ids=["called", "judged", "no roll"],
)
def test_what_nobody_confirmed_lapses_with_the_call(who: str, kind: Any, fields: dict[str, Any]) -> None:
    table = ann_shoots().throws()
    happened(table.player("bob", DeclareWager, seat=3, wager="field", stake=500, id="field"))
    assert only(getattr(table, who)(kind, **fields), DeclaredLapsed).bets == ("field",)
    assert refused(table.dealer(ConfirmWager, bet="field")) == (Why.UNKNOWN_ID, "6.3")
    assert table.replays()


def test_a_device_may_mark_that_the_dice_rest_and_nobody_twice() -> None:
    table = ann_shoots().throws()
    happened(table.does(MarkRest, "camera", DEVICE))
    assert refused(table.stick(MarkRest)) == (Why.ALREADY_DONE, "3.1")
    happened(table.stick(CallRoll, dice=(6, 6)))
    assert refused(table.stick(MarkRest))[0] is Why.WRONG_PHASE


@pytest.mark.clause("star-craps", "3.1")
def test_the_stickperson_has_the_dice_in_hand_and_the_dealer_has_not() -> None:
    table = ann_shoots()
    assert refused(table.dealer(ThrowDice)) == (Why.NOT_ALLOWED, "3.1")
    table.throws()
    assert refused(table.dealer(MarkRest)) == (Why.NOT_ALLOWED, "3.1")
    assert refused(table.dealer(CallRoll, dice=(1, 2))) == (Why.NOT_ALLOWED, "4.4.1")


# --- the order of a throw


def test_each_step_has_its_turn() -> None:
    table = ann_shoots()
    steps: dict[Any, dict[str, Any]] = {
        MarkRest: {},
        CallRoll: {"dice": (1, 2)},
        JudgeTopFace: {"dice": (1, 2)},
        ReportThrow: {"reason": "cocked dice"},
        CallNoRoll: {"reason": "cocked dice"},
        SettleRoll: {},
    }
    for kind, fields in steps.items():
        assert refused(table.box(kind, **fields))[0] is Why.WRONG_PHASE
    table.throws()
    assert refused(table.box(ThrowDice))[0] is Why.WRONG_PHASE
    assert refused(table.box(SettleRoll))[0] is Why.WRONG_PHASE


@pytest.mark.parametrize("kind", [OfferDice, TakeDice, ThrowDice])
def test_while_play_is_stopped_nobody_throws(kind: Any) -> None:
    table = ann_shoots()
    table.table.stopped = "the lights are out"
    assert refused(table.stick(kind))[0] is Why.PLAY_STOPPED


# --- rounds and limits


@pytest.mark.clause("star-craps", "9.9", '1.1 "come out roll"')
@pytest.mark.parametrize("reading, idle", [("come_out_cycle", [0, 0, 1, 2]), ("roll", [1, 2, 3, 4])])
def test_a_round_is_a_come_out_cycle_or_a_roll_as_it_is_read(reading: str, idle: list[int]) -> None:
    """Bob sits out; a no roll counts for nothing."""
    table = ann_shoots(readings={"craps_round": reading})
    seen = []
    for dice in ((3, 3), (2, 3), (3, 3), (5, 6)):
        if table.table.layout.markers["puck"] == "off" and "line" not in table.table.bets:
            happened(table.bets("ann", "win-line", 500))
        table.throws()
        happened(table.stick(CallNoRoll, reason="irregular throw"))
        table.rolls(*dice)
        seen.append(table.table.seats[3].idle)
    assert seen == idle
    assert {it.clause for it in table.events if isinstance(it, RoundBegan)} == {'1.1 "come out roll"'}
    began = [it.round for it in table.events if isinstance(it, RoundBegan)]
    ended = [it.round for it in table.events if isinstance(it, RoundEnded)]
    assert began == ended == list(range(1, idle[-1] + 1))
    assert table.table.seats[1].idle == 0
    assert table.replays()


@pytest.mark.parametrize("reading", ["come_out_cycle", "roll"])
def test_a_wager_that_stands_counts_as_betting_until_the_round_that_decides_it_is_over(reading: str) -> None:
    table = ann_shoots(readings={"craps_round": reading})
    happened(table.bets("bob", "place-lose-4", 500))
    table.rolls(3, 3)
    table.rolls(3, 3)
    happened(table.bets("ann", "win-line", 500))
    table.rolls(3, 4)
    assert table.table.seats[3].staked == 0
    assert table.table.seats[3].idle == 0
    happened(table.bets("ann", "win-line", 500))
    table.rolls(3, 4)
    assert table.table.seats[3].idle == 1


@pytest.mark.clause("star-craps", "7.5")
def test_new_limits_count_from_the_next_round_and_standing_wagers_keep_theirs() -> None:
    table = ann_shoots()
    happened(table.staff(ChangeLimits, sign=Sign(every=Limits(minimum=2_000))))
    table.rolls(4, 2)
    table.now += timedelta(minutes=20)
    happened(table.bets("bob", "field", 500))
    table.rolls(3, 2)
    happened(table.bets("bob", "place-win-5", 500))
    table.throws()
    happened(table.stick(CallRoll, dice=(2, 4)))
    assert "LimitsChanged" in kinds(table.dealer(SettleRoll))
    assert refused(table.bets("bob", "field", 1_999)) == (Why.BELOW_MINIMUM, "7.1")
    happened(table.bets("bob", "field", 2_000))
    assert table.table.seats[3].on["place-win-5"] == 500
    assert table.replays()


@pytest.mark.clause("star-craps", "7.5")
def test_limits_that_fall_due_between_rounds_are_in_force_before_the_throw() -> None:
    table = ann_shoots()
    happened(table.staff(ChangeLimits, sign=Sign(every=Limits(minimum=2_000))))
    table.now += timedelta(minutes=20)
    table.throws()
    assert isinstance(table.events[-3], LimitsChanged)
    assert table.replays()
