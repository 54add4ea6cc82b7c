"""Credits in doubt are withheld, an inspector is told, and a decision releases them or makes them void (7.5)."""

from typing import Any

import pytest

from dicehouse.refusal import Refused, Why
from dicehouse.table import Config, new_table
from dicehouse.table.books import applied
from dicehouse.table.credits_in_doubt import CreditsDecided, CreditsWithheld, DecideCredits, WithholdCredits
from dicehouse.table.losses import SetLossLimit
from dicehouse.table.meter import CollectCredits, InsertMoney
from dicehouse.table.notices import NoticeGiven
from dicehouse.table.opening import AnnounceClosing, CloseTable, ClosingAnnounced
from dicehouse.table.people import LeaveSeat, TakeSeat
from dicehouse.table.sentences import sentence
from tests.croupier import Croupier, happened, kinds, only, refused
from tests.hall import BOOK, Answer, Hall, hall

OPERATOR = "casino-operator"


def withholds(table: Hall, amount: int | None = 30_000, seat: int = 1, **fields: Any) -> Answer:
    said = {"id": "d1", "reason": "more credits than were won", **fields}
    return table.staff(WithholdCredits, OPERATOR, seat=seat, amount=amount, **said)


def decides(table: Hall, outcome: str, withheld: str = "d1") -> Answer:
    return table.staff(DecideCredits, OPERATOR, withheld=withheld, outcome=outcome, reason="the log was read")


@pytest.mark.clause(BOOK, "7.5")
def test_credits_are_withheld_until_it_is_decided_and_an_inspector_is_told_at_once() -> None:
    table = hall()
    answer = withholds(table)
    assert kinds(answer) == ["CreditsWithheld", "NoticeGiven"]
    assert only(answer, CreditsWithheld).clause == "7.5"
    told = only(answer, NoticeGiven)
    assert (told.to, told.due, told.clause) == ("inspector", table.now, "7.5")
    assert told.about == "seat 1: 300.00 in credits of ann is withheld: more credits than were won"
    assert table.rack("ann") == 70_000
    assert sentence(table.book, only(answer, CreditsWithheld)) == (
        "$300 in credits of ann at seat 1 is withheld: more credits than were won"
    )
    assert table.replays()


@pytest.mark.clause(BOOK, "7.5")
def test_what_is_left_on_the_meter_can_be_played_and_collected() -> None:
    table = hall()
    happened(withholds(table))
    assert refused(table.bets("ann", "small", 70_005))[0] is Why.NOT_ENOUGH
    happened(table.bets("ann", "small", 1_000))
    collected = happened(table.player("ann", CollectCredits, seat=1))
    assert kinds(collected) == ["CreditsCollected"]
    assert table.rack("ann") == 0


@pytest.mark.clause(BOOK, "7.5")
@pytest.mark.parametrize("outcome, rack, lost", [("released", 100_000, 0), ("voided", 70_000, 30_000)])
def test_a_decision_releases_them_or_makes_them_void(outcome: str, rack: int, lost: int) -> None:
    """What is void was not won, so it counts as lost under a loss limit."""
    table = hall()
    happened(table.does(SetLossLimit, "the house", "device", seat=1, person="ann", headroom=50_000))
    happened(withholds(table))
    assert table.table.seats[1].lost == 0, "nothing is decided"
    decided = only(decides(table, outcome), CreditsDecided)
    assert (decided.amount, decided.person, decided.seat, decided.clause) == (30_000, "ann", 1, "7.5")
    seat = table.table.seats[1]
    assert (seat.rack, seat.lost, seat.headroom) == (rack, lost, 50_000 - lost)
    again = decides(table, outcome)
    assert refused(again) == (Why.UNKNOWN_ID, "7.5")
    assert isinstance(again, Refused)
    assert again.message == "decide credits: nothing is withheld by d1; these wait for a decision: none"
    assert table.replays()


@pytest.mark.parametrize(
    "outcome, words",
    [
        ("released", "$300 in credits that was withheld is released to ann, on the meter of seat 1"),
        ("voided", "$300 in credits that was withheld is void and the house's"),
    ],
)
def test_a_decision_in_words(outcome: str, words: str) -> None:
    table = hall()
    happened(withholds(table))
    assert sentence(table.book, only(decides(table, outcome), CreditsDecided)).startswith(words)


