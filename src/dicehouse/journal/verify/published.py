"""A draw of prizes as it is published: everything that anyone needs to work it out again, without the journal."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from dicehouse.journal.verify.draws import digest, drawn

MOST_ENTRIES: Final = 10_000_000
"""More than this in one file is not worked out."""
Number = Annotated[int, Meta(ge=0, le=MOST_ENTRIES)]


class Holder(Struct, frozen=True, array_like=True):
    """Entries that someone earned at one time."""

    person: str
    number: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)]


class Winner(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who won which prize."""

    prize: Number
    """Of all single prizes, from 1."""
    name: str
    entry: Number
    """Of all entries, from 0."""
    person: str


class PublishedDraw(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draw, in the order it came about."""

    rule: Literal["dicehouse draw 1"] = "dicehouse draw 1"
    promotion: str
    terms: str
    """SHA-256 of the terms."""
    commitment: str
    """SHA-256 of the secret, promised before entries closed."""
    entries: tuple[Holder, ...]
    sealed: str
    """The hash of the entries."""
    scrutineer: str
    word: str
    secret: str
    drawn: str
    """When."""
    prizes: tuple[str, ...]
    """Every single prize by name."""
    one_prize_each: bool
    winners: tuple[Winner, ...]


def read_draw(text: bytes) -> PublishedDraw:
    """A published draw from its file; a ValueError that says what is wrong with it."""
    try:
        found = msgspec.json.decode(text, type=PublishedDraw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"it is no published draw: {error}") from None
    number = sum(it.number for it in found.entries)
    if number > MOST_ENTRIES:
        raise ValueError(f"it has {number} entries, and at most {MOST_ENTRIES} are worked out; ask the house for less")
    return found


def faults(it: PublishedDraw) -> list[str]:
    """Everything that does not follow from the published rule; nothing where the draw stands."""
    found = []
    if digest(it.secret) != it.commitment:
        found.append(f"the secret has the hash {digest(it.secret)}, and {it.commitment} was promised")
    sealed = digest("".join(f"{one.number} {one.person}\n" for one in it.entries))
    if sealed != it.sealed:
        found.append(f"the entries have the hash {sealed}, and {it.sealed} was sealed")
    entries = [(one.person, one.number) for one in it.entries]
    seed = digest(f"{it.rule}\n{it.secret}\n{it.sealed}\n{it.word}")
    due = drawn(seed, entries, len(it.prizes), one_each=it.one_prize_each)
    said = [(one.prize, one.entry, one.person) for one in it.winners]
    for prize, entry, person in due:
        if (prize, entry, person) not in said:
            found.append(f"prize {prize} goes to {person} by entry {entry}, and the list of winners says otherwise")
    if len(said) > len(due):
        found.append(f"there are {len(said)} winners, and by the rule there are {len(due)}")
    wrong = [one for one in it.winners if not 1 <= one.prize <= len(it.prizes) or it.prizes[one.prize - 1] != one.name]
    found += [f"{one.person} has {one.name}, which is not prize {one.prize}" for one in wrong]
    return found
