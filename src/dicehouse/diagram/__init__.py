"""A wager's automaton as a drawing: one SVG that needs no font, script or network.

States are boxes and read from left to right. Every start has an arrow. A line says on which rolls it is taken and
how often, and ends in the next state or in what is decided there. A roll that changes nothing is a note in its box.
States that follow each other in the same way, as in a Super Streak, stand in one row under one explanation.

The same wager always gives the same text.
"""

from dicehouse.diagram.page import page
from dicehouse.diagram.parts import Columns
from dicehouse.diagram.pen import GAP, Pen
from dicehouse.diagram.plan import forest_of
from dicehouse.wager import Wager


def diagram(wager: Wager) -> str:
    """The wager as a drawing in SVG."""
    forest = forest_of(wager)
    columns, pen, top = Columns(forest), Pen(), 0
    for tree in forest:
        tree.draw(pen, columns, 0, top)
        top += tree.height + GAP
    return page(wager, pen, top - GAP)
