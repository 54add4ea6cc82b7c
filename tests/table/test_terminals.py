"""Terminals: credits, one person at several, faults of one and faults of the server."""

import re
from datetime import timedelta
from typing import Any

import pytest

from dicehouse.money import as_money
from dicehouse.refusal import Why
from dicehouse.table.betting import IncreaseWager, PlaceWager, RemoveWager
from dicehouse.table.config import ConfigError, read
from dicehouse.table.electronic import (
    AutoShoot,
    EndWagering,
    ReportDice,
    ShootDice,
    VoidRound,
)
from dicehouse.table.invalidation import InvalidateOutcome
from dicehouse.table.losses import SetLossLimit
from dicehouse.table.meter import (
    AdjustCredit,
    CollectCredits,
    CreditAdjusted,
    CreditsCollected,
    InsertMoney,
    MoneyInserted,
)
from dicehouse.table.notices import NoticeGiven
from dicehouse.table.opening import AnnounceClosing, CloseTable, ClosingAnnounced, OpenTable, TableClosed
from dicehouse.table.people import LeaveSeat, TakeSeat
from dicehouse.table.sealing import SealDice
from dicehouse.table.sentences import sentence
from dicehouse.table.server import RectifyServer, ReportServerFault, ServerFailed
from dicehouse.table.settlement import WagersTakenBack
from dicehouse.table.settling import RoundEnded
from dicehouse.table.terminals import (
    ConfirmTerminalWagers,
    LoggedWager,
    RectifyTerminal,
    ReportTerminalFault,
    TerminalFailed,
    TerminalRecordKept,
    TerminalWagersConfirmed,
    TerminalWagersVoided,
    VoidTerminalWagers,
)
from dicehouse.table.wagering import LimitTerminals, TerminalsLimited, WageringExtended
from tests.croupier import happened, kinds, only, refused
from tests.hall import BOOK, Hall, hall

# --- what wagers that were put right leave behind


@pytest.mark.clause(BOOK, "7.3")
@pytest.mark.parametrize("dice, back", [((4, 5, 6), 1_000), ((1, 2, 3), -1_000)])
def test_void_wagers_of_a_settled_round_are_neither_staked_nor_lost(dice: tuple[int, ...], back: int) -> None:
    """Small at 10.00 lost, or won, and is void after all."""
    table = hall()
    happened(table.does(SetLossLimit, "the house", "device", seat=1, person="ann", headroom=50_000))
    happened(table.bets("ann", "small", 1_000))
    table.rolls(*dice)
    assert table.table.seats[1].lost == back
    table.fails(1)
    answer = table.staff(VoidTerminalWagers, seat=1, reason="no record")
    assert only(answer, TerminalWagersVoided).turnover == -1_000
    assert only(answer, CreditAdjusted).amount == back
    seat = table.table.seats[1]
    assert (seat.rack, seat.lost, seat.headroom) == (100_000, 0, 50_000)
    assert table.replays()


@pytest.mark.clause(BOOK, "7.3")
def test_winnings_that_are_gone_are_owed_and_were_not_won_either() -> None:
    table = hall()
    happened(table.does(SetLossLimit, "the house", "device", seat=1, person="ann", headroom=50_000))
    happened(table.bets("ann", "small", 1_000))
    table.rolls(1, 2, 3)
    happened(table.player("ann", CollectCredits, seat=1))
    table.fails(1)
    adjusted = only(table.staff(VoidTerminalWagers, seat=1, reason="no record"), CreditAdjusted)
    assert (adjusted.amount, adjusted.owed) == (0, 1_000)
    assert (table.table.seats[1].lost, table.table.seats[1].headroom) == (0, 50_000)


@pytest.mark.clause(BOOK, "7.1")
def test_a_log_that_shows_other_wagers_says_how_much_more_was_staked() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    table.rolls(4, 5, 6)
    table.fails(1)
    log = (LoggedWager("big", 2_500),)
    answer = table.staff(ConfirmTerminalWagers, seat=1, wagers=log, log="the terminal's journal")
    assert only(answer, TerminalWagersConfirmed).turnover == 1_500
    assert table.table.seats[1].lost == -2_500


# --- credits


