"""What several views are made of. Money is whole cents; a moment has its time zone."""

from datetime import datetime

from msgspec import Struct

from dicehouse.refusal import Refused
from dicehouse.table.config import Limits, Sign


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


def refusal(it: Refused) -> Refusal:
    return Refusal(it.why, it.clause or "", it.message, it.next)


def limits_view(it: Limits) -> LimitsView:
    return LimitsView(it.minimum, it.maximum, it.unit)


def sign_view(it: Sign) -> SignView:
    by_wager = {key: limits_view(own) for key, own in it.wagers.items()}
    return SignView(limits_view(it.every), by_wager, it.player, it.area)


def money(amount: int) -> str:
    """ "$5", or "$5.50" where there are cents."""
    said = f"{abs(amount) // 100:,}" + (f".{abs(amount) % 100:02d}" if amount % 100 else "")
    return f"{'-' if amount < 0 else ''}${said}"


def limits_line(it: Limits) -> str:
    """ "Min $5, max $500, steps of $1"."""
    steps = f", steps of {money(it.unit)}" if it.unit else ""
    return f"Min {money(it.minimum)}, max {money(it.maximum)}{steps}"
