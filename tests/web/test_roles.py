"""The full matrix: every kind of session and every command of a table and of the house."""

from datetime import UTC, datetime
from typing import get_args

import pytest

from dicehouse.house.judge import COMMANDS as HOUSE_ORDERS
from dicehouse.house.orders import DIRECTOR, LADDER, PATRON, SCRUTINEER
from dicehouse.refusal import Refused
from dicehouse.rulebooks import BUILT_IN, load
from dicehouse.table import Config, new_table
from dicehouse.table.judge import COMMANDS, name_of
from dicehouse.table.orders import DEVICE, INSPECTOR, PLAYER, Command
from dicehouse.web.demo import RANKS
from dicehouse.web.frames import As
from dicehouse.web.roles import Ranks, consoles, may_give, may_watch, ranks_of, role_at
from dicehouse.web.sessions import Session, SessionKind

NOW = datetime(2026, 3, 2, tzinfo=UTC)
TABLE = new_table(load("star-sicbo-2024"), Config(name="Sic Bo 1"))


def session(kind: SessionKind, *roles: str, table: str = "", seat: int = 0) -> Session:
    return Session(kind=kind, name="someone", roles=roles, csrf="", since=NOW, seen=NOW, table=table, seat=seat)


PLAYERS = session("player")
TERMINAL = session("terminal", table="Sic Bo 1", seat=1)
DISPLAY = session("display", table="Sic Bo 1")
TUMBLER = session("tumbler", table="Sic Bo 1")
INSPECTORS = session("staff", "inspector")
STAFF = [session("staff", *ranks) for work, ranks in RANKS.items() if work != "inspector"]

FROM_A_SCREEN = {
    "take-seat", "leave-seat", "present-card", "place-wager", "move-wager", "remove-wager", "reduce-wager",
    "increase-wager", "declare-wager", "call-wager", "accept-dice", "decline-dice", "select-dice", "pass-dice",
    "throw-dice", "shoot-dice", "collect-credits", "request-rules", "raise-dispute", "ask-review", "accept-decision",
    "lodge-complaint", "report-terminal-fault",
}  # fmt: skip
"""What a player may do from a screen, written down a second time."""
FROM_A_TUMBLER = {
    "uncover", "report-lights", "report-throw", "mark-rest", "seal-dice", "report-dice", "report-server-fault",
}  # fmt: skip
"""What a tumbler may say, written down a second time: nothing of money."""
FROM_A_SCREEN_IN_THE_HOUSE = {
    "buy-in", "set-limit", "decline-limit", "take-break", "end-break", "bring-headroom",
    "exclude-from-casino",
    "seal-wager", "retire-player", "raise-tournament-dispute", "claim-prize",
    "raise-promotion-dispute", "enter-tournament", "accept-tournament-terms", "withdraw-entry", "nominate-substitute",
    "buy-tournament-chips", "lodge-tournament-complaint", "lodge-promotion-complaint", "tell-complainant",
}  # fmt: skip


def may(who: Session, kind: type[Command], *, house: bool = False) -> bool:
    return not isinstance(may_give(who, kind, None if house else TABLE), Refused)


@pytest.mark.parametrize("kind", COMMANDS, ids=name_of)
def test_who_may_give_each_command_to_a_table(kind: type[Command]) -> None:
    order, said = COMMANDS[kind], name_of(kind)
    assert may(PLAYERS, kind) == may(TERMINAL, kind) == (said in FROM_A_SCREEN)
    assert may(TUMBLER, kind) == (said in FROM_A_TUMBLER)
    assert may(INSPECTORS, kind) == (said == "acknowledge-notice")
    assert not may(DISPLAY, kind)
    for who in STAFF:
        known = role_at(who, TABLE)
        assert may(who, kind) == bool(known and (order.staff or order.power))


