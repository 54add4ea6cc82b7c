"""Who is at the table: places taken, left and given up, how many may play, and who may bet."""

from typing import Any

import pytest

from dicehouse.refusal import Refused, Why
from dicehouse.table.betting import PlaceWager, RefuseWager, RemoveWager
from dicehouse.table.cards import AssistanceLogged, LogAssistance
from dicehouse.table.colours import ColoursRedeemed, IssueColours, RedeemColours
from dicehouse.table.dealt_result import CallNoResult
from dicehouse.table.opening import AnnounceClosing, CloseTable
from dicehouse.table.orders import PLAYER, SPECTATOR, Command
from dicehouse.table.people import (
    BringChips,
    LeaveSeat,
    LimitPlayers,
    PlayersLimited,
    RequireVacate,
    SeatLeft,
    SeatTaken,
    TakeSeat,
    VacateRequired,
)
from dicehouse.table.seats import Card
from tests.croupier import SUPERVISOR, Croupier, happened, only, refused
from tests.stickperson import Stickperson

DEALT = ("star-sicbo-2024", "star-sicbo-pre2024", "crown-sicbo-a", "crown-sicbo-b")
EVERY = tuple(SUPERVISOR)


def at(name: str, **fields: Any) -> Croupier:
    table = Croupier(name, **fields)
    return table.opens(acknowledged=tuple(table.book.wagers))


# --- taking and leaving a place


@pytest.mark.parametrize("name", EVERY)
def test_a_place_is_taken_by_a_player_or_by_staff_for_one(name: str) -> None:
    table = at(name)
    taken = only(table.player("ann", TakeSeat, seat=1, card=Card("7", "ann")), SeatTaken)
    assert (taken.seat, taken.person, taken.card) == (1, "ann", Card("7", "ann"))
    assert only(table.staff(TakeSeat, seat=2, person="bob"), SeatTaken).person == "bob"
    assert only(table.player("cas", TakeSeat, seat=3, person="bob"), SeatTaken).person == "cas"
    assert table.replays()


def test_a_place_that_is_taken_or_not_there_is_refused() -> None:
    table = at("star-sicbo-2024", seats=4).seats(ann=1)
    assert refused(table.player("bob", TakeSeat, seat=1)) == (Why.SEAT_TAKEN, None)
    assert refused(table.player("bob", TakeSeat, seat=5)) == (Why.UNKNOWN_SEAT, None)
    assert refused(table.player("ann", LeaveSeat, seat=5)) == (Why.UNKNOWN_SEAT, None)
    assert refused(table.player("ann", LeaveSeat, seat=2)) == (Why.SEAT_EMPTY, None)
    assert refused(table.player("bob", LeaveSeat, seat=1)) == (Why.NOT_YOUR_SEAT, "9.20")
    assert refused(table.player("bob", BringChips, seat=1, amount=100)) == (Why.NOT_YOUR_SEAT, "9.20")
    assert refused(table.player("bob", BringChips, seat=3, amount=100)) == (Why.SEAT_EMPTY, None)
    assert refused(table.does(TakeSeat, "eve", SPECTATOR, seat=2))[0] is Why.NOT_ALLOWED


@pytest.mark.parametrize("name", [*DEALT, "star-craps"])
def test_one_person_has_one_place(name: str) -> None:
    table = at(name).seats(ann=1)
    assert refused(table.player("ann", TakeSeat, seat=2))[0] is Why.SAME_PERSON
    happened(table.player("ann", LeaveSeat, seat=1))
    happened(table.player("ann", TakeSeat, seat=2))


@pytest.mark.clause("aruze-sicbo", "8.1")
def test_one_person_may_be_at_two_terminals() -> None:
    table = at("aruze-sicbo").seats(ann=1)
    happened(table.player("ann", TakeSeat, seat=2))
    assert [it.person for it in table.table.seats.values()] == ["ann", "ann"]


def test_whoever_leaves_takes_everything_along() -> None:
    table = at("star-sicbo-2024").seats(ann=1, bob=2).invites()
    happened(table.bets("ann", "small", 1_000, id="w"))
    assert refused(table.player("ann", LeaveSeat, seat=1)) == (Why.WAGERS_STAND, None)
    happened(table.player("ann", RemoveWager, bet="w"))
    left = only(table.player("ann", LeaveSeat, seat=1), SeatLeft)
    assert (left.person, left.chips, left.tokens, left.checks, left.clause) == ("ann", 100_000, 0, {}, "")
    assert 1 not in table.table.seats
    happened(table.staff(LeaveSeat, seat=2))
    assert not table.table.seats
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "3.6", "3.7")
@pytest.mark.clause("star-sicbo-pre2024", "3.5", "3.6")
@pytest.mark.clause("crown-sicbo", "3.1.2(b)", "3.1.2(c)", "3.1.2(c)(i)")
@pytest.mark.parametrize("name", DEALT)
def test_colour_checks_are_redeemed_when_their_player_leaves_an_open_table(name: str) -> None:
    table = at(name).seats(ann=1)
    happened(table.dealer(IssueColours, seat=1, colour="red", count=20, value=500))
    gone = happened(table.player("ann", LeaveSeat, seat=1))
    assert only(gone, ColoursRedeemed).paid == 10_000
    assert (only(gone, SeatLeft).chips, only(gone, SeatLeft).checks) == (100_000, {})
    assert table.replays()


