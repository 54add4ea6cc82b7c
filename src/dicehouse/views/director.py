"""What the director of a tournament works with: its tables and spins, rulings within the terms, and what is due next.

Entrants are shown by number. A sealed wager is shown as nothing but sealed until betting closes at its table.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from msgspec import Struct

from dicehouse.house.state import House
from dicehouse.refusal import Refused, Why
from dicehouse.views import director_entries, director_rulings, director_steps, director_tables
from dicehouse.views.acts import ActView, Asker
from dicehouse.views.director_desk import Desk, PlayerLine, wager_choices
from dicehouse.views.director_rulings import OwedLine, RulingLine
from dicehouse.views.director_tables import DirectorTable
from dicehouse.views.due import DueLine, due_lines
from dicehouse.views.fields import ChoiceView
from dicehouse.views.parts import Refusal, refusal
from dicehouse.views.tournament import TournamentView

MORE_LINES: Final = 12
"""Deadlines that are listed."""


class DirectorView(Struct, frozen=True, kw_only=True):
    now: datetime
    house: str
    name: str
    role: str
    known: tuple[str, ...]
    """Every tournament of the house."""
    none: Refusal | None = None
    """Why there is none to show."""
    tournament: TournamentView | None = None
    director: str = ""
    deputies: tuple[str, ...] = ()
    away: str = ""
    accepted: int = 0
    wagers: tuple[ChoiceView, ...] = ()
    dice: int = 0
    tables: tuple[DirectorTable, ...] = ()
    next: ActView | None = None
    """The next step."""
    steps: tuple[DueLine, ...] = ()
    clock: tuple[ActView, ...] = ()
    acts: tuple[ActView, ...] = ()
    """What else the director may do."""
    desk: tuple[ActView, ...] = ()
    """What the house does: entries, approval, tables."""
    play_off: ActView | None = None
    equal: tuple[PlayerLine, ...] = ()
    rulings: tuple[RulingLine, ...] = ()
    owed: tuple[OwedLine, ...] = ()
    chosen: int = 0
    """The entrant who was asked for."""
    rules: tuple[ActView, ...] = ()
    """What may be done about that entrant: the penalties that the terms allow."""


def director_view(house: House, asker: Asker, floor: Iterable[str], of: str, entrant: int = 0) -> DirectorView:
    """The director's desk for one tournament, with one entrant open; `floor` names the tables of the house."""
    it = house.tournaments.get(of)
    if it is None:
        return DirectorView(
            now=asker.at,
            house=house.name,
            name=asker.name,
            role=asker.role,
            known=tuple(house.tournaments),
            none=refusal(Refused(Why.UNKNOWN_ID, None, "choose-tournament", of=of or "the address")),
        )
    desk = Desk(house, it, asker, tuple(floor))
    return DirectorView(
        now=asker.at,
        house=house.name,
        name=asker.name,
        role=asker.role,
        known=tuple(house.tournaments),
        tournament=desk.view,
        director=it.director,
        deputies=tuple(it.deputies),
        away=it.away,
        accepted=sum(one.accepted == it.version for one in it.entrants.values()),
        wagers=wager_choices(it.terms),
        dice=desk.dice,
        tables=tuple(director_tables.tables(desk)),
        next=director_steps.next_step(desk),
        steps=tuple(due_lines(house, asker.at, of, desk.by_number))[:MORE_LINES],
        clock=desk.judged(director_steps.clock(desk)),
        acts=director_steps.acts(desk),
        desk=desk.judged(director_entries.acts(desk)),
        play_off=director_tables.play_off(desk),
        equal=director_tables.equal(desk),
        rulings=tuple(director_rulings.rulings(desk)),
        owed=tuple(director_rulings.owed(desk)),
        chosen=entrant,
        rules=desk.judged(director_rulings.rules(desk, entrant)),
    )
