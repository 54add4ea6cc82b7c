"""Sic Bo with a dealer: The Star's order and Crown's, step by step, and what each step forbids."""

import hashlib
from typing import Any

import msgspec
import pytest

from dicehouse.refusal import Refused, Why
from dicehouse.table import Phase, command_of, dealt
from dicehouse.table.betting import MoveWager, PlaceWager, RemoveWager
from dicehouse.table.dealt import BettingClosed, CloseBetting, InviteBets, OrderDemonstration, PressNoMoreBets, Tumble
from dicehouse.table.dealt_result import (
    AnnounceResult,
    CallNoResult,
    DiceUncovered,
    EnterResult,
    NoResultCalled,
    ResultAnnounced,
    ResultEntered,
    Settle,
    Uncover,
)
from dicehouse.table.sealing import sealed_text
from dicehouse.table.settlement import LosersCollected, WagersTakenBack, WinnersPaid
from dicehouse.table.settling import RoundEnded, lit
from dicehouse.table.views import lit_areas, winning_numbers
from tests.croupier import NOON, Croupier, happened, kinds, only, refused

STARS = ("star-sicbo-2024", "star-sicbo-pre2024")
CROWNS = ("crown-sicbo-a", "crown-sicbo-b")
DEALT = (*STARS, *CROWNS)
GENEROUS = {"crown-sicbo-b": tuple(f"colour{it}-{c}" for it in ("", "-double") for c in ("red", "green", "blue"))}


def open_table(book: str, **config: Any) -> Croupier:
    return Croupier(book, **config).opens(acknowledged=GENEROUS.get(book, ()))


# --- The Star's order


@pytest.mark.clause("star-sicbo-2024", "5.1", "5.2", "5.3", "5.4", "5.5")
@pytest.mark.clause("star-sicbo-pre2024", "5.1", "5.2", "5.3", "5.4", "5.5")
@pytest.mark.parametrize("book", STARS)
def test_a_round_at_the_star_goes_from_the_tumble_to_the_payment(book: str) -> None:
    table = open_table(book).seats(ann=1, bob=2)
    assert kinds(happened(table.dealer(Tumble, times=3)))[-2:] == ["RoundBegan", "DiceTumbled"]
    assert kinds(table.dealer(InviteBets)) == ["BettingOpened"]
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "triple-2", 500))
    assert only(table.dealer(CloseBetting), BettingClosed).round == 1
    assert kinds(table.dealer(PressNoMoreBets)) == ["ButtonPressed"]
    assert kinds(table.dealer(Uncover)) == ["DiceUncovered"]
    called = only(table.dealer(AnnounceResult, dice=(5, 1, 2)), ResultAnnounced)
    assert (called.dice, called.total) == ((1, 2, 5), 8)
    entered = only(table.dealer(EnterResult, dice=(2, 5, 1)), ResultEntered)
    assert {"small", "total-8", "single-1", "pair-2-5"} <= set(entered.areas)
    assert not {"big", "triple-2", "total-9"} & set(entered.areas)
    ended = happened(table.dealer(Settle))
    assert kinds(ended) == ["LosersCollected", "WinnersPaid", "WagersMoved", "RoundEnded"]
    assert [it.clause for it in ended] == ["5.5"] * 4
    assert (table.rack("ann"), table.rack("bob")) == (101_000, 99_500)
    assert table.table.phase is Phase.BETWEEN
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "5.5")
@pytest.mark.clause("star-sicbo-pre2024", "5.5")
@pytest.mark.clause("crown-sicbo", "3.19", "3.19.1", "3.19.2", "5.1.6")
@pytest.mark.parametrize("book", DEALT)
def test_losing_wagers_are_collected_before_winning_ones_are_paid(book: str) -> None:
    table = open_table(book).seats(ann=1, bob=2).invites()
    for name, wager in (("ann", "small"), ("bob", "big"), ("ann", "total-8"), ("bob", "total-9")):
        happened(table.bets(name, wager, 500))
    lost, won = happened(table.settles(1, 2, 5))[:2]
    assert isinstance(lost, LosersCollected)
    assert isinstance(won, WinnersPaid)
    assert {it.wager for it in lost.settled} == {"big", "total-9"}
    assert {(it.wager, it.winnings, it.returned) for it in won.settled} == {
        ("small", 500, 1_000),
        ("total-8", 4_000, 4_500),
    }


