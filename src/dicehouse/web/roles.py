"""Who may do what and see what over the web: the one place where that is decided, before any rule is asked.

A session comes with what its person is. A player gives the commands of the own seat, and none by which money or a card
would come from nowhere; staff give what takes a rank, in the highest rank that they have at that table, and the table
judges whether it is high enough; an inspector sees everything and changes nothing but acknowledgements; a device
speaks for its own table alone, and a tumbler of its dice alone.
"""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from dicehouse.house import judge as house_judge
from dicehouse.house.orders import DIRECTOR, LADDER, OFFICERS, PATRON, SCRUTINEER
from dicehouse.house.orders import Order as HouseOrder
from dicehouse.house.ranks import RANKED
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import BUILT_IN, Rulebook, load
from dicehouse.table import Table
from dicehouse.table import judge as table_judge
from dicehouse.table.betting import IncreaseWager, MoveWager, PlaceWager, ReduceWager, RemoveWager
from dicehouse.table.call_bets import CallWager, DeclareWager
from dicehouse.table.cards import PresentCard
from dicehouse.table.complaints import LodgeComplaint
from dicehouse.table.disputes import (
    AcceptDecision,
    AskReview,
    DecideDispute,
    RaiseDispute,
    above_clause,
    first_instance,
)
from dicehouse.table.electronic import ShootDice
from dicehouse.table.meter import CollectCredits
from dicehouse.table.notices import AcknowledgeNotice, RequestRules
from dicehouse.table.orders import DEVICE, INSPECTOR, PLAYER, Command, Order, tag_of
from dicehouse.table.people import LeaveSeat, TakeSeat
from dicehouse.table.shooter import AcceptDice, DeclineDice, PassDice, SelectDice
from dicehouse.table.terminals import ReportTerminalFault
from dicehouse.table.throw import ThrowDice
from dicehouse.views.feed import Level
from dicehouse.web.frames import As
from dicehouse.web.refusals import not_allowed
from dicehouse.web.sessions import Session

HOUSE: Final = "house"
MANAGERS: Final = LADDER[2:]
BESIDE: Final = (DIRECTOR, SCRUTINEER, *OFFICERS)
"""Who works in the house outside its ranks."""

PLAYERS_AT_A_TABLE: Final[frozenset[type[Command]]] = frozenset({
    TakeSeat, LeaveSeat, PresentCard, PlaceWager, MoveWager, RemoveWager, ReduceWager, IncreaseWager, DeclareWager,
    CallWager, AcceptDice, DeclineDice, SelectDice, PassDice, ThrowDice, ShootDice, CollectCredits, RequestRules,
    RaiseDispute, AskReview, AcceptDecision, LodgeComplaint, ReportTerminalFault,
})  # fmt: skip
"""What a player does from a screen. Bringing money is not here: it comes from the account or through staff."""

PLAYERS_IN_THE_HOUSE: Final = frozenset({
    "buy-in", "set-limit", "decline-limit", "take-break", "end-break", "bring-headroom",
    "exclude-from-casino",
    "seal-wager", "retire-player", "raise-tournament-dispute", "lodge-tournament-complaint", "claim-prize",
    "raise-promotion-dispute", "lodge-promotion-complaint", "tell-complainant", "enter-tournament",
    "accept-tournament-terms", "withdraw-entry", "nominate-substitute",
    "buy-tournament-chips",
})  # fmt: skip
"""What a player does with the own account and limits, and in tournaments and promotions."""

TUMBLERS_AT_A_TABLE: Final = frozenset({
    "uncover", "report-lights", "report-throw", "mark-rest", "seal-dice", "report-dice", "report-server-fault",
})  # fmt: skip
"""What a tumbler says: what became of its dice, and that it failed. Money and people are no matter of its own, though
the house lets its other devices speak of them."""

INSPECTORS_IN_THE_HOUSE: Final = frozenset({"acknowledge-notice", "review-inquiry", "conclude-complaint"})

FEEDS: Final[dict[Level, As]] = {"tables": "display", "pit": "pit", "journal": "inspector"}
"""For whom each is: for whoever may watch that console."""
Scope = Literal["tables", "pit", "inspect", "notices", "dealing"]
"""What a token may be for."""
DEALING: Final = frozenset({
    "tumble", "uncover", "invite-bets", "announce-final-call", "close-betting", "press-no-more-bets",
    "announce-result", "enter-result", "settle", "mark-paid", "call-no-result", "settle-roll", "confirm-call",
})  # fmt: skip
"""What deals a round, and neither money nor people."""