@pytest.mark.clause(BOOK, "3.4", "3.4.1")
@pytest.mark.parametrize("note", [500, 1_000, 2_000, 5_000, 10_000])
def test_a_note_raises_the_meter_and_stays_in_the_acceptor(note: int) -> None:
    table = hall()
    put_in = only(table.player("ann", InsertMoney, seat=1, amount=note), MoneyInserted)
    assert (put_in.source, put_in.clause) == ("note", "3.4.1")
    assert (table.rack("ann"), table.table.drop) == (100_000 + note, note)
    assert table.replays()


@pytest.mark.clause(BOOK, "3.4", "3.4.3", "3.4.4")
@pytest.mark.parametrize("source, clause", [("transfer", "3.4.4"), ("jackpot", "3.4.3")])
def test_the_central_system_raises_the_meter(source: str, clause: str) -> None:
    table = hall()
    by_player = table.player("ann", InsertMoney, seat=1, amount=12_345, source=source)
    assert refused(by_player) == (Why.NOT_ALLOWED, clause)
    assert only(table.device(InsertMoney, seat=1, amount=12_345, source=source), MoneyInserted).clause == clause
    happened(table.staff(InsertMoney, role="electronic-gaming-host", seat=1, amount=55, source=source))
    assert (table.rack("ann"), table.table.drop) == (112_400, 0)
    happened(table.staff(CollectCredits, role="electronic-gaming-host", seat=1, to="voucher"))
    assert table.replays()


@pytest.mark.clause(BOOK, "3.4", "3.4.1", "3.8")
@pytest.mark.parametrize(
    "readings, config, fields, why",
    [
        ({}, {}, {"seat": 1, "amount": 700}, Why.WRONG_CHIPS),
        ({}, {"cashless": True}, {"seat": 1, "amount": 1_000}, Why.WRONG_CHIPS),
        ({}, {}, {"seat": 1, "amount": 700, "source": "ticket"}, Why.WRONG_CHIPS),
        ({"ticket_in": "accepted"}, {}, {"seat": 1, "amount": 700, "source": "ticket"}, None),
        ({}, {}, {"seat": 3, "amount": 1_000}, Why.NOT_YOUR_SEAT),
        ({}, {}, {"seat": 2, "amount": 1_000}, Why.SEAT_EMPTY),
    ],
)
def test_what_else_a_player_feeds_in_is_handed_back(
    readings: dict[str, str], config: dict[str, Any], fields: dict[str, Any], why: Why | None
) -> None:
    table = hall(readings, **config)
    answer = table.player("ann", InsertMoney, **fields)
    if why:
        assert refused(answer)[0] is why
    else:
        assert (only(answer, MoneyInserted).source, only(answer, MoneyInserted).clause) == ("ticket", "3.4")
        assert (table.rack("ann"), table.table.drop) == (100_700, 0)
        assert table.replays()


@pytest.mark.clause(BOOK, "3.4.1")
def test_each_terminal_takes_the_notes_that_are_indicated_on_it() -> None:
    table = hall(notes=(1_000, 2_000), terminal_notes={3: (5_000,)})
    for who, seat, note, taken in (("ann", 1, 5_000, "$10, $20"), ("bob", 3, 1_000, "$50")):
        answer = table.player(who, InsertMoney, seat=seat, amount=note)
        assert refused(answer) == (Why.WRONG_CHIPS, "3.4.1")
        assert str(answer).endswith(f"seat {seat}: {as_money(note)} is no note that it takes; these are taken: {taken}")
    happened(table.player("ann", InsertMoney, seat=1, amount=1_000))
    happened(table.player("bob", InsertMoney, seat=3, amount=5_000))
    assert table.replays()


@pytest.mark.clause(BOOK, "3.4.1")
def test_the_notes_stand_in_the_file_of_the_table() -> None:
    config = read('notes = ["10.00", "20.00"]\n[terminal_notes]\n3 = ["50.00"]')
    assert (config.notes, config.terminal_notes) == ((1_000, 2_000), {3: (5_000,)})
    assert read("").notes == (500, 1_000, 2_000, 5_000, 10_000)
    for text, said in (
        ('notes = ["7.00"]', "notes: 7.00 is no note of Australia; write some of 5.00, 10.00, 20.00, 50.00, 100.00"),
        ('[terminal_notes]\n1 = ["1.00"]', "terminal_notes: 1.00 is no note of Australia"),
        ("notes = [5]", "notes: an amount is a text"),
        ("[terminal_notes]\n1 = [50]", "terminal_notes.1: an amount is a text"),
        ('notes = "5.00"', "notes: write a list such as"),
    ):
        with pytest.raises(ConfigError, match=re.escape(said)):
            read(text)


