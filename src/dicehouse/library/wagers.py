"""One wager: what it is worth exactly, when it wins, and its automaton as a drawing."""

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from pathlib import Path

from dicehouse.diagram import diagram
from dicehouse.library.amounts import Dollars, in_cents
from dicehouse.library.books import Book, rulebook
from dicehouse.library.drawings import Drawing
from dicehouse.library.frames import Frame
from dicehouse.library.odds import frame_of
from dicehouse.odds.figures import percent
from dicehouse.odds.value import Value, values_of
from dicehouse.rulebooks import Rulebook
from dicehouse.views.wager_words import how
from dicehouse.wager import Wager


class WagerCard:
    """A wager of a rulebook, valued; a Behind wager has a value for each point."""

    def __init__(self, book: Rulebook, wager: Wager, values: list[Value]) -> None:
        self.book = book
        self.wager = wager
        self.values = tuple(values)

    @property
    def id(self) -> str:
        return self.wager.id

    @property
    def name(self) -> str:
        return self.wager.name

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that defines or prices it."""
        return self.wager.clauses

    @property
    def how(self) -> str:
        """When it wins and loses, in a sentence."""
        return how(self.book, self.wager).en

    @property
    def returns(self) -> Fraction:
        """Money back for each unit of outlay, exactly; of a Behind wager at its first point."""
        return self.values[0].returns

    @property
    def edge(self) -> Fraction:
        """The house's part of each unit of outlay, exactly; of a Behind wager at its first point."""
        return self.values[0].edge

    def odds(self) -> Frame:
        """Its line in the table of odds; a Behind wager has one for each point."""
        return frame_of(f"{self.name} of {self.book.id}", self.values)

    def payouts(self) -> Frame:
        """Each way in which it can end, with its exact chance and what comes back for a unit of stake."""
        ends = [(value.id, end) for value in self.values for end in value.payouts]
        return Frame(
            f"ends of {self.name}",
            {
                "id": [id for id, _ in ends],
                "pays": [it.label for _, it in ends],
                "result": [it.result.value for _, it in ends],
                "chance": [float(it.chance) for _, it in ends],
                "chance_exact": [str(it.chance) for _, it in ends],
                "money_back": [str(it.money_back) for _, it in ends],
            },
        )

    def drawing(self) -> Drawing:
        """Its automaton: states as boxes, and on which rolls it goes where."""
        return Drawing(f"{self.id} of {self.book.id}", diagram(self.wager))

    def __repr__(self) -> str:
        return f"<Wager {self.id} of {self.book.id}: returns {self.returns}, edge {percent(self.edge)}>"

    def _repr_html_(self) -> str:
        return (
            f"<p><b>{escape(self.name)}</b> ({escape(self.wager.clause)}). {escape(self.how)}</p>{diagram(self.wager)}"
        )


def wager(
    book: "Book | Rulebook | str | Path",
    called: str,
    *,
    stake: Dollars | None = None,
    chip: Dollars = 1,
    readings: Mapping[str, str] | None = None,
) -> WagerCard:
    """A wager by its id, its printed name or what people call it, valued exactly.

    With a stake it is valued as it is paid in chips.

    >>> import dicehouse as dh
    >>> dh.wager("star-craps", "pass line")
    <Wager win-line of star-craps: returns 488/495, edge 1.41%>
    >>> dh.wager("star-craps", "place 6", stake=1).returns
    Fraction(15, 11)
    """
    core = rulebook(book, readings=readings).core
    found = rulebook(core).wager(called)
    at = None if stake is None else in_cents("stake", stake)
    return WagerCard(core, found, values_of(core, found, at, in_cents("chip", chip)))
