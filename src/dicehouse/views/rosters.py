# ruff: noqa: RUF001 - Chinese punctuation
"""Who works at a table: who is signed on since when, who comes next, who takes a break, and whose relief is late.

Staff go by their names, as they signed in. What is late follows from the roster and the policy of the house.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from dicehouse.house.state import House
from dicehouse.table import crew
from dicehouse.table.duties import Duty, RosterLine
from dicehouse.table.state import Table
from dicehouse.views.acts import Act, ActView, Asker, at_table
from dicehouse.views.fields import Choices, ChoiceView
from dicehouse.views.parts import Text
from dicehouse.views.rulebook_words import rank_name

GRACE: Final = timedelta(minutes=5)
"""So long after the beginning of a line of the roster somebody who has not signed on is missed."""


class DutyView(Struct, frozen=True, kw_only=True):
    """Someone at a position."""

    position: Text
    staff: str
    since: datetime
    relief: str
    """Whom they have named as their relief; empty before."""
    late: bool
    """Whether their relief should have come."""


class RosterLineView(Struct, frozen=True, kw_only=True):
    """Who is to be at a position."""

    position: Text
    staff: str
    since: datetime
    until: datetime
    missed: bool
    """Whether they should have signed on."""
    drop: ActView


class StaffBreakView(Struct, frozen=True):
    """Someone who takes a break."""

    staff: str
    until: datetime
    over: bool
    """Whether they should be back."""


class CrewView(Struct, frozen=True, kw_only=True):
    duties: tuple[DutyView, ...]
    roster: tuple[RosterLineView, ...]
    breaks: tuple[StaffBreakView, ...]
    acts: tuple[ActView, ...]


def position_name(position: str) -> Text:
    """A position in both languages; the second of a rank has a number."""
    rank = crew.rank_of(position)
    name = rank_name(rank)
    name = Text(name.en[:1].upper() + name.en[1:], name.zh)
    return name if position == rank else Text(f"{name.en} 2", f"{name.zh} 2")


def duty_views(table: Table, house: House | None, at: datetime) -> tuple[DutyView, ...]:
    """In the order of the table's positions; without the house's policy by the roster alone."""
    return tuple(
        DutyView(
            position=position_name(position), staff=it.staff, since=it.since, relief=it.to,
            late=_is_late(table, position, it, house, at),
        )
        for position in crew.positions(table)
        if (it := table.duties.get(position)) is not None
    )  # fmt: skip


def _is_late(table: Table, position: str, duty: Duty, house: House | None, at: datetime) -> bool:
    """By the policy's time at one position, or once the line is over by which they were to be here."""
    policy = house.policy.roster if house is not None else None
    if policy is not None and at - duty.since > timedelta(minutes=policy.longest_minutes):
        return True
    own = [it for it in table.roster.values() if it.staff == duty.staff and it.position == position]
    return any(it.since <= duty.since + GRACE and duty.since < it.until < at for it in own)


def _is_missed(table: Table, line: RosterLine, at: datetime) -> bool:
    duty = table.duties.get(line.position)
    return line.since + GRACE <= at < line.until and (duty is None or duty.staff != line.staff)


def crew_view(table: Table, house: House, asker: Asker) -> CrewView:
    at = asker.at
    return CrewView(
        duties=duty_views(table, house, at),
        roster=tuple(
            RosterLineView(
                position=position_name(it.position), staff=it.staff, since=it.since, until=it.until,
                missed=_is_missed(table, it, at),
                drop=at_table(table, Act(crew.DropFromRoster, given={"line": it.id}, key=f"drop-{it.id}"), asker),
            )
            for it in table.roster.values()
            if it.until > at
        ),
        breaks=tuple(StaffBreakView(staff, it.until, it.until < at) for staff, it in table.staff_breaks.items()),
        acts=tuple(at_table(table, act, asker) for act in (*crew_acts(table), _rosters(table, at))),
    )  # fmt: skip


def crew_acts(table: Table) -> Iterator[Act]:
    """What the crew does for itself, at the dealer's console as at the pit."""
    yield Act(crew.SignOn, choices=_positions(table), free=True)
    if table.duties:
        held = {"position": lambda: _choices(tuple(table.duties))}
        yield Act(crew.HandOver, choices=held, free=True)
        yield Act(crew.SignOff, asks="position why until?", choices=held, free=True)


def _rosters(table: Table, at: datetime) -> Act:
    """From the last full quarter of an hour, for an hour, unless something else is said."""
    since = at.replace(minute=at.minute // 15 * 15, second=0, microsecond=0)
    times = {"since": since, "until": since + timedelta(hours=1)}
    return Act(crew.RosterStaff, choices=_positions(table), values=times, free=True)


def _positions(table: Table) -> Choices:
    return {"position": lambda: _choices(crew.positions(table))}


def _choices(positions: tuple[str, ...]) -> tuple[ChoiceView, ...]:
    return tuple(ChoiceView(it, position_name(it)) for it in positions)


def waits(table: Table, house: House, at: datetime) -> Iterator[tuple[Text, Text]]:
    """What a supervisor is told of the crew: reliefs that are late, and staff who have not come."""
    name = table.config.name
    for it in duty_views(table, house, at):
        if it.late:
            stood = _for(at - it.since)
            words = Text(
                f"{it.position.en} {it.staff} at the table {stood.en}", f"{it.position.zh} {it.staff} 已在岗 {stood.zh}"
            )
            yield Text(f"{name} relief is late", f"{name} 换班延误"), words
    for line in table.roster.values():
        if _is_missed(table, line, at):
            position, since = position_name(line.position), table.clock(line.since)[:5]
            words = Text(f"{position.en} {line.staff} since {since}", f"{position.zh} {line.staff}，应于 {since} 到岗")
            yield Text(f"{name} misses its crew", f"{name} 人员未到"), words


def at_two(tables: Iterator[Table]) -> Iterator[tuple[str, str, str]]:
    """Who is on the roster of two tables at once: by name, with both tables."""
    lines = [(table.config.name, it) for table in tables for it in table.roster.values()]
    for place, (here, it) in enumerate(lines):
        for there, other in lines[place + 1 :]:
            if here != there and it.staff == other.staff and it.since < other.until and other.since < it.until:
                yield it.staff, here, there


def _for(time: timedelta) -> Text:
    minutes = time // timedelta(minutes=1)
    hours, rest = divmod(minutes, 60)
    if not hours:
        return Text(f"{rest} min", f"{rest} 分")
    return Text(f"{hours} h {rest:02d} min", f"{hours} 时 {rest:02d} 分")