@pytest.mark.clause(BOOK, "3.7", "3.8")
@pytest.mark.parametrize("to", ["ticket", "voucher"])
def test_credits_are_collected_and_cancelled_from_the_meter_but_not_those_at_stake(to: str) -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    collected = only(table.player("ann", CollectCredits, seat=1, to=to), CreditsCollected)
    assert (collected.amount, collected.to, collected.clause) == (99_000, to, "3.8")
    assert (table.rack("ann"), table.table.seats[1].staked) == (0, 1_000)
    assert refused(table.player("ann", CollectCredits, seat=1)) == (Why.NOT_ENOUGH, "3.7")
    assert refused(table.player("ann", CollectCredits, seat=3))[0] is Why.NOT_YOUR_SEAT
    assert refused(table.player("ann", CollectCredits, seat=9))[0] is Why.UNKNOWN_SEAT
    table.rolls(1, 2, 3)
    assert only(table.player("ann", CollectCredits, seat=1), CreditsCollected).amount == 2_000
    assert table.replays()


@pytest.mark.clause(BOOK, "8.2")
def test_players_are_warned_before_play_closes_and_clear_their_credits() -> None:
    table = hall()
    assert refused(table.staff(CloseTable)) == (Why.NOT_YET, "8.2")
    warned = only(table.staff(AnnounceClosing), ClosingAnnounced)
    assert (warned.clause, warned.closes) == ("8.2", warned.at + timedelta(minutes=5))
    happened(table.player("ann", CollectCredits, seat=1))
    happened(table.player("bob", LeaveSeat, seat=3))
    early = table.at(warned.closes - timedelta(seconds=1), CloseTable, "m", "assistant-gaming-manager", people="stay")
    assert refused(early) == (Why.NOT_YET, "8.2")
    only(table.at(warned.closes, CloseTable, "m", "assistant-gaming-manager", people="stay"), TableClosed)
    assert only(table.player("cat", CollectCredits, seat=6), CreditsCollected).amount == 100_000
    assert table.replays()


# --- one person at several terminals


@pytest.mark.clause(BOOK, "8.1")
def test_a_player_plays_at_several_terminals() -> None:
    table = hall()
    happened(table.player("ann", TakeSeat, seat=2))
    happened(table.device(InsertMoney, seat=2, amount=5_000, source="transfer"))
    happened(table.player("ann", PlaceWager, seat=1, wager="small", stake=1_000))
    happened(table.player("ann", PlaceWager, seat=2, wager="big", stake=1_000))
    table.rolls(4, 5, 6)
    assert [table.table.seats[it].rack for it in (1, 2)] == [99_000, 6_000]
    assert table.replays()


@pytest.mark.clause(BOOK, "8.1")
def test_a_house_may_keep_every_player_to_one_terminal() -> None:
    table = hall(several_terminals=False)
    assert refused(table.player("ann", TakeSeat, seat=2)) == (Why.TERMINAL_LIMIT, "8.1")
    happened(table.player("dan", TakeSeat, seat=2))


