"""The checker of terms: every item that is missing, contradictory or forbidden, each with its clause."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Final, NamedTuple

from dicehouse.house.promotions.editions import MOST_LITRES, SCRUTINEER_ABOVE, Edition, edition
from dicehouse.house.promotions.terms import Prize, Terms
from dicehouse.money import dollars


class Problem(NamedTuple):
    """One thing that is wrong with terms."""

    key: str
    clause: str
    """Empty where it is no rule of the document but plain sense."""
    said: str


NEEDED: Final = (
    ("awarded", "7.1", "say how a prize is awarded"),
    ("awarded_when", "7.2", "say when and where a prize is awarded"),
    ("eligible", "7.3", "say who is eligible"),
    ("entries_close", "7.6", "give the date and time at which entries close"),
    ("place", "7.7", "say where the promotion and its draw take place"),
    ("starts", "7.7", "give the date and time at which the promotion starts"),
    ("draw_at", "7.7", "give the date and time of the draw"),
    ("claimed", "7.8", "say how a prize is claimed"),
    ("present", "7.8", "say whether a winner must be present"),
    ("told", "7.9", "say by which channels a winner is told"),
    ("published", "7.10", "say how results are published"),
    ("available", "6", "say where the terms can be had"),
    ("marketing", "6", "say how the marketing material refers to the terms"),
    ("disbursed", "4", "say how prizes are handed over"),
)
"""What every promotion states, by key and clause; the word of advice ends the message."""

PARTICULARS: Final = {
    "appliance": ("7.11.1", ("make", "model", "accessories")),
    "vehicle": ("7.11.2", ("make", "model", "accessories", "on_road_costs")),
    "travel": ("7.11.3", ("persons", "included", "when", "spending_money")),
    "real-estate": ("7.11.4", ("dwelling", "plans", "contract", "easements", "address", "included")),
}
"""What some kinds of prizes state besides, in the order of their items."""

FORBIDDEN: Final = {
    "tobacco": "5.1",
    "firearm": "5.2",
    "ammunition": "5.2",
    "imitation-firearm": "5.2",
    "weapon": "5.3",
}
ITEMS: Final = ("i", "ii", "iii", "iv", "v", "vi")


def problems(terms: Terms, now: datetime | None = None) -> tuple[Problem, ...]:
    """Everything that is wrong with terms; a start must lie after now, where that is given."""
    of = edition(terms.rulebook)
    found = [*_missing(terms, of), *_moments(terms, of, now), *_earning(terms, of)]
    for place, prize in enumerate(terms.prizes, 1):
        found += _prize(terms, prize, f"prizes.{place}", of)
    return tuple(found)


def _missing(terms: Terms, of: Edition) -> Iterator[Problem]:
    for key, rest, advice in NEEDED:
        if getattr(terms, key) in (None, "", ()):
            yield Problem(key, of.number(rest), f"{key} is missing; {advice}")
    if not terms.prizes:
        yield Problem("prizes", of.number("7.11"), "there are no prizes; add at least one")
    highest = max((it.value for it in terms.prizes), default=0)
    if highest > SCRUTINEER_ABOVE and not terms.scrutineer:
        told = f"a prize of {dollars(highest)} is above {dollars(SCRUTINEER_ABOVE)}; name a scrutineer for the draw"
        yield Problem("scrutineer", of.number("2"), told)


def _moments(terms: Terms, of: Edition, now: datetime | None) -> Iterator[Problem]:
    moments = {key: getattr(terms, key) for key in ("starts", "entries_close", "draw_at")}
    for key, moment in moments.items():
        if moment is not None and moment.tzinfo is None:
            yield Problem(key, of.number("7.7"), f"{key} {moment} has no time zone; write it with its offset")
            return
    starts, closes, draw = moments.values()
    if starts and now and starts <= now:
        yield Problem("starts", of.number("9"), f"starts {starts} is not after {now}, the present; start later")
    if starts and closes and closes <= starts:
        told = f"entries_close {closes} is not after starts {starts}; close entries later"
        yield Problem("entries_close", of.number("7.6"), told)
    if closes and draw and draw < closes:
        yield Problem("draw_at", of.number("7.7"), f"draw_at {draw} is before entries_close {closes}; draw later")


def _earning(terms: Terms, of: Edition) -> Iterator[Problem]:
    entries = terms.entries
    if entries is None or not (entries.for_stakes_of or entries.for_rounds):
        yield Problem("entries", of.number("7.4"), "nothing earns an entry; give entries.for_stakes_of or for_rounds")
    elif entries.for_stakes_of and entries.for_rounds:
        yield Problem("entries", of.number("7.4"), "stakes and rounds both earn entries; keep one of the two")


def _prize(terms: Terms, prize: Prize, key: str, of: Edition) -> Iterator[Problem]:
    if not prize.nature:
        yield Problem(f"{key}.nature", of.number("7.5"), f"{prize.name}: nature is missing; say what the prize is")
    if not prize.value:
        yield Problem(f"{key}.value", of.number("7.11"), f"{prize.name}: value is missing; give what it is worth")
    if not prize.conditions:
        told = f'{prize.name}: conditions is missing; give those of receiving and using it, or "none"'
        yield Problem(f"{key}.conditions", of.number("7.11"), told)
    yield from _particulars(prize, key, of)
    yield from _kinds(terms, prize, key, of)
    yield from _money(prize, key, of)


def _particulars(prize: Prize, key: str, of: Edition) -> Iterator[Problem]:
    rest, needed = PARTICULARS.get(prize.kind, ("7.11", ()))
    for item, detail in zip(ITEMS, needed, strict=False):
        if not prize.details.get(detail):
            told = f"{prize.name}: details.{detail} is missing; a prize of kind {prize.kind} states it"
            yield Problem(f"{key}.details.{detail}", f"{of.number(rest)}({item})", told)


def _kinds(terms: Terms, prize: Prize, key: str, of: Edition) -> Iterator[Problem]:
    if prize.kind in FORBIDDEN:
        told = f"{prize.name}: {prize.kind} is no prize; choose another"
        yield Problem(f"{key}.kind", of.number(FORBIDDEN[prize.kind]), told)
    if prize.kind == "liquor" and not prize.litres:
        told = f"{prize.name}: litres is missing; say how many litres of liquor it is"
        yield Problem(f"{key}.litres", of.number("5.4"), told)
    if prize.litres > MOST_LITRES:
        told = f"{prize.name}: {prize.litres} litres of liquor are above {MOST_LITRES}; give {MOST_LITRES} or less"
        yield Problem(f"{key}.litres", of.number("5.4"), told)
    for item in terms.forbidden:
        if re.search(rf"(?<!\w){re.escape(item)}(?!\w)", f"{prize.name} {prize.nature}", re.IGNORECASE):
            told = f"{prize.name}: {item} is on the list of forbidden items; choose another prize"
            yield Problem(f"{key}.name", of.number("5.5"), told)


def _money(prize: Prize, key: str, of: Edition) -> Iterator[Problem]:
    if prize.kind == "cash" and not of.cash:
        yield Problem(f"{key}.kind", of.number("4"), f"{prize.name}: a prize is not cash; award something else")
    if not prize.alternative:
        return
    if prize.kind in of.without_alternative or prize.kind == "cash":
        told = f"{prize.name}: a prize of {prize.kind} has no alternative; leave it out"
        yield Problem(f"{key}.alternative", of.number("3"), told)
    elif prize.alternative == "cash" and not of.cash:
        told = f"{prize.name}: the alternative may not be cash; offer something else of that value"
        yield Problem(f"{key}.alternative", of.number("4"), told)
