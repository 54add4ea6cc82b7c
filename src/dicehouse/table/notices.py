"""Who must be told what: notices that fall due and are acknowledged, and the rules to read on request."""

from datetime import datetime

from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook
from dicehouse.table.cases import Notice
from dicehouse.table.orders import (
    INSPECTOR,
    PLAYER,
    SPECTATOR,
    Answer,
    Appliers,
    Command,
    Event,
    Events,
    Name,
    Order,
    Orders,
    stamp,
)
from dicehouse.table.state import Table


class AcknowledgeNotice(Command, frozen=True):
    """Say that one has been told."""

    notice: Name


class RequestRules(Command, frozen=True):
    """Ask for a copy of the rules."""


class NoticeGiven(Event, frozen=True):
    """Someone has to be told of something."""

    id: str
    to: str
    """A rank of the house, which stands for those above it too, or inspector."""
    about: str
    due: datetime
    """By when."""
    met_by: str = ""
    """The command that meets it, where it is not enough to say that one was told."""


class NoticeAcknowledged(Event, frozen=True):
    """The person it was meant for has been told."""

    notice: str
    late: bool
    """Whether it was after the notice fell due."""


class RulesShown(Event, frozen=True):
    """A copy of the rules in force was handed over."""

    rulebook: str
    rulebook_hash: str


def told(table: Table, command: Command, matter: str, about: str) -> Events:
    """The notice that the rulebook wants given of a matter at once; none where it wants none."""
    found = table.book.notices.get(matter)
    return (notice(command, matter, found.to, about, command.at, found.clause),) if found else ()


def notice(command: Command, matter: str, to: str, about: str, due: datetime, clause: str) -> NoticeGiven:
    """A notice that goes by its command and its matter."""
    return NoticeGiven(id=f"{command.id}/{matter}", to=to, about=about, due=due, clause=clause, **stamp(command))


def overdue(table: Table, now: datetime) -> tuple[Notice, ...]:
    """The notices that should have been acknowledged before this moment, the longest due first."""
    return tuple(sorted((it for it in table.notices.values() if it.due < now), key=lambda it: it.due))


def acknowledge_notice(table: Table, command: AcknowledgeNotice) -> Answer:
    """Only whom it is meant for can say so, or someone ranked above."""
    found = table.notices.get(command.notice)
    if found is None:
        waiting = ", ".join(table.notices) or "none"
        return Refused(
            Why.UNKNOWN_ID, None, "no-such-notice", command="acknowledge-notice", notice=command.notice, waiting=waiting
        )
    if not _stands_for(table.book, command.role, found.to):
        return Refused(
            Why.NOT_ALLOWED,
            found.clause,
            "notice-for-another",
            command="acknowledge-notice",
            rank=found.to,
            role=command.role,
        )
    if found.met_by:
        return Refused(
            Why.NOT_YET, found.clause, "notice-met-by-command", command="acknowledge-notice", met_by=found.met_by
        )
    late = command.at > found.due
    return (NoticeAcknowledged(clause=found.clause, notice=found.id, late=late, **stamp(command)),)


def _stands_for(book: Rulebook, role: str, to: str) -> bool:
    """Whether a role is the one that is meant, counts as it or ranks above it."""
    if role == to or role not in book.ranks or to not in book.ranks:
        return role == to
    return to in book.roles[book.ranks[role]].counts_as or book.ranks[role] > book.ranks[to]


def request_rules(table: Table, command: RequestRules) -> Answer:
    """Anyone may read the rules (9.19, 9.14, 8.17)."""
    clause = table.book.topics.get("rules", "")
    return (RulesShown(clause=clause, rulebook=table.book.id, rulebook_hash=table.book.hash, **stamp(command)),)


# --- what the facts do


def notice_given(table: Table, event: NoticeGiven) -> None:
    table.notices[event.id] = Notice(
        id=event.id, to=event.to, about=event.about, due=event.due, clause=event.clause, met_by=event.met_by
    )


def notice_acknowledged(table: Table, event: NoticeAcknowledged) -> None:
    del table.notices[event.notice]


def rules_shown(table: Table, event: RulesShown) -> None:
    """On record, and nothing else."""


COMMANDS: Orders = {
    AcknowledgeNotice: Order(acknowledge_notice, staff=True, others=(INSPECTOR,), when_closed=True),
    RequestRules: Order(request_rules, staff=True, others=(PLAYER, SPECTATOR, INSPECTOR), when_closed=True),
}
APPLIERS: Appliers = {
    NoticeGiven: notice_given,
    NoticeAcknowledged: notice_acknowledged,
    RulesShown: rules_shown,
}