def test_from_a_closed_table_colour_checks_go_along_with_their_value_on_record() -> None:
    table = at("crown-sicbo-a").seats(ann=1, bob=2)
    happened(table.dealer(IssueColours, seat=1, colour="red", count=20, value=500))
    happened(table.dealer(IssueColours, seat=2, colour="blue", count=1, value=500))
    happened(table.dealer(RedeemColours, seat=2, colour="blue", count=1))
    happened(table.staff(AnnounceClosing))
    for _ in range(3):
        table.plays(1, 2, 5)
    happened(table.staff(CloseTable, people="stay"))
    left = only(table.player("ann", LeaveSeat, seat=1), SeatLeft)
    assert {it: (own.count, own.value) for it, own in left.checks.items()} == {"red": (20, 500)}
    assert left.chips == 90_000
    happened(table.player("bob", LeaveSeat, seat=2))
    assert table.table.came == 0
    assert table.replays()


# --- how many may play


@pytest.mark.clause("star-sicbo-2024", "3.15")
def test_a_supervisor_limits_the_number_of_players() -> None:
    table = at("star-sicbo-2024").seats(ann=1, bob=2)
    limited = only(table.staff(LimitPlayers, most=2), PlayersLimited)
    assert (limited.most, limited.one_each, limited.clause) == (2, False, "3.15")
    assert refused(table.player("cas", TakeSeat, seat=3)) == (Why.TABLE_FULL, "3.15")
    happened(table.player("bob", LeaveSeat, seat=2))
    happened(table.player("cas", TakeSeat, seat=3))
    happened(table.staff(LimitPlayers))
    happened(table.player("bob", TakeSeat, seat=2))
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "3.15")
def test_or_keeps_each_place_to_one_player() -> None:
    """Eight seats stand at four player areas, so that seats 1 and 5 share one."""
    table = at("star-sicbo-2024", player_areas=4).seats(ann=1, bob=6)
    happened(table.player("eve", TakeSeat, seat=2))
    limited = only(table.staff(LimitPlayers, one_each=True), PlayersLimited)
    assert (limited.most, limited.one_each, limited.clause) == (0, True, "3.15")
    assert refused(table.player("cas", TakeSeat, seat=5)) == (Why.TABLE_FULL, "3.15")
    happened(table.player("cas", TakeSeat, seat=7))
    assert table.table.seats[2].person == "eve", "whoever is there may stay"
    happened(table.staff(LimitPlayers))
    happened(table.player("dan", TakeSeat, seat=5))
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "3.15")
def test_where_each_seat_has_its_own_area_the_order_changes_nothing() -> None:
    table = at("star-sicbo-2024", seats=2).seats(ann=1)
    happened(table.staff(LimitPlayers, one_each=True))
    happened(table.player("bob", TakeSeat, seat=2))


@pytest.mark.parametrize("name", EVERY[1:])
def test_no_other_document_gives_that_power(name: str) -> None:
    assert refused(at(name).staff(LimitPlayers, most=1)) == (Why.NOT_HERE, None)


# --- persons kept out


@pytest.mark.parametrize(
    "name, clause",
    [
        ("star-sicbo-2024", "9.8.2"),
        ("star-sicbo-pre2024", "9.3.2"),
        ("crown-sicbo-a", "9.2.2"),
        ("star-craps", "9.3.2"),
    ],
)
def test_an_excluded_person_takes_no_place_and_makes_no_wager(name: str, clause: str) -> None:
    table = at(name).seats(ann=1)
    table.excludes("ann", "eve")
    assert refused(table.player("eve", TakeSeat, seat=2)) == (Why.EXCLUDED, clause)
    assert refused(table.staff(TakeSeat, seat=2, person="eve")) == (Why.EXCLUDED, clause)
    wager = "win-line" if name == "star-craps" else "small"
    assert refused(table.bets("ann", wager, 1_000)) == (Why.EXCLUDED, clause)


# --- three rounds sat out


ABSTAINING = [("star-sicbo-2024", "9.14"), ("star-sicbo-pre2024", "9.9"), ("crown-sicbo-a", "9.9")]


