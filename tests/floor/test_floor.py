"""A running house: commands by the server's clock, dealers, errands, and everything as it was after a stop."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from dicehouse.floor import demo
from dicehouse.floor.clock import Clock
from dicehouse.floor.floor import Floor
from dicehouse.floor.plan import Pace, SecretsPlan
from dicehouse.floor.secret_key import SecretKeyError, make
from dicehouse.floor.stores import InUseError
from dicehouse.house.accounts import balance, patron
from dicehouse.house.playtime import GetUp
from dicehouse.leading.leader import HOUSE
from dicehouse.refusal import Why
from dicehouse.table import Event, Phase
from dicehouse.table.betting import PlaceWager
from dicehouse.table.counted import worth
from dicehouse.table.dealt import InviteBets, Tumble
from dicehouse.table.dealt_result import EnterResult, Uncover
from dicehouse.table.opening import AnnounceClosing
from dicehouse.table.people import LeaveSeat, TakeSeat
from dicehouse.table.settlement import WagerPlaced
from tests.floor.parlour import KEY, PACE, Parlour, a_table, as_it_is, happened, house, parlour, refused, runs, tells

SLOW = Pace(betting=60, beat=0.01, show=0.02)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "house.db"


# --- tables that run by themselves


@pytest.mark.parametrize(
    "book, wager",
    [
        ("star-sicbo-2024", "big"),
        ("star-sicbo-pre2024", "odd"),
        ("crown-sicbo-a", "small"),
        ("crown-sicbo-b", "symbol-fish"),
    ],
)
def test_a_practice_dealer_deals_a_round_of_sic_bo(book: str, wager: str, journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits()
        await it.until(lambda: it.table().phase is Phase.BETTING)
        happened(await it.bets(wager))
        await it.until(lambda: it.table().history)
        assert it.floor.tables["T"].opened is not None

    tells(story, house(a_table(book)), journal)


def test_a_dealer_begins_nothing_while_nobody_is_there_and_waits_for_a_first_wager(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await asyncio.sleep(0.2)
        assert it.table().round.number == 0
        await it.sits()
        await it.until(lambda: it.table().phase is Phase.BETTING)
        await asyncio.sleep(3 * PACE.betting)
        assert it.table().phase is Phase.BETTING
        assert it.floor.tables["T"].ends is None

    tells(story, house(a_table("star-sicbo-2024")), journal)


def test_the_craps_crew_offers_the_dice_and_rolls_until_the_line_is_decided(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits()
        happened(await it.bets("win-line"))
        await it.until(lambda: not it.table().bets)
        assert it.table().hand.rolls == len(it.table().history) > 0

    tells(story, house(a_table("star-craps", pace=FAST)), journal)


FAST = Pace(betting=0.05, beat=0.005, show=0.01)


@pytest.mark.clause("star-craps", "3.8.2")
def test_the_dice_go_on_to_the_player_with_a_line_wager(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits("Ann", 1)
        await it.sits("Bob", 2)
        happened(await it.bets("win-line", who="Bob", seat=2))
        await it.until(lambda: it.table().hand.shooter == 2)
        await it.until(lambda: it.table().hand.rolls)

    tells(story, house(a_table("star-craps", pace=FAST)), journal)


def test_an_electronic_table_deals_by_itself(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits(money=5_000)
        happened(await it.bets("big"))
        await it.until(lambda: it.table().phase is Phase.SHOOTING)
        from dicehouse.table.electronic import ShootDice

        happened(await it.player(ShootDice))
        seal = it.floor.tables["T"]
        await it.until(lambda: seal.opened)
        assert seal.opened is not None
        assert (seal.opened.round, it.table().round.number) == (1, 2)

    tells(story, house(a_table("aruze-sicbo", wagering_seconds=1)), journal)


def test_a_table_closes_by_the_clock_when_its_time_has_come(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        closes = it.floor.now() + timedelta(seconds=0.3)
        happened(await it.staff(AnnounceClosing, closes=closes))
        await it.until(lambda: it.table().phase is Phase.CLOSED)
        assert it.floor.now() >= closes

    tells(story, house(a_table("star-sicbo-2024")), journal)


def test_a_table_that_people_deal_has_the_tumbler_shaken_and_read_for_them(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits()
        happened(await it.staff(Tumble, times=3))
        assert it.table().round.seal
        happened(await it.staff(InviteBets))
        happened(await it.bets("big"))
        from dicehouse.table.dealt import CloseBetting, PressNoMoreBets
        from dicehouse.table.dealt_result import AnnounceResult, Settle

        happened(await it.staff(CloseBetting))
        happened(await it.staff(PressNoMoreBets))
        happened(await it.staff(Uncover))
        dice = it.table().round.shown
        assert len(dice) == 3
        happened(await it.staff(AnnounceResult, dice=dice))
        happened(await it.staff(EnterResult, dice=dice))
        happened(await it.staff(Settle))
        assert it.table().history == [tuple(sorted(dice))]

    tells(story, house(a_table("star-sicbo-2024", dealer="staff")), journal)


def test_a_practice_dealer_can_be_sent_away_and_called_back(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.floor.practise("T", on=False)
        await it.sits()
        await asyncio.sleep(0.2)
        assert it.table().phase is Phase.BETWEEN
        await it.floor.practise("T", on=True)
        await it.until(lambda: it.table().phase is Phase.BETTING)

    tells(story, house(a_table("star-sicbo-2024")), journal)


# --- the server's clock decides


@pytest.mark.clause("aruze-sicbo", "3.8.1")
def test_a_wager_that_arrives_after_the_close_is_refused_whatever_time_it_says(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits(money=5_000)
        happened(await it.bets("big"))
        await it.until(lambda: it.table().phase is not Phase.BETTING)
        ends = it.table().round.ends
        assert ends is not None
        early = ends - timedelta(seconds=1)
        late = PlaceWager(id="late", at=early, by="Ann", role="player", seat=1, wager="small", stake=1_000)
        assert refused(await it.floor.give("T", late)).why is Why.BETTING_CLOSED

    tells(story, house(a_table("aruze-sicbo", wagering_seconds=1)), journal)


def test_a_clock_that_is_set_back_does_not_stop_a_table(journal: Path) -> None:
    back = timedelta()

    async def story(it: Parlour) -> None:
        nonlocal back
        await it.sits()
        back = timedelta(hours=1)
        await it.until(lambda: it.table().phase is Phase.BETTING)
        happened(await it.bets("big"))
        await it.until(lambda: it.table().history)

    tells(story, house(a_table("star-sicbo-2024")), journal, clock=Clock(lambda: datetime.now(UTC) - back))


def test_a_house_whose_journal_is_ahead_of_the_clock_goes_on(journal: Path) -> None:
    plan = house(a_table("star-sicbo-2024"))
    ahead = timedelta()

    async def refusals(it: Parlour) -> None:
        """The latest entries, an hour ahead, change nothing of the table and of the house."""
        nonlocal ahead
        ahead = timedelta(hours=1)
        refused(await it.bets("big"))
        refused(await it.asks(HOUSE, GetUp, "Ann", "patron", patron="Ann", place="T"))

    tells(refusals, plan, journal, clock=Clock(lambda: datetime.now(UTC) + ahead))

    async def story(it: Parlour) -> None:
        await it.sits()
        await it.until(lambda: it.table().phase is Phase.BETTING)

    tells(story, plan, journal)


def test_a_double_click_is_one_wager_and_both_get_the_same_answer(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits()
        await it.until(lambda: it.table().phase is Phase.BETTING)
        heard: list[Event] = []
        it.floor.tables["T"].listeners.append(heard.extend)
        first, second = await asyncio.gather(it.bets("big", id="w1"), it.bets("big", id="w1"))
        third = await it.bets("big", id="w1")
        assert first == second == third
        assert it.table().seats[1].staked == 1_000
        assert [event.bet for event in heard if isinstance(event, WagerPlaced)] == ["w1"]

    tells(story, house(a_table("star-sicbo-2024", pace=SLOW)), journal)


def test_a_table_that_nobody_has_is_refused_by_name(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        assert "name one of T" in refused(await it.player(TakeSeat, to="Sic Bo 9", seat=1)).message

    tells(story, house(a_table("star-sicbo-2024")), journal)


# --- who watches


def test_a_watcher_hears_of_many_changes_at_once_and_misses_none(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits()
        await it.until(lambda: it.table().phase is Phase.BETTING)
        signal = it.floor.changed["T"]
        seen = signal.sent
        watching = asyncio.create_task(signal.after(seen))
        for _ in range(3):
            happened(await it.bets("big"))
        assert await watching > seen
        assert it.floor.tables["T"].revision >= 3
        async with asyncio.timeout(1):
            assert await signal.after(seen) == signal.sent

    tells(story, house(a_table("star-sicbo-2024", pace=SLOW)), journal)


# --- money between the house and its tables


def test_a_player_buys_in_from_the_account_and_what_is_left_goes_back_there(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        await it.sits(money=20_000)
        assert balance(it.floor.house.house, patron("Ann")) == 480_000
        happened(await it.player(LeaveSeat, seat=1))
        await it.until(lambda: balance(it.floor.house.house, patron("Ann")) == 500_000)
        assert not it.floor.house.house.sent
        await it.until(lambda: not it.floor.house.house.patrons["Ann"].playing.at)

    tells(story, house(a_table("star-sicbo-2024")), journal)


def test_money_for_someone_who_is_not_there_goes_back(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        from dicehouse.house.cage import BuyIn

        happened(await it.asks(HOUSE, BuyIn, "Ann", "patron", person="Ann", table="T", amount=1_000))
        await it.until(lambda: not it.floor.house.house.sent)
        assert balance(it.floor.house.house, patron("Ann")) == 500_000

    tells(story, house(a_table("star-sicbo-2024")), journal)


@pytest.mark.clause("aruze-sicbo", "3.8")
def test_credits_that_are_collected_become_a_ticket(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        from dicehouse.table.meter import CollectCredits

        await it.sits(money=5_000)
        happened(await it.player(CollectCredits, seat=1))
        await it.until(lambda: it.floor.house.house.tickets)
        (ticket,) = it.floor.house.house.tickets.values()
        assert ticket.amount == 5_000

    tells(story, house(a_table("aruze-sicbo", wagering_seconds=60)), journal)


def test_what_was_played_counts_for_the_house_and_lowers_what_may_be_lost(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        from dicehouse.house.limits import SetLimit

        happened(await it.asks(HOUSE, SetLimit, "Ann", "patron", patron="Ann", limit="day", amount=5_000))
        await it.sits()
        assert it.table().seats[1].headroom == 5_000
        await it.until(lambda: not it.table().seats[1].late and it.table().phase is Phase.BETTING)
        happened(await it.bets("any-triple"))
        await it.until(lambda: it.floor.house.house.patrons["Ann"].days)
        days = it.floor.house.house.patrons["Ann"].days
        await it.until(lambda: sum(day.staked for day in days.values()) == 1_000)
        lost = 1_000 - sum(day.returned for day in days.values())
        await it.until(lambda: it.table().seats[1].headroom == 5_000 - max(lost, -(10**9)))

    tells(story, house(a_table("star-sicbo-2024")), journal)


def test_a_card_that_is_suspended_is_invalid_at_the_table_at_once(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        from dicehouse.house.patrons import SuspendCard

        await it.sits()
        suspended = {"patron": "Ann", "reason": "found on the floor"}
        happened(await it.asks(HOUSE, SuspendCard, "Cleo", "cage-supervisor", **suspended))
        await it.until(lambda: not it.table().seats[1].card.valid)  # type: ignore[union-attr]
        await it.until(lambda: it.table().phase is Phase.BETTING)
        assert refused(await it.bets("big")).why is Why.NO_CARD

    tells(story, house(a_table("star-sicbo-2024")), journal)


def test_a_player_cannot_bring_a_card_that_the_house_does_not_know(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        from dicehouse.table.seats import Card

        happened(await it.player(TakeSeat, "Ann", seat=1, card=Card("9999", "Ann")))
        assert it.table().seats[1].card is None

    tells(story, house(a_table("star-sicbo-2024")), journal)


@pytest.mark.clause("aruze-sicbo", "4.1.1")
def test_rounds_of_a_linked_table_grow_the_jackpot(journal: Path) -> None:
    name = demo.ELECTRONIC

    async def story(it: Parlour) -> None:
        from dicehouse.house.jackpots import display

        await it.sits(to=name, money=5_000)
        happened(await it.bets("big", to=name))
        await it.until(lambda: it.table(name).phase is Phase.SHOOTING)
        from dicehouse.table.electronic import ShootDice

        happened(await it.player(ShootDice, to=name))
        await it.until(lambda: it.floor.house.house.rounds.get(name))
        shown = display(it.floor.house.house)["Triple six"]
        assert (shown.shown, shown.hidden) == (100_010, 5)

    tells(story, house(a_table("aruze-sicbo", name, wagering_seconds=1)), journal)


# --- stopping and starting


def test_a_stopped_house_starts_again_in_mid_round_with_the_time_that_was_left(journal: Path) -> None:
    plan = house(a_table("star-sicbo-2024", pace=Pace(betting=8, beat=0.01, show=0.02)))

    async def story() -> None:
        async with parlour(plan, journal) as it:
            await it.sits()
            await it.until(lambda: it.table().phase is Phase.BETTING)
            happened(await it.bets("big", id="w1"))
            ends, was = it.floor.tables["T"].ends, as_it_is(it.table())
            seal = it.table().round.seal
        async with parlour(plan, journal) as it:
            await it.floor.follow_through()  # errands that are tried once more lead to nothing new
            assert as_it_is(it.table()) == was
            assert it.floor.tables["T"].ends == ends
            assert happened(await it.bets("big", id="w1"))
            assert it.table().seats[1].staked == 1_000
            await it.until(lambda: it.table().history)
            assert it.floor.now() >= ends  # type: ignore[operator]
            assert it.floor.tables["T"].opened.seal == seal  # type: ignore[union-attr]

    runs(story())


def test_errands_that_a_crash_left_undone_are_done_at_the_next_start_and_only_once(journal: Path) -> None:
    plan = house(a_table("star-sicbo-2024"))

    async def story() -> None:
        from dicehouse.house.cage import BuyIn

        floor = Floor(plan, journal, key=KEY)
        await floor.start()
        await demo.open_house(floor)
        it = Parlour(floor)
        happened(await it.player(TakeSeat, seat=1))
        await it.until(lambda: it.table().float)
        floor.tasks.by_name["errands"].cancel()
        happened(await it.asks(HOUSE, BuyIn, "Ann", "patron", id="buy", person="Ann", table="T", amount=3_000))
        floor._outbox.keep = _keeps_nothing  # type: ignore[method-assign]
        await floor.stop()
        for _ in range(2):
            async with parlour(plan, journal) as again:
                await again.until(lambda: again.table().seats[1].rack == 3_000)
                await again.until(lambda: not again.floor.house.house.sent)
                assert balance(again.floor.house.house, patron("Ann")) == 497_000

    runs(story())


async def _keeps_nothing() -> None:
    """As when the machine stopped before it could."""


def test_a_wager_right_behind_a_repeat_from_before_a_restart_is_taken(journal: Path) -> None:
    """What the store has already is not written again, and whoever was judged behind it is judged once more."""
    plan = house(a_table("star-sicbo-2024", pace=SLOW))

    async def before(it: Parlour) -> None:
        await it.sits(money=5_000)
        await it.until(lambda: it.table().phase is Phase.BETTING)
        happened(await it.bets("big", id="w1"))

    async def after(it: Parlour) -> None:
        answers = await asyncio.gather(it.bets("big", id="w1"), it.bets("small", id="w2"), it.bets("odd", id="w3"))
        assert [happened(it)[0].bet for it in answers] == ["w1", "w2", "w3"]  # type: ignore[attr-defined]
        assert it.table().seats[1].staked == 3_000

    tells(before, plan, journal)
    tells(after, plan, journal)


def test_a_house_without_its_key_leaves_no_trace(journal: Path) -> None:
    with pytest.raises(SecretKeyError, match="the house has no secret key"):
        Floor(house(a_table("star-sicbo-2024")), journal)
    gone = SecretsPlan(key=str(journal.with_name("gone.secret")))
    with pytest.raises(SecretKeyError, match=r"gone\.secret: there is no such file"):
        Floor(house(a_table("star-sicbo-2024"), secrets=gone), journal)
    assert list(journal.parent.iterdir()) == []
    make(journal.with_name("house.secret"))
    kept = SecretsPlan(key=str(journal.with_name("house.secret")))
    asyncio.run(Floor(house(a_table("star-sicbo-2024"), secrets=kept), journal).abandon())
    with pytest.raises(SecretKeyError, match="kept under another key"):
        Floor(house(a_table("star-sicbo-2024")), journal, key=KEY)
    asyncio.run(Floor(house(a_table("star-sicbo-2024"), secrets=kept), journal).abandon())


def test_a_file_is_served_by_one_process_at_a_time(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        with pytest.raises(InUseError, match="another process serves it"):
            Floor(it.floor.plan, journal, key=KEY)

    tells(story, house(a_table("star-sicbo-2024")), journal)


def test_the_demo_house_has_a_table_of_every_rulebook_open_and_filled(journal: Path) -> None:
    async def story(it: Parlour) -> None:
        books = {running.plan.rulebook for running in it.floor.tables.values()}
        assert len(books) == len(it.floor.tables) == 9
        await it.until(lambda: not it.floor.house.house.sent)
        assert all(running.table.phase is not Phase.CLOSED for running in it.floor.tables.values())
        floats = {running.table.float for running in it.floor.tables.values()}
        assert floats == {0, worth(demo.FLOAT)}

    tells(story, demo.plan(PACE), journal)
