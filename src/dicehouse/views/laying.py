# ruff: noqa: RUF001 - Chinese punctuation
"""What becomes of chips that staff lay on the felt for a seat: which command takes them at this point of the round."""

from datetime import timedelta
from typing import Any, Final

from msgspec import Struct

from dicehouse.table.betting import PlaceWager
from dicehouse.table.call_bets import DeclareWager
from dicehouse.table.late_bets import FindWager
from dicehouse.table.orders import Kind, Phase, tag_of
from dicehouse.table.state import Table
from dicehouse.views.parts import Text

BEFORE: Final = timedelta(seconds=1)
"""How long before the close a late wager is taken to have lain there, unless somebody says when."""


class LayView(Struct, frozen=True):
    """What becomes of chips that staff lay on the felt just now."""

    do: str
    """The command that lays them; empty while none does."""
    late: bool
    """Whether somebody must say first that it stands."""
    given: dict[str, Any]
    """What of the command is known."""
    words: Text


_OPEN: Final = {
    Phase.BETTING: LayView(tag_of(PlaceWager), late=False, given={}, words=Text("", "")),
    Phase.IN_THE_AIR: LayView(
        tag_of(DeclareWager), late=False, given={},
        words=Text("In the air: it waits for your word", "骰子在空中，须经您确认"),
    ),
}  # fmt: skip
_SHUT: Final = LayView("", late=False, given={}, words=Text("No wager is laid now", "此时不能投注"))


def laying(table: Table) -> LayView:
    """Before the close it is laid; after it, it was found to lie there in time or is no bet (3.11, 4.4, 6.3, 7.4)."""
    if table.kind is Kind.ELECTRONIC or table.round.rested:
        return _SHUT
    if table.phase is Phase.NO_MORE_BETS and table.round.closed_at is not None:
        given = {"laid_at": (table.round.closed_at - BEFORE).isoformat()}
        words = Text("Late: did it lie there before No More Bets?", "迟注：停止下注前是否已放好？")
        return LayView(tag_of(FindWager), late=True, given=given, words=words)
    return _OPEN.get(table.phase, _SHUT)
