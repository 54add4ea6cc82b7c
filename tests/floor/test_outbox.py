"""What passes between the house and its tables without anyone's doing: chips, vouchers, breaks, limits, tickets."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from dicehouse.floor.clock import Clock
from dicehouse.floor.plan import Pace
from dicehouse.house.accounts import balance
from dicehouse.house.breaks import EndBreak, TakeBreak, on_break
from dicehouse.house.patrons import SetPolicy
from dicehouse.house.playtime import GetUp
from dicehouse.house.policy import PlayPolicy, Policy
from dicehouse.house.slips import (
    ApproveSlip,
    DeliverFill,
    ReceiveCredit,
    RequestCredit,
    RequestFill,
)
from dicehouse.house.tickets import liability
from dicehouse.house.vouchers import HandInVoucher, IssueVoucher
from dicehouse.journal.store import BrokenError, Draft, Outcome, UnavailableError
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Why
from dicehouse.table import Phase
from dicehouse.table.betting import PlaceWager
from dicehouse.table.colours import IssueColours
from dicehouse.table.meter import CollectCredits
from dicehouse.table.opening import AnnounceClosing, CloseTable
from dicehouse.table.people import LeaveSeat, TakeSeat
from tests.floor.parlour import Parlour, a_table, happened, house, refused, tells

QUIET = Pace(betting=60, beat=0.01, show=60)
"""So slow that nothing happens by itself while a story lasts."""


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


def set_ahead(ahead: list[timedelta]) -> Clock:
    """The clock of a machine whose time of day is set forward while a story lasts."""
    return Clock(lambda: datetime.now(UTC) + sum(ahead, timedelta()))


async def slip(it: Parlour, order: Any, number: str, amount: int) -> None:
    happened(await it.asks(HOUSE, order, "Cass", "cashier", slip=number, table="T", amount=amount))
    happened(await it.asks(HOUSE, ApproveSlip, "Cleo", "cage-supervisor", slip=number))


def test_a_fill_goes_from_the_cage_to_the_tray_and_a_credit_back(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.until(lambda: it.table().float)
        full, cage = it.table().float, balance(it.floor.house.house, "cage/chips")
        await slip(it, RequestFill, "F1", 5_000)
        happened(await it.asks(HOUSE, DeliverFill, "Cass", "cashier", slip="F1"))
        await it.until(lambda: it.table().float == full + 5_000)
        await it.until(lambda: not it.floor.house.house.sent)
        await slip(it, RequestCredit, "C1", 2_000)
        await it.until(lambda: it.table().float == full + 3_000)
        happened(await it.asks(HOUSE, ReceiveCredit, "Cass", "cashier", slip="C1", counted=2_000))
        assert balance(it.floor.house.house, "cage/chips") == cage - 3_000

    tells(story, house(a_table("star-sicbo-2024", pace=QUIET)), journal)


def test_a_voucher_that_is_handed_in_becomes_tokens_at_the_seat(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits()
        until = it.floor.now() + timedelta(days=1)
        given: dict[str, Any] = {"voucher": "V1", "person": "Ann", "amount": 1_000, "until": until}
        happened(await it.asks(HOUSE, IssueVoucher, "Cleo", "gaming-manager", **given))
        happened(await it.asks(HOUSE, HandInVoucher, "Cass", "cashier", voucher="V1", table="T"))
        await it.until(lambda: it.table().seats[1].tokens == 1_000)
        await it.until(lambda: not it.floor.house.house.sent)

    tells(story, house(a_table("star-sicbo-2024", pace=QUIET)), journal)


def test_colour_checks_that_leave_a_closed_table_are_on_record_at_the_cage(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits()
        happened(await it.staff(IssueColours, seat=1, colour="red", count=10, value=500))
        happened(await it.staff(AnnounceClosing, closes=it.floor.now() + timedelta(minutes=20, seconds=1)))
        ahead.append(timedelta(minutes=21))
        happened(await it.staff(CloseTable, people="stay"))
        happened(await it.player(LeaveSeat, seat=1))
        await it.until(lambda: it.floor.house.house.colour_sets)
        (kept,) = it.floor.house.house.colour_sets.values()
        assert (kept.table, kept.colour, kept.count, kept.value) == ("T", "red", 10, 500)

    ahead: list[timedelta] = []
    tells(story, house(a_table("star-sicbo-2024", dealer="staff")), journal, clock=set_ahead(ahead))


def test_whoever_has_played_too_long_is_paused_at_the_table_by_the_clock(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        policy = Policy(play=PlayPolicy(terminal_hours=1, table_hours=1, continuous="block"))
        happened(await it.asks(HOUSE, SetPolicy, "Max", "casino-operator", policy=policy))
        await it.sits()
        await it.until(lambda: it.floor.house.house.patrons["Ann"].playing.at)
        ahead.append(timedelta(hours=2))
        await it.until(lambda: "Ann" in it.table().paused)
        await it.until(lambda: it.table().phase is Phase.BETTING)
        assert refused(await it.bets("big")).why is Why.PAUSED

    ahead: list[timedelta] = []
    plan = house(a_table("star-sicbo-2024", pace=Pace(betting=60, beat=0.01, show=0.01)))
    tells(story, plan, journal, clock=set_ahead(ahead))


def test_whoever_must_rest_and_sits_down_all_the_same_takes_no_wager(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        policy = Policy(play=PlayPolicy(terminal_hours=1, table_hours=1, continuous="block"))
        happened(await it.asks(HOUSE, SetPolicy, "Max", "casino-operator", policy=policy))
        await it.sits()
        await it.until(lambda: it.floor.house.house.patrons["Ann"].playing.at)
        ahead.append(timedelta(hours=2))
        happened(await it.player(LeaveSeat, seat=1))
        await it.until(lambda: not it.floor.house.house.patrons["Ann"].playing.at)
        happened(await it.player(TakeSeat, seat=2))
        await it.until(lambda: "Ann" in it.table().paused)

    ahead: list[timedelta] = []
    tells(story, house(a_table("star-sicbo-2024", dealer="staff")), journal, clock=set_ahead(ahead))


@pytest.mark.clause("aruze-sicbo", "3.8")
def test_tickets_whose_time_is_over_are_written_off_by_the_clock(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits(money=5_000)
        happened(await it.player(CollectCredits, seat=1))
        await it.until(lambda: liability(it.floor.house.house).amount == 5_000)
        ahead.append(timedelta(days=366))
        await it.until(lambda: liability(it.floor.house.house).amount == 0)

    ahead: list[timedelta] = []
    tells(story, house(a_table("aruze-sicbo", wagering_seconds=60)), journal, clock=set_ahead(ahead))


def test_credits_of_a_terminal_that_is_left_go_to_the_account(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits(money=5_000)
        happened(await it.player(LeaveSeat, seat=1))
        await it.until(lambda: balance(it.floor.house.house, "patron/Ann") == 500_000)
        assert not it.floor.house.house.tickets

    tells(story, house(a_table("aruze-sicbo", wagering_seconds=60)), journal)


@pytest.mark.parametrize("id", ["~sent:buy", "~12:received", "~"])
def test_nobody_else_uses_ids_of_the_houses_own(id: str, journal: Path) -> None:
    async def story(it: Parlour) -> None:
        for to, order, fields in (
            ("T", PlaceWager, {"seat": 1, "wager": "big", "stake": 1_000}),
            (HOUSE, GetUp, {"patron": "Ann", "place": "T"}),
        ):
            answer = refused(await it.asks(to, order, "Ann", "player", id=id, **fields))
            assert (answer.why, answer.next) == (Why.MALFORMED, "give another")

    tells(story, house(a_table("star-sicbo-2024", dealer="staff")), journal)


def test_a_table_and_its_errands_go_on_once_the_journal_can_be_written_again(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(it: Parlour) -> None:
        await it.sits()
        store = it.floor.store
        write, full = store.write, [True]

        def fails(drafts: Sequence[Draft]) -> list[Outcome]:
            if full[0]:
                raise UnavailableError("there is no room left on its disk")
            return write(drafts)

        monkeypatch.setattr(store, "write", fails)
        with pytest.raises(UnavailableError):
            await it.bets("big")
        await asyncio.sleep(0.3)
        full[0] = False
        await it.until(lambda: it.table().phase is Phase.BETTING and it.table().seats[1].rack == 10_000)
        happened(await it.bets("big"))
        await it.until(lambda: it.table().history)
        await it.until(lambda: it.floor.house.house.patrons["Ann"].days)

    tells(story, house(a_table("star-sicbo-2024")), journal)


def test_a_table_whose_books_are_broken_stops_and_says_so_while_the_others_play_on(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(it: Parlour) -> None:
        await it.sits()
        await it.sits("Bob", to="U")
        store = it.floor.store
        write = store.write

        def breaks(drafts: Sequence[Draft]) -> list[Outcome]:
            if any(draft.stream == "T" for draft in drafts):
                raise BrokenError("T: the postings add up to 1.00 instead of 0.00")
            return write(drafts)

        monkeypatch.setattr(store, "write", breaks)
        with pytest.raises(BrokenError):
            await it.player(TakeSeat, "Cai", seat=3)
        monkeypatch.undo()
        answer = refused(await it.player(TakeSeat, "Cai", seat=3))
        assert (answer.why, answer.next) == (Why.PLAY_STOPPED, "have the journal verified, then start again")
        happened(await it.player(TakeSeat, "Cai", to="U", seat=3))

    plan = house(a_table("star-sicbo-2024", "T", dealer="staff"), a_table("star-sicbo-2024", "U", dealer="staff"))
    tells(story, plan, journal)


def test_a_break_is_known_at_every_table_of_its_player_also_one_that_they_come_to_later(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits()
        until = it.floor.now() + timedelta(minutes=5)
        happened(await it.asks(HOUSE, TakeBreak, "Ann", "patron", patron="Ann", until=until))
        await it.until(lambda: it.table().resting.get("Ann") == until)
        happened(await it.player(TakeSeat, to="U", seat=2))
        await it.until(lambda: it.table("U").resting.get("Ann") == until)
        assert "Bob" not in it.table().resting
        happened(await it.asks(HOUSE, EndBreak, "Ann", "patron", patron="Ann"))
        await it.until(lambda: not it.table().resting and not it.table("U").resting)

    tells(story, house(a_table("star-sicbo-2024", pace=QUIET), a_table("star-craps", "U", pace=QUIET)), journal)


def test_a_break_outlives_the_server(journal: Path) -> None:
    plan = house(a_table("star-sicbo-2024", pace=QUIET))

    async def takes(it: Parlour) -> None:
        await it.sits()
        until = it.floor.now() + timedelta(minutes=5)
        happened(await it.asks(HOUSE, TakeBreak, "Ann", "patron", patron="Ann", until=until))
        await it.until(lambda: it.table().resting)

    async def comes_back(it: Parlour) -> None:
        assert it.table().resting.keys() == {"Ann"}
        assert on_break(it.floor.house.house.patrons["Ann"], it.floor.now())

    tells(takes, plan, journal)
    tells(comes_back, plan, journal)