@pytest.mark.clause(BOOK, "8.1")
def test_a_supervisor_keeps_a_player_to_some_terminals() -> None:
    table = hall()
    happened(table.player("ann", TakeSeat, seat=2))
    happened(table.device(InsertMoney, seat=2, amount=5_000, source="transfer"))
    told: dict[str, Any] = {"person": "ann", "terminals": (2,)}
    assert refused(table.staff(LimitTerminals, role="electronic-gaming-host", **told)) == (Why.NOT_ALLOWED, "8.1")
    limited = only(table.staff(LimitTerminals, role="electronic-gaming-supervisor", **told), TerminalsLimited)
    assert (limited.terminals, limited.clause) == ((2,), "8.1")
    assert refused(table.staff(LimitTerminals, **told)) == (Why.ALREADY_DONE, "8.1")
    assert refused(table.staff(LimitTerminals, person="ann", terminals=(9_000,))) == (Why.UNKNOWN_SEAT, "8.1")
    assert refused(table.player("ann", TakeSeat, seat=4)) == (Why.TERMINAL_LIMIT, "8.1")
    happened(table.bets("bob", "small", 1_000))
    happened(table.player("ann", PlaceWager, seat=2, wager="big", stake=1_000))
    happened(table.player("ann", PlaceWager, seat=2, wager="small", stake=1_000))
    second = table.player("ann", PlaceWager, seat=1, wager="small", stake=1_000)
    assert refused(second) == (Why.TERMINAL_LIMIT, "8.1")
    happened(table.staff(LimitTerminals, person="ann", terminals=(2, 1)))
    happened(table.player("ann", PlaceWager, seat=1, wager="small", stake=1_000))
    assert refused(table.player("ann", TakeSeat, seat=4)) == (Why.TERMINAL_LIMIT, "8.1")
    free = only(table.staff(LimitTerminals, person="ann"), TerminalsLimited)
    assert sentence(table.book, free) == "Ann may play at any terminal that the house allows"
    assert refused(table.staff(LimitTerminals, person="ann")) == (Why.ALREADY_DONE, "8.1")
    happened(table.player("ann", TakeSeat, seat=4))
    assert table.replays()


# --- a terminal out of order


@pytest.mark.clause(BOOK, "7.2", "7.2.1", "7.2.2", "7.2.3", "7.1")
@pytest.mark.parametrize(
    "kind, clause", [("credits-wrong", "7.2.1"), ("interrupted", "7.2.2"), ("display", "7.2.2"), ("other", "7.2.3")]
)
def test_a_terminal_out_of_order_takes_no_wager_and_pays_nothing_out_until_it_is_rectified(
    kind: str, clause: str
) -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000, id="w"))
    failed = table.fails(1, kind)
    assert (failed.clause, failed.round) == (clause, 1)
    for command, fields in (
        (PlaceWager, {"seat": 1, "wager": "small", "stake": 1_000}),
        (IncreaseWager, {"bet": "w", "stake": 2_000}),
        (RemoveWager, {"bet": "w"}),
        (InsertMoney, {"seat": 1, "amount": 1_000}),
        (CollectCredits, {"seat": 1}),
        (LeaveSeat, {"seat": 1}),
    ):
        assert refused(table.player("ann", command, **fields)) == (Why.OUT_OF_ORDER, "7.1")
    happened(table.bets("bob", "small", 1_000))
    again = table.staff(ReportTerminalFault, seat=1, kind=kind, said="still frozen")
    assert refused(again) == (Why.ALREADY_DONE, clause)
    assert refused(table.staff(RectifyTerminal, seat=1, done="restarted")) == (Why.NOT_YET, "7.1")
    happened(table.staff(ConfirmTerminalWagers, seat=1))
    host = table.staff(RectifyTerminal, role="electronic-gaming-host", seat=1, done="restarted")
    assert refused(host) == (Why.NOT_ALLOWED, "7.1")
    happened(table.staff(RectifyTerminal, role="electronic-gaming-supervisor", seat=1, done="restarted"))
    happened(table.player("ann", IncreaseWager, bet="w", stake=2_000))
    assert refused(table.staff(RectifyTerminal, seat=1, done="restarted")) == (Why.NOT_YET, "7.1")
    assert refused(table.staff(RectifyTerminal, seat=2, done="restarted"))[0] is Why.SEAT_EMPTY
    assert table.replays()


@pytest.mark.clause(BOOK, "7.2", "7.2.3")
@pytest.mark.parametrize(
    "role, by, kind, seat, why",
    [
        ("player", "ann", "display", 1, None),
        ("device", "terminal 1", "interrupted", 1, None),
        ("electronic-gaming-host", "hal", "other", 1, None),
        ("player", "ann", "other", 1, Why.NOT_ALLOWED),
        ("device", "terminal 1", "other", 1, Why.NOT_ALLOWED),
        ("spectator", "sam", "display", 1, Why.NOT_ALLOWED),
        ("player", "ann", "display", 3, Why.NOT_YOUR_SEAT),
        ("electronic-gaming-host", "hal", "display", 2, Why.SEAT_EMPTY),
    ],
)
def test_anyone_may_see_a_fault_and_the_house_may_think_so(
    role: str, by: str, kind: str, seat: int, why: Why | None
) -> None:
    table = hall()
    answer = table.does(ReportTerminalFault, by, role, seat=seat, kind=kind, said="it froze")
    if why:
        assert refused(answer)[0] is why
    else:
        only(answer, TerminalFailed)
        happened(table.staff(RectifyTerminal, seat=1, done="restarted"))
        assert table.replays()


