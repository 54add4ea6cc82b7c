"""What a result is called aloud: at Sic Bo the faces, lowest to highest, and the total; at craps the total."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from dicehouse.games.colours import SYMBOLS
from dicehouse.table.orders import Faces, Kind
from dicehouse.table.state import Table
from dicehouse.views.parts import Text
from dicehouse.views.results import result_words

_EN: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
)  # fmt: skip
_ZH: Final = tuple("零一二三四五六七八九十") + tuple(f"十{it}" for it in "一二三四五六七八")
_SYMBOLS: Final = {"fish": "鱼", "prawn": "虾", "gourd": "葫芦", "coin": "金钱", "crab": "蟹", "chicken": "鸡"}
_HARD: Final = frozenset({4, 6, 8, 10})


class CalledView(Struct, frozen=True):
    """Dice that may come, as the crew calls them."""

    total: int
    words: Text
    """ "Small, Even", "Hard 8"; empty where there is nothing to add."""
    say: Text
    """ "One, four, five. Total ten."; at craps "Eight."."""


def key_of(dice: Sequence[int]) -> str:
    """ "1-4-5": dice in whatever order they lie."""
    return "-".join(map(str, sorted(dice)))


def every_call(table: Table) -> dict[str, CalledView]:
    """By dice, what each result of this table is called."""
    found: dict[str, Faces] = {key_of(roll): tuple(sorted(roll)) for roll in table.book.dice.rolls}
    return {key: _called(table, dice) for key, dice in found.items()}


def said(table: Table, dice: Faces) -> Text:
    """What is called out for these dice."""
    return _say(table, tuple(sorted(dice)))


def _called(table: Table, dice: Faces) -> CalledView:
    words = _hard(dice) if table.kind is Kind.CRAPS else result_words(table, dice)
    return CalledView(sum(dice), words, _say(table, dice))


def _hard(dice: Faces) -> Text:
    total = sum(dice)
    return Text(f"Hard {total}", f"硬 {total}") if len(set(dice)) == 1 and total in _HARD else Text("", "")


def _say(table: Table, dice: Faces) -> Text:
    total = sum(dice)
    if table.kind is Kind.CRAPS:
        return Text(f"{_EN[total].capitalize()}.", f"{_ZH[total]}点。")
    if table.book.game.faces == SYMBOLS:
        en, zh = [SYMBOLS[it - 1] for it in dice], [_SYMBOLS[SYMBOLS[it - 1]] for it in dice]
    else:
        en, zh = [_EN[it] for it in dice], [_ZH[it] for it in dice]
    return Text(f"{', '.join(en).capitalize()}. Total {_EN[total]}.", f"{'、'.join(zh)}。{_ZH[total]}点。")
