"""Electronic Sic Bo: wagering periods, who shoots, and what the dice do."""

import hashlib
from datetime import timedelta
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table import Phase
from dicehouse.table.betting import IncreaseWager, MoveWager, PlaceWager, ReduceWager, RemoveWager
from dicehouse.table.config import Limits, Sign
from dicehouse.table.electronic import (
    AutoShoot,
    DiceReported,
    DiceShot,
    EndWagering,
    ReportDice,
    RoundVoided,
    ShootDice,
    VoidRound,
)
from dicehouse.table.meter import (
    InsertMoney,
)
from dicehouse.table.opening import CloseTable, OpenTable
from dicehouse.table.orders import Command
from dicehouse.table.people import LeaveSeat, TakeSeat
from dicehouse.table.sealing import DiceSealed, SealDice, sealed_text
from dicehouse.table.server import RectifyServer, ReportServerFault
from dicehouse.table.settlement import WagersTakenBack, WinnersPaid
from dicehouse.table.settling import RoundEnded
from dicehouse.table.table_sign import ChangeLimits
from dicehouse.table.terminals import RectifyTerminal, VoidTerminalWagers
from dicehouse.table.wagering import WageringExtended, WageringOpened
from tests.croupier import Croupier, happened, kinds, only, refused
from tests.hall import BOOK, Hall, hall

PERIOD = '1.1 "wagering period"'


# --- the wagering period


@pytest.mark.clause(BOOK, "2.1", PERIOD, "3.5", "3.10", "3.11", "3.4.2")
def test_a_round_runs_from_the_wagering_period_to_the_payment_and_opens_the_next() -> None:
    table = hall()
    assert table.at_phase(Phase.BETTING)
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "triple-2", 500))
    table.closes()
    assert table.at_phase(Phase.SHOOTING)
    assert kinds(table.player("ann", ShootDice)) == ["DiceShot"]
    assert table.at_phase(Phase.ROLLING)
    ended = table.device(ReportDice, dice=(5, 1, 2))
    assert kinds(ended) == ["DiceReported", "LosersCollected", "WinnersPaid", "RoundEnded", "WageringOpened"]
    assert only(ended, DiceReported).dice == (5, 1, 2)
    assert "small" in only(ended, DiceReported).areas
    assert (only(ended, RoundEnded).dice, only(ended, RoundEnded).clause) == ((1, 2, 5), "3.11")
    opened = only(ended, WageringOpened)
    assert (opened.round, opened.ends, opened.clause) == (2, opened.at + timedelta(seconds=30), PERIOD)
    assert (table.rack("ann"), table.rack("bob")) == (101_000, 99_500)
    assert table.at_phase(Phase.BETTING)
    assert [(it.wager, it.result) for it in table.table.last] == [("triple-2", "lose"), ("small", "win")]
    assert table.replays()


@pytest.mark.clause(BOOK, PERIOD)
def test_the_first_wagering_period_begins_with_the_first_person_and_lasts_as_long_as_the_house_set_it() -> None:
    table = Hall(wagering_seconds=45)
    opened = table.staff(OpenTable, float=1_000_000)
    assert kinds(opened) == ["TableOpened", "WageringOpened"]
    assert table.table.round.running
    assert table.table.round.ends is None, "nobody is seated"
    sits = table.player("ann", TakeSeat, seat=1)
    assert kinds(sits) == ["SeatTaken", "WageringExtended"]
    assert (only(sits, WageringExtended).round, table.ends) == (1, table.now + timedelta(seconds=45))
    assert kinds(table.player("bob", TakeSeat, seat=2)) == ["SeatTaken"], "the period runs already"
    happened(table.player("ann", LeaveSeat, seat=1))
    happened(table.player("bob", LeaveSeat, seat=2))
    happened(table.staff(CloseTable))
    happened(table.staff(OpenTable))
    assert (table.table.round.number, table.table.round.ends) == (2, None)
    assert table.replays()


@pytest.mark.clause(BOOK, PERIOD, "3.8.1")
def test_a_wager_in_the_same_instant_as_the_first_seat_is_taken() -> None:
    table = Hall().opens()
    idle = table.now + timedelta(hours=9)
    happened(table.at(idle, TakeSeat, by="ann", role="player", seat=1))
    happened(table.at(idle, InsertMoney, seat=1, amount=5_000, source="note"))
    happened(table.at(idle, PlaceWager, by="ann", role="player", seat=1, wager="small", stake=1_000))
    assert table.ends == idle + timedelta(seconds=30)
    assert table.closes().round == 1
    assert table.replays()


