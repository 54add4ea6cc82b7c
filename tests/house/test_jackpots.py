"""Progressive jackpots: exact growth, triggers over results and wagers, shares, caps, new terms and adjustments."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dicehouse.house.jackpot_rounds import (
    JackpotGrew,
    JackpotReset,
    JackpotRunsMoved,
    JackpotWon,
    ReportRound,
    RoundReported,
    Stake,
)
from dicehouse.house.jackpot_state import Arm, JackpotTerms, Rate, Rolled, Trigger
from dicehouse.house.jackpots import (
    AdjustJackpot,
    ChangeJackpot,
    JackpotAdjusted,
    JackpotChangeSet,
    JackpotOffered,
    OfferJackpot,
    display,
    unaccounted,
)
from dicehouse.house.payouts import ChangeForm, PaidOut, PayOut
from dicehouse.house.tickets import TicketIssued
from dicehouse.house.triggers import compiled
from dicehouse.refusal import Refused, Why
from tests.house.books import holds, moves, stocked
from tests.house.keeper import Keeper, happened, kinds, only, refused

ARUZE = "aruze-sicbo"
SEVEN = "table 7"
SIXES = Rolled(faces=(6, 6, 6))

TRIPLE_SIX = Trigger(states={"open": (Arm(rolled=SIXES, to="win"),)}, wager="triple-6", least=100)
"""A triple six with a wager on it."""
THREE_TRIPLES = Trigger(
    states={
        "none": (Arm(rolled=Rolled(alike=True), to="one"),),
        "one": (Arm(rolled=Rolled(alike=True), to="two"),),
        "two": (Arm(rolled=Rolled(alike=True), to="win"),),
    }
)
"""Three triples in a row with any wager."""


def terms(**fields: Any) -> JackpotTerms:
    """One in a hundred, from 100.00 on."""
    said = {"rate": Rate(1, 100), "seed": 10_000, "trigger": TRIPLE_SIX, "tables": (SEVEN,), "approved_by": "L&GNSW 7"}
    return JackpotTerms(**{**said, **fields})


def offering(pool: str = "mini", **fields: Any) -> Keeper:
    keeper = stocked("ann", "bob")
    happened(keeper.manager(OfferJackpot, pool=pool, terms=terms(**fields)))
    return keeper


def stake(person: str, amount: int, wager: str = "triple-6", result: str = "lose", seat: int = 0) -> Stake:
    seats = {"ann": 1, "bob": 2, "cat": 3}
    return Stake(seat=seat or seats[person], person=person, wager=wager, stake=amount, result=result)


def plays(keeper: Keeper, dice: Sequence[int], *stakes: Stake, table: str = SEVEN, **fields: Any) -> Any:
    """The next round of a table."""
    number = keeper.house.rounds.get(table, 0) + 1
    said = {"table": table, "round": number, "dice": tuple(dice), "stakes": stakes}
    return keeper.device(ReportRound, **{**said, **fields})


def shown(keeper: Keeper, pool: str = "mini") -> int:
    return display(keeper.house)[pool].shown


# --- growth


@pytest.mark.clause(ARUZE, "4.1", "4.1.1")
def test_a_pool_starts_at_its_seed_and_grows_by_its_share_of_turnover() -> None:
    keeper = stocked()
    offered = only(keeper.manager(OfferJackpot, pool="mini", terms=terms()), JackpotOffered)
    assert moves(offered) == [("~house", -10_000), ("jackpot/mini/pool", 10_000)]
    assert offered.terms.approved_by == "L&GNSW 7"
    event = only(plays(keeper, (1, 2, 3), stake("ann", 5_000), stake("bob", 2_500, "big")), JackpotGrew)
    assert (event.turnover, event.round, event.table) == (7_500, 1, SEVEN)
    assert moves(event) == [("~house", -75), ("jackpot/mini/pool", 75)]
    assert shown(keeper) == 10_075
    assert keeper.replays()


@pytest.mark.clause(ARUZE, "4.1.1")
def test_void_stakes_are_no_turnover() -> None:
    keeper = offering()
    answer = plays(keeper, (), stake("ann", 5_000, result="void"), stake("bob", 5_000, result="removed"))
    assert kinds(answer) == ["RoundReported"]
    happened(plays(keeper, (1, 2, 3), stake("ann", 5_000, result="void"), stake("bob", 5_000, result="push")))
    assert shown(keeper) == 10_050


@pytest.mark.clause(ARUZE, "4.1.1", "3.6.2")
def test_what_is_left_of_a_cent_is_kept_and_the_display_is_floored() -> None:
    keeper = offering(rate=Rate(1, 3), seed=0)
    event = only(plays(keeper, (1, 2, 3), stake("ann", 100)), JackpotGrew)
    assert (shown(keeper), event.carry) == (33, (1, 3))
    happened(plays(keeper, (1, 2, 3), stake("ann", 100)))
    assert (shown(keeper), keeper.house.jackpots["mini"].carry) == (66, (2, 3))
    happened(plays(keeper, (1, 2, 3), stake("ann", 100)))
    assert (shown(keeper), keeper.house.jackpots["mini"].carry) == (100, (0, 1))


def test_a_share_too_small_for_a_cent_moves_nothing_yet() -> None:
    keeper = offering(rate=Rate(1, 1_000))
    event = only(plays(keeper, (1, 2, 3), stake("ann", 100)), JackpotGrew)
    assert (moves(event), event.carry) == ([], (1, 10))


@pytest.mark.clause(ARUZE, "4.1.1")
def test_one_round_feeds_every_pool_that_is_linked_and_no_other() -> None:
    keeper = offering()
    happened(keeper.manager(OfferJackpot, pool="major", terms=terms(rate=Rate(1, 50), tables=(SEVEN, "table 8"))))
    happened(plays(keeper, (1, 2, 3), stake("ann", 10_000)))
    happened(plays(keeper, (1, 2, 3), stake("ann", 10_000), table="table 8"))
    assert kinds(plays(keeper, (1, 2, 3), stake("ann", 10_000), table="table 9")) == ["RoundReported"]
    assert (shown(keeper, "mini"), shown(keeper, "major")) == (10_100, 10_400)


def test_a_hidden_share_grows_out_of_sight() -> None:
    keeper = offering(hidden_rate=Rate(1, 200))
    happened(plays(keeper, (1, 2, 3), stake("ann", 1_100)))
    assert display(keeper.house)["mini"] == (10_011, 5, None)
    assert keeper.house.jackpots["mini"].hidden_carry == (1, 2)


@pytest.mark.parametrize("turnover, seen, hidden", [(4_900, 10_049, 0), (5_000, 10_050, 0), (5_100, 10_050, 1)])
def test_a_pool_at_its_cap_lets_the_rest_flow_into_the_hidden_pool(turnover: int, seen: int, hidden: int) -> None:
    keeper = offering(cap=10_050)
    happened(plays(keeper, (1, 2, 3), stake("ann", turnover)))
    assert display(keeper.house)["mini"] == (seen, hidden, None)
    happened(plays(keeper, (1, 2, 3), stake("ann", 10_000)))
    assert display(keeper.house)["mini"][:2] == (10_050, hidden + 100 - (10_050 - seen))
    assert keeper.replays()


# --- winning


@pytest.mark.clause(ARUZE, "4.1.2", "3.6.3", "3.6.4")
def test_the_winner_is_owed_what_the_display_showed_and_the_pool_starts_again() -> None:
    keeper = offering()
    happened(plays(keeper, (1, 2, 3), stake("ann", 100_000)))
    answer = plays(keeper, (6, 6, 6), stake("ann", 100, result="win"), id="r2")
    assert kinds(answer) == ["RoundReported", "JackpotGrew", "JackpotWon", "JackpotReset"]
    won, reset = only(answer, JackpotWon), only(answer, JackpotReset)
    assert (won.prize, won.odd, won.clause) == (11_001, 0, "aruze-sicbo 4.1.2")
    assert moves(won) == [("jackpot/mini/pool", -11_001), ("handpay/r2/mini/1", 11_001)]
    assert moves(reset) == [("~house", -10_000), ("jackpot/mini/pool", 10_000)]
    meter = display(keeper.house)["mini"]
    assert meter.shown == 10_000
    assert meter.last is not None
    assert (meter.last.prize, meter.last.winners, meter.last.at) == (11_001, ("ann",), keeper.now)
    owed = keeper.house.payouts["r2/mini/1"]
    assert (owed.person, owed.amount, owed.of, owed.table, owed.seat) == ("ann", 11_001, "jackpot mini", SEVEN, 1)
    assert keeper.replays()


@pytest.mark.clause(ARUZE, "4.1.2")
@pytest.mark.parametrize(
    "dice, stakes",
    [
        ((6, 6, 5), [("ann", 100, "triple-6", "lose")]),
        ((5, 5, 5), [("ann", 100, "triple-6", "lose")]),
        ((6, 6, 6), [("ann", 99, "triple-6", "win")]),
        ((6, 6, 6), [("ann", 100, "triple-5", "lose")]),
        ((6, 6, 6), [("ann", 100, "triple-6", "void")]),
        ((), [("ann", 100, "triple-6", "void")]),
    ],
)
def test_without_the_result_or_without_the_wager_nobody_wins(dice: tuple[int, ...], stakes: list[Any]) -> None:
    keeper = offering()
    assert "JackpotWon" not in kinds(plays(keeper, dice, *(stake(*it) for it in stakes)))


def test_stakes_of_one_seat_on_the_wager_count_together() -> None:
    keeper = offering()
    answer = plays(keeper, (6, 6, 6), stake("ann", 50, result="win"), stake("ann", 50, result="win"))
    assert len(only(answer, JackpotWon).shares) == 1


@pytest.mark.clause(ARUZE, "4.1.2")
def test_simultaneous_winners_share_equally_and_odd_cents_go_back() -> None:
    keeper = offering(seed=10_000, rate=Rate(1, 300))
    stakes = [stake(name, 100, result="win") for name in ("cat", "ann", "bob")]
    won = only(plays(keeper, (6, 6, 6), *stakes), JackpotWon)
    assert (won.prize, won.odd) == (10_001, 2)
    assert [(it.person, it.amount) for it in won.shares] == [("ann", 3_333), ("bob", 3_333), ("cat", 3_333)]
    assert shown(keeper) == 10_002
    assert keeper.house.jackpots["mini"].wins == 1
    happened(plays(keeper, (6, 6, 6), stakes[0]))
    assert keeper.house.jackpots["mini"].wins == 2
    assert keeper.replays()


def test_a_pool_that_cannot_give_everyone_a_cent_is_not_won() -> None:
    keeper = offering(seed=0, rate=Rate(1, 300))
    stakes = [stake(name, 100, result="win") for name in ("ann", "bob")]
    assert "JackpotWon" not in kinds(plays(keeper, (6, 6, 6), *stakes))
    happened(plays(keeper, (1, 2, 3), stake("ann", 400)))
    assert only(plays(keeper, (6, 6, 6), *stakes), JackpotWon).prize == 2


def test_the_next_prize_starts_from_the_seed_and_what_was_hidden() -> None:
    keeper = offering(cap=10_050, hidden_rate=Rate(1, 100))
    happened(plays(keeper, (1, 2, 3), stake("ann", 7_000)))
    assert display(keeper.house)["mini"][:2] == (10_050, 90)
    reset = only(plays(keeper, (6, 6, 6), stake("ann", 100, result="win")), JackpotReset)
    assert moves(reset)[2:] == [("jackpot/mini/hidden", -50), ("jackpot/mini/pool", 50)]
    assert display(keeper.house)["mini"][:2] == (10_050, 42), "no more than the cap; the rest stays hidden"


def test_odd_cents_come_before_what_was_hidden_under_the_cap() -> None:
    keeper = offering(seed=10_000, cap=10_001, rate=Rate(1, 100), hidden_rate=Rate(1, 100))
    stakes = [stake(name, 100, result="win") for name in ("ann", "bob")]
    won = only(plays(keeper, (6, 6, 6), *stakes), JackpotWon)
    assert (won.prize, won.odd) == (10_001, 1)
    assert display(keeper.house)["mini"][:2] == (10_001, 3), "seed and odd cent reach the cap; 3 cents stay hidden"


def test_without_a_cap_all_that_was_hidden_comes_out() -> None:
    keeper = offering(hidden_rate=Rate(1, 100))
    happened(plays(keeper, (1, 2, 3), stake("ann", 7_000)))
    happened(plays(keeper, (6, 6, 6), stake("ann", 100, result="win")))
    assert display(keeper.house)["mini"][:2] == (10_071, 0)


@pytest.mark.clause(ARUZE, "4.1.2")
def test_results_in_a_row_are_counted_for_each_player_and_broken_by_any_other() -> None:
    keeper = offering(trigger=THREE_TRIPLES)
    ann, bob = stake("ann", 100, "big"), stake("bob", 100, "small")
    only(plays(keeper, (1, 1, 1), ann), JackpotRunsMoved)
    assert keeper.house.jackpots["mini"].runs == {SEVEN: {"1/ann": "one"}}
    happened(plays(keeper, (2, 2, 2), ann, bob))
    assert keeper.house.jackpots["mini"].runs == {SEVEN: {"1/ann": "two", "2/bob": "one"}}
    assert kinds(plays(keeper, (), replace(ann, result="void"))) == ["RoundReported"], "a void round breaks nothing"
    answer = plays(keeper, (3, 3, 3), ann, bob)
    assert [it.person for it in only(answer, JackpotWon).shares] == ["ann"]
    assert keeper.house.jackpots["mini"].runs == {SEVEN: {"2/bob": "two"}}
    happened(plays(keeper, (1, 2, 3), ann, bob))
    assert keeper.house.jackpots["mini"].runs == {}
    assert kinds(plays(keeper, (1, 2, 3), ann, bob)) == ["RoundReported", "JackpotGrew"]
    assert keeper.replays()


def test_a_round_without_the_wager_or_another_person_in_the_seat_starts_from_the_beginning() -> None:
    keeper = offering(trigger=THREE_TRIPLES)
    ann = stake("ann", 100, "big")
    happened(plays(keeper, (1, 1, 1), ann))
    happened(plays(keeper, (1, 1, 1), stake("bob", 100, "big")))
    assert keeper.house.jackpots["mini"].runs == {SEVEN: {"2/bob": "one"}}
    happened(plays(keeper, (1, 1, 1), stake("bob", 100, "big")))
    happened(plays(keeper, (1, 1, 1), stake("cat", 100, "big", seat=2)))
    assert keeper.house.jackpots["mini"].runs == {SEVEN: {"2/cat": "one"}}


def test_rows_at_two_tables_are_two_rows() -> None:
    keeper = offering(trigger=THREE_TRIPLES, tables=(SEVEN, "table 8"))
    ann = stake("ann", 100, "big")
    happened(plays(keeper, (1, 1, 1), ann))
    happened(plays(keeper, (1, 1, 1), ann, table="table 8"))
    happened(plays(keeper, (1, 2, 3), ann))
    assert keeper.house.jackpots["mini"].runs == {"table 8": {"1/ann": "one"}}


def test_a_state_may_wait_for_its_result() -> None:
    """An arm that leads back to its own state waits there."""
    waiting = Trigger(
        states={
            "open": (Arm(rolled=Rolled(totals=(4, 17)), to="half"),),
            "half": (
                Arm(rolled=Rolled(totals=(4, 17)), to="win"),
                Arm(rolled=Rolled(totals=tuple(it for it in range(3, 19) if it not in {4, 17})), to="half"),
            ),
        }
    )
    keeper = offering(trigger=waiting)
    ann = stake("ann", 100, "big")
    for dice in ((1, 1, 2), (3, 4, 5), (1, 2, 3)):
        happened(plays(keeper, dice, ann))
    assert keeper.house.jackpots["mini"].runs == {SEVEN: {"1/ann": "half"}}
    only(plays(keeper, (6, 6, 5), ann), JackpotWon)


def test_two_dice_have_jackpots_too() -> None:
    trigger = Trigger(states={"open": (Arm(rolled=Rolled(faces=(1, 1)), to="win"),)}, dice=2)
    keeper = offering(trigger=trigger)
    assert refused(plays(keeper, (1, 1, 1), stake("ann", 100))) == (Why.WRONG_DICE, "aruze-sicbo 4.1.2")
    only(plays(keeper, (1, 1), stake("ann", 100)), JackpotWon)


def test_a_round_counts_once_and_rounds_go_forwards() -> None:
    keeper = offering()
    only(plays(keeper, (1, 2, 3), stake("ann", 100), round=5), RoundReported)
    for number in (5, 4):
        answer = plays(keeper, (6, 6, 6), stake("ann", 100), round=number)
        assert refused(answer) == (Why.ALREADY_DONE, "aruze-sicbo 4.1.1")
    happened(plays(keeper, (1, 2, 3), stake("ann", 100), round=6))
    assert refused(keeper.operator(ReportRound, table=SEVEN, round=7, dice=(), stakes=()))[0] is Why.NOT_ALLOWED


# --- payment


@pytest.mark.clause(ARUZE, "4.1.3", "4.1.3.1", "3.4.3")
def test_a_jackpot_is_paid_to_the_credit_meter() -> None:
    keeper = offering()
    happened(plays(keeper, (6, 6, 6), stake("ann", 100, result="win"), id="r1"))
    event = only(keeper.device(PayOut, payout="r1/mini/1", verified=10_001), PaidOut)
    assert (event.form, event.clause) == ("meter", "aruze-sicbo 4.1.3.1")
    assert holds(keeper, "transit/table 7") == 10_001


@pytest.mark.clause(ARUZE, "4.1.3", "4.1.3.2")
def test_a_jackpot_is_paid_by_ticket_and_cleared_from_the_display() -> None:
    keeper = offering(seed=0)
    happened(plays(keeper, (6, 6, 6), stake("ann", 100, result="win"), id="r1"))
    assert shown(keeper) == 0
    happened(keeper.supervisor(ChangeForm, payout="r1/mini/1", form="ticket", reason="the player asked for it"))
    answer = keeper.device(PayOut, payout="r1/mini/1", verified=1, ticket="T1", validation="v")
    assert only(answer, TicketIssued).terminal == "table 7/1"
    assert holds(keeper, "ticket/T1") == 1


@pytest.mark.clause(ARUZE, "4.1.3", "5.1")
def test_a_jackpot_paid_by_hand_is_signed_for() -> None:
    keeper = offering()
    happened(plays(keeper, (6, 6, 6), stake("ann", 100, result="win"), id="r1"))
    happened(keeper.supervisor(ChangeForm, payout="r1/mini/1", form="cash", reason="the player asked for it"))
    said = {"payout": "r1/mini/1", "verified": 10_001}
    assert refused(keeper.cashier(PayOut, **said))[0] is Why.NOT_ACKNOWLEDGED
    happened(keeper.cashier(PayOut, signed_by="ann", paper="form 1", **said))
    assert keeper.replays()


# --- terms


def told(answer: Any) -> str:
    assert isinstance(answer, Refused)
    return answer.message


@pytest.mark.clause(ARUZE, "4.1.1")
@pytest.mark.parametrize(
    "fields, why",
    [
        ({"rate": Rate(0, 100)}, Why.BAD_STAKE),
        ({"rate": Rate(1, 1)}, Why.BAD_STAKE),
        ({"rate": Rate(1, 2), "hidden_rate": Rate(1, 2)}, Why.BAD_STAKE),
        ({"cap": 9_999}, Why.BELOW_MINIMUM),
        ({"trigger": Trigger(states={})}, Why.MALFORMED),
        ({"trigger": Trigger(states={"open": (Arm(rolled=SIXES, to="nowhere"),)})}, Why.MALFORMED),
        ({"trigger": Trigger(states={"open": (Arm(rolled=SIXES, to="open"),)})}, Why.MALFORMED),
        ({"trigger": Trigger(states={"open": (Arm(rolled=Rolled(), to="win"),)})}, Why.MALFORMED),
        ({"trigger": Trigger(states={"open": (Arm(rolled=Rolled(faces=(6, 6)), to="win"),)})}, Why.MALFORMED),
        (
            {"trigger": Trigger(states={"open": (Arm(rolled=SIXES, to="win"), Arm(rolled=SIXES, to="win"))})},
            Why.MALFORMED,
        ),
        (
            {
                "trigger": Trigger(
                    states={"open": (Arm(rolled=SIXES, to="win"), Arm(rolled=Rolled(alike=True), to="open"))}
                )
            },
            Why.MALFORMED,
        ),
    ],
)
def test_terms_that_cannot_be_kept_are_refused_when_offered_and_when_changed(fields: Any, why: Why) -> None:
    keeper = stocked()
    offered = keeper.manager(OfferJackpot, pool="mini", terms=terms(**fields))
    happened(keeper.manager(OfferJackpot, pool="mini", terms=terms()))
    changed = keeper.manager(ChangeJackpot, pool="mini", terms=terms(**fields))
    for answer in (offered, changed):
        assert refused(answer)[0] is why
        assert told(answer).startswith("mini: ")


def test_a_cap_may_equal_the_seed_and_a_share_may_be_all_hidden() -> None:
    keeper = offering(cap=10_000, rate=Rate(0, 1), hidden_rate=Rate(999_999, 1_000_000))
    happened(plays(keeper, (1, 2, 3), stake("ann", 1_000_000)))
    assert display(keeper.house)["mini"][:2] == (10_000, 999_999)


def test_a_jackpot_is_offered_once_by_a_manager() -> None:
    keeper = offering()
    assert refused(keeper.supervisor(OfferJackpot, pool="x", terms=terms()))[0] is Why.NOT_ALLOWED
    assert refused(keeper.manager(OfferJackpot, pool="mini", terms=terms())) == (Why.DUPLICATE_ID, "aruze-sicbo 4.1")
    assert told(keeper.manager(ChangeJackpot, pool="maxi", terms=terms())).endswith("these are offered: mini")
    assert told(stocked().manager(ChangeJackpot, pool="maxi", terms=terms())).endswith("these are offered: none")


@pytest.mark.clause(ARUZE, "4.1.1")
def test_new_terms_wait_until_the_pool_is_won() -> None:
    keeper = offering(rate=Rate(1, 100))
    new = terms(rate=Rate(1, 10), seed=500, trigger=THREE_TRIPLES)
    only(keeper.manager(ChangeJackpot, pool="mini", terms=new), JackpotChangeSet)
    happened(plays(keeper, (1, 2, 3), stake("ann", 1_000)))
    assert shown(keeper) == 10_010, "still one in a hundred"
    reset = only(plays(keeper, (6, 6, 6), stake("ann", 100, result="win")), JackpotReset)
    assert reset.terms == new
    assert shown(keeper) == 500
    happened(plays(keeper, (6, 6, 6), stake("ann", 1_000)))
    assert shown(keeper) == 600
    assert keeper.house.jackpots["mini"].coming is None
    assert keeper.replays()


def test_a_new_trigger_starts_everyone_from_the_beginning_and_the_same_one_does_not() -> None:
    for trigger, left in ((THREE_TRIPLES, {SEVEN: {"2/bob": "two"}}), (TRIPLE_SIX, {})):
        keeper = offering(trigger=THREE_TRIPLES)
        ann, bob = stake("ann", 100, "big"), stake("bob", 100, "big")
        happened(plays(keeper, (1, 1, 1), ann))
        happened(plays(keeper, (1, 1, 1), ann, bob))
        happened(keeper.manager(ChangeJackpot, pool="mini", terms=terms(trigger=trigger)))
        only(plays(keeper, (1, 1, 1), ann, bob), JackpotWon)
        assert keeper.house.jackpots["mini"].runs == left


def test_a_trigger_is_compiled_as_a_wager_is() -> None:
    made = compiled("mini", THREE_TRIPLES)
    assert made.states == ("none", "one", "two")
    assert sum(made.steps[0][i] == 1 for i in range(216)) == 6


# --- adjustment


@pytest.mark.clause(ARUZE, "4.1.4")
@pytest.mark.parametrize("new, failed", [(12_345, "display meter"), (9_000, "controller"), (0, "controller")])
def test_after_a_malfunction_a_supervisors_form_puts_the_value_right(new: int, failed: str) -> None:
    keeper = offering()
    said = {
        "pool": "mini",
        "failed": failed,
        "old": 10_000,
        "new": new,
        "form": "J1",
        "reason": "the meter stood still",
    }
    assert refused(keeper.cashier(AdjustJackpot, **said))[0] is Why.NOT_ALLOWED
    event = only(keeper.supervisor(AdjustJackpot, **said), JackpotAdjusted)
    assert (event.old, event.new, event.form, event.clause, event.by) == (10_000, new, "J1", "aruze-sicbo 4.1.4", "sue")
    assert shown(keeper) == new
    assert keeper.house.jackpots["mini"].adjusted == new - 10_000
    assert keeper.replays()


@pytest.mark.clause(ARUZE, "4.1.4")
def test_the_form_names_the_value_before_and_one_after_that_the_pool_can_have() -> None:
    keeper = offering(cap=20_000)
    said = {"pool": "mini", "failed": "controller", "old": 10_000, "new": 20_000, "form": "J1", "reason": "a fault"}
    assert refused(keeper.supervisor(AdjustJackpot, **{**said, "pool": "maxi"}))[0] is Why.UNKNOWN_ID
    assert refused(keeper.supervisor(AdjustJackpot, **{**said, "old": 9_999})) == (
        Why.ENTRY_DIFFERS,
        "aruze-sicbo 4.1.4",
    )
    assert refused(keeper.supervisor(AdjustJackpot, **{**said, "new": 20_001}))[0] is Why.ABOVE_MAXIMUM
    assert refused(keeper.supervisor(AdjustJackpot, **{**said, "new": 10_000}))[0] is Why.ALREADY_DONE
    happened(keeper.supervisor(AdjustJackpot, **said))


# --- every cent

rates = st.builds(Rate, st.integers(1, 40), st.integers(100, 997))
drawn_terms = st.builds(
    lambda rate, hidden, seed, room: terms(rate=rate, hidden_rate=hidden, seed=seed, cap=seed + room if room else 0),
    rates,
    rates,
    st.integers(0, 2_000),
    st.integers(0, 300),
)
rounds = st.tuples(
    st.just("round"),
    st.lists(
        st.builds(
            stake,
            st.sampled_from(["ann", "bob", "cat"]),
            st.integers(1, 9_999),
            st.sampled_from(["triple-6", "big"]),
            st.sampled_from(["win", "lose", "push", "void"]),
        ),
        max_size=4,
    ),
    st.sampled_from([(6, 6, 6), (1, 2, 3), ()]),
)
changes = st.tuples(st.just("change"), drawn_terms, st.none())
adjustments = st.tuples(st.just("adjust"), st.integers(0, 3_000), st.none())


@settings(max_examples=150)
@given(drawn_terms, st.lists(rounds | changes | adjustments, max_size=25))
def test_every_cent_of_a_jackpot_is_accounted_for(first: JackpotTerms, story: list[Any]) -> None:
    """A second set of books, in fractions, agrees after every step with what the pools hold."""
    keeper = stocked()
    happened(keeper.manager(OfferJackpot, pool="mini", terms=first))
    came, went = Fraction(first.seed), 0
    in_force, coming = first, None
    for what, said, dice in story:
        before = shown(keeper)
        if what == "change":
            happened(keeper.manager(ChangeJackpot, pool="mini", terms=said))
            coming = said
        elif what == "adjust":
            form = {"old": before, "new": said, "failed": "controller", "form": "J", "reason": "a fault"}
            if not isinstance(keeper.supervisor(AdjustJackpot, pool="mini", **form), Refused):
                came += said - before
        else:
            answer = happened(plays(keeper, dice, *said))
            turnover = sum(it.stake for it in said if it.result != "void")
            share = Fraction(in_force.rate.parts, in_force.rate.of)
            share += Fraction(in_force.hidden_rate.parts, in_force.hidden_rate.of)
            came += turnover * share
            for won in (it for it in answer if isinstance(it, JackpotWon)):
                assert dice == (6, 6, 6)
                assert len({it.amount for it in won.shares}) == 1
                assert won.odd < len(won.shares)
                went += sum(it.amount for it in won.shares)
                in_force, coming = coming or in_force, None
                came += in_force.seed
        it = keeper.house.jackpots["mini"]
        meter = display(keeper.house)["mini"]
        carried = Fraction(*it.carry) + Fraction(*it.hidden_carry)
        assert 0 <= Fraction(*it.carry) < 1
        assert 0 <= Fraction(*it.hidden_carry) < 1
        assert meter.shown + meter.hidden + carried == came - went
        assert not unaccounted(keeper.house, "mini")
        assert it.terms == in_force
    assert keeper.replays()
