"""When the equipment fails: the dice decide, someone is told, and play stops until it is mended."""

from datetime import timedelta
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table.dealt import InviteBets, Tumble
from dicehouse.table.dealt_result import AnnounceResult, CallNoResult, EnterResult, ResultEntered, Settle, Uncover
from dicehouse.table.faults import (
    DisplayReported,
    EquipmentFailed,
    FaultRectified,
    LightsFailed,
    LightsReported,
    RectifyFault,
    ReportDisplay,
    ReportLights,
)
from dicehouse.table.notices import NoticeGiven
from dicehouse.table.opening import CloseTable, OpenTable
from dicehouse.table.orders import DEVICE, Event
from dicehouse.table.settlement import LosersCollected, WinnersPaid
from dicehouse.table.settling import lit
from tests.croupier import Croupier, happened, kinds, only, refused

STARS = ("star-sicbo-2024", "star-sicbo-pre2024")
CROWNS = ("crown-sicbo-a", "crown-sicbo-b")
GENEROUS = {"crown-sicbo-b": tuple(f"colour{it}-{c}" for it in ("", "-double") for c in ("red", "green", "blue"))}
WRONG = {"star-sicbo-2024": "8.7", "star-sicbo-pre2024": "8.7", "crown-sicbo-a": "7.3", "crown-sicbo-b": "7.3"}
STOPPED = {"star-sicbo-2024": "8.8", "star-sicbo-pre2024": "8.8", "crown-sicbo-a": "7.4", "crown-sicbo-b": "7.4"}


def at_work(book: str, readings: dict[str, str] | None = None, **config: Any) -> Croupier:
    return Croupier(book, readings, **config).opens(acknowledged=GENEROUS.get(book, ())).seats(ann=1, bob=2)


def entered(book: str, *dice: int, readings: dict[str, str] | None = None, **config: Any) -> Croupier:
    """A round with ann on Small and bob on Big, called and entered."""
    table = at_work(book, readings, **config).invites()
    happened(table.bets("ann", "small", 1_000))
    happened(table.bets("bob", "big", 500))
    return table.calls(*dice)


def lights(table: Croupier, *areas: str) -> tuple[Event, ...]:
    return happened(table.does(ReportLights, "the felt", DEVICE, areas=areas))


# --- the lights


@pytest.mark.clause("star-sicbo-2024", "8.7")
@pytest.mark.clause("star-sicbo-pre2024", "8.7")
@pytest.mark.clause("crown-sicbo", "7.3")
@pytest.mark.parametrize("lit_up", [(), ("big", "odd")], ids=["no lights", "wrong lights"])
@pytest.mark.parametrize("book", [*STARS, *CROWNS])
def test_lights_that_are_wrong_or_missing_leave_the_dice_to_decide(book: str, lit_up: tuple[str, ...]) -> None:
    table = entered(book, 1, 2, 5)
    areas = tuple(it for it in lit_up if it in table.book.wagers)
    failed = only(lights(table, *areas), LightsFailed)
    assert (failed.areas, failed.wanted, failed.clause) == (areas, lit(table.book, (1, 2, 5)), WRONG[book])
    assert "did not light up" in failed.what if not areas else "wrongly" in failed.what
    happened(table.dealer(Settle))
    assert (table.rack("ann"), table.rack("bob")) == (101_000, 99_500)
    assert table.table.history == [(1, 2, 5)]
    assert table.replays()


@pytest.mark.parametrize("book", [*STARS, *CROWNS])
def test_lights_that_are_right_are_on_record_and_change_nothing(book: str) -> None:
    table = entered(book, 1, 2, 5)
    seen = only(lights(table, *reversed(lit(table.book, (1, 2, 5)))), LightsReported)
    assert (seen.slip, seen.clause) == (False, WRONG[book])
    assert table.table.broken is None
    assert not table.table.round.lights_failed
    happened(table.dealer(Settle))
    table.invites()
    assert table.replays()


def test_an_area_that_the_layout_does_not_have_is_not_missed() -> None:
    table = entered("star-sicbo-2024", 1, 2, 5, offers=("odd",))
    assert "even" not in next(it.areas for it in table.events if isinstance(it, ResultEntered))
    shown = [it for it in lit(table.book, (1, 2, 5)) if it not in {"even", "four-1-2-3-4"}]
    assert "even" in lit(table.book, (1, 2, 5))
    assert kinds(lights(table, *shown)) == ["LightsReported"]
    table = entered("star-sicbo-2024", 1, 2, 5, offers=("even",))
    assert kinds(lights(table, *shown)) == ["LightsFailed", "NoticeGiven"]