def test_whoever_has_left_is_paid_on_paper_and_whoever_moved_at_the_new_terminal() -> None:
    table = hall()
    happened(withholds(table))
    happened(withholds(table, 1_000, id="d2"))
    happened(table.player("ann", LeaveSeat, seat=1))
    happened(table.player("dan", TakeSeat, seat=1))
    left = only(decides(table, "released"), CreditsDecided)
    assert left.seat == 0
    assert table.rack("dan") == 0
    assert sentence(table.book, left).startswith("$300 in credits that was withheld is released to ann, paid on paper")
    happened(table.player("ann", TakeSeat, seat=4))
    assert only(decides(table, "released", "d2"), CreditsDecided).seat == 4
    assert table.rack("ann") == 1_000
    assert table.replays()


def test_what_is_void_of_someone_who_has_left_is_the_houses() -> None:
    table = hall()
    happened(withholds(table))
    happened(table.player("ann", LeaveSeat, seat=1))
    before = table.table.float
    happened(decides(table, "voided"))
    assert table.table.float == before + 30_000


@pytest.mark.parametrize("cage, account", [(True, "collected/the hall"), (False, "~tickets")])
def test_credits_released_to_someone_who_has_left_wait_for_the_cage(cage: bool, account: str) -> None:
    table = Hall(cage=cage)
    table.opens(tray=0)
    happened(table.player("ann", TakeSeat, seat=1))
    happened(table.player("ann", InsertMoney, seat=1, amount=5_000))
    happened(withholds(table, 5_000))
    happened(table.player("ann", LeaveSeat, seat=1))
    happened(decides(table, "released"))
    again, books = new_table(table.book, Config(name="the hall", cage=cage)), dict[str, int]()
    for event in table.events:
        for name, amount in applied(again, event):
            books[name] = books.get(name, 0) + amount
    assert books[account] == 5_000
    assert books["table/the hall/doubted"] == 0


@pytest.mark.parametrize(
    "amount, words",
    [
        (100_005, "seat 1: $1,000 is on its meter and $1,000.05 was named; withhold no more than that"),
        (None, "seat 1: $0 is on its meter and $0 was named; wait until the round is decided"),
    ],
)
def test_no_more_is_withheld_than_is_on_the_meter(amount: int | None, words: str) -> None:
    table = hall()
    if amount is None:
        happened(table.player("ann", CollectCredits, seat=1))
    answer = withholds(table, amount)
    assert refused(answer) == (Why.NOT_ENOUGH, "7.5")
    assert isinstance(answer, Refused)
    assert answer.message == words


def test_without_an_amount_everything_on_the_meter_is_withheld() -> None:
    table = hall()
    assert only(withholds(table, None), CreditsWithheld).amount == 100_000


@pytest.mark.clause(BOOK, "7.5")
@pytest.mark.parametrize("outcome, rack", [("released", 100_000), ("voided", 70_000)])
def test_they_are_withheld_and_decided_behind_a_closed_table_too(outcome: str, rack: int) -> None:
    table = hall()
    closing = only(table.staff(AnnounceClosing), ClosingAnnounced)
    assert closing.closes is not None
    table.now = closing.closes
    happened(table.staff(CloseTable, people="stay"))
    happened(withholds(table))
    happened(decides(table, outcome))
    assert table.rack("ann") == rack
    assert table.replays()


def test_chips_in_a_rack_are_no_credits_and_are_not_withheld_so() -> None:
    table = Croupier("star-sicbo-2024").opens().seats(ann=1)
    answer = table.staff(WithholdCredits, OPERATOR, seat=1, amount=1_000, reason="more than was won")
    assert refused(answer)[0] is Why.NOT_HERE
    decided = table.staff(DecideCredits, OPERATOR, withheld="d1", outcome="voided", reason="the log was read")
    assert refused(decided)[0] is Why.NOT_HERE
    assert table.rack("ann") == 100_000


@pytest.mark.clause(BOOK, "7.5")
def test_only_the_casino_operator_withholds_and_decides() -> None:
    table = hall()
    said = {"seat": 1, "reason": "x"}
    assert refused(table.staff(WithholdCredits, "electronic-gaming-supervisor", **said)) == (Why.NOT_ALLOWED, "7.5")
    assert refused(table.player("ann", WithholdCredits, **said))[0] is Why.NOT_ALLOWED
    assert refused(withholds(table, seat=2))[0] is Why.SEAT_EMPTY
    happened(withholds(table))
    by_host = table.staff(DecideCredits, "electronic-gaming-host", withheld="d1", outcome="voided", reason="x")
    assert refused(by_host)[0] is Why.NOT_ALLOWED