@pytest.mark.clause(BOOK, "7.1")
def test_wagers_confirmed_before_the_dice_lie_are_settled_with_the_round() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    table.closes()
    table.fails(1)
    confirmed = only(table.staff(ConfirmTerminalWagers, seat=1), TerminalWagersConfirmed)
    assert (confirmed.as_recorded, confirmed.round, confirmed.clause) == (True, 1, "7.1")
    happened(table.player("ann", ShootDice))
    assert "TerminalRecordKept" not in kinds(table.device(ReportDice, dice=(1, 2, 3)))
    assert table.rack("ann") == 101_000
    assert refused(table.staff(ConfirmTerminalWagers, seat=1)) == (Why.ALREADY_DONE, "7.1")
    assert refused(table.staff(VoidTerminalWagers, seat=1, reason="lost")) == (Why.ALREADY_DONE, "7.3")
    happened(table.staff(RectifyTerminal, seat=1, done="restarted"))
    assert table.replays()


@pytest.mark.clause(BOOK, "7.1")
def test_before_the_dice_lie_wagers_are_put_right_by_another_log() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "small", 1_000))
    table.fails(1)
    log = (LoggedWager("big", 2_000), LoggedWager("double-5", 500))
    rebuilt = table.staff(ConfirmTerminalWagers, seat=1, wagers=log, log="the terminal's journal")
    assert kinds(rebuilt) == ["TerminalWagersConfirmed", "WagersTakenBack", "WagerPlaced", "WagerPlaced"]
    assert only(rebuilt, TerminalWagersConfirmed).log == "the terminal's journal"
    assert table.rack("ann") == 97_500
    table.rolls(5, 5, 6)
    assert (table.rack("ann"), table.rack("bob")) == (100_000 + 2_000 + 6_000, 99_000)
    assert table.replays()


@pytest.mark.clause(BOOK, "7.1")
@pytest.mark.parametrize("phase", ["rolling", "settled"])
def test_a_wager_that_only_a_log_knows_is_settled_too(phase: str) -> None:
    table = hall()
    happened(table.bets("bob", "small", 1_000))
    table.shoots()
    if phase == "rolling":
        table.fails(1)
        kept = only(table.device(ReportDice, dice=(1, 2, 3)), TerminalRecordKept)
        assert (kept.dice, kept.decided) == ((1, 2, 3), ())
    else:
        happened(table.device(ReportDice, dice=(1, 2, 3)))
        assert table.fails(1).dice == (1, 2, 3)
    log = (LoggedWager("small", 2_000),)
    settled = table.staff(ConfirmTerminalWagers, seat=1, wagers=log, log="the terminal's journal")
    assert only(settled, CreditAdjusted).amount == 2_000
    assert table.rack("ann") == 102_000
    assert table.replays()


@pytest.mark.clause(BOOK, "7.1")
@pytest.mark.parametrize(
    "log, why",
    [
        ((LoggedWager("odd", 1_000),), Why.NOT_OFFERED),
        ((LoggedWager("small", 99_000), LoggedWager("big", 1_001)), Why.NOT_ENOUGH),
        ((LoggedWager("small", 99_000), LoggedWager("big", 1_000)), None),
        ((), None),
    ],
)
def test_a_log_that_the_table_could_not_have_taken_is_no_proof(log: tuple[LoggedWager, ...], why: Why | None) -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    table.fails(1)
    answer = table.staff(ConfirmTerminalWagers, seat=1, wagers=log, log="a log")
    if why:
        assert refused(answer)[0] is why
    else:
        happened(answer)
        assert table.rack("ann") == 100_000 - sum(it.stake for it in log)
        assert table.replays()


