"""The judge: `decide` says what a command leads to and changes nothing; `evolve` applies facts and judges nothing."""

from functools import partial
from typing import Final

import msgspec

from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook
from dicehouse.table import (
    betting,
    box,
    call_bets,
    cards,
    checks_away,
    chips,
    chips_brought,
    colours,
    complaints,
    conduct,
    craps_roll,
    credits_in_doubt,
    crew,
    dealt,
    dealt_result,
    declared_chips,
    dice_set,
    disputes,
    electronic,
    enquiries,
    equipment,
    faults,
    invalidation,
    late_bets,
    limits,
    losses,
    meter,
    mispayments,
    notices,
    opening,
    paid,
    payment_report,
    people,
    program,
    rectifying,
    sales,
    sealing,
    server,
    settlement,
    settling,
    shooter,
    standing,
    streak,
    table_sign,
    terminals,
    throw,
    tray,
    wagering,
    withheld_winnings,
)
from dicehouse.table.malformed import broken_rule
from dicehouse.table.meters import guarded, metered
from dicehouse.table.orders import OUTSIDE, Answer, Appliers, Command, Event, Kind, Order, Orders, Phase, tag_of
from dicehouse.table.state import Table
from dicehouse.table.wire import reads_commands, reads_events

CHAPTERS: Final = (
    opening,
    table_sign,
    people,
    chips_brought,
    standing,
    cards,
    losses,
    declared_chips,
    chips,
    colours,
    checks_away,
    limits,
    betting,
    call_bets,
    late_bets,
    streak,
    dealt,
    dealt_result,
    dice_set,
    equipment,
    shooter,
    throw,
    craps_roll,
    wagering,
    electronic,
    sealing,
    meter,
    credits_in_doubt,
    terminals,
    server,
    notices,
    faults,
    invalidation,
    mispayments,
    enquiries,
    rectifying,
    payment_report,
    disputes,
    complaints,
    conduct,
    crew,
    withheld_winnings,
    tray,
    box,
    settling,
    paid,
    settlement,
    sales,
    program,
)

COMMANDS: Final[Orders] = {kind: order for chapter in CHAPTERS for kind, order in chapter.COMMANDS.items()}
APPLIERS: Final[Appliers] = {kind: fact for chapter in CHAPTERS for kind, fact in chapter.APPLIERS.items()}


def decide(table: Table, command: Command) -> Answer:
    """What a command leads to: events in their order, or the first rule that forbids it."""
    order = COMMANDS[type(command)]
    now = table if table.coming is None else table_sign.under_due_limits(table, command.at)
    answer = _out_of_time(table, command) or barred(table, command) or _judged(now, command, order)
    return answer if now is table or isinstance(answer, Refused) else (*table_sign.due_now(table, command), *answer)


def barred(table: Table, command: Command) -> Refused | None:
    """Why nobody of this role may give such a command here and now, whatever else it says."""
    order = COMMANDS[type(command)]
    return _not_here(table, command, order) or _not_allowed(table, command, order) or _not_now(table, command, order)


def _judged(table: Table, command: Command, order: Order) -> Answer:
    return order.judge(table, command) if table.kind is not Kind.ELECTRONIC else guarded(table, command, order.judge)


def evolve(table: Table, event: Event) -> Table:
    """Apply one fact."""
    if table.kind is Kind.ELECTRONIC:
        metered(table, event)
    APPLIERS[type(event)](table, event)
    table.now = event.at
    return table


def act(table: Table, command: Command) -> Answer:
    """Decide, and apply what was decided."""
    answer = decide(table, command)
    if not isinstance(answer, Refused):
        for event in answer:
            evolve(table, event)
    return answer


def name_of(command: Command | type[Command]) -> str:
    return tag_of(command if isinstance(command, type) else type(command))


def _out_of_time(table: Table, command: Command) -> Refused | None:
    if table.now is None or command.at >= table.now:
        return None
    return Refused(Why.WRONG_CLOCK, None, "before-latest-table", command=name_of(command), at=command.at, now=table.now)


def _not_here(table: Table, command: Command, order: Order) -> Refused | None:
    if table.kind not in order.kinds:
        return Refused(
            Why.NOT_HERE, None, "not-at-this-table", command=name_of(command), kind=table.kind, rulebook=table.book.id
        )
    ranks = table.book.ranks
    if command.role not in ranks and command.role not in OUTSIDE:
        known = ", ".join((*ranks, *OUTSIDE))
        return Refused(Why.NOT_ALLOWED, None, "knows-no-role", role=command.role, rulebook=table.book.id, known=known)
    if order.power and order.power not in table.book.powers and command.role not in order.others:
        return Refused(Why.NOT_HERE, None, "power-of-nobody", command=name_of(command), rulebook=table.book.id)
    return None


def _not_allowed(table: Table, command: Command, order: Order) -> Refused | None:
    """The ladder of roles: whoever ranks above one who may, may too (1.1)."""
    role = command.role
    if role in order.others:
        return None
    power = table.book.powers.get(order.power)
    if role in table.book.ranks and (order.staff or (power and table.book.may(role, order.power))):
        return None
    may = (*(power.by if power else ()), *order.others) or ("staff",)
    says = "role-may-not-but-above" if power else "role-may-not"
    return Refused(
        Why.NOT_ALLOWED, power.forbids if power else None, says, command=name_of(command), role=role,
        may=may,
    )  # fmt: skip


def _not_now(table: Table, command: Command, order: Order) -> Refused | None:
    if table.phase is Phase.CLOSED and not order.when_closed:
        return Refused(
            Why.TABLE_CLOSED,
            table.book.forbids(Why.TABLE_CLOSED),
            "table-closed",
            command=name_of(command),
            table=table.config.name,
        )
    if order.phases == (Phase.CLOSED,) and table.phase is not Phase.CLOSED:
        return Refused(Why.TABLE_OPEN, None, "table-open", command=name_of(command), table=table.config.name)
    stopped = "" if order.when_stopped else table.why_stopped(command.at)
    if stopped:
        return Refused(
            Why.PLAY_STOPPED,
            table.book.forbids(Why.PLAY_STOPPED),
            "play-stopped",
            command=name_of(command),
            stopped=stopped,
        )
    if table.phase is Phase.VOID and order.kinds == dealt.DEALT and Phase.VOID not in order.phases:
        due = table.round.no_result_due
        clause = table.book.no_result.reasons[due]
        return Refused(Why.NO_RESULT_DUE, clause, "dice-cannot-count", command=name_of(command), due=due)
    if order.phases and table.phase not in order.phases:
        return Refused(
            Why.WRONG_PHASE,
            table.clause(order.power) or table.book.forbids(Why.WRONG_PHASE),
            "not-in-this-phase",
            command=name_of(command),
            phase=table.phase.said,
            when=tuple(dict.fromkeys(it.said for it in order.phases)),
        )
    return None


def command_of(line: bytes, book: Rulebook | None = None) -> Command | Refused:
    """The command in a line; one that breaks a rule of a rulebook by its fields is refused by the clause of that."""
    return _read(line, None if book is None else partial(_by_rule, book))


def _by_rule(book: Rulebook, line: bytes, error: Exception) -> Refused | None:
    try:
        fields = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    said = fields.get("do") if isinstance(fields, dict) else None
    kind = next((it for it in COMMANDS if tag_of(it) == said), None)
    return broken_rule(book, COMMANDS[kind], kind, fields, error) if kind else None


_read: Final = reads_commands(COMMANDS)
event_of: Final = reads_events(APPLIERS)
