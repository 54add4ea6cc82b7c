"""What happened, in one sentence for each kind of event.

A sentence is a text with the event's own fields in it, or a function where the words depend on them. Money is written
as people read it ("$5", "$12.50"), dice are called by what stands on them, and a clock shows hours, minutes and
seconds.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from dicehouse.money import as_money
from dicehouse.rulebooks import Rulebook
from dicehouse.table.orders import Event
from dicehouse.table.sentences import corrections, craps, equipment, money, opening, people, play, staff, terminals
from dicehouse.table.sentences.words import Sentence, clock

MONEY: Final = frozenset(
    ("amount", "stake", "paid", "due", "left", "float", "drop", "tokens", "chips", "value", "plays", "excess", "owed")
)
"""Fields that are cents where they are numbers."""
SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    **play.SENTENCES,
    **craps.SENTENCES,
    **terminals.SENTENCES,
    **money.SENTENCES,
    **people.SENTENCES,
    **corrections.SENTENCES,
    **opening.SENTENCES,
    **equipment.SENTENCES,
    **staff.SENTENCES,
}
"""For every event there is."""


def sentence(book: Rulebook, event: Event) -> str:
    """What an event says for itself, without its clause."""
    made = SENTENCES[type(event)]
    said = made.format_map(_fields(event)) if isinstance(made, str) else made(book, event)
    return said[:1].upper() + said[1:]


def _fields(event: Event) -> dict[str, object]:
    values = {name: getattr(event, name) for name in event.__struct_fields__}
    for name, value in values.items():
        if isinstance(value, datetime):
            values[name] = clock(value)
        elif name in MONEY and isinstance(value, int):
            values[name] = as_money(value)
    return values
