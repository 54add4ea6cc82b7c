"""Sealed dice: no wager before the seal, no dice but those under it, and the next ones fixed when a result is over."""

import hashlib
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table import Table, craps_roll, dealt, dealt_result, invalidation, throw
from dicehouse.table.betting import PlaceWager, RemoveWager
from dicehouse.table.craps_roll import CallRoll, RollCalled
from dicehouse.table.electronic import ReportDice, VoidRound
from dicehouse.table.sealing import DiceSealed, SealDice
from tests.croupier import Croupier, happened, only, refused
from tests.hall import Hall
from tests.stickperson import Stickperson

SALT = "5a17"


def seal(*dice: int) -> str:
    return hashlib.sha256(f"{SALT}:{'-'.join(map(str, dice))}".encode()).hexdigest()


def seals(table: Croupier, *dice: int) -> Any:
    return table.does(SealDice, "tumbler", "device", seal=seal(*dice))


def standing(table: Table) -> tuple[str, str]:
    return table.round.seal, table.next_seal


@pytest.mark.parametrize("book, wager", [("star-sicbo-2024", "small"), ("crown-sicbo-a", "small")])
def test_bets_are_not_invited_before_the_dice_are_sealed(book: str, wager: str) -> None:
    table = Croupier(book, sealed_dice=True).opens().seats(ann=1)
    first = dealt.Tumble if book.startswith("star") else dealt.InviteBets
    assert refused(table.staff(first))[0] is Why.NOT_YET
    only(seals(table, 1, 2, 3), DiceSealed)
    only(seals(table, 4, 5, 6), DiceSealed)
    assert refused(seals(table, 6, 6, 6))[0] is Why.ALREADY_DONE
    assert standing(table.table) == (seal(1, 2, 3), seal(4, 5, 6))
    table.invites()
    assert table.table.round.seal == seal(1, 2, 3), "tumbling does not choose other dice"
    happened(table.bets("ann", wager, 1_000))
    assert table.replays()


def test_a_tumble_brings_the_seal_where_none_stands_and_no_other_where_one_does() -> None:
    table = Croupier("star-sicbo-2024", sealed_dice=True).opens().seats(ann=1)
    happened(table.staff(dealt.Tumble, times=3, seal=seal(1, 2, 3)))
    assert refused(table.staff(dealt.Tumble, seal=seal(4, 5, 6)))[0] is Why.ALREADY_DONE
    happened(table.staff(dealt.Tumble))
    assert table.table.round.seal == seal(1, 2, 3)
    assert table.replays()


def test_a_streak_wager_between_rounds_waits_for_the_seal_of_the_next() -> None:
    table = Croupier("star-sicbo-2024", {"streak_placed": "before_tumble"}, sealed_dice=True).opens().seats(ann=1)
    answer = refused(table.bets("ann", "streak-small-big", 1_000))
    assert answer[0] in {Why.NOT_YET, Why.WRONG_TIME}


def test_without_a_result_the_wagers_stay_and_the_next_dice_are_fixed() -> None:
    """At Crown the wagers stay (7.2)."""
    table = Croupier("crown-sicbo-a", sealed_dice=True).opens().seats(ann=1)
    seals(table, 1, 2, 3)
    table.invites()
    happened(table.bets("ann", "small", 1_000, id="w"))
    happened(table.staff(dealt_result.CallNoResult, reason="cocked dice"))
    assert standing(table.table) == ("", "")
    for order, fields in ((PlaceWager, {"seat": 1, "wager": "big", "stake": 500}), (RemoveWager, {"bet": "w"})):
        assert refused(table.player("ann", order, **fields))[0] is Why.NOT_YET
    seals(table, 4, 5, 6)
    happened(table.player("ann", RemoveWager, bet="w"))
    assert table.replays()


def test_a_table_whose_dice_fall_by_themselves_seals_nothing_beforehand() -> None:
    table = Croupier("crown-sicbo-a").opens().seats(ann=1)
    assert refused(seals(table, 1, 2, 3))[0] is Why.NOT_HERE


def test_terminals_take_wagers_once_the_dice_are_sealed_and_the_next_seal_follows() -> None:
    table = Hall(sealed_dice=True).opens().seats(ann=1)
    assert refused(table.bets("ann", "big", 1_000))[0] is Why.NOT_YET
    seals(table, 1, 2, 3)
    seals(table, 4, 5, 6)
    happened(table.bets("ann", "big", 1_000))
    table.shoots()
    happened(table.device(ReportDice, dice=(1, 2, 3), salt=SALT))
    assert standing(table.table) == (seal(4, 5, 6), "")
    assert table.replays()


def test_where_wagers_stay_at_terminals_the_next_dice_are_fixed() -> None:
    table = Hall({"no_result_effect": "stay"}, sealed_dice=True).opens().seats(ann=1)
    seals(table, 1, 2, 3)
    seals(table, 4, 5, 6)
    happened(table.bets("ann", "big", 1_000))
    table.closes()
    happened(table.staff(VoidRound, reason="cocked dice"))
    assert standing(table.table) == (seal(4, 5, 6), "")


# --- craps


def shooting() -> Stickperson:
    table = Stickperson(sealed_dice=True).seats(ann=1)
    seals(table, 3, 4)
    seals(table, 2, 2)
    table.shoots("ann")
    return table


def test_at_craps_a_throw_waits_for_its_seal_and_the_call_opens_it() -> None:
    table = Stickperson(sealed_dice=True).seats(ann=1)
    assert refused(table.bets("ann", "win-line", 1_000))[0] is Why.NOT_YET
    table = shooting()
    happened(table.player("ann", throw.ThrowDice))
    assert refused(table.staff(CallRoll, dice=(6, 6), salt=SALT))[0] is Why.WRONG_DICE
    called = only(table.staff(CallRoll, dice=(3, 4), salt=SALT), RollCalled)
    assert (called.seal, called.salt) == (seal(3, 4), SALT)
    assert refused(table.staff(CallRoll, dice=(6, 6)))[0] is Why.WRONG_DICE
    assert refused(table.staff(craps_roll.JudgeTopFace, dice=(6, 6)))[0] is Why.WRONG_DICE
    happened(table.staff(craps_roll.SettleRoll))
    assert standing(table.table) == (seal(2, 2), "")
    assert table.replays()


def test_at_craps_no_roll_and_an_invalid_outcome_go_on_to_the_next_dice() -> None:
    for kind, fields in (
        (throw.CallNoRoll, {"reason": next(iter(shooting().book.no_result.reasons))}),
        (invalidation.InvalidateOutcome, {"ground": "fraud", "reason": "a switched die"}),
    ):
        table = shooting()
        happened(table.player("ann", throw.ThrowDice))
        happened(table.staff(kind, **fields))
        assert standing(table.table) == (seal(2, 2), "")


def test_at_craps_nothing_is_thrown_without_a_seal() -> None:
    table = shooting()
    happened(table.player("ann", throw.ThrowDice))
    happened(table.staff(throw.CallNoRoll, reason=next(iter(table.book.no_result.reasons))))
    happened(table.player("ann", throw.ThrowDice))
    happened(table.staff(throw.CallNoRoll, reason=next(iter(table.book.no_result.reasons))))
    assert refused(table.player("ann", throw.ThrowDice))[0] is Why.NOT_YET
