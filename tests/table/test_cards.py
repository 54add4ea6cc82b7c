"""Player cards, help for a player, and wagers that are found invalid."""

from datetime import UTC, datetime
from typing import Any

import pytest

from dicehouse.refusal import Why
from dicehouse.table.betting import MoveWager, PlaceWager
from dicehouse.table.cards import (
    AssistanceLogged,
    CardPresented,
    LogAssistance,
    PresentCard,
    ReturnInvalid,
    WagersInvalidated,
)
from dicehouse.table.dealt_result import AnnounceResult, EnterResult, Settle, Uncover
from dicehouse.table.orders import DEVICE, SPECTATOR, Command
from dicehouse.table.people import BringChips, TakeSeat
from dicehouse.table.seats import Card
from dicehouse.table.settlement import WagerPlaced, WagersTakenBack
from tests.croupier import SUPERVISOR, Croupier, happened, only, refused

STAR = "star-sicbo-2024"
WITHOUT_CARDS = tuple(SUPERVISOR)[1:]


def star(**readings: str) -> Croupier:
    return Croupier(STAR, readings).opens()


def without_card(name: str, table: Croupier) -> Croupier:
    happened(table.player(name, TakeSeat, seat=1))
    happened(table.player(name, BringChips, seat=1, amount=100_000))
    return table


# --- a card of one's own


@pytest.mark.clause(STAR, "3.1", "9.1", '1.1 "player card"')
def test_nobody_bets_without_a_valid_card() -> None:
    table = without_card("ann", star()).invites()
    assert refused(table.bets("ann", "small", 1_000)) == (Why.NO_CARD, "3.1")
    shown = only(table.player("ann", PresentCard, seat=1, card=Card("7", "ann", valid=False)), CardPresented)
    assert shown.clause == "3.1"
    assert refused(table.bets("ann", "small", 1_000)) == (Why.NO_CARD, "3.1")
    happened(table.player("ann", PresentCard, seat=1, card=Card("7", "ann")))
    happened(table.bets("ann", "small", 1_000))
    assert table.replays()


@pytest.mark.clause(STAR, "9.1", "9.1.1", "9.1.2")
def test_a_card_that_was_issued_to_another_person_is_of_no_use() -> None:
    table = without_card("ann", star()).invites()
    happened(table.player("ann", PresentCard, seat=1, card=Card("8", "bob")))
    assert refused(table.bets("ann", "small", 1_000)) == (Why.NO_CARD, "9.1")
    answer = table.dealer(PlaceWager, seat=1, wager="small", stake=1_000)
    assert refused(answer) == (Why.NO_CARD, "9.1"), "nor when the dealer lays it at the player's word"


@pytest.mark.clause(STAR, "3.1", "9.1")
@pytest.mark.parametrize(
    "moment, needed",
    [
        (datetime(2024, 8, 18, 13, 50, tzinfo=UTC), False),
        (datetime(2024, 8, 18, 14, 0, tzinfo=UTC), True),
    ],
    ids=["ten to midnight in Sydney", "midnight in Sydney"],
)
def test_cards_are_asked_for_from_19_august_2024_in_sydney(moment: datetime, needed: bool) -> None:
    table = Croupier(STAR)
    table.now = moment
    table.opens()
    without_card("ann", table).invites()
    answer = table.bets("ann", "small", 1_000)
    if needed:
        assert refused(answer) == (Why.NO_CARD, "3.1")
    else:
        happened(answer)


@pytest.mark.clause(STAR, "3.1")
def test_a_suspended_card_stops_the_next_wager_and_leaves_the_others_standing() -> None:
    table = star().seats(ann=1).invites()
    happened(table.bets("ann", "small", 1_000))
    happened(table.does(PresentCard, "the house", DEVICE, seat=1, card=Card("card of ann", "ann", valid=False)))
    assert refused(table.bets("ann", "big", 1_000)) == (Why.NO_CARD, "3.1")
    table.settles(1, 2, 5)
    assert table.rack("ann") == 101_000
    assert table.replays()


@pytest.mark.parametrize("name", WITHOUT_CARDS)
def test_no_other_document_asks_for_a_card(name: str) -> None:
    table = Croupier(name)
    without_card("ann", table.opens(acknowledged=tuple(table.book.wagers)))
    wager = "win-line" if name == "star-craps" else "small"
    if name not in {"star-craps", "aruze-sicbo"}:
        table.invites()
    happened(table.bets("ann", wager, 1_000))
    assert only(table.player("ann", PresentCard, seat=1, card=Card("7", "ann")), CardPresented).clause == ""


