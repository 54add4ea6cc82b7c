"""A table led from a journal: answers come after the entry, once, and a restart finds the table where it was."""

from collections.abc import Iterator
from concurrent.futures import Future
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dicehouse.journal import leader as leading
from dicehouse.journal.leader import Leader, NotLedError
from dicehouse.journal.record import entry_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import UnavailableError
from dicehouse.journal.writer import Writer
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import load
from dicehouse.table import dealt, opening, people
from dicehouse.table.betting import PlaceWager
from dicehouse.table.chips import BuyChips
from dicehouse.table.orders import Answer, Command
from dicehouse.table.state import Card
from tests.croupier import NOON

BOOK = load("star-sicbo-2024")


class House:
    """A journal on disk, and commands a second apart."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "house.db"
        self.now = NOON
        self.count = 0
        self.starts()

    def starts(self) -> "House":
        self.store = SqliteStore(self.file)
        self.writer = Writer(self.store)
        self.leader = Leader(self.store, self.writer, BOOK, "table 7")
        return self

    def stops(self) -> None:
        self.writer.close()
        self.store.close()

    def made(self, kind: type[Command], by: str, role: str, id: str = "", **fields: Any) -> Command:
        self.count += 1
        self.now += timedelta(seconds=1)
        return kind(id=id or f"c{self.count}", at=self.now, by=by, role=role, **fields)

    def does(self, kind: type[Command], by: str, role: str, id: str = "", **fields: Any) -> Answer:
        return self.leader.give(self.made(kind, by, role, id, **fields)).result(timeout=10)

    def opens(self) -> "House":
        self.does(opening.OpenTable, "sue", "casino-supervisor", float=1_000_000)
        self.does(people.TakeSeat, "ann", "player", seat=1, card=Card("8812", "ann"))
        self.does(people.BringChips, "ann", "player", seat=1, amount=50_000)
        self.does(dealt.Tumble, "dora", "dealer", times=3)
        self.does(dealt.InviteBets, "dora", "dealer")
        return self

    def bets(self, wager: str, stake: int, id: str = "") -> Answer:
        return self.does(PlaceWager, "ann", "player", id, seat=1, wager=wager, stake=stake)

    def settles(self, *dice: int) -> Answer:
        for kind in (dealt.CloseBetting, dealt.PressNoMoreBets, dealt.Uncover):
            self.does(kind, "dora", "dealer")
        for said in (dealt.AnnounceResult, dealt.EnterResult):
            self.does(said, "dora", "dealer", dice=dice)
        return self.does(dealt.Settle, "dora", "dealer")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.stops()


def test_an_answer_is_in_the_journal_when_it_is_given(house: House) -> None:
    house.opens()
    placed = house.bets("small", 1_000, id="w1")
    assert not isinstance(placed, Refused)
    body = house.store.find("table 7", "w1")
    assert body is not None
    entry = entry_of(body)
    assert [bytes(it) for it in entry.events] == [msgspec.json.encode(it) for it in placed]
    assert {(it.account, it.amount) for it in entry.postings} == {
        ("table/table 1/seat/1/rack", -1_000),
        ("table/table 1/seat/1/wagers", 1_000),
    }
    house.settles(1, 2, 5)
    assert house.store.balance("table/table 1/seat/1/rack") == 51_000
    assert house.store.balance("table/table 1/float") == 999_000
    assert sum(house.store.balances().values()) == 0


def test_a_refusal_is_written_down_too_and_moves_nothing(house: House) -> None:
    house.opens()
    before = house.store.balances()
    refused = house.bets("small", 1, id="w1")
    assert isinstance(refused, Refused)
    body = house.store.find("table 7", "w1")
    assert body is not None
    assert entry_of(body).events == ()
    assert house.store.balances() == before


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("remembered", [1, 4_096])
def test_a_command_that_comes_again_gets_its_first_answer(
    house: House, restart: bool, remembered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leading, "REMEMBERED", remembered)
    house.opens()
    command = house.made(PlaceWager, "ann", "player", "w1", seat=1, wager="small", stake=1_000)
    wrong = house.made(PlaceWager, "ann", "player", "w2", seat=1, wager="big", stake=1)
    first, refused = (house.leader.give(it).result(timeout=10) for it in (command, wrong))
    if restart:
        house.stops()
        house.starts()
    again, still = (house.leader.give(it).result(timeout=10) for it in (command, wrong))
    assert again == first
    assert still == refused
    assert house.leader.table.seats[1].rack == 49_000
    other = msgspec.structs.replace(command, stake=2_000)
    answer = house.leader.give(other).result(timeout=10)
    assert isinstance(answer, Refused)
    assert answer.why is Why.DUPLICATE_ID


def test_a_restart_in_the_middle_of_a_round_resumes_it(house: House) -> None:
    house.opens()
    house.bets("small", 1_000)
    before = house.leader.hash()
    house.stops()
    house.starts()
    assert house.leader.hash() == before
    house.settles(1, 2, 5)
    assert house.leader.table.seats[1].rack == 51_000


def test_a_snapshot_shortens_the_way_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "KEPT_EVERY", 5)
    house.opens().bets("small", 1_000)
    kept = house.store.kept("table 7")
    assert kept is not None
    assert kept[0] == 5
    house.leader.keep()
    latest = house.store.kept("table 7")
    assert latest is not None
    assert latest[0] == 6
    before = house.leader.hash()
    house.stops()
    house.starts()
    assert (house.leader.hash(), house.leader.no) == (before, 6)


def test_a_table_without_entries_has_nothing_to_keep(house: House) -> None:
    house.leader.keep()
    assert house.store.kept("table 7") is None


def test_one_process_leads_a_table_and_another_takes_over_when_its_lease_has_run_out(house: House) -> None:
    house.leader.lead("first", house.now, 60)
    house.opens()
    other = Leader(house.store, house.writer, BOOK, "table 7")
    with pytest.raises(NotLedError, match="another process leads it"):
        other.lead("second", house.now, 60)
    house.leader.lead("first", house.now, 60)
    house.now += timedelta(seconds=61)
    other.lead("second", house.now, 60)
    late = house.bets("small", 1_000)
    assert isinstance(late, Refused)
    assert late.why is Why.NOT_HERE
    assert house.leader.table.seats[1].rack == 50_000
    house.leader = other
    assert not isinstance(house.bets("small", 1_000), Refused)


def test_two_tables_cannot_spend_the_same_dollar(house: House) -> None:
    """Money for chips bought from an account waits in transit, where the house has put it."""
    house.opens()
    refused = house.does(BuyChips, "dora", "dealer", seat=1, amount=1_000, with_="account")
    assert isinstance(refused, Refused)
    assert refused.why is Why.NOT_ENOUGH
    assert house.leader.table.seats[1].rack == 50_000


def test_two_leaders_of_one_table_without_a_lease_do_not_overwrite_each_other(house: House) -> None:
    house.opens()
    other = Leader(house.store, house.writer, BOOK, "table 7")
    house.bets("small", 1_000)
    late = other.give(house.made(PlaceWager, "ann", "player", seat=1, wager="big", stake=500)).result(timeout=10)
    assert isinstance(late, Refused)
    assert other.hash() == house.leader.hash()
    raced = house.made(PlaceWager, "ann", "player", "race", seat=1, wager="big", stake=500)
    assert not isinstance(other.give(raced).result(timeout=10), Refused)


def test_what_cannot_be_written_did_not_happen(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "KEPT_EVERY", 1)
    house.opens()
    before = house.leader.hash()
    house.writer.close()

    class Broken:
        def submit(self, draft: object) -> Any:
            raised: Future[Any] = Future()
            raised.set_exception(UnavailableError(f"the disk is full, nothing was written: {draft is None}"))
            return raised

    house.leader.writer = Broken()
    with pytest.raises(UnavailableError, match="nothing was written"):
        house.bets("small", 1_000)
    assert house.leader.hash() == before
    house.leader.writer = house.writer = Writer(house.store)
    assert not isinstance(house.bets("small", 1_000), Refused)
