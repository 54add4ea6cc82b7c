"""A rulebook to look at: its wagers, its felt, its odds and its readings."""

from collections.abc import Mapping
from pathlib import Path

from dicehouse.library.drawings import Drawing
from dicehouse.library.felts import felt_of
from dicehouse.library.frames import Frame
from dicehouse.rulebooks import Rulebook, load
from dicehouse.rulebooks.nicknames import wager_called
from dicehouse.rulebooks.readings import readings, shown
from dicehouse.wager import Wager

AnyBook = "Book | Rulebook | str | Path"


class Book:
    """A rulebook; `core` is the rulebook itself, with everything that the program knows of it."""

    def __init__(self, core: Rulebook) -> None:
        self.core = core

    @property
    def id(self) -> str:
        return self.core.id

    @property
    def name(self) -> str:
        return self.core.name

    @property
    def document(self) -> str:
        """The document that it states, by its id."""
        return self.core.document

    @property
    def hash(self) -> str:
        """Of all that it says, with its readings; records name it."""
        return self.core.hash

    def wager(self, called: str) -> Wager:
        """The wager that goes by this id, printed name or nickname."""
        return wager_called(self.core, called)

    def wagers(self) -> Frame:
        """Every wager that it offers, with the clause that does so."""
        every = tuple(self.core.wagers.values())
        return Frame(
            f"wagers of {self.id}",
            {
                "id": [it.id for it in every],
                "name": [it.name for it in every],
                "family": [it.family for it in every],
                "clause": [it.clause for it in every],
                "one_roll": [it.one_roll for it in every],
                "stands_behind": [it.behind or None for it in every],
            },
        )

    def readings(self) -> Frame:
        """Each point that the document leaves unclear, how it is read here, and how else it could be."""
        known = readings()
        return Frame(
            f"readings of {self.id}",
            {
                "reading": list(self.core.open_readings),
                "value": [shown(self.core.readings[it]) for it in self.core.open_readings],
                "shipped": [shown(self.core.shipped[it]) for it in self.core.open_readings],
                "options": [", ".join(shown(one) for one in known[it].options) for it in self.core.open_readings],
            },
        )

    def felt(self) -> Drawing:
        """The layout with every wager that it offers."""
        return felt_of(self.core)

    def __repr__(self) -> str:
        return f"<Rulebook {self.id}: {self.name}, {len(self.core.wagers)} wagers>"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<p><b>{escape(self.name)}</b> ({escape(self.id)})</p>{self.felt().svg}"


def rulebook(name: "Book | Rulebook | str | Path", *, readings: Mapping[str, str] | None = None) -> Book:
    """A rulebook by its id, or one's own by the path of its file, with readings changed at will.

    >>> import dicehouse as dh
    >>> dh.rulebook("star-craps")
    <Rulebook star-craps: Craps at The Star, 51 wagers>
    >>> dh.rulebook("star-sicbo-2024", readings={"even_totals": "printed"}).readings().row("even_totals")["value"]
    'printed'
    """
    if isinstance(name, str | Path):
        return Book(load(name, readings))
    if readings:
        raise ValueError("readings are changed while a rulebook is loaded; give its id or the path of its file")
    return name if isinstance(name, Book) else Book(name)
