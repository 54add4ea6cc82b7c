"""What people call the wagers of a rulebook: by id, by the printed name, and by what is said at a table.

`play`, the library and whoever else listens to people understand the same names by it.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from dicehouse.rulebooks.rulebook import Rulebook
from dicehouse.rulebooks.source import nearest
from dicehouse.wager import Wager

FILLERS: Final = frozenset(
    ("the", "a", "an", "to", "and", "&", "of", "my", "wager", "bet", "put", "dollars", "for", "with", "in", "please")
)

EXAMPLES: Final = {
    "symbol-fish": "fish 10",
    "colour-double-red": "double red 5",
    "small": "small 10",
    "double-4": "double 4 25",
    "total-9": "total 9 5",
    "win-line": "line 10",
    "come": "come 10",
    "place-win-6": "place 6 12",
}
"""How a player may say some wagers with their stake."""


def words(text: str) -> list[str]:
    """ "Don't Win" as ["dont", "win"]."""
    return re.sub(r"[-,;:!]+", " ", text.lower().replace("'", "").replace("\u2019", "")).split()


def names(book: Rulebook) -> dict[str, str]:
    """Everything that a wager of the rulebook may be called, and its id; the id and the printed name come first."""
    known: dict[str, str] = {}
    for wager in book.wagers.values():
        known.setdefault(plain(wager.id), wager.id)
    for wager in book.wagers.values():
        known.setdefault(plain(wager.name), wager.id)
    for id, said in book.wording.items():
        for called in (said.name.zh, *said.nicknames):
            known.setdefault(plain(called), id)
    for wager in book.wagers.values():
        for called in _also_called(wager):
            known.setdefault(called, wager.id)
    known.pop("", None)
    return known


def wager_called(book: Rulebook, said: str) -> Wager:
    """The wager that goes by this name; a ValueError with names that are near if there is none."""
    known = names(book)
    id = known.get(plain(said))
    if id is None:
        near = nearest(plain(said), known) or f"; `dicehouse odds {book.id}` lists its wagers"
        raise ValueError(f"{book.id} has no wager called {said!r}{near}")
    return book.wagers[id]


def plain(text: str) -> str:
    """What is said without the words that say nothing: "10 on the Small" as "10 on small"."""
    return " ".join(it for it in words(text) if it not in FILLERS)


_CALLED: Final[Mapping[str, tuple[str, ...]]] = {
    "any-triple": ("any triples", "triple any", "triples"),
    "any-symbol-triple": ("any triple", "triple any"),
    "win-line": ("line", "win", "pass", "pass line"),
    "dont-win": ("dont", "dont pass"),
    "any-seven": ("seven", "any 7", "7"),
    "any-craps": ("craps", "any crap"),
    "craps-2": ("aces", "two"),
    "craps-3": ("three",),
    "craps-12": ("boxcars", "twelve"),
    "eleven": ("yo", "11"),
    "crap-eleven": ("c e", "craps eleven"),
}
"""What people call a wager that is the only one of its family."""


def _also_called(wager: Wager) -> Iterator[str]:
    picked = wager.id.removeprefix(wager.family).split("-")[1:]
    yield from _CALLED.get(wager.family, ())
    if wager.family == "single":
        yield from (picked[0], f"number {picked[0]}", f"{picked[0]}s")
    elif wager.family == "pair":
        first, second = picked
        yield from (f"pair {second} {first}", f"{first} {second}", f"{second} {first}")
    elif wager.joins_run:
        yield from (f"streak {side}" for side in picked)
    elif wager.family == "place-win":
        yield from (f"place {picked[0]}", f"place {picked[0]} win")
    elif wager.family == "place-lose":
        yield from (f"lose {picked[0]}", f"place {picked[0]} lose")
    elif wager.family == "hard":
        yield from (f"hardway {picked[0]}", f"hard way {picked[0]}")
