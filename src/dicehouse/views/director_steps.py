"""The next step of a tournament, its clock, and what else its director does."""

from collections.abc import Iterator

from dicehouse.house.orders import LADDER
from dicehouse.house.tournaments import advancing, directing, finishing, rounds, ruling, seating
from dicehouse.views.acts import Act, ActView
from dicehouse.views.director_desk import Desk
from dicehouse.views.director_tables import practice
from dicehouse.views.parts import Text, same
from dicehouse.views.table_choices import names

OVER = ("finished", "cancelled")


def next_step(desk: Desk) -> ActView | None:
    it, view = desk.it, desk.view
    if it.phase == "playing":
        over = all(table.state == "over" for table in view.tables)
        return desk.one(Act(advancing.EndRound, given=desk.own)) if over else None
    if it.phase == "between" and it.rounds == len(it.terms.format.rounds):
        return desk.one(Act(finishing.FinishTournament, given=desk.own))
    waiting = [one for one in it.entrants.values() if one.standing == "entered" and not one.briefed]
    if it.phase == "planned" and waiting:
        people = {"understood": lambda: desk.people("entered")}
        return desk.one(Act(directing.BriefPlayers, same("8.3.1"), desk.own, choices=people))
    if it.phase in ("planned", "between"):
        number = it.rounds + 1
        name = Text(f"Draw the seats and start round {number}", f"抽座位并开始第 {number} 轮")
        return desk.kept(Act(rounds.StartRound, same("8.4.3(a)"), desk.own, name=name))
    return None


def clock(desk: Desk) -> Iterator[Act]:
    if desk.it.phase != "playing":
        return
    yield Act(rounds.ResumeRound if desk.view.paused else rounds.PauseRound, given=desk.own)
    yield Act(rounds.AddTime, given=desk.own)


def acts(desk: Desk) -> tuple[ActView, ...]:
    return (*_promise(desk), *desk.judged(_acts(desk)))


def _promise(desk: Desk) -> Iterator[ActView]:
    """The house's clock promises seats by itself; this is for who does not want to wait for it."""
    coming = seating.coming_round(desk.it)
    if desk.it.phase not in OVER and coming <= len(desk.it.terms.format.rounds) and coming not in desk.it.promised:
        name = Text(f"Promise the seats of round {coming}", f"承诺第 {coming} 轮座位")
        yield desk.kept(Act(seating.PromiseSeats, same("8.4.3(a)(ii)"), desk.own, name=name))


def _acts(desk: Desk) -> Iterator[Act]:
    it, own = desk.it, desk.own
    if it.phase == "planned" and it.tables:
        yield practice(desk)
    if it.phase not in OVER:
        yield Act(directing.MoveStart, given=own)
    if it.phase == "between":
        yield Act(rounds.SkipRepechage, given=own)
    if it.phase != "cancelled" and desk.asker.role not in LADDER:
        yield dispute(desk)
    if it.phase in OVER:
        return
    yield Act(directing.AppointDeputy, given=own)
    if it.away:
        yield Act(directing.ReturnToTournament, given=own)
    else:
        yield Act(directing.LeaveTournament, given=own, choices={"deputy": lambda: names(tuple(it.deputies))})


def dispute(desk: Desk) -> Act:
    """A dispute that holds up no table."""
    people = {"person": desk.people}
    return Act(ruling.RaiseTournamentDispute, same("8.4.8(h)"), desk.own, choices=people, key="dispute", free=True)
