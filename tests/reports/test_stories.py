"""Turns of an evening that change what a report says: a review, a box taken early, midnight, the next opening."""

from datetime import date, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from dicehouse import rulebooks
from dicehouse.house.jackpot_rounds import ReportRound
from dicehouse.house.jackpot_state import JackpotTerms, Rate
from dicehouse.house.jackpots import ChangeJackpot, OfferJackpot
from dicehouse.house.patrons import IssueCard, RegisterPatron
from dicehouse.house.playtime import GetUp, SitDown, statement
from dicehouse.house.tickets import ExpireTickets, IssueTicket, PayTicket
from dicehouse.house.trays import CountDropBox, CountTray, RemoveDropBox
from dicehouse.house.vouchers import HandInVoucher, IssueVoucher
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.table import Command, opening, people
from dicehouse.table.betting import PlaceWager
from dicehouse.table.box import EmptyBox
from dicehouse.table.chips import BuyChips
from dicehouse.table.complaints import LodgeComplaint
from dicehouse.table.conduct import RecordContravention
from dicehouse.table.disputes import AskReview, DecideDispute, RaiseDispute, ReviewDispute
from dicehouse.table.meter import InsertMoney
from dicehouse.table.people import LeaveSeat
from dicehouse.table.withheld_winnings import ReleaseWinnings, WithholdWinnings
from tests.croupier import Croupier
from tests.house.books import stocked
from tests.house.keeper import NOON, Keeper, happened
from tests.leading.floor import Floor, went, why
from tests.reports.evening import PIN, SIXES, Evening, kept, staked
from tests.reports.test_reports import rows

SYDNEY = ZoneInfo("Australia/Sydney")
MONDAY, TUESDAY = date(2026, 3, 2), date(2026, 3, 3)


def at_table_7() -> Croupier:
    return Croupier(name="table 7").opens(tray=1_000_000).seats(ann=1)


# --- claims


@pytest.mark.parametrize("upheld, denied", [(True, []), (False, [("ann", 20_000, "the dice are clear")])])
def test_the_latest_ruling_on_a_dispute_is_the_one_that_counts(
    upheld: bool, denied: list[tuple[object, ...]], tmp_path: Path
) -> None:
    table = at_table_7().invites()
    table.bets("ann", "big", 20_000, id="w1")
    table.settles(1, 1, 2)
    happened(table.player("ann", RaiseDispute, id="d1", about="it was big", bet="w1"))
    happened(
        table.staff(DecideDispute, role="games-supervisor", dispute="d1", ruling="the dice showed 4", upheld=False)
    )
    happened(table.player("ann", AskReview, dispute="d1"))
    said: dict[str, Any] = {"dispute": "d1", "ruling": "the dice are clear", "upheld": upheld}
    happened(table.does(ReviewDispute, "rae", "casino-supervisor", **said))
    journal = kept(table.events, "table 7", tmp_path / "house.db")
    assert rows("denied-claims", journal, "person", "amount", "reason") == denied


def test_a_dispute_about_no_wager_is_listed_without_an_amount(tmp_path: Path) -> None:
    table = at_table_7()
    happened(table.player("ann", RaiseDispute, id="d1", about="the dealer was rude"))
    happened(table.staff(DecideDispute, role="games-supervisor", dispute="d1", ruling="she was not", upheld=False))
    journal = kept(table.events, "table 7", tmp_path / "house.db")
    assert rows("denied-claims", journal, "person", "amount") == [("ann", None)]


def test_a_complaint_is_listed_with_its_dispute_also_where_no_house_keeps_a_register(tmp_path: Path) -> None:
    table = at_table_7()
    happened(table.player("ann", RaiseDispute, id="d1", about="the dealer was rude"))
    happened(table.staff(DecideDispute, role="games-supervisor", dispute="d1", ruling="she was not", upheld=False))
    happened(table.player("ann", LodgeComplaint, dispute="d1", words="She laughed at me"))
    journal = kept(table.events, "table 7", tmp_path / "house.db")
    columns = ("where", "dispute", "person", "complaint", "about", "decision", "outcome", "concluded", "clause")
    assert rows("complaints", journal, *columns) == [(
        "table 7", "d1", "ann", "She laughed at me", "the dealer was rude", "she was not", "", None,
        "star-sicbo-2024 9.18",
    )]  # fmt: skip
    assert rows("complaints", journal, "person", since=TUESDAY) == []


