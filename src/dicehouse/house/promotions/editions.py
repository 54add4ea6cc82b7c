"""How the four documents that know promotions differ: their numbering, cash, and how soon an inspector is told."""

from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Final

from dicehouse.rulebooks import Rulebook, load
from dicehouse.rulebooks.readings import readings_of
from dicehouse.table.config import ConfigError

SCRUTINEER_ABOVE: Final = 1_000_000
"""Cents of a single prize above which a scrutineer oversees the draw."""
CHOICE_ABOVE: Final = 1_000_000
"""Cents of a cash prize above which the winner chooses how it is paid."""
DENIED_ABOVE: Final = 10_000
"""Cents of a claim above which its denial is kept with name and address."""
MOST_LITRES: Final = 20


@dataclass(frozen=True)
class Edition:
    """What one document says about promotions."""

    book: Rulebook
    chapter: str
    """The number that its clauses begin with."""

    def number(self, rest: str) -> str:
        """A clause by its number alone, for terms, which name their document."""
        return f"{self.chapter}.{rest}"

    def clause(self, rest: str) -> str:
        """A clause with its document, as the house cites it."""
        return f"{self.book.document} {self.number(rest)}"

    @property
    def filed_before(self) -> timedelta:
        return timedelta(hours=self.book.times["promotion_terms"].amount)

    @property
    def told_within(self) -> timedelta:
        return timedelta(days=self.book.times["winner_told"].amount)

    @property
    def compromised_within(self) -> timedelta:
        """Nothing where the document says at once."""
        found = self.book.times.get("compromised_draw")
        return timedelta(hours=found.amount) if found else timedelta()

    @property
    def cash(self) -> bool:
        return self.book.readings["cash_prizes"] == "allowed"

    @property
    def without_alternative(self) -> tuple[str, ...]:
        """Kinds of prizes for which there is no alternative."""
        both = self.book.readings["dollars_without_alternative"] == "slots_and_casino_dollars"
        return ("casino-dollars", "slots-dollars") if both else ("casino-dollars",)

    @property
    def resubmits(self) -> bool:
        """Whether the document asks that amended terms be resubmitted to the regulator."""
        return "amended_promotion" in readings_of(self.book.document)

    @property
    def amended_by(self) -> str:
        """What a change after the start needs."""
        return str(self.book.readings.get("amended_promotion", "approval"))


@cache
def edition(rulebook: str) -> Edition:
    """The edition that a rulebook belongs to; a ConfigError for one without promotions."""
    try:
        book = load(rulebook)
    except ValueError as error:
        raise ConfigError(f"rulebook: {error}") from None
    power = book.powers.get("run_promotion")
    if power is None:
        raise ConfigError(
            f"rulebook: {rulebook} has no rules on promotions; name one that has, such as star-sicbo-2024"
        )
    return Edition(book, power.clause.partition(".")[0])