class Rights(NamedTuple):
    """What a scope opens."""

    says: str
    consoles: tuple[As, ...] = ("display",)
    feeds: tuple[Level, ...] = ("tables",)
    gives: frozenset[str] = frozenset()
    """Commands, by name."""


SCOPES: Final[dict[Scope, Rights]] = {
    "tables": Rights("what anyone at a table sees: rounds, results, signs"),
    "pit": Rights("money, seats and faults at the tables, without anybody's name", feeds=("tables", "pit")),
    "inspect": Rights(
        "whatever an inspector sees: every entry, report and proof",
        ("display", "dealer", "pit", "cage", "inspector", "director", "promotions"),
        ("tables", "pit", "journal"),
    ),
    "notices": Rights("say that a notice has arrived", gives=frozenset({"acknowledge-notice"})),
    "dealing": Rights("deal rounds in the lowest rank of a table", ("display", "dealer"), gives=DEALING),
}
"""Every scope; a token with several may what any of them opens."""

TABLE_KINDS: Final[dict[str, type[Command]]] = {str(it.__struct_config__.tag): it for it in table_judge.COMMANDS}
HOUSE_KINDS: Final[dict[str, type[Command]]] = {str(it.__struct_config__.tag): it for it in house_judge.COMMANDS}


def role_at(session: Session, table: Table | None) -> str:
    """What someone is at a table, or in the house where there is none: the highest of the ranks known there; or ""."""
    if session.kind in {"player", "terminal"}:
        return PLAYER if table is not None else PATRON
    if session.kind in {"display", "tumbler"}:
        return DEVICE
    if session.kind == "machine":
        if table is not None and "dealing" in session.scopes:
            return table.book.roles[0].id
        return INSPECTOR if {"inspect", "notices"} & set(session.scopes) else ""
    ladder = [it.id for it in table.book.roles] if table is not None else LADDER
    held = [it for it in ladder if it in session.roles]
    if held:
        return held[-1]
    beside = (INSPECTOR, *BESIDE) if table is None else (INSPECTOR,)
    return next((it for it in beside if it in session.roles), "")


def may_give(session: Session, kind: type[Command], table: Table | None) -> str | Refused:
    """The role in which a session gives a command to a table, or without one to the house; or why it may not."""
    if table is not None and session.table and session.table != table.config.name:
        return not_allowed("session-of-another-table", command=tag_of(kind), session=session.name, table=session.table)
    role = _role_of_machine(session, kind, table) if session.kind == "machine" else role_at(session, table)
    if not role:
        where = table.book.id if table is not None else "the house"
        return not_allowed(
            "has-no-rank-there", command=tag_of(kind), where=where, session=session.name, held=tuple(session.roles)
        )
    if kind not in _kinds(session, role, table):
        return _may_not(kind, role, table)
    return _first_instance(session, table) or role if kind is DecideDispute and table is not None else role


def _role_of_machine(session: Session, kind: type[Command], table: Table | None) -> str:
    """A machine gives what its scopes name: notices as an inspector does, rounds as whoever deals."""
    if kind in {AcknowledgeNotice, HOUSE_KINDS["acknowledge-notice"]}:
        return INSPECTOR if "notices" in session.scopes else role_at(session, table)
    return role_at(session, table)


def _first_instance(session: Session, table: Table) -> str:
    """Whoever has the rank that decides first decides in it, also where they have a higher one; empty without it."""
    power = table.book.powers.get("decide_dispute")
    return next((it for it in power.by if it in session.roles), "") if power else ""


def not_absent(command: DecideDispute, table: Table, working: Iterable[Session]) -> Refused | None:
    """A higher rank decides first only while nobody is on duty who would (U9): nobody of those who are signed in."""
    found = table.disputes.get(command.dispute)
    if not command.absent or found is None:
        return None
    power = first_instance(table, found)
    present = [it for it in working if it.kind == "staff" and not it.second_factor_due]
    ranks = {it.name: next((rank for rank in power.by if rank in it.roles), "") for it in present}
    there = next((name for name in sorted(ranks) if ranks[name]), None)
    if command.role in power.by or there is None:
        return None
    return not_allowed(
        "signed-in-decides-first",
        above_clause(table, power),
        id=found.id,
        there=there,
        ranks=ranks[there],
        role=command.role,
    )


