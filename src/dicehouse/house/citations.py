"""The clauses that a house cites on player cards and limits, where it goes by a document of its own.

The chapters of the house cite the known document that has each of these rules. Where a table of the house has player
cards by a document of its own, and none goes by the known one, the house's policy says what its own document has in
place of each; what that says nothing about is cited by no clause.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from dicehouse.house.state import House
from dicehouse.refusal import Refused
from dicehouse.rulebooks import Rulebook, load
from dicehouse.table.orders import Answer

KNOWN: Final = "star-sicbo-2024"
"""The known document that has player cards and limits."""
TOPICS: Final = ("loss_limit", "pause", "declare_purchase", "declare_chips", "declare_leftover", "directions")
"""What the house cites of it, as rulebooks call it."""
DEFINED: Final = {'1.1 "player card"': "", '1.1 "Loss Limit"': "loss_limit", '1.1 "Deposit Limit"': ""}
"""What it defines and no rulebook has a name for, with the topic that comes nearest."""


def own_citations(books: Iterable[Rulebook]) -> Mapping[str, str]:
    """By the citation of the known document, that of the house's own; nothing where the known one is in force."""
    known, own = load(KNOWN), list(books)
    if any(it.document == known.document for it in own):
        return {}
    book = next((it for it in own if it.paper.own and it.cards), None)
    if book is None or book.cards is None or known.cards is None:
        return {}
    said = {known.cards.own: book.cards.own, known.cards.proxies: book.cards.proxies}
    said |= {known.topics[it]: book.topics.get(it, "") for it in TOPICS}
    said |= {clause: book.topics.get(topic, "") for clause, topic in DEFINED.items()}
    return {f"{known.document} {clause}": _with_document(book, mine) for clause, mine in said.items()}


def _with_document(book: Rulebook, clause: str) -> str:
    """A clause as the house cites it; one that a rulebook has from its base names that one's document."""
    return f"{book.document} {clause}" if clause in book.paper.clauses else clause


def as_cited(house: House, answer: Answer) -> Answer:
    """An answer by the clauses that this house has."""
    cites = house.policy.cites
    if not cites:
        return answer
    if isinstance(answer, Refused):
        return answer.under(cites[answer.clause] or None) if answer.clause in cites else answer
    return tuple(replace(it, clause=cites[it.clause]) if it.clause in cites else it for it in answer)
