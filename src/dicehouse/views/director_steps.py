"""The next step of a tournament, its clock, and what else its director does."""

from collections.abc import Iterator

from dicehouse.house.orders import LADDER
from dicehouse.house.tournaments import advancing, directing, finishing, rounds, ruling, seating
from dicehouse.views.acts import (
    REASON,
    Act,
    ActView,
    ChoiceView,
    FieldView,
    moment_field,
    name_field,
    one_field,
    text_field,
)
from dicehouse.views.director_desk import Desk
from dicehouse.views.director_tables import practice
from dicehouse.views.parts import Text, same

OVER = ("finished", "cancelled")


def next_step(desk: Desk) -> ActView | None:
    it, view = desk.it, desk.view
    if it.phase == "playing":
        over = all(table.state == "over" for table in view.tables)
        act = Act(advancing.EndRound, Text("End the round", "结束本轮"), "check", given=desk.own)
        return desk.one(act) if over else None
    if it.phase == "between" and it.rounds == len(it.terms.format.rounds):
        name = Text("Say who has won", "宣布名次")
        return desk.one(Act(finishing.FinishTournament, name, "check", given=desk.own, grave=True))
    waiting = [one for one in it.entrants.values() if one.standing == "entered" and not one.briefed]
    if it.phase == "planned" and waiting:
        return desk.one(_brief(desk))
    if it.phase in ("planned", "between"):
        number = it.rounds + 1
        name = Text(f"Draw the seats and start round {number}", f"抽座位并开始第 {number} 轮")
        return desk.kept(Act(rounds.StartRound, name, "check", Text("8.4.3(a)", "8.4.3(a)"), desk.own))
    return None


def _brief(desk: Desk) -> Act:
    people = FieldView(
        key="understood", kind="some", name=Text("Who says that they understand", "表示明白者"),
        choices=desk.people("entered"),
    )  # fmt: skip
    return Act(
        directing.BriefPlayers, Text("Brief the players", "赛前说明"), "book", Text("8.3.1", "8.3.1"), desk.own,
        (people,),
    )  # fmt: skip


def clock(desk: Desk) -> Iterator[Act]:
    if desk.it.phase != "playing":
        return
    if desk.view.paused:
        yield Act(rounds.ResumeRound, Text("Go on", "继续"), "clock", given=desk.own)
    else:
        yield Act(rounds.PauseRound, Text("Pause all", "全部暂停"), "pause", given=desk.own, fields=(REASON,))
    minutes = FieldView(key="minutes", kind="count", name=Text("Minutes", "分钟"))
    yield Act(rounds.AddTime, Text("Add time", "加时"), "clock", given=desk.own, fields=(minutes, REASON))


def acts(desk: Desk) -> tuple[ActView, ...]:
    return (*_promise(desk), *desk.judged(_acts(desk)))


def _promise(desk: Desk) -> Iterator[ActView]:
    """The house's clock promises seats by itself; this is for who does not want to wait for it."""
    coming = seating.coming_round(desk.it)
    if desk.it.phase not in OVER and coming <= len(desk.it.terms.format.rounds) and coming not in desk.it.promised:
        name = Text(f"Promise the seats of round {coming}", f"承诺第 {coming} 轮座位")
        yield desk.kept(Act(seating.PromiseSeats, name, "lock", Text("8.4.3(a)(ii)", "8.4.3(a)(ii)"), desk.own))


def _acts(desk: Desk) -> Iterator[Act]:
    it, own = desk.it, desk.own
    if it.phase == "planned" and it.tables:
        yield practice(desk)
    if it.phase not in OVER:
        to = moment_field("to", Text("New start", "新的开始时间"), needed=True)
        yield Act(directing.MoveStart, Text("Move the start", "改开始时间"), "clock", given=own, fields=(to, REASON))
    if it.phase == "between":
        yield Act(rounds.SkipRepechage, Text("Hold no repechage", "不设复活赛"), "cross", given=own, fields=(REASON,))
    if it.phase != "cancelled" and desk.asker.role not in LADDER:
        yield dispute(desk)
    if it.phase in OVER:
        return
    person = name_field("person", Text("Who", "何人"))
    yield Act(directing.AppointDeputy, Text("Name a deputy", "指定副手"), "user", given=own, fields=(person,))
    if it.away:
        yield Act(directing.ReturnToTournament, Text("The director is back", "总监返回"), "user", given=own)
    else:
        deputies = tuple(ChoiceView(who, same(who)) for who in it.deputies)
        deputy = one_field("deputy", Text("Who stands in", "代理人"), deputies)
        yield Act(directing.LeaveTournament, Text("Hand over", "交接"), "leave", given=own, fields=(deputy,))


def dispute(desk: Desk) -> Act:
    """A dispute that holds up no table."""
    fields = (
        one_field("person", Text("Entrant", "参赛者"), desk.people()),
        text_field("about", Text("What it is about", "事由")),
    )
    return Act(
        ruling.RaiseTournamentDispute, Text("Take down a dispute", "记录争议"), "flag", Text("8.4.8(h)", "8.4.8(h)"),
        desk.own, fields, free=True, key="dispute",
    )  # fmt: skip