def _kinds(session: Session, role: str, table: Table | None) -> Collection[type[Command]]:
    """Every command that this role may give here at all."""
    if session.kind == "machine":
        kinds = TABLE_KINDS if table is not None else HOUSE_KINDS
        named = {do for scope, it in SCOPES.items() if scope in session.scopes for do in it.gives}
        return {kind for do, kind in kinds.items() if do in named}
    if table is None:
        return _in_the_house(session, role)
    if session.kind in {"player", "terminal"}:
        return PLAYERS_AT_A_TABLE
    if session.kind == "tumbler":
        return {TABLE_KINDS[it] for it in TUMBLERS_AT_A_TABLE}
    if session.kind == "display":
        return ()
    if role == INSPECTOR:
        return (AcknowledgeNotice,)
    return {kind for kind, order in table_judge.COMMANDS.items() if _take_rank(order)}


def _take_rank(order: Order) -> bool:
    return order.staff or bool(order.power)


def _in_the_house(session: Session, role: str) -> Collection[type[Command]]:
    if session.kind == "player":
        return {HOUSE_KINDS[it] for it in PLAYERS_IN_THE_HOUSE}
    if session.kind != "staff":
        return ()
    if role == INSPECTOR:
        return {HOUSE_KINDS[it] for it in INSPECTORS_IN_THE_HOUSE}
    if role in BESIDE:
        return {kind for kind, order in house_judge.COMMANDS.items() if role in order.others}
    return {kind for kind, order in house_judge.COMMANDS.items() if order.rank}


def _forbids(kind: type[Command], table: Table | None) -> str:
    """The clause by which others may not, where a document has one."""
    if table is None:
        return RANKED.get(tag_of(kind), "")
    power = table.book.powers.get(table_judge.COMMANDS[kind].power)
    return power.forbids if power else ""


def _may_not(kind: type[Command], role: str, table: Table | None) -> Refused:
    order: Order | HouseOrder = (table_judge.COMMANDS if table is not None else house_judge.COMMANDS)[kind]
    ranked = bool(order.rank) if isinstance(order, HouseOrder) else _take_rank(order)
    beside = next((it for it in BESIDE if it in order.others), "")
    says = "ask-staff" if ranked else "ask-beside" if beside else "done-by-device"
    return not_allowed(says, _forbids(kind, table), command=tag_of(kind), role=role, beside=beside)


def for_own_seat(session: Session, command: Command, table: Table) -> Refused | None:
    """Players act at their own seat; a terminal is one seat."""
    seat = getattr(command, "seat", None)
    if not isinstance(seat, int):
        return None
    if session.kind == "terminal" and seat != session.seat:
        return Refused(
            Why.NOT_YOUR_SEAT, None, "seat-is-elsewhere", seat=seat, session=session.name, session_seat=session.seat
        )
    there = table.seats.get(seat)
    if session.kind == "staff" or there is None or session.name in {there.person, there.helper}:
        return None
    if isinstance(command, TakeSeat):
        return Refused(Why.SEAT_TAKEN, None, "seat-taken", seat=seat)
    return Refused(Why.NOT_YOUR_SEAT, None, "seat-of-another", seat=seat)


def own_patron(session: Session, fields: dict[str, Any]) -> Refused | None:
    """In the house a player speaks of the own account alone."""
    for key in ("patron", "person"):
        named = fields.get(key, session.name)
        if named != session.name:
            return not_allowed("not-your-command", key=key)
    return None


def may_see_own_sessions(session: Session) -> Refused | None:
    """Whether a session may see and end the others of its person; a device is nobody's."""
    if session.kind in {"staff", "player"}:
        return None
    return not_allowed("device-has-no-sessions", session=session.name)


def may_sign_others_out(session: Session) -> Refused | None:
    """Whether a session may end those of others: a manager of the house."""
    if session.kind == "staff" and any(it in MANAGERS for it in session.roles):
        return None
    return not_allowed("ends-own-session-only", session=session.name)


# --- what may be seen


LOWEST: Final = frozenset({"dealer", "stickperson", "boxperson", "electronic-gaming-host"})
"""Ranks that run a game and do not supervise one."""


class Ranks(NamedTuple):
    """The ranks of a house's tables."""

    known: frozenset[str]
    supervising: frozenset[str]
    whole: bool = True
    """Whether every rulebook could be read."""


