"""Terms of promotions and of tournaments alike: read from a file, checked, and set out to be read by people."""

from datetime import datetime

from dicehouse.house.promotions import checking as promotion_checking
from dicehouse.house.promotions import sheet as promotion_sheet
from dicehouse.house.promotions import terms as promotion_terms
from dicehouse.house.promotions.checking import Problem
from dicehouse.house.tournaments import checking as tournament_checking
from dicehouse.house.tournaments import sheet as tournament_sheet
from dicehouse.house.tournaments import terms as tournament_terms
from dicehouse.house.written import found_in
from dicehouse.sheet.parts import Sheet
from dicehouse.table.config import ConfigError

Terms = promotion_terms.Terms | tournament_terms.Terms


def read(text: str) -> Terms:
    """Terms from their file, by its `kind`, which a promotion may leave out; a ConfigError that names the key."""
    kind = found_in(text).get("kind", "promotion")
    if kind == "tournament":
        return tournament_terms.read_terms(text)
    if kind == "promotion":
        return promotion_terms.read_terms(text)
    raise ConfigError(f'kind: {kind!r} is neither "promotion" nor "tournament"; name one of the two')


def problems(terms: Terms, now: datetime | None = None) -> tuple[Problem, ...]:
    """Everything that is wrong with terms, each with its clause."""
    if isinstance(terms, tournament_terms.Terms):
        return tournament_checking.problems(terms, now)
    return promotion_checking.problems(terms, now)


def sheet(terms: Terms) -> Sheet:
    """The terms as a document for patrons, in plain words."""
    if isinstance(terms, tournament_terms.Terms):
        return tournament_sheet.sheet(terms)
    return promotion_sheet.sheet(terms)
