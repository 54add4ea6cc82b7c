"""A player's own place in a tournament: bank, place, seat, secret wagers left, and what this player may ask for."""

from datetime import datetime

from msgspec import Struct

from dicehouse.floor.views.acts import Act, ActView, Asker, ChoiceView, in_house, text_field
from dicehouse.floor.views.director import wager_choices
from dicehouse.floor.views.parts import Refusal, Text, refusal
from dicehouse.floor.views.tournament import EntrantView, TournamentView, public_view
from dicehouse.house.state import House
from dicehouse.house.tournaments import conduct, ruling, wagering
from dicehouse.refusal import Refused, Why


class EntrantPage(Struct, frozen=True, kw_only=True):
    now: datetime
    name: str
    none: Refusal | None
    """Why there is nothing to show."""
    tournament: TournamentView | None
    own: EntrantView | None
    wagers: tuple[ChoiceView, ...]
    seal: ActView | None
    acts: tuple[ActView, ...]


def entrant_page(house: House, asker: Asker, of: str) -> EntrantPage:
    it = house.tournaments.get(of)
    one = it.entrants.get(asker.name) if it is not None else None
    none = None
    if it is None:
        none = Refused(Why.UNKNOWN_ID, None, f"{of or 'the address'}: there is no such tournament; ask at the desk")
    elif one is None:
        none = Refused(Why.UNKNOWN_PATRON, None, f"{asker.name}: has not entered {of}; enter at the desk")
    view = public_view(house, it, asker.at) if it is not None else None
    own = {"tournament": of, "person": asker.name}
    seal = Act(
        wagering.SealWager, Text("Seal a secret wager", "密封暗注"), "lock", Text("8.4.4(c)", "8.4.4(c)"), own,
        tried={"seal": "0" * 64},
    )  # fmt: skip
    acts = (
        Act(
            ruling.RaiseTournamentDispute, Text("Ask for a ruling", "要求裁决"), "flag",
            Text("8.4.8(h)", "8.4.8(h)"), own, (text_field("about", Text("What it is about", "事由")),),
        ),
        Act(conduct.RetirePlayer, Text("Retire", "退出比赛"), "leave", given=own, grave=True),
    )  # fmt: skip
    return EntrantPage(
        now=asker.at,
        name=asker.name,
        none=refusal(none) if none else None,
        tournament=view,
        own=next((each for each in view.entrants if one is not None and each.number == one.number), None)
        if view
        else None,
        wagers=wager_choices(it.terms.rulebook) if it is not None else (),
        seal=in_house(house, seal, asker) if one is not None else None,
        acts=tuple(in_house(house, act, asker) for act in acts) if one is not None else (),
    )
