"""Terms to be filed: with all that is wrong with them and the one thing to do with them now."""

from msgspec import Struct

from dicehouse.house import terms as written
from dicehouse.house.promotions.publishing import FileTerms, ProposeAmendment, started
from dicehouse.house.state import House
from dicehouse.house.tournaments.preparing import FileTournament
from dicehouse.house.tournaments.terms import Terms as TournamentTerms
from dicehouse.views.acts import Act, ActView, Asker, form_in_house
from dicehouse.views.promotion_page import SheetSection, sheet_sections


class ProblemLine(Struct, frozen=True):
    """Something that is wrong with terms."""

    said: str
    clause: str


class TermsChecked(Struct, frozen=True, kw_only=True):
    """Terms with everything that is wrong with them."""

    kind: str
    id: str
    name: str
    file: ActView
    """Put them on file, or ask for a change of those that stand."""
    problems: tuple[ProblemLine, ...]
    sections: tuple[SheetSection, ...]


def terms_checked(house: House, asker: Asker, made: written.Terms) -> TermsChecked:
    """All that is wrong with terms; a ConfigError where their rulebook has none of the kind."""
    # A change of a promotion that has begun keeps its start, so a start in the past is no mistake there.
    amends = _amends(house, asker, made)
    wrong = written.problems(made, None if amends else asker.at)
    return TermsChecked(
        kind=made.kind,
        id=made.id,
        name=made.name,
        file=form_in_house(house, _act(made, amends=amends), asker),
        problems=tuple(ProblemLine(it.said, it.clause) for it in wrong),
        sections=sheet_sections(made),
    )


def _amends(house: House, asker: Asker, made: written.Terms) -> bool:
    before = None if isinstance(made, TournamentTerms) else house.promotions.get(made.id)
    return before is not None and started(before, asker.at)


def _act(made: written.Terms, *, amends: bool) -> Act:
    if isinstance(made, TournamentTerms):
        return Act(FileTournament, given={"terms": made})
    if amends:
        return Act(ProposeAmendment, given={"promotion": made.id, "terms": made})
    return Act(FileTerms, given={"terms": made})