@pytest.mark.clause(BOOK, "7.1", "7.2.1")
@pytest.mark.parametrize("reported", ["before the dice", "after the dice"])
@pytest.mark.parametrize(
    "log, rack",
    [
        (None, 101_000),
        ((LoggedWager("small", 1_000),), 101_000),
        ((LoggedWager("small", 3_000),), 103_000),
        ((LoggedWager("big", 1_000),), 99_000),
        ((), 100_000),
    ],
)
def test_confirmed_wagers_are_settled_again_on_the_true_dice(
    reported: str, log: tuple[LoggedWager, ...] | None, rack: int
) -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "big", 1_000))
    table.shoots()
    if reported == "before the dice":
        table.fails(1)
    happened(table.device(ReportDice, dice=(1, 2, 3)))
    if reported == "after the dice":
        failed = table.fails(1, "credits-wrong")
        assert (failed.round, failed.dice, [it.wager for it in failed.decided]) == (1, (1, 2, 3), ["small"])
    assert refused(table.staff(RectifyTerminal, seat=1, done="restarted")) == (Why.NOT_YET, "7.1")
    settled = happened(table.staff(ConfirmTerminalWagers, seat=1, wagers=log, log="the log"))
    assert table.rack("ann") == rack
    assert [it.amount for it in settled if isinstance(it, CreditAdjusted)] == (
        [rack - 101_000] if rack != 101_000 else []
    )
    assert [it.clause for it in settled if isinstance(it, NoticeGiven)] == (["7.5"] if rack < 101_000 else [])
    happened(table.staff(RectifyTerminal, seat=1, done="restarted"))
    assert table.replays()


@pytest.mark.clause(BOOK, "7.1", "7.5")
def test_what_the_meter_cannot_give_back_stays_owed() -> None:
    table = Hall()
    table.opens().seats(rack=1_500, ann=1)
    happened(table.bets("ann", "small", 1_000))
    table.rolls(4, 5, 6)
    table.fails(1, "credits-wrong")
    log = (LoggedWager("small", 5_000),)
    assert (
        refused(table.staff(ConfirmTerminalWagers, seat=1, wagers=(LoggedWager("odd", 1),), log="x"))[0]
        is Why.NOT_OFFERED
    )
    settled = table.staff(ConfirmTerminalWagers, seat=1, wagers=log, log="the log")
    adjusted = only(settled, CreditAdjusted)
    assert (adjusted.amount, adjusted.owed) == (-500, 3_500)
    notice = only(settled, NoticeGiven)
    assert (notice.to, notice.clause, notice.due) == ("inspector", "7.5", notice.at)
    assert notice.about.startswith("seat 1: 40.00 in credits")
    assert table.rack("ann") == 0
    assert table.replays()


@pytest.mark.clause(BOOK, "7.3")
def test_wagers_that_nothing_confirms_go_back_before_the_dice_lie() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "small", 1_000))
    table.shoots()
    table.fails(1)
    host = table.staff(VoidTerminalWagers, role="electronic-gaming-host", seat=1, reason="no record")
    assert refused(host) == (Why.NOT_ALLOWED, "7.1")
    void = table.staff(VoidTerminalWagers, seat=1, reason="no record")
    assert kinds(void) == ["TerminalWagersVoided", "WagersTakenBack"]
    assert (only(void, TerminalWagersVoided).clause, only(void, WagersTakenBack).clause) == ("7.3", "7.3")
    assert (table.rack("ann"), table.table.seats[3].staked) == (100_000, 1_000)
    happened(table.device(ReportDice, dice=(4, 5, 6)))
    assert (table.rack("ann"), table.rack("bob")) == (100_000, 99_000)
    assert table.replays()


@pytest.mark.clause(BOOK, "7.3")
@pytest.mark.parametrize("dice", [(1, 2, 3), (4, 5, 6)])
def test_wagers_that_nothing_confirms_are_undone_after_the_dice(dice: tuple[int, ...]) -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    table.rolls(*dice)
    table.fails(1)
    happened(table.staff(VoidTerminalWagers, seat=1, reason="no record"))
    assert table.rack("ann") == 100_000
    happened(table.staff(RectifyTerminal, seat=1, done="restarted"))
    assert table.replays()


@pytest.mark.clause(BOOK, "7.1", "7.3")
def test_there_is_nothing_to_answer_for_without_a_fault_or_without_wagers() -> None:
    table = hall()
    for command, clause in ((ConfirmTerminalWagers, "7.1"), (VoidTerminalWagers, "7.3")):
        fields = {"reason": "no record"} if command is VoidTerminalWagers else {}
        assert refused(table.staff(command, seat=1, **fields)) == (Why.NOT_YET, clause)
        assert refused(table.staff(command, seat=2, **fields))[0] is Why.SEAT_EMPTY
    table.fails(1)
    assert refused(table.staff(VoidTerminalWagers, seat=1, reason="no record")) == (Why.ALREADY_DONE, "7.3")
    assert refused(table.staff(ConfirmTerminalWagers, seat=1)) == (Why.ALREADY_DONE, "7.1")
    happened(table.staff(RectifyTerminal, seat=1, done="restarted"))


