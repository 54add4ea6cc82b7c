"""What lies on the sides of a table's dice, and what its wagers are called, in both languages."""

from typing import Final, Literal

from msgspec import Struct

from dicehouse.rulebooks import Rulebook
from dicehouse.views.felt import built_in_names
from dicehouse.views.parts import Text

DiceKind = Literal["ivory", "red", "symbols"]

_DRAWN: Final = {it: it for it in ("fish", "prawn", "gourd", "coin", "crab", "chicken")} | {"rooster": "chicken"}
"""Symbols that the consoles can draw, by what a rulebook calls them."""
_CHINESE: Final = {"fish": "鱼", "prawn": "虾", "gourd": "葫芦", "coin": "金钱", "crab": "蟹", "chicken": "鸡"}


class SideView(Struct, frozen=True):
    """One side of a die."""

    name: Text
    symbol: str
    """The drawing on it; empty: its name is written."""
    colour: str
    """Empty: it has none."""


class DiceLook(Struct, frozen=True):
    """How the dice of a table are drawn."""

    kind: DiceKind
    sides: tuple[SideView, ...]
    """From 1 to 6."""


def dice_look(book: Rulebook) -> DiceLook:
    game = book.game
    sides = tuple(_side(book, face, name) for face, name in enumerate(game.faces, 1))
    if any(not it.isdecimal() for it in game.faces):
        return DiceLook("symbols", sides)
    thrown: DiceKind = "red" if "offer_dice" in book.powers else "ivory"
    return DiceLook("red" if book.felt.dice == "red" else "ivory" if book.felt.dice else thrown, sides)


def _side(book: Rulebook, face: int, name: str) -> SideView:
    colour = next((it for it, faces in book.game.colours.items() if face in faces), "")
    chinese = book.felt.faces.get(name) or _CHINESE.get(name, name)
    return SideView(Text(name, chinese), _DRAWN.get(name, ""), colour)


def wager_text(book: Rulebook, wager: str) -> Text:
    """How people call a wager; an id that no wager has stays as it is."""
    name = book.name_of(wager)
    if wager in book.wording:
        return Text(name, book.wording[wager].name.zh or name)
    return Text(name, built_in_names(book.game.id).get(wager, name))
