"""Rules for follow-ups: the commands that an event leads to elsewhere, with money and notices between tables and house.

Each follows from one entry of the journal and goes by its number, so that it is done once however often it is tried,
and by whichever process leads where it goes. Money that the house sends is taken by the table, or goes back.
"""

import re
from collections import Counter
from typing import Final

from dicehouse.floor import after_house, after_tables
from dicehouse.floor.follow_up import BY, OWN, SENT, CurrentState, Follows, FollowUp
from dicehouse.journal.record import Entry
from dicehouse.leading.leader import HOUSE
from dicehouse.table.craps_roll import RollSettled
from dicehouse.table.orders import Command, Event
from dicehouse.table.settling import RoundEnded


def follow_ups(known: CurrentState, entry: Entry) -> Follows:
    """What follows from an entry, in order; of several of a name each has its number."""
    seen: Counter[tuple[str, str]] = Counter()
    for it in _all(known, entry):
        seen[it.to, it.what] += 1
        again = seen[it.to, it.what]
        yield it if again == 1 else it._replace(what=f"{it.what}:{again}")


def _all(known: CurrentState, entry: Entry) -> Follows:
    if entry.stream == HOUSE:
        yield from after_house.after_house(known, entry)
    elif entry.stream in known.tables:
        yield from after_tables.after_table(known, entry)


def command_of(known: CurrentState, entry: Entry, it: FollowUp) -> Command:
    """The command of a follow-up."""
    id = it.what if it.what.startswith(SENT) else f"{OWN}{entry.seq}:{it.what}"
    role = it.rank
    if it.to != HOUSE and it.power:
        book = known.tables[it.to].book
        role = book.powers[it.power].by[0] if it.power in book.powers else book.roles[0].id
    return it.order(id=id, at=known.now, by=BY, role=role, **it.fields)


_TAGS: Final[tuple[type[Event], ...]] = (
    *after_tables.RULES,
    *after_house.RULES,
    *after_tables.SETTLING,
    RollSettled,
    RoundEnded,
)
INTERESTING: Final = re.compile(
    b'"event":"(?:%b)"|"id":"~sent:|"do":"sit-down"|"do":"announce-fill"'
    % b"|".join(str(kind.__struct_config__.tag).encode() for kind in _TAGS)
)
"""What the body of an entry holds if anything can follow from it."""
NOTHING_FOLLOWS: Final = b'"do":"place-wager"'
"""What the body of an entry holds from which nothing follows before the round is over; most are so."""