@pytest.mark.clause(BOOK, PERIOD)
@pytest.mark.parametrize("reading", ["extend", "auto_shoot"])
def test_with_nobody_left_the_table_waits_and_its_period_cannot_be_ended(reading: str) -> None:
    table = Hall({"nobody_wagered": reading}).opens()
    assert refused(table.device(EndWagering)) == (Why.NOT_YET, PERIOD)
    happened(table.player("ann", TakeSeat, seat=1))
    happened(table.player("ann", LeaveSeat, seat=1))
    waits = only(table.at(table.ends, EndWagering), WageringExtended)
    assert (waits.round, waits.ends) == (1, None)
    assert refused(table.device(EndWagering)) == (Why.NOT_YET, PERIOD)
    assert kinds(table.player("bob", TakeSeat, seat=2)) == ["SeatTaken", "WageringExtended"]
    assert table.ends == table.now + timedelta(seconds=30)
    assert table.replays()


@pytest.mark.clause(BOOK, "3.2")
def test_limits_that_fell_due_while_nobody_was_there_are_in_force_for_the_first_person() -> None:
    table = Hall().opens()
    happened(table.staff(ChangeLimits, sign=Sign(Limits(500, 5_000))))
    assert kinds(table.player("ann", TakeSeat, seat=1)) == ["SeatTaken", "LimitsChanged", "WageringExtended"]
    assert table.table.sign.every.maximum == 5_000
    assert table.replays()


@pytest.mark.clause(BOOK, "7.6")
def test_no_period_begins_with_someone_who_sits_down_while_the_server_is_out_of_order() -> None:
    table = Hall().opens()
    happened(table.staff(ReportServerFault, kind="opinion", error="it answers late"))
    assert kinds(table.player("ann", TakeSeat, seat=1)) == ["SeatTaken"]
    happened(table.staff(RectifyServer, done="restarted"))
    assert table.ends == table.now + timedelta(seconds=30)
    assert table.replays()


@pytest.mark.clause(BOOK, PERIOD)
def test_the_wagering_period_cannot_be_ended_before_its_time() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    early = table.at(table.ends - timedelta(milliseconds=1), EndWagering)
    assert refused(early) == (Why.NOT_YET, PERIOD)
    table.closes()


@pytest.mark.parametrize("role", ["player", "assistant-gaming-manager", "casino-operator"])
def test_only_a_device_runs_the_round(role: str) -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    assert refused(table.at(table.ends, EndWagering, "ann", role)) == (Why.NOT_ALLOWED, None)


@pytest.mark.clause(BOOK, "3.8.1", PERIOD)
@pytest.mark.parametrize(
    "kind, fields",
    [
        (PlaceWager, {"seat": 1, "wager": "big", "stake": 1_000}),
        (MoveWager, {"bet": "w", "wager": "big"}),
        (RemoveWager, {"bet": "w"}),
        (ReduceWager, {"bet": "w", "stake": 500}),
        (IncreaseWager, {"bet": "w", "stake": 2_000}),
    ],
)
def test_wagers_lock_with_the_wagering_period_by_the_servers_clock(kind: type[Command], fields: dict[str, Any]) -> None:
    """Up to its last millisecond a wager can be touched; at its end no more, whether or not the terminals said so."""

    def fresh() -> Hall:
        table = hall()
        happened(table.bets("ann", "small", 1_000, id="w"))
        return table

    table = fresh()
    happened(table.at(table.ends - timedelta(milliseconds=1), kind, "ann", "player", **fields))
    assert table.replays()
    table = fresh()
    assert refused(table.at(table.ends, kind, "ann", "player", **fields)) == (Why.BETTING_CLOSED, "3.8.1")
    table = fresh()
    table.closes()
    assert refused(table.player("ann", kind, **fields)) == (Why.BETTING_CLOSED, "3.8.1")
    happened(table.player("ann", ShootDice))
    assert refused(table.player("ann", kind, **fields)) == (Why.BETTING_CLOSED, "3.8.1")