@pytest.mark.clause("star-sicbo-2024", "5.1")
@pytest.mark.clause("star-sicbo-pre2024", "5.1")
@pytest.mark.parametrize("book", STARS)
@pytest.mark.parametrize("times, opens", [((1,), False), ((2,), False), ((3,), True), ((1, 1), False), ((2, 1), True)])
def test_bets_are_invited_after_three_tumbles_and_not_before(book: str, times: tuple[int, ...], opens: bool) -> None:
    table = open_table(book).seats(ann=1)
    for each in times:
        happened(table.dealer(Tumble, times=each))
    answer = table.dealer(InviteBets)
    if opens:
        assert kinds(answer) == ["BettingOpened"]
    else:
        assert refused(answer) == (Why.NOT_YET, "5.1")


@pytest.mark.parametrize("book", STARS)
def test_at_the_star_nobody_bets_before_a_tumble_and_nobody_tumbles_under_open_betting(book: str) -> None:
    table = open_table(book).seats(ann=1)
    assert refused(table.dealer(InviteBets))[0] is Why.WRONG_PHASE
    happened(table.dealer(Tumble, times=3))
    happened(table.dealer(InviteBets))
    assert refused(table.dealer(Tumble))[0] is Why.WRONG_PHASE
    assert refused(table.dealer(InviteBets))[0] is Why.WRONG_PHASE


@pytest.mark.parametrize("book", CROWNS)
def test_at_crown_nobody_tumbles_before_bets_are_invited_or_twice_and_nobody_invites_twice(book: str) -> None:
    table = open_table(book).seats(ann=1)
    assert refused(table.dealer(Tumble))[0] is Why.WRONG_PHASE
    happened(table.dealer(InviteBets))
    assert refused(table.dealer(InviteBets))[0] is Why.WRONG_PHASE
    happened(table.dealer(Tumble))
    assert refused(table.dealer(Tumble))[0] is Why.WRONG_PHASE


@pytest.mark.clause("star-sicbo-2024", "3.11")
@pytest.mark.clause("star-sicbo-pre2024", "3.10")
@pytest.mark.clause("crown-sicbo", "3.2")
@pytest.mark.parametrize(
    "book, clause", [*((it, c) for it, c in zip(STARS, ("3.11", "3.10"), strict=True)), (CROWNS[0], "3.2")]
)
def test_nothing_is_placed_moved_or_withdrawn_once_betting_has_closed(book: str, clause: str) -> None:
    table = open_table(book).seats(ann=1).invites()
    happened(table.bets("ann", "small", 1_000, id="w1"))
    table.closes_betting()
    for stage in ("no more bets", "uncovered", "announced", "entered"):
        assert table.table.phase == stage
        assert refused(table.bets("ann", "big", 1_000)) == (Why.BETTING_CLOSED, clause)
        assert refused(table.player("ann", RemoveWager, bet="w1")) == (Why.BETTING_CLOSED, clause)
        assert refused(table.player("ann", MoveWager, bet="w1", wager="big")) == (Why.BETTING_CLOSED, clause)
        if stage == "no more bets":
            happened(table.dealer(Uncover))
        elif stage == "uncovered":
            happened(table.dealer(AnnounceResult, dice=(1, 2, 3)))
        elif stage == "announced":
            happened(table.dealer(EnterResult, dice=(1, 2, 3)))
    assert only(table.dealer(Settle), WinnersPaid).settled[0].bet == "w1"


def test_a_wager_is_moved_while_betting_is_open_and_is_then_judged_like_any_other() -> None:
    table = open_table(STARS[0]).seats(ann=1, rack=1_000).invites()
    happened(table.bets("ann", "small", 1_000, id="w1"))
    assert kinds(table.player("ann", MoveWager, id="w2", bet="w1", wager="big")) == ["WagersTakenBack", "WagerPlaced"]
    assert list(table.table.bets) == ["w2"]
    assert refused(table.player("ann", MoveWager, bet="w2", wager="bigg"))[0] is Why.UNKNOWN_WAGER
    assert refused(table.player("bob", MoveWager, bet="w2", wager="small"))[0] is Why.NOT_YOUR_SEAT
    table.settles(4, 5, 6)
    assert table.rack("ann") == 2_000
    assert table.replays()


