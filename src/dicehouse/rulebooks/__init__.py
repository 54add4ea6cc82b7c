"""Rulebooks: what a house's document decides, as data; the readings it leaves open; the register of clauses."""

from dicehouse.rulebooks.loader import BUILT_IN, load
from dicehouse.rulebooks.rulebook import Rulebook
from dicehouse.rulebooks.source import RulebookError

__all__ = ["BUILT_IN", "Rulebook", "RulebookError", "load"]
