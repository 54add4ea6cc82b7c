"""What waits for a supervisor at a table, and what may be done about it: disputes, wrong payments, faults and more."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final, Literal, NamedTuple
from zoneinfo import ZoneInfo

from dicehouse.house.cage_state import Slip
from dicehouse.house.slips import ApproveSlip, CancelSlip
from dicehouse.house.state import Complaint, House
from dicehouse.table import (
    complaints,
    conduct,
    credits_in_doubt,
    disputes,
    enquiries,
    faults,
    mispayments,
    people,
    rectifying,
    server,
    terminals,
    withheld_winnings,
)
from dicehouse.table.cases import Breach, Dispute, Doubted, Mispayment, Notice
from dicehouse.table.counted import FillOnWay
from dicehouse.table.notices import AcknowledgeNotice
from dicehouse.table.orders import Command
from dicehouse.table.payment_report import SendPaymentReport
from dicehouse.table.seats import Seat
from dicehouse.table.standing import LiftExclusion
from dicehouse.table.state import Table
from dicehouse.views.acts import NOTHING, Act, Asker, Opened, at_table
from dicehouse.views.complaints import next_acts, state_of
from dicehouse.views.diary import Diary, StoryLine
from dicehouse.views.evidence import Evidence
from dicehouse.views.excluded import about, excluded_words
from dicehouse.views.judgements import Judgements
from dicehouse.views.parts import Text, money, same
from dicehouse.views.pit_acts import hint
from dicehouse.views.played import Played
from dicehouse.views.rulebook_words import fault_words, notice_words, offence_name, rank_name
from dicehouse.views.slips import KINDS
from dicehouse.views.table_choices import seat_name
from dicehouse.views.tray_acts import fill_title, fill_words, for_fill
from dicehouse.words import term

Tone = Literal["mint", "amber", "coral", "brass", "sky", "plain"]
STANDS: Final = Text("Settlement stands", "维持结算")
CHANGED: Final = Text("Change it", "更改")
PUT_RIGHT: Final = Text("Correct its payment", "更正其派彩")


def for_dispute(table: Table, it: Dispute) -> Iterator[Act]:
    """The decision that comes next, both ways, and what becomes of it."""
    order, clause = _next_decision(table, it)
    tried = {"absent": True} if order is disputes.DecideDispute else {}
    for upheld, name in ((False, STANDS), (True, CHANGED)):
        yield Act(
            order, hint(clause), {"dispute": it.id, "upheld": upheld}, tried=tried, name=name,
            icon="pen" if upheld else "check", key=f"upheld-{upheld}",
        )  # fmt: skip
    own = {"dispute": it.id}
    if "review_dispute" in table.book.powers:
        yield Act(disputes.AskReview, given=own)
    yield from (Act(order, given=own) for order in _AFTER_A_DECISION)
    if it.upheld:
        yield _puts_right(table, it)


def _puts_right(table: Table, it: Dispute) -> Act:
    """What a ruling for the person comes to in money: the wrong payment that the dispute found."""
    seat = table.seat_of(it.person)
    given = {"dispute": it.id, "bet": it.bet, "of": "wager", "seat": seat.number if seat else None}
    words = hint(table.clause("correct_payment"), "due, paid and booked", "应付、实付与入账")
    return Act(
        mispayments.RecordMispayment, words, given, asks="due paid booked! enquiries", name=PUT_RIGHT,
        tried={"due": 2, "paid": 1, "booked": 1}, key=f"puts-right-{it.id}",
    )  # fmt: skip


_AFTER_A_DECISION: Final = (complaints.AdviseComplaint, disputes.AcceptDecision, complaints.LodgeComplaint)


def _next_decision(table: Table, it: Dispute) -> tuple[type[Command], str]:
    powers = table.book.powers
    if "decide_dispute" in powers and not it.decided:
        return disputes.DecideDispute, powers["decide_dispute"].clause
    if it.asked and not it.reviewed:
        return disputes.ReviewDispute, powers["review_dispute"].clause
    return disputes.DecideFinally, table.clause("final_decision")


def for_mispayment(table: Table, it: Mispayment) -> Iterator[Act]:
    own, words = {"mispayment": it.id}, hint(table.clause("correct_payment"))
    name = None if it.due > it.paid else Text("Take it back", "收回")
    left = abs(it.due - it.paid) - it.rectified
    yield Act(rectifying.RectifyMispayment, words, own, values={"amount": left}, name=name)
    yield from (Act(order, given=own) for order in _ENQUIRIES)


_ENQUIRIES: Final = (
    enquiries.RecordEnquiry, enquiries.LogAttempt, enquiries.BringToRegulator, enquiries.CloseMispayment
)  # fmt: skip


def for_terminal(table: Table, seat: Seat) -> Iterator[Act]:
    own, key = {"seat": seat.number}, f"-{seat.number}"
    if seat.fault is not None and not seat.fault.answered:
        yield Act(terminals.ConfirmTerminalWagers, same(table.clause("rebuild_wagers")), own, key=f"confirm{key}")
        yield Act(terminals.VoidTerminalWagers, same(table.matter("void_wagers")), own, key=f"void{key}")
    yield Act(terminals.RectifyTerminal, given=own, key=f"rectify{key}")


_ABOUT_A_BREACH: Final = (
    conduct.VoidPersonsWagers, conduct.ExcludePerson, withheld_winnings.WithholdWinnings, conduct.DetainPerson,
    conduct.CloseContravention,
)  # fmt: skip


def for_notice(it: Notice) -> Act:
    if not it.met_by:
        return Act(AcknowledgeNotice, given={"notice": it.id}, key=f"notice-{it.id}")
    month = it.id.rpartition("/")[2]  # the last part of the notice's name
    return Act(SendPaymentReport, hint(it.clause), {"month": month}, key=f"notice-{it.id}")


def for_idle(seat: Seat) -> Act:
    name = Text("Have it given up", "要求让座")
    return Act(people.RequireVacate, given={"seat": seat.number}, name=name, key=f"vacate-{seat.number}")


# --- who looks, and at what


class Pit(NamedTuple):
    """A table with what is known beside its state."""

    table: Table
    diary: Diary
    ends: datetime | None = None
    played: Played | None = None
    evidence: Evidence | None = None


class Watcher(NamedTuple):
    """Who looks at the pit: their name and title, what they are at each table and in the house."""

    name: str
    title: str
    roles: Mapping[str, str]
    house_role: str
    at: datetime
    opened: Opened | None = None
    judgements: Mapping[str, Judgements] = {}
    """By table, what the judge has said there before."""

    def at_table(self, table: str) -> Asker:
        return Asker(self.name, self.roles.get(table, ""), self.at, self.opened, self.judgements.get(table))

    def in_house(self) -> Asker:
        return Asker(self.name, self.house_role, self.at, self.opened)


def clock(table: Table, at: datetime) -> str:
    return f"{at.astimezone(ZoneInfo(table.config.time_zone)):%H:%M}"


# --- the cases


class Case(NamedTuple):
    """Something at a table that waits for a supervisor, before its acts are judged."""

    id: str
    tone: Tone
    icon: str
    title: Text
    words: Text
    acts: tuple[Act, ...] = ()
    story: tuple[StoryLine, ...] = ()
    note: Text = NOTHING
    house: bool = False
    """Whether the house judges its acts."""
    since: datetime | None = None
    """Since when it waits, where its story does not begin with that."""


def cases(it: Pit, house: House, watcher: Watcher) -> Iterator[Case]:
    table, at = it.table, watcher.at
    yield from _faults(table, at)
    yield from (_dispute(it, each) for each in table.disputes.values())
    yield from (_mispayment(it, each) for each in table.mispayments.values())
    yield from (_breach(it, each) for each in table.breaches.values())
    yield from _exclusions(table, house)
    yield from (_withheld(table, person, amount) for person, amount in table.withheld.items())
    yield from (_doubted(table, each) for each in table.doubted.values())
    yield from (_idle(table, seat) for seat in table.seats.values() if _may_be_vacated(table, seat, watcher))
    yield from (_notice(each) for each in table.notices.values())
    yield from (_slip(id, each) for id, each in house.slips.items() if each.table == table.config.name)
    yield from (_fill(slip, each) for slip, each in table.fills.items())
    here = ("table", table.config.name)
    yield from (_complaint(id, it) for id, it in house.complaints.items() if (it.kind, it.of) == here and not it.told)


def _complaint(id: str, it: Complaint) -> Case:
    title = Text(f"Complaint of {it.person}", f"{it.person} 的投诉")
    note = Text(f"{it.about}. {it.ruling}".strip(". "), f"{it.about}。{it.ruling}".strip("。"))
    return Case(id, "coral", "flag", title, state_of(it), tuple(next_acts(id, it)), note=note, house=True)


def _where(table: Table, person: str) -> Text:
    seat = table.seat_of(person)
    return seat_name(table, seat.number) if seat else Text("away from the table", "不在桌上")


def _faults(table: Table, at: datetime) -> Iterator[Case]:
    stopped = table.why_stopped(at)
    if table.broken is not None:
        name = table.config.name
        title = Text(f"{name} is stopped", f"{name} 已停") if stopped else Text(f"{name} is broken", f"{name} 有故障")
        when, what = clock(table, table.broken.stops), fault_words(stopped or table.broken.what)
        words = Text(f"{what.en} ({table.broken.clause}).", f"{what.zh} ({table.broken.clause})。")
        if not stopped:
            words = Text(f"{words.en} It stops at {when} unless it is mended.", f"{words.zh}{when} 前未修复即停。")
        yield Case("fault", "coral", "warn", title, words, (Act(faults.RectifyFault),))
    elif stopped:
        yield Case(
            "fault", "coral", "warn", Text(f"{table.config.name} is stopped", f"{table.config.name} 已停"),
            fault_words(stopped), (Act(server.RectifyServer),),
        )  # fmt: skip
    for number, seat in sorted(table.seats.items()):
        if seat.fault is not None:
            at_seat = seat_name(table, number)
            title = Text(f"{at_seat.en} is out of order", f"{at_seat.zh}故障")
            said, played = seat.fault.said, seat.fault.round
            words = Text(
                f"{seat.fault.kind.capitalize()}: {said}, round {played}",
                f"{term(seat.fault.kind)}：{said}，第 {played} 局",  # noqa: RUF001
            )
            yield Case(f"terminal-{number}", "coral", "warn", title, words, tuple(for_terminal(table, seat)))


def _dispute(it: Pit, dispute: Dispute) -> Case:
    table = it.table
    where = _where(table, dispute.person)
    if dispute.asked and not dispute.reviewed:
        title = Text(f"Review asked, {where.en}", f"要求复核，{where.zh}")  # noqa: RUF001
    else:
        title = Text(f"Dispute, {where.en}", f"争议，{where.zh}")  # noqa: RUF001
    clause = table.book.topics.get("complaint", "")
    note = Text(
        f"Either way, tell the player of the right to complain ({clause}).",
        f"无论如何，须告知玩家投诉权（{clause}）。",  # noqa: RUF001
    )
    return Case(
        dispute.id, "coral", "flag", title, same(it.diary.about(dispute.id)), tuple(for_dispute(table, dispute)),
        it.diary.story(dispute.id), note if clause else NOTHING, since=dispute.raised,
    )  # fmt: skip


def _mispayment(it: Pit, wrong: Mispayment) -> Case:
    where = seat_name(it.table, wrong.seat) if wrong.seat else _where(it.table, wrong.person)
    left = abs(wrong.due - wrong.paid) - wrong.rectified
    how, zh = ("Short", "少付") if wrong.due > wrong.paid else ("Over", "多付")
    paid, due, off = money(wrong.paid), money(wrong.due), money(left)
    at_cage = Text(" The cage has it.", "已转账房。") if wrong.referred else NOTHING
    return Case(
        wrong.id, "amber", "pen", Text(f"Correction, {where.en}", f"更正，{where.zh}"),  # noqa: RUF001
        Text(
            f"Paid {paid}, due {due}. {how} by {off}.{at_cage.en}",
            f"实付 {paid}，应付 {due}，{zh} {off}。{at_cage.zh}",  # noqa: RUF001
        ),
        tuple(for_mispayment(it.table, wrong)), it.diary.story(wrong.id),
    )  # fmt: skip


def _breach(it: Pit, breach: Breach) -> Case:
    kind, about = offence_name(breach.kind), it.diary.about(breach.id)
    wheres = [_where(it.table, who) for who in breach.people]
    where = Text(", ".join(each.en for each in wheres), "、".join(each.zh for each in wheres))
    return Case(
        breach.id, "amber", "eye", Text(f"Contravention, {where.en}", f"违规，{where.zh}"),  # noqa: RUF001
        Text(
            f"{kind.en} ({breach.clause}), by a {breach.who}. {about}".strip(),
            f"{kind.zh} ({breach.clause})，{term(breach.who)}。{about}",  # noqa: RUF001
        ),
        tuple(Act(order, given={"breach": breach.id}) for order in _ABOUT_A_BREACH), it.diary.story(breach.id),
    )  # fmt: skip


def _exclusions(table: Table, house: House) -> Iterator[Case]:
    """Who was excluded here, or may not play where they sit, and whom this table recommends to exclude."""
    name = table.config.name
    ordered = {person for person, own in house.exclusions.items() if any(it.table == name for it in own)}
    for person, it in table.exclusions.items():
        if person in ordered or table.seat_of(person):
            title = Text(f"{person} is excluded", f"{person} 已被禁止")
            yield Case(f"excluded-{person}", "plain", "leave", title, excluded_words(it), (_lifts(person),))
    for person, wanted in house.recommendations.items():
        if wanted.table == name:
            title = Text(f"Exclude {person}?", f"是否驱逐 {person}？")  # noqa: RUF001
            words = same(f"{wanted.reason} ({wanted.clause})")
            acts = tuple(about(house, person))
            yield Case(f"recommended-{person}", "amber", "leave", title, words, acts, house=True)


def _lifts(person: str) -> Act:
    return Act(LiftExclusion, given={"person": person}, key=f"lift-{person}")


def _withheld(table: Table, person: str, amount: int) -> Case:
    where = _where(table, person)
    return Case(
        f"withheld-{person}", "amber", "lock", Text(f"Winnings withheld, {where.en}", f"扣留彩金，{where.zh}"),  # noqa: RUF001
        Text(f"{money(amount)} is held aside.", f"{money(amount)} 暂扣。"),
        (Act(withheld_winnings.ReleaseWinnings, given={"person": person}, key=f"release-{person}"),),
    )  # fmt: skip


def _doubted(table: Table, it: Doubted) -> Case:
    where = _where(table, it.person)
    return Case(
        f"doubted-{it.id}", "amber", "lock", Text(f"Credits withheld, {where.en}", f"扣留余额，{where.zh}"),  # noqa: RUF001
        Text(f"{money(it.amount)} of {it.person}: {it.reason}", f"{it.person}：{money(it.amount)}，{it.reason}"),  # noqa: RUF001
        (Act(credits_in_doubt.DecideCredits, given={"withheld": it.id}, key=f"doubted-{it.id}"),),
    )  # fmt: skip


def _may_be_vacated(table: Table, seat: Seat, watcher: Watcher) -> bool:
    """Whether someone sits there without playing and may be asked to give the place up: the judge says so."""
    return seat.idle > 0 and at_table(table, for_idle(seat), watcher.at_table(table.config.name)).refused is None


def _idle(table: Table, seat: Seat) -> Case:
    where, rule = seat_name(table, seat.number), table.clause("vacate_seat")
    return Case(
        f"idle-{seat.number}", "amber", "user", Text(f"{where.en} idle", f"{where.zh}闲置"),
        Text(f"{seat.idle} rounds without a wager ({rule}).", f"{seat.idle} 局未投注 ({rule})。"), (for_idle(seat),),
    )  # fmt: skip


def _notice(it: Notice) -> Case:
    title = Text(f"To be told: {it.to}", f"须告知：{rank_name(it.to).zh}")  # noqa: RUF001
    words = Text(f"{it.about} ({it.clause})", f"{notice_words(it.about)} ({it.clause})")
    return Case(f"notice-{it.id}", "amber", "info", title, words, (for_notice(it),))


def _fill(slip: str, it: FillOnWay) -> Case:
    return Case(
        f"fill-{slip}",
        "amber",
        "export",
        fill_title(slip, it),
        fill_words(it),
        tuple(for_fill(slip, it)),
        since=it.since,
    )


def _slip(id: str, it: Slip) -> Case:
    kind = KINDS[it.kind]
    sum_ = money(it.amount)
    asked, by = it.requested_by, it.approved_by
    words = Text(
        f"Prepared by {asked}." + (f" Checked by {by}." if by else ""),
        f"制单 {asked}。" + (f"复核 {by}。" if by else ""),
    )
    own = {"slip": id}
    acts = (
        Act(ApproveSlip, given=own, name=Text("Approve", "批准"), key=f"approve-{id}"),
        Act(CancelSlip, given=own, key=f"cancel-{id}"),
    )
    return Case(
        f"slip-{id}", "plain" if it.approved_by else "amber", "export", Text(f"{kind.en} {sum_}", f"{kind.zh} {sum_}"),
        words, acts, house=True, since=it.requested_at,
    )  # fmt: skip
