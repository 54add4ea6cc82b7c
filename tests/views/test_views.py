"""What players, dealers and displays are shown at every point of a round, and what they must never be shown."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from dicehouse.refusal import Refused
from dicehouse.rulebooks import BUILT_IN
from dicehouse.table import dealt, dealt_result, decide
from dicehouse.table.betting import PlaceWager
from dicehouse.table.call_bets import CallWager
from dicehouse.table.colours import IssueColours
from dicehouse.table.config import Limits, Sign
from dicehouse.table.craps_roll import CallRoll, SettleRoll
from dicehouse.table.limits import SetPersonalLimits
from dicehouse.table.losses import SetLossLimit
from dicehouse.table.opening import AnnounceClosing
from dicehouse.table.orders import PLAYER
from dicehouse.table.shooter import AcceptDice, OfferDice
from dicehouse.table.table_sign import ChangeLimits
from dicehouse.table.throw import MarkRest, ThrowDice
from dicehouse.views.acts import Asker
from dicehouse.views.dealer import DealerView, dealer_view
from dicehouse.views.display import display_view
from dicehouse.views.recent_rounds import Recall
from dicehouse.views.seat import Around, SeatView, no_seat_view, seat_view
from dicehouse.views.table import Beside, TableView, table_view
from tests.croupier import Croupier, happened
from tests.hall import hall


def public(at: Croupier, **more: Any) -> TableView:
    return table_view(at.table, Beside(now=at.now, since=at.now, **more))


def own(at: Croupier, seat: int, recall: Recall | None = None) -> SeatView:
    person = at.table.seats[seat].person
    return seat_view(at.table, seat, Around(at=at.now, last=recall.last(seat, person) if recall else None))


def crew(at: Croupier, role: str = "dealer") -> DealerView:
    return dealer_view(at.table, 1, Asker("dora", role, at.now))


@pytest.fixture
def sicbo() -> Croupier:
    return Croupier(name="Sic Bo 3").opens().seats(ann=1, bob=2)


@pytest.fixture
def craps() -> Croupier:
    return Croupier("star-craps", name="Craps 1").opens().seats(ann=1, bob=2)


def throws(at: Croupier, *dice: int) -> None:
    """The shooter throws, and the roll is called and settled."""
    for kind, fields in ((ThrowDice, {}), (MarkRest, {}), (CallRoll, {"dice": dice}), (SettleRoll, {})):
        happened(at.staff(kind, role="boxperson", **fields))


# --- the public view


def test_the_call_and_the_ring_follow_the_round(sicbo: Croupier) -> None:
    seen = [public(sicbo)]
    sicbo.invites()
    seen.append(public(sicbo))
    sicbo.closes_betting()
    seen.append(public(sicbo))
    happened(sicbo.dealer(dealt_result.Uncover))
    happened(sicbo.dealer(dealt_result.AnnounceResult, dice=(1, 4, 5)))
    seen.append(public(sicbo))
    happened(sicbo.dealer(dealt_result.EnterResult, dice=(1, 4, 5)))
    seen.append(public(sicbo))
    happened(sicbo.dealer(dealt_result.Settle))
    seen.append(public(sicbo))
    assert [it.call.en for it in seen] == [
        "Shake Dice", "Place your bets", "No more bets", "Result", "Paying", "Result",
    ]  # fmt: skip
    assert [it.ring for it in seen] == ["idle", "open", "closed", "result", "result", "result"]
    assert [it.betting for it in seen] == [False, True, False, False, False, False]


def test_no_result_is_shown_before_it_is_called(sicbo: Croupier) -> None:
    sicbo.invites().closes_betting()
    happened(sicbo.dealer(dealt_result.Uncover, dice=(1, 4, 5)))
    assert sicbo.table.round.shown == (1, 4, 5)
    view = public(sicbo)
    assert (view.shown, view.last, view.history) == (None, None, ())
    assert display_view(sicbo.table, "").numbers == ()
    assert crew(sicbo).dice == ()


def test_a_result_is_told_in_both_languages_with_its_areas(sicbo: Croupier) -> None:
    sicbo.plays(1, 4, 5)
    last = public(sicbo).last
    assert last is not None
    assert (last.round, last.dice, last.total) == (1, (1, 4, 5), 10)
    assert (last.words.en, last.words.zh) == ("Small, Even", "小、双")
    assert {"small", "even", "total-10", "pair-4-5"} <= set(last.lit)
    sicbo.plays(4, 4, 4)
    last = public(sicbo).last
    assert last is not None
    assert (last.round, last.words.en) == (2, "Triple 4")


def test_the_roads_and_how_often_each_side_came(sicbo: Croupier) -> None:
    for dice in ((1, 4, 5), (2, 3, 6), (1, 1, 1), (2, 4, 6)):
        sicbo.plays(*dice)
    view = public(sicbo)
    assert [it.size for it in view.history] == ["small", "big", "triple", "big"]
    assert [it.parity for it in view.history] == ["even", "odd", "triple", "even"]
    had = view.statistics
    assert (had.results, had.small, had.big, had.odd, had.even, had.triples) == (4, 1, 2, 1, 2, 1)
    assert had.faces == (4, 2, 1, 2, 1, 2)
    assert had.totals == {"3": 1, "10": 1, "11": 1, "12": 1}


def test_a_streak_window_is_open_between_rounds_and_its_run_is_counted(sicbo: Croupier) -> None:
    sicbo.plays(1, 4, 5)
    small = public(sicbo).streaks[0]
    assert (small.side, small.count, small.window, small.words) == ("small", 1, True, "Window open, follows Small")
    happened(sicbo.bets("ann", "streak-small-big", 1_000))
    sicbo.plays(1, 1, 1)
    sicbo.plays(1, 2, 3)
    small = public(sicbo).streaks[0]
    assert (small.side, small.count, small.window, small.live) == ("small", 2, False, 1)
    closed = {it.area: it.refused for it in public(sicbo).closed}
    assert closed["streak-small-big"].why == "wrong-time"
    wager = own(sicbo, 1).wagers[0]
    assert wager.words == "Small, 1 in a row; a run of four pays"
    assert wager.remove is not None


@pytest.mark.clause("star-sicbo-2024", "4.5")
def test_coming_limits_and_a_closing_are_announced(sicbo: Croupier) -> None:
    happened(sicbo.staff(ChangeLimits, sign=Sign(every=Limits(minimum=1_000)), counts=sicbo.now + timedelta(hours=1)))
    happened(sicbo.staff(AnnounceClosing))
    view = public(sicbo)
    assert view.coming is not None
    assert view.coming.words == "Min $10, max $1,000 from 13:00"
    assert view.closing is not None
    assert view.message == view.closing.words
    assert "closes at" in view.closing.words
    assert view.coming.words in display_view(sicbo.table, "").notice


def test_at_craps_the_puck_the_dice_and_closed_lines_are_shown(craps: Croupier) -> None:
    happened(craps.bets("ann", "win-line", 1_000))
    happened(craps.staff(OfferDice, role="stickperson"))
    view = public(craps)
    assert view.hand is not None
    assert view.hand.words == "The dice are offered to seat 1"
    assert own(craps, 1).offered
    happened(craps.player("ann", AcceptDice, seat=1, dice=(1, 2)))
    assert own(craps, 1).shooter
    assert {it.area for it in public(craps).closed} == {"come", "dont-come"}
    throws(craps, 2, 4)
    view = public(craps)
    assert view.puck is not None
    assert (view.puck.on, view.puck.point) == (True, 6)
    assert {it.area for it in view.closed} >= {"dont-win"}
    assert view.last is not None
    assert (view.last.words.en, view.last.words.zh) == ("Six", "6 点")
    assert view.message == "Seat 1 has the dice; the point is 6"


def test_an_electronic_table_has_its_deadline_and_its_shooter() -> None:
    at = hall(shooting_value=2_000)
    view = public(at, ends=at.ends, period=30)
    assert (view.ends, view.period, view.betting) == (at.ends, 30, True)
    assert view.shoot is not None
    assert view.shoot.rule.startswith("The highest stake of $20 or more shoots (3.10.2)")
    happened(at.bets("ann", "small", 2_000))
    at.closes()
    view = public(at)
    assert view.shoot is not None
    assert (view.shoot.seat, view.betting, view.ring) == (1, False, "closed")
    assert own(at, 1).can["shoot-dice"] is None
    assert own(at, 3).can["shoot-dice"] is not None


@pytest.mark.parametrize("book", BUILT_IN)
def test_the_public_view_names_nobody(book: str) -> None:
    at = Croupier(book, name="T").opens(acknowledged=("colour-red", "colour-green", "colour-blue", "colour-double-red",
        "colour-double-green", "colour-double-blue"))  # fmt: skip
    at.seats(annabel=1)
    said = msgspec.json.encode((public(at), display_view(at.table, "")))
    assert b"annabel" not in said


# --- the own seat


def test_a_settled_round_is_told_wager_by_wager_with_the_net_first(sicbo: Croupier) -> None:
    recall = Recall(lambda: sicbo.table)
    sicbo.invites()
    for wager, stake in (("small", 2_500), ("double-4", 500)):
        happened(sicbo.bets("ann", wager, stake))
    happened(sicbo.bets("bob", "big", 500))
    recall.listen(sicbo.settles(1, 4, 5))
    last = own(sicbo, 1, recall).last
    assert last is not None
    assert (last.round, last.won, last.lost, last.net) == (1, 2_500, 500, 2_000)
    assert last.words == "Up $20: you won $25 and you lost $5"
    assert {it.sentence for it in last.decided} == {
        "Double 4 lost: one 4 showed; two are needed (3.2.4)",
        "Small won $25: the total was 10 (3.2.1.1)",
    }
    assert {(it.words, it.clause) for it in last.decided} >= {("one 4 showed; two are needed", "3.2.4")}
    assert {(it.wager, it.stake) for it in own(sicbo, 1, recall).repeat} == {("small", 2_500), ("double-4", 500)}
    assert [it.net for it in recall.rounds(2, "bob")] == [-500]
    assert recall.rounds(2, "someone who came after") == ()


def test_thirty_rounds_are_recalled_the_newest_first(sicbo: Croupier) -> None:
    recall = Recall(lambda: sicbo.table)
    for _ in range(32):
        sicbo.invites()
        happened(sicbo.bets("ann", "small", 500))
        recall.listen(sicbo.settles(1, 4, 5))
    assert [it.round for it in recall.rounds(1, "ann")] == list(range(32, 2, -1))


def test_what_may_still_be_added_is_what_the_table_would_take(sicbo: Croupier) -> None:
    assert own(sicbo, 1).room == {}
    sicbo.invites()
    happened(sicbo.staff(SetPersonalLimits, seat=1, limits=Limits(minimum=500, maximum=5_000), sign="at the seat"))
    happened(sicbo.bets("ann", "small", 2_000))
    room = own(sicbo, 1).room
    assert room["small"] == 3_000
    assert room["big"] == 5_000
    assert "streak-small-big" not in room
    for wager, most in room.items():
        command = PlaceWager(id="t", at=sicbo.now, by="ann", role=PLAYER, seat=1, wager=wager, stake=most)
        assert not isinstance(decide(sicbo.table, command), Refused)
        above = msgspec.structs.replace(command, stake=most + 100)
        assert isinstance(decide(sicbo.table, above), Refused)


@pytest.mark.clause("star-sicbo-2024", "9.3")
def test_a_loss_limit_leaves_no_more_room_than_may_be_lost(sicbo: Croupier) -> None:
    happened(sicbo.staff(SetLossLimit, seat=1, headroom=1_500))
    sicbo.invites()
    happened(sicbo.bets("ann", "small", 1_000))
    view = own(sicbo, 1)
    assert (view.headroom, view.room["big"]) == (1_500, 500)


def test_behind_a_point_there_is_room_for_what_the_clause_allows(craps: Croupier) -> None:
    happened(craps.bets("ann", "win-line", 1_000))
    assert "behind-win-line" not in own(craps, 1).room
    happened(craps.staff(OfferDice, role="stickperson"))
    happened(craps.player("ann", AcceptDice, seat=1, dice=(1, 2)))
    throws(craps, 2, 4)
    assert own(craps, 1).room["behind-win-line"] == 2_000
    line = craps.table.seats[1]
    bet = next(iter(craps.table.bets))
    happened(craps.player("ann", PlaceWager, seat=line.number, wager="behind-win-line", stake=2_000, on=bet))
    view = own(craps, 1)
    assert "behind-win-line" not in view.room
    assert [it.words for it in view.wagers] == ["Stays until 6 or 7", "Pays $24 on 6"]
    assert view.wagers[0].remove is not None
    assert view.wagers[1].remove is None


def test_a_wager_that_is_off_says_so_and_does_not_work(craps: Croupier) -> None:
    happened(craps.bets("ann", "hard-8", 500))
    view = own(craps, 1)
    assert (view.wagers[0].words, view.wagers[0].working, view.working) == ("Off at the come-out", False, 0)
    happened(craps.player("ann", CallWager, bet=view.wagers[0].id, working=True))
    asked = own(craps, 1).wagers[0]
    assert (asked.words, asked.asked) == ("Called On; it counts when staff confirm it", True)
    assert [(it.seat, it.kind, it.do) for it in crew(craps, "boxperson").calls] == [(1, "on", "confirm-call")]


def test_someone_without_a_seat_learns_whether_there_is_one(sicbo: Croupier) -> None:
    around = Around(at=sicbo.now)
    view = no_seat_view(sicbo.table, "cat", around)
    assert (view.seat, view.can) == (0, {"take-seat": None})
    taken = no_seat_view(sicbo.table, "ann", around)
    refused = taken.can["take-seat"]
    assert refused is not None
    assert refused.why == "same-person"


def test_only_the_end_of_a_card_is_shown(sicbo: Croupier) -> None:
    card = own(sicbo, 1).card
    assert card is not None
    assert card.number == " ann"
    assert len(card.number) == 4


# --- the dealer


def test_the_current_key_is_the_next_step_of_the_round(sicbo: Croupier) -> None:
    def current() -> list[str]:
        return [it.do for it in crew(sicbo).keys if it.state == "current"]

    assert current() == ["tumble"]
    sicbo.invites()
    assert current() == ["close-betting"]
    happened(sicbo.dealer(dealt.CloseBetting))
    assert current() == ["press-no-more-bets"]
    happened(sicbo.dealer(dealt.PressNoMoreBets))
    assert current() == ["uncover"]
    happened(sicbo.dealer(dealt_result.Uncover))
    assert current() == ["announce-result"]
    happened(sicbo.dealer(dealt_result.AnnounceResult, dice=(1, 2, 3)))
    assert current() == ["enter-result"]
    happened(sicbo.dealer(dealt_result.EnterResult, dice=(1, 2, 3)))
    assert current() == ["settle"]
    states = {it.do: it.state for it in crew(sicbo).keys}
    assert (states["tumble"], states["call-no-result"]) == ("done", "alarm")


def test_crown_invites_bets_before_the_shake() -> None:
    at = Croupier("crown-sicbo-a").opens().seats(ann=1)
    assert [it.do for it in crew(at).keys][:2] == ["invite-bets", "tumble"]
    assert [it.do for it in crew(at).keys if it.state == "current"] == ["invite-bets"]


def test_payouts_stand_by_seat_with_their_chips_before_they_are_made(sicbo: Croupier) -> None:
    happened(sicbo.dealer(IssueColours, seat=2, colour="blue", count=20, value=500))
    sicbo.invites()
    happened(sicbo.bets("ann", "small", 2_500))
    happened(sicbo.bets("ann", "total-10", 500))
    happened(sicbo.bets("bob", "even", 1_000, chips="colour", colour="blue"))
    happened(sicbo.bets("bob", "big", 500))
    sicbo.calls(1, 4, 5)
    view = crew(sicbo)
    assert (view.settled, view.call.words.en) == (False, "One, four, five. Total ten.")
    ann, bob = view.pay
    assert (ann.winnings, ann.collected, ann.words) == (5_500, 0, "Small $25, Total 10 $30")
    assert [(it.value, it.count) for it in ann.stacks] == [(2_500, 2), (500, 1)]
    assert (bob.winnings, bob.collected) == (1_000, 500)
    assert [(it.colour, it.value, it.count) for it in bob.stacks] == [("blue", 500, 2)]
    happened(sicbo.dealer(dealt_result.Settle))
    after = crew(sicbo)
    assert after.settled
    assert [(it.seat, it.winnings) for it in after.pay] == [(1, 5_500), (2, 1_000)]


def test_the_dealer_sees_stakes_and_no_balance(sicbo: Croupier) -> None:
    happened(sicbo.staff(SetLossLimit, seat=1, headroom=77_777))
    said = msgspec.json.encode(crew(sicbo))
    assert b"77777" not in said
    assert b"100000" not in msgspec.json.encode(crew(sicbo).seats)


def test_the_crew_is_told_who_shoots_next_and_who_is_passed_over(craps: Croupier) -> None:
    happened(craps.bets("bob", "dont-win", 2_000))
    craps.table.hand.begun = True
    found = crew(craps, "boxperson").next_shooter
    assert found is not None
    assert found.seat == 2
    assert found.words == "Next: seat 2, Don't Win $20 (3.8.2). Seat 1 has no line wager."
