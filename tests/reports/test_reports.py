"""Every report of one evening, with figures worked out by hand, and what it says when it cannot be made."""

import json
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import apsw
import pytest
from msgspec.structs import replace

from dicehouse.house.cage import StockCage
from dicehouse.house.inquiries import DemandReturn
from dicehouse.house.limits import SetLimit
from dicehouse.house.patrons import RegisterPatron
from dicehouse.house.playtime import statement
from dicehouse.house.promotions.awarding import DenyClaim
from dicehouse.house.trays import drop_win_hold
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import Draft
from dicehouse.reports.catalogue import REPORTS, Made, make
from dicehouse.reports.export import export
from dicehouse.reports.report import Asked, AskedError
from dicehouse.reports.sources import JournalError, opened
from dicehouse.reports.walk import Walk
from dicehouse.table.mispayments import RecordMispayment
from dicehouse.table.payment_report import PaymentReportSent
from tests.commands import dicehouse
from tests.croupier import Croupier
from tests.house.keeper import NOON, happened
from tests.house.promotions.promoter import DINNER, Promoter
from tests.leading.floor import Floor, went
from tests.reports.evening import CLOSER, Evening, happens, kept

MONDAY, TUESDAY = date(2026, 3, 2), date(2026, 3, 3)
NOT_THAT_EVENING = ("promotion-register", "tournament-standings", "prize-deadlines", "complaints", "duties")
"""Reports of what did not happen on the evening."""
S24, ARUZE = "star-sicbo-2024", "aruze-sicbo"


def made(name: str, journal: Path, **asked: Any) -> Made:
    with opened(str(journal)) as source:
        return make(name, source, Asked(**asked))


def rows(name: str, journal: Path, *columns: str, **asked: Any) -> list[tuple[Any, ...]]:
    """Some columns of a report."""
    report = made(name, journal, **asked).report
    places = [[it.name for it in report.columns].index(column) for column in columns]
    return [tuple(row[place] for place in places) for row in report.rows]


