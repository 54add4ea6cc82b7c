"""What the house does for a tournament: its preparation, entries and what changes about them, chips, and the end."""

from collections.abc import Iterator

from dicehouse.house.orders import LADDER, OFFICERS
from dicehouse.house.tournaments import changing, directing, entering, finishing, preparing
from dicehouse.house.tournaments.state import Tournament
from dicehouse.views.acts import (
    REASON,
    Act,
    ChoiceView,
    FieldView,
    choices,
    name_field,
    one_field,
    text_field,
    tick_field,
)
from dicehouse.views.director_desk import Desk
from dicehouse.views.director_steps import dispute
from dicehouse.views.parts import Text, same

MEANS = one_field(
    "means", Text("Paid", "付款"), choices(cash=Text("Cash", "现金"), account=Text("From the account", "从账户"))
)
ACCEPTED = tick_field("accepted", Text("Accepts the terms", "接受条款"), needed=True)
SIGNED = tick_field("signed", Text("Has signed a copy", "已签名"))
PUBLICITY = tick_field("publicity", Text("May be shown in advertising", "同意用于宣传"))
PURCHASES = {
    "re-buy": Text("Re-buy", "重购筹码"),
    "add-on": Text("Add-on", "加购筹码"),
    "buy-back": Text("Buy-back", "购回参赛资格"),
}


def acts(desk: Desk) -> Iterator[Act]:
    """For the ranks of the house, and its officers; the director has other things to do."""
    it = desk.it
    if desk.asker.role in OFFICERS and it.phase == "planned" and it.terms.entry.staff:
        person = name_field("person", Text("Who", "何人"))
        yield Act(
            entering.ApproveStaffEntry, Text("Let staff play", "批准员工参赛"), "check", same("8.4.2(a)(v)"), desk.own,
            (person,), free=True,
        )  # fmt: skip
    if desk.asker.role not in LADDER:
        return
    if it.phase == "planned":
        yield from _preparing(desk)
    if it.phase in ("planned", "playing", "between"):
        person = name_field("person", Text("Who", "何人"))
        yield Act(
            directing.AppointDirector, Text("Appoint a director", "任命总监"), "user", given=desk.own, fields=(person,)
        )
        if it.away:
            yield Act(directing.ReturnToTournament, Text("The director is back", "总监返回"), "user", given=desk.own)
    if it.phase in ("planned", "between"):
        yield _tables(desk)
    if it.phase == "planned":
        yield from _entries(desk)
    if it.phase in ("playing", "between") and offered(it):
        yield _chips(desk)
    if it.phase != "cancelled":
        yield dispute(desk)
    yield from _ending(desk)


def _preparing(desk: Desk) -> Iterator[Act]:
    own = desk.own
    yield Act(preparing.ApproveTournament, Text("Approve the terms", "批准条款"), "check", given=own)
    where = text_field("where", Text("Where patrons can have them", "顾客取阅处"))
    yield Act(preparing.OfferTerms, Text("Make the terms available", "公开条款"), "book", given=own, fields=(where,))
    to = name_field("to", Text("Who took the message", "接收人"))
    yield Act(
        preparing.NotifyInspectorate, Text("Tell the inspectorate", "通知督察"), "export", given=own, fields=(to,)
    )


def _tables(desk: Desk) -> Act:
    tables = FieldView(
        key="tables", kind="some", name=Text("Tables", "桌台"),
        choices=tuple(ChoiceView(name, same(name)) for name in desk.floor),
    )  # fmt: skip
    return Act(
        preparing.DesignateTables, Text("Set tables apart", "指定桌台"), "lock", Text("8.2.4", "8.2.4"), desk.own,
        (tables,), free=True,
    )  # fmt: skip


def _entries(desk: Desk) -> Iterator[Act]:
    it, own = desk.it, desk.own
    patron, entrant = name_field("person", Text("Patron", "顾客")), Text("Entrant", "参赛者")
    staff = (tick_field("staff", Text("Is staff, or an associate of the house", "为员工或关联人士")),)
    yield Act(
        entering.EnterTournament, Text("Take an entry", "接受报名"), "user", Text("8.4.2(c)", "8.4.2(c)"), own,
        (patron, MEANS, ACCEPTED, SIGNED, PUBLICITY, *(staff if it.terms.entry.staff else ())), free=True,
    )  # fmt: skip
    if it.terms.entry.may_refuse or it.terms.entry.criteria:
        yield Act(
            entering.RefuseApplication, Text("Refuse an application", "拒绝报名"), "cross",
            Text("8.4.2(a)(iii)", "8.4.2(a)(iii)"), own, (patron, REASON), free=True,
        )  # fmt: skip
    behind = tuple(each for each in desk.people("entered") if it.entrants[str(each.value)].accepted != it.version)
    if behind:
        yield Act(
            entering.AcceptTournamentTerms, Text(f"Version {it.version} is accepted", f"接受第 {it.version} 版条款"),
            "check", Text("8.4.2(a)(i)", "8.4.2(a)(i)"), own, (one_field("person", entrant, behind), SIGNED), free=True,
        )  # fmt: skip
    there = one_field("person", entrant, desk.people("entered"))
    yield Act(changing.WithdrawEntry, Text("Withdraw an entry", "退赛"), "undo", given=own, fields=(there,), free=True)
    if it.terms.entry.substitute_until is not None:
        other = name_field("substitute", Text("Substitute", "替补者"))
        yield Act(
            changing.NominateSubstitute, Text("Name a substitute", "指定替补"), "repeat",
            Text("8.4.8(b)(iv)", "8.4.8(b)(iv)"), own, (there, other, ACCEPTED, SIGNED, PUBLICITY), free=True,
        )  # fmt: skip


def offered(it: Tournament) -> tuple[ChoiceView, ...]:
    """What chips the terms sell after the start."""
    details = it.terms.details
    there = {"re-buy": details.re_buy, "add-on": details.add_on, "buy-back": it.terms.format.buy_back}
    return tuple(ChoiceView(what, PURCHASES[what]) for what, offer in there.items() if offer is not None)


def _chips(desk: Desk) -> Act:
    what = one_field("what", Text("What", "种类"), offered(desk.it))
    who = one_field("person", Text("Entrant", "参赛者"), desk.people("playing", "through", "out"))
    return Act(
        changing.BuyTournamentChips, Text("Sell chips", "出售筹码"), "cash", Text("8.4.1(a)(ii)", "8.4.1(a)(ii)"),
        desk.own, (who, what, MEANS), free=True,
    )  # fmt: skip


def _ending(desk: Desk) -> Iterator[Act]:
    it, own = desk.it, desk.own
    if it.phase in ("planned", "playing", "between"):
        name = Text("Call it off", "取消比赛")
        yield Act(finishing.CancelTournament, name, "cross", given=own, fields=(REASON,), grave=True)
    if it.phase == "finished":
        where = text_field("where", Text("Where they are published", "公布处"))
        yield Act(
            finishing.PublishTournamentResults, Text("Publish the results", "公布结果"), "export", given=own,
            fields=(where,),
        )  # fmt: skip
