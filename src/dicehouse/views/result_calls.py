"""How a result is called aloud: at Sic Bo the faces from lowest to highest and the total; at craps the total."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from dicehouse.table.orders import Faces, Kind
from dicehouse.table.state import Table
from dicehouse.views.looks import dice_look
from dicehouse.views.parts import Text
from dicehouse.views.results import result_words

_EN: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "twenty-one",
    "twenty-two", "twenty-three", "twenty-four", "twenty-five", "twenty-six", "twenty-seven", "twenty-eight",
    "twenty-nine", "thirty",
)  # fmt: skip
_ONES: Final = ("", *"一二三四五六七八九")
_ZH: Final = ("零", *_ONES[1:], *(f"{ten}十{it}" for ten in ("", "二") for it in _ONES), "三十")
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
    words = _hard(dice) if table.book.game.id == "craps" else result_words(table, dice)
    return CalledView(sum(dice), words, _say(table, dice))


def _hard(dice: Faces) -> Text:
    total = sum(dice)
    return Text(f"Hard {total}", f"硬 {total}") if len(set(dice)) == 1 and total in _HARD else Text("", "")


def _say(table: Table, dice: Faces) -> Text:
    total = sum(dice)
    sides = dice_look(table.book)
    if table.kind is Kind.CRAPS and sides.kind != "symbols":
        return Text(f"{_EN[total].capitalize()}.", f"{_ZH[total]}点。")
    if sides.kind == "symbols":
        en, zh = [sides.sides[it - 1].name.en for it in dice], [sides.sides[it - 1].name.zh for it in dice]
    else:
        en, zh = [_EN[it] for it in dice], [_ZH[it] for it in dice]
    return Text(f"{', '.join(en).capitalize()}. Total {_EN[total]}.", f"{'、'.join(zh)}。{_ZH[total]}点。")