def test_a_card_is_shown_at_ones_own_seat() -> None:
    table = star().seats(ann=1)
    assert refused(table.player("bob", PresentCard, seat=1, card=Card("8", "bob"))) == (Why.NOT_YOUR_SEAT, "9.20")
    assert refused(table.player("bob", PresentCard, seat=2, card=Card("8", "bob"))) == (Why.SEAT_EMPTY, None)
    answer = table.does(PresentCard, "eve", SPECTATOR, seat=1, card=Card("9", "eve"))
    assert refused(answer)[0] is Why.NOT_ALLOWED


# --- help for a player


@pytest.mark.clause(STAR, "9.1", "9.1.1", "9.20", '1.1 "Proxy Betting"')
def test_nobody_bets_for_another_unless_their_help_is_on_record() -> None:
    table = star().seats(ann=1, hal=2).invites()
    for_ann = {"seat": 1, "wager": "small", "stake": 1_000}
    assert refused(table.player("hal", PlaceWager, **for_ann)) == (Why.NOT_YOUR_SEAT, "9.20")
    logged = only(table.staff(LogAssistance, role="games-supervisor", seat=1, helper="hal"), AssistanceLogged)
    assert (logged.person, logged.helper, logged.clause) == ("ann", "hal", '1.1 "Proxy Betting"')
    placed = only(table.player("hal", PlaceWager, id="w", **for_ann), WagerPlaced)
    assert (placed.person, placed.by) == ("ann", "hal"), "it is ann's wager by hal's hand"
    assert (table.rack("ann"), table.rack("hal")) == (99_000, 100_000)
    happened(table.player("hal", MoveWager, bet="w", wager="big"))
    happened(table.staff(LogAssistance, seat=1))
    assert refused(table.player("hal", PlaceWager, **for_ann)) == (Why.NOT_YOUR_SEAT, "9.20")
    assert table.replays()


@pytest.mark.clause(STAR, '1.1 "Proxy Betting"')
def test_only_a_supervisor_logs_help_and_only_for_someone_who_is_there() -> None:
    table = star().seats(ann=1)
    assert refused(table.dealer(LogAssistance, seat=1, helper="hal")) == (Why.NOT_ALLOWED, '1.1 "Proxy Betting"')
    assert refused(table.player("ann", LogAssistance, seat=1, helper="hal"))[0] is Why.NOT_ALLOWED
    assert refused(table.staff(LogAssistance, seat=2, helper="hal")) == (Why.SEAT_EMPTY, None)
    assert refused(table.staff(LogAssistance, seat=1, helper="ann")) == (Why.SAME_PERSON, '1.1 "Proxy Betting"')
    assert refused(table.staff(LogAssistance, seat=1)) == (Why.ALREADY_DONE, '1.1 "Proxy Betting"')
    happened(table.staff(LogAssistance, seat=1, helper="hal"))
    assert refused(table.staff(LogAssistance, seat=1, helper="hal")) == (Why.ALREADY_DONE, '1.1 "Proxy Betting"')


def test_whoever_is_excluded_does_not_help() -> None:
    table = star().seats(ann=1)
    table.excludes("hal")
    assert refused(table.staff(LogAssistance, seat=1, helper="hal")) == (Why.EXCLUDED, "9.8.2")
    del table.table.exclusions["hal"]
    happened(table.staff(LogAssistance, seat=1, helper="hal"))
    table.excludes("hal")
    table.invites()
    answer = table.player("hal", PlaceWager, seat=1, wager="small", stake=1_000)
    assert refused(answer) == (Why.EXCLUDED, "9.8.2")


@pytest.mark.parametrize("name", WITHOUT_CARDS)
def test_no_other_document_knows_helpers_or_invalid_wagers(name: str) -> None:
    table = Croupier(name)
    table.opens(acknowledged=tuple(table.book.wagers)).seats(ann=1)
    assert refused(table.staff(LogAssistance, seat=1, helper="hal")) == (Why.NOT_HERE, None)
    assert refused(table.staff(ReturnInvalid, seat=1, grounds="no card")) == (Why.NOT_HERE, None)
    assert refused(table.player("hal", BringChips, seat=1, amount=100)) == (Why.NOT_YOUR_SEAT, None)


