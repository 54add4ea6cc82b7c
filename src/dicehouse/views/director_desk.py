"""A tournament as one person works with it: every act judged for that person, and entrants by number."""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from dicehouse.house.state import House
from dicehouse.house.tournaments.checking import book_of
from dicehouse.house.tournaments.state import Entrant, Tournament
from dicehouse.house.tournaments.terms import Terms
from dicehouse.refusal import Why
from dicehouse.views.acts import Act, ActView, Asker, in_house
from dicehouse.views.fields import ChoiceView
from dicehouse.views.looks import wager_text
from dicehouse.views.parts import same
from dicehouse.views.tournament import TournamentView, entrant_name, tournament_view


class PlayerLine(Struct, frozen=True):
    """Someone who plays at a table."""

    person: str
    """For the command; a console shows the number."""
    number: int
    seat: int
    bank: int


class Desk:
    """One tournament as one person works with it."""

    def __init__(self, house: House, it: Tournament, asker: Asker, floor: Sequence[str]) -> None:
        """`floor` names the tables of the house."""
        self.house = house
        self.it = it
        self.asker = asker
        self.floor = floor
        self.id = it.terms.id
        self.own = {"tournament": self.id}

    @cached_property
    def view(self) -> TournamentView:
        return tournament_view(self.house, self.it, self.asker.at)

    @cached_property
    def dice(self) -> int:
        """How many dice a spin has."""
        return book_of(self.it.terms).dice.count

    @cached_property
    def _known(self) -> dict[str, str]:
        numbers = {who: entrant_name(one.number) for who, one in self.it.entrants.items()}
        return numbers | dict.fromkeys(self.it.rulings, "the dispute")

    @cached_property
    def _named(self) -> re.Pattern[str] | None:
        known = sorted(map(re.escape, self._known), key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(known)})(?!\w)") if known else None

    def by_number(self, said: str) -> str:
        """A sentence of the house, with entrants by number."""
        return self._named.sub(lambda it: self._known[it[0]], said) if self._named else said

    def one(self, act: Act) -> ActView:
        return in_house(self.house, act, self.asker, self._known)

    def judged(self, acts: Iterable[Act]) -> tuple[ActView, ...]:
        return tuple(self.one(act) for act in acts)

    def kept(self, act: Act) -> ActView:
        """An act that leaves a secret, or the promise of one, to the house: that it is not given is no refusal."""
        made = self.one(act)
        return replace(made, refused=None) if made.refused and made.refused.why in LEFT_TO_THE_HOUSE else made

    def people(self, *standings: str) -> tuple[ChoiceView, ...]:
        return tuple(
            ChoiceView(who, same(entrant_name(one.number)))
            for who, one in self.it.entrants.items()
            if not standings or one.standing in standings
        )

    def players(self, table: str) -> tuple[PlayerLine, ...]:
        found = [
            player_line(who, one)
            for who, one in self.it.entrants.items()
            if one.table == table and one.standing == "playing"
        ]
        return tuple(sorted(found, key=lambda it: it.seat))


LEFT_TO_THE_HOUSE = frozenset({Why.ENTRY_DIFFERS, Why.NOT_DECLARED})


def player_line(who: str, one: Entrant) -> PlayerLine:
    return PlayerLine(who, one.number, one.seat, one.bank)


def wager_choices(terms: Terms) -> tuple[ChoiceView, ...]:
    """Every wager that the rulebook of a tournament offers, by the names on its felt."""
    book = book_of(terms)
    return tuple(ChoiceView(id, wager_text(book, id)) for id in book.wagers)