def test_betting_opens_only_with_the_invitation() -> None:
    table = open_table(STARS[0]).seats(ann=1)
    assert refused(table.bets("ann", "small", 1_000))[0] is Why.BETTING_CLOSED
    happened(table.dealer(Tumble, times=3))
    assert refused(table.bets("ann", "small", 1_000))[0] is Why.BETTING_CLOSED
    happened(table.dealer(InviteBets))
    happened(table.bets("ann", "small", 1_000))


@pytest.mark.clause("star-sicbo-2024", "5.2", "8.4", "8.6")
@pytest.mark.clause("star-sicbo-pre2024", "5.2", "8.4", "8.6")
@pytest.mark.parametrize("book", STARS)
def test_on_a_touch_screen_the_round_has_no_result_when_the_button_was_not_pressed(book: str) -> None:
    table = open_table(book).seats(ann=1).invites()
    happened(table.bets("ann", "small", 1_000))
    happened(table.dealer(CloseBetting))
    shown = only(table.dealer(Uncover), DiceUncovered)
    assert (shown.clause, shown.no_result_due) == ("8.4", "button not pressed")
    assert refused(table.dealer(AnnounceResult, dice=(1, 2, 3))) == (Why.NO_RESULT_DUE, "8.4")
    assert refused(table.dealer(PressNoMoreBets))[0] is Why.NO_RESULT_DUE
    assert refused(table.dealer(Uncover))[0] is Why.NO_RESULT_DUE
    ended = happened(table.dealer(CallNoResult, reason="button not pressed"))
    assert kinds(ended) == ["NoResultCalled", "WagersTakenBack", "RoundEnded"]
    assert table.rack("ann") == 100_000
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "5.2")
@pytest.mark.clause("star-sicbo-pre2024", "5.2")
def test_a_panel_has_no_button_and_needs_none() -> None:
    table = open_table(STARS[0], touch_screen=False).seats(ann=1).invites()
    happened(table.dealer(CloseBetting))
    assert refused(table.dealer(PressNoMoreBets))[0] is Why.NOT_HERE
    assert only(table.dealer(Uncover), DiceUncovered).no_result_due == ""


def test_the_button_is_pressed_once_and_after_the_call() -> None:
    table = open_table(STARS[0]).seats(ann=1).invites()
    assert refused(table.dealer(PressNoMoreBets))[0] is Why.WRONG_PHASE
    happened(table.dealer(CloseBetting))
    happened(table.dealer(PressNoMoreBets))
    assert refused(table.dealer(PressNoMoreBets))[0] is Why.ALREADY_DONE


# --- Crown's order