@pytest.mark.clause("star-sicbo-2024", "9.14")
@pytest.mark.clause("star-sicbo-pre2024", "9.9")
@pytest.mark.clause("crown-sicbo", "9.9")
@pytest.mark.parametrize("name, clause", ABSTAINING)
def test_whoever_sits_out_three_rounds_at_a_full_table_may_lose_the_place(name: str, clause: str) -> None:
    table = at(name, seats=2).seats(ann=1, bob=2)
    for _ in range(2):
        happened(table.invites().bets("bob", "small", 1_000))
        table.settles(1, 2, 5)
    assert refused(table.staff(RequireVacate, seat=1)) == (Why.NOT_YET, clause)
    table.plays(1, 2, 5)
    required = only(table.staff(RequireVacate, seat=1), VacateRequired)
    assert (required.seat, required.person, required.clause) == (1, "ann", clause)
    assert refused(table.staff(RequireVacate, seat=1)) == (Why.ALREADY_DONE, clause)
    table.invites()
    assert refused(table.bets("ann", "small", 1_000)) == (Why.NOT_YOUR_SEAT, clause)
    happened(table.staff(LeaveSeat, seat=1))
    happened(table.player("cas", TakeSeat, seat=1))
    assert table.replays()


@pytest.mark.clause("star-sicbo-2024", "9.14")
@pytest.mark.clause("star-sicbo-pre2024", "9.9")
@pytest.mark.clause("crown-sicbo", "9.9")
@pytest.mark.parametrize("name, clause", ABSTAINING)
def test_a_wager_a_free_place_or_a_void_round_saves_it(name: str, clause: str) -> None:
    table = at(name, seats=3).seats(ann=1, bob=2)
    for _ in range(3):
        table.plays(1, 2, 5)
    assert refused(table.staff(RequireVacate, seat=1)) == (Why.NOT_YET, clause), "one place is free"
    table.seats(cas=3)
    assert refused(table.staff(RequireVacate, seat=3)) == (Why.NOT_YET, clause), "cas has just come"
    happened(table.invites().bets("ann", "small", 1_000))
    assert refused(table.staff(RequireVacate, seat=1)) == (Why.NOT_YET, clause), "ann bets again"
    table.settles(1, 2, 5)
    assert refused(table.staff(RequireVacate, seat=1)) == (Why.NOT_YET, clause)
    assert table.table.seats[1].idle == 0
    only(table.staff(RequireVacate, seat=2), VacateRequired)


@pytest.mark.clause("star-sicbo-2024", "9.14", "8.6")
def test_a_round_without_a_result_is_not_counted() -> None:
    table = at("star-sicbo-2024", seats=1).seats(ann=1)
    for _ in range(2):
        table.plays(1, 2, 5)
    happened(table.invites().dealer(CallNoResult, reason="cocked dice"))
    assert table.table.seats[1].idle == 2
    assert refused(table.staff(RequireVacate, seat=1)) == (Why.NOT_YET, "9.14")


@pytest.mark.clause("star-sicbo-2024", "9.14")
@pytest.mark.clause("star-sicbo-pre2024", "9.9")
@pytest.mark.parametrize("name, clause", ABSTAINING[:2])
def test_a_live_streak_wager_counts_as_betting(name: str, clause: str) -> None:
    table = at(name, seats=1).seats(ann=1)
    table.plays(1, 2, 5)
    happened(table.bets("ann", "streak-small-big", 1_000))
    for _ in range(4):
        table.plays(1, 2, 5)
    assert table.table.bets
    assert refused(table.staff(RequireVacate, seat=1)) == (Why.NOT_YET, clause)


@pytest.mark.clause("star-sicbo-2024", "9.14", "3.15")
def test_a_table_is_full_when_as_many_play_as_may() -> None:
    table = at("star-sicbo-2024", seats=8).seats(ann=1, bob=2)
    for _ in range(3):
        table.plays(1, 2, 5)
    assert refused(table.staff(RequireVacate, seat=1)) == (Why.NOT_YET, "9.14")
    happened(table.staff(LimitPlayers, most=2))
    only(table.staff(RequireVacate, seat=1), VacateRequired)


@pytest.mark.clause("star-craps", "9.9")
def test_at_craps_three_rounds_are_three_come_out_cycles() -> None:
    table = Stickperson(seats=2).seats(ann=1, bob=2).shoots("ann")
    for _ in range(2):
        table.rolls(3, 4)
        happened(table.bets("ann", "win-line", 1_000))
    assert refused(table.staff(RequireVacate, seat=2)) == (Why.NOT_YET, "9.9")
    table.rolls(3, 4)
    assert only(table.staff(RequireVacate, seat=2), VacateRequired).clause == "9.9"


