"""A table led from a journal: answers come after the entry, once, and a restart finds the table where it was."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from dicehouse.journal.record import Posting, entry_of
from dicehouse.journal.sqlite import SqliteStore
from dicehouse.journal.store import Draft, UnavailableError
from dicehouse.journal.writer import OutcomeListener, Writer
from dicehouse.leading import recent
from dicehouse.leading import stream as leading
from dicehouse.leading.leader import Leader, NotLedError
from dicehouse.leading.refusals import OvertakenError
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import load
from dicehouse.table import dealt, dealt_result, opening, people
from dicehouse.table.betting import PlaceWager
from dicehouse.table.books import BooksError
from dicehouse.table.chips import BuyChips
from dicehouse.table.judge import evolve
from dicehouse.table.orders import Answer, Command
from dicehouse.table.seats import Card
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
        for kind in (dealt.CloseBetting, dealt.PressNoMoreBets, dealt_result.Uncover):
            self.does(kind, "dora", "dealer")
        for said in (dealt_result.AnnounceResult, dealt_result.EnterResult):
            self.does(said, "dora", "dealer", dice=dice)
        return self.does(dealt_result.Settle, "dora", "dealer")


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
    monkeypatch.setattr(recent, "REMEMBERED", remembered)
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
    assert latest[0] == 7  # the first snapshot is on record in entry 6
    before = house.leader.hash()
    house.stops()
    house.starts()
    assert (house.leader.hash(), house.leader.no) == (before, 8)


def test_wagers_that_stand_for_a_round_only_put_a_snapshot_off(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "KEPT_EVERY", 2)
    monkeypatch.setattr(leading, "PUT_OFF", 4)
    house.opens()
    house.leader.keep()
    kept = house.store.kept("table 7")
    before = house.leader.no
    assert kept is not None
    for _ in range(4):
        house.bets("small", 1_000)
    house.leader._wait()
    assert house.store.kept("table 7") == kept
    house.settles(1, 2, 5)
    house.writer.close()
    latest = house.store.kept("table 7")
    assert latest is not None
    assert latest[0] > before + 4


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
    with pytest.raises(OvertakenError, match=r"another process has taken it over and .* was not done; give it again"):
        house.bets("small", 1_000)
    assert house.leader.table.seats[1].rack == 50_000
    house.leader = other
    assert not isinstance(house.bets("small", 1_000), Refused)


def test_whoever_steps_down_writes_nothing_more_and_puts_itself_on_record_when_it_leads_again(house: House) -> None:
    """A command that it had judged waits for the disk meanwhile."""
    house.leader.lead("first", house.now, 60)
    house.opens()
    slow = Slow(house.store)
    house.leader.writer = slow
    late = house.leader.give(house.made(PlaceWager, "ann", "player", "w1", seat=1, wager="small", stake=1_000))
    house.store.release("table 7", "first")
    stepping = Thread(target=house.leader.step_down)
    stepping.start()
    stepping.join(timeout=0.05)
    assert stepping.is_alive()
    slow.go.set()
    stepping.join(timeout=10)
    with pytest.raises(OvertakenError):
        late.result(timeout=10)
    assert house.leader.table.seats[1].rack == 50_000
    before = house.store.length("table 7")
    house.leader.lead("first", house.now, 60)
    assert [entry_of(it).id.split()[0] for it in house.store.stream("table 7", before)] == ["start"]


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
    late = house.made(PlaceWager, "ann", "player", seat=1, wager="big", stake=500)
    with pytest.raises(OvertakenError, match="or beside another program"):
        other.give(late).result(timeout=10)
    assert other.hash() == house.leader.hash()
    raced = house.made(PlaceWager, "ann", "player", "race", seat=1, wager="big", stake=500)
    assert not isinstance(other.give(raced).result(timeout=10), Refused)


def test_what_cannot_be_written_did_not_happen(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "KEPT_EVERY", 1)
    house.opens()
    before = house.leader.hash()
    house.writer.close()

    class Broken:
        def hand(self, draft: Draft, told: OutcomeListener) -> None:
            told(UnavailableError(f"{draft.id}: the disk is full, nothing was written"))

    house.leader.writer = Broken()
    with pytest.raises(UnavailableError, match="nothing was written"):
        house.bets("small", 1_000)
    assert house.leader.hash() == before
    house.leader.writer = house.writer = Writer(house.store)
    assert not isinstance(house.bets("small", 1_000), Refused)


def test_a_command_that_was_turned_away_is_judged_again_under_its_own_id(house: House) -> None:
    house.opens()
    command = house.made(BuyChips, "dora", "dealer", "b1", seat=1, amount=1_000, with_="account")
    assert isinstance(house.leader.give(command).result(timeout=10), Refused)
    paid = Posting("~cash", -1_000), Posting("transit/table 1", 1_000)
    house.store.write([Draft(stream="cage", no=1, id="d1", at=house.now, command=b"{}", postings=paid)])
    assert not isinstance(house.leader.give(command).result(timeout=10), Refused)
    assert house.leader.table.seats[1].rack == 51_000


def test_commands_given_together_with_one_that_is_turned_away_leave_no_trace_until_given_again(house: House) -> None:
    house.opens()
    before = house.leader.hash()
    bought = house.made(BuyChips, "dora", "dealer", "b1", seat=1, amount=1_000, with_="account")
    wagers = [house.made(PlaceWager, "ann", "player", f"w{it}", seat=1, wager="small", stake=1_000) for it in range(20)]
    turned_away, *given = [house.leader.give(it) for it in (bought, *wagers)]
    refused = turned_away.result(timeout=10)
    assert isinstance(refused, Refused)
    assert refused.why is Why.NOT_ENOUGH
    overtaken = [isinstance(it.exception(timeout=10), OvertakenError) for it in given]
    done = len(given) - sum(overtaken)
    assert house.leader.table.seats[1].rack == 50_000 - 1_000 * done
    assert done or house.leader.hash() == before
    for it, missed in zip(wagers, overtaken, strict=True):
        again = replace(it, at=wagers[-1].at) if missed else it  # given again, a command has the time of then
        assert not isinstance(house.leader.give(again).result(timeout=10), Refused)
    assert house.leader.table.seats[1].rack == 30_000
    assert house.leader.differences() == []


def test_a_table_that_could_not_be_made_anew_at_once_is_made_anew_later(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for ever for an answer while the store is away."""
    house.opens()
    before = house.leader.hash()
    with monkeypatch.context() as patch:

        def away(*_: object) -> Any:
            raise UnavailableError("the store is away")

        patch.setattr(house.store, "write", away)
        patch.setattr(house.store, "kept", away)
        with pytest.raises(UnavailableError):
            house.bets("small", 1_000, id="w1")
        with pytest.raises(UnavailableError):
            house.bets("small", 1_000, id="w2")
    assert house.leader.hash() == before
    assert not isinstance(house.bets("small", 1_000, id="w1"), Refused)