@pytest.mark.clause(BOOK, "3.3", "3.5")
def test_only_its_player_works_a_terminal() -> None:
    table = hall()
    by_staff = table.staff(PlaceWager, seat=1, wager="small", stake=1_000)
    assert refused(by_staff) == (Why.NOT_ALLOWED, "3.3")
    happened(table.bets("ann", "small", 1_000, id="w"))
    assert refused(table.staff(RemoveWager, bet="w")) == (Why.NOT_ALLOWED, "3.3")
    assert refused(table.player("bob", RemoveWager, bet="w"))[0] is Why.NOT_YOUR_SEAT
    assert refused(table.player("bob", PlaceWager, seat=1, wager="small", stake=1_000))[0] is Why.NOT_YOUR_SEAT
    happened(table.player("ann", RemoveWager, bet="w"))


@pytest.mark.clause(BOOK, "3.5")
def test_a_wager_is_made_of_credits_that_are_on_the_meter() -> None:
    table = Hall()
    table.opens().seats(rack=1_500, ann=1)
    assert refused(table.bets("ann", "small", 1_600))[0] is Why.NOT_ENOUGH
    happened(table.bets("ann", "small", 1_500))
    assert table.rack("ann") == 0


@pytest.mark.clause(BOOK, "3.10", "3.10.3")
def test_the_wagering_period_goes_on_while_nobody_has_wagered() -> None:
    table = hall()
    extended = only(table.at(table.ends, EndWagering), WageringExtended)
    assert (extended.round, extended.ends) == (1, table.now + timedelta(seconds=30))
    assert table.ends == extended.ends
    happened(table.bets("ann", "small", 1_000))
    assert table.closes().round == 1
    assert table.replays()


@pytest.mark.clause(BOOK, "3.10", "3.10.4")
@pytest.mark.parametrize("value", [0, 1_000])
def test_the_dice_are_shot_for_nobody_where_the_reading_says_so(value: int) -> None:
    table = hall({"nobody_wagered": "auto_shoot"}, shooting_value=value)
    ended = table.closes()
    assert (ended.shooter, ended.shoots_by, ended.clause) == (0, None, "3.10.4")
    shot = only(table.device(AutoShoot), DiceShot)
    assert (shot.automatic, shot.shooter) == (True, 0)
    assert kinds(table.device(ReportDice, dice=(1, 1, 1))) == ["DiceReported", "RoundEnded", "WageringOpened"]
    assert table.replays()


@pytest.mark.clause(BOOK, "3.2")
def test_limits_that_fall_due_count_from_the_next_wagering_period() -> None:
    table = hall()
    happened(table.staff(ChangeLimits, sign=Sign(Limits(2_000, 5_000))))
    happened(table.bets("ann", "small", 1_000))
    assert kinds(table.rolls(1, 2, 3))[-2:] == ["LimitsChanged", "WageringOpened"]
    assert refused(table.bets("ann", "small", 1_000))[0] is Why.BELOW_MINIMUM
    happened(table.staff(ChangeLimits, sign=Sign(Limits(500, 5_000))))
    assert kinds(table.at(table.ends, EndWagering)) == ["LimitsChanged", "WageringExtended"]
    happened(table.bets("ann", "small", 1_000))
    assert table.replays()


# --- the shooter


@pytest.mark.clause(BOOK, "3.10.1", '1.1 "shooter"')
def test_the_turn_to_shoot_goes_clockwise_among_terminals_with_a_wager() -> None:
    """From the seat after the last shooter, from seat 1 in the first round, past terminals without a wager."""
    table = hall()
    shooters = []
    for who in ("bob cat", "ann bob cat", "ann bob cat", "bob", "bob", "ann bob"):
        for name in who.split():
            happened(table.bets(name, "small", 1_000))
        ended = table.closes()
        shooters.append(ended.person)
        assert (ended.clause, table.table.seats[ended.shooter].person) == ("3.10.1", ended.person)
        happened(table.player(ended.person, ShootDice))
        happened(table.device(ReportDice, dice=(1, 2, 3)))
    assert shooters == ["bob", "cat", "ann", "bob", "bob", "ann"]
    assert table.replays()


