"""A player's own place in a tournament: bank, place, seat, secret wagers left, and what this player may ask for."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec import Struct

from dicehouse.house.state import House
from dicehouse.house.tournaments import changing, conduct, entering, ruling, wagering
from dicehouse.house.tournaments.state import Entrant, Tournament
from dicehouse.refusal import Refused, Why
from dicehouse.views.acts import Act, ActView, Asker, in_house
from dicehouse.views.director_desk import wager_choices
from dicehouse.views.director_entries import offered
from dicehouse.views.fields import ChoiceView
from dicehouse.views.own_disputes import OwnRuling, own_rulings
from dicehouse.views.parts import Refusal, Text, refusal, same
from dicehouse.views.tournament import EntrantView, TournamentView, public_view

SEAL = Text("Seal a secret wager", "密封暗注")
FROM_THE_ACCOUNT = {"means": "account"}
"""How a player pays on a screen."""


class EntrantPage(Struct, frozen=True, kw_only=True):
    now: datetime
    name: str
    none: Refusal | None = None
    """Why there is nothing to show."""
    tournament: TournamentView | None = None
    own: EntrantView | None = None
    version: int = 0
    """The terms that this player has accepted; the tournament says which stand."""
    wagers: tuple[ChoiceView, ...] = ()
    seal: ActView | None = None
    """None while there is nothing to seal."""
    disputes: tuple[OwnRuling, ...] = ()
    acts: tuple[ActView, ...] = ()


def entrant_page(house: House, asker: Asker, of: str) -> EntrantPage:
    it = house.tournaments.get(of)
    if it is None or it.available is None:
        none = Refused(Why.UNKNOWN_ID, None, "no-tournament-here", of=of or "the address")
        return EntrantPage(now=asker.at, name=asker.name, none=refusal(none))
    one, own = it.entrants.get(asker.name), {"tournament": of, "person": asker.name}
    view = public_view(house, it, asker.at)
    if one is None:
        none = Refused(Why.UNKNOWN_PATRON, None, "has-not-entered", asker=asker.name, of=of)
        enter = in_house(house, _enter(own), asker)
        return EntrantPage(now=asker.at, name=asker.name, none=refusal(none), tournament=view, acts=(enter,))
    seal = Act(wagering.SealWager, same("8.4.4(c)"), own, tried={"seal": "0" * 64}, name=SEAL)
    return EntrantPage(
        now=asker.at,
        name=asker.name,
        tournament=view,
        own=next(each for each in view.entrants if each.number == one.number),
        version=one.accepted,
        wagers=wager_choices(it.terms),
        seal=in_house(house, seal, asker) if it.phase == "playing" and it.terms.wagers.secret else None,
        disputes=tuple(own_rulings(house, asker, "tournament", of)),
        acts=tuple(in_house(house, act, asker) for act in _acts(it, one, own)),
    )


def _enter(own: dict[str, Any]) -> Act:
    return Act(
        entering.EnterTournament, same("8.4.2(c)"), {**own, **FROM_THE_ACCOUNT}, "accepted publicity",
        tried={"accepted": True}, name=Text("Enter from the account", "从账户报名"),
    )  # fmt: skip


def _acts(it: Tournament, one: Entrant, own: dict[str, Any]) -> Iterator[Act]:
    if it.phase == "planned":
        yield from _before(it, one, own)
    elif it.phase in ("playing", "between"):
        for each in offered(it):
            given = {**own, **FROM_THE_ACCOUNT, "what": each.value}
            yield Act(
                changing.BuyTournamentChips, same("8.4.1(a)(ii)"), given, name=each.name, grave=True,
                key=f"buy/{each.value}",
            )  # fmt: skip
    yield Act(ruling.RaiseTournamentDispute, same("8.4.8(h)"), own, name=Text("Ask for a ruling", "要求裁决"))
    if it.phase in ("playing", "between"):
        yield Act(conduct.RetirePlayer, given=own, name=Text("Retire", "退出比赛"))


def _before(it: Tournament, one: Entrant, own: dict[str, Any]) -> Iterator[Act]:
    if one.accepted != it.version and one.standing == "entered":
        name = Text(f"Accept version {it.version}", f"接受第 {it.version} 版条款")
        yield Act(entering.AcceptTournamentTerms, same("8.4.2(a)(i)"), own, "", name=name)
    yield Act(changing.WithdrawEntry, same("8.4.2(d)"), own, name=Text("Withdraw", "退赛"), grave=True)
    if it.terms.entry.substitute_until is not None:
        yield Act(changing.NominateSubstitute, same("8.4.8(b)(iv)"), own, "substitute accepted", grave=True, free=True)