@pytest.mark.clause(BOOK, "7.1", "7.4.1")
def test_wagers_in_doubt_go_back_with_a_round_that_has_no_result() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    table.shoots()
    table.fails(1)
    happened(table.device(ReportDice, read="cocked"))
    assert table.rack("ann") == 100_000
    for log in (None, (LoggedWager("small", 1_000),)):
        answer = table.staff(ConfirmTerminalWagers, seat=1, wagers=log)
        assert refused(answer) == (Why.ALREADY_DONE, "7.1")
    happened(table.staff(RectifyTerminal, seat=1, done="restarted"))
    assert table.replays()


@pytest.mark.clause(BOOK, "7.1")
def test_whoever_comes_to_a_terminal_answers_for_nobody_elses_wagers() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    table.rolls(1, 2, 3)
    happened(table.player("ann", LeaveSeat, seat=1))
    table.seats(dan=1)
    failed = table.fails(1)
    assert (failed.round, failed.dice, failed.decided) == (2, (), ())
    log = (LoggedWager("big", 1_000),)
    happened(table.staff(ConfirmTerminalWagers, seat=1, wagers=log, log="the terminal's journal"))
    table.rolls(4, 5, 6)
    assert table.rack("dan") == 101_000
    assert table.replays()


@pytest.mark.clause(BOOK, "7.1", "7.4.2")
def test_a_round_without_a_result_leaves_nothing_of_the_one_before_in_doubt() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    table.rolls(1, 2, 3)
    happened(table.bets("bob", "small", 1_000))
    happened(table.staff(InvalidateOutcome, ground="disrupted", reason="a fire alarm"))
    assert (table.fails(1).decided, table.table.last_dice) == ((), ())
    happened(table.staff(RectifyTerminal, seat=1, done="restarted"))
    assert table.rack("ann") == 101_000
    assert table.replays()


@pytest.mark.clause(BOOK, "7.1", "7.5")
def test_a_supervisor_puts_the_meter_of_a_faulty_terminal_right() -> None:
    table = hall()
    assert refused(table.staff(AdjustCredit, seat=1, amount=100, reason="r")) == (Why.NOT_YET, "7.1")
    table.fails(1, "credits-wrong")
    host = table.staff(AdjustCredit, role="electronic-gaming-host", seat=1, amount=100, reason="r")
    assert refused(host) == (Why.NOT_ALLOWED, "7.1")
    assert refused(table.staff(AdjustCredit, seat=2, amount=100, reason="r"))[0] is Why.SEAT_EMPTY
    assert refused(table.staff(AdjustCredit, seat=1, amount=0, reason="r")) == (Why.BAD_STAKE, "7.1")
    assert refused(table.staff(AdjustCredit, seat=1, amount=-100_001, reason="r")) == (Why.NOT_ENOUGH, "7.1")
    assert kinds(table.staff(AdjustCredit, seat=1, amount=250, reason="a win not shown")) == ["CreditAdjusted"]
    assert table.rack("ann") == 100_250
    down = table.staff(AdjustCredit, seat=1, amount=-100_250, reason="credits from nowhere")
    assert (only(down, CreditAdjusted).reason, only(down, NoticeGiven).to) == ("credits from nowhere", "inspector")
    assert table.rack("ann") == 0
    assert table.replays()


# --- the server out of order


