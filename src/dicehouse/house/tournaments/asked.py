"""What every command to a tournament is asked first: is there such a tournament, and may this person speak for it.

`designated` is for everyone else: the tournament that a table is kept for while it is played.
"""

from typing import Final

from dicehouse.house.orders import DIRECTOR
from dicehouse.house.state import House
from dicehouse.house.tournaments.checking import book_of
from dicehouse.house.tournaments.state import Entrant, Phase, Tournament
from dicehouse.refusal import Refused, Why
from dicehouse.table.disputes import RaiseDispute
from dicehouse.table.orders import Command

RUNNING: Final[tuple[Phase, ...]] = ("playing", "between")
GOING_ON: Final[tuple[Phase, ...]] = ("planned", "playing", "between")
OVER: Final[tuple[Phase, ...]] = ("finished", "cancelled")


def rule(number: str) -> str:
    """A clause with its document, as the house cites it."""
    return f"crown-sicbo {number}"


def found(house: House, command: Command, tournament: str, *phases: Phase) -> Tournament | Refused:
    """The tournament of a name, if this person may speak for it and it has come as far as one of these phases."""
    it = house.tournaments.get(tournament)
    if it is None:
        known = ", ".join(house.tournaments) or "none"
        return Refused(Why.UNKNOWN_ID, None, "no-such-tournament", tournament=tournament, known=known)
    if command.role == DIRECTOR and command.by not in speaks_for(it):
        return Refused(
            Why.NOT_ALLOWED,
            rule("8.2.3"),
            "is-directed-by",
            by=command.by,
            tournament=tournament,
            known=speaks_for(it) or ("nobody yet",),
        )
    if it.phase not in phases:
        said = command.__struct_config__.tag
        return Refused(
            Why.WRONG_PHASE,
            None,
            "tournament-not-so-far",
            command=said,
            tournament=tournament,
            told=told(it),
            known=tuple(PHASES[at] for at in phases),
        )
    return it


PHASES: Final = {
    "planned": "planned and not begun",
    "playing": "in a round",
    "between": "between rounds",
    "finished": "finished",
    "cancelled": "cancelled",
}


def told(it: Tournament) -> str:
    return PHASES[it.phase] + (f" ({it.over})" if it.over else "")


def speaks_for(it: Tournament) -> tuple[str, ...]:
    """The director while present, and the deputies."""
    director = (it.director,) if it.director and not it.away else ()
    return (*director, *(deputy for deputy in it.deputies if deputy != it.director))


def entrant(it: Tournament, person: str) -> Entrant | Refused:
    one = it.entrants.get(person)
    if one is None:
        return Refused(Why.UNKNOWN_PATRON, None, "not-entered", person=person, terms=it.terms.id)
    return one


def designated(house: House, table: str) -> str:
    """The tournament that a table is kept for, and nothing else, while it is played; empty where there is none."""
    for id, it in house.tournaments.items():
        if it.phase in RUNNING and _keeps(it, table):
            return id
    return ""


def _keeps(it: Tournament, table: str) -> bool:
    """From the first round to the last, or where the terms read it so, while a round is played there (J57)."""
    if table not in it.tables or book_of(it.terms).readings["tournament_table_money_play"] == "refused":
        return table in it.tables
    return it.phase == "playing" and it.round is not None and table in it.round.tables


def kept_for(house: House, command: Command, table: str) -> Refused | None:
    """Why a table does not take this: a tournament is played there (8.2.5), and its director decides (8.4.8(h))."""
    tournament = designated(house, table)
    if not tournament:
        return None
    said = command.__struct_config__.tag
    if isinstance(command, RaiseDispute):
        return Refused(
            Why.NOT_HERE,
            rule("8.4.8(h)"),
            "director-decides-there",
            command=said,
            table=table,
            tournament=tournament,
        )
    return Refused(
        Why.NOT_HERE, rule("8.2.5"), "table-kept-for-tournament", command=said, table=table, tournament=tournament
    )