@pytest.mark.clause("star-sicbo-2024", "8.7.1")
@pytest.mark.clause("star-sicbo-pre2024", "8.7.1")
@pytest.mark.parametrize(
    "reading, below_four",
    [("settle_at_count", 0), ("refund_below_four", 1_000)],
)
@pytest.mark.parametrize("book", STARS)
def test_streak_wagers_end_with_the_lights_at_their_count(book: str, reading: str, below_four: int) -> None:
    table = at_work(book, {"streak_failure": reading})
    table.plays(1, 2, 4)
    happened(table.bets("ann", "streak-small-big", 1_000))
    table.plays(1, 2, 4)
    table.plays(1, 1, 2)
    table.invites().calls(1, 2, 5)
    lights(table)
    ended = happened(table.dealer(Settle))
    (gone,) = [it for event in ended if isinstance(event, LosersCollected | WinnersPaid) for it in event.settled]
    assert (gone.wager, gone.returned, gone.clauses[-1]) == ("streak-small-big", below_four, "8.7.1")
    assert table.rack("ann") == 99_000 + below_four
    assert not table.table.bets
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "8.7.1")
@pytest.mark.parametrize("reading", ["settle_at_count", "refund_below_four"])
def test_a_streak_of_four_is_paid_when_the_lights_end_it(reading: str) -> None:
    table = at_work("star-sicbo-2024", {"streak_failure": reading})
    table.plays(1, 2, 4)
    happened(table.bets("ann", "streak-small-big", 1_000))
    for _ in range(3):
        table.plays(1, 2, 4)
    table.invites().calls(1, 2, 5)
    lights(table)
    paid = only(happened(table.dealer(Settle)), WinnersPaid)
    assert (paid.settled[0].result, paid.settled[0].winnings) == ("win", 6_000)
    assert table.rack("ann") == 106_000
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "8.8")
@pytest.mark.clause("star-sicbo-pre2024", "8.8")
@pytest.mark.parametrize("book", STARS)
def test_at_the_star_an_inspector_is_told_at_once_and_play_stops_until_it_is_rectified(book: str) -> None:
    table = entered(book, 1, 2, 5)
    told = only(lights(table), NoticeGiven)
    assert (told.to, told.due, told.clause) == ("inspector", table.now, "8.8")
    assert table.table.stopped == told.about
    happened(table.dealer(Settle))
    assert refused(table.dealer(Tumble, times=3)) == (Why.PLAY_STOPPED, "8.8")
    assert refused(table.bets("ann", "small", 1_000))[0] is Why.PLAY_STOPPED
    assert refused(table.dealer(RectifyFault, done="a new fuse")) == (Why.NOT_ALLOWED, "8.8")
    assert only(table.staff(RectifyFault, done="a new fuse"), FaultRectified).clause == "8.8"
    table.plays(3, 4, 6)
    assert refused(table.staff(RectifyFault, done="again")) == (Why.ALREADY_DONE, "8.8")
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "8.8")
def test_a_fault_outlasts_the_closing_of_the_table_and_is_mended_behind_the_rope() -> None:
    table = Croupier("star-sicbo-2024").opens().invites().calls(1, 2, 5)
    lights(table)
    happened(table.dealer(Settle))
    happened(table.staff(CloseTable))
    happened(table.staff(OpenTable))
    assert refused(table.dealer(Tumble, times=3))[0] is Why.PLAY_STOPPED
    happened(table.staff(CloseTable))
    happened(table.staff(RectifyFault, done="a new fuse"))
    happened(table.staff(OpenTable))
    table.plays(1, 2, 5)
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "7.4")
@pytest.mark.parametrize("book", CROWNS)
def test_at_crown_the_area_manager_is_told_and_play_stops_only_when_five_minutes_did_not_mend_it(book: str) -> None:
    table = entered(book, 1, 2, 5)
    answer = lights(table)
    told = only(answer, NoticeGiven)
    assert (told.to, told.due, told.clause) == ("tg-area-manager", table.now, "7.4")
    since = table.now
    assert only(answer, LightsFailed).stops == since + timedelta(minutes=5)
    assert table.table.stopped == ""
    happened(table.dealer(Settle))
    table.now = since + timedelta(minutes=4, seconds=58)
    happened(table.dealer(InviteBets))
    assert refused(table.dealer(Tumble)) == (Why.PLAY_STOPPED, "7.4")
    assert refused(table.does(RectifyFault, "hal", "tg-higher-duties-dealer", done="x")) == (Why.NOT_ALLOWED, "7.4")
    happened(table.does(RectifyFault, "mia", "tg-area-manager", done="a new fuse"))
    happened(table.dealer(Tumble))
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "7.4", "7.1.2", "7.2")
@pytest.mark.parametrize("book", CROWNS)
def test_at_crown_a_tumbler_that_fails_tells_the_area_manager_and_stops_play_until_it_is_rectified(book: str) -> None:
    """No spin for a malfunction; five minutes later it was not corrected immediately, and nothing is spun any more."""
    table = at_work(book).invites()
    happened(table.bets("ann", "small", 1_000))
    answer = table.dealer(CallNoResult, reason="tumbler malfunction")
    assert kinds(answer) == ["NoResultCalled", "EquipmentFailed", "NoticeGiven"]
    failed, told, since = only(answer, EquipmentFailed), only(answer, NoticeGiven), table.now
    assert (failed.what, failed.clause) == ("tumbler malfunction", "7.4")
    assert (told.to, told.due, told.clause) == ("tg-area-manager", since, "7.4")
    happened(table.dealer(Tumble)), "7.2: the tumbler is activated again at once"
    happened(table.dealer(CallNoResult, reason="tumbler malfunction"))
    table.now = since + timedelta(minutes=5, seconds=-1)
    assert refused(table.dealer(Tumble)) == (Why.PLAY_STOPPED, "7.4")
    assert refused(table.bets("bob", "big", 500)) == (Why.PLAY_STOPPED, "7.4")
    assert refused(table.does(RectifyFault, "hal", "tg-higher-duties-dealer", done="x")) == (Why.NOT_ALLOWED, "7.4")
    happened(table.does(RectifyFault, "mia", "tg-area-manager", done="a new motor"))
    happened(table.dealer(Tumble))
    table.settles(1, 2, 5)
    assert table.rack("ann") == 101_000, "the wager of the void spin stayed (7.2)"
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "7.4")
def test_at_crown_dice_that_are_cocked_or_shown_early_are_no_malfunction() -> None:
    table = at_work("crown-sicbo-a").invites()
    assert kinds(table.dealer(CallNoResult, reason="cocked dice")) == ["NoResultCalled"]