@pytest.mark.clause(BOOK, "7.6", "7.6.1", "7.6.1.1")
@pytest.mark.parametrize("when", ["wagering", "shooting", "rolling"])
def test_the_same_error_at_several_terminals_voids_unsettled_wagers_and_stops_play(when: str) -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    table.rolls(1, 2, 3)
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "small", 1_000))
    if when == "shooting":
        table.closes()
    if when == "rolling":
        table.shoots()
    failed = table.device(ReportServerFault, kind="same-error", error="E42", seats=(1, 3, 3))
    assert kinds(failed) == ["ServerFailed", "WagersTakenBack", "RoundEnded"]
    assert (only(failed, ServerFailed).clause, only(failed, ServerFailed).seats) == ("7.6.1.1", (1, 3))
    assert (only(failed, WagersTakenBack).clause, only(failed, RoundEnded).counts) == ("7.6", False)
    assert (table.rack("ann"), table.rack("bob")) == (101_000, 100_000)
    for answer in (
        table.bets("ann", "small", 1_000),
        table.player("ann", InsertMoney, seat=1, amount=1_000),
        table.device(EndWagering),
        table.device(SealDice, seal="a seal"),
        table.player("ann", ShootDice),
        table.device(AutoShoot),
        table.device(ReportDice, dice=(1, 2, 3)),
        table.staff(VoidRound, reason="cocked dice"),
        table.device(ReportServerFault, kind="same-error", error="E42", seats=(1, 3)),
    ):
        assert refused(answer)[0] is Why.PLAY_STOPPED
    host = table.staff(RectifyServer, role="electronic-gaming-host", done="restarted")
    assert refused(host) == (Why.NOT_ALLOWED, "7.1")
    assert kinds(table.staff(RectifyServer, done="restarted")) == ["ServerRectified", "WageringOpened"]
    assert refused(table.staff(RectifyServer, done="restarted")) == (Why.ALREADY_DONE, "7.1")
    happened(table.bets("ann", "small", 1_000))
    table.rolls(1, 2, 3)
    assert table.rack("ann") == 102_000
    assert table.replays()


@pytest.mark.clause(BOOK, "7.6")
def test_a_table_closes_and_opens_again_while_its_server_is_out_of_order() -> None:
    table = Hall()
    table.opens()
    happened(table.staff(ReportServerFault, kind="opinion", error="it answers late"))
    happened(table.staff(CloseTable))
    assert kinds(table.staff(OpenTable)) == ["TableOpened"]
    assert refused(table.device(EndWagering))[0] is Why.PLAY_STOPPED
    happened(table.staff(RectifyServer, done="restarted"))
    assert only(table.player("ann", TakeSeat, seat=1), WageringExtended).round == 2
    assert table.replays()


@pytest.mark.clause(BOOK, "7.6", "7.6.1.2")
def test_the_house_may_think_that_the_server_is_out_of_order() -> None:
    table = hall()
    happened(table.bets("ann", "small", 1_000))
    fields = {"kind": "opinion", "error": "it answers late"}
    assert refused(table.device(ReportServerFault, **fields)) == (Why.NOT_ALLOWED, "7.6.1.2")
    host = table.staff(ReportServerFault, role="electronic-gaming-host", **fields)
    assert refused(host) == (Why.NOT_ALLOWED, "7.4")
    assert only(table.staff(ReportServerFault, **fields), ServerFailed).clause == "7.6.1.2"
    assert table.rack("ann") == 100_000


@pytest.mark.clause(BOOK, "7.6.1.1", "7.6.1.2")
@pytest.mark.parametrize(
    "reading, kind, seats, answer",
    [
        ("server_only", "same-error", (1,), (Why.NOT_ELIGIBLE, "7.6.1.1")),
        ("server_only", "same-error", (1, 1), (Why.NOT_ELIGIBLE, "7.6.1.1")),
        ("server_only", "same-error", (), (Why.NOT_ELIGIBLE, "7.6.1.1")),
        ("server_only", "same-error", (1, 9), (Why.UNKNOWN_SEAT, None)),
        ("server_only", "opinion", (1,), (Why.NOT_ELIGIBLE, "7.6.1.2")),
        ("server_only", "same-error", (1, 8), None),
        ("any_terminal", "opinion", (1,), None),
        ("any_terminal", "same-error", (1,), (Why.NOT_ELIGIBLE, "7.6.1.1")),
    ],
)
def test_one_faulty_terminal_makes_a_server_fault_only_by_the_reading(
    reading: str, kind: str, seats: tuple[int, ...], answer: tuple[Why, str | None] | None
) -> None:
    table = hall({"server_fault": reading})
    happened(table.bets("bob", "small", 1_000))
    fault = table.staff(ReportServerFault, kind=kind, error="E42", seats=seats)
    if answer:
        assert refused(fault) == answer
    else:
        only(fault, ServerFailed)
        assert table.rack("bob") == 100_000
        assert table.replays()
