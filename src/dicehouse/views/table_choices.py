"""What there is to choose from at a table: its seats and people, the wagers on the layout and those on the felt."""

from itertools import islice
from typing import Final

from dicehouse.table.orders import Kind
from dicehouse.table.state import Table
from dicehouse.views.fields import Choices, ChoiceView
from dicehouse.views.layout import offered
from dicehouse.views.looks import wager_text
from dicehouse.views.parts import Text, money, same
from dicehouse.views.rulebook_words import reason_name

MANY: Final = 60
"""Choices that a form shows; of more the first, or the latest."""


def choices_at(table: Table) -> Choices:
    """By field of a command; a seat is typed by its number where there are too many to show."""
    seat: Choices = {"seat": lambda: seat_choices(table)} if len(table.seats) <= MANY else {}
    return {
        **seat,
        "seats": lambda: seat_choices(table),
        "terminals": lambda: seat_choices(table),
        "person": lambda: person_choices(table),
        "members": lambda: person_choices(table),
        "bet": lambda: bet_choices(table),
        "on": lambda: bet_choices(table),
        "wager": lambda: area_choices(table),
        "areas": lambda: area_choices(table),
    }


def names(values: tuple[str, ...]) -> tuple[ChoiceView, ...]:
    """Names, which are the same in every language."""
    return tuple(ChoiceView(it, same(it)) for it in values)


def seat_name(table: Table, number: int) -> Text:
    if table.kind is Kind.ELECTRONIC:
        return Text(f"Terminal {number}", f"{number} 号终端")
    return Text(f"Seat {number}", f"{number} 号座")


def seat_choices(table: Table) -> tuple[ChoiceView, ...]:
    return tuple(ChoiceView(it, seat_name(table, it)) for it in sorted(table.seats)[:MANY])


def person_choices(table: Table) -> tuple[ChoiceView, ...]:
    """Players by their seats; the value is the name that the command wants."""
    seen: dict[str, ChoiceView] = {}
    for number, seat in sorted(table.seats.items()):
        seen.setdefault(seat.person, ChoiceView(seat.person, seat_name(table, number)))
        if len(seen) == MANY:
            break
    return tuple(seen.values())


def bet_choices(table: Table) -> tuple[ChoiceView, ...]:
    """The latest wagers on the layout."""
    latest = islice(reversed(table.bets.values()), MANY)
    standing = table.layout.standing
    return tuple(_bet(table, it.id, it.seat, standing[it.id].name, standing[it.id].stake) for it in latest)


def declared_choices(table: Table) -> tuple[ChoiceView, ...]:
    """Wagers that were called out and wait to be laid."""
    return tuple(_bet(table, it.id, it.seat, it.wager, it.stake) for it in islice(table.declared.values(), MANY))


def _bet(table: Table, id: str, seat: int, wager: str, staked: int) -> ChoiceView:
    at, name, stake = seat_name(table, seat), wager_name(table, wager), money(staked)
    return ChoiceView(id, Text(f"{at.en}, {name.en} {stake}", f"{at.zh}，{name.zh} {stake}"))  # noqa: RUF001 - a Chinese comma


def wager_name(table: Table, wager: str) -> Text:
    """A wager in both languages, as the felt has it."""
    return wager_text(table.book, wager)


def area_choices(table: Table) -> tuple[ChoiceView, ...]:
    """The wagers on the felt, in the order of the rulebook."""
    there = offered(table.book, table.config)
    return tuple(ChoiceView(it, wager_name(table, it)) for it in table.book.wagers if it in there)


def no_result_choices(table: Table) -> tuple[ChoiceView, ...]:
    """The reasons for which a round has no result here, each with its clause."""
    return tuple(ChoiceView(it, reason_name(it), clause) for it, clause in table.book.no_result.reasons.items())