@pytest.mark.clause("star-sicbo-2024", "8.2", "8.5")
@pytest.mark.parametrize("reason", ["tumbler malfunction", "broken tumbler", "broken dice"])
@pytest.mark.parametrize("book", STARS)
def test_at_the_star_a_tumbler_that_fails_is_no_result_and_only_lights_stop_play(book: str, reason: str) -> None:
    table = at_work(book).invites()
    assert "EquipmentFailed" not in kinds(table.dealer(CallNoResult, reason=reason))
    table.plays(1, 2, 5)


@pytest.mark.clause("crown-sicbo", "7.3", "7.4")
@pytest.mark.clause("star-sicbo-2024", "8.7", "8.8")
@pytest.mark.clause("star-sicbo-pre2024", "8.7", "8.8")
@pytest.mark.parametrize(
    "book, told_to, clause, stops",
    [(it, "inspector", "8.8", 0) for it in STARS] + [(it, "tg-area-manager", "7.4", 5) for it in CROWNS],
)
def test_dead_lights_are_reported_between_rounds(book: str, told_to: str, clause: str, stops: int) -> None:
    table = at_work(book)
    answer = lights(table)
    told, failed = only(answer, NoticeGiven), only(answer, LightsFailed)
    assert (told.to, told.clause, failed.what) == (told_to, clause, "the winning areas do not light up")
    assert failed.stops == table.now + timedelta(minutes=stops)
    assert refused(table.dealer(ReportLights)) == (Why.ALREADY_DONE, WRONG[book])
    assert refused(table.dealer(ReportLights, areas=("small",))) == (Why.WRONG_PHASE, WRONG[book])
    table.now += timedelta(minutes=stops)
    starts = InviteBets if book in CROWNS else Tumble
    assert refused(table.dealer(starts)) == (Why.PLAY_STOPPED, clause)
    happened(table.staff(RectifyFault, done="a new fuse"))
    table.plays(1, 2, 5)
    assert not table.table.round.lights_failed
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "7.3", "7.4")
def test_dead_lights_are_reported_while_bets_are_invited_and_the_spin_is_settled_by_the_dice() -> None:
    table = at_work("crown-sicbo-a").invites()
    happened(table.bets("ann", "small", 1_000))
    assert kinds(lights(table)) == ["LightsFailed", "NoticeGiven"]
    table.calls(1, 2, 5)
    assert kinds(lights(table)) == ["LightsFailed", "NoticeGiven"], "and once more, of this spin"
    happened(table.dealer(Settle))
    assert table.rack("ann") == 101_000
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "8.7.1")
def test_lights_reported_dead_between_rounds_end_no_streak() -> None:
    table = at_work("star-sicbo-2024")
    table.plays(1, 2, 4)
    happened(table.bets("ann", "streak-small-big", 1_000))
    lights(table)
    happened(table.staff(RectifyFault, done="a new fuse"))
    table.plays(1, 2, 4)
    assert table.table.bets, "the run goes on: a round with lights that work"