@pytest.fixture(scope="session")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The house as it stands after the evening."""
    store = SqliteStore(tmp_path_factory.mktemp("ended") / "house.db")
    yield happens(store)
    store.close()


@pytest.mark.parametrize("name", [it for it in REPORTS if it not in NOT_THAT_EVENING])
def test_every_row_has_every_column_and_every_total_belongs_to_one(name: str, evening: Path) -> None:
    patron = "ann" if name == "activity-statement" else ""
    it = made(name, evening, patron=patron)
    assert it.report.rows
    assert all(len(row) == len(it.report.columns) for row in it.report.rows)
    assert it.report.totals.keys() <= {column.name for column in it.report.columns}


# --- notices


@pytest.mark.clause(ARUZE, "5.2")
def test_a_notice_acknowledged_after_its_due_time_is_late_and_says_by_whom(evening: Path) -> None:
    told = rows("notices", evening, "where", "to", "state", "by", "clause")
    assert ("the house", "inspector", "late", "inspector, inspector", "aruze-sicbo 5.2") in told


def test_a_notice_that_nobody_acknowledged_is_overdue_once_its_time_is_past(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    floor = Floor(store)
    demand = {"inquiry": "i1", "of": "p1", "person": "ann", "amount": 500, "reason": "paid twice"}
    went(floor.cage(DemandReturn, "gaming-manager", **demand))
    assert rows("notices", tmp_path / "house.db", "state") == [("waiting",)], "it is due at this very moment"
    went(floor.cage(StockCage, "cage-supervisor", what="cash", amount=1))
    assert rows("notices", tmp_path / "house.db", "state") == [("overdue",)]
    floor.stops()
    store.close()


# --- payment errors and denied claims


@pytest.mark.clause(S24, "8.13")
def test_the_register_has_errors_above_a_thousand_dollars_and_what_was_done(evening: Path) -> None:
    columns = ("month", "error_id", "due", "paid", "error", "attempts", "rectified", "left", "regulator", "state")
    assert rows("payment-errors", evening, *columns) == [
        ("2026-03", "m1", 50_000, 200_000, 150_000, "demand", 60_000, 90_000, True, "open")
    ], "an error of exactly 1,000.00 is not above it"


@pytest.mark.clause(S24, "8.13")
def test_the_register_says_the_same_as_the_report_that_was_sent_and_by_whom(evening: Path) -> None:
    with opened(str(evening)) as source:
        events = [event for record in Walk(source) if record.table == "table 7" for event in record.events]
    (sent,) = [event for event in events if isinstance(event, PaymentReportSent)]
    (line,) = sent.errors
    columns = ("error_id", "aware", "person", "due", "paid", "error", "rectified", "regulator")
    (row,) = rows("payment-errors", evening, *columns)
    assert row == (line.id, line.aware, line.person, line.due, line.paid, line.error, line.rectified, line.regulator)
    assert rows("payment-errors", evening, "reported", "reported_by") == [(sent.at, f"{sent.role} {sent.by}")]


@pytest.mark.clause(S24, "8.13")
@pytest.mark.parametrize("rulebook, asked_by", [(S24, f"{S24} 8.13"), ("crown-sicbo-a", "")])
def test_the_register_says_which_document_asks_for_an_error_to_be_reported(
    rulebook: str, asked_by: str, tmp_path: Path
) -> None:
    table = Croupier(rulebook, name="t").opens().seats(ann=1)
    happened(table.staff(RecordMispayment, id="m", of="wager", due=0, paid=100_001, seat=1, person="ann"))
    journal = kept(table.events, "t", tmp_path / "house.db")
    assert rows("payment-errors", journal, "error_id", "asked_by") == [("m", asked_by)]


@pytest.mark.clause(S24, "10.10.1")
@pytest.mark.clause("star-sicbo-pre2024", "10.10.1")
@pytest.mark.clause(ARUZE, "6.10.1")
@pytest.mark.clause("star-craps", "10.10.1")
@pytest.mark.parametrize("value, listed", [(10_000, False), (10_001, True)])
def test_a_promotional_prize_above_a_hundred_dollars_that_was_denied_is_listed_with_name_address_and_reason(
    value: int, listed: bool, tmp_path: Path
) -> None:
    desk = Promoter(prizes=(replace(DINNER, value=value),)).draws(ann=1)
    said = {"promotion": "summer", "claim": desk.claims(person="bob"), "reason": "The entry was Ann's."}
    happened(desk.manager(DenyClaim, name="Robert Brown", address="1 High Street", **said))
    journal = kept(desk.events, "house", tmp_path / "house.db")
    told = rows("denied-claims", journal, "person", "address", "amount", "reason")
    assert told == ([("Robert Brown", "1 High Street", value, "The entry was Ann's.")] if listed else [])


def test_other_claims_above_a_hundred_dollars_that_were_denied_are_listed_too(evening: Path) -> None:
    assert rows("denied-claims", evening, "claim", "person", "amount", "reason") == [
        ("dispute d1: my wager on big won", "ann", 20_000, "the dice showed 4"),
        ("ticket t0", "carl", 50_000, "ticket t0: the house has issued no such ticket; read its number again"),
        ("ticket t2", "bob", 15_000, "the ticket is a copy"),
    ], "not the dispute over exactly 100.00, and not ticket t1, which was paid after all"


def test_claims_can_be_those_of_one_table(evening: Path) -> None:
    assert rows("denied-claims", evening, "person", table="table 7") == [("ann",)]


# --- tables


def test_win_is_closer_credits_and_drop_less_opener_and_fills(evening: Path) -> None:
    columns = ("gaming_day", "opener", "fills", "credits", "drop", "closer", "win", "hold", "by")
    (row,) = rows("drop-win-hold", evening, *columns, table="table 7")
    # 2,000.00 from an account and 290.00 counted in cash; 8,199.00 + 400.00 + 2,290.00 - 10,000.00 - 1,000.00
    hold = Fraction(-11_100, 229_000)
    assert row == (MONDAY, 1_000_000, 100_000, 40_000, 229_000, CLOSER - 100, -11_100, hold, "the cage")


def test_the_figures_are_those_that_the_house_has(evening: Path, ended: Evening) -> None:
    its = drop_win_hold(ended.house.house)["table 7"]
    columns = ("opener", "fills", "credits", "closer", "drop", "win", "hold")
    assert rows("drop-win-hold", evening, *columns, table="table 7") == [tuple(its)]


def test_a_table_that_no_cage_counts_tells_its_own_figures(evening: Path) -> None:
    columns = ("by", "drop", "closer", "win", "hold")
    assert rows("drop-win-hold", evening, *columns, table="hall") == [("the table", 65_000, None, None, None)]


def test_totals_leave_out_tables_that_are_still_open(evening: Path) -> None:
    totals = made("drop-win-hold", evening).report.totals
    assert (totals["drop"], totals["win"]) == (229_000, -11_100)


@pytest.mark.parametrize("since, until, there", [
    (MONDAY, MONDAY, 2), (TUESDAY, None, 0), (None, date(2026, 3, 1), 0), (None, None, 2),
])  # fmt: skip
def test_the_first_and_the_last_day_count(since: date | None, until: date | None, there: int, evening: Path) -> None:
    assert len(rows("drop-win-hold", evening, "table", since=since, until=until)) == there


def test_days_are_those_of_the_zone(evening: Path) -> None:
    """Noon on Monday in Sydney is Sunday evening in Honolulu."""
    assert rows("significant-events", evening, "at", since=MONDAY, zone="Australia/Sydney")
    assert not rows("significant-events", evening, "at", since=MONDAY, zone="Pacific/Honolulu")


# --- meters and the ledger


@pytest.mark.clause(ARUZE, "3.4")
def test_a_meter_is_money_in_and_wins_less_turnover_and_money_out(evening: Path) -> None:
    columns = ("table", "terminal", "money_in", "wins", "turnover", "money_out", "meter", "ledger", "difference")
    # 200.00 and three times 150.00 in; 50.00 won at 1:1 is 100.00 back; 80.00 staked; 220.00 and 450.00 collected
    assert rows("meter-variance", evening, *columns) == [("hall", 3, 65_000, 10_000, 8_000, 67_000, 0, 0, 0)]


def test_counts_are_held_against_the_record(evening: Path) -> None:
    assert rows("ledger-variance", evening, "where", "what", "should_be", "counted", "difference") == [
        ("table 7", "first opener", None, 1_000_000, None),
        ("table 7", "drop box b7, against the table's record", 30_000, 29_000, -1_000),
        ("table 7", "closer, against the table's record", CLOSER, CLOSER - 100, -100),
        ("counter/table 7", "chips between the cage and the tray", None, CLOSER, None),
    ]
    assert made("ledger-variance", evening).report.totals == {"difference": -1_100}


# --- tickets, jackpots


@pytest.mark.clause(ARUZE, "3.8")
def test_what_is_owed_on_tickets_is_told_by_what_became_of_them_and_by_age(evening: Path) -> None:
    told = {
        line: (many, amount) for line, many, amount in rows("ticket-liability", evening, "line", "tickets", "amount")
    }
    assert told["issued"] == (4, 67_000)
    assert told["paid at the cashier"] == (1, 22_000)
    assert told["voided and owed by hand"] == (1, 15_000)
    assert told["forfeited"] == (1, 15_000)
    assert told["outstanding at the end"] == told["of these, up to a day old"] == (1, 15_000)
    assert told["difference"] == (None, 0)


def test_tickets_of_earlier_days_are_outstanding_at_the_start(evening: Path) -> None:
    told = {line: (many, it) for line, many, it in rows(
        "ticket-liability", evening, "line", "tickets", "amount", since=TUESDAY
    )}  # fmt: skip
    assert told["outstanding at the start"] == told["outstanding at the end"] == (1, 15_000)
    assert told["issued"] == told["forfeited"] == (0, 0)


@pytest.mark.clause(ARUZE, "4.1.1")
def test_a_jackpot_is_reconciled_to_the_fraction_of_a_cent(evening: Path) -> None:
    columns = ("seeds", "contributions", "won", "wins", "adjusted", "should_be", "pool", "hidden", "difference")
    (row,) = rows("jackpot-reconciliation", evening, "jackpot", "turnover", *columns)
    assert row == ("mini", 30_100, 20_000, 100, 10_167, 1, 100, 10_033, 10_033, 0, 0)
    assert rows("jackpot-reconciliation", evening, "carried", "share_difference") == [(Fraction(1, 3), 0)]


# --- people


def test_what_happens_to_cards_and_limits_is_told_without_a_word_of_the_pin(evening: Path) -> None:
    its = rows("card-and-limit-actions", evening, "what", "about", patron="ann")
    assert its == [
        ("patron registered", ""),
        ("card issued", "number 8812, form physical, membership club"),
        ("pin missed", "number 8812, 4 attempts left"),
        ("limit set", "limit loss-day, amount 2000.00"),
        ("card suspended", "number 8812, reason lost and not yet found"),
    ]


def test_significant_events_are_told_by_matter_and_clause(evening: Path) -> None:
    its = rows("significant-events", evening, "where", "matter", "what", "clause")
    assert ("table 7", "mispayment", "mispayment recorded", "star-sicbo-2024 8.10") in its
    assert ("table 7", "exclusion", "person excluded", "star-sicbo-2024 9.8.2") in its
    assert ("hall", "malfunction", "terminal failed", "aruze-sicbo 7.2.2") in its
    assert ("the house", "correction", "jackpot adjusted", "aruze-sicbo 4.1.4") in its
    assert {matter for _, matter, _, _ in its} >= {"opening", "void", "prize"}
    assert "result entered" not in {what for _, _, what, _ in its}, "only where it puts an entry right"


def test_the_activity_statement_is_what_the_house_has_of_the_patron(evening: Path, ended: Evening) -> None:
    columns = ("day", "put_in", "other", "withdrawn", "staked", "returned", "net", "played")
    (row,) = rows("activity-statement", evening, *columns, patron="ann")
    assert row[:-1] == (MONDAY, 300_000, 30_000, 50_000, 70_000, 100_000, 30_000)
    (line,) = statement(ended.house.house, "ann", ended.now)  # type: ignore[misc] # she is on the books
    assert row == tuple(line)


# --- what cannot be made


@pytest.mark.parametrize("name, asked, says", [
    ("drop-win-hald", {}, "there is no report 'drop-win-hald'; did you mean drop-win-hold?"),
    ("xyz", {}, "there is no report 'xyz'; `dicehouse report` lists them"),
    ("notices", {"since": TUESDAY, "until": MONDAY}, "2026-03-03 is after 2026-03-02; give the earlier day first"),
    ("notices", {"table": "table 9"}, "table 9: the journal has no such table; these are in it: hall, table 7"),
    ("notices", {"patron": "ann"}, "notices: it is not of one patron; leave ann out"),
    ("activity-statement", {}, "activity-statement: it is of one patron; name them with --patron"),
    ("activity-statement", {"patron": "zoe"},
     "zoe: the house has nobody of this name on its books; write it as the house does"),
    ("card-and-limit-actions", {"patron": "zoe"},
     "zoe: the journal knows nobody of this name; write the name as the house does"),
])  # fmt: skip
def test_a_report_that_cannot_be_made_says_why(name: str, asked: dict[str, Any], says: str, evening: Path) -> None:
    with pytest.raises(AskedError) as error:
        made(name, evening, **asked)
    assert str(error.value) == says


def test_a_journal_that_is_not_as_it_was_written_gives_no_report(evening: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.db"
    changed.write_bytes(evening.read_bytes())
    database = apsw.Connection(str(changed))
    database.execute("update entries set body = cast(replace(body, 'ann', 'eve') as blob) where seq = 3")
    database.close()
    with pytest.raises(JournalError, match=r"\Aentry 3 is not as it was written: .*; see `dicehouse verify`\Z"):
        made("notices", changed)


def test_an_entry_that_is_missing_from_an_export_is_missed(evening: Path, tmp_path: Path) -> None:
    with opened(str(evening)) as source:
        export(source, tmp_path / "out")
    lines = (tmp_path / "out" / "entries.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "short.jsonl").write_bytes(b"".join([*lines[:2], *lines[3:]]))
    with pytest.raises(JournalError) as error:
        made("notices", tmp_path / "short.jsonl")
    says = "entry 3 is not as it was written: entry 4 does not follow entry 2; see `dicehouse verify`"
    assert str(error.value) == says


def test_an_event_that_this_program_does_not_know_is_told_with_its_entry(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    draft = Draft(stream="house", no=1, id="c1", at=NOON, command=b"{}", events=(b'{"event":"moon-landed"}',))
    store.write([draft])
    store.close()
    with pytest.raises(JournalError, match=r"\Aentry 1 of house holds an event that this program does not know: "):
        made("notices", tmp_path / "house.db")


def test_a_journal_without_entries_has_nothing_to_report(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "house.db").close()
    it = made("significant-events", tmp_path / "house.db")
    assert (it.report.rows, it.entries, it.as_of) == ([], 0, None)


# --- changes of limits


def test_changes_of_limits_say_who_changed_what_from_what(tmp_path: Path) -> None:
    sign = {
        "every": {"minimum": 500, "maximum": 200_000, "unit": 500},
        "wagers": {"small": {"minimum": 1_000, "maximum": 5_000}},
        "player": 900_000,
    }
    own_limits = {"minimum": 500, "maximum": 7_500}
    orders: list[tuple[str, str, dict[str, object]]] = [
        ("open-table", "sue", {"float": 1_000_000}),
        ("take-seat", "ann", {"seat": 3, "card": {"number": "8812", "issued_to": "ann"}}),
        ("change-limits", "max", {"sign": sign}),
        ("set-personal-limits", "sue", {"seat": 3, "limits": own_limits, "sign": "at seat 3"}),
        ("set-personal-limits", "max", {"seat": 3}),
    ]
    commands = [
        json.dumps(
            {"do": do, "id": str(number), "at": f"2026-11-16T12:00:{number}0+11:00", "by": by}
            | {"role": "player" if by == "ann" else "casino-supervisor"}
            | said
        )
        for number, (do, by, said) in enumerate(orders, 1)
    ]
    journal = tmp_path / "house.db"
    said = dicehouse("table", S24, "--journal", str(journal), stdin="\n".join(commands).encode())
    assert '"refused"' not in said.out
    own = "small 10.00 to 50.00; a player at most 9000.00"
    found = rows("limit-changes", journal, "limit", "of", "before", "after", "by", "entry")
    assert found == [
        ("sign", "the table", "", "5.00 to 1000.00", "sue", 1),
        ("sign", "the table", "5.00 to 1000.00", f"5.00 to 2000.00, in units of 5.00; {own}", "max", 3),
        ("personal", "seat 3", "", "5.00 to 75.00", "sue", 4),
        ("personal", "seat 3", "5.00 to 75.00", "as on the sign", "max", 5),
    ]


def test_changes_of_limits_have_those_that_patrons_make(evening: Path) -> None:
    found = rows("limit-changes", evening, "where", "limit", "of", "before", "after", "by")
    assert found == [
        ("the house", "loss-day", "ann", "", "2000.00", "cara"),
        ("the house", "deposit", "bob", "", "declined", "cara"),
        ("table 7", "sign", "the table", "", "5.00 to 1000.00", "sue"),
        ("hall", "sign", "the table", "", "5.00 to 1000.00", "sue"),
    ]
    assert [it[2] for it in rows("limit-changes", evening, "where", "limit", "of", patron="bob")] == ["bob"]


def test_a_limit_that_will_be_raised_has_its_moment_and_holds_as_it_is_until_then(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    floor = Floor(store)
    went(floor.cage(RegisterPatron, patron="ann"))
    for amount in (10_000, 20_000):
        went(floor.cage(SetLimit, patron="ann", limit="loss-day", amount=amount))
    floor.stops()
    store.close()
    found = rows("limit-changes", tmp_path / "house.db", "before", "after", "counts")
    assert [it[:2] for it in found] == [("", "100.00"), ("100.00", "200.00")]
    assert (found[0][2], found[1][2] is None) == (None, False)