@pytest.mark.parametrize("amount, denied", [(10_001, [("voucher v1", "ann", 10_001)]), (10_000, [])])
def test_a_voucher_that_was_brought_too_late_is_a_denied_claim(
    amount: int, denied: list[tuple[object, ...]], tmp_path: Path
) -> None:
    store = SqliteStore(tmp_path / "house.db")
    floor = Floor(store)
    until = floor.now + timedelta(hours=1)
    went(floor.cage(IssueVoucher, "cage-supervisor", voucher="v1", person="ann", amount=amount, until=until))
    floor.now = until
    assert why(floor.cage(HandInVoucher, voucher="v1", table="table 7"))
    floor.stops()
    store.close()
    assert rows("denied-claims", tmp_path / "house.db", "claim", "person", "amount") == denied


# --- tables


def test_a_table_without_a_cage_counts_the_boxes_that_were_taken_off_it_and_its_last_one(tmp_path: Path) -> None:
    table = at_table_7()
    happened(table.dealer(BuyChips, seat=1, amount=5_000))
    happened(table.staff(EmptyBox, box="b1"))
    happened(table.dealer(BuyChips, seat=1, amount=2_000))
    happened(table.dealer(BuyChips, seat=1, amount=1_000, with_="account"))
    table.invites()
    table.bets("ann", "small", 4_000)
    table.settles(6, 6, 5)
    happened(table.player("ann", LeaveSeat, seat=1))
    table.now += timedelta(hours=1)
    happened(table.staff(opening.CloseTable))
    journal = kept(table.events, "table 7", tmp_path / "house.db")
    # 80.00 dropped; 10,000.00 less 80.00 in chips sold, with 40.00 that Ann lost
    assert rows("drop-win-hold", journal, "opener", "drop", "closer", "win") == [(1_000_000, 8_000, 996_000, 4_000)]


def test_a_box_belongs_to_the_opening_during_which_it_was_taken_off(tmp_path: Path) -> None:
    keeper = stocked()
    count = {"table": "table 7", "with_": "sue"}
    happened(keeper.cashier(CountTray, when="opener", counted=100_000, **count))
    happened(keeper.supervisor(RemoveDropBox, box="b1", table="table 7"))
    happened(keeper.cashier(CountTray, when="closer", counted=90_000, **count))
    keeper.waits(hours=24)
    happened(keeper.cashier(CountTray, when="opener", counted=90_500, **count))
    happened(keeper.cashier(CountDropBox, box="b1", counted=20_000, recorded=20_000, with_="sue"))
    journal = kept(keeper.events, "house", tmp_path / "house.db")
    assert rows("drop-win-hold", journal, "gaming_day", "drop", "win") == [(MONDAY, 20_000, 10_000), (TUESDAY, 0, None)]
    assert rows("ledger-variance", journal, "what", "difference")[2] == ("opener, against the closer before", 500)


# --- tickets


def test_what_became_of_tickets_before_the_first_day_is_no_part_of_the_period(tmp_path: Path) -> None:
    keeper = stocked()
    for number in range(1, 5):
        said: dict[str, Any] = {"table": "hall", "seat": 1, "amount": 1_000 * number, "validation": f"v{number}"}
        happened(keeper.device(IssueTicket, ticket=f"t{number}", **said))
    happened(keeper.cashier(PayTicket, ticket="t1", validation="v1", amount=1_000))
    keeper.waits(hours=24)
    happened(keeper.cashier(PayTicket, ticket="t2", validation="v2", amount=2_000))
    keeper.waits(days=363)
    happened(keeper.cashier(PayTicket, ticket="t3", validation="v3", amount=3_000))
    keeper.waits(days=2)
    happened(keeper.device(ExpireTickets))
    journal = kept(keeper.events, "house", tmp_path / "house.db")

    def told(**asked: Any) -> dict[str, tuple[int, int]]:
        lines = rows("ticket-liability", journal, "line", "tickets", "amount", **asked)
        return {line: (many, amount) for line, many, amount in lines}

    later = told(since=TUESDAY)
    assert (later["outstanding at the start"], later["issued"]) == ((3, 9_000), (0, 0))
    assert later["paid at the cashier"] == (2, 5_000)
    assert (later["expired"], later["outstanding at the end"]) == ((1, 4_000), (0, 0))
    first = told(until=MONDAY)
    assert (first["outstanding at the end"], first["of these, up to a day old"]) == ((3, 9_000), (3, 9_000))
    last = told(until=date(2027, 3, 1))
    assert last["of these, up to 365 days old"] == (1, 4_000)


# --- terminals and jackpots