# --- invalid wagers


def with_wagers(**readings: str) -> Croupier:
    """A winner and a loser of ann on 1-2-5, and a wager of bob."""
    table = star(**readings).seats(ann=1, bob=2).invites()
    happened(table.bets("ann", "small", 1_000, id="winner"))
    happened(table.bets("ann", "big", 2_000, id="loser"))
    happened(table.bets("bob", "small", 1_000, id="bob's"))
    return table


@pytest.mark.clause(STAR, "8.14", "8.14.1", '1.1 "Invalid Wager"')
@pytest.mark.parametrize("closed", [False, True])
def test_found_while_the_dice_are_covered_an_invalid_wager_goes_back(closed: bool) -> None:
    table = with_wagers()
    if closed:
        table.closes_betting()
    back = only(table.dealer(ReturnInvalid, seat=1, grounds="card of another"), WagersTakenBack)
    assert (back.clause, [it.bet for it in back.settled]) == ("8.14.1", ["winner", "loser"])
    assert {it.result for it in back.settled} == {"void"}
    assert table.rack("ann") == 100_000
    assert list(table.table.bets) == ["bob's"]
    assert table.replays()


@pytest.mark.clause(STAR, "8.14.1")
def test_one_wager_may_be_named() -> None:
    table = with_wagers()
    back = only(table.dealer(ReturnInvalid, seat=1, bets=("loser",), grounds="placed for another"), WagersTakenBack)
    assert [it.bet for it in back.settled] == ["loser"]
    assert list(table.table.bets) == ["winner", "bob's"]


@pytest.mark.clause(STAR, "8.14.2", '1.1 "Invalid Wager"')
@pytest.mark.parametrize("reading, rack", [("kept", 98_000), ("returned", 100_000)])
@pytest.mark.parametrize("shown", [1, 2, 3], ids=["uncovered", "announced", "entered"])
def test_found_once_the_dice_are_shown_it_wins_nothing(reading: str, rack: int, shown: int) -> None:
    table = with_wagers(losing_invalid_wagers=reading).closes_betting()
    steps: list[tuple[type[Command], dict[str, Any]]] = [
        (Uncover, {}),
        (AnnounceResult, {"dice": (1, 2, 5)}),
        (EnterResult, {"dice": (1, 2, 5)}),
    ]
    for kind, fields in steps[:shown]:
        happened(table.dealer(kind, **fields))
    found = only(table.dealer(ReturnInvalid, seat=1, grounds="card of another"), WagersInvalidated)
    assert (found.clause, found.bets) == ("8.14.2", ("winner", "loser"))
    again = table.dealer(ReturnInvalid, seat=1, grounds="card of another")
    assert refused(again) == (Why.ALREADY_DONE, "8.14.2")
    for kind, fields in steps[shown:]:
        happened(table.dealer(kind, **fields))
    happened(table.dealer(Settle))
    assert (table.rack("ann"), table.rack("bob")) == (rack, 101_000)
    assert table.replays()


@pytest.mark.clause(STAR, "8.14.3")
def test_what_was_settled_stays_settled() -> None:
    table = with_wagers()
    table.settles(1, 2, 5)
    before = table.rack("ann")
    assert refused(table.dealer(ReturnInvalid, seat=1, bets=("winner",), grounds="g")) == (Why.TOO_LATE, "8.14.3")
    assert refused(table.dealer(ReturnInvalid, seat=1, grounds="g")) == (Why.TOO_LATE, "8.14.3")
    assert table.rack("ann") == before


def test_a_wager_of_another_seat_or_none_is_not_returned() -> None:
    table = with_wagers()
    assert refused(table.dealer(ReturnInvalid, seat=1, bets=("bob's",), grounds="g")) == (Why.UNKNOWN_ID, None)
    assert refused(table.dealer(ReturnInvalid, seat=1, bets=("nobody's",), grounds="g")) == (Why.UNKNOWN_ID, None)
    assert refused(table.dealer(ReturnInvalid, seat=3, grounds="g")) == (Why.SEAT_EMPTY, None)
    assert refused(table.player("bob", ReturnInvalid, seat=1, grounds="g")) == (Why.NOT_ALLOWED, "8.14")
