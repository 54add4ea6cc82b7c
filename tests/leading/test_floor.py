"""A house and its tables on one journal: money goes from one to the other and is never in both or in neither."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dicehouse import __version__
from dicehouse.house.cage import (
    BuyIn,
    CashChips,
    ConfirmReceipt,
    DeclareChipsOutside,
    DepositFunds,
    ReturnSent,
    SellChips,
    StockCage,
    WithdrawFunds,
)
from dicehouse.house.patrons import RegisterPatron
from dicehouse.house.payouts import OweHandPay
from dicehouse.house.slips import (
    ApproveSlip,
    DeliverFill,
    ReceiveCredit,
    RequestCredit,
    RequestFill,
)
from dicehouse.house.tickets import IssueTicket, PayTicket
from dicehouse.house.trays import CountDropBox, RemoveDropBox
from dicehouse.house.vouchers import HandInVoucher, IssueVoucher
from dicehouse.journal.program import program_hash
from dicehouse.journal.record import Posting, entry_of, hash_of
from dicehouse.journal.store import BrokenError, Draft, Store
from dicehouse.journal.verify import verify
from dicehouse.leading.leader import HouseLeader, Leader, NotLedError
from dicehouse.leading.stream import Leading
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import load
from dicehouse.table import Table, dealt, dealt_result, opening, people, snapshot
from dicehouse.table.betting import PlaceWager
from dicehouse.table.box import EmptyBox
from dicehouse.table.chips import BuyChips, ExchangeVoucher
from dicehouse.table.config import Config
from dicehouse.table.electronic import AutoShoot, EndWagering, ReportDice, ShootDice
from dicehouse.table.losses import SetLossLimit
from dicehouse.table.meter import CollectCredits, InsertMoney
from dicehouse.table.seats import Card
from dicehouse.table.tray import CreditTray, FillTray
from tests.croupier import NOON
from tests.journal.aside import open_store
from tests.leading.floor import Floor, went, why

STORES = ["sqlite:SqliteStore", "postgres:PostgresStore"]


@pytest.fixture(params=STORES)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """Of which kind a store is, and its address."""
    kind: str = request.param
    return kind, request.getfixturevalue("database") if "postgres" in kind else str(tmp_path / "house.db")


@pytest.fixture
def store(where: tuple[str, str]) -> Iterator[Store]:
    made = open_store(f"dicehouse.journal.{where[0]}:{where[1]}")
    yield made
    made.close()


@pytest.fixture
def floor(store: Store) -> Iterator[Floor]:
    made = Floor(store, table_7="star-sicbo-2024", table_8="crown-sicbo-a", hall="aruze-sicbo")
    for what in ("cash", "chips"):
        went(made.cage(StockCage, "cage-supervisor", what=what, amount=1_000_000))
    went(made.cage(RegisterPatron, patron="ann"))
    yield made
    made.stops()


def filled(floor: Floor, table: str, slip: str, amount: int) -> None:
    """Chips are on their way to a tray."""
    went(floor.cage(RequestFill, slip=slip, table=table, amount=amount))
    went(floor.cage(ApproveSlip, "cage-supervisor", slip=slip))
    went(floor.cage(DeliverFill, slip=slip))


def opened(floor: Floor, table: str, tray: int = 100_000) -> None:
    filled(floor, table, f"open {table}", tray)
    went(floor.at(table, opening.OpenTable, float=tray))
    went(floor.told(ConfirmReceipt, sent=f"open {table}"))
    went(floor.at(table, people.TakeSeat, "ann", "player", seat=1, card=Card("8812", "ann")))
    went(floor.at(table, SetLossLimit, "the house", "device", seat=1, person="ann"))


def plays(floor: Floor, table: str, wager: str, stake: int, *dice: int) -> None:
    """A round of a dealt table."""
    went(floor.at(table, dealt.Tumble, times=3))
    went(floor.at(table, dealt.InviteBets))
    went(floor.at(table, PlaceWager, "ann", "player", seat=1, wager=wager, stake=stake))
    for kind in (dealt.CloseBetting, dealt.PressNoMoreBets, dealt_result.Uncover):
        went(floor.at(table, kind))
    for said in (dealt_result.AnnounceResult, dealt_result.EnterResult):
        went(floor.at(table, said, dice=dice))
    went(floor.at(table, dealt_result.Settle))


def rolls(floor: Floor, *dice: int) -> None:
    """The rest of a round at terminals, which Ann shoots."""
    ends = floor.tables["hall"].table.round.ends
    assert ends is not None
    floor.now = ends
    went(floor.at("hall", EndWagering, "the tumbler", "device"))
    went(floor.at("hall", ShootDice, "ann", "player"))
    went(floor.at("hall", ReportDice, "the tumbler", "device", dice=dice))


def test_nobody_brings_or_cashes_more_chips_than_are_outside(floor: Floor) -> None:
    """Sold at the cage, taken home from a table, or declared; and brought to tables, or cashed."""
    opened(floor, "table 7")
    refused = floor.at("table 7", people.BringChips, seat=1, amount=900_000)
    assert isinstance(refused, Refused)
    assert refused[:2] == (Why.NOT_ENOUGH, "3.4")
    assert refused.message == (
        "seat 1: $9,000 in chips is above the $0 that players can have outside the tables; take no more than that, "
        "sell chips to the player, or have the casino operator declare others"
    )
    assert floor.has("table/table 7/seat/1/rack") == 0
    went(floor.cage(SellChips, amount=30_000))
    assert floor.has("chips/outside") == 30_000
    assert why(floor.at("table 7", people.BringChips, seat=1, amount=30_001)) is Why.NOT_ENOUGH
    went(floor.at("table 7", people.BringChips, seat=1, amount=30_000))
    on_the_table = floor.cage(CashChips, amount=1)
    assert isinstance(on_the_table, Refused)
    assert (on_the_table.why, on_the_table.clause) == (Why.NOT_ENOUGH, None), "the cage is the house's own"
    assert on_the_table.message.startswith("cash chips: $0.01 in chips is above the $0 that players can have outside")
    paid_in = floor.cage(DepositFunds, person="ann", amount=700, means="chips")
    assert isinstance(paid_in, Refused)
    assert paid_in.message.startswith("ann: $7 in chips is above the $0 that players can have outside the tables;")
    went(floor.at("table 7", people.LeaveSeat, "ann", "player", seat=1))
    assert why(floor.cage(CashChips, amount=30_001)) is Why.NOT_ENOUGH
    went(floor.cage(CashChips, amount=30_000))
    went(floor.cage(DeclareChipsOutside, "casino-operator", amount=500, reason="from before these books"))
    assert why(floor.cage(DeclareChipsOutside, "casino-operator", amount=501, out=True, reason="x")) is Why.NOT_ENOUGH
    went(floor.cage(CashChips, amount=500))
    assert floor.has("chips/outside") == 0


def test_a_deposit_becomes_chips_wagers_winnings_and_a_withdrawal(floor: Floor) -> None:
    opened(floor, "table 7")
    went(floor.cage(DepositFunds, person="ann", amount=50_000, means="cash"))
    went(floor.cage(BuyIn, id="b1", person="ann", table="table 7", amount=20_000))
    assert (floor.has("patron/ann"), floor.has("transit/table 7")) == (30_000, 20_000)
    went(floor.at("table 7", BuyChips, seat=1, amount=20_000, with_="account"))
    assert (floor.has("transit/table 7"), floor.has("table/table 7/cashless")) == (0, 20_000)
    assert floor.untold() == {"transit/table 7": -20_000}, "until the table tells the house"
    went(floor.told(ConfirmReceipt, sent="b1"))
    assert floor.untold() == {}
    plays(floor, "table 7", "small", 5_000, 1, 2, 5)
    assert floor.has("table/table 7/seat/1/rack") == 25_000
    went(floor.at("table 7", people.LeaveSeat, "ann", "player", seat=1))
    went(floor.cage(DepositFunds, person="ann", amount=25_000, means="chips"))
    went(floor.cage(WithdrawFunds, person="ann", amount=55_000, means="cash"))
    assert why(floor.cage(WithdrawFunds, person="ann", amount=1, means="cash")) is Why.NOT_ENOUGH
    assert floor.has("~cash") == 5_000, "what she won"
    assert floor.has("cage/cash") == 995_000


def test_two_tables_cannot_spend_the_same_dollar(floor: Floor) -> None:
    opened(floor, "table 7")
    opened(floor, "table 8")
    went(floor.cage(DepositFunds, person="ann", amount=10_000, means="cash"))
    went(floor.cage(BuyIn, id="b1", person="ann", table="table 7", amount=10_000))
    assert why(floor.cage(BuyIn, id="b2", person="ann", table="table 8", amount=10_000)) is Why.NOT_ENOUGH
    assert why(floor.at("table 8", BuyChips, seat=1, amount=10_000, with_="account")) is Why.NOT_ENOUGH
    went(floor.at("table 7", BuyChips, seat=1, amount=10_000, with_="account"))
    assert why(floor.at("table 7", BuyChips, seat=1, amount=100, with_="account")) is Why.NOT_ENOUGH
    assert why(floor.cage(ReturnSent, sent="b1", reason="changed her mind")) is Why.NOT_ENOUGH, "the table has it"
    assert floor.tables["table 7"].table.seats[1].rack == 10_000
    assert floor.tables["table 8"].table.seats[1].rack == 0


def test_a_tray_takes_no_chips_that_the_cage_has_not_sent_and_the_cage_none_that_the_table_has_not(
    floor: Floor,
) -> None:
    assert why(floor.at("table 7", opening.OpenTable, float=100_000)) is Why.NOT_ENOUGH
    opened(floor, "table 7")
    assert why(floor.at("table 7", FillTray, amount=1, slip="F1")) is Why.NOT_ENOUGH
    filled(floor, "table 7", "F1", 5_000)
    assert why(floor.at("table 8", opening.OpenTable, float=5_000)) is Why.NOT_ENOUGH, "they are for another table"
    assert why(floor.at("table 7", FillTray, amount=5_001, slip="F1")) is Why.NOT_ENOUGH
    went(floor.at("table 7", FillTray, amount=5_000, slip="F1"))
    assert (floor.has("cage/chips"), floor.has("table/table 7/float")) == (895_000, 105_000)
    went(floor.told(ConfirmReceipt, sent="F1"))
    went(floor.cage(RequestCredit, slip="C1", table="table 7", amount=30_000))
    went(floor.cage(ApproveSlip, "cage-supervisor", slip="C1"))
    assert why(floor.cage(ReceiveCredit, slip="C1", counted=30_000)) is Why.NOT_ENOUGH, "the table has sent nothing"
    went(floor.at("table 7", CreditTray, amount=30_000, slip="C1"))
    assert floor.untold() == {"counter/table 7": 30_000}
    went(floor.cage(ReceiveCredit, slip="C1", counted=30_000))
    assert (floor.has("cage/chips"), floor.has("table/table 7/float"), floor.untold()) == (925_000, 75_000, {})


def test_chips_of_a_closed_table_wait_for_its_next_opening_and_its_box_for_the_count(floor: Floor) -> None:
    opened(floor, "table 7")
    went(floor.at("table 7", BuyChips, seat=1, amount=5_000))
    went(floor.at("table 7", EmptyBox, box="B1"))
    assert (floor.has("table/table 7/drop"), floor.has("dropped/table 7")) == (0, 5_000)
    assert why(floor.at("table 7", EmptyBox, box="B2")) is Why.ALREADY_DONE
    went(floor.at("table 7", BuyChips, seat=1, amount=2_000))
    went(floor.at("table 7", people.LeaveSeat, "ann", "player", seat=1))
    went(floor.at("table 7", opening.CloseTable))
    assert (floor.has("counter/table 7"), floor.has("dropped/table 7")) == (93_000, 7_000)
    for box, counted, recorded in (("B1", 5_000, 5_000), ("B2", 1_900, 2_000)):
        went(floor.cage(RemoveDropBox, "cage-supervisor", box=box, table="table 7"))
        went(floor.cage(CountDropBox, box=box, counted=counted, recorded=recorded, with_="dora"))
    assert (floor.has("cage/cash"), floor.has("dropped/table 7"), floor.has("~variance")) == (1_006_900, 0, 100)
    went(floor.cage(RemoveDropBox, "cage-supervisor", box="B3", table="table 7"))
    assert why(floor.cage(CountDropBox, box="B3", counted=1, recorded=1, with_="dora")) is Why.NOT_ENOUGH
    assert why(floor.at("table 7", opening.OpenTable, float=93_001)) is Why.NOT_ENOUGH
    went(floor.at("table 7", opening.OpenTable, float=93_000))
    went(floor.cage(CashChips, amount=7_000))


def test_credits_of_a_terminal_are_put_on_paper_once_and_paid_at_the_cage_once(floor: Floor) -> None:
    went(floor.at("hall", opening.OpenTable, float=0))
    went(floor.at("hall", people.TakeSeat, "ann", "player", seat=1))
    went(floor.at("hall", SetLossLimit, "the house", "device", seat=1, person="ann"))
    went(floor.at("hall", InsertMoney, "ann", "player", seat=1, amount=10_000))
    went(floor.at("hall", PlaceWager, "ann", "player", seat=1, wager="big", stake=1_000))
    rolls(floor, 4, 5, 6)
    said: dict[str, Any] = {"table": "hall", "seat": 1, "amount": 11_000}
    assert why(floor.told(IssueTicket, ticket="T0", validation="v", **said)) is Why.NOT_ENOUGH, "they are on the meter"
    went(floor.at("hall", CollectCredits, "ann", "player", seat=1))
    went(floor.told(IssueTicket, ticket="T1", validation="v", **said))
    assert why(floor.told(IssueTicket, ticket="T2", validation="v", **said)) is Why.NOT_ENOUGH
    assert why(floor.told(OweHandPay, person="ann", **said)) is Why.NOT_ENOUGH
    assert (floor.has("collected/hall"), floor.has("ticket/T1")) == (0, 11_000)
    went(floor.cage(PayTicket, ticket="T1", amount=11_000, validation="v"))
    assert why(floor.cage(PayTicket, ticket="T1", amount=11_000, validation="v")) is Why.ALREADY_DONE
    went(floor.at("hall", EmptyBox, box="N1"))
    assert (floor.has("dropped/hall"), floor.has("~cash"), floor.untold()) == (10_000, 1_000, {"dropped/hall": 10_000})


@pytest.mark.parametrize("table, place", [("table 7", "seat/1/tokens"), ("table 8", "tokens")])
def test_a_voucher_becomes_tokens_or_chips_once(floor: Floor, table: str, place: str) -> None:
    opened(floor, table)
    until = NOON.replace(year=2030)
    went(floor.cage(IssueVoucher, "cage-supervisor", voucher="V1", person="ann", amount=2_000, until=until))
    voucher: dict[str, Any] = {"seat": 1, "voucher": "V1", "amount": 2_000}
    assert why(floor.at(table, ExchangeVoucher, **voucher)) is Why.NOT_ENOUGH, "it was not handed in"
    went(floor.told(HandInVoucher, id="h1", voucher="V1", table=table))
    went(floor.at(table, ExchangeVoucher, **voucher))
    assert why(floor.at(table, ExchangeVoucher, **voucher)) is Why.NOT_ENOUGH
    assert (floor.has(f"exchanged/{table}"), floor.has(f"table/{table}/{place}")) == (0, 2_000)
    went(floor.told(ConfirmReceipt, sent="h1"))
    assert floor.untold() == {}


def test_a_house_that_starts_again_is_the_house_that_stopped(floor: Floor) -> None:
    went(floor.cage(DepositFunds, person="ann", amount=10_000, means="cash"))
    floor.house.keep()
    taken = WithdrawFunds(id="w1", at=floor.now, by="cara", role="cashier", person="ann", amount=1_000, means="cash")
    first = floor.house.give(taken).result(timeout=20)
    again = HouseLeader(floor.store, floor.writer)
    assert (again.hash(), again.no) == (floor.house.hash(), floor.house.no)
    assert again.give(taken).result(timeout=20) == first, "it is not paid twice"
    assert again.house.accounts["patron/ann"] == 9_000
    again.lead("second", floor.now, 60)
    with pytest.raises(NotLedError, match="house: another process leads it"):
        floor.house.lead("first", floor.now, 60)


def change_snapshot(floor: Floor, stream: str, *way: str, to: object) -> str:
    """Put something else into the snapshot that is kept of a stream; what is said of it."""
    kept = floor.store.kept(stream)
    assert kept is not None
    no, snapshot = kept
    changed = part = msgspec.json.decode(snapshot)
    for name in way[:-1]:
        part = part[name]
    part[way[-1]] = to
    forged = msgspec.json.encode(changed)
    floor.store.keep(stream, no, forged)
    hashes = f"its hash is {hash_of(forged)}, and entry {no + 1} recorded {hash_of(snapshot)}"
    return f"{stream}, snapshot after entry {no}: {hashes}; stop play, verify the journal"


@pytest.mark.parametrize("account", ["cage/cash", "patron/ann"])
def test_a_house_whose_snapshot_was_changed_is_not_led(floor: Floor, account: str, where: tuple[str, str]) -> None:
    went(floor.cage(DepositFunds, person="ann", amount=10_000, means="cash"))
    floor.house.keep()
    said = change_snapshot(floor, "house", "accounts", account, to=100)
    with pytest.raises(BrokenError) as error:
        HouseLeader(floor.store, floor.writer)
    assert str(error.value) == said
    (fault,) = verify(where[1]).faults
    ((forged, recorded),) = re.findall("its hash is (.*), and entry .* recorded ([^;]*);", said)
    assert fault.first == floor.store.head().seq
    assert (
        fault.why == f"it records {recorded} as the hash of the snapshot of house after number 4, and that is {forged}"
    )


def test_a_table_whose_snapshot_was_changed_is_not_led(floor: Floor) -> None:
    opened(floor, "table 7")
    went(floor.at("table 7", BuyChips, seat=1, amount=5_000))
    leader = floor.tables["table 7"]
    leader.keep()
    said = change_snapshot(floor, "table 7", "state", "seats", "1", "rack", to=5_100)
    with pytest.raises(BrokenError) as error:
        Leader(floor.store, floor.writer, leader.book, "table 7", leader.config)
    assert str(error.value) == said


def test_what_does_not_agree_with_the_ledger_is_not_led(floor: Floor) -> None:
    """Money that the ledger has from elsewhere."""
    went(floor.cage(DepositFunds, person="ann", amount=10_000, means="cash"))
    moved = (Posting("~cash", -100), Posting("patron/ann", 100))
    floor.store.write([Draft(stream="elsewhere", no=1, id="x", at=floor.now, command=b"{}", postings=moved)])
    with pytest.raises(BrokenError, match=r"house: 1 accounts differ, the first of them patron/ann: .*; stop play"):
        HouseLeader(floor.store, floor.writer).lead("first", floor.now, 60)


@pytest.mark.clause("aruze-sicbo", "Order effect")
@pytest.mark.parametrize("name", ["hall", "house"])
def test_whoever_begins_to_lead_puts_program_and_rulebook_on_record(floor: Floor, name: str) -> None:
    leader: Leading[Any] = floor.house if name == "house" else floor.tables[name]
    leader.lead("this process", floor.now, 600)
    leader.lead("this process", floor.now, 600)
    (start,) = [it for it in events(floor, name) if it["event"] == "program-started"]
    rulebook = None if name == "house" else floor.tables[name].book.hash
    assert (start["program"], start["version"], start["rulebook"]) == (program_hash(), __version__, rulebook)
    assert leader.state.program == program_hash()
    floor.now += timedelta(hours=1)
    again = HouseLeader(floor.store, floor.writer) if name == "house" else _hall(floor)
    again.lead("the next", floor.now, 600)
    assert len([it for it in events(floor, name) if it["event"] == "program-started"]) == 2


def test_a_process_whose_clock_is_behind_the_journal_does_not_lead(floor: Floor) -> None:
    with pytest.raises(NotLedError, match=r"house: it cannot be led: house: .* is before .*"):
        floor.house.lead("this process", NOON, 600)
    floor.house.lead("another process", floor.now, 600)


def _hall(floor: Floor) -> Leader:
    return Leader(floor.store, floor.writer, load("aruze-sicbo"), "hall", Config(name="hall", cage=True))


def events(floor: Floor, stream: str) -> list[dict[str, Any]]:
    """Everything that happened in a stream, as it is on disk."""
    bodies = floor.store.stream(stream)
    return [msgspec.json.decode(bytes(it)) for body in bodies for it in entry_of(body).events]


def test_a_countdown_goes_on_with_the_time_it_had_left_when_another_process_takes_over(floor: Floor) -> None:
    went(floor.at("hall", opening.OpenTable, float=0))
    went(floor.at("hall", people.TakeSeat, "ann", "player", seat=1))
    went(floor.at("hall", SetLossLimit, "the house", "device", seat=1, person="ann"))
    went(floor.at("hall", InsertMoney, "ann", "player", seat=1, amount=10_000))
    went(floor.at("hall", PlaceWager, "ann", "player", seat=1, wager="big", stake=1_000))
    ends = floor.tables["hall"].table.round.ends
    assert ends is not None
    floor.tables["hall"] = _hall(floor)
    floor.now = ends - timedelta(seconds=2)
    assert why(floor.at("hall", EndWagering, "the tumbler", "device")) is Why.NOT_YET
    went(floor.at("hall", EndWagering, "the tumbler", "device"))
    shoots_by = floor.tables["hall"].table.round.shoots_by
    assert shoots_by == ends + timedelta(seconds=10)
    floor.tables["hall"].keep()
    floor.tables["hall"] = _hall(floor)
    floor.now = shoots_by - timedelta(seconds=1)
    assert why(floor.at("hall", AutoShoot, "the tumbler", "device")) is Why.NOT_YET
    assert floor.now == shoots_by, "the shooter has until then, by the clock of the house and not of a process"
    went(floor.at("hall", AutoShoot, "the tumbler", "device"))


def test_the_latest_moment_of_a_stream_is_that_of_its_latest_entry_also_of_a_refusal(floor: Floor) -> None:
    leader = floor.tables["table 7"]
    assert leader.latest() is None
    opened(floor, "table 7")
    assert leader.latest() == floor.now
    assert why(floor.at("table 7", dealt_result.Settle)) is Why.WRONG_PHASE
    assert leader.latest() == floor.now


@pytest.mark.parametrize("damage", ["wager", "event"])
def test_a_table_that_cannot_be_made_again_says_where_it_is_damaged(
    floor: Floor, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a program with a mistake in it would write it down."""
    opened(floor, "table 7")
    went(floor.at("table 7", BuyChips, seat=1, amount=5_000))
    went(floor.at("table 7", dealt.Tumble, times=3))
    went(floor.at("table 7", dealt.InviteBets))
    went(floor.at("table 7", PlaceWager, "ann", "player", id="w1", seat=1, wager="small", stake=1_000))
    leader = floor.tables["table 7"]

    def mistaken(table: Table) -> bytes:
        made = msgspec.to_builtins(snapshot(table))
        if damage == "wager":
            made["laid"][0]["wager"] = "tiny"
        else:
            made["state"]["seats"] = {}
        return msgspec.json.encode(made)

    no = leader.no
    monkeypatch.setattr(leader, "_kept", mistaken)
    leader.keep()
    where = f"table 7, snapshot after entry {no}"
    if damage == "event":
        went(floor.at("table 7", PlaceWager, "ann", "player", id="w2", seat=1, wager="big", stake=1_000))
        where = f"table 7, entry {no + 2}"
    with pytest.raises(BrokenError, match=rf"{where}: it cannot be used: .*; stop play, verify the journal"):
        Leader(floor.store, floor.writer, leader.book, "table 7", leader.config)


def test_a_closed_table_is_set_up_anew_and_an_open_one_stays_as_it_was_opened(floor: Floor) -> None:
    opened(floor, "table 7")
    other = Config(name="table 7", cage=True, chip=500)

    def again() -> Leader:
        floor.now += timedelta(seconds=1)
        leader = Leader(floor.store, floor.writer, load("star-sicbo-2024"), "table 7", other)
        leader.start(floor.now)
        return leader

    floor.tables["table 7"] = again()
    assert floor.tables["table 7"].table.config.chip == 100
    went(floor.at("table 7", people.LeaveSeat, "ann", "player", seat=1))
    went(floor.at("table 7", opening.CloseTable))
    floor.tables["table 7"] = again()
    assert floor.tables["table 7"].table.config.chip == 500
    went(floor.at("table 7", opening.OpenTable, float=100_000))
    before = floor.tables["table 7"].hash()
    made = Leader(floor.store, floor.writer, load("star-sicbo-2024"), "table 7", Config(name="table 7", cage=True))
    assert made.hash() == before, "the journal says how it is set up, not whoever reads it"
