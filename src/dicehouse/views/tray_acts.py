"""The tray at the table: fills that are on their way, and chips that are asked for or sent away.

The dealer's console and the pit offer them. A fill is counted by whoever receives it, and what the slip says stands in
the form already.
"""

from collections.abc import Iterator

from msgspec import Struct

from dicehouse.table import tray
from dicehouse.table.counted import FillOnWay
from dicehouse.table.orders import Phase
from dicehouse.table.state import Table
from dicehouse.views.acts import Act, ActView, Asker, at_table
from dicehouse.views.fields import chips_text
from dicehouse.views.parts import Text, money
from dicehouse.views.slips import ChipLine, chip_lines


class FillView(Struct, frozen=True):
    """A fill that has come from the cage and is to be counted."""

    slip: str
    title: Text
    words: Text
    chips: tuple[ChipLine, ...]
    acts: tuple[ActView, ...]


def fills(table: Table, asker: Asker) -> Iterator[FillView]:
    for slip, it in table.fills.items():
        acts = tuple(at_table(table, act, asker) for act in for_fill(slip, it))
        yield FillView(slip, fill_title(slip, it), fill_words(it), chip_lines(it.chips), acts)


def fill_title(slip: str, it: FillOnWay) -> Text:
    return Text(f"Fill {slip}, {money(it.amount)}", f"补筹 {slip}，{money(it.amount)}")  # noqa: RUF001


def fill_words(it: FillOnWay) -> Text:
    return Text(f"Handed over by {it.handed_by}. Count it and receive it.", f"{it.handed_by} 已交出。请点收。")


def for_fill(slip: str, it: FillOnWay) -> Iterator[Act]:
    own = {"slip": slip}
    if it.chips:
        values, tried = {"chips": chips_text(it.chips)}, {"chips": it.chips}
        yield Act(tray.ReceiveFill, given=own, key=f"receive-{slip}", values=values, tried=tried)
    else:
        yield Act(tray.ReceiveFill, given=own, asks="amount!", key=f"receive-{slip}", tried={"amount": it.amount})
    yield Act(tray.SendFillBack, given=own, key=f"back-{slip}")


def asks(table: Table) -> Iterator[Act]:
    """What an open table with a tray may ask of the cage."""
    if table.config.cage and table.phase is not Phase.CLOSED:
        yield Act(tray.AskForFill, Text("the cage checks and brings it", "由账房复核并送来"), free=True)
        yield Act(tray.AskForCredit, Text("the cage comes for them", "由账房来取"), free=True)
