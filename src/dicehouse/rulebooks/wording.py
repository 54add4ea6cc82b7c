"""What a rulebook says to people about one wager, in both languages, and how the felt of its table looks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from dicehouse.games import Game
from dicehouse.rulebooks.source import Reader, nearest


class Speech(NamedTuple):
    """A text in English and in Simplified Chinese; empty Chinese: it is not known."""

    en: str
    zh: str = ""


NOTHING_SAID: Final = Speech("")

BANDS: Final[Mapping[str, Speech]] = {
    "even-money": Speech("Even money", "一赔一"),
    "totals": Speech("Totals", "点数"),
    "faces": Speech("Faces", "面"),
    "combinations": Speech("Combinations", "组合"),
    "several-rolls": Speech("Until decided", "多掷"),
    "behind": Speech("Behind", "后置注"),
    "next-roll": Speech("Next roll", "单掷"),
}
"""The bands of a felt that is laid out by itself, by the kind of wager, in the order in which they lie."""

DICE_LOOKS: Final = ("ivory", "red")


@dataclass(frozen=True)
class Wording:
    """What is said of one wager."""

    name: Speech
    nicknames: tuple[str, ...] = ()
    rule: Speech = NOTHING_SAID
    """When it wins, in a few words; empty: in words made of its rolls."""
    told: Mapping[str, Speech] = field(default_factory=dict)
    """By result, the reason that its player is told; `{dice}` and `{total}` stand for what came."""
    call: Speech = NOTHING_SAID
    """What the crew calls when it wins."""
    band: str = ""
    """Where it lies on the felt; empty: with its kind."""
    across: int = 0
    """How many of its family lie beside each other; 0: as many as fit."""


@dataclass(frozen=True)
class FeltPlan:
    """How the felt of a rulebook looks, where its file says so."""

    dice: str = ""
    bands: Mapping[str, Speech] = field(default_factory=dict)
    """The bands that the file names, in their order."""
    faces: Mapping[str, str] = field(default_factory=dict)
    """What the symbols and colours of its dice are in Chinese."""


def speech(said: Reader, key: str, default: Speech | None = None) -> Speech:
    """A text, or one for each language."""
    if key not in said.table and default is not None:
        return default
    if not isinstance(said.table.get(key), Mapping):
        return Speech(said.text(key))
    table = said.inner(key)
    table.only("en", "zh")
    return Speech(table.text("en"), table.text("zh"))


def felt_plan(top: Reader, game: Game) -> FeltPlan:
    said = top.inner("felt", needed=False)
    said.only("dice", "bands")
    bands = said.inner("bands", needed=False)
    dice = said.choice("dice", DICE_LOOKS) if "dice" in said.table else ""
    return FeltPlan(dice, {id: speech(bands, id) for id in bands.table}, _faces(top, game))


def _faces(top: Reader, game: Game) -> Mapping[str, str]:
    said = top.inner("dice", needed=False).inner("chinese", needed=False)
    known = [*game.faces, *game.colours]
    for name in said.table:
        if name not in known:
            said.fail(f"no side and no colour is called {name!r}{nearest(name, known)}", name)
    return {name: said.text(name) for name in said.table}
