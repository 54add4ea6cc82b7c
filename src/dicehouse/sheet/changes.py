"""What a rulebook changes in the one it is based on: wagers of another rule or price, new ones, and those left out."""

from dataclasses import dataclass

from dicehouse.rulebooks import BUILT_IN, Rulebook, load
from dicehouse.rulebooks.loader import PROCEDURES
from dicehouse.wager import Decision, Wager


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
    if wager.states != before.states or _paths(wager) != _paths(before):
        return "rule changed"
    prices = [(new, old) for new, old in zip(_labels(wager), _labels(before), strict=True) if new != old]
    if prices:
        return f"price changed: {_few([old for _, old in prices])} in {before.clause}"
    return "terms changed" if _terms(wager) != _terms(before) else ""


def _terms(wager: Wager) -> tuple[object, ...]:
    """How it comes to the table and leaves it, without the clauses."""
    limit = wager.limit
    behind = (wager.behind, limit.times, limit.by_state, limit.of_winnings)
    return wager.commission, wager.units, wager.off_when, wager.starts_by, wager.contract_in, behind


def _paths(wager: Wager) -> list[list[object]]:
    """Where each roll leads, whatever it pays."""
    return [[step.result if isinstance(step, Decision) else step for step in row] for row in wager.rules.steps]


def _labels(wager: Wager) -> list[str]:
    return [step.label for row in wager.rules.steps for step in row if isinstance(step, Decision)]


def _few(labels: list[str]) -> str:
    return ", ".join(dict.fromkeys(it.removeprefix("win ") for it in labels))