@pytest.mark.clause(BOOK, "3.10.1")
def test_a_turn_is_over_once_the_dice_are_shot_and_not_before() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "small", 1_000))
    assert table.closes().person == "ann"
    happened(table.staff(VoidRound, reason="tumbler malfunction"))
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "small", 1_000))
    assert table.closes().person == "ann"
    happened(table.at(table.now + timedelta(seconds=11), AutoShoot))
    happened(table.device(ReportDice, dice=(1, 2, 3)))
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "small", 1_000))
    assert table.closes().person == "bob"


@pytest.mark.clause(BOOK, "3.10.2", "3.10.4")
@pytest.mark.parametrize(
    "reading, stake, shoots",
    [("at_or_above", 4_999, False), ("at_or_above", 5_000, True), ("above", 5_000, False), ("above", 5_001, True)],
)
def test_a_stake_of_exactly_the_shooting_value_shoots_as_the_reading_says(
    reading: str, stake: int, shoots: bool
) -> None:
    table = hall({"shooter_threshold": reading}, shooting_value=5_000)
    happened(table.bets("bob", "small", stake))
    ended = table.closes()
    assert (ended.person, ended.clause) == (("bob", "3.10.2") if shoots else ("", "3.10.4"))
    assert (ended.shoots_by is None) is not shoots
    assert refused(table.player("cat", ShootDice)) == (
        (Why.NOT_YOUR_SEAT, "3.10") if shoots else (Why.NOT_ELIGIBLE, "3.10.4")
    )


@pytest.mark.clause(BOOK, "3.10.4")
def test_the_dice_shoot_at_once_when_nobody_reached_the_shooting_value() -> None:
    table = hall(shooting_value=5_000)
    happened(table.bets("ann", "small", 1_000))
    table.closes()
    shot = only(table.at(table.now, AutoShoot), DiceShot)
    assert (shot.automatic, shot.clause) == (True, "3.10.4")


@pytest.mark.clause(BOOK, "3.10.2")
@pytest.mark.parametrize("reading, shooter", [("round_total", "ann"), ("single_wager", "bob")])
def test_the_highest_wager_is_the_total_or_the_largest_single_one(reading: str, shooter: str) -> None:
    table = hall({"highest_wager": reading}, shooting_value=1_000)
    happened(table.bets("ann", "small", 3_000))
    happened(table.bets("ann", "double-2", 3_000))
    happened(table.bets("bob", "small", 5_000))
    assert table.closes().person == shooter
    assert table.replays()


@pytest.mark.clause(BOOK, "3.10.2")
@pytest.mark.parametrize("reading, shooter", [("round_total", "bob"), ("single_wager", "cat")])
def test_the_shooting_value_is_reached_by_the_total_or_by_a_single_wager(reading: str, shooter: str) -> None:
    table = hall({"highest_wager": reading}, shooting_value=4_000)
    happened(table.bets("bob", "small", 3_000))
    happened(table.bets("bob", "double-2", 3_000))
    happened(table.bets("cat", "small", 2_000))
    happened(table.bets("cat", "small", 2_000))
    assert table.closes().person == shooter


@pytest.mark.clause(BOOK, "3.10.2.1")
@pytest.mark.parametrize("reading", ["round_total", "single_wager"])
def test_of_equal_amounts_the_first_to_reach_it_shoots(reading: str) -> None:
    table = hall({"highest_wager": reading}, shooting_value=1_000)
    happened(table.bets("cat", "small", 3_000))
    happened(table.bets("bob", "small", 5_000))
    happened(table.bets("ann", "big", 5_000))
    happened(table.bets("cat", "small", 2_000))
    assert table.closes().person == "bob"


@pytest.mark.clause(BOOK, "3.10.2.1")
@pytest.mark.parametrize("reading", ["round_total", "single_wager"])
@pytest.mark.parametrize("there_and_back", ["lowered", "raised", "withdrawn"])
def test_leaving_an_amount_and_coming_back_loses_the_place(reading: str, there_and_back: str) -> None:
    table = hall({"highest_wager": reading}, shooting_value=1_000)
    happened(table.bets("ann", "small", 5_000, id="w"))
    happened(table.bets("bob", "small", 5_000))
    if there_and_back == "lowered":
        happened(table.player("ann", ReduceWager, bet="w", stake=4_000))
        happened(table.player("ann", IncreaseWager, bet="w", stake=5_000))
    elif there_and_back == "raised":
        happened(table.bets("ann", "small", 1_000))
        happened(table.player("ann", ReduceWager, bet="w", stake=5_000))
    else:
        happened(table.player("ann", RemoveWager, bet="w"))
        happened(table.bets("ann", "small", 5_000))
    assert table.closes().person == "bob"
    assert table.replays()


