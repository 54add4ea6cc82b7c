"""What may be placed on a layout now, tried wager by wager, and what people mean by "odds"."""

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from dicehouse.layout import Layout, PlacedWager
from dicehouse.money import Cents
from dicehouse.refusal import Refused, Why
from dicehouse.wager import Wager


class Open(NamedTuple):
    """A wager that may be placed, from the least stake to the most, or what forbids it."""

    wager: Wager
    on: str | None
    least: Cents | None
    most: Cents | None
    refused: Refused | None


def every_place(layout: Layout) -> Iterator[Open]:
    """Every wager of the rulebook; a Behind wager once for each wager that it could stand behind."""
    for wager in layout.book.wagers.values():
        fronts = [it for it in layout.standing.values() if wager.behind and it.wager.family == wager.behind]
        yield from (_place(layout, wager, front) for front in fronts or (None,))


def _place(layout: Layout, wager: Wager, front: PlacedWager | None) -> Open:
    stakes = count(layout.chip * wager.units, layout.chip * wager.units)
    on = front.id if front else None
    made: PlacedWager | Refused
    for stake in stakes:
        made = layout.placing("", wager.id, stake, on)
        if not isinstance(made, Refused) or made.why is not Why.NO_COMMISSION:
            break
    if isinstance(made, Refused):
        return Open(wager, on, None, None, made)
    most = None
    if front is not None:
        most = Cents(layout.most_behind(wager, front) - sum(it.stake for it in front.behind))
    return Open(wager, on, made.stake, most, None)


def behind_by_word(layout: Layout, front: PlacedWager | None) -> tuple[str, str | None]:
    """The Behind wager that "odds" means: of the wager that is named, or of the only one that has its point."""
    kinds = {it.behind: it for it in layout.book.wagers.values() if it.behind}
    if not kinds:
        raise ValueError(f"{layout.book.id} has no wager that stands behind another; name a wager")
    ready = [front] if front else [it for it in layout.standing.values() if _has_point(it, kinds)]
    if len(ready) > 1:
        told = ", ".join(f"{it.id} ({it.wager.name})" for it in ready)
        raise ValueError(f"odds can stand behind {told}; say which, such as on={ready[0].id!r}")
    if not ready:
        ready = [it for it in layout.standing.values() if it.wager.family in kinds][-1:]
    if not ready:
        names = ", ".join(layout.book.wagers[it].name for it in kinds)
        raise ValueError(f"odds stand behind another wager ({names}); bet one of these first")
    kind = kinds.get(ready[0].wager.family)
    if kind is None:
        raise ValueError(f"nothing stands behind {ready[0].wager.name}")
    return kind.id, ready[0].id


def _has_point(it: PlacedWager, kinds: dict[str, Wager]) -> bool:
    kind = kinds.get(it.wager.family)
    return kind is not None and it.wager.states[it.state] in kind.states