def ranks_of(books: Iterable[Rulebook]) -> Ranks:
    """The ranks that some rulebooks have; the lowest of each supervises nothing."""
    ladders = [[it.id for it in book.roles] for book in books]
    known = frozenset(it for ladder in ladders for it in ladder)
    return Ranks(known, known - LOWEST - {ladder[0] for ladder in ladders})


@cache
def built_in_ranks() -> Ranks:
    return ranks_of(load(it) for it in BUILT_IN)


def known_roles(ranks: Ranks | None = None) -> tuple[str, ...]:
    """Everything that someone of the staff can be: a rank of these tables or of the built-in rules, or of the house."""
    at_tables = built_in_ranks().known | (ranks.known if ranks else frozenset())
    return (*sorted(at_tables - set(LADDER)), *LADDER, *BESIDE, INSPECTOR)


def consoles(session: Session, ranks: Ranks | None = None) -> tuple[As, ...]:
    """What a session may watch, somewhere in a house whose tables have these ranks, or those of the built-in rules.

    Every console has the roles that see it: one that the house does not know sees what hangs on the wall.
    """
    if session.kind in {"player", "terminal"}:
        return ("player", "display", "entrant", "claimant") if session.kind == "player" else ("player", "display")
    if session.kind in {"display", "tumbler"}:
        return ("display",)
    if session.kind == "machine":
        return tuple(dict.fromkeys(it for scope in session.scopes for it in _rights(scope).consoles))
    found: list[As] = ["display"]
    at_tables = ranks or built_in_ranks()
    if any(it in at_tables.known or it in MANAGERS for it in session.roles):
        found.append("dealer")
    if any(it in at_tables.supervising or it in MANAGERS for it in session.roles):
        found.append("pit")
    if any(it in LADDER for it in session.roles):
        found.append("cage")
    if INSPECTOR in session.roles:
        found += ["dealer", "pit", "cage", "inspector"]
    if any(it in {*LADDER, DIRECTOR, *OFFICERS, INSPECTOR} for it in session.roles):
        found.append("director")
    if any(it in {*LADDER, SCRUTINEER, *OFFICERS, INSPECTOR} for it in session.roles):
        found.append("promotions")
    return tuple(dict.fromkeys(found))


def _rights(scope: str) -> Rights:
    """What a scope opens; one that this version does not know opens nothing."""
    return next((it for name, it in SCOPES.items() if name == scope), Rights("", (), ()))


def feeds(session: Session, ranks: Ranks | None = None) -> tuple[Level, ...]:
    """Which feeds a session may read: a machine those of its scopes, others those of what they watch."""
    if session.kind == "machine":
        return tuple(dict.fromkeys(it for scope in session.scopes for it in _rights(scope).feeds))
    seen = consoles(session, ranks)
    return tuple(level for level, as_ in FEEDS.items() if as_ in seen)


def may_read(session: Session, level: str, streams: Collection[str], ranks: Ranks | None = None) -> Refused | None:
    """Whether a session may read these streams of a feed."""
    may = feeds(session, ranks)
    if level not in may:
        return not_allowed("may-not-read-feed", feed=level, session=session.name, may=", ".join(may))
    other = next((it for it in streams if it != session.table), None)
    if session.table and other is not None:
        return not_allowed("feed-of-one-table", session=session.name, table=session.table)
    return None


def may_deal(session: Session, table: Table) -> Refused | None:
    """Whether a session may deal a table in place of its practice dealer: staff who have a rank there."""
    if session.kind == "staff" and role_at(session, table) not in {"", INSPECTOR}:
        return None
    return not_allowed("does-not-deal-here", session=session.name, table=table.config.name)


def may_watch(session: Session, as_: As, table: Table | None, ranks: Ranks | None = None) -> Refused | None:
    """Whether a session may see a console's view, of a table where it is one of a table."""
    seen = consoles(session, ranks)
    if as_ not in seen:
        may = ", ".join(seen)
        return not_allowed("may-not-see", console=as_, session=session.name, may=may)
    if table is None:
        return None
    if session.table and session.table != table.config.name:
        return not_allowed(
            "watches-another-table", table=table.config.name, session=session.name, session_table=session.table
        )
    if as_ == "dealer" and not role_at(session, table):
        return not_allowed("no-rank-there", table=table.config.name, session=session.name)
    return None
