"""Chips sold by mistake: the table, the cage and the patron's records are as if it had not happened."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from dicehouse.house import limits
from dicehouse.house.accounts import patron, transit
from dicehouse.house.calendar import day_of
from dicehouse.house.patron_state import Day
from dicehouse.house.patrons import SetPolicy
from dicehouse.house.policy import CashPolicy, Policy
from dicehouse.house.trays import CountTray
from dicehouse.refusal import Why
from dicehouse.reports.catalogue import make
from dicehouse.reports.report import Asked
from dicehouse.reports.sources import opened
from dicehouse.table import Table
from dicehouse.table.chips import BuyChips
from dicehouse.table.sales import ReverseSale
from dicehouse.views.acts import Act, ActView, Asker, Opened, at_table
from dicehouse.views.table_acts import now_and_then
from tests.stories.evening import Evening, happened, refused

STAR = "star-sicbo-2024"
LATE = datetime(2026, 3, 2, 12, 55, tzinfo=UTC)
"""Five minutes to midnight in Sydney."""


def sell(evening: Evening, amount: int, id: str, by: str = "dana") -> Any:
    return evening.submit("star", BuyChips, id=id, by=by, role="dealer", seat=1, amount=amount, with_="cash")


def undo(evening: Evening, sale: str, table: str = "star", by: str = "dana", role: str = "dealer") -> Any:
    return evening.submit(table, ReverseSale, by=by, role=role, sale=sale, reason="meant for the next seat")


def day(evening: Evening, name: str = "ann", at: datetime | None = None) -> Day:
    found: Day = evening.house.patrons[name].days[day_of(evening.house, at or evening.now)]
    return found


def test_cash_for_chips_that_were_sold_by_mistake_goes_back_and_counts_nowhere(tmp_path: Path) -> None:
    with Evening(tmp_path, star=STAR, older="star-sicbo-pre2024") as evening:
        evening.register("ann")
        happened(evening.cage_does(limits.SetLimit, patron="ann", limit="day", amount=20_000))
        evening.sit("ann", "star")
        happened(sell(evening, 5_000, "right"))
        happened(sell(evening, 3_000, "wrong"))
        assert (day(evening).cash, day(evening).other, day(evening).declared["star"].bought) == (8_000, 8_000, 8_000)
        before = evening.table("star").float
        happened(undo(evening, "wrong"))
        table = evening.table("star")
        assert (table.seats[1].rack, table.drop, table.float) == (5_000, 5_000, before + 3_000)
        assert (day(evening).cash, day(evening).other, day(evening).declared["star"].bought) == (5_000, 5_000, 5_000)
        assert refused(undo(evening, "wrong")).why is Why.ALREADY_DONE
        evening.restart(crash=True)
        assert refused(undo(evening, "wrong")).why is Why.ALREADY_DONE, "a restart forgets nothing"
        assert (day(evening).cash, evening.table("star").seats[1].rack) == (5_000, 5_000)


def test_money_from_an_account_goes_back_to_it(tmp_path: Path) -> None:
    with Evening(tmp_path, star=STAR) as evening:
        evening.register("ann", money=100_000)
        evening.sit("ann", "star", money=30_000)
        assert evening.house.accounts[patron("ann")] == 70_000
        (sale,) = evening.table("star").sales
        refusal = refused(undo(evening, sale))
        assert refusal.why is Why.NOT_ALLOWED, "the dealer did not sell it"
        happened(undo(evening, sale, by="sue", role="games-supervisor"))
        table = evening.table("star")
        assert (table.seats[1].rack, table.cashless) == (0, 0)
        assert evening.house.accounts[patron("ann")] == 100_000
        assert evening.house.accounts.get(transit("star"), 0) == 0
        evening.restart(crash=True)
        assert evening.house.accounts[patron("ann")] == 100_000


def test_a_sale_before_midnight_that_is_undone_after_it_counts_no_longer_on_the_day_before(tmp_path: Path) -> None:
    with Evening(tmp_path, start=LATE, star=STAR) as evening:
        evening.register("ann")
        evening.sit("ann", "star")
        sold_at = evening.now
        happened(sell(evening, 3_000, "late"))
        evening.advance(minutes=10)
        happened(undo(evening, "late"))
        assert (day(evening, at=sold_at).cash, day(evening, at=sold_at).other) == (0, 0)
        today = evening.house.patrons["ann"].days.get(day_of(evening.house, sold_at + timedelta(minutes=10)))
        assert today is None or today.cash == 0


def test_cash_that_the_house_did_not_count_is_not_taken_out_of_what_it_did(tmp_path: Path) -> None:
    """The policy lets 60.00 of cash in a day; the table took more, and the house refused to count it."""
    with Evening(tmp_path, star=STAR) as evening:
        evening.register("ann")
        policy = Policy(cash=CashPolicy(day=6_000))
        happened(evening.cage_does(SetPolicy, policy=policy))
        evening.sit("ann", "star")
        happened(sell(evening, 5_000, "counted"))
        happened(sell(evening, 3_000, "not counted"))
        assert day(evening).cash == 5_000
        happened(undo(evening, "not counted"))
        assert day(evening).cash == 5_000
        happened(undo(evening, "counted"))
        assert day(evening).cash == 0


def form(table: Table, act: Act, who: str, at: datetime) -> ActView:
    """The act with its form, for a dealer."""
    asker = Asker(who, "dealer", at)
    return at_table(table, act, asker._replace(opened=Opened(at_table(table, act, asker).id)))


def test_the_dealer_is_offered_the_sales_that_stand(tmp_path: Path) -> None:
    with Evening(tmp_path, star=STAR) as evening:
        evening.register("ann")
        evening.sit("ann", "star")
        table = evening.table("star")
        assert not any(act.order is ReverseSale for act in now_and_then(table))
        happened(sell(evening, 5_000, "one"))
        happened(sell(evening, 3_000, "two"))
        (act,) = (act for act in now_and_then(table) if act.order is ReverseSale)
        mine, other = (form(table, act, who, evening.now) for who in ("dana", "dan"))
        assert [it.value for it in mine.fields[0].choices] == ["two", "one"], "the latest first"
        assert mine.refused is None
        assert other.refused is not None


def test_the_reports_have_nothing_of_a_sale_that_was_undone(tmp_path: Path) -> None:
    with Evening(tmp_path, star=STAR) as evening:
        evening.register("ann")
        happened(evening.cage_does(CountTray, table="star", when="opener", counted=10_000_000, with_="dora"))
        evening.sit("ann", "star", money=30_000)
        happened(sell(evening, 5_000, "cash"))
        (account, cash) = evening.table("star").sales
        for sale in (account, cash):
            happened(undo(evening, sale, by="sue", role="games-supervisor"))
    of_ann = reported(tmp_path, "activity-statement", Asked(patron="ann"), "put_in", "other", "cash")
    assert of_ann == (100_000, 0, 0)
    assert reported(tmp_path, "drop-win-hold", Asked(), "drop") == (0,)
    undone = reported(tmp_path, "significant-events", Asked(), "what", matter="correction")
    assert undone == ("sale reversed",)


def reported(folder: Path, name: str, asked: Asked, *columns: str, matter: str = "") -> tuple[Any, ...]:
    """Some columns of the last row of a report, or of the last on a matter."""
    with opened(str(folder / "journal.db")) as source:
        report = make(name, source, asked).report
    names = [it.name for it in report.columns]
    rows = [row for row in report.rows if not matter or row[names.index("matter")] == matter]
    return tuple(rows[-1][names.index(column)] for column in columns)