@pytest.mark.clause("crown-sicbo", "5.1", "5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.5", "5.1.5(a)", "5.1.6")
@pytest.mark.parametrize("book", CROWNS)
def test_a_round_at_crown_takes_bets_before_and_during_the_spin(book: str) -> None:
    table = open_table(book, touch_screen=False).seats(ann=1)
    assert refused(table.dealer(Tumble))[0] is Why.WRONG_PHASE
    assert kinds(table.dealer(InviteBets)) == ["RoundBegan", "BettingOpened"]
    happened(table.bets("ann", "big", 1_000))
    assert refused(table.dealer(CloseBetting)) == (Why.WRONG_PHASE, "5.1.2")
    assert only(table.dealer(Tumble), dealt.DiceTumbled).clause == "5.1.2"
    happened(table.bets("ann", "total-12", 500))
    assert refused(table.dealer(Tumble))[0] is Why.WRONG_PHASE
    assert only(table.dealer(CloseBetting), BettingClosed).clause == "5.1.3"
    assert only(table.dealer(Uncover), DiceUncovered).clause == "5.1.4"
    entered = happened(table.dealer(EnterResult, dice=(6, 4, 2)))
    assert [(type(it).__name__, it.clause) for it in entered] == [
        ("ResultAnnounced", "5.1.5"),
        ("ResultEntered", "5.1.5(a)"),
    ]
    assert [it.clause for it in happened(table.dealer(Settle))] == ["5.1.6"] * 2
    assert table.rack("ann") == 100_000 + 1_000 + 3_500
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "7.1.1", "7.2", "5.1.5")
def test_a_no_spin_at_crown_leaves_locked_wagers_for_the_next_spin() -> None:
    table = open_table("crown-sicbo-a").seats(ann=1).invites()
    happened(table.bets("ann", "small", 1_000))
    table.closes_betting()
    happened(table.dealer(Uncover))
    called = only(table.dealer(CallNoResult, reason="cocked dice"), NoResultCalled)
    assert called.clause == "7.1.1"
    assert table.table.phase is Phase.NO_MORE_BETS
    assert refused(table.bets("ann", "big", 1_000)) == (Why.BETTING_CLOSED, "3.2")
    assert refused(table.dealer(Uncover))[0] is Why.WRONG_PHASE
    happened(table.dealer(Tumble))
    happened(table.dealer(Uncover))
    happened(table.dealer(EnterResult, dice=(1, 2, 3)))
    happened(table.dealer(Settle))
    assert table.rack("ann") == 101_000
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "7.1.3", "7.2")
def test_dice_exposed_early_at_crown_leave_the_betting_open() -> None:
    table = open_table("crown-sicbo-a").seats(ann=1).invites()
    happened(table.bets("ann", "small", 1_000))
    assert only(table.dealer(Uncover), DiceUncovered).clause == "7.1.3"
    assert refused(table.bets("ann", "big", 1_000))[0] is Why.BETTING_CLOSED
    happened(table.dealer(CallNoResult, reason="dice exposed early"))
    assert table.table.phase is Phase.BETTING
    happened(table.bets("ann", "big", 1_000))
    happened(table.dealer(Tumble))
    table.settles(4, 5, 6)
    assert table.rack("ann") == 100_000


@pytest.mark.clause("crown-sicbo", "7.1.2", "7.2")
def test_a_tumbler_that_fails_at_crown_is_spun_again() -> None:
    table = open_table("crown-sicbo-a").seats(ann=1).invites()
    happened(table.bets("ann", "small", 1_000))
    assert only(table.dealer(CallNoResult, reason="tumbler malfunction"), NoResultCalled).clause == "7.1.2"
    happened(table.dealer(Tumble))
    table.settles(1, 2, 3)
    assert table.rack("ann") == 101_000


# --- spins for show


@pytest.mark.clause("crown-sicbo", "5.1.7", "5.1.7(a)", "5.1.7(b)", "5.1.7(c)")
def test_an_area_manager_orders_spins_while_nobody_is_there() -> None:
    table = open_table("crown-sicbo-a")
    happened(table.dealer(InviteBets))
    assert refused(table.dealer(Tumble)) == (Why.NOT_YET, "5.1.7")
    assert refused(table.staff(OrderDemonstration, role="tg-higher-duties-dealer")) == (Why.NOT_ALLOWED, "5.1.7")
    happened(table.staff(OrderDemonstration, role="tg-area-manager", spins=1))
    happened(table.dealer(Tumble))
    table.settles(1, 2, 3)
    assert table.table.history == [(1, 2, 3)]
    happened(table.dealer(InviteBets))
    assert refused(table.dealer(Tumble)) == (Why.NOT_YET, "5.1.7")
    happened(table.staff(OrderDemonstration, role="tg-area-manager"))
    for _ in range(3):
        happened(table.dealer(Tumble))
        table.settles(1, 2, 3)
        happened(table.dealer(InviteBets))
    happened(table.dealer(Tumble))
    table.seats(ann=1)
    happened(table.bets("ann", "small", 500))
    assert table.table.demonstrations == 0
    assert refused(table.staff(OrderDemonstration, role="tg-area-manager"))[0] is Why.WAGERS_STAND
    table.settles(1, 2, 4)
    assert table.replays()


def test_the_star_gives_nobody_the_power_to_order_spins_for_show() -> None:
    assert refused(open_table(STARS[0]).staff(OrderDemonstration))[0] is Why.NOT_HERE


# --- no result


NO_RESULT = {
    "cocked dice": "8.1",
    "tumbler malfunction": "8.2",
    "tumbled wrongly": "8.3",
    "dice exposed early": "8.3",
    "button not pressed": "8.4",
    "broken dice": "8.5",
    "broken tumbler": "8.5",
}


