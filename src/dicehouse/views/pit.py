"""What the pit works with: every table at a glance, what waits for a supervisor, and one table opened.

Players are named by their seats or terminals, and no card number is here. Nothing that was written can be changed:
every act is a new entry.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final, Literal

from msgspec import Struct

from dicehouse.house.state import House
from dicehouse.table import Table
from dicehouse.table.orders import Kind, Phase
from dicehouse.table.seats import Seat
from dicehouse.views.acts import Act, ActView, at_table, in_house
from dicehouse.views.diary import NO_WAGER, StoryLine
from dicehouse.views.equipment_acts import at_the_table, of_the_register
from dicehouse.views.evidence import EvidenceView
from dicehouse.views.fields import ChoiceView
from dicehouse.views.parts import LimitsView, SignView, Text, limits_view, money, sign_view
from dicehouse.views.pit_acts import common, ends_personal, over_one, seldom
from dicehouse.views.pit_cases import Case, Pit, Tone, Watcher, cases
from dicehouse.views.rosters import CrewView, at_two, crew_view, waits
from dicehouse.views.table import ClosingView, ComingLimits, called_out, closing_view, coming_limits
from dicehouse.views.table_acts import equipment
from dicehouse.views.takings import (
    FiguresView,
    RatingsView,
    TheoryView,
    TotalsView,
    outside_words,
    ratings_view,
    table_figures,
    theory_view,
    totals,
)


class TagView(Struct, frozen=True):
    """A short remark with a picture."""

    tone: Tone
    icon: str
    words: Text
    at: datetime | None = None
    """A moment that the words end with."""


class PitLine(Struct, frozen=True, kw_only=True):
    """A table on the board."""

    table: str
    rulebook: str
    kind: Literal["dealt", "electronic", "craps"]
    call: TagView
    ends: datetime | None
    """When the present period ends by the clock."""
    open: bool
    stopped: str
    seats: int
    taken: int
    limits: LimitsView
    pace: int
    """Rounds an hour; 0 while too few were played to tell."""
    figures: FiguresView
    theory: TheoryView | None
    tags: tuple[TagView, ...]


class NeedView(Struct, frozen=True):
    """Something that waits for a supervisor."""

    table: str
    case: str
    tone: Tone
    icon: str
    title: Text
    words: Text
    since: datetime | None = None
    up_at: datetime | None = None
    """When it goes up to the gaming manager, where the policy says so."""
    up: bool = False
    """Whether it has gone up."""
    sounds: bool = True
    """Whether it calls whoever looks: a supervisor at once, a manager once it has gone up."""


class RunningNotice(Struct, frozen=True):
    """A sign that hangs, and when it counts."""

    table: str
    at: datetime | None
    title: Text
    words: Text
    since: datetime | None = None
    """Since when it hangs."""


class CaseView(Struct, frozen=True, kw_only=True):
    """A case at the table that is opened, with what may be done about it."""

    case: str
    tone: Tone
    icon: str
    title: Text
    words: Text
    story: tuple[StoryLine, ...]
    note: Text
    acts: tuple[ActView, ...]
    evidence: EvidenceView | None = None
    """Of a dispute: the round that it is about."""


class PitSeat(Struct, frozen=True, kw_only=True):
    """A seat as the pit sees it: what stands, and what is to be known."""

    seat: int
    taken: bool
    staked: int
    marks: tuple[TagView, ...]


class PersonalView(Struct, frozen=True):
    """Limits agreed at one seat."""

    seat: int
    limits: LimitsView
    end: ActView


class OpenedTable(Struct, frozen=True, kw_only=True):
    """The table that is looked at."""

    table: str
    rulebook: str
    role: str
    """What the one who looks is there; empty: nothing."""
    round: int
    call: TagView
    ends: datetime | None
    kind: Literal["dealt", "electronic", "craps"]
    seats: tuple[PitSeat, ...]
    sign: SignView
    coming: ComingLimits | None
    closing: ClosingView | None
    personal: tuple[PersonalView, ...]
    figures: FiguresView
    theory: TheoryView | None
    crew: CrewView
    pace: int
    over: tuple[ChoiceView, ...]
    """Wagers that return more than 100%."""
    cases: tuple[CaseView, ...]
    acts: tuple[ActView, ...]
    more: tuple[ActView, ...]


class PitView(Struct, frozen=True, kw_only=True):
    now: datetime
    name: str
    role: str
    running: int
    """Tables that are open."""
    seats: int
    taken: int
    totals: TotalsView
    tables: tuple[PitLine, ...]
    ratings: RatingsView
    needs: tuple[NeedView, ...]
    notices: tuple[RunningNotice, ...]
    opened: OpenedTable | None


MANAGERS: Final = frozenset({"gaming-manager", "casino-operator"})
"""Ranks of the house to which what is not attended to goes up."""

# --- the board


_TONES: Final[dict[str, tuple[Tone, str]]] = {
    "open": ("mint", "clock"),
    "closed": ("coral", "lock"),
    "result": ("brass", "check"),
    "idle": ("plain", "shake"),
}
STOPPED: Final = Text("Stopped", "已停")
NOT_OPEN: Final = Text("Not open", "未开")


def _call(table: Table, at: datetime) -> TagView:
    if table.phase is Phase.CLOSED:
        return TagView("plain", "lock", NOT_OPEN)
    if table.why_stopped(at):
        return TagView("coral", "warn", STOPPED)
    said, ring = called_out(table)
    tone, icon = _TONES[ring]
    return TagView(tone, icon, said)


def _line(it: Pit, house: House, at: datetime) -> PitLine:
    table = it.table
    return PitLine(
        table=table.config.name,
        rulebook=table.book.name,
        kind=table.kind.value,
        call=_call(table, at),
        ends=it.ends,
        open=table.phase is not Phase.CLOSED,
        stopped=table.why_stopped(at),
        seats=table.config.seats,
        taken=len(table.seats),
        limits=limits_view(table.sign.every),
        pace=it.diary.per_hour(at),
        figures=table_figures(table, house, it.played),
        theory=theory_view(it.played),
        tags=tuple(_tags(table)),
    )


def _tags(table: Table) -> Iterator[TagView]:
    if table.phase is Phase.CLOSED and over_one(table):
        over = len(over_one(table))
        yield TagView("amber", "warn", Text(f"{over} wagers over 100%", f"{over} 项超过 100%"))
    for count, tone, icon, name in (
        (len(table.disputes), "coral", "flag", ("dispute", "disputes", "宗争议")),
        (len(table.mispayments), "amber", "pen", ("correction", "corrections", "项更正")),
        (len(table.breaches), "amber", "eye", ("contravention", "contraventions", "宗违规")),
    ):
        if count:
            one, many, zh = name
            yield TagView(tone, icon, Text(f"{count} {one if count == 1 else many}", f"{count} {zh}"))  # type: ignore[arg-type]  # the tones above
    if table.coming is not None:
        least = money(table.coming.sign.every.minimum)
        yield TagView("amber", "clock", Text(f"Minimum {least} at", f"最低 {least}，始于"), table.coming.since)  # noqa: RUF001
    closing = table.closing
    if closing is not None and closing.at is not None:
        yield TagView("amber", "clock", Text("Closes", "关闭"), closing.at)
    elif closing is not None:
        yield TagView("amber", "clock", Text(f"Closes after {closing.rounds} rounds", f"{closing.rounds} 局后关闭"))


# --- cases


def _case_view(it: Case, pit: Pit, house: House, watcher: Watcher) -> CaseView:
    table = pit.table
    asker = watcher.at_table(table.config.name)
    judged = (
        (in_house(house, act, watcher.in_house()) for act in it.acts)
        if it.house
        else (at_table(table, act, asker) for act in it.acts)
    )
    dispute = table.disputes.get(it.id)
    evidence = pit.evidence.of(dispute) if dispute is not None and pit.evidence is not None else None
    story = it.story if evidence is None else tuple(each for each in it.story if each.wager == NO_WAGER)
    return CaseView(
        case=it.id, tone=it.tone, icon=it.icon, title=it.title, words=it.words, story=story, note=it.note,
        acts=tuple(judged), evidence=evidence,
    )  # fmt: skip


def _needs(it: Pit, waiting: Iterable[Case], house: House, watcher: Watcher) -> Iterator[NeedView]:
    name, alerts = it.table.config.name, house.policy.alerts
    manager = watcher.house_role in MANAGERS
    for case in waiting:
        title = case.title
        if name not in title.en:
            title = Text(f"{title.en}, {name}", f"{title.zh}，{name}")  # noqa: RUF001
        if case.tone != "plain":
            since = case.since or (case.story[0].at if case.story else None)
            up_at = since + timedelta(minutes=alerts.minutes) if since and alerts else None
            up = up_at is not None and watcher.at >= up_at
            sounds = up or not (manager and alerts)
            yield NeedView(name, case.id, case.tone, case.icon, title, case.words, since, up_at, up, sounds)
    theory = theory_view(it.played)
    if theory is not None and theory.outside:
        how, words = outside_words(theory)
        yield NeedView(name, "interval", "amber", "warn", Text(f"{name} {how.en}", f"{name} {how.zh}"), words)
    for title, words in waits(it.table, house, watcher.at):
        yield NeedView(name, "crew", "amber", "user", title, words)
    over = over_one(it.table) if it.table.phase is Phase.CLOSED else ()
    if over:
        yield NeedView(name, "open", "amber", "warn", Text(f"{name} waits to open", f"{name} 待开"), _over_words(over))


def _twice(staff: str, here: str, there: str) -> NeedView:
    title = Text(f"{staff} is on two rosters", f"{staff} 同时排在两桌")
    words = Text(f"{here} and {there}, at the same time", f"{here} 与 {there}，时间重叠")  # noqa: RUF001
    return NeedView(here, "crew", "amber", "user", title, words)


def _over_words(over: tuple[ChoiceView, ...]) -> Text:
    """The first two that return more than 100%, and how many more there are."""
    en = ", ".join(f"{it.name.en} {it.more.partition(' ')[0]}" for it in over[:2])
    zh = "、".join(f"{it.name.zh} {it.more.partition(' ')[0]}" for it in over[:2])
    more = len(over) - 2
    rest = (f" and {more} more return over 100%", f" 等 {len(over)} 项回报超过 100%") if more > 0 else ("", "")
    return Text(f"{en}{rest[0]}. Acknowledge each by name.", f"{zh}{rest[1]}，须逐一确认。")  # noqa: RUF001


def _running(it: Pit) -> Iterator[RunningNotice]:
    table, name = it.table, it.table.config.name
    clause = table.clause("change_limits")
    if table.coming is not None:
        least, most = money(table.coming.sign.every.minimum), money(table.coming.sign.every.maximum)
        title = Text(f"{name}, {least} to {most}", f"{name}，{least} 至 {most}")  # noqa: RUF001
        yield RunningNotice(name, table.coming.since, title, Text(f"on the sign ({clause})", f"已标示（{clause}）"))  # noqa: RUF001
    closing = table.closing
    if closing is not None:
        rule = table.book.times["closing"].clause
        left = f"{closing.rounds} rounds to play, " if closing.rounds else ""
        words = Text(f"{left}({rule}) sign since", f"（{rule}）标示始于")  # noqa: RUF001
        yield RunningNotice(name, closing.at, Text(f"{name} closes", f"{name} 关闭"), words, closing.since)
    if table.streak_call:
        title = Text(f"{name}, Super Streak", f"{name}，超级连胜")  # noqa: RUF001
        rule = table.clause("final_call")
        words = Text(f"final call made ({rule})", f"已宣布最后下注（{rule}）")  # noqa: RUF001
        yield RunningNotice(name, None, title, words)


# --- one table


def _seats(table: Table) -> Iterator[PitSeat]:
    disputing = {it.person for it in table.disputes.values()}
    terminals = table.kind is Kind.ELECTRONIC
    for number in sorted(table.seats) if terminals else range(1, table.config.seats + 1):
        seat = table.seats.get(number)
        if seat is None:
            yield PitSeat(seat=number, taken=False, staked=0, marks=())
        else:
            yield PitSeat(seat=number, taken=True, staked=seat.staked, marks=tuple(_marks(seat, disputing)))


def _marks(seat: Seat, disputing: set[str]) -> Iterator[TagView]:
    if seat.person in disputing:
        yield TagView("coral", "flag", Text("disputes something", "有争议"))
    if seat.fault is not None:
        yield TagView("coral", "warn", Text("out of order", "故障"))
    if seat.personal is not None:
        yield TagView("sky", "user", Text("limits of its own", "个人限额"))
    if seat.must_leave:
        yield TagView("amber", "leave", Text("is to be given up", "须让座"))
    elif seat.idle:
        yield TagView("amber", "clock", Text(f"{seat.idle} rounds idle", f"闲置 {seat.idle} 局"))


def _opened(it: Pit, waiting: Iterable[Case], house: House, watcher: Watcher, *, more: bool) -> OpenedTable:
    table, asker = it.table, watcher.at_table(it.table.config.name)
    return OpenedTable(
        table=table.config.name,
        rulebook=table.book.name,
        role=next((role.name for role in table.book.roles if role.id == asker.role), ""),
        round=table.round.number,
        call=_call(table, watcher.at),
        ends=it.ends,
        kind=table.kind.value,
        seats=tuple(_seats(table)),
        sign=sign_view(table.sign),
        coming=coming_limits(table),
        closing=closing_view(table),
        personal=tuple(
            PersonalView(number, limits_view(seat.personal), at_table(table, ends_personal(seat), asker))
            for number, seat in sorted(table.seats.items())
            if seat.personal is not None
        ),
        figures=table_figures(table, house, it.played),
        theory=theory_view(it.played),
        crew=crew_view(table, house, asker),
        pace=it.diary.per_hour(watcher.at),
        over=over_one(table),
        cases=tuple(_case_view(case, it, house, watcher) for case in waiting),
        acts=tuple(at_table(table, act, asker) for act in common(table)),
        more=tuple(_more(table, house, watcher, shown=more)),
    )


def _seldom(table: Table) -> Iterable[Act]:
    return (*seldom(table), *equipment(table)) if table.phase is not Phase.CLOSED else at_the_table(table)


def _more(table: Table, house: House, watcher: Watcher, *, shown: bool) -> Iterator[ActView]:
    """What is done now and then, judged while it is shown; dice and tumblers come and go at a closed table too."""
    asker = watcher.at_table(table.config.name)
    yield from (at_table(table, act._replace(listed=not shown), asker) for act in _seldom(table))
    if watcher.house_role:
        yield from (in_house(house, act, watcher.in_house()) for act in of_the_register(house, table))


# --- the whole


def pit_view(
    tables: Mapping[str, Pit], house: House, watcher: Watcher, opened: str = "", *, more: bool = False
) -> PitView:
    """The board, what waits, and the table that is opened; `more`: what is done there less often is shown too."""
    waiting = {name: tuple(cases(it, house, watcher)) for name, it in tables.items()}
    needs = [need for name, it in tables.items() for need in _needs(it, waiting[name], house, watcher)]
    needs += (_twice(*it) for it in at_two(it.table for it in tables.values()))
    there = tables.get(opened)
    lines = tuple(_line(it, house, watcher.at) for it in tables.values())
    return PitView(
        now=watcher.at,
        name=watcher.name,
        role=watcher.title,
        running=sum(it.table.phase is not Phase.CLOSED for it in tables.values()),
        seats=sum(it.table.config.seats for it in tables.values()),
        taken=sum(len(it.table.seats) for it in tables.values()),
        totals=totals((it.figures for it in lines), (it.played for it in tables.values())),
        tables=lines,
        ratings=ratings_view(
            ((name, it.played) for name, it in tables.items() if it.played is not None), house, watcher.at
        ),
        needs=tuple(sorted(needs, key=lambda it: (not it.up, it.tone != "coral"))),
        notices=tuple(
            sorted(
                (notice for it in tables.values() for notice in _running(it)),
                key=lambda it: (it.at is None, it.at or watcher.at),
            )
        ),
        opened=_opened(there, waiting[opened], house, watcher, more=more) if there is not None else None,
    )
