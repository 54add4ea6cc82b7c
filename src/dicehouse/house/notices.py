"""Who in the house, or which inspector, must be told what, by when, and that they were told."""

from datetime import datetime
from typing import Final

from dicehouse.house.orders import INSPECTOR, LADDER, Appliers, Order, Orders
from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.table.cases import Notice
from dicehouse.table.notices import AcknowledgeNotice, NoticeAcknowledged, NoticeGiven
from dicehouse.table.orders import Answer, stamp

LOWEST: Final = LADDER[0]


def overdue(house: House, now: datetime) -> tuple[Notice, ...]:
    """The notices that should have been acknowledged before this moment, the longest due first."""
    return tuple(sorted((it for it in house.notices.values() if it.due < now), key=lambda it: it.due))


def acknowledge_notice(house: House, command: AcknowledgeNotice) -> Answer:
    """Only whom it is meant for can say so, or someone ranked above."""
    found = house.notices.get(command.notice)
    if found is None:
        waiting = ", ".join(house.notices) or "none"
        return Refused(
            Why.UNKNOWN_ID, None, "no-such-notice", command="acknowledge-notice", notice=command.notice, waiting=waiting
        )
    if not _stands_for(command.role, found.to):
        return Refused(
            Why.NOT_ALLOWED,
            found.clause,
            "notice-for-another",
            command="acknowledge-notice",
            rank=found.to,
            role=command.role,
        )
    late = command.at > found.due
    return (NoticeAcknowledged(clause=found.clause, notice=found.id, late=late, **stamp(command)),)


def _stands_for(role: str, to: str) -> bool:
    if role in LADDER and to in LADDER:
        return LADDER.index(role) >= LADDER.index(to)
    return role == to


# --- what the facts do


def notice_given(house: House, event: NoticeGiven) -> None:
    house.notices[event.id] = Notice(id=event.id, to=event.to, about=event.about, due=event.due, clause=event.clause)


def notice_acknowledged(house: House, event: NoticeAcknowledged) -> None:
    del house.notices[event.notice]


COMMANDS: Orders = {AcknowledgeNotice: Order(acknowledge_notice, LOWEST, (INSPECTOR,))}
APPLIERS: Appliers = {NoticeGiven: notice_given, NoticeAcknowledged: notice_acknowledged}