@pytest.mark.parametrize("kind", HOUSE_ORDERS, ids=name_of)
def test_who_may_give_each_command_to_the_house(kind: type[Command]) -> None:
    order, said = HOUSE_ORDERS[kind], name_of(kind)
    assert may(PLAYERS, kind, house=True) == (said in FROM_A_SCREEN_IN_THE_HOUSE)
    assert may(INSPECTORS, kind, house=True) == (said in {"acknowledge-notice", "review-inquiry", "conclude-complaint"})
    for who in (TERMINAL, DISPLAY, TUMBLER):
        assert not may(who, kind, house=True)
    for who in STAFF:
        beside = {DIRECTOR, SCRUTINEER, "chief-operating-officer"}.intersection(who.roles, order.others)
        assert may(who, kind, house=True) == bool(beside or (set(who.roles) & set(LADDER) and order.rank))


def test_whatever_a_player_may_give_the_house_it_lets_patrons_give() -> None:
    assert all(PATRON in HOUSE_ORDERS[kind].others for kind in HOUSE_ORDERS if may(PLAYERS, kind, house=True))


def test_what_a_director_alone_does_names_the_director() -> None:
    start = next(it for it in HOUSE_ORDERS if name_of(it) == "start-round")
    refused = may_give(session("staff", "cashier"), start, None)
    assert isinstance(refused, Refused)
    assert refused.message.endswith("ask the tournament director")
    both = session("staff", "tournament-director", "gaming-manager")
    assert role_at(both, None) == "gaming-manager"


def test_whatever_a_player_may_give_the_table_lets_players_give() -> None:
    assert all(PLAYER in COMMANDS[kind].others for kind in COMMANDS if may(PLAYERS, kind))


def test_whatever_a_tumbler_may_give_the_table_lets_devices_give() -> None:
    assert all(DEVICE in COMMANDS[kind].others for kind in COMMANDS if may(TUMBLER, kind))


def test_no_player_brings_money_or_a_card_from_nowhere() -> None:
    assert not FROM_A_SCREEN & {"bring-chips", "insert-money", "declare-chips", "buy-chips", "exchange-voucher"}


@pytest.mark.parametrize("book", BUILT_IN)
def test_every_work_of_the_demo_has_a_rank_at_every_table(book: str) -> None:
    table = new_table(load(book))
    ranks = [it.id for it in table.book.roles]
    dealer, supervisor, manager = (session("staff", *RANKS[it]) for it in ("dealer", "supervisor", "manager"))
    held = [ranks.index(role_at(it, table)) for it in (dealer, supervisor, manager)]
    assert held == sorted(set(held))


def test_the_highest_rank_that_the_table_knows_is_the_one_that_is_stamped() -> None:
    both = session("staff", "casino-supervisor", "dealer", "boxperson", "cashier")
    assert role_at(both, TABLE) == "casino-supervisor"
    assert role_at(both, new_table(load("star-craps"))) == "casino-supervisor"
    assert role_at(both, new_table(load("crown-sicbo-a"))) == "dealer"
    assert role_at(both, new_table(load("aruze-sicbo"))) == ""
    assert role_at(both, None) == "cashier"


def test_a_rank_that_a_table_does_not_know_gives_nothing_there() -> None:
    refused = may_give(session("staff", "cashier"), next(iter(COMMANDS)), TABLE)
    assert isinstance(refused, Refused)
    assert "knows no rank" in refused.message
    assert refused.next


def test_an_inspector_with_a_rank_acts_in_the_rank() -> None:
    assert role_at(session("staff", INSPECTOR), TABLE) == INSPECTOR
    assert role_at(session("staff", INSPECTOR, "dealer"), TABLE) == "dealer"


def test_a_device_belongs_to_its_own_table() -> None:
    elsewhere = session("tumbler", table="Sic Bo 2")
    assert isinstance(may_give(elsewhere, next(it for it in COMMANDS if may(TUMBLER, it)), TABLE), Refused)
    assert may_watch(elsewhere, "display", TABLE) is not None
    assert may_watch(TUMBLER, "display", TABLE) is None