def test_a_place_must_be_named_and_taken() -> None:
    table = at("star-sicbo-2024")
    assert refused(table.staff(RequireVacate, seat=2)) == (Why.SEAT_EMPTY, None)
    assert refused(table.staff(RequireVacate, person="ann")) == (Why.UNKNOWN_SEAT, None)
    assert refused(at("aruze-sicbo").staff(RequireVacate)) == (Why.UNKNOWN_SEAT, None)


@pytest.mark.clause("aruze-sicbo", "8.14", "8.14.1", "8.14.2")
def test_at_terminals_a_supervisors_opinion_is_enough() -> None:
    table = at("aruze-sicbo").seats(ann=1, bob=2)
    happened(table.bets("bob", "small", 1_000))
    required = only(table.staff(RequireVacate, seat=1, grounds="asleep"), VacateRequired)
    assert (required.seat, required.person, required.grounds, required.clause) == (1, "ann", "asleep", "8.14")
    assert refused(table.bets("ann", "small", 1_000)) == (Why.NOT_YOUR_SEAT, "8.14")
    assert refused(table.staff(RequireVacate, seat=2)) == (Why.NOT_YET, "8.14"), "bob plays"
    beside = only(table.staff(RequireVacate, person="eve", grounds="stands in the way"), VacateRequired)
    assert (beside.seat, beside.person) == (0, "eve")
    assert table.replays()


# --- a wager refused


@pytest.mark.clause("star-sicbo-2024", "9.16")
@pytest.mark.clause("star-sicbo-pre2024", "9.11")
@pytest.mark.parametrize("name, clause", [("star-sicbo-2024", "9.16"), ("star-sicbo-pre2024", "9.11")])
def test_a_supervisor_refuses_a_wager_before_betting_closes(name: str, clause: str) -> None:
    table = at(name).seats(ann=1).invites()
    happened(table.bets("ann", "small", 1_000, id="w"))
    happened(table.bets("ann", "big", 1_000, id="v"))
    (gone,) = happened(table.staff(RefuseWager, bet="w", grounds="past posting"))
    assert gone.clause == clause
    assert refused(table.staff(RefuseWager, bet="w", grounds="again"))[0] is Why.UNKNOWN_ID
    assert table.rack("ann") == 99_000
    table.closes_betting()
    assert refused(table.staff(RefuseWager, bet="v", grounds="too late")) == (Why.BETTING_CLOSED, clause)
    assert table.replays()


@pytest.mark.clause("star-craps", "9.11")
def test_at_craps_a_refused_wager_goes_as_far_as_it_may_be_removed() -> None:
    table = Stickperson().seats(ann=1).shoots("ann", id="line")
    happened(table.bets("ann", "field", 500, id="f"))
    (gone,) = happened(table.staff(RefuseWager, bet="f", grounds="late"))
    assert gone.clause == "9.11"
    table.rolls(2, 2)
    assert refused(table.staff(RefuseWager, bet="line", grounds="late"))[0] is Why.MUST_STAY


# --- who may do what


ORDERS_HERE: tuple[tuple[type[Command], dict[str, Any], str], ...] = (
    (LimitPlayers, {"most": 3}, "limit_players"),
    (RequireVacate, {"seat": 1}, "vacate_seat"),
    (RefuseWager, {"bet": "w", "grounds": "g"}, "refuse_wager"),
)


@pytest.mark.clause("crown-sicbo", "1.1")
@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("kind, fields, power", ORDERS_HERE)
def test_every_rank_below_the_power_is_refused_and_every_rank_above_it_is_not(
    name: str, kind: type[Command], fields: dict[str, Any], power: str
) -> None:
    table = at(name).seats(ann=1)
    for role in (*table.book.ranks, PLAYER, SPECTATOR):
        answer = table.does(kind, "x", role, **fields)
        if power not in table.book.powers:
            assert refused(answer)[0] is Why.NOT_HERE
        elif role in table.book.ranks and table.book.may(role, power):
            assert not isinstance(answer, Refused) or answer.why is not Why.NOT_ALLOWED
        else:
            assert refused(answer) == (Why.NOT_ALLOWED, table.book.powers[power].clause)


def test_help_on_record_ends_with_the_seat() -> None:
    table = at("star-sicbo-2024").seats(ann=1)
    only(table.staff(LogAssistance, seat=1, helper="hal"), AssistanceLogged)
    happened(table.player("hal", LeaveSeat, seat=1))
    table.seats(ann=1).invites()
    refusal = table.player("hal", PlaceWager, seat=1, wager="small", stake=1_000)
    assert refused(refusal) == (Why.NOT_YOUR_SEAT, "9.20")