def test_an_event_that_breaks_the_books_is_not_written_and_leaves_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.opens()
    before = house.leader.hash()
    with monkeypatch.context() as patch:

        def leaks(table: Any, event: Any) -> Any:
            evolve(table, event)
            raise BooksError("money was made")

        patch.setattr("dicehouse.leading.leader.applied", leaks)
        with pytest.raises(BooksError):
            house.bets("small", 1_000, id="w1")
    assert house.leader.hash() == before
    assert house.store.find("table 7", "w1") is None
    assert not isinstance(house.bets("small", 1_000, id="w1"), Refused)


def test_nobody_waits_for_ever_when_many_commands_are_turned_away_at_once(house: House) -> None:
    """The state is made anew while the writer still hands out rejections, one after another and slowly."""
    house.opens()
    slow = Slow(house.store)
    house.leader.writer = slow
    bought = [
        house.made(BuyChips, "dora", "dealer", f"b{it}", seat=1, amount=1_000, with_="account") for it in range(5)
    ]
    given = [house.leader.give(it) for it in bought]
    slow.go.set()
    assert isinstance(given[0].result(timeout=10), Refused)
    placed = house.made(PlaceWager, "ann", "player", "w1", seat=1, wager="small", stake=1_000)
    asked = ThreadPoolExecutor(1).submit(lambda: house.leader.give(placed).result(timeout=10))
    assert not isinstance(asked.result(timeout=20), Refused)
    assert house.leader.table.seats[1].rack == 49_000


def test_a_command_given_again_while_it_is_written_has_the_same_answer(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent, "REMEMBERED", 2)
    house.opens()
    slow = Slow(house.store)
    house.leader.writer = slow
    placed = [house.made(PlaceWager, "ann", "player", f"w{i}", seat=1, wager="small", stake=1_000) for i in range(3)]
    given = [house.leader.give(it) for it in placed]
    again = house.leader.give(placed[2])
    assert not again.done()
    slow.go.set()
    answers = [it.result(timeout=10) for it in given]
    assert not any(isinstance(it, Refused) for it in answers)
    assert again.result(timeout=10) == answers[2]
    assert house.leader.give(placed[2]).result(timeout=10) == answers[2]
    assert house.leader.give(placed[0]).result(timeout=10) == answers[0]  # from the store: it is no longer remembered