@pytest.mark.clause("crown-sicbo", "7.4")
def test_at_crown_a_fault_mended_in_time_never_stops_play() -> None:
    table = entered("crown-sicbo-a", 1, 2, 5)
    lights(table)
    happened(table.dealer(Settle))
    happened(table.staff(RectifyFault, done="a new fuse"))
    table.now += timedelta(minutes=10)
    table.plays(3, 4, 6)
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "7.4")
def test_at_crown_a_fault_that_comes_back_before_it_was_mended_keeps_its_first_five_minutes() -> None:
    table = entered("crown-sicbo-a", 1, 2, 5)
    first = only(lights(table), LightsFailed)
    happened(table.dealer(Settle))
    table.invites().calls(1, 2, 5)
    second = only(lights(table), LightsFailed)
    assert second.stops > first.stops
    assert table.table.broken is not None
    assert table.table.broken.stops == first.stops
    assert table.replays()


@pytest.mark.clause("crown-sicbo", "7.3")
def test_a_spin_that_is_called_void_and_spun_again_has_lights_that_work_until_told_otherwise() -> None:
    table = entered("crown-sicbo-a", 1, 2, 5)
    lights(table)
    happened(table.dealer(CallNoResult, reason="cocked dice"))
    assert not table.table.round.lights_failed
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "5.4", "8.7", "8.8")
@pytest.mark.clause("star-sicbo-pre2024", "5.4", "8.7", "8.8")
@pytest.mark.parametrize("reading", ["correction", "malfunction"])
@pytest.mark.parametrize("book", STARS)
def test_a_slip_of_the_dealer_is_a_correction_or_a_failure_by_the_reading(book: str, reading: str) -> None:
    table = at_work(book, {"keying_slip": reading}).invites()
    happened(table.bets("ann", "small", 1_000))
    table.closes_betting()
    happened(table.dealer(Uncover))
    happened(table.dealer(AnnounceResult, dice=(1, 2, 5)))
    answer = happened(table.dealer(EnterResult, dice=(5, 6, 6)))
    wrong = lit(table.book, (5, 6, 6))
    if reading == "malfunction":
        failed = only(answer, LightsFailed)
        assert (failed.areas, failed.wanted) == (wrong, lit(table.book, (1, 2, 5)))
        assert only(answer, NoticeGiven).to == "inspector"
        assert kinds(table.dealer(EnterResult, dice=(5, 5, 6))) == ["ResultEntered"]
        happened(table.dealer(Settle))
        assert refused(table.dealer(Tumble, times=3))[0] is Why.PLAY_STOPPED
    else:
        assert kinds(answer) == ["ResultEntered"]
        seen = only(lights(table, *wrong), LightsReported)
        assert (seen.slip, seen.clause) == (True, "5.4")
        assert refused(table.dealer(Settle)) == (Why.ENTRY_DIFFERS, "5.4")
        happened(table.dealer(EnterResult, dice=(1, 2, 5)))
        assert kinds(lights(table, *lit(table.book, (1, 2, 5)))) == ["LightsReported"]
        happened(table.dealer(Settle))
        happened(table.dealer(Tumble, times=3))
    assert table.rack("ann") == 101_000
    assert table.replays()


def test_lights_are_reported_once_entered_by_the_names_of_areas_and_fail_only_once() -> None:
    table = at_work("star-sicbo-2024").invites()
    assert refused(table.dealer(ReportLights, areas=("small",))) == (Why.WRONG_PHASE, "8.7")
    assert refused(table.player("ann", ReportLights))[0] is Why.NOT_ALLOWED
    table.calls(1, 2, 5)
    assert refused(table.dealer(ReportLights, areas=("smal",))) == (Why.UNKNOWN_WAGER, "8.7")
    happened(table.dealer(ReportLights, areas=("small", "small")))
    assert refused(table.dealer(ReportLights)) == (Why.ALREADY_DONE, "8.7")
    assert refused(Croupier("star-craps").opens().dealer(ReportLights))[0] is Why.NOT_HERE


