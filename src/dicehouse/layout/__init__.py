"""The wagers standing on one layout: placed, called on and off, taken down, and settled roll by roll."""

from dicehouse.layout.layout import Layout
from dicehouse.layout.placed import Decided, Ended, PlacedWager, RollOutcome

__all__ = ["Decided", "Ended", "Layout", "PlacedWager", "RollOutcome"]