def test_a_command_behind_one_that_was_not_written_is_judged_when_it_is_given_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent, "REMEMBERED", 0)
    house.opens()
    placed = [house.made(PlaceWager, "ann", "player", f"w{i}", seat=1, wager="small", stake=1_000) for i in range(2)]
    first = house.leader.give(placed[0]).result(timeout=10)
    slow = Slow(house.store)
    house.leader.writer = slow
    repeated, behind = (house.leader.give(it) for it in placed)
    slow.go.set()
    assert repeated.result(timeout=10) == first
    with pytest.raises(OvertakenError, match="w1 was judged behind a command that was not written"):
        behind.result(timeout=10)
    assert not isinstance(house.leader.give(placed[1]).result(timeout=10), Refused)
    assert house.leader.table.seats[1].staked == 2_000


def test_a_snapshot_is_not_kept_of_what_was_not_written(house: House) -> None:
    house.opens()
    slow = Slow(house.store)
    house.leader.writer = slow
    before = house.store.kept("table 7")
    bought = house.made(BuyChips, "dora", "dealer", "b1", seat=1, amount=1_000, with_="account")
    given = house.leader.give(bought)
    slow.go.set()
    house.leader.keep()
    assert isinstance(given.result(timeout=10), Refused)
    assert house.store.kept("table 7") == before


def test_a_writer_that_has_ended_takes_nothing_and_nothing_waits_for_it(house: House) -> None:
    house.opens()
    before = house.leader.hash()
    house.writer.close()
    with pytest.raises(UnavailableError, match="start another"):
        house.bets("small", 1_000)
    house.leader.writer = house.writer = Writer(house.store)
    assert house.leader.hash() == before
    assert not isinstance(house.bets("small", 1_000), Refused)


class Slow:
    """A writer that hands out its outcomes one at a time, with a pause after the first."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.queue: SimpleQueue[tuple[Draft, OutcomeListener]] = SimpleQueue()
        self.go = Event()
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def hand(self, draft: Draft, told: OutcomeListener) -> None:
        self.queue.put((draft, told))

    def _run(self) -> None:
        self.go.wait(10)
        while True:
            draft, told = self.queue.get()
            told(self.store.write([draft])[0])
            time.sleep(0.05)


class Patient:
    """A writer that tells nothing until it is asked to."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self.waiting: list[tuple[Draft, OutcomeListener]] = []

    def hand(self, draft: Draft, told: OutcomeListener) -> None:
        self.waiting.append((draft, told))

    def writes_one(self) -> None:
        draft, told = self.waiting.pop(0)
        told(self._writer.submit(draft).result(timeout=10))

    def fails_one(self) -> None:
        draft, told = self.waiting.pop(0)
        told(UnavailableError(f"{draft.id}: the disk is full, nothing was written"))


@pytest.fixture
def patient(house: House) -> Patient:
    house.opens()
    house.leader.writer = made = Patient(house.writer)
    return made


def wager(house: House) -> None:
    """Given, and not waited for."""
    house.leader.give(house.made(PlaceWager, "ann", "player", seat=1, wager="small", stake=1_000))


def test_a_state_that_is_all_written_needs_no_mark(house: House) -> None:
    house.opens()
    assert house.leader.mark() is None


def test_what_was_seen_stands_once_everything_up_to_then_is_written_and_not_before(
    house: House, patient: Patient
) -> None:
    leader = house.leader
    wager(house)
    wager(house)
    mark = leader.mark()
    assert mark is not None
    wager(house)
    assert leader.stands(mark) is None
    patient.writes_one()
    assert leader.stands(mark) is None
    patient.writes_one()
    assert leader.stands(mark) is True
    patient.writes_one()
    assert leader.mark() is None


@pytest.mark.parametrize("written", [0, 1])
def test_what_was_seen_does_not_stand_where_some_of_it_was_not_written(
    house: House, patient: Patient, written: int
) -> None:
    leader = house.leader
    wager(house)
    wager(house)
    mark = leader.mark()
    assert mark is not None
    for _ in range(written):
        patient.writes_one()
    patient.fails_one()
    assert leader.stands(mark) is False
    while patient.waiting:
        patient.fails_one()
    assert leader.table.seats[1].rack == 50_000 - 1_000 * written
    assert leader.stands(mark) is False
    assert leader.mark() is None