@pytest.mark.clause(BOOK, "3.10.2.1")
@pytest.mark.parametrize("reading, shooter", [("round_total", "ann"), ("single_wager", "bob")])
def test_a_wager_that_is_moved_leaves_the_total_where_it_was(reading: str, shooter: str) -> None:
    table = hall({"highest_wager": reading}, shooting_value=1_000)
    happened(table.bets("ann", "small", 5_000, id="w"))
    happened(table.bets("bob", "small", 5_000))
    happened(table.player("ann", MoveWager, bet="w", wager="big"))
    assert table.closes().person == shooter
    assert table.replays()


@pytest.mark.clause(BOOK, "3.10.2", "3.10.1", "8.1")
@pytest.mark.parametrize("value, shooter", [(1_000, "ann"), (0, "bob")])
def test_a_player_at_several_terminals_is_one_player_by_amount_and_several_in_turn(value: int, shooter: str) -> None:
    table = hall(shooting_value=value)
    happened(table.player("ann", TakeSeat, seat=8))
    happened(table.device(InsertMoney, seat=8, amount=10_000, source="transfer"))
    happened(table.bets("ann", "small", 500))
    table.rolls(1, 2, 3)
    happened(table.bets("ann", "small", 2_000))
    happened(table.player("ann", PlaceWager, seat=8, wager="small", stake=3_000))
    happened(table.bets("bob", "small", 4_000))
    ended = table.closes()
    assert (ended.person, ended.shooter) == (shooter, {"ann": 8, "bob": 3}[shooter])
    happened(table.player(shooter, ShootDice))
    assert table.replays()


@pytest.mark.clause(BOOK, "3.10.2.1", "8.1")
@pytest.mark.parametrize("last, shooter", [("bob", "ann"), ("ann", "bob")])
def test_a_total_over_several_terminals_is_reached_by_its_latest_part(last: str, shooter: str) -> None:
    table = hall(shooting_value=1_000)
    happened(table.player("ann", TakeSeat, seat=2))
    happened(table.device(InsertMoney, seat=2, amount=10_000, source="transfer"))
    happened(table.player("ann", PlaceWager, seat=2, wager="small", stake=2_000))
    for name in ("ann", "bob") if last == "bob" else ("bob", "ann"):
        happened(table.bets(name, "small", {"ann": 3_000, "bob": 5_000}[name]))
    ended = table.closes()
    assert (ended.person, ended.shooter) == (shooter, {"ann": 1, "bob": 3}[shooter])


@pytest.mark.clause(BOOK, "3.10.2")
def test_of_equal_terminals_of_one_player_the_lower_number_shoots() -> None:
    table = hall(shooting_value=1_000)
    happened(table.player("bob", TakeSeat, seat=2))
    happened(table.device(InsertMoney, seat=2, amount=10_000, source="transfer"))
    happened(table.bets("bob", "small", 2_000))
    happened(table.player("bob", PlaceWager, seat=2, wager="small", stake=2_000))
    assert table.closes().shooter == 2


@pytest.mark.clause(BOOK, "3.10.3", "7.3")
def test_the_dice_shoot_by_themselves_when_the_shooter_is_gone() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "small", 1_000))
    ended = table.closes()
    table.fails(1)
    happened(table.staff(VoidTerminalWagers, seat=1, reason="no record"))
    happened(table.staff(RectifyTerminal, seat=1, done="restarted"))
    happened(table.player("ann", LeaveSeat, seat=1))
    for name in ("ann", "bob"):
        assert refused(table.player(name, ShootDice)) == (Why.NOT_YOUR_SEAT, "3.10")
    happened(table.at(ended.shoots_by + timedelta(milliseconds=1), AutoShoot))
    happened(table.device(ReportDice, dice=(1, 2, 3)))
    assert table.replays()