@pytest.mark.clause("star-sicbo-2024", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6")
@pytest.mark.clause("star-sicbo-pre2024", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6")
@pytest.mark.parametrize("book", STARS)
@pytest.mark.parametrize("reason, clause", NO_RESULT.items())
@pytest.mark.parametrize("role", ["dealer", "games-supervisor", "casino-supervisor"])
def test_no_result_gives_every_wager_back_and_cites_its_reason(book: str, reason: str, clause: str, role: str) -> None:
    table = open_table(book).seats(ann=1).invites()
    happened(table.bets("ann", "small", 1_000))
    table.closes_betting()
    happened(table.dealer(Uncover))
    answer = happened(table.staff(CallNoResult, role=role, reason=reason))
    assert only(answer, NoResultCalled).clause == clause
    back = only(answer, WagersTakenBack)
    assert back.clause == "8.6"
    assert [(it.result, it.returned) for it in back.settled] == [("void", 1_000)]
    assert not only(answer, RoundEnded).counts
    assert table.table.phase is Phase.BETWEEN
    assert table.rack("ann") == 100_000


@pytest.mark.clause("star-sicbo-2024", "8.3")
@pytest.mark.clause("star-sicbo-pre2024", "8.3")
@pytest.mark.parametrize("invited", [False, True])
def test_dice_shown_before_no_more_bets_can_only_be_void(invited: bool) -> None:
    table = open_table(STARS[0]).seats(ann=1)
    happened(table.dealer(Tumble, times=3))
    if invited:
        happened(table.dealer(InviteBets))
        happened(table.bets("ann", "small", 1_000))
    assert only(table.dealer(Uncover), DiceUncovered).clause == "8.3"
    for kind in (InviteBets, CloseBetting, Tumble):
        assert isinstance(refused(table.dealer(kind)), tuple)
    happened(table.dealer(CallNoResult, reason="dice exposed early"))
    assert table.rack("ann") == 100_000


def test_a_reason_that_the_rulebook_does_not_know_calls_nothing() -> None:
    table = open_table(STARS[0]).seats(ann=1).invites()
    assert refused(table.dealer(CallNoResult, reason="bad luck")) == (Why.NO_RESULT_DUE, "8.6")
    assert table.rack("ann") == 100_000


def test_a_round_without_wagers_can_have_no_result_too() -> None:
    table = open_table(STARS[0]).invites()
    assert kinds(table.dealer(CallNoResult, reason="cocked dice")) == ["NoResultCalled", "RoundEnded"]


# --- the call and the entry


def test_a_slip_of_the_keys_is_put_right_before_settlement() -> None:
    table = open_table(STARS[0]).seats(ann=1).invites()
    happened(table.bets("ann", "small", 1_000))
    table.closes_betting()
    happened(table.dealer(Uncover))
    assert refused(table.dealer(EnterResult, dice=(1, 2, 3))) == (Why.WRONG_PHASE, "5.4")
    happened(table.dealer(AnnounceResult, dice=(1, 2, 3)))
    slip = only(table.dealer(EnterResult, dice=(4, 5, 6)), ResultEntered)
    assert slip.differs
    assert refused(table.dealer(Settle)) == (Why.ENTRY_DIFFERS, "5.4")
    right = only(table.dealer(EnterResult, dice=(3, 2, 1)), ResultEntered)
    assert (right.corrects, right.differs) == ((4, 5, 6), False)
    assert refused(table.dealer(EnterResult, dice=(1, 2, 3)))[0] is Why.ALREADY_DONE
    happened(table.dealer(Settle))
    assert table.rack("ann") == 101_000
    assert table.replays()


def test_a_mistaken_call_is_made_again_before_settlement() -> None:
    table = open_table(STARS[0]).seats(ann=1).invites().calls(1, 2, 3)
    happened(table.dealer(AnnounceResult, dice=(1, 2, 4)))
    assert refused(table.dealer(Settle))[0] is Why.WRONG_PHASE
    happened(table.dealer(EnterResult, dice=(1, 2, 4)))
    assert only(table.dealer(Settle), RoundEnded).dice == (1, 2, 4)


@pytest.mark.parametrize("dice", [(), (1, 2), (1, 2, 3, 4)])
def test_what_three_dice_cannot_show_is_refused(dice: tuple[int, ...]) -> None:
    table = open_table(STARS[0]).seats(ann=1).invites().closes_betting()
    if dice:
        assert refused(table.dealer(Uncover, dice=dice))[0] is Why.WRONG_DICE
    happened(table.dealer(Uncover))
    assert refused(table.dealer(AnnounceResult, dice=dice))[0] is Why.WRONG_DICE
    happened(table.dealer(AnnounceResult, dice=(1, 1, 1)))
    assert refused(table.dealer(EnterResult, dice=dice))[0] is Why.WRONG_DICE


@pytest.mark.parametrize("kind", [Uncover, AnnounceResult, EnterResult])
@pytest.mark.parametrize("face", [0, 7])
def test_a_face_that_no_die_has_is_no_command(kind: type[Uncover | AnnounceResult | EnterResult], face: int) -> None:
    line = msgspec.json.encode(kind(id="c", at=NOON, by="dora", role="dealer", dice=(1, 2, face)))
    answer = command_of(line)
    assert isinstance(answer, Refused)
    assert answer.why is Why.MALFORMED


def test_the_call_says_what_the_uncovered_dice_show() -> None:
    table = open_table(STARS[0]).seats(ann=1).invites().closes_betting()
    happened(table.dealer(Uncover, dice=(6, 1, 4)))
    assert refused(table.dealer(AnnounceResult, dice=(6, 1, 5))) == (Why.WRONG_DICE, "5.3")
    happened(table.dealer(AnnounceResult, dice=(4, 6, 1)))
    crown = open_table("crown-sicbo-a").seats(ann=1).invites().closes_betting()
    happened(crown.dealer(Uncover, dice=(6, 1, 4)))
    assert refused(crown.dealer(EnterResult, dice=(6, 1, 5))) == (Why.WRONG_DICE, "5.1.5")
    happened(crown.dealer(EnterResult, dice=(6, 1, 4)))


def test_a_seal_of_the_tumble_is_opened_by_its_own_dice_alone() -> None:
    table = open_table(STARS[0]).seats(ann=1)
    seal = hashlib.sha256(sealed_text("salt", (2, 6, 1))).hexdigest()
    happened(table.dealer(Tumble, times=3, seal=seal))
    happened(table.dealer(InviteBets))
    table.closes_betting()
    for salt, dice in (("", ()), ("salt", (2, 6, 2)), ("other", (2, 6, 1)), ("salt", (1, 2, 6))):
        assert refused(table.dealer(Uncover, salt=salt, dice=dice)) == (Why.WRONG_DICE, "5.2")
    happened(table.dealer(Uncover, salt="salt", dice=(2, 6, 1)))
    assert table.replays()


# --- who may


@pytest.mark.clause("star-sicbo-2024", "5.6")
@pytest.mark.clause("star-sicbo-pre2024", "5.6")
@pytest.mark.clause("crown-sicbo", "5.2", "1.1")
@pytest.mark.parametrize("book", DEALT)
def test_only_the_dealer_or_above_works_the_tumbler_and_the_panel(book: str) -> None:
    table = open_table(book).seats(ann=1)
    for outsider in ("player", "spectator", "inspector", "device"):
        assert refused(table.does(Tumble, "eve", outsider))[0] is Why.NOT_ALLOWED
        assert refused(table.does(EnterResult, "eve", outsider, dice=(1, 2, 3)))[0] is Why.NOT_ALLOWED
    for role in table.book.ranks:
        table = open_table(book).seats(ann=1)
        begins = Tumble if dealt.tumbles_first(table.table) else InviteBets
        happened(table.staff(begins, role=role))


def test_a_role_that_the_rulebook_does_not_know_may_nothing() -> None:
    table = open_table(STARS[0]).seats(ann=1)
    assert refused(table.does(Tumble, "eve", "boxperson"))[0] is Why.NOT_ALLOWED


# --- what wins is lit


@pytest.mark.clause("star-sicbo-2024", "2.3")
@pytest.mark.clause("star-sicbo-pre2024", "2.3")
@pytest.mark.clause("crown-sicbo", "2.2.4(a)")
def test_the_areas_that_are_lit_are_those_that_a_wager_wins_on() -> None:
    book = open_table(STARS[0]).book
    for roll in book.dice.rolls:
        won = set()
        for wager in book.wagers.values():
            if wager.family == "streak":
                continue
            table = Croupier(STARS[0]).table
            table.layout.place("w", wager.id, 1_000)
            decided = table.layout.roll(roll)
            assert isinstance(decided, list)
            won |= {it.wager for it in decided if it.result == "win"}
        assert set(lit(book, roll)) == won


# --- the table keeps a history, not everything


def test_a_table_remembers_its_latest_hundred_results() -> None:
    table = open_table(STARS[0]).seats(ann=1)
    for number in range(101):
        table.plays(1, 2, 1 + number % 6)
    assert len(table.table.history) == 100
    assert table.table.history[-1] == (1, 2, 5)
    assert table.replays()


def test_a_wager_is_taken_back_while_betting_is_open() -> None:
    table = open_table(STARS[0]).seats(ann=1).invites()
    happened(table.bets("ann", "small", 1_000, id="w1"))
    assert refused(table.player("ann", PlaceWager, id="w1", seat=1, wager="big", stake=500))[0] is Why.DUPLICATE_ID
    back = only(table.player("ann", RemoveWager, bet="w1"), WagersTakenBack)
    assert [(it.result, it.returned) for it in back.settled] == [("removed", 1_000)]
    assert refused(table.player("ann", RemoveWager, bet="w1"))[0] is Why.UNKNOWN_ID
    assert table.rack("ann") == 100_000


@pytest.mark.clause("star-sicbo-2024", "3.14")
@pytest.mark.clause("star-sicbo-pre2024", "3.13")
@pytest.mark.clause("crown-sicbo", "3.5")
@pytest.mark.parametrize("book", [*STARS, CROWNS[0]])
def test_a_wager_is_settled_where_it_lay_when_betting_closed(book: str) -> None:
    table = open_table(book).seats(ann=1).invites()
    happened(table.bets("ann", "big", 1_000, id="w1"))
    happened(table.player("ann", MoveWager, id="w2", bet="w1", wager="small"))
    table.closes_betting()
    lay = dict(table.table.areas)
    assert lay == {"small": 1_000}
    assert refused(table.player("ann", MoveWager, bet="w2", wager="big"))[0] is Why.BETTING_CLOSED
    happened(table.dealer(Uncover))
    happened(table.dealer(AnnounceResult, dice=(1, 2, 5)))
    happened(table.dealer(EnterResult, dice=(1, 2, 5)))
    assert table.table.areas == lay
    happened(table.dealer(Settle))
    assert table.rack("ann") == 101_000


@pytest.mark.clause("star-sicbo-2024", '1.1 "WND"')
@pytest.mark.clause("star-sicbo-pre2024", '1.1 "WND"')
def test_the_winning_number_display_shows_the_present_and_the_latest_results() -> None:
    table = open_table(STARS[0]).seats(ann=1)
    assert winning_numbers(table.table) == ()
    table.plays(1, 2, 3)
    table.invites().calls(6, 5, 4)
    assert winning_numbers(table.table) == ((4, 5, 6), (1, 2, 3))
    assert "big" in lit_areas(table.table)
    happened(table.dealer(Settle))
    assert winning_numbers(table.table) == ((4, 5, 6), (1, 2, 3))
    assert winning_numbers(table.table, most=1) == ((4, 5, 6),)
    table.invites()
    assert lit_areas(table.table) == ()


@pytest.mark.clause("star-sicbo-2024", '1.1 "round of play"')
@pytest.mark.clause("crown-sicbo", '1 "Spin"', "1.2")
@pytest.mark.parametrize("book", [STARS[0], CROWNS[0]])
def test_a_round_lasts_until_its_wagers_are_collected_and_paid_and_is_one_table_s_own(book: str) -> None:
    def where(table: Croupier) -> tuple[int, bool]:
        return table.table.round.number, table.table.round.running

    table, other = open_table(book).seats(ann=1), open_table(book).seats(ann=1)
    assert where(table) == (0, False)
    assert where(table.invites()) == (1, True)
    assert where(table.calls(1, 2, 3)) == (1, True)
    happened(table.dealer(Settle))
    assert where(table) == (1, False)
    assert where(other) == (0, False)