SEEN: dict[str, tuple[As, ...]] = {
    "dealer": ("display", "dealer"),
    "supervisor": ("display", "dealer", "pit"),
    "manager": ("display", "dealer", "pit", "cage", "director", "promotions"),
    "cashier": ("display", "cage", "director", "promotions"),
    "cage-supervisor": ("display", "cage", "director", "promotions"),
    "inspector": ("display", "dealer", "pit", "cage", "inspector", "director", "promotions"),
    "tournament-director": ("display", "director"),
    "scrutineer": ("display", "promotions"),
    "officer": ("display", "director", "promotions"),
}


@pytest.mark.clause("star-sicbo-2024", '1.1 "inspector"')
@pytest.mark.clause("star-sicbo-pre2024", '1.1 "inspector"')
@pytest.mark.clause("aruze-sicbo", '1.1 "inspector"')
@pytest.mark.clause("star-craps", '1.1 "inspector"')
@pytest.mark.parametrize("work", RANKS)
def test_what_each_work_may_watch(work: str) -> None:
    who = session("staff", *RANKS[work])
    assert consoles(who) == SEEN[work]
    every: tuple[As, ...] = get_args(As)
    assert [it for it in every if may_watch(who, it, None) is None] == [it for it in every if it in SEEN[work]]


@pytest.mark.parametrize(
    "role", ["casino-superviser", "Dealer", "croupier", "", "player", "patron", "device", "manager"]
)
def test_a_role_that_exists_nowhere_sees_what_hangs_on_the_wall_and_does_nothing(role: str) -> None:
    who = session("staff", role)
    assert consoles(who) == ("display",)
    assert not [it for it in get_args(As) if it != "display" and may_watch(who, it, None) is None]
    assert not [it for it in get_args(As) if it != "display" and may_watch(who, it, TABLE) is None]
    assert not [it for it in COMMANDS if may(who, it)]
    assert not [it for it in HOUSE_ORDERS if may(who, it, house=True)]


def test_the_ranks_of_a_house_with_rules_of_its_own_see_what_those_say() -> None:
    """Its lowest rank deals, the others supervise; ranks of tables that it has not see nothing."""
    ranks = Ranks(frozenset({"croupier", "chief"}), frozenset({"chief"}))
    assert consoles(session("staff", "croupier"), ranks) == ("display", "dealer")
    assert consoles(session("staff", "chief"), ranks) == ("display", "dealer", "pit")
    assert consoles(session("staff", "dealer"), ranks) == ("display",)
    assert consoles(session("staff", "casino-supervisor"), ranks) == ("display",)
    assert may_watch(session("staff", "casino-supervisor"), "pit", None, ranks) is not None


def test_the_lowest_rank_of_every_rulebook_supervises_nothing() -> None:
    for book in map(load, BUILT_IN):
        known, supervising, whole = ranks_of([book])
        assert whole
        assert known == {it.id for it in book.roles}
        assert book.roles[0].id not in supervising
        assert book.roles[-1].id in supervising


def test_players_and_devices_watch_no_staff_console() -> None:
    assert consoles(PLAYERS) == ("player", "display", "entrant", "claimant")
    assert consoles(TERMINAL) == ("player", "display")
    assert consoles(DISPLAY) == consoles(TUMBLER) == ("display",)


def test_a_cashier_watches_no_table_as_its_dealer() -> None:
    assert may_watch(session("staff", "cashier"), "dealer", TABLE) is not None
    assert may_watch(session("staff", "boxperson"), "dealer", TABLE) is not None
    assert may_watch(session("staff", "dealer"), "dealer", TABLE) is None


@pytest.mark.clause("star-sicbo-2024", "9.17")
def test_whoever_has_the_rank_that_decides_disputes_first_decides_in_it() -> None:
    decide = next(it for it in COMMANDS if name_of(it) == "decide-dispute")
    both = session("staff", "casino-supervisor", "games-supervisor")
    assert may_give(both, decide, TABLE) == "games-supervisor"
    assert may_give(session("staff", "casino-supervisor"), decide, TABLE) == "casino-supervisor"
    crown = new_table(load("crown-sicbo-a"), Config())
    assert may_give(session("staff", "tg-area-manager"), decide, crown) == "tg-area-manager"
