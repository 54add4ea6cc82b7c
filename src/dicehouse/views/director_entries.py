"""What the house does for a tournament: its preparation, entries and what changes about them, chips, and the end."""

from collections.abc import Iterator

from dicehouse.house.orders import LADDER, OFFICERS
from dicehouse.house.tournaments import changing, directing, entering, finishing, preparing
from dicehouse.house.tournaments.state import Tournament
from dicehouse.views.acts import Act
from dicehouse.views.catalogue import choice_of
from dicehouse.views.director_desk import Desk
from dicehouse.views.director_steps import dispute
from dicehouse.views.fields import ChoiceView
from dicehouse.views.parts import Text, same
from dicehouse.views.table_choices import names


def acts(desk: Desk) -> Iterator[Act]:
    """For the ranks of the house, and its officers; the director has other things to do."""
    it, own = desk.it, desk.own
    if desk.asker.role in OFFICERS and it.phase == "planned" and it.terms.entry.staff:
        yield Act(entering.ApproveStaffEntry, same("8.4.2(a)(v)"), own, free=True)
    if desk.asker.role not in LADDER:
        return
    if it.phase == "planned":
        yield from (Act(order, given=own) for order in _PREPARING)
    if it.phase in ("planned", "playing", "between"):
        yield Act(directing.AppointDirector, given=own)
        if it.away:
            yield Act(directing.ReturnToTournament, given=own)
    if it.phase in ("planned", "between"):
        tables = {"tables": lambda: names(tuple(desk.floor))}
        yield Act(preparing.DesignateTables, same("8.2.4"), own, choices=tables, free=True)
    if it.phase == "planned":
        yield from _entries(desk)
    if it.phase in ("playing", "between") and offered(it):
        yield _chips(desk)
    if it.phase != "cancelled":
        yield dispute(desk)
    if it.phase in ("planned", "playing", "between"):
        yield Act(finishing.CancelTournament, given=own)
    if it.phase == "finished":
        yield Act(finishing.PublishTournamentResults, given=own)


_PREPARING = (preparing.ApproveTournament, preparing.OfferTerms, preparing.NotifyInspectorate)


def _entries(desk: Desk) -> Iterator[Act]:
    it, own = desk.it, desk.own
    asks = "person means accepted signed publicity" + (" staff" if it.terms.entry.staff else "")
    yield Act(entering.EnterTournament, same("8.4.2(c)"), own, asks, free=True)
    if it.terms.entry.may_refuse or it.terms.entry.criteria:
        yield Act(entering.RefuseApplication, same("8.4.2(a)(iii)"), own, free=True)
    behind = tuple(each for each in desk.people("entered") if it.entrants[str(each.value)].accepted != it.version)
    if behind:
        name = Text(f"Version {it.version} is accepted", f"接受第 {it.version} 版条款")
        yield Act(
            entering.AcceptTournamentTerms, same("8.4.2(a)(i)"), own, choices={"person": lambda: behind}, name=name,
            free=True,
        )  # fmt: skip
    there = {"person": lambda: desk.people("entered")}
    yield Act(changing.WithdrawEntry, given=own, choices=there, free=True)
    if it.terms.entry.substitute_until is not None:
        yield Act(changing.NominateSubstitute, same("8.4.8(b)(iv)"), own, choices=there, free=True)


def offered(it: Tournament) -> tuple[ChoiceView, ...]:
    """What chips the terms sell after the start."""
    details = it.terms.details
    there = {"re-buy": details.re_buy, "add-on": details.add_on, "buy-back": it.terms.format.buy_back}
    return tuple(
        ChoiceView(what, choice_of("buy-tournament-chips", "what", what))
        for what, offer in there.items()
        if offer is not None
    )


def _chips(desk: Desk) -> Act:
    choices = {"person": lambda: desk.people("playing", "through", "out"), "what": lambda: offered(desk.it)}
    return Act(changing.BuyTournamentChips, same("8.4.1(a)(ii)"), desk.own, choices=choices, free=True)