@pytest.mark.clause(BOOK, "3.10.3", "3.10")
def test_the_shooter_has_up_to_and_including_the_tenth_second() -> None:
    for late, milliseconds in ((False, 10_000), (True, 10_001)):
        table = hall()
        happened(table.bets("ann", "small", 1_000))
        ended = table.closes()
        assert ended.shoots_by == ended.at + timedelta(seconds=10)
        moment = ended.at + timedelta(milliseconds=milliseconds)
        automatic, pressed = table.at(moment, AutoShoot), None
        if late:
            assert only(automatic, DiceShot).automatic is True
            assert only(automatic, DiceShot).clause == "3.10.3"
            continue
        assert refused(automatic) == (Why.NOT_YET, "3.10.3")
        pressed = table.at(moment, ShootDice, "ann", "player")
        shot = only(pressed, DiceShot)
        assert (shot.automatic, shot.shooter, shot.clause) == (False, 1, "3.10")
        assert table.replays()


@pytest.mark.clause(BOOK, "3.10.3")
def test_a_press_after_the_tenth_second_comes_too_late() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    ended = table.closes()
    late = table.at(ended.at + timedelta(milliseconds=10_001), ShootDice, "ann", "player")
    assert refused(late) == (Why.TOO_LATE, "3.10.3")


@pytest.mark.clause(BOOK, "3.10")
def test_only_the_shooter_presses_the_button() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "small", 1_000))
    assert refused(table.player("ann", ShootDice))[0] is Why.WRONG_PHASE
    table.closes()
    assert refused(table.player("bob", ShootDice)) == (Why.NOT_YOUR_SEAT, "3.10")
    assert refused(table.staff(ShootDice))[0] is Why.NOT_ALLOWED
    happened(table.player("ann", ShootDice))


# --- the dice


def seal(salt: str, *dice: int) -> str:
    return hashlib.sha256(sealed_text(salt, dice)).hexdigest()


@pytest.mark.clause(BOOK, "2.2", "3.11", '1.1 "automated dice tumbler"')
def test_a_sealed_result_is_opened_by_the_report() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    assert refused(table.device(SealDice, seal=seal("salt", 1, 2, 3)))[0] is Why.WRONG_PHASE
    table.closes()
    assert only(table.device(SealDice, seal=seal("salt", 1, 2, 3)), DiceSealed).clause == "2.2"
    assert refused(table.device(SealDice, seal=seal("other", 6, 6, 6))) == (Why.ALREADY_DONE, "2.2")
    happened(table.player("ann", ShootDice))
    for salt, dice in (("salt", (1, 2, 4)), ("salt", (3, 2, 1)), ("", (1, 2, 3))):
        assert refused(table.device(ReportDice, dice=dice, salt=salt)) == (Why.WRONG_DICE, "2.2")
    assert refused(table.device(ReportDice, read="cocked", salt="salt")) == (Why.WRONG_DICE, "2.2")
    assert only(table.device(ReportDice, dice=(1, 2, 3), salt="salt"), DiceReported).salt == "salt"
    assert table.table.round.seal == ""
    assert table.replays()


@pytest.mark.clause(BOOK, "2.2", "7.4.1")
def test_cocked_dice_are_sealed_by_the_salt_alone() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    table.shoots()
    happened(table.device(SealDice, seal=seal("salt")))
    assert refused(table.device(ReportDice, dice=(1, 2, 3), salt="salt"))[0] is Why.WRONG_DICE
    only(table.device(ReportDice, read="cocked", salt="salt"), RoundVoided)
    assert table.replays()


@pytest.mark.clause(BOOK, "3.11")
@pytest.mark.parametrize("dice", [(), (1, 2), (1, 2, 3, 4)])
def test_what_three_dice_cannot_show_is_no_report(dice: tuple[int, ...]) -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    assert refused(table.device(ReportDice, dice=(1, 2, 3)))[0] is Why.WRONG_PHASE
    table.shoots()
    assert refused(table.device(ReportDice, dice=dice))[0] is Why.WRONG_DICE


@pytest.mark.clause(BOOK, '1.1 "cocked dice"', '1.1 "void"', "7.4", "7.4.1", "3.11")
def test_cocked_dice_void_the_round_and_the_wagers_go_back() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "double-3", 500))
    table.shoots()
    assert refused(table.device(ReportDice, read="cocked", dice=(1, 2, 3))) == (Why.WRONG_DICE, "7.4.1")
    void = table.device(ReportDice, read="cocked")
    assert kinds(void) == ["DiceReported", "RoundVoided", "WagersTakenBack", "RoundEnded", "WageringOpened"]
    assert (only(void, RoundVoided).reason, only(void, RoundVoided).clause) == ("cocked dice", "7.4.1")
    assert {it.result for it in only(void, WagersTakenBack).settled} == {"void"}
    assert only(void, RoundEnded).counts is False
    assert [table.rack(name) for name in ("ann", "bob")] == [100_000, 100_000]
    assert (table.table.bets, table.table.history) == ({}, [])
    assert table.at_phase(Phase.BETTING)
    assert table.replays()


