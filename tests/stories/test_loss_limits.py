"""A loss limit binds its patron in the whole house, to the cent, from the first moment (2024 1.1, 8.15, 9.3, 9.4)."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from dicehouse.house import cage, limits, play_record
from dicehouse.house.headroom import BringHeadroom
from dicehouse.house.patrons import SetPolicy
from dicehouse.house.policy import Policy
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Refused, Why
from dicehouse.table import conduct, craps_roll, dealt_result, losses, people, shooter, throw, withheld_winnings
from dicehouse.table.betting import PlaceWager
from dicehouse.table.late_bets import FindWager
from dicehouse.table.meter import InsertMoney
from dicehouse.table.orders import Answer, Command
from dicehouse.table.settlement import LosersCollected, WagerRestaked
from tests.stories.evening import NOON, Evening, happened, refused

TUESDAY = NOON + timedelta(days=1)
"""A day later it is still the same week."""


def limit(evening: Evening, amount: int | None, which: str = "day", who: str = "ann") -> None:
    fields: dict[str, Any] = {"patron": who, "limit": which, "amount": amount}
    happened(evening.submit(HOUSE, limits.SetLimit, by=who, role="patron", **fields))


def net_loss(evening: Evening) -> int:
    return limits.net_loss(evening.house, evening.house.patrons["ann"], "day", evening.now)


async def given(evening: Evening, table: str, *commands: Command) -> list[Answer]:
    """Commands that arrive in the same instant."""
    return await asyncio.gather(*(evening.floor.give(table, it) for it in commands))


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_no_wager_is_taken_before_the_table_knows_what_may_be_lost(tmp_path: Path) -> None:
    """The seat and the wager come in one breath, before anything else is done."""
    with Evening(tmp_path, star="star-sicbo-2024", craps="star-craps") as evening:
        evening.register("ann")
        limit(evening, 2_000)
        evening.invite("star")
        for table, wager in (("star", "small"), ("craps", "field")):
            says: dict[str, Any] = {"at": evening.now, "by": "ann", "role": "player", "seat": 1}
            sits = people.TakeSeat(id=f"{table} 1", **says)
            happened(evening.cage_does(cage.SellChips, amount=50_000))
            brings = people.BringChips(id=f"{table} 2", amount=50_000, **{**says, "by": "dana", "role": "dealer"})
            bets = PlaceWager(id=f"{table} 3", wager=wager, stake=10_000, **says)
            seated, brought, bet = evening.run(given(evening, table, sits, brings, bets))
            happened(seated), happened(brought)
            assert refused(bet).why is Why.NOT_CLEARED
            evening.run(evening.floor.follow_through())
            happened(evening.player("ann", table, people.LeaveSeat, seat=1, declares=50_000))


@pytest.mark.clause("star-sicbo-2024", "9.3")
@pytest.mark.parametrize("table, wager", [("craps", "field"), ("terminals", "small"), ("crown", "small")])
def test_it_binds_at_every_table_of_the_house(tmp_path: Path, table: str, wager: str) -> None:
    houses: dict[str, Any] = {"craps": "star-craps", "terminals": "aruze-sicbo", "crown": "crown-sicbo-a"}
    with Evening(tmp_path, **houses) as evening:
        evening.register("ann", "bob")
        limit(evening, 2_000)
        for seat, who in enumerate(("ann", "bob"), 1):
            evening.sit(who, table, seat=seat, money=50_000)
        if table == "crown":
            evening.invite(table)
        answer = refused(evening.bet("ann", table, wager, 2_100))
        assert (answer.why, answer.clause) == (Why.LOSS_LIMIT, "star-sicbo-2024 9.3")
        happened(evening.bet("ann", table, wager, 2_000))
        happened(evening.bet("bob", table, wager, 10_000))


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_a_house_may_keep_it_to_the_tables_whose_document_has_it(tmp_path: Path) -> None:
    house: dict[str, Any] = {"policy": Policy(loss_limits="documents_that_say_so")}
    with Evening(tmp_path, house=house, star="star-sicbo-2024", craps="star-craps") as evening:
        evening.register("ann")
        limit(evening, 2_000)
        evening.sit("ann", "craps", money=50_000)
        happened(evening.bet("ann", "craps", "field", 2_100))
        evening.sit("ann", "star", money=30_000)
        evening.invite("star")
        assert refused(evening.bet("ann", "star", "small", 2_100)).clause == "9.3"


def not_covered(evening: Evening, who: str = "ann") -> tuple[str, ...]:
    """What the player is told, and the cage with the card on its counter, which is the same."""
    desk = evening.cage_view(f"card of {who}").patron
    assert desk is not None
    assert evening.player_view(who).not_covered == desk.not_covered
    return desk.not_covered


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_where_it_binds_only_at_some_tables_the_player_and_the_cage_are_told_at_which_it_does_not(
    tmp_path: Path,
) -> None:
    house: dict[str, Any] = {"policy": Policy(loss_limits="documents_that_say_so")}
    tables: dict[str, Any] = {"star": "star-sicbo-2024", "craps": "star-craps", "pods": "aruze-sicbo"}
    with Evening(tmp_path, house=house, **tables) as evening:
        evening.register("ann", "bob")
        limit(evening, 2_000, "week")
        assert not_covered(evening) == ("craps", "pods")
        assert not_covered(evening, "bob") == (), "he has no limit"
        limit(evening, 90_000, "deposit", "bob")
        assert not_covered(evening, "bob") == (), "a limit on deposits is no loss limit"
        evening.restart(crash=True)
        assert not_covered(evening) == ("craps", "pods")
        limit(evening, None, "week")
        evening.advance(hours=23, minutes=59)
        assert not_covered(evening) == ("craps", "pods"), "it holds for 24 hours more"
        evening.advance(minutes=2)
        assert not_covered(evening) == ()


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_where_it_binds_everywhere_there_is_no_table_to_tell_of(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", craps="star-craps") as evening:
        evening.register("ann")
        limit(evening, 2_000)
        assert not_covered(evening) == ()
        everywhere_no_more = Policy(loss_limits="documents_that_say_so")
        happened(evening.cage_does(SetPolicy, policy=everywhere_no_more))
        assert not_covered(evening) == ("craps",)


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_what_is_lost_at_one_table_is_not_there_at_the_next(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", crown="crown-sicbo-a") as evening:
        evening.register("ann")
        limit(evening, 10_000)
        evening.sit("ann", "star", money=20_000)
        evening.invite("star")
        happened(evening.bet("ann", "star", "small", 7_000))
        evening.settle("star", 6, 6, 5)
        happened(evening.player("ann", "star", people.LeaveSeat, seat=1, declares=13_000))
        evening.sit("ann", "crown", money=13_000)
        evening.invite("crown")
        assert refused(evening.bet("ann", "crown", "small", 3_100)).why is Why.LOSS_LIMIT
        happened(evening.bet("ann", "crown", "small", 3_000))
        evening.settle("crown", 6, 6, 5)
        assert net_loss(evening) == 10_000
        evening.invite("crown")
        assert refused(evening.bet("ann", "crown", "small", 500)).why is Why.LOSS_LIMIT


def bring(evening: Evening, place: str, who: str = "ann") -> Answer:
    return evening.submit(HOUSE, BringHeadroom, by=who, role="patron", patron=who, place=place)


def may_lose(evening: Evening, *tables: str) -> list[int | None]:
    return [evening.table(it).seats[1].headroom for it in tables]


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_someone_at_two_tables_plays_at_both_under_one_limit_and_never_passes_it(tmp_path: Path) -> None:
    """100.00 may be lost: 30.00 stands at the one table, so 70.00 can be staked at the other, and then nothing more."""
    with Evening(tmp_path, star="star-sicbo-2024", crown="crown-sicbo-a") as evening:
        evening.register("ann")
        limit(evening, 10_000)
        evening.sit("ann", "star", money=30_000)
        evening.sit("ann", "crown", money=30_000)
        assert may_lose(evening, "star", "crown") == [10_000, 0], "the first has it all"
        assert [(it.place, it.amount) for it in evening.player_view("ann").set_apart] == [("star", 10_000)]
        evening.invite("star")
        evening.invite("crown")
        happened(evening.bet("ann", "star", "small", 3_000))
        assert refused(evening.bet("ann", "crown", "small", 1_000)).why is Why.LOSS_LIMIT
        happened(bring(evening, "crown"))
        assert may_lose(evening, "star", "crown") == [3_000, 7_000]
        assert refused(evening.bet("ann", "star", "big", 500)).why is Why.LOSS_LIMIT
        assert refused(evening.bet("ann", "crown", "small", 7_100)).why is Why.LOSS_LIMIT
        happened(evening.bet("ann", "crown", "small", 7_000))
        happened(bring(evening, "star"))  # everything is at stake by now
        assert may_lose(evening, "star", "crown") == [3_000, 7_000]
        evening.settle("star", 6, 6, 5)
        evening.settle("crown", 6, 6, 5)
        assert net_loss(evening) == 10_000
        evening.advance(seconds=2)
        assert may_lose(evening, "star", "crown") == [0, 0]


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_it_goes_back_and_forth_between_tables_and_terminals(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", pods="aruze-sicbo") as evening:
        evening.register("ann")
        limit(evening, 10_000)
        evening.sit("ann", "star", money=30_000)
        evening.invite("star")
        happened(evening.bet("ann", "star", "small", 4_000))
        happened(evening.bet("ann", "star", "big", 4_000))
        for seat in (1, 2):
            happened(evening.player("ann", "pods", people.TakeSeat, seat=seat))
        happened(bring(evening, "pods/2"))
        pods = evening.table("pods").seats
        assert (may_lose(evening, "star"), pods[1].headroom, pods[2].headroom) == ([8_000], 0, 2_000)
        happened(bring(evening, "pods/1"))
        pods = evening.table("pods").seats
        assert (may_lose(evening, "star"), pods[1].headroom, pods[2].headroom) == ([8_000], 2_000, 0)
        happened(bring(evening, "star"))
        assert may_lose(evening, "star", "pods") == [10_000, 0]


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_what_moves_is_nowhere_twice_whenever_the_house_breaks_off(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", crown="crown-sicbo-a") as evening:
        evening.register("ann")
        limit(evening, 10_000)
        evening.sit("ann", "star", money=30_000)
        evening.sit("ann", "crown", money=30_000)
        asks = BringHeadroom(id="b1", at=evening.now, by="ann", role="patron", patron="ann", place="crown")
        evening.run(evening.floor.submit(HOUSE, asks))
        assert may_lose(evening, "star", "crown") == [10_000, 0], "nothing has followed yet"
        evening.restart(crash=True)
        assert sum(it or 0 for it in may_lose(evening, "star", "crown")) == 10_000, "it moved, or is to be asked again"
        happened(bring(evening, "crown"))
        assert may_lose(evening, "star", "crown") == [0, 10_000]
        evening.restart(crash=True)
        assert may_lose(evening, "star", "crown") == [0, 10_000]
        limit(evening, 4_000)
        assert may_lose(evening, "star", "crown") == [0, 4_000]
        happened(bring(evening, "star"))
        assert may_lose(evening, "star", "crown") == [4_000, 0]


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_what_a_table_gave_up_counts_only_while_nothing_else_was_set_apart_for_it(tmp_path: Path) -> None:
    """The limit is lowered while the table gives something up: the house has the last word, and nothing goes twice."""
    with Evening(tmp_path, star="star-sicbo-2024", crown="crown-sicbo-a") as evening:
        evening.register("ann")
        limit(evening, 10_000)
        evening.sit("ann", "star", money=30_000)
        evening.sit("ann", "crown", money=30_000)
        patron: dict[str, Any] = {"at": evening.now, "by": "ann", "role": "patron", "patron": "ann"}
        asks = BringHeadroom(id="b1", place="crown", **patron)
        lowers = limits.SetLimit(id="b2", limit="day", amount=4_000, **patron)
        for it in (asks, lowers):  # in one breath
            evening.run(evening.floor.submit(HOUSE, it))
        evening.advance(seconds=3)
        at_star, at_crown = may_lose(evening, "star", "crown")
        assert (at_star or 0) + (at_crown or 0) == 4_000
        assert evening.house.patrons["ann"].allotted == {"star": at_star, "crown": at_crown}


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_there_must_be_something_to_bring_and_a_place_to_bring_it_to(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", crown="crown-sicbo-a") as evening:
        evening.register("ann", "bob")
        evening.sit("ann", "star", money=30_000)
        assert refused(bring(evening, "star")).why is Why.NOT_ELIGIBLE, "there is no limit"
        limit(evening, 10_000)
        assert refused(bring(evening, "crown")).why is Why.NOT_ELIGIBLE, "nobody sits there"
        answer = refused(bring(evening, "star"))
        assert (answer.why, answer.clause) == (Why.ALREADY_DONE, "star-sicbo-2024 9.3")
        others: dict[str, Any] = {"patron": "ann", "place": "star"}
        assert refused(evening.submit(HOUSE, BringHeadroom, by="bob", role="patron", **others)).why is not None


@pytest.mark.clause("star-sicbo-2024", "9.4")
def test_a_new_day_reaches_the_table_at_which_someone_sits(tmp_path: Path) -> None:
    late = NOON + timedelta(hours=11, minutes=55)
    with Evening(tmp_path, star="star-sicbo-2024", craps="star-craps", start=late) as evening:
        evening.register("ann")
        limit(evening, 5_000)
        evening.sit("ann", "star", money=20_000)
        evening.invite("star")
        happened(evening.bet("ann", "star", "small", 5_000))
        evening.settle("star", 6, 6, 5)
        evening.invite("star")
        assert refused(evening.bet("ann", "star", "small", 500)).why is Why.LOSS_LIMIT
        evening.advance(minutes=6)  # past midnight in Sydney
        happened(evening.bet("ann", "star", "small", 5_000))


@pytest.mark.clause("star-sicbo-2024", '1.1 "Loss Limit"')
def test_a_raised_limit_reaches_the_table_when_it_begins_and_a_removed_one_too(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", start=TUESDAY) as evening:
        evening.register("ann", "bob")
        for seat, (who, raised) in enumerate({"ann": 8_000, "bob": None}.items(), 1):
            limit(evening, 5_000, "week", who)
            evening.sit(who, "star", seat=seat, money=50_000)
            limit(evening, raised, "week", who)
        evening.invite("star")
        for who in ("ann", "bob"):
            assert refused(evening.bet(who, "star", "small", 8_000)).why is Why.LOSS_LIMIT
        evening.advance(hours=24, seconds=2)
        happened(evening.bet("ann", "star", "small", 8_000))
        assert refused(evening.bet("ann", "star", "big", 500)).why is Why.LOSS_LIMIT
        happened(evening.bet("bob", "star", "small", 40_000))


@pytest.mark.clause("star-sicbo-2024", "8.15")
def test_the_settlement_itself_gives_back_what_is_beyond_a_limit_that_was_lowered(tmp_path: Path) -> None:
    """50.00, 40.00 and 30.00 stand, and 100.00 may be lost: 20.00 of the 30.00 goes back, and 10.00 plays."""
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        evening.register("ann")
        limit(evening, 20_000)
        evening.sit("ann", "star", money=20_000)
        evening.invite("star")
        for wager, stake in (("small", 5_000), ("odd", 4_000), ("single-1", 3_000)):
            happened(evening.bet("ann", "star", wager, stake))
        limit(evening, 10_000)
        events = evening.settle("star", 2, 6, 6)
        (split,) = [it for it in events if isinstance(it, WagerRestaked)]
        assert (split.stake, split.clause) == (1_000, "8.15")
        (lost,) = [it for it in events if isinstance(it, LosersCollected)]
        assert [(it.wager, it.stake) for it in lost.settled] == [("small", 5_000), ("odd", 4_000), ("single-1", 1_000)]
        assert net_loss(evening) == 10_000
        assert evening.table("star").seats[1].rack == 10_000


@pytest.mark.clause("star-sicbo-2024", "8.15")
def test_what_is_left_of_a_wager_is_paid_at_what_is_left(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        evening.register("ann")
        limit(evening, 20_000)
        evening.sit("ann", "star", money=20_000)
        evening.invite("star")
        happened(evening.bet("ann", "star", "small", 5_000))
        happened(evening.bet("ann", "star", "double-1", 5_000))
        limit(evening, 6_000)
        evening.settle("star", 1, 1, 2)
        # small pays 1 to 1 on 50.00, double 11 to 1 on the 10.00 that was within the limit
        assert evening.table("star").seats[1].rack == 20_000 + 5_000 + 11_000


@pytest.mark.clause("star-sicbo-2024", "8.15")
def test_a_wager_that_is_found_late_does_not_pass_the_limit_either(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        evening.register("ann")
        limit(evening, 5_000)
        evening.sit("ann", "star", money=20_000)
        evening.invite("star")
        laid = evening.now
        evening.advance(seconds=5)
        evening.close_betting("star")
        found: dict[str, Any] = {"seat": 1, "wager": "small", "stake": 8_000, "laid_at": laid}
        happened(evening.staff("star", FindWager, **found))
        happened(evening.dealer("star", dealt_result.Uncover))
        happened(evening.dealer("star", dealt_result.AnnounceResult, dice=(6, 6, 5)))
        happened(evening.dealer("star", dealt_result.EnterResult, dice=(6, 6, 5)))
        happened(evening.dealer("star", dealt_result.Settle))
        assert net_loss(evening) == 5_000
        assert evening.table("star").seats[1].rack == 15_000


@pytest.mark.clause("star-craps", "6.1.24")
def test_a_commission_counts_as_lost(tmp_path: Path) -> None:
    """Buy 4 at 20.00 costs 1.00 beside its stake (5%): 21.00 can be lost on it."""
    with Evening(tmp_path, craps="star-craps") as evening:
        evening.register("ann")
        limit(evening, 2_000)
        evening.sit("ann", "craps", money=20_000)
        assert refused(evening.bet("ann", "craps", "buy-4", 2_000)).why is Why.LOSS_LIMIT
        happened(evening.bet("ann", "craps", "buy-4", 1_900))


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_at_craps_a_hand_of_rolls_never_passes_the_limit(tmp_path: Path) -> None:
    with Evening(tmp_path, craps="star-craps") as evening:
        evening.register("ann")
        limit(evening, 3_000)
        evening.sit("ann", "craps", money=20_000)
        happened(evening.bet("ann", "craps", "win-line", 1_000))
        happened(evening.submit("craps", shooter.OfferDice, by="stu", role="stickperson"))
        happened(evening.player("ann", "craps", shooter.AcceptDice, seat=1, dice=(1, 2)))
        for dice in ((3, 3), (1, 4), (2, 3)):  # a point of six, then fives
            happened(evening.bet("ann", "craps", "field", 1_000))
            assert refused(evening.bet("ann", "craps", "hard-8", 1_100)).why is Why.LOSS_LIMIT
            roll(evening, *dice)
            if net_loss(evening) == 2_000:
                break
        assert net_loss(evening) == 2_000, "1,000 stands on the line, so no field can be bet any more"
        assert refused(evening.bet("ann", "craps", "field", 500)).why is Why.LOSS_LIMIT
        roll(evening, 4, 3)
        assert net_loss(evening) == 3_000


def roll(evening: Evening, *dice: int) -> None:
    happened(evening.player("ann", "craps", throw.ThrowDice))
    happened(evening.submit("craps", craps_roll.CallRoll, by="stu", role="stickperson", dice=dice))
    happened(evening.dealer("craps", craps_roll.SettleRoll))


@pytest.mark.clause("star-sicbo-2024", "9.4")
def test_a_pause_given_at_one_table_holds_in_the_whole_house(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", craps="star-craps", terminals="aruze-sicbo") as evening:
        evening.register("ann")
        evening.sit("ann", "craps", money=10_000)
        until = evening.now + timedelta(minutes=20)
        happened(evening.staff("star", losses.PausePlayer, person="ann", until=until))
        assert refused(evening.bet("ann", "craps", "field", 500))[:2] == (Why.PAUSED, "star-sicbo-2024 9.4")
        happened(evening.player("ann", "terminals", people.TakeSeat, seat=3))
        happened(evening.player("ann", "terminals", InsertMoney, seat=3, amount=5_000, source="note"))
        assert refused(evening.bet("ann", "terminals", "small", 500))[:2] == (Why.PAUSED, "star-sicbo-2024 9.4")
        evening.restart(crash=True)
        assert refused(evening.bet("ann", "craps", "field", 500))[:2] == (Why.PAUSED, "star-sicbo-2024 9.4")
        evening.advance(minutes=20, seconds=2)
        happened(evening.bet("ann", "craps", "field", 500))
        answer = evening.bet("ann", "terminals", "small", 500)
        assert not isinstance(answer, Refused), answer


@pytest.mark.clause("star-sicbo-2024", "9.3", "9.4")
@pytest.mark.parametrize("before", [None, 50_000])
def test_a_limit_that_is_chosen_or_lowered_in_a_pause_binds_when_the_pause_is_over(
    tmp_path: Path, before: int | None
) -> None:
    with Evening(tmp_path, star="star-sicbo-2024", craps="star-craps") as evening:
        evening.register("ann")
        if before is not None:
            limit(evening, before)
        evening.sit("ann", "craps", money=50_000)
        until = evening.now + timedelta(minutes=5)
        happened(evening.staff("star", losses.PausePlayer, person="ann", until=until))
        limit(evening, 5_000)
        evening.advance(minutes=5, seconds=1)
        assert refused(evening.bet("ann", "craps", "field", 20_000)).why is Why.LOSS_LIMIT
        happened(evening.bet("ann", "craps", "field", 5_000))


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_bad_limits_are_refused(tmp_path: Path) -> None:
    with Evening(tmp_path, star="star-sicbo-2024") as evening:
        evening.register("ann")
        evening.sit("ann", "star", money=10_000)
        answer = refused(evening.submit("star", losses.SetLossLimit, by="x", role="device", seat=1, person="bob"))
        assert answer.why is Why.NOT_YOUR_SEAT
        nothing: dict[str, Any] = {"patron": "ann", "place": "star", "gained": 0, "reason": "nothing"}
        answer = refused(evening.submit(HOUSE, play_record.CorrectPlay, by="x", role="device", **nothing))
        assert answer.why is Why.BAD_STAKE


@pytest.mark.clause("crown-sicbo", "9.2.3")
def test_winnings_that_the_house_keeps_are_lost_after_all(tmp_path: Path) -> None:
    """100.00 won on Small is held aside and kept: what she staked and lost on Big before is all that may be lost."""
    with Evening(tmp_path, crown="crown-sicbo-a") as evening:
        evening.register("ann")
        limit(evening, 20_000)
        evening.sit("ann", "crown", money=50_000)
        seen: dict[str, Any] = {"offence": "device", "person": "ann", "who": "player", "what": "a magnet"}
        happened(evening.staff("crown", conduct.RecordContravention, id="b1", **seen))
        happened(evening.staff("crown", withheld_winnings.WithholdWinnings, breach="b1", reason="to be looked into"))
        evening.invite("crown")
        happened(evening.bet("ann", "crown", "small", 10_000))
        evening.settle("crown", 1, 2, 4)
        assert net_loss(evening) == -10_000
        kept: dict[str, Any] = {"person": "ann", "outcome": "kept", "reason": "it was a magnet"}
        happened(evening.staff("crown", withheld_winnings.ReleaseWinnings, **kept))
        assert net_loss(evening) == 0
        assert evening.table("crown").seats[1].headroom == 20_000
