"""The wagers of a rulebook: each family of the game with its clauses and prices, or said not to be offered."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from dicehouse.games import GAMES, Family, Game, Marker, Paid, Terms
from dicehouse.games.family import Choice
from dicehouse.money import odds
from dicehouse.rulebooks.language import DECLARED, WAGER
from dicehouse.rulebooks.source import Reader, nearest
from dicehouse.rulebooks.wording import speech
from dicehouse.wager import NO_COMMISSION, NO_LIMIT, Base, Commission, Limit, RuleError, Wager

if TYPE_CHECKING:
    from dicehouse.games.words import Vocabulary

Words = Callable[[], "Vocabulary"]
"""The dice words of a rulebook, read when they are first needed."""
DECLARE: Final = "; declare it by wins, arms or states"


@dataclass(frozen=True)
class Offer:
    """What a rulebook makes of one family."""

    family: str
    optional: bool
    wagers: tuple[Wager, ...]


def offers(
    top: Reader,
    game: Game,
    readings: Mapping[str, Choice],
    words: Words,
    markers: Sequence[Marker],
    *,
    all_families: bool,
) -> Iterator[Offer]:
    """Every family that the rulebook has, in the game's order, then those that it declares itself.

    A family that a document is silent about is an error, unless the rulebook brings its own document.
    """
    table = top.inner("wagers")
    families = {family.id: family for family in game.families}
    own = [id for id, said in table.each() if any(it in said.table for it in DECLARED)]
    for id in table.table:
        if id not in families and id not in own:
            said = table.inner(id)
            for key in (it for it in said.table if it not in WAGER):
                if meant := nearest(key, DECLARED):
                    said.fail(f"no such key here{meant}", key)
            table.fail(f"{game.id} has no such wager{nearest(id, families) or DECLARE}", id)
    without = top.texts("not_offered")
    for name in without:
        if name not in families and name not in own:
            top.fail(f"{game.id} has no family {name!r}{nearest(name, [*families, *own])}", "not_offered")
    for id in dict.fromkeys([*families, *own]):
        if id in without:
            if id in top.sources[0].values.get("wagers", {}):
                table.fail("it is listed under not_offered and yet described here", id)
        elif id in own:
            yield _declared(id, table.inner(id), words(), markers)
        elif all_families or id in table.table:
            yield _offer(families[id], table, game, readings)


def _declared(id: str, said: Reader, words: "Vocabulary", markers: Sequence[Marker]) -> Offer:
    from dicehouse.rulebooks.declared import declared  # which the rulebooks of the documents have no use for

    wagers = declared(said, id, words, markers)
    if any("{" in it.name or "}" in it.name for it in wagers):
        said.fail(f"{speech(said, 'name').en!r} has a place for more than `each` names", "name")
    return _offered(id, said, wagers)


def _offered(id: str, said: Reader, wagers: tuple[Wager, ...]) -> Offer:
    offered = said.flag("offered", default=True)
    optional = said.flag("optional", default=False)
    if not (offered or optional):
        said.fail("only an optional wager can be left out", "offered")
    return Offer(id, optional, wagers if offered else ())


def _offer(family: Family, table: Reader, game: Game, readings: Mapping[str, Choice]) -> Offer:
    if family.id not in table.table:
        table.fail("this family of wagers is missing; describe it here or name it in not_offered", family.id)
    said = table.inner(family.id)
    said.only("name", "clause", "says", "odds", "optional", "offered", *filter(None, [family.needs]))
    terms = Terms(
        family=family.id,
        name=said.text("name"),
        clause=said.clause(),
        dice=game.dice,
        odds=dict(_prices(family, table)),
        topic_clauses=dict(_cites(family, said)),
        readings=readings,
        limit=_limit(said) if family.needs == "limit" else NO_LIMIT,
        commission=_commission(said, readings) if family.needs == "commission" else NO_COMMISSION,
    )
    in_words = game.id not in GAMES  # what a package brings has no words of its own for why it won
    try:
        wagers = tuple(replace(it, declared=True) if in_words else it for it in family.members(terms))
    except RuleError as error:
        said.fail(str(error))
    if any("{" in it.name or "}" in it.name for it in wagers):
        said.fail(f"{terms.name!r} has a place for more than is picked; write {{}} for each thing that is", "name")
    return _offered(family.id, said, wagers)


def _prices(family: Family, table: Reader) -> Iterator[tuple[str, Paid]]:
    """The family's own prices, and those of the wagers it is settled as."""
    said = table.inner(family.id).inner("odds", needed=bool(family.prices))
    said.only(*family.prices)
    for price in family.prices:
        yield price, _paid(said.inner(price))
    for part in family.parts:
        if any(it in table.inner(part).table for it in DECLARED):
            table.fail(f"it is settled at the price of {part}, which is declared here; declare it too", family.id)
        yield part, _paid(table.inner(part).inner("odds").inner("win"))


def _paid(said: Reader) -> Paid:
    said.only("pays", "clause")
    clause = said.clause()
    if "pays" not in said.table:
        said.fail("this key is missing", "pays")
    try:
        return Paid(odds(said.table["pays"]), clause)
    except ValueError as error:
        said.fail(str(error), "pays")


def _cites(family: Family, said: Reader) -> Iterator[tuple[str, str]]:
    table = said.inner("says", needed=False)
    table.only(*family.says)
    return ((key, table.clause(key)) for key in table.table)


def _limit(said: Reader) -> Limit:
    limit = said.inner("limit")
    limit.only("times", "of", "clause")
    return Limit(limit.whole("times"), limit.choice("of", ("stake", "winnings")) == "winnings", limit.clause())


def _commission(said: Reader, readings: Mapping[str, Choice]) -> Commission:
    charge = said.inner("commission")
    charge.only("percent", "of", "clause")
    charge.clause()
    base = charge.choice("of", ("stake", "winnings"))
    of = Base(base if base == "stake" else str(readings["lay_commission_on"]))
    return Commission(Fraction(charge.whole("percent"), 100), of)
