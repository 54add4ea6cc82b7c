"""What a rulebook changes in the one it is based on: wagers of another rule or price, new ones, and those left out."""

from dataclasses import dataclass

from dicehouse.rulebooks import BUILT_IN, Rulebook, load
from dicehouse.rulebooks.differences import is_other_rule, other_prices, terms
from dicehouse.rulebooks.loader import PROCEDURES
from dicehouse.wager import Wager


@dataclass(frozen=True)
class Changes:
    """The differences between a rulebook and its base."""

    base: Rulebook
    marks: dict[str, str]
    """By wager, what is different about it; one that is as it was is not here."""
    left_out: tuple[str, ...]


def changes(book: Rulebook) -> Changes | None:
    """Against what a rulebook is based on, or the approved one that it is a copy of; None where there is no such."""
    base = _base(book)
    if base is None:
        return None
    marks = {id: mark for id, wager in book.wagers.items() if (mark := _mark(wager, base.wagers.get(id)))}
    return Changes(base, marks, tuple(it.name for id, it in base.wagers.items() if id not in book.wagers))


def _base(book: Rulebook) -> Rulebook | None:
    if book.based_on and book.based_on not in PROCEDURES:
        return load(book.based_on)
    if book.paper.own or book.hash in {load(it, book.changed_readings()).hash for it in _same_document(book)}:
        return None
    return load(_same_document(book)[0], book.changed_readings())


def _same_document(book: Rulebook) -> list[str]:
    return [it for it in BUILT_IN if (load(it).document, load(it).game.id) == (book.document, book.game.id)]


def _mark(wager: Wager, before: Wager | None) -> str:
    if before is None:
        return "new"
    if is_other_rule(wager, before):
        return "rule changed"
    if prices := other_prices(wager, before):
        return f"price changed: {', '.join(dict.fromkeys(was for was, _ in prices))} in {before.clause}"
    return "terms changed" if terms(wager) != terms(before) else ""