# --- the display


@pytest.mark.clause("star-sicbo-2024", "8.9")
@pytest.mark.clause("star-sicbo-pre2024", "8.9")
@pytest.mark.parametrize("book", STARS)
def test_a_display_that_differs_is_on_record_and_decides_nothing(book: str) -> None:
    table = entered(book, 1, 2, 5)
    shown = only(table.does(ReportDisplay, "the display", DEVICE, dice=(6, 6, 5)), DisplayReported)
    assert (shown.dice, shown.differs, shown.clause) == ((5, 6, 6), True, "8.9")
    happened(table.dealer(Settle))
    assert (table.rack("ann"), table.rack("bob")) == (101_000, 99_500)
    assert not only(table.dealer(ReportDisplay, dice=(5, 2, 1)), DisplayReported).differs
    table.invites()
    assert not only(table.dealer(ReportDisplay, dice=(1, 2, 5)), DisplayReported).differs
    assert table.table.history == [(1, 2, 5)]
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "8.9")
@pytest.mark.clause("star-sicbo-pre2024", "8.9")
@pytest.mark.parametrize("called, differs", [((3, 5, 6), False), ((3, 5, 5), True)])
@pytest.mark.parametrize("book", STARS)
def test_a_display_is_compared_with_the_dice_of_its_own_round(
    book: str, called: tuple[int, ...], differs: bool
) -> None:  # fmt: skip
    """It shows 3, 5, 6 as the cover is lifted; the round before was 1, 2, 4."""
    table = at_work(book)
    table.plays(1, 2, 4)
    table.invites()
    assert not only(table.dealer(ReportDisplay, dice=(1, 2, 4)), DisplayReported).differs, "covered: the latest result"
    table.closes_betting()
    happened(table.dealer(Uncover))
    seen = only(table.does(ReportDisplay, "the display", DEVICE, dice=(6, 5, 3)), DisplayReported)
    assert (seen.dice, seen.differs, seen.waits) == ((3, 5, 6), False, True)
    compared = only(table.dealer(AnnounceResult, dice=called), DisplayReported)
    assert (compared.dice, compared.differs, compared.waits, compared.clause) == ((3, 5, 6), differs, False, "8.9")
    happened(table.dealer(EnterResult, dice=called))
    happened(table.dealer(Settle))
    assert table.table.history[-1] == called
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "8.9")
def test_where_a_device_has_read_the_dice_the_display_is_compared_with_those() -> None:
    table = at_work("star-sicbo-2024")
    table.invites().closes_betting()
    happened(table.dealer(Uncover, dice=(4, 2, 1)))
    assert not only(table.dealer(ReportDisplay, dice=(1, 2, 4)), DisplayReported).differs
    assert only(table.dealer(ReportDisplay, dice=(1, 2, 5)), DisplayReported).differs
    assert kinds(table.dealer(AnnounceResult, dice=(1, 2, 4))) == ["ResultAnnounced"]


@pytest.mark.clause("star-sicbo-2024", "8.9")
def test_what_was_displayed_in_a_round_without_a_result_is_forgotten_with_it() -> None:
    table = at_work("star-sicbo-2024")
    table.plays(1, 2, 4)
    table.invites().closes_betting()
    happened(table.dealer(Uncover))
    happened(table.dealer(ReportDisplay, dice=(3, 5, 6)))
    happened(table.dealer(CallNoResult, reason="cocked dice"))
    assert not only(table.dealer(ReportDisplay, dice=(1, 2, 4)), DisplayReported).differs, "the latest result there is"
    table.invites().closes_betting()
    happened(table.dealer(Uncover))
    assert kinds(table.dealer(AnnounceResult, dice=(1, 1, 2))) == ["ResultAnnounced"]
    assert table.replays()


def test_a_display_is_reported_with_dice_after_a_result_where_there_is_one() -> None:
    table = at_work("star-sicbo-2024")
    assert refused(table.dealer(ReportDisplay, dice=(1, 2, 5))) == (Why.NOT_YET, "8.9")
    assert refused(table.dealer(ReportDisplay, dice=(1, 2)))[0] is Why.WRONG_DICE
    for book in ("crown-sicbo-a", "star-craps"):
        assert refused(at_work(book).dealer(ReportDisplay, dice=(1, 2, 5)))[0] is Why.NOT_HERE
