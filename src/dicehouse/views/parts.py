"""What several views are made of. Money is whole cents; a moment has its time zone."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from msgspec import Struct

from dicehouse.money import as_money
from dicehouse.refusal import Refused
from dicehouse.table.config import Limits, Sign
from dicehouse.words import is_named_by_itself


class Text(Struct, frozen=True):
    """Words that people read, in English and in Simplified Chinese."""

    en: str
    zh: str


class Refusal(Struct, frozen=True):
    """Why something is not done, by which clause, and what to do instead."""

    why: str
    clause: str
    """Empty where the document is silent."""
    message: str
    next: str
    """The next step, which the message ends with too; empty where there is none."""
    zh: str
    """The message in Simplified Chinese."""
    says: str
    """The id of its sentence, which stays the same in every language."""
    about: Text
    """What both begin with, before a colon; empty where that stands beside it anyway."""


class LimitsView(Struct, frozen=True):
    """What one wager may be; a unit of 0 is none."""

    minimum: int
    maximum: int
    unit: int


class SignView(Struct, frozen=True):
    """The limits of a table as its sign shows them."""

    every: LimitsView
    wagers: dict[str, LimitsView]
    """By wager, where they differ."""
    player: int
    """The most that one player may have on the layout; 0: no such limit."""
    area: int
    """The most that may stand on one area from all players; 0: no such limit."""


class ResultView(Struct, frozen=True):
    """Dice that were uncovered."""

    round: int
    dice: tuple[int, ...]
    total: int
    words: Text
    """ "Small, Even"; at craps the total in words."""
    lit: tuple[str, ...]
    """The areas that win."""
    at: datetime | None = None


def same(words: str) -> Text:
    """A name or a number, which is the same in every language."""
    return Text(words, words)


def refusal(it: Refused, names: Mapping[str, str] = {}, about: bool = True) -> Refusal:
    """A refusal in both languages, without `about` what it is about, which stands beside it."""
    about = about and is_named_by_itself(it.says)
    en, zh = it.sentence("en", names, about), it.sentence("zh", names, about)
    return Refusal(it.why, it.clause or "", en.whole("en"), en.next, zh.whole("zh"), it.says, Text(en.about, zh.about))


money: Final = as_money


def limits_view(it: Limits) -> LimitsView:
    return LimitsView(it.minimum, it.maximum, it.unit)


def sign_view(it: Sign) -> SignView:
    by_wager = {key: limits_view(own) for key, own in it.wagers.items()}
    return SignView(limits_view(it.every), by_wager, it.player, it.area)


def limits_line(it: Limits) -> str:
    """ "Min $5, max $500, steps of $1"."""
    steps = f", steps of {money(it.unit)}" if it.unit else ""
    return f"Min {money(it.minimum)}, max {money(it.maximum)}{steps}"
