"""Fills and credits as the cage sees and prints them: chips by value, and everyone who had a hand in it."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from dicehouse.house import slips
from dicehouse.house.cage_state import Slip
from dicehouse.house.state import House
from dicehouse.table.counted import Chips
from dicehouse.views.acts import Act, ActView
from dicehouse.views.cage_lines import DeskTag
from dicehouse.views.fields import chips_text
from dicehouse.views.parts import Text

KINDS: Final = {"fill": Text("Fill", "补筹"), "credit": Text("Credit", "退筹")}
Judged = Callable[[Iterable[Act]], tuple[ActView, ...]]


class ChipLine(Struct, frozen=True):
    """Chips of one value."""

    value: int
    count: int
    sum: int


class SlipHand(Struct, frozen=True):
    """Someone who had a hand in it, or has yet to; a line for a signature on paper."""

    did: Text
    by: str
    at: datetime | None


class SlipView(Struct, frozen=True, kw_only=True):
    """A fill or credit."""

    id: str
    kind: Literal["fill", "credit"]
    title: Text
    table: str
    amount: int
    chips: tuple[ChipLine, ...]
    """Empty where only the sum was said."""
    hands: tuple[SlipHand, ...]
    tags: tuple[DeskTag, ...]
    acts: tuple[ActView, ...] = ()


def waiting(house: House, judged: Judged) -> Iterator[SlipView]:
    """Those that the cage has to do something about."""
    for number, it in house.slips.items():
        yield _view(number, it, tuple(_waits(it)), judged(_acts(number, it)))


def past(house: House) -> Iterator[SlipView]:
    """Those on their way to a table and those that are done, the latest first."""
    for number, it in reversed(house.past_slips.items()):
        yield _view(number, it, (_state(it),))


def _view(number: str, it: Slip, tags: tuple[DeskTag, ...], acts: tuple[ActView, ...] = ()) -> SlipView:
    kind = KINDS[it.kind]
    return SlipView(
        id=number, kind=it.kind, title=Text(f"{kind.en}, {it.table}", f"{kind.zh}，{it.table}"),  # noqa: RUF001
        table=it.table, amount=it.amount, chips=chip_lines(it.chips), hands=tuple(_hands(it)), tags=tags, acts=acts,
    )  # fmt: skip


def chip_lines(chips: tuple[Chips, ...]) -> tuple[ChipLine, ...]:
    """The largest first."""
    return tuple(ChipLine(it.value, it.count, it.value * it.count) for it in sorted(chips, key=lambda it: -it.value))


def _hands(it: Slip) -> Iterator[SlipHand]:
    yield SlipHand(Text("Asked for", "申请"), it.requested_by, it.requested_at)
    yield SlipHand(Text("Checked", "复核"), it.approved_by, it.approved_at)
    if it.kind == "fill":
        yield SlipHand(Text("Handed over", "交出"), it.handed_by, it.handed_at)
        yield SlipHand(Text("Counted at the table", "桌上点收"), it.received_by, it.received_at)
    else:
        yield SlipHand(Text("Counted at the cage", "账房点收"), it.received_by, it.received_at)


def _waits(it: Slip) -> Iterator[DeskTag]:
    yield DeskTag("mint", "check", Text(f"prepared by {it.requested_by}", f"制单 {it.requested_by}"))
    if it.approved_by:
        yield DeskTag("mint", "check", Text(f"checked by {it.approved_by}", f"复核 {it.approved_by}"))
    else:
        yield DeskTag("amber", "clock", Text("to be checked by another", "待他人复核"))


def _state(it: Slip) -> DeskTag:
    if it.ended:
        return DeskTag("coral", "undo", Text(it.ended, it.ended))
    if it.received_by:
        return DeskTag("mint", "check", Text(f"received by {it.received_by}", f"{it.received_by} 点收"))
    return DeskTag("amber", "clock", Text(f"on its way, from {it.handed_by}", f"{it.handed_by} 已交出，在途"))  # noqa: RUF001


def _acts(number: str, it: Slip) -> Iterator[Act]:
    own = {"slip": number}
    if not it.approved_by:
        yield Act(slips.ApproveSlip, given=own)
    elif it.kind == "fill":
        yield Act(slips.DeliverFill, given=own)
    elif it.chips:
        yield Act(slips.ReceiveCredit, given=own, asks="chips!", values={"chips": chips_text(it.chips)},
                  tried={"chips": it.chips})  # fmt: skip
    else:
        yield Act(slips.ReceiveCredit, given=own, asks="counted!", tried={"counted": it.amount})
    yield Act(slips.CancelSlip, given=own)