@pytest.mark.parametrize("outcome, adjusted", [("paid", 5_000), ("kept", 0)])
def test_winnings_that_are_held_aside_are_on_no_meter_until_they_are_paid(
    outcome: str, adjusted: int, tmp_path: Path
) -> None:
    """By the rulebook of a house that has this power against devices."""
    book = tmp_path / "own.toml"
    text = Path(rulebooks.__path__[0], "aruze-sicbo.toml").read_text(encoding="utf-8")
    book.write_text(text.replace('exempt = "8.6", powers = [', 'exempt = "8.6", powers = ["withhold_winnings", '))
    store = SqliteStore(tmp_path / "house.db")
    it = Evening(store, hall=str(book))
    went(it.at("hall", opening.OpenTable))
    went(it.at("hall", people.TakeSeat, "bob", "player", seat=3))
    it.clears("hall", 3, "bob")
    went(it.at("hall", InsertMoney, "bob", "player", seat=3, amount=10_000))
    did = {"offence": "device", "person": "bob", "who": "player", "what": "had a machine"}
    went(it.at("hall", RecordContravention, id="x1", **did))
    went(it.at("hall", WithholdWinnings, breach="x1", reason="to be looked into"))
    went(it.at("hall", PlaceWager, "bob", "player", seat=3, wager="small", stake=5_000))
    it.shoots(1, 2, 5)
    columns = ("wins", "adjusted", "meter", "ledger", "difference")
    assert rows("meter-variance", tmp_path / "house.db", *columns) == [(5_000, 0, 10_000, 10_000, 0)]
    went(it.at("hall", ReleaseWinnings, person="bob", outcome=outcome, reason="it was looked into"))
    credit = 10_000 + adjusted
    assert rows("meter-variance", tmp_path / "house.db", *columns) == [(5_000, adjusted, credit, credit, 0)]
    it.stops()
    store.close()


def test_a_cent_that_two_winners_cannot_share_stays_and_new_terms_count_from_then_on(tmp_path: Path) -> None:
    keeper = stocked("ann", "bob")
    terms = JackpotTerms(rate=Rate(1, 100), seed=101, trigger=SIXES, tables=("hall",), approved_by="L&GNSW 7")
    happened(keeper.manager(OfferJackpot, pool="mini", terms=terms))
    happened(keeper.manager(ChangeJackpot, pool="mini", terms=replace(terms, rate=Rate(1, 30))))
    stakes = (staked(1, "ann", 100, "triple-6"), staked(2, "bob", 100, "triple-6"))
    for number, dice in enumerate(((6, 6, 6), (1, 2, 5)), start=1):
        happened(keeper.device(ReportRound, table="hall", round=number, dice=dice, stakes=stakes))
    journal = kept(keeper.events, "house", tmp_path / "house.db")
    # 1.01 and 1 in 100 of 2.00 make 1.03, of which each has 51 cents; then 1 in 30 of 2.00 is 6 2/3 cents
    columns = ("seeds", "contributions", "won", "should_be", "carried", "share_difference")
    assert rows("jackpot-reconciliation", journal, *columns) == [(202, 8, 102, 108, Fraction(2, 3), 0)]


# --- people


def test_time_played_is_counted_on_its_day_and_once_at_two_places(tmp_path: Path) -> None:
    keeper = Keeper(now=NOON)
    happened(keeper.cashier(RegisterPatron, patron="ann"))
    happened(keeper.cashier(IssueCard, patron="ann", number="8812", pin_reference=PIN))
    midnight = datetime(2026, 3, 3, tzinfo=SYDNEY).astimezone(NOON.tzinfo)
    turns: list[tuple[int, type[Command], str]] = [
        (-30, SitDown, "a"), (-20, SitDown, "b"), (-10, GetUp, "a"), (15, GetUp, "b"),
    ]  # fmt: skip
    for minutes, kind, place in turns:
        more = {"card": "8812", "where": "table"} if kind is SitDown else {}
        happened(keeper.until(midnight + timedelta(minutes=minutes)).device(kind, patron="ann", place=place, **more))
    happened(keeper.waits(minutes=5).device(SitDown, patron="ann", place="a", card="8812", where="table"))
    happened(keeper.waits(minutes=1).cashier(RegisterPatron, patron="bob"))
    journal = kept(keeper.events, "house", tmp_path / "house.db")
    played = rows("activity-statement", journal, "day", "played", patron="ann")
    assert played == [(MONDAY, 30 * 60), (TUESDAY, 15 * 60 + 61)], "and up to the latest entry"
    lines = statement(keeper.house, "ann", keeper.now)
    assert played == [(it.day, it.seconds) for it in lines]  # type: ignore[union-attr] # she is on the books