@pytest.mark.clause(BOOK, "7.4", "7.4.2")
def test_a_tumbler_that_failed_leaves_the_round_to_the_supervisor() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    table.shoots()
    failed = only(table.device(ReportDice, read="failed"), DiceReported)
    assert (failed.read, failed.clause) == ("failed", "7.4.2")
    assert refused(table.device(ReportDice, dice=(1, 2, 3)))[0] is Why.WRONG_PHASE
    host = table.staff(VoidRound, role="electronic-gaming-host", reason="tumbler malfunction")
    assert refused(host) == (Why.NOT_ALLOWED, "7.4")
    supervisor = table.staff(VoidRound, role="electronic-gaming-supervisor", reason="tumbler malfunction")
    assert only(supervisor, RoundVoided).clause == "7.4.2"
    assert table.rack("ann") == 100_000
    assert table.replays()


@pytest.mark.clause(BOOK, "7.4", "7.4.1", "7.4.2")
@pytest.mark.parametrize("reason, clause", [("cocked dice", "7.4.1"), ("tumbler malfunction", "7.4.2")])
@pytest.mark.parametrize("after", ["wagers", "the close", "the shot"])
def test_the_supervisor_voids_the_round_until_it_is_settled(reason: str, clause: str, after: str) -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    if after == "the close":
        table.closes()
    if after == "the shot":
        table.shoots()
    void = only(table.staff(VoidRound, reason=reason), RoundVoided)
    assert (void.clause, void.stay) == (clause, False)
    assert table.rack("ann") == 100_000
    assert table.table.round.number == 2
    assert table.replays()


@pytest.mark.clause(BOOK, "7.4")
@pytest.mark.parametrize("reason", ["server malfunction", "I lost"])
def test_a_round_is_not_void_for_any_other_reason(reason: str) -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    assert refused(table.staff(VoidRound, reason=reason)) == (Why.NO_RESULT_DUE, "7.4")


@pytest.mark.clause(BOOK, "7.4")
def test_a_round_without_wagers_is_voided_without_returning_any() -> None:
    table = hall()
    assert kinds(table.staff(VoidRound, reason="cocked dice")) == ["RoundVoided", "RoundEnded", "WageringOpened"]


@pytest.mark.clause(BOOK, "7.4", "7.4.1")
def test_wagers_stay_for_dice_that_are_shot_again_where_the_reading_says_so() -> None:
    table = hall({"no_result_effect": "stay"})
    happened(table.bets("ann", "small", 1_000))
    assert kinds(table.staff(VoidRound, reason="tumbler malfunction")) == ["RoundVoided"]
    assert table.at_phase(Phase.BETTING)
    table.shoots()
    assert kinds(table.device(ReportDice, read="cocked")) == ["DiceReported", "RoundVoided"]
    assert refused(table.bets("ann", "small", 1_000))[0] is Why.BETTING_CLOSED
    assert refused(table.player("ann", ShootDice)) == (Why.NOT_ELIGIBLE, "3.10.4")
    happened(table.device(AutoShoot))
    happened(table.device(ReportDice, dice=(1, 2, 3)))
    assert table.rack("ann") == 101_000
    assert table.table.last_shooter == 1
    assert table.replays()


# --- other tables


def test_a_dealt_table_has_no_terminals() -> None:
    table = Croupier("star-sicbo-2024").opens().seats(ann=1)
    assert refused(table.does(EndWagering, "the tumbler", "device"))[0] is Why.NOT_HERE
    assert refused(table.staff(RectifyServer, done="restarted"))[0] is Why.NOT_HERE


@pytest.mark.clause(BOOK, "3.10")
def test_a_winner_of_the_round_is_paid_by_the_odds_of_the_terminal() -> None:
    table = hall()
    happened(table.bets("ann", "triple-4", 500))
    paid = only(table.rolls(4, 4, 4), WinnersPaid)
    assert paid.settled[0].winnings == 190 * 500
