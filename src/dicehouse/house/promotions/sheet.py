"""The terms of a promotion as a document for patrons, in plain words from the data."""

from datetime import datetime

from dicehouse import __version__
from dicehouse.house.promotions.editions import edition
from dicehouse.house.promotions.terms import Prize, Terms, terms_hash
from dicehouse.money import dollars
from dicehouse.sheet.parts import Cell, Column, Facts, Section, Sheet, Table, Text

MISSING = "not stated"


def moment(it: datetime | None) -> str:
    """A moment as people write it."""
    return f"{it:%A} {it.day} {it:%B %Y, %H:%M} (UTC{it:%z})" if it is not None else MISSING


def facts(*pairs: tuple[str, str]) -> Facts:
    return Facts(tuple((name, said or MISSING) for name, said in pairs))


def sheet(terms: Terms) -> Sheet:
    """Everything that the terms say; what they do not say is shown as not stated."""
    of = edition(terms.rulebook)
    return Sheet(
        title=f"{terms.name}: terms and conditions",
        version=__version__,
        hash=of.book.hash,
        date="",
        sections=(
            Section(
                "The promotion",
                (
                    facts(
                        ("Promotion", terms.id),
                        ("Rules", f"{terms.rulebook}, {of.number('7')}"),
                        ("Starts", moment(terms.starts)),
                        ("Entries close", moment(terms.entries_close)),
                        ("Draw", moment(terms.draw_at)),
                        ("Where", terms.place),
                        ("Who can enter", terms.eligible),
                        ("Scrutineer", terms.scrutineer or "none is needed"),
                    ),
                ),
            ),
            Section("Entries", (Text(_earning(terms)),)),
            Section("Prizes", (_prizes(terms), *(Text(_more(it)) for it in terms.prizes if it.details))),
            Section(
                "The draw and the winners",
                (
                    facts(
                        ("How prizes are awarded", terms.awarded),
                        ("When and where", terms.awarded_when),
                        ("Winners must be present", _yes(terms.present)),
                        ("Winners are told by", ", ".join(terms.told)),
                        ("How a prize is claimed", terms.claimed),
                        ("How prizes are handed over", terms.disbursed),
                        ("Results", terms.published),
                        ("These terms are available", "; ".join(terms.available)),
                        ("Advertising", terms.marketing),
                    ),
                    Text(
                        "The house binds itself to a secret before entries close, and entries are sealed when they do."
                        " Winners follow from both by a published rule, so that anyone can work the draw out again."
                    ),
                ),
            ),
            Section("These terms", (facts(("SHA-256", terms_hash(terms))),)),
        ),
    )


def _yes(it: bool | None) -> str:
    return MISSING if it is None else "yes" if it else "no"


def _earning(terms: Terms) -> str:
    it = terms.entries
    if it is None or not (it.for_stakes_of or it.for_rounds):
        return f"What earns an entry is {MISSING}."
    each = f"each {dollars(it.for_stakes_of)} staked" if it.for_stakes_of else f"each {it.for_rounds} rounds"
    least = f" Rounds with less than {dollars(it.minimum_wager)} staked do not count." if it.minimum_wager else ""
    most = f" Nobody has more than {it.most_each} entries." if it.most_each else ""
    once = " Nobody wins more than one prize." if terms.one_prize_each else ""
    return f"One entry for {each}.{least}{most}{once}"


def _prizes(terms: Terms) -> Table:
    columns = (
        Column("Prize", 3), Column("Number", 1, right=True), Column("Value", 1, right=True), Column("Conditions", 4),
        Column("Instead of it", 2),
    )  # fmt: skip
    return Table(columns, tuple(_row(it) for it in terms.prizes))


def _row(it: Prize) -> tuple[Cell, ...]:
    instead = {"": "nothing", "cash": "its value in cash", "other": "something else of its value"}[it.alternative]
    told = (it.name, it.nature) if it.nature else (it.name,)
    return (
        Cell(told), Cell((str(it.number),)), Cell((dollars(it.value),)), Cell((it.conditions or MISSING,)),
        Cell((instead,)),
    )  # fmt: skip


def _more(it: Prize) -> str:
    listed = "; ".join(f"{name.replace('_', ' ')}: {said}" for name, said in it.details.items())
    return f"{it.name}. {listed}."
