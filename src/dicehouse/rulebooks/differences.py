"""What is different between two rulebooks: wagers, their rules, prices and terms, limits, times and readings."""

from collections.abc import Iterator
from typing import NamedTuple

from dicehouse.rulebooks.readings import shown
from dicehouse.rulebooks.rulebook import Rulebook
from dicehouse.wager import Decision, Wager


class Difference(NamedTuple):
    """One thing that is not as it was."""

    what: str
    """wager-added, wager-dropped, rule, price, terms, limit, time, reading, or text where it is none of these."""
    of: str
    """The name of the wager, or the key in the rulebook."""
    was: str = ""
    now: str = ""


def differences(before: Rulebook, after: Rulebook) -> tuple[Difference, ...]:
    """What a house changed from one rulebook to the next; nothing only where both are the same."""
    found = (*_wagers(before, after), *_settings(before, after), *_readings(before, after))
    if not found and before.hash != after.hash:
        return (Difference("text", after.id),)
    return found


def _wagers(before: Rulebook, after: Rulebook) -> Iterator[Difference]:
    for id, wager in before.wagers.items():
        if id not in after.wagers:
            yield Difference("wager-dropped", wager.name)
    for id, wager in after.wagers.items():
        old = before.wagers.get(id)
        if old is None:
            yield Difference("wager-added", wager.name)
        elif is_other_rule(wager, old):
            yield Difference("rule", wager.name)
        elif prices := other_prices(wager, old):
            was, now = (_few([pair[place] for pair in prices]) for place in (0, 1))
            yield Difference("price", wager.name, was, now)
        elif terms(wager) != terms(old):
            yield Difference("terms", wager.name)


def _settings(before: Rulebook, after: Rulebook) -> Iterator[Difference]:
    for key, limit in after.limits.items():
        if limit.value != before.limits[key].value:
            yield Difference("limit", key, before.limits[key].value, limit.value)
    for key in dict.fromkeys([*before.times, *after.times]):
        was, now = (f"{it.amount} {it.unit}" if it else "" for it in (before.times.get(key), after.times.get(key)))
        if was != now:
            yield Difference("time", key, was, now)


def _readings(before: Rulebook, after: Rulebook) -> Iterator[Difference]:
    """Of those that either leaves open; the others decide nothing."""
    for key in dict.fromkeys([*before.open_readings, *after.open_readings]):
        was, now = shown(before.readings[key]), shown(after.readings[key])
        if was != now:
            yield Difference("reading", key, was, now)


def is_other_rule(wager: Wager, before: Wager) -> bool:
    """Whether a roll leads elsewhere, whatever it pays."""
    return wager.states != before.states or _paths(wager) != _paths(before)


def other_prices(wager: Wager, before: Wager) -> list[tuple[str, str]]:
    """The prices that differ, as they were and as they are, of a wager with the same rule."""
    pairs = zip(_labels(before), _labels(wager), strict=True)
    return [(_price(was), _price(now)) for was, now in pairs if was != now]


def terms(wager: Wager) -> tuple[object, ...]:
    """How it comes to the table and leaves it, without the clauses."""
    limit = wager.limit
    behind = (wager.behind, limit.times, limit.by_state, limit.of_winnings)
    return wager.commission, wager.units, wager.off_when, wager.starts_by, wager.contract_in, behind


def _paths(wager: Wager) -> list[list[object]]:
    return [[step.result if isinstance(step, Decision) else step for step in row] for row in wager.rules.steps]


def _labels(wager: Wager) -> list[str]:
    return [step.label for row in wager.rules.steps for step in row if isinstance(step, Decision)]


def _price(label: str) -> str:
    return label.removeprefix("win ")


def _few(labels: list[str]) -> str:
    return ", ".join(dict.fromkeys(labels))
